"""Where blows go and what cripples a part (C-78…C-82), with trap 6."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ring import Fight

from budosim.combat.gurps3.attack import RANDOM_PLACE, random_place
from budosim.combat.gurps3.ids import LOC_NAMES, Loc
from budosim.combat.gurps3.wound import cripples, limb_cap

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
