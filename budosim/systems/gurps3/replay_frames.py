"""How both fighters stand after every line of a trace: what a replay draws.

Turns and decisions carry the whole state; between them each line says what it changes. Lines and effects of kinds
that are not known here change nothing, so a new rule never breaks a replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]
Side = dict[str, Any]
SIDES = ("a", "b")
FLAGS = ("blind", "airborne", "grappled", "holding", "pinned", "locked", "choked", "casting")
"""States shown as words beside a fighter."""
KEPT = ("hp", "fp", "pos", "facing", "posture", "stunned", "shock", "crippled", "fragile", "unspent_cp", *FLAGS)
SETS: Mapping[str, tuple[str, Any]] = {
    "stunned": ("stunned", "physical"),
    "recovered": ("stunned", None),
    "fallen": ("posture", "lying"),
    "airborne": ("airborne", True),
    "landed": ("airborne", False),
    "grappled": ("grappled", True),
    "pinned": ("pinned", True),
    "locked": ("locked", True),
    "choked": ("choked", True),
}
"""What an effect changes by its name alone."""
HELD = ("grappled", "pinned", "locked", "choked")
OUT = ("unconscious", "near_death", "dead", "collapsed", "gave_up")


def frames_of(trace: Sequence[Event]) -> list[dict[str, Side]]:
    """Both fighters after each line."""
    first = next((event["state"] for event in trace if event.get("state")), None)
    now = {side: _start(first[side] if first else {}) for side in SIDES}
    frames = []
    for event in trace:
        _apply(now, event)
        # fields are replaced, never changed in place: a copy of the outer level keeps the moment
        frames.append({side: dict(now[side]) for side in SIDES})
    return frames


def _start(state: Mapping[str, Any]) -> Side:
    empty: Side = {
        **{"hp": 0, "fp": 0, "pos": [0, 0], "facing": 0, "posture": "standing", "stunned": None, "shock": 0},
        **{"crippled": [], "fragile": [], "unspent_cp": 0, "hurt": {}, "out": None, "spells": []},
        **dict.fromkeys(FLAGS, False),
    }
    return {**empty, **_seen(state)}


def _seen(state: Mapping[str, Any]) -> Side:
    shown = {name: state[name] for name in KEPT if name in state}
    if "spells" in state:
        shown["spells"] = [_spell(one) for one in state["spells"]]
    return shown


def _spell(one: Any) -> str:
    return str(one.get("spell", one)) if isinstance(one, Mapping) else str(one)


def _apply(now: dict[str, Side], event: Event) -> None:
    if event.get("state"):
        for side in SIDES:
            now[side].update(_seen(event["state"][side]))
    who = event.get("who")
    if who not in SIDES:
        return
    me = now[who]
    kind = event["k"]
    if kind == "damage":
        me["hp"] = event["hp"]
        if event["injury"] and event.get("at"):
            me["hurt"] = {**me["hurt"], event["at"]: me["hurt"].get(event["at"], 0) + event["injury"]}
    elif kind == "move":
        me["pos"], me["facing"] = list(event["to"]), event["facing"]
    elif kind == "fatigue":
        me["fp"] = event["fp"]
    elif kind == "effect":
        _befell(me, event)


def _befell(me: Side, event: Event) -> None:
    name, at = event["effect"], event.get("at")
    if name in SETS:
        field, value = SETS[name]
        me[field] = value
    elif name in OUT:
        me["out"] = name
    elif name in ("stood", "postured"):
        me["posture"] = event.get("posture", "standing")
    elif name in ("freed", "released"):
        me.update(dict.fromkeys(HELD, False))
    elif name in ("crippled", "blinded") and at:
        me["crippled"] = _with(me["crippled"], at)
    elif name in ("part_restored", "part_recovered") and at:
        me["crippled"] = [part for part in me["crippled"] if part != at]
        if name == "part_restored":
            me["fragile"] = _with(me["fragile"], at)
    if "hp" in event:
        me["hp"] = event["hp"]


def _with(parts: Iterable[str], at: str) -> list[str]:
    return [*(part for part in parts if part != at), at]


def changes(frames: Sequence[Mapping[str, Side]]) -> list[dict[str, Side]]:
    """The first frame whole, then of each frame what differs from the one before."""
    out: list[dict[str, Side]] = []
    before: Mapping[str, Side] = {side: {} for side in SIDES}
    for frame in frames:
        step = {
            side: {name: value for name, value in frame[side].items() if before[side].get(name, ...) != value}
            for side in SIDES
        }
        out.append({side: fields for side, fields in step.items() if fields})
        before = frame
    return out
