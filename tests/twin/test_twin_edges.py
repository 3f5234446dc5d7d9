"""The twin alone: ties win nothing, shock lowers skills alone, full force adds two (C-05, C-27, C-93)."""

from __future__ import annotations

from typing import Any

import pytest
from plain.books import STRIKES
from plain.grip import Hold
from scripted import Scene, cine, master, of_kind, orders, person

GRAPPLER: dict[str, Any] = {"ST": 12, "DX": 12, "HT": 12, "IQ": 12}
CINEMA = {"kiai": 12, "hypnotic_hands": 12, "invisibility_art": 20, "intimidation": 12, "pressure_points": 12}


def grappler(**more: Any) -> dict[str, Any]:
    """ST 12, DX 12, Judo 16, Wrestling 16: ST 14 in close combat."""
    return person(**{**GRAPPLER, "skills": {"judo": 16, "wrestling": 16}, **more})


def contest_of(scene: Scene, *throws: int | list[int], what: str) -> dict[str, Any]:
    """The contest of a turn."""
    (found,) = of_kind(scene.turn(*throws), "contest", what=what)
    return found


SCENES: dict[str, tuple[Any, Hold | None, tuple[int, int]]] = {
    # order, the hold that is on, targets without shock
    "takedown": ("takedown", Hold("grapple", "torso", 2, 0), (16, 16)),
    "suplex": ("suplex", Hold("grapple", "torso", 2, 0), (13, 16)),
    "piledriver": ("piledriver", Hold("grapple", "torso", 2, 0), (14, 14)),
    "pin": ("pin", Hold("grapple", "torso", 2, 0), (14, 14)),
    "lock": ("hold", Hold("arm_lock", "arm.R", 2, 0), (16, 14)),
    "choke": ("hold", Hold("choke", "neck", 2, 0), (14, 12)),
    "kiai": (cine("kiai"), None, (12, 12)),
    "invisibility_art": (cine("invisibility_art"), None, (20, 12)),
    "intimidation": (cine("intimidation"), None, (12, 12)),
}
SHOCKED = {
    "takedown": ((14, 16), (16, 14)), "suplex": ((11, 16), (13, 14)), "piledriver": ((14, 14), (14, 14)),
    "pin": ((14, 14), (14, 14)), "lock": ((14, 14), (16, 14)), "choke": ((14, 12), (14, 12)),
    "kiai": ((12, 12), (12, 12)), "invisibility_art": ((18, 12), (20, 10)), "intimidation": ((10, 12), (12, 12)),
}  # fmt: skip
"""Targets when he, and when his foe, is shaken by 2 (of 16 in Judo to the 14 of ST at most)."""


def scene_of(name: str) -> Scene:
    """A grappler, or a master of voices, before a contest."""
    order, hold, _ = SCENES[name]
    bought = {"piledriver": (15, "wrestling")}
    me = master(CINEMA) if hold is None else grappler(maneuvers=bought)
    scene = Scene(me, grappler() if hold else person(IQ=12), order, auto_giveup="never")
    if hold:
        scene.close()
        scene.a.hold = Hold(hold.kind, hold.part, hold.hands, 0)
        scene.b.posture = "lying" if name == "pin" else "standing"
    return scene


@pytest.mark.parametrize("name", SCENES)
def test_c_05_a_tie_wins_nothing(name: str) -> None:
    mine, theirs = SCENES[name][2]
    scene = scene_of(name)
    roll = max(5, mine - 6)
    found = contest_of(scene, roll, theirs - (mine - roll), what=name)
    assert (found["mine"]["target"], found["theirs"]["target"]) == (mine, theirs)
    assert found["mine"]["margin"] == found["theirs"]["margin"]
    b = scene.b
    assert (b.hp, b.fp, b.pinned, b.stunned, b.cowed, scene.a.unseen) == (12, b.brings.max_fp, False, "", 0, False)
    assert b.posture == ("lying" if name == "pin" else "standing")


@pytest.mark.parametrize("name", SCENES)
def test_c_93_shock_lowers_skills_alone(name: str) -> None:
    for mine_is_hurt, targets in zip((True, False), SHOCKED[name], strict=True):
        scene = scene_of(name)
        (scene.a if mine_is_hurt else scene.b).shock = 2
        found = contest_of(scene, 16, 6, what=name)
        assert (found["mine"]["target"], found["theirs"]["target"]) == targets


