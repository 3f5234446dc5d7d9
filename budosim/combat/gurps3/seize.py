"""What comes of a grab: holds, throws, takedowns, slams, pins (C-101…C-112, R-34, R-35, R-38)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.common.dice import roll3, roll_n
from budosim.combat.common.grid import BACK
from budosim.combat.gurps3.critical import fumble
from budosim.combat.gurps3.grab import FOLLOWS, TAKES, grab_mods, is_act
from budosim.combat.gurps3.grip import (
    CHOKE,
    CHOKE_HOLD,
    CHOKES,
    GRAPPLE,
    LEGS,
    LOCKS,
    SCISSORS,
    arms_of,
    clear,
    count_bits,
    is_kind,
    let_go,
    sustain,
    working,
)
from budosim.combat.gurps3.ids import (
    Act,
    Contest,
    Effect,
    Ending,
    Hold,
    Limb,
    Loc,
    Mod,
    Opt,
    Posture,
    Result,
    Roll,
    Why,
)
from budosim.combat.gurps3.memory import FAIL, LANDED, note_act
from budosim.combat.gurps3.move import apart, arc_from, close_in, fall, legs_lost
from budosim.combat.gurps3.roll import (
    check,
    contest,
    decisive,
    even_out,
    health,
    hindrance,
    judge,
    margin_of,
    posture_hit,
    rolled,
    swung,
)
from budosim.combat.gurps3.tell import between, hush, mod, note_dice, tell_attack, tell_effect
from budosim.combat.gurps3.wound import NO_FATE, end, injure, stands_fast, stun

_0, _1, _2, _3, _4, _5, _6 = (np.int64(n) for n in (0, 1, 2, 3, 4, 5, 6))
_NOWHERE = np.int64(-1)
TORSO, BRAIN = np.int64(Loc.TORSO), np.int64(Loc.BRAIN)
STANDING, KNEELING, SITTING, LYING = (
    np.int64(p) for p in (Posture.STANDING, Posture.KNEELING, Posture.SITTING, Posture.LYING)
)
ARM = np.int64(Limb.ARM)
FINGER_LOCK, HEAD_LOCK = np.int64(Hold.FINGER_LOCK), np.int64(Hold.HEAD_LOCK)


@rare
def strength(scene: Any, my: Any, me: Any) -> int:
    """ST in a contest, with what fatigue takes (R-42)."""
    if scene.ring.rules.fatigue_st == _0:
        return my.st
    return my.st + mod(scene, Mod.TIRED, me.fp - my.max_fp)


@rare
def grip_strength(scene: Any, my: Any, me: Any) -> int:
    """ST in close combat: Wrestling adds an eighth of its level (C-103)."""
    return strength(scene, my, me) + mod(scene, Mod.WRESTLING, my.wrestling_st)


@hot
def best_of(a: int, b: int) -> int:
    """The larger one."""
    return a if a > b else b


@rare
def settle(scene: Any, me: Any, posture: int) -> None:
    """Go down of one's own will."""
    if me.posture != posture and me.immortal == _0:
        me.posture = posture
        tell_effect(scene, me.side, Effect.POSTURED, _NOWHERE, posture)


@rare
def take(scene: Any, me: Any, foe: Any, kind: int, part: int, hands: int) -> None:
    """A hold begins, in place of the one there was; the fighters share a hex from now on (C-101)."""
    grips = scene.ring.grips
    grip = grips.of[me.side]
    behind = grip.behind
    if grip.kind == _0:
        behind = np.int64(arc_from(scene, foe, me) == BACK)
    if apart(me, foe) > _0:
        close_in(scene, me, foe, _0, Why.STEP)
    clear(grip)
    grip.kind, grip.part, grip.hands, grip.behind = kind, part, hands, behind
    scene.ring.now.clinch = _1
    grips.arms[me.side] = arms_of(me)
    grips.arms[foe.side] = arms_of(foe)
    effect = Effect.GRAPPLED
    if is_kind(kind, LOCKS):
        effect = Effect.LOCKED
    elif is_kind(kind, CHOKES):
        effect = Effect.CHOKED
    tell_effect(scene, foe.side, effect, part, _0)
    if foe.posture == LYING and me.posture <= Posture.CROUCHING and kind != SCISSORS:
        settle(scene, me, KNEELING)
    sustain(scene, foe.side, np.int64(foe.lost & LEGS != _0))


