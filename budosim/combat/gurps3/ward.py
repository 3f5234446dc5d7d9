"""Spells that answer at once: blocking a blow, warding off a spell (M-09, M-30b, M-38)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.common.dice import roll3
from budosim.combat.gurps3.ids import Act, Effect, From, Limb, Loc, Loss, Mod, Result, Why
from budosim.combat.gurps3.magic_records import Held, Kind2, Sort, Stat, Tale
from budosim.combat.gurps3.memory import note_answer
from budosim.combat.gurps3.move import go_back
from budosim.combat.gurps3.policy import holds, spell_barred
from budosim.combat.gurps3.resist import SPELL, cap, spell_roll, withstands
from budosim.combat.gurps3.roll import judge
from budosim.combat.gurps3.spell import tire_by
from budosim.combat.gurps3.tell import count_mods, hush, mod, tell_defence, tell_effect, tell_spell

_0, _1, _2, _3, _4, _8 = (np.int64(n) for n in (0, 1, 2, 3, 4, 8))
_NONE = np.int64(-1)
CAST = np.int64(Act.CAST)
BLOCK, WARD = np.int64(Tale.BLOCK), np.int64(Tale.WARD)
MUTES = np.int64(Held.MUTE | Held.SILENT)
ARMS = (np.int64(1 << Loc.ARM_R | 1 << Loc.HAND_R), np.int64(1 << Loc.ARM_L | 1 << Loc.HAND_L))
RIGHT, LEFT = ARMS
COVERS_STRIKE, COVERS_MISSILE = np.int64(1), np.int64(4)


@kernel
def part_with(r: Any, sort: int) -> int:
    """Which effect of a spell is of a sort, -1 none."""
    for p in range(r.n_parts):
        if r.parts[p].does == sort:
            return np.int64(p)
    return _NONE


@kernel
def answers_now(scene: Any, my: Any, me: Any, row: int) -> bool:
    """Whether a blocking spell is open: the spell of the own turn unused, voice or hand, the fatigue (M-09)."""
    w = scene.ring.arcana.of[me.side]
    r = my.spell[row]
    if w.tried == me.turn or me.stunned != _0 or me.helpless == _1 or w.applied[Stat.RESIST] > _0:
        return False
    hands = np.int64(me.lost & RIGHT == _0) + np.int64(me.lost & LEFT == _0) - np.int64(w.held > _0)
    voice = me.bound & MUTES == _0
    if r.ritual >= _2:
        if not voice or hands < _1 or (r.ritual == _4 and hands < _2):
            return False
    elif r.ritual == _1 and not voice and hands < _1:
        return False
    return me.fp > (r.least - r.less if r.least - r.less > _1 else _1)


@rare
def block_open(scene: Any, my: Any, me: Any, their: Any, row: int, blow: int) -> bool:
    """Whether a blocking spell covers this blow and may be cast."""
    if row <= _0 or my.spell[row].kind != Kind2.BLOCKING:
        return False
    r = my.spell[row]
    at = part_with(r, np.int64(Sort.BLOCK.value))
    if at < _0:
        return part_with(r, np.int64(Sort.COMMAND.value)) >= _0 and answers_now(scene, my, me, row)
    covers = r.parts[at].flag
    needed = COVERS_MISSILE if their.row[blow].limb == Limb.SPELL else COVERS_STRIKE
    if covers & needed == _0:
        return False
    if covers & _8 != _0 and me.lost & RIGHT != _0 and me.lost & LEFT != _0:
        return False
    return answers_now(scene, my, me, row)


@rare
def block(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, list_: int, line: int) -> bool:
    """A blocking spell against the blow declared; True when it stops it (M-30b).

    A step of a cast in progress is ruined by it; what is held stays.

    Dice: 3d · those of the foe's resistance.
    """
    arcana = scene.ring.arcana
    w = arcana.of[me.side]
    w.tried = me.turn
    if w.row > _0:
        w.row = _0
        me.casting = _0
        tell_effect(scene, me.side, Effect.CAST_LOST, _NONE, _0)
    r = my.spell[row]
    energy = r.least
    hush(scene)
    target = r.level + mod(scene, Mod.SHOCK, -me.shock) + mod(scene, Mod.DULLED, w.applied[Stat.IQ])
    at = part_with(r, np.int64(Sort.BLOCK.value))
    if at >= _0 and r.parts[at].value > _0:
        energy = r.most
        while energy > r.least and energy - r.less >= me.fp:
            energy -= r.step
        target += mod(scene, Mod.WARDING, r.parts[at].value * energy)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_defence(scene, me.side, CAST, r.level, target, result, _0, list_, line)
    margin = cap(scene, target) - total
    held = result <= Result.SUCCESS
    if result == Result.SUCCESS:
        arcana.own_mods = count_mods(scene)
        held = not withstands(scene, their, foe, my, me, r, margin, _1)
    price = energy - r.less
    if price < _1 or result == Result.CRITICAL_SUCCESS:
        price = _1
    if result == Result.FAILURE:
        price = _0 if scene.ring.rules.min_fatigue_scope == _2 else _1
    subject = foe.side if r.direct == _1 else me.side
    tell_spell(scene, me.side, BLOCK, r.id, energy, price, target, result, margin, np.int64(held), subject)
    tire_by(scene, me, price, Loss.SPELL)
    note_answer(scene, me, np.int64(held))
    if held and at >= _0 and r.parts[at].most > _0 and me.out == _0:
        go_back(scene, me, foe, r.parts[at].most * scene.ring.rules.fine_per_yard, Why.LEAP)
    return held


@kernel
def ward_row(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> int:
    """The ward a pattern answers spells with now (`react`, cast of a warding spell), 0 none."""
    policy = scene.ring.policies.of[me.side]
    for i in range(policy.n_react):
        line = policy.react[i]
        for j in range(line.order, line.order + line.orders):
            row = policy.book.order[j]
            if row <= _0 or policy.orders[j].act != CAST or my.spell[row].kind != Kind2.BLOCKING:
                continue
            if part_with(my.spell[row], np.int64(Sort.WARD.value)) < _0 or spell_barred(scene, me, row):
                continue
            if answers_now(scene, my, me, row) and holds(scene, my, me, their, foe, line.first, line.count):
                return row
    return _0


@rare
def warded(scene: Any, my: Any, me: Any, their: Any, foe: Any, cast: int, margin: int) -> bool:
    """Whether `me` wards off the spell `cast` of `foe`: spell against spell, a tie is his (M-38).

    Dice: 3d when his pattern orders a ward and he may cast it.
    """
    if my.n_spells == _0:
        return False
    row = ward_row(scene, my, me, their, foe)
    if row == _0:
        return False
    arcana = scene.ring.arcana
    w = arcana.of[me.side]
    w.tried = me.turn
    r = my.spell[row]
    at = part_with(r, np.int64(Sort.WARD.value))
    known = False
    for i in range(1, my.n_spells + _1):
        if my.spell[i].id == their.spell[cast].id:
            known = True
    energy = r.parts[at].value if known else r.parts[at].flag
    total, result = spell_roll(scene, r.level)
    mine = cap(scene, r.level) - total
    arcana.n_rolls = _1
    arcana.what[0] = SPELL
    arcana.score[0] = their.spell[cast].level
    arcana.target[0] = _0
    arcana.margin[0] = margin
    held = result <= Result.SUCCESS and mine >= margin
    price = energy - r.less if energy - r.less > _1 else _1
    if result == Result.FAILURE:
        price = _0 if scene.ring.rules.min_fatigue_scope == _2 else _1
    tell_spell(scene, me.side, WARD, r.id, energy, price, r.level, result, mine, np.int64(held), foe.side)
    tire_by(scene, me, price, Loss.SPELL)
    return held


__all__ = ["From", "block", "block_open", "warded"]
