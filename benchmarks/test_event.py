"""How fast tournaments are."""

from __future__ import annotations

import time
from typing import Any

from budosim.events.play import forecast, play_event


def test_cup(benchmark: Any, duels: Any, plan: Any) -> None:
    """The sample cup once, silently."""
    benchmark.pedantic(play_event, args=(plan, duels, 1), rounds=3, warmup_rounds=1)


def test_forecast(duels: Any, plan: Any) -> None:
    """The sample cup 10,000 times on two threads."""
    forecast(plan, duels, 200, 1)
    began = time.perf_counter()
    forecast(plan, duels, 10_000, 1, jobs=2)
    print(f"\nforecast of 10,000 cups: {time.perf_counter() - began:.1f} s")
