"""The `ring` of the rule tests, for whole exchanges."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))

from ring import Fight, scenes


@pytest.fixture
def ring() -> Iterator[Callable[..., Fight]]:
    """Sets scenes; every scripted die must be rolled."""
    yield from scenes()
