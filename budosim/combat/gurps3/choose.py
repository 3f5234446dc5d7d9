"""What a fighter does with his sub-turn: his rules in order, then the defaults (semantics §1, §5, §6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.gurps3.aiming import ANYWHERE, REFERENCES, draw_base, draw_place, set_act, side_of
from budosim.combat.gurps3.art_guard import is_wrapped
from budosim.combat.gurps3.arts import (
    CINE,
    COMBO,
    SETTLED,
    STRIKE_CODE,
    plan_series,
    some_art,
    take_stance,
    unwrap,
    wrap,
)
from budosim.combat.gurps3.closing import (
    clings,
    gives_way,
    go_on_the_way,
    grab_by_bench,
    plan_close,
    plan_grappling,
    slips,
)
from budosim.combat.gurps3.enchant import is_legal, parted_by_wall, plans
from budosim.combat.gurps3.grip import is_pinned
from budosim.combat.gurps3.ids import ACT_CLASSES, N_ACT, Act, Class, From, Opt, Posture
from budosim.combat.gurps3.ids_arts import LAST_DEED
from budosim.combat.gurps3.legal import (
    BAR_ALL,
    FAR,
    ILLEGAL,
    KNEE,
    READY,
    UNSEEN,
    all_out,
    lowest,
    may_get_up,
    may_step_back,
    open_places,
    place_ok,
    strike_state,
    survey,
)
from budosim.combat.gurps3.placing import AIMABLE, EYE_POKE, EYES, best_place, either_side, row_open, variant
from budosim.combat.gurps3.policy import (
    ALL_PLACES,
    ban_mask,
    barred,
    holds,
    pick_weighted,
)
from budosim.combat.gurps3.sorcery import (
    DECIDED,
    FLEES,
    FREE,
    RAGES,
    RUNS,
    TOUCH,
    WANTS_TOUCH,
    by_itself,
    drop,
    goes_on,
)
from budosim.combat.gurps3.tell import hush, listened, unsay

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
STRIKES = np.int64(37)
ATTACK_CODE = -np.int64(Class.ATTACK)
ALL_OUT_CODE = -np.int64(Class.AOA)
WAIT, GETUP, APPROACH, NOTHING = (np.int64(a) for a in (Act.WAIT, Act.GETUP, Act.APPROACH, Act.NOTHING))
FEINT = np.int64(Act.FEINT)
RESIST, CAST, DISPEL, RETREAT, GUARD = (
    np.int64(a) for a in (Act.RESIST, Act.CAST, Act.DISPEL, Act.RETREAT, Act.ALL_OUT_DEF)
)
HAND_CODE, SPELL_CODE = -np.int64(Class.HAND), -np.int64(Class.SPELL)
PLAIN_ALL_OUT = np.int64(Opt.AOA)
ALL_OUT_HIT = np.int64(4)
"""What an all-out attack of this kind adds to hit (C-27b)."""


GRAPPLE, HOLD, BREAK_FREE = (np.int64(a) for a in (Act.GRAPPLE, Act.HOLD, Act.BREAK_FREE))
FIRST_CLOSE_CODE, LAST_CLOSE_CODE = -np.int64(Class.LOCK), -np.int64(Class.GRAPPLE)
"""Codes of the classes of close combat: @lock, @throw, @grapple."""
CLASS_ACTS = np.array(
    [sum(1 << act for act in range(1, 37) if int(ACT_CLASSES[act]) >> c & 1) for c in range(64)], dtype=np.int64
)
"""The blows of a class as bits."""


@kernel
def plan_strike(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int, opt: int) -> int:
    """Plan one named blow by order `at` (-1: no order, the value list places it); READY, FAR or ILLEGAL.

    A kick in the same hex becomes a knee (C-47).
    """
    row = my.use[scene.ring.now.slot, act]
    state = strike_state(scene, my, row, opt)
    if state == ILLEGAL:
        if row == _0 or my.row[row].reach_min == _0 or scene.ring.now.apart > _0 or act == KNEE:
            return ILLEGAL
        act = KNEE
        row = my.use[scene.ring.now.slot, act]
        state = strike_state(scene, my, row, opt)
        if state == ILLEGAL:
            return ILLEGAL
    banned = _0
    if scene.ring.minds.of[me.side].bans != _0:
        banned = ban_mask(scene, me, act, opt)
        if banned == ALL_PLACES:
            return ILLEGAL
    loc = -_2
    scene.ring.now.cycle = _NONE
    if at >= _0 and policy.orders[at].count > _0:
        order = policy.orders[at]
        mask = policy.mask[order.first]
        if order.count == _1 and order.mainly == _0 and policy.place[order.first] < REFERENCES and mask & EYES == _0:
            # one place and no choice among several, as in most patterns
            mask = open_places(scene, my, me, foe, my.row[row], mask & ~banned)
            if mask == _0:
                return ILLEGAL
            loc = lowest(mask) if mask & (mask - _1) == _0 else side_of(scene, me, mask, draw_base(scene, me, at) + _1)
        else:
            loc = draw_place(scene, me, foe, policy, at, row_open(scene, my, me, foe, act, row, banned))
        if loc == _NONE:
            return ILLEGAL
        if loc >= _0 and EYES >> loc & _1 == _1 and not place_ok(scene, my, me, foe, my.row[row], loc):
            # aimed at the eye it becomes the eye manoeuvre (acts.toml)
            row = my.use[scene.ring.now.slot, EYE_POKE]
            state = strike_state(scene, my, row, opt)
            if state == ILLEGAL:
                return ILLEGAL
    if loc == -_2:
        loc = best_place(scene, my, me, foe, act, row, banned)
        if loc < _0:
            return ILLEGAL
        loc = either_side(scene, my, me, foe, row, loc, banned)
    set_act(scene, act, row, loc, variant(scene, my, row, loc, opt))
    return state


@kernel
def plan_best(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, code: int, opt: int) -> int:
    """Plan the best legal member of a class by the value list (semantics §6.5).

    Where order `at` names places, one is drawn among those any member can be aimed at, then the best member for it
    is taken.
    """
    if scene.ring.now.bars & BAR_ALL != _0 or my.armed[scene.ring.now.slot] == _0:
        return ILLEGAL
    want = -_2
    scene.ring.now.cycle = _NONE
    if at >= _0 and policy.orders[at].count > _0:
        want = draw_place(scene, me, foe, policy, at, class_open(scene, my, me, foe, code, opt))
        if want == _NONE:
            return ILLEGAL
    bound = scene.ring.minds.of[me.side].bans != _0
    members = my.armed[scene.ring.now.slot] & CLASS_ACTS[-code]
    if not all_out(opt):
        members &= ~my.reckless
    best, best_act, best_state = my.n_value, _0, ILLEGAL
    if want >= _0 and want != ANYWHERE:
        i = my.value_at[want]
        while i >= _0 and best_act == _0:
            act = my.value_act[i]
            if members >> act & _1 == _1:
                row = my.use[scene.ring.now.slot, act]
                state = strike_state(scene, my, row, opt)
                banned = ban_mask(scene, me, act, opt) if bound else _0
                if state != ILLEGAL and banned >> want & _1 == _0 and place_ok(scene, my, me, foe, my.row[row], want):
                    best, best_act, best_state = i, act, state
            i = my.value_near[i]
    else:
        for j in range(my.n_kinds):
            act = my.kinds[j]
            at = my.value_first[act]
            if at >= best:
                break
            if members >> act & _1 == _0:
                continue
            row = my.use[scene.ring.now.slot, act]
            state = strike_state(scene, my, row, opt)
            if state == ILLEGAL:
                continue
            banned = ban_mask(scene, me, act, opt) if bound else _0
            while at >= _0 and at < best:
                loc = ANYWHERE if want == ANYWHERE else my.value_loc[at]
                if banned >> loc & _1 == _0 and place_ok(scene, my, me, foe, my.row[row], loc):
                    best, best_act, best_state = at, act, state
                at = my.value_next[at]
    if best_act == _0:
        return ILLEGAL
    row = my.use[scene.ring.now.slot, best_act]
    # leaves the distance of this act in `now.reach` again
    strike_state(scene, my, row, opt)
    loc = my.value_loc[best]
    if want == ANYWHERE:
        loc = ANYWHERE
    elif want < _0:
        loc = either_side(scene, my, me, foe, row, loc, ban_mask(scene, me, best_act, opt) if bound else _0)
    set_act(scene, best_act, row, loc, variant(scene, my, row, loc, opt))
    return best_state


@kernel
def class_open(scene: Any, my: Any, me: Any, foe: Any, code: int, opt: int) -> int:
    """Every place some legal member of a class can be aimed at now, as bits."""
    found = _0
    every = AIMABLE & ~foe.lost
    todo = my.armed[scene.ring.now.slot] & CLASS_ACTS[-code]
    if not all_out(opt):
        todo &= ~my.reckless
    while todo != _0 and found != every:
        act = lowest(todo)
        todo &= todo - _1
        row = my.use[scene.ring.now.slot, act]
        if strike_state(scene, my, row, opt) == ILLEGAL:
            continue
        banned = _0
        if scene.ring.minds.of[me.side].bans != _0:
            banned = ban_mask(scene, me, act, opt)
        found |= open_places(scene, my, me, foe, my.row[row], AIMABLE & ~banned)
    return found


@kernel
def plan_feint(scene: Any, my: Any, me: Any, foe: Any, opt: int) -> int:
    """A feint needs the foe within a step and an attack (C-29)."""
    if my.feint[scene.ring.now.slot] == _0 or me.aod == _1 or me.defend_only == _2 or is_pinned(scene, me.side):
        return ILLEGAL
    level = my.feint[scene.ring.now.slot] + scene.ring.now.burden
    if me.airborne == _1 and scene.ring.rules.airborne == _0:
        level += _2  # the air lowers blows, not feints (C-60)
    if foe.unseen == _1:
        level += UNSEEN
    if barred(scene, me, FEINT) or level < _3:
        return ILLEGAL
    if parted_by_wall(scene.magic, scene, me, foe):
        return ILLEGAL
    reach = my.kick_reach if my.use[scene.ring.now.slot, Act.KICK] > _0 else my.punch_reach
    scene.ring.now.reach = reach + scene.ring.rules.fine_per_yard
    set_act(scene, FEINT, _0, _NONE, opt)
    if scene.ring.now.apart <= scene.ring.now.reach:
        return READY
    return FAR if scene.ring.now.can_come == _1 else ILLEGAL


@kernel
def plan_other(scene: Any, my: Any, me: Any, foe: Any, act: int) -> int:
    """Acts that are no blows."""
    if act == FEINT:
        return plan_feint(scene, my, me, foe, _0)
    legal = False
    if act == Act.WAIT:
        legal = True
    elif act == Act.ALL_OUT_DEF:
        late = scene.ring.rules.aod_subturn == _1 and scene.ring.now.sub > _1
        legal = not late and me.all_out == _0 and not is_pinned(scene, me.side)
    elif act == Act.RETREAT:
        legal = may_step_back(scene, my, me, foe)
    elif act == Act.APPROACH:
        legal = scene.ring.now.apart > _1 and scene.ring.now.can_come == _1
        scene.ring.now.reach = _1
    elif act == Act.GETUP:
        legal = may_get_up(scene, me)
    if not legal or barred(scene, me, act):
        return ILLEGAL
    set_act(scene, act, _0, _NONE, _0)
    return READY


@kernel
def plan(scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int) -> int:
    """Plan order `at` of the policy: READY, FAR or ILLEGAL."""
    order = policy.orders[at]
    act, opt = order.act, order.opt
    if act == ALL_OUT_CODE:
        # the class is a way to attack: the best attack of any kind, all out
        act = ATTACK_CODE
        if opt == Opt.NONE or opt > Opt.FEINT:
            opt = np.int64(Opt.AOA)
    wrapped, settled = is_wrapped(act), ILLEGAL
    if wrapped:
        act, opt, settled = unwrap(scene, my, me, foe, policy, at)
    lift = _0
    if (opt == Opt.AOA or opt == Opt.HIT) and (act < STRIKES or act == Act.ATTACK or act == Act.FREE):
        # what may be tried is judged with the +4 of C-27b (C-01)
        lift = ALL_OUT_HIT
    scene.ring.now.burden += lift
    if act == Act.ATTACK or act == Act.FREE:
        act = ATTACK_CODE
    close = (act >= GRAPPLE and act <= BREAK_FREE) or (act >= FIRST_CLOSE_CODE and act <= LAST_CLOSE_CODE)
    if act == SPELL_CODE or (act >= RESIST and act <= DISPEL):
        state = READY if plans(scene.magic, scene, my, me, foe, policy, at, act) else ILLEGAL
    elif close:
        state = ILLEGAL
    elif act == SETTLED:
        state = settled
    elif act < _0:
        state = plan_best(scene, my, me, foe, policy, at, act, opt)
    elif act < STRIKES:
        state = plan_strike(scene, my, me, foe, policy, at, act, opt)
    else:
        state = plan_other(scene, my, me, foe, act)
    scene.ring.now.burden -= lift
    if close:
        state = plan_close(scene, my, me, foe, policy, at, act, opt)
    elif act == ATTACK_CODE and state == ILLEGAL and order.act != ALL_OUT_CODE:
        state = plan_grappling(scene, my, me, foe, policy, _NONE, opt)
    if wrapped and state != ILLEGAL:
        state = wrap(scene, order.act, order.title, at, state)
    if state != ILLEGAL:
        scene.ring.now.back = order.retreat
    return state


@kernel
def follow(scene: Any, my: Any, me: Any, foe: Any, policy: Any, line: Any, number: int) -> int:
    """Plan one rule: its act, a weighted one, the first open one, or the next of its series."""
    form, first, orders = line.form, line.order, line.orders
    mind = scene.ring.minds.of[me.side]
    at = first
    if form == _3:
        step = mind.cursor[line.cursor]
        if step >= orders:
            if line.loop == _0:
                return ILLEGAL
            step = _0
        at += step
    # an `any` and a `first` see what is open before one is planned in earnest
    trying = form == _1 or form == _2
    scene.ring.now.mute = np.int64(trying)
    ready, far, keeping = _0, _0, _0
    while True:
        state = plan(scene, my, me, foe, policy, at)
        if not trying:
            break
        if state == READY:
            ready |= _1 << (at - first)
        elif state == FAR:
            far |= _1 << (at - first)
        if form == _2 and policy.orders[at].act == HOLD and scene.ring.now.clinch != _0:
            keeping |= gives_way(scene, me) << (at - first)
        at += _1
        if at == first + orders or (form == _2 and ready & ~keeping != _0):
            if (ready | far) & ~keeping != _0:
                ready &= ~keeping
                far &= ~keeping
            if ready | far == _0:
                scene.ring.now.mute = _0
                return ILLEGAL
            scene.ring.now.mute = _0
            trying = False
            if form == _1:
                at = first + pick_weighted(scene, me, line, number, ready, far)
            else:
                at = first + lowest(ready if ready != _0 else far)
    if form == _3 and state == READY:
        mind.cursor[line.cursor] = at - first + _1
    return state


@rare
def by_bench(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """A bench plays what its list says, and nothing else."""
    now = scene.ring.now
    act = now.bench_act[me.side, now.sub]
    loc = now.bench_loc[me.side, now.sub]
    now.list = From.BENCH
    now.line = _NONE
    now.phase = _0
    now.spell_id = _0
    set_act(scene, NOTHING, _0, _NONE, _0)
    if act == _0:
        return
    if act >= GRAPPLE and act <= BREAK_FREE:
        grab_by_bench(scene, my, me, foe, act, loc)
        return
    if act >= STRIKES:
        set_act(scene, act, _0, loc, _0)
        if act == Act.APPROACH:
            now.reach = _1
        return
    row = my.use[now.slot, act]
    if row == _0:
        row = my.use[1, act]
    if row == _0:
        return
    if loc < _0:
        loc = best_place(scene, my, me, foe, act, row, _0)
    state = strike_state(scene, my, row, _0)
    if state == ILLEGAL or loc < _0:
        return
    set_act(scene, act, row, loc, _0)
    if state == FAR:
        now.wanted = act
        now.act = APPROACH


@kernel
def go_near(scene: Any, me: Any) -> None:
    """The decision lacks only reach: the sub-turn goes to the missing step, or to waiting when that is banned."""
    now = scene.ring.now
    now.wanted = now.act
    if barred(scene, me, APPROACH):
        set_act(scene, WAIT, _0, _NONE, _0)
    else:
        now.act = APPROACH


@kernel
def choose(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Decide this sub-turn; the decision stands in `now`.

    Getting up comes before every rule that does not speak of lying (semantics §6.2). A rule whose act lacks only
    reach gives the sub-turn to the missing step (§1). What spells force, an unfinished cast and what a caster holds
    come before the rules; an unfinished cast lets the rules before its own break in.
    """
    now = scene.ring.now
    survey(scene, my, me, foe)
    if now.bench[me.side] == _1:
        by_bench(scene, my, me, foe)
        return
    policy = scene.ring.policies.of[me.side]
    up_first = me.posture > Posture.CROUCHING and may_get_up(scene, me) and not barred(scene, me, GETUP)
    keeps = clings(scene, me)
    only = me.last_line - _1 if me.absent == _1 else _NONE
    said = spells_first(scene.magic, scene, my, me, their, foe, policy, up_first)
    if said == DECIDED:
        return
    runs = said == RUNS
    while True:
        for i in range(policy.n_rules):
            line = policy.rules[i]
            if only >= _0 and line.source != only:
                continue
            if (up_first and line.ground == _0) or (keeps and line.clings == _0):
                continue
            if runs and (line.count == _0 or i >= scene.ring.arcana.of[me.side].line):
                continue
            if line.count > _0 and not holds(scene, my, me, their, foe, line.first, line.count):
                continue
            if line.stance != _0:
                if now.looking == _0:
                    take_stance(scene, my, me, line.stance, line.source)
                continue
            now.line = line.source
            now.list = From.RULES
            state = follow(scene, my, me, foe, policy, line, np.int64(i))
            if state == READY:
                return
            if state == FAR:
                go_on_the_way(scene, my, me, foe)
                return
        now.list = From.DEFAULT
        now.line = _NONE
        if not runs:
            break
        if cast_goes_on(scene.magic, scene, my, me, foe):
            return
        runs = False
    by_default(scene, my, me, their, foe, policy, up_first, keeps)


