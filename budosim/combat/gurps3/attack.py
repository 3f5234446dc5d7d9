"""One blow: aim, roll, critical, what meets it, and what lands (C-08, C-12…C-20, C-27, C-78…C-80)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import pick, roll3, roll_n, spell_out, will
from budosim.combat.gurps3.art_blows import (
    POINTS,
    PUSH,
    art_damage,
    art_to_hit,
    drunken_lure,
    press_point,
    shove,
    times_st,
)
from budosim.combat.gurps3.critical import critical_hit, fumble, hurt_oneself, part_of
from budosim.combat.gurps3.defence import HIT, RIPOSTE, SERIES, STOPPED, defend
from budosim.combat.gurps3.enchant import aims, is_spell, is_stopped, lands
from budosim.combat.gurps3.focus import pay
from budosim.combat.gurps3.grab import BY_CONTEST, grab_mods
from budosim.combat.gurps3.grip import GRAPPLE, RIGHT, grasped
from budosim.combat.gurps3.ids import (
    Act,
    Contest,
    Effect,
    Limb,
    Loc,
    Mod,
    Opt,
    Posture,
    Result,
    Table,
)
from budosim.combat.gurps3.ids_arts import Art
from budosim.combat.gurps3.memory import DODGED, LANDED, MISSED, PARRIED, TOUCHED, note_act
from budosim.combat.gurps3.move import apart, arc_from, can_turn, face, fall
from budosim.combat.gurps3.nature import dares, honest, sees_through
from budosim.combat.gurps3.passive import rolls_with_it, sees_without_eyes
from budosim.combat.gurps3.records import STRENGTHS
from budosim.combat.gurps3.roll import contest, decisive, hindrance, judge, keeps_footing, posture_hit, swung
from budosim.combat.gurps3.seize import best_of, contend, seize, spend_opening, strength
from budosim.combat.gurps3.tell import between, hush, mod, note_dice, tell_attack, tell_effect, tell_table
from budosim.combat.gurps3.wound import FATE_MOST, NO_FATE, injure, knock_back, stands_fast

_0, _1, _2, _3, _6 = (np.int64(n) for n in (0, 1, 2, 3, 6))
_NOWHERE = np.int64(-1)
_SIDE_DRAW = np.int64(60008)
WILD, WILD_CAP = np.int64(-5), np.int64(9)

RIGHT_ARM = np.int64(1 << Loc.ARM_R | 1 << Loc.HAND_R)

RANDOM_PLACE = np.array(
    [
        -1, -1, -1, Loc.BRAIN, Loc.BRAIN, Loc.HEAD, Loc.ARM_R, Loc.HAND_R, Loc.ARM_R, Loc.TORSO, Loc.TORSO,
        Loc.TORSO, Loc.LEG_R, Loc.LEG_R, Loc.LEG_R, Loc.FOOT_R, Loc.FOOT_R, Loc.VITALS, Loc.VITALS,
    ],
    dtype=np.int64,
)  # fmt: skip
"""C-79 by total; R stands for either side."""


@hot
def to_hit(scene: Any, my: Any, me: Any, foe: Any, row: int, loc: int, opt: int, wild: int) -> int:
    """Effective skill of a blow: the technique's level, the place, then everything that helps or hinders.

    Source: C-08, C-32, C-54, C-60, C-78, C-88, C-93.
    """
    r, now = my.row[row], scene.ring.now
    n = r.level + mod(scene, Mod.PLACE, r.aim[loc]) + hindrance(scene, me)
    n += posture_hit(scene, me, r)
    if r.grab != _0:
        n += grab_mods(scene, me, r)
    if me.airborne == _1 and r.airborne == _0 and scene.ring.rules.airborne == _0:
        n += mod(scene, Mod.AIRBORNE, -_2)
    if opt == Opt.HIT:
        n += mod(scene, Mod.ALL_OUT_HIT, np.int64(4))
    if foe.unseen == _1:
        n += mod(scene, Mod.ESCAPED_SIGHT, -_6)
    if now.special != _0:
        n += mod(scene, Mod.ART, art_to_hit(now.special))
    if r.twice == _1 and now.second == _1:
        n += mod(scene, Mod.SECOND_BLOW, r.second)
    if r.left != _0 and (me.lost & RIGHT_ARM != _0 or (now.clinch != _0 and grasped(scene, me.side) == RIGHT)):
        n += mod(scene, Mod.OFF_HAND, r.left)
    n += mod(scene, Mod.LAME, r.lame)
    if scene.ring.rules.evaluate == _1 and me.weighed >= me.turn:
        n += mod(scene, Mod.SIZED_UP, _1)
    if wild == _1:
        n += mod(scene, Mod.WILD_SWING, WILD)
        if n > WILD_CAP:
            n = WILD_CAP
    return n


@kernel
def random_place(scene: Any, who: int) -> int:
    """Where an unaimed blow lands; a side not named is even chances.

    Dice: 3d, and a draw for the side. Source: C-79.
    """
    total = roll3(scene.ring.dice)
    tell_table(scene, who, Table.LOCATION, total)
    loc = RANDOM_PLACE[total]
    if loc >= Loc.ARM_R:
        now = scene.ring.now
        place = _SIDE_DRAW + (scene.ring.minds.of[who].attacks & np.int64(7))
        loc += pick(will(scene.ring.dice, now.turn, now.side, now.sub, place), _2)
    return loc


@rare
def built_in_feint(scene: Any, my: Any, me: Any, their: Any, row: int, foe: Any) -> int:
    """The feint inside a spin kick or backfist: what it takes off the defence, negative when it fails (C-14).

    Dice: 3d, 3d.
    """
    r = my.row[row]
    mine = r.level + hindrance(scene, me)
    if my.nature != _0:
        mine += honest(scene, my)
    between(scene)
    theirs = their.feint_resist + mod(scene, Mod.SHOCK, -foe.shock)
    if me.poise != _0:
        theirs += drunken_lure(scene, me)
    if my.nature | their.nature != _0:
        theirs += sees_through(scene, my, their)
    won = contest(scene, me.side, Contest.BUILT_IN_FEINT, mine, theirs)
    if won >= _0:
        return _0 if foe.reads_touch == _1 else won * r.feint_num // r.feint_den
    return -((-won) * r.feint_num // r.feint_den)


@hot
def declare(scene: Any, my: Any, me: Any, foe: Any, row: int, act: int, opt: int) -> None:
    """What declaring a blow brings with it: air, lost defences, the foe's knowledge of it."""
    r = my.row[row]
    now = scene.ring.now
    now.declared = act
    now.declared_row = row
    now.attacker = me.side
    if me.nature != _0 and (r.airborne | r.all_out == _1 or (opt != Opt.NONE and opt <= Opt.FEINT)):
        dares(scene, me)
    if r.airborne == _1 and me.airborne == _0:
        me.airborne = _1
        tell_effect(scene, me.side, Effect.AIRBORNE, _NOWHERE, _0)
    elif r.own_def != _0 and r.airborne == _0:
        me.own_def = r.own_def
    if r.own_no_parry == _1:
        me.no_parry = _1
    if r.hand_lost == _1:
        me.hand_lost[part_of(scene, me, r.limb) - np.int64(Loc.ARM_R.value)] = _1
    if now.clinch != _0 and r.limb == Limb.ARM and scene.ring.grips.of[me.side].kind == GRAPPLE:
        scene.ring.grips.of[me.side].hands = _1
    if r.all_out == _1 or (opt != Opt.NONE and opt <= Opt.FEINT):
        me.all_out = _1
        me.all_out_done = _1


