"""Taking hold, taking down, throwing, pinning; what a grappled fighter can do (C-56, C-88, C-101…C-106)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

Make = Callable[..., Fight]
JUDO: dict[str, Any] = {"judo": 16}
STAYS: dict[str, Any] = {"HT": 14}


# -- C-101 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-101", "C-16", "R-34")
def test_c_101_judo_sixteen_against_a_parry_of_ten(ring: Make) -> None:
    """From a hex away into the foe's: he parries 10 with an 11 and is grappled."""
    r = ring(12, 11, me=JUDO, foe={"karate": 15}, distance=1)
    r.defends("foe", "parry")
    r.turn("me", "grapple")
    assert r.story == [
        "attack grapple torso 16:12 success", "defence parry 10:11 failure", "move step 0", "effect grappled torso",
    ]  # fmt: skip
    assert (int(r.grip("me").hands), r.distance) == (2, 0)
    state = r.last("act")["state"]
    assert not state["b"]["grappled"]
    r.begin("foe")
    state = r.last("turn")["state"]
    assert state["b"]["grappled"]
    assert state["a"]["holding"]


@pytest.mark.rule("C-101", "R-34")
def test_r_34_dx_contest(ring: Make) -> None:
    """The same dice as a quick contest: 16-12 = 4 against DX 12-11 = 1; nobody defends."""
    r = ring(12, 11, me=JUDO, foe={"karate": 15}, distance=1, rules={"grapple_roll": "dx_contest"})
    r.turn("me", "grapple")
    assert r.story == ["contest grapple 4:1 me", "move step 0", "effect grappled torso"]
    r = ring(12, 8, me=JUDO, foe={"sumo": 14}, distance=1, rules={"grapple_roll": "dx_contest"})
    r.turn("me", "grapple")
    assert r.story == ["contest grapple 4:6 them"]


@pytest.mark.rule("C-101")
@pytest.mark.parametrize(("skill", "level"), [("judo", 16), ("wrestling", 15), ("sumo", 14), (None, 12)])
def test_c_101_what_replaces_dx(ring: Make, skill: str | None, level: int) -> None:
    r = ring(me={skill: level} if skill else {})
    assert r.target("grapple") == level


@pytest.mark.rule("C-101", "C-26")
def test_c_101_a_step_brings_him_near(ring: Make) -> None:
    r = ring(9, me=JUDO, distance=4)
    r.turn("me", "grapple")
    assert r.story[:2] == ["move step 1", "attack grapple torso 16:9 success"]


@pytest.mark.rule("C-101", "C-16")
def test_c_101_wrestling_parries_a_grab_and_no_blow(ring: Make) -> None:
    r = ring(me=JUDO, foe={"wrestling": 18, "DX": 10})
    assert (r.guard("parry", "punch"), r.guard("parry", "grapple")) == (5, 12)
    assert [r.guard(act, "grapple") for act in ("riposte", "aggr_parry")] == [None, None]


@pytest.mark.rule("C-101", "C-88")
def test_c_88_one_arm_grapples_at_minus_four(ring: Make) -> None:
    r = ring(me=JUDO)
    r.cripple("me", "arm.L")
    assert r.target("grapple") == 12
    r.dice(9)
    r.apart(1)
    r.turn("me", "grapple")
    assert int(r.grip("me").hands) == 1


@pytest.mark.rule("C-101", "C-102", "C-51")
def test_c_101_the_grappled_fighter(ring: Make) -> None:
    """DX -4; nobody of the two steps, retreats or gets up (C-51)."""
    r = ring(me=JUDO, foe={"karate": 16})
    r.holds("me")
    assert r.target("punch", by="foe") == 12
    assert r.guard("parry", retreat=True) == 10
    stays = {"never": [{"a": "break_free"}]}
    r.turn("foe", "retreat", **stays)
    r.turn("foe", "approach", **stays)
    r.posture("foe", "lying")
    r.turn("foe", "getup", **stays)
    assert r.story == []
    assert not {"retreat", "approach", "getup"} & set(r.last("act")["legal"])


# -- C-102 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-102", "C-114")
def test_c_102_blows_of_a_grappled_fighter(ring: Make) -> None:
    """Karate 16: a punch at 12, elbow, knee and butt as well; no kick, whatever its reach."""
    r = ring(foe={"karate": 16})
    r.holds("me")
    assert [r.target(act, by="foe") for act in ("punch", "elbow", "knee", "headbutt")] == [12, 10, 11, 6]
    assert [r.may(act, by="foe") for act in ("punch", "elbow", "knee", "headbutt")] == ["ready"] * 4
    assert [r.may(act, "leg.R", by="foe") for act in ("kick", "shin_kick", "stomp", "sweep")] == ["illegal"] * 4


