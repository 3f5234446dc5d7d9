"""A spell takes hold: its effects one by one (M-44)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.common.dice import roll_n
from budosim.combat.gurps3.area import lay_out
from budosim.combat.gurps3.grip import limb_lost
from budosim.combat.gurps3.ids import Contest, Effect, Loc, Loss, Mod, Posture, Roll, Stun, Why
from budosim.combat.gurps3.magic_records import ON, Aim, Held, Sort, Stat
from budosim.combat.gurps3.move import fall, go_back
from budosim.combat.gurps3.roll import check, contest, health, keeps_footing
from budosim.combat.gurps3.spell import (
    BY_SPELL,
    PLACE,
    begin,
    finish,
    hold_part,
    sum_up_both,
    tire_by,
)
from budosim.combat.gurps3.tell import mod, note_dice, tell_effect
from budosim.combat.gurps3.wound import FATE_PIERCED, NO_FATE, injure, knock_back, lose_part, stun, stun_mind

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
TORSO = np.int64(Loc.TORSO)
CRUSH, BURN, IMPALE, SPECIAL, CHOKE = (np.int64(n) for n in range(5))
PRONE, STUNNED, DIZZY, BLIND = (np.int64(h) for h in (Held.PRONE, Held.STUNNED, Held.DIZZY, Held.BLIND))
NO_FIRE = np.int64(Held.NO_FIRE)
LIMBS = np.array([Loc.ARM_R, Loc.ARM_L, Loc.LEG_R, Loc.LEG_L], dtype=np.int64)
AWAY = np.int64(3)


@kernel
def dice_of(part: Any, energy: int) -> Any:
    """Dice and adds of an effect; the add of a step is for each die (M-44)."""
    steps = _0
    if part.each > _0:
        steps = energy // part.each
        if steps > part.most:
            steps = part.most
    return part.dice + part.step_dice * steps, part.add + part.step_add * steps


@rare
def harm(
    scene: Any, their: Any, foe: Any, part: Any, energy: int, loc: int, factor: int, no_dr: int, halved: int
) -> int:
    """Damage of a spell at a place; the basic damage.

    Dice: those of the spell, then those of the injury. Fire does nothing to whom a spell keeps from it.
    """
    dice, add = dice_of(part, energy)
    rolled = roll_n(scene.ring.dice, dice)
    note_dice(scene)
    basic = (rolled + add) * factor
    if basic < _0 or (part.type == BURN and foe.bound & NO_FIRE != _0):
        basic = _0
    if halved == _1:
        basic //= _2
    fate = FATE_PIERCED if part.type == IMPALE else NO_FATE
    raw = _1 if part.raw == _1 or no_dr == _1 else _0
    injure(scene, their, foe, loc, basic, add, factor, raw, _0, fate)
    return basic


@kernel
def push(scene: Any, my: Any, me: Any, their: Any, foe: Any, part: Any, energy: int) -> None:
    """A push without injury: a fine hex a point, then DX or a fall (M-44).

    Dice: those of the spell if it has any; 3d unless he lies.
    """
    points = part.per * energy
    if part.step_dice > _0:
        dice, _ = dice_of(part, energy)
        points += roll_n(scene.ring.dice, dice)
        note_dice(scene)
    if points <= _0 or foe.immortal == _1:
        return
    go_back(scene, foe, me, points, Why.KNOCKED_BACK)
    tell_effect(scene, foe.side, Effect.KNOCKED_BACK, _NONE, points // scene.ring.rules.fine_per_yard)
    if foe.posture != Posture.LYING and not keeps_footing(scene, their, foe, their.dx, _1):
        fall(scene, foe)


@kernel
def score_of(scene: Any, their: Any, foe: Any, part: Any) -> int:
    """What a roll asked by a spell is made against."""
    if part.check == Stat.HT:
        return health(scene, their, _0) + mod(scene, Mod.SPELL, part.mod)
    if part.check == Stat.DX:
        n = their.dx + mod(scene, Mod.SHOCK, -foe.shock)
    elif part.check == Stat.ST:
        n = their.st
    else:
        n = their.will + mod(scene, Mod.COURAGE, their.fearless + scene.ring.arcana.of[foe.side].applied[Stat.CALM])
    return n + mod(scene, Mod.SPELL, part.mod)


@kernel
def at_once(scene: Any, foe: Any, state: int) -> None:
    """A state that is an event: down, or stunned."""
    if state & PRONE != _0:
        fall(scene, foe)
    if state & STUNNED != _0:
        stun(scene, foe)
    if state & DIZZY != _0:
        stun_mind(scene, foe)


@kernel
def limb_of(foe: Any, leg_first: int) -> int:
    """The limb a spell takes: right arm, left arm, the legs; of a cramp a leg first while he stands."""
    for i in range(4):
        loc = LIMBS[(i + _2 * leg_first) % 4]
        if foe.crippled[loc] == _0:
            return loc
    return _NONE


@kernel
def take_limb(scene: Any, me: Any, their: Any, foe: Any, part: Any, at: int, loc: int) -> int:
    """A limb is lost to a spell: for good, for its duration, or for a sub-turn; the limb, -1 none."""
    standing = np.int64(part.flag == _2 and foe.posture <= Posture.CROUCHING)
    limb = loc if loc >= Loc.ARM_R and loc <= Loc.LEG_L and loc != Loc.HAND_R and loc != Loc.HAND_L else _NONE
    if limb < _0 or foe.crippled[limb] != _0:
        limb = limb_of(foe, standing)
    if limb < _0:
        return limb
    if part.flag == _1:
        lose_part(scene, foe, limb, _1)
        return limb
    if part.flag == _2:
        w = scene.ring.arcana.of[foe.side]
        if foe.immortal == _0:
            foe.crippled[limb] = BY_SPELL
            foe.lost |= _1 << limb
            tell_effect(scene, foe.side, Effect.CRIPPLED, limb, _0)
            if scene.ring.now.clinch != _0:
                limb_lost(scene, foe)
        w.numb = limb + _1
        w.numb_until = _0
        return limb
    hold_part(scene, foe, limb)
    if at >= _0:
        scene.ring.arcana.of[me.side].on[at].loc = limb
    return limb


@rare
def one_part(
    scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, p: int, energy: int, skill: int, at: int, loc: int
) -> None:
    """One effect at the moment the spell takes hold.

    Dice: a roll the effect asks for, its damage, a contest of wits for an illusion; else none.
    """
    r = my.spell[row]
    part = r.parts[p]
    sort = part.does
    if sort == Sort.STUN:
        if part.stat == _1:
            stun_mind(scene, foe)
        else:
            stun(scene, foe)
    elif sort == Sort.STATE:
        at_once(scene, foe, part.state)
    elif sort == Sort.CHECK:
        if part.flag == _1 and foe.lost & np.int64(1 << Loc.LEG_R | 1 << Loc.LEG_L) == _0:
            return
        if check(scene, foe.side, Roll.SPELL_CHECK, score_of(scene, their, foe, part)):
            if at >= _0:
                scene.ring.arcana.of[me.side].on[at].lasting[p] = _NONE
        else:
            at_once(scene, foe, part.state)
    elif sort == Sort.TIER:
        if check(scene, foe.side, Roll.SPELL_CHECK, score_of(scene, their, foe, part)) and at >= _0:
            scene.ring.arcana.of[me.side].on[at].done = _1
    elif sort == Sort.DAMAGE:
        harm(scene, their, foe, part, energy, loc if loc >= _0 else TORSO, _1, _0, _0)
    elif sort == Sort.PUSH:
        push(scene, my, me, their, foe, part, energy)
    elif sort == Sort.LIMB:
        take_limb(scene, me, their, foe, part, at, loc)
    elif sort == Sort.CURE:
        cure(scene, my, me, their, foe, part.state)
    elif sort == Sort.HEAL:
        n = part.per * energy
        if n > part.most:
            n = part.most
        mend(scene, my, me, n)
    elif sort == Sort.LEND:
        before = me.hp
        mend(scene, my, me, part.per * energy)
        scene.ring.arcana.of[me.side].lent += me.hp - before
    elif sort == Sort.TURN_ROUND:
        foe.facing = (foe.facing + AWAY) % np.int64(6)
        foe.turned_away = _1
        tell_effect(scene, foe.side, Effect.TURNED, _NONE, foe.facing)
    elif sort == Sort.LURE:
        won = contest(scene, me.side, Contest.ILLUSION, skill, their.iq - foe.shock)
        if won > _0:
            me.feint = won + part.value
            me.feint_until = me.turn + _1


@kernel
def mend(scene: Any, my: Any, me: Any, points: int) -> None:
    """Hit points come back, never above full (M-39)."""
    n = my.max_hp - me.hp
    if points < n:
        n = points
    if n <= _0:
        return
    me.hp += n
    tell_effect(scene, me.side, Effect.HEALED, _NONE, n)


@kernel
def cure(scene: Any, my: Any, me: Any, their: Any, foe: Any, states: int) -> None:
    """States are lifted: a stun, and the foe's spells that hold in them."""
    if states & STUNNED != _0 and me.stunned != Stun.NONE:
        me.stunned = Stun.NONE
        tell_effect(scene, me.side, Effect.RECOVERED, _NONE, _0)
    w = scene.ring.arcana.of[foe.side]
    for k in range(ON):
        on = w.on[k]
        if on.row == _0 or on.subject != me.side:
            continue
        r = their.spell[on.row]
        found = False
        for p in range(r.n_parts):
            if r.parts[p].does == Sort.STATE and r.parts[p].state & states != _0:
                found = True
        if found:
            finish(scene, their, foe, my, me, np.int64(k))


