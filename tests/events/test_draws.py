from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from budosim.events import lots
from budosim.events.draws import (
    DRAWS,
    GOLDEN,
    Draws,
    Purpose,
    draw_number,
    key_of,
    mix,
    same_draw,
    scale,
    word,
)


def test_the_finaliser_is_that_of_splitmix64():
    # The first outputs of splitmix64 from state 0, as its reference implementation prints them.
    assert [mix(k * GOLDEN) for k in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


CORE = """
import numpy as np
from budosim.combat.common import dice
with np.errstate(over="ignore"):
    cases = (0, 0, 0), (2**53 - 1, 2**53 - 1, 1), (7, (1 << 49) + 5, 64), (11, 2**63 + 9, 2**20)
    for seed, number, k in cases:
        key = dice.key_of(np.uint64(seed), np.uint64(number))
        print(seed, number, k, int(key), int(dice.mix(np.uint64(key) + np.uint64(k) * dice.GOLDEN)))
"""


def test_keys_and_words_are_those_of_the_core():
    # Interpreted, in a process of its own: compiled kernels are not meant to be called one by one.
    told = subprocess.run(
        [sys.executable, "-c", CORE],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stderr
    rows = [tuple(map(int, line.split())) for line in told.stdout.splitlines()]
    assert len(rows) == 4
    for seed, number, k, key, drawn in rows:
        assert key_of(seed, number) == key
        assert word(key, k) == drawn


def test_draws_never_share_a_number_with_a_bout():
    assert draw_number(Purpose.BLOCKS) > 2**53
    numbers = {draw_number(p, w, r) for p in Purpose for w in (0, 1, 511) for r in (0, 1, 2**31 - 1)}
    assert len(numbers) == 9 * len(Purpose)
    assert all(number & DRAWS for number in numbers)
    with pytest.raises(ValueError, match="no such draw"):
        draw_number(Purpose.LOTS, 1 << 17)


def test_an_index_is_multiplied_and_shifted():
    assert [scale(k << 32, 6) for k in (0, 715827882, 715827883, 2**32 - 1)] == [0, 0, 1, 5]


def test_a_shuffle_favours_no_order():
    counts = Counter(
        tuple(Draws(3, Purpose.BLOCKS, 0, repetition).shuffle("abcd", "x")) for repetition in range(12_000)
    )
    assert set(counts) == set(permutations("abcd"))
    chi = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert chi < 60, "23 degrees of freedom"


def test_every_draw_leaves_a_row_that_can_be_checked():
    audit: list[dict] = []
    draws = Draws(5, Purpose.BLOCKS, 2, 9, names=["葵", "番", "千代"], audit=audit)
    order = draws.shuffle([0, 1, 2], "blocks")
    die = draws.roll("first")
    draws.choose(["x"], "nothing to choose")
    picked = draws.choose([0, 2], "one of two")
    assert [row["kind"] for row in audit] == ["shuffle", "die", "choice"]
    assert audit[0]["result"] == [["葵", "番", "千代"][slot] for slot in order]
    assert audit[1]["values"] == [die]
    assert audit[1]["first_word"] == 2
    assert audit[2]["result"] == ["葵", "番", "千代"][picked]
    assert all(same_draw(5, row) for row in audit)
    assert not any(same_draw(6, row) for row in audit[:1])
    audit[1]["values"] = [die % 6 + 1]
    assert not same_draw(5, audit[1])


def test_lots_are_rolled_again_until_nobody_is_tied():
    rerolled = 0
    for repetition in range(300):
        draws = Draws(1, Purpose.LOTS, 0, repetition)
        order = draws.lots(list(range(4)), "lots")
        assert sorted(member for member, _ in order) == [0, 1, 2, 3]
        first = dict(enumerate(draws.audit[0]["values"]))
        rolls = [first[member] for member, _ in order]
        assert rolls == sorted(rolls, reverse=True)
        rerolled += len(draws.audit) > 1
        assert all(same_draw(1, row) for row in draws.audit)
    assert 150 < rerolled < 250, "1 - 6*5*4*3/6^4 = 72 % of 300"


def test_lots_favour_nobody():
    firsts = Counter(Draws(2, Purpose.LOTS, 0, r).lots("abc", "x")[0][0] for r in range(9000))
    assert all(2800 < count < 3200 for count in firsts.values())


@pytest.mark.parametrize("n", [1, 2, 3, 20, 40])
def test_many_shuffles_are_the_plain_ones(n):
    repetitions = np.array([0, 1, 7, 2**30 - 1], np.uint64)
    keys = lots.keys_of(2**53 - 1, Purpose.BRACKET, 3, repetitions)
    many = lots.shuffles(keys, np.arange(n), first=5)
    for row, repetition in zip(many, repetitions, strict=True):
        draws = Draws(2**53 - 1, Purpose.BRACKET, 3, int(repetition))
        assert draws.key == int(keys[list(repetitions).index(repetition)])
        for _ in range(5):
            draws.index(2)
        assert draws.shuffle(range(n), "x") == row.tolist()


def test_words_of_a_key_are_addressed():
    assert word(9, 3) == mix(9 + 3 * GOLDEN)


def test_dice_thrown_at_once_can_be_checked_by_anybody():
    audit: list[dict[str, object]] = []
    values = Draws(11, Purpose.THROWS, which=5, audit=audit).throw("field", (6, 6))
    assert all(1 <= value <= 6 for value in values)
    assert audit[0]["values"] == values == audit[0]["result"]
    assert same_draw(11, audit[0])
    assert not same_draw(12, {**audit[0], "values": [7, 7]})
