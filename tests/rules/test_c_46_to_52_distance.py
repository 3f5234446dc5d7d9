"""Reach, the start, distance, the ring's edge, close combat, knock-back (C-46…C-52)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, fighter, num

from budosim.combat.common.grid import FRONT, arc
from budosim.combat.gurps3.wound import knock_back
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.techniques import reaches

Make = Callable[..., Fight]


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


def where(r: Fight, who: str = "me") -> tuple[int, int]:
    return int(r.state(who).q), int(r.state(who).r)


@pytest.mark.rule("C-46", "R-18")
@pytest.mark.parametrize(
    ("height", "punch", "kick"), [(149, 1, 2), (150, 2, 3), (170, 2, 3), (189, 2, 3), (190, 2, 4), (210, 2, 4)]
)
def test_c_46_reach_by_height(ring: Make, height: int, punch: int, kick: int) -> None:
    assert reaches(Brought(height_cm=height)) == (punch, kick)
    r = ring(me={"karate": 16, "height_cm": height})
    assert (r.reach("punch"), r.reach("kick"), r.reach("elbow")) == ((0, punch), (1, kick), (0, 1))
    assert r.reach("jump_kick") == (1, kick + 3)


@pytest.mark.rule("C-46")
@pytest.mark.parametrize(
    ("height", "distance", "punch", "kick"),
    [(170, 3, "far", "ready"), (170, 4, "far", "far"), (195, 4, "far", "ready"), (170, 2, "ready", "ready")],
)
def test_c_46_who_reaches_from_where(ring: Make, height: int, distance: int, punch: str, kick: str) -> None:
    """Without a step: 170 cm at 3 kicks but does not punch, at 4 does neither; 195 cm at 4 kicks."""
    r = ring(me={"karate": 16, "height_cm": height}, distance=distance)
    r.me.stepped = 1
    assert (r.may("punch"), r.may("kick")) == (punch, kick)


@pytest.mark.rule("C-47")
def test_c_47_too_close_for_a_kick(ring: Make) -> None:
    """F=0: a kick that was ordered becomes a knee; punches are allowed."""
    r = ring(9, ("1d", 1), 9, ("1d", 1), me={"karate": 18}, distance=0)
    r.my.move = 0
    assert (r.may("kick"), r.may("knee"), r.may("punch")) == ("illegal", "ready", "ready")
    r.turn("me", ("kick", "torso"), ("punch", "torso"))
    assert r.acts == ["a 2.1 knee torso", "a 2.2 punch torso"]


@pytest.mark.rule("C-47")
def test_c_47_also_when_he_could_step_back_first(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 16}, distance=0)
    r.turn("me", ("kick", "torso"))
    assert r.acts == ["a 2.1 knee torso"]


@pytest.mark.rule("C-48", "T-10")
def test_c_48_starting_position() -> None:
    a, b = (fresh_state(pack(fighter()), side) for side in (0, 1))
    assert (int(a.q), int(a.r), int(a.facing)) == (-1, 0, 0)
    assert (int(b.q), int(b.r), int(b.facing)) == (1, 0, 3)
    assert int(arc(num(0), num(2), num(0), num(0))) == FRONT
    assert int(arc(num(3), num(-2), num(0), num(0))) == FRONT
    assert int(a.posture) == int(b.posture) == 0


@pytest.mark.rule("C-49", "T-17", "R-53")
@pytest.mark.parametrize(("reading", "level"), [("before_step", 22), ("at_impact", 14)])
def test_c_49_the_distance_that_counts_for_foreknowledge(ring: Make, reading: str, level: int) -> None:
    """B retreats from 2 to 5; A's next step-and-kick is declared at 5, so 先読み 14 counts 22."""
    r = ring(9, 10, 9, 9, 10, 7, me={"karate": 15, "master": True}, foe={"karate": 15, "body_language": 14},
             rules={"distance_when": reading})  # fmt: skip
    r.defends("foe", "parry", retreat=True)
    r.turn("me", ("kick", "torso"), ("kick", "torso"))
    assert [e["target"] for e in told(r, "roll") if e["what"] == "sakiyomi"] == [14, level]


@pytest.mark.rule("C-49", "T-17")
@pytest.mark.parametrize(("distance", "level"), [(3, 14), (4, 22), (5, 22)])
def test_c_49_from_four_on(ring: Make, distance: int, level: int) -> None:
    r = ring(9, 10, 9, me={"karate": 16}, foe={"karate": 15, "body_language": 14}, distance=distance)
    r.defends("foe", "parry")
    r.strike("kick")
    assert r.last("roll")["target"] == level


@pytest.mark.rule("C-50", "C-52", "R-19")
def test_c_50_at_the_edge_nobody_leaves_the_ring_but_may_fall(ring: Make) -> None:
    """Knocked back 2 yards where there is no room behind: he stays on the edge and rolls not to fall.

    The settled point on movement wins over "stays": on the edge he slides to the hex farthest from the foe.
    """
    r = ring(13, foe={"DX": 12})
    r.stand("me", 13, 0, 0)
    r.stand("foe", 15, 0, 3)
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert where(r, "foe") in ((15, -6), (9, 6))
    assert (r.distance, r.story[1:]) == (6, ["effect knocked_back", "roll fall 12:13 failure", "effect fallen"])
    free = ring(10, foe={"DX": 12}, rules={"ring": "infinite"})
    free.stand("me", 13, 0, 0)
    free.stand("foe", 15, 0, 3)
    knock_back(free.scene, free.my, free.their, free.foe, free.me, num(16), num(0))
    assert where(free, "foe") == (21, 0)


