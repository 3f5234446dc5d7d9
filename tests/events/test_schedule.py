from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from budosim.errors import EventError
from budosim.events.schedule import block_name, block_sizes, deviation, pots, round_robin


@pytest.mark.parametrize("n", range(2, 17))
def test_everybody_meets_everybody_once_and_fights_once_a_round(n):
    rounds = round_robin(n)
    assert sorted(pair for bouts in rounds for pair in bouts) == list(combinations(range(n), 2))
    for bouts in rounds:
        busy = [member for pair in bouts for member in pair]
        assert len(busy) == len(set(busy)) == n - n % 2


def test_nobody_means_no_rounds():
    assert round_robin(1) == round_robin(0) == ()


@pytest.mark.rule("T-31")
@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (2, ()),
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (5, 4)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (5, 4, 4)),
        (16, (4, 4, 4, 4)),
        (20, (5, 5, 5, 5)),
        (40, (5,) * 8),
    ],
)
def test_block_sizes(n, sizes):
    assert block_sizes(n) == sizes


def test_block_sizes_for_every_field_are_the_fewest_threes_then_the_fewest_fours():
    for n in range(3, 501):
        splits = (
            (threes, fours)
            for threes in range(n // 3 + 1)
            for fours in range((n - 3 * threes) // 4 + 1)
            if (n - 3 * threes - 4 * fours) % 5 == 0
        )
        threes, fours = next(iter(splits))
        counts = Counter(block_sizes(n))
        assert (counts[3], counts[4]) == (threes, fours), n
        assert sum(block_sizes(n)) == n
        assert (deviation(block_sizes(n), n) is None) == (n % 5 == 0)


@pytest.mark.parametrize("size", [3, 4, 6, 8, 16])
def test_other_sizes_split_every_field_too(size):
    for n in range(3, 501):
        sizes = block_sizes(n, size)
        assert sum(sizes) == n
        assert min(sizes) >= 3
        assert max(sizes) <= size + 2
        if n % size == 0:
            assert set(sizes) == {size}


@pytest.mark.parametrize("n", [0, 1, 513])
def test_too_few_or_too_many_are_refused(n):
    with pytest.raises(EventError, match=str(n)) as refused:
        block_sizes(n)
    assert f"{n} 人" in refused.value.ja


@pytest.mark.parametrize("size", [0, 2, 17])
def test_a_block_size_out_of_reason_is_refused(size):
    with pytest.raises(EventError, match=r"blocks\.size"):
        block_sizes(20, size)


def test_the_deviation_is_said_in_both_languages():
    ja, en = deviation(block_sizes(11), 11) or ("", "")
    assert "4 人×2、3 人×1" in ja
    assert "2 of 4, 1 of 3" in en


def test_pots_give_each_block_one_of_each_level():
    for n in range(3, 60):
        sizes = block_sizes(n)
        places = [place for pot in pots(sizes) for place in pot]
        assert sorted(places) == list(range(n))
        assert len(pots(sizes)[0]) == len(sizes)


def test_block_names_are_distinct():
    assert len({block_name(i) for i in range(200)}) == 200
