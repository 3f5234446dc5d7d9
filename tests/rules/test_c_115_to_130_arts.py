"""Cinematic skills as acts: preparation, price, what they put into a blow, what they do to minds (C-115…C-130)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, num

from budosim.ai.vocab import MEMBERS, STRIKES
from budosim.combat.gurps3.arts import turns_needed
from budosim.combat.gurps3.focus import distracted, resolve
from budosim.combat.gurps3.ids import Hold, Roll, Stun
from budosim.combat.gurps3.ids_arts import Special
from budosim.combat.gurps3.passive import feels
from budosim.systems.gurps3.pack_arts import arts_of
from budosim.systems.gurps3.trace_read import names_of

Make = Callable[..., Fight]
KARATEKA: dict[str, Any] = {"ST": 14, "DX": 14, "karate": 16}
HANDS = sorted(STRIKES & MEMBERS["@hand"] - {"punch"})
PUNCHES: dict[str, Any] = {"never": [{"a": act} for act in ("kick", *HANDS)]}
"""A pattern whose every blow is a punch."""
TOUGH: dict[str, Any] = {"HT": 16, "IQ": 12}


def cine(name: str, *at: str, **more: Any) -> dict[str, Any]:
    """A cinematic act of bp/1."""
    return {"a": "cine", "name": name, **({"at": list(at)} if at else {}), **more}


# -- C-115, C-116, C-33 -------------------------------------------------------------------------


@pytest.mark.rule("C-115")
@pytest.mark.parametrize(
    ("name", "turns"), [("power_blow", 3), ("flying_leap", 0), ("power_blow+breaking_blow", 7)]
)  # fmt: skip
def test_c_115_turns_of_concentration(ring: Make, name: str, turns: int) -> None:
    r = ring(me={**KARATEKA, "power_blow": 17, "breaking_blow": 16, "flying_leap": 20})
    assert turns_needed(r.my, num(arts_of(name))) == turns


def test_titles_of_several_arts_read_both_ways() -> None:
    assert names_of(arts_of("power_blow+breaking_blow")) == "power_blow+breaking_blow"
    assert arts_of("発勁") == arts_of("push")
    assert arts_of("月面歩行") == 0


@pytest.mark.rule("C-115")
def test_c_115_every_sub_turn_of_a_turn_counts_for_one(ring: Make) -> None:
    fast = {**KARATEKA, "power_blow": 18, "master": True}
    r = ring(me=fast)
    assert r.my.subturns == 2
    r.turn("me", cine("power_blow"), cine("power_blow"))
    assert (r.me.focus_turns, r.me.focus) == (1, arts_of("power_blow"))
    r = ring(me=fast)
    r.turn("me", cine("power_blow"), "wait")
    assert (r.me.focus_turns, r.me.focus) == (0, 0)


@pytest.mark.rule("C-115")
def test_c_115_prepared_he_strikes(ring: Make) -> None:
    r = ring(10, 10, [1, 1, 1], me={**KARATEKA, "power_blow": 19}, foe=TOUGH)
    r.turn("me", cine("power_blow", "torso"), **PUNCHES)
    assert r.story == []
    r.turn("me", cine("power_blow", "torso"), **PUNCHES)
    assert r.story[:2] == ["roll power_blow 19:10 success", "fatigue power_blow 1"]
    assert r.me.focus == 0


@pytest.mark.rule("C-116")
@pytest.mark.parametrize(("roll", "fp"), [(17, 13), (10, 13), (4, 14)])
def test_c_116_paid_for_won_or_lost_but_not_on_a_critical_success(ring: Make, roll: int, fp: int) -> None:
    dice = [roll, 17, 10]  # the blow misses; a fumbled table of 10 only costs balance
    r = ring(*dice, me={**KARATEKA, "karate": 15, "power_blow": 20}, foe=TOUGH)
    r.turn("me", cine("power_blow", "torso"), **PUNCHES)
    assert r.me.fp == fp


@pytest.mark.rule("C-116")
def test_c_116_nobody_spends_his_last_fatigue_on_it(ring: Make) -> None:
    r = ring(me={**KARATEKA, "power_blow": 20})
    r.me.fp = 1
    r.turn("me", cine("power_blow"))
    assert r.acts == ["a 2.1 wait"]


@pytest.mark.rule("C-33")
@pytest.mark.parametrize(("roll", "kept"), [(10, True), (11, False)])
def test_c_33_will_less_three_or_it_is_lost(ring: Make, roll: int, kept: bool) -> None:
    """Will 13: 10 is needed."""
    r = ring(roll, foe={"IQ": 13})
    r.foe.focus, r.foe.focus_turns = arts_of("power_blow"), 2
    distracted(r.scene, r.their, r.foe)
    assert (int(r.foe.focus_turns) == 2) == kept
    assert ("effect concentration_lost" in r.story) != kept


@pytest.mark.rule("C-33")
def test_c_33_a_blow_that_is_met_distracts_and_a_miss_does_not(ring: Make) -> None:
    for dice, lost in (((10, 8, 18), True), ((17,), False)):
        r = ring(*dice, me={**KARATEKA, "karate": 16}, foe={"karate": 16, "IQ": 10})
        r.defends("foe", "parry")
        r.foe.focus, r.foe.focus_turns = arts_of("kiai"), 1
        r.turn("me", ("punch", "torso"))
        assert (int(r.foe.focus) == 0) == lost


# -- C-117 to C-122: into a blow ----------------------------------------------------------------


@pytest.mark.rule("C-117")
@pytest.mark.parametrize(
    ("level", "roll", "target", "damage"), [(20, 10, 20, (3, 0)), (20, 17, 20, (1, 1)), (22, 12, 12, (4, 2))]
)  # fmt: skip
def test_c_117_power_blow(ring: Make, level: int, roll: int, target: int, damage: tuple[int, int]) -> None:
    """ST 14: 28 is 3d-1 and a punch 3d; the failed roll leaves 1d+1; from 22 on three times ST at -10."""
    n, bonus = damage
    r = ring(roll, 10, [1] * n, me={**KARATEKA, "power_blow": level}, foe=TOUGH)
    r.turn("me", cine("power_blow", "torso"), **PUNCHES)
    assert r.last("roll")["target"] == target
    assert (len(r.last("damage")["dice"]), r.last("damage")["bonus"]) == (n, bonus)


@pytest.mark.rule("C-118")
def test_c_118_push(ring: Make) -> None:
    """5+4 twice is 18: two yards, and DX 13-2 = 11; nobody is hurt."""
    r = ring(10, [5, 4], 12, me={**KARATEKA, "push": 15}, foe={"DX": 13, "HT": 14})
    r.turn("me", cine("push"))
    assert r.story == [
        "attack punch torso 15:10 success", "fatigue push 1", "effect pushed", "move knocked_back 8",
        "effect knocked_back", "roll fall 11:12 failure", "effect fallen",
    ]  # fmt: skip
    assert (r.foe.hp, r.me.fp) == (14, 13)


@pytest.mark.rule("C-119")
def test_c_119_pressure_points(ring: Make) -> None:
    """+6 against +1: the arm is numb for 5d = 17 turns; 16 less 2 for the place and 2 for the touch."""
    r = ring(10, [1], 10, 11, [4, 4, 3, 3, 3], me={**KARATEKA, "pressure_points": 16}, foe={"HT": 12})
    r.turn("me", cine("pressure_points", "arm.R"))
    assert r.last("attack")["target"] == 12
    assert r.last("contest")["what"] == "pressure_points"
    assert next(e for e in r.events if e.get("effect") == "numbed")["turns"] == 17
    assert r.foe.crippled[11] == r.foe.turn + 17 + 2


@pytest.mark.rule("C-119")
@pytest.mark.parametrize(("place", "stun"), [("torso", Stun.PHYSICAL), ("head", Stun.MENTAL)])
def test_c_119_body_and_head(ring: Make, place: str, stun: Stun) -> None:
    r = ring(9, [1], 10, 11, me={**KARATEKA, "pressure_points": 16}, foe={"HT": 12, "traits": ["hard_to_kill"]})
    r.scene.ring.rules.ko_locations = 2
    r.turn("me", cine("pressure_points", place))
    assert r.foe.stunned == stun


@pytest.mark.rule("C-119")
def test_c_119_a_touch_of_judo_hurts_nobody(ring: Make) -> None:
    r = ring(10, 10, 11, me={"DX": 14, "judo": 17, "pressure_points": 16}, foe={"HT": 12})
    r.turn("me", cine("pressure_points", "head"))
    assert r.last("attack")["target"] == 10
    assert not [e for e in r.events if e["k"] == "damage"]
    assert r.foe.stunned == Stun.MENTAL


@pytest.mark.rule("C-120")
@pytest.mark.parametrize(
    ("place", "injury", "rest"), [("vitals", 12, [10, 10]), ("torso", 8, []), ("jaw", 4, [10])]
)  # fmt: skip
def test_c_120_pressure_secrets(ring: Make, place: str, injury: int, rest: list[int]) -> None:
    """4 points at the vitals count three times, at the body twice."""
    r = ring(8, [4], *rest, me={**KARATEKA, "pressure_secrets": 15}, foe={"HT": 16})
    r.turn("me", cine("pressure_secrets", place))
    assert r.last("damage")["injury"] == injury


@pytest.mark.rule("C-120")
def test_c_120_limbs_go_at_half_the_threshold_and_the_skill_caps_the_blow(ring: Make) -> None:
    r = ring(8, [4], me={**KARATEKA, "pressure_secrets": 13}, foe={"HT": 12})
    r.turn("me", cine("pressure_secrets", "arm.R"))
    assert r.last("attack")["target"] == 11
    assert r.foe.crippled[11] == 1


@pytest.mark.rule("C-121")
def test_c_121_breaking_blow_opens_the_skull_and_nothing_soft(ring: Make) -> None:
    for place, dr in (("brain", 1), ("torso", 1)):
        at = "skull" if place == "brain" else place
        rest = [10] if place == "brain" else []
        r = ring(10, 9, [2], *rest, me={**KARATEKA, "breaking_blow": 20}, foe={"HT": 18})
        r.turn("me", cine("breaking_blow", at), **PUNCHES)
        assert r.last("damage")["dr"] == dr


@pytest.mark.rule("C-122", "R-40")
@pytest.mark.parametrize(
    ("reading", "target", "bonus"), [("jump_kick", 14, 7), ("st_tripled", 16, 6), ("jump_only", None, None)]
)  # fmt: skip
def test_c_122_flying_leap(ring: Make, reading: str, target: int | None, bonus: int | None) -> None:
    """f=15 closed in one sub-turn; ST 14, Karate 16: 1d+3+2+2."""
    leaper = {**KARATEKA, "flying_leap": 20, "jumping": 14, "maneuvers": {"jump_kick": (16, "karate")}}
    blow: list[Any] = {"jump_kick": [8, [1]], "st_tripled": [8, [1] * 4], "jump_only": []}[reading]
    r = ring(10, *blow, *([9] if blow else []), me=leaper, foe={"HT": 20},
             rules={"flying_leap": reading}, distance=15)  # fmt: skip
    r.turn("me", cine("flying_leap", "torso"))
    assert "move leap 3" in r.story
    assert ("effect airborne" in r.story, int(r.me.airborne)) == (True, 0)
    if target is None:
        assert not [e for e in r.events if e["k"] == "attack"]
    else:
        assert (r.last("attack")["target"], r.last("damage")["bonus"]) == (target, bonus)


@pytest.mark.rule("C-122")
def test_c_122_a_failed_leap_is_an_ordinary_step(ring: Make) -> None:
    r = ring(17, me={**KARATEKA, "flying_leap": 20}, distance=15)
    r.turn("me", cine("flying_leap"))
    assert r.story == ["roll flying_leap 20:17 failure", "fatigue flying_leap 1", "move step 12"]


# -- C-123 to C-130: minds and eyes -------------------------------------------------------------


@pytest.mark.rule("C-123")
def test_c_123_kiai(ring: Make) -> None:
    """14 rolls 10 (+4) against Will 12 and 9 (+3)."""
    r = ring(10, 9, me={**KARATEKA, "kiai": 14}, foe={"IQ": 12})
    r.turn("me", cine("kiai"))
    assert r.story == ["contest kiai 4:3 me", "fatigue kiai 2", "effect stunned"]
    assert r.foe.stunned == Stun.MENTAL


@pytest.mark.rule("C-123")
def test_c_123_one_less_for_two_yards_and_ten_yards_at_most(ring: Make) -> None:
    r = ring(10, 9, me={**KARATEKA, "kiai": 14}, foe={"IQ": 12}, distance=12)
    r.turn("me", cine("kiai"))
    assert r.last("contest")["mine"]["target"] == 12
    r = ring(me={**KARATEKA, "kiai": 14}, distance=30)
    r.stand("me", -15, 0, 0)
    r.stand("foe", 15, 0, 3)
    r.me.q = -16
    r.turn("me", cine("kiai"))
    assert r.acts == ["a 2.1 wait"]


@pytest.mark.rule("C-124")
def test_c_124_hypnotic_hands(ring: Make) -> None:
    """+4 against Will 12-1 and +1: three turns nothing shakes off, then IQ."""
    r = ring(11, 10, 18, me={**KARATEKA, "hypnotic_hands": 15}, foe={"IQ": 12})
    r.turn("me", cine("hypnotic_hands"))
    assert (r.me.own_def, r.me.focus_turns) == (-2, 1)
    r.me.focus_turns = 2
    r.turn("me", cine("hypnotic_hands"))
    assert r.last("contest")["theirs"]["target"] == 11
    assert r.foe.stunned == Stun.MENTAL
    for _ in range(3):
        r.turn("foe", "wait")
    assert not [e for e in r.events if e["k"] == "roll"]
    r.turn("foe", "wait")
    assert r.last("roll")["target"] == 12


@pytest.mark.rule("C-125")
def test_c_125_mental_strength_resists_unless_stunned(ring: Make) -> None:
    r = ring(foe={"IQ": 11, "mental_strength": 15})
    assert resolve(r.their, r.foe) == 15
    r.stun("foe")
    assert resolve(r.their, r.foe) == 11


@pytest.mark.rule("C-130")
def test_c_130_invisibility(ring: Make) -> None:
    """Unseen: -6 on the foe's attacks; his parry is not allowed and his dodge at -4; it ends with an attack."""
    r = ring(10, 10, 9, 9, [1], me={**KARATEKA, "invisibility_art": 20}, foe={"DX": 14, "HT": 14, "karate": 16})
    r.defends("foe", "parry")
    r.foe.retreated = 1
    r.turn("me", cine("invisibility_art"))
    assert (r.me.unseen, r.me.fp) == (1, 11)
    assert r.target("punch", by="foe") == 16 - 6
    r.turn("me", ("punch", "torso"))
    defence = r.last("defence")
    assert (defence["defence"], defence["target"], defence["legal"]) == ("dodge", 3, ["dodge", "no_defence"])
    assert r.me.unseen == 0


