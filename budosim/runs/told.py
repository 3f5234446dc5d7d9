"""The talking subsample of a run: the first bouts of every pair, heard attack by attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budosim.runs.series import Series
from budosim.runs.warm import Notice, warm_up
from budosim.study.attacks import MOST_TOLD, attack_rows
from budosim.systems.gurps3.attacks_heard import told_attacks

if TYPE_CHECKING:
    import polars as pl

ALL, FEWEST, MOST_EACH = 4000, 10, 200
"""Bouts heard in all where nobody says how many, and the least and the most of one pair: some seconds' work."""


def told_each(pairs: int) -> int:
    """How many bouts of each of so many pairs are heard when nobody says.

    >>> told_each(1), told_each(190), told_each(500)
    (200, 21, 10)
    """
    return max(FEWEST, min(MOST_EACH, ALL // max(1, pairs)))


def events_of(series: Series, each: int, notice: Notice) -> pl.DataFrame:
    """The attacks of the first `each` bouts of every match of a series, as events.parquet holds them."""
    import polars as pl

    from budosim.study.frames import events_frame

    arena, matches = series.arena, [match for match in series.matches if series.tally(match).n]
    if not matches:
        return events_frame([])
    first = matches[0]
    warm_up(lambda: next(told_attacks(arena, first.a, first.b, first.numbers(0, 1))), notice, talking=True)
    frames = []
    for match in matches:
        numbers = match.numbers(0, min(each, series.tally(match).n))
        rows = [row for told in told_attacks(arena, match.a, match.b, numbers) for row in attack_rows(told)]
        frames.append(events_frame(rows))
    return pl.concat(frames)


__all__ = ["MOST_TOLD", "events_of", "told_each"]
