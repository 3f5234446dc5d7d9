"""A process of its own makes the report where this one holds the compiled core."""

import shutil

import polars as pl
import pytest

from budosim.errors import BudosimError
from budosim.study import finish
from tests.study import made


def free(where):
    tables = {name: frame for name, frame in made.matrix(5).items() if name != "bouts"}
    made.folder_of(where, ["matrix", "x"], tables, more={"kind": "matrix", "complete": True})


def test_the_process_of_its_own_leaves_what_this_one_would(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    free(here)
    shutil.copytree(here, there)
    finish.finish_here(here, "en")
    finish._apart(there, "en")
    for path in sorted(here.rglob("*")):
        other = there / path.relative_to(here)
        if path.suffix == ".parquet":
            assert pl.read_parquet(other).equals(pl.read_parquet(path))
        elif path.is_file():
            assert other.read_bytes() == path.read_bytes()
    assert (there / "ratings.parquet").is_file()


def test_its_faults_are_told_as_ones_own(tmp_path):
    with pytest.raises(BudosimError, match=r"manifest\.json"):
        finish._apart(tmp_path, "en")
    folder = tmp_path / "out"
    free(folder)
    (folder / "figures").write_text("in the way", encoding="utf-8")
    with pytest.raises(OSError, match="figures"):
        finish._apart(folder, "en")


@pytest.mark.parametrize("large", [True, False])
def test_only_a_large_process_hands_it_on(tmp_path, monkeypatch, large):
    done = []
    monkeypatch.setattr(finish, "_apart", lambda folder, lang: done.append("apart"))
    monkeypatch.setattr(finish, "finish_here", lambda folder, lang: done.append("here"))
    monkeypatch.setattr(finish, "_interpreted", lambda: False)
    monkeypatch.setattr(finish, "CORE", "pytest" if large else "no such module")
    finish.finish(tmp_path)
    assert done == ["apart" if large else "here"]
