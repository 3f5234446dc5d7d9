"""Dealing entrants into blocks, for one official event or for many repetitions of a forecast alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.events.draws import Draws, Purpose
from budosim.events.lots import keys_of, shuffles
from budosim.events.plan import Plan
from budosim.events.protocols import Numbers
from budosim.events.schedule import block_name, pots


def deal(plan: Plan, seed: int, repetition: int, audit: list[dict[str, Any]]) -> list[int]:
    """The slot on each place of the blocks laid end to end, every draw in the audit."""
    if plan.draw == "listed":
        return list(_listing(plan))
    draws = Draws(seed, Purpose.BLOCKS, 0, repetition, names=plan.ids, audit=audit, typed=plan.orders.typed)
    if plan.draw == "random":
        return draws.shuffle(range(plan.slots), "blocks, filled one after another")
    ranked = list(plan.order or range(plan.slots))
    rest = [slot for slot in range(plan.slots) if slot not in set(ranked)]
    if rest:
        ranked += draws.shuffle(rest, "order of the unseeded")
    dealt = [0] * plan.slots
    at = 0
    for pot, places in enumerate(pots(plan.sizes), 1):
        stream = Draws(seed, Purpose.BLOCKS, pot, repetition, names=plan.ids, audit=audit, typed=plan.orders.typed)
        drawn = stream.shuffle(ranked[at : at + len(places)], f"pot {pot}, one to each block from A")
        for place, slot in zip(places, drawn, strict=True):
            dealt[place] = slot
        at += len(places)
    return dealt


def deal_many(plan: Plan, seed: int, repetitions: Numbers) -> NDArray[np.int64]:
    """What `deal` gives, a row per repetition."""
    if plan.draw == "listed":
        return np.tile(np.array(_listing(plan), np.int64), (len(repetitions), 1))
    keys = keys_of(seed, Purpose.BLOCKS, 0, repetitions)
    if plan.draw == "random":
        return shuffles(keys, np.arange(plan.slots))
    named = list(plan.order or range(plan.slots))
    rest = [slot for slot in range(plan.slots) if slot not in set(named)]
    ranked = np.empty((len(repetitions), plan.slots), np.int64)
    ranked[:, : len(named)] = named
    if rest:
        ranked[:, len(named) :] = shuffles(keys, np.array(rest))
    dealt = np.empty_like(ranked)
    at = 0
    for pot, places in enumerate(pots(plan.sizes), 1):
        drawn = ranked[:, at : at + len(places)]
        dealt[:, list(places)] = shuffles(keys_of(seed, Purpose.BLOCKS, pot, repetitions), drawn)
        at += len(places)
    return dealt


def blocks_of(plan: Plan, dealt: list[int]) -> dict[str, tuple[int, ...]]:
    """The blocks by name."""
    return {
        block_name(index): tuple(dealt[start : start + size])
        for index, (start, size) in enumerate(zip(plan.starts, plan.sizes, strict=True))
    }


def _listing(plan: Plan) -> tuple[int, ...]:
    return plan.order or tuple(range(plan.slots))