@pytest.mark.rule("C-102")
def test_c_102_counter_grapple_and_a_takedown_out_of_it(ring: Make) -> None:
    """At -4 he takes hold as well; only then is the takedown open to him."""
    r = ring(9, me=JUDO, foe={"judo": 16})
    r.holds("me")
    r.turn("foe", "grapple")
    assert r.story == ["attack grapple torso 12:9 success", "effect grappled torso"]
    r.dice(9, 12)
    r.turn("foe", "takedown")
    assert r.story[2:] == ["contest takedown 7:4 me", "effect fallen", "effect postured"]


# -- C-103, C-104 -------------------------------------------------------------------------------


@pytest.mark.rule("C-103")
def test_c_103_wrestling_adds_an_eighth_of_its_level(ring: Make) -> None:
    """ST 14, Wrestling 16 → 16 in a pin; Sumo counts in slams alone (C-110)."""
    r = ring(10, 10, me={"ST": 14, "wrestling": 16, "sumo": 16}, foe={"ST": 12})
    r.holds("me")
    r.posture("foe", "lying")
    r.turn("me", "pin")
    assert r.last("contest")["mine"]["target"] == 16


@pytest.mark.rule("C-104")
def test_c_104_judo_sixteen_brings_dx_thirteen_down(ring: Make) -> None:
    r = ring(9, 12, me=JUDO, foe={"DX": 13})
    r.holds("me")
    r.turn("me", "takedown")
    assert r.story == ["contest takedown 7:1 me", "effect fallen", "effect postured"]
    assert int(r.grip("me").kind) == 1


@pytest.mark.rule("C-104")
@pytest.mark.parametrize(("mine", "theirs", "falls"), [(12, 9, False), (14, 6, True)])
def test_c_104_lost_by_five_he_falls_himself(ring: Make, mine: int, theirs: int, falls: bool) -> None:
    r = ring(mine, theirs, me=JUDO, foe={"DX": 13})
    r.holds("me")
    r.turn("me", "takedown")
    assert [e for e in r.story if "fallen" in e] == (["effect fallen"] if falls else [])


@pytest.mark.rule("C-104", "C-101")
def test_c_104_without_a_hold_it_begins_with_one(ring: Make) -> None:
    """The sub-turn goes to the missing step; `wanted` is what was ordered (semantics §6.3)."""
    r = ring(9, me=JUDO, distance=1)
    r.turn("me", "takedown")
    act = r.last("act")
    assert (act["act"], act["wanted"]) == ("grapple", "takedown")


@pytest.mark.rule("C-104", "C-126")
def test_c_126_a_stance_stands_in_for_strength(ring: Make) -> None:
    r = ring(10, 12, me=JUDO, foe={"immovable_stance": 18})
    r.holds("me")
    r.turn("me", "takedown")
    assert r.story == ["contest takedown 6:6"]


# -- C-105 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-105", "R-35", "C-92")
def test_c_105_judo_throw(ring: Make) -> None:
    """Judo 16 rolls 13, the dodge of 6 fails with 9: lying, 1d-2, HT 12 rolls 13: stunned."""
    r = ring(13, 9, ("1d", 5), 13, me=JUDO, foe={})
    r.holds("me")
    r.defends("foe", "dodge")
    r.turn("me", "throw")
    assert r.story == [
        "attack throw torso 16:13 success", "defence dodge 6:9 failure", "effect freed torso", "effect fallen",
        "damage torso 3-1 2", "roll stun 12:13 failure", "effect stunned",
    ]  # fmt: skip


@pytest.mark.rule("C-105", "R-35")
@pytest.mark.parametrize(
    ("reading", "damage"), [("1d-2", "damage torso 4-1 3"), ("none", None), ("thrust", "damage torso 5-1 4")]
)
def test_r_35_throw_damage(ring: Make, reading: str, damage: str | None) -> None:
    dice = [9, *([] if damage is None else [("1d", 6)]), 10]
    r = ring(*dice, me=JUDO, rules={"throw_damage": reading})
    r.holds("me")
    r.turn("me", "throw")
    assert [e for e in r.story if e.startswith("damage")] == ([] if damage is None else [damage])


@pytest.mark.rule("C-105", "C-16")
def test_c_105_after_a_judo_parry(ring: Make) -> None:
    """The turn after a Judo parry at f <= 2 a throw needs no hold; with Karate's parry it does."""
    for skill, act in (("judo", "throw"), ("karate", "grapple")):
        foe = {skill: 16, **({} if skill == "judo" else {"judo": 12})}
        r = ring(9, 9, me={"karate": 15}, foe=foe)
        r.defends("foe", "parry")
        assert r.strike("punch") == "stopped"
        r.dice(18, 10)
        r.turn("foe", "throw")
        assert r.last("act")["act"] == act
        assert r.last("attack")["result"] == "critical_failure"



