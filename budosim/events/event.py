"""The event file: what an organizer writes, read with every fault named by its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from budosim.errors import BudosimError, EventError
from budosim.events.event_file import SHEET_SUFFIXES, EventFile
from budosim.events.plan import Plan, make_plan
from budosim.events.standings import Criterion
from budosim.files import read_text

EVENT_FILE = "event.toml"
NOT_ENTRANTS = ("event.toml", "approve.toml")


@dataclass(frozen=True)
class Event:
    """An event as its organizer wrote it.

    Fields:
        folder: where the entrants' files are.
        order: ids (file names without ending) as listed or seeded in `blocks.order`.
        rulings: as written, by key (`rules.cripple` and the like with their dots).
        notices: what the reader did on its own, Japanese and English.
        sha256: of the event file.
    """

    folder: Path
    name: str
    regulation: str
    entries_open: date | None
    entries_close: date | None
    seed_commitment: str
    beacon: str
    draw: str
    size: int
    order: tuple[str, ...]
    chain: tuple[Criterion, ...]
    rulings: Mapping[str, Any]
    notices: tuple[tuple[str, str], ...]
    sha256: str

    def plan(self, ids: Sequence[str], rulings: Mapping[str, Any] | None = None) -> Plan:
        """The plan with these entrants; `rulings` are those in force, else the event's own words."""
        return make_plan(
            ids,
            draw=self.draw,
            size=self.size,
            order=self.order,
            chain=self.chain,
            rulings=self.rulings if rulings is None else rulings,
        )


def read_event(path: Path | str) -> Event:
    """The event of a folder, or of an event file."""
    where = Path(path)
    if not _exists(where):
        raise EventError(
            f"{where} does not exist: name a folder that holds {EVENT_FILE} and the entrants' files",
            f"{where} がありません。{EVENT_FILE} と参加者のファイルを入れたフォルダーを指定してください",
        )
    file = where / EVENT_FILE if where.is_dir() else where
    if where.is_dir() and not file.is_file():
        empty = not any(where.iterdir())
        en = "is empty" if empty else f"holds no {EVENT_FILE}"
        ja = "は空です" if empty else f"に {EVENT_FILE} がありません"
        raise EventError(
            f'{where} {en}: put an {EVENT_FILE} with the lines [event] and name = "…" beside the sheets',
            f'{where} {ja}。[event] と name = "…" の２行の {EVENT_FILE} を、参加者と並べて置いてください',
        )
    try:
        read = read_text(file)
    except BudosimError as error:
        raise EventError(error.en, error.ja) from error
    notices = []
    if read.encoding != "utf-8":
        notices.append(
            (
                f"{file.name} は {read.encoding} として読みました",
                f"{file.name} was read as {read.encoding}",
            )
        )
    fields = EventFile(file, read.text).fields()
    return Event(folder=file.parent, notices=tuple(notices), sha256=read.sha256, **fields)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def sheet_files(folder: Path | str) -> list[Path]:
    """The entrants' files of an event's folder, sorted by name: the order of the field.

    Notes called README and hidden files are no entrants.
    """
    where = Path(folder)
    try:
        files = [file for file in where.iterdir() if file.is_file()]
    except OSError as error:
        reason = error.strerror or type(error).__name__
        en, ja = f"{where} cannot be listed: {reason}", f"{where} を開けません（{reason}）"
        raise EventError(en, ja) from error
    sheets = [
        file
        for file in files
        if file.suffix.lower() in SHEET_SUFFIXES
        and file.name.lower() not in NOT_ENTRANTS
        and file.stem.lower() != "readme"
        and not file.name.startswith(".")
    ]
    return sorted(sheets, key=lambda file: unicodedata.normalize("NFC", file.name))
