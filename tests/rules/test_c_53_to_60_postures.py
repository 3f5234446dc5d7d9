"""Falling, postures, getting up, kicks from the ground, the air (C-53…C-60)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, num

from budosim.combat.gurps3.move import allowance
from budosim.combat.gurps3.wound import knock_back

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
"""Three sub-turns."""


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


@pytest.mark.rule("C-53")
def test_c_53_lying_down(ring: Make) -> None:
    """Karate 16: parry 10-3; no kick but that of C-58."""
    r = ring(foe={"karate": 16})
    r.posture("foe", "lying")
    assert r.guard("parry") == 7
    assert r.may("kick", by="foe") == "illegal"
    assert r.may("jump_kick", "leg.R", by="foe") == "illegal"


@pytest.mark.rule("C-54")
@pytest.mark.parametrize(
    ("posture", "hit", "defence", "yards"),
    [("standing", 0, 0, 6), ("crouching", -2, 0, 3), ("kneeling", -2, -2, 2), ("crawling", -4, -3, 2),
     ("sitting", -2, -2, 0), ("lying", -4, -3, 1)],
)  # fmt: skip
def test_c_54_posture_table(ring: Make, posture: str, hit: int, defence: int, yards: int) -> None:
    r = ring(me={"karate": 15})
    r.posture("me", posture)
    assert r.target("punch") == 15 + hit
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (10 + defence, 6 + defence)
    assert int(allowance(r.scene, r.my, r.me)) == yards


@pytest.mark.rule("C-54")
def test_c_54_who_crawls_fights_at_close_quarters_only(ring: Make) -> None:
    r = ring(me={"karate": 15}, distance=2)
    r.posture("me", "crawling")
    r.me.stepped = 1
    assert r.may("punch") == "far"
    r.apart(1)
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-55")
@pytest.mark.parametrize("posture", ["standing", "kneeling", "lying"])
def test_c_55_no_bonus_to_hit_a_fallen_foe(ring: Make, posture: str) -> None:
    r = ring(me={"karate": 16})
    r.posture("foe", posture)
    assert (r.target("punch"), r.target("punch", "head")) == (16, 11)


@pytest.mark.rule("C-57")
@pytest.mark.parametrize(("roll", "posture"), [(9, "standing"), (10, "standing"), (11, "sitting")])
def test_c_57_acrobatics_may_bring_him_up_at_once(ring: Make, roll: int, posture: str) -> None:
    """Acrobatics 16-6 = 10: one change to stand, or sitting."""
    r = ring(roll, me={"karate": 12, "acrobatics": 16})
    r.posture("me", "lying")
    r.turn("me", "wait")
    assert told(r, "effect")[0]["posture"] == posture
    assert told(r, "roll")[0]["target"] == 10


@pytest.mark.rule("C-57")
def test_c_57_the_breakfall_as_well_and_shock_counts(ring: Make) -> None:
    r = ring(8, me={"judo": 14, "maneuvers": {"breakfall": (17, "judo")}})
    r.posture("me", "lying")
    r.me.shock = 2
    r.turn("me", "wait")
    assert r.story == ["roll stand_up 9:8 success", "effect stood"]


@pytest.mark.rule("C-58", "R-20")
def test_c_58_kicking_from_the_ground(ring: Make) -> None:
    """Karate 18, lying, low kick at the leg: 18-2-4-2 = 10."""
    r = ring(me={"karate": 18}, distance=2)
    r.posture("me", "lying")
    assert r.target("low_kick", "leg.R") == 10
    assert [r.may("kick", at) for at in ("leg.R", "foot.L", "groin")] == ["ready"] * 3
    assert [r.may("kick", at) for at in ("torso", "head", "hand.R")] == ["illegal"] * 3
    r.posture("foe", "lying")
    assert r.may("kick", "leg.R") == "illegal"


@pytest.mark.rule("C-58")
def test_c_58_a_miss_on_the_ground_cannot_fall_and_reach_is_two(ring: Make) -> None:
    r = ring(14, me={"karate": 18}, distance=3)
    r.posture("me", "lying")
    r.me.stepped = 1
    assert r.may("kick", "leg.R") == "far"
    r.apart(2)
    r.strike("low_kick", "leg.R")
    assert r.story == ["attack low_kick leg.R 10:14 failure"]


@pytest.mark.rule("R-20")
def test_r_20_forbidden(ring: Make) -> None:
    r = ring(me={"karate": 18}, rules={"ground_kick": "forbidden"})
    r.posture("me", "lying")
    assert r.may("kick", "leg.R") == "illegal"


@pytest.mark.rule("C-59", "R-21")
def test_c_59_in_the_air_to_the_end_of_the_turn(ring: Make) -> None:
    """Jump kick in sub-turn 1 of 3: airborne in 2 and 3, landed before the foe acts."""
    r = ring(9, ("1d", 1), 9, ("1d", 1), 9, ("1d", 1), me=MASTER)
    r.turn("me", ("jump_kick", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert [e["state"]["a"]["airborne"] for e in told(r, "act")] == [False, True, True]
    assert [(e["s"], e["effect"]) for e in told(r, "effect")] == [(1, "airborne"), (7, "landed")]
    assert int(r.me.airborne) == int(r.me.posture) == 0


@pytest.mark.rule("C-60", "R-21")
def test_c_60_while_airborne(ring: Make) -> None:
    """Defences -2, blows -2, no step, no retreat; Karate parry 10 becomes 8."""
    r = ring(me={"karate": 16}, distance=4)
    r.me.airborne = 1
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (8, 4)
    assert r.guard("parry", by="me", retreat=True) == 8
    assert r.target("punch") == 14
    assert r.target("jump_kick") == 12
    assert (r.may("punch"), r.may("kick")) == ("illegal", "illegal")
    r.apart(2)
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-60", "C-14")
def test_c_60_nobody_sweeps_who_is_in_the_air(ring: Make) -> None:
    r = ring(9, me={"karate": 18})
    r.foe.airborne = 1
    r.strike("sweep", "leg.R")
    assert r.story == ["attack sweep leg.R 13:9 success"]


@pytest.mark.rule("C-60", "C-52")
@pytest.mark.parametrize("what", ["knocked back", "stunned", "neither"])
def test_c_60_knocked_back_or_stunned_in_the_air_he_falls_at_landing(ring: Make, what: str) -> None:
    r = ring(*((12,) if what == "stunned" else ()), foe={"HT": 12})
    r.foe.airborne = 1
    if what == "knocked back":
        knock_back(r.scene, r.my, r.their, r.foe, r.me, num(9), num(0))
    elif what == "stunned":
        r.injure(8)
    assert int(r.foe.posture) == 0
    r.begin("foe") if what != "stunned" else None
    r.finish("foe")
    landed = [s for s in r.story if s in ("effect landed", "effect fallen")]
    assert landed == ["effect landed"] + ([] if what == "neither" else ["effect fallen"])


@pytest.mark.rule("C-60")
def test_c_60_thrown_up_in_the_foes_turn_he_lands_at_the_end_of_his_own_next(ring: Make) -> None:
    """As by a jump kick out of a wait (C-30): in the air until his own next turn has ended."""
    r = ring(9, ("1d", 1), me={"karate": 16}, foe={"karate": 12})
    r.scene.ring.now.side = 1
    r.strike("jump_kick", counter=True)
    r.finish("foe")
    r.begin("me")
    assert int(r.me.airborne) == 1
    r.finish("me")
    assert int(r.me.airborne) == 0
    assert r.story[-1] == "effect landed"


@pytest.mark.rule("R-21")
@pytest.mark.parametrize(
    ("reading", "parry", "punch"), [("minus_2", 8, 14), ("no_defence", None, 16), ("no_effect", 10, 16)]
)
def test_r_21_readings(ring: Make, reading: str, parry: int | None, punch: int) -> None:
    r = ring(me={"karate": 16}, rules={"airborne": reading})
    r.me.airborne = 1
    assert (r.guard("parry", by="me"), r.target("punch")) == (parry, punch)
