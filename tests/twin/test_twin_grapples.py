"""The twin alone: taking hold, taking down, throwing, with the rule book's own vectors (C-101 to C-106)."""

from __future__ import annotations

from typing import Any

import pytest
from plain.grab_legal import grab_open
from scripted import Scene, act, effects, of_kind, person, target

JUDOKA = person(ST=14, DX=14, skills={"judo": 16})
WRESTLER = person(ST=14, DX=13, skills={"wrestling": 16})
KARATEKA = person(ST=12, DX=13, skills={"karate": 15})


# -- C-101, C-102: taking hold and being held --------------------------------------------------------


def test_c_101_a_grapple_is_rolled_and_parried() -> None:
    scene = Scene(JUDOKA, KARATEKA, "grapple")
    events = scene.turn(12, 14)
    assert target(events, "attack", act="grapple") == 16
    assert target(events, "defence", defence="parry") == 13  # 10, and 3 for the retreat
    assert scene.a.hold is not None
    assert (scene.a.hold.kind, scene.a.hold.part, scene.a.hold.hands) == ("grapple", "torso", 2)
    assert scene.a.at == scene.b.at
    assert effects(events) == ["b grappled"]


def test_c_101_a_parry_stops_it() -> None:
    scene = Scene(JUDOKA, KARATEKA, "grapple")
    scene.b.retreated = True
    events = scene.turn(12, 10)
    assert target(events, "defence") == 10
    assert scene.a.hold is None


def test_c_101_the_grappled_cannot_leave_retreat_or_get_up() -> None:
    scene = Scene(KARATEKA, JUDOKA).held()
    scene.lies(scene.a)
    (decision,) = of_kind(scene.turn(), "act")
    assert not {"retreat", "approach", "getup", "kick"} & set(decision["legal"])
    assert {"break_free", "punch", "grapple", "wait"} <= set(decision["legal"])
    scene = Scene(JUDOKA, KARATEKA).hold()
    assert not scene.b.turns_along


def test_c_102_blows_of_the_grappled_are_at_minus_4_and_kicks_impossible() -> None:
    karateka = person(ST=12, DX=14, skills={"karate": 16}, maneuvers={"knee_strike": (16, "karate")})
    events = Scene(karateka, JUDOKA, {"a": "punch", "at": ["torso"]}).held().turn(16)
    assert target(events, "attack", act="punch") == 12
    events = Scene(karateka, JUDOKA, {"a": "kick", "at": ["torso"]}).held().turn(16)
    assert target(events, "attack", act="knee") == 12


def test_c_102_a_counter_grapple_is_open_to_the_grappled() -> None:
    scene = Scene(JUDOKA, KARATEKA, "grapple").held()
    events = scene.turn(12, 14)
    assert target(events, "attack") == 12
    assert scene.a.hold is not None
    assert scene.b.hold is not None


def test_c_101_a_pattern_may_name_the_part_and_one_hand() -> None:
    scene = Scene(JUDOKA, KARATEKA, {"a": "grapple", "at": ["neck"], "opt": "light"})
    events = scene.turn(11, 18, 10)
    assert target(events, "attack") == 11
    assert scene.a.hold is not None
    assert (scene.a.hold.part, scene.a.hold.hands) == ("neck", 1)


def test_r_34_a_contest_instead() -> None:
    scene = Scene(JUDOKA, KARATEKA, "grapple", grapple_roll="dx_contest")
    events = scene.turn(12, 12)
    (contest,) = of_kind(events, "contest", what="grapple")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (16, 13)
    assert scene.a.hold is not None
    assert not of_kind(events, "defence")
    scene = Scene(JUDOKA, KARATEKA, "grapple", grapple_roll="dx_contest")
    scene.turn(13, 10)  # both by 3: nobody wins
    assert scene.a.hold is None


# -- C-104 to C-106: down and under ------------------------------------------------------------------


def test_c_104_takedown() -> None:
    scene = Scene(JUDOKA, person(DX=13, ST=12), "takedown").hold()
    events = scene.turn(9, 12)
    (contest,) = of_kind(events, "contest")
    assert (contest["mine"]["margin"], contest["theirs"]["margin"]) == (7, 1)
    assert (scene.a.posture, scene.b.posture) == ("kneeling", "lying")
    assert scene.a.hold is not None


