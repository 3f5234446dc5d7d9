"""The `ring` of the rule tests; what it offers stands in `ring.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ring import Die, Fight


@pytest.fixture
def ring() -> Iterator[Callable[..., Fight]]:
    """Sets scenes: `ring(*dice, me={...}, foe={...}, will=(...), rules={...}, distance=2)`.

    When the test is over, every scripted die must have been rolled.
    """
    made: list[Fight] = []

    def build(*dice: Die, **scene: Any) -> Fight:
        made.append(Fight(dice, **scene))
        return made[-1]

    yield build
    left = [fight.unused() for fight in made if fight.unused()]
    assert not left, "; ".join(left)
