"""The turn and its manoeuvres (C-21…C-36, C-38)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from ring import Fight

from budosim.ai.understand import understand
from budosim.combat.gurps3.bout import initiative
from budosim.combat.gurps3.ids import Act, Skill

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


# -- C-21, C-22, C-23, C-24 ---------------------------------------------------------------------


@pytest.mark.rule("C-21", "T-12")
def test_c_21_a_turn_lasts_to_the_own_next_acting(ring: Make) -> None:
    """What holds until the next turn ends when he acts again, not when the foe has acted."""
    r = ring(9, ("1d", 1), 9, ("1d", 1), 9, 10, me={"karate": 16}, foe={"karate": 16})
    r.strike("punch", "torso", "aoa_hit")
    r.defends("me", "parry")
    r.turn("foe", ("punch", "torso"))
    assert [e["who"] for e in told(r, "defence")] == ["b"]
    r.begin("me")
    r.finish("me")
    r.turn("foe", ("punch", "torso"))
    assert r.story[-1] == "defence parry 10:10 success"


@pytest.mark.rule("C-22", "C-94", "R-02")
def test_c_22_consciousness_comes_before_stun(ring: Make) -> None:
    """Hp -3 and stunned: a 13 against HT 12 and no stun roll is made."""
    r = ring(13, me={"HT": 12})
    r.me.hp = -3
    r.stun("me")
    assert not r.begin("me")
    assert r.story == ["roll unconscious 12:13 failure", "effect unconscious"]


@pytest.mark.rule("C-22", "C-92")
def test_c_22_awake_he_rolls_against_stun(ring: Make) -> None:
    r = ring(12, 12, me={"HT": 12})
    r.me.hp = -3
    r.stun("me")
    assert r.begin("me")
    assert r.story == [
        "roll unconscious 12:12 success",
        "roll stun_recovery 12:12 success",
        "effect recovered",
    ]


@pytest.mark.rule("R-02")
def test_r_02_stun_first(ring: Make) -> None:
    """The other order costs one roll more when both fail: 13, 13."""
    r = ring(13, 13, me={"HT": 12}, rules={"start_order": "stun_first"})
    r.me.hp = -3
    r.stun("me")
    assert not r.begin("me")
    assert [s.split()[1] for s in r.story] == ["stun_recovery", "unconscious", "unconscious"]


@pytest.mark.rule("C-22", "C-93")
def test_c_22_shock_of_this_turn_outlasts_it(ring: Make) -> None:
    """Old shock ends with the own turn; what came in during it holds through the whole next one."""
    r = ring(me={"karate": 16})
    r.me.shock = 3
    r.begin("me")
    r.injure(5, who="me")
    assert r.target("punch") == 16 - 7
    r.finish("me")
    assert r.target("punch") == 16 - 4
    r.begin("me")
    assert r.target("punch") == 16 - 4
    r.finish("me")
    assert r.target("punch") == 16


@pytest.mark.rule("C-22", "C-66")
def test_c_22_a_new_turn_clears_what_held_until_then(ring: Make) -> None:
    r = ring(me=MASTER)
    for name in ("all_out", "all_out_done", "aod", "lost_balance", "guard_dropped", "retreated", "walked"):
        r.me[name] = 1
    r.me.waiting = r.me.no_parry = r.me.acro_dodged = 1
    r.me.own_def = -2
    r.me.parried[:] = 1
    r.begin("me")
    assert r.guard("parry", by="me", retreat=True) == 12 + 3
    assert int(r.me.walked) == int(r.me.waiting) == int(r.me.aod) == 0


@pytest.mark.rule("C-23", "T-13", "C-66")
def test_c_23_three_attacks_but_one_retreat(ring: Make) -> None:
    r = ring(9, 13, 9, 9, 9, 5, me=MASTER, foe={"karate": 15})
    r.defends("foe", "parry", "dodge", retreat=True)
    r.turn("me", "punch", "punch", "punch")
    assert [(e["defence"], e["retreat"]) for e in told(r, "defence")] == [
        ("parry", True),
        ("parry", False),
        ("dodge", False),
    ]


@pytest.mark.rule("C-24", "T-11")
def test_c_24_dice_decide_who_acts_first_not_move(ring: Make) -> None:
    r = ring(("1d", 2), ("1d", 5), me={"DX": 16, "HT": 16}, foe={"DX": 8, "HT": 8})
    assert (int(r.my.move), int(r.their.move)) == (8, 4)
    assert int(initiative(r.scene, r.sheets)) == 1


# -- C-25, C-26, C-27 ---------------------------------------------------------------------------


@pytest.mark.rule("C-25", "C-61")
def test_c_25_an_all_out_attack_leaves_no_defence_until_the_next_turn(ring: Make) -> None:
    """All-out in sub-turn 2: the ripostes he meets in 2 and 3, and the foe's own blows, find no defence."""
    dice = (9, ("1d", 1), *(9, 9, 9, ("1d", 1)) * 2, 9, ("1d", 1))
    r = ring(*dice, me=MASTER, foe={"karate": 18, "maneuvers": {"riposte": 18}})
    r.defends("me", "parry", "dodge")
    react = [{"if": ["state", "opp", "allout"], "do": {"a": "riposte"}}, {"do": {"a": "no_defence"}}]
    r.plan("foe", {"rules": [], "react": react, "never": [{"a": "retreat"}, *TORSO]})
    r.turn("me", ("punch", "torso"), ("punch", "torso", "aoa_hit"), ("punch", "torso"))
    struck = [(e["s"], e["who"]) for e in told(r, "attack")]
    assert struck == [(1, "a"), (2, "a"), (2, "b"), (3, "a"), (3, "b")]
    r.strike("punch", by="foe")
    assert not [e for e in told(r, "defence") if e["who"] == "a"]


