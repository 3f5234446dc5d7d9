"""Writes the log; compiles to nothing when nobody listens.

Each `tell_…` takes a second step because numba drops a branch on None only when the value is itself an argument.
A line is numbers; `budosim.systems.gurps3.trace` turns it into the events of contract §6.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from budosim._jit import kernel
from budosim.combat.common.dice import spell_out
from budosim.combat.common.record import Num, blank
from budosim.combat.gurps3.ids import N_ACT, Hold, Kind
from budosim.combat.gurps3.records import Now, State

_0, _1, _2 = np.int64(0), np.int64(1), np.int64(2)
LOCKS = np.int64(1 << Hold.ARM_LOCK | 1 << Hold.FINGER_LOCK | 1 << Hold.LEG_LOCK | 1 << Hold.HEAD_LOCK)
CHOKES = np.int64(1 << Hold.CHOKE | 1 << Hold.CHOKE_HOLD | 1 << Hold.SCISSORS)
MODS = 24
VALUES_A_LINE = 16


class Entry:
    """One line of the log; what `v` holds depends on the kind (see trace.py)."""

    kind: Num
    of: Num
    t: Num
    s: Num
    who: Num
    v: Annotated[Any, "i8", VALUES_A_LINE]
    dice: Annotated[Any, "i8", 16]
    n_dice: Num
    mod: Annotated[Any, "i8", MODS]
    points: Annotated[Any, "i8", MODS]
    n_mods: Num
    legal: Annotated[Any, "i8", N_ACT]
    snap: Num
    """Index of the first of two states, -1 = none."""


class Head:
    """How far the log is written."""

    n: Num
    snaps: Num
    full: Num
    """Set when the buffer was too short; the caller retries with a longer one."""
    mod: Annotated[Any, "i8", MODS]
    points: Annotated[Any, "i8", MODS]
    n_mods: Num
    """Modifiers noted since the last roll."""
    mark: Num
    """1 + how many of them are the first side's in a contest, 0 when nobody said."""
    dice: Annotated[Any, "i8", 16]
    n_dice: Num
    kept: Annotated[Any, "i8", 16]
    n_kept: Num
    """Dice of a line to come, while another is written."""
    legal: Annotated[Any, "i8", N_ACT]


class Log(NamedTuple):
    """A listener."""

    head: Any
    entry: Any
    snap: Any
    """States, two a snapshot."""


def new_log(entries: int = 2048) -> Log:
    """A log with room for `entries` lines."""
    return Log(blank(Head)[0], blank(Entry, entries), blank(State, 2 * entries))


@kernel
def mod(scene: Any, name: Any, points: int) -> int:
    """A modifier: its number, noted for the next roll when someone listens."""
    _mod(scene.log, name, points)
    return points


@kernel
def _mod(log: Any, name: Any, points: int) -> None:
    if log is not None:
        h = log.head
        if points != _0 and h.n_mods < np.int64(MODS):
            h.mod[h.n_mods] = name
            h.points[h.n_mods] = points
            h.n_mods += _1


@kernel
def mod_first(scene: Any, name: Any, points: int) -> int:
    """A modifier of the first side of a contest, noted when the other's are there already."""
    _mod_first(scene.log, name, points)
    return points


@kernel
def _mod_first(log: Any, name: Any, points: int) -> None:
    if log is not None:
        h = log.head
        if points == _0 or h.n_mods >= np.int64(MODS):
            return
        at = h.mark - _1 if h.mark > _0 else h.n_mods
        for i in range(h.n_mods, at, -1):
            h.mod[i] = h.mod[i - 1]
            h.points[i] = h.points[i - 1]
        h.mod[at] = name
        h.points[at] = points
        h.n_mods += _1
        if h.mark > _0:
            h.mark += _1


@kernel
def hush(scene: Any) -> None:
    """Forget modifiers noted for a roll that was only considered."""
    _hush(scene.log)


