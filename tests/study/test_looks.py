"""Intervals are honest: 4,000 short runs of a made-up source, for a fixed number of bouts and for a precision."""

import numpy as np
import pytest

from budosim.study.looks import enough, half_width, looks, next_size, sizes
from budosim.study.rates import wilson

RUNS = 4000


def covered(p, wins, n):
    lo, hi = wilson(int(wins), n)
    return lo <= p <= hi


@pytest.mark.parametrize(("p", "n"), [(0.5, 300), (0.31, 250), (0.8, 400), (0.12, 500)])
def test_a_fixed_number_of_bouts_covers_as_it_says(p, n):
    wins = np.random.default_rng(7).binomial(n, p, RUNS)
    assert 0.94 <= np.mean([covered(p, k, n) for k in wins]) <= 0.96


@pytest.mark.parametrize(("p", "precision"), [(0.5, 0.05), (0.27, 0.05), (0.7, 0.03), (0.15, 0.04)])
def test_a_precision_covers_as_it_says(p, precision):
    rng = np.random.default_rng(11)
    found = []
    for _ in range(RUNS):
        wins = n = 0
        while (size := next_size(wins, n, precision)) is not None:
            wins += int(rng.binomial(size - n, p))
            n = size
        assert half_width(wins, n) <= precision
        found.append(covered(p, wins, n))
    assert 0.94 <= np.mean(found) <= 0.96


def exactly(p, precision):
    """Coverage worked out exactly: the distribution of wins goes from look to look. And the bouts to be expected."""
    from scipy.stats import binom

    known = sizes(precision)
    spread = {size: np.zeros(size + 1) for size in known}
    spread[known[0]] = binom.pmf(np.arange(known[0] + 1), known[0], p)
    inside = bouts = 0.0
    for n in known:
        onward = {}
        for k in np.flatnonzero(spread[n] > 1e-12):
            goal = next_size(int(k), n, precision)
            if goal is None:
                inside += spread[n][k] * covered(p, k, n)
                bouts += spread[n][k] * n
            else:
                onward.setdefault(goal, np.zeros(n + 1))[k] = spread[n][k]
        for goal, part in onward.items():
            spread[goal] += np.convolve(part, binom.pmf(np.arange(goal - n + 1), goal - n, p))
    return inside, bouts


def test_over_all_rates_nothing_is_lost_by_looking():
    rates = np.linspace(0.04, 0.96, 24)
    found = [exactly(float(p), 0.05) for p in rates]
    assert 0.945 <= np.mean([inside for inside, _ in found]) <= 0.955
    assert min(inside for inside, _ in found) > 0.935
    # no rate can do with fewer bouts than the square of its interval asks for
    least = np.mean([rate * (1 - rate) for rate in rates]) * 4 * enough(0.05)
    assert np.mean([bouts for _, bouts in found]) < 1.1 * least


def test_the_last_look_suffices_whatever_the_rate():
    for precision in (0.2, 0.05, 0.013):
        n = enough(precision)
        assert max(half_width(k, n) for k in range(n + 1)) <= precision
        assert half_width((n - 1) // 2, n - 1) > precision
        assert looks(precision)[-1] == sizes(precision)[-1] == n
