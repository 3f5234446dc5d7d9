"""Strengths of the nations, fitted to the battles fought: Davidson's model of wins and draws, Luce's for three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from budosim.systems.sangokushi.tables import NATIONS

SCALE = 400 / log(10)
"""Rating points of one unit of log strength: 400 points are ten to one."""
_STEPS = 400
_DIGITS = 6


class Fought(NamedTuple):
    """A battle fought: who took part, who won (None: a draw), and the edge of each by numbers, in log strength."""

    sides: tuple[int, ...]
    winner: int | None
    edges: tuple[float, ...]


def chances_of(strengths: Sequence[float], draw: float) -> tuple[float, float, float]:
    """Davidson: the first wins, a draw, the second wins; `draw` is how common draws are between equals.

    >>> [round(p, 4) for p in chances_of((0.0, 0.0), 0.0)]
    [0.5, 0.0, 0.5]
    """
    one, other = exp(strengths[0]), exp(strengths[1])
    level = draw * sqrt(one * other)
    total = one + level + other
    return one / total, level / total, other / total


def fit(fought: Sequence[Fought], draw: float, deviation: float) -> dict[str, float]:
    """Ratings by nation, most likely given the battles and a prior of mean 0 and so many points' deviation.

    The posterior has one peak; steps of a safe size climb it, so the result is the same everywhere.
    """
    precision = (SCALE / deviation) ** 2
    step = 1.0 / (0.5 * len(fought) + precision)
    theta = [0.0] * len(NATIONS)
    for _ in range(_STEPS):
        slope = [-precision * value for value in theta]
        for one in fought:
            for side, gain in _slope(one, theta, draw).items():
                slope[side] += gain
        theta = [value + step * gain for value, gain in zip(theta, slope, strict=True)]
    return {nation: round(SCALE * value, _DIGITS) for nation, value in zip(NATIONS, theta, strict=True)}


def _slope(one: Fought, theta: Sequence[float], draw: float) -> Mapping[int, float]:
    strengths = [exp(theta[side] + edge) for side, edge in zip(one.sides, one.edges, strict=True)]
    if len(one.sides) == 3:
        if one.winner is None:
            return {}
        total = sum(strengths)
        return {side: float(side == one.winner) - own / total for side, own in zip(one.sides, strengths, strict=True)}
    level = draw * sqrt(strengths[0] * strengths[1])
    total = sum(strengths) + level
    return {
        side: (0.5 if one.winner is None else float(side == one.winner)) - (own + level / 2) / total
        for side, own in zip(one.sides, strengths, strict=True)
    }
