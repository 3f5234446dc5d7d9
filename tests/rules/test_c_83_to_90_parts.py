"""Brain, eyes, head, groin, knock-out, and what a lost part means (C-83…C-90)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from ring import Fight, fighter

from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Ending, Loc, Posture, Stun
from budosim.systems.gurps3.pack import pack

Make = Callable[..., Fight]


def where(name: str) -> Loc:
    return Loc[name.upper().replace(".", "_")]


# -- C-83 … C-87 --------------------------------------------------------------------------------


@pytest.mark.rule("C-83", "G-02")
def test_c_83_a_brain_blow(ring: Make) -> None:
    """HT 12 naked: basic 4 → 2 → 8 > 6: unconscious; basic 3 → 4 is no more than 4, only the C-87 roll."""
    r = ring(foe={"naked": True})
    r.injure(4, "brain")
    assert r.story == ["damage brain 4-2 8", "effect unconscious"]
    r = ring(12, foe={"naked": True})
    r.injure(3, "brain")
    assert r.story == ["damage brain 3-2 4", "roll knock_out 12:12 success"]
    assert int(r.foe.stunned) == 0


@pytest.mark.rule("C-83", "C-87")
@pytest.mark.parametrize("roll", [10, 15])
def test_c_83_past_a_third_stunned_and_the_roll_is_due_as_well(ring: Make, roll: int) -> None:
    """README point 17; HT 11: 4 > 11/3."""
    r = ring(roll, foe={"HT": 11, "naked": True})
    r.injure(3, "brain")
    ended = "success" if roll < 12 else "failure"
    assert r.story[1:3] == ["effect stunned", f"roll knock_out 11:{roll} {ended}"]
    assert int(r.foe.out) == (0 if roll < 12 else Ending.UNCONSCIOUS)


@pytest.mark.rule("C-83", "R-26", "G-02")
def test_c_83_thresholds_before_the_fourfold(ring: Make) -> None:
    """R-26 before: 3 through are no more than 4, so only the C-87 roll, then 12 > 6 the knock-down roll."""
    r = ring(12, 12, foe={}, rules={"brain_threshold": "before"})
    r.injure(6, "brain")
    assert r.story == [
        "damage brain 6-3 12",
        "roll knock_out 12:12 success",
        "roll knockdown 12:12 success",
        "effect stunned",
    ]
    assert (int(r.foe.hp), int(r.foe.out)) == (0, 0)
    r = ring(foe={})
    r.injure(6, "brain")
    assert r.story == ["damage brain 6-3 12", "effect unconscious"]


@pytest.mark.rule("C-83", "T-06")
def test_c_83_unconscious_and_dead_of_the_same_blow(ring: Make) -> None:
    """README point 17: no near-death roll any more, but six times HT is death."""
    r = ring(foe={"HT": 10, "naked": True})
    r.foe.hp = -9
    r.injure(4, "brain")
    assert (int(r.foe.hp), int(r.foe.out)) == (-17, Ending.UNCONSCIOUS)
    r = ring(foe={"HT": 10, "naked": True})
    r.foe.hp = -45
    r.injure(4, "brain")
    assert int(r.foe.out) == Ending.DEAD


@pytest.mark.rule("C-84")
@pytest.mark.parametrize(("points", "blind"), [(2, 0), (3, 1)])
def test_c_84_more_than_two_blind_an_eye(ring: Make, points: int, blind: int) -> None:
    """Clothes do not cover it (README point 19); −1 on attacks and parries."""
    r = ring(foe={"karate": 15})
    r.injure(points, "eye.L")
    r.foe.shock = 0
    assert int(r.foe.crippled[Loc.EYE_L]) == blind
    assert (r.target("punch", by="foe"), r.guard("parry")) == (15 - blind, 10 - blind)


@pytest.mark.rule("C-84", "C-90")
def test_c_84_c_90_blind(ring: Make) -> None:
    """Both eyes: Karate 16 hits at 6, parry and dodge at −4, and he does not turn with the foe."""
    r = ring(foe={"karate": 16})
    r.injure(3, "eye.L")
    r.injure(3, "eye.R")
    r.foe.shock = 0
    assert r.target("punch", by="foe") == 6
    assert (r.guard("parry"), r.guard("dodge")) == (6, 2)
    r.stand("foe", 1, 0, 0)
    assert r.guard("dodge") is None


@pytest.mark.rule("C-85", "R-15")
@pytest.mark.parametrize(("naked", "injury"), [(False, 2), (True, 3)])
def test_c_85_clothes_cover_the_head(ring: Make, naked: bool, injury: int) -> None:
    r = ring(10, foe={"naked": naked})
    r.injure(3, "head")
    assert 12 - int(r.foe.hp) == injury


@pytest.mark.rule("C-86")
@pytest.mark.parametrize(("female", "shock"), [(False, 10), (True, 5)])
def test_c_86_groin(ring: Make, female: bool, shock: int) -> None:
    """HT 12, 5 injury: roll against 10; shock doubled for men."""
    r = ring(11, foe={"naked": True, "female": female})
    r.injure(5, "groin")
    assert r.story[1:] == ["roll stun 10:11 failure", "effect stunned"]
    assert int(r.foe.shock) == shock


@pytest.mark.rule("C-87", "R-27")
@pytest.mark.parametrize(
    ("reading", "places"),
    [
        ("brain_head_vitals", {"brain", "head", "vitals", "kidneys"}),
        ("brain_vitals", {"brain", "vitals", "kidneys"}),
        ("none", set()),
    ],
)
def test_c_87_where_a_crushing_blow_may_knock_out(ring: Make, reading: str, places: set[str]) -> None:
    """Jaw, nose and neck add none; kidneys are as vitals (C-78)."""
    asked = set()
    for place in (name for name in LOC_NAMES[:N_LOC] if not name.startswith("eye")):
        r = ring(3, foe={"HT": 40, "naked": True}, rules={"ko_locations": reading})
        r.injure(3, place)
        rolls = {e["what"] for e in r.events if e["k"] == "roll"}
        if "knock_out" in rolls:
            asked.add(place)
        if not rolls:
            r.check(10)
    assert asked == places


@pytest.mark.rule("C-87")
@pytest.mark.parametrize(("roll", "out"), [(13, Ending.UNCONSCIOUS), (12, Ending.NONE)])
def test_c_87_two_points_at_the_head(ring: Make, roll: int, out: Ending) -> None:
    """HT 12: 13 is unconscious; after 12 there is no knock-down roll, for 2 ≤ 6."""
    r = ring(roll, foe={})
    r.injure(3, "head")
    assert int(r.foe.out) == out
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["knock_out"]


@pytest.mark.rule("C-87")
def test_c_87_no_injury_no_roll_and_it_comes_before_the_knock_down(ring: Make) -> None:
    r = ring(foe={})
    r.injure(1, "head")
    assert r.story == ["damage head 1-1 0"]
    r = ring(10, 13, foe={})
    r.injure(8, "head")
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["knock_out", "knockdown"]


@pytest.mark.rule("C-87", "C-97")
@pytest.mark.parametrize(("trait", "target"), [("high_pain_threshold", 15), ("low_pain_threshold", 8), ("", 12)])
def test_c_87_pain_threshold(ring: Make, trait: str, target: int) -> None:
    r = ring(3, foe={"traits": [trait] if trait else []})
    r.injure(2, "head")
    assert r.last("roll")["target"] == target


# -- C-88, C-89 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-88", "T-02")
def test_c_88_one_hand(ring: Make) -> None:
    """Nothing with that hand: one parry, no two-handed blow, the other hand still strikes."""
    r = ring(9, 9, 9, 6, 9, 6, me={"karate": 16}, foe={"karate": 15})
    r.cripple("foe", "hand.R")
    r.defends("foe", "parry", "dodge")
    assert [r.strike("punch") for _ in range(2)] == ["stopped"] * 2
    r.begin("foe")
    assert r.may("two_handed_punch", by="foe") == "illegal"
    assert r.may("punch", by="foe") == "ready"
    assert r.target("punch", by="foe") == 15
    r.cripple("foe", "hand.L")
    assert r.may("punch", by="foe") == "illegal"
    assert r.may("kick", by="foe") == "ready"
    assert r.strike("punch") == "stopped"
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["parry", "dodge", "dodge"]


@pytest.mark.rule("C-88", "R-28")
@pytest.mark.parametrize(
    ("reading", "part", "hit", "move"),
    [
        ("foot_lame_leg_off", "leg.L", 10, 2),
        ("foot_lame_leg_off", "foot.R", 13, 3),
        ("lame", "leg.L", 13, 3),
        ("lame", "foot.R", 13, 3),
    ],
)
def test_c_88_a_lost_leg_or_foot(ring: Make, reading: str, part: str, hit: int, move: int) -> None:
    """DX 14 Move 6, a leg lost: no kick, punch 16−6 = 10, Move 2, dodge 2. A foot: −3 and half."""
    r = ring(foe={"DX": 14, "HT": 10, "karate": 16}, rules={"leg_loss": reading})
    assert int(r.their.move) == 6
    r.cripple("foe", part)
    assert r.may("kick", by="foe") == "illegal"
    assert r.target("punch", by="foe") == hit
    assert r.guard("dodge") == move


@pytest.mark.rule("C-88")
def test_c_88_a_lost_leg_fells_also_a_kneeling_fighter(ring: Make) -> None:
    """README point 19."""
    r = ring(3, foe={})
    r.posture("foe", "kneeling")
    r.injure(9, "leg.R")
    assert int(r.foe.posture) == Posture.LYING


@pytest.mark.rule("C-88", "C-40")
def test_c_88_both_legs(ring: Make) -> None:
    """Move 0, dodge 0, no farther up than sitting."""
    r = ring(foe={"DX": 14})
    r.cripple("foe", "leg.R", "leg.L")
    r.posture("foe", "lying")
    assert r.guard("dodge") == 0 - 3
    r.turn("foe", "getup")
    assert int(r.foe.posture) == Posture.SITTING
    r.turn("foe", "getup")
    assert int(r.foe.posture) == Posture.SITTING


@pytest.mark.rule("C-88")
def test_c_88_penalties_count_on_feints_as_on_attacks(ring: Make) -> None:
    """README point 22."""
    r = ring(10, 10, me={"karate": 16}, foe={"karate": 12})
    r.cripple("me", "leg.R")
    r.feint()
    assert r.last("contest")["mine"]["target"] == 10


@pytest.mark.rule("C-89")
@pytest.mark.parametrize(("part", "tip"), [("arm.R", "hand.R"), ("arm.L", "hand.L"), ("leg.R", "foot.R")])
def test_c_89_with_the_arm_the_hand(ring: Make, part: str, tip: str) -> None:
    r = ring(3, me={"karate": 18}, foe={})
    r.injure(9, part)
    assert [int(r.foe.crippled[where(p)]) for p in (part, tip)] == [1, 2]
    assert [r.may("punch", p) for p in (part, tip)] == ["illegal"] * 2


@pytest.mark.rule("C-89")
def test_c_89_a_lost_hand_leaves_the_arm(ring: Make) -> None:
    r = ring(me={"karate": 18}, foe={})
    r.injure(6, "hand.L")
    assert (r.may("punch", "arm.L"), r.may("punch", "hand.L")) == ("ready", "illegal")
    assert int(r.foe.stunned) == Stun.NONE


def _bearing(given: Mapping[str, Any]) -> Any:
    return pack(fighter(**given))


@pytest.mark.rule("C-78", "C-98")
def test_c_98_toughness_is_read_from_the_sheet() -> None:
    assert [int(_bearing({"traits": {"toughness": cp}}).dr_skin) for cp in (10, 25)] == [1, 2]
    assert int(_bearing({}).dr_skin) == 0
