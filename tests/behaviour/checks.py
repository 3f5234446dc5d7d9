"""Traces of bench bouts as the behaviour checks read them (contract §6), and what a check is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Event = Mapping[str, Any]
Policy = dict[str, Any]
EMPTY: Policy = {"rules": []}
FACE = ("head", "eye.R", "eye.L", "jaw", "nose")
BLOWS = ("hand", "kick")


@dataclass(frozen=True)
class Trace:
    """One bout; a is the fighter whose policy is looked at."""

    events: Sequence[Event]

    def of(self, kind: str, who: str = "a") -> list[Event]:
        return [event for event in self.events if event["k"] == kind and event["who"] == who]

    @property
    def acts(self) -> list[Event]:
        """What I did with my sub-turns."""
        return self.of("act")

    @property
    def blows(self) -> list[Event]:
        """My sub-turns that were attacks."""
        return [act for act in self.acts if act["class"] in BLOWS]

    @property
    def free(self) -> list[Event]:
        """My sub-turns in which I stand free and within reach (a step to get there is none of them)."""
        return [act for act in self.acts if act["act"] != "approach" and at_liberty(act["state"]["a"])]

    def answers(self) -> Iterator[tuple[Event, list[Event]]]:
        """Each own sub-turn with the attacks the foe made since the one before."""
        since: list[Event] = []
        for event in self.events:
            if event["k"] == "attack" and event["who"] == "b":
                since.append(event)
            elif event["k"] == "act" and event["who"] == "a":
                yield event, since
                since = []


def at_liberty(state: Mapping[str, Any]) -> bool:
    """Whether a fighter stands, neither stunned nor held."""
    return not (
        state["posture"] != "standing" or state["stunned"] or state["grappled"] or state["pinned"]
    )


def names(acts: Iterable[Event]) -> list[str]:
    return [act["act"] for act in acts]


def turns_of(acts: Iterable[Event], name: str) -> list[int]:
    return [act["t"] for act in acts if act["act"] == name]


def word(at: str | None) -> str:
    """A place without its side."""
    return (at or "").split(".")[0]


@dataclass(frozen=True)
class Check:
    """A pattern, the bench it is watched on, and what must hold in every bout."""

    number: str
    policy: Policy
    holds: Callable[[Trace], int]
    """Asserts; returns how many events it looked at."""
    least: int = 20
    """Events below which nothing was tested."""
    bench: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `play`."""
    null: Policy = field(default_factory=lambda: EMPTY)
    """A policy that must fail the check."""
