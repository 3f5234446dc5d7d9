"""Combinations: the contest, the series and what breaks it, as an act and as a defence (C-37, R-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.systems.gurps3.brought import Series
from budosim.systems.gurps3.pack_arts import combination

Make = Callable[..., Fight]
THREE = (Series("三日月", ("punch", "elbow_strike", "knee_strike")),)
COMBO: dict[str, Any] = {"a": "combo", "name": "三日月", "at": ["torso"]}
FIGHTER: dict[str, Any] = {"ST": 12, "DX": 14, "karate": 16, "combos": THREE}
FOE: dict[str, Any] = {"HT": 16, "brawling": 15}


def attacks(r: Fight) -> list[str]:
    """The blows that were struck."""
    return [str(e["act"]) for e in r.events if e["k"] == "attack"]


@pytest.mark.rule("C-37")
def test_c_37_won_the_whole_series_is_carried_out(ring: Make) -> None:
    """Karate 18 rolls 12 (+6) against 15 and 13 (+2): three attack rolls, each at its own level."""
    r = ring(12, 13, 14, [1], 14, [1], 14, [1], me={**FIGHTER, "karate": 18, "master": True}, foe=FOE, distance=0)
    r.turn("me", COMBO, COMBO)
    assert r.story[0] == "contest combination 6:2 me"
    assert attacks(r) == ["punch", "elbow", "knee"]
    assert [e["base"] for e in r.events if e["k"] == "attack"] == [18, 16, 17]
    assert r.acts == ["a 2.1 combo torso", "a 2.2 wait"]  # once a turn


@pytest.mark.rule("C-37")
@pytest.mark.parametrize("mine", [14, 15])
def test_c_37_lost_or_tied_only_the_first_move_is_made(ring: Make, mine: int) -> None:
    r = ring(mine, 13, 17, me=FIGHTER, foe=FOE, distance=0)
    r.turn("me", COMBO)
    assert attacks(r) == ["punch"]


@pytest.mark.rule("C-37")
def test_c_37_it_breaks_off_where_a_move_is_impossible(ring: Make) -> None:
    """The foe retreats from the first blow, out of reach of an elbow with no step left."""
    r = ring(10, 13, 10, 15, [1], me=FIGHTER, foe={**FOE, "DX": 14}, distance=2)
    r.defends("foe", "dodge", retreat=True)
    r.me.walked = 9
    r.turn("me", COMBO)
    assert attacks(r) == ["punch"]


@pytest.mark.rule("C-37")
def test_c_37_no_riposte_into_a_series_that_was_won(ring: Make) -> None:
    r = ring(10, 14, 10, 10, 10, 10, 16, me=FIGHTER, foe={"karate": 16}, distance=0)
    r.defends("foe", "riposte", "parry", "dodge")
    r.turn("me", COMBO)
    assert "riposte" not in {e["defence"] for e in r.events if e["k"] == "defence"}


@pytest.mark.rule("C-37", "R-12")
def test_r_12_a_sub_turn_for_every_move(ring: Make) -> None:
    fast = {**FIGHTER, "karate": 18, "master": True}
    r = ring(12, 13, 14, [1], 14, [1], 14, [1], me=fast, foe=FOE, distance=0, rules={"combination_cost": "per_element"})
    assert r.my.subturns == 3
    r.turn("me", COMBO, "feint")
    assert r.acts == ["a 2.1 combo torso"]


@pytest.mark.rule("C-37", "R-12")
def test_r_12_one_sub_turn_for_all(ring: Make) -> None:
    fast = {**FIGHTER, "karate": 18, "master": True}
    r = ring(12, 13, 14, [1], 14, [1], 14, [1], me=fast, foe=FOE, distance=0)
    r.turn("me", COMBO, "wait")
    assert r.acts == ["a 2.1 combo torso", "a 2.2 wait"]


@pytest.mark.rule("C-37")
def test_c_37_begun_with_a_parry_it_is_a_defence(ring: Make) -> None:
    """The contest, the parry, and the other moves at once in the foe's turn; it costs a sub-turn of the next."""
    counter = {**FIGHTER, "combos": (Series("返し", ("parry", "punch", "elbow_strike")),)}
    r = ring(10, 10, 12, 10, 10, [1], 10, [1], me={"HT": 16, "DX": 13}, foe=counter, distance=0)
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "combo", "name": "返し", "at": ["torso"]}}], "rest": "only"})
    r.turn("me", ("punch", "torso"))
    assert [line.split()[0] for line in r.story[:3]] == ["attack", "contest", "defence"]
    assert next(e for e in r.events if e["k"] == "defence")["defence"] == "combo"
    struck = [(e["who"], e["act"]) for e in r.events if e["k"] == "attack"]
    assert struck == [("a", "punch"), ("b", "punch"), ("b", "elbow")]
    assert (r.foe.owed, r.foe.series_used, r.foe.in_series) == (1, 1, 0)


@pytest.mark.rule("C-37")
def test_c_37_a_lost_contest_leaves_a_plain_parry(ring: Make) -> None:
    counter = {**FIGHTER, "combos": (Series("返し", ("parry", "punch")),)}
    r = ring(10, 15, 8, 10, me={"HT": 16, "DX": 13}, foe=counter, distance=0)
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "combo", "name": "返し"}}], "rest": "only"})
    r.turn("me", ("punch", "torso"))
    assert attacks(r) == ["punch"]
    assert r.foe.owed == 0


def test_a_combination_is_found_by_its_name_or_its_moves() -> None:
    assert combination(THREE, "三日月", []) == ["punch", "elbow", "knee"]
    assert combination(THREE, "", ["punch", "elbow", "knee"]) == ["punch", "elbow", "knee"]
    assert combination(THREE, "満月", []) == []
    assert combination((Series("x", ("judo", "kicking")),), "x", ["grapple", "low_kick"]) == ["grapple", "low_kick"]
