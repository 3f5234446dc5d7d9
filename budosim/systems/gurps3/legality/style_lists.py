"""The learned skills of a sheet by the lists of its style, as clause 1-7 compares them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.sheet import Sheet, Skill, Style
from budosim.systems.gurps3.tables import bare


@dataclass(frozen=True, slots=True)
class Compared:
    """A learned main-pool skill as 1-7 sees it."""

    entry: Skill
    id: str
    tier: str
    level: int
    cp: Fraction


class StyleLists:
    """The learned skills of a sheet by the lists of its style, with the lowest of each. Source: 1-7.

    Fields:
        free: up to this many CP no comparison binds a skill.
    """

    def __init__(self, sheet: Sheet, style: Style, levels: Levels, free: int) -> None:
        self.style = style
        self.all = list(_compared(sheet, style, levels))
        self.free = free

    def of(self, tier: str) -> list[Compared]:
        """Skills of a list that the comparison binds: more than 1 CP."""
        return [c for c in self.all if c.tier == tier and c.cp > self.free]

    def lowest(self, *tiers: str) -> list[Compared]:
        """The counted skills of the first of these lists in which any is learned.

        Mere prerequisites never count; of a skill that stands twice (F-04) the better entry does.
        """
        for tier in tiers:
            counted: dict[str, Compared] = {}
            for c in self.all:
                if c.tier == tier and not self.style.is_prereq_only(c.id):
                    other = counted.get(c.entry.key)
                    if other is None or c.cp > other.cp:
                        counted[c.entry.key] = c
            if counted:
                return list(counted.values())
        return []


def _compared(sheet: Sheet, style: Style, levels: Levels) -> list[Compared]:
    out = []
    for entry in sheet.skills:
        if entry.id is None or entry.off or entry.cp is None or entry.halves < 1:
            continue
        found = levels.skill(entry)
        if found is not None:
            id_ = bare(entry.id)
            out.append(Compared(entry, id_, style.tier(id_) or "outside", found.value, entry.cp))
    return out
