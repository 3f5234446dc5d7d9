"""Move and dodge, facing and arcs, the allowance of a turn (C-39…C-45)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ring import Fight, fighter, num

from budosim.combat.common.grid import BACK, FRONT, SIDE
from budosim.combat.gurps3.move import arc_from, move_now
from budosim.combat.gurps3.wound import knock_back
from budosim.systems.gurps3.pack import pack

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
"""Three sub-turns."""


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


def where(r: Fight, who: str = "me") -> tuple[int, int]:
    return int(r.state(who).q), int(r.state(who).r)


def stumble(r: Fight) -> None:
    r.strike("punch")
    assert r.story[-1] == "effect stumbled"


FOUR = {"karate": 21, "master": True, "DX": 10, "HT": 10}
"""Four sub-turns, Move 5."""


@pytest.mark.rule("C-39")
@pytest.mark.parametrize(("running", "move"), [(None, 6), (12, 8), (11, 7), (4, 7)])
def test_c_39_move_keeps_the_quarters_until_the_end(ring: Make, running: int | None, move: int) -> None:
    """DX 14, HT 12: 6.5; Running 12 adds 1.5."""
    r = ring(me={"DX": 14, "HT": 12, **({"running": running} if running else {})})
    assert int(r.my.move) == move


@pytest.mark.rule("C-39")
@given(st.integers(3, 25), st.integers(3, 25), st.integers(0, 30))
def test_c_39_the_formula(dx: int, ht: int, running: int) -> None:
    sheet = pack(fighter(DX=dx, HT=ht, running=running))
    assert int(sheet.move) == int((dx + ht) / 4 + running / 8)


@pytest.mark.rule("C-40", "C-95", "R-16")
def test_c_40_dodge_is_move(ring: Make) -> None:
    """Move 8: dodge 8; with 3 hit points left Move and dodge are 4."""
    r = ring(foe={"DX": 14, "HT": 12, "running": 12})
    assert r.guard("dodge") == 8
    r.foe.hp = 3
    assert (int(move_now(r.scene, r.their, r.foe)), r.guard("dodge")) == (4, 4)
    without = ring(foe={"DX": 14, "HT": 12, "running": 12}, rules={"dodge_running": "no"})
    assert without.guard("dodge") == 6


@pytest.mark.rule("C-40", "C-88", "C-131")
@pytest.mark.parametrize(
    ("hp", "fp", "part", "move"),
    [
        (4, 4, None, 7), (3, 4, None, 3), (4, 3, None, 3), (3, 3, None, 1), (9, 9, "foot.R", 3), (3, 9, "foot.L", 1),
        (9, 9, "leg.R", 2), (3, 3, "leg.L", 1), (3, 3, "foot.L", 0),
    ],
)  # fmt: skip
def test_c_40_each_cause_halves_once(ring: Make, hp: int, fp: int, part: str | None, move: int) -> None:
    """README point 18: hit points, fatigue, lameness, in that order, rounded down each time."""
    r = ring(foe={"DX": 14, "HT": 14})
    r.foe.hp, r.foe.fp = hp, fp
    if part:
        r.cripple("foe", part)
    assert (int(move_now(r.scene, r.their, r.foe)), r.guard("dodge")) == (move, move)


@pytest.mark.rule("C-40", "R-61")
@pytest.mark.parametrize(("hp", "part", "dodge"), [(12, None, 9), (3, None, 4), (12, "leg.R", 2), (12, "foot.R", 4)])
def test_c_40_half_of_tai_sabaki_is_halved_as_move_is(ring: Make, hp: int, part: str | None, dodge: int) -> None:
    """体捌き 18: 9 instead of Move 6 (README points 3 and 18)."""
    r = ring(foe={"tai_sabaki": 18})
    r.foe.hp = hp
    if part:
        r.cripple("foe", part)
    assert r.guard("dodge") == dodge


@pytest.mark.rule("C-41", "C-74")
def test_c_41_after_a_stumble_the_foe_is_behind_until_the_own_next_sub_turn(ring: Make) -> None:
    r = ring(18, 7, me={"karate": 16}, foe={"karate": 16})
    stumble(r)
    assert (where(r), int(r.me.facing), r.distance) == ((4, 0), 0, 3)
    assert int(arc_from(r.scene, r.me, r.foe)) == BACK
    assert r.guard("parry", by="me") is None
    r.dice(9, ("1d", 1))
    r.turn("foe", ("punch", "torso"))
    assert not told(r, "defence")
    r.turn("me", "wait")
    assert int(r.me.facing) == 3
    assert r.guard("parry", by="me") == 10


@pytest.mark.rule("C-41", "R-17")
def test_c_41_who_can_turns_with_his_foe_for_free(ring: Make) -> None:
    """A foe who can act turns with the attacker, whatever way he looked (README point 14)."""
    r = ring(foe={"karate": 16})
    for facing in range(6):
        r.foe.facing = facing
        assert int(arc_from(r.scene, r.foe, r.me)) == FRONT
        assert r.guard("parry") == 10


@pytest.mark.rule("C-41", "C-42", "R-69")
@pytest.mark.parametrize("state", ["stunned", "grappled", "pinned", "blind", "turned"])
def test_c_41_flanked_is_who_cannot_turn(ring: Make, state: str) -> None:
    r = ring()
    r.foe.facing = 0
    assert int(arc_from(r.scene, r.foe, r.me)) == FRONT
    if state == "stunned":
        r.stun("foe")
    elif state == "blind":
        r.cripple("foe", "eye.R", "eye.L")
    elif state == "turned":
        r.foe.turned_away = 1
    else:
        r.holds("me", pin=state == "pinned")
    assert int(arc_from(r.scene, r.foe, r.me)) == BACK
    r.foe.facing = 1
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE


@pytest.mark.rule("C-42", "R-69")
@pytest.mark.parametrize(("facing", "parry"), [(3, 10), (2, 10), (4, 10), (1, 8), (5, 8), (0, None)])
def test_c_42_side_minus_two_back_no_defence(ring: Make, facing: int, parry: int | None) -> None:
    """Karate 16 parries at 10; the attacker stands in direction 3 of him. R-69 literal judges every blow so."""
    r = ring(foe={"karate": 16}, rules={"flank": "literal"})
    r.foe.facing = facing
    assert r.guard("parry") == parry


@pytest.mark.rule("C-42")
def test_c_42_peripheral_vision(ring: Make) -> None:
    """data of the trait: no penalty from the side, a defence at -2 from behind."""
    who = {"karate": 16, "traits": ["peripheral_vision"]}
    r = ring(foe=who, rules={"flank": "literal"})
    r.foe.facing = 1
    assert r.guard("parry") == 10
    r.foe.facing = 0
    assert r.guard("parry") == 8


@pytest.mark.rule("C-43", "R-69")
def test_c_43_a_runaround_is_a_side_attack(ring: Make) -> None:
    """Began in front, ends behind: -2 and a defence."""
    r = ring(foe={"karate": 16}, rules={"flank": "literal"})
    r.foe.facing = 3
    r.me.from_q, r.me.from_r = r.me.q, r.me.r
    r.me.q, r.me.r = 3, 0
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE
    r.me.from_q = 3
    assert int(arc_from(r.scene, r.foe, r.me)) == BACK


@pytest.mark.rule("C-43", "R-69")
def test_c_43_a_move_that_passes_him_flanks_whoever_could_turn(ring: Make) -> None:
    r = ring(foe={"karate": 16})
    r.me.passed = 1
    assert r.guard("parry") == 8
    r.stun("foe")
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE


@pytest.mark.rule("R-69")
def test_r_69_tracked_judges_where_the_attacker_began_literal_where_he_stands(ring: Make) -> None:
    """A stunned foe looks away from where he now stands; at the start of the sub-turn he stood at his side."""
    for reading, seen in (("tracked", SIDE), ("literal", BACK)):
        r = ring(rules={"flank": reading})
        r.stun("foe")
        r.stand("foe", 0, 0, 0)
        r.stand("me", -2, 2)
        r.me.q, r.me.r = -2, 0
        assert int(arc_from(r.scene, r.foe, r.me)) == seen


@pytest.mark.rule("C-44", "R-04")
def test_c_44_four_steps_of_move_five(ring: Make) -> None:
    r = ring(me=FOUR)
    r.turn("me", "retreat", "retreat", "retreat", "retreat")
    assert r.story == ["move step 5", "move step 8", "move step 11", "move step 14"]


@pytest.mark.rule("C-44", "R-04")
@pytest.mark.parametrize(("reading", "steps"), [("per_turn", 2), ("free_steps", 4), ("full_each", 4)])
def test_c_44_a_lame_fighters_two_steps(ring: Make, reading: str, steps: int) -> None:
    """Move 2 by a lost leg: two steps, then none; the other readings let him go on."""
    r = ring(me=FOUR, rules={"move_budget": reading})
    r.cripple("me", "leg.R")
    assert int(move_now(r.scene, r.my, r.me)) == 2
    r.turn("me", "retreat", "retreat", "retreat", "retreat")
    assert len(told(r, "move")) == steps


@pytest.mark.rule("R-04")
def test_r_04_full_move_in_each_sub_turn(ring: Make) -> None:
    r = ring(me=FOUR, rules={"move_budget": "full_each"}, distance=29)
    r.turn("me", "approach")
    assert r.distance == 14
    r.apart(29)
    r.turn("me", "approach", "approach")
    assert r.distance == 1


@pytest.mark.rule("C-44", "C-26")
def test_c_44_steps_of_attacks_count_as_well(ring: Make) -> None:
    """Each step up to a foe who gave way is a yard of the allowance."""
    r = ring(9, 10, 9, 10, 9, 6, me=MASTER, foe={"karate": 18}, distance=5)
    r.defends("foe", "parry", "dodge", retreat=True)
    r.turn("me", ("punch", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert [e["why"] for e in told(r, "move")] == ["step", "retreat", "step"]
    assert int(r.me.walked) == 2


@pytest.mark.rule("C-45", "R-01")
@pytest.mark.parametrize(("reading", "after"), [("3", 5), ("2", 4), ("1", 3)])
def test_c_45_a_yard_in_fine_hexes(ring: Make, reading: str, after: int) -> None:
    r = ring(me={"karate": 16}, rules={"fine_per_yard": reading})
    r.turn("me", "retreat")
    assert r.distance == after


@pytest.mark.rule("C-45")
def test_c_45_two_yards_are_six_and_none_is_the_same_spot(ring: Make) -> None:
    r = ring()
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(0), num(0))
    assert r.distance == 2
    r = ring(9, foe={"DX": 12})
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert r.distance == 2 + 6
