"""Every record of the duel: what is brought (Sheet), what changes (State, Mind), what is in force (Rules)."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from budosim.combat.common.dice import Dice
from budosim.combat.common.record import Flag, Id, Num, blank
from budosim.combat.gurps3.ids import N_ACT, N_LOC, N_SKILL
from budosim.combat.gurps3.ids_arts import N_ART
from budosim.combat.gurps3.magic_records import SPELLS, Arcana, Spellbook, SpellRow

ROWS = 128
"""Techniques a sheet may bring (row 0 is no technique)."""
STRENGTHS = 67
"""ST of the damage table; more strikes like the last."""
VALUES = 512
"""Rows of a value list."""
COMBOS, MOVES = 16, 6
"""Combinations of a sheet or of the orders of a pattern, and the numbers of one."""
SUBS = 7
"""Sub-turns 1…6 of a turn, and 0."""

BY_DX, SHIFTS, SHIFT_LOW = 5, 32, -24
"""Scores by shift of DX: parry against hands, against feet, leg parry, 体捌き, a boxer's dodge."""
ST_SHIFTS, ST_LOW = 17, -8

PerLoc = Annotated[Any, "i8", N_LOC]


class Row:
    """One way a fighter can do an act: a technique with one of his skills."""

    skill: Id
    """The parent skill (C-20): damage bonus, sub-turns, hit_location."""
    level: Num
    """What is rolled, before modifiers."""
    dice: Num
    """Damage dice; 0 = no damage."""
    add: Num
    """Damage adds, the skill bonus (C-13) included."""
    bonus: Num
    """Of the adds, what does not hang on ST."""
    aim: Annotated[Any, "i8", N_LOC + 1]
    """Penalty for each place (C-78), hit_location and built-in places included; -99 = cannot be aimed there."""
    aim_mask: Num
    """Bits of the places it can be aimed at."""
    aim_worst: Num
    """The worst penalty among them."""
    reach_min: Num
    reach_max: Num
    """In fine hexes (C-46)."""
    kick: Flag
    """Counts as a kick (C-12, C-68)."""
    limb: Id
    """The striking part, a `Limb`."""
    miss_fall: Flag
    """A miss calls for a roll not to fall (C-12)."""
    miss_mod: Num
    """Modifier of that roll."""
    footing: Num
    """What that roll is made against: DX, or the skill used (C-12)."""
    footing_dx: Flag
    """Whether that number is DX itself (1) or a skill (0); either is lowered by shock."""
    airborne: Flag
    """Airborne to the end of the turn (C-59)."""
    run_up: Flag
    """Needs a step of the allowance."""
    swung: Flag
    """A swing: C-63, C-80."""
    all_out: Flag
    own_fall: Flag
    """Ends lying."""
    lying_only: Flag
    """At other places than leg and foot only against a fallen foe (stamp)."""
    no_retreat: Flag
    """No retreat bonus against it (axe kick)."""
    two_parries: Flag
    """A bare-hand parry needs both hands and uses both parries (axe kick)."""
    target_def: Num
    target_parry: Num
    own_def: Num
    """On all own active defences until the next own turn."""
    own_no_parry: Flag
    """No parry with the hands until the next own turn (two-handed punch)."""
    hand_lost: Flag
    """The striking hand's parry is lost this turn (roundhouse punch)."""
    feint_num: Num
    feint_den: Num
    """Built-in feint: share of the margin that counts; 0 = none."""
    sweep: Flag
    """A trip, no blow (C-14)."""
    fall_check: Flag
    """The victim of a hit rolls DX or falls (lariat)."""
    ear_clap: Flag
    knock_double: Flag
    leg_bonus: Num
    """Extra damage against legs and torso (shin kick)."""
    neck_bonus: Num
    grapple_bonus: Num
    rear: Flag
    """May hit a foe beside or behind."""
    left: Num
    """What it loses when only the left arm is left (C-11)."""
    bars: Num
    """Bits by `Bar`: what rules it out."""
    grab: Id
    """A `Grab`; 0 for a blow."""
    one_arm: Flag
    """A lost arm counts (C-88)."""
    from_head: Flag
    """+1 out of a head lock."""
    ground: Num
    """What Ground Fighting leaves of a posture's penalty, -99 when it was not learned (C-56)."""
    twice: Flag
    """Two blows in one attack (dual attack, whirlwind kick)."""
    second: Num
    """On the second of them."""
    leaps: Flag
    """A leap as far as the Move that is left carries (flying jump kick)."""
    rabbit: Flag
    """At the back of the head or the kidneys in a clinch too (rabbit punch)."""
    knee: Flag
    lame: Num
    """What a lame leg takes off a kick (Lame)."""


