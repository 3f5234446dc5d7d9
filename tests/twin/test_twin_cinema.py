"""The twin alone: cinematic skills and manoeuvres with the rule book's own vectors (C-33, C-115 to C-130)."""

from __future__ import annotations

import pytest
from plain.arts import turns_needed
from plain.cinema import resistance
from plain.wounds import stands_fast, stun
from scripted import FIST, PUNCH, Scene, Script, act, by_hand, cine, effects, master, of_kind, orders, person, target

# -- C-115, C-116, C-33: concentration ---------------------------------------------------------------


def test_c_115_turns_of_concentration() -> None:
    scene = Scene(master({"power_blow": 17, "breaking_blow": 16, "flying_leap": 20}), person())
    for names, turns in ((["power_blow"], 3), (["flying_leap"], 0), (["breaking_blow", "power_blow"], 7)):
        assert turns_needed(scene.a, names) == turns


def test_c_115_every_sub_turn_of_a_turn_must_be_spent_on_it() -> None:
    fast = master({"power_blow": 18}, traits={"trained_by_a_master": 40})
    scene = Scene(fast, person(), cine("power_blow"))
    assert scene.a.brings.subturns == 2
    scene.turn()
    assert scene.a.focus_turns == 1
    policy = {"rules": [{"if": ["sub", "==", 2], "do": {"a": "wait"}}, {"do": cine("power_blow")}]}
    scene = Scene(fast, person(), policy)
    scene.turn()
    assert (scene.a.focus, scene.a.focus_turns) == ("", 0)


def test_c_116_a_skill_is_paid_for_whether_it_works_or_not() -> None:
    for roll, fp in ((17, 13), (10, 13), (4, 14)):
        scene = Scene(master({"power_blow": 20}), person(), by_hand(cine("power_blow", at=["torso"])))
        events = scene.turn(roll, 17)
        assert scene.a.fp == fp
        assert len(of_kind(events, "fatigue", why="power_blow")) == 14 - fp


def test_nobody_spends_his_last_fatigue_on_a_skill() -> None:
    scene = Scene(master({"power_blow": 20}), person(), orders(cine("power_blow"), "wait"))
    scene.a.fp = 1
    assert act(scene.turn()) == "wait"


@pytest.mark.parametrize(("roll", "kept"), [(10, True), (11, False)])
def test_c_33_a_blow_met_by_a_defence_asks_for_will_less_three(roll: int, kept: bool) -> None:
    scene = Scene(FIST, master({"power_blow": 15}, IQ=13), PUNCH)
    scene.b.focus, scene.b.focus_turns, scene.b.retreated = "power_blow", 2, True
    events = scene.turn(10, 10, roll)
    assert target(events, "roll", what="concentrate") == 10
    assert (scene.b.focus_turns == 2) == kept


# -- C-117 to C-122: into a blow ---------------------------------------------------------------------


def test_c_117_power_blow_doubles_st() -> None:
    scene = Scene(master({"power_blow": 20}), person(HT=14), by_hand(cine("power_blow", at=["torso"])))
    scene.b.retreated = True
    events = scene.turn(10, 10, 12, [4, 3, 2], 13, 3)
    assert [(e["dice"], e["bonus"]) for e in of_kind(events, "damage")] == [([4, 3, 2], 0)]  # 3d-1-2+3
    scene = Scene(master({"power_blow": 20}), person(HT=14), by_hand(cine("power_blow", at=["torso"])))
    scene.b.retreated = True
    events = scene.turn(17, 10, 12, [4])  # the roll fails: an ordinary blow
    assert of_kind(events, "damage")[0]["bonus"] == 1


def test_c_117_three_times_at_minus_ten() -> None:
    scene = Scene(master({"power_blow": 22}), person(HT=14), by_hand(cine("power_blow", at=["torso"])))
    scene.b.retreated = True
    events = scene.turn(12, 10, 12, [1, 1, 1, 1])  # ST 42: 4d+1
    assert target(events, "roll", what="power_blow") == 12
    assert of_kind(events, "damage")[0]["bonus"] == 2


def test_c_118_push() -> None:
    scene = Scene(master({"push": 15}), person(DX=13, HT=14), cine("push"))
    scene.b.retreated = True
    events = scene.turn(10, 12, [5, 4], 12)
    assert target(events, "attack") == 15
    assert of_kind(events, "effect", effect="pushed")[0]["points"] == 18
    assert of_kind(events, "effect", effect="knocked_back")[0]["yards"] == 2
    assert target(events, "roll", what="fall") == 11
    assert (scene.b.hp, scene.b.posture, scene.a.fp) == (14, "lying", 13)


