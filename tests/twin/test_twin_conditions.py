"""The twin alone: what each grab and skill asks for, one condition at a time (C-60, C-101 to C-130)."""

from __future__ import annotations

from typing import Any

import pytest
from plain.arts import LEAP_YARDS, prepared
from plain.grab_legal import grab_open
from scripted import FIST, PUNCH, Scene, act, cine, master, of_kind, orders, person, target

BOTH = person(
    ST=14, DX=14, skills={"judo": 17, "wrestling": 17, "sumo": 14}, maneuvers={"piledriver": (15, "wrestling")}
)


def state(scene: Scene, name: str) -> str:
    """Whether a grab of a is open."""
    return grab_open(scene.a, name, "", 1, 1).state


@pytest.mark.parametrize(("name", "hold", "expected"), [
    ("suplex", {}, "ready"), ("suplex", {"hands": 1}, "no"), ("suplex", {"part": "neck"}, "no"),
    ("suplex", {"kind": "head_lock"}, "no"), ("piledriver", {"part": "neck"}, "ready"),
    ("piledriver", {"hands": 1}, "no"), ("piledriver", {"kind": "head_lock", "part": "head"}, "no"),
    ("throw", {}, "ready"), ("throw", {"hands": 1}, "ready"), ("throw", {"kind": "head_lock"}, "ready"),
    ("throw", {"kind": "binding"}, "ready"), ("throw", {"kind": "arm_lock", "part": "arm.R"}, "no"),
    ("takedown", {"kind": "choke", "part": "neck"}, "no"), ("takedown", {}, "ready"),
    ("choke", {"hands": 1}, "ready"), ("slam", {}, "no"), ("grapple", {}, "no"),
])  # fmt: skip
def test_what_a_hold_allows(name: str, hold: dict[str, Any], expected: str) -> None:
    assert state(Scene(BOTH, person()).hold(**hold), name) == expected


@pytest.mark.parametrize("name", ["throw", "takedown", "suplex", "piledriver", "slam"])
def test_throws_and_slams_are_for_the_upright(name: str) -> None:
    scene = Scene(BOTH, person())
    if name != "slam":
        scene.hold()
    assert state(scene, name) == "ready"
    scene.a.posture = "kneeling"
    assert state(scene, name) == "no"
    scene.a.posture = "crouching"
    assert state(scene, name) == "ready"
    scene.lies(scene.b)
    assert state(scene, name) == ("ready" if name == "slam" else "no")


@pytest.mark.parametrize("name", ["grapple", "throw", "arm_lock", "finger_lock", "slam"])
def test_nobody_grabs_in_the_air_or_under_all_out_defence(name: str) -> None:
    for who, flag in (("a", "airborne"), ("b", "airborne"), ("a", "guards")):
        scene = Scene(BOTH, person())
        assert state(scene, name) != "no"
        setattr(scene.a if who == "a" else scene.b, flag, True)
        assert state(scene, name) == "no"
    scene = Scene(BOTH, person())
    scene.a.defend_only = 2
    assert state(scene, name) == "no"


def test_an_opening_is_used_up_by_the_first_attempt() -> None:
    scene = Scene(BOTH, person(), orders("throw", "wait"))
    scene.a.opening_until = 1
    scene.turn(17)
    assert scene.a.opening_until == 0
    scene = Scene(BOTH, person(), "throw").hold()
    scene.a.opening_until = 1
    scene.turn(17)
    assert scene.a.opening_until == 1  # out of a hold it is not needed


def test_one_knee_of_a_leg_lock() -> None:
    scene = Scene(BOTH, person())
    scene.a.opening_until = 1
    assert state(scene, "leg_lock") == "no"
    assert state(scene.lies(scene.b), "leg_lock") == "ready"
    assert state(scene, "scissors") == "ready"
    scene.a.gone = {"foot.R": "lost"}
    assert state(scene, "scissors") == "no"
    scene.b.gone = dict.fromkeys(("leg.R", "leg.L"), "lost")
    events = Scene(BOTH, person(), orders("leg_lock", "wait")).hold().lies_down()
    events.b.gone = dict(scene.b.gone)
    assert act(events.turn()) == "wait"  # nothing to lock


