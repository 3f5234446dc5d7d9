"""Where the fighters of a field meet: the Arena of `budosim.events` on the compiled core."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import Duel, duel, play, told
from budosim.combat.gurps3.ids import LOC_NAMES, Ending, StageWord
from budosim.combat.gurps3.records import State
from budosim.combat.gurps3.tell import Log
from budosim.events.protocols import OUTCOME, STANDING, Pair, Stage, bout_number, rest_number
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.pack import fresh_state, start_distance
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.rest import CONDITION, HEALERS, heal_by_magic, recover, roll3
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.rulings import in_force

ENDINGS = tuple(ending.name.lower() for ending in Ending)
WORDS: Mapping[str, tuple[StageWord, ...]] = {
    "free": (StageWord.LEAGUE,),
    "league": (StageWord.LEAGUE,),
    "knockout": (StageWord.KNOCKOUT,),
    "semifinal": (StageWord.KNOCKOUT, StageWord.SEMIFINAL),
    "final": (StageWord.KNOCKOUT, StageWord.FINAL),
}
"""What the words of `stage` conditions a stage makes true; a free bout counts as one of the league [ruling]."""

MORE = np.dtype(
    [
        *[(name, OUTCOME[name]) for name in OUTCOME.names or ()],
        ("turns_a", np.int64), ("turns_b", np.int64), ("first", np.int64), ("hp_a", np.int64), ("hp_b", np.int64),
        ("fp_a", np.int64), ("fp_b", np.int64), ("crippled_a", np.int64), ("crippled_b", np.int64), ("draws", np.int64),
    ]
)  # fmt: skip
"""An outcome with what the records keep beside."""


class Duels:
    """The arena of a field of fighters under one set of rulings.

    `settle` may be called from several threads; each thread keeps scenes of its own.
    """

    _casts = 0
    """Healing spells tried in a break at most (M-40)."""
    one_core = True
    """Whether every pair of a field in which somebody casts is played with the rules of magic, so that an event
    compiles one core; else each pair with what it needs, which is faster over many bouts."""

    def __init__(
        self,
        fighters: Sequence[Fighter],
        seed: int,
        rulings: Mapping[str, Any] | None = None,
        regulation: Regulation | None = None,
    ) -> None:
        self.fighters = tuple(fighters)
        self.seed = seed
        self.endings = ENDINGS
        self.rules = rules_record(rulings)
        changes = dict(rulings or {})
        self._cp_returns = in_force(rulings)["cp_consumed"] == "per_bout"
        self.sheets = [f.packed_sheet(regulation, changes, slot) for slot, f in enumerate(self.fighters)]
        self.policies = [f.packed_policy for f in self.fighters]
        self.magical = any(int(sheet.n_spells) > 0 for sheet in self.sheets)
        self._regulation = regulation
        self._local = threading.local()
        self._first_aid = [self._aid(f) for f in self.fighters]
        self._casts = int(in_force(rulings)["interval_casts_max"])
        self._spells = [self._healing(f) for f in self.fighters]

    def _healing(self, fighter: Fighter) -> dict[str, int]:
        """Base levels of the spells that heal in a break, for whom may cast at all (M-02, M-40)."""
        levels = Levels(fighter.sheet, aged_attributes(fighter.sheet, self._regulation), self._regulation)
        if levels.magery < 1:
            return {}
        return {id_: level.value for id_, level in levels.spells.items() if id_ in HEALERS}

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the scenes of this process's threads, so that an arena may travel."""
        return {name: value for name, value in vars(self).items() if name != "_local"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """An arena that has arrived."""
        vars(self).update(state)
        self._local = threading.local()

    def _aid(self, fighter: Fighter) -> int:
        """First Aid, learned or by default."""
        levels = Levels(fighter.sheet, aged_attributes(fighter.sheet, self._regulation), self._regulation)
        known = levels.known("first_aid")
        default = levels.default("first_aid")
        return max(known or 0, default[0] if default else 0)

    def pair(self, a: int, b: int) -> Duel:
        """The duel of two slots, a as side a."""
        return duel(self.rules, (self.sheets[a], self.sheets[b]), (self.policies[a], self.policies[b]))

    def _ready(self, a: int, b: int) -> tuple[Duel, Any]:
        """The duel of two slots and this thread's scene for it; the last pair is kept."""
        kept = getattr(self._local, "kept", None)
        if kept is None or kept[0] != (a, b):
            made = self.pair(a, b)
            kept = ((a, b), made, made.scene(magic=self.one_core and self.magical))
            self._local.kept = kept
        return kept[1], kept[2]

    def forget(self) -> None:
        """Make scenes anew: `magical` or `one_core` changed."""
        self._local = threading.local()

    def fresh(self, slot: int, n: int) -> NDArray[Any]:
        """The slot as it enters the event."""
        my = self.sheets[slot]
        condition = np.zeros(n, dtype=CONDITION)
        condition["hp"], condition["fp"], condition["unspent_cp"] = my.max_hp, my.max_fp, my.unspent_cp
        return condition

    def start(self, slots: tuple[int, int], stage: Stage, before: Pair, standing: Pair) -> NDArray[Any]:
        """State records, (1, 2) when every row is the same, else (n, 2)."""
        n = len(before.a)
        alike = all(bool((rows == rows[:1]).all()) for rows in (before.a, before.b, standing.a, standing.b))
        rows = 1 if alike else n
        states = blank(State, rows, 2)
        apart = start_distance(self.rules, [self.sheets[slot] for slot in slots])
        for side in range(2):
            slot, condition, stand = slots[side], before[side][:rows], standing[side][:rows]
            states[:, side] = fresh_state(self.sheets[slot], side, apart)
            own = states[:, side]
            own["hp"], own["fp"], own["unspent_cp"] = condition["hp"], condition["fp"], condition["unspent_cp"]
            bits = condition["fragile"][:, None] >> np.arange(len(LOC_NAMES) - 1)[None, :]
            own["fragile"] = bits & 1
            words = sum(1 << word for word in WORDS[stage.word])
            own["stage"] = (
                words
                | (stand["must_win"] << StageWord.MUST_WIN)
                | (stand["safe"] << StageWord.SAFE)
                | ((stand["bouts"] == 0).astype(np.int64) << StageWord.FIRST_BOUT)
            )
            own["score"] = stand["points"]
        return states

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: NDArray[np.uint64], before: Pair, standing: Pair
    ) -> tuple[NDArray[Any], Pair]:
        """One bout of slots a < b per repetition, and both sides' conditions after it."""
        ready, scene = self._ready(a, b)
        start = self.start((a, b), stage, before, standing)
        numbers = bout_number(stage.number, a, b, repetitions)
        results = play(ready, start, self.seed, numbers, scene)
        return outcomes_of(results), Pair(
            after_bout(results, 0, before.a, int(self.sheets[a].born)),
            after_bout(results, 1, before.b, int(self.sheets[b].born)),
        )

    def rest(self, slot: int, after: NDArray[Any], stage: Stage, repetitions: NDArray[np.uint64]) -> NDArray[Any]:
        """A break of the finals (T-16)."""
        my = self.sheets[slot]
        age = self.fighters[slot].sheet.entrant.age or 0
        rolls = roll3(self.seed, rest_number(stage.number, slot, repetitions))
        rested = recover(
            after, int(my.max_hp), int(my.max_fp), age, self._first_aid[slot], rolls, int(my.bleeding)
        )
        if self._casts > 0 and self._spells[slot]:
            where = rest_number(stage.number, slot, repetitions)
            rested = heal_by_magic(
                rested, int(my.max_hp), int(my.max_fp), self._spells[slot], self._casts,
                lambda n: roll3(self.seed, where, n),
            )  # fmt: skip
        if self._cp_returns:
            rested["unspent_cp"] = my.unspent_cp
        return rested

    def heal(self, slot: int, after: NDArray[Any]) -> NDArray[Any]:
        """Full healing; unused CP stay spent, unless they are meant for each bout (T-15, T-22, R-55)."""
        healed = self.fresh(slot, len(after))
        if not self._cp_returns:
            healed["unspent_cp"] = after["unspent_cp"]
        return healed

    def describe(self, slot: int, condition: Any) -> dict[str, int | float | str]:
        """One condition for the ledger."""

        def names(bits: int) -> str:
            return " ".join(name for i, name in enumerate(LOC_NAMES[:-1]) if bits >> i & 1)

        return {
            "hp": int(condition["hp"]),
            "fp": int(condition["fp"]),
            "unspent_cp": int(condition["unspent_cp"]),
            "lost": names(int(condition["lost"])),
            "fragile": names(int(condition["fragile"])),
        }

    def tell(self, stage: Stage, a: int, b: int, repetition: int, before: Pair, standing: Pair) -> tuple[Any, Log]:
        """One bout told: its Result record and its log."""
        start = self.start((a, b), stage, before, standing)
        number = int(bout_number(stage.number, a, b, repetition))
        return told(self.pair(a, b), start, self.seed, number, magic=self.magical)


