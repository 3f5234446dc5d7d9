"""Many free bouts, pair after pair, in chunks over workers; results depend on nothing but the seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import cast

from budosim.runs.target import DEFAULT_N, Target
from budosim.runs.workers import Rows, Threads, Waiting, Workers, threads
from budosim.systems.gurps3.free import (
    FreeDuels,
    Numbers,
    Tally,
    Task,
    numbers_alone,
    numbers_in_field,
    tally,
)

SMALLEST_CHUNK, LARGEST_CHUNK = 16, 1 << 16
AHEAD = 2
"""Chunks given out for each worker: one he plays, one that waits for him."""

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


@dataclass
class Series:
    """A run over matches that can be interrupted and gone on with.

    It goes in rounds: in each, every match that has not enough is brought to its next size. Within a round chunks
    follow one another without a pause, match after match, so that workers wait only where a round ends.

    Fields:
        done: what each match has come to.
        goals: the size each match is on its way to, or has reached; it is chosen when the size before is reached,
            never on the way, so that an interrupted run goes on to the same end.
        chunk: bouts a chunk holds; None = what takes as long as the workers like.
        busy: seconds workers spent in bouts.
    """

    arena: FreeDuels
    matches: Sequence[Match]
    target: Target
    jobs: int = 1
    chunk: int | None = None
    sink: Sink | None = None
    workers: Workers | None = None
    done: dict[Match, Tally] = field(default_factory=dict)
    goals: dict[Match, int] = field(default_factory=dict)
    busy: float = 0.0
    _rate: float = 0.0

    def play(self) -> Iterator[Match]:
        """Every match in turn; a pause after each chunk.

        Interrupted, the chunks that are complete stay counted.
        """
        own = Threads(self.jobs) if self.workers is None else nullcontext(self.workers)
        with cast(AbstractContextManager[Workers], own) as workers:
            while plan := self._round():
                yield from self._together(workers, plan)

    def tally(self, match: Match) -> Tally:
        """What a match has come to."""
        return self.done.get(match, Tally())

    @property
    def bouts(self) -> int:
        """Bouts played in all."""
        return sum(one.n for one in self.done.values())

    def _round(self) -> list[tuple[Match, int]]:
        """The matches that have not enough, with the size each goes to."""
        wanted = ((match, self._goal(match)) for match in self.matches)
        return [(match, size) for match, size in wanted if size is not None]

    def _goal(self, match: Match) -> int | None:
        """The size a match goes to; None when it has enough."""
        done = self.tally(match)
        if done.n >= self.goals.get(match, 0):
            size = self.target.next_size(done)
            if size is None:
                return None
            self.goals[match] = size
        return self.goals[match]

    def _chunks(self, plan: Sequence[tuple[Match, int]], workers: Workers) -> Iterator[tuple[Match, Task, Numbers]]:
        """The chunks of a round; how large one is shows when it is asked for."""
        for match, size in plan:
            task = self.arena.task(match.a, match.b)
            at = self.tally(match).n
            while at < size:
                count = min(self._size(workers), size - at)
                yield match, task, match.numbers(at, count)
                at += count

    def _together(self, workers: Workers, plan: Sequence[tuple[Match, int]]) -> Iterator[Match]:
        """A round, some chunks ahead at a time, taken in their order."""
        waiting: deque[tuple[Match, Numbers, Waiting]] = deque()
        chunks = self._chunks(plan, workers)
        more = True
        try:
            while more or waiting:
                while more and len(waiting) < AHEAD * workers.count:
                    given = next(chunks, None)
                    if given is None:
                        more = False
                    else:
                        match, task, numbers = given
                        waiting.append((match, numbers, workers.submit(task, numbers)))
                if waiting:
                    match, numbers, chunk = waiting.popleft()
                    self._take(match, numbers, *chunk.result())
                    yield match
        finally:
            for _, _, chunk in waiting:
                chunk.cancel()

    def _take(self, match: Match, numbers: Numbers, rows: Rows, seconds: float) -> None:
        self.busy += seconds
        self._rate = len(rows) / max(seconds, 1e-6)
        self.done[match] = self.tally(match).plus(tally(rows))
        if self.sink is not None:
            self.sink(match, numbers, rows)

    def _size(self, workers: Workers) -> int:
        if self.chunk is not None:
            return self.chunk
        return max(SMALLEST_CHUNK, min(LARGEST_CHUNK, int(self._rate * workers.seconds)))


__all__ = ["DEFAULT_N", "Match", "Rows", "Series", "Sink", "Target", "threads"]
