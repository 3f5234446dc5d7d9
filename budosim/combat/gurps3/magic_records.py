"""Records of magic: spells a sheet brings, spells that are on, what a caster is doing (M-01…M-44)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from budosim.combat.common.record import Flag, Id, Num

SPELLS = 48
"""Spells of one sheet that can act in the ring (row 0 is none)."""
PARTS = 3
"""Effects of one spell."""
ON = 6
"""Spells of one caster that may be on at the same time."""
ENERGIES = 3
"""Energies the default decision weighs: least, middle, most (M §10.3)."""
PLAN_ORDERS = 160
PLAN_BANS = 24


class Sort(IntEnum):
    """What an effect does: the kinds of M-44, those that work alike under one number."""

    NONE = 0
    SHIFT = 1
    """A number of the subject goes up or down: attr_mod, move_mod, will_mod, pd_mod, dr_mod, trait, extra_subturn …"""
    VEIL = 2
    """Whoever attacks the subject is hindered: to_hit_penalty."""
    STATE = 3
    STUN = 4
    CHECK = 5
    """A roll or a state: check_or_state, fright_check."""
    TIER = 6
    """check_tier: a state on a failure, a lesser thing in any case."""
    ESCAPE = 7
    DAMAGE = 8
    HAZARD = 9
    PUSH = 10
    LIMB = 11
    """cripple_limb, limb_disabled."""
    MISSILE = 12
    JET = 13
    BLAST = 14
    BLOCK = 15
    BARRIER = 16
    IMMUNE = 17
    REFLECT = 18
    CURE = 19
    END_SPELL = 20
    WARD = 21
    HEAL = 22
    AFTER = 23
    """fatigue_after."""
    HABIT = 24
    """behaviour: what the subject must do."""
    COMMAND = 25
    FORGET = 26
    TURN_ROUND = 27
    GROUND = 28
    """terrain."""
    DECOY = 29
    LURE = 30
    INTERRUPT = 31
    WEIGHT = 32
    LEND = 33
    """temp_hp."""


class Stat(IntEnum):
    """Numbers of a fighter that spells shift; an index of `Wizard.applied`."""

    DX = 0
    IQ = 1
    ST = 2
    HT = 3
    MOVE = 4
    WILL = 5
    PD = 6
    DR = 7
    HIT = 8
    """On all blows of the fighter: fear, wind, a blurred foe."""
    DODGE = 9
    NO_KICK = 10
    NO_MOVE = 11
    PAINLESS = 12
    RESIST = 13
    """Magic Resistance."""
    SUBS = 14
    BREAK = 15
    UNSEEN = 16
    """On active defences, against a foe who cannot be seen."""
    FORGOT = 17
    """The fighting skill that is forgotten, 0 none."""
    CALM = 18
    """Fearless."""


N_STAT = 19


class Held(IntEnum):
    """States a spell can put somebody in; bits of `State.bound`."""

    BLIND = 1
    MUTE = 2
    ASLEEP = 4
    DAZED = 8
    PARALYSED = 16
    ROOTED = 32
    LIFTED = 64
    INVISIBLE = 128
    KEEP_AWAY = 256
    FLEE = 512
    BERSERK = 1024
    STUCK = 2048
    SLIPPERY = 4096
    WINDY = 8192
    DARK = 16384
    SILENT = 32768
    NO_FIRE = 65536
    NO_MISSILES = 131072
    TURNS_MISSILES = 262144
    DECOYED = 524288
    """He has a decoy beside him."""
    PRONE = 1048576
    """Of a check only: falls at once."""
    STUNNED = 2097152
    DIZZY = 4194304
    """Mentally stunned at once."""


HELPLESS = int(Held.ASLEEP | Held.DAZED | Held.PARALYSED)
"""No act and no active defence."""


class Kind2(IntEnum):
    """Classes of spells."""

    REGULAR = 1
    AREA = 2
    MISSILE = 3
    BLOCKING = 4


class Aim(IntEnum):
    """Whom a spell is for."""

    SELF = 0
    FOE = 1
    GROUND = 2
    """A place: the foe inside and the caster outside where that is possible."""
    SHELTER = 3
    """A place: the caster inside and the foe outside where that is possible."""
    HERE = 4
    """A place round the caster."""
    MISSILE = 5
    FOE_SPELL = 6


class Act2(IntEnum):
    """What a magical act of a sub-turn is about (`now.phase`)."""

    CAST = 1
    GO_ON = 2
    THROW = 3
    TOUCH = 4
    KEEP = 5
    SPRAY = 6
    SCRATCH = 7


class Effected:
    """One effect of a spell as numbers."""

    does: Id
    stat: Id
    """A `Stat`, or what else the sort asks: 0 physical or 1 mental stun, a state bit of `Held`."""
    value: Num
    per: Num
    each: Num
    """Energy of a step; 0 = the value is fixed."""
    most: Num
    """Steps at most."""
    dice: Num
    add: Num
    step_dice: Num
    step_add: Num
    """Dice and adds for each step."""
    check: Id
    """Attribute of a roll: a `Stat`; -1 none."""
    mod: Num
    state: Num
    """Bits of `Held`."""
    turns: Num
    """Own duration in turns, 0 = that of the spell."""
    type: Id
    """Damage: 0 crush, 1 burn, 2 impale, 3 special, 4 suffocation."""
    raw: Flag
    """DR does not count."""
    flag: Num
    """What is special to one sort."""


class SpellRow:
    """One spell of a fighter, its level in the ring worked in (M-07, M-10, M-11)."""

    id: Num
    """Its place in spells.toml."""
    level: Num
    """Ring level."""
    kind: Id
    touch: Flag
    resist: Id
    """1 HT, 2 Will, 3 DX, 4 ST, 5 spell, 0 none."""
    aim: Id
    least: Num
    most: Num
    step: Num
    keep: Num
    """Maintenance: -1 none, 0 half the energy, 1 the same, 2 `keep_cost`."""
    keep_cost: Num
    less: Num
    """What a high level takes off the price (M-11)."""
    time: Num
    """Casting seconds, low levels and high ones reckoned in; of a missile or a dispelling those of one step."""
    charged: Flag
    """Casting seconds grow with the energy: missiles, Dispel Magic."""
    lasts: Num
    """Turns; 0 instant, -1 without end, -2 for good."""
    focus: Flag
    """Needs concentration while it is on."""
    ritual: Id
    """4 both hands and feet and the voice, 3 a word and a hand, 2 a small gesture, 1 word or gesture, 0 nothing."""
    direct: Flag
    """+4 to resist (T-28)."""
    touches: Flag
    """Touches the foe's body, mind, senses or hex: what O-01 `opponent` may resist."""
    shaken: Flag
    """Ends when the subject is hurt or shaken."""
    scratch: Flag
    """Ends after a sub-turn spent scratching."""
    again: Num
    """Penalty for each earlier try on the same subject (M-39)."""
    pain: Num
    """What high pain threshold adds to resist it."""
    fear: Flag
    area: Num
    """Radius in yards, 0 = none; it multiplies the price."""
    throw: Num
    """Level to throw or spray it with (M-28, M-29)."""
    snap: Num
    """SS."""
    half: Num
    """Yards beyond which damage is halved."""
    far: Num
    reach: Num
    """Jet: yards for each point of energy."""
    parts: Annotated[Any, Effected, PARTS]
    n_parts: Num
    energy: Annotated[Any, "i8", ENERGIES]
    gain: Annotated[Any, "i8", ENERGIES]
    """Expected gain at once, in thousandths of a hit point (M §10.3)."""
    gain_on: Annotated[Any, "i8", ENERGIES]
    """The same for each further sub-turn it stays."""


