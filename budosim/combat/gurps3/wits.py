"""What a caster reckons: chances of a cast from exact counts, what each energy is worth (M-37, M §10.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.gurps3.cast import level_now, may_cast, price_of, seconds_of
from budosim.combat.gurps3.magic_records import ENERGIES, Aim, Kind2, Sort
from budosim.combat.gurps3.tell import hush

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
ALL = np.int64(216)
WAYS = np.zeros(19, dtype=np.int64)
for _a in range(1, 7):
    for _b in range(1, 7):
        for _c in range(1, 7):
            WAYS[_a + _b + _c] += 1
AT_MOST = np.cumsum(WAYS)
"""In how many of 216 throws three dice show a total, and no more than it."""
KNOWN_RESISTED = np.int64(16)
NO_WORTH = np.int64(-(1 << 40))
HEAL_WORTH = np.int64(900)


@hot
def capped(n: int) -> int:
    """T-27."""
    return n if n < np.int64(16) else np.int64(16)


@hot
def loses(resist: int, margin: int) -> int:
    """Throws of 216 with which a resister has a smaller margin than the caster."""
    # margin of the resister below the caster's: roll > R - margin
    most = capped(resist) - margin
    if most < _3:
        return ALL
    return ALL - AT_MOST[most if most < np.int64(18) else np.int64(18)]


@kernel
def holds_by(skill: int, body: int, mind: int) -> int:
    """Ways of 216**3 in which a cast takes hold; `body` 0 = only the mind resists, both 0 = nobody (M-37)."""
    total = _0
    for t in range(3, 17):
        n = np.int64(t)
        sure = n <= np.int64(4) or (n == np.int64(5) and skill >= np.int64(15)) or (n == np.int64(6) and skill >= 16)
        if not sure and n > skill:
            continue
        ways = WAYS[n] * ALL * ALL
        if not sure:
            margin = capped(skill) - n
            first = loses(body, margin) if body > _0 else ALL
            second = loses(mind, margin) if mind > _0 else ALL
            ways = WAYS[n] * first * second
        total += ways
    return total


@kernel
def stays_by(skill: int, mind: int) -> int:
    """Ways of 216**2 in which a spell stays through one tick (M-37)."""
    total = _0
    for t in range(3, 19):
        total += WAYS[t] * loses(mind, capped(skill) - np.int64(t))
    return total


@kernel
def reckoned(scene: Any, r: Any, w: Any, body: int) -> int:
    """The resistance a caster reckons with: an average foe's, and the cap once he was shaken off (M §10.3.4)."""
    rules = scene.ring.rules
    if rules.resist_scope == _1 and r.touches == _0:
        return _0
    n = rules.foe_body if body == _1 else rules.foe_mind
    if r.direct == _1:
        n += rules.direct_bonus
        if w.shed >= rules.wary_after:
            return rules.contest_cap
    return capped(n)


@rare
def weigh(scene: Any, my: Any, me: Any, foe: Any, row: int, energy: int, i: int) -> int:
    """U of a cast with one of its three energies, in thousandths of a hit point (M §10.3.2)."""
    rules = scene.ring.rules
    r = my.spell[row]
    w = scene.ring.arcana.of[me.side]
    if r.direct == _1 and w.shed >= rules.wary_after:
        return NO_WORTH
    skill = level_now(scene, my, me, foe, row, _0)
    hush(scene)
    mind = reckoned(scene, r, w, _0)
    body = reckoned(scene, r, w, _1) if r.resist == _1 or r.resist >= _3 else _0
    gain = r.gain[i]
    for p in range(r.n_parts):
        if r.parts[p].does == Sort.HEAL:
            back = r.parts[p].per * energy
            missing = my.max_hp - me.hp
            gain += HEAL_WORTH * (back if back < missing else missing)
    if r.gain_on[i] > _0 and mind > _0:
        stay = stays_by(skill, mind)
        more = ALL * ALL - stay
        gain += r.gain_on[i] * stay // (more if more > _0 else _1)
    elif r.gain_on[i] > _0:
        gain += r.gain_on[i] * np.int64(10)
    value = gain * (holds_by(skill, body, mind) // ALL) // (ALL * ALL)
    price = price_of(r, energy)
    above = me.fp - my.reserve
    dear = price - above if price > above else _0
    if dear > price:
        dear = price
    value -= rules.per_fatigue * (price - dear) + rules.per_reserve * dear
    return value - my.blow_worth * seconds_of(r, energy)


@rare
def best_energy(scene: Any, my: Any, me: Any, foe: Any, row: int) -> int:
    """The energy worth most that may be cast now, 0 when none; its worth is left in `now.weighed`."""
    r = my.spell[row]
    best, found = NO_WORTH, _0
    for i in range(ENERGIES):
        energy = r.energy[i]
        if i > 0 and energy == r.energy[i - 1]:
            continue
        if price_of(r, energy) >= me.fp or not may_cast(scene, my, me, foe, row, energy, _0):
            # nobody casts himself unconscious of his own will (M-18)
            continue
        value = weigh(scene, my, me, foe, row, energy, np.int64(i))
        if found == _0 or value > best:
            best, found = value, energy
    scene.ring.now.weighed = best
    return found


@rare
def best_spell(scene: Any, my: Any, me: Any, foe: Any, barred: int) -> int:
    """The spell worth most, with its energy in `now`; 0 when none is worth its price (M §10.3.3).

    Direct spells only in the first sub-turn of a turn: what follows then strikes a hindered foe.
    """
    now = scene.ring.now
    best, found, energy = _0, _0, _0
    for row in range(1, my.n_spells + _1):
        at = np.int64(row)
        r = my.spell[at]
        if (barred >> at) & _1 == _1 or r.kind == Kind2.BLOCKING:
            continue
        if r.aim == Aim.FOE and now.sub > _1 and now.subs > _1:
            continue
        e = best_energy(scene, my, me, foe, at)
        if e > _0 and now.weighed > best:
            best, found, energy = now.weighed, at, e
    now.cast_energy = energy
    now.weighed = best
    return found


@rare
def worth_going_on(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether an unfinished cast is gone on with: p(Will - 3)^k × p_hold over a quarter (M §10.3.1).

    k is a blow for each sub-turn of a foe in reach; his number of sub-turns shows.
    """
    w = scene.ring.arcana.of[me.side]
    r = my.spell[w.row]
    skill = level_now(scene, my, me, foe, w.row, w.blood)
    hush(scene)
    mind = reckoned(scene, r, w, _0)
    body = reckoned(scene, r, w, _1) if r.resist == _1 or r.resist >= _3 else _0
    chance = holds_by(skill, body, mind) // (ALL * ALL) * np.int64(1000)
    k = _0
    if w.left > _1 and abs(me.q - foe.q) + abs(me.r - foe.r) + abs(me.q + me.r - foe.q - foe.r) <= np.int64(10):
        k = scene.ring.arcana.of[foe.side].acts
    target = my.will - _3
    if target > np.int64(16):
        target = np.int64(16)
    keep = AT_MOST[target] if target > np.int64(4) else AT_MOST[4]
    for _ in range(k):
        chance = chance * keep // ALL
    return chance >= scene.ring.rules.keep_going * ALL


__all__ = ["best_energy", "best_spell", "holds_by", "stays_by", "worth_going_on"]
