"""Concentration, kept turn by turn and lost by a blow (C-33, C-115); price and resistance of skills (C-116, C-125)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.grip import let_go
from budosim.combat.gurps3.ids import Effect, Mod, Result, Roll, Stun
from budosim.combat.gurps3.ids_arts import COST
from budosim.combat.gurps3.roll import check
from budosim.combat.gurps3.tell import mod, tell_effect, tell_fatigue

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NOWHERE = np.int64(-1)
FIRST_LOSS = np.int64(20)
"""Added to an art where a `fatigue` line says what was paid for (`Loss`)."""


@rare
def look_away(me: Any) -> None:
    """No concentration."""
    me.focus, me.focus_turns, me.focus_subs = _0, _0, _0


@rare
def concentrate(me: Any, title: int) -> None:
    """A sub-turn spent on it; something else begins anew."""
    if me.focus != title:
        me.focus, me.focus_turns, me.focus_subs = title, _0, _0
    me.focus_subs += _1


@rare
def turn_counts(me: Any) -> None:
    """At the end of a turn: one whose every sub-turn was spent on it counts (C-115)."""
    if me.focus_subs >= me.own_subs:
        me.focus_turns += _1
    me.focus_subs = _0


@rare
def distracted(scene: Any, their: Any, foe: Any) -> None:
    """Hit, grappled, moved or forced to defend himself: Will-3 or the concentration is lost (C-33).

    Dice: 3d for somebody who concentrates and is not stunned.
    """
    if foe.out != _0 or foe.focus_turns + foe.focus_subs == _0:
        return
    if foe.stunned == _0:
        target = their.will + mod(scene, Mod.COMPOSED, foe.composure) + mod(scene, Mod.ATTACK_KIND, -_3)
        foe.composure = _0
        target += mod(scene, Mod.SINGLE_MINDED, _3 * their.single_minded)
        if check(scene, foe.side, Roll.CONCENTRATE, target):
            return
    look_away(foe)
    tell_effect(scene, foe.side, Effect.CONCENTRATION_LOST, _NOWHERE, _0)


@rare
def pay(scene: Any, me: Any, art: int, result: int) -> None:
    """The fatigue of a skill, won or lost; a critical success is free (C-116)."""
    if result == Result.CRITICAL_SUCCESS:
        return
    me.fp -= COST[art]
    scene.ring.now.quiet = scene.ring.now.turn
    tell_fatigue(scene, me.side, COST[art], me.fp, FIRST_LOSS + art)


@rare
def resolve(their: Any, foe: Any) -> int:
    """Will, or 強靭精神 of one who is not stunned (C-125)."""
    if foe.stunned == _0 and their.mind > their.will:
        return their.mind
    return their.will


@rare
def daze(scene: Any, foe: Any, turns: int) -> None:
    """Mental stun, which nothing shakes off for so many own turns (C-92, C-123, C-124)."""
    if foe.immortal == _1:
        return
    if foe.stunned == _0:
        foe.stunned = Stun.MENTAL
        foe.stunned_until = foe.turn + turns
        tell_effect(scene, foe.side, Effect.STUNNED, _NOWHERE, _0)
    if scene.ring.now.clinch != _0:
        let_go(scene, foe.side)
    if foe.airborne == _1:
        foe.falls_on_landing = _1
    foe.waiting = _0
    if scene.ring.rules.midturn_stun == _0:
        foe.stop = _1
    elif foe.stop == _0:
        foe.stop = _2


__all__ = ["concentrate", "daze", "distracted", "look_away", "pay", "resolve", "turn_counts"]
