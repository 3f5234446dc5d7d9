"""Legal moves of a build: what one more step of everything costs, and how a step is paid by giving up others.

A move is only told when the sheet it leads to passes every rule of the regulation; a sheet that was refused before
may keep the faults it had, but gets no new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from budosim.systems.gurps3.accounts import account
from budosim.systems.gurps3.decisions import Approvals
from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.registry import RULES, Case, change, points
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.points import attribute_cost, maneuver_cost, trait_prices
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.remedies.edits import Add, Edit, SetAttribute, SetPoints, apply_all
from budosim.systems.gurps3.remedies.lowering import Saving, savings
from budosim.systems.gurps3.sheet import Entry, Maneuver, Sheet, Skill, Spell, Trait
from budosim.systems.gurps3.tables import bare, tables

HIGHEST = 40
"""Half points a next level is looked for ahead."""
PAID_BY = 6
"""Ways a step is paid for that are tried."""


@dataclass(frozen=True)
class Move:
    """A legal change and the sheet it leads to.

    Fields:
        item: the place of what rises, in the sheet's own words.
        cp: what the step costs; what pays for it is not taken off.
        text: the change in words.
    """

    item: str
    cp: Fraction
    edits: tuple[Edit, ...]
    sheet: Sheet
    text: Both


class Build:
    """A sheet under a regulation, and where it can go."""

    def __init__(self, sheet: Sheet, regulation: Regulation | None = None, approvals: Approvals | None = None) -> None:
        self.sheet = sheet
        self.regulation = regulation or default_regulation()
        self.approvals = approvals
        self.case = Case(sheet, self.regulation, approvals)
        self.faults = faults(self.case)
        self.total = self.regulation.whole("points.total")

    def steps(self) -> Iterator[tuple[Edit, Fraction]]:
        """The next step up of everything that may have one, with its price."""
        for name, value in self.sheet.attributes.items():
            yield SetAttribute(name, value + 1), points(attribute_cost(value + 1) - attribute_cost(value))
        for entry in self.sheet.entries():
            if not entry.off and entry.id is not None and entry.cp is not None:
                cp = self._next(entry)
                if cp is not None:
                    yield SetPoints(entry, cp), cp - entry.cp
        yield from self._new()

    def _next(self, entry: Entry) -> Fraction | None:
        """The fewest CP that buy more of an entry."""
        if isinstance(entry, (Skill, Spell)):
            level = self.case.levels.level_at(entry, entry.halves)
            for halves in range(entry.halves + 1, entry.halves + HIGHEST + 1):
                found = self.case.levels.level_at(entry, halves)
                if found is not None and (level is None or found > level):
                    return points(halves)
            return None
        if isinstance(entry, Maneuver):
            found_now = self.case.levels.maneuver(entry)
            if found_now is None or entry.id is None:
                return None
            return points(maneuver_cost(tables().technique(entry.id).difficulty, found_now.bought + 1))
        if isinstance(entry, Trait) and entry.kind == "advantage" and entry.id is not None and entry.cp is not None:
            prices: tuple[int, ...] = trait_prices(tables().traits[entry.id]) or ()
            higher: list[int] = [price for price in prices if Fraction(price) > entry.cp]
            return Fraction(min(higher)) if higher else None
        return None

    def _new(self) -> Iterator[tuple[Edit, Fraction]]:
        """What the style offers and the sheet has not."""
        style = self.sheet.style
        if style is None:
            return
        t = tables()
        skills = {bare(s.id) for s in self.sheet.skills if s.id is not None}
        for tier in ("primary", "secondary", "optional", "manga"):
            for listed in style.lists.get(tier, ()):
                if listed.id is not None and listed.id not in skills and not t.skill(listed.id).family:
                    skills.add(listed.id)
                    yield Add("skill", listed.id, Fraction(1)), Fraction(1)
        known = {m.id for m in self.sheet.maneuvers}
        for listed in (*style.maneuvers, *style.cinematic_maneuvers):
            if listed.id is None or listed.id in known:
                continue
            row = t.technique(listed.id)
            ids = [listed.id]
            if row.family and ":" not in listed.id:
                ids = [f"{listed.id}:{skill}" for skill in sorted(skills) if t.skill(skill).action_skill]
            for one in ids:
                if one not in known:
                    cp = points(maneuver_cost(row.difficulty, 1))
                    yield Add("maneuver", one, cp), cp

    def tried(self, edits: Sequence[Edit]) -> Sheet | None:
        """The sheet after some edits; None when it is refused for something it was not refused for before."""
        over = account(_applied(self.sheet, edits, self), self.regulation).spent
        if over > max(Fraction(self.total), self.case.account.spent):
            return None
        sheet = _applied(self.sheet, edits, self)
        new = faults(Case(sheet, self.regulation, self.approvals)) - self.faults
        return None if new else sheet

    def moves(self) -> list[Move]:
        """Every step that is legal, in the ways it can be paid for.

        That is from unspent CP as far as they go, and by giving up something else so that they stay.
        What is unspent is worth something too, since it can be spent in the bout; so both ways are told.
        """
        saved = self._savings()
        return [move for edit, cp in self.steps() for move in self._paid(edit, cp, saved)]

    def _savings(self) -> list[Saving]:
        entries = [e for e in self.sheet.entries() if not e.off and e.kind != "disadvantage"]
        return sorted(savings(self.case, entries, attributes=False), key=lambda s: (s.lost, s.freed))

    def _paid(self, edit: Edit, cp: Fraction, saved: Sequence[Saving]) -> Iterator[Move]:
        """The step paid with what is unspent, and the step paid by giving something up."""
        unspent = self.sheet.entrant.unspent_cp
        told_of: list[tuple[Edit, ...]] = []
        for wanted in dict.fromkeys((max(Fraction(0), cp - unspent), cp)):
            enough = [s for s in saved if s.freed >= wanted and s.edit.place != edit.place][:PAID_BY]
            ways: list[tuple[Edit, ...]] = [(edit, s.edit) for s in enough] if wanted else [(edit,)]
            for way in ways:
                sheet = self.tried(way)
                if sheet is not None:
                    if way not in told_of:
                        told_of.append(way)
                        yield self._move(way, cp, sheet)
                    break

    def _move(self, edits: tuple[Edit, ...], cp: Fraction, sheet: Sheet) -> Move:
        text = told(edits, self.case.levels, Levels(sheet, None, self.regulation))
        before, after = self.sheet.entrant.unspent_cp, sheet.entrant.unspent_cp
        if before != after:
            # what is unspent can be spent in the bout: a step that takes from it says so
            text = change("{text}（未使用ＣＰ {before}→{after}）", "{text} (unspent CP {before} to {after})",
                          text=text, before=number(before), after=number(after))  # fmt: skip
        return Move(edits[0].place, cp, edits, sheet, text)


def told(edits: Sequence[Edit], before: Levels, after: Levels) -> Both:
    """Edits in words."""
    said = [edit.words(before, after) for edit in edits]
    return change("{a}", "{a}", a=Both("、".join(s.ja for s in said), ", ".join(s.en for s in said)))


def faults(case: Case) -> frozenset[tuple[str, str]]:
    """What refuses a sheet: rule and place; faults of the file itself stay as they are."""
    return frozenset((f.rule, f.where) for judge in RULES.values() for f in judge(case) if f.severity == "error")


def _applied(sheet: Sheet, edits: Sequence[Edit], build: Build) -> Sheet:
    total = build.total if sheet.complete else -1
    return apply_all(sheet, edits, total, lambda s: account(s, build.regulation).spent)


__all__ = ["Build", "Move", "faults", "told"]
