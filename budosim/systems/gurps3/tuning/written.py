"""A changed sheet as a file: the entrant's own text with only what changed rewritten, comments and all."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from budosim.systems.gurps3.findings import number
from budosim.systems.gurps3.intake import sheet_body
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.names import find
from budosim.systems.gurps3.sheet import Entry, Maneuver, Sheet, Skill, Spell
from budosim.systems.gurps3.sheet_entries import LONG, SHORT

GROUPS = {kind: group for group, kind in SHORT.items()}
NAME_KEYS = ("id", "name", "name_ja", "name_en")


def written(old: Sheet, new: Sheet, *, pattern: str | None = None, name: str | None = None) -> str:
    """The text of `new`, a changed copy of `old`.

    Levels the entrant wrote beside CP follow; `pattern` takes the place of his, `name` of his name.
    """
    document = parsed(old)
    table = document.setdefault("entrant", tomlkit.table())
    if new.entrant.unspent_cp != old.entrant.unspent_cp:
        table["unspent_cp"] = number(new.entrant.unspent_cp)
    if name is not None:
        table["name"] = name
    _attributes(document, old, new)
    _entries(document, old, new)
    if pattern is not None:
        text = tomlkit.string(f"{pattern.strip()}\n", multiline=True)
        document["pattern"] = tomlkit.table()
        document["pattern"]["text"] = text
    return tomlkit.dumps(document)


def parsed(sheet: Sheet) -> Any:
    """The TOML of a sheet as a document that keeps its comments, where its writing allows that."""
    body, data = sheet_body(sheet.text, sheet.path)
    try:
        return tomlkit.parse(body)
    except (TOMLKitError, ValueError):
        return tomlkit.parse(tomlkit.dumps(data))


def _attributes(document: MutableMapping[str, Any], old: Sheet, new: Sheet) -> None:
    for name, value in new.attributes.items():
        if old.attributes.get(name) == value:
            continue
        table = document.setdefault("attributes", tomlkit.table())
        key = next((key for key in table if find("attribute", key) == name), name)
        table[key] = value


def _entries(document: MutableMapping[str, Any], old: Sheet, new: Sheet) -> None:
    kept = {entry.spot.where: entry for entry in new.entries()}
    before = {entry.spot.where: entry for entry in old.entries()}
    levels = Levels(new)
    for where, entry in before.items():
        if where not in kept:
            _drop(document, entry)
        else:
            _rewrite(document, entry, kept[where], levels)
    for where, entry in kept.items():
        if where not in before:
            table = document.setdefault(GROUPS[entry.kind], tomlkit.table())
            table[entry.text] = number(entry.cp or 0)


def _rewrite(document: MutableMapping[str, Any], old: Entry, new: Entry, levels: Levels) -> None:
    holder, key = _place(document, old)
    if holder is None:
        return
    value = holder[key]
    if not isinstance(value, Mapping):
        if new.cp != old.cp:
            holder[key] = number(new.cp or 0)
        return
    if new.cp != old.cp:
        value["cp"] = number(new.cp or 0)
    if "level" in value and isinstance(new, (Skill, Spell, Maneuver)):
        level = levels.level_at(new, new.halves)
        if level is None:
            del value["level"]
        elif level != value["level"]:
            value["level"] = level


def _drop(document: MutableMapping[str, Any], entry: Entry) -> None:
    holder, key = _place(document, entry)
    if holder is not None:
        del holder[key]


def _place(document: Mapping[str, Any], entry: Entry) -> tuple[Any, Any]:
    """The table or array an entry stands in, and its key there."""
    group = entry.spot.where.partition(".")[0]
    held = document.get(group)
    if group in LONG or isinstance(held, list):
        for at, row in enumerate(held if isinstance(held, list) else []):
            if any(row.get(key) == entry.text for key in NAME_KEYS):
                return held, at
        return (held, entry.text) if isinstance(held, Mapping) and entry.text in held else (None, None)
    return (held, entry.text) if isinstance(held, Mapping) and entry.text in held else (None, None)
