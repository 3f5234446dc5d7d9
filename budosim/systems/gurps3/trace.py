"""A bout's trace: the log of the compiled core as the events of contract §6, and their file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from budosim.errors import RuleError
from budosim.files import write_jsonl
from budosim.systems.gurps3.trace_read import Reader, Spans, Titles
from budosim.systems.gurps3.trace_rows import rows_of
from budosim.systems.gurps3.trace_state import Event

FORMAT = "budosim-trace/1"


def events(
    log: Any, header: Mapping[str, Any], spans: Spans | None, rules: Any, titles: Titles | None = None
) -> list[Event]:
    """The events of a bout in the order they happened, `bout` first, `end` last (contract §6).

    Args:
        log: what the talking core wrote (`Log`).
        header: the fields of the `bout` line.
        spans: by side, for every list of a pattern the places of its lines in the text; None without a text.
        rules: the `Rules` record in force.
        titles: by side, the names of combinations by the order that names them.

    Raises:
        RuleError: the log was too short for the bout, or holds a kind of line this version does not tell.

    """
    if log.head.full:
        raise RuleError(
            "The log was too short for this bout: play it again with more room.",
            "試合の記録が長さの上限を超えました。記録の領域を広げて試合をやり直してください。",
        )
    # the bell is nobody's, but every event names a side: a stands for both, as with the initiative
    first: Event = {"k": "bout", "of": "a", "t": 0, "s": 0, "who": "a", "format": FORMAT, **header}
    reader = Reader(log, spans, rules, titles)
    return [first, *(reader.event(entry) for entry in rows_of(log.entry[: int(log.head.n)]))]


def write_trace(path: str | os.PathLike[str], events: Iterable[Event]) -> None:
    """Write events as JSON Lines; a reader sees the old file or the whole new one, never half of it."""
    write_jsonl(Path(path), events)
