"""Files of the league as values with their places: whatever is wrong becomes a finding, nothing is guessed."""

from __future__ import annotations

import csv
import difflib
import io
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from budosim.files import read_text
from budosim.systems.sangokushi.findings import Both, Problems
from budosim.systems.sangokushi.tables import Lexicon, Named, plain
from budosim.toml_places import Path as KeyPath
from budosim.toml_places import half_width, scan

MOST_CELLS = 200_000
LARGEST = 10**9
_YES = frozenset(["yes", "true", "1", "はい", "有", "あり", "○", "o", "可", "y"])
_NO = frozenset(["no", "false", "0", "いいえ", "無", "なし", "×", "x", "不可", "n", ""])


class Table:
    """One table of a TOML file: typed values, and a finding for each that is not as it must be."""

    def __init__(
        self, data: Mapping[str, Any], path: KeyPath, places: Mapping[KeyPath, int], file: str, problems: Problems
    ) -> None:
        """The table at `path` of a file called `file` in messages."""
        self.data, self.path, self.places = data, path, places
        self.file, self.problems = file, problems

    def line(self, *keys: str | int) -> int | None:
        """The line of a key below this table, else of the table itself."""
        path = (*self.path, *keys)
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path)

    def where(self, *keys: str | int) -> str:
        """A key in the file's own words."""
        words: list[str] = []
        for key in (*self.path, *keys):
            if isinstance(key, int) and words:
                words[-1] += f"[{key + 1}]"
            else:
                words.append(str(key))
        return ".".join(words)

    def fault(self, code: str, /, *keys: str | int, **fields: Any) -> None:
        """Note a finding about a key."""
        self.problems.add(code, self.file, self.line(*keys), self.where(*keys), **fields)

    def known(self, *names: str) -> None:
        """Note every key that is not one of these."""
        for key in self.data:
            if key not in names:
                near = difflib.get_close_matches(str(key).lower(), names, 1, cutoff=0.5)
                hint = near[0] if near else ", ".join(names)
                self.fault("E-KEY", key, hint=hint)

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return key in self.data

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        """A text."""
        value = self._get(key, required)
        if value is None:
            return default
        if not isinstance(value, str) or (required and not value.strip()):
            self.fault("E-TYPE", key, value=_short(value), kind=Both("文字列", "a text in quotes"))
            return default
        return value.strip()

    def texts(self, key: str) -> list[str]:
        """A list of texts; a single one may stand without brackets."""
        value = self._get(key, False)
        listed = [value] if isinstance(value, str) else value
        if listed is None:
            return []
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            self.fault("E-TYPE", key, value=_short(value), kind=Both("文字列の並び", "a list of texts"))
            return []
        return [one.strip() for one in listed]

    def whole(
        self, key: str, default: int | None = None, *, least: int = 0, most: int = LARGEST, required: bool = False
    ) -> int | None:
        """A whole number within bounds."""
        value = self._get(key, required)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fault("E-VALUE", key, value=_short(value), least=least, most=most)
            return default
        return value

    def wholes(self, key: str, *, least: int = 0, most: int = LARGEST) -> list[int]:
        """A list of whole numbers."""
        value = self._get(key, False)
        listed = [value] if isinstance(value, int) and not isinstance(value, bool) else value
        if listed is None:
            return []
        good = isinstance(listed, list) and all(
            isinstance(one, int) and not isinstance(one, bool) and least <= one <= most for one in listed
        )
        if not good:
            self.fault("E-VALUE", key, value=_short(value), least=least, most=most)
            return []
        return list(listed)

    def number(self, key: str, default: float, *, least: float = 0.0, most: float = 1e6) -> float:
        """A number within bounds."""
        value = self._get(key, False)
        if value is None:
            return default
        number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        if not number or not least <= float(value) <= most:
            self.fault("E-VALUE", key, value=_short(value), least=least, most=most)
            return default
        return float(value)

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self._get(key, False)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault("E-TYPE", key, value=_short(value), kind=Both("true", "false"))
            return default
        return value

    def day(self, key: str, *, required: bool = False) -> date | None:
        """A date."""
        value = self._get(key, required)
        if isinstance(value, str):
            value = _date_of(value) or value
        if isinstance(value, datetime):
            return value.date()
        if value is None or isinstance(value, date):
            return value
        self.fault("E-TYPE", key, value=_short(value), kind=Both("日付", "a date such as 2001-10-06"))
        return None

    def moment(self, key: str, *, required: bool = False) -> datetime | None:
        """A date with a time; offsets are dropped, the league knows one clock."""
        value = self._get(key, required)
        if isinstance(value, datetime):
            return value.replace(tzinfo=None)
        if value is not None:
            self.fault("E-TYPE", key, value=_short(value), kind=Both("日時", "a moment such as 2001-10-06T22:10:00"))
        return None

    def one_of(self, key: str, words: Lexicon, *, required: bool = False, code: str = "E-CHOICE") -> Named | None:
        """Something known by name."""
        written = self.text(key, required=required)
        if not written:
            return None
        found = words.find(written)
        if found is None:
            self.fault(code, key, value=written, known=words.both)
        return found

    def table(self, key: str) -> Table:
        """A table below this one; an empty one when it is not there."""
        value = self._get(key, False)
        if value is not None and not isinstance(value, dict):
            kind = Both(f"表 [{self.where(key)}]", f"a table [{self.where(key)}]")
            self.fault("E-TYPE", key, value=_short(value), kind=kind)
            value = None
        return Table(value or {}, (*self.path, key), self.places, self.file, self.problems)

    def tables(self, key: str) -> Iterator[Table]:
        """The tables of a list [[key]]."""
        value = self._get(key, False)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            kind = Both(f"表の並び [[{self.where(key)}]]", f"tables [[{self.where(key)}]]")
            self.fault("E-TYPE", key, value=_short(value), kind=kind)
            return
        for at, one in enumerate(value):
            yield Table(one, (*self.path, key, at), self.places, self.file, self.problems)

    def _get(self, key: str, required: bool) -> Any:
        if required and key not in self.data:
            self.fault("E-MISSING", key, key=key)
        return self.data.get(key)


