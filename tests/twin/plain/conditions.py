"""Whether a condition of bp/1 holds now (semantics §2, §6.17)."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plain.books import LIMBS, PLACES, RING, TIPS
from plain.grip import CHOKES, LOCKS
from plain.hexes import arc
from plain.memory import fits
from plain.nature import forbidden
from plain.plan import ALL_OUT, PLURAL, Ban, Cond, covered

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

SIGNS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, ">=": operator.ge, ">": operator.gt}


def compare(have: Any, sign: str, want: Any) -> bool:
    """`have sign want`."""
    return bool(SIGNS[sign](have, want))


def amount(have: int, full: int, sign: str, value: Any) -> bool:
    """Points, or a share of the full score."""
    return compare(have, sign, value * full if isinstance(value, Fraction) else value)


def holds(bout: Bout, me: Fighter, cond: Cond | None) -> bool:
    """The truth of a condition; every part is looked at, so that every draw shows."""
    if cond is None:
        return True
    head, *args = cond
    if head in ("and", "or", "not"):
        truths = [holds(bout, me, arg) for arg in args]
        return all(truths) if head == "and" else any(truths) if head == "or" else not truths[0]
    if head == "p":
        place, chance = args
        draw = bout.will(me, place)
        bout.tell("draw", me, what="p", line=place, value=draw)
        return int(draw) < int(chance)
    return bool(ATOMS[head](bout, me, *args))


def refresh(bout: Bout, me: Fighter) -> None:
    """At the start of an own sub-turn: latches whose condition holds now, then which bans are in force."""
    for key, cond in me.plan.latches.items():
        if key not in me.memory.latched and holds(bout, me, cond):
            me.memory.latched[key] = me.turn
    refresh_bans(bout, me)


def refresh_bans(bout: Bout, me: Fighter) -> None:
    """Which bans are in force."""
    # bans were written row by row: a ban with looked-up places is asked once for each of its rows
    me.memory.bans = {}
    for i, ban in enumerate(me.plan.bans):
        truths = [holds(bout, me, ban.when) for _ in range(rows_of(ban))]
        if truths[0]:
            me.memory.bans[i] = set().union(*[
                looked_up(me, word) if word in RUNTIME else covered(word) for word in ban.words
            ])  # fmt: skip


def rows_of(ban: Ban) -> int:
    """Rows a ban takes: one for its fixed places, one for each that is looked up."""
    looked_up = [w for w in ban.words if w in RUNTIME]
    fixed = any(covered(w) for w in ban.words if w not in RUNTIME)
    return len(looked_up) + (1 if fixed or not looked_up else 0)


RUNTIME = ("@hurt", "@crippled", "@whole", "@last_hit", "@attacker_limb", "@most_hit")


def banned_places(me: Fighter, act: str, opt: str = "") -> set[str] | None:
    """Places where an act is banned now, by the pattern or by a trait; None when the act itself is."""
    found = forbidden(me, act)
    if found is None:
        return None
    for i in me.memory.bans:
        ban = me.plan.bans[i]
        if not fits(act, ban.name, opt in ALL_OUT):
            continue
        if ban.opt and ban.opt != opt and not (ban.opt == "aoa" and opt in ALL_OUT):
            continue
        if not ban.words or "@any" in ban.words:
            return None
        found |= me.memory.bans[i]
    return found


def barred(me: Fighter, act: str) -> bool:
    """Whether an act without a place is banned."""
    return banned_places(me, act) is None


def looked_up(me: Fighter, word: str) -> set[str]:
    """What a place word means now (semantics §3); empty when it means nothing yet."""
    mind, gone = me.memory, me.foe.gone
    found: str | None = None
    if word == "@last_hit":
        found = mind.last_place
    elif word == "@attacker_limb":
        found = mind.foe_limb
    elif word == "@most_hit":
        found = mind.most_hit(gone)
    elif word == "@hurt":
        found = me.foe.hurt_most()
    elif word in ("@crippled", "@whole"):
        return {p for p in PLACES[11:] if (p in gone) == (word == "@crippled")}
    return {found} if found else set()


def in_state(who: Fighter, word: str) -> bool:
    """Whether a fighter is in a state."""
    b, foe = who.brings, who.foe
    mine, theirs = (who.hold.kind if who.hold else ""), (foe.hold.kind if foe.hold else "")
    down = who.posture not in ("standing", "crouching")
    if word == "behind":
        v = (who.at[0] - foe.at[0], who.at[1] - foe.at[1])
        return arc(foe.facing, v, who.rules["bearing_tie"]) == "back"
    if word == "cornered":
        return not who.can_go_back
    words: dict[str, bool] = {
        "stunned": bool(who.stunned), "down": down, "standing": who.posture == "standing",
        "airborne": who.airborne, "blind": who.blind, "close": who.distance == 0, "allout": who.all_out,
        "retreated": who.retreated, "tired": 3 * who.fp <= b.max_fp, "hurt": who.hp < b.max_hp,
        "fresh": who.hp >= b.max_hp and who.fp >= b.max_fp, "active": not (who.stunned or who.out or who.pinned),
        "unconscious": bool(who.out),
        "casting": who.casting, "spell_on": who.under_spell,
        "holding": bool(mine), "grappled": bool(theirs), "pinned": who.pinned,
        "mounted": foe.pinned, "locked": theirs in LOCKS, "choked": theirs in CHOKES,
    }  # fmt: skip
    return words.get(word, False)


def side(me: Fighter, who: str) -> Fighter:
    """Me or my opponent."""
    return me if who == "me" else me.foe


def is_lost(me: Fighter, who: str, word: str) -> bool:
    """Whether a part is lost now; a plural asks for both."""
    gone = [p in side(me, who).gone for p in meant(me, who, word)]
    return bool(gone) and (all(gone) if word in (*PLURAL, "ears") else any(gone))


def meant(me: Fighter, who: str, word: str) -> set[str]:
    """The places of a condition; a word of the ring is looked up on the body it asks about."""
    return looked_up(side(me, who).foe, word) if word in RUNTIME else covered(word)


def last_was(me: Fighter, who: str, word: str, result: str = "any") -> bool:
    """The most recent act of a fighter; none and nohit ask about his whole turn before."""
    actor = side(me, who)
    mind = actor.memory
    if result in ("none", "nohit"):
        if word == "@aoa":
            return result not in mind.all_out_before
        acts = mind.used_before if result == "none" else mind.landed_before
        return not any(fits(act, word, False) for act in acts)
    return bool(mind.last) and fits(mind.last, word, mind.all_out) and (result == "any" or result in mind.how)


def defended(me: Fighter, who: str, word: str, result: str) -> bool:
    """Whether a defence was made since the last own sub-turn."""
    mind = me.memory
    acts = mind.defended if result == "ok" else mind.failed if result == "fail" else mind.defended | mind.failed
    return any(fits(act, word, False) for act in acts)


def is_due(me: Fighter, n: int, m: int, unit: str) -> bool:
    """The rhythm of turns, attacks or actions."""
    if unit == "turn":
        return me.memory.due.get((n, m), 0) > 0
    done = me.memory.attacks if unit == "attack" else me.memory.actions
    return done % n >= n - m


def part_taken(me: Fighter, who: str, word: str, sign: str, value: Any) -> bool:
    """The share of its crippling threshold that some part has taken; elsewhere of the hit points."""
    whose = side(me, who)
    for place in meant(me, who, word):
        limit = Fraction(whose.brings.max_hp)
        if place in LIMBS or place in TIPS:
            num, den = RING["limb_threshold" if place in LIMBS else "tip_threshold"]
            limit = Fraction(whose.brings.ht * num, den)
        if compare(Fraction(whose.taken.get(place, 0)), sign, limit * value):
            return True
    return False


def is_type(me: Fighter, word: str) -> bool:
    """The opponent's archetype."""
    mine, theirs = me.brings, me.foe.brings
    if word in ("stronger", "faster"):
        return theirs.st > mine.st if word == "stronger" else theirs.move > mine.move
    return word in theirs.types()


