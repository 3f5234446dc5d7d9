"""Magic around turns and blows in the twin (M-12, M-20 to M-36, M §10.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from plain.books import LIMBS, STRIKES, result_of
from plain.conditions import barred
from plain.contests import contest
from plain.hexes import apart
from plain.magic_book import RING, Spell, acting, dice_and_adds, state_of
from plain.magic_cast import (
    CAP,
    SURE,
    at_once,
    can_chant,
    can_concentrate,
    drop,
    harm,
    level_now,
    may_cast,
    one_effect,
    resist,
    row_meant,
    second,
    spell_barred,
    take_hold,
    ticks,
)
from plain.magic_numbers import end_spell, look_again, sound_again, tire
from plain.magic_state import Lasting, Sorcery
from plain.memory import fits, note_act
from plain.techniques import Way
from plain.wounds import check, fall, health, injure

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.choice import Choice

RANGES = {3: -1, 4: -2, 5: -2, 6: -3, 7: -3, 8: -4, 9: -4, 10: -4}
THROWS = [sum(faces) for faces in product(range(1, 7), repeat=3)]
__all__ = ["at_once", "harm", "one_effect"]


def ready(bout: Bout) -> None:
    """At the bell: what each brings, and whether this bout knows magic."""
    for who in bout.fighters:
        person = who.own.person
        spells = {
            id_: Spell(id_, person["spells"][id_], who.own.dx, who.own.skills)
            for id_ in acting() if id_ in person["spells"]
        }  # fmt: skip
        who.magic = Sorcery(spells)
    bout.magical = any(who.magic.spells for who in bout.fighters)


# -- the start and end of a turn ------------------------------------------------------------------------
def reserve(me: Fighter) -> int:
    """Fatigue a caster keeps (M §10.3)."""
    return max(3, int(me.own.max_fp) * 3 // 10)


def keeps(me: Fighter, price: int) -> bool:
    """Whether a spell is kept up."""
    if me.fp <= price:
        return False
    ordered = any(act.name == "maintain_spell" for rule in me.plan.everything for act in rule.acts)
    return ordered or price == 0 or me.fp - price >= reserve(me)


def open_turn(bout: Bout, me: Fighter, could: bool) -> bool:
    """What the start of an own turn brings; whether he can act."""
    m = me.magic
    least = 1 if me.rules["min_fatigue_scope"] == "all" else 0
    for one in list(m.on):
        if one is None or one not in m.lasting:
            continue
        for i, turn in list(one.ends.items()):
            if me.turn >= turn:
                del one.ends[i]
                if one.spell.effects[i]["kind"] == "check_tier":
                    one.done = True
                else:
                    one.gone.add(i)
        if not one.until or me.turn < one.until:
            continue
        price = one.spell.upkeep(one.energy, least)
        if could and price is not None and keeps(me, price):
            one.until = me.turn + one.spell.lasts
            tire(bout, me, price, "upkeep")
        else:
            end_spell(bout, me, one)
    if m.charge and me.turn > m.charge_until:
        m.charge = None
        bout.tell("effect", me, effect="charge_lost")
    if m.held and m.held[0].jet:
        price = m.held[0].upkeep(m.held[1], least)
        assert price is not None
        if could and keeps(me, price):
            tire(bout, me, price, "upkeep")
        else:
            m.held = None
            bout.tell("effect", me, effect="missile_lost")
    if not me.out and not me.foe.out:
        suffer(bout, me)
    look_again(bout, me, me.foe)
    bout.subturns = me.brings.subturns
    if bout.subturns <= 0:
        bout.subturns = 1
        m.slow = not m.slow
        if m.slow:
            return False
    return could and not me.out and not me.stunned


def suffer(bout: Bout, me: Fighter) -> None:
    """Fire, clouds, roots, glue."""
    for caster in bout.fighters:
        for one in list(caster.magic.on):
            if one is None or one not in caster.magic.lasting or me.out:
                continue
            there = bool(one.radius) and apart(me.at, one.at) <= one.radius
            for e in one.spell.effects:
                if e["kind"] == "hazard" and there:
                    burn(bout, me, e, one.energy)
                elif e["kind"] == "escape_check" and one in caster.magic.lasting and one.subject == me.side:
                    if check(bout, me, "escape", me.brings.st + e["mod"]):
                        end_spell(bout, caster, one)
                elif e["kind"] == "terrain" and e["state"] == "sticky" and there:
                    if not check(bout, me, "escape", me.brings.st + e["mod"]):
                        me.magic.caught = me.turn


def burn(bout: Bout, me: Fighter, e: dict[str, Any], energy: int) -> None:
    """A turn in fire or in a cloud."""
    before = me.hp
    if "check" in e:
        if not check(bout, me, "spell_check", health(me, False)):
            tire(bout, me, 1, "cloud")
        return
    n, adds = dice_and_adds(e, energy)
    dice = bout.dice.some(n)
    basic = max(0, sum(dice) + adds)
    if e["type"] == "burn" and "no_fire" in me.bound:
        basic = 0
    injure(bout, me, "torso", dice, adds, basic)
    if me.hp < before:
        rouse(bout, me)
        interrupted(bout, me)


def idle_subs(bout: Bout, me: Fighter, last: int) -> None:
    """Who cannot act resists all the same (T-25)."""
    for k in range(1, min(last, 6) + 1):
        if me.out or me.foe.out:
            return
        bout.open(k)
        ticks(bout, me)


def close_turn(bout: Bout, me: Fighter) -> None:
    """Control that lasted a whole turn, and stalling."""
    m = me.magic
    if 0 < m.caught < me.turn:
        m.caught = 0
    cold = me.bound & {"asleep", "paralysed"}
    if cold and me.rules["control_win"] == "next_full_turn" and m.since and me.turn >= m.since:
        if "asleep" in me.bound:
            me.out = me.out or "unconscious"
            bout.tell("effect", me, effect="unconscious")
        else:
            me.out = "referee"
        return
    if ("dazed" in me.bound and not cold) or m.running or bout.phase:
        me.could_strike = True
    if wall_of(bout, me) is me:
        me.could_strike = True
        busy = "cast" in me.memory.used or any(fits(act, "@attack", False) for act in me.memory.used)
        m.idle = 0 if busy else m.idle + 1
        limit = me.rules["stall_turns"]
        if limit != "off" and m.idle >= int(limit):
            m.idle = 0
            m.cautions += 1
            bout.tell("effect", me, effect="cautioned", cautions=m.cautions)
            if m.cautions >= 2:
                me.out = "referee"
    else:
        m.idle = 0


# -- the start of a sub-turn ------------------------------------------------------------------------------
def open_sub(bout: Bout, me: Fighter) -> None:
    """Ticks, doubts, cramps."""
    m, foe = me.magic, me.foe
    bout.slot = min(bout.slot, me.own.subturns)
    ticks(bout, me)
    if me.rules["resist_when"] == "all":
        ticks(bout, foe)
    if "decoyed" in foe.bound and not me.helpless:
        for one in list(foe.magic.on):
            if one and one in foe.magic.lasting and "decoy" in one.spell.kinds:
                got, kept = contest(bout, me, "disbelief", me.brings.iq - me.shock, one.skill)
                if got > kept:
                    end_spell(bout, foe, one)
    if m.cramp:
        if m.cramp_seen:
            part, m.cramp = m.cramp, ""
            sound_again(bout, me, part, told=False)
        else:
            m.cramp_seen = True
    look_again(bout, me, foe)


def declares(bout: Bout, me: Fighter, look: Callable[[], Choice]) -> bool:
    """A first look at the pattern: does he concentrate on resisting? (M-36)"""
    other = me.foe.magic
    named = any(act.name == "resist" for rule in me.plan.everything for act in rule.acts)
    if not named or not (other.lasting or other.held or other.charge):
        return False
    kept, running, told = dict(me.memory.cursors), me.magic.running, len(bout.events)
    me.magic.running = None
    choice = look()
    me.magic.running = running
    me.memory.cursors.clear()
    me.memory.cursors.update(kept)
    del bout.events[told:]
    bout.first_look = choice
    return choice.act == "resist"


def may_resist_now(bout: Bout, me: Fighter) -> bool:
    """M-36."""
    dull = me.bound & {"asleep", "dazed"}
    return bout.magical and not me.out and me.stunned != "mental" and not dull and not barred(me, "resist")


# -- what is planned --------------------------------------------------------------------------------------
def energy_for(bout: Bout, me: Fighter, spell: Spell, wanted: Any, blood: int) -> int:
    """The energy an order means, 0 when it cannot be."""
    if not wanted and not blood:
        return best_energy(bout, me, spell)[0]
    if wanted == "max" or (wanted or 0) > spell.most:
        energy = spell.most
    else:
        energy = max(spell.least, wanted or 0)
    energy -= (energy - spell.least) % spell.step
    while energy >= spell.least:
        if spell.price(energy) - blood < me.fp and may_cast(bout, me, spell, energy, blood):
            return energy
        if wanted and wanted != "max":
            return 0
        energy -= spell.step
    return 0


def planned(bout: Bout, me: Fighter, name: str, order: Any) -> dict[str, Any] | None:
    """What an order of magic comes to, None when it is not open."""
    if name == "resist":
        return {"act": "resist"} if may_resist_now(bout, me) else None
    if name == "cast":
        return cast_plan(bout, me, row_meant(me, order.spell), order.energy, order.blood)
    if name == "dispel":
        if barred(me, "dispel"):
            return None
        enders = [s for s in me.magic.spells.values() if s.ends_some]
        for spell in [s for s in enders if s.ends_all][:1] + [s for s in enders if not s.ends_all][:1]:
            found = cast_plan(bout, me, spell, None, 0)
            if found:
                return found
        return None
    if name == "maintain_spell":
        one = wants_care(me)
        if one is None or barred(me, "maintain_spell"):
            return None
        return {"act": "maintain_spell", "phase": "keep", "spell": one.spell}
    if name == "@spell":
        found = best_spell(bout, me)
        return found and {"act": "cast", "phase": "cast", "spell": found[0], "energy": found[1], "blood": 0, "wits": True}
    return None


def cast_plan(bout: Bout, me: Fighter, spell: Spell | None, wanted: Any, blood: int) -> dict[str, Any] | None:
    """One cast."""
    if spell is None or spell.blocks or spell_barred(me, spell):
        return None
    energy = energy_for(bout, me, spell, wanted, blood)
    if not energy:
        return None
    return {"act": "cast", "phase": "cast", "spell": spell, "energy": energy, "blood": blood, "wits": False}


def wants_care(me: Fighter) -> Lasting | None:
    """An own spell that wants this turn's concentration."""
    if not can_concentrate(me):
        return None
    return next((one for one in me.magic.lasting if one.spell.focus and one.tended < me.turn), None)


