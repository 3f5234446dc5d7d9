"""A toy arena: coin-weighted duels with hit points, addressed like the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budosim.events import lots
from budosim.events.draws import GOLDEN, mix
from budosim.events.protocols import (
    OUTCOME,
    Conditions,
    Numbers,
    Outcomes,
    Pair,
    Stage,
    bout_number,
    rest_number,
)

CONDITION = np.dtype([("hp", np.int64), ("lost", np.int64), ("cp", np.int64), ("dead", np.int64)])
WIDE = np.dtype([*OUTCOME.descr, ("hp_a", np.int64), ("hp_b", np.int64)])
FULL = 20


class Toy:
    """Skill decides weights; every bout costs hit points; some kill, some end level.

    Attributes:
        asked: (stage id, a, b, repetition) of every bout settled, when `remember` is set.
    """

    endings: Sequence[str] = ("unconscious", "simultaneous", "dead")

    def __init__(
        self,
        skills: Sequence[int],
        seed: int = 1,
        *,
        draw: float = 0.1,
        death: float = 0.0,
        harmless: bool = False,
        remember: bool = False,
    ) -> None:
        self.skills = skills
        self.seed = seed
        self.draw, self.death, self.harmless = draw, death, harmless
        self.remember = remember
        self.asked: list[tuple[str, int, int, int]] = []
        self.standings: list[tuple[str, int, int, tuple[int, ...], tuple[int, ...]]] = []
        self.calls = 0

    def _keys(self, numbers: Numbers) -> Numbers:
        return lots.mix(numbers * np.uint64(GOLDEN) + np.uint64(mix(self.seed + GOLDEN)))

    def _unit(self, keys: Numbers, k: int) -> np.ndarray:
        return (lots.mix(keys + np.uint64(k * GOLDEN & (2**64 - 1))) >> np.uint64(11)) / 2.0**53

    def fresh(self, slot: int, n: int) -> Conditions:
        out = np.zeros(n, CONDITION)
        out["hp"], out["cp"] = FULL, 5
        return out

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: Numbers, before: Pair, standing: Pair
    ) -> tuple[Outcomes, Pair]:
        self.calls += 1
        if self.remember:
            self.asked.extend((stage.id, a, b, int(r)) for r in repetitions)
            self.standings.append((stage.id, a, b, tuple(standing.a[0]), tuple(standing.b[0])))
        keys = self._keys(bout_number(stage.number, a, b, repetitions))
        outcomes = np.zeros(len(repetitions), WIDE)
        after = Pair(before.a.copy(), before.b.copy())
        share_a = self.skills[a] * np.maximum(before.a["hp"], 1)
        share_b = self.skills[b] * np.maximum(before.b["hp"], 1)
        level = self._unit(keys, 0) < self.draw
        first = self._unit(keys, 1) < share_a / (share_a + share_b)
        outcomes["winner"] = np.where(level, -1, np.where(first, 0, 1))
        outcomes["ending"] = level
        for k, (side, damage, dead) in enumerate(
            ((after.a, "damage_a", "dead_a"), (after.b, "damage_b", "dead_b"))
        ):
            lost = (self._unit(keys, 2 + k) * 8).astype(np.int64)
            lost = np.zeros_like(lost) if self.harmless else lost
            dies = (outcomes["winner"] != k) & (self._unit(keys, 4 + k) < self.death)
            side["hp"] -= lost
            side["cp"] -= (side["cp"] > 0) & (lost > 6)
            side["dead"] = dies
            outcomes[damage], outcomes[dead] = lost, dies
            outcomes["ending"][dies] = 2
        outcomes["hp_a"], outcomes["hp_b"] = after.a["hp"], after.b["hp"]
        return outcomes, after

    def rest(self, slot: int, after: Conditions, stage: Stage, repetitions: Numbers) -> Conditions:
        keys = self._keys(rest_number(stage.number, slot, repetitions))
        out = after.copy()
        out["hp"] = np.minimum(FULL, out["hp"] + 1 + (self._unit(keys, 0) < 0.5))
        return out

    def heal(self, slot: int, after: Conditions) -> Conditions:
        out = self.fresh(slot, len(after))
        out["cp"] = after["cp"]
        return out

    def describe(self, slot: int, condition: np.void) -> Mapping[str, int | float | str]:
        return {"hp": int(condition["hp"]), "unspent_cp": int(condition["cp"])}


Line = tuple[int, int, int, int, int]


class Scripted(Toy):
    """Outcomes written down: `script[(stage id, a, b)]` is (winner, damage_a, damage_b, dead_a, dead_b).

    A list under the key is read in the order of play-offs: the first is the play-off, the second its replay.
    """

    def __init__(
        self, n: int, script: Mapping[tuple[str, int, int], Line | list[Line]], seed: int = 1
    ) -> None:
        super().__init__([1] * n, seed, remember=True)
        self.script = script

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: Numbers, before: Pair, standing: Pair
    ) -> tuple[Outcomes, Pair]:
        outcomes, after = super().settle(stage, a, b, repetitions, before, standing)
        row = self.script.get((stage.id, a, b), (0, 0, 0, 0, 0))
        for k, repetition in enumerate(repetitions):
            line = row[int(repetition) >> 30] if isinstance(row, list) else row
            for name, value in zip(("winner", "damage_a", "damage_b", "dead_a", "dead_b"), line, strict=True):
                outcomes[name][k] = value
            after.a["hp"][k] = before.a["hp"][k] - line[1]
            after.b["hp"][k] = before.b["hp"][k] - line[2]
        return outcomes, after
