"""Casting in the twin: who may, at what level, the roll, resistance, and what takes hold (M-09 to M-34, M-44)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.books import made, result_of
from plain.magic_answer import warded
from plain.magic_book import Spell
from plain.magic_hold import stun_mind, take_hold
from plain.magic_numbers import end_spell, tire
from plain.magic_resist import CAP, hands, immunity, resist
from plain.memory import note_act

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

SURE = 99


# -- what it takes ------------------------------------------------------------------------------------
def can_chant(me: Fighter, spell: Spell) -> bool:
    """The ritual (M-10)."""
    voice = not me.bound & {"mute", "silent"}
    if spell.ritual == "body":
        feet = me.legs_gone == 0 and me.posture != "lying" and "rooted" not in me.bound
        return voice and hands(me) >= 2 and feet
    if spell.ritual == "word":
        return voice and hands(me) >= 1
    return spell.ritual == "nothing" or voice or hands(me) >= 1


def can_concentrate(me: Fighter) -> bool:
    """M-19."""
    return not me.stunned and not me.helpless and not me.out and me.distance > 0


def level_now(me: Fighter, spell: Spell, blood: int = 0) -> int:
    """S (M-14, M-15)."""
    n, foe, f = spell.ring, me.foe, me.distance
    if spell.area:
        radius = me.yard
        if spell.aim == "foe":
            n -= me.yards(max(0, f - radius))
        elif spell.aim == "ground" and f > 0:
            n -= me.yards(max(f, radius + 1) - radius)
    elif spell.aim in ("foe", "spell") and not spell.touch:
        n -= me.yards(f)
    for one in me.magic.lasting:
        if one.spell.id != spell.id:
            n -= 3 if one.spell.focus else 1
    n -= me.shock + blood
    n += me.magic.shifts.get("IQ", 0) + spell.again * me.magic.tries.get(spell.id, 0)
    if spell.aim == "foe":
        if f > 0 and (me.blind or "invisible" in foe.bound):
            n -= 5
        n -= immunity(foe)
    return n


def pointless(me: Fighter, spell: Spell) -> bool:
    """A cast that could change nothing."""
    foe = me.foe
    for e in spell.effects:
        kind = e["kind"]
        if kind == "stun":
            return bool(foe.stunned)
        if kind == "state" and e["state"] == "prone":
            return foe.posture == "lying"
        if kind in ("heal_hp", "temp_hp"):
            return me.hp >= me.brings.max_hp
        if kind == "remove_state":
            return True
        if kind == "spell_end":
            return not foe.magic.lasting
        if kind == "barrier":
            return any(one.hp > 0 for one in me.magic.lasting)
    return False


def may_cast(bout: Bout, me: Fighter, spell: Spell, energy: int, blood: int = 0) -> bool:
    """Whether a cast may be begun now."""
    m = me.magic
    if m.tried == me.turn or m.running or spell.blocks or me.resisting:
        return False
    if m.shifts.get("RESIST", 0) > 0 or not can_concentrate(me) or not can_chant(me, spell):
        return False
    if me.rules["cast_time_mode"] == "turn" and bout.sub > 1:
        return False
    if (spell.aim == "missile" or spell.touch) and (m.held or m.charge):
        return False
    if spell.aim == "missile" and hands(me) == 0:
        return False
    if energy < spell.least or spell.price(energy) - blood > me.fp or (blood and blood >= me.hp):
        return False
    slot = m.slot(spell)
    if slot is None or ((one := m.on[slot]) and one.energy >= energy):
        return False
    return not pointless(me, spell) and level_now(me, spell, blood) >= 3


# -- the cast -----------------------------------------------------------------------------------------
def drop(bout: Bout, me: Fighter) -> None:
    """An unfinished cast is lost."""
    if not me.magic.running:
        return
    me.magic.running = None
    me.casting = False
    bout.tell("effect", me, effect="cast_lost")
    if me.rules["interrupt_cost"] == "1":
        tire(bout, me, 1, "spell")


def second(bout: Bout, me: Fighter) -> None:
    """A casting second."""
    m = me.magic
    assert m.running
    m.left -= 1
    m.second = me.turn
    if me.rules["cast_time_mode"] == "turn":
        me.halted = "over"
    if m.left > 0:
        me.casting = True
        bout.tell("effect", me, effect="casting", spell=m.running.id, seconds_left=m.left)
        note_act(me, "cast", set(), None)
        return
    me.casting = False
    complete(bout, me)


def cost(me: Fighter, spell: Spell, energy: int, result: str) -> int:
    """The price by result (M-17, O-11)."""
    if result == "critical_success":
        return 1
    if result == "failure":
        return 0 if me.rules["min_fatigue_scope"] == "successes" else 1
    return spell.price(energy)


def complete(bout: Bout, me: Fighter) -> None:
    """The roll and what comes of it."""
    m, foe = me.magic, me.foe
    spell, energy, blood = m.running, m.energy, m.blood
    assert spell
    m.running = None
    skill = level_now(me, spell, blood)
    m.tries[spell.id] = m.tries.get(spell.id, 0) + 1
    dice = bout.dice.three()
    result = result_of(skill, sum(dice))
    margin = min(CAP, skill) - sum(dice)
    rolls: list[dict[str, Any]] = []
    held = made(result)
    if result == "success" and not spell.touch and spell.aim != "spell":
        rolls = resist(bout, foe, spell, True)
        held = not any(r["margin"] >= margin for r in rolls)
    paid = cost(me, spell, energy, result)
    subject = {"foe": foe.side, "spell": foe.side, "self": me.side}.get(spell.aim, "place")
    bout.tell(
        "spell", me, spell=spell.id, what="cast", energy=energy, paid=paid, target=skill, dice=dice, result=result,
        margin=margin, resist=rolls, held=held, subject=subject,
    )  # fmt: skip
    by_blood = min(blood, paid)
    me.hp -= by_blood
    tire(bout, me, paid - by_blood, "spell")
    if made(result) and not held:
        m.shed += 1
    if held and spell.aim == "foe" and warded(bout, foe, spell, margin):
        held = False
    if result == "critical_failure" and me.rules["backfire"] == "mild":
        die = sum(bout.dice.some(1))
        if die in (3, 4):
            stun_mind(bout, me)
        elif die == 5:
            me.hp -= 1
            bout.tell("effect", me, effect="burned")
    note_act(me, "cast", {"ok" if held else "fail"}, None)
    if not held:
        return
    if spell.touch:
        m.charge = (spell, energy, skill, SURE if result == "critical_success" else margin)
        m.charge_until = me.turn + 1
        m.formed = (me.turn, bout.sub)
    elif spell.aim == "missile":
        m.held = (spell, energy, skill)
        m.formed = (me.turn, bout.sub)
    elif spell.aim == "spell":
        unravel(bout, me, spell, skill, margin, result == "critical_success")
    else:
        take_hold(bout, me, spell, energy, skill, None)


def unravel(bout: Bout, me: Fighter, spell: Spell, skill: int, margin: int, sure: bool) -> None:
    """Spell against spell (M-38)."""
    there = me.foe.magic.lasting
    if not spell.ends_all and there:
        there = [max(there, key=lambda one: one.energy)]
    for one in there:
        if one not in me.foe.magic.lasting:
            continue
        dice = bout.dice.three()
        target = min(CAP, one.skill)
        theirs = target - sum(dice)
        won = sure or margin > theirs
        roll = {"what": "spell", "base": one.skill, "mods": [], "target": target, "dice": dice, "margin": theirs}
        bout.tell(
            "spell", me, spell=one.spell.id, what="counter", energy=one.energy, paid=0, target=min(CAP, skill), dice=[],
            result=None, margin=margin, resist=[roll], held=won, subject=me.foe.side,
        )  # fmt: skip
        if won:
            end_spell(bout, me.foe, one)


