"""What a pattern remembers in a bout: last acts, counters, defences, latches (semantics §2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plain.books import CLASSES, DEFENCES, PLACES
from plain.plan import members

if TYPE_CHECKING:
    from plain.body import Fighter

ATTACKS = CLASSES["@attack"]


def fits(act: str, word: str, all_out: bool) -> bool:
    """Whether an act is what a word speaks of; in conditions `attack` is the class, @aoa an attack made all-out."""
    if word == "@aoa":
        return all_out and act in ATTACKS
    return act in members("@attack" if word == "attack" else word)


@dataclass
class Memory:
    """Blank at the bell."""

    latched: dict[str, int] = field(default_factory=dict)
    """Own turn in which a remembered condition first held."""
    counted: dict[tuple[str, str, str, str], int] = field(default_factory=dict)
    cursors: dict[str, int] = field(default_factory=dict)
    due: dict[tuple[int, int], int] = field(default_factory=dict)
    bans: dict[int, set[str]] = field(default_factory=dict)
    """Bans in force, with the places they cover now."""
    last: str = ""
    how: set[str] = field(default_factory=set)
    all_out: bool = False
    """Whether the last act was an all-out attack."""
    all_out_now: set[str] = field(default_factory=set)
    all_out_before: set[str] = field(default_factory=set)
    """Whether one was made, and one hit, in the turn running and in the one before."""
    last_place: str | None = None
    used: set[str] = field(default_factory=set)
    landed: set[str] = field(default_factory=set)
    used_before: set[str] = field(default_factory=set)
    landed_before: set[str] = field(default_factory=set)
    attacks: int = 0
    actions: int = 0
    feints: int = 0
    last_defence: str = ""
    defended: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    was_hit: bool = False
    provoked: bool = False
    attacked: bool = False
    foe_limb: str | None = None
    hits: dict[str, int] = field(default_factory=dict)
    recovered: bool = False
    defences: int = 0

    def new_sub_turn(self) -> None:
        """What is remembered since the last own sub-turn starts anew."""
        self.defended, self.failed = set(), set()
        self.was_hit = self.provoked = self.recovered = False

    def most_hit(self, skip: Iterable[str]) -> str | None:
        """The place most of the own blows landed on."""
        found = {p: n for p, n in self.hits.items() if p not in skip}
        return max(found, key=lambda p: (found[p], -PLACES.index(p))) if found else None


def note_act(me: Fighter, act: str, how: set[str], place: str | None) -> None:
    """Remember an act of `me` and how it ended."""
    mind = me.memory
    mind.last, mind.how = act, how
    mind.used.add(act)
    mind.all_out = me.all_out and act in ATTACKS
    if mind.all_out:
        mind.all_out_now |= {"none", "nohit"} if "hit" in how else {"none"}
    if "hit" in how:
        mind.landed.add(act)
    if act in ATTACKS and act != "cine":
        # a skill counts by the blow it strikes
        mind.attacks += 1
        if place is not None and place != "any":
            mind.last_place = place
            if "hit" in how:
                mind.hits[place] = mind.hits.get(place, 0) + 1
    elif act == "feint":
        mind.feints += 1
    count(me, act, how)


def note_series(me: Fighter, whole: bool) -> None:
    """A combination as one act, after its moves were remembered one by one."""
    mind, how = me.memory, {"ok"} if whole else {"fail"}
    mind.last, mind.how = "combo", how
    mind.used.add("combo")
    count(me, "combo", how)


def count(me: Fighter, act: str, how: set[str]) -> None:
    """Advance what both patterns count."""
    for owner, who in ((me, "me"), (me.foe, "opp")):
        for key in owner.plan.counters:
            head, whom, word, result = key
            if whom != who or result in ("none", "nohit") or (act in DEFENCES) != speaks_of_defence(word):
                continue
            if act == "cine" and word in ("attack", "@attack"):
                continue
            if fits(act, word, me.all_out) and (result == "any" or result in how):
                owner.memory.counted[key] = owner.memory.counted.get(key, 0) + 1
            elif head == "row" and same_kind(act, word):
                owner.memory.counted[key] = 0


def speaks_of_defence(word: str) -> bool:
    """Whether a word speaks of defences, which are counted by themselves."""
    return word in DEFENCES or word == "@defence"


def same_kind(act: str, word: str) -> bool:
    """Whether an act belongs to what a row looks at: feints, attacks, or anything."""
    if word == "feint":
        return act == "feint"
    return act in ATTACKS if word == "@aoa" or members(word) <= ATTACKS else True


def note_defence(me: Fighter, act: str, success: bool) -> None:
    """Remember a defence."""
    (me.memory.defended if success else me.memory.failed).add(act)
    me.memory.last_defence = act
    me.memory.defences += 1
    count(me, act, {"ok" if success else "fail"})


def turn_over(me: Fighter) -> None:
    """The end of an own turn: what was used belongs to the turn before; counters of whole turns advance."""
    mind = me.memory
    for owner, who in ((me, "me"), (me.foe, "opp")):
        for key in owner.plan.counters:
            head, whom, word, result = key
            if whom != who or result not in ("none", "nohit"):
                continue
            acts = mind.used if result == "none" else mind.landed
            if not any(fits(act, word, me.all_out) for act in acts):
                owner.memory.counted[key] = owner.memory.counted.get(key, 0) + 1
            elif head == "row":
                owner.memory.counted[key] = 0
    mind.used_before, mind.landed_before = mind.used, mind.landed
    mind.used, mind.landed = set(), set()
    mind.all_out_before, mind.all_out_now = mind.all_out_now, set()
