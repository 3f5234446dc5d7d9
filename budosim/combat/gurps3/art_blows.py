"""What cinematic skills do inside a blow: pushes, pressure points, more ST, what they add to hit (C-116…C-130)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.common.dice import roll_n
from budosim.combat.gurps3.focus import daze
from budosim.combat.gurps3.ids import Contest, Effect, Loc, Mod, Posture, Why
from budosim.combat.gurps3.ids_arts import Art, Poise, Special
from budosim.combat.gurps3.move import fall, go_back
from budosim.combat.gurps3.roll import contest, health, keeps_footing
from budosim.combat.gurps3.tell import between, mod, note_dice, tell_effect
from budosim.combat.gurps3.wound import lose_part, stands_fast, stun

_0, _1, _2, _3, _4, _6 = (np.int64(n) for n in (0, 1, 2, 3, 4, 6))
_NOWHERE = np.int64(-1)
POINTS, PUSH, LEAP, SPRING = (
    np.int64(s) for s in (Special.POINTS, Special.PUSH, Special.LEAP, Special.SPRING)
)
DOUBLE, TRIPLE = np.int64(Special.DOUBLE), np.int64(Special.TRIPLE)
CAT, DRUNK, DRUNK_TRIED = np.int64(Poise.CAT), np.int64(Poise.DRUNK), np.int64(Poise.DRUNK_TRIED)
_5 = np.int64(5)


@rare
def art_to_hit(special: int) -> int:
    """What an art takes off the roll of its blow (C-119, R-40, maneuvers.toml)."""
    n = _0
    if special & (POINTS | LEAP) != _0:
        n -= _2
    if special & SPRING != _0:
        n -= _1
    return n


@hot
def times_st(special: int) -> int:
    """How many times ST counts for the damage (C-117)."""
    if special & TRIPLE != _0:
        return _3
    return _2 if special & DOUBLE != _0 else _1


@hot
def art_damage(me: Any, special: int) -> int:
    """What arts and stances add to the damage (R-40, maneuvers.toml, cat_stance)."""
    n = _2 if special & LEAP != _0 else _0
    return n - _2 if me.poise & CAT != _0 else n


@rare
def poise_mods(scene: Any, me: Any) -> int:
    """What stances make of every active defence (skills.toml, drunken_fighting; maneuvers.toml, cat_stance)."""
    n = mod(scene, Mod.CAT_STANCE, _1) if me.poise & CAT != _0 else _0
    if me.poise & DRUNK_TRIED != _0 and me.poise & DRUNK == _0:
        n += mod(scene, Mod.DRUNK, -_2)
    return n


@rare
def drunken_lure(scene: Any, me: Any) -> int:
    """酔拳 makes its feints hard to see through: what it takes off the foe's resistance."""
    return mod(scene, Mod.DRUNK, -_1) if me.poise & DRUNK != _0 else _0


@hot
def reeling_dodge(me: Any) -> int:
    """酔拳 helps a dodge."""
    return _1 if me.poise & DRUNK != _0 else _0


@rare
def shove(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Push: twice a swing counts for knock-back alone; DX less the yards or he falls (C-118, C-126).

    Dice: the swing dice · 3d of a stance · 3d to keep the footing.
    """
    points = roll_n(scene.ring.dice, my.swing_dice) + my.swing_add
    note_dice(scene)
    points = _2 * points if points > _0 else _0
    tell_effect(scene, foe.side, Effect.PUSHED, _NOWHERE, points)
    yards = points // scene.ring.rules.knockback_points
    if yards == _0 or foe.immortal == _1 or stands_fast(scene, their, foe, yards):
        return
    go_back(scene, foe, me, yards * scene.ring.rules.fine_per_yard, Why.KNOCKED_BACK)
    tell_effect(scene, foe.side, Effect.KNOCKED_BACK, _NOWHERE, yards)
    if foe.airborne == _1:
        foe.falls_on_landing = _1
    elif foe.posture != Posture.LYING:
        target = their.dx + mod(scene, Mod.HEFT, their.heft) + mod(scene, Mod.PUSHED, -yards)
        if not keeps_footing(scene, their, foe, target, _1):
            fall(scene, foe)


@rare
def press_point(scene: Any, my: Any, me: Any, their: Any, foe: Any, loc: int) -> None:
    """Pressure Points: a contest against HT; a limb goes numb for 5d turns, the body or the head is stunned (C-119).

    Dice: 3d, 3d · 5d for a limb.
    """
    mine = my.art[Art.PRESSURE_POINTS] + mod(scene, Mod.SHOCK, -me.shock)
    between(scene)
    if contest(scene, me.side, Contest.PRESSURE_POINTS, mine, health(scene, their, _0)) <= _0:
        return
    if loc >= Loc.ARM_R:
        turns = roll_n(scene.ring.dice, _5)
        note_dice(scene)
        tell_effect(scene, foe.side, Effect.NUMBED, loc, turns)
        if foe.crippled[loc] == _0:
            lose_part(scene, foe, loc, foe.turn + turns + _2)
    elif loc <= Loc.NOSE:
        daze(scene, foe, _0)
    else:
        stun(scene, foe)


__all__ = [
    "art_damage", "art_to_hit", "drunken_lure", "poise_mods", "press_point", "reeling_dodge", "shove", "times_st",
]  # fmt: skip
