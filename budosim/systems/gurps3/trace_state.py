"""A fighter's state as the trace shows it (contract §6)."""

from __future__ import annotations

from typing import Any

from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Loc, Posture, Stun

Event = dict[str, Any]

SIDES = ("a", "b")
HANDS = ((Loc.ARM_R, Loc.HAND_R), (Loc.ARM_L, Loc.HAND_L))


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


def parries_left(me: Any) -> int:
    """Bare-hand parries still open: one a usable hand, two under All-Out Defense (C-17, C-28)."""
    if me.no_parry:
        return 0
    most = 2 if me.aod else 1
    return sum(
        max(0, most - int(me.parried[hand]))
        for hand, parts in enumerate(HANDS)
        if not me.hand_lost[hand] and not any(me.crippled[part] for part in parts)
    )


def fighter(me: Any) -> Event:
    """Everything the contract names of one fighter; holds and spells are there even where nobody has any."""
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
        "airborne": bool(me.airborne),
        "grappled": bool(me.grappled),
        "holding": bool(me.holding),
        "pinned": bool(me.pinned),
        "locked": bool(me.locked),
        "choked": bool(me.choked),
        "casting": bool(me.casting),
        "spells": [],
        "parries_left": parries_left(me),
        "retreat_left": 0 if me.retreated else 1,
        "unspent_cp": int(me.unspent_cp),
    }


def both(a: Any, b: Any) -> Event:
    """The `state` of an event: both fighters and how far apart they are."""
    return {
        "a": fighter(a),
        "b": fighter(b),
        "distance": hex_distance(int(a.q), int(a.r), int(b.q), int(b.r)),
    }
