"""R-59 and O-11 at their other readings: how long concentration helps, and what keeping a spell costs at least."""

from __future__ import annotations

from typing import Any

import pytest
from magic_bench import cast, caster

from budosim.combat.gurps3.arcane import upkeep_of

Make = Any


@pytest.mark.rule("M-24", "O-11")
@pytest.mark.parametrize(("reading", "least"), [("casts", 0), ("all", 1), ("successes", 0)])
def test_o_11_what_keeping_a_spell_costs_at_least(ring: Make, reading: str, least: int) -> None:
    r = ring(me=caster("haste", base=25), foe={}, rules={"min_fatigue_scope": reading})
    row = r.sheet("me").spell[1]
    row.less = 3
    assert upkeep_of(r.scene, row, 2) == least


@pytest.mark.rule("M-36", "T-30", "R-59")
@pytest.mark.parametrize(("reading", "still"), [("next_subturn", 0), ("turn", 1)])
def test_r_59_how_long_concentrating_helps(ring: Make, reading: str, still: int) -> None:
    r = ring(4, 12, 12, me=caster("armor"), foe={"IQ": 12, "brawling": 18}, rules={"concentrate_len": reading})
    r.turn("me", cast("armor", energy=2))
    r.plan("foe", {"rules": [{"if": ["sub", "==", 1], "do": {"a": "resist"}}, {"do": {"a": "wait"}}]})
    r.dice(*[3, 18] * 6)
    r.turn("foe")
    assert int(r.state("foe").resisting) == still
    r.scene.ring.dice.have = r.scene.ring.dice.used