class Sheet:
    """A fighter as he enters the ring: aged, legal, numbers only."""

    slot: Num
    """His place in the field; below his foe's for side a."""
    st: Num
    dx: Num
    iq: Num
    ht: Num
    max_hp: Num
    max_fp: Num
    will: Num
    will_mod: Num
    """Strong minus Weak Will, for C-94."""
    move: Num
    """Move with Running (C-39), before any halving."""
    tai_sabaki: Num
    """Half the level of 体捌き (R-61), 0 without."""
    dodge_bonus: Num
    """Combat Reflexes apart: Enhanced Dodge."""
    parry_bonus: Num
    boxing_dodge: Num
    """C-63."""
    combat_reflexes: Flag
    pain_mod: Num
    """+3, 0 or -4 (C-97)."""
    shock_times: Num
    """0, 1 or 2 (C-97)."""
    fit: Num
    """On every HT roll (rules/README.md point 19)."""
    hard_to_kill: Num
    calm: Num
    """On recovery from mental stun (Composed)."""
    balance: Num
    """On DX rolls not to fall (Perfect Balance)."""
    dr_clothes: Num
    dr_skin: Num
    male: Flag
    ambidextrous: Flag
    peripheral: Flag
    """Side attacks unhindered, rear ones at -2 (Peripheral Vision)."""
    thrust_dice: Num
    thrust_add: Num
    """Thrust by ST (C-09)."""
    swing_dice: Num
    swing_add: Num
    grip_skill: Num
    """Best of DX, Judo and Wrestling: what replaces ST in close combat (C-104)."""
    wrestling_st: Num
    """What Wrestling adds to ST in close combat (C-103)."""
    sumo_st: Num
    """What Sumo adds to it in a slam."""
    grab_resist: Num
    """Best of the above and Sumo, against a grapple by contest (R-34)."""
    escape: Num
    """<縄抜け>, 0 without (C-111)."""
    joints: Num
    """Flexibility or Double-Jointed on breaking free."""
    double_jointed: Flag
    """Locks do half."""
    breakfall: Num
    """受け身, 0 without."""
    stance: Num
    """不動の構え, 0 without (C-126)."""
    roll_with_blow: Num
    """受け流し転身, 0 without."""
    sticking: Num
    """聴勁, 0 without."""
    blind_fighting: Num
    """心眼, 0 without (C-127)."""
    body_control: Num
    """肉体操作 where it helps against stun, 0 without (C-129, R-41)."""
    breath: Num
    """Turns of a choke hold that cost one point (C-108)."""
    bad_back: Num
    """0, 1, or 2 for the severe one."""
    nature: Num
    """Traits that act by themselves, as bits by `Trait`."""
    luck: Num
    """Throws Luck lets him make again in a bout."""
    honour: Num
    """Points of a Code of Honor: 0, 5, 10 or 15."""
    sworn: Annotated[Any, "i8", 2]
    """Acts a Vow forbids for good, as bits in two words."""
    shows: Num
    """Acts a Glory Hound has to show, as bits by `nature.FLASHY`."""
    style: Num
    """A number of his style, 0 without one."""
    familiar: Annotated[Any, "i8", 4]
    """Styles he is familiar with."""
    old_wound: Num
    """The place that takes a point more (Wounded), -1 without."""
    heft: Num
    """On the roll not to fall when knocked back (Overweight, Skinny)."""
    dim: Num
    """What bad eyes take off blows and feints."""
    lame: Flag
    """A crippled leg: half Move (Lame)."""
    born: Num
    """Parts he comes without, as bits by location (C-88)."""
    bleeding: Num
    """Hit points a break restores less (Hemophilia)."""
    art: Annotated[Any, "i8", N_ART]
    """Levels by `Art`; 0 = not learned."""
    art_row: Annotated[Any, "i8", N_ART]
    """Row of the blow an art strikes with, 0 = none of its own."""
    single_minded: Flag
    mute: Flag
    best_skill: Num
    """The best of DX and the fighting skills (C-37)."""
    n_series: Num
    """Combinations he knows, as rows of the following."""
    series: Annotated[Any, "i8", COMBOS, MOVES]
    """Each: how many moves, whether it begins with a parry, then the other moves (C-37)."""
    parry_grab: Num
    """Best parry against a grab: Wrestling and Sumo too (C-16)."""
    opens: Num
    """Bit 0: the best parry of a hand is one of Judo, bit 1 of a foot, bit 2 of a grab (or of Wrestling): C-105."""
    ground_parry: Num
    ground_parry_grab: Num
    """Best parry by Ground Fighting, 0 without (C-56)."""
    punch_reach: Num
    kick_reach: Num
    weight: Num
    tactics: Num
    """What <戦術> adds to the initiative die (R-70)."""
    sakiyomi: Num
    """Level of 先読み, 0 without (C-128); Danger Sense is in it."""
    mikiri: Num
    """Level of 見切り."""
    acrobatics: Num
    stand_up: Num
    """Better of Acrobatics and Breakfall (C-57)."""
    unspent_cp: Num
    subturns: Num
    """T-13."""
    granted: Annotated[Any, "i8", N_SKILL]
    """Sub-turns a turn has whose attacks use that skill (R-03 used)."""
    skill: Annotated[Any, "i8", N_SKILL]
    """Levels by `Skill`; 0 = not learned."""
    skill_subs: Annotated[Any, "i8", N_SKILL]
    """Sub-turns each grants (R-03)."""
    dodge_move: Num
    """The Move that Dodge comes from, with or without Running (R-16)."""
    parry_hand: Num
    parry_foot: Num
    """Best bare-hand parry against hands and against feet (C-16)."""
    parry_kick: Num
    """蹴り受け, 0 when not bought (C-73)."""
    parry_kick_skill: Num
    riposte: Num
    """Level of リポスト, 0 when it cannot be used."""
    riposte_foot: Num
    """What counts of it against a foot: 3 of Boxing less are 2 of the parry (C-16)."""
    aggressive: Num
    """Level of 攻撃的受け, 0 when it cannot be used; then what counts of it against a foot."""
    aggressive_foot: Num
    aggressive_dice: Num
    aggressive_add: Num
    feint: Annotated[Any, "i8", SUBS]
    """Best feint level allowed in sub-turn k."""
    feint_resist: Num
    """Best of unarmed skills and DX (C-29)."""
    feint_resist_dx: Flag
    sweep_resist: Num
    """Best of DX, Judo, Acrobatics; ST apart (C-14)."""
    counter_row: Num
    """Row of the blow a riposte answers with."""
    counter_kick_row: Num
    types: Num
    """Bits by `TYPES` (semantics `type`)."""
    use: Annotated[Any, "i8", SUBS, N_ACT]
    """Row of an act in sub-turn k, 0 = cannot (R-03)."""
    armed: Annotated[Any, "i8", SUBS]
    """The acts that are blows in sub-turn k, as bits."""
    reckless: Num
    """Of them those that are all-out attacks by themselves: nobody does them unnamed (semantics §6.6)."""
    row: Annotated[Any, Row, ROWS]
    n_value: Num
    value_act: Annotated[Any, "i8", VALUES]
    value_loc: Annotated[Any, "i8", VALUES]
    """The value list (semantics §6.5), best first."""
    value_next: Annotated[Any, "i8", VALUES]
    """Next entry of the same act, -1 = none."""
    value_first: Annotated[Any, "i8", N_ACT]
    """First entry of an act, -1 = none."""
    n_kinds: Num
    kinds: Annotated[Any, "i8", N_ACT]
    """The acts of the list in the order of their first entries."""
    value_at: Annotated[Any, "i8", N_LOC]
    """First entry of a place, -1 = none."""
    value_near: Annotated[Any, "i8", VALUES]
    """Next entry of the same place, -1 = none."""
    # magic; a bout in which nobody brings a spell never looks behind `n_spells`
    n_spells: Num
    """Spells he brings; row 0 is none."""
    mind: Num
    """<強靭精神>, 0 without."""
    magic_resistance: Num
    fearless: Num
    """What steels him against fear."""
    unshaken: Flag
    """Unfazeable."""
    has: Num
    """What he has at all, so that a shift moves nothing else; bits: 0 <強靭精神>, 1 先読み, 2 見切り, 3 Acrobatics,
    4 standing up at once, 5 riposte, 6 aggressive parry, 8 + k a feint in sub-turn k, 16 + k the skill k."""
    pounds: Num
    base_subs: Num
    """Sub-turns by skill, whatever spells do."""
    base_move: Num
    base_dodge_move: Num
    base_shock_times: Num
    base_pain_mod: Num
    blow_worth: Num
    """Expected injury of his best blow, in thousandths (M §10.3)."""
    reserve: Num
    """Fatigue the default decision keeps (M §10.3)."""
    by_dx: Annotated[Any, "i8", BY_DX, SHIFTS]
    """Scores that are shares of a DX skill, by shift of DX from SHIFT_LOW on: parries and halves."""
    swing_by_st: Annotated[Any, "i8", 2, ST_SHIFTS]
    thrust_by_st: Annotated[Any, "i8", 2, ST_SHIFTS]
    """Dice and adds by shift of ST from ST_LOW on."""
    row_damage: Annotated[Any, "i8", ROWS]
    """1 thrust, 2 swing, 0 no damage, by technique row."""
    main_skill: Id
    """The fighting skill he would miss most."""
    main_drop: Num
    """What its blows lose when it is forgotten."""
    spell: Annotated[Any, SpellRow, SPELLS]


