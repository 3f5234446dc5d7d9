"""The twin alone: chokes, locks, slams, breaking free, giving up (C-99, C-107 to C-113)."""

from __future__ import annotations

from typing import Any

import pytest
from plain.grab_legal import grab_open
from scripted import Scene, act, effects, of_kind, person, target

JUDOKA = person(ST=14, DX=14, skills={"judo": 16})
KARATEKA = person(ST=12, DX=13, skills={"karate": 15})


# -- C-107, C-108: chokes ----------------------------------------------------------------------------


def test_c_107_choke() -> None:
    scene = Scene(person(ST=14), person(HT=11), "hold").hold("choke", "neck")
    events = scene.turn(9, 10)
    (damage,) = of_kind(events, "damage")
    assert (damage["injury"], damage["dr"], damage["multiplier"]) == (4, 0, 1)
    assert scene.b.hp == 7


@pytest.mark.parametrize(("reading", "hp", "fp"), [("damage", 7, 10), ("fatigue", 11, 6), ("both", 7, 6)])
def test_r_36_what_a_choke_takes(reading: str, hp: int, fp: int) -> None:
    scene = Scene(person(ST=14), person(HT=11), "hold", choke_effect=reading).hold("choke", "neck")
    scene.turn(9, 10)
    assert (scene.b.hp, scene.b.fp) == (hp, fp)


def test_c_108_a_choke_hold_takes_a_point_a_turn() -> None:
    scene = Scene(person(ST=14), person(ST=12), "hold", auto_giveup="never").hold("choke_hold", "neck")
    for turn in range(1, 13):
        assert not scene.b.out
        scene.turn()
        assert scene.b.fp == 12 - turn
    assert scene.b.out == "unconscious"


def test_c_108_from_behind_or_on_the_ground_it_is_a_choke_hold() -> None:
    choker = person(ST=14, DX=14, skills={"judo": 17})
    for lies, behind, kind in ((False, False, "choke"), (True, False, "choke_hold"), (False, True, "choke_hold")):
        scene = Scene(choker, KARATEKA, "choke").hold(behind=behind)
        if lies:
            scene.lies(scene.b)
        scene.turn(10, *([] if behind else [14]))
        assert scene.a.hold is not None
        assert scene.a.hold.kind == kind


def test_breath_is_held_longer_by_who_trained_it() -> None:
    diver = person(ST=12, skills={"breath_control": 12}, traits={"breath_holding": 2})
    scene = Scene(person(), diver, "hold").hold("choke_hold", "neck")
    for lost in (0, 0, 0, 1):
        scene.turn()
        assert scene.b.fp == 12 - lost


# -- C-109: locks ------------------------------------------------------------------------------------


def test_c_109_three_wins_of_three_break_an_arm() -> None:
    scene = Scene(person(ST=14), person(ST=12, HT=12), "hold", auto_giveup="never").hold("arm_lock", "arm.R")
    injuries = []
    for turn in range(1, 4):
        scene.b.shock = 0
        injuries += [e["injury"] for e in of_kind(scene.turn(9, 10), "damage")]
        assert ("arm.R" in scene.b.gone) == (turn == 3)
    assert injuries == [3, 3, 1]  # 9 in all, of which 7 count
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.part) == ("grapple", "torso")


def test_r_37_single_margins() -> None:
    scene = Scene(person(ST=14), person(ST=12), "hold", auto_giveup="never", lock_sum="single")
    scene.hold("arm_lock", "arm.R")
    for _ in range(4):
        scene.turn(9, 10)
    assert not scene.b.gone
    scene.turn(5, 12, 10)  # by 9
    assert "arm.R" in scene.b.gone


def test_c_109_entering_a_lock_may_be_defended() -> None:
    scene = Scene(JUDOKA, KARATEKA, {"a": "arm_lock", "at": ["arm.L"]}).hold()
    events = scene.turn(12, 10)
    assert target(events, "attack", act="arm_lock") == 16
    assert target(events, "defence") == 10
    assert scene.a.hold is not None
    assert scene.a.hold.kind == "grapple"
    scene.turn(12, 11)
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.part) == ("arm_lock", "arm.L")


