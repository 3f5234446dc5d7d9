"""The knockout as a picture: who stands on which line, and where lines and links are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from budosim.study.canvas import width_of
from budosim.study.results import Result
from budosim.study.words import Both, both

BOX, BOX_HEIGHT, GAP, STEP = 152, 34, 36, 42
TOP, MARGIN = 30, 4
LETTERS = 9.0
"""Full-width letters a box has room for."""
LEAGUE = ("free", "blocks", "playoff")
NOBODY, BYE = Both("", ""), Both("不戦勝ち", "bye")
EMPTIED = Both("両者敗退", "both out")
NO_CHAMPION = Both("該当者なし", "no champion")


class Line(NamedTuple):
    """A line of the bracket: who stands there, or whether a draw emptied it."""

    id: str | None
    emptied: bool = False


class Round(NamedTuple):
    """A round before it is fought."""

    name: Both
    lines: tuple[Line, ...]


class Box(NamedTuple):
    """A drawn line: place, the name cut to fit, the whole name, what brought him here, and how to show it."""

    x: int
    y: int
    text: Both
    name: str
    note: Both
    look: str


class Picture(NamedTuple):
    """A drawn bracket."""

    width: int
    height: int
    heads: list[tuple[int, Both]]
    boxes: list[Box]
    links: list[str]


def rounds_of(result: Result) -> list[Round]:
    """The rounds of a result, the first being the bracket as drawn; none without a knockout."""
    if not len(result.bracket):
        return rebuilt(result.bouts)
    rounds = []
    for (_,), rows in result.bracket.sort("round", "line").group_by("round", maintain_order=True):
        first = rows.row(0, named=True)
        lines = tuple(Line(one, emptied) for one, emptied in rows.select("id", "emptied").iter_rows())
        rounds.append(Round(Both(first["name_ja"], first["name_en"]), lines))
    return rounds


def rebuilt(bouts: pl.DataFrame) -> list[Round]:
    """The rounds from the bouts alone, backwards from the final: every line leads to the fixture he won.

    Which of two lines lies above the other is not known then, and does not matter.
    """
    rows = bouts.filter(~pl.col("stage").is_in(LEAGUE)).to_dicts()
    if not rows:
        return []
    fixtures: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        fixtures.setdefault(row["round"], []).append(row)
    last = max(fixtures)
    lines: list[Line] = [_line(fixtures[last][0], side) for side in ("a", "b")]
    rounds = [(last, lines)]
    for number in range(last - 1, 0, -1):
        left = list(fixtures.get(number, ()))
        feeding = [_take(left, line) for line in lines]
        for at, line in enumerate(lines):
            if line.id is None:
                feeding[at] = _take_drawn(left)
                lines[at] = Line(None, feeding[at] is not None)
        lines = [_line(row, side) if row else Line(None) for row in feeding for side in ("a", "b")]
        rounds.append((number, lines))
    names = {row["round"]: both("stage", row["stage"]) for row in rows}
    return [Round(names.get(number, NOBODY), tuple(lines)) for number, lines in reversed(rounds)]


def _line(row: Mapping[str, Any], side: str) -> Line:
    return Line(row[side])


def _take(left: list[dict[str, Any]], line: Line) -> dict[str, Any] | None:
    """The fixture somebody won, taken off the list."""
    for row in left:
        if line.id is not None and row["winner"] is not None and row[row["winner"]] == line.id:
            left.remove(row)
            return row
    return None


def _take_drawn(left: list[dict[str, Any]]) -> dict[str, Any] | None:
    """A fixture nobody won."""
    for row in left:
        if row["winner"] is None:
            left.remove(row)
            return row
    return None


def picture_of(rounds: Sequence[Round], result: Result) -> Picture | None:
    """The drawn bracket with the champion at its end; None without a knockout."""
    if not rounds:
        return None
    notes = _notes(result.bouts)
    champion = Round(both("stage", "champion"), (Line(result.champion, result.champion is None),))
    stages = [*rounds, champion]
    boxes, links, heads = [], [], []
    for at, (name, lines) in enumerate(stages):
        x = MARGIN + at * (BOX + GAP)
        heads.append((x, name))
        through = {line.id for line in stages[at + 1].lines} if at < len(rounds) else {result.champion}
        for number, line in enumerate(lines):
            y = _middle(at, number)
            note = notes.get((at, line.id), NOBODY) if line.id else NOBODY
            boxes.append(_box(x, y, line, note, result, last=at == len(rounds), through=through))
            if at < len(rounds):
                links.append(_link(x + BOX, y, _middle(at + 1, number // 2)))
    height = TOP + len(rounds[0].lines) * STEP + MARGIN
    return Picture(MARGIN * 2 + len(stages) * (BOX + GAP) - GAP, height, heads, boxes, links)


def _middle(at: int, number: int) -> int:
    """The height of a box's middle: between the two it is fed by."""
    return TOP + (STEP << at) * (2 * number + 1) // 2


def _link(x: int, y: int, to: int) -> str:
    return f"M{x} {y}h{GAP // 2}V{to}h{GAP - GAP // 2}"


def _box(
    x: int, y: int, line: Line, note: Both, result: Result, *, last: bool, through: set[str | None]
) -> Box:
    top = y - BOX_HEIGHT // 2
    if line.id is None:
        if last:
            return Box(x, top, NO_CHAMPION, "", NOBODY, "vacant")
        return Box(x, top, NOBODY, "", EMPTIED if line.emptied else NOBODY, "nobody")
    name = result.name(line.id)
    look = "champion" if last else "won" if line.id in through else "lost"
    short = shortened(name)
    return Box(x, top, Both(short, short), name, note, look)


def shortened(name: str, letters: float = LETTERS) -> str:
    """A name cut to a width."""
    if width_of(name) <= letters:
        return name
    while name and width_of(name) > letters - 1:
        name = name[:-1]
    return name.rstrip() + "…"


def _notes(bouts: pl.DataFrame) -> dict[tuple[int, str], Both]:
    """What brought a winner to the round after: by the index of that round and his id."""
    notes = {}
    for row in bouts.filter(~pl.col("stage").is_in(LEAGUE)).iter_rows(named=True):
        if row["winner"] is None:
            continue
        ending = both("ending", row["ending"])
        if row["kind"] == "bout":
            turns = max(row["turns_a"] or 0, row["turns_b"] or 0)
            note = Both(f"{ending.ja}・{turns}ターン", f"{ending.en}, turn {turns}")
        else:
            note = ending if row["kind"] == "forfeit" else BYE
        notes[row["round"], row[row["winner"]]] = note
    return notes