class State:
    """What a bout changes."""

    side: Num
    hp: Num
    fp: Num
    q: Num
    r: Num
    from_q: Num
    from_r: Num
    """Where he stood at the start of his sub-turn (R-69)."""
    facing: Num
    posture: Id
    stunned: Id
    shock: Num
    shock_due: Num
    """The part of it that ends with the turn now running (C-93)."""
    crippled: PerLoc
    """0 sound, 1 lost, 2 lost with the larger part (C-89), above 2: until own turn value - 2 (C-75 row 8)."""
    lost: Num
    """The same as bits by location, kept by `move.note_lost`, so that one test serves many parts."""
    fragile: PerLoc
    taken: PerLoc
    """Points taken by each place in this bout."""
    dx_mod: Num
    """DX lost for some turns (C-74 rows 4, 17 with the head)."""
    dx_until: Num
    blinded_by_crit: Num
    """-2 instead of -1 for a lost eye (C-76 row 7)."""
    deaf: Flag
    airborne: Flag
    falls_on_landing: Flag
    all_out: Flag
    """No active defence until the next own turn (C-25)."""
    all_out_done: Flag
    """The one all-out manoeuvre of this turn is used (R-05)."""
    aod: Flag
    """All-Out Defense (C-28)."""
    lost_balance: Flag
    guard_dropped: Flag
    own_def: Num
    no_parry: Flag
    torn: Num
    """2: from the next own turn on, 1: in this one: -1 on attacks and defences (C-74 rows 14, 15)."""
    defend_only: Num
    """1: the next own turn may only defend (C-76 row 8); 2: this one."""
    stop: Num
    """1: no further sub-turns this turn (C-36, C-74); under R-11 lose_current, stunned in this turn he loses the
    sub-turn running (2) and goes on in the next (3)."""
    turned_away: Flag
    """Stumbled past the foe, who stands behind (C-74 row 7)."""
    passed: Flag
    """Ran past the foe with a Move in this sub-turn (C-43)."""
    feint: Num
    """What his next attack takes off the foe's defences (C-29)."""
    feint_until: Num
    """The last own turn in which it counts."""
    parried: Annotated[Any, "i8", 2]
    """Parries made with the right and the left hand since the own turn began (C-17)."""
    kick_parried: Annotated[Any, "i8", 2]
    hand_lost: Annotated[Any, "i8", 2]
    retreated: Flag
    retreat_bonus: Flag
    """R-22: the bonus holds for the whole turn of the foe."""
    acro_dodged: Flag
    walked: Num
    """Yards of the movement allowance used (C-44)."""
    stepped: Flag
    """The step of this sub-turn is used."""
    waiting: Flag
    owed: Num
    """Sub-turns of the next own turn spent on ripostes (C-72)."""
    grappled: Flag
    holding: Flag
    pinned: Flag
    locked: Flag
    choked: Flag
    held_part: Num
    hold_hands: Num
    seized: Num
    """What a snapshot shows of the holds: flags, the place he holds, the hands it takes, the place held of him.

    In the ring they stand in `Grips`.
    """
    opening_until: Num
    """Own turn up to which a throw or a lock may follow a parry or a throw (C-105, C-109)."""
    pin_tried: Flag
    """The one attempt at a pin of this turn is made (C-106)."""
    reads_touch: Flag
    """He feels what the foe is going to do in this sub-turn (sticking)."""
    back_hurt: Flag
    """A bad back gave way: DX -3 for the bout."""
    dim: Num
    lame: Flag
    nature: Num
    born: Num
    max_hp: Num
    """Of the sheet, for what sees states alone: bad eyes, a lame leg, traits, parts missing from birth, full HP."""
    berserk: Flag
    hurt_since: Num
    """Injury since his own turn began (Berserk)."""
    stung: Flag
    """One blow did more than a third of HT (Bad Temper)."""
    shaken: Flag
    """Wounded, and below half his hit points (Cowardice)."""
    hot: Flag
    muddled: Flag
    absent: Flag
    """What Bad Temper, Confused and Absent-Mindedness do to this turn."""
    last_line: Num
    """1 + the rule used last, 0 before the first."""
    told: Num
    """Traits that were told to bind the pattern, as bits."""
    unseen: Flag
    """The foe cannot see him (C-130)."""
    poise: Num
    """Stances of this turn (`Poise`)."""
    focus: Num
    """What he concentrates on, a title of arts (C-115)."""
    focus_turns: Num
    focus_subs: Num
    """Full turns done, and sub-turns of the turn running."""
    own_subs: Num
    """Sub-turns of this turn."""
    stunned_until: Num
    """Own turn up to which a mental stun cannot be shaken off (C-124)."""
    composure: Num
    """What the next Will roll is lent by <瞑想> or <自己催眠>."""
    breathed: Flag
    series_used: Flag
    """The one combination of this turn is used (C-37)."""
    in_series: Flag
    """Runs a combination he won the contest for."""
    spent_subs: Num
    """Sub-turns of this turn a combination used up (R-12)."""
    casting: Num
    """A cast of several seconds runs: 1, and its spell is in `Arcana`."""
    spell_on: Flag
    """A spell is on him."""
    bound: Num
    """Bits of `Held`: what spells make of him."""
    helpless: Flag
    """Asleep, dazed or paralysed: no act, no active defence."""
    resisting: Flag
    """呪文の抵抗に専念 (T-30)."""
    under: Annotated[Any, "i8", 2]
    """Spells on him, by their place in spells.toml."""
    unspent_cp: Num
    weighed: Num
    """Own turn up to which waiting helps his next attack (R-10)."""
    unable: Num
    """Own turns in a row without being able to act (C-136)."""
    barren: Flag
    """No sub-turn of this turn had a legal attack so far."""
    turn: Num
    """Own turns begun."""
    out: Id
    """An `Ending` once he is out, else 0."""
    immortal: Flag
    """A bench: injuries are shown, no consequence takes effect."""
    stage: Num
    """Bits of the policy stage words; league points in `score`."""
    score: Num


