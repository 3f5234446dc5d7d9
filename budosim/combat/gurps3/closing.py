"""Close combat as decisions: which grab an order comes to, which step comes before it, what a hold asks for.

Source: semantics §3, §6.3, §6.4, §6.5, §6.12.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.gurps3.aiming import ANYWHERE, EITHER, draw_place, set_act, side_of
from budosim.combat.gurps3.grab import BY_CONTEST, TAKES, grab_places, ready_after
from budosim.combat.gurps3.grip import CHOKE, CHOKE_HOLD, PRESSING, is_held, is_kind, is_pinned
from budosim.combat.gurps3.ids import Act, Class, Loc, Opt
from budosim.combat.gurps3.legal import FAR, ILLEGAL, READY, lowest
from budosim.combat.gurps3.lock import as_strong
from budosim.combat.gurps3.policy import ALL_PLACES, ban_mask, barred

_0, _1, _2, _7 = (np.int64(n) for n in (0, 1, 2, 7))
_NONE, _DEFAULT = np.int64(-1), np.int64(-2)
TORSO = np.int64(Loc.TORSO)
GRAPPLE, TAKEDOWN, SUBMISSION, CHOKE_ACT = (
    np.int64(a) for a in (Act.GRAPPLE, Act.TAKEDOWN, Act.SUBMISSION, Act.CHOKE)
)
HOLD, BREAK_FREE, APPROACH, WAIT, NOTHING = (
    np.int64(a) for a in (Act.HOLD, Act.BREAK_FREE, Act.APPROACH, Act.WAIT, Act.NOTHING)
)
GRAPPLE_CODE, THROW_CODE, LOCK_CODE = (-np.int64(c) for c in (Class.GRAPPLE, Class.THROW, Class.LOCK))
CHOOSES_PART = np.int64(1 << Act.GRAPPLE | 1 << Act.ARM_LOCK | 1 << Act.FINGER_LOCK | 1 << Act.LEG_LOCK)
"""Grabs whose place a pattern may name."""
SUBMISSIONS = np.array([Act.ARM_LOCK, Act.FINGER_LOCK, Act.LEG_LOCK, Act.CHOKE, Act.SCISSORS], dtype=np.int64)
"""Locks and chokes that make a foe give up, in the order of the table."""
THROWS = np.array([Act.TAKEDOWN, Act.THROW, Act.SAC_THROW, Act.SUPLEX, Act.PILEDRIVER], dtype=np.int64)
ANY_PLACE = np.int64(1 << Loc.ANYWHERE)


@hot
def clings(scene: Any, me: Any) -> bool:
    """Whether a lock or choke of his is on that he may keep: rules that do not speak of it wait (semantics §6.12)."""
    if scene.ring.now.clinch == _0 or not is_kind(scene.ring.grips.of[me.side].kind, PRESSING):
        return False
    return not is_pinned(scene, me.side) and not barred(scene, me, HOLD)


@rare
def gives_way(scene: Any, me: Any) -> int:
    """1 when what he holds does nothing by itself: in a list keeping it comes after what the list would do with it."""
    return np.int64(not is_kind(scene.ring.grips.of[me.side].kind, PRESSING))


@rare
def plan_grip(scene: Any, me: Any, act: int, opt: int) -> int:
    """Keep the own hold, end it, or get out of the foe's (C-111, C-114)."""
    legal = scene.ring.grips.of[me.side].kind != _0
    if act == BREAK_FREE:
        legal = is_held(scene, me.side)
    elif act == HOLD:
        legal = legal and not is_pinned(scene, me.side)
    if not legal or barred(scene, me, act):
        return ILLEGAL
    set_act(scene, act, _0, _NONE, opt)
    return READY


@rare
def plain_place(scene: Any, me: Any, open_: int) -> int:
    """Where a grab goes when nobody says: the body, else the first place; of a pair either side (semantics §6.15)."""
    if open_ >> TORSO & _1 == _1:
        return TORSO
    first = lowest(open_)
    if first < Loc.ARM_R or scene.ring.now.mute == _2:
        return first
    other = ((first - np.int64(11)) ^ _1) + np.int64(11)
    place = EITHER + (scene.ring.minds.of[me.side].attacks & _7)
    return side_of(scene, me, open_ & (_1 << first | _1 << other), place)


