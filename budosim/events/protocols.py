"""What an event asks of a game, and the forms both sides share.

An event knows sides (slots), fixtures and points. A game is handed to it as an `Arena`; wounds, fatigue,
cards in hand are *conditions*, rows of a numpy structured array whose fields the arena alone understands.
Whatever happens to a condition happens through the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

SLOTS = 512
"""Slots a bout's number has room for."""
REPETITIONS = 1 << 31
"""Repetitions a bout's number has room for."""
REPLAY = 1 << 30
"""Added to the repetition of a pair's second play-off, so that it does not meet the dice of the first."""
MOST_REPETITIONS = REPLAY
"""Tournaments one seed can hold: above lie the second play-offs."""

FREE, BLOCKS, PLAYOFFS, KNOCKOUT = 0, 1, 2, 3
"""Stage numbers; knockout rounds are 3, 4, …"""

Word: TypeAlias = Literal["free", "league", "knockout", "semifinal", "final"]
"""What a written pattern may call a stage."""

Conditions: TypeAlias = NDArray[Any]
"""One row per repetition; the fields are the arena's own."""
Outcomes: TypeAlias = NDArray[Any]
"""One row per bout; at least the fields of `OUTCOME`."""
Numbers: TypeAlias = NDArray[np.uint64]

OUTCOME = np.dtype(
    [
        ("winner", np.int64),  # 0 side a, 1 side b, -1 a draw
        ("ending", np.int64),  # index into the arena's `endings`
        ("damage_a", np.int64),  # damage each side took in this bout
        ("damage_b", np.int64),
        ("dead_a", np.int64),  # 1 when the bout killed that side
        ("dead_b", np.int64),
    ]
)
"""The fields an event reads of an outcome. An arena may return more; they are kept in the records."""

STANDING = np.dtype(
    [
        ("points", np.int64),  # league points so far
        ("bouts", np.int64),  # bouts fought so far in this tournament; 0 = his first
        ("must_win", np.int64),  # 1: anything but a win here ends his tournament
        ("safe", np.int64),  # 1: already through, whatever happens here
    ]
)
"""How a side stands when a bout begins, as far as points tell."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event: its number in a bout's number, its word in patterns, its names."""

    number: int
    word: Word
    id: str
    ja: str
    en: str


LEAGUE = Stage(BLOCKS, "league", "blocks", "予選リーグ", "blocks")
PLAYOFF = Stage(PLAYOFFS, "league", "playoff", "順位決定戦", "play-off")
FREE_BOUT = Stage(FREE, "free", "free", "自由試合", "free bout")


class Pair(NamedTuple):
    """The same thing of both sides: side a is the lower slot."""

    a: NDArray[Any]
    b: NDArray[Any]


class Parts(NamedTuple):
    """What a bout's number says."""

    stage: int
    a: int
    b: int
    repetition: int


@overload
def bout_number(stage: int, a: int, b: int, repetition: int) -> int: ...
@overload
def bout_number(stage: int, a: int, b: int, repetition: Numbers) -> Numbers: ...
def bout_number(stage: int, a: int, b: int, repetition: int | Numbers) -> int | Numbers:
    """The number that names a bout completely, below 2^53; `a` is the lower slot.

    >>> bout_number(1, 3, 7, 0) == ((1 * 512 + 3) * 512 + 7) * 2**31
    True
    """
    if not 0 <= a <= b < SLOTS or not 0 <= stage < 16:
        raise ValueError(f"stage {stage}, slots {a} and {b}: not the parts of a bout's number")
    pair = ((stage * SLOTS + a) * SLOTS + b) * REPETITIONS
    if isinstance(repetition, np.ndarray):
        numbers: Numbers = repetition.astype(np.uint64) + np.uint64(pair)
        return numbers
    return pair + repetition


