"""The compiled core against the twin: whole bouts of the sample field, random fighters, single turns.

A thousand bouts of the field agree event by event, the silent core gives the same records, and ten thousand single
turns from random situations agree. Printed with `-s`: how many times faster the core is. Measured on one shared core
with every index checked: the silent core 70,000 bouts/s, a told bout with its trace 10, the twin 33; 2,100 times.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import field
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "twin"))

from against import WHOLE, Pairing, same_events, same_result
from people import Maker
from people_nature import NatureMaker
from plain.bout import Bout, ready
from situations import one_turn

from budosim.events.protocols import FREE_BOUT, Pair, bout_number
from budosim.systems.gurps3.arena import nobody
from budosim.systems.gurps3.brought import brought
from budosim.systems.gurps3.trace import events

BOUTS = 1_000
SITUATIONS, PAIRS = 10_000, 100
FREE = {"league", "first_bout"}
"""What `stage` means in a free bout."""


@cache
def sides() -> list[Any]:
    """The sample field as the twin takes it: plain numbers and patterns."""
    out = []
    for fighter in field.duels().fighters:
        person = asdict(brought(fighter.sheet, None, first_act=fighter.first_act))
        out.append(ready(person, fighter.policy, whole=WHOLE))
    return out


def fixtures() -> Iterator[tuple[int, int, int]]:
    """A thousand bouts spread over every pair: slot a, slot b, repetition."""
    pairs = list(combinations(range(len(sides())), 2))
    for i in range(BOUTS):
        yield (*pairs[i % len(pairs)], i // len(pairs))


def twin(a: int, b: int, k: int) -> Bout:
    bout = Bout((sides()[a], sides()[b]), field.duels().seed, int(bout_number(FREE_BOUT.number, a, b, k)), FREE)
    bout.play()
    return bout


def tell(a: int, b: int, k: int) -> tuple[Any, list[dict[str, Any]]]:
    ring = field.duels()
    result, log = ring.tell(FREE_BOUT, a, b, k, Pair(ring.fresh(a, 1), ring.fresh(b, 1)), nobody())
    return result, events(log, {}, None, ring.rules)[1:]


def test_a_thousand_bouts_of_the_field_agree_event_by_event() -> None:
    agreed = 0
    spent = {"twin": 0.0, "core": 0.0}
    for a, b, k in fixtures():
        start = time.perf_counter()
        bout = twin(a, b, k)
        spent["twin"] += time.perf_counter() - start
        start = time.perf_counter()
        result, theirs = tell(a, b, k)
        spent["core"] += time.perf_counter() - start
        same_events(bout.events, theirs)
        same_result(bout, result)
        counted = field.settle(a, b, np.array([k], dtype=np.uint64))[0]
        for name in ("winner", "ending", "first", "draws"):
            assert int(counted[name]) == int(result[name]), (a, b, k, name)
        for i, side in enumerate("ab"):
            for name in ("hp", "fp", "turns", "crippled"):
                assert int(counted[f"{name}_{side}"]) == int(result[name][i]), (a, b, k, name)
        agreed += len(theirs)
    assert agreed > 50 * BOUTS
    numbers = np.arange(2_000, dtype=np.uint64)
    pairs = list(combinations(range(len(sides())), 2))[::19]
    start = time.perf_counter()
    for a, b in pairs:
        field.settle(a, b, numbers)
    silent = len(pairs) * len(numbers) / (time.perf_counter() - start)
    slow, told = BOUTS / spent["twin"], BOUTS / spent["core"]
    print(
        f"\nsilent {silent:,.0f} bouts/s, told with its trace {told:,.0f}, twin {slow:,.1f}: {silent / slow:,.0f} times"
    )
    assert silent > 20 * slow


def test_random_fighters_patterns_and_readings_agree() -> None:
    for seed in range(5_000, 5_150):
        maker = Maker(seed)
        people, patterns = [maker.fighter(), maker.fighter()], [maker.policy(), maker.policy()]
        rulings = maker.rulings() if seed % 3 == 0 else {}
        assert Pairing(people, patterns, rulings).compare(2, seed) > 5


def test_random_natures_agree() -> None:
    for seed in range(7_000, 7_150):
        maker = NatureMaker(seed, (0.03, 0.12, 0.3)[seed % 3])
        people, patterns = [maker.brought(), maker.brought()], [maker.policy(), maker.policy()]
        rulings = maker.rulings() if seed % 3 == 0 else {}
        assert Pairing(people, patterns, {**rulings, "turn_cap": "60"}).compare(2, seed) > 5


def test_ten_thousand_single_turns_from_random_situations_agree() -> None:
    agreed = 0
    for seed in range(PAIRS):
        maker = Maker(20_000 + seed)
        people, patterns = [maker.fighter(), maker.fighter()], [maker.policy(), maker.policy()]
        pair = Pairing(people, patterns, maker.rulings() if seed % 4 == 0 else {})
        agreed += sum(one_turn(seed * 1_000 + i, pair, maker) for i in range(SITUATIONS // PAIRS))
    assert agreed > 3 * SITUATIONS
