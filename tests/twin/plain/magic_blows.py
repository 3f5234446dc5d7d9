"""Blows and magic in the twin: walls, decoys, charged hands, missiles, broken concentration (M-20 to M-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import STRIKES, result_of
from plain.legal import wall_owner as wall_of
from plain.magic_cast import can_chant, drop
from plain.magic_hold import harm, one_effect, take_hold
from plain.magic_numbers import end_spell, look_again
from plain.magic_resist import resist
from plain.memory import note_act
from plain.rolls import check
from plain.wounds import fall, injure

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.decision import Choice
    from plain.techniques import Way

SURE = 99
RANGES = {3: -1, 4: -2, 5: -2, 6: -3, 7: -3, 8: -4, 9: -4, 10: -4}


def strike_wall(bout: Bout, me: Fighter, choice: Choice, owner: Fighter) -> None:
    """A blow meets the barrier (T-08, T-09)."""
    way = choice.way
    assert way is not None
    dice = bout.dice.three()
    target = way.level + me.hindrance
    result = result_of(target, sum(dice))
    bout.tell(
        "attack", me, act=choice.act, at=None, base=way.level, target=target, dice=dice, result=result, counter=False
    )
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
    owner = wall_of(me)
    if choice.act not in STRIKES or owner is None:
        return False
    if choice.opt.startswith("aoa"):
        me.all_out = me.all_out_used = True
    for _ in range(2 if choice.opt == "aoa_double" else 1):
        if wall_of(me) is owner:
            strike_wall(bout, me, choice, owner)
    note_act(me, choice.act, {"hit", "fail"}, None)
    return True


def before_blow(bout: Bout, me: Fighter, act: str) -> bool:
    """Areas, grease, a decoy; True when the blow is lost to it."""
    foe = me.foe
    look_again(bout, me, foe)
    brace(bout, foe)
    slips(bout, me)
    if "decoyed" in foe.bound and not me.clinched:
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
                contact(bout, me, me.memory.last_place)
        else:
            m.charge = None
            bout.tell("effect", me, effect="charge_lost")
    shaken(bout, foe)
    if "slippery" in foe.bound and foe.at != foe.before[4]:
        slips(bout, foe)


def contact(bout: Bout, me: Fighter, place: str | None) -> None:
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
    take_hold(bout, me, spell, energy, skill, place)


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
        elif hurt or me.memory.defences > defences or me.posture != posture or me.foe.hold:
            interrupted(bout, me)
    if hurt and (m.held or m.charge) and not me.out:  # noqa: SIM102
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
