"""The attacks of free bouts, heard by the talking core: of its log only what tells of attacks is read.

A whole trace takes eight times as long, and bouts whose attacks are counted are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.gurps3.batch import play
from budosim.combat.gurps3.ids import N_ACT, Act, From, Kind, Result
from budosim.combat.gurps3.tell import Log, new_log
from budosim.events.protocols import FREE_BOUT, Pair
from budosim.systems.gurps3.arena import nobody
from budosim.systems.gurps3.free import FreeDuels, Numbers
from budosim.systems.gurps3.trace_state import place

ENTRIES = 2048
TOLD = (Kind.ACT, Kind.DEFENCE, Kind.ATTACK, Kind.DAMAGE)
ACTS = (None, *(Act(number).name.lower() for number in range(1, N_ACT)))
RESULTS = {int(result): result.name.lower() for result in Result}
LISTS = {int(one): one.name.lower() for one in (From.RULES, From.REACT, From.FREE)}
SIDES = "ab"

Told = list[dict[str, Any]]


def told_attacks(arena: FreeDuels, a: int, b: int, numbers: Numbers) -> Iterator[Told]:
    """Of every free bout of two fresh slots the events of contract §6 that tell of attacks, in their order.

    They have the fields attacks are counted by, and no others.
    """
    duel = arena.pair(a, b)
    start = arena.start((a, b), FREE_BOUT, Pair(arena.fresh(a, 1), arena.fresh(b, 1)), nobody())
    ids = {side: {"id": arena.fighters[slot].id} for side, slot in zip(SIDES, (a, b), strict=True)}
    log = new_log(ENTRIES)
    scene = duel.scene(log)
    for at, number in enumerate(numbers.tolist()):
        while True:
            wipe(log)
            play(duel, start, arena.seed, numbers[at : at + 1], scene)
            if not log.head.full:
                break
            log = new_log(4 * len(log.entry))
            scene = duel.scene(log)
        bell = {"k": "bout", "of": "a", "t": 0, "s": 0, "who": "a", "bout": number, **ids}
        yield [bell, *_events(log.entry[: int(log.head.n)].view(np.ndarray))]


def wipe(log: Log) -> None:
    """Make a log ready for the next bout."""
    for name in ("n", "snaps", "full", "n_mods", "n_dice"):
        log.head[name] = 0


def _events(lines: NDArray[Any]) -> Iterator[dict[str, Any]]:
    kept = lines[np.isin(lines["kind"], [int(kind) for kind in TOLD])]
    columns = [kept[name].tolist() for name in ("kind", "of", "t", "s", "who", "v", "dice", "n_dice")]
    for kind, of, t, s, who, v, dice, n_dice in zip(*columns, strict=True):
        event = {"of": SIDES[of], "t": t, "s": s, "who": SIDES[who]}
        if kind == Kind.ACT:
            yield {"k": "act", **event, **_source(v[3], v[4])}
        elif kind == Kind.DEFENCE:
            yield {
                "k": "defence",
                **event,
                "defence": ACTS[v[1]] if v[1] > 0 else None,
                "result": RESULTS.get(v[4]),
                **_source(v[6], v[7]),
            }
        elif kind == Kind.ATTACK:
            yield {
                "k": "attack",
                **event,
                "act": ACTS[v[0]] if v[0] > 0 else None,
                "at": place(v[1]),
                "target": v[3],
                "dice": dice[:n_dice],
                "result": RESULTS.get(v[4]),
                "counter": bool(v[5]),
            }
        else:
            yield {"k": "damage", **event, "at": place(v[0]), "injury": v[6]}


def _source(number: int, line: int) -> dict[str, Any]:
    name = LISTS.get(number)
    return {"list": name, "line": line if name is not None and line >= 0 else None}

