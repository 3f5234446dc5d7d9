"""What would make a sheet win more: the value of one step of everything, then a search over legal builds and patterns.

Every candidate fights the same bouts on the same dice as the sheet it is to better. Candidates are raced: all of
them fight a few bouts, the better half of them twice as many, and so on. What comes out first is then fought again
on dice nobody has been chosen by; only a gain that is sure there is told and built upon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

from budosim.runs.race import Race
from budosim.runs.race_kept import KEPT, keep_race, saving, take_up
from budosim.runs.warm import Notice, warm_field
from budosim.runs.workers import Workers
from budosim.study.paired import Difference
from budosim.systems.gurps3.entrant import entrant_of_text
from budosim.systems.gurps3.field_files import Candidate, Setting
from budosim.systems.gurps3.fighter import Fighter, fighter_of
from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.check import check_sheet
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.tuning.moves import Build, Move, told
from budosim.systems.gurps3.tuning.patterns import Variant, variants
from budosim.systems.gurps3.tuning.written import written

VALUE_BOUTS = 4000
"""Bouts behind the value of one step, over all opponents."""
START_BOUTS = 400
"""Bouts of every candidate on the first rung of a race."""
RUNGS = 4
PROOF_BOUTS = 16_000
"""Bouts on fresh dice that must bear a gain out."""
SURE = 3.2905267314919255
"""Standard deviations a gain must be above zero there: one such in two thousand comes by chance."""
FRESH = 1 << 24
"""Where the numbers of fresh bouts begin; each round of the search has a stretch of its own."""

Told = Callable[[float, float, str | None], None]


@dataclass(frozen=True)
class Value:
    """What one step of one thing is worth.

    Fields:
        move: how it is made and paid for; None where no legal way was found.
    """

    item: str
    cp: Fraction
    change: Both
    move: Move | None
    gain: Difference | None

    def row(self) -> dict[str, Any]:
        """As `tune --json` prints it (contract §7)."""
        gain = self.gain
        return {
            "item": self.item,
            "change": self.change.ja,
            "change_en": self.change.en,
            "cp": number(self.cp),
            "gain": None if gain is None else gain.value,
            "lo": None if gain is None else gain.lo,
            "hi": None if gain is None else gain.hi,
            "n": 0 if gain is None else gain.n,
            "legal": self.move is not None,
        }


@dataclass(frozen=True)
class Better:
    """A build that wins more.

    Fields:
        text: its sheet, whole.
        steps: what was changed, one after the other.
        gain: on dice nothing was chosen by.
        pattern: the new pattern; None where the old one stays.
    """

    text: str
    fighter: Fighter
    steps: tuple[Both, ...]
    gain: Difference
    rate_old: float | None
    rate_new: float | None
    pattern: str | None = None

    def row(self, path: str | None) -> dict[str, Any]:
        """As `tune --json` prints it."""
        return {
            "path": path,
            "steps": [one.ja for one in self.steps],
            "steps_en": [one.en for one in self.steps],
            "gain": self.gain.value,
            "lo": self.gain.lo,
            "hi": self.gain.hi,
            "n": self.gain.n,
            "rate_old": self.rate_old,
            "rate_new": self.rate_new,
            "pattern": self.pattern,
        }


@dataclass
class Tuning:
    """A sheet and the field it is to win against.

    Fields:
        scale: of the usual bouts so many are fought.
        folder: where a run that is interrupted keeps what it has played.
    """

    candidate: Candidate
    opponents: Sequence[Candidate]
    seed: int
    setting: Setting
    workers: Workers
    scale: float = 1.0
    folder: Path | None = None
    values: list[Value] = field(default_factory=list)
    best: list[Better] = field(default_factory=list)
    rounds: int = 0
    bouts: int = 0

    @property
    def foes(self) -> list[Candidate]:
        """Who is fought: everybody but the sheet itself."""
        return [one for one in self.opponents if one.path.resolve() != self.candidate.path.resolve()]

    def each(self, bouts: int) -> int:
        """So many bouts in all, per opponent."""
        return max(2, ceil(self.scale * bouts / max(1, len(self.foes))))

    def warm(self, notice: Notice) -> None:
        """Compile before any bar moves."""
        race = self._race(None, 0)
        warm_field(race.arena, notice)

    def _race(self, fighter: Fighter | None, first: int) -> Race:
        return Race(self.candidate, self.foes, self.seed, self.setting, self.workers, fighter=fighter, first=first)

    # -- values --------------------------------------------------------------------------------------

    def measure(self, progress: Told | None = None) -> None:
        """The value of one step of everything that has one, surest and largest first."""
        build = Build(self.candidate.sheet, self.setting.regulation, self.setting.approvals)
        moves = build.moves()
        race = self._race(None, 0)
        lanes = [race.add(move.text.ja, _with_sheet(self.candidate.fighter, move)) for move in moves]
        kept = None if self.folder is None else self.folder / KEPT
        if kept is not None:
            take_up(race, kept)
            progress = saving(race, kept, progress)
        try:
            race.upto(self.each(VALUE_BOUTS), told=progress)
        finally:
            if kept is not None and race.played:
                keep_race(race, kept)
        self.bouts += race.played
        found = [
            Value(move.item, move.cp, move.text, move, race.difference(lane))
            for move, lane in zip(moves, lanes, strict=True)
        ]
        legal = {move.item for move in moves}
        for edit, cp in build.steps():
            if edit.place not in legal:
                after = Levels(edit.apply(self.candidate.sheet), None, self.setting.regulation)
                found.append(Value(edit.place, cp, told([edit], build.case.levels, after), None, None))
        self.values = sorted(found, key=lambda one: -(one.gain.value if one.gain and one.gain.value else 0.0))
        self.values.sort(key=lambda one: one.gain is None)

    # -- search --------------------------------------------------------------------------------------

    def search(self, until: float, progress: Told | None = None, most_rounds: int = 12) -> None:
        """Climb from the sheet as long as there is time and a step that is sure to help."""
        now = self._start()
        while self.rounds < most_rounds and time.monotonic() < until:
            self.rounds += 1
            found = self._climb(now, progress, until)
            if found is None:
                return
            now = found
            better = self._proved(now, progress)
            if better is not None:
                self.best.append(better)

    def _start(self) -> _Stand:
        """The sheet as it is, or the best build there is of a run that goes on."""
        if not self.best:
            return _Stand(self.candidate.fighter, None, ())
        last = self.best[-1]
        none = Both("", "")
        variant = None if last.pattern is None else Variant(last.fighter.policy, last.pattern, none)
        return _Stand(last.fighter, variant, last.steps)

    def _climb(self, now: _Stand, progress: Told | None, until: float) -> _Stand | None:
        """The best step from here, if it bears out on fresh dice."""
        candidates = list(self._candidates(now))
        race = self._race(now.fighter, 0)
        lanes = {race.add(one.steps[-1].ja, one.fighter): one for one in candidates}
        alive = list(lanes)
        for rung in range(RUNGS):
            race.upto(self.each(START_BOUTS << rung), [0, *alive], progress)
            alive.sort(key=lambda lane: -(race.difference(lane).value or 0.0))
            if rung < RUNGS - 1:
                alive = alive[: max(4, len(alive) // 2)]
            if time.monotonic() >= until:
                break
        self.bouts += race.played
        for lane in alive[:3]:
            if (race.difference(lane).value or 0.0) <= 0:
                return None
            proof = self._race(now.fighter, FRESH * (2 * self.rounds - 1))
            mine = proof.add("", lanes[lane].fighter)
            proof.upto(self.each(PROOF_BOUTS), told=progress)
            self.bouts += proof.played
            gain = proof.difference(mine, z=SURE)
            if gain.lo is not None and gain.lo > 0:
                return lanes[lane]
        return None

    def _candidates(self, now: _Stand) -> Iterator[_Stand]:
        build = Build(now.fighter.sheet, self.setting.regulation, self.setting.approvals)
        for move in build.moves():
            yield _Stand(_with_sheet(now.fighter, move), now.variant, (*now.steps, move.text))
        for variant in variants(now.fighter, [one.fighter for one in self.foes if one.understood]):
            fighter = replace(now.fighter, policy=variant.policy, understanding=None)
            yield _Stand(fighter, variant, (*now.steps, variant.said))

    def _proved(self, now: _Stand, progress: Told | None) -> Better | None:
        """A build against the sheet as it was, on dice nothing was chosen by, its file read and checked again."""
        pattern = None if now.variant is None else now.variant.text
        text = written(self.candidate.sheet, now.fighter.sheet, pattern=pattern)
        again = entrant_of_text(text, self.candidate.id).sheet
        report = check_sheet(again, self.setting.regulation, self.setting.approvals)
        if self.candidate.report.legal and not report.legal:
            return None
        fighter = fighter_of(again, self.candidate.id)
        proof = self._race(None, FRESH * 2 * self.rounds)
        mine = proof.add("", fighter)
        proof.upto(self.each(PROOF_BOUTS), told=progress)
        self.bouts += proof.played
        gain = proof.difference(mine)
        return Better(text, fighter, now.steps, gain, proof.rate(0), proof.rate(mine), pattern)


@dataclass(frozen=True)
class _Stand:
    """Where the search is: a fighter, the pattern he has instead of his own, and the steps that led here."""

    fighter: Fighter
    variant: Variant | None
    steps: tuple[Both, ...]


def _with_sheet(fighter: Fighter, move: Move) -> Fighter:
    return Fighter(fighter.id, move.sheet, fighter.policy, fighter.understanding)


def cheapest(values: Sequence[Value], most: int = 3) -> list[Value]:
    """The legal changes that help most for their price, surest first."""
    good = [one for one in values if one.gain is not None and one.gain.lo is not None and one.gain.lo > 0]
    order = sorted(good, key=lambda one: -_gain(one) / max(0.5, float(one.cp)))
    first: dict[str, Value] = {}
    for one in order:
        first.setdefault(one.item, one)
    return list(first.values())[:most]


def by_gain(values: Sequence[Value]) -> list[Value]:
    """Values, the largest gain first."""
    return sorted(values, key=lambda one: -_gain(one))


def _gain(value: Value) -> float:
    return 0.0 if value.gain is None or value.gain.value is None else value.gain.value
