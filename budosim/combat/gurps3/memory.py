"""What policies remember of what was done: last acts, counters, defences (semantics §2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel
from budosim.combat.gurps3.ids import ACT_CLASSES, Act, Class, Outcome

_0, _1, _2 = np.int64(0), np.int64(1), np.int64(2)
_63 = np.int64(63)
_64 = np.int64(64)
OK = np.int64(Outcome.OK)
FAIL = np.int64(Outcome.FAIL)
MISSED = np.int64(Outcome.MISS | Outcome.FAIL)
LANDED = np.int64(Outcome.HIT | Outcome.OK)
TOUCHED = np.int64(Outcome.HIT | Outcome.FAIL)
DODGED = np.int64(Outcome.DODGED | Outcome.FAIL)
PARRIED = np.int64(Outcome.PARRIED | Outcome.FAIL)
CINE = np.int64(Act.CINE)
ATTACK_BIT = np.int64(1 << Class.ATTACK)
ATTACK_CLASSES = -np.int64(Class.LOCK)
"""Classes from @attack to @lock hold attacks alone."""


@hot
def fits(act: int, code: int, all_out: int) -> bool:
    """Whether an act is the one of a code, or of its class (minus a class id)."""
    if code >= _0:
        return act == code
    if code == -Class.AOA.value:
        return all_out == _1 and ACT_CLASSES[act] & ATTACK_BIT != _0
    return (ACT_CLASSES[act] >> (-code)) & _1 == _1


@hot
def _mark(bits: Any, act: int) -> None:
    bits[act >> np.int64(6)] |= _1 << (act & _63)


@hot
def marked(bits: Any, act: int) -> bool:
    """Whether an act is in a set of two words."""
    return (bits[act >> np.int64(6)] >> (act & _63)) & _1 == _1


@kernel
def any_marked(bits: Any, code: int, all_out: int) -> bool:
    """Whether any act of a set fits a code."""
    if code >= _0:
        return marked(bits, code)
    for i in range(1, len(ACT_CLASSES)):
        if marked(bits, np.int64(i)) and fits(np.int64(i), code, all_out):
            return True
    return False


@hot
def is_defence(code: int) -> bool:
    """Whether a code speaks of defences, which are counted by themselves."""
    return code == -Class.DEFENCE.value or (code >= Act.DODGE.value and code <= Act.PARRYING_KICK.value)


@hot
def _same_kind(act: int, code: int) -> bool:
    """Whether an act is of the kind a `row` looks at: attacks, feints, or anything."""
    if code == Act.FEINT:
        return act == Act.FEINT
    attack = code >= ATTACK_CLASSES if code < _0 else ACT_CLASSES[code] & ATTACK_BIT != _0
    if code == -Class.AOA.value:
        attack = True
    return not attack or ACT_CLASSES[act] & ATTACK_BIT != _0


@kernel
def count_act(scene: Any, side: int, act: int, res: int, all_out: int) -> None:
    """Advance the counters of both policies by an act of `side`."""
    for owner in range(2):
        policy = scene.ring.policies.of[owner]
        mind = scene.ring.minds.of[owner]
        for i in range(policy.n_counters):
            c = policy.counters[i]
            actor = owner if c.who == _0 else _1 - owner
            if actor != side or c.res >= Outcome.NONE.value or is_defence(act) != is_defence(c.act):
                continue
            if act == CINE and c.act == -Class.ATTACK.value:
                continue
            if fits(act, c.act, all_out) and (c.res == Outcome.ANY.value or res & c.res != _0):
                mind.counter[i] += _1
            elif c.row == _1 and _same_kind(act, c.act):
                mind.counter[i] = _0


@hot
def note_act(scene: Any, me: Any, act: int, res: int, loc: int) -> None:
    """Remember an act of `me` and how it ended; `res` are bits of Outcome, `loc` a place or -1."""
    mind = scene.ring.minds.of[me.side]
    mind.last_act = act
    mind.last_res = res
    mind.last_all_out = _0
    if me.all_out == _1 and ACT_CLASSES[act] & ATTACK_BIT != _0:
        mind.last_all_out = _1
        mind.all_out_now |= np.int64(3) if res & Outcome.HIT.value != _0 else _1
    _mark(mind.used_now, act)
    if res & Outcome.HIT.value != _0:
        _mark(mind.hit_now, act)
    if ACT_CLASSES[act] & ATTACK_BIT != _0 and act != CINE:
        # a skill counts by the blow it strikes
        mind.attacks += _1
        if loc >= _0 and loc < np.int64(19):
            mind.last_loc = loc
            if res & Outcome.HIT.value != _0:
                mind.hits[loc] += _1
    elif act == Act.FEINT:
        mind.feints += _1
    if scene.ring.policies.of[0].n_counters + scene.ring.policies.of[1].n_counters > _0:
        count_act(scene, me.side, act, res, me.all_out)


@kernel
def note_series(scene: Any, me: Any, res: int) -> None:
    """Remember a combination as one act, after its moves were remembered one by one."""
    mind = scene.ring.minds.of[me.side]
    mind.last_act = np.int64(Act.COMBO.value)
    mind.last_res = res
    _mark(mind.used_now, np.int64(Act.COMBO.value))
    if scene.ring.policies.of[0].n_counters + scene.ring.policies.of[1].n_counters > _0:
        count_act(scene, me.side, np.int64(Act.COMBO.value), res, me.all_out)


@hot
def note_defence(scene: Any, me: Any, act: int, success: int) -> None:
    """Remember a defence of `me`."""
    mind = scene.ring.minds.of[me.side]
    bit = _1 << (act - Act.DODGE.value)
    if success == _1:
        mind.def_ok |= bit
    else:
        mind.def_fail |= bit
    mind.last_def = act
    mind.defences += _1
    if scene.ring.policies.of[0].n_counters + scene.ring.policies.of[1].n_counters > _0:
        count_act(scene, me.side, act, OK if success == _1 else FAIL, _0)


@kernel
def note_answer(scene: Any, me: Any, success: int) -> None:
    """Remember a blow that was met with a spell: a defence, and an act of casting."""
    mind = scene.ring.minds.of[me.side]
    mind.last_def = np.int64(Act.CAST.value)
    mind.defences += _1
    note_act(scene, me, np.int64(Act.CAST.value), OK if success == _1 else FAIL, np.int64(-1))


@kernel
def turn_over(scene: Any, me: Any) -> None:
    """At the end of an own turn: what was used moves to "the turn before", turn counters advance."""
    mind = scene.ring.minds.of[me.side]
    mind.all_out_before = mind.all_out_now
    mind.all_out_now = _0
    for w in range(2):
        mind.used_before[w] = mind.used_now[w]
        mind.hit_before[w] = mind.hit_now[w]
    for owner in range(2):
        policy = scene.ring.policies.of[owner]
        if policy.n_counters == _0:
            continue
        other = scene.ring.minds.of[owner]
        for i in range(policy.n_counters):
            c = policy.counters[i]
            actor = owner if c.who == _0 else _1 - owner
            if actor != me.side or c.res < Outcome.NONE.value:
                continue
            bits = mind.used_now if c.res == Outcome.NONE.value else mind.hit_now
            if not any_marked(bits, c.act, me.all_out):
                other.counter[i] += _1
            elif c.row == _1:
                other.counter[i] = _0
    for w in range(2):
        mind.used_now[w] = _0
        mind.hit_now[w] = _0
