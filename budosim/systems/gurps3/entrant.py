"""An entrant as the Python interface hands him round: the sheet, and the fighter once he is needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from budosim.systems.gurps3.fighter import Fighter, fighter_of
from budosim.systems.gurps3.intake import read_sheet, read_sheet_text
from budosim.systems.gurps3.sheet import Sheet


@dataclass(frozen=True)
class Entrant:
    """A sheet that was read; `fighter` understands its pattern."""

    id: str
    sheet: Sheet

    @property
    def name(self) -> str:
        """The name as written."""
        return self.sheet.name

    @cached_property
    def fighter(self) -> Fighter:
        """The entrant ready for the ring; a `PatternError` when his pattern was refused."""
        return fighter_of(self.sheet, self.id)

    def with_policy(self, policy: dict[str, Any]) -> Fighter:
        """The entrant under a policy of bp/1 instead of his written pattern."""
        return Fighter(self.id, self.sheet, policy, None)


def read_entrant(path: str | Path) -> Entrant:
    """The entrant a file describes. Faults of the file are findings of `check`; only an unreadable path raises."""
    where = Path(path)
    return Entrant(where.stem, read_sheet(where))


def entrant_of_text(text: str, id_: str = "entrant") -> Entrant:
    """The entrant a sheet's text describes."""
    return Entrant(id_, read_sheet_text(text, path=f"{id_}.toml"))
