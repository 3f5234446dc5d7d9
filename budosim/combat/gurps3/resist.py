"""Resistance to spells: who may, with what, when (M-31…M-36, T-25…T-30, R-56…R-59, O-01)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import roll3
from budosim.combat.gurps3.ids import Act, Effect, From, Mod
from budosim.combat.gurps3.magic_records import ON, Stat, Tale
from budosim.combat.gurps3.policy import barred, holds
from budosim.combat.gurps3.roll import judge
from budosim.combat.gurps3.spell import PLACE, finish, inside
from budosim.combat.gurps3.tell import count_mods, hush, mod, note_dice, tell_aside, tell_effect, tell_spell

_0, _1, _2, _3, _4, _5, _6 = (np.int64(n) for n in (0, 1, 2, 3, 4, 5, 6))
_NONE = np.int64(-1)
HT, MIND, DX, ST, SPELL, BEST = _1, _2, _3, _4, _5, _6
"""What a resistance roll is made with."""
RESIST_WILL, RESIST_MIND = np.int64(Act.RESIST_WILL), np.int64(Act.RESIST_MIND)
TICK = np.int64(Tale.TICK)


@kernel
def will_or_mind(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> int:
    """Will or <強靭精神>: the better one, or what the pattern says (semantics §6.9)."""
    policy = scene.ring.policies.of[me.side]
    for i in range(policy.n_free):
        line = policy.free[i]
        act = policy.orders[line.order].act
        if act != RESIST_WILL and act != RESIST_MIND:
            continue
        if barred(scene, me, act) or not holds(scene, my, me, their, foe, line.first, line.count):
            continue
        if act == RESIST_MIND and my.mind == _0:
            continue
        tell_aside(scene, me.side, act, np.int64(From.FREE.value), line.source)
        return my.will if act == RESIST_WILL else my.mind
    return my.mind if my.mind > my.will else my.will


@hot
def cap(scene: Any, n: int) -> int:
    """T-27."""
    return n if n < scene.ring.rules.contest_cap else scene.ring.rules.contest_cap


@kernel
def body_of(my: Any, what: int) -> int:
    """The printed resistance: an attribute."""
    if what == HT:
        return my.ht + my.fit
    return my.dx if what == DX else my.st


@kernel
def resistance(scene: Any, my: Any, me: Any, r: Any, base: int) -> int:
    """R: the value with its bonuses, the cap last (M-34, R-58)."""
    rules = scene.ring.rules
    n = base
    if rules.cap_order == _1:
        n = cap(scene, n)
    if r.direct == _1:
        n += mod(scene, Mod.DIRECT, rules.direct_bonus)
    if me.resisting == _1:
        n += mod(scene, Mod.CONCENTRATING, rules.focus_bonus)
    n += mod(scene, Mod.MAGIC_RESISTANCE, my.magic_resistance + scene.ring.arcana.of[me.side].applied[Stat.RESIST])
    if r.pain != _0 and my.pain_mod == _3:
        n += mod(scene, Mod.PAIN_THRESHOLD, r.pain)
    if r.fear == _1:
        n += mod(scene, Mod.COURAGE, my.fearless + scene.ring.arcana.of[me.side].applied[Stat.CALM])
    return n if rules.cap_order == _1 else cap(scene, n)


@kernel
def one_roll(scene: Any, my: Any, me: Any, r: Any, what: int, base: int, margin: int) -> bool:
    """One roll of the resister against the caster's margin; a tie is his (M-33).

    Dice: 3d.
    """
    arcana = scene.ring.arcana
    at = arcana.n_rolls
    arcana.what[at] = what
    arcana.score[at] = base
    target = resistance(scene, my, me, r, base)
    arcana.target[at] = target
    arcana.margin[at] = target - roll3(scene.ring.dice)
    note_dice(scene)
    arcana.n_rolls += _1
    if at == _0:
        arcana.first_mods = count_mods(scene)
    return arcana.margin[at] >= margin


@kernel
def may_resist(scene: Any, me: Any, r: Any) -> bool:
    """Whether the opponent `me` of a caster may resist this spell at all (M-31, O-01)."""
    if me.out != _0:
        return False
    return scene.ring.rules.resist_scope == _0 or r.touches == _1


@rare
def withstands(scene: Any, my: Any, me: Any, their: Any, foe: Any, r: Any, margin: int, printed: int) -> bool:
    """Whether `me` defeats a spell of `foe` whose contest margin is given.

    `printed` 1: at the casting, with the printed resistance as well; each has a roll of its own (R-57).

    Dice: 3d for a printed HT, DX or ST; 3d for the mind; one 3d under R-57 best. Source: T-25, T-26, M-31.
    """
    arcana = scene.ring.arcana
    arcana.n_rolls = _0
    arcana.first_mods = arcana.own_mods = count_mods(scene)
    if not may_resist(scene, me, r):
        return False
    mind = will_or_mind(scene, my, me, their, foe)
    body = r.resist == HT or r.resist == DX or r.resist == ST
    if printed == _0 or not body:
        return one_roll(scene, my, me, r, MIND, mind, margin)
    base = body_of(my, r.resist)
    if scene.ring.rules.resist_rolls == _1:
        return one_roll(scene, my, me, r, BEST, base if base > mind else mind, margin)
    first = one_roll(scene, my, me, r, r.resist, base, margin)
    second = one_roll(scene, my, me, r, MIND, mind, margin)
    return first or second


@rare
def tick(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, skill: int, energy: int, subject: int) -> bool:
    """At a sub-turn's start `me` tries to throw off a spell of `foe`; True when he does (M-32b, M-33).

    Dice: 3d the caster, 3d the resister's mind.
    """
    r = their.spell[row]
    if not may_resist(scene, me, r):
        return False
    target = cap(scene, skill)
    hush(scene)
    margin = target - roll3(scene.ring.dice)
    note_dice(scene)
    won = withstands(scene, my, me, their, foe, r, margin, _0)
    tell_spell(scene, foe.side, TICK, r.id, energy, _0, target, _NONE, margin, np.int64(not won), subject)
    return won


@rare
def ticks(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Every spell of `foe` that is on, and what he holds, is resisted once by `me` (M-32, T-25).

    Dice: those of each `tick`, in the order of the slots, then missile, then charge.
    """
    from_side = foe.side
    w = scene.ring.arcana.of[from_side]
    if w.n_on > _0:
        for k in range(ON):
            on = w.on[k]
            if on.row == _0 or their.spell[on.row].lasts == _0:
                continue
            if scene.ring.rules.resist_scope == _1 and on.subject == PLACE and not inside(me, on):
                continue
            if tick(scene, my, me, their, foe, on.row, on.skill, on.energy, on.subject):
                finish(scene, their, foe, my, me, np.int64(k))
    if w.held > _0 and tick(scene, my, me, their, foe, w.held, w.held_skill, w.held_energy, PLACE):
        w.held = _0
        tell_effect(scene, from_side, Effect.MISSILE_LOST, _NONE, _0)
    if w.charge > _0 and tick(scene, my, me, their, foe, w.charge, w.charge_skill, w.charge_energy, PLACE):
        w.charge = _0
        tell_effect(scene, from_side, Effect.CHARGE_LOST, _NONE, _0)


@kernel
def spell_roll(scene: Any, target: int) -> Any:
    """3d of a caster and its result; the dice are noted.

    Dice: 3d.
    """
    total = roll3(scene.ring.dice)
    note_dice(scene)
    return total, judge(target, total)


__all__ = ["cap", "spell_roll", "ticks", "withstands"]
