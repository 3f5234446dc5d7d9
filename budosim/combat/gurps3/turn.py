"""One fighter's turn: start-of-turn rolls, sub-turns, what each act does, landing (C-21…C-36, T-12…T-14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.common.dice import address
from budosim.combat.gurps3.art_guard import is_wrapped
from budosim.combat.gurps3.arts import keeps_focus
from budosim.combat.gurps3.choose import choose, looks_first, looks_up, note_legal
from budosim.combat.gurps3.closing import some_grab
from budosim.combat.gurps3.enchant import cancels, comes_up, goes_off, performs, room
from budosim.combat.gurps3.exchange import feint, yards
from budosim.combat.gurps3.focus import turn_counts
from budosim.combat.gurps3.grip import let_go
from budosim.combat.gurps3.ids import (
    Act,
    Class,
    Effect,
    Ending,
    From,
    Loss,
    Mod,
    Posture,
    Roll,
    Stun,
    Why,
)
from budosim.combat.gurps3.impulse import rage, second_thoughts, wells_up
from budosim.combat.gurps3.legal import some_attack, yards_left
from budosim.combat.gurps3.lock import break_free, keep
from budosim.combat.gurps3.memory import OK, note_act, turn_over
from budosim.combat.gurps3.move import can_turn, close_in, face, fall, go_back, legs_lost, note_gap
from budosim.combat.gurps3.nature import may_give_up, settles, stirs, tie
from budosim.combat.gurps3.passive import feels_along
from budosim.combat.gurps3.policy import barred, holds, pick_weighted, refresh, spend_dues, start_dues
from budosim.combat.gurps3.restore import EVERYWHERE, SPEND_CP, restore_any
from budosim.combat.gurps3.roll import check, health, note_lost
from budosim.combat.gurps3.tell import (
    hush,
    mod,
    tell_act,
    tell_decide,
    tell_effect,
    tell_fatigue,
    tell_turn,
)
from budosim.combat.gurps3.wound import end

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_7 = np.int64(7)
_NONE = np.int64(-1)
PUNCH = np.int64(Act.PUNCH)
FEINT, WAIT, AOD, RETREAT_ACT, APPROACH, GETUP, GIVE_UP, RELEASE, NOTHING = (
    np.int64(a)
    for a in (
        Act.FEINT, Act.WAIT, Act.ALL_OUT_DEF, Act.RETREAT, Act.APPROACH, Act.GETUP, Act.GIVE_UP,
        Act.RELEASE, Act.NOTHING,
    )
)  # fmt: skip
ATTACK_CODE = -np.int64(Class.ATTACK)
HOLD, RELEASE, BREAK_FREE = (np.int64(a) for a in (Act.HOLD, Act.RELEASE, Act.BREAK_FREE))
STRIKES, LAST_ATTACK = np.int64(37), np.int64(Act.SCISSORS)
FREE_LIST = np.int64(From.FREE)
_FREE_DRAW = np.int64(768)
"""Place number of the draw of an `any` in the free list."""
STAND_AT_ONCE = np.int64(-6)
"""To stand in one change with Acrobatics or Breakfall (C-57)."""


@kernel
def expire(me: Any, mind: Any) -> None:
    """What lasted "until the next own turn" ends (C-22.1)."""
    me.all_out = _0
    me.all_out_done = _0
    me.aod = _0
    me.lost_balance = _0
    me.guard_dropped = _0
    me.own_def = _0
    me.no_parry = _0
    me.retreated = _0
    me.retreat_bonus = _0
    me.acro_dodged = _0
    me.walked = _0
    me.waiting = _0
    me.stop = _0
    me.barren = _0
    me.pin_tried = _0
    me.poise = _0
    me.breathed = _0
    me.series_used = _0
    me.spent_subs = _0
    for hand in range(2):
        me.parried[hand] = _0
        me.kick_parried[hand] = _0
        me.hand_lost[hand] = _0
    me.torn = _1 if me.torn == _2 else _0
    me.defend_only = _2 if me.defend_only == _1 else _0
    me.shock_due = me.shock
    mind.defences = _0


@rare
def recover_parts(scene: Any, me: Any) -> None:
    """Parts numbed for some turns come back (C-75 row 8)."""
    for i in range(11, 19):
        if me.crippled[i] > _2 and me.turn > me.crippled[i] - _2:
            me.crippled[i] = _0
            note_lost(me)
            tell_effect(scene, me.side, Effect.PART_RECOVERED, np.int64(i), _0)


@kernel
def wakes(scene: Any, my: Any, me: Any) -> bool:
    """At 0 hit points or less: HT with Strong or Weak Will, or unconscious (C-94).

    Dice: 3d at 0 or below, else none.
    """
    if me.hp > _0 or me.immortal == _1:
        return True
    if check(scene, me.side, Roll.UNCONSCIOUS, health(scene, my, _0) + mod(scene, Mod.WILL, my.will_mod)):
        return True
    end(scene, me, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
    return False


@kernel
def shakes_off(scene: Any, my: Any, me: Any, mind: Any) -> bool:
    """Recovery from stun: HT with pain threshold, or IQ with Combat Reflexes +6; True when able to act (C-92).

    Dice: 3d while stunned, else none.
    """
    if me.stunned == Stun.NONE:
        return True
    if me.stunned == Stun.PHYSICAL:
        target = health(scene, my, _1)
        if my.body_control - me.shock > target:
            target += mod(scene, Mod.BODY_CONTROL, my.body_control - me.shock - target)
    elif me.turn <= me.stunned_until:
        return False
    else:
        target = my.iq + mod(scene, Mod.SHOCK, -me.shock) + mod(scene, Mod.WILL, my.calm)
        if my.combat_reflexes == _1:
            target += mod(scene, Mod.COMBAT_REFLEXES, np.int64(6))
    if not check(scene, me.side, Roll.STUN_RECOVERY, target):
        return False
    me.stunned = Stun.NONE
    mind.recovered = _1
    tell_effect(scene, me.side, Effect.RECOVERED, _NONE, _0)
    return True


@rare
def takes_stock(scene: Any, my: Any, me: Any, able: bool) -> bool:
    """The end of a turn's start for somebody whose nature acts by itself; True when he can act in it."""
    if me.out == _0:
        stirs(scene, my, me)
    return able and me.out == _0


