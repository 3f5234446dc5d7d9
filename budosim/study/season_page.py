"""A season as one page: table, calendar, ledger, lines over the weeks, and whatever else a league keeps.

The page runs no script and loads nothing; its policy forbids both. Every text is escaped. It knows no game: who
makes it hands over sections ready to print.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from budosim.study.curves import Curves
from budosim.study.words import Lang

if TYPE_CHECKING:
    from jinja2 import Template


class Bilingual(Protocol):
    """A text in both languages."""

    @property
    def ja(self) -> str:
        """In Japanese."""

    @property
    def en(self) -> str:
        """In English."""


class Cell(NamedTuple):
    """A cell of a grid: its text, how it is set, a side's colour before it, a smaller note below it."""

    text: Bilingual
    look: Literal["", "number", "centre", "soft", "strong", "mark"] = ""
    side: int | None = None
    note: Bilingual | None = None
    bar: float | None = None


class Grid(NamedTuple):
    """A table; columns in `narrow` are left out where the screen is narrow."""

    head: Sequence[Bilingual]
    rows: Sequence[Sequence[Cell]]
    numbers: frozenset[int] = frozenset()
    narrow: frozenset[int] = frozenset()
    kind: Literal["grid"] = "grid"


class Words(NamedTuple):
    """A paragraph, or a list when there are several lines."""

    lines: Sequence[Bilingual]
    look: Literal["", "soft", "list", "ticks"] = ""
    kind: Literal["words"] = "words"


class Chart(NamedTuple):
    """Lines over weeks with a caption."""

    caption: Bilingual
    curves: Curves
    labels: Sequence[Bilingual]
    kind: Literal["chart"] = "chart"


class Meeting(NamedTuple):
    """One meeting of the calendar: sides with their points, how it ended, where it is held."""

    sides: Sequence[tuple[int, Bilingual, str]]
    said: Bilingual
    place: Bilingual
    look: Literal["held", "open", "coming", "cancelled"]
    link: str = ""


class Day(NamedTuple):
    """One day of the calendar."""

    date: Bilingual
    title: Bilingual
    note: Bilingual
    meetings: Sequence[Meeting]
    next: bool = False


class Month(NamedTuple):
    """A month of the calendar."""

    title: Bilingual
    days: Sequence[Day]


class Calendar(NamedTuple):
    """All months."""

    months: Sequence[Month]
    kind: Literal["calendar"] = "calendar"


@dataclass(frozen=True)
class Fold:
    """Something that is opened when wanted."""

    title: Bilingual
    blocks: Sequence[Block]
    id: str = ""
    kind: str = "fold"


Block: TypeAlias = Grid | Words | Chart | Calendar | Fold


@dataclass(frozen=True)
class Section:
    """A part of the page with its place in the menu."""

    id: str
    title: Bilingual
    blocks: Sequence[Block]


@dataclass(frozen=True)
class SeasonPage:
    """A whole page.

    Fields:
        sides: what the sides are called, in the order of their colours.
        state: how things stand, in one line; `won` says that it is final.
        notices: what a reader must know before he trusts the numbers.
    """

    title: Bilingual
    under: Bilingual
    sides: Sequence[Bilingual]
    state: Bilingual
    state_note: Bilingual
    won: bool
    sections: Sequence[Section]
    notices: Sequence[Bilingual] = field(default_factory=tuple)
    footer: Bilingual | None = None


def render(page: SeasonPage, lang: Lang = "ja") -> str:
    """The page as one HTML file, opening in `lang`."""
    return _template().render(page=page, lang=lang, css=_css(), policy=policy(_css())).lstrip()


def policy(css: str) -> str:
    """The content security policy of a page with this style sheet and nothing else."""
    digest = base64.b64encode(hashlib.sha256(css.encode("utf-8")).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("budosim.study", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return made.get_template("season.html.j2")


@cache
def _css() -> str:
    place: Any = files("budosim.study") / "templates" / "season.css"
    text: str = place.read_text(encoding="utf-8")
    return text
