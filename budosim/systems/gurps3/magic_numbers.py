"""What all spells have in common: mana, prices, casting times, ritual (M-07…M-11), and the numbers of `magic.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LEAST_RITUAL = ((11, 4), (14, 3), (17, 2), (20, 1))
"""Up to which ring level which ritual is needed (M-10)."""


@cache
def meta() -> Mapping[str, Any]:
    """What `spells.toml` says of all spells: mana, cap, bonuses."""
    text = (files("budosim.systems.gurps3") / "tables" / "spells.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["meta"])


@cache
def numbers() -> Mapping[str, Any]:
    """`magic.toml`: what a default decision reckons with, ranges."""
    text = (files("budosim.systems.gurps3") / "tables" / "magic.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))


def ring_level(base: int) -> int:
    """M-07."""
    return base + int(meta()["mana_modifier"])


def reduction(ring: int) -> int:
    """What a high level takes off the price (M-11)."""
    return 0 if ring < 15 else 1 + (ring - 15) // 5


def casting_seconds(ring: int, seconds: int) -> int:
    """Casting seconds at a ring level (M-10)."""
    if ring <= 11:
        return 2 * seconds
    return -(-seconds // 4) if ring >= 25 else -(-seconds // 2) if ring >= 21 else seconds


def ritual(ring: int) -> int:
    """How much ritual a ring level needs: 4 the whole body … 0 nothing (M-10)."""
    return next((code for level, code in LEAST_RITUAL if ring <= level), 0)


def price(ring: int, energy: int) -> int:
    """What a cast costs (M-11, T-24)."""
    return max(int(meta()["min_fatigue_per_cast"]), energy - reduction(ring))
