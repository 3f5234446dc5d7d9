"""Doing what was decided, in a bout that knows magic (M-20, M-28, M-30, M-44)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plain.acting import act
from plain.books import GRABS, STRIKES
from plain.legal import room_to_wall, wall_owner
from plain.magic_blows import brace, meets_wall, shaken, slips
from plain.magic_turn import perform
from plain.memory import note_act
from plain.rolls import check
from plain.striking import attack

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.decision import Choice


def magic_act(bout: Bout, me: Fighter, choice: Choice) -> None:
    """Walls take blows; missiles fly as blows do; all else may disturb the other's casting."""
    if meets_wall(bout, me, choice):
        return
    if choice.phase == "throw":
        attack(bout, me, replace(choice, place="torso"))
        return
    if choice.act in STRIKES or choice.act in GRABS:
        act(bout, me, choice)
        return
    brace(bout, me.foe)
    if not perform(bout, me, choice):
        if choice.act in ("retreat", "approach"):
            slips(bout, me)
        if choice.act == "approach":
            approach(bout, me, choice)
        else:
            act(bout, me, choice)
    shaken(bout, me.foe)


def approach(bout: Bout, me: Fighter, choice: Choice) -> None:
    """A Move towards the foe that a wall or the wind may stop."""
    steps = min(me.distance - choice.stop, me.yards_left * me.yard)
    owner = wall_owner(me)
    if owner is not None:
        steps = min(steps, room_to_wall(me, owner))
    if "windy" in me.bound and not check(bout, me, "escape", me.brings.st):
        steps = 0
    if steps > 0:
        me.walked += me.yards(steps)
        me.stepped = True
        bout.close_in(me, me.distance - steps, "move")
    note_act(me, "approach", {"ok"}, None)
