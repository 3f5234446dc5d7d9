"""The quick reading of a log gives what reading it field by field gives, value by value and type by type."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import numpy as np

from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Loc, Posture, Stun
from budosim.combat.gurps3.records import State
from budosim.combat.gurps3.tell import new_log
from budosim.systems.gurps3.trace_rows import keys_of, marked, rows_of
from budosim.systems.gurps3.trace_state import fighter, fighters

HANDS = ((Loc.ARM_R, Loc.HAND_R), (Loc.ARM_L, Loc.HAND_L))


def slowly(me: Any) -> dict[str, Any]:
    """One fighter, every field asked of the record by itself."""
    parries = 0
    for hand, parts in enumerate(HANDS):
        if not me.no_parry and not me.hand_lost[hand] and not any(me.crippled[part] for part in parts):
            parries += max(0, (2 if me.aod else 1) - int(me.parried[hand]))
    return {
        "hp": int(me.hp),
        "fp": int(me.fp),
        "pos": [int(me.q), int(me.r)],
        "facing": int(me.facing),
        "posture": Posture(int(me.posture)).name.lower(),
        "stunned": None if me.stunned == Stun.NONE else Stun(int(me.stunned)).name.lower(),
        "shock": int(me.shock),
        "crippled": [LOC_NAMES[i] for i in range(N_LOC) if me.crippled[i]],
        "fragile": [LOC_NAMES[i] for i in range(N_LOC) if me.fragile[i]],
        "blind": bool(me.crippled[Loc.EYE_R] and me.crippled[Loc.EYE_L]),
        **{
            name: bool(me[name])
            for name in ("airborne", "grappled", "holding", "pinned", "locked", "choked", "casting")
        },
        "parries_left": parries,
        "retreat_left": 0 if me.retreated else 1,
        "unspent_cp": int(me.unspent_cp),
    }


def random_states(count: int) -> Any:
    """State records of any contents that occur."""
    chance = random.Random(7)
    states = blank(State, count)
    for me in states:
        for name in ("airborne", "grappled", "holding", "pinned", "locked", "choked", "casting", "no_parry", "aod"):
            me[name] = chance.random() < 0.2
        me.hp, me.fp, me.q, me.r = (chance.randint(-60, 20) for _ in range(4))
        me.facing, me.shock, me.unspent_cp, me.retreated = (chance.randint(0, 5) for _ in range(4))
        me.posture = chance.choice(list(Posture))
        me.stunned = chance.choice(list(Stun))
        for i in range(N_LOC):
            me.crippled[i] = chance.random() < 0.3
            me.fragile[i] = chance.random() < 0.3
        for hand in range(2):
            me.parried[hand] = chance.randint(0, 2)
            me.hand_lost[hand] = chance.random() < 0.2
    return states


def test_states_are_read_as_field_by_field() -> None:
    states = random_states(200)
    read = fighters(states)
    for me, shown in zip(states, read, strict=True):
        plain = slowly(me)
        found = {name: value for name, value in shown.items() if name in plain}
        # JSON tells True from 1, which == does not
        assert json.dumps(found) == json.dumps(plain)
        assert json.dumps(fighter(me)) == json.dumps(shown)


def test_lines_are_read_as_field_by_field() -> None:
    chance = random.Random(3)
    log = new_log(50)
    for entry in log.entry:
        for name in ("kind", "of", "t", "s", "who", "n_dice", "n_mods", "snap"):
            entry[name] = chance.randint(-3, 3000)
        for name in ("v", "dice", "mod", "points"):
            entry[name][:] = [chance.randint(-99, 99) for _ in entry[name]]
        entry.legal[:] = [chance.randint(0, 1) for _ in entry.legal]
    names = tuple(f"act {i}" for i in range(len(log.entry[0].legal)))
    for entry, row in zip(log.entry, rows_of(log.entry), strict=True):
        for name in row._fields:
            if name != "legal":
                assert json.dumps(getattr(row, name)) == json.dumps(np.asarray(entry[name]).tolist()), name
        for first in (0, 1, 40):
            slow = [names[i] for i in range(first, len(names)) if entry.legal[i]]
            assert list(marked(row.legal, names, first)) == slow


def test_nothing_is_read_of_nothing() -> None:
    log = new_log(4)
    assert rows_of(log.entry[:0]) == []
    assert fighters(log.snap[:0]) == []
    assert keys_of(np.zeros((0, 5), np.int64)) == []


def test_reading_is_ten_times_quicker() -> None:
    """Best of several, so that a busy machine does not decide."""
    states = random_states(200)

    def seconds(read: Any) -> float:
        best = 9.0
        for _ in range(3):
            began = time.process_time()
            read()
            best = min(best, time.process_time() - began)
        return best

    assert seconds(lambda: fighters(states)) * 10 < seconds(lambda: [slowly(me) for me in states])
