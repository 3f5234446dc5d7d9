"""Text order -> evaluation order. Source: semantics section 5."""

from __future__ import annotations

from typing import Any

from budosim.ai.policy import negate
from budosim.ai.results import RESULT_STATE
from budosim.ai.statements import Cond, Stmt

_SEQUELS = {  # a state -> the state that comes before it in a fight
    "locked": {"holding", "grappled", "close", "down"},
    "choked": {"holding", "grappled", "close", "down"},
    "pinned": {"holding", "down", "close"},
    "holding": {"close"},
}


def parts(cond: Cond | None) -> list[Cond]:
    """The conjuncts of a condition."""
    if cond is None:
        return []
    return list(cond[1:]) if cond[0] == "and" else [cond]


def implies(a: Cond | None, b: Cond | None) -> bool:
    """Whether `a` being true makes `b` true (as far as the forms show)."""
    if b is None:
        return True
    if a is None:
        return False
    if a == b:
        return True
    if b[0] == "and":
        return all(implies(a, x) for x in b[1:])
    if a[0] == "or":
        return all(implies(x, b) for x in a[1:])
    if a[0] == "and":
        return any(implies(x, b) for x in a[1:])
    if b[0] == "or":
        return any(implies(a, x) for x in b[1:])
    return _atom_implies(a, b)


def _atom_implies(a: Cond, b: Cond) -> bool:
    if a[0] in ("since", "until") and b[0] == a[0]:
        return implies(a[1], b[1]) if a[0] == "since" else implies(b[1], a[1])
    if a == ["state", "me", "close"] and b[0] == "dist" and b[1] in ("<", "<="):
        return True
    if a[0] != b[0]:
        return False
    head = a[0]
    if head == "crippled" and a[1] == b[1]:
        pairs = {"legs": {"leg", "leg.R", "leg.L", "@limb"}, "arms": {"arm", "arm.R", "arm.L", "@limb"}}
        if b[2] in pairs.get(a[2], ()):
            return True
        return (
            (a[2].startswith("leg.") and b[2] in ("leg", "@limb"))
            or (a[2].startswith("arm.") and b[2] in ("arm", "@limb"))
            or (a[2] in ("leg", "arm") and b[2] == "@limb")
        )
    if head in ("hp", "fp") and a[1] == b[1] and isinstance(a[3], float) == isinstance(b[3], float):
        return _narrower(a[2], a[3], b[2], b[3])
    if head in ("turn", "sub", "dist", "score", "cp"):
        return _narrower(a[1], a[2], b[1], b[2])
    if head in ("count", "row") and a[1:4] == b[1:4]:
        return _narrower(a[4], a[5], b[4], b[5])
    return bool(head == "last" and a[1] == b[1] and a[2] == b[2] and len(b) == 3)


def _narrower(op1: str, v1: float, op2: str, v2: float) -> bool:
    if op1 in ("<", "<=") and op2 in ("<", "<="):
        return v1 < v2 or (v1 == v2 and (op1 == op2 or op2 == "<="))
    if op1 in (">", ">=") and op2 in (">", ">="):
        return v1 > v2 or (v1 == v2 and (op1 == op2 or op2 == ">="))
    if op1 == "==":
        return {"<": v1 < v2, "<=": v1 <= v2, ">": v1 > v2, ">=": v1 >= v2, "==": v1 == v2}[op2]
    return False


def _sequel(a: Cond | None, b: Cond | None) -> bool:
    """Whether `a` is a later state of the fight than `b` (locked before holding)."""
    for x in parts(a):
        for y in parts(b):
            if x[0] == y[0] == "state" and y[2] in _SEQUELS.get(x[2], ()):
                return True
            if (
                x[0] == "row"
                and x[2] in ("hold",)
                and y[0] == "state"
                and y[2] in ("locked", "holding", "choked")
            ):
                return True
    return False


def tier(stmt: Stmt) -> int:
    """2 exceptions, 3 states and events, 4 counters and chances, 5 unconditional."""
    if stmt.exception or stmt.priority:
        return 2
    own = parts(stmt.cond)
    latch = [c for c in own if c[0] in ("until",)]
    others = [c for c in own if c[0] not in ("every", "p", "until") and not _negated_counter(c)]
    if others or (stmt.freq is None and latch):
        return 3
    if stmt.freq is not None or any(c[0] in ("every", "p") or _negated_counter(c) for c in own):
        return 4
    return 5


def _negated_counter(cond: Cond) -> bool:
    return cond[0] == "not" and cond[1][0] in ("every", "p")


def key_parts(stmt: Stmt) -> Cond | None:
    """The whole condition of a statement."""
    return stmt.full