@pytest.mark.rule("C-50", "C-66")
def test_c_50_the_last_hex_before_the_edge_is_still_used(ring: Make) -> None:
    """Two hexes of room: a retreat uses them; with none he slides along the edge if that leads away."""
    r = ring(9, 10, me={"karate": 16}, foe={"karate": 15})
    r.stand("me", 11, 0, 0)
    r.stand("foe", 13, 0, 3)
    r.defends("foe", "parry", retreat=True)
    r.strike("punch")
    assert (where(r, "foe"), r.distance) == ((15, 0), 4)


@pytest.mark.rule("C-50", "C-66")
def test_c_50_with_no_hex_behind_no_retreat(ring: Make) -> None:
    """In the corner, the foe straight before him at a kick's length: no hex within a yard is farther.

    At 2 there is one, along the edge.
    """
    r = ring(foe={"karate": 15})
    r.stand("me", 12, 0, 0)
    r.stand("foe", 15, 0, 3)
    assert r.guard("parry", retreat=True) == 10
    r.stand("me", 13, 0, 0)
    assert r.guard("parry", retreat=True) == 13


@pytest.mark.rule("C-50")
def test_c_50_a_slide_along_the_edge_leads_away(ring: Make) -> None:
    """On the middle of a side of the ring the straight way is barred: he ends farther off, and inside."""
    r = ring(9, 10, me={"karate": 16}, foe={"karate": 15})
    r.stand("me", 6, 7, 0)
    r.stand("foe", 7, 8, 3)
    r.defends("foe", "parry", retreat=True)
    r.strike("punch")
    q, s = where(r, "foe")
    assert max(abs(q), abs(s), abs(q + s)) == 15
    assert r.distance == 4
    assert (q, s) != (7, 8)


@pytest.mark.rule("C-51")
def test_c_51_close_combat(ring: Make) -> None:
    """At f=0 no kick, every other strike at its normal skill; a step leads out again."""
    r = ring(me={"karate": 16}, distance=0)
    assert [r.may(act) for act in ("kick", "jump_kick", "axe_kick")] == ["illegal"] * 3
    assert [r.target(act) for act in ("punch", "elbow", "knee", "headbutt")] == [16, 14, 15, 10]
    r.turn("me", "retreat")
    assert (r.story, r.distance) == (["move step 3"], 3)


@pytest.mark.rule("C-51", "C-66")
def test_c_51_out_of_a_hold_nobody_retreats(ring: Make) -> None:
    r = ring(foe={"karate": 15}, distance=0)
    assert r.guard("parry", retreat=True) == 13
    r.holds("me")
    assert r.guard("parry", retreat=True) == 10
    assert r.guard("dodge", retreat=True) == 6


@pytest.mark.rule("C-52")
@pytest.mark.parametrize(("basic", "yards"), [(7, 0), (8, 1), (15, 1), (16, 2), (24, 3)])
def test_c_52_a_yard_for_every_full_eight_points(ring: Make, basic: int, yards: int) -> None:
    r = ring(*(() if yards == 0 else (10,)), foe={"DX": 12})
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(basic), num(0))
    assert r.distance == 2 + 3 * yards
    assert len(r.story) == (3 if yards else 0)


@pytest.mark.rule("C-52")
def test_c_52_basic_damage_counts_before_armour_and_after_the_critical_table(ring: Make) -> None:
    """1d+3 with a 5 is 8, and all of it stops at DR; doubled, 1d+1 with a 6 is 14: one yard."""
    r = ring(9, ("1d", 5), 12, me={"ST": 14, "karate": 16}, foe={"DX": 12})
    r.their.dr_skin = 20
    r.strike("kick")
    assert r.story[1:] == [
        "damage torso 8-21 0",
        "move knocked_back 5",
        "effect knocked_back",
        "roll fall 12:12 success",
    ]
    r = ring(4, 6, ("1d", 6), 12, 12, me={"ST": 14, "karate": 16}, foe={"HT": 20, "DX": 25})
    r.strike("punch")
    assert r.last("damage")["basic"] == 14
    assert r.distance == 5


@pytest.mark.rule("C-52")
def test_c_52_shock_counts_and_a_kneeling_fighter_rolls_a_lying_one_does_not(ring: Make) -> None:
    """README points 16 and 19."""
    r = ring(10, foe={"DX": 12})
    r.foe.shock = 3
    r.posture("foe", "kneeling")
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(8), num(0))
    assert r.story[-2:] == ["roll fall 9:10 failure", "effect fallen"]
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(8), num(0))
    assert r.story[-1] == "effect knocked_back"


@pytest.mark.rule("C-50", "C-52")
def test_c_50_in_the_corner_he_stays_where_he_is(ring: Make) -> None:
    """Nowhere within two yards is farther from a foe across the ring; the roll not to fall is made all the same."""
    r = ring(13, foe={"DX": 12})
    r.stand("me", -1, 0, 0)
    r.stand("foe", 15, 0, 3)
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert where(r, "foe") == (15, 0)
    assert r.story == ["effect knocked_back", "roll fall 12:13 failure", "effect fallen"]
