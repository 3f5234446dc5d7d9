"""Cinematic skills and combinations as acts: what is done before a blow, or instead of one (C-37, C-115…C-130)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import rare
from budosim.combat.gurps3.arts import ALL_OUT_LIFT, BITS, COMBO, MASK, SETTLED, STRIKE_CODE, prepared
from budosim.combat.gurps3.choose import plan_best
from budosim.combat.gurps3.focus import FIRST_LOSS, concentrate, daze, look_away, pay, resolve
from budosim.combat.gurps3.ids import Act, Contest, Effect, Loss, Mod, Opt, Posture, Roll, Why
from budosim.combat.gurps3.ids_arts import TITLES, Art, Special
from budosim.combat.gurps3.legal import READY, survey, yards_left
from budosim.combat.gurps3.memory import FAIL, OK, note_act
from budosim.combat.gurps3.move import close_in
from budosim.combat.gurps3.nature import dares
from budosim.combat.gurps3.roll import contest, judge, rolled, swung
from budosim.combat.gurps3.tell import between, hush, mod, tell_effect, tell_fatigue

_0, _1, _2, _3 = (np.int64(n) for n in (0, 1, 2, 3))
_NONE = np.int64(-1)
CINE = np.int64(Act.CINE)
TRIPLE_AT, TRIPLE_COST = np.int64(22), np.int64(10)
"""Level from which a Power Blow tries for three times ST, and what that costs the roll (C-117) [ruling]."""
ROLLS = np.zeros(len(Art), dtype=np.int64)
"""What the roll of an art is called."""
for _art in (
    Art.POWER_BLOW, Art.BREAKING_BLOW, Art.FLYING_LEAP, Art.SPRINGING_ATTACK, Art.BREATH_CONTROL, Art.MEDITATION,
    Art.AUTOHYPNOSIS,
):  # fmt: skip
    ROLLS[_art] = Roll[_art.name]


@rare
def noted(scene: Any, me: Any, won: bool) -> None:
    """Remember a skill as an act of its own."""
    note_act(scene, me, CINE, OK if won else FAIL, _NONE)


@rare
def skill_roll(scene: Any, my: Any, me: Any, art: int, less: int) -> bool:
    """The roll of a skill, and its price.

    Dice: 3d.
    """
    target = my.art[art] + mod(scene, Mod.SHOCK, -me.shock) + mod(scene, Mod.TRIPLE_ST, -less)
    target += swung(scene, me.side)
    result = judge(target, rolled(scene, me.side, ROLLS[art], target))
    if art <= Art.FLYING_LEAP:
        pay(scene, me, art, result)
    return result <= _1


@rare
def prepares(scene: Any, my: Any, me: Any, title: int) -> bool:
    """Whether the sub-turn goes to concentration; when it is done that is used up (C-115)."""
    if prepared(my, me, title):
        look_away(me)
        return False
    concentrate(me, title)
    noted(scene, me, True)
    return True


@rare
def charge(scene: Any, my: Any, me: Any, title: int) -> bool:
    """Power Blow and Breaking Blow: the rolls, in the order of the title; True when the blow follows (C-117, C-121).

    Dice: 3d each.
    """
    now = scene.ring.now
    if prepares(scene, my, me, title):
        return False
    special, won = _0, True
    for _ in range(TITLES):
        art = title & MASK
        title >>= BITS
        if art == _0:
            continue
        triple = art == Art.POWER_BLOW and my.art[art] >= TRIPLE_AT
        made = skill_roll(scene, my, me, art, TRIPLE_COST if triple else _0)
        won = won and made
        if made and art == Art.POWER_BLOW:
            special |= np.int64(Special.TRIPLE.value) if triple else np.int64(Special.DOUBLE.value)
        elif made:
            special |= np.int64(Special.BREAKING.value)
    noted(scene, me, won)
    now.special = special
    return True


@rare
def fly(scene: Any, my: Any, me: Any, foe: Any, title: int) -> bool:
    """Flying Leap: up to nine yards through the air, with a kick at the end; True when that follows (C-122, R-40).

    Dice: 3d.
    """
    now = scene.ring.now
    if prepares(scene, my, me, title):
        return False
    launch = now.apart
    won = skill_roll(scene, my, me, title, _0)
    noted(scene, me, won)
    yard = scene.ring.rules.fine_per_yard
    if not won:
        if launch > _1 and yards_left(scene, my, me) > _0:
            me.stepped = _1
            me.walked += _1
            to = launch - yard
            close_in(scene, me, foe, to if to > _1 else _1, Why.STEP)
        return False
    me.airborne = _1
    if me.nature != _0:
        dares(scene, me)
    tell_effect(scene, me.side, Effect.AIRBORNE, _NONE, _0)
    if launch > my.kick_reach:
        close_in(scene, me, foe, my.kick_reach, Why.LEAP)
    now.flown = launch
    now.back = _0
    now.special = np.int64(Special.LEAP.value) if scene.ring.rules.flying_leap == _0 else np.int64(Special.TRIPLE.value)
    return now.inner >= _0


@rare
def paid_contest(scene: Any, me: Any, art: int, what: Any, mine: int, theirs: int) -> int:
    """A quick contest of a skill that costs fatigue, unless it is a critical success (C-116).

    Dice: 3d mine, 3d theirs.
    """
    won = contest(scene, me.side, what, mine, theirs)
    pay(scene, me, art, judge(scene.ring.now.aimed, scene.ring.now.threw))
    return won


@rare
def shout(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Kiai: -1 for two yards, against Will; lost is mental stun (C-123).

    Dice: 3d, 3d.
    """
    far = scene.ring.now.apart // (_2 * scene.ring.rules.fine_per_yard)
    mine = my.art[Art.KIAI] + mod(scene, Mod.DISTANCE, -far)
    between(scene)
    won = paid_contest(scene, me, np.int64(Art.KIAI.value), Contest.KIAI, mine, resolve(their, foe)) > _0
    noted(scene, me, won)
    if won:
        daze(scene, foe, _0)


