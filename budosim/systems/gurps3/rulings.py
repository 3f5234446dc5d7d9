"""The one registry of rulings: what a missing source leaves open, the readings there are, the one in force."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from budosim.errors import RuleError

TABLE = "rulings.toml"
ALIASES = {"resist_roll": "resist_rolls", "resist_tick": "resist_when", "cap_stage": "cap_order"}
"""Keys of the magic dossier that ask what another key asks (rules/README point 13)."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question, its readings and why the default is the default."""

    id: str
    key: str
    readings: tuple[str, ...]
    default: str
    reason: str
    acts: str


@cache
def registry() -> dict[str, Ruling]:
    """All rulings by key."""
    text = (files("budosim.systems.gurps3") / "tables" / TABLE).read_text(encoding="utf-8")
    found: dict[str, Ruling] = {}
    for row in tomllib.loads(text)["ruling"]:
        ruling = Ruling(row["id"], row["key"], tuple(row["readings"]), row["default"], row["reason"], row["acts"])
        if ruling.default not in ruling.readings or ruling.key in found:
            raise RuleError(f"{TABLE}: {ruling.id}: default {ruling.default!r} is no reading, or the key stands twice")
        found[ruling.key] = ruling
    return found


def in_force(changes: Mapping[str, object] | None = None) -> dict[str, str]:
    """The reading of every ruling, with an event's `[rulings]` laid over the defaults.

    Keys may be bare or written `rules.<key>`; a key or reading that does not exist is a `RuleError` naming the nearest.
    """
    readings = {key: ruling.default for key, ruling in registry().items()}
    for written, value in (changes or {}).items():
        key = written.removeprefix("rules.").removeprefix("magic.")
        key = ALIASES.get(key, key)
        if key.startswith("sheet."):
            continue
        if key not in registry():
            if key == "mental_strength":
                continue
            near = difflib.get_close_matches(key, registry(), 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            hint_ja = f"（{near[0]} ではありませんか）" if near else ""
            raise RuleError(
                f"[rulings] {written}: no such ruling{hint}",
                f"[rulings] {written}：そのような裁定はありません{hint_ja}",
            )
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if text not in registry()[key].readings:
            options = " | ".join(registry()[key].readings)
            raise RuleError(
                f"[rulings] {written} = {value!r}: the readings are {options}",
                f"[rulings] {written} = {value!r}：選べるのは {options} です",
            )
        readings[key] = text
    return readings
