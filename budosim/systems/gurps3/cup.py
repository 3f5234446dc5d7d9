"""The official event: every bout told, and what each began with kept for whoever reopens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from budosim.combat.gurps3.ids import Ending
from budosim.errors import EventError
from budosim.events.days import Day
from budosim.events.plan import Plan
from budosim.events.play import play_event
from budosim.events.protocols import STANDING, Pair, Stage, bout_number
from budosim.events.referee import Rulings
from budosim.events.result import EventResult
from budosim.events.schedule import round_robin
from budosim.systems.gurps3.arena import Duels, after_bout, outcomes_of
from budosim.systems.gurps3.field_files import EventField, Setting
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.real_dice import BadThrow, Throws, check_throws
from budosim.systems.gurps3.rest import CONDITION
from budosim.systems.gurps3.retell import Retold, retell

Listener = Callable[[Retold, dict[str, Any]], None]
"""Told every bout with what it began with (see `opening`)."""
SIDES = ("a", "b")
WINNERS = {"a": 0, "b": 1, None: -1}


class Journal(Protocol):
    """Where bouts are kept as they end, so that none is fought twice."""

    def get(self, opening: Mapping[str, Any]) -> Retold | None:
        """The bout that began with exactly this, if it was fought."""

    def put(self, opening: Mapping[str, Any], bout: Retold) -> None:
        """Keep a bout."""


class TalkingDuels(Duels):
    """The arena of a field whose every bout is told."""

    def __init__(
        self,
        fighters: Sequence[Fighter],
        seed: int,
        setting: Setting,
        listen: Listener | None = None,
        *,
        journal: Journal | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        """The fighters in the order of the field; `listen` hears each bout as it ends."""
        super().__init__(fighters, seed, setting.rulings, setting.regulation)
        self.setting = setting
        self.listen = listen
        self.journal = journal
        self.decided = rulings or Rulings()

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: NDArray[np.uint64], before: Pair, standing: Pair
    ) -> tuple[NDArray[Any], Pair]:
        """One told bout per repetition; the same outcomes as the silent core's, but where the referee decided."""
        results = []
        numbers = []
        for i, repetition in enumerate(repetitions):
            row = slice(i, i + 1)
            brought = Pair(before.a[row], before.b[row])
            stands = Pair(standing.a[row], standing.b[row])
            number = bout_number(stage.number, a, b, int(repetition))
            began = opening(
                number,
                stage,
                (a, b),
                brought,
                stands,
                rolled_as=self.decided.rolled_as(number),
                throws=self.decided.dice(number),
            )
            bout = self._fought(began)
            results.append(bout.result)
            numbers.append(number)
            if self.listen is not None:
                self.listen(bout, began)
        rows = np.array(results)
        outcomes = outcomes_of(rows)
        for i, number in enumerate(numbers):
            decision = self.decided.override(number)
            if decision is not None:
                outcomes["winner"][i] = WINNERS[decision.winner]
                outcomes["ending"][i] = int(Ending.REFEREE)
        return outcomes, Pair(
            after_bout(rows, 0, before.a, int(self.sheets[a].born)),
            after_bout(rows, 1, before.b, int(self.sheets[b].born)),
        )

    def _fought(self, began: Mapping[str, Any]) -> Retold:
        """The bout as it was fought already, or fought now."""
        kept = self.journal.get(began) if self.journal is not None else None
        if kept is not None:
            return kept
        bout = reopen(self, began)
        if self.journal is not None:
            self.journal.put(began, bout)
        return bout


def opening(
    number: int,
    stage: Stage,
    slots: tuple[int, int],
    before: Pair,
    standing: Pair,
    *,
    rolled_as: int | None = None,
    throws: Throws | None = None,
) -> dict[str, Any]:
    """What a bout began with, as a line of conditions.jsonl.

    `rolled_as` is there only for a bout fought once more, `throws` only for one by real dice.
    """
    began: dict[str, Any] = {
        "bout": number,
        "stage": {"number": stage.number, "word": stage.word, "id": stage.id, "ja": stage.ja, "en": stage.en},
        "slots": list(slots),
        "before": {side: _fields(row) for side, row in zip(SIDES, before, strict=True)},
        "standing": {side: _fields(row) for side, row in zip(SIDES, standing, strict=True)},
    }
    if rolled_as is not None and rolled_as != number:
        began["rolled_as"] = rolled_as
    if throws is not None:
        began["throws"] = [list(throw) for throw in throws]
    return began