@kernel
def begin_turn(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """The start of an own turn; True when he can act in it.

    Dice: 3d consciousness, 3d stun recovery, each only when due. Source: C-22, R-02, T-12.
    """
    now = scene.ring.now
    mind = scene.ring.minds.of[me.side]
    me.turn += _1
    now.turn = me.turn
    now.side = me.side
    now.sub = _0
    now.slot = _1
    address(scene.ring.dice, now.turn, now.side, _0)
    note_gap(scene, me, foe)
    expire(me, mind)
    scene.ring.grips.of[me.side].pressed = _0
    if me.lost != _0:
        recover_parts(scene, me)
    now.subs = now.bench_subs[me.side] if now.bench_subs[me.side] > _0 else my.subturns
    tell_turn(scene, me, foe, now.subs)
    start_dues(scene, me)
    if me.nature != _0:
        settles(scene, me)
    if scene.ring.rules.start_order == _0:
        able = wakes(scene, my, me) and shakes_off(scene, my, me, mind)
    else:
        able = shakes_off(scene, my, me, mind)
        able = wakes(scene, my, me) and able
    return able if me.nature == _0 else takes_stock(scene, my, me, able)


@rare
def spend(scene: Any, me: Any, order: Any, source: int) -> None:
    """Spend unused CP as an order says: on the lost parts it names, or on any (T-21)."""
    policy = scene.ring.policies.of[me.side]
    mask = EVERYWHERE
    if order.count > _0:
        mask = _0
        for j in range(order.count):
            code = policy.place[order.first + j]
            mask |= policy.mask[order.first + j] if code < np.int64(64) else EVERYWHERE
    while me.unspent_cp > _0 and restore_any(scene, me, mask, FREE_LIST, source):
        pass


@rare
def free_decisions(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Giving up and unused CP, at the start of an own sub-turn (C-99, R-54, semantics `free`, §6.10)."""
    policy = scene.ring.policies.of[me.side]
    orders_cp = False
    for i in range(policy.n_free):
        line = policy.free[i]
        first, count = line.order, line.orders
        for j in range(first, first + count):
            if policy.orders[j].act == SPEND_CP:
                orders_cp = True
        if not holds(scene, my, me, their, foe, line.first, line.count):
            continue
        if line.form == _1:
            first += pick_weighted(scene, me, line, _FREE_DRAW + np.int64(i), (_1 << count) - _1, _0)
            count = _1
        for j in range(first, first + count):
            order = policy.orders[j]
            if barred(scene, me, order.act):
                continue
            if order.act == GIVE_UP:
                if me.nature != _0 and not may_give_up(scene, my, me):
                    continue
                tell_decide(scene, me.side, GIVE_UP, _NONE, FREE_LIST, line.source)
                end(scene, me, Ending.GAVE_UP, Effect.GAVE_UP)
                return
            if order.act == SPEND_CP and scene.ring.rules.cp_when != _1:
                spend(scene, me, order, line.source)
            if order.act == RELEASE:
                cancels(scene.magic, scene, my, me, their, foe, policy.book.order[j])
    if scene.ring.rules.cp_when == _1:
        return
    if me.unspent_cp > _0 and not orders_cp and not barred(scene, me, SPEND_CP) and scene.ring.now.bench[me.side] == _0:
        while me.unspent_cp > _0 and restore_any(scene, me, EVERYWHERE, np.int64(From.DEFAULT.value), _NONE):
            pass


@rare
def get_up(scene: Any, my: Any, me: Any) -> None:
    """One change of posture; Acrobatics or Breakfall at -6 may stand at once (C-34, C-57).

    Dice: 3d from lying with such a skill, else none.
    """
    posture = np.int64(Posture.STANDING.value)
    if legs_lost(me) == _2:
        posture = np.int64(Posture.SITTING.value)
    elif me.posture == Posture.LYING:
        posture = np.int64(Posture.KNEELING.value)
        target = my.stand_up + mod(scene, Mod.INSTANT, STAND_AT_ONCE) + mod(scene, Mod.SHOCK, -me.shock)
        if my.stand_up > _0 and target >= _3:
            up = check(scene, me.side, Roll.STAND_UP, target)
            posture = np.int64(Posture.STANDING.value) if up else np.int64(Posture.SITTING.value)
        hush(scene)
    me.posture = posture
    tell_effect(scene, me.side, Effect.STOOD if posture == _0 else Effect.POSTURED, _NONE, posture)


@kernel
def approach(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """A Move towards the foe, up to the distance the wanted act strikes from (C-31, README point 14)."""
    f = scene.ring.now.apart
    most = yards_left(scene, my, me) * scene.ring.rules.fine_per_yard
    steps = f - scene.ring.now.reach
    if steps > most:
        steps = most
    steps = room(scene.magic, scene, my, me, foe, steps)
    if steps <= _0:
        return
    me.walked += yards(scene, steps)
    me.stepped = _1
    close_in(scene, me, foe, f - steps, Why.MOVE)


@kernel
def perform(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Do what was decided, blows apart."""
    act = scene.ring.now.act
    if performs(scene.magic, scene, my, me, their, foe):
        return
    if act == FEINT:
        feint(scene, my, me, their, foe)
        return
    if act == WAIT:
        me.waiting = _1
        if scene.ring.rules.evaluate == _1:
            me.weighed = me.turn + _1
    elif act == AOD:
        me.aod = _1
        if scene.ring.rules.aod_subturn == _1:
            me.stop = _1
    elif act == RETREAT_ACT:
        me.stepped = _1
        me.walked += _1
        go_back(scene, me, foe, scene.ring.rules.fine_per_yard, Why.STEP)
    elif act == APPROACH:
        approach(scene, my, me, foe)
    elif act == GETUP:
        get_up(scene, my, me)
        if scene.ring.rules.posture_cost == _1:
            me.stop = _1
    elif act == HOLD:
        keep(scene, my, me, their, foe, scene.ring.now.opt)
        return
    elif act == BREAK_FREE:
        break_free(scene, my, me, their, foe)
        return
    elif act == RELEASE:
        let_go(scene, me.side)
    if act != Act.NOTHING:
        note_act(scene, me, act, OK, _NONE)


@kernel
def open_sub_turn(scene: Any, my: Any, me: Any, their: Any, foe: Any, k: int) -> bool:
    """The start of a sub-turn: facing, latches, free decisions, the choice; False when he gave up (C-22.5, C-41)."""
    now = scene.ring.now
    mind = scene.ring.minds.of[me.side]
    now.sub = k
    now.slot = k if now.bench_subs[me.side] == _0 else _1
    address(scene.ring.dice, now.turn, now.side, k)
    me.from_q = me.q
    me.from_r = me.r
    me.stepped = _0
    me.passed = _0
    me.turned_away = _0
    if me.stop == _2:
        me.stop = _3
    if scene.ring.rules.feint_scope == _2:
        me.feint = _0
    if scene.ring.rules.auto_face == _0:
        face(me, foe)
    if their.sticking > _0:
        feels_along(scene, their, foe)
    if me.nature != _0:
        tie(scene, my, me, foe)
    policy = scene.ring.policies.of[me.side]
    if policy.n_latches + policy.n_bans > _0:
        refresh(scene, my, me, their, foe)
    if scene.ring.policies.of[me.side].n_free > _0 or (me.lost != _0 and me.unspent_cp > _0):
        free_decisions(scene, my, me, their, foe)
        if me.out != _0:
            return False
    looking = looks_first(scene.magic, scene, me, foe)
    while True:
        if not looking and not comes_up(scene.magic, scene, my, me, their, foe):
            return False
        now.looking = np.int64(looking)
        if me.nature != _0 and not looking:
            wells_up(scene, me, foe)
        if me.berserk == _1:
            rage(scene, my, me, foe)
        else:
            choose(scene, my, me, their, foe)
        if not looking:
            break
        looking = looks_up(scene.magic, scene, me)
    if me.nature != _0:
        second_thoughts(scene, my, me, foe)
    if me.focus != _0:
        keeps_focus(scene, me)
    if k == _1:
        me.barren = _1
    if me.barren == _1 and (
        now.act <= LAST_ATTACK
        or is_wrapped(now.act)
        or (now.wanted > _0 and now.wanted < STRIKES)
        or some_attack(scene, my, me, foe)
        or some_grab(scene, my, me, foe)
    ):
        me.barren = _0
    note_legal(scene, my, me, foe)
    tell_act(scene, me, foe)
    goes_off(scene.magic, scene, me)
    mind.def_ok = _0
    mind.def_fail = _0
    mind.was_hit = _0
    mind.provoked = _0
    mind.recovered = _0
    if now.wanted == _0 and (now.act != GETUP or now.list == From.RULES):
        mind.actions += _1
        if policy.n_dues > _0:
            spend_dues(scene, me)
    return True


@kernel
def is_over(scene: Any, me: Any, foe: Any) -> bool:
    """Whether no further sub-turn of this turn comes (C-25, C-36, R-08, R-11); before that he faces his foe."""
    if scene.ring.rules.auto_face == _0 and me.turned_away == _0 and can_turn(scene, me):
        face(me, foe)
    if me.out != _0 or foe.out != _0 or me.stop == _1:
        return True
    if me.stunned != _0 and scene.ring.rules.midturn_stun == _0:
        return True
    return me.waiting == _1 and scene.ring.rules.wait_cost == _0


@kernel
def end_turn(scene: Any, my: Any, me: Any, could: bool) -> None:
    """The end of an own turn: landing, old shock, memory (C-22.6-7, C-59, C-60, C-93, C-136a)."""
    now = scene.ring.now
    now.sub = _7
    address(scene.ring.dice, now.turn, now.side, _7)
    if me.airborne == _1:
        me.airborne = _0
        tell_effect(scene, me.side, Effect.LANDED, _NONE, _0)
        if me.falls_on_landing == _1:
            me.falls_on_landing = _0
            fall(scene, me)
    if me.focus != _0:
        turn_counts(me)
    me.shock -= me.shock_due
    me.shock_due = _0
    me.unable = _0 if could and me.barren == _0 else me.unable + _1
    turn_over(scene, me)


@kernel
def drain(scene: Any, me: Any) -> None:
    """After each full 60 turns a conscious fighter loses a point of fatigue; at 0 he collapses (C-131, C-134)."""
    if scene.ring.rules.drain_turns == _0 or me.turn % scene.ring.rules.drain_turns != _0 or me.out != _0:
        return
    me.fp -= _1
    tell_fatigue(scene, me.side, _1, me.fp, Loss.DRAIN)
    if me.fp <= _0:
        end(scene, me, Ending.FATIGUE, Effect.COLLAPSED)
