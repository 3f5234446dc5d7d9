"""Told bouts as rows of events.parquet: one per attack, with what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Event: TypeAlias = Mapping[str, Any]
MOST_TOLD = 2000
"""Bouts of a pair whose attacks are kept (contract §7)."""
OTHER = {"a": "b", "b": "a"}
FAILED = ("failure", "critical_failure")


def attack_rows(trace: Iterable[Event]) -> list[dict[str, Any]]:
    """The attacks of one bout from its trace (contract §6), in the order they were made.

    An attack has the defence and the damage told before the next attack of its sub-turn. Its pattern line is
    that of the act it carries out; a counter has the line of the defence that led to it.
    """
    reader = _Reader()
    for event in trace:
        reader.read(event)
    return reader.rows


class _Reader:
    """Reads a trace event by event.

    Fields:
        rows: the attacks so far.
        open: those of the sub-turn now running.
    """

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []
        self._ids: dict[str, Any] = {}
        self._bout: int | None = None
        self._now: tuple[Any, ...] = ()
        self._chosen: dict[tuple[str, str], Event] = {}

    def read(self, event: Event) -> None:
        now = (event["of"], event["t"], event["s"])
        if now != self._now:
            self._now, self.open = now, []
        match event["k"]:
            case "bout":
                self._bout = event["bout"]
                self._ids = {side: event[side]["id"] for side in OTHER}
            case "act" | "defence" as kind:
                self._chosen[kind, event["who"]] = event
                if kind == "defence":
                    self._defended(event)
            case "attack":
                self._attacked(event)
            case "damage":
                self._hurt(event)

    def _attacked(self, event: Event) -> None:
        side = event["who"]
        counter = bool(event.get("counter", False))
        chosen = self._chosen.get(("defence" if counter else "act", side), {})
        dice = event.get("dice") or ()
        row = {
            "bout": self._bout,
            "n": len(self.rows) + 1,
            "turn": event["t"],
            "sub": event["s"],
            "side": side,
            "id": self._ids[side],
            "foe": self._ids[OTHER[side]],
            "technique": event["act"],
            "place": event["at"],
            "target": event["target"],
            "roll": sum(dice) if dice else None,
            "result": event["result"],
            "counter": counter,
            **dict.fromkeys(("defence", "defence_result", "hit", "injury", "self_injury")),
            "list": chosen.get("list"),
            "line": chosen.get("line"),
        }
        self.rows.append(row)
        self.open.append(row)

    def _defended(self, event: Event) -> None:
        for row in reversed(self.open):
            if row["side"] != event["who"]:
                row["defence"], row["defence_result"] = event["defence"], event["result"]
                return

    def _hurt(self, event: Event) -> None:
        """Damage goes to the last attack on the victim, unless a failed one of his own came after it."""
        victim, points = event["who"], event["injury"]
        for row in reversed(self.open):
            if row["side"] != victim:
                row["hit"] = row["hit"] or event["at"]
                row["injury"] = (row["injury"] or 0) + points
                return
            if row["result"] in FAILED or len(self.open) == 1:
                row["self_injury"] = (row["self_injury"] or 0) + points
                return
