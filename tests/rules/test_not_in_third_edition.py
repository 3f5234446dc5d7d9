"""What 3e does not have must not come in by habit (combat.md §12)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from inspect import getmembers, isclass

import pytest
from ring import Fight

from budosim.combat.gurps3 import ids, records
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.tables import tables

Make = Callable[..., Fight]

FOREIGN = re.compile(
    r"""deceptive | rapid_?strike | telegraph | committed | defensive_attack | evaluate | mighty_?blow | extra_?effort
    | size_?mod | perception | striking_?st | lifting_?st | basic_?lift | feverish | flurry | heroic | shock_?cap
    | setup_attack | cross_?parry | slip | acrobatic_stand""",
    re.VERBOSE,
)
"""Words of later editions' manoeuvres, attributes and options."""
KEPT = {"Rules.evaluate"}
"""The ruling on whether such a manoeuvre exists, R-10, whose only reading is "off"."""


def names() -> Iterator[str]:
    """Every enumerator, record field and table id of the engine, in lower case."""
    for _, enum in getmembers(ids, isclass):
        if issubclass(enum, IntEnum):
            yield from (f"{enum.__name__}.{member.name.lower()}" for member in enum)
    for _, record in getmembers(records, isclass):
        for field in getattr(record, "__annotations__", {}):
            yield f"{record.__name__}.{field}"
    t = tables()
    for table in (t.techniques, t.acts, t.skills, t.spells):
        yield from (f"table.{key}" for key in table)


@pytest.mark.rule("C-12", "C-35", "C-133")
def test_no_enumerator_of_another_edition_exists() -> None:
    found = list(names())
    assert len(found) > 600
    assert "Act.punch" in found
    assert {name for name in found if FOREIGN.search(name)} == KEPT


@pytest.mark.rule("C-27", "C-28", "C-117")
def test_the_all_out_options_are_the_four_of_3e() -> None:
    """Two blows, +4, +2 damage, feint and blow; "defensive" and "light" are words of patterns without a number."""
    assert ids.OPT_NAMES == ["", "aoa", "aoa_double", "aoa_hit", "aoa_strong", "aoa_feint", "defensive", "light"]


@pytest.mark.rule("C-27", "C-28")
@pytest.mark.parametrize("opt", ["defensive", "light"])
def test_a_cautious_attack_has_no_number(ring: Make, opt: str) -> None:
    r = ring(9, ("1d", 4), me={"karate": 16, "ST": 14})
    assert r.target("punch", "torso", opt) == 16
    r.strike("punch", "torso", opt)
    assert r.last("damage")["basic"] == 5
    assert int(r.me.all_out) == 0
    assert r.guard("parry", by="me") == 10


@pytest.mark.rule("C-28")
def test_all_out_defence_adds_nothing_to_a_defence(ring: Make) -> None:
    r = ring(foe={"karate": 16})
    before = r.guard("parry"), r.guard("dodge")
    r.foe.aod = 1
    assert (r.guard("parry"), r.guard("dodge")) == before == (10, 6)


@pytest.mark.rule("C-16", "C-40")
def test_parry_and_dodge_have_no_plus_three(ring: Make) -> None:
    """Two thirds of skill and Move; not 3 + half and not speed + 3."""
    r = ring(foe={"karate": 12, "DX": 12, "HT": 12})
    assert (r.guard("parry"), r.guard("dodge")) == (8, 6)


@pytest.mark.rule("C-66", "C-68")
def test_a_retreat_gives_three_to_parries_as_well(ring: Make) -> None:
    r = ring(foe={"karate": 15})
    assert (r.guard("parry", retreat=True), r.guard("dodge", retreat=True)) == (13, 9)


@pytest.mark.rule("C-93")
def test_shock_has_no_cap(ring: Make) -> None:
    r = ring(me={"karate": 20, "HT": 20})
    r.injure(10, who="me")
    assert r.target("punch") == 11


@pytest.mark.rule("C-131")
def test_hit_points_come_from_ht_and_fatigue_from_st(ring: Make) -> None:
    r = ring(me=Brought(ST=14, HT=11))
    assert (int(r.my.max_hp), int(r.my.max_fp)) == (11, 14)


@pytest.mark.rule("C-94")
def test_no_penalty_for_depth_on_staying_conscious(ring: Make) -> None:
    r = ring(12, me={"HT": 12})
    r.me.hp = -11
    assert r.begin("me")
    assert r.last("roll")["target"] == 12


@pytest.mark.rule("C-17", "C-64")
def test_a_second_parry_is_not_at_minus_four(ring: Make) -> None:
    r = ring(9, 10, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    r.strike("punch")
    assert r.guard("parry") == 10
