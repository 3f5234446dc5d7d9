"""Cinematic skills as acts: what is rolled, paid and done (C-115 to C-130)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plain.arts import CHARGED, known, prepared
from plain.arts_in_blows import pay
from plain.books import result_of
from plain.choice import Chooser
from plain.decision import Choice
from plain.focus import concentrate, look_away
from plain.legal import READY
from plain.memory import note_act
from plain.rolls import contest, graded
from plain.special import Special
from plain.striking import attack
from plain.wounds import daze

if TYPE_CHECKING:
    from collections.abc import Callable

    from plain.body import Fighter
    from plain.bout import Bout

TRIPLE_AT, TRIPLE_COST = 22, 10
"""Level from which a Power Blow tries for three times ST, and what that costs the roll (C-117) [ruling]."""


def perform(bout: Bout, me: Fighter, choice: Choice) -> None:
    """One sub-turn of a cinematic skill."""
    names = choice.title.split("+")
    if all(name in CHARGED for name in names):
        charge(bout, me, choice, names)
    else:
        DEEDS[choice.title](bout, me, choice)


def noted(me: Fighter, won: bool) -> None:
    """A skill as an act of its own."""
    note_act(me, "cine", {"ok" if won else "fail"}, None)


def prepares(me: Fighter, choice: Choice) -> bool:
    """Whether the sub-turn goes to concentration; when it is done that is used up."""
    if prepared(me, choice.title):
        look_away(me)
        return False
    concentrate(me, choice.title)
    noted(me, True)
    return True


def skill_roll(bout: Bout, me: Fighter, name: str, level: int) -> bool:
    """The roll of a skill, and its price."""
    _, result = graded(bout, me, name, level)
    pay(bout, me, name, result)
    return result.endswith("success")


def charge(bout: Bout, me: Fighter, choice: Choice, names: list[str]) -> None:
    """Power Blow and Breaking Blow: the rolls, then the blow (C-117, C-121)."""
    if prepares(me, choice):
        return
    assert choice.blow is not None
    power, breaking, won = 1, False, True
    for name in names:
        level = known(me, name) - me.shock
        if name == "power_blow":
            triple = known(me, name) >= TRIPLE_AT
            success = skill_roll(bout, me, name, level - (TRIPLE_COST if triple else 0))
            power = (3 if triple else 2) if success else 1
        else:
            success = breaking = skill_roll(bout, me, name, level)
        won = won and success
    noted(me, won)
    attack(bout, me, replace(choice.blow, special=Special(power=power, breaking=breaking), back=choice.back))


def fly(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Flying Leap: up to nine yards through the air, with a kick at the end (C-122, R-40)."""
    if prepares(me, choice):
        return
    launch = me.distance
    won = skill_roll(bout, me, "flying_leap", known(me, "flying_leap") - me.shock)
    noted(me, won)
    if not won:
        if me.distance > 1 and me.yards_left > 0:
            me.stepped = True
            me.walked += 1
            bout.close_in(me, max(1, me.distance - me.yard), "step")
        return
    me.airborne = me.risk = True
    bout.tell("effect", me, effect="airborne")
    if me.distance > me.brings.kick_reach:
        bout.close_in(me, me.brings.kick_reach, "leap")
    if choice.blow:
        attack(bout, me, choice.blow, launch=launch)


def strike_with(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Pressure points and secrets, pushes, bindings: the skill is in the blow."""
    assert choice.blow is not None
    noted(me, True)
    attack(bout, me, replace(choice.blow, back=choice.back))


def resistance(who: Fighter) -> int:
    """Will, or 強靭精神 of one who is not stunned (C-125)."""
    trained = 0 if who.stunned else who.brings.skills.get("mental_strength", 0)
    return max(who.brings.will, trained)


def shout(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Kiai: -1 for two yards, against Will; lost is mental stun (C-123)."""
    level = known(me, "kiai") - me.distance // (2 * me.yard)
    got, kept = contest(bout, me, "kiai", level, resistance(me.foe))
    mine = bout.events[-1]["mine"]
    pay(bout, me, "kiai", result_of(mine["target"], sum(mine["dice"])))
    noted(me, got > kept)
    if got > kept:
        daze(bout, me.foe)


def hypnotise(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Hypnotic Hands: motions with an open guard, then the contest; mental stun for the margin in turns (C-124)."""
    level = known(me, "hypnotic_hands")
    near = 2 * me.distance <= level * me.yard
    if not (near and me.focus == choice.title and me.focus_turns >= 1):
        concentrate(me, choice.title)
        me.own_defence = min(me.own_defence, -2)
        noted(me, True)
        return
    turns = me.focus_turns
    look_away(me)
    got, kept = contest(bout, me, "hypnotic_hands", level - me.shock, resistance(me.foe) - (turns - 1))
    noted(me, got > kept)
    if got > kept:
        daze(bout, me.foe, got - kept)


def vanish(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Invisibility Art: a contest with the foe's IQ, three fatigue (C-130)."""
    if prepares(me, choice):
        return
    level = known(me, "invisibility_art") - me.shock
    got, kept = contest(bout, me, "invisibility_art", level, me.foe.brings.iq - me.foe.shock)
    mine = bout.events[-1]["mine"]
    pay(bout, me, "invisibility_art", result_of(mine["target"], sum(mine["dice"])))
    noted(me, got > kept)
    if got > kept:
        me.unseen = True
        bout.tell("effect", me, effect="unseen")


def spring(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Springing Attack: up and at him, the blow at -1 (maneuvers.toml)."""
    _, result = graded(bout, me, "springing_attack", known(me, "springing_attack") - me.shock)
    won = result.endswith("success")
    noted(me, won)
    if not won:
        return
    me.posture = "standing"
    bout.tell("effect", me, effect="stood", posture="standing")
    assert choice.order is not None
    state, blow = Chooser(bout, me, bout.slot).best_blow("@strike", choice.order, choice.order.opt)
    if state == READY:
        attack(bout, me, replace(blow, special=Special(to_hit=-1)))


def breathe(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Breath Control: a point of fatigue comes back, once a turn."""
    me.breathed = True
    _, result = graded(bout, me, "breath_control", known(me, "breath_control") - me.shock)
    won = result.endswith("success")
    if won:
        me.fp += 1
        bout.tell("fatigue", me, lost=-1, fp=me.fp, why="breath_control")
    noted(me, won)


def compose(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Meditation lends the next Will roll +1, Autohypnosis +2."""
    _, result = graded(bout, me, choice.title, known(me, choice.title) - me.shock)
    won = result.endswith("success")
    if won:
        me.composure = 2 if choice.title == "autohypnosis" else 1
    noted(me, won)


def glare(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Intimidation against Will: the foe's next roll at -1."""
    got, kept = contest(bout, me, "intimidation", known(me, "intimidation") - me.shock, resistance(me.foe))
    if got > kept:
        me.foe.cowed = 1
    noted(me, got > kept)


DEEDS: dict[str, Callable[[Bout, Fighter, Choice], None]] = {
    "flying_leap": fly, "pressure_points": strike_with, "pressure_secrets": strike_with, "push": strike_with,
    "binding": strike_with, "kiai": shout, "hypnotic_hands": hypnotise, "invisibility_art": vanish,
    "springing_attack": spring, "breath_control": breathe, "meditation": compose, "autohypnosis": compose,
    "intimidation": glare,
}  # fmt: skip
