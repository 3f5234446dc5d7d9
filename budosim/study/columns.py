"""The columns of every table of a result folder, and the page that explains them.

Run as `python -m budosim.study.columns` to write docs/columns.md.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from budosim.files import write_text

DEFAULT_PAGE = Path("docs") / "columns.md"
DTYPES = ("u64", "i64", "f64", "str", "bool")
_WORD = re.compile(r"<(\w+)>")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it is called, holds and means.

    Fields:
        name: as in the file; `<word>` stands for one column per word of `words`.
        dtype: one of `DTYPES`.
        ja: its meaning in Japanese.
        en: its meaning in English.
        null: what an empty cell means, Japanese and English; None when no cell is ever empty.
        words: what `<word>` may be.
    """

    name: str
    dtype: str
    ja: str
    en: str
    null: tuple[str, str] | None = None
    words: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The columns it stands for."""
        if not self.words:
            return (self.name,)
        return tuple(_WORD.sub(word, self.name) for word in self.words)


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a result folder."""

    id: str
    ja: str
    en: str
    columns: tuple[Column, ...]

    @property
    def file(self) -> str:
        """The file it is written to."""
        return f"{self.id}.parquet"

    def dtypes(self) -> dict[str, str]:
        """The name of every column with its dtype, in the order they are written."""
        if not any(column.words for column in self.columns):
            return {column.name: column.dtype for column in self.columns}
        return dict(self._spelt())

    def _spelt(self) -> Iterator[tuple[str, str]]:
        """Word after word, where several columns share their words."""
        done: set[tuple[str, ...]] = set()
        for column in self.columns:
            if not column.words:
                yield column.name, column.dtype
            elif column.words not in done:
                done.add(column.words)
                group = [one for one in self.columns if one.words == column.words]
                for word in column.words:
                    yield from ((_WORD.sub(word, one.name), one.dtype) for one in group)

    def nullable(self) -> frozenset[str]:
        """The columns that may hold empty cells."""
        return frozenset(name for column in self.columns if column.null for name in column.names())


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads((files("budosim.study") / "columns.toml").read_text(encoding="utf-8"))


@cache
def tables() -> Mapping[str, Table]:
    """Every table by its id."""
    words: dict[str, list[str]] = {"id": _read()["words"]["ending"], "when": _read()["words"]["when"]}
    return {
        row["id"]: Table(
            row["id"], row["ja"], row["en"], tuple(_column(column, words) for column in row["column"])
        )
        for row in _read()["table"]
    }


def _column(row: Mapping[str, str], words: Mapping[str, Sequence[str]]) -> Column:
    null = (row["null_ja"], row["null_en"]) if "null_ja" in row else None
    word = _WORD.search(row["name"])
    if row["dtype"] not in DTYPES:
        raise ValueError(f"columns.toml, {row['name']}: {row['dtype']!r} is none of {', '.join(DTYPES)}")
    return Column(
        row["name"], row["dtype"], row["ja"], row["en"], null, tuple(words[word[1]]) if word else ()
    )


def endings() -> tuple[str, ...]:
    """The ids of why a bout ends (contract §6)."""
    return tuple(_read()["words"]["ending"])


def places() -> tuple[str, ...]:
    """The places of a body; the index is the bit of a mask."""
    return tuple(_read()["words"]["place"])


def page() -> str:
    """The data dictionary as one Markdown page."""
    parts = [
        "# 結果フォルダーの列 / The columns of a result folder",
        "",
        "この文書は `python -m budosim.study.columns` が `budosim/study/columns.toml` から作ります。",
        "This page is made from `budosim/study/columns.toml` by `python -m budosim.study.columns`.",
        "",
        "表は Parquet（zstd）です。率は 0 から 1、NaN はどこにもなく、データのない欄は空（null）です。",
        "Tables are Parquet (zstd). Rates lie between 0 and 1; there is no NaN: what has no data is null.",
    ]
    for table in tables().values():
        parts += ["", f"## {table.file}", "", f"{table.ja}  ", table.en, ""]
        parts += ["| 列 column | 型 type | 意味 | meaning | 空欄 null |", "|---|---|---|---|---|"]
        parts += [_row(column) for column in table.columns]
        parts += _words(table)
    return "\n".join(parts) + "\n"


def _row(column: Column) -> str:
    null = f"{column.null[0]} / {column.null[1]}" if column.null else "–"
    return f"| `{column.name}` | {column.dtype} | {column.ja} | {column.en} | {null} |"


def _words(table: Table) -> list[str]:
    """What stands below a table: the words its columns are named by, and the bits of its masks."""
    lines = []
    for column in {column.words: column for column in reversed(table.columns) if column.words}.values():
        word = _WORD.search(column.name)
        lines.append(f"`<{word[1] if word else ''}>`: {', '.join(f'`{one}`' for one in column.words)}")
    if "crippled_a" in table.dtypes():
        bits = ", ".join(f"{bit} `{place}`" for bit, place in enumerate(places()))
        lines.append(f"部位の桁 / bits of a mask: {bits}")
    return ["", *lines] if lines else []


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page; exit status 0."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    target = Path(given[0]) if given else DEFAULT_PAGE
    write_text(target, page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
