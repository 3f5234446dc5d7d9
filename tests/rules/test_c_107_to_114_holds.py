"""Chokes, locks, slams, ways out of a hold, giving up, blows out of one (C-107…C-114, C-136d)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, num

from budosim.combat.gurps3.ids import Ending, Hold, Why
from budosim.combat.gurps3.move import go_back

Make = Callable[..., Fight]
JUDO: dict[str, Any] = {"judo": 16}
STAYS = {"never": [{"a": "give_up"}]}


def keep(r: Fight, turns: int = 1, **how: Any) -> None:
    """Keep the hold that is on for some turns of one's own."""
    for _ in range(turns):
        r.turn("me", "hold", **how)


# -- C-107, C-108 -------------------------------------------------------------------------------


@pytest.mark.rule("C-107", "R-36")
@pytest.mark.parametrize(
    ("reading", "hp", "fp"), [("damage", 7, 12), ("fatigue", 11, 8), ("both", 7, 8)]
)  # fmt: skip
def test_c_107_a_choke_against_ht(ring: Make, reading: str, hp: int, fp: int) -> None:
    """ST 14 rolls 9 (+5) against HT 11 and 10 (+1): 4, of hit points by the book, of fatigue or both by R-36."""
    r = ring(9, 10, me={"ST": 14, "judo": 10}, foe={"HT": 11, "ST": 12}, rules={"choke_effect": reading})
    r.holds("me", "choke", "neck")
    keep(r)
    assert r.story[0] == "contest choke 5:1 me"
    assert (int(r.foe.hp), int(r.foe.fp)) == (hp, fp)


@pytest.mark.rule("C-107")
def test_c_107_once_an_own_turn_and_no_more_than_pressure(ring: Make) -> None:
    """Two sub-turns, one contest; of the neck neither the multiplier nor the stun count."""
    r = ring(5, 12, 10, me={"ST": 14, "judo": 18}, foe={"HT": 12})
    r.holds("me", "choke", "neck")
    r.turn("me", "hold", "hold")
    assert r.story == ["contest choke 11:0 me", "damage neck 11-0 11", "roll knockdown 12:10 success", "effect stunned"]
    assert r.last("damage")["multiplier"] == 1


@pytest.mark.rule("C-107", "C-08")
def test_c_107_the_level_replaces_strength(ring: Make) -> None:
    r = ring(9, 10, me={"ST": 10, "judo": 18}, foe={})
    r.holds("me", "scissors", "neck")
    keep(r)
    assert r.last("contest")["mine"]["target"] == 15


@pytest.mark.rule("C-108")
def test_c_108_twelve_turns_of_a_choke_hold(ring: Make) -> None:
    """No dice: fatigue 12, held 12 turns, unconscious at the twelfth."""
    r = ring(me=JUDO, foe={"ST": 12})
    r.holds("me", "choke_hold", "neck")
    keep(r, 11, never=[])
    assert (int(r.foe.fp), int(r.foe.out)) == (1, 0)
    r.plan("foe", {"rules": [], **STAYS})
    keep(r)
    assert r.story[-1] == "effect unconscious"


@pytest.mark.rule("C-108")
@pytest.mark.parametrize(
    ("foe", "left"), [({}, 8), ({"traits": {"breath_holding": 2}}, 10), ({"breath_control": 12}, 10)]
)
def test_c_108_who_holds_his_breath(ring: Make, foe: dict[str, Any], left: int) -> None:
    r = ring(me=JUDO, foe=foe)
    r.holds("me", "choke_hold", "neck")
    keep(r, 4)
    assert int(r.foe.fp) == left


@pytest.mark.rule("C-108", "C-107")
def test_c_108_from_behind_or_on_the_ground(ring: Make) -> None:
    """A choke of one who lies is a choke hold; of one who stands it is a choke."""
    for posture, kind in (("lying", Hold.CHOKE_HOLD), ("standing", Hold.CHOKE)):
        r = ring(9, me=JUDO)
        r.holds("me")
        r.posture("foe", posture)
        r.turn("me", "choke")
        assert r.story[1] == "effect choked neck"
        assert int(r.grip("me").kind) == kind