def test_a_lock_is_pressed_once_a_turn_and_only_by_hold() -> None:
    fast = person(ST=14, DX=14, skills={"judo": 18})
    scene = Scene(fast, person(ST=12), "hold", auto_giveup="never").hold("arm_lock", "arm.R")
    events = scene.turn(12, 12)
    assert len(of_kind(events, "contest", what="lock")) == 1
    assert len(of_kind(events, "act", act="hold")) == 2


def test_other_locks() -> None:
    locker = person(ST=12, DX=14, skills={"judo": 17})
    scene = Scene(locker, person(), "leg_lock").hold()
    assert act(scene.turn(10, 12)) == "takedown"  # the missing step
    scene = Scene(locker, person(), {"a": "leg_lock", "at": ["leg.L"]}).hold().lies_down()
    scene.turn(10, 11)
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.part, scene.a.posture) == ("leg_lock", "leg.L", "kneeling")
    scene = Scene(locker, person(), {"a": "finger_lock", "at": ["hand.R"]})
    scene.b.retreated = True
    scene.turn(10, 11)  # no grapple needed
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.hands) == ("finger_lock", 1)
    scene = Scene(locker, person(ST=12), "hold").hold("finger_lock", "hand.R", 1)
    (damage,) = of_kind(scene.turn(6, 9), "damage")  # 14-6 against 12-9: 5, half of it
    assert damage["injury"] == 2
    scene = Scene(locker, person(), "neck_lock").hold()
    scene.turn(10, 11)
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.part) == ("head_lock", "head")
    assert target(Scene(locker, person(), "throw").hold("head_lock", "head", 1).turn(17), "attack") == 18
    scene = Scene(locker, person(), "scissors").hold().lies_down()
    scene.turn(10, 11)
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.hands, scene.a.posture) == ("scissors", 0, "lying")


def test_double_joints_halve_what_a_lock_does() -> None:
    scene = Scene(person(ST=14), person(ST=12, traits={"double_jointed": 5}), "hold").hold("arm_lock", "arm.R")
    assert of_kind(scene.turn(9, 10), "damage")[0]["injury"] == 2


# -- C-110 to C-112 ----------------------------------------------------------------------------------


def test_c_110_slam() -> None:
    scene = Scene(person(ST=14, DX=13), person(ST=12), "slam")
    scene.b.retreated = True
    events = scene.turn(10, 14, 8, 10)
    (contest,) = of_kind(events, "contest", what="slam")
    assert (contest["mine"]["margin"], contest["theirs"]["margin"]) == (6, 2)
    assert scene.b.posture == "lying"
    assert scene.a.at == scene.b.at
    assert not of_kind(events, "damage")


def test_c_110_the_loser_falls_a_tie_fells_nobody_and_a_ram_hurts_both() -> None:
    scene = Scene(person(ST=12, DX=13), person(ST=14), "slam")
    scene.b.retreated = True
    scene.turn(10, 14, 10, 8)
    assert (scene.a.posture, scene.b.posture) == ("lying", "standing")
    scene = Scene(person(ST=12, DX=13, skills={"sumo": 16}), person(ST=14), {"a": "slam", "opt": "aoa_hit"})
    scene.b.retreated = True
    events = scene.turn(10, 14, 10, 10, [4], [5])
    assert (scene.a.posture, scene.b.posture) == ("standing", "standing")
    assert [(e["who"], e["basic"]) for e in of_kind(events, "damage")] == [("b", 2), ("a", 3)]


def test_c_110_a_slam_from_afar_begins_a_yard_away() -> None:
    scene = Scene(person(DX=13), person(), "slam")
    scene.a.at = (-8, 0)
    events = scene.turn()
    assert [(e["why"], e["distance"]) for e in of_kind(events, "move")] == [("move", 3)]
    assert of_kind(events, "act")[0]["wanted"] == "slam"


def test_c_110_a_slam_needs_a_yard_of_ground() -> None:
    scene = Scene(person(DX=13), person(), "slam").close()
    assert grab_open(scene.a, "slam", "", 1, 1).state == "no"


def test_c_111_break_free() -> None:
    scene = Scene(person(ST=15), person(ST=12), "break_free").held()
    events = scene.turn(8, 12)
    (contest,) = of_kind(events, "contest")
    assert (contest["mine"]["margin"], contest["theirs"]["margin"]) == (7, 5)
    assert scene.b.hold is None
    assert effects(events) == ["a freed"]


