import json

import polars as pl
import pytest

from budosim.events.seeds import choose_seed
from budosim.runs.lab import Lab, everybody, sparring
from budosim.runs.series import Match, Series
from budosim.runs.target import Target
from budosim.study.looks import sizes
from budosim.study.rates import wilson
from budosim.systems.gurps3.field_files import Setting, candidates_of, sheets_at
from budosim.systems.gurps3.free import FreeDuels, Tally
from tests.cli.conftest import KARATE

pytestmark = pytest.mark.usefixtures("no_report")


@pytest.fixture(autouse=True)
def untold(monkeypatch):
    """No attacks beside the counts, which have tests of their own: hearing them takes as long as the bouts."""
    monkeypatch.setattr("budosim.runs.lab.told_each", lambda pairs: 0)


def frame(folder, name):
    return pl.read_parquet(folder / f"{name}.parquet")


def test_spar_tells_each_sheet_against_each_opponent(run, sheets, tmp_path):
    folder = tmp_path / "out"
    said = run(
        "spar", sheets / "karate.toml", "--against", sheets / "boxing.toml", "--against", sheets / "striker.toml",
        "-n", 4, "--seed", 3, "--out", folder, "--json",
    )  # fmt: skip
    assert said.status == 0
    pairs = said.json["pairs"]
    assert [(row["a"], row["b"]) for row in pairs] == [("karate", "boxing"), ("karate", "striker")]
    for row in pairs:
        assert row["n"] == row["wins_a"] + row["draws"] + row["wins_b"] == 4
        assert row["rate_a"] == row["wins_a"] / 4
        assert (row["lo"], row["hi"]) == wilson(row["wins_a"], 4)
        assert 0 <= row["first_mover_rate"] <= 1
        assert row["turns_mean"] > 0
        assert sum(count for name, count in row.items() if name.startswith("ending_")) == 4
    assert frame(folder, "pairs").to_dicts() == pairs
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["complete"] is True


def test_bout_k_is_that_bout_of_any_batch(run, sheets, tmp_path):
    folder = tmp_path / "out"
    run("spar", sheets / "karate.toml", "--against", sheets / "boxing.toml", "-n", 3, "--seed", 3, "--out", folder)
    bouts = frame(folder, "bouts")
    assert bouts["bout"].to_list() == [0, 1, 2]
    for row in bouts.to_dicts():
        end = run(
            "bout", sheets / "boxing.toml", sheets / "karate.toml", "--seed", 3, "--bout", row["bout"], "--json"
        ).json
        assert (end["winner"], end["ending"]) == (row["winner"], row["ending"])
        assert (end["a"]["id"], end["b"]["id"]) == (row["a"], row["b"]) == ("boxing", "karate")


def test_a_bout_of_a_matrix_opens_by_its_number(run, sheets, tmp_path):
    folder = tmp_path / "out"
    run("matrix", sheets, "-n", 2, "--seed", 3, "--out", folder)
    row = frame(folder, "bouts").filter((pl.col("a") == "boxing") & (pl.col("b") == "striker")).to_dicts()[1]
    for end in (
        run("bout", "--of", folder, "--bout", row["bout"], "--json").json,
        run("bout", sheets / "boxing.toml", sheets / "striker.toml", "--seed", 3, "--bout", row["bout"], "--json").json,
    ):
        assert (end["winner"], end["ending"]) == (row["winner"], row["ending"])


def test_matrix_holds_every_pair_and_everybodys_record(run, sheets, tmp_path):
    said = run("matrix", sheets, "-n", 2, "--seed", 3, "--out", tmp_path / "out", "--json")
    assert said.status == 0
    assert [(row["a"], row["b"]) for row in said.json["pairs"]] == [
        ("boxing", "karate"), ("boxing", "striker"), ("karate", "striker")
    ]  # fmt: skip
    assert [row["n"] for row in said.json["entrants"]] == [4, 4, 4]
    assert sum(row["wins"] - row["losses"] for row in said.json["entrants"]) == 0


def test_verify_repeats_a_matrix(run, sheets, tmp_path):
    folder = tmp_path / "out"
    run("matrix", sheets / "striker.toml", sheets / "boxing.toml", "-n", 3, "--seed", 3, "--out", folder)
    assert run("verify", folder).status == 0
    bouts = frame(folder, "bouts")
    bouts.with_columns(pl.col("fp_a") + 1).write_parquet(folder / "bouts.parquet")
    said = run("verify", folder, "--json")
    assert said.status == 1
    assert {row["field"] for row in said.json["differences"]} == {"fp_a"}


@pytest.fixture(scope="module")
def three(sheets):
    return candidates_of(sheets_at([sheets]), Setting())


def lab(three, folder, **how):
    folder.mkdir()
    made = Lab(everybody(three[::2]), choose_seed(3), Setting(), Target(8), folder=folder, **how)
    made.play(lambda ja, en: None)
    return frame(folder, "bouts"), frame(folder, "pairs")


def test_records_do_not_depend_on_jobs_or_chunks(three, tmp_path):
    bouts, pairs = lab(three, tmp_path / "one", jobs=1, chunk=8)
    assert len(bouts) == 8
    for jobs, chunk in ((2, 2), (3, 3), (7, 1)):
        again, counted = lab(three, tmp_path / f"{jobs}", jobs=jobs, chunk=chunk)
        assert again.equals(bouts)
        assert counted.equals(pairs)


