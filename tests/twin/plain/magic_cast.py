"""Casting in the twin: who may, at what level, the roll, resistance, and what takes hold (M-09 to M-34, M-44)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.body import LOST
from plain.books import LIMBS, TIP_OF, made, result_of
from plain.conditions import barred, holds
from plain.contests import contest
from plain.hexes import apart, on_line
from plain.magic_book import META, Spell, dice_and_adds, state_of, words_for
from plain.magic_numbers import end_spell, look_again, mind_of, sound_again, tire
from plain.magic_state import HELD_BY_SPELL, Lasting
from plain.memory import fits, note_act
from plain.wounds import check, fall, health, injure, keeps_footing, lose_part, put_out, stun

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

CAP = META["contest_cap"]
SURE = 99
__all__ = ["LOST", "barred", "put_out", "sound_again"]


def stun_mind(bout: Bout, who: Fighter) -> None:
    """Mental stun, unless he is stunned already."""
    if who.stunned:
        return
    who.stunned = "mental"
    bout.tell("effect", who, effect="stunned")
    who.waiting = False
    if who.rules["midturn_stun"] == "lose_rest":
        who.halted = "over"
    elif not who.halted:
        who.halted = "reeling"


# -- what it takes ------------------------------------------------------------------------------------
def row_meant(me: Fighter, word: str) -> Spell | None:
    """The spell of the sheet a word means."""
    return me.magic.spells.get(words_for().get(word.lower(), ""))


def hands(me: Fighter) -> int:
    """Hands that can make a sign."""
    return me.arm_works("R") + me.arm_works("L") - bool(me.magic.held)


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


def immunity(who: Fighter) -> int:
    """Magic Resistance, brought or by a spell."""
    return who.own.levels_of("magic_resistance", 2) + who.magic.shifts.get("RESIST", 0)


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


# -- resistance ---------------------------------------------------------------------------------------
def chosen_mind(bout: Bout, me: Fighter) -> int:
    """Will or <強靭精神>: the better, or the pattern's word."""
    will, mind = mind_of(me)
    for index, rule in enumerate(me.plan.free):
        name = rule.acts[0].name
        if name not in ("resist_will", "resist_mind") or barred(me, name) or not holds(bout, me, rule.when):
            continue
        if name == "resist_mind" and not mind:
            continue
        bout.tell("decide", me, what=name, at=None, list="free", line=index)
        return will if name == "resist_will" else mind
    return max(will, mind)


def may_resist(me: Fighter, spell: Spell) -> bool:
    """M-31, O-01."""
    return not me.out and (me.rules["resist_scope"] == "all" or spell.touches_foe)


def one_roll(bout: Bout, me: Fighter, spell: Spell, what: str, base: int) -> dict[str, Any]:
    """One roll of a resister with all that counts for it (M-34)."""
    b = me.brings
    mods: list[list[Any]] = []
    if spell.direct:
        mods.append(["direct", META["direct_target_resist_bonus"]])
    if me.resisting:
        mods.append(["concentrating", META["concentrate_resist_bonus"]])
    mods.append(["magic resistance", immunity(me)])
    if spell.id == "pain" and b.pain == 3:
        mods.append(["pain threshold", 3])
    if spell.fear:
        steel = me.own.levels_of("fearlessness", 2) + (2 if me.own.has("combat_reflexes") else 0)
        mods.append(["courage", steel + me.magic.shifts.get("CALM", 0)])
    mods = [m for m in mods if m[1]]
    bonus = sum(n for _, n in mods)
    target = min(CAP, base + bonus) if me.rules["cap_order"] == "last" else min(CAP, base) + bonus
    dice = bout.dice.three()
    return {"what": what, "base": base, "mods": mods, "target": target, "dice": dice, "margin": target - sum(dice)}


def resist(bout: Bout, me: Fighter, spell: Spell, printed: bool) -> list[dict[str, Any]]:
    """The rolls of a resister: at the casting with the printed attribute as well (M-31, R-57)."""
    if not may_resist(me, spell):
        return []
    mind = chosen_mind(bout, me)
    wanted = spell.row["resist"]
    if not printed or wanted not in ("HT", "DX", "ST"):
        return [one_roll(bout, me, spell, "mind", mind)]
    b = me.brings
    body = {"HT": b.ht + b.fitness, "DX": b.dx, "ST": b.st}[wanted]
    if me.rules["resist_rolls"] == "best":
        return [one_roll(bout, me, spell, "best", max(body, mind))]
    return [one_roll(bout, me, spell, wanted, body), one_roll(bout, me, spell, "mind", mind)]


