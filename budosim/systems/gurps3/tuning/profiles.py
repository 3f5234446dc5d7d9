"""Profile sets: one sheet and a file of variants of it, each told by what it changes.

[[variant]]
name = "足を狙う"
[variant.pattern]
text = "ひたすらローキック。"
[variant.attributes]
DX = 16
[variant.skills]
"空手" = 44
remove = ["skills.柔道"]     # within [[variant]]
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from budosim.errors import SheetError
from budosim.files import read_text
from budosim.systems.gurps3.names import find, find_parts
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.sheet_entries import SHORT
from budosim.systems.gurps3.tuning.written import parsed

LARGEST = 1 << 20
OWN = ("name", "remove")
TABLES = ("entrant", "pattern", "lines", "attributes", "style", *SHORT, "off_match", "combinations")
MOST = 200


@dataclass(frozen=True)
class Profile:
    """A variant: its name and its whole sheet as text."""

    name: str
    text: str


def read_profiles(path: str | Path, base: Sheet) -> list[Profile]:
    """The variants a file makes of a sheet, in its order.

    Raises:
        SheetError: the file is no profile set; the message says what and where.

    """
    where = Path(path)
    if not where.is_file():
        raise SheetError(f"{path} does not exist", f"{path} がありません")
    try:
        data = tomlkit.parse(read_text(where, LARGEST).text).unwrap()
    except (TOMLKitError, ValueError) as error:
        raise SheetError(f"{path}: not TOML ({error})", f"{path}：TOML として読めません（{error}）") from error
    rows = data.get("variant")
    if not isinstance(rows, list) or not rows or set(data) != {"variant"}:
        raise SheetError(
            f"{path}: a profile set holds [[variant]] tables and nothing else",
            f"{path}：[[variant]] の表だけを並べてください",
        )
    if len(rows) > MOST:
        raise SheetError(
            f"{path}: {len(rows)} variants, at most {MOST}", f"{path}：{len(rows)} 件あります（{MOST} 件まで）"
        )
    found = [_profile(path, at, row, base) for at, row in enumerate(rows, 1)]
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SheetError(f"{path}: two variants are called {twice!r}", f"{path}：「{twice}」が二つあります")
    return found


def _profile(path: str | Path, at: int, row: Any, base: Sheet) -> Profile:
    name = row.get("name", f"{at}") if isinstance(row, Mapping) else ""
    unknown = [key for key in row if key not in (*OWN, *TABLES)] if isinstance(row, Mapping) else ["variant"]
    if unknown or not isinstance(name, str) or not name.strip():
        what, known = (unknown[0] if unknown else "name"), (*OWN, *TABLES)
        raise SheetError(
            f"{path}, variant {at}: {what} is unknown; there are {', '.join(known)}",
            f"{path}、{at} 番目：{what} は使えません（{'、'.join(known)}）",
        )
    document = parsed(base)
    for gone in row.get("remove", []):
        _remove(path, at, document, str(gone))
    for group in TABLES:
        if group in row:
            _merge(document, group, row[group])
    return Profile(name.strip(), tomlkit.dumps(document))


def _merge(document: MutableMapping[str, Any], group: str, given: Any) -> None:
    if not isinstance(given, Mapping):
        document[group] = given
        return
    table = document.setdefault(group, tomlkit.table())
    for name, value in given.items():
        key = _same(table, group, name)
        held = table.get(key)
        if isinstance(held, MutableMapping) and not isinstance(value, Mapping):
            held["cp"] = value
            held.pop("level", None)
        else:
            table[key] = value


def _remove(path: str | Path, at: int, document: MutableMapping[str, Any], place: str) -> None:
    group, _, name = place.partition(".")
    table = document.get(group)
    if isinstance(table, MutableMapping):
        key = _same(table, group, name)
        if key in table:
            del table[key]
            return
    raise SheetError(
        f"{path}, variant {at}: remove {place!r}: the sheet has no such entry (say skills.空手)",
        f"{path}、{at} 番目：remove の {place} はシートにありません（例：skills.空手）",
    )


def _same(table: Mapping[str, Any], group: str, name: str) -> str:
    """The key of a table that means the same as a name, however it is spelt; else the name."""
    if name in table:
        return name
    kind = "attribute" if group == "attributes" else SHORT.get(group)
    if kind is None:
        return name
    meant = find("attribute", name) if kind == "attribute" else find_parts(kind, name)
    for key in table:
        known = find("attribute", key) if kind == "attribute" else find_parts(kind, key)
        if meant is not None and known == meant:
            return key
    return name


__all__ = ["Profile", "read_profiles"]
