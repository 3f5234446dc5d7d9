"""The books as data: every table of `tables/*.toml`, read once, checked, and handed out as frozen rows.

`tables()` is the one loader. A wrong table is a `RuleError` naming the file and the row.
Run as `python -m budosim.systems.gurps3.tables` it checks everything and writes `docs/tables.md`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from budosim.errors import RuleError

Lang = Literal["ja", "en"]
Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What every row has: its id, its names and how sure its numbers are."""

    id: str
    name_ja: str
    name_en: str
    confidence: str = "sure"

    def name(self, lang: Lang) -> str:
        """The standard name in `lang`."""
        return self.name_ja if lang == "ja" else self.name_en


@dataclass(frozen=True, slots=True)
class Default:
    """A level without points.

    `source` is an attribute, a skill, another technique, `<skill>_parry` or `<skill>_half`.
    """

    source: str
    mod: int


@dataclass(frozen=True, slots=True)
class Prereq:
    """What a skill asks for: one of `skills` at `min_level` (or learned at all), or a trait."""

    skills: tuple[str, ...] = ()
    trait: str = ""
    min_level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillRow(Row):
    """A skill; a family (kata, sport) is one row and is written `sport:karate`."""

    type: str
    attribute: str
    difficulty: str
    defaults: tuple[Default, ...]
    prereqs: tuple[Prereq, ...]
    manga: str
    combat: bool
    off_match: str
    summary: str
    family: bool = False
    base_any: tuple[str, ...] = ()
    action_skill: bool = False
    tbm_cap: bool = True
    primary_ok: bool = True
    secondary_ok: bool = True
    specialty_required: bool = False
    weapon: bool = False
    banned_default: bool = False
    parry_num: int = 0
    parry_den: int = 1
    parry_only: str = ""
    punch_bonus_div: int = 0
    kick_bonus_div: int = 0
    dodge_bonus_div: int = 0
    st_bonus_div: int = 0
    move_bonus_div: int = 0
    dodge_half: bool = False
    reach: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TechniqueRow(Row):
    """A maneuver that is bought, or (`basic`) a technique everybody has.

    `more` holds the fields of its resolution.
    """

    kind: str
    defaults: tuple[Default, ...]
    difficulty: str = ""
    prereq_any: tuple[str, ...] = ()
    needs_also: tuple[str, ...] = ()
    max_rel: int = 0
    cinematic: bool = False
    family: bool = False
    basic: bool = False
    damage: str = "none"
    dmg_mod: int = 0
    limb: str = ""
    reach: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    is_parry: bool = False
    parry_from_level: bool = False
    banned_default: bool = False
    off_match: str = "no"
    untrained: Default | None = None
    effect: str = ""
    more: Raw = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitRow(Row):
    """An advantage or a disadvantage with its price list."""

    kind: Literal["advantage", "disadvantage"]
    effect: str
    effect_ja: str
    cost_kind: str = "choice"
    cost: int = 0
    max_level: int = 1
    choices: tuple[int, ...] = ()
    min_cost: int = 0
    max_cost: int = 0
    category: str = ""
    combat: bool = True
    off_match: str = "no"
    banned_default: bool = False
    applies_to: str = ""
    cap_bonus_key: str = ""
    excludes: tuple[str, ...] = ()
    needs_any: tuple[str, ...] = ()
    needs_attribute: Raw = field(default_factory=lambda: MappingProxyType({}))
    max_attribute: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    skill_bonus: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    by_age: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    move: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    legs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    hands: int = 2
    reach_as: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleRow(Row):
    """A ready-made style: its four skill lists and its maneuvers."""

    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    optional: tuple[str, ...]
    manga: tuple[str, ...]
    prereq_only: tuple[str, ...]
    maneuvers: tuple[str, ...]
    cinematic_maneuvers: tuple[str, ...]
    membership_min_cp: int
    entry_cost: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellRow(Row):
    """A spell as the sheet needs it; `row` is the whole entry for whoever casts it."""

    college: str
    difficulty: str
    source: str
    prereq: tuple[str, ...] = ()
    prereq_any: tuple[str, ...] = ()
    prereq_count: tuple[tuple[str, int], ...] = ()
    magery_min: int = 0
    iq_min: int = 0
    dx_min: int = 0
    aliases: tuple[str, ...] = ()
    row: Raw = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow(Row):
    """An act of the pattern language and the technique rows it may use."""

    uses: tuple[str, ...]
    at: str = ""
    at_eye: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """A legality rule: clause, severity and its message in both languages."""

    id: str
    title: str
    clause: str
    severity: str
    rule: str
    message_ja: str
    message_en: str
    more: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Costs:
    """Price lists in half points, and the tables that follow from attributes."""

    attribute: Mapping[int, int]
    above_20: int
    skill: Mapping[str, tuple[tuple[int, ...], int]]
    start_rel: Mapping[tuple[str, str], int]
    maneuver: Mapping[str, tuple[int, int]]
    combination: Mapping[int, int]
    low_mana: int
    damage: Mapping[int, tuple[str, str]]
    reach: tuple[tuple[str, int, int, int], ...]
    subturns: Mapping[str, int]
    outfit: Mapping[str, Raw]


