"""Blows that were stopped one after another, told as one flurry: a list of parries is no story."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from budosim.systems.gurps3.story_steps import Beat, Break, Heading, Step

BLOCKED = ("parried", "grab_parried")
STOPPED = (*BLOCKED, "dodged", "grab_dodged")
BY_THEMSELVES = frozenset({"counter", "wait", "def:riposte", "def:aggr_parry", "def:parrying_kick"})
"""Marks of what is worth a sentence of its own."""
APART = 3
"""One pair in so many stays apart; three and more are always told together."""


def in_flurries(steps: Sequence[Step]) -> list[Step]:
    """The steps with runs of stopped blows of one fighter joined, each with the events of all of them."""
    out: list[Step] = []
    run: list[Beat] = []
    for step in steps:
        if isinstance(step, Beat) and _joins(step) and (not run or run[0].who == step.who):
            run.append(step)
            continue
        out += _told(run)
        run = []
        if isinstance(step, Beat) and _joins(step):
            run = [step]
        else:
            out.append(step)
    return [*out, *_told(run)]


def _joins(beat: Beat) -> bool:
    return beat.what in STOPPED and not beat.marks & BY_THEMSELVES


def _told(run: Sequence[Beat]) -> Iterable[Step]:
    if len(run) < 2 or (len(run) == 2 and run[0].events[0] % APART == 0):
        return run
    what = "flurry_parried" if all(beat.what in BLOCKED for beat in run) else "flurry_stopped"
    events = tuple(sorted({event for beat in run for event in beat.events}))
    marks = reduce(frozenset.intersection, (beat.marks for beat in run))
    return [Beat(what, run[0].who, events, marks, run[0].act, run[0].at, tuple(str(beat.act) for beat in run))]


def without_empty_turns(steps: Sequence[Step]) -> list[Step]:
    """The steps without the headings of turns of which nothing is told."""
    kept: list[Step] = []
    for step in steps:
        while isinstance(step, Heading) and kept and isinstance(kept[-1], (Heading, Break)):
            kept.pop()
        kept.append(step)
    return kept
