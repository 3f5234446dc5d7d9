"""Reads what a sheet buys.

Traits, skills, maneuvers, combinations, spells and the off-match table, in both forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from budosim.systems.gurps3.findings import Both, finding
from budosim.systems.gurps3.names import Found, find, find_parts, fold
from budosim.systems.gurps3.sheet import (
    Combination,
    Entry,
    Kind,
    Maneuver,
    Move,
    Skill,
    Spell,
    Trait,
)
from budosim.systems.gurps3.tables import tables
from budosim.systems.gurps3.toml_places import Path as KeyPath
from budosim.systems.gurps3.values import A_LIST, Values

SHORT: dict[str, Kind] = {
    "advantages": "advantage",
    "disadvantages": "disadvantage",
    "skills": "skill",
    "maneuvers": "maneuver",
    "spells": "spell",
}
"""Tables of the short form: name = CP."""

LONG: dict[str, Kind] = {
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "skill": "skill",
    "maneuver": "maneuver",
    "combination": "combination",
    "combinations": "combination",
    "spell": "spell",
}
"""Arrays of tables, one table a bought thing."""

GROUPS = (*SHORT, "off_match", *LONG)
"""Every top-level key that buys something."""

MAX_ENTRIES = 300
"""More bought things than any sheet has (F-06)."""

A_POOL = Both("main か off", "main or off")
_COMMON = ("id", "name", "name_ja", "name_en", "cp", "level", "pool", "note")
_FIELDS: dict[Kind, tuple[str, ...]] = {
    "advantage": (*_COMMON, "applies_to", "spec"),
    "disadvantage": (*_COMMON, "applies_to", "spec"),
    "skill": (*_COMMON, "spec", "specialised", "trait_bonus", "default_from"),
    "maneuver": (*_COMMON, "default_from", "spec"),
    "combination": (*_COMMON, "moves"),
    "spell": (*_COMMON, "college", "difficulty"),
}
_OFF_KINDS: tuple[Kind, ...] = ("skill", "advantage", "maneuver", "spell", "disadvantage")


@dataclass(frozen=True, slots=True)
class _Written:
    """One entry before it is typed."""

    kind: Kind
    text: str
    table: Mapping[str, Any]
    where: str
    path: KeyPath
    off: bool


class Entries:
    """Collects the bought things of one sheet."""

    def __init__(self, data: Mapping[str, Any], values: Values) -> None:
        self.data = data
        self.values = values
        self.advantages: list[Trait] = []
        self.disadvantages: list[Trait] = []
        self.skills: list[Skill] = []
        self.maneuvers: list[Maneuver] = []
        self.combinations: list[Combination] = []
        self.spells: list[Spell] = []
        self._seen: dict[tuple[Kind, str], Entry] = {}

    def read(self) -> None:
        """Read every group; faults go to the values."""
        for n, written in enumerate(self._written(), start=1):
            if n > MAX_ENTRIES:
                self.values.complete = False
                fault = finding(
                    "F-06", written.where, self.values.line(written.path), variant="entries", cap=MAX_ENTRIES
                )
                self.values.findings.append(fault)
                break
            self._add(written)

    def _written(self) -> Iterator[_Written]:
        for group, kind in SHORT.items():
            if group in self.data and isinstance(self.data[group], list):
                yield from self._long(group, kind)
            else:
                yield from self._short(group, kind, off=False)
        yield from self._short("off_match", "skill", off=True)
        for group, kind in LONG.items():
            yield from self._long(group, kind)

    def _short(self, group: str, kind: Kind, *, off: bool) -> Iterator[_Written]:
        table = self.values.table(self.data.get(group), group, (group,))
        for text, value in table.items():
            row = value if isinstance(value, dict) else {"cp": value}
            what = _off_kind(text) if off else kind
            yield _Written(what, text, row, f"{group}.{text}", (group, text), off)

    def _long(self, group: str, kind: Kind) -> Iterator[_Written]:
        rows = self.data.get(group)
        if rows is None:
            return
        if isinstance(rows, dict) and kind == "combination":
            rows = [{"name": k, **v} if isinstance(v, dict) else v for k, v in rows.items()]
        if not isinstance(rows, list):
            self.values.complete = False
            self.values.wrong(group, (group,), A_LIST, rows)
            return
        for i, row in enumerate(rows):
            table = self.values.table(row, f"{group}[{i}]", (group, i))
            if not table:
                continue
            name_key = next((k for k in ("id", "name", "name_ja", "name_en") if table.get(k)), "id")
            if kind == "combination":
                name_key = next((k for k in ("name_ja", "name", "name_en", "id") if table.get(k)), "id")
            text = self.values.text(table.get(name_key), f"{group}[{i}].{name_key}", (group, i, name_key))
            yield _Written(kind, text, table, f"{group}.{table.get('id') or text or i}", (group, i), False)

    def _add(self, w: _Written) -> None:
        v = self.values
        v.only(w.table, _FIELDS[w.kind], w.where, w.path)
        cp = v.number(w.table["cp"], w.where, (*w.path, "cp")) if "cp" in w.table else self._no_cp(w)
        level = (
            v.whole(w.table["level"], f"{w.where}.level", (*w.path, "level")) if "level" in w.table else None
        )
        pool = v.text(w.table.get("pool"), f"{w.where}.pool", (*w.path, "pool"))
        if pool not in ("", "main", "off"):
            v.wrong(f"{w.where}.pool", (*w.path, "pool"), A_POOL, pool)
        spec = v.text(w.table.get("spec"), f"{w.where}.spec", (*w.path, "spec")).strip()
        found = _found(w.kind, w.text, spec)
        common: dict[str, Any] = {
            "kind": w.kind,
            "text": w.text,
            "id": found.id if found else None,
            "spec": (found.spec if found else "") or spec,
            "cp": cp,
            "level": level,
            "off": w.off or pool == "off",
            "spot": v.spot(w.where, w.path),
        }
        self._typed(w, common)

    def _typed(self, w: _Written, common: dict[str, Any]) -> None:
        v = self.values
        if w.kind in ("advantage", "disadvantage"):
            names = v.texts(
                w.table.get("applies_to"), f"{w.where}.applies_to", (*w.path, "applies_to"), one=True
            )
            trait = Trait(**common, applies_to=names, applies_ids=tuple(find("skill", n) for n in names))
            self._keep(trait, self.advantages if w.kind == "advantage" else self.disadvantages)
        elif w.kind == "skill":
            bonus = v.whole(w.table.get("trait_bonus", 0), f"{w.where}.trait_bonus", (*w.path, "trait_bonus"))
            special = v.flag(w.table.get("specialised"), f"{w.where}.specialised", (*w.path, "specialised"))
            self._keep(Skill(**common, specialised=special, trait_bonus=bonus or 0), self.skills)
        elif w.kind == "maneuver":
            self._keep(Maneuver(**common), self.maneuvers)
        elif w.kind == "spell":
            self._keep(Spell(**common), self.spells)
        else:
            moves = v.texts(w.table.get("moves"), f"{w.where}.moves", (*w.path, "moves"))
            self._keep(Combination(**common, moves=tuple(_move(m) for m in moves)), self.combinations)

    def _no_cp(self, w: _Written) -> Fraction | None:
        self.values.complete = False
        self.values.wrong(f"{w.where}.cp", w.path, Both("数（ＣＰ）", "a number of CP"), "")
        return None

    def _keep(self, entry: Entry, group: list[Any]) -> None:
        """Keep an entry.

        The same thing a second time is F-04 (in the other pool only a warning) and counts all the same.
        """
        key = (entry.kind, fold(entry.key) if entry.spec else entry.key)
        if key in self._seen:
            first = self._seen[key]
            severity = "" if first.off == entry.off else "warning"
            spot = entry.spot
            drop = Both("どちらか一方を消す", "remove one of the two")
            fault = finding(
                "F-04",
                spot.where,
                spot.line,
                severity=severity,
                suggestion=drop,
                item=_item(entry),
                first=first.spot.where,
            )
            self.values.findings.append(fault)
        else:
            self._seen[key] = entry
        group.append(entry)


def _item(entry: Entry) -> Both:
    t = tables()
    kind = "maneuver" if entry.kind == "combination" else entry.kind
    if entry.id is None or entry.kind == "combination":
        return Both(entry.text, entry.text)
    return Both(t.label(kind, entry.key, "ja"), t.label(kind, entry.key, "en"))


def _off_kind(text: str) -> Kind:
    """What an off-match name is: a skill first, then an advantage, a maneuver, a spell.

    Unknown names count as skills.
    """
    for kind in _OFF_KINDS:
        if find_parts(kind, text):
            return kind
    return "skill"


def _found(kind: Kind, text: str, spec: str) -> Found | None:
    if kind == "combination":
        return Found(text or "?")
    found = find_parts(kind, text)
    if found and spec and not found.spec:
        whole = find_parts(kind, f"{text}（{spec}）")
        if whole and whole.id != found.id:
            return Found(whole.id)
        found = Found(found.id, spec)
    if found and kind in ("maneuver", "spell") and found.spec:
        return None
    return found


def _move(text: str) -> Move:
    for kind in ("maneuver", "skill", "basic"):
        id_ = find(kind, text)
        if id_:
            return Move(text, cast(Any, kind), id_)
    return Move(text, None, None)
