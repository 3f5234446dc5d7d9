"""The duel's reader of conditions agrees with a plain reading of the JSON on random moments."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_conditions import remember, truth
from policy_strategies import conditions
from random_worlds import Moment

from budosim.ai import vocab
from budosim.ai.records import to_records
from budosim.ai.records_words import RUNTIME
from budosim.combat.gurps3.ids import Act, Class, classes_of
from budosim.combat.gurps3.policy import holds, refresh

PLACES = st.sampled_from(sorted(vocab.LOCS - set(RUNTIME)))
ACTS = st.sampled_from(sorted((vocab.ACTS | vocab.CLASSES) - {"attack"}))
DEFENCES = st.sampled_from(sorted({*vocab.REACT, "@defence"}))
CONDS = conditions(PLACES, ACTS, DEFENCES, st.sampled_from([0, 1]))


def holds_at(moment: Moment, line: Any) -> bool:
    (my, their), (me, foe) = moment.sheets, moment.states
    return bool(holds(moment.scene, my, me, their, foe, line.first, line.count))


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(CONDS, min_size=1, max_size=3), st.lists(st.integers(0, 10**6), min_size=4, max_size=4))
def test_holds_and_latches(conds: list[list[Any]], seeds: list[int]) -> None:
    """Over four own sub-turns, latches included."""
    packed = to_records({"rules": [{"if": cond, "do": {"a": "wait"}} for cond in conds]})
    kept: dict[str, int] = {}
    latch = None
    for step, seed in enumerate(seeds):
        moment = Moment(seed, 1 + step * 2, packed.record)
        mind = moment.scene.ring.minds.of[0]
        if latch is not None:
            mind.latch = latch
        moment.world.latches = kept
        (my, their), (me, foe) = moment.sheets, moment.states
        refresh(moment.scene, my, me, their, foe)
        remember(moment.world, conds)
        latch = mind.latch.copy()
        for i, cond in enumerate(conds):
            assert holds_at(moment, packed.record.rules[i]) == truth(moment.world, cond), cond


def test_the_reader_and_the_ring_mean_the_same_acts_by_a_class() -> None:
    for name, members in vocab.MEMBERS.items():
        kind = Class[name[1:].upper()]
        ring = {act.name.lower() for act in Act if kind in classes_of(act)} - {"parrying_kick"}
        assert {act for act in members if not act.startswith("@")} == ring, name


def test_every_head_is_true_and_false_somewhere() -> None:
    """No head is checked in one direction only."""
    conds: list[list[Any]] = [
        ["turn", "<", 4], ["sub", ">", 1], ["dist", ">=", 3], ["score", ">=", 4], ["cp", "==", 0],
        ["every", 3, 1], ["every", 3, 2, "attack"], ["every", 3, 1, "action"], ["hp", "me", "<=", 0.33],
        ["hp", "opp", "<=", 0], ["fp", "opp", "<", 0.5], ["part", "opp", "leg", ">=", 0.5],
        ["crippled", "opp", "leg"], ["crippled", "me", "legs"], ["held", "arm"], ["state", "opp", "down"],
        ["state", "me", "tired"], ["last", "me", "@kick"], ["last", "opp", "@attack", "hit"],
        ["last", "opp", "@attack", "none"], ["last", "me", "@attack", "nohit"],
        ["def", "me", "@defence", "ok"],
        ["def", "me", "parry", "fail"], ["hit", "opp"], ["initiative", "me"], ["provoked"], ["attacked"],
        ["first_def"], ["recovered", "stunned"], ["attacked_with", "@kick"],
        ["count", "opp", "@attack", "hit", ">=", 3], ["row", "me", "feint", "any", "<", 2],
        ["type", "opp", "grappler"], ["type", "opp", "faster"], ["stage", "final"], ["cmp", "hp", "<"],
        ["cmp", "feints", ">="],
    ]  # fmt: skip
    packed = to_records({"rules": [{"if": cond, "do": {"a": "wait"}} for cond in conds]})
    seen: list[set[bool]] = [set() for _ in conds]
    for seed in range(120):
        moment = Moment(seed, 1 + seed % 6, packed.record)
        for i, cond in enumerate(conds):
            got = holds_at(moment, packed.record.rules[i])
            assert got == truth(moment.world, cond), cond
            seen[i].add(got)
    assert [cond for cond, values in zip(conds, seen, strict=True) if len(values) < 2] == []


def test_chances_come_true_as_often_as_they_say() -> None:
    chances = (0.05, 0.33, 0.5, 0.9)
    packed = to_records({"rules": [{"if": ["p", p], "do": {"a": "wait"}} for p in chances]})
    moment = Moment(1, 1, packed.record)
    n = 2000
    hits = [0] * len(chances)
    for turn in range(n):
        moment.scene.ring.now.turn = turn
        for i in range(len(chances)):
            hits[i] += holds_at(moment, packed.record.rules[i])
    for p, k in zip((0.05, 1 / 3, 0.5, 0.9), hits, strict=True):
        assert abs(k / n - p) < 4 * (p * (1 - p) / n) ** 0.5
