"""Figures of a field as a whole: ratings, forest of a fighter's pairs, who beats whom in circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from budosim.study import canvas
from budosim.study.grid import records_of
from budosim.study.metagame import beats
from budosim.study.rates import interval_text, rate_text
from budosim.study.words import Lang, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE, NOTE = 11.0, 7.5
POINT = 1 / 72
MARK, BAR = "#0b4079", "#9cc3e4"
WIDE = 8.4
MOST_NAMED = 40
"""Nodes of a graph from which names stand outside the circle in small letters."""


def rating_ladder(ratings: pl.DataFrame, entrants: pl.DataFrame, lang: Lang = "ja") -> Figure:
    """Everybody's rating with its interval, highest first."""
    rows = ratings.sort("place").to_dicts()
    names = names_of(entrants)
    with canvas.drawing():
        figure, axes, size, labels = _ladder(
            [names.get(row["id"], row["id"]) for row in rows], say("figure", "ladder_title", lang), len(rows)
        )
        for at, row in enumerate(rows):
            axes.plot([row["lo"], row["hi"]], [at, at], color=MARK, linewidth=1.4, solid_capstyle="butt")
            axes.plot([row["rating"]], [at], "o", color=MARK, markersize=3.5 if size > 6 else 2.2)
            axes.annotate(f"{row['rating']:+.0f}".replace("-", "−"), (row["hi"], at), xytext=(5, 0), va="center",
                          textcoords="offset points", fontsize=size * 0.9, annotation_clip=False)  # fmt: skip
        axes.axvline(0, color=canvas.PALE, linewidth=0.8)
        _finish_rows(axes, labels, size)
        axes.set_xlabel(say("figure", "ladder_axis", lang))
        return canvas.finish(figure)


def forest(
    rows: Sequence[Mapping[str, Any]], title: str, axis: str, *, zero: float = 0.5, percent: bool = True
) -> Figure:
    """Estimates with their intervals one below the other, and a line at `zero`, where nothing is decided.

    Rows have label, value, lo, hi and perhaps text; rows without data say so.
    """
    scale = 100.0 if percent else 1.0
    with canvas.drawing():
        figure, axes, size, labels = _ladder([str(row["label"]) for row in rows], title, len(rows))
        for at, row in enumerate(rows):
            if row["lo"] is None or row["value"] is None:
                axes.plot([scale * zero], [at], marker="$?$", color=canvas.PALE, markersize=5)
                continue
            sure = not row["lo"] <= zero <= row["hi"]
            colour = canvas.PALE if not sure else MARK if row["value"] > zero else "#b3560b"
            axes.plot(
                [scale * row["lo"], scale * row["hi"]], [at, at], color=colour, linewidth=1.6, solid_capstyle="butt"
            )
            axes.plot([scale * row["value"]], [at], "s", color=colour, markersize=4.2 if size > 6 else 2.4)
            if row.get("text"):
                axes.annotate(str(row["text"]), (scale * row["hi"], at), xytext=(5, 0), va="center",
                              textcoords="offset points", fontsize=size * 0.85, annotation_clip=False,
                              bbox={"facecolor": "white", "linewidth": 0, "pad": 0.6})  # fmt: skip
        axes.axvline(scale * zero, color=canvas.INK, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0.9)
        _finish_rows(axes, labels, size)
        axes.margins(x=0.12)
        axes.set_xlabel(axis)
        return canvas.finish(figure)


def forest_of(pairs: pl.DataFrame, entrants: pl.DataFrame, who: str, lang: Lang = "ja") -> Figure:
    """One fighter against everybody he met, best first."""
    names = names_of(entrants)
    rows = []
    for (a, b), met in records_of(pairs).items():
        if a == who and b != who and met.n:
            lo, hi = met.interval
            text = rate_text(met.wins, met.n)
            rows.append({"label": names.get(b, b), "value": met.rate, "lo": lo, "hi": hi, "text": text})
    rows.sort(key=lambda row: -float(row["value"] or 0))
    title = say("figure", "forest_title", lang, name=canvas.label(names.get(who, who), 14))
    return forest(rows, title, say("figure", "forest_axis", lang))


def tornado(values: pl.DataFrame, lang: Lang = "ja", most: int = 24) -> Figure:
    """What one step of everything is worth: the surest gains and losses, with intervals."""
    known = values.filter(pl.col("legal") & pl.col("gain").is_not_null())
    known = (
        known.with_columns(size=pl.col("gain").abs())
        .sort("size", descending=True)
        .head(most)
        .sort("gain", descending=True)
    )
    rows = [
        {
            "label": row[f"change_{lang}"],
            "value": row["gain"],
            "lo": row["lo"],
            "hi": row["hi"],
            "text": f"{row['cp']:g} CP",
        }
        for row in known.iter_rows(named=True)
    ]
    return forest(rows, say("figure", "tornado_title", lang), say("figure", "tornado_axis", lang), zero=0.0)


