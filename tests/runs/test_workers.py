"""Records of a cluster are those of threads; what is lost is played again; a dead scheduler is told of."""

import json
import os
import signal

import numpy as np
import polars as pl
import pytest

from budosim.errors import BudosimError
from budosim.events.seeds import choose_seed
from budosim.runs import workers as module
from budosim.runs.lab import Lab, everybody
from budosim.runs.odds import Odds
from budosim.runs.series import Match, Series
from budosim.runs.target import Target
from budosim.runs.workers import Cluster, Threads, far, play_chunk, threads, workers_at
from budosim.systems.gurps3.field_files import Setting, candidates_of, read_field, sheets_at
from budosim.systems.gurps3.free import FreeDuels
from tests.cli.conftest import write_sheets

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    folder = write_sheets(tmp_path_factory.mktemp("workers") / "sheets", ("boxing", "striker"))
    return candidates_of(sheets_at([folder]), Setting())


@pytest.fixture(scope="module")
def two_entered(tmp_path_factory):
    folder = write_sheets(tmp_path_factory.mktemp("event") / "cup", ("boxing", "striker", "karate"))
    (folder / "event.toml").write_text('[event]\nname = "杯"\n', encoding="utf-8")
    return read_field(folder)


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made


def played(two, folder, workers):
    folder.mkdir()
    lab = Lab(everybody(two), choose_seed(3), Setting(), Target(4), jobs=1, folder=folder, chunk=2, workers=workers)
    lab.play(lambda ja, en: None)
    return pl.read_parquet(folder / "bouts.parquet")


def test_a_cluster_gives_the_records_of_threads(two, cluster, tmp_path):
    here = played(two, tmp_path / "here", Threads(2))
    there = played(two, tmp_path / "there", Cluster(cluster.scheduler_address))
    assert there.equals(here)
    assert json.loads((tmp_path / "there" / "manifest.json").read_text(encoding="utf-8"))["core_seconds"] > 0


def test_a_forecast_over_a_cluster_is_that_of_threads(two_entered, cluster):
    here = Odds(two_entered, choose_seed(3), Target(3), jobs=1)
    here.play(lambda ja, en: None)
    with Cluster(cluster.scheduler_address) as workers:
        there = Odds(two_entered, choose_seed(3), Target(3), jobs=1, cluster=workers)
        there.play(lambda ja, en: None)
    assert there.entrants() == here.entrants()
    for name, frame in here.frames().items():
        assert there.frames()[name].equals(frame)


def test_a_worker_killed_in_the_middle_changes_no_record(two):
    """Real processes, one of them killed while it plays: its chunk is played by the other, and nothing else."""
    arena = FreeDuels([one.fighter for one in two], 3, Setting())
    alone = Series(arena, [Match(0, 1)], Target(24), chunk=4)
    rows, again = [], []
    alone.sink = lambda match, numbers, outcomes: rows.append(outcomes)
    list(alone.play())
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made,
        Cluster(made.scheduler_address) as workers,
    ):
        series = Series(arena, [Match(0, 1)], Target(24), chunk=4, workers=workers)
        series.sink = lambda match, numbers, outcomes: again.append(outcomes)
        pids = workers._client.run(os.getpid)
        assert len(set(pids.values()) - {os.getpid()}) == 2
        for at, _ in enumerate(series.play()):
            if at == 0:
                os.kill(next(iter(pids.values())), signal.SIGKILL)
        left = set(workers._client.run(os.getpid).values())
    assert next(iter(pids.values())) not in left
    assert np.array_equal(np.concatenate(again), np.concatenate(rows))


def test_a_lost_worker_s_chunk_is_played_again(two, cluster, monkeypatch):
    lost = []

    class Gone:
        def result(self):
            lost.append(1)
            raise distributed.KilledWorker("task", "worker", 1)

        def cancel(self):
            return None

    with Cluster(cluster.scheduler_address) as workers:
        send = workers.send
        monkeypatch.setattr(workers, "send", lambda function, given: Gone() if not lost else send(function, given))
        series = Series(
            FreeDuels([one.fighter for one in two], 3, Setting()), [Match(0, 1)], Target(1), workers=workers
        )
        for _ in series.play():
            pass
    assert lost == [1]
    assert series.bouts == 1


def test_workers_lost_again_and_again_are_told_of(two, cluster, monkeypatch):
    class Gone:
        def result(self):
            raise distributed.KilledWorker("task", "worker", 1)

        def cancel(self):
            return None

    with Cluster(cluster.scheduler_address) as workers:
        monkeypatch.setattr(workers, "send", lambda function, given: Gone())
        chunk = workers.submit(None, np.zeros(1, np.uint64))
        with pytest.raises(BudosimError, match="lost 4 times"):
            chunk.result()
        monkeypatch.setattr(workers, "alive", lambda: False)
        with pytest.raises(BudosimError, match="--resume"):
            chunk.result()


def test_nobody_at_the_address_is_told(monkeypatch):
    monkeypatch.setattr(module, "WAIT", 1)
    with pytest.raises(BudosimError, match=r"tcp://127\.0\.0\.1:9") as told:
        Cluster("tcp://127.0.0.1:9")
    assert "--resume" in told.value.ja


def test_a_worker_of_other_rules_is_refused(two):
    task = FreeDuels([one.fighter for one in two], 3, Setting()).task(0, 1)
    with pytest.raises(BudosimError, match="rules version"):
        far("0", play_chunk, task, np.zeros(1, np.uint64))


def test_without_dask_the_extra_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BudosimError, match=r"budosim\[cluster\]"):
        workers_at("tcp://127.0.0.1:9", None)


def test_as_many_threads_as_asked_for():
    assert threads(3) == 3
    assert threads(0) == 1
    assert threads(None) >= 1


class Instant:
    """Workers who win every bout at once, and remember the order of what they were given."""

    count, seconds = 3, 0.03

    def __init__(self):
        self.given = []

    def submit(self, task, numbers):
        from concurrent.futures import Future

        from budosim.systems.gurps3.arena import MORE

        self.given.append((int(numbers[0]), len(numbers)))
        rows = np.zeros(len(numbers), MORE)
        rows["ending"] = 1
        done = Future()
        done.set_result((rows, 0.001))
        return done

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def test_a_full_disk_loses_nothing_that_was_complete(two, tmp_path, monkeypatch):
    folder = tmp_path / "full"
    folder.mkdir()

    def lab():
        return Lab(
            everybody(two), choose_seed(3), Setting(), Target(40), jobs=1, folder=folder, chunk=8, workers=Instant()
        )

    monkeypatch.setattr("budosim.runs.series_folder.PART_ROWS", 16)
    real = pl.DataFrame.write_parquet
    calls = []

    def full(self, *args, **kwargs):
        calls.append(1)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    with pytest.raises(BudosimError, match="No space left"):
        lab().play(lambda ja, en: None)
    monkeypatch.setattr(pl.DataFrame, "write_parquet", real)
    again = lab()
    again.play(lambda ja, en: None, resume=True)
    assert again.series.bouts == 40
    assert pl.read_parquet(folder / "bouts.parquet")["bout"].n_unique() == 40


def test_a_million_bouts_in_summary_are_bounded(two, tmp_path):
    import tracemalloc

    order = everybody(two)
    lab = Lab(order, choose_seed(3), Setting(), Target(1_000_000), jobs=1, folder=tmp_path, rows=False,
              chunk=50_000, workers=Instant())  # fmt: skip
    tracemalloc.start()
    lab.play(lambda ja, en: None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lab.series.bouts == 1_000_000
    assert peak < 80e6
    assert not (tmp_path / "bouts.parquet").exists()
