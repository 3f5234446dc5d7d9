"""The log's lines as plain rows: read once as a whole, then looked at as often as one likes.

An attribute of a numpy record costs a hundred times what an attribute of a tuple does, and a trace asks for tens of
thousands of them; so every column is read once, and flags become one key that names what it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Row(NamedTuple):
    """One line of the log (`combat/gurps3/tell.py`, Entry); `legal` are the flags as a key for `marked`."""

    kind: int
    of: int
    t: int
    s: int
    who: int
    v: list[int]
    dice: list[int]
    n_dice: int
    mod: list[int]
    points: list[int]
    n_mods: int
    legal: bytes
    snap: int


def rows_of(entries: NDArray[Any]) -> list[Row]:
    """The lines of a log as plain rows."""
    plain = entries.view(np.ndarray)
    columns = [
        keys_of(plain["legal"]) if name == "legal" else plain[name].tolist()
        for name in Row._fields
    ]
    return [Row._make(values) for values in zip(*columns, strict=True)]


def keys_of(flags: NDArray[Any]) -> list[bytes]:
    """Every row of flags as a key: equal rows, equal keys."""
    packed = np.packbits(flags != 0, axis=1)
    width = packed.shape[1]
    raw = packed.tobytes()
    return [raw[at : at + width] for at in range(0, len(raw), width)]


@lru_cache(maxsize=4096)
def marked(key: bytes, names: Sequence[str | None], first: int = 0) -> tuple[str | None, ...]:
    """The names of the flags that are set, from number `first` on."""
    bits = np.unpackbits(np.frombuffer(key, np.uint8), count=len(names))
    return tuple(names[at] for at in np.flatnonzero(bits).tolist() if at >= first)