def outcomes_of(results: NDArray[Any]) -> NDArray[Any]:
    """Result records as outcomes of `MORE`."""
    rows = np.zeros(len(results), dtype=MORE)
    for name in ("winner", "ending", "first", "draws"):
        rows[name] = results[name]
    for i, side in enumerate("ab"):
        for name in ("hp", "fp", "turns", "crippled"):
            rows[f"{name}_{side}"] = results[name][:, i]
        rows[f"damage_{side}"] = np.maximum(0, results["damage"][:, i])
        rows[f"dead_{side}"] = results["dead"][:, i]
    return rows


def after_bout(results: NDArray[Any], side: int, before: NDArray[Any], born: int = 0) -> NDArray[Any]:
    """What a side carries out of its bouts; parts it was `born` without are no loss."""
    after = before.copy()
    after["hp"] = results["hp"][:, side]
    after["fp"] = results["fp"][:, side]
    after["unspent_cp"] = results["cp"][:, side]
    after["lost"] = results["crippled"][:, side] & ~np.int64(born)
    after["fragile"] = results["fragile"][:, side]
    after["dead"] |= results["dead"][:, side]
    return after


def nobody(n: int = 1) -> Pair:
    """Standings of a bout that belongs to no event."""
    rows = np.zeros(n, dtype=STANDING)
    return Pair(rows, rows)


__all__ = ["Duels", "after_bout", "nobody", "outcomes_of"]
