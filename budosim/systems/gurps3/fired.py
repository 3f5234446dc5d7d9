"""Which lines of a written pattern ever decided anything: counted from the talking core's log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.gurps3.batch import play
from budosim.combat.gurps3.ids import From, Kind
from budosim.combat.gurps3.tell import Log, new_log
from budosim.events.protocols import FREE_BOUT, Pair
from budosim.systems.gurps3.arena import nobody, outcomes_of
from budosim.systems.gurps3.free import FreeDuels, Numbers
from budosim.systems.gurps3.trace import events
from budosim.systems.gurps3.trace_state import Event

Fired = Counter[tuple[int, str, int]]
"""How often a line decided: by side, list of the policy, and index in that list."""

SOURCE: Mapping[Kind, int] = {Kind.ACT: 3, Kind.DEFENCE: 6, Kind.DECIDE: 2}
"""Where a log line keeps the list a decision came from; the line in that list stands behind it."""
ENTRIES = 2048


def heard(
    arena: FreeDuels, a: int, b: int, numbers: Numbers, listen: Callable[[list[Event]], None] | None = None
) -> tuple[NDArray[Any], Fired]:
    """Outcomes of free bouts of two fresh slots, and how often each pattern line decided something.

    `listen` is told the events of each bout (the trace without its header).
    """
    duel = arena.pair(a, b)
    start = arena.start((a, b), FREE_BOUT, Pair(arena.fresh(a, 1), arena.fresh(b, 1)), nobody())
    fired: Fired = Counter()
    results = []
    log = new_log(ENTRIES)
    scene = duel.scene(log)
    for at in range(len(numbers)):
        while True:
            _wipe(log)
            result = play(duel, start, arena.seed, numbers[at : at + 1], scene)
            if not log.head.full:
                break
            log = new_log(4 * len(log.entry))
            scene = duel.scene(log)
        results.append(result[0])
        _count(log, fired)
        if listen is not None:
            listen(events(log, {}, None, arena.rules))
    return outcomes_of(np.array(results)), fired


def _wipe(log: Log) -> None:
    """Make a log ready for the next bout."""
    for name in ("n", "snaps", "full", "n_mods", "n_dice"):
        log.head[name] = 0


def _count(log: Log, fired: Fired) -> None:
    entries = log.entry[: int(log.head.n)]
    for kind, at in SOURCE.items():
        told = entries[entries["kind"] == int(kind)]
        columns = (told["who"], told["v"][:, at], told["v"][:, at + 1])
        rows, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
        for (who, source, line), count in zip(rows.tolist(), counts.tolist(), strict=True):
            if source not in (From.DEFAULT, From.BENCH) and line >= 0:
                fired[who, From(source).name.lower(), line] += count
