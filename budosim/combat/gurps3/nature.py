"""Advantages and disadvantages that act in the ring by themselves (advantages.toml, disadvantages.toml).

What throws again (Luck, Daredevil, Unluckiness) is in `roll.py`; here are the Will rolls against a trait, the bell,
the start of a turn, what conscience forbids, what the eye reads in the foe. `impulse.py` holds what overrides a
decision.
What binds a pattern says so: a `decide` line with the trait, no list and no line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, rare
from budosim.combat.common.dice import will
from budosim.combat.gurps3.ids import (
    ACT_CLASSES,
    Act,
    Class,
    Effect,
    Ending,
    From,
    Loc,
    Mod,
    Posture,
    Roll,
    Trait,
)
from budosim.combat.gurps3.policy import BOUND
from budosim.combat.gurps3.roll import check, has, health, tell_trait
from budosim.combat.gurps3.tell import mod, tell_draw, tell_effect
from budosim.combat.gurps3.wound import end, stun

_0, _1, _2, _3, _4, _12, _32 = (np.int64(n) for n in (0, 1, 2, 3, 4, 12, 32))
_NOWHERE = np.int64(-1)
_DEFAULT = np.int64(From.DEFAULT.value)
UNLUCKY_DRAW, UNLUCKY = np.int64(60016), np.int64(4)
"""Place of the draw that names the success an unlucky fighter loses, and what the draw is told as."""
(
    LUCK, DAREDEVIL, UNLUCKINESS, COMBAT_PARALYSIS, BERSERK, BAD_TEMPER, COWARDICE, FANATICISM, CONFUSED,
    ABSENT_MINDEDNESS, SELF_DEFENSE, NO_KILL, CODE_OF_HONOR, VOW, OVERCONFIDENCE, STUBBORNNESS, IMPULSIVENESS, SADISM,
    GLORY_HOUND, BLOODLUST, ON_THE_EDGE, EASY_TO_READ, STYLE_FAMILIARITY, TRUTHFULNESS,
) = (np.int64(trait) for trait in Trait)  # fmt: skip
FICKLE = np.int64(1 << Trait.LUCK | 1 << Trait.DAREDEVIL | 1 << Trait.UNLUCKINESS)
TIES = np.int64(
    1 << Trait.PACIFISM_SELF_DEFENSE | 1 << Trait.PACIFISM_NO_KILL | 1 << Trait.CODE_OF_HONOR | 1 << Trait.VOW
    | 1 << Trait.BAD_TEMPER | 1 << Trait.CONFUSED
)  # fmt: skip
"""Traits that may forbid an act."""
READ = np.int64(1 << Trait.EASY_TO_READ | 1 << Trait.STYLE_FAMILIARITY)
EYES = 1 << Loc.EYE_R | 1 << Loc.EYE_L
DEADLY = np.int64(1 << Loc.BRAIN | 1 << Loc.NECK | 1 << Loc.VITALS | EYES)
"""Where somebody who will not kill never strikes a foe near his end."""
FOUL = np.int64(1 << Loc.GROIN | EYES)
"""Where nobody of honour strikes."""
ALL_PLACES = np.int64((1 << 20) - 1)
LAST_STRIKE = np.int64(Act.WHIRLWIND_KICK)
STRIKES = np.int64(sum(1 << act for act in Act if Act.NONE < act <= Act.WHIRLWIND_KICK))
ATTACKS = np.array(
    [
        sum(1 << act - 64 * word for act in Act if act >> 6 == word and int(ACT_CLASSES[act]) >> Class.ATTACK & 1)
        for word in (0, 1)
    ],
    dtype=np.int64,
)
"""Acts that are attacks, as bits in two words."""
FEINT, PASSIVE = (
    np.int64(1 << Act.FEINT), np.int64(1 << Act.FEINT | 1 << Act.WAIT | 1 << Act.ALL_OUT_DEF),
)  # fmt: skip
NECK_SNAP = np.int64(1 << Act.NECK_SNAP)
TEN, FIFTEEN = np.int64(10), np.int64(15)


@rare
def gated(scene: Any, my: Any, me: Any, trait: int, what: Any, more: int) -> bool:
    """A Will roll against a trait, which shock leaves alone; failed, the trait has its way. True without the trait.

    Dice: 3d with the trait.
    """
    if not has(me, trait):
        return True
    lent = mod(scene, Mod.COMPOSED, me.composure)
    me.composure = _0
    if check(scene, me.side, what, my.will + lent + more):
        return True
    tell_trait(scene, me.side, trait)
    return False


@rare
def ring_the_bell(scene: Any, sheets: Any, states: Any) -> None:
    """Combat Paralysis, the success an unlucky fighter will lose, and what each begins with.

    Dice: 3d each with Combat Paralysis; a draw each with Unluckiness.
    """
    now = scene.ring.now
    for i in range(2):
        side = np.int64(i)
        temper = scene.ring.tempers.of[side]
        nature = states[side].nature
        temper.luck = sheets[side].luck
        temper.misfortune = _0
        temper.risk = _0
        if nature & FICKLE != _0:
            now.fickle |= _1 << side
    for i in range(2):
        me = states[i]
        if has(me, COMBAT_PARALYSIS):
            if not check(scene, me.side, Roll.COMBAT_PARALYSIS, health(scene, sheets[i], _0)):
                stun(scene, me)
    for i in range(2):
        me = states[i]
        if has(me, UNLUCKINESS):
            draw = will(scene.ring.dice, now.turn, me.side, now.sub, UNLUCKY_DRAW)
            tell_draw(scene, me.side, UNLUCKY, _NOWHERE, draw)
            scene.ring.tempers.of[me.side].misfortune = _1 + (draw * _12 >> _32)
    tie(scene, sheets[0], states[0], states[1])
    tie(scene, sheets[1], states[1], states[0])


@rare
def dares(scene: Any, me: Any) -> None:
    """A daredevil takes a needless risk: +1 on every roll until his next own turn (Daredevil)."""
    if has(me, DAREDEVIL) and scene.ring.tempers.of[me.side].risk == _0:
        scene.ring.tempers.of[me.side].risk = _1
        scene.ring.now.swing[me.side] += _1


@rare
def settles(scene: Any, me: Any) -> None:
    """A new own turn: no risk is taken yet."""
    temper = scene.ring.tempers.of[me.side]
    if temper.risk == _1:
        temper.risk = _0
        scene.ring.now.swing[me.side] -= _1


@rare
def stirs(scene: Any, my: Any, me: Any) -> None:
    """What a fighter's nature makes of the turn that went by, at the start of his own.

    Dice: 3d each for Berserk, Bad Temper, Cowardice, Confused, Absent-Mindedness when due.
    """
    hurt, stung, shaken = me.hurt_since, me.stung, me.shaken
    me.hurt_since, me.stung, me.shaken = _0, _0, _0
    me.hot, me.muddled, me.absent = _0, _0, _0
    if _4 * hurt > my.ht and me.berserk == _0 and not gated(scene, my, me, BERSERK, Roll.BERSERK, _0):
        me.berserk = _1
        me.shock, me.shock_due = _0, _0
    if stung == _1:
        me.hot = np.int64(not gated(scene, my, me, BAD_TEMPER, Roll.BAD_TEMPER, _0))
    if shaken == _1:
        more = mod(scene, Mod.FANATICISM, _2) if has(me, FANATICISM) and has(me, COWARDICE) else _0
        if not gated(scene, my, me, COWARDICE, Roll.COWARDICE, more):
            end(scene, me, Ending.GAVE_UP, Effect.GAVE_UP)
            return
    if me.turn == _1:
        me.muddled = np.int64(not gated(scene, my, me, CONFUSED, Roll.CONFUSED, _0))
    if me.last_line > _0:
        me.absent = np.int64(not gated(scene, my, me, ABSENT_MINDEDNESS, Roll.ABSENT_MINDEDNESS, _0))


# -- what conscience forbids ---------------------------------------------------------------------------


@rare
def tie(scene: Any, my: Any, me: Any, foe: Any) -> None:
    """Note which acts and places the traits of `me` forbid him now (`forbidden` reads it)."""
    if me.nature & TIES == _0:
        return
    mind, temper = scene.ring.minds.of[me.side], scene.ring.tempers.of[me.side]
    mind.bans |= BOUND
    low, high, spared = my.sworn[0], my.sworn[1], _0
    if has(me, SELF_DEFENSE) and mind.attacked == _0:
        low |= ATTACKS[0]
        high |= ATTACKS[1]
    if has(me, NO_KILL):
        low |= NECK_SNAP
        if _3 * foe.hp < foe.max_hp:
            spared |= DEADLY
    if my.honour > _0:
        spared |= FOUL
        lying = my.honour >= TEN and foe.posture == Posture.LYING
        if lying or (my.honour >= FIFTEEN and foe.stunned != _0):
            low |= STRIKES
    if me.hot == _1:
        low |= PASSIVE
    elif me.muddled == _1:
        low |= FEINT
    temper.tied[0], temper.tied[1], temper.spared = low, high, spared


@rare
def tell_ties(scene: Any, me: Any, foe: Any) -> None:
    """Each trait that binds the pattern is told when it begins to."""
    bits = _0
    if has(me, SELF_DEFENSE) and scene.ring.minds.of[me.side].attacked == _0:
        bits |= _1 << SELF_DEFENSE
    if has(me, NO_KILL) and _3 * foe.hp < foe.max_hp:
        bits |= _1 << NO_KILL
    bits |= me.nature & (_1 << CODE_OF_HONOR | _1 << VOW)
    for i in range(SELF_DEFENSE, VOW + _1):
        trait = np.int64(i)
        if (bits & ~me.told) >> trait & _1 == _1:
            tell_trait(scene, me.side, trait)
    me.told = bits


@rare
def calms_down(scene: Any, me: Any, foe: Any) -> None:
    """A berserk fighter is himself again when the foe is down."""
    if me.berserk == _1 and foe.posture == Posture.LYING:
        me.berserk = _0
        tell_effect(scene, me.side, Effect.CALMED, _NOWHERE, _0)


# -- what one sees in the other -------------------------------------------------------------------------


@hot
def known_style(my: Any, their: Any) -> bool:
    """Whether Style Familiarity speaks of the other's style."""
    if my.nature >> STYLE_FAMILIARITY & _1 == _0 or their.style == _0:
        return False
    for i in range(4):
        if my.familiar[i] == their.style:
            return True
    return False


