"""The tournament's own rules of a bout: start, order, turns, sub-turns, distance, stage (T-10…T-18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ring import Die, Fight, fighter

from budosim.combat.gurps3.bout import initiative
from budosim.combat.gurps3.ids import Posture
from budosim.combat.gurps3.records import Rules
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.rest import CONDITION, points_by_age, recover
from budosim.systems.gurps3.rules import ring as numbers
from budosim.systems.gurps3.techniques import sub_turns

Make = Callable[..., Fight]


@pytest.mark.rule("T-10", "C-48")
@pytest.mark.parametrize(("mine", "theirs"), [(160, 185), (148, 195), (170, 170)])
def test_t_10_two_fine_hexes_apart(ring: Make, mine: int, theirs: int) -> None:
    """Whatever their heights: A at (−1, 0) facing 0, B at (1, 0) facing 3, standing."""
    a = fresh_state(pack(fighter(height_cm=mine)), 0, numbers()["bout"]["start_distance"])
    b = fresh_state(pack(fighter(height_cm=theirs)), 1, numbers()["bout"]["start_distance"])
    assert [(int(s.q), int(s.r), int(s.facing), int(s.posture)) for s in (a, b)] == [
        (-1, 0, 0, Posture.STANDING),
        (1, 0, 3, Posture.STANDING),
    ]
    assert ring().distance == 2


@pytest.mark.rule("T-11", "R-51", "R-70")
@pytest.mark.parametrize(
    ("rules", "me", "foe", "dice", "first"),
    [
        ({}, {}, {}, [("1d", 4), ("1d", 4), ("1d", 2), ("1d", 5)], 1),
        ({}, {}, {}, [("1d", 5), ("1d", 4)], 0),
        ({}, {"traits": ["combat_reflexes"]}, {}, [("1d", 3), ("1d", 4)], 1),
        ({}, {"tactics": 16}, {}, [("1d", 3), ("1d", 4)], 0),
        ({}, {"tactics": 15}, {"tactics": 7}, [("1d", 3), ("1d", 3)], 0),
        ({"initiative_tactics": "off"}, {"tactics": 16}, {}, [("1d", 3), ("1d", 4)], 1),
        ({"initiative_die": "3d"}, {}, {}, [11, 10], 0),
        ({"initiative_die": "move"}, {"HT": 16}, {}, [], 0),
        ({"initiative_die": "move"}, {}, {}, [("1d", 1), ("1d", 2)], 1),
    ],
)
def test_t_11_dice_decide(
    ring: Make, rules: dict[str, str], me: dict[str, Any], foe: dict[str, Any], dice: list[Die], first: int
) -> None:
    """A 4, B 4, A 2, B 5 → B; 戦術 adds a point for each full 8, Combat Reflexes none (README point 15)."""
    r = ring(*dice, me=me, foe=foe, rules=rules)
    assert int(initiative(r.scene, r.sheets)) == first


@pytest.mark.rule("T-12")
def test_t_12_starts_and_ends(ring: Make) -> None:
    """At the start consciousness and stun, at the end the landing."""
    r = ring(12, 12, me={}, foe={})
    r.me.hp = 0
    r.me.airborne = 1
    r.stun("me")
    r.turn("me")
    assert r.story == [
        "roll unconscious 12:12 success", "roll stun_recovery 12:12 success", "effect recovered", "effect landed",
    ]  # fmt: skip


@pytest.mark.rule("T-12")
def test_t_12_until_your_next_turn_is_your_own_clock(ring: Make) -> None:
    """Set in A's turn 3 it ends at the start of A's turn 4, not with B's."""
    r = ring(me={"karate": 18}, foe={})
    r.me.turn = 2
    r.begin("me")
    r.me.lost_balance = 1
    r.finish("me")
    r.begin("foe")
    r.finish("foe")
    assert r.guard("parry", by="me") == 10
    r.begin("me")
    assert int(r.me.turn) == 4
    assert r.guard("parry", by="me") == 12


LEVELS = (8, 9, 12, 14, 15, 17, 18, 20, 21, 22, 23)
MASTER = (1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4)
OTHER = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2)


@pytest.mark.rule("T-13", "R-52")
@pytest.mark.parametrize(("level", "master", "other"), list(zip(LEVELS, MASTER, OTHER, strict=True)))
def test_t_13_sub_turns(ring: Make, level: int, master: int, other: int) -> None:
    """1 + floor((L−12)/3) with 達人の指導, else floor(L/9), at least one; in the ring as on paper."""
    assert (sub_turns(level, True), sub_turns(level, False)) == (master, other)
    r = ring(me={"karate": level, "master": True}, foe={"karate": level})
    assert (int(r.my.subturns), int(r.their.subturns)) == (master, other)


