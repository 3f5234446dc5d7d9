"""Cinematic skills as decisions: what is known, what must be prepared, what may be done now (C-115…C-130, C-37).

An act `cine` or `combo` has a blow or a grab inside: `unwrap` says which, the chooser plans that, `wrap` writes both
into `now`. What needs no blow, and what has a row of its own, is planned here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import kernel, rare
from budosim.combat.gurps3.aiming import draw_place, set_act
from budosim.combat.gurps3.closing import plan_grab
from budosim.combat.gurps3.grip import is_pinned
from budosim.combat.gurps3.ids import Act, Class, From, Loc, Mod, Opt, Posture, Roll, Skill
from budosim.combat.gurps3.ids_arts import COST, LAST_DEED, TITLE_BITS, TITLES, Art, Poise, Special
from budosim.combat.gurps3.legal import FAR, ILLEGAL, READY, place_ok, strike_state
from budosim.combat.gurps3.move import legs_lost
from budosim.combat.gurps3.placing import EYE_POKE, EYES, best_place, either_side, row_open, variant
from budosim.combat.gurps3.policy import ALL_PLACES, ban_mask, barred
from budosim.combat.gurps3.roll import check
from budosim.combat.gurps3.tell import mod, tell_decide

_0, _1, _2, _3, _4 = (np.int64(n) for n in (0, 1, 2, 3, 4))
_NONE, _UNNAMED = np.int64(-1), np.int64(-2)
CINE, COMBO, SETTLED = np.int64(Act.CINE), np.int64(Act.COMBO), np.int64(Act.NOTHING)
PUNCH, JUMP_KICK, SUBMISSION = np.int64(Act.PUNCH), np.int64(Act.JUMP_KICK), np.int64(Act.SUBMISSION)
BINDING_ACT = np.int64(Act.NONE)
"""What a binding is called inside: no act of a pattern."""
STRIKE_CODE = -np.int64(Class.STRIKE)
LAST_STRIKE, LAST_GRAB = np.int64(Act.WHIRLWIND_KICK), np.int64(Act.SCISSORS)
BITS, MASK = np.int64(TITLE_BITS), np.int64((1 << TITLE_BITS) - 1)
PREPARED_FROM = np.int64(20)
"""Level at which nothing has to be prepared (C-115)."""
KIAI_YARDS = np.int64(10)
LEAP_YARDS = np.int64(9)
"""A standing broad jump of three yards, tripled (C-122); how far a shout carries (C-123)."""
DECIDED_ART = np.int64(256)
"""Added to an art where a `decide` line names one instead of an act."""
ALL_OUT_LIFT = np.int64(4)
"""What an all-out attack adds to hit (C-27b): what may be tried is judged with it (C-01)."""
CHARGED = np.int64(1 << Art.POWER_BLOW | 1 << Art.BREAKING_BLOW)
"""Go into the next blow; several may be prepared together (C-115)."""
SPECIALS = np.zeros(len(Art), dtype=np.int64)
"""What an art puts into its blow by itself."""
for _art, _bit in (
    (Art.PRESSURE_POINTS, Special.POINTS), (Art.PRESSURE_SECRETS, Special.SECRET), (Art.PUSH, Special.PUSH),
):  # fmt: skip
    SPECIALS[_art] = _bit


@rare
def turns_needed(my: Any, title: int) -> int:
    """Full turns of concentration: 20 less the level for each art, added up (C-115); a turn of motions (C-124)."""
    n = _0
    for _ in range(TITLES):
        art = title & MASK
        if art == Art.HYPNOTIC_HANDS:
            n += _1
        elif art != _0 and my.art[art] < PREPARED_FROM:
            n += PREPARED_FROM - my.art[art]
        title >>= BITS
    return n


@rare
def prepared(my: Any, me: Any, title: int) -> bool:
    """Whether the concentration is done."""
    need = turns_needed(my, title)
    return need == _0 or (me.focus == title and me.focus_turns >= need)


@rare
def may_use(scene: Any, my: Any, me: Any, title: int) -> bool:
    """Whether he knows the arts, can pay for them and is free to use them; nobody spends his last fatigue [ruling]."""
    if title == _0 or me.airborne == _1 or is_pinned(scene, me.side) or barred(scene, me, CINE):
        return False
    if me.aod == _1 or me.defend_only == _2:
        return False
    price = _0
    for _ in range(TITLES):
        art = title & MASK
        if art != _0:
            if my.art[art] == _0:
                return False
            price += COST[art]
        title >>= BITS
    return me.fp > price


@rare
def only_charges(title: int) -> bool:
    """Whether all its arts go into the next blow of any kind."""
    for _ in range(TITLES):
        if title & MASK != _0 and CHARGED >> (title & MASK) & _1 == _0:
            return False
        title >>= BITS
    return True


@rare
def deed(scene: Any) -> Any:
    """The act needs no blow."""
    set_act(scene, CINE, _0, _NONE, _0)
    return SETTLED, _0, READY


@rare
def refused() -> Any:
    """The act cannot be done now."""
    return SETTLED, _0, ILLEGAL


@rare
def plan_row(
    scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int, row: int, opt: int, state: int
) -> int:
    """Plan a blow with a row of its own, as the chooser plans a named one; `now.reach` stands."""
    now = scene.ring.now
    banned = _0
    if scene.ring.minds.of[me.side].bans != _0:
        banned = ban_mask(scene, me, act, opt)
        if banned == ALL_PLACES:
            return ILLEGAL
    lift = ALL_OUT_LIFT if opt == Opt.AOA or opt == Opt.HIT else _0
    now.burden += lift
    loc = _UNNAMED
    now.cycle = _NONE
    if at >= _0 and policy.orders[at].count > _0:
        loc = draw_place(scene, me, foe, policy, at, row_open(scene, my, me, foe, act, row, banned))
        if loc >= _0 and EYES >> loc & _1 == _1 and not place_ok(scene, my, me, foe, my.row[row], loc):
            row = my.use[now.slot, EYE_POKE]
            state = strike_state(scene, my, row, opt)
    if loc == _UNNAMED:
        loc = best_place(scene, my, me, foe, act, row, banned)
        if loc >= _0:
            loc = either_side(scene, my, me, foe, row, loc, banned)
    if loc < _0 or state == ILLEGAL:
        now.burden -= lift
        return ILLEGAL
    opt = variant(scene, my, row, loc, opt)
    now.burden -= lift
    set_act(scene, act, row, loc, opt)
    return state


@rare
def plan_leap(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, title: int) -> Any:
    """Flying Leap: up to nine yards through the air, with a kick at the end of them (C-122, R-40)."""
    now = scene.ring.now
    if now.clinch != _0 or me.posture != Posture.STANDING or legs_lost(me) > _0 or now.apart < _1:
        return refused()
    farthest = LEAP_YARDS * scene.ring.rules.fine_per_yard
    if now.apart > farthest + my.kick_reach:
        if now.can_come == _0:
            return refused()
        set_act(scene, CINE, _0, _NONE, _0)
        now.reach = farthest
        return SETTLED, _0, FAR
    if not prepared(my, me, title) or scene.ring.rules.flying_leap == _1:
        return deed(scene)
    row = my.use[1, JUMP_KICK]
    if row == _0:
        return refused()
    now.reach = _0
    return SETTLED, _0, plan_row(scene, my, me, foe, policy, at, JUMP_KICK, row, _0, READY)


@rare
def plan_push(scene: Any, my: Any, me: Any, row: int, opt: int) -> Any:
    """Push: a hand on the body (C-118)."""
    state = strike_state(scene, my, row, opt)
    if state == ILLEGAL or barred(scene, me, PUNCH):
        return refused()
    scene.ring.now.cycle = _NONE
    set_act(scene, PUNCH, row, np.int64(Loc.TORSO.value), np.int64(Opt.HIT.value) if opt == Opt.AOA else opt)
    return SETTLED, _0, state


@rare
def quiet_art(scene: Any, my: Any, me: Any, foe: Any, art: int) -> bool:
    """Whether an art without a blow can be used now (C-123, C-124, C-130)."""
    now = scene.ring.now
    if art == Art.KIAI:
        near = now.apart <= KIAI_YARDS * scene.ring.rules.fine_per_yard
        return near and foe.stunned == _0 and my.mute == _0
    if art == Art.HYPNOTIC_HANDS:
        return foe.stunned == _0 and foe.lost & EYES != EYES and now.clinch == _0
    if art == Art.INVISIBILITY_ART:
        return me.unseen == _0 and now.clinch == _0
    if art == Art.SPRINGING_ATTACK:
        free = me.posture != Posture.STANDING and legs_lost(me) < _2 and now.clinch == _0
        return free and my.skill[Skill.KARATE] > _0
    if art == Art.BREATH_CONTROL:
        return me.fp < my.max_fp and me.breathed == _0
    if art == Art.MEDITATION or art == Art.AUTOHYPNOSIS:
        return me.composure == _0
    return now.cowed >> foe.side & _1 == _0 and foe.stunned == _0


@rare
def plan_art(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, title: int, opt: int) -> Any:
    """What blow a named art goes into now: (act or class, option, _), or (SETTLED, _, state) when that is planned."""
    now = scene.ring.now
    if not may_use(scene, my, me, title):
        return refused()
    if only_charges(title):
        if not prepared(my, me, title):
            return deed(scene)
        return STRIKE_CODE, opt, ILLEGAL
    art = title
    if art > LAST_DEED:
        return refused()
    if art == Art.FLYING_LEAP:
        return plan_leap(scene, my, me, foe, policy, at, title)
    row = my.art_row[art]
    if art == Art.BINDING:
        state = plan_grab(scene, my, me, foe, policy, _NONE, BINDING_ACT, opt)
        return SETTLED, _0, state
    if art == Art.PRESSURE_POINTS or art == Art.PRESSURE_SECRETS:
        state = strike_state(scene, my, row, opt)
        if state == ILLEGAL:
            return refused()
        reach = now.reach
        state = plan_row(scene, my, me, foe, policy, at, PUNCH, row, opt, state)
        if now.row == row:
            now.reach = reach
        return SETTLED, _0, state
    if art == Art.PUSH:
        return plan_push(scene, my, me, row, opt)
    return deed(scene) if quiet_art(scene, my, me, foe, art) else refused()


@rare
def plan_series(scene: Any, me: Any, moves: Any) -> Any:
    """The first move of a combination (C-37)."""
    act = moves[2]
    attack = (act > _0 and act <= LAST_STRIKE) or (act >= np.int64(Act.GRAPPLE) and act <= LAST_GRAB)
    if moves[0] == _0 or moves[1] == _1 or me.series_used == _1 or not attack or barred(scene, me, COMBO):
        return refused()
    return act, _0, ILLEGAL


@rare
def unwrap(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int) -> Any:
    """What is inside order `at`: (act or class, option, _) to be planned, or (SETTLED, _, state)."""
    order = policy.orders[at]
    if order.title == _0:
        return refused()
    if order.act == COMBO:
        return plan_series(scene, me, policy.series[order.title - _1])
    return plan_art(scene, my, me, foe, policy, at, order.title, order.opt)


@rare
def wrap(scene: Any, act: int, title: int, at: int, state: int) -> int:
    """Write an art or a combination around what was planned."""
    now = scene.ring.now
    if act == COMBO and now.row == _0:
        return ILLEGAL
    now.inner = _NONE
    if now.act != CINE:
        now.inner = now.act
        now.inner_opt = now.opt
    now.special = SPECIALS[title] if act == CINE and title <= LAST_DEED else _0
    now.act, now.opt = act, _0
    now.title, now.title_order = title, at
    return state


@rare
def take_stance(scene: Any, my: Any, me: Any, art: int, line: int) -> None:
    """酔拳 or 猫足立ち, declared once a turn before anything else (skills.toml, maneuvers.toml).

    Dice: 3d once a turn.
    """
    drunk = art == Art.DRUNKEN_FIGHTING
    tried = np.int64(Poise.DRUNK_TRIED) if drunk else np.int64(Poise.CAT_TRIED)
    if my.art[art] == _0 or me.poise & tried != _0 or is_pinned(scene, me.side) or barred(scene, me, CINE):
        return
    tell_decide(scene, me.side, DECIDED_ART + art, _NONE, np.int64(From.RULES.value), line)
    what = np.int64(Roll.DRUNKEN_FIGHTING) if drunk else np.int64(Roll.CAT_STANCE)
    me.poise |= tried
    if check(scene, me.side, what, my.art[art] + mod(scene, Mod.SHOCK, -me.shock)):
        me.poise |= tried << _1


@kernel
def keeps_focus(scene: Any, me: Any) -> None:
    """Any other act of one's own ends a concentration, silently."""
    now = scene.ring.now
    if (now.act != CINE and now.wanted != CINE) or now.title != me.focus:
        me.focus, me.focus_turns, me.focus_subs = _0, _0, _0


@rare
def some_art(scene: Any, my: Any, me: Any, foe: Any, policy: Any, art: int) -> Any:
    """As `plan_art` for a known art alone, without an order."""
    if my.art[art] == _0:
        return refused()
    return plan_art(scene, my, me, foe, policy, _NONE, art, _0)


__all__ = ["SETTLED", "keeps_focus", "plan_series", "some_art", "take_stance", "unwrap", "wrap"]
