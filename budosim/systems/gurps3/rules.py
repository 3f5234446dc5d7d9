"""Tables, rulings and regulation as the one record the core reads."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC
from budosim.combat.gurps3.records import STRENGTHS, Rules
from budosim.errors import RuleError
from budosim.systems.gurps3.damage_table import basic_damage
from budosim.systems.gurps3.magic_numbers import meta, numbers
from budosim.systems.gurps3.rulings import in_force, registry

RULES_VERSION = "1"
"""Rises when the same sheets and dice give another result."""

NUMBERS = {"fine_per_yard", "drain_turns", "turn_cap", "stalemate", "stall_turns"}
"""Rulings whose reading is itself the number ("off" = 0)."""
NOT_IN_CORE = {
    "eye_target", "start", "low_kick", "hook_kick", "both_out", "min_subturn", "cp_consumed",
    "tie_break", "dead_in_league", "carry_states", "jaw_mod", "foresight", "body_control", "interval_casts_max",
}  # fmt: skip
"""Rulings that act in packing or in the event."""


@cache
def ring() -> dict[str, Any]:
    """The numbers of the bout and the places of a body (`tables/ring.toml`)."""
    text = (files("budosim.systems.gurps3") / "tables" / "ring.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    names = [row["id"] for row in table["place"]]
    if names != LOC_NAMES[:N_LOC]:
        raise RuleError("ring.toml: the places must be the 19 of the trace, in their order")
    return table


def aims(readings: Mapping[str, str]) -> list[int]:
    """Aiming penalty by location; anywhere costs nothing (C-78, C-79, R-68)."""
    values = [int(row["aim"]) for row in ring()["place"]]
    values[LOC_NAMES.index("jaw")] = int(readings["jaw_mod"])
    return [*values, 0]


def rules_record(changes: Mapping[str, object] | None = None) -> Any:
    """The Rules record with an event's rulings in force."""
    readings = in_force(changes)
    record = blank(Rules)[0]
    for key, reading in readings.items():
        if key in NOT_IN_CORE:
            continue
        if key in NUMBERS:
            record[key] = 0 if reading == "off" else int(reading)
        else:
            record[key] = registry()[key].readings.index(reading)
    bout = ring()["bout"]
    for key in (
        "start_distance",
        "ring_radius",
        "knockback_points",
        "far",
        "far_bonus",
        "sakiyomi_step",
        "sakiyomi_cap",
    ):
        record[key] = bout[key]
    record["limb_num"], record["limb_den"] = bout["limb_threshold"]
    record["tip_num"], record["tip_den"] = bout["tip_threshold"]
    if readings["start"] == "taller":
        record["start_distance"] = 0
    record["aim"] = aims(readings)
    record["thrust"] = [basic_damage(st, "thr") for st in range(STRENGTHS)]
    _magic(record)
    return record


def _magic(record: Any) -> None:
    """What all spells have in common (M-33, M-34), ranges (M-28), and what casters reckon with (M §10.3)."""
    common, more = meta(), numbers()
    record["contest_cap"] = common["contest_cap"]
    record["direct_bonus"] = common["direct_target_resist_bonus"]
    record["focus_bonus"] = common["concentrate_resist_bonus"]
    for yards in range(len(record["range_mod"])):
        record["range_mod"][yards] = next(
            (row["mod"] for row in more["range"] if yards <= row["yards"]), more["range"][-1]["mod"]
        )
    for key in ("foe_mind", "foe_body", "wary_after", "per_fatigue", "per_reserve", "keep_going"):
        record[key] = more["ring"][key]