def test_c_119_pressure_points() -> None:
    scene = Scene(master({"pressure_points": 16}), person(HT=12), cine("pressure_points", at=["arm.R"]))
    scene.b.retreated = True
    events = scene.turn(10, 12, [1], 10, 11, [4, 4, 3, 3, 3])
    assert target(events, "attack") == 12  # 16, the arm -2, the touch -2
    assert scene.b.gone["arm.R"] == 17
    scene = Scene(master({"pressure_points": 16}), person(HT=12), cine("pressure_points", at=["torso"]))
    scene.b.retreated = True
    scene.turn(10, 12, [1], 10, 11)
    assert scene.b.stunned == "physical"
    toucher = person(DX=14, skills={"judo": 17, "pressure_points": 16})
    scene = Scene(toucher, person(), cine("pressure_points", at=["head"]))
    scene.b.retreated = True
    events = scene.turn(10, 12, 10, 11)
    assert target(events, "attack") == 10
    assert not of_kind(events, "damage")  # a touch
    assert scene.b.stunned == "mental"


@pytest.mark.parametrize(("place", "injury"), [("vitals", 12), ("torso", 8), ("jaw", 4)])
def test_c_120_pressure_secrets(place: str, injury: int) -> None:
    scene = Scene(master({"pressure_secrets": 15}), person(HT=16), cine("pressure_secrets", at=[place]))
    scene.b.retreated = True
    rest = {"vitals": [10, 10], "torso": [], "jaw": [10]}[place]
    events = scene.turn(8, 14, [4], *rest)
    assert of_kind(events, "damage")[0]["injury"] == injury


def test_c_120_a_limb_goes_at_half_the_threshold() -> None:
    scene = Scene(master({"pressure_secrets": 15}), person(HT=12), cine("pressure_secrets", at=["arm.R"]))
    scene.b.retreated = True
    scene.turn(8, 14, [4])  # 4 of 12: twice that is more than half
    assert "arm.R" in scene.b.gone


def test_c_121_breaking_blow_opens_the_skull() -> None:
    for skills, dr in (({"breaking_blow": 20}, 1), ({}, 3)):
        does = cine("breaking_blow", at=["skull"]) if skills else {"a": "punch", "at": ["skull"]}
        scene = Scene(master(skills), person(HT=16), by_hand(does))
        scene.b.retreated = True
        events = scene.turn(*([10] if skills else []), 9, 14, [2], *([10] if skills else []))
        assert of_kind(events, "damage")[0]["dr"] == dr


@pytest.mark.parametrize(("reading", "bonus"), [("jump_kick", 7), ("st_tripled", 6), ("jump_only", None)])
def test_c_122_flying_leap(reading: str, bonus: int | None) -> None:
    leaper = master({"flying_leap": 20, "power_blow": 12, "jumping": 14}, maneuvers={"jump_kick": (16, "karate")})
    scene = Scene(leaper, person(HT=16), cine("flying_leap", at=["torso"]), flying_leap=reading)
    scene.a.at, scene.b.at, scene.b.retreated = (-8, 0), (7, 0), True
    n, rest = {"jump_kick": (1, [3]), "st_tripled": (4, [10, 3])}.get(reading, (0, []))
    kicked: list[int | list[int]] = [8, 15, [1] * n, *rest]
    events = scene.turn(10, *(kicked if n else []))
    assert of_kind(events, "move", why="leap")[0]["distance"] == 3
    assert "a airborne" in effects(events)
    if n:
        assert target(events, "attack") == (14 if reading == "jump_kick" else 16)
        assert of_kind(events, "damage")[0]["bonus"] == bonus
    else:
        assert not of_kind(events, "attack")


def test_c_122_a_failed_leap_is_a_step() -> None:
    scene = Scene(master({"flying_leap": 20}), person(), cine("flying_leap"))
    scene.a.at, scene.b.at = (-8, 0), (7, 0)
    events = scene.turn(17)
    assert [(e["why"], e["distance"]) for e in of_kind(events, "move")] == [("step", 12)]


# -- C-123 to C-125, C-129, C-130: minds -------------------------------------------------------------


def test_c_123_kiai() -> None:
    scene = Scene(master({"kiai": 14}), person(IQ=12), cine("kiai"))
    scene.turn(10, 9)
    assert (scene.b.stunned, scene.a.fp) == ("mental", 12)
    scene = Scene(master({"kiai": 14}), person(IQ=12), cine("kiai"))
    scene.a.at = (-11, 0)
    events = scene.turn(10, 9)
    assert of_kind(events, "contest")[0]["mine"]["target"] == 12  # four yards
    assert scene.b.stunned == ""
    mute = Scene(master({"kiai": 14}, traits={"mute": -25}), person(), orders(cine("kiai"), "wait"))
    assert act(mute.turn()) == "wait"


