"""The exact chances of a short season: every way it can go, those that come to the same told together.

Plain Python over the same laws as `season_many`, whose counts must agree within their error. Weights are whole
numbers, so a chance is an exact fraction of the law that is drawn from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from budosim.errors import EventError
from budosim.events.season import SCALE, Law, Season, Start, first_for_certain, mutual, room, tiers

LONGEST = 8
"""Meetings that are worked out; longer seasons are played many times instead."""
STEPS = 4_000_000




class TooManyWays(EventError):
    """A season that goes more ways than are worth walking."""


NAMES = ("titles", "shared", "sole", "tied", "even", "mean")


@dataclass(frozen=True)
class Exact:
    """Chances of each side as fractions, called as in `season_many.Many`.

    Fields:
        even: the chance of the title when sides level at the top share it evenly.
        mean: expected points.
        clinched: by round, the chance that a side's first place becomes certain in it.
    """

    titles: tuple[Fraction, ...]
    shared: tuple[Fraction, ...]
    sole: tuple[Fraction, ...]
    tied: tuple[Fraction, ...]
    even: tuple[Fraction, ...]
    mean: tuple[Fraction, ...]
    clinched: Mapping[int, tuple[Fraction, ...]]

    @property
    def tie(self) -> Fraction:
        """The chance that nobody has most points alone."""
        return 1 - sum(self.sole, Fraction(0))


class _Form:
    """A state as one whole number, field beside field, so that a meeting adds one number to it."""

    WIDTH = 20
    MASK = (1 << WIDTH) - 1

    def __init__(self, sides: int) -> None:
        """The form of a season of so many sides."""
        self.sides = sides
        self.all_of_points = (1 << sides * self.WIDTH) - 1

    def points(self, side: int) -> int:
        """The place of a side's points."""
        return side * self.WIDTH

    def carry(self, side: int) -> int:
        """The place of the demerits a side carries."""
        return (self.sides + side) * self.WIDTH

    def faults(self, side: int) -> int:
        """The place of a side's faults."""
        return (2 * self.sides + side) * self.WIDTH

    def against(self, side: int, foe: int) -> int:
        """The place of the points a side took from another."""
        return (3 * self.sides + side * self.sides + foe) * self.WIDTH

    def pack(self, start: Start) -> int:
        """The state a season begins with."""
        state = 0
        for side in range(self.sides):
            state |= start.points[side] << self.points(side)
            state |= start.carry[side] << self.carry(side)
            state |= start.faults[side] << self.faults(side)
            for foe in range(self.sides):
                state |= start.against[side][foe] << self.against(side, foe)
        return state

    def without_carry(self, states: Mapping[int, int]) -> dict[int, int]:
        """States in which nobody carries anything any more."""
        kept = ~sum(self.MASK << self.carry(side) for side in range(self.sides))
        found: dict[int, int] = defaultdict(int)
        for state, weight in states.items():
            found[state & kept] += weight
        return found

    def read(self, state: int, place: int) -> int:
        """One field of a state."""
        return state >> place & self.MASK

    def all_points(self, state: int) -> list[int]:
        """Everybody's points."""
        return [self.read(state, self.points(side)) for side in range(self.sides)]


def work_out(season: Season) -> Exact:
    """The exact chances of a season of at most `LONGEST` meetings.

    Raises:
        EventError: the season is longer, or goes too many ways.

    """
    if len(season.laws) > LONGEST:
        raise EventError(
            f"{len(season.laws)} meetings are left: exact chances are worked out for at most {LONGEST}",
            f"残り {len(season.laws)} 戦あります。厳密な確率を計算できるのは {LONGEST} 戦までです",
        )
    n, form = season.sides, _Form(season.sides)
    found = {name: [Fraction(0)] * n for name in NAMES}
    clinched = {week: [Fraction(0)] * n for week in season.rounds}
    states = {form.pack(season.start): 1}
    scale, steps = 1, STEPS
    for at, law in enumerate(season.laws):
        scale *= SCALE ** (1 + sum(len(row) > 1 for row in law.demerits))
        states, steps = _held(season, form, law, states, steps, last=at + 1 == len(season.laws))
        left = [later.meeting for later in season.laws[at + 1 :]]
        most, least = room(n, left)
        over: list[tuple[int, int]] = []
        certain = [0] * n
        known: dict[int, int | None] = {}
        for state, weight in states.items():
            points = state & form.all_of_points
            if points not in known:
                known[points] = first_for_certain(form.all_points(points), most, least)
            sure = known[points]
            if sure is not None:
                certain[sure] += weight
            if sure is not None or not left:
                over.append((state, weight))
        for side in range(n):
            clinched[law.meeting.round][side] += Fraction(certain[side], scale)
        _add(season, form, found, over, scale)
        for state, _ in over:
            del states[state]
    if not season.laws:
        _add(season, form, found, list(states.items()), scale)
    return Exact(
        **{name: tuple(row) for name, row in found.items()},
        clinched={week: tuple(row) for week, row in clinched.items()},
    )