@hot
def spells_first(
    magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, policy: Any, up_first: bool
) -> int:  # fmt: skip
    """What magic says before the rules: DECIDED, RUNS, or FREE."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            return np.int64(before_rules(scene, my, me, their, foe, policy, up_first))
    return FREE


@hot
def cast_goes_on(magic: Any, scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether an unfinished cast goes on; else it is given up, and the rules are asked once more."""
    if magic is not None:
        if goes_on(scene, my, me, foe):
            return True
        drop(scene, me)
    return False


@rare
def before_rules(scene: Any, my: Any, me: Any, their: Any, foe: Any, policy: Any, up_first: bool) -> int:
    """What magic says before the rules: DECIDED, RUNS, or FREE."""
    now = scene.ring.now
    if now.resisting == _1:
        # declared before the ticks; its rule stands in `now` since then
        now.resisting = _0
        set_act(scene, RESIST, _0, _NONE, _0)
        return DECIDED
    now.list = From.DEFAULT
    now.line = _NONE
    said = by_itself(scene, my, me, foe, their, up_first)
    if said == FLEES:
        if may_step_back(scene, my, me, foe):
            set_act(scene, RETREAT, _0, _NONE, _0)
        else:
            set_act(scene, GUARD if me.all_out == _0 else WAIT, _0, _NONE, _0)
        return DECIDED
    if said == RAGES or said == WANTS_TOUCH:
        if said == RAGES and up_first:
            return FREE
        code = ATTACK_CODE if said == RAGES else HAND_CODE
        lift = ALL_OUT_HIT if said == RAGES else _0
        now.burden += lift
        state = plan_best(scene, my, me, foe, policy, _NONE, code, PLAIN_ALL_OUT if said == RAGES else _0)
        now.burden -= lift
        if state == READY:
            if said == WANTS_TOUCH:
                w = scene.ring.arcana.of[me.side]
                now.phase, now.cast, now.spell_id = TOUCH, w.charge, my.spell[w.charge].id + _1
            return DECIDED
        if state == FAR:
            go_on_the_way(scene, my, me, foe)
            return DECIDED
        if said == RAGES:
            set_act(scene, WAIT, _0, _NONE, _0)
            return DECIDED
        return FREE
    return said


