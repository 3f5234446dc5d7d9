"""The moves of a combination after its first one, in the own turn or after the parry that opened it (C-37, R-12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.combos import PER_MOVE, end_series, plan_move
from budosim.combat.gurps3.exchange import FIRST, able, again, hopeless, leap_in, limbs_serve, set_aside, step_up
from budosim.combat.gurps3.legal import READY
from budosim.combat.gurps3.memory import FAIL, OK, note_series

_0, _1, _2 = np.int64(0), np.int64(1), np.int64(2)


@rare
def come_up(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """The step a move needs."""
    r = my.row[scene.ring.now.row]
    if r.leaps == _1:
        leap_in(scene, my, me, foe)
    elif r.grab == _0 or scene.ring.now.apart > scene.ring.now.reach:
        step_up(scene, me, foe, r.run_up)


@rare
def ready(scene: Any, me: Any) -> None:
    """A move stands in `now` and is struck next."""
    now = scene.ring.now
    now.launch = now.apart
    now.wild = _0
    now.second = _0
    now.answers = _0
    now.striker = me.side


@rare
def series_move(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Ready the next move of the attacker's combination; False when the series is over."""
    now = scene.ring.now
    if now.made == _0:
        # the first move did not come about
        now.series = _0
        return False
    done = now.series_done
    if done < now.series_left and foe.out == _0 and able(me) and me.turned_away == _0:
        act = scene.ring.policies.of[me.side].series[now.series - _1, _2 + done]
        if plan_move(scene, my, me, foe, now.series_order, act) == READY:
            come_up(scene, my, me, foe)
            now.series_done += _1
            now.set_aside = _0
            now.blow = FIRST
            ready(scene, me)
            return True
    end_series(scene, me)
    return False


@rare
def open_reply(scene: Any, me: Any) -> None:
    """A parry won `me` the rest of his combination, at once and in the foe's turn."""
    now = scene.ring.now
    if now.set_aside == _0:
        set_aside(scene)
    now.reply_series = scene.ring.policies.of[me.side].orders[now.reply_order].title
    now.reply_done = _0
    now.reply_twice = _0
    me.in_series = _1
    me.from_q, me.from_r = me.q, me.r
    me.stepped = _1


@rare
def reply_move(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Ready the next move of a combination that began with a parry; False when it is over.

    `me` is who parried.
    """
    now = scene.ring.now
    moves = scene.ring.policies.of[me.side].series[now.reply_series - _1]
    if now.reply_twice == _1:
        now.reply_twice = _0
        now.launch = now.apart
        if limbs_serve(scene, my, me, foe) and again(scene, my, me, foe):
            now.second = _1
            if not hopeless(scene, my, me, foe):
                return True
            now.second = _0
    if now.reply_done < moves[0]:
        slot, line = now.slot, now.line
        now.slot = _1
        state = plan_move(scene, my, me, foe, now.reply_order, moves[_2 + now.reply_done])
        now.slot, now.line = slot, line
        if state == READY and foe.out == _0 and able(me):
            come_up(scene, my, me, foe)
            now.reply_done += _1
            now.reply_twice = my.row[now.row].twice
            ready(scene, me)
            return True
    me.in_series = _0
    if scene.ring.rules.riposte != _1:
        me.owed += now.reply_done + _1 if scene.ring.rules.combination_cost == PER_MOVE else _1
    note_series(scene, me, OK if now.reply_done == moves[0] else FAIL)
    now.reply_series = _0
    return False


@rare
def reply(scene: Any, my: Any, me: Any, their: Any, foe: Any, opens: int) -> bool:
    """After a blow of `me`: open the foe's series, or go on with one of his own; True when a blow is readied."""
    if scene.ring.now.reply_series != _0:
        return reply_move(scene, my, me, foe)
    if opens == _0 or me.out != _0 or foe.out != _0:
        return False
    open_reply(scene, foe)
    return reply_move(scene, their, foe, me)


__all__ = ["reply", "series_move"]
