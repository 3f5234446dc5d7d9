"""The three critical tables: hits, head blows, and unarmed critical misses (C-74, C-75, C-76)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.common.dice import roll3, roll_n
from budosim.combat.gurps3.grip import RIGHT, grasped
from budosim.combat.gurps3.ids import Effect, Ending, Limb, Loc, Mod, Table
from budosim.combat.gurps3.move import fall, stumble_past
from budosim.combat.gurps3.roll import keeps_footing
from budosim.combat.gurps3.tell import mod, note_dice, tell_effect, tell_table
from budosim.combat.gurps3.wound import (
    FATE_BLIND,
    FATE_CRIPPLED,
    FATE_DEAF,
    FATE_NUMB,
    FATE_OFF_BALANCE,
    FATE_ONE_EYE,
    FATE_STUNNED,
    FATE_UNCONSCIOUS,
    NO_FATE,
    end,
    injure,
    is_fatal,
    lose_part,
    near_death,
    senseless,
)

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NOWHERE = np.int64(-1)

# Tables by total 3…18: factor of the damage, DR ignored, what befalls the victim.
HIT_FACTOR = np.ones(19, dtype=np.int64)
HIT_FACTOR[[5, 17]] = 3
HIT_FACTOR[[6, 16]] = 2
HIT_NO_DR = np.zeros(19, dtype=np.int64)
HIT_NO_DR[[4, 13]] = 1
HIT_FATE = np.zeros(19, dtype=np.int64)
HIT_FATE[7] = FATE_STUNNED
HIT_FATE[[8, 12]] = FATE_NUMB
HIT_FATE[14] = FATE_CRIPPLED
HEAD_FATE = np.zeros(19, dtype=np.int64)
HEAD_FATE[6] = FATE_BLIND
HEAD_FATE[7] = FATE_ONE_EYE
HEAD_FATE[8] = FATE_OFF_BALANCE
HEAD_FATE[[12, 13]] = FATE_DEAF
HEAD_FATE[[15, 16, 17, 18]] = FATE_STUNNED


@kernel
def is_head(loc: int) -> bool:
    """Whether the head table serves: brain, head, eyes, jaw, nose (C-76)."""
    return loc <= Loc.NOSE


@rare
def critical_hit(scene: Any, my: Any, me: Any, their: Any, foe: Any, loc: int) -> Any:
    """The table for a critical hit at `loc`: (factor, DR ignored, fate, whether damage is rolled at all).

    Dice: 3d. Source: C-75, C-76, R-24.
    """
    total = roll3(scene.ring.dice)
    if is_head(loc):
        tell_table(scene, me.side, Table.CRIT_HEAD, total)
        if total == _3:
            if scene.ring.rules.head_crit_3 == _0:
                end(scene, foe, Ending.NEAR_DEATH, Effect.NEAR_DEATH)
            elif scene.ring.rules.head_crit_3 == _1:
                end(scene, foe, Ending.DEAD, Effect.DEAD)
            else:
                end(scene, foe, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
            return _1, _0, NO_FATE, _0
        if total <= np.int64(5):
            senseless(scene, their, foe)
            return _1, _0, NO_FATE, _0
        return _1, _0, HEAD_FATE[total], _1
    tell_table(scene, me.side, Table.CRIT_HIT, total)
    if total == _3 or total == np.int64(18):
        if loc == Loc.TORSO:
            return _1, _0, FATE_UNCONSCIOUS, _1
        return _3, _0, NO_FATE, _1
    return HIT_FACTOR[total], HIT_NO_DR[total], HIT_FATE[total], _1


@kernel
def part_of(scene: Any, me: Any, limb: int) -> int:
    """The location of a striking part: the sound and free one, the right before the left."""
    if limb == Limb.HEAD:
        return np.int64(Loc.HEAD.value)
    if limb == Limb.LEG or limb == Limb.LEGS:
        if me.crippled[Loc.LEG_R] == _0 and me.crippled[Loc.FOOT_R] == _0:
            return np.int64(Loc.LEG_R.value)
        return np.int64(Loc.LEG_L.value)
    held = scene.ring.now.clinch != _0 and grasped(scene, me.side) == RIGHT
    if me.crippled[Loc.ARM_R] == _0 and me.crippled[Loc.HAND_R] == _0 and not held:
        return np.int64(Loc.ARM_R.value)
    return np.int64(Loc.ARM_L.value)


@rare
def hurt_oneself(scene: Any, my: Any, me: Any, part: int, n: int, add: int, halved: int) -> None:
    """Damage to the own striking part, as a foe's blow would do it (README point 17).

    Dice: n d6, then those of `injure`.
    """
    rolled = roll_n(scene.ring.dice, n) if n > _0 else _0
    note_dice(scene)
    basic = rolled + add
    if halved == _1:
        basic //= _2
    if basic < _0:
        basic = _0
    injure(scene, my, me, part, basic, add, _1, _0, _0, NO_FATE)


@rare
def unbalance(scene: Any, me: Any) -> None:
    """Balance lost: no further sub-turns, defences at -2 until the next own turn (C-74 rows 9-11)."""
    me.lost_balance = _1
    me.stop = _1
    tell_effect(scene, me.side, Effect.LOST_BALANCE, _NOWHERE, _0)


@rare
def fumble(scene: Any, my: Any, me: Any, foe: Any, limb: int, kicking: int, parrying: int) -> None:
    """The unarmed critical-miss table for `me`, who struck with `limb` or parried.

    Dice: 3d; rows 5, 6 the thrust dice, row 12 a DX roll, rows 14, 15 1d; then those of the own injury.
    Source: C-74.
    """
    total = roll3(scene.ring.dice)
    tell_table(scene, me.side, Table.CRIT_MISS, total)
    if me.immortal == _1:
        return
    part = part_of(scene, me, limb)
    if total == _3 or total == np.int64(18):
        end(scene, me, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
    elif total == np.int64(4) or total == np.int64(17):
        strain(scene, my, me, part, limb)
    elif total == np.int64(5) or total == np.int64(6):
        hurt_oneself(scene, my, me, part, my.thrust_dice, my.thrust_add, np.int64(total == np.int64(6)))
    elif total == np.int64(7):
        if parrying == _1:
            fall(scene, me)
        else:
            stumble_past(scene, me, foe)
            tell_effect(scene, me.side, Effect.STUMBLED, _NOWHERE, _0)
    elif total == np.int64(8) or total == np.int64(16):
        fall(scene, me)
    elif total <= np.int64(11):
        unbalance(scene, me)
    elif total == np.int64(12):
        target = my.dx
        if kicking == _1:
            target += mod(scene, Mod.KICKING, np.int64(-4))
        if not keeps_footing(scene, my, me, target, _1):
            fall(scene, me)
    elif total == np.int64(13):
        me.guard_dropped = _1
        tell_effect(scene, me.side, Effect.GUARD_DROPPED, _NOWHERE, _0)
    else:
        hurt_oneself(scene, my, me, part, _1, np.int64(-3), _0)
        me.torn = _2
        tell_effect(scene, me.side, Effect.MUSCLE_TORN, part, _0)


@rare
def strain(scene: Any, my: Any, me: Any, part: int, limb: int) -> None:
    """A strained limb: one point, and it is useless for the bout; the head: DX -3 for three turns (C-74)."""
    me.hp -= _1
    me.shock += my.shock_times * (_1 - me.berserk)
    me.taken[part] += _1
    scene.ring.now.quiet = scene.ring.now.turn
    tell_effect(scene, me.side, Effect.STRAINED, part, me.hp)
    if limb == Limb.HEAD:
        me.dx_mod = np.int64(-3)
        me.dx_until = me.turn + _3
    else:
        lose_part(scene, me, part, _1)
    if is_fatal(scene, my, me):
        end(scene, me, Ending.DEAD, Effect.DEAD)
    elif me.hp <= -my.ht:
        near_death(scene, my, me, me.hp + _1)


__all__ = ["critical_hit", "fumble", "part_of"]
