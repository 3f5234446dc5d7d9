"""Pairs as a grid of rows against columns, in an order that shows something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor

import polars as pl

from budosim.study.rates import Interval, Record, record, rounded

FEW = 10
"""Below this many bouts a cell shows counts instead of a percentage."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All bouts of one row against one column, as the row counts them."""

    record: Record

    @property
    def n(self) -> int:
        """Bouts."""
        return self.record.n

    @property
    def wins(self) -> int:
        """Bouts the row won."""
        return self.record.wins

    @property
    def losses(self) -> int:
        """Bouts the column won."""
        return self.record.losses

    @property
    def rate(self) -> float | None:
        """The row's wins of all bouts."""
        return self.record.rate

    @property
    def interval(self) -> Interval:
        """The interval of the rate."""
        return self.record.interval

    def text(self) -> str:
        """What the cell shows: a mark for one bout, counts for few, a percentage for many.

        None of many is "below 3/n", and all of them above 1 - 3/n.
        """
        if self.n == 1:
            return "○" if self.wins else "●" if self.losses else "△"
        if self.n < FEW:
            return f"{self.wins}/{self.n}"
        if self.wins == 0:
            return f"<{ceil(300 / self.n)}"
        if self.wins == self.n:
            return f">{floor(100 - 300 / self.n)}"
        percent = rounded(100 * self.wins / self.n)
        return "<1" if percent == 0 else ">99" if percent == 100 else f"{percent:.0f}"


@dataclass(frozen=True)
class Grid:
    """A grid.

    Fields:
        rows: ids from the top.
        columns: ids from the left.
        cells: by row and column, where there were bouts.
        edges: after how many rows a group ends, the last one left out.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[int, int], Cell]
    edges: tuple[int, ...] = ()

    @property
    def few(self) -> bool:
        """Whether every pair met so seldom that counts say more than percentages."""
        return all(cell.n < FEW for cell in self.cells.values())


def records_of(pairs: pl.DataFrame) -> dict[tuple[str, str], Record]:
    """Everybody's record against everybody he met, both ways round.

    Where a pair has a row for each side they are two views of the same bouts, and are not added up.
    """
    counts = pairs.select("a", "b", "wins_a", "draws", "wins_b", "n")
    found = {(a, b): record(wins, draws, losses, n) for a, b, wins, draws, losses, n in counts.iter_rows()}
    turned = {(b, a): met.turned() for (a, b), met in found.items() if (b, a) not in found}
    return found | turned


def strength(records: Mapping[tuple[str, str], Record]) -> dict[str, float]:
    """The mean share each takes from his opponents, a draw being half; every opponent counts the same."""
    shares: dict[str, list[float]] = {}
    for (one, _), met in records.items():
        mine = shares.setdefault(one, [])
        if met.n:
            mine.append((met.wins + met.draws / 2) / met.n)
    return {one: sum(mine) / len(mine) if mine else 0.5 for one, mine in shares.items()}


def by_strength(records: Mapping[tuple[str, str], Record]) -> list[str]:
    """Everybody, strongest first; equals by id."""
    known = strength(records)
    return sorted(known, key=lambda one: (-known[one], one))


def grid_of(
    pairs: pl.DataFrame, groups: Sequence[Sequence[str]] | None = None, *, apart: bool = False
) -> Grid:
    """The grid of a frame of pairs, strongest first or in the order of `groups`.

    Rows are side a and columns side b where nobody is on both sides, and always when `apart`.
    """
    records = records_of(pairs)
    edges: tuple[int, ...] = ()
    if groups is None:
        order = by_strength(records)
        side_a, side_b = set(pairs["a"]), set(pairs["b"])
        apart = apart or not side_a & side_b
        rows = [one for one in order if one in side_a] if apart else order
        columns = [one for one in order if one in side_b] if apart else order
    else:
        rows = columns = [one for group in groups for one in group]
        edges = tuple(accumulate(len(group) for group in groups))[:-1]
    cells = {
        (i, j): Cell(records[row, column])
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
        if (row, column) in records and row != column
    }
    return Grid(tuple(rows), tuple(columns), cells, edges)