@kernel
def _hush(log: Any) -> None:
    if log is not None:
        log.head.n_mods = _0
        log.head.mark = _0


@kernel
def between(scene: Any) -> None:
    """What was noted so far is the first side's of a contest, what follows the other's."""
    _between(scene.log)


@kernel
def _between(log: Any) -> None:
    if log is not None:
        log.head.mark = log.head.n_mods + _1


@kernel
def note_dice(scene: Any) -> None:
    """Keep the dice just thrown for the next line (a contest has two throws)."""
    _note_dice(scene.log, scene.ring.dice)


@kernel
def _note_dice(log: Any, dice: Any) -> None:
    if log is not None:
        h = log.head
        n = spell_out(dice)
        for i in range(n):
            if h.n_dice < np.int64(16):
                h.dice[h.n_dice] = dice.last[i]
                h.n_dice += _1


@kernel
def keep_dice(scene: Any) -> None:
    """Set the noted dice aside for a later line."""
    _keep_dice(scene.log)


@kernel
def _keep_dice(log: Any) -> None:
    if log is not None:
        h = log.head
        for i in range(h.n_dice):
            h.kept[i] = h.dice[i]
        h.n_kept = h.n_dice
        h.n_dice = _0


@kernel
def bring_dice(scene: Any) -> None:
    """Note the dice again that were set aside."""
    _bring_dice(scene.log)


@kernel
def _bring_dice(log: Any) -> None:
    if log is not None:
        h = log.head
        for i in range(h.n_kept):
            h.dice[i] = h.kept[i]
        h.n_dice = h.n_kept


@kernel
def _line(log: Any, now: Any, kind: Any, who: int) -> Any:
    """A new line with the noted dice and modifiers."""
    h = log.head
    at = h.n
    if at >= np.int64(len(log.entry)):
        h.full = _1
        at = np.int64(len(log.entry)) - _1
    else:
        h.n += _1
    e = log.entry[at]
    e.kind = kind
    e.of = now.side
    e.t = now.turn
    e.s = now.sub
    e.who = who
    e.snap = np.int64(-1)
    e.n_dice = h.n_dice
    for i in range(h.n_dice):
        e.dice[i] = h.dice[i]
    e.n_mods = h.n_mods
    for i in range(h.n_mods):
        e.mod[i] = h.mod[i]
        e.points[i] = h.points[i]
    h.n_dice = _0
    h.n_mods = _0
    h.mark = _0
    return e


@kernel
def _show_hold(me: Any, foe: Any, grip: Any) -> None:
    """Write the hold of `me` into the snapshots of both."""
    me.holding = grip.kind
    me.held_part = grip.part if grip.kind != _0 else np.int64(-1)
    me.hold_hands = grip.hands
    foe.seized = me.held_part
    foe.grappled = grip.kind
    foe.pinned = grip.pin
    foe.locked = LOCKS >> grip.kind & _1
    foe.choked = CHOKES >> grip.kind & _1


@kernel
def _snapshot(log: Any, e: Any, grips: Any, me: Any, foe: Any) -> None:
    h = log.head
    if h.snaps + _2 <= np.int64(len(log.snap)):
        e.snap = h.snaps
        log.snap[h.snaps + me.side] = me
        log.snap[h.snaps + foe.side] = foe
        _show_hold(log.snap[h.snaps], log.snap[h.snaps + _1], grips.of[0])
        _show_hold(log.snap[h.snaps + _1], log.snap[h.snaps], grips.of[1])
        h.snaps += _2
    else:
        h.full = _1


@kernel
def tell_initiative(scene: Any, first: int, bonus_a: int, bonus_b: int) -> None:
    """The dice for 先攻, and what <戦術> adds to each side's (T-11)."""
    _tell_initiative(scene.log, scene.ring.now, first, bonus_a, bonus_b)


@kernel
def _tell_initiative(log: Any, now: Any, first: int, bonus_a: int, bonus_b: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.INITIATIVE, first)
        e.v[0] = first
        e.v[1] = bonus_a
        e.v[2] = bonus_b


