"""A character sheet as it was handed in: frozen, in the entrant's own spelling, with ids found beside it.

Nothing here judges or repairs. `intake` makes these records, the rules of `legality` judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.toml_places import Path as KeyPath

TIERS = ("primary", "secondary", "optional", "manga")
"""The four skill lists of a style, highest first."""

Kind = Literal["advantage", "disadvantage", "skill", "maneuver", "combination", "spell"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the file: the sheet's own words for it and its line."""

    where: str
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One bought thing. `cp` is exact; None means that no usable number was written."""

    kind: Kind
    text: str
    """The name as written."""
    id: str | None
    """The id in its table (a family with its base: `sport:karate`), None when nobody knows the name."""
    spec: str = ""
    """The specialty as written."""
    cp: Fraction | None
    level: int | None = None
    """The level the sheet states, if it does."""
    off: bool = False
    """Paid from the off-match pool."""
    spot: Spot

    @property
    def key(self) -> str:
        """Id with specialty, the key in JSON: `karate`, `sport:karate`, `language(英語)`.

        The text when unknown.
        """
        if self.id is None:
            return self.text
        return f"{self.id}({self.spec})" if self.spec else self.id

    @property
    def halves(self) -> int:
        """Half points, rounded down and never below 0: what counts for a level."""
        return 0 if self.cp is None else max(0, int(self.cp * 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Entry):
    """An advantage or a disadvantage (whose CP are negative)."""

    applies_to: tuple[str, ...] = ()
    applies_ids: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(Entry):
    """A learned skill."""

    specialised: bool = False
    trait_bonus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver(Entry):
    """A bought maneuver."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a combination: the name as written and what it was found to be."""

    text: str
    kind: Literal["maneuver", "skill", "basic"] | None
    id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination(Entry):
    """A bought series of moves."""

    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Entry):
    """A learned spell."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A name in a list of an original style, and the id it was found to be."""

    text: str
    id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The style of a sheet. For a ready-made one the lists come from the tables."""

    text: str
    id: str | None
    original: bool
    description: str = ""
    explanation: str = ""
    special_rules: str = ""
    renamed: tuple[tuple[str, str, str], ...] = ()
    """Perks of an existing style under a new name: (name, original, explanation)."""
    lists: Mapping[str, tuple[Listed, ...]] = field(default_factory=lambda: MappingProxyType({}))
    prereq_only: tuple[Listed, ...] = ()
    maneuvers: tuple[Listed, ...] = ()
    cinematic_maneuvers: tuple[Listed, ...] = ()
    spot: Spot = Spot("style", None)

    def tier(self, skill: str) -> str | None:
        """The highest list that holds a skill id, or None."""
        for tier in TIERS:
            if any(item.id == skill for item in self.lists.get(tier, ())):
                return tier
        return None

    def is_prereq_only(self, skill: str) -> bool:
        """Whether the skill stands there as a mere prerequisite."""
        return any(item.id == skill for item in self.prereq_only)


@dataclass(frozen=True, slots=True)
class Portrait:
    """What is known of the picture without decoding it. None: not measured."""

    text: str
    width: int | None
    height: int | None
    size: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """The person: every field as written, None or empty when it is missing."""

    name: str = ""
    reading: str = ""
    name_en: str = ""
    age: int | None = None
    sex: str = ""
    height_cm: int = 170
    weight_kg: int | None = None
    appearance: str = ""
    background: str = ""
    portrait: Portrait | None = None
    outfit: str = "clothed"
    outfit_text: str = ""
    submitted: datetime | date | None = None
    unspent_cp: Fraction = Fraction(0)
    quirks: tuple[str, ...] = ()
    sources: tuple[tuple[str, str | None], ...] = ()

    @property
    def weight(self) -> int:
        """Weight in kg: as written, else height - 105."""
        return self.weight_kg if self.weight_kg is not None else self.height_cm - 105


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet with everything as written, the ids found, and the faults of the file."""

    path: str
    text: str
    sha256: str
    readable: bool
    """False when the file gave no sheet at all (F-01, F-06, F-08): then only its findings mean something."""
    complete: bool = True
    """False when some amount or number could not be read: sums are then not judged."""
    findings: tuple[Finding, ...] = ()
    lines_of: Mapping[KeyPath, int] = field(default_factory=lambda: MappingProxyType({}))
    entrant: Entrant = Entrant()
    pattern: str = ""
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    attributes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    bad_attributes: tuple[str, ...] = ()
    """Attributes that were written but not as a number: F-03 names them."""
    style: Style | None = None
    advantages: tuple[Trait, ...] = ()
    disadvantages: tuple[Trait, ...] = ()
    skills: tuple[Skill, ...] = ()
    maneuvers: tuple[Maneuver, ...] = ()
    combinations: tuple[Combination, ...] = ()
    spells: tuple[Spell, ...] = ()
    spots: Mapping[str, Spot] = field(default_factory=lambda: MappingProxyType({}))
    """Where fields stand: `entrant.age`, `attributes.ST`, `style.primary` …"""

    @property
    def name(self) -> str:
        """The entrant's name, else the file's."""
        return self.entrant.name or self.path

    def entries(self) -> Iterator[Entry]:
        """Everything bought, in the order of the sheet's tables."""
        yield from self.advantages
        yield from self.disadvantages
        yield from self.skills
        yield from self.maneuvers
        yield from self.combinations
        yield from self.spells

    def spot(self, field_name: str) -> Spot:
        """Where a field stands; a missing one is placed at its table."""
        if field_name in self.spots:
            return self.spots[field_name]
        table = field_name.partition(".")[0]
        return Spot(field_name, self.spots[table].line if table in self.spots else None)

    def trait(self, id_: str) -> Trait | None:
        """The advantage or disadvantage with this id, or None."""
        for trait in (*self.advantages, *self.disadvantages):
            if trait.id == id_:
                return trait
        return None

    def trait_level(self, id_: str, per_level: int) -> int:
        """How many levels of a trait were bought, from its CP."""
        trait = self.trait(id_)
        return 0 if trait is None or trait.cp is None else int(abs(trait.cp)) // per_level

    def learned(self, skill: str) -> Skill | None:
        """The first learned skill with this id (any specialty) and half a point or more in it."""
        for entry in self.skills:
            if entry.id == skill and entry.halves >= 1:
                return entry
        return None

    @property
    def is_master(self) -> bool:
        """Whether the sheet holds Trained by a Master."""
        return self.trait("trained_by_a_master") is not None
