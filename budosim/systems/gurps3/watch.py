"""The conditions of a pattern read off a trace: True, False, or None where a trace does not show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from budosim.ai import vocab

Event = Mapping[str, Any]
Cond = list[Any]

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    "==": lambda x, y: x == y,
    ">=": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
}
_FLAGS = ("airborne", "grappled", "holding", "pinned", "locked", "choked", "casting", "blind")
_HIT = {"critical_success": "hit", "success": "hit", "failure": "miss", "critical_failure": "miss"}
_HEADS = frozenset(
    [
        "turn",
        "sub",
        "every",
        "hp",
        "fp",
        "crippled",
        "state",
        "dist",
        "last",
        "def",
        "hit",
        "provoked",
        "attacked",
        "count",
        "row",
        "cp",
        "initiative",
        "cmp",
        "attacked_with",
        "until",
        "since",
        "within",
        "not",
        "and",
        "or",
    ]
)
_STATES = frozenset((*_FLAGS, "down", "standing", "stunned", "hurt", "fresh", "close"))


class Watch:
    """One bout seen from one side."""

    def __init__(self, side: str) -> None:
        self.me, self.opp = side, "b" if side == "a" else "a"
        self.turn = self.sub = 0
        self.first: str | None = None
        self.state: Mapping[str, Any] | None = None
        self.full: dict[tuple[str, str], float] = {}
        self.last: dict[str, tuple[str, str | None]] = {}
        self.recent: list[Event] = []
        self.counts: Counter[tuple[str, str, str]] = Counter()
        self.row: dict[str, tuple[str, str, int]] = {}
        self.declared: str | None = None
        self.was_attacked = False
        self.latched: dict[str, int] = {}

    def who(self, name: str) -> str:
        """The letter of me or opp."""
        return self.me if name == "me" else self.opp

    def see(self, event: Event) -> None:
        """Take in an event."""
        kind = event["k"]
        if "state" in event:
            self.state = event["state"]
            for side in "ab":
                for key in ("hp", "fp"):
                    self.full.setdefault((side, key), self.state[side][key])
        if kind == "initiative":
            self.first = event.get("first")
        if event["of"] == self.me:
            self.turn, self.sub = event["t"], event["s"]
        if kind == "act" and event["who"] == self.opp:
            self.last[self.opp] = (str(event["act"]), None)
        if kind in ("attack", "defence", "damage", "contest"):
            self.recent.append(event)
        if kind == "attack":
            self._attack(event)
        elif kind == "defence":
            self.declared = str(event["attack"]["act"])
            self._defence(event)

    def _attack(self, event: Event) -> None:
        who = str(event["who"])
        self.was_attacked = self.was_attacked or who == self.opp
        self._result(who, str(event["act"]), _HIT.get(str(event.get("result")), "miss"))

    def _defence(self, event: Event) -> None:
        if "success" in str(event.get("result")):
            other = self.opp if event["who"] == self.me else self.me
            stopped = "dodged" if "dodge" in str(event["defence"]) else "parried"
            self._result(other, str(event["attack"]["act"]), stopped, again=True)

    def _result(self, who: str, act: str, result: str, *, again: bool = False) -> None:
        self.last[who] = (act, result)
        self.counts[who, act, result] += 1
        if not again:
            self.counts[who, act, "any"] += 1
        name, before, n = self.row.get(who, ("", "", 0))
        self.row[who] = (act, result, n + 1 if (name, before) == (act, result) and not again else 1)

    def acted(self, event: Event) -> None:
        """My own sub-turn is over: what came before is no longer recent."""
        self.recent = []
        if event.get("class") not in ("hand", "kick"):
            self.last[self.me] = (str(event["act"]), None)

    def step(self, conds: Iterable[Cond]) -> None:
        """Keep the latches of conditions at an own sub-turn."""
        for cond in conds:
            if cond[0] in ("until", "since", "within"):
                key = repr(cond[-1])
                if key not in self.latched and self.true(cond[-1]):
                    self.latched[key] = self.turn

    @staticmethod
    def shows(cond: Cond) -> bool:
        """Whether a trace shows a condition."""
        if cond[0] == "state":
            return cond[2] in _STATES
        if cond[0] in ("not", "until", "since"):
            return Watch.shows(cond[1])
        if cond[0] == "within":
            return Watch.shows(cond[2])
        return cond[0] in _HEADS

    def true(self, cond: Cond) -> bool | None:
        """Whether a condition holds now."""
        head, *args = cond
        if head in ("and", "or"):
            values = [self.true(part) for part in args]
            decided = bool(head == "or")
            if decided in values:
                return decided
            return None if None in values else not decided
        if head == "not":
            inner = self.true(args[0])
            return None if inner is None else not inner
        if head in ("until", "since"):
            begun = repr(args[0]) in self.latched or bool(self.true(args[0]))
            return bool(begun == (head == "since"))
        if head == "within":
            begun_at = self.latched.get(repr(args[1]))
            return begun_at is not None and self.turn - begun_at < args[0]
        reader = getattr(self, "_" + head, None)
        return reader(*args) if reader is not None and self.shows(cond) else None

    # -- atoms ------------------------------------------------------------------------------------
    def _turn(self, op: str, n: int) -> bool:
        return _COMPARE[op](self.turn, n)

    def _sub(self, op: str, n: int) -> bool:
        return _COMPARE[op](self.sub, n)

    def _every(self, n: int, m: int = 1, unit: str = "turn") -> bool | None:
        return (self.turn - 1) % n >= n - m if unit == "turn" else None

    def _amount(self, key: str, who: str, op: str, value: float) -> bool | None:
        if self.state is None:
            return None
        side = self.who(who)
        now = self.state[side][key]
        limit = value * self.full[side, key] if isinstance(value, float) else value
        return _COMPARE[op](now, limit)

    def _hp(self, who: str, op: str, value: float) -> bool | None:
        return self._amount("hp", who, op, value)

    def _fp(self, who: str, op: str, value: float) -> bool | None:
        return self._amount("fp", who, op, value)

    def _cp(self, op: str, n: int) -> bool | None:
        return None if self.state is None else _COMPARE[op](self.state[self.me]["unspent_cp"], n)

    def _cmp(self, what: str, op: str) -> bool | None:
        if self.state is None or what not in ("hp", "fp"):
            return None
        return _COMPARE[op](self.state[self.me][what], self.state[self.opp][what])

    def _dist(self, op: str, n: int) -> bool | None:
        return None if self.state is None else _COMPARE[op](self.state["distance"], n)

    def _initiative(self, who: str) -> bool | None:
        return None if self.first is None else self.first == self.who(who)

    def _crippled(self, who: str, part: str) -> bool | None:
        if self.state is None:
            return None
        lost = [str(x) for x in self.state[self.who(who)]["crippled"]]
        if part in ("legs", "arms", "eyes", "hands", "feet", "knees"):
            one = {"feet": "foot"}.get(part, part.rstrip("s"))
            return sum(x.startswith(one + ".") for x in lost) == 2
        if part == "@limb":
            return any(x.split(".")[0] in ("arm", "leg", "hand", "foot") for x in lost)
        return None if part.startswith("@") else any(x == part or x.startswith(part + ".") for x in lost)

    def _state(self, who: str, name: str) -> bool | None:
        if self.state is None:
            return None
        side = self.who(who)
        fighter = self.state[side]
        if name == "close":
            return bool(self.state["distance"] == 0)
        if name in ("standing", "down"):
            return bool((fighter["posture"] == "standing") == (name == "standing"))
        if name == "stunned":
            return fighter["stunned"] is not None
        if name in ("hurt", "fresh"):
            whole = fighter["hp"] >= self.full[side, "hp"] and (
                name == "hurt" or fighter["fp"] >= self.full[side, "fp"]
            )
            return bool(whole == (name == "fresh"))
        return bool(fighter[name])

    @staticmethod
    def _is(act: str, name: str) -> bool:
        return act == name or act in vocab.MEMBERS.get(name, ())

    def _last(self, who: str, act: str, res: str | None = None) -> bool | None:
        done = self.last.get(self.who(who))
        if done is None:
            return False
        if not self._is(done[0], act):
            return False
        if res in (None, "any"):
            return True
        return None if done[1] is None else done[1] == res or (res == "ok" and done[1] == "hit")

    def _def(self, _who: str, act: str, res: str) -> bool:
        mine = [e for e in self.recent if e["k"] == "defence" and e["who"] == self.me]
        return any(
            (act == "@defence" or act in str(e["defence"]) or str(e["defence"]) == act)
            and ("success" in str(e["result"])) == (res in ("ok", "any"))
            for e in mine
        )

    def _hit(self, who: str) -> bool:
        victim = self.who(who)
        return any(e["k"] == "damage" and e["who"] == victim for e in self.recent)

    def _provoked(self) -> bool:
        return any(e["k"] == "attack" and e["who"] == self.opp for e in self.recent)

    def _attacked(self) -> bool:
        return self.was_attacked

    def _attacked_with(self, act: str) -> bool | None:
        return None if self.declared is None else self._is(self.declared, act)

    def _count(self, who: str, act: str, res: str, op: str, n: int) -> bool | None:
        if res in ("none", "nohit", "ok", "fail"):
            return None
        side = self.who(who)
        total = sum(k for (w, a, r), k in self.counts.items() if w == side and r == res and self._is(a, act))
        return _COMPARE[op](total, n)

    def _row(self, who: str, act: str, res: str, op: str, n: int) -> bool | None:
        if res in ("none", "nohit", "ok", "fail", "any"):
            return None
        name, result, k = self.row.get(self.who(who), ("", "", 0))
        return _COMPARE[op](k if self._is(name, act) and result == res else 0, n)