NODES = 320
RULES = 72
ACTS = 160
PLACES = 320
BANS = 24
LATCHES = 32
COUNTERS = 32
CURSORS = 32
DUES = 24


class Node:
    """One step of a condition in postfix order."""

    op: Id
    who: Num
    a: Num
    b: Num
    c: Num
    d: Num


class Order:
    """One act of a rule (bp/1 Act)."""

    act: Num
    """An act id, or minus a class id."""
    opt: Id
    first: Num
    """First of its places."""
    count: Num
    pick: Num
    """0 uniform, 1 in order of preference, 2 cycle."""
    cursor: Num
    mainly: Num
    """0, or 1 + the place code of the pool."""
    retreat: Flag
    weight: Num
    """Of an `any`, in parts of 2**32, added up."""
    extra: Num
    """Index of a spell, skill or combination; -1 = none."""
    title: Num
    """Of `cine` the arts it names, of `combo` 1 + a row of `Policy.series`; 0 = nothing that can be done."""


class Line:
    """One rule of a list."""

    first: Num
    """Its condition's nodes."""
    count: Num
    form: Num
    """0 one act, 1 any, 2 first, 3 seq."""
    order: Num
    orders: Num
    cursor: Num
    loop: Flag
    clings: Flag
    """It is looked at while a lock or choke is on (semantics §6.12)."""
    ground: Flag
    """Its condition speaks of lying myself: it comes before getting up (semantics §6.2)."""
    source: Num
    """Index of the rule in its list."""
    stance: Id
    """An `Art` that is declared and takes no sub-turn, else 0."""


