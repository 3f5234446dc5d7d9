"""Spells that lie on a place: where they are laid, what stands in the way, what the ground does (M-30, T-08, T-09)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import roll3, roll_n
from budosim.combat.common.grid import along, distance
from budosim.combat.gurps3.ids import Effect, Result
from budosim.combat.gurps3.magic_records import ON, Aim, Sort
from budosim.combat.gurps3.move import apart, left_of
from budosim.combat.gurps3.roll import hindrance, judge
from budosim.combat.gurps3.spell import finish
from budosim.combat.gurps3.tell import hush, note_dice, tell_attack, tell_effect

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)


@kernel
def centre(scene: Any, me: Any, foe: Any, radius: int, aim: int) -> Any:
    """Where a caster lays an area: the foe in it and himself outside, or the other way round, as near as that goes.

    The centre lies on the line through both; in the same hex both are inside.
    """
    f = apart(me, foe)
    if aim == Aim.HERE or f == _0:
        return me.q, me.r
    if aim == Aim.GROUND:
        far = f if f > radius else radius + _1
        return along(foe.q, foe.r, me.q, me.r, far, -left_of(me))
    # a shelter: behind him as far as he stays inside, so that the foe is out
    back = radius + _1 - f
    if back <= _0:
        return me.q, me.r
    return along(me.q, me.r, foe.q, foe.r, f + back, left_of(me))


@kernel
def edge_distance(scene: Any, me: Any, foe: Any, r: Any) -> int:
    """Fine hexes to the nearest edge of an area about to be cast (M-15)."""
    radius = r.area * scene.ring.rules.fine_per_yard
    f = apart(me, foe)
    if r.aim == Aim.FOE:
        return f - radius if f > radius else _0
    if r.aim != Aim.GROUND or f == _0:
        return _0
    far = f if f > radius else radius + _1
    return far - radius


@rare
def lay_out(scene: Any, my: Any, me: Any, foe: Any, row: int, at: int) -> None:
    """Give a spell its place; a barrier its strength: the caster's level (T-09, O-07)."""
    r = my.spell[row]
    on = scene.ring.arcana.of[me.side].on[at]
    yards = r.area if r.area > _0 else _1
    on.radius = yards * scene.ring.rules.fine_per_yard
    q, s = centre(scene, me, foe, on.radius, r.aim)
    on.q = q
    on.r = s
    for p in range(r.n_parts):
        if r.parts[p].does == Sort.BARRIER:
            on.hp = r.level + (np.int64(5) if scene.ring.rules.barrier_hp == _1 else _0)


@rare
def wall(scene: Any, me: Any, foe: Any) -> int:
    """Whose barrier stands between the two: 1 + its caster's side, 0 nobody's.

    It parts them when one is inside and the other is not.
    """
    for side in range(2):
        w = scene.ring.arcana.of[side]
        if w.n_on == _0:
            continue
        for k in range(ON):
            on = w.on[k]
            if on.row == _0 or on.hp <= _0:
                continue
            mine = distance(me.q, me.r, on.q, on.r) <= on.radius
            theirs = distance(foe.q, foe.r, on.q, on.r) <= on.radius
            if mine != theirs:
                return np.int64(side) + _1
    return _0


@hot
def standing(w: Any) -> int:
    """The slot of a standing barrier."""
    found = _NONE
    for k in range(ON):
        if w.on[k].row > _0 and w.on[k].hp > _0:
            found = np.int64(k)
    return found


@rare
def strike_wall(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, act: int, owner: int) -> None:
    """A blow meets the barrier between: no roll but against fumbling, half its damage passes (T-08, T-09, R-50).

    Dice: 3d · damage.
    """
    r = my.row[row]
    target = r.level + hindrance(scene, me)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_attack(scene, me.side, act, _NONE, r.level, target, result, _0)
    hush(scene)
    if result == Result.CRITICAL_FAILURE:
        return
    rolled = roll_n(scene.ring.dice, r.dice)
    note_dice(scene)
    points = rolled + r.add
    if points < _0:
        points = _0
    if scene.ring.rules.barrier_half == _0:
        points = (points + _1) // _2
    w = scene.ring.arcana.of[owner]
    at = standing(w)
    if at < _0:
        return
    w.on[at].hp -= points
    left = w.on[at].hp if w.on[at].hp > _0 else _0
    tell_effect(scene, me.side, Effect.BARRIER_HIT, _NONE, points * np.int64(1024) + left)
    if w.on[at].hp <= _0:
        tell_effect(scene, owner, Effect.BARRIER_BROKEN, _NONE, _0)
        if owner == me.side:
            finish(scene, my, me, their, foe, at)
        else:
            finish(scene, their, foe, my, me, at)


__all__ = ["centre", "edge_distance", "lay_out", "strike_wall", "wall"]
