"""The tables of a result folder in other forms: CSV, Parquet, a spreadsheet of sheets, Markdown."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import polars as pl

from budosim.errors import BudosimError
from budosim.files import write_bytes, write_text
from budosim.study.columns import tables
from budosim.study.frames import read_frame
from budosim.study.spreadsheet import STARTS, write_csv

Form = Literal["csv", "parquet", "xlsx", "md"]
FORMS: tuple[str, ...] = get_args(Form)
MOST_XLSX = 1_048_575
"""Rows a sheet of a spreadsheet holds below its head."""
MOST_MD = 500
FOLDER = "tables"


def form_of(written: str) -> Form:
    """A form as somebody writes it.

    Raises:
        BudosimError: there is no such form.

    """
    for known in get_args(Form):
        if written == known:
            return known  # type: ignore[no-any-return]
    raise BudosimError(
        f"--format {written}: {', '.join(FORMS)}", f"--format {written}：{'、'.join(FORMS)} のどれかにしてください"
    )


def frames_of(folder: Path) -> dict[str, pl.DataFrame]:
    """Every table of a result folder by name."""
    found = {name: read_frame(folder, name) for name in tables()}
    return {name: frame for name, frame in found.items() if frame is not None}


def export(folder: Path, form: Form, *, excel: bool = False) -> list[Path]:
    """Write every table of a result folder into its folder `tables`; the paths written.

    A spreadsheet is one file with a sheet per table; text that might run as a formula stays text everywhere.
    """
    frames = frames_of(folder)
    where = folder / FOLDER
    if form == "xlsx":
        path = where / "tables.xlsx"
        write_bytes(path, xlsx(frames))
        return [path]
    written = []
    for name, frame in frames.items():
        path = where / f"{name}.{form}"
        if form == "csv":
            write_csv(frame, path, excel=excel)
        elif form == "parquet":
            out = io.BytesIO()
            frame.write_parquet(out, compression="zstd")
            write_bytes(path, out.getvalue())
        else:
            write_text(path, markdown(name, frame))
        written.append(path)
    return written


def markdown(name: str, frame: pl.DataFrame) -> str:
    """A table as Markdown, its first rows."""
    lines = [f"# {name}", "", f"{len(frame)} rows" + (f", the first {MOST_MD}" if len(frame) > MOST_MD else ""), ""]
    lines.append("| " + " | ".join(frame.columns) + " |")
    lines.append("|" + "|".join("---:" if dtype.is_numeric() else "---" for dtype in frame.dtypes) + "|")
    for row in frame.head(MOST_MD).iter_rows():
        lines.append("| " + " | ".join(_cell(value) for value in row) + " |")
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return "—"
    text = f"{value:.4f}" if isinstance(value, float) else str(value)
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def xlsx(frames: Mapping[str, pl.DataFrame]) -> bytes:
    """Tables as one spreadsheet.

    Raises:
        BudosimError: xlsxwriter is not installed.

    """
    try:
        import xlsxwriter
    except ImportError as error:
        raise BudosimError(
            "--format xlsx needs xlsxwriter: python -m pip install 'budosim[excel]'",
            "--format xlsx には xlsxwriter が要ります：python -m pip install 'budosim[excel]'",
        ) from error
    out = io.BytesIO()
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False, "in_memory": True}
    with xlsxwriter.Workbook(out, options) as book:
        bold = book.add_format({"bold": True})
        for name, frame in frames.items():
            sheet = book.add_worksheet(name[:31])
            sheet.freeze_panes(1, 0)
            for at, column in enumerate(frame.columns):
                sheet.write_string(0, at, column, bold)
            rows = frame.head(MOST_XLSX)
            for number, row in enumerate(rows.iter_rows(), 1):
                for at, value in enumerate(row):
                    _write(sheet, number, at, value)
            if len(rows):
                sheet.autofilter(0, 0, len(rows), len(frame.columns) - 1)
    return out.getvalue()


def _write(sheet: object, row: int, column: int, value: object) -> None:
    from budosim.study.spreadsheet import EXACT

    write = sheet.write_string, sheet.write_number, sheet.write_boolean  # type: ignore[attr-defined]
    if value is None:
        return
    if isinstance(value, bool):
        write[2](row, column, value)
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) < EXACT):
        write[1](row, column, value)
    else:
        text = str(value)
        write[0](row, column, f"'{text}" if text.lstrip().startswith(STARTS) else text)


__all__ = ["FORMS", "Form", "export", "form_of", "frames_of", "markdown", "xlsx"]
