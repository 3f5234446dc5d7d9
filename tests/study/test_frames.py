from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from budosim.combat.gurps3.ids import LOC_NAMES
from budosim.errors import BudosimError
from budosim.study import columns, frames
from budosim.study.rates import wilson

from . import made

BOUTS = """
bout stage round block a b winner ending turns_a turns_b first hp_a hp_b fp_a fp_b crippled_a crippled_b seed
rules_version
"""
PAIRS = "a b n wins_a draws wins_b rate_a lo hi first_mover_rate turns_mean"
CONTRACT = {"bouts": BOUTS, "pairs": PAIRS}


@pytest.fixture(scope="module")
def cup():
    return made.cup(20, death=0.05)


@pytest.fixture(scope="module")
def matrix():
    return made.matrix(6)


def fits(table, frame):
    form = columns.tables()[table]
    assert frame.columns[: len(form.dtypes())] == list(form.dtypes())
    for name, dtype in form.dtypes().items():
        assert frame[name].dtype == frames.DTYPES[dtype], name
        assert name in form.nullable() or frame[name].null_count() == 0, name


def test_every_frame_has_the_columns_of_the_data_dictionary(cup, matrix):
    _, of_cup = cup
    _, of_forecast = made.foreseen(7)
    for frames_of in (of_cup, matrix, of_forecast):
        for table, frame in frames_of.items():
            assert len(frame)
            fits(table, frame)


@pytest.mark.parametrize("table", columns.tables())
def test_an_empty_table_has_its_columns(table):
    frame = frames.table_frame(table, [])
    fits(table, frame)
    assert len(frame) == 0


def test_columns_of_the_contract_come_first():
    for table, names in CONTRACT.items():
        assert list(columns.tables()[table].dtypes())[: len(names.split())] == names.split()
    assert frames.table_frame("bouts", []).schema["bout"] == pl.UInt64


def test_the_rows_of_an_event_arrive_unchanged(cup):
    event, of_cup = cup
    rows = event.bouts()
    bouts = of_cup["bouts"].to_dicts()
    assert len(bouts) == len(rows)
    for row, bout in zip(rows, bouts, strict=True):
        first = row.get("first")
        assert bout["first"] == (None if first is None else "ab"[first])
        for name in (*row.keys() - {"first"},):
            assert bout[name] == row[name], name
    assert set(of_cup["bouts"]["winner"]) == {"a", "b", None}
    assert of_cup["standings"].to_dicts() == event.standings()
    ledger = of_cup["ledger"].select(list(event.ledger[0])).to_dicts()
    assert ledger == [dict(row) for row in event.ledger]


def test_a_fixture_that_was_not_fought_has_empty_cells(cup):
    _, of_cup = cup
    bouts = of_cup["bouts"]
    unfought = bouts.filter(pl.col("kind") != "bout")
    assert len(unfought)
    assert unfought["turns_a"].null_count() == len(unfought)
    assert bouts.filter(pl.col("kind") == "bout")["turns_a"].null_count() == 0


def test_arrays_and_rows_give_the_same_bouts(matrix):
    bouts = matrix["bouts"]
    assert frames.bouts_frame(bouts.to_dicts()).equals(bouts)
    assert frames.bouts_frame(bouts).equals(bouts)


def test_outcomes_become_words():
    outcomes = np.zeros(3, made.FULLER)
    outcomes["winner"], outcomes["first"], outcomes["ending"] = [0, 1, -1], [1, 0, 0], [1, 5, 9]
    outcomes["dead_b"] = [1, 0, 0]
    numbers = np.array([5, 6, 2**53 - 1], np.uint64)
    endings = ("none", *columns.endings())
    frame = frames.outcomes_frame(
        outcomes, numbers, "x", "y", endings=endings, seed=2**53 - 1, rules_version="1"
    )
    assert frame["winner"].to_list() == ["a", "b", None]
    assert frame["first"].to_list() == ["b", "a", "a"]
    assert frame["ending"].to_list() == ["unconscious", "gave_up", "time"]
    assert frame["dead_b"].to_list() == [True, False, False]
    assert frame["bout"].to_list() == [5, 6, 2**53 - 1]
    assert frame["seed"].to_list() == [2**53 - 1] * 3
    fits("bouts", frame)


def test_pairs_count_what_was_fought():
    def bout(number, a, b, winner, first, turns, ending="unconscious", kind="bout"):
        return {
            "bout": number, "a": a, "b": b, "winner": winner, "first": first, "turns_a": turns,
            "turns_b": None if turns is None else turns - 1, "ending": ending, "kind": kind,
        }  # fmt: skip

    rows = [
        bout(1, "x", "y", "a", "a", 4),
        bout(2, "x", "y", "b", "a", 6, "dead"),
        bout(3, "x", "y", None, "b", 20, "time"),
        bout(4, "x", "y", "a", "b", 10),
        bout(5, "x", "y", "a", None, None, "forfeit", "forfeit"),
        bout(6, "x", "z", "b", "b", 3, "zapped"),
    ]
    bouts = frames.bouts_frame(rows, seed=1, rules_version="1")
    pairs = frames.pairs_frame(bouts)
    first, second = pairs.to_dicts()
    assert (first["n"], first["wins_a"], first["draws"], first["wins_b"]) == (4, 2, 1, 1)
    assert first["rate_a"] == 0.5
    assert (first["lo"], first["hi"]) == wilson(2, 4)
    assert first["first_mover_rate"] == 0.25
    assert first["turns_mean"] == 10.0
    assert (first["ending_unconscious"], first["ending_dead"], first["ending_time"]) == (2, 1, 1)
    assert first["ending_forfeit"] == 0
    assert (second["n"], second["rate_a"], second["first_mover_rate"]) == (1, 0.0, 1.0)
    assert second["ending_zapped"] == 1
    assert list(pairs.columns)[-1] == "ending_zapped"