@rare
def open_parts(scene: Any, my: Any, me: Any, foe: Any, act: int, opt: int) -> int:
    """Parts an act can go for now and that are not banned, as bits."""
    banned = _0
    if scene.ring.minds.of[me.side].bans != _0:
        banned = ban_mask(scene, me, act, opt)
        if banned == ALL_PLACES:
            return _0
    return grab_places(scene, my, me, foe, my.use[scene.ring.now.slot, act], opt) & ~banned


@rare
def decide_on(scene: Any, my: Any, me: Any, act: int, loc: int, opt: int, state: int, missing: int, reach: int) -> int:
    """Write a grab into `now`."""
    now = scene.ring.now
    cycle, cycle_to = now.cycle, now.cycle_to
    row = my.use[now.slot, act]
    if opt == Opt.AOA and my.row[row].grab != BY_CONTEST:
        opt = np.int64(Opt.HIT)
    set_act(scene, act, row, loc, opt)
    now.cycle, now.cycle_to = cycle, cycle_to
    now.missing, now.reach = missing, reach
    return state


@rare
def plan_grab(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int, opt: int) -> int:
    """Plan one named grab by order `at` (-1: no order): READY, FAR or ILLEGAL.

    `now.missing` says which grab has to come first where it is FAR (semantics §6.3).
    """
    now = scene.ring.now
    state = ready_after(scene, my, me, foe, act, opt)
    if state == ILLEGAL:
        return ILLEGAL
    missing, reach = now.missing, now.reach
    parts = open_parts(scene, my, me, foe, act, opt)
    if parts == _0:
        return ILLEGAL
    now.cycle = _NONE
    loc = _DEFAULT
    if CHOOSES_PART >> act & _1 == _1 and at >= _0 and policy.orders[at].count > _0:
        loc = draw_place(scene, me, foe, policy, at, parts | ANY_PLACE)
        if loc == _NONE:
            return ILLEGAL
    if loc < _0 or loc == ANYWHERE:
        loc = plain_place(scene, me, parts)
    return decide_on(scene, my, me, act, loc, opt, state, missing, reach)


@rare
def plan_submission(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, opt: int) -> int:
    """The lock or choke with the highest level, of equals one that is open at once; one that is on is kept."""
    now = scene.ring.now
    if is_kind(scene.ring.grips.of[me.side].kind, PRESSING):
        return plan_grip(scene, me, HOLD, opt)
    if scene.ring.minds.of[me.side].bans != _0 and ban_mask(scene, me, SUBMISSION, opt) == ALL_PLACES:
        return ILLEGAL
    union = _0
    for i in range(len(SUBMISSIONS)):
        act = SUBMISSIONS[i]
        if ready_after(scene, my, me, foe, act, opt) != ILLEGAL:
            union |= open_parts(scene, my, me, foe, act, opt)
    want = _DEFAULT
    if union != _0 and at >= _0 and policy.orders[at].count > _0:
        want = draw_place(scene, me, foe, policy, at, union | ANY_PLACE)
        if want == _NONE:
            return ILLEGAL
        if want == ANYWHERE:
            want = _DEFAULT
    now.cycle = _NONE
    best, best_state, best_parts, level = _0, ILLEGAL, _0, _0
    missing, reach = _0, _0
    for i in range(len(SUBMISSIONS)):
        act = SUBMISSIONS[i]
        state = ready_after(scene, my, me, foe, act, opt)
        if state == ILLEGAL:
            continue
        act_missing, act_reach = now.missing, now.reach
        parts = open_parts(scene, my, me, foe, act, opt)
        if parts == _0 or (want >= _0 and parts >> want & _1 == _0):
            continue
        n = my.row[my.use[now.slot, act]].level
        if best == _0 or n > level or (n == level and state == READY and best_state != READY):
            best, best_state, best_parts, level = act, state, parts, n
            missing, reach = act_missing, act_reach
    if best == _0:
        return ILLEGAL
    if want < _0:
        want = plain_place(scene, me, best_parts)
    return decide_on(scene, my, me, best, want, opt, best_state, missing, reach)


@rare
def plan_throw(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, opt: int) -> int:
    """The throw with the highest level of those that are open at once, else of those that lack a step."""
    best, best_state, level = _0, ILLEGAL, _0
    for i in range(len(THROWS)):
        act = THROWS[i]
        state = ready_after(scene, my, me, foe, act, opt)
        if state == ILLEGAL or open_parts(scene, my, me, foe, act, opt) == _0:
            continue
        n = my.row[my.use[scene.ring.now.slot, act]].level
        if best == _0 or (state == READY and best_state == FAR) or (state == best_state and n > level):
            best, best_state, level = act, state, n
    return ILLEGAL if best == _0 else plan_grab(scene, my, me, foe, policy, at, best, opt)


