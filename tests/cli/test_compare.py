"""`compare`, `tune`, `field`, `why`, `report --format`: run as their users run them."""

import csv
import json

import polars as pl
import pytest

from budosim.study.export import FORMS, markdown, xlsx
from tests.cli.conftest import ALL_OUT, striker

pytestmark = pytest.mark.usefixtures("no_report")
SHORT = "ひたすら全力攻撃で胴にパンチ。"


@pytest.fixture(scope="module")
def versions(tmp_path_factory, sheets):
    folder = tmp_path_factory.mktemp("versions")
    (folder / "new.toml").write_text(striker().replace(ALL_OUT, SHORT), encoding="utf-8")
    return sheets / "striker.toml", folder / "new.toml", sheets / "boxing.toml"


@pytest.fixture(scope="module")
def matrix_folder(tmp_path_factory, sheets):
    import contextlib
    import io

    from budosim.cli import main

    folder = tmp_path_factory.mktemp("field") / "out"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["matrix", str(sheets), "-n", "2", "--told", "1", "--seed", "3", "--out", str(folder)]) == 0
    return folder


def test_compare_tells_a_difference_with_its_interval(run, versions, tmp_path):
    old, new, foe = versions
    said = run("compare", old, new, "--against", foe, "-n", 4, "--seed", 3, "--out", tmp_path / "out", "--json")
    assert said.status == 0, said.err
    row = said.json
    assert {"difference", "ci", "n", "n_equivalent"} <= set(row)
    assert row["n"] == 4
    assert row["ci"][0] <= row["difference"] <= row["ci"][1]
    assert row["difference"] == pytest.approx(row["rate_new"] - row["rate_old"])
    frame = pl.read_parquet(tmp_path / "out" / "compare.parquet")
    assert frame["foe"].to_list() == [None, "boxing"]


def test_a_bout_of_a_comparison_is_the_bout_of_that_number(run, versions, tmp_path):
    old, new, foe = versions
    row = run("compare", old, new, "--against", foe, "-n", 2, "--seed", 3, "--out", tmp_path / "o", "--json").json
    wins = [run("bout", foe, old, "--seed", 3, "--bout", k, "--json").json["winner"] == "b" for k in range(2)]
    assert row["rate_old"] == sum(wins) / 2


def test_a_profile_set_is_compared_in_one_run(run, versions, tmp_path):
    old, _, foe = versions
    profiles = tmp_path / "set.toml"
    profiles.write_text(
        f'[[variant]]\nname = "胴"\n[variant.pattern]\ntext = "{SHORT}"\n[[variant]]\nname = "体力"\n'
        "[variant.attributes]\nST = 15\n",
        encoding="utf-8",
    )
    out = tmp_path / "out"
    said = run("compare", old, "--profiles", profiles, "--against", foe, "-n", 2, "--seed", 3, "--out", out, "--json")
    assert said.status == 0, said.err
    assert [row["name"] for row in said.json["versions"]] == ["胴", "体力"]
    assert "体力" in said.err  # not legal: it costs more than there is
    assert len(list((out / "variants").glob("*.toml"))) == 2


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("compare", "striker.toml", "--against", "boxing.toml"), "--profiles"),
        (("compare", "striker.toml", "karate.toml"), "--against"),
        (("compare", "striker.toml", "karate.toml", "--against", "boxing.toml", "-n", "0"), "-n"),
        (("compare", "striker.toml", "karate.toml", "--against", "boxing.toml", "--precision", "-1"), "--precision"),
        (("compare", ".", "karate.toml", "--against", "boxing.toml"), "3 件"),
        (("compare", "none.toml", "karate.toml", "--against", "boxing.toml"), "none.toml"),
        (("compare", "striker.toml", "--profiles", "none.toml", "--against", "boxing.toml"), "none.toml"),
        (("compare", "striker.toml", "karate.toml", "--against", "striker.toml"), "相手がいません"),
        (("tune", "striker.toml"), "--against"),
        (("tune", "striker.toml", "--against", "boxing.toml", "--budget", "-3"), "--budget"),
        (("field", "."), "manifest"),
        (("why", ".", "karate"), "manifest"),
    ],
)
def test_what_cannot_be_run_is_told(run, sheets, monkeypatch, args, word):
    monkeypatch.chdir(sheets)
    said = run(*args)
    assert said.status == 2
    assert word in said.err


