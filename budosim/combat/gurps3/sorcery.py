"""What a caster's sub-turn may be about: orders of casting, and what goes by itself (M-12, M-27, M-28, M-36, M §10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.gurps3.cast import can_chant, can_concentrate, drop, may_cast, price_of, second, start
from budosim.combat.gurps3.ids import Act, Class, Posture, Stun
from budosim.combat.gurps3.magic_records import ON, Act2, Held, Kind2, Sort
from budosim.combat.gurps3.memory import OK, note_act
from budosim.combat.gurps3.missile import may_throw
from budosim.combat.gurps3.policy import barred, spell_barred
from budosim.combat.gurps3.spell import finish
from budosim.combat.gurps3.wits import best_energy, best_spell, worth_going_on

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
_NONE = np.int64(-1)
CAST, DISPEL, RESIST, KEEP, NOTHING, WAIT, RETREAT = (
    np.int64(a) for a in (Act.CAST, Act.DISPEL, Act.RESIST, Act.MAINTAIN_SPELL, Act.NOTHING, Act.WAIT, Act.RETREAT)
)
ANY_SPELL = -np.int64(Class.SPELL)
PHASE_CAST, GO_ON, THROW, TOUCH, TEND, SCRATCH = (
    np.int64(a) for a in (Act2.CAST, Act2.GO_ON, Act2.THROW, Act2.TOUCH, Act2.KEEP, Act2.SCRATCH)
)
FLEE, BERSERK, DULL = (np.int64(h) for h in (Held.FLEE, Held.BERSERK, Held.ASLEEP | Held.DAZED))
FREE, DECIDED, WANTS_TOUCH, RAGES, RUNS, FLEES = (np.int64(n) for n in range(6))
"""What magic says about a sub-turn before the rules are asked."""


@kernel
def decide(scene: Any, my: Any, act: int, phase: int, row: int) -> None:
    """Write a magical decision."""
    now = scene.ring.now
    now.act = act
    now.row = _0
    now.loc = _NONE
    now.opt = _0
    now.wanted = _0
    now.back = _0
    now.cycle = _NONE
    now.phase = phase
    now.cast = row
    now.spell_id = my.spell[row].id + _1 if row > _0 else _0


@kernel
def may_resist_now(scene: Any, me: Any) -> bool:
    """呪文の抵抗に専念: conscious, and neither mentally stunned, dazed nor asleep (M-36)."""
    return (
        scene.ring.now.magic == _1
        and me.out == _0
        and me.stunned != Stun.MENTAL
        and me.bound & DULL == _0
        and not barred(scene, me, RESIST)
    )


@kernel
def barred_rows(scene: Any, my: Any, me: Any) -> int:
    """Rows of spells that are banned, as bits."""
    found = _0
    if scene.ring.minds.of[me.side].bans == _0:
        return found
    for row in range(1, my.n_spells + _1):
        if spell_barred(scene, me, np.int64(row)):
            found |= _1 << np.int64(row)
    return found


@kernel
def spell_with(my: Any, flag: int) -> int:
    """Row of the spell that ends spells: of one (flag 0) or of all (1)."""
    for row in range(1, my.n_spells + _1):
        r = my.spell[row]
        for p in range(r.n_parts):
            if r.parts[p].does == Sort.END_SPELL and r.parts[p].flag == flag:
                return np.int64(row)
    return _0


@kernel
def asked_energy(scene: Any, my: Any, me: Any, foe: Any, row: int, wanted: int, blood: int) -> int:
    """The energy an order means: this number, the most that can be paid, or what is worth most; 0 when none can be."""
    r = my.spell[row]
    if wanted == _0 and blood == _0:
        return best_energy(scene, my, me, foe, row)
    energy = r.most if wanted < _0 or wanted > r.most else wanted if wanted > r.least else r.least
    energy -= (energy - r.least) % r.step
    while energy >= r.least:
        price = price_of(r, energy) - blood
        if price < me.fp and may_cast(scene, my, me, foe, row, energy, blood):
            return energy
        if wanted > _0:
            return _0
        energy -= r.step
    return _0


@kernel
def plan_cast(scene: Any, my: Any, me: Any, foe: Any, row: int, wanted: int, blood: int) -> bool:
    """Plan the cast of one spell; whether it can be begun now."""
    now = scene.ring.now
    if row <= _0 or spell_barred(scene, me, row) or my.spell[row].kind == Kind2.BLOCKING:
        return False
    energy = asked_energy(scene, my, me, foe, row, wanted, blood)
    if energy == _0:
        return False
    decide(scene, my, CAST, PHASE_CAST, row)
    now.cast_energy = energy
    now.cast_blood = blood
    now.by_wits = _0
    return True


@kernel
def tended(scene: Any, my: Any, me: Any, foe: Any) -> int:
    """Slot of an own spell that wants this turn's concentration, -1 none (M-24)."""
    w = scene.ring.arcana.of[me.side]
    if not can_concentrate(scene, me, foe):
        return _NONE
    for k in range(ON):
        on = w.on[k]
        if on.row > _0 and my.spell[on.row].focus == _1 and on.tended < me.turn:
            return np.int64(k)
    return _NONE


