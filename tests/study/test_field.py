"""Ratings, cycles, mixtures, clusters, counters and upsets of constructed fields with known answers."""

import math
import random

import numpy as np
import polars as pl
import pytest

from budosim.study import frames
from budosim.study.analysis import analyse, is_field
from budosim.study.metagame import clusters, counters, cycles, equilibrium, nash
from budosim.study.ratings import SCALE, expected_rate, ratings, upsets


def pairs(table):
    """Frames of pairs from (a, b): (wins of a, draws, wins of b)."""
    rows = [
        {"a": a, "b": b, "n": sum(counts), "wins_a": counts[0], "draws": counts[1], "wins_b": counts[2],
         "n_first": sum(counts), "wins_first": counts[0], "n_turns": sum(counts), "turns": 9 * sum(counts)}
        for (a, b), counts in table.items()
    ]  # fmt: skip
    return frames.pairs_of(pl.DataFrame(rows))


def field(strengths, n=100_000, draw=0.0):
    ids = sorted(strengths)
    made = {}
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            p = 1 / (1 + math.exp(strengths[b] - strengths[a]))
            draws = round(n * draw)
            wins = round((n - draws) * p)
            made[a, b] = (wins, draws, n - draws - wins)
    return pairs(made)


RPS = pairs({("p", "r"): (700, 0, 300), ("p", "s"): (300, 0, 700), ("r", "s"): (700, 0, 300)})


def test_known_strengths_come_back():
    strengths = {"a": 1.0, "b": 0.3, "c": -0.3, "d": -1.0}
    for one in ratings(field(strengths)):
        assert one.rating == pytest.approx(SCALE * strengths[one.id], abs=1.0)
        assert one.lo < one.rating < one.hi
    assert [one.id for one in ratings(field(strengths))] == ["a", "b", "c", "d"]


def test_the_interval_of_a_rating_covers_as_it_says():
    rng = np.random.default_rng(5)
    strengths = {"a": 0.8, "b": 0.0, "c": -0.8}
    inside = total = 0
    for _ in range(700):
        made = {}
        for a, b in (("a", "b"), ("a", "c"), ("b", "c")):
            wins = int(rng.binomial(200, 1 / (1 + math.exp(strengths[b] - strengths[a]))))
            made[a, b] = (wins, 0, 200 - wins)
        for one in ratings(pairs(made)):
            inside += one.lo <= SCALE * strengths[one.id] <= one.hi
            total += 1
    assert 0.935 <= inside / total <= 0.965


def test_draws_pull_together_and_an_undefeated_is_finite():
    with_draws = ratings(field({"a": 1.0, "b": -1.0}, 1000, draw=0.5))
    without = ratings(field({"a": 1.0, "b": -1.0}, 1000))
    assert 0 < with_draws[0].rating < without[0].rating
    won = ratings(pairs({("a", "b"): (50, 0, 0), ("a", "c"): (50, 0, 0), ("b", "c"): (25, 0, 25)}))
    assert won[0].id == "a"
    assert 300 < won[0].rating < 2000
    assert won[0].hi - won[0].lo > won[1].hi - won[1].lo


def test_the_order_of_pairs_does_not_matter():
    frame = field({"a": 0.4, "b": 0.1, "c": -0.2, "d": -0.3}, 500)
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=3)
    turned = shuffled.rename({"a": "b", "b": "a", "wins_a": "wins_b", "wins_b": "wins_a"})
    for other in (shuffled, turned):
        for one, again in zip(ratings(frame), ratings(other), strict=True):
            assert one.id == again.id
            assert one.rating == pytest.approx(again.rating, abs=1e-6)


def test_rock_paper_scissors_is_one_cycle_of_thirds():
    (only,) = cycles(RPS)
    assert set(only.ids) == {"r", "p", "s"}
    assert only.rates == (0.7, 0.7, 0.7)
    beats = {("p", "r"), ("r", "s"), ("s", "p")}
    assert all((a, b) in beats for a, b in zip(only.ids, (*only.ids[1:], only.ids[0]), strict=True))
    mixture, taken = nash(RPS)
    assert list(mixture.values()) == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert taken == pytest.approx(0.5, abs=1e-6)