class On:
    """A spell that is on."""

    row: Num
    """Row on the caster's sheet, 0 = free slot."""
    energy: Num
    skill: Num
    """S, as it was cast."""
    until: Num
    """The caster's turn at whose start it ends; 0 = without end."""
    subject: Num
    """Side it is on; 2 = a place."""
    q: Num
    r: Num
    radius: Num
    """Fine hexes."""
    hp: Num
    """Of a barrier."""
    loc: Num
    """A limb it holds, -1 none."""
    tended: Num
    """The caster's turn in which he last concentrated on it."""
    done: Flag
    """Its one-time effect was used up."""
    lasting: Annotated[Any, "i8", PARTS]
    """The caster's turn at whose start an effect of its own duration ends; -1 never took hold."""


class Wizard:
    """What magic knows of one side."""

    tried: Num
    """The own turn in which the spell of the turn was tried (M-09)."""
    row: Num
    """The spell being cast, 0 none."""
    energy: Num
    blood: Num
    """Hit points that pay for it."""
    left: Num
    """Casting seconds still to come."""
    second: Num
    """The own turn of the last casting second."""
    line: Num
    """The rule that began it, -1 none."""
    wits: Flag
    """The default decision chose it (M §10.3)."""
    immunity: Num
    """Magic Resistance he brings, and how many sub-turns: what his foe needs to know of him."""
    acts: Num
    caught: Num
    """Own turn in which the ground holds him."""
    q_before: Num
    r_before: Num
    held: Num
    """A missile or jet in the hand: its row."""
    held_energy: Num
    held_skill: Num
    thrown: Num
    thrown_energy: Num
    thrown_skill: Num
    """What was thrown last, until it has done its work."""
    formed: Num
    """Own turn and sub-turn of its making, 8 * turn + sub."""
    charge: Num
    """A charged hand: the row."""
    charge_energy: Num
    charge_skill: Num
    charge_margin: Num
    """Margin of the casting roll; 99 a critical success."""
    charge_until: Num
    """The last own turn it lasts."""
    on: Annotated[Any, On, ON]
    n_on: Num
    applied: Annotated[Any, "i8", N_STAT]
    """Shifts at work in this side's sheet."""
    wanted: Annotated[Any, "i8", N_STAT]
    """Shifts as they ought to be (`spell.sum_up`)."""
    since: Num
    """Own turn since which he is asleep or paralysed, 0 not."""
    shed: Num
    """Casts of his that were resisted in the bout, as he saw (M §10.3.4)."""
    repeats: Annotated[Any, "i8", SPELLS]
    lent: Num
    """Borrowed hit points."""
    idle: Num
    """Turns in a row spent waiting behind his barrier."""
    cautions: Num
    slow: Flag
    """Slow took the whole of the turn before."""
    numb: Num
    """A limb out of use for a sub-turn, by location + 1."""
    numb_until: Num
    hp_before: Num
    defended: Num
    stood: Num
    lost_before: Num
    """How he stood before the blow that is being struck (M-20)."""


