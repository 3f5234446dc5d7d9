"""Keeping a hold, getting out of one, giving up in one (C-107…C-113, R-36, R-37, R-39)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.grip import (
    CHOKE_HOLD,
    FINGER_LOCK,
    GRAPPLE,
    JOINTS,
    LOCKS,
    PRESSING,
    SCISSORS,
    arms_of,
    count_bits,
    is_kind,
    let_go,
    working,
)
from budosim.combat.gurps3.ids import Act, Contest, Effect, Ending, From, Hold, Loss, Mod, Opt
from budosim.combat.gurps3.memory import FAIL, OK, note_act
from budosim.combat.gurps3.nature import dares, may_give_up, no_mercy
from budosim.combat.gurps3.policy import barred, holds, pick_weighted, refresh_bans
from budosim.combat.gurps3.react import REACTION, ROUND
from budosim.combat.gurps3.roll import contest, health
from budosim.combat.gurps3.seize import best_of, grip_strength
from budosim.combat.gurps3.tell import between, hush, mod, tell_decide, tell_fatigue
from budosim.combat.gurps3.wound import FATE_SQUEEZE, NO_FATE, cripples, end, injure, limb_cap, lose_part

_0, _1, _2, _4, _5, _7 = (np.int64(n) for n in (0, 1, 2, 4, 5, 7))
_NOWHERE = np.int64(-1)
_FREE_DRAW = np.int64(768)
GIVE_UP, HOLD, BREAK_FREE = np.int64(Act.GIVE_UP), np.int64(Act.HOLD), np.int64(Act.BREAK_FREE)
THREE = np.int64(3)
ACT_OF = np.zeros(len(Hold), dtype=np.int64)
"""The act a hold was taken by."""
for _hold, _act in (
    (Hold.GRAPPLE, Act.GRAPPLE), (Hold.ARM_LOCK, Act.ARM_LOCK), (Hold.FINGER_LOCK, Act.FINGER_LOCK),
    (Hold.LEG_LOCK, Act.LEG_LOCK), (Hold.HEAD_LOCK, Act.NECK_LOCK), (Hold.CHOKE, Act.CHOKE),
    (Hold.CHOKE_HOLD, Act.CHOKE), (Hold.SCISSORS, Act.SCISSORS),
):  # fmt: skip
    ACT_OF[_hold] = _act


@rare
def level_of_hold(my: Any, kind: int) -> int:
    """The level the hold was put on with, at its best now."""
    return my.row[my.use[1, ACT_OF[kind]]].level


@rare
def twist(scene: Any, my: Any, me: Any, their: Any, foe: Any, opt: int) -> bool:
    """A lock: margin = injury of the limb, the surplus over its cap is lost (C-81, C-109, R-37).

    Dice: 3d, 3d · those of the injury.
    """
    grip = scene.ring.grips.of[me.side]
    mine = best_of(level_of_hold(my, grip.kind) - me.shock, grip_strength(scene, my, me))
    theirs = best_of(grip_strength(scene, their, foe), health(scene, their, _0))
    hush(scene)
    margin = contest(scene, me.side, Contest.LOCK, mine, theirs)
    if margin <= _0:
        return False
    points = margin // _2 if grip.kind == FINGER_LOCK else margin
    if opt == Opt.STRONG:
        points += _2
    if their.double_jointed == _1:
        points = (points + _1) // _2
    before = _0 if scene.ring.rules.lock_sum == _1 else grip.points
    part = grip.part
    room = limb_cap(their.ht, part) - before
    if room < _0:
        room = _0
    grip.points += points
    grip.margin = points
    total = before + points
    injure(scene, their, foe, part, points if points < room else room, _0, _1, _1, _0, NO_FATE)
    if foe.crippled[part] != _1 and foe.out == _0 and cripples(scene, their.ht, part, total):
        lose_part(scene, foe, part, _1)
    return True


@rare
def exhaust(scene: Any, who: Any, points: int, ending: Any, effect: Any) -> None:
    """Fatigue lost in a choke; nothing left ends the bout."""
    who.fp -= points
    scene.ring.now.quiet = scene.ring.now.turn
    tell_fatigue(scene, who.side, points, who.fp, Loss.CHOKE)
    if who.fp <= _0:
        end(scene, who, ending, effect)


@rare
def choke(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """A choke: ST or its level against HT, once a turn (C-107, R-36).

    Dice: 3d, 3d · those of the injury.
    """
    grip = scene.ring.grips.of[me.side]
    mine = best_of(level_of_hold(my, grip.kind) - me.shock, grip_strength(scene, my, me))
    hush(scene)
    between(scene)
    margin = contest(scene, me.side, Contest.CHOKE, mine, health(scene, their, _0))
    if margin <= _0:
        return False
    grip.margin = margin
    if scene.ring.rules.choke_effect != _0:
        exhaust(scene, foe, margin, Ending.FATIGUE, Effect.COLLAPSED)
    if scene.ring.rules.choke_effect != _1 and foe.out == _0:
        injure(scene, their, foe, grip.part, margin, _0, _1, _1, _0, FATE_SQUEEZE)
    return True


@rare
def strangle(scene: Any, me: Any, their: Any, foe: Any) -> None:
    """裸絞め from behind or on the ground: a point of fatigue a turn, later for those who hold their breath (C-108)."""
    grip = scene.ring.grips.of[me.side]
    grip.kept += _1
    if grip.kept % their.breath == _0:
        exhaust(scene, foe, _1, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)


@rare
def would_give_up(scene: Any, their: Any, foe: Any, grip: Any) -> bool:
    """R-39: before the next win breaks a limb or takes the last fatigue (C-113)."""
    rules = scene.ring.rules
    if rules.auto_giveup == _1:
        return False
    if rules.auto_giveup == _2:
        return foe.hp <= _0
    if is_kind(grip.kind, JOINTS):
        total = grip.margin if rules.lock_sum == _1 else grip.points + grip.margin
        return grip.margin > _0 and cripples(scene, their.ht, grip.part, total)
    if grip.kind == CHOKE_HOLD:
        return foe.fp <= _1
    return rules.choke_effect != _0 and grip.margin > _0 and grip.margin >= foe.fp


@rare
def surrenders(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Whether the victim of a declared lock or choke gives up: his pattern first, then R-39 (C-99, C-113)."""
    now = scene.ring.now
    policy = scene.ring.policies.of[foe.side]
    side = np.int64(now.side != foe.side)
    now.asked = REACTION * (_1 + side) + ROUND * (scene.ring.minds.of[foe.side].defences & _7)
    if policy.n_bans > _0:
        refresh_bans(scene, their, foe, my, me)
    list_, line_no = np.int64(From.DEFAULT.value), _NOWHERE
    found = False
    for i in range(policy.n_free):
        line = policy.free[i]
        if not holds(scene, their, foe, my, me, line.first, line.count):
            continue
        first, count = line.order, line.orders
        if line.form == _1:
            first += pick_weighted(scene, foe, line, _FREE_DRAW + np.int64(i), (_1 << count) - _1, _0)
            count = _1
        for j in range(first, first + count):
            if policy.orders[j].act == GIVE_UP:
                found = True
        if found:
            list_, line_no = np.int64(From.FREE.value), line.source
            break
    now.asked = _0
    if barred(scene, foe, GIVE_UP):
        return False
    if not found and not would_give_up(scene, their, foe, scene.ring.grips.of[me.side]):
        return False
    if foe.nature != _0 and not may_give_up(scene, their, foe):
        return False
    tell_decide(scene, foe.side, GIVE_UP, _NOWHERE, list_, line_no)
    return True


