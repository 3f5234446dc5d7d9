"""Magic around a turn: what the start of a turn and of a sub-turn brings, what spells force, who stalls (M-22…M-36)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.common.dice import address, roll_n
from budosim.combat.common.grid import distance
from budosim.combat.gurps3.area import wall
from budosim.combat.gurps3.cast import drop
from budosim.combat.gurps3.effects import dice_of
from budosim.combat.gurps3.ids import Act, Bar, Class, Contest, Effect, Ending, Loc, Loss, Roll
from budosim.combat.gurps3.interrupt import brace, interrupted, rouse, shaken
from budosim.combat.gurps3.magic_records import ON, Held, Sort
from budosim.combat.gurps3.memory import any_marked, marked
from budosim.combat.gurps3.missile import contact
from budosim.combat.gurps3.move import fall
from budosim.combat.gurps3.resist import ticks
from budosim.combat.gurps3.roll import check, contest, health, note_lost
from budosim.combat.gurps3.shifts import NEVER
from budosim.combat.gurps3.spell import BY_SPELL, clear, finish, inside, sum_up_both, tire_by
from budosim.combat.gurps3.tell import note_dice, tell_effect
from budosim.combat.gurps3.wound import end, injure

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
TORSO = np.int64(Loc.TORSO)
MAINTAIN, RELEASE = np.int64(Act.MAINTAIN_SPELL), np.int64(Act.RELEASE)
CAST, STRIKES = np.int64(Act.CAST), np.int64(37)
ATTACK_CODE = -np.int64(Class.ATTACK)
OUT_COLD = np.int64(Held.ASLEEP | Held.PARALYSED)
ASLEEP, DAZED = np.int64(Held.ASLEEP), np.int64(Held.DAZED)
STUCK, SLIPPERY, DECOYED = np.int64(Held.STUCK), np.int64(Held.SLIPPERY), np.int64(Held.DECOYED)
KEEP_AWAY, FLEE, NO_FIRE = np.int64(Held.KEEP_AWAY), np.int64(Held.FLEE), np.int64(Held.NO_FIRE)
BAR_ALL, ROOTED = np.int64(Bar.ALL), np.int64(Bar.ROOTED)
BURN, SUFFOCATION = _1, np.int64(4)


@rare
def at_bell(scene: Any, sheets: Any, states: Any) -> None:
    """Whether this bout knows magic at all; nothing is on at its start."""
    scene.ring.now.magic = np.int64(sheets[0].n_spells + sheets[1].n_spells > _0)
    scene.ring.now.spell_id = _0
    scene.ring.now.phase = _0
    if scene.ring.now.magic == _0:
        return
    for side in range(2):
        clear(scene, sheets[side], states[side])
        w = scene.ring.arcana.of[side]
        w.immunity = sheets[side].magic_resistance
        w.acts = sheets[side].base_subs
    scene.ring.arcana.stirred = _0


# -- a turn ---------------------------------------------------------------------------------------------
@kernel
def wants_to_keep(scene: Any, my: Any, me: Any, price: int) -> bool:
    """Whether a spell is kept up: ordered, or the reserve allows it (M-24, M §10.1)."""
    if me.fp <= price:
        return False
    if scene.ring.policies.of[me.side].named[MAINTAIN] == _1:
        return True
    return price == _0 or me.fp - price >= my.reserve


@kernel
def upkeep_of(scene: Any, r: Any, energy: int) -> int:
    """What keeping a spell costs, -1 when it cannot be kept (M-24, O-11)."""
    if r.keep < _0:
        return _NONE
    n = r.keep_cost if r.keep == _2 else energy if r.keep == _1 else (energy + _1) // _2
    n -= r.less
    least = _1 if scene.ring.rules.min_fatigue_scope == _1 else _0
    return n if n > least else least


@rare
def run_out(scene: Any, my: Any, me: Any, their: Any, foe: Any, could: int) -> None:
    """Own spells whose time is up are kept or end; effects of their own duration end (M-24)."""
    w = scene.ring.arcana.of[me.side]
    for k in range(ON):
        on = w.on[k]
        if on.row == _0:
            continue
        r = my.spell[on.row]
        for p in range(r.n_parts):
            if on.lasting[p] > _0 and me.turn >= on.lasting[p]:
                if r.parts[p].does == Sort.TIER:
                    on.done = _1
                    on.lasting[p] = _0
                else:
                    on.lasting[p] = _NONE
        if on.until == _0 or me.turn < on.until:
            continue
        price = upkeep_of(scene, r, on.energy)
        if could == _1 and price >= _0 and wants_to_keep(scene, my, me, price):
            on.until = me.turn + r.lasts
            tire_by(scene, me, price, Loss.UPKEEP)
        else:
            finish(scene, my, me, their, foe, np.int64(k))
    if w.charge > _0 and me.turn > w.charge_until:
        w.charge = _0
        tell_effect(scene, me.side, Effect.CHARGE_LOST, _NONE, _0)
    if w.held > _0 and my.spell[w.held].reach > _0:
        # a jet lasts the turn of its casting; keeping it on costs the maintenance (M-29)
        price = upkeep_of(scene, my.spell[w.held], w.held_energy)
        if could == _1 and wants_to_keep(scene, my, me, price):
            tire_by(scene, me, price, Loss.UPKEEP)
        else:
            w.held = _0
            tell_effect(scene, me.side, Effect.MISSILE_LOST, _NONE, _0)


@kernel
def burns(scene: Any, my: Any, me: Any, part: Any, energy: int) -> None:
    """A turn spent in fire or in a cloud.

    Dice: the damage, or 3d HT against the cloud.
    """
    if part.check >= _0:
        if not check(scene, me.side, Roll.SPELL_CHECK, health(scene, my, _0)):
            tire_by(scene, me, _1, Loss.CLOUD)
        return
    dice, add = dice_of(part, energy)
    rolled = roll_n(scene.ring.dice, dice)
    note_dice(scene)
    basic = rolled + add if rolled + add > _0 else _0
    if part.type == BURN and me.bound & NO_FIRE != _0:
        basic = _0
    injure(scene, my, me, TORSO, basic, add, _1, _0, _0, _0)


@rare
def suffer(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """What the start of an own turn brings to whom spells hold: fire, clouds, roots and glue (M-44).

    Dice: by spell in the order of sides and slots: damage, or 3d.
    """
    for side in range(2):
        w = scene.ring.arcana.of[side]
        if w.n_on == _0:
            continue
        for k in range(ON):
            on = w.on[k]
            if on.row == _0 or me.out != _0:
                continue
            r = my.spell[on.row] if side == me.side else their.spell[on.row]
            for p in range(r.n_parts):
                part = r.parts[p]
                if part.does == Sort.HAZARD and inside(me, on):
                    before = me.hp
                    burns(scene, my, me, part, on.energy)
                    if me.hp < before:
                        rouse(scene, my, me, their, foe)
                        interrupted(scene, my, me)
                elif part.does == Sort.ESCAPE and on.row > _0 and on.subject == me.side:
                    if check(scene, me.side, Roll.ESCAPE, my.st + part.mod):
                        if side == me.side:
                            finish(scene, my, me, their, foe, np.int64(k))
                        else:
                            finish(scene, their, foe, my, me, np.int64(k))
                elif part.does == Sort.GROUND and part.state == STUCK and inside(me, on):
                    if not check(scene, me.side, Roll.ESCAPE, my.st + part.mod):
                        scene.ring.arcana.of[me.side].caught = me.turn


@rare
def open_turn(scene: Any, my: Any, me: Any, their: Any, foe: Any, could: int) -> bool:
    """Magic at the start of an own turn, after consciousness and stun; True when he can act (M-22, M-24, M-42)."""
    w = scene.ring.arcana.of[me.side]
    run_out(scene, my, me, their, foe, could)
    if me.out == _0 and foe.out == _0:
        suffer(scene, my, me, their, foe)
    sum_up_both(scene, my, me, their, foe)
    now = scene.ring.now
    if now.bench_subs[me.side] == _0:
        now.subs = my.subturns
        if my.subturns <= _0:
            now.subs = _1
            w.slow = _1 - w.slow
            if w.slow == _1:
                return False
    return could == _1 and me.out == _0 and me.stunned == _0


@rare
def idle_subs(scene: Any, my: Any, me: Any, their: Any, foe: Any, last: int) -> None:
    """A fighter who cannot act still resists at the start of each sub-turn he would have (T-25)."""
    now = scene.ring.now
    for k in range(1, last + _1):
        if me.out != _0 or foe.out != _0 or k > 6:
            return
        now.sub = np.int64(k)
        address(scene.ring.dice, now.turn, now.side, now.sub)
        ticks(scene, my, me, their, foe)


@rare
def open_sub(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Magic at the start of an own sub-turn, before the choice (M-27, M-32, M-36).

    Ticks, doubts about a decoy, cramps; a charged hand in a clinch touches of itself.
    """
    w = scene.ring.arcana.of[me.side]
    if scene.ring.now.slot > my.base_subs:
        # a sub-turn a spell gave has the skills of the last one of his own (M-42)
        scene.ring.now.slot = my.base_subs
    ticks(scene, my, me, their, foe)
    if scene.ring.rules.resist_when == _1:
        ticks(scene, their, foe, my, me)
    if foe.bound & DECOYED != _0 and me.helpless == _0:
        doubt(scene, my, me, their, foe)
    if w.numb > _0:
        if w.numb_until == _1:
            loc = w.numb - _1
            w.numb = _0
            if me.crippled[loc] == BY_SPELL:
                me.crippled[loc] = _0
                note_lost(me)
                tell_effect(scene, me.side, Effect.PART_FREED, loc, _0)
        else:
            w.numb_until = _1
    if w.charge > _0 and scene.ring.now.clinch != _0 and me.helpless == _0 and me.out | foe.out == _0:
        contact(scene, my, me, their, foe, TORSO)
    sum_up_both(scene, my, me, their, foe)