@pytest.mark.rule("C-127", "C-130")
def test_c_127_blind_fighting_finds_who_is_not_seen(ring: Make) -> None:
    r = ring(10, foe={"blind_fighting": 14})
    r.scene.ring.now.hidden = 1
    assert feels(r.scene, r.their, r.foe, num(0))
    assert r.last("roll")["what"] == Roll.BLIND_FIGHTING.name.lower()


# -- skills.toml and maneuvers.toml -------------------------------------------------------------


@pytest.mark.parametrize(("roll", "dodge"), [(10, 8), (17, 5)])
def test_drunken_fighting_helps_the_dodge_or_hinders(ring: Make, roll: int, dodge: int) -> None:
    r = ring(roll, foe={"karate": 14, "drunken_fighting": 15, "DX": 14, "HT": 14})
    r.plan("foe", {"rules": [{"do": cine("drunken_fighting")}, {"do": {"a": "wait"}}]})
    r.turn("foe")
    assert r.acts == ["b 2.1 drunken_fighting", "b 2.1 wait"]
    assert r.guard("dodge") == dodge


def test_cat_stance_helps_every_defence_and_softens_the_own_blow(ring: Make) -> None:
    r = ring(10, 10, [4], me={**KARATEKA, "maneuvers": {"cat_stance": 15}}, foe=TOUGH)
    before = r.guard("dodge", by="me")
    r.plan("me", {"rules": [{"do": cine("cat_stance")}, {"do": {"a": "punch", "at": ["torso"]}}]})
    r.turn("me")
    assert r.last("damage")["bonus"] == 1 - 2
    assert before is not None
    assert r.guard("dodge", by="me") == before + 1