def test_a_grab_needs_a_chance() -> None:
    weak = person(DX=5)
    scene = Scene(weak, person(), orders("grapple", "wait")).held(hands=1)
    assert act(scene.turn()) == "wait"  # 5-4 is less than 3
    scene = Scene(person(ST=12), person(ST=10, skills={"immovable_stance": 3}), "takedown").hold()
    assert state(scene, "takedown") == "no"  # a takedown is learned
    assert state(Scene(BOTH, person()).hold(), "takedown") == "ready"


def test_the_clearly_heavier_foe_is_hard_to_pin() -> None:
    scene = Scene(person(ST=12, weight_kg=60), person(ST=12, weight_kg=72), "pin").hold().lies_down()
    (contest,) = of_kind(scene.turn(12, 12), "contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (12, 15)


def test_double_joints_slip_out() -> None:
    scene = Scene(person(ST=12, traits={"double_jointed": 5}), person(), "break_free").held()
    assert of_kind(scene.turn(18, 10), "contest")[0]["mine"]["target"] == 15


def test_sadists_let_a_fighting_foe_be_fought() -> None:
    sadist = person(DX=14, skills={"karate": 16}, traits={"sadism": -15})
    scene = Scene(sadist, person(), PUNCH)
    assert act(scene.turn(17)) == "punch"
    scene.b.stunned = "physical"
    assert act(scene.turn(10, 17)) == "punch"  # his will holds


def test_concentration_is_done_after_just_so_many_turns() -> None:
    scene = Scene(master({"power_blow": 18}), person(), cine("power_blow", at=["torso"]))
    for turns, ready in ((1, False), (2, True)):
        scene.turn()
        assert scene.a.focus_turns == turns
        assert prepared(scene.a, "power_blow") == ready
    assert not prepared(scene.a, "breaking_blow+power_blow")


def test_c_122_how_far_a_leap_carries() -> None:
    leaper = master({"flying_leap": 20}, maneuvers={"jump_kick": (16, "karate")})
    for away, what in ((30, "cine"), (31, "approach")):
        scene = Scene(leaper, person(), cine("flying_leap"), flying_leap="jump_only", ring="infinite")
        scene.a.at, scene.b.at = (-15, 0), (away - 15, 0)
        assert LEAP_YARDS * 3 + scene.a.brings.kick_reach == 30
        assert act(scene.turn(*([10] if what == "cine" else []))) == what


def test_c_127_a_body_part_is_harder_to_find_in_the_dark() -> None:
    for place, expected, miss in (("torso", 14, 17), ("vitals", 12, 16)):
        scene = Scene(master({"blind_fighting": 14}), person(), {"a": "punch", "at": [place]})
        scene.a.gone = {"eye.R": "lost", "eye.L": "lost"}
        assert target(scene.turn(5, miss), "roll", what="blind_fighting") == expected


def test_what_else_ends_or_spoils_a_skill() -> None:
    closed = (("stunned", "physical"), ("blind", None))
    for name, value in closed:
        scene = Scene(master({"hypnotic_hands": 15}), person(), orders(cine("hypnotic_hands"), "wait"))
        if name == "blind":
            scene.b.gone = {"eye.R": "lost", "eye.L": "lost"}
        else:
            scene.b.stunned = str(value)
        assert act(scene.turn()) == "wait"
    scene = Scene(master({"power_blow": 20}), person(), orders(cine("power_blow"), "wait")).held(pin=True)
    assert act(scene.turn()) == "wait"
    standing = Scene(
        master({"acrobatics": 16}, maneuvers={"springing_attack": (14, "acrobatics")}), person(),
        orders(cine("springing_attack"), "wait"),
    )  # fmt: skip
    assert act(standing.turn()) == "wait"
    react = {"rules": [], "react": [{"do": cine("kiai")}]}
    scene = Scene(FIST, master({}), PUNCH, react)
    scene.b.retreated = True
    assert of_kind(scene.turn(10, 9), "defence")[0]["defence"] == "parry"  # what is no defence means the best one
