"""Success rolls, criticals, contests, what shock lowers, and the order of modifiers (C-01…C-08)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ring import Fight, num

from budosim.combat.common.odds import ways
from budosim.combat.gurps3.ids import Result
from budosim.combat.gurps3.roll import HIGH, LOW, even_out, judge, keeps_footing, margin_of, result_of

Make = Callable[..., Fight]
WAYS = ways(3)

CRITICAL, SUCCESS = Result.CRITICAL_SUCCESS, Result.SUCCESS
FAILURE, FUMBLE = Result.FAILURE, Result.CRITICAL_FAILURE
ROLLS = range(3, 19)


def judged(target: int, total: int) -> Result:
    return Result(int(judge(num(target), num(total))))


def count(target: int, *results: Result) -> int:
    """In how many of the 216 throws a target ends so."""
    return sum(WAYS[total] for total in ROLLS if judged(target, total) in results)


# -- C-01 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-01")
@pytest.mark.parametrize(
    ("target", "total", "made"),
    [
        (12, 12, True),
        (12, 13, False),
        (25, 17, False),
        (25, 16, True),
        (2, 4, True),
        (-5, 3, True),
        (40, 18, False),
    ],
)
def test_c_01_success_is_at_most_the_target(ring: Make, target: int, total: int, made: bool) -> None:
    r = ring(total)
    assert (r.check(target) <= SUCCESS) == made


@pytest.mark.rule("C-01")
def test_c_01_the_margin_is_target_minus_roll() -> None:
    assert int(margin_of(num(12), num(12))) == 0
    assert int(margin_of(num(12), num(9))) == 3
    assert int(margin_of(num(12), num(15))) == -3


@pytest.mark.rule("C-01")
def test_c_01_below_three_no_attack_but_any_defence(ring: Make) -> None:
    """Karate 9 at the brain is 2: not allowed; a dodge of 2 may be tried, and a 4 makes it."""
    r = ring(8, 4, me={"karate": 9, "DX": 8}, foe={"DX": 4, "HT": 4})
    assert r.target("punch", "brain") == 2
    assert r.may("punch", "brain") == "illegal"
    assert r.may("punch", "head") == "ready"
    assert int(r.their.dodge_move) == 2
    r.defends("foe", "dodge")
    r.foe.immortal = r.me.immortal = 1
    r.dice(10)
    assert r.strike("punch") == "stopped"
    assert r.story == [
        "attack punch torso 9:8 success",
        "defence dodge 2:4 critical_success",
        "table crit_miss 10",
    ]


@pytest.mark.rule("C-01", "C-27")
def test_c_01_the_plus_four_of_an_all_out_attack_counts_before_it_is_judged(ring: Make) -> None:
    """Karate 7 at the brain is 0, with the +4 of C-27b it is 4 and may be tried."""
    r = ring(4, 9, ("1d", 1), me={"karate": 7, "DX": 7})
    r.me.immortal = r.foe.immortal = 1
    assert r.may("punch", "brain") == "illegal"
    assert r.target("punch", "brain", "aoa_hit") == 4
    r.turn("me", ("punch", "brain", "aoa_hit"))
    assert r.acts == ["a 2.1 punch brain aoa_hit"]


@pytest.mark.rule("C-01", "C-93")
def test_c_01_a_second_blow_that_shock_has_made_hopeless_is_not_struck(ring: Make) -> None:
    """Two blows at 12: a parry hurts the arm of the first for 10, and at 2 there is no second roll."""
    r = ring(9, 7, ("3d", 12), me={"karate": 12, "HT": 20}, foe={"ST": 30, "karate": 15})
    r.defends("foe", "aggr_parry")
    r.turn("me", ("punch", "torso", "aoa_double"))
    assert int(r.me.shock) == 10
    assert [e["k"] for e in r.events].count("attack") == 1


# -- C-02, C-03 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-02")
@pytest.mark.parametrize(
    ("target", "total", "result"),
    [
        (14, 5, SUCCESS),
        (15, 5, CRITICAL),
        (15, 6, SUCCESS),
        (16, 6, CRITICAL),
        (22, 7, SUCCESS),
        (3, 4, CRITICAL),
    ],
)
def test_c_02_critical_success(target: int, total: int, result: Result) -> None:
    assert judged(target, total) == result


@pytest.mark.rule("C-03")
@pytest.mark.parametrize(
    ("target", "total", "result"),
    [
        (15, 17, FUMBLE),
        (16, 17, FAILURE),
        (22, 18, FUMBLE),
        (5, 15, FUMBLE),
        (5, 14, FAILURE),
        (6, 16, FUMBLE),
    ],
)
def test_c_03_critical_failure(target: int, total: int, result: Result) -> None:
    assert judged(target, total) == result


@pytest.mark.rule("C-01", "C-02", "C-03")
@pytest.mark.parametrize("target", range(-2, 31))
def test_c_03_every_roll_has_exactly_one_result(target: int) -> None:
    """All 16 totals: one result each, in one order from the low totals to the high ones."""
    results = [result_of(target, total) for total in ROLLS]
    assert results == sorted(results)
    assert results[:2] == [CRITICAL, CRITICAL]
    assert results[-1] == FUMBLE
    assert sum(count(target, result) for result in Result) == 216
    for total, result in zip(ROLLS, results, strict=True):
        assert judged(target, total) == result
        forced = total <= 4 or total >= 17
        if not forced:
            assert (result <= SUCCESS) == (total <= target)


@pytest.mark.rule("C-01")
@given(st.integers(-200, 200), st.integers(3, 18))
def test_c_01_targets_far_off_the_table_read_as_its_ends(target: int, total: int) -> None:
    assert judged(target, total) == result_of(target, total)
    assert int(LOW) < -20
    assert int(HIGH) > 40


# -- C-04 ---------------------------------------------------------------------------------------

CUMULATIVE = [1, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212, 215, 216]


@pytest.mark.rule("C-04")
def test_c_04_the_table_of_three_dice() -> None:
    assert [WAYS[n] for n in ROLLS] == [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
    assert [sum(WAYS[: n + 1]) for n in ROLLS] == CUMULATIVE


@pytest.mark.rule("C-04")
@pytest.mark.parametrize(
    ("target", "success", "critical", "fumble"),
    [
        (3, 4, 4, 56), (4, 4, 4, 35), (5, 10, 4, 20), (6, 20, 4, 10), (7, 35, 4, 4), (8, 56, 4, 4),
        (9, 81, 4, 4), (10, 108, 4, 4), (11, 135, 4, 4), (12, 160, 4, 4), (13, 181, 4, 4), (14, 196, 4, 4),
        (15, 206, 10, 4), (16, 212, 20, 1), (17, 212, 20, 1), (22, 212, 20, 1), (30, 212, 20, 1),
    ],
)  # fmt: skip
def test_c_04_ways_by_effective_skill(target: int, success: int, critical: int, fumble: int) -> None:
    assert count(target, CRITICAL, SUCCESS) == success
    assert count(target, CRITICAL) == critical
    assert count(target, FUMBLE) == fumble


# -- C-05 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-05")
@pytest.mark.parametrize(
    ("mine", "my_roll", "theirs", "their_roll", "margins", "winner"),
    [
        (14, 10, 12, 9, "4:3", "me"),
        (12, 13, 10, 14, "-1:-4", "me"),
        (12, 10, 13, 11, "2:2", None),
        (20, 17, 8, 8, "-1:0", "them"),
        (1, 4, 1, 5, "0:-4", "me"),
        (30, 18, 2, 15, "-1:-13", "me"),
    ],
)
def test_c_05_quick_contest(
    ring: Make, mine: int, my_roll: int, theirs: int, their_roll: int, margins: str, winner: str | None
) -> None:
    r = ring(my_roll, their_roll)
    won = r.contest(mine, theirs)
    assert r.story == [f"contest wait {margins} {winner}" if winner else f"contest wait {margins}"]
    assert (won > 0) == (winner == "me")
    assert (won == 0) == (winner is None)


@pytest.mark.rule("C-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "wins", "ties"), [(12, 12, 21162, 4332), (14, 12, 29715, 3906), (16, 12, 37052, 2856)]
)
def test_c_05_exact_chances(ring: Make, mine: int, theirs: int, wins: int, ties: int) -> None:
    r = ring()
    found = r.odds(lambda: int(np.sign(r.contest(mine, theirs))))
    assert found[1] == Fraction(wins, 46656)
    assert found[0] == Fraction(ties, 46656)
    assert found[-1] == Fraction(46656 - wins - ties, 46656)


@pytest.mark.rule("C-05")
@given(st.integers(-2, 30), st.integers(3, 18), st.integers(-2, 30), st.integers(3, 18))
def test_c_05_margins_say_who_succeeded(mine: int, my_roll: int, theirs: int, their_roll: int) -> None:
    """Who succeeds beats who fails, whatever the numbers: that is what the clamp is for."""
    a, b = int(margin_of(num(mine), num(my_roll))), int(margin_of(num(theirs), num(their_roll)))
    assert (a >= 0) == (judged(mine, my_roll) <= SUCCESS)
    if judged(mine, my_roll) <= SUCCESS < judged(theirs, their_roll):
        assert a > b


# -- C-06 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-06")
@pytest.mark.parametrize(
    ("targets", "evened"),
    [
        ((18, 16), (12, 10)), ((16, 18), (10, 12)), ((5, 4), (11, 10)), ((4, 5), (10, 11)),
        ((15, 13), (15, 13)), ((15, 15), (10, 10)), ((14, 18), (14, 18)), ((5, 6), (5, 6)),
        ((6, 6), (6, 6)), ((3, 3), (10, 10)),
    ],
)  # fmt: skip
def test_c_06_targets_of_a_regular_contest_come_to_the_middle(
    targets: tuple[int, int], evened: tuple[int, int]
) -> None:
    assert tuple(int(n) for n in even_out(num(targets[0]), num(targets[1]))) == evened


# -- C-07 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-07")
def test_c_07_shock_lowers_skill_and_dx_but_no_defence_and_no_ht(ring: Make) -> None:
    """Karate 16, DX 14, shock 3: Karate 13, DX 11, parry still 10, HT rolls unchanged."""
    r = ring(11, 12, 13, 12, me={"karate": 16, "DX": 14, "HT": 12}, foe={"karate": 12})
    r.me.shock = 3
    assert r.target("punch") == 13
    assert keeps_footing(r.scene, r.my, r.me, num(14), num(1))
    assert not keeps_footing(r.scene, r.my, r.me, num(14), num(1))
    assert r.guard("parry", by="me") == 10
    r.stun("me")
    assert not r.begin("me")
    assert r.story == [
        "roll fall 11:11 success",
        "roll fall 11:12 failure",
        "roll stun_recovery 12:13 failure",
    ]
    assert r.begin("me")


@pytest.mark.rule("C-07")
def test_c_07_shock_counts_on_feints_made_and_resisted(ring: Make) -> None:
    """rules/README.md point 16: 16-3 against 15-2."""
    r = ring(10, 10, me={"karate": 16}, foe={"karate": 15})
    r.me.shock, r.foe.shock = 3, 2
    assert r.feint() == 0
    contest = r.last("contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (13, 13)


@pytest.mark.rule("C-07")
def test_c_07_mental_stun_is_shaken_off_with_iq_which_shock_lowers(ring: Make) -> None:
    r = ring(8, 7, me={"IQ": 10})
    r.me.shock = 3
    r.stun("me", "mental")
    assert not r.begin("me")
    r.me.shock = 3
    assert r.begin("me")
    assert [e["target"] for e in r.events if e["k"] == "roll"] == [7, 7]


@pytest.mark.rule("C-07")
def test_c_07_shock_does_not_touch_foreknowledge(ring: Make) -> None:
    """先読み reads at its level however much the reader is hurt (rules/README.md point 16)."""
    r = ring(9, 10, 10, me={"karate": 16}, foe={"karate": 15, "body_language": 14})
    r.foe.shock = 9
    r.defends("foe", "parry")
    r.strike("punch")
    assert r.story[1] == "roll sakiyomi 14:10 success"


# -- C-08 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-08")
def test_c_08_two_thirds_come_first_and_modifiers_after(ring: Make) -> None:
    """Karate 17: 11, then Combat Reflexes and kneeling; never two thirds of a lowered skill."""
    r = ring(foe={"karate": 17, "traits": ["combat_reflexes"]})
    r.posture("foe", "kneeling")
    r.foe.shock = 6
    assert r.guard("parry") == 11 + 1 - 2


@pytest.mark.rule("C-08", "C-32")
@pytest.mark.parametrize(("karate", "wild"), [(20, 9), (12, 7), (14, 9), (13, 8)])
def test_c_08_the_cap_comes_last(ring: Make, karate: int, wild: int) -> None:
    r = ring(me={"karate": karate})
    assert r.target("punch", None, wild=True) == wild


@pytest.mark.rule("C-08", "C-27", "C-32")
def test_c_08_nothing_lifts_a_wild_swing_over_its_cap(ring: Make) -> None:
    """Karate 20 all-out at +4 is 24-5 before the cap, 9 after it."""
    r = ring(me={"karate": 20})
    assert r.target("punch", None, "aoa_hit", wild=True) == 9


@pytest.mark.rule("C-08")
def test_c_08_the_sum_is_told_term_by_term(ring: Make) -> None:
    r = ring(9, me={"karate": 16}, foe={"karate": 12}, rules={})
    r.me.shock = 2
    r.posture("me", "kneeling")
    r.foe.immortal = 1
    r.dice(("1d", 3))
    r.strike("punch", "arm.R")
    attack: dict[str, Any] = r.last("attack")
    assert (attack["base"], attack["target"]) == (16, 10)
    assert sorted(attack["mods"]) == [["place", -2], ["posture", -2], ["shock", -2]]
