"""Checks 1-3, 5-7, 12, 16-20, 22, 23 of the behaviour list: what is done, turn by turn (even dice)."""

from __future__ import annotations

from typing import Any

import pytest
from bench import play
from checks import Check, Trace, names, turns_of, word

LOW: dict[str, Any] = {"a": "low_kick"}
SEED_1 = {
    "rules": [
        {"if": ["every", 3], "do": {"a": "feint"}},
        {"do": {"a": "attack", "at": ["eye", "groin"], "mainly": "@vital"}},
    ],
    "rest": "only",
}
SEED_2 = {
    "rules": [
        {"if": ["crippled", "opp", "leg"], "do": {"first": [{"a": "hold"}, {"a": "submission"}]}},
        {"if": ["every", 2], "do": {"a": "feint"}},
        {"do": LOW},
    ],
    "rest": "only",
}
PUNCHES_ONCE_A_LEG_IS_LOST = {
    "rules": [
        {"if": ["crippled", "opp", "leg"], "do": {"a": "punch"}},
        {"if": ["every", 2], "do": {"a": "feint"}},
        {"do": LOW},
    ],
    "rest": "only",
}
PUNCH_ONLY = {"rules": [{"do": {"a": "punch"}}], "rest": "only"}
ARMS = ["arm.R", "arm.L"]
LEG_LOST, LEG_SOUND = (10, "b", "crippled", ["leg.R"]), (20, "b", "crippled", [])


def feint_every_second_turn(trace: Trace) -> int:
    assert turns_of(trace.acts, "feint") == list(range(2, 61, 2))
    return len(trace.acts)


def feint_first_of_three(trace: Trace) -> int:
    assert len(trace.acts) == 180
    assert [(act["t"], act["s"]) for act in trace.acts if act["act"] == "feint"] == [
        (turn, 1) for turn in range(2, 61, 2)
    ]
    return len(trace.acts)