@rare
def keep(scene: Any, my: Any, me: Any, their: Any, foe: Any, opt: int) -> None:
    """`hold`: what the hold does, once an own turn (C-107…C-109).

    Dice: those of the lock or choke.
    """
    grip = scene.ring.grips.of[me.side]
    if grip.kind == GRAPPLE and grip.hands == _1 and opt != Opt.LIGHT and count_bits(working(scene, me)) == _2:
        grip.hands = _2
    if not is_kind(grip.kind, PRESSING) or grip.pressed == _1 or me.aod == _1:
        note_act(scene, me, HOLD, OK, _NOWHERE)
        return
    grip.pressed = _1
    if opt != Opt.NONE and opt <= Opt.FEINT:
        me.all_out = _1
        me.all_out_done = _1
        if me.nature != _0:
            dares(scene, me)
    yields = surrenders(scene, my, me, their, foe)
    if yields and not (me.nature != _0 and no_mercy(scene, my, me)):
        end(scene, foe, Ending.GAVE_UP, Effect.GAVE_UP)
        return
    mind = scene.ring.minds.of[foe.side]
    mind.provoked = _1
    mind.attacked = _1
    won = True
    if is_kind(grip.kind, JOINTS):
        won = twist(scene, my, me, their, foe, opt)
    elif grip.kind == CHOKE_HOLD:
        strangle(scene, me, their, foe)
    else:
        won = choke(scene, my, me, their, foe)
    note_act(scene, me, HOLD, OK if won else FAIL, _NOWHERE)
    if yields and foe.out == _0:
        end(scene, foe, Ending.GAVE_UP, Effect.GAVE_UP)


@rare
def slip(scene: Any, my: Any, me: Any, kind: int) -> int:
    """What a fighter tries to get out with (C-111)."""
    n = grip_strength(scene, my, me)
    hush(scene)
    if my.skill[4] > _0:
        n = best_of(n, my.skill[4] - me.shock)
    if my.skill[5] > _0:
        n = best_of(n, my.skill[5] - me.shock)
    if my.escape > _0:
        n = best_of(n, my.escape - me.shock - (_2 if is_kind(kind, LOCKS) else _0))
    n += mod(scene, Mod.JOINTS, my.joints)
    if arms_of(me) != THREE:
        n += mod(scene, Mod.ONE_ARM, -_4)
    return n


@rare
def break_free(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Against the holder's ST and his grip (C-111).

    Dice: 3d, 3d.
    """
    grip = scene.ring.grips.of[foe.side]
    mine = slip(scene, my, me, grip.kind) + mod(scene, Mod.TRIES, -grip.tries)
    if grip.pin == _1:
        mine += mod(scene, Mod.PINNED, -_4)
    between(scene)
    theirs = grip_strength(scene, their, foe)
    if is_kind(grip.kind, LOCKS):
        theirs += mod(scene, Mod.LOCKED, _4)
    elif grip.hands == _2 or grip.kind == SCISSORS:
        theirs += mod(scene, Mod.TWO_HANDS, _5)
    if contest(scene, me.side, Contest.BREAK_FREE, mine, theirs) > _0:
        let_go(scene, foe.side)
        note_act(scene, me, BREAK_FREE, OK, _NOWHERE)
        return
    if is_kind(grip.kind, LOCKS):
        grip.tries += _1
    if grip.pin == _1:
        grip.fails += _1
    note_act(scene, me, BREAK_FREE, FAIL, _NOWHERE)


@rare
def as_strong(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Whether the own skill is at least the holder's, so that trying pays (semantics §6.4)."""
    mine = best_of(grip_strength(scene, my, me), my.grip_skill - me.shock)
    theirs = best_of(grip_strength(scene, their, foe), their.grip_skill - foe.shock)
    hush(scene)
    return mine >= theirs


__all__ = ["as_strong", "break_free", "keep"]