def test_an_order_has_no_cycle_and_one_best():
    frame = field({"a": 1.0, "b": 0.0, "c": -1.0})
    assert cycles(frame) == []
    mixture, taken = nash(frame)
    assert mixture["a"] == pytest.approx(1.0)
    assert taken == pytest.approx(0.5)


def test_an_unsure_edge_makes_no_cycle():
    assert cycles(pairs({("p", "r"): (7, 0, 3), ("p", "s"): (3, 0, 7), ("r", "s"): (7, 0, 3)})) == []


def test_a_skewed_game_has_its_known_mixture():
    """Of a game where a beats b by 2, b beats c by 1 and c beats a by 1: 1/4, 1/4, 1/2."""
    payoff = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0.0]])
    assert equilibrium(payoff) == pytest.approx([0.25, 0.25, 0.5], abs=1e-6)


@pytest.mark.parametrize("size", [2, 5, 13, 32])
def test_a_mixture_is_that_of_an_oracle(size):
    """The oracle asks the other way round: for the mixture from which the best answer takes least."""
    from scipy.optimize import linprog

    rng = np.random.default_rng(size)
    payoff = rng.normal(size=(size, size))
    payoff -= payoff.T
    rows = np.hstack([payoff, -np.ones((size, 1))])
    total = np.append(np.ones(size), 0.0)[None, :]
    asked = np.append(np.zeros(size), 1.0)
    bounds = [(0, None)] * size + [(None, None)]
    oracle = linprog(asked, rows, np.zeros(size), total, [1.0], bounds, method="highs-ipm")
    assert oracle.fun == pytest.approx(0, abs=1e-6)
    mixture = equilibrium(payoff)
    assert mixture == pytest.approx(oracle.x[:size], abs=1e-5)
    assert mixture.sum() == pytest.approx(1.0)
    assert (payoff @ mixture).max() <= 1e-6


def test_twins_share_evenly_whatever_their_names():
    """Rock twice, paper, scissors: a third for paper and for scissors, a sixth for either rock."""
    payoff = np.array([[0, 0, -1, 1], [0, 0, -1, 1], [1, 1, 0, -1], [-1, -1, 1, 0.0]])
    for order in ([0, 1, 2, 3], [3, 1, 2, 0], [1, 2, 0, 3]):
        mixture = equilibrium(payoff[np.ix_(order, order)])
        assert mixture == pytest.approx(np.array([1 / 6, 1 / 6, 1 / 3, 1 / 3])[order], abs=1e-6)
    assert equilibrium(np.zeros((4, 4))) == pytest.approx([0.25] * 4)


def test_likes_form_clusters():
    """x1 and x2 do well where y1 and y2 do badly, and so on."""
    rng = random.Random(1)
    ids = ["x1", "x2", "y1", "y2", "z1", "z2"]
    edge = {("x", "y"): 0.8, ("y", "z"): 0.8, ("z", "x"): 0.8}
    made = {}
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            p = edge.get((a[0], b[0]), 1 - edge.get((b[0], a[0]), 0.5))
            wins = round(1000 * p) + rng.randint(-5, 5)
            made[a, b] = (wins, 0, 1000 - wins)
    assert clusters(pairs(made)) == [["x1", "x2"], ["y1", "y2"], ["z1", "z2"]]


def test_counters_and_upsets():
    found = counters(RPS)
    assert {(row["id"], row["counter"]) for row in found} == {("r", "p"), ("s", "r"), ("p", "s")}
    frame = pairs({("a", "b"): (400, 0, 600), ("a", "c"): (990, 0, 10), ("b", "c"): (500, 0, 500)})
    rated = ratings(frame)
    assert rated[0].id == "a"
    (row,) = upsets(frame, rated)
    assert (row["id"], row["foe"], row["rate"]) == ("b", "a", 0.6)
    assert row["expected"] == pytest.approx(expected_rate(rated[1].rating, rated[0].rating))


def test_pairs_of_a_sparring_are_no_field():
    assert is_field(RPS)
    assert not is_field(pairs({("a", "b"): (1, 0, 1), ("a", "c"): (1, 0, 1)}))
    assert set(analyse(RPS)) == {"ratings", "counters", "cycles"}
