"""A fighter's spells as rows of his Sheet record, and what a pattern's spell words mean by them (M-03…M-44)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from budosim.combat.gurps3.ids import Bar, Limb, Skill
from budosim.combat.gurps3.magic_records import ENERGIES, PARTS, SPELLS, Aim, Held, Kind2, Sort, Stat
from budosim.combat.gurps3.records import ROWS, SHIFT_LOW, SHIFTS, ST_LOW, ST_SHIFTS
from budosim.errors import RuleError
from budosim.systems.gurps3.brought import ACTION_SKILLS, Brought
from budosim.systems.gurps3.damage_table import basic_damage
from budosim.systems.gurps3.magic_numbers import casting_seconds, numbers, reduction, ring_level, ritual
from budosim.systems.gurps3.names import find
from budosim.systems.gurps3.spell_parts import acts_in_the_ring, order, parts_of
from budosim.systems.gurps3.tables import tables

RESISTS = {"none": 0, "HT": 1, "IQ": 2, "DX": 3, "ST": 4, "spell": 5}
CLASSES = {"regular": 1, "information": 1, "special": 1, "area": 2, "missile": 3, "blocking": 4}
THROWN = ROWS - 1
"""The row a thrown or sprayed spell is defended against as."""
KEEPS = {"none": -1, "half": 0, "same": 1, "fixed": 2}


def in_the_ring(known: Sequence[str] | Mapping[str, Any]) -> list[str]:
    """Of the known spells those that act in the ring, in the order of their rows: row 1 first."""
    spells = tables().spells
    return [id_ for id_ in order() if id_ in known and acts_in_the_ring(id_, spells[id_].row)]


# -- rows --------------------------------------------------------------------------------------------
def _aim(row: Mapping[str, Any], parts: list[dict[str, int]]) -> Aim:
    target, kind = row["target"], row["class"]
    sorts = {part["does"] for part in parts}
    states = {part.get("state", 0) for part in parts}
    if kind == "missile" or any(e["kind"] == "jet" for e in row["effects"]):
        return Aim.MISSILE
    if target == "foe_spell" or Sort.END_SPELL in sorts:
        return Aim.FOE_SPELL
    if Sort.BARRIER in sorts or Held.DARK in states:
        return Aim.SHELTER
    if Held.WINDY in states:
        return Aim.HERE
    if Sort.DECOY in sorts or Sort.LURE in sorts or target in ("self", "self_or_ally"):
        return Aim.SELF
    if Sort.HAZARD in sorts or Sort.GROUND in sorts:
        return Aim.GROUND
    return Aim.FOE


def _throwing(who: Brought, spell: str, jet: bool) -> int:
    """Level to throw a spell with: <呪文射撃> for it, else DX - 3, a jet DX - 4 (M-28, M-29)."""
    best = who.DX - (4 if jet else 3)
    for key, level in who.skills.items():
        skill, _, spec = key.partition("(")
        if skill == "spell_throwing" and find("spell", spec.rstrip(")")) == spell:
            best = max(best, level)
    return best


def _worth(row: Mapping[str, Any], parts: list[dict[str, int]], aim: Aim, energy: int) -> tuple[int, int]:
    """Expected gain at once and for each further sub-turn, in thousandths of a hit point (M §10.3)."""
    table = numbers()["worth"]
    once, on = Fraction(0), Fraction(0)
    side = table["self"] if aim is Aim.SELF else table["foe"]
    for part in parts:
        steps = min(part["most"], energy // part["each"]) if part.get("each") else 0
        amount = part.get("value", 0) + part.get("per", 0) * steps
        match part["does"]:
            case Sort.SHIFT:
                on += abs(amount) * side.get(Stat(part["stat"]).name, 0)
            case Sort.VEIL:
                on += abs(amount) * table["once"]["veil"]
            case Sort.STATE | Sort.HABIT | Sort.GROUND | Sort.DECOY:
                worth = table["state"][Held(part["state"]).name]
                if row["duration_s"] == 0:
                    once += worth
                else:
                    on += worth
            case Sort.CHECK | Sort.TIER:
                once += Fraction(table["state"][Held(part["state"]).name], 2)
            case Sort.STUN:
                once += table["state"]["STUNNED"]
            case Sort.DAMAGE:
                dice = part["dice"] + part["step_dice"] * steps
                mean = Fraction(7, 2) * dice + part["add"] + part["step_add"] * steps
                once += max(Fraction(0), mean - (0 if part["raw"] else 1)) * table["once"]["damage"]
            case Sort.HAZARD:
                on += Fraction(table["once"]["damage"] * 2, 1)
            case Sort.PUSH:
                once += table["once"]["push"] * (amount + Fraction(7, 2) * part["step_dice"] * steps)
            case Sort.LIMB:
                once += table["once"]["limb"]
            case Sort.BARRIER:
                on += table["once"]["barrier"]
            case Sort.TURN_ROUND:
                once += table["once"]["turned"]
            case Sort.LURE:
                once += table["once"]["lure"]
            case Sort.INTERRUPT:
                once += table["once"]["interrupt"]
            case Sort.FORGET:
                on += table["once"]["forget"]
            case Sort.END_SPELL:
                once += table["once"]["end_spell"]
            case Sort.LEND:
                once += table["once"]["lend"] * energy
            case _:
                pass
    now = once + on
    return int(now), int(on)


def _energies(least: int, most: int, step: int) -> list[int]:
    """Least, middle, most."""
    middle = least + (most - least) // step // 2 * step
    return [least, middle, most]


def _spell(r: Any, who: Brought, id_: str) -> None:
    """Fill one row."""
    row = tables().spells[id_].row
    base = who.spells[id_]
    ring = ring_level(base)
    parts = parts_of(id_, row)
    if len(parts) > PARTS:
        raise RuleError(f"spells.toml: {id_}: more than {PARTS} effects")
    aim = _aim(row, parts)
    kinds = {e["kind"]: e for e in row["effects"]}
    r.id, r.level, r.aim = order().index(id_), ring, aim
    r.kind, r.touch, r.resist = CLASSES[row["class"]], int(row["touch"]), RESISTS[row["resist"]]
    cost = row["cost"]
    r.least, r.most, r.step = cost["min"], cost["max"], cost["step"]
    r.keep, r.keep_cost = KEEPS[row["maintain"]], int(row.get("maintain_cost", 0))
    r.less = reduction(ring)
    dispel = "spell_end" in kinds and kinds["spell_end"]["target"] == "all_in_area"
    r.charged = int(r.kind == Kind2.MISSILE or dispel)
    r.time = casting_seconds(ring, cost["step"] if dispel else int(row["time_s"]))
    r.lasts, r.focus = int(row["duration_s"]), int(bool(row.get("needs_concentration", False)))
    r.ritual = ritual(ring)
    foe = row["target"] in ("foe", "either") and aim is Aim.FOE
    r.direct = int(foe and row["class"] in ("regular", "blocking"))
    r.touches = int(aim in (Aim.FOE, Aim.GROUND, Aim.HERE, Aim.FOE_SPELL))
    r.shaken, r.scratch = int("ends_on" in kinds), int("ends_on_action" in kinds)
    r.again = int(kinds["repeat_penalty"]["value"]) if "repeat_penalty" in kinds else 0
    r.pain = 3 if id_ == "pain" else 0
    r.fear = int(id_ in ("fear", "panic", "terror"))
    r.area = int(row["class"] == "area")
    jet = "jet" in kinds
    r.throw = _throwing(who, id_, jet)
    if "missile" in kinds:
        r.snap, r.half, r.far = (int(kinds["missile"][k]) for k in ("ss", "half_yd", "max_yd"))
    if jet:
        r.reach = int(kinds["jet"]["reach_yd_per_step"])
    r.n_parts = len(parts)
    for i, part in enumerate(parts):
        for name, value in part.items():
            r.parts[i][name] = int(value)
    for i, energy in enumerate(_energies(r.least, r.most, r.step)):
        r.energy[i] = energy
        r.gain[i], r.gain_on[i] = _worth(row, parts, aim, energy)
        if int(row["duration_s"]) == 0:
            r.gain_on[i] = 0
    if ENERGIES != 3:
        raise RuleError("the default decision weighs three energies")


def _by_dx(my: Any, who: Brought) -> None:
    """Scores that are shares of a DX skill, for every shift of DX (M-41)."""
    t = tables()
    for i in range(SHIFTS):
        d = i + SHIFT_LOW
        hand, foot = [], []
        for name in ACTION_SKILLS:
            row = t.skill(name)
            if name in who.skills and row.parry_num and not row.parry_only:
                score = (who.skills[name] + d) * row.parry_num // row.parry_den
                hand.append(score)
                foot.append(score - (2 if name == "boxing" else 0))
        my.by_dx[0][i] = max(hand, default=(who.DX + d) // 2)
        my.by_dx[1][i] = max(foot, default=(who.DX + d) // 2)
        my.by_dx[2][i] = my.parry_kick + 2 * d // 3 if my.parry_kick else 0
        my.by_dx[3][i] = max(0, (who.skills.get("tai_sabaki", 0) + d) // 2) if my.tai_sabaki else 0
        my.by_dx[4][i] = max(0, (who.skills.get("boxing", 0) + d) // 8) if "boxing" in who.skills else 0
    for i in range(ST_SHIFTS):
        st = max(0, who.ST + i + ST_LOW)
        my.thrust_by_st[:, i] = basic_damage(st, "thr")
        my.swing_by_st[:, i] = basic_damage(st, "sw")


def pack_spells(my: Any, who: Brought, damages: Mapping[int, str], best: Fraction) -> None:
    """Everything magic needs of a fighter, caster or not: spells, Will, and how spells shift his numbers.

    `damages` tells by technique row whether its damage is thrust or swing, `best` the worth of his best blow.
    """
    known = in_the_ring(who.spells)
    if len(known) >= SPELLS:
        raise RuleError(f"more than {SPELLS - 1} spells that act in the ring for one fighter")
    my.n_spells = len(known)
    my.mind = who.skills.get("mental_strength", 0)
    my.magic_resistance = who.level("magic_resistance", 2)
    my.fearless = who.level("fearlessness", 2) + (2 if "combat_reflexes" in who.traits else 0)
    my.unshaken = int("unfazeable" in who.traits)
    has = (my.mind, my.sakiyomi, my.mikiri, my.acrobatics, my.stand_up, my.riposte, my.aggressive, 0, *my.feint, 0)
    my.has = sum(1 << i for i, n in enumerate((*has, *my.skill)) if n > 0)
    my.pounds = who.weight_kg * 2205 // 1000
    my.base_subs = my.subturns
    my.base_move, my.base_dodge_move = my.move, my.dodge_move
    my.base_shock_times, my.base_pain_mod = my.shock_times, my.pain_mod
    my.blow_worth = int(best * 1000)
    my.reserve = max(3, my.max_fp * 3 // 10)
    for at, kind in damages.items():
        my.row_damage[at] = {"thr": 1, "sw": 2}.get(kind, 0)
    _by_dx(my, who)
    held = [(who.skills[name], -i, name) for i, name in enumerate(ACTION_SKILLS) if name in who.skills]
    if held:
        level, _, name = max(held)
        my.main_skill, my.main_drop = Skill[name.upper()], max(0, level - (who.DX - 4))
    thrown = my.row[THROWN]
    thrown.limb, thrown.swung, thrown.reach_max, thrown.bars = Limb.SPELL, 1, 99, int(Bar.ALL)
    for at, id_ in enumerate(known, start=1):
        _spell(my.spell[at], who, id_)


# -- what a pattern means ----------------------------------------------------------------------------
def _energy(value: Any) -> int:
    return -1 if value == "max" else int(value or 0)


def link(record: Any, extras: Sequence[str], known: Sequence[str] | Mapping[str, Any]) -> Any:
    """Write into a Policy record which row of the sheet each spell word of it means; the record itself again.

    A spell that is not known, or does nothing in the ring, means no row: its order never comes about.
    """
    rows = {id_: at for at, id_ in enumerate(in_the_ring(known), start=1)}
    book = record.book
    bans = int(record.n_bans)
    for i in range(len(record.orders)):
        said = _said(extras, int(record.orders[i].extra) if record.orders[i].act != 0 else -1)
        if "spell" in said:
            book.order[i] = rows.get(find("spell", said["spell"]) or "", -1)
            book.energy[i] = _energy(said.get("energy"))
            book.blood[i] = int(said.get("hp", 0))
    for i in range(bans):
        said = _said(extras, i)
        if "spell" in said:
            book.ban[i] = rows.get(find("spell", said["spell"]) or "", -1)
    return record


def _said(extras: Sequence[str], at: int) -> Mapping[str, Any]:
    if not 0 <= at < len(extras) or not extras[at].startswith("{"):
        return {}
    return dict(json.loads(extras[at]))


__all__ = ["in_the_ring", "link", "order", "pack_spells"]
