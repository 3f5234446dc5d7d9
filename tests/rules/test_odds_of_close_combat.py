"""Throws, locks, chokes, knock-outs, feints and ripostes over every way the dice can fall, against closed forms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from ring import Fight

from budosim.combat.common.odds import ways

Make = Callable[..., Fight]
THREE = {total: Fraction(n, 216) for total, n in enumerate(ways(3)) if n}
ONE = {die: Fraction(1, 6) for die in range(1, 7)}


def margin(target: int, total: int) -> int:
    """C-05, forced results clamped."""
    n = target - total
    return max(0, n) if total <= 4 else min(-1, n) if total >= 17 else n


def makes(target: int) -> Fraction:
    """The chance of a success roll (C-01)."""
    return sum((p for total, p in THREE.items() if total <= 4 or (total <= target and total < 17)), Fraction(0))


def wins(mine: int, theirs: int) -> dict[int, Fraction]:
    """By how much a quick contest is won, with chances; 0 = not won (C-05)."""
    found: dict[int, Fraction] = {}
    for (a, p), (b, q) in product(THREE.items(), THREE.items()):
        n = max(0, margin(mine, a) - margin(theirs, b))
        found[n] = found.get(n, Fraction(0)) + p * q
    return found


@pytest.mark.rule("C-105", "C-01", "C-02")
def test_odds_of_a_throw(ring: Make) -> None:
    """Judo 14, no defence: every success fells, and leaves him stunned when HT 12 fails. No damage (R-35 none)."""
    r = ring(me={"judo": 14}, foe={}, rules={"throw_damage": "none"})
    r.holds("me")
    r.me.immortal = 1

    def play() -> tuple[bool, bool]:
        r.strike("throw")
        return int(r.foe.posture) == 5, int(r.foe.stunned) > 0

    hit, fails = makes(14), 1 - makes(12)
    assert r.odds(play) == {(True, True): hit * fails, (True, False): hit * (1 - fails), (False, False): 1 - hit}


@pytest.mark.rule("C-109", "C-05", "C-81")
def test_odds_of_a_lock_contest(ring: Make) -> None:
    """Lock 16 against ST 12: the margin is the injury, at most 7 of it count."""
    r = ring(me={"judo": 16}, foe={"HT": 12}, rules={"auto_giveup": "never"})
    r.foe.immortal = 1

    def play() -> int:
        r.holds("me", "arm_lock", "arm.R")
        r.me.turn = 0
        before = int(r.foe.hp)
        r.turn("me")
        return before - int(r.foe.hp)

    r.plan("me", {"rules": [{"do": {"a": "hold"}}], "rest": "only"})
    want: dict[int, Fraction] = {}
    for n, p in wins(16, 12).items():
        want[min(n, 7)] = want.get(min(n, 7), Fraction(0)) + p
    assert r.odds(play) == want


@pytest.mark.rule("C-107", "C-05", "R-36")
def test_odds_of_a_choke(ring: Make) -> None:
    """ST 14 against HT 11, as fatigue: 12 points or more end the bout."""
    r = ring(me={"ST": 14, "judo": 10}, foe={"HT": 11, "ST": 12}, rules={"choke_effect": "fatigue"})

    def play() -> tuple[int, bool]:
        r.holds("me", "choke", "neck")
        r.me.turn = 0
        r.turn("me")
        return int(r.foe.fp), int(r.foe.out) > 0

    r.plan("me", {"rules": [{"do": {"a": "hold"}}], "rest": "only"})
    assert r.odds(play) == {(12 - n, n >= 12): p for n, p in wins(14, 11).items()}


@pytest.mark.rule("C-87", "C-91")
@pytest.mark.parametrize(("injury", "stuns"), [(2, False), (7, True)])
def test_odds_of_a_knock_out(ring: Make, injury: int, stuns: bool) -> None:
    """A head blow: HT 12 or out; over half of HT a second roll keeps him on his feet."""
    r = ring(foe={"HT": 12, "naked": True})

    def play() -> str:
        r.injure(injury, "head")
        return "out" if int(r.foe.out) else "down" if int(r.foe.posture) == 5 else "up"

    stays = makes(12)
    falls = stays * (1 - stays) if stuns else Fraction(0)
    want = {"out": 1 - stays, "down": falls, "up": stays - falls}
    assert r.odds(play) == {word: p for word, p in want.items() if p}


@pytest.mark.rule("C-29", "C-05")
def test_odds_of_a_feint(ring: Make) -> None:
    """16 against 14: how often nothing is gained, and how much on average (the rule book's numbers)."""
    r = ring(me={"karate": 16}, foe={"karate": 14})
    chances = r.odds(lambda: r.feint())
    want: dict[int, Fraction] = {}
    for (a, p), (b, q) in product(THREE.items(), THREE.items()):
        mine, theirs = margin(16, a), margin(14, b)
        n = max(0, mine - max(0, theirs)) if mine >= 0 else 0
        want[n] = want.get(n, Fraction(0)) + p * q
    assert chances == want
    assert abs(sum(n * p for n, p in chances.items()) - Fraction(2699520, 10**6)) < Fraction(1, 100)


@pytest.mark.rule("C-72", "C-61", "C-25")
def test_odds_of_a_riposte_exchange(ring: Make) -> None:
    """Against an all-out punch that was rolled well: 18 parries at 12 and strikes at the brain, 18-7 = 11."""
    r = ring(me={"karate": 12}, foe={"karate": 18, "maneuvers": {"riposte": 18}})
    r.me.immortal = r.foe.immortal = r.me.all_out = 1
    r.row("punch", "foe").dice = r.row("punch", "foe").add = 0

    def play() -> tuple[str, str]:
        met = r.defend("riposte")
        return met, r.answer(met)

    assert r.odds(play) == {
        ("riposte", "hit"): makes(12) * makes(11), ("riposte", "stopped"): makes(12) * (1 - makes(11)),
        ("hit", "none"): 1 - makes(12),
    }  # fmt: skip
