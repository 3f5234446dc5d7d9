"""How a bout ends, and what the tournament adds to injuries (T-01…T-07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bell import bell
from ring import Fight

from budosim.combat.gurps3.ids import Ending, Loc, Posture
from budosim.systems.gurps3.rulings import registry

Make = Callable[..., Fight]
A_FIRST = (("1d", 4), ("1d", 2))
PUNCH: dict[str, Any] = {"rules": [{"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"}


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(
    ("ending", "dice", "state"),
    [
        ("unconscious", [13], {"hp": 0}),
        ("fatigue", [], {"fp": 1}),
        ("gave_up", [], {"hp": 1}),
        ("referee", [13], {"unable": 4, "stunned": 1}),
    ],
)
def test_t_01_what_ends_a_bout(ring: Make, ending: str, dice: list[int], state: dict[str, int]) -> None:
    """B, in his 60th turn; he who remains wins."""
    r = ring(("1d", 2), ("1d", 4), *dice, me={}, foe={})
    for name, value in state.items():
        r.foe[name] = value
    if ending == "gave_up":
        r.plan("foe", {"rules": [], "free": [{"do": {"a": "give_up"}}], "rest": "only"})
    assert bell(r, 59) == ("a", ending, 60)


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(("hp", "dice", "ending"), [(-11, [13], "near_death"), (-57, [], "dead")])
def test_t_01_a_blow_ends_it_at_once(ring: Make, hp: int, dice: list[int], ending: str) -> None:
    """HT 12; the victim's own next turn is not waited for."""
    r = ring(*A_FIRST, 9, ("1d", 4), *dice, me={"karate": 15}, foe={})
    r.plan("me", PUNCH)
    r.foe.hp = hp
    assert bell(r) == ("a", ending, 1)
    assert int(r.foe.turn) == 0


@pytest.mark.rule("T-01")
def test_t_01_the_reasons_are_the_ten_of_the_contract() -> None:
    assert [ending.name.lower() for ending in Ending][1:] == [
        "unconscious", "fatigue", "near_death", "dead", "gave_up", "referee", "simultaneous", "stalemate", "time",
        "forfeit",
    ]  # fmt: skip


@pytest.mark.rule("T-02")
def test_t_02_a_lost_hand_is_absent_for_the_bout(ring: Make) -> None:
    """No right punch any more; plain DX with the left is at −4, the schooled need not care (C-11)."""
    r = ring(foe={"DX": 12})
    assert r.target("punch", by="foe") == 12
    r.injure(6, "hand.R")
    assert r.story[1] == "effect crippled hand.R"
    r.foe.shock = 0
    assert (r.may("punch", by="foe"), r.target("punch", by="foe")) == ("ready", 8)
    r = ring(foe={"karate": 15})
    r.injure(6, "hand.R")
    r.foe.shock = 0
    assert r.target("punch", by="foe") == 15
    for _ in range(30):
        r.begin("foe")
    assert int(r.foe.crippled[Loc.HAND_R]) == 1


@pytest.mark.rule("T-03", "C-96", "R-29")
@pytest.mark.parametrize(
    ("reading", "ht", "before", "after", "rolls"),
    [
        ("5", 10, -8, -21, 3),
        ("ht", 10, -8, -21, 2),
        ("5", 10, -12, -13, 0),
        ("5", 10, -9, -10, 1),
        ("5", 10, -9, -14, 1),
        ("5", 10, -9, -15, 2),
        ("5", 10, -10, -14, 0),
        ("5", 10, -10, -15, 1),
        ("5", 12, -11, -27, 4),
        ("ht", 12, -11, -27, 2),
        ("ht", 12, -12, -23, 0),
        ("5", 13, 1, -13, 1),
        ("5", 13, 1, -12, 0),
    ],
)
def test_t_03_a_roll_for_each_threshold_passed(
    ring: Make, reading: str, ht: int, before: int, after: int, rolls: int
) -> None:
    """−HT, then every 5 (or HT) below; HT 10, −8 → −21: three rolls, two by HT; −12 → −13 none."""
    injury = before - after
    knocked = [3] if 2 * injury > ht else []
    r = ring(*knocked, *[ht] * rolls, foe={"HT": ht, "naked": True}, rules={"neardeath_step": reading})
    r.foe.hp = before
    r.injure(injury)
    assert int(r.foe.hp) == after
    assert [e["target"] for e in r.events if e["k"] == "roll" and e["what"] == "near_death"] == [ht] * rolls
    assert int(r.foe.out) == 0


