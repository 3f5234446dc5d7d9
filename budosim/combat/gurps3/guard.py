"""Which active defences are open against a blow, and how good each is (C-16, C-17, C-61…C-66, C-72, C-73)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.gurps3.art_blows import reeling_dodge
from budosim.combat.gurps3.grip import BINDING, free_hands
from budosim.combat.gurps3.ids import Act, Class, Limb, Loc, Posture
from budosim.combat.gurps3.memory import any_marked
from budosim.combat.gurps3.move import can_go_back, halved, legs_lost
from budosim.combat.gurps3.policy import barred
from budosim.combat.gurps3.roll import eyes

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
POSTURE_DEFENCE = np.array([0, 0, -2, -3, -2, -3], dtype=np.int64)
"""On active defences, by posture (C-54, C-68)."""

DODGE = np.int64(Act.DODGE)
ATTACK_CODE = -np.int64(Class.ATTACK)
PARRY = np.int64(Act.PARRY)
RIPOSTE_ACT = np.int64(Act.RIPOSTE)
AGGR_PARRY = np.int64(Act.AGGR_PARRY)
NO_DEFENCE = np.int64(Act.NO_DEFENCE)
JUMP_BACK = np.int64(Act.JUMP_BACK)
PARRYING_KICK = np.int64(Act.PARRYING_KICK)


@hot
def hand_free(scene: Any, me: Any, hand: int) -> bool:
    """Whether the right (0) or left (1) hand can still parry this turn (C-17, C-28)."""
    most = _2 if me.aod == _1 else _1
    return (
        me.parried[hand] < most
        and me.hand_lost[hand] == _0
        and me.no_parry == _0
        and me.lost >> (Loc.ARM_R + hand) & np.int64(5) == _0
        and (scene.ring.now.clinch == _0 or free_hands(scene, me) >> hand & _1 == _1)
    )


@hot
def parries_left(scene: Any, me: Any) -> int:
    """Bare-hand parries still open in this turn."""
    return np.int64(hand_free(scene, me, _0)) + np.int64(hand_free(scene, me, _1))


@hot
def dodge_score(scene: Any, my: Any, me: Any, swung: int) -> int:
    """Dodge by Move, or by half of 体捌き, with Enhanced Dodge and a boxer's bonus (C-40, C-62, C-63, R-61)."""
    n = halved(scene, me, my.dodge_move)
    if my.tai_sabaki > n:
        other = halved(scene, me, my.tai_sabaki)
        if other > n:
            n = other
    n += my.dodge_bonus + reeling_dodge(me)
    if swung == _0:
        n += my.boxing_dodge
    return n


@hot
def parry_score(my: Any, r: Any) -> int:
    """Best bare-hand parry against a hand, a foot or a grab (C-16, C-64)."""
    if r.grab != _0:
        return my.parry_grab + my.parry_bonus
    return (my.parry_foot if r.kick == _1 else my.parry_hand) + my.parry_bonus


@hot
def ground_gain(my: Any, me: Any, r: Any) -> int:
    """What 寝技 makes of the parry of one who is down, over the posture's score; 0 when it is no better (C-56)."""
    if me.posture <= Posture.CROUCHING:
        return _0
    gain = (my.ground_parry_grab if r.grab != _0 else my.ground_parry) - parry_score(my, r)
    gain -= POSTURE_DEFENCE[me.posture]
    return gain if gain > _0 else _0


@hot
def retreat_legal(scene: Any, my: Any, me: Any, foe: Any, counter: int) -> bool:
    """Whether the one retreat of the turn is open (C-66, C-72)."""
    return (
        me.retreated == _0
        and counter == _0
        and me.stunned == _0
        and scene.ring.now.clinch == _0
        and me.airborne == _0
        and me.posture <= Posture.CROUCHING
        and me.all_out == _0
        and can_go_back(scene, my, me, foe)
    )


@rare
def struck_before(scene: Any, me: Any) -> bool:
    """Whether he attacked in his own last turn (R-23 no_other)."""
    mind = scene.ring.minds.of[me.side]
    return any_marked(mind.used_before, ATTACK_CODE, _0)


@hot
def defence_legal(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, act: int) -> bool:
    """Whether one kind of defence is open against this blow."""
    r = their.row[row]
    if act == DODGE or act == NO_DEFENCE:
        return True
    if act == JUMP_BACK:
        return retreat_legal(scene, my, me, foe, _0)
    if act == PARRYING_KICK:
        return (
            my.parry_kick > _0
            and r.kick == _1
            and me.posture == Posture.STANDING
            and legs_lost(me) == _0
            and me.kick_parried[0] + me.kick_parried[1] < _2
        )
    if r.limb == Limb.SPELL:
        return False
    if r.two_parries == _1:
        if parries_left(scene, me) < _2:
            return False
    elif parries_left(scene, me) == _0:
        return False
    if act == PARRY:
        return True
    if r.grab != _0:
        return False
    if act == AGGR_PARRY:
        return my.aggressive > _0
    if act == RIPOSTE_ACT:
        return (
            my.riposte > _0
            and my.counter_row > _0
            and me.stunned == _0
            and me.aod == _0
            and me.owed < my.subturns
            and foe.in_series == _0
            and (scene.ring.rules.riposte != _2 or not struck_before(scene, me))
            and scene.ring.now.apart <= my.row[my.counter_row].reach_max
        )
    return False


@hot
def bound(scene: Any, me: Any) -> int:
    """Both arms tied up by 化勁: -4 on what they do."""
    if scene.ring.now.clinch == _0 or scene.ring.grips.of[_1 - me.side].kind != BINDING:
        return _0
    return -_4


@hot
def parry_only(scene: Any, me: Any, r: Any) -> int:
    """What counts on a hand parry alone: the technique's nature, a lost eye, arms that are tied up."""
    eye = eyes(me)
    return r.target_parry + (eye if eye > -_3 else _0) + bound(scene, me) + _2 * me.reads_touch


@kernel
def best_defence(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, not_this: int) -> int:
    """The defence with the best chance, a parry before a dodge of the same (semantics §6.8); 0 when none."""
    r = their.row[row]
    best = _0
    score = np.int64(-99)
    if not_this != DODGE and not barred(scene, me, DODGE):
        best = DODGE
        score = dodge_score(scene, my, me, r.swung)
    if (
        not_this != PARRYING_KICK
        and not barred(scene, me, PARRYING_KICK)
        and defence_legal(scene, my, me, their, foe, row, PARRYING_KICK)
    ):
        if my.parry_kick + r.target_parry >= score:
            best = PARRYING_KICK
            score = my.parry_kick + r.target_parry
    if not_this != PARRY and defence_legal(scene, my, me, their, foe, row, PARRY) and not barred(scene, me, PARRY):
        if parry_score(my, r) + ground_gain(my, me, r) + parry_only(scene, me, r) >= score:
            best = PARRY
    return best
