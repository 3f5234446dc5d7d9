"""A hold of one fighter on the other: how it is had, which hands it takes, how it ends (C-101 to C-114)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plain.bearing import arc_from

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

LOCKS = ("arm_lock", "leg_lock", "finger_lock", "head_lock")
CHOKES = ("choke", "choke_hold", "scissors")
PRESSING = ("arm_lock", "leg_lock", "finger_lock", *CHOKES)
"""Holds that do something to the victim while they are kept."""
JOINTS = ("arm_lock", "leg_lock", "finger_lock")
HANDS_NEEDED = {"arm_lock": 2, "leg_lock": 2, "choke": 2, "choke_hold": 2, "binding": 2, "scissors": 0}
"""Hands without which a hold cannot be kept; others go on with one."""


@dataclass
class Hold:
    """What the holder remembers of it."""

    kind: str
    part: str
    hands: int
    since: int
    behind: bool = False
    pin: bool = False
    points: int = 0
    """Injury a lock has done so far, the surplus of the limb cap left out (C-109)."""
    margin: int = 0
    """Margin of the last contest it won (C-113)."""
    tries: int = 0
    """Failed attempts to slip out of a lock (C-111)."""
    kept: int = 0
    """Turns a choke hold was kept up (C-108)."""
    pressed: bool = False
    """Its contest of this turn is made."""


def working_hands(me: Fighter) -> list[str]:
    """Hands that serve and are not in the foe's grasp, the left one first: it holds while the right one strikes."""
    return [h for h in "LR" if me.arm_works(h) and not me.in_grasp(h)]


def grasping(me: Fighter) -> list[str]:
    """Hands taken up by the own hold."""
    return working_hands(me)[: me.hold.hands] if me.hold else []


def free_hand(me: Fighter, hand: str) -> bool:
    """Whether a hand is there for a blow, a parry or a grab."""
    return hand in working_hands(me) and hand not in grasping(me)


def strength(me: Fighter) -> int:
    """ST in a contest, with what fatigue takes (R-42)."""
    lost = me.brings.max_fp - me.fp if me.rules["fatigue_st"] != "none" else 0
    return me.brings.st - lost


def grip_strength(me: Fighter) -> int:
    """ST in close combat: Wrestling adds an eighth of its level (C-103)."""
    return strength(me) + int(me.brings.skills.get("wrestling", 0)) // 8


def grip_skill(me: Fighter) -> int:
    """The best of what replaces ST in close combat: DX, Judo, Wrestling; shock counts (C-104, README point 16)."""
    skills = me.brings.skills
    return int(max(me.brings.dx, skills.get("judo", 0), skills.get("wrestling", 0))) - me.shock


def one_armed(me: Fighter) -> int:
    """What a lost arm or hand takes off grapples and breaking free (C-88)."""
    return 0 if me.arm_works("R") and me.arm_works("L") else -4


def take(bout: Bout, me: Fighter, kind: str, part: str, hands: int) -> None:
    """A hold begins, in place of the one there was; the fighters share a hex from now on (C-101)."""
    before = me.hold
    behind = before.behind if before else arc_from(me) == "back"
    if me.distance > 0:
        bout.close_in(me, 0, "step")
    me.hold, me.foe.pin_fails = Hold(kind, part, hands, me.turn, behind), 0
    effect = "locked" if kind in LOCKS else "choked" if kind in CHOKES else "grappled"
    bout.tell("effect", me.foe, effect=effect, at=part)
    if me.foe.posture == "lying" and me.posture in ("standing", "crouching") and kind != "scissors":
        settle(bout, me, "kneeling")
    sustain(bout, me.foe)


def settle(bout: Bout, me: Fighter, posture: str) -> None:
    """Go down of one's own will."""
    if me.posture != posture:
        me.posture = posture
        bout.tell("effect", me, effect="postured", posture=posture)


def let_go(bout: Bout, me: Fighter) -> None:
    """The own hold ends."""
    if me.hold:
        part, me.hold = me.hold.part, None
        me.foe.pin_fails = 0
        bout.tell("effect", me.foe, effect="freed", at=part)


def sustain(bout: Bout, me: Fighter) -> None:
    """A hold goes on with the hands that are left, or ends."""
    hold = me.hold
    if hold is None:
        return
    left = len(working_hands(me))
    if hold.kind == "scissors":
        if me.legs_gone:
            let_go(bout, me)
    elif left < HANDS_NEEDED.get(hold.kind, 1):
        let_go(bout, me)
    else:
        hold.hands = min(hold.hands, left)


def parted(bout: Bout) -> None:
    """Nothing holds over a distance."""
    for who in bout.fighters:
        if who.hold and who.distance > 0:
            let_go(bout, who)