@rare
def plan_magic(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int) -> bool:
    """Plan an order of magic; whether it is open now (M §10.2)."""
    now = scene.ring.now
    if act == RESIST:
        if not may_resist_now(scene, me):
            return False
        decide(scene, my, RESIST, _0, _0)
        return True
    if my.n_spells == _0:
        return False
    if act == CAST:
        return plan_cast(scene, my, me, foe, policy.book.order[at], policy.book.energy[at], policy.book.blood[at])
    if act == DISPEL:
        if barred(scene, me, DISPEL):
            return False
        return plan_cast(scene, my, me, foe, spell_with(my, _1), _0, _0) or plan_cast(
            scene, my, me, foe, spell_with(my, _0), _0, _0
        )
    if act == KEEP:
        slot = tended(scene, my, me, foe)
        if slot < _0 or barred(scene, me, KEEP):
            return False
        decide(scene, my, KEEP, TEND, scene.ring.arcana.of[me.side].on[slot].row)
        return True
    if act == ANY_SPELL:
        row = best_spell(scene, my, me, foe, barred_rows(scene, my, me))
        if row == _0:
            return False
        energy = now.cast_energy
        decide(scene, my, CAST, PHASE_CAST, row)
        now.cast_energy = energy
        now.cast_blood = _0
        now.by_wits = _1
        return True
    return False


@rare
def by_itself(scene: Any, my: Any, me: Any, foe: Any, their: Any, lies: bool) -> int:
    """What a sub-turn is spent on before any rule is asked, or that nothing is (`FREE` …).

    A declared resistance; helplessness; flight and rage; scratching; an unfinished cast; what is held or charged.
    """
    now = scene.ring.now
    now.phase, now.spell_id, now.cast = _0, _0, _0
    w = scene.ring.arcana.of[me.side]
    if me.helpless == _1:
        decide(scene, my, NOTHING, _0, _0)
        return DECIDED
    if me.bound & FLEE != _0:
        return FLEES
    if me.bound & BERSERK != _0:
        return RAGES
    if now.subs > _1 and itches(scene, me, their) >= _0:
        decide(scene, my, NOTHING, SCRATCH, _0)
        return DECIDED
    if lies and w.row == _0:
        return FREE
    if w.row > _0:
        return RUNS
    if w.held > _0 and may_throw(scene, my, me, foe):
        decide(scene, my, CAST, THROW, w.held)
        return DECIDED
    return WANTS_TOUCH if w.charge > _0 else FREE


@kernel
def itches(scene: Any, me: Any, their: Any) -> int:
    """Slot of a foe's spell that scratching ends, -1 none."""
    other = scene.ring.arcana.of[_1 - me.side]
    for k in range(ON):
        on = other.on[k]
        if on.row > _0 and on.subject == me.side and their.spell[on.row].scratch == _1:
            return np.int64(k)
    return _NONE


@rare
def goes_on(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """An unfinished cast: this turn's second, or waiting for the next; False when it is given up (M-12, M-19)."""
    w = scene.ring.arcana.of[me.side]
    if not can_concentrate(scene, me, foe) or not can_chant(scene, me, w, my.spell[w.row]):
        return False
    if w.second == me.turn:
        decide(scene, my, NOTHING, GO_ON, w.row)
        return True
    if w.wits == _1 and not worth_going_on(scene, my, me, foe):
        return False
    decide(scene, my, CAST, GO_ON, w.row)
    return True


@kernel
def keeps_cast(act: int) -> bool:
    """Acts an unfinished cast lives through: a step back, waiting (M-12)."""
    return act == NOTHING or act == CAST or act == RETREAT


@rare
def perform_magic(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Do what was decided when it is magic; whether it was."""
    now = scene.ring.now
    act, phase = now.act, now.phase
    if act == RESIST:
        me.resisting = _1
        note_act(scene, me, RESIST, OK, _NONE)
        return True
    if phase == SCRATCH:
        slot = itches(scene, me, their)
        if slot >= _0:
            finish(scene, their, foe, my, me, slot)
        return True
    if act == KEEP:
        w = scene.ring.arcana.of[me.side]
        for k in range(ON):
            if w.on[k].row == now.cast:
                w.on[k].tended = me.turn
        note_act(scene, me, KEEP, OK, _NONE)
        return True
    if act != CAST:
        return phase == GO_ON
    if phase == PHASE_CAST:
        start(scene, my, me, their, foe)
    elif phase == GO_ON:
        second(scene, my, me, their, foe)
    return True


@rare
def legal_magic(scene: Any, my: Any, me: Any, foe: Any, act: int) -> bool:
    """Whether a magical act could be done now, for the list of legal acts."""
    if scene.ring.now.magic == _0:
        return False
    if act == RESIST:
        return may_resist_now(scene, me)
    if my.n_spells == _0:
        return False
    if act == KEEP:
        return tended(scene, my, me, foe) >= _0 and not barred(scene, me, KEEP)
    w = scene.ring.arcana.of[me.side]
    for row in range(1, my.n_spells + _1):
        at = np.int64(row)
        r = my.spell[at]
        ends = r.n_parts > _0 and r.parts[0].does == Sort.END_SPELL
        if (act == DISPEL and not ends) or spell_barred(scene, me, at):
            continue
        if may_cast(scene, my, me, foe, at, r.least, _0):
            return True
    return act == CAST and (w.row > _0 or may_throw(scene, my, me, foe))


__all__ = [
    "DECIDED",
    "FLEES",
    "FREE",
    "RAGES",
    "RUNS",
    "TOUCH",
    "WAIT",
    "WANTS_TOUCH",
    "Posture",
    "by_itself",
    "drop",
    "goes_on",
    "keeps_cast",
    "legal_magic",
    "perform_magic",
    "plan_magic",
]  # fmt: skip
