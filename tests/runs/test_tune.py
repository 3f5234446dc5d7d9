"""`tune` and `compare` over made-up bouts: a planted improvement is found, and none where there is none."""

import time
from concurrent.futures import Future
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from budosim.errors import EventError
from budosim.events.seeds import choose_seed
from budosim.runs.compare import Comparison, Version
from budosim.runs.race import Race
from budosim.runs.target import Target
from budosim.runs.tune import Tuning, cheapest
from budosim.runs.tune_kept import document, take_up_best, write
from budosim.study.columns import tables
from budosim.study.frames import read_frame
from budosim.systems.gurps3.arena import MORE
from budosim.systems.gurps3.field_files import Setting, candidates_of
from budosim.systems.gurps3.intake import read_sheet
from budosim.systems.gurps3.legality.check import check_sheet
from budosim.systems.gurps3.template import template
from budosim.systems.gurps3.tuning.moves import Build


class Made:
    """Workers whose bouts are a coin on common dice: side a wins where a number is below `chance(task)`."""

    count, seconds = 2, 0.03

    def __init__(self, chance):
        self.chance = chance

    def submit(self, task, numbers):
        rows = np.zeros(len(numbers), MORE)
        mixed = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        unit = (mixed >> np.uint64(11)).astype(float) / 2**53
        rows["winner"] = np.where(unit < self.chance(task), 0, 1)
        rows["ending"] = 1
        done = Future()
        done.set_result((rows, 0.01))
        return done

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tune")
    for style in ("boxing", "karate"):
        (folder / f"{style}.toml").write_text(template("ja", style), encoding="utf-8")
    return candidates_of([folder / "boxing.toml", folder / "karate.toml"], Setting())


def by_feint(task):
    """Karate is side b; every level of his strike field `punch` helps him."""
    return 0.5 - 0.06 * (int(task.duel.sheets[1].max_fp) - BASE_FP)


BASE_FP = 0


MOVES = Build.moves


@cache
def moves_of(sheet_path):
    """The moves of a sheet: finding them takes seconds, and every round here begins at the same sheet."""
    return MOVES(Build(read_sheet(sheet_path)))


def tuned(two, chance, monkeypatch, every=1):
    monkeypatch.setattr(Build, "moves", lambda build: moves_of(two[1].path)[::every])
    monkeypatch.setattr("budosim.runs.tune.VALUE_BOUTS", 400)
    monkeypatch.setattr("budosim.runs.tune.START_BOUTS", 50)
    monkeypatch.setattr("budosim.runs.tune.PROOF_BOUTS", 1500)
    monkeypatch.setattr("budosim.runs.tune.RUNGS", 2)
    monkeypatch.setattr("budosim.runs.tune.variants", lambda fighter, others=(): [])
    tuning = Tuning(two[1], [two[0]], 5, Setting(), Made(chance))
    tuning.measure()
    tuning.search(time.monotonic() + 60, most_rounds=1)
    return tuning


def test_a_planted_improvement_is_found_and_kept_as_a_legal_sheet(two, monkeypatch, tmp_path):
    global BASE_FP
    race = Race(two[1], [two[0]], 5, Setting(), Made(lambda task: 0.5))
    BASE_FP = int(race.arena.sheets[1].max_fp)
    tuning = tuned(two, by_feint, monkeypatch)
    helps = [
        value.item for value in tuning.values if value.gain is not None and value.gain.sure and value.gain.value > 0
    ]
    assert helps
    assert cheapest(tuning.values)[0].item in helps
    (best,) = tuning.best
    assert best.gain.lo > 0
    tuning.folder = tmp_path
    paths = write(tuning, choose_seed(5), 1.0, 1.0, complete=False)
    sheet = read_sheet(tmp_path / paths[0])
    assert check_sheet(sheet).legal
    assert document(tuning, paths)["best"][0]["path"] == paths[0]
    values = read_frame(tmp_path, "values")
    assert list(values.columns) == list(tables()["values"].dtypes())
    again = Tuning(two[1], [two[0]], 5, Setting(), Made(by_feint), folder=tmp_path)
    take_up_best(again)
    (taken,) = again.best
    assert (taken.steps, taken.gain.lo, taken.rate_new) == (best.steps, best.gain.lo, best.rate_new)
    assert again.rounds == tuning.rounds
    assert again._start().fighter.sheet.skills == best.fighter.sheet.skills


def test_where_nothing_helps_nothing_is_told(two, monkeypatch):
    tuning = tuned(two, lambda task: 0.5, monkeypatch, every=4)
    assert tuning.best == []
    assert cheapest(tuning.values) == []
    assert all(value.gain is None or value.gain.value == 0 for value in tuning.values)


def test_what_only_does_harm_is_not_told_as_better(two, monkeypatch):
    tuning = tuned(two, lambda task: 0.5 + 0.05 * (int(task.duel.sheets[1].max_fp) - BASE_FP), monkeypatch, every=2)
    assert any(value.gain is not None and value.gain.sure for value in tuning.values)
    assert tuning.best == []


def compared(two, chance, target):
    version = Version("new", two[1].fighter)
    made = Comparison(two[1], [version], [two[0]], choose_seed(5), Setting(), target, Made(chance))
    made.play(lambda ja, en: None)
    return made


def test_the_same_sheet_twice_does_not_differ(two):
    made = compared(two, lambda task: 0.4, Target(200))
    row = made.document()
    assert (row["difference"], row["n"], row["n_equivalent"]) == (0.0, 200, None)
    assert row["ci"][0] < 0 < row["ci"][1]
    assert row["rate_old"] == row["rate_new"]


def test_a_precision_is_reached_and_no_more(two):
    made = compared(two, lambda task: 0.4, Target(None, 0.02))
    (gain,) = made.differences()
    assert gain.half_width <= 0.02
    assert gain.n == 256


def test_an_interrupted_comparison_goes_on_to_the_same_result(two, tmp_path):
    def begun():
        versions = [Version("new", two[1].fighter)]
        return Comparison(two[1], versions, [two[0]], choose_seed(5), Setting(), Target(90), Made(lambda task: 0.4))

    whole = begun()
    whole.play(lambda ja, en: None)
    first = begun()

    def stop(done, expected, what):
        if done >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.play(lambda ja, en: None, stop, folder=tmp_path)
    assert (tmp_path / "race.npz").is_file()
    assert 0 < first.race.played < whole.race.played
    second = begun()
    second.play(lambda ja, en: None, folder=tmp_path, resume=True)
    assert second.document() == whole.document()
    assert second.race.played == whole.race.played
    assert not (tmp_path / "race.npz").exists()
    (tmp_path / "race.npz").write_bytes(b"not a race")
    with pytest.raises(EventError, match=r"race\.npz"):
        begun().play(lambda ja, en: None, folder=tmp_path, resume=True)


def test_a_comparison_is_kept_with_its_columns(two, tmp_path):
    made = compared(two, lambda task: 0.4, Target(30))
    made.write(tmp_path)
    frame = read_frame(tmp_path, "compare")
    assert list(frame.columns) == list(tables()["compare"].dtypes())
    assert frame["foe"].to_list() == [None, "boxing"]
    assert (Path(tmp_path) / "manifest.json").is_file()