# -- C-109, C-81, C-82 --------------------------------------------------------------------------


@pytest.mark.rule("C-109", "C-81", "R-37")
def test_c_109_three_wins_of_three_break_the_arm(ring: Make) -> None:
    """HT 12: 9 in all is over 6; of it 7 count, the cap of an arm."""
    r = ring(*(10, 9) * 3, me={"judo": 16}, foe={}, rules={"auto_giveup": "never"})
    r.holds("me", "arm_lock", "arm.R")
    keep(r, 2)
    assert r.foe.crippled[11] == 0
    keep(r)
    assert [e for e in r.story if e.startswith("damage")] == [
        "damage arm.R 3-0 3", "damage arm.R 3-0 3", "damage arm.R 1-0 1",
    ]  # fmt: skip
    assert "effect crippled arm.R" in r.story
    assert int(r.foe.hp) == 5
    assert int(r.grip("me").kind) == Hold.GRAPPLE


@pytest.mark.rule("C-109", "R-37")
def test_r_37_single_margins_do_not_add_up(ring: Make) -> None:
    r = ring(*(10, 9) * 3, me={"judo": 16}, foe={}, rules={"auto_giveup": "never", "lock_sum": "single"})
    r.holds("me", "arm_lock", "arm.R")
    keep(r, 3)
    assert r.foe.crippled[11] == 0
    assert int(r.foe.hp) == 3


@pytest.mark.rule("C-109")
def test_c_109_a_finger_lock_does_half_and_double_joints_halve_it(ring: Make) -> None:
    r = ring(10, 10, me={"judo": 19}, foe={})
    r.holds("me", "finger_lock", "hand.R", hands=1)
    keep(r)
    assert r.story[1] == "damage hand.R 2-0 2"
    r = ring(10, 9, me={"judo": 16}, foe={"traits": {"double_jointed": 5}})
    r.holds("me", "arm_lock", "arm.R")
    keep(r)
    assert r.story[1] == "damage arm.R 2-0 2"


@pytest.mark.rule("C-109")
def test_c_109_full_force_adds_two_and_leaves_no_defence(ring: Make) -> None:
    r = ring(10, 9, me={"judo": 16}, foe={}, rules={"auto_giveup": "never"})
    r.holds("me", "arm_lock", "arm.R")
    r.turn("me", ("hold", None, "aoa_strong"))
    assert r.story[1] == "damage arm.R 5-0 5"
    assert int(r.me.all_out) == 1


@pytest.mark.rule("C-109", "C-105")
def test_c_109_how_a_lock_comes_about(ring: Make) -> None:
    """Out of a grapple, rolled and defended; a leg lock wants the foe down first."""
    r = ring(9, 12, me=JUDO, foe={"judo": 15}, will=(0.1,))
    r.holds("me")
    r.defends("foe", "parry")
    r.turn("me", "arm_lock")
    assert r.story == [
        "attack arm_lock arm.R 16:9 success", "defence parry 10:12 failure", "effect locked arm.R",
    ]  # fmt: skip
    r = ring(9, 12, me=JUDO, will=(0.1,))
    r.holds("me")
    r.turn("me", "leg_lock")
    act = r.last("act")
    assert (act["act"], act["wanted"]) == ("takedown", "leg_lock")


@pytest.mark.rule("C-109", "C-17")
def test_c_109_the_locked_arm_neither_strikes_nor_parries(ring: Make) -> None:
    r = ring(me=JUDO, foe={"karate": 16})
    r.holds("me", "arm_lock", "arm.R")
    r.begin("foe")
    assert r.last("turn")["state"]["b"]["parries_left"] == 1
    assert r.last("turn")["state"]["b"]["locked"]
    assert r.may("punch", by="foe") == "ready"
    assert r.may("two_handed_punch", by="foe") == "illegal"
    r.cripple("foe", "arm.L")
    assert r.may("punch", by="foe") == "illegal"


