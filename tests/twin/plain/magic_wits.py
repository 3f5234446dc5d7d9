"""What a caster reckons in the twin (M-37, M §10.3)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from plain.books import result_of
from plain.magic_answer import spell_barred
from plain.magic_book import RING, Spell
from plain.magic_cast import level_now, may_cast
from plain.magic_resist import CAP

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

THROWS = [sum(faces) for faces in product(range(1, 7), repeat=3)]


def reserve(me: Fighter) -> int:
    """Fatigue a caster keeps (M §10.3)."""
    return max(3, int(me.own.max_fp) * 3 // 10)


def wins(resist_value: int, margin: int) -> int:
    """Throws of 216 with which a resister falls short of a margin."""
    return sum(min(CAP, resist_value) - t < margin for t in THROWS)


def holds(skill: int, body: int, mind: int) -> int:
    """Ways of 216**3 in which a cast takes hold."""
    total = 0
    for t in set(THROWS):
        result = result_of(skill, t)
        if not result.endswith("success"):
            continue
        ways = THROWS.count(t)
        if result == "critical_success":
            total += ways * 216 * 216
        else:
            margin = min(CAP, skill) - t
            total += ways * (wins(body, margin) if body else 216) * (wins(mind, margin) if mind else 216)
    return total


def stays(skill: int, mind: int) -> int:
    """Ways of 216**2 in which it stays through a tick."""
    return sum(THROWS.count(t) * wins(mind, min(CAP, skill) - t) for t in set(THROWS))


def guessed(me: Fighter, spell: Spell, body: bool) -> int:
    """The resistance a caster reckons with."""
    if me.rules["resist_scope"] == "opponent" and not spell.touches_foe:
        return 0
    n = int(RING["foe_body" if body else "foe_mind"])
    if spell.direct:
        if me.magic.shed >= RING["wary_after"]:
            return int(CAP)
        n += 4
    return min(CAP, n)


def bodily(spell: Spell) -> bool:
    """Whether something else than the mind is printed as resistance."""
    return spell.row["resist"] in ("HT", "DX", "ST", "spell")


def weigh(me: Fighter, spell: Spell, energy: int) -> int:
    """U in thousandths of a hit point."""
    if spell.direct and me.magic.shed >= RING["wary_after"]:
        return -(1 << 40)
    skill = level_now(me, spell)
    mind, body = guessed(me, spell, False), guessed(me, spell, True) if bodily(spell) else 0
    gain, on = spell.worth(energy)
    heals = spell.kinds.get("heal_hp")
    if heals:
        gain += 900 * min(heals["per_energy"] * energy, me.brings.max_hp - me.hp)
    if on and mind:
        stay = stays(skill, mind)
        gain += on * stay // max(1, 216 * 216 - stay)
    elif on:
        gain += on * 10
    value = gain * (holds(skill, body, mind) // 216) // (216 * 216)
    price = spell.price(energy)
    dear = min(price, max(0, price - (me.fp - reserve(me))))
    value -= RING["per_fatigue"] * (price - dear) + RING["per_reserve"] * dear
    return int(value - me.own.blow_worth * spell.seconds(energy))


def best_energy(bout: Bout, me: Fighter, spell: Spell) -> tuple[int, int]:
    """The energy worth most that may be cast, and its worth."""
    best, found = -(1 << 40), 0
    energies = spell.energies
    for i, energy in enumerate(energies):
        if (i and energy == energies[i - 1]) or spell.price(energy) >= me.fp or not may_cast(bout, me, spell, energy):
            continue
        value = weigh(me, spell, energy)
        if not found or value > best:
            best, found = value, energy
    return found, best


def best_spell(bout: Bout, me: Fighter) -> tuple[Spell, int] | None:
    """The spell worth most, None when none is worth its price."""
    best, found = 0, None
    for spell in me.magic.spells.values():
        if spell_barred(me, spell) or spell.blocks or (spell.aim == "foe" and bout.sub > 1 and bout.subturns > 1):
            continue
        energy, value = best_energy(bout, me, spell)
        if energy and value > best:
            best, found = value, (spell, energy)
    return found


def worth_going_on(bout: Bout, me: Fighter) -> bool:
    """M §10.3.1."""
    m = me.magic
    assert m.running
    spell = m.running
    skill = level_now(me, spell, m.blood)
    mind, body = guessed(me, spell, False), guessed(me, spell, True) if bodily(spell) else 0
    chance = holds(skill, body, mind) // (216 * 216) * 1000
    blows = me.foe.own.subturns if m.left > 1 and me.distance <= 5 else 0
    target = max(4, min(16, me.brings.iq + me.brings.will_mod - 3))
    keep = sum(t <= target for t in THROWS)
    for _ in range(blows):
        chance = chance * keep // 216
    return chance >= RING["keep_going"] * 216
