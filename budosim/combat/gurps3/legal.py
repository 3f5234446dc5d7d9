"""What a fighter may do now: limbs, posture, reach, allowance (C-12, C-26, C-34, C-44, C-47, C-58, C-66, C-88)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel
from budosim.combat.common.grid import BACK
from budosim.combat.gurps3.attack import OFF_HAND, POSTURE_HIT, off_hand
from budosim.combat.gurps3.ids import Act, Limb, Loc, Opt, Posture
from budosim.combat.gurps3.move import allowance, apart, arc_from, can_go_back, legs_lost
from budosim.combat.gurps3.roll import hindrance
from budosim.combat.gurps3.tell import hush

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
ILLEGAL, READY, FAR = np.int64(0), np.int64(1), np.int64(2)
"""An act may not be done, may be done now, or needs the missing step first."""
IMPOSSIBLE = np.int64(-99)
KIDNEYS = np.int64(1 << Loc.KIDNEYS)
KICK, KNEE = np.int64(Act.KICK), np.int64(Act.KNEE)


@kernel
def burden(scene: Any, me: Any) -> int:
    """Everything that lowers this fighter's blows now, whatever the technique and place."""
    n = hindrance(scene, me) + POSTURE_HIT[me.posture]
    hush(scene)
    if me.airborne == _1 and scene.ring.rules.airborne == _0:
        n -= _2
    return n


@hot
def arm_sound(me: Any, side: int) -> bool:
    """Whether an arm with its hand can be used."""
    return me.lost >> (np.int64(Loc.ARM_R) + side) & np.int64(5) == _0


@hot
def limbs_ok(me: Any, r: Any) -> bool:
    """Whether the striking part is sound and the posture serves (C-12, C-58, C-88, semantics §6.14)."""
    if r.limb == Limb.ARM:
        return arm_sound(me, _0) or arm_sound(me, _1)
    if r.limb == Limb.LEG or r.limb == Limb.LEGS:
        lost = legs_lost(me)
        if me.posture == Posture.LYING:
            return lost < _2 and r.limb == Limb.LEG and r.airborne == _0 and r.own_fall == _0 and r.run_up == _0
        return lost == _0 and me.posture <= Posture.CROUCHING and me.grappled == _0
    if r.limb == Limb.ARMS:
        return arm_sound(me, _0) and arm_sound(me, _1)
    return True


@hot
def own_burden(scene: Any, my: Any, me: Any, r: Any) -> int:
    """The burden of a blow with this technique: the left hand, and a leap does not hinder itself (C-11, C-60)."""
    n = scene.ring.now.burden
    if off_hand(my, me, r):
        n += OFF_HAND
    if me.airborne == _1 and r.airborne == _1 and scene.ring.rules.airborne == _0:
        n += _2
    return n


@hot
def place_ok(scene: Any, my: Any, me: Any, foe: Any, r: Any, loc: int) -> bool:
    """Whether a technique can be aimed there now: lost parts are treated as absent (T-02)."""
    if r.aim[loc] == IMPOSSIBLE:
        return False
    if loc < Loc.ANYWHERE and foe.lost >> loc & _1 != _0:
        return False
    if loc == Loc.KIDNEYS and arc_from(scene, foe, me) != BACK:
        return False
    if r.lying_only == _1 and foe.posture != Posture.LYING and (loc < Loc.LEG_R or loc == Loc.ANYWHERE):
        return False
    if me.posture == Posture.LYING and r.kick == _1:
        if scene.ring.rules.ground_kick != _0 or foe.posture == Posture.LYING:
            return False
        if (loc < Loc.LEG_R and loc != Loc.GROIN) or loc == Loc.ANYWHERE:
            return False
    return r.level + r.aim[loc] + own_burden(scene, my, me, r) >= _3


@hot
def open_places(scene: Any, my: Any, me: Any, foe: Any, r: Any, mask: int) -> int:
    """The places of a mask that a technique can be aimed at now, as bits; `place_ok` for all at once."""
    mask &= r.aim_mask & ~foe.lost
    if mask == _0:
        return _0
    plain = (
        mask & KIDNEYS == _0
        and (me.posture != Posture.LYING or r.kick == _0)
        and (r.lying_only == _0 or foe.posture == Posture.LYING)
        and r.level + r.aim_worst + own_burden(scene, my, me, r) >= _3
    )
    return mask if plain else checked_places(scene, my, me, foe, r, mask)


@kernel
def checked_places(scene: Any, my: Any, me: Any, foe: Any, r: Any, mask: int) -> int:
    """Place by place."""
    out = _0
    for i in range(20):
        loc = np.int64(i)
        if mask >> loc & _1 == _1 and place_ok(scene, my, me, foe, r, loc):
            out |= _1 << loc
    return out


@hot
def may_not_attack(me: Any) -> bool:
    """Whether no blow of any kind is open: All-Out Defense, off balance, pinned (C-28, C-76 row 8, C-106)."""
    return me.aod == _1 or me.defend_only == _2 or me.pinned == _1


