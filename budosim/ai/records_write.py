"""Writes a policy into one record of the duel (fields: `combat/gurps3/records.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

from budosim.ai.records_conditions import Conditions
from budosim.ai.records_numbers import chance, split
from budosim.ai.records_room import Room, together
from budosim.ai.records_words import (
    AIM,
    KINDS,
    RUNTIME,
    act_code,
    act_word,
    banned_code,
    covered,
    option,
    place_code,
)
from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import Act as CoreAct
from budosim.combat.gurps3.ids import PlaceRef
from budosim.combat.gurps3.records import CURSORS, Policy
from budosim.errors import PatternError

PICKS: Final = (None, "first", "cycle")
FORMS: Final = ("act", "any", "first", "seq")
NAMES: Final = ("spell", "energy", "hp", "name", "of")
"""Keys of an act that stand beside its row, as text."""
FURTHER: Final = "+"
"""Text of a ban row that continues the one before."""
Act = Mapping[str, Any]


def text(value: object) -> str:
    """A value as one line of text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def speaks_of_lying(cond: object) -> bool:
    """Whether a condition asks how I lie or stand, however deep inside (semantics §6.2)."""
    if not isinstance(cond, list):
        return False
    return cond in (["state", "me", "down"], ["state", "me", "standing"]) or any(map(speaks_of_lying, cond))


CLINGING: Final = frozenset({
    *(act.name.lower() for act in CoreAct if CoreAct.GRAPPLE <= act <= CoreAct.BREAK_FREE),
    *("@grapple", "@throw", "@lock"),
})  # fmt: skip
"""Acts of rules that are looked at while a lock or choke is on (semantics §6.12)."""
HELD_WORDS: Final = frozenset({"holding", "grappled", "locked", "choked", "pinned", "mounted"})


def speaks_of_holds(cond: object) -> bool:
    """Whether a condition asks about a hold, however deep inside."""
    if not isinstance(cond, list) or not cond:
        return False
    if cond[0] == "held" or (cond[0] == "state" and cond[-1] in HELD_WORDS):
        return True
    return any(map(speaks_of_holds, cond))


