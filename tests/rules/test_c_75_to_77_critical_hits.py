"""Every row of the tables of critical hits, and a natural 3 (C-75…C-77; README point 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from ring import Fight

from budosim.combat.gurps3.ids import Ending, Loc, Posture, Stun

Make = Callable[..., Fight]
LIMBS = ("arm.R", "hand.R", "leg.R", "foot.R")


# -- C-75: critical hits ----------------------------------------------------------------------------


def hit(ring: Make, row: int, die: int, *dice: Any, at: str = "torso", foe: Mapping[str, Any] | None = None) -> Fight:
    """A critical punch of 1d+3 (ST 16 Karate 20) that throws `row`."""
    r = ring(4, row, ("1d", die), *dice, me={"ST": 16, "karate": 20}, foe={"HT": 20, **(foe or {})})
    assert r.damage("punch") == "1d+3"
    assert r.strike("punch", at) == "hit"
    return r


@pytest.mark.rule("C-75")
@pytest.mark.parametrize("row", [3, 18])
def test_c_75_rows_3_and_18(ring: Make, row: int) -> None:
    """Torso: normal damage and unconscious, nothing more is rolled (README 17). Elsewhere triple."""
    r = hit(ring, row, 6)
    assert r.story[2:] == ["damage torso 9-1 8", "effect unconscious"]
    assert (int(r.foe.hp), int(r.foe.out)) == (12, Ending.UNCONSCIOUS)
    r = hit(ring, row, 1, 10, 10, at="groin", foe={"HT": 30})
    assert r.story[2] == "damage groin 12-1 11"
    assert int(r.foe.out) == 0


@pytest.mark.rule("C-75", "T-06")
def test_c_75_unconscious_by_table_may_still_be_dead(ring: Make) -> None:
    """README point 17: the damage counts for T-06."""
    r = ring(4, 18, ("1d", 6), me={"ST": 16, "karate": 20}, foe={"HT": 10})
    r.foe.hp = -45
    r.strike("punch")
    assert (int(r.foe.hp), int(r.foe.out)) == (-53, Ending.DEAD)


@pytest.mark.rule("C-75")
@pytest.mark.parametrize(("row", "basic", "dr"), [(4, 5, 0), (13, 5, 0), (9, 5, 1), (10, 5, 1), (11, 5, 1), (15, 5, 1)])
def test_c_75_rows_4_and_13_ignore_dr_and_9_to_11_and_15_add_nothing(ring: Make, row: int, basic: int, dr: int) -> None:
    assert hit(ring, row, 2).story[2:] == [f"damage torso {basic}-{dr} {basic - dr}"]


@pytest.mark.rule("C-75", "C-52")
@pytest.mark.parametrize(("row", "factor"), [(5, 3), (17, 3), (6, 2), (16, 2)])
def test_c_75_multiples_count_before_dr_and_knock_back(ring: Make, row: int, factor: int) -> None:
    """1d+3, die 4 = 7; row 6: 14 basic, DR 1 → 13, a yard back (and the rolls that follow)."""
    r = hit(ring, row, 4, 10, 10, foe={"HT": 20})
    assert r.story[2] == f"damage torso {7 * factor}-1 {7 * factor - 1}"
    assert "effect knocked_back" in r.story
    assert r.distance == 2 + 3 * (7 * factor // 8)


@pytest.mark.rule("C-75", "C-92")
def test_c_75_row_7_stuns_until_the_own_roll(ring: Make) -> None:
    r = hit(ring, 7, 1)
    assert r.story[2:] == ["damage torso 4-1 3", "effect stunned"]
    r.dice(20 - 3)
    assert not r.begin("foe")
    r.dice(12)
    assert r.begin("foe")


@pytest.mark.rule("C-75", "C-89")
@pytest.mark.parametrize("row", [8, 12])
@pytest.mark.parametrize("part", LIMBS)
def test_c_75_rows_8_and_12_numb_a_limb_for_six_turns(ring: Make, row: int, part: str) -> None:
    """Its victim misses it in six own turns; a leg or foot fells him. With the arm goes the hand."""
    r = hit(ring, row, 1, at=part)
    loc = Loc[part.upper().replace(".", "_")]
    assert r.story[2:4] == [f"damage {part} 4-1 3", f"effect crippled {part}"]
    assert (int(r.foe.posture) == Posture.LYING) == part.startswith(("leg", "foot"))
    for _ in range(6):
        r.begin("foe")
        assert int(r.foe.crippled[loc]) > 0
        assert int(r.foe.lost) != 0
    r.begin("foe")
    assert int(r.foe.lost) == 0
    assert r.story[-1].startswith("effect part_recovered")


@pytest.mark.rule("C-75")
@pytest.mark.parametrize("row", [8, 12, 14])
def test_c_75_elsewhere_these_rows_are_plain(ring: Make, row: int) -> None:
    assert hit(ring, row, 1).story[2:] == ["damage torso 4-1 3"]


@pytest.mark.rule("C-75", "C-82")
@pytest.mark.parametrize("row", [8, 12])
def test_c_75_a_numb_limb_that_damage_cripples_anyway_stays_lost(ring: Make, row: int) -> None:
    r = hit(ring, row, 6, 10, 10, at="arm.R", foe={"HT": 12})
    assert int(r.foe.crippled[Loc.ARM_R]) == 1
    for _ in range(9):
        r.me.stunned = r.foe.stunned = 0
        r.begin("foe")
    assert int(r.foe.crippled[Loc.ARM_R]) == 1


@pytest.mark.rule("C-75")
def test_c_75_a_numb_limb_crippled_later_stays_lost(ring: Make) -> None:
    r = hit(ring, 8, 1, at="arm.R")
    r.foe.immortal = 0
    r.dice(10)
    r.injure(15, "arm.R")
    for _ in range(9):
        r.foe.stunned = 0
        r.begin("foe")
    assert [int(r.foe.crippled[loc]) for loc in (Loc.ARM_R, Loc.HAND_R)] == [1, 2]


@pytest.mark.rule("C-75")
@pytest.mark.parametrize("part", LIMBS)
def test_c_75_row_14_cripples_a_limb_outright(ring: Make, part: str) -> None:
    r = hit(ring, 14, 1, at=part)
    assert r.story[2:4] == [f"damage {part} 4-1 3", f"effect crippled {part}"]
    assert int(r.foe.crippled[Loc[part.upper().replace(".", "_")]]) == 1


@pytest.mark.rule("C-75")
def test_c_75_row_14_needs_no_damage(ring: Make) -> None:
    """A critical punch that does nothing still takes the hand."""
    r = ring(4, 14, ("1d", 1), me={"ST": 8, "karate": 14}, foe={})
    r.strike("punch", "hand.R")
    assert r.story[2:] == ["damage hand.R 0-1 0", "effect crippled hand.R"]


# -- C-76: critical blows at the head -------------------------------------------------------------


def head(
    ring: Make, row: int, *dice: Any, at: str = "head", foe: Mapping[str, Any] | None = None, **more: Any
) -> Fight:
    """A critical punch of 1d+3 at the head that throws `row`."""
    r = ring(4, row, *dice, me={"ST": 16, "karate": 20}, foe={"HT": 20, **(foe or {})}, **more)
    r.strike("punch", at)
    assert r.story[1] == f"table crit_head {row}"
    return r


@pytest.mark.rule("C-76", "R-24")
@pytest.mark.parametrize(
    ("reading", "ending"),
    [("near_death", Ending.NEAR_DEATH), ("death", Ending.DEAD), ("unconscious", Ending.UNCONSCIOUS)],
)
def test_c_76_row_3(ring: Make, reading: str, ending: Ending) -> None:
    """瀕死 here; no damage is rolled. R-24 has death and unconsciousness as well."""
    r = head(ring, 3, rules={"head_crit_3": reading})
    assert (int(r.foe.out), int(r.foe.hp)) == (ending, 20)


@pytest.mark.rule("C-76")
@pytest.mark.parametrize("row", [4, 5])
@pytest.mark.parametrize("at", ["brain", "head", "jaw", "nose"])
def test_c_76_rows_4_and_5_are_unconscious_without_damage(ring: Make, row: int, at: str) -> None:
    r = head(ring, row, at=at)
    assert (int(r.foe.out), int(r.foe.hp)) == (Ending.UNCONSCIOUS, 20)
    assert r.story[2:] == ["effect unconscious"]


@pytest.mark.rule("C-76", "C-90")
def test_c_76_row_6_blinds_both_eyes_and_stuns(ring: Make) -> None:
    """Normal damage as well (README 17); −10 for the rest of the bout."""
    r = head(ring, 6, ("1d", 1), 12, foe={"karate": 16})
    assert r.story[2:] == [
        "damage head 4-1 3", "effect blinded eye.R", "effect blinded eye.L", "effect stunned",
        "roll knock_out 20:12 success",
    ]  # fmt: skip
    r.foe.stunned = r.foe.shock = 0
    assert r.target("punch", by="foe") == 6


@pytest.mark.rule("C-76", "C-84")
@pytest.mark.parametrize(("draw", "eye"), [(0.25, "eye.R"), (0.75, "eye.L")])
def test_c_76_row_7_blinds_one_eye_by_lot_and_stuns(ring: Make, draw: float, eye: str) -> None:
    """−2 instead of the −1 of C-84 (README 17)."""
    r = head(ring, 7, ("1d", 1), 12, foe={"karate": 16}, will=[draw])
    assert r.story[2:] == [
        "damage head 4-1 3", f"effect blinded {eye}", "effect stunned", "roll knock_out 20:12 success",
    ]  # fmt: skip
    r.foe.stunned = r.foe.shock = 0
    assert r.target("punch", by="foe") == 14


@pytest.mark.rule("C-76")
def test_c_76_row_7_takes_the_eye_that_is_left(ring: Make) -> None:
    r = ring(4, 7, ("1d", 1), 12, me={"ST": 16, "karate": 20}, foe={"HT": 20}, will=[0.25])
    r.cripple("foe", "eye.R")
    r.strike("punch", "head")
    assert int(r.foe.crippled[Loc.EYE_L]) == 1


@pytest.mark.rule("C-76")
def test_c_76_row_8_may_only_defend_in_the_next_turn(ring: Make) -> None:
    r = head(ring, 8, ("1d", 1), 12, foe={"karate": 18})
    r.foe.shock = 0
    assert r.story[2:] == ["damage head 4-1 3", "effect off_balance", "roll knock_out 20:12 success"]
    assert r.guard("parry") == 12
    r.begin("foe")
    assert r.may("punch", by="foe") == "illegal"
    r.finish("foe")
    r.begin("foe")
    assert r.may("punch", by="foe") == "ready"


@pytest.mark.rule("C-76")
@pytest.mark.parametrize("row", [9, 10, 11, 14])
def test_c_76_rows_9_to_11_and_14_are_plain(ring: Make, row: int) -> None:
    r = head(ring, row, ("1d", 1), 12)
    assert r.story[2:] == ["damage head 4-1 3", "roll knock_out 20:12 success"]


@pytest.mark.rule("C-76")
@pytest.mark.parametrize("row", [12, 13])
def test_c_76_rows_12_and_13_deafen(ring: Make, row: int) -> None:
    r = head(ring, row, ("1d", 1), 12)
    assert r.story[2:] == ["damage head 4-1 3", "effect deafened", "roll knock_out 20:12 success"]
    assert int(r.foe.deaf) == 1


@pytest.mark.rule("C-76")
@pytest.mark.parametrize("row", [15, 16, 17, 18])
def test_c_76_rows_15_to_18_stun(ring: Make, row: int) -> None:
    r = head(ring, row, ("1d", 1), 12)
    assert r.story[2:] == ["damage head 4-1 3", "effect stunned", "roll knock_out 20:12 success"]
    assert int(r.foe.stunned) == Stun.PHYSICAL


@pytest.mark.rule("C-76")
@pytest.mark.parametrize(
    ("at", "table"),
    [("brain", "head"), ("head", "head"), ("jaw", "head"), ("nose", "head"), ("neck", "hit"),
     ("torso", "hit"), ("vitals", "hit"), ("groin", "hit"), ("arm.L", "hit"), ("foot.R", "hit")],
)  # fmt: skip
def test_c_76_which_table(ring: Make, at: str, table: str) -> None:
    """Head, brain, eye, jaw and nose have the head's."""
    r = ring(4, 10, ("1d", 1), me={"ST": 8, "karate": 14}, foe={})
    r.strike("punch", at)
    assert r.last("table")["table"] == f"crit_{table}"


