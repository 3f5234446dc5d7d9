"""Where the fighters stand: Move, steps, retreats, knock-back, facing and arcs (C-39…C-54, README point 14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.grid import (
    BACK,
    DIRECTION_Q,
    DIRECTION_R,
    FRONT,
    SIDE,
    along,
    arc,
    distance,
    farthest,
    turned_to,
)
from budosim.combat.gurps3.grip import is_held, parted
from budosim.combat.gurps3.ids import Effect, Loc, Posture, Why
from budosim.combat.gurps3.roll import LEGS, is_blind
from budosim.combat.gurps3.tell import tell_effect, tell_move

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NOWHERE = np.int64(-1)
FAR = np.int64(30)
"""A radius nobody leaves, for R-19 infinite."""


@hot
def apart(me: Any, foe: Any) -> int:
    """Distance in fine hexes (C-45)."""
    return distance(me.q, me.r, foe.q, foe.r)


@hot
def note_gap(scene: Any, me: Any, foe: Any) -> None:
    """Bring `now.apart` up to date; done at the start of a turn and whenever somebody moves."""
    scene.ring.now.apart = apart(me, foe)


RIGHT_LEG = np.int64(1 << Loc.LEG_R | 1 << Loc.FOOT_R)
LEFT_LEG = np.int64(1 << Loc.LEG_L | 1 << Loc.FOOT_L)


@hot
def legs_lost(me: Any) -> int:
    """How many legs carry nothing: leg or foot lost."""
    return np.int64(me.lost & RIGHT_LEG != _0) + np.int64(me.lost & LEFT_LEG != _0)


@hot
def halved(scene: Any, me: Any, full: int) -> int:
    """A Move-like number after injury, fatigue and lost legs, rounded down each time (rules/README.md point 18)."""
    n = full
    if me.immortal == _0:
        if me.hp <= _3:
            n >>= _1
        if me.fp <= _3:
            n >>= _1
    lost = legs_lost(me)
    if lost == _0:
        return n >> me.lame
    if lost == _2:
        return _0
    if scene.ring.rules.leg_loss == _0 and me.lost & LEGS != _0:
        return n if n < _2 else _2
    return n >> _1


@hot
def move_now(scene: Any, my: Any, me: Any) -> int:
    """Move in yards, the number Dodge comes from (C-40)."""
    return halved(scene, me, my.move)


@hot
def allowance(scene: Any, my: Any, me: Any) -> int:
    """Yards a fighter may go in his turn, by posture (C-44, C-54)."""
    n = move_now(scene, my, me)
    if me.posture == Posture.STANDING:
        return n
    if me.posture == Posture.CROUCHING:
        return n >> _1
    if me.posture == Posture.KNEELING or me.posture == Posture.CRAWLING:
        return n // _3
    if me.posture == Posture.SITTING:
        return _0
    return n if n < _1 else _1


@hot
def radius(scene: Any) -> int:
    """The ring's edge (C-50, R-19)."""
    return scene.ring.rules.ring_radius if scene.ring.rules.ring == _0 else FAR


@hot
def left_of(me: Any) -> int:
    """Which way ties of a line go: the mover's left for side a, his right for b."""
    return _1 - _2 * me.side


@kernel
def away(scene: Any, me: Any, foe: Any, steps: int) -> Any:
    """The hex `steps` farther on the straight line from the foe, or the best one left at the edge."""
    d = apart(me, foe)
    if d == _0:
        # in the same spot "away" is behind him: the foe is taken to stand one step ahead
        fq, fr = me.q + DIRECTION_Q[me.facing], me.r + DIRECTION_R[me.facing]
        q, r = along(me.q, me.r, fq, fr, steps + _1, left_of(me))
    else:
        q, r = along(me.q, me.r, foe.q, foe.r, d + steps, left_of(me))
    edge = radius(scene)
    if distance(q, r, _0, _0) <= edge:
        return q, r
    return farthest(me.q, me.r, foe.q, foe.r, steps, edge, q, r, left_of(me))


