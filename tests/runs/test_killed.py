"""A run killed at random moments, fifty times: no half file is ever left, and it ends as if nothing had been."""

import gzip
import json
import multiprocessing
import random
import time
from pathlib import Path

import polars as pl

from budosim.files import PART, read_json
from tests.runs.killed import play

KILLS = 50
TABLES = ("bouts", "standings", "ledger", "bracket", "events", "pairs", "entrants")


def whole(folder: Path) -> None:
    """Every file is whole but those that say in their name that they are being written."""
    for path in folder.rglob("*"):
        if path.is_dir() or any(PART in part for part in path.relative_to(folder).parts):
            continue
        assert path.stat().st_size > 0, path
        if path.suffix == ".json":
            read_json(path)
        elif path.suffix == ".jsonl":
            for line in path.read_text(encoding="utf-8").splitlines():
                json.loads(line)
        elif path.suffix == ".gz":
            assert json.loads(gzip.decompress(path.read_bytes()))["trace"][-1]["k"] == "end"
        elif path.suffix == ".parquet":
            pl.read_parquet(path)
        elif path.suffix == ".html":
            assert path.read_text(encoding="utf-8").rstrip().endswith("</html>"), path


def records(folder: Path) -> dict[str, object]:
    """What two runs must agree in."""
    manifest = read_json(folder / "manifest.json")
    return {
        **{name: pl.read_parquet(folder / f"{name}.parquet").to_dicts() for name in TABLES},
        **{name: (folder / name).read_text(encoding="utf-8") for name in ("audit.jsonl", "conditions.jsonl")},
        "journal": {path.name: path.read_bytes() for path in sorted((folder / "journal").iterdir())},
        "replays": {path.name: path.read_bytes() for path in sorted((folder / "site" / "bouts").iterdir())},
        "manifest": {name: manifest[name] for name in ("champion", "complete", "seed", "entrants", "rulings")},
    }


def test_a_run_killed_fifty_times_resumes_to_identical_results(short_event, tmp_path):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.runs.killed"])

    def started(out: Path) -> multiprocessing.process.BaseProcess:
        process = context.Process(target=play, args=(str(short_event), str(out)))
        process.start()
        return process

    reference = tmp_path / "reference"
    began = time.perf_counter()
    first = started(reference)
    first.join(60)
    assert first.exitcode == 0
    takes = time.perf_counter() - began
    whole(reference)
    expected = records(reference)

    chance = random.Random(20051008)
    killed = finished = 0
    while killed < KILLS:
        folder = tmp_path / f"run{finished}"
        process = started(folder)
        # most of the time early in the run, so that one run is killed many times before it ends
        process.join(takes * 0.35 * chance.random() * chance.random())
        if process.exitcode is None:
            process.kill()
            process.join()
            killed += 1
        else:
            assert process.exitcode == 0
            assert records(folder) == expected
            finished += 1
        if folder.exists():
            whole(folder)
    last = started(tmp_path / f"run{finished}")
    last.join(60)
    assert last.exitcode == 0
    assert records(tmp_path / f"run{finished}") == expected
    left = [path for path in tmp_path.rglob("*") if PART in path.name]
    assert left == []
