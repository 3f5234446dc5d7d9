"""The one number reader (trap 21)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from budosim.systems.gurps3.numbers import MINUS_SIGNS, read_number

READ = [
    ("13", "13"),
    ("１３", "13"),
    (" １３ ", "13"),
    ("0.5", "0.5"),
    ("０．５", "0.5"),
    (".5", "0.5"),
    ("½", "0.5"),
    ("1½", "1.5"),
    ("1/2", "0.5"),
    ("−5", "-5"),
    ("－５", "-5"),
    ("ー5", "-5"),
    ("＋3", "3"),
    ("②", "2"),
    ("①", "1"),
    ("²", "2"),
    ("五", "5"),
    ("十", "10"),
    ("十五", "15"),
    ("二十四", "24"),
    ("百二十", "120"),
    ("〇", "0"),
    ("24歳", "24"),
    ("１０ＣＰ", "10"),
    ("172cm", "172"),
    ("６８ｋｇ", "68"),
]


@pytest.mark.parametrize(("text", "number"), READ)
def test_numbers_people_type(text: str, number: str) -> None:
    assert read_number(text) == Decimal(number)


@pytest.mark.parametrize("sign", list(MINUS_SIGNS))
def test_every_minus_sign(sign: str) -> None:
    assert read_number(f"{sign}8") == -8


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "abc",
        "3²",
        "1²",
        "NaN",
        "inf",
        "1e5",
        "--5",
        "0x10",
        "1,000",
        "1/0",
        "十百",
        "九" * 50,
        "1 2",
        "٣",
    ],
)
def test_what_is_no_number_is_not_guessed(text: str) -> None:
    assert read_number(text) is None
