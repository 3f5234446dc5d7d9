"""How far a policy decides as another one: the share of random truth assignments with the same decision."""

from __future__ import annotations

import json
import random
from typing import Any

LISTS = ("rules", "react", "free", "never")


def _atoms(cond: list[Any] | None, found: set[str]) -> None:
    if cond is None:
        return
    if cond[0] in ("and", "or", "not"):
        for part in cond[1:]:
            _atoms(part, found)
    else:
        found.add(json.dumps(cond))


def _holds(cond: list[Any] | None, world: dict[str, bool]) -> bool:
    if cond is None:
        return True
    if cond[0] == "and":
        return all(_holds(part, world) for part in cond[1:])
    if cond[0] == "or":
        return any(_holds(part, world) for part in cond[1:])
    if cond[0] == "not":
        return not _holds(cond[1], world)
    return world[json.dumps(cond)]


def _decisions(policy: dict[str, Any], world: dict[str, bool]) -> list[Any]:
    chosen: list[Any] = []
    for name in ("rules", "react", "free"):
        fired = (rule["do"] for rule in policy.get(name, []) if _holds(rule.get("if"), world))
        chosen.append(json.dumps(next(fired, None), sort_keys=True))
    bans = [
        {k: v for k, v in ban.items() if k != "if"} for ban in policy.get("never", []) if _holds(ban.get("if"), world)
    ]
    return [*chosen, sorted(json.dumps(ban, sort_keys=True) for ban in bans)]


def agreement(mine: dict[str, Any] | None, label: dict[str, Any], worlds: int = 60) -> float:
    """1.0 for equal behaviour, 0.0 for no policy at all."""
    if mine is None:
        return 0.0
    found: set[str] = set()
    for policy in (mine, label):
        for name in LISTS:
            for rule in policy.get(name, []):
                _atoms(rule.get("if"), found)
    dice, same = random.Random(1), 0
    for _ in range(worlds):
        world = {name: dice.random() < 0.35 for name in sorted(found)}
        same += _decisions(mine, world) == _decisions(label, world)
    return same / worlds * (1.0 if mine.get("rest") == label.get("rest") else 0.5)
