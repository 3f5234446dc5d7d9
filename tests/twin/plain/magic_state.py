"""What magic remembers in the twin: spells that are on, and what a caster is doing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plain.magic_book import Spell

SLOTS = 6
HELD_BY_SPELL = "by spell"
HELPLESS = {"asleep", "dazed", "paralysed"}


@dataclass
class Lasting:
    """A spell that is on."""

    spell: Spell
    energy: int
    skill: int
    until: int
    subject: str
    """a, b, or place."""
    at: tuple[int, int] = (0, 0)
    radius: int = 0
    hp: int = 0
    limb: str = ""
    tended: int = 0
    done: bool = False
    gone: set[int] = field(default_factory=set)
    """Effects that are over or never took hold, by number."""
    ends: dict[int, int] = field(default_factory=dict)
    """Own turn of the caster in which an effect ends."""


@dataclass
class Sorcery:
    """What magic knows of one fighter."""

    spells: dict[str, Spell]
    tried: int = -1
    running: Spell | None = None
    energy: int = 0
    blood: int = 0
    left: int = 0
    second: int = 0
    line: int = -1
    wits: bool = False
    held: tuple[Spell, int, int] | None = None
    formed: tuple[int, int] = (0, 0)
    thrown: tuple[Spell, int, int] | None = None
    charge: tuple[Spell, int, int, int] | None = None
    """Spell, energy, skill, margin of its cast."""
    charge_until: int = 0
    on: list[Lasting | None] = field(default_factory=lambda: [None] * SLOTS)
    shed: int = 0
    tries: dict[str, int] = field(default_factory=dict)
    lent: int = 0
    idle: int = 0
    cautions: int = 0
    slow: bool = False
    cramp: str = ""
    cramp_seen: bool = False
    caught: int = -1
    since: int = 0
    shifts: dict[str, int] = field(default_factory=dict)

    @property
    def lasting(self) -> list[Lasting]:
        """Spells that are on, in their order."""
        return [one for one in self.on if one]

    def slot(self, spell: Spell) -> int | None:
        """Where a spell goes: its own place, else the first free one."""
        for i, one in enumerate(self.on):
            if one and one.spell.id == spell.id:
                return i
        return next((i for i, one in enumerate(self.on) if one is None), None)
