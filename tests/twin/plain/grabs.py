"""Taking hold, taking down, throwing, ramming (C-101 to C-112): a roll to hit with a defence, or a contest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.answers import Blow
from plain.bearing import arc_from
from plain.books import result_of
from plain.defending import defend
from plain.focus import distracted
from plain.grab_legal import BY_CONTEST, KIND_OF, follows, grab_target
from plain.grip import (
    grip_skill,
    grip_strength,
    let_go,
    settle,
    strength,
    take,
    working_hands,
)
from plain.memory import note_act
from plain.rolls import check, contest, graded, level_out, swing, thought_better
from plain.wounds import fall, fumble, health, injure, put_out, stands_fast, stun

if TYPE_CHECKING:
    from collections.abc import Callable

    from plain.body import Fighter
    from plain.bout import Bout
    from plain.decision import Choice


def grab(bout: Bout, me: Fighter, choice: Choice) -> None:
    """One attempt, from the roll to what comes of it."""
    way, act = choice.way, choice.act
    assert way is not None
    bout.declared = act
    by_contest = act in BY_CONTEST or (act == "grapple" and me.rules["grapple_roll"] == "dx_contest")
    if follows(me, act) and not me.hold:
        me.opening_until = 0
    if by_contest:
        me.foe.memory.provoked = me.foe.memory.attacked = True
        met = "hit" if CONTESTS[act](bout, me, choice) else "lost"
        me.unseen = False  # C-130
    else:
        met = reach_for(bout, me, choice, free_of_defence=False)
        if met == "hit" and not me.foe.out and not me.out:
            OUTCOMES.get(act, hold_taken)(bout, me, choice)
    distracted(bout, me.foe)
    how = {"hit": {"hit", "ok"}, "lost": {"fail"}, "missed": {"miss", "fail"}}.get(met, {met, "fail"})
    note_act(me, act, how, choice.place)


def reach_for(bout: Bout, me: Fighter, choice: Choice, *, free_of_defence: bool) -> str:
    """The roll to hit and the defence: hit, missed, dodged or parried."""
    way, act, foe = choice.way, choice.act, me.foe
    assert way is not None
    if me.rules["flank"] == "tracked" and me.rules["auto_face"] == "yes" and foe.turns_along:
        foe.looks_at_foe()
    lure = me.lure if me.lure_until >= me.turn else 0
    if me.rules["feint_scope"] != "next_turn":
        me.lure = 0
    target = grab_target(me, way, str(choice.place), act, choice.opt) + swing(me) + (me.weighed >= me.turn > 0)
    me.weighed = 0
    dice = bout.thrown.pop(me.side, None) or bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell(
        "attack", me, act=act, at=choice.place, base=way.level, target=target, dice=dice, result=result, counter=False
    )
    dice, result = thought_better(bout, me, "attack", target, dice, result)
    foe.memory.provoked = foe.memory.attacked = True
    unseen, me.unseen = me.unseen, False
    if result == "critical_failure":
        fumble(bout, me, "arm", False, False)
    if result.endswith("failure"):
        return "missed"
    if result == "critical_success" or free_of_defence:
        return "hit"
    met = defend(bout, foe, Blow(way, act, arc_from(me), lure, False, unseen))
    if met == "hit":
        return "hit"
    return "dodged" if foe.memory.last_defence in ("dodge", "jump_back") else "parried"


# -- what a roll brings ------------------------------------------------------------------------------


def hold_taken(bout: Bout, me: Fighter, choice: Choice) -> None:
    """A grapple, a lock or a choke is on (C-101, C-107 to C-109)."""
    kind, hands = KIND_OF[choice.act], len(working_hands(me))
    if kind == "grapple" and choice.opt == "light":
        hands = 1
    if kind in ("finger_lock", "head_lock"):
        hands = 1
    if kind == "choke" and (me.foe.posture == "lying" or arc_from(me) == "back"):
        kind = "choke_hold"  # C-108
    if kind == "scissors":
        hands = 0
        settle(bout, me, "lying")
    take(bout, me, kind, str(choice.place), hands)


def thrown(bout: Bout, me: Fighter, choice: Choice) -> None:
    """A throw: he lies, unless his stance holds; damage and stun, unless he knows how to fall (C-105, C-126, R-35)."""
    way, foe = choice.way, me.foe
    assert way is not None
    strain_back(bout, me)
    if resists(bout, me, way.level):
        return
    keeps = choice.act == "sac_throw" and me.hold is not None
    if not keeps:
        let_go(bout, me)
    let_go(bout, foe)
    fall(bout, foe)
    me.opening_until = me.turn + 1
    if choice.act == "sac_throw":
        settle(bout, me, "lying")
    fell_well = breaks_fall(bout, foe)
    if not fell_well:
        n, adds = {"1d-2": (1, -2), "none": (0, 0), "thrust": me.brings.thrust}[me.rules["throw_damage"]]
        adds += 2 if choice.opt == "aoa_strong" else 0
        if n:
            hurt(bout, me, "torso", n, adds)
        if not foe.out and not check(bout, foe, "stun", health(foe, True)):
            stun(bout, foe)


def resists(bout: Bout, me: Fighter, level: int) -> bool:
    """不動の構え against a throw: the thrower must win a contest (C-126)."""
    stance = me.foe.brings.skills.get("immovable_stance", 0)
    if not stance or me.foe.stunned:
        return False
    got, kept = contest(bout, me, "stance", level - me.shock, stance - me.foe.shock)
    return got <= kept


def strain_back(bout: Bout, me: Fighter) -> None:
    """A bad back: HT at each throw or lift, or DX -3 for the bout (disadvantages.toml, bad_back)."""
    price = me.brings.traits.get("bad_back", 0)
    if price and not me.bad_back and not check(bout, me, "bad_back", health(me, False) - (2 if price == -25 else 0)):
        me.bad_back = True
        bout.tell("effect", me, effect="back_hurt")


def breaks_fall(bout: Bout, foe: Fighter) -> bool:
    """受け身: a success cancels damage and stun, by 5 or more he stands at once (maneuvers.toml, breakfall)."""
    level = foe.brings.breakfall
    if not level or foe.stunned:
        return False
    margin, result = graded(bout, foe, "breakfall", level - foe.shock)
    if not result.endswith("success"):
        return False
    if margin >= 5 and not foe.clinched and foe.legs_gone < 2:
        foe.posture = "standing"
        bout.tell("effect", foe, effect="stood", posture="standing")
    return True


def hurt(bout: Bout, me: Fighter, place: str, n: int, adds: int) -> None:
    """Crushing damage of a throw."""
    dice = bout.dice.some(n)
    injure(bout, me.foe, place, dice, adds, max(0, sum(dice) + adds))
    me.foe.memory.was_hit = True


def rammed(bout: Bout, me: Fighter, choice: Choice) -> None:
    """A slam: the weaker one falls; all-out both are hurt (C-110, C-103)."""
    foe = me.foe
    mine, theirs = (strength(who) + who.brings.skills.get("sumo", 0) // 8 for who in (me, foe))
    got, kept = contest(bout, me, "slam", mine, theirs)
    loser = foe if got > kept else me if kept > got else None
    if loser and not stands_fast(bout, loser, 0):
        fall(bout, loser)
    if choice.opt.startswith("aoa"):
        hurt(bout, me, "torso", 1, -2 + (2 if choice.opt == "aoa_strong" else 0))
        if not me.out:
            hurt(bout, foe, "torso", 1, -2)


OUTCOMES: dict[str, Callable[[Bout, Fighter, Choice], None]] = {
    "throw": thrown, "sac_throw": thrown, "slam": rammed,
}  # fmt: skip


# -- contests ----------------------------------------------------------------------------------------


def dx_contest(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """R-34: a grapple as a quick contest of DX or what replaces it."""
    way, foe = choice.way, me.foe
    assert way is not None
    mine = grab_target(me, way, str(choice.place), choice.act, choice.opt)
    theirs = max(grip_skill(foe), foe.brings.skills.get("sumo", 0) - foe.shock)
    got, kept = contest(bout, me, "grapple", mine, theirs)
    if got > kept:
        hold_taken(bout, me, choice)
    return got > kept


def takedown(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """The better of ST, DX, Judo, Wrestling or the technique; lost by 5 the attacker falls (C-104)."""
    way, foe = choice.way, me.foe
    assert way is not None
    mine = max(grip_strength(me), grip_skill(me), way.level - me.shock)
    stance = 0 if foe.stunned else foe.brings.skills.get("immovable_stance", 0)
    theirs = max(grip_strength(foe), grip_skill(foe), stance - foe.shock)
    got, kept = contest(bout, me, "takedown", mine, theirs)
    if got > kept:
        fall(bout, foe)
        settle(bout, me, "kneeling")
    elif kept >= got + 5:
        fall(bout, me)
    return got > kept


def suplex(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """Over the bridge: thrust+2 at the torso, at the skull when won by 5; both lie (maneuvers.toml, suplex)."""
    way, foe = choice.way, me.foe
    assert way is not None
    strain_back(bout, me)
    skill = foe.brings.skills.get("wrestling", 0)
    stance = 0 if foe.stunned else foe.brings.skills.get("immovable_stance", 0)
    theirs = max(grip_strength(foe), skill - foe.shock, stance - foe.shock)
    got, kept = contest(bout, me, "suplex", way.level - me.shock, theirs)
    if got <= kept:
        return False
    fall(bout, foe)
    settle(bout, me, "lying")
    if not breaks_fall(bout, foe):
        n, adds = me.brings.thrust
        place = "brain" if got - kept >= 5 else "torso"
        if n:
            hurt(bout, me, place, n, adds + 2 + (2 if choice.opt == "aoa_strong" else 0))
    return True


def piledriver(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """ST first, then the roll: swing+2 at the skull, the attacker sits (maneuvers.toml, piledriver)."""
    foe = me.foe
    strain_back(bout, me)
    got, kept = contest(bout, me, "piledriver", grip_strength(me), grip_strength(foe))
    if got <= kept or reach_for(bout, me, choice, free_of_defence=True) != "hit":
        return False
    let_go(bout, me)
    let_go(bout, foe)
    fall(bout, foe)
    settle(bout, me, "sitting")
    n, adds = me.brings.swing
    if n:
        hurt(bout, me, "brain", n, adds + 2 + (2 if choice.opt == "aoa_strong" else 0))
    return True


def pin(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """One exchange of a regular contest of ST a turn; the clearly heavier has +3 (C-06, C-106)."""
    foe = me.foe
    me.pin_tried = True
    if me.posture in ("standing", "crouching"):
        settle(bout, me, "kneeling")
    weights = [who.brings.person["weight_kg"] for who in (me, foe)]
    mine = grip_strength(me) + (3 if 5 * weights[0] >= 6 * weights[1] else 0)
    theirs = grip_strength(foe) + (3 if 5 * weights[1] >= 6 * weights[0] else 0)
    got, kept = contest(bout, me, "pin", *level_out(mine, theirs))
    if got < 0 or kept >= 0:
        return False
    assert me.hold is not None
    me.hold.pin = True
    foe.pin_fails = 0
    foe.waiting = False
    let_go(bout, foe)
    bout.tell("effect", foe, effect="pinned", at=me.hold.part)
    return True


def neck_snap(bout: Bout, me: Fighter, choice: Choice) -> bool:
    """R-38 allowed: ST against HT; a win is near-death (README point 13)."""
    foe = me.foe
    got, kept = contest(bout, me, "neck_snap", grip_strength(me), health(foe, False))
    if got > kept:
        put_out(bout, foe, "near_death", "near_death")
    return got > kept


CONTESTS: dict[str, Callable[[Bout, Fighter, Choice], bool]] = {
    "grapple": dx_contest, "takedown": takedown, "suplex": suplex, "piledriver": piledriver, "pin": pin,
    "neck_snap": neck_snap,
}  # fmt: skip
