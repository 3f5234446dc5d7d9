"""A fighter's numbers as the record the core reads; the last place with strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import LAST_STRIKE, LOC_NAMES, N_LOC, Act, Bar, Grab, Limb, Loc, Skill, TypeWord
from budosim.combat.gurps3.records import ROWS, SUBS, VALUES, Sheet, State
from budosim.errors import RuleError
from budosim.systems.gurps3.brought import ACTION_SKILLS, Brought
from budosim.systems.gurps3.damage_table import basic_damage
from budosim.systems.gurps3.pack_arts import ground, pack_arts
from budosim.systems.gurps3.pack_nature import LAME_KICK, build, nature, start
from budosim.systems.gurps3.pack_spells import pack_spells
from budosim.systems.gurps3.rulings import in_force
from budosim.systems.gurps3.tables import tables
from budosim.systems.gurps3.techniques import (
    DUAL,
    GRAB_KINDS,
    IMPOSSIBLE,
    LIMBS,
    Option,
    aim,
    damage,
    footing,
    options,
    reach,
    reaches,
    skill_id,
    sub_turns,
)
from budosim.systems.gurps3.value import Average, worth

GRABS = {
    "takedown": Grab.CONTEST, "suplex": Grab.CONTEST, "piledriver": Grab.CONTEST, "pin": Grab.CONTEST,
    "neck_snap": Grab.CONTEST, "slam": Grab.ROLL,
}  # fmt: skip
"""How a technique is settled that takes hold of the foe; others of those kinds are rolled for and defended."""
FLAGS = {
    "miss_fall": "miss_fall",
    "airborne": "airborne",
    "run_up": "run_up",
    "swung": "swung",
    "all_out": "all_out",
    "own_fall": "own_fall",
    "no_retreat": "no_retreat",
    "own_hand_parry_lost": "hand_lost",
    "fall_check": "fall_check",
    "knockback_double": "knock_double",
    "rear_ok": "rear",
}
"""Fields of a technique table row that are flags of the core's row."""
NUMBERS = {
    "target_def_mod": "target_def",
    "target_parry_mod": "target_parry",
    "own_def_mod": "own_def",
    "leg_bonus": "leg_bonus",
    "neck_bonus": "neck_bonus",
    "grapple_bonus": "grapple_bonus",
}
OFF_HAND = -4
"""C-11."""
FIT = {5: 1, 15: 2, -5: -1, -15: -2}
IMPLIED = {"leg": (Loc.LEG_R, Loc.LEG_L), "head": (Loc.HEAD,), "face": (Loc.HEAD,), "eye": (Loc.EYE_R, Loc.EYE_L)}


def pack(who: Brought, rulings: Mapping[str, object] | None = None, slot: int = 0) -> Any:
    """The Sheet record of a fighter under the rulings in force."""
    readings = in_force(rulings)
    my = blank(Sheet)[0]
    my.slot = slot
    _body(my, who, readings)
    _skills(my, who, readings)
    nature(my, who)
    rows = _rows(my, who, readings)
    pack_arts(my, who, rows, lambda option, at: _row(my, who, option, at, readings))
    _defences(my, who, rows)
    best = _values(my, readings)
    _types(my, who)
    damages = {at: tables().technique(name.split()[-1]).damage for name, ways in rows.items() for _, at in ways}
    pack_spells(my, who, damages, best)
    return my