@hot
def can_go_back(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether some hex within a yard is farther from the foe."""
    if move_now(scene, my, me) == _0:
        return False
    per = scene.ring.rules.fine_per_yard
    return distance(me.q, me.r, _0, _0) + per <= radius(scene) or _edge_leaves_room(scene, me, foe, per)


@rare
def _edge_leaves_room(scene: Any, me: Any, foe: Any, per: int) -> bool:
    if apart(me, foe) > _0:
        for d in range(6):
            q, r = me.q + DIRECTION_Q[d], me.r + DIRECTION_R[d]
            if distance(q, r, foe.q, foe.r) > apart(me, foe) and distance(q, r, _0, _0) <= radius(scene):
                return True
    q, r = away(scene, me, foe, per)
    return distance(q, r, foe.q, foe.r) > apart(me, foe)


@kernel
def go_back(scene: Any, me: Any, foe: Any, steps: int, why: Any) -> None:
    """Move `steps` directly away, as far as the ring allows."""
    from_q, from_r = me.q, me.r
    q, r = away(scene, me, foe, steps)
    if distance(q, r, foe.q, foe.r) <= apart(me, foe):
        return
    me.q = q
    me.r = r
    note_gap(scene, me, foe)
    tell_move(scene, me, from_q, from_r, why, scene.ring.now.apart)
    if scene.ring.now.clinch != _0:
        parted(scene)


@kernel
def close_in(scene: Any, me: Any, foe: Any, to: int, why: Any) -> None:
    """Move on the straight line until `to` fine hexes from the foe, and face him."""
    from_q, from_r = me.q, me.r
    d = apart(me, foe)
    if d == _0:
        back_q, back_r = away(scene, me, foe, to)
        me.q = back_q
        me.r = back_r
    else:
        q, r = along(me.q, me.r, foe.q, foe.r, to, left_of(me))
        if distance(q, r, _0, _0) > radius(scene):
            q, r = farthest(me.q, me.r, foe.q, foe.r, to - d, radius(scene), q, r, left_of(me))
        me.q = q
        me.r = r
    face(me, foe)
    note_gap(scene, me, foe)
    tell_move(scene, me, from_q, from_r, why, scene.ring.now.apart)


@rare
def stumble_past(scene: Any, me: Any, foe: Any) -> None:
    """One yard past the foe, facing away: he stands behind (C-74 row 7)."""
    from_q, from_r = me.q, me.r
    steps = scene.ring.rules.fine_per_yard
    if apart(me, foe) == _0:
        fq, fr = me.q - DIRECTION_Q[me.facing], me.r - DIRECTION_R[me.facing]
        q, r = along(foe.q, foe.r, fq, fr, steps + _1, left_of(me))
    else:
        q, r = along(foe.q, foe.r, me.q, me.r, apart(me, foe) + steps, left_of(me))
    if distance(q, r, _0, _0) > radius(scene):
        q, r = farthest(foe.q, foe.r, me.q, me.r, steps, radius(scene), q, r, left_of(me))
    me.q = q
    me.r = r
    me.facing = (turned_to(me.facing, foe.q - q, foe.r - r) + np.int64(3)) % np.int64(6)
    me.turned_away = _1
    note_gap(scene, me, foe)
    tell_move(scene, me, from_q, from_r, Why.STUMBLE, scene.ring.now.apart)
    if scene.ring.now.clinch != _0:
        parted(scene)


@hot
def face(me: Any, foe: Any) -> None:
    """Turn to the foe, for free (C-41, R-17)."""
    dq, dr = foe.q - me.q, foe.r - me.r
    if dr == _0 and dq != _0:
        me.facing = _0 if dq > _0 else _3
    else:
        me.facing = turned_to(me.facing, dq, dr)


@hot
def can_turn(scene: Any, me: Any) -> bool:
    """Whether a fighter turns with his foe (rules/README.md point 14)."""
    return me.stunned == _0 and me.turned_away == _0 and not is_held(scene, me.side) and not is_blind(me)


@kernel
def arc_from(scene: Any, foe: Any, me: Any) -> int:
    """From which arc of `foe` the attacker `me` strikes: FRONT, SIDE or BACK (C-41…C-43, R-62, R-69)."""
    tie = scene.ring.rules.bearing_tie
    if scene.ring.now.clinch != _0 and scene.ring.grips.of[me.side].behind == _1:
        return BACK
    if scene.ring.rules.flank == _0:
        if can_turn(scene, foe):
            return SIDE if me.passed == _1 else FRONT
        start = arc(foe.facing, me.from_q - foe.q, me.from_r - foe.r, tie)
        if start == FRONT and me.passed == _1:
            return SIDE
        return start
    start = arc(foe.facing, me.from_q - foe.q, me.from_r - foe.r, tie)
    end = arc(foe.facing, me.q - foe.q, me.r - foe.r, tie)
    if start == FRONT and end == BACK:
        return SIDE
    return end


@kernel
def fall(scene: Any, me: Any) -> None:
    """Down to lying (C-53); a fighter in the air lands so."""
    if me.immortal == _1:
        return
    if me.airborne == _1:
        me.falls_on_landing = _1
        return
    if me.posture != Posture.LYING:
        me.posture = Posture.LYING
        scene.ring.now.quiet = scene.ring.now.turn
        tell_effect(scene, me.side, Effect.FALLEN, _NOWHERE, _0)


__all__ = ["BACK", "FRONT", "SIDE", "apart", "arc_from", "close_in", "face", "fall", "go_back", "move_now"]
