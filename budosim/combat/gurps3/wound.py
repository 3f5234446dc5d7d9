"""What a blow does: armour, injury, shock, lost parts, stun, knock-out, near-death, knock-back (C-15, C-81…C-97)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import pick, roll3, will
from budosim.combat.gurps3.grip import let_go, limb_lost
from budosim.combat.gurps3.ids import Effect, Ending, Loc, Mod, Posture, Roll, Stun, Why
from budosim.combat.gurps3.ids_arts import Special
from budosim.combat.gurps3.move import apart, fall, go_back
from budosim.combat.gurps3.restore import restore_at_once
from budosim.combat.gurps3.roll import check, health, keeps_footing, note_lost
from budosim.combat.gurps3.tell import hush, mod, tell_damage, tell_effect

_0, _1, _2, _3, _4, _5 = (np.int64(n) for n in (0, 1, 2, 3, 4, 5))
_NOWHERE = np.int64(-1)

NO_FATE = np.int64(0)
FATE_STUNNED = np.int64(1)
FATE_NUMB = np.int64(2)
FATE_CRIPPLED = np.int64(3)
FATE_UNCONSCIOUS = np.int64(4)
FATE_NEAR_DEATH = np.int64(5)
FATE_BLIND = np.int64(6)
FATE_ONE_EYE = np.int64(7)
FATE_OFF_BALANCE = np.int64(8)
FATE_DEAF = np.int64(9)
FATE_MOST = np.int64(10)
FATE_SQUEEZE = np.int64(11)
"""No blow but a choke: the neck's multiplier and stun are not for it (C-107)."""
FATE_PIERCED = np.int64(12)
"""What a critical table adds to a blow (C-75, C-76); then the most its dice can do (C-77, R-25), and
an impaling thing a spell made (M-44)."""

BREAKING, SECRET = np.int64(Special.BREAKING), np.int64(Special.SECRET)
_EYE_DRAW = np.int64(60000)
"""Place number of the draw for a blinded eye."""


@hot
def is_limb(loc: int) -> bool:
    """Arm or leg."""
    return loc == Loc.ARM_R or loc == Loc.ARM_L or loc == Loc.LEG_R or loc == Loc.LEG_L


@hot
def is_tip(loc: int) -> bool:
    """Hand or foot."""
    return loc == Loc.HAND_R or loc == Loc.HAND_L or loc == Loc.FOOT_R or loc == Loc.FOOT_L


@hot
def is_leg(loc: int) -> bool:
    """Leg or foot."""
    return loc >= Loc.LEG_R and loc <= Loc.FOOT_L


@hot
def limb_cap(ht: int, loc: int) -> int:
    """The most injury one blow does to a limb or extremity (C-81)."""
    return ht // _2 + _1 if is_limb(loc) else ht // _3 + _1


@hot
def cripples(scene: Any, ht: int, loc: int, points: int) -> bool:
    """Whether `points` are over the crippling threshold of the place (C-82, C-84, R-63)."""
    if is_limb(loc):
        return points * scene.ring.rules.limb_den > ht * scene.ring.rules.limb_num
    if is_tip(loc):
        return points * scene.ring.rules.tip_den > ht * scene.ring.rules.tip_num
    if loc == Loc.EYE_R or loc == Loc.EYE_L:
        return points > _2
    return False


@hot
def armour(scene: Any, their: Any, loc: int) -> int:
    """DR of clothes, skin and skull at a place (C-15, C-85, C-98, T-04); nothing covers the eyes."""
    if loc == Loc.EYE_R or loc == Loc.EYE_L:
        return _0
    dr = their.dr_clothes + their.dr_skin
    if loc == Loc.BRAIN:
        dr += _2
    return dr


@rare
def takes_to_heart(their: Any, foe: Any, injury: int) -> None:
    """What hot heads and cowards take to heart of a wound (Bad Temper, Berserk, Cowardice)."""
    foe.hurt_since += injury
    if _3 * injury > their.ht:
        foe.stung = _1
    if _2 * foe.hp < their.max_hp:
        foe.shaken = _1


@rare
def end(scene: Any, foe: Any, ending: Any, effect: Any) -> None:
    """Put a fighter out, unless he is a bench or already worse off."""
    if foe.immortal == _1:
        return
    if foe.out == _0 or ending == Ending.DEAD:
        foe.out = ending
    tell_effect(scene, foe.side, effect, _NOWHERE, _0)


