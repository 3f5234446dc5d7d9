"""Short bouts from random places and states: nobody leaves the ring, every arc and the edge are seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight, num

from budosim.combat.common.grid import farthest
from budosim.combat.gurps3 import attack, bout, move
from budosim.combat.gurps3.records import Scene

Make = Callable[..., Fight]
BOUTS, TURNS = 40, 3


def hex_in_ring(rng: random.Random, radius: int = 15) -> tuple[int, int]:
    """A hex of the ring, half the time one of its edge."""
    while True:
        q, r = rng.randint(-radius, radius), rng.randint(-radius, radius)
        if max(abs(q), abs(r), abs(q + r)) <= radius and (rng.random() < 0.5 or far(q, r, 0, 0) == radius):
            return q, r


def far(q: int, r: int, q2: int, r2: int) -> int:
    return (abs(q - q2) + abs(r - r2) + abs(q + r - q2 - r2)) // 2


def scatter(r: Fight, rng: random.Random) -> None:
    """Both anywhere within a blow or two of each other, looking anywhere, some of them unable to turn."""
    q, s = hex_in_ring(rng)
    r.stand("me", q, s, rng.randrange(6))
    near = [(q + i, s + j) for i in range(-3, 4) for j in range(-3, 4) if 0 < far(i, j, 0, 0) <= 3]
    inside = [place for place in near if far(*place, 0, 0) <= 15]
    r.stand("foe", *rng.choice(inside), rng.randrange(6))
    for who in ("me", "foe"):
        what = rng.choice(["free", "free", "stunned", "blind", "turned"])
        if what == "stunned":
            r.stun(who)
        elif what == "blind":
            r.cripple(who, "eye.R", "eye.L")
        elif what == "turned":
            r.state(who).turned_away = 1


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what the rules of the ground come to say."""
    found: Counter[str] = Counter()
    arc_from = move.arc_from

    def spy_arc(scene: Any, foe: Any, me: Any) -> int:
        arc = arc_from(scene, foe, me)
        found[("front", "side", "back")[int(arc)]] += 1
        found["off the axis"] += int(me.r != 0 and foe.r != me.r)
        return arc

    def spy_edge(*args: Any) -> Any:
        place = farthest(*args)
        found["slid" if tuple(place) != tuple(args[:2]) else "stayed"] += 1
        return place

    monkeypatch.setattr(attack, "arc_from", spy_arc)
    monkeypatch.setattr(move, "farthest", spy_edge)
    return found


@pytest.mark.rule("C-41", "C-42", "C-50", "C-141")
def test_random_bouts_see_every_arc_and_slide_along_the_edge(ring: Make, seen: Counter[str]) -> None:
    """README point 14: positions off the axis, side and back attacks, slides along the edge."""
    rng = random.Random(14)
    fighters = [{"karate": 14}, {"brawling": 14, "ST": 14}, {"boxing": 13, "height_cm": 195}]
    for number in range(BOUTS):
        r = ring(me=rng.choice(fighters), foe=rng.choice(fighters))
        r.plan("me", {"rules": []})
        r.plan("foe", {"rules": []})
        ring_ = r.scene.ring
        ring_.dice.mode = ring_.dice.will_mode = 0
        ring_.dice.key = number
        scatter(r, rng)
        silent = Scene(ring_, None)
        for turn in range(2 * TURNS):
            bout.one_turn(silent, r.sheets, r.states, num(turn % 2))
            for state in (r.me, r.foe):
                assert far(int(state.q), int(state.r), 0, 0) <= 15
                assert 0 <= int(state.facing) < 6
                assert 0 <= int(state.walked) <= 20
            assert int(ring_.dice.overran) == 0
            if r.me.out or r.foe.out:
                break
    assert all(seen[what] for what in ("front", "side", "back", "off the axis", "slid")), seen
