"""The twin alone: cinematic manoeuvres, stances and quiet skills (maneuvers.toml, skills.toml)."""

from __future__ import annotations

from scripted import FIST, PUNCH, Scene, act, by_hand, cine, master, of_kind, orders, person, target

# -- manoeuvres of another world ---------------------------------------------------------------------


def test_dual_attack_is_two_punches_each_defended() -> None:
    twin = master({}, maneuvers={"dual_attack:karate": (16, "karate")})
    scene = Scene(twin, person(HT=16), {"a": "dual_attack", "at": ["torso"]})
    scene.b.retreated = True
    events = scene.turn(10, 12, [2], 10, 12, [2])
    assert [e["act"] for e in of_kind(events, "attack")] == ["dual_attack", "dual_attack"]
    assert len(of_kind(events, "defence")) == 2
    assert [e["bonus"] for e in of_kind(events, "damage")] == [1, 1]


def test_whirlwind_kick_strikes_again_at_minus_two() -> None:
    whirler = master({}, maneuvers={"whirlwind_kick": (15, "karate")})
    scene = Scene(whirler, person(HT=16), {"a": "whirlwind_kick", "at": ["torso"]})
    scene.b.retreated = True
    events = scene.turn(10, 12, [2], 10, 12, [2])
    assert [e["target"] for e in of_kind(events, "attack")] == [15, 13]
    assert scene.a.own_defence == -2


def test_flying_jump_kick_leaps_and_crashes() -> None:
    flyer = master({}, maneuvers={"flying_jump_kick": (14, "karate")})
    scene = Scene(flyer, person(), {"a": "flying_jump_kick", "at": ["torso"]})
    scene.a.at = (-9, 0)
    events = scene.turn(16, 12, [4])
    assert of_kind(events, "move", why="leap")[0]["distance"] == 3
    assert target(events, "roll", what="fall") == 8
    (damage,) = of_kind(events, "damage", who="a")
    assert damage["basic"] == 2


def test_springing_attack() -> None:
    springer = master({"acrobatics": 16}, maneuvers={"springing_attack": (14, "acrobatics")})
    policy = by_hand()
    policy["rules"] = [{"if": ["state", "me", "down"], "do": cine("springing_attack", at=["torso"])}]
    for roll, posture in ((14, "standing"), (15, "lying")):
        scene = Scene(springer, person(), policy).lies_a()
        events = scene.turn(roll, *([16] if posture == "standing" else []))
        assert scene.a.posture == posture
        assert [e["target"] for e in of_kind(events, "attack")] == ([15] if posture == "standing" else [])


def test_roll_with_blow() -> None:
    roller = person(HT=12, skills={"acrobatics": 14}, maneuvers={"roll_with_blow": (14, "acrobatics")})
    puncher = person(ST=18, DX=14, skills={"karate": 17})
    for roll, basic, posture in ((14, 4, "standing"), (15, 8, "lying")):
        scene = Scene(puncher, roller, PUNCH)
        scene.b.retreated = True
        # then the footing of who stands, or the knock-down of who took it whole
        events = scene.turn(10, 14, [5], roll, 7)
        assert of_kind(events, "damage")[0]["basic"] == basic
        assert scene.b.posture == posture
        assert of_kind(events, "effect", effect="knocked_back")[0]["yards"] == (2 if posture == "standing" else 1)


def test_sticking_feels_blows_and_feints() -> None:
    feeler = person(DX=14, skills={"judo": 15}, maneuvers={"sticking": (14, "judo")})
    scene = Scene(FIST, feeler, PUNCH).close()
    assert target(scene.turn(12, 10, 10), "defence") == 15  # 10, contact +2, retreat +3
    scene = Scene(FIST, feeler, "feint").close()
    scene.turn(12, 8, 14)
    assert scene.a.lure == 0


def test_binding_ties_the_arms() -> None:
    binder = person(DX=14, skills={"judo": 16}, maneuvers={"binding": (15, "judo")})
    scene = Scene(binder, FIST, cine("binding")).close()
    scene.a.opening_until = 1
    events = scene.turn(10, 15)
    assert target(events, "attack") == 15
    assert scene.a.hold is not None
    assert scene.a.hold.kind == "binding"
    scene = Scene(binder, FIST, "throw").hold("binding")
    assert target(scene.turn(13, 15, [2], 10), "defence") == 6
    closed = Scene(binder, person(), orders(cine("binding"), "wait")).close()
    assert act(closed.turn()) == "wait"


def test_hand_clap_parry_catches_the_limb() -> None:
    catcher = person(DX=14, skills={"karate": 18}, maneuvers={"hand_clap_parry": (12, "karate")})
    catch = {"rules": [], "react": [{"do": cine("hand_clap_parry")}]}
    scene = Scene(FIST, catcher, PUNCH, catch)
    events = scene.turn(10, 12)
    assert target(events, "defence", defence="hand_clap_parry") == 12
    assert scene.b.hold is not None
    assert (scene.b.hold.kind, scene.b.hold.part) == ("grapple", "arm.R")


# -- stances and quiet skills ------------------------------------------------------------------------


def test_drunken_fighting_and_cat_stance_are_declared_beside_the_act() -> None:
    drunk = master({"drunken_fighting": 14})
    policy = orders(cine("drunken_fighting"), "feint")
    for roll, resists in ((14, 9), (15, 10)):
        scene = Scene(drunk, person(), policy)
        events = scene.turn(roll, 10, 12)
        assert of_kind(events, "contest", what="feint")[0]["theirs"]["target"] == resists
        assert scene.a.stances == {"drunken_fighting": roll == 14}
    twice = Scene(drunk, person(), orders(cine("drunken_fighting"), cine("drunken_fighting"), "wait"))
    twice.turn(14)
    cat = Scene(master({}), person(HT=16), orders(cine("cat_stance"), PUNCH))
    cat.b.retreated = True
    events = cat.turn(10, 10, 14, [6])
    assert of_kind(events, "damage")[0]["bonus"] == -1
    assert cat.a.stances["cat_stance"]


def test_quiet_skills() -> None:
    scene = Scene(master({"breath_control": 12}), person(), cine("breath_control"))
    scene.a.fp = 5
    scene.turn(12)
    assert scene.a.fp == 6
    scene = Scene(master({"meditation": 12}), person(), cine("meditation"))
    scene.turn(12)
    assert scene.a.composure == 1
    scene = Scene(master({"intimidation": 14}), person(DX=12), cine("intimidation"), PUNCH)
    scene.turn(10, 10)
    assert target(scene.turn(16, who=scene.b), "attack") == 11
    assert scene.b.cowed == 0
