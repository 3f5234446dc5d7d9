"""Unused CP make a lost part usable again (T-21, T-23, R-54, semantics §6.10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.ids import Act, Effect, From, Loc
from budosim.combat.gurps3.roll import note_lost
from budosim.combat.gurps3.tell import tell_decide, tell_effect

_0, _1, _2 = (np.int64(n) for n in (0, 1, 2))
SPEND_CP = np.int64(Act.SPEND_CP)
EVERYWHERE = np.int64((1 << 20) - 1)
_DEFAULT, _NONE = np.int64(From.DEFAULT.value), np.int64(-1)


@rare
def restore(scene: Any, me: Any, loc: int, list_: int, line: int) -> None:
    """One unused CP makes a part usable again, fragile from now on (T-21, T-23)."""
    me.unspent_cp -= _1
    me.crippled[loc] = _0
    me.fragile[loc] = _1
    tell_decide(scene, me.side, SPEND_CP, loc, list_, line)
    tell_effect(scene, me.side, Effect.PART_RESTORED, loc, _0)
    if (loc == Loc.ARM_R or loc == Loc.ARM_L or loc == Loc.LEG_R or loc == Loc.LEG_L) and me.crippled[
        loc + _2
    ] > _1:
        me.crippled[loc + _2] = _0
    note_lost(me)


RESTORE_ORDER = np.array(
    [Loc.LEG_R, Loc.LEG_L, Loc.FOOT_R, Loc.FOOT_L, Loc.ARM_R, Loc.ARM_L, Loc.HAND_R, Loc.HAND_L, Loc.EYE_R, Loc.EYE_L],
    dtype=np.int64,
)
"""Legs before arms before eyes (semantics §6.10)."""


@rare
def restore_any(scene: Any, me: Any, mask: int, list_: int, line: int) -> bool:
    """Spend a CP on the first lost part of a mask."""
    for i in range(len(RESTORE_ORDER)):
        loc = RESTORE_ORDER[i]
        if (mask & ~me.born) >> loc & _1 == _1 and me.crippled[loc] != _0:
            restore(scene, me, loc, list_, line)
            return True
    return False


@rare
def restore_at_once(scene: Any, me: Any) -> None:
    """R-54 any: what was lost is restored on the spot, unless the pattern has orders for it."""
    policy = scene.ring.policies.of[me.side]
    for i in range(policy.n_free):
        line = policy.free[i]
        for j in range(line.order, line.order + line.orders):
            if policy.orders[j].act == SPEND_CP:
                return
    while me.unspent_cp > _0 and restore_any(scene, me, EVERYWHERE, _DEFAULT, _NONE):
        pass
