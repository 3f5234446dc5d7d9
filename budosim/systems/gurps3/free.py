"""Free bouts: two fighters who meet as often as one likes, outside any event, silently and counted."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import Duel, play
from budosim.combat.gurps3.records import State
from budosim.events.protocols import FREE, FREE_BOUT, REPETITIONS, Pair, bout_number
from budosim.systems.gurps3.arena import ENDINGS, Duels, nobody, outcomes_of
from budosim.systems.gurps3.field_files import Setting
from budosim.systems.gurps3.fighter import Fighter

Numbers = NDArray[np.uint64]


@dataclass(frozen=True)
class Tally:
    """Bouts of one pair, counted; wins, draws and losses add up to `n`.

    Fields:
        first: bouts won by whoever acted first.
        turns: turns of the longer side, added up.
    """

    n: int = 0
    wins_a: int = 0
    draws: int = 0
    wins_b: int = 0
    first: int = 0
    turns: int = 0
    endings: Mapping[str, int] = field(default_factory=dict)

    def plus(self, other: Tally) -> Tally:
        """Both counts together."""
        endings = Counter(self.endings)
        endings.update(other.endings)
        return Tally(
            self.n + other.n,
            self.wins_a + other.wins_a,
            self.draws + other.draws,
            self.wins_b + other.wins_b,
            self.first + other.first,
            self.turns + other.turns,
            dict(sorted(endings.items())),
        )


def tally(outcomes: NDArray[Any]) -> Tally:
    """Outcomes of one pair, counted."""
    winner = outcomes["winner"]
    kinds = np.bincount(outcomes["ending"], minlength=len(ENDINGS))
    return Tally(
        n=len(outcomes),
        wins_a=int((winner == 0).sum()),
        draws=int((winner < 0).sum()),
        wins_b=int((winner == 1).sum()),
        first=int((winner == outcomes["first"]).sum()),
        turns=int(np.maximum(outcomes["turns_a"], outcomes["turns_b"]).sum()),
        endings={ENDINGS[i]: int(count) for i, count in enumerate(kinds) if count},
    )


@dataclass(frozen=True)
class Task:
    """A pair ready to meet anywhere: all that its free bouts depend on, so that it may be sent to another machine."""

    duel: Duel
    start: NDArray[Any]
    seed: int

    def play(self, numbers: Numbers) -> NDArray[Any]:
        """Outcomes of the bouts `numbers`; each thread keeps the scene of the duel it played last."""
        kept = getattr(_LAST, "kept", None)
        if kept is None or kept[0] is not self.duel:
            kept = _LAST.kept = (self.duel, self.duel.scene())
        return outcomes_of(play(self.duel, self.start, self.seed, numbers, kept[1]))


_LAST = threading.local()


class FreeDuels(Duels):
    """The arena of free bouts of some fighters."""

    one_core = False

    def __init__(self, fighters: Sequence[Fighter], seed: int, setting: Setting) -> None:
        """The fighters in the order of the field."""
        super().__init__(fighters, seed, setting.rulings, setting.regulation)
        self.setting = setting
        self._bells: dict[tuple[int, int], NDArray[Any]] = {}

    def free(self, a: int, b: int, numbers: Numbers) -> NDArray[Any]:
        """Outcomes of the bouts `numbers` of two slots, both fresh; a is side a.

        May be called from several threads at once.
        """
        ready, scene = self._ready(a, b)
        return outcomes_of(play(ready, self.bell(a, b), self.seed, numbers, scene))

    def kinds(self) -> dict[bool, tuple[int, int]]:
        """A pair for each silent core the field needs, by whether that core knows magic."""
        casts = [int(sheet.n_spells) > 0 for sheet in self.sheets]
        found: dict[bool, tuple[int, int]] = {}
        for a in range(len(casts)):
            for b in range(a + 1, len(casts)):
                found.setdefault(casts[a] or casts[b], (a, b))
        return found

    def bell(self, a: int, b: int) -> NDArray[Any]:
        """Two fresh slots at the bell of a free bout; a side's state, made once, is the same against everybody."""
        states = blank(State, 1, 2)
        for side, slot in enumerate((a, b)):
            if (slot, side) not in self._bells:
                both = self.start((slot, slot), FREE_BOUT, Pair(self.fresh(slot, 1), self.fresh(slot, 1)), nobody())
                for at in range(2):
                    self._bells[slot, at] = both[0, at].copy()
            states[0, side] = self._bells[slot, side]
        return states

    def with_fighter(self, slot: int, fighter: Fighter) -> FreeDuels:
        """The same field with somebody else in one slot: he meets the same dice."""
        other = copy(self)
        other.fighters = (*self.fighters[:slot], fighter, *self.fighters[slot + 1 :])
        other.sheets, other.policies = list(self.sheets), list(self.policies)
        other.sheets[slot] = fighter.packed_sheet(self.setting.regulation, dict(self.setting.rulings or {}), slot)
        other.policies[slot] = fighter.packed_policy
        other._local = threading.local()
        other._bells = {key: state for key, state in self._bells.items() if key[0] != slot}
        return other

    def task(self, a: int, b: int) -> Task:
        """Two fresh slots as a task of its own."""
        return Task(self.pair(a, b), self.bell(a, b), self.seed)


def numbers_alone(first: int, count: int) -> Numbers:
    """The numbers of free bouts of a pair by itself: the K-th has the number K."""
    return np.arange(first, first + count, dtype=np.uint64)


def numbers_in_field(a: int, b: int, first: int, count: int) -> Numbers:
    """The numbers of free bouts of two slots of a field."""
    return np.uint64(bout_number(FREE, a, b, 0)) + numbers_alone(first, count)


MOST = REPETITIONS
"""Free bouts a pair has numbers for."""
