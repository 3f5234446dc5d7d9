"""What tests of the story share: a short made-up bout, and what is told of it."""

from __future__ import annotations

import random
from typing import Any

from bout_maker import Event, Maker, state

from budosim.systems.gurps3.story_beats import Narrator
from budosim.systems.gurps3.story_steps import Beat, Say
from budosim.systems.gurps3.story_words import Lang

Folk = dict[str, dict[str, Any]]
LANGS: tuple[Lang, ...] = ("ja", "en")
FOLK: Folk = {"a": {"name": "鷹村 蓮", "sex": "男", "lines": {}}, "b": {"name": "Ken", "lines": {}}}


def maker(t: int = 1, of: str = "a") -> Maker:
    """A bout in the first sub-turn of a turn."""
    made = Maker(random.Random(1))
    made.t, made.of, made.s = t, of, 0
    made.add("turn", of, subturns=1, owed=0, state=state())
    made.s = 1
    return made


def beats(events: list[Event]) -> list[Beat]:
    """The situations told."""
    return [step for step in Narrator().steps(events) if isinstance(step, Beat)]


def names(events: list[Event]) -> list[str]:
    """Their names."""
    return [beat.what for beat in beats(events)]


def says(events: list[Event]) -> list[tuple[str, str]]:
    """The moments for lines."""
    return [(s.who, s.key) for s in Narrator().steps(events) if isinstance(s, Say)]


def deed(made: Maker, act: str, who: str = "a", opt: str | None = None, back: bool = False) -> None:
    """A decision."""
    made.add("act", who, act=act, at=None, opt=opt, back=back, state=state())


def moved(made: Maker, who: str, why: str) -> None:
    """A change of place."""
    made.add("move", who, **{"from": [0, 0], "to": [1, 0]}, facing=0, why=why, distance=2)
