"""Blocking spells and wards in the twin (M-09, M-30b, M-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.books import made, result_of
from plain.conditions import holds
from plain.magic_book import Spell
from plain.magic_numbers import tire
from plain.magic_resist import CAP, hands, resist, row_meant
from plain.memory import fits, note_act

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


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
    bout.tell(
        "defence", me, defence="cast", retreat=False, base=spell.ring, target=target, dice=dice, result=result, **told
    )
    margin = min(CAP, target) - sum(dice)
    rolls = resist(bout, me.foe, spell, True) if result == "success" else []
    held = made(result) and not any(r["margin"] >= margin for r in rolls)
    paid = 1 if result == "critical_success" else spell.price(energy)
    if result == "failure":
        paid = 0 if me.rules["min_fatigue_scope"] == "successes" else 1
    bout.tell(
        "spell", me, spell=spell.id, what="block", energy=energy, paid=paid, target=target, result=result,
        margin=margin,
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