@rare
def hypnotise(scene: Any, my: Any, me: Any, their: Any, foe: Any, title: int) -> None:
    """Hypnotic Hands: motions with an open guard, then the contest; mental stun for the margin in turns (C-124).

    Dice: 3d, 3d after the motions.
    """
    level = my.art[Art.HYPNOTIC_HANDS]
    near = _2 * scene.ring.now.apart <= level * scene.ring.rules.fine_per_yard
    if not near or me.focus != title or me.focus_turns < _1:
        concentrate(me, title)
        if me.own_def > -_2:
            me.own_def = -_2
        noted(scene, me, True)
        return
    turns = me.focus_turns
    look_away(me)
    mine = level + mod(scene, Mod.SHOCK, -me.shock)
    between(scene)
    theirs = resolve(their, foe) + mod(scene, Mod.LASTED, _1 - turns)
    won = contest(scene, me.side, Contest.HYPNOTIC_HANDS, mine, theirs)
    noted(scene, me, won > _0)
    if won > _0:
        daze(scene, foe, won)


@rare
def vanish(scene: Any, my: Any, me: Any, their: Any, foe: Any, title: int) -> None:
    """Invisibility Art: a contest with the foe's IQ, three fatigue (C-130).

    Dice: 3d, 3d when prepared.
    """
    if prepares(scene, my, me, title):
        return
    mine = my.art[title] + mod(scene, Mod.SHOCK, -me.shock)
    between(scene)
    theirs = their.iq + mod(scene, Mod.SHOCK, -foe.shock)
    won = paid_contest(scene, me, title, Contest.INVISIBILITY_ART, mine, theirs) > _0
    noted(scene, me, won)
    if won:
        me.unseen = _1
        tell_effect(scene, me.side, Effect.UNSEEN, _NONE, _0)


