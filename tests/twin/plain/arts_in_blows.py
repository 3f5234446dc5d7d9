"""What cinematic skills do inside a blow: Blind Fighting, Push, Pressure Points, Roll with Blow (C-116 to C-127)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.arts import COST, known
from plain.books import ANYWHERE, EYES, HEAD_TABLE, LIMBS, RING, TIPS
from plain.rolls import check, contest
from plain.wounds import armour, daze, fall, health, keeps_footing, lose_part, stands_fast, stun

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

WORTH_ROLLING = 12
"""From this level on a fighter rolls with a hard blow: failing means falling [ruling]."""


def pay(bout: Bout, me: Fighter, name: str, result: str) -> None:
    """The fatigue of a skill, won or lost; a critical success is free (C-116)."""
    if result == "critical_success":
        return
    me.fp -= COST[name]
    bout.progress()
    bout.tell("fatigue", me, lost=COST[name], fp=me.fp, why=name)


def blindly(bout: Bout, me: Fighter, place: str) -> int:
    """Blind Fighting gives back what eyes do not see; a body part is aimed at with -2 (C-90, C-127, C-130)."""
    level = me.brings.skills.get("blind_fighting", 0)
    lost = (10 if me.blind else 0) + (6 if me.foe.unseen else 0)
    if not level or not lost:
        return 0
    less = 0 if place in (ANYWHERE, "torso") else 2
    return lost if check(bout, me, "blind_fighting", level - me.shock - less) else 0


def shove(bout: Bout, me: Fighter) -> None:
    """Push: twice a swing counts for knock-back alone; DX less the yards or he falls (C-118, C-126)."""
    foe = me.foe
    n, adds = me.brings.swing
    dice = bout.dice.some(n)
    points = 2 * max(0, sum(dice) + adds)
    bout.tell("effect", foe, effect="pushed", dice=dice, points=points)
    yards = points // RING["knockback_points"]
    if yards == 0 or stands_fast(bout, foe, yards):
        return
    bout.go_back(foe, yards * foe.yard, "knocked_back")
    bout.tell("effect", foe, effect="knocked_back", yards=yards)
    if foe.airborne:
        foe.lands_badly = True
    elif foe.posture != "lying" and not keeps_footing(bout, foe, foe.brings.dx + foe.brings.heft - yards):
        fall(bout, foe)


def press_point(bout: Bout, me: Fighter, place: str) -> None:
    """Pressure Points: a contest against HT; a limb goes numb for 5d turns, the body or the head is stunned (C-119)."""
    foe = me.foe
    got, kept = contest(bout, me, "pressure_points", known(me, "pressure_points") - me.shock, health(foe, False))
    if got <= kept:
        return
    if place in LIMBS or place in TIPS:
        dice = bout.dice.some(5)
        bout.tell("effect", foe, effect="numbed", at=place, dice=dice)
        if place not in foe.gone:
            lose_part(bout, foe, place, foe.turn + sum(dice))
    elif place in HEAD_TABLE or place in EYES:
        daze(bout, foe)
    else:
        stun(bout, foe)


def rolls_with_it(bout: Bout, who: Fighter, place: str, basic: int) -> int:
    """Roll with Blow: half the damage and twice the knock-back, or a fall (maneuvers.toml); for hard blows only."""
    level = known(who, "roll_with_blow") - who.shock if who.brings.whole else 0
    hard = 3 * (basic - armour(who, place)) > who.brings.ht
    if level < WORTH_ROLLING or not hard or who.stunned or who.airborne or who.clinched or who.posture != "standing":
        return basic
    if check(bout, who, "roll_with_blow", level):
        return basic // 2
    fall(bout, who)
    return basic
