"""`spar` and `matrix` as runs: who meets whom, played to the end or to the interruption, kept in a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from budosim.errors import BudosimError, EventError
from budosim.events.protocols import SLOTS
from budosim.events.seeds import Seed
from budosim.provenance import Difference, compare_records
from budosim.runs.folder import Stored, describe, keep_sources
from budosim.runs.series import Series, Target
from budosim.runs.series_folder import (
    MOST_ROWS,
    View,
    Writer,
    pairs_table,
    views_of_field,
    views_of_sparring,
)
from budosim.runs.told import MOST_TOLD, tell_events, told_each
from budosim.runs.warm import Notice, warm_field
from budosim.runs.workers import Cluster, Workers
from budosim.systems.gurps3.field_files import Candidate, EventField, Setting, in_order
from budosim.systems.gurps3.free import FreeDuels

if TYPE_CHECKING:
    import polars as pl

Kind = Literal["spar", "matrix"]
Progress = Callable[[float, float, str | None], None]
"""Told bouts played, bouts expected, and who meets whom."""


@dataclass(frozen=True)
class Order:
    """Who meets whom.

    Fields:
        roster: everybody in the order of the field.
        sheets, opponents: of a sparring, as slots.
    """

    kind: Kind
    roster: tuple[Candidate, ...]
    sheets: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()

    @property
    def views(self) -> list[View]:
        """The rows of pairs.parquet."""
        if self.kind == "matrix":
            return views_of_field(len(self.roster))
        return views_of_sparring(self.sheets, self.opponents)

    @property
    def ids(self) -> list[str]:
        """Everybody's id by slot."""
        return [one.id for one in self.roster]


def sparring(sheets: Sequence[Candidate], opponents: Sequence[Candidate]) -> Order:
    """Each sheet against each opponent; a file that is both is one fighter."""
    everybody = {one.path.resolve(): one for one in (*opponents, *sheets)}
    roster = tuple(sorted(everybody.values(), key=lambda one: in_order(one.path)))
    slots = {one.path.resolve(): at for at, one in enumerate(roster)}
    _fits(roster)
    return Order(
        "spar",
        roster,
        tuple(slots[one.path.resolve()] for one in sheets),
        tuple(slots[one.path.resolve()] for one in opponents),
    )


def everybody(roster: Sequence[Candidate]) -> Order:
    """Everybody against everybody."""
    if len(roster) < 2:
        raise EventError(
            f"{len(roster)} sheet(s): a matrix needs at least two",
            f"シートが {len(roster)} 件です。総当たりには２件以上が必要です",
        )
    _fits(roster)
    return Order("matrix", tuple(roster))


def _fits(roster: Sequence[Candidate]) -> None:
    if len(roster) > SLOTS:
        raise EventError(
            f"{len(roster)} sheets: at most {SLOTS} meet in one run",
            f"シートが {len(roster)} 件あります。一度に {SLOTS} 件までです",
        )