def itching(me: Fighter) -> Lasting | None:
    """A foe's spell that scratching ends."""
    found = (o for o in me.foe.magic.lasting if o.subject == me.side and "ends_on_action" in o.spell.kinds)
    return next(found, None)


def may_throw(bout: Bout, me: Fighter) -> bool:
    """Whether what is held can be used in this sub-turn."""
    m = me.magic
    if not m.held or me.resisting or me.distance == 0 or m.formed == (me.turn, bout.sub):
        return False
    spell, energy, _ = m.held
    return not spell.jet or me.yards(me.distance) <= spell.kinds["jet"]["reach_yd_per_step"] * energy


def goes_on(bout: Bout, me: Fighter) -> dict[str, Any] | None:
    """An unfinished cast, None when it is given up."""
    m = me.magic
    assert m.running
    if not can_concentrate(me) or not can_chant(me, m.running):
        return None
    if m.second == me.turn:
        return {"act": "nothing", "phase": "go_on", "spell": m.running}
    if m.wits and not worth_going_on(bout, me):
        return None
    return {"act": "cast", "phase": "go_on", "spell": m.running}


def legal(bout: Bout, me: Fighter, act: str) -> bool:
    """Whether a magical act could be done now."""
    if not bout.magical:
        return False
    if act == "resist":
        return may_resist_now(bout, me)
    if not me.magic.spells:
        return False
    if act == "maintain_spell":
        return wants_care(me) is not None and not barred(me, "maintain_spell")
    for spell in me.magic.spells.values():
        ends = bool(spell.effects) and spell.effects[0]["kind"] == "spell_end"
        if (act == "dispel" and not ends) or spell_barred(me, spell):
            continue
        if may_cast(bout, me, spell, spell.least):
            return True
    return act == "cast" and (me.magic.running is not None or may_throw(bout, me))


