"""Combinations: the contest that decides how far a series goes, and its moves as blows and grabs (C-37, R-12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.art_guard import series_contest
from budosim.combat.gurps3.arts import LAST_GRAB, LAST_STRIKE
from budosim.combat.gurps3.choose import plan_strike
from budosim.combat.gurps3.closing import plan_close
from budosim.combat.gurps3.ids import Act, Mod
from budosim.combat.gurps3.legal import ILLEGAL, survey
from budosim.combat.gurps3.memory import FAIL, OK, note_series
from budosim.combat.gurps3.roll import POSTURE_HIT, hindrance
from budosim.combat.gurps3.tell import mod

_0, _1, _2 = np.int64(0), np.int64(1), np.int64(2)
FIRST_GRAB = np.int64(Act.GRAPPLE)
PER_MOVE = np.int64(1)
"""The reading of R-12 in which every move takes a sub-turn."""


@rare
def begin_series(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """The contest before the first move: its own skill counts; lost or tied nothing follows that move (C-37, R-12).

    Dice: 3d, 3d.
    """
    now = scene.ring.now
    moves = scene.ring.policies.of[me.side].series[now.series - _1]
    me.series_used = _1
    base = my.skill[my.row[now.row].skill]
    if base == _0:
        base = my.dx
    base += hindrance(scene, me) + mod(scene, Mod.POSTURE, POSTURE_HIT[me.posture])
    won = series_contest(scene, me, base, their, foe)
    most = moves[0]
    if scene.ring.rules.combination_cost == PER_MOVE and most > me.own_subs - now.sub + _1:
        most = me.own_subs - now.sub + _1
    now.series_left = most if won else _1
    now.series_done = _1
    me.in_series = np.int64(won)


@rare
def end_series(scene: Any, me: Any) -> None:
    """The series is over, done or broken off."""
    now = scene.ring.now
    moves = scene.ring.policies.of[me.side].series[now.series - _1]
    me.in_series = _0
    if scene.ring.rules.combination_cost == PER_MOVE:
        me.spent_subs = now.series_done - _1
    note_series(scene, me, OK if now.series_done == moves[0] else FAIL)
    now.series = _0


@rare
def plan_move(scene: Any, my: Any, me: Any, foe: Any, order: int, act: int) -> int:
    """Plan one move, at the places of the order; what keeps a hold that is on is no move."""
    now = scene.ring.now
    policy = scene.ring.policies.of[me.side]
    # no line of the pattern decides: its draws are told without one
    now.line = -_1
    survey(scene, my, me, foe)
    if act > _0 and act <= LAST_STRIKE:
        return plan_strike(scene, my, me, foe, policy, order, act, _0)
    if act < FIRST_GRAB or act > LAST_GRAB:
        return ILLEGAL
    state = plan_close(scene, my, me, foe, policy, order, act, _0)
    return state if now.row != _0 else ILLEGAL


__all__ = ["begin_series", "end_series", "plan_move"]