class Arcana:
    """Magic of a bout."""

    of: Annotated[Any, Wizard, 2]
    stirred: Flag
    """Somebody's sheet is shifted, or a spell was on."""
    # the contest just rolled, for the log
    n_rolls: Num
    what: Annotated[Any, "i8", 2]
    """1 HT, 2 mind, 3 DX, 4 ST, 5 spell, 6 the best of all."""
    score: Annotated[Any, "i8", 2]
    target: Annotated[Any, "i8", 2]
    margin: Annotated[Any, "i8", 2]
    own_mods: Num
    first_mods: Num


class Tale(IntEnum):
    """What a `spell` line tells of."""

    CAST = 0
    TICK = 1
    CONTACT = 2
    BLOCK = 3
    COUNTER = 4
    WARD = 5


class Spellbook:
    """What a policy's orders mean by a spell; beside the policy, so that its rows stay as they are."""

    order: Annotated[Any, "i8", PLAN_ORDERS]
    """Row on the own sheet, 0 none, -1 a spell that cannot be cast here."""
    energy: Annotated[Any, "i8", PLAN_ORDERS]
    """0 by default, -1 the most, else a number."""
    blood: Annotated[Any, "i8", PLAN_ORDERS]
    ban: Annotated[Any, "i8", PLAN_BANS]
    """Row a ban speaks of, 0 every spell."""
