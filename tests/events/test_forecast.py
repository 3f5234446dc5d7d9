from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from budosim.errors import EventError
from budosim.events.plan import make_plan
from budosim.events.play import forecast, play_event

from .toy import Toy


def ids(n):
    return [f"e{i:03}" for i in range(n)]


def arena_of(n, seed=21, **more):
    return Toy([1 + i % 5 for i in range(n)], seed, **more)


def counts(result):
    return {
        "n": result.n,
        "left": result.left_block.tolist(),
        "reached": result.reached.tolist(),
        "titles": result.titles.tolist(),
        "vacant": result.vacant,
        "deaths": result.deaths.tolist(),
        "bouts": result.bouts,
    }


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_trap_01_chunks_and_threads_make_no_difference(jobs, chunk):
    plan = make_plan(ids(11))
    whole = counts(forecast(plan, arena_of(11, draw=0.3, death=0.1), 60, 21))
    assert counts(forecast(plan, arena_of(11, draw=0.3, death=0.1), 60, 21, jobs=jobs, chunk=chunk)) == whole


CASES = {
    "random": {},
    "listed": {"draw": "listed"},
    "seeded": {"draw": "seeded", "order": ["e004", "e001"]},
    "seeded by the field": {"draw": "seeded"},
    "lots only": {"chain": ("lot",)},
    "play-offs first": {"chain": ("playoff", "head_to_head", "lot")},
    "damage first": {"chain": ("damage_taken", "playoff", "lot")},
    "struck": {"rulings": {"dead_in_league": "struck"}},
    "revived": {"rulings": {"dead_in_league": "revived"}},
    "empty": {"rulings": {"both_out": "empty"}},
}


@pytest.mark.parametrize("n", [2, 3, 5, 6, 12, 22])
@pytest.mark.parametrize("case", CASES)
def test_trap_02_repetition_k_is_the_official_event_of_that_repetition(n, case):
    # Harmless level bouts make ties of every kind, deaths every kind of forfeit.
    known = {**CASES[case]}
    if n < 5:
        known.pop("order", None)
    plan = make_plan(ids(n), **known)
    for more in ({"draw": 0.5, "harmless": True}, {"draw": 0.2, "death": 0.25}):
        for repetition in range(4):
            official = play_event(plan, arena_of(n, **more), 21, repetition)
            once = forecast(plan, arena_of(n, **more), 1, 21, first=repetition)
            stood = [[slot in row for slot in range(n)] for row in official.lines]
            assert once.left_block.tolist() == stood[0]
            assert once.reached.tolist() == stood[:-1]
            assert once.titles.tolist() == stood[-1]
            assert once.vacant == (official.champion is None)


def test_the_official_event_is_repetition_0_of_a_large_forecast():
    plan = make_plan(ids(20))
    first = forecast(plan, arena_of(20), 1, 21)
    many, later = (forecast(plan, arena_of(20), n, 21, first=f) for n, f in ((120, 0), (119, 1)))
    assert counts(many) == counts(first.plus(later))
    assert play_event(plan, arena_of(20), 21).champion == int(first.titles.argmax())


