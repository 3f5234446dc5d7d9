"""Conditions that can never hold: W_NEVER_TRUE (semantics 7)."""

from __future__ import annotations

from typing import Any

from budosim.ai import tiers
from budosim.ai.policy import negate

Cond = list[Any]

# states of one fighter that shut each other out
_APART = (
    {"standing", "down"},
    {"fresh", "hurt"},
    {"fresh", "tired"},
    {"active", "stunned"},
    {"active", "unconscious"},
    {"casting", "unconscious"},
    {"holding", "airborne"},
)
_STAGES_APART = (
    {"league", "knockout"},
    {"league", "semifinal"},
    {"league", "final"},
    {"semifinal", "final"},
    {"must_win", "safe"},
)
_LOWEST = {"turn": 1, "sub": 1, "dist": 0, "count": 0, "row": 0, "cp": 0, "score": 0}


def never_true(cond: Cond | None) -> bool:
    """Whether `cond` cannot hold, as far as its form shows."""
    if cond is None:
        return False
    if cond[0] == "or":
        return all(never_true(part) for part in cond[1:])
    if cond[0] in ("since", "until"):
        return never_true(cond[1]) if cond[0] == "since" else False
    parts = tiers.parts(cond)
    if any(_empty(part) for part in parts):
        return True
    return any(_apart(a, b) for i, a in enumerate(parts) for b in parts[i + 1 :]) or _no_value(parts)


def _key(cond: Cond) -> tuple[Any, ...] | None:
    """What a comparison is about; None for other conditions."""
    head = cond[0]
    if head in ("turn", "sub", "dist", "score", "cp"):
        return (head,)
    if head in ("hp", "fp"):
        return (head, cond[1], isinstance(cond[3], float))
    if head in ("count", "row"):
        return (head, *map(str, cond[1:4]))
    if head == "part":
        return (head, cond[1], cond[2])
    return None


def _bounds(cond: Cond) -> tuple[float, bool, float, bool]:
    """The lowest and highest value of a comparison, each with whether it is reached."""
    op, value = cond[-2], float(cond[-1])
    low, high = float("-inf"), float("inf")
    if op in (">", ">="):
        return value, op == ">=", high, False
    if op in ("<", "<="):
        return low, False, value, op == "<="
    return value, True, value, True


def _empty(cond: Cond) -> bool:
    if cond[0] in ("and", "or"):
        return never_true(cond)
    lowest = _LOWEST.get(cond[0])
    if lowest is not None:
        _low, _in, high, reached = _bounds(cond)
        return high < lowest or (high == lowest and not reached)
    if cond[0] in ("hp", "fp") and isinstance(cond[3], float):
        low, reached, _high, _in = _bounds(cond)
        return low > 1 or (low == 1 and not reached)
    return bool(cond[0] == "p" and cond[1] == 0)


def _apart(a: Cond, b: Cond) -> bool:
    if negate(a) == b or negate(b) == a:
        return True
    if a[0] == b[0] == "state":
        return bool(a[1] == b[1]) and {a[2], b[2]} in _APART
    if a[0] == b[0] == "stage":
        return {a[1], b[1]} in _STAGES_APART
    if a[0] == b[0] == "initiative":
        return bool(a[1] != b[1])
    if a[0] == b[0] == "cmp" and a[1] == b[1]:
        return {a[2], b[2]} in ({"<", ">"}, {"<", "=="}, {">", "=="}, {"<", ">="}, {">", "<="})
    return bool(
        a[0] == b[0] == "type"
        and {a[2], b[2]} in ({"heavy", "light_weight"}, {"striker", "grappler"}, {"striker", "caster"})
    )


def _no_value(parts: list[Cond]) -> bool:
    """Whether the comparisons of one quantity leave no value."""
    for i, a in enumerate(parts):
        key = _key(a)
        if key is None:
            continue
        low, low_in, high, high_in = _bounds(a)
        for b in parts[i + 1 :]:
            if _key(b) != key:
                continue
            other_low, other_low_in, other_high, other_high_in = _bounds(b)
            if other_low > low or (other_low == low and not other_low_in):
                low, low_in = other_low, other_low_in
            if other_high < high or (other_high == high and not other_high_in):
                high, high_in = other_high, other_high_in
        if low > high or (low == high and not (low_in and high_in)):
            return True
        whole = key[0] not in ("hp", "fp", "part") or key[-1] is False
        if (
            whole
            and low < high
            and high - low < 1 + (not low_in) + (not high_in) - 1 + 1e-9
            and not low_in
            and not high_in
        ):
            return high - low <= 1
    return False