@kernel
def tell_turn(scene: Any, me: Any, foe: Any, subturns: int) -> None:
    """An own turn begins."""
    _tell_turn(scene.log, scene.ring.now, scene.ring.grips, me, foe, subturns)


@kernel
def _tell_turn(log: Any, now: Any, grips: Any, me: Any, foe: Any, subturns: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.TURN, me.side)
        e.v[0] = subturns
        e.v[1] = me.owed
        _snapshot(log, e, grips, me, foe)


@kernel
def tell_roll(scene: Any, who: int, what: Any, target: int, result: int) -> None:
    """A success roll that is neither attack nor defence."""
    note_dice(scene)
    _tell_roll(scene.log, scene.ring.now, who, what, target, result)


@kernel
def _tell_roll(log: Any, now: Any, who: int, what: Any, target: int, result: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.ROLL, who)
        e.v[0] = what
        e.v[1] = target
        e.v[2] = result


@kernel
def tell_contest(scene: Any, who: int, what: Any, mine: int, my_margin: int, theirs: int, their_margin: int) -> None:
    """A contest; the dice of both throws were noted."""
    _tell_contest(scene.log, scene.ring.now, who, what, mine, my_margin, theirs, their_margin)


@kernel
def _tell_contest(
    log: Any, now: Any, who: int, what: Any, mine: int, my_margin: int, theirs: int, their_margin: int
) -> None:
    if log is not None:
        known = log.head.mark
        e = _line(log, now, Kind.CONTEST, who)
        e.v[5] = known
        e.v[0] = what
        e.v[1] = mine
        e.v[2] = my_margin
        e.v[3] = theirs
        e.v[4] = their_margin


@kernel
def tell_table(scene: Any, who: int, table: Any, row: int) -> None:
    """A roll on a table."""
    note_dice(scene)
    _tell_table(scene.log, scene.ring.now, who, table, row)


@kernel
def _tell_table(log: Any, now: Any, who: int, table: Any, row: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.TABLE, who)
        e.v[0] = table
        e.v[1] = row


@kernel
def tell_draw(scene: Any, who: int, what: int, line: int, value: int) -> None:
    """A policy's own draw: `what` 0 p, 1 any, 2 place, 3 side."""
    _tell_draw(scene.log, scene.ring.now, who, what, line, value)


@kernel
def _tell_draw(log: Any, now: Any, who: int, what: int, line: int, value: int) -> None:
    if log is not None:
        if now.mute == _1:
            return
        e = _line(log, now, Kind.DRAW, who)
        e.v[0] = what
        e.v[1] = line
        e.v[2] = value


@kernel
def tell_act(scene: Any, me: Any, foe: Any) -> None:
    """What the policy decided (read from `now`); legal acts were noted before."""
    _tell_act(scene.log, scene.ring.now, scene.ring.grips, me, foe)


@kernel
def _tell_act(log: Any, now: Any, grips: Any, me: Any, foe: Any) -> None:
    if log is not None:
        e = _line(log, now, Kind.ACT, me.side)
        e.v[0] = now.act
        e.v[1] = now.loc
        e.v[2] = now.opt
        e.v[3] = now.list
        e.v[4] = now.line
        e.v[5] = now.wanted
        e.v[6] = now.back
        e.v[7] = now.spell_id
        e.v[8] = now.phase
        e.v[9] = now.title
        e.v[10] = now.title_order
        for i in range(N_ACT):
            e.legal[i] = log.head.legal[i]
        _snapshot(log, e, grips, me, foe)


@kernel
def tell_decide(scene: Any, who: int, what: int, at: int, list_: Any, line: int) -> None:
    """A free decision: an act id and, for unused CP, the part."""
    _tell_decide(scene.log, scene.ring.now, who, what, at, list_, line)


@kernel
def tell_aside(scene: Any, who: int, what: int, list_: Any, line: int) -> None:
    """A free decision in the middle of a roll: what is noted stays for the line of that roll."""
    _tell_aside(scene.log, scene.ring.now, who, what, list_, line)


