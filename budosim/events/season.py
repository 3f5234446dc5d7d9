"""A season: sides that meet week after week, every meeting giving points to each of them; when it is decided.

Knows sides, meetings, points and demerits; knows no game. `season_many` plays a season often,
`season_exact` works its chances out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

SCALE = 1 << 32
"""What the weights of a law add up to: a draw is a whole number below it, so a law is exact as it stands."""

Criterion: TypeAlias = Literal["head_to_head", "faults"]
Last: TypeAlias = Literal["shared", "draw"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Sides that meet once.

    Fields:
        number: names the meeting and its draws; its place in the whole season.
        round: the week it is held in, from 0.
        sides: who takes part.
        most: the most points one side can take from it.
        least: the least.
    """

    number: int
    round: int
    sides: tuple[int, ...]
    most: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class Demerits:
    """Demerits are paid in bundles out of the points of the meeting; what is left of a bundle is carried on.

    Fields:
        per: how many make a bundle.
        cost: points a bundle costs; points never fall below 0.
        kept: bundles that find no points to take wait for the next meeting instead of being used up.
    """

    per: int = 2
    cost: int = 2
    kept: bool = False

    def settle(self, base: int, counts: Sequence[int]) -> Settlement:
        """What is left of `base` points, each counter bundled by itself.

        >>> Demerits().settle(8, [3])
        Settlement(used=1, deduction=2, net=6, carry=(1,))
        """
        net, used, carry = base, 0, []
        for count in counts:
            bundles = count // self.per
            if self.kept:
                bundles = min(bundles, -(-net // self.cost))
            net = max(0, net - bundles * self.cost)
            used += bundles
            carry.append(count - bundles * self.per)
        return Settlement(used, base - net, net, tuple(carry))


class Settlement(NamedTuple):
    """What demerits did to the points of one meeting: bundles used, points lost, points left, what is carried."""

    used: int
    deduction: int
    net: int
    carry: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """How a meeting may end, and how likely each end is.

    Fields:
        weights: of each outcome, adding up to `SCALE`.
        points: points of each side, outcome by outcome.
        faults: what each outcome adds to each side's faults.
        demerits: for each side the weights of 0, 1, 2 … new demerits.
    """

    meeting: Meeting
    weights: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    faults: tuple[tuple[int, ...], ...]
    demerits: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """A law that does not add up is a mistake of whoever made it."""
        rows = (self.weights, *self.demerits)
        whole = all(sum(row) == SCALE and min(row) >= 0 for row in rows)
        if not whole or not len(self.weights) == len(self.points) == len(self.faults):
            raise ValueError(f"meeting {self.meeting.number}: the weights of its outcomes do not add up")


@dataclass(frozen=True, slots=True)
class Start:
    """How the sides stand before the first meeting still to be held.

    Fields:
        against: points the row took from meetings with the column alone.
    """

    points: tuple[int, ...]
    carry: tuple[int, ...]
    faults: tuple[int, ...]
    against: tuple[tuple[int, ...], ...]

    @classmethod
    def blank(cls, sides: int) -> Start:
        """Nothing has been held yet."""
        zero = (0,) * sides
        return cls(zero, zero, zero, (zero,) * sides)


@dataclass(frozen=True, slots=True)
class Season:
    """What is left of a season, with the law of every meeting; it ends as soon as a sole first place is certain.

    Fields:
        chain: what parts sides with equal points, in this order; whoever separates leaves, the rest begin anew.
        last: when the chain is at its end: the title is shared, or drawn.
        lapses: numbers of meetings before which everything carried is forgotten.
    """

    sides: int
    laws: tuple[Law, ...]
    start: Start
    demerits: Demerits = Demerits()
    chain: tuple[Criterion, ...] = ("head_to_head", "faults")
    last: Last = "shared"
    lapses: frozenset[int] = frozenset()

    @property
    def rounds(self) -> tuple[int, ...]:
        """The weeks still to come."""
        return tuple(sorted({law.meeting.round for law in self.laws}))


def whole_weights(chances: Sequence[float]) -> tuple[int, ...]:
    """Chances as whole weights that add up to `SCALE`: the largest remainders get what rounding left over.

    >>> whole_weights([1, 1, 2]) == (SCALE // 4, SCALE // 4, SCALE // 2)
    True
    """
    total = sum(chances)
    if not chances or min(chances) < 0 or not 0 < total < float("inf"):
        raise ValueError(f"{list(chances)} are no chances")
    exact = [chance / total * SCALE for chance in chances]
    weights = [int(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda i: (weights[i] - exact[i], i))
    for i in by_rest[: SCALE - sum(weights)]:
        weights[i] += 1
    return tuple(weights)


def room(sides: int, meetings: Iterable[Meeting]) -> tuple[list[int], list[int]]:
    """The most and the least each side can still take from some meetings."""
    most, least = [0] * sides, [0] * sides
    for meeting in meetings:
        for side in meeting.sides:
            most[side] += meeting.most
            least[side] += meeting.least
    return most, least


def magic(points: Sequence[int], meetings: Iterable[Meeting]) -> list[int]:
    """Points each side still lacks for a sole first place that nobody can take from it; 0: it is certain.

    Exact where one and the same course of events gives a side its least and any one rival his most.
    """
    most, least = room(len(points), meetings)
    return [
        max(0, 1 + max(points[r] + most[r] for r in range(len(points)) if r != s) - points[s] - least[s])
        for s in range(len(points))
    ]


def first_for_certain(points: Sequence[int], most: Sequence[int], least: Sequence[int]) -> int | None:
    """Who has a sole first place that nobody can take from him, if anybody has."""
    for side, own in enumerate(points):
        if all(own + least[side] > points[r] + most[r] for r in range(len(points)) if r != side):
            return side
    return None


class Tier(NamedTuple):
    """Members that stand level, and what set them apart from the others: index of the criterion, their value."""

    members: tuple[int, ...]
    criterion: int
    value: Any


Measure: TypeAlias = Callable[[tuple[int, ...]], Mapping[int, Any]]
"""Gives each member of a tied group a value, larger being better."""


def tiers(members: Sequence[int], chain: Sequence[Measure], why: Tier | None = None) -> list[Tier]:
    """The members best first, level ones together.

    Whoever a criterion separates leaves the group, and the chain starts again for each part.
    """
    group = tuple(members)
    for at, measure in enumerate(chain):
        values = measure(group)
        levels = sorted({values[m] for m in group}, reverse=True)
        if len(levels) > 1:
            parts = [Tier(tuple(m for m in group if values[m] == level), at, level) for level in levels]
            return [tier for part in parts for tier in tiers(part.members, chain, part)]
    if why is None:
        why = Tier(group, 0, chain[0](group)[group[0]])
    return [why]


def mutual(against: Sequence[Sequence[int]]) -> Measure:
    """Points taken from one another, among the tied alone."""
    return lambda group: {m: sum(against[m][foe] for foe in group if foe != m) for m in group}
