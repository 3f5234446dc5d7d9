"""Which draw helps whom: chances over those repetitions in which two were dealt into one block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from budosim.events.deal import deal_many
from budosim.events.plan import Plan
from budosim.events.protocols import Numbers
from budosim.study.rates import rate, wilson

if TYPE_CHECKING:
    import polars as pl

COUNTS = ("together", "left", "won")
Ints = NDArray[np.int64]


class DrawsHelp:
    """Counts how often two were in one block, and how often the one then left it and won the title.

    Fields:
        known: whether there are blocks to be dealt into, and more than one.
    """

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.seed = seed
        self.known = len(plan.sizes) > 1 and plan.draw != "listed"
        self.n = 0
        size = plan.slots
        self.together, self.left, self.won = (np.zeros((size, size), np.int64) for _ in range(3))

    def take(self, repetitions: Numbers, lines: Sequence[Ints]) -> None:
        """Count a chunk of repetitions."""
        if not self.known:
            return
        dealt = deal_many(self.plan, self.seed, repetitions)
        count, slots = dealt.shape
        block_at = np.repeat(np.arange(len(self.plan.sizes)), self.plan.sizes)
        block = np.empty_like(dealt)
        np.put_along_axis(block, dealt, np.broadcast_to(block_at, dealt.shape), axis=1)
        through = np.zeros((count, slots), np.bool_)
        for column in lines[0].T:
            stands = column >= 0
            through[np.flatnonzero(stands), column[stands]] = True
        champion = lines[-1][:, 0]
        titles = champion[:, None] == np.arange(slots)[None, :]
        for slot in range(slots):
            same = block == block[:, slot : slot + 1]
            self.together[slot] += same.sum(0)
            self.left[slot] += (same & through[:, slot : slot + 1]).sum(0)
            self.won[slot] += (same & titles[:, slot : slot + 1]).sum(0)
        self.n += count

    def add(self, more: DrawsHelp) -> None:
        """Count what was counted elsewhere."""
        self.n += more.n
        for name in COUNTS:
            getattr(self, name).__iadd__(getattr(more, name))

    def frame(self) -> pl.DataFrame:
        """A row per entrant and who was in his block, as draws_help.parquet holds them."""
        from budosim.study.frames import table_frame

        rows = []
        ids = self.plan.ids
        for slot, one in enumerate(ids):
            overall = self.won[slot, slot] / self.n if self.n else 0.0
            for foe, other in enumerate(ids):
                n, won, left = (int(counts[slot, foe]) for counts in (self.together, self.won, self.left))
                if foe == slot or not n:
                    continue
                lo, hi = wilson(won, n)
                rows.append(
                    {"id": one, "foe": other, "n": n, "p_block": rate(left, n), "p_title": rate(won, n),
                     "gain": won / n - overall, "lo": lo, "hi": hi}
                )  # fmt: skip
        return table_frame("draws_help", rows)

    def row(self) -> dict[str, Any]:
        """What a run that is interrupted keeps."""
        return {"n": self.n, **{name: getattr(self, name).tolist() for name in COUNTS}}

    def restore(self, kept: Mapping[str, Any] | None) -> None:
        """Go on where a run ended; counts that do not fit are begun anew."""
        if not isinstance(kept, Mapping):
            return
        found = {name: np.array(kept.get(name), np.int64) for name in COUNTS}
        if all(counts.shape == self.together.shape for counts in found.values()):
            self.n = int(kept["n"])
            self.together, self.left, self.won = (found[name] for name in COUNTS)
