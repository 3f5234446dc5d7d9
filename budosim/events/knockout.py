"""The knockout: wounds are carried from bout to bout, and a draw eliminates both (T-07, T-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from budosim.events.bracket import BYE, EMPTIED, Finalist, draw_bracket
from budosim.events.bracket_many import Sent, draw_brackets
from budosim.events.draws import Draws, Purpose
from budosim.events.field import DRAWN, NOBODY, Field, Ints
from budosim.events.league import NONE
from budosim.events.lots import keys_of
from budosim.events.plan import Plan
from budosim.events.protocols import Numbers


def seat(plan: Plan, seed: int, repetitions: Numbers, first: Sent, second: Sent) -> Ints:
    """The bracket of every repetition, top line first."""
    if len(plan.sizes) == 1:
        return np.concatenate([first.slot, second.slot], axis=1)
    lines = np.full((len(repetitions), plan.lines), BYE, np.int64)
    whole = ((first.slot != NONE) & (second.slot != NONE)).all(axis=1)
    if whole.any():
        keys = keys_of(seed, Purpose.BRACKET, 0, repetitions[whole])
        parts = [Sent(*(column[whole] for column in sent)) for sent in (first, second)]
        lines[whole] = draw_brackets(parts[0], parts[1], keys, plan.lines)
    for row in np.flatnonzero(~whole):
        lines[row] = seat_one(plan, seed, int(repetitions[row]), first, second, int(row), [])
    return lines


def seat_one(
    plan: Plan, seed: int, repetition: int, first: Sent, second: Sent, row: int, audit: list[dict[str, Any]]
) -> tuple[int, ...]:
    """The bracket of one repetition, every draw in the audit."""
    if len(plan.sizes) == 1:
        return int(first.slot[row, 0]), int(second.slot[row, 0])
    finalists = [
        Finalist(slot, block, place, int(sent.strength[row, block]), int(sent.damage[row, block]))
        for place, sent in enumerate((first, second), 1)
        for block, slot in enumerate(sent.slot[row].tolist())
        if slot != NONE
    ]
    draws = Draws(seed, Purpose.BRACKET, 0, repetition, names=plan.ids, audit=audit, typed=plan.orders.typed)
    return draw_bracket(finalists, draws, plan.lines)


class Knockout:
    """The knockout in many repetitions.

    Fields:
        lines: who stands on each line at the start of each round, a row per repetition; the last is the
            champion.
    """

    def __init__(self, field: Field, lines: Ints) -> None:
        """A bracket as drawn, nothing played."""
        self.field = field
        self.plan = field.plan
        self.lines: list[Ints] = [lines]

    @property
    def champion(self) -> Ints:
        """The champion of each repetition; negative when there is none."""
        return self.lines[-1][:, 0]

    def play(self, first: int = 1) -> Iterator[None]:
        """Every round from the `first` on, whose lines are given; a pause after each."""
        self.field.standing["safe"] = 0
        self.field.standing["must_win"] = 1
        for number in range(first, len(self.plan.rounds) + 1):
            self._round(number)
            yield

    def _round(self, number: int) -> None:
        stage = self.plan.rounds[number - 1]
        last = number == len(self.plan.rounds)
        a, b = self.lines[-1][:, 0::2], self.lines[-1][:, 1::2]
        both = (a >= 0) & (b >= 0)
        following = self._alone(number, a, b, both)
        rows, at = np.nonzero(both)
        if len(rows):
            mine, theirs = a[rows, at], b[rows, at]
            met = self.field.meet(stage, number, rows, mine, theirs)
            codes = [met.winner == 0, met.winner == 1, met.winner == NOBODY]
            following[rows, at] = np.select(codes, [mine, theirs, np.int64(BYE)], EMPTIED)
            if not last:
                rested = met.fought & (met.winner != DRAWN)
                self.field.rest(stage, rows[rested], following[rows, at][rested])
        self.lines.append(following)

    def _alone(self, number: int, a: Ints, b: Ints, both: Any) -> Ints:
        """What becomes of places that face an empty one: the lone fighter goes on, unless he is dead.

        R-49 "empty": a final opposite a place emptied by a draw is not held.
        """
        stage = self.plan.rounds[number - 1]
        rows = np.arange(len(a))[:, None]
        lone, opposite = np.maximum(a, b), np.minimum(a, b)
        here = ~both & (lone >= 0)
        goes_on = here & ~self.field.out(stage)[np.maximum(lone, 0), rows]
        vacated = opposite == EMPTIED
        if self.plan.both_out == "empty" and number == len(self.plan.rounds):
            goes_on &= ~vacated
        if self.field.log is not None:
            for row, at in zip(*np.nonzero(here), strict=True):
                empty = self.plan.both_out == "empty" and bool(vacated[row, at])
                wins = bool(goes_on[row, at])
                self.field.log.alone(stage, number, int(lone[row, at]), "empty" if empty else "bye", wins)
        return np.where(goes_on, lone, np.where(vacated, EMPTIED, BYE))
