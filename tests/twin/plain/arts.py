"""Cinematic skills as decisions: what is known, what must be prepared, what may be done now (C-115 to C-130)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plain.books import made
from plain.conditions import barred
from plain.decision import REFUSED, Choice, Plan
from plain.legal import FAR, NO, READY, may_approach, strike_open
from plain.plan import Act, blank
from plain.rolls import graded
from plain.special import Special
from plain.techniques import levels

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.choice import Chooser

STANCES = ("drunken_fighting", "cat_stance")
"""Declared before an act, once a turn, without a sub-turn."""
CHARGED = ("power_blow", "breaking_blow")
"""Go into the next blow; several may be prepared together (C-115)."""
PREPARED = (*CHARGED, "flying_leap", "invisibility_art", "hypnotic_hands")
COST = {
    "power_blow": 1, "breaking_blow": 1, "flying_leap": 1, "push": 1, "kiai": 2, "invisibility_art": 3,
}  # fmt: skip
"""Fatigue (C-116 to C-130)."""
LEAP_YARDS, KIAI_YARDS = 9, 10
"""A standing broad jump of three yards, tripled (C-122); how far a shout carries (C-123)."""


def known(me: Fighter, name: str) -> int:
    """Level of a cinematic skill or technique, 0 without."""
    if name in ("springing_attack", "cat_stance", "binding", "hand_clap_parry", "roll_with_blow", "sticking"):
        return max(levels(me.brings.person, name).values(), default=0)
    return int(me.brings.skills.get(name, 0))


def turns_needed(me: Fighter, names: list[str]) -> int:
    """Full turns of concentration: 20 less the level for each, added up (C-115); a turn of motions (C-124)."""
    return sum(1 if name == "hypnotic_hands" else max(0, 20 - known(me, name)) for name in names)


def prepared(me: Fighter, title: str) -> bool:
    """Whether the concentration is done."""
    need = turns_needed(me, title.split("+"))
    return need == 0 or (me.focus == title and me.focus_turns >= need)


def affordable(me: Fighter, names: list[str]) -> bool:
    """Nobody spends his last fatigue on a skill [ruling]."""
    return me.fp > sum(COST.get(name, 0) for name in names)


def art(chooser: Chooser, order: Act) -> Plan:
    """A named cinematic skill as an act."""
    me, names = chooser.me, order.title.split("+")
    if me.pinned or me.airborne or barred(me, "cine") or not affordable(me, names):
        return REFUSED
    if not all(known(me, name) for name in names) or me.guards or me.defend_only == 2:
        return REFUSED
    choice = Choice("cine", title=order.title, order=order)
    if all(name in CHARGED for name in names):
        return charged(chooser, order, choice)
    if len(names) > 1 or order.title not in PLANS:
        return REFUSED
    return PLANS[order.title](chooser, order, choice)


def into(plan: Plan, choice: Choice, special: Special) -> Plan:
    """A skill that goes into a blow."""
    state, blow = plan
    if state == NO or blow.way is None:
        return REFUSED
    blow = replace(blow, special=special)
    return state, replace(choice, blow=blow, way=blow.way, place=blow.place, stop=blow.stop, missing=blow.missing)


def charged(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Power Blow and Breaking Blow: concentrate, then strike (C-117, C-121)."""
    if not prepared(chooser.me, order.title):
        return READY, choice
    return into(chooser.best_blow("@strike", order, order.opt), choice, Special())


