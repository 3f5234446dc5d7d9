"""An attack as a whole: the step, a waiting foe's blow before or after it, the second blow, ripostes (C-26…C-30, C-72).

The bout strikes the blows one by one; `next_blow` says which comes next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.grid import FRONT, arc
from budosim.combat.gurps3.art_blows import drunken_lure
from budosim.combat.gurps3.attack import RIPOSTE, throw_ahead, to_hit
from budosim.combat.gurps3.choose import ATTACK_CODE, plan_best
from budosim.combat.gurps3.combos import begin_series
from budosim.combat.gurps3.enchant import is_gone
from budosim.combat.gurps3.focus import distracted
from budosim.combat.gurps3.grab import still_open
from budosim.combat.gurps3.ids import Act, Bar, Contest, Loc, Mod, Opt, Why
from budosim.combat.gurps3.legal import READY, survey, yards_left
from budosim.combat.gurps3.memory import FAIL, OK, note_act
from budosim.combat.gurps3.move import close_in, face, fall, go_back
from budosim.combat.gurps3.nature import dares, honest, sees_through, tie
from budosim.combat.gurps3.placing import best_place
from budosim.combat.gurps3.policy import ban_mask
from budosim.combat.gurps3.roll import POSTURE_HIT, contest, hindrance, margin_of
from budosim.combat.gurps3.tell import between, hush, mod

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
PUNCH, FEINT = np.int64(Act.PUNCH), np.int64(Act.FEINT)
LIMB_BARS = np.int64(
    Bar.NO_ARM | Bar.ONE_ARM | Bar.OFF_FEET | Bar.GROUND | Bar.LEGLESS | Bar.CLINCH | Bar.NO_KNEE
)
BEFORE, FIRST, SECOND, AFTER = _0, _1, _2, _3
"""The blows of an attack in order: a waiting foe's, mine, my second, a waiting foe's with the shorter reach."""


@hot
def yards(scene: Any, hexes: int) -> int:
    """Yards begun by so many fine hexes."""
    per = scene.ring.rules.fine_per_yard
    return (hexes + _1) >> _1 if per == _2 else (hexes + per - _1) // per


@hot
def able(me: Any) -> bool:
    """Whether a fighter still in his act can go on with it."""
    return me.out == _0 and (me.stunned == _0 or me.stop == _3)


@kernel
def step_up(scene: Any, me: Any, foe: Any, run_up: int) -> None:
    """The step that brings the foe into reach, if one is needed (C-26)."""
    f = scene.ring.now.apart
    to = scene.ring.now.reach
    if f == to and run_up == _0:
        return
    me.stepped = _1
    if f == to:
        me.walked += _1
        return
    me.walked += yards(scene, abs(f - to))
    close_in(scene, me, foe, to, Why.STEP)


@rare
def leap_in(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """A leap that ends a kick's length before the foe (maneuvers.toml, flying jump kick)."""
    gap = scene.ring.now.apart - my.kick_reach
    if gap > _0:
        me.walked += yards(scene, gap)
        close_in(scene, me, foe, my.kick_reach, Why.LEAP)


@hot
def in_reach(scene: Any, my: Any, row: int) -> bool:
    """Whether a technique reaches from here."""
    return scene.ring.now.apart <= my.row[row].reach_max


