"""Many free bouts, pair after pair, in chunks over threads; results depend on nothing but the seed."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from budosim.errors import BudosimError
from budosim.study.rates import wilson
from budosim.systems.gurps3.free import (
    MOST,
    FreeDuels,
    Numbers,
    Tally,
    numbers_alone,
    numbers_in_field,
    tally,
)

DEFAULT_N = 1000
FIRST_SIZE = 250
"""Bouts after which a precision is looked at first; then after twice as many, and so on."""
CHUNK_SECONDS = 0.03
SMALLEST_CHUNK, LARGEST_CHUNK = 16, 1 << 16

Rows = NDArray[Any]
Sink = Callable[["Match", Numbers, Rows], None]
"""Takes a chunk once it is counted: of which match, the numbers of its bouts, their outcomes."""


@dataclass(frozen=True)
class Match:
    """Two slots that meet; a is side a.

    Fields:
        alone: its bouts are numbered 0, 1, 2 …, as of a pair by itself; else by slots, as of a field.
    """

    a: int
    b: int
    alone: bool = False

    def numbers(self, first: int, count: int) -> Numbers:
        """The numbers of its bouts from the `first` on."""
        return numbers_alone(first, count) if self.alone else numbers_in_field(self.a, self.b, first, count)


@dataclass(frozen=True)
class Target:
    """How far to go: `n` bouts a pair, or until every interval is within ±`precision`."""

    n: int | None = None
    precision: float | None = None

    @classmethod
    def of(cls, n: int | None, precision: float | None, default: int = DEFAULT_N) -> Target:
        """A target as somebody asks for it.

        Raises:
            BudosimError: both are given, or one is out of range.

        """
        if n is not None and precision is not None:
            raise BudosimError(
                "-n and --precision exclude one another: say how many, or how exactly",
                "-n と --precision は同時に使えません。試合数か精度のどちらかを指定してください",
            )
        if precision is not None and not 0.0005 <= precision < 0.5:
            raise BudosimError(
                f"--precision {precision}: half the width of the interval, 0.0005 to 0.5 (0.01 = ±1 %)",
                f"--precision {precision}：半幅を 0.0005 以上 0.5 未満で指定します（0.01 は±1％）",
            )
        if n is not None and not 1 <= n <= MOST:
            raise BudosimError(f"-n {n}: from 1 to {MOST}", f"-n {n}：1～{MOST} にしてください")
        return cls(default if n is None and precision is None else n, precision)

    def next_size(self, done: Tally) -> int | None:
        """How many bouts a pair is to have, None when it has enough."""
        if self.precision is None:
            n = self.n or DEFAULT_N
            return n if done.n < n else None
        size = FIRST_SIZE
        while size < done.n:
            size *= 2
        if done.n < size:
            return size
        lo, hi = wilson(done.wins_a, done.n)
        if lo is not None and hi is not None and hi - lo <= 2 * self.precision:
            return None
        return min(2 * size, MOST) if size < MOST else None

    def expected(self, pairs: int) -> int:
        """How many bouts that will be at most, about."""
        if self.precision is None:
            return pairs * (self.n or DEFAULT_N)
        size = FIRST_SIZE
        while size < 0.9604 / self.precision**2:
            size *= 2
        return pairs * size


def threads(jobs: int | None) -> int:
    """How many threads: as many as asked for, else one per core this process may use."""
    if jobs is not None:
        return max(1, jobs)
    cores = getattr(os, "sched_getaffinity", None)
    return len(cores(0)) if cores is not None else os.cpu_count() or 1


@dataclass
class Series:
    """A run over matches that can be interrupted and gone on with.

    Fields:
        done: what each match has come to.
        chunk: bouts a chunk holds; None = what takes about thirty milliseconds.
    """

    arena: FreeDuels
    matches: Sequence[Match]
    target: Target
    jobs: int = 1
    chunk: int | None = None
    sink: Sink | None = None
    done: dict[Match, Tally] = field(default_factory=dict)
    _rate: float = 0.0

    def play(self) -> Iterator[Match]:
        """Every match in turn; a pause after each chunk.

        Interrupted, the chunks that are complete stay counted.
        """
        with ThreadPoolExecutor(self.jobs) as pool:
            for match in self.matches:
                while (size := self.target.next_size(self.tally(match))) is not None:
                    yield from self._until(pool, match, size)

    def tally(self, match: Match) -> Tally:
        """What a match has come to."""
        return self.done.get(match, Tally())

    @property
    def bouts(self) -> int:
        """Bouts played in all."""
        return sum(one.n for one in self.done.values())

    def _until(self, pool: ThreadPoolExecutor, match: Match, size: int) -> Iterator[Match]:
        """Bouts of a match up to `size`, some chunks ahead at a time, taken in their order."""
        waiting: deque[tuple[Numbers, Future[tuple[Rows, float]]]] = deque()
        at = self.tally(match).n
        try:
            while at < size or waiting:
                while at < size and len(waiting) < 2 * self.jobs:
                    count = min(self._size(), size - at)
                    numbers = match.numbers(at, count)
                    waiting.append((numbers, pool.submit(self._chunk, match, numbers)))
                    at += count
                numbers, future = waiting.popleft()
                rows, seconds = future.result()
                self._rate = len(rows) / max(seconds, 1e-6)
                self.done[match] = self.tally(match).plus(tally(rows))
                if self.sink is not None:
                    self.sink(match, numbers, rows)
                yield match
        finally:
            for _, future in waiting:
                future.cancel()

    def _chunk(self, match: Match, numbers: Numbers) -> tuple[Rows, float]:
        began = time.perf_counter()
        rows = self.arena.free(match.a, match.b, numbers)
        return rows, time.perf_counter() - began

    def _size(self) -> int:
        if self.chunk is not None:
            return self.chunk
        return max(SMALLEST_CHUNK, min(LARGEST_CHUNK, int(self._rate * CHUNK_SECONDS)))
