"""The dice: fair, addressed, the same as the organizers' draws, and the same scripted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from budosim.combat.common import dice as core
from budosim.combat.common.record import blank
from budosim.events import draws

SEED = 20240917
ROLLS = 10_000_000
GOLDEN, LOW = np.uint64(draws.GOLDEN), np.uint64(0xFFFFFFFF)
WORDS = st.integers(0, 2**64 - 1)
# chi-square limits: mean + 4.5 standard deviations, about one wrong alarm in 200,000 for a fair source
FAR = 4.5


def num(value: int) -> Any:
    return np.int64(value)


def new_dice(key: int = 1) -> Any:
    dice = blank(core.Dice)[0]
    dice.key = np.uint64(key)
    return dice


def words(key: int, first: int, count: int) -> NDArray[np.uint64]:
    """The hash once more, over a whole array: the words `first` … of a key."""
    z = np.arange(first, first + count, dtype=np.uint64)
    z *= GOLDEN
    return mixed(z + np.uint64(key))


def mixed(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser, in place."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z ^= z >> np.uint64(shift)
        z *= np.uint64(factor)
    z ^= z >> np.uint64(31)
    return z


def indices(z: NDArray[np.uint64], sides: int) -> NDArray[np.int64]:
    """The index below `sides` each word means."""
    return (((z >> np.uint64(32)) * np.uint64(sides)) >> np.uint64(32)).astype(np.int64)


def chi_square(counts: NDArray[np.int64]) -> float:
    """Standard deviations by which counts that should be equal are off."""
    mean = counts.sum() / len(counts)
    free = len(counts) - 1
    return float((((counts - mean) ** 2 / mean).sum() - free) / (2 * free) ** 0.5)


def test_the_array_twin_is_the_hash_of_the_core() -> None:
    key = draws.key_of(SEED, 3)
    some = words(key, 40, 300)
    dice = new_dice(key)
    dice.k = 40
    assert [int(core.word(dice)) for _ in range(300)] == [int(z) for z in some]
    dice.k = 40
    totals = [int(core.roll3(dice)) for _ in range(300)]
    assert totals == [int(core.TAB216[i]) for i in indices(some, 216)]


@pytest.fixture(scope="module")
def ten_million() -> NDArray[np.int64]:
    """10**7 rolls of 3d as indices 0…215, a million words at a time: of ten bouts of one seed."""
    rolls = np.empty(ROLLS, dtype=np.int64)
    with np.errstate(over="ignore"):
        for bout in range(10):
            z = words(draws.key_of(SEED, bout), 0, ROLLS // 10)
            rolls[bout * len(z) : (bout + 1) * len(z)] = indices(z, 216)
    return rolls


def test_all_216_throws_are_as_likely(ten_million: NDArray[np.int64]) -> None:
    counts = np.bincount(ten_million, minlength=216)
    assert len(counts) == 216
    assert abs(chi_square(counts)) < FAR


def test_each_die_of_the_three_is_fair(ten_million: NDArray[np.int64]) -> None:
    counts = np.bincount(ten_million, minlength=216).reshape(6, 6, 6)
    for others in ((1, 2), (0, 2), (0, 1)):
        assert abs(chi_square(counts.sum(axis=others))) < FAR


def test_a_roll_says_nothing_about_the_next(ten_million: NDArray[np.int64]) -> None:
    """Neighbours, and rolls as far apart as two sub-turns and two turns."""
    totals = core.TAB216[ten_million].astype(np.int8)
    mean = totals.mean()
    off = (totals - mean).astype(np.float32)
    for lag in (1, 2, int(core.SPAN), 16 * int(core.SPAN)):
        serial = float(np.dot(off[:-lag], off[lag:]) / np.dot(off, off))
        assert abs(serial) < FAR / len(off) ** 0.5
    pairs = np.bincount(totals[:-1].astype(np.int16) * 19 + totals[1:], minlength=361).reshape(19, 19)[3:, 3:]
    single = np.bincount(core.TAB216, minlength=19)[3:] / 216
    wanted = np.outer(single, single) * (len(totals) - 1)
    free = 255
    assert abs((((pairs - wanted) ** 2 / wanted).sum() - free) / (2 * free) ** 0.5) < FAR


def test_the_same_word_of_neighbouring_bouts_is_independent() -> None:
    """Bout numbers follow each other; the first roll of each must not."""
    keys = np.array([draws.key_of(SEED, bout) for bout in range(50_000)], dtype=np.uint64)
    assert len(np.unique(keys)) == len(keys)
    first = indices(mixed(keys + np.uint64(core.SPAN) * GOLDEN), 6)
    assert abs(chi_square(np.bincount(first, minlength=6))) < FAR
    assert abs(chi_square(np.bincount(6 * first[:-1] + first[1:], minlength=36))) < FAR


@given(WORDS)
def test_the_mixer_is_that_of_the_organizers_draws(z: int) -> None:
    with np.errstate(over="ignore"):
        assert int(core.mix(np.uint64(z))) == draws.mix(z)


@given(WORDS, st.integers(0, 2**53), st.integers(0, 2**31), st.sampled_from([6, 20, 216]))
def test_keys_words_and_indices_are_those_of_the_organizers_draws(
    seed: int, number: int, k: int, sides: int
) -> None:
    with np.errstate(over="ignore"):
        key = int(core.key_of(np.uint64(seed), np.uint64(number)))
        dice = new_dice(key)
        dice.k = k
        bits = int(core.word(dice))
    assert key == draws.key_of(seed, number)
    assert bits == draws.word(key, k)
    if sides == 216:
        dice.k = k
        with np.errstate(over="ignore"):
            assert int(core.TAB216[draws.scale(bits, sides)]) == int(core.roll3(dice))
    else:
        drawn = num(bits >> 32)
        assert int(core.pick(drawn, num(sides))) == draws.scale(bits, sides)


def test_three_dice_are_the_index_of_one_word() -> None:
    dice = new_dice(77)
    for _ in range(500):
        before = int(dice.k)
        total = int(core.roll3(dice))
        assert int(core.spell_out(dice)) == 3
        faces = [int(face) for face in dice.last[:3]]
        assert int(dice.k) == before + 1
        assert sum(faces) == total
        assert set(faces) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8])
def test_n_dice_take_a_word_for_each_four(n: int) -> None:
    dice = new_dice(99)
    seen = np.zeros(7, dtype=np.int64)
    for _ in range(400):
        before = int(dice.k)
        total = int(core.roll_n(dice, num(n)))
        faces = dice.last[:n]
        assert int(dice.k) - before == (n + 3) // 4
        assert int(faces.sum()) == total
        seen += np.bincount(faces, minlength=7)
    assert seen[0] == 0
    assert abs(chi_square(seen[1:])) < FAR


def test_sub_turns_have_words_of_their_own() -> None:
    """Where a sub-turn's words lie hangs on turn, side and sub-turn alone, and no two share any."""
    dice = new_dice()
    seen: set[int] = set()
    for turn in range(4):
        for side in range(2):
            for sub in range(8):
                core.address(dice, num(turn), num(side), num(sub))
                seen |= set(range(int(dice.k), int(dice.k + core.SPAN)))
                core.roll3(dice)
    assert len(seen) == 4 * 2 * 8 * int(core.SPAN)
    assert int(dice.overran) == 0
    for _ in range(int(core.SPAN) + 1):
        core.roll3(dice)
    core.address(dice, num(5), num(0), num(0))
    assert int(dice.overran) == 1


