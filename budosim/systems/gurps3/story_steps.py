"""What a story is made of before it has words: situations, headings and the moments a fighter speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]
Numbered = tuple[int, Event]
"""An event and its place in the trace."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One situation, told in one sentence.

    Marks narrow the choice of a form: `near` and `wide` (a miss by one, by six or more), `narrow` and `easy`
    (a defence by nothing, by five or more), `back` (with a retreat), `read` (the attack was foreseen),
    `acro`, `def:<defence>` that held, `try:parry` / `try:dodge` that did not, `open` (none was tried),
    `lured` (after a feint), `counter`, `wait`, `aoa`, `a_down` / `b_down` (who lies), `act:`, `fam:` and
    `at:` (what kind of blow, where to), `big` (a feint won by four or more), `far` (two yards and more),
    `numb` (for some turns only), `fragile`, `both` (eyes), `faded` (could not stay awake), `own` (by his own
    doing), `spent` (his own technique put him on the floor), `upright`, the ending's name, `college:`, `self` and
    `foe` (what kind of spell, on whom); those of grabs are said in story_grabs.py. `acts` are those of a flurry.
    """

    what: str
    who: str
    events: tuple[int, ...]
    marks: frozenset[str] = frozenset()
    act: str | None = None
    at: str | None = None
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """A turn begins; `until` is above `turn` where quiet turns are told as one."""

    turn: int
    until: int
    hp: Mapping[str, int]
    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """A moment for one of a fighter's own lines."""

    who: str
    key: str


@dataclass(frozen=True, slots=True)
class Break:
    """The other fighter's turn: a new paragraph."""


Step = Beat | Heading | Say | Break


def other(who: str) -> str:
    """The opponent."""
    return "b" if who == "a" else "a"


def numbers(events: list[Numbered]) -> tuple[int, ...]:
    """Where events stand in the trace."""
    return tuple(i for i, _ in events)
