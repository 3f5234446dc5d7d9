"""Figures of bouts: how long they last, where and by what fighters are hurt, how a bout turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from budosim.study import canvas
from budosim.study.figures_field import TITLE, names_of
from budosim.study.rates import Z95, wilson
from budosim.study.words import Lang, both, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_CURVES = 6
MOST_FLOWS = 9
PANEL = 4.1
"""Inches a body with its labels takes."""
BODY: Mapping[str, tuple[float, float, float, float]] = {
    "brain": (0.0, 9.35, 0.62, 0.42), "head": (0.0, 8.95, 0.78, 0.30), "eye.R": (-0.24, 8.66, 0.30, 0.22),
    "eye.L": (0.24, 8.66, 0.30, 0.22), "nose": (0.0, 8.38, 0.22, 0.26), "jaw": (0.0, 8.08, 0.56, 0.26),
    "neck": (0.0, 7.70, 0.44, 0.36), "torso": (0.0, 6.60, 1.64, 1.70), "vitals": (0.0, 5.42, 0.78, 0.52),
    "kidneys": (0.0, 4.86, 1.32, 0.40), "groin": (0.0, 4.32, 0.84, 0.50), "arm.R": (-1.18, 6.20, 0.50, 2.10),
    "arm.L": (1.18, 6.20, 0.50, 2.10), "hand.R": (-1.30, 4.78, 0.46, 0.56), "hand.L": (1.30, 4.78, 0.46, 0.56),
    "leg.R": (-0.46, 2.58, 0.64, 2.70), "leg.L": (0.46, 2.58, 0.64, 2.70), "foot.R": (-0.56, 0.92, 0.72, 0.42),
    "foot.L": (0.56, 0.92, 0.72, 0.42),
}  # fmt: skip
"""Middle, width and height of every place of a body seen from the front: his right hand is on our left."""


def survival(bouts: pl.DataFrame, entrants: pl.DataFrame, lang: Lang = "ja") -> Figure:
    """How many bouts still go on after so many turns: of all, and of who fights shortest and longest; with bands."""
    fought = bouts.filter(pl.col("kind") == "bout").with_columns(turns=pl.max_horizontal("turns_a", "turns_b"))
    fought = fought.drop_nulls("turns")
    names = names_of(entrants)
    with canvas.drawing():
        figure = canvas.new_figure(8.4, 4.4)
        axes = figure.add_axes((0.085, 0.12, 0.63, 0.77))
        title = say("figure", "survival_title", lang, n=f"{len(fought):,}")
        figure.text(0.015, 0.97, title, fontsize=TITLE, va="top")
        if len(fought):
            curves = [(say("figure", "survival_all", lang), fought["turns"].to_numpy())]
            if {"a", "b"} <= set(fought.columns):
                curves += _extremes(fought, names)
            labels = canvas.labels([name for name, _ in curves], 11)
            for colour, label, (_, turns) in zip((canvas.INK, *canvas.KINDS), labels, curves, strict=False):
                _curve(axes, turns, colour, f"{label} ({len(turns):,})")
            axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
            top = float(np.quantile(fought["turns"].to_numpy(), 0.995))
            axes.set_xlim(0, max(2.0, top))
        else:
            axes.text(0.5, 0.5, say("figure", "nothing", lang), ha="center", va="center", color=canvas.PALE,
                      transform=axes.transAxes)  # fmt: skip
        axes.set_ylim(0, 100)
        axes.set_xlabel(say("figure", "length_axis", lang))
        axes.set_ylabel(say("figure", "survival_axis", lang))
        _plain(axes)
        return canvas.finish(figure)


def _extremes(fought: pl.DataFrame, names: Mapping[str, str]) -> list[tuple[str, Any]]:
    """The fighters whose bouts are shortest and longest in the middle."""
    sides = pl.concat([fought.select(pl.col(side).alias("id"), "turns") for side in ("a", "b")])
    medians = sides.group_by("id").agg(pl.col("turns").mean()).sort("turns", "id")["id"].to_list()
    few = medians if len(medians) <= MOST_CURVES else [*medians[:2], *medians[-2:]]
    if len(medians) < 2:
        return []
    return [(names.get(one, one), sides.filter(pl.col("id") == one)["turns"].to_numpy()) for one in few]


def _curve(axes: Axes, turns: Any, colour: str, label: str) -> None:
    """The share of bouts that outlast each turn, and the band in which it lies (every share has its own interval)."""
    n = len(turns)
    steps = np.arange(0, int(turns.max()) + 2)
    alive = np.array([int((turns > step).sum()) for step in steps])
    ends = [wilson(int(k), n) for k in alive]
    axes.step(steps, 100 * alive / n, where="post", color=colour, linewidth=1.5, label=label)
    lo, hi = ([100 * (end[at] or 0.0) for end in ends] for at in (0, 1))
    axes.fill_between(steps, lo, hi, step="post", color=colour, alpha=0.16, linewidth=0)


def injury_map(events: pl.DataFrame, entrants: pl.DataFrame, lang: Lang = "ja", who: Sequence[str] = ()) -> Figure:
    """Where injury went: a body for what everybody (or each of `who`) dealt, and one for what he took."""
    from matplotlib.colors import LinearSegmentedColormap

    names = names_of(entrants)
    hurt = events.filter(pl.col("injury").fill_null(0) > 0)
    panels: list[tuple[str, pl.DataFrame]] = []
    if not who:
        panels.append((say("figure", "body_all", lang), hurt))
    for one in who:
        name = canvas.label(names.get(one, one), 9)
        panels.append((say("figure", "body_dealt", lang, name=name), hurt.filter(pl.col("id") == one)))
        panels.append((say("figure", "body_taken", lang, name=name), hurt.filter(pl.col("foe") == one)))
    scale = LinearSegmentedColormap.from_list("injury", ("#f4f1ee", "#f3c98f", "#cf7a21", "#8c3d04"))
    with canvas.drawing():
        wide, tall = PANEL * len(panels) + 1.2, 5.4
        figure = canvas.new_figure(max(wide, 5.2), tall)
        bouts = events.select("bout", "id", "foe").unique().height // 2
        title = say("figure", "body_title", lang, n=f"{bouts:,}")
        figure.text(0.12 / figure.get_size_inches()[0], 1 - 0.14 / tall, title, fontsize=TITLE, va="top")
        found = [_places(frame) for _, frame in panels]
        top = max([share for places in found for share, _, _ in places.values()], default=0.01)
        for at, ((name, _), places) in enumerate(zip(panels, found, strict=True)):
            axes = figure.add_axes(
                (PANEL * at / figure.get_size_inches()[0], 0.02, PANEL / figure.get_size_inches()[0], 0.86)
            )
            _body(axes, places, scale, top, name, lang)
        _body_scale(figure, scale, top, PANEL * len(panels) + 0.15, tall, lang)
        return canvas.finish(figure)


def _places(hurt: pl.DataFrame) -> dict[str, tuple[float, float, float]]:
    """Of every place its share of all injury, with an interval over bouts."""
    total = int(hurt["injury"].sum() or 0)
    if not total:
        return {}
    per = hurt.group_by("bout", "id", "foe").agg(whole=pl.col("injury").sum())
    n = len(per)
    found = {}
    for place in hurt["hit"].drop_nulls().unique().to_list():
        part = hurt.filter(pl.col("hit") == place).group_by("bout", "id", "foe").agg(part=pl.col("injury").sum())
        joined = per.join(part, on=["bout", "id", "foe"], how="left").with_columns(pl.col("part").fill_null(0))
        share = float(joined["part"].sum()) / total
        left = (joined["part"] - share * joined["whole"]).to_numpy()
        reach = Z95 * sqrt(float(left @ left) * n / max(1, n - 1)) / total
        found[place] = (share, max(0.0, share - reach), min(1.0, share + reach))
    return found


def _body(
    axes: Axes, places: Mapping[str, tuple[float, float, float]], scale: Any, top: float, name: str, lang: Lang
) -> None:
    from matplotlib.patches import FancyBboxPatch

    for place, (x, y, wide, tall) in BODY.items():
        share, _, _ = places.get(place, (0.0, 0.0, 0.0))
        axes.add_patch(FancyBboxPatch((x - wide / 2 + 0.06, y - tall / 2 + 0.06), wide - 0.12, tall - 0.12,
                                      boxstyle="round,pad=0.06,rounding_size=0.12", facecolor=scale(sqrt(share / top)),
                                      edgecolor=canvas.PALE, linewidth=0.6))  # fmt: skip
    most = [place for place in sorted(places, key=lambda place: -places[place][0])[:8] if place in BODY]
    for side in (-1, 1):
        column = [place for place in most if (BODY[place][0] < -0.1) == (side < 0)]
        column.sort(key=lambda place: -BODY[place][1])
        heights = _apart([BODY[place][1] for place in column], 0.86)
        for place, height in zip(column, heights, strict=True):
            x, y, wide, _ = BODY[place]
            share, lo, hi = places[place]
            text = f"{both('place', place).text(lang)} {100 * share:.0f} %\n({100 * lo:.0f}–{100 * hi:.0f})"
            axes.annotate(text, (x + side * wide / 2, y), (side * 2.1, height), va="center",
                          ha="left" if side > 0 else "right", fontsize=7.5, linespacing=1.1,
                          arrowprops={"arrowstyle": "-", "color": canvas.PALE, "linewidth": 0.6})  # fmt: skip
    axes.text(0.0, 10.0, name, ha="center", va="bottom", fontsize=9)
    axes.set_xlim(-4.4, 4.4)
    axes.set_ylim(0.4, 10.5)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Heights from the top, moved so that neighbours are `least` apart."""
    made: list[float] = []
    for height in heights:
        made.append(min(height, made[-1] - least) if made else height)
    lack = 0.9 - made[-1] if made and made[-1] < 0.9 else 0.0
    return [height + lack for height in made]


