"""All-out defence, feints and waiting (C-28…C-30)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from ring import Fight

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True, "DX": 12, "HT": 12}
"""Three sub-turns."""
WAITS: dict[str, Any] = {"rules": [{"do": {"a": "wait"}}], "react": [{"do": {"a": "no_defence"}}]}
HANDS = ("jab", "hook", "uppercut", "backfist", "elbow", "headbutt", "hand_strike", "palm", "ear_clap",
         "eye_poke", "face_attack", "two_handed_punch")  # fmt: skip
TORSO = [{"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]
ONLY_PUNCHES: dict[str, Any] = {**WAITS, "never": [{"a": "@kick"}, *({"a": act} for act in HANDS), *TORSO]}


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


STEADY = {"karate": 15, "DX": 16, "HT": 16}
"""Dodge 8, parry 10."""


@pytest.mark.rule("C-28")
def test_c_28_two_different_defences(ring: Make) -> None:
    """Dodge 8 fails with 10, parry 10 makes it with 10."""
    r = ring(9, 10, 10, me={"karate": 16}, foe=STEADY)
    r.foe.aod = 1
    r.defends("foe", "dodge")
    assert r.strike("punch") == "stopped"
    assert r.story[1:] == ["defence dodge 8:10 failure", "defence parry 10:10 success"]


@pytest.mark.rule("C-28")
def test_c_28_the_first_success_is_enough_and_two_failures_are_a_hit(ring: Make) -> None:
    r = ring(9, 8, 9, 9, 11, ("1d", 1), me={"karate": 16}, foe=STEADY)
    r.foe.aod = 1
    r.defends("foe", "dodge")
    assert [r.strike("punch") for _ in range(2)] == ["stopped", "hit"]


@pytest.mark.rule("C-28")
def test_c_28_there_is_no_bonus_and_a_parry_is_not_followed_by_a_parry(ring: Make) -> None:
    """Neither roll is at +2; after an aggressive parry comes the dodge."""
    r = ring(9, 12, 9, ("1d", 1), me={"karate": 16}, foe=STEADY)
    r.foe.aod = 1
    r.defends("foe", "aggr_parry")
    assert r.strike("punch") == "hit"
    assert [(e["defence"], e["target"]) for e in told(r, "defence")] == [("aggr_parry", 8), ("dodge", 8)]


@pytest.mark.rule("C-28", "C-17")
def test_c_28_each_hand_parries_twice(ring: Make) -> None:
    r = ring(*(9, 9) * 4, 9, ("1d", 1), me={"karate": 16}, foe=STEADY)
    r.foe.aod = 1
    r.defends("foe", "parry", "no_defence")
    assert [r.strike("punch") for _ in range(5)] == ["stopped"] * 4 + ["hit"]


@pytest.mark.rule("C-28", "C-66")
def test_c_28_one_retreat_for_one_of_the_two(ring: Make) -> None:
    r = ring(9, 12, 10, me={"karate": 16}, foe=STEADY)
    r.foe.aod = 1
    r.defends("foe", "dodge", retreat=True)
    assert r.strike("punch") == "stopped"
    assert [s for s in r.story if s.startswith("defence")] == [
        "defence dodge 11:12 failure retreat",
        "defence parry 10:10 success",
    ]


@pytest.mark.rule("C-28", "R-06")
def test_c_28_it_covers_the_rest_of_the_turn_and_forbids_later_attacks(ring: Make) -> None:
    r = ring(9, ("1d", 1), me=MASTER)
    r.turn("me", ("punch", "torso"), "all_out_def", ("punch", "torso"))
    assert r.acts == ["a 2.1 punch torso", "a 2.2 all_out_def", "a 2.3 wait"]
    assert int(r.me.aod) == 1
    assert r.may("punch") == "illegal"
    r.begin("me")
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-28")
def test_c_28_not_after_an_all_out_attack(ring: Make) -> None:
    r = ring(9, ("1d", 1), me=MASTER)
    r.turn("me", ("punch", "torso", "aoa_hit"), "all_out_def")
    assert r.acts == ["a 2.1 punch torso aoa_hit", "a 2.2 wait"]


@pytest.mark.rule("C-29")
@pytest.mark.parametrize(
    ("mine", "my_roll", "theirs", "their_roll", "penalty"),
    [(16, 10, 14, 12, 4), (16, 10, 14, 15, 6), (16, 17, 14, 15, 0), (12, 12, 14, 16, 0), (12, 13, 14, 18, 0),
     (16, 10, 16, 10, 0), (16, 12, 16, 10, 0), (16, 3, 14, 18, 13)],
)  # fmt: skip
def test_c_29_feint(ring: Make, mine: int, my_roll: int, theirs: int, their_roll: int, penalty: int) -> None:
    """Critical results have no extra effect; a failed feint gives nothing (rules/README.md point 19)."""
    r = ring(my_roll, their_roll, me={"karate": mine}, foe={"karate": theirs})
    assert r.feint() == penalty
    assert r.last("contest")["gained"] == penalty


@pytest.mark.rule("C-29")
def test_c_29_exact_distribution_of_16_against_14(ring: Make) -> None:
    r = ring(me={"karate": 16}, foe={"karate": 14})
    found = r.odds(r.feint)
    assert found[0] == Fraction(17095, 46656)
    mean = sum(points * chance for points, chance in found.items())
    assert round(float(mean), 5) == 2.69952


@pytest.mark.rule("C-29")
@pytest.mark.parametrize(
    ("who", "target"),
    [
        ({"DX": 15, "karate": 12}, 15),
        ({"DX": 10, "wrestling": 16}, 16),
        ({"DX": 10, "judo": 14, "sumo": 15}, 15),
    ],
)
def test_c_29_resisted_by_the_best_unarmed_skill_or_dx(ring: Make, who: dict[str, Any], target: int) -> None:
    r = ring(10, 10, me={"karate": 16}, foe=who)
    r.feint()
    assert r.last("contest")["theirs"]["target"] == target


@pytest.mark.rule("C-29")
def test_c_29_the_feint_maneuver_is_rolled_where_it_was_bought(ring: Make) -> None:
    """In the third sub-turn only what grants three may feint (C-38): Karate 18, not Boxing 16's Feint 20."""
    r = ring(me={**MASTER, "boxing": 16, "maneuvers": {"feint:boxing": (20, "boxing")}})
    assert [int(r.my.feint[k]) for k in (1, 2, 3)] == [20, 20, 18]


