"""The knockout as a picture: boxes on lines, links between them; rounds still to come are drawn empty."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from budosim.site.words import Both

BOX_HEIGHT, GAP, STEP = 38, 30, 46
TOP, MARGIN = 30, 4
WIDE, NARROW, PAGE = 216, 152, 1050
LETTER, INSET = 7.1, 18
"""Of a narrow letter, and of both sides of a box together, in pixels."""


def box_width(columns: int) -> int:
    """How wide the boxes of a picture with so many columns are, so that most pictures fit their page.

    >>> box_width(3), box_width(5), box_width(9)
    (216, 186, 152)
    """
    return max(NARROW, min(WIDE, (PAGE - (columns - 1) * GAP) // columns // 2 * 2))


def letters(width: int) -> int:
    """How many narrow letters a box has room for."""
    return int((width - INSET) / LETTER)


@dataclass(frozen=True)
class Spot:
    """What stands on a line of a round.

    Fields:
        text: what the box says.
        name: the whole name, for the tip of the box.
        look: won, lost, nobody, title, or "" while it is open.
        note: how he came there.
        page: the replay of the bout he goes into from here.
        file: his own page.
    """

    text: Both
    name: Both | None = None
    look: str = ""
    note: Both | None = None
    page: str = ""
    file: str = ""


@dataclass(frozen=True)
class Head:
    """The name of a round, and where it stands."""

    x: int
    name: Both


@dataclass(frozen=True)
class Box:
    """A spot with its place on the picture."""

    x: int
    y: int
    spot: Spot

    def __getattr__(self, name: str) -> object:
        """What the spot says."""
        return getattr(self.spot, name)


@dataclass(frozen=True)
class Picture:
    """A drawn bracket."""

    width: int
    height: int
    heads: list[Head]
    boxes: list[Box]
    links: list[str]
    box: int
    box_height: int = BOX_HEIGHT


def draw(rounds: Sequence[tuple[Both, Sequence[Spot]]], box: int = WIDE) -> Picture:
    """The picture of rounds, the first with all lines, the last with the champion's one; `box` is a box's width."""
    boxes, links, heads = [], [], []
    for at, (name, spots) in enumerate(rounds):
        x = MARGIN + at * (box + GAP)
        heads.append(Head(x, name))
        for number, spot in enumerate(spots):
            y = _middle(at, number)
            boxes.append(Box(x, y - BOX_HEIGHT // 2, spot))
            if at < len(rounds) - 1:
                links.append(f"M{x + box} {y}h{GAP // 2}V{_middle(at + 1, number // 2)}h{GAP - GAP // 2}")
    height = TOP + len(rounds[0][1]) * STEP + MARGIN
    return Picture(MARGIN * 2 + len(rounds) * (box + GAP) - GAP, height, heads, boxes, links, box)


def _middle(at: int, number: int) -> int:
    """The height of a box's middle: between the two it is fed by."""
    return TOP + (STEP << at) * (2 * number + 1) // 2


def shortened(name: str, columns: int) -> str:
    """A name cut to a width, wide letters counting twice."""
    width = 0
    for at, letter in enumerate(name):
        if not unicodedata.combining(letter):
            width += 2 if unicodedata.east_asian_width(letter) in "WFA" else 1
        if width > columns:
            return name[: max(1, at - 1)].rstrip() + "…"
    return name
