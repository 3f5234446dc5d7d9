"""The sample field, ready once for all benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from budosim.events.event import read_event
from budosim.systems.gurps3.arena import Duels
from budosim.systems.gurps3.fighter import read_fighter

FOLDER = Path(__file__).parents[1] / "entrants" / "musashi"
STRIKERS = (
    "akamine_kotaro", "ayabe_rui", "dario_fennel", "hamuro_yasuyuki", "hozumi_kanna", "kan_shisei", "karasuma_shizue",
    "kuga_ren", "kusakabe_sayori", "kusumoto_chitose", "nikolaos_galatis", "octave_belmoret", "odate_gaku",
    "raimon_donta", "saruwatari_suizan", "shaku_gento", "shiiba_tsuyoshi", "shiomi_sumire", "taina_montealegre",
    "ukai_sota",
)  # fmt: skip
"""The twenty of the sample field whose patterns strike: what all figures of speed refer to, however the field grows."""


@pytest.fixture(scope="session")
def fighters() -> list[Any]:
    return [read_fighter(FOLDER / f"{id_}.toml") for id_ in STRIKERS]


@pytest.fixture(scope="session")
def duels(fighters: list[Any]) -> Duels:
    return Duels(fighters, seed=1)


@pytest.fixture(scope="session")
def plan(fighters: list[Any]) -> Any:
    return read_event(FOLDER).plan([f.id for f in fighters])
