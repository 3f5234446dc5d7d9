"""Reads a policy's rows: conditions, latches, bans, and which defence it orders (semantics §1-§3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import will
from budosim.combat.common.grid import BACK, arc
from budosim.combat.gurps3.grip import CHOKES, LOCKS, is_held, is_kind, is_pinned
from budosim.combat.gurps3.ids import (
    Act,
    Class,
    CmpWord,
    From,
    Loc,
    Op,
    Opt,
    Outcome,
    Posture,
    StateWord,
    TypeWord,
)
from budosim.combat.gurps3.memory import any_marked, fits
from budosim.combat.gurps3.move import can_go_back, move_now
from budosim.combat.gurps3.roll import is_blind
from budosim.combat.gurps3.tell import tell_draw

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
ALL_PLACES = np.int64((1 << 20) - 1)
ALL_OUT = -np.int64(Class.AOA)
RETREAT = np.int64(Act.RETREAT)
LAST_STRIKE = np.int64(Act.WHIRLWIND_KICK)
_6, _63 = np.int64(6), np.int64(63)
BOUND = np.int64(1 << 62)
"""The bit of `Mind.bans` that says conscience forbids something as well."""
NO_DEFENCE = np.int64(Act.NO_DEFENCE)


@hot
def compare(a: int, op: int, b: int) -> bool:
    """`a op b` with the operators of bp/1."""
    if op == _0:
        return a < b
    if op == _1:
        return a <= b
    if op == _2:
        return a == b
    if op == _3:
        return a >= b
    return a > b


@hot
def share(have: int, full: int, op: int, num: int, den: int) -> bool:
    """`have op num`, or as a share of `full` when `den` is not 0."""
    if den == _0:
        return compare(have, op, num)
    return compare(den * have, op, num * full)


@kernel
def in_state(scene: Any, my: Any, me: Any, their: Any, foe: Any, word: int) -> bool:
    """Whether `me` is in a state of bp/1 (semantics §2, §6.17)."""
    if word == StateWord.STUNNED:
        return me.stunned != _0
    if word == StateWord.DOWN:
        return me.posture > Posture.CROUCHING
    if word == StateWord.STANDING:
        return me.posture == Posture.STANDING
    if word == StateWord.CLOSE:
        return scene.ring.now.apart == _0
    if word == StateWord.AIRBORNE:
        return me.airborne == _1
    if word == StateWord.GRAPPLED:
        return is_held(scene, me.side)
    if word == StateWord.PINNED:
        return is_pinned(scene, me.side)
    if word == StateWord.HOLDING:
        return is_held(scene, foe.side)
    if word == StateWord.LOCKED:
        return is_held(scene, me.side) and is_kind(scene.ring.grips.of[foe.side].kind, LOCKS)
    if word == StateWord.CHOKED:
        return is_held(scene, me.side) and is_kind(scene.ring.grips.of[foe.side].kind, CHOKES)
    if word == StateWord.BLIND:
        return is_blind(me)
    if word == StateWord.CASTING:
        return me.casting == _1
    if word == StateWord.SPELL_ON:
        return me.spell_on == _1
    if word == StateWord.TIRED:
        return _3 * me.fp <= my.max_fp
    if word == StateWord.HURT:
        return me.hp < my.max_hp
    if word == StateWord.FRESH:
        return me.hp >= my.max_hp and me.fp >= my.max_fp
    if word == StateWord.ALLOUT:
        return me.all_out == _1
    if word == StateWord.RETREATED:
        return me.retreated == _1
    if word == StateWord.MOUNTED:
        return is_pinned(scene, foe.side)
    if word == StateWord.ACTIVE:
        return me.stunned == _0 and not is_pinned(scene, me.side) and me.out == _0
    if word == StateWord.UNCONSCIOUS:
        return me.out != _0
    if word == StateWord.BEHIND:
        return arc(foe.facing, me.q - foe.q, me.r - foe.r, scene.ring.rules.bearing_tie) == BACK
    if word == StateWord.CORNERED:
        return not can_go_back(scene, my, me, foe)
    return False


@kernel
def lost(me: Any, mask: int, every: int) -> bool:
    """Whether any (or every) place of a mask is lost now."""
    found = False
    for loc in range(19):
        if (mask >> np.int64(loc)) & _1 == _1:
            if me.crippled[loc] != _0:
                found = True
                if every == _0:
                    return True
            elif every == _1:
                return False
    return found


@kernel
def part_share(scene: Any, their: Any, foe: Any, mask: int, op: int, num: int, den: int) -> bool:
    """Whether some place of a mask has taken that share of its crippling threshold."""
    for i in range(19):
        loc = np.int64(i)
        if (mask >> loc) & _1 == _0:
            continue
        full = their.max_hp * _2
        have = foe.taken[loc] * _2
        if loc >= Loc.ARM_R:
            tip = loc == Loc.HAND_R or loc == Loc.HAND_L or loc >= Loc.FOOT_R
            full = their.ht * (scene.ring.rules.tip_num if tip else scene.ring.rules.limb_num)
            have = foe.taken[loc] * (scene.ring.rules.tip_den if tip else scene.ring.rules.limb_den)
        if compare(have * den, op, full * num):
            return True
    return False


@kernel
def comparison(
    my: Any, me: Any, their: Any, foe: Any, mine: Any, other: Any, move: int, their_move: int, what: int
) -> int:
    """Mine minus theirs, of what a spectator sees (semantics `cmp`)."""
    if what == CmpWord.HP:
        return me.hp - foe.hp
    if what == CmpWord.FP:
        return me.fp - foe.fp
    if what == CmpWord.ST:
        return my.st - their.st
    if what == CmpWord.MOVE:
        return move - their_move
    if what == CmpWord.SIZE:
        return my.weight - their.weight
    return mine.feints - other.feints


@kernel
def atom(scene: Any, my: Any, me: Any, their: Any, foe: Any, at: int) -> bool:
    """The truth of one node that is no connective."""
    now = scene.ring.now
    n = scene.ring.policies.of[me.side].nodes[at]
    mind = scene.ring.minds.of[me.side]
    op = n.op
    if op == Op.TURN:
        return compare(me.turn, n.a, n.b)
    if op == Op.EVERY_TURN:
        return mind.due[n.a] > _0
    if op == Op.EVERY_ATTACK:
        return mind.attacks % n.a >= n.a - n.b
    if op == Op.EVERY_ACTION:
        return mind.actions % n.a >= n.a - n.b
    if op == Op.CRIPPLED:
        if n.who == _0:
            return lost(me, meant(scene, foe, me, n.a), n.b)
        return lost(foe, meant(scene, me, foe, n.a), n.b)
    if op == Op.STATE:
        if n.who == _0:
            return in_state(scene, my, me, their, foe, n.a)
        return in_state(scene, their, foe, my, me, n.a)
    if op == Op.HP:
        if n.who == _0:
            return share(me.hp, my.max_hp, n.a, n.b, n.c)
        return share(foe.hp, their.max_hp, n.a, n.b, n.c)
    if op == Op.FP:
        if n.who == _0:
            return share(me.fp, my.max_fp, n.a, n.b, n.c)
        return share(foe.fp, their.max_fp, n.a, n.b, n.c)
    if op == Op.P:
        draw = will(scene.ring.dice, now.turn, me.side, now.sub, at + now.asked)
        tell_draw(scene, me.side, _0, at, draw)
        return draw < n.a
    if op == Op.SUB:
        return compare(now.sub, n.a, n.b)
    if op == Op.DIST:
        return compare(now.apart, n.a, n.b)
    if op == Op.LAST:
        return last_was(scene.ring.minds.of[me.side if n.who == _0 else foe.side], n.a, n.b)
    if op == Op.DEF:
        return defended(mind, n.a, n.b)
    if op == Op.HIT:
        return (mind if n.who == _0 else scene.ring.minds.of[foe.side]).was_hit == _1
    if op == Op.PROVOKED:
        return mind.provoked == _1
    if op == Op.ATTACKED:
        return mind.attacked == _1
    if op == Op.ATTACKED_WITH:
        return fits(now.declared, n.a, foe.all_out)
    if op == Op.FIRST_DEF:
        return mind.defences == _0
    if op == Op.COUNTER:
        return compare(mind.counter[n.a], n.b, n.c)
    if op == Op.HELD:
        grip = scene.ring.grips.of[me.side]
        return grip.kind != _0 and (meant(scene, me, foe, n.a) >> grip.part) & _1 == _1
    if op == Op.PART:
        if n.who == _0:
            return part_share(scene, my, me, meant(scene, foe, me, n.a), n.b, n.c, n.d)
        return part_share(scene, their, foe, meant(scene, me, foe, n.a), n.b, n.c, n.d)
    if op == Op.RECOVERED:
        return mind.recovered == _1
    if op == Op.TYPE:
        if n.a == TypeWord.STRONGER:
            return their.st > my.st
        if n.a == TypeWord.FASTER:
            return their.move > my.move
        return (their.types >> n.a) & _1 == _1
    if op == Op.STAGE:
        return (me.stage >> n.a) & _1 == _1
    if op == Op.SCORE:
        return compare(me.score, n.a, n.b)
    if op == Op.CMP:
        other = scene.ring.minds.of[foe.side]
        mine_move = move_now(scene, my, me)
        return compare(
            comparison(my, me, their, foe, mind, other, mine_move, move_now(scene, their, foe), n.a), n.b, _0
        )
    if op == Op.INITIATIVE:
        return now.first == (me.side if n.who == _0 else foe.side)
    if op == Op.CP:
        return compare(me.unspent_cp, n.a, n.b)
    if op == Op.UNTIL:
        return mind.latch[n.a] == _0
    if op == Op.SINCE:
        return mind.latch[n.a] != _0
    if op == Op.WITHIN:
        return mind.latch[n.a] != _0 and me.turn - mind.latch[n.a] < n.b
    return True


@kernel
def last_was(actor: Any, code: int, res: int) -> bool:
    """Whether a fighter's last act, or his last whole turn for none and nohit, is as a condition says."""
    if res == Outcome.NONE.value or res == Outcome.NOHIT.value:
        if code == ALL_OUT:
            return actor.all_out_before & (_1 if res == Outcome.NONE.value else _2) == _0
        if res == Outcome.NONE.value:
            return not any_marked(actor.used_before, code, _0)
        return not any_marked(actor.hit_before, code, _0)
    return fits(actor.last_act, code, actor.last_all_out) and (
        res == Outcome.ANY.value or actor.last_res & res != _0
    )


