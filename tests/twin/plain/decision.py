"""A decision of a fighter, and what an order comes to now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plain.legal import NO
from plain.special import PLAIN, Special

if TYPE_CHECKING:
    from plain.magic_book import Spell
    from plain.plan import Act
    from plain.techniques import Way


@dataclass(frozen=True)
class Choice:
    """A decision."""

    act: str
    way: Way | None = None
    place: str | None = None
    opt: str = ""
    stop: int = 0
    """The distance to strike from, or where an approach ends."""
    back: bool = False
    wanted: str = ""
    """What a forced approach, grapple or takedown is for."""
    cycle: tuple[str, int] | None = None
    """The cursor the blow moves, and to where."""
    source: str | None = None
    line: int | None = None
    missing: str = ""
    """The step an act that is not ready yet waits for: grapple, takedown, or else an approach."""
    title: str = ""
    """Names of cinematic skills, or of a combination."""
    moves: tuple[str, ...] = ()
    """Moves of a combination."""
    blow: Choice | None = None
    """The blow a cinematic skill goes into, or the first move of a combination."""
    order: Act | None = None
    """The order in the pattern a combination comes from."""
    special: Special = PLAIN
    """What a cinematic skill puts into the blow."""
    phase: str = ""
    """What a magical act is about: cast, go_on, throw, touch, keep, scratch."""
    spell: Spell | None = None
    energy: int = 0
    blood: int = 0
    wits: bool = False
    """The default decision chose the spell."""


Plan = tuple[str, Choice]
"""no, ready or far, and the decision."""
REFUSED: Plan = (NO, Choice("wait"))