@kernel
def stun(scene: Any, foe: Any) -> None:
    """Physical stun (C-91, C-92); the fighter's own turn, if it runs, is over (C-36, R-11)."""
    if foe.immortal == _1:
        return
    if foe.stunned != Stun.PHYSICAL:
        foe.stunned = Stun.PHYSICAL
        tell_effect(scene, foe.side, Effect.STUNNED, _NOWHERE, _0)
    if scene.ring.now.clinch != _0:
        let_go(scene, foe.side)
    if foe.airborne == _1:
        foe.falls_on_landing = _1
    foe.waiting = _0
    if scene.ring.rules.midturn_stun == _0:
        foe.stop = _1
    elif foe.stop == _0:
        foe.stop = _2


@rare
def stun_mind(scene: Any, foe: Any) -> None:
    """Mental stun, shaken off by IQ (C-92); it ends his turn as the other does."""
    if foe.immortal == _1 or foe.stunned != Stun.NONE:
        return
    foe.stunned = Stun.MENTAL
    foe.stunned_until = foe.turn
    tell_effect(scene, foe.side, Effect.STUNNED, _NOWHERE, _1)
    if scene.ring.now.clinch != _0:
        let_go(scene, foe.side)
    foe.waiting = _0
    if scene.ring.rules.midturn_stun == _0:
        foe.stop = _1
    elif foe.stop == _0:
        foe.stop = _2


@rare
def lose_part(scene: Any, foe: Any, loc: int, state: int) -> None:
    """A part is lost; with an arm its hand, with a leg its foot, and the fighter falls (C-88, C-89)."""
    if foe.immortal == _1:
        return
    if foe.crippled[loc] != _1:
        foe.crippled[loc] = state
    scene.ring.now.quiet = scene.ring.now.turn
    if loc == Loc.EYE_R or loc == Loc.EYE_L:
        note_lost(foe)
        tell_effect(scene, foe.side, Effect.BLINDED, loc, _0)
        at_once(scene, foe, state)
        return
    tell_effect(scene, foe.side, Effect.CRIPPLED, loc, state)
    if is_limb(loc):
        tip = loc + _2
        if foe.crippled[tip] != _1:
            foe.crippled[tip] = _2 if state == _1 else state
    note_lost(foe)
    if is_leg(loc):
        fall(scene, foe)
    if scene.ring.now.clinch != _0:
        limb_lost(scene, foe)
    at_once(scene, foe, state)


@hot
def at_once(scene: Any, foe: Any, state: int) -> None:
    """R-54 any: unused CP are spent in the moment of the loss."""
    if scene.ring.rules.cp_when == _2 and foe.unspent_cp > _0 and state == _1:
        restore_at_once(scene, foe)


@kernel
def stands_fast(scene: Any, their: Any, foe: Any, yards: int) -> bool:
    """不動の構え against what would fell or move him: -1 a yard (C-126).

    Dice: 3d for somebody who knows it and stands on his feet, else none.
    """
    if their.stance == _0 or foe.stunned != _0 or foe.airborne == _1 or foe.posture == Posture.LYING:
        return False
    target = their.stance + mod(scene, Mod.SHOCK, -foe.shock) + mod(scene, Mod.DISTANCE, -yards)
    return check(scene, foe.side, Roll.STANCE, target)


@rare
def near_death(scene: Any, their: Any, foe: Any, before: int) -> None:
    """One roll for each threshold this blow passed: -HT, then every 5 points (or HT) below (T-03, R-29).

    Dice: 3d each; the first failure ends it.
    """
    step = _5 if scene.ring.rules.neardeath_step == _0 else their.ht
    mark = -their.ht
    while mark >= foe.hp:
        if mark < before:
            target = health(scene, their, _0) + mod(scene, Mod.HARD_TO_KILL, their.hard_to_kill)
            if not check(scene, foe.side, Roll.NEAR_DEATH, target):
                end(scene, foe, Ending.NEAR_DEATH, Effect.NEAR_DEATH)
                return
        mark -= step


@hot
def is_fatal(scene: Any, their: Any, foe: Any) -> bool:
    """Damage of six times HT is death, whatever the rolls (T-06, R-48)."""
    taken = their.max_hp - foe.hp
    if scene.ring.rules.death_cmp == _0:
        return taken >= np.int64(6) * their.ht
    return taken > np.int64(6) * their.ht


