"""What takes hold in the twin, effect by effect (M-44)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.body import LOST
from plain.books import LIMBS, TIP_OF
from plain.grip import let_go
from plain.hexes import on_line
from plain.magic_book import Spell, dice_and_adds, state_of
from plain.magic_numbers import look_again, mind_of
from plain.magic_state import HELD_BY_SPELL, Lasting
from plain.rolls import check, contest
from plain.wounds import fall, health, injure, keeps_footing, loosen, lose_part, stun

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


def stun_mind(bout: Bout, who: Fighter) -> None:
    """Mental stun, unless he is stunned already."""
    if who.stunned:
        return
    who.stunned = "mental"
    bout.tell("effect", who, effect="stunned")
    let_go(bout, who)
    who.waiting = False
    if who.rules["midturn_stun"] == "lose_rest":
        who.halted = "over"
    elif not who.halted:
        who.halted = "reeling"


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
        loosen(bout, foe)
        foe.magic.cramp, foe.magic.cramp_seen = limb, False
    elif e["permanent"]:
        lose_part(bout, foe, limb, LOST)
    else:
        foe.gone[limb] = HELD_BY_SPELL
        foe.gone.setdefault(TIP_OF[limb], HELD_BY_SPELL)
        bout.tell("effect", foe, effect="crippled", at=limb)
        if limb.startswith("leg"):
            fall(bout, foe)
        loosen(bout, foe)
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