# -- C-110 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-110")
def test_c_110_slam(ring: Make) -> None:
    """ST 14 rolls 8 (+6) against ST 12 and 10 (+2): the defender falls."""
    r = ring(9, 8, 10, me={"ST": 14}, foe={"ST": 12})
    r.turn("me", "slam")
    assert r.story == [
        "move step 0", "attack slam torso 12:9 success", "contest slam 6:2 me", "effect fallen",
    ]  # fmt: skip


@pytest.mark.rule("C-110")
@pytest.mark.parametrize(("theirs", "who"), [(6, None), (5, "a")])
def test_c_110_a_tie_does_nothing_the_loser_falls(ring: Make, theirs: int, who: str | None) -> None:
    r = ring(9, 8, theirs, me={"ST": 14}, foe={"ST": 12})
    r.turn("me", "slam")
    fallen = [e["who"] for e in r.events if e.get("effect") == "fallen"]
    assert fallen == ([who] if who else [])


@pytest.mark.rule("C-110", "C-103")
def test_c_110_sumo_and_a_ram(ring: Make) -> None:
    """Sumo 16: ST 14+2; all out both take a die less two; from the same hex nobody can."""
    r = ring(9, 8, 10, ("1d", 5), ("1d", 4), me={"ST": 14, "sumo": 16}, foe={"ST": 12})
    r.turn("me", ("slam", None, "aoa_hit"))
    assert r.last("contest")["mine"]["target"] == 16
    assert r.story[-2:] == ["damage torso 3-1 2", "damage torso 2-1 1"]
    r = ring(me={"ST": 14}, distance=0)
    r.turn("me", "slam")
    assert "slam" not in r.last("act")["legal"]


# -- C-111 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-111")
def test_c_111_fifteen_against_twelve_and_five(ring: Make) -> None:
    """ST 15 rolls 8 (+7) against 12+5 and 12 (+5): free."""
    r = ring(8, 12, me={"ST": 12}, foe={"ST": 15})
    r.holds("me")
    r.turn("foe", "break_free")
    assert r.story == ["contest break_free 7:5 me", "effect freed torso"]
    assert r.last("contest")["theirs"]["target"] == 17


@pytest.mark.rule("C-111", "C-88", "C-106")
@pytest.mark.parametrize(
    ("kind", "part", "hands", "pin", "mine", "theirs"),
    [
        ("grapple", "torso", 1, False, 14, 12), ("grapple", "torso", 2, False, 14, 17),
        ("arm_lock", "arm.R", 2, False, 14, 16), ("head_lock", "head", 1, False, 14, 16),
        ("scissors", "neck", 0, False, 14, 17), ("grapple", "torso", 2, True, 10, 17),
    ],
)  # fmt: skip
def test_c_111_by_the_grip(
    ring: Make, kind: str, part: str, hands: int, pin: bool, mine: int, theirs: int
) -> None:
    """+5 for two hands or the legs, +4 for a lock, -4 under a pin."""
    r = ring(10, 3, me={"ST": 12}, foe={"ST": 14})
    r.holds("me", kind, part, hands=hands, pin=pin)
    r.turn("foe", "break_free")
    contest = r.last("contest")
    assert (contest["mine"]["target"], contest["theirs"]["target"]) == (mine, theirs)


@pytest.mark.rule("C-111")
def test_c_111_in_a_lock_each_failure_costs_one(ring: Make) -> None:
    r = ring(10, 3, 10, 3, me={"ST": 12}, foe={"ST": 14, "karate": 18})
    r.holds("me", "arm_lock", "arm.R")
    r.turn("foe", "break_free", "break_free")
    assert [e["mine"]["target"] for e in r.events if e["k"] == "contest"] == [14, 13]