@pytest.mark.rule("C-29")
def test_c_29_it_must_come_before_the_end_of_his_next_turn(ring: Make) -> None:
    r = ring(10, 12, 9, 10, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.feint() == 3
    r.finish("me")
    r.begin("me")
    r.finish("me")
    r.begin("me")
    assert r.strike("punch") == "stopped"
    assert r.last("defence")["target"] == 10


@pytest.mark.rule("C-29")
def test_c_29_the_foe_must_be_within_a_step_and_an_attack(ring: Make) -> None:
    """Kick reach 3 and a yard: f=6 may be feinted at, f=7 calls for a Move first."""
    near = ring(10, 10, me={"karate": 16}, distance=6)
    near.turn("me", "feint")
    assert near.acts == ["a 2.1 feint"]
    far = ring(me={"karate": 16}, distance=7)
    far.turn("me", "feint")
    assert far.acts == ["a 2.1 approach"]


@pytest.mark.rule("C-29", "C-88")
def test_c_29_a_lost_limb_counts_on_feints(ring: Make) -> None:
    """rules/README.md point 22."""
    r = ring(10, 10, me={"karate": 16}, foe={"karate": 15})
    r.cripple("me", "leg.R")
    r.feint()
    assert r.last("contest")["mine"]["target"] == 10


@pytest.mark.rule("R-07")
@pytest.mark.parametrize(
    ("reading", "first", "second"), [("next_attack", 6, 10), ("next_turn", 6, 6), ("same_subturn", 10, 10)]
)
def test_r_07_how_long_a_feint_lasts(ring: Make, reading: str, first: int, second: int) -> None:
    """A feint of 4 in sub-turn 1, blows in 2 and 3: at one, at both, or at none of them."""
    r = ring(12, 13, 9, 5, 9, 5, me=MASTER, foe={"karate": 15}, rules={"feint_scope": reading})
    r.defends("foe", "parry")
    r.turn("me", "feint", ("punch", "torso"), ("punch", "torso"))
    assert [e["target"] for e in told(r, "defence")] == [first, second]


@pytest.mark.rule("R-07")
def test_r_07_a_feint_inside_an_all_out_attack_is_of_the_same_sub_turn(ring: Make) -> None:
    r = ring(12, 13, 9, 5, me={"karate": 18, "DX": 12}, foe={"karate": 15}, rules={"feint_scope": "same_subturn"})
    r.defends("foe", "parry")
    r.turn("me", ("punch", "torso", "aoa_feint"), "wait")
    assert told(r, "defence")[0]["target"] == 6


@pytest.mark.rule("C-30")
def test_c_30_the_longer_reach_strikes_first(ring: Make) -> None:
    """A waits with a kick (3), B steps in to punch (2): A strikes first, without a contest."""
    r = ring(9, ("1d", 2), 9, ("1d", 2), me={"karate": 16}, foe={"karate": 15}, distance=5)
    r.plan("me", {**WAITS, "never": [{"a": "@hand"}, *TORSO]})
    r.turn("me")
    assert (r.acts, int(r.me.waiting)) == (["a 2.1 wait"], 1)
    r.turn("foe", ("punch", "torso"))
    attacks = told(r, "attack")
    assert [(e["who"], e["class"]) for e in attacks] == [("a", "kick"), ("b", "hand")]
    assert not told(r, "contest")
    assert 15 - attacks[1]["target"] == 12 - int(r.foe.hp) > 0


@pytest.mark.rule("C-30")
def test_c_30_the_shorter_reach_strikes_after(ring: Make) -> None:
    r = ring(9, ("1d", 2), 9, ("1d", 2), me={"karate": 16}, foe={"karate": 17})
    r.plan("me", ONLY_PUNCHES)
    r.turn("me")
    r.turn("foe", ("kick", "torso"))
    assert [(e["who"], e["class"]) for e in told(r, "attack")] == [("b", "kick"), ("a", "hand")]


@pytest.mark.rule("C-30", "C-05")
@pytest.mark.parametrize(("mine", "theirs", "first"), [(9, 10, "a"), (10, 9, "b"), (10, 10, "a")])
def test_c_30_equal_reaches_contest_and_ties_go_to_the_waiting_one(
    ring: Make, mine: int, theirs: int, first: str
) -> None:
    """The two attack skills, 15 each; the attacker's roll is made first."""
    r = ring(theirs, mine, 9, ("1d", 1), 9, ("1d", 1), me={"karate": 15}, foe={"karate": 15})
    r.plan("me", ONLY_PUNCHES)
    r.turn("me")
    r.turn("foe", ("punch", "torso"))
    contest = r.last("contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (15, 15)
    assert told(r, "attack")[0]["who"] == first


@pytest.mark.rule("C-30")
def test_c_30_one_response_and_only_before_the_own_next_turn(ring: Make) -> None:
    r = ring(9, ("1d", 1), 9, ("1d", 1), 9, ("1d", 1), me={"karate": 16}, foe={**MASTER, "karate": 15}, distance=5)
    r.plan("me", {**WAITS, "never": [{"a": "@hand"}]})
    r.turn("me")
    r.turn("foe", ("punch", "torso"), ("punch", "torso"))
    assert [e["who"] for e in told(r, "attack")] == ["a", "b", "b"]
    r.me.waiting = 1
    r.begin("me")
    assert int(r.me.waiting) == 0


@pytest.mark.rule("C-30")
def test_c_30_a_blow_that_fells_the_attacker_comes_in_time(ring: Make) -> None:
    r = ring(4, 3, ("1d", 1), me={"karate": 16}, foe={"karate": 15}, distance=5)
    r.plan("me", {**WAITS, "never": [{"a": "@hand"}]})
    r.turn("me")
    r.turn("foe", ("punch", "torso"))
    assert int(r.foe.out) == 1
    assert [e["who"] for e in told(r, "attack")] == ["a"]


@pytest.mark.rule("C-30")
def test_c_30_only_an_attack_on_him_is_a_trigger(ring: Make) -> None:
    r = ring(10, 10, me={"karate": 16}, foe={"karate": 15})
    r.plan("me", WAITS)
    r.turn("me")
    r.turn("foe", "feint")
    assert not told(r, "attack")
    assert int(r.me.waiting) == 1


@pytest.mark.rule("C-30", "R-08")
def test_r_08_waiting_uses_up_the_rest_of_the_turn(ring: Make) -> None:
    rest = ring(me=MASTER)
    rest.turn("me", "wait", ("punch", "torso"))
    assert rest.acts == ["a 2.1 wait"]
    one = ring(9, ("1d", 1), me=MASTER, rules={"wait_cost": "sub_turn"})
    one.turn("me", "wait", ("punch", "torso"))
    assert one.acts == ["a 2.1 wait", "a 2.2 punch torso", "a 2.3 wait"]


@pytest.mark.rule("C-29")
def test_c_29_it_counts_to_the_last_moment_of_his_next_turn(ring: Make) -> None:
    r = ring(10, 12, 9, 7, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    r.feint()
    r.finish("me")
    r.begin("me")
    assert r.strike("punch") == "stopped"
    assert r.last("defence")["target"] == 10 - 3


@pytest.mark.rule("C-29", "C-68")
def test_c_29_lowers_every_defence_of_the_next_attack_even_a_missed_one_uses_it_up(ring: Make) -> None:
    r = ring(10, 12, 9, 10, 10, ("1d", 1), me={"karate": 16}, foe={"karate": 14, "DX": 14, "HT": 18})
    r.defends("foe", "dodge")
    r.foe.aod = 1
    assert r.feint() == 4
    assert r.strike("punch") == "hit"
    assert [e["target"] for e in told(r, "defence")] == [8 - 4, 9 - 4]
    r.foe.aod = 0
    r.dice(10, 12, 17, 9, 8)
    r.feint()
    assert [r.strike("punch") for _ in range(2)] == ["stopped", "stopped"]
    assert r.last("defence")["target"] == 8