def test_an_opponent_folder_with_one_refused_sheet(run, sheets, tmp_path):
    folder = tmp_path / "foes"
    folder.mkdir()
    for name in ("boxing", "striker"):
        text = (sheets / f"{name}.toml").read_text(encoding="utf-8")
        (folder / f"{name}.toml").write_text(text.replace(ALL_OUT, "ぐにゃりと踊る。"), encoding="utf-8")
    said = run("spar", sheets / "karate.toml", "--against", folder, "-n", 1, "--out", tmp_path / "out")
    assert said.status == 1
    assert "striker.toml" in said.err
    assert "ぐにゃり" in said.err
    assert not (tmp_path / "out").exists()


def test_tune_prints_values_along_legal_moves(run, versions, tmp_path, monkeypatch):
    from budosim.systems.gurps3.tuning.moves import Build

    whole = Build.moves
    monkeypatch.setattr(Build, "moves", lambda self: whole(self)[:2])
    monkeypatch.setattr("budosim.runs.tune.VALUE_BOUTS", 2)
    old, _, foe = versions
    out = tmp_path / "out"
    said = run("tune", old, "--against", foe, "--budget", 0, "--seed", 3, "--out", out, "--json")
    assert said.status == 0, said.err
    values = said.json["values"]
    assert {"item", "change", "cp", "gain", "lo", "hi", "legal"} <= set(values[0])
    assert sum(row["legal"] for row in values) == 2, values
    assert all((row["gain"] is None) == (not row["legal"]) for row in values)
    assert said.json["best"] == []
    assert (out / "values.parquet").is_file()


def test_field_writes_its_tables(run, matrix_folder):
    said = run("field", matrix_folder, "--json")
    assert said.status == 0, said.err
    assert {row["id"] for row in said.json["ratings"]} == {"boxing", "karate", "striker"}
    assert sum(row["mixture"] for row in said.json["ratings"]) == pytest.approx(1)
    bout = said.json["notable"][0]
    again = run("bout", "--of", matrix_folder, "--bout", bout["bout"], "--json").json
    assert (again["winner"], again["ending"]) == (bout["winner"], bout["ending"])


def test_why_tells_of_the_defeats_and_writes_its_page(run, matrix_folder, monkeypatch):
    monkeypatch.setattr("budosim.runs.why.CURVE", 1)
    bouts = pl.read_parquet(matrix_folder / "bouts.parquet").filter(pl.col("winner").is_not_null())
    row = bouts.row(0, named=True)
    loser = row["b"] if row["winner"] == "a" else row["a"]
    said = run("why", matrix_folder, loser, "--budget", 0, "--json")
    assert said.status == 0, said.err
    assert said.json["id"] == loser
    for defeat in said.json["defeats"]:
        assert all(0 <= wins <= n for _, wins, n in defeat["curve"])
    page = (matrix_folder / f"why-{loser}.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "data:image/png" in page
    assert run("why", matrix_folder, "nobody").status == 2


@pytest.mark.parametrize("form", FORMS)
def test_report_writes_tables_in_every_form(run, matrix_folder, form):
    said = run("report", matrix_folder, "--format", form, "--json")
    assert said.status == 0, said.err
    assert said.json["tables"]
    where = matrix_folder / "tables"
    if form == "csv":
        rows = list(csv.DictReader((where / "pairs.csv").open(encoding="utf-8", newline="")))
        assert [row["a"] for row in rows] == ["boxing", "boxing", "karate"]
    if form == "parquet":
        assert pl.read_parquet(where / "pairs.parquet").equals(pl.read_parquet(matrix_folder / "pairs.parquet"))


def test_excel_means_a_byte_order_mark(run, matrix_folder):
    assert run("report", matrix_folder, "--excel").status == 0
    assert (matrix_folder / "tables" / "pairs.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert run("report", matrix_folder, "--excel", "--format", "md").status == 2
    assert run("report", matrix_folder, "--format", "doc").status == 2


def test_a_folder_of_other_rules_or_columns_is_refused_by_name(run, matrix_folder, tmp_path):
    import shutil

    other = tmp_path / "old"
    shutil.copytree(matrix_folder, other)
    manifest = json.loads((other / "manifest.json").read_text(encoding="utf-8"))
    (other / "manifest.json").write_text(json.dumps({**manifest, "rules_version": "0"}), encoding="utf-8")
    for command in (("why", other, "karate"), ("verify", other)):
        said = run(*command)
        assert said.status == 2
        assert "0" in said.err
    pl.read_parquet(other / "pairs.parquet").drop("lo").write_parquet(other / "pairs.parquet")
    said = run("field", other)
    assert said.status == 2


def test_other_people_s_text_stays_text():
    frame = pl.DataFrame({"name": ["=1+1", "a|b", None], "n": [1, 2, 3]})
    text = markdown("x", frame)
    assert "a\\|b" in text
    assert "—" in text
    assert xlsx({"x": frame}).startswith(b"PK")
