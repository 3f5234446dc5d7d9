"""The organizers' draws: who meets whom, and who goes first when nothing else tells them apart.

Plain Python with the constants of the combat core: word k of a draw is mix(key + k*G); the key comes from
the event's seed and a number that says what is drawn. Every draw leaves an audit row, from which anybody can
repeat it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, TypeVar

from budosim.events.orders import DrawKey, typed_number

T = TypeVar("T")

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
DRAWS = 1 << 63
"""Draw numbers lie above every bout's number, so that no draw shares its key with a bout."""
WHICH = 1 << 17
REPETITION = 1 << 31


class Purpose(IntEnum):
    """What is drawn; part of the draw's number, so the values stay as they are."""

    BLOCKS = 1
    LOTS = 2
    BRACKET = 3
    THROWS = 4
    SEASON = 5


def mix(z: int) -> int:
    """The finaliser of splitmix64."""
    z &= WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def key_of(seed: int, number: int) -> int:
    """The key of everything a number names under a seed."""
    return mix(mix(seed + GOLDEN) + number * GOLDEN)


def word(key: int, k: int) -> int:
    """Word `k` of a key."""
    return mix(key + k * GOLDEN)


def scale(bits: int, sides: int) -> int:
    """The index 0 … sides-1 a word means: multiply and shift, so that no side is favoured by a remainder.

    >>> scale(0, 6), scale(2**64 - 1, 6)
    (0, 5)
    """
    return ((bits >> 32) * sides) >> 32


def draw_number(purpose: int, which: int = 0, repetition: int = 0) -> int:
    """The number of a draw: what for, the how-manieth of its kind, in which repetition."""
    if not (0 < purpose < 1 << 15 and 0 <= which < WHICH and 0 <= repetition < REPETITION):
        raise ValueError(f"purpose {purpose}, which {which}, repetition {repetition}: no such draw")
    return DRAWS | purpose << 48 | which << 31 | repetition


class Draws:
    """One stream of draws for one purpose.

    Fields:
        key: what its words come from.
        used: words read so far; the next draw starts there.
        audit: one row per draw.
    """

    def __init__(
        self,
        seed: int,
        purpose: Purpose,
        which: int = 0,
        repetition: int = 0,
        *,
        names: Sequence[str] | None = None,
        audit: list[dict[str, Any]] | None = None,
        typed: Mapping[DrawKey, Sequence[int]] | None = None,
    ) -> None:
        """Open the stream; `names` stand for slots in the audit, `audit` is appended to.

        `typed` may hold the numbers somebody rolled for this draw; then they decide, and nothing else.
        """
        self.purpose = purpose
        self.number = draw_number(purpose, which, repetition)
        self.key = key_of(seed, self.number)
        self.used = 0
        self.audit: list[dict[str, Any]] = audit if audit is not None else []
        self._names = names
        self._draw: DrawKey = (purpose.name.lower(), which)
        self._typed = (typed or {}).get(self._draw)
        self._what = ""

    def index(self, sides: int) -> int:
        """A number 0 … sides-1 from the next word, or as somebody rolled it."""
        if self._typed is not None:
            drawn = typed_number(self._draw, self._typed, self.used, sides, self._what) - 1
        else:
            drawn = scale(word(self.key, self.used), sides)
        self.used += 1
        return drawn

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        """The items in an order drawn by lot, each order as likely as another (Fisher and Yates).

        The audit's `values` are the places drawn: the last item changes places with item values[0], the one
        before the last with item values[1], and so on.
        """
        order = list(items)
        first, self._what = self.used, what
        values = []
        for last in range(len(order) - 1, 0, -1):
            at = self.index(last + 1)
            values.append(at)
            order[last], order[at] = order[at], order[last]
        sides = list(range(len(order), 1, -1))
        self._note(what, "shuffle", first, sides, values, [self._name(item) for item in order])
        return order

    def roll(self, what: str, sides: int = 6) -> int:
        """One die."""
        first, self._what = self.used, what
        value = 1 + self.index(sides)
        self._note(what, "die", first, [sides], [value], value)
        return value

    def throw(self, what: str, sides: Sequence[int]) -> list[int]:
        """Several dice thrown at once: one number for each, in the order of `sides`."""
        first, self._what = self.used, what
        values = [1 + self.index(one) for one in sides]
        self._note(what, "throw", first, list(sides), values, list(values))
        return values

    def choose(self, options: Sequence[T], what: str) -> T:
        """One of several, each as likely; nothing is drawn when there is only one."""
        if len(options) == 1:
            return options[0]
        first, self._what = self.used, what
        at = self.index(len(options))
        self._note(what, "choice", first, [len(options)], [at], self._name(options[at]))
        return options[at]

    def lots(self, members: Sequence[T], what: str) -> list[tuple[T, int]]:
        """Members best first with the die that placed each: 1d each, the tied again until none are.

        The die of somebody who rolled more than once is his last.
        """
        if len(members) == 1:
            return [(members[0], 0)]
        first, self._what = self.used, what
        dice = [1 + self.index(6) for _ in members]
        self._note(what, "lot", first, [6] * len(dice), dice, [self._name(member) for member in members])
        order: list[tuple[T, int]] = []
        for value in sorted(set(dice), reverse=True):
            level = [member for member, die in zip(members, dice, strict=True) if die == value]
            if len(level) == 1:
                order.append((level[0], value))
            else:
                order.extend(self.lots(level, what))
        return order

    def _name(self, item: Any) -> Any:
        if self._names is not None and isinstance(item, int):
            return self._names[item]
        return item

    def _note(
        self, what: str, kind: str, first: int, sides: list[int], values: list[int], result: Any
    ) -> None:
        typed = {"typed": True} if self._typed is not None else {}
        self.audit.append(
            {
                **typed,
                "what": what,
                "kind": kind,
                "purpose": self.purpose.name.lower(),
                "number": str(self.number),
                "first_word": first,
                "sides": sides,
                "values": values,
                "result": result,
            }
        )


def same_draw(seed: int, row: dict[str, Any]) -> bool:
    """Whether an audit row's values are what its number gives under `seed`: the check anybody can make.

    Numbers rolled with real dice follow from no seed: of them only the range is asked.
    """
    key = key_of(seed, int(row["number"]))
    base = 1 if row["kind"] in ("die", "lot", "throw") else 0
    if row.get("typed"):
        return len(row["sides"]) == len(row["values"]) and all(
            base <= value < base + sides for value, sides in zip(row["values"], row["sides"], strict=True)
        )
    drawn = [base + scale(word(key, row["first_word"] + k), sides) for k, sides in enumerate(row["sides"])]
    return drawn == list(row["values"])