def cycle_graph(
    pairs: pl.DataFrame, entrants: pl.DataFrame, cycles: pl.DataFrame, lang: Lang = "ja", most: int = 6
) -> Figure:
    """Who is in the strongest cycles, in a circle; arrows run from who beats to who is beaten."""
    from matplotlib.patches import FancyArrowPatch

    names = names_of(entrants)
    shown = cycles.sort("rank").head(most).to_dicts()
    inside = list(dict.fromkeys(row[side] for row in shown for side in "abc"))
    sure = beats(pairs)
    with canvas.drawing():
        size = 9.0 if len(inside) <= 12 else 7.5
        labels = dict(zip(inside, canvas.labels([names.get(one, one) for one in inside], 9), strict=True))
        wide = 2 * canvas.inches(list(labels.values()), size) + 4.6
        title = say("figure", "cycle_title", lang, n=len(cycles))
        figure = canvas.new_figure(max(wide, canvas.inches([title], TITLE) + 0.4), 5.6)
        axes = figure.add_axes((0, 0, 1, 0.9))
        axes.set_axis_off()
        figure.text(0.02, 0.98, title, fontsize=TITLE, va="top")
        if not inside:
            axes.text(0.5, 0.5, say("figure", "cycle_none", lang), ha="center", va="center", color=canvas.PALE,
                      transform=axes.transAxes)  # fmt: skip
            return canvas.finish(figure)
        angle = {one: np.pi / 2 - 2 * np.pi * at / len(inside) for at, one in enumerate(inside)}
        drawn: set[tuple[str, str]] = set()
        for rank, row in enumerate(shown):
            colour = canvas.KINDS[rank % (len(canvas.KINDS) - 1)]
            for winner, loser in ((row["a"], row["b"]), (row["b"], row["c"]), (row["c"], row["a"])):
                if (winner, loser) in drawn:
                    continue
                drawn.add((winner, loser))
                start, end = _at(angle[winner]), _at(angle[loser])
                width = 0.8 + 5 * max(0.0, sure.get((winner, loser), 0.5) - 0.5)
                axes.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=11, color=colour,
                                               linewidth=width, shrinkA=7, shrinkB=7,
                                               connectionstyle="arc3,rad=0.12"))  # fmt: skip
        for one in inside:
            x, y = _at(angle[one])
            axes.plot([x], [y], "o", color=canvas.INK, markersize=6)
            side = "left" if x > 0.05 else "right" if x < -0.05 else "center"
            up = "bottom" if y > 0.95 else "top" if y < -0.95 else "center"
            axes.text(1.09 * x, 1.09 * y, labels[one], ha=side, va=up, fontsize=size)
        reach = max(figure.get_size_inches()[0] / 5.0, 1.0)
        axes.set_xlim(-1.35 * reach, 1.35 * reach)
        axes.set_ylim(-1.35, 1.3)
        axes.set_aspect("equal")
        return canvas.finish(figure)


def _at(angle: float) -> tuple[float, float]:
    return float(np.cos(angle)), float(np.sin(angle))


def _ladder(names: Sequence[str], title: str, n: int) -> tuple[Figure, Axes, float, list[str]]:
    """A figure of `n` rows with room for their labels."""
    height = max(0.15, min(0.32, 12.0 / max(1, n)))
    size = min(9.0, height / POINT * 0.66)
    longest = 34.0 if n <= 30 and any(canvas.width_of(name) > 14 for name in names) else 14.0
    labels = canvas.labels(list(names), longest)
    left = min(0.35 + canvas.inches(labels, size), 5.2)
    wide, tall = max(WIDE, left + 4.2), 1.15 + height * max(1, n)
    figure = canvas.new_figure(wide, tall)
    axes = figure.add_axes((left / wide, 0.6 / tall, (wide - left - 0.9) / wide, height * max(1, n) / tall))
    figure.text(0.12 / wide, 1 - 0.14 / tall, title, fontsize=TITLE, va="top")
    return figure, axes, size, labels


def _finish_rows(axes: Axes, labels: list[str], size: float) -> None:
    axes.set_yticks(np.arange(len(labels)), labels=labels, fontsize=size)
    axes.set_ylim(max(1, len(labels)) - 0.4, -0.6)
    axes.grid(axis="x", color=canvas.LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def names_of(entrants: pl.DataFrame) -> dict[str, str]:
    """What to call everybody in a figure."""
    return canvas.names_of(entrants.select("id", "name", "reading").iter_rows())


__all__ = ["cycle_graph", "forest", "forest_of", "interval_text", "names_of", "rating_ladder", "tornado"]