def perform(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """Do what was decided when it is magic."""
    m = me.magic
    if choice.act == "resist":
        me.resisting = True
        note_act(me, "resist", {"ok"}, None)
        return True
    if choice.phase == "scratch":
        one = itching(me)
        if one:
            end_spell(bout, me.foe, one)
        return True
    if choice.act == "maintain_spell":
        for one in m.lasting:
            if one.spell is choice.spell:
                one.tended = me.turn
        note_act(me, "maintain_spell", {"ok"}, None)
        return True
    if choice.act != "cast":
        return choice.phase == "go_on"
    if choice.phase == "cast":
        assert choice.spell
        m.tried = me.turn
        m.running, m.energy, m.blood, m.wits = choice.spell, choice.energy, choice.blood, choice.wits
        m.line = -1 if choice.line is None else choice.line
        m.left = choice.spell.seconds(choice.energy)
        second(bout, me)
    elif choice.phase == "go_on":
        second(bout, me)
    return True


# -- chances (M-37, M §10.3) --------------------------------------------------------------------------------
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


# -- blows --------------------------------------------------------------------------------------------------
def wall_of(bout: Bout, me: Fighter) -> Fighter | None:
    """Whose barrier parts the two."""
    for caster in bout.fighters:
        for one in caster.magic.lasting:
            if one.hp > 0 and (apart(me.at, one.at) <= one.radius) != (apart(me.foe.at, one.at) <= one.radius):
                return caster
    return None


def gap_to_wall(me: Fighter, owner: Fighter) -> int:
    """Fine hexes one can come nearer to it."""
    one = next(one for one in owner.magic.lasting if one.hp > 0)
    gap = apart(me.at, one.at) - one.radius
    if gap < 0:
        gap = 1 - gap
    return max(0, gap - 1)


def strike_wall(bout: Bout, me: Fighter, choice: Choice, owner: Fighter) -> None:
    """A blow meets the barrier (T-08, T-09)."""
    way = choice.way
    assert way is not None
    dice = bout.dice.three()
    target = way.level + me.hindrance
    result = result_of(target, sum(dice))
    bout.tell("attack", me, act=choice.act, at=None, base=way.level, target=target, dice=dice, result=result, counter=False)
    if result == "critical_failure":
        return
    points = max(0, sum(bout.dice.some(way.dice)) + way.adds)
    if me.rules["barrier_half"] == "after":
        points = (points + 1) // 2
    one = next((one for one in owner.magic.lasting if one.hp > 0), None)
    if one is None:
        return
    one.hp -= points
    bout.tell("effect", me, effect="barrier_hit", points=points, left=max(0, one.hp))
    if one.hp <= 0:
        bout.tell("effect", owner, effect="barrier_broken")
        end_spell(bout, owner, one)


def meets_wall(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """Blows at a foe behind a barrier strike it."""
    owner = wall_of(bout, me)
    if choice.act not in STRIKES or owner is None:
        return False
    if choice.opt.startswith("aoa"):
        me.all_out = me.all_out_used = True
    for _ in range(2 if choice.opt == "aoa_double" else 1):
        if wall_of(bout, me) is owner:
            strike_wall(bout, me, choice, owner)
    note_act(me, choice.act, {"hit", "fail"}, None)
    return True


def before_blow(bout: Bout, me: Fighter, act: str) -> bool:
    """Areas, grease, a decoy; True when the blow is lost to it."""
    foe = me.foe
    look_again(bout, me, foe)
    brace(bout, foe)
    slips(bout, me)
    if "decoyed" in foe.bound:
        die = sum(bout.dice.some(1))
        bout.tell("effect", foe, effect="decoy_hit", die=die, decoy=die <= 3)
        if die <= 3:
            note_act(me, act, {"miss", "fail"}, None)
            return True
    return False


def brace(bout: Bout, me: Fighter) -> None:
    """How he stands before a blow."""
    me.before = (me.hp, me.memory.defences, me.posture, set(me.gone), me.at)


def slips(bout: Bout, me: Fighter) -> None:
    """Footing on grease."""
    if "slippery" in me.bound and not me.out and not check(bout, me, "footing", me.brings.dx - me.shock):
        fall(bout, me)


def after_blow(bout: Bout, me: Fighter, way: Way) -> None:
    """Contact of a charged hand, what became of the other's concentration, a retreat on grease."""
    foe, m = me.foe, me.magic
    if m.charge and way.limb in ("arm", "arms"):
        if me.memory.how & {"hit", "parried"}:
            if not foe.out and not me.out:
                contact(bout, me)
        else:
            m.charge = None
            bout.tell("effect", me, effect="charge_lost")
    shaken(bout, foe)
    if "slippery" in foe.bound and foe.at != foe.before[4]:
        slips(bout, foe)


def contact(bout: Bout, me: Fighter) -> None:
    """A charged hand meets the foe (M-27)."""
    m = me.magic
    assert m.charge
    spell, energy, skill, margin = m.charge
    m.charge = None
    rolls = resist(bout, me.foe, spell, True) if margin < SURE else []
    held = not any(r["margin"] >= margin for r in rolls)
    bout.tell(
        "spell", me, spell=spell.id, what="contact", energy=energy, paid=0, target=skill, dice=[], result=None,
        margin=margin, resist=rolls, held=held, subject=me.foe.side,
    )  # fmt: skip
    if not held:
        m.shed += 1
        return
    place = me.memory.last_place
    take_hold(bout, me, spell, energy, skill, place if place in LIMBS else place)


def shaken(bout: Bout, me: Fighter) -> None:
    """Sleepers wake; casts and missiles may be lost (M-20 to M-23)."""
    m = me.magic
    hp, defences, posture, gone, _ = me.before
    hurt = me.hp < hp
    if hurt:
        rouse(bout, me)
    if m.running:
        lost = me.out or me.stunned or (set(me.gone) != gone and not can_chant(me, m.running))
        if lost:
            drop(bout, me)
        elif hurt or me.memory.defences > defences or me.posture != posture:
            interrupted(bout, me)
    if hurt and (m.held or m.charge) and not me.out:
        if not check(bout, me, "hold_spell", me.brings.iq + me.brings.will_mod):
            if m.held:
                m.held = None
                bout.tell("effect", me, effect="missile_lost")
            if m.charge:
                m.charge = None
                bout.tell("effect", me, effect="charge_lost")


def interrupted(bout: Bout, me: Fighter) -> None:
    """Will - 3, or the cast is lost."""
    if me.magic.running and not check(bout, me, "concentrate", me.brings.iq + me.brings.will_mod - 3):
        drop(bout, me)


def rouse(bout: Bout, me: Fighter) -> None:
    """A wound ends sleep and daze."""
    for one in list(me.foe.magic.on):
        if one and one in me.foe.magic.lasting and one.subject == me.side and "ends_on" in one.spell.kinds:
            end_spell(bout, me.foe, one)


# -- missiles -------------------------------------------------------------------------------------------------
def missile_way(me: Fighter) -> Way:
    """What is held, as a blow."""
    assert me.magic.held
    row = {"id": "thrown", "kind": "spell", "swung": True, "limb": "spell"}
    return Way(row, "", me.magic.held[0].throw + me.magic.shifts.get("DX", 0), 0, 0, {"torso": 0}, 0, 99, 0, 0)  # fmt: skip


def aim_missile(me: Fighter, way: Way) -> int:
    """What it is rolled against; a missile leaves the hand."""
    m = me.magic
    assert m.held
    spell = m.held[0]
    m.thrown = m.held
    n = way.level
    if not spell.jet:
        m.held = None
        yards = me.yards(me.distance)
        n += RANGES.get(yards, 0 if yards < 3 else -5)
        if n < spell.kinds["missile"]["ss"]:
            n -= 4
    return n + me.burden


def turned_aside(bout: Bout, me: Fighter) -> bool:
    """A spell on the foe stops a missile, or sends it back."""
    foe = me.foe
    spell, energy, _ = me.magic.thrown
    if spell.jet or not foe.bound & {"no_missiles", "turns_missiles"}:
        return False
    if "no_missiles" in foe.bound:
        bout.tell("effect", foe, effect="missile_stopped")
        return True
    bout.tell("effect", foe, effect="reflected")
    for e in spell.effects:
        if e["kind"] == "damage":
            harm(bout, me, e, energy, "torso")
    return True


def strike_home(bout: Bout, me: Fighter, factor: int, no_dr: bool) -> int:
    """Nothing stopped it; the damage that may knock back."""
    foe = me.foe
    spell, energy, skill = me.magic.thrown
    if spell.jet and spell.effects[0]["kind"] == "check_or_state":
        take_hold(bout, me, spell, energy, skill, "torso")
        return 0
    basic = knocks = 0
    yards = me.yards(me.distance)
    half = spell.kinds.get("missile", {}).get("half_yd", 0)
    for i, e in enumerate(spell.effects):
        if e["kind"] == "damage":
            basic = harm(bout, foe, e, energy, "torso", factor, no_dr, bool(half) and yards > half)
            if e["type"] == "crush":
                knocks = basic
        elif e["kind"] == "blast":
            hurt = basic // max(1, yards)
            if hurt > 0:
                injure(bout, me, "torso", [], 0, hurt)
        elif not foe.out:
            one_effect(bout, me, spell, i, energy, skill, None, "torso")
    return knocks


def blow_worth(values: Fraction) -> int:
    """Expected injury of the best blow in thousandths."""
    return int(values * 1000)


def fresh(choice: Choice, **fields: Any) -> Choice:
    """A choice changed."""
    return replace(choice, **fields)


__all__ += ["Lasting", "blow_worth", "fresh", "state_of"]