@pytest.mark.rule("T-03")
def test_t_03_the_first_failure_ends_it(ring: Make) -> None:
    """Three thresholds, the second fails: 瀕死, nothing more is rolled."""
    r = ring(3, 10, 11, foe={"HT": 10, "naked": True})
    r.foe.hp = -8
    r.injure(13)
    assert r.story[-1] == "effect near_death"
    assert int(r.foe.out) == Ending.NEAR_DEATH


@pytest.mark.rule("T-03", "C-96")
@pytest.mark.parametrize(("traits", "target"), [({"hard_to_kill": 10}, 14), ({"fit": 5}, 13), ({}, 12)])
def test_t_03_hard_to_kill(ring: Make, traits: dict[str, int], target: int) -> None:
    r = ring(3, foe={"naked": True, "traits": traits})
    r.foe.hp = -11
    r.injure(1)
    assert r.last("roll")["target"] == target


@pytest.mark.rule("T-03", "C-94")
def test_t_03_who_holds_out_fights_on(ring: Make) -> None:
    r = ring(12, 12, foe={"naked": True})
    r.foe.hp = -11
    r.injure(1)
    assert r.begin("foe")
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["near_death", "unconscious"]


@pytest.mark.rule("T-03", "C-87")
def test_t_03_nothing_more_is_rolled_for_the_unconscious(ring: Make) -> None:
    """README point 17."""
    r = ring(13, foe={"naked": True})
    r.foe.hp = -11
    r.injure(3, "head")
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["knock_out"]
    assert int(r.foe.out) == Ending.UNCONSCIOUS


@pytest.mark.rule("T-04")
@pytest.mark.parametrize(("naked", "dr"), [(False, 1), (True, 0)])
def test_t_04_clothes(ring: Make, naked: bool, dr: int) -> None:
    """DR 1 everywhere but the eyes, PD 0: nothing on the defences."""
    r = ring(foe={"naked": naked, "HT": 40})
    r.foe.immortal = 1
    for place in ("head", "torso", "foot.L", "hand.R", "neck"):
        r.injure(3, place)
        assert r.last("damage")["dr"] == dr
    r.foe.immortal = 0
    r.foe.posture = Posture.STANDING
    assert r.guard("dodge") == int(r.their.move)


@pytest.mark.rule("T-05")
def test_t_05_a_cup_makes_the_groin_harder(ring: Make) -> None:
    """Karate 15 → 9; the wound is as ever."""
    r = ring(me={"karate": 15})
    assert r.target("punch", "groin") == 9


@pytest.mark.rule("T-06", "R-48")
@pytest.mark.parametrize(
    ("reading", "ht", "taken", "dead"),
    [
        ("at_least", 12, 71, False),
        ("at_least", 12, 72, True),
        ("more_than", 12, 72, False),
        ("more_than", 12, 73, True),
        ("at_least", 10, 60, True),
        ("at_least", 10, 59, False),
    ],
)
def test_t_06_six_times_ht(ring: Make, reading: str, ht: int, taken: int, dead: bool) -> None:
    """HT 12: 71 is alive with the rolls that apply, 72 is dead without any; HT 10 at −50."""
    first = ht - taken + 1
    threshold = (ht - taken + ht) % 5 == 0
    rolls = [3] if threshold and not dead else []
    r = ring(*rolls, foe={"HT": ht, "naked": True}, rules={"death_cmp": reading})
    r.foe.hp = first
    r.injure(1)
    assert int(r.their.max_hp - r.foe.hp) == taken
    assert int(r.foe.out) == (Ending.DEAD if dead else 0)


@pytest.mark.rule("T-06")
def test_t_06_by_basic_ht_not_by_more_hit_points(ring: Make) -> None:
    """HT 10 with two extra hit points dies at −48: 60 points taken."""
    for hp, dead in ((-46, False), (-47, True)):
        r = ring(foe={"HT": 10, "naked": True, "traits": {"extra_hit_points": 10}})
        assert int(r.their.max_hp) == 12
        r.foe.hp = hp
        r.injure(1)
        assert (int(r.foe.out) == Ending.DEAD) == dead


@pytest.mark.rule("T-07", "C-100")
def test_t_07_both_out_at_the_same_time_is_a_draw(ring: Make) -> None:
    """In pairs of turns (R-33), B goes down at his start, A at his."""
    assert registry()["simultaneous"].default == "same_attack"
    r = ring(("1d", 2), ("1d", 4), 13, 13, me={}, foe={}, rules={"simultaneous": "same_pair"})
    r.me.hp = r.foe.hp = -1
    assert bell(r) == (None, "simultaneous", 1)
    r = ring(("1d", 2), ("1d", 4), 13, me={}, foe={})
    r.me.hp = r.foe.hp = -1
    assert bell(r) == ("a", "unconscious", 1)
