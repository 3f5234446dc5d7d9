"""What a fighter may do now: limbs, posture, reach, allowance (C-12, C-26, C-34, C-44, C-47, C-58, C-66, C-88)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.grid import BACK
from budosim.combat.gurps3.enchant import hobbles
from budosim.combat.gurps3.grip import RIGHT, clinch_bars, grasped, is_pinned
from budosim.combat.gurps3.ids import Act, Bar, Loc, Opt, Posture
from budosim.combat.gurps3.move import allowance, arc_from, can_go_back, legs_lost
from budosim.combat.gurps3.roll import POSTURE_HIT, hindrance
from budosim.combat.gurps3.tell import hush

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
ILLEGAL, READY, FAR = np.int64(0), np.int64(1), np.int64(2)
"""An act may not be done, may be done now, or needs the missing step first."""
KIDNEYS = np.int64(1 << Loc.KIDNEYS)
KICK, KNEE = np.int64(Act.KICK), np.int64(Act.KNEE)
FARTHEST = np.int64(99)
UNSEEN = np.int64(6)
"""What a foe nobody sees takes off blows and grabs (C-130)."""
BAR_ALL = np.int64(Bar.ALL)
OFF_FEET = np.int64(Bar.OFF_FEET | Bar.NO_KNEE)
LEGLESS = np.int64(Bar.LEGLESS | Bar.NO_KNEE)
NAMEABLE = np.int64((1 << 20) - 1) & ~np.int64(1 << Loc.KIDNEYS | 1 << Loc.ANYWHERE)
"""The places of the value list."""


@hot
def survey(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """What rules out or lowers blows of `me` now, whatever the technique and place; stands in `now`.

    Everything asked about single techniques until somebody moves or acts is read from there.
    Source: C-12, C-26, C-27, C-28, C-54, C-58, C-60, C-66, C-88, C-106, R-05, semantics §6.14.
    """
    now = scene.ring.now
    rules = scene.ring.rules
    air = np.int64(me.airborne == _1 and rules.airborne == _0)
    now.stance = POSTURE_HIT[me.posture]
    n = hindrance(scene, me) + now.stance - _2 * air
    hush(scene)
    if foe.unseen == _1:
        n -= UNSEEN
    now.burden = n
    now.leap = _2 * air
    bars = _0
    now.left = _0
    now.cap, now.cap_kick = FARTHEST, FARTHEST
    if me.lost | me.posture | now.clinch != _0:
        bars = _of_body(scene, me)
    if me.aod == _1 or me.defend_only == _2 or is_pinned(scene, me.side):
        bars |= np.int64(Bar.ALL)
    all_out = bars
    if (rules.aoa_subturn == _2 and now.subs > _1) or (me.all_out_done == _1 and rules.aoa_subturn != _1):
        bars |= np.int64(Bar.SPENT)
        all_out |= np.int64(Bar.ALL)
    most = allowance(scene, my, me)
    left = most
    if rules.move_budget == _0:
        left -= me.walked
        if left < _0:
            left = _0
    now.leap_reach = my.kick_reach + _3 * left
    free = me.airborne == _0 and now.clinch == _0
    now.can_come = np.int64(left > _0 and free)
    now.step, now.lunge = _0, _0
    if free and me.stepped == _0 and left > _0:
        half = most >> _1
        if half < _2:
            half = _2
        if rules.move_budget != _1 and half > left:
            half = left
        now.step = rules.fine_per_yard
        now.lunge = half * rules.fine_per_yard
    if now.step == _0:
        bars |= np.int64(Bar.ROOTED)
        all_out |= np.int64(Bar.ROOTED)
    now.bars, now.bars_all_out = bars, all_out
    hobbles(scene.magic, scene, me, foe)


@kernel
def _of_body(scene: Any, me: Any) -> int:
    """What lost limbs, posture and being held bar."""
    now = scene.ring.now
    bars = _0
    if not arm_sound(me, _0):
        now.left = -_1
        bars = np.int64(Bar.ONE_ARM)
        if not arm_sound(me, _1):
            bars |= np.int64(Bar.NO_ARM)
    elif not arm_sound(me, _1):
        bars = np.int64(Bar.ONE_ARM)
    legs = legs_lost(me)
    if me.posture == Posture.LYING:
        now.cap_kick = _2
        bars |= np.int64(Bar.GROUND)
        if legs == _2:
            bars |= LEGLESS
    elif legs > _0 or me.posture > Posture.CROUCHING:
        bars |= OFF_FEET
        if me.posture == Posture.CRAWLING:
            now.cap, now.cap_kick = _1, _1
    if now.clinch != _0:
        if grasped(scene, me.side) == RIGHT:
            now.left = -_1
        bars = clinch_bars(scene, me, legs, bars)
    return bars


_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_58 = np.uint64(58)
BIT = np.zeros(64, dtype=np.int64)
for _i in range(64):
    BIT[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


@hot
def lowest(mask: int) -> int:
    """Number of the lowest bit of a mask that is not empty."""
    return BIT[np.int64((np.uint64(mask & -mask) * _DE_BRUIJN) >> _58)]


@hot
def arm_sound(me: Any, side: int) -> bool:
    """Whether an arm with its hand can be used."""
    return me.lost >> (np.int64(Loc.ARM_R) + side) & np.int64(5) == _0


@hot
def own_burden(scene: Any, r: Any) -> int:
    """The burden of a blow with this technique: the left hand, and a leap does not hinder itself (C-11, C-60)."""
    now = scene.ring.now
    n = now.burden + (r.left & now.left) + r.lame
    if r.ground > now.stance:
        n += r.ground - now.stance
    return n + now.leap if r.airborne == _1 else n


@hot
def place_ok(scene: Any, my: Any, me: Any, foe: Any, r: Any, loc: int) -> bool:
    """Whether a technique can be aimed there now: lost parts are treated as absent (T-02)."""
    if r.level + r.aim[loc] + own_burden(scene, r) < _3 or foe.lost >> loc & _1 != _0:
        # where it cannot be aimed, `aim` is far below that
        return False
    if loc == Loc.KIDNEYS and arc_from(scene, foe, me) != BACK and not (r.rabbit == _1 and holds_him(scene, me)):
        return False
    if r.rabbit == _1 and loc == Loc.BRAIN and scene.ring.now.clinch == _0 and arc_from(scene, foe, me) != BACK:
        return False
    if r.lying_only == _1 and foe.posture != Posture.LYING and (loc < Loc.LEG_R or loc == Loc.ANYWHERE):
        return False
    if me.posture == Posture.LYING and r.kick == _1 and (r.knee == _0 or scene.ring.now.clinch == _0):
        if scene.ring.rules.ground_kick != _0 or foe.posture == Posture.LYING:
            return False
        if (loc < Loc.LEG_R and loc != Loc.GROIN) or loc == Loc.ANYWHERE:
            return False
    return True


@hot
def holds_him(scene: Any, me: Any) -> bool:
    """Whether `me` holds his foe."""
    return scene.ring.now.clinch != _0 and scene.ring.grips.of[me.side].kind != _0


@hot
def open_places(scene: Any, my: Any, me: Any, foe: Any, r: Any, mask: int) -> int:
    """The places of a mask that a technique can be aimed at now, as bits; `place_ok` for all at once."""
    mask &= r.aim_mask & ~foe.lost
    if mask == _0:
        return _0
    plain = (
        mask & KIDNEYS == _0
        and r.rabbit == _0
        and (me.posture != Posture.LYING or r.kick == _0)
        and (r.lying_only == _0 or foe.posture == Posture.LYING)
        and r.level + r.aim_worst + own_burden(scene, r) >= _3
    )
    return mask if plain else checked_places(scene, my, me, foe, r, mask)


@rare
def checked_places(scene: Any, my: Any, me: Any, foe: Any, r: Any, mask: int) -> int:
    """Place by place."""
    out = _0
    for i in range(20):
        loc = np.int64(i)
        if mask >> loc & _1 == _1 and place_ok(scene, my, me, foe, r, loc):
            out |= _1 << loc
    return out


@hot
def all_out(opt: int) -> bool:
    """Whether an option makes a blow an all-out attack."""
    return opt != Opt.NONE and opt <= Opt.FEINT


@hot
def yards_left(scene: Any, my: Any, me: Any) -> int:
    """What is left of the movement allowance of this turn (C-44, R-04)."""
    n = allowance(scene, my, me)
    if scene.ring.rules.move_budget == _0:
        n -= me.walked
    return n if n > _0 else _0


@hot
def strike_state(scene: Any, my: Any, row: int, opt: int) -> int:
    """READY when a blow reaches now or after the step it may take, FAR when more is missing, else ILLEGAL.

    The place apart. Leaves in `now.reach` the distance to strike from; reads what `survey` found.
    """
    now = scene.ring.now
    r = my.row[row]
    whole = all_out(opt)
    if row == _0 or r.bars & (now.bars_all_out if whole else now.bars) != _0:
        return ILLEGAL
    f = now.apart - now.nearer
    now.reach = f
    if f < r.reach_min:
        return ILLEGAL
    cap = now.cap_kick if r.kick == _1 else now.cap
    most = r.reach_max if r.reach_max < cap else cap
    if r.leaps == _1 and now.leap_reach < most:
        most = now.leap_reach
    if f <= most:
        return READY
    now.reach = most
    if (now.lunge if whole else now.step) >= f - most:
        return READY
    return FAR if now.can_come == _1 else ILLEGAL


@hot
def may_approach(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether a Move towards the foe is possible (C-31)."""
    return yards_left(scene, my, me) > _0 and me.airborne == _0 and scene.ring.now.clinch == _0


