"""Active defences: which are open, which is taken, how it ends (C-16…C-18, C-28, C-61…C-73, C-128, C-140)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import roll3, roll_n
from budosim.combat.common.grid import BACK, FRONT, SIDE
from budosim.combat.gurps3.art_blows import poise_mods
from budosim.combat.gurps3.art_guard import CLAP, CLAP_ART, COMBO, knows_answer, may_clap, may_open, opens_series
from budosim.combat.gurps3.critical import fumble, part_of
from budosim.combat.gurps3.enchant import wards
from budosim.combat.gurps3.grip import GRAPPLE, is_pinned
from budosim.combat.gurps3.guard import (
    AGGR_PARRY,
    DODGE,
    JUMP_BACK,
    NO_DEFENCE,
    PARRY,
    PARRYING_KICK,
    POSTURE_DEFENCE,
    RIPOSTE_ACT,
    best_defence,
    bound,
    defence_legal,
    dodge_score,
    ground_gain,
    hand_free,
    parry_score,
    retreat_legal,
)
from budosim.combat.gurps3.ids import N_ACT, Contest, From, Limb, Mod, Result, Roll, Why
from budosim.combat.gurps3.memory import note_defence
from budosim.combat.gurps3.move import can_turn, face, fall, go_back
from budosim.combat.gurps3.nature import READ, foresight, tie
from budosim.combat.gurps3.passive import feels
from budosim.combat.gurps3.policy import RETREAT, barred
from budosim.combat.gurps3.react import CAST, choose_defence
from budosim.combat.gurps3.roll import EYES, check, contest, decisive, eyes, is_blind, judge, keeps_footing, swung
from budosim.combat.gurps3.seize import take
from budosim.combat.gurps3.tell import between, hush, mod, note_dice, tell_defence, tell_roll
from budosim.combat.gurps3.wound import NO_FATE, injure

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
_NONE = np.int64(-1)
HIT, STOPPED, RIPOSTE, SERIES = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
"""How a blow that was rolled well ends: it lands, it is stopped, or it is answered at once, by a blow or several."""

SENSIBLE_SAKIYOMI = np.int64(6)
"""Below this level the roll harms more than it helps, so nobody makes it [ruling]."""
SENSIBLE_ACROBATICS = np.int64(12)
"""From this level an acrobatic dodge helps on average [ruling]."""


@kernel
def common_mods(
    scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, from_arc: int, lure: int, counter: int
) -> int:
    """Everything that counts on dodge and parry alike (C-68)."""
    r = their.row[row]
    n = mod(scene, Mod.COMBAT_REFLEXES, my.combat_reflexes)
    plain = from_arc | lure | counter | me.stunned | me.posture | me.lost_balance | me.guard_dropped
    plain |= me.poise | scene.ring.now.hidden
    if plain | me.own_def | me.airborne | me.torn | (me.lost & EYES) == _0:
        return n + mod(scene, Mod.ATTACK_KIND, r.target_def)
    if from_arc == SIDE and my.peripheral == _0:
        n += mod(scene, Mod.SIDE, -_2)
    elif from_arc == BACK:
        n += mod(scene, Mod.SIDE, -_2)
    if me.stunned != _0:
        n += mod(scene, Mod.STUNNED, -_4)
    n += mod(scene, Mod.POSTURE, POSTURE_DEFENCE[me.posture])
    if lure != _0:
        n += mod(scene, Mod.FEINT, -(lure * _2 if me.guard_dropped == _1 and lure > _0 else lure))
    if me.lost_balance == _1:
        n += mod(scene, Mod.LOST_BALANCE, -_2)
    if me.guard_dropped == _1:
        n += mod(scene, Mod.GUARD_DROPPED, -_2)
    n += mod(scene, Mod.OWN_ACT, me.own_def)
    if me.airborne == _1 and scene.ring.rules.airborne == _0:
        n += mod(scene, Mod.AIRBORNE, -_2)
    if (is_blind(me) or scene.ring.now.hidden == _1) and scene.ring.now.seen == _0:
        n += mod(scene, Mod.UNSEEN, -_4)
    n += mod(scene, Mod.ATTACK_KIND, r.target_def)
    if me.torn == _1:
        n += mod(scene, Mod.TORN_MUSCLE, -_1)
    if me.poise != _0:
        n += poise_mods(scene, me)
    if counter == _1:
        n += mod(scene, Mod.RIPOSTE, -_2)
    return n


@kernel
def foreseen(scene: Any, my: Any, their: Any) -> int:
    """Level of <先読み> (+8 from afar) or 見切り, the better one (C-128, T-17, R-53)."""
    level = my.sakiyomi
    if level > _0 and (my.nature | their.nature) & READ != _0:
        level += foresight(scene, my, their)
    if level > _0 and scene.ring.now.launch >= scene.ring.rules.far:
        level += mod(scene, Mod.DISTANCE, scene.ring.rules.far_bonus)
    if my.mikiri > level:
        hush(scene)
        level = my.mikiri
    return level


@kernel
def sakiyomi(scene: Any, my: Any, me: Any, their: Any, row: int) -> int:
    """What reading the attack adds, once an attack.

    +1 and +1 more for each full 4 points of margin, a critical +1 more, at most +4; a critical failure -1.
    R-32 contest: +3 for winning against the attack's level.

    Dice: 3d when the level is worth a roll; 3d, 3d by R-32 contest. Source: C-128, T-17, R-32, R-53.
    """
    level = foreseen(scene, my, their)
    if level < SENSIBLE_SAKIYOMI or me.stunned != _0 or scene.ring.rules.sakiyomi == _2:
        hush(scene)
        return _0
    if scene.ring.rules.sakiyomi == _1:
        between(scene)
        return _3 if contest(scene, me.side, Contest.SAKIYOMI, level, their.row[row].level) > _0 else _0
    target = level + swung(scene, me.side)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_roll(scene, me.side, Roll.SAKIYOMI, target, result)
    if result == Result.CRITICAL_FAILURE:
        return -_1
    if result == Result.FAILURE:
        return _0
    margin = target - total
    bonus = _1 + (margin // scene.ring.rules.sakiyomi_step if margin > _0 else _0)
    if result == Result.CRITICAL_SUCCESS:
        bonus += _1
    return bonus if bonus < scene.ring.rules.sakiyomi_cap else scene.ring.rules.sakiyomi_cap


@rare
def read_as_parry(scene: Any, my: Any, me: Any, their: Any, row: int, act: int) -> int:
    """R-32 parry: two thirds of the level are a parry of their own; what that is above the plain one."""
    level = foreseen(scene, my, their)
    hush(scene)
    if act != PARRY or level < SENSIBLE_SAKIYOMI or me.stunned != _0:
        return _0
    more = level * _2 // _3 - parry_score(my, their.row[row])
    return more if more > _0 else _0


@hot
def use_hands(scene: Any, me: Any, both: int) -> None:
    """Spend the parry of a hand, or of both."""
    if both == _1:
        me.parried[0] += _1
        me.parried[1] += _1
    elif hand_free(scene, me, _0) and (me.parried[0] <= me.parried[1] or not hand_free(scene, me, _1)):
        me.parried[0] += _1
    else:
        me.parried[1] += _1


@kernel
def own_score(scene: Any, my: Any, me: Any, their: Any, row: int, act: int) -> int:
    """The score a kind of defence starts from, and what counts on it alone."""
    r = their.row[row]
    if act == DODGE or act == JUMP_BACK:
        return dodge_score(scene, my, me, r.swung)
    if act == PARRYING_KICK:
        return my.parry_kick
    if act == RIPOSTE_ACT:
        base = (my.riposte_foot if r.kick == _1 else my.riposte) * _2 // _3 + my.parry_bonus
    elif act == AGGR_PARRY:
        base = (my.aggressive_foot if r.kick == _1 else my.aggressive) * _2 // _3 + my.parry_bonus
    elif act == CLAP:
        base = my.art[CLAP_ART] + my.parry_bonus
    else:
        return parry_score(my, r)
    return base


@kernel
def try_defence(
    scene: Any,
    my: Any,
    me: Any,
    their: Any,
    foe: Any,
    row: int,
    act: int,
    common: int,
    read: int,
    back: int,
    list_: int,
    line: int,
) -> int:
    """One defence roll with its critical results; 1 when it stops the blow, 0 when not, -1 on a critical failure.

    Dice: 3d Acrobatics for an acrobatic dodge · 3d · 3d (and more) on a critical either way.
    Source: C-61…C-72, C-140.
    """
    r = their.row[row]
    base = own_score(scene, my, me, their, row, act)
    if (act == PARRY or act == COMBO) and ground_gain(my, me, r) > _0:
        # 寝技 stands in for the score and for what posture takes off it (C-56)
        base += ground_gain(my, me, r) + POSTURE_DEFENCE[me.posture]
        common += mod(scene, Mod.GROUND_FIGHTING, -POSTURE_DEFENCE[me.posture])
    target = base + common + read
    is_dodge = act == DODGE or act == JUMP_BACK
    if not is_dodge:
        target += mod(scene, Mod.PARRY_KIND, r.target_parry)
        eye = eyes(me)
        if eye > -_3 and act != PARRYING_KICK:
            target += mod(scene, Mod.ONE_EYE, eye)
        if act != PARRYING_KICK:
            target += mod(scene, Mod.BOUND, bound(scene, me)) + mod(scene, Mod.STICKING, _2 * me.reads_touch)
    if back == _1 and r.no_retreat == _0:
        target += mod(scene, Mod.RETREAT, _3)
    elif me.retreat_bonus == _1 and r.no_retreat == _0:
        target += mod(scene, Mod.RETREAT_TURN, _3)
    if act == JUMP_BACK and me.acro_dodged == _0 and my.acrobatics >= SENSIBLE_ACROBATICS:
        me.acro_dodged = _1
        target += acrobatic(scene, my, me)
    target += swung(scene, me.side)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_defence(scene, me.side, act, base, target, result, back, list_, line)
    if scene.ring.now.fickle != _0:
        total, result = decisive(scene, me.side, target, total)
    if not is_dodge:
        if act == PARRYING_KICK:
            me.kick_parried[0 if me.kick_parried[0] == _0 else 1] += _1
        else:
            use_hands(scene, me, r.two_parries | np.int64(act == CLAP))
    if act == PARRY and result <= Result.SUCCESS and my.opens != _0:
        note_opening(scene, my, me, r)
    note_defence(scene, me, PARRY if act == COMBO or act == CLAP else act, np.int64(result <= Result.SUCCESS))
    if back == _1:
        me.retreated = _1
        if scene.ring.rules.retreat_scope == _1:
            me.retreat_bonus = _1
        go_back(scene, me, foe, scene.ring.rules.fine_per_yard, Why.RETREAT)
        if can_turn(scene, me):
            face(me, foe)
    if result == Result.CRITICAL_SUCCESS:
        fumble(scene, their, foe, me, r.limb, r.kick, _0)
        return _1
    if result == Result.SUCCESS:
        return _1
    if result == Result.CRITICAL_FAILURE:
        if is_dodge:
            fall(scene, me)
        else:
            limb = np.int64(Limb.LEG.value) if act == PARRYING_KICK else np.int64(Limb.ARM.value)
            fumble(scene, my, me, foe, limb, _0, _1)
        return -_1
    if act == PARRYING_KICK and me.immortal == _0 and not keeps_footing(scene, my, me, my.dx, _1):
        fall(scene, me)
    return _0


@rare
def note_opening(scene: Any, my: Any, me: Any, r: Any) -> None:
    """A parry of Judo, or of Wrestling against a grab, lets a throw or a lock follow (C-105, C-109)."""
    kind = _2 if r.grab != _0 else r.kick
    if scene.ring.now.apart <= _2 and my.opens >> kind & _1 == _1:
        me.opening_until = me.turn + _1


@rare
def acrobatic(scene: Any, my: Any, me: Any) -> int:
    """The Acrobatics roll of an acrobatic dodge: +1 or -2 (C-140).

    Dice: 3d.
    """
    if check(scene, me.side, Roll.ACROBATICS, my.acrobatics - me.shock):
        return mod(scene, Mod.ACROBATICS, _1)
    return mod(scene, Mod.ACROBATICS, -_2)


@rare
def bite_back(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> None:
    """An aggressive parry hurts the limb it stops: punch damage -2 (C-71).

    Dice: the punch dice, then those of the injury.
    """
    part = part_of(scene, foe, their.row[row].limb)
    rolled = roll_n(scene.ring.dice, my.aggressive_dice)
    note_dice(scene)
    add = my.aggressive_add - _2
    basic = rolled + add
    if basic < _0:
        basic = _0
    injure(scene, their, foe, part, basic, add, _1, _0, _0, NO_FATE)


@hot
def unseen(scene: Any) -> bool:
    """Whether the blow comes from somebody he neither sees nor feels (C-130)."""
    return scene.ring.now.hidden > scene.ring.now.seen


@hot
def needs_no_sight(act: int) -> bool:
    """Whether a defence works against what one does not see (C-68)."""
    return act == DODGE or act == JUMP_BACK or act == NO_DEFENCE


@kernel
def note_defences(scene: Any, log: Any, my: Any, me: Any, their: Any, foe: Any, row: int, may_go: int) -> None:
    """Note the defences that are open, when someone listens."""
    if log is not None:
        dark = unseen(scene)
        for i in range(N_ACT):
            act = np.int64(i)
            is_open = act >= DODGE and act <= PARRYING_KICK and not barred(scene, me, act)
            if is_open:
                is_open = defence_legal(scene, my, me, their, foe, row, act)
            if act == JUMP_BACK and may_go == _0:
                is_open = False
            if dark and not needs_no_sight(act):
                is_open = False
            if act == COMBO and not dark and knows_answer(my):
                is_open = may_open(scene, my, me, their, foe, row)
            if act == CLAP and not dark:
                is_open = may_clap(scene, my, me, their, row)
            log.head.legal[i] = np.int64(is_open)
        log.head.legal[0] = may_go


@kernel
def defend(
    scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, from_arc: int, lure: int, counter: int
) -> int:
    """What `me` does about a blow of `foe` that was rolled well: HIT, STOPPED or RIPOSTE.

    Dice: 3d 先読み when worth it · 3d a defence (two under All-Out Defense) and what their criticals bring.
    Source: C-28, C-42, C-61…C-72, C-128.
    """
    if me.out != _0 or me.all_out | me.helpless != _0 or is_pinned(scene, me.side):
        return HIT
    scene.ring.now.seen = _0
    if my.blind_fighting > _0 and feels(scene, my, me, from_arc):
        scene.ring.now.seen = _1
        from_arc = FRONT
    if from_arc == BACK and my.peripheral == _0:
        return HIT
    if me.airborne == _1 and scene.ring.rules.airborne == _1:
        return HIT
    may_go = retreat_legal(scene, my, me, foe, counter)
    if me.nature != _0:
        # what conscience forbids to him who was not attacked is free now
        tie(scene, my, me, foe)
    note_defences(scene, scene.log, my, me, their, foe, row, np.int64(may_go))
    act, back, list_, line, order = choose_defence(scene, my, me, their, foe, row, np.int64(may_go))
    if unseen(scene) and not needs_no_sight(act):
        free = may_go and their.row[row].no_retreat == _0 and not barred(scene, me, RETREAT)
        act, back, list_, line = DODGE, np.int64(free), np.int64(From.DEFAULT.value), _NONE
    if act == NO_DEFENCE:
        tell_defence(scene, me.side, act, _0, _0, _NONE, _0, list_, line)
        note_defence(scene, me, act, _0)
        return HIT
    if act == CAST:
        return STOPPED if wards(scene.magic, scene, my, me, their, foe, list_, line) else HIT
    won = act == COMBO and opens_series(scene, my, me, their, foe, order)
    read = sakiyomi(scene, my, me, their, row) if from_arc != BACK else _0
    tries = _2 if me.aod == _1 else _1
    met = _0
    while True:
        if scene.ring.rules.sakiyomi == _2 and from_arc != BACK:
            read = read_as_parry(scene, my, me, their, row, act)
        common = common_mods(scene, my, me, their, foe, row, from_arc, lure, counter)
        if read != _0:
            mod(scene, Mod.SAKIYOMI, read)
        met = try_defence(scene, my, me, their, foe, row, act, common, read, back, list_, line)
        tries -= _1
        if tries == _0 or met != _0 or me.out != _0 or me.stunned != _0:
            break
        kind = DODGE if act == JUMP_BACK else PARRY if act == AGGR_PARRY or act == CLAP else act
        second = best_defence(scene, my, me, their, foe, row, kind)
        if second == _0:
            break
        act, back, list_, line = second, _0, np.int64(From.DEFAULT.value), _NONE
    hush(scene)
    if met != _1:
        return HIT
    if act == AGGR_PARRY and foe.out == _0:
        bite_back(scene, my, me, their, foe, row)
    if act == CLAP and foe.out | me.out == _0:
        take(scene, me, foe, GRAPPLE, part_of(scene, foe, their.row[row].limb), _2)
    if won and foe.out | me.out == _0:
        return SERIES
    if act == RIPOSTE_ACT and foe.out == _0 and me.out == _0:
        if scene.ring.rules.riposte == _0:
            me.owed += _1
        return RIPOSTE
    return STOPPED


__all__ = ["HIT", "RIPOSTE", "SERIES", "STOPPED", "defend"]
