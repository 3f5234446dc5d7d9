"""Tournaments of a forecast on the workers of a Dask scheduler: counted there, added up here."""

from __future__ import annotations

import copyreg
import pickle
import time
import zlib
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from budosim.events.plan import Plan
from budosim.events.play import forecast
from budosim.events.result import Forecast
from budosim.runs.draws_help import DrawsHelp
from budosim.runs.series import AHEAD
from budosim.runs.workers import Cluster
from budosim.systems.gurps3.arena import Duels

SMALLEST_PART, LARGEST_PART = 4, 5_000
Part = tuple[Forecast, DrawsHelp, float]
"""What a part came to, how draws helped in it, and the seconds it took."""


def _view(known: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(known)


def _copied(view: MappingProxyType[Any, Any]) -> tuple[Callable[..., Any], tuple[dict[Any, Any]]]:
    return _view, (dict(view),)


# a plan has read-only mappings, which do not travel by themselves
copyreg.pickle(MappingProxyType, _copied)


def packed(plan: Plan, arena: Duels) -> bytes:
    """An event ready to travel with every part of its forecast; most of a policy is empty, so that it is small."""
    return zlib.compress(pickle.dumps((plan, arena)), 1)


@lru_cache(maxsize=2)
def _unpacked(event: bytes) -> tuple[Plan, Duels]:
    plan, arena = pickle.loads(zlib.decompress(event))
    return plan, arena


def play_part(event: bytes, seed: int, first: int, count: int) -> Part:
    """Some repetitions, by a worker."""
    began = time.perf_counter()
    plan, arena = _unpacked(event)
    draws = DrawsHelp(plan, seed)
    made = forecast(plan, arena, count, seed, first=first, chunk=count, seen=draws.take)
    return made, draws, time.perf_counter() - began


class FarParts:
    """Plays stretches of a forecast over a cluster, in parts that take as long as its workers like."""

    def __init__(self, plan: Plan, arena: Duels, seed: int, cluster: Cluster) -> None:
        self.event = packed(plan, arena)
        self.seed = seed
        self.cluster = cluster
        self._rate = 0.0

    def play(self, first: int, count: int, take: Callable[[Forecast, DrawsHelp], None]) -> None:
        """Play `count` repetitions from `first` on; every part is taken in its order as soon as it is there."""
        waiting: deque[Any] = deque()
        at, end = first, first + count
        try:
            while at < end or waiting:
                while at < end and len(waiting) < AHEAD * self.cluster.count:
                    part = min(self._size(), end - at)
                    waiting.append(self.cluster.call(play_part, self.event, self.seed, at, part))
                    at += part
                made, draws, seconds = waiting.popleft().result()
                self._rate = made.n / max(seconds, 1e-6)
                take(made, draws)
        finally:
            for one in waiting:
                one.cancel()

    def _size(self) -> int:
        return max(SMALLEST_PART, min(LARGEST_PART, int(self._rate * self.cluster.seconds)))
