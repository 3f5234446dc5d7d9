"""Magic around turns and blows in the twin (M-12, M-20 to M-36, M §10.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plain.conditions import barred
from plain.decision import Choice
from plain.hexes import apart
from plain.legal import FAR, READY, may_step_back, wall_owner
from plain.magic_answer import spell_barred
from plain.magic_blows import contact, interrupted, rouse
from plain.magic_book import Spell, acting, dice_and_adds
from plain.magic_cast import can_chant, can_concentrate, may_cast, second
from plain.magic_numbers import end_spell, look_again, sound_again, tire
from plain.magic_resist import row_meant, ticks
from plain.magic_state import Lasting, Sorcery
from plain.magic_wits import best_energy, best_spell, reserve, worth_going_on
from plain.memory import fits, note_act
from plain.rolls import check, contest
from plain.techniques import Way
from plain.wounds import health, injure

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.choice import Chooser


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
                elif e["kind"] == "terrain" and e["state"] == "sticky" and there:  # noqa: SIM102
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
    if wall_owner(me) is me:
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
    if m.charge and me.clinched and not me.helpless and not me.out and not foe.out:
        contact(bout, me, "torso")
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
    energy = spell.most if wanted == "max" or (wanted or 0) > spell.most else max(spell.least, wanted or 0)
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
        return found and {
            "act": "cast",
            "phase": "cast",
            "spell": found[0],
            "energy": found[1],
            "blood": 0,
            "wits": True,
        }
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


def missile_way(me: Fighter) -> Way:
    """What is held, as a blow."""
    assert me.magic.held
    row = {"id": "thrown", "kind": "spell", "swung": True, "limb": "spell"}
    level = me.magic.held[0].throw + me.magic.shifts.get("DX", 0)
    return Way(row, "", level, 0, 0, {"torso": 0}, 0, 99, 0, 0, 0)


def before_rules(chooser: Chooser, up_first: bool) -> Choice | str:
    """What magic says before the rules are asked: a decision, that an unfinished cast runs, or nothing."""
    me, bout = chooser.me, chooser.bout
    m = me.magic
    if me.declared:
        me.declared = False
        return Choice("resist", source=bout.first_look.source, line=bout.first_look.line)
    if me.helpless:
        return Choice("nothing")
    if "flee" in me.bound:
        return Choice("retreat" if may_step_back(me) else "wait" if me.all_out else "all_out_def")
    if "berserk" in me.bound:
        if up_first:
            return ""
        state, choice = chooser.best("@attack", None, "aoa")
        return choice if state == READY else nearer(me, choice) if state == FAR else Choice("wait")
    if bout.subturns > 1 and itching(me):
        return Choice("nothing", phase="scratch")
    if m.running:
        return "runs"
    if up_first:
        return ""
    if m.held and may_throw(bout, me):
        return Choice("cast", missile_way(me), None, phase="throw", spell=m.held[0], stop=me.distance)
    if m.charge:
        state, choice = chooser.best("@hand", None, "")
        if state == READY:
            return replace(choice, phase="touch", spell=m.charge[0])
        if state == FAR:
            return nearer(me, choice)
    return ""


def nearer(me: Fighter, choice: Choice) -> Choice:
    """Only reach is lacking."""
    if barred(me, "approach"):
        return Choice("wait")
    return replace(choice, wanted=choice.act, act="approach")
