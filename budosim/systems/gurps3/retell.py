"""One bout played by the talking core: its trace, and what the story needs of both fighters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from budosim.combat.gurps3.batch import told
from budosim.combat.gurps3.ids import Kind
from budosim.events.protocols import FREE_BOUT, STANDING, Pair, Stage
from budosim.systems.gurps3.arena import Duels, outcomes_of
from budosim.systems.gurps3.field_files import Setting
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.real_dice import Throws, script_of
from budosim.systems.gurps3.romaji import english_name
from budosim.systems.gurps3.rules import RULES_VERSION
from budosim.systems.gurps3.trace import FORMAT, events
from budosim.version import __version__

Trace = list[dict[str, Any]]


@dataclass(frozen=True)
class Retold:
    """A bout with everything that was said of it.

    Fields:
        trace: the events of contract §6.
        outcome: one row of `arena.MORE`.
        result: the core's own Result record.
        fighters: by side name, sex and lines for the story, and the pattern as written.
        turns: where own turns begin: the event's place in the trace, whose turn, both states (side a first).
    """

    number: int
    stage: Stage
    trace: Trace
    outcome: Any
    result: Any
    fighters: Mapping[str, Mapping[str, Any]]
    turns: list[tuple[int, int, Any]] = field(default_factory=list)

    @property
    def end(self) -> dict[str, Any]:
        """The last event."""
        return self.trace[-1]


def people_of(a: Fighter, b: Fighter) -> dict[str, dict[str, Any]]:
    """What the story and the replay are told of both fighters."""
    shown = {}
    for side, one in (("a", a), ("b", b)):
        name_en, short_en = english_name(one.sheet.entrant)
        shown[side] = {
            "name": one.name,
            "name_en": name_en,
            "short_en": short_en,
            "sex": one.sheet.entrant.sex,
            "lines": one.lines,
            "pattern": one.sheet.pattern,
            "unhurt": one.unhurt,
        }
    return shown


def retell(
    arena: Duels,
    slots: tuple[int, int],
    number: int,
    setting: Setting,
    *,
    stage: Stage = FREE_BOUT,
    before: Pair | None = None,
    standing: Pair | None = None,
    rolled_as: int | None = None,
    throws: Throws | None = None,
) -> Retold:
    """The bout `number` of two slots, from the conditions given or fresh.

    `slots` may be the same slot twice: then a fighter meets himself. `rolled_as` is the number whose dice are
    rolled when they are not the bout's own; `throws` are real dice in their place.
    """
    a, b = slots
    brought = before or Pair(arena.fresh(a, 1), arena.fresh(b, 1))
    told_of = standing or Pair(np.zeros(1, STANDING), np.zeros(1, STANDING))
    start = arena.start(slots, stage, brought, told_of)
    rolled = number if rolled_as is None else rolled_as
    script = None if throws is None else script_of(throws)
    result, log = told(arena.pair(a, b), start, arena.seed, rolled, script)
    sides = {"a": arena.fighters[a], "b": arena.fighters[b]}
    header = {
        **{side: {"id": one.id, "name": one.name, "sheet_sha256": one.sheet.sha256} for side, one in sides.items()},
        "format": FORMAT,
        "seed": arena.seed,
        "bout": number,
        "stage": stage.id,
        "regulation": setting.regulation.id,
        "rulings": setting.readings,
        "version": __version__,
        "rules_version": RULES_VERSION,
        **({"rolled_as": rolled} if rolled != number else {}),
        **({"real_dice": True} if throws is not None else {}),
    }
    spans = {side: one.spans for side, one in sides.items() if one.spans is not None}
    return Retold(
        number=number,
        stage=stage,
        trace=events(log, header, spans or None, arena.rules, {side: one.titles for side, one in sides.items()}),
        outcome=outcomes_of(np.array([result]))[0],
        result=result,
        fighters=people_of(sides["a"], sides["b"]),
        turns=_turns(log),
    )


def _turns(log: Any) -> list[tuple[int, int, Any]]:
    """Where own turns begin, with copies of the states; the trace has one line more than the log, in front."""
    lines = log.entry[: int(log.head.n)].view(np.ndarray)
    found = []
    for at in np.flatnonzero((lines["kind"] == Kind.TURN) & (lines["snap"] >= 0)).tolist():
        snap = int(lines["snap"][at])
        found.append((at + 1, int(lines["who"][at]), log.snap[snap : snap + 2].copy()))
    return found
