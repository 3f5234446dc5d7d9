"""The figures, one function each; every one returns a matplotlib Figure."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from budosim.study import canvas
from budosim.study.grid import Cell, Grid, grid_of
from budosim.study.rates import NOTHING, rate_text, rounded
from budosim.study.words import Lang, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_KINDS = len(canvas.KINDS) - 1
MOST_BINS = 60
POINT = 1 / 72
TITLE, NOTE = 11.0, 7.5
EMPTY, HIMSELF = (0.965, 0.968, 0.972), (0.82, 0.84, 0.86)
"""Colours of a pair without bouts, and of somebody against himself."""
UNDECIDED = "#5c6670"
LIGHT = np.array([0.299, 0.587, 0.114])
"""How much red, green and blue add to the lightness of a colour."""
NUMBERS, TWO_LINES = 0.28, 0.55
"""Sides in inches from which a cell has room for a number, and for its interval too."""


def heatmap(
    pairs: pl.DataFrame,
    entrants: pl.DataFrame,
    lang: Lang = "ja",
    groups: Sequence[Sequence[str]] | None = None,
    *,
    apart: bool = False,
) -> Figure:
    """Who beats whom: a cell per pair, blue where the row wins, brown where the column does.

    Rows and columns stand strongest first, or as `groups` of ids say. The wider the interval of a pair, the
    paler its cell. Rows are side a and columns side b where nobody is on both sides, and always when `apart`.
    """
    grid = grid_of(pairs, groups, apart=apart)
    with canvas.drawing():
        return canvas.finish(_draw_grid(grid, _names(entrants), lang, grouped=groups is not None))


def _draw_grid(grid: Grid, names: dict[str, str], lang: Lang, *, grouped: bool) -> Figure:
    from matplotlib.colors import LinearSegmentedColormap

    n_rows, n_columns = max(1, len(grid.rows)), max(1, len(grid.columns))
    cell = _cell_size(max(n_rows, n_columns))
    size = min(10.0, max(5.0, cell / POINT * 0.72))
    longest = 9.0 if cell > 0.2 else 7.0
    rows, columns = (
        canvas.labels([names.get(one, one) for one in ids], longest) for ids in (grid.rows, grid.columns)
    )
    wide = canvas.inches(columns, size)
    upright = wide < 0.9 * cell
    left, right, bottom = 0.3 + canvas.inches(rows, size), 0.2 if grid.few else 0.95, 0.55
    top = 0.7 + (1.3 * size * POINT if upright else wide)
    title = say("figure", "heat_title_few" if grid.few else "heat_title", lang)
    note = _note(grid, cell, lang, grouped=grouped)
    least = 0.25 + max(canvas.inches([title], TITLE), canvas.inches([note], NOTE))
    width, height = max(left + n_columns * cell + right, least), top + max(n_rows * cell, 1.2) + bottom
    figure = canvas.new_figure(width, height)
    axes = figure.add_axes(
        (left / width, 1 - (top + n_rows * cell) / height, n_columns * cell / width, n_rows * cell / height)
    )
    scale = LinearSegmentedColormap.from_list("loss to win", canvas.LOSS_TO_WIN)
    colours = _colours(grid, scale)
    # imshow would blow the cells up to the figure's size in floating point, a hundred megabytes of it
    edges = np.arange(n_columns + 1), np.arange(n_rows + 1)
    axes.pcolormesh(*edges, colours / 255, rasterized=True, edgecolors="none")
    axes.set(xlim=(0, n_columns), ylim=(n_rows, 0))
    step = ceil(1.25 * size * POINT / cell)
    _ticks(axes, rows[::step], columns[::step], step, size, upright=upright)
    _rules(axes, grid, cell)
    if not grid.rows:
        axes.text(0.5, 0.5, say("figure", "nothing", lang), ha="center", va="center", color=canvas.PALE)
    if cell >= NUMBERS:
        _numbers(axes, grid, cell, colours)
    figure.text(0.12 / width, 1 - 0.14 / height, title, fontsize=TITLE, va="top")
    figure.text(0.12 / width, 0.12 / height, note, fontsize=NOTE, va="bottom")
    if not grid.few:
        _scale_bar(figure, scale, (left + n_columns * cell + 0.2, bottom, width, height, n_rows * cell), lang)
    return figure


def _cell_size(n: int) -> float:
    """The side of a cell in inches: readable numbers as long as they fit on a page, then only colours."""
    return min(0.8, max(8.4 / n, 0.31)) if n <= 40 else max(14 / n, 0.03)


def _colours(grid: Grid, scale: Any) -> NDArray[np.uint8]:
    """The colour of every cell; uncertain ones are mixed with white."""
    colours = np.full((max(1, len(grid.rows)), max(1, len(grid.columns)), 3), EMPTY)
    places, balance, width = [], [], []
    for place, cell in grid.cells.items():
        lo, hi = cell.interval
        if lo is not None and hi is not None:
            places.append(place)
            balance.append(0.5 + (cell.wins - cell.losses) / cell.n / 2)
            width.append(hi - lo)
    if places:
        weight = 1 - 0.72 * np.clip((np.array(width)[:, None] - 0.06) / 0.6, 0, 1)
        colours[tuple(np.array(places).T)] = weight * scale(np.array(balance))[:, :3] + (1 - weight)
    for i, one in enumerate(grid.rows):
        if one in grid.columns:
            colours[i, grid.columns.index(one)] = HIMSELF
    mixed: NDArray[np.uint8] = np.rint(255 * colours).astype(np.uint8)
    return mixed


def _ticks(
    axes: Axes, rows: Sequence[str], columns: Sequence[str], step: int, size: float, *, upright: bool
) -> None:
    """Names of rows and columns, of every `step`th where they are many."""
    axes.set_yticks(np.arange(len(rows)) * step + 0.5, labels=rows, fontsize=size)
    axes.set_xticks(
        np.arange(len(columns)) * step + 0.5,
        labels=columns,
        fontsize=size,
        rotation=0 if upright else 90,
        va="bottom",
    )
    axes.tick_params(length=0, pad=3, top=True, labeltop=True, bottom=False, labelbottom=False)


def _rules(axes: Axes, grid: Grid, cell: float) -> None:
    """Thin white lines between cells, dark ones between groups."""
    if cell >= 0.2:
        axes.set_xticks(np.arange(len(grid.columns) + 1), minor=True)
        axes.set_yticks(np.arange(len(grid.rows) + 1), minor=True)
        axes.grid(which="minor", color="white", linewidth=1.0)
        axes.tick_params(which="minor", length=0)
    for edge in grid.edges:
        axes.axhline(edge, color=canvas.INK, linewidth=0.8)
        axes.axvline(edge, color=canvas.INK, linewidth=0.8)
    axes.spines[:].set_visible(False)


def _numbers(axes: Axes, grid: Grid, cell: float, colours: NDArray[np.uint8]) -> None:
    """What every cell says; where counts are shown, a pair that never met says nothing."""
    two = cell >= TWO_LINES and not grid.few
    size = min(11.0, cell / POINT * (0.26 if cell >= TWO_LINES else 0.34))
    for i, row in enumerate(grid.rows):
        for j, column in enumerate(grid.columns):
            found = grid.cells.get((i, j))
            if found is not None and found.n:
                dark = float(colours[i, j] @ LIGHT) < 150
                _number(axes, (j + 0.5, i + 0.5), found, size, two=two, dark=dark)
            elif row != column and not grid.few:
                axes.text(j + 0.5, i + 0.5, NOTHING, ha="center", va="center", fontsize=size,
                          color=canvas.PALE)  # fmt: skip


def _number(axes: Axes, at: tuple[float, float], cell: Cell, size: float, *, two: bool, dark: bool) -> None:
    """A cell's number, strong where its interval leaves out one half; with `two` lines its interval too."""
    x, y = at
    lo, hi = cell.interval
    if lo is None or hi is None:
        return
    colour = "white" if dark else UNDECIDED if lo <= 0.5 <= hi else canvas.INK
    axes.text(x, y - 0.08 * two, cell.text(), ha="center", va="center", fontsize=size, color=colour)
    if two:
        reach = f"{rounded(100 * lo):.0f}–{rounded(100 * hi):.0f}"
        axes.text(x, y + 0.24, reach, ha="center", va="center", fontsize=size * 0.6, color=colour)


