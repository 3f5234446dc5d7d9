"""The names that stand on a sheet, in every spelling, for whoever reads a pattern beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from budosim.ai.checks import IDLE
from budosim.systems.gurps3.names import find
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.spell_parts import acts_in_the_ring
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
        if entry.kind == "spell" and entry.id in t.spells and not acts_in_the_ring(entry.id, t.spells[entry.id].row):
            spelled = {entry.text, entry.id, t.label("spell", entry.id, "ja"), t.label("spell", entry.id, "en")}
            found |= {IDLE + name for name in spelled}
    return frozenset((found | acts_served(found)) - {""})


def acts_served(ids: Collection[str]) -> frozenset[str]:
    """The acts of the pattern language that techniques of these ids serve (大振りパンチ serves フック)."""
    return frozenset(act for act, row in tables().acts.items() if any(use in ids for use in row.uses))


def names_learned(names: Iterable[str]) -> frozenset[str]:
    """A plain list of names, as written, with the acts their techniques serve."""
    written = [str(name) for name in names]
    ids = {find("maneuver", name.strip("【】[] ")) for name in written} - {None}
    return frozenset(written) | acts_served(frozenset(id_ for id_ in ids if id_))
