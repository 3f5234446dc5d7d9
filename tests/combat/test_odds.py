"""The exact-odds walker against closed forms, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from budosim.combat.common.dice import SCRIPT, roll3, roll_n
from budosim.combat.common.odds import LIMIT, expected, odds, ways
from budosim.combat.gurps3.ids import Contest, Result, Roll
from budosim.combat.gurps3.records import new_scene
from budosim.combat.gurps3.roll import check, contest, judge
from budosim.errors import RuleError


def walk(play: Callable[[Any], Hashable]) -> dict[Any, Fraction]:
    """The odds of a rule that takes a scene."""
    scene = new_scene()

    def leaf(dice: Any) -> Hashable:
        scene.ring.dice = dice
        outcome = play(scene)
        for name in ("script", "kinds", "used", "have"):
            dice[name] = scene.ring.dice[name]
        return outcome

    return odds(leaf)


def num(value: int) -> Any:
    return np.int64(value)


def test_ways_are_those_of_counting_all_dice() -> None:
    for n in range(5):
        counted = [0] * (6 * n + 1)
        for faces in product(range(1, 7), repeat=n):
            counted[sum(faces)] += 1
        assert ways(n) == tuple(counted)


def test_one_die_and_three() -> None:
    assert odds(lambda dice: int(roll_n(dice, num(1)))) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert odds(lambda dice: int(roll3(dice))) == {n: Fraction(ways(3)[n], 216) for n in range(3, 19)}


def test_a_scene_without_dice_has_one_outcome() -> None:
    assert odds(lambda dice: "still") == {"still": 1}


def test_paths_of_different_length_weigh_rightly() -> None:
    """A six is rolled again and counts on, twice at most: the mean is a geometric sum."""

    def reroll(dice: Any) -> int:
        total = 0
        for _ in range(3):
            face = int(roll_n(dice, num(1)))
            total += face
            if face < 6:
                break
        return total

    found = odds(reroll)
    assert sum(found.values()) == 1
    assert expected(found) == Fraction(7, 2) * (1 + Fraction(1, 6) + Fraction(1, 36))


def test_many_dice_in_one_draw() -> None:
    found = odds(lambda dice: int(roll_n(dice, num(5))))
    assert found == {n: Fraction(ways(5)[n], 6**5) for n in range(5, 31)}


@pytest.mark.parametrize(
    ("mine", "theirs", "wins", "ties"),
    [(12, 12, 21162, 4332), (14, 12, 29715, 3906), (16, 12, 37052, 2856)],
)
def test_a_quick_contest_is_exact(mine: int, theirs: int, wins: int, ties: int) -> None:
    def play(scene: Any) -> int:
        return int(np.sign(contest(scene, num(0), num(Contest.WAIT), num(mine), num(theirs))))

    found = walk(play)
    losses = 46656 - wins - ties
    assert found == {1: Fraction(wins, 46656), 0: Fraction(ties, 46656), -1: Fraction(losses, 46656)}


@pytest.mark.parametrize(("target", "made"), [(3, 4), (10, 108), (13, 181), (16, 212), (30, 212)])
def test_a_success_roll_is_exact(target: int, made: int) -> None:
    found = walk(lambda scene: bool(check(scene, num(0), num(Roll.FALL), num(target))))
    assert found[True] == Fraction(made, 216)


def test_missed_guarded_and_landed() -> None:
    """One attack at 16 against one guard at 10, as the closed form says."""

    def exchange(dice: Any) -> str:
        result = judge(num(16), roll3(dice))
        if result > Result.SUCCESS:
            return "missed"
        if result == Result.CRITICAL_SUCCESS:
            return "landed"
        return "landed" if judge(num(10), roll3(dice)) > Result.SUCCESS else "guarded"

    aim, critical, guard = Fraction(212, 216), Fraction(20, 216), Fraction(108, 216)
    assert odds(exchange) == {
        "missed": 1 - aim,
        "guarded": (aim - critical) * guard,
        "landed": critical + (aim - critical) * (1 - guard),
    }


def test_a_scene_too_large_is_refused_by_name() -> None:
    def all_those_rolls(dice: Any) -> int:
        return sum(int(roll3(dice)) for _ in range(9))

    assert LIMIT < 16**9
    with pytest.raises(RuleError, match=r"all_those_rolls: this scene has more than 1,000,000,000") as caught:
        odds(all_those_rolls)
    assert "all_those_rolls" in caught.value.ja


def test_the_walk_itself_counts_as_well() -> None:
    """A scene whose size the probes misjudge: only one draw in sixteen opens the large part."""

    def rarely_large(dice: Any) -> int:
        if int(roll_n(dice, num(4))) < 24:
            return 0
        return sum(int(roll_n(dice, num(1))) for _ in range(4))

    with pytest.raises(RuleError, match="more than 1,000 ways"):
        odds(rarely_large, limit=1000)
    assert sum(odds(rarely_large, limit=1316).values()) == 1


def test_rolling_without_end_is_refused_by_name() -> None:
    def until_six(dice: Any) -> int:
        n = 0
        while int(roll_n(dice, num(1))) < 6:
            n += 1
        return n

    with pytest.raises(RuleError, match=f"until_six: some way through this scene rolls more than {SCRIPT}"):
        odds(until_six)


def test_an_error_of_the_scene_stays_its_own() -> None:
    def broken(dice: Any) -> int:
        roll3(dice)
        return [][1]

    with pytest.raises(IndexError):
        odds(broken)
