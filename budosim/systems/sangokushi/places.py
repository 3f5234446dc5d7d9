"""Sextant coordinates: read as people write them, and whether one lies within the area round a start position."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

_PART = re.compile(
    r"(\d{1,3}(?:\.\d+)?)\s*(?:[°oO˚度]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:['’′分])?\s*)?([NSEWnsew北南東西])"
)
_SIGN = {"n": 1, "s": -1, "e": 1, "w": -1, "北": 1, "南": -1, "東": 1, "西": -1}
_NORTHWARD = "ns北南"


class Place(NamedTuple):
    """A place in degrees, north and east positive."""

    north: Fraction
    east: Fraction


def read_place(text: str) -> Place | None:
    """A place such as 54° 20'N, 10° 5'E; None when it is none.

    >>> read_place("54° 20'N, 10° 5'W")
    Place(north=Fraction(163, 3), east=Fraction(-121, 12))
    >>> read_place("over there") is None
    True
    """
    plain = unicodedata.normalize("NFKC", text.replace("′", "'").replace("˚", "°"))
    found = list(_PART.finditer(plain))
    rest = _PART.sub("", plain).replace(",", " ").replace("、", " ").strip()
    if len(found) != 2 or rest:
        return None
    degrees: dict[bool, Fraction] = {}
    for part in found:
        degree, minute, letter = part.groups()
        value = Fraction(degree) + Fraction(minute or 0) / 60
        if value > 180 or (minute and Fraction(minute) >= 60):
            return None
        degrees[letter.lower() in _NORTHWARD] = value * _SIGN[letter.lower()]
    if len(degrees) != 2:
        return None
    return Place(degrees[True], degrees[False])


def apart(one: Place, other: Place) -> Fraction:
    """How many degrees two places are apart, the larger of both directions; the map closes on itself."""
    north = abs(one.north - other.north)
    east = abs(one.east - other.east)
    return max(min(north, 360 - north), min(east, 360 - east))


def within(place: Place, start: Place, degrees: int) -> bool:
    """Whether a place lies in the area of ± so many degrees round a start position (S-49)."""
    return apart(place, start) <= degrees
