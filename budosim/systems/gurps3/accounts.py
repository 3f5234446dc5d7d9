"""What a sheet spends: every pool in exact points, with the credit of disadvantages and quirks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from budosim.systems.gurps3.points import attribute_cost
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.sheet import Entry, Sheet
from budosim.systems.gurps3.tables import tables


@dataclass(frozen=True, slots=True)
class Account:
    """Points of the main pool by kind, what gives points back, and the off-match pool."""

    attributes: Fraction
    """Attributes above 10."""
    advantages: Fraction
    skills: Fraction
    maneuvers: Fraction
    combinations: Fraction
    spells: Fraction
    disadvantages_written: Fraction
    """All that disadvantages and attributes below 10 are worth (positive)."""
    disadvantages: Fraction
    """The part of it that is credited (positive)."""
    quirks: Fraction
    """Credited quirks (positive)."""
    unspent: Fraction
    off_match: Fraction

    @property
    def learned(self) -> Fraction:
        """Skills, maneuvers, combinations and spells: what the age limit of 1-4 counts."""
        return self.skills + self.maneuvers + self.combinations + self.spells

    @property
    def spent(self) -> Fraction:
        """What the sheet costs of the 250."""
        return self.attributes + self.advantages + self.learned - self.disadvantages - self.quirks


def account(sheet: Sheet, regulation: Regulation | None = None) -> Account:
    """Add up a sheet. Amounts nobody could read count as nothing; the sheet then says it is not complete."""
    rules = regulation or default_regulation()
    costs = [attribute_cost(value) for value in sheet.attributes.values()]
    given_back = Fraction(-sum(c for c in costs if c < 0), 2)
    written = given_back - sum(
        (min(d.cp or Fraction(0), Fraction(0)) for d in sheet.disadvantages if not d.off), Fraction(0)
    )
    quirks = tables().quirk_value * len(sheet.entrant.quirks)
    return Account(
        attributes=Fraction(sum(c for c in costs if c > 0), 2),
        advantages=_main(sheet.advantages),
        skills=_main(sheet.skills),
        maneuvers=_main(sheet.maneuvers),
        combinations=_main(sheet.combinations),
        spells=_main(sheet.spells),
        disadvantages_written=written,
        disadvantages=min(written, Fraction(rules.whole("points.disadvantages"))),
        quirks=Fraction(min(quirks, rules.whole("points.quirks"))),
        unspent=sheet.entrant.unspent_cp,
        off_match=sum((e.cp or Fraction(0) for e in sheet.entries() if e.off), Fraction(0)),
    )


def _main(entries: tuple[Entry, ...] | tuple[object, ...]) -> Fraction:
    return sum((e.cp or Fraction(0) for e in entries if isinstance(e, Entry) and not e.off), Fraction(0))