@rare
def look_round(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """`survey` for a fighter who strikes in another's sub-turn."""
    if me.nature != _0:
        tie(scene, my, me, foe)
    survey(scene, my, me, foe)


@rare
def counter_place(scene: Any, my: Any, me: Any, foe: Any) -> int:
    """Where a riposte strikes: the best place of a punch."""
    look_round(scene, my, me, foe)
    banned = _0
    if scene.ring.minds.of[me.side].bans != _0:
        banned = ban_mask(scene, me, PUNCH, _0)
    return best_place(scene, my, me, foe, PUNCH, my.counter_row, banned)


@rare
def waits_first(scene: Any, my: Any, me: Any, their: Any, foe: Any, row: int) -> int:
    """What the waiting `foe` does about the blow `row` of `me`: 0 nothing, 1 strikes first, 2 strikes after it.

    The longer reach strikes first; equal reaches contest their attack skills, a tie goes to the waiting fighter.
    Leaves his blow in `now`.

    Dice: 3d, 3d with equal reach. Source: C-30.
    """
    if foe.waiting == _0 or foe.out != _0 or foe.stunned != _0:
        return _0
    policy = scene.ring.policies.of[foe.side]
    if policy.only == _1 or scene.ring.now.bench[foe.side] == _1:
        return _0
    now = scene.ring.now
    slot = now.slot
    now.slot = _1
    now.line = _NONE
    foe.stepped = _0
    look_round(scene, their, foe, me)
    state = plan_best(scene, their, foe, me, policy, _NONE, ATTACK_CODE, _0)
    now.slot = slot
    if state != READY:
        return _0
    if scene.ring.rules.stop_hit == _1:
        return _1
    reach, other = their.row[now.row].reach_max, my.row[row].reach_max
    if reach > other:
        return _1
    if reach < other:
        return _2
    mine = my.row[row].level + hindrance(scene, me)
    theirs = their.row[now.row].level + hindrance(scene, foe)
    hush(scene)
    return _2 if contest(scene, me.side, Contest.WAIT, mine, theirs) > _0 else _1


@rare
def both_at_once(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> int:
    """A stop hit: both roll, and he who succeeds by more gets through first, the waiting fighter with a tie.

    The other's roll stands; shock of what he took lowers his target. Answers as `waits_first`.

    Dice: 3d mine, 3d theirs. Source: C-73.
    """
    now = scene.ring.now
    throw_ahead(scene, me.side)
    throw_ahead(scene, foe.side)
    now.special = now.mine_special
    mine = to_hit(scene, my, me, foe, now.mine_row, now.mine_loc, now.mine_opt, now.mine_wild)
    now.special = _0
    theirs = to_hit(scene, their, foe, me, now.reply_row, now.reply_loc, _0, _0)
    hush(scene)
    return _2 if margin_of(mine, now.thrown[me.side]) > margin_of(theirs, now.thrown[foe.side]) else _1


@hot
def under_way(scene: Any, me: Any) -> bool:
    """Whether a fighter can go on with his blow: one whose roll is made comes about unless he is out (C-73)."""
    return me.out == _0 if scene.ring.now.thrown[me.side] > _0 else able(me)


@rare
def take_up(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """The waiting fighter `me` comes to his blow, with a step if he needs one (C-30); False when it cannot reach."""
    now = scene.ring.now
    me.waiting = _0
    me.stepped = _0
    if now.apart > my.row[now.row].reach_max:
        if now.apart - now.reach > scene.ring.rules.fine_per_yard or now.clinch != _0:
            return False
        me.walked += yards(scene, scene.ring.now.apart - now.reach)
        close_in(scene, me, foe, now.reach, Why.STEP)
    return True


@rare
def again(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether the second blow of a double attack still has its mark (C-27a)."""
    loc = scene.ring.now.loc
    if my.row[scene.ring.now.row].grab != _0:
        return able(me) and foe.out == _0 and still_open(scene, my, me, foe, scene.ring.now.act, loc)
    gone = loc < Loc.ANYWHERE and foe.crippled[loc if loc < Loc.ANYWHERE else _0] != _0
    return able(me) and foe.out == _0 and not gone and in_reach(scene, my, scene.ring.now.row)


@kernel
def feint(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """A feint: what it takes off the foe's defences against the next attack (C-29).

    Dice: 3d, 3d.
    """
    mine = my.feint[scene.ring.now.slot] + hindrance(scene, me) + mod(scene, Mod.POSTURE, POSTURE_HIT[me.posture])
    if my.nature != _0:
        mine += honest(scene, my)
    between(scene)
    theirs = their.feint_resist + mod(scene, Mod.SHOCK, -foe.shock)
    if me.poise != _0:
        theirs += drunken_lure(scene, me)
    if my.nature | their.nature != _0:
        theirs += sees_through(scene, my, their)
    contest(scene, me.side, Contest.FEINT, mine, theirs)
    my_margin, their_margin = scene.ring.now.margins[0], scene.ring.now.margins[1]
    gained = my_margin - (their_margin if their_margin > _0 else _0)
    if my_margin < _0 or gained < _0 or foe.reads_touch == _1:
        gained = _0
    me.feint = gained
    me.feint_until = me.turn if scene.ring.rules.feint_scope == _2 else me.turn + _1
    note_act(scene, me, FEINT, OK if gained > _0 else FAIL, _NONE)


@rare
def turn_or_swing(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """Facing costs the step of the sub-turn (R-17 pay); without one, a blow at a foe not in front is a wild swing.

    Techniques that strike to the rear need neither. Source: C-26, C-32, C-41.
    """
    now = scene.ring.now
    if my.row[now.row].rear == _1 or my.row[now.row].grab != _0:
        return
    if me.stepped == _0 and me.airborne == _0 and yards_left(scene, my, me) > _0:
        me.stepped = _1
        me.walked += _1
        face(me, foe)
        return
    now.wild = _1
    now.loc = np.int64(Loc.ANYWHERE.value)


@rare
def hopeless(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether the blow in `now` fell below 3 or lost its mark since it was chosen and may not be tried (C-01, T-02)."""
    now = scene.ring.now
    if my.row[now.row].grab != _0:
        return False
    target = to_hit(scene, my, me, foe, now.row, now.loc, now.opt, now.wild)
    hush(scene)
    return target < _3 or (now.loc < Loc.ANYWHERE and foe.lost >> now.loc & _1 != _0)


@rare
def set_aside(scene: Any) -> None:
    """Keep the attacker's own blow while others are struck in between."""
    now = scene.ring.now
    now.set_aside = _1
    now.mine_row, now.mine_act, now.mine_loc, now.mine_opt, now.mine_wild = now.row, now.act, now.loc, now.opt, now.wild
    now.mine_cycle, now.mine_cycle_to = now.cycle, now.cycle_to
    now.mine_special = now.special


@rare
def take_back(scene: Any) -> None:
    """Ready the attacker's own blow again."""
    now = scene.ring.now
    now.row, now.act, now.loc, now.opt, now.wild = now.mine_row, now.mine_act, now.mine_loc, now.mine_opt, now.mine_wild
    now.cycle, now.cycle_to = now.mine_cycle, now.mine_cycle_to
    now.special = now.mine_special


@kernel
def begin_attack(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Step into reach and see whether a waiting foe turns in; the blows then come by `next_blow`."""
    now = scene.ring.now
    now.mine_launch = now.apart if now.flown == _0 else now.flown
    now.mine_back = now.back
    now.wild = _0
    if my.row[now.row].all_out == _1 or (now.opt != Opt.NONE and now.opt <= Opt.FEINT):
        # without defence from the declaration on, a waiting foe's blow included (C-25)
        me.all_out = _1
        me.all_out_done = _1
        if me.nature != _0:
            dares(scene, me)
    now.made = _0
    now.second = _0
    if now.flown != _0:
        # who flies takes no step
        now.flown = _0
    elif my.row[now.row].leaps == _1:
        leap_in(scene, my, me, foe)
    else:
        step_up(scene, me, foe, my.row[now.row].run_up)
    if scene.ring.rules.auto_face == _1 and arc(me.facing, foe.q - me.q, foe.r - me.r, _0) != FRONT:
        turn_or_swing(scene, my, me, foe)
    now.turn_in = _0
    now.set_aside = _0
    if foe.waiting == _1:
        set_aside(scene)
        now.turn_in = waits_first(scene, my, me, their, foe, now.row)
        now.reply_row, now.reply_act, now.reply_loc, now.reply_reach = now.row, now.act, now.loc, now.reach
    now.thrown[0] = _0
    now.thrown[1] = _0
    if now.turn_in != _0 and scene.ring.rules.stop_hit == _1:
        now.turn_in = both_at_once(scene, my, me, their, foe)
    now.blow = BEFORE - _1 if now.turn_in == _1 else FIRST - _1
    now.answers = _0
    now.striker = me.side


@rare
def limbs_serve(scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether the limbs for a second blow of the same attack are still there."""
    look_round(scene, my, me, foe)
    return my.row[scene.ring.now.row].bars & scene.ring.now.bars & LIMB_BARS == _0


@kernel
def my_blow(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Ready the attacker's first or second blow; False when it does not come about."""
    now = scene.ring.now
    if now.set_aside == _1:
        take_back(scene)
    now.striker = me.side
    now.second = _0
    if now.blow == SECOND and my.row[now.row].twice == _1:
        now.thrown[me.side] = _0
        now.launch = now.apart
        now.second = _1
        if now.made == _0 or not limbs_serve(scene, my, me, foe):
            return False
        return again(scene, my, me, foe) and not hopeless(scene, my, me, foe)
    if now.blow == SECOND:
        now.thrown[me.side] = _0
        now.launch = scene.ring.now.apart
        me.from_q = me.q
        me.from_r = me.r
        if me.turned_away == _1 and my.row[now.row].rear | my.row[now.row].grab == _0:
            # stumbled past the foe, who stands behind now (C-32, C-41)
            now.wild = _1
            now.loc = np.int64(Loc.ANYWHERE.value)
        return now.opt == Opt.DOUBLE and again(scene, my, me, foe) and not hopeless(scene, my, me, foe)
    if not under_way(scene, me) or foe.out != _0:
        return False
    if my.row[now.row].grab != _0:
        if now.thrown[me.side] == _0 and not still_open(scene, my, me, foe, now.act, now.loc):
            return False
    elif not in_reach(scene, my, now.row):
        return False
    if is_gone(scene.magic, scene, me, my.row[now.row]):
        return False
    changed = now.turn_in == _1 or now.wild == _1 or now.special != _0
    if changed and now.thrown[me.side] == _0 and hopeless(scene, my, me, foe):
        return False
    if now.opt == Opt.FEINT:
        feint(scene, my, me, their, foe)
    if now.series != _0:
        begin_series(scene, my, me, their, foe)
    if now.cycle >= _0:
        scene.ring.minds.of[me.side].cursor[now.cycle] = now.cycle_to
    now.launch = now.mine_launch if scene.ring.rules.distance_when == _0 else scene.ring.now.apart
    now.made = _1
    return True


@rare
def their_blow(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Ready the waiting foe's blow; False when it does not come about."""
    now = scene.ring.now
    now.row, now.act, now.loc, now.opt, now.wild, now.reach = (
        now.reply_row, now.reply_act, now.reply_loc, _0, _0, now.reply_reach,
    )  # fmt: skip
    now.special, now.second = _0, _0
    foe.from_q = foe.q
    foe.from_r = foe.r
    now.launch = scene.ring.now.apart
    if not under_way(scene, foe) or me.out != _0 or not take_up(scene, their, foe, me):
        return False
    if scene.ring.rules.distance_when == _1:
        now.launch = scene.ring.now.apart
    now.striker = foe.side
    return now.blow == BEFORE or now.thrown[foe.side] > _0 or not hopeless(scene, their, foe, me)


@kernel
def next_blow(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Ready the next blow of this attack in `now`; False when none is left."""
    now = scene.ring.now
    now.answers = _0
    while now.blow < AFTER:
        if now.blow == SECOND and now.series != _0:
            return False
        now.blow += _1
        if now.blow == BEFORE or now.blow == AFTER:
            wanted = _1 if now.blow == BEFORE else _2
            if now.turn_in == wanted and their_blow(scene, my, me, their, foe):
                return True
        elif my_blow(scene, my, me, their, foe):
            return True
    return False


@kernel
def after_blow(scene: Any, my: Any, me: Any, foe: Any, their: Any, met: int) -> bool:
    """What follows a blow of `me`: a drop kick's fall, and the riposte it met, readied in `now`; True for another blow.

    Each riposte spends a sub-turn of the next turn, so the exchange ends by itself (C-72).
    """
    now = scene.ring.now
    if foe.focus != _0 and now.touched == _1:
        distracted(scene, their, foe)
    if my.row[now.row].own_fall == _1 and me.out == _0:
        fall(scene, me)
    if met != RIPOSTE or me.out != _0 or foe.out != _0:
        return False
    if now.set_aside == _0:
        set_aside(scene)
    now.striker = foe.side
    now.row, now.act, now.opt, now.wild = their.counter_row, PUNCH, _0, _0
    now.special, now.second = _0, _0
    now.loc = counter_place(scene, their, foe, me)
    now.launch = scene.ring.now.apart
    now.answers = _1
    foe.from_q = foe.q
    foe.from_r = foe.r
    return now.loc >= _0 and in_reach(scene, their, now.row)


@kernel
def end_attack(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """The step back of an attack made while giving way (semantics `retreat`)."""
    now = scene.ring.now
    if now.mine_back == _1 and able(me) and me.stepped == _0 and now.clinch == _0 and yards_left(scene, my, me) > _0:
        me.stepped = _1
        me.walked += _1
        go_back(scene, me, foe, scene.ring.rules.fine_per_yard, Why.STEP)


__all__ = ["after_blow", "begin_attack", "end_attack", "feint", "next_blow", "yards"]