def test_c_104_lost_by_five_the_attacker_falls() -> None:
    scene = Scene(JUDOKA, person(DX=13, ST=12), "takedown").hold()
    scene.turn(16, 8)
    assert (scene.a.posture, scene.b.posture) == ("lying", "standing")
    scene = Scene(JUDOKA, person(DX=13, ST=12), "takedown").hold()
    scene.turn(16, 9)
    assert scene.a.posture == "standing"
    scene = Scene(JUDOKA, person(DX=13, ST=12), "takedown").hold()
    scene.turn(12, 9)  # both by 4
    assert (scene.a.posture, scene.b.posture) == ("standing", "standing")


def test_c_103_wrestling_adds_an_eighth_to_st() -> None:
    events = Scene(WRESTLER, person(ST=12), "pin").hold().lies_down().turn(13, 13)
    (contest,) = of_kind(events, "contest", what="pin")
    assert contest["mine"]["target"] == 16


def test_c_106_pin() -> None:
    scene = Scene(person(ST=15), person(ST=12), "pin").hold().lies_down()
    events = scene.turn(13, 13)
    assert "b pinned" in effects(events)
    assert scene.b.pinned
    assert scene.a.posture == "kneeling"
    # helpless: no defence, nothing but trying to get out
    punch = Scene(person(ST=15), KARATEKA, {"a": "punch", "at": ["torso"]}).hold(pin=True).lies_down()
    events = punch.turn(10, [3])
    assert not of_kind(events, "defence")
    assert act(Scene(KARATEKA, person(ST=15), "punch").held(pin=True).turn(10, 10)) == "break_free"


