"""What sheets are judged under: regulation, rulings, decisions of an event; and which sheets a path means.

Nothing here knows patterns or bouts, so that a check of sheets starts at once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.errors import EventError, SheetError
from budosim.systems.gurps3.decisions import Approvals, read_approvals
from budosim.systems.gurps3.intake import find_sheets
from budosim.systems.gurps3.regulation import Regulation, default_regulation, load_regulation

if TYPE_CHECKING:
    from budosim.events.event import Event

SAMPLE = "@musashi"
"""The field that comes with the package."""
APPROVALS = "approve.toml"


@dataclass(frozen=True)
class Setting:
    """Under what bouts are fought: regulation, rulings of the ring, decisions, and the event they come from.

    Fields:
        own_regulation: the file of a regulation that does not come with the package.
    """

    regulation: Regulation = field(default_factory=default_regulation)
    own_regulation: Path | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    approvals: Approvals | None = None
    event: Event | None = None

    @property
    def readings(self) -> dict[str, str]:
        """The reading of every ruling in force."""
        from budosim.systems.gurps3.rulings import in_force

        return in_force(self.rulings)


def resolve(written: str | Path) -> Path:
    """The path somebody wrote; `@musashi` is the field of the package."""
    text = str(written)
    if not text.startswith("@"):
        return Path(text)
    if text != SAMPLE:
        raise EventError(
            f"{text}: no field of that name comes with the package; there is {SAMPLE}",
            f"{text} という名簿は付属していません。使えるのは {SAMPLE} です",
        )
    root = Path(str(files("budosim")))
    for place in (root / "field" / "musashi", root.parent / "entrants" / "musashi"):
        if place.is_dir():
            return place
    raise EventError(
        f"{SAMPLE} is missing from this installation: install the package again",
        f"{SAMPLE} が見つかりません。パッケージを入れ直してください",
    )


def sheets_at(written: Iterable[str | Path]) -> list[Path]:
    """The sheets that paths mean, each once, in the order of a field (by file name).

    Raises:
        SheetError: a path does not exist, or a folder holds no sheet.

    """
    found: dict[Path, Path] = {}
    for text in written:
        where = resolve(text)
        sheets = find_sheets(where)
        if not sheets:
            raise SheetError(
                f"{where} holds no sheet: put files NAME.toml there, or make one with `budosim new`",
                f"{where} にキャラクターシートがありません。NAME.toml を置くか、budosim new で作ってください",
            )
        for sheet in sheets:
            found.setdefault(sheet.resolve(), sheet)
    return sorted(found.values(), key=in_order)


def in_order(path: Path) -> tuple[str, str]:
    """What the order of a field goes by: the file's name, then its folder."""
    return unicodedata.normalize("NFC", path.name), path.as_posix()


def ids_of(paths: Iterable[Path]) -> list[str]:
    """An id for each file: its name without the ending, told apart by folders or numbers where needed."""
    given = list(paths)
    real = [path.resolve() for path in given]
    folders: dict[str, set[Path]] = {}
    for path, there in zip(given, real, strict=True):
        folders.setdefault(path.stem, set()).add(there)
    found: list[str] = []
    for path, there in zip(given, real, strict=True):
        id_ = f"{there.parent.name}/{path.stem}" if len(folders[path.stem]) > 1 else path.stem
        again = sum(other == id_ or seen == there for other, seen in zip(found, real, strict=False))
        found.append(f"{path.stem}-{again + 1}" if again else id_)
    return found


def read_setting(event: str | Path | None) -> Setting:
    """The setting of an event's folder or file; without one that of the package."""
    if event is None:
        return Setting()
    from budosim.events.event import read_event

    return setting_of(read_event(resolve(event)))


def shipped_regulation(name: str) -> Path | None:
    """The file of a regulation of the package; None when none has that name."""
    path = Path(str(files("budosim.systems.gurps3"))) / "regulations" / f"{name}.toml"
    return path if name.isidentifier() and path.is_file() else None


def setting_of(event: Event, own_regulation: Path | None = None) -> Setting:
    """The setting an event file asks for; `own_regulation` is where its regulation is kept by now."""
    from budosim.systems.gurps3.fighter import split_rulings
    from budosim.systems.gurps3.rulings import in_force

    ring, sheet = split_rulings(event.rulings)
    in_force(ring)
    own = own_regulation
    if own is None and shipped_regulation(event.regulation) is None:
        own = event.folder / event.regulation
    base = load_regulation(event.regulation if own is None else own.resolve())
    rules = base.with_dates(event.entries_open, event.entries_close).with_values(sheet)
    return Setting(rules, own, ring, read_approvals(event.folder / APPROVALS), event)
