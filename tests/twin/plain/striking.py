"""An attack as a whole: step, waiting foe, second blow, ripostes, combinations (C-26 to C-32, C-37, C-72)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plain.blow import aimed_at, go_all_out, strike
from plain.books import ANYWHERE, GRABS, margin_of
from plain.choice import Chooser, best_place
from plain.conditions import banned_places
from plain.decision import Choice
from plain.grab_legal import able, grab_open, grab_target
from plain.grabs import grab
from plain.guile import feint
from plain.hexes import arc
from plain.legal import READY, limbs_serve
from plain.magic_blows import after_blow, before_blow
from plain.memory import note_series
from plain.rolls import contest
from plain.wounds import fall

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way


def goes_on(me: Fighter) -> bool:
    """Whether a fighter in the middle of his act can go on with it."""
    return not me.out and (not me.stunned or me.halted == "going on")


def is_grab(choice: Choice) -> bool:
    """Whether a decision is a grab and no blow."""
    return choice.act in GRABS or choice.act == "binding"


# -- one blow and what it meets ----------------------------------------------------------------------


def exchange(bout: Bout, me: Fighter, choice: Choice, *, counter: bool = False, wild: bool = False) -> None:
    """A blow with the ripostes it meets: each strikes back at once (C-72)."""
    striker = me
    while True:
        assert choice.way is not None
        if bout.magical:
            if before_blow(bout, striker, choice.act):
                return
            choice = replace(choice, way=striker.brings.again(choice.way))
        met = strike(bout, striker, choice, counter=counter, wild=wild)
        assert choice.way is not None
        if bout.magical:
            after_blow(bout, striker, choice.way)
        if choice.way.row.get("own_fall") and not striker.out:
            fall(bout, striker)
        answerer = striker.foe
        if met == "series" and not striker.out and not answerer.out:
            rest_of_series(bout, answerer)
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


def blows(bout: Bout, me: Fighter, choice: Choice, *, wild: bool) -> None:
    """One attack: a blow, two for what strikes twice at once, or a grab."""
    if is_grab(choice):
        if bout.magical:
            if before_blow(bout, me, choice.act):
                return
            assert choice.way is not None
            choice = replace(choice, way=me.brings.again(choice.way))
        grab(bout, me, choice)
        if bout.magical:
            assert choice.way is not None
            after_blow(bout, me, choice.way)
        return
    exchange(bout, me, choice, wild=wild)
    way = choice.way
    assert way is not None
    if way.row["id"] not in ("dual_attack", "whirlwind_kick") or not me.brings.whole:
        return
    second = replace(choice, special=replace(choice.special, to_hit=choice.special.to_hit + way.says("second_mod")))
    if goes_on(me) and limbs_serve(me, way) and may_strike(me, second, wild):
        bout.launch = me.distance
        exchange(bout, me, second, wild=wild)


def may_strike(me: Fighter, choice: Choice, wild: bool) -> bool:
    """Whether an attack that was decided can still be tried: reach, a mark, and a chance (C-01, T-02)."""
    assert choice.way is not None
    if me.foe.out:
        return False
    if is_grab(choice):
        if choice.act == "slam":
            open_ = me.distance == 0 and not me.clinched and able(me, "slam")
        else:
            open_ = grab_open(me, choice.act, "", 1, 1).state == READY
        return open_ and choice.place not in me.foe.gone
    if me.distance > choice.way.far or choice.place in me.foe.gone:
        return False
    return aimed_at(me, choice, wild) >= 3


def swings_blindly(me: Fighter, way: Way) -> bool:
    """A foe who is not in front: turning costs the step, without one it is a wild swing (C-32, C-41, R-17)."""
    ahead = (me.foe.at[0] - me.at[0], me.foe.at[1] - me.at[1])
    if me.rules["auto_face"] == "yes" or way.row.get("rear_ok") or way.grab or arc(me.facing, ahead) == "front":
        return False
    if me.stepped or me.airborne or me.yards_left == 0:
        return True
    me.stepped = True
    me.walked += 1
    me.looks_at_foe()
    return False


# -- a foe who waits ---------------------------------------------------------------------------------


@dataclass
class Reply:
    """The blow of a foe who waited (C-30)."""

    choice: Choice
    first: bool


def reply_of(bout: Bout, me: Fighter, way: Way) -> Reply | None:
    """What the waiting foe does about the attack `way`: the longer reach goes first, equal ones contest (C-30)."""
    foe = me.foe
    if not foe.waiting or foe.out or foe.stunned or foe.plan.only:
        return None
    foe.stepped = False
    state, choice = Chooser(bout, foe, 1).best_blow("@attack", None, "")
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
    mine = margin_of(target_of(me, choice, wild), sum(bout.thrown[me.side]))
    theirs = margin_of(aimed_at(me.foe, reply.choice, False), sum(bout.thrown[me.foe.side]))
    return Reply(reply.choice, mine <= theirs)


def target_of(me: Fighter, choice: Choice, wild: bool) -> int:
    """What an attack would be rolled against."""
    assert choice.way is not None
    if is_grab(choice):
        return grab_target(me, choice.way, str(choice.place), choice.act, choice.opt) + (me.weighed >= me.turn > 0)
    return aimed_at(me, choice, wild)


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
        if gap > me.yard or me.clinched:
            return
        me.walked += me.yards(gap)
        bout.close_in(me, choice.stop, "step")
    if me.rules["distance_when"] == "at_impact":
        bout.launch = me.distance
    if me.side in bout.thrown or may_strike(me, choice, False):
        exchange(bout, me, choice)


# -- the attack --------------------------------------------------------------------------------------


def attack(bout: Bout, me: Fighter, choice: Choice, *, launch: int | None = None) -> None:
    """Step up, the blow or two, and who waits comes before or after them (C-26, C-27, C-30).

    `launch` is the distance a leap began at: who flies takes no step.
    """
    way, foe = choice.way, me.foe
    assert way is not None
    start = me.distance if launch is None else launch
    go_all_out(me, way, choice.opt)
    if launch is None:
        step_up(bout, me, choice)
    wild = swings_blindly(me, way)
    if wild:
        choice = replace(choice, place=ANYWHERE)
    reply = reply_of(bout, me, way)
    bout.thrown = {}
    if reply and me.rules["stop_hit"] == "on":
        reply = both_at_once(bout, me, first_of(choice), reply, wild)
    if reply and reply.first:
        answer(bout, foe, reply)
    ahead = me.side in bout.thrown
    in_reach = not foe.out and (me.distance <= way.far or is_grab(first_of(choice)))
    if way.limb == "spell" and not me.magic.held:
        return
    thrown = way.limb == "spell" and not (reply and reply.first)
    if under_way(bout, me) and in_reach and (ahead or thrown or may_strike(me, first_of(choice), wild)):
        if choice.opt == "aoa_feint":
            feint(bout, me)
        if choice.cycle:
            me.memory.cursors[choice.cycle[0]] = choice.cycle[1]
        bout.launch = me.distance if me.rules["distance_when"] == "at_impact" else start
        if choice.act == "combo":
            run_series(bout, me, choice, wild)
        else:
            blows(bout, me, choice, wild=wild)
    bout.thrown.pop(me.side, None)
    bout.launch = me.distance
    me.came_from = me.at
    if me.turned_away and not way.row.get("rear_ok") and not is_grab(choice):
        choice, wild = replace(choice, place=ANYWHERE), True
    if choice.opt == "aoa_double" and goes_on(me) and may_strike(me, choice, wild):
        blows(bout, me, choice, wild=wild)
    if reply and not reply.first:
        answer(bout, foe, reply)
    if choice.back and goes_on(me) and not me.stepped and me.yards_left > 0 and not me.clinched:
        me.stepped = True
        me.walked += 1
        bout.go_back(me, me.yard, "step")


def first_of(choice: Choice) -> Choice:
    """The blow a combination begins with."""
    return choice.blow if choice.act == "combo" and choice.blow else choice


def step_up(bout: Bout, me: Fighter, choice: Choice) -> None:
    """The step that brings the foe into reach, if one is needed; a run-up counts as one (C-26)."""
    assert choice.way is not None
    gap = abs(me.distance - choice.stop)
    if choice.way.row["id"] == "flying_jump_kick" and me.brings.whole:
        if me.distance > me.brings.kick_reach:
            me.walked += me.yards(me.distance - me.brings.kick_reach)
            bout.close_in(me, me.brings.kick_reach, "leap")
        return
    if is_grab(first_of(choice)) and me.distance <= choice.stop:
        return
    if gap or choice.way.row.get("run_up"):
        me.stepped = True
        me.walked += max(1, me.yards(gap))
    if gap:
        bout.close_in(me, choice.stop, "step")


# -- combinations ------------------------------------------------------------------------------------


def run_series(bout: Bout, me: Fighter, choice: Choice, wild: bool) -> None:
    """The contest, then the first move or all of them (C-37, R-12)."""
    first = choice.blow
    assert first is not None
    assert first.way is not None
    me.series_used = True
    won = series_contest(bout, me, me.brings.base(first.way.skill) + me.burden)
    most = len(choice.moves)
    if me.rules["combination_cost"] == "per_element":
        most = min(most, me.own_subs - bout.sub + 1)
    me.in_series = won
    blows(bout, me, replace(first, place=ANYWHERE) if wild else first, wild=wild)
    done = 1
    while won and done < most and next_move(bout, me, choice, choice.moves[done]):
        done += 1
    me.in_series = False
    if me.rules["combination_cost"] == "per_element":
        me.spent_subs = done - 1
    note_series(me, done == len(choice.moves))


def series_contest(bout: Bout, me: Fighter, base: int) -> bool:
    """The first move's skill against the foe's best (C-37)."""
    got, kept = contest(bout, me, "combination", base, me.foe.brings.best_skill - me.foe.shock)
    return got > kept


def next_move(bout: Bout, me: Fighter, choice: Choice, act: str) -> bool:
    """One more move; False when it is impossible, which ends the series."""
    if me.foe.out or not goes_on(me) or me.turned_away:
        return False
    state, found = Chooser(bout, me, bout.slot).move(act, choice.order)
    if state != READY:
        return False
    step_up(bout, me, found)
    bout.launch = me.distance
    blows(bout, me, found, wild=False)
    return True


def rest_of_series(bout: Bout, me: Fighter) -> None:
    """A combination begun with a parry: its other moves come at once, in the foe's turn (C-37)."""
    moves, order = bout.answering
    me.in_series = True
    me.came_from = me.at
    me.stepped = True
    done = 1
    for act in moves:
        state, found = Chooser(bout, me, 1).move(act, order)
        if me.foe.out or not goes_on(me) or state != READY:
            break
        step_up(bout, me, found)
        bout.launch = me.distance
        blows(bout, me, found, wild=False)
        done += 1
    me.in_series = False
    if me.rules["riposte"] == "next_subturn":
        me.owed += done if me.rules["combination_cost"] == "per_element" else 1
    note_series(me, done == len(moves) + 1)
