"""Where a blow goes: the best place, every open one, the other side; which all-out attack serves (semantics §6.5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel
from budosim.combat.gurps3.aiming import EITHER, side_of
from budosim.combat.gurps3.ids import Act, Loc, Opt
from budosim.combat.gurps3.legal import open_places, place_ok
from budosim.combat.gurps3.policy import ALL_PLACES

_0, _1 = np.int64(0), np.int64(1)
_NONE = np.int64(-1)
PUNCH, PALM = np.int64(Act.PUNCH), np.int64(Act.PALM)
HAND_STRIKE, EYE_POKE = np.int64(Act.HAND_STRIKE), np.int64(Act.EYE_POKE)
AIMABLE = ALL_PLACES & ~np.int64(1 << Loc.KIDNEYS)
"""Every place a pattern can name, and nowhere in particular."""
EYES = np.int64(1 << Loc.EYE_R | 1 << Loc.EYE_L)


@hot
def variant(scene: Any, my: Any, row: int, loc: int, opt: int) -> int:
    """Which all-out attack the plain word means: two blows, or the +4 for a hard place [ruling].

    Of a technique that is two blows already all-out means the +4.

    The +4 is in `now.burden` already, so 16 stands for a blow at 12 without it.
    """
    if opt != Opt.AOA and opt != Opt.DOUBLE:
        return opt
    r, now = my.row[row], scene.ring.now
    if r.twice == _1:
        return np.int64(Opt.HIT)
    if opt == Opt.DOUBLE:
        return opt
    n = r.level + r.aim[loc] + now.burden
    if r.ground > now.stance:
        n += r.ground - now.stance
    return np.int64(Opt.DOUBLE) if n >= np.int64(16) else np.int64(Opt.HIT)


@kernel
def best_place(scene: Any, my: Any, me: Any, foe: Any, act: int, row: int, banned: int) -> int:
    """The best place of an act by the value list that is open now, or -1."""
    r = my.row[row]
    at = my.value_first[act]
    while at >= _0:
        loc = my.value_loc[at]
        if (banned >> loc) & _1 == _0 and place_ok(scene, my, me, foe, r, loc):
            return loc
        at = my.value_next[at]
    return _NONE


@kernel
def row_open(scene: Any, my: Any, me: Any, foe: Any, act: int, row: int, banned: int) -> int:
    """Every place a blow can be aimed at now, as bits; a bare hand reaches the eye by the eye manoeuvre (R-14)."""
    found = open_places(scene, my, me, foe, my.row[row], AIMABLE & ~banned)
    if (act == PUNCH or act == HAND_STRIKE or act == PALM) and found & EYES == _0:
        eye = my.use[scene.ring.now.slot, EYE_POKE]
        if eye > _0:
            found |= open_places(scene, my, me, foe, my.row[eye], EYES & ~banned)
    return found


@kernel
def either_side(scene: Any, my: Any, me: Any, foe: Any, row: int, loc: int, banned: int) -> int:
    """Left or right unnamed: even chances when both sides are open at the same price (semantics §6.15)."""
    other = loc
    if loc == Loc.EYE_R or loc == Loc.EYE_L:
        other = np.int64(5) - loc
    elif loc >= Loc.ARM_R and loc < Loc.ANYWHERE:
        other = ((loc - np.int64(11)) ^ _1) + np.int64(11)
    r = my.row[row]
    if other == loc or r.aim[other] != r.aim[loc] or banned >> other & _1 == _1 or scene.ring.now.mute == np.int64(2):
        return loc
    if not place_ok(scene, my, me, foe, r, other):
        return loc
    place = EITHER + (scene.ring.minds.of[me.side].attacks & np.int64(7))
    return side_of(scene, me, _1 << loc | _1 << other, place)


__all__ = ["AIMABLE", "EYES", "best_place", "either_side", "row_open", "variant"]
