"""Who wins from here: a bout fought on many times from its bell and from the start of every turn.

From the start of a turn everything a fighter is in counts (wounds, stun, posture, place, a feint that waits); what
his pattern remembers of the bout so far, such as whose turn for a feint it is, begins anew [ruling].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import Duel, play
from budosim.combat.gurps3.records import Rules
from budosim.events.draws import key_of, mix
from budosim.events.protocols import Pair, Stage
from budosim.systems.gurps3.arena import Duels

SALT = 0x0DD5
"""Sets these bouts' dice apart from those of the event."""
SURE_FIRST = 1000
"""Added to the dice of whoever's turn it is."""


@dataclass(frozen=True)
class Chance:
    """How many of `n` bouts each side won; the rest were draws.

    Fields:
        at: place in the trace of the turn they began with; 0 for the bell.
        print: of the bell's, a mark of what the bout began with.
    """

    at: int
    n: int
    wins_a: int
    wins_b: int
    print: str = ""

    def row(self) -> list[int]:
        """As results keep it."""
        return [self.at, self.n, self.wins_a, self.wins_b]


def before_bout(
    arena: Duels, slots: tuple[int, int], number: int, n: int, *, stage: Stage, before: Pair, standing: Pair
) -> Chance:
    """The chances at the bell, from what both bring."""
    duel = arena.pair(*slots)
    start = arena.start(slots, stage, before, standing)
    return _count(0, play(duel, start, _seed(arena.seed, number, 0), np.arange(n, dtype=np.uint64)))


def at_turns(
    arena: Duels, slots: tuple[int, int], number: int, n: int, turns: Sequence[tuple[int, int, Any]]
) -> list[Chance]:
    """The chances at the start of every turn (see `retell.Retold.turns`)."""
    pair = arena.pair(*slots)
    duels = [_beginning_with(pair, side) for side in range(2)]
    scenes = [duel.scene() for duel in duels]
    found = []
    for at, who, states in turns:
        start = states.reshape(1, 2)
        numbers = np.arange(n, dtype=np.uint64)
        rows = play(duels[who], start, _seed(arena.seed, number, at), numbers, scenes[who])
        found.append(_count(at, rows[rows["first"] == who]))
    return found


def _beginning_with(pair: Duel, side: int) -> Duel:
    """The same duel, but this side always acts first: it is in the middle of a bout."""
    rules = blank(Rules)
    rules[0] = pair.rules
    rules[0].initiative_die = 0
    rules[0].initiative_tactics = 0
    sheets = pair.sheets.copy()
    sheets[side].tactics = SURE_FIRST
    sheets[1 - side].tactics = 0
    return Duel(rules[0], sheets, pair.policies)


def _seed(seed: int, number: int, at: int) -> int:
    return mix(key_of(mix(seed ^ SALT), number) + at)


def _count(at: int, rows: NDArray[Any]) -> Chance:
    return Chance(at, len(rows), int((rows["winner"] == 0).sum()), int((rows["winner"] == 1).sum()))
