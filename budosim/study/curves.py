"""Lines over the weeks of a season as shapes of an inline SVG: paths, ticks, labels that keep apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 66, 122, 14, 36
_GAP = 21.0
"""Labels at the ends of lines stay so far apart."""


class Line(NamedTuple):
    """One side's line: its path, the dots on it, and the label at its end.

    Fields:
        band: the outline of its interval, "" without one.
    """

    side: int
    path: str
    band: str
    dots: list[tuple[str, str, str]]
    label: str
    label_y: str
    end: tuple[str, str]


class Tick(NamedTuple):
    """A mark on an axis: where, and what stands there."""

    at: str
    text: str


class Curves(NamedTuple):
    """A chart as its template needs it."""

    width: int
    height: int
    lines: list[Line]
    across: list[Tick]
    up: list[Tick]
    left: int
    right: int
    bottom: int
    label_x: int
    split: str


class Series(NamedTuple):
    """One side's values, None where there is none, and perhaps the ends of their intervals.

    Fields:
        texts: what a dot says when it is pointed at.
    """

    side: int
    label: str
    values: Sequence[float | None]
    texts: Sequence[str]
    ends: Sequence[tuple[float, float] | None] = ()


def curves(
    series: Sequence[Series],
    names: Sequence[str],
    *,
    top: float | None = None,
    percent: bool = False,
    split: int | None = None,
) -> Curves:
    """A chart of some sides' values over named weeks; `top` is the end of the upward axis.

    `split` draws a line after a week: what lies behind it has happened.
    """
    largest = max((value for one in series for value in one.values if value is not None), default=1.0)
    ceiling, step = _scale(largest) if top is None else (top, top / 4)
    inner_x, inner_y = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    last = max(len(names) - 1, 1)

    def x(at: float) -> float:
        return LEFT + inner_x * at / last

    def y(value: float) -> float:
        return TOP + inner_y * (1 - value / ceiling)

    lines = [_line(one, x, y) for one in series]
    every = max(1, ceil(len(names) / 9))
    across = [Tick(_n(x(at)), name) for at, name in enumerate(names) if at % every == 0 or at == last]
    if len(across) > 1 and float(across[-1].at) - float(across[-2].at) < 40:
        del across[-2]
    count = round(ceiling / step)
    up = [Tick(_n(y(step * k)), f"{100 * step * k:.0f} %" if percent else f"{step * k:g}") for k in range(count + 1)]
    return Curves(
        WIDTH,
        HEIGHT,
        _apart(lines),
        across,
        up,
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        WIDTH - RIGHT + 10,
        "" if split is None or split >= last else _n(x(split)),
    )


def _line(one: Series, x: Callable[[float], float], y: Callable[[float], float]) -> Line:
    points = [(x(at), y(value)) for at, value in enumerate(one.values) if value is not None]
    path = " ".join(f"{'M' if k == 0 else 'L'}{_n(px)} {_n(py)}" for k, (px, py) in enumerate(points))
    texts = [text for text, value in zip(one.texts, one.values, strict=True) if value is not None]
    dots = [(_n(px), _n(py), text) for (px, py), text in zip(points, texts, strict=True)]
    known = [(at, ends) for at, ends in enumerate(one.ends) if ends is not None]
    band = ""
    if len(known) > 1:
        there = " ".join(f"{_n(x(at))},{_n(y(hi))}" for at, (_, hi) in known)
        back = " ".join(f"{_n(x(at))},{_n(y(lo))}" for at, (lo, _) in reversed(known))
        band = f"{there} {back}"
    end = points[-1] if points else (x(0), y(0))
    return Line(one.side, path, band, dots, one.label, _n(end[1]), (_n(end[0]), _n(end[1])))


def _apart(lines: Sequence[Line]) -> list[Line]:
    """Labels moved so that none covers another; none leaves the picture."""
    order = sorted(range(len(lines)), key=lambda k: float(lines[k].label_y))
    places = [float(lines[k].label_y) for k in order]
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + _GAP)
    over = places[-1] - (HEIGHT - BOTTOM) if places else 0.0
    if over > 0:
        places[-1] -= over
        for k in range(len(places) - 2, -1, -1):
            places[k] = min(places[k], places[k + 1] - _GAP)
    moved = list(lines)
    for k, place in zip(order, places, strict=True):
        moved[k] = lines[k]._replace(label_y=_n(place))
    return moved


def _scale(largest: float) -> tuple[float, float]:
    """A round end of an axis and the step of its marks."""
    ten = 1.0
    while largest > ten * 50:
        ten *= 10
    step = next(ten * part for part in (1.0, 2.0, 2.5, 5.0, 10.0) if largest <= ten * part * 5)
    return step * max(1, ceil(largest / step)), step


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
