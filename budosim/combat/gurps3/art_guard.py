"""Combinations that begin with a parry, and 白刃取り, as defences (C-37, maneuvers.toml, hand_clap_parry)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.gurps3.guard import PARRY, defence_legal, parries_left
from budosim.combat.gurps3.ids import Act, Contest, Limb, Mod
from budosim.combat.gurps3.ids_arts import Art
from budosim.combat.gurps3.policy import barred
from budosim.combat.gurps3.roll import contest
from budosim.combat.gurps3.tell import between, mod

_0, _1, _2 = np.int64(0), np.int64(1), np.int64(2)
COMBO, CLAP = np.int64(Act.COMBO), np.int64(Act.CINE)
"""Acts of a defence list: a combination, and a cinematic skill, of which only the clap is a defence."""
CLAP_ART = np.int64(Art.HAND_CLAP_PARRY)


@hot
def is_wrapped(act: int) -> bool:
    """Whether an act is a cinematic skill or a combination."""
    return act >= CLAP and act <= COMBO


@rare
def may_clap(scene: Any, my: Any, me: Any, their: Any, row: int) -> bool:
    """Whether the striking limb can be caught between the palms."""
    r = their.row[row]
    if my.art[CLAP_ART] == _0 or r.grab != _0 or scene.ring.now.clinch != _0 or parries_left(scene, me) < _2:
        return False
    return (r.limb == Limb.ARM or r.limb == Limb.LEG) and not barred(scene, me, CLAP)


@rare
def may_open(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> bool:
    """Whether a combination may begin with a parry of this blow."""
    if me.series_used == _1 or me.stunned != _0 or me.aod == _1 or scene.ring.now.clinch != _0:
        return False
    if foe.in_series == _1 or me.owed >= my.subturns or their.row[row].grab != _0 or barred(scene, me, COMBO):
        return False
    return defence_legal(scene, my, me, their, foe, row, PARRY)


@rare
def knows_answer(my: Any) -> bool:
    """Whether some combination of his begins with a parry."""
    for i in range(my.n_series):
        if my.series[i, 1] == _1:
            return True
    return False


@rare
def art_defence(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int, order: Any) -> int:
    """The defence a `cine` or `combo` order means now: its act, 0 when it is not open, -1 for the best defence."""
    if order.act == CLAP:
        if order.title != CLAP_ART:
            return -_1
        return CLAP if may_clap(scene, my, me, their, row) else _0
    if order.title == _0 or not may_open(scene, my, me, their, foe, row):
        return _0
    moves = scene.ring.policies.of[me.side].series[order.title - _1]
    return COMBO if moves[1] == _1 and moves[0] > _0 else _0


@rare
def series_contest(scene: Any, me: Any, mine: int, their: Any, foe: Any) -> bool:
    """A skill against the foe's best (C-37); what counts on it was noted.

    Dice: 3d, 3d.
    """
    between(scene)
    theirs = their.best_skill + mod(scene, Mod.SHOCK, -foe.shock)
    return contest(scene, me.side, Contest.COMBINATION, mine, theirs) > _0


@rare
def opens_series(scene: Any, my: Any, me: Any, their: Any, foe: Any, order: int) -> bool:
    """The contest of a combination that begins with its parry: his best skill counts (C-37).

    Dice: 3d, 3d.
    """
    scene.ring.now.reply_order = order
    me.series_used = _1
    return series_contest(scene, me, my.best_skill + mod(scene, Mod.SHOCK, -me.shock), their, foe)


__all__ = [
    "CLAP", "COMBO",
    "art_defence", "is_wrapped", "knows_answer", "may_clap", "may_open", "opens_series", "series_contest",
]  # fmt: skip
