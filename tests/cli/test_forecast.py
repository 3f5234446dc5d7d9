import json

import polars as pl
import pytest

from budosim.events.seeds import choose_seed
from budosim.runs.odds import Odds
from budosim.runs.target import Target
from budosim.study.looks import looks
from budosim.study.rates import wilson
from budosim.systems.gurps3.field_files import read_field
from tests.cli.conftest import write_event, write_sheets

pytestmark = pytest.mark.usefixtures("no_report")


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    return write_event(write_sheets(tmp_path_factory.mktemp("cli") / "two", ("karate", "boxing")))


def test_chances_add_up_and_carry_their_intervals(run, event, tmp_path):
    folder = tmp_path / "out"
    said = run("forecast", event, "-n", 3, "--seed", 7, "--out", folder, "--json")
    assert said.status == 0
    document = said.json
    rows = document["entrants"]
    assert document["n"] == 3
    assert document["rounds"] == ["final"]
    assert sum(row["titles"] for row in rows) + document["vacant"] == 3
    assert sum(row["block"] for row in rows) == 6
    for row in rows:
        assert row["p_title"] == row["titles"] / 3
        assert (row["p_title_lo"], row["p_title_hi"]) == wilson(row["titles"], 3)
        assert (row["p_block_lo"], row["p_block_hi"]) == wilson(row["block"], 3)
        assert len(row["p_round"]) == len(row["p_round_lo"]) == len(row["p_round_hi"]) == 1
    frame = pl.read_parquet(folder / "forecast.parquet")
    assert frame.filter(pl.col("stage") == "title")["count"].sum() == 3 - document["vacant"]
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["kind"] == "forecast"


def test_the_official_event_is_the_forecasts_first_repetition(run, official, event, tmp_path):
    rows = run("forecast", event, "-n", 1, "--seed", 7, "--out", tmp_path / "out", "--json").json["entrants"]
    assert rows[0]["id"] == official[1].json["champion"]
    assert rows[0]["p_title"] == 1.0


def test_an_interrupted_forecast_goes_on_to_the_same_counts(two, tmp_path, monkeypatch):
    monkeypatch.setattr("budosim.runs.odds.CHUNK", 2)
    field = read_field(two)
    whole = Odds(field, choose_seed(3), Target(6), jobs=1)
    whole.play(lambda ja, en: None)
    first = Odds(field, choose_seed(3), Target(6), jobs=1, folder=tmp_path)

    def stop(done, total, what):
        if done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.play(lambda ja, en: None, stop)
    assert not first.complete
    assert 0 < first.n < 6
    second = Odds(field, choose_seed(3), Target(6), jobs=2, folder=tmp_path)
    second.play(lambda ja, en: None, resume=True)
    assert second.complete
    assert second.entrants() == whole.entrants()


def test_verify_repeats_a_forecast(run, two, tmp_path):
    folder = tmp_path / "out"
    run("forecast", two, "-n", 3, "--seed", 3, "--out", folder)
    assert run("verify", folder).status == 0
    frame = pl.read_parquet(folder / "forecast.parquet")
    frame.with_columns(pl.col("count") + 1).write_parquet(folder / "forecast.parquet")
    assert run("verify", folder).status == 1


def test_a_precision_doubles_until_the_widest_interval_fits(two, monkeypatch):
    monkeypatch.setattr("budosim.runs.odds.FIRST_SIZE", 4)
    odds = Odds(read_field(two), choose_seed(3), Target.of(None, 0.3), jobs=1)
    odds.play(lambda ja, en: None)
    assert odds.n in looks(0.3, 4)
    assert odds.widest() <= 0.3


def test_people_read_a_table(run, two, tmp_path):
    said = run("forecast", two, "-n", 2, "--seed", 3, "--out", tmp_path / "out", "--lang", "en")
    assert "title" in said.out
    assert "新田 空" in said.out


def test_both_n_and_precision_are_refused(run, two):
    said = run("forecast", two, "-n", 2, "--precision", 0.1, "--json")
    assert said.status == 2
    assert "--precision" in said.json["error"]["message_en"]
