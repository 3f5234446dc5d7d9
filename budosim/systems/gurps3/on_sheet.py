"""The names that stand on a sheet, in every spelling, for whoever reads a pattern beside it."""

from __future__ import annotations

from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import bare, tables


def names_on_sheet(sheet: Sheet) -> frozenset[str]:
    """Everything bought: as written, by id (with and without base and specialty), by its standard names."""
    t = tables()
    found: set[str] = set()
    for entry in sheet.entries():
        found.add(entry.text)
        if entry.id is None or entry.kind == "combination":
            continue
        plain = bare(entry.id)
        found |= {entry.key, plain, plain.partition(":")[0]}
        for key in (entry.key, plain, plain.partition(":")[0]):
            found |= {t.label(entry.kind, key, "ja"), t.label(entry.kind, key, "en")}
    return frozenset(found - {""})
