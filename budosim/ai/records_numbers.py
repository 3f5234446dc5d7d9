"""Shares and chances as integers, and back to the very number that was written.

A share within .005 of n/3 means n/3 (semantics §6.17). Where the integers do not give the written number
back, it is kept as text: a share then is `k*num / k*den` with k - 2 its place among the texts, k = 1 needing
none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd

ONE = 1 << 32
"""A whole, in the parts that chances and weights are counted in."""
_FINEST = 10**6
_NEAR = Fraction(5, 1000)


def exact(value: float) -> Fraction:
    """What a written share means."""
    written = Fraction(repr(value))
    for third in (Fraction(1, 3), Fraction(2, 3)):
        if abs(written - third) <= _NEAR:
            return third
    near = written.limit_denominator(_FINEST)
    return near if near > 0 or written <= 0 else Fraction(1, _FINEST)


def _plain(num: int, den: int) -> float | int:
    if den == 1:
        return num
    return round(num / den, 2) if den == 3 else num / den


def share(value: float, keep: Callable[[str], int]) -> tuple[int, int]:
    """Numerator and denominator of a share; `keep` stores a text and tells its place."""
    meant = exact(value)
    num, den = meant.numerator, meant.denominator
    times = 1 if _plain(num, den) == value else 2 + keep(repr(value))
    return num * times, den * times


def share_back(num: int, den: int, kept: Sequence[str]) -> float | int:
    """The share as it was written."""
    times = gcd(num, den)
    return _plain(num // times, den // times) if times == 1 else float(kept[times - 2])


def parts(value: float) -> int:
    """A chance in parts of 2**32."""
    return round(exact(value) * ONE)


def chance(number: int) -> float:
    """The two-decimal chance of so many parts."""
    return round(number / ONE, 2)


def split(weights: Sequence[float]) -> list[int]:
    """Weights in parts of 2**32 that add up exactly; what rounding leaves goes to the largest remainders."""
    meant = [exact(weight) for weight in weights]
    whole = sum(meant, Fraction(0))
    ideal = [weight / whole * ONE for weight in meant]
    out = [int(piece) for piece in ideal]
    order = sorted(range(len(out)), key=lambda i: (out[i] - ideal[i], i))
    for i in order[: ONE - sum(out)]:
        out[i] += 1
    return out