def test_integers_of_every_pair_and_entrant_add_up(cup, matrix):
    for of in (cup[1], matrix):
        pairs, entrants = of["pairs"], of["entrants"]
        assert (pairs["n"] == pairs["wins_a"] + pairs["draws"] + pairs["wins_b"]).all()
        endings = [name for name in pairs.columns if name.startswith("ending_")]
        assert (pairs["n"] == pairs.select(pl.sum_horizontal(endings)).to_series()).all()
        assert (entrants["n"] == entrants["wins"] + entrants["draws"] + entrants["losses"]).all()
        assert entrants["n"].sum() == 2 * pairs["n"].sum()
        assert entrants["wins"].sum() == entrants["losses"].sum()


def test_pairs_that_do_not_add_up_are_refused(matrix):
    counts = frames.pair_counts(matrix["bouts"])
    wrong = counts.with_columns(pl.col("n") + 1)
    with pytest.raises(ValueError, match="add up"):
        frames.pairs_of(wrong)


def test_counting_in_pieces_gives_the_same_pairs(matrix):
    bouts = matrix["bouts"]
    pieces = [frames.pair_counts(bouts[start : start + 37]) for start in range(0, len(bouts), 37)]
    assert frames.pairs_of(frames.add_counts(pieces)).equals(matrix["pairs"])
    fits("pairs", frames.pairs_of(frames.add_counts([])))


def test_no_bouts_give_null_and_no_nan():
    entrants = frames.entrants_frame(
        made.entrant_rows(3), frames.pairs_frame(frames.table_frame("bouts", []))
    )
    assert entrants["rate"].to_list() == entrants["lo"].to_list() == [None] * 3
    assert entrants["n"].to_list() == [0, 0, 0]
    odds = frames.forecast_frame([{"id": "x", "n": 0, "block": 0, "rounds": [0], "titles": 0}], ["final"])
    assert odds["p"].to_list() == [None] * 3
    with pytest.raises(ValueError, match="NaN"):
        frames.table_frame("pairs", frames.pairs_frame(made.matrix(2)["bouts"]).with_columns(lo=float("nan")))
    rows = frames.table_frame(
        "forecast", [{"id": "x", "stage": "title", "count": 0, "n": 0, "p": float("nan")}]
    )
    assert rows["p"].to_list() == [None]


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match=r"bouts\.seed"):
        frames.bouts_frame(
            [{"bout": 1, "a": "x", "b": "y", "winner": "a", "ending": "dead"}], rules_version="1"
        )


def test_entrants_keep_their_order_and_their_spelling(cup):
    entrants = cup[1]["entrants"]
    assert entrants["name"].to_list() == list(made.NAMES)
    assert entrants["slot"].to_list() == list(range(20))
    bare = frames.entrants_frame([{"id": "b", "name": ""}, {"id": "a", "name": None}])
    assert bare["name"].to_list() == ["b", "a"]


def test_the_bracket_names_empty_lines():
    rounds = [{"round": "final", "name_ja": "決勝", "name_en": "final", "lines": ["x", None, ""]}]
    frame = frames.bracket_frame(rounds)
    assert frame["id"].to_list() == ["x", None, None]
    assert frame["emptied"].to_list() == [False, False, True]
    assert frame["line"].to_list() == [1, 2, 3]


def test_a_forecast_is_tidy():
    seen, of = made.foreseen(12, 100)
    frame = of["forecast"]
    assert frame["stage"].unique(maintain_order=True).to_list() == [
        "block",
        *[stage.id for stage in seen.plan.rounds],
        "title",
    ]
    titles = frame.filter(pl.col("stage") == "title")
    assert titles["count"].to_list() == seen.titles.tolist()
    for row in frame.iter_rows(named=True):
        assert (row["lo"], row["hi"]) == wilson(row["count"], row["n"])


def test_frames_come_back_from_their_files(tmp_path, cup):
    _, of_cup = cup
    written = frames.write_frames(tmp_path / "out", {**of_cup, "events": None})
    assert sorted(path.name for path in written) == sorted(f"{name}.parquet" for name in of_cup)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(path.name for path in written)
    for name, frame in of_cup.items():
        assert frames.read_frame(tmp_path / "out", name).equals(frame)
    assert frames.read_frame(tmp_path, "bouts") is None
    pyarrow = pytest.importorskip("pyarrow.parquet")
    codec = (
        pyarrow.ParquetFile(tmp_path / "out" / "bouts.parquet").metadata.row_group(0).column(0).compression
    )
    assert codec == "ZSTD"


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / "bouts.parquet").write_bytes(b"PAR1 nonsense")
    with pytest.raises(BudosimError, match=r"bouts\.parquet"):
        frames.read_frame(tmp_path, "bouts")


def test_pandas_takes_every_frame(cup):
    for frame in cup[1].values():
        assert list(frame.to_pandas().columns) == frame.columns


def test_the_dictionary_knows_the_places_of_a_body():
    assert list(columns.places()) == list(LOC_NAMES[:-1])
