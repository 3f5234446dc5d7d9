"""Advantages and disadvantages that act in the ring by themselves: bindings, Will rolls, hot heads, cold feet.

What binds a pattern says so: an event `decide` with the trait's id, no list and no line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import ACT_ROWS, EYES, STRIKES, words
from plain.memory import ATTACKS, fits
from plain.rolls import UNLUCKY_DRAW, check, will
from plain.wounds import health, put_out, stun

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

FLASHY = words(
    "piledriver suplex flying_jump_kick whirlwind_kick acrobatic_kick spin_kick axe_kick jump_kick drop_kick lariat "
    "back_kick hook_kick backfist"
)
"""What a glory hound likes to show, the showiest first [ruling]."""
DEADLY = {"brain", "neck", "vitals", *EYES}
"""Where somebody who will not kill never strikes a foe near his end."""


def bound(bout: Bout, who: Fighter, trait: str) -> None:
    """Say that a trait overrides the pattern."""
    bout.tell("decide", who, what=trait, at=None, list=None, line=None)


def gated(bout: Bout, who: Fighter, trait: str, more: int = 0) -> bool:
    """A Will roll against a trait; failed, the trait has its way. True without the trait."""
    if not who.brings.has(trait) or will(bout, who, trait, more):
        return True
    bound(bout, who, trait)
    return False


# -- at the bell and at the start of a turn ----------------------------------------------------------


def at_the_bell(bout: Bout) -> None:
    """Combat Paralysis, and which success an unlucky fighter will lose."""
    for who in bout.fighters:
        if who.brings.has("combat_paralysis") and not check(bout, who, "combat_paralysis", health(who, False)):
            stun(bout, who)
    for who in bout.fighters:
        if who.brings.has("unluckiness"):
            draw = bout.will(who, UNLUCKY_DRAW)
            bout.tell("draw", who, what="unluckiness", line=None, value=draw)
            who.misfortune = 1 + (draw * 12 >> 32)


def stirs(bout: Bout, me: Fighter) -> None:
    """What a fighter's nature makes of the turn that went by, at the start of his own."""
    hurt, stung, shaken = me.hurt_since, me.stung, me.shaken
    me.hurt_since, me.stung, me.shaken = 0, False, False
    me.hot = me.muddled = me.absent = False
    if 4 * hurt > me.brings.ht and not me.berserk and not gated(bout, me, "berserk"):
        me.berserk = True
        me.shock = me.old_shock = 0
    if stung:
        me.hot = not gated(bout, me, "bad_temper")
    if shaken and not gated(bout, me, "cowardice", 2 * me.brings.has("fanaticism")):
        put_out(bout, me, "gave_up", "gave_up")
        return
    if me.turn == 1:
        me.muddled = not gated(bout, me, "confused")
    if me.last_line is not None:
        me.absent = not gated(bout, me, "absent_mindedness")


def calms_down(bout: Bout, me: Fighter) -> None:
    """A berserk fighter is himself again when the foe is down."""
    if me.berserk and me.foe.posture == "lying":
        me.berserk = False
        bout.tell("effect", me, effect="calmed")


# -- bans --------------------------------------------------------------------------------------------


def bindings(me: Fighter) -> list[str]:
    """Traits that bind the pattern now."""
    b, found = me.brings, []
    if b.has("pacifism_self_defense") and not me.memory.attacked:
        found.append("pacifism_self_defense")
    if b.has("pacifism_no_kill") and 3 * me.foe.hp < me.foe.brings.max_hp:
        found.append("pacifism_no_kill")
    if b.has("code_of_honor"):
        found.append("code_of_honor")
    if b.person.get("vows"):
        found.append("vow")
    if me.berserk:
        found.append("berserk")
    return found


def tell_bindings(bout: Bout, me: Fighter) -> None:
    """Each is told when it begins to bind."""
    now = bindings(me)
    for trait in now:
        if trait not in me.bound_by and trait != "berserk":
            bound(bout, me, trait)
    me.bound_by = set(now)


def forbidden(me: Fighter, act: str) -> set[str] | None:
    """Places where a trait forbids an act; None when it forbids the act itself."""
    b, found = me.brings, set()
    if b.has("pacifism_self_defense") and act in ATTACKS and not me.memory.attacked:
        return None
    if b.has("pacifism_no_kill"):
        if act == "neck_snap":
            return None
        if act in STRIKES and 3 * me.foe.hp < me.foe.brings.max_hp:
            found |= DEADLY
    honour = -b.traits.get("code_of_honor", 0)
    if honour and act in STRIKES:
        found |= {"groin", *EYES}
        if (honour >= 10 and me.foe.posture == "lying") or (honour >= 15 and me.foe.stunned):
            return None
    if any(fits(act, word, False) for word in b.person.get("vows", [])):
        return None
    if (me.hot and act in ("feint", "wait", "all_out_def")) or (me.muddled and act == "feint"):
        return None
    return found


# -- decisions ---------------------------------------------------------------------------------------


def helpless(who: Fighter) -> bool:
    """Whether a fighter cannot defend himself properly."""
    return bool(who.stunned) or who.pinned


def may_give_up(bout: Bout, who: Fighter) -> bool:
    """Overconfidence and Stubbornness do not let him give up without a Will roll."""
    return all(gated(bout, who, trait) for trait in ("overconfidence", "stubbornness"))


def shows_no_mercy(bout: Bout, me: Fighter) -> bool:
    """Bloodlust: he does not let go in time when the foe gives up."""
    return not gated(bout, me, "bloodlust")


def thinks_again(bout: Bout, me: Fighter, act: str, ordered: bool) -> str:
    """What his nature makes of a decision: "" leaves it, else attack, wait or show."""
    if ordered and act in ("wait", "all_out_def") and not gated(bout, me, "overconfidence"):
        return "attack"
    again = act == "feint" and me.memory.last == "feint"
    if ((ordered and act == "wait") or again) and not gated(bout, me, "impulsiveness"):
        return "attack"
    if helpless(me.foe) and (act in ATTACKS or act == "hold"):
        if not gated(bout, me, "sadism"):
            return "wait"
        if not gated(bout, me, "glory_hound"):
            return "show"
    return ""


def showpieces(me: Fighter) -> list[str]:
    """Flashy manoeuvres he bought, the showiest first."""
    return [act for act in FLASHY if any(name in me.brings.person["maneuvers"] for name in uses(act))]


def uses(act: str) -> list[str]:
    """Technique rows of an act."""
    found: list[str] = ACT_ROWS[act]["uses"] if act in ACT_ROWS else [act]
    return found


def sticks_to_dodging(bout: Bout, me: Fighter, act: str) -> bool:
    """On the Edge: once hurt, only a Will roll brings him to anything but a dodge."""
    if me.hp >= me.brings.max_hp or act in ("dodge", "jump_back", "no_defence"):
        return False
    return not gated(bout, me, "on_the_edge")