@rare
def take_hold(scene: Any, me: Any, foe: Any, kind: int, loc: int, opt: int) -> None:
    """A grapple, a lock or a choke is on (C-101, C-107…C-109)."""
    hands = count_bits(working(scene, me))
    if (kind == GRAPPLE and opt == Opt.LIGHT) or kind == FINGER_LOCK or kind == HEAD_LOCK:
        hands = _1
    if kind == CHOKE and (foe.posture == LYING or arc_from(scene, foe, me) == BACK):
        kind = CHOKE_HOLD
    if kind == SCISSORS:
        hands = _0
        settle(scene, me, LYING)
    take(scene, me, foe, kind, loc, hands)


@rare
def hurt(scene: Any, their: Any, foe: Any, loc: int, n: int, add: int) -> None:
    """Crushing damage of a throw or a slam.

    Dice: n d6, then those of `injure`.
    """
    rolled = roll_n(scene.ring.dice, n)
    note_dice(scene)
    basic = rolled + add
    injure(scene, their, foe, loc, basic if basic > _0 else _0, add, _1, _0, _0, NO_FATE)
    scene.ring.minds.of[foe.side].was_hit = _1


@rare
def strain_back(scene: Any, my: Any, me: Any) -> None:
    """A bad back: HT at each throw or lift, or DX -3 for the bout.

    Dice: 3d with a bad back that still holds.
    """
    if my.bad_back == _0 or me.back_hurt == _1 or me.immortal == _1:
        return
    target = health(scene, my, _0) + (-_2 if my.bad_back == _2 else _0)
    if not check(scene, me.side, Roll.BAD_BACK, target):
        me.back_hurt = _1
        tell_effect(scene, me.side, Effect.BACK_HURT, _NOWHERE, _0)


@rare
def stance_of(their: Any, foe: Any) -> int:
    """不動の構え where it stands in for strength, 0 without (C-126)."""
    return their.stance - foe.shock if their.stance > _0 and foe.stunned == _0 else _0


@rare
def resists(scene: Any, me: Any, their: Any, foe: Any, level: int) -> bool:
    """不動の構え against a throw: the thrower must win a contest (C-126).

    Dice: 3d, 3d against somebody who knows it.
    """
    if their.stance == _0 or foe.stunned != _0:
        return False
    return contest(scene, me.side, Contest.STANCE, level - me.shock, their.stance - foe.shock) <= _0


@rare
def breaks_fall(scene: Any, their: Any, foe: Any) -> bool:
    """受け身: a success cancels damage and stun, by 5 or more he stands at once (maneuvers.toml, breakfall).

    Dice: 3d for somebody who knows it and is not stunned.
    """
    if their.breakfall == _0 or foe.stunned != _0:
        return False
    target = their.breakfall + mod(scene, Mod.SHOCK, -foe.shock)
    target += swung(scene, foe.side)
    total = rolled(scene, foe.side, Roll.BREAKFALL, target)
    if judge(target, total) > Result.SUCCESS:
        return False
    up = margin_of(target, total) >= _5 and scene.ring.now.clinch == _0 and legs_lost(foe) < _2
    if up and foe.immortal == _0:
        foe.posture = STANDING
        tell_effect(scene, foe.side, Effect.STOOD, _NOWHERE, STANDING)
    return True


@rare
def throw(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, act: int, opt: int) -> None:
    """He lies, unless his stance holds; damage and stun, unless he knows how to fall (C-105, C-126, R-35).

    Dice: 3d for a bad back · 3d, 3d against a stance · 3d breakfall · 1d (thrust) damage, its injury · 3d stun.
    """
    strain_back(scene, my, me)
    if resists(scene, me, their, foe, my.row[row].level):
        return
    sacrifice = act == Act.SAC_THROW
    if not sacrifice:
        let_go(scene, me.side)
    let_go(scene, foe.side)
    fall(scene, foe)
    me.opening_until = me.turn + _1
    if sacrifice:
        settle(scene, me, LYING)
    if breaks_fall(scene, their, foe):
        return
    n, add = _1, -_2
    if scene.ring.rules.throw_damage == _1:
        n = _0
    elif scene.ring.rules.throw_damage == _2:
        n, add = my.thrust_dice, my.thrust_add
    if opt == Opt.STRONG:
        add += _2
    if n > _0:
        hurt(scene, their, foe, TORSO, n, add)
    if foe.out == _0 and not check(scene, foe.side, Roll.STUN, health(scene, their, _1)):
        stun(scene, foe)