def tick(bout: Bout, me: Fighter, spell: Spell, skill: int, energy: int, subject: str) -> bool:
    """`me` tries to throw off a spell of his foe (M-32b)."""
    if not may_resist(me, spell):
        return False
    target = min(CAP, skill)
    dice = bout.dice.three()
    margin = target - sum(dice)
    rolls = resist(bout, me, spell, False)
    won = any(r["margin"] >= margin for r in rolls)
    bout.tell(
        "spell", me.foe, spell=spell.id, what="tick", energy=energy, paid=0, target=target, dice=dice, result=None,
        margin=margin, resist=rolls, held=not won, subject=subject,
    )  # fmt: skip
    return won


def ticks(bout: Bout, me: Fighter) -> None:
    """At a sub-turn's start: every spell of the foe, then what he holds."""
    foe = me.foe
    m = foe.magic
    for one in list(m.on):
        if one is None or one not in m.lasting or one.spell.lasts == 0:
            continue
        out = one.subject == "place" and not (one.radius and apart(me.at, one.at) <= one.radius)
        if me.rules["resist_scope"] == "opponent" and out:
            continue
        if tick(bout, me, one.spell, one.skill, one.energy, one.subject):
            end_spell(bout, foe, one)
    if m.held and tick(bout, me, m.held[0], m.held[2], m.held[1], "place"):
        m.held = None
        bout.tell("effect", foe, effect="missile_lost")
    if m.charge and tick(bout, me, m.charge[0], m.charge[2], m.charge[1], "place"):
        m.charge = None
        bout.tell("effect", foe, effect="charge_lost")


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


# -- wards and blocks ---------------------------------------------------------------------------------
def spell_barred(me: Fighter, spell: Spell) -> bool:
    """Whether casting it is banned now."""
    for i in me.memory.bans:
        ban = me.plan.bans[i]
        if fits("cast", ban.name, False) and (not ban.spell or row_meant(me, ban.spell) is spell):
            return True
    return False


def answers(me: Fighter, spell: Spell) -> bool:
    """Whether a blocking spell is open (M-09, M-30b)."""
    m = me.magic
    if m.tried == me.turn or me.stunned or me.helpless or m.shifts.get("RESIST", 0) > 0:
        return False
    voice = not me.bound & {"mute", "silent"}
    if spell.ritual in ("body", "word"):
        if not voice or hands(me) < (2 if spell.ritual == "body" else 1):
            return False
    elif spell.ritual == "either" and not voice and hands(me) < 1:
        return False
    return me.fp > spell.price(spell.least)


def block_open(me: Fighter, spell: Spell | None, missile: bool) -> bool:
    """Whether a blocking spell covers a blow and may be cast."""
    if spell is None or not spell.blocks:
        return False
    defence = spell.kinds.get("active_defence")
    if defence is None:
        return "forced_action" in spell.kinds and answers(me, spell)
    if ("missile" if missile else "strike") not in defence["covers"]:
        return False
    if defence.get("defender") == "arm" and not (me.arm_works("R") or me.arm_works("L")):
        return False
    return answers(me, spell)


def block(bout: Bout, me: Fighter, spell: Spell, told: dict[str, Any]) -> bool:
    """A blocking spell against the blow declared."""
    m = me.magic
    m.tried = me.turn
    if m.running:
        m.running, me.casting = None, False
        bout.tell("effect", me, effect="cast_lost")
    energy = spell.least
    target = spell.ring - me.shock + m.shifts.get("IQ", 0)
    defence = spell.kinds.get("active_defence", {})
    if defence.get("pd_per_energy"):
        energy = spell.most
        while energy > spell.least and energy - spell.less >= me.fp:
            energy -= spell.step
        target += defence["pd_per_energy"] * energy
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell("defence", me, defence="cast", retreat=False, base=spell.ring, target=target, dice=dice, result=result, **told)
    margin = min(CAP, target) - sum(dice)
    rolls = resist(bout, me.foe, spell, True) if result == "success" else []
    held = made(result) and not any(r["margin"] >= margin for r in rolls)
    paid = 1 if result == "critical_success" else spell.price(energy)
    if result == "failure":
        paid = 0 if me.rules["min_fatigue_scope"] == "successes" else 1
    bout.tell(
        "spell", me, spell=spell.id, what="block", energy=energy, paid=paid, target=target, result=result, margin=margin,
        resist=rolls, held=held, subject=me.foe.side if spell.direct else me.side,
    )  # fmt: skip
    tire(bout, me, paid, "spell")
    me.memory.last_defence = "cast"
    me.memory.defences += 1
    note_act(me, "cast", {"ok" if held else "fail"}, None)
    if held and defence.get("move_hexes") and not me.out:
        bout.go_back(me, defence["move_hexes"] * me.yard, "leap")
    return held