@pytest.mark.rule("C-111")
@pytest.mark.parametrize(
    ("foe", "target"),
    [({"judo": 17}, 17), ({"wrestling": 16}, 16), ({"escape": 16}, 14), ({"traits": {"double_jointed": 5}}, 15),
     ({"traits": {"flexibility": 15}}, 17)],
)  # fmt: skip
def test_c_111_what_serves_instead_of_strength(ring: Make, foe: dict[str, Any], target: int) -> None:
    """Escape is at -2 in a lock."""
    r = ring(10, 3, foe=foe)
    r.holds("me", "arm_lock", "arm.R")
    r.turn("foe", "break_free")
    assert r.last("contest")["mine"]["target"] == target


@pytest.mark.rule("C-131", "R-42", "C-111")
@pytest.mark.parametrize(
    ("reading", "target", "damage"),
    [("none", 14, "damage torso 6-1 5"), ("contests", 11, "damage torso 6-1 5"), ("all", 11, "damage torso 5-1 4")],
)
def test_r_42_fatigue_takes_strength(ring: Make, reading: str, target: int, damage: str) -> None:
    """ST 14, 3 points spent: 11 in a contest; under `all` blows are struck with 11 as well (1d-1 for 1d)."""
    r = ring(10, 10, 9, ("1d", 5), foe={"ST": 14, "karate": 15}, rules={"fatigue_st": reading})
    r.foe.fp = 11
    r.holds("me", hands=1)
    r.turn("foe", "break_free")
    assert r.last("contest")["mine"]["target"] == target
    r.holds("me", hands=1)
    r.strike("punch", by="foe")
    assert r.story[-1] == damage


@pytest.mark.rule("C-136", "C-106")
def test_c_136_five_failures_under_a_pin(ring: Make) -> None:
    r = ring(*(10, 3) * 5, me={}, foe={"ST": 14})
    r.holds("me", pin=True)
    for _ in range(4):
        r.turn("foe", "break_free")
    assert int(r.grip("me").fails) == 4
    r.turn("foe", "break_free")
    assert int(r.grip("me").fails) == 5


# -- C-112 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-112", "R-38")
def test_c_112_neck_snap(ring: Make) -> None:
    """Illegal; where it is allowed ST against HT while holding the neck, and a win is near-death (README point 13)."""
    r = ring(me=JUDO)
    r.holds("me", "choke", "neck")
    r.turn("me", "neck_snap", never=[{"a": "hold"}])
    assert r.last("act")["act"] == "wait"
    r = ring(9, 12, me={"judo": 16, "ST": 14}, foe={}, rules={"neck_snap": "allowed"})
    r.holds("me", "choke", "neck")
    r.turn("me", "neck_snap")
    assert r.story == ["contest neck_snap 5:0 me", "effect near_death"]
    assert int(r.foe.out) == Ending.NEAR_DEATH


# -- C-113, C-99 --------------------------------------------------------------------------------


@pytest.mark.rule("C-113", "R-39")
@pytest.mark.parametrize(
    ("reading", "gives_up"), [("before_crippling", True), ("never", False), ("at_hp_0", False)]
)  # fmt: skip
def test_c_113_gives_up_when_the_next_win_would_break_it(ring: Make, reading: str, gives_up: bool) -> None:
    """5 taken, the last margin 3: 8 is over 6."""
    r = ring(*(() if gives_up else (12, 9)), me=JUDO, foe={}, rules={"auto_giveup": reading})
    r.holds("me", "arm_lock", "arm.R")
    grip = r.grip("me")
    grip.points, grip.margin = 5, 3
    keep(r)
    assert (r.story == ["effect gave_up"]) == gives_up
    assert (int(r.foe.out) == Ending.GAVE_UP) == gives_up


@pytest.mark.rule("R-39")
def test_r_39_at_hp_0(ring: Make) -> None:
    r = ring(me=JUDO, foe={}, rules={"auto_giveup": "at_hp_0"})
    r.holds("me", "arm_lock", "arm.R")
    r.foe.hp = 0
    keep(r)
    assert r.story == ["effect gave_up"]


