"""The talking subsample of a run: the first bouts of every pair, heard attack by attack."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

from budosim.files import replacing
from budosim.runs.series import Series
from budosim.runs.warm import Notice, warm_up
from budosim.study.attacks import MOST_TOLD, attack_rows
from budosim.systems.gurps3.attacks_heard import told_attacks

ALL, FEWEST, MOST_EACH = 3000, 5, 200
"""Bouts heard in all where nobody says how many, and the least and the most of one pair: some seconds' work."""
TOGETHER = 4096
"""Attacks that go to disk at once."""
ROOM = "events.parts"


def told_each(pairs: int) -> int:
    """How many bouts of each of so many pairs are heard when nobody says.

    >>> told_each(1), told_each(190), told_each(500)
    (200, 15, 6)
    """
    return max(FEWEST, min(MOST_EACH, ALL // max(1, pairs)))


def tell_events(folder: Path, series: Series, each: int, notice: Notice) -> None:
    """Write events.parquet: the attacks of the first `each` bouts of every match of a series.

    They go to disk part by part, so that however many they are memory is not.
    """
    import polars as pl

    from budosim.study.frames import attacks_frame, write_frames

    arena, matches = series.arena, [match for match in series.matches if series.tally(match).n]
    if not matches:
        write_frames(folder, {"events": attacks_frame([])})
        return
    first = matches[0]
    opening = partial(told_attacks, arena, first.a, first.b, first.numbers(0, 1))
    warm_up(lambda: next(opening()), notice, talking=True, magic=arena.magical)
    room, parts, rows = folder / ROOM, list[Path](), list[dict[str, Any]]()

    def keep() -> None:
        parts.append(room / f"{len(parts):06d}.parquet")
        with replacing(parts[-1]) as target:
            attacks_frame(rows).write_parquet(target)
        rows.clear()

    try:
        for match in matches:
            numbers = match.numbers(0, min(each, series.tally(match).n))
            for told in told_attacks(arena, match.a, match.b, numbers):
                rows += attack_rows(told)
                if len(rows) >= TOGETHER:
                    keep()
        keep()
        with replacing(folder / "events.parquet") as target:
            heard = pl.scan_parquet(parts)
            heard.sink_parquet(target, compression="zstd", maintain_order=True, row_group_size=TOGETHER)
    finally:
        shutil.rmtree(room, ignore_errors=True)


__all__ = ["MOST_TOLD", "tell_events", "told_each"]