class Ban:
    """A ban."""

    act: Num
    opt: Id
    places: Num
    """Bit mask of locations; 0 = everywhere."""
    first: Num
    count: Num
    dynamic: Num
    """A runtime place reference, or -1."""


class Latch:
    """until, since or within: a condition that is remembered."""

    first: Num
    count: Num


class Counter:
    """count or row."""

    who: Num
    act: Num
    res: Num
    row: Flag


class Due:
    """every by turns."""

    n: Num
    m: Num


class Policy:
    """A compiled pattern (bp/1): rows read by `policy.py`."""

    n_rules: Num
    n_react: Num
    n_free: Num
    n_bans: Num
    n_latches: Num
    n_counters: Num
    n_dues: Num
    only: Flag
    rules: Annotated[Any, Line, RULES]
    react: Annotated[Any, Line, 24]
    free: Annotated[Any, Line, 16]
    bans: Annotated[Any, Ban, BANS]
    nodes: Annotated[Any, Node, NODES]
    orders: Annotated[Any, Order, ACTS]
    place: Annotated[Any, "i8", PLACES]
    """Place codes: a runtime reference (>= 64) or the index of a mask."""
    mask: Annotated[Any, "i8", PLACES]
    """Bit mask of the locations a place word names; at the head of a `mainly` pool, how many words follow."""
    latches: Annotated[Any, Latch, LATCHES]
    counters: Annotated[Any, Counter, COUNTERS]
    dues: Annotated[Any, Due, DUES]
    series: Annotated[Any, "i8", COMBOS, MOVES]
    """Combinations its orders name, as those of a sheet."""
    named: Annotated[Any, "i8", N_ACT]
    """Whether an order names the act (opens acts the default never takes)."""
    book: Annotated[Any, Spellbook]
    """What its orders and bans mean by a spell."""


