"""The draws of `draws.py` for many repetitions at once: the same keys, the same words, the same orders."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from budosim.events import draws as plain
from budosim.events.protocols import Numbers

_GOLDEN = np.uint64(plain.GOLDEN)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)


def mix(z: Numbers) -> Numbers:
    """`draws.mix` of every number."""
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


def keys_of(seed: int, purpose: plain.Purpose, which: int, repetitions: Numbers) -> Numbers:
    """The keys of one draw in many repetitions."""
    numbers = repetitions + np.uint64(plain.draw_number(purpose, which))
    return mix(numbers * _GOLDEN + np.uint64(plain.mix(seed + plain.GOLDEN)))


def shuffles(keys: Numbers, items: NDArray[np.int64], first: int = 0) -> NDArray[np.int64]:
    """The items in the order `Draws.shuffle` gives them under each key, one row a key.

    `items` is one row for all, or a row for each key. `first` words of each key are used already.
    """
    order = np.array(np.broadcast_to(items, (len(keys), items.shape[-1])))
    rows = np.arange(len(keys))
    n = order.shape[1]
    for step, last in enumerate(range(n - 1, 0, -1)):
        # The offset is reduced in Python, where nothing wraps; numpy scalars would warn of it.
        words = mix(keys + np.uint64((first + step) * plain.GOLDEN & plain.WORD))
        at = (((words >> _HALF) * np.uint64(last + 1)) >> _HALF).astype(np.intp)
        drawn = order[rows, at]
        order[rows, at] = order[:, last]
        order[:, last] = drawn
    return order