@rare
def spring(scene: Any, my: Any, me: Any, foe: Any, title: int) -> bool:
    """Springing Attack: up and at him, the blow at -1; True when it follows (maneuvers.toml).

    Dice: 3d.
    """
    now = scene.ring.now
    won = skill_roll(scene, my, me, title, _0)
    noted(scene, me, won)
    if not won:
        return False
    me.posture = np.int64(Posture.STANDING.value)
    tell_effect(scene, me.side, Effect.STOOD, _NONE, me.posture)
    at = now.title_order
    policy = scene.ring.policies.of[me.side]
    opt = policy.orders[at].opt
    survey(scene, my, me, foe)
    now.line = _NONE
    lift = ALL_OUT_LIFT if opt == Opt.AOA or opt == Opt.HIT else _0
    now.burden += lift
    state = plan_best(scene, my, me, foe, policy, at, STRIKE_CODE, opt)
    now.burden -= lift
    if state != READY:
        return False
    now.inner, now.inner_opt = now.act, now.opt
    now.special = np.int64(Special.SPRING.value)
    return True


@rare
def breathe(scene: Any, my: Any, me: Any, title: int) -> None:
    """Breath Control: a point of fatigue comes back, once a turn.

    Dice: 3d.
    """
    me.breathed = _1
    won = skill_roll(scene, my, me, title, _0)
    if won:
        me.fp += _1
        tell_fatigue(scene, me.side, -_1, me.fp, Loss.BREATH_CONTROL)
    noted(scene, me, won)


@rare
def compose(scene: Any, my: Any, me: Any, title: int) -> None:
    """Meditation lends the next Will roll +1, Autohypnosis +2.

    Dice: 3d.
    """
    won = skill_roll(scene, my, me, title, _0)
    if won:
        me.composure = _2 if title == Art.AUTOHYPNOSIS else _1
    noted(scene, me, won)


@rare
def glare(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Intimidation against Will: the foe's next roll at -1.

    Dice: 3d, 3d.
    """
    mine = my.art[Art.INTIMIDATION] + mod(scene, Mod.SHOCK, -me.shock)
    between(scene)
    won = contest(scene, me.side, Contest.INTIMIDATION, mine, resolve(their, foe)) > _0
    if won:
        scene.ring.now.cowed |= _1 << foe.side
    noted(scene, me, won)


@rare
def deed(scene: Any, my: Any, me: Any, their: Any, foe: Any, title: int) -> bool:
    """One sub-turn of a cinematic skill; True when a blow follows, which then stands in `now`."""
    now = scene.ring.now
    if title > MASK or title <= Art.BREAKING_BLOW:
        return charge(scene, my, me, title)
    if title == Art.FLYING_LEAP:
        return fly(scene, my, me, foe, title)
    if title == Art.SPRINGING_ATTACK:
        return spring(scene, my, me, foe, title)
    if now.inner >= _0:
        # pressure points and secrets, pushes, bindings: the skill is in the blow
        noted(scene, me, True)
        return True
    if title == Art.KIAI:
        shout(scene, my, me, their, foe)
    elif title == Art.HYPNOTIC_HANDS:
        hypnotise(scene, my, me, their, foe, title)
    elif title == Art.INVISIBILITY_ART:
        vanish(scene, my, me, their, foe, title)
    elif title == Art.BREATH_CONTROL:
        breathe(scene, my, me, title)
    elif title == Art.INTIMIDATION:
        glare(scene, my, me, their, foe)
    else:
        compose(scene, my, me, title)
    return False


@rare
def begin_art(scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """Carry out a `cine` or `combo` up to its blow: `now.act` is that blow, or nothing more is to be done."""
    now = scene.ring.now
    now.flown = _0
    if now.act == COMBO:
        now.series = scene.ring.policies.of[me.side].orders[now.title_order].title
        now.series_order = now.title_order
        now.act, now.opt = now.inner, now.inner_opt
        return
    if deed(scene, my, me, their, foe, now.title):
        now.act, now.opt = now.inner, now.inner_opt
    else:
        hush(scene)
        now.act = SETTLED


__all__ = ["FIRST_LOSS", "begin_art"]
