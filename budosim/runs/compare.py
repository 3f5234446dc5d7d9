"""`compare`: versions of one sheet on common random numbers, kept in a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.events.seeds import Seed
from budosim.files import write_text
from budosim.provenance import sha256
from budosim.runs.folder import describe, keep_sources
from budosim.runs.race import Race
from budosim.runs.race_kept import KEPT, keep_race, saving, take_up
from budosim.runs.target import Target
from budosim.runs.warm import Notice, warm_field
from budosim.runs.workers import Workers
from budosim.study.paired import Difference, difference, pair_looks
from budosim.systems.gurps3.field_files import Candidate, Setting, in_order
from budosim.systems.gurps3.fighter import Fighter

if TYPE_CHECKING:
    import polars as pl

DEFAULT_PRECISION = 0.01
Told = Callable[[float, float, str | None], None]


@dataclass(frozen=True)
class Version:
    """Another version of a sheet: what to call it, who fights, and its text where it has no file."""

    name: str
    fighter: Fighter
    candidate: Candidate | None = None
    text: str | None = None


def everyone_in(old: Candidate, versions: Sequence[Version], opponents: Sequence[Candidate]) -> list[Candidate]:
    """All whose sheets the result of a comparison keeps: the old one, versions that are files, who is fought."""
    known = [one.candidate for one in versions if one.candidate is not None]
    own = {one.path.resolve() for one in (old, *known)}
    foes = [one for one in opponents if one.path.resolve() not in own]
    return [old, *known, *sorted(foes, key=lambda one: in_order(one.path))]


def own_of(old: Candidate, versions: Sequence[Version], target: Target) -> dict[str, Any]:
    """What of its manifest makes a comparison this one and no other."""
    return {
        "kind": "compare",
        "n": target.n or 0,
        "precision": target.precision,
        "old": old.id,
        "versions": [one.name for one in versions],
        "variants": [None if one.text is None else sha256(one.text.encode()) for one in versions],
    }


class Comparison:
    """Versions of a sheet against the same opponents on the same dice.

    The versions take the place of the old sheet: side, slot and dice are its own.
    """

    def __init__(
        self,
        old: Candidate,
        versions: Sequence[Version],
        opponents: Sequence[Candidate],
        seed: Seed,
        setting: Setting,
        target: Target,
        workers: Workers,
    ) -> None:
        self.old, self.versions, self.seed, self.setting, self.target = old, tuple(versions), seed, setting, target
        own = {one.candidate.path.resolve() for one in versions if one.candidate is not None}
        foes = [one for one in opponents if one.path.resolve() not in own]
        self.race = Race(old, foes, seed.number, setting, workers)
        self.lanes = [self.race.add(one.name, one.fighter) for one in self.versions]
        self.seconds = 0.0
        self.complete = False

    def play(
        self, notice: Notice, progress: Told | None = None, *, folder: Path | None = None, resume: bool = False
    ) -> None:
        """Play until the target: so many bouts of each pair, or every difference as exact as asked.

        With a folder, what was played is kept there every few seconds, and a run that resumes goes on from it.
        """
        if folder is not None:
            if resume:
                take_up(self.race, folder / KEPT)
            self.write(folder)
            progress = saving(self.race, folder / KEPT, progress)
        warm_field(self.race.arena, notice)
        began = time.perf_counter()
        try:
            if self.target.precision is None:
                self.race.upto(self.target.n or 1, told=progress)
            else:
                self._exactly(self.target.precision, progress)
            self.complete = True
        finally:
            self.seconds = time.perf_counter() - began
            if folder is not None:
                self._leave(folder)

    def _leave(self, folder: Path) -> None:
        """What stays when the run ends, complete or not."""
        if self.complete:
            (folder / KEPT).unlink(missing_ok=True)
        else:
            keep_race(self.race, folder / KEPT)
        self.write(folder)

    def _exactly(self, precision: float, progress: Told | None) -> None:
        open_ = list(self.lanes)
        for size in pair_looks(precision, len(self.race.foes)):
            self.race.upto(size, [0, *open_], progress)
            open_ = [lane for lane in open_ if self.race.difference(lane).half_width > precision]
            if not open_:
                return

    def differences(self) -> list[Difference]:
        """Of every version."""
        return [self.race.difference(lane) for lane in self.lanes]

    def document(self) -> dict[str, Any]:
        """What `compare --json` prints: of the first version, and of all of them."""
        rows = [
            {
                "name": version.name,
                "rate_old": self.race.rate(0),
                "rate_new": self.race.rate(lane),
                **row_of(self.race.difference(lane)),
                "opponents": self._opponents(lane),
            }
            for version, lane in zip(self.versions, self.lanes, strict=True)
        ]
        first = {
            name: rows[0][name] for name in ("difference", "ci", "n", "n_equivalent", "saved", "rate_old", "rate_new")
        }
        return {**first, "seed": self.seed.number, "versions": rows}

    def _opponents(self, lane: int) -> list[dict[str, Any]]:
        rows = []
        for foe, stratum in zip(self.race.foes, self.race.strata(lane), strict=True):
            made = difference([stratum])
            rows.append(
                {"id": foe.id, "name": foe.name, **row_of(made), "wins_old": stratum.old, "wins_new": stratum.new,
                 "better": stratum.better, "worse": stratum.worse}
            )  # fmt: skip
        return rows

    def frame(self) -> pl.DataFrame:
        """A row per version and opponent, and one per version over all of them, as compare.parquet holds them."""
        from budosim.study.frames import table_frame

        rows: list[Mapping[str, Any]] = []
        for version in self.document()["versions"]:
            for foe in ({"id": None, **version}, *version["opponents"]):
                lo, hi = foe["ci"]
                n = max(1, foe["n"])
                rows.append(
                    {
                        "version": version["name"],
                        "foe": foe["id"],
                        "n": foe["n"],
                        "rate_old": version["rate_old"] if foe["id"] is None else foe["wins_old"] / n,
                        "rate_new": version["rate_new"] if foe["id"] is None else foe["wins_new"] / n,
                        "difference": foe["difference"],
                        "lo": lo,
                        "hi": hi,
                        "n_equivalent": foe["n_equivalent"],
                    }
                )
        return table_frame("compare", rows)

    def write(self, folder: Path) -> None:
        """The folder of the comparison."""
        from budosim.study.frames import write_frames

        everyone = everyone_in(self.old, self.versions, self.race.foes)
        keep_sources(folder, self.setting, everyone)
        for version in self.versions:
            if version.text is not None:
                from budosim.files import safe_name

                write_text(folder / "variants" / f"{safe_name(version.name)}.toml", version.text)
        write_frames(folder, {"compare": self.frame()})
        own = {name: value for name, value in own_of(self.old, self.versions, self.target).items() if name != "n"}
        describe(
            folder, "compare", self.seed, self.setting, everyone, n=self.target.n or 0,
            wall_seconds=self.seconds or None, bouts=self.race.played,
            more={"complete": self.complete, "core_seconds": round(self.race.busy, 3), **own},
        )  # fmt: skip


def row_of(made: Difference) -> dict[str, Any]:
    """A difference as JSON (contract §7)."""
    return {
        "difference": made.value,
        "ci": [made.lo, made.hi],
        "n": made.n,
        "n_equivalent": made.n_equivalent,
        "saved": made.saved,
    }