@pytest.mark.rule("C-99", "C-113")
def test_c_99_a_pattern_that_gives_up_comes_first_and_one_that_never_does(ring: Make) -> None:
    """No dice are rolled; `decide` names the line."""
    r = ring(me=JUDO)
    r.holds("me", "arm_lock", "arm.R")
    r.plan("foe", {"rules": [], "free": [{"if": ["state", "me", "locked"], "do": {"a": "give_up"}}]})
    keep(r)
    decided = r.last("decide")
    assert (decided["what"], decided["list"], decided["line"]) == ("give_up", "free", 0)
    r = ring(10, 9, me=JUDO)
    r.holds("me", "arm_lock", "arm.R")
    r.grip("me").points, r.grip("me").margin = 5, 3
    r.plan("foe", {"rules": [], **STAYS})
    keep(r)
    assert r.story[0] == "contest lock 6:3 me"


@pytest.mark.rule("C-113", "C-109")
def test_c_113_a_lock_that_is_on_is_kept(ring: Make) -> None:
    """Rules that do not speak of the hold are passed over until it ends (semantics §6.12)."""
    r = ring(10, 9, me={"judo": 16, "karate": 15})
    r.holds("me", "arm_lock", "arm.R")
    r.plan("me", {"rules": [{"do": {"a": "knee"}}]})
    r.turn("me")
    assert (r.last("act")["act"], r.last("act")["list"]) == ("hold", None)


# -- C-114 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-114")
def test_c_114_striking_out_of_a_one_handed_hold(ring: Make) -> None:
    """Karate 16: the free hand punches at 16, one parry is left; knee and butt always, no kick."""
    r = ring(me={"karate": 16}, foe={"karate": 16})
    r.holds("me", hands=1)
    assert [r.target(act) for act in ("punch", "knee", "headbutt")] == [16, 15, 10]
    assert [r.may(act) for act in ("punch", "knee", "headbutt", "kick", "shin_kick")] == [
        "ready", "ready", "ready", "illegal", "illegal",
    ]  # fmt: skip
    r.begin("me")
    assert r.last("turn")["state"]["a"]["parries_left"] == 1
    assert r.target("punch", by="foe") == 12
    assert r.guard("parry") == 10


@pytest.mark.rule("C-114", "C-106")
def test_c_114_a_blow_leaves_a_grapple_one_handed_and_a_lock_no_blow(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 16, "judo": 14})
    r.holds("me")
    r.turn("me", "punch")
    assert int(r.grip("me").hands) == 1
    keep(r)
    assert int(r.grip("me").hands) == 2
    r.holds("me", "arm_lock", "arm.R")
    assert r.may("punch") == "illegal"


@pytest.mark.rule("C-114", "C-13")
def test_c_114_a_knee_does_one_more_while_he_holds(ring: Make) -> None:
    r = ring(9, ("1d", 2), me={"karate": 15, "ST": 13})
    r.holds("me", hands=1)
    r.turn("me", ("knee", "torso"))
    assert r.story[1] == "damage torso 6-1 5"


# -- how a hold ends ----------------------------------------------------------------------------


@pytest.mark.rule("C-111", "C-92", "C-52", "C-88")
def test_c_111_what_else_ends_a_hold(ring: Make) -> None:
    """Stun of the holder, a distance, the arm it needs; a plain hold goes on with the other hand."""
    r = ring(14, foe={"karate": 15})
    r.holds("me")
    r.injure(12, who="me")
    assert r.story[-2:] == ["effect stunned", "effect freed torso"]
    r = ring()
    r.holds("me")
    go_back(r.scene, r.foe, r.me, num(3), Why.KNOCKED_BACK)
    assert r.story == ["move knocked_back 3", "effect freed torso"]
    r = ring()
    r.holds("me")
    r.injure(6, "hand.L", who="me")
    assert int(r.grip("me").hands) == 1
    r.injure(6, "hand.R", who="me")
    assert r.story[-1] == "effect freed torso"
