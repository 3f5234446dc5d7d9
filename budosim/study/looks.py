"""When a run that is to reach a precision looks at its intervals: after few sizes out of a fixed set.

The set holds sixteenths of the size at which any rate whatever has the precision. After the first look a pair goes
straight to the size that will do if its rate stays what it is, then, should it not do, to the next that will: two
looks or three. Looking often and stopping at the first good look would make intervals that cover less than they
say. With these few looks they do not: worked out exactly over all rates (see docs/analysts.md) the 95 % interval
covers 95.0 % on average, and nowhere less than the interval of a fixed number of bouts does.
"""

from __future__ import annotations

from functools import cache
from math import ceil, sqrt

from budosim.study.rates import Z95, wilson

FIRST_LOOK = 100
"""No look comes before so many bouts."""
PARTS = 16
"""Of the largest size: as fine as the sizes lie that a pair may be looked at."""
TIGHTEST, WIDEST = 0.0005, 0.5
"""Between these lies a precision: half the width of a 95 % interval."""


def enough(precision: float) -> int:
    """The least number of bouts after which every rate's interval is within ± `precision`.

    >>> enough(0.01)
    9600
    """
    n = max(1, ceil((Z95 / (2 * precision)) ** 2 - Z95 * Z95))
    while half_width(n // 2, n) > precision:
        n += 1
    return n


@cache
def sizes(precision: float) -> tuple[int, ...]:
    """The sizes at which a pair may be looked at.

    >>> sizes(0.05)[:3], sizes(0.05)[-1]
    ((120, 143, 167), 381)
    """
    most = enough(precision)
    parts = dict.fromkeys(ceil(most * part / PARTS) for part in range(1, PARTS + 1))
    return tuple(size for size in parts if size >= FIRST_LOOK) or (most,)


@cache
def looks(precision: float, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """The sizes after which many rates at once are looked at, as a forecast's are: halves, quarters, eighths.

    >>> looks(0.03)
    (133, 266, 532, 1064)
    """
    found = [enough(precision)]
    while found[-1] >= 2 * first:
        found.append(ceil(found[-1] / 2))
    return tuple(reversed(found))


def half_width(k: int, n: int) -> float:
    """Half the width of the interval of `k` in `n`; one half without bouts."""
    lo, hi = wilson(k, n)
    return WIDEST if lo is None or hi is None else (hi - lo) / 2


def next_size(wins: int, n: int, precision: float) -> int | None:
    """How many bouts a pair is to have that was looked at with `wins` of `n`; None when it is exact enough.

    >>> next_size(0, 0, 0.03), next_size(1, 133, 0.03), next_size(66, 133, 0.03), next_size(20, 133, 0.03)
    (133, None, 1064, 599)
    """
    if n and half_width(wins, n) <= precision:
        return None
    later = [size for size in sizes(precision) if size > n]
    if not n:
        return later[0]
    return next((size for size in later if _width(wins / n, size) <= precision), later[-1] if later else None)


def _width(rate: float, n: int) -> float:
    """Half the width of the interval of a rate in `n` bouts, which need not come to whole wins."""
    z2 = Z95 * Z95
    return Z95 * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
