"""Random people with random patterns in the compiled core: no bout errs, every one ends by a name and keeps its books.

A small world by default; `BUDOSIM_WORLD=1000000` plays so many bouts. Of a million (500 pairs, 1,000 bouts told) none
broke a rule: 652,224 ended unconscious, 115,664 by giving up, 84,517 in a stalemate, 79,177 by the referee, 37,496
by the cap, 26,914 near death, 3,827 dead, 170 of fatigue, 11 for both at once.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "twin"))

from against import Pairing
from people_nature import NatureMaker

from budosim.combat.gurps3.batch import play
from budosim.combat.gurps3.ids import Ending

BOUTS = int(os.environ.get("BUDOSIM_WORLD", "4000"))
EACH = max(500, BOUTS // 500)
"""Bouts a pair."""
TOLD = 2
"""Of them told, and looked at event by event."""
NAMED = {int(ending) for ending in Ending} - {int(Ending.NONE), int(Ending.FORFEIT)}
RADIUS = 15


def pair(seed: int) -> Pairing:
    """Two random people under random readings."""
    maker = NatureMaker(seed, (0.03, 0.12, 0.3)[seed % 3])
    people, patterns = [maker.brought(), maker.brought()], [maker.policy(), maker.policy()]
    return Pairing(people, patterns, maker.rulings() if seed % 2 else {})


def keeps_books(world: Pairing, results: Any) -> None:
    """What must hold of every record."""
    assert set(np.unique(results["ending"]).tolist()) <= NAMED
    assert set(np.unique(results["winner"]).tolist()) <= {-1, 0, 1}
    out = np.isin(results["ending"], [int(Ending.SIMULTANEOUS), int(Ending.STALEMATE), int(Ending.TIME)])
    assert (results["winner"][out] == -1).all()
    assert (results["turns"] <= int(world.rules.turn_cap)).all()
    assert (results["draws"] > 0).all()
    for side in range(2):
        my = world.sheets[side]
        assert (results["hp"][:, side] + results["damage"][:, side] == int(my.max_hp)).all()
        assert (results["fp"][:, side] <= int(my.max_fp)).all()
        assert (results["cp"][:, side] <= int(my.unspent_cp)).all()
        born = int(my.born)
        assert (results["crippled"][:, side] & born == born).all()
        lost_at_all = results["fragile"][:, side] & born
        assert (lost_at_all == 0).all()


def keeps_order(world: Pairing, events: list[dict[str, Any]]) -> None:
    """What must hold between the events of a bout."""
    hp = {side: int(world.sheets[i].max_hp) for i, side in enumerate("ab")}
    fp = {side: int(world.sheets[i].max_fp) for i, side in enumerate("ab")}
    for event in events:
        who = event["who"]
        if event["k"] == "damage":
            hp[who] -= event["injury"]
            assert event["hp"] == hp[who]
        elif event["k"] == "effect" and event["effect"] == "strained":
            hp[who] -= 1
        elif event["k"] == "fatigue":
            fp[who] -= event["lost"]
            assert event["fp"] == fp[who]
        state = event.get("state")
        if not state:
            continue
        for side, foe in ("ab", "ba"):
            one, other = state[side], state[foe]
            assert (one["hp"], one["fp"]) == (hp[side], fp[side])
            assert one["holding"] == other["grappled"]
            assert not (one["pinned"] and one["holding"])
            assert not one["holding"] or (state["distance"] == 0 and one["stunned"] is None)
            q, r = one["pos"]
            if world.rulings.get("ring", "edge") == "edge":
                assert (abs(q) + abs(r) + abs(q + r)) // 2 <= RADIUS
            assert one["parries_left"] >= 0
    starts = Counter((e["of"], e["t"], e["s"]) for e in events if e["k"] == "act")
    assert max(starts.values(), default=1) == 1
    assert events[-1]["k"] == "end"


def test_random_people_keep_the_rules() -> None:
    played = 0
    endings: Counter[str] = Counter()
    for seed in range(40_000, 40_000 + max(1, BOUTS // EACH)):
        world = pair(seed)
        scene = world.duel.scene()
        results = play(world.duel, world.start(), 3, np.arange(EACH, dtype=np.uint64), scene)
        assert scene.ring.dice.overran == 0, "a sub-turn used more words than are its own"
        keeps_books(world, results)
        for number in range(TOLD):
            result, events = world.core(3, number)
            keeps_order(world, events)
            assert all(int(result[name]) == int(results[number][name]) for name in ("winner", "ending", "draws"))
        played += len(results)
        endings.update(Ending(int(n)).name.lower() for n in results["ending"])
        if played % 20_000 == 0:
            print(f"{played:,}", flush=True)
    print(f"\n{played:,} bouts: {dict(endings)}")
    assert played >= min(BOUTS, EACH)
