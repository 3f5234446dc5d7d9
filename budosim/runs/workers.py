"""Where chunks of bouts are played: threads of this machine, or the workers of a Dask scheduler.

Both are handed a task and the numbers of its bouts, and give back something to wait for; the loop that schedules
(`series.py`) is the same, and so are the records.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from numpy.typing import NDArray

from budosim.errors import BudosimError
from budosim.systems.gurps3.free import Numbers, Task

T = TypeVar("T")
Rows = NDArray[Any]
THREAD_SECONDS, WORKER_SECONDS = 0.03, 0.5
"""How long a chunk should take: short for the keyboard's sake, long where it travels."""
ATTEMPTS = 4
"""How often a chunk is given out whose worker was lost."""
WAIT = 10
"""Seconds a scheduler has to answer."""


class Waiting(Protocol):
    """A chunk that is being played."""

    def result(self) -> tuple[Rows, float]:
        """Its outcomes and the seconds they took."""

    def cancel(self) -> Any:
        """Forget it."""


class Workers(Protocol):
    """Somebody who plays chunks.

    Fields:
        count: how many chunks may run at once.
        seconds: how long a chunk should take.
    """

    count: int
    seconds: float

    def submit(self, task: Task, numbers: Numbers) -> Waiting:
        """Have a chunk played."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: Any, error: Any, trace: TracebackType | None) -> None: ...


def threads(jobs: int | None) -> int:
    """How many threads: as many as asked for, else one per core this process may use."""
    if jobs is not None:
        return max(1, jobs)
    cores = getattr(os, "sched_getaffinity", None)
    return len(cores(0)) if cores is not None else os.cpu_count() or 1


def play_chunk(task: Task, numbers: Numbers) -> tuple[Rows, float]:
    """The outcomes of a chunk and the seconds it took."""
    began = time.perf_counter()
    rows = task.play(numbers)
    return rows, time.perf_counter() - began


class Threads:
    """Threads of this process; the core lets go of the interpreter while it plays."""

    seconds = THREAD_SECONDS

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count)

    def submit(self, task: Task, numbers: Numbers) -> Future[tuple[Rows, float]]:
        """Have a chunk played by a thread."""
        return self._pool.submit(play_chunk, task, numbers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, error: Any, trace: TracebackType | None) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def far(rules_version: str, function: Callable[..., T], *given: Any) -> T:
    """A call on another machine, which must fight by the same rules."""
    from budosim.systems.gurps3.rules import RULES_VERSION

    if rules_version != RULES_VERSION:
        raise BudosimError(
            f"a worker fights by rules version {RULES_VERSION}, this run by {rules_version}: install the same budosim",
            f"作業機のルール版は {RULES_VERSION}、この実行は {rules_version} です。同じ版の budosim を入れてください",
        )
    return function(*given)


def warm(task: Task) -> float:
    """Compile a worker's core with a bout nobody counts; the seconds it took."""
    import numpy as np

    return play_chunk(task, np.zeros(1, np.uint64))[1]


class Cluster:
    """The workers of a Dask scheduler.

    A chunk whose worker is lost is played by another. Workers are warmed as they are first seen.
    """

    seconds = WORKER_SECONDS

    def __init__(self, address: str) -> None:
        """Connect.

        Raises:
            BudosimError: dask is not installed, or nobody answers at the address.

        """
        self.address = address
        distributed = _distributed()
        try:
            self._client = distributed.Client(address, timeout=WAIT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            raise _dead(address, error) from error
        self._warmed: set[str] = set()
        self.count = self._threads()

    def _threads(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        return max(1, sum(int(one["nthreads"]) for one in workers.values()))

    def warm(self, task: Task) -> None:
        """Compile the core of every worker that has not played yet, all at once."""
        workers = set(self._client.scheduler_info(n_workers=-1)["workers"])
        fresh = sorted(workers - self._warmed)
        if fresh:
            self._guarded(lambda: self._client.run(warm, task, workers=fresh))
            self._warmed |= workers
            self.count = self._threads()

    def submit(self, task: Task, numbers: Numbers) -> Waiting:
        """Have a chunk played by a worker."""
        return self.call(play_chunk, task, numbers)

    def call(self, function: Callable[..., T], *given: Any) -> Far[T]:
        """Have a function of a module called by a worker who fights by the same rules."""
        return Far(self, function, given)

    def send(self, function: Callable[..., Any], given: Sequence[Any]) -> Any:
        """Hand a call to the scheduler."""
        from budosim.systems.gurps3.rules import RULES_VERSION

        return self._guarded(
            lambda: self._client.submit(far, RULES_VERSION, function, *given, pure=False, retries=ATTEMPTS)
        )

    def _guarded(self, act: Callable[[], Any]) -> Any:
        if self._client.status not in ("running", "connecting"):
            raise _dead(self.address, None)
        try:
            return act()
        except (OSError, TimeoutError) as error:
            raise _dead(self.address, error) from error

    def alive(self) -> bool:
        """Whether the scheduler still answers."""
        return bool(self._client.status == "running")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, error: Any, trace: TracebackType | None) -> None:
        try:
            self._client.close(timeout=WAIT if self.alive() else 1)
        except (OSError, TimeoutError):
            return


class Far(Generic[T]):
    """A call with the cluster, given out again when its worker is lost."""

    def __init__(self, cluster: Cluster, function: Callable[..., T], given: Sequence[Any]) -> None:
        self._cluster, self._function, self._given = cluster, function, given
        self._future = cluster.send(function, given)

    def result(self) -> T:
        """What came of it.

        Raises:
            BudosimError: its workers were lost again and again, or the scheduler was.

        """
        from concurrent.futures import CancelledError as Cancelled

        distributed = _distributed()
        for _ in range(ATTEMPTS):
            try:
                found: T = self._future.result()
                return found
            except BudosimError:
                raise
            except (distributed.KilledWorker, distributed.CancelledError, Cancelled, OSError, TimeoutError) as error:
                if not self._cluster.alive():
                    raise _dead(self._cluster.address, error) from error
                self._future = self._cluster.send(self._function, self._given)
        raise BudosimError(
            f"the workers of {self._cluster.address} were lost {ATTEMPTS} times on one chunk: look at their logs",
            f"{self._cluster.address} の作業機が同じ仕事で {ATTEMPTS} 回失われました。作業機の記録を見てください",
        )

    def cancel(self) -> None:
        """Forget it."""
        self._future.cancel()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise BudosimError(
            "--scheduler needs Dask: python -m pip install 'budosim[cluster]'",
            "--scheduler には Dask が要ります：python -m pip install 'budosim[cluster]'",
        ) from error
    return distributed


def _dead(address: str, error: BaseException | None) -> BudosimError:
    why = f" ({type(error).__name__})" if error is not None else ""
    return BudosimError(
        f"no Dask scheduler with workers answers at {address}{why}; what was played is kept, go on with --resume",
        f"{address} の Dask スケジューラーか作業機が応答しません{why}。ここまでの結果は残っています（--resume で続行）",
    )


def workers_at(scheduler: str | None, jobs: int | None) -> Workers:
    """Threads of this machine, or the cluster of a scheduler.

    Raises:
        BudosimError: the scheduler cannot be reached.

    """
    return Threads(threads(jobs)) if scheduler is None else Cluster(scheduler)