@hot
def meant(scene: Any, me: Any, foe: Any, code: int) -> int:
    """The places of a condition: a word number above its bits; a word of the ring is looked up on `foe`'s body."""
    word = code >> np.int64(32)
    if word >= np.int64(64) and word != np.int64(70):
        return reference_on(scene, me, foe, word)
    return code & np.int64(0xFFFFFFFF)


@kernel
def defended(mind: Any, code: int, res: int) -> bool:
    """Whether a defence of a kind with that result was made since the last own sub-turn."""
    bits = _0
    if res == Outcome.OK.value:
        bits = mind.def_ok
    elif res == Outcome.FAIL.value:
        bits = mind.def_fail
    else:
        bits = mind.def_ok | mind.def_fail
    if code >= Act.DODGE.value:
        return (bits >> (code - Act.DODGE.value)) & _1 == _1
    return bits != _0


@kernel
def holds(scene: Any, my: Any, me: Any, their: Any, foe: Any, first: int, count: int) -> bool:
    """Whether a condition (nodes in postfix order) holds now; an empty one always does."""
    if count == _0:
        return True
    nodes = scene.ring.policies.of[me.side].nodes
    stack = _0
    for i in range(first, first + count):
        op = nodes[i].op
        if op < Op.AND or op > Op.NOT:
            value = _1 if atom(scene, my, me, their, foe, np.int64(i)) else _0
            stack = stack << _1 | value
        elif op == Op.AND:
            full = (_1 << nodes[i].a) - _1
            value = _1 if stack & full == full else _0
            stack = (stack >> nodes[i].a) << _1 | value
        elif op == Op.OR:
            full = (_1 << nodes[i].a) - _1
            value = _1 if stack & full != _0 else _0
            stack = (stack >> nodes[i].a) << _1 | value
        else:
            stack ^= _1
    return stack & _1 == _1


