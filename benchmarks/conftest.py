"""The sample field, ready once for all benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from budosim.events.event import read_event, sheet_files
from budosim.systems.gurps3.arena import Duels
from budosim.systems.gurps3.fighter import read_fighter

FIELD = Path(__file__).parents[1] / "entrants" / "musashi"


@pytest.fixture(scope="session")
def fighters() -> list[Any]:
    return [read_fighter(path) for path in sheet_files(FIELD)]


@pytest.fixture(scope="session")
def duels(fighters: list[Any]) -> Duels:
    return Duels(fighters, seed=1)


@pytest.fixture(scope="session")
def plan(fighters: list[Any]) -> Any:
    return read_event(FIELD).plan([f.id for f in fighters])
