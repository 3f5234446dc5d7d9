"""The knockout's bracket: its lines, its rounds, and how block winners and runners-up are drawn into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from budosim.events.draws import Draws
from budosim.events.protocols import KNOCKOUT, Stage, Word

BYE = -1
"""An empty place in a bracket."""
EMPTIED = -2
"""A place emptied by a bout that eliminated both (T-07, R-49)."""


@lru_cache(maxsize=16)
def standard_lines(size: int) -> tuple[int, ...]:
    """The seed on each line of a standard bracket, from the top: 1 and 2 meet only in the final.

    >>> standard_lines(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    lines = [1]
    while len(lines) < size:
        lines = [seed for line in lines for seed in (line, 2 * len(lines) + 1 - line)]
    return tuple(lines)


def bracket_size(finalists: int) -> int:
    """The lines a bracket needs: the next power of two, at least 2."""
    return max(2, 1 << max(0, finalists - 1).bit_length())


def rounds_of(size: int) -> tuple[Stage, ...]:
    """The knockout rounds of a bracket with their names.

    >>> [stage.ja for stage in rounds_of(16)]
    ['ベスト16', '準々決勝', '準決勝', '決勝']
    """
    stages: list[Stage] = []
    lines = size
    while lines >= 2:
        word: Word = "knockout"
        if lines == 2:
            word, identity, ja, en = "final", "final", "決勝", "final"
        elif lines == 4:
            word, identity, ja, en = "semifinal", "semifinal", "準決勝", "semifinal"
        elif lines == 8:
            identity, ja, en = "quarterfinal", "準々決勝", "quarterfinal"
        else:
            identity, ja, en = f"round_of_{lines}", f"ベスト{lines}", f"round of {lines}"
        stages.append(Stage(KNOCKOUT + len(stages), word, identity, ja, en))
        lines //= 2
    return tuple(stages)


@dataclass(frozen=True, slots=True)
class Finalist:
    """Somebody who left his block.

    Fields:
        place: 1 for a block winner, 2 for a runner-up.
        strength: league points, scaled so that blocks of different sizes compare; larger is better.
        damage: damage taken, scaled likewise; smaller is better.
    """

    slot: int
    block: int
    place: int
    strength: int
    damage: int


class Shape(NamedTuple):
    """How a bracket of so many winners and runners-up is built.

    Fields:
        lines: the seeds 1, 2, … of finalists with their group: (runner-up, without bye, bottom half).
        winner_byes: how many winners meet nobody in the first round.
        runner_byes: how many runners-up do.
    """

    lines: tuple[tuple[tuple[bool, bool, bool], int], ...]
    winner_byes: int
    runner_byes: int

    def lines_of(self, runner: bool, late: bool, bottom: bool) -> int:
        """The lines of a group."""
        return sum(group == (runner, late, bottom) for group, _ in self.lines)


@lru_cache(maxsize=256)
def shape_of(winners: int, runners: int, size: int) -> Shape:
    """The groups of lines: winners hold the first, and the first of all have the byes."""
    finalists = winners + runners
    byes = size - finalists
    bottom = frozenset(standard_lines(size)[size // 2 :])
    lines = [((seed > winners, seed > byes, seed in bottom), seed) for seed in range(1, finalists + 1)]
    winner_byes = min(byes, winners)
    return Shape(tuple(sorted(lines)), winner_byes, min(byes, finalists) - winner_byes)


Kind: TypeAlias = tuple[bool, bool | None]
"""The kind of a block: has its winner a bye, has its runner-up (None: there is none)."""
Split: TypeAlias = dict[Kind, int]
KINDS: tuple[Kind, ...] = ((True, True), (True, False), (True, None), (False, False), (False, None))


def draw_bracket(finalists: Sequence[Finalist], draws: Draws, size: int | None = None) -> tuple[int, ...]:
    """The slots from the top line of the bracket to the bottom one, `BYE` where nobody stands.

    Three shuffles decide: the order among equal records (for the byes), which half each block's winner
    takes, and the line within what the half and the byes leave open. Winners come before runners-up for the
    byes; each runner-up is in the half away from his block's winner: two of one block meet only in the final.
    """
    winners = [f for f in finalists if f.place == 1]
    runners = [f for f in finalists if f.place == 2]
    _check(winners, runners)
    size = bracket_size(len(finalists)) if size is None else size
    if len(finalists) < 2:
        return tuple(f.slot for f in finalists) + (BYE,) * (size - len(finalists))
    shape = shape_of(len(winners), len(runners), size)
    slots = [f.slot for f in winners] + [f.slot for f in runners]
    equal = _order(draws.shuffle(slots, "order among equal records"))
    half = _order(draws.shuffle([f.slot for f in winners], "halves of the bracket"))
    line = _order(draws.shuffle(slots, "lines of the bracket"))
    ranked = sorted([*winners, *runners], key=lambda f: (f.place, -f.strength, f.damage, equal[f.slot]))
    early, splits = next(_byes(ranked, shape))
    split = draws.choose(splits, "how many of each kind in the top half")
    top = set()
    for kind, members in _kinds(winners, runners, early).items():
        top |= {f.block for f in sorted(members, key=lambda f: half[f.slot])[: split[kind]]}

    def group(f: Finalist) -> tuple[bool, bool, bool]:
        is_top = (f.block in top) == (f.place == 1)
        return (f.place == 2, f.slot not in early, not is_top)

    seated = sorted([*winners, *runners], key=lambda f: (group(f), line[f.slot]))
    seed_of = {seed: f.slot for (_, seed), f in zip(shape.lines, seated, strict=True)}
    return tuple(seed_of.get(seed, BYE) for seed in standard_lines(size))


def _check(winners: Sequence[Finalist], runners: Sequence[Finalist]) -> None:
    first, second = {f.block for f in winners}, {f.block for f in runners}
    if len(first) < len(winners) or len(second) < len(runners) or not second <= first:
        raise ValueError("a bracket is drawn from one winner and at most one runner-up of each block")


def _order(drawn: Sequence[int]) -> dict[int, int]:
    return {slot: at for at, slot in enumerate(drawn)}


def _byes(ranked: Sequence[Finalist], shape: Shape) -> Iterator[tuple[set[int], list[Split]]]:
    """Who may have the byes, best records first, with the ways to fill the top half that keep blocks apart.

    With a runner-up of every block the best records always fit. A few small fields with some runner-up
    missing leave no such way; then the next best record has the bye.
    """
    winners = [f for f in ranked if f.place == 1]
    runners = [f for f in ranked if f.place == 2]
    for first in combinations(winners, shape.winner_byes):
        for second in combinations(runners, shape.runner_byes):
            early = {f.slot for f in (*first, *second)}
            have = {kind: len(members) for kind, members in _kinds(winners, runners, early).items()}
            splits = _splits(have, shape)
            if splits:
                yield early, splits


def _kinds(
    winners: Sequence[Finalist], runners: Sequence[Finalist], early: set[int]
) -> dict[Kind, list[Finalist]]:
    """The winners by the kind of their blocks."""
    runner_of = {f.block: f.slot for f in runners}
    kinds: dict[Kind, list[Finalist]] = {kind: [] for kind in KINDS}
    for f in winners:
        mate = runner_of.get(f.block)
        kinds[f.slot in early, None if mate is None else mate in early].append(f)
    return kinds


def _splits(have: Split, shape: Shape) -> list[Split]:
    """How many blocks of each kind may have their winner in the top half, so that all lines are filled."""
    found = []
    for plain in range(have[False, False] + 1):
        both = have[True, True] - shape.lines_of(True, False, False)
        late = have[True, False] + have[False, False] - plain - shape.lines_of(True, True, False)
        split: Split = {
            (True, True): both,
            (True, False): late,
            (True, None): shape.lines_of(False, False, False) - both - late,
            (False, False): plain,
            (False, None): shape.lines_of(False, True, False) - plain,
        }
        if all(0 <= split[kind] <= have[kind] for kind in KINDS):
            found.append(split)
    return found
