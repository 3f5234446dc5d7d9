from __future__ import annotations

import numpy as np
import pytest

from budosim.events.checks import check_arena
from budosim.events.protocols import Pair, bout_number, bout_parts, rest_number

from .toy import Toy


def test_the_toy_keeps_all_an_arena_must():
    assert check_arena(Toy([1, 2, 3], death=0.3), 3) == []


class Drifting(Toy):
    """Its results depend on what was asked before."""

    def settle(self, stage, a, b, repetitions, before, standing):
        return super().settle(stage, a, b, repetitions + np.uint64(self.calls % 2), before, standing)


class ByPlace(Toy):
    """Its results depend on the place in the batch."""

    def settle(self, stage, a, b, repetitions, before, standing):
        outcomes, after = super().settle(stage, a, b, repetitions, before, standing)
        outcomes["winner"] = np.arange(len(repetitions)) % 2
        outcomes["dead_a"] = outcomes["dead_b"] = 0
        return outcomes, after


class Spoiling(Toy):
    """It writes into what it was handed."""

    def settle(self, stage, a, b, repetitions, before, standing):
        outcomes, after = super().settle(stage, a, b, repetitions, before, standing)
        before.a["hp"] -= 1
        return outcomes, Pair(after.a, after.b)


class Worsening(Toy):
    def rest(self, slot, after, stage, repetitions):
        out = after.copy()
        out["hp"] -= 1
        return out


class Refunding(Toy):
    def heal(self, slot, after):
        return self.fresh(slot, len(after))


class Sore(Toy):
    def heal(self, slot, after):
        return after.copy()


class OddWinner(Toy):
    def settle(self, stage, a, b, repetitions, before, standing):
        outcomes, after = super().settle(stage, a, b, repetitions, before, standing)
        outcomes["winner"], outcomes["ending"], outcomes["damage_a"] = 5, 99, -1
        return outcomes, after


class Undead(Toy):
    def settle(self, stage, a, b, repetitions, before, standing):
        outcomes, after = super().settle(stage, a, b, repetitions, before, standing)
        outcomes["dead_a"] = 1
        return outcomes, after


class Short(Toy):
    def fresh(self, slot, n):
        return super().fresh(slot, min(n, 2))


@pytest.mark.parametrize(
    ("arena", "said"),
    [
        (Drifting, "the same numbers gave other results"),
        (ByPlace, "the order of a batch makes a difference"),
        (Spoiling, "settle changed the conditions"),
        (Worsening, "rest made it worse"),
        (Refunding, "what was spent came back"),
        (Sore, "healed is not as fresh"),
        (OddWinner, "a winner other than"),
        (OddWinner, "an ending without a name"),
        (OddWinner, "damage_a below 0"),
        (Undead, "won and is dead"),
        (Short, "gives 2 rows"),
    ],
)
def test_each_fault_is_found(arena, said):
    assert any(said in fault for fault in check_arena(arena([1, 2, 3]), 2))


def test_numbers_name_bouts_completely():
    assert bout_number(0, 0, 1, 0) == 2**31
    assert bout_number(15, 510, 511, 2**31 - 1) < 2**53
    for parts in ((1, 0, 1, 0), (3, 5, 300, 2**31 - 1), (15, 510, 511, 7)):
        assert bout_parts(bout_number(*parts)) == parts
    many = bout_number(3, 5, 300, np.array([0, 9], np.uint64))
    assert many.tolist() == [bout_number(3, 5, 300, 0), bout_number(3, 5, 300, 9)]
    assert rest_number(3, 5, 9) == bout_number(3, 5, 5, 9)
    for wrong in ((1, 7, 3), (16, 0, 1), (1, 0, 512)):
        with pytest.raises(ValueError, match="parts of a bout"):
            bout_number(*wrong, 0)