@pytest.mark.rule("C-105", "C-126")
def test_c_126_immovable_stance_against_a_throw(ring: Make) -> None:
    """Judo 16-10 = 6 against 15-9 = 6: not won, he stands."""
    r = ring(9, 10, 9, me=JUDO, foe={"immovable_stance": 15})
    r.holds("me")
    r.turn("me", "throw")
    assert r.story == ["attack throw torso 16:9 success", "contest stance 6:6"]


@pytest.mark.rule("C-105")
@pytest.mark.parametrize(("roll", "stands"), [(10, False), (9, True)])
def test_c_105_breakfall(ring: Make, roll: int, stands: bool) -> None:
    """受け身 14: no damage, no stun; made by 5 he stands at once."""
    r = ring(9, roll, me=JUDO, foe={"judo": 10, "maneuvers": {"breakfall": 14}})
    r.holds("me")
    r.turn("me", "throw")
    assert r.story[3] == f"roll breakfall 14:{roll} success"
    assert r.story[4:] == (["effect stood"] if stands else [])


@pytest.mark.rule("C-105")
def test_c_105_a_sacrifice_throw_keeps_the_hold(ring: Make) -> None:
    r = ring(9, ("1d", 2), 10, me=JUDO)
    r.holds("me")
    r.turn("me", "sac_throw")
    assert r.story[1:4] == ["effect fallen", "effect postured", "damage torso 0-1 0"]
    assert int(r.grip("me").kind) == 1


@pytest.mark.rule("C-105")
@pytest.mark.parametrize(("theirs", "place"), [(10, "brain"), (7, "torso")])
def test_c_105_suplex(ring: Make, theirs: int, place: str) -> None:
    """Wrestling 17-3 = 14 wins by 5 or less: thrust+2 at skull or body; both lie."""
    r = ring(7, theirs, ("1d", 2), *((13,) if place == "brain" else ()), me={"wrestling": 17, "ST": 13}, foe={"ST": 12})
    r.holds("me")
    r.turn("me", "suplex")
    assert r.story[0].startswith("contest suplex 7:")
    assert r.story[1:3] == ["effect fallen", "effect postured"]
    assert r.story[3].startswith(f"damage {place} 4-")


@pytest.mark.rule("C-105")
def test_c_105_piledriver(ring: Make) -> None:
    """ST first, then the roll without a defence: swing+2 at the skull, and he sits."""
    me = {"wrestling": 16, "ST": 11, "maneuvers": {"piledriver": 16}}
    r = ring(10, 12, 9, ("1d", 1), 12, me=me, foe={"ST": 12, "HT": 16})
    r.holds("me")
    r.turn("me", "piledriver")
    assert r.story[:6] == [
        "contest piledriver 3:0 me", "attack piledriver torso 16:9 success", "effect freed torso", "effect fallen",
        "effect postured", "damage brain 4-3 4",
    ]  # fmt: skip


# -- C-106 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-106", "C-06")
def test_c_106_pin(ring: Make) -> None:
    """ST 15 against 12: 13 and 13 → one makes it, the other does not: helpless."""
    r = ring(13, 13, me={"ST": 15}, foe={"ST": 12, "karate": 16})
    r.holds("me")
    r.posture("foe", "lying")
    r.turn("me", "pin")
    assert r.story == ["effect postured", "contest pin 2:-1 me", "effect pinned torso"]
    assert r.guard("parry") is None
    assert r.may("punch", by="foe") == "illegal"
    r.turn("foe", "all_out_def", never=[{"a": "break_free"}])
    assert r.last("act")["legal"] == ["wait"]


@pytest.mark.rule("C-106")
def test_c_106_one_exchange_a_turn_and_the_heavier_has_three_more(ring: Make) -> None:
    """Both make it: nothing; a fifth heavier counts 3; a foe who stands is taken down first."""
    r = ring(10, 10, me={"ST": 12, "weight_kg": 84, "karate": 18, "judo": 10}, foe={"ST": 12, "weight_kg": 70})
    r.holds("me")
    r.posture("foe", "lying")
    r.turn("me", "pin", "pin")
    assert r.story == ["effect postured", "contest pin 5:2 me"]
    for who in ("me", "foe"):
        r.posture(who, "standing")
    r.dice(9, 12)
    r.turn("me", "pin")
    orders = [(e["act"], e["wanted"]) for e in r.events if e["k"] == "act"]
    assert ("takedown", "pin") in orders


# -- C-56 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-56", "C-54")
def test_c_56_ground_fighting(ring: Make) -> None:
    """Judo 16, 寝技 15, lying: a grapple at 15, a parry of 10; without it 12 and 7."""
    for maneuvers, hit, parry in (({"ground_fighting:judo": 15}, 15, 10), ({}, 12, 7)):
        r = ring(me={"judo": 16, "maneuvers": maneuvers}, foe={"judo": 16, "maneuvers": maneuvers})
        r.posture("me", "lying")
        r.posture("foe", "lying")
        assert (r.target("grapple"), r.guard("parry")) == (hit, parry)
