"""Advantages and disadvantages that act in the ring by themselves (advantages.toml, disadvantages.toml)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, fighter, num

from budosim.combat.gurps3.ids import Trait
from budosim.combat.gurps3.nature import ring_the_bell
from budosim.combat.gurps3.wound import knock_back
from budosim.systems.gurps3.pack import fresh_state, pack

Ring = Callable[..., Fight]
KARATE = {"ST": 12, "DX": 14, "IQ": 11, "HT": 12, "karate": 16}


def with_trait(trait: str, cp: int, **more: Any) -> dict[str, Any]:
    """A karateka with a trait."""
    return {**KARATE, "traits": {trait: cp}, **more}


def bell(r: Fight) -> Fight:
    """Begin the bout."""
    ring_the_bell(r.scene, r.sheets, r.states)
    return r


def told(r: Fight) -> list[str]:
    """Which traits said that they override the pattern."""
    names = {trait.name.lower() for trait in Trait}
    found = [e for e in r.events if e["k"] == "decide" and e["what"] in names]
    assert all(e["list"] is None and e["line"] is None for e in found)
    return [str(e["what"]) for e in found]


def did(r: Fight) -> list[str | None]:
    """Acts that were decided."""
    return [e["act"] for e in r.events if e["k"] == "act"]


def roll(r: Fight, what: str) -> Any:
    """The first roll for something."""
    return next(e for e in r.events if e["k"] == "roll" and e["what"] == what)


# -- thrown again ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cp", "uses"), [(15, 1), (30, 2), (60, 6)])
def test_luck_throws_twice_more_and_keeps_the_best(ring: Ring, cp: int, uses: int) -> None:
    r = bell(ring(14, 13, 9, me=KARATE, foe=with_trait("luck", cp)))
    r.injure(5, "vitals")
    assert r.foe.out == 0
    assert r.scene.ring.tempers.of[1].luck == uses - 1
    assert told(r) == ["luck"]
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["knock_out", "reroll", "reroll"]


def test_luck_does_not_go_to_a_plain_miss(ring: Ring) -> None:
    r = bell(ring(17, me=with_trait("luck", 15)))
    assert r.strike("punch") == "stopped"  # 17 against 16 is a plain miss
    assert told(r) == []
    r = bell(ring(18, 12, 17, me=with_trait("luck", 15)))
    r.dice(("1d", 4))
    assert r.strike("punch") == "hit"
    assert told(r) == ["luck"]


def test_daredevil_dares(ring: Ring) -> None:
    r = bell(ring(18, 10, ("1d", 2), me=with_trait("daredevil", 15)))
    assert r.strike("punch", opt="aoa_hit") == "hit"
    attack = r.last("attack")
    assert (attack["target"], ["daredevil", 1] in attack["mods"]) == (21, True)
    assert told(r) == ["daredevil"]
    r.begin()
    r.dice(17)
    r.strike("punch")
    assert r.last("attack")["target"] == 16  # a new own turn: no risk taken yet


def test_daredevil_counts_in_contests_with_its_name(ring: Ring) -> None:
    r = bell(ring(10, 10, me=with_trait("daredevil", 15)))
    r.scene.ring.now.swing[0] = 1
    r.feint()
    contest = r.last("contest")
    assert contest["mine"]["target"] == 17
    assert contest["mine"]["mods"] == [["daredevil", 1]]


def test_unluckiness_turns_one_success_into_a_failure(ring: Ring) -> None:
    r = bell(ring(10, 10, ("1d", 2), will=[0.0], me=with_trait("unluckiness", -10)))
    assert r.scene.ring.tempers.of[0].misfortune == 1
    assert r.last("draw")["what"] == "unluckiness"
    assert r.strike("punch") == "stopped"
    assert told(r) == ["unluckiness"]
    assert r.strike("punch") == "hit"
    r = bell(ring(will=[0.999], me=with_trait("unluckiness", -10)))
    assert r.scene.ring.tempers.of[0].misfortune == 12


# -- the bell and the start of a turn ---------------------------------------------------------------------


def test_combat_paralysis_freezes_at_the_bell(ring: Ring) -> None:
    for total, stunned in ((12, 0), (13, 1)):
        r = bell(ring(total, me=with_trait("combat_paralysis", -15)))
        assert r.me.stunned == stunned


def test_berserk_attacks_with_all_he_has_until_the_foe_is_down(ring: Ring) -> None:
    r = ring(12, 16, 16, me=with_trait("berserk", -15))
    r.me.hurt_since, r.me.shock = 4, 4
    r.turn("me", "wait")
    assert told(r) == ["berserk"]
    act = r.last("act")
    assert act["opt"] in ("aoa_double", "aoa_hit")
    assert (act["list"], act["line"]) == (None, None)
    assert (r.me.shock, r.me.berserk) == (0, 1)
    r.dice(16)
    r.injure(8, who="me")
    knockdown = r.last("roll")
    assert (knockdown["target"], knockdown["mods"]) == (16, [["berserk", 4]])
    assert r.me.shock == 0
    r.posture("foe", "lying")
    r.posture("me", "standing")
    r.me.stunned = r.me.stop = r.me.hurt_since = r.me.stung = r.me.shaken = 0
    r.turn("me", "wait")
    assert "effect calmed" in r.story
    assert did(r)[-1] == "wait"


def test_a_calm_will_stays_calm_and_a_small_wound_asks_nothing(ring: Ring) -> None:
    r = ring(11, me=with_trait("berserk", -15))
    r.me.hurt_since = 4
    r.begin()
    assert r.me.berserk == 0
    r.me.hurt_since = 3
    r.begin()


def test_bad_temper_knows_no_feints_for_a_turn(ring: Ring) -> None:
    plan = {"rules": [{"do": {"a": "feint"}}, {"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"}
    r = ring(12, 17, me=with_trait("bad_temper", -10))
    r.injure(6, who="me")
    r.me.shock = 0
    r.plan("me", plan)
    r.turn("me")
    assert told(r) == ["bad_temper"]
    assert did(r) == ["punch"]
    r.dice(10, 10)
    r.turn("me")
    assert did(r) == ["punch", "feint"]


def test_cowardice_gives_up_below_half(ring: Ring) -> None:
    for total, more, out in ((12, {}, "gave_up"), (11, {}, None), (13, {"fanaticism": -15}, None)):
        r = ring(total, me={**KARATE, "traits": {"cowardice": -10, **more}})
        r.me.hp = 8
        r.injure(4, who="me")
        assert r.me.shaken == 1
        r.begin()
        assert ([e["effect"] for e in r.events if e["k"] == "effect"][-1:] == ["gave_up"]) == (out == "gave_up")
    r = ring(me=with_trait("cowardice", -10))
    r.me.hp = 10
    r.injure(4, who="me")
    assert r.me.shaken == 0


def test_confused_and_absent_minded(ring: Ring) -> None:
    r = ring(12, me=with_trait("confused", -10))
    r.me.turn = 0
    r.plan("me", {"rules": [{"do": {"a": "feint"}}], "rest": "only"})
    r.turn("me")
    assert (did(r), told(r)) == (["wait"], ["confused"])
    r.dice(10, 10)
    r.turn("me")
    assert did(r) == ["wait", "feint"]
    r = ring(10, 10, 12, me=with_trait("absent_mindedness", -15))
    r.me.turn = 0
    rules = [{"if": ["turn", "==", 1], "do": {"a": "feint"}}, {"do": {"a": "all_out_def"}}]
    r.plan("me", {"rules": rules, "rest": "only"})
    r.turn("me")
    r.turn("me")
    # the step of the plan he was at does not fit, and he looks at no other
    assert (did(r), told(r)) == (["feint", "wait"], ["absent_mindedness"])


# -- what conscience forbids -------------------------------------------------------------------------------


def test_self_defence_only_never_strikes_first(ring: Ring) -> None:
    r = bell(ring(17, me=with_trait("pacifism_self_defense", -15), foe=KARATE))
    r.plan("me", {"rules": [{"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"})
    r.turn("me")
    assert (did(r), told(r)) == (["wait"], ["pacifism_self_defense"])
    assert "punch" not in r.last("act")["legal"]
    r.strike("punch", by="foe")
    r.dice(17)
    r.turn("me")
    assert did(r) == ["wait", "punch"]
    assert told(r) == ["pacifism_self_defense"]


def test_who_cannot_kill_spares_the_vital_places_of_a_beaten_foe(ring: Ring) -> None:
    plan = {"rules": [{"do": {"a": "punch", "at": ["vitals", "torso"], "pick": "first"}}], "rest": "only"}
    for hp, at, total in ((4, "vitals", 16), (3, "torso", 17)):
        r = ring(total, me=with_trait("pacifism_no_kill", -15), foe={"HT": 12})
        r.foe.hp = hp
        r.plan("me", plan)
        r.turn("me")
        assert r.last("act")["at"] == at
        assert told(r) == (["pacifism_no_kill"] if at == "torso" else [])


@pytest.mark.parametrize(("cp", "lying", "stunned"), [(-5, True, True), (-10, False, True), (-15, False, False)])
def test_code_of_honor(ring: Ring, cp: int, lying: bool, stunned: bool) -> None:
    for at, posture, kind, open_ in (
        ("groin", "standing", "none", False), ("torso", "standing", "none", True), ("torso", "lying", "none", lying),
        ("torso", "standing", "physical", stunned),
    ):  # fmt: skip
        r = ring(*([17] if open_ else []), me=with_trait("code_of_honor", cp))
        r.posture("foe", posture)
        r.stun("foe", kind)
        r.turn("me", ("punch", at))
        assert did(r) == ["punch" if open_ else "wait"]
        assert told(r) == ["code_of_honor"]


def test_a_vow_is_a_ban(ring: Ring) -> None:
    r = ring(17, me=with_trait("vow", -10, vows=("@kick",)))
    r.plan("me", {"rules": [{"do": {"a": "kick"}}, {"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"})
    r.turn("me")
    assert (did(r), told(r)) == (["punch"], ["vow"])
    # a vow about life outside the ring binds nobody in it
    r = ring(16, 10, me=with_trait("vow", -10))
    r.turn("me", ("kick", "torso"))
    assert (did(r), told(r)) == (["kick"], [])


# -- Will against a decision -------------------------------------------------------------------------------


@pytest.mark.parametrize(("trait", "order"), [
    ("overconfidence", "wait"), ("overconfidence", "all_out_def"), ("impulsiveness", "wait"),
])  # fmt: skip
def test_some_cannot_wait(ring: Ring, trait: str, order: str) -> None:
    r = ring(11, me=with_trait(trait, -10))
    r.turn("me", order)
    assert (did(r), told(r)) == ([order], [])
    r = ring(12, 16, 10, me=with_trait(trait, -10), foe={"HT": 12})
    r.scene.ring.dice.will_mode = 0
    r.turn("me", order)
    assert told(r) == [trait]
    assert did(r) != [order]
    assert r.last("act")["list"] is None


def test_impulsive_fighters_do_not_feint_twice(ring: Ring) -> None:
    r = ring(10, 10, 11, 10, 10, 12, 16, 10, me=with_trait("impulsiveness", -10))
    r.scene.ring.dice.will_mode = 0
    r.plan("me", {"rules": [{"do": {"a": "feint"}}], "rest": "only"})
    for _ in range(3):
        r.turn("me")
    assert did(r)[:2] == ["feint", "feint"]
    assert did(r)[2] != "feint"


def test_sadists_and_glory_hounds_and_a_helpless_foe(ring: Ring) -> None:
    r = ring(12, me=with_trait("sadism", -15))
    r.stun("foe")
    r.turn("me", ("punch", "torso"))
    assert (did(r), told(r)) == (["wait"], ["sadism"])
    showy = with_trait("glory_hound", -15, maneuvers={"spin_kick": (15, "karate"), "jab": (15, "karate")})
    r = ring(12, 10, 10, 16, 10, me=showy)
    r.scene.ring.dice.will_mode = 0
    r.stun("foe")
    r.turn("me", ("punch", "torso"))
    assert (did(r), told(r)) == (["spin_kick"], ["glory_hound"])


@pytest.mark.parametrize("trait", ["stubbornness", "overconfidence"])
def test_some_do_not_give_up(ring: Ring, trait: str) -> None:
    for total, out in ((11, True), (12, False)):
        r = ring(total, me=with_trait(trait, -5))
        r.plan("me", {"rules": [], "free": [{"do": {"a": "give_up"}}], "rest": "only"})
        r.turn("me")
        assert bool(r.me.out) == out


def test_the_bloodthirsty_do_not_let_go(ring: Ring) -> None:
    for total, lost in ((11, 0), (12, 1)):
        more = [9, 10] if lost else []
        r = ring(total, *more, me=with_trait("bloodlust", -10, ST=14, judo=15))
        r.holds("me", "arm_lock", "arm.R")
        grip = r.grip("me")
        grip.points, grip.margin = 5, 3
        r.plan("foe", {"rules": [], "react": [{"do": {"a": "no_defence"}}], "rest": "only"})
        r.turn("me", "hold")
        assert "gave_up" in [e.get("effect") for e in r.events]
        assert int(r.foe.crippled[11] != 0) == lost


def test_on_the_edge_dodges_once_hurt(ring: Ring) -> None:
    r = ring(10, 10, me=KARATE, foe=with_trait("on_the_edge", -15))
    r.defends("foe", "parry")
    r.strike("punch")
    assert r.last("defence")["defence"] == "parry"
    r = ring(10, 12, 5, me=KARATE, foe=with_trait("on_the_edge", -15))
    r.defends("foe", "parry")
    r.foe.hp = 11
    r.strike("punch")
    assert (r.last("defence")["defence"], told(r)) == ("dodge", ["on_the_edge"])


# -- bodies and senses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trait", "cp", "part"), [
    ("one_eye", -15, 3), ("one_hand", -15, 14), ("one_arm", -20, 12), ("lame", -25, 16),
])  # fmt: skip
def test_parts_missing_from_birth(ring: Ring, trait: str, cp: int, part: int) -> None:
    r = ring(me=with_trait(trait, cp, unspent_cp=3))
    assert r.me.crippled[part] == 1
    assert r.me.lost >> part & 1
    r.turn("me", "wait")
    assert r.me.crippled[part] == 1  # no unused CP brings it back
    assert r.me.unspent_cp == 3


def test_what_missing_parts_do(ring: Ring) -> None:
    assert ring(me=with_trait("one_eye", -15)).target("punch") == 15
    lame = pack(fighter(**with_trait("lame", -35)))
    assert fresh_state(lame, 0).posture == 4
    r = ring(me=with_trait("lame", -15))
    assert (r.target("kick"), r.target("punch")) == (11, 16)
    assert r.may("punch", "torso") == "ready"


def test_builds_and_eyes() -> None:
    def sheet(**traits: int) -> Any:
        return pack(fighter(**{**KARATE, "HT": 10, "traits": traits}))

    builds: list[dict[str, int]] = [{}, {"overweight": -10}, {"overweight": -20}, {"gigantism": -10}, {"dwarfism": -15}]
    assert [int(sheet(**build).move) for build in builds] == [6, 5, 4, 7, 5]
    assert (int(sheet(gigantism=-10).kick_reach), int(sheet(dwarfism=-15).punch_reach)) == (4, 1)


def test_bad_sight_and_build_in_the_ring(ring: Ring) -> None:
    assert [ring(me=with_trait("bad_sight", cp)).target("punch") for cp in (-10, -25)] == [15, 14]
    for traits, target in (({}, 12), ({"overweight": -10}, 14), ({"overweight": -20}, 16), ({"skinny": -5}, 11)):
        r = ring(10, foe={"traits": traits})
        knock_back(r.scene, r.my, r.their, r.foe, r.me, num(8), num(0))
        assert r.last("roll")["target"] == target


def test_old_wounds(ring: Ring) -> None:
    hurt = with_trait("wounded", -5, old_wound="arm.R", HT=14)
    r = ring(me=KARATE, foe=hurt)
    r.injure(3, "arm.R")
    r.injure(3, "arm.L")
    assert (r.foe.taken[11], r.foe.taken[12]) == (3, 2)
    r.injure(1, "arm.R")
    assert r.foe.taken[11] == 3  # what the clothes stop does not hurt


def test_what_feints_and_foresight_meet(ring: Ring) -> None:
    for mine, theirs, resists in (
        ({}, {}, 14), ({"easy_to_read": -10}, {}, 16), ({}, {"gullibility": -10}, 11),
        ({}, {"style_familiarity": 1}, 15),
    ):  # fmt: skip
        foe = {"karate": 14, "traits": theirs, "knows_styles": ("x",)}
        r = ring(16, 10, me={**KARATE, "traits": mine, "style": "x"}, foe=foe)
        r.feint()
        assert r.last("contest")["theirs"]["target"] == resists
    r = ring(16, 10, me=with_trait("truthfulness", -5))
    r.feint()
    assert r.last("contest")["mine"] | {"dice": 0} == {
        "target": 15, "dice": 0, "margin": -1, "mods": [["truthful", -1]],
    }  # fmt: skip
    for mine, theirs, level in (({}, {}, 12), ({"easy_to_read": -10}, {}, 16), ({}, {"danger_sense": 15}, 13)):
        r = ring(10, 17, 5, me={**KARATE, "traits": mine}, foe={"body_language": 12, "traits": theirs})
        r.defends("foe", "dodge")
        r.strike("punch")
        assert roll(r, "sakiyomi")["target"] == level
