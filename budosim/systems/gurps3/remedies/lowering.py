"""Where a sheet can save CP: every smaller amount of an entry, and the least savings that reach a sum."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from budosim.systems.gurps3.legality.registry import Case, points
from budosim.systems.gurps3.points import attribute_cost, maneuver_cost, trait_prices
from budosim.systems.gurps3.remedies.edits import Edit, Remove, SetAttribute, SetPoints
from budosim.systems.gurps3.sheet import Combination, Entry, Maneuver, Skill, Spell, Trait
from budosim.systems.gurps3.tables import tables

HIGHEST = 200
"""Half points up to which smaller amounts are looked for step by step."""
GONE = 4
"""An entry given up weighs as much as this many levels."""
ATTRIBUTE = 10
"""A point of an attribute weighs as much as this many levels: everything stands on it."""
_PAIRED = 24
_MOST = 12


@dataclass(frozen=True)
class Saving:
    """One way to save: what it frees and how many levels it costs."""

    edit: Edit
    of: object
    freed: Fraction
    lost: int


def smaller(case: Case, entry: Entry) -> Iterator[tuple[Fraction, int]]:
    """Every smaller amount of an entry that buys another level, with the levels lost; the largest first."""
    if isinstance(entry, (Skill, Spell)):
        yield from _smaller_skill(case, entry)
    elif isinstance(entry, Maneuver):
        found = case.levels.maneuver(entry)
        if found is not None and entry.id is not None:
            grade = tables().technique(entry.id).difficulty
            for bought in range(min(found.bought, HIGHEST), 0, -1):
                cp = points(maneuver_cost(grade, bought))
                if entry.cp is not None and cp < entry.cp:
                    yield cp, found.bought - bought
            if entry.cp:
                yield Fraction(0), found.bought
    elif isinstance(entry, Trait) and entry.id is not None and entry.cp is not None:
        prices = trait_prices(tables().traits[entry.id]) or ()
        for lost, price in enumerate(sorted((p for p in prices if 0 < p < entry.cp), reverse=True), start=1):
            yield Fraction(price), 2 * lost


def _smaller_skill(case: Case, entry: Skill | Spell) -> Iterator[tuple[Fraction, int]]:
    halves = min(entry.halves, HIGHEST)
    level = case.levels.level_at(entry, entry.halves)
    if level is None:
        return
    while halves >= 1:
        least = case.levels.cheapest(entry, halves)
        if least < entry.halves:
            yield points(least), level - (case.levels.level_at(entry, least) or 0)
        halves = least - 1


def savings(case: Case, entries: Iterable[Entry], attributes: bool = False) -> list[Saving]:
    """Every way to save on these entries (and on attributes)."""
    found: list[Saving] = []
    for entry in entries:
        if entry.cp is None or entry.cp <= 0:
            continue
        for cp, lost in smaller(case, entry):
            found.append(Saving(SetPoints(entry, cp), entry, entry.cp - cp, lost))
        weight = GONE if not isinstance(entry, Combination) else 2
        found.append(Saving(Remove(entry), entry, entry.cp, weight + _levels(case, entry)))
    if attributes:
        for name, value in case.sheet.attributes.items():
            for n in range(1, min(value, HIGHEST) - 9):
                freed = Fraction(attribute_cost(value) - attribute_cost(value - n), 2)
                found.append(Saving(SetAttribute(name, value - n), name, freed, ATTRIBUTE * n))
    return found


def _levels(case: Case, entry: Entry) -> int:
    """Levels an entry holds above its first."""
    lost = [n for _, n in smaller(case, entry)]
    return max(lost, default=0)


def reach(found: Sequence[Saving], wanted: Fraction, barred: Collection[object] = ()) -> Iterator[tuple[Edit, ...]]:
    """Sets of savings that free at least `wanted`, the least first; then what frees much, together."""
    usable = [s for s in found if not any(s.of is b for b in barred)]
    options: list[tuple[Fraction, int, int, tuple[Saving, ...]]] = [
        (s.freed, 1, s.lost, (s,)) for s in usable if s.freed >= wanted
    ]
    small = sorted((s for s in usable if s.freed < wanted), key=lambda s: (s.lost, s.freed))[:_PAIRED]
    options += [
        (a.freed + b.freed, 2, a.lost + b.lost, (a, b))
        for a, b in combinations(small, 2)
        if a.of is not b.of and a.freed + b.freed >= wanted
    ]
    for _, _, _, chosen in sorted(options, key=lambda o: o[:3]):
        yield tuple(s.edit for s in chosen)
    yield from _together(usable, wanted)


def _together(usable: Sequence[Saving], wanted: Fraction) -> Iterator[tuple[Edit, ...]]:
    """Many savings at once, the cheapest a CP first, for sheets far over a sum."""
    chosen: list[Saving] = []
    for saving in sorted(usable, key=lambda s: (Fraction(s.lost) / s.freed, -s.freed)):
        if not any(saving.of is other.of for other in chosen):
            chosen.append(saving)
        if sum(s.freed for s in chosen) >= wanted or len(chosen) == _MOST:
            break
    if len(chosen) > 2 and sum(s.freed for s in chosen) >= wanted:
        yield tuple(s.edit for s in chosen)
