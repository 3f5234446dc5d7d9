"""Everything that follows from a sheet: secondary values, sub-turns, defences, techniques, damage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.levels import Levels, Technique
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import TechniqueRow, bare, tables

UNTRAINED = "DX"
"""What stands for a skill where a fighter has none."""

ONE_LEG_MOVE = 2
"""The most Move on one leg (C-88)."""

_DICE = re.compile(r"(?:(\d+)d)?([+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Dice:
    """A damage roll: so many dice and adds. No dice: the blow does nothing."""

    dice: int
    adds: int

    def plus(self, adds: int) -> Dice:
        """The roll with more (or fewer) adds."""
        return Dice(self.dice, self.adds + adds)

    def __str__(self) -> str:
        if self.dice == 0:
            return "0"
        return f"{self.dice}d{self.adds:+d}" if self.adds else f"{self.dice}d"


def read_dice(text: str) -> Dice:
    """A damage roll from its text: `1d-2`, `2d`, `0`."""
    match = _DICE.fullmatch(text)
    if match is None or match[1] is None:
        return Dice(0, 0)
    return Dice(int(match[1]), int(match[2] or 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """The values of one fighter, as bought or as he stands at the first bell."""

    attributes: Mapping[str, int]
    hp: int
    fp: int
    will: int
    speed: int
    """Basic Speed in quarters."""
    move_sound: int
    """Move with both legs sound: what the ring's own halvings start from."""
    move: int
    """Move at the bell: a lame fighter's is halved already."""
    dodge: int
    """With Combat Reflexes and Enhanced Dodge."""
    defence_bonus: int
    """What Combat Reflexes add to every active defence (already inside `dodge` and `parry`)."""
    dr: int
    thrust: Dice
    swing: Dice
    reach_punch: int
    reach_kick: int
    subturns: int
    """By the best skill alone; sub-turn k may only use a skill that grants k (R-03)."""
    subturn_skill: str
    subturns_by: Mapping[str, int]
    parries: int
    parry: Mapping[str, int]
    levels: Mapping[str, int]
    techniques: Mapping[str, Technique]
    """Every technique the fighter can use, bought or by default."""
    bought: tuple[str, ...]
    damage: Mapping[str, Dice]
    """By act of the pattern language; a technique without an act of its own is one itself."""
    spells: Mapping[str, tuple[int, int]]
    """Base and ring level."""

    @property
    def maneuvers(self) -> dict[str, int]:
        """Levels of the bought maneuvers."""
        return {id_: self.techniques[id_].level for id_ in self.bought}

    def json(self) -> dict[str, Any]:
        """The values in the form of `show --json`."""
        return {
            "hp": self.hp,
            "fp": self.fp,
            "will": self.will,
            "speed": self.speed / 4,
            "move": self.move,
            "dodge": self.dodge,
            "dr": self.dr,
            "thrust": str(self.thrust),
            "swing": str(self.swing),
            "reach": {"punch": self.reach_punch, "kick": self.reach_kick},
            "subturns": self.subturns,
            "subturn_skill": self.subturn_skill,
            "subturns_by_skill": dict(self.subturns_by),
            "parries": self.parries,
            "parry": dict(self.parry),
            "damage": {act: str(dice) for act, dice in self.damage.items()},
            "levels": dict(self.levels),
            "maneuvers": self.maneuvers,
            "techniques": {id_: technique.level for id_, technique in self.techniques.items()},
            "spells": {id_: {"base": base, "ring": ring} for id_, (base, ring) in self.spells.items()},
            "attributes": dict(self.attributes),
        }


def derive(sheet: Sheet, *, aged: bool, regulation: Regulation | None = None) -> Derived:
    """The values of a sheet, after ageing (`aged`) or as bought. Attributes that are missing count as 10."""
    return derive_levels(Levels(sheet, _attributes(sheet, aged, regulation), regulation))


def technique_levels(
    sheet: Sheet, aged: bool, regulation: Regulation | None = None
) -> dict[str, tuple[int, str]]:
    """Level and skill of every technique the fighter can use, bought or by default.

    `DX` where it is untrained.
    """
    levels = Levels(sheet, _attributes(sheet, aged, regulation), regulation)
    return {id_: (t.level, t.skill) for id_, t in all_techniques(levels).items()}


def _attributes(sheet: Sheet, aged: bool, regulation: Regulation | None) -> dict[str, int]:
    found = aged_attributes(sheet, regulation) if aged else dict(sheet.attributes)
    return {name: max(1, found.get(name, 10)) for name in ("ST", "DX", "IQ", "HT")}


