"""Policies as JSON: what is refused, and the normal form."""

from __future__ import annotations

from typing import Any

import pytest

from budosim.ai.normal_form import normalise
from budosim.ai.policy import negate, validate

BAD: list[Any] = [
    None,
    [],
    {},
    {"rules": {}},
    {"rules": [], "x": 1},
    {"rules": [], "rest": "all"},
    {"rules": [{"if": ["provoked"]}]},
    {"rules": [{"do": {"a": "fly"}}]},
    {"rules": [{"do": {"a": "punch", "at": ["tail"]}}]},
    {"rules": [{"do": {"a": "punch", "pick": "cycle"}}]},
    {"rules": [{"do": {"a": "cast"}}]},
    {"rules": [{"if": ["every", 0], "do": {"a": "punch"}}]},
    {"rules": [{"if": ["hp", "me", "<", 1.5], "do": {"a": "punch"}}]},
    {"rules": [{"if": ["and", ["provoked"]], "do": {"a": "punch"}}]},
    {"rules": [{"if": ["nonsense"], "do": {"a": "punch"}}]},
    {"rules": [{"do": {"any": [[0.5, {"a": "punch"}], [0.2, {"a": "kick"}]]}}]},
    {"rules": [{"do": {"seq": [{"a": "punch"}]}}]},
    {"rules": [], "never": [{"a": "@attack", "if": ["turn", "=", 1]}]},
    {"rules": [{"do": {"a": "cast", "spell": "a》b"}}]},
    {"rules": [{"if": ["hp", "me", "<", float("nan")], "do": {"a": "punch"}}]},
]


@pytest.mark.parametrize("policy", BAD)
def test_bad_policies_are_refused(policy: Any) -> None:
    problems = validate(policy)
    assert problems
    assert all(p.en and p.ja for p in problems)


def test_deep_nesting_is_a_problem_not_a_crash() -> None:
    cond: list[Any] = ["provoked"]
    for _ in range(300):
        cond = ["not", cond]
    assert validate({"rules": [{"if": cond, "do": {"a": "punch"}}]})


def test_normal_form() -> None:
    messy = {
        "rules": [
            {
                "if": ["and", ["not", ["hp", "me", "<", 0.5]], ["and", ["provoked"], ["provoked"]]],
                "do": {"any": [[1.0, {"a": "punch", "retreat": False}]]},
            },
            {
                "if": ["every", 3, 1, "turn"],
                "do": {"seq": [{"a": "jab"}, {"a": "hook"}, {"a": "jab"}, {"a": "hook"}], "loop": True},
            },
        ],
        "react": [],
        "rest": "default",
    }
    tidy = normalise(messy)
    assert tidy == {
        "rules": [
            {"if": ["and", ["hp", "me", ">=", 0.5], ["provoked"]], "do": {"a": "punch"}},
            {"if": ["every", 3], "do": {"seq": [{"a": "jab"}, {"a": "hook"}], "loop": True}},
        ]
    }
    assert normalise(tidy) == tidy


def test_negation_turns_operators() -> None:
    assert negate(["turn", "<=", 3]) == ["turn", ">", 3]
    assert negate(["initiative", "me"]) == ["initiative", "opp"]
    assert negate(negate(["provoked"])) == ["provoked"]
    assert negate(["until", ["provoked"]]) == ["since", ["provoked"]]
