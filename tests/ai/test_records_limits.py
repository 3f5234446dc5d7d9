"""Policies that do not fit a record: each limit and each unknown word is named, in both languages."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from budosim.ai.records import to_records
from budosim.ai.records_words import STATIC
from budosim.combat.gurps3.ids import Act
from budosim.combat.gurps3.records import (
    ACTS,
    BANS,
    COUNTERS,
    CURSORS,
    DUES,
    LATCHES,
    NODES,
    PLACES,
    RULES,
)
from budosim.errors import PatternError

WAIT = {"do": {"a": "wait"}}
JAB = {"a": "jab"}
HIT = ["hit", "me"]


def rule(do: dict[str, Any], cond: list[Any] | None = None) -> dict[str, Any]:
    return ({"if": cond} if cond else {}) | {"do": do}


def either(conds: list[Any]) -> dict[str, Any]:
    """A policy of one rule under any of some conditions."""
    return {"rules": [rule(JAB, ["or", *conds])]}


def cycle(n: int) -> dict[str, Any]:
    return rule(JAB | {"at": ["eye"] * n, "pick": "cycle"})


def turn_about(word: str) -> dict[str, Any]:
    return rule(JAB | {"at": [word, "torso"], "pick": "cycle"})


def series(n: int) -> dict[str, Any]:
    return rule({"seq": [JAB] * n, "loop": True})


class Case(NamedTuple):
    policy: dict[str, Any]
    en: str
    ja: str
    where: str
    limit: int | str


CASES = {
    "rules": Case({"rules": [WAIT] * (RULES + 1)}, "rules", "行動の規則", f"rules[{RULES}]", RULES),
    "react": Case({"rules": [], "react": [WAIT] * 25}, "rules of react", "防御の規則", "react[24]", 24),
    "free": Case({"rules": [], "free": [WAIT] * 17}, "rules of free", "自由判断の規則", "free[16]", 16),
    "bans": Case(
        {"rules": [], "never": [{"a": "kick"}] * (BANS + 1)}, "bans", "禁止", f"never[{BANS}]", BANS
    ),
    "ban rows": Case(
        {"rules": [], "never": [{"a": "kick", "at": ["eye", "@hurt", "@last_hit"]}] * 9},
        "bans", "禁止", "never[8]", BANS,
    ),
    "nodes": Case(
        {"rules": [rule(JAB, ["and", *([HIT] * 19)])] * 17}, "conditions", "条件", "rules[16].if", NODES
    ),
    "acts": Case({"rules": [rule({"first": [JAB] * 60})] * 3}, "acts", "行動", "rules[2].do", ACTS),
    "places": Case(
        {"rules": [rule(JAB | {"at": ["eye"] * 60})] * 6}, "places", "部位", "rules[5].do", PLACES
    ),
    "latches": Case(
        either([["until", ["turn", "==", n]] for n in range(LATCHES + 1)]),
        "remembered", "記憶する条件", f"rules[0].if.or[{LATCHES}].until", LATCHES,
    ),
    "counters": Case(
        either([["count", "me", act.name.lower(), "hit", "<", 1] for act in Act if 0 < act <= COUNTERS + 1]),
        "counted", "数える対象", f"rules[0].if.or[{COUNTERS}]", COUNTERS,
    ),
    "dues": Case(
        either([["every", n] for n in range(1, DUES + 2)]), "rhythms", "周期", f"rules[0].if.or[{DUES}]", DUES
    ),
    "cursors": Case(
        {"rules": [*map(series, range(1, 9)), *map(turn_about, STATIC[: CURSORS - 7])]},
        "series", "順番", f"rules[{CURSORS}].do", CURSORS,
    ),
    "depth": Case(either([HIT] * 63), "conditions inside one", "一つの条件", "rules[0].if", 62),
    "list": Case(
        {"rules": [rule({"first": [JAB] * 63})]}, "acts in one rule", "一つの規則", "rules[0].do", 62
    ),
    "at": Case({"rules": [cycle(63)]}, "places of one act", "一つの行動の部位", "rules[0].do", 62),
    "number": Case(either([["turn", "<", 10**12], HIT]), "too large", "大きすぎます", "rules[0].if", 10**9),
    "retreat": Case(
        {"rules": [], "never": [{"a": "dodge", "retreat": True}]},
        "stepping back", "下がりつつ", "never[0].retreat", "retreat",
    ),
    "act": Case({"rules": [rule({"a": "stroll"})]}, "unknown act", "知らない行動", "rules[0].do.a", "stroll"),
    "place": Case({"rules": [rule(JAB | {"at": ["tail"]})]}, "places", "部位", "rules[0].do.at", "tail"),
    "head": Case({"rules": [WAIT, rule(JAB, ["mood", "bad"])]}, "condition", "条件", "rules[1].if", "mood"),
    "shape": Case({}, "missing", "ありません", "rules", "rules"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_what_does_not_fit_is_named(case: Case) -> None:
    with pytest.raises(PatternError) as caught:
        to_records(case.policy)
    assert case.en in caught.value.en
    assert case.ja in caught.value.ja
    for text in (caught.value.en, caught.value.ja):
        assert text.startswith(case.where)
        assert str(case.limit) in text


@pytest.mark.parametrize(
    "policy",
    [
        {"rules": [WAIT] * RULES, "react": [WAIT] * 24, "free": [WAIT] * 16, "never": [{"a": "kick"}] * BANS},
        {"rules": [*map(series, range(1, 9)), *map(turn_about, STATIC[: CURSORS - 8])]},
        {"rules": [cycle(62)]},
        {"rules": [rule({"first": [JAB] * 62})]},
        either([HIT] * 62),
        either([["until", ["turn", "==", n]] for n in range(LATCHES)]),
        either([["every", n] for n in range(1, DUES + 1)]),
    ],
    ids=["lists", "series", "at", "acts", "depth", "latches", "dues"],
)
def test_the_limit_itself_fits(policy: dict[str, Any]) -> None:
    to_records(policy)


@pytest.mark.parametrize(
    ("policy", "where"),
    [
        ({"rules": [rule({"a": "moonwalk"})]}, "rules[0].do"),
        ({"rules": [rule({"a": "nothing"})]}, "rules[0].do"),
        ({"rules": [rule(JAB | {"at": ["tail"]})]}, "rules[0].do"),
        ({"rules": [rule(JAB, ["held", "tail"])]}, "rules[0].if"),
        ({"rules": [rule(JAB, ["not", ["mood"]])]}, "rules[0].if.not"),
        ({"rules": [rule(JAB, ["state", "me", "bored"])]}, "rules[0].if"),
        ({"rules": [], "never": [{"a": "moonwalk"}]}, "never[0]"),
        ({"rules": [], "never": [{"a": "jab", "at": ["tail"]}]}, "never[0]"),
    ],
)
def test_words_the_duel_lacks_are_named(
    policy: dict[str, Any], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The language may learn a word before the duel does: still an error with its place."""
    monkeypatch.setattr("budosim.ai.records.validate", lambda policy: [])
    with pytest.raises(PatternError, match="duel knows no") as caught:
        to_records(policy)
    assert caught.value.en.startswith(f"{where}:")
    assert caught.value.ja.startswith(f"{where}:")
    assert "試合" in caught.value.ja
