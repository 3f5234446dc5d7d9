"""One blow, and an attack as a whole: step, waiting foe, second blow, ripostes (C-08 to C-20, C-26 to C-32, C-72)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plain.books import ANYWHERE, HEAD_TABLE, RANDOM_PLACE, margin_of, result_of
from plain.choice import Choice, Chooser, best_place
from plain.conditions import banned_places
from plain.contests import contest
from plain.defending import Blow, defend
from plain.hexes import arc
from plain.legal import READY, arc_from, effective
from plain.magic_blows import after_blow, aim_missile, before_blow, strike_home, turned_aside
from plain.memory import note_act
from plain.wounds import HEAD_TABLE as HEAD_FATES
from plain.wounds import HIT_TABLE, faint, fall, fumble, injure, keeps_footing, knock_back, put_out

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way

SIDE_DRAW = 60008
"""First place of the draw for the side of an unaimed blow; own attacks so far are added, modulo 8."""


def feint(bout: Bout, me: Fighter) -> None:
    """What a feint takes off the foe's defences against the next attack (C-29)."""
    mine = me.brings.feint(bout.slot) + me.burden
    got, held = contest(bout, me, "feint", mine, me.foe.brings.feint_resist - me.foe.shock)
    me.lure = max(0, got - max(0, held)) if got >= 0 else 0
    me.lure_until = me.turn if me.rules["feint_scope"] == "same_subturn" else me.turn + 1
    note_act(me, "feint", {"ok" if me.lure else "fail"}, None)


def built_in_feint(bout: Bout, me: Fighter, way: Way) -> int:
    """The feint inside a spin kick or backfist; a lost one helps the defender (C-14)."""
    mine, theirs = way.level + me.hindrance, me.foe.brings.feint_resist - me.foe.shock
    got, held = contest(bout, me, "built_in_feint", mine, theirs)
    won = abs(got - held)
    part = won // 2 if way.feint_share == 0.5 else won
    return part if got >= held else -part


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
    """An undefended sweep: a contest, and the foe falls if he loses it (C-14, C-60)."""
    foe = me.foe
    if foe.airborne or foe.posture == "lying":
        return False
    theirs = max(foe.brings.sweep_resist - foe.shock, foe.brings.st)
    got, held = contest(bout, me, "sweep", way.level - me.shock, theirs)
    if got <= held:
        return False
    fall(bout, foe)
    return True


def land(bout: Bout, me: Fighter, way: Way, place: str, opt: str, table: tuple[int, bool, str], ears: bool) -> None:
    """Damage, then knock-back and what the technique adds (C-10, C-13, C-15, C-27, C-52)."""
    factor, no_dr, fate = table
    foe = me.foe
    if way.limb == "spell":
        basic = strike_home(bout, me, factor, no_dr)
        if not foe.out:
            knock_back(bout, foe, basic, False)
        return
    adds = way.adds + (2 if opt == "aoa_strong" else 0)
    if place in ("leg.R", "leg.L", "torso"):
        adds += way.says("leg_bonus")
    if place == "neck":
        adds += way.says("neck_bonus")
    dice = [] if fate == "most" else bout.dice.some(way.dice)
    rolled = 6 * way.dice if fate == "most" else sum(dice)
    basic = max(0, rolled + adds) * factor
    injure(bout, foe, place, dice, adds, basic, factor=factor, no_dr=no_dr, ears=ears, fate=fate)
    if foe.out:
        return
    knock_back(bout, foe, basic, bool(way.row.get("knockback_double")))
    if way.row.get("fall_check") and foe.posture != "lying" and not keeps_footing(bout, foe, foe.brings.dx):
        fall(bout, foe)


def declare(bout: Bout, me: Fighter, way: Way, act: str, opt: str) -> None:
    """What declaring a blow brings with it."""
    bout.declared = act
    if way.row.get("airborne"):
        if not me.airborne:
            me.airborne = True
            bout.tell("effect", me, effect="airborne")
    elif way.says("own_def_mod"):
        me.own_defence = way.says("own_def_mod")
    if way.says("own_parry_mod") <= -99:
        me.no_parry = True
    if way.row.get("own_hand_parry_lost"):
        me.hand_lost["R" if me.arm_works("R") else "L"] = True
    go_all_out(me, way, opt)


def go_all_out(me: Fighter, way: Way, opt: str) -> None:
    """An all-out attack leaves no defence from its declaration on (C-25, C-27)."""
    if way.row.get("all_out") or opt.startswith("aoa"):
        me.all_out = me.all_out_used = True


