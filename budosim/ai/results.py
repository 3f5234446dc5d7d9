"""The lasting state that an act leaves when it succeeds: what the next link of a chain waits for."""

from __future__ import annotations

from typing import Any

Cond = list[Any]

_DOWN: Cond = ["state", "opp", "down"]
_LOCKED: Cond = ["state", "opp", "locked"]
RESULT_STATE: dict[str, Cond] = {
    "grapple": ["state", "me", "holding"],
    "approach": ["state", "me", "close"],
    "pin": ["state", "opp", "pinned"],
    "choke": ["state", "opp", "choked"],
    "getup": ["last", "me", "getup"],
    "break_free": ["last", "me", "break_free", "ok"],
    **dict.fromkeys(("throw", "sac_throw", "takedown", "sweep", "suplex", "slam"), _DOWN),
    **dict.fromkeys(("submission", "arm_lock", "leg_lock", "finger_lock", "neck_lock"), _LOCKED),
}