def read_toml(path: Path, shown: str, problems: Problems) -> Table | None:
    """The whole of a TOML file; None, with a finding, when it is no TOML."""
    written = read_text(path)
    text, changed = half_width(written.text)
    if written.encoding != "utf-8":
        problems.add("I-ENCODING", shown, None, encoding=written.encoding)
    # A key in Japanese letters is merely quoted; that is worth no word.
    if changed is not None and text.replace('"', "") != written.text.replace('"', ""):
        problems.add("I-WIDTH", shown, changed)
    places, too_deep = scan(text)
    if too_deep:
        problems.add("E-TOML", shown, None, reason="nested too deeply")
        return None
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else text.rstrip("\n").count("\n") + 1
        problems.add("E-TOML", shown, line, reason=str(error))
        return None
    return Table(data, (), places, shown, problems)


@dataclass(frozen=True)
class Row:
    """One row of a CSV file, its cells by the name of their column."""

    file: str
    line: int
    cells: Mapping[str, str]
    problems: Problems

    def text(self, column: str) -> str:
        """A cell."""
        return self.cells.get(column, "")

    def fault(self, code: str, column: str = "", /, **fields: Any) -> None:
        """Note a finding about a cell."""
        self.problems.add(code, self.file, self.line, column, **fields)

    def whole(self, column: str, default: int | None = None, *, least: int = 0, most: int = LARGEST) -> int | None:
        """A whole number; full-width digits are read too."""
        written = unicodedata.normalize("NFKC", self.text(column)).strip()
        if not written:
            return default
        if not re.fullmatch(r"[+-]?\d{1,12}", written) or not least <= int(written) <= most:
            self.fault("E-VALUE", column, value=_short(self.text(column)), least=least, most=most)
            return default
        return int(written)

    def flag(self, column: str) -> bool:
        """Yes or no, in either language."""
        word = plain(self.text(column))
        if word in _YES:
            return True
        if word not in _NO:
            self.fault("E-TYPE", column, value=_short(self.text(column)), kind=Both("yes", "no（はい・いいえ）"))
        return False

    def day(self, column: str) -> date | None:
        """A date such as 2001-10-06 or 2001/10/6."""
        written = self.text(column)
        if not written:
            return None
        found = _date_of(written)
        if found is None:
            self.fault("E-TYPE", column, value=_short(written), kind=Both("日付", "a date such as 2001-10-06"))
        return found

    def one_of(self, column: str, words: Lexicon, code: str = "E-CHOICE") -> Named | None:
        """Something known by name."""
        written = self.text(column)
        if not written:
            return None
        found = words.find(written)
        if found is None:
            self.fault(code, column, value=written, known=words.both)
        return found


def read_csv(
    path: Path, shown: str, columns: Mapping[str, Sequence[str]], required: Sequence[str], problems: Problems
) -> list[Row]:
    """The rows of a CSV file. `columns` gives each column's id with other headings it may have."""
    written = read_text(path, 4 << 20)
    if written.encoding != "utf-8":
        problems.add("I-ENCODING", shown, None, encoding=written.encoding)
    reader = csv.reader(io.StringIO(written.text), strict=True)
    rows: list[Row] = []
    names: list[str] | None = None
    cells = 0
    try:
        for values in reader:
            line = reader.line_num
            if not any(value.strip() for value in values) or values[0].lstrip().startswith("#"):
                continue
            cells += len(values)
            if cells > MOST_CELLS:
                problems.add("E-LARGE", shown, line, most=MOST_CELLS)
                break
            if names is None:
                names = _headings(values, shown, line, columns, required, problems)
                continue
            if len(values) > len(names) and any(value.strip() for value in values[len(names) :]):
                problems.add("E-CELLS", shown, line, cells=len(values), columns=len(names))
            made = {name: value.strip() for name, value in zip(names, values, strict=False) if name}
            rows.append(Row(shown, line, made, problems))
    except csv.Error as error:
        problems.add("E-CSV", shown, reader.line_num, reason=str(error))
    if names is None:
        problems.add("E-EMPTY", shown, None)
    return rows


def _headings(
    values: Sequence[str],
    shown: str,
    line: int,
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str],
    problems: Problems,
) -> list[str]:
    known = {plain(word): name for name, also in columns.items() for word in (name, *also)}
    names: list[str] = []
    for value in values:
        name = known.get(plain(value), "")
        if not name and value.strip():
            near = difflib.get_close_matches(plain(value), known, 1, cutoff=0.5)
            hint = known[near[0]] if near else ", ".join(columns)
            problems.add("E-KEY", shown, line, value.strip(), hint=hint)
        elif name and name in names:
            problems.add("E-TWICE", shown, line, value.strip())
        names.append(name)
    for name in required:
        if name not in names:
            problems.add("E-MISSING", shown, line, name, key=name)
    return names


def _date_of(written: str) -> date | None:
    found = re.fullmatch(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?", unicodedata.normalize("NFKC", written).strip())
    if not found:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
