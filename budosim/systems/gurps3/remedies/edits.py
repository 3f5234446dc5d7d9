"""Single changes of a sheet: made on a copy, said in words, handed on as JSON, and never written back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import change, item_of, named
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.sheet import (
    TIERS,
    Entry,
    Kind,
    Listed,
    Maneuver,
    Sheet,
    Skill,
    Spell,
    Spot,
    Style,
    Trait,
)

LISTS = {
    "primary": Both("主技能", "the primary list"),
    "secondary": Both("副技能", "the secondary list"),
    "optional": Both("追加技能", "the optional list"),
    "manga": Both("マンガ技能", "the manga list"),
    "maneuvers": Both("流派の動作", "the style’s maneuvers"),
    "cinematic_maneuvers": Both("流派のマンガ動作", "the style’s cinematic maneuvers"),
}
"""The lists of an original style for messages."""


class Edit(Protocol):
    """One change. `place` is what it changes: of two changes of one place the later counts."""

    @property
    def place(self) -> str:
        """What is changed, in the sheet's own words."""

    def apply(self, sheet: Sheet) -> Sheet:
        """A copy of the sheet with the change made."""

    def words(self, before: Levels, after: Levels) -> Both:
        """The change as a demand; levels are those before it and after it."""

    def json(self) -> dict[str, Any]:
        """The change for programs: what is set, removed or added, in the sheet's own words."""


def _swap(sheet: Sheet, old: Entry, new: Entry | None) -> Sheet:
    """The sheet with one entry replaced, or left out."""
    group: tuple[Entry, ...] = getattr(sheet, f"{old.kind}s")
    kept = [new if e is old else e for e in group]
    return _with_group(sheet, f"{old.kind}s", tuple(e for e in kept if e is not None))


def _with_group(sheet: Sheet, group: str, entries: tuple[Entry, ...]) -> Sheet:
    changed: dict[str, Any] = {group: entries}
    return replace(sheet, **changed)


def _level(levels: Levels, entry: Entry) -> int | None:
    return levels.level_at(entry, entry.halves) if isinstance(entry, (Skill, Spell, Maneuver)) else None


@dataclass(frozen=True)
class SetPoints:
    """Another amount of CP for an entry; a level it states goes with it."""

    entry: Entry
    cp: Fraction

    @property
    def _new(self) -> Entry:
        return replace(self.entry, cp=self.cp, level=None)

    @property
    def place(self) -> str:
        """The entry's place."""
        return self.entry.spot.where

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet with that amount."""
        return _swap(sheet, self.entry, self._new)

    def words(self, before: Levels, after: Levels) -> Both:
        """Lower or raise it to so many CP."""
        level = _level(after, self._new)
        if self.entry.kind == "disadvantage" or self.entry.cp is None:
            ja, en = "{item}を{n}ＣＰにする", "make {item} {n} CP"
        elif self.cp < self.entry.cp:
            ja, en = "{item}を{n}ＣＰに下げる", "lower {item} to {n} CP"
        else:
            ja, en = "{item}を{n}ＣＰに上げる", "raise {item} to {n} CP"
        if level is not None:
            ja, en = ja + "（レベル{lv}）", en + " (level {lv})"
        return change(ja, en, item=item_of(self.entry), n=self.cp, lv=level)

    def json(self) -> dict[str, Any]:
        """The place and its new amount."""
        return {"set": self.entry.spot.where, "cp": number(self.cp)}


@dataclass(frozen=True)
class Remove:
    """An entry taken off the sheet."""

    entry: Entry

    @property
    def place(self) -> str:
        """The entry's place."""
        return self.entry.spot.where

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet without it."""
        return _swap(sheet, self.entry, None)

    def words(self, before: Levels, after: Levels) -> Both:
        """Remove it."""
        return change("{item}を消す", "remove {item}", item=item_of(self.entry))

    def json(self) -> dict[str, Any]:
        """The place."""
        return {"remove": self.entry.spot.where}


@dataclass(frozen=True)
class Add:
    """Something new on the sheet, from the main pool."""

    kind: Kind
    key: str
    cp: Fraction

    @property
    def _entry(self) -> Entry:
        makers: dict[str, type[Entry]] = {"skill": Skill, "spell": Spell, "maneuver": Maneuver}
        make = makers.get(self.kind, Trait)
        name = named(self.kind, self.key).ja
        return make(kind=self.kind, text=name, id=self.key, cp=self.cp, spot=Spot(f"{self.kind}s.{name}", None))

    @property
    def place(self) -> str:
        """The place the entry gets."""
        return self._entry.spot.where

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet with it."""
        group = f"{self.kind}s"
        return _with_group(sheet, group, (*getattr(sheet, group), self._entry))

    def words(self, before: Levels, after: Levels) -> Both:
        """Learn or buy it for so many CP."""
        level = _level(after, self._entry)
        item = named(self.kind, self.key)
        if level is None:
            return change("{item}を{n}ＣＰで取得する", "buy {item} for {n} CP", item=item, n=self.cp)
        text = ("{item}を{n}ＣＰで習得する（レベル{lv}）", "learn {item} for {n} CP (level {lv})")
        return change(*text, item=item, n=self.cp, lv=level)

    def json(self) -> dict[str, Any]:
        """The table it goes to, its id and its amount."""
        return {"add": f"{self.kind}s", "id": self.key, "cp": number(self.cp)}


