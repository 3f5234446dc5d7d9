"""What one blow comes to, over every way the dice can fall, against closed forms (C-01…C-04, C-61, C-69)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from ring import Fight

from budosim.combat.gurps3.ids import Outcome

Make = Callable[..., Fight]
WORDS = {Outcome.MISS: "missed", Outcome.PARRIED: "guarded", Outcome.DODGED: "guarded", Outcome.HIT: "landed"}


def ways(target: int, critical: bool = False) -> Fraction:
    """The chance of success, or of a critical success, at a target of 5 to 20 (C-04)."""
    at_most = {4: 4, 5: 10, 6: 20, 7: 35, 8: 56, 9: 81, 10: 108, 11: 135, 12: 160, 13: 181, 14: 196, 15: 206}
    if critical:
        return Fraction({15: 10}.get(target, 4 if target < 15 else 20), 216)
    return Fraction(at_most.get(target, 212), 216)


def blow(r: Fight, act: str, at: str) -> Callable[[], str]:
    """One blow between two who come to no harm; how it ended."""
    r.me.immortal = r.foe.immortal = 1

    def play() -> str:
        r.strike(act, at)
        bits = int(r.scene.ring.minds.of[0].last_res)
        return next(word for bit, word in WORDS.items() if bits & bit)

    return play


@pytest.mark.rule("C-01", "C-02", "C-04", "C-61")
@pytest.mark.parametrize(
    ("act", "at", "aim", "defence", "guard"),
    [("kick", "head", 9, "dodge", 6), ("punch", "brain", 9, "parry", 10)],
)
def test_missed_guarded_and_landed(ring: Make, act: str, at: str, aim: int, defence: str, guard: int) -> None:
    r = ring(me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", defence)
    found = r.odds(blow(r, act, at))
    through = ways(aim) - ways(aim, critical=True)
    assert found == {
        "missed": 1 - ways(aim),
        "guarded": through * ways(guard),
        "landed": ways(aim, critical=True) + through * (1 - ways(guard)),
    }


@pytest.mark.rule("C-29", "C-68")
def test_what_a_feint_of_four_buys(ring: Make) -> None:
    """A punch at 9 against a parry of 10 lands as it would against a parry of 6."""
    r = ring(me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    r.me.feint, r.me.feint_until = 4, 5
    found = r.odds(blow(r, "punch", "brain"))
    through = ways(9) - ways(9, critical=True)
    assert found["landed"] == ways(9, critical=True) + through * (1 - ways(6))


@pytest.mark.rule("C-62", "C-64")
def test_without_a_defence_every_hit_lands(ring: Make) -> None:
    r = ring(me={"karate": 13, "DX": 10})
    found = r.odds(blow(r, "punch", "torso"))
    assert found == {"missed": Fraction(35, 216), "landed": Fraction(181, 216)}


@pytest.mark.rule("C-10", "C-13")
def test_the_dice_of_a_blow_are_thrown_once(ring: Make) -> None:
    """Injury of 1d+1 through DR 1, over the ways a plain hit at 10 can fall: each die as likely."""
    r = ring(me={"ST": 14, "karate": 16}, foe={})
    r.me.immortal = r.foe.immortal = 1

    def play() -> int | None:
        hp = int(r.foe.hp)
        result = r.strike("punch")
        plain = int(r.scene.ring.dice.script[0]) == 10 and result == "hit"
        return hp - int(r.foe.hp) if plain else None

    found = r.odds(play)
    assert {n: p for n, p in found.items() if n is not None} == {n: Fraction(27, 216) / 6 for n in range(1, 7)}
