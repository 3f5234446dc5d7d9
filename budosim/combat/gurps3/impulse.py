"""Traits that override a decision: rage, haste, cruelty, showing off (disadvantages.toml)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.aiming import set_act
from budosim.combat.gurps3.choose import ATTACK_CODE, plan_best, plan_strike
from budosim.combat.gurps3.closing import go_on_the_way, plan_close, plan_grappling
from budosim.combat.gurps3.grip import is_held, is_pinned
from budosim.combat.gurps3.ids import Act, From, Opt, Roll
from budosim.combat.gurps3.legal import FAR, ILLEGAL, READY, may_get_up, survey
from budosim.combat.gurps3.nature import (
    ATTACKS,
    GLORY_HOUND,
    IMPULSIVENESS,
    OVERCONFIDENCE,
    SADISM,
    calms_down,
    gated,
    tell_ties,
)

_0, _1, _4 = (np.int64(n) for n in (0, 1, 4))
_NONE = np.int64(-1)
_63, _6 = np.int64(63), np.int64(6)
WAIT, GETUP, FEINT, HOLD, BREAK_FREE, AOD = (
    np.int64(a) for a in (Act.WAIT, Act.GETUP, Act.FEINT, Act.HOLD, Act.BREAK_FREE, Act.ALL_OUT_DEF)
)
LAST_STRIKE = np.int64(Act.WHIRLWIND_KICK)
ALL_OUT = np.int64(Opt.AOA)
FLASHY = np.array(
    [
        Act.PILEDRIVER, Act.SUPLEX, Act.FLYING_JUMP_KICK, Act.WHIRLWIND_KICK, Act.ACROBATIC_KICK, Act.SPIN_KICK,
        Act.AXE_KICK, Act.JUMP_KICK, Act.DROP_KICK, Act.LARIAT, Act.BACK_KICK, Act.HOOK_KICK, Act.BACKFIST,
    ],
    dtype=np.int64,
)  # fmt: skip
"""What a glory hound likes to show, the showiest first [ruling]."""


@rare
def forget_source(scene: Any) -> None:
    """The decision comes from nature, not from the pattern, and is no spell."""
    scene.ring.now.phase = _0
    scene.ring.now.spell_id = _0
    scene.ring.now.list = np.int64(From.DEFAULT.value)
    scene.ring.now.line = _NONE
    scene.ring.now.wanted = _0
    scene.ring.now.back = _0


@rare
def attack_at_will(scene: Any, my: Any, me: Any, foe: Any, opt: int) -> bool:
    """The best attack, or the way to it; False when there is none."""
    now = scene.ring.now
    policy = scene.ring.policies.of[me.side]
    forget_source(scene)
    lift = _4 if opt == ALL_OUT else _0
    # what may be tried all out is judged with the +4 of C-27b (C-01)
    now.burden += lift
    state = plan_best(scene, my, me, foe, policy, _NONE, ATTACK_CODE, opt)
    now.burden -= lift
    if state == ILLEGAL:
        state = plan_grappling(scene, my, me, foe, policy, _NONE, opt)
    if state == FAR:
        go_on_the_way(scene, my, me, foe)
        return bool(now.act != WAIT)
    return bool(state == READY)


@rare
def rage(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """A berserk fighter attacks with all he has, until the foe is down (Berserk)."""
    survey(scene, my, me, foe)
    forget_source(scene)
    if may_get_up(scene, me):
        set_act(scene, GETUP, _0, _NONE, _0)
        return
    if me.all_out_done == _0 and attack_at_will(scene, my, me, foe, ALL_OUT):
        return
    if attack_at_will(scene, my, me, foe, _0):
        return
    forget_source(scene)
    set_act(scene, BREAK_FREE if is_held(scene, me.side) else WAIT, _0, _NONE, _0)


@rare
def show_off(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """The flashiest manoeuvre he bought that can be done now (Glory Hound)."""
    policy = scene.ring.policies.of[me.side]
    forget_source(scene)
    for i in range(len(FLASHY)):
        if my.shows >> np.int64(i) & _1 == _0:
            continue
        act = FLASHY[i]
        if act <= LAST_STRIKE:
            state = plan_strike(scene, my, me, foe, policy, _NONE, act, _0)
        else:
            state = plan_close(scene, my, me, foe, policy, _NONE, act, _0)
        if state == READY:
            return True
    return False


@rare
def is_attack(act: int) -> bool:
    """Whether an act is an attack."""
    return bool(ATTACKS[act >> _6] >> (act & _63) & _1 == _1)


@rare
def think_again(scene: Any, my: Any, me: Any, foe: Any) -> int:
    """What his nature makes of the decision in `now`: 0 leaves it, 1 attack, 2 wait, 3 show.

    Dice: 3d each for Overconfidence, Impulsiveness, Sadism, Glory Hound when due.
    """
    now = scene.ring.now
    act, ordered = now.act, now.list == From.RULES
    if ordered and (act == WAIT or act == AOD) and not gated(scene, my, me, OVERCONFIDENCE, Roll.OVERCONFIDENCE, _0):
        return 1
    twice = act == FEINT and scene.ring.minds.of[me.side].last_act == FEINT
    if ((ordered and act == WAIT) or twice) and not gated(
        scene, my, me, IMPULSIVENESS, Roll.IMPULSIVENESS, _0
    ):
        return 1
    if (foe.stunned != _0 or is_pinned(scene, foe.side)) and (is_attack(act) or act == HOLD):
        if not gated(scene, my, me, SADISM, Roll.SADISM, _0):
            return 2
        if not gated(scene, my, me, GLORY_HOUND, Roll.GLORY_HOUND, _0):
            return 3
    return 0


@rare
def second_thoughts(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """Let nature have its say on the decision in `now`; one that cannot be carried out leaves it as it was."""
    now = scene.ring.now
    if now.list == From.RULES:
        me.last_line = now.line + _1
    what = think_again(scene, my, me, foe)
    if what == 0:
        return
    if what == 2:
        forget_source(scene)
        set_act(scene, WAIT, _0, _NONE, _0)
        return
    act, row, loc, opt, back, wanted, reach = now.act, now.row, now.loc, now.opt, now.back, now.wanted, now.reach
    cycle, cycle_to, missing, list_, line = now.cycle, now.cycle_to, now.missing, now.list, now.line
    phase, spell = now.phase, now.spell_id
    changed = attack_at_will(scene, my, me, foe, _0) if what == 1 else show_off(scene, my, me, foe)
    if not changed:
        now.act, now.row, now.loc, now.opt, now.back, now.wanted, now.reach = act, row, loc, opt, back, wanted, reach
        now.cycle, now.cycle_to, now.missing, now.list, now.line = cycle, cycle_to, missing, list_, line
        now.phase, now.spell_id = phase, spell


@rare
def wells_up(scene: Any, me: Any, foe: Any) -> None:
    """Before a decision: rage ends with the foe's fall, and what binds the pattern is told."""
    calms_down(scene, me, foe)
    tell_ties(scene, me, foe)


__all__ = ["FLASHY", "rage", "second_thoughts", "wells_up"]