def compared(me: Fighter, what: str, sign: str) -> bool:
    """Mine against the opponent's, of what a spectator sees."""

    def of(f: Fighter) -> int:
        numbers = {"hp": f.hp, "fp": f.fp, "st": f.brings.st, "move": f.move, "size": f.brings.person["weight_kg"]}
        return int({**numbers, "feints": f.memory.feints}[what])

    return compare(of(me), sign, of(me.foe))


def latch_within(me: Fighter, turns: int, key: str) -> bool:
    """The turns after a condition first held, that one included."""
    since = me.memory.latched.get(key)
    return since is not None and me.turn - since < turns


ATOMS: dict[str, Any] = {
    "turn": lambda b, me, sign, n: compare(me.turn, sign, n),
    "sub": lambda b, me, sign, n: compare(b.sub, sign, n),
    "dist": lambda b, me, sign, n: compare(me.distance, sign, n),
    "score": lambda b, me, sign, n: compare(me.score, sign, n),
    "cp": lambda b, me, sign, n: compare(me.unspent_cp, sign, n),
    "every": lambda b, me, n, m, unit: is_due(me, n, m, unit),
    "hp": lambda b, me, who, sign, v: amount(side(me, who).hp, side(me, who).brings.max_hp, sign, v),
    "fp": lambda b, me, who, sign, v: amount(side(me, who).fp, side(me, who).brings.max_fp, sign, v),
    "crippled": lambda b, me, who, word: is_lost(me, who, word),
    "state": lambda b, me, who, word: in_state(side(me, who), word),
    "last": lambda b, me, *args: last_was(me, *args),
    "def": lambda b, me, *args: defended(me, *args),
    "hit": lambda b, me, who: side(me, who).memory.was_hit,
    "provoked": lambda b, me: me.memory.provoked,
    "attacked": lambda b, me: me.memory.attacked,
    "attacked_with": lambda b, me, word: bool(b.declared) and fits(b.declared, word, me.foe.all_out),
    "first_def": lambda b, me: me.memory.defences == 0,
    "counted": lambda b, me, key, sign, n: compare(me.memory.counted.get(key, 0), sign, n),
    "held": lambda b, me, word: me.hold is not None and me.hold.part in meant(me, "opp", word),
    "part": lambda b, me, *args: part_taken(me, *args),
    "recovered": lambda b, me, word: me.memory.recovered,
    "type": lambda b, me, who, word: is_type(me, word),
    "stage": lambda b, me, word: word in me.stage,
    "cmp": lambda b, me, what, sign: compared(me, what, sign),
    "initiative": lambda b, me, who: b.first == side(me, who).side,
    "until": lambda b, me, key: key not in me.memory.latched,
    "since": lambda b, me, key: key in me.memory.latched,
    "within": lambda b, me, turns, key: latch_within(me, turns, key),
}
