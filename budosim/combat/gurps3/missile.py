"""What a caster holds: missiles thrown, jets sprayed, charged hands (M-23, M-27…M-29)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel
from budosim.combat.common.dice import roll3
from budosim.combat.gurps3.attack import POSTURE_HIT
from budosim.combat.gurps3.cast import CERTAIN, lose_held
from budosim.combat.gurps3.critical import critical_hit
from budosim.combat.gurps3.defence import HIT, defend
from budosim.combat.gurps3.effects import harm, one_part, take_hold
from budosim.combat.gurps3.ids import Act, Effect, Limb, Loc, Mod, Outcome, Posture, Result
from budosim.combat.gurps3.magic_records import Held, Sort, Tale
from budosim.combat.gurps3.memory import DODGED, LANDED, MISSED, note_act
from budosim.combat.gurps3.move import apart, arc_from, can_turn, face
from budosim.combat.gurps3.records import ROWS
from budosim.combat.gurps3.resist import withstands
from budosim.combat.gurps3.roll import hindrance, judge
from budosim.combat.gurps3.tell import hush, mod, tell_attack, tell_effect, tell_spell
from budosim.combat.gurps3.wound import injure, knock_back

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
_NONE = np.int64(-1)
CAST = np.int64(Act.CAST)
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
    if w.held == _0 or me.resisting == _1 or apart(me, foe) == _0 or me.grappled == _1:
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


@kernel
def strike_home(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, energy: int, skill: int, crit: int) -> None:
    """A missile or jet that nothing stopped.

    Dice: the critical table on a critical hit; the damage and its injury; 3d for knock-back; rolls of its effects.
    """
    r = my.spell[row]
    factor, no_dr, damages = _1, _0, _1
    if crit == _1:
        factor, no_dr, _, damages = critical_hit(scene, my, me, their, foe, TORSO)
    if r.reach > _0 and r.n_parts > _0 and r.parts[0].sort == Sort.CHECK:
        take_hold(scene, my, me, their, foe, row, energy, skill, TORSO)
        return
    basic = _0
    yards = yards_to(scene, me, foe)
    far = np.int64(r.half > _0 and yards > r.half)
    for p in range(r.n_parts):
        part = r.parts[p]
        if part.sort == Sort.DAMAGE:
            if damages == _1 and foe.out == _0:
                basic = harm(scene, their, foe, part, energy, TORSO, factor, no_dr, far)
                if part.type == _0 and foe.out == _0:
                    knock_back(scene, my, their, foe, me, basic, _0)
        elif part.sort == Sort.BLAST:
            hurt = basic // (yards if yards > _1 else _1)
            if hurt > _0:
                injure(scene, my, me, TORSO, hurt, _0, _1, _0, _0, _0)
        elif foe.out == _0:
            one_part(scene, my, me, their, foe, row, np.int64(p), energy, skill, _NONE, TORSO)


@kernel
def let_fly(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Throw the missile or sweep with the jet at hand.

    Dice: 3d · the foe's defence, dodges only · critical table · damage and what follows. Source: M-28, M-29, T-17.
    """
    w = scene.ring.arcana.of[me.side]
    now = scene.ring.now
    row, energy, skill = w.held, w.held_energy, w.held_skill
    r = my.spell[row]
    if r.reach == _0:
        w.held = _0
    now.declared, now.declared_row, now.attacker = CAST, THROWN, me.side
    now.launch = apart(me, foe)
    me.from_q, me.from_r = me.q, me.r
    if scene.ring.rules.flank == _0 and scene.ring.rules.auto_face == _0 and can_turn(foe):
        face(foe, me)
    hush(scene)
    target = throw_level(scene, my, me, foe, r)
    total = roll3(scene.ring.dice)
    result = judge(target, total)
    tell_attack(scene, me.side, CAST, TORSO, r.throw, target, result, _0)
    minds = scene.ring.minds
    minds.of[foe.side].provoked = _1
    minds.of[foe.side].attacked = _1
    if result >= Result.FAILURE:
        if result == Result.CRITICAL_FAILURE:
            lose_held(scene, me)
        note_act(scene, me, CAST, MISSED, _NONE)
        return
    if r.reach == _0 and foe.bound & NO_MISSILES != _0:
        tell_effect(scene, foe.side, Effect.MISSILE_STOPPED, _NONE, _0)
        note_act(scene, me, CAST, MISSED, _NONE)
        return
    if r.reach == _0 and foe.bound & TURNS_MISSILES != _0:
        tell_effect(scene, foe.side, Effect.REFLECTED, _NONE, _0)
        note_act(scene, me, CAST, MISSED, _NONE)
        for p in range(r.n_parts):
            if r.parts[p].sort == Sort.DAMAGE:
                harm(scene, my, me, r.parts[p], energy, TORSO, _1, _0, _0)
        return
    if result == Result.SUCCESS:
        met = defend(scene, their, foe, my, me, THROWN, arc_from(scene, foe, me), _0, _0)
        if met != HIT:
            note_act(scene, me, CAST, DODGED, _NONE)
            return
    minds.of[foe.side].was_hit = _1
    note_act(scene, me, CAST, LANDED, _NONE)
    strike_home(scene, my, me, their, foe, row, energy, skill, np.int64(result == Result.CRITICAL_SUCCESS))


@kernel
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


@kernel
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


__all__ = ["Posture", "let_fly", "may_throw", "throw_level", "touched"]
