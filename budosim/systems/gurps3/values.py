"""Checks single values of a sheet: right type, usable number, known key.

Every fault becomes a finding with its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from budosim.systems.gurps3.findings import Both, Finding, finding
from budosim.systems.gurps3.names import nearest_word
from budosim.systems.gurps3.numbers import read_number
from budosim.systems.gurps3.sheet import Spot
from budosim.systems.gurps3.toml_places import Path as KeyPath

LARGEST = 100_000
"""Numbers above this are no numbers of a sheet (F-03)."""

MAX_TEXT = 20_000
"""The longest text a field may hold."""

MAX_LIST = 200
"""The longest list of texts."""

MAX_HINTS = 20
"""How many unknown names get a suggestion; more than these are no slips."""

A_NUMBER = Both("数", "a number")
A_WHOLE = Both("整数", "a whole number")
A_TEXT = Both("文字列", "a text")
A_LIST = Both("文字列の配列", "a list of texts")
A_TABLE = Both("表", "a table")
A_FLAG = Both("true か false", "true or false")
A_DATE = Both("日時（例 2005-10-20T21:00:00+09:00）", "a date and time (2005-10-20T21:00:00+09:00)")


class Values:
    """Reads values of a parsed sheet and collects the faults it meets."""

    def __init__(self, places: Mapping[KeyPath, int]) -> None:
        self.places = places
        self.findings: list[Finding] = []
        self.complete = True
        self.hints_left = MAX_HINTS

    def line(self, path: KeyPath) -> int | None:
        """The line of a key path, or of the nearest thing around it."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path[:-1]
        return None

    def spot(self, where: str, path: KeyPath) -> Spot:
        """A place by its words and its key path."""
        return Spot(where, self.line(path))

    def wrong(self, where: str, path: KeyPath, want: Both, have: object) -> None:
        """Note F-03: the value is not what it must be."""
        shown = _shown(have)
        self.findings.append(
            finding("F-03", where, self.line(path), item=where, want=want.en, want_ja=want.ja, have=shown)
        )

    def unknown(self, where: str, path: KeyPath, key: str, known: Iterable[str]) -> None:
        """Note F-02 with the nearest known key."""
        self.hints_left -= 1
        near = nearest_word(key, known) if self.hints_left >= 0 else None
        hint = Both(f"「{near}」ではありませんか", f"did you mean {near}?") if near else None
        self.findings.append(finding("F-02", where, self.line(path), item=where, suggestion=hint))

    def only(
        self,
        table: Mapping[str, Any],
        known: Iterable[str],
        where: str,
        path: KeyPath,
        tell: Iterable[str] = (),
    ) -> None:
        """Note F-02 for every key of `table` not among `known`; a suggestion is one of `tell`, if given."""
        names = tuple(known)
        for key in table:
            if key not in names:
                self.unknown(f"{where}.{key}" if where else key, (*path, key), key, tuple(tell) or names)

    def table(self, value: Any, where: str, path: KeyPath) -> dict[str, Any]:
        """A table, or an empty one with F-03."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.complete = False
            self.wrong(where, path, A_TABLE, value)
        return {}

    def number(self, value: Any, where: str, path: KeyPath) -> Fraction | None:
        """An exact number from TOML or from a text people typed; None with F-03 when it is not usable."""
        number = _number(value)
        if number is None or abs(number) > LARGEST:
            self.complete = False
            self.wrong(where, path, A_NUMBER, value)
            return None
        return number

    def whole(self, value: Any, where: str, path: KeyPath) -> int | None:
        """A whole number; None with F-03 when it is not one."""
        number = _number(value)
        if number is None or abs(number) > LARGEST or number.denominator != 1:
            self.wrong(where, path, A_WHOLE, value)
            return None
        return int(number)

    def text(self, value: Any, where: str, path: KeyPath) -> str:
        """A text; empty with F-03 when it is something else. None is a missing field and stays silent."""
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            self.wrong(where, path, A_TEXT, value)
            return ""
        return value

    def texts(self, value: Any, where: str, path: KeyPath, *, one: bool = False) -> tuple[str, ...]:
        """A list of texts (`one`: or a single text)."""
        if value is None:
            return ()
        if one and isinstance(value, str):
            return (self.text(value, where, path),)
        if not isinstance(value, list) or len(value) > MAX_LIST:
            self.wrong(where, path, A_LIST, value)
            return ()
        return tuple(self.text(v, f"{where}[{i}]", (*path, i)) for i, v in enumerate(value) if v is not None)

    def flag(self, value: Any, where: str, path: KeyPath) -> bool:
        """True or false; a missing one is false."""
        if value is None:
            return False
        if not isinstance(value, bool):
            self.wrong(where, path, A_FLAG, value)
            return False
        return value

    def moment(self, value: Any, where: str, path: KeyPath) -> datetime | date | None:
        """A date or a date with time, as TOML or as text."""
        if value is None or isinstance(value, (datetime, date)):
            return value
        if isinstance(value, str):
            try:
                return datetime.fromisoformat(value.strip())
            except ValueError:
                pass
        self.wrong(where, path, A_DATE, value)
        return None


def _number(value: Any) -> Fraction | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Fraction(value) if abs(value) <= LARGEST else None
    if isinstance(value, str):
        value = read_number(value)
    if isinstance(value, Decimal) and value.is_finite() and abs(value) <= LARGEST and value.adjusted() >= -9:
        return Fraction(value)
    if isinstance(value, Decimal) and value == 0:
        return Fraction(0)
    return None


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > 10**15:
        return "a huge number"
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
