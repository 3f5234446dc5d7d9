"""Everybody's condition in each repetition of an event, and the one place where bouts are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from budosim.events.log import Held, Log, Seen
from budosim.events.plan import Plan
from budosim.events.protocols import (
    OUTCOME,
    REPLAY,
    SLOTS,
    STANDING,
    Arena,
    Conditions,
    Numbers,
    Outcomes,
    Pair,
    Stage,
)

DRAWN, NOBODY = -1, -2
"""Winners of a bout that has none: a draw; both forfeit."""

Ints = NDArray[np.int64]
Rows = NDArray[np.intp]


class Met(NamedTuple):
    """What meetings came to: winner 0 (the first named), 1, `DRAWN` or `NOBODY`, and the damage both took."""

    winner: Ints
    damage_a: Ints
    damage_b: Ints
    fought: NDArray[np.bool_]


class _Fought(NamedTuple):
    """The bouts of one call, same pairs side by side: where they stand, and what they came to.

    Fields:
        at: index of each bout among the meetings.
        taken: by field of `OUTCOME`.
        outcomes: as the arena gave them, pair by pair.
    """

    at: Rows
    before: Pair
    after: Pair
    taken: dict[str, Ints]
    outcomes: list[Outcomes]


class Field:
    """The field of an event in many repetitions, row by row.

    Fields:
        repetitions: the repetition number of each row.
        condition: by slot and row, as the arena knows them.
        dead: by slot and row.
        standing: by slot and row, what the arena is told of points.
        bouts: bouts settled so far.
    """

    def __init__(
        self,
        plan: Plan,
        arena: Arena,
        repetitions: Numbers,
        pool: Executor | None = None,
        log: Log | None = None,
    ) -> None:
        """Enter everybody fresh."""
        self.plan = plan
        self.arena = arena
        self.repetitions = repetitions
        self.log = log
        self.bouts = 0
        n, rows = plan.slots, len(repetitions)
        first = arena.fresh(0, rows)
        self.condition: Conditions = np.empty((n, rows), first.dtype)
        for slot in range(n):
            self.condition[slot] = arena.fresh(slot, rows)
        self.dead = np.zeros((n, rows), np.bool_)
        self.standing = np.zeros((n, rows), STANDING)
        self._pool = pool

    def meet(
        self,
        stage: Stage,
        number: int,
        rows: Rows,
        a: Ints,
        b: Ints,
        *,
        replay: Ints | None = None,
        blocks: Sequence[str] | None = None,
    ) -> Met:
        """Settle meeting i of slots `a[i]` and `b[i]` in row `rows[i]`; nobody is twice in a row of one call.

        All meetings of the same pair go to the arena together. The dead and the withdrawn forfeit (R-66).
        `number` is the round, `replay` marks second play-offs, `blocks` names the blocks for the log.
        """
        low, high = np.minimum(a, b), np.maximum(a, b)
        out = self.out(stage, number)
        dead_low, dead_high = out[low, rows], out[high, rows]
        winner = np.where(dead_low & dead_high, NOBODY, np.where(dead_low, 1, 0)).astype(np.int64)
        damage = np.zeros((2, len(rows)), np.int64)
        fought = ~(dead_low | dead_high)
        numbers = self.repetitions[rows]
        if replay is not None:
            numbers = numbers + replay.astype(np.uint64) * np.uint64(REPLAY)
        fights = self._fight(stage, low, high, rows, numbers, fought)
        winner[fights.at] = fights.taken["winner"]
        damage[0, fights.at], damage[1, fights.at] = fights.taken["damage_a"], fights.taken["damage_b"]
        if self.log is not None:
            seen = _seen(fights)
            for i in range(len(rows)):
                held = Held(stage, number, blocks[i] if blocks else None, int(low[i]), int(high[i]))
                self.log.met(held, int(numbers[i]), int(winner[i]), seen.get(i))
        swapped = a > b
        return Met(
            np.where(swapped & (winner >= 0), 1 - winner, winner),
            np.where(swapped, damage[1], damage[0]),
            np.where(swapped, damage[0], damage[1]),
            fought,
        )

    def out(self, stage: Stage, round_: int = 1) -> NDArray[np.bool_]:
        """Who appears no more, by slot and row: the dead, and those who have withdrawn."""
        return self.dead | self.plan.orders.gone(self.plan.slots, stage.number, round_)[:, None]

    def _fight(
        self, stage: Stage, low: Ints, high: Ints, rows: Rows, numbers: Numbers, fought: NDArray[np.bool_]
    ) -> _Fought:
        """Settle what is fought, one call of the arena for each pair, and keep what it leaves of them."""
        groups = _same(low * SLOTS + high, fought)
        at = np.concatenate(groups) if groups else np.empty(0, np.intp)
        sides = (low[at], rows[at]), (high[at], rows[at])
        before, standing = (Pair(*(kept[side] for side in sides)) for kept in (self.condition, self.standing))
        after = Pair(*(np.empty_like(side) for side in before))
        taken = {name: np.empty(len(at), np.int64) for name in OUTCOME.names or ()}
        ends = np.cumsum([len(group) for group in groups], dtype=np.intp).tolist()
        parts = [slice(end - len(group), end) for group, end in zip(groups, ends, strict=True)]
        addressed = numbers[at]

        def settle(part: slice) -> tuple[Outcomes, Pair]:
            x, y = int(sides[0][0][part.start]), int(sides[1][0][part.start])
            brought, told = (Pair(kept.a[part], kept.b[part]) for kept in (before, standing))
            return self.arena.settle(stage, x, y, addressed[part], brought, told)

        outcomes = []
        for part, (outcome, left) in zip(parts, self._mapped(settle, parts), strict=True):
            after.a[part], after.b[part] = left
            for name, values in taken.items():
                values[part] = outcome[name]
            if self.log is not None:
                outcomes.append(outcome)
        for side, worn, dead in zip(sides, after, (taken["dead_a"], taken["dead_b"]), strict=True):
            self.condition[side] = worn
            self.dead[side] = dead != 0
            self.standing["bouts"][side] += 1
        self.bouts += len(at)
        return _Fought(at, before, after, taken, outcomes)

    def heal(self, rows: Rows, slots: Ints) -> None:
        """Full recovery after league bouts (T-15); the dead stay dead unless the ruling revives them."""
        revive = self.plan.dead_in_league == "revived"
        hurt = np.full(len(rows), True) if revive else ~self.dead[slots, rows]
        for group in _same(slots, hurt):
            slot, where = int(slots[group[0]]), rows[group]
            self.condition[slot, where] = self.arena.heal(slot, self.condition[slot, where])
            self.dead[slot, where] = False
            self._mended(slot)

    def rest(self, stage: Stage, rows: Rows, slots: Ints) -> None:
        """The break after a knockout bout (T-16, T-20).

        It comes once after each of his own bouts: whoever had a bye has not fought and does not recover
        again.
        """
        for group in _same(slots, ~self.dead[slots, rows]):
            slot, where = int(slots[group[0]]), rows[group]
            before = self.condition[slot, where]
            self.condition[slot, where] = self.arena.rest(slot, before, stage, self.repetitions[where])
            self._mended(slot)

    def _mended(self, slot: int) -> None:
        if self.log is not None:
            self.log.mended(slot, self.condition[slot, 0])

    def _mapped(
        self, settle: Callable[[slice], tuple[Outcomes, Pair]], parts: Sequence[slice]
    ) -> Iterator[tuple[Outcomes, Pair]]:
        return self._pool.map(settle, parts) if self._pool is not None else map(settle, parts)


def _seen(fights: _Fought) -> dict[int, Seen]:
    """What the log wants of each bout, by its index among the meetings."""
    rows = [row for outcome in fights.outcomes for row in outcome]
    sides = (*fights.before, *fights.after)
    return {int(i): Seen(rows[k], *(side[k] for side in sides)) for k, i in enumerate(fights.at)}


def _same(keys: Ints, chosen: NDArray[np.bool_]) -> list[Rows]:
    """Where `chosen`, the indices of equal keys together, smallest key first."""
    at = np.flatnonzero(chosen)
    if not len(at):
        return []
    order = at[np.argsort(keys[at], kind="stable")]
    return list(np.split(order, np.flatnonzero(np.diff(keys[order])) + 1))
