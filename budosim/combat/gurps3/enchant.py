"""Where the rules of magic meet those of the ring.

Every function here takes `scene.magic` first. Where nobody brings spells that is None: the compiler then leaves out
the call and all that lies below it, so such bouts pay neither time nor compilation for magic. In the other
specialisation `now.magic` says at run time whether somebody of this pair casts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot
from budosim.combat.gurps3 import arcane
from budosim.combat.gurps3.area import wall
from budosim.combat.gurps3.blow_magic import after_magic, before_magic, meets_wall
from budosim.combat.gurps3.ids import Act, Limb, Roll
from budosim.combat.gurps3.interrupt import brace, shaken
from budosim.combat.gurps3.magic_records import Act2, Held
from budosim.combat.gurps3.missile import aim_missile, flies, strike_home, turned_aside
from budosim.combat.gurps3.policy import spell_barred
from budosim.combat.gurps3.roll import check
from budosim.combat.gurps3.sorcery import keeps_cast, legal_magic, perform_magic, plan_magic
from budosim.combat.gurps3.ward import block, block_open

_0, _1 = np.int64(0), np.int64(1)
THROW = np.int64(Act2.THROW)
WINDY = np.int64(Held.WINDY)
RETREAT, APPROACH, CAST = (np.int64(a) for a in (Act.RETREAT, Act.APPROACH, Act.CAST))


# -- bell, turns, sub-turns -----------------------------------------------------------------------------
@hot
def bell(magic: Any, scene: Any, sheets: Any, states: Any) -> None:
    """Nothing is on at the start of a bout."""
    scene.ring.now.magic = _0
    scene.ring.now.phase = _0
    scene.ring.now.spell_id = _0
    if magic is not None:
        arcane.at_bell(scene, sheets, states)


@hot
def give_back(magic: Any, scene: Any, states: Any) -> None:
    """Borrowed hit points vanish with the bout (M-44)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            for side in range(2):
                states[side].hp -= scene.ring.arcana.of[side].lent


@hot
def opens(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, could: bool) -> bool:
    """The start of an own turn; whether he can act (M-22, M-24, M-42)."""
    if magic is not None:
        if scene.ring.now.magic == _1 and me.out == _0:
            return bool(arcane.open_turn(scene, my, me, their, foe, np.int64(could)))
    return could


@hot
def closes(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, could: bool, last: int) -> None:
    """The end of an own turn, acted in or not (M-30, M-35, M-36)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            if not could:
                arcane.idle_subs(scene, my, me, their, foe, last)
            if me.out == _0 and foe.out == _0:
                arcane.close_turn(scene, my, me, foe)


@hot
def comes_up(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """The start of an own sub-turn: ticks and what else comes of itself; whether both are still in the bout (M-36)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            arcane.open_sub(scene, my, me, their, foe)
            return bool(me.out == _0 and foe.out == _0)
    return True


@hot
def goes_off(magic: Any, scene: Any, me: Any) -> None:
    """An act an unfinished cast does not live through ends it (M-12)."""
    if magic is not None:
        if me.casting == _1 and not keeps_cast(scene.ring.now.act):
            arcane.drop(scene, me)


# -- what is possible -----------------------------------------------------------------------------------
@hot
def hobbles(magic: Any, scene: Any, me: Any, foe: Any) -> None:
    """What spells and walls rule out, after `survey`."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            arcane.hobble(scene, me, foe)


@hot
def parted_by_wall(magic: Any, scene: Any, me: Any, foe: Any) -> bool:
    """Whether a wall stands between the two (M-30)."""
    if magic is not None:
        return bool(scene.ring.now.magic == _1 and wall(scene, me, foe) > _0)
    return False


@hot
def plans(magic: Any, scene: Any, my: Any, me: Any, foe: Any, policy: Any, at: int, act: int) -> bool:
    """Whether an order about spells can be followed now; it stands in `now` then."""
    if magic is not None:
        return bool(scene.ring.now.magic == _1 and plan_magic(scene, my, me, foe, policy, at, act))
    return False


@hot
def is_legal(magic: Any, scene: Any, my: Any, me: Any, foe: Any, act: int) -> bool:
    """Whether a magical act could be done now."""
    if magic is not None:
        return bool(legal_magic(scene, my, me, foe, act))
    return False


@hot
def room(magic: Any, scene: Any, my: Any, me: Any, foe: Any, steps: int) -> int:
    """How far of so many steps towards the foe a wall or the wind lets him go.

    Dice: 3d against the wind.
    """
    if magic is not None:
        if scene.ring.now.magic == _1:
            most = arcane.room(scene, me, foe)
            if steps > most:
                steps = most
            if me.bound & WINDY != _0 and not check(scene, me.side, Roll.ESCAPE, my.st):
                steps = _0
    return steps


# -- acts -----------------------------------------------------------------------------------------------
@hot
def performs(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Do what was decided when it is magic; whether it was. Steps may slip (M-44)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            if perform_magic(scene, my, me, their, foe):
                return True
            act = scene.ring.now.act
            if act == RETREAT or act == APPROACH:
                arcane.slips(scene, my, me)
    return False


@hot
def cancels(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, spell: int) -> None:
    """A free decision ends an own spell (M-25)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            arcane.cancel(scene, my, me, their, foe, spell)