def _note(grid: Grid, cell: float, lang: Lang, *, grouped: bool) -> str:
    parts = [say("figure", "heat_group" if grouped else "heat_row", lang)]
    if grid.few or cell < NUMBERS:
        parts.append(say("figure", "heat_note_bare", lang))
    else:
        parts.append(say("figure", "heat_note", lang))
        if cell >= TWO_LINES:
            parts.append(say("figure", "heat_note_reach", lang))
    return ("　" if lang == "ja" else "  ").join(parts)


def _scale_bar(figure: Figure, scale: Any, at: tuple[float, ...], lang: Lang) -> None:
    from matplotlib.cm import ScalarMappable

    left, bottom, width, height, length = at
    length = min(max(length, 1.1), 3.0)
    axes = figure.add_axes((left / width, bottom / height, 0.14 / width, length / height))
    bar = figure.colorbar(ScalarMappable(cmap=scale), cax=axes, ticks=[0, 0.5, 1])
    bar.ax.set_yticklabels(["0", "50", "100 %"], fontsize=7)
    bar.set_label(say("figure", "heat_bar", lang), fontsize=7.5)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=2, pad=2)


def title_odds(forecast: pl.DataFrame, entrants: pl.DataFrame, lang: Lang = "ja") -> Figure:
    """Everybody's chance to win the whole event, the best first, with its interval."""
    rows = forecast.filter(pl.col("stage") == "title").sort(
        ["count", "id"], descending=[True, False], maintain_order=True
    )
    n = int(rows["n"][0]) if len(rows) else 0
    with canvas.drawing():
        height = max(0.185, min(0.32, 9.0 / max(1, len(rows))))
        size = min(9.0, height / POINT * 0.62)
        names = _names(entrants)
        shown = canvas.labels([names.get(one, one) for one in rows["id"]], 12)
        left = 0.35 + canvas.inches(shown, size)
        wide, tall = 8.4, 1.15 + height * max(1, len(rows))
        figure = canvas.new_figure(wide, tall)
        axes = figure.add_axes(
            (left / wide, 0.6 / tall, (wide - left - 0.8) / wide, height * max(1, len(rows)) / tall)
        )
        places = np.arange(len(rows))
        for at, row in enumerate(rows.iter_rows(named=True)):
            p, lo, hi = (100 * (row[name] or 0.0) for name in ("p", "lo", "hi"))
            axes.barh(at, p, height=0.66, color="#9cc3e4")
            axes.plot([lo, hi], [at, at], color="#0b4079", linewidth=1.4, solid_capstyle="butt")
            axes.plot([p], [at], marker="|", color="#0b4079", markersize=5)
            axes.annotate(rate_text(row["count"], row["n"]), (hi, at), xytext=(5, 0), va="center",
                          textcoords="offset points", fontsize=size * 0.9, annotation_clip=False)  # fmt: skip
        axes.set_yticks(places, labels=shown, fontsize=size)
        axes.set_ylim(max(1, len(rows)) - 0.4, -0.6)
        highest = max((hi for hi in rows["hi"] if hi is not None), default=0.0)
        axes.set_xlim(0, max(1.0, 100 * highest) * 1.08)
        axes.set_xlabel(say("figure", "odds_axis", lang))
        axes.grid(axis="x", color=canvas.LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        figure.text(0.12 / wide, 1 - 0.14 / tall, say("figure", "odds_title", lang, n=f"{n:,}"),
                    fontsize=TITLE, va="top")  # fmt: skip
        return canvas.finish(figure)


def bout_lengths(bouts: pl.DataFrame, lang: Lang = "ja") -> Figure:
    """How long bouts last, each bar split by how they ended."""
    fought = bouts.filter(pl.col("kind") == "bout").select(
        "ending", turns=pl.max_horizontal("turns_a", "turns_b")
    )
    fought = fought.drop_nulls("turns")
    counts = fought["ending"].value_counts(sort=True).sort(["count", "ending"], descending=[True, False])
    kinds = counts["ending"].to_list()
    own = kinds if len(kinds) <= MOST_KINDS + 1 else kinds[:MOST_KINDS]
    with canvas.drawing():
        figure = canvas.new_figure(8.4, 4.2)
        axes = figure.add_axes((0.105, 0.13, 0.63, 0.75))
        title = say("figure", "length_title", lang, n=f"{len(fought):,}")
        figure.text(0.12 / 8.4, 1 - 0.14 / 4.2, title, fontsize=TITLE, va="top")
        if len(fought):
            _bars(axes, fought, own, lang)
        else:
            axes.text(0.5, 0.5, say("figure", "nothing", lang), ha="center", va="center", color=canvas.PALE,
                      transform=axes.transAxes)  # fmt: skip
        axes.set_xlabel(say("figure", "length_axis", lang))
        axes.set_ylabel(say("figure", "length_count", lang))
        axes.yaxis.get_major_locator().set_params(integer=True)  # type: ignore[call-arg]
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.xaxis.get_major_locator().set_params(integer=True)  # type: ignore[call-arg]
        axes.grid(axis="y", color=canvas.LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        return canvas.finish(figure)


def _bars(axes: Axes, fought: pl.DataFrame, own: list[str], lang: Lang) -> None:
    turns = fought["turns"].to_numpy()
    first, last = int(turns.min()), int(turns.max())
    step = ceil((last - first + 1) / MOST_BINS)
    edges = np.arange(first, last + step + 1, step)
    base = np.zeros(len(edges) - 1, np.int64)
    groups = [(one, fought.filter(pl.col("ending") == one)["turns"].to_numpy()) for one in own]
    rest = fought.filter(~pl.col("ending").is_in(own))["turns"].to_numpy()
    if len(rest):
        groups.append(("", rest))
    for colour, (one, values) in zip(canvas.KINDS, groups, strict=False):
        heights, _ = np.histogram(values, edges)
        name = say("ending", one, lang) if one else say("figure", "length_other", lang)
        axes.bar(edges[:-1] - 0.5, heights, step * 0.94, bottom=base, align="edge", color=colour,
                 label=f"{name} {len(values):,}")  # fmt: skip
        base += heights
    median = float(np.median(turns))
    axes.axvline(median, color=canvas.INK, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.annotate(say("figure", "length_median", lang, n=f"{median:g}"), (median, 1), xytext=(4, -1),
                  xycoords=("data", "axes fraction"), textcoords="offset points", va="top",
                  fontsize=8)  # fmt: skip
    axes.set_xlim(first - 1, float(edges[-1]) + (0 if last > first else 1))
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _names(entrants: pl.DataFrame) -> dict[str, str]:
    return canvas.names_of(entrants.select("id", "name", "reading").iter_rows())