def warded(bout: Bout, me: Fighter, cast: Spell, margin: int) -> bool:
    """Whether `me` wards off a spell of his foe (M-38)."""
    for rule in me.plan.react:
        for act in rule.acts:
            spell = row_meant(me, act.spell) if act.name == "cast" else None
            if spell is None or "spell_block" not in spell.kinds or spell_barred(me, spell):
                continue
            if answers(me, spell) and holds(bout, me, rule.when):
                return ward(bout, me, spell, cast, margin)
    return False


def ward(bout: Bout, me: Fighter, spell: Spell, cast: Spell, margin: int) -> bool:
    """The ward itself; a tie is the warder's."""
    me.magic.tried = me.turn
    e = spell.kinds["spell_block"]
    energy = e["cost_known"] if cast.id in me.magic.spells else e["cost_unknown"]
    dice = bout.dice.three()
    result = result_of(spell.ring, sum(dice))
    mine = min(CAP, spell.ring) - sum(dice)
    held = made(result) and mine >= margin
    paid = spell.price(energy)
    if result == "failure":
        paid = 0 if me.rules["min_fatigue_scope"] == "successes" else 1
    bout.tell(
        "spell", me, spell=spell.id, what="ward", energy=energy, paid=paid, target=spell.ring, result=result,
        margin=mine, held=held, subject=me.foe.side,
    )  # fmt: skip
    tire(bout, me, paid, "spell")
    return held


# -- taking hold --------------------------------------------------------------------------------------
def harm(
    bout: Bout, who: Fighter, e: dict[str, Any], energy: int, place: str, factor: int = 1, no_dr: bool = False,
    halved: bool = False,
) -> int:  # fmt: skip
    """Damage of a spell; the basic damage."""
    n, adds = dice_and_adds(e, energy)
    dice = bout.dice.some(n)
    basic = max(0, (sum(dice) + adds) * factor)
    if e["type"] == "burn" and "no_fire" in who.bound:
        basic = 0
    if halved:
        basic //= 2
    fate = "pierced" if e["type"] == "impale" else ""
    injure(bout, who, place, dice, adds, basic, factor=factor, no_dr=no_dr or e.get("ignores_dr", False), fate=fate)
    return basic


def asked(me: Fighter, e: dict[str, Any]) -> int:
    """What a roll that an effect asks for is made against."""
    b = me.brings
    if e["kind"] == "fright_check":
        steel = me.own.levels_of("fearlessness", 2) + (2 if me.own.has("combat_reflexes") else 0)
        return mind_of(me)[0] + steel + me.magic.shifts.get("CALM", 0) + int(e["mod"])
    return {"HT": health(me, False), "DX": b.dx - me.shock, "ST": b.st}[e["check"]]


def at_once(bout: Bout, foe: Fighter, state: str) -> None:
    """A state that is an event."""
    if state == "prone":
        fall(bout, foe)
    elif state == "stunned":
        stun(bout, foe)
    elif state == "dizzy":
        stun_mind(bout, foe)


def take_limb(bout: Bout, me: Fighter, e: dict[str, Any], one: Lasting | None, place: str | None) -> None:
    """A limb goes out of use."""
    foe = me.foe
    cramp = e["kind"] == "limb_disabled"
    limb = place if place in LIMBS and place not in foe.gone else None
    if limb is None:
        legs_first = cramp and foe.posture in ("standing", "crouching")
        row = (*LIMBS[2:], *LIMBS[:2]) if legs_first else LIMBS
        limb = next((p for p in row if p not in foe.gone), None)
    if limb is None:
        return
    if cramp:
        foe.gone[limb] = HELD_BY_SPELL
        bout.tell("effect", foe, effect="crippled", at=limb)
        foe.magic.cramp, foe.magic.cramp_seen = limb, False
    elif e["permanent"]:
        lose_part(bout, foe, limb, LOST)
    else:
        foe.gone[limb] = HELD_BY_SPELL
        foe.gone.setdefault(TIP_OF[limb], HELD_BY_SPELL)
        bout.tell("effect", foe, effect="crippled", at=limb)
        if limb.startswith("leg"):
            fall(bout, foe)
        if one:
            one.limb = limb


def mend(bout: Bout, me: Fighter, points: int) -> int:
    """Hit points come back; how many."""
    n = min(points, me.brings.max_hp - me.hp)
    if n <= 0:
        return 0
    me.hp += n
    bout.tell("effect", me, effect="healed", points=n)
    return n


