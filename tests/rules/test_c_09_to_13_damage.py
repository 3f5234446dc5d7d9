"""Strength and damage, punches and kicks, what a skill adds (C-09…C-13)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from ring import Fight

from budosim.systems.gurps3.techniques import basic_damage
from budosim.systems.gurps3.value import Average, harm

Make = Callable[..., Fight]


def spelt(damage: tuple[int, int]) -> str:
    dice, add = damage
    return f"{dice}d{add:+d}" if add else f"{dice}d" if dice else "0"


STRENGTH = """
1 0 0, 4 0 0, 5 1d-5 1d-5, 6 1d-4 1d-4, 7 1d-3 1d-3, 8 1d-3 1d-2, 9 1d-2 1d-1, 10 1d-2 1d, 11 1d-1 1d+1,
12 1d-1 1d+2, 13 1d 2d-1, 14 1d 2d, 15 1d+1 2d+1, 16 1d+1 2d+2, 17 1d+2 3d-1, 18 1d+2 3d, 19 2d-1 3d+1,
20 2d-1 3d+2, 21 2d 4d-1, 22 2d 4d, 23 2d+1 4d+1, 24 2d+1 4d+2, 25 2d+2 5d-1, 26 2d+2 5d, 27 3d-1 5d+1,
28 3d-1 5d+1, 29 3d 5d+2, 30 3d 5d+2, 31 3d+1 6d-1, 32 3d+1 6d-1, 33 3d+2 6d, 34 3d+2 6d, 35 4d-1 6d+1,
36 4d-1 6d+1, 37 4d 6d+2, 38 4d 6d+2, 39 4d+1 7d-1, 44 4d+1 7d-1, 45 5d 7d+1, 49 5d 7d+1, 50 5d+2 8d-1,
54 5d+2 8d-1, 55 6d 8d+1, 59 6d 8d+1, 60 7d-1 9d, 64 7d-1 9d, 65 7d+1 9d+2, 66 7d+1 9d+2
"""


@pytest.mark.rule("C-09")
@pytest.mark.parametrize("row", [row.split() for row in STRENGTH.split(",")], ids=lambda row: f"ST {row[0]}")
def test_c_09_strength_table(row: list[str]) -> None:
    strength = int(row[0])
    assert [spelt(basic_damage(strength, kind)) for kind in ("thr", "sw")] == row[1:]


@pytest.mark.rule("C-09")
def test_c_09_the_ring_reads_the_same_table(ring: Make) -> None:
    r = ring(me={"ST": 19})
    assert (int(r.my.thrust_dice), int(r.my.thrust_add)) == (2, -1)


@pytest.mark.rule("C-10")
def test_c_10_a_blow_never_does_less_than_nothing(ring: Make) -> None:
    """ST 10: 1d-2-2 = 1d-4, die 3: a hit, no injury."""
    r = ring(9, ("1d", 3), me={"ST": 10})
    assert r.damage("punch") == "1d-4"
    assert r.strike("punch") == "hit"
    assert r.story == ["attack punch torso 12:9 success", "damage torso 0-1 0"]
    assert int(r.foe.shock) == 0


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(
    ("dice", "add", "mean"),
    [(1, -2, Fraction(5, 3)), (1, -1, Fraction(5, 2)), (1, 0, Fraction(7, 2)), (2, -1, 6)],
)
def test_c_10_means_floored_at_nothing(dice: int, add: int, mean: Fraction) -> None:
    nobody = Average(ht=99, hp=99, dr=0)
    assert harm(dice, add, "torso", False, "none", nobody) == mean


@pytest.mark.rule("C-10")
def test_c_10_the_ring_floors_as_well(ring: Make) -> None:
    """A punch of ST 14 without skill is 1d-2: 10 points over the six faces, 5/3 on average."""
    hurt = []
    for die in range(1, 7):
        r = ring(9, ("1d", die), me={"ST": 14}, foe={"naked": True})
        r.strike("punch")
        hurt.append(12 - int(r.foe.hp))
    assert hurt == [0, 0, 1, 2, 3, 4]


@pytest.mark.rule("C-11")
def test_c_11_punch(ring: Make) -> None:
    r = ring(me={"ST": 14, "karate": 16}, foe={"ST": 12})
    assert (r.damage("punch"), r.target("punch")) == ("1d+1", 16)
    assert (r.damage("punch", "foe"), r.target("punch", by="foe")) == ("1d-3", 12)


@pytest.mark.rule("C-11")
@pytest.mark.parametrize("skill", ["karate", "boxing", "brawling"])
def test_c_11_punches_with_each_skill(ring: Make, skill: str) -> None:
    r = ring(me={skill: 15})
    assert r.target("punch") == 15
    r.cripple("me", "arm.R")
    assert r.target("punch") == 15


@pytest.mark.rule("C-11")
def test_c_11_the_off_hand_is_at_minus_four_with_plain_dx(ring: Make) -> None:
    r = ring(me={"DX": 14}, foe={"DX": 14, "traits": ["ambidexterity"]})
    r.cripple("me", "hand.R")
    r.cripple("foe", "arm.R")
    assert (r.target("punch"), r.target("punch", by="foe")) == (10, 14)
    r.me.crippled[:] = 0
    r.cripple("me", "arm.L")
    assert r.target("punch") == 14


@pytest.mark.rule("C-12")
def test_c_12_kick(ring: Make) -> None:
    """ST 14, Karate 16: 14 to hit, 1d+3; a miss is a roll against Karate: 12 stands, 17 falls."""
    r = ring(15, 12, 15, 17, me={"ST": 14, "karate": 16})
    assert (r.target("kick"), r.damage("kick")) == (14, "1d+3")
    assert r.strike("kick") == "stopped"
    assert r.strike("kick") == "stopped"
    assert r.story == [
        "attack kick torso 14:15 failure",
        "roll fall 16:12 success",
        "attack kick torso 14:15 failure",
        "roll fall 16:17 failure",
        "effect fallen",
    ]


@pytest.mark.rule("C-12")
def test_c_12_dx_or_brawling_keep_the_footing_of_their_kicks(ring: Make) -> None:
    r = ring(16, 14, 16, 13, me={"DX": 13}, foe={"DX": 12, "brawling": 14})
    r.strike("kick")
    r.strike("kick", by="foe")
    assert [s for s in r.story if "fall" in s] == [
        "roll fall 13:14 failure",
        "effect fallen",
        "roll fall 14:13 success",
    ]


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(
    ("who", "target", "damage"),
    [
        ({"DX": 13}, 11, "1d"),
        ({"DX": 12, "boxing": 18}, 10, "1d"),
        ({"DX": 12, "boxing": 18, "brawling": 15}, 13, "1d+1"),
        ({"DX": 12, "karate": 16, "maneuvers": {"kicking": 16}}, 16, "1d+3"),
        ({"DX": 15, "karate": 10}, 13, "1d"),
    ],
    ids=["untrained", "boxing cannot kick", "brawling can", "the bought maneuver", "DX when it is better"],
)
def test_c_12_with_what_a_kick_is_rolled(ring: Make, who: dict[str, Any], target: int, damage: str) -> None:
    """rules/README.md point 5: an untrained kick rolls DX-2."""
    r = ring(me={"ST": 14, **who})
    assert (r.target("kick"), r.damage("kick")) == (target, damage)


@pytest.mark.rule("C-12", "C-53")
def test_c_12_a_kick_needs_a_standing_fighter_with_two_legs(ring: Make) -> None:
    """On one leg no kick at all (semantics §6.14)."""
    r = ring(me={"karate": 16})
    assert r.may("kick") == "ready"
    for posture in ("kneeling", "sitting", "crawling"):
        r.posture("me", posture)
        assert r.may("kick") == "illegal"
    r.posture("me", "standing")
    r.me.airborne = 1
    assert r.may("kick") == "ready"
    r.me.airborne = 0
    r.cripple("me", "foot.L")
    assert r.may("kick") == "illegal"
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(
    ("skill", "level", "punch", "kick"),
    [
        ("karate", 14, 2, 2), ("karate", 15, 3, 3), ("karate", 20, 4, 4), ("karate", 22, 4, 4),
        ("boxing", 18, 3, 0), ("brawling", 19, 1, 1), ("brawling", 20, 2, 2),
        ("judo", 20, 0, 0), ("wrestling", 20, 0, 0),
    ],
)  # fmt: skip
def test_c_13_skill_damage_bonus(ring: Make, skill: str, level: int, punch: int, kick: int) -> None:
    """ST 14 thrusts for 1d: a punch 1d-2 and the bonus, a kick 1d and the bonus."""
    r = ring(me={"ST": 14, skill: level})
    assert int(r.row("punch").add) == punch - 2
    assert int(r.row("kick").add) == kick


@pytest.mark.rule("C-13")
def test_c_13_by_the_skill_never_by_the_maneuver_and_one_skill_at_a_time(ring: Make) -> None:
    """Karate 14 with Jab 18 adds 2; Boxing 18 beside it adds nothing to a Karate blow."""
    r = ring(me={"ST": 14, "karate": 14, "boxing": 13, "maneuvers": {"jab": (18, "karate")}})
    assert (r.target("jab"), r.damage("jab")) == (18, "1d-1")
    assert r.damage("punch") == "1d"


@pytest.mark.rule("C-13")
@pytest.mark.parametrize("act", ["elbow", "knee", "headbutt"])
def test_c_13_brawlers_add_to_butts_elbows_and_knees(ring: Make, act: str) -> None:
    with_skill, without = (
        ring(me={"ST": 14, "brawling": 20}),
        ring(me={"ST": 14, "wrestling": 20, "brawling": 9}),
    )
    assert int(with_skill.row(act).add) == int(without.row(act).add) + 2
