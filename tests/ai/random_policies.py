"""Random valid policies of bp/1 in normal form, for property tests."""

from __future__ import annotations

import random
from typing import Any

from budosim.ai import vocab

_ACTS = sorted(vocab.ACTS | vocab.CLASSES)
_LOCS = sorted(vocab.LOCS)
_NAMES = ["衝撃", "火球（大）", "Daze; now", "ｶﾅ", "a、b"]


class Maker:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)

    def op(self) -> str:
        return self.r.choice(sorted(vocab.OPS))

    def who(self) -> str:
        return self.r.choice(["me", "opp"])

    def n(self) -> int:
        return self.r.randint(1, 20)

    def value(self) -> float:
        return self.r.choice([self.r.randint(-3, 20), round(self.r.uniform(0.01, 0.99), 2)])

    def act(self) -> dict[str, Any]:
        r = self.r
        act: dict[str, Any] = {"a": r.choice(_ACTS)}
        if r.random() < 0.4:
            act["at"] = r.sample(_LOCS, r.randint(1, 3))
            if r.random() < 0.3:
                act["pick"] = r.choice(["cycle", "first"])
            if r.random() < 0.2:
                act["mainly"] = r.choice(["@vital", "@any", "@limb"])
        if r.random() < 0.2:
            act["opt"] = r.choice(vocab.OPTS)
        if act["a"] == "cast" or r.random() < 0.05:
            act["spell"] = r.choice(_NAMES)
        if act["a"] == "combo":
            act["name"], act["of"] = "三日月", ["jab", "hook", "low_kick"]
        if r.random() < 0.1:
            act["retreat"] = True
        return act

    def atom(self) -> list[Any]:
        r = self.r
        a = r.choice(_ACTS)
        loc = r.choice(_LOCS)
        res = r.choice(sorted(vocab.RESULTS))
        return r.choice(
            [
                ["turn", self.op(), self.n()],
                ["sub", self.op(), self.n()],
                ["every", self.n()],
                ["every", 5, 2],
                ["every", 5, 1, "attack"],
                ["every", 3, 2, "action"],
                ["p", round(r.random(), 2)],
                ["hp", self.who(), self.op(), self.value()],
                ["fp", self.who(), self.op(), self.value()],
                ["crippled", self.who(), loc],
                ["state", self.who(), r.choice(sorted(vocab.STATES))],
                ["dist", self.op(), self.n()],
                ["last", self.who(), a],
                ["last", self.who(), a, res],
                ["def", "me", a, res],
                ["hit", self.who()],
                ["provoked"],
                ["attacked"],
                ["attacked_with", a],
                ["first_def"],
                ["count", self.who(), a, res, self.op(), self.n()],
                ["row", self.who(), a, res, self.op(), self.n()],
                ["held", loc],
                ["part", self.who(), loc, self.op(), 0.5],
                ["recovered", "stunned"],
                ["type", "opp", r.choice(sorted(vocab.TYPES))],
                ["stage", r.choice(sorted(vocab.STAGES))],
                ["score", self.op(), self.n()],
                ["cmp", r.choice(sorted(vocab.CMP)), self.op()],
                ["initiative", self.who()],
                ["cp", self.op(), self.n()],
            ]
        )

    def cond(self, depth: int = 0) -> list[Any]:
        if depth < 3 and self.r.random() < 0.35:
            head = self.r.choice(["and", "or", "not", "until", "since", "within"])
            if head in ("and", "or"):
                return [head, *(self.cond(depth + 1) for _ in range(self.r.randint(2, 3)))]
            return (
                [head, self.n(), self.cond(depth + 1)] if head == "within" else [head, self.cond(depth + 1)]
            )
        return self.atom()

    def do(self) -> dict[str, Any]:
        k = self.r.random()
        if k < 0.6:
            return self.act()
        if k < 0.75:
            w = round(self.r.uniform(0.05, 0.95), 2)
            return {"any": [[w, self.act()], [round(1 - w, 2), self.act()]]}
        if k < 0.87:
            return {"first": [self.act() for _ in range(self.r.randint(2, 4))]}
        return {"seq": [self.act() for _ in range(self.r.randint(2, 5))], "loop": self.r.random() < 0.7}

    def rule(self) -> dict[str, Any]:
        rule: dict[str, Any] = {"if": self.cond()} if self.r.random() < 0.7 else {}
        rule["do"] = self.do()
        return rule

    def policy(self) -> dict[str, Any]:
        policy: dict[str, Any] = {"rules": [self.rule() for _ in range(self.r.randint(0, 5))]}
        for name in ("react", "free"):
            if self.r.random() < 0.3:
                policy[name] = [self.rule() for _ in range(self.r.randint(1, 3))]
        if self.r.random() < 0.3:
            policy["never"] = [
                {**self.act(), **({"if": self.cond()} if self.r.random() < 0.5 else {})}
                for _ in range(self.r.randint(1, 3))
            ]
        if self.r.random() < 0.3:
            policy["rest"] = "only"
        return policy
