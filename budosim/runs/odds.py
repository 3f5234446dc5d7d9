"""The whole event many times: chances of everybody, in chunks that can be interrupted and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from budosim.errors import EventError
from budosim.events.play import forecast as play_forecast
from budosim.events.protocols import MOST_REPETITIONS
from budosim.events.result import Forecast
from budosim.events.seeds import Seed
from budosim.files import read_json, write_json
from budosim.provenance import Difference, compare_records
from budosim.runs.draws_help import DrawsHelp
from budosim.runs.folder import Stored, describe, keep_sources
from budosim.runs.odds_far import FarParts
from budosim.runs.target import Target
from budosim.runs.warm import Notice, warm_field
from budosim.runs.workers import Cluster
from budosim.study.looks import looks
from budosim.study.rates import forecast_rows, wilson
from budosim.systems.gurps3.arena import Duels
from budosim.systems.gurps3.cup import plan_of
from budosim.systems.gurps3.field_files import EventField
from budosim.systems.gurps3.free import FreeDuels

if TYPE_CHECKING:
    import polars as pl

DEFAULT_N = 10_000
STATE = "forecast.json"
CHUNK = 5_000
"""Repetitions between two looks at the clock and at the keyboard; they change nothing in the result."""
SAVE_SECONDS = 10.0
FIRST_SIZE = 250
"""Repetitions before a precision is looked at first."""
COUNTS = ("left_block", "reached", "titles", "deaths")

Progress = Callable[[float, float, str | None], None]


class Odds:
    """A forecast that can be interrupted and gone on with.

    Fields:
        total: everything played so far; None before the first chunk.
        complete: whether the target was reached.
    """

    def __init__(
        self,
        field: EventField,
        seed: Seed,
        target: Target,
        *,
        jobs: int,
        folder: Path | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        """A forecast of a field whose every candidate is accepted; over threads, or the workers of a cluster."""
        self.field = field
        self.seed = seed
        self.target = target
        self.jobs = jobs
        self.folder = folder
        self.plan = plan_of(field)
        self.total: Forecast | None = None
        self.complete = False
        self.seconds = 0.0
        setting = field.setting
        self.fighters = [candidate.fighter for candidate in field.candidates]
        self.arena = Duels(self.fighters, seed.number, setting.rulings, setting.regulation)
        self.arena.one_core = False
        self.draws = DrawsHelp(self.plan, seed.number)
        self.cluster = cluster
        self.far = None if cluster is None else FarParts(self.plan, self.arena, seed.number, cluster)

    def play(self, notice: Notice, progress: Progress | None = None, *, resume: bool = False) -> None:
        """Play to the target; interrupted, what is complete stays and is written."""
        if self.folder is not None:
            keep_sources(self.folder, self.field.setting, self.field.candidates)
            if resume:
                self._resume(self.folder / STATE)
            self._write()
        if self.cluster is not None:
            self.cluster.warm(FreeDuels(self.fighters[:2], self.seed.number, self.field.setting).task(0, 1))
        else:
            warm_field(FreeDuels(self.fighters, self.seed.number, self.field.setting), notice)
        began = saved = time.perf_counter()
        try:
            while (size := self._next_size()) is not None:
                while self.n < size:
                    self._chunk(min(CHUNK, size - self.n), size, progress)
                    if time.perf_counter() - saved > SAVE_SECONDS:
                        self._save()
                        saved = time.perf_counter()
            self.complete = True
        finally:
            self.seconds = time.perf_counter() - began
            self._write()

    @property
    def n(self) -> int:
        """Repetitions played."""
        return 0 if self.total is None else self.total.n

    def entrants(self) -> list[dict[str, Any]]:
        """A row per entrant: the chances with their intervals (contract §7), most likely champion first."""
        if self.total is None:
            return []
        rows = forecast_rows(self.total.entrants())
        for row, candidate in zip(rows, self.field.candidates, strict=True):
            row["name"] = candidate.name
        return sorted(rows, key=lambda row: (-row["titles"], -row["block"], row["id"]))

    def widest(self) -> float:
        """Half the width of the widest interval so far."""
        if self.total is None:
            return 1.0
        widths = [0.0]
        for row in self.total.entrants():
            for count in (row["block"], *row["rounds"], row["titles"]):
                lo, hi = wilson(count, self.total.n)
                if lo is not None and hi is not None:
                    widths.append((hi - lo) / 2)
        return max(widths)

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables of the result folder."""
        from budosim.runs.official import entrant_rows
        from budosim.study import frames

        rows = [] if self.total is None else self.total.entrants()
        return {
            "forecast": frames.forecast_frame(rows, [stage.id for stage in self.plan.rounds]),
            "entrants": frames.entrants_frame(entrant_rows(self.field)),
            **({"draws_help": self.draws.frame()} if self.draws.known else {}),
        }

    def _next_size(self) -> int | None:
        """The repetitions there are to be; a precision is looked at only after fixed sizes."""
        if self.target.precision is None:
            n = min(self.target.n or DEFAULT_N, MOST_REPETITIONS)
            return n if self.n < n else None
        for size in looks(self.target.precision, FIRST_SIZE):
            if self.n < size:
                return min(size, MOST_REPETITIONS)
            if self.n == size and self.widest() <= self.target.precision:
                return None
        return None

    def _chunk(self, count: int, size: int, progress: Progress | None) -> None:
        done = self.n
        if self.far is not None:

            def take(made: Forecast, draws: DrawsHelp) -> None:
                self._add(made)
                self.draws.add(draws)
                if progress is not None:
                    progress(self.n, size, None)

            self.far.play(done, count, take)
            return

        def told(part: int, _: int) -> None:
            if progress is not None:
                progress(done + part, size, None)

        made = play_forecast(
            self.plan, self.arena, count, self.seed.number, told, first=done, jobs=self.jobs, chunk=count,
            seen=self.draws.take,
        )
        self._add(made)

    def _add(self, made: Forecast) -> None:
        self.total = made if self.total is None else self.total.plus(made)

    def _save(self) -> None:
        if self.folder is not None and self.total is not None:
            kept = {name: getattr(self.total, name).tolist() for name in COUNTS}
            plain = {"n": self.total.n, "vacant": self.total.vacant, "bouts": self.total.bouts}
            write_json(self.folder / STATE, {**plain, **kept, "draws": self.draws.row()})

    def _resume(self, path: Path) -> None:
        if not path.is_file():
            return
        try:
            kept = read_json(path)
            counts = {name: np.array(kept[name], np.int64) for name in COUNTS}
            n, vacant, bouts = (int(kept[name]) for name in ("n", "vacant", "bouts"))
        except (KeyError, TypeError, ValueError) as error:
            raise EventError(f"{path} does not fit this run: {error}", f"{path} はこの実行と合いません") from error
        if counts["reached"].shape != (len(self.plan.rounds), self.plan.slots):
            raise EventError(f"{path} is of another event", f"{path} は別の大会のものです")
        self.draws.restore(kept.get("draws"))
        self.total = Forecast(
            plan=self.plan,
            seed=self.seed.number,
            first=0,
            n=n,
            left_block=counts["left_block"],
            reached=counts["reached"],
            titles=counts["titles"],
            vacant=vacant,
            deaths=counts["deaths"],
            bouts=bouts,
            asked=n,
        )

    def _write(self) -> None:
        if self.folder is None:
            return
        from budosim.study.frames import write_frames

        self._save()
        write_frames(self.folder, self.frames())
        describe(
            self.folder,
            "forecast",
            self.seed,
            self.field.setting,
            self.field.candidates,
            n=self.n,
            wall_seconds=self.seconds or None,
            bouts=None if self.total is None else self.total.bouts,
            more={
                "complete": self.complete,
                "asked": self.target.n,
                "precision": self.target.precision,
                "vacant": None if self.total is None else self.total.vacant,
            },
        )


def verify(stored: Stored, notice: Notice, progress: Progress, jobs: int) -> list[Difference]:
    """Play a stored forecast again and compare every chance."""
    from budosim.study.frames import read_frame

    unfit = [one.path.name for one in stored.candidates if not one.accepted]
    if unfit:
        return [Difference(name, "entrant", "accepted", "refused") for name in unfit]
    odds = Odds(stored.field, stored.seed, Target(int(stored.manifest["n"])), jobs=jobs)
    odds.play(notice, progress)
    then: dict[str, Sequence[Mapping[str, Any]]] = {}
    now: dict[str, Sequence[Mapping[str, Any]]] = {}
    for name, frame in odds.frames().items():
        kept = read_frame(stored.folder, name)
        then[name] = [] if kept is None else kept.to_dicts()
        now[name] = frame.to_dicts()
    return compare_records(then, now)
