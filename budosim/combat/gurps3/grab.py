"""When a grab may be tried, or which step is missing; where it goes; what it is rolled against (C-101…C-112).

A grab is any act that takes hold of the foe, throws, pins or rams him. Source: semantics §6.3, C-54, C-56, C-88.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.gurps3.grip import (
    CHOKE_HOLD,
    CHOKES,
    GRAPPLE,
    HEAD_LOCK,
    arms_of,
    count_bits,
    is_kind,
    working,
)
from budosim.combat.gurps3.ids import Act, Grab, Hold, Loc, Mod, Opt, Posture
from budosim.combat.gurps3.legal import BAR_ALL, FAR, ILLEGAL, READY, all_out, survey
from budosim.combat.gurps3.move import legs_lost
from budosim.combat.gurps3.tell import hush, mod

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
NO_GRIP, NO_GROUND = np.int64(3), np.int64(4)
"""A grab needs a hold first, or a foe who lies."""
BY_CONTEST = np.int64(Grab.CONTEST)
THREE = np.int64(3)
TAKES = np.zeros(len(Act), dtype=np.int64)
"""The hold an act takes; 化勁 is no act of a pattern and goes as none (C-115…C-130)."""
for _act, _hold in (
    (Act.GRAPPLE, Hold.GRAPPLE), (Act.ARM_LOCK, Hold.ARM_LOCK), (Act.FINGER_LOCK, Hold.FINGER_LOCK),
    (Act.LEG_LOCK, Hold.LEG_LOCK), (Act.NECK_LOCK, Hold.HEAD_LOCK), (Act.CHOKE, Hold.CHOKE),
    (Act.SCISSORS, Hold.SCISSORS), (Act.NONE, Hold.BINDING),
):  # fmt: skip
    TAKES[_act] = _hold
UPRIGHT_ACTS = np.int64(
    1 << Act.THROW | 1 << Act.SAC_THROW | 1 << Act.TAKEDOWN | 1 << Act.SUPLEX | 1 << Act.PILEDRIVER | 1 << Act.SLAM
)
TWO_HANDED = np.int64(
    1 << Act.NONE | 1 << Act.ARM_LOCK | 1 << Act.LEG_LOCK | 1 << Act.CHOKE | 1 << Act.SUPLEX | 1 << Act.PILEDRIVER
)
FOLLOWS = np.int64(
    1 << Act.NONE | 1 << Act.THROW | 1 << Act.SAC_THROW
    | 1 << Act.ARM_LOCK | 1 << Act.LEG_LOCK | 1 << Act.NECK_LOCK | 1 << Act.SCISSORS
)
"""Acts that may come out of an opening (C-105, C-109)."""
ON_THE_GROUND = np.int64(1 << Act.PIN | 1 << Act.LEG_LOCK | 1 << Act.SCISSORS)
LOOSE = np.int64(1 << Hold.GRAPPLE | 1 << Hold.HEAD_LOCK | 1 << Hold.BINDING)
"""Holds a throw or takedown comes out of."""


@hot
def is_act(act: int, mask: int) -> bool:
    """Whether an act is one of a set."""
    return mask >> act & _1 == _1


@hot
def may_follow(me: Any) -> bool:
    """Whether a throw or a lock may be tried without a hold (C-105, C-109)."""
    return me.opening_until > _0 and me.turn <= me.opening_until


@rare
def body_allows(scene: Any, me: Any, foe: Any, act: int) -> bool:
    """What the own body must offer: hands, legs, posture (C-88, C-102)."""
    hands = count_bits(working(scene, me))
    if is_act(act, UPRIGHT_ACTS):
        if me.posture > Posture.CROUCHING or legs_lost(me) == _2:
            return False
        if act != Act.SLAM and foe.posture == Posture.LYING:
            return False
    if act == Act.SCISSORS:
        return legs_lost(me) == _0
    if is_act(act, TWO_HANDED):
        return hands == _2
    return hands >= _1 or act == Act.SLAM or act == Act.PIN


@rare
def grip_allows(scene: Any, me: Any, act: int) -> bool:
    """Whether the act can come out of the hold that is on."""
    grip = scene.ring.grips.of[me.side]
    if act == Act.THROW or act == Act.SAC_THROW or act == Act.TAKEDOWN:
        return is_kind(grip.kind, LOOSE) and grip.pin == _0
    if act == Act.SUPLEX:
        return grip.kind == GRAPPLE and grip.hands == _2 and grip.part == Loc.TORSO
    if act == Act.PILEDRIVER:
        return grip.kind == GRAPPLE and grip.hands == _2
    if act == Act.PIN:
        return (grip.kind == GRAPPLE or grip.kind == HEAD_LOCK) and grip.pin == _0 and me.pin_tried == _0
    if act == Act.NECK_SNAP:
        return is_kind(grip.kind, CHOKES) or grip.kind == HEAD_LOCK or grip.part == Loc.NECK
    return act != Act.SLAM


@rare
def within(scene: Any, my: Any, row: int, opt: int) -> int:
    """READY, FAR or ILLEGAL by reach alone; leaves in `now.reach` the distance to grab from."""
    now = scene.ring.now
    r = my.row[row]
    f = now.apart
    now.reach = f
    if f < r.reach_min:
        return ILLEGAL
    most = r.reach_max if r.reach_max < now.cap else now.cap
    if f <= most:
        return READY
    now.reach = most
    if (now.lunge if all_out(opt) else now.step) >= f - most:
        return READY
    return FAR if now.can_come == _1 else ILLEGAL


@rare
def ram_state(scene: Any, opt: int) -> int:
    """A slam ends in the foe's hex after a step at least (C-110)."""
    now = scene.ring.now
    if now.apart == _0 or now.clinch == _1:
        return ILLEGAL
    now.reach = _0
    if (now.lunge if all_out(opt) else now.step) >= now.apart:
        return READY
    now.reach = scene.ring.rules.fine_per_yard
    return FAR if now.can_come == _1 and now.apart > now.reach else ILLEGAL


