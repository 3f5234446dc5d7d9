"""Moving, wild swings, changing posture, being stunned in the own turn, skills by sub-turn (C-31…C-38)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.ai.understand import understand
from budosim.combat.gurps3.ids import Act, Skill

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True, "DX": 12, "HT": 12}
"""Three sub-turns."""
TORSO = [{"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]}]


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


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
