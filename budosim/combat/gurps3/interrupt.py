"""What blows do to somebody's casting: distraction, lost missiles, sleepers that wake (M-20…M-23)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.gurps3.cast import can_chant, drop
from budosim.combat.gurps3.grip import is_held
from budosim.combat.gurps3.ids import Effect, Roll
from budosim.combat.gurps3.magic_records import ON
from budosim.combat.gurps3.roll import check
from budosim.combat.gurps3.spell import finish
from budosim.combat.gurps3.tell import tell_effect

_0, _1, _3 = np.int64(0), np.int64(1), np.int64(3)
_NONE = np.int64(-1)


@rare
def brace(scene: Any, me: Any) -> None:
    """Before a blow at `me`: how he stands, to know afterwards what it did to him."""
    w = scene.ring.arcana.of[me.side]
    w.hp_before = me.hp
    w.defended = scene.ring.minds.of[me.side].defences
    w.stood = me.posture
    w.q_before, w.r_before = me.q, me.r
    w.lost_before = me.lost


@rare
def shaken(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """After a blow at `me`: sleepers wake, casts and missiles may be lost, each by one roll (M-20…M-23).

    Dice: 3d Will - 3 with an unfinished cast; 3d Will holding a missile or a charge when hurt.
    """
    w = scene.ring.arcana.of[me.side]
    hurt = me.hp < w.hp_before
    if hurt:
        rouse(scene, my, me, their, foe)
    if w.row > _0:
        r = my.spell[w.row]
        if me.out != _0 or me.stunned != _0 or (me.lost != w.lost_before and not can_chant(scene, me, w, r)):
            drop(scene, me)
        elif (
            hurt
            or scene.ring.minds.of[me.side].defences > w.defended
            or me.posture != w.stood
            or is_held(scene, me.side)
        ):
            interrupted(scene, my, me)
    if hurt and (w.held > _0 or w.charge > _0) and me.out == _0:
        if not check(scene, me.side, Roll.HOLD_SPELL, my.will):
            lose_held(scene, me)


@kernel
def interrupted(scene: Any, my: Any, me: Any) -> None:
    """Will - 3, or the cast is lost (C-33, M-20).

    Dice: 3d.
    """
    if scene.ring.arcana.of[me.side].row == _0:
        return
    if not check(scene, me.side, Roll.CONCENTRATE, my.will - _3):
        drop(scene, me)


@kernel
def lose_held(scene: Any, me: Any) -> None:
    """A missile goes off at the holder's feet, a charge is empty (M-23)."""
    w = scene.ring.arcana.of[me.side]
    if w.held > _0:
        w.held = _0
        tell_effect(scene, me.side, Effect.MISSILE_LOST, _NONE, _0)
    if w.charge > _0:
        w.charge = _0
        tell_effect(scene, me.side, Effect.CHARGE_LOST, _NONE, _0)


@kernel
def rouse(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """A wound ends the spells of the foe that end so: sleep, daze."""
    w = scene.ring.arcana.of[foe.side]
    if w.n_on == _0:
        return
    for k in range(ON):
        on = w.on[k]
        if on.row > _0 and on.subject == me.side and their.spell[on.row].shaken == _1:
            finish(scene, their, foe, my, me, np.int64(k))


__all__ = ["brace", "interrupted", "lose_held", "rouse", "shaken"]
