"""Two versions of one entrant on the same dice: how much more often the new one wins, and how sure that is.

Every bout is fought twice under the same number, once by each version. Most bouts end alike; only those that do not
tell the versions apart, and so few of them are needed: that is the whole gain of common random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from budosim.study.rates import Z95

FIRST = 256
"""Bouts of each version, over all opponents, before the first look at a precision."""


@dataclass(frozen=True)
class Stratum:
    """One opponent's bouts.

    Fields:
        n: numbers that both versions fought.
        old, new: bouts each won.
        better, worse: bouts only the new one won, and only the old one.
    """

    n: int
    old: int
    new: int
    better: int
    worse: int

    def __post_init__(self) -> None:
        if self.new - self.old != self.better - self.worse or not 0 <= self.better + self.worse <= self.n:
            raise ValueError(f"{self} does not add up")


@dataclass(frozen=True)
class Difference:
    """The new version's rate of wins less the old one's.

    Fields:
        value: None without bouts.
        lo, hi: its 95 % interval.
        n: bouts each version fought.
        n_equivalent: bouts each would have needed on dice of its own for an interval of this width.
    """

    value: float | None
    lo: float | None
    hi: float | None
    n: int
    n_equivalent: int | None

    @property
    def half_width(self) -> float:
        """Half the width of the interval; 1 without bouts."""
        return 1.0 if self.lo is None or self.hi is None else (self.hi - self.lo) / 2

    @property
    def saved(self) -> int | None:
        """Bouts of both versions together that common dice made needless."""
        return None if self.n_equivalent is None else 2 * (self.n_equivalent - self.n)

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.lo is not None and self.hi is not None and not self.lo <= 0 <= self.hi


def difference(strata: Iterable[Stratum], z: float = Z95) -> Difference:
    """The difference over all opponents together, each opponent's spread counted on its own.

    The interval is that of a paired difference with one made-up bout for either version and one that tells
    nothing apart, halved (Agresti and Min 2005): it has a width even where no bout told the versions apart. With
    another `z` it is as sure as that many standard deviations are.

    >>> made = difference([Stratum(n=1000, old=500, new=530, better=40, worse=10)])
    >>> round(made.value, 3), round(made.lo, 4), round(made.hi, 4), made.n_equivalent
    (0.03, 0.0161, 0.0438, 10165)
    """
    known = [one for one in strata if one.n]
    n = sum(one.n for one in known)
    if not n:
        return Difference(None, None, None, 0, None)
    gain = sum(one.better - one.worse for one in known)
    spread = sum((one.better + one.worse) - (one.better - one.worse) ** 2 / one.n for one in known)
    centre, reach = gain / (n + 2), z * sqrt(spread + 1) / (n + 2)
    apart = sum(k * (one.n - k) / one.n for one in known for k in (one.old, one.new))
    equal = ceil(n * apart / spread) if spread > 0 and apart > 0 else None
    return Difference(gain / n, max(-1.0, centre - reach), min(1.0, centre + reach), n, equal)


def pair_looks(precision: float, opponents: int) -> Sequence[int]:
    """The sizes per opponent after which a comparison is looked at: doubling to where any difference is exact enough.

    >>> pair_looks(0.1, 2)
    (128, 193)
    """
    most = max(1, ceil((Z95 / precision) ** 2 / opponents))
    sizes, size = [], max(16, FIRST // opponents)
    while size < most:
        sizes.append(size)
        size *= 2
    return (*sizes, most)