def strike(bout: Bout, me: Fighter, choice: Choice, *, counter: bool = False, wild: bool = False) -> str:
    """A blow: hit, stopped or riposte. Dice in the canonical order of the rule book (§0)."""
    way, act, opt, foe = choice.way, choice.act, choice.opt, me.foe
    assert way is not None
    assert choice.place is not None
    place = choice.place
    declare(bout, me, way, act, opt)
    if me.rules["flank"] == "tracked" and me.rules["auto_face"] == "yes" and foe.turns_along:
        foe.looks_at_foe()  # README point 14
    lure = me.lure if me.lure_until >= me.turn else 0
    if way.feint_share:
        lure += built_in_feint(bout, me, way)
    if me.rules["feint_scope"] != "next_turn":
        me.lure = 0
    target = aim_missile(me, way) if way.limb == "spell" else aimed_at(me, choice, wild)
    ahead = None if counter else bout.thrown.pop(me.side, None)
    dice = ahead or bout.dice.three()
    total = sum(dice)
    result = result_of(target, total)
    bout.tell("attack", me, act=act, at=place, base=way.level, target=target, dice=dice, result=result, counter=counter)
    foe.memory.provoked = foe.memory.attacked = True
    foe.memory.foe_limb = me.striking_part(way.limb)
    near_miss = way.row.get("swung") and place in ("brain", "head") and total == target + 1 and total < 17
    if result == "critical_failure" and way.limb != "spell":
        fumble(bout, me, way.limb, way.kick, False)
    elif result == "failure" and not near_miss and stumbles(bout, me, way):
        fall(bout, me)
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
        elif not way.sweep:
            table = critical(bout, me, struck)
    else:
        met = defend(bout, foe, Blow(way, act, arc_from(me), lure, counter))
        if met != "hit":
            dodged = foe.memory.last_defence in ("dodge", "jump_back")
            note_act(me, act, {"dodged" if dodged else "parried", "fail"}, place)
            return met
    how = {"hit", "ok"}
    if way.sweep:
        if not sweep(bout, me, way):
            how = {"hit", "fail"}
    elif table is not None and not foe.out:
        land(bout, me, way, struck, opt, table, way.row["id"] == "ear_clap")
    foe.memory.was_hit = True
    note_act(me, act, how, struck)
    return "hit"


def stumbles(bout: Bout, me: Fighter, way: Way) -> bool:
    """A missed kick asks for the footing, not of one who lies (C-12)."""
    if not way.row.get("miss_fall") or me.posture == "lying":
        return False
    return not keeps_footing(bout, me, way.footing + way.footing_mod)


def random_place(bout: Bout, me: Fighter) -> str:
    """Where an unaimed blow lands; a side not named is even chances (C-79)."""
    dice = bout.dice.three()
    bout.tell("table", me, table="location", dice=dice, row=sum(dice))
    part = RANDOM_PLACE[sum(dice)]
    if part in ("arm", "hand", "leg", "foot"):
        return part + (".R", ".L")[bout.shared_will(SIDE_DRAW + me.memory.attacks % 8) >> 31]
    return part


# -- the attack as a whole ---------------------------------------------------------------------------


def goes_on(me: Fighter) -> bool:
    """Whether a fighter in the middle of his act can go on with it."""
    return not me.out and (not me.stunned or me.halted == "going on")


def exchange(bout: Bout, me: Fighter, choice: Choice, *, counter: bool = False, wild: bool = False) -> None:
    """A blow with the ripostes it meets: each strikes back at once (C-72)."""
    striker = me
    while True:
        if bout.magical:
            if before_blow(bout, striker, choice.act):
                return
            assert choice.way is not None
            choice = replace(choice, way=striker.brings.again(choice.way))
        met = strike(bout, striker, choice, counter=counter, wild=wild)
        if bout.magical:
            assert choice.way is not None
            after_blow(bout, striker, choice.way)
        assert choice.way is not None
        if choice.way.row.get("own_fall") and not striker.out:
            fall(bout, striker)
        answerer = striker.foe
        if met != "riposte" or striker.out or answerer.out:
            return
        way = answerer.brings.way("punch", 1)
        assert way is not None
        banned = banned_places(answerer, "punch")
        place = best_place(answerer, "punch", way, "", banned) if banned is not None else None
        bout.launch = answerer.distance
        answerer.came_from = answerer.at
        if place is None or answerer.distance > way.far:
            return
        striker, choice, counter, wild = answerer, Choice("punch", way, place), True, False


def aimed_at(me: Fighter, choice: Choice, wild: bool) -> int:
    """What a blow is rolled against (C-08, C-32)."""
    assert choice.way is not None
    if choice.place not in choice.way.aim:
        return 0
    target = effective(me, choice.way, choice.place, choice.opt)
    return min(9, target - 5) if wild else target


def may_strike(me: Fighter, choice: Choice, wild: bool) -> bool:
    """Whether a blow that was decided can still be tried: reach, a mark, and a chance (C-01, T-02)."""
    assert choice.way is not None
    if me.foe.out or me.distance > choice.way.far or choice.place in me.foe.gone:
        return False
    return aimed_at(me, choice, wild) >= 3


def swings_blindly(me: Fighter, way: Way) -> bool:
    """A foe who is not in front: turning costs the step, without one it is a wild swing (C-32, C-41, R-17)."""
    ahead = (me.foe.at[0] - me.at[0], me.foe.at[1] - me.at[1])
    if me.rules["auto_face"] == "yes" or way.row.get("rear_ok") or arc(me.facing, ahead) == "front":
        return False
    if me.stepped or me.airborne or me.yards_left == 0:
        return True
    me.stepped = True
    me.walked += 1
    me.looks_at_foe()
    return False


