"""From bout to bout: wounds carried, unused CP, fragile parts, healing, points (T-15, T-20…T-23, T-31)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ring import Fight, fighter

from budosim.combat.common.record import blank
from budosim.combat.gurps3.bout import run_bouts
from budosim.combat.gurps3.ids import LOC_NAMES, Ending, Loc, Posture
from budosim.combat.gurps3.records import Result
from budosim.events.league import points_won
from budosim.events.plan import ADVANCE
from budosim.events.protocols import LEAGUE, STANDING, Pair, Stage
from budosim.events.standings import DRAW, LOSS, WIN, Table
from budosim.systems.gurps3.arena import Duels, after_bout
from budosim.systems.gurps3.pack import pack
from budosim.systems.gurps3.rest import CONDITION, recover
from budosim.systems.gurps3.rules import rules_record

Make = Callable[..., Fight]
FINAL = Stage(5, "final", "final", "決勝", "final")


def arena(*, cp_returns: bool = False, **who: Any) -> Duels:
    """The arena of two equal fighters made of plain numbers."""
    duels = Duels.__new__(Duels)
    duels.seed = 5
    duels.rules = rules_record()
    duels.sheets = [pack(fighter(**who), None, slot) for slot in (0, 1)]
    person: Any = SimpleNamespace(sheet=SimpleNamespace(entrant=SimpleNamespace(age=who.get("age", 25))))
    duels.fighters = (person, person)
    duels._first_aid = [0, 0]
    duels._cp_returns = cp_returns
    return duels


def condition(**fields: int) -> Any:
    rows = np.zeros(1, dtype=CONDITION)
    rows["hp"] = rows["fp"] = 12
    for name, value in fields.items():
        rows[name] = value
    return rows


def standing() -> Pair:
    rows = np.zeros(1, dtype=STANDING)
    return Pair(rows, rows)


# -- T-15, T-20, T-22 ---------------------------------------------------------------------------


@pytest.mark.rule("T-15", "T-22")
def test_t_15_all_is_healed_after_a_league_bout_but_spent_points() -> None:
    """Hp −20, leg crippled, 瀕死 → full, all sound; of the CP what was left."""
    duels = arena(unspent_cp=2)
    bits = 1 << Loc.LEG_R | 1 << Loc.FOOT_R
    healed = duels.heal(0, condition(hp=-20, fp=3, unspent_cp=1, lost=bits, fragile=1 << Loc.ARM_L))
    assert {name: int(healed[name][0]) for name in CONDITION.names or ()} == {
        "hp": 12, "fp": 12, "unspent_cp": 1, "lost": 0, "fragile": 0, "dead": 0,
    }  # fmt: skip


@pytest.mark.rule("T-22")
def test_t_22_bout_2_starts_with_what_bout_1_left(ring: Make) -> None:
    duels = arena(unspent_cp=2)
    healed = duels.heal(0, condition(unspent_cp=1))
    states = duels.start((0, 1), LEAGUE, Pair(healed, duels.fresh(1, 1)), standing())
    assert [int(states[0, side].unspent_cp) for side in (0, 1)] == [1, 2]


@pytest.mark.rule("T-22", "R-55")
@pytest.mark.parametrize(("returns", "left"), [(False, 1), (True, 2)])
def test_t_22_or_points_are_for_each_bout(returns: bool, left: int) -> None:
    """R-55 per_bout, in the league and in the finals."""
    duels = arena(unspent_cp=2, cp_returns=returns)
    after = condition(unspent_cp=1)
    assert int(duels.heal(0, after)["unspent_cp"][0]) == left
    assert int(duels.rest(0, after, FINAL, np.zeros(1, dtype=np.uint64))["unspent_cp"][0]) == left
    assert int(after["unspent_cp"][0]) == 1
    for reading, kept in (("permanent", False), ("per_bout", True)):
        assert Duels([], 1, {"cp_consumed": reading})._cp_returns == kept


@pytest.mark.rule("T-20", "T-16")
def test_t_20_what_is_not_restored_stays() -> None:
    """Age 50, damage 12 → 8 left → the next bout at max−8."""
    duels = arena(age=50, HT=14, ST=14)
    rested = duels.rest(0, condition(hp=14 - 12, fp=14 - 6), FINAL, np.zeros(1, dtype=np.uint64))
    states = duels.start((0, 1), FINAL, Pair(rested, duels.fresh(1, 1)), standing())
    assert (int(states[0, 0].hp), int(states[0, 0].fp)) == (14 - 8, 14 - 2)


@pytest.mark.rule("T-20", "C-94", "R-67")
def test_t_20_who_won_at_minus_eight_rolls_to_stay_conscious(ring: Make) -> None:
    """HT 12, age 46, won at −8 → −4 → C-94 at his first turn's start. Stun, posture, feints never carry over."""
    rested = recover(condition(hp=-8), 12, 12, 46, 0, np.array([10]))
    states = arena().start((0, 1), FINAL, Pair(rested, condition()), standing())
    r = ring(12)
    r.states[:] = states[0]
    assert int(r.me.hp) == -4
    assert r.begin("me")
    assert r.last("roll")["what"] == "unconscious"
    assert [int(r.me[name]) for name in ("stunned", "shock", "posture", "feint")] == [0] * 4