@pytest.mark.parametrize(("hold", "mine", "theirs"), [
    ({"hands": 1}, 15, 12), ({"hands": 2}, 15, 17), ({"kind": "arm_lock", "part": "arm.R"}, 15, 16),
    ({"kind": "arm_lock", "part": "arm.R", "tries": 2}, 13, 16), ({"pin": True}, 11, 17),
    ({"kind": "scissors", "part": "neck", "hands": 0}, 15, 17), ({"kind": "choke_hold", "part": "neck"}, 15, 17),
])  # fmt: skip
def test_c_111_what_counts(hold: dict[str, Any], mine: int, theirs: int) -> None:
    scene = Scene(person(ST=15), person(ST=12), "break_free").held(**hold)
    (contest,) = of_kind(scene.turn(17, 10), "contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (mine, theirs)
    assert scene.b.hold is not None
    assert scene.b.hold.tries == hold.get("tries", 0) + (hold.get("kind") == "arm_lock")


def test_skills_and_joints_help_to_slip_out() -> None:
    for more, mine in (
        ({"skills": {"judo": 17}}, 17), ({"skills": {"escape": 18}}, 16), ({"traits": {"flexibility": 15}}, 17),
        ({"skills": {"wrestling": 16}}, 16),
    ):  # fmt: skip
        scene = Scene(person(ST=12, **more), person(), "break_free").held("arm_lock", "arm.L")
        assert of_kind(scene.turn(18, 10), "contest")[0]["mine"]["target"] == mine


def test_c_112_a_neck_snap_is_illegal_unless_the_event_allows_it() -> None:
    killer = person(ST=16, skills={"wrestling": 16})
    scene = Scene(killer, person(HT=12), "neck_snap").hold("head_lock", "head", 1)
    assert grab_open(scene.a, "neck_snap", "", 1, 1).state == "no"
    scene = Scene(killer, person(HT=12), "neck_snap", neck_snap="allowed").hold("head_lock", "head", 1)
    scene.turn(10, 12)
    assert scene.b.out == "near_death"


# -- C-113, C-99: giving up --------------------------------------------------------------------------


def locked(points: int, margin: int, **rulings: str) -> Scene:
    """An arm lock that has done so much."""
    scene = Scene(person(ST=14), person(HT=12), "hold", **rulings)
    return scene.hold("arm_lock", "arm.R", points=points, margin=margin)


def test_c_113_gives_up_before_the_arm_breaks() -> None:
    scene = locked(5, 3)
    events = scene.turn()
    assert scene.b.out == "gave_up"
    assert of_kind(events, "decide", what="give_up", list=None)
    scene = locked(3, 3)
    scene.turn(14, 10)
    assert not scene.b.out


@pytest.mark.parametrize(("reading", "hp", "out"), [("never", 12, ""), ("at_hp_0", 12, ""), ("at_hp_0", 0, "gave_up")])
def test_r_39_when_a_silent_pattern_gives_up(reading: str, hp: int, out: str) -> None:
    scene = locked(5, 3, auto_giveup=reading)
    scene.b.hp = hp
    scene.turn(*([] if out else [14, 10]))
    assert scene.b.out == out


def test_c_113_a_choke_is_given_up_at_the_last_point() -> None:
    scene = Scene(person(), person(), "hold").hold("choke_hold", "neck")
    scene.b.fp = 1
    scene.turn()
    assert scene.b.out == "gave_up"


def test_c_99_a_pattern_may_give_up_at_the_declaration_or_refuse_to() -> None:
    taps = {"rules": [], "free": [{"if": ["state", "me", "locked"], "do": {"a": "give_up"}}]}
    scene = Scene(person(ST=14), person(), "hold", taps).hold("arm_lock", "arm.R")
    assert of_kind(scene.turn(), "decide", what="give_up", list="free", line=0)
    never = {"rules": [], "never": [{"a": "give_up"}]}
    scene = Scene(person(ST=14), person(), "hold", never).hold("arm_lock", "arm.R", points=5, margin=3)
    scene.turn(14, 10)
    assert not scene.b.out
