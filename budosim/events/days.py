"""The days of an event: the draw, every round of the blocks, the play-offs with them, every round of the knockout.

A day is how far an event has been played, and how much of it is shown to those who wait for the rest.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from budosim.errors import EventError
from budosim.events.protocols import BLOCKS, PLAYOFFS, Stage
from budosim.events.schedule import round_robin

if TYPE_CHECKING:
    from budosim.events.plan import Plan


@dataclass(frozen=True, slots=True)
class Day:
    """A day and what has happened when it is over.

    Fields:
        number: 0 is the draw; the last day is the final's.
        id: draw, round1 …, blocks (its last round with play-offs and standings), then the knockout rounds' ids.
        stage: stage number of its bouts; 0 on the day of the draw.
        round: of the stage, from 1.
    """

    number: int
    id: str
    stage: int
    round: int
    ja: str
    en: str

    def shows(self, stage: int, round_: int) -> bool:
        """Whether bouts of a stage's round have been held by the end of this day."""
        if stage == PLAYOFFS:
            return self.id == "blocks" or self.stage > PLAYOFFS
        if self.id == "blocks" and stage == BLOCKS:
            return True
        return (stage, round_) <= (self.stage, self.round)


def days_of(plan: Plan) -> tuple[Day, ...]:
    """The days of an event, in order."""
    days = [Day(0, "draw", 0, 0, "組み合わせ抽選", "the draw")]
    last = max((len(round_robin(size)) for size in plan.sizes), default=0)
    for number in range(1, last + 1):
        name = "blocks" if number == last else f"round{number}"
        days.append(Day(number, name, BLOCKS, number, f"予選第{number}節", f"blocks, round {number}"))
    for stage in plan.rounds:
        # the round of a knockout stage counts from its first round
        round_ = stage.number - PLAYOFFS
        days.append(Day(len(days), stage.id, stage.number, round_, stage.ja, f"the {stage.en}"))
    return tuple(days)


def day_of(plan: Plan, stage: Stage, round_: int) -> Day:
    """The day on which a bout is held; play-offs belong to the last day of the blocks."""
    return next(day for day in days_of(plan) if day.shows(stage.number, round_))


def named_day(plan: Plan, written: str) -> Day:
    """The day somebody names: its id, roundN for the N-th day, or its Japanese name.

    Raises:
        EventError: no day is called so.

    """
    days = days_of(plan)
    text = unicodedata.normalize("NFKC", written).strip().casefold()
    known = {name: day for day in days for name in _names(day, days)}
    if text in known:
        return known[text]
    near = difflib.get_close_matches(text, known, 1, cutoff=0.6)
    listed = ", ".join(day.id for day in days)
    hint = f" (did you mean {near[0]}?)" if near else ""
    hint_ja = f"（{near[0]} ではありませんか）" if near else ""
    raise EventError(
        f"this event has no day {written!r}: {listed}, or round1 to round{len(days) - 1}{hint}",
        f"「{written}」という日程はありません。{listed} か round1～round{len(days) - 1} です{hint_ja}",
    )


def _names(day: Day, days: Sequence[Day]) -> list[str]:
    ja = unicodedata.normalize("NFKC", day.ja).casefold()
    names = [day.id, f"round{day.number}", f"day{day.number}", str(day.number), ja, re.sub(r"\s", "_", day.en)]
    return [*names, "end"] if day is days[-1] else names