def test_c_106_three_more_for_the_clearly_heavier_and_one_exchange_a_turn() -> None:
    heavy = person(ST=12, weight_kg=96)
    scene = Scene(heavy, person(ST=12, weight_kg=80), "pin").hold().lies_down()
    (contest,) = of_kind(scene.turn(16, 16), "contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (15, 12)
    assert not scene.b.pinned  # both failed
    light = Scene(person(ST=12, weight_kg=95), person(ST=12, weight_kg=80), "pin").hold().lies_down()
    assert of_kind(light.turn(13, 10), "contest")[0]["mine"]["target"] == 12


def test_c_106_a_pin_is_tried_once_a_turn_out_of_a_grapple_or_head_lock() -> None:
    fast = person(ST=12, DX=14, skills={"wrestling": 18})
    scene = Scene(fast, person(ST=12), {"rules": [{"do": {"a": "pin"}}], "rest": "only"}).hold().lies_down()
    events = scene.turn(16, 10)
    assert [e["act"] for e in of_kind(events, "act")][:1] == ["pin"]
    assert len(of_kind(events, "contest", what="pin")) == 1
    for kind, part, state in (
        ("grapple", "torso", "ready"), ("head_lock", "head", "ready"), ("arm_lock", "arm.R", "no"),
    ):  # fmt: skip
        scene = Scene(fast, person(), "pin").hold(kind, part).lies_down()
        assert grab_open(scene.a, "pin", "", 1, 1).state == state
        scene.a.pin_tried = True
        assert grab_open(scene.a, "pin", "", 1, 1).state == "no"
    scene = Scene(fast, person(), "pin").hold(pin=True).lies_down()
    assert grab_open(scene.a, "pin", "", 1, 1).state == "no"


def test_c_06_targets_of_a_pin_are_brought_near_ten() -> None:
    scene = Scene(person(ST=18), person(ST=16), "pin").hold().lies_down()
    (contest,) = of_kind(scene.turn(13, 10), "contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (12, 10)


def test_c_136_five_failed_attempts_under_a_pin_end_the_bout() -> None:
    scene = Scene(person(ST=9), person(ST=18), "break_free").held(pin=True)
    for _ in range(5):
        assert not scene.bout.no_chance(scene.a)
        scene.a.idle_turns = 0
        scene.turn(12, 10)
    scene.a.idle_turns = 0
    assert scene.bout.no_chance(scene.a)


# -- C-105: throws -----------------------------------------------------------------------------------


def test_c_105_throw_out_of_a_grapple() -> None:
    scene = Scene(JUDOKA, person(ST=12, DX=10, HT=12), {"a": "throw"}).hold()
    events = scene.turn(13, 9, [4], 13)
    assert target(events, "attack", act="throw") == 16
    assert target(events, "defence") == 5  # dodge, or a parry of DX/2; no retreat out of a grapple
    assert effects(events) == ["b freed", "b fallen", "b stunned"]
    (damage,) = of_kind(events, "damage")
    assert (damage["at"], damage["basic"], damage["injury"]) == ("torso", 2, 1)
    assert target(events, "roll", what="stun") == 12


def test_c_105_a_judo_parry_opens_a_throw() -> None:
    scene = Scene(KARATEKA, JUDOKA, {"a": "punch", "at": ["torso"]}, "throw")
    scene.b.retreated = True
    scene.turn(10, 10)
    assert scene.b.opening_until == 1
    events = scene.turn(13, 14, [3], 10, who=scene.b)
    assert act(events) == "throw"
    assert scene.a.posture == "lying"
    assert scene.b.opening_until == 2  # after a throw a lock may follow


def test_c_105_a_parry_of_karate_opens_nothing() -> None:
    both = person(ST=12, DX=14, skills={"karate": 18, "judo": 16})
    scene = Scene(KARATEKA, both, {"a": "punch", "at": ["torso"]}, "throw")
    scene.b.retreated = True
    scene.turn(10, 10)
    assert scene.b.opening_until == 0


def test_c_105_the_opening_lapses_with_the_next_turn() -> None:
    scene = Scene(JUDOKA, KARATEKA, "throw")
    scene.a.opening_until = 1
    scene.a.turn = 1
    assert act(scene.turn(17)) == "grapple"


@pytest.mark.parametrize(("reading", "throws", "injury"), [
    ("1d-2", [13, 14, [5], 10], 2), ("none", [13, 14, 10], None), ("thrust", [13, 14, [5], 10], 4),
])  # fmt: skip
def test_r_35_what_a_throw_does(reading: str, throws: list[Any], injury: int | None) -> None:
    scene = Scene(JUDOKA, person(HT=14), "throw", throw_damage=reading).hold()
    found = of_kind(scene.turn(*throws), "damage")
    assert [e["injury"] for e in found] == ([] if injury is None else [injury])


def test_breakfall_cancels_damage_and_stun_and_by_five_stands_up() -> None:
    faller = person(DX=12, skills={"judo": 14}, maneuvers={"breakfall": (16, "judo")})
    scene = Scene(JUDOKA, faller, "throw").hold()
    events = scene.turn(13, 18, 10, 12)  # thrown, the parry fumbled, rolls well
    assert not of_kind(events, "damage")
    assert scene.b.posture == "lying"
    scene = Scene(JUDOKA, faller, "throw").hold()
    scene.turn(13, 16, 11)
    assert scene.b.posture == "standing"


def test_a_sacrifice_throw_keeps_the_hold() -> None:
    scene = Scene(JUDOKA, person(), "sac_throw").hold()
    scene.turn(13, 14, [2], 10)
    assert (scene.a.posture, scene.b.posture) == ("lying", "lying")
    assert scene.a.hold is not None


def test_suplex_and_piledriver() -> None:
    strong = person(ST=16, DX=14, skills={"wrestling": 17}, maneuvers={"piledriver": (16, "wrestling")})
    scene = Scene(strong, person(ST=12, HT=14), "suplex").hold()
    events = scene.turn(10, 9, [4])  # 14-10 against 12-9: by 1 at the torso
    assert [(e["at"], e["basic"]) for e in of_kind(events, "damage")] == [("torso", 7)]
    assert (scene.a.posture, scene.b.posture) == ("lying", "lying")
    assert scene.a.hold is not None
    scene = Scene(strong, person(ST=12, HT=14), "suplex").hold()
    assert of_kind(scene.turn(9, 12, [4]), "damage")[0]["at"] == "brain"
    scene = Scene(strong, person(ST=12, HT=14), "piledriver").hold()
    events = scene.turn(10, 12, 10, [1, 1])
    assert [e["what"] for e in of_kind(events, "contest")] == ["piledriver"]
    assert of_kind(events, "damage")[0]["at"] == "brain"
    assert (scene.a.posture, scene.b.posture, scene.a.hold) == ("sitting", "lying", None)