@kernel
def stays(r: Any) -> int:
    """Turns a spell keeps a place among those that are on: 0 without end, -1 it is over at once."""
    if r.lasts > _0:
        return r.lasts
    if r.lasts == _NONE:
        return _0
    longest = _NONE
    if r.lasts == _0:
        for p in range(r.n_parts):
            part = r.parts[p]
            turns = part.flag if part.does == Sort.TIER else part.turns
            if turns > longest and (part.does == Sort.TIER or turns > _0):
                longest = turns
    return longest


@rare
def take_hold(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, energy: int, skill: int, loc: int) -> None:
    """A spell of `me` that nobody defeated does what it does; `loc` is where a touch met the foe, -1 elsewhere.

    Dice: those of its effects.
    """
    r = my.spell[row]
    for p in range(r.n_parts):
        if r.parts[p].does == Sort.WEIGHT and their.pounds > r.parts[p].per * energy:
            return
    if r.fear == _1 and their.unshaken == _1:
        return
    subject = me.side
    if r.aim == Aim.FOE or r.aim == Aim.MISSILE:
        subject = foe.side
    elif r.aim == Aim.GROUND or r.aim == Aim.SHELTER or r.aim == Aim.HERE:
        subject = PLACE
    turns = stays(r)
    at = _NONE
    if turns >= _0:
        at = begin(scene, my, me, their, foe, row, energy, skill, subject, turns)
        if at >= _0 and subject == PLACE:
            lay_out(scene, my, me, foe, row, at)
    for p in range(r.n_parts):
        one_part(scene, my, me, their, foe, row, np.int64(p), energy, skill, at, loc)
    sum_up_both(scene, my, me, their, foe)


__all__ = ["Loss", "dice_of", "harm", "knock_back", "mend", "push", "score_of", "take_hold", "tire_by"]
