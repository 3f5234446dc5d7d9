"""The cures of each rule, and what many of them share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.registry import Case
from budosim.systems.gurps3.remedies.doctor import Candidates, Treatment
from budosim.systems.gurps3.remedies.edits import Remove, SetPoints
from budosim.systems.gurps3.remedies.lowering import smaller
from budosim.systems.gurps3.sheet import Entry, Spot

CURES: dict[str, Treatment] = {}
"""The cures of each rule that has any; other rules say what would be right in their own words."""

HALF = Fraction(1, 2)


def cures(*ids: str) -> Callable[[Treatment], Treatment]:
    """Enter a function as the cures of these rules."""

    def enter(function: Treatment) -> Treatment:
        for id_ in ids:
            CURES[id_] = function
        return function

    return enter


def entry_of(case: Case, finding: Finding) -> Entry | None:
    """The entry a finding speaks of."""
    for entry in case.sheet.entries():
        if entry.spot == Spot(finding.where, finding.line):
            return entry
    return None


def lower_or_drop(case: Case, entry: Entry) -> Candidates:
    """Every smaller amount of an entry, then the sheet without it."""
    for cp, _ in smaller(case, entry):
        yield (SetPoints(entry, cp),)
    yield (Remove(entry),)
