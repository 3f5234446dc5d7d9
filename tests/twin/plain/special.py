"""What a cinematic skill puts into one blow (C-117 to C-122)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Special:
    """Nothing special by default."""

    power: int = 1
    """How many times ST counts for the damage (C-117)."""
    breaking: bool = False
    """Rigid DR does not count (C-121): of a body only the skull's 2, a fifth of which is nothing."""
    points: bool = False
    """A touch on a pressure point (C-119)."""
    secret: bool = False
    """秘孔: twice the injury at the torso, three times at the vitals, limbs go at half the threshold (C-120)."""
    push: bool = False
    """発勁: it moves the foe and hurts nobody (C-118)."""
    to_hit: int = 0
    adds: int = 0


PLAIN = Special()
