from __future__ import annotations

import csv
import io

import polars as pl
import pytest

from budosim.study.spreadsheet import csv_text, write_csv

from . import made


def cells(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_excel_has_a_byte_order_mark_and_others_have_none(tmp_path):
    frame = pl.DataFrame({"名前": ["鷹村 蓮"], "n": [3]})
    assert write_csv(frame, tmp_path / "excel.csv", excel=True).read_bytes().startswith(b"\xef\xbb\xbf\xe5")
    assert write_csv(frame, tmp_path / "plain.csv").read_bytes() == "名前,n\r\n鷹村 蓮,3\r\n".encode()
    for name in ("excel", "plain"):  # a reader takes both
        assert pl.read_csv(tmp_path / f"{name}.csv").equals(frame)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "  =1", "＝1", "\n@x", "\u3000=1"]
)
def test_text_never_begins_a_formula(text):
    for excel in (True, False):
        assert cells(csv_text(pl.DataFrame({"t": [text]}), excel=excel)) == [["t"], [f"'{text}"]]


def test_ordinary_cells_stay_as_they_are():
    row = {"s": "a-b", "i": -5, "f": -0.25, "b": True, "none": None, "quoted": 'x"y,z'}
    assert cells(csv_text(pl.DataFrame([row])))[1] == ["a-b", "-5", "-0.25", "true", "", 'x"y,z']


def test_long_numbers_keep_their_digits_in_a_spreadsheet():
    frame = pl.DataFrame({"bout": [2**53 - 1, 12]}, schema={"bout": pl.UInt64})
    assert cells(csv_text(frame, excel=True))[1:] == [[f"'{2**53 - 1}"], ["12"]]
    assert cells(csv_text(frame))[1:] == [[str(2**53 - 1)], ["12"]]


def test_hostile_names_and_columns_are_guarded():
    entrants = made.matrix(4)["entrants"]
    rows = cells(csv_text(entrants))
    assert [row[rows[0].index("name")] for row in rows[1:]] == [
        "鷹村 蓮",
        "<script>alert(1)</script>",
        "'=cmd|' /C calc'!A0",
        "藤堂 静流",
    ]
    assert cells(csv_text(pl.DataFrame({"=x": [1]})))[0] == ["'=x"]