def test_an_interrupted_run_goes_on_to_the_same_result(three, tmp_path):
    whole, folder = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    folder.mkdir()
    Lab(everybody(three), choose_seed(3), Setting(), Target(3), jobs=1, folder=whole).play(lambda ja, en: None)
    first = Lab(everybody(three), choose_seed(3), Setting(), Target(3), jobs=1, folder=folder, chunk=2)

    def stop(done, total, what):
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.play(lambda ja, en: None, stop)
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["complete"] is False
    assert frame(folder, "pairs")["n"].sum() == 5
    second = Lab(everybody(three), choose_seed(3), Setting(), Target(3), jobs=1, folder=folder, chunk=2)
    second.play(lambda ja, en: None, resume=True)
    assert second.series.bouts == 9
    for name in ("bouts", "pairs", "entrants"):
        assert frame(folder, name).equals(frame(whole, name))


def test_resume_on_the_command_line(run, sheets, tmp_path):
    folder = tmp_path / "out"
    args = ("matrix", sheets / "karate.toml", sheets / "boxing.toml", "-n", 3, "--seed", 3, "--out", folder)
    assert run(*args).status == 0
    assert run(*args).status == 2
    assert run(*args, "--resume", "--json").json["bouts"] == 3
    other = run("matrix", sheets / "karate.toml", sheets / "boxing.toml", "-n", 4, "--out", folder, "--resume")
    assert other.status == 2
    assert "n = 3" in other.err


def test_counts_only_leave_no_single_bouts(run, sheets, tmp_path):
    folder = tmp_path / "out"
    run("matrix", sheets / "karate.toml", sheets / "boxing.toml", "-n", 2, "--seed", 3, "--out", folder, "--summary")
    assert not (folder / "bouts.parquet").exists()
    assert frame(folder, "pairs")["n"].to_list() == [2]
    assert run("verify", folder).status == 0


def test_a_file_on_both_sides_meets_itself_and_is_one_entrant(three):
    order = sparring(three[1:2], three)
    assert order.ids == ["boxing", "karate", "striker"]
    assert [(view.match.a, view.match.b, view.turned) for view in order.views] == [
        (0, 1, True), (1, 1, False), (1, 2, False)
    ]  # fmt: skip


def test_a_precision_is_looked_at_after_fixed_sizes_only():
    target = Target.of(None, 0.05)
    assert target.next_size(Tally()) == 120
    assert target.next_size(Tally(n=120, wins_a=60, wins_b=60)) == 381
    assert target.next_size(Tally(n=120, wins_a=24, wins_b=96)) == 262
    assert target.next_size(Tally(n=120, wins_a=120)) is None
    assert target.next_size(Tally(n=381, wins_a=190, wins_b=191)) is None
    assert Target.of(None, 0.01).next_size(Tally(n=4800, wins_a=2400, wins_b=2400)) == 9600


def test_a_precision_is_reached(three):
    arena = FreeDuels([one.fighter for one in three[:2]], 3, Setting())
    series = Series(arena, [Match(0, 1)], Target.of(None, 0.3), chunk=3)
    for _ in series.play():
        pass
    counted = series.tally(Match(0, 1))
    lo, hi = wilson(counted.wins_a, counted.n)
    assert (hi - lo) / 2 <= 0.3
    assert counted.n in sizes(0.3)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("spar", "karate.toml", "--against", "boxing.toml", "-n", "5", "--precision", "0.1"), "-n と --precision"),
        (("matrix", ".", "-n", "5", "--precision", "0.1"), "-n と --precision"),
        (("matrix", ".", "--precision", "2"), "--precision"),
        (("matrix", ".", "-n", "0"), "-n"),
        (("matrix", ".", "--jobs", "0"), "--jobs"),
        (("spar", "karate.toml"), "--against"),
        (("matrix", "karate.toml"), "1 件"),
        (("matrix", ".", "--seed", "-3"), "-3"),
        (("matrix", ".", "--seed", "short"), "short"),
        (("matrix", ".", "--seed", str(1 << 53)), str(1 << 53)),
        (("matrix", ".", "--resume"), "--out"),
    ],
)
def test_what_cannot_be_run_is_told(run, sheets, monkeypatch, args, word):
    monkeypatch.chdir(sheets)
    there = set(sheets.rglob("*"))
    said = run(*args)
    assert said.status == 2
    assert word in said.err
    assert set(sheets.rglob("*")) == there


def test_illegal_sheets_spar_with_a_notice_but_patterns_must_be_understood(run, sheets, tmp_path):
    text = (sheets / "karate.toml").read_text(encoding="utf-8")
    illegal, dumb = tmp_path / "illegal.toml", tmp_path / "dumb.toml"
    illegal.write_text(text.replace("unspent_cp = 2", "unspent_cp = 9"), encoding="utf-8")
    dumb.write_text(text.replace(KARATE, "ぐにゃりと踊る。"), encoding="utf-8")
    said = run("spar", illegal, "--against", sheets / "boxing.toml", "-n", 1, "--seed", 3, "--out", tmp_path / "a")
    assert said.status == 0
    assert "illegal.toml" in said.err
    said = run("spar", dumb, "--against", sheets / "boxing.toml", "-n", 1, "--seed", 3, "--out", tmp_path / "b")
    assert said.status == 1
    assert "ぐにゃり" in said.err
    assert "dumb.toml" in said.err
