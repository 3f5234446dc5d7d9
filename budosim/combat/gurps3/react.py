"""Which defence a policy orders against the blow declared on it (semantics `react`, §6.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel
from budosim.combat.gurps3.art_guard import CLAP, COMBO, art_defence, is_wrapped
from budosim.combat.gurps3.enchant import ward_for
from budosim.combat.gurps3.guard import (
    DODGE,
    JUMP_BACK,
    NO_DEFENCE,
    RIPOSTE_ACT,
    best_defence,
    defence_legal,
)
from budosim.combat.gurps3.ids import Act, From
from budosim.combat.gurps3.nature import sticks_to_dodging
from budosim.combat.gurps3.policy import RETREAT, barred, holds, pick_weighted, refresh_bans

_0, _1 = np.int64(0), np.int64(1)
_NONE = np.int64(-1)
CAST = np.int64(Act.CAST)
_REACT_DRAW = np.int64(512)
REACTION, ROUND, _7 = np.int64(16384), np.int64(2048), np.int64(7)
"""Added to the places of draws made about a blow, and for each defence since the own turn began: every blow is
asked about anew, and nobody's reaction hangs on what the other drew."""


@kernel
def _ordered(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, at: int) -> int:
    """The defence an order of the react list means now, 0 when it is not open.

    A class or an act that is no defence means the best one; a cast of a blocking spell means that spell.
    """
    policy = scene.ring.policies.of[me.side]
    act = policy.orders[at].act
    if act == CAST:
        return ward_for(scene.magic, scene, my, me, their, policy.book.order[at], row)
    if is_wrapped(act):
        act = art_defence(scene, my, me, their, foe, row, policy.orders[at])
        if act >= _0:
            return act
    if act < np.int64(Act.DODGE) or act > np.int64(Act.PARRYING_KICK):
        return best_defence(scene, my, me, their, foe, row, _0)
    if barred(scene, me, act) or not defence_legal(scene, my, me, their, foe, row, act):
        return _0
    return act


@kernel
def _of_line(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, line: Any, at: int) -> Any:
    """(defence, order) of one rule, (0, -1) when none of its acts is open."""
    mind = scene.ring.minds.of[me.side]
    if line.form == np.int64(1):
        open_ = _0
        for i in range(line.orders):
            if _ordered(scene, my, me, their, foe, row, line.order + i) != _0:
                open_ |= _1 << np.int64(i)
        if open_ == _0:
            return _0, _NONE
        i = pick_weighted(scene, me, line, _REACT_DRAW + at, open_, _0)
        return _ordered(scene, my, me, their, foe, row, line.order + i), line.order + i
    if line.form == np.int64(3):
        step = mind.cursor[line.cursor]
        if step >= line.orders:
            if line.loop == _0:
                return _0, _NONE
            step = _0
        act = _ordered(scene, my, me, their, foe, row, line.order + step)
        if act != _0:
            mind.cursor[line.cursor] = step + _1
        return act, line.order + step
    for i in range(line.orders):
        act = _ordered(scene, my, me, their, foe, row, line.order + i)
        if act != _0:
            return act, line.order + i
    return _0, _NONE


@kernel
def choose_defence(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, may_go: int) -> Any:
    """(defence, with retreat, list, line, order): the first open rule of `react`, else the best chance.

    Retreat is taken whenever the rules allow it and no text says otherwise; not with a riposte, whose counter
    must still reach, and not where it gives no bonus [ruling].
    """
    policy = scene.ring.policies.of[me.side]
    now = scene.ring.now
    now.asked = REACTION * (_1 + np.int64(now.side != me.side)) + ROUND * (scene.ring.minds.of[me.side].defences & _7)
    if policy.n_bans > _0:
        refresh_bans(scene, my, me, their, foe)
    act, order, at, list_ = _0, _NONE, _NONE, np.int64(From.DEFAULT.value)
    for i in range(policy.n_react):
        line = policy.react[i]
        if holds(scene, my, me, their, foe, line.first, line.count):
            act, order = _of_line(scene, my, me, their, foe, row, line, np.int64(i))
            if act != _0:
                at = line.source
                list_ = np.int64(From.REACT.value)
                break
    now.asked = _0
    if act == _0:
        act = best_defence(scene, my, me, their, foe, row, _0)
        if act == _0:
            act = NO_DEFENCE
    if me.nature != _0 and sticks_to_dodging(scene, my, me, act):
        act, order, at, list_ = DODGE, _NONE, _NONE, np.int64(From.DEFAULT.value)
    back = may_go
    if act == JUMP_BACK and back == _0:
        act = DODGE
    if act == NO_DEFENCE or act == CAST or their.row[row].no_retreat == _1:
        back = _0
    elif act == RIPOSTE_ACT and (order < _0 or policy.orders[order].retreat == _0):
        back = _0
    elif act == COMBO or act == CLAP:
        back = _0
    elif back == _1 and act != JUMP_BACK and barred(scene, me, RETREAT):
        back = _0
    return act, back, list_, at, order


__all__ = ["choose_defence"]