@pytest.mark.rule("T-13")
@pytest.mark.parametrize("level", range(1, 31))
def test_t_13_for_every_level(level: int) -> None:
    """The larger of both; traps: no level gives none."""
    plain = max(1, level // 9)
    assert sub_turns(level, False) == plain
    assert sub_turns(level, True) == max(plain, 1 + (level - 12) // 3 if level >= 12 else 1)


@pytest.mark.rule("T-13")
def test_t_13_only_action_skills_count(ring: Make) -> None:
    """README point 2: 先読み, Acrobatics or Tactics grant none."""
    r = ring(me={"karate": 12, "body_language": 21, "acrobatics": 21, "tactics": 21, "master": True})
    assert int(r.my.subturns) == 1


@pytest.mark.rule("T-13")
def test_t_13_three_acts_in_a_turn(ring: Make) -> None:
    r = ring(17, 17, 17, me={"karate": 18, "master": True}, foe={})
    r.turn("me", *[("punch", "torso")] * 5)
    assert r.acts == [f"a 2.{k} punch torso" for k in (1, 2, 3)]


@pytest.mark.rule("T-14", "C-17")
def test_t_14_parries_do_not_grow(ring: Make) -> None:
    """Master 21, four sub-turns, two hands: two parries a turn."""
    r = ring(9, 9, 9, 9, 9, 6, me={"karate": 16}, foe={"karate": 21, "master": True})
    assert int(r.their.subturns) == 4
    r.defends("foe", "parry", "dodge")
    assert [r.strike("punch") for _ in range(3)] == ["stopped"] * 3
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["parry", "parry", "dodge"]


AGES = [
    (14, 12), (20, 12), (21, 10), (25, 10), (26, 8), (35, 8), (36, 6), (45, 6), (46, 4), (80, 4),
]  # fmt: skip


def after(hp: int, fp: int = 12, lost: int = 0, fragile: int = 0) -> Any:
    rows = np.zeros(1, dtype=CONDITION)
    rows["hp"], rows["fp"], rows["lost"], rows["fragile"] = hp, fp, lost, fragile
    return rows


@pytest.mark.rule("T-16")
@pytest.mark.parametrize(("age", "points"), AGES)
def test_t_16_points_by_age(age: int, points: int) -> None:
    """To damage and to fatigue separately, at every edge."""
    rested = recover(after(-8, -8), 30, 30, age, 0, np.array([10]))
    assert (int(rested["hp"][0]) + 8, int(rested["fp"][0]) + 8) == (points, points)
    assert points_by_age(age) == points


@pytest.mark.rule("T-16")
@pytest.mark.parametrize(("roll", "more"), [(12, 3), (13, 0), (3, 3), (17, 0), (18, 0)])
def test_t_16_first_aid_adds_three_to_both(roll: int, more: int) -> None:
    rested = recover(after(0, 0), 40, 40, 46, 12, np.array([roll]))
    assert (int(rested["hp"][0]), int(rested["fp"][0])) == (4 + more, 4 + more)


@pytest.mark.rule("T-16")
@pytest.mark.parametrize(("aid", "roll", "more"), [(2, 4, 3), (2, 5, 0), (20, 17, 0), (20, 16, 3), (0, 3, 0)])
def test_t_16_it_is_a_success_roll(aid: int, roll: int, more: int) -> None:
    """C-01: 3 and 4 always, 17 and 18 never; who cannot, does not roll."""
    assert int(recover(after(0), 40, 40, 46, aid, np.array([roll]))["hp"][0]) == 4 + more


@pytest.mark.rule("T-16")
def test_t_16_vectors() -> None:
    """Age 20, damage 20, fatigue 15, first aid: damage 5 left and no fatigue; damage 5 at 30 → 0."""
    rested = recover(after(20 - 20, 15 - 15), 20, 15, 20, 14, np.array([10]))
    assert (20 - int(rested["hp"][0]), 15 - int(rested["fp"][0])) == (5, 0)
    assert int(recover(after(12 - 5), 12, 12, 30, 0, np.array([10]))["hp"][0]) == 12


@pytest.mark.rule("T-16", "T-23")
def test_t_16_lost_parts_are_usable_and_fragile() -> None:
    rested = recover(after(10, lost=0b101, fragile=0b1000), 12, 12, 30, 0, np.array([10]))
    assert (int(rested["lost"][0]), int(rested["fragile"][0])) == (0, 0b1101)


@pytest.mark.rule("T-16")
def test_t_16_each_row_by_itself() -> None:
    rows = np.concatenate([after(-5), after(11), after(0)])
    rested = recover(rows, 12, 12, 30, 12, np.array([12, 12, 13]))
    assert rested["hp"].tolist() == [6, 12, 8]
    assert rows["hp"].tolist() == [-5, 11, 0]


@pytest.mark.rule("T-17", "C-49", "R-53")
@pytest.mark.parametrize(("f", "target"), [(2, 14), (3, 14), (4, 22), (5, 22), (9, 22)])
def test_t_17_from_four_fine_hexes_on(ring: Make, f: int, target: int) -> None:
    """先読み 14 counts 22 against an attack launched from f ≥ 4; f=3: 14."""
    parry = 10 if target == 14 else 12
    r = ring(9, 16, parry, me={"karate": 16}, foe={"karate": 16, "body_language": 14}, distance=f)
    r.defends("foe", "parry")
    assert r.strike("punch") == "stopped"
    assert (r.last("roll")["target"], r.last("defence")["target"]) == (target, parry)


@pytest.mark.rule("T-17", "R-53")
@pytest.mark.parametrize(("reading", "target"), [("before_step", 22), ("at_impact", 14)])
def test_t_17_measured_before_the_step(ring: Make, reading: str, target: int) -> None:
    """F=5: he steps in to f=3 and kicks."""
    r = ring(
        9, 13, 10, me={"karate": 16}, foe={"karate": 16, "body_language": 14}, distance=5,
        rules={"distance_when": reading},
    )  # fmt: skip
    r.defends("foe", "parry")
    r.turn("me", ("kick", "torso"))
    assert r.last("roll")["target"] == target
    assert r.distance == 3


@pytest.mark.rule("T-18")
def test_t_18_the_ring_has_no_effects(ring: Make) -> None:
    """Footing is DX alone, and no rule of the record speaks of ground, light or weather."""
    r = ring(16, 12, me={"DX": 12, "boxing": 18}, foe={})
    assert r.strike("kick") == "stopped"
    assert r.story[-1] == "roll fall 12:12 success"
    assert r.last("roll")["mods"] == []
    fields = " ".join(set(Rules.__annotations__) - {"ground_kick"})
    assert not [word for word in ("ground", "terrain", "footing", "light", "weather") if word in fields]
