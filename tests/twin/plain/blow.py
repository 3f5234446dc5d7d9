"""One blow, from its declaration to what it does. Dice in the canonical order (C-08 to C-20, C-77 to C-80, §0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.answers import Blow
from plain.arts_in_blows import blindly, pay, press_point, rolls_with_it, shove
from plain.bearing import arc_from
from plain.books import ANYWHERE, HEAD_TABLE, RANDOM_PLACE, result_of
from plain.decision import Choice
from plain.defending import defend
from plain.focus import distracted
from plain.grip import strength
from plain.guile import built_in_feint
from plain.legal import effective
from plain.magic_blows import aim_missile, strike_home, turned_aside
from plain.memory import note_act
from plain.rolls import contest, swing, thought_better
from plain.wounds import HEAD_TABLE as HEAD_FATES
from plain.wounds import HIT_TABLE, faint, fall, fumble, injure, keeps_footing, knock_back, put_out, stands_fast

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.special import Special
    from plain.techniques import Way

SIDE_DRAW = 60008
"""First place of the draw for the side of an unaimed blow; own attacks so far are added, modulo 8."""


def critical(bout: Bout, me: Fighter, place: str) -> tuple[int, bool, str] | None:
    """The table of a critical hit: factor, DR ignored, fate; None when no damage is rolled (C-75, C-76, R-24)."""
    dice, foe = bout.dice.three(), me.foe
    row = sum(dice)
    head = place in HEAD_TABLE
    bout.tell("table", me, table="crit_head" if head else "crit_hit", dice=dice, row=row)
    if not head:
        if row in (3, 18):
            return (1, False, "unconscious") if place == "torso" else (3, False, "")
        return HIT_TABLE.get(row, (1, False, ""))
    if row == 3:
        reading = me.rules["head_crit_3"]
        ending = {"near_death": "near_death", "death": "dead", "unconscious": "unconscious"}[reading]
        put_out(bout, foe, ending, ending)
        return None
    if row <= 5:
        faint(bout, foe)
        return None
    return 1, False, HEAD_FATES.get(row, "")


def sweep(bout: Bout, me: Fighter, way: Way) -> bool:
    """An undefended sweep: a contest, and the foe falls if he loses it (C-14, C-60, C-126)."""
    foe = me.foe
    if foe.airborne or foe.posture == "lying":
        return False
    theirs = max(foe.brings.sweep_resist - foe.shock, strength(foe))
    got, held = contest(bout, me, "sweep", way.level - me.shock, theirs)
    if got <= held or stands_fast(bout, foe, 0):
        return False
    fall(bout, foe)
    return True


def damage_of(me: Fighter, way: Way, special: Special) -> tuple[int, int]:
    """Dice and adds of a blow, ST as often as a Power Blow has it (C-09, C-117, R-42)."""
    if special.power == 1 and me.rules["fatigue_st"] != "all":
        return way.dice, way.adds
    st = strength(me) if me.rules["fatigue_st"] == "all" else me.brings.st
    return way.dice_with(st * special.power)


def land(bout: Bout, me: Fighter, choice: Choice, place: str, table: tuple[int, bool, str]) -> None:
    """Damage, then knock-back and what the technique adds (C-10, C-13, C-15, C-27, C-52)."""
    factor, no_dr, fate = table
    way, special, foe = choice.way, choice.special, me.foe
    assert way is not None
    if way.limb == "spell":
        basic = strike_home(bout, me, factor, no_dr)
        if not foe.out:
            knock_back(bout, foe, basic, False)
        return
    n, adds = damage_of(me, way, special)
    if n:
        adds += special.adds + (2 if choice.opt == "aoa_strong" else 0) - 2 * me.stances.get("cat_stance", False)
        if place in ("leg.R", "leg.L", "torso"):
            adds += way.says("leg_bonus")
        if place == "neck":
            adds += way.says("neck_bonus")
        if me.hold:
            adds += way.says("grapple_bonus")
    dice = [] if fate == "most" or (special.points and n == 0) else bout.dice.some(n)
    rolled = 6 * n if fate == "most" else sum(dice)
    basic = max(0, rolled + adds) * factor
    ears = way.row["id"] == "ear_clap"
    softened = basic
    if n or not special.points:
        softened = rolls_with_it(bout, foe, place, basic)
        injure(
            bout, foe, place, dice, adds, softened, factor=factor, no_dr=no_dr, ears=ears, fate=fate, special=special
        )
    if special.points and not foe.out:
        press_point(bout, me, place)
    if foe.out:
        return
    knock_back(bout, foe, basic, bool(way.row.get("knockback_double")) or softened < basic)
    struck_down = way.row.get("fall_check") and foe.posture != "lying"
    if struck_down and not keeps_footing(bout, foe, foe.brings.dx) and not stands_fast(bout, foe, 0):
        fall(bout, foe)


def declare(bout: Bout, me: Fighter, way: Way, act: str, opt: str) -> None:
    """What declaring a blow brings with it."""
    bout.declared = act
    if way.row.get("airborne"):
        me.risk = True
        if not me.airborne:
            me.airborne = True
            bout.tell("effect", me, effect="airborne")
    elif way.says("own_def_mod"):
        me.own_defence = way.says("own_def_mod")
    if way.says("own_parry_mod") <= -99:
        me.no_parry = True
    if way.row.get("own_hand_parry_lost"):
        me.hand_lost["R" if me.striking_part("arm") == "arm.R" else "L"] = True
    if me.hold and me.hold.kind == "grapple" and way.limb == "arm":
        me.hold.hands = 1  # C-106, C-114
    go_all_out(me, way, opt)


def go_all_out(me: Fighter, way: Way, opt: str) -> None:
    """An all-out attack leaves no defence from its declaration on (C-25, C-27)."""
    if way.row.get("all_out") or opt.startswith("aoa"):
        me.all_out = me.all_out_used = me.risk = True


def aimed_at(me: Fighter, choice: Choice, wild: bool) -> int:
    """What a blow is rolled against (C-08, C-32)."""
    assert choice.way is not None
    if choice.place not in choice.way.aim:
        return 0
    target = effective(me, choice.way, choice.place, choice.opt) + choice.special.to_hit + (me.weighed >= me.turn > 0)
    return min(9, target - 5) if wild else target


def strike(bout: Bout, me: Fighter, choice: Choice, *, counter: bool = False, wild: bool = False) -> str:
    """A blow: hit, stopped, riposte or series. Dice in the canonical order of the rule book (§0)."""
    way, act, foe = choice.way, choice.act, me.foe
    assert way is not None
    assert choice.place is not None
    place = choice.place
    declare(bout, me, way, act, choice.opt)
    if me.rules["flank"] == "tracked" and me.rules["auto_face"] == "yes" and foe.turns_along:
        foe.looks_at_foe()  # README point 14
    lure = me.lure if me.lure_until >= me.turn else 0
    if way.feint_share:
        lure += built_in_feint(bout, me, way)
    if me.rules["feint_scope"] != "next_turn":
        me.lure = 0
    if way.limb == "spell":
        target = aim_missile(me, way) + swing(me)
    else:
        target = aimed_at(me, choice, wild) + blindly(bout, me, place) + swing(me)
    me.weighed = 0
    ahead = None if counter else bout.thrown.pop(me.side, None)
    dice = ahead or bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell("attack", me, act=act, at=place, base=way.level, target=target, dice=dice, result=result, counter=counter)
    dice, result = thought_better(bout, me, "attack", target, dice, result)
    total = sum(dice)
    if choice.special.push:
        pay(bout, me, "push", result)
    unseen, me.unseen = me.unseen, False  # C-130
    foe.memory.provoked = foe.memory.attacked = True
    foe.memory.foe_limb = me.striking_part(way.limb)
    near_miss = way.row.get("swung") and place in ("brain", "head") and total == target + 1 and total < 17
    if result == "critical_failure" and way.limb != "spell":
        fumble(bout, me, way.limb, way.kick, False)
    elif result == "failure" and not near_miss and stumbles(bout, me, way):
        fall(bout, me)
        crashes(bout, me, way)
    if result == "critical_failure" or (result == "failure" and not near_miss):
        note_act(me, act, {"miss", "fail"}, place)
        return "stopped"
    if result == "failure":
        place = "torso"  # C-80
    if way.limb == "spell" and turned_aside(bout, me):
        note_act(me, act, {"miss", "fail"}, place)
        return "stopped"
    struck = place
    if place == ANYWHERE:
        struck = random_place(bout, me)
    table: tuple[int, bool, str] | None = (1, False, "")
    if result == "critical_success":
        if total == 3 and me.rules["nat3"] == "max_damage":
            table = (1, False, "most")
        elif not way.sweep and not choice.special.push:
            table = critical(bout, me, struck)
    else:
        met = defend(bout, foe, Blow(way, act, arc_from(me), lure, counter, unseen))
        if met != "hit":
            dodged = foe.memory.last_defence in ("dodge", "jump_back")
            note_act(me, act, {"dodged" if dodged else "parried", "fail"}, place)
            distracted(bout, foe)
            return met
    how = {"hit", "ok"}
    if way.sweep:
        if not sweep(bout, me, way):
            how = {"hit", "fail"}
    elif choice.special.push:
        shove(bout, me)
    elif table is not None and not foe.out:
        land(bout, me, choice, struck, table)
    foe.memory.was_hit = True
    distracted(bout, foe)
    note_act(me, act, how, struck)
    return "hit"


def stumbles(bout: Bout, me: Fighter, way: Way) -> bool:
    """A missed kick asks for the footing, not of one who lies (C-12)."""
    if not way.row.get("miss_fall") or me.posture == "lying":
        return False
    return not keeps_footing(bout, me, way.footing + way.footing_mod)


def crashes(bout: Bout, me: Fighter, way: Way) -> None:
    """A flying jump kick that misses ends in a hard fall (maneuvers.toml)."""
    if way.row["id"] == "flying_jump_kick" and me.brings.whole:
        n, adds = me.brings.thrust
        dice = bout.dice.some(n)
        injure(bout, me, "torso", dice, adds - 2, max(0, sum(dice) + adds - 2))


def random_place(bout: Bout, me: Fighter) -> str:
    """Where an unaimed blow lands; a side not named is even chances (C-79)."""
    dice = bout.dice.three()
    bout.tell("table", me, table="location", dice=dice, row=sum(dice))
    part = RANDOM_PLACE[sum(dice)]
    if part in ("arm", "hand", "leg", "foot"):
        return part + (".R", ".L")[bout.shared_will(SIDE_DRAW + me.memory.attacks % 8) >> 31]
    return part