def bout_parts(number: int) -> Parts:
    """The parts of a bout's number.

    >>> bout_parts(bout_number(3, 0, 511, 12))
    Parts(stage=3, a=0, b=511, repetition=12)
    """
    pair, repetition = divmod(number, REPETITIONS)
    rest, b = divmod(pair, SLOTS)
    stage, a = divmod(rest, SLOTS)
    return Parts(stage, a, b, repetition)


@overload
def rest_number(stage: int, slot: int, repetition: int) -> int: ...
@overload
def rest_number(stage: int, slot: int, repetition: Numbers) -> Numbers: ...
def rest_number(stage: int, slot: int, repetition: int | Numbers) -> int | Numbers:
    """The number whose dice an arena rolls when a fighter recovers after a bout of `stage`.

    Nobody meets himself, so the number with his own slot twice belongs to no bout.
    """
    return bout_number(stage, slot, slot, repetition)


class Entrant(Protocol):
    """Somebody a game has read from a file."""

    @property
    def name(self) -> str:
        """The name as written."""


class System(Protocol):
    """A game: how its entrants are written, checked and made ready."""

    def read(self, path: Path) -> Entrant:
        """The entrant a file describes; a SheetError when it describes none."""

    def findings(self, entrant: Entrant, event: Any) -> Sequence[Any]:
        """Everything the regulation of `event` has to say about the entrant."""

    def arena(self, entrants: Sequence[Entrant], event: Any, seed: int) -> Arena:
        """Where these entrants, in the order of the field, meet under the event's rulings."""


class Arena(Protocol):
    """Where fixtures are settled.

    Everything is addressed: the same seed, stage, pair, repetition and conditions give the same outcomes, in
    whatever batches they are asked for. `settle` may be called from several threads at once.
    """

    @property
    def seed(self) -> int:
        """The seed of every die rolled here."""

    @property
    def endings(self) -> Sequence[str]:
        """The ids of why a bout ended, indexed by `ending` of an outcome."""

    def fresh(self, slot: int, n: int) -> Conditions:
        """The slot as it enters the event, `n` times; the dtype is the same for every slot."""

    def settle(
        self, stage: Stage, a: int, b: int, repetitions: Numbers, before: Pair, standing: Pair
    ) -> tuple[Outcomes, Pair]:
        """One bout of slots `a` < `b` per repetition, and both sides' conditions after it.

        `before` is left as it is. `standing` holds rows of `STANDING`.
        """

    def rest(self, slot: int, after: Conditions, stage: Stage, repetitions: Numbers) -> Conditions:
        """What a break between knockout bouts does after his bout of `stage` (T-16, T-20, T-23)."""

    def heal(self, slot: int, after: Conditions) -> Conditions:
        """All is as on the first day but what was spent for good (T-15, T-22); the dead live again (R-66)."""

    def describe(self, slot: int, condition: Any) -> Mapping[str, int | float | str]:
        """One condition in words and numbers, for the ledger."""


Kind: TypeAlias = Literal["bout", "forfeit", "bye", "empty"]


@dataclass(frozen=True, slots=True)
class Fixture:
    """One line of an event's record: a bout, or why there was none.

    Fields:
        kind: bout; forfeit (somebody dead or absent); bye; empty (opposite an emptied slot, R-49 "empty").
        number: the bout's number; of a forfeit the number the bout would have had; None for a bye.
        round: from 1 within its stage.
        block: the block's name, None in the knockout.
        a: slot of side a, always the lower; the lone one of a bye.
        b: slot of side b, None when there is nobody.
        winner: "a", "b", or None for a draw or when nobody appeared.
        points: league points of both; None in the knockout.
        details: what else the arena said of the outcome.
    """

    kind: Kind
    number: int | None
    stage: Stage
    round: int
    block: str | None
    a: int
    b: int | None
    winner: Literal["a", "b"] | None
    ending: str
    damage: tuple[int, int] = (0, 0)
    dead: tuple[bool, bool] = (False, False)
    points: tuple[int, int] | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
