"""Skills that help by themselves: 心眼, 聴勁, 受け流し転身 (C-127, maneuvers.toml)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.common.grid import BACK
from budosim.combat.gurps3.grip import is_pinned
from budosim.combat.gurps3.ids import Loc, Mod, Posture, Roll
from budosim.combat.gurps3.move import fall
from budosim.combat.gurps3.roll import check, is_blind
from budosim.combat.gurps3.tell import bring_dice, keep_dice, mod
from budosim.combat.gurps3.wound import armour

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
WORTH_ROLLING = np.int64(12)
"""From this level on a fighter rolls with a hard blow: failing means falling [ruling]."""


@rare
def sees_without_eyes(scene: Any, my: Any, me: Any, foe: Any, loc: int) -> int:
    """心眼: what eyes do not see costs nothing; a part of the body is aimed at with -2 (C-90, C-127, C-130).

    Dice: 3d when blind, or against a foe nobody sees.
    """
    lost = np.int64(6) * foe.unseen + (np.int64(10) if is_blind(me) else _0)
    if lost == _0:
        return _0
    target = my.blind_fighting + mod(scene, Mod.SHOCK, -me.shock)
    if loc != Loc.ANYWHERE and loc != Loc.TORSO:
        target += mod(scene, Mod.PLACE, -_2)
    return lost if check(scene, me.side, Roll.BLIND_FIGHTING, target) else _0


@rare
def feels(scene: Any, my: Any, me: Any, from_arc: int) -> bool:
    """心眼 against a blow that is not seen (C-127).

    Dice: 3d when blind, or against a blow from behind or from somebody nobody sees.
    """
    hidden = is_blind(me) or scene.ring.now.hidden == _1 or (from_arc == BACK and my.peripheral == _0)
    if not hidden or me.stunned != _0:
        return False
    return check(scene, me.side, Roll.BLIND_FIGHTING, my.blind_fighting + mod(scene, Mod.SHOCK, -me.shock))


@rare
def feels_along(scene: Any, their: Any, foe: Any) -> None:
    """聴勁: in touch, `foe` feels what the other is going to do in this sub-turn.

    Dice: 3d at a distance of 1 or less.
    """
    foe.reads_touch = _0
    if scene.ring.now.apart > _1 or foe.stunned != _0 or foe.out != _0 or is_pinned(scene, foe.side):
        return
    target = their.sticking + mod(scene, Mod.SHOCK, -foe.shock)
    foe.reads_touch = np.int64(check(scene, foe.side, Roll.STICKING, target))


@rare
def rolls_with_it(scene: Any, their: Any, foe: Any, loc: int, basic: int) -> int:
    """受け流し転身: a hard blow at half its damage, thrown back twice as far, or a fall.

    Dice: 3d for somebody who stands free and knows it well.
    """
    level = their.roll_with_blow - foe.shock
    hard = _3 * (basic - armour(scene, their, loc)) > their.ht
    free = foe.stunned == _0 and foe.airborne == _0 and scene.ring.now.clinch == _0
    if level < WORTH_ROLLING or not hard or not free or foe.posture != Posture.STANDING or foe.immortal == _1:
        return basic
    keep_dice(scene)
    target = their.roll_with_blow + mod(scene, Mod.SHOCK, -foe.shock)
    made = check(scene, foe.side, Roll.ROLL_WITH_BLOW, target)
    if not made:
        fall(scene, foe)
    bring_dice(scene)
    return basic // _2 if made else basic


__all__ = ["feels", "feels_along", "rolls_with_it", "sees_without_eyes"]