def test_shock_and_the_ways_out_of_a_hold() -> None:
    scene = Scene(grappler(), grappler(), "break_free").held(hands=1)
    scene.a.shock = 1
    assert contest_of(scene, 17, 10, what="break_free")["mine"]["target"] == 15
    scene.a.shock = 5
    found = contest_of(scene, 16, 10, what="break_free")
    assert (found["mine"]["target"], found["theirs"]["target"]) == (14, 14)
    assert scene.b.hold is not None
    scene.a.shock = 5
    contest_of(scene, 10, 10, what="break_free")  # a tie is no way out
    assert scene.b.hold is not None


def test_a_hurt_thrower_and_a_hurt_stance() -> None:
    for who, targets in (("a", (14, 15)), ("b", (16, 13))):
        scene = Scene(grappler(skills={"judo": 16}), person(skills={"immovable_stance": 15}), "throw").hold()
        (scene.a if who == "a" else scene.b).shock = 2
        found = contest_of(scene, 9, 14, 10, 9 if who == "a" else 7, what="stance")
        assert (found["mine"]["target"], found["theirs"]["target"]) == targets
        assert scene.b.posture == "standing"  # tied or lost


def test_c_05_a_tie_numbs_nothing_and_lifts_no_foot() -> None:
    scene = Scene(master({"pressure_points": 14}), person(HT=12), cine("pressure_points", at=["arm.R"]))
    scene.b.retreated = True
    found = contest_of(scene, 10, 12, [1], 10, 8, what="pressure_points")
    assert found["mine"]["margin"] == found["theirs"]["margin"] == 4
    assert not scene.b.gone
    scene = Scene(master({"hypnotic_hands": 14}), person(IQ=12), cine("hypnotic_hands"))
    scene.a.focus, scene.a.focus_turns = "hypnotic_hands", 1
    contest_of(scene, 10, 8, what="hypnotic_hands")
    assert scene.b.stunned == ""


@pytest.mark.parametrize(("order", "hold", "throws", "injury"), [
    ("throw", Hold("grapple", "torso", 2, 0), [10, 14, [5], 12], 4),
    ("hold", Hold("arm_lock", "arm.R", 2, 0), [12, 12], 6),
])  # fmt: skip
def test_c_27_full_force_adds_two(order: str, hold: Hold, throws: list[Any], injury: int) -> None:
    scene = Scene(grappler(skills={"judo": 16}), person(HT=12), {"a": order, "opt": "aoa_strong"}, auto_giveup="never")
    scene.close()
    scene.a.hold = hold
    events = scene.turn(*throws)
    assert [e["injury"] for e in of_kind(events, "damage")] == [injury]
    assert scene.a.all_out


def test_c_27_other_ways_to_attack_with_all_one_has() -> None:
    scene = Scene(grappler(skills={"judo": 16}), person(), {"a": "grapple", "opt": "aoa_hit"})
    assert of_kind(scene.turn(10, 14), "attack")[0]["target"] == 20
    twice = Scene(grappler(skills={"judo": 16}), person(), {"a": "grapple", "opt": "aoa_double"})
    twice.b.retreated = True
    events = twice.turn(17, 10, 14)
    assert [e["act"] for e in of_kind(events, "attack")] == ["grapple", "grapple"]
    once = Scene(grappler(skills={"judo": 16}), person(), {"a": "grapple", "opt": "aoa_double"})
    once.b.retreated = True
    assert len(of_kind(once.turn(10, 14), "attack")) == 1  # he holds him already
    lured = Scene(grappler(skills={"judo": 16}), person(), {"a": "grapple", "opt": "aoa_feint"})
    lured.b.retreated = True
    events = lured.turn(10, 10, 10, 8)
    assert of_kind(events, "contest", what="feint")
    assert of_kind(events, "defence")[0]["target"] == -1


def test_what_a_meditation_lends_counts_once() -> None:
    calm = person(IQ=11, skills={"meditation": 12}, traits={"overconfidence": -10})
    scene = Scene(calm, person(), {"rules": [{"do": {"a": "wait"}}]})
    scene.a.composure = 2
    events = scene.turn(13)
    assert of_kind(events, "roll", what="overconfidence")[0]["target"] == 13
    assert scene.a.composure == 0


def test_a_waiting_foe_answers_a_grab_with_the_longer_reach() -> None:
    waiter = person(DX=12, HT=14, skills={"karate": 14})
    plan = orders("wait", never=[{"a": act} for act in STRIKES if act != "kick"])
    scene = Scene(grappler(skills={"judo": 16}), waiter, "grapple", plan)
    scene.turn(who=scene.b)
    assert scene.b.waiting
    events = scene.turn(16, 12, 17)
    assert [e["who"] for e in of_kind(events, "attack")] == ["b", "a"]
