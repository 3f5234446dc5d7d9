"""The regulation in force for sheets.

Caps, pools, dates and style limits, each with the clause it comes from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from budosim.errors import RuleError

SECTIONS = (
    "points",
    "attributes",
    "skills",
    "style",
    "magic",
    "entry",
    "portrait",
    "ageing",
    "house",
    "sheet",
)
"""The sections this module reads. Others (the bout's own) belong to whoever simulates and are left alone."""

CHOICES: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {"sheet.mental_strength": ("E", "VH"), "style.manga_limit": ("lowest", "highest")}
)
"""Keys that take one of a few words."""


@dataclass(frozen=True)
class Regulation:
    """Numbers by `section.key`, with their clauses. `year` and the dates come from an event."""

    id: str
    name_ja: str
    name_en: str
    values: Mapping[str, Any]
    clauses: Mapping[str, str]
    entries_open: date | None = None
    entries_close: date | None = None

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def whole(self, key: str) -> int:
        """A whole number of the regulation."""
        return int(self.values[key])

    def names(self, key: str) -> tuple[str, ...]:
        """A list of names of the regulation."""
        return tuple(self.values[key])

    def clause(self, key: str) -> str:
        """The clause a number comes from."""
        return self.clauses[key]

    def attribute_cap(self, age: int) -> int:
        """The cap of ST, DX and HT at this age (L-08)."""
        for row in self.values["attributes.caps"]:
            if "under" not in row or age < row["under"]:
                return int(row["cap"])
        return int(self.values["attributes.caps"][-1]["cap"])

    def with_dates(self, entries_open: date | None, entries_close: date | None) -> Regulation:
        """The regulation with an event's own entry dates."""
        return replace(self, entries_open=entries_open, entries_close=entries_close)

    def with_values(self, changes: Mapping[str, Any]) -> Regulation:
        """The regulation with some numbers changed.

        Keys are `section.key`, or bare where only one section has it.

        Raises:
            RuleError: a key nobody knows, or a value of another type.

        """
        values = dict(self.values)
        for key, value in changes.items():
            full = self._full_key(key)
            values[full] = _checked(full, value, self.values[full], self.id)
        return replace(self, values=MappingProxyType(values))

    def _full_key(self, key: str) -> str:
        if key in self.values:
            return key
        ends = [k for k in self.values if k.partition(".")[2] == key]
        if len(ends) == 1:
            return ends[0]
        raise RuleError(
            f"The regulation has no single number called {key!r}.",
            f"レギュレーションに「{key}」という項目はありません。",
        )


@cache
def default_regulation() -> Regulation:
    """The regulation of the tournament as shipped."""
    return load_regulation("budo")


def load_regulation(name: str | Path, base: Path | None = None) -> Regulation:
    """A regulation of the package by its name, or a file by its path (below `base`).

    A file may hold only the sections and keys it changes; the rest is the shipped one.

    Raises:
        RuleError: no such regulation, or a key or value that is not understood.

    """
    text, where = _text(str(name), base)
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise RuleError(f"{where} is not TOML: {error}", f"{where} はTOMLではありません：{error}") from error
    head = raw.get("regulation", {})
    if not isinstance(head, dict):
        raise RuleError(
            f"{where}: [regulation] must be a table.", f"{where}：[regulation] が表ではありません。"
        )
    values: dict[str, Any] = {}
    clauses: dict[str, str] = {}
    if str(name) != "budo":
        shipped = default_regulation()
        values, clauses = dict(shipped.values), dict(shipped.clauses)
    known = set(values) if values else None
    for section in SECTIONS:
        for key, row in raw.get(section, {}).items():
            full = f"{section}.{key}"
            value, clause = (
                (row.get("value"), row.get("clause", ""))
                if isinstance(row, dict) and "value" in row
                else (row, "")
            )
            if known is not None:
                if full not in known:
                    raise RuleError(
                        f"{where}: unknown key {full}.", f"{where}：知らない項目 {full} があります。"
                    )
                value = _checked(full, value, values[full], where)
            values[full] = value
            clauses[full] = clause or clauses.get(full, "")
    return Regulation(
        id=str(head.get("id", Path(str(name)).stem)),
        name_ja=str(head.get("name_ja", head.get("id", ""))),
        name_en=str(head.get("name_en", head.get("id", ""))),
        values=MappingProxyType(values),
        clauses=MappingProxyType(clauses),
    )


def _text(name: str, base: Path | None) -> tuple[str, str]:
    shipped = files("budosim.systems.gurps3").joinpath("regulations", f"{name}.toml")
    try:
        if name.isidentifier() and shipped.is_file():
            return shipped.read_text(encoding="utf-8"), f"regulations/{name}.toml"
        path = (base or Path()) / name
        return path.read_text(encoding="utf-8-sig"), str(name)
    except (OSError, ValueError) as error:
        raise RuleError(
            f"There is no regulation {name!r}.", f"レギュレーション「{name}」がありません。"
        ) from error


def _checked(key: str, value: Any, like: Any, where: str) -> Any:
    """The value if it is of the kind the shipped one is."""
    number = (int, Decimal, float)
    fits = (
        (isinstance(like, bool) and isinstance(value, bool))
        or (
            isinstance(like, number)
            and isinstance(value, number)
            and not isinstance(value, bool)
            and not isinstance(like, bool)
        )
        or (isinstance(like, str) and isinstance(value, str))
        or (isinstance(like, list) and isinstance(value, list))
    )
    if key == "attributes.caps" and fits:
        fits = bool(value) and all(isinstance(r, dict) and isinstance(r.get("cap"), int) for r in value)
    if key in CHOICES and fits:
        fits = value in CHOICES[key]
    if not fits:
        raise RuleError(
            f"{where}: {key} = {value!r} is not usable.", f"{where}：{key} = {value!r} は使えません。"
        )
    return value
