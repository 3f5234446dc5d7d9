"""Tables as CSV that a spreadsheet opens without harm: no formulas of other people's, no lost digits."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import polars as pl

from budosim.files import write_bytes

STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell that begins so, blanks apart, may be taken for a formula or a command."""
EXACT = 10**15
"""From here on a spreadsheet no longer keeps every digit of a number."""


def csv_text(frame: pl.DataFrame, *, excel: bool = False) -> str:
    """A frame as CSV: text that might run as a formula has an apostrophe in front; what is null is empty.

    For `excel` numbers too long for a spreadsheet become text in the same way.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_cell(name, excel=False) for name in frame.columns])
    for row in frame.iter_rows():
        writer.writerow([_cell(value, excel=excel) for value in row])
    return out.getvalue()


def write_csv(frame: pl.DataFrame, path: Path, *, excel: bool = False) -> Path:
    """Write a frame as CSV in UTF-8; for `excel` with a byte order mark, without which Excel misreads it."""
    write_bytes(path, csv_text(frame, excel=excel).encode("utf-8-sig" if excel else "utf-8"))
    return path


def _cell(value: Any, *, excel: bool) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and excel and abs(value) >= EXACT:
        return f"'{value}"
    if isinstance(value, str) and (value.startswith(STARTS) or value.lstrip().startswith(STARTS)):
        return f"'{value}"
    return value