@kernel
def doubt(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """IQ against the illusion: a win and the decoy is seen through (M-44).

    Dice: 3d, 3d.
    """
    w = scene.ring.arcana.of[foe.side]
    for k in range(ON):
        on = w.on[k]
        if on.row == _0:
            continue
        r = their.spell[on.row]
        for p in range(r.n_parts):
            if on.row > _0 and r.parts[p].does == Sort.DECOY:
                if contest(scene, me.side, Contest.DISBELIEF, my.iq - me.shock, on.skill) > _0:
                    finish(scene, their, foe, my, me, np.int64(k))


@rare
def close_turn(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """The end of an own turn: control that lasted it, and stalling behind a wall (M-30, M-35, O-09, O-18)."""
    w = scene.ring.arcana.of[me.side]
    now = scene.ring.now
    if w.caught > _0 and w.caught < me.turn:
        w.caught = _0
    if me.immortal == _1 or scene.ring.rules.benched == _1:
        return
    if me.bound & OUT_COLD != _0 and scene.ring.rules.control_win == _0 and w.since > _0 and me.turn >= w.since:
        if me.bound & ASLEEP != _0:
            end(scene, me, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
        else:
            me.out = Ending.REFEREE
        return
    if me.bound & DAZED != _0 and me.bound & OUT_COLD == _0:
        me.barren = _0
    if w.row > _0 or now.phase != _0:
        me.barren = _0
    if wall(scene, me, foe) == me.side + _1:
        me.barren = _0
        mind = scene.ring.minds.of[me.side]
        w.idle = _0 if marked(mind.used_now, CAST) or any_marked(mind.used_now, ATTACK_CODE, _0) else w.idle + _1
        if scene.ring.rules.stall_turns > _0 and w.idle >= scene.ring.rules.stall_turns:
            w.idle = _0
            w.cautions += _1
            tell_effect(scene, me.side, Effect.CAUTIONED, _NONE, w.cautions)
            if w.cautions >= _2:
                me.out = Ending.REFEREE
    else:
        w.idle = _0


# -- in a sub-turn --------------------------------------------------------------------------------------
@rare
def hobble(scene: Any, me: Any, foe: Any) -> None:
    """What spells and walls rule out, after `survey`: blows, steps, coming nearer."""
    now = scene.ring.now
    now.nearer = _0
    now.walled = _0
    if me.helpless == _1 or me.resisting == _1 or me.bound & FLEE != _0:
        now.bars |= BAR_ALL
        now.bars_all_out |= BAR_ALL
    if (me.bound & KEEP_AWAY != _0 and now.apart > _0) or (
        me.bound & STUCK != _0 and scene.ring.arcana.of[me.side].caught == me.turn
    ):
        now.can_come = _0
        no_step(now)
    owner = wall(scene, me, foe)
    if owner == _0:
        return
    no_step(now)
    now.walled = _1
    if owner == me.side + _1:
        now.bars |= BAR_ALL
        now.bars_all_out |= BAR_ALL
        now.can_come = _0
    else:
        before = room_before_wall(scene, me, owner)
        now.nearer = now.apart - before - _1
        if before == _0:
            now.can_come = _0


@kernel
def no_step(now: Any) -> None:
    """No step before a blow, and so no run-up."""
    now.step, now.lunge = _0, _0
    now.bars |= ROOTED
    now.bars_all_out |= ROOTED


@kernel
def room_before_wall(scene: Any, me: Any, owner: int) -> int:
    """Fine hexes one can come nearer to a wall before standing at it."""
    w = scene.ring.arcana.of[owner - _1]
    for k in range(ON):
        on = w.on[k]
        if on.row > _0 and on.hp > _0:
            gap = distance(me.q, me.r, on.q, on.r) - on.radius
            if gap < _0:
                gap = _1 - gap
            return gap - _1 if gap > _0 else _0
    return NEVER


@rare
def room(scene: Any, me: Any, foe: Any) -> int:
    """How far a Move towards the foe leads before a wall stops it."""
    owner = wall(scene, me, foe)
    return room_before_wall(scene, me, owner) if owner > _0 else NEVER


@rare
def slips(scene: Any, my: Any, me: Any) -> None:
    """On a slippery place each blow and step asks for DX (M-44).

    Dice: 3d there, else none.
    """
    if me.bound & SLIPPERY != _0 and me.out == _0:
        if not check(scene, me.side, Roll.FOOTING, my.dx - me.shock):
            fall(scene, me)


@rare
def cancel(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> None:
    """End one's own spell early: a point of fatigue, no act (M-25)."""
    w = scene.ring.arcana.of[me.side]
    for k in range(ON):
        if w.on[k].row == row and row > _0:
            finish(scene, my, me, their, foe, np.int64(k))
            tire_by(scene, me, _1, Loss.CANCEL)
            return


__all__ = [
    "at_bell", "brace", "cancel", "close_turn", "drop", "hobble", "idle_subs", "open_sub", "open_turn", "room",
    "shaken", "slips",
]  # fmt: skip
