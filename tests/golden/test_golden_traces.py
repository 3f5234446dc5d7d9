"""Whole turns with every die scripted, in the canonical order (combat.md §14).

G-01 an exchange of a feint, a kick and a counter-blow; G-02 a blow at the brain; G-03 a low kick that cripples;
G-04 two fighters at the end of their strength.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.combat.gurps3.bout import settle
from budosim.combat.gurps3.ids import Ending

Make = Callable[..., Fight]

A: dict[str, Any] = {"ST": 14, "DX": 14, "HT": 12, "karate": 16, "master": True}
B: dict[str, Any] = {"ST": 12, "DX": 13, "HT": 12, "karate": 15, "traits": ["combat_reflexes"]}


def dice_rolled(r: Fight) -> list[int]:
    """The totals in the order they were rolled, as the trace shows them."""
    found: list[int] = []
    for event in r.events:
        if event["k"] == "contest":
            found += [sum(event["mine"]["dice"]), sum(event["theirs"]["dice"])]
        elif event.get("dice"):
            found.append(sum(event["dice"]))
    return found


def outcome(r: Fight) -> tuple[str | None, str]:
    """Who has won, and by what."""
    settle(r.scene, r.me, r.foe)
    now = r.scene.ring.now
    return {0: "a", 1: "b", -1: None}[int(now.winner)], Ending(int(now.over)).name.lower()


@pytest.mark.rule("G-01")
def test_g_01_feint_kick_and_counter(ring: Make) -> None:
    r = ring(10, 12, 11, 12, ("1d", 4), 9, 10, me=A, foe=B)
    assert int(r.their.move) == 6
    r.defends("me", "parry")
    r.defends("foe", "parry", retreat=True)
    r.turn("me", "feint", ("kick", "torso"))
    assert r.story == [
        "contest feint 6:3 me",
        "attack kick torso 14:11 success",
        "defence parry 11:12 failure retreat",
        "move retreat 5",
        "damage torso 7-1 6",
    ]
    assert (int(r.foe.hp), int(r.foe.shock), r.distance) == (6, 6, 5)
    r.turn("foe", ("punch", "torso"))
    assert r.story[5:] == [
        "move step 2",
        "attack punch torso 9:9 success",
        "defence parry 10:10 success",
    ]
    assert (int(r.me.hp), int(r.foe.hp), r.distance, int(r.foe.shock)) == (12, 6, 2, 0)
    assert dice_rolled(r) == [10, 12, 11, 12, 4, 9, 10]
    assert [e["subturns"] for e in r.events if e["k"] == "turn"] == [2, 1]


@pytest.mark.rule("G-01")
def test_g_01_every_number_of_the_defence_can_be_checked(ring: Make) -> None:
    """2/3 of 15, +1 Combat Reflexes, -3 feint, +3 retreat."""
    r = ring(10, 12, 11, 12, ("1d", 4), me=A, foe=B)
    r.defends("foe", "parry", retreat=True)
    r.turn("me", "feint", ("kick", "torso"))
    told = r.last("defence")
    assert told["base"] == 10
    assert sorted(told["mods"]) == [["combat reflexes", 1], ["feint", -3], ["retreat", 3]]


@pytest.mark.rule("G-02", "R-26")
def test_g_02_brain(ring: Make) -> None:
    r = ring(9, 8, ("1d", 5), me=A, foe=B)
    r.defends("foe", "dodge")
    r.turn("me", ("punch", "brain"))
    assert r.story == [
        "attack punch brain 9:9 success",
        "defence dodge 7:8 failure",
        "damage brain 6-3 12",
        "effect unconscious",
    ]
    assert int(r.foe.hp) == 0
    assert outcome(r) == ("a", "unconscious")


@pytest.mark.rule("G-02", "R-26")
def test_g_02_with_the_threshold_before_the_factor(ring: Make) -> None:
    """Pen 3 is not over 4: only the knock-out roll, then 12 > 6 and the knock-down roll."""
    r = ring(9, 8, ("1d", 5), 12, 13, me=A, foe=B, rules={"brain_threshold": "before"})
    r.defends("foe", "dodge")
    r.turn("me", ("punch", "brain"))
    assert r.story[2:] == [
        "damage brain 6-3 12",
        "roll knock_out 12:12 success",
        "roll knockdown 12:13 failure",
        "effect fallen",
        "effect stunned",
    ]
    assert outcome(r)[1] == "none"


@pytest.mark.rule("G-03")
def test_g_03_low_kick(ring: Make) -> None:
    """A leg lost, lying, stunned, a yard back; the next own turn starts with the stun roll."""
    r = ring(12, 12, ("1d", 6), 11, 13, me=A, foe=B)
    r.defends("foe", "parry")
    r.turn("me", ("low_kick", "leg.L"))
    assert r.story == [
        "attack low_kick leg.L 12:12 success",
        "defence parry 11:12 failure",
        "damage leg.L 9-1 7",
        "effect crippled leg.L",
        "effect fallen",
        "roll knockdown 12:11 success",
        "effect stunned",
        "move knocked_back 5",
        "effect knocked_back",
    ]
    state = r.foe
    assert (int(state.hp), r.distance, int(state.stunned)) == (5, 5, 1)
    r.turn("foe", ("punch", "torso"))
    assert r.story[9:] == ["roll stun_recovery 12:13 failure"]


@pytest.mark.rule("G-04", "R-33")
def test_g_04_who_must_roll_first(ring: Make) -> None:
    """A's double blow: the first is parried so that it hurts, the second lands; B rolls for his senses, A never."""
    r = ring(9, 9, ("1d", 6), 9, 16, ("1d", 2), 13, me=A, foe=B)
    r.me.hp = r.foe.hp = 1
    r.defends("foe", "aggr_parry")
    r.turn("me", ("punch", "torso", "aoa_double"))
    assert r.story == [
        "attack punch torso 16:9 success",
        "defence aggr_parry 9:9 success",
        "damage arm.R 4-1 3",
        "attack punch torso 13:9 success",
        "defence aggr_parry 9:16 failure",
        "damage torso 3-1 2",
    ]
    assert (int(r.me.hp), int(r.foe.hp)) == (-2, -1)
    assert outcome(r)[1] == "none"
    r.turn("foe", ("punch", "torso"))
    assert r.story[6:] == ["roll unconscious 12:13 failure", "effect unconscious"]
    assert outcome(r) == ("a", "unconscious")