@rare
def plan_grappling(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, opt: int) -> int:
    """Grappling in general: without a hold take one, else press it, else keep it (semantics §6.5)."""
    if scene.ring.grips.of[me.side].kind == _0:
        return plan_grab(scene, my, me, foe, policy, at, GRAPPLE, opt)
    if plan_submission(scene, my, me, foe, policy, _NONE, opt) == READY:
        return READY
    return plan_grip(scene, me, HOLD, opt)


@rare
def plan_close(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int, opt: int) -> int:
    """Plan an act of close combat or a class of them; an order for the hold that is on keeps it."""
    if act == GRAPPLE_CODE:
        return plan_grappling(scene, my, me, foe, policy, at, opt)
    if act == THROW_CODE:
        return plan_throw(scene, my, me, foe, policy, at, opt)
    if act == LOCK_CODE or act == SUBMISSION:
        return plan_submission(scene, my, me, foe, policy, at, opt)
    if act >= HOLD:
        return plan_grip(scene, me, act, opt if act == HOLD else _0)
    kind = scene.ring.grips.of[me.side].kind
    if kind != _0 and (TAKES[act] == kind or (TAKES[act] == CHOKE and kind == CHOKE_HOLD)):
        return plan_grip(scene, me, HOLD, opt)
    return plan_grab(scene, my, me, foe, policy, at, act, opt)


@rare
def take_step(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """The grab that has to come first takes the sub-turn; banned, he waits (semantics §6.3)."""
    now = scene.ring.now
    wanted, act, reach = now.wanted, now.missing, now.reach
    parts = open_parts(scene, my, me, foe, act, _0)
    if parts == _0:
        set_act(scene, WAIT, _0, _NONE, _0)
        return
    loc = plain_place(scene, me, parts)
    now.cycle = _NONE
    decide_on(scene, my, me, act, loc, _0, READY, _0, reach)
    now.wanted = wanted


@rare
def go_on_the_way(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """What was planned lacks something: a grab that comes first, or a Move; banned, he waits."""
    now = scene.ring.now
    now.wanted = now.act
    if now.missing != _0:
        take_step(scene, my, me, foe)
    elif barred(scene, me, APPROACH):
        set_act(scene, WAIT, _0, _NONE, _0)
    else:
        now.act = APPROACH


@rare
def grab_by_bench(scene: Any, my: Any, me: Any, foe: Any, act: int, loc: int) -> None:
    """An act of close combat off a bench's list, or the step it lacks."""
    now = scene.ring.now
    state = plan_close(scene, my, me, foe, scene.ring.policies.of[me.side], _NONE, act, _0)
    if state == ILLEGAL:
        set_act(scene, NOTHING, _0, _NONE, _0)
        return
    if loc >= _0 and now.row > _0 and my.row[now.row].aim_mask >> loc & _1 == _1:
        now.loc = loc
    if state == FAR:
        go_on_the_way(scene, my, me, foe)


@rare
def slips(scene: Any, my: Any, me: Any, their: Any, foe: Any, only: int, last: int) -> bool:
    """Held and without an order: out of it when that is promising, or (`last`) when nothing else is open (§6.4)."""
    if not is_held(scene, me.side):
        return False
    if last == _0 and only == _0 and not is_pinned(scene, me.side) and not as_strong(scene, my, me, their, foe):
        return False
    return plan_grip(scene, me, BREAK_FREE, _0) == READY


@rare
def some_grab(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether anything of close combat may be tried, after a Move or a step if need be (C-136a)."""
    now = scene.ring.now
    if now.clinch != _0 and is_kind(scene.ring.grips.of[me.side].kind, PRESSING):
        return True
    reach, missing = now.reach, now.missing
    found = False
    for i in range(Act.GRAPPLE.value, Act.SCISSORS.value + 1):
        act = np.int64(i)
        if act != SUBMISSION and not found:
            found = ready_after(scene, my, me, foe, act, _0) != ILLEGAL
    now.reach, now.missing = reach, missing
    return found


__all__ = [
    "clings", "gives_way", "go_on_the_way", "grab_by_bench", "plan_close", "plan_grab", "plan_grappling", "plan_grip",
    "slips", "some_grab",
]  # fmt: skip
