"""Ratings of a field: Bradley-Terry with draws (Davidson 1970), with intervals, finite for whoever never lost.

A rating is what one would expect to be ahead by on the scale of chess (400 points: ten wins to one loss), the field's
mean being 0. To every pair that met one drawn bout is added (half a win each, weighed together as `prior`): whoever
won everything is then rated high, but not infinitely, and the order in which pairs come does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import polars as pl
from numpy.typing import NDArray

from budosim.study.grid import records_of
from budosim.study.rates import Z95, Record

SCALE = 400 / log(10)
PRIOR = 1.0
"""Bouts added to every pair that met, half won and half lost."""
STEPS, CLOSE = 200, 1e-10

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rated:
    """An entrant's rating with its 95 % interval.

    Fields:
        place: 1 for the highest.
        fit: wins and half the draws expected under the ratings, less those there were, per bout: what does not fit.
    """

    id: str
    rating: float
    lo: float
    hi: float
    n: int
    place: int
    fit: float


def ratings(pairs: pl.DataFrame) -> list[Rated]:
    """Everybody of a frame of pairs, highest first; equals by id."""
    records = {pair: met for pair, met in records_of(pairs).items() if met.n and pair[0] != pair[1]}
    ids = sorted({one for pair in records for one in pair})
    if not ids:
        return []
    place = {one: at for at, one in enumerate(ids)}
    wins, draws = (np.zeros((len(ids), len(ids))) for _ in range(2))
    for (a, b), met in records.items():
        wins[place[a], place[b]] = met.wins
        draws[place[a], place[b]] = met.draws
    strength, spread = fitted(wins, draws)
    met_n = wins + wins.T + draws
    expected = _expected(strength, met_n)
    score = wins.sum(1) + draws.sum(1) / 2
    found = []
    order = sorted(range(len(ids)), key=lambda at: (-round(strength[at], 9), ids[at]))
    for rank, at in enumerate(order, 1):
        n = int(met_n[at].sum())
        reach = float(Z95 * SCALE * spread[at])
        middle = float(SCALE * strength[at])
        gap = float((expected[at] - score[at]) / n) if n else 0.0
        found.append(Rated(ids[at], middle, middle - reach, middle + reach, n, rank, gap))
    return found


def fitted(wins: Floats, draws: Floats, prior: float = PRIOR) -> tuple[Floats, Floats]:
    """Log-strengths (mean 0) and their standard errors, by Newton's method on a likelihood that has one top.

    `wins[i, j]` are i's wins over j, `draws` is symmetric. A draw counts as half a win for either, which gives the
    ratings of Davidson's model its order and leaves one number a fighter; `prior` bouts a pair keep them finite.
    """
    size = len(wins)
    met = (wins + wins.T + draws) > 0
    n = wins + wins.T + draws + prior * met
    score = (wins + draws / 2 + prior / 2 * met).sum(1)
    strength = np.zeros(size)
    floor = np.full((size, size), 1.0 / size)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = score - (n * chance).sum(1)
        weight = n * chance * (1 - chance)
        bend = np.diag(weight.sum(1)) - weight
        step = np.linalg.solve(bend + floor, slope)
        largest = float(np.abs(step).max())
        strength = strength + step * min(1.0, 2.0 / max(largest, 1e-12))
        strength -= strength.mean()
        if largest < CLOSE:
            break
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = n * chance * (1 - chance)
    bend = np.diag(weight.sum(1)) - weight
    cover = np.linalg.pinv(bend, hermitian=True)
    return strength, np.sqrt(np.clip(np.diag(cover), 0, None))


def _expected(strength: Floats, n: Floats) -> Floats:
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return np.asarray((n * chance).sum(1))


def expected_rate(a: float, b: float) -> float:
    """What a rating of `a` should take from one of `b`, a draw being half.

    >>> round(expected_rate(400, 0), 3), expected_rate(0, 0)
    (0.909, 0.5)
    """
    return float(1 / (1 + np.exp((b - a) / SCALE)))


def upsets(pairs: pl.DataFrame, rated: Sequence[Rated], most: int = 20) -> list[dict[str, object]]:
    """Pairs in which the lower rated wins more than half, surely (his interval lies above one half), largest first."""
    known = {one.id: one for one in rated}
    found = []
    for (a, b), met in records_of(pairs).items():
        if a not in known or b not in known or not met.n or known[a].rating >= known[b].rating:
            continue
        lo, hi = met.interval
        if lo is not None and hi is not None and lo > 0.5:
            expected = expected_rate(known[a].rating, known[b].rating)
            found.append({"id": a, "foe": b, "rate": met.rate, "lo": lo, "hi": hi, "expected": expected, "n": met.n})
    found.sort(key=lambda row: (-(float(str(row["rate"])) - float(str(row["expected"]))), str(row["id"])))
    return found[:most]


def share(met: Record) -> float:
    """Of a record the share taken, a draw being half; one half without bouts."""
    return (met.wins + met.draws / 2) / met.n if met.n else 0.5


def shares(pairs: pl.DataFrame) -> tuple[list[str], Floats]:
    """Everybody's share against everybody as a square matrix; one half where two never met."""
    records: Mapping[tuple[str, str], Record] = records_of(pairs)
    ids = sorted({one for pair in records for one in pair})
    at = {one: i for i, one in enumerate(ids)}
    made = np.full((len(ids), len(ids)), 0.5)
    for (a, b), met in records.items():
        if a != b:
            made[at[a], at[b]] = share(met)
    return ids, made