class Writer:
    """Fills one record; `extras` takes what is text."""

    def __init__(self) -> None:
        self.record: Any = blank(Policy)[0]
        self.extras: list[str] = []
        self._room = Room(self.record, CURSORS)
        self._conditions = Conditions(self.record, self._room, self._keep)
        self._cursors: dict[str, int] = {}
        self._pools: dict[str, int] = {}

    def policy(self, policy: Mapping[str, Any]) -> None:
        """Write a whole valid policy."""
        self.record.only = int(policy.get("rest") == "only")
        bans = policy.get("never", [])
        # the rows of bans come first: their texts are the first ones, a text for each row
        spans = [self._ban(ban, f"never[{i}]") for i, ban in enumerate(bans)]
        for i, (ban, span) in enumerate(zip(bans, spans, strict=True)):
            first, count = self._conditions.write(ban.get("if"), f"never[{i}].if")
            for at in span:
                self.record.bans[at].first, self.record.bans[at].count = first, count
        for name in ("rules", "react", "free"):
            for i, rule in enumerate(policy.get(name, [])):
                self._line(name, i, rule)
        for name in ("rules", "react", "free", "bans", "latches", "counters", "dues"):
            self.record[f"n_{name}"] = self._room.used[name]

    def _keep(self, words: str) -> int:
        if words in self.extras[self._room.used["bans"] :]:
            return self.extras.index(words, self._room.used["bans"])
        self.extras.append(words)
        return len(self.extras) - 1

    # -- rules ----------------------------------------------------------------------------------
    def _line(self, name: str, source: int, rule: Mapping[str, Any]) -> None:
        path = f"{name}[{source}]"
        do, cond = rule["do"], rule.get("if")
        first, count = self._conditions.write(cond, f"{path}.if")
        form = next((key for key in FORMS if key in do), "act")
        acts = [do] if form == "act" else [row[1] for row in do["any"]] if form == "any" else do[form]
        weights = [row[0] for row in do["any"]] if form == "any" else None
        series = form == "seq"
        line = self.record[name][self._room.take(name, 1, path)]
        line.first, line.count = first, count
        line.form = FORMS.index(form)
        line.order = self._orders(acts, weights, name == "free", f"{path}.do")
        line.orders = len(acts)
        line.cursor = self._cursor(f"{name} {text(do)}", path) if series else 0
        line.loop = int(series and do["loop"])
        line.ground = int(speaks_of_lying(cond))
        line.clings = int(speaks_of_holds(cond) or any(act["a"] in CLINGING for act in acts))
        line.source = source

    def _cursor(self, key: str, path: str) -> int:
        if key not in self._cursors:
            self._cursors[key] = self._room.take("cursors", 1, path)
        return self._cursors[key]

    # -- acts -----------------------------------------------------------------------------------
    def _orders(self, acts: list[Act], weights: list[float] | None, own: bool, path: str) -> int:
        together(len(acts), ("acts in one rule", "一つの規則の行動"), path)
        first = self._room.take("orders", len(acts), path)
        shares = split(weights) if weights else [0] * len(acts)
        for i, act in enumerate(acts):
            order = self.record.orders[first + i]
            self._order(order, act, own, path)
            order.weight = shares[i]
            words = {key: act[key] for key in NAMES if key in act}
            if weights and chance(shares[i]) != weights[i]:
                words["weight"] = weights[i]
            order.extra = self._keep(text(words)) if words else -1
        return first

    def _order(self, order: Any, act: Act, own: bool, path: str) -> None:
        order.act = self._code(act["a"], path)
        order.opt = option(act.get("opt"))
        order.pick = PICKS.index(act.get("pick"))
        order.retreat = int(act.get("retreat", False))
        if order.act >= 0:
            self.record.named[order.act] = 1
        if "at" in act:
            order.first, order.count = self._places(act["at"], own, path)
        if act.get("pick") == "cycle":
            order.cursor = self._cursor(f"cycle {text(act['at'])}", path)
        if "mainly" in act:
            order.mainly = 1 + self._pool(act["mainly"], path)

    def _code(self, word: str, path: str) -> int:
        try:
            return act_code(word)
        except KeyError:
            raise PatternError(
                f"{path}: the duel knows no act {word!r}", f"{path}: {word!r} という行動は試合にありません"
            ) from None

    # -- places ---------------------------------------------------------------------------------
    def _place(self, word: str, own: bool, path: str) -> list[tuple[int, int]]:
        """Rows of a place word: its number, and the mask of each place that is drawn alike.

        Of my `own` body (which part a point restores) the word means all it covers.
        """
        try:
            code = place_code(word)
        except KeyError:
            raise PatternError(
                f"{path}: the duel knows no place {word!r}", f"{path}: {word!r} という部位は試合にありません"
            ) from None
        parts = KINDS.get(word, (word,))
        return [(code, covered(word) if own else AIM.get(part, 0)) for part in parts]

    def _put(self, rows: list[tuple[int, int]], path: str) -> int:
        first = self._room.take("place", len(rows), path)
        for i, (code, mask) in enumerate(rows):
            self.record.place[first + i] = code
            self.record.mask[first + i] = mask
        return first

    def _places(self, words: list[str], own: bool, path: str) -> tuple[int, int]:
        rows = [row for word in words for row in self._place(word, own, path)]
        together(len(rows), ("places of one act", "一つの行動の部位"), path)
        return self._put(rows, path), len(rows)

    def _pool(self, word: str, path: str) -> int:
        if word not in self._pools:
            rows = self._place(word, False, path)
            code = rows[0][0]
            pool = [(code, 0)] if code == PlaceRef.ANY else [(code, len(rows)), *rows]
            self._pools[word] = self._put(pool, path)
        return self._pools[word]

    # -- bans -----------------------------------------------------------------------------------
    def _ban(self, ban: Act, path: str) -> range:
        """The rows of a ban: one for the places that are fixed, one for each that is looked up."""
        if ban.get("retreat"):
            raise PatternError(
                f"{path}.retreat: a ban cannot speak of stepping back; ban the act retreat",
                f"{path}.retreat: 禁止に「下がりつつ」は書けません。retreat を禁止してください",
            )
        try:
            act = banned_code(ban["a"])
            words = ban.get("at", [])
            runtime = [place_code(word) for word in words if word in RUNTIME and word != "@any"]
            union = reduce(or_, [covered(word) for word in words], 0)
        except KeyError as unknown:
            raise PatternError(
                f"{path}: the duel knows no {unknown.args[0]!r}",
                f"{path}: {unknown.args[0]!r} は試合で扱えません",
            ) from None
        rows = [(union, -1)] if union or not runtime else []
        rows += [(0, code) for code in runtime]
        said = {key: ban[key] for key in ("at", "pick", "mainly", *NAMES) if key in ban}
        if act_word(act) != ban["a"]:
            said["a"] = ban["a"]
        first = self._room.take("bans", len(rows), path)
        for i, (places, dynamic) in enumerate(rows):
            self.record.bans[first + i] = (act, option(ban.get("opt")), places, 0, 0, dynamic)
            self.extras.append(FURTHER if i else text(said) if said else "")
        return range(first, first + len(rows))