@rare
def misses(scene: Any, my: Any, me: Any, row: int) -> None:
    """A plain miss with the feet: keep the footing or fall (C-12).

    Dice: 3d for a kick of a standing or airborne fighter, else none.
    """
    r = my.row[row]
    if r.miss_fall == _0 or me.posture == Posture.LYING or me.immortal == _1:
        return
    if not keeps_footing(scene, my, me, r.footing + mod(scene, Mod.KICKING, r.miss_mod), _1):
        fall(scene, me)
        if r.leaps == _1:
            hurt_oneself(scene, my, me, np.int64(Loc.TORSO.value), my.thrust_dice, my.thrust_add - _2, _0)


@rare
def sweep(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> bool:
    """An undefended sweep: contest against the best of DX, ST, Judo and Acrobatics; the foe falls if he loses.

    Dice: 3d, 3d; none against a foe in the air, whom it cannot touch. Source: C-14, C-60.
    """
    if foe.airborne == _1 or foe.posture == Posture.LYING:
        return False
    theirs = their.sweep_resist - foe.shock
    if their.st > theirs:
        theirs = best_of(theirs, strength(scene, their, foe))
    hush(scene)
    if contest(scene, me.side, Contest.SWEEP, my.row[row].level - me.shock, theirs) <= _0:
        return False
    if stands_fast(scene, their, foe, _0):
        return False
    fall(scene, foe)
    return True


@rare
def by_strength(scene: Any, my: Any, me: Any, r: Any, times: int) -> Any:
    """Dice and adds of a technique by the strength that is left, once or several times (C-09, C-117, R-42)."""
    if r.dice == _0:
        return _0, _0
    st = my.st
    if scene.ring.rules.fatigue_st == _2:
        st = strength(scene, my, me)
        hush(scene)
    st *= times
    if st < _0:
        st = _0
    if st >= np.int64(STRENGTHS):
        st = np.int64(STRENGTHS - 1)
    thrust = scene.ring.rules.thrust
    return thrust[st, 0], thrust[st, 1] + r.bonus


@kernel
def hurt(
    scene: Any, my: Any, me: Any, r: Any, their: Any, foe: Any, loc: int, opt: int, factor: int, no_dr: int, fate: int
) -> tuple[int, int]:
    """The damage of a blow: basic damage, and what is left of it after rolling with it.

    Dice: the damage dice, those of `injure`. Source: C-10, C-13, C-15, C-27.
    """
    n, add = r.dice, r.add
    special = scene.ring.now.special
    if scene.ring.rules.fatigue_st == _2 or times_st(special) > _1:
        n, add = by_strength(scene, my, me, r, times_st(special))
    if special | me.poise != _0 and n > _0:
        add += art_damage(me, special)
    if opt == Opt.STRONG:
        add += _2
    if (loc >= Loc.LEG_R and loc <= Loc.LEG_L) or loc == Loc.TORSO:
        add += r.leg_bonus
    if loc == Loc.NECK:
        add += r.neck_bonus
    if scene.ring.now.clinch != _0 and scene.ring.grips.of[me.side].kind != _0:
        add += r.grapple_bonus
    if special & POINTS != _0 and n == _0:
        # a touch
        press_point(scene, my, me, their, foe, loc)
        return _0, _0
    if fate == FATE_MOST:
        rolled = _6 * n
    else:
        rolled = roll_n(scene.ring.dice, n)
        note_dice(scene)
    basic = rolled + add
    if basic < _0:
        basic = _0
    basic *= factor
    softened = rolls_with_it(scene, their, foe, loc, basic) if their.roll_with_blow > _0 else basic
    scene.ring.now.wound = special
    injure(scene, their, foe, loc, softened, add, factor, no_dr, r.ear_clap, fate)
    scene.ring.now.wound = _0
    if special & POINTS != _0 and foe.out == _0:
        press_point(scene, my, me, their, foe, loc)
    return basic, softened


@kernel
def land(
    scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, loc: int, opt: int, factor: int, no_dr: int, fate: int
) -> None:
    """The blow gets through: damage, then knock-back and what the technique adds.

    Dice: the damage dice, those of `injure`, 3d for knock-back, 3d for a lariat's victim.
    Source: C-10, C-13, C-15, C-27, C-52.
    """
    r = my.row[row]
    if is_spell(scene.magic, r):
        basic = lands(scene.magic, scene, my, me, their, foe, factor, no_dr)
        softened = basic
    else:
        basic, softened = hurt(scene, my, me, r, their, foe, loc, opt, factor, no_dr, fate)
    if foe.out == _0:
        knock_back(scene, my, their, foe, me, basic, np.int64(r.knock_double == _1 or softened < basic))
        if r.fall_check == _1 and foe.posture != Posture.LYING and foe.immortal == _0:
            if not keeps_footing(scene, their, foe, their.dx, _1) and not stands_fast(scene, their, foe, _0):
                fall(scene, foe)


@rare
def throw_ahead(scene: Any, who: int) -> None:
    """Make a side's attack roll before its blow comes about (C-73).

    Dice: 3d.
    """
    now, dice = scene.ring.now, scene.ring.dice
    now.thrown[who] = roll3(dice)
    now.faces[who, 3] = spell_out(dice)
    for i in range(3):
        now.faces[who, i] = dice.last[i]


@kernel
def attack_roll(scene: Any, who: int, counter: int) -> int:
    """The 3d of a blow: those made ahead, or new ones.

    Dice: 3d unless they were thrown ahead.
    """
    now, dice = scene.ring.now, scene.ring.dice
    total = now.thrown[who]
    if total == _0 or counter == _1:
        return roll3(dice)
    now.thrown[who] = _0
    dice.index = _NOWHERE
    dice.n_last = now.faces[who, 3]
    for i in range(3):
        dice.last[i] = now.faces[who, i]
    return total


@kernel
def strike(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> int:
    """The blow of `me` at `foe` that stands in `now`: row, act, place, option.

    RIPOSTE when the foe stopped it and strikes back at once, else STOPPED or HIT.

    Dice, in order: built-in feint (3d, 3d) · attack 3d · table 3d on a critical, which ends it or lands
    undefended · place 3d when unaimed · the defence's · the damage's · 3d to keep the footing after a missed kick.
    Source: rules/combat.md §0 (canonical order).
    """
    now = scene.ring.now
    row, act, loc, opt, counter, wild = now.row, now.act, now.loc, now.opt, now.answers, now.wild
    r = my.row[row]
    declare(scene, my, me, foe, row, act, opt)
    now.hidden = me.unseen
    now.touched = _1
    if r.grab != _0:
        spend_opening(scene, me, act)
        if r.grab == BY_CONTEST or (act == Act.GRAPPLE and scene.ring.rules.grapple_roll == _1):
            contend(scene, my, me, their, foe, row, act, loc, opt)
            me.unseen = _0
            return STOPPED
    if scene.ring.rules.flank == _0 and scene.ring.rules.auto_face == _0 and can_turn(scene, foe):
        face(foe, me)
    lure = me.feint if me.feint_until >= me.turn else _0
    if r.feint_num > _0:
        lure += built_in_feint(scene, my, me, their, row, foe)
    if scene.ring.rules.feint_scope != _1:
        me.feint = _0
    target = to_hit(scene, my, me, foe, row, loc, opt, wild)
    if my.blind_fighting > _0 and r.grab == _0:
        target += mod(scene, Mod.BLIND_FIGHTING, sees_without_eyes(scene, my, me, foe, loc))
    target = aims(scene.magic, scene, my, me, foe, r, target)
    target += swung(scene, me.side)
    me.weighed = _0
    total = attack_roll(scene, me.side, counter)
    result = judge(target, total)
    tell_attack(scene, me.side, act, loc, r.level, target, result, counter)
    if now.fickle != _0:
        total, result = decisive(scene, me.side, target, total)
    me.unseen = _0
    if now.special & PUSH != _0:
        pay(scene, me, np.int64(Art.PUSH.value), result)
    minds = scene.ring.minds
    minds.of[foe.side].provoked = _1
    minds.of[foe.side].attacked = _1
    if r.grab == _0:
        minds.of[foe.side].foe_limb = part_of(scene, me, r.limb)

    if result == Result.CRITICAL_FAILURE:
        if not is_spell(scene.magic, r):
            fumble(scene, my, me, foe, r.limb if r.grab == _0 else np.int64(Limb.ARM.value), r.kick, _0)
        note_act(scene, me, act, MISSED, loc)
        now.touched = np.int64(r.grab != _0)
        return STOPPED
    if result == Result.FAILURE:
        if r.swung == _1 and loc <= Loc.HEAD and total == target + _1 and total < np.int64(17):
            loc = np.int64(Loc.TORSO.value)
        else:
            misses(scene, my, me, row)
            now.touched = np.int64(r.grab != _0)
            note_act(scene, me, act, MISSED, loc)
            return STOPPED
    if is_stopped(scene.magic, scene, my, me, foe, r):
        note_act(scene, me, act, MISSED, loc)
        return STOPPED
    place = random_place(scene, me.side) if loc == Loc.ANYWHERE else loc
    factor, no_dr, fate, damages = _1, _0, NO_FATE, _1
    if result == Result.CRITICAL_SUCCESS:
        if total == _3 and scene.ring.rules.nat3 == _1:
            fate = FATE_MOST
        elif r.sweep | r.grab | (now.special & PUSH) == _0:
            factor, no_dr, fate, damages = critical_hit(scene, my, me, their, foe, place)
    else:
        met = defend(scene, their, foe, my, me, row, arc_from(scene, foe, me), lure, counter)
        if met != HIT:
            last = minds.of[foe.side].last_def
            dodged = last == Act.DODGE or last == Act.JUMP_BACK
            note_act(scene, me, act, DODGED if dodged else PARRIED, loc)
            return met
    outcome = LANDED
    if r.grab != _0:
        if foe.out | me.out == _0:
            seize(scene, my, me, their, foe, row, act, loc, opt)
        note_act(scene, me, act, LANDED, loc)
        return HIT
    if r.sweep == _1:
        if not sweep(scene, my, me, their, foe, row):
            outcome = TOUCHED
    elif now.special & PUSH != _0:
        shove(scene, my, me, their, foe)
    elif damages == _1 and foe.out == _0:
        land(scene, my, me, their, foe, row, place, opt, factor, no_dr, fate)
    minds.of[foe.side].was_hit = _1
    note_act(scene, me, act, outcome, place)
    return HIT


__all__ = ["HIT", "RIPOSTE", "SERIES", "STOPPED", "apart", "strike", "to_hit"]
