"""Rules on spells. A sheet without spells meets none of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import Case, item_of, named, rule
from budosim.systems.gurps3.sheet import Spell
from budosim.systems.gurps3.tables import SpellRow, tables

HALF = 0.5
"""The least a spell can cost."""


@rule("L-19")
def growth_points(case: Case) -> Iterator[Finding]:
    """Spells cost at most age x 4: growth CP cannot pay for them. Source: 1-4."""
    if case.age is None or not case.sheet.spells:
        return
    cap = case.age * case.regulation.whole("skills.total_per_year")
    n = case.account.spells
    if n > cap:
        yield case.say("L-19", case.sheet.spot("spells"), n=n, cap=cap)


@rule("L-20")
def points_per_spell(case: Case) -> Iterator[Finding]:
    """CP in one spell are at most the number of known spells of its college, itself included.

    Source: 1-4, 1-8.
    """
    t = tables()
    half = bool(case.regulation["magic.count_half_cp"])
    for spell in case.known_spells:
        college = t.spells[spell.id or ""].college
        n = sum(1 for s in case.known_spells if t.spells[s.id or ""].college == college and (half or s.cp != HALF))
        if spell.cp is not None and spell.cp > n:
            yield case.say("L-20", spell.spot, spell=item_of(spell), cp=spell.cp, n=n)


@rule("L-21")
def magic_background(case: Case) -> Iterator[Finding]:
    """Spells need the background that allows magic, at 20 CP or more. Source: 1-8 (M-01)."""
    if not case.sheet.spells:
        return
    cap = case.regulation.whole("magic.background_cp")
    trait = case.sheet.trait("unusual_background_magic")
    if trait is None or (trait.cp is not None and trait.cp < cap):
        spot = trait.spot if trait is not None else case.sheet.spells[0].spot
        yield case.say("L-21", spot, cap=cap)


@rule("L-22")
def magic_philosophy(case: Case) -> Iterator[Finding]:
    """Spells need a philosophy or a theology, at any level unless the regulation names one. Source: 1-8 (M-01)."""
    least = case.regulation.whole("magic.skill_level")
    levels = case.levels.skills
    if case.sheet.spells and not any(
        s.id in case.regulation.names("magic.philosophies") and s.halves >= 1
        and (least == 0 or (s.key in levels and levels[s.key].value >= least))
        for s in case.sheet.skills
    ):  # fmt: skip
        yield case.say("L-22", case.sheet.spells[0].spot)


@rule("L-23")
def magery(case: Case) -> Iterator[Finding]:
    """In low mana only mages cast. Source: 1-8 (M-02)."""
    if not case.sheet.spells or not case.regulation["magic.low_mana_requires_magery"]:
        return
    if case.levels.magery < 1:
        yield case.say("L-23", case.sheet.spells[0].spot)


@rule("L-63")
def spell_prerequisites(case: Case) -> Iterator[Finding]:
    """Every prerequisite of a spell is met, spells at base level 12 or more. Source: 1-8 (M-05)."""
    cap = case.regulation.whole("magic.prerequisite_level")
    for spell in case.known_spells:
        for missing in _missing(case, tables().spells[spell.id or ""], cap):
            yield case.say("L-63", spell.spot, spell=item_of(spell), item=missing, cap=cap)


def missing_spells(case: Case, row: SpellRow, cap: int) -> Iterator[str]:
    """The spells a spell asks for by name that are not known well enough; of several that would do the first."""
    levels = {id_: level.value for id_, level in case.levels.spells.items()}
    yield from (need for need in row.prereq if levels.get(need, 0) < cap)
    if row.prereq_any and not any(levels.get(need, 0) >= cap for need in row.prereq_any):
        yield row.prereq_any[0]


def _missing(case: Case, row: SpellRow, cap: int) -> Iterator[Both]:
    levels = {id_: level.value for id_, level in case.levels.spells.items()}
    for need in row.prereq:
        if levels.get(need, 0) < cap:
            yield named("spell", need)
    if row.prereq_any and not any(levels.get(need, 0) >= cap for need in row.prereq_any):
        names = [named("spell", need) for need in row.prereq_any]
        yield Both("か".join(n.ja for n in names), " or ".join(n.en for n in names))
    for college, n in row.prereq_count:
        if _counted(case.known_spells, row.id, college) < n:
            yield _count_name(college, n)
    if case.levels.magery < row.magery_min:
        magery_name = named("advantage", "magery")
        yield Both(f"{magery_name.ja}{row.magery_min}レベル", f"{magery_name.en} {row.magery_min}")
    for name, least in (("IQ", row.iq_min), ("DX", row.dx_min)):
        if case.sheet.attributes.get(name, least) < least:
            yield Both(f"{NAMES[name].ja}{least}", f"{NAMES[name].en} {least}")


def _counted(known: tuple[Spell, ...], spell: str, college: str) -> int:
    """How many known spells serve the count: neither the spell itself nor one that builds on it."""
    rows = [tables().spells[s.id or ""] for s in known]
    rows = [r for r in rows if r.id != spell and not _builds_on(r.id, spell)]
    if college == "any":
        return len(rows)
    if college == "colleges":
        return len({r.college for r in rows})
    return sum(1 for r in rows if r.college == college)


@cache
def _builds_on(spell: str, root: str) -> bool:
    """Whether a spell has `root` among its prerequisites, or theirs."""
    spells = tables().spells
    return any(need == root or _builds_on(need, root) for need in spells[spell].prereq)


def _count_name(college: str, n: int) -> Both:
    if college == "any":
        return Both(f"呪文{n}種", f"{n} spells")
    if college == "colleges":
        return Both(f"{n}系統の呪文", f"spells of {n} colleges")
    name = named("college", college)
    return Both(f"{name.ja}の呪文{n}種", f"{n} {name.en} spells")