class Mind:
    """What a policy remembers in a bout; reset at its start."""

    latch: Annotated[Any, "i8", LATCHES]
    """Own turn in which it first held, 0 = not yet."""
    counter: Annotated[Any, "i8", COUNTERS]
    cursor: Annotated[Any, "i8", CURSORS]
    due: Annotated[Any, "i8", DUES]
    cursor_kept: Annotated[Any, "i8", CURSORS]
    """The cursors while the pattern is only asked what it would do."""
    bans: Num
    """Bits of the bans in force in this sub-turn."""
    ban_places: Annotated[Any, "i8", BANS]
    """Places of those whose place is looked up in the ring."""
    last_act: Num
    last_res: Num
    last_all_out: Flag
    """Whether his last act was an all-out attack."""
    all_out_now: Num
    all_out_before: Num
    """1 an all-out attack was made, 2 one that hit, in the turn running and in the one before."""
    last_loc: Num
    """Place his last attack hit or aimed at."""
    used_now: Annotated[Any, "i8", 2]
    hit_now: Annotated[Any, "i8", 2]
    used_before: Annotated[Any, "i8", 2]
    hit_before: Annotated[Any, "i8", 2]
    """Acts used, and used with a hit, in the turn running and in the one before (two words of 64 bits)."""
    attacks: Num
    actions: Num
    feints: Num
    last_def: Num
    def_ok: Num
    def_fail: Num
    """Bits (act - DODGE) of defences made since his last sub-turn."""
    was_hit: Flag
    provoked: Flag
    attacked: Flag
    foe_limb: Num
    """Location of the limb of the blow last declared on him; -1 = none."""
    hits: PerLoc
    """How often his own blows landed on each place."""
    recovered: Num
    """1 in his first sub-turn after shaking off a stun."""
    defences: Num
    """Defences tried since the own turn began."""


class Rules:
    """Rulings and regulation in force; one number a key (combat.md §13). Passed in, never a constant."""

    fine_per_yard: Num
    start_order: Id
    move_budget: Id
    aoa_subturn: Id
    aod_subturn: Id
    feint_scope: Id
    wait_cost: Id
    posture_cost: Id
    midturn_stun: Id
    cripple: Id
    auto_face: Id
    ring: Id
    ring_radius: Num
    ground_kick: Id
    airborne: Id
    retreat_scope: Id
    riposte: Id
    head_crit_3: Id
    nat3: Id
    brain_threshold: Id
    ko_locations: Id
    leg_loss: Id
    neardeath_step: Id
    sakiyomi: Id
    sakiyomi_step: Num
    sakiyomi_cap: Num
    simultaneous: Id
    fight_fatigue: Id
    drain_turns: Num
    turn_cap: Num
    no_chance: Id
    stalemate: Num
    death_cmp: Id
    initiative_die: Id
    initiative_tactics: Id
    distance_when: Id
    subturn_alternation: Id
    subturn_actions: Id
    cp_when: Id
    bearing_tie: Id
    flank: Id
    evaluate: Id
    dodge_running: Id
    taisabaki: Id
    stop_hit: Id
    grapple_roll: Id
    throw_damage: Id
    choke_effect: Id
    lock_sum: Id
    neck_snap: Id
    auto_giveup: Id
    fatigue_st: Id
    combination_cost: Id
    flying_leap: Id
    subturn_skill: Id
    finals_time: Id
    thrust: Annotated[Any, "i8", STRENGTHS, 2]
    """Dice and adds of a thrust by ST (C-09)."""
    barrier_half: Id
    resist_when: Id
    resist_rolls: Id
    cap_order: Id
    concentrate_len: Id
    resist_scope: Id
    cast_time_mode: Id
    barrier_hp: Id
    control_win: Id
    min_fatigue_scope: Id
    stall_turns: Num
    interrupt_cost: Id
    backfire: Id
    contest_cap: Num
    direct_bonus: Num
    focus_bonus: Num
    range_mod: Annotated[Any, "i8", 16]
    """To throw a spell, by yards (M-28)."""
    foe_mind: Num
    foe_body: Num
    wary_after: Num
    per_fatigue: Num
    per_reserve: Num
    keep_going: Num
    """What a caster's default decision reckons with (M §10.3)."""
    limb_num: Num
    limb_den: Num
    """Crippling threshold of arm and leg as a fraction of HT (R-63)."""
    tip_num: Num
    tip_den: Num
    start_distance: Num
    knockback_points: Num
    far: Num
    """Distance from which 先読み gains `far_bonus` (T-17)."""
    far_bonus: Num
    benched: Flag
    """A test bench: referee, drain and cap are off."""
    turns: Num
    """Turns a bench bout lasts (0 = the cap decides)."""
    aim: Annotated[Any, "i8", N_LOC + 1]


