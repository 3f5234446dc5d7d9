"""The bare roll: one 3d6 from the same counter hash in a loop that cannot be vectorised; the limit of any core."""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np

from budosim.combat.common.dice import GOLDEN, TAB216

M1, M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32, N216 = (np.uint64(n) for n in (30, 27, 31, 32, 216))


@numba.njit(nogil=True, error_model="numpy")
def rolls(n: Any, count: Any) -> None:
    """Count the totals of n rolls; the counting keeps the loop scalar, and no roll waits for the one before."""
    for k in range(n):
        z = np.uint64(k) * GOLDEN
        z = (z ^ (z >> S30)) * M1
        z = (z ^ (z >> S27)) * M2
        z = z ^ (z >> S31)
        count[TAB216[np.int64(((z >> S32) * N216) >> S32)]] += 1


def nanoseconds(n: int = 20_000_000) -> float:
    """Nanoseconds of one bare roll, by thread CPU time."""
    count = np.zeros(19, dtype=np.int64)
    rolls(np.int64(10), count)
    best = float("inf")
    for _ in range(3):
        began = time.thread_time()
        rolls(np.int64(n), count)
        best = min(best, time.thread_time() - began)
    return best / n * 1e9
