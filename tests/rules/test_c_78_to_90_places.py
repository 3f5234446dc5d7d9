"""Hit locations, what a blow does there, and what a lost part means (C-78…C-90), with trap 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from ring import Fight, fighter

from budosim.combat.gurps3.attack import RANDOM_PLACE, random_place
from budosim.combat.gurps3.ids import LOC_NAMES, Ending, Loc, Posture, Stun
from budosim.combat.gurps3.wound import cripples, limb_cap
from budosim.systems.gurps3.pack import pack

Make = Callable[..., Fight]


def where(name: str) -> Loc:
    return Loc[name.upper().replace(".", "_")]


# -- C-78, C-79, C-80 ---------------------------------------------------------------------------

AIM = {
    "brain": -7, "head": -5, "jaw": -5, "nose": -6, "neck": -5, "torso": 0, "vitals": -3, "kidneys": -4,
    "groin": -6, "arm.R": -2, "arm.L": -2, "hand.R": -4, "hand.L": -4, "leg.R": -2, "leg.L": -2, "foot.R": -4,
    "foot.L": -4,
}  # fmt: skip


@pytest.mark.rule("C-78", "T-05")
@pytest.mark.parametrize(("place", "mod"), AIM.items())
def test_c_78_aiming(ring: Make, place: str, mod: int) -> None:
    r = ring(me={"karate": 18})
    assert r.target("punch", place) == 18 + mod


@pytest.mark.rule("C-78")
def test_c_78_vectors(ring: Make) -> None:
    """Karate 16, kick −2 at the leg −2: 12. Groin punch 18−6: 12. The eye −9, for fingers (README 5)."""
    r = ring(me={"karate": 16}, foe={"karate": 18}, distance=1)
    assert (r.target("kick", "leg.L"), r.target("punch", "groin", by="foe")) == (12, 12)
    assert r.target("eye_poke", "eye.R", by="foe") == 9


@pytest.mark.rule("C-78", "R-68")
def test_r_68_a_jaw_may_be_at_minus_six(ring: Make) -> None:
    assert ring(me={"karate": 18}, rules={"jaw_mod": "-6"}).target("punch", "jaw") == 12


@pytest.mark.rule("C-78")
def test_c_78_kidneys_from_behind_only(ring: Make) -> None:
    r = ring(me={"karate": 18})
    r.stun("foe")
    assert r.may("punch", "kidneys") == "illegal"
    r.stand("foe", 1, 0, 0)
    assert r.may("punch", "kidneys") == "ready"


@pytest.mark.rule("C-78")
def test_c_78_hit_location_takes_the_penaltys_place(ring: Make) -> None:
    """README point 22: for the act it is used with, kicks included."""
    who = {"karate": 18, "maneuvers": {"hit_location:karate": 17}}
    r = ring(me=who)
    plain = ring(me={"karate": 18})
    for act in ("punch", "kick"):
        assert r.target(act, "brain") > plain.target(act, "brain")
        assert r.target(act, "torso") == plain.target(act, "torso")


@pytest.mark.rule("C-78")
@pytest.mark.parametrize(
    ("place", "hp", "told"),
    [
        ("jaw", 9, ["roll stun 9:10 failure", "effect stunned"]),
        ("nose", 9, ["roll stun 11:10 success"]),
        ("neck", 8, []),
        ("torso", 9, []),
        ("vitals", 9, ["roll knock_out 12:10 success"]),
        ("kidneys", 9, ["roll knock_out 12:10 success"]),
    ],
)
def test_c_78_what_four_points_do_at_each_place(ring: Make, place: str, hp: int, told: list[str]) -> None:
    """HT 12 in 服: 3 get through, at the neck 4; jaw HT−3, nose HT−1; the neck stuns past HT/3."""
    r = ring(*([10] if told else []), foe={})
    r.injure(4, place)
    assert (int(r.foe.hp), r.story[1:]) == (hp, told)


@pytest.mark.rule("C-78")
@pytest.mark.parametrize(("basic", "target"), [(2, 10), (3, 10), (4, 9), (6, 7)])
def test_c_78_a_jaw_asks_at_least_two(ring: Make, basic: int, target: int) -> None:
    r = ring(3, foe={})
    r.injure(basic, "jaw")
    assert r.last("roll")["target"] == target


@pytest.mark.rule("C-78")
@pytest.mark.parametrize(("basic", "injury", "stunned"), [(3, 3, 0), (4, 4, 0), (5, 6, 1), (1, 0, 0)])
def test_c_78_a_neck_counts_half_more_and_stuns_past_a_third(ring: Make, basic: int, injury: int, stunned: int) -> None:
    """HT 12: 4 is not more than a third; 6 is, and no roll helps."""
    r = ring(foe={})
    r.injure(basic, "neck")
    assert (12 - int(r.foe.hp), int(r.foe.stunned)) == (injury, stunned)


@pytest.mark.rule("C-79")
def test_c_79_random_places() -> None:
    places = [LOC_NAMES[n].split(".")[0] for n in RANDOM_PLACE[3:]]
    assert places == [
        "brain",
        "brain",
        "head",
        "arm",
        "hand",
        "arm",
        "torso",
        "torso",
        "torso",
        "leg",
        "leg",
        "leg",
        "foot",
        "foot",
        "vitals",
        "vitals",
    ]


@pytest.mark.rule("C-79")
@pytest.mark.parametrize(
    ("roll", "draw", "place"),
    [(13, 0.2, "leg.R"), (13, 0.8, "leg.L"), (10, None, "torso"), (17, None, "vitals"), (6, 0.6, "arm.L"),
     (3, None, "brain"), (5, None, "head"), (7, 0.1, "hand.R"), (16, 0.9, "foot.L")],
)  # fmt: skip
def test_c_79_a_side_not_named_is_even_chances(ring: Make, roll: int, draw: float | None, place: str) -> None:
    r = ring(roll, will=[] if draw is None else [draw])
    assert LOC_NAMES[int(random_place(r.scene, r.me.side))] == place


@pytest.mark.rule("C-79")
def test_c_79_an_unaimed_blow_rolls_its_place_after_the_hit(ring: Make) -> None:
    """Attack, place, damage; "anywhere" costs nothing."""
    r = ring(16, 10, ("1d", 4), me={"karate": 16}, foe={})
    assert r.strike("punch", None) == "hit"
    assert r.story == ["attack punch any 16:16 success", "table location 10", "damage torso 4-1 3"]


@pytest.mark.rule("C-80")
@pytest.mark.parametrize(
    ("act", "place", "off", "lands"),
    [
        ("axe_kick", "head", 1, "torso"),
        ("axe_kick", "brain", 1, "torso"),
        ("hook_kick", "head", 1, "torso"),
        ("hook", "brain", 1, "torso"),
        ("axe_kick", "head", 2, None),
        ("punch", "head", 1, None),
        ("hook_kick", "neck", 1, None),
        ("kick", "brain", 1, None),
    ],
)
def test_c_80_near_misses_of_a_swing(ring: Make, act: str, place: str, off: int, lands: str | None) -> None:
    """Axe kick eff 10, roll 11 → torso; a punch just misses."""
    r = ring(me={"karate": 17}, foe={"HT": 60})
    roll = r.target(act, place) + off
    kick = act not in ("punch", "hook")
    r.dice(roll, *([("1d", 1)] if lands else [3] if kick else []))
    assert r.strike(act, place) == ("hit" if lands else "stopped")
    assert [e["at"] for e in r.events if e["k"] == "damage"] == ([lands] if lands else [])


@pytest.mark.rule("C-80", "C-01")
def test_c_80_a_seventeen_is_no_near_miss(ring: Make) -> None:
    """Eff 16, roll 17 fails whatever it is off by."""
    r = ring(17, 3, me={"karate": 24}, foe={"HT": 60})
    assert r.target("hook_kick", "head") == 16
    assert r.strike("hook_kick", "head") == "stopped"


# -- C-81, C-82 and trap 6 ------------------------------------------------------------------------


@pytest.mark.rule("C-81")
@pytest.mark.parametrize(("ht", "limb", "tip"), [(10, 6, 4), (12, 7, 5), (11, 6, 4), (8, 5, 3), (9, 5, 4)])
def test_c_81_the_most_that_counts(ring: Make, ht: int, limb: int, tip: int) -> None:
    r = ring(foe={"HT": ht})
    for place, cap in (("arm.L", limb), ("leg.R", limb), ("hand.R", tip), ("foot.L", tip)):
        assert int(limb_cap(ht, where(place))) == cap
        r.foe.hp = ht
        r.foe.immortal = 1
        r.injure(40, place)
        assert ht - int(r.foe.hp) == cap


@pytest.mark.rule("C-81", "C-82")
def test_c_81_a_blow_of_fifteen_on_a_leg(ring: Make) -> None:
    """HT 12: 7 count, the leg is lost."""
    r = ring(10, foe={"naked": True})
    r.injure(15, "leg.R")
    assert r.story[:3] == ["damage leg.R 15-0 7", "effect crippled leg.R", "effect fallen"]


@pytest.mark.rule("C-82", "R-63")
@pytest.mark.parametrize("ht", range(8, 18))
def test_c_82_trap_6_exactly_half_does_not_cripple(ring: Make, ht: int) -> None:
    """HT 8–17: an arm or leg gives way to more than half, hand and foot to more than a third, in one blow."""
    for place, share in (("arm.R", 2), ("leg.L", 2), ("hand.L", 3), ("foot.R", 3)):
        loc = where(place)
        first = ht // share + 1
        for points in range(first + 2):
            r = ring(foe={"HT": ht, "naked": True})
            if 2 * min(points, first) > ht:
                r.dice(3)
            r.injure(points, place)
            lost = share * points > ht
            assert lost == (points >= first)
            assert (int(r.foe.crippled[loc]) == 1) == lost == bool(cripples(r.scene, ht, loc, points))
            assert ht - int(r.foe.hp) == min(points, first)


def _dice(injury: int, ht: int) -> list[int]:
    return [3] if 2 * injury > ht else []


@pytest.mark.rule("C-82", "R-13")
@pytest.mark.parametrize(("reading", "lost"), [("single", 0), ("cumulative", 1)])
def test_c_82_two_hits_of_six(ring: Make, reading: str, lost: int) -> None:
    """HT 12: neither cripples alone; together they do where parts remember."""
    r = ring(foe={"naked": True}, rules={"cripple": reading})
    r.injure(6, "leg.R")
    assert int(r.foe.crippled[Loc.LEG_R]) == 0
    r.injure(6, "leg.R")
    assert int(r.foe.crippled[Loc.LEG_R]) == lost


@pytest.mark.rule("C-82")
@pytest.mark.parametrize(("points", "lost"), [(6, 0), (7, 1)])
def test_c_82_six_of_twelve_hold(ring: Make, points: int, lost: int) -> None:
    r = ring(*_dice(points, 12), foe={"naked": True})
    r.injure(points, "leg.R")
    assert int(r.foe.crippled[Loc.LEG_R]) == lost


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
    for place in AIM:
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