class Opened:
    """A line of conditions.jsonl, read."""

    def __init__(self, arena: Duels, row: Mapping[str, Any]) -> None:
        """Read it.

        Raises:
            EventError: the line is not of the form `opening` gives.

        """
        try:
            self.stage = Stage(**row["stage"])
            a, b = (int(slot) for slot in row["slots"])
            self.slots = (a, b)
            self.before = Pair(*(_record(CONDITION, row["before"][side]) for side in SIDES))
            self.standing = Pair(*(_record(STANDING, row["standing"][side]) for side in SIDES))
            self.number = int(row["bout"])
            self.rolled_as = int(row.get("rolled_as", self.number))
            self.throws: Throws | None = row.get("throws")
            known = max(a, b) < len(arena.fighters) and min(a, b) >= 0
        except (KeyError, TypeError, ValueError) as error:
            raise EventError(f"conditions.jsonl: {error}", f"conditions.jsonl を読めません（{error}）") from error
        if not known:
            raise EventError(
                f"conditions.jsonl: bout {self.number} names slots {a} and {b} of {len(arena.fighters)} entrants",
                f"conditions.jsonl：試合 {self.number} の枠 {a}・{b} は参加者の中にありません",
            )


def reopen(arena: TalkingDuels, row: Mapping[str, Any]) -> Retold:
    """The bout of a line of conditions.jsonl, told again from what it began with.

    Raises:
        EventError: the line is not of the form `opening` gives.

    """
    read = Opened(arena, row)
    if read.throws is not None:
        _fitting(arena, read, read.throws)
    return retell(
        arena,
        read.slots,
        read.number,
        arena.setting,
        stage=read.stage,
        before=read.before,
        standing=read.standing,
        rolled_as=read.rolled_as,
        throws=read.throws,
    )


def _fitting(arena: Duels, read: Opened, throws: Throws) -> None:
    """Refuse real dice that are not just those the bout rolls."""
    start = arena.start(read.slots, read.stage, read.before, read.standing)
    fault_en = fault_ja = ""
    try:
        wanted = check_throws(arena.pair(*read.slots), start, arena.seed, read.rolled_as, throws)
    except BadThrow as error:
        fault_en, fault_ja = error.en, error.ja
    else:
        if wanted is None:
            return
        fault_en, fault_ja = f"throw {wanted.at + 1} is missing", f"{wanted.at + 1} 投目がありません"
    raise EventError(
        f"bout {read.number}: its real dice do not fit it ({fault_en}): budosim referee DIR dice --bout {read.number}",
        f"試合 {read.number}：実際のダイスが試合と合いません（{fault_ja}）。"
        f"budosim referee DIR dice --bout {read.number} で入力してください",
    )


def _fields(rows: NDArray[Any]) -> dict[str, int]:
    return {name: int(rows[name][0]) for name in rows.dtype.names or ()}


def _record(form: np.dtype[Any], values: Mapping[str, int]) -> NDArray[Any]:
    row = np.zeros(1, form)
    for name in form.names or ():
        row[name] = values[name]
    return row


def plan_of(field: EventField, rulings: Rulings | None = None) -> Plan:
    """The plan of a field under the rulings in force and the organizer's decisions."""
    from dataclasses import replace

    plan = field.event.plan([candidate.id for candidate in field.candidates], field.setting.readings)
    return plan if rulings is None else replace(plan, orders=rulings.orders(plan))


def bouts_of(plan: Plan) -> int:
    """How many bouts an event has at least, play-offs not counted."""
    blocks = sum(len(pair) for size in plan.sizes for pair in round_robin(size))
    return blocks + plan.lines - 1


def play_cup(
    field: EventField,
    seed: int,
    listen: Listener | None = None,
    *,
    journal: Journal | None = None,
    rulings: Rulings | None = None,
    until: Day | None = None,
) -> EventResult:
    """The official event of a field whose every candidate is accepted, or its part up to the end of a day."""
    fighters = [candidate.fighter for candidate in field.candidates]
    arena = TalkingDuels(fighters, seed, field.setting, listen, journal=journal, rulings=rulings)
    return play_event(plan_of(field, rulings), arena, seed, until=until)
