"""Reads a record of the duel back as the policy it was written from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from budosim.ai.policy import Cond, Policy
from budosim.ai.records_conditions import SIDES
from budosim.ai.records_numbers import chance, share_back
from budosim.ai.records_words import KINDS, SHIFT, act_word, place_word, result_word
from budosim.ai.records_write import FORMS, FURTHER, NAMES, PICKS
from budosim.combat.gurps3.ids import OPERATORS, OPT_NAMES, CmpWord, Op, StageWord, StateWord, TypeWord

_BARE: Final = {
    Op.PROVOKED: ["provoked"],
    Op.ATTACKED: ["attacked"],
    Op.FIRST_DEF: ["first_def"],
    Op.RECOVERED: ["recovered", "stunned"],
}
_COMPARED: Final = {Op.TURN: "turn", Op.SUB: "sub", Op.DIST: "dist", Op.SCORE: "score", Op.CP: "cp"}
_POINTS: Final = {Op.HP: "hp", Op.FP: "fp"}
_UNITS: Final = {Op.EVERY_ATTACK: "attack", Op.EVERY_ACTION: "action"}


class _Reader:
    def __init__(self, record: Any, extras: Sequence[str]) -> None:
        self.record = record
        self.extras = extras

    # -- conditions -----------------------------------------------------------------------------
    def cond(self, first: int, count: int) -> Cond | None:
        stack: list[Cond] = []
        for at in range(first, first + count):
            node = self.record.nodes[at]
            op = Op(int(node.op))
            if op in (Op.AND, Op.OR):
                stack[-node.a :] = [[op.name.lower(), *stack[-node.a :]]]
            elif op is Op.NOT:
                stack[-1] = ["not", stack[-1]]
            else:
                stack.append(self.atom(op, node))
        return stack[0] if stack else None

    def atom(self, op: Op, n: Any) -> Cond:
        """One node that is no connective."""
        who, a, b, c = SIDES[n.who], int(n.a), int(n.b), int(n.c)
        if op in _BARE:
            return list(_BARE[op])
        if op in _COMPARED:
            return [_COMPARED[op], OPERATORS[a], b]
        if op in _POINTS:
            return [_POINTS[op], who, OPERATORS[a], share_back(b, c, self.extras) if c else b]
        if op in _UNITS:
            return ["every", a, b, _UNITS[op]]
        if op in (Op.UNTIL, Op.SINCE, Op.WITHIN):
            latch = self.record.latches[a]
            inner = self.cond(int(latch.first), int(latch.count))
            return [op.name.lower(), *([b] if op is Op.WITHIN else []), inner]
        if op is Op.EVERY_TURN:
            due = self.record.dues[a]
            return ["every", int(due.n)] + ([int(due.m)] if due.m != 1 else [])
        if op is Op.COUNTER:
            counter = self.record.counters[a]
            what = [SIDES[counter.who], act_word(int(counter.act)), result_word(int(counter.res))]
            return ["row" if counter.row else "count", *what, OPERATORS[b], c]
        if op is Op.P:
            return ["p", float(self.extras[b - 1]) if b else chance(a)]
        if op is Op.PART:
            return ["part", who, place_word(a >> SHIFT), OPERATORS[b], share_back(c, int(n.d), self.extras)]
        return self.word(op, who, a, b, c)

    def word(self, op: Op, who: str, a: int, b: int, c: int) -> Cond:
        """A node whose first number is a word."""
        if op is Op.CRIPPLED:
            return ["crippled", who, place_word(a >> SHIFT)]
        if op is Op.HELD:
            return ["held", place_word(a >> SHIFT)]
        if op is Op.STATE:
            return ["state", who, StateWord(a).name.lower()]
        if op is Op.LAST:
            return ["last", who, act_word(a)] + ([result_word(b)] if c else [])
        if op is Op.DEF:
            return ["def", "me", act_word(a), result_word(b)]
        if op is Op.ATTACKED_WITH:
            return ["attacked_with", act_word(a)]
        if op is Op.TYPE:
            return ["type", "opp", TypeWord(a).name.lower()]
        if op is Op.STAGE:
            return ["stage", StageWord(a).name.lower()]
        if op is Op.CMP:
            return ["cmp", CmpWord(a).name.lower(), OPERATORS[b]]
        return ["hit" if op is Op.HIT else "initiative", who]

    # -- acts -----------------------------------------------------------------------------------
    def words(self, first: int, count: int) -> list[str]:
        """The place words of some rows; a word for several places stands once."""
        out = []
        at = first
        while at < first + count:
            word = place_word(int(self.record.place[at]))
            out.append(word)
            at += len(KINDS.get(word, (word,)))
        return out

    def act(self, at: int) -> tuple[dict[str, Any], float]:
        """An act and its weight."""
        order = self.record.orders[at]
        said = json.loads(self.extras[order.extra]) if order.extra >= 0 else {}
        out: dict[str, Any] = {"a": act_word(int(order.act))}
        if order.count:
            out["at"] = self.words(int(order.first), int(order.count))
        if order.pick:
            out["pick"] = PICKS[order.pick]
        if order.mainly:
            out["mainly"] = place_word(int(self.record.place[order.mainly - 1]))
        if order.opt:
            out["opt"] = OPT_NAMES[order.opt]
        out |= {key: said[key] for key in NAMES if key in said}
        if order.retreat:
            out["retreat"] = True
        return out, said.get("weight", chance(int(order.weight)))

    def do(self, line: Any) -> dict[str, Any]:
        """What a rule does."""
        form = FORMS[line.form]
        rows = [self.act(at) for at in range(line.order, line.order + line.orders)]
        if form == "any":
            return {"any": [[weight, act] for act, weight in rows]}
        acts = [act for act, _ in rows]
        if form == "seq":
            return {"seq": acts, "loop": bool(line.loop)}
        return {"first": acts} if form == "first" else acts[0]

    def rule(self, line: Any) -> dict[str, Any]:
        """One rule."""
        cond = self.cond(int(line.first), int(line.count))
        return ({"if": cond} if cond else {}) | {"do": self.do(line)}

    def ban(self, at: int) -> dict[str, Any]:
        """A ban, from its first row."""
        row = self.record.bans[at]
        said = json.loads(self.extras[at] or "{}")
        out: dict[str, Any] = {"a": said.get("a", act_word(int(row.act)))}
        out |= {key: said[key] for key in ("at", "pick", "mainly") if key in said}
        if row.opt:
            out["opt"] = OPT_NAMES[row.opt]
        out |= {key: said[key] for key in NAMES if key in said}
        cond = self.cond(int(row.first), int(row.count))
        return out | ({"if": cond} if cond else {})


def read(record: Any, extras: Sequence[str]) -> Policy:
    """The policy of a record and its texts."""
    reader = _Reader(record, extras)
    out: Policy = {"rules": [reader.rule(record.rules[i]) for i in range(record.n_rules)]}
    for name in ("react", "free"):
        if record[f"n_{name}"]:
            out[name] = [reader.rule(record[name][i]) for i in range(record[f"n_{name}"])]
    if record.n_bans:
        out["never"] = [reader.ban(i) for i in range(record.n_bans) if extras[i] != FURTHER]
    if record.only:
        out["rest"] = "only"
    return out
