"""The folder of a tuning: the values, the better sheets, and what a run that goes on needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from budosim.errors import BudosimError, EventError
from budosim.events.seeds import Seed
from budosim.files import inside, read_text, write_text
from budosim.provenance import read_manifest
from budosim.runs.folder import describe, keep_sources
from budosim.runs.race_kept import KEPT
from budosim.runs.tune import Better, Tuning
from budosim.study.paired import Difference
from budosim.systems.gurps3.entrant import entrant_of_text
from budosim.systems.gurps3.field_files import Candidate, in_order
from budosim.systems.gurps3.fighter import fighter_of
from budosim.systems.gurps3.findings import Both

if TYPE_CHECKING:
    import polars as pl


def everyone_in(sheet: Candidate, opponents: Sequence[Candidate]) -> list[Candidate]:
    """All whose sheets the result keeps: the one that is tuned, and who is fought."""
    foes = [one for one in opponents if one.path.resolve() != sheet.path.resolve()]
    return [sheet, *sorted(foes, key=lambda one: in_order(one.path))]


def keep(tuning: Tuning) -> list[str]:
    """Write the better sheets into the folder, best last found; their paths within it."""
    paths = []
    for at, one in enumerate(tuning.best, 1):
        path = f"best/{tuning.candidate.id}-{at}.toml"
        if tuning.folder is not None:
            write_text(tuning.folder / path, one.text)
        paths.append(path)
    return paths


def document(tuning: Tuning, paths: Sequence[str]) -> Mapping[str, Any]:
    """What `tune --json` prints of it."""
    known = [*paths, *[None] * (len(tuning.best) - len(paths))]
    return {
        "values": [one.row() for one in tuning.values],
        "best": [one.row(path) for one, path in zip(reversed(tuning.best), reversed(known), strict=True)],
        "rounds": tuning.rounds,
        "bouts": tuning.bouts,
    }


def write(tuning: Tuning, seed: Seed, budget: float, seconds: float, *, complete: bool) -> list[str]:
    """Values, better sheets, and how they were made, into the tuning's folder; the paths of the sheets."""
    from budosim.study.frames import write_frames

    if tuning.folder is None:
        raise ValueError("a tuning without a folder is not written")
    everyone = everyone_in(tuning.candidate, tuning.foes)
    keep_sources(tuning.folder, tuning.setting, everyone)
    paths = keep(tuning)
    if tuning.values:
        write_frames(tuning.folder, {"values": values_frame(tuning)})
    describe(
        tuning.folder, "tune", seed, tuning.setting, everyone, n=0, wall_seconds=seconds, bouts=tuning.bouts,
        more={"complete": complete, "budget": budget, "rounds": tuning.rounds, "sheet": tuning.candidate.id,
              "best": document(tuning, paths)["best"]},
    )  # fmt: skip
    if complete:
        (tuning.folder / KEPT).unlink(missing_ok=True)
    return paths


def take_up_best(tuning: Tuning) -> None:
    """Go on from the builds a run has found: from the last of them the search climbs on.

    Raises:
        EventError: a build is missing or damaged.

    """
    if tuning.folder is None or not (tuning.folder / "manifest.json").is_file():
        return
    manifest = read_manifest(tuning.folder)
    try:
        found = [_better(tuning, row) for row in reversed(manifest.get("best") or [])]
        rounds = int(manifest.get("rounds") or 0)
    except (KeyError, TypeError, ValueError, OSError) as error:
        said = error.en if isinstance(error, BudosimError) else str(error)
        raise EventError(
            f"the builds in {tuning.folder} cannot be gone on with: {said}",
            f"{tuning.folder} の組み方を引き継げません（{said}）",
        ) from error
    tuning.best, tuning.rounds = found, rounds


def _better(tuning: Tuning, row: Mapping[str, Any]) -> Better:
    assert tuning.folder is not None
    text = read_text(inside(tuning.folder, str(row["path"]))).text
    steps = tuple(Both(ja, en) for ja, en in zip(row["steps"], row["steps_en"], strict=True))
    gain = Difference(row["gain"], row["lo"], row["hi"], int(row["n"]), None)
    fighter = fighter_of(entrant_of_text(text, tuning.candidate.id).sheet, tuning.candidate.id)
    return Better(text, fighter, steps, gain, row["rate_old"], row["rate_new"], row["pattern"])


def values_frame(tuning: Tuning) -> pl.DataFrame:
    """The values as values.parquet holds them."""
    from budosim.study.frames import table_frame

    rows = [{**value.row(), "change_ja": value.change.ja, "cp": float(value.cp)} for value in tuning.values]
    return table_frame("values", [{name: row[name] for name in row if name != "change"} for row in rows])
