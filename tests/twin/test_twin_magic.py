"""Core and twin event by event over random casters, their foes and their patterns, under every reading of magic."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from against import Pairing, same_events, same_result
from people_magic import MAGIC_KEYS, MagicMaker

from budosim.systems.gurps3.rulings import registry

BOUTS, PARTS = 6, 4


def pair_of(seed: int) -> Pairing:
    """Two people and their patterns; every second pair under other readings."""
    maker = MagicMaker(seed)
    people = maker.people()
    patterns = [maker.policy(who) for who in people]
    rulings = maker.rulings() if seed % 2 else {}
    return Pairing(people, patterns, {**rulings, "turn_cap": "60"})


def bout_of(seed: int) -> list[dict[str, Any]]:
    """The events of one bout in which both engines agree."""
    pair = pair_of(seed)
    result, told = pair.core(11, seed)
    bout = pair.twin(11, seed)
    same_events(bout.events, told)
    same_result(bout, result)
    return told


@pytest.mark.parametrize("part", range(PARTS))
def test_bouts_of_casters_agree_event_by_event(part: int) -> None:
    """A pair counts only when somebody cast: the makers must not let magic die out."""
    seen: Counter[str] = Counter()
    for seed in range(300 + part * BOUTS, 300 + part * BOUTS + BOUTS):
        seen.update(e["k"] for e in bout_of(seed))
    assert seen["spell"] > BOUTS
    assert seen["attack"] > BOUTS


def test_the_makers_vary_every_ruling_of_magic() -> None:
    varied = {key for seed in range(200) for key in MagicMaker(seed).rulings()}
    assert varied == set(MAGIC_KEYS)
    for key in MAGIC_KEYS:
        readings = {MagicMaker(seed).rulings().get(key) for seed in range(400)} - {None}
        assert readings <= set(registry()[key].readings)
        assert len(readings) == len(registry()[key].readings)
