"""What an official event writes down: fixtures, and the ledger of every fighter from bout to bout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from budosim.events.protocols import BLOCKS, OUTCOME, PLAYOFFS, Arena, Fixture, Stage, bout_number
from budosim.events.standings import DRAW, LOSS, WIN


class Seen(NamedTuple):
    """One settled bout: its outcome, and both sides' conditions before and after."""

    outcome: Any
    before_a: Any
    before_b: Any
    after_a: Any
    after_b: Any


class Held(NamedTuple):
    """Where and between whom: stage, round, block, lower slot, higher slot."""

    stage: Stage
    round: int
    block: str | None
    a: int
    b: int


class Log:
    """The record of one official event.

    Fields:
        fixtures: in the order they were held.
        ledger: one row per fighter and bout: what he brought, what was left, what he had after the break.
    """

    def __init__(self, arena: Arena, ids: tuple[str, ...]) -> None:
        """An empty record."""
        self.fixtures: list[Fixture] = []
        self.ledger: list[dict[str, Any]] = []
        self._arena = arena
        self._ids = ids
        self._last: dict[int, dict[str, Any]] = {}

    def met(self, held: Held, repetition: int, winner: int, seen: Seen | None) -> None:
        """A bout, or the forfeit that took its place (`seen` is None)."""
        stage = held.stage
        won: Literal["a", "b"] | None = "a" if winner == 0 else "b" if winner == 1 else None
        points = _points(winner) if stage.number in (BLOCKS, PLAYOFFS) else None
        bout = bout_number(stage.number, held.a, held.b, repetition)
        if seen is None:
            self.fixtures.append(Fixture("forfeit", bout, *held, won, "forfeit", points=points))
            return
        outcome = seen.outcome
        common = OUTCOME.names or ()
        self.fixtures.append(
            Fixture(
                "bout",
                bout,
                *held,
                winner=won,
                ending=str(self._arena.endings[int(outcome["ending"])]),
                damage=(int(outcome["damage_a"]), int(outcome["damage_b"])),
                dead=(bool(outcome["dead_a"]), bool(outcome["dead_b"])),
                points=points,
                details={name: outcome[name].tolist() for name in outcome.dtype.names if name not in common},
            )
        )
        self._row(bout, held, held.a, held.b, seen.before_a, seen.after_a)
        self._row(bout, held, held.b, held.a, seen.before_b, seen.after_b)

    def alone(self, stage: Stage, number: int, slot: int, kind: Literal["bye", "empty"], wins: bool) -> None:
        """Nobody stood opposite."""
        won: Literal["a"] | None = "a" if wins else None
        self.fixtures.append(Fixture(kind, None, stage, number, None, slot, None, won, kind))

    def mended(self, slot: int, condition: Any) -> None:
        """What the break after his latest bout left of a fighter's wounds."""
        self._last[slot].update(_named(self._arena.describe(slot, condition), "next"))

    def _row(self, bout: int, held: Held, slot: int, foe: int, before: Any, after: Any) -> None:
        first = self._arena.describe(slot, before)
        row = {
            "bout": bout,
            "stage": held.stage.id,
            "round": held.round,
            "block": held.block,
            "id": self._ids[slot],
            "foe": self._ids[foe],
            **_named(first, "before"),
            **_named(self._arena.describe(slot, after), "after"),
            **dict.fromkeys((f"{name}_next" for name in first), None),
        }
        self.ledger.append(row)
        self._last[slot] = row


def _points(winner: int) -> tuple[int, int]:
    return {0: (WIN, LOSS), 1: (LOSS, WIN), -1: (DRAW, DRAW)}.get(winner, (LOSS, LOSS))


def _named(values: Mapping[str, int | float | str], when: str) -> dict[str, int | float | str]:
    return {f"{name}_{when}": value for name, value in values.items()}