def test_springing_attack_rises_and_strikes_at_minus_one(ring: Make) -> None:
    who = {**KARATEKA, "acrobatics": 14, "maneuvers": {"springing_attack": (13, "acrobatics")}}
    r = ring(10, 16, me=who, foe=TOUGH)
    r.posture("me", "lying")
    down = ["state", "me", "down"]
    r.plan("me", {"rules": [{"if": down, "do": cine("springing_attack", "torso")}], "rest": "only", **PUNCHES})
    r.turn("me")
    assert r.story[:2] == ["roll springing_attack 13:10 success", "effect stood"]
    assert ["art", -1] in r.last("attack")["mods"]


def test_binding_after_a_judo_parry_ties_both_arms(ring: Make) -> None:
    who = {"DX": 14, "judo": 16, "maneuvers": {"binding": (15, "judo")}}
    r = ring(10, me=who, foe={}, distance=1)
    r.turn("me", cine("binding"))
    assert r.acts == ["a 2.1 wait"]
    r.me.opening_until = 9
    r.turn("me", cine("binding"))
    assert r.last("attack")["act"] == "binding"
    assert r.grip("me").kind == Hold.BINDING


def test_breath_control_gives_back_a_point_once_a_turn(ring: Make) -> None:
    r = ring(10, me={**KARATEKA, "breath_control": 14, "master": True})
    r.me.fp = 10
    r.turn("me", cine("breath_control"), cine("breath_control"))
    assert r.story == ["roll breath_control 14:10 success", "fatigue breath_control -1"]
    assert r.me.fp == 11


