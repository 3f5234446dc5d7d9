"""The compiled core: the same bits however it is asked, every pair, fair mirrors, few specialisations."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import field
import numpy as np
import pytest

import budosim.combat.common
import budosim.combat.gurps3
from budosim.events.protocols import FREE_BOUT, Pair
from budosim.systems.gurps3.arena import ENDINGS, nobody

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("chunk", [16, 250])
def test_records_do_not_depend_on_jobs_and_chunks(jobs: int, chunk: int) -> None:
    """Traps 1 and 2."""
    numbers = np.arange(500, dtype=np.uint64)
    whole = field.settle(3, 8, numbers)
    pieces = [numbers[i : i + chunk] for i in range(0, len(numbers), chunk)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(lambda piece: field.settle(3, 8, piece), pieces))
    assert np.array_equal(np.concatenate(parts), whole)
    assert np.array_equal(field.settle(3, 8, numbers[::-1]), whole[::-1])


def test_a_told_bout_is_the_counted_one() -> None:
    ring = field.duels()
    for a, b, k in [(0, 1, 0), (2, 9, 5), (4, 17, 11), (6, 19, 123)]:
        told, _ = ring.tell(FREE_BOUT, a, b, k, Pair(ring.fresh(a, 1), ring.fresh(b, 1)), nobody())
        counted = field.settle(a, b, np.array([k], dtype=np.uint64))[0]
        assert (told.winner, told.ending, told.draws) == (counted["winner"], counted["ending"], counted["draws"])
        assert list(told.hp) == [counted["hp_a"], counted["hp_b"]]


def test_plain_python_gives_the_same_bits() -> None:
    """JIT on and off: same source, same results (architecture §3)."""
    code = (
        "import sys, json; sys.path.insert(0, 'tests/compiled'); import numpy as np, field; np.seterr(over='ignore');"
        "print(json.dumps([field.settle(a, b, np.arange(2, dtype=np.uint64)).tolist() for a, b in [(0, 1), (7, 12)]]))"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8", check=True
    )
    mine = [field.settle(a, b, np.arange(2, dtype=np.uint64)).tolist() for a, b in [(0, 1), (7, 12)]]
    assert json.loads(run.stdout) == [[list(row) for row in rows] for rows in mine]


def test_every_ordered_pair_runs_to_a_named_end() -> None:
    """Trap 26."""
    for a, b in permutations(range(20), 2):
        results = field.meet(a, b, 12)
        assert {ENDINGS[e] for e in results["ending"]} <= set(ENDINGS[1:]), (a, b)
        assert (results["turns"] <= 180).all()


@pytest.mark.parametrize("slot", range(20))
def test_a_mirror_match_is_fair(slot: int) -> None:
    """Trap 12: within four sigma over the decided bouts."""
    results = field.meet(slot, slot, 20_000)
    wins = int((results["winner"] == 0).sum())
    decided = int((results["winner"] >= 0).sum())
    assert abs(wins - decided / 2) <= 4 * (decided / 4) ** 0.5 + 1e-9


def test_each_kernel_has_few_forms() -> None:
    """Silent or talking, with or without magic, of a number or an enumerator; a literal would make one a value (§2)."""
    ring = field.duels()
    ring.tell(FREE_BOUT, 0, 1, 0, Pair(ring.fresh(0, 1), ring.fresh(1, 1)), nobody())
    field.settle(0, 1, np.arange(1, dtype=np.uint64))
    many = []
    for package in (budosim.combat.common, budosim.combat.gurps3):
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            for name, thing in vars(module).items():
                if len(getattr(thing, "nopython_signatures", ())) > 12:
                    many.append((module.__name__, name, len(thing.nopython_signatures)))
    assert many == []


def test_a_checked_core_reports_an_index_out_of_range(tmp_path: Path) -> None:
    """Numba does not notice a changed boundscheck; the cache folder's name does."""
    code = (
        "import sys; sys.path.insert(0, 'tests/compiled'); import numpy as np, field;"
        "ring = field.duels(); ring.sheets[0].use[:] = 10_000;"
        "field.settle(0, 1, np.arange(1, dtype=np.uint64))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert run.returncode != 0
    assert "IndexError" in run.stderr
