"""A check of many files at once, as an organizer makes it: who sent two, what changed, what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from budosim.systems.gurps3.decisions import StyleDecision, Waived, later, whose
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.intake import read_sheet, read_sheet_of_folder
from budosim.systems.gurps3.legality.check import Report, check_sheet, entrant_json
from budosim.systems.gurps3.letters import Line
from budosim.systems.gurps3.remedies import advised
from budosim.systems.gurps3.resubmission import Resubmission
from budosim.systems.gurps3.setting import Setting, ids_of, resolve, sheets_at
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import Lang


@dataclass(frozen=True)
class Checked:
    """One file.

    Fields:
        later: the file of the same entrant that was submitted later and counts instead.
        same_time: other files of the same entrant, submitted at the same time.
        before: the sheet against the last one of the same entrant, where there is one.
    """

    id: str
    path: Path
    report: Report
    later: Path | None = None
    same_time: tuple[Path, ...] = ()
    before: Resubmission | None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet."""
        return self.report.sheet

    @property
    def name(self) -> str:
        """The name as written, else the id."""
        return self.sheet.entrant.name or self.id

    def json(self, lang: Lang) -> dict[str, Any]:
        """The file in the form of `check --json`."""
        return {
            **entrant_json(self.report, lang),
            "id": self.id,
            "superseded_by": self.later,
            "same_time": list(self.same_time),
            "previous": self.before.json() if self.before else None,
        }


@dataclass(frozen=True)
class Checkup:
    """All files of one check, in the order of a field."""

    files: tuple[Checked, ...]
    setting: Setting

    @property
    def counting(self) -> list[Checked]:
        """The files the result goes by: in an event only the last one of each entrant, else every file."""
        return [one for one in self.files if one.later is None or self.setting.event is None]

    @property
    def legal(self) -> bool:
        """Whether everybody who counts is legal."""
        return all(one.report.legal for one in self.counting)

    @property
    def refused(self) -> list[Checked]:
        """Whoever gets a letter: refused, and without a later sheet."""
        return [one for one in self.files if one.later is None and not one.report.legal]

    @property
    def idle(self) -> list[StyleDecision | Waived]:
        """Decisions of the organizer that met nothing."""
        approvals = self.setting.approvals
        return [] if approvals is None else approvals.idle((one.sheet, one.report.findings) for one in self.files)

    def json(self, lang: Lang) -> dict[str, Any]:
        """The document of `check --json`."""
        return {"entrants": [one.json(lang) for one in self.files], "legal": self.legal}

    def lines(self) -> list[Line]:
        """The rows of the organizer's table."""
        return [Line(one.report, later=one.later.name if one.later else "") for one in self.files]


def check_paths(
    written: Sequence[str | Path], setting: Setting, previous: Iterable[str | Path] = ()
) -> Checkup:
    """Judge the sheets that paths mean; `previous` are files or folders of what was handed in before.

    Raises:
        SheetError: a path does not exist or cannot be read, or a folder holds no sheet.

    """
    named = {where.resolve() for text in written if not (where := resolve(text)).is_dir()}
    paths = sheets_at(written)
    sheets = [read_sheet(p) if p.resolve() in named else read_sheet_of_folder(p) for p in paths]
    older = [read_sheet_of_folder(p) for p in sheets_at(previous)] if previous else []
    reports = [advised(sheet, setting.regulation, setting.approvals) for sheet in sheets]
    of_one: dict[str, list[Report]] = {}
    for report in reports:
        of_one.setdefault(whose(report.sheet), []).append(report)
    found: list[Checked] = []
    for id_, path, report in zip(ids_of(paths), paths, reports, strict=True):
        sheet = report.sheet
        others = [other for other in of_one[whose(sheet)] if other is not report]
        newer = [other for other in others if later(sheet, other.sheet)]
        same = [other for other in others if not later(sheet, other.sheet) and not later(other.sheet, sheet)]
        found.append(
            Checked(
                id_,
                path,
                report,
                later=Path(_last(newer).sheet.path) if newer else None,
                same_time=tuple(Path(other.sheet.path) for other in same),
                before=None if newer else _before(report, others, older, setting),
            )
        )
    return Checkup(tuple(found), setting)


def _last(reports: Sequence[Report]) -> Report:
    """The one submitted last; of several at the same time the first."""
    last = reports[0]
    for report in reports[1:]:
        if later(last.sheet, report.sheet):
            last = report
    return last


def _before(
    report: Report, others: Sequence[Report], older: Sequence[Sheet], setting: Setting
) -> Resubmission | None:
    """The sheet against the last one before it: of these files, else of those handed in earlier."""
    sheet = report.sheet
    if not sheet.readable:
        return None
    earlier = [other for other in others if later(other.sheet, sheet) and other.sheet.readable]
    if earlier:
        return Resubmission(_last(earlier), report)
    same = [old for old in older if old.readable and _is_before(old, sheet)]
    if not same:
        return None
    old = _last([check_sheet(old, setting.regulation, setting.approvals) for old in same])
    return Resubmission(old, report)


def _is_before(old: Sheet, sheet: Sheet) -> bool:
    """Whether an older file is this entrant's: the same name, or the same file name under another one."""
    return whose(old) == whose(sheet) or Path(old.path).name == Path(sheet.path).name


def decision_text(decision: StyleDecision | Waived) -> Both:
    """A decision as a notice names it."""
    what = decision.rule if isinstance(decision, Waived) else "style"
    return Both(
        f"{decision.place}（{decision.entrant}、{what}）に当てはまるものがありません。",
        f"{decision.place} ({decision.entrant}, {what}) meets nothing among these sheets.",
    )