@pytest.mark.parametrize(("name", "lent"), [("meditation", 1), ("autohypnosis", 2)])
def test_composure_is_lent_to_the_next_will_roll(ring: Make, name: str, lent: int) -> None:
    r = ring(10, 10, me={**KARATEKA, name: 14, "IQ": 10})
    r.turn("me", cine(name))
    assert r.me.composure == lent
    r.me.focus, r.me.focus_turns = arts_of("kiai"), 1
    distracted(r.scene, r.my, r.me)
    assert (r.last("roll")["target"], r.me.composure) == (10 - 3 + lent, 0)


@pytest.mark.parametrize("seen", [True, False])
def test_hand_clap_parry_catches_the_striking_limb(ring: Make, seen: bool) -> None:
    who = {"karate": 18, "maneuvers": {"hand_clap_parry": (9, "karate")}}
    r = ring(10, *([9] if seen else [12]), *([] if seen else [[1]]), me=KARATEKA, foe=who)
    r.plan("foe", {"rules": [], "react": [{"do": cine("hand_clap_parry")}], "rest": "only"})
    r.turn("me", ("punch", "torso"))
    assert (r.last("defence")["defence"], r.last("defence")["base"]) == ("hand_clap_parry", 9)
    assert "hand_clap_parry" in r.last("defence")["legal"]
    assert (r.grip("foe").kind == Hold.GRAPPLE) == seen


def test_what_goes_into_a_blow_is_not_in_the_riposte_it_meets(ring: Make) -> None:
    """A charged blow that is answered: the answer is a plain punch."""
    r = ring(10, 10, 8, 14, me={**KARATEKA, "power_blow": 20}, foe={"ST": 12, "karate": 18})
    r.defends("foe", "riposte")
    r.turn("me", cine("power_blow", "torso"), **PUNCHES)
    assert [e["counter"] for e in r.events if e["k"] == "attack"] == [False, True]
    assert r.scene.ring.now.special & ~int(Special.DOUBLE) == 0
