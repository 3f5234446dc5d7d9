"""The turn, its order, step and attack, all-out attacks (C-21…C-27)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.combat.gurps3.bout import initiative

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True, "DX": 12, "HT": 12}
"""Three sub-turns."""
TORSO = [{"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


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
def test_c_27_forward_half_move_and_at_least_two_yards(ring: Make, speed: int, distance: int, state: str) -> None:
    """Move 6: three yards, 9 f, and then reach 2; Move 3: two yards all the same."""
    r = ring(me={"karate": 16, "DX": speed, "HT": speed}, distance=distance)
    assert int(r.my.move) == speed // 2
    assert r.may("punch", "torso", "aoa_hit") == state
    assert r.may("punch", "torso") == "far"
