"""What a break does: recovery by age with first aid in the finals, then healing spells; all in the league.

Source: T-15, T-16, T-20…T-23, M-40.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.systems.gurps3.magic_numbers import numbers, reduction, ring_level
from budosim.systems.gurps3.rules import ring
from budosim.systems.gurps3.tables import tables

GOLDEN, M1, M2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))

CONDITION = np.dtype(
    [
        ("hp", np.int64),
        ("fp", np.int64),
        ("unspent_cp", np.int64),
        ("lost", np.int64),  # bits of the places lost in the last bout
        ("fragile", np.int64),  # bits of the places that give way to one point (T-23)
        ("dead", np.int64),
    ]
)
"""What a fighter carries from bout to bout (R-67)."""


def mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64 on arrays; the same bits as the core's."""
    z = (z ^ (z >> np.uint64(30))) * M1
    z = (z ^ (z >> np.uint64(27))) * M2
    return z ^ (z >> np.uint64(31))


def roll3(seed: int, numbers: NDArray[np.uint64], word: int = 0) -> NDArray[np.int64]:
    """A 3d of the bouts `numbers` under `seed`, as totals: the first one, or the one after `word` others."""
    with np.errstate(over="ignore"):
        root = mix(np.array([seed], dtype=np.uint64) + GOLDEN)
        words = mix(mix(root + numbers * GOLDEN) + np.uint64(word) * GOLDEN)
    index = (((words >> np.uint64(32)) * np.uint64(216)) >> np.uint64(32)).astype(np.int64)
    return index // 36 + index // 6 % 6 + index % 6 + 3


def points_by_age(age: int) -> int:
    """Points of damage and of fatigue a break restores (T-16)."""
    for row in ring()["recovery"]:
        if "until" not in row or age <= row["until"]:
            return int(row["points"])
    return 0


def recover(
    after: NDArray[Any], max_hp: int, max_fp: int, age: int, first_aid: int, rolls: NDArray[np.int64],
    bleeding: int = 0,
) -> NDArray[Any]:
    """Conditions after a break of the finals: points by age, + 3 for a First Aid success, lost parts fragile.

    `rolls` are the 3d of the First Aid rolls; who bleeds on (Hemophilia) gets so many hit points less back. Never above
    full (T-16, T-20, T-23).
    """
    rested = after.copy()
    success = (rolls <= max(first_aid, 4)) & (rolls < 17) if first_aid > 0 else np.zeros(len(rolls), dtype=bool)
    gained = points_by_age(age) + np.where(success, int(ring()["first_aid"]["points"]), 0)
    rested["hp"] = np.maximum(after["hp"], np.minimum(max_hp, after["hp"] + np.maximum(0, gained - bleeding)))
    rested["fp"] = np.maximum(after["fp"], np.minimum(max_fp, after["fp"] + gained))
    rested["fragile"] = after["fragile"] | after["lost"]
    rested["lost"] = 0
    return rested


HEALERS = ("major_healing", "minor_healing")
"""Spells that heal in a break, the stronger first; each is tried once (M-40)."""


def heal_by_magic(
    rested: NDArray[Any], max_hp: int, max_fp: int, spells: Mapping[str, int], most: int,
    dice: Callable[[int], NDArray[np.int64]],
) -> NDArray[Any]:  # fmt: skip
    """Conditions after the healing spells of a break, cast with the fatigue that is left (M-39, M-40, M §10.3.7).

    Args:
        rested: conditions after age and First Aid.
        max_hp: full hit points.
        max_fp: full fatigue.
        spells: base levels by id.
        most: spells tried in a break at most; each of them once.
        dice: the 3d of the n-th cast, n from 1, a total for each row.

    A fighter heals himself when enough is missing and the price leaves his reserve. The rest room has low mana too.

    """
    healed = rested.copy()
    reserve = max(3, max_fp * 3 // 10)
    least_missing = int(numbers()["ring"]["interval_missing"])
    for n, id_ in enumerate([s for s in HEALERS if s in spells][:most], start=1):
        row = tables().spells[id_].row
        heals = next(e for e in row["effects"] if e["kind"] == "heal_hp")
        level = ring_level(spells[id_])
        per, less = int(heals["per_energy"]), reduction(level)
        missing = max_hp - healed["hp"]
        afford = healed["fp"] - reserve + less
        energy = np.minimum(np.minimum(-(-missing // per), int(row["cost"]["max"])), afford)
        tries = (missing >= least_missing) & (energy >= int(row["cost"]["min"])) & (healed["fp"] > reserve)
        rolls = dice(n)
        sure = (rolls <= 4) | ((rolls == 5) & (level >= 15)) | ((rolls == 6) & (level >= 16))
        made = (sure | (rolls <= level)) & (rolls < 17)
        botched = ~made & ((rolls == 18) | ((rolls == 17) & (level <= 15)) | (rolls >= level + 10))
        full = np.maximum(1, energy - less)
        paid = np.where(sure, 1, np.where(made | botched, full, 1))
        gained = np.minimum(missing, np.minimum(per * energy, int(heals["max"])))
        healed["hp"] += np.where(tries & made, gained, 0)
        healed["fp"] -= np.where(tries, paid, 0)
    return healed
