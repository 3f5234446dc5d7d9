"""Holds: who has whom by what, the hands it takes, how it ends (C-17, C-88, C-101…C-103, C-111, C-114).

The hold of a side stands in `Grips`, so that either fighter can be asked about it; `now.clinch` says whether there
is any. A bout without holds reads that flag and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.gurps3.ids import Bar, Effect, Hold, Loc
from budosim.combat.gurps3.tell import CHOKES, LOCKS, tell_effect

_0, _1, _2, _3, _5 = (np.int64(n) for n in (0, 1, 2, 3, 5))
GRAPPLE, ARM_LOCK, FINGER_LOCK, LEG_LOCK, HEAD_LOCK, CHOKE, CHOKE_HOLD, SCISSORS, BINDING = (
    np.int64(h) for h in list(Hold)[1:]
)
JOINTS = np.int64(1 << Hold.ARM_LOCK | 1 << Hold.FINGER_LOCK | 1 << Hold.LEG_LOCK)
PRESSING = JOINTS | CHOKES
"""Holds that do something to the victim while they are kept."""
HANDS_NEEDED = np.array([0, 1, 2, 1, 2, 1, 2, 2, 0, 2], dtype=np.int64)
"""Hands without which a hold cannot be kept, by `Hold`."""
RIGHT, LEFT = np.int64(1), np.int64(2)
ARM = np.int64(1 << Loc.ARM_R | 1 << Loc.HAND_R)
LEGS = np.int64(1 << Loc.LEG_R | 1 << Loc.LEG_L | 1 << Loc.FOOT_R | 1 << Loc.FOOT_L)
LEG_ONE = np.int64(1 << Loc.LEG_R | 1 << Loc.FOOT_R)
ARM_BARS = np.int64(Bar.NO_ARM | Bar.ONE_ARM)


@hot
def is_kind(kind: int, mask: int) -> bool:
    """Whether a hold is one of a set of kinds; no hold is none."""
    return mask >> kind & _1 == _1


@hot
def arms_of(me: Any) -> int:
    """Arms with a sound hand as bits: 1 the right, 2 the left one."""
    right = _1 if me.lost & ARM == _0 else _0
    return right | _2 if me.lost & (ARM << _1) == _0 else right


@hot
def grasped(scene: Any, side: int) -> int:
    """Arms of a side that the foe's hold is on, as bits (C-17)."""
    grip = scene.ring.grips.of[_1 - side]
    if grip.kind == _0:
        return _0
    if grip.part == Loc.ARM_R or grip.part == Loc.HAND_R:
        return RIGHT
    return LEFT if grip.part == Loc.ARM_L or grip.part == Loc.HAND_L else _0


@hot
def count_bits(hands: int) -> int:
    """How many hands a set of two bits holds."""
    return (hands & _1) + (hands >> _1)


@rare
def working(scene: Any, me: Any) -> int:
    """Hands that serve and are not in the foe's grasp, as bits."""
    return arms_of(me) & ~grasped(scene, me.side)


@rare
def grasping(scene: Any, side: int, able: int) -> int:
    """Of those hands the ones taken up by the own hold, the left one first: it holds while the right one strikes."""
    grip = scene.ring.grips.of[side]
    if grip.kind == _0 or grip.hands == _0:
        return _0
    if grip.hands == _1 and able & LEFT != _0:
        return LEFT
    return able


@rare
def free_hands(scene: Any, me: Any) -> int:
    """Hands there are for a blow, a parry or a grab, as bits (C-17, C-114)."""
    able = working(scene, me)
    return able & ~grasping(scene, me.side, able)


@rare
def striking_hands(scene: Any, me: Any) -> int:
    """Hands for a blow; one may leave a plain grapple or a pin of two (C-106, C-114)."""
    grip = scene.ring.grips.of[me.side]
    if grip.kind == GRAPPLE and grip.hands == _2:
        return RIGHT
    return free_hands(scene, me)


@rare
def clinch_bars(scene: Any, me: Any, legs: int, bars: int) -> int:
    """What holds rule out: kicks, arms that hold or are held; a knee needs one leg (C-102, C-114)."""
    bars &= ~(ARM_BARS | np.int64(Bar.NO_KNEE))
    bars |= np.int64(Bar.CLINCH)
    if legs == _2:
        bars |= np.int64(Bar.NO_KNEE)
    if striking_hands(scene, me) == _0:
        bars |= np.int64(Bar.NO_ARM)
    if free_hands(scene, me) != _3:
        bars |= np.int64(Bar.ONE_ARM)
    return bars


@hot
def is_held(scene: Any, side: int) -> bool:
    """Whether the foe holds that side (C-101)."""
    return scene.ring.now.clinch != _0 and scene.ring.grips.of[_1 - side].kind != _0


@hot
def is_pinned(scene: Any, side: int) -> bool:
    """Helpless under a pin (C-106)."""
    return scene.ring.now.clinch != _0 and scene.ring.grips.of[_1 - side].pin != _0


@rare
def clear(grip: Any) -> None:
    """No hold."""
    grip.kind = _0
    grip.part = _0
    grip.hands = _0
    grip.behind = _0
    grip.pin = _0
    grip.points = _0
    grip.margin = _0
    grip.tries = _0
    grip.fails = _0
    grip.kept = _0
    grip.pressed = _0


@rare
def let_go(scene: Any, side: int) -> None:
    """The hold of a side ends, if it has one."""
    grips = scene.ring.grips
    grip = grips.of[side]
    if grip.kind == _0:
        return
    part = grip.part
    clear(grip)
    scene.ring.now.clinch = np.int64(grips.of[_1 - side].kind != _0)
    tell_effect(scene, _1 - side, Effect.FREED, part, _0)


@rare
def sustain(scene: Any, side: int, legless: int) -> None:
    """A hold goes on with the hands that are left, or ends; `legless`: a leg of the holder carries nothing."""
    grip = scene.ring.grips.of[side]
    if grip.kind == _0:
        return
    left = count_bits(scene.ring.grips.arms[side] & ~grasped(scene, side))
    if grip.kind == SCISSORS:
        if legless == _1:
            let_go(scene, side)
    elif left < HANDS_NEEDED[grip.kind]:
        let_go(scene, side)
    elif grip.hands > left:
        grip.hands = left


@rare
def limb_lost(scene: Any, foe: Any) -> None:
    """A limb of `foe` is lost in a clinch: a hold on it becomes a plain one, his own goes on as it can (C-109)."""
    grips = scene.ring.grips
    grips.arms[foe.side] = arms_of(foe)
    other = _1 - foe.side
    grip = grips.of[other]
    if grip.kind != _0 and foe.lost >> grip.part & _1 == _1:
        hands = grip.hands if grip.hands > _0 else _2
        behind = grip.behind
        clear(grip)
        grip.kind, grip.part, grip.hands, grip.behind = GRAPPLE, np.int64(Loc.TORSO.value), hands, behind
        sustain(scene, other, _0)
    sustain(scene, foe.side, np.int64(foe.lost & LEGS != _0))


@rare
def parted(scene: Any) -> None:
    """Nothing holds over a distance: side a's hold ends first."""
    let_go(scene, _0)
    let_go(scene, _1)


__all__ = [
    "CHOKES", "LOCKS", "clinch_bars", "free_hands", "is_held", "is_pinned", "let_go", "limb_lost", "parted", "sustain",
    "working",
]  # fmt: skip