def derive_levels(levels: Levels) -> Derived:
    """The values that follow from given levels."""
    sheet, attributes = levels.sheet, levels.attributes
    strength = tables().costs.damage
    thrust, swing = (read_dice(text) for text in strength[min(attributes["ST"], max(strength))])
    reach_punch, reach_kick = reach(sheet)
    by_skill = subturns_by_skill(levels)
    best = max(by_skill, key=lambda s: (by_skill[s], levels.known(s) or 0)) if by_skill else UNTRAINED
    sound = move_sound(levels)
    techniques = all_techniques(levels)
    low_mana = tables().costs.low_mana
    return Derived(
        attributes=MappingProxyType(dict(attributes)),
        hp=attributes["HT"] + sheet.trait_level("extra_hit_points", 5),
        fp=attributes["ST"] + sheet.trait_level("extra_fatigue", 3),
        will=will(levels),
        speed=attributes["DX"] + attributes["HT"],
        move_sound=sound,
        move=_on_legs(sheet, sound),
        dodge=dodge(levels),
        defence_bonus=reflexes(sheet),
        dr=armour(sheet),
        thrust=thrust,
        swing=swing,
        reach_punch=reach_punch,
        reach_kick=reach_kick,
        subturns=by_skill.get(best, tables().costs.subturns["least"]),
        subturn_skill=best,
        subturns_by=MappingProxyType(by_skill),
        parries=hands(sheet),
        parry=MappingProxyType(parries(levels)),
        levels=MappingProxyType({key: level.value for key, level in levels.skills.items()}),
        techniques=MappingProxyType(techniques),
        bought=tuple(id_ for id_ in levels.maneuvers if id_ in techniques),
        damage=MappingProxyType(all_damage(levels, techniques, thrust, swing)),
        spells=MappingProxyType({k: (lv.value, lv.value + low_mana) for k, lv in levels.spells.items()}),
    )


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

    Source: C-46; giants and dwarfs have a row of their own.
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


def _on_legs(sheet: Sheet, score: int) -> int:
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
    base = max(_on_legs(sheet, move_sound(levels)), _on_legs(sheet, evasion // 2))
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


def all_techniques(levels: Levels) -> dict[str, Technique]:
    """Every technique the fighter can use: bought, or by default where its skill is known.

    Source: C-14, C-20.

    Everybody punches at DX and kicks at DX - 2; cinematic ones need Trained by a Master.
    """
    t = tables()
    found: dict[str, Technique] = {}
    for id_, row in t.techniques.items():
        for full in [f"{id_}:{skill}" for skill in row.prereq_any] if row.family else [id_]:
            technique = _usable(levels, full, row)
            if technique is not None:
                found[full] = technique
    return found


def _usable(levels: Levels, id_: str, row: TechniqueRow) -> Technique | None:
    best: Technique | None = None
    suffix = id_.partition(":")[2]
    skills = (suffix,) if suffix else row.prereq_any
    knows = row.basic or any(levels.known(s) is not None for s in skills)
    if knows and all(levels.known(s) is not None for s in row.needs_also):
        best = levels.maneuvers.get(id_)
        if best is None and (levels.sheet.is_master or not row.cinematic):
            best = levels.free_level(id_)
    if row.untrained is not None and row.untrained.source in levels.attributes:
        level = levels.attributes[row.untrained.source] + row.untrained.mod
        if best is None or level > best.level:
            best = Technique(level, UNTRAINED, row.untrained.source, 0)
    return best


def skill_damage(levels: Levels, row: TechniqueRow, skill: str) -> int:
    """What the skill of a technique adds to its damage.

    Source: C-13; by the skill's own level, never the maneuver's.
    """
    t = tables()
    level = levels.known(skill) if skill in t.skills else None
    if level is None:
        return 0
    part = t.skills[skill].kick_bonus_div if row.kind == "kick" else t.skills[skill].punch_bonus_div
    return level // part if part else 0


def technique_damage(levels: Levels, id_: str, skill: str, thrust: Dice, swing: Dice) -> Dice | None:
    """The damage roll of a technique done with a skill, or None when it does none. Source: C-11 to C-14."""
    row = tables().technique(id_)
    if row.damage == "none":
        return None
    base = thrust if row.damage == "thr" else swing
    return base.plus(row.dmg_mod + skill_damage(levels, row, skill))


def act_techniques(techniques: Mapping[str, Technique]) -> dict[str, str]:
    """The technique each act uses here: of several the one with the best level.

    Others are acts themselves.
    """
    t = tables()
    found: dict[str, str] = {}
    alone = {act.uses[0] for act in t.acts.values() if len(act.uses) == 1}
    for id_, act in t.acts.items():
        there = [u for u in act.uses if u in techniques]
        if there:
            found[id_] = max(there, key=lambda u: techniques[u].level)
    for id_ in techniques:
        if id_ not in alone and id_ not in t.acts:
            found[id_] = id_
    return found


def all_damage(
    levels: Levels, techniques: Mapping[str, Technique], thrust: Dice, swing: Dice
) -> dict[str, Dice]:
    """Damage by act."""
    found: dict[str, Dice] = {}
    for act, id_ in act_techniques(techniques).items():
        dice = technique_damage(levels, id_, techniques[id_].skill, thrust, swing)
        if dice is not None:
            found[act] = dice
    return found


def without_specialty(levels: Mapping[str, int]) -> dict[str, int]:
    """Skill levels by bare id, the best of several specialties.

    For those who do not care which language it is.
    """
    best: dict[str, int] = {}
    for key, level in levels.items():
        best[bare(key)] = max(level, best.get(bare(key), level))
    return best