class Now:
    """Where the bout stands."""

    turn: Num
    side: Num
    """Whose turn runs."""
    sub: Num
    first: Num
    """Who drew 先攻."""
    quiet: Num
    """The last turn with progress (C-137)."""
    warned: Flag
    declared: Num
    """Act of the attack being declared."""
    declared_row: Num
    attacker: Num
    launch: Num
    """Distance at which the attack was declared (R-53)."""
    over: Id
    """An `Ending` once the bout is over."""
    winner: Num
    """0, 1, or -1."""
    bench: Annotated[Any, "i8", 2]
    """1: that side plays the acts below instead of its policy."""
    bench_act: Annotated[Any, "i8", 2, SUBS]
    bench_loc: Annotated[Any, "i8", 2, SUBS]
    bench_subs: Annotated[Any, "i8", 2]
    """Sub-turns per turn of a bench, 0 = by skill."""
    act: Num
    """The decision: act id."""
    row: Num
    loc: Num
    opt: Num
    list: Id
    """From which list it came (`From`)."""
    line: Num
    back: Flag
    """With a step back after the blow."""
    wanted: Num
    """The act a forced approach is for, 0 = not forced."""
    missing: Num
    """The grab that has to come before the one that was planned, 0 = an approach."""
    clinch: Flag
    """Somebody holds the other; what `Grips` says then counts."""
    reach: Num
    """Distance an approach stops at."""
    burden: Num
    """What lowers every blow of the fighter whose sub-turn runs."""
    bars: Num
    """Bits by `Bar`: what he cannot do; `legal.survey` sets these and the following."""
    bars_all_out: Num
    """The same for all-out attacks."""
    apart: Num
    """Distance in fine hexes."""
    cap: Num
    """The farthest any blow reaches, by posture, in fine hexes."""
    cap_kick: Num
    step: Num
    """How far he may step before a blow, in fine hexes."""
    lunge: Num
    """The same all out."""
    can_come: Flag
    """Whether a Move towards the foe is possible."""
    left: Num
    """-1 when only the left arm is left, else 0."""
    leap: Num
    """What a leaping technique gets back of the burden of the air."""
    subs: Num
    """Sub-turns of the turn running."""
    slot: Num
    """Sub-turn whose skills may be used: the one running, 1 for a waiting fighter's answer (R-03)."""
    cycle: Num
    """Cursor a blow moves when it is struck, -1 = none."""
    cycle_to: Num
    asked: Num
    """What the places of a policy's draws are moved by while it is asked about a blow (`react.py`)."""
    wild: Flag
    """A wild swing (C-32)."""
    set_aside: Flag
    """Whether the attacker's own blow is kept in the following, as others are struck in between."""
    mine_row: Num
    mine_act: Num
    mine_loc: Num
    mine_opt: Num
    mine_wild: Flag
    mine_launch: Num
    mine_back: Flag
    mine_cycle: Num
    mine_cycle_to: Num
    reply_row: Num
    reply_act: Num
    reply_loc: Num
    reply_reach: Num
    """A waiting foe's blow (C-30)."""
    turn_in: Num
    """0 nobody waits, 1 the waiting foe strikes first, 2 after."""
    blow: Num
    """Which blow of the attack runs (`exchange.py`)."""
    striker: Num
    """Whose blow it is."""
    answers: Flag
    """1: it is a riposte."""
    thrown: Annotated[Any, "i8", 2]
    """Attack roll of a side that was made before its blow comes about (C-73), 0 = none."""
    faces: Annotated[Any, "i8", 2, 4]
    """Its dice, and how many of them are known."""
    made: Flag
    """The first blow of the attack came about."""
    leap_reach: Num
    """How far a leap with a kick at its end carries, in fine hexes."""
    seen: Flag
    """Blind Fighting finds the blow the eyes do not (C-127)."""
    hidden: Flag
    """The blow comes from somebody nobody sees (C-130)."""
    touched: Flag
    """The attack reached the foe or his guard (C-33)."""
    title: Num
    """What a `cine` or `combo` act is about, as in its order."""
    title_order: Num
    """That order."""
    inner: Num
    """The blow or grab inside it, -1 = none."""
    inner_opt: Num
    special: Num
    """What the blow carries (`Special`), and of the attacker's own while others are struck."""
    mine_special: Num
    wound: Num
    """The same while its damage is done."""
    flown: Num
    """Distance a leap began at, 0 for a blow from the ground (C-122)."""
    series: Num
    """1 + the row of `Policy.series` the attack runs, 0 for a plain one."""
    series_order: Num
    series_left: Num
    """Moves that may still follow."""
    series_done: Num
    reply_series: Num
    """1 + the row of a combination that began with a parry, while its moves run, else 0."""
    reply_order: Num
    reply_done: Num
    reply_twice: Flag
    """The order of the parry that opened it, moves done, and whether a second blow of a double technique is due."""
    looking: Flag
    """The pattern is only asked what it would do (M-36): nothing is declared."""
    second: Flag
    """The second blow of a technique that strikes twice."""
    aimed: Num
    threw: Num
    """What the first side of the last contest rolled against, and what it threw (C-116)."""
    cowed: Num
    """Sides whose next roll is at -1, as bits (<威圧>)."""
    margins: Annotated[Any, "i8", 2]
    """Both margins of the last contest."""
    stance: Num
    """What the posture of the fighter whose sub-turn runs takes off his blows; part of `burden`."""
    swing: Annotated[Any, "i8", 2]
    """What nerve adds to every roll of a side (Daredevil)."""
    used: Id
    """The skill of the attack decided on in this sub-turn."""
    fickle: Num
    """Sides that may throw again or lose a success, as bits (Luck, Daredevil, Unluckiness)."""
    mute: Flag
    """1: draws made only to see what is possible are not told; 2: none are made."""
    nearer: Num
    """By how much a blow's mark is nearer than the foe: a wall stands between (M-30)."""
    walled: Flag
    """A wall stands between the two: nobody is grabbed through it (M-30)."""
    magic: Flag
    """Somebody brings spells: set at the bell; without it no rule of magic is looked at."""
    phase: Id
    """What a magical act is about (`Act2`)."""
    cast: Num
    """Row of the spell that was decided on."""
    cast_energy: Num
    cast_blood: Num
    resisting: Flag
    """He declared 呪文の抵抗に専念 before the ticks of this sub-turn."""
    told: Num
    row_kept: Num
    """The log's length and the running cast while the pattern is only asked what it would do."""
    block_row: Num
    """The blocking spell a pattern meets this blow with."""
    spell_id: Num
    """1 + its place in spells.toml, 0 for an act without a spell."""
    by_wits: Flag
    """The default decision chose the spell (M §10.3)."""
    weighed: Num
    """What the default decision found the spell worth, in thousandths (`wits.weigh`)."""


