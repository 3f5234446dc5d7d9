"""Which place of the foe an order means now: its list, its draws, its sides (semantics §3, §6.15)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import pick, will
from budosim.combat.gurps3.ids import Loc
from budosim.combat.gurps3.legal import lowest
from budosim.combat.gurps3.policy import reference_on
from budosim.combat.gurps3.tell import tell_draw

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
_ANY_REF = np.int64(70)
REFERENCES = np.int64(64)
"""From this code on a place word is looked up in the ring."""
ANYWHERE = np.int64(Loc.ANYWHERE)
THREE_QUARTERS = np.int64(3 << 30)
EITHER = np.int64(61000)
"""Place number of the draw for a side nobody named."""
STRIKES = np.int64(37)


@kernel
def set_act(scene: Any, act: int, row: int, loc: int, opt: int) -> None:
    """Write the decision."""
    now = scene.ring.now
    now.act = act
    now.row = row
    now.loc = loc
    now.opt = opt
    now.wanted = _0
    now.missing = _0
    now.back = _0
    now.title = _0
    now.special = _0
    if act >= STRIKES:
        now.cycle = _NONE


@hot
def draw_base(scene: Any, me: Any, at: int) -> int:
    """Place number of the draws an order makes about its places."""
    return np.int64(4096) + at * np.int64(32) + (scene.ring.minds.of[me.side].attacks & np.int64(7)) * np.int64(4)


@kernel
def draw_place(scene: Any, me: Any, foe: Any, policy: Any, at: int, open_: int) -> int:
    """A place of an order's list among those of `open_`: uniform, the first one, or the next of a cycle.

    -1 when none is open; -2 when the list names nothing yet (same place as before the first blow): then no place
    counts as named.
    """
    order = policy.orders[at]
    now = scene.ring.now
    mind = scene.ring.minds.of[me.side]
    base = draw_base(scene, me, at)
    bits = _0
    n = _0
    named = False
    for i in range(order.count):
        mask = place_mask(scene, me, foe, policy, order.first + i, open_)
        if mask >= _0:
            named = True
        if mask > _0:
            bits |= _1 << np.int64(i)
            n += _1
    if order.mainly > _0 and (n > _0 or named):
        draw = will(scene.ring.dice, now.turn, me.side, now.sub, base + _2)
        tell_draw(scene, me.side, _2, now.line, draw)
        if draw >= THREE_QUARTERS or n == _0:
            return pool_place(scene, me, foe, policy, order.mainly - _1, open_, base)
    if n == _0:
        return _NONE if named else -_2
    chosen = _0
    if order.pick == _1 or n == _1:
        while (bits >> chosen) & _1 == _0:
            chosen += _1
    elif order.pick == _2:
        step = mind.cursor[order.cursor]
        for j in range(order.count):
            chosen = (step + j) % order.count
            if (bits >> chosen) & _1 == _1:
                break
    else:
        draw = will(scene.ring.dice, now.turn, me.side, now.sub, base)
        tell_draw(scene, me.side, _2, now.line, draw)
        left = pick(draw, n)
        for i in range(order.count):
            if (bits >> np.int64(i)) & _1 == _1:
                if left == _0:
                    chosen = np.int64(i)
                    break
                left -= _1
    if order.pick == _2:
        now.cycle = order.cursor
        now.cycle_to = (chosen + _1) % order.count
    mask = place_mask(scene, me, foe, policy, order.first + chosen, open_)
    return side_of(scene, me, mask, base + _1)


@rare
def pool_place(scene: Any, me: Any, foe: Any, policy: Any, at: int, open_: int, base: int) -> int:
    """A draw from the pool of `mainly`: each of its words alike, `@any` by the table of C-79."""
    if policy.place[at] == _ANY_REF:
        return ANYWHERE if open_ >> ANYWHERE & _1 == _1 else _NONE
    count = policy.mask[at]
    n = _0
    for i in range(count):
        if place_mask(scene, me, foe, policy, at + _1 + i, open_) > _0:
            n += _1
    if n == _0:
        return _NONE
    now = scene.ring.now
    draw = will(scene.ring.dice, now.turn, me.side, now.sub, base + _3)
    tell_draw(scene, me.side, _2, now.line, draw)
    left = pick(draw, n)
    for i in range(count):
        mask = place_mask(scene, me, foe, policy, at + _1 + i, open_)
        if mask > _0:
            if left == _0:
                return side_of(scene, me, mask, base + _1)
            left -= _1
    return _NONE


@kernel
def place_mask(scene: Any, me: Any, foe: Any, policy: Any, at: int, open_: int) -> int:
    """Open locations of one place word as bits; 0 when none is open, -1 when the word means nothing yet."""
    code = policy.place[at]
    if code == _ANY_REF:
        return open_ & (_1 << ANYWHERE)
    mask = policy.mask[at] if code < np.int64(64) else reference_on(scene, me, foe, code)
    return _NONE if mask == _0 else mask & open_


@kernel
def side_of(scene: Any, me: Any, mask: int, place: int) -> int:
    """One location of a mask; left or right unnamed is even chances (semantics §6.15)."""
    if mask & (mask - _1) == _0:
        return lowest(mask)
    n = _0
    rest = mask
    while rest != _0:
        rest &= rest - _1
        n += _1
    now = scene.ring.now
    draw = will(scene.ring.dice, now.turn, me.side, now.sub, place)
    tell_draw(scene, me.side, _3, now.line, draw)
    left = pick(draw, n)
    while left > _0:
        mask &= mask - _1
        left -= _1
    return lowest(mask)


__all__ = ["ANYWHERE", "EITHER", "REFERENCES", "draw_base", "draw_place", "set_act", "side_of"]
