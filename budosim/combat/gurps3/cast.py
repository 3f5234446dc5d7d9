"""Casting: who can, at what level, for what price; the casting seconds, the roll, what it ends in (M-07…M-21, T-24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import roll_n
from budosim.combat.gurps3.area import edge_distance, standing
from budosim.combat.gurps3.effects import take_hold
from budosim.combat.gurps3.grip import is_held
from budosim.combat.gurps3.ids import Act, Contest, Effect, Loc, Loss, Mod, Posture, Result, Stun
from budosim.combat.gurps3.magic_records import ON, Aim, Held, Kind2, Sort, Stat, Tale
from budosim.combat.gurps3.memory import FAIL, OK, note_act
from budosim.combat.gurps3.move import apart, legs_lost
from budosim.combat.gurps3.resist import SPELL, cap, spell_roll, withstands
from budosim.combat.gurps3.roll import is_blind
from budosim.combat.gurps3.spell import PLACE, finish, free_slot, slot_of, tire_by
from budosim.combat.gurps3.tell import count_mods, hush, mod, note_dice, tell_effect, tell_spell
from budosim.combat.gurps3.ward import warded
from budosim.combat.gurps3.wound import stun_mind

_0, _1, _2, _3, _4, _5 = (np.int64(n) for n in (0, 1, 2, 3, 4, 5))
_NONE = np.int64(-1)
CAST = np.int64(Act.CAST)
MUTES = np.int64(Held.MUTE | Held.SILENT)
INVISIBLE, ROOTED = np.int64(Held.INVISIBLE), np.int64(Held.ROOTED)
PRONE_BIT = np.int64(Held.PRONE)
RIGHT_ARM = np.int64(1 << Loc.ARM_R | 1 << Loc.HAND_R)
LEFT_ARM = np.int64(1 << Loc.ARM_L | 1 << Loc.HAND_L)
TALE_CAST, TALE_COUNTER = np.int64(Tale.CAST), np.int64(Tale.COUNTER)
CERTAIN = np.int64(99)
"""Margin of a critical success: nothing is resisted at the casting (M-17)."""
WHOLE_BODY, A_WORD, A_SIGN = np.int64(4), np.int64(2), np.int64(1)


# -- what it takes --------------------------------------------------------------------------------------
@kernel
def free_hands(me: Any, w: Any) -> int:
    """Hands for a gesture: sound, and not holding a missile (M-10, M-28)."""
    n = np.int64(me.lost & RIGHT_ARM == _0) + np.int64(me.lost & LEFT_ARM == _0)
    return n - _1 if w.held > _0 else n


@kernel
def can_chant(scene: Any, me: Any, w: Any, r: Any) -> bool:
    """Whether voice, hands and feet are free enough for the ritual (M-10)."""
    voice = me.bound & MUTES == _0
    hands = free_hands(me, w)
    if r.ritual == WHOLE_BODY:
        feet = legs_lost(me) == _0 and me.posture != Posture.LYING and me.bound & ROOTED == _0
        return voice and hands >= _2 and feet and not is_held(scene, me.side)
    if r.ritual >= A_WORD:
        return voice and hands >= _1
    return r.ritual == _0 or voice or hands >= _1


@kernel
def can_concentrate(scene: Any, me: Any, foe: Any) -> bool:
    """M-19: not stunned, helpless, in a hold either way, or in the same hex."""
    free = scene.ring.now.clinch == _0 and apart(me, foe) > _0
    return free and me.stunned == _0 and me.helpless == _0 and me.out == _0


@hot
def price_of(r: Any, energy: int) -> int:
    """M-11: the energy less the reduction, at least 1."""
    n = energy * (r.area if r.area > _1 else _1) - r.less
    return n if n > _1 else _1


@hot
def seconds_of(r: Any, energy: int) -> int:
    """Casting seconds (M-10, M-28)."""
    return r.time * (energy // r.step) if r.charged == _1 else r.time


@rare
def level_now(scene: Any, my: Any, me: Any, foe: Any, row: int, blood: int) -> int:
    """S: the ring level with everything that hinders this cast (M-14, M-15)."""
    r = my.spell[row]
    w = scene.ring.arcana.of[me.side]
    n = r.level
    per = scene.ring.rules.fine_per_yard
    f = apart(me, foe)
    if r.kind == Kind2.AREA:
        n += mod(scene, Mod.DISTANCE, -((edge_distance(scene, me, foe, r) + per - _1) // per))
    elif (r.aim == Aim.FOE or r.aim == Aim.FOE_SPELL) and r.touch == _0:
        n += mod(scene, Mod.DISTANCE, -((f + per - _1) // per))
    if w.n_on > _0:
        others, heavy = _0, _0
        for k in range(ON):
            at = w.on[k].row
            if at > _0 and at != row:
                if my.spell[at].focus == _1:
                    heavy += _1
                else:
                    others += _1
        n += mod(scene, Mod.SPELLS_ON, -others)
        n += mod(scene, Mod.UPKEEP, -_3 * heavy)
    n += mod(scene, Mod.SHOCK, -me.shock)
    n += mod(scene, Mod.BLOOD, -blood)
    n += mod(scene, Mod.DULLED, w.applied[Stat.IQ])
    n += mod(scene, Mod.REPEATED, r.again * w.repeats[row])
    if r.aim == Aim.FOE:
        if f > _0 and (is_blind(me) or foe.bound & INVISIBLE != _0):
            n += mod(scene, Mod.UNSEEN, -_5)
        other = scene.ring.arcana.of[foe.side]
        n += mod(scene, Mod.MAGIC_RESISTANCE, -(other.immunity + other.applied[Stat.RESIST]))
    return n


@kernel
def pointless(my: Any, me: Any, foe: Any, r: Any, w: Any, other: Any) -> bool:
    """Whether a cast could change nothing now: nobody casts it then [ruling]."""
    for p in range(r.n_parts):
        part = r.parts[p]
        sort = part.does
        if sort == Sort.STUN:
            return foe.stunned != Stun.NONE
        if sort == Sort.STATE and part.state == PRONE_BIT:
            return foe.posture == Posture.LYING
        if sort == Sort.HEAL or sort == Sort.LEND:
            return me.hp >= my.max_hp
        if sort == Sort.CURE:
            return True
        if sort == Sort.END_SPELL:
            return other.n_on == _0
        if sort == Sort.BARRIER:
            return standing(w) >= _0
    return False


@rare
def may_cast(scene: Any, my: Any, me: Any, foe: Any, row: int, energy: int, blood: int) -> bool:
    """Whether a cast may be begun in this sub-turn (M-09…M-19, T-29)."""
    w = scene.ring.arcana.of[me.side]
    r = my.spell[row]
    if w.tried == me.turn or w.row > _0 or r.kind == Kind2.BLOCKING or me.resisting == _1:
        return False
    if w.applied[Stat.RESIST] > _0 or not can_concentrate(scene, me, foe) or not can_chant(scene, me, w, r):
        return False
    if scene.ring.rules.cast_time_mode == _1 and scene.ring.now.sub > _1:
        return False
    if (r.aim == Aim.MISSILE or r.touch == _1) and (w.held > _0 or w.charge > _0):
        return False
    if r.aim == Aim.MISSILE and free_hands(me, w) == _0:
        return False
    if energy < r.least or price_of(r, energy) - blood > me.fp or (blood > _0 and blood >= me.hp):
        return False
    at = slot_of(w, row)
    if at >= _0 and w.on[at].energy >= energy:
        return False
    if at < _0 and free_slot(w, row) < _0:
        return False
    if pointless(my, me, foe, r, w, scene.ring.arcana.of[foe.side]):
        return False
    target = level_now(scene, my, me, foe, row, blood)
    hush(scene)
    return target >= _3


# -- the cast -------------------------------------------------------------------------------------------
@rare
def drop(scene: Any, me: Any) -> None:
    """An unfinished cast is lost (M-20, O-20)."""
    w = scene.ring.arcana.of[me.side]
    if w.row == _0:
        return
    w.row = _0
    me.casting = _0
    tell_effect(scene, me.side, Effect.CAST_LOST, _NONE, _0)
    if scene.ring.rules.interrupt_cost == _1:
        tire_by(scene, me, _1, Loss.SPELL)


@kernel
def start(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """The first casting second of the spell decided on (M-12).

    Dice: none while more seconds are to come, else those of `complete`.
    """
    now = scene.ring.now
    w = scene.ring.arcana.of[me.side]
    w.tried = me.turn
    w.row = now.cast
    w.energy = now.cast_energy
    w.blood = now.cast_blood
    w.line = now.line
    w.wits = now.by_wits
    w.left = seconds_of(my.spell[w.row], w.energy)
    second(scene, my, me, their, foe)


@kernel
def second(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """One casting second; after the last one the roll."""
    w = scene.ring.arcana.of[me.side]
    w.left -= _1
    w.second = me.turn
    if scene.ring.rules.cast_time_mode == _1:
        me.stop = _1
    if w.left > _0:
        me.casting = _1
        tell_effect(scene, me.side, Effect.CASTING, _NONE, my.spell[w.row].id * np.int64(64) + w.left)
        note_act(scene, me, CAST, _0, _NONE)
        return
    me.casting = _0
    complete(scene, my, me, their, foe)


@kernel
def pay(scene: Any, me: Any, paid: int, blood: int) -> None:
    """The price comes off the fatigue, what blood pays off the hit points (M-11)."""
    n = blood if blood < paid else paid
    me.hp -= n
    tire_by(scene, me, paid - n, Loss.SPELL)


@kernel
def price_by(scene: Any, r: Any, energy: int, result: int) -> int:
    """What a cast costs by its result (M-17, O-11)."""
    if result == Result.CRITICAL_SUCCESS:
        return _1
    if result == Result.FAILURE:
        return _0 if scene.ring.rules.min_fatigue_scope == _2 else _1
    return price_of(r, energy)


@rare
def complete(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """The roll of a cast and all that comes of it (M-16, M-17).

    Dice: 3d · a ward's · those of the resistance · 1d under the mild backfire · those of the effects.
    """
    w = scene.ring.arcana.of[me.side]
    row, energy, blood = w.row, w.energy, w.blood
    w.row = _0
    r = my.spell[row]
    hush(scene)
    skill = level_now(scene, my, me, foe, row, blood)
    w.repeats[row] += _1
    total, result = spell_roll(scene, skill)
    own = count_mods(scene)
    margin = cap(scene, skill) - total
    held = False
    resisted = False
    if result <= Result.SUCCESS:
        if result == Result.CRITICAL_SUCCESS or r.touch == _1 or r.aim == Aim.FOE_SPELL:
            held = True
        else:
            resisted = withstands(scene, their, foe, my, me, r, margin, _1)
            held = not resisted
    scene.ring.arcana.own_mods = own
    paid = price_by(scene, r, energy, result)
    subject = foe.side if r.aim == Aim.FOE or r.aim == Aim.FOE_SPELL else me.side if r.aim == Aim.SELF else PLACE
    tell_spell(scene, me.side, TALE_CAST, r.id, energy, paid, skill, result, margin, np.int64(held), subject)
    pay(scene, me, paid, blood)
    if resisted:
        w.shed += _1
    if held and r.aim == Aim.FOE and warded(scene, their, foe, my, me, row, margin):
        held = False
    if result == Result.CRITICAL_FAILURE and scene.ring.rules.backfire == _1:
        recoil(scene, me)
    note_act(scene, me, CAST, OK if held else FAIL, _NONE)
    if not held:
        return
    if r.touch == _1:
        w.charge, w.charge_energy, w.charge_skill = row, energy, skill
        w.charge_margin = CERTAIN if result == Result.CRITICAL_SUCCESS else margin
        w.charge_until = me.turn + _1
        w.formed = np.int64(8) * me.turn + scene.ring.now.sub
    elif r.aim == Aim.MISSILE:
        w.held, w.held_energy, w.held_skill = row, energy, skill
        w.formed = np.int64(8) * me.turn + scene.ring.now.sub
    elif r.aim == Aim.FOE_SPELL:
        unravel(scene, my, me, their, foe, row, skill, margin, result)
    else:
        take_hold(scene, my, me, their, foe, row, energy, skill, _NONE)


@kernel
def recoil(scene: Any, me: Any) -> None:
    """The mild backfire (M-17): 1–2 and 6 nothing more, 3–4 a stunned mind, 5 a point of damage.

    Dice: 1d. The spell acting on its caster, the book's sixth case, is left at the lost price [ruling].
    """
    n = roll_n(scene.ring.dice, _1)
    note_dice(scene)
    if n == _3 or n == _4:
        stun_mind(scene, me)
    elif n == _5:
        me.hp -= _1
        tell_effect(scene, me.side, Effect.BURNED, _NONE, _1)


@kernel
def unravel(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, skill: int, margin: int, result: int) -> None:
    """Spell against spell: those of the foe that lose end (M-38). Counterspell ends the strongest it knows.

    Dice: 3d for each spell it meets.
    """
    every = False
    r = my.spell[row]
    for p in range(r.n_parts):
        if r.parts[p].flag == _1:
            every = True
    w = scene.ring.arcana.of[foe.side]
    met = _NONE
    for k in range(ON):
        on = w.on[k]
        if on.row == _0:
            continue
        if every:
            meet(scene, my, me, their, foe, np.int64(k), skill, margin, result)
        elif met < _0 or on.energy > w.on[met].energy:
            met = np.int64(k)
    if not every and met >= _0:
        meet(scene, my, me, their, foe, met, skill, margin, result)


@kernel
def meet(scene: Any, my: Any, me: Any, their: Any, foe: Any, at: int, skill: int, margin: int, result: int) -> None:
    """One spell of the foe against a dispelling one; a tie keeps it.

    Dice: 3d.
    """
    arcana = scene.ring.arcana
    on = arcana.of[foe.side].on[at]
    total, _ = spell_roll(scene, on.skill)
    arcana.n_rolls = _1
    arcana.what[0] = SPELL
    arcana.score[0] = on.skill
    arcana.target[0] = cap(scene, on.skill)
    arcana.margin[0] = arcana.target[0] - total
    won = result == Result.CRITICAL_SUCCESS or margin > arcana.margin[0]
    id_ = their.spell[on.row].id
    tell_spell(
        scene, me.side, TALE_COUNTER, id_, on.energy, _0, cap(scene, skill), _NONE, margin, np.int64(won), foe.side
    )
    if won:
        finish(scene, their, foe, my, me, at)


__all__ = ["Contest", "complete", "drop", "may_cast", "price_of", "second", "seconds_of", "start"]