@kernel
def refresh(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Set the latches whose condition holds now; done at every own sub-turn, whatever rule wins."""
    policy = scene.ring.policies.of[me.side]
    mind = scene.ring.minds.of[me.side]
    for i in range(policy.n_latches):
        latch = policy.latches[i]
        if mind.latch[i] == _0 and holds(scene, my, me, their, foe, latch.first, latch.count):
            mind.latch[i] = me.turn
    if policy.n_bans > _0:
        refresh_bans(scene, my, me, their, foe)


@kernel
def refresh_bans(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Which bans are in force now, and where those stand that are looked up in the ring."""
    policy = scene.ring.policies.of[me.side]
    mind = scene.ring.minds.of[me.side]
    bits = _0
    for i in range(policy.n_bans):
        ban = policy.bans[i]
        if holds(scene, my, me, their, foe, ban.first, ban.count):
            bits |= _1 << np.int64(i)
            if ban.dynamic >= _0:
                mind.ban_places[i] = reference_on(scene, me, foe, ban.dynamic)
    mind.bans = bits | (mind.bans & BOUND)


@kernel
def start_dues(scene: Any, me: Any) -> None:
    """At the start of an own turn: which "every N turns" come due, and which window ends (semantics `every`)."""
    policy = scene.ring.policies.of[me.side]
    mind = scene.ring.minds.of[me.side]
    for i in range(policy.n_dues):
        n, m = policy.dues[i].n, policy.dues[i].m
        place = (me.turn - _1) % n
        if place == _0:
            mind.due[i] = _0
        if place >= n - m:
            mind.due[i] += _1


@kernel
def spend_dues(scene: Any, me: Any) -> None:
    """A sub-turn was used freely: what was due is spent, used or not."""
    mind = scene.ring.minds.of[me.side]
    for i in range(scene.ring.policies.of[me.side].n_dues):
        if mind.due[i] > _0:
            mind.due[i] -= _1


@rare
def conscience(scene: Any, side: int, act: int) -> int:
    """What the traits of a side forbid: places for a blow, or every bit for the act itself (`nature.tie`)."""
    temper = scene.ring.tempers.of[side]
    if temper.tied[act >> _6] >> (act & _63) & _1 == _1:
        return ALL_PLACES
    return temper.spared if act <= LAST_STRIKE else _0


@kernel
def ban_mask(scene: Any, me: Any, act: int, opt: int) -> int:
    """Places where an act is banned now; every bit set = the act itself is banned."""
    policy = scene.ring.policies.of[me.side]
    bits = scene.ring.minds.of[me.side].bans
    all_out = _1 if opt != Opt.NONE and opt <= Opt.FEINT else _0
    mask = conscience(scene, me.side, act) if bits & BOUND != _0 else _0
    if mask == ALL_PLACES:
        return mask
    for i in range(policy.n_bans):
        if (bits >> np.int64(i)) & _1 == _0:
            continue
        ban = policy.bans[i]
        if not fits(act, ban.act, all_out):
            continue
        if ban.opt != Opt.NONE and ban.opt != opt and not (ban.opt == Opt.AOA and all_out == _1):
            continue
        if ban.dynamic >= _0:
            mask |= scene.ring.minds.of[me.side].ban_places[i]
        elif ban.places == _0:
            return ALL_PLACES
        else:
            mask |= ban.places
    return mask


@hot
def barred(scene: Any, me: Any, act: int) -> bool:
    """Whether an act without a place is banned now."""
    if scene.ring.minds.of[me.side].bans == _0:
        return False
    return ban_mask(scene, me, act, _0) == ALL_PLACES


@kernel
def spell_barred(scene: Any, me: Any, row: int) -> bool:
    """Whether casting this spell is banned now: spells as such, or this one."""
    bits = scene.ring.minds.of[me.side].bans
    if bits == _0:
        return False
    policy = scene.ring.policies.of[me.side]
    for i in range(policy.n_bans):
        if (bits >> np.int64(i)) & _1 == _1 and fits(np.int64(Act.CAST.value), policy.bans[i].act, _0):
            if policy.book.ban[i] == _0 or policy.book.ban[i] == row:
                return True
    return False


@kernel
def reference_on(scene: Any, me: Any, foe: Any, code: int) -> int:
    """Bit mask of what a place word looked up in the ring means for `me` now (semantics §3); 0 = nothing yet."""
    mind = scene.ring.minds.of[me.side]
    if code == np.int64(67):
        return _1 << mind.last_loc if mind.last_loc >= _0 else _0
    if code == np.int64(68):
        return _1 << mind.foe_limb if mind.foe_limb >= _0 else _0
    if code == np.int64(64):
        best, most = _NONE, _0
        for i in range(19):
            if foe.taken[i] > most and foe.crippled[i] == _0:
                best, most = np.int64(i), foe.taken[i]
        return _1 << best if best >= _0 else _0
    if code == np.int64(65) or code == np.int64(66):
        mask = _0
        for i in range(11, 19):
            if (foe.crippled[i] != _0) == (code == np.int64(65)):
                mask |= _1 << np.int64(i)
        return mask
    if code == np.int64(69):
        best, most = _NONE, _0
        for i in range(19):
            if mind.hits[i] > most and foe.crippled[i] == _0:
                best, most = np.int64(i), mind.hits[i]
        return _1 << best if best >= _0 else _0
    return _0


@kernel
def pick_weighted(scene: Any, me: Any, line: Any, at: int, open_: int, second: int) -> int:
    """One of the open orders of an `any` by its weights; `open_` and `second` are bits of those that are."""
    policy = scene.ring.policies.of[me.side]
    bits = open_ | second
    total = _0
    for i in range(line.orders):
        if (bits >> np.int64(i)) & _1 == _1:
            total += policy.orders[line.order + i].weight
    now = scene.ring.now
    draw = will(scene.ring.dice, now.turn, me.side, now.sub, np.int64(1024) + at + now.asked)
    tell_draw(scene, me.side, _1, at & np.int64(255), draw)
    # both may be near 2**32: their product needs all 64 bits
    left = np.int64((np.uint64(draw) * np.uint64(total)) >> np.uint64(32))
    for i in range(line.orders):
        if (bits >> np.int64(i)) & _1 == _1:
            left -= policy.orders[line.order + i].weight
            if left < _0:
                return np.int64(i)
    return _NONE


__all__ = ["From", "atom", "ban_mask", "barred", "holds", "refresh"]
