"""The normal form of a policy (semantics 1a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from budosim.ai.policy import (
    Cond,
    Policy,
    negate,
)


def normal_cond(cond: Cond) -> Cond:
    """A condition in the normal form of semantics 1a (flat and/or, no needless not, short `every`)."""
    head = cond[0]
    if head in ("and", "or"):
        flat: list[Cond] = []
        for arg in cond[1:]:
            part = normal_cond(arg)
            for piece in part[1:] if part[0] == head else [part]:
                if piece not in flat:
                    flat.append(piece)
        return flat[0] if len(flat) == 1 else [head, *flat]
    if head == "not":
        inner = normal_cond(cond[1])
        return negate(inner) if inner[0] not in ("and", "or") else ["not", inner]
    if head in ("until", "since"):
        return [head, normal_cond(cond[1])]
    if head == "within":
        return [head, cond[1], normal_cond(cond[2])]
    if head == "every":
        if len(cond) == 4 and cond[3] == "turn":
            cond = cond[:3]
        if len(cond) == 3 and cond[2] == 1:
            cond = cond[:2]
        return list(cond)
    if head == "p":
        return ["p", _two(cond[1])]
    if head in ("hp", "fp") and isinstance(cond[3], float):
        return [*cond[:3], _two(cond[3])]
    return list(cond)


def _two(x: float) -> float:
    return round(x, 2) if isinstance(x, float) else x


def normal_act(act: Mapping[str, Any]) -> dict[str, Any]:
    """An act without default keys, keys in the order of the language."""
    out: dict[str, Any] = {"a": act["a"]}
    for key in ("at", "pick", "mainly", "opt", "spell", "energy", "hp", "name", "of", "retreat"):
        value = act.get(key)
        if value not in (None, False, []):
            out[key] = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
    return out


def normal_do(do: Mapping[str, Any]) -> dict[str, Any]:
    """A `do` in normal form: one-member lists collapse, weights have two decimals."""
    if "any" in do:
        drawn = [normal_act(act) for _w, act in do["any"]]
        weights = [_two(w) for w, _act in do["any"]]
        return drawn[0] if len(drawn) == 1 else {"any": [list(x) for x in zip(weights, drawn, strict=True)]}
    if "first" in do:
        acts: list[dict[str, Any]] = []
        for act in map(normal_act, do["first"]):
            if act not in acts:
                acts.append(act)
        return acts[0] if len(acts) == 1 else {"first": acts}
    if "seq" in do:
        steps = [normal_act(act) for act in do["seq"]]
        if do["loop"]:
            steps = period(steps)
            if len(steps) == 1:
                return steps[0]
        return {"seq": steps, "loop": bool(do["loop"])}
    return normal_act(do)


def period(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The shortest list whose repetition is `steps`."""
    n = len(steps)
    for size in range(1, n // 2 + 1):
        if n % size == 0 and steps == steps[:size] * (n // size):
            return steps[:size]
    return steps


def normalise(policy: Mapping[str, Any]) -> Policy:
    """The normal form of a valid policy; equal policies have equal normal forms."""
    out: Policy = {"rules": [_normal_rule(rule) for rule in policy.get("rules", [])]}
    for name in ("react", "free"):
        if policy.get(name):
            out[name] = [_normal_rule(rule) for rule in policy[name]]
    if policy.get("never"):
        out["never"] = []
        for ban in policy["never"]:
            row = normal_act(ban)
            if ban.get("if"):
                row["if"] = normal_cond(ban["if"])
            out["never"].append(row)
    if policy.get("rest") == "only":
        out["rest"] = "only"
    return out


def _normal_rule(rule: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if rule.get("if"):
        out["if"] = normal_cond(rule["if"])
    out["do"] = normal_do(rule["do"])
    return out
