"""Rulings whose other readings end a scripted scene differently (rulings.toml)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, fighter

from budosim.combat.gurps3.bout import clock
from budosim.combat.gurps3.ids import Act
from budosim.systems.gurps3.pack import pack, start_distance
from budosim.systems.gurps3.rules import rules_record

Ring = Callable[..., Fight]
KARATE = {"ST": 12, "DX": 12, "HT": 12, "karate": 18}


def did(r: Fight) -> list[Any]:
    """Acts that were decided."""
    return [e["act"] for e in r.events if e["k"] == "act"]


@pytest.mark.rule("R-03")
@pytest.mark.parametrize(("reading", "acts"), [
    ("per_index", ["elbow", "punch"]), ("best", ["elbow", "elbow"]), ("used", ["elbow"]),
])  # fmt: skip
def test_r_03_the_skill_that_gives_the_sub_turns(ring: Ring, reading: str, acts: list[str]) -> None:
    # the elbow is bought with Brawling 10, which gives one sub-turn; Karate 18 gives two
    me = {**KARATE, "brawling": 10, "maneuvers": {"elbow_strike": (20, "brawling")}}
    r = ring(17, *([17] if len(acts) == 2 else []), me=me, rules={"subturn_skill": reading})
    hit = {"a": "elbow", "at": ["torso"]}
    plan = [{"do": {"first": [hit, {"a": "punch", "at": ["torso"]}]}}]
    r.plan("me", {"rules": plan if reading != "per_index" else [
        {"if": ["sub", "==", 1], "do": hit}, {"do": {"a": "punch", "at": ["torso"]}},
    ], "rest": "only"})  # fmt: skip
    r.turn("me")
    assert did(r) == acts


@pytest.mark.rule("R-06")
@pytest.mark.parametrize(("reading", "late"), [("from_now", "all_out_def"), ("first_only", "wait")])
def test_r_06_all_out_defence_late_in_the_turn(ring: Ring, reading: str, late: str) -> None:
    r = ring(17, me=KARATE, rules={"aod_subturn": reading})
    r.turn("me", ("punch", "torso"), "all_out_def")
    assert did(r) == ["punch", late]
    r = ring(me=KARATE, rules={"aod_subturn": reading})
    r.turn("me", "all_out_def")
    assert len(did(r)) == (2 if reading == "from_now" else 1)


@pytest.mark.rule("R-09")
@pytest.mark.parametrize(("reading", "acts"), [("sub_turn", ["getup", "getup"]), ("turn", ["getup"])])
def test_r_09_what_a_change_of_posture_takes(ring: Ring, reading: str, acts: list[str]) -> None:
    r = ring(me=KARATE, rules={"posture_cost": reading})
    r.posture("me", "lying")
    r.turn("me", "wait")
    assert did(r) == acts


@pytest.mark.rule("R-10")
@pytest.mark.parametrize(("reading", "target"), [("off", 18), ("plus_1", 19)])
def test_r_10_waiting_as_evaluation(ring: Ring, reading: str, target: int) -> None:
    r = ring(17, 17, me=KARATE, rules={"evaluate": reading})
    r.turn("me", "wait")
    r.begin()
    r.strike("punch")
    assert r.last("attack")["target"] == target
    r.strike("punch")
    assert r.last("attack")["target"] == 18  # it helps one attack


@pytest.mark.rule("R-18")
def test_r_18_where_they_start() -> None:
    small, tall = pack(fighter(height_cm=145)), pack(fighter(height_cm=180))
    for reading, distances in (("2", [2, 2]), ("taller", [1, 2])):
        rules = rules_record({"start": reading})
        assert [start_distance(rules, pair) for pair in ((small, small), (small, tall))] == distances


@pytest.mark.rule("R-23")
@pytest.mark.parametrize(("reading", "owed", "after_blow"), [
    ("next_subturn", 1, "riposte"), ("free", 0, "riposte"), ("no_other", 0, "parry"),
])  # fmt: skip
def test_r_23_what_a_riposte_costs(ring: Ring, reading: str, owed: int, after_blow: str) -> None:
    foe = {**KARATE, "maneuvers": {"riposte": 18}}
    for struck in (False, True):
        r = ring(10, 10, me=KARATE, foe=foe, rules={"riposte": reading})
        r.defends("foe", "riposte", "parry")
        if struck:
            r.scene.ring.minds.of[1].used_before[0] = 1 << int(Act.PUNCH)
        r.strike("punch")
        done = r.last("defence")["defence"]
        assert done == (after_blow if struck else "riposte")
        assert r.foe.owed == (owed if done == "riposte" else 0)


@pytest.mark.rule("R-30")
@pytest.mark.parametrize(("reading", "target"), [("kick_at_leg", 14), ("own", 16)])
def test_r_30_a_low_kick(ring: Ring, reading: str, target: int) -> None:
    r = ring(me=KARATE, rules={"low_kick": reading})
    assert (r.target("low_kick", "leg.R"), r.target("kick", "leg.R")) == (target, 14)


@pytest.mark.rule("R-31")
def test_r_31_what_a_hook_kick_does(ring: Ring) -> None:
    damages = [ring(me=KARATE, rules={"hook_kick": reading}).damage("hook_kick") for reading in ("thr_plus_1", "swing")]
    assert damages[0] != damages[1]
    # ST 12: thrust 1d-1, swing 1d+2; Karate adds 18 / 8 with the hands, 18 / 6 with the feet
    plus = int(damages[1].removeprefix("1d")) - int(damages[0].removeprefix("1d"))
    assert plus == (2 - (-1)) - 1


@pytest.mark.rule("R-32")
def test_r_32_what_reading_an_attack_gives(ring: Ring) -> None:
    # Body Language 18 against Karate 18; the foe's own parry is 12 / 2 = 6
    scenes = {"margin": ((10,), 6 + 3), "contest": ((10, 11), 6 + 3), "parry": ((), 18 * 2 // 3)}
    for reading, (dice, target) in scenes.items():
        r = ring(10, *dice, 5, me=KARATE, foe={"body_language": 18}, rules={"sakiyomi": reading})
        r.defends("foe", "parry")
        r.strike("punch")
        assert r.last("defence")["target"] == target, reading
    r = ring(10, 11, 11, 5, me=KARATE, foe={"body_language": 18}, rules={"sakiyomi": "contest"})
    r.defends("foe", "parry")
    r.strike("punch")
    assert r.last("defence")["target"] == 6  # a tie reads nothing
    r = ring(10, 5, me=KARATE, foe={"body_language": 18}, rules={"sakiyomi": "parry"})
    r.defends("foe", "dodge")
    r.strike("punch")
    assert r.last("defence")["target"] == 6  # it is a parry and helps no dodge


@pytest.mark.rule("R-42")
@pytest.mark.parametrize(("reading", "theirs"), [("none", 16), ("contests", 12), ("all", 12)])
def test_r_42_tired_legs_against_a_sweep(ring: Ring, reading: str, theirs: int) -> None:
    r = ring(10, 10, 17, me=KARATE, foe={"ST": 16, "DX": 10}, rules={"fatigue_st": reading})
    r.foe.fp -= 4
    r.strike("sweep", "leg.R")
    assert r.last("contest")["theirs"]["target"] == theirs
    r.scene.ring.dice.used = r.scene.ring.dice.have


@pytest.mark.rule("R-45")
@pytest.mark.parametrize(("reading", "finals", "winner"), [
    ("draw", True, -1), ("damage", False, -1), ("damage", True, 0),
])  # fmt: skip
def test_r_45_time_in_the_finals(ring: Ring, reading: str, finals: bool, winner: int) -> None:
    r = ring(rules={"finals_time": reading, "stalemate": "off"})
    r.foe.hp -= 3
    for state in (r.me, r.foe):
        state.stage = 2 if finals else 1
    r.scene.ring.now.turn = 180
    assert clock(r.scene, r.me, r.foe)
    assert r.scene.ring.now.winner == winner


@pytest.mark.rule("R-54")
@pytest.mark.parametrize(("reading", "at_once", "later"), [
    ("own_subturn", False, True), ("between", False, False), ("any", True, True),
])  # fmt: skip
def test_r_54_when_unused_cp_help(ring: Ring, reading: str, at_once: bool, later: bool) -> None:
    r = ring(10, 10, me=KARATE, foe={"HT": 12, "unspent_cp": 1}, rules={"cp_when": reading})
    r.injure(8, "arm.R")
    assert bool(r.foe.crippled[11] == 0) == at_once
    r.turn("foe", "wait")
    assert bool(r.foe.crippled[11] == 0) == later
