"""The twin alone: advantages and disadvantages that act in the ring (advantages.toml, disadvantages.toml)."""

from __future__ import annotations

from typing import Any

import pytest
from plain.books import STRIKES
from plain.legal import effective
from plain.nature import at_the_bell, bindings, stirs
from plain.person import Brings
from plain.wounds import injure
from scripted import FIST, PUNCH, Scene, Script, act, by_hand, effects, of_kind, orders, person, target

VITALS = {"a": "punch", "at": ["vitals", "torso"], "pick": "first"}


def told(events: list[dict[str, Any]]) -> list[str]:
    """Which traits said that they override the pattern."""
    return [e["what"] for e in of_kind(events, "decide") if e["list"] is None and e["what"] != "give_up"]


def with_trait(trait: str, cp: int, **more: Any) -> dict[str, Any]:
    """A karateka with a trait."""
    return person(**{"ST": 12, "DX": 14, "IQ": 11, "skills": {"karate": 16}, "traits": {trait: cp}, **more})


# -- dice thrown again -------------------------------------------------------------------------------


@pytest.mark.parametrize(("cp", "uses"), [(15, 1), (30, 2), (60, 6)])
def test_luck_throws_twice_more_and_keeps_the_best(cp: int, uses: int) -> None:
    scene = Scene(person(), with_trait("luck", cp, HT=12))
    assert scene.b.luck == uses
    scene.bout.dice = Script([14, 13, 9])  # type: ignore[assignment]
    injure(scene.bout, scene.b, "vitals", [], 0, 4)
    assert not scene.b.out
    assert scene.b.luck == uses - 1
    assert told(scene.bout.events) == ["luck"]
    assert len(of_kind(scene.bout.events, "roll", what="reroll")) == 2


def test_daredevil_dares() -> None:
    daring = with_trait("daredevil", 15)
    assert target(Scene(daring, person(), PUNCH).turn(17), "attack") == 16
    events = Scene(daring, person(), {**PUNCH, "opt": "aoa_hit"}).turn(18, 18, [3, 4, 3])
    assert target(events, "attack") == 21
    assert told(events) == ["daredevil"]


def test_unluckiness_turns_one_success_into_a_failure() -> None:
    scene = Scene(with_trait("unluckiness", -10), person(), PUNCH)
    scene.bout.dice = Script([])  # type: ignore[assignment]
    at_the_bell(scene.bout)
    assert scene.a.misfortune == 1
    events = scene.turn(10)
    assert told(events) == ["unluckiness"]
    assert scene.a.misfortune == 0
    assert of_kind(scene.turn(10, 10, [1]), "defence")


# -- the bell, the start of a turn -------------------------------------------------------------------


def test_combat_paralysis_freezes_at_the_bell() -> None:
    for roll, stunned in ((12, ""), (13, "physical")):
        scene = Scene(with_trait("combat_paralysis", -15, HT=12), person())
        scene.bout.dice = Script([roll])  # type: ignore[assignment]
        at_the_bell(scene.bout)
        assert scene.a.stunned == stunned


def test_berserk_attacks_with_all_he_has_until_the_foe_is_down() -> None:
    scene = Scene(with_trait("berserk", -15, HT=12), person(), by_hand("wait"))
    scene.a.hurt_since, scene.a.shock = 4, 4
    events = scene.turn(12, 16, 16)
    assert told(events) == ["berserk"]
    (decision,) = of_kind(events, "act")
    assert decision["opt"] in ("aoa_double", "aoa_hit")
    assert scene.a.shock == 0
    assert scene.a.berserk
    scene.bout.dice = Script([16])  # type: ignore[assignment]
    injure(scene.bout, scene.a, "torso", [], 0, 8)
    assert scene.bout.events[-2]["target"] == 16  # HT 12, +4 against going down
    scene.lies(scene.b)
    scene.a.stunned, scene.a.hp = "", 12
    scene.a.hurt_since, scene.a.stung = 0, False
    assert "a calmed" in effects(scene.turn())


def test_a_calm_will_stays_calm() -> None:
    scene = Scene(with_trait("berserk", -15, HT=12), person(), orders("wait"))
    scene.a.hurt_since = 4
    assert not told(scene.turn(11))
    scene.a.hurt_since = 3
    scene.turn()


def test_bad_temper_knows_no_feints_for_a_turn() -> None:
    scene = Scene(with_trait("bad_temper", -10), person(), orders("feint", PUNCH))
    scene.a.stung = True
    events = scene.turn(12, 17)
    assert told(events) == ["bad_temper"]
    assert act(events) == "punch"
    assert act(scene.turn(10, 10)) == "feint"


def test_cowardice_gives_up() -> None:
    for roll, more, out in ((12, {}, "gave_up"), (11, {}, ""), (13, {"fanaticism": -15}, "")):
        coward = person(IQ=11, traits={"cowardice": -10, **more})
        scene = Scene(coward, person())
        scene.a.shaken = True
        scene.turn(roll)
        assert scene.a.out == out


