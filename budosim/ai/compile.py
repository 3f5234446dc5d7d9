"""Statements -> policy in normal form (semantics 1a and 5), with the spans of its rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from budosim.ai import compose, parse_cond, tiers
from budosim.ai.findings import Refusal
from budosim.ai.normal_form import normal_act, normal_cond, normal_do
from budosim.ai.policy import Policy, negate
from budosim.ai.statements import Cond, Stmt, conj, disj

Note = tuple[str, int, int, str, str, str | None]


@dataclass(slots=True)
class Compiled:
    """A policy with the span of each rule (in the matched text) and what was noticed on the way."""

    policy: Policy
    spans: dict[str, list[tuple[int, int]]]
    rows: dict[str, list[Stmt]]
    notes: list[Note] = field(default_factory=list)


def compile_(stmts: list[Stmt], *, only: bool) -> Compiled:
    """Order, complete and write down the statements."""
    notes: list[Note] = []
    stmts = _once([_settled(s) for s in jumps(stmts)])
    rows: dict[str, list[Stmt]] = {}
    for name in ("rules", "react", "free"):
        chosen = _conflicts([s for s in stmts if s.list_ == name], notes)
        ordered, moved = tiers.order(chosen)
        for s in moved:
            notes.append(("W_ORDER", s.a, s.b, "", "", None))
        ordered = _unique(ordered)
        _parity(ordered)
        _last_guard(ordered)
        _exhaust(ordered)
        _last_case(ordered)
        rows[name] = _merge(ordered)
    rows["never"] = _unique([s for s in stmts if s.list_ == "never"])
    policy: Policy = {"rules": [_rule(s) for s in rows["rules"]]}
    for name in ("react", "free"):
        if rows[name]:
            policy[name] = [_rule(s) for s in rows[name]]
    for row in policy.get("react", []):
        for act in compose.acts_of(row["do"]):
            if "spell" in act:
                act["a"] = "cast"  # a defence with a spell: to the reader a parry so far
    if rows["never"]:
        policy["never"] = []
        for s in rows["never"]:
            ban = normal_act(s.do)
            full = s.full
            if full is not None:
                ban["if"] = normal_cond(full)
            policy["never"].append(ban)
    if only:
        policy["rest"] = "only"
    spans = {name: [s.span for s in rows[name]] for name in ("rules", "react", "free", "never")}
    return Compiled(policy, spans, rows, notes)


def _once(stmts: list[Stmt]) -> list[Stmt]:
    """Without exact repetitions; the first stands."""
    seen: dict[str, Stmt] = {}
    for s in stmts:
        key = repr(
            (s.list_, s.full, s.do, s.exception, s.priority, s.ranked, s.auto, sorted(s.flags & {"style", "cap"}))
        )
        seen.setdefault(key, s)
    return list(seen.values())


def _settled(s: Stmt) -> Stmt:
    s.cond = parse_cond.settle(s.cond, "opp")
    s.guard = parse_cond.settle(s.guard, "opp")
    return s


def _rule(s: Stmt) -> dict[str, Any]:
    rule: dict[str, Any] = {}
    full = s.full
    if full is not None:
        rule["if"] = normal_cond(full)
    rule["do"] = normal_do(s.do)
    return rule


def _unique(stmts: list[Stmt]) -> list[Stmt]:
    out: list[Stmt] = []
    for s in stmts:
        if not any(x.full == s.full and x.do == s.do for x in out):
            out.append(s)
    return out


def _other_half(a: Stmt, b: Stmt) -> bool:
    if a.freq is None or a.freq != b.freq or a.freq[0] != "every":
        return False
    return bool(a.freq[1] == 2 * (a.freq[2] if len(a.freq) > 2 else 1))


def _conflicts(stmts: list[Stmt], notes: list[Note]) -> list[Stmt]:
    """Two unequal acts for one condition: the first is kept."""
    out: list[Stmt] = []
    for s in stmts:
        twin = next(
            (
                x
                for x in out
                if x.full == s.full and tiers.tier(x) == tiers.tier(s) and x.do != s.do and x.ranked is None
            ),
            None,
        )
        if twin is not None and _other_half(twin, s):
            s.freq = None  # 二回に一回は X、二回に一回は Y
            twin = None
        if twin is None:
            out.append(s)
            continue
        if twin.auto and not s.auto:
            out[out.index(twin)] = s
            continue
        if s.auto or "style" in s.flags:
            continue
        if twin.hard and s.hard and s.absolute and twin.absolute:
            raise Refusal("E_CONTRADICTION", s.a, s.b, "前の指示", "the order before")
        notes.append(("W_CONFLICT", s.a, s.b, "", "", None))
    return out


def _exhaust(rows: list[Stmt]) -> None:
    """The last branch of a case split needs no condition of its own (1a.2)."""
    if not rows:
        return
    groups: list[list[Stmt]] = []
    for s in rows:
        if groups and groups[-1][0].guard == s.guard:
            groups[-1].append(s)
        else:
            groups.append([s])
    for group in groups:
        last = group[-1]
        if last.cond is None or last.freq is not None or len(group) < 2 or "keep" in last.flags:
            continue
        own = tiers.parts(last.cond)
        before = list(own)
        for k in range(len(own) - 1, -1, -1):
            shared = own[:k] + own[k + 1 :]
            earlier = [
                rest[0]
                for s in group[:-1]
                for rest in [[c for c in tiers.parts(conj(s.cond, s.freq)) if c not in shared]]
                if len(rest) == 1 and all(c in tiers.parts(conj(s.cond, s.freq)) for c in shared)
            ]
            if earlier and tiers.exhausted(earlier, own[k]):
                last.cond = conj(*shared)
                break
        else:
            whole = [s.cond for s in group[:-1] if s.cond is not None]
            if tiers.exhausted(whole, last.cond):
                last.cond = None
        if last.cond is not None:
            whole = [s.cond for s in group[:-1] if s.cond is not None]
            if tiers.exhausted(whole, last.cond):
                shared = tiers.parts(last.cond)
                last.cond = None
                for s in group[:-1]:
                    mine = tiers.parts(s.cond)
                    if all(x in mine for x in shared) and len(mine) > len(shared):
                        s.cond = conj(*[x for x in mine if x not in shared])
        if last.cond is None:
            for s in group[:-1]:
                mine = tiers.parts(s.cond)
                if all(x in mine for x in before) and len(mine) > len(before):
                    s.cond = conj(*[x for x in mine if x not in before])


def _last_case(rows: list[Stmt]) -> None:
    """A last branch without a topic that is all the branches before leave, topics included."""
    last = rows[-1] if rows else None
    if last is None or last.guard is not None or last.cond is None or last.freq is not None or "keep" in last.flags:
        return
    if tiers.exhausted([s.full for s in rows[:-1] if s.full is not None], last.cond):
        last.cond = None


def _parity(rows: list[Stmt]) -> None:
    """奇数ターンは X、偶数ターンは Y: the counter first, the rest without one."""
    for i in range(len(rows) - 1):
        a, b = rows[i], rows[i + 1]
        for s in (a, b):
            if s.guard is not None and s.guard in (["every", 2], ["not", ["every", 2]]):
                s.guard, s.cond = None, conj(s.guard, s.cond)
        left, right = tiers.parts(a.cond), tiers.parts(b.cond)
        odd = next((c for c in left if c[0] == "not" and c[1][0] == "every"), None)
        if (
            odd is not None
            and odd[1] in right
            and [c for c in left if c != odd] == [c for c in right if c != odd[1]]
            and a.guard == b.guard
        ):
            a.cond = conj(*[c for c in left if c != odd])
            rows[i], rows[i + 1] = b, a


def _last_guard(rows: list[Stmt]) -> None:
    """The guard of the last group falls when the groups before leave exactly its case."""
    if not rows or rows[-1].guard is None:
        return
    guard = rows[-1].guard
    earlier = [s.full for s in rows if s.guard != guard and s.full is not None]
    if earlier and tiers.exhausted(earlier, guard):
        for s in rows:
            if s.guard == guard:
                s.guard = None


def _merge(rows: list[Stmt]) -> list[Stmt]:
    """Neighbouring rules with equal acts are one rule with `or`."""
    out: list[Stmt] = []
    for s in rows:
        prev = out[-1] if out else None
        if (
            prev is not None
            and prev.do == s.do
            and prev.guard == s.guard
            and prev.full is not None
            and s.full is not None
        ):
            joined = disj(conj(prev.cond, prev.freq) or [], conj(s.cond, s.freq) or [])
            prev.cond, prev.freq = joined, None
            prev.said = (min(prev.span[0], s.span[0]), max(prev.span[1], s.span[1]))
            prev.a, prev.b = min(prev.a, s.a), max(prev.b, s.b)
            continue
        if prev is not None and prev.do == s.do and s.full is None and prev.full is not None and "a" in s.do:
            s.a, s.b = min(prev.a, s.a), max(prev.b, s.b)  # C or not C: the same act either way
            out[-1] = s
            continue
        out.append(s)
    return out


def _numbered(stmts: list[Stmt]) -> list[Stmt]:
    """１：フェイント ２：前蹴り: numbered acts without conditions: a loop, or choices by priority."""
    ranked = [s for s in stmts if s.ranked is not None and s.list_ == "rules"]
    if len(ranked) < 2 or any(s.full is not None or "a" not in s.do for s in ranked):
        return stmts
    acts = [s.do for s in ranked]
    first = ranked[0]
    first.do = {"first": acts} if "byrank" in first.flags else {"seq": acts, "loop": True}
    first.ranked, first.b = None, ranked[-1].b
    return [s for s in stmts if s not in ranked[1:]]


def jumps(stmts: list[Stmt]) -> list[Stmt]:
    """③に戻る and ④へ in a numbered list: unknown steps, loops, and guards that a jump hands on."""
    marks = [s for s in stmts if "jump" in s.flags]
    if not marks:
        return _numbered(stmts)
    steps = sorted({s.ranked for s in stmts if s.ranked is not None})
    for s in marks:
        target = int(s.do["to"])
        if target not in steps:
            raise Refusal("E_DANGLING", s.a, s.b)
        here = s.ranked or 0
        if target <= here and s.cond is None:
            later = [x for x in stmts if x.ranked is not None and x.ranked > here]
            if later:
                raise Refusal("E_UNREACHABLE", later[0].a, later[0].b)
    out: list[Stmt] = []
    handed: dict[int, Cond] = {}
    for s in stmts:
        if "jump" in s.flags:
            target = int(s.do["to"])
            if s.cond is not None and target > (s.ranked or 0):
                handed[target] = s.cond
            continue
        if s.ranked in handed:
            s.guard = None
            s.cond = conj(handed[s.ranked], s.cond)
            s.flags.add("keep")
        out.append(s)
    back = [m for m in marks if int(m.do["to"]) <= (m.ranked or 0)]
    if (
        back
        and all(m.cond is None for m in back)
        and all(s.cond is None for s in out if s.ranked is not None)
    ):
        ranked = [s for s in out if s.ranked is not None]
        if len(ranked) >= 2:
            acts = [a for s in ranked for a in compose.acts_of(s.do)]
            first = ranked[0]
            first.do, first.ranked = {"seq": acts, "loop": True}, None
            out = [s for s in out if s not in ranked[1:]]
    return out


__all__ = ["Compiled", "compile_", "negate"]
