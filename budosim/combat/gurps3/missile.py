"""What a caster holds: missiles thrown, jets sprayed, charged hands (M-23, M-27…M-29)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.gurps3.cast import CERTAIN
from budosim.combat.gurps3.effects import harm, one_part, take_hold
from budosim.combat.gurps3.grip import is_held
from budosim.combat.gurps3.ids import Effect, Limb, Loc, Mod, Outcome
from budosim.combat.gurps3.magic_records import Held, Sort, Tale
from budosim.combat.gurps3.move import apart
from budosim.combat.gurps3.records import ROWS
from budosim.combat.gurps3.resist import withstands
from budosim.combat.gurps3.roll import POSTURE_HIT, hindrance
from budosim.combat.gurps3.tell import hush, mod, tell_effect, tell_spell
from budosim.combat.gurps3.wound import injure

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
_NONE = np.int64(-1)
TORSO = np.int64(Loc.TORSO)
THROWN = np.int64(ROWS - 1)
NO_MISSILES, TURNS_MISSILES = np.int64(Held.NO_MISSILES), np.int64(Held.TURNS_MISSILES)
CONTACT = np.int64(Tale.CONTACT)
SNAP = np.int64(-4)
MET = np.int64(Outcome.HIT | Outcome.PARRIED)
"""A blow that met the foe's body or limb (M-27)."""


@kernel
def yards_to(scene: Any, me: Any, foe: Any) -> int:
    """Yards begun between two fighters (M-15)."""
    per = scene.ring.rules.fine_per_yard
    return (apart(me, foe) + per - _1) // per


@kernel
def may_throw(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether what is held can be used in this sub-turn: a later one than that of its making, not in the same hex."""
    w = scene.ring.arcana.of[me.side]
    now = scene.ring.now
    if w.held == _0 or me.resisting == _1 or apart(me, foe) == _0 or is_held(scene, me.side):
        return False
    r = my.spell[w.held]
    if w.formed == np.int64(8) * me.turn + now.sub:
        return False
    if r.reach > _0:
        return yards_to(scene, me, foe) <= r.reach * w.held_energy
    return True


@kernel
def throw_level(scene: Any, my: Any, me: Any, foe: Any, r: Any) -> int:
    """What a missile or jet is rolled against: range, the snap shot below SS, what hinders blows (M-28, M-29)."""
    n = r.throw
    if r.reach == _0:
        yards = yards_to(scene, me, foe)
        n += mod(scene, Mod.RANGE, scene.ring.rules.range_mod[yards if yards < np.int64(15) else np.int64(15)])
        if n < r.snap:
            n += mod(scene, Mod.SNAP_SHOT, SNAP)
    n += hindrance(scene, me)
    return n + mod(scene, Mod.POSTURE, POSTURE_HIT[me.posture])


@rare
def strike_home(scene: Any, my: Any, me: Any, their: Any, foe: Any, factor: int, no_dr: int) -> int:
    """A missile or jet that nothing stopped; the basic damage that may knock back.

    Dice: the damage and its injury; rolls of its effects.
    """
    w = scene.ring.arcana.of[me.side]
    row, energy, skill = w.thrown, w.thrown_energy, w.thrown_skill
    r = my.spell[row]
    if r.reach > _0 and r.n_parts > _0 and r.parts[0].does == Sort.CHECK:
        take_hold(scene, my, me, their, foe, row, energy, skill, TORSO)
        return _0
    basic, knocks = _0, _0
    yards = yards_to(scene, me, foe)
    far = np.int64(r.half > _0 and yards > r.half)
    for p in range(r.n_parts):
        part = r.parts[p]
        if part.does == Sort.DAMAGE:
            basic = harm(scene, their, foe, part, energy, TORSO, factor, no_dr, far)
            if part.type == _0:
                knocks = basic
        elif part.does == Sort.BLAST:
            hurt = basic // (yards if yards > _1 else _1)
            if hurt > _0:
                injure(scene, my, me, TORSO, hurt, _0, _1, _0, _0, _0)
        elif foe.out == _0:
            one_part(scene, my, me, their, foe, row, np.int64(p), energy, skill, _NONE, TORSO)
    return knocks


@rare
def flies(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """What is held becomes the blow to be struck: row `THROWN` of the sheet (M-28, M-29)."""
    now = scene.ring.now
    now.row, now.loc, now.opt = THROWN, TORSO, _0
    now.reach = apart(me, foe)
    my.row[THROWN].level = my.spell[scene.ring.arcana.of[me.side].held].throw
    return True


@rare
def aim_missile(scene: Any, my: Any, me: Any, foe: Any) -> int:
    """What it is rolled against; a missile leaves the hand, a jet stays (M-28, M-29)."""
    hush(scene)
    w = scene.ring.arcana.of[me.side]
    w.thrown, w.thrown_energy, w.thrown_skill = w.held, w.held_energy, w.held_skill
    r = my.spell[w.held]
    if r.reach == _0:
        w.held = _0
    return throw_level(scene, my, me, foe, r)


@rare
def turned_aside(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether a spell on the foe stops a missile or sends it back to the thrower.

    Dice: its damage when it comes back.
    """
    w = scene.ring.arcana.of[me.side]
    r = my.spell[w.thrown]
    if r.reach > _0 or foe.bound & (NO_MISSILES | TURNS_MISSILES) == _0:
        return False
    if foe.bound & NO_MISSILES != _0:
        tell_effect(scene, foe.side, Effect.MISSILE_STOPPED, _NONE, _0)
        return True
    tell_effect(scene, foe.side, Effect.REFLECTED, _NONE, _0)
    for p in range(r.n_parts):
        if r.parts[p].does == Sort.DAMAGE:
            harm(scene, my, me, r.parts[p], w.thrown_energy, TORSO, _1, _0, _0)
    return True


@rare
def contact(scene: Any, my: Any, me: Any, their: Any, foe: Any, loc: int) -> None:
    """A charged hand meets the foe: now he resists, against the margin of the cast (M-27).

    Dice: those of the resistance, unless the cast was a critical success; those of the effects.
    """
    w = scene.ring.arcana.of[me.side]
    row = w.charge
    r = my.spell[row]
    w.charge = _0
    held = True
    hush(scene)
    if w.charge_margin < CERTAIN:
        held = not withstands(scene, their, foe, my, me, r, w.charge_margin, _1)
    tell_spell(
        scene, me.side, CONTACT, r.id, w.charge_energy, _0, w.charge_skill, _NONE, w.charge_margin, np.int64(held),
        foe.side,
    )  # fmt: skip
    if not held:
        w.shed += _1
        return
    take_hold(scene, my, me, their, foe, row, w.charge_energy, w.charge_skill, loc)


@rare
def touched(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> None:
    """After a blow of a charged fighter with the hand: contact, or the charge is lost (M-27)."""
    w = scene.ring.arcana.of[me.side]
    limb = my.row[row].limb
    if w.charge == _0 or (limb != Limb.ARM and limb != Limb.ARMS):
        return
    mind = scene.ring.minds.of[me.side]
    if mind.last_res & MET != _0:
        if foe.out == _0 and me.out == _0:
            contact(scene, my, me, their, foe, mind.last_loc)
        return
    w.charge = _0
    tell_effect(scene, me.side, Effect.CHARGE_LOST, _NONE, _0)


__all__ = ["aim_missile", "flies", "may_throw", "strike_home", "throw_level", "touched", "turned_aside"]
