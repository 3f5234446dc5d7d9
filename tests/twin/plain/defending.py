"""Active defences as they are rolled, and how they end (C-18, C-37, C-61 to C-73, C-127, C-128, C-140)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.answers import (
    Answer,
    Blow,
    best_defence,
    choose_defence,
    dodge_score,
    free_hands,
    is_open,
    may_answer,
    may_retreat,
    parry_extra,
    parry_score,
    series_of,
)
from plain.arts import known
from plain.books import DEFENCES, POSTURE_DEFENCE, RING, made, result_of
from plain.conditions import barred
from plain.grip import take
from plain.magic_answer import block
from plain.magic_resist import row_meant
from plain.memory import note_defence
from plain.rolls import check, contest, swing, thought_better
from plain.wounds import fall, fumble, injure, keeps_footing

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way

WORTH_READING, WORTH_TUMBLING = 6, 12
"""Levels from which 先読み and an acrobatic dodge help more than they harm [ruling]."""


def shared_mods(me: Fighter, blow: Blow) -> int:
    """What counts on dodge and parry alike (C-68)."""
    b = me.brings
    n = int(b.has("combat_reflexes")) + me.own_defence + me.in_the_air
    n += blow.way.says("target_def_mod")
    if not blow.seen:
        if blow.arc == "back" or (blow.arc == "side" and not b.has("peripheral_vision")):
            n -= 2
        n -= 4 * (me.blind or blow.unseen)
    n -= 4 * bool(me.stunned)
    n += me.stances.get("cat_stance", False) - 2 * (me.stances.get("drunken_fighting", True) is False)
    n -= blow.lure * (2 if me.guard_dropped and blow.lure > 0 else 1)
    return n - 2 * me.off_balance - 2 * me.guard_dropped - (me.torn == 1) - 2 * blow.counter


def foreseen(bout: Bout, me: Fighter) -> int:
    """Level of 先読み or 見切り, the better one (C-128, T-17)."""
    skills, b = me.brings.skills, me.brings
    level = skills.get("body_language", 0)
    if level:
        level += b.has("danger_sense") + 4 * me.foe.brings.has("easy_to_read") + b.knows_style(me.foe.brings)
    if level and bout.launch >= RING["far"]:
        level += RING["far_bonus"]
    level = max(level, skills.get("precognitive_parry", 0))
    return 0 if level < WORTH_READING or me.stunned else int(level)


def read_ahead(bout: Bout, me: Fighter, way: Way) -> int:
    """What reading an attack adds, once an attack (C-128, R-32, README points 1 and 21)."""
    level = foreseen(bout, me)
    if not level or me.rules["sakiyomi"] == "parry":
        return 0
    if me.rules["sakiyomi"] == "contest":
        got, kept = contest(bout, me, "sakiyomi", level, way.level)
        return 3 if got > kept else 0
    level += swing(me)
    dice = bout.dice.three()
    result = result_of(level, sum(dice))
    bout.tell("roll", me, what="sakiyomi", target=level, dice=dice, result=result)
    if not made(result):
        return -1 if result == "critical_failure" else 0
    bonus = 1 + max(0, level - sum(dice)) // RING["sakiyomi_step"] + (result == "critical_success")
    return int(min(bonus, RING["sakiyomi_cap"]))


def as_parry(bout: Bout, me: Fighter, act: str, way: Way) -> int:
    """R-32 parry: two thirds of the level are a parry of their own; what that is above the plain one."""
    if act != "parry" or me.rules["sakiyomi"] != "parry":
        return 0
    return max(0, foreseen(bout, me) * 2 // 3 - me.brings.parry(way.kick, way.grab))


def own_score(me: Fighter, act: str, way: Way) -> int:
    """The score a kind of defence starts from."""
    b = me.brings
    if act in ("dodge", "jump_back"):
        return dodge_score(me, way)
    if act == "parrying_kick":
        return b.leg_parry
    if act == "riposte":
        scores = (n * 2 // 3 - (2 if way.kick and s == "boxing" else 0) for s, n in b.riposte.items())
        return max(scores) + b.enhanced_parry
    if act == "aggr_parry":
        assert b.aggressive is not None
        return b.aggressive[0] * 2 // 3 - (b.aggressive[1] if way.kick else 0) + b.enhanced_parry
    if act == "hand_clap_parry":
        return known(me, "hand_clap_parry") + b.enhanced_parry
    return parry_score(me, way)[0]


def posture_of(me: Fighter, act: str, way: Way) -> int:
    """What posture takes off a defence (C-54, C-56)."""
    return parry_score(me, way)[1] if act in ("parry", "combo") else POSTURE_DEFENCE[me.posture]


def tumble(bout: Bout, me: Fighter) -> int:
    """An acrobatic dodge: +1 or -2 (C-140)."""
    return 1 if check(bout, me, "acrobatics", me.brings.acrobatics - me.shock) else -2


def spend(me: Fighter, act: str, way: Way) -> None:
    """A parry uses up a hand, or both, or a leg."""
    if act == "parrying_kick":
        me.leg_parries += 1
    elif way.row.get("parry_hands", 1) == 2 or act == "hand_clap_parry":
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
    target = base + mods + posture_of(me, act, way)
    if not dodging:
        target += parry_extra(me, way, act != "parrying_kick")
    if (answer.back or me.retreat_counts) and not way.row.get("no_retreat"):
        target += 3
    if act == "jump_back" and not me.dodged_with_acrobatics and me.brings.acrobatics >= WORTH_TUMBLING:
        me.dodged_with_acrobatics = True
        target += tumble(bout, me)
    target += swing(me)
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell(
        "defence", me, attack=blow.act, defence=act, retreat=answer.back, retreat_legal=may_go, legal=legal,
        list=answer.source, line=answer.line, base=base, target=target, dice=dice, result=result,
    )  # fmt: skip
    dice, result = thought_better(bout, me, "defence", target, dice, result)
    if not dodging:
        spend(me, act, way)
    if act == "parry" and made(result) and me.distance <= 2 and me.brings.opens(way.kick, way.grab):
        me.opening_until = me.turn + 1  # C-105, C-109
    note_defence(me, "parry" if act in ("combo", "hand_clap_parry") else act, made(result))
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
    _, _, n, adds = me.brings.aggressive
    part = me.foe.striking_part(way.limb)
    dice = bout.dice.some(n)
    injure(bout, me.foe, part, dice, adds - 2, max(0, sum(dice) + adds - 2))


def dodges(act: str) -> bool:
    """Whether a defence needs no sight of the blow (C-68)."""
    return act in ("dodge", "jump_back", "no_defence")


def feels(bout: Bout, me: Fighter, blow: Blow) -> bool:
    """Blind Fighting against a blow that is not seen (C-127)."""
    level = me.brings.skills.get("blind_fighting", 0)
    hidden = me.blind or blow.unseen or (blow.arc == "back" and not me.brings.has("peripheral_vision"))
    return bool(level) and hidden and not me.stunned and check(bout, me, "blind_fighting", level - me.shock)


def opens_series(bout: Bout, me: Fighter, answer: Answer) -> bool:
    """The contest of a combination that begins with its parry; won, the other moves follow the parry (C-37)."""
    assert answer.order is not None
    bout.answering = series_of(me, answer.order), answer.order
    me.series_used = True
    base = me.brings.best_skill
    got, kept = contest(bout, me, "combination", base - me.shock, me.foe.brings.best_skill - me.foe.shock)
    return got > kept


def defend(bout: Bout, me: Fighter, blow: Blow) -> str:
    """What `me` does about a blow that was rolled well: it hits, is stopped, or meets a riposte."""
    way = blow.way
    if me.out or me.all_out or me.pinned or me.helpless:
        return "hit"
    blow.seen = feels(bout, me, blow)
    if blow.arc == "back" and not me.brings.has("peripheral_vision") and not blow.seen:
        return "hit"
    if me.airborne and me.rules["airborne"] == "no_defence":
        return "hit"
    may_go = may_retreat(me, blow.counter)
    # what is open is noted before the bans are asked anew
    legal = [
        act for act in DEFENCES
        if is_open(me, act, way) and not barred(me, act) and (act != "jump_back" or may_go)
        and (dodges(act) or not blow.unseen or blow.seen)
    ]  # fmt: skip
    if not blow.unseen or blow.seen:
        legal += [act for act in ("combo", "hand_clap_parry") if may_answer(me, act, way)]
    answer = choose_defence(bout, me, way, may_go)
    if blow.unseen and not blow.seen and not dodges(answer.act):
        answer = Answer("dodge", may_go and not way.row.get("no_retreat") and not barred(me, "retreat"))
    if answer.act == "no_defence":
        bout.tell(
            "defence", me, attack=blow.act, defence="no_defence", retreat=False, retreat_legal=may_go, legal=legal,
            list=answer.source, line=answer.line, base=None, target=None, dice=[], result=None,
        )  # fmt: skip
        note_defence(me, "no_defence", False)
        return "hit"
    if answer.act == "cast":
        spell = row_meant(me, answer.order.spell) if answer.order else None
        assert spell is not None
        told = {"attack": blow.act, "retreat_legal": may_go, "legal": legal, "list": answer.source, "line": answer.line}
        return "stopped" if block(bout, me, spell, told) else "hit"
    won = answer.act == "combo" and opens_series(bout, me, answer)
    sees = blow.arc != "back" or blow.seen
    reading = read_ahead(bout, me, way) if sees else 0
    more = as_parry(bout, me, answer.act, way) if sees else 0
    met = attempt(bout, me, blow, answer, shared_mods(me, blow) + reading + more, legal, may_go)
    if met == "failed" and me.guards and not me.out and not me.stunned:
        kind = {"jump_back": "dodge", "aggr_parry": "parry", "hand_clap_parry": "parry"}.get(answer.act, answer.act)
        second = best_defence(me, way, kind)
        if second:
            answer = Answer(second, False)
            more = as_parry(bout, me, second, way) if sees else 0
            met = attempt(bout, me, blow, answer, shared_mods(me, blow) + reading + more, legal, may_go)
    if met != "stopped":
        return "hit"
    if answer.act == "aggr_parry" and not me.foe.out:
        bite(bout, me, way)
    if answer.act == "hand_clap_parry" and not me.foe.out and not me.out:
        take(bout, me, "grapple", me.foe.striking_part(way.limb), 2)
    if won and not me.foe.out and not me.out:
        return "series"
    if answer.act == "riposte" and not me.foe.out and not me.out:
        if me.rules["riposte"] == "next_subturn":
            me.owed += 1
        return "riposte"
    return "stopped"
