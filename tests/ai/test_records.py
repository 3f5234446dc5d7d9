"""Policies as records: nothing is lost, nothing is bent, and what does not fit is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from policy_strategies import policies

from budosim.ai.records import from_records, to_records
from budosim.ai.records_numbers import ONE, split
from budosim.ai.records_words import AIM, EVERYWHERE, KINDS, REGION
from budosim.combat.gurps3.ids import Act, Class, Loc, Op, Opt, Outcome, PlaceRef

CORPUS = Path(__file__).parent.parent / "data" / "patterns" / "corpus.jsonl"


def labels() -> dict[str, dict[str, Any]]:
    """Every policy that a corpus text may mean."""
    records = map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    readings = {r["id"]: [r["expected"], *(r.get("also") or [])] for r in records}
    return {f"{name}.{i}": p for name, all_ in readings.items() for i, p in enumerate(all_) if p}


LABELS = labels()
WAIT = {"do": {"a": "wait"}}


def rule(do: dict[str, Any], cond: list[Any] | None = None) -> dict[str, Any]:
    return ({"if": cond} if cond else {}) | {"do": do}


def packed(*rules: dict[str, Any], **more: Any) -> Any:
    return to_records({"rules": list(rules), **more})


def bits(*places: Loc) -> int:
    return sum(1 << place for place in places)


# -- both ways ----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", LABELS.values(), ids=list(LABELS))
def test_every_label_comes_back(policy: dict[str, Any]) -> None:
    assert json.dumps(from_records(to_records(policy))) == json.dumps(policy)


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(policies())
def test_every_policy_comes_back(policy: dict[str, Any]) -> None:
    assert from_records(to_records(policy)) == policy


@settings(max_examples=100)
@given(st.floats(0, 1, exclude_min=True, exclude_max=True), st.floats(0, 1))
def test_every_number_comes_back(share: float, chance: float) -> None:
    cond = ["and", ["hp", "me", "<", share], ["part", "opp", "leg", ">=", share], ["p", chance]]
    weights = [share, 1 - share] if 0 < 1 - share < 1 else [0.5, 0.5]
    do = {"any": [[weight, {"a": "punch"}] for weight in weights]}
    policy = {"rules": [rule(do, cond)]}
    assert from_records(to_records(policy)) == policy


def test_default_keys_are_left_out() -> None:
    policy = {
        "rules": [rule({"a": "punch", "retreat": False}, ["every", 3, 1, "turn"])],
        "react": [],
        "never": [],
        "rest": "default",
    }
    assert from_records(to_records(policy)) == {"rules": [rule({"a": "punch"}, ["every", 3])]}


def test_the_texts_hold_names_only() -> None:
    """Were the policy itself among the texts, coming back would prove nothing."""
    plain = packed(rule({"a": "attack", "at": ["eye", "@vital"], "mainly": "@vital"}, ["p", 0.33]))
    assert plain.extras == ()
    cast = packed(rule({"a": "cast", "spell": "眩惑"}), rule({"a": "cast", "spell": "眩惑"}))
    assert cast.extras == ('{"spell":"眩惑"}',)
    assert [cast.record.orders[i].extra for i in range(2)] == [0, 0]
    never = [{"a": "cast", "spell": "閃光"}]
    combo = packed(rule({"a": "combo", "name": "三日月", "of": ["jab", "hook"]}), never=never)
    assert combo.extras == ('{"spell":"閃光"}', '{"name":"三日月","of":["jab","hook"]}')
    assert combo.record.orders[0].extra == 1


# -- what the numbers say -----------------------------------------------------------------------


def test_shares_near_a_third_are_thirds() -> None:
    nodes = packed(
        rule({"a": "wait"}, ["hp", "me", "<=", 0.33]),
        rule({"a": "wait"}, ["fp", "opp", ">", 0.67]),
        rule({"a": "wait"}, ["hp", "me", "<", 0.34]),
        rule({"a": "wait"}, ["hp", "me", "==", 0.5]),
        rule({"a": "wait"}, ["hp", "me", "==", 5]),
        rule({"a": "wait"}, ["p", 0.33]),
    ).record.nodes
    assert [tuple(nodes[i])[:5] for i in range(5)] == [
        (Op.HP, 0, 1, 1, 3),
        (Op.FP, 1, 4, 2, 3),
        (Op.HP, 0, 0, 17, 50),
        (Op.HP, 0, 2, 1, 2),
        (Op.HP, 0, 2, 5, 0),
    ]
    assert nodes[5].a == round(ONE / 3)


@given(st.lists(st.integers(1, 100), min_size=1, max_size=9))
def test_weights_add_up_exactly(parts: list[int]) -> None:
    weights = [part / sum(parts) for part in parts]
    shares = split(weights)
    assert sum(shares) == ONE
    assert all(abs(a / ONE - b) < 0.02 for a, b in zip(shares, weights, strict=True))


def test_a_third_each_is_a_third_each() -> None:
    assert max(split([0.33, 0.33, 0.33])) - min(split([0.33, 0.33, 0.33])) <= 1
    assert split([0.33, 0.67]) == [1431655765, 2863311531]


def test_condition_is_postfix_and_inner_latches_come_first() -> None:
    until = ["until", ["or", ["since", ["turn", ">", 3]], ["hit", "me"]]]
    record = packed(
        rule({"a": "punch"}, ["and", until, ["not", ["provoked"]]]),
        rule({"a": "kick"}, ["since", ["turn", ">", 3]]),
    ).record
    assert record.n_latches == 2
    inner, outer = record.latches[0], record.latches[1]
    assert [record.nodes[i].op for i in range(inner.first, inner.first + inner.count)] == [Op.TURN]
    ops = [record.nodes[i].op for i in range(outer.first, outer.first + outer.count)]
    assert ops == [Op.SINCE, Op.HIT, Op.OR]
    line = record.rules[0]
    assert [record.nodes[i].op for i in range(line.first, line.first + line.count)] == [
        Op.UNTIL, Op.PROVOKED, Op.NOT, Op.AND,
    ]  # fmt: skip
    assert record.nodes[record.rules[1].first].a == record.nodes[outer.first].a == 0


def test_counters_and_rhythms_are_kept_once() -> None:
    record = packed(
        rule({"a": "kick"}, ["count", "opp", "@attack", "hit", ">=", 3]),
        rule({"a": "kick"}, ["count", "opp", "@attack", "hit", "<", 3]),
        rule({"a": "kick"}, ["row", "opp", "@attack", "hit", "<", 3]),
        rule({"a": "feint"}, ["every", 3, 2]),
        rule({"a": "jab"}, ["not", ["every", 3, 2]]),
        rule({"a": "jab"}, ["every", 3, 2, "attack"]),
    ).record
    assert (record.n_counters, record.n_dues) == (2, 1)
    assert tuple(record.counters[1]) == (1, -Class.ATTACK, Outcome.HIT, 1)
    assert tuple(record.dues[0]) == (3, 2)
    last = record.nodes[record.rules[5].first]
    assert (last.op, last.a, last.b) == (Op.EVERY_ATTACK, 3, 2)


def test_places_and_pools() -> None:
    """Seed pattern 1: each word of a kind is drawn alike, and so is each word of the pool."""
    record = packed(
        rule({"a": "attack", "at": ["@vital", "eye.L", "@last_hit"], "mainly": "@vital"}),
        rule({"a": "punch", "at": ["face"], "mainly": "@vital"}),
        rule({"a": "punch", "at": ["@any"], "mainly": "@any"}),
    ).record
    order = record.orders[0]
    span = range(order.first, order.first + order.count)
    vital = [AIM[word] for word in KINDS["@vital"]]
    assert vital == [bits(Loc.EYE_R, Loc.EYE_L), bits(Loc.NECK), bits(Loc.VITALS), bits(Loc.GROIN)]
    assert [record.mask[i] for i in span][:5] == [*vital, bits(Loc.EYE_L)]
    assert all(record.place[i] < 64 for i in list(span)[:5])
    assert record.place[span[-1]] == PlaceRef.LAST_HIT
    head = order.mainly - 1
    assert record.mask[head] == 4
    assert [record.mask[head + 1 + i] for i in range(4)] == vital
    assert record.orders[1].mainly == order.mainly
    assert record.place[record.orders[2].first] == record.place[record.orders[2].mainly - 1] == PlaceRef.ANY


def test_words_of_places() -> None:
    """Contract §6: words and regions; a ban covers what a region contains, an aim goes at one place."""
    assert AIM["face"] == AIM["ear"] == AIM["head"] == bits(Loc.HEAD)
    assert AIM["skull"] == bits(Loc.BRAIN)
    assert AIM["knee"] == AIM["leg"] == bits(Loc.LEG_R, Loc.LEG_L)
    assert AIM["finger"] == AIM["hand"] == bits(Loc.HAND_R, Loc.HAND_L)
    assert AIM["arm.R"] == AIM["@lead"] == bits(Loc.ARM_R)
    assert AIM["@lead_leg"] == bits(Loc.LEG_L)
    assert REGION["face"] == bits(Loc.HEAD, Loc.EYE_R, Loc.EYE_L, Loc.JAW, Loc.NOSE)
    assert REGION["head"] == REGION["face"] | bits(Loc.BRAIN)
    assert REGION["@low"] == AIM["groin"] | AIM["leg"] | AIM["foot"]
    assert REGION["eye"] == AIM["eye"]


def test_bans() -> None:
    never = [
        {"a": "@attack", "at": ["face", "groin"]},
        {"a": "punch", "opt": "aoa", "at": ["@crippled", "neck", "@last_hit"], "if": ["turn", ">", 3]},
        {"a": "kick"},
        {"a": "@hand", "at": ["@any"]},
    ]
    got = to_records({"rules": [], "never": never})
    rows = [tuple(got.record.bans[i]) for i in range(got.record.n_bans)]
    assert rows == [
        (-Class.ATTACK, 0, REGION["face"] | bits(Loc.GROIN), 0, 0, -1),
        (Act.PUNCH, Opt.AOA, bits(Loc.NECK), 0, 1, -1),
        (Act.PUNCH, Opt.AOA, 0, 0, 1, PlaceRef.CRIPPLED),
        (Act.PUNCH, Opt.AOA, 0, 0, 1, PlaceRef.LAST_HIT),
        (-Class.KICK, 0, 0, 0, 0, -1),
        (-Class.HAND, 0, EVERYWHERE, 0, 0, -1),
    ]
    assert from_records(got) == {"rules": [], "never": never}


def test_lost_parts() -> None:
    nodes = packed(
        rule({"a": "wait"}, ["crippled", "opp", "leg"]),
        rule({"a": "wait"}, ["crippled", "opp", "legs"]),
        rule({"a": "wait"}, ["crippled", "me", "@limb"]),
        rule({"a": "wait"}, ["crippled", "opp", "@last_hit"]),
    ).record.nodes
    legs = bits(Loc.LEG_R, Loc.LEG_L)
    low = (1 << 32) - 1
    assert [(n.who, n.a & low, n.b) for n in (nodes[i] for i in range(4))] == [
        (1, legs, 0),
        (1, legs, 1),
        (0, sum(1 << place for place in range(Loc.ARM_R, Loc.FOOT_L + 1)), 0),
        (1, 0, 0),
    ]
    assert nodes[3].a >> 32 == PlaceRef.LAST_HIT


def test_lines() -> None:
    """Ground rules, sources, shared series, and that `attack` in memory is the class."""
    plan = {"seq": [{"a": "punch"}, {"a": "kick"}], "loop": True}
    record = packed(
        rule({"a": "choke"}, ["since", ["not", ["state", "me", "standing"]]]),
        rule({"a": "stomp"}, ["state", "opp", "down"]),
        rule(plan, ["turn", ">", 5]),
        rule({"a": "jab", "at": ["eye", "neck"], "pick": "cycle"}, ["last", "me", "attack", "hit"]),
        rule({"a": "hook", "at": ["eye", "neck"], "pick": "cycle"}),
        rule({"seq": [{"a": "punch"}, {"a": "kick"}], "loop": False}),
        rule(plan),
        react=[WAIT, WAIT],
        rest="only",
    ).record
    lines = [record.rules[i] for i in range(record.n_rules)]
    assert [line.ground for line in lines] == [1, 0, 0, 0, 0, 0, 0]
    assert [line.source for line in lines] == list(range(7))
    assert [line.form for line in lines] == [0, 0, 3, 0, 0, 3, 3]
    assert lines[2].cursor == lines[6].cursor != lines[5].cursor
    jab, hook = record.orders[lines[3].order], record.orders[lines[4].order]
    assert jab.cursor == hook.cursor not in {lines[2].cursor, lines[5].cursor}
    assert (jab.pick, lines[2].loop, lines[5].loop, record.only, record.n_react) == (2, 1, 0, 1, 2)
    assert record.nodes[lines[3].first].a == -Class.ATTACK
    assert record.named[Act.JAB] == 1
    assert record.named[Act.ELBOW] == 0


def test_parts_to_restore_are_all_that_the_word_covers() -> None:
    record = packed(free=[rule({"a": "spend_cp", "at": ["@limb"]})]).record
    order = record.orders[0]
    assert record.mask[order.first] == REGION["@limb"] != AIM["@limb"]
