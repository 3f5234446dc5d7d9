"""The field of an event: every entrant with sheet, check and understood pattern, and whoever is refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from budosim.ai.understand import Understanding
from budosim.errors import EventError, PatternError, SheetError
from budosim.events.event import EVENT_FILE, Event, read_event, sheet_files
from budosim.systems.gurps3.decisions import latest
from budosim.systems.gurps3.fighter import Fighter, understand_sheet
from budosim.systems.gurps3.intake import find_sheets, read_sheet
from budosim.systems.gurps3.legality.check import Report
from budosim.systems.gurps3.messages import finding_line, pattern_line
from budosim.systems.gurps3.remedies import advised
from budosim.systems.gurps3.setting import (
    APPROVALS,
    SAMPLE,
    Setting,
    ids_of,
    in_order,
    read_setting,
    resolve,
    setting_of,
    sheets_at,
    shipped_regulation,
)
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import Lang

__all__ = [
    "APPROVALS",
    "SAMPLE",
    "Candidate",
    "EventField",
    "Setting",
    "candidates_of",
    "in_order",
    "read_field",
    "read_setting",
    "resolve",
    "setting_of",
    "sheets_at",
    "shipped_regulation",
]


@dataclass(frozen=True)
class Candidate:
    """One file of a field: the sheet, what the check says, how the pattern was understood.

    Fields:
        id: the file name without its ending; with the folder before it where two files share a name.
    """

    id: str
    path: Path
    sheet: Sheet
    report: Report

    @cached_property
    def understanding(self) -> Understanding | None:
        """The pattern as understood; None for a file that holds no sheet."""
        return understand_sheet(self.sheet) if self.sheet.readable else None

    @property
    def name(self) -> str:
        """The name as written, else the id."""
        return self.sheet.entrant.name or self.id

    @property
    def understood(self) -> bool:
        """Whether the pattern gave a policy."""
        return self.understanding is not None and self.understanding.policy is not None

    @property
    def accepted(self) -> bool:
        """Whether an event takes the entrant: a legal sheet and a pattern that is understood."""
        return self.report.legal and self.understood

    @property
    def fighter(self) -> Fighter:
        """The entrant ready for the ring, legal or not.

        Raises:
            SheetError: the file holds no sheet.
            PatternError: the pattern was refused.

        """
        read = self.understanding
        if read is None:
            raise SheetError("; ".join(self.faults("en")), "／".join(self.faults("ja")))
        if read.policy is None:
            raise PatternError("; ".join(self.pattern_faults("en")), "／".join(self.pattern_faults("ja")))
        return Fighter(self.id, self.sheet, read.policy, read)

    def faults(self, lang: Lang) -> list[str]:
        """What makes the sheet illegal, line by line."""
        return [finding_line(self.sheet, finding, lang) for finding in self.report.errors]

    def pattern_faults(self, lang: Lang) -> list[str]:
        """What of the pattern is not understood, line by line."""
        read = self.understanding
        return [] if read is None else [pattern_line(self.sheet, finding, lang) for finding in read.errors]

    def reasons(self, lang: Lang) -> list[str]:
        """Everything that keeps the entrant out."""
        return [*self.faults(lang), *self.pattern_faults(lang)]

    def refusal(self) -> dict[str, Any]:
        """The refusal as JSON and manifests keep it."""
        read = self.understanding
        return {
            "id": self.id,
            "path": self.path.as_posix(),
            "name": self.name,
            "rules": sorted({finding.rule for finding in self.report.errors}),
            "codes": sorted({finding.code for finding in read.errors} if read else ()),
            "reasons_ja": self.reasons("ja"),
            "reasons_en": self.reasons("en"),
        }


@dataclass(frozen=True)
class EventField:
    """An event's folder, read and checked.

    Fields:
        candidates: in the order of the field.
        superseded: files of somebody who sent a later one, each with the file that counts.
    """

    setting: Setting
    candidates: tuple[Candidate, ...]
    superseded: tuple[tuple[Path, Path], ...]

    @property
    def event(self) -> Event:
        """The event."""
        if self.setting.event is None:
            raise EventError("a field without an event", "大会のない名簿です")
        return self.setting.event

    @property
    def refused(self) -> list[Candidate]:
        """Whoever the event does not take."""
        return [candidate for candidate in self.candidates if not candidate.accepted]

    @property
    def accepted(self) -> list[Candidate]:
        """Whoever takes part."""
        return [candidate for candidate in self.candidates if candidate.accepted]

    def without_refused(self) -> EventField:
        """The field without the refused; an order of blocks forgets them too."""
        gone = {candidate.id for candidate in self.refused}
        event = replace(self.event, order=tuple(id_ for id_ in self.event.order if id_ not in gone))
        return replace(self, setting=replace(self.setting, event=event), candidates=tuple(self.accepted))


def candidates_of(paths: Sequence[Path], setting: Setting, sheets: Sequence[Sheet] | None = None) -> list[Candidate]:
    """The files as candidates, checked; ids are file names, told apart by their folders where needed."""
    found: list[Candidate] = []
    for at, (id_, path) in enumerate(zip(ids_of(paths), paths, strict=True)):
        sheet = sheets[at] if sheets is not None else read_sheet(path)
        found.append(Candidate(id_, path, sheet, advised(sheet, setting.regulation, setting.approvals)))
    return found


def read_field(written: str | Path) -> EventField:
    """The field of an event's folder, everybody checked, nobody left out but superseded files.

    Raises:
        EventError: there is no event, or nobody has entered.

    """
    where = resolve(written)
    event = read_event(where)
    setting = setting_of(event)
    real = {path.resolve() for path in find_sheets(event.folder)} - {where.resolve()}
    paths = [path for path in sheet_files(event.folder) if path.resolve() in real]
    if not paths:
        raise EventError(
            f"{event.folder} holds {EVENT_FILE} but no entrant: put the sheets NAME.toml beside it",
            f"{event.folder} には {EVENT_FILE} だけで参加者がいません。NAME.toml を並べて置いてください",
        )
    sheets = [read_sheet(path, base=event.folder) for path in paths]
    kept, dropped = latest(sheets)
    chosen = [(path, sheet) for path, sheet in zip(paths, sheets, strict=True) if any(sheet is k for k in kept)]
    found = candidates_of([path for path, _ in chosen], setting, [sheet for _, sheet in chosen])
    superseded = tuple((Path(old.path), Path(new.path)) for old, new in dropped)
    return EventField(setting, tuple(found), superseded)
