"""The result folder of `spar` and `matrix`: bouts streamed to disk, counts kept so that a run can go on."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from budosim.errors import EventError
from budosim.files import read_json, replacing, write_json
from budosim.runs.series import Match, Rows, Series
from budosim.study.frames import ENDING, bouts_frame, pairs_of
from budosim.systems.gurps3.arena import ENDINGS
from budosim.systems.gurps3.free import Numbers, Tally
from budosim.systems.gurps3.rules import RULES_VERSION

COUNTS = "counts.json"
PARTS = "parts"
PART_ROWS = 50_000
"""Bouts held in memory before they go to disk, and the counts with them."""
GROUP = 50_000
"""Rows of a group in the file: joining the parts holds a few groups in memory."""
MOST_ROWS = 2_000_000
"""Bouts up to which every one is written down unless somebody asks for counts only."""


@dataclass(frozen=True)
class View:
    """A row of pairs.parquet: a match, perhaps seen from its other side."""

    match: Match
    turned: bool = False

    def tally(self, counted: Tally) -> Tally:
        """The counts from this side."""
        if not self.turned:
            return counted
        return replace(counted, wins_a=counted.wins_b, wins_b=counted.wins_a)


def pairs_table(views: Sequence[View], done: Mapping[Match, Tally], ids: Sequence[str]) -> pl.DataFrame:
    """The pairs as pairs.parquet holds them."""
    rows = []
    for view in views:
        counted = view.tally(done.get(view.match, Tally()))
        a, b = view.match.a, view.match.b
        rows.append(
            {
                "a": ids[b if view.turned else a],
                "b": ids[a if view.turned else b],
                "n": counted.n,
                "wins_a": counted.wins_a,
                "draws": counted.draws,
                "wins_b": counted.wins_b,
                "n_first": counted.n,
                "wins_first": counted.first,
                "n_turns": counted.n,
                "turns": counted.turns,
                **{ENDING + name: counted.endings.get(name, 0) for name in ENDINGS if name != "none"},
            }
        )
    return pairs_of(pl.DataFrame(rows))


class Writer:
    """Takes the chunks of a series and keeps them on disk, part by part, in the order of the bouts."""

    def __init__(self, folder: Path, series: Series, ids: Sequence[str], *, rows: bool) -> None:
        """`rows`: whether single bouts are kept beside the counts."""
        self.folder = folder
        self.series = series
        self.ids = ids
        self.rows = rows
        self.parts = 0
        self._held: list[tuple[Match, Numbers, Rows]] = []
        self._waiting = 0

    def take(self, match: Match, numbers: Numbers, rows: Rows) -> None:
        """A chunk of a match that is counted already."""
        if not self.rows:
            return
        self._held.append((match, numbers, rows))
        self._waiting += len(rows)
        if self._waiting >= PART_ROWS:
            self.save()

    def save(self) -> None:
        """Everything played so far, so that a run that ends here can be gone on with."""
        if self._held:
            with replacing(self.folder / PARTS / f"{self.parts:08d}.parquet") as target:
                self._frame().write_parquet(target, compression="zstd")
            self.parts += 1
            self._held, self._waiting = [], 0
        goals = self.series.goals
        counted = [{**_counted(match, one), "goal": goals.get(match, one.n)} for match, one in self.series.done.items()]
        write_json(self.folder / COUNTS, {"parts": self.parts, "done": counted})

    def resume(self) -> None:
        """Go on where a run ended: its counts, and the parts that were complete by then."""
        path = self.folder / COUNTS
        if path.is_file():
            self._read(path)
        for part in (self.folder / PARTS).glob("*.parquet"):
            if int(part.stem) >= self.parts:
                part.unlink()

    def _read(self, path: Path) -> None:
        known = {(match.a, match.b): match for match in self.series.matches}
        try:
            kept = read_json(path)
            for row in kept["done"]:
                counted = {name: row[name] for name in Tally.__dataclass_fields__}
                match = known[row["a"], row["b"]]
                self.series.done[match], self.series.goals[match] = Tally(**counted), int(row["goal"])
            self.parts = int(kept["parts"])
        except (KeyError, TypeError, ValueError) as error:
            raise EventError(f"{path} does not fit this run: {error}", f"{path} はこの実行と合いません") from error

    def bouts(self) -> None:
        """Join the parts into bouts.parquet, without holding them all in memory."""
        parts = sorted((self.folder / PARTS).glob("*.parquet"))
        if parts:
            with replacing(self.folder / "bouts.parquet") as target:
                pl.scan_parquet(parts).sink_parquet(target, compression="zstd", row_group_size=GROUP)
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        (self.folder / COUNTS).unlink(missing_ok=True)

    def _frame(self) -> pl.DataFrame:
        """What is held, as rows of bouts.parquet."""
        rows = np.concatenate([chunk for _, _, chunk in self._held])
        sides = {
            side: pl.concat(
                [pl.repeat(self.ids[getattr(match, side)], len(chunk), eager=True) for match, _, chunk in self._held]
            )
            for side in ("a", "b")
        }
        return bouts_frame(
            {
                "bout": np.concatenate([numbers for _, numbers, _ in self._held]),
                **sides,
                **{name: rows[name] for name in rows.dtype.names or ()},
            },
            seed=self.series.arena.seed,
            rules_version=RULES_VERSION,
            endings=ENDINGS,
        )


def _counted(match: Match, counted: Tally) -> dict[str, Any]:
    return {
        "a": match.a,
        "b": match.b,
        **{name: getattr(counted, name) for name in Tally.__dataclass_fields__},
    }


def views_of_field(slots: int) -> list[View]:
    """Everybody against everybody, each pair once."""
    return [View(Match(a, b)) for a in range(slots) for b in range(a + 1, slots)]


def views_of_sparring(sheets: Iterable[int], opponents: Sequence[int]) -> list[View]:
    """Each sheet against each opponent, seen from the sheet; the lower slot is side a of the bouts."""
    return [View(Match(min(me, foe), max(me, foe), alone=True), turned=me > foe) for me in sheets for foe in opponents]