def one_effect(
    bout: Bout, me: Fighter, spell: Spell, i: int, energy: int, skill: int, one: Lasting | None, place: str | None
) -> None:
    """One effect at the moment a spell takes hold."""
    e, foe = spell.effects[i], me.foe
    kind = e["kind"]
    if kind == "stun":
        (stun_mind if e["type"] == "mental" else stun)(bout, foe)
    elif kind == "state":
        at_once(bout, foe, state_of(e))
    elif kind in ("check_or_state", "fright_check"):
        if e.get("only_if") == "leg" and "leg.R" not in foe.gone and "leg.L" not in foe.gone:
            return
        if check(bout, foe, "spell_check", asked(foe, e)):
            if one:
                one.gone.add(i)
        else:
            at_once(bout, foe, state_of(e))
    elif kind == "check_tier":
        if check(bout, foe, "spell_check", asked(foe, e)) and one:
            one.done = True
    elif kind == "damage":
        harm(bout, foe, e, energy, place or "torso")
    elif kind == "knockback":
        push(bout, me, e, energy)
    elif kind in ("cripple_limb", "limb_disabled"):
        take_limb(bout, me, e, one, place)
    elif kind == "heal_hp":
        mend(bout, me, min(e["max"], e["per_energy"] * energy))
    elif kind == "temp_hp":
        me.magic.lent += mend(bout, me, e["per_energy"] * energy)
    elif kind == "facing":
        foe.facing = (foe.facing + 3) % 6
        foe.turned_away = True
        bout.tell("effect", foe, effect="turned")
    elif kind == "feint_bonus":
        got, kept = contest(bout, me, "illusion", skill, foe.brings.iq - foe.shock)
        if got > kept:
            me.lure, me.lure_until = got - kept + e["value"], me.turn + 1


def push(bout: Bout, me: Fighter, e: dict[str, Any], energy: int) -> None:
    """A push without injury."""
    foe = me.foe
    points = e.get("strength_per_energy", 0) * energy
    if "dice_per_step" in e:
        points += sum(bout.dice.some(dice_and_adds(e, energy)[0]))
    if points <= 0:
        return
    bout.go_back(foe, points, "knocked_back")
    bout.tell("effect", foe, effect="knocked_back", yards=points // foe.yard)
    if foe.posture != "lying" and not keeps_footing(bout, foe, foe.brings.dx):
        fall(bout, foe)


def centre(me: Fighter, aim: str, radius: int) -> tuple[int, int]:
    """Where an area is laid."""
    f = me.distance
    if aim == "here" or f == 0:
        return me.at
    if aim == "ground":
        return on_line(me.at, me.foe.at, max(f, radius + 1), -me.hand)
    back = radius + 1 - f
    return on_line(me.foe.at, me.at, f + back, me.hand) if back > 0 else me.at


def take_hold(bout: Bout, me: Fighter, spell: Spell, energy: int, skill: int, place: str | None) -> None:
    """A spell nobody defeated does what it does."""
    foe = me.foe
    limit = spell.kinds.get("weight_limit")
    if limit and foe.brings.person["weight_kg"] * 2205 // 1000 > limit["lb_per_energy"] * energy:
        return
    if spell.fear and foe.own.has("unfazeable"):
        return
    subject = {"foe": foe.side, "missile": foe.side, "ground": "place", "shelter": "place", "here": "place"}.get(
        spell.aim, me.side
    )
    one = None
    turns = spell.turns
    if turns is not None:
        slot = me.magic.slot(spell)
        if slot is not None:
            one = Lasting(spell, energy, skill, me.turn + turns if turns else 0, subject, tended=me.turn)
            for i, e in enumerate(spell.effects):
                own = e["fail"]["duration_s"] if e["kind"] == "check_tier" else e.get("turns", 0)
                if e["kind"] == "check_or_state":
                    own = e.get("duration_s", 0)
                if own:
                    one.ends[i] = me.turn + own
            me.magic.on[slot] = one
            bout.tell("effect", foe if subject == foe.side else me, effect="spell_began", spell=spell.id)
            if subject == "place":
                one.radius = me.yard
                one.at = centre(me, spell.aim, one.radius)
                if "barrier" in spell.kinds:
                    one.hp = spell.ring + (5 if me.rules["barrier_hp"] == "base" else 0)
    for i in range(len(spell.effects)):
        one_effect(bout, me, spell, i, energy, skill, one, place)
    look_again(bout, me, foe)