@rare
def blind_one(scene: Any, foe: Any, loc: int) -> None:
    """One eye is blinded: the one struck, else a sound one by lot (C-76 row 7)."""
    eye = loc
    if loc != Loc.EYE_R and loc != Loc.EYE_L:
        eye = np.int64(2) + pick(
            will(scene.ring.dice, scene.ring.now.turn, scene.ring.now.side, scene.ring.now.sub, _EYE_DRAW), _2
        )
        if foe.crippled[eye] != _0:
            eye = np.int64(5) - eye
    foe.blinded_by_crit = _1
    lose_part(scene, foe, eye, _1)


@kernel
def location_stun(scene: Any, their: Any, foe: Any, loc: int, injury: int, ear_clap: int) -> None:
    """Rolls against stun that a place calls for: jaw, nose, neck, groin, ears (C-78, C-86, C-14).

    Dice: 3d for jaw, nose, groin and an ear clap; the neck rolls none.
    """
    if loc == Loc.JAW:
        target = health(scene, their, _1) + mod(scene, Mod.INJURY, -(injury if injury > _2 else _2))
    elif loc == Loc.NOSE:
        target = health(scene, their, _1) + mod(scene, Mod.INJURY, -_1)
    elif loc == Loc.GROIN:
        target = health(scene, their, _1) + mod(scene, Mod.INJURY, -(injury // _2))
    elif ear_clap == _1:
        target = health(scene, their, _1) + mod(scene, Mod.INJURY, -_2 - injury)
    else:
        if loc == Loc.NECK and _3 * injury > their.ht:
            stun(scene, foe)
        return
    if not check(scene, foe.side, Roll.STUN, target):
        stun(scene, foe)


@hot
def knocks_out(scene: Any, loc: int) -> bool:
    """Whether a crushing blow there calls for the knock-out roll (C-87, R-27)."""
    if scene.ring.rules.ko_locations == _2:
        return False
    if loc == Loc.BRAIN or loc == Loc.VITALS or loc == Loc.KIDNEYS:
        return True
    return scene.ring.rules.ko_locations == _0 and loc == Loc.HEAD


@rare
def senseless(scene: Any, their: Any, foe: Any) -> None:
    """Unconscious; the damage of the blow still counts for T-06, nothing more is rolled (README point 17)."""
    end(scene, foe, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
    if is_fatal(scene, their, foe):
        end(scene, foe, Ending.DEAD, Effect.DEAD)


@kernel
def knock_back(scene: Any, my: Any, their: Any, foe: Any, me: Any, basic: int, double: int) -> None:
    """A yard for every full 8 points of basic damage, and a roll not to fall (C-52).

    Dice: 3d unless the victim lies.
    """
    if basic < scene.ring.rules.knockback_points or foe.immortal == _1:
        return
    yards = basic // scene.ring.rules.knockback_points
    if double == _1:
        yards *= _2
    if stands_fast(scene, their, foe, yards):
        return
    go_back(scene, foe, me, yards * scene.ring.rules.fine_per_yard, Why.KNOCKED_BACK)
    tell_effect(scene, foe.side, Effect.KNOCKED_BACK, _NOWHERE, yards)
    if foe.airborne == _1:
        foe.falls_on_landing = _1
    elif foe.posture != Posture.LYING and not keeps_footing(
        scene, their, foe, their.dx + mod(scene, Mod.HEFT, their.heft), _1
    ):
        fall(scene, foe)


@kernel
def injure(
    scene: Any,
    their: Any,
    foe: Any,
    loc: int,
    basic: int,
    bonus: int,
    factor: int,
    no_dr: int,
    ear_clap: int,
    fate: int,
) -> None:
    """`basic` points strike `foe` at `loc`; `fate` is what a critical table adds.

    Order: hit points and shock, lost parts, what the tables decree, brain thresholds, knock-out roll, stun rolls
    of the place, knock-down roll, near-death rolls. Knock-back is the caller's.

    Dice: 3d each for knock-out, a place's stun, knock-down and every near-death threshold passed.
    Source: C-15, C-81…C-87, C-91, C-93, T-03, T-06, README points 16-19.
    """
    dr = _0 if no_dr == _1 else armour(scene, their, loc)
    wound = scene.ring.now.wound
    if wound & BREAKING != _0 and loc == Loc.BRAIN and no_dr == _0:
        dr -= _2
    passed = basic - dr if basic > dr else _0
    if passed > _0 and loc == their.old_wound:
        passed += _1
    injury = passed
    halves = _2
    if loc == Loc.BRAIN:
        injury = passed * _4
        halves = np.int64(8)
    elif fate == FATE_PIERCED:
        injury = passed * (_3 if loc == Loc.VITALS else _2)
        halves = np.int64(6) if loc == Loc.VITALS else _4
    elif loc == Loc.NECK and fate != FATE_SQUEEZE:
        injury = passed * _3 // _2
        halves = _3
    secret = _1
    if wound & SECRET != _0:
        secret = _2
        if loc == Loc.TORSO or loc == Loc.VITALS:
            times = _2 if loc == Loc.TORSO else _3
            injury *= times
            halves *= times
    limb = is_limb(loc) or is_tip(loc)
    if limb:
        cap = limb_cap(their.ht, loc)
        if injury > cap:
            injury = cap
    before = foe.hp
    foe.hp -= injury
    tell_damage(scene, foe.side, loc, bonus, factor, basic, dr, halves, injury, foe.hp)
    if injury > _0:
        scene.ring.now.quiet = scene.ring.now.turn
        times = their.shock_times
        if loc == Loc.GROIN and their.male == _1:
            times *= _2
        if foe.nature != _0:
            takes_to_heart(their, foe, injury)
            times *= _1 - foe.berserk
        foe.shock += injury * times
        foe.taken[loc] += injury
    if foe.immortal == _1:
        return

    if injury > _0:
        total = foe.taken[loc] if scene.ring.rules.cripple == _1 else injury
        if limb:
            total *= secret
        if foe.crippled[loc] != _1 and (foe.fragile[loc] == _1 or cripples(scene, their.ht, loc, total)):
            lose_part(scene, foe, loc, _1)
    if fate == FATE_CRIPPLED and limb and foe.crippled[loc] != _1:
        lose_part(scene, foe, loc, _1)
    if fate == FATE_NUMB and limb and foe.crippled[loc] == _0:
        lose_part(scene, foe, loc, foe.turn + np.int64(8))

    if fate == FATE_UNCONSCIOUS:
        senseless(scene, their, foe)
        return
    if fate == FATE_BLIND:
        foe.blinded_by_crit = _1
        lose_part(scene, foe, np.int64(2), _1)
        lose_part(scene, foe, np.int64(3), _1)
        stun(scene, foe)
    elif fate == FATE_ONE_EYE:
        blind_one(scene, foe, loc)
        stun(scene, foe)
    elif fate == FATE_OFF_BALANCE:
        foe.defend_only = _1
        tell_effect(scene, foe.side, Effect.OFF_BALANCE, _NOWHERE, _0)
    elif fate == FATE_DEAF:
        foe.deaf = _1
        tell_effect(scene, foe.side, Effect.DEAFENED, _NOWHERE, _0)
    elif fate == FATE_STUNNED:
        stun(scene, foe)

    if injury > _0:
        if loc == Loc.BRAIN:
            felt = injury if scene.ring.rules.brain_threshold == _0 else passed
            if _2 * felt > their.ht:
                senseless(scene, their, foe)
                return
            if _3 * felt > their.ht:
                stun(scene, foe)
        if knocks_out(scene, loc) and not check(scene, foe.side, Roll.KNOCK_OUT, health(scene, their, _1)):
            senseless(scene, their, foe)
            return
        if fate != FATE_SQUEEZE:
            location_stun(scene, their, foe, loc, injury, ear_clap)
        if _2 * injury > their.ht:
            calm = mod(scene, Mod.BERSERK, _4 * foe.berserk)
            if not check(scene, foe.side, Roll.KNOCKDOWN, health(scene, their, _1) + calm) and not stands_fast(
                scene, their, foe, _0
            ):
                fall(scene, foe)
            stun(scene, foe)
    hush(scene)
    if is_fatal(scene, their, foe):
        end(scene, foe, Ending.DEAD, Effect.DEAD)
        return
    if foe.hp <= -their.ht and injury > _0:
        near_death(scene, their, foe, before)


__all__ = ["apart", "injure", "knock_back", "roll3"]
