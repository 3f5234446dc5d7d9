"""The sample field in the compiled core."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from budosim.combat.gurps3.batch import duel, play
from budosim.events.event import sheet_files
from budosim.events.protocols import FREE_BOUT, Pair
from budosim.systems.gurps3.arena import Duels, nobody
from budosim.systems.gurps3.fighter import read_fighter
from budosim.systems.gurps3.pack import fresh_state

FIELD = Path(__file__).parents[2] / "entrants" / "musashi"


@cache
def duels() -> Duels:
    return Duels([read_fighter(path) for path in sheet_files(FIELD)], seed=7)


def settle(a: int, b: int, numbers: Any) -> Any:
    ring = duels()
    n = len(numbers)
    return ring.settle(FREE_BOUT, a, b, numbers, Pair(ring.fresh(a, n), ring.fresh(b, n)), nobody(n))[0]


def meet(a: int, b: int, n: int) -> Any:
    """Bouts with slot a as side a, whichever is lower, or one slot against itself."""
    ring = duels()
    pair = duel(ring.rules, (ring.sheets[a], ring.sheets[b]), (ring.policies[a], ring.policies[b]))
    from budosim.combat.common.record import blank
    from budosim.combat.gurps3.records import State

    start = blank(State, 1, 2)
    start[0, 0], start[0, 1] = fresh_state(pair.sheets[0], 0), fresh_state(pair.sheets[1], 1)
    scene = pair.scene()
    results = play(pair, start, 7, np.arange(n, dtype=np.uint64), scene)
    assert scene.ring.dice.overran == 0, "a sub-turn used more words than are its own"
    return results
