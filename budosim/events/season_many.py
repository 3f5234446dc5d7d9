"""A season played many times: whole columns of seasons at once, each addressed by its number.

Season 17 of a run of twenty is season 17 of a run of a million: its draws come from the seed, the meeting's
number and its own number, never from the size of a batch or the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from budosim.events import draws as plain
from budosim.events.lots import keys_of, mix
from budosim.events.season import Law, Season, room

BATCH = 10_000
TIE = (1 << 17) - 1
"""Names the draw that parts sides level at the end; no meeting has this number."""
_HALF = np.uint64(32)

Column: TypeAlias = NDArray[np.int32]
Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Many:
    """Counts over many seasons; counts of two runs of the same season add up.

    Fields:
        n: how many seasons.
        titles: seasons a side won alone, after the tie-break chain.
        shared: seasons a side shared the title.
        sole: seasons a side had most points alone.
        tied: by the size of the tie (column k: k sides), seasons a side was level with others at the top.
        places: place by points (column 0: first, level ones sharing the better place).
        total, square: sum of points and of their squares.
        points: how often a side ended with so many points.
        clinched: by round, seasons a side's first place became certain in it.
        magic: by round, sum of the magic numbers after it, over the seasons then still open.
        open: by round, seasons still open after it.
    """

    n: int
    titles: Counts
    shared: Counts
    sole: Counts
    tied: Counts
    places: Counts
    total: Counts
    square: Counts
    points: Counts
    clinched: Counts
    magic: Counts
    open: Counts

    def plus(self, other: Many) -> Many:
        """Both runs together."""
        return Many(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def play_many(
    season: Season,
    seed: int,
    n: int,
    *,
    first: int = 0,
    batch: int = BATCH,
    jobs: int = 1,
    done: Callable[[int], None] | None = None,
) -> Many:
    """Seasons number `first` … `first + n - 1`."""
    starts = range(first, first + n, batch)

    def part(start: int) -> Many:
        stop = min(start + batch, first + n)
        return _batch(season, seed, np.arange(start, stop, dtype=np.uint64))

    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        whole: Many | None = None
        for made in pool.map(part, starts):
            whole = made if whole is None else whole.plus(made)
            if done is not None:
                done(whole.n)
    if whole is None:
        raise ValueError(f"{n} seasons: play at least one")
    return whole


class _Columns:
    """How things stand in every season of a batch; each row of an array is one side."""

    def __init__(self, season: Season, n: int) -> None:
        start = season.start
        self.points = _spread(start.points, n)
        self.carry = _spread(start.carry, n)
        self.faults = _spread(start.faults, n)
        self.against = np.stack([_spread(row, n) for row in start.against])
        self.live = np.ones(n, np.bool_)


def _spread(row: tuple[int, ...], n: int) -> Column:
    return np.repeat(np.array(row, np.int32)[:, None], n, axis=1)


def _batch(season: Season, seed: int, numbers: NDArray[np.uint64]) -> Many:
    n, sides = len(numbers), season.sides
    now = _Columns(season, n)
    rounds = season.rounds
    clinched = np.zeros((len(rounds), sides), np.int64)
    magic = np.zeros((len(rounds), sides), np.int64)
    still = np.zeros(len(rounds), np.int64)
    for at, law in enumerate(season.laws):
        _hold(season, law, now, keys_of(seed, plain.Purpose.SEASON, law.meeting.number, numbers))
        lacking = _magic(season, now, at)
        week = rounds.index(law.meeting.round)
        certain = (lacking <= 0) & now.live
        clinched[week] += certain.sum(axis=1)
        now.live &= ~certain.any(axis=0)
        last = at + 1 == len(season.laws) or season.laws[at + 1].meeting.round != law.meeting.round
        if last:
            magic[week] = (np.maximum(lacking, 0) * now.live).sum(axis=1)
            still[week] = now.live.sum()
    return _counted(season, seed, numbers, now, clinched, magic, still)


def _hold(season: Season, law: Law, now: _Columns, keys: NDArray[np.uint64]) -> None:
    """One meeting in every season that is still open."""
    if law.meeting.number in season.lapses:
        now.carry[:] = 0
    outcome = _drawn(law.weights, keys, 0)
    sides = law.meeting.sides
    for i, side in enumerate(sides):
        net = np.array([row[i] for row in law.points], np.int32)[outcome]
        faults = np.array([row[i] for row in law.faults], np.int32)[outcome]
        if len(law.demerits[i]) > 1:
            new = _drawn(law.demerits[i], keys, 1 + i).astype(np.int32)
            net, now.carry[side] = _settled(season, net, now.carry[side] + new, now.carry[side], now.live)
            faults = faults + new
        now.points[side] += net * now.live
        now.faults[side] += faults * now.live
        if len(sides) == 2:
            now.against[side, sides[1 - i]] += net * now.live


def _settled(
    season: Season, base: Column, total: Column, before: Column, live: NDArray[np.bool_]
) -> tuple[Column, Column]:
    """`Demerits.settle` of every season; what is over carries on as it was."""
    rule = season.demerits
    bundles = total // np.int32(rule.per)
    if rule.kept:
        bundles = np.minimum(bundles, -(-base // np.int32(rule.cost)))
    net = np.maximum(base - bundles * np.int32(rule.cost), 0)
    return net, np.where(live, total - bundles * np.int32(rule.per), before)


def _drawn(weights: tuple[int, ...], keys: NDArray[np.uint64], k: int) -> NDArray[np.intp]:
    """Which of the weighted things word `k` of each key means."""
    if len(weights) == 1:
        return np.zeros(len(keys), np.intp)
    words = mix(keys + np.uint64(k * plain.GOLDEN & plain.WORD)) >> _HALF
    drawn = np.zeros(len(keys), np.int8)
    for bound in np.cumsum(np.array(weights[:-1], np.uint64)):
        drawn += words >= bound
    return drawn.astype(np.intp)


def _magic(season: Season, now: _Columns, at: int) -> Column:
    """The magic numbers after meeting `at`; below 1 means certain."""
    most, least = room(season.sides, (law.meeting for law in season.laws[at + 1 :]))
    best = now.points + np.array(most, np.int32)[:, None]
    lacking = np.empty_like(now.points)
    for side in range(season.sides):
        rivals = np.delete(best, side, axis=0).max(axis=0)
        lacking[side] = rivals - now.points[side] - least[side] + 1
    return lacking


def _counted(
    season: Season,
    seed: int,
    numbers: NDArray[np.uint64],
    now: _Columns,
    clinched: Counts,
    magic: Counts,
    still: Counts,
) -> Many:
    sides, points = season.sides, now.points
    top = points == points.max(axis=0)
    size = top.sum(axis=0)
    first = _parted(season, seed, numbers, now, top.copy())
    winners = first.sum(axis=0)
    tied = np.zeros((sides, sides + 1), np.int64)
    places = np.zeros((sides, sides), np.int64)
    most = max(int(points.max()) + 1, 1)
    spread = np.zeros((sides, _ceiling(season)), np.int64)
    for side in range(sides):
        for k in range(2, sides + 1):
            tied[side, k] = (top[side] & (size == k)).sum()
        place = (points > points[side]).sum(axis=0)
        places[side] = np.bincount(place, minlength=sides)[:sides]
        spread[side, :most] = np.bincount(points[side], minlength=most)
    wide = points.astype(np.int64)
    return Many(
        len(numbers),
        (first & (winners == 1)).sum(axis=1),
        (first & (winners > 1)).sum(axis=1),
        (top & (size == 1)).sum(axis=1),
        tied,
        places,
        wide.sum(axis=1),
        (wide * wide).sum(axis=1),
        spread,
        clinched,
        magic,
        still,
    )


def _ceiling(season: Season) -> int:
    """One more than any side can have at the end."""
    return 1 + max(season.start.points) + sum(max(map(max, law.points)) for law in season.laws)


def _parted(
    season: Season, seed: int, numbers: NDArray[np.uint64], now: _Columns, first: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Who is first after the chain: of the level ones at the top, those no criterion sets behind another."""
    rows = np.flatnonzero(first.sum(axis=0) > 1)
    if not len(rows):
        return first
    level = first[:, rows]
    against, faults = now.against[:, :, rows], now.faults[:, rows]
    for _ in range(season.sides - 1):
        for criterion in season.chain:
            # Whoever separates leaves, and the chain starts again: the first criterion is asked until it is silent.
            for _ in range(season.sides - 1):
                value = _value(criterion, level, against, faults)
                level &= value == np.where(level, value, np.iinfo(np.int32).min).max(axis=0)
    if season.last == "draw":
        level = _one_of(level, keys_of(seed, plain.Purpose.SEASON, TIE, numbers[rows]))
    first[:, rows] = level
    return first


def _value(criterion: str, level: NDArray[np.bool_], against: Column, faults: Column) -> Column:
    if criterion == "faults":
        return -faults
    taken: Any = (against * level[None, :, :]).sum(axis=1, dtype=np.int32)
    return np.asarray(taken, np.int32)


def _one_of(level: NDArray[np.bool_], keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """One of the level ones, each as likely; a word is drawn only where there are several."""
    size = level.sum(axis=0).astype(np.uint64)
    at = (((mix(keys) >> _HALF) * size) >> _HALF).astype(np.int64)
    nth: NDArray[np.bool_] = np.cumsum(level, axis=0) - 1 == at
    return level & nth
