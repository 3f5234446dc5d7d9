"""Every row of the table of critical misses (C-74; README point 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from ring import Fight

from budosim.combat.gurps3.ids import Ending, Loc, Posture

Make = Callable[..., Fight]
LIMBS = ("arm.R", "hand.R", "leg.R", "foot.R")


# -- C-74: critical misses ------------------------------------------------------------------------


def miss(ring: Make, row: int, *dice: Any, act: str = "punch", me: Mapping[str, Any] | None = None) -> Fight:
    """A fumbled blow of ST 14 DX 14 HT 12 Karate 16 in 服 that throws `row`."""
    r = ring(18, row, *dice, me={"ST": 14, "DX": 14, "karate": 16, **(me or {})}, foe={"karate": 12})
    assert r.strike(act) == "stopped"
    assert r.story[1] == f"table crit_miss {row}"
    return r


@pytest.mark.rule("C-74")
@pytest.mark.parametrize("row", [3, 18])
def test_c_74_rows_3_and_18_knock_oneself_out(ring: Make, row: int) -> None:
    r = miss(ring, row)
    assert (int(r.me.out), int(r.me.hp)) == (Ending.UNCONSCIOUS, 12)


@pytest.mark.rule("C-74")
@pytest.mark.parametrize("row", [4, 17])
@pytest.mark.parametrize(("act", "part", "tip"), [("punch", "arm.R", "hand.R"), ("kick", "leg.R", "foot.R")])
def test_c_74_rows_4_and_17_strain_the_limb_used(ring: Make, row: int, act: str, part: str, tip: str) -> None:
    """1 damage, and the limb is lost for the bout; clothes do not help. Who loses a leg falls."""
    r = miss(ring, row, act=act)
    assert (int(r.me.hp), int(r.me.shock)) == (11, 1)
    assert [int(r.me.crippled[Loc[p.upper().replace(".", "_")]]) for p in (part, tip)] == [1, 2]
    assert int(r.me.posture) == (Posture.LYING if act == "kick" else Posture.STANDING)


@pytest.mark.rule("C-74")
def test_c_74_a_strained_head_is_three_dx_for_three_turns(ring: Make) -> None:
    r = miss(ring, 17, act="headbutt", me={"karate": 20})
    assert int(r.me.hp) == 11
    for turn in range(5):
        r.me.shock = 0
        assert r.target("punch") == (20 if turn > 3 else 17)
        assert r.story[-1] != "effect crippled head"
        r.begin("me")


@pytest.mark.rule("C-74", "C-81")
@pytest.mark.parametrize(
    ("row", "die", "act", "told"),
    [
        (5, 6, "punch", "damage arm.R 6-1 5"),
        (6, 6, "punch", "damage arm.R 3-1 2"),
        (6, 5, "kick", "damage leg.R 2-1 1"),
        (5, 1, "punch", "damage arm.R 1-1 0"),
    ],
)
def test_c_74_rows_5_and_6_hit_the_floor(ring: Make, row: int, die: int, act: str, told: str) -> None:
    """Thrust damage (ST 14: 1d) to the part used, half of it in row 6; DR counts."""
    r = miss(ring, row, ("1d", die), act=act)
    assert r.story[2:] == [told]


@pytest.mark.rule("C-74", "C-82", "C-91")
def test_c_74_a_blow_at_the_floor_wounds_like_a_foes(ring: Make) -> None:
    """README point 17: 9 points at the arm of HT 12 cripple it, and the knock-down roll is due."""
    r = miss(ring, 5, ("2d", 9), 13, me={"ST": 21})
    assert r.story[2:] == [
        "damage arm.R 9-1 7", "effect crippled arm.R", "roll knockdown 12:13 failure", "effect fallen",
        "effect stunned",
    ]  # fmt: skip


@pytest.mark.rule("C-74", "C-41", "C-42")
def test_c_74_row_7_stumbles_past_the_foe(ring: Make) -> None:
    """One yard past him, facing away; he is behind until the own next sub-turn."""
    r = miss(ring, 7)
    assert r.story[2:] == ["move stumble 3", "effect stumbled"]
    assert (int(r.me.q), int(r.me.facing)) == (4, 0)
    r.defends("me", "parry")
    r.dice(9, ("1d", 1))
    assert r.strike("punch", by="foe") == "hit"
    assert r.last("attack")["act"] == "punch"
    r.turn("me")
    assert r.guard("parry", by="me") == 10


@pytest.mark.rule("C-74")
@pytest.mark.parametrize("row", [8, 16])
def test_c_74_rows_8_and_16_fall(ring: Make, row: int) -> None:
    assert miss(ring, row).story[2:] == ["effect fallen"]


@pytest.mark.rule("C-74")
@pytest.mark.parametrize("row", [9, 10, 11])
def test_c_74_rows_9_to_11_lose_balance(ring: Make, row: int) -> None:
    """No further sub-turns, defences −2 until the own next turn."""
    r = ring(18, row, me={"karate": 18, "master": True}, foe={"karate": 12})
    assert int(r.my.subturns) == 3
    r.turn("me", ("punch", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert r.acts == ["a 2.1 punch torso"]
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (10, 4)
    r.begin("me")
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (12, 6)


@pytest.mark.rule("C-74")
@pytest.mark.parametrize(
    ("act", "roll", "told"),
    [
        ("kick", 11, ["roll fall 10:11 failure", "effect fallen"]),
        ("kick", 10, ["roll fall 10:10 success"]),
        ("punch", 14, ["roll fall 14:14 success"]),
        ("punch", 15, ["roll fall 14:15 failure", "effect fallen"]),
    ],
)
def test_c_74_row_12_rolls_dx(ring: Make, act: str, roll: int, told: list[str]) -> None:
    """DX 14; a kicker at −4."""
    assert miss(ring, 12, roll, act=act).story[2:] == told


@pytest.mark.rule("C-74")
def test_c_74_row_13_drops_the_guard(ring: Make) -> None:
    """Defences −2, and a feint counts double, until the own next turn."""
    r = miss(ring, 13)
    assert (r.guard("parry", by="me"), r.guard("parry", by="me", lure=3)) == (8, 2)
    r.begin("me")
    assert (r.guard("parry", by="me"), r.guard("parry", by="me", lure=3)) == (10, 7)


@pytest.mark.rule("C-74")
@pytest.mark.parametrize("row", [14, 15])
def test_c_74_rows_14_and_15_tear_a_muscle(ring: Make, row: int) -> None:
    """1d−3 at the limb used (DR counts); −1 on attacks and defences in the next turn."""
    r = miss(ring, row, ("1d", 6))
    assert r.story[2:] == ["damage arm.R 3-1 2", "effect muscle_torn arm.R"]
    assert r.guard("parry", by="me") == 10
    r.begin("me")
    r.me.shock = r.me.shock_due = 0
    assert (r.target("punch"), r.guard("parry", by="me"), r.guard("dodge", by="me")) == (15, 9, 5)
    r.finish("me")
    assert r.guard("parry", by="me") == 9
    r.begin("me")
    assert (r.target("punch"), r.guard("parry", by="me")) == (16, 10)


@pytest.mark.rule("C-74", "T-06")
def test_c_74_the_last_point_counts_for_death_and_near_death(ring: Make) -> None:
    """README point 17: rolls from self-inflicted wounds are as from a foe's."""
    r = ring(18, 17, 12, me={"karate": 16}, foe={})
    r.me.hp = -11
    r.strike("punch")
    assert r.story[-1] == "roll near_death 12:12 success"
    r.me.hp = -59
    r.dice(18, 17)
    r.strike("punch")
    assert int(r.me.out) == Ending.DEAD
