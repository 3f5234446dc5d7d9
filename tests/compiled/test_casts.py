"""M-37 in the compiled core: 200,000 casts and ticks for each of several chances, within 0.004 of the dossier's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))

from magic_bench import caster, row_of
from ring_setting import Setting

from budosim._jit import entry
from budosim.combat.common.dice import HASHED, key_of
from budosim.combat.gurps3.cast import complete
from budosim.combat.gurps3.resist import tick

CASTS = 200_000
NEAR = 0.004
NOTHING = np.int64(0)


@entry
def casts(scene: Any, sheets: Any, states: Any, row: Any, energy: Any, n: Any) -> int:
    """How many of `n` casts at the other take hold; the scene is set back before each."""
    held = 0
    me, foe = states[0].copy(), states[1].copy()
    wizard = scene.ring.arcana.of[0].copy()
    theirs = sheets[1].copy()
    for k in range(n):
        states[0], states[1] = me, foe
        sheets[1] = theirs
        scene.ring.arcana.of[0] = wizard
        w = scene.ring.arcana.of[0]
        w.row, w.energy, w.blood = row, energy, NOTHING
        scene.ring.now.over = NOTHING
        scene.ring.dice.key = key_of(np.uint64(7), np.uint64(k))
        scene.ring.dice.k = NOTHING
        complete(scene, sheets[0], states[0], sheets[1], states[1])
        held += int(w.n_on > NOTHING or states[1].stunned > NOTHING)
    return held


@entry
def ticks(scene: Any, sheets: Any, states: Any, row: Any, skill: Any, energy: Any, n: Any) -> int:
    """How many of `n` ticks of a spell on the other leave it on."""
    kept = 0
    for k in range(n):
        scene.ring.dice.key = key_of(np.uint64(8), np.uint64(k))
        scene.ring.dice.k = NOTHING
        kept += int(not tick(scene, sheets[1], states[1], sheets[0], states[0], row, skill, energy, NOTHING))
    return kept


def scene_of(spell: str, skill: int, foe: dict[str, Any]) -> tuple[Setting, Any]:
    r = Setting(me=caster(spell, ST=30), foe=foe)
    row = row_of(r, "me", spell)
    r.my.spell[row].level, r.my.spell[row].direct = skill, 0
    r.scene.ring.dice.mode = HASHED
    return r, np.int64(row)


def silent(r: Setting) -> Any:
    return r.scene._replace(log=None)


@pytest.mark.parametrize(
    ("skill", "resist", "chance"),
    [(9, 10, 0.2526), (11, 12, 0.3319), (12, 10, 0.5716), (13, 14, 0.3596), (14, 16, 0.2807), (16, 16, 0.4594)],
)
def test_m_37_casts_against_one_roll(skill: int, resist: int, chance: float) -> None:
    r, row = scene_of("haste", skill, {"IQ": resist})
    held = casts(silent(r), r.sheets, r.states, row, np.int64(2), CASTS)
    assert held / CASTS == pytest.approx(chance, abs=NEAR)


@pytest.mark.parametrize(
    ("skill", "body", "mind", "chance"),
    [(10, 12, 12, 0.1395), (12, 16, 14, 0.0903), (14, 14, 14, 0.2890), (16, 16, 16, 0.2998)],
)
def test_m_37_casts_against_two_rolls(skill: int, body: int, mind: int, chance: float) -> None:
    r, row = scene_of("stun", skill + 1, {"IQ": mind, "HT": body})  # a yard away
    held = casts(silent(r), r.sheets, r.states, row, np.int64(2), CASTS)
    assert held / CASTS == pytest.approx(chance, abs=NEAR)


@pytest.mark.parametrize(
    ("skill", "resist", "chance"), [(9, 10, 0.3631), (12, 12, 0.4536), (13, 14, 0.3631), (16, 16, 0.4536)]
)
def test_m_37_ticks(skill: int, resist: int, chance: float) -> None:
    r, row = scene_of("haste", skill, {"IQ": resist})
    kept = ticks(silent(r), r.sheets, r.states, row, np.int64(skill), np.int64(2), CASTS)
    assert kept / CASTS == pytest.approx(chance, abs=NEAR)