def test_policy_draws_move_no_counter() -> None:
    dice = new_dice(5)
    where = (num(3), num(1), num(2), num(17))
    first = int(core.will(dice, *where))
    core.roll3(dice)
    assert int(core.will(dice, *where)) == first
    assert int(dice.k) == 1
    places = [(t, s, k) for t in range(4) for s in (0, 1) for k in (1, 2)]
    assert len({int(core.will(dice, num(t), num(s), num(k), num(17))) for t, s, k in places}) == 16


def test_scripted_dice_are_read_in_order_and_never_beyond() -> None:
    dice = new_dice()
    dice.mode = core.SCRIPTED
    dice.script[:3], dice.kinds[:3], dice.have = [11, 4, 9], [3, 1, 2], 3
    dice.faces[2] = 45
    assert int(core.roll3(dice)) == 11
    core.spell_out(dice)
    assert int(dice.last[:3].sum()) == 11
    assert int(core.roll_n(dice, num(1))) == 4
    assert int(core.roll_n(dice, num(2))) == 9
    assert [int(face) for face in dice.last[:2]] == [5, 4]
    with pytest.raises(IndexError, match="ran out"):
        core.roll3(dice)


def test_a_scripted_draw_of_other_dice_is_an_error() -> None:
    dice = new_dice()
    dice.mode = core.SCRIPTED
    dice.script[0], dice.kinds[0], dice.have = 4, 1, 1
    with pytest.raises(ValueError, match="another number of dice"):
        core.roll3(dice)


def test_even_dice_are_ten_and_threes() -> None:
    dice = new_dice()
    dice.mode = core.EVEN
    assert int(core.roll3(dice)) == 10
    assert [int(core.roll_n(dice, num(n))) for n in (1, 2)] == [3, 6]
