"""A fighter's state as the trace shows it (contract §6)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Loc, Posture, Stun
from budosim.systems.gurps3.spell_parts import order
from budosim.systems.gurps3.trace_rows import keys_of, marked

Event = dict[str, Any]

SIDES = ("a", "b")
HANDS = ((Loc.ARM_R, Loc.HAND_R), (Loc.ARM_L, Loc.HAND_L))
PLACES = tuple(LOC_NAMES[:N_LOC])
POSTURES = {int(posture): posture.name.lower() for posture in Posture}
STUNS = {int(stun): None if stun is Stun.NONE else stun.name.lower() for stun in Stun}
NUMBERS = ("hp", "fp", "q", "r", "facing", "posture", "stunned", "shock", "unspent_cp", "retreated")
FLAGS = ("airborne", "grappled", "holding", "pinned", "locked", "choked", "casting")


def side(number: int) -> str | None:
    """The letter of a side; None for nobody."""
    return SIDES[number] if number in (0, 1) else None


def place(number: int) -> str | None:
    """The name of a place ("any" when the table of C-79 decides); None for no place."""
    return LOC_NAMES[number] if 0 <= number < len(LOC_NAMES) else None


def hex_distance(q1: int, r1: int, q2: int, r2: int) -> int:
    """Fine hexes between two positions (C-141)."""
    dq, dr = q2 - q1, r2 - r1
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def parries_left(states: NDArray[Any]) -> NDArray[np.int64]:
    """Bare-hand parries still open: one a usable hand, two under All-Out Defense (C-17, C-28, C-114)."""
    most = np.where(states["aod"] != 0, 2, 1)
    left = np.zeros(len(states), np.int64)
    busy = states["hold_hands"].copy()
    # the left hand holds before the right one does (C-114)
    for hand, parts in reversed(list(enumerate(HANDS))):
        works = np.ones(len(states), bool)
        for part in parts:
            works &= (states["crippled"][:, part] == 0) & ((states["seized"] != part) | (states["grappled"] == 0))
        holds = works & (busy > 0)
        busy -= holds
        usable = works & ~holds & (states["hand_lost"][:, hand] == 0)
        left += np.where(usable, np.maximum(0, most - states["parried"][:, hand]), 0)
    return np.where(states["no_parry"] != 0, 0, left)


def fighters(records: NDArray[Any]) -> list[Event]:
    """Everything the contract names of the fighters of State records; every column is read once."""
    states = records.view(np.ndarray)
    both_eyes = (states["crippled"][:, [Loc.EYE_R, Loc.EYE_L]] != 0).all(axis=1)
    columns = (
        *(states[name].tolist() for name in NUMBERS),
        *((states[name] != 0).tolist() for name in FLAGS),
        both_eyes.tolist(),
        parries_left(states).tolist(),
        keys_of(states["crippled"]),
        keys_of(states["fragile"]),
        states["under"].tolist(),
    )
    return [_fighter(*row) for row in zip(*columns, strict=True)]


def _fighter(
    hp: int, fp: int, q: int, r: int, facing: int, posture: int, stunned: int, shock: int, unspent_cp: int,
    retreated: int, airborne: bool, grappled: bool, holding: bool, pinned: bool, locked: bool, choked: bool,
    casting: bool, blind: bool, parries: int, crippled: bytes, fragile: bytes, under: list[int],
) -> Event:  # fmt: skip
    """One fighter in the contract's words; holds and spells are there even where nobody has any."""
    return {
        "hp": hp,
        "fp": fp,
        "pos": [q, r],
        "facing": facing,
        "posture": POSTURES[posture],
        "stunned": STUNS[stunned],
        "shock": shock,
        "crippled": list(marked(crippled, PLACES)),
        "fragile": list(marked(fragile, PLACES)),
        "blind": blind,
        "airborne": airborne,
        "grappled": grappled,
        "holding": holding,
        "pinned": pinned,
        "locked": locked,
        "choked": choked,
        "casting": casting,
        "spells": [id_ for i, id_ in enumerate(order()) if under[i // 63] >> i % 63 & 1] if any(under) else [],
        "parries_left": parries,
        "retreat_left": 0 if retreated else 1,
        "unspent_cp": unspent_cp,
    }


def fighter(me: Any) -> Event:
    """Everything the contract names of one fighter."""
    return fighters(np.asarray(me).reshape(1))[0]


def both(a: Event, b: Event) -> Event:
    """The `state` of an event: both fighters and how far apart they are."""
    return {"a": a, "b": b, "distance": hex_distance(*a["pos"], *b["pos"])}
