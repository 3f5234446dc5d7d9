import numpy as np
import pytest

from budosim.study.paired import Stratum, difference, pair_looks

RUNS = 4000


def drawn(rng, n, better, worse):
    b, w, _ = rng.multinomial(n, [better, worse, 1 - better - worse])
    return int(b), int(w)


@pytest.mark.parametrize(
    ("better", "worse"), [((0.05, 0.1), (0.03, 0.08)), ((0.3,), (0.2,)), ((0.2, 0.4, 0.1), (0.1, 0.1, 0.1))]
)
def test_the_interval_of_a_difference_covers_as_it_says(better, worse):
    rng = np.random.default_rng(3)
    truth = np.mean(np.array(better) - np.array(worse))
    fixed, exact = [], []
    for _ in range(RUNS):
        strata = [Stratum(300, b[1], b[0], *b) for b in (drawn(rng, 300, *p) for p in zip(better, worse, strict=True))]
        made = difference(strata)
        fixed.append(made.lo <= truth <= made.hi)
        counts, n = [(0, 0)] * len(better), 0
        for size in pair_looks(0.04, len(better)):
            more = [drawn(rng, size - n, *p) for p in zip(better, worse, strict=True)]
            counts = [(a + c, b + d) for (a, b), (c, d) in zip(counts, more, strict=True)]
            n = size
            made = difference([Stratum(n, w, b, b, w) for b, w in counts])
            if made.half_width <= 0.04:
                break
        assert made.half_width <= 0.04
        exact.append(made.lo <= truth <= made.hi)
    assert 0.94 <= np.mean(fixed) <= 0.96
    assert 0.94 <= np.mean(exact) <= 0.965


def test_nothing_told_apart_is_no_certainty():
    made = difference([Stratum(100, 40, 40, 0, 0)])
    assert made.value == 0
    assert made.lo < 0 < made.hi
    assert made.n_equivalent is None
    assert not made.sure


def test_without_bouts_there_is_no_difference():
    made = difference([])
    assert (made.value, made.lo, made.hi, made.n, made.half_width) == (None, None, None, 0, 1.0)


def test_bouts_saved_are_those_of_independent_dice():
    """Independent runs: the variance of either rate adds up."""
    made = difference([Stratum(1000, 500, 520, 30, 10)])
    n = made.n_equivalent
    assert n * (30 + 10 - 20**2 / 1000) / 1000**2 * 1000 == pytest.approx((0.25 + 0.52 * 0.48) * 1000, rel=0.01)
    assert made.saved == 2 * (n - 1000)


def test_counts_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="add up"):
        Stratum(10, 5, 7, 1, 0)
