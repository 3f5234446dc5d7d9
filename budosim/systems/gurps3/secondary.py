"""Secondary values of a fighter: Will, DR, reach, Move, Dodge, sub-turns, parries."""

from __future__ import annotations

from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import tables

UNTRAINED = "DX"
"""What stands for a skill where a fighter has none."""

ONE_LEG_MOVE = 2
"""The most Move on one leg (C-88)."""


def will(levels: Levels) -> int:
    """Will: IQ, + 1 for each 4 CP of Strong Will, - 1 for each 8 of Weak Will."""
    sheet = levels.sheet
    return levels.attributes["IQ"] + sheet.trait_level("strong_will", 4) - sheet.trait_level("weak_will", 8)


def reflexes(sheet: Sheet) -> int:
    """What Combat Reflexes add to every active defence; combat paralysis cancels them. Source: C-67."""
    return int(sheet.trait("combat_reflexes") is not None and sheet.trait("combat_paralysis") is None)


def armour(sheet: Sheet) -> int:
    """DR of the outfit and of Toughness. Source: 2-2, C-98."""
    outfit = tables().costs.outfit.get(sheet.entrant.outfit, {"dr": 0})
    tough = sheet.trait("toughness")
    choices = tables().advantages["toughness"].choices
    return int(outfit["dr"]) + (
        sum(1 for c in choices if tough.cp is not None and tough.cp >= c) if tough else 0
    )


def reach(sheet: Sheet) -> tuple[int, int]:
    """Reach of punch and kick in fine hexes, by height.

    Source: C-46. Giants and dwarfs have a row of their own.
    """
    rows = tables().costs.reach
    named = {
        tables().traits[t.id].reach_as
        for t in sheet.disadvantages
        if t.id is not None and tables().traits[t.id].reach_as
    }
    for id_, most, punch, kick in rows:
        if (named and id_ in named) or (not named and sheet.entrant.height_cm <= most):
            return punch, kick
    return rows[-1][2], rows[-1][3]


def hands(sheet: Sheet) -> int:
    """Usable hands: parries a turn. Source: C-17."""
    return min([2, *(tables().traits[t.id].hands for t in sheet.disadvantages if t.id is not None)])


def legs(sheet: Sheet) -> str:
    """Sound, lame, one or none. Source: C-88."""
    trait = sheet.trait("lame")
    return "sound" if trait is None else tables().traits["lame"].legs.get(str(trait.cp), "lame")


def move_sound(levels: Levels) -> int:
    """Move = floor(Speed + Running / 8), and what a build adds or takes. Source: C-39."""
    t = tables()
    running = levels.known("running") or 0
    move = (2 * (levels.attributes["DX"] + levels.attributes["HT"]) + running) // t.skills[
        "running"
    ].move_bonus_div
    for trait in levels.sheet.disadvantages:
        if trait.id is not None:
            move += t.traits[trait.id].move.get(str(trait.cp), 0)
    return max(0, move)


def on_legs(sheet: Sheet, score: int) -> int:
    """A score of movement as the fighter's legs leave it: halved when lame, at most 2 on one leg.

    Source: C-88.
    """
    state = legs(sheet)
    if state == "lame":
        return score // 2
    return min(score, ONE_LEG_MOVE) if state == "one" else 0 if state == "none" else score


def dodge(levels: Levels) -> int:
    """Dodge: the better of Move and half of 体捌き (R-61), + Combat Reflexes, + Enhanced Dodge.

    Source: C-40, C-67.
    """
    sheet = levels.sheet
    evasion = levels.known("tai_sabaki") or 0
    base = max(on_legs(sheet, move_sound(levels)), on_legs(sheet, evasion // 2))
    return base + reflexes(sheet) + int(sheet.trait("enhanced_dodge") is not None)


def subturns(level: int, master: bool) -> int:
    """Sub-turns a skill level grants. Source: T-13, R-52."""
    n = tables().costs.subturns
    plain = max(n["least"], level // n["per_level"])
    return max(plain, 1 + max(0, level - n["master_base"]) // n["master_step"]) if master else plain


def subturns_by_skill(levels: Levels) -> dict[str, int]:
    """Sub-turns by each learned action skill."""
    t = tables()
    master = levels.sheet.is_master
    return {
        key: subturns(level.value, master)
        for key, level in levels.skills.items()
        if ":" not in key and t.skill(key).action_skill
    }


def parries(levels: Levels) -> dict[str, int]:
    """Parry scores by skill, by DX without one, and of bought parrying maneuvers.

    Source: C-16, C-67, C-71, C-72.
    """
    t = tables()
    bonus = reflexes(levels.sheet) + int(levels.sheet.trait("enhanced_parry") is not None)
    found = {
        id_: level * row.parry_num // row.parry_den + bonus
        for id_, row in t.skills.items()
        if row.parry_num and (level := levels.known(id_)) is not None
    }
    found[UNTRAINED] = levels.attributes["DX"] // 2 + bonus
    for id_, technique in levels.maneuvers.items():
        row = t.technique(id_)
        if row.is_parry:
            found[id_] = technique.level + bonus
        elif row.parry_from_level:
            found[id_] = technique.level * 2 // 3 + bonus
    return found