@hot
def may_attack(scene: Any, me: Any, r: Any, opt: int) -> bool:
    """Whether attacks, and this way of attacking, are open in this sub-turn (C-27, C-28, R-05, R-06)."""
    if may_not_attack(me):
        return False
    if r.all_out == _1 or (opt != Opt.NONE and opt <= Opt.FEINT):
        if scene.ring.rules.aoa_subturn == _2 and scene.ring.now.subs > _1:
            return False
        if me.all_out_done == _1 and scene.ring.rules.aoa_subturn != _1:
            return False
    return True


@hot
def yards_left(scene: Any, my: Any, me: Any) -> int:
    """What is left of the movement allowance of this turn (C-44, R-04)."""
    n = allowance(scene, my, me)
    if scene.ring.rules.move_budget == _0:
        n -= me.walked
    return n if n > _0 else _0


@hot
def stride(scene: Any, my: Any, me: Any, opt: int) -> int:
    """How many fine hexes may be stepped before a blow: a yard, or half Move forward when all-out (C-26, C-27)."""
    if me.stepped == _1 or me.airborne == _1 or me.grappled == _1:
        return _0
    left = yards_left(scene, my, me)
    yards = _1
    if opt != Opt.NONE and opt <= Opt.FEINT:
        yards = allowance(scene, my, me) // _2
        if yards < _2:
            yards = _2
    if scene.ring.rules.move_budget == _1 and left > _0:
        return yards * scene.ring.rules.fine_per_yard
    if yards > left:
        yards = left
    return yards * scene.ring.rules.fine_per_yard


@kernel
def reach_state(scene: Any, my: Any, me: Any, foe: Any, r: Any, opt: int) -> int:
    """READY when the blow reaches now or after the step it may take, FAR when more is missing, else ILLEGAL.

    Leaves in `now.reach` the distance to strike from.
    """
    f = apart(me, foe)
    now = scene.ring.now
    now.reach = f
    most = r.reach_max
    if me.posture == Posture.LYING and r.kick == _1 and most > _2:
        most = _2
    if me.posture == Posture.CRAWLING and most > _1:
        most = _1
    if r.run_up == _1 and stride(scene, my, me, opt) == _0:
        return ILLEGAL
    if f >= r.reach_min and f <= most:
        return READY
    if f < r.reach_min:
        return ILLEGAL
    step = stride(scene, my, me, opt)
    now.reach = most
    if step >= f - most:
        return READY
    return FAR if may_approach(scene, my, me, foe) else ILLEGAL


@hot
def may_approach(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether a Move towards the foe is possible (C-31)."""
    return yards_left(scene, my, me) > _0 and me.airborne == _0 and me.grappled == _0 and me.pinned == _0


@hot
def may_step_back(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether a step away is possible as an act of its own."""
    return (
        me.stepped == _0
        and yards_left(scene, my, me) > _0
        and me.airborne == _0
        and me.grappled == _0
        and me.pinned == _0
        and me.posture <= Posture.CROUCHING
        and can_go_back(scene, my, me, foe)
    )


@hot
def may_get_up(me: Any) -> bool:
    """Whether a change of posture brings him up: without legs no farther than sitting (C-34, C-88)."""
    if me.posture <= Posture.CROUCHING or me.pinned == _1 or me.grappled == _1 or me.holding == _1:
        return False
    if legs_lost(me) == _2:
        return me.posture == Posture.LYING or me.posture == Posture.CRAWLING
    return True


@kernel
def strike_state(scene: Any, my: Any, me: Any, foe: Any, row: int, opt: int) -> int:
    """As `reach_state`, after limbs, posture and what is still open this turn; the place apart."""
    if row == _0:
        return ILLEGAL
    r = my.row[row]
    if not may_attack(scene, me, r, opt) or not limbs_ok(me, r):
        return ILLEGAL
    return reach_state(scene, my, me, foe, r, opt)


@kernel
def some_attack(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether any blow at all may be struck, after a Move or all-out if need be (C-136a)."""
    if me.aod == _1:
        return True
    now = scene.ring.now
    if may_not_attack(me) or my.armed[now.slot] == _0:
        return False
    reach, load = now.reach, now.burden
    found = False
    for opt in range(2):
        how = np.int64(Opt.HIT) if opt == 1 else _0
        closed, seen = _0, _0
        for i in range(my.n_value):
            act = my.value_act[i]
            if closed >> act & _1 == _1:
                continue
            row = my.use[now.slot, act]
            if seen >> act & _1 == _0:
                seen |= _1 << act
                if strike_state(scene, my, me, foe, row, how) == ILLEGAL:
                    closed |= _1 << act
                    continue
            if place_ok(scene, my, me, foe, my.row[row], my.value_loc[i]):
                found = True
                break
        if found:
            break
        now.burden += np.int64(4)
    now.reach, now.burden = reach, load
    return found


__all__ = ["FAR", "ILLEGAL", "READY", "place_ok", "reach_state", "strike_state"]
