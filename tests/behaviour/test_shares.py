"""Checks 4, 13-15, 21, 24 of the behaviour list: how often (real dice, free sub-turns only).

The tolerance is ±4·sqrt(p(1-p)/n) for the n that was counted: a right program fails one in 16,000 times, and
the seeds are fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from bench import ME, play
from checks import BLOWS, EMPTY, FACE, Event, Policy, Trace, word

LONG = {"dice": None, "subturns": 3, "turns": 138, "seeds": 10}
LEAST = 4000
ARMS = [(1, "a", "crippled", ["arm.R", "arm.L"])]
LOW = {"a": "low_kick"}
SEED_1 = {
    "rules": [
        {"if": ["every", 3], "do": {"a": "feint"}},
        {"do": {"a": "attack", "at": ["eye", "groin"], "mainly": "@vital"}},
    ],
    "rest": "only",
}
MOSTLY_JAB = {"rules": [{"do": {"any": [[0.75, {"a": "jab"}], [0.25, {"a": "free"}]]}}]}
SEVEN_TO_THREE = {"rules": [{"do": {"any": [[0.7, {"a": "punch"}], [0.3, {"a": "kick"}]]}}]}
NOW_AND_THEN = {"rules": [{"if": ["p", 0.15], "do": {"a": "feint"}}, {"do": LOW}]}
EVERY_SEVENTH = {"rules": [{"if": ["every", 7], "do": {"a": "feint"}}, {"do": LOW}]}
NEVER_THE_FACE = {
    "rules": [
        {"if": ["every", 3], "do": {"a": "attack", "at": ["@any"]}},
        {"do": {"first": [{"a": "attack", "at": ["face"]}, {"a": "@hand", "at": ["@high"]}, {"a": "free"}]}},
    ],
    "never": [{"a": "@attack", "at": ["face"]}],
}


def free_acts(policy: Policy, **bench: Any) -> list[Event]:
    """My free sub-turns over all bouts."""
    return [act for trace in play(policy, **(LONG | bench)) for act in trace.free]


@cache
def default_blows() -> tuple[Event, ...]:
    """What a fighter without any orders does; enough to see that it is something else."""
    return tuple(blows(free_acts(EMPTY, seeds=2)))


def blows(acts: Iterable[Event]) -> list[Event]:
    return [act for act in acts if act["class"] in BLOWS]


def near(part: int, whole: int, p: float) -> bool:
    """Whether a share is the one expected."""
    assert whole >= LEAST
    return abs(part / whole - p) <= 4 * (p * (1 - p) / whole) ** 0.5


def far(part: int, whole: int, p: float) -> bool:
    """Whether a share is plainly another one."""
    assert whole >= LEAST // 10
    return abs(part / whole - p) > 0.1


def share(acts: Iterable[Event], holds: Callable[[Event], bool]) -> tuple[int, int]:
    found = list(acts)
    return sum(map(holds, found)), len(found)


def test_check_4_places_of_seed_1() -> None:
    """The pool holds the listed places too: .75 + .25 * 2/4 of the blows go there."""
    places = Counter(word(act["at"]) for act in blows(free_acts(SEED_1, turns=150)))
    n = places.total()
    listed = places["eye"] + places["groin"]
    assert set(places) == {"eye", "groin", "neck", "vitals"}
    assert near(listed, n, 0.875)
    assert abs(places["eye"] / listed - 0.5) <= 0.034


def test_check_4_null() -> None:
    places = Counter(word(act["at"]) for act in default_blows())
    assert set(places) != {"eye", "groin", "neck", "vitals"}


def no_punch_but_blows(policy: Policy) -> None:
    acts = free_acts(policy, states=ARMS, turns=60, seeds=2)
    other, n = share(acts, lambda act: act["class"] == "kick")
    assert n >= 300
    assert "punch" not in {act["act"] for act in acts}
    assert other / n >= 0.95


def test_check_13_other_attacks_when_the_arms_are_lost() -> None:
    no_punch_but_blows({"rules": [{"do": {"a": "punch"}}]})


def test_check_13_null() -> None:
    """With "only" nothing is left."""
    with pytest.raises(AssertionError):
        no_punch_but_blows({"rules": [{"do": {"a": "punch"}}], "rest": "only"})


def test_check_14_mostly() -> None:
    """What the default would pick of it anyway is added: .75 + .25 q."""
    jabs, n = share(default_blows(), lambda act: act["act"] == "jab")
    q = jabs / n
    assert near(*share(blows(free_acts(MOSTLY_JAB)), lambda act: act["act"] == "jab"), 0.75 + 0.25 * q)
    assert far(jabs, n, 0.75 + 0.25 * q)


def test_check_15_seven_to_three() -> None:
    def punch(act: Event) -> bool:
        return bool(act["act"] == "punch")

    assert near(*share(blows(free_acts(SEVEN_TO_THREE)), punch), 0.7)
    assert far(*share(default_blows(), punch), 0.7)


def gaps_fit(traces: list[Trace], p: float) -> bool:
    """Whether the gaps between feints are those of independent chances (chi-square, 8 cells, p > .001)."""
    edges = (1, 2, 3, 4, 6, 8, 11, 16)
    gaps: list[int] = []
    for trace in traces:
        at = [i for i, act in enumerate(trace.free) if act["act"] == "feint"]
        gaps += [b - a for a, b in pairwise(at)]
    assert len(gaps) >= 100
    chi = 0.0
    for i, low in enumerate(edges):
        high = edges[i + 1] if i + 1 < len(edges) else None
        expected = ((1 - p) ** (low - 1) - ((1 - p) ** (high - 1) if high else 0)) * len(gaps)
        found = sum(low <= gap and (high is None or gap < high) for gap in gaps)
        chi += (found - expected) ** 2 / expected
    return chi < 24.32


def test_check_24_now_and_then() -> None:
    traces = play(NOW_AND_THEN, **LONG)
    feints, n = share((act for trace in traces for act in trace.free), lambda act: act["act"] == "feint")
    assert near(feints, n, 0.15)
    assert gaps_fit(traces, 0.15)


def test_check_24_null_a_disguised_counter() -> None:
    traces = play(EVERY_SEVENTH, **(LONG | {"subturns": 1}))
    feints = sum(act["act"] == "feint" for trace in traces for act in trace.free)
    assert feints == 10 * (138 // 7)
    assert not gaps_fit(traces, 1 / 7)


def aimed_at_the_face(policy: Policy, bouts: int) -> int:
    """Blows aimed at the face in bouts to the end; random places are no aim."""
    n = found = 0
    for trace in play(policy, acts=None, foe=ME, foe_policy=EMPTY, immortal="", dice=None, seeds=bouts):
        aims = [*(act["at"] for act in trace.blows), *(blow["at"] for blow in trace.of("attack"))]
        n += len(aims)
        found += sum(at in FACE for at in aims)
    assert n >= bouts
    return found


def test_check_21_never_the_face() -> None:
    assert aimed_at_the_face(NEVER_THE_FACE, 200) == 0


def test_check_21_null() -> None:
    """The same orders without the ban do go there."""
    assert aimed_at_the_face({"rules": NEVER_THE_FACE["rules"]}, 20) > 20
