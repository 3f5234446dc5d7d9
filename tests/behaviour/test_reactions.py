"""Checks 9-11, 26-29 of the behaviour list: waiting, answering, defending, free decisions (even dice)."""

from __future__ import annotations

import pytest
from bench import ME, karateka, metronome, play
from checks import BLOWS, Check, Trace, names

RIPOSTE = {
    "rules": [{"if": ["def", "me", "riposte", "ok"], "do": {"a": "attack"}}, {"do": {"a": "wait"}}],
    "react": [{"do": {"a": "riposte"}}],
    "never": [{"a": "@attack", "if": ["not", ["provoked"]]}],
    "rest": "only",
}
DODGE_FIRST = {
    "rules": [{"do": {"a": "punch", "at": ["torso"]}}],
    "react": [{"do": {"first": [{"a": "dodge", "retreat": True}, {"a": "parry"}]}}],
}
BY_KIND = {
    "rules": [],
    "react": [
        {"if": ["or", ["state", "me", "stunned"], ["state", "me", "down"]], "do": {"a": "dodge"}},
        {"if": ["attacked_with", "@hand"], "do": {"a": "parry"}},
        {"if": ["attacked_with", "@kick"], "do": {"a": "dodge"}},
    ],
    "never": [{"a": "getup"}],
}
UNCAPPED = ["or", ["provoked"], ["every", 3], ["row", "opp", "@attack", "none", ">=", 2]]
CAPPED = {
    "rules": [{"if": UNCAPPED, "do": {"a": "attack"}}, {"do": {"a": "wait"}}],
    "never": [{"a": "@attack", "if": ["not", UNCAPPED]}],
}
GIVE_UP = {"rules": [], "free": [{"if": ["hp", "me", "<", 0.33], "do": {"a": "give_up"}}]}
LEGS_ONLY = {
    "rules": [],
    "free": [{"if": ["crippled", "me", "leg"], "do": {"a": "spend_cp", "at": ["leg"]}}],
}


PUNCH_AND_KICK = [(turn, 1, "kick" if turn % 2 else "punch", "torso") for turn in range(1, 61)]


def at_turn(turn: int) -> list[tuple[int, int, str, str]]:
    """A script that punches the torso once."""
    return [(turn, 1, "punch", "torso")]


def only_waits(trace: Trace) -> int:
    assert set(names(trace.acts)) == {"wait"}
    assert not trace.of("attack")
    return len(trace.acts)


def answers_only(trace: Trace) -> int:
    answered = 0
    for act, since in trace.answers():
        assert since or act["class"] not in BLOWS
        answered += bool(since) and act["act"] != "wait"
    ripostes = 0
    for defence in trace.of("defence"):
        assert (defence["defence"] == "riposte") == ("riposte" in defence["legal"])
        ripostes += defence["defence"] == "riposte"
    assert answered >= 20
    return ripostes


def one_answer_to_a_riposte(trace: Trace) -> int:
    first = [defence["result"] for defence in trace.of("defence")]
    assert first == ["success"]
    assert [act["t"] for act in trace.blows] in ([5], [6])
    return len(trace.acts)


def no_answer_to_a_failed_riposte(trace: Trace) -> int:
    assert [defence["defence"] for defence in trace.of("defence")] == ["riposte"]
    assert [defence["result"] for defence in trace.of("defence")] == ["failure"]
    assert not trace.of("attack")
    return len(trace.acts)


def dodges_and_goes_back(trace: Trace) -> int:
    for defence in trace.of("defence"):
        assert "dodge" in defence["legal"]
        assert defence["defence"] == "dodge"
        assert defence["retreat"] == defence["retreat_legal"]
    assert any(defence["retreat"] for defence in trace.of("defence"))
    return len(trace.of("defence"))


