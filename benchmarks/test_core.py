"""How fast the core is: `python -m pytest benchmarks -n 0 -q -s`.

Figures are thread CPU time, so that a busy machine shows less.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
from bare import nanoseconds

from budosim.events.protocols import FREE_BOUT, Pair
from budosim.systems.gurps3.arena import nobody


def settle(duels: Any, a: int, b: int, first: int, n: int) -> Any:
    numbers = np.arange(first, first + n, dtype=np.uint64)
    before = Pair(duels.fresh(a, n), duels.fresh(b, n))
    return duels.settle(FREE_BOUT, a, b, numbers, before, nobody(n))[0]


def test_die(benchmark: Any) -> None:
    """One bare roll."""
    result = benchmark.pedantic(nanoseconds, args=(2_000_000,), rounds=3)
    print(f"\nbare roll {result:.2f} ns")


def test_attack(benchmark: Any, duels: Any) -> None:
    """Short bouts: mostly one pair's first exchange."""
    benchmark(settle, duels, 0, 1, 0, 200)


def test_bout(benchmark: Any, duels: Any) -> None:
    """One bout by itself, with everything Python does around it."""
    benchmark(settle, duels, 0, 1, 0, 1)


def test_matchup(benchmark: Any, duels: Any) -> None:
    """A thousand bouts of one pair."""
    benchmark(settle, duels, 0, 1, 0, 1_000)


def test_block(benchmark: Any, duels: Any) -> None:
    """Ten pairs of a block, 200 bouts each."""

    def block() -> None:
        for a, b in combinations(range(5), 2):
            settle(duels, a, b, 0, 200)

    benchmark(block)


def test_the_figures(duels: Any) -> None:
    """Rolls per bout, ns per roll, dice ratio and bouts per second over every pair of the field, in one run."""
    bare = nanoseconds()
    bouts = rolls = subturns = 0
    spent = 0.0
    for a, b in combinations(range(len(duels.fighters)), 2):
        settle(duels, a, b, 0, 50)
        began = time.thread_time()
        rows = settle(duels, a, b, 0, 2_000)
        spent += time.thread_time() - began
        bouts += len(rows)
        rolls += int(rows["draws"].sum())
        subturns += int((rows["turns_a"] * duels.sheets[a].subturns + rows["turns_b"] * duels.sheets[b].subturns).sum())
    each = spent / rolls * 1e9
    print(
        f"\n{rolls / bouts:.0f} rolls/bout, {each:.1f} ns/roll, dice ratio {each / bare:.1f} (bare {bare:.2f} ns), "
        f"about {spent / subturns * 1e9:.0f} ns/sub-turn, {bouts / spent:,.0f} bouts/s on one core"
    )
    assert bouts > 0


def test_two_threads(duels: Any) -> None:
    """Speed-up of two threads over one, wall clock."""

    def work(k: int) -> None:
        for a, b in list(combinations(range(8), 2))[k::2]:
            settle(duels, a, b, 0, 2_000)

    for k in range(2):
        work(k)
    began = time.perf_counter()
    for k in range(2):
        work(k)
    one = time.perf_counter() - began
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    print(f"\ntwo threads {one / (time.perf_counter() - began):.2f} times one")


def test_cold_start(tmp_path: Any) -> None:
    """Seconds from nothing compiled to the first result, and warm."""
    code = (
        "import time;t=time.process_time();import sys;sys.path.insert(0,'benchmarks');import test_core,conftest;"
        "from budosim.systems.gurps3.fighter import read_fighter;from budosim.systems.gurps3.arena import Duels;"
        "first=[conftest.FOLDER/f'{id_}.toml' for id_ in conftest.STRIKERS[:2]];"
        "d=Duels([read_fighter(p) for p in first],1);test_core.settle(d,0,1,0,1);"
        "print(time.process_time()-t)"
    )
    env = {**os.environ, "BUDOSIM_CACHE": str(tmp_path)}
    for name in ("cold", "warm"):
        run = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, encoding="utf-8", check=True
        )
        print(f"\n{name} start {float(run.stdout.split()[-1]):.1f} s CPU")
