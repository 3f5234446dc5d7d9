"""Active defences: which are open, which is taken, how it ends (C-16 to C-18, C-28, C-61 to C-73, C-128, C-140)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plain.books import DEFENCES, POSTURE_DEFENCE, RING, made, result_of
from plain.conditions import barred, holds, refresh_bans
from plain.magic_answer import block, block_open, spell_barred
from plain.magic_resist import row_meant
from plain.memory import note_defence
from plain.plan import Act, Rule, by_weight
from plain.wounds import fall, fumble, injure, keeps_footing

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way

WORTH_READING, WORTH_TUMBLING = 6, 12
"""Levels from which 先読み and an acrobatic dodge help more than they harm [ruling]."""


@dataclass
class Blow:
    """A blow that was rolled well, as its victim sees it."""

    way: Way
    act: str
    arc: str
    lure: int
    counter: bool


def free_hands(me: Fighter) -> list[str]:
    """Hands that may still parry this turn (C-17, C-28)."""
    if me.no_parry:
        return []
    most = 2 if me.guards else 1
    return [h for h in "RL" if me.arm_works(h) and not me.hand_lost[h] and me.parried[h] < most]


def dodge_score(me: Fighter, way: Way) -> int:
    """C-40, C-62, C-63, C-67, R-61."""
    b = me.brings
    base = max(me.halved(b.dodge_move), me.halved(b.evasion))
    boxing = 0 if way.row.get("swung") else b.skills.get("boxing", 0) // 8
    return base + boxing + int(b.has("enhanced_dodge")) + b.dodge_extra


def may_retreat(me: Fighter, counter: bool) -> bool:
    """Whether the one retreat of the turn is open (C-66, C-72)."""
    if me.retreated or counter or me.stunned or me.airborne or me.all_out:
        return False
    return me.posture in ("standing", "crouching") and me.can_go_back


def is_open(me: Fighter, act: str, way: Way) -> bool:
    """Whether a kind of defence is open against this blow."""
    if act in ("dodge", "no_defence"):
        return True
    if act == "jump_back":
        return may_retreat(me, False)
    if way.limb == "spell":
        return False
    if act == "parrying_kick":
        ready = me.posture == "standing" and me.legs_gone == 0 and me.leg_parries < 2
        return me.brings.leg_parry > 0 and way.kick and ready
    if len(free_hands(me)) < way.row.get("parry_hands", 1):
        return False
    if act == "aggr_parry":
        return me.brings.aggressive is not None
    if act == "riposte":
        answer = me.brings.way("punch", 1)
        ready = not me.stunned and not me.guards and me.owed < me.brings.subturns
        return me.brings.riposte > 0 and answer is not None and ready and me.distance <= answer.far
    return True


def parry_extra(me: Fighter, way: Way, hand: bool) -> int:
    """What counts on a parry alone: the technique's nature; a lost eye when it is the hand's."""
    eye = me.eyes_mod if hand and me.eyes_mod > -3 else 0
    return way.says("target_parry_mod") + eye


def best_defence(me: Fighter, way: Way, but: str = "") -> str:
    """The best chance, a parry before a dodge of the same (semantics §6.8); "" when none is left."""
    found: list[tuple[int, int, str]] = []
    scores = {
        "dodge": dodge_score(me, way),
        "parrying_kick": me.brings.leg_parry + parry_extra(me, way, False),
        "parry": me.brings.parry(way.kick) + parry_extra(me, way, True),
    }
    for preference, (act, score) in enumerate(scores.items()):
        if act != but and is_open(me, act, way) and not barred(me, act):
            found.append((score, preference, act))
    return max(found)[2] if found else ""


def ordered(me: Fighter, act: Act, way: Way) -> str:
    """The defence an act of the react list means now; a class or what is no defence means the best one."""
    if act.name == "cast" and me.magic.spells | me.foe.magic.spells:
        spell = row_meant(me, act.spell)
        return "cast" if block_open(me, spell, way.limb == "spell") and spell and not spell_barred(me, spell) else ""
    if act.name not in DEFENCES:
        return best_defence(me, way)
    return act.name if is_open(me, act.name, way) and not barred(me, act.name) else ""


def of_rule(bout: Bout, me: Fighter, rule: Rule, index: int, way: Way) -> tuple[str, Act | None]:
    """The defence of one rule."""
    if rule.form == "any":
        open_ = [act for act in rule.acts if ordered(me, act, way)]
        if not open_:
            return "", None
        draw = bout.will(me, 1024 + 512 + index)
        bout.tell("draw", me, what="any", line=index, value=draw)
        chosen = by_weight(open_, draw)
        return ordered(me, chosen, way), chosen
    if rule.form == "seq":
        at = me.memory.cursors.get(rule.series, 0)
        if at >= len(rule.acts):
            if not rule.loop:
                return "", None
            at = 0
        found = ordered(me, rule.acts[at], way)
        if found:
            me.memory.cursors[rule.series] = at + 1
        return found, rule.acts[at]
    for act in rule.acts:
        if found := ordered(me, act, way):
            return found, act
    return "", None


@dataclass
class Answer:
    """What is done about a blow."""

    act: str
    back: bool
    source: str | None = None
    line: int | None = None
    spell: str = ""


def choose_defence(bout: Bout, me: Fighter, way: Way, may_go: bool) -> Answer:
    """The first open rule of `react`, else the best chance; with a retreat whenever that is allowed and helps."""
    bout.asked = 16384 * (1 if bout.of is me else 2) + 2048 * (me.memory.defences % 8)
    refresh_bans(bout, me)
    act, order, source, line = "", None, None, None
    for index, rule in enumerate(me.plan.react):
        if holds(bout, me, rule.when):
            act, order = of_rule(bout, me, rule, index, way)
            if act:
                source, line = "react", index
                break
    bout.asked = 0
    act = act or best_defence(me, way) or "no_defence"
    if act == "jump_back" and not may_go:
        act = "dodge"
    back = may_go and act not in ("no_defence", "cast") and not way.row.get("no_retreat")
    if act == "riposte":
        back = back and order is not None and order.back
    elif act != "jump_back" and barred(me, "retreat"):
        back = False
    return Answer(act, back, source, line, order.spell if order is not None and act == "cast" else "")


def shared_mods(me: Fighter, blow: Blow) -> int:
    """What counts on dodge and parry alike (C-68)."""
    b = me.brings
    n = int(b.has("combat_reflexes")) + POSTURE_DEFENCE[me.posture] + me.own_defence + me.in_the_air
    n += blow.way.says("target_def_mod")
    if blow.arc == "back" or (blow.arc == "side" and not b.has("peripheral_vision")):
        n -= 2
    if me.stunned or me.blind:
        n -= 4 * (bool(me.stunned) + me.blind)
    n -= blow.lure * (2 if me.guard_dropped and blow.lure > 0 else 1)
    return n - 2 * me.off_balance - 2 * me.guard_dropped - (me.torn == 1) - 2 * blow.counter


def read_ahead(bout: Bout, me: Fighter) -> int:
    """先読み or 見切り, the better one, once an attack (C-128, R-32, T-17, README points 1 and 21)."""
    skills = me.brings.skills
    level = skills.get("body_language", 0)
    if level and bout.launch >= RING["far"]:
        level += RING["far_bonus"]
    level = max(level, skills.get("precognitive_parry", 0))
    if level < WORTH_READING or me.stunned:
        return 0
    dice = bout.dice.three()
    result = result_of(level, sum(dice))
    bout.tell("roll", me, what="sakiyomi", target=level, dice=dice, result=result)
    if not made(result):
        return -1 if result == "critical_failure" else 0
    bonus = 1 + max(0, level - sum(dice)) // RING["sakiyomi_step"] + (result == "critical_success")
    return int(min(bonus, RING["sakiyomi_cap"]))


def own_score(me: Fighter, act: str, way: Way) -> int:
    """The score a kind of defence starts from."""
    b = me.brings
    if act in ("dodge", "jump_back"):
        return dodge_score(me, way)
    if act == "parrying_kick":
        return b.leg_parry
    if act == "riposte":
        return b.riposte * 2 // 3 + b.enhanced_parry
    if act == "aggr_parry":
        assert b.aggressive is not None
        return b.aggressive[0] * 2 // 3 + b.enhanced_parry
    return b.parry(way.kick)


def tumble(bout: Bout, me: Fighter) -> int:
    """An acrobatic dodge: +1 or -2 (C-140)."""
    target = me.brings.acrobatics - me.shock
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell("roll", me, what="acrobatics", target=target, dice=dice, result=result)
    return 1 if made(result) else -2


def spend(me: Fighter, act: str, way: Way) -> None:
    """A parry uses up a hand, or both, or a leg."""
    if act == "parrying_kick":
        me.leg_parries += 1
    elif way.row.get("parry_hands", 1) == 2:
        me.parried["R"] += 1
        me.parried["L"] += 1
    else:
        hand = min(free_hands(me), key=lambda h: (me.parried[h], h == "L"))
        me.parried[hand] += 1


def attempt(bout: Bout, me: Fighter, blow: Blow, answer: Answer, mods: int, legal: list[str], may_go: bool) -> str:
    """One defence roll with what its criticals bring: stopped, failed or undone."""
    way, act = blow.way, answer.act
    dodging = act in ("dodge", "jump_back")
    base = own_score(me, act, way)
    target = base + mods
    if not dodging:
        target += parry_extra(me, way, act != "parrying_kick")
    if (answer.back or me.retreat_counts) and not way.row.get("no_retreat"):
        target += 3
    if act == "jump_back" and not me.dodged_with_acrobatics and me.brings.acrobatics >= WORTH_TUMBLING:
        me.dodged_with_acrobatics = True
        target += tumble(bout, me)
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell(
        "defence", me, attack=blow.act, defence=act, retreat=answer.back, retreat_legal=may_go, legal=legal,
        list=answer.source, line=answer.line, base=base, target=target, dice=dice, result=result,
    )  # fmt: skip
    if not dodging:
        spend(me, act, way)
    note_defence(me, act, made(result))
    if answer.back:
        me.retreated = True
        me.retreat_counts = me.retreat_counts or me.rules["retreat_scope"] == "foe_turn"
        bout.go_back(me, me.yard, "retreat")
        if me.turns_along:
            me.looks_at_foe()
    if result == "critical_success":
        fumble(bout, me.foe, way.limb, way.kick, False)
    elif result == "critical_failure":
        if dodging:
            fall(bout, me)
        else:
            fumble(bout, me, "leg" if act == "parrying_kick" else "arm", False, True)
        return "undone"
    elif result == "failure" and act == "parrying_kick" and not keeps_footing(bout, me, me.brings.dx):
        fall(bout, me)
    return "stopped" if made(result) else "failed"


def bite(bout: Bout, me: Fighter, way: Way) -> None:
    """An aggressive parry hurts the limb it stops: punch damage -2 (C-71)."""
    assert me.brings.aggressive is not None
    _, n, adds = me.brings.aggressive
    part = me.foe.striking_part(way.limb)
    dice = bout.dice.some(n)
    injure(bout, me.foe, part, dice, adds - 2, max(0, sum(dice) + adds - 2))


def defend(bout: Bout, me: Fighter, blow: Blow) -> str:
    """What `me` does about a blow that was rolled well: it hits, is stopped, or meets a riposte."""
    way = blow.way
    if me.out or me.all_out or me.helpless or (blow.arc == "back" and not me.brings.has("peripheral_vision")):
        return "hit"
    if me.airborne and me.rules["airborne"] == "no_defence":
        return "hit"
    may_go = may_retreat(me, blow.counter)
    # what is open is noted before the bans are asked anew
    legal = [
        act for act in DEFENCES
        if is_open(me, act, way) and not barred(me, act) and (act != "jump_back" or may_go)
    ]  # fmt: skip
    answer = choose_defence(bout, me, way, may_go)
    if answer.act == "no_defence":
        bout.tell(
            "defence", me, attack=blow.act, defence="no_defence", retreat=False, retreat_legal=may_go, legal=legal,
            list=answer.source, line=answer.line, base=None, target=None, dice=[], result=None,
        )  # fmt: skip
        note_defence(me, "no_defence", False)
        return "hit"
    if answer.act == "cast":
        spell = row_meant(me, answer.spell)
        assert spell is not None
        told = {"attack": blow.act, "retreat_legal": may_go, "legal": legal, "list": answer.source, "line": answer.line}
        return "stopped" if block(bout, me, spell, told) else "hit"
    reading = read_ahead(bout, me) if blow.arc != "back" else 0
    met = attempt(bout, me, blow, answer, shared_mods(me, blow) + reading, legal, may_go)
    if met == "failed" and me.guards and not me.out and not me.stunned:
        kind = {"jump_back": "dodge", "aggr_parry": "parry"}.get(answer.act, answer.act)
        second = best_defence(me, way, kind)
        if second:
            answer = Answer(second, False)
            met = attempt(bout, me, blow, answer, shared_mods(me, blow) + reading, legal, may_go)
    if met != "stopped":
        return "hit"
    if answer.act == "aggr_parry" and not me.foe.out:
        bite(bout, me, way)
    if answer.act == "riposte" and not me.foe.out and not me.out:
        if me.rules["riposte"] == "next_subturn":
            me.owed += 1
        return "riposte"
    return "stopped"