def by_kind(trace: Trace) -> int:
    """Stunned in turns 20-39, down from 40 on."""
    seen = set()
    open_ = 0
    for defence in trace.of("defence"):
        kind = defence["attack"]["class"]
        wanted = "dodge" if defence["t"] >= 20 or kind == "kick" else "parry"
        assert defence["defence"] == wanted or wanted not in defence["legal"]
        open_ += wanted in defence["legal"]
        seen.add((kind, min(defence["t"] // 20, 2)))
    assert len(seen) == 6
    return open_


def blow_turns(trace: Trace) -> list[int]:
    return [act["t"] for act in trace.blows]


def no_cap_when_attacked(trace: Trace) -> int:
    assert blow_turns(trace)[-58:] == list(range(3, 61))
    return len(trace.blows)


def cap_lifted_by_two_passive_turns(trace: Trace) -> int:
    turns = blow_turns(trace)
    assert len([turn for turn in turns if turn < 3]) <= 1
    assert [turn for turn in turns if turn >= 3] == list(range(3, 61))
    assert "wait" in names(trace.acts)
    return len(turns)


def cap_back_after_an_attack(trace: Trace) -> int:
    """The foe attacks once, at turn 10."""
    turns = [act["t"] for act, since in trace.answers() if act["class"] in BLOWS and not since]
    assert len([turn for turn in turns if turn < 3]) <= 1
    assert len([turn for turn in turns if turn in (11, 12)]) <= 1
    assert [turn for turn in turns if turn >= 13] == list(range(13, 61))
    assert [turn for turn in turns if 3 <= turn <= 9] == list(range(3, 10))
    return len(turns)


def gives_up_below_a_third(trace: Trace) -> int:
    """5 of 12 at turn 10, 4 at turn 15, 3 at turn 20."""
    decided = [(event["what"], event["t"], event["s"]) for event in trace.of("decide")]
    assert decided == [("give_up", 20, 1)]
    assert trace.events[-1]["t"] == 20
    return len(decided)


def restores_legs_while_points_last(trace: Trace) -> int:
    """An arm is lost at turn 5, a leg at 10, the other at 20, the first again at 30; two points."""
    decided = [(event["what"], event["t"], event["s"], event["at"]) for event in trace.of("decide")]
    assert decided == [("spend_cp", 10, 1, "leg.R"), ("spend_cp", 20, 1, "leg.L")]
    assert min(act["state"]["a"]["unspent_cp"] for act in trace.acts) == 0
    return len(decided)


LOST = [(5, ["arm.L"]), (10, ["leg.R"]), (20, ["leg.L"]), (30, ["leg.R"])]
CHECKS = [
    Check("9", RIPOSTE, only_waits),
    Check("10", RIPOSTE, answers_only, bench={"acts": metronome(), "subturns": 2}),
    Check("11", RIPOSTE, one_answer_to_a_riposte, bench={"acts": at_turn(5), "subturns": 2}),
    Check(
        "11 failed", RIPOSTE, no_answer_to_a_failed_riposte,
        bench={"acts": at_turn(5), "me": karateka(dx=3)},
    ),
    Check("26", DODGE_FIRST, dodges_and_goes_back, bench={"acts": metronome()}),
    Check(
        "27", BY_KIND, by_kind,
        bench={
            "acts": PUNCH_AND_KICK, "foe": ME,
            "states": [
                (20, "a", "stunned", "mental"), (40, "a", "stunned", None), (40, "a", "posture", "lying"),
            ],
        },
    ),
    Check(
        "28 attacked", CAPPED, no_cap_when_attacked, bench={"acts": metronome()},
        null={"rules": [{"do": {"a": "wait"}}], "rest": "only"},
    ),
    Check("28 passive", CAPPED, cap_lifted_by_two_passive_turns),
    Check("28 once", CAPPED, cap_back_after_an_attack, bench={"acts": at_turn(10)}),
    Check(
        "29 give up", GIVE_UP, gives_up_below_a_third, least=1,
        bench={"immortal": "b", "states": [(10, "a", "hp", 5), (15, "a", "hp", 4), (20, "a", "hp", 3)]},
    ),
    Check(
        "29 points", LEGS_ONLY, restores_legs_while_points_last, least=2,
        bench={"me": karateka(cp=2), "states": [(t, "a", "crippled", lost) for t, lost in LOST]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_reaction(check: Check) -> None:
    for trace in play(check.policy, **check.bench):
        assert check.holds(trace) >= check.least


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_another_policy_fails(check: Check) -> None:
    """Mostly the empty one; were it otherwise, the check would show nothing."""
    (trace,) = play(check.null, **{**check.bench, "seeds": 1})
    with pytest.raises(AssertionError):
        check.holds(trace)
