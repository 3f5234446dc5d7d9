"""Seasons: magic numbers, demerits, tie-breaks, and many seasons against the exact chances."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from budosim.errors import EventError
from budosim.events.season import (
    SCALE,
    Demerits,
    Law,
    Meeting,
    Season,
    Start,
    magic,
    mutual,
    tiers,
    whole_weights,
)
from budosim.events.season_exact import work_out
from budosim.events.season_many import play_many

WON_OR_LOST = ((8, 4), (4, 8))
NINE = ((8, 4), (8, 4), (6, 5), (6, 6), (5, 6), (4, 8), (4, 8), (8, 0), (0, 8))
NINE_FAULTS = ((0, 0),) * 7 + ((0, 1), (1, 0))
MONTH = ((0, (0, 1)), (0, (0, 2)), (1, (1, 0)), (1, (1, 2)), (2, (2, 0)), (2, (2, 1)))
NONE = (SCALE,)


def even_month(first_wins: float = 0.5) -> Season:
    """Every meeting 8 to 4; side 0 wins each of his with `first_wins`."""
    laws = []
    for k, (week, sides) in enumerate(MONTH):
        won = first_wins if sides[0] == 0 else 1 - first_wins if sides[1] == 0 else 0.5
        weights = whole_weights([won, 1 - won])
        laws.append(Law(Meeting(k, week, sides, 8), weights, WON_OR_LOST, ((0, 0), (0, 0)), (NONE, NONE)))
    return Season(3, tuple(laws), Start.blank(3))


def rich(meetings: int = 3) -> Season:
    """Meetings with every kind of end, demerits, and one of all three sides."""
    weights = whole_weights([0.2, 0.05, 0.15, 0.15, 0.1, 0.2, 0.05, 0.05, 0.05])
    new = whole_weights([0.6, 0.3, 0.1])
    laws = [
        Law(Meeting(k, week, sides, 8), weights, NINE, NINE_FAULTS, (new, new))
        for k, (week, sides) in enumerate(MONTH[: meetings - 1])
    ]
    three = Law(
        Meeting(meetings, 3, (0, 1, 2), 10),
        whole_weights([3, 2, 2, 1]),
        ((10, 4, 4), (4, 10, 4), (4, 4, 10), (6, 6, 6)),
        ((0, 0, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0)),
        (new, NONE, new),
    )
    return Season(3, (*laws, three), Start((10, 9, 12), (1, 0, 1), (1, 0, 1), ((0, 8, 0), (4, 0, 5), (0, 6, 0))))


@pytest.mark.parametrize(
    ("base", "count", "used", "net", "carry"),
    [(8, 3, 1, 6, 1), (4, 5, 2, 0, 1), (0, 4, 2, 0, 0), (6, 2, 1, 4, 0), (5, 1, 0, 5, 1), (5, 6, 3, 0, 0)],
)
def test_demerits_are_paid_in_bundles(base, count, used, net, carry):
    settled = Demerits().settle(base, [count])
    assert (settled.used, settled.net, settled.carry, settled.deduction) == (used, net, (carry,), base - net)


def test_bundles_without_points_may_wait():
    assert Demerits(kept=True).settle(0, [4]).carry == (4,)
    assert Demerits(kept=True).settle(3, [6]) == (2, 3, 0, (2,))


def test_counters_are_bundled_each_by_itself():
    assert Demerits().settle(8, [1, 1]) == (0, 0, 8, (1, 1))
    assert Demerits().settle(8, [3, 2]) == (2, 4, 4, (1, 0))


def test_magic_counts_what_rivals_may_still_take():
    left = [Meeting(0, 0, (0, 2), 8), Meeting(1, 0, (1, 2), 8)]
    assert magic((59, 50, 38), left)[0] == 0
    assert magic((58, 50, 38), left)[0] == 1
    assert magic((58, 50, 38), [replace(one, least=4) for one in left])[0] == 0


def test_level_sides_have_no_certainty():
    assert magic((8, 8, 4), []) == [1, 1, 5]
    assert magic((9, 8, 4), []) == [0, 2, 6]


def test_whoever_separates_leaves_and_the_chain_starts_again():
    against = ((0, 5, 5), (5, 0, 8), (5, 4, 0))
    faults = {0: 0, 1: 3, 2: 0}
    chain = (mutual(against), lambda group: {m: -faults[m] for m in group})
    order = tiers((0, 1, 2), chain)
    assert [tier.members for tier in order] == [(1,), (0,), (2,)]
    level = tiers((0, 2), (mutual(((0, 0, 5), (0, 0, 0), (5, 0, 0))), lambda group: dict.fromkeys(group, 0)))
    assert [tier.members for tier in level] == [(0, 2)]


@pytest.mark.parametrize("chances", [[1 / 3] * 3, [0.1] * 10, [1e-12, 1], [5]])
def test_weights_add_up_exactly(chances):
    weights = whole_weights(chances)
    assert sum(weights) == SCALE
    assert all(abs(w / SCALE - c / sum(chances)) < 1e-9 for w, c in zip(weights, chances, strict=True))


@pytest.mark.parametrize("chances", [[], [0, 0], [-1, 2], [float("nan")], [float("inf")]])
def test_what_is_no_law_is_refused(chances):
    with pytest.raises(ValueError, match=r"chances|empty|NaN|nan"):
        whole_weights(chances)


def test_even_months_end_level_in_a_quarter_of_all_cases():
    exact = work_out(even_month())
    assert exact.sole == (Fraction(1, 4),) * 3
    assert exact.tie == Fraction(1, 4)
    assert sum(exact.even) == 1


def agree(many, exact, n):
    pairs = [
        (many.titles, exact.titles),
        (many.shared, exact.shared),
        (many.sole, exact.sole),
        (many.tied.sum(axis=1), exact.tied),
    ]
    pairs += list(zip(many.clinched, exact.clinched.values(), strict=True))
    for counted, chances in pairs:
        for count, chance in zip(counted, chances, strict=True):
            p = float(chance)
            assert abs(count / n - p) <= 4 * sqrt(max(p * (1 - p), 1e-9) / n) + 1e-9
    for total, mean in zip(many.total, exact.mean, strict=True):
        assert abs(total / n - float(mean)) < 0.15


@pytest.mark.parametrize("chain", [("head_to_head", "faults"), ("faults",), ()])
@pytest.mark.parametrize("last", ["shared", "draw"])
def test_many_seasons_agree_with_the_exact_chances(chain, last):
    n = 40_000
    for season, seed in ((even_month(0.6), 5), (rich(), 6)):
        season = replace(season, chain=chain, last=last)
        agree(play_many(season, seed, n), work_out(season), n)


def test_many_seasons_agree_when_bundles_wait():
    season = replace(rich(), demerits=Demerits(kept=True))
    agree(play_many(season, 9, 40_000), work_out(season), 40_000)


def test_what_is_carried_may_lapse():
    season = replace(rich(), lapses=frozenset({1}))
    exact = work_out(season)
    assert exact.mean != work_out(rich()).mean
    agree(play_many(season, 9, 40_000), exact, 40_000)


def test_every_season_is_counted_once():
    many = play_many(rich(5), 2, 5_000)
    assert many.places[:, 0].sum() >= many.n
    assert many.places.sum(axis=1).tolist() == [many.n] * 3
    assert many.sole.sum() + sum(many.tied[:, k].sum() // k for k in (2, 3)) == many.n
    assert many.points.sum(axis=1).tolist() == [many.n] * 3
    assert (many.points * np.arange(many.points.shape[1])).sum(axis=1).tolist() == many.total.tolist()
    assert many.clinched.sum() == many.sole.sum()
    assert many.open[-1] == many.n - many.sole.sum()


def test_neither_batches_nor_threads_nor_the_start_change_a_season():
    season = rich(4)
    whole = play_many(season, 3, 3_000)
    parts = play_many(season, 3, 1_000).plus(play_many(season, 3, 2_000, first=1_000, batch=77, jobs=3))
    for field in fields(whole):
        assert np.array_equal(getattr(whole, field.name), getattr(parts, field.name)), field.name


def test_a_decided_season_stops():
    season = replace(even_month(), start=replace(Start.blank(3), points=(200, 0, 0)))
    many = play_many(season, 1, 100)
    assert many.clinched[0].tolist() == [100, 0, 0]
    assert many.open.tolist() == [0, 0, 0]
    assert many.total[0] <= 100 * 208


def test_long_seasons_are_not_worked_out():
    season = even_month()
    longer = replace(season, laws=season.laws + season.laws)
    with pytest.raises(EventError, match="at most 8"):
        work_out(longer)


def test_a_law_must_add_up():
    with pytest.raises(ValueError, match="add up"):
        Law(Meeting(0, 0, (0, 1), 8), (1, 2), WON_OR_LOST, ((0, 0), (0, 0)), (NONE, NONE))
