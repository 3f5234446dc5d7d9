"""When a grab may be tried: hold, posture, hands, opening; or which step is missing (C-101 to C-112)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plain.books import GRABS
from plain.grip import CHOKES, PRESSING, one_armed, working_hands
from plain.legal import (
    FAR,
    NO,
    READY,
    attack_open,
    held_back,
    may_approach,
    place_open,
    reach_of,
    strike_open,
    wall_owner,
)

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.techniques import Way

KIND_OF = {
    "grapple": "grapple", "arm_lock": "arm_lock", "finger_lock": "finger_lock", "leg_lock": "leg_lock",
    "neck_lock": "head_lock", "choke": "choke", "scissors": "scissors", "binding": "binding",
}  # fmt: skip
"""The hold an act takes."""
BY_CONTEST = ("takedown", "suplex", "piledriver", "pin", "neck_snap")
"""Grabs that need no roll to hit: the foe is held already."""
UPRIGHT = ("standing", "crouching")


@dataclass(frozen=True)
class Found:
    """Whether a grab is open, and else what is missing: an approach, a grapple, a takedown."""

    state: str
    way: Way | None = None
    stop: int = 0
    missing: str = ""


CLOSED = Found(NO)


def same_hold(me: Fighter, act: str) -> bool:
    """Whether the hold an act takes is on already."""
    kind = KIND_OF.get(act, "")
    return me.hold is not None and (me.hold.kind == kind or (kind == "choke" and me.hold.kind == "choke_hold"))


def may_follow(me: Fighter) -> bool:
    """Whether a throw or a lock may be tried without a hold (C-105, C-109)."""
    return me.opening_until > 0 and me.turn <= me.opening_until


def grab_open(me: Fighter, act: str, opt: str, slot: int, subturns: int) -> Found:
    """One grab as it stands now."""
    way = me.brings.way(act, slot)
    if way is None or me.airborne or me.foe.airborne or not attack_open(me, way, opt, subturns):
        return CLOSED
    if wall_owner(me) or (act == "neck_snap" and me.rules["neck_snap"] == "illegal"):
        return CLOSED
    if same_hold(me, act) or not able(me, act):
        return CLOSED
    if act == "slam":
        return rams(me, way, opt)
    if act == "grapple":
        return CLOSED if me.hold else within_reach(me, way, opt)
    if me.hold:
        if not grip_allows(me, act):
            return CLOSED
        if act in ("pin", "leg_lock", "scissors") and me.foe.posture != "lying":
            return on_the_way(me, "takedown", slot, subturns, way)
        return Found(READY, way)
    if act == "finger_lock" or (follows(me, act) and may_follow(me)):
        if act in ("leg_lock", "scissors") and me.foe.posture != "lying":
            return CLOSED
        return within_reach(me, way, opt)
    if act in ("binding", "neck_snap"):
        return CLOSED
    return on_the_way(me, "grapple", slot, subturns, way)


def follows(me: Fighter, act: str) -> bool:
    """Which acts may come out of an opening."""
    return act in ("throw", "sac_throw", "arm_lock", "leg_lock", "neck_lock", "scissors", "binding")


def able(me: Fighter, act: str) -> bool:
    """What the own body must offer: hands, legs, posture."""
    hands, foe = len(working_hands(me)), me.foe
    if act in ("throw", "sac_throw", "takedown", "suplex", "piledriver", "slam"):
        if me.posture not in UPRIGHT or me.legs_gone == 2:
            return False
        if act != "slam" and foe.posture == "lying":
            return False
    if act == "scissors":
        return me.legs_gone == 0
    if act in ("arm_lock", "leg_lock", "choke", "binding", "suplex", "piledriver"):
        return hands == 2
    return hands >= 1 or act in ("slam", "pin")


def grip_allows(me: Fighter, act: str) -> bool:
    """Whether the act can come out of the hold that is on."""
    hold = me.hold
    assert hold is not None
    if act in ("throw", "sac_throw", "takedown"):
        return hold.kind in ("grapple", "head_lock", "binding") and not hold.pin
    if act == "suplex":
        return hold.kind == "grapple" and hold.hands == 2 and hold.part == "torso"
    if act == "piledriver":
        return hold.kind == "grapple" and hold.hands == 2
    if act == "pin":
        return hold.kind in ("grapple", "head_lock") and not hold.pin and not me.pin_tried
    if act == "neck_snap":
        return hold.kind in (*CHOKES, "head_lock") or hold.part == "neck"
    return act != "slam"


def within_reach(me: Fighter, way: Way, opt: str) -> Found:
    """A grab that needs no hold."""
    state, stop = reach_of(me, way, opt)
    return Found(state, way, stop, "approach" if state == FAR else "")


def rams(me: Fighter, way: Way, opt: str) -> Found:
    """A slam ends in the foe's hex after a step at least (C-110)."""
    step = 0 if held_back(me) else me.stride(opt)
    if me.distance == 0 or me.clinched:
        return CLOSED
    if step >= me.distance:
        return Found(READY, way)
    return Found(FAR, way, me.yard, "approach") if may_approach(me) and me.distance > me.yard else CLOSED


def on_the_way(me: Fighter, act: str, slot: int, subturns: int, way: Way) -> Found:
    """The missing step, when it can be taken now."""
    step = grab_open(me, act, "", slot, subturns)
    if step.state == READY:
        return Found(FAR, way, step.stop, act)
    return Found(FAR, way, step.stop, step.missing) if step.state == FAR else CLOSED


def grab_target(me: Fighter, way: Way, place: str, act: str, opt: str) -> int:
    """What a grab is rolled against (C-08, C-54, C-56, C-78, C-88, C-101)."""
    n = way.level + way.aim.get(place, 0) + me.hindrance + me.posture_mod(way.skill)
    if act not in ("slam", "scissors"):
        n += one_armed(me)
    if me.hold and me.hold.kind == "head_lock" and act in ("throw", "sac_throw", "choke"):
        n += 1
    return n + (4 if opt in ("aoa_hit", "aoa") else 0) - (6 if me.foe.unseen else 0)


def open_parts(me: Fighter, act: str, way: Way, opt: str) -> set[str]:
    """Parts of the foe an act can go for now."""
    tested = act not in BY_CONTEST
    return {
        p for p in way.aim if p not in me.foe.gone and (not tested or grab_target(me, way, p, act, opt) >= 3)
    }


def some_attack(me: Fighter, slot: int, subturns: int) -> bool:
    """Whether any attack at all may be made, after a Move or all-out if need be (C-136a)."""
    for opt in ("", "aoa_hit"):
        for act, place in me.brings.values:
            way = me.brings.way(act, slot)
            if way and strike_open(me, way, opt, subturns)[0] != NO and place_open(me, way, place, opt):
                return True
    if me.hold and me.hold.kind in PRESSING:
        return True
    return me.brings.whole and any(grab_open(me, act, "", slot, subturns).state != NO for act in sorted(GRABS))