def test_c_124_hypnotic_hands() -> None:
    scene = Scene(master({"hypnotic_hands": 15}), person(IQ=12, HT=12), cine("hypnotic_hands"))
    scene.turn()
    assert scene.a.own_defence == -2
    scene.a.focus_turns = 2
    events = scene.turn(11, 10)
    (contest,) = of_kind(events, "contest")
    assert (contest["mine"]["margin"], contest["theirs"]["target"], contest["theirs"]["margin"]) == (4, 11, 1)
    assert scene.b.stunned == "mental"
    scene.b.plan.rules.clear()
    for _ in range(3):
        assert not of_kind(scene.turn(who=scene.b), "roll")
    assert target(scene.turn(18, who=scene.b), "roll", what="stun_recovery") == 12


def test_c_125_mental_strength_resists() -> None:
    scene = Scene(person(), person(IQ=11, skills={"mental_strength": 15}))
    assert resistance(scene.b) == 15
    stun(scene.bout, scene.b)
    assert resistance(scene.b) == 11


@pytest.mark.parametrize(("reading", "expected"), [("stun_recovery", 15), ("none", 11)])
def test_c_129_body_control_shakes_off_a_stun(reading: str, expected: int) -> None:
    scene = Scene(person(HT=11, skills={"body_control": 15}), person(), body_control=reading)
    scene.a.stunned = "physical"
    assert target(scene.turn(10), "roll", what="stun_recovery") == expected


def test_c_130_invisibility_art() -> None:
    scene = Scene(master({"invisibility_art": 20}), person(IQ=10), cine("invisibility_art"))
    scene.turn(10, 10)
    assert (scene.a.unseen, scene.a.fp) == (True, 11)
    seeker = Scene(FIST, person(), PUNCH)
    seeker.b.unseen = True
    assert target(seeker.turn(16), "attack") == 10
    hidden = Scene(master({}), person(DX=14, HT=14, skills={"karate": 16}), PUNCH)
    hidden.a.unseen, hidden.b.retreated = True, True
    events = hidden.turn(10, 9, [3])
    (defence,) = of_kind(events, "defence")
    assert (defence["defence"], defence["target"]) == ("dodge", 3)  # Move 7, unseen -4
    assert defence["legal"] == ["dodge", "no_defence"]
    assert not hidden.a.unseen


# -- C-126, C-127: standing fast, fighting blind -----------------------------------------------------


def test_c_126_immovable_stance() -> None:
    scene = Scene(person(), person(skills={"immovable_stance": 15}))
    scene.turn()
    scene.bout.dice = Script([13])  # type: ignore[assignment]
    assert stands_fast(scene.bout, scene.b, 2)
    assert scene.bout.events[-1]["target"] == 13
    puncher = person(ST=14, DX=14, skills={"karate": 17}, maneuvers={"two_handed_punch": (16, "karate")})
    for roll, moved in ((6, False), (7, True)):
        stander = person(HT=16, skills={"immovable_stance": 15})
        scene = Scene(puncher, stander, {"a": "two_handed_punch", "at": ["torso"]})
        scene.b.retreated, scene.b.at, scene.b.parried = True, (1, 0), {"R": 1, "L": 1}
        events = scene.turn(10, 14, [5], roll, *([3] if moved else []))
        # 8 points, twice a yard, and what he took counts against the roll
        assert target(events, "roll", what="stance") == 15 - 7 - 2
        assert bool(of_kind(events, "effect", effect="knocked_back")) == moved


def test_c_126_against_a_throw_it_is_a_contest() -> None:
    judoka = person(ST=14, DX=14, skills={"judo": 16})
    for mine, thrown in ((9, True), (12, False)):
        scene = Scene(judoka, person(skills={"immovable_stance": 15}), "throw").hold()
        landed: list[int | list[int]] = [[2], 10]
        events = scene.turn(13, 14, mine, 10, *(landed if thrown else []))
        assert of_kind(events, "contest", what="stance")
        assert (scene.b.posture == "lying") == thrown


def test_c_127_blind_fighting() -> None:
    trained = {"blind_fighting": 14}
    for skills, throws, expected in ((trained, [12, 17], 16), (trained, [15, 15], 6), ({}, [15], 6)):
        scene = Scene(master(skills), person(), PUNCH)
        scene.a.gone = {"eye.R": "lost", "eye.L": "lost"}
        assert target(scene.turn(*throws), "attack") == expected
    scene = Scene(FIST, master({"blind_fighting": 14}), PUNCH)
    scene.b.stunned, scene.b.facing, scene.b.retreated = "", 0, True
    scene.b.turned_away = True
    events = scene.turn(10, 12, 10)
    assert target(events, "defence") == 10  # from behind, and found all the same


def test_c_136_a_blind_fighter_who_learned_it_is_not_stopped() -> None:
    for skills, stopped in (({"blind_fighting": 14}, False), ({}, True)):
        scene = Scene(master(skills), person())
        scene.a.gone, scene.a.posture = {"eye.R": "lost", "eye.L": "lost"}, "lying"
        assert scene.bout.no_chance(scene.a) == stopped