def order(stmts: list[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
    """The statements of one list in evaluation order, and those that moved before an earlier wider one."""
    ranked = [s for s in stmts if s.ranked is not None and "rank" in s.flags]
    if len(ranked) >= 2 and len(ranked) >= len(stmts) - 2:
        rest = [s for s in stmts if s.ranked is None]
        return [s for s in rest if s.exception] + ranked + [s for s in rest if not s.exception], []
    guarded = [s for s in stmts if s.guard is not None]
    free = [s for s in stmts if s.guard is None]
    groups: list[list[Stmt]] = []
    for s in guarded:
        for group in groups:
            if group[0].guard == s.guard:
                group.append(s)
                break
        else:
            groups.append([s])
    moved: list[Stmt] = []
    out: list[Stmt] = []
    plain = _tiers(free, moved)
    lifted = [s for s in plain if tier(s) == 2]
    for group in groups:
        out += _tiers(group, moved)
    return lifted + out + [s for s in plain if s not in lifted], moved


def _tiers(stmts: list[Stmt], moved: list[Stmt]) -> list[Stmt]:
    out: list[Stmt] = []
    for level in (2, 3, 4, 5):
        rows: list[Stmt] = []
        for s in (x for x in stmts if tier(x) == level):
            at = len(rows)
            for i, other in enumerate(rows):
                full, wide = s.full, other.full
                waiting = other.do == {"a": "wait"} and [c[0] for c in parts(other.cond)] == ["until"]
                if s.do == {"a": "hold"} and s.cond == ["state", "me", "holding"]:
                    at = 0  # a hold that is not to be let go comes before all else
                    break
                follows = (
                    s.cond is not None
                    and other.cond is not None
                    and s.cond[:2] == other.cond[:2] == ["last", "me"]
                )
                if (
                    follows
                    and s.cond is not None
                    and other.do.get("a") == s.cond[2]
                    and not (other.cond is not None and opposite(s.cond, other.cond))
                ):  # the last link goes first
                    at = i
                    break
                leads = RESULT_STATE.get(other.do.get("a", ""))
                if (
                    s.cond is not None
                    and s.cond == leads
                    and other.cond is not None
                    and leads[2:] != ["close"]
                    and not opposite(s.cond, other.cond)
                ):
                    at = i  # what the act before leads to
                    break
                if waiting and s.cond == ["state", "me", "holding"]:  # already holding: no need to wait
                    at = i
                    break
                if (
                    full != wide
                    and (implies(full, wide) or _sequel(s.cond, other.cond))
                    and not implies(wide, full)
                ):
                    at = i
                    if implies(full, wide) and not s.auto:
                        moved.append(s)
                    break
            rows.insert(at, s)
        out += rows
    return out


def opposite(a: Cond, b: Cond) -> bool:
    """Whether two conditions exhaust the cases between them."""
    if a[0] == b[0] == "dist" and {a[1], b[1]} == {"<=", ">="} and abs(a[2] - b[2]) == 1:
        low = a if a[1] == "<=" else b
        return bool(low[2] < (b if low is a else a)[2])
    if negate(a) == b or negate(b) == a:
        return True
    if a[0] == b[0] == "dist":
        return {(a[1], a[2]), (b[1], b[2])} == {(">=", 3), ("<=", 1)}
    pair: list[Any] = [a, b]
    for x, y in (pair, pair[::-1]):
        if x[0] == y[0] == "state" and x[1] == y[1] and {x[2], y[2]} in ({"standing", "down"},):
            return True
        if (
            x[0] == y[0] == "last"
            and x[1:3] == y[1:3]
            and len(x) == len(y) == 4
            and {x[3], y[3]} in ({"hit", "miss"}, {"ok", "fail"})
        ):
            return True
        if x[0] in ("hp", "fp") and y == ["state", x[1], "fresh"] and x[2] in ("<", "<="):
            return True
        if x[0] == y[0] == "state" and x[1] == y[1] and {x[2], y[2]} in ({"tired", "fresh"}, {"hurt", "fresh"}):
            return True
        if (
            x[0] in ("hp", "fp")
            and y[0] == x[0]
            and x[1] == y[1]
            and x[3] == y[3]
            and {x[2], y[2]} in ({"<=", ">="}, {"<", ">"})
        ):
            return True
        if x[0] == "since" and y[0] not in ("until",) and opposite(x[1], y):
            return True
        if x[0] == "until" and y == x[1]:
            return True
        if x[0] == "cmp" and y[0] == "cmp" and x[1] == y[1] and {x[2], y[2]} == {"<", ">"}:
            return True
        if x == ["cmp", "fp", ">"] and y == ["state", "me", "tired"]:
            return True  # 相手より疲れていないうちは…、疲れたら
        if x[0] == "initiative" and y[0] == "initiative" and x[1] != y[1]:
            return True
    return False


def exhausted(earlier: list[Cond], last: Cond) -> bool:
    """Whether `last` is all that the earlier conditions leave."""
    if any(opposite(c, last) for c in earlier):
        return True
    earlier = [x for c in earlier for x in (c[1:] if c[0] == "or" else [c])]
    heads = [c for c in earlier if c[0] == last[0]]
    if last[0] == "cmp" and {c[2] for c in heads if c[1] == last[1]} | {last[2]} == {"<", "==", ">"}:
        return True
    if last[0] in ("turn", "sub") and last[1] == ">=":
        return {c[2] for c in heads if c[1] == "=="} >= set(range(1, last[2])) or any(
            c[1] == "<=" and c[2] == last[2] - 1 for c in heads
        )
    if last[0] == "turn" and last[1] == ">":
        return any(c[1] == "<=" and c[2] == last[2] for c in heads)
    if (
        last == ["and", ["state", "me", "standing"], ["state", "opp", "standing"]]
        and [x for x in earlier if x[0] == "state" and x[2] == "down"]
        and len({x[1] for x in earlier if x[0] == "state" and x[2] == "down"}) == 2
    ):
        return True
    if last[0] == "and" and all(x[0] == "state" and x[2] == "standing" for x in last[1:]):
        return all(any(c == ["state", x[1], "down"] for c in earlier) for x in last[1:])
    return False
