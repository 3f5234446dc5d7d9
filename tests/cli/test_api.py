import polars as pl
import pytest

import budosim
from budosim.errors import BudosimError
from budosim.study.rates import wilson


def test_names_come_when_they_are_used():
    assert set(budosim.__all__) <= set(dir(budosim))
    assert budosim.testing.stage
    with pytest.raises(AttributeError, match="nonsense"):
        budosim.nonsense  # noqa: B018


def test_an_entrant_is_read_checked_and_understood(sheets):
    entrant = budosim.read_entrant(sheets / "karate.toml")
    assert entrant.name == "新田 空"
    assert not [finding for finding in budosim.check(entrant) if finding.severity == "error"]
    read = budosim.understand("ひたすらローキック。", entrant)
    assert read.policy["rules"][0]["do"]["a"] == "low_kick"
    assert budosim.understand("ひたすら点穴。", entrant).policy is None
    assert budosim.understand("ひたすら点穴。").policy is not None


def test_a_fight_is_that_of_the_command(run, sheets, tmp_path):
    a, b = (budosim.read_entrant(sheets / f"{name}.toml") for name in ("karate", "boxing"))
    bout = budosim.fight(a, b, seed=5, bout=4)
    assert bout.trace == budosim.fight(b, a, seed=5, bout=4).trace
    end = run("bout", sheets / "karate.toml", sheets / "boxing.toml", "--seed", 5, "--bout", 4, "--json").json
    assert (bout.winner, bout.ending, bout.turns) == (end["winner"], end["ending"], end["turns"])
    assert bout.trace[-1]["k"] == "end"
    assert bout.story.startswith("拳野 勝")


def test_a_fighter_may_meet_himself(sheets):
    bout = budosim.fight(sheets / "striker.toml", sheets / "striker.toml", seed=5)
    assert bout.trace[0]["a"]["id"] == "striker"
    assert bout.trace[0]["b"]["id"] == "striker-2"


def test_spar_and_matrix_give_frames(sheets):
    entrant = budosim.read_entrant(sheets / "striker.toml")
    frame = budosim.spar(entrant, sheets / "boxing.toml", n=3, seed=4, jobs=2)
    assert isinstance(frame, pl.DataFrame)
    row = frame.to_dicts()[0]
    assert (row["a"], row["b"], row["n"], row["seed"]) == ("striker", "boxing", 3, 4)
    assert (row["lo"], row["hi"]) == wilson(row["wins_a"], 3)
    assert frame.to_pandas().shape == frame.shape
    whole = budosim.matrix(sheets, n=1, seed=4)
    assert whole["n"].to_list() == [1, 1, 1]


def test_a_cup_is_that_of_the_command(event, official, tmp_path, monkeypatch):
    monkeypatch.setattr("budosim.api._report", lambda folder: None)
    cup = budosim.cup(event, seed=7, out=tmp_path / "out")
    assert cup.champion == official[1].json["champion"]
    assert cup.bouts.equals(pl.read_parquet(official[0] / "bouts.parquet"))
    assert cup.standings.equals(pl.read_parquet(official[0] / "standings.parquet"))
    assert cup.seed == 7
    assert (tmp_path / "out" / "manifest.json").is_file()


def test_a_forecast_is_a_frame(event):
    frame = budosim.forecast(event, n=1, seed=7, jobs=1)
    assert frame.filter(pl.col("stage") == "title")["count"].sum() <= 1
    assert set(frame["n"]) == {1}


def test_errors_are_budosim_errors_in_both_languages(sheets, tmp_path):
    with pytest.raises(budosim.SheetError) as error:
        budosim.read_entrant(tmp_path / "nowhere.toml")
    assert error.value.ja
    assert error.value.en
    with pytest.raises(budosim.EventError):
        budosim.cup(tmp_path)
    with pytest.raises(BudosimError, match="exclude"):
        budosim.spar(sheets / "karate.toml", sheets, n=3, precision=0.1)
