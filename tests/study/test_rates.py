from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budosim.study.rates import (
    NOTHING,
    Record,
    forecast_rows,
    interval_text,
    percentages,
    rate,
    rate_text,
    record,
    wilson,
)

Z = 1.959963984540054


@pytest.mark.parametrize(
    ("k", "n", "lo", "hi"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(k, n, lo, hi):
    assert wilson(k, n) == pytest.approx((lo, hi), abs=6e-5)


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_an_interval_are_one_deviation_from_the_rate(case):
    k, n = case
    lo, hi = wilson(k, n)
    assert 0 <= lo <= k / n <= hi <= 1
    assert lo < hi
    for end in {lo, hi} - {0.0, 1.0}:  # the definition: where the score test just rejects
        assert abs(k / n - end) == pytest.approx(Z * math.sqrt(end * (1 - end) / n), rel=1e-6)
    other = wilson(n - k, n)
    assert (1 - hi, 1 - lo) == pytest.approx(other, abs=1e-12)


def test_without_bouts_there_is_no_rate_and_no_interval():
    assert wilson(0, 0) == (None, None)
    assert rate(0, 0) is None
    assert rate_text(0, 0) == interval_text(None, None) == NOTHING
    assert percentages([0, 0, 0]) == [None, None, None]
    assert Record(0, 0, 0).rate is None


@pytest.mark.parametrize(("k", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_a_count_that_cannot_be_is_refused(k, n):
    with pytest.raises(ValueError, match="not a count"):
        wilson(k, n)


def test_none_of_n_does_not_read_as_impossible():
    assert rate_text(0, 1000) == "< 3/1000"
    assert rate_text(1000, 1000) == "> 1 − 3/1000"
    assert rate_text(0, 2) == "0 / 2"
    assert rate_text(1, 1000) == "0.1 %"
    assert wilson(0, 1000)[1] == pytest.approx(3 / 1000, rel=0.3)


def test_halves_are_rounded_up():
    assert [rate_text(k, 400) for k in (1, 5)] == ["0.3 %", "1.3 %"]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=40), st.integers(0, 3))
def test_a_printed_row_sums_to_100(counts, digits):
    printed = percentages(counts, digits)
    if not any(counts):
        assert printed == [None] * len(counts)
        return
    units = [round(p * 10**digits) for p in printed]
    assert sum(units) == 100 * 10**digits
    for count, p in zip(counts, printed, strict=True):
        assert abs(p - 100 * count / sum(counts)) < 10**-digits
        assert p == float(f"{p:.{digits}f}")


def test_what_is_left_over_goes_to_the_largest_remainders():
    assert percentages([2, 1, 1, 1, 1], 0) == [33.0, 17.0, 17.0, 17.0, 16.0]
    assert percentages([1, 2], 1) == [33.3, 66.7]


def test_a_record_adds_up():
    made = record(3, 1, 2, 6)
    assert (made.n, made.rate) == (6, 0.5)
    assert made.turned() == Record(2, 1, 3)
    assert made.plus(Record(1, 0, 0)) == Record(4, 1, 2)
    for wrong in [(3, 1, 2, 7), (-1, 1, 0, 0)]:
        with pytest.raises(ValueError, match="are not"):
            record(*wrong)


def test_a_draw_counts_for_neither():
    made = record(4, 4, 2, 10)
    assert made.rate == 0.4
    assert made.turned().rate == 0.2
    assert made.interval == wilson(4, 10)


def test_forecast_rows_have_an_interval_for_every_chance():
    row = {"id": "x", "n": 50, "block": 20, "rounds": [20, 10, 0], "titles": 0, "deaths": 1}
    (made,) = forecast_rows([row])
    assert made["p_block"] == 0.4
    assert (made["p_block_lo"], made["p_block_hi"]) == wilson(20, 50)
    assert made["p_round"] == [0.4, 0.2, 0.0]
    assert made["p_round_lo"] == [wilson(k, 50)[0] for k in (20, 10, 0)]
    assert made["p_round_hi"] == [wilson(k, 50)[1] for k in (20, 10, 0)]
    assert (made["p_title"], made["p_title_lo"]) == (0.0, 0.0)
    assert 0 < made["p_title_hi"] < 0.1
    assert made["deaths"] == 1
