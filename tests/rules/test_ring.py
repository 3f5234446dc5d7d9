"""The fixture itself: a bout's first exchange as a script, and what makes it fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ring import Fight, fighter


def test_a_blow_is_told_with_its_numbers(ring: Callable[..., Fight]) -> None:
    r = ring(11, ("1d", 4), me={"karate": 16, "ST": 14})
    assert r.strike("punch") == "hit"
    assert r.story == ["attack punch torso 16:11 success", "damage torso 5-1 4"]
    assert int(r.foe.hp) == 8


def test_a_defence_is_taken_when_the_test_says_so(ring: Callable[..., Fight]) -> None:
    r = ring(11, 10, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.strike("punch") == "stopped"
    assert r.story == ["attack punch torso 16:11 success", "defence parry 10:10 success"]
    assert r.distance == 2


def test_a_retreat_is_told_and_moves(ring: Callable[..., Fight]) -> None:
    r = ring(11, 13, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry", retreat=True)
    assert r.strike("punch") == "stopped"
    assert r.story[1:] == ["defence parry 13:13 success retreat", "move retreat 5"]


def test_the_best_defence_is_chosen(ring: Callable[..., Fight]) -> None:
    r = ring(11, 8, me={"karate": 16}, foe={"DX": 12, "HT": 13, "running": 20})
    r.defends("foe", "best")
    r.strike("punch")
    assert r.last("defence")["defence"] == "dodge"


def test_a_whole_turn_with_sub_turns(ring: Callable[..., Fight]) -> None:
    r = ring(10, 12, 8, ("1d", 1), me={"karate": 16, "ST": 14, "master": True}, foe={"karate": 15})
    r.turn("me", "feint", ("punch", "torso"))
    assert r.acts == ["a 2.1 feint", "a 2.2 punch torso"]
    assert r.story[0] == "contest feint 6:3 me"


def test_guards_change_nothing(ring: Callable[..., Fight]) -> None:
    r = ring(foe={"karate": 15})
    assert (r.guard("parry"), r.guard("parry", retreat=True), r.guard("dodge")) == (10, 13, 6)
    assert r.events == []
    assert int(r.foe.retreated) == 0


def test_a_die_that_is_not_rolled_is_found() -> None:
    r = Fight((11, ("1d", 4), 9), {"karate": 16})
    r.strike("punch")
    assert r.unused() == "dice not rolled: [9]"


@pytest.mark.parametrize("dice", [(11,), (11, 4)])
def test_a_die_too_few_or_of_another_kind_is_an_error(dice: tuple[int, ...]) -> None:
    r = Fight(dice, {"karate": 16})
    with pytest.raises((IndexError, ValueError), match="script"):
        r.strike("punch")


def test_a_policy_draw_nobody_scripted_is_an_error() -> None:
    r = Fight((), {"karate": 16})
    with pytest.raises(IndexError, match="policy draws"):
        r.turn("me", ("kick", "leg"))


def test_fighters_are_plain_numbers() -> None:
    who = fighter(
        karate=18, ST=14, master=True, maneuvers={"kicking": 17}, traits=["toughness"], height_cm=190
    )
    assert (who.ST, who.HT, who.skills, who.master) == (14, 12, {"karate": 18}, True)
    assert who.maneuvers == {"kicking": (17, "karate")}
    assert (who.traits["toughness"], who.height_cm) == (10, 190)
