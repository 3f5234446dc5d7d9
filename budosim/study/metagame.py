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
TOLERANCE, LOSS, SMALLEST = 1e-9, 1e-6, 1e-7
"""What the most even mixture may give away, what it is checked for, and shares that count as none."""
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

    Two fighters who fare alike against everybody get the same share, whatever they are called.

    >>> [round(float(x), 3) for x in equilibrium(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]]))]
    [0.333, 0.333, 0.333]
    """
    payoff = (payoff - payoff.T) / 2
    even = _least(payoff)
    mixture = even if even is not None and (payoff @ even).max() < LOSS else _vertex(payoff)
    mixture = np.where(mixture < SMALLEST, 0.0, mixture)
    return np.asarray(mixture / mixture.sum())


def _vertex(payoff: Floats) -> Floats:
    """Some best mixture, by linear programming: maximise v where the mixture takes at least v from every column."""
    from scipy.optimize import linprog

    size = len(payoff)
    cost = np.zeros(size + 1)
    cost[-1] = -1.0
    bounds = [(0, 1)] * size + [(None, None)]
    rows = np.hstack([-payoff.T, np.ones((size, 1))])
    total = np.append(np.ones(size), 0.0)[None, :]
    made = linprog(cost, A_ub=rows, b_ub=np.zeros(size), A_eq=total, b_eq=[1.0], bounds=bounds, method="highs")
    return np.clip(made.x[:size], 0, None) if made.success else np.full(size, 1 / size)


def _least(payoff: Floats) -> Floats | None:
    """The best mixture with the smallest sum of squares; None where the numbers do not allow it.

    The best mixtures are the x >= 0 of sum 1 from which no row takes anything: payoff @ x <= 0. The shortest x of such
    a set is a least-distance problem, which Lawson and Hanson reduce to least squares without negative numbers.
    """
    from scipy.optimize import nnls

    size = len(payoff)
    sides = np.vstack([np.eye(size), -payoff, np.ones(size), -np.ones(size)])
    least = np.concatenate([np.zeros(2 * size), [1.0, -1.0]])
    least[size : 2 * size] = -TOLERANCE
    system = np.vstack([sides.T, least])
    wanted = np.append(np.zeros(size), 1.0)
    try:
        found, _ = nnls(system, wanted, maxiter=40 * size)
    except RuntimeError:
        return None
    rest = system @ found - wanted
    if abs(rest[-1]) < 1e-12:
        return None
    mixture = np.clip(-rest[:-1] / rest[-1], 0, None)
    return np.asarray(mixture / mixture.sum()) if mixture.sum() > 0 else None


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

    apart = 1 - _together(table)
    np.fill_diagonal(apart, 0.0)
    marks = fcluster(linkage(squareform(np.clip(apart, 0, 2), checks=False), "average"), 1 - alike, "distance")
    groups: dict[int, list[str]] = {}
    for one, mark in zip(ids, marks, strict=True):
        groups.setdefault(int(mark), []).append(one)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def _together(rows: Floats) -> Floats:
    """The correlation of every two rows of a square table over the columns of all others; 0 where one has no spread."""
    n = len(rows) - 2
    own = np.diag(rows)
    total = rows.sum(1)[:, None] - own[:, None] - rows
    squares = (rows**2).sum(1)[:, None] - own[:, None] ** 2 - rows**2
    products = rows @ rows.T - own[:, None] * rows.T - rows * own[None, :]
    cover = products - total * total.T / n
    spread = np.clip(squares - total**2 / n, 0, None)
    size = np.sqrt(spread * spread.T)
    alike = np.divide(cover, size, out=np.zeros_like(cover), where=size > 1e-12)
    return np.asarray(np.clip((alike + alike.T) / 2, -1, 1))


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
