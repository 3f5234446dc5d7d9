from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from budosim.events.bracket import (
    BYE,
    Finalist,
    bracket_size,
    draw_bracket,
    rounds_of,
    standard_lines,
)
from budosim.events.bracket_many import Sent, draw_brackets
from budosim.events.draws import Draws, Purpose, same_draw
from budosim.events.lots import keys_of


def field_of(finalists, seed=0):
    """Winners and runners-up of blocks; with an odd number the last block sent nobody second."""
    rng = np.random.default_rng(seed)
    winners = (finalists + 1) // 2
    sent = [Finalist(b, b, 1, int(rng.integers(4)), int(rng.integers(3))) for b in range(winners)]
    missing = int(rng.integers(winners)) if finalists % 2 else -1
    seconds = [b for b in range(winners) if b != missing]
    return sent + [Finalist(winners + b, b, 2, int(rng.integers(4)), int(rng.integers(3))) for b in seconds]


def test_standard_lines_keep_the_best_apart():
    for size in (2, 4, 8, 16, 32, 64):
        lines = standard_lines(size)
        assert sorted(lines) == list(range(1, size + 1))
        assert all(lines[i] + lines[i + 1] == size + 1 for i in range(0, size, 2))
        for best in (2, 4, 8):
            if best <= size:
                share = size // best
                parts = {lines.index(seed) // share for seed in range(1, best + 1)}
                assert len(parts) == best


@pytest.mark.parametrize("finalists", range(2, 34))
def test_trap_16_byes_for_2_to_33_finalists(finalists):
    size = bracket_size(finalists)
    assert size // 2 < finalists <= size
    for seed in range(12):
        sent = field_of(finalists, seed)
        draws = Draws(seed, Purpose.BRACKET)
        lines = draw_bracket(sent, draws)
        assert len(lines) == size
        assert sorted(slot for slot in lines if slot != BYE) == sorted(f.slot for f in sent)
        pairs = [lines[i : i + 2] for i in range(0, size, 2)]
        assert not any(pair == (BYE, BYE) for pair in pairs)
        alone = [max(pair) for pair in pairs if BYE in pair]
        assert len(alone) == size - finalists
        assert all(same_draw(seed, row) for row in draws.audit)
        half = {slot: at // (size // 2) for at, slot in enumerate(lines) if slot != BYE}
        block = {f.slot: f.block for f in sent}
        if finalists > 3:
            for first in sent:
                for second in sent:
                    if first.slot < second.slot and block[first.slot] == block[second.slot]:
                        assert half[first.slot] != half[second.slot]
        if finalists % 2 == 0 and finalists > 2:
            record = {f.slot: (f.place, -f.strength, f.damage) for f in sent}
            others = [f.slot for f in sent if f.slot not in alone]
            assert all(record[mine] <= record[theirs] for mine in alone for theirs in others)


def test_winners_are_spread_over_the_quarters():
    for seed in range(50):
        lines = draw_bracket(field_of(8, seed), Draws(seed, Purpose.BRACKET))
        assert [at // 2 for at, slot in enumerate(lines) if slot < 4] == [0, 1, 2, 3]


def test_three_finalists_of_two_blocks_do_not_meet_at_once():
    for seed in range(40):
        sent = field_of(3, seed)
        lines = draw_bracket(sent, Draws(seed, Purpose.BRACKET))
        second = next(f for f in sent if f.place == 2)
        first = next(f for f in sent if f.place == 1 and f.block == second.block)
        assert abs(lines.index(first.slot) // 2 - lines.index(second.slot) // 2) == 1


def test_one_finalist_and_none():
    assert draw_bracket([], Draws(1, Purpose.BRACKET)) == (BYE, BYE)
    assert draw_bracket([Finalist(3, 0, 1, 0, 0)], Draws(1, Purpose.BRACKET), 4) == (3, BYE, BYE, BYE)


def test_a_smaller_field_in_a_larger_bracket_fits_too():
    for finalists in range(2, 20):
        for seed in range(6):
            sent = field_of(finalists, seed)
            lines = draw_bracket(sent, Draws(seed, Purpose.BRACKET), 2 * bracket_size(finalists))
            assert sorted(slot for slot in lines if slot != BYE) == sorted(f.slot for f in sent)


def test_equal_records_all_have_the_same_chance_of_a_bye():
    byes: Counter[int] = Counter()
    sent = [Finalist(s, s % 3, 1 + s // 3, 4, 7) for s in range(6)]
    for seed in range(1500):
        lines = draw_bracket(sent, Draws(seed, Purpose.BRACKET))
        byes.update(max(lines[i : i + 2]) for i in range(0, 8, 2) if BYE in lines[i : i + 2])
    assert sum(byes.values()) == 3000
    assert set(byes) == {0, 1, 2}, "winners before runners-up"
    assert all(880 < count < 1120 for count in byes.values())


def test_any_two_opponents_of_other_blocks_are_as_likely():
    first: Counter[tuple[int, int]] = Counter()
    sent = [Finalist(s, s % 4, 1 + s // 4, 4, 7) for s in range(8)]
    for seed in range(1200):
        lines = draw_bracket(sent, Draws(seed, Purpose.BRACKET))
        first.update(tuple(sorted(lines[i : i + 2])) for i in range(0, 8, 2))
    pairs = {pair for pair in first if first[pair]}
    assert pairs == {(w, 4 + r) for w in range(4) for r in range(4) if w != r}
    assert all(330 < count < 470 for count in first.values())


@pytest.mark.parametrize("blocks", range(2, 18))
def test_many_brackets_are_the_plain_ones(blocks):
    repetitions = np.arange(40, dtype=np.uint64)
    rng = np.random.default_rng(blocks)
    sents = [
        Sent(
            np.stack([rng.permutation(blocks) + place * blocks for _ in repetitions]),
            rng.integers(0, 3, (40, blocks)),
            rng.integers(0, 3, (40, blocks)),
        )
        for place in (0, 1)
    ]
    size = bracket_size(2 * blocks)
    many = draw_brackets(*sents, keys_of(77, Purpose.BRACKET, 0, repetitions), size)
    for row in range(40):
        plain = [
            Finalist(*(int(x) for x in (s.slot[row, b], b, place, s.strength[row, b], s.damage[row, b])))
            for place, s in enumerate(sents, 1)
            for b in range(blocks)
        ]
        assert draw_bracket(plain, Draws(77, Purpose.BRACKET, 0, row)) == tuple(many[row])


def test_rounds_have_numbers_words_and_names():
    rounds = rounds_of(32)
    assert [stage.number for stage in rounds] == [3, 4, 5, 6, 7]
    assert [stage.word for stage in rounds] == ["knockout", "knockout", "knockout", "semifinal", "final"]
    assert [stage.ja for stage in rounds] == ["ベスト32", "ベスト16", "準々決勝", "準決勝", "決勝"]
    assert [stage.id for stage in rounds] == [
        "round_of_32",
        "round_of_16",
        "quarterfinal",
        "semifinal",
        "final",
    ]
    assert [stage.ja for stage in rounds_of(2)] == ["決勝"]


def test_two_winners_of_one_block_are_refused():
    with pytest.raises(ValueError, match="one winner"):
        draw_bracket([Finalist(0, 0, 1, 0, 0), Finalist(1, 0, 1, 0, 0)], Draws(0, Purpose.BRACKET))