def test_confused_and_absent_minded() -> None:
    scene = Scene(with_trait("confused", -10), person(), orders("feint", "wait"))
    assert act(scene.turn(12)) == "wait"
    assert act(scene.turn(10, 10)) == "feint"
    policy = {"rules": [{"if": ["turn", "==", 1], "do": {"a": "feint"}}, {"do": {"a": "wait"}}]}
    scene = Scene(with_trait("absent_mindedness", -15), person(), {**policy, "rest": "only"})
    scene.turn(10, 10)
    stirs_only = scene.turn(12)
    assert told(stirs_only) == ["absent_mindedness"]
    assert [e["list"] for e in of_kind(stirs_only, "act")] == [None]  # the old step does not fit, no other is looked at


# -- bindings ----------------------------------------------------------------------------------------


def test_self_defence_only_never_strikes_first() -> None:
    scene = Scene(with_trait("pacifism_self_defense", -15), FIST, orders(PUNCH), orders(PUNCH))
    events = scene.turn()
    assert (act(events), told(events)) == ("wait", ["pacifism_self_defense"])
    scene.turn(17, who=scene.b)
    events = scene.turn(17)
    assert (act(events), told(events)) == ("punch", [])


def test_who_cannot_kill_spares_the_vital_places_of_a_beaten_foe() -> None:
    scene = Scene(with_trait("pacifism_no_kill", -15), person(HT=12), VITALS)
    assert of_kind(scene.turn(16), "act")[0]["at"] == "vitals"
    scene.b.hp = 3
    events = scene.turn(17)
    assert of_kind(events, "act")[0]["at"] == "torso"
    assert told(events) == ["pacifism_no_kill"]


@pytest.mark.parametrize(("cp", "groin", "lying", "stunned"), [
    (-5, False, True, True), (-10, False, False, True), (-15, False, False, False),
])  # fmt: skip
def test_code_of_honor(cp: int, groin: bool, lying: bool, stunned: bool) -> None:
    for order, change, open_ in (
        ({"a": "punch", "at": ["groin"]}, {}, groin), (PUNCH, {"posture": "lying"}, lying),
        (PUNCH, {"stunned": "physical"}, stunned), (PUNCH, {}, True),
    ):  # fmt: skip
        policy = orders(order, never=[{"a": act} for act in STRIKES if act != "punch"], rest="only")
        scene = Scene(with_trait("code_of_honor", cp), person(), policy)
        for name, value in change.items():
            setattr(scene.b, name, value)
        assert (act(scene.turn(*([17] if open_ else []))) == "punch") == open_


def test_a_vow_is_a_ban() -> None:
    sworn = with_trait("vow", -10, vows=["@kick"])
    scene = Scene(sworn, person(), orders("kick", PUNCH))
    assert act(scene.turn(17)) == "punch"
    assert bindings(scene.a) == ["vow"]


# -- Will against a decision -------------------------------------------------------------------------


@pytest.mark.parametrize(("trait", "order"), [
    ("overconfidence", "wait"), ("overconfidence", "all_out_def"), ("impulsiveness", "wait"),
])  # fmt: skip
def test_some_cannot_wait(trait: str, order: str) -> None:
    for roll, done in ((11, order), (12, "other")):
        scene = Scene(with_trait(trait, -10), person(), orders(order))
        events = scene.turn(roll, *([17, 10] if done == "other" else []))
        assert (act(events) == order) == (done == order)
        assert told(events) == ([] if done == order else [trait])


def test_impulsive_fighters_do_not_feint_twice() -> None:
    scene = Scene(with_trait("impulsiveness", -10), person(), orders("feint"))
    assert act(scene.turn(10, 10)) == "feint"
    assert act(scene.turn(11, 10, 10)) == "feint"
    assert act(scene.turn(12, 17, 10)) != "feint"


def test_sadists_and_glory_hounds_and_a_helpless_foe() -> None:
    scene = Scene(with_trait("sadism", -15), person(), orders(PUNCH))
    scene.b.stunned = "physical"
    assert act(scene.turn(12)) == "wait"
    showy = with_trait("glory_hound", -15, maneuvers={"spin_kick": (15, "karate"), "jab": (15, "karate")})
    scene = Scene(showy, person(), orders(PUNCH))
    scene.b.stunned = "physical"
    events = scene.turn(12, 10, 10, 16, 17)
    assert (act(events), told(events)) == ("spin_kick", ["glory_hound"])


def test_stubborn_fighters_ask_their_will_before_their_pattern_gives_up() -> None:
    policy = {"rules": [], "free": [{"do": {"a": "give_up"}}]}
    for roll, out in ((11, "gave_up"), (12, "")):
        scene = Scene(with_trait("stubbornness", -5), person(), {**policy, "rest": "only"})
        scene.turn(roll)
        assert scene.a.out == out


def test_stubborn_fighters_do_not_give_up_and_the_bloodthirsty_do_not_let_go() -> None:
    for trait in ("stubbornness", "overconfidence"):
        scene = Scene(person(ST=14), with_trait(trait, -5, HT=12), "hold").hold("arm_lock", "arm.R", points=5, margin=3)
        scene.turn(12, 14, 10)
        assert not scene.b.out
    scene = Scene(with_trait("bloodlust", -10, ST=14), person(HT=12), "hold")
    scene.hold("arm_lock", "arm.R", points=5, margin=3).turn(12, 9, 10)
    assert scene.b.out == "gave_up"
    assert "arm.R" in scene.b.gone


