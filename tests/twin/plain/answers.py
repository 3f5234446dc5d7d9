"""Which active defences are open against a blow, and which is taken (C-16, C-17, C-28, C-37, C-61 to C-73)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plain.arts import known
from plain.books import DEFENCES, POSTURE_DEFENCE, combination
from plain.conditions import barred, holds, refresh_bans
from plain.grip import free_hand
from plain.magic_answer import block_open, spell_barred
from plain.magic_resist import row_meant
from plain.memory import ATTACKS
from plain.nature import sticks_to_dodging
from plain.plan import Act, Rule, blank, by_weight

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way


@dataclass
class Blow:
    """A blow that was rolled well, as its victim sees it."""

    way: Way
    act: str
    arc: str
    lure: int
    counter: bool
    unseen: bool = False
    seen: bool = False
    """Blind Fighting finds a blow the eyes do not (C-127)."""


def free_hands(me: Fighter) -> list[str]:
    """Hands that may still parry this turn (C-17, C-28)."""
    if me.no_parry:
        return []
    most = 2 if me.guards else 1
    return [h for h in "RL" if free_hand(me, h) and not me.hand_lost[h] and me.parried[h] < most]


def dodge_score(me: Fighter, way: Way) -> int:
    """C-40, C-62, C-63, C-67, R-61."""
    b = me.brings
    base = max(me.halved(b.dodge_move), me.halved(b.evasion))
    boxing = 0 if way.row.get("swung") else b.skills.get("boxing", 0) // 8
    return base + boxing + int(b.has("enhanced_dodge")) + b.dodge_extra + me.stances.get("drunken_fighting", False)


def may_retreat(me: Fighter, counter: bool) -> bool:
    """Whether the one retreat of the turn is open (C-66, C-72)."""
    if me.retreated or counter or me.stunned or me.airborne or me.all_out or me.clinched:
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
    if way.grab and act != "parry":
        return False
    if act == "aggr_parry":
        return me.brings.aggressive is not None
    if act == "hand_clap_parry":
        limbs = way.limb in ("arm", "leg")
        return len(free_hands(me)) == 2 and limbs and not me.clinched and known(me, "hand_clap_parry") > 0
    if act == "riposte":
        answer = me.brings.way("punch", 1)
        ready = not me.stunned and not me.guards and me.owed < me.brings.subturns and not me.foe.in_series
        if me.rules["riposte"] == "no_other" and me.memory.used_before & ATTACKS:
            return False
        return bool(me.brings.riposte) and answer is not None and ready and me.distance <= answer.far
    return True


def parry_extra(me: Fighter, way: Way, hand: bool) -> int:
    """What counts on a parry alone: the technique's nature; a lost eye when it is the hand's."""
    n = way.says("target_parry_mod")
    if hand:
        n += me.eyes_mod if me.eyes_mod > -3 else 0
        n += 2 * me.reads_touch
        n -= 4 if me.foe.hold and me.foe.hold.kind == "binding" else 0
    return n


def parry_score(me: Fighter, way: Way) -> tuple[int, int]:
    """The bare-hand parry and what posture takes off it; 寝技 stands in for both when that is better (C-16, C-56)."""
    standing, posture = me.brings.parry(way.kick, way.grab), POSTURE_DEFENCE[me.posture]
    ground = me.brings.ground_parry(way.grab) if posture else 0
    return (ground, 0) if ground > standing + posture else (standing, posture)


def best_defence(me: Fighter, way: Way, but: str = "") -> str:
    """The best chance, a parry before a dodge of the same (semantics §6.8); "" when none is left."""
    found: list[tuple[int, int, str]] = []
    scores = {
        "dodge": dodge_score(me, way),
        "parrying_kick": me.brings.leg_parry + parry_extra(me, way, False),
        "parry": sum(parry_score(me, way)) - POSTURE_DEFENCE[me.posture] + parry_extra(me, way, True),
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
    if act.name == "cine" and act.title == "hand_clap_parry":
        return "hand_clap_parry" if is_open(me, "hand_clap_parry", way) and not barred(me, "cine") else ""
    if act.name == "combo" and me.brings.whole:
        ready = is_open(me, "parry", way) and not way.grab and not barred(me, "combo")
        return "combo" if ready and series_of(me, act) else ""
    if act.name not in DEFENCES:
        return best_defence(me, way)
    return act.name if is_open(me, act.name, way) and not barred(me, act.name) else ""


def may_answer(me: Fighter, act: str, way: Way) -> bool:
    """Whether a clap or some combination is open against this blow."""
    if not me.brings.whole:
        return False
    if act == "hand_clap_parry":
        return bool(ordered(me, blank("cine", act), way))
    return any(ordered(me, blank("combo", row["name"]), way) for row in me.brings.person.get("combos", ()))


def series_of(me: Fighter, act: Act) -> list[str]:
    """The moves that follow the parry of a combination; empty when it cannot be begun now (C-37)."""
    moves = combination(me.brings.person.get("combos", ()), act.title, act.series)
    ready = not me.series_used and not me.stunned and not me.guards and not me.clinched and not me.foe.in_series
    if "parry" not in moves or not ready or me.owed >= me.brings.subturns:
        return []
    return [move for move in moves if move != "parry"]


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
    order: Act | None = None


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
    if sticks_to_dodging(bout, me, act):
        act, source, line = "dodge", None, None
    if act == "jump_back" and not may_go:
        act = "dodge"
    back = may_go and act not in ("no_defence", "cast") and not way.row.get("no_retreat")
    if act == "riposte":
        back = back and order is not None and order.back
    elif act in ("combo", "hand_clap_parry") or (act != "jump_back" and barred(me, "retreat")):
        back = False
    return Answer(act, back, source, line, order)
