"""Magic as far as a sheet decides it (M-01 to M-06): entry, levels, limits, and the smallest sets of spells."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from sheet_bench import B, Op, add, drop, put, rules_of, sheet

from budosim.systems.gurps3.legality import check_sheet
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.sheet import Sheet, Spell, Spot
from budosim.systems.gurps3.tables import tables

SETS = {
    "stun": (4, 4), "clumsiness": (3, 3), "tanglefoot": (4, 4), "strike_blind": (5, 3), "total_paralysis": (7, 7),
    "deathtouch": (8, 8), "daze": (2, 2), "sleep": (3, 3), "mental_stun": (3, 3), "haste": (1, 1),
    "great_haste": (2, 2),
    "shield": (1, 1), "armor": (2, 2), "iron_arm": (5, 1), "barrier": (11, 2), "minor_healing": (3, 3),
    "major_healing": (4, 4), "fireball": (4, 4), "lightning": (7, 7), "stone_missile": (5, 5), "ice_dagger": (6, 6),
    "flash": (3, 3), "blur": (4, 4), "invisibility": (7, 7), "ward": (1, 1), "dispel_magic": (14, 2),
}  # fmt: skip
"""Spells in the smallest set that holds each, and how many of them are of its college."""


def closed(ids: tuple[str, ...]) -> list[str]:
    """The spells with whatever they name as prerequisites, in an order in which they can be learned."""
    spells, found = tables().spells, []

    def learn(id_: str) -> None:
        if id_ in found:
            return
        for need in spells[id_].prereq:
            learn(need)
        if spells[id_].prereq_any and not any(need in found for need in spells[id_].prereq_any):
            learn(min(spells[id_].prereq_any, key=lambda need: len(closed((need,)))))
        found.append(id_)

    for id_ in ids:
        learn(id_)
    return found


def builds_on(spell: str, root: str) -> bool:
    return any(need == root or builds_on(need, root) for need in tables().spells[spell].prereq)


@cache
def smallest(target: str) -> tuple[str, ...]:
    """The smallest set: what the spell names, and as many easy ones as it counts."""
    spells, have = tables().spells, closed((target,))
    for id_ in list(have):
        for college, n in spells[id_].prereq_count:
            while len(counted(have, id_, college)) < n:
                known = counted(have, id_, college)
                have.insert(0, next(s for s in easy(have) if fits(s, college, known)))
    return tuple(have)


def counted(have: list[str], spell: str, college: str) -> set[str]:
    others = [s for s in have if s != spell and not builds_on(s, spell)]
    colleges = {tables().spells[s].college for s in others}
    if college in ("any", "colleges"):
        return set(others) if college == "any" else colleges
    return {s for s in others if tables().spells[s].college == college}


def fits(spell: str, college: str, known: set[str]) -> bool:
    own = tables().spells[spell].college
    return college == "any" or (own not in known if college == "colleges" else own == college)


def easy(have: list[str]) -> list[str]:
    return [
        id_
        for id_, row in tables().spells.items()
        if id_ not in have and row.source == "magic" and row.magery_min <= 1 and not row.prereq_count
        if set(row.prereq) <= set(have) and (not row.prereq_any or set(row.prereq_any) & set(have))
    ]  # fmt: skip


def caster(spells: tuple[str, ...]) -> Sheet:
    """Somebody who learned each of these for a point, clever enough for base 16."""
    strong = [put("attributes.IQ", 16), put("attributes.DX", 14), put("advantage.magery.cp", 35)]
    read = sheet(B, *strong, drop("advantage.magery.level"))
    known = [Spell(kind="spell", text=s, id=s, cp=Fraction(1), spot=Spot(f"spells.{s}", None)) for s in spells]
    return replace(read, spells=tuple(known))


@pytest.mark.rule("M-05")
@pytest.mark.parametrize("spell", SETS)
def test_m_05_the_smallest_set_is_accepted_and_refused_without_any_one(spell: str) -> None:
    known = smallest(spell)
    college = tables().spells[spell].college
    assert (len(known), sum(tables().spells[s].college == college for s in known)) == SETS[spell]
    assert "L-63" not in check_sheet(caster(known)).rules
    for gone in known:
        if gone != spell:
            assert "L-63" in check_sheet(caster(tuple(s for s in known if s != gone))).rules, gone


@pytest.mark.rule("M-01", "M-02")
def test_m_01_and_m_02_who_may_cast() -> None:
    magic = {"L-21", "L-22", "L-23"}
    assert not rules_of(B) & magic
    assert rules_of(B, put("advantage.unusual_background_magic.cp", 19)) & magic == {"L-21"}
    assert rules_of(B, drop("skill.philosophy")) & magic == {"L-22"}
    assert rules_of(B, drop("advantage.magery")) & magic == {"L-23"}


@pytest.mark.rule("M-02")
@pytest.mark.parametrize(("cp", "level"), [(15, 1), (25, 2), (35, 3)])
def test_m_02_magery_counts_for_spells_and_nothing_else(cp: int, level: int) -> None:
    levels = Levels(sheet(B, put("advantage.magery.cp", cp), drop("advantage.magery.level")))
    assert levels.magery == level
    assert levels.spells["itch"].value == 14 + level
    assert levels.skills["body_language"].value == 16


@pytest.mark.rule("M-04")
def test_m_04_limits_of_cp_in_spells() -> None:
    three: list[Op] = [drop("spell.clumsiness"), drop("spell.stun")]
    assert "L-20" not in rules_of(B, *three, *(put(f"spell.{s}.cp", 3) for s in ("itch", "spasm", "pain")))
    assert "L-20" in rules_of(B, *three, *(put(f"spell.{s}.cp", 3.5) for s in ("itch", "spasm", "pain")))
    young = [put("entrant.age", 18)]
    many = [add("spell", {"id": s, "cp": 12}) for s in ("daze", "haste", "light", "ignite_fire")]
    assert "L-19" not in rules_of(B, *young, *many)
    assert "L-19" in rules_of(B, *young, *many, add("spell", {"id": "seek_water", "cp": 5}))


@pytest.mark.rule("M-04")
def test_m_04_a_spell_counts_in_one_college_only() -> None:
    colleges = {row.college for row in tables().spells.values()}
    assert all(row.college in colleges for row in tables().spells.values())
    assert "L-20" in rules_of(B, put("spell", []), *(add("spell", {"id": s, "cp": 2}) for s in ("light", "haste")))


@pytest.mark.rule("M-06")
def test_m_06_spells_of_the_grimoire_are_off_until_allowed() -> None:
    block = add("spell", {"id": "block_spell", "cp": 0.5})
    assert "L-26" in rules_of(B, block)
    rules = default_regulation().with_values({"magic.allow_grimoire": True})
    assert "L-26" not in check_sheet(sheet(B, block), rules).rules
