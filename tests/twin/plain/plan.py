"""A written pattern (bp/1) as objects that remember where they stand: chances are drawn by place (architecture §2)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plain.books import CLASSES, GRAPPLES, PLACES

Cond = tuple[Any, ...]
"""A condition as nested tuples; `p` carries its place, latches and counters a key."""

SIDED = {"eye": "eye", "arm": "arm", "hand": "hand", "leg": "leg", "knee": "leg", "foot": "foot", "finger": "hand"}
PLURAL = {"eyes": "eye", "arms": "arm", "hands": "hand", "legs": "leg", "knees": "leg", "feet": "foot"}
SINGLE = {
    "face": "head", "ear": "head", "ears": "head", "skull": "brain", "head": "head", "neck": "neck", "jaw": "jaw",
    "torso": "torso", "vitals": "vitals", "groin": "groin", "@lead": "arm.R", "@lead_leg": "leg.L",
}  # fmt: skip
SEVERAL = {
    "@vital": ["eye", "neck", "vitals", "groin"], "@high": ["skull", "face", "neck"], "@low": ["groin", "leg", "foot"],
    "@limb": ["arm", "leg"],
}  # fmt: skip
LOOKED_UP = ("@hurt", "@crippled", "@whole", "@last_hit", "@attacker_limb", "@most_hit", "@any")
ALL_OUT = ("aoa", "aoa_double", "aoa_hit", "aoa_strong", "aoa_feint")
FACE = {"head", "eye.R", "eye.L", "jaw", "nose"}
REGION = {
    "face": FACE, "head": FACE | {"brain"}, "@high": FACE | {"brain", "neck"}, "@limb": set(PLACES[11:]),
    "@any": set(PLACES),
}  # fmt: skip
"""What a word covers when it is banned, lost or held, where that is more than where a blow goes."""


def aimed(word: str) -> set[str]:
    """Where a blow aimed at one word may go."""
    if word in SINGLE:
        return {SINGLE[word]}
    if word in SEVERAL:
        return set().union(*map(aimed, SEVERAL[word]))
    base, _, side = word.partition(".")
    part = PLURAL.get(base) or SIDED.get(base)
    if part is None:
        return set()
    return {f"{part}.{side}"} if side else {f"{part}.R", f"{part}.L"}


def covered(word: str) -> set[str]:
    """All that a word covers."""
    return REGION.get(word) or aimed(word)


def share(value: float) -> Fraction:
    """What a written share means: within .005 of a third it is one (semantics §6.17)."""
    written = Fraction(repr(value))
    for third in (Fraction(1, 3), Fraction(2, 3)):
        if abs(third - written) <= Fraction(5, 1000):
            return third
    return written


def parts(weights: list[float]) -> list[int]:
    """Weights in parts of 2**32 that add up; what is left over goes to the largest remainders."""
    meant = [share(w) for w in weights]
    ideal = [m / sum(meant) * 2**32 for m in meant]
    out = [int(i) for i in ideal]
    for i in sorted(range(len(out)), key=lambda i: (out[i] - ideal[i], i))[: 2**32 - sum(out)]:
        out[i] += 1
    return out


@dataclass
class Act:
    """One act of a rule."""

    name: str
    words: list[str]
    """Place words, those for several places written out."""
    named: list[str]
    """Place words as they stand."""
    pick: str
    mainly: str
    opt: str
    back: bool
    number: int
    """How many acts the pattern has before it: part of the address of its draws."""
    cycle: str
    title: str
    """Name of a cinematic skill or a combination."""
    series: list[str]
    """Moves of a combination as the pattern lists them."""
    weight: int = 0
    spell: str = ""
    energy: Any = None
    blood: int = 0


def blank(name: str, title: str = "") -> Act:
    """An order that says no more than what is to be done."""
    return Act(name, [], [], "", "", "", False, 0, "", title, [])


def by_weight(acts: list[Act], draw: int) -> Act:
    """One of these acts by its weight."""
    left = draw * sum(act.weight for act in acts) >> 32
    for act in acts:
        left -= act.weight
        if left < 0:
            return act
    return acts[-1]


@dataclass
class Rule:
    """One line of a list."""

    when: Cond | None
    form: str
    acts: list[Act]
    series: str
    loop: bool
    ground: bool
    clings: bool
    """Whether it is looked at while a lock or choke is on (semantics §6.12)."""
    index: int


@dataclass
class Ban:
    """What is never done while a condition holds."""

    name: str
    opt: str
    words: list[str]
    when: Cond | None
    spell: str = ""


@dataclass
class Plan:
    """A whole pattern."""

    rules: list[Rule] = field(default_factory=list)
    react: list[Rule] = field(default_factory=list)
    free: list[Rule] = field(default_factory=list)
    bans: list[Ban] = field(default_factory=list)
    only: bool = False
    latches: dict[str, Cond] = field(default_factory=dict)
    counters: list[tuple[str, str, str, str]] = field(default_factory=list)
    """row or count, who, act, result."""
    rhythms: list[tuple[int, int]] = field(default_factory=list)

    @property
    def everything(self) -> list[Rule]:
        """Every rule of every list."""
        return [*self.rules, *self.react, *self.free]


def members(name: str) -> set[str]:
    """The acts a word covers; a submission is any lock or choke."""
    return CLASSES["@lock"] if name == "submission" else CLASSES.get(name, {name})


class Reader:
    """Reads a pattern in the order in which its parts are numbered: bans, rules, reactions, free decisions."""

    def __init__(self, policy: dict[str, Any]) -> None:
        self.plan = Plan(only=policy.get("rest") == "only")
        self.nodes = 0
        self.acts = 0
        for ban in policy.get("never", []):
            name = {"attack": "@attack", "kick": "@kick"}.get(ban["a"], ban["a"])
            when = self.condition(ban.get("if"))
            self.plan.bans.append(Ban(name, ban.get("opt", ""), ban.get("at", []), when, ban.get("spell", "")))
        for key in ("rules", "react", "free"):
            getattr(self.plan, key)[:] = [self.rule(key, i, row) for i, row in enumerate(policy.get(key, []))]

    # -- conditions: numbered as if written one after another, the parts of a condition before the word that joins them
    def condition(self, cond: list[Any] | None) -> Cond | None:
        """A condition with its places; what a latch remembers is numbered before the condition it stands in."""
        if not cond:
            return None
        self.inner_latches(cond)
        return self.numbered(cond)

    def inner_latches(self, cond: list[Any]) -> None:
        """Read what latches remember, each once."""
        head, *args = cond
        if head in ("and", "or", "not"):
            for arg in args:
                self.inner_latches(arg)
        elif head in ("until", "since", "within"):
            inner = args[-1]
            key = json.dumps(inner)
            if key not in self.plan.latches:
                found = self.condition(inner)
                assert found is not None
                self.plan.latches[key] = found

    def numbered(self, cond: list[Any]) -> Cond:
        """The tuple of a condition; every step of it takes a number."""
        head, *args = cond
        out: Cond
        if head in ("and", "or", "not"):
            out = (head, *[self.numbered(arg) for arg in args])
        elif head in ("until", "since"):
            out = (head, json.dumps(args[0]))
        elif head == "within":
            out = (head, args[0], json.dumps(args[1]))
        elif head == "p":
            out = ("p", self.nodes, round(share(args[0]) * 2**32))
        elif head in ("count", "row"):
            who, act, result, op, n = args
            key = (head, who, act, result)
            if key not in self.plan.counters:
                self.plan.counters.append(key)
            out = ("counted", key, op, n)
        elif head == "every":
            n, m = args[0], (args[1] if len(args) > 1 else 1)
            unit = args[2] if len(args) > 2 else "turn"
            if unit == "turn" and (n, m) not in self.plan.rhythms:
                self.plan.rhythms.append((n, m))
            out = ("every", n, m, unit)
        elif head in ("hp", "fp", "part") and isinstance(args[-1], float):
            out = (head, *args[:-1], share(args[-1]))
        else:
            out = (head, *args)
        self.nodes += 1
        return out

    # -- rules ---------------------------------------------------------------------------------------
    def rule(self, key: str, index: int, row: dict[str, Any]) -> Rule:
        """One rule."""
        do = row["do"]
        when = self.condition(row.get("if"))
        form = next((f for f in ("any", "first", "seq") if f in do), "act")
        raw = [do] if form == "act" else [pair[1] for pair in do["any"]] if form == "any" else do[form]
        acts = [self.act(act) for act in raw]
        if form == "any":
            for act, weight in zip(acts, parts([pair[0] for pair in do["any"]]), strict=True):
                act.weight = weight
        series = f"{key} {json.dumps(do, ensure_ascii=False)}" if form == "seq" else ""
        clings = speaks_of_holds(row.get("if")) or any(act.name in CLINGING for act in acts)
        return Rule(when, form, acts, series, bool(do.get("loop")), speaks_of_lying(row.get("if")), clings, index)

    def act(self, raw: dict[str, Any]) -> Act:
        """One act."""
        words = [piece for word in raw.get("at", []) for piece in SEVERAL.get(word, [word])]
        cycle = json.dumps(raw["at"], ensure_ascii=False) if raw.get("pick") == "cycle" else ""
        self.acts += 1
        return Act(
            raw["a"], words, raw.get("at", []), raw.get("pick", ""), raw.get("mainly", ""), raw.get("opt", ""),
            bool(raw.get("retreat")), self.acts - 1, cycle, raw.get("name", ""), raw.get("of", []),
            0, raw.get("spell", ""), raw.get("energy"), raw.get("hp", 0),
        )  # fmt: skip


def speaks_of_lying(cond: object) -> bool:
    """Whether a condition asks how I lie or stand (semantics §6.2)."""
    if not isinstance(cond, list):
        return False
    return cond in (["state", "me", "down"], ["state", "me", "standing"]) or any(speaks_of_lying(c) for c in cond)


CLINGING = {*GRAPPLES, "hold", "release", "break_free", "@grapple", "@throw", "@lock"}
HELD_WORDS = ("holding", "grappled", "locked", "choked", "pinned", "mounted")


def speaks_of_holds(cond: object) -> bool:
    """Whether a condition asks about a hold."""
    if not isinstance(cond, list) or not cond:
        return False
    if cond[0] == "held" or (cond[0] == "state" and cond[-1] in HELD_WORDS):
        return True
    return any(speaks_of_holds(part) for part in cond)


def read_plan(policy: dict[str, Any]) -> Plan:
    """The plan of a policy."""
    return Reader(policy).plan
