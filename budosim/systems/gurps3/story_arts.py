"""What is told of cinematic skills and combinations: gathering strength, how an art comes out, a series of moves."""

from __future__ import annotations

from collections.abc import Sequence

from budosim.systems.gurps3.story_steps import Beat, Event, Numbered, numbers

SUCCESS = ("success", "critical_success")
COMBINATION = "combination"


def arts_of(head: Event) -> tuple[str, ...]:
    """The skills an act is about; one may be named with another, as `power_blow+breaking_blow`."""
    return tuple(name for name in str(head.get("name") or "").split("+") if name)


def art(events: Sequence[Numbered], head: Event) -> list[Beat]:
    """A cinematic skill: how it came out, or that strength is being gathered for it."""
    who, names = str(head["who"]), arts_of(head)
    at = numbers(list(events))
    marks = frozenset(f"art:{name}" for name in names)
    name = names[0] if names else "cine"
    contest = next((e for _, e in events if e["k"] == "contest" and e["who"] == who and e["what"] in names), None)
    if contest is not None:
        return [Beat("art_won" if contest["winner"] == "me" else "art_lost", who, at, marks, name)]
    rolls = [e for _, e in events if e["k"] == "roll" and e["who"] == who and e["what"] in names]
    if rolls:
        made = all(roll["result"] in SUCCESS for roll in rolls)
        return [Beat("art_ready" if made else "art_failed", who, at, marks, name)]
    return [Beat("focus", who, at, marks, name)]


def series(events: Sequence[Numbered], head: Event) -> list[Beat]:
    """A combination: whether more than its first move comes about."""
    who = str(head["who"])
    contest = next((e for _, e in events if e["k"] == "contest" and e["what"] == COMBINATION), None)
    if contest is None:
        return []
    what = "combo_go" if contest["winner"] == "me" else "combo_lost"
    return [Beat(what, who, numbers(list(events)), frozenset(), "combo")]