@dataclass(frozen=True, slots=True)
class SpellBook:
    """The spells, their colleges, and what is said of them all."""

    spells: Mapping[str, SpellRow]
    colleges: Mapping[str, Row]
    meta: Raw


@dataclass(frozen=True)
class Tables:
    """All tables. Lookups by id raise KeyError; names are matched in `names`.

    The spells, by far the largest table, are read when somebody asks for one.
    """

    skills: Mapping[str, SkillRow]
    techniques: Mapping[str, TechniqueRow]
    advantages: Mapping[str, TraitRow]
    disadvantages: Mapping[str, TraitRow]
    styles: Mapping[str, StyleRow]
    acts: Mapping[str, ActRow]
    rules: Mapping[str, RuleRow]
    costs: Costs
    quirk_value: int
    read_spells: Callable[[], SpellBook]

    @cached_property
    def spell_book(self) -> SpellBook:
        """The table of spells, read on first use."""
        return self.read_spells()

    @property
    def spells(self) -> Mapping[str, SpellRow]:
        """All spells."""
        return self.spell_book.spells

    @property
    def colleges(self) -> Mapping[str, Row]:
        """The colleges spells belong to."""
        return self.spell_book.colleges

    @cached_property
    def maneuvers(self) -> Mapping[str, TechniqueRow]:
        """The techniques that can be bought."""
        return MappingProxyType({k: row for k, row in self.techniques.items() if not row.basic})

    @cached_property
    def traits(self) -> Mapping[str, TraitRow]:
        """Advantages and disadvantages together."""
        return MappingProxyType({**self.advantages, **self.disadvantages})

    def skill(self, key: str) -> SkillRow:
        """The row of a skill id with or without family base and specialty.

        Such as `sport:karate` or `language(英語)`.
        """
        return self.skills[bare(key).partition(":")[0]]

    def base_of(self, key: str) -> str:
        """The skill whose attribute and difficulty count.

        Karate for `sport:karate`, else the skill itself.
        """
        family, _, base = bare(key).partition(":")
        return base or family

    def technique(self, key: str) -> TechniqueRow:
        """The row of a technique id with or without its family skill: `feint:karate`."""
        return self.techniques[key.partition(":")[0]]

    def label(self, kind: str, key: str, lang: Lang) -> str:
        """The standard name of an id, with its family base and specialty in brackets.

        Unknown ids as they are.
        """
        plain = bare(key)
        spec = key[len(plain) + 1 : -1] if plain != key else ""
        head, _, base = plain.partition(":")
        row = self._rows(kind).get(head)
        if row is None:
            return key
        inner = spec
        if base:
            inner = self.skills[base].name(lang) if base in self.skills else base
        if not inner:
            return row.name(lang)
        return f"{row.name(lang)}（{inner}）" if lang == "ja" else f"{row.name(lang)} ({inner})"

    def _rows(self, kind: str) -> Mapping[str, Row]:
        if kind == "maneuver":
            return self.techniques
        rows: Mapping[str, Row] = getattr(self, "colleges" if kind == "college" else f"{kind}s")
        return rows


def bare(key: str) -> str:
    """An id without its specialty: `language(英語)` gives `language`."""
    return key.partition("(")[0]


def read_toml(name: str) -> dict[str, Any]:
    """One file of the package's tables, numbers with a point kept exact."""
    try:
        text = files("budosim.systems.gurps3").joinpath("tables", f"{name}.toml").read_text(encoding="utf-8")
        return tomllib.loads(text, parse_float=Decimal)
    except OSError as error:
        raise RuleError(
            f"The table tables/{name}.toml is missing or unreadable: {error.strerror}.",
            f"表 tables/{name}.toml が見つからないか読めません。",
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise RuleError(
            f"tables/{name}.toml is not TOML: {error}", f"tables/{name}.toml はTOMLではありません：{error}"
        ) from error


@cache
def tables() -> Tables:
    """All tables of the package, read and checked once."""
    from budosim.systems.gurps3.tables_load import load

    return load(read_toml)


if __name__ == "__main__":
    import sys
    from importlib import import_module

    sys.exit(import_module("budosim.systems.gurps3.tables_tool").main())