class Result:
    """One row of bouts.parquet."""

    bout: Annotated[int, "u8"]
    winner: Num
    ending: Num
    turns: Annotated[Any, "i8", 2]
    first: Num
    hp: Annotated[Any, "i8", 2]
    fp: Annotated[Any, "i8", 2]
    crippled: Annotated[Any, "i8", 2]
    cp: Annotated[Any, "i8", 2]
    damage: Annotated[Any, "i8", 2]
    """Hit points lost in the bout, by side."""
    fragile: Annotated[Any, "i8", 2]
    dead: Annotated[Any, "i8", 2]
    draws: Num
    """RULE draws."""


class Grip:
    """The hold a fighter has on his foe; all of it 0 without one (C-101…C-114)."""

    kind: Id
    """A `Hold`."""
    part: Num
    """The place of the foe that is held."""
    hands: Num
    """Hands it takes: 0, 1 or 2."""
    behind: Flag
    """Taken from the back (C-108)."""
    pin: Flag
    """The foe is pinned (C-106)."""
    points: Num
    """Injury a lock has done (C-109)."""
    margin: Num
    """Margin of the last contest it won (C-113)."""
    tries: Num
    """Failed attempts to slip out of a lock (C-111)."""
    fails: Num
    """Failed attempts in a row to get out of a pin (C-136d)."""
    kept: Num
    """Turns a choke hold was kept up (C-108)."""
    pressed: Flag
    """Its contest of this turn is made."""


class Grips:
    """Holds by side of the holder."""

    of: Annotated[Any, Grip, 2]
    arms: Annotated[Any, "i8", 2]
    """Arms of each side that serve, as bits: 1 the right, 2 the left one; kept while anybody holds."""


class Temper:
    """What chance and conscience keep of one side in a bout."""

    luck: Num
    """Throws Luck still lets him make again."""
    misfortune: Num
    """Own successes until one turns into a failure, 0 never (Unluckiness)."""
    risk: Flag
    """A daredevil took a needless risk since his own turn began."""
    tied: Annotated[Any, "i8", 2]
    """Acts his traits forbid now, as bits in two words."""
    spared: Num
    """Places his traits let no blow go to now."""


class Tempers:
    """Tempers by side."""

    of: Annotated[Any, Temper, 2]


class Policies:
    """Policies by side."""

    of: Annotated[Any, Policy, 2]


class Minds:
    """Minds by side."""

    of: Annotated[Any, Mind, 2]


class Ring:
    """Everything a bout reads and writes beside the two fighters; one record, so that kernels pass one pointer."""

    rules: Annotated[Any, Rules]
    dice: Annotated[Any, Dice]
    now: Annotated[Any, Now]
    grips: Annotated[Any, Grips]
    minds: Annotated[Any, Minds]
    tempers: Annotated[Any, Tempers]
    policies: Annotated[Any, Policies]
    arcana: Annotated[Any, Arcana]


MAGIC = np.int64(1)
"""What stands in a scene's `magic` where somebody may cast."""


class Scene(NamedTuple):
    """What every rule needs beside the fighters; handed down whole."""

    ring: Any
    log: Any
    """A `Log` when someone listens, else None: the talking and the silent specialisation of one source."""
    magic: Any = None
    """Anything where somebody may cast, else None: the rules of magic are left out of the machine code (`enchant`)."""


def new_scene(log: Any = None, *, magic: bool = True) -> Scene:
    """A scene of blank records, to be filled."""
    return Scene(blank(Ring)[0], log, MAGIC if magic else None)
