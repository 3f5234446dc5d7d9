"""Blocks and the order of bouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from budosim.errors import EventError
from budosim.events.protocols import SLOTS

SMALLEST_BLOCK = 3
FULL_BLOCK = 5
LARGEST_BLOCK = 16
SMALLEST_FIELD_OF_BLOCKS = 3

Rounds = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=64)
def round_robin(n: int) -> Rounds:
    """Everybody against everybody once, in rounds in which each fights at most once (circle method).

    >>> round_robin(3)
    (((1, 2),), ((0, 2),), ((0, 1),))
    >>> [len(bouts) for bouts in round_robin(5)]
    [2, 2, 2, 2, 2]
    """
    if n < 2:
        return ()
    circle = list(range(n)) + ([-1] if n % 2 else [])
    half = len(circle) // 2
    rounds = []
    for _ in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(tuple(sorted((min(p), max(p)) for p in pairs if -1 not in p)))
        circle.insert(1, circle.pop())
    return tuple(rounds)


def block_sizes(n: int, size: int = FULL_BLOCK) -> tuple[int, ...]:
    """How `n` entrants are split: blocks of `size`, else fewest of three, then fewest of four, and so on.

    Larger blocks come first. Two entrants need no block: the result is empty and their bout is the final.

    >>> block_sizes(20), block_sizes(6), block_sizes(7), block_sizes(11), block_sizes(4), block_sizes(2)
    ((5, 5, 5, 5), (3, 3), (4, 3), (4, 4, 3), (4,), ())
    """
    if n < 2:
        raise EventError(
            f"{n} entrant(s): an event needs at least two",
            f"参加者が {n} 人です。大会には２人以上が必要です",
        )
    if n > SLOTS:
        raise EventError(
            f"{n} entrants: an event holds at most {SLOTS}",
            f"参加者が {n} 人です。一つの大会は {SLOTS} 人までです",
        )
    if not SMALLEST_BLOCK <= size <= LARGEST_BLOCK:
        raise EventError(
            f"blocks.size = {size}: a block has {SMALLEST_BLOCK} to {LARGEST_BLOCK} entrants",
            f"blocks.size = {size} は使えません。ブロックは {SMALLEST_BLOCK}～{LARGEST_BLOCK} 人です",
        )
    if n == 2:
        return ()
    # Small sizes such as 3 cannot split every number: then single blocks may be larger.
    for largest in range(size, size + SMALLEST_BLOCK):
        counts = _fewest_small(n, SMALLEST_BLOCK, size, largest)
        if counts is not None:
            return tuple(sorted(counts, reverse=True))
    raise AssertionError(f"no split of {n} into blocks of {size}")


@lru_cache(maxsize=1 << 14)
def _fewest_small(n: int, smallest: int, size: int, largest: int) -> tuple[int, ...] | None:
    """The split of `n` with the fewest blocks above `size`, then of the smallest size, then of the next."""
    if largest > size:
        odd, rest = largest, (smallest, size, largest - 1)
    elif smallest == size:
        return (size,) * (n // size) if n % size == 0 else None
    else:
        odd, rest = smallest, (smallest + 1, size, size)
    for count in range(n // odd + 1):
        others = _fewest_small(n - count * odd, *rest)
        if others is not None:
            return (odd,) * count + others
    return None


def deviation(sizes: Sequence[int], n: int, size: int = FULL_BLOCK) -> tuple[str, str] | None:
    """Why the blocks are not all full, in Japanese and English; None when they are."""
    if not sizes:
        return (
            "参加者が２人なので、ただちに決勝を行います。",
            "Two entrants: their bout is the final at once.",
        )
    if all(block == size for block in sizes):
        return None
    counts = sorted(Counter(sizes).items(), reverse=True)
    ja = "、".join(f"{block} 人×{count}" for block, count in counts)
    en = ", ".join(f"{count} of {block}" for block, count in counts)
    return (
        f"参加者 {n} 人は {size} 人ずつに分けられないため、ブロックは {ja} です（規定からの逸脱）。",
        f"{n} entrants do not split into blocks of {size}: the blocks are {en} (a deviation).",
    )


def block_name(index: int) -> str:
    """Name blocks by letter: A, B, … Z, AA, AB and so on.

    >>> block_name(0), block_name(25), block_name(26), block_name(99)
    ('A', 'Z', 'AA', 'CV')
    """
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def offsets(sizes: Sequence[int]) -> tuple[int, ...]:
    """Where each block begins when the blocks are laid end to end."""
    return (0, *accumulate(sizes))[:-1] if sizes else ()


def pots(sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For a seeded draw: the places (in blocks laid end to end) each pot fills, one in each block with room.

    >>> pots((4, 3))
    ((0, 4), (1, 5), (2, 6), (3,))
    """
    starts = offsets(sizes)
    return tuple(
        tuple(start + row for start, size in zip(starts, sizes, strict=True) if size > row)
        for row in range(max(sizes, default=0))
    )