@rare
def ram(scene: Any, my: Any, me: Any, their: Any, foe: Any, opt: int) -> None:
    """A slam: the weaker one falls; all-out both are hurt (C-103, C-110).

    Dice: 3d, 3d · 3d of a stance · all out 1d to the foe and 1d to himself, with their injuries.
    """
    mine = strength(scene, my, me) + mod(scene, Mod.SUMO, my.sumo_st)
    between(scene)
    theirs = strength(scene, their, foe) + mod(scene, Mod.SUMO, their.sumo_st)
    won = contest(scene, me.side, Contest.SLAM, mine, theirs)
    if won > _0 and not stands_fast(scene, their, foe, _0):
        fall(scene, foe)
    elif won < _0 and not stands_fast(scene, my, me, _0):
        fall(scene, me)
    if opt != Opt.NONE and opt <= Opt.FEINT:
        hurt(scene, their, foe, TORSO, _1, _0 if opt == Opt.STRONG else -_2)
        if me.out == _0:
            hurt(scene, my, me, TORSO, _1, -_2)


@rare
def seize(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, act: int, loc: int, opt: int) -> None:
    """A grab that was rolled well and met no defence."""
    if act == Act.THROW or act == Act.SAC_THROW:
        throw(scene, my, me, their, foe, row, act, opt)
    elif act == Act.SLAM:
        ram(scene, my, me, their, foe, opt)
    else:
        take_hold(scene, me, foe, TAKES[act], loc, opt)


# -- contests with a foe who is held -------------------------------------------------------------------


