"""Everything that follows from a sheet, in one record: as bought, or as it stands at the first bell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.levels import Levels, Technique
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.secondary import (
    UNTRAINED,
    armour,
    dodge,
    hands,
    move_sound,
    on_legs,
    parries,
    reach,
    reflexes,
    subturns_by_skill,
    will,
)
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import bare, tables
from budosim.systems.gurps3.technique_use import Dice, all_damage, all_techniques, read_dice


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
    thrust, swing = (read_dice(text) for text in strength[max(1, min(attributes["ST"], max(strength)))])
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
        move=on_legs(sheet, sound),
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


def without_specialty(levels: Mapping[str, int]) -> dict[str, int]:
    """Skill levels by bare id, the best of several specialties.

    For those who do not care which language it is.
    """
    best: dict[str, int] = {}
    for key, level in levels.items():
        best[bare(key)] = max(level, best.get(bare(key), level))
    return best