@pytest.mark.rule("T-20", "R-67")
def test_t_20_only_four_things_leave_the_ring() -> None:
    """Hit points, fatigue, parts, CP; a blinded eye counts as a part."""
    results = blank(Result, 1)
    results["hp"][0], results["fp"][0], results["cp"][0] = (-3, 12), (7, 12), (1, 0)
    results["crippled"][0] = 1 << Loc.EYE_L, 0
    out = after_bout(results, 0, condition(unspent_cp=2))
    assert {name: int(out[name][0]) for name in CONDITION.names or ()} == {
        "hp": -3, "fp": 7, "unspent_cp": 1, "lost": 1 << Loc.EYE_L, "fragile": 0, "dead": 0,
    }  # fmt: skip


@pytest.mark.rule("T-20", "C-132")
def test_t_20_a_whole_bout_of_the_finals(ring: Make) -> None:
    """B falls unconscious at his first turn; A leaves as he came, B with his wound."""
    r = ring(("1d", 1), ("1d", 2), 13)
    start = arena().start((0, 1), FINAL, Pair(condition(hp=3), condition(hp=-2)), standing())
    results = blank(Result, 1)
    mind = r.scene.ring.minds.of[:1].copy()
    run_bouts(r.scene, r.sheets, r.states, start, mind, np.uint64(1), np.zeros(1, np.uint64), results)
    assert (int(results[0].winner), int(results[0].ending)) == (0, Ending.UNCONSCIOUS)
    assert [after_bout(results, side, condition())["hp"].tolist() for side in (0, 1)] == [[3], [-2]]


@pytest.mark.rule("T-16", "C-75", "R-67")
def test_t_16_a_numb_part_is_not_a_lost_one(ring: Make) -> None:
    """It comes back by itself and leaves nothing fragile; a crippled arm takes its hand along."""
    r = ring(("1d", 1), ("1d", 2), 13)
    start = arena().start((0, 1), FINAL, Pair(condition(), condition(hp=-2)), standing())
    start[0, 0].crippled[Loc.ARM_L], start[0, 0].crippled[Loc.HAND_L] = 9, 9
    start[0, 1].crippled[Loc.ARM_R], start[0, 1].crippled[Loc.HAND_R] = 1, 2
    results = blank(Result, 1)
    mind = r.scene.ring.minds.of[:1].copy()
    run_bouts(r.scene, r.sheets, r.states, start, mind, np.uint64(1), np.zeros(1, np.uint64), results)
    assert results[0].crippled.tolist() == [0, 1 << Loc.ARM_R | 1 << Loc.HAND_R]


# -- T-21, T-23 -----------------------------------------------------------------------------------


@pytest.mark.rule("T-21", "R-54")
def test_t_21_a_point_makes_a_part_usable(ring: Make) -> None:
    """Unused CP 2, the right arm lost → CP 1, the arm (and its hand) usable and fragile; a free act."""
    r = ring(16, me={"karate": 15, "unspent_cp": 2}, foe={})
    r.me.taken[Loc.ARM_R] = 7
    r.me.hp = 5
    r.cripple("me", "arm.R")
    r.turn("me", ("punch", "torso"))
    assert int(r.me.unspent_cp) == 1
    assert [int(r.me.crippled[loc]) for loc in (Loc.ARM_R, Loc.HAND_R)] == [0, 0]
    assert [int(r.me.fragile[loc]) for loc in (Loc.ARM_R, Loc.HAND_R)] == [1, 0]
    assert int(r.me.hp) == 5
    assert r.acts[-1] == "a 2.1 punch torso"