@dataclass(frozen=True)
class SetAttribute:
    """Another value of an attribute."""

    name: str
    value: int

    @property
    def place(self) -> str:
        """The attribute's place."""
        return f"attributes.{self.name}"

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet with that value."""
        return replace(sheet, attributes=MappingProxyType({**sheet.attributes, self.name: self.value}))

    def words(self, before: Levels, after: Levels) -> Both:
        """Set it to the value."""
        lower = self.value < before.attributes.get(self.name, self.value)
        en = "lower {attr} to {n}" if lower else "raise {attr} to {n}"
        return change("{attr}を{n}に" + ("下げる" if lower else "上げる"), en, attr=NAMES[self.name], n=self.value)

    def json(self) -> dict[str, Any]:
        """The place and its new value."""
        return {"set": f"attributes.{self.name}", "value": self.value}


@dataclass(frozen=True)
class PayMain:
    """An off-match entry paid from the main pool."""

    entry: Entry

    @property
    def place(self) -> str:
        """The entry's place."""
        return self.entry.spot.where

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet with it in the main pool."""
        return _swap(sheet, self.entry, replace(self.entry, off=False))

    def words(self, before: Levels, after: Levels) -> Both:
        """Pay it from the main pool."""
        return change("{item}を通常のＣＰで取得する", "pay {item} from the main pool", item=item_of(self.entry))

    def json(self) -> dict[str, Any]:
        """The place and its new pool."""
        return {"set": self.entry.spot.where, "pool": "main"}


@dataclass(frozen=True)
class Relist:
    """A name moved between the lists of an original style; without `source` put in, without `target` taken out."""

    id: str
    source: str = ""
    target: str = ""
    prereq_only: bool = False

    @property
    def place(self) -> str:
        """The name among the lists."""
        return f"style:{self.id}"

    def apply(self, sheet: Sheet) -> Sheet:
        """The sheet with its style's lists changed."""
        style = sheet.style
        if style is None:
            return sheet
        if self.source:
            style = _with_list(style, self.source, lambda items: tuple(i for i in items if i.id != self.id))
        if self.target:
            style = _with_list(style, self.target, lambda items: (*items, Listed(self.id, self.id)))
        if self.prereq_only:
            style = replace(style, prereq_only=(*style.prereq_only, Listed(self.id, self.id)))
        return replace(sheet, style=style)

    def words(self, before: Levels, after: Levels) -> Both:
        """Take it out of a list, put it into one, or move it."""
        kind = "maneuver" if "maneuvers" in f"{self.source}{self.target}" else "skill"
        item = named(kind, self.id)
        if not self.target:
            return change(
                "{item}を{source}から外す", "take {item} out of {source}", item=item, source=LISTS[self.source]
            )
        if self.source:
            text = ("{item}を{target}に移す", "move {item} to {target}")
        elif self.prereq_only:
            text = ("{item}を{target}と prereq_only に加える", "put {item} into {target} and prereq_only")
        else:
            text = ("{item}を{target}に加える", "put {item} into {target}")
        return change(*text, item=item, target=LISTS[self.target])

    def json(self) -> dict[str, Any]:
        """The lists it leaves and enters."""
        into = [f"style.{self.target}"] if self.target else []
        into += ["style.prereq_only"] if self.prereq_only else []
        return {"list": self.id, "out": [f"style.{self.source}"] if self.source else [], "into": into}


def _with_list(style: Style, key: str, turn: Any) -> Style:
    if key in TIERS:
        return replace(style, lists=MappingProxyType({**style.lists, key: turn(style.lists[key])}))
    changed: dict[str, Any] = {key: turn(getattr(style, key))}
    return replace(style, **changed)


def apply_all(sheet: Sheet, edits: Sequence[Edit], total: int, spent: Any) -> Sheet:
    """A copy with all edits made, levels left to follow, and the unspent CP set to what is left.

    `spent` tells what a sheet costs. The unspent CP stay where the sheet costs more than there is.
    """
    for edit in edits:
        sheet = edit.apply(sheet)
    sheet = replace(
        sheet,
        skills=tuple(replace(s, level=None) for s in sheet.skills),
        maneuvers=tuple(replace(m, level=None) for m in sheet.maneuvers),
        spells=tuple(replace(s, level=None) for s in sheet.spells),
    )
    left = total - spent(sheet)
    return sheet if left < 0 else replace(sheet, entrant=replace(sheet.entrant, unspent_cp=left))
