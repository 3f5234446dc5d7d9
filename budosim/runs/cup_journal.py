"""Every bout of an official event as a file of its own, written as it ends: what a resumed run need not fight again.

A file holds what the bout began with, what it came to, and its whole trace. It counts only for a bout that would
begin exactly so; a decision of the referee that changes what follows leaves such files unread, and new ones come.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from budosim.files import json_text, write_bytes
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.retell import Retold, people_of

FOLDER = "journal"
LEVEL = 6
MOST_BYTES = 1 << 26
"""The largest trace that is read back."""


class BoutFiles:
    """The journal of a result folder."""

    def __init__(self, folder: Path, fighters: Sequence[Fighter]) -> None:
        """The journal below `folder`; `fighters` in the order of the field."""
        self.folder = folder / FOLDER
        self.fighters = fighters
        self.read = 0
        """Bouts that were taken from the journal."""

    def path(self, number: int) -> Path:
        """The file of a bout."""
        return self.folder / f"{number:016d}.json.gz"

    def get(self, opening: Mapping[str, Any]) -> Retold | None:
        """The bout that began with exactly this, if its file is there and whole."""
        kept = self.entry(int(opening["bout"]))
        if kept is None or kept.get("opening") != opening:
            return None
        bout = self._bout(kept)
        self.read += bout is not None
        return bout

    def put(self, opening: Mapping[str, Any], bout: Retold) -> None:
        """Keep a bout; the file is there whole or not at all."""
        kept = {"opening": opening, "result": _plain(bout.result), "trace": bout.trace}
        data = gzip.compress(json_text(kept).encode("utf-8"), LEVEL, mtime=0)
        write_bytes(self.path(int(opening["bout"])), data)

    def entry(self, number: int) -> dict[str, Any] | None:
        """A bout's file as it was written; None when it is missing or damaged."""
        try:
            with gzip.open(self.path(number), "rb") as file:
                data = file.read(MOST_BYTES)
            kept = json.loads(data)
        except (OSError, EOFError, ValueError, zlib.error):
            return None
        return kept if isinstance(kept, dict) else None

    def _bout(self, kept: Mapping[str, Any]) -> Retold | None:
        from budosim.combat.common.record import blank
        from budosim.combat.gurps3.records import Result
        from budosim.events.protocols import Stage
        from budosim.systems.gurps3.arena import outcomes_of

        try:
            opening, written = kept["opening"], kept["result"]
            result = blank(Result)
            if set(result.dtype.names or ()) != set(written):
                return None
            for name, value in written.items():
                result[name] = np.array(value, dtype=result.dtype[name].base)
            a, b = (self.fighters[int(slot)] for slot in opening["slots"])
            return Retold(
                number=int(opening["bout"]),
                stage=Stage(**opening["stage"]),
                trace=kept["trace"],
                outcome=outcomes_of(result)[0],
                result=result[0],
                fighters=people_of(a, b),
            )
        except (KeyError, IndexError, TypeError, ValueError):
            return None


def _plain(result: Any) -> dict[str, Any]:
    """A Result record by field."""
    return {name: np.asarray(result[name]).tolist() for name in result.dtype.names or ()}
