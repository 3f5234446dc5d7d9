"""Keeping a hold, getting out of one, giving up in one (C-107 to C-113, R-36, R-37, R-39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.body import FOR_GOOD, LOST
from plain.books import LIMBS
from plain.conditions import barred, holds, refresh_bans
from plain.grip import JOINTS, LOCKS, PRESSING, grip_skill, grip_strength, let_go, one_armed, working_hands
from plain.memory import note_act
from plain.nature import may_give_up, shows_no_mercy
from plain.plan import by_weight
from plain.rolls import contest
from plain.wounds import cripples, health, injure, lose_part, put_out

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.decision import Choice


def keep(bout: Bout, me: Fighter, choice: Choice) -> None:
    """`hold`: what the hold does, once an own turn (C-107 to C-109)."""
    hold, foe = me.hold, me.foe
    assert hold is not None
    if hold.kind == "grapple" and hold.hands == 1 and len(working_hands(me)) == 2 and choice.opt != "light":
        hold.hands = 2
    if hold.kind not in PRESSING or hold.pressed or me.guards:
        note_act(me, "hold", {"ok"}, None)
        return
    hold.pressed = True
    if choice.opt.startswith("aoa"):
        me.all_out = me.all_out_used = me.risk = True
    gives_up = surrenders(bout, foe)
    if gives_up and not shows_no_mercy(bout, me):
        put_out(bout, foe, "gave_up", "gave_up")
        return
    foe.memory.provoked = foe.memory.attacked = True
    if hold.kind in JOINTS:
        won = twist(bout, me, choice)
    elif hold.kind == "choke_hold":
        won = strangle(bout, me)
    else:
        won = choke(bout, me)
    note_act(me, "hold", {"ok"} if won else {"fail"}, None)
    if gives_up and not foe.out:
        put_out(bout, foe, "gave_up", "gave_up")


def level_of_hold(me: Fighter) -> int:
    """The level the hold was put on with, at its best now."""
    assert me.hold is not None
    act = {"choke_hold": "choke", "head_lock": "neck_lock"}.get(me.hold.kind, me.hold.kind)
    way = me.brings.way(act, 1)
    return way.level if way else 0


def twist(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """A lock: margin = injury of the limb, the surplus over its cap is lost (C-81, C-109, R-37)."""
    hold, foe = me.hold, me.foe
    assert hold is not None
    mine = max(level_of_hold(me) - me.shock, grip_strength(me))
    theirs = max(grip_strength(foe), health(foe, False))
    got, kept = contest(bout, me, "lock", mine, theirs)
    if got <= kept:
        return False
    margin = got - kept
    points = (margin // 2 if hold.kind == "finger_lock" else margin) + (2 if choice.opt == "aoa_strong" else 0)
    if foe.brings.has("double_jointed"):
        points = -(-points // 2)
    single = me.rules["lock_sum"] == "single"
    before = 0 if single else hold.points
    part = hold.part
    injury = min(points, max(0, cap(foe, part) - before))
    hold.points, hold.margin = hold.points + points, points
    injure(bout, foe, part, [], 0, injury, no_dr=True)
    total = points if single else before + points
    if foe.gone.get(part) not in FOR_GOOD and not foe.out and cripples(foe, part, total):
        lose_part(bout, foe, part, LOST)
    return True


def cap(who: Fighter, part: str) -> int:
    """Most points a limb or an extremity can take (C-81)."""
    return who.brings.ht // (2 if part in LIMBS else 3) + 1


def choke(bout: Bout, me: Fighter) -> bool:
    """A choke: ST or its level against HT, once a turn (C-107, R-36)."""
    hold, foe = me.hold, me.foe
    assert hold is not None
    mine = max(level_of_hold(me) - me.shock, grip_strength(me))
    got, kept = contest(bout, me, "choke", mine, health(foe, False))
    if got <= kept:
        return False
    hold.margin = got - kept
    effect = me.rules["choke_effect"]
    if effect in ("fatigue", "both"):
        exhaust(bout, foe, hold.margin, "fatigue", "collapsed")
    if effect in ("damage", "both") and not foe.out:
        injure(bout, foe, "neck", [], 0, hold.margin, no_dr=True, squeeze=True)
    return True


def strangle(bout: Bout, me: Fighter) -> bool:
    """裸絞め from behind or on the ground: a point of fatigue a turn, later for those who hold their breath (C-108)."""
    hold, foe = me.hold, me.foe
    assert hold is not None
    hold.kept += 1
    breath = 1 + foe.brings.levels_of("breath_holding", 2)
    if "breath_control" in foe.brings.skills:
        breath *= 2
    if hold.kept % breath == 0:
        exhaust(bout, foe, 1, "unconscious", "unconscious")
    return True


def exhaust(bout: Bout, who: Fighter, points: int, ending: str, effect: str) -> None:
    """Fatigue lost in a choke; nothing left ends the bout."""
    who.fp -= points
    bout.progress()
    bout.tell("fatigue", who, lost=points, fp=who.fp, why="choke")
    if who.fp <= 0:
        put_out(bout, who, ending, effect)


# -- giving up ---------------------------------------------------------------------------------------


def surrenders(bout: Bout, who: Fighter) -> bool:
    """Whether the victim of a declared lock or choke gives up: his pattern first, then R-39 (C-99, C-113)."""
    bout.asked = 16384 * (1 if bout.of is who else 2) + 2048 * (who.memory.defences % 8)
    refresh_bans(bout, who)
    source: str | None = None
    line: int | None = None
    for index, rule in enumerate(who.plan.free):
        if not holds(bout, who, rule.when):
            continue
        acts = rule.acts
        if rule.form == "any":
            draw = bout.will(who, 1024 + 768 + index)
            bout.tell("draw", who, what="any", line=index, value=draw)
            acts = [by_weight(acts, draw)]
        if any(act.name == "give_up" for act in acts):
            source, line = "free", index
            break
    bout.asked = 0
    if barred(who, "give_up") or (source is None and not would_give_up(who)):
        return False
    if not may_give_up(bout, who):
        return False
    bout.tell("decide", who, what="give_up", at=None, list=source, line=line)
    return True


def would_give_up(who: Fighter) -> bool:
    """R-39: before the next win breaks a limb or takes the last fatigue."""
    rule, grip = who.rules["auto_giveup"], who.foe.hold
    assert grip is not None
    if rule == "never":
        return False
    if rule == "at_hp_0":
        return who.hp <= 0
    if grip.kind in JOINTS:
        total = grip.margin if who.rules["lock_sum"] == "single" else grip.points + grip.margin
        return grip.margin > 0 and cripples(who, grip.part, total)
    if grip.kind == "choke_hold":
        return who.fp <= 1
    return who.rules["choke_effect"] != "damage" and 0 < grip.margin >= who.fp


# -- getting out -------------------------------------------------------------------------------------


def slip(me: Fighter) -> int:
    """What a fighter tries to get out with (C-111)."""
    skills, grip = me.brings.skills, me.foe.hold
    assert grip is not None
    found = [grip_strength(me)]
    for skill in ("judo", "wrestling", "escape"):
        if skill in skills:
            found.append(skills[skill] - me.shock - (2 if skill == "escape" and grip.kind in LOCKS else 0))
    joints = 5 if me.brings.has("flexibility") else 3 if me.brings.has("double_jointed") else 0
    return max(found) + joints + one_armed(me)


def break_free(bout: Bout, me: Fighter) -> None:
    """Against the holder's ST and his grip (C-111)."""
    foe, grip = me.foe, me.foe.hold
    assert grip is not None
    theirs = grip_strength(foe)
    if grip.kind in LOCKS:
        theirs += 4
    elif grip.hands == 2 or grip.kind == "scissors":
        theirs += 5
    mine = slip(me) - grip.tries - (4 if grip.pin else 0)
    got, kept = contest(bout, me, "break_free", mine, theirs)
    if got > kept:
        let_go(bout, foe)
        note_act(me, "break_free", {"ok"}, None)
        return
    if grip.kind in LOCKS:
        grip.tries += 1
    if grip.pin:
        me.pin_fails += 1
    note_act(me, "break_free", {"fail"}, None)


def as_strong(me: Fighter) -> bool:
    """Whether the own skill is at least the holder's, so that trying pays (semantics §6.4)."""
    return max(grip_strength(me), grip_skill(me)) >= max(grip_strength(me.foe), grip_skill(me.foe))
