"""Blows where magic is about: walls, decoys, slippery ground, charged hands, broken concentration (M-20…M-30)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.common.dice import roll_n
from budosim.combat.gurps3.arcane import slips
from budosim.combat.gurps3.area import strike_wall, wall
from budosim.combat.gurps3.ids import Effect, Opt
from budosim.combat.gurps3.interrupt import brace, shaken
from budosim.combat.gurps3.magic_records import Held
from budosim.combat.gurps3.memory import MISSED, TOUCHED, note_act
from budosim.combat.gurps3.missile import touched
from budosim.combat.gurps3.spell import sum_up_both
from budosim.combat.gurps3.tell import note_dice, tell_effect

_0, _1, _3 = np.int64(0), np.int64(1), np.int64(3)
_NONE = np.int64(-1)
STRIKES = np.int64(37)
DECOYED, SLIPPERY = np.int64(Held.DECOYED), np.int64(Held.SLIPPERY)


@rare
def meets_wall(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """A blow at a foe behind a barrier strikes the barrier instead (M-30); a double attack strikes it twice."""
    now = scene.ring.now
    if now.act >= STRIKES:
        return False
    owner = wall(scene, me, foe)
    if owner == _0:
        return False
    act, row = now.act, now.row
    blows = 2 if now.opt == Opt.DOUBLE else 1
    if now.opt != Opt.NONE and now.opt <= Opt.FEINT:
        me.all_out = _1
        me.all_out_done = _1
    for _ in range(blows):
        if wall(scene, me, foe) == owner:
            strike_wall(scene, my, me, their, foe, row, act, owner - _1)
    note_act(scene, me, act, TOUCHED, _NONE)
    return True


@rare
def before_magic(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Before a blow: where both stand in areas now, footing on grease, a decoy; True when the blow is lost to it.

    Dice: 3d on slippery ground; 1d against a decoy.
    """
    sum_up_both(scene, my, me, their, foe)
    brace(scene, foe)
    if me.bound & SLIPPERY != _0:
        slips(scene, my, me)
    if foe.bound & DECOYED != _0 and scene.ring.now.clinch == _0:
        n = roll_n(scene.ring.dice, _1)
        note_dice(scene)
        if n <= _3:
            tell_effect(scene, foe.side, Effect.DECOY_HIT, _NONE, n)
            note_act(scene, me, scene.ring.now.act, MISSED, _NONE)
            return True
        tell_effect(scene, foe.side, Effect.DECOY_HIT, _NONE, n)
    return False


@rare
def after_magic(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """After a blow: contact of a charged hand, what it did to the other's casting, a retreat on grease.

    Dice: those of the contact; 3d and 3d of `shaken`; 3d for the footing.
    """
    touched(scene, my, me, their, foe, scene.ring.now.row)
    shaken(scene, their, foe, my, me)
    w = scene.ring.arcana.of[foe.side]
    if foe.bound & SLIPPERY != _0 and (foe.q != w.q_before or foe.r != w.r_before):
        slips(scene, their, foe)


__all__ = ["after_magic", "before_magic", "meets_wall"]