def _body_scale(figure: Figure, scale: Any, top: float, left: float, tall: float, lang: Lang) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import PowerNorm

    wide = figure.get_size_inches()[0]
    axes = figure.add_axes((left / wide, 1.2 / tall, 0.14 / wide, 2.4 / tall))
    bar = figure.colorbar(ScalarMappable(PowerNorm(0.5, 0, 100 * top), scale), cax=axes)
    bar.ax.tick_params(labelsize=7, length=2, pad=2)
    bar.set_label(say("figure", "body_axis", lang), fontsize=7.5)
    bar.outline.set_visible(False)


def win_curve(chances: Sequence[tuple[float, int, int]], names: tuple[str, str], lang: Lang = "ja",
              turning: Sequence[int] = ()) -> Figure:  # fmt: skip
    """The chance to win at the start of every own turn: (turn, wins, of so many bouts fought on from there).

    `names`: who it is about, and the other. `turning` are places in `chances` after which it changed most.
    """
    with canvas.drawing():
        figure = canvas.new_figure(8.4, 3.6)
        axes = figure.add_axes((0.085, 0.15, 0.89, 0.70))
        me, foe = canvas.labels(names, 12)
        figure.text(0.015, 0.965, say("figure", "curve_title", lang, me=me, foe=foe), fontsize=TITLE, va="top")
        at = np.array([turn for turn, _, _ in chances], float)
        ends = [wilson(wins, n) for _, wins, n in chances]
        rate = np.array([wins / n if n else np.nan for _, wins, n in chances])
        if len(at):
            lows, highs = ([100 * (end[side] or 0.0) for end in ends] for side in (0, 1))
            axes.fill_between(at, lows, highs, color="#9cc3e4", alpha=0.6, linewidth=0)
            axes.plot(at, 100 * rate, color="#0b4079", linewidth=1.6, marker="o", markersize=2.6)
        for number, place in enumerate(turning, 1):
            if place + 1 < len(at):
                axes.axvspan(at[place], at[place + 1], color="#f3c98f", alpha=0.45, linewidth=0)
                axes.annotate(f"{number}", ((at[place] + at[place + 1]) / 2, 97), ha="center", va="top", fontsize=8,
                              bbox={"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": "#cf7a21",
                                    "linewidth": 0.8})  # fmt: skip
        axes.axhline(50, color=canvas.PALE, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.set_ylim(0, 100)
        axes.set_xlabel(say("figure", "curve_x", lang))
        axes.set_ylabel(say("figure", "curve_y", lang, me=me))
        _plain(axes)
        return canvas.finish(figure)


def damage_flow(events: pl.DataFrame, lang: Lang = "ja", who: str | None = None, name: str = "") -> Figure:
    """How injury flowed: from techniques on the left to places on the right, as wide as the points that went there."""
    hurt = events.filter(pl.col("injury").fill_null(0) > 0).drop_nulls("hit")
    hurt = hurt if who is None else hurt.filter(pl.col("id") == who)
    flows = hurt.group_by("technique", "hit").agg(points=pl.col("injury").sum())
    left = _most(flows, "technique")
    right = _most(flows, "hit")
    total = int(flows["points"].sum() or 0)
    with canvas.drawing():
        figure = canvas.new_figure(8.4, 5.0)
        axes = figure.add_axes((0.0, 0.02, 1.0, 0.87))
        axes.set_axis_off()
        title = say(
            "figure", "flow_title_of" if who else "flow_title", lang, name=canvas.label(name, 12) if who else ""
        )
        figure.text(0.015, 0.975, title, fontsize=TITLE, va="top")
        if not total:
            axes.text(0.5, 0.5, say("figure", "nothing", lang), ha="center", va="center", color=canvas.PALE)
            return canvas.finish(figure)
        sums: dict[tuple[str, str], int] = {}
        for technique, hit, points in flows.iter_rows():
            key = (technique if technique in left else "", hit if hit in right else "")
            sums[key] = sums.get(key, 0) + points
        _flow(axes, sums, [*left, ""], [*right, ""], total, lang)
        axes.set_xlim(-0.62, 1.62)
        axes.set_ylim(-1.02, 0.02)
        return canvas.finish(figure)


def _most(flows: pl.DataFrame, column: str) -> list[str]:
    sums = flows.group_by(column).agg(pl.col("points").sum()).sort(["points", column], descending=[True, False])
    return sums[column].to_list()[:MOST_FLOWS]


def _flow(
    axes: Axes, sums: Mapping[tuple[str, str], int], left: list[str], right: list[str], total: int, lang: Lang
) -> None:
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    gap = 0.022
    heights = []
    for side, names in ((0, left), (1, right)):
        parts = {name: sum(v for key, v in sums.items() if key[side] == name) for name in names}
        used = [name for name in names if parts[name]]
        room = 1.0 - gap * (len(used) - 1)
        at, spots = 0.0, {}
        for name in used:
            tall = room * parts[name] / total
            spots[name] = [at, tall, room / total, at]
            at += tall + gap
        heights.append((spots, parts))
    (froms, _), (tos, _) = heights
    kinds = canvas.KINDS[:-1]
    colours = {name: kinds[i % len(kinds)] if name else canvas.KINDS[-1] for i, name in enumerate(froms)}
    for one in froms:
        for other in tos:
            points = sums.get((one, other), 0)
            if points:
                a, b = froms[one], tos[other]
                tall_a, tall_b = points * a[2], points * b[2]
                y0, y1 = -a[3], -b[3]
                a[3] += tall_a
                b[3] += tall_b
                path = Path(
                    [(0, y0), (0.5, y0), (0.5, y1), (1, y1), (1, y1 - tall_b), (0.5, y1 - tall_b), (0.5, y0 - tall_a),
                     (0, y0 - tall_a), (0, y0)],
                    [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY],
                )  # fmt: skip
                axes.add_patch(PathPatch(path, facecolor=colours[one], alpha=0.45, linewidth=0))
    for side, (spots, parts) in enumerate(heights):
        names = [(name, spot) for name, spot in spots.items()]
        centres = _spread([spot[0] + spot[1] / 2 for _, spot in names], 0.048)
        for (name, spot), centre in zip(names, centres, strict=True):
            x = -0.02 if not side else 1.0
            axes.add_patch(Rectangle((x, -spot[0] - spot[1]), 0.02, spot[1], facecolor=canvas.INK, linewidth=0))
            kind = "technique" if not side else "place"
            word = both(kind, name).text(lang) if name else say("figure", "length_other", lang)
            text = f"{canvas.label(word, 11)} {100 * parts[name] / total:.0f} %"
            axes.text(
                -0.04 if not side else 1.04, -centre, text, ha="right" if not side else "left", va="center", fontsize=8
            )


def _spread(centres: Sequence[float], least: float) -> list[float]:
    made: list[float] = []
    for centre in centres:
        made.append(max(centre, made[-1] + least) if made else centre)
    over = made[-1] - 1.0 if made and made[-1] > 1.0 else 0.0
    if over:
        for at in range(len(made) - 1, -1, -1):
            cap = 1.0 if at == len(made) - 1 else made[at + 1] - least
            made[at] = min(made[at], cap)
    return made


def _plain(axes: Axes) -> None:
    axes.grid(axis="y", color=canvas.LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


__all__ = ["damage_flow", "injury_map", "survival", "win_curve"]
