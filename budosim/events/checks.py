"""What every arena must keep, whatever game it plays: one battery for toys and for the real one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np

from budosim.events.bracket import rounds_of
from budosim.events.protocols import LEAGUE, OUTCOME, STANDING, Arena, Conditions, Numbers, Pair, Stage

REPETITIONS = 48
PAIRS = 12
HEALS = ("hp", "fp")
"""Fields of `Arena.describe` that a break never lowers."""
SPENT = ("unspent_cp",)
"""Fields of `Arena.describe` that nothing brings back."""


def check_arena(
    arena: Arena,
    slots: int,
    *,
    repetitions: int = REPETITIONS,
    heals: Sequence[str] = HEALS,
    spent: Sequence[str] = SPENT,
) -> list[str]:
    """The faults of an arena; none when an event may rely on it.

    Asked are: outcomes in range and of the right shape, conditions left as they were handed in, the same
    numbers giving the same results, batches and threads making no difference, breaks that never make a
    condition worse, full healing that gives back all but what was spent.
    """
    numbers = np.arange(repetitions, dtype=np.uint64)
    faults = list(_entering(arena, slots))
    if faults:
        return faults
    final = rounds_of(2)[-1]
    for a, b in list(combinations(range(slots), 2))[:PAIRS]:
        for stage in (LEAGUE, final):
            who = f"{stage.id}, slots {a} and {b}"
            before = Pair(arena.fresh(a, repetitions), arena.fresh(b, repetitions))
            faults += [f"{who}: {fault}" for fault in _bouts(arena, stage, a, b, numbers, before)]
            after = _settle(arena, stage, a, b, numbers, before)[1]
            again = _bouts(arena, stage, a, b, numbers, Pair(arena.heal(a, after.a), arena.heal(b, after.b)))
            faults += [f"{who}, healed: {fault}" for fault in again]
            for slot, worn in ((a, after.a), (b, after.b)):
                breaks = _breaks(arena, stage, slot, worn, numbers, heals, spent)
                faults += [f"{who}, break of slot {slot}: {fault}" for fault in breaks]
    return faults


def _entering(arena: Arena, slots: int) -> Iterator[str]:
    first = arena.fresh(0, 1)
    for slot in range(slots):
        entered = arena.fresh(slot, 3)
        if len(entered) != 3:
            yield f"fresh({slot}, 3) gives {len(entered)} rows"
        elif entered.dtype != first.dtype:
            yield f"fresh({slot}) has another dtype than fresh(0)"
        elif not (_same(entered[0], entered[1]) and _same(entered[0], entered[2])):
            yield f"fresh({slot}): the rows differ"
    if not isinstance(arena.seed, int):
        yield "seed is not an int"


def _bouts(arena: Arena, stage: Stage, a: int, b: int, numbers: Numbers, before: Pair) -> Iterator[str]:
    kept = Pair(before.a.copy(), before.b.copy())
    outcomes, after = _settle(arena, stage, a, b, numbers, before)
    if not (_same(kept.a, before.a) and _same(kept.b, before.b)):
        yield "settle changed the conditions handed to it"
    if not len(outcomes) == len(after.a) == len(after.b) == len(numbers):
        yield f"{len(numbers)} bouts gave {len(outcomes)} outcomes"
        return
    missing = [name for name in OUTCOME.names or () if name not in (outcomes.dtype.names or ())]
    if missing:
        yield f"outcomes lack {', '.join(missing)}"
        return
    yield from _ranges(arena, outcomes)
    once_more = _settle(arena, stage, a, b, numbers, before)
    if not _equal((outcomes, after), once_more):
        yield "the same numbers gave other results"
    turned = np.arange(len(numbers))[::-1]
    picked = _settle(arena, stage, a, b, numbers[turned], Pair(kept.a[turned], kept.b[turned]))
    if not _equal((outcomes[turned], Pair(after.a[turned], after.b[turned])), picked):
        yield "the order of a batch makes a difference"
    cut = [slice(0, 1), slice(1, 8), slice(8, None)]

    def part(at: slice) -> Any:
        return _settle(arena, stage, a, b, numbers[at], Pair(kept.a[at], kept.b[at]))

    with ThreadPoolExecutor(len(cut)) as pool:
        parts = {"batches": [part(at) for at in cut], "threads": list(pool.map(part, cut))}
    for how, settled in parts.items():
        for at, piece in zip(cut, settled, strict=True):
            if not _equal((outcomes[at], Pair(after.a[at], after.b[at])), piece):
                yield f"{how} make a difference"


def _ranges(arena: Arena, outcomes: Any) -> Iterator[str]:
    if not np.isin(outcomes["winner"], (-1, 0, 1)).all():
        yield "a winner other than 0, 1, -1"
    if ((outcomes["ending"] < 0) | (outcomes["ending"] >= len(arena.endings))).any():
        yield "an ending without a name"
    for side in "ab":
        if (outcomes[f"damage_{side}"] < 0).any():
            yield f"damage_{side} below 0"
        if not np.isin(outcomes[f"dead_{side}"], (0, 1)).all():
            yield f"dead_{side} other than 0, 1"
    for winner, side in ((0, "a"), (1, "b")):
        if (outcomes[f"dead_{side}"][outcomes["winner"] == winner] != 0).any():
            yield f"side {side} won and is dead"


def _breaks(
    arena: Arena,
    stage: Stage,
    slot: int,
    worn: Conditions,
    numbers: Numbers,
    heals: Sequence[str],
    spent: Sequence[str],
) -> Iterator[str]:
    kept = worn.copy()
    rested = arena.rest(slot, worn, stage, numbers)
    healed = arena.heal(slot, worn)
    if not _same(kept, worn):
        yield "a break changed the condition handed to it"
    halves = [arena.rest(slot, kept[at], stage, numbers[at]) for at in (slice(0, 5), slice(5, None))]
    if not _same(rested, np.concatenate(halves)):
        yield "batches make a difference to rest"
    fresh = arena.describe(slot, arena.fresh(slot, 1)[0])
    for k in range(len(kept)):
        before, rest, heal = (arena.describe(slot, c[k]) for c in (kept, rested, healed))
        if any(rest[name] < before[name] for name in heals if name in before):  # type: ignore[operator]
            yield "rest made it worse"
        if any(rest[name] != before[name] or heal[name] != before[name] for name in spent if name in before):
            yield "what was spent came back, or more was lost"
        if any(heal[name] != fresh[name] for name in fresh if name not in spent):
            yield "healed is not as fresh"


def _settle(arena: Arena, stage: Stage, a: int, b: int, numbers: Numbers, before: Pair) -> tuple[Any, Pair]:
    standing = np.zeros(len(numbers), STANDING)
    outcomes, after = arena.settle(stage, a, b, numbers, before, Pair(standing, standing))
    return outcomes, Pair(*after)


def _equal(left: tuple[Any, Pair], right: tuple[Any, Pair]) -> bool:
    pairs = zip((left[0], *left[1]), (right[0], *right[1]), strict=True)
    return all(_same(x, y) for x, y in pairs)


def _same(left: Any, right: Any) -> bool:
    """Equal field by field; padding between fields does not count."""
    return bool(np.array_equal(np.asarray(left), np.asarray(right)))
