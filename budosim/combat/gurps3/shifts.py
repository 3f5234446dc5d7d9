"""How spells shift a fighter's numbers on his own sheet of the bout (M-41)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.gurps3.ids import Limb
from budosim.combat.gurps3.magic_records import N_STAT, Stat
from budosim.combat.gurps3.records import SHIFT_LOW, SHIFTS, ST_LOW, ST_SHIFTS

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
NEVER = np.int64(99)
"""Far below any level."""
_LOW, _ST_LOW = np.int64(SHIFT_LOW), np.int64(ST_LOW)
_TOP, _ST_TOP = np.int64(SHIFTS - 1), np.int64(ST_SHIFTS - 1)


@hot
def within(value: int, low: int, top: int) -> int:
    """An index that stays in its table."""
    at = value - low
    if at < _0:
        return _0
    return top if at > top else at


@kernel
def shift_rows(my: Any, hit: int, kicks: int, skill: int, drop: int) -> None:
    """Change the levels of technique rows: of all, of those with the feet, of those with one skill."""
    for i in range(1, len(my.row)):
        r = my.row[i]
        if r.bars == _0:
            # no technique
            continue
        r.level += hit
        if kicks != _0 and (r.kick == _1 or r.limb == Limb.LEG or r.limb == Limb.LEGS):
            r.level += kicks
        if skill > _0 and r.skill == skill:
            r.level += drop


@kernel
def shift_dx(my: Any, before: int, after: int) -> None:
    """DX and every skill on it (M-41)."""
    d = after - before
    my.dx += d
    my.feint_resist += d
    my.best_skill += d
    my.sweep_resist += d
    for k in range(len(my.feint)):
        if my.has >> np.int64(8 + k) & _1 != _0:
            my.feint[k] += d
    for k in range(len(my.skill)):
        if my.has >> np.int64(16 + k) & _1 != _0 and k != 9:
            my.skill[k] += d
    for i in range(1, len(my.row)):
        if my.row[i].bars != _0:
            my.row[i].footing += d
    if my.has >> np.int64(3) & _1 != _0:
        my.acrobatics += d
    if my.has >> np.int64(4) & _1 != _0:
        my.stand_up += d
    if my.has >> np.int64(5) & _1 != _0:
        my.riposte += d
        my.riposte_foot += d
    if my.has >> np.int64(6) & _1 != _0:
        my.aggressive += d
        my.aggressive_foot += d
    old, new = within(before, _LOW, _TOP), within(after, _LOW, _TOP)
    my.parry_hand += my.by_dx[0, new] - my.by_dx[0, old]
    my.parry_foot += my.by_dx[1, new] - my.by_dx[1, old]
    my.parry_kick += my.by_dx[2, new] - my.by_dx[2, old]
    my.tai_sabaki += my.by_dx[3, new] - my.by_dx[3, old]
    my.boxing_dodge += my.by_dx[4, new] - my.by_dx[4, old]
    for i in range(1, my.n_spells + _1):
        my.spell[i].throw += d


@kernel
def shift_st(my: Any, before: int, after: int) -> None:
    """ST: damage and strength, not the fatigue there is (M-41)."""
    my.st += after - before
    old, new = within(before, _ST_LOW, _ST_TOP), within(after, _ST_LOW, _ST_TOP)
    dice, add = my.thrust_by_st[0, new] - my.thrust_by_st[0, old], my.thrust_by_st[1, new] - my.thrust_by_st[1, old]
    swing, more = my.swing_by_st[0, new] - my.swing_by_st[0, old], my.swing_by_st[1, new] - my.swing_by_st[1, old]
    my.thrust_dice += dice
    my.thrust_add += add
    my.aggressive_dice += dice
    my.aggressive_add += add
    for i in range(1, len(my.row)):
        if my.row_damage[i] == _1:
            my.row[i].dice += dice
            my.row[i].add += add
        elif my.row_damage[i] == _2:
            my.row[i].dice += swing
            my.row[i].add += more


@kernel
def shift_guard(my: Any, dodge: int, parry: int) -> None:
    """All active defences."""
    my.dodge_bonus += dodge
    my.parry_bonus += parry
    if my.by_dx[2, -_LOW] > _0:
        my.parry_kick += parry


@kernel
def shift_mind(my: Any, iq: int, will: int) -> None:
    """IQ with Will and the skills on it, and Will alone."""
    my.iq += iq
    my.will += iq + will
    my.will_mod += will
    if my.has >> np.int64(0) & _1 != _0:
        my.mind += iq
    if my.has >> np.int64(1) & _1 != _0:
        my.sakiyomi += iq
    if my.has >> np.int64(2) & _1 != _0:
        my.mikiri += iq


@rare
def settle_shifts(my: Any, w: Any) -> None:
    """Bring a sheet from the shifts at work to the wanted ones."""
    a, n = w.applied, w.wanted
    if n[Stat.DX] != a[Stat.DX]:
        shift_dx(my, a[Stat.DX], n[Stat.DX])
    if n[Stat.ST] != a[Stat.ST]:
        shift_st(my, a[Stat.ST], n[Stat.ST])
    hit = n[Stat.HIT] + n[Stat.DX] - a[Stat.HIT] - a[Stat.DX]
    kicks = NEVER * (np.int64(a[Stat.NO_KICK] > _0) - np.int64(n[Stat.NO_KICK] > _0))
    if hit != _0 or kicks != _0:
        shift_rows(my, hit, kicks, _0, _0)
    if n[Stat.FORGOT] != a[Stat.FORGOT]:
        gone = _1 if n[Stat.FORGOT] > _0 else -_1
        shift_rows(my, _0, _0, my.main_skill, -gone * my.main_drop)
        shift_guard(my, _0, -gone * (my.main_drop * _2 // _3))
    shift_mind(my, n[Stat.IQ] - a[Stat.IQ], n[Stat.WILL] - a[Stat.WILL])
    my.fit += n[Stat.HT] - a[Stat.HT]
    guard = n[Stat.PD] + n[Stat.UNSEEN] - a[Stat.PD] - a[Stat.UNSEEN]
    shift_guard(my, guard + n[Stat.DODGE] - a[Stat.DODGE], guard)
    my.dr_skin += n[Stat.DR] - a[Stat.DR]
    my.move = _0 if n[Stat.NO_MOVE] > _0 else my.base_move + n[Stat.MOVE]
    if my.move < _0:
        my.move = _0
    my.dodge_move = my.base_dodge_move + n[Stat.MOVE]
    my.subturns = my.base_subs + n[Stat.SUBS]
    my.shock_times = _0 if n[Stat.PAINLESS] > _0 else my.base_shock_times
    my.pain_mod = _3 if n[Stat.PAINLESS] > _0 else my.base_pain_mod
    for i in range(N_STAT):
        a[i] = n[i]


__all__ = ["NEVER", "settle_shifts"]
