"""Record classes: a description people, editors and numba read alike."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

Num = Annotated[int, "i8"]
"""A game number: points, levels, counts."""
Id = Annotated[int, "i8"]
"""A member of one of the enums in an engine's ids."""
Flag = Annotated[int, "i8"]
"""0 or 1."""
Word = Annotated[int, "u8"]
"""64 random bits."""


@cache
def dtype_of(cls: type) -> np.dtype[Any]:
    """The structured dtype that the annotated fields of `cls` describe."""
    fields: list[Any] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        kind, *shape = hint.__metadata__
        dtype = dtype_of(kind) if isinstance(kind, type) else np.dtype(kind)
        fields.append((name, dtype, tuple(shape)) if shape else (name, dtype))
    return np.dtype((np.record, fields))


def blank(cls: type, *shape: int) -> NDArray[Any]:
    """Zeroed records of `cls`; as `np.recarray`, so that kernels run interpreted as well."""
    return np.zeros(shape or (1,), dtype=dtype_of(cls)).view(np.recarray)
