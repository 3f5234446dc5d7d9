"""One bout from the bell to an ending (C-100, C-132…C-138, T-01, T-07, T-11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import entry, kernel, part, rare
from budosim.combat.common.dice import address, key_of, roll_n
from budosim.combat.gurps3.art_acts import begin_art
from budosim.combat.gurps3.art_guard import is_wrapped
from budosim.combat.gurps3.attack import SERIES, strike
from budosim.combat.gurps3.enchant import (
    bell,
    braces,
    closes,
    give_back,
    goes_astray,
    hits_wall,
    opens,
    shakes,
    throws,
    touches,
)
from budosim.combat.gurps3.exchange import after_blow, begin_attack, end_attack, next_blow
from budosim.combat.gurps3.grip import clear
from budosim.combat.gurps3.ids import Act, Effect, Ending, Loc, Loss, Posture
from budosim.combat.gurps3.nature import ring_the_bell
from budosim.combat.gurps3.roll import is_blind
from budosim.combat.gurps3.series import reply, series_move
from budosim.combat.gurps3.tell import note_dice, tell_effect, tell_end, tell_fatigue, tell_initiative
from budosim.combat.gurps3.turn import begin_turn, drain, end_turn, is_over, open_sub_turn, perform

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
LAST_ATTACK = np.int64(Act.SCISSORS)


@rare
def initiative(scene: Any, sheets: Any) -> int:
    """Who acts first: 1d each plus floor(戦術/8), ties rolled again (T-11, R-51, R-70, README point 15).

    Dice: 1d, 1d, repeated while equal.
    """
    now = scene.ring.now
    now.turn = _0
    now.side = _0
    now.sub = _0
    address(scene.ring.dice, _0, _0, _0)
    first = _NONE
    dice = _3 if scene.ring.rules.initiative_die == _1 else _1
    bonus_a, bonus_b = _0, _0
    if scene.ring.rules.initiative_die != _2 and scene.ring.rules.initiative_tactics == _0:
        bonus_a, bonus_b = sheets[0].tactics, sheets[1].tactics
    while first < _0:
        if scene.ring.rules.initiative_die == _2:
            a, b = sheets[0].move, sheets[1].move
            if a == b:
                a = roll_n(scene.ring.dice, _1)
                note_dice(scene)
                b = roll_n(scene.ring.dice, _1)
                note_dice(scene)
        else:
            a = roll_n(scene.ring.dice, dice) + bonus_a
            note_dice(scene)
            b = roll_n(scene.ring.dice, dice) + bonus_b
            note_dice(scene)
        if a > b:
            first = _0
        elif b > a:
            first = _1
    tell_initiative(scene, first, bonus_a, bonus_b)
    return first


@kernel
def settle(scene: Any, a: Any, b: Any) -> bool:
    """Whether somebody is out, and then how it stands: both at once is a draw (C-100, T-07)."""
    now = scene.ring.now
    if a.out == _0 and b.out == _0:
        return False
    if a.out != _0 and b.out != _0:
        now.winner = _NONE
        now.over = Ending.SIMULTANEOUS
    elif a.out != _0:
        now.winner = _1
        now.over = a.out
    else:
        now.winner = _0
        now.over = b.out
    return True


@part
def last_stand(scene: Any, sheets: Any, states: Any, side: int) -> None:
    """R-33 `same_pair`: he who went down in his own turn is joined by a foe who fails to stay conscious at the next.

    A foe struck down in the turn running was still up at its start, so nothing more is asked of the striker.

    Dice: those of the survivor's start of turn, at 0 hit points or less only. Source: C-100, G-04.
    """
    other = _1 - side
    if scene.ring.rules.simultaneous != _1 or states[side].out == _0 or states[other].out != _0:
        return
    if states[other].hp <= _0:
        begin_turn(scene, sheets[other], states[other], states[side])


@rare
def no_chance(scene: Any, my: Any, me: Any) -> bool:
    """Whether the referee sees no chance for a conscious fighter (C-136)."""
    if me.unable >= np.int64(5):
        return True
    arms = me.crippled[Loc.ARM_R] != _0 and me.crippled[Loc.ARM_L] != _0
    legs = me.crippled[Loc.LEG_R] != _0 and me.crippled[Loc.LEG_L] != _0
    if arms and legs:
        return True
    if scene.ring.grips.of[_1 - me.side].fails >= np.int64(5):
        return True
    return is_blind(me) and my.blind_fighting == _0 and me.posture == Posture.LYING


@kernel
def referee(scene: Any, sheets: Any, a: Any, b: Any) -> bool:
    """The referee at the end of a turn: no chance for one is a loss, for both a draw (C-136, R-46)."""
    if scene.ring.rules.no_chance != _0:
        return False
    lost_a, lost_b = no_chance(scene, sheets[0], a), no_chance(scene, sheets[1], b)
    if not lost_a and not lost_b:
        return False
    scene.ring.now.over = Ending.REFEREE
    scene.ring.now.winner = _NONE if lost_a and lost_b else (_1 if lost_a else _0)
    return True


@kernel
def wear(scene: Any, a: Any, b: Any) -> bool:
    """After a pair of turns: the drain of a long bout, on both at once; who collapse together draw (C-134, T-07)."""
    drain(scene, a)
    drain(scene, b)
    return settle(scene, a, b)


@kernel
def clock(scene: Any, a: Any, b: Any) -> bool:
    """After a pair of turns: stalemate after twice 60 turns without progress, and the cap (C-135, C-137)."""
    now = scene.ring.now
    if scene.ring.rules.stalemate > _0:
        quiet = now.turn - now.quiet
        if quiet >= _2 * scene.ring.rules.stalemate:
            now.over = Ending.STALEMATE
            now.winner = _NONE
            return True
        if quiet >= scene.ring.rules.stalemate and now.warned == _0:
            now.warned = _1
            tell_effect(scene, a.side, Effect.WARNED, _NONE, quiet)
            tell_effect(scene, b.side, Effect.WARNED, _NONE, quiet)
        elif quiet < scene.ring.rules.stalemate:
            now.warned = _0
    if now.turn >= scene.ring.rules.turn_cap:
        now.over = Ending.TIME
        now.winner = _NONE
        if scene.ring.rules.finals_time == _1 and a.stage >> _1 & _1 == _1:
            # the referee gives it to who took less
            left = (a.hp - a.max_hp) - (b.hp - b.max_hp)
            now.winner = _0 if left > _0 else _1 if left < _0 else _NONE
        return True
    return False


@rare
def tire(scene: Any, me: Any) -> None:
    """A fight of more than ten turns costs a point of fatigue, charged at its end (C-132, R-43)."""
    finals = (me.stage >> _1) & _1 == _1
    if scene.ring.rules.fight_fatigue == _2 or (scene.ring.rules.fight_fatigue == _1 and not finals):
        return
    if me.turn > np.int64(10):
        me.fp -= _1
        tell_fatigue(scene, me.side, _1, me.fp, Loss.FIGHT)


@part
def take_turn(scene: Any, sheets: Any, states: Any, side: int) -> None:
    """One whole turn of one fighter: start, sub-turns with their blows, end (C-22).

    Dice: by address (turn, side, 0) the start, (turn, side, k) sub-turn k, (turn, side, 7) the end.
    """
    now = scene.ring.now
    my, me, their, foe = sheets[side], states[side], sheets[_1 - side], states[_1 - side]
    could = opens(scene.magic, scene, my, me, their, foe, begin_turn(scene, my, me, foe))
    last = now.subs - me.owed
    if could:
        me.owed = _0
        me.own_subs = last if last < np.int64(6) else np.int64(6)
    k = _1
    while could and k <= last and k <= np.int64(6):
        now.used = _0
        if open_sub_turn(scene, my, me, their, foe, k):
            if now.act <= LAST_ATTACK and now.row > _0:
                now.used = my.row[now.row].skill
            if is_wrapped(now.act):
                begin_art(scene, my, me, their, foe)
            if hits_wall(scene.magic, scene, my, me, their, foe):
                pass
            elif now.act <= LAST_ATTACK or throws(scene.magic, scene, my, me, foe):
                begin_attack(scene, my, me, their, foe)
                answered = False
                while True:
                    if not answered and not next_blow(scene, my, me, their, foe):
                        if now.series == _0:
                            break
                        if not series_move(scene, my, me, foe):
                            continue
                    s = now.striker
                    o = _1 - s
                    if goes_astray(scene.magic, scene, sheets[s], states[s], sheets[o], states[o]):
                        answered = False
                        continue
                    met = strike(scene, sheets[s], states[s], sheets[o], states[o])
                    touches(scene.magic, scene, sheets[s], states[s], sheets[o], states[o])
                    answered = after_blow(scene, sheets[s], states[s], states[o], sheets[o], met)
                    if now.reply_series != _0 or met == SERIES:
                        answered = reply(scene, sheets[s], states[s], sheets[o], states[o], np.int64(met == SERIES))
                end_attack(scene, my, me, foe)
            else:
                braces(scene.magic, scene, foe)
                perform(scene, my, me, their, foe)
                shakes(scene.magic, scene, my, me, their, foe)
        if is_over(scene, me, foe):
            break
        if scene.ring.rules.subturn_skill == _2 and now.used > _0 and my.granted[now.used] < last:
            # the skill that was used says how long the turn is
            last = my.granted[now.used]
        k += _1 + me.spent_subs
        me.spent_subs = _0
    closes(scene.magic, scene, my, me, their, foe, could, last)
    if me.out == _0 and foe.out == _0:
        end_turn(scene, my, me, could)


@part
def bout(scene: Any, sheets: Any, states: Any) -> None:
    """A whole bout from the given states; the outcome stands in `now`.

    Dice: (0, 0, 0) for 先攻, then those of the turns. Ends in any case within the cap (C-138).
    """
    now = scene.ring.now
    now.over = _0
    now.winner = _NONE
    now.quiet = _0
    now.warned = _0
    now.mute = _0
    now.clinch = _0
    now.series, now.reply_series, now.cowed = _0, _0, _0
    now.special, now.wound, now.flown = _0, _0, _0
    clear(scene.ring.grips.of[0])
    clear(scene.ring.grips.of[1])
    now.nearer = _0
    now.walled = _0
    bell(scene.magic, scene, sheets, states)
    now.first = initiative(scene, sheets)
    now.swing[0], now.swing[1], now.fickle = _0, _0, _0
    if states[0].nature | states[1].nature != _0:
        ring_the_bell(scene, sheets, states)
    side = now.first
    while now.over == _0:
        take_turn(scene, sheets, states, side)
        last_stand(scene, sheets, states, side)
        if settle(scene, states[0], states[1]) or referee(scene, sheets, states[0], states[1]):
            break
        if side != now.first and (wear(scene, states[0], states[1]) or clock(scene, states[0], states[1])):
            break
        side = _1 - side
    tire(scene, states[0])
    tire(scene, states[1])
    give_back(scene.magic, scene, states)
    tell_end(scene)


@entry
def one_turn(scene: Any, sheets: Any, states: Any, side: int) -> None:
    """One turn by itself, for benches that set states in between."""
    take_turn(scene, sheets, states, side)


@rare
def set_key(scene: Any, seed: Any, number: Any) -> None:
    """Point the dice at a bout."""
    d = scene.ring.dice
    d.key = key_of(seed, number)
    d.k = _0
    d.origin = _0
    d.drawn = _0


@entry
def run_bouts(
    scene: Any, sheets: Any, states: Any, start: Any, blank: Any, seed: Any, numbers: Any, results: Any
) -> None:
    """Play bout `numbers[i]` from `start[i]` (or from the one start there is) and write `results[i]`.

    `start`: (n or 1, 2) states; `blank`: one blank mind, copied at every bell.
    """
    for i in range(len(numbers)):
        j = i if len(start) > 1 else 0
        states[0] = start[j, 0]
        states[1] = start[j, 1]
        scene.ring.minds.of[0] = blank[0]
        scene.ring.minds.of[1] = blank[0]
        set_key(scene, seed, numbers[i])
        bout(scene, sheets, states)
        r = results[i]
        r.bout = numbers[i]
        r.winner = scene.ring.now.winner
        r.ending = scene.ring.now.over
        r.first = scene.ring.now.first
        r.draws = scene.ring.dice.drawn
        for side in range(2):
            s = states[side]
            r.turns[side] = s.turn
            r.hp[side] = s.hp
            r.fp[side] = s.fp
            r.cp[side] = s.unspent_cp
            r.damage[side] = start[j, side].hp - s.hp
            bits = _0
            tender = _0
            for loc in range(19):
                # a numb part comes back by itself (C-75 row 8)
                if s.crippled[loc] == _1 or s.crippled[loc] == _2:
                    bits |= _1 << np.int64(loc)
                if s.fragile[loc] != _0:
                    tender |= _1 << np.int64(loc)
            r.crippled[side] = bits
            r.fragile[side] = tender
            r.dead[side] = np.int64(s.out == Ending.DEAD)


__all__ = ["bout", "one_turn", "run_bouts"]
