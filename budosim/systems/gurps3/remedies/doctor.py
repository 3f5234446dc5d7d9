"""Tries changes on copies of a sheet: whether a finding goes, and no other comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from budosim.systems.gurps3.accounts import account
from budosim.systems.gurps3.findings import Both, Finding, Plan, number
from budosim.systems.gurps3.legality.registry import RULES, Case, change, item_of
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.remedies.edits import Add, Edit, PayMain, Relist, Remove, SetPoints, apply_all
from budosim.systems.gurps3.remedies.lowering import reach, savings
from budosim.systems.gurps3.sheet import Maneuver, Sheet, Skill, Spell

TRIES = 24
"""Changes tried for one finding."""
FOLLOWED = 3
"""Of changes that break something else, so many are followed up."""
CHAIN = 8
"""Errors mended one after the other in following up a change."""
BUDGET = 160
"""Changes tried for one sheet."""

LAST = ("L-05", "L-18", "L-19", "L-01", "L-02")
"""Sums are mended when everything else is: other changes save too."""
_NOTHING = Finding("", "", "", "", None, Both("", ""))

Candidates = Iterator[tuple[Edit, ...]]
Treatment = Callable[[Case, Finding], Candidates]
_SHOWN = 4
"""Levels that follow a change are told up to this many."""


@dataclass(frozen=True)
class Cure:
    """Changes after which a finding is gone and no error is new, and the sheet they lead to."""

    edits: tuple[Edit, ...]
    before: Sheet
    after: Sheet
    text: Both

    def json(self) -> list[dict[str, Any]]:
        """The changes for programs."""
        steps = [edit.json() for edit in self.edits]
        unspent = self.after.entrant.unspent_cp
        if unspent != self.before.entrant.unspent_cp:
            steps.append({"set": "entrant.unspent_cp", "value": number(unspent)})
        return steps


@dataclass(frozen=True)
class _Trial:
    """A copy with changes: whether the finding is still there, all errors, and which of them are new."""

    case: Case
    edits: tuple[Edit, ...]
    there: bool
    errors: tuple[Finding, ...]
    new: tuple[Finding, ...]


class Doctor:
    """One sheet, and copies of it that are judged."""

    def __init__(self, case: Case, findings: Iterable[Finding]) -> None:
        self.case = case
        self.errors = {(f.rule, f.where) for f in findings if f.severity == "error"}
        self.left = BUDGET

    @property
    def total(self) -> int:
        """The CP there are."""
        return self.case.regulation.whole("points.total")

    def cure(self, finding: Finding, treatments: Mapping[str, Treatment]) -> Cure | None:
        """The first change that cures; where each breaks something else, one that is followed up.

        `treatments` propose changes for a finding by its rule, the smallest first.
        """
        lame: list[_Trial] = []
        for trial in self._trials(self.case, finding, treatments[finding.rule](self.case, finding)):
            if not trial.there and not trial.new:
                return self._cure(trial)
            if not trial.there:
                lame.append(trial)
        for trial in sorted(lame, key=lambda t: len(t.new))[:FOLLOWED]:
            followed = self._follow(finding, trial, treatments)
            if followed is not None:
                return self._cure(followed)
        return None

    def _follow(self, finding: Finding, trial: _Trial, treatments: Mapping[str, Treatment]) -> _Trial | None:
        """Mend what a change broke, one new error after the other."""
        for _ in range(CHAIN):
            if not trial.new:
                return trial
            broken = next((f for f in trial.new if f.rule in treatments), None)
            if broken is None or self.left <= 0:
                return None
            known = {(f.rule, f.where) for f in trial.new}
            for mended in self._trials(trial.case, finding, treatments[broken.rule](trial.case, broken), trial.edits):
                now = {(f.rule, f.where) for f in mended.new}
                if not mended.there and now < known and (broken.rule, broken.where) not in now:
                    trial = mended
                    break
            else:
                return None
        return None

    def _trials(
        self, case: Case, finding: Finding, candidates: Candidates, done: tuple[Edit, ...] = ()
    ) -> Iterator[_Trial]:
        """The candidates tried on a sheet, each paid for."""
        gone = {edit.entry.id for edit in done if isinstance(edit, Remove)}
        for edits in islice(candidates, TRIES):
            if any(isinstance(edit, Add) and edit.key in gone for edit in edits):
                continue  # what one change took away the next does not buy back
            for whole in self._paid(case, edits):
                if self.left <= 0:
                    return
                self.left -= 1
                yield self._try(case, finding, whole, done)

    def _paid(self, case: Case, edits: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
        """The edits; where the sheet cannot pay them, with savings elsewhere."""
        if not any(_costs(edit) for edit in edits) or case.account.spent > self.total:
            yield edits
            return
        over = account(_changed(case, edits), case.regulation).spent - self.total
        if over <= 0:
            yield edits
            return
        touched = [edit.entry for edit in edits if isinstance(edit, (SetPoints, PayMain, Remove))]
        main = [e for e in case.sheet.entries() if not e.off and e.kind != "disadvantage"]
        found = savings(case, main, attributes=True)
        for more in islice(reach(found, over, touched), TRIES // 3):
            yield (*edits, *more)

    def _try(self, case: Case, finding: Finding, edits: tuple[Edit, ...], done: tuple[Edit, ...]) -> _Trial:
        changed = Case(_changed(case, edits), case.regulation, case.approvals)
        told = [f for judge in RULES.values() for f in judge(changed)]
        there = any((f.rule, f.where) == (finding.rule, finding.where) for f in told)
        errors = tuple(f for f in told if f.severity == "error")
        new = tuple(
            f
            for f in errors
            if (f.rule, f.where) not in self.errors and (f.rule, f.where) != (finding.rule, finding.where)
        )
        return _Trial(changed, (*done, *edits), there, errors, new)

    def plan(self, findings: Iterable[Finding], treatments: Mapping[str, Treatment]) -> Plan | None:
        """Changes that mend everything that can be mended, one error after the other; None when nothing can."""
        faults = sorted({f.rule for f in findings if f.severity == "error" and f.rule.startswith("F-")})
        state = self._try(self.case, _NOTHING, (), ())
        stuck: set[tuple[str, str]] = set()
        self.left = BUDGET
        while self.left > 0:
            waiting = [f for f in state.errors if f.rule in treatments and (f.rule, f.where) not in stuck]
            if not waiting:
                break
            target = min(waiting, key=lambda f: (f.rule in LAST, state.errors.index(f)))
            better = self._better(state, target, treatments)
            if better is None:
                stuck.add((target.rule, target.where))
            else:
                state = better
        if not state.edits:
            return None
        cure = self._cure(state)
        left = [f.rule for f in state.errors]
        return Plan(cure.text, tuple(cure.json()), tuple(dict.fromkeys([*faults, *left])))

    def _better(self, state: _Trial, target: Finding, treatments: Mapping[str, Treatment]) -> _Trial | None:
        """The sheet with one more error mended: what breaks nothing, else what breaks least."""
        own = self.errors
        self.errors = {(f.rule, f.where) for f in state.errors}
        try:
            best: _Trial | None = None
            for trial in self._trials(state.case, target, treatments[target.rule](state.case, target), state.edits):
                if trial.there or len(trial.errors) >= len(state.errors):
                    continue
                if not trial.new:
                    return trial
                if best is None or len(trial.errors) < len(best.errors):
                    best = trial
            return best
        finally:
            self.errors = own

    def _cure(self, trial: _Trial) -> Cure:
        edits = _merged(trial.edits)
        return Cure(edits, self.case.sheet, trial.case.sheet, self._text(edits, trial.case))

    def _text(self, edits: tuple[Edit, ...], after: Case) -> Both:
        """The edits in words, the unspent CP they leave, and levels that follow though nobody touched them."""
        said = [edit.words(self.case.levels, after.levels) for edit in edits]
        old, new = self.case.sheet.entrant.unspent_cp, after.sheet.entrant.unspent_cp
        if old != new:
            said.append(change("未使用ＣＰを{n}と書く", "write unspent_cp = {n}", n=new))
        text = Both("、".join(s.ja for s in said), ", ".join(s.en for s in said))
        follow = list(self._following(edits, after.levels))
        if follow:
            ja = "、".join(f"{name.ja}{level}" for name, level in follow[:_SHOWN])
            en = ", ".join(f"{name.en} {level}" for name, level in follow[:_SHOWN])
            more = len(follow) - _SHOWN
            text = Both(
                f"{text.ja}（書いてあるレベルも直す：{ja}{f'ほか{more}件' if more > 0 else ''}）",
                f"{text.en} (levels written change too: {en}{f' and {more} more' if more > 0 else ''})",
            )
        return text

    def _following(self, edits: tuple[Edit, ...], after: Levels) -> Iterator[tuple[Both, int]]:
        """Stated levels that are right now and no longer after the edits."""
        touched = {edit.place for edit in edits}
        sheet = self.case.sheet
        levelled: list[Skill | Spell | Maneuver] = [*sheet.skills, *sheet.maneuvers, *sheet.spells]
        for entry in levelled:
            if entry.level is None or entry.spot.where in touched:
                continue
            new = after.level_at(entry, entry.halves)
            if new is not None and new != entry.level == self.case.levels.level_at(entry, entry.halves):
                yield item_of(entry), new


def _merged(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits one after the other as edits of the sheet they began with: of one place the last counts."""
    last: dict[str, Edit] = {}
    for edit in edits:
        first = last.get(edit.place)
        if isinstance(first, Add) and isinstance(edit, SetPoints):
            last[edit.place] = replace(first, cp=edit.cp)
        elif isinstance(first, Add) and isinstance(edit, Remove):
            del last[edit.place]
        elif isinstance(first, Relist) and isinstance(edit, Relist):
            del last[edit.place]
            if first.source or edit.target:
                last[edit.place] = replace(edit, source=first.source)
        else:
            last[edit.place] = edit
    return tuple(last.values())


def _changed(case: Case, edits: tuple[Edit, ...]) -> Sheet:
    """A copy of the sheet with the edits made; unspent CP follow where every amount is known."""
    total = case.regulation.whole("points.total") if case.sheet.complete else -1
    return apply_all(case.sheet, edits, total, lambda s: account(s, case.regulation).spent)


def _costs(edit: Edit) -> bool:
    """Whether an edit may take CP from the main pool."""
    if isinstance(edit, SetPoints):
        return edit.entry.cp is None or edit.cp > edit.entry.cp
    return isinstance(edit, (Add, PayMain))
