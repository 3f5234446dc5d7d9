"""The loop that schedules free bouts, on bouts that are made up: fast, and of known chances."""

from types import SimpleNamespace

import numpy as np
import pytest

from budosim.runs.series import Match, Series
from budosim.runs.series_folder import Writer
from budosim.runs.target import Target
from budosim.study.looks import half_width, sizes
from budosim.systems.gurps3.arena import MORE

CHANCES = {(0, 1): 0.5, (0, 2): 0.83, (1, 2): 0.02}


class MadeUp:
    """An arena whose bouts depend on their numbers, as all bouts do."""

    seed = 3

    def task(self, a, b):
        return SimpleNamespace(chance=CHANCES[a, b])


class Here:
    """Somebody who plays chunks at once."""

    count, seconds = 1, 0.03

    def submit(self, task, numbers):
        rows = np.zeros(len(numbers), MORE)
        luck = [np.random.default_rng(int(number)).random() for number in numbers]
        rows["winner"] = np.where(np.array(luck) < task.chance, 0, 1)
        return SimpleNamespace(result=lambda: (rows, 0.001), cancel=lambda: None)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        pass


def series(chunk=50):
    return Series(MadeUp(), [Match(*pair) for pair in CHANCES], Target(None, 0.05), chunk=chunk, workers=Here())


@pytest.fixture(scope="module")
def whole():
    made = series(1000)
    list(made.play())
    return made.done


def test_every_pair_stops_where_it_is_exact_enough(whole):
    for match, counted in whole.items():
        assert half_width(counted.wins_a, counted.n) <= 0.05
        assert counted.n in sizes(0.05)
        assert match in series().matches
    assert whole[Match(1, 2)].n < whole[Match(0, 2)].n < whole[Match(0, 1)].n


@pytest.mark.parametrize("stop", [1, 2, 5, 8, 11, 12])
def test_a_run_that_was_stopped_anywhere_ends_at_the_same_sizes(whole, tmp_path, stop):
    first = series()
    writer = Writer(tmp_path, first, "abc", rows=False)
    for at, _ in enumerate(first.play(), 1):
        if at == stop:
            break
    writer.save()
    second = series(70)
    Writer(tmp_path, second, "abc", rows=False).resume()
    assert second.bouts == first.bouts
    list(second.play())
    assert second.done == whole
