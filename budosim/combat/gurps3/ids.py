"""Numbers of the duel, shared by Python and kernels: places, acts, skills, events, endings.

The names in lower case are the ids of the data tables, of bp/1 and of the trace; `Loc` follows contract §6.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Loc(IntEnum):
    """Places of a body (contract §6); R before L."""

    BRAIN = 0
    HEAD = 1
    EYE_R = 2
    EYE_L = 3
    JAW = 4
    NOSE = 5
    NECK = 6
    TORSO = 7
    VITALS = 8
    KIDNEYS = 9
    GROIN = 10
    ARM_R = 11
    ARM_L = 12
    HAND_R = 13
    HAND_L = 14
    LEG_R = 15
    LEG_L = 16
    FOOT_R = 17
    FOOT_L = 18
    ANYWHERE = 19
    """Not aimed: the table of C-79 decides after the hit."""


N_LOC = 19
LOC_NAMES = (
    "brain head eye.R eye.L jaw nose neck torso vitals kidneys groin "
    "arm.R arm.L hand.R hand.L leg.R leg.L foot.R foot.L any"
).split()


class Skill(IntEnum):
    """What a technique is rolled with; the order is that of preference between equals."""

    NONE = 0
    KARATE = 1
    BOXING = 2
    BRAWLING = 3
    JUDO = 4
    WRESTLING = 5
    SUMO = 6
    ACROBATICS = 7
    DX = 8
    ST = 9


N_SKILL = 10


class Act(IntEnum):
    """Acts of bp/1 and the manoeuvres that are acts themselves (patterns/acts.toml)."""

    NONE = 0
    PUNCH = 1
    JAB = 2
    HOOK = 3
    UPPERCUT = 4
    BACKFIST = 5
    ELBOW = 6
    HEADBUTT = 7
    HAND_STRIKE = 8
    PALM = 9
    EAR_CLAP = 10
    EYE_POKE = 11
    FACE_ATTACK = 12
    TWO_HANDED_PUNCH = 13
    RABBIT_PUNCH = 14
    LARIAT = 15
    DUAL_ATTACK = 16
    KICK = 17
    LOW_KICK = 18
    MID_KICK = 19
    HIGH_KICK = 20
    FRONT_KICK = 21
    SIDE_KICK = 22
    ROUND_KICK = 23
    SPIN_KICK = 24
    BACK_KICK = 25
    HOOK_KICK = 26
    AXE_KICK = 27
    JUMP_KICK = 28
    DROP_KICK = 29
    STOMP = 30
    KNEE = 31
    SWEEP = 32
    SHIN_KICK = 33
    ACROBATIC_KICK = 34
    FLYING_JUMP_KICK = 35
    WHIRLWIND_KICK = 36
    GRAPPLE = 37
    PIN = 38
    SLAM = 39
    TAKEDOWN = 40
    THROW = 41
    SAC_THROW = 42
    SUPLEX = 43
    PILEDRIVER = 44
    SUBMISSION = 45
    ARM_LOCK = 46
    FINGER_LOCK = 47
    LEG_LOCK = 48
    NECK_LOCK = 49
    CHOKE = 50
    NECK_SNAP = 51
    SCISSORS = 52
    HOLD = 53
    RELEASE = 54
    BREAK_FREE = 55
    FEINT = 56
    WAIT = 57
    ALL_OUT_DEF = 58
    RETREAT = 59
    APPROACH = 60
    GETUP = 61
    RESIST = 62
    CAST = 63
    MAINTAIN_SPELL = 64
    DISPEL = 65
    FREE = 66
    CINE = 67
    COMBO = 68
    ATTACK = 69
    DODGE = 70
    PARRY = 71
    RIPOSTE = 72
    AGGR_PARRY = 73
    NO_DEFENCE = 74
    JUMP_BACK = 75
    PARRYING_KICK = 76
    SPEND_CP = 77
    GIVE_UP = 78
    RESIST_WILL = 79
    RESIST_MIND = 80
    NOTHING = 81


N_ACT = 82
LAST_STRIKE = Act.WHIRLWIND_KICK
STRIKES = 37
"""Acts below this number are blows (1…36)."""


class Class(IntEnum):
    """Classes of acts (bp/1 @…); a class is written as its negative in act fields."""

    ATTACK = 1
    STRIKE = 2
    HAND = 3
    KICK = 4
    GRAPPLE = 5
    THROW = 6
    LOCK = 7
    SPELL = 8
    CINE = 9
    AOA = 10
    DEFENCE = 11
    ANY = 12


def classes_of(act: Act) -> set[Class]:
    """The classes an act belongs to (semantics §3). @aoa is a matter of the option, not of the act."""
    if act is Act.NONE:
        return set()
    found = {Class.ANY}
    if Act.PUNCH <= act <= Act.DUAL_ATTACK:
        found |= {Class.ATTACK, Class.STRIKE, Class.HAND}
    if Act.KICK <= act <= Act.WHIRLWIND_KICK:
        found |= {Class.ATTACK, Class.STRIKE, Class.KICK}
    if Act.GRAPPLE <= act <= Act.SCISSORS:
        found |= {Class.ATTACK, Class.GRAPPLE}
    if Act.TAKEDOWN <= act <= Act.PILEDRIVER:
        found.add(Class.THROW)
    if Act.SUBMISSION <= act <= Act.SCISSORS:
        found.add(Class.LOCK)
    if act in (Act.CAST, Act.MAINTAIN_SPELL, Act.DISPEL):
        found.add(Class.SPELL)
    if act is Act.CINE:
        found |= {Class.CINE, Class.ATTACK}
    if act in (Act.COMBO, Act.ATTACK):
        found |= {Class.ATTACK, Class.STRIKE} if act is Act.COMBO else {Class.ATTACK}
    if Act.DODGE <= act <= Act.PARRYING_KICK:
        found.add(Class.DEFENCE)
    return found


ACT_CLASSES = np.array([sum(1 << c for c in classes_of(act)) for act in Act], dtype=np.int64)
"""Bit c set = the act belongs to class c."""


class Opt(IntEnum):
    """Ways to do an act (bp/1 `opt`)."""

    NONE = 0
    AOA = 1
    DOUBLE = 2
    HIT = 3
    STRONG = 4
    FEINT = 5
    DEFENSIVE = 6
    LIGHT = 7


OPT_NAMES = ["", "aoa", "aoa_double", "aoa_hit", "aoa_strong", "aoa_feint", "defensive", "light"]


class Posture(IntEnum):
    """C-54."""

    STANDING = 0
    CROUCHING = 1
    KNEELING = 2
    CRAWLING = 3
    SITTING = 4
    LYING = 5


class Stun(IntEnum):
    """C-92."""

    NONE = 0
    PHYSICAL = 1
    MENTAL = 2


class Result(IntEnum):
    """Of a success roll (C-01…C-03)."""

    CRITICAL_SUCCESS = 0
    SUCCESS = 1
    FAILURE = 2
    CRITICAL_FAILURE = 3


class Limb(IntEnum):
    """The striking part of a technique."""

    NONE = 0
    ARM = 1
    ARMS = 2
    LEG = 3
    LEGS = 4
    HEAD = 5
    SPELL = 6
    """A thing a spell made, thrown or sprayed."""


class Ending(IntEnum):
    """Why a bout ended (contract §6)."""

    NONE = 0
    UNCONSCIOUS = 1
    FATIGUE = 2
    NEAR_DEATH = 3
    DEAD = 4
    GAVE_UP = 5
    REFEREE = 6
    SIMULTANEOUS = 7
    STALEMATE = 8
    TIME = 9
    FORFEIT = 10


class Outcome(IntEnum):
    """What an act of policy memory ended in; bits (bp/1 results)."""

    OK = 1
    FAIL = 2
    HIT = 4
    MISS = 8
    PARRIED = 16
    DODGED = 32
    ANY = 64
    NONE = 128
    NOHIT = 256


class Kind(IntEnum):
    """Lines of the log; the names in lower case are `k` of the trace."""

    INITIATIVE = 1
    TURN = 2
    ROLL = 3
    CONTEST = 4
    TABLE = 5
    DRAW = 6
    ACT = 7
    DECIDE = 8
    ATTACK = 9
    DEFENCE = 10
    DAMAGE = 11
    EFFECT = 12
    MOVE = 13
    FATIGUE = 14
    SPELL = 15
    END = 16


class Roll(IntEnum):
    """What a success roll is for (`what`)."""

    STUN_RECOVERY = 1
    UNCONSCIOUS = 2
    NEAR_DEATH = 3
    KNOCKDOWN = 4
    KNOCK_OUT = 5
    FALL = 6
    FIRST_AID = 7
    CONCENTRATE = 8
    SAKIYOMI = 9
    ACROBATICS = 10
    STUN = 11
    STAND_UP = 12
    KNOCKBACK = 13
    BREAKFALL = 14
    STANCE = 15
    BAD_BACK = 16
    ROLL_WITH_BLOW = 17
    STICKING = 18
    BLIND_FIGHTING = 19
    REROLL = 60
    """Thrown once more (Luck, Daredevil)."""
    BERSERK = 61
    BAD_TEMPER = 62
    COWARDICE = 63
    CONFUSED = 64
    ABSENT_MINDEDNESS = 65
    OVERCONFIDENCE = 66
    STUBBORNNESS = 67
    IMPULSIVENESS = 68
    SADISM = 69
    GLORY_HOUND = 70
    BLOODLUST = 71
    ON_THE_EDGE = 72
    COMBAT_PARALYSIS = 73
    ESCAPE = 40
    """Out of what a spell made of the ground or the feet."""
    SPELL_CHECK = 41
    """Against the effect of a spell that asks for a roll of its own."""
    HOLD_SPELL = 42
    """To keep a missile or a charge after a wound (M-23)."""
    FOOTING = 43
    """On slippery ground."""
    DRUNKEN_FIGHTING = 120
    CAT_STANCE = 121
    POWER_BLOW = 122
    BREAKING_BLOW = 123
    FLYING_LEAP = 124
    SPRINGING_ATTACK = 125
    BREATH_CONTROL = 126
    MEDITATION = 127
    AUTOHYPNOSIS = 128


class Contest(IntEnum):
    """What a contest is about (`what`)."""

    FEINT = 1
    BUILT_IN_FEINT = 2
    WAIT = 3
    SWEEP = 4
    GRAPPLE = 5
    TAKEDOWN = 6
    STANCE = 7
    SUPLEX = 8
    PILEDRIVER = 9
    SLAM = 10
    PIN = 11
    NECK_SNAP = 12
    BREAK_FREE = 13
    LOCK = 14
    CHOKE = 15
    ILLUSION = 40
    DISBELIEF = 41
    COUNTER = 42
    """Spell against spell (M-38)."""
    FORGET = 43
    SAKIYOMI = 60
    """Reading an attack, by R-32 contest."""
    COMBINATION = 120
    PRESSURE_POINTS = 121
    KIAI = 122
    HYPNOTIC_HANDS = 123
    INVISIBILITY_ART = 124
    INTIMIDATION = 125


class Table(IntEnum):
    """Tables rolled on."""

    CRIT_HIT = 1
    CRIT_HEAD = 2
    CRIT_MISS = 3
    LOCATION = 4


class Effect(IntEnum):
    """What befell somebody (`effect`)."""

    CRIPPLED = 1
    STUNNED = 2
    RECOVERED = 3
    FALLEN = 4
    STOOD = 5
    GRAPPLED = 6
    PINNED = 7
    LOCKED = 8
    FREED = 9
    BLINDED = 10
    KNOCKED_BACK = 11
    AIRBORNE = 12
    LANDED = 13
    POSTURED = 14
    UNCONSCIOUS = 15
    NEAR_DEATH = 16
    DEAD = 17
    COLLAPSED = 18
    GAVE_UP = 19
    PART_RESTORED = 20
    LOST_BALANCE = 21
    GUARD_DROPPED = 22
    DEAFENED = 23
    MUSCLE_TORN = 24
    STUMBLED = 25
    OFF_BALANCE = 26
    PART_RECOVERED = 27
    WARNED = 28
    STRAINED = 29
    CHOKED = 30
    BACK_HURT = 31
    CALMED = 60
    SPELL_BEGAN = 40
    SPELL_ENDED = 41
    CAST_LOST = 42
    BARRIER_HIT = 43
    BARRIER_BROKEN = 44
    CAUTIONED = 45
    HEALED = 46
    MISSILE_LOST = 47
    CHARGE_LOST = 48
    TURNED = 49
    DECOY_HIT = 50
    MISSILE_STOPPED = 51
    REFLECTED = 52
    PART_FREED = 53
    CASTING = 54
    BURNED = 55
    PUSHED = 120
    NUMBED = 121
    CONCENTRATION_LOST = 122
    UNSEEN = 123


class Mod(IntEnum):
    """Names of modifiers in a trace."""

    PLACE = 1
    SHOCK = 2
    POSTURE = 3
    LOST_LEG = 4
    LAME = 5
    ONE_EYE = 6
    BLIND = 7
    HURT = 8
    AIRBORNE = 9
    ALL_OUT_HIT = 10
    OFF_HAND = 11
    TORN_MUSCLE = 12
    GRAPPLED = 13
    WILD_SWING = 14
    COMBAT_REFLEXES = 15
    RETREAT = 16
    SIDE = 17
    STUNNED = 18
    FEINT = 19
    LOST_BALANCE = 20
    GUARD_DROPPED = 21
    OWN_ACT = 22
    ATTACK_KIND = 23
    ENHANCED = 24
    SAKIYOMI = 25
    ACROBATICS = 26
    RIPOSTE = 27
    BOXING = 28
    PAIN = 29
    FIT = 30
    WILL = 31
    HARD_TO_KILL = 32
    INJURY = 33
    KICKING = 34
    BALANCE = 35
    DISTANCE = 36
    PARRY_KIND = 37
    INSTANT = 38
    UNSEEN = 39
    RETREAT_TURN = 40
    ONE_ARM = 41
    HEAD_LOCK = 42
    GROUND_FIGHTING = 43
    WRESTLING = 44
    SUMO = 45
    HEAVIER = 46
    TWO_HANDS = 47
    LOCKED = 48
    PINNED = 49
    TRIES = 50
    JOINTS = 51
    TIRED = 52
    ESCAPE = 53
    BOUND = 54
    SECOND_BLOW = 55
    STICKING = 56
    BODY_CONTROL = 57
    BLIND_FIGHTING = 58
    DAREDEVIL = 80
    BERSERK = 81
    FANATICISM = 82
    EASY_TO_READ = 83
    STYLE_KNOWN = 84
    TRUTHFUL = 85
    DIM_SIGHT = 86
    HEFT = 87
    SIZED_UP = 88
    SPELLS_ON = 60
    UPKEEP = 61
    BLOOD = 62
    DULLED = 63
    REPEATED = 64
    DIRECT = 65
    CONCENTRATING = 66
    MAGIC_RESISTANCE = 67
    PAIN_THRESHOLD = 68
    COURAGE = 69
    RANGE = 70
    SNAP_SHOT = 71
    SPELL = 72
    WARDING = 73
    ART = 140
    """Of a cinematic skill on the blow it goes into."""
    DRUNK = 141
    CAT_STANCE = 142
    COMPOSED = 143
    SINGLE_MINDED = 144
    TRIPLE_ST = 145
    PART = 146
    """A part aimed at without eyes."""
    COWED = 150
    """A glare (<威圧>)."""
    LASTED = 147
    """Turns of motions beyond the first (C-124)."""
    PUSHED = 148
    ESCAPED_SIGHT = 149
    """A foe nobody sees (C-130)."""


class Why(IntEnum):
    """Why somebody moved."""

    STEP = 1
    MOVE = 2
    RETREAT = 3
    KNOCKED_BACK = 4
    LEAP = 5
    STUMBLE = 6


class Loss(IntEnum):
    """Why fatigue was lost."""

    DRAIN = 1
    FIGHT = 2
    CHOKE = 3
    SPELL = 10
    UPKEEP = 11
    AFTERMATH = 12
    CLOUD = 13
    CANCEL = 14
    POWER_BLOW = 21
    BREAKING_BLOW = 22
    FLYING_LEAP = 23
    PUSH = 26
    KIAI = 27
    INVISIBILITY_ART = 29
    BREATH_CONTROL = 32
    """From 21 on: 20 and the number of the `Art`."""


class From(IntEnum):
    """Which list of a policy an act came from."""

    DEFAULT = 0
    RULES = 1
    REACT = 2
    FREE = 3
    BENCH = 4


TORSO = np.int64(Loc.TORSO)
HEAD = np.int64(Loc.HEAD)
ANYWHERE = np.int64(Loc.ANYWHERE)


class Op(IntEnum):
    """Heads of conditions, in postfix rows (semantics §2)."""

    TRUE = 0
    TURN = 1
    SUB = 2
    EVERY_TURN = 3
    EVERY_ATTACK = 4
    EVERY_ACTION = 5
    P = 6
    HP = 7
    FP = 8
    CRIPPLED = 9
    STATE = 10
    DIST = 11
    LAST = 12
    DEF = 13
    HIT = 14
    PROVOKED = 15
    ATTACKED = 16
    ATTACKED_WITH = 17
    FIRST_DEF = 18
    COUNTER = 19
    HELD = 20
    PART = 21
    RECOVERED = 22
    TYPE = 23
    STAGE = 24
    SCORE = 25
    CMP = 26
    INITIATIVE = 27
    CP = 28
    UNTIL = 29
    SINCE = 30
    WITHIN = 31
    AND = 32
    OR = 33
    NOT = 34


class StateWord(IntEnum):
    """Words of `state` conditions."""

    STUNNED = 0
    DOWN = 1
    AIRBORNE = 2
    GRAPPLED = 3
    PINNED = 4
    HOLDING = 5
    LOCKED = 6
    CHOKED = 7
    BLIND = 8
    CASTING = 9
    TIRED = 10
    ALLOUT = 11
    RETREATED = 12
    STANDING = 13
    FRESH = 14
    HURT = 15
    MOUNTED = 16
    ACTIVE = 17
    SPELL_ON = 18
    UNCONSCIOUS = 19
    CLOSE = 20
    BEHIND = 21
    CORNERED = 22


class TypeWord(IntEnum):
    """Words of `type` conditions; FASTER and STRONGER compare, the others are bits of `Sheet.types`."""

    CASTER = 0
    GRAPPLER = 1
    STRIKER = 2
    KICKER = 3
    COUNTER = 4
    HEAVY = 5
    LIGHT_WEIGHT = 6
    MASTER = 7
    TALL = 8
    FEMALE = 9
    VETERAN = 10
    STRONGER = 11
    FASTER = 12


class StageWord(IntEnum):
    """Words of `stage` conditions, bits of `State.stage`."""

    LEAGUE = 0
    KNOCKOUT = 1
    SEMIFINAL = 2
    FINAL = 3
    MUST_WIN = 4
    SAFE = 5
    FIRST_BOUT = 6


class CmpWord(IntEnum):
    """Words of `cmp` conditions."""

    HP = 0
    FP = 1
    ST = 2
    MOVE = 3
    SIZE = 4
    FEINTS = 5


OPERATORS = ("<", "<=", "==", ">=", ">")


class PlaceRef(IntEnum):
    """Places that are looked up in the ring; below 64 a place code is an index of `Policy.mask`."""

    HURT = 64
    CRIPPLED = 65
    WHOLE = 66
    LAST_HIT = 67
    ATTACKER_LIMB = 68
    MOST_HIT = 69
    ANY = 70


class Bar(IntEnum):
    """What keeps a fighter from striking with some of his techniques (bits; C-12, C-25, C-28, C-58, C-88, R-05)."""

    NO_ARM = 1
    """No sound arm."""
    ONE_ARM = 2
    """Not both arms sound."""
    OFF_FEET = 4
    """Up, but with a leg lost, below crouching, or held."""
    GROUND = 8
    """Lying: no leaps and no blows with both feet."""
    LEGLESS = 16
    """Lying without a leg."""
    SPENT = 32
    """The all-out manoeuvre of the turn is used."""
    ROOTED = 64
    """No step is left for a run-up."""
    ALL = 128
    """No blow of any kind."""
    CLINCH = 256
    """Holding or held: no kicks (C-102, C-114)."""
    NO_KNEE = 512
    """No leg for a knee: off the feet, or in a clinch both lost."""


class Hold(IntEnum):
    """What one fighter holds the other with (C-101…C-114)."""

    NONE = 0
    GRAPPLE = 1
    ARM_LOCK = 2
    FINGER_LOCK = 3
    LEG_LOCK = 4
    HEAD_LOCK = 5
    CHOKE = 6
    CHOKE_HOLD = 7
    SCISSORS = 8
    BINDING = 9


class Grab(IntEnum):
    """How an act that takes hold of the foe, throws or rams him is settled."""

    NONE = 0
    ROLL = 1
    """A roll to hit with a defence."""
    CONTEST = 2
    """A contest with a foe who is held."""


class Trait(IntEnum):
    """Advantages and disadvantages that act in the ring by themselves; bits of `Sheet.nature`."""

    LUCK = 0
    DAREDEVIL = 1
    UNLUCKINESS = 2
    COMBAT_PARALYSIS = 3
    BERSERK = 4
    BAD_TEMPER = 5
    COWARDICE = 6
    FANATICISM = 7
    CONFUSED = 8
    ABSENT_MINDEDNESS = 9
    PACIFISM_SELF_DEFENSE = 10
    PACIFISM_NO_KILL = 11
    CODE_OF_HONOR = 12
    VOW = 13
    OVERCONFIDENCE = 14
    STUBBORNNESS = 15
    IMPULSIVENESS = 16
    SADISM = 17
    GLORY_HOUND = 18
    BLOODLUST = 19
    ON_THE_EDGE = 20
    EASY_TO_READ = 21
    STYLE_FAMILIARITY = 22
    TRUTHFULNESS = 23


TOLD_TRAIT = 128
"""Added to a trait where a `decide` line names one instead of an act."""
