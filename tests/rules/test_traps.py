"""Traps other simulators fell into: rounding, loops inside a turn, turn limits, plans that cannot be done."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ring import Fight

import budosim.combat
from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import Duel, play
from budosim.combat.gurps3.ids import Ending
from budosim.combat.gurps3.records import Scene, State

Make = Callable[..., Fight]
CORE = Path(budosim.combat.__file__).parent


def bout(r: Fight, number: int = 0, seed: int = 1) -> Any:
    """A whole bout of the two with real dice, from the states they are in; its result."""
    start = blank(State, 1, 2)
    start[0, 0], start[0, 1] = r.me, r.foe
    for side in range(2):
        start[0, side].turn = 0
    ring = r.scene.ring
    ring.dice.mode = ring.dice.will_mode = 0
    pair = Duel(ring.rules, r.sheets, ring.policies.of)
    return play(pair, start, seed, np.array([number], dtype=np.uint64), Scene(ring, None))[0]


# -- 7: rounding --------------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, int, str]]:
    """Every call of a plain name in the core, with its place."""
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                yield path.name, node.lineno, name


def test_nothing_in_the_core_rounds_to_even_or_by_chance() -> None:
    """2.5 would become 2: halves are whole numbers here, and the core divides by //."""
    found = list(calls())
    assert len(found) > 1000
    assert [call for call in found if call[2] in {"round", "rint", "around", "random", "randint", "default_rng"}] == []


def test_the_core_divides_whole_numbers_only() -> None:
    """A single slash would bring fractions in; the exact odds, which nobody compiles, count with `Fraction`."""
    slashes = [
        (path.name, node.lineno)
        for path in sorted(CORE.rglob("*.py"))
        if path.name != "odds.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    ]
    assert slashes == []


@pytest.mark.rule("C-15", "C-81")
@pytest.mark.parametrize(("basic", "injury"), [(3, 3), (4, 4), (5, 6), (6, 7)])
def test_the_necks_half_is_rounded_down(ring: Make, basic: int, injury: int) -> None:
    """Pen 2, 3, 4, 5 times one and a half."""
    r = ring(foe={"HT": 40})
    r.injure(basic, "neck")
    assert r.last("damage")["injury"] == injury


# -- 9: loops inside one turn -------------------------------------------------------------------


@pytest.mark.rule("C-72", "C-138")
def test_ripostes_against_ripostes_come_to_an_end(ring: Make) -> None:
    """All rolls good: each riposte costs a hand and a sub-turn of the next turn, so the fifth blow is dodged."""
    master = {"karate": 18, "master": True, "maneuvers": {"riposte": 18}}
    r = ring(*(9,) * 10, ("1d", 1), me=master, foe=master)
    for who in ("me", "foe"):
        r.defends(who, "riposte", "dodge")
        never = [{"a": "retreat"}, {"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]
        r.plan(who, {**r.policies[r.side(who)], "never": never})
    r.turn("me", ("punch", "torso"))
    defences = [(e["who"], e["defence"]) for e in r.events if e["k"] == "defence"]
    assert defences == [("b", "riposte"), ("a", "riposte")] * 2 + [("b", "dodge")]
    assert (int(r.me.owed), int(r.foe.owed)) == (2, 2)


@pytest.mark.rule("C-72", "C-138")
def test_with_one_sub_turn_there_is_one_riposte(ring: Make) -> None:
    plain = {"karate": 16, "maneuvers": {"riposte": 16}}
    r = ring(*(8,) * 6, ("1d", 1), me=plain, foe=plain)
    for who in ("me", "foe"):
        r.defends(who, "riposte", "dodge")
        never = [{"a": "retreat"}, {"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]
        r.plan(who, {**r.policies[r.side(who)], "never": never})
    r.turn("me", ("punch", "torso"))
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["riposte", "riposte", "dodge"]


@pytest.mark.rule("C-137", "C-138")
def test_two_who_only_riposte_end_with_a_named_reason(ring: Make) -> None:
    wait = {"rules": [{"do": {"a": "wait"}}], "react": [{"do": {"a": "riposte"}}], "rest": "only"}
    r = ring(me={"karate": 18, "maneuvers": {"riposte": 18}}, foe={"karate": 18, "maneuvers": {"riposte": 18}})
    r.plan("me", wait)
    r.plan("foe", wait)
    result = bout(r)
    assert (Ending(int(result.ending)), int(result.winner)) == (Ending.STALEMATE, -1)
    assert [int(n) for n in result.turns] == [120, 120]


# -- 10: limit N ends at N ----------------------------------------------------------------------


@pytest.mark.rule("C-135", "R-45", "R-47")
def test_a_bout_of_exactly_the_cap_is_allowed_and_one_turn_more_never_happens(ring: Make) -> None:
    rules = {"turn_cap": "60", "stalemate": "off"}
    r = ring(rules=rules)
    result = bout(r)
    assert (Ending(int(result.ending)), [int(n) for n in result.turns]) == (Ending.TIME, [60, 60])


@pytest.mark.rule("C-135", "R-45")
def test_a_blow_in_the_last_turn_still_decides(ring: Make) -> None:
    """He waits for 59 turns and strikes in the 60th; a turn later it would be too late."""
    for turn, ending in ((60, Ending.GAVE_UP), (61, Ending.TIME)):
        r = ring(rules={"turn_cap": "60", "stalemate": "off"})
        gives_up = {"rules": [], "free": [{"if": ["turn", "==", turn], "do": {"a": "give_up"}}], "rest": "only"}
        r.plan("foe", gives_up)
        assert Ending(int(bout(r).ending)) == ending


# -- 11: plans that cannot be done --------------------------------------------------------------


@pytest.mark.rule("C-12", "C-88")
def test_an_act_that_is_not_legal_gives_way_to_the_default_and_is_told_as_such(ring: Make) -> None:
    r = ring(7, ("1d", 1), me={"karate": 16})
    r.plan("me", {"rules": [{"do": {"a": "kick"}}], "never": [
        {"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]})  # fmt: skip
    r.cripple("me", "leg.L")
    r.turn("me")
    act = r.last("act")
    assert (act["class"], act["list"]) == ("hand", None)
    assert "kick" not in act["legal"]


@pytest.mark.rule("C-138")
@pytest.mark.parametrize(
    "policy",
    [
        {"rules": [{"do": {"a": "kick"}}], "rest": "only"},
        {"rules": [{"do": {"seq": [{"a": "kick"}, {"a": "jump_kick"}], "loop": True}}], "rest": "only"},
        {"rules": [], "never": [{"a": "@attack"}, {"a": "wait"}, {"a": "approach"}]},
        {"rules": [], "rest": "only"},
    ],
    ids=["kick without legs", "a series of kicks without legs", "everything forbidden", "nothing"],
)
def test_plans_that_come_to_nothing_end_as_a_draw(ring: Make, policy: dict[str, Any]) -> None:
    r = ring(rules={"stalemate": "off", "turn_cap": "60", "no_chance": "off"})
    for who in ("me", "foe"):
        r.plan(who, policy)
        r.cripple(who, "leg.R")
    result = bout(r)
    assert Ending(int(result.ending)) == Ending.TIME
    assert int(result.winner) == -1