@pytest.mark.rule("C-26", "C-49")
def test_c_26_step_and_attack(ring: Make) -> None:
    """F=5: a step of a yard brings a punch into reach."""
    r = ring(9, ("1d", 3), me={"karate": 16}, distance=5)
    r.turn("me", ("punch", "torso"))
    assert r.story[:2] == ["move step 2", "attack punch torso 16:9 success"]


@pytest.mark.rule("C-26")
def test_c_26_the_step_may_come_after(ring: Make) -> None:
    r = ring(9, ("1d", 3), me={"karate": 16})
    r.turn("me", {"a": "punch", "at": ["torso"], "retreat": True})
    assert r.story[-1] == "move step 5"


@pytest.mark.rule("C-26", "C-31")
def test_c_26_one_step_and_no_more(ring: Make) -> None:
    """F=6 is one hex too far for step and punch: the sub-turn goes to the Move (semantics §6.3)."""
    r = ring(me={"karate": 16}, distance=6)
    assert r.may("punch") == "far"
    r.turn("me", ("punch", "torso"))
    assert r.story == ["move move 2"]


@pytest.mark.rule("C-26", "C-41")
def test_c_26_the_step_ends_facing_the_foe(ring: Make) -> None:
    r = ring(9, ("1d", 3), me={"karate": 16}, rules={"auto_face": "pay"}, distance=5)
    r.me.facing = 2
    r.turn("me", ("punch", "torso"))
    assert int(r.me.facing) == 0
    assert r.last("attack")["target"] == 16


@pytest.mark.rule("C-27")
def test_c_27_plus_four_to_hit(ring: Make) -> None:
    """Karate 14, head -5, +4: 13."""
    r = ring(me={"karate": 14})
    assert r.target("punch", "head", "aoa_hit") == 13
    assert r.target("punch", "head") == 9


@pytest.mark.rule("C-27")
def test_c_27_plus_two_damage(ring: Make) -> None:
    """ST 14 Karate 16: 1d+1 becomes 1d+3."""
    r = ring(9, ("1d", 2), 9, ("1d", 2), me={"ST": 14, "karate": 16})
    r.strike("punch")
    r.strike("punch", "torso", "aoa_strong")
    assert [e["basic"] for e in told(r, "damage")] == [3, 5]
    assert [e["target"] for e in told(r, "attack")] == [16, 16]


@pytest.mark.rule("C-27", "R-05")
def test_c_27_two_blows_with_two_sub_turns_are_three_attacks(ring: Make) -> None:
    r = ring(9, ("1d", 1), 9, ("1d", 1), 9, ("1d", 1), me={"karate": 15, "master": True})
    r.turn("me", ("punch", "torso", "aoa_double"), ("punch", "torso"))
    assert [(e["s"], e["act"]) for e in told(r, "attack")] == [(1, "punch"), (1, "punch"), (2, "punch")]
    assert r.guard("parry", by="me") is None
    assert r.guard("dodge", by="me") is None