def _body(my: Any, who: Brought, readings: Mapping[str, str]) -> None:
    """Attributes, traits and what follows from them (C-39…C-46, C-67, C-97, C-98)."""
    traits = who.traits
    my.st, my.dx, my.iq, my.ht = who.ST, who.DX, who.IQ, who.HT
    my.max_hp = who.HT + who.level("extra_hit_points", 5)
    my.max_fp = who.ST + who.level("extra_fatigue", 3)
    my.will_mod = who.level("strong_will", 4) - who.level("weak_will", 8)
    my.will = who.IQ + my.will_mod
    speed = who.DX + who.HT
    running = who.skills.get("running", 0)
    my.move = max(0, (2 * speed + running) // 8 + build(who))
    my.dodge_move = my.move if readings["dodge_running"] == "yes" else max(0, speed // 4 + build(who))
    if readings["taisabaki"] == "half_level":
        my.tai_sabaki = who.skills.get("tai_sabaki", 0) // 2
    my.dodge_bonus = 1 if "enhanced_dodge" in traits else 0
    my.parry_bonus = 1 if "enhanced_parry" in traits else 0
    my.boxing_dodge = who.skills.get("boxing", 0) // 8
    my.combat_reflexes = int("combat_reflexes" in traits)
    high, low = "high_pain_threshold" in traits, "low_pain_threshold" in traits
    my.pain_mod = 3 if high else -4 if low else 0
    my.shock_times = 0 if high else 2 if low else 1
    my.fit = FIT.get(traits.get("fit", 0), 0) + FIT.get(traits.get("unfit", 0), 0)
    my.hard_to_kill = who.level("hard_to_kill", 5)
    my.calm = 2 if "composed" in traits else 0
    my.balance = 4 if "perfect_balance" in traits else 0
    my.dr_clothes = int(who.clothed)
    my.dr_skin = {10: 1, 25: 2}.get(traits.get("toughness", 0), 0)
    my.male = int(not who.female)
    my.ambidextrous = int("ambidexterity" in traits)
    my.peripheral = int("peripheral_vision" in traits)
    my.thrust_dice, my.thrust_add = basic_damage(who.ST, "thr")
    my.swing_dice, my.swing_add = basic_damage(who.ST, "sw")
    my.punch_reach, my.kick_reach = reaches(who)
    my.weight = who.weight_kg
    my.tactics = who.skills.get("tactics", 0) // 8
    my.sakiyomi = who.skills.get("body_language", 0)
    my.mikiri = who.skills.get("precognitive_parry", 0)
    my.acrobatics = who.skills.get("acrobatics", 0)
    falls = [o.level for o in options(who, "breakfall")]
    my.stand_up = max([my.acrobatics, *falls])
    my.breakfall = max(falls, default=0)
    my.double_jointed = int("double_jointed" in traits)
    my.joints = 5 if "flexibility" in traits else 3 if my.double_jointed else 0
    my.breath = (1 + who.level("breath_holding", 2)) * (2 if "breath_control" in who.skills else 1)
    bought = {name: who.maneuvers[name][0] for name in ("roll_with_blow", "sticking") if name in who.maneuvers}
    my.roll_with_blow, my.sticking = bought.get("roll_with_blow", 0), bought.get("sticking", 0)
    my.blind_fighting = who.skills.get("blind_fighting", 0)
    if readings["body_control"] == "stun_recovery":
        my.body_control = who.skills.get("body_control", 0)
    my.bad_back = {-15: 1, -25: 2}.get(traits.get("bad_back", 0), 0)
    my.unspent_cp = who.unspent_cp


def _skills(my: Any, who: Brought, readings: Mapping[str, str]) -> None:
    """Levels, the sub-turns each grants, feints by sub-turn, what resists feints and sweeps (T-13, C-29, R-03)."""
    my.skill[Skill.DX] = who.DX
    my.skill[Skill.ST] = who.ST
    my.skill_subs[Skill.DX] = my.skill_subs[Skill.ST] = my.skill_subs[Skill.ACROBATICS] = 1
    my.skill[Skill.ACROBATICS] = who.skills.get("acrobatics", 0)
    most = 1
    for name in ACTION_SKILLS:
        level = who.skills.get(name, 0)
        if level:
            my.skill[Skill[name.upper()]] = level
            my.skill_subs[Skill[name.upper()]] = sub_turns(level, who.master)
            most = max(most, sub_turns(level, who.master))
    my.subturns = most
    my.granted = my.skill_subs
    if readings["subturn_skill"] != "per_index":
        my.skill_subs[1:] = most
    best = [(who.skills[name], name) for name in ACTION_SKILLS if name in who.skills]
    my.feint_resist = max([who.DX, *(level for level, _ in best)])
    judo, wrestling, sumo = (who.skills.get(name, 0) for name in ("judo", "wrestling", "sumo"))
    my.grip_skill = max(who.DX, judo, wrestling)
    my.grab_resist = max(my.grip_skill, sumo)
    my.wrestling_st, my.sumo_st = wrestling // 8, sumo // 8
    my.escape = who.skills.get("escape", 0)
    my.stance = who.skills.get("immovable_stance", 0)
    my.sweep_resist = max(who.DX, who.skills.get("judo", 0), who.skills.get("acrobatics", 0))
    for k in range(1, SUBS):
        feints = [who.DX] if my.skill_subs[Skill.DX] >= k else []
        for level, name in best:
            if my.skill_subs[Skill[name.upper()]] >= k:
                feints.append(who.maneuvers.get(f"feint:{name}", (level, name))[0])
        my.feint[k] = max(feints, default=0)


def _row(my: Any, who: Brought, option: Option, at: int, readings: Mapping[str, str]) -> None:
    """Fill row `at` with one option."""
    technique = tables().technique(option.technique)
    if option.technique == DUAL:
        # two punches (C-11)
        technique = replace(tables().technique("punch"), id=DUAL, limb="arms")
    if option.technique == "hook_kick" and readings["hook_kick"] == "swing":
        technique = replace(technique, damage="sw", dmg_mod=0)
    more = technique.more
    r = my.row[at]
    r.skill = skill_id(option.skill)
    r.level = option.level
    r.dice, r.add = damage(who, technique, option.skill)
    r.bonus = r.add - (basic_damage(who.ST, technique.damage)[1] if r.dice else 0)
    r.aim = aim(who, technique, option.skill, readings)
    able = [loc for loc in range(N_LOC + 1) if r.aim[loc] != IMPOSSIBLE]
    r.aim_mask = sum(1 << loc for loc in able)
    r.aim_worst = min((int(r.aim[loc]) for loc in able), default=0)
    r.reach_min, r.reach_max = reach(who, technique)
    r.kick = int(technique.kind in ("kick", "trip"))
    r.limb = LIMBS.get(technique.limb, Limb.NONE)
    for key, name in FLAGS.items():
        r[name] = int(bool(more.get(key, False)))
    for key, name in NUMBERS.items():
        r[name] = int(more.get(key, 0))
    r.footing, r.miss_mod = footing(who, technique, option.skill)
    r.two_parries = int(more.get("parry_hands", 1) == 2)
    r.own_no_parry = int(int(more.get("own_parry_mod", 0)) <= -99)
    r.lying_only = int("lying" in technique.targets)
    r.sweep = int(technique.kind == "trip")
    r.ear_clap = int(technique.id == "ear_clap")
    if more.get("built_in_feint"):
        r.feint_num, r.feint_den = (1, 2) if more.get("feint_scale") == 0.5 else (1, 1)
    if technique.id == "knee_strike":
        r.miss_fall = 0
    r.grab = GRABS.get(technique.id, Grab.ROLL if technique.kind in GRAB_KINDS else Grab.NONE)
    r.one_arm = int(bool(r.grab) and technique.id not in ("slam", "scissors_hold"))
    r.from_head = int(technique.id in ("throw", "choke_hold"))
    r.ground = ground(who, option.skill)
    r.twice = int(technique.id in ("dual_attack", "whirlwind_kick"))
    r.second = int(more.get("second_mod", 0))
    r.leaps = int(technique.id == "flying_jump_kick")
    r.rabbit = int(technique.id == "rabbit_punch")
    r.knee = int(technique.id == "knee_strike")
    bare = r.skill == Skill.DX and r.limb == Limb.ARM and not r.grab
    r.left = OFF_HAND if bare and not my.ambidextrous else 0
    r.lame = LAME_KICK if my.lame and r.kick else 0
    r.bars = bars(r)


def bars(r: Any) -> int:
    """What rules a technique out: limbs, posture, all-out attacks, a run-up (C-12, C-58, C-88, semantics §6.14)."""
    found = int(Bar.ALL)
    if r.limb == Limb.ARM:
        found |= Bar.NO_ARM
    elif r.limb == Limb.ARMS:
        found |= Bar.ONE_ARM
    elif r.knee:
        found |= Bar.NO_KNEE
    elif r.limb in (Limb.LEG, Limb.LEGS):
        found |= Bar.OFF_FEET | Bar.LEGLESS | Bar.CLINCH
        if r.limb == Limb.LEGS or r.airborne or r.own_fall or r.run_up:
            found |= Bar.GROUND
    if r.all_out:
        found |= Bar.SPENT
    if r.run_up:
        found |= Bar.ROOTED
    return found


def acts_of(act: Act) -> tuple[str, ...]:
    """The technique rows an act may use (acts.toml); a manoeuvre without an act row is its own act."""
    t = tables()
    name = act.name.lower()
    if name in t.acts:
        return t.acts[name].uses
    return (name,) if name in t.techniques else ()


def _rows(my: Any, who: Brought, readings: Mapping[str, str]) -> dict[str, list[tuple[Option, int]]]:
    """All technique rows, and for each act the best row of each sub-turn (C-38, R-03)."""
    known: dict[str, list[tuple[Option, int]]] = {}
    n = 1
    for value in range(1, LAST_STRIKE + 1):
        act = Act(value)
        found: list[tuple[Option, int]] = []
        own = act is Act.LOW_KICK and readings["low_kick"] == "own"
        for technique in acts_of(act):
            key = f"{act.name} {technique}" if own else technique
            if key not in known:
                best: dict[str, Option] = {}
                for option in options(who, technique):
                    if option.skill not in best or option.level > best[option.skill].level:
                        best[option.skill] = option
                known[key] = []
                for option in sorted(best.values(), key=lambda o: -o.level):
                    if n >= ROWS - 1:
                        raise RuleError(f"more than {ROWS - 2} technique rows for one fighter")
                    _row(my, who, option, n, readings)
                    if own:
                        my.row[n].aim[[Loc.LEG_R, Loc.LEG_L]] = 0  # the place is part of it
                    known[key].append((option, n))
                    n += 1
            found += known[key]
        found.sort(key=lambda pair: (-pair[0].level, pair[0].skill == "DX"))
        for k in range(1, SUBS):
            fit = [at for option, at in found if my.skill_subs[skill_id(option.skill)] >= k]
            my.use[k, act] = fit[0] if fit else 0
            my.armed[k] |= bool(fit) << value
            if fit and my.row[fit[0]].all_out:
                my.reckless |= 1 << value
    _grab_rows(my, who, readings, known, n)
    return known


def _grab_rows(
    my: Any, who: Brought, readings: Mapping[str, str], known: dict[str, list[tuple[Option, int]]], n: int
) -> None:
    """Rows of grabs: of each act only those that are the best one in some sub-turn (C-101…C-112)."""
    for value in range(Act.GRAPPLE, Act.SCISSORS + 1):
        act = Act(value)
        if act is Act.SUBMISSION:
            continue
        for technique in acts_of(act):
            if technique not in known:
                known[technique] = []
                best: dict[str, Option] = {}
                for option in options(who, technique, lethal=readings["neck_snap"] == "allowed"):
                    if option.skill not in best or option.level > best[option.skill].level:
                        best[option.skill] = option
                subs = 0
                for option in sorted(best.values(), key=lambda o: (-o.level, o.skill == "DX")):
                    granted = int(my.skill_subs[skill_id(option.skill)])
                    if granted <= subs:
                        continue
                    subs = granted
                    if n >= ROWS:
                        raise RuleError(f"more than {ROWS - 1} technique rows for one fighter")
                    _row(my, who, option, n, readings)
                    known[technique].append((option, n))
                    n += 1
            for k in range(1, SUBS):
                fit = [at for option, at in known[technique] if my.skill_subs[skill_id(option.skill)] >= k]
                my.use[k, act] = fit[0] if fit else 0


def _defences(my: Any, who: Brought, rows: Mapping[str, list[tuple[Option, int]]]) -> None:
    """Parries, riposte, aggressive parry, leg parry and the blow a riposte answers with (C-16, C-71…C-73)."""
    t = tables()
    hand: list[int] = []
    foot: list[int] = []
    for name in ACTION_SKILLS:
        row = t.skill(name)
        if name in who.skills and row.parry_num and not row.parry_only:
            score = who.skills[name] * row.parry_num // row.parry_den
            hand.append(score)
            foot.append(score - against_foot(name))
    _grab_parries(my, who, hand, foot)
    my.parry_hand = max(hand, default=who.DX // 2)
    my.parry_foot = max(foot, default=who.DX // 2)
    if "parrying_kick" in who.maneuvers:
        my.parry_kick = who.maneuvers["parrying_kick"][0]
    ripostes = [o for o in options(who, "riposte") if o.skill != "DX"]
    my.riposte = max((o.level for o in ripostes), default=0)
    my.riposte_foot = max((o.level - against_foot(o.skill) * 3 // 2 for o in ripostes), default=0)
    aggressive = max(
        (o for o in options(who, "aggressive_parry") if o.skill != "DX"), key=lambda o: o.level, default=None
    )
    if aggressive is not None:
        my.aggressive = aggressive.level
        my.aggressive_foot = aggressive.level - against_foot(aggressive.skill) * 3 // 2
        my.aggressive_dice, my.aggressive_add = damage(who, t.technique("punch"), aggressive.skill)
    my.counter_row = my.use[1, Act.PUNCH]


def against_foot(skill: str) -> int:
    """What a parry of a skill loses against kicks (C-16)."""
    return 2 if skill == "boxing" else 0


def _grab_parries(my: Any, who: Brought, hand: list[int], foot: list[int]) -> None:
    """Parries against grabs and on the ground, and which of them let a throw or a lock follow (C-16, C-56, C-105)."""
    t = tables()
    blows: dict[str, int] = {}
    grabs: dict[str, int] = {}
    low: list[int] = [0]
    low_grab: list[int] = [0]
    for name in ACTION_SKILLS:
        row = t.skill(name)
        if name not in who.skills or not row.parry_num:
            continue
        grabs[name] = who.skills[name] * row.parry_num // row.parry_den
        learned = who.maneuvers.get(f"ground_fighting:{name}")
        score = 0 if learned is None else learned[0] * row.parry_num // row.parry_den + my.parry_bonus
        low_grab.append(score)
        if not row.parry_only:
            blows[name] = grabs[name]
            low.append(score)
    my.parry_grab = max(grabs.values(), default=who.DX // 2)
    my.ground_parry, my.ground_parry_grab = max(low), max(low_grab)
    for bit, (scores, best) in enumerate(
        ((blows, max(hand, default=0)), (blows, max(foot, default=0)), (grabs, max(grabs.values(), default=0)))
    ):
        if best > 0 and any(scores.get(name) == best for name in ("judo", "wrestling")):
            my.opens |= 1 << bit


def _values(my: Any, readings: Mapping[str, str]) -> Fraction:
    """The value list with its links by act (semantics §6.5); what its first entry is worth."""
    foe = Average()
    t = tables()
    entries = []
    for value in range(1, LAST_STRIKE + 1):
        row = int(my.use[1, value])
        if row == 0:
            continue
        r = my.row[row]
        act = t.acts.get(Act(value).name.lower())
        places = range(N_LOC)
        if act is not None and act.at:
            places = IMPLIED.get(act.at, (Loc(LOC_NAMES.index(act.at)),) if act.at in LOC_NAMES else ())  # type: ignore[assignment]
        mods = {name: int(r[name]) for name in ("target_def", "target_parry", "leg_bonus", "neck_bonus")}
        for loc in places:
            if r.aim[loc] == IMPOSSIBLE or loc == Loc.KIDNEYS:
                continue
            v = worth(int(r.level), int(r.aim[loc]), int(r.dice), int(r.add), int(loc), mods, readings, foe)
            entries.append((v, value, int(loc)))
    entries.sort(key=lambda e: (-e[0], e[1], e[2]))
    if len(entries) > VALUES:
        raise RuleError(f"the value list has more than {VALUES} rows")
    my.n_value = len(entries)
    my.value_first = -1
    my.value_at = -1
    last: dict[int, int] = {}
    lately: dict[int, int] = {}
    for i, (_, act_id, loc) in enumerate(entries):
        my.value_act[i], my.value_loc[i], my.value_next[i], my.value_near[i] = act_id, loc, -1, -1
        if loc in lately:
            my.value_near[lately[loc]] = i
        else:
            my.value_at[loc] = i
        lately[loc] = i
        if act_id in last:
            my.value_next[last[act_id]] = i
        else:
            my.value_first[act_id] = i
            my.kinds[my.n_kinds] = act_id
            my.n_kinds += 1
        last[act_id] = i
    return Fraction(entries[0][0]) if entries else Fraction(0)


def _hurts_or_hinders(spell: str) -> bool:
    """Whether a spell is one of attack or control, as "caster" means it."""
    known = tables().spells.get(spell)
    if known is None or known.row.get("target") not in ("foe", "missile", "area"):
        return False
    return any(effect["kind"] != "none" for effect in known.row.get("effects", ()))


def _types(my: Any, who: Brought) -> None:
    """Archetypes a spectator sees (semantics `type`, §6.17)."""
    hostile = any(_hurts_or_hinders(s) for s in who.spells)
    striking = max((who.skills.get(s, 0) for s in ("karate", "boxing", "brawling")), default=0)
    grappling = max(who.skills.get("judo", 0), who.skills.get("wrestling", 0))
    grappler = grappling > 0 and grappling >= striking
    kick, punch = int(my.row[my.use[1, Act.KICK]].level), int(my.row[my.use[1, Act.PUNCH]].level)
    t = tables()
    first = t.acts.get(who.first_act)
    kicks_first = first is not None and any(t.technique(u).kind == "kick" for u in first.uses if u in t.techniques)
    words = {
        TypeWord.CASTER: hostile,
        TypeWord.GRAPPLER: grappler,
        TypeWord.STRIKER: not hostile and not grappler,
        TypeWord.KICKER: kick > punch or kicks_first,
        TypeWord.COUNTER: "riposte" in who.maneuvers,
        TypeWord.HEAVY: who.weight_kg >= 90,
        TypeWord.LIGHT_WEIGHT: who.weight_kg < 60,
        TypeWord.MASTER: who.master,
        TypeWord.TALL: who.height_cm >= 185,
        TypeWord.FEMALE: who.female,
        TypeWord.VETERAN: who.age >= 40,
    }
    my.types = sum(1 << word for word, true in words.items() if true)


def fresh_state(my: Any, side: int, start_distance: int = 2) -> Any:
    """A fighter at the bell: unhurt, standing, facing his foe (C-48)."""
    me = blank(State)[0]
    me.side = side
    me.hp, me.fp = my.max_hp, my.max_fp
    me.unspent_cp = my.unspent_cp
    start(me, my)
    place(me, start_distance)
    return me


def start_distance(rules: Any, sheets: Sequence[Any]) -> int:
    """Fine hexes between the marks: the seed's two, or the longer punch of both (R-18)."""
    return int(rules.start_distance) or max(int(my.punch_reach) for my in sheets)


def place(me: Any, start_distance: int = 2) -> None:
    """Put a fighter on his mark: a at (-1, 0) facing 0, b at (1, 0) facing 3; feints and memory empty."""
    half = start_distance // 2
    me.q = -half if me.side == 0 else start_distance - half
    me.r = 0
    me.facing = 0 if me.side == 0 else 3
    me.dx_until = 0
    me.feint_until = 0
    me.held_part = -1
