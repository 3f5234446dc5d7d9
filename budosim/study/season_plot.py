"""The figure of a season: points week after week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from budosim.study import canvas

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLES = ("-", (0, (6, 3)), (0, (1, 1.6)))


def points_by_week(weeks: Sequence[str], sides: Sequence[tuple[str, Sequence[int]]], label: str) -> Figure:
    """Points of each side after every week; `label` says what the points are called."""
    with canvas.drawing():
        figure = canvas.new_figure(8.0, 4.2)
        axes = figure.add_subplot()
        names = canvas.labels([name for name, _ in sides])
        ends: list[float] = []
        for at, ((_, values), name) in enumerate(zip(sides, names, strict=True)):
            colour = canvas.KINDS[(0, 5, 2, 3, 1, 4)[at % 6]]
            axes.plot(range(len(values)), values, color=colour, linewidth=2, linestyle=STYLES[at % len(STYLES)])
            axes.plot(range(len(values)), values, "o", color=colour, markersize=4)
            place = _free(float(values[-1]), ends, max(1.0, 0.05 * axes.get_ylim()[1]))
            ends.append(place)
            axes.annotate(
                f"{name} {values[-1]}",
                (len(values) - 1, place),
                xytext=(8, 0),
                textcoords="offset points",
                color=colour,
                va="center",
                annotation_clip=False,
            )
        axes.set_xticks(
            range(len(weeks)), [canvas.label(week) for week in weeks], rotation=45 if len(weeks) > 10 else 0
        )
        axes.set_ylabel(canvas.label(label))
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color=canvas.LINE)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        figure.subplots_adjust(left=0.08, right=0.88, top=0.96, bottom=0.16)
        return canvas.finish(figure)


def _free(place: float, taken: Sequence[float], gap: float) -> float:
    """A place for a label that covers no other."""
    while any(abs(place - other) < gap for other in taken):
        place -= gap / 4
    return place
