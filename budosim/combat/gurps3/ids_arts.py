"""Numbers of the cinematic skills and manoeuvres that are acts, and what they put into a blow (C-115…C-130)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Art(IntEnum):
    """What `cine` may name; the names in lower case are ids of skills.toml and maneuvers.toml."""

    NONE = 0
    POWER_BLOW = 1
    BREAKING_BLOW = 2
    FLYING_LEAP = 3
    PRESSURE_POINTS = 4
    PRESSURE_SECRETS = 5
    PUSH = 6
    KIAI = 7
    HYPNOTIC_HANDS = 8
    INVISIBILITY_ART = 9
    SPRINGING_ATTACK = 10
    BINDING = 11
    BREATH_CONTROL = 12
    MEDITATION = 13
    AUTOHYPNOSIS = 14
    INTIMIDATION = 15
    DRUNKEN_FIGHTING = 16
    CAT_STANCE = 17
    HAND_CLAP_PARRY = 18


N_ART = 19
LAST_DEED = Art.INTIMIDATION
"""Arts up to this one fill a sub-turn; after them come stances and the clap."""
TITLE_BITS, TITLES = 8, 4
"""A title is up to four arts, the first in the lowest bits: the skills that go into one act together (C-115)."""
COST = np.zeros(N_ART, dtype=np.int64)
"""Fatigue (C-116…C-130)."""
for _art, _points in (
    (Art.POWER_BLOW, 1), (Art.BREAKING_BLOW, 1), (Art.FLYING_LEAP, 1), (Art.PUSH, 1), (Art.KIAI, 2),
    (Art.INVISIBILITY_ART, 3),
):  # fmt: skip
    COST[_art] = _points


class Special(IntEnum):
    """What a cinematic skill puts into one blow, as bits of `Now.special`."""

    DOUBLE = 1
    """Twice ST for the damage (C-117)."""
    TRIPLE = 2
    BREAKING = 4
    """Rigid DR does not count: of a body the skull's (C-121)."""
    POINTS = 8
    """A touch on a pressure point (C-119)."""
    SECRET = 16
    """秘孔 (C-120)."""
    PUSH = 32
    """発勁: it moves the foe and hurts nobody (C-118)."""
    LEAP = 64
    """A jump kick out of a Flying Leap: -2 to hit, +2 damage (R-40)."""
    SPRING = 128
    """Out of a Springing Attack: -1 to hit."""


class Poise(IntEnum):
    """Stances declared this turn, as bits of `State.poise`."""

    DRUNK_TRIED = 1
    DRUNK = 2
    CAT_TRIED = 4
    CAT = 8