@rare
def foresight(scene: Any, my: Any, their: Any) -> int:
    """What <先読み> gains from an open book and a familiar style."""
    n = mod(scene, Mod.EASY_TO_READ, _4 * (their.nature >> EASY_TO_READ & _1))
    return n + mod(scene, Mod.STYLE_KNOWN, np.int64(known_style(my, their)))


@rare
def sees_through(scene: Any, my: Any, their: Any) -> int:
    """What helps `their` side to see through a feint of `my` side (Easy to Read, Style Familiarity)."""
    n = mod(scene, Mod.EASY_TO_READ, _2 * (my.nature >> EASY_TO_READ & _1))
    return n + mod(scene, Mod.STYLE_KNOWN, np.int64(known_style(their, my)))


@rare
def honest(scene: Any, my: Any) -> int:
    """What a truthful fighter loses on a feint of his own."""
    return mod(scene, Mod.TRUTHFUL, -(my.nature >> TRUTHFULNESS & _1))


# -- giving up, defending -------------------------------------------------------------------------------


@rare
def may_give_up(scene: Any, my: Any, me: Any) -> bool:
    """Overconfidence and Stubbornness do not let him give up without a Will roll.

    Dice: 3d each.
    """
    if not gated(scene, my, me, OVERCONFIDENCE, Roll.OVERCONFIDENCE, _0):
        return False
    return gated(scene, my, me, STUBBORNNESS, Roll.STUBBORNNESS, _0)


@rare
def no_mercy(scene: Any, my: Any, me: Any) -> bool:
    """Bloodlust: he does not let go in time when the foe gives up.

    Dice: 3d with the trait.
    """
    return not gated(scene, my, me, BLOODLUST, Roll.BLOODLUST, _0)


@rare
def sticks_to_dodging(scene: Any, my: Any, me: Any, act: int) -> bool:
    """On the Edge: once hurt, only a Will roll brings him to anything but a dodge.

    Dice: 3d with the trait, hurt, before another defence.
    """
    if me.hp >= me.max_hp or act == Act.DODGE or act == Act.JUMP_BACK or act == Act.NO_DEFENCE:
        return False
    return not gated(scene, my, me, ON_THE_EDGE, Roll.ON_THE_EDGE, _0)


__all__ = [
    "BOUND",
    "calms_down",
    "dares",
    "foresight",
    "gated",
    "honest",
    "may_give_up",
    "no_mercy",
    "ring_the_bell",
    "sees_through",
    "settles",
    "sticks_to_dodging",
    "stirs",
    "tell_ties",
    "tie",
]  # fmt: skip
