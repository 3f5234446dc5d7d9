"""Spells that are on: what they shift in a fighter's numbers, how they begin and end (M-26, M-41, M-44).

A bout in which somebody brings spells has sheets of its own; a spell that shifts a number shifts it there, so that the
rules of striking read shifted numbers without knowing of magic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.grid import distance
from budosim.combat.gurps3.grip import let_go as end_hold
from budosim.combat.gurps3.grip import limb_lost
from budosim.combat.gurps3.ids import Effect, Ending, Loc, Loss
from budosim.combat.gurps3.magic_records import HELPLESS, N_STAT, ON, Held, Sort, Stat
from budosim.combat.gurps3.move import fall
from budosim.combat.gurps3.roll import is_blind, note_lost
from budosim.combat.gurps3.shifts import settle_shifts
from budosim.combat.gurps3.tell import tell_effect, tell_fatigue
from budosim.combat.gurps3.wound import end

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
PLACE = np.int64(2)
"""Subject of a spell that lies on a place."""
BY_SPELL = np.int64(1 << 40)
"""State of a part a spell holds: it comes back when the spell ends."""
WARDED_OFF = np.int64(-4)
"""On defences against a foe who cannot be seen (C-90)."""
NUMBERS_ROOTED, NUMBERS_LIFTED, NUMBERS_LIFTED_DODGE = np.int64(-2), np.int64(-2), np.int64(-3)
BLIND, ROOTED, LIFTED, BERSERK = (np.int64(h) for h in (Held.BLIND, Held.ROOTED, Held.LIFTED, Held.BERSERK))
HELPLESS_BITS = np.int64(HELPLESS)
OUT_COLD = np.int64(Held.ASLEEP | Held.PARALYSED)


@hot
def amount_of(part: Any, energy: int) -> int:
    """A number that may grow with the energy (M-44)."""
    if part.each == _0:
        return part.value + part.per * energy if part.per != _0 else part.value
    steps = energy // part.each
    return part.per * (steps if steps < part.most else part.most)


@hot
def inside(me: Any, on: Any) -> bool:
    """Whether a fighter stands in the area of a spell."""
    return on.radius > _0 and distance(me.q, me.r, on.q, on.r) <= on.radius


# -- numbers --------------------------------------------------------------------------------------------
@kernel
def gather(scene: Any, my: Any, me: Any, their: Any, foe: Any, on: Any, r: Any, wanted: Any) -> int:
    """What one spell does to `me`: adds to the wanted shifts, returns bits of `Held`."""
    mine, theirs = on.subject == me.side, on.subject == foe.side
    here = on.subject == PLACE and inside(me, on)
    bits = _0
    for p in range(r.n_parts):
        part = r.parts[p]
        if on.lasting[p] < _0:
            continue
        n = amount_of(part, on.energy)
        sort = part.does
        if sort == Sort.VEIL and theirs:
            wanted[Stat.HIT] += n
        elif sort == Sort.STATE and theirs and part.state == Held.INVISIBLE:
            wanted[Stat.HIT] += part.value
            wanted[Stat.UNSEEN] += WARDED_OFF
        elif sort == Sort.GROUND and on.subject == PLACE:
            if part.state == Held.DARK:
                if inside(foe, on):
                    wanted[Stat.HIT] += part.value
            elif here and (part.state != Held.WINDY or distance(me.q, me.r, on.q, on.r) > _1):
                bits |= part.state
                wanted[Stat.HIT] += part.value
        elif mine:
            if sort == Sort.SHIFT:
                wanted[part.stat] += n
            elif sort == Sort.STATE or sort == Sort.DECOY or sort == Sort.GROUND or sort == Sort.CHECK:
                bits |= part.state
            elif sort == Sort.HABIT:
                bits |= part.state
                wanted[Stat.HIT] += part.value
            elif sort == Sort.TIER:
                wanted[Stat.DX] += part.value
                if on.done == _0:
                    bits |= part.state
            elif sort == Sort.FORGET:
                wanted[Stat.FORGOT] = my.main_skill
    return bits


@rare
def sum_up(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Work out what all spells together make of `me`, and shift his sheet accordingly."""
    arcana = scene.ring.arcana
    w = arcana.of[me.side]
    for i in range(N_STAT):
        w.wanted[i] = _0
    bits = _0
    me.under[0] = _0
    me.under[1] = _0
    me.spell_on = _0
    for caster in range(2):
        book = my if caster == me.side else their
        for k in range(ON):
            on = arcana.of[caster].on[k]
            if on.row == _0:
                continue
            r = book.spell[on.row]
            bits |= gather(scene, my, me, their, foe, on, r, w.wanted)
            if on.subject == me.side:
                me.spell_on = _1
                me.under[r.id // np.int64(63)] |= _1 << (r.id % np.int64(63))
    if bits & ROOTED != _0:
        w.wanted[Stat.NO_MOVE] += _1
        w.wanted[Stat.NO_KICK] += _1
        w.wanted[Stat.DX] += NUMBERS_ROOTED
    if bits & LIFTED != _0:
        w.wanted[Stat.NO_MOVE] += _1
        w.wanted[Stat.NO_KICK] += _1
        w.wanted[Stat.HIT] += NUMBERS_LIFTED
        w.wanted[Stat.DODGE] += NUMBERS_LIFTED_DODGE
    if bits & BERSERK != _0:
        w.wanted[Stat.PAINLESS] += _1
    settle_shifts(my, w)
    bind(scene, me, w, bits)


@rare
def bind(scene: Any, me: Any, w: Any, bits: int) -> None:
    """Put somebody into the states spells hold him in, and out of those they do not any more."""
    new = bits & ~me.bound
    old = me.bound & ~bits
    me.bound = bits
    me.helpless = np.int64(bits & HELPLESS_BITS != _0)
    if new & BLIND != _0 and not is_blind(me):
        for eye in range(2, 4):
            if me.crippled[eye] == _0:
                me.crippled[eye] = BY_SPELL
        note_lost(me)
        tell_effect(scene, me.side, Effect.BLINDED, _NONE, _0)
    if old & BLIND != _0:
        for eye in range(2, 4):
            if me.crippled[eye] == BY_SPELL:
                me.crippled[eye] = _0
        note_lost(me)
    if new & OUT_COLD != _0:
        fall(scene, me)
        w.since = me.turn + _1
    if bits & OUT_COLD == _0:
        w.since = _0
    if me.helpless == _1:
        me.waiting = _0
        me.aod = _0
        if scene.ring.now.clinch != _0:
            end_hold(scene, me.side)


@kernel
def sum_up_both(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """After a spell began or ended, or somebody moved through an area."""
    sum_up(scene, my, me, their, foe)
    sum_up(scene, their, foe, my, me)


# -- beginning and ending -------------------------------------------------------------------------------
@hot
def slot_of(w: Any, row: int) -> int:
    """Where a spell of this row is on, else -1."""
    for k in range(ON):
        if w.on[k].row == row:
            return np.int64(k)
    return _NONE


@kernel
def free_slot(w: Any, row: int) -> int:
    """Where a spell may go: its own place when it is on already (M-26), else the first free one, -1 when none is."""
    at = slot_of(w, row)
    return at if at >= _0 else slot_of(w, _0)


@kernel
def barrier_of(w: Any) -> int:
    """Slot of a standing barrier, else -1."""
    for k in range(ON):
        if w.on[k].row > _0 and w.on[k].hp > _0:
            return np.int64(k)
    return _NONE


@rare
def begin(
    scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, energy: int, skill: int, subject: int, turns: int
) -> int:
    """A spell takes its place among those that are on; its slot, or -1 when there is none."""
    w = scene.ring.arcana.of[me.side]
    at = free_slot(w, row)
    if at < _0:
        return at
    r = my.spell[row]
    on = w.on[at]
    if on.row == _0:
        w.n_on += _1
    on.row = row
    on.energy = energy
    on.skill = skill
    on.subject = subject
    on.until = me.turn + turns if turns > _0 else _0
    on.radius = _0
    on.hp = _0
    on.loc = _NONE
    on.tended = me.turn
    on.done = _0
    for p in range(r.n_parts):
        on.lasting[p] = me.turn + r.parts[p].turns if r.parts[p].turns > _0 else _0
    scene.ring.arcana.stirred = _1
    tell_effect(scene, foe.side if subject == foe.side else me.side, Effect.SPELL_BEGAN, _NONE, r.id)
    return at


@kernel
def let_go(scene: Any, me: Any, loc: int) -> None:
    """A limb a spell held serves again."""
    if me.crippled[loc] != BY_SPELL:
        return
    me.crippled[loc] = _0
    if (loc == Loc.ARM_R or loc == Loc.ARM_L or loc == Loc.LEG_R or loc == Loc.LEG_L) and me.crippled[
        loc + _2
    ] == BY_SPELL:
        me.crippled[loc + _2] = _0
    note_lost(me)
    tell_effect(scene, me.side, Effect.PART_FREED, loc, _0)


@kernel
def hold_part(scene: Any, foe: Any, loc: int) -> None:
    """A spell takes the use of a limb; a leg brings him down."""
    if foe.immortal == _1 or foe.crippled[loc] != _0:
        return
    foe.crippled[loc] = BY_SPELL
    if foe.crippled[loc + _2] == _0:
        foe.crippled[loc + _2] = BY_SPELL
    note_lost(foe)
    tell_effect(scene, foe.side, Effect.CRIPPLED, loc, _0)
    if loc >= Loc.LEG_R:
        fall(scene, foe)
    if scene.ring.now.clinch != _0:
        limb_lost(scene, foe)


@kernel
def tire_by(scene: Any, me: Any, points: int, why: Any) -> None:
    """Lose fatigue to magic; at 0 he collapses (M-18)."""
    if points == _0:
        return
    me.fp -= points
    tell_fatigue(scene, me.side, points, me.fp, why)
    if me.fp <= _0 and me.out == _0:
        end(scene, me, Ending.FATIGUE, Effect.COLLAPSED)


@rare
def finish(scene: Any, my: Any, me: Any, their: Any, foe: Any, at: int) -> None:
    """A spell of `me` ends."""
    w = scene.ring.arcana.of[me.side]
    on = w.on[at]
    r = my.spell[on.row]
    subject = on.subject
    tell_effect(scene, foe.side if subject == foe.side else me.side, Effect.SPELL_ENDED, _NONE, r.id)
    on.row = _0
    on.hp = _0
    w.n_on -= _1
    if on.loc >= _0:
        let_go(scene, foe, on.loc)
    sum_up_both(scene, my, me, their, foe)
    for p in range(r.n_parts):
        if r.parts[p].does == Sort.AFTER and me.out == _0:
            tire_by(scene, me, r.parts[p].value, Loss.AFTERMATH)


@rare
def clear(scene: Any, my: Any, me: Any) -> None:
    """At the bell: no spell is on, nothing is held, no number is shifted."""
    w = scene.ring.arcana.of[me.side]
    for i in range(N_STAT):
        w.wanted[i] = _0
    settle_shifts(my, w)
    for k in range(ON):
        w.on[k].row = _0
        w.on[k].hp = _0
    w.n_on = _0
    for i in range(len(w.repeats)):
        w.repeats[i] = _0
    w.tried = _NONE
    w.row = w.left = w.second = w.held = w.formed = w.charge = w.since = w.shed = w.lent = _0
    w.idle = w.cautions = w.slow = w.numb = w.numb_until = _0
    me.casting = me.spell_on = me.bound = me.helpless = me.resisting = _0
    me.under[0] = _0
    me.under[1] = _0


__all__ = ["begin", "clear", "finish", "inside", "sum_up", "sum_up_both", "tire_by"]