def feint_every_third_turn(trace: Trace) -> int:
    feints = turns_of(trace.acts, "feint")
    assert len(feints) == 20
    assert [(turn - 1) // 3 for turn in feints] == list(range(20))
    return len(trace.acts)


def only_low_kicks_beside_feints(trace: Trace) -> int:
    others = [act for act in trace.acts if act["act"] != "feint"]
    assert {(act["act"], word(act["at"])) for act in others} == {("low_kick", "leg")}
    return len(others)


def only_punches_once_a_leg_is_lost(trace: Trace) -> int:
    assert set(names(act for act in trace.acts if act["t"] < 10)) == {"low_kick", "feint"}
    after = [act for act in trace.acts if act["t"] >= 10]
    assert set(names(after)) == {"punch"}
    return len(after)


def low_kicks_return_with_the_leg(trace: Trace) -> int:
    assert only_punches_once_a_leg_is_lost(Trace([e for e in trace.events if e["t"] < 20]))
    after = [act for act in trace.acts if act["t"] >= 20]
    assert turns_of(after, "feint") == list(range(20, 61, 2))
    assert turns_of(after, "low_kick") == list(range(21, 61, 2))
    return len(after)


def nothing_without_arms(trace: Trace) -> int:
    assert "punch" in names(act for act in trace.acts if act["t"] < 10)
    after = [act for act in trace.acts if act["t"] >= 10]
    assert not [act for act in after if act["class"] in ("hand", "kick", "grapple", "throw", "lock")]
    return len(after)


def one_spin_kick_in_three_attacks(trace: Trace) -> int:
    kinds = [act["act"] == "spin_kick" for act in trace.blows]
    assert "feint" in names(trace.acts)
    assert all(sum(kinds[i : i + 3]) == 1 for i in range(len(kinds) - 2))
    return len(kinds)


def low_kicks_second_and_third(trace: Trace) -> int:
    kicks = names(trace.blows)
    assert kicks == [("high_kick", "low_kick", "low_kick")[i % 3] for i in range(len(kicks))]
    return len(kicks)


def eye_neck_groin(trace: Trace) -> int:
    assert not [act for act in trace.acts if act["t"] == 10]
    places = [word(act["at"]) for act in trace.blows]
    assert places == [("eye", "neck", "groin")[i % 3] for i in range(len(places))]
    return len(places)


def eyes_then_neck(trace: Trace) -> int:
    assert {word(act["at"]) for act in trace.blows if act["t"] < 5} == {"eye"}
    assert {word(act["at"]) for act in trace.blows if act["t"] >= 5} == {"neck"}
    return len(trace.blows)


def first_turn_waits(trace: Trace) -> int:
    assert set(names(act for act in trace.acts if act["t"] == 1)) == {"wait"}
    assert "wait" not in names(act for act in trace.acts if act["t"] > 1)
    return len(trace.acts)


def kick_until_hurt_then_punch(trace: Trace) -> int:
    """Hurt at 10, healed at 20."""
    assert [act["act"] for act in trace.acts] == ["kick"] * 9 + ["punch"] * 51
    return len(trace.acts)


def kick_while_sound(trace: Trace) -> int:
    assert [act["act"] for act in trace.acts] == ["kick"] * 9 + ["punch"] * 10 + ["kick"] * 41
    return len(trace.acts)


HURT = [(10, "a", "hp", 5), (20, "a", "hp", 12)]
UNTIL_HURT = {
    "rules": [{"if": ["until", ["hp", "me", "<", 0.5]], "do": {"a": "kick"}}, {"do": {"a": "punch"}}]
}
WHILE_SOUND = {"rules": [{"if": ["hp", "me", ">=", 0.5], "do": {"a": "kick"}}, {"do": {"a": "punch"}}]}
SPIN = {
    "rules": [
        {"if": ["every", 4], "do": {"a": "feint"}},
        {"if": ["every", 3, 1, "attack"], "do": {"a": "spin_kick"}},
        {"do": {"a": "round_kick"}},
    ]
}
TWO_OF_THREE = {"rules": [{"if": ["every", 3, 2, "attack"], "do": LOW}, {"do": {"a": "high_kick"}}]}


def aimed(act: str, pick: str) -> dict[str, Any]:
    return {"rules": [{"do": {"a": act, "at": ["eye", "neck", "groin"], "pick": pick}}]}


def feint_every(n: int) -> dict[str, Any]:
    return {"rules": [{"if": ["every", n], "do": {"a": "feint"}}, {"do": {"a": "punch"}}]}


def feints_at(step: int) -> Any:
    def check(trace: Trace) -> int:
        assert turns_of(trace.acts, "feint") == list(range(step, 61, step))
        return len(trace.acts)

    return check


CHECKS = [
    Check("1", SEED_2, feint_every_second_turn),
    Check("2", SEED_2, feint_first_of_three, bench={"subturns": 3}),
    Check("3", SEED_1, feint_every_third_turn),
    Check("5", SEED_2, only_low_kicks_beside_feints),
    Check(
        "6", PUNCHES_ONCE_A_LEG_IS_LOST, only_punches_once_a_leg_is_lost,
        bench={"states": [LEG_LOST]},
    ),
    Check(
        "7", PUNCHES_ONCE_A_LEG_IS_LOST, low_kicks_return_with_the_leg,
        bench={"states": [LEG_LOST, LEG_SOUND]},
    ),
    Check("12", PUNCH_ONLY, nothing_without_arms, bench={"states": [(10, "a", "crippled", ARMS)]}),
    Check("16", SPIN, one_spin_kick_in_three_attacks),
    Check("17", TWO_OF_THREE, low_kicks_second_and_third),
    Check(
        "18", aimed("punch", "cycle"), eye_neck_groin,
        bench={"states": [(10, "a", "stunned", "mental"), (11, "a", "stunned", None)]},
    ),
    Check("19", aimed("hand_strike", "first"), eyes_then_neck, bench={"states": [(5, "b", "blind", True)]}),
    Check(
        "20", {"rules": [{"if": ["turn", "==", 1], "do": {"a": "wait"}}, {"do": LOW}]}, first_turn_waits,
        bench={"subturns": 3},
    ),
    Check("22 then", UNTIL_HURT, kick_until_hurt_then_punch, bench={"states": HURT}),
    Check("22 while", WHILE_SOUND, kick_while_sound, bench={"states": HURT}),
    Check("23 every third", feint_every(3), feints_at(3)),
    Check("23 every second", feint_every(2), feints_at(2)),
]  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_behaviour(check: Check) -> None:
    for trace in play(check.policy, **check.bench):
        assert check.holds(trace) >= check.least


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_the_empty_policy_fails(check: Check) -> None:
    """Were it otherwise, the check would show nothing."""
    (trace,) = play(check.null, **{**check.bench, "seeds": 1})
    with pytest.raises(AssertionError):
        check.holds(trace)