@kernel
def _tell_aside(log: Any, now: Any, who: int, what: int, list_: Any, line: int) -> None:
    if log is not None:
        h = log.head
        dice, mods, mark = h.n_dice, h.n_mods, h.mark
        h.n_dice = h.n_mods = _0
        _tell_decide(log, now, who, what, np.int64(-1), list_, line)
        h.n_dice, h.n_mods, h.mark = dice, mods, mark


@kernel
def _tell_decide(log: Any, now: Any, who: int, what: int, at: int, list_: Any, line: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.DECIDE, who)
        e.v[0] = what
        e.v[1] = at
        e.v[2] = list_
        e.v[3] = line


@kernel
def tell_attack(scene: Any, who: int, act: int, loc: int, base: int, target: int, result: int, counter: int) -> None:
    """An attack roll."""
    note_dice(scene)
    _tell_attack(scene.log, scene.ring.now, who, act, loc, base, target, result, counter)


@kernel
def _tell_attack(
    log: Any, now: Any, who: int, act: int, loc: int, base: int, target: int, result: int, counter: int
) -> None:
    if log is not None:
        e = _line(log, now, Kind.ATTACK, who)
        e.v[0] = act
        e.v[1] = loc
        e.v[2] = base
        e.v[3] = target
        e.v[4] = result
        e.v[5] = counter


@kernel
def tell_defence(
    scene: Any, who: int, defence: int, base: int, target: int, result: int, retreat: int, list_: int, line: int
) -> None:
    """A defence roll, or none when `defence` is NO_DEFENCE; legal defences were noted before."""
    if result >= _0:
        note_dice(scene)
    _tell_defence(scene.log, scene.ring.now, who, defence, base, target, result, retreat, list_, line)


@kernel
def _tell_defence(
    log: Any, now: Any, who: int, defence: int, base: int, target: int, result: int, retreat: int, list_: int, line: int
) -> None:
    if log is not None:
        e = _line(log, now, Kind.DEFENCE, who)
        e.v[0] = now.declared
        e.v[1] = defence
        e.v[2] = base
        e.v[3] = target
        e.v[4] = result
        e.v[5] = retreat
        e.v[6] = list_
        e.v[7] = line
        e.v[8] = log.head.legal[0]
        for i in range(N_ACT):
            e.legal[i] = log.head.legal[i]
        e.legal[0] = _0


@kernel
def tell_damage(
    scene: Any, who: int, loc: int, bonus: int, factor: int, basic: int, dr: int, times: int, injury: int, hp: int
) -> None:
    """Dice, armour, injury of one blow; `times` in halves (8 = ×4, 3 = ×1.5)."""
    _tell_damage(scene.log, scene.ring.now, who, loc, bonus, factor, basic, dr, times, injury, hp)


@kernel
def _tell_damage(
    log: Any,
    now: Any,
    who: int,
    loc: int,
    bonus: int,
    factor: int,
    basic: int,
    dr: int,
    times: int,
    injury: int,
    hp: int,
) -> None:
    if log is not None:
        e = _line(log, now, Kind.DAMAGE, who)
        e.v[0] = loc
        e.v[1] = bonus
        e.v[2] = factor
        e.v[3] = basic
        e.v[4] = dr
        e.v[5] = times
        e.v[6] = injury
        e.v[7] = hp


@kernel
def tell_effect(scene: Any, who: int, effect: Any, at: int, extra: int) -> None:
    """Something befell `who`; `at` a place or -1."""
    _tell_effect(scene.log, scene.ring.now, who, effect, at, extra)


@kernel
def _tell_effect(log: Any, now: Any, who: int, effect: Any, at: int, extra: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.EFFECT, who)
        e.v[0] = effect
        e.v[1] = at
        e.v[2] = extra