@hot
def braces(magic: Any, scene: Any, foe: Any) -> None:
    """How the other stands before an act that is no blow."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            brace(scene, foe)


@hot
def shakes(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """What that act did to the other's casting (M-20)."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            shaken(scene, their, foe, my, me)


# -- blows ----------------------------------------------------------------------------------------------
@hot
def hits_wall(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """A blow at a foe behind a wall strikes the wall (M-30, T-09)."""
    if magic is not None:
        return bool(scene.ring.now.magic == _1 and meets_wall(scene, my, me, their, foe))
    return False


@hot
def throws(magic: Any, scene: Any, my: Any, me: Any, foe: Any) -> bool:
    """Whether this sub-turn throws what a spell made (M-28, M-29)."""
    if magic is not None:
        return bool(scene.ring.now.phase == THROW and flies(scene, my, me, foe))
    return False


@hot
def goes_astray(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> bool:
    """Before a blow: areas, footing, a decoy that takes the blow."""
    if magic is not None:
        return bool(scene.ring.now.magic == _1 and before_magic(scene, my, me, their, foe))
    return False


@hot
def touches(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any) -> None:
    """After a blow: contact of a charged hand, broken concentration."""
    if magic is not None:
        if scene.ring.now.magic == _1:
            after_magic(scene, my, me, their, foe)


@hot
def is_spell(magic: Any, row: Any) -> bool:
    """Whether a row is a missile or jet and no technique of the body."""
    if magic is not None:
        return bool(row.limb == Limb.SPELL)
    return False


@hot
def aims(magic: Any, scene: Any, my: Any, me: Any, foe: Any, row: Any, target: int) -> int:
    """The target of an attack roll: of a missile its own, else the one given."""
    if magic is not None:
        if row.limb == Limb.SPELL:
            return np.int64(aim_missile(scene, my, me, foe))
    return target


@hot
def is_stopped(magic: Any, scene: Any, my: Any, me: Any, foe: Any, row: Any) -> bool:
    """Whether a spell on the foe stops a missile."""
    if magic is not None:
        return bool(row.limb == Limb.SPELL and turned_aside(scene, my, me, foe))
    return False


@hot
def is_gone(magic: Any, scene: Any, me: Any, row: Any) -> bool:
    """Whether the waiting foe's blow took the missile out of his hand (M-23)."""
    if magic is not None:
        return bool(row.limb == Limb.SPELL and scene.ring.arcana.of[me.side].held == _0)
    return False


@hot
def lands(magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, factor: int, no_dr: int) -> int:
    """The damage of a missile or jet; the basic damage."""
    if magic is not None:
        return np.int64(strike_home(scene, my, me, their, foe, factor, no_dr))
    return _0


@hot
def wards(
    magic: Any, scene: Any, my: Any, me: Any, their: Any, foe: Any, list_: int, line: int
) -> bool:  # fmt: skip
    """The blocking spell that was decided on; whether it stops the blow (M-30b)."""
    if magic is not None:
        return bool(block(scene, my, me, their, foe, scene.ring.now.block_row, list_, line))
    return False


@hot
def ward_for(magic: Any, scene: Any, my: Any, me: Any, their: Any, spell: int, row: int) -> int:
    """CAST when an ordered blocking spell is open against a blow, else 0."""
    if magic is not None:
        if scene.ring.now.magic == _1 and spell > _0 and block_open(scene, my, me, their, spell, row):
            if not spell_barred(scene, me, spell):
                scene.ring.now.block_row = spell
                return CAST
    return _0
