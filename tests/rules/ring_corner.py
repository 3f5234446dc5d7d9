"""Fighters of the rule tests from plain numbers, and the records they bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from budosim.ai.records import to_records
from budosim.combat.gurps3.ids import LOC_NAMES, Loc
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import pack
from budosim.systems.gurps3.tables import tables

Given = Brought | Mapping[str, Any] | None
ATTRIBUTES = ("ST", "DX", "IQ", "HT")
DEFAULTS: dict[str, Any] = {"ST": 12, "DX": 12, "IQ": 10, "HT": 12}
IDLE: dict[str, Any] = {"rules": [], "react": [{"do": {"a": "no_defence"}}], "rest": "only"}
"""The plan of somebody who takes every blow and does nothing."""


def fighter(**given: Any) -> Brought:
    """A fighter from keywords: attributes, skills by id, `master`, `naked`, traits by id or with their CP.

    Everything else is a field of `Brought`. A maneuver is a level alone when the first skill is its parent.
    """
    fields = DEFAULTS | {k: v for k, v in given.items() if k in ATTRIBUTES}
    skills = {k: v for k, v in given.items() if k in tables().skills}
    traits = given.get("traits", {})
    traits = dict(traits) if isinstance(traits, Mapping) else dict.fromkeys(traits, 10)
    if given.get("master"):
        traits["trained_by_a_master"] = 40
    rest = {
        k: v
        for k, v in given.items()
        if k not in ATTRIBUTES and k not in skills and k not in ("traits", "master", "naked", "maneuvers")
    }
    maneuvers = {
        k: (v, next(iter(skills), "DX")) if isinstance(v, int) else v for k, v in given.get("maneuvers", {}).items()
    }
    if given.get("naked"):
        rest["clothed"] = False
    return Brought(**fields, skills=skills, traits=traits, maneuvers=maneuvers, **rest)


_packed: dict[tuple[str, str, int], Any] = {}


def packed(who: Brought, rulings: Mapping[str, Any], side: int) -> Any:
    """The Sheet record of a fighter; packing is done once for the same numbers."""
    key = (repr(who), repr(sorted(rulings.items())), side)
    if key not in _packed:
        _packed[key] = pack(who, rulings, side)
    return _packed[key]


HUSHED = ("turn", "act", "draw", "decide")
IDLE: dict[str, Any] = {"rules": [], "react": [{"do": {"a": "no_defence"}}], "rest": "only"}
"""The plan of somebody who takes every blow and does nothing."""


@cache
def idle() -> Any:
    """The same as a record."""
    return to_records(IDLE).record


def num(value: int) -> Any:
    """A number as the kernels take it."""
    return np.int64(value)


def place(name: str | None) -> Any:
    """A location by its name in the trace; the right one of a pair; None is an unaimed blow."""
    if name is None:
        return num(Loc.ANYWHERE)
    return num(LOC_NAMES.index(name if name in LOC_NAMES else f"{name}.R"))
