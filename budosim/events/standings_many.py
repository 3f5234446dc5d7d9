"""Standings of many repetitions of a block at once, as far as points and results decide them.

What needs a play-off or a lot is left to `standings.rank`, one repetition at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from budosim.events.standings import Criterion, Table

UNPLAYED = -1
"""A score where no bout counts."""

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def points_of(score: Ints) -> Ints:
    """League points per repetition and member, of scores [repetition, member, foe]."""
    return np.asarray(np.maximum(score, 0).sum(axis=2), np.int64)


def labels(score: Ints, damage: Ints, struck: Flags, chain: Sequence[Criterion]) -> Ints:
    """How many stand strictly ahead of each member before any play-off or lot; who shares a label is tied."""
    won = np.maximum(score, 0)
    label = _refined(np.zeros(damage.shape, np.int64), -struck.astype(np.int64))
    label = _refined(label, won.sum(axis=2))
    deciding = list(takewhile(lambda criterion: criterion not in ("playoff", "lot"), chain))
    at = 0
    while at < len(deciding):
        if deciding[at] == "head_to_head":
            together = label[:, :, None] == label[:, None, :]
            value = np.where(together, won, 0).sum(axis=2)
        else:
            value = -damage
        # Members whose results are struck out have none to compare.
        finer = np.where(struck, label, _refined(label, value))
        # Whoever separates leaves; for the rest the chain starts again.
        at = at + 1 if np.array_equal(finer, label) else 0
        label = finer
    return label


def tied_before(label: Ints, places: int) -> Flags:
    """Which repetitions hold a tie that reaches into the first `places`."""
    same = (label[:, :, None] == label[:, None, :]).sum(axis=2) > 1
    return np.asarray((same & (label < places)).any(axis=1))


def table_of(score: Ints, damage: Ints, struck: Flags) -> Table:
    """One repetition as the plain table."""
    return Table(
        tuple(tuple(None if s == UNPLAYED else int(s) for s in row) for row in score),
        tuple(int(d) for d in damage),
        frozenset(int(m) for m in np.flatnonzero(struck)),
    )


def _refined(label: Ints, value: Ints) -> Ints:
    """Labels after those who share one are told apart by a value, the larger ahead."""
    mine, theirs = label[:, :, None], label[:, None, :]
    ahead = (theirs < mine) | ((theirs == mine) & (value[:, None, :] > value[:, :, None]))
    return np.asarray(ahead.sum(axis=2), np.int64)
