"""The twin alone: combinations, their contest, their interruption, as an act and as a defence (C-37, R-12)."""

from __future__ import annotations

from typing import Any

from plain.books import combination
from scripted import PUNCH, Scene, act, of_kind, orders, person, target

ONE_TWO = [{"name": "三日月", "moves": ["punch", "elbow_strike", "knee_strike"]}]
COMBO = {"a": "combo", "name": "三日月", "at": ["torso"]}


def fighter(level: int = 16, **more: Any) -> dict[str, Any]:
    """Somebody with a combination."""
    return person(**{"ST": 12, "DX": 14, "skills": {"karate": level}, "combos": ONE_TWO, **more})


def foe(**more: Any) -> dict[str, Any]:
    """His foe, hard to knock out."""
    return person(**{"HT": 16, "skills": {"brawling": 15}, **more})


def rested(scene: Scene) -> Scene:
    """Face to face in one hex; the foe keeps his ground, and dodges."""
    scene.close()
    scene.b.retreated, scene.b.parried = True, {"R": 1, "L": 1}
    return scene


def test_c_37_won_the_whole_series_is_struck() -> None:
    master = fighter(18, traits={"trained_by_a_master": 40})
    scene = rested(Scene(master, foe(), orders(COMBO, "wait")))
    events = scene.turn(12, 13, 14, 14, [1], 14, 14, [1], 14, 14, [1])
    (contest,) = of_kind(events, "contest", what="combination")
    assert (contest["mine"]["margin"], contest["theirs"]["margin"]) == (6, 2)
    assert [e["act"] for e in of_kind(events, "attack")] == ["punch", "elbow", "knee"]
    assert [e["base"] for e in of_kind(events, "attack")] == [18, 16, 17]  # each at its own level
    assert [e["act"] for e in of_kind(events, "act")] == ["combo", "wait"]  # once a turn


def test_c_37_lost_or_tied_only_the_first_move_is_made() -> None:
    for mine in (14, 15):
        scene = rested(Scene(fighter(), foe(), COMBO))
        events = scene.turn(mine, 13, 17)
        assert [e["act"] for e in of_kind(events, "attack")] == ["punch"]
        assert scene.a.memory.how == {"fail"}


def test_c_37_a_series_stops_where_a_move_is_impossible() -> None:
    scene = Scene(fighter(), foe(), COMBO)
    scene.b.retreated = True  # a step is left for the elbow
    events = scene.turn(10, 13, 10, 15, [1], 10, 12, [1], 10, 12, [1])
    assert [e["act"] for e in of_kind(events, "attack")] == ["punch", "elbow", "knee"]
    assert scene.a.memory.attacks == 3
    gone = Scene(fighter(), foe(), COMBO)  # he retreats from the first blow, out of reach
    events = gone.turn(10, 13, 10, 15, [1])
    assert [e["act"] for e in of_kind(events, "attack")] == ["punch"]
    assert gone.a.memory.how == {"fail"}
    assert gone.a.memory.attacks == 1


def test_c_37_places_of_the_order_go_with_every_move() -> None:
    scene = rested(Scene(fighter(), foe(), {**COMBO, "at": ["vitals"]}))
    events = scene.turn(10, 13, 10, 14, [2], 10, 10, 14, [2], 10, 10, 14, [2], 10)
    assert {e["at"] for e in of_kind(events, "attack")} == {"vitals"}


def test_c_37_ripostes_wait_until_a_won_series_is_over() -> None:
    answering = foe(skills={"karate": 16})
    react = {"rules": [], "react": [{"do": {"a": "riposte"}}]}
    scene = Scene(fighter(), answering, COMBO, react).close()
    events = scene.turn(10, 14, 10, 10, 10, 10, 16)
    assert {e["defence"] for e in of_kind(events, "defence")} == {"parry"}
    alone = Scene(fighter(), answering, PUNCH, react).close()
    events = alone.turn(10, 8, 16)
    assert of_kind(events, "defence")[0]["defence"] == "riposte"


def test_r_12_one_sub_turn_for_each_move() -> None:
    master = fighter(18, traits={"trained_by_a_master": 40})
    scene = rested(Scene(master, foe(), orders(COMBO, "wait"), combination_cost="per_element"))
    events = scene.turn(12, 13, 14, 14, [1], 14, 14, [1], 14, 14, [1])
    assert [(e["s"], e["act"]) for e in of_kind(events, "act")] == [(1, "combo")]
    policy = {"rules": [{"if": ["sub", "==", 2], "do": COMBO}, {"do": {"a": "wait"}}]}
    late = {"rules": [{"if": ["sub", "==", 1], "do": {"a": "feint"}}, *policy["rules"]]}
    scene = rested(Scene(master, foe(), late, combination_cost="per_element"))
    events = scene.turn(17, 10, 12, 13, 14, 14, [1], 14, 14, [1])
    assert [e["act"] for e in of_kind(events, "attack")] == ["punch", "elbow"]  # two sub-turns were left


def test_grabs_are_moves_too() -> None:
    judoka = person(ST=12, DX=14, skills={"judo": 16}, combos=[{"name": "投げ極め", "moves": ["throw", "arm_lock"]}])
    scene = Scene(judoka, foe(), {"a": "combo", "name": "投げ極め"}).hold()
    events = scene.turn(10, 13, 13, 14, [2], 10, 10, 12)
    assert [e["act"] for e in of_kind(events, "attack")] == ["throw", "arm_lock"]
    assert scene.a.hold is not None
    assert scene.a.hold.kind == "arm_lock"


def test_a_series_that_begins_with_a_parry_is_a_defence() -> None:
    counter = fighter(combos=[{"name": "返し", "moves": ["parry", "punch", "elbow_strike"]}])
    react = {"rules": [], "react": [{"do": {"a": "combo", "name": "返し", "at": ["torso"]}}]}
    stubborn = orders(PUNCH, never=[{"a": "retreat"}])
    scene = Scene(person(HT=16, DX=13), counter, stubborn, react).close()
    events = scene.turn(10, 10, 12, 10, 10, 14, [1], 10, 14, [1])
    rolls = [e["k"] for e in events if e["k"] in ("attack", "contest", "defence")]
    assert rolls[:3] == ["attack", "contest", "defence"]
    assert [(e["who"], e["act"]) for e in of_kind(events, "attack")] == [("a", "punch"), ("b", "punch"), ("b", "elbow")]
    assert target(of_kind(events, "defence", who="b"), "defence") == 10
    assert scene.b.owed == 1
    assert scene.b.series_used
    # lost, it is a parry and no more; failed, it is no parry either
    scene = Scene(person(HT=16, DX=13), counter, PUNCH, react).close()
    assert len(of_kind(scene.turn(10, 15, 8, 10), "attack")) == 1
    scene = Scene(person(HT=16, DX=13), counter, PUNCH, react).close()
    assert len(of_kind(scene.turn(10, 8, 12, 11, [2]), "attack")) == 1


def test_a_combination_is_found_by_name_or_by_its_moves() -> None:
    assert combination(ONE_TWO, "三日月", []) == ["punch", "elbow", "knee"]
    assert combination(ONE_TWO, "", ["punch", "elbow", "knee"]) == ["punch", "elbow", "knee"]
    assert combination(ONE_TWO, "満月", []) == []
    throw_and_kick = [{"name": "x", "moves": ["judo", "kicking"]}]
    assert combination(throw_and_kick, "x", ["grapple", "low_kick"]) == ["grapple", "low_kick"]
    assert act(Scene(fighter(), foe(), orders({"a": "combo", "name": "満月"}, "wait")).turn()) == "wait"