@pytest.mark.rule("C-27", "C-29")
def test_c_27_feint_and_attack_in_one(ring: Make) -> None:
    r = ring(10, 12, 9, 7, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    r.turn("me", ("punch", "torso", "aoa_feint"))
    assert r.story == [
        "contest feint 6:3 me",
        "attack punch torso 16:9 success",
        "defence parry 7:7 success",
    ]
    assert int(r.me.all_out) == 1


@pytest.mark.rule("C-27", "R-05")
def test_c_27_one_all_out_attack_a_turn(ring: Make) -> None:
    """The second is not legal; what comes next in the plan is done instead."""
    r = ring(9, ("1d", 1), me={"karate": 15, "master": True})
    r.turn("me", ("punch", "torso", "aoa_hit"), ("punch", "torso", "aoa_hit"))
    assert r.acts == ["a 2.1 punch torso aoa_hit", "a 2.2 wait"]


@pytest.mark.rule("R-05")
@pytest.mark.parametrize(
    ("reading", "acts"),
    [
        ("each", ["a 2.1 punch torso aoa_hit", "a 2.2 punch torso aoa_hit"]),
        ("forbidden", ["a 2.1 wait"]),
    ],
)
def test_r_05_other_readings(ring: Make, reading: str, acts: list[str]) -> None:
    r = ring(*(9, ("1d", 1)) * (2 if reading == "each" else 0), me={"karate": 15, "master": True},
             rules={"aoa_subturn": reading})  # fmt: skip
    r.turn("me", ("punch", "torso", "aoa_hit"), ("punch", "torso", "aoa_hit"))
    assert r.acts == acts


@pytest.mark.rule("C-27")
@pytest.mark.parametrize(
    ("speed", "distance", "state"), [(12, 11, "ready"), (12, 12, "far"), (6, 8, "ready"), (6, 9, "far")]
)
def test_c_27_forward_half_move_and_at_least_two_yards(
    ring: Make, speed: int, distance: int, state: str
) -> None:
    """Move 6: three yards, 9 f, and then reach 2; Move 3: two yards all the same."""
    r = ring(me={"karate": 16, "DX": speed, "HT": speed}, distance=distance)
    assert int(r.my.move) == speed // 2
    assert r.may("punch", "torso", "aoa_hit") == state
    assert r.may("punch", "torso") == "far"


# -- C-28 ---------------------------------------------------------------------------------------

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


# -- C-29 ---------------------------------------------------------------------------------------


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
    r = ring(
        12, 13, 9, 5, me={"karate": 18, "DX": 12}, foe={"karate": 15}, rules={"feint_scope": "same_subturn"}
    )
    r.defends("foe", "parry")
    r.turn("me", ("punch", "torso", "aoa_feint"), "wait")
    assert told(r, "defence")[0]["target"] == 6


# -- C-30 ---------------------------------------------------------------------------------------


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
    r = ring(
        9, ("1d", 1), 9, ("1d", 1), 9, ("1d", 1), me={"karate": 16}, foe={**MASTER, "karate": 15}, distance=5
    )
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


# -- C-31 … C-36, C-38 --------------------------------------------------------------------------


@pytest.mark.rule("C-31")
def test_c_31_move_goes_full_move(ring: Make) -> None:
    """Move 6: 18 f."""
    r = ring(me={"karate": 16}, distance=24)
    r.turn("me", "approach")
    assert r.story == ["move move 6"]


@pytest.mark.rule("C-31", "C-44")
def test_c_31_sub_turns_share_one_move(ring: Make) -> None:
    r = ring(me=MASTER, distance=24)
    r.turn("me", "approach", "approach", "approach")
    assert r.story == ["move move 6"]
    assert r.acts == ["a 2.1 approach", "a 2.2 wait"]


@pytest.mark.rule("C-32")
@pytest.mark.parametrize(("karate", "target"), [(20, 9), (12, 7), (14, 9), (10, 5)])
def test_c_32_a_wild_swing_is_at_minus_five_and_nine_at_most(ring: Make, karate: int, target: int) -> None:
    r = ring(me={"karate": karate, "DX": 8})
    assert r.target("punch", None, wild=True) == target


@pytest.mark.rule("C-32", "C-79")
def test_c_32_it_lands_anywhere(ring: Make) -> None:
    """Aimed at the brain, and yet the place is rolled: 13 is a leg, which side by a draw."""
    r = ring(8, 13, ("1d", 3), me={"karate": 17}, will=[0.7], rules={"auto_face": "pay"})
    r.stand("me", 0, 0, 3)
    r.my.move = 0
    r.turn("me", ("punch", "brain"))
    assert r.story[:2] == ["attack punch any 9:8 success", "table location 13"]
    assert r.last("damage")["at"] == "leg.L"


@pytest.mark.rule("C-34", "R-09")
def test_c_34_two_changes_bring_a_fallen_fighter_up(ring: Make) -> None:
    """Three sub-turns: kneel, stand, attack."""
    r = ring(9, ("1d", 1), me=MASTER)
    r.posture("me", "lying")
    r.turn("me", ("punch", "torso"))
    assert [(e["act"]) for e in told(r, "act")] == ["getup", "getup", "punch"]
    assert [e["posture"] for e in told(r, "effect") if "posture" in e] == ["kneeling", "standing"]


@pytest.mark.rule("C-34")
@pytest.mark.parametrize(
    ("posture", "changes"), [("lying", 2), ("crawling", 1), ("kneeling", 1), ("sitting", 1), ("crouching", 0)]
)
def test_c_34_one_change_from_the_middle_postures(ring: Make, posture: str, changes: int) -> None:
    r = ring(*(() if changes == 3 else (9, ("1d", 1))), me=MASTER)
    r.posture("me", posture)
    r.turn("me", ("punch", "torso"))
    assert [e["act"] for e in told(r, "act")].count("getup") == changes


@pytest.mark.rule("C-35", "R-10")
def test_c_35_watching_is_waiting(ring: Make) -> None:
    """「様子を見る」 maps to Wait, and no bonus comes of it."""
    policy = understand("様子を見る。").policy
    assert policy is not None
    assert policy["rules"][0]["do"] == {"a": "wait"}
    r = ring(9, ("1d", 1), me={"karate": 16})
    r.turn("me", "wait")
    r.turn("me", ("punch", "torso"))
    assert r.last("attack")["target"] == 16
    assert r.last("attack")["mods"] == []


@pytest.mark.rule("C-36", "C-72")
def test_c_36_stunned_in_his_own_turn_he_loses_the_rest(ring: Make) -> None:
    """A riposte stuns in sub-turn 1 of 3: the others are lost, the recovery roll comes at his next turn."""
    foe = {"ST": 17, "karate": 18, "maneuvers": {"riposte": 18}}
    r = ring(9, 9, 9, ("1d", 4), 10, 13, me={**MASTER, "HT": 10}, foe=foe)
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "riposte"}}], "never": [{"a": "retreat"}, *TORSO]})
    r.turn("me", ("punch", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert r.story[-2:] == ["roll knockdown 10:10 success", "effect stunned"]
    assert [(e["t"], e["s"]) for e in told(r, "act")] == [(2, 1)]
    r.turn("me", ("punch", "torso"))
    assert r.story[-1] == "roll stun_recovery 10:13 failure"
    assert len(told(r, "act")) == 1


@pytest.mark.rule("R-11")
def test_r_11_he_loses_the_current_sub_turn_alone(ring: Make) -> None:
    """The other reading: stunned in sub-turn 1, he strikes in 2 and 3, stunned as he is."""
    dice = (9, 9, 9, ("1d", 4), 10, 9, ("1d", 1), 9, ("1d", 1), 16)
    me = {**MASTER, "HT": 10, "traits": ["high_pain_threshold"]}
    foe = {"ST": 17, "karate": 18, "maneuvers": {"riposte": 18}}
    r = ring(*dice, me=me, foe=foe, rules={"midturn_stun": "lose_current"})
    react = [{"if": ["first_def"], "do": {"a": "riposte"}}, {"do": {"a": "no_defence"}}]
    r.plan("foe", {"rules": [], "react": react, "never": [{"a": "retreat"}, *TORSO]})
    r.turn("me", ("punch", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert [e["s"] for e in told(r, "attack") if e["who"] == "a"] == [1, 2, 3]
    assert int(r.me.stunned) == 1
    assert not r.begin("me")


@pytest.mark.rule("C-38", "R-03", "T-13")
def test_c_38_the_third_sub_turn_needs_a_skill_that_grants_three(ring: Make) -> None:
    """Karate 18 grants 3, Judo 15 grants 2: the third must be Karate (rules/README.md point 2)."""
    r = ring(me={"karate": 18, "judo": 15, "master": True})
    assert int(r.my.subturns) == 3
    assert [int(r.my.skill_subs[s]) for s in (Skill.KARATE, Skill.JUDO, Skill.DX)] == [3, 2, 1]


@pytest.mark.rule("C-38", "R-03")
def test_c_38_what_is_rolled_changes_with_the_sub_turn(ring: Make) -> None:
    """Boxing 20 (3 sub-turns) beside Karate 16 (2): no kick in the third; DX serves in the first alone."""
    who = {"boxing": 20, "karate": 16, "DX": 18, "master": True}
    r = ring(me=who)
    assert [int(r.row("punch", sub=k).skill) for k in (1, 2, 3)] == [Skill.BOXING] * 3
    assert [int(r.my.use[k, Act.KICK] > 0) for k in (1, 2, 3)] == [1, 1, 0]
    assert (int(r.row("kick").level), int(r.row("kick", sub=2).level)) == (16, 14)
    best = ring(me=who, rules={"subturn_skill": "best"})
    assert int(best.row("kick", sub=3).level) == 16


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