@hot
def looks_first(magic: Any, scene: Any, me: Any, foe: Any) -> bool:
    """Whether the pattern is asked before the ticks of a sub-turn (M-36)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            if scene.ring.now.sub == _1 or scene.ring.rules.concentrate_len == _0:
                me.resisting = _0
            return bool(me.berserk == _0 and takes_a_look(scene, me, foe))
    return False


@hot
def looks_up(magic: Any, scene: Any, me: Any) -> bool:
    """The first look is over: no, he is not looking any more."""
    if magic is not None:
        looked(scene, me)
    return False


@rare
def takes_a_look(scene: Any, me: Any, foe: Any) -> bool:
    """Before the ticks of a sub-turn the pattern is asked whether he concentrates on resisting (M-36).

    Nothing else of this first look counts, neither its draws nor what it would do: `looked` takes it back.
    """
    now = scene.ring.now
    w = scene.ring.arcana.of[me.side]
    mind = scene.ring.minds.of[me.side]
    now.resisting = _0
    if scene.ring.policies.of[me.side].named[RESIST] == _0 or now.bench[me.side] == _1:
        return False
    other = scene.ring.arcana.of[foe.side]
    if other.n_on + other.held + other.charge == _0:
        return False
    now.told = listened(scene)
    for i in range(len(mind.cursor)):
        mind.cursor_kept[i] = mind.cursor[i]
    now.row_kept = w.row
    w.row = _0
    return True


@rare
def looked(scene: Any, me: Any) -> None:
    """Take the first look back, but for a resistance it declares."""
    now = scene.ring.now
    mind = scene.ring.minds.of[me.side]
    scene.ring.arcana.of[me.side].row = now.row_kept
    for i in range(len(mind.cursor)):
        mind.cursor[i] = mind.cursor_kept[i]
    unsay(scene, now.told)
    if now.act == RESIST:
        now.resisting = _1
        me.resisting = _1

@kernel
def by_default(scene: Any, my: Any, me: Any, their: Any, foe: Any, policy: Any, up_first: bool, keeps: bool) -> None:
    """What nobody ordered: keep a lock, get up, slip out of a hold, the best attack, wait (semantics §6).

    Where only what is written may be done there is no attack.
    """
    now = scene.ring.now
    if keeps:
        set_act(scene, HOLD, _0, _NONE, _0)
        return
    if up_first:
        set_act(scene, GETUP, _0, _NONE, _0)
        return
    if now.clinch != _0 and slips(scene, my, me, their, foe, policy.only, _0):
        return
    if policy.only == _0:
        state = plan_best(scene, my, me, foe, policy, _NONE, ATTACK_CODE, _0)
        if state == ILLEGAL:
            state = plan_grappling(scene, my, me, foe, policy, _NONE, _0)
        if state == READY:
            return
        if state == FAR:
            go_on_the_way(scene, my, me, foe)
            if now.act != WAIT:
                return
    if now.clinch != _0 and slips(scene, my, me, their, foe, policy.only, _1):
        return
    set_act(scene, WAIT, _0, _NONE, _0)


@rare
def inside(scene: Any, my: Any, me: Any, foe: Any, policy: Any, found: Any) -> int:
    """Whether what an art or a combination comes to could be done now."""
    act, opt, state = found
    if act == SETTLED:
        return state
    if act == STRIKE_CODE:
        return plan_best(scene, my, me, foe, policy, _NONE, act, opt)
    if act < STRIKES:
        return plan_strike(scene, my, me, foe, policy, _NONE, act, opt)
    return plan_close(scene, my, me, foe, policy, _NONE, act, opt)


@kernel
def note_legal(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """Note every act that is legal now, when someone listens."""
    _note_legal(scene, scene.log, my, me, foe)


@kernel
def _note_legal(scene: Any, log: Any, my: Any, me: Any, foe: Any) -> None:
    if log is not None:
        now = scene.ring.now
        act, row, loc, opt, back, wanted, reach = now.act, now.row, now.loc, now.opt, now.back, now.wanted, now.reach
        cycle, missing = now.cycle, now.missing
        title, special, inner, inner_opt, order = now.title, now.special, now.inner, now.inner_opt, now.title_order
        policy = scene.ring.policies.of[me.side]
        now.mute = _2
        for i in range(N_ACT):
            code = np.int64(i)
            state = ILLEGAL
            if code > _0 and code < STRIKES:
                r = my.use[now.slot, code]
                state = strike_state(scene, my, r, _0)
                if state != ILLEGAL and best_place(scene, my, me, foe, code, r, _0) < _0:
                    state = ILLEGAL
                if state != ILLEGAL and barred(scene, me, code):
                    state = ILLEGAL
            elif code >= GRAPPLE and code <= BREAK_FREE:
                state = plan_close(scene, my, me, foe, policy, _NONE, code, _0)
            elif code >= FEINT and code <= GETUP:
                state = plan_other(scene, my, me, foe, code)
            elif code >= RESIST and code <= DISPEL and is_legal(scene.magic, scene, my, me, foe, code):
                state = READY
            elif code == CINE:
                for art in range(1, LAST_DEED + 1):
                    if state != READY:
                        state = inside(scene, my, me, foe, policy, some_art(scene, my, me, foe, policy, np.int64(art)))
            elif code == COMBO:
                for j in range(my.n_series):
                    if state != READY:
                        state = inside(scene, my, me, foe, policy, plan_series(scene, me, my.series[j]))
                        if now.row == _0:
                            state = ILLEGAL
            log.head.legal[i] = np.int64(state == READY)
        hush(scene)
        now.act, now.row, now.loc, now.opt, now.back, now.wanted, now.reach = act, row, loc, opt, back, wanted, reach
        now.cycle, now.missing = cycle, missing
        now.title, now.special, now.inner, now.inner_opt, now.title_order = title, special, inner, inner_opt, order
        now.mute = _0


__all__ = ["FREE", "choose", "looks_first", "looks_up", "note_legal"]