def test_on_the_edge_dodges_once_hurt() -> None:
    edgy = with_trait("on_the_edge", -15)
    scene = Scene(FIST, edgy, PUNCH)
    scene.b.retreated = True
    assert of_kind(scene.turn(10, 10), "defence")[0]["defence"] == "parry"
    scene = Scene(FIST, edgy, PUNCH)
    scene.b.retreated, scene.b.hp = True, 11
    events = scene.turn(10, 12, 5)
    assert of_kind(events, "defence")[0]["defence"] == "dodge"
    assert told(events) == ["on_the_edge"]


# -- bodies and senses -------------------------------------------------------------------------------


def test_parts_missing_from_birth() -> None:
    for trait, cp, part in (
        ("one_eye", -15, "eye.L"), ("one_hand", -15, "hand.L"), ("one_arm", -20, "arm.L"), ("lame", -25, "leg.L"),
    ):  # fmt: skip
        scene = Scene(with_trait(trait, cp, unspent_cp=3), person())
        assert part in scene.a.gone
        scene.turn()
        assert part in scene.a.gone  # no unused CP brings it back
    assert Scene(with_trait("one_eye", -15), person()).a.hindrance == -1
    assert Scene(with_trait("lame", -25), person()).a.move == 2
    assert Scene(with_trait("lame", -35), person()).a.posture == "sitting"
    lame = Scene(with_trait("lame", -15), person()).a
    assert (lame.move, lame.brings.move) == (3, 6)
    kick, punch = (lame.brings.way(name, 1) for name in ("kick", "punch"))
    assert kick
    assert punch
    assert (effective(lame, kick, "torso", ""), effective(lame, punch, "torso", "")) == (11, 16)


def test_builds_and_eyes() -> None:
    def brings(**traits: int) -> Brings:
        return Scene(person(DX=14, traits=traits), person()).a.brings

    builds: list[dict[str, int]] = [{}, {"overweight": -10}, {"overweight": -20}, {"gigantism": -10}, {"dwarfism": -15}]
    assert [brings(**build).move for build in builds] == [6, 5, 4, 7, 5]
    assert (brings(gigantism=-10).kick_reach, brings(dwarfism=-15).punch_reach) == (4, 1)
    assert (brings(overweight=-10).heft, brings(skinny=-5).heft) == (2, -1)
    assert [Scene(person(traits={"bad_sight": cp}), person()).a.hindrance for cp in (-10, -25)] == [-1, -2]


def test_old_wounds_and_bad_backs() -> None:
    scene = Scene(person(), with_trait("wounded", -5, old_wound="arm.R", HT=14))
    scene.bout.dice = Script([])  # type: ignore[assignment]
    injure(scene.bout, scene.b, "arm.R", [], 0, 3)
    injure(scene.bout, scene.b, "arm.L", [], 0, 3)
    assert scene.b.taken == {"arm.R": 3, "arm.L": 2}
    thrower = person(ST=14, DX=14, HT=11, skills={"judo": 16}, traits={"bad_back": -15})
    scene = Scene(thrower, person(), "throw").hold()
    events = scene.turn(10, 14, 12, [2], 10)
    assert "a back_hurt" in effects(events)
    assert scene.a.hindrance == -3


def test_what_feints_and_foresight_meet() -> None:
    for mine, theirs, resists in (
        ({}, {}, 14), ({"easy_to_read": -10}, {}, 16), ({}, {"gullibility": -10}, 11),
        ({}, {"style_familiarity": 1}, 15),
    ):  # fmt: skip
        a = person(DX=14, traits=mine, style="x")
        b = person(skills={"karate": 14}, traits=theirs, knows_styles=["x"])
        assert of_kind(Scene(a, b, "feint").turn(16, 10), "contest")[0]["theirs"]["target"] == resists
    honest = person(DX=14, traits={"truthfulness": -5})
    assert of_kind(Scene(honest, person(), "feint").turn(16, 10), "contest")[0]["mine"]["target"] == 13
    for mine, theirs, level in (({}, {}, 12), ({"easy_to_read": -10}, {}, 16), ({}, {"danger_sense": 15}, 13)):
        scene = Scene(person(DX=14, traits=mine), person(skills={"body_language": 12}, traits=theirs), PUNCH)
        scene.b.retreated = True
        assert target(scene.turn(10, 16, 14, [3]), "roll", what="sakiyomi") == level


def test_every_start_of_a_turn_forgets_what_it_dealt_with() -> None:
    scene = Scene(with_trait("berserk", -15), person())
    scene.a.hurt_since, scene.a.stung, scene.a.shaken = 1, True, True
    stirs(scene.bout, scene.a)
    assert (scene.a.hurt_since, scene.a.stung, scene.a.shaken) == (0, False, False)