@pytest.mark.rule("T-21")
def test_t_21_without_points_it_stays_lost(ring: Make) -> None:
    r = ring(16, me={"karate": 15}, foe={})
    r.cripple("me", "arm.R")
    r.turn("me", ("punch", "torso"))
    assert int(r.me.crippled[Loc.ARM_R]) == 1


@pytest.mark.rule("T-21")
def test_t_21_a_point_a_part_legs_before_arms_before_eyes(ring: Make) -> None:
    r = ring(me={"unspent_cp": 2}, foe={})
    r.cripple("me", "eye.L", "arm.L", "leg.L")
    r.turn("me", "wait")
    assert [r.me.crippled[loc] == 0 for loc in (Loc.LEG_L, Loc.ARM_L, Loc.EYE_L)] == [True, True, False]
    assert int(r.me.unspent_cp) == 0


@pytest.mark.rule("T-21", "R-54")
def test_t_21_not_while_he_cannot_act(ring: Make) -> None:
    """It waits for an own sub-turn."""
    r = ring(13, me={"unspent_cp": 1}, foe={})
    r.cripple("me", "arm.R")
    r.stun("me")
    r.turn("me", "wait")
    assert int(r.me.unspent_cp) == 1


@pytest.mark.rule("T-21")
def test_t_21_as_the_policy_says(ring: Make) -> None:
    """`free` names the part; a ban keeps the point."""
    r = ring(me={"unspent_cp": 2}, foe={})
    r.cripple("me", "arm.L", "leg.L")
    r.turn("me", "wait", free=[{"do": {"a": "spend_cp", "at": ["arm"]}}])
    assert [r.me.crippled[loc] == 0 for loc in (Loc.LEG_L, Loc.ARM_L)] == [False, True]
    r = ring(me={"unspent_cp": 2}, foe={})
    r.cripple("me", "leg.L")
    r.turn("me", "wait", never=[{"a": "spend_cp"}])
    assert int(r.me.unspent_cp) == 2


@pytest.mark.rule("T-23")
@pytest.mark.parametrize(("basic", "lost"), [(1, 0), (2, 1)])
@pytest.mark.parametrize("part", ["leg.R", "foot.L"])
def test_t_23_a_fragile_leg(ring: Make, basic: int, lost: int, part: str) -> None:
    """Injury 1: unusable, and he falls; injury 0: still usable."""
    loc = Loc[part.upper().replace(".", "_")]
    r = ring(foe={})
    r.foe.fragile[loc] = 1
    r.injure(basic, part)
    assert int(r.foe.crippled[loc]) == lost
    assert int(r.foe.posture) == (Posture.LYING if lost else Posture.STANDING)


@pytest.mark.rule("T-23", "R-67")
def test_t_23_a_fragile_eye_is_lost_to_a_point(ring: Make) -> None:
    r = ring(foe={})
    r.foe.fragile[Loc.EYE_R] = 1
    r.injure(1, "eye.R")
    assert int(r.foe.crippled[Loc.EYE_R]) == 1


@pytest.mark.rule("T-23", "T-16", "T-15")
def test_t_23_from_the_break_into_the_ring_and_healed_in_the_league(ring: Make) -> None:
    rested = recover(condition(hp=10, lost=1 << Loc.ARM_L), 12, 12, 30, 0, np.array([10]))
    states = arena().start((0, 1), FINAL, Pair(rested, condition()), standing())
    fragile = [LOC_NAMES[i] for i in range(19) if int(states[0, 0].fragile[i])]
    assert fragile == ["arm.L"]
    assert not states[0, 0].crippled.any()
    assert not states[0, 1].fragile.any()
    assert int(arena().heal(0, rested)["fragile"][0]) == 0


# -- T-31 -----------------------------------------------------------------------------------------


@pytest.mark.rule("T-31")
def test_t_31_winning_points() -> None:
    """Win 2, draw 1, loss 0; 3 wins and a draw are 7; the first two of a block go on."""
    assert (WIN, DRAW, LOSS, ADVANCE) == (2, 1, 0, 2)
    mine, theirs = points_won(np.array([0, 1, -1], dtype=np.int64))
    assert (mine.tolist(), theirs.tolist()) == ([2, 0, 1], [0, 2, 1])
    row: tuple[int | None, ...] = (None, WIN, WIN, WIN, DRAW)
    rest = [tuple(None if i == j else LOSS for j in range(5)) for i in range(1, 5)]
    assert Table((row, *rest), (0,) * 5).points(0) == 7
