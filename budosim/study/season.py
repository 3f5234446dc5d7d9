"""A season's forecast as tables: chances with their intervals, points to expect, agreement with exact chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from budosim.events.season_exact import Exact
from budosim.events.season_many import Many
from budosim.study.rates import rate, wilson

QUANTILES = (0.05, 0.5, 0.95)
CHANCES = ("titles", "shared", "sole")
"""Counts of `Many` that are chances as they stand; a tie at the top is counted by its size besides."""


def chance_rows(many: Many, ids: Sequence[str]) -> list[dict[str, Any]]:
    """A row a side: every chance with its interval, and the points to expect.

    `p_title` is the title won alone, `p_shared` the title shared, `p_sole` most points alone, `p_tied` level with
    others at the top, `p_even` the title when level sides share it evenly.
    """
    rows = []
    for side, identity in enumerate(ids):
        row: dict[str, Any] = {"id": identity, "n": many.n}
        counts = {
            "p_title": int(many.titles[side]),
            "p_shared": int(many.shared[side]),
            "p_sole": int(many.sole[side]),
            "p_tied": int(many.tied[side].sum()),
        }
        for name, count in counts.items():
            row[name] = rate(count, many.n)
            row[f"{name}_lo"], row[f"{name}_hi"] = wilson(count, many.n)
        row["p_even"] = float(_even(many, side))
        row["p_place"] = [rate(int(count), many.n) for count in many.places[side]]
        mean = int(many.total[side]) / many.n
        row["points_mean"] = mean
        row["points_sd"] = sqrt(max(0.0, int(many.square[side]) / many.n - mean * mean))
        row |= {f"points_q{round(100 * q):02d}": value for q, value in _quantiles(many, side).items()}
        row["p_clinch"] = [rate(int(count), many.n) for count in many.clinched[:, side]]
        row["magic_mean"] = [rate(int(total), int(n)) for total, n in zip(many.magic[:, side], many.open, strict=True)]
        rows.append(row)
    return rows


def _even(many: Many, side: int) -> Fraction:
    sole = Fraction(int(many.sole[side]))
    level = sum(Fraction(int(count), k) for k, count in enumerate(many.tied[side]) if k)
    return (sole + level) / many.n


def _quantiles(many: Many, side: int) -> dict[float, int]:
    """The least points that so many of all seasons do not exceed."""
    below = np.cumsum(many.points[side])
    return {q: int(np.searchsorted(below, q * many.n)) for q in QUANTILES}


def decided_rows(many: Many, rounds: Mapping[int, Any]) -> list[dict[str, Any]]:
    """A row a round: how often the season is decided in it, and how often it still goes on after it.

    `rounds` names the rounds of the season in order.
    """
    rows = []
    for at, (number, name) in enumerate(rounds.items()):
        count = int(many.clinched[at].sum())
        lo, hi = wilson(count, many.n)
        row = {"round": number, "name": name, "p_decided": rate(count, many.n), "lo": lo, "hi": hi}
        rows.append({**row, "p_open": rate(int(many.open[at]), many.n)})
    return rows


def agreement(many: Many, exact: Exact, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Counted chances against exact ones: the difference in standard errors of the count."""
    rows = []
    counted = {name: getattr(many, name) for name in CHANCES} | {"tied": many.tied.sum(axis=1)}
    for name, counts in counted.items():
        for side, identity in enumerate(ids):
            chance: Fraction = getattr(exact, name)[side]
            p = float(chance)
            error = sqrt(p * (1 - p) / many.n)
            found = int(counts[side]) / many.n
            rows.append(
                {
                    "id": identity,
                    "what": name,
                    "exact": p,
                    "fraction": str(chance.limit_denominator(10**6)),
                    "counted": found,
                    # A chance of 0 or 1 has no error: whatever differs from it is wrong altogether.
                    "z": (found - p) / error if error else (0.0 if abs(found - p) < 1e-12 else None),
                }
            )
    return rows


def exact_rows(exact: Exact, ids: Sequence[str]) -> list[dict[str, Any]]:
    """A row a side of exact chances, called as in `chance_rows`."""
    return [
        {
            "id": identity,
            "p_title": float(exact.titles[side]),
            "p_shared": float(exact.shared[side]),
            "p_sole": float(exact.sole[side]),
            "p_tied": float(exact.tied[side]),
            "p_even": float(exact.even[side]),
            "points_mean": float(exact.mean[side]),
        }
        for side, identity in enumerate(ids)
    ]