def leap(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Flying Leap (C-122, R-40)."""
    me = chooser.me
    way, reading = me.brings.way("jump_kick", 1), me.rules["flying_leap"]
    if me.clinched or me.posture != "standing" or me.legs_gone or me.distance < 1:
        return REFUSED
    if me.distance > LEAP_YARDS * me.yard + me.brings.kick_reach:
        return (FAR, replace(choice, stop=LEAP_YARDS * me.yard)) if may_approach(me) else REFUSED
    if not prepared(me, order.title) or reading == "jump_only":
        return READY, choice
    if way is None:
        return REFUSED
    special = Special(power=3) if reading == "st_tripled" else Special(to_hit=-2, adds=2)
    return into(chooser.aimed("jump_kick", way, order, "", READY, 0), choice, special)


def touch(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Pressure Points: a punch of Karate, or a touch of Judo, at -2 (C-119)."""
    way = chooser.me.brings.touch
    if way is None:
        return REFUSED
    state, stop = strike_open(chooser.me, way, order.opt, chooser.bout.subturns)
    if state == NO:
        return REFUSED
    return into(chooser.aimed("punch", way, order, order.opt, state, stop), choice, Special(points=True, to_hit=-2))


def secret(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Pressure Secrets: a punch no better than the skill (C-120)."""
    me = chooser.me
    way = me.brings.way("punch", 1)
    if way is None:
        return REFUSED
    less = me.brings.above("punch", known(me, "pressure_secrets"))
    way = replace(way, level=way.level - less, less=less)
    state, stop = strike_open(me, way, order.opt, chooser.bout.subturns)
    if state == NO:
        return REFUSED
    return into(chooser.aimed("punch", way, order, order.opt, state, stop), choice, Special(secret=True))


def push(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Push: a hand on the body, knock-back alone (C-118)."""
    me = chooser.me
    way = me.brings.pushing
    state, stop = strike_open(me, way, order.opt, chooser.bout.subturns)
    if state == NO or way is None or barred(me, "punch"):
        return REFUSED
    plan = state, Choice("punch", way, "torso", "aoa_hit" if order.opt == "aoa" else order.opt, stop)
    return into(plan, choice, Special(push=True))


def kiai(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """A shout at a foe within ten yards who can be dazed (C-123)."""
    me = chooser.me
    near = me.distance <= KIAI_YARDS * me.yard
    return (READY, choice) if near and not me.foe.stunned and not me.brings.has("mute") else REFUSED


def hypnosis(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Hypnotic Hands: a turn of motions, then the contest, when the foe is near enough to see them (C-124)."""
    me = chooser.me
    return REFUSED if me.foe.stunned or me.foe.blind or me.clinched else (READY, choice)


def vanish(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Invisibility Art (C-130)."""
    return REFUSED if chooser.me.unseen or chooser.me.clinched else (READY, choice)


def spring(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Springing Attack: from any posture below standing."""
    me = chooser.me
    fit = me.posture != "standing" and me.legs_gone < 2 and not me.clinched and "karate" in me.brings.skills
    return (READY, choice) if fit else REFUSED


def bind(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Binding: after a Judo parry, or out of a grapple."""
    return into(chooser.grab("binding", None, order.opt), choice, Special())


def breathe(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Breath Control gives back a point of fatigue, once a turn."""
    me = chooser.me
    return (READY, choice) if me.fp < me.brings.max_fp and not me.breathed else REFUSED


def compose(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Meditation, Autohypnosis: something for the next Will roll."""
    return REFUSED if chooser.me.composure else (READY, choice)


def glare(chooser: Chooser, order: Act, choice: Choice) -> Plan:
    """Intimidation: the foe's next roll at -1."""
    return REFUSED if chooser.me.foe.cowed or chooser.me.foe.stunned else (READY, choice)


PLANS = {
    "flying_leap": leap, "pressure_points": touch, "pressure_secrets": secret, "push": push, "kiai": kiai,
    "hypnotic_hands": hypnosis, "invisibility_art": vanish, "springing_attack": spring, "binding": bind,
    "breath_control": breathe, "meditation": compose, "autohypnosis": compose, "intimidation": glare,
}  # fmt: skip


def any_art(chooser: Chooser) -> bool:
    """Whether some cinematic skill of his can be used now."""
    names = [name for name in (*CHARGED, *PLANS) if known(chooser.me, name)]
    return any(art(chooser, blank("cine", name))[0] == READY for name in names)


def take_stance(bout: Bout, me: Fighter, name: str, line: int) -> None:
    """酔拳 or 猫足立ち, declared once a turn before anything else (skills.toml, maneuvers.toml)."""
    level = known(me, name)
    if not level or name in me.stances or me.pinned or barred(me, "cine"):
        return
    bout.tell("decide", me, what=name, at=None, list="rules", line=line)
    _, result = graded(bout, me, name, level - me.shock)
    me.stances[name] = made(result)