def _held(
    season: Season, form: _Form, law: Law, states: Mapping[int, int], steps: int, *, last: bool
) -> tuple[dict[int, int], int]:
    """Every state after one meeting, and how many steps are left to take; after the last nothing is carried on."""
    if law.meeting.number in season.lapses:
        states = form.without_carry(states)
    after: dict[int, int] = defaultdict(int)
    known: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for state, weight in states.items():
        carried = tuple(form.read(state, form.carry(side)) for side in law.meeting.sides)
        if carried not in known:
            merged: dict[int, int] = defaultdict(int)
            for end, chance in _ends(season, law, carried):
                if last:
                    end = end._replace(carry=carried)
                merged[_step(season, form, law, carried, end)] += chance
            known[carried] = list(merged.items())
        steps -= len(known[carried])
        if steps < 0:
            raise TooManyWays(
                f"exact chances: more than {STEPS} ways; play the season many times instead",
                f"場合の数が {STEPS} を超えます。厳密な計算はできません（シミュレーションを使ってください）",
            )
        for step, chance in known[carried]:
            after[state + step] += weight * chance
    return after, steps


class _End(NamedTuple):
    net: tuple[int, ...]
    carry: tuple[int, ...]
    faults: tuple[int, ...]


def _ends(season: Season, law: Law, carry: tuple[int, ...]) -> Iterator[tuple[_End, int]]:
    """Everything one meeting can come to when the sides carry so many demerits, with its weight."""
    merged: dict[_End, int] = defaultdict(int)
    for weight, points, faults in zip(law.weights, law.points, law.faults, strict=True):
        if not weight:
            continue
        partial: dict[_End, int] = {_End((), (), ()): weight}
        for i, base in enumerate(points):
            grown: dict[_End, int] = defaultdict(int)
            for new, chance in enumerate(law.demerits[i]):
                if not chance:
                    continue
                # A side that never draws demerits leaves its carry alone, as in the many.
                silent = len(law.demerits[i]) == 1
                settled = season.demerits.settle(base, [0 if silent else carry[i] + new])
                kept = carry[i] if silent else settled.carry[0]
                for end, before in partial.items():
                    longer = _End((*end.net, settled.net), (*end.carry, kept), (*end.faults, faults[i] + new))
                    grown[longer] += before * (1 if silent else chance)
            partial = grown
        for end, chance in partial.items():
            merged[end] += chance
    yield from merged.items()


def _step(season: Season, form: _Form, law: Law, carried: tuple[int, ...], end: _End) -> int:
    """What an end adds to a state whose sides carry so many demerits."""
    sides = law.meeting.sides
    step = 0
    for i, side in enumerate(sides):
        step += end.net[i] << form.points(side)
        # A negative difference borrows from the neighbour and is paid back by the field itself.
        step += (end.carry[i] - carried[i]) << form.carry(side)
        if "faults" in season.chain:
            step += end.faults[i] << form.faults(side)
        if len(sides) == 2 and "head_to_head" in season.chain:
            step += end.net[i] << form.against(side, sides[1 - i])
    return step


def _add(
    season: Season, form: _Form, found: dict[str, list[Fraction]], over: list[tuple[int, int]], scale: int
) -> None:
    """Count seasons that are over; weights are parts of `scale`."""
    n = season.sides
    # Whole numbers until the end: a common multiple makes room for shares of a tie.
    share = lcm(*range(1, n + 1))
    sums = {name: [0] * n for name in NAMES}
    for state, weight in _grouped(form, over).items():
        totals = form.all_points(state)
        level = [side for side, points in enumerate(totals) if points == max(totals)]
        for side, points in enumerate(totals):
            sums["mean"][side] += weight * points * share
        for side in level:
            sums["even"][side] += weight * (share // len(level))
            sums["sole" if len(level) == 1 else "tied"][side] += weight * share
        first = _first(season, form, state, level)
        for side in first:
            if len(first) == 1 or season.last == "draw":
                sums["titles"][side] += weight * (share // len(first))
            else:
                sums["shared"][side] += weight * share
    for name, row in sums.items():
        for side, value in enumerate(row):
            found[name][side] += Fraction(value, scale * share)


def _grouped(form: _Form, over: list[tuple[int, int]]) -> dict[int, int]:
    """Seasons that are over, told together where points alone say who is first."""
    found: dict[int, int] = defaultdict(int)
    alone: dict[int, bool] = {}
    for state, weight in over:
        points = state & form.all_of_points
        if points not in alone:
            totals = form.all_points(points)
            alone[points] = totals.count(max(totals)) == 1
        found[points if alone[points] else state] += weight
    return found


def _first(season: Season, form: _Form, state: int, level: list[int]) -> tuple[int, ...]:
    """Whom the chain leaves first of those level at the top."""
    if len(level) == 1 or not season.chain:
        return tuple(level)
    every = range(season.sides)
    against = [[form.read(state, form.against(side, foe)) for foe in every] for side in every]
    faults = {side: -form.read(state, form.faults(side)) for side in every}
    measures = {"head_to_head": mutual(against), "faults": lambda group: {m: faults[m] for m in group}}
    return tiers(level, [measures[one] for one in season.chain])[0].members
