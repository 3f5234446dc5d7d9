"""A field as a game: who beats whom beats whom, the mixture nobody beats, clusters of likes, counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from budosim.study.grid import records_of
from budosim.study.ratings import expected_rate, ratings, shares

Floats = NDArray[np.float64]
MOST_CYCLES = 50
ALIKE = 0.3
"""Entrants whose records go together as closely as this form a cluster."""


@dataclass(frozen=True)
class Cycle:
    """A beats B beats C beats A, each surely.

    Fields:
        ids: from the first by name, each beating the next.
        weakest: the smallest of the three rates.
    """

    ids: tuple[str, ...]
    rates: tuple[float, ...]

    @property
    def weakest(self) -> float:
        """How strong the cycle is at its weakest link."""
        return min(self.rates)


def beats(pairs: pl.DataFrame) -> dict[tuple[str, str], float]:
    """Who surely beats whom (the interval of his rate of wins lies above one half), and how often he wins."""
    found = {}
    for (a, b), met in records_of(pairs).items():
        lo, _ = met.interval
        if a != b and lo is not None and lo > 0.5 and met.rate is not None:
            found[a, b] = met.rate
    return found


def cycles(pairs: pl.DataFrame, most: int | None = MOST_CYCLES) -> list[Cycle]:
    """Cycles of three, the strongest first."""
    sure = beats(pairs)
    wins: dict[str, set[str]] = {}
    for a, b in sure:
        wins.setdefault(a, set()).add(b)
    found = []
    for a in sorted(wins):
        for b in wins[a]:
            for c in wins.get(b, set()):
                if a < b and a < c and a in wins.get(c, set()):
                    found.append(Cycle((a, b, c), (sure[a, b], sure[b, c], sure[c, a])))
    found.sort(key=lambda one: (-one.weakest, one.ids))
    return found if most is None else found[:most]


def nash(pairs: pl.DataFrame) -> tuple[dict[str, float], float]:
    """The mixture of the field that nobody takes more than half from, and the most anybody takes from it.

    If one could send anybody, this is how often to send whom. A share of 0 means: never. Found by linear programming.
    """
    ids, table = shares(pairs)
    if not ids:
        return {}, 0.5
    mixture = equilibrium(table - 0.5)
    taken = float((table @ mixture).max())
    return {one: float(part) for one, part in zip(ids, mixture, strict=True)}, taken


def equilibrium(payoff: Floats) -> Floats:
    """A best mixture of the rows of a symmetric zero-sum game (`payoff` antisymmetric); the most even one on ties.

    >>> [round(float(x), 3) for x in equilibrium(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]]))]
    [0.333, 0.333, 0.333]
    """
    from scipy.optimize import linprog

    size = len(payoff)
    payoff = (payoff - payoff.T) / 2
    # maximise v: mixture @ payoff >= v for every column
    cost = np.zeros(size + 1)
    cost[-1] = -1.0
    bounds = [(0, 1)] * size + [(None, None)]
    rows = np.hstack([-payoff.T, np.ones((size, 1))])
    total = np.append(np.ones(size), 0.0)[None, :]
    made = linprog(cost, A_ub=rows, b_ub=np.zeros(size), A_eq=total, b_eq=[1.0], bounds=bounds, method="highs")
    mixture = np.clip(made.x[:size], 0, None) if made.success else np.full(size, 1 / size)
    mixture[mixture < 1e-9] = 0
    return np.asarray(mixture / mixture.sum())


def clusters(pairs: pl.DataFrame, alike: float = ALIKE) -> list[list[str]]:
    """Entrants who fare alike against the same opponents, the largest group first; loners are groups of one.

    Strength is taken out first: what counts is against whom somebody does better or worse than his rating says.
    Two are as far apart as one less the correlation of these gaps over everybody else.
    """
    ids, table = shares(pairs)
    if len(ids) < 4:
        return [[one] for one in ids]
    known = {one.id: one.rating for one in ratings(pairs)}
    table = table - np.array([[expected_rate(known.get(a, 0.0), known.get(b, 0.0)) for b in ids] for a in ids])
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    size = len(ids)
    apart = np.zeros((size, size))
    for i in range(size):
        for j in range(i + 1, size):
            others = [k for k in range(size) if k not in (i, j)]
            apart[i, j] = apart[j, i] = 1 - _correlation(table[i, others], table[j, others])
    marks = fcluster(linkage(squareform(np.clip(apart, 0, 2), checks=False), "average"), 1 - alike, "distance")
    groups: dict[int, list[str]] = {}
    for one, mark in zip(ids, marks, strict=True):
        groups.setdefault(int(mark), []).append(one)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def _correlation(x: Floats, y: Floats) -> float:
    """Of two rows; rows without any spread go together when they are the same, else not at all."""
    x, y = x - x.mean(), y - y.mean()
    size = float(np.sqrt((x @ x) * (y @ y)))
    if size < 1e-12:
        return 1.0 if np.allclose(x, y) else 0.0
    return float(x @ y) / size


def counters(pairs: pl.DataFrame, most: int = 3) -> list[dict[str, object]]:
    """Of everybody: who beats him most often, with interval; only those whose interval lies above one half."""
    found = []
    records = records_of(pairs)
    for one in sorted({pair[0] for pair in records}):
        against: list[tuple[float, str, float, float, int]] = []
        for (a, b), met in records.items():
            lo, hi = met.interval
            if b == one and a != one and lo is not None and hi is not None and lo > 0.5 and met.rate is not None:
                against.append((met.rate, a, lo, hi, met.n))
        against.sort(key=lambda row: (-row[0], row[1]))
        for rank, (rate, foe, lo, hi, n) in enumerate(against[:most], 1):
            found.append({"id": one, "rank": rank, "counter": foe, "rate": rate, "lo": lo, "hi": hi, "n": n})
    return found


def even_support(mixture: dict[str, float]) -> Sequence[str]:
    """Who is sent at all in a mixture, most often first."""
    return [one for one, part in sorted(mixture.items(), key=lambda row: (-row[1], row[0])) if part > 0]