class Lab:
    """One run of free bouts.

    Fields:
        rows: whether single bouts are kept in the folder.
        complete: whether every match reached its target.
    """

    def __init__(
        self,
        order: Order,
        seed: Seed,
        setting: Setting,
        target: Target,
        *,
        jobs: int,
        folder: Path | None = None,
        rows: bool = True,
        chunk: int | None = None,
        told: int | None = 0,
        workers: Workers | None = None,
    ) -> None:
        """A run that has not begun; without a folder nothing is written.

        `told` bouts a pair are heard by the talking core for events.parquet; None = as many as take seconds.
        """
        self.order = order
        self.seed = seed
        self.setting = setting
        self.target = target
        self.folder = folder
        self.complete = False
        self.seconds = 0.0
        self.views = order.views
        matches = list(dict.fromkeys(view.match for view in self.views))
        self.expected = target.expected(len(matches))
        self.rows = rows and self.expected <= MOST_ROWS
        arena = FreeDuels([one.fighter for one in order.roster], seed.number, setting)
        self.series = Series(arena, matches, target, jobs, chunk, workers=workers)
        self.told = told_each(len(matches)) if told is None else min(told, MOST_TOLD)
        self.writer: Writer | None = None
        if folder is not None:
            self.writer = Writer(folder, self.series, order.ids, rows=self.rows)
            self.series.sink = self.writer.take

    def play(self, notice: Notice, progress: Progress | None = None, *, resume: bool = False) -> None:
        """Play to the end; interrupted, what is complete is written so that the run can be gone on with."""
        if self.folder is not None and self.writer is not None:
            keep_sources(self.folder, self.setting, self.order.roster)
            if resume:
                self.writer.resume()
            self._describe()
        self._warm(notice)
        began = time.perf_counter()
        try:
            for match in self.series.play():
                if progress is not None:
                    names = [self.order.roster[slot].name for slot in (match.a, match.b)]
                    progress(self.series.bouts, max(self.expected, self.series.bouts), " － ".join(names))
            self.seconds = time.perf_counter() - began
            self._tell(notice)
            self.complete = True
        finally:
            self.seconds = self.seconds or time.perf_counter() - began
            self._write()

    def _warm(self, notice: Notice) -> None:
        arena, last = self.series.arena, len(self.order.roster) - 1
        workers = self.series.workers
        if isinstance(workers, Cluster):
            workers.warm(arena.task(0, last))
        else:
            warm_field(arena, notice)

    def _tell(self, notice: Notice) -> None:
        """Hear the first bouts of every pair and keep their attacks."""
        if self.folder is None or not self.told:
            return
        tell_events(self.folder, self.series, self.told, notice)

    @property
    def pairs(self) -> pl.DataFrame:
        """The pairs so far."""
        return pairs_table(self.views, self.series.done, self.order.ids)

    @property
    def entrants(self) -> pl.DataFrame:
        """The entrants with their records."""
        from budosim.runs.official import entrant_rows
        from budosim.study.frames import entrants_frame

        field = EventField(self.setting, self.order.roster, ())
        return entrants_frame(entrant_rows(field), pairs_table(self._met(), self.series.done, self.order.ids))

    def _met(self) -> list[View]:
        """Each match once, for counts over everybody's bouts."""
        return [View(match) for match in self.series.matches]

    def _write(self) -> None:
        if self.folder is None or self.writer is None:
            return
        from budosim.study.frames import write_frames

        self.writer.save()
        write_frames(self.folder, {"pairs": self.pairs, "entrants": self.entrants})
        if self.complete:
            self.writer.bouts()
        self._describe()

    def _describe(self) -> None:
        if self.folder is None:
            return
        ids = self.order.ids
        describe(
            self.folder,
            self.order.kind,
            self.seed,
            self.setting,
            self.order.roster,
            n=self.target.n or 0,
            wall_seconds=self.seconds or None,
            bouts=self.series.bouts,
            more={
                "complete": self.complete,
                "precision": self.target.precision,
                "single_bouts": self.rows,
                "told": self.told,
                "core_seconds": round(self.series.busy, 3),
                "sheets": [ids[slot] for slot in self.order.sheets],
                "opponents": [ids[slot] for slot in self.order.opponents],
            },
        )


def order_of(manifest: Mapping[str, Any], roster: Sequence[Candidate]) -> Order:
    """Who met whom in a stored run."""
    if manifest["kind"] == "matrix":
        return everybody(roster)
    slots = {one.id: at for at, one in enumerate(roster)}
    try:
        return Order(
            "spar",
            tuple(roster),
            tuple(slots[id_] for id_ in manifest["sheets"]),
            tuple(slots[id_] for id_ in manifest["opponents"]),
        )
    except KeyError as error:
        raise EventError(
            f"manifest.json names {error} among those who met, but not among the entrants",
            f"manifest.json の対戦者 {error} が参加者の中にありません",
        ) from error


def verify(stored: Stored, notice: Notice, progress: Progress, jobs: int) -> list[Difference]:
    """Play a stored run again and compare pairs and bouts."""
    import tempfile

    from budosim.study.frames import read_frame

    unfit = [one.path.name for one in stored.candidates if not one.understood]
    if unfit:
        return [Difference(name, "pattern", "understood", "refused") for name in unfit]
    manifest = stored.manifest
    target = Target(int(manifest["n"]) or None, manifest.get("precision"))
    rows = bool(manifest.get("single_bouts"))
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / "again"
        folder.mkdir()
        lab = Lab(
            order_of(manifest, stored.candidates),
            stored.seed,
            stored.setting,
            target,
            jobs=jobs,
            folder=folder,
            rows=rows,
            told=int(manifest.get("told") or 0),
        )
        lab.play(notice, progress)
        found: list[Difference] = []
        for name in ("pairs", "entrants", *(("bouts",) if rows else ()), *(("events",) if lab.told else ())):
            then, now = read_frame(stored.folder, name), read_frame(folder, name)
            if now is None:
                raise BudosimError(f"{name}.parquet was not written", f"{name}.parquet を書けませんでした")
            if then is None or not then.equals(now):
                found += compare_records({name: [] if then is None else then.to_dicts()}, {name: now.to_dicts()})
    return found