@rare
def take_down(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> bool:
    """The best of ST, DX, Judo, Wrestling or the technique; lost by 5 the attacker falls (C-104).

    Dice: 3d, 3d.
    """
    mine = best_of(best_of(grip_strength(scene, my, me), my.grip_skill - me.shock), my.row[row].level - me.shock)
    theirs = best_of(
        best_of(grip_strength(scene, their, foe), their.grip_skill - foe.shock), stance_of(their, foe)
    )
    hush(scene)
    won = contest(scene, me.side, Contest.TAKEDOWN, mine, theirs)
    if won > _0:
        fall(scene, foe)
        settle(scene, me, KNEELING)
    elif won <= -_5:
        fall(scene, me)
    return won > _0


@rare
def suplex(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, opt: int) -> bool:
    """Over the bridge: thrust+2 at the torso, at the skull when won by 5; both lie (maneuvers.toml, suplex).

    Dice: 3d for a bad back · 3d, 3d · 3d breakfall · the thrust dice and their injury.
    """
    strain_back(scene, my, me)
    theirs = best_of(
        best_of(grip_strength(scene, their, foe), their.skill[5] - foe.shock), stance_of(their, foe)
    )
    hush(scene)
    won = contest(scene, me.side, Contest.SUPLEX, my.row[row].level - me.shock, theirs)
    if won <= _0:
        return False
    fall(scene, foe)
    settle(scene, me, LYING)
    if not breaks_fall(scene, their, foe) and my.thrust_dice > _0:
        add = my.thrust_add + (_4 if opt == Opt.STRONG else _2)
        hurt(scene, their, foe, BRAIN if won >= _5 else TORSO, my.thrust_dice, add)
    return True


@rare
def drive(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, opt: int) -> bool:
    """Piledriver: ST first, then the roll; swing+2 at the skull, the attacker sits (maneuvers.toml, piledriver).

    Dice: 3d for a bad back · 3d, 3d · 3d to hit and its critical miss · the swing dice and their injury.
    """
    strain_back(scene, my, me)
    mine = grip_strength(scene, my, me)
    between(scene)
    if contest(scene, me.side, Contest.PILEDRIVER, mine, grip_strength(scene, their, foe)) <= _0:
        return False
    r = my.row[row]
    target = r.level + hindrance(scene, me) + posture_hit(scene, me, r) + grab_mods(scene, me, r)
    target += mod(scene, Mod.ESCAPED_SIGHT, -_6 * foe.unseen)
    if opt == Opt.HIT or opt == Opt.AOA:
        target += mod(scene, Mod.ALL_OUT_HIT, _4)
    target += swung(scene, me.side)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_attack(scene, me.side, np.int64(Act.PILEDRIVER), TORSO, r.level, target, result, _0)
    if scene.ring.now.fickle != _0:
        total, result = decisive(scene, me.side, target, total)
    if result == Result.CRITICAL_FAILURE:
        fumble(scene, my, me, foe, ARM, _0, _0)
    if result > Result.SUCCESS:
        return False
    let_go(scene, me.side)
    let_go(scene, foe.side)
    fall(scene, foe)
    settle(scene, me, SITTING)
    if my.swing_dice > _0:
        hurt(scene, their, foe, BRAIN, my.swing_dice, my.swing_add + (_4 if opt == Opt.STRONG else _2))
    return True


@rare
def pin(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """One exchange of a regular contest of ST a turn; the clearly heavier has +3 (C-06, C-106).

    Dice: 3d, 3d.
    """
    me.pin_tried = _1
    if me.posture <= Posture.CROUCHING:
        settle(scene, me, KNEELING)
    mine = grip_strength(scene, my, me)
    if _5 * my.weight >= _6 * their.weight:
        mine += mod(scene, Mod.HEAVIER, _3)
    between(scene)
    theirs = grip_strength(scene, their, foe)
    if _5 * their.weight >= _6 * my.weight:
        theirs += mod(scene, Mod.HEAVIER, _3)
    mine, theirs = even_out(mine, theirs)
    contest(scene, me.side, Contest.PIN, mine, theirs)
    now = scene.ring.now
    if now.margins[0] < _0 or now.margins[1] >= _0:
        return False
    grip = scene.ring.grips.of[me.side]
    grip.pin = _1
    grip.fails = _0
    foe.waiting = _0
    let_go(scene, foe.side)
    tell_effect(scene, foe.side, Effect.PINNED, grip.part, _0)
    return True


@rare
def snap(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """R-38 allowed: ST against HT; a win is near-death (README point 13).

    Dice: 3d, 3d.
    """
    mine = grip_strength(scene, my, me)
    between(scene)
    won = contest(scene, me.side, Contest.NECK_SNAP, mine, health(scene, their, _0)) > _0
    if won:
        end(scene, foe, Ending.NEAR_DEATH, Effect.NEAR_DEATH)
    return won


@rare
def contend(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, act: int, loc: int, opt: int) -> None:
    """A grab that is settled by a contest, with what the minds keep of it."""
    minds = scene.ring.minds
    minds.of[foe.side].provoked = _1
    minds.of[foe.side].attacked = _1
    if act == Act.TAKEDOWN:
        won = take_down(scene, my, me, their, foe, row)
    elif act == Act.SUPLEX:
        won = suplex(scene, my, me, their, foe, row, opt)
    elif act == Act.PILEDRIVER:
        won = drive(scene, my, me, their, foe, row, opt)
    elif act == Act.PIN:
        won = pin(scene, my, me, their, foe)
    elif act == Act.NECK_SNAP:
        won = snap(scene, my, me, their, foe)
    else:
        r = my.row[row]
        mine = r.level + mod(scene, Mod.PLACE, r.aim[loc]) + hindrance(scene, me) + posture_hit(scene, me, r)
        mine += grab_mods(scene, me, r) + mod(scene, Mod.ESCAPED_SIGHT, -_6 * foe.unseen)
        if opt == Opt.HIT:
            mine += mod(scene, Mod.ALL_OUT_HIT, _4)
        between(scene)
        won = contest(scene, me.side, Contest.GRAPPLE, mine, their.grab_resist + mod(scene, Mod.SHOCK, -foe.shock)) > _0
        if won:
            take_hold(scene, me, foe, GRAPPLE, loc, opt)
    note_act(scene, me, act, LANDED if won else FAIL, loc)


@hot
def spend_opening(scene: Any, me: Any, act: int) -> None:
    """A throw or lock out of an opening uses it up (C-105)."""
    if me.opening_until > _0 and is_act(act, FOLLOWS) and scene.ring.grips.of[me.side].kind == _0:
        me.opening_until = _0


__all__ = ["contend", "grip_strength", "seize", "spend_opening"]