@pytest.mark.parametrize("n", [2, 4, 5, 7, 20, 40])
def test_trap_14_counts_add_up_exactly(n):
    plan = make_plan(ids(n))
    result = forecast(plan, arena_of(n, draw=0.2), 80, 21)
    assert result.left_block.sum() == 80 * 2 * max(1, len(plan.sizes))
    assert (result.reached[0] == result.left_block).all()
    assert result.titles.sum() + result.vacant == 80
    assert result.vacant > 0
    stood = [*result.reached, result.titles]
    assert all((later <= earlier).all() for earlier, later in pairwise(stood))
    assert all(row.sum() <= 80 * (plan.lines >> at) for at, row in enumerate(result.reached))
    league = sum(size * (size - 1) // 2 for size in plan.sizes)
    assert result.bouts >= 80 * league
    for row in result.entrants():
        assert row["p_title"] * 80 == pytest.approx(row["titles"])
        assert len(row["p_round"]) == len(plan.rounds)


def test_trap_15_qualification_takes_exactly_two_of_a_level_block():
    plan = make_plan(ids(5), draw="listed")
    result = forecast(plan, Toy([1] * 5, 21, draw=1.0, harmless=True), 400, 21)
    assert result.left_block.sum() == 800
    share = 2 / 5
    for count in result.left_block:
        assert abs(count - 400 * share) < 4 * np.sqrt(400 * share * (1 - share))
    assert result.vacant == 400


@pytest.mark.parametrize("n", [7, 10])
def test_trap_12_equals_have_equal_chances(n):
    plan = make_plan(ids(n), draw="random")
    result = forecast(plan, Toy([1] * n, 5), 4000, 5)
    share = (4000 - result.vacant) / n
    sigma = np.sqrt(share * (1 - 1 / n))
    assert (abs(result.titles - share) < 4 * sigma).all()


def test_pairs_are_settled_together():
    arena = arena_of(20)
    result = forecast(make_plan(ids(20)), arena, 500, 21)
    # Five rounds of blocks and three of the knockout, 190 pairs.
    assert arena.calls <= 190 * 8
    assert result.bouts > 40 * 500
    listed = arena_of(20)
    forecast(make_plan(ids(20), draw="listed"), listed, 500, 21)
    assert listed.calls <= 40 + 190 * 3 + 100, "listed blocks: one call per fixture"


def test_forecasts_join_only_where_they_follow():
    plan = make_plan(ids(6))
    first = forecast(plan, arena_of(6), 3, 21)
    with pytest.raises(EventError, match="follow"):
        first.plus(forecast(plan, arena_of(6), 3, 21))
    with pytest.raises(EventError, match="follow"):
        first.plus(forecast(plan, arena_of(6, 22), 3, 22, first=3))


@pytest.mark.parametrize(("n", "first"), [(0, 0), (-1, 0), (1, -1), (2, 2**30 - 1)])
def test_repetitions_out_of_range_are_refused(n, first):
    with pytest.raises(EventError, match="repetitions"):
        forecast(make_plan(ids(3)), arena_of(3), n, 21, first=first)
    with pytest.raises(EventError, match="must be the same"):
        forecast(make_plan(ids(3)), arena_of(3), 1, 22)


def test_the_last_repetition_there_is():
    result = forecast(make_plan(ids(3)), arena_of(3), 1, 21, first=2**30 - 1)
    assert result.n == 1


def test_progress_never_goes_back_and_ends_at_the_end():
    told: list[tuple[int, int]] = []
    forecast(make_plan(ids(20)), arena_of(20), 50, 21, lambda *at: told.append(at), chunk=20)
    assert told[-1] == (50, 50)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len(told) == 3 * 6
    assert {asked for _, asked in told} == {50}


def test_an_interrupted_forecast_keeps_its_complete_chunks_and_goes_on():
    plan = make_plan(ids(6))

    def stop(done, asked):
        if done > 25:
            raise KeyboardInterrupt

    half = forecast(plan, arena_of(6), 40, 21, stop, chunk=10)
    assert (half.n, half.asked, half.complete) == (20, 40, False)
    rest = forecast(plan, arena_of(6), 20, 21, first=half.n)
    assert counts(half.plus(rest)) == counts(forecast(plan, arena_of(6), 40, 21))
    assert half.plus(rest).complete
    with pytest.raises(KeyboardInterrupt):
        forecast(plan, arena_of(6), 40, 21, stop, chunk=30)


def test_after_the_draw_only_the_blocks_are_given():
    plan = make_plan(ids(20))
    official = play_event(plan, arena_of(20), 21)
    drawn = plan.with_blocks([block.members for block in official.blocks])
    again = play_event(drawn, arena_of(20), 21)
    assert again.fixtures == official.fixtures
    assert forecast(drawn, arena_of(20), 100, 21).n == 100
    with pytest.raises(EventError, match="do not fit"):
        plan.with_blocks([range(20)])


def test_dead_are_counted():
    plan = make_plan(ids(6))
    result = forecast(plan, arena_of(6, death=0.5), 50, 21)
    assert 0 < result.deaths.sum() <= 300
    assert forecast(plan, arena_of(6), 50, 21).deaths.sum() == 0


def test_events_know_no_game_and_pull_in_no_heavy_module():
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import pkgutil, sys, importlib, budosim.events as e, budosim.provenance\n"
            "for m in pkgutil.iter_modules(e.__path__): importlib.import_module('budosim.events.' + m.name)\n"
            "heavy = 'numba', 'polars', 'pandas', 'matplotlib'\n"
            "ours = tuple('budosim.' + layer for layer in ('systems', 'combat', 'ai', 'study', 'site'))\n"
            "print(sorted(m for m in sys.modules if m.split('.')[0] in heavy or m.startswith(ours)))",
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == "[]"
