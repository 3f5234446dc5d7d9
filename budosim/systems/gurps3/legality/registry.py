"""The registry of legality rules, and the case every rule looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from budosim.systems.gurps3.accounts import Account, account
from budosim.systems.gurps3.decisions import Approvals
from budosim.systems.gurps3.findings import Both, Finding, finding, plain
from budosim.systems.gurps3.legality.style_lists import StyleLists
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.sheet import Entry, Listed, Sheet, Skill, Spell, Spot
from budosim.systems.gurps3.tables import tables

Check = Callable[["Case"], Iterator[Finding]]
RULES: dict[str, Check] = {}
"""Every rule by its id, in the order they are told."""


def rule(id_: str) -> Callable[[Check], Check]:
    """Enter a function as the rule `id_`: it yields a finding for every breach it sees."""

    def enter(check: Check) -> Check:
        if id_ in RULES or id_ not in tables().rules:
            raise KeyError(id_)
        RULES[id_] = check
        return check

    return enter


@dataclass(frozen=True)
class Case:
    """One sheet under one regulation, with everything several rules ask for."""

    sheet: Sheet
    regulation: Regulation
    approvals: Approvals | None = None

    @cached_property
    def levels(self) -> Levels:
        """Levels as bought."""
        return Levels(self.sheet, None, self.regulation)

    @cached_property
    def account(self) -> Account:
        """The sums of the sheet."""
        return account(self.sheet, self.regulation)

    @cached_property
    def style_lists(self) -> StyleLists | None:
        """The learned skills by the lists of the style; none without a style anybody knows."""
        style = self.sheet.style
        if style is None or style.id is None:
            return None
        return StyleLists(self.sheet, style, self.levels, self.regulation.whole("style.free_cp"))

    @property
    def age(self) -> int | None:
        """The entrant's age; None stops every rule that counts by it."""
        return self.sheet.entrant.age

    def say(
        self, rule_id: str, spot: Spot, *, suggestion: Both | None = None, variant: str = "", **fields: Any
    ) -> Finding:
        """A finding of a rule at a place; `variant` picks another message of the rule."""
        return finding(rule_id, spot.where, spot.line, suggestion=suggestion, variant=variant, **fields)

    def faulty(self, where: str) -> bool:
        """Whether the file already has a fault (F-03, F-05, F-09) at this place, which then is enough."""
        return any(f.where == where or f.where.startswith(f"{where}.") for f in self.sheet.findings)

    def skill_cap(self, entry: Skill | Spell) -> int | None:
        """The most CP this skill may hold: age, + 20 or + 10 for the one named, at most 48. Source: L-14."""
        if self.age is None:
            return None
        rules = self.regulation
        bonus = (
            self.cap_bonus.get(entry.key, self.cap_bonus.get(entry.id or "", 0))
            if entry.kind == "skill"
            else 0
        )
        return min(rules.whole("skills.absolute"), self.age * rules.whole("skills.cap_per_year") + bonus)

    @cached_property
    def cap_bonus(self) -> dict[str, int]:
        """Which skill's CP cap is raised, and by how much.

        The master's one, or severe training's, never both.
        """
        bonus: dict[str, int] = {}
        training = self.sheet.trait("severe_training")
        if training is not None and len(training.applies_ids) == 1 and training.applies_ids[0]:
            bonus[training.applies_ids[0]] = self.regulation.whole("skills.severe_training_bonus")
        master = self.sheet.trait("trained_by_a_master")
        skill = master.applies_ids[0] if master is not None and len(master.applies_ids) == 1 else None
        if skill and tables().skill(skill).tbm_cap:
            bonus = {skill: self.regulation.whole("skills.master_bonus")}
        return bonus

    @cached_property
    def known_spells(self) -> tuple[Spell, ...]:
        """Learned spells with a known name, each once."""
        seen: dict[str, Spell] = {}
        for spell in self.sheet.spells:
            if spell.id is not None and spell.halves >= 1:
                seen.setdefault(spell.id, spell)
        return tuple(seen.values())


def item_of(entry: Entry | Listed, kind: str = "") -> Both:
    """The name of an entry for messages: the standard name, or what was written when nobody knows it."""
    kind = kind or (entry.kind if isinstance(entry, Entry) else "skill")
    if entry.id is None or kind == "combination":
        return Both(entry.text, entry.text)
    key = entry.key if isinstance(entry, Entry) else entry.id
    return named(kind, key)


def named(kind: str, key: str) -> Both:
    """The standard name of an id in both languages."""
    t = tables()
    return Both(t.label(kind, key, "ja"), t.label(kind, key, "en"))


def change(ja: str, en: str, **fields: Any) -> Both:
    """A suggestion with its numbers filled in."""
    both = {k: v if isinstance(v, Both) else Both(plain(v), plain(v)) for k, v in fields.items()}
    return Both(
        ja.format_map({k: v.ja for k, v in both.items()}), en.format_map({k: v.en for k, v in both.items()})
    )


def points(halves: int) -> Fraction:
    """Half points as points."""
    return Fraction(halves, 2)
