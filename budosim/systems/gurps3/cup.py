"""The official event: every bout told, and what each began with kept for whoever reopens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budosim.errors import EventError
from budosim.events.plan import Plan
from budosim.events.play import play_event
from budosim.events.protocols import STANDING, Pair, Stage, bout_number
from budosim.events.result import EventResult
from budosim.events.schedule import round_robin
from budosim.systems.gurps3.arena import Duels, after_bout, outcomes_of
from budosim.systems.gurps3.field_files import EventField, Setting
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.rest import CONDITION
from budosim.systems.gurps3.retell import Retold, retell

Listener = Callable[[Retold, dict[str, Any]], None]
"""Told every bout with what it began with (see `opening`)."""
SIDES = ("a", "b")


class TalkingDuels(Duels):
    """The arena of a field whose every bout is told."""

    def __init__(
        self, fighters: Sequence[Fighter], seed: int, setting: Setting, listen: Listener | None = None
    ) -> None:
        """The fighters in the order of the field; `listen` hears each bout as it ends."""
        super().__init__(fighters, seed, setting.rulings, setting.regulation)
        self.setting = setting
        self.listen = listen

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: NDArray[np.uint64], before: Pair, standing: Pair
    ) -> tuple[NDArray[Any], Pair]:
        """One told bout per repetition; the same outcomes as the silent core's."""
        results = []
        for i, repetition in enumerate(repetitions):
            row = slice(i, i + 1)
            brought = Pair(before.a[row], before.b[row])
            stands = Pair(standing.a[row], standing.b[row])
            number = bout_number(stage.number, a, b, int(repetition))
            bout = retell(self, (a, b), number, self.setting, stage=stage, before=brought, standing=stands)
            results.append(bout.result)
            if self.listen is not None:
                self.listen(bout, opening(number, stage, (a, b), brought, stands))
        rows = np.array(results)
        return outcomes_of(rows), Pair(after_bout(rows, 0, before.a), after_bout(rows, 1, before.b))


def opening(number: int, stage: Stage, slots: tuple[int, int], before: Pair, standing: Pair) -> dict[str, Any]:
    """What a bout began with, as a line of conditions.jsonl."""
    return {
        "bout": number,
        "stage": {"number": stage.number, "word": stage.word, "id": stage.id, "ja": stage.ja, "en": stage.en},
        "slots": list(slots),
        "before": {side: _fields(row) for side, row in zip(SIDES, before, strict=True)},
        "standing": {side: _fields(row) for side, row in zip(SIDES, standing, strict=True)},
    }


def reopen(arena: TalkingDuels, row: Mapping[str, Any]) -> Retold:
    """The bout of a line of conditions.jsonl, told again from what it began with.

    Raises:
        EventError: the line is not of the form `opening` gives.

    """
    try:
        stage = Stage(**row["stage"])
        a, b = (int(slot) for slot in row["slots"])
        before = Pair(*(_record(CONDITION, row["before"][side]) for side in SIDES))
        standing = Pair(*(_record(STANDING, row["standing"][side]) for side in SIDES))
        number = int(row["bout"])
        known = max(a, b) < len(arena.fighters) and min(a, b) >= 0
    except (KeyError, TypeError, ValueError) as error:
        raise EventError(f"conditions.jsonl: {error}", f"conditions.jsonl を読めません（{error}）") from error
    if not known:
        raise EventError(
            f"conditions.jsonl: bout {number} names slots {a} and {b} of {len(arena.fighters)} entrants",
            f"conditions.jsonl：試合 {number} の枠 {a}・{b} は参加者の中にありません",
        )
    return retell(arena, (a, b), number, arena.setting, stage=stage, before=before, standing=standing)


def _fields(rows: NDArray[Any]) -> dict[str, int]:
    return {name: int(rows[name][0]) for name in rows.dtype.names or ()}


def _record(form: np.dtype[Any], values: Mapping[str, int]) -> NDArray[Any]:
    row = np.zeros(1, form)
    for name in form.names or ():
        row[name] = values[name]
    return row


def plan_of(field: EventField) -> Plan:
    """The plan of a field under the rulings in force."""
    return field.event.plan([candidate.id for candidate in field.candidates], field.setting.readings)


def bouts_of(plan: Plan) -> int:
    """How many bouts an event has at least, play-offs not counted."""
    blocks = sum(len(pair) for size in plan.sizes for pair in round_robin(size))
    return blocks + plan.lines - 1


def play_cup(field: EventField, seed: int, listen: Listener | None = None) -> EventResult:
    """The official event of a field whose every candidate is accepted."""
    arena = TalkingDuels([candidate.fighter for candidate in field.candidates], seed, field.setting, listen)
    return play_event(plan_of(field), arena, seed)