@kernel
def tell_move(scene: Any, me: Any, from_q: int, from_r: int, why: Any, distance: int) -> None:
    """Somebody stands elsewhere."""
    _tell_move(scene.log, scene.ring.now, me, from_q, from_r, why, distance)


@kernel
def _tell_move(log: Any, now: Any, me: Any, from_q: int, from_r: int, why: Any, distance: int) -> None:
    if log is not None:
        e = _line(log, now, Kind.MOVE, me.side)
        e.v[0] = from_q
        e.v[1] = from_r
        e.v[2] = me.q
        e.v[3] = me.r
        e.v[4] = me.facing
        e.v[5] = why
        e.v[6] = distance


@kernel
def tell_fatigue(scene: Any, who: int, lost: int, fp: int, why: Any) -> None:
    """Fatigue lost."""
    _tell_fatigue(scene.log, scene.ring.now, who, lost, fp, why)


@kernel
def _tell_fatigue(log: Any, now: Any, who: int, lost: int, fp: int, why: Any) -> None:
    if log is not None:
        e = _line(log, now, Kind.FATIGUE, who)
        e.v[0] = lost
        e.v[1] = fp
        e.v[2] = why


@kernel
def count_mods(scene: Any) -> int:
    """How many modifiers are noted: which of a contest's belong to whom."""
    return _count_mods(scene.log)


@kernel
def _count_mods(log: Any) -> int:
    if log is not None:
        return log.head.n_mods
    return _0


@kernel
def listened(scene: Any) -> int:
    """How far the log is written, for what is only considered."""
    return _listened(scene.log)


@kernel
def _listened(log: Any) -> int:
    if log is not None:
        return log.head.n
    return _0


@kernel
def unsay(scene: Any, upto: int) -> None:
    """Forget what was told since: it was only considered."""
    _unsay(scene.log, upto)


@kernel
def _unsay(log: Any, upto: int) -> None:
    if log is not None:
        log.head.n = upto
        log.head.n_mods = _0
        log.head.n_dice = _0


@kernel
def tell_spell(
    scene: Any, who: int, what: int, id_: int, energy: int, paid: int, target: int, result: int, margin: int,
    held: int, subject: int,
) -> None:  # fmt: skip
    """A spell is cast, resisted, touched with, blocked with; dice and resistance rolls were noted (contract §6)."""
    arcana = scene.ring.arcana
    _tell_spell(scene.log, scene.ring.now, arcana, who, what, id_, energy, paid, target, result, margin, held, subject)


@kernel
def _tell_spell(
    log: Any, now: Any, arcana: Any, who: int, what: int, id_: int, energy: int, paid: int, target: int, result: int,
    margin: int, held: int, subject: int,
) -> None:  # fmt: skip
    if log is not None:
        e = _line(log, now, Kind.SPELL, who)
        e.v[0] = id_
        e.v[1] = energy
        e.v[2] = paid
        e.v[3] = target
        e.v[4] = result
        e.v[5] = margin
        e.v[6] = what
        e.v[7] = arcana.n_rolls + np.int64(16) * arcana.own_mods + np.int64(1024) * arcana.first_mods
        for i in range(arcana.n_rolls):
            e.v[8 + 3 * i] = arcana.what[i] + np.int64(8) * arcana.score[i]
            e.v[9 + 3 * i] = arcana.target[i]
            e.v[10 + 3 * i] = arcana.margin[i]
        e.v[14] = held
        e.v[15] = subject
    arcana.n_rolls = _0
    arcana.own_mods = _0
    arcana.first_mods = _0


@kernel
def tell_end(scene: Any) -> None:
    """The last line."""
    _tell_end(scene.log, scene.ring.now)


@kernel
def _tell_end(log: Any, now: Any) -> None:
    if log is not None:
        e = _line(log, now, Kind.END, now.winner)
        e.v[0] = now.winner
        e.v[1] = now.over


__all__ = ["CHOKES", "LOCKS", "Entry", "Head", "Log", "Now", "mod", "new_log"]
