"""What an organizer orders of an event beyond its file: who has withdrawn, which draws are made with real dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from budosim.errors import EventError

DrawKey = tuple[str, int]
"""A draw: its purpose ("blocks", "lots", "bracket") and which of its kind."""


class Withdrawal(NamedTuple):
    """Somebody who forfeits every bout from a stage's round on (R-66)."""

    slot: int
    stage: int
    round: int


@dataclass(frozen=True)
class Orders:
    """The orders of one event.

    Fields:
        typed: by draw the numbers somebody rolled, from 1, in the order the draw asks for them.
    """

    withdrawals: tuple[Withdrawal, ...] = ()
    typed: Mapping[DrawKey, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def gone(self, slots: int, stage: int, round_: int) -> NDArray[np.bool_]:
        """Who no longer takes part in a stage's round."""
        gone = np.zeros(slots, np.bool_)
        for one in self.withdrawals:
            gone[one.slot] |= (one.stage, one.round) <= (stage, round_)
        return gone


NO_ORDERS = Orders()


class MoreDice(EventError):
    """A draw by real dice wants its next number.

    Fields:
        key: the draw.
        at: how many numbers were given.
        sides: the next one is 1 to this.
        what: what is drawn.
    """

    def __init__(self, key: DrawKey, at: int, sides: int, what: str) -> None:
        """Say which number is wanted."""
        self.key, self.at, self.sides, self.what = key, at, sides, what
        name = draw_name(key)
        super().__init__(
            f"draw {name} ({what}): number {at + 1} is missing, 1 to {sides}",
            f"抽選 {name}：{at + 1} 番目の数（1～{sides}）がまだありません",
        )


def typed_number(key: DrawKey, given: Sequence[int], at: int, sides: int, what: str) -> int:
    """The next number of a draw by real dice, from 1.

    Raises:
        MoreDice: it is not there yet.
        EventError: it is none the draw has.

    """
    if at >= len(given):
        raise MoreDice(key, at, sides, what)
    value = given[at]
    if not 1 <= value <= sides:
        name = draw_name(key)
        raise EventError(
            f"draw {name}: number {at + 1} is {value}; it is 1 to {sides}",
            f"抽選 {name}：{at + 1} 番目の数が {value} です。1～{sides} にしてください",
        )
    return value


def draw_name(key: DrawKey) -> str:
    """How a draw is written: blocks, blocks:2 (a pot), bracket, lots:A (a block)."""
    from budosim.events.schedule import block_name

    purpose, which = key
    if purpose == "lots":
        return f"lots:{block_name(which)}"
    return f"{purpose}:{which}" if which else purpose


def draw_key(written: str) -> DrawKey:
    """The draw somebody names.

    >>> draw_key("blocks"), draw_key("lots:B"), draw_key("blocks:2")
    (('blocks', 0), ('lots', 1), ('blocks', 2))

    Raises:
        EventError: there is no such draw.

    """
    from budosim.events.schedule import block_name

    purpose, _, which = written.strip().partition(":")
    if purpose == "lots" and which:
        for at in range(512):
            if block_name(at) == which.upper():
                return purpose, at
    if purpose in ("blocks", "bracket") and (not which or (which.isascii() and which.isdigit() and len(which) < 6)):
        return purpose, int(which or 0)
    raise EventError(
        f"{written!r} is no draw: blocks, blocks:N (pot N), bracket, lots:A (block A)",
        f"「{written}」という抽選はありません。blocks、blocks:N（第Nポット）、bracket、lots:A（Aブロック）です",
    )
