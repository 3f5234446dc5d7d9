"""Rates of counted bouts, each with its interval; what has no data is None, never NaN.

A rate is wins divided by bouts: a draw counts for neither side. Intervals are Wilson's, at 95 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, sqrt
from typing import Any, NamedTuple, TypeAlias

Z95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""
NOTHING = "—"
"""What stands where there is no data."""
Interval: TypeAlias = tuple[float, float] | tuple[None, None]


def wilson(k: int, n: int) -> Interval:
    """The 95 % interval of a rate of `k` in `n` (Wilson's score interval); (None, None) without bouts.

    It stays within 0 and 1, and has a width also at 0 of n and at n of n.

    >>> [round(end, 4) for end in wilson(5, 10)]
    [0.2366, 0.7634]
    >>> wilson(0, 0)
    (None, None)
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a count of bouts")
    if n == 0:
        return None, None
    rate, z2 = k / n, Z95 * Z95
    centre = rate + z2 / (2 * n)
    reach = Z95 * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    lo, hi = (centre - reach) / (1 + z2 / n), (centre + reach) / (1 + z2 / n)
    # At the ends the formula gives exactly 0 and 1, but for the last bit of a float.
    return (0.0 if k == 0 else max(0.0, lo)), (1.0 if k == n else min(1.0, hi))


def rate(k: int, n: int) -> float | None:
    """`k` of `n` as a fraction; None without bouts."""
    return k / n if n else None


class Record(NamedTuple):
    """Wins, draws and losses of one side; they add up to the bouts fought."""

    wins: int
    draws: int
    losses: int

    @property
    def n(self) -> int:
        """Bouts fought."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float | None:
        """Wins of bouts; a draw counts for neither side."""
        return rate(self.wins, self.n)

    @property
    def interval(self) -> Interval:
        """The interval of the rate."""
        return wilson(self.wins, self.n)

    def turned(self) -> Record:
        """The same bouts as the other side counts them."""
        return Record(self.losses, self.draws, self.wins)

    def plus(self, other: Record) -> Record:
        """Both counts together."""
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


def record(wins: int, draws: int, losses: int, n: int) -> Record:
    """A record that is known to be of `n` bouts.

    Raises:
        ValueError: the parts do not add up to `n`.

    """
    made = Record(wins, draws, losses)
    if min(made) < 0 or made.n != n:
        raise ValueError(f"{wins} wins, {draws} draws and {losses} losses are not {n} bouts")
    return made


def percentages(counts: Sequence[int], digits: int = 1) -> list[float | None]:
    """Counts as percentages to print beside one another: rounded, and still 100 together.

    What rounding down leaves over goes to the largest remainders, to the first of equal ones. Without any
    count each is None.

    >>> percentages([1, 1, 1])
    [33.4, 33.3, 33.3]
    >>> percentages([0, 0])
    [None, None]
    """
    total = sum(counts)
    if any(count < 0 for count in counts):
        raise ValueError(f"{list(counts)}: a count is not negative")
    if total == 0:
        return [None] * len(counts)
    units = 100 * 10**digits
    parts = [divmod(count * units, total) for count in counts]
    left = units - sum(whole for whole, _ in parts)
    largest = sorted(range(len(counts)), key=lambda i: (-parts[i][1], i))[:left]
    return [round((whole + (i in largest)) / 10**digits, digits) for i, (whole, _) in enumerate(parts)]


def rate_text(k: int, n: int, digits: int = 1) -> str:
    """A rate as a percentage to read: none of n is not impossible but rarer than 3/n, with 95 % confidence.

    >>> rate_text(0, 1000), rate_text(1000, 1000), rate_text(12, 40), rate_text(0, 0)
    ('< 3/1000', '> 1 − 3/1000', '30.0 %', '—')
    """
    if n == 0:
        return NOTHING
    if k in (0, n):
        if n <= 3:
            return f"{k} / {n}"
        return f"< 3/{n}" if k == 0 else f"> 1 − 3/{n}"
    return f"{rounded(100 * k / n, digits):.{digits}f} %"


def interval_text(lo: float | None, hi: float | None, digits: int = 1) -> str:
    """An interval in percent.

    >>> interval_text(0.2366, 0.7634), interval_text(None, None)
    ('23.7–76.3 %', '—')
    """
    if lo is None or hi is None:
        return NOTHING
    return f"{rounded(100 * lo, digits):.{digits}f}–{rounded(100 * hi, digits):.{digits}f} %"


def rounded(value: float, digits: int = 0) -> float:
    """A number rounded, halves up: 2.5 gives 3."""
    scale = float(10**digits)
    return floor(value * scale + 0.5) / scale


def forecast_rows(entrants: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a forecast's `entrants` with the interval of every chance beside it (contract §7).

    `p_block` gains `p_block_lo` and `p_block_hi`, `p_title` likewise; `p_round` gains lists of its length.
    """
    rows = []
    for entrant in entrants:
        n = int(entrant["n"])
        row = dict(entrant)
        for name, count in (("p_block", entrant["block"]), ("p_title", entrant["titles"])):
            row[name] = rate(int(count), n)
            row[f"{name}_lo"], row[f"{name}_hi"] = wilson(int(count), n)
        counts = [int(count) for count in entrant["rounds"]]
        ends = [wilson(count, n) for count in counts]
        row["p_round"] = [rate(count, n) for count in counts]
        row["p_round_lo"], row["p_round_hi"] = [lo for lo, _ in ends], [hi for _, hi in ends]
        rows.append(row)
    return rows


__all__ = [
    "NOTHING",
    "Interval",
    "Record",
    "forecast_rows",
    "interval_text",
    "percentages",
    "rate",
    "rate_text",
    "record",
    "rounded",
    "wilson",
]
