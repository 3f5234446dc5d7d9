"""The `ring` of the rule tests; what it offers stands in `ring.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from ring import Fight, scenes


@pytest.fixture
def ring() -> Iterator[Callable[..., Fight]]:
    """Sets scenes: `ring(*dice, me={...}, foe={...}, will=(...), rules={...}, distance=2)`.

    When the test is over, every scripted die must have been rolled.
    """
    yield from scenes()
