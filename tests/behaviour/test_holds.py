"""Checks 6-8 and 25 of the behaviour list with real holds (even dice)."""

from __future__ import annotations

from typing import Any

import pytest
from bench import BODY, LEARNED, STANDS, play
from checks import Check, Trace, names
from test_behaviour import LEG_LOST, LEG_SOUND, SEED_2

from budosim.systems.gurps3.entrant import entrant_of_text

JUDOKA = entrant_of_text(
    BODY.format(
        name="柔", st=8, dx=14, iq=8, ht=12, cp=0,
        more=LEARNED.replace('"空手" = 40\n', '"空手" = 40\n"柔道" = 40\n', 1),
    ),
    "judoka",
)  # fmt: skip
"""As the karateka of the bench, with the grips of a judoka."""
CASTER = entrant_of_text(
    BODY.format(
        name="術", st=10, dx=10, iq=14, ht=10, cp=0,
        more='[advantages]\n"魔法の素質" = 35\n[spells]\n"眩光" = 8\n"炎の作製" = 8\n"火球" = 8\n',
    ),
    "caster",
)  # fmt: skip
CLOSE = {"grapple", "takedown", "arm_lock", "finger_lock", "leg_lock", "choke", "scissors", "hold", "approach"}
LOCKS = {"arm_lock", "finger_lock", "leg_lock", "choke", "scissors"}
SEIZE: dict[str, Any] = {"rules": [{"do": {"first": [{"a": "hold"}, {"a": "submission"}]}}], "rest": "only"}
KIND: dict[str, Any] = {
    "rules": [{"if": ["type", "opp", "caster"], "do": {"a": "grapple"}}, {"do": {"a": "punch", "at": ["torso"]}}]
}


def only_holds_once_a_leg_is_lost(trace: Trace) -> int:
    after = [act for act in trace.acts if act["t"] >= 10]
    assert set(names(after)) <= CLOSE
    assert set(names(after)) & LOCKS
    assert set(names(act for act in trace.acts if act["t"] < 10)) == {"low_kick", "feint"}
    return len(after)


def keeps_the_lock(trace: Trace) -> int:
    locked = [act for act in trace.acts if act["state"]["b"]["locked"] or act["state"]["b"]["choked"]]
    assert locked
    assert set(names(locked)) == {"hold"}
    return len(locked)


def grapples_a_caster(trace: Trace) -> int:
    assert trace.acts[0]["act"] in ("grapple", "approach")
    assert not trace.blows
    return len(trace.acts)


def strikes_a_striker(trace: Trace) -> int:
    assert "grapple" not in names(trace.acts)
    assert trace.blows
    return len(trace.acts)


CHECKS = [
    Check("6", SEED_2, only_holds_once_a_leg_is_lost, bench={"states": [LEG_LOST]}),
    Check("8", SEIZE, keeps_the_lock),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_behaviour(check: Check) -> None:
    for trace in play(check.policy, me=JUDOKA, **check.bench):
        assert check.holds(trace) >= check.least


def test_a_lock_that_is_on_outlives_its_reason() -> None:
    """Check 7 with a hold: kept until the limb breaks or the tap (semantics §6.12), whatever became of the leg."""
    for trace in play(SEED_2, me=JUDOKA, states=[LEG_LOST, LEG_SOUND]):
        assert set(names(act for act in trace.acts if act["t"] >= 20)) == {"hold"}


def test_archetypes_part_the_plan() -> None:
    for trace in play(KIND, me=JUDOKA, foe=CASTER, dice=None):
        assert grapples_a_caster(trace) >= 20
    for trace in play(KIND, me=JUDOKA, dice=None):
        assert strikes_a_striker(trace) >= 20


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.number)
def test_another_policy_fails(check: Check) -> None:
    """Were it otherwise, the check would show nothing."""
    for trace in play(STANDS, me=JUDOKA, **check.bench):
        with pytest.raises(AssertionError):
            assert check.holds(trace) >= check.least
