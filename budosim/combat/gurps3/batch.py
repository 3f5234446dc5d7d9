"""Many bouts of one pair, and one bout told: how Python hands work to the core.

Results depend on (seed, bout number, sheets, policies, rules, starting states) alone, whatever the batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.common.dice import SCRIPTED, complain
from budosim.combat.common.record import blank
from budosim.combat.gurps3 import bout as core
from budosim.combat.gurps3.grip import arms_of, clear
from budosim.combat.gurps3.ids import Hold
from budosim.combat.gurps3.records import MAGIC, Mind, Policy, Result, Ring, Scene, Sheet, State
from budosim.combat.gurps3.tell import Log, new_log

Array = NDArray[Any]


@dataclass(frozen=True)
class Duel:
    """Two packed fighters under one set of rules; side a first.

    Fields:
        rules: a Rules record.
        sheets: two Sheet records.
        policies: two Policy records.
    """

    rules: Any
    sheets: Array
    policies: Array

    def own_sheets(self) -> Array:
        """The sheets for one run: spells shift numbers in them, so a caster's bouts get a copy of their own."""
        return self.sheets.copy() if self.magical else self.sheets

    @property
    def magical(self) -> bool:
        """Whether one of the two casts."""
        return bool(self.sheets["n_spells"].any())

    def scene(self, log: Log | None = None, *, magic: bool = False) -> Scene:
        """A scene of its own for one thread.

        `magic`: with the rules of magic even where nobody casts; the bout is the same, its machine code another.
        """
        ring = blank(Ring)
        ring["rules"][0] = self.rules
        ring["policies"]["of"][0] = self.policies
        return Scene(ring[0], log, MAGIC if magic or self.magical else None)


def duel(rules: Any, sheets: tuple[Any, Any], policies: tuple[Any, Any]) -> Duel:
    """A duel of two fighters' records."""
    two = blank(Sheet, 2)
    plans = blank(Policy, 2)
    for side in range(2):
        two[side] = sheets[side]
        plans[side] = policies[side]
    return Duel(rules, two, plans)


def blank_mind() -> Array:
    """What a policy remembers at the bell."""
    mind = blank(Mind)
    mind["last_loc"] = -1
    mind["foe_limb"] = -1
    return mind


def put_hold(
    scene: Scene, states: Array, side: int, kind: Hold, part: int, *, hands: int = 2, behind: bool = False,
    pin: bool = False,
) -> None:  # fmt: skip
    """Let a side hold the other, without a word of it; both share a hex from now on.

    `kind` NONE ends its hold; `part` is a place of the foe.
    """
    grips = scene.ring.grips
    grip, me, foe = grips.of[side], states[side], states[1 - side]
    clear(grip)
    if kind is not Hold.NONE:
        grip.kind, grip.part, grip.hands, grip.behind, grip.pin = kind, part, hands, int(behind), int(pin)
        me.q, me.r = foe.q, foe.r
        scene.ring.now.apart = 0
    scene.ring.now.clinch = int(any(grips.of[s].kind != 0 for s in range(2)))
    for s in range(2):
        grips.arms[s] = arms_of(states[s])


def play(pair: Duel, start: Array, seed: int, numbers: NDArray[np.uint64], scene: Scene | None = None) -> Array:
    """Results of the bouts `numbers`, silently.

    `start`: (1, 2) or (n, 2) State records, side a first. Returns n Result records in the order of `numbers`.
    """
    results = blank(Result, max(1, len(numbers)))[: len(numbers)]
    if len(numbers) == 0:
        return results
    with np.errstate(over="ignore"):
        core.run_bouts(
            scene or pair.scene(), pair.own_sheets(), blank(State, 2), start, blank_mind(), np.uint64(seed), numbers,
            results,
        )  # fmt: skip
    return results


def told(
    pair: Duel, start: Array, seed: int, number: int, script: Any = None, *, magic: bool = False
) -> tuple[Any, Log]:  # fmt: skip
    """One bout with its log: the Result record and the Log.

    `magic` is that of `Duel.scene`.
    `script(scene)` may set scripted dice before the bell. The log grows until the whole bout fits.
    """
    entries = 2048
    while True:
        log = new_log(entries)
        scene = pair.scene(log, magic=magic)
        if script is not None:
            script(scene)
        result = play(pair, start, seed, np.array([number], dtype=np.uint64), scene)
        if not log.head.full:
            complain(int(scene.ring.dice.failed))
            if scene.ring.dice.mode == SCRIPTED and scene.ring.dice.used != scene.ring.dice.have:
                left = int(scene.ring.dice.have - scene.ring.dice.used)
                raise ValueError(f"{left} scripted draws were not used")
            return result[0], log
        entries *= 4
