"""Resistance in the twin: with what, when, how (M-31 to M-36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.conditions import barred, holds
from plain.hexes import apart
from plain.magic_book import META, Spell, words_for
from plain.magic_numbers import end_spell, mind_of

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


CAP = META["contest_cap"]


def row_meant(me: Fighter, word: str) -> Spell | None:
    """The spell of the sheet a word means."""
    return me.magic.spells.get(words_for().get(word.lower(), ""))


def hands(me: Fighter) -> int:
    """Hands that can make a sign."""
    return me.arm_works("R") + me.arm_works("L") - bool(me.magic.held)


def immunity(who: Fighter) -> int:
    """Magic Resistance, brought or by a spell."""
    return who.own.levels_of("magic_resistance", 2) + who.magic.shifts.get("RESIST", 0)


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
