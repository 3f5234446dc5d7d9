"""Versions of one fighter on the same dice: each fights the same bouts against the same opponents."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.errors import EventError
from budosim.runs.series import AHEAD, LARGEST_CHUNK, SMALLEST_CHUNK
from budosim.runs.workers import Waiting, Workers
from budosim.study.paired import Difference, Stratum, difference
from budosim.study.rates import Z95
from budosim.systems.gurps3.field_files import Candidate, Setting, in_order
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.free import FreeDuels, Tally, numbers_alone, tally

Wins = NDArray[np.bool_]
Told = Callable[[float, float, str | None], None]


@dataclass
class Lane:
    """One version's bouts, opponent by opponent.

    Fields:
        wins: which bouts it won, by the number of the bout.
        counted: the same, with endings and turns, as the lower slot's side a counts them.
    """

    name: str
    arena: FreeDuels
    wins: list[Wins]
    counted: list[Tally] = field(default_factory=list)


class Race:
    """Several versions, the first of them the one the others are compared with.

    Fields:
        foes: who is fought, in the order of the field.
        slot: the place of every version among them: it decides sides and dice.
    """

    def __init__(
        self,
        base: Candidate,
        opponents: Sequence[Candidate],
        seed: int,
        setting: Setting,
        workers: Workers,
        *,
        fighter: Fighter | None = None,
        first: int = 0,
    ) -> None:
        """A race of which only the base is at the start: the candidate himself, or `fighter` in his place.

        Bouts are numbered from `first` on; other numbers are other dice.

        Raises:
            EventError: there is nobody to fight.

        """
        foes = [one for one in opponents if one.path.resolve() != base.path.resolve()]
        if not foes:
            raise EventError("there is nobody to fight", "戦う相手がいません")
        roster = sorted([base, *foes], key=lambda one: in_order(one.path))
        self.slot = next(at for at, one in enumerate(roster) if one is base)
        self.foes = [one for one in roster if one is not base]
        self.slots = [at for at, one in enumerate(roster) if one is not base]
        self.workers = workers
        self.arena = FreeDuels([one.fighter for one in roster], seed, setting)
        if fighter is not None:
            self.arena = self.arena.with_fighter(self.slot, fighter)
        self.first = first
        self.lanes = [self._lane(base.name, self.arena)]
        self.played = 0
        self.busy = 0.0
        self._rate = 0.0

    def add(self, name: str, fighter: Fighter) -> int:
        """Another version at the start; its number."""
        self.lanes.append(self._lane(name, self.arena.with_fighter(self.slot, fighter)))
        return len(self.lanes) - 1

    def _lane(self, name: str, arena: FreeDuels) -> Lane:
        foes = range(len(self.foes))
        return Lane(name, arena, [np.zeros(0, np.bool_) for _ in foes], [Tally() for _ in foes])

    def upto(self, size: int, which: Iterable[int] | None = None, told: Told | None = None) -> None:
        """Bring versions (all, or those numbered) to `size` bouts against every opponent.

        Interrupted, what is complete stays counted.
        """
        lanes = [self.lanes[at] for at in (range(len(self.lanes)) if which is None else which)]
        expected = sum(max(0, size - len(wins)) for lane in lanes for wins in lane.wins)
        waiting: deque[tuple[Lane, int, Waiting]] = deque()
        chunks, more, done = self._chunks(lanes, size), True, 0
        try:
            while more or waiting:
                while more and len(waiting) < AHEAD * self.workers.count:
                    given = next(chunks, None)
                    if given is None:
                        more = False
                    else:
                        lane, at, task, numbers = given
                        waiting.append((lane, at, self.workers.submit(task, numbers)))
                if waiting:
                    lane, at, chunk = waiting.popleft()
                    rows, seconds = chunk.result()
                    self._take(lane, at, rows, seconds)
                    done += len(rows)
                    if told is not None:
                        told(done, expected, lane.name)
        finally:
            for _, _, chunk in waiting:
                chunk.cancel()

    def _chunks(self, lanes: Sequence[Lane], size: int) -> Iterator[tuple[Lane, int, Any, Any]]:
        for at, slot in enumerate(self.slots):
            for lane in lanes:
                first = len(lane.wins[at])
                task = lane.arena.task(min(slot, self.slot), max(slot, self.slot)) if first < size else None
                while first < size:
                    ideal = int(self._rate * self.workers.seconds)
                    count = min(max(SMALLEST_CHUNK, min(LARGEST_CHUNK, ideal)), size - first)
                    yield lane, at, task, numbers_alone(self.first + first, count)
                    first += count

    def _take(self, lane: Lane, at: int, rows: NDArray[Any], seconds: float) -> None:
        self._rate = len(rows) / max(seconds, 1e-6)
        self.busy += seconds
        self.played += len(rows)
        side = int(self.slots[at] < self.slot)
        lane.wins[at] = np.concatenate([lane.wins[at], rows["winner"] == side])
        lane.counted[at] = lane.counted[at].plus(tally(rows))

    def strata(self, new: int, old: int = 0) -> list[Stratum]:
        """Every opponent's bouts that two versions both fought."""
        found = []
        for before, after in zip(self.lanes[old].wins, self.lanes[new].wins, strict=True):
            n = min(len(before), len(after))
            was, now = before[:n], after[:n]
            better, worse = int((now & ~was).sum()), int((was & ~now).sum())
            found.append(Stratum(n, int(was.sum()), int(now.sum()), better, worse))
        return found

    def difference(self, new: int, old: int = 0, z: float = Z95) -> Difference:
        """How much more often a version wins than another."""
        return difference(self.strata(new, old), z)

    def rate(self, which: int) -> float | None:
        """A version's rate of wins over all opponents."""
        wins = [won for won in self.lanes[which].wins if len(won)]
        return float(np.mean([won.mean() for won in wins])) if wins else None