@dataclass
class Reply:
    """The blow of a foe who waited (C-30)."""

    choice: Choice
    first: bool


def reply_of(bout: Bout, me: Fighter, way: Way) -> Reply | None:
    """What the waiting foe does about the blow `way`: the longer reach goes first, equal ones contest (C-30)."""
    foe = me.foe
    if not foe.waiting or foe.out or foe.stunned or foe.plan.only:
        return None
    foe.stepped = False
    state, choice = Chooser(bout, foe, 1).best("@attack", None, "")
    if state != READY or choice.way is None:
        return None
    if me.rules["stop_hit"] == "on":
        return Reply(choice, True)
    if choice.way.far != way.far:
        return Reply(choice, choice.way.far > way.far)
    got, held = contest(bout, me, "wait", way.level + me.hindrance, choice.way.level + foe.hindrance)
    return Reply(choice, got <= held)


def both_at_once(bout: Bout, me: Fighter, choice: Choice, reply: Reply, wild: bool) -> Reply:
    """A stop hit: both roll, who succeeds by more gets through first, the other's roll stands (C-73)."""
    bout.thrown = {who.side: bout.dice.three() for who in (me, me.foe)}
    mine = margin_of(aimed_at(me, choice, wild), sum(bout.thrown[me.side]))
    theirs = margin_of(aimed_at(me.foe, reply.choice, False), sum(bout.thrown[me.foe.side]))
    return Reply(reply.choice, mine <= theirs)


def under_way(bout: Bout, me: Fighter) -> bool:
    """Whether a fighter can go on with his blow; one whose roll is made comes about unless he is out."""
    return not me.out if me.side in bout.thrown else goes_on(me)


def answer(bout: Bout, me: Fighter, reply: Reply) -> None:
    """The waiting fighter strikes, with a step if he needs one."""
    if not under_way(bout, me) or me.foe.out:
        return
    choice = reply.choice
    assert choice.way is not None
    me.waiting = me.stepped = False
    bout.launch = me.distance
    me.came_from = me.at
    if me.distance > choice.way.far:
        gap = me.distance - choice.stop
        if gap > me.yard:
            return
        me.walked += me.yards(gap)
        bout.close_in(me, choice.stop, "step")
    if me.rules["distance_when"] == "at_impact":
        bout.launch = me.distance
    if me.side in bout.thrown or may_strike(me, choice, False):
        exchange(bout, me, choice)


def attack(bout: Bout, me: Fighter, choice: Choice) -> None:
    """An attack: step up, the blow or two, and who waits comes before or after them (C-26, C-27, C-30)."""
    way, foe = choice.way, me.foe
    assert way is not None
    launch = me.distance
    go_all_out(me, way, choice.opt)
    step_up(bout, me, choice)
    wild = swings_blindly(me, way)
    if wild:
        choice = replace(choice, place=ANYWHERE)
    reply = reply_of(bout, me, way)
    bout.thrown = {}
    if reply and me.rules["stop_hit"] == "on":
        reply = both_at_once(bout, me, choice, reply, wild)
    if reply and reply.first:
        answer(bout, foe, reply)
    ahead = me.side in bout.thrown
    in_reach = not foe.out and me.distance <= way.far
    if way.limb == "spell" and not me.magic.held:
        return
    thrown = way.limb == "spell" and not (reply and reply.first)
    if under_way(bout, me) and in_reach and (ahead or thrown or may_strike(me, choice, wild)):
        if choice.opt == "aoa_feint":
            feint(bout, me)
        if choice.cycle:
            me.memory.cursors[choice.cycle[0]] = choice.cycle[1]
        bout.launch = me.distance if me.rules["distance_when"] == "at_impact" else launch
        exchange(bout, me, choice, wild=wild)
    bout.thrown.pop(me.side, None)
    bout.launch = me.distance
    me.came_from = me.at
    if me.turned_away and not way.row.get("rear_ok"):
        choice, wild = replace(choice, place=ANYWHERE), True
    if choice.opt == "aoa_double" and goes_on(me) and may_strike(me, choice, wild):
        exchange(bout, me, choice, wild=wild)
    if reply and not reply.first:
        answer(bout, foe, reply)
    if choice.back and goes_on(me) and not me.stepped and me.yards_left > 0:
        me.stepped = True
        me.walked += 1
        bout.go_back(me, me.yard, "step")


def step_up(bout: Bout, me: Fighter, choice: Choice) -> None:
    """The step that brings the foe into reach, if one is needed; a run-up counts as one (C-26)."""
    assert choice.way is not None
    gap = abs(me.distance - choice.stop)
    if gap or choice.way.row.get("run_up"):
        me.stepped = True
        me.walked += max(1, me.yards(gap))
    if gap:
        bout.close_in(me, choice.stop, "step")