@pytest.mark.rule("C-76")
def test_c_76_an_eye_has_the_heads_table(ring: Make) -> None:
    r = ring(4, 10, ("1d", 1), me={"ST": 8, "karate": 20}, foe={}, distance=1)
    r.strike("eye_poke", "eye.L")
    assert r.last("table")["table"] == "crit_head"


# -- C-77 -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-77", "R-25")
def test_c_77_a_natural_three_goes_to_the_table(ring: Make) -> None:
    r = ring(3, 10, ("1d", 2), me={"ST": 16, "karate": 20}, foe={})
    r.strike("punch")
    assert r.story == ["attack punch torso 20:3 critical_success", "table crit_hit 10", "damage torso 5-1 4"]


@pytest.mark.rule("C-77", "R-25")
@pytest.mark.parametrize(
    ("roll", "told"), [(3, ["damage torso 9-1 8"]), (4, ["table crit_hit 10", "damage torso 5-1 4"])]
)
def test_c_77_or_does_the_most_it_can(ring: Make, roll: int, told: list[str]) -> None:
    """The other reading: 3 alone, without table and damage dice; 9 points knock back as ever."""
    dice = [10, 10] if roll == 3 else [10, ("1d", 2)]
    r = ring(roll, *dice, me={"ST": 16, "karate": 20}, foe={"DX": 14}, rules={"nat3": "max_damage"})
    r.strike("punch")
    assert r.story[1 : 1 + len(told)] == told
