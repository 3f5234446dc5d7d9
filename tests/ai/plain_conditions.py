"""Conditions of bp/1 read straight from the JSON, in plain Python: what the duel's reader must agree with."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from budosim.ai import vocab
from budosim.ai.records_words import REGION
from budosim.combat.gurps3.ids import Loc

OPS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, ">=": operator.ge, ">": operator.gt}
PAIRED = {"arms", "legs", "eyes", "hands", "knees", "feet"}


@dataclass
class Fighter:
    """What can be asked of one of the two."""

    body: dict[str, int]
    lost: set[int]
    taken: dict[int, int]
    threshold: dict[int, Fraction]
    words: set[str]
    """States that hold."""
    last: str
    results: set[str]
    used: set[str]
    landed: set[str]
    was_hit: bool
    feints: int


@dataclass
class World:
    """Everything at one sub-turn of mine."""

    me: Fighter
    opp: Fighter
    numbers: dict[str, int]
    counts: dict[tuple[Any, ...], int]
    dues: dict[tuple[int, int], int]
    flags: set[str]
    stages: set[str]
    types: set[str]
    declared: str
    good: set[str]
    bad: set[str]
    """Defences of mine since my last sub-turn, that helped and that did not."""
    held: int | None
    first: str
    latches: dict[str, int] = field(default_factory=dict)


def inner(cond: list[Any]) -> Iterator[list[Any]]:
    """Conditions that are remembered, the deepest first."""
    for part in cond[1:]:
        if isinstance(part, list):
            yield from inner(part)
    if cond[0] in ("until", "since", "within"):
        yield cond[-1]


def fits(act: str, word: str, all_out: bool) -> bool:
    if word == "@any":
        return True
    if word == "@aoa":
        return all_out and act in vocab.MEMBERS["@attack"]
    return act in vocab.members(word)


def share(value: float, full: int) -> Fraction:
    for n in (1, 2):
        if abs(value - n / 3) < 0.0051:
            return Fraction(n * full, 3)
    return Fraction(str(value)) * full


def spots(word: str) -> list[int]:
    return [loc for loc in Loc if loc < 19 and REGION[word] >> loc & 1]


def truth(w: World, cond: list[Any]) -> bool:
    """Whether a condition holds."""
    head, *a = cond
    side = {"me": w.me, "opp": w.opp}.get(a[0] if a and isinstance(a[0], str) else "", w.me)
    match head:
        case "and":
            return all(truth(w, part) for part in a)
        case "or":
            return any(truth(w, part) for part in a)
        case "not":
            return not truth(w, a[0])
        case "until":
            return json.dumps(a[0]) not in w.latches
        case "since":
            return json.dumps(a[0]) in w.latches
        case "within":
            began = w.latches.get(json.dumps(a[1]))
            return began is not None and began <= w.numbers["turn"] < began + a[0]
        case "turn" | "sub" | "dist" | "score" | "cp":
            return OPS[a[0]](w.numbers[head], a[1])
        case "hp" | "fp":
            limit = a[2] if isinstance(a[2], int) else share(a[2], side.body[f"max_{head}"])
            return OPS[a[1]](side.body[head], limit)
        case "p":
            return a[0] == 1
        case "every":
            n, m, unit = a[0], (a[1:] or [1])[0], (a[2:] or ["turn"])[0]
            if unit == "turn":
                return w.dues[n, m] > 0
            return (w.numbers[unit] + 1) % n in {-k % n for k in range(m)}
        case "crippled":
            return (all if a[1] in PAIRED else any)(loc in side.lost for loc in spots(a[1]))
        case "state":
            return a[1] in side.words
        case "last":
            res = (a[2:] or ["any"])[0]
            if res in ("none", "nohit"):
                acts = side.used if res == "none" else side.landed
                return not any(fits(act, a[1], "allout" in side.words) for act in acts)
            return fits(side.last, a[1], "allout" in side.words) and (res == "any" or res in side.results)
        case "def":
            made = {"ok": w.good, "fail": w.bad}.get(a[2], w.good | w.bad)
            return bool(made) if a[1] == "@defence" else a[1] in made
        case "hit":
            return side.was_hit
        case "provoked" | "attacked" | "first_def" | "recovered":
            return head in w.flags
        case "attacked_with":
            return fits(w.declared, a[0], "allout" in w.opp.words)
        case "count" | "row":
            return OPS[a[3]](w.counts[head, *a[:3]], a[4])
        case "held":
            return w.held is not None and w.held in spots(a[0])
        case "part":
            limit = share(a[3], 1)
            return any(OPS[a[2]](side.taken[loc], limit * side.threshold[loc]) for loc in spots(a[1]))
        case "type":
            return a[1] in w.types
        case "stage":
            return a[0] in w.stages
        case "cmp":
            mine, theirs = (f.feints if a[0] == "feints" else f.body[a[0]] for f in (w.me, w.opp))
            return OPS[a[1]](mine, theirs)
    return w.first == a[0]


def remember(w: World, conds: list[list[Any]]) -> None:
    """My sub-turn begins: what holds now is remembered."""
    for cond in conds:
        for part in inner(cond):
            if json.dumps(part) not in w.latches and truth(w, part):
                w.latches[json.dumps(part)] = w.numbers["turn"]
