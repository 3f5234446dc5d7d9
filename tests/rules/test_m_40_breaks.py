"""M-40: healing between bouts of the finals: age, First Aid, then magic with the fatigue that is left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from budosim.systems.gurps3.rest import CONDITION, heal_by_magic, recover, roll3


def condition(hp: int, fp: int) -> Any:
    rows = np.zeros(1, dtype=CONDITION)
    rows["hp"], rows["fp"] = hp, fp
    return rows


def after(hp: int, fp: int, age: int, spells: dict[str, int], *rolls: int, most: int = 2) -> tuple[int, int]:
    rested = recover(condition(hp, fp), 12, 11, age, 0, np.array([10]))
    healed = heal_by_magic(rested, 12, 11, spells, most, lambda n: np.array([rolls[n - 1]]))
    return int(healed["hp"][0]), int(healed["fp"][0])


@pytest.mark.rule("M-40", "T-16")
def test_m_40_the_dossiers_two_cases() -> None:
    """Age 24: 3 and 2 become 12 and 11, no magic needed. Age 50: 7 and 10, Major Healing E 3 → 12 and 7."""
    assert after(3, 2, 24, {"major_healing": 18}, 10) == (12, 11)
    assert after(3, 6, 50, {}) == (7, 10)
    # what is missing is 5: three points of energy bring six, the fourth would be wasted
    assert after(3, 6, 50, {"major_healing": 18}, 10) == (12, 7)


@pytest.mark.rule("M-40", "M-17")
@pytest.mark.parametrize(("roll", "left"), [(3, (12, 9)), (13, (12, 7)), (14, (7, 9)), (18, (7, 7))])
def test_m_40_the_roll_is_at_the_ring_level(roll: int, left: tuple[int, int]) -> None:
    assert after(3, 6, 50, {"major_healing": 18}, roll) == left


@pytest.mark.rule("M-40")
def test_m_40_limits() -> None:
    """Each spell once, two casts a break; not for a scratch; never below the reserve."""
    both = {"major_healing": 18, "minor_healing": 18}
    hp, fp = after(-6, 11, 50, both, 10, 10)
    assert (hp, fp) == (-6 + 4 + 8 + 3, 11 - 4 - 3)
    assert after(-6, 11, 50, both, 10, 10, most=1) == (-6 + 4 + 8, 7)
    assert after(-6, 11, 50, both, 10, 10, most=0) == (-2, 11)
    assert after(5, 6, 50, both, 10, 10) == (9, 10)
    assert after(-6, 0, 50, both, 10, 10) == (0, 3)


@pytest.mark.rule("M-40")
def test_m_40_its_dice_are_its_own() -> None:
    where = np.arange(50, dtype=np.uint64)
    assert (roll3(1, where) != roll3(1, where, 1)).any()
    assert (roll3(1, where, 1) == roll3(1, where, 1)).all()
