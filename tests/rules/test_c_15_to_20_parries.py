"""Armour and injury, bare-handed parries, hurting oneself, maneuvers (C-15…C-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.systems.gurps3.techniques import sub_turns

Make = Callable[..., Fight]


@pytest.mark.rule("C-15")
def test_c_15_damage_then_armour_then_injury(ring: Make) -> None:
    """Basic 7, 服 and Toughness 1: torso 5; brain 7-(1+2+0), x4 = 16."""
    tough, plain = ring(foe={"HT": 20, "traits": {"toughness": 10}}), ring(10, foe={"HT": 20})
    tough.injure(7)
    assert tough.story == ["damage torso 7-2 5"]
    plain.scene.ring.rules.brain_threshold = 1
    plain.scene.ring.rules.ko_locations = 2
    plain.injure(7, "brain")
    assert plain.story[0] == "damage brain 7-3 16"


@pytest.mark.rule("C-15", "C-98")
@pytest.mark.parametrize(
    ("foe", "at", "dr"),
    [
        ({}, "torso", 1), ({"naked": True}, "torso", 0), ({"traits": {"toughness": 10}}, "torso", 2),
        ({"traits": {"toughness": 25}}, "torso", 3),
        ({"traits": {"toughness": 25}, "naked": True}, "brain", 4),
        ({}, "brain", 3), ({"naked": True}, "brain", 2), ({}, "eye.R", 0), ({}, "foot.L", 1),
    ],
)  # fmt: skip
def test_c_15_what_covers_which_place(ring: Make, foe: dict[str, Any], at: str, dr: int) -> None:
    """Clothes do not cover the eyes (rules/README.md point 19)."""
    r = ring(foe={"HT": 40, **foe})
    r.foe.immortal = 1
    r.injure(9, at)
    assert r.last("damage")["dr"] == dr


@pytest.mark.rule("C-16")
@pytest.mark.parametrize(
    ("who", "hand", "foot"),
    [
        ({"karate": 16}, 10, 10), ({"boxing": 16}, 10, 8), ({"judo": 22}, 14, 14), ({"brawling": 17}, 11, 11),
        ({"DX": 13}, 6, 6), ({"DX": 13, "wrestling": 18}, 6, 6), ({"DX": 13, "sumo": 18}, 6, 6),
        ({"boxing": 18, "karate": 16}, 12, 10), ({"boxing": 20, "karate": 16}, 13, 11),
    ],
)  # fmt: skip
def test_c_16_who_may_parry_what(ring: Make, who: dict[str, Any], hand: int, foot: int) -> None:
    r = ring(foe=who)
    assert (r.guard("parry", "punch"), r.guard("parry", "kick")) == (hand, foot)


@pytest.mark.rule("C-17", "T-14")
def test_c_17_one_parry_a_hand_a_turn(ring: Make) -> None:
    """Three attacks of one turn: two may be parried, the third must be dodged."""
    r = ring(9, 9, 9, 9, 9, 6, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry", "dodge")
    assert [r.strike("punch") for _ in range(3)] == ["stopped"] * 3
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["parry", "parry", "dodge"]
    r.begin("foe")
    assert r.guard("parry") == 10


@pytest.mark.rule("C-17")
@pytest.mark.parametrize("part", ["arm.R", "arm.L", "hand.R", "hand.L"])
def test_c_17_a_crippled_arm_or_hand_cannot_parry(ring: Make, part: str) -> None:
    r = ring(9, 9, 9, 6, me={"karate": 16}, foe={"karate": 15})
    r.cripple("foe", part)
    r.defends("foe", "parry", "dodge")
    assert [r.strike("punch") for _ in range(2)] == ["stopped"] * 2
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["parry", "dodge"]


@pytest.mark.rule("C-17")
def test_c_17_without_hands_no_parry(ring: Make) -> None:
    r = ring(foe={"karate": 15})
    r.cripple("foe", "arm.R", "hand.L")
    assert r.guard("parry") is None


@pytest.mark.rule("C-18")
@pytest.mark.parametrize("act", ["punch", "kick"])
def test_c_18_parrying_hurts_nobody(ring: Make, act: str) -> None:
    r = ring(9, 9, me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.strike(act) == "stopped"
    assert (int(r.me.hp), int(r.foe.hp)) == (12, 12)


@pytest.mark.rule("C-19", "R-15")
@pytest.mark.parametrize("toughness", [0, 10, 25])
def test_c_19_clothes_skin_and_skull_are_not_hard_enough_to_hurt_oneself(ring: Make, toughness: int) -> None:
    """11 basic at the brain through 服 (and Toughness): nothing comes back, for only the skull's 2 are rigid.

    Barriers, the only rigid DR of 3 or more, are magic.
    """
    r = ring(9, ("1d", 6), me={"karate": 25, "ST": 15}, foe={"HT": 99, "traits": {"toughness": toughness}})
    r.foe.immortal = 1
    r.strike("kick", "brain")
    assert r.last("damage")["basic"] == 12
    assert int(r.me.hp) == 12


@pytest.mark.rule("C-20")
def test_c_20_a_maneuver_rolls_its_own_level_with_its_parents_bonus_and_sub_turns(ring: Make) -> None:
    """Karate 18, Jump Kick 20: hits at 20, bonus 3, sub-turns by 18."""
    r = ring(me={"ST": 14, "karate": 18, "master": True, "maneuvers": {"jump_kick": 20}})
    assert (r.target("jump_kick"), r.damage("jump_kick")) == (20, "1d+5")
    assert sub_turns(18, True) == 3
    assert [int(r.my.use[k, 28] > 0) for k in range(1, 5)] == [1, 1, 1, 0]
