"""The techniques a fighter can use, bought or by default, the acts they serve, and the damage they do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from budosim.systems.gurps3.levels import Levels, Technique
from budosim.systems.gurps3.secondary import UNTRAINED
from budosim.systems.gurps3.tables import TechniqueRow, tables

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