@hot
def may_step_back(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether a step away is possible as an act of its own."""
    return (
        me.stepped == _0
        and yards_left(scene, my, me) > _0
        and me.airborne == _0
        and scene.ring.now.clinch == _0
        and me.posture <= Posture.CROUCHING
        and can_go_back(scene, my, me, foe)
    )


@hot
def may_get_up(scene: Any, me: Any) -> bool:
    """Whether a change of posture brings him up: without legs no farther than sitting (C-34, C-88)."""
    if me.posture <= Posture.CROUCHING or scene.ring.now.clinch != _0:
        return False
    if legs_lost(me) == _2:
        return me.posture == Posture.LYING or me.posture == Posture.CRAWLING
    return True


@kernel
def some_attack(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether any blow at all may be struck, after a Move or all-out if need be (C-136a)."""
    now = scene.ring.now
    if now.bars & BAR_ALL != _0 or my.armed[now.slot] == _0:
        return False
    reach, load = now.reach, now.burden
    found = False
    how = _0
    while not found and how <= np.int64(Opt.HIT):
        todo = my.armed[now.slot]
        while todo != _0 and not found:
            row = my.use[now.slot, lowest(todo)]
            todo &= todo - _1
            found = (
                strike_state(scene, my, row, how) != ILLEGAL
                and open_places(scene, my, me, foe, my.row[row], NAMEABLE) != _0
            )
        # then all out, with the +4 it gives
        how += np.int64(Opt.HIT)
        now.burden += np.int64(4)
    now.reach, now.burden = reach, load
    return found


__all__ = ["FAR", "ILLEGAL", "READY", "place_ok", "strike_state", "survey"]
