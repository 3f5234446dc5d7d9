"""One sub-turn: deciding, with what nature has to say to it, and doing (C-22.5, C-25, C-34, C-57)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.arts import known
from plain.books import GRABS, STRIKES, made
from plain.choice import Chooser
from plain.cinema import perform as perform_art
from plain.decision import Choice
from plain.focus import look_away
from plain.grip import let_go
from plain.guile import feint
from plain.legal import READY, may_get_up
from plain.memory import note_act
from plain.nature import calms_down, showpieces, tell_bindings, thinks_again
from plain.pressing import break_free, keep
from plain.rolls import check, graded
from plain.striking import attack

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


def decide(bout: Bout, me: Fighter, k: int) -> Choice:
    """The pattern's choice, unless a trait overrides it."""
    calms_down(bout, me)
    tell_bindings(bout, me)
    chooser = Chooser(bout, me, k)
    choice = rages(chooser) if me.berserk else chooser.choose()
    if choice.source == "rules":
        me.last_line = choice.line
    second = thinks_again(bout, me, choice.act, choice.source == "rules")
    chooser.line = None  # no line of the pattern says so
    if second == "attack":
        choice = chooser.attack_at_will("") or choice
    elif second == "wait":
        choice = Choice("wait")
    elif second == "show":
        choice = shows_off(chooser) or choice
    # any other act ends a concentration
    if me.focus != (choice.title if "cine" in (choice.act, choice.wanted) else ""):
        look_away(me)
    return choice


def rages(chooser: Chooser) -> Choice:
    """A berserk fighter attacks with all he has, until the foe is down (Berserk)."""
    me = chooser.me
    if may_get_up(me):
        return Choice("getup")
    choice = None if me.all_out_used else chooser.attack_at_will("aoa")
    choice = choice or chooser.attack_at_will("")
    if choice is None and me.held:
        return Choice("break_free")
    return choice or Choice("wait")


def shows_off(chooser: Chooser) -> Choice | None:
    """The flashiest manoeuvre that can be done now (Glory Hound)."""
    for act in showpieces(chooser.me):
        state, choice = chooser.strike(act, None, "") if act in STRIKES else chooser.grab(act, None, "")
        if state == READY:
            return choice
    return None


def feels_along(bout: Bout, me: Fighter) -> None:
    """聴勁: in touch, the foe feels what `me` is going to do in this sub-turn (maneuvers.toml, sticking)."""
    foe = me.foe
    foe.reads_touch = False
    if not foe.brings.whole or me.distance > 1 or foe.stunned or foe.out or foe.pinned:
        return
    level = known(foe, "sticking")
    if level:
        foe.reads_touch = check(bout, foe, "sticking", level - foe.shock)


def act(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Do what was decided."""
    name = choice.act
    if name in STRIKES or name in GRABS or name == "combo":
        attack(bout, me, choice)
    elif name == "cine":
        perform_art(bout, me, choice)
    elif name == "feint":
        feint(bout, me)
    elif name == "hold":
        keep(bout, me, choice)
    elif name == "break_free":
        break_free(bout, me)
    else:
        plainly(bout, me, choice)
        note_act(me, name, {"ok"}, None)


def plainly(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Acts that ask for no roll."""
    if choice.act == "wait":
        me.waiting = True
        if me.rules["evaluate"] == "plus_1":
            me.weighed = me.turn + 1
    elif choice.act == "all_out_def":
        me.guards = True
        if me.rules["aod_subturn"] == "first_only":
            me.halted = "over"
    elif choice.act == "release":
        let_go(bout, me)
    elif choice.act == "retreat":
        me.stepped = True
        me.walked += 1
        bout.go_back(me, me.yard, "step")
    elif choice.act == "approach":
        steps = min(me.distance - choice.stop, me.yards_left * me.yard)
        if steps > 0:
            me.walked += me.yards(steps)
            me.stepped = True
            bout.close_in(me, me.distance - steps, "move")
    elif choice.act == "getup":
        get_up(bout, me)
        if me.rules["posture_cost"] == "turn":
            me.halted = "over"


def get_up(bout: Bout, me: Fighter) -> None:
    """One change of posture; Acrobatics or Breakfall at -6 may stand at once (C-34, C-57)."""
    posture = "standing"
    if me.legs_gone == 2:
        posture = "sitting"
    elif me.posture == "lying":
        posture = "kneeling"
        target = me.brings.stand_up - 6 - me.shock
        if me.brings.stand_up and target >= 3:
            _, result = graded(bout, me, "stand_up", target)
            posture = "standing" if made(result) else "sitting"
    me.posture = posture
    bout.tell("effect", me, effect="stood" if posture == "standing" else "postured", posture=posture)