@rare
def grab_state(scene: Any, my: Any, me: Any, foe: Any, act: int, opt: int) -> int:
    """READY, FAR, ILLEGAL, or what is missing: NO_GRIP, NO_GROUND. Reads what `survey` found; the place apart."""
    now = scene.ring.now
    row = my.use[now.slot, act]
    if row == _0 or me.airborne == _1 or foe.airborne == _1:
        return ILLEGAL
    if (now.bars_all_out if all_out(opt) else now.bars) & BAR_ALL != _0:
        return ILLEGAL
    if now.walled == _1 or (act == Act.NECK_SNAP and scene.ring.rules.neck_snap == _0):
        return ILLEGAL
    kind = scene.ring.grips.of[me.side].kind
    if kind != _0 and (TAKES[act] == kind or (act == Act.CHOKE and kind == CHOKE_HOLD)):
        return ILLEGAL
    if not body_allows(scene, me, foe, act):
        return ILLEGAL
    if act == Act.SLAM:
        return ram_state(scene, opt)
    lies = foe.posture == Posture.LYING
    if kind != _0:
        if act == Act.GRAPPLE or not grip_allows(scene, me, act):
            return ILLEGAL
        if is_act(act, ON_THE_GROUND) and not lies:
            return NO_GROUND
        now.reach = now.apart
        return READY
    if act == Act.GRAPPLE:
        return within(scene, my, row, opt)
    if act == Act.FINGER_LOCK or (is_act(act, FOLLOWS) and may_follow(me)):
        if is_act(act, ON_THE_GROUND) and not lies:
            return ILLEGAL
        return within(scene, my, row, opt)
    return ILLEGAL if act == Act.NECK_SNAP or act == Act.NONE else NO_GRIP


@rare
def ready_after(scene: Any, my: Any, me: Any, foe: Any, act: int, opt: int) -> int:
    """READY, FAR or ILLEGAL; `now.missing` is the grab that has to come first, 0 when only an approach is."""
    now = scene.ring.now
    now.missing = _0
    state = grab_state(scene, my, me, foe, act, opt)
    if state <= FAR:
        return state
    step = np.int64(Act.GRAPPLE) if state == NO_GRIP else np.int64(Act.TAKEDOWN)
    state = grab_state(scene, my, me, foe, step, _0)
    if state == READY:
        now.missing = step
        return FAR
    return state if state == FAR else ILLEGAL


@rare
def still_open(scene: Any, my: Any, me: Any, foe: Any, act: int, loc: int) -> bool:
    """Whether a grab that was decided can still be tried (C-01, T-02)."""
    if act == Act.SLAM:
        now = scene.ring.now
        if now.apart > _0 or now.clinch == _1 or not body_allows(scene, me, foe, act):
            return False
    else:
        survey(scene, my, me, foe)
        if grab_state(scene, my, me, foe, act, _0) != READY:
            return False
    return foe.lost >> loc & _1 == _0


@rare
def grab_mods(scene: Any, me: Any, r: Any) -> int:
    """What counts on a grab's roll alone: one arm (C-88), out of a head lock (maneuvers.toml, head_lock)."""
    n = _0
    if r.one_arm == _1 and arms_of(me) != THREE:
        n += mod(scene, Mod.ONE_ARM, -_4)
    if r.from_head == _1 and scene.ring.grips.of[me.side].kind == HEAD_LOCK:
        n += mod(scene, Mod.HEAD_LOCK, _1)
    return n


@rare
def grab_places(scene: Any, my: Any, me: Any, foe: Any, row: int, opt: int) -> int:
    """Places of the foe a grab can go for now, as bits (C-01, C-78)."""
    r = my.row[row]
    found = r.aim_mask & ~foe.lost
    if r.grab == BY_CONTEST:
        return found
    now = scene.ring.now
    load = r.level + now.burden + grab_mods(scene, me, r)
    hush(scene)
    if r.ground > now.stance:
        load += r.ground - now.stance
    if opt == Opt.AOA or opt == Opt.HIT:
        load += _4
    if load + r.aim_worst >= _3:
        return found
    out = _0
    for i in range(19):
        loc = np.int64(i)
        if found >> loc & _1 == _1 and load + r.aim[loc] >= _3:
            out |= _1 << loc
    return out


__all__ = ["FOLLOWS", "grab_mods", "grab_places", "grab_state", "ready_after", "still_open"]
