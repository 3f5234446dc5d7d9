"""The figures a result has data for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from budosim.study import canvas, figures_bouts, figures_field, plots
from budosim.study.figures_field import names_of
from budosim.study.rates import rate_text
from budosim.study.results import Result
from budosim.study.words import Both, Lang, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIDED = ("a", "b")


class Drawing(NamedTuple):
    """A figure to be drawn."""

    name: str
    caption: Both
    draw: Callable[[Lang], Figure]


def drawings_of(result: Result) -> list[Drawing]:
    """The figures a result has data for, each with a line that says what it was made from."""
    drawings = [*_of_chances(result), *_of_pairs(result), *_of_bouts(result), *_of_builds(result)]
    return [Drawing(one.name, one.caption, _signed(one.draw, source_of(result))) for one in drawings]


def _signed(draw: Callable[[Lang], Figure], source: Both) -> Callable[[Lang], Figure]:
    return lambda lang: canvas.sign(draw(lang), source.text(lang))


def source_of(result: Result) -> Both:
    """What a result was made from, in a line: how many bouts or tournaments, seed, rules version, package."""
    manifest = result.manifest
    n, bouts, seed = manifest.get("n"), manifest.get("bouts"), manifest["seed"].get("number")
    ja, en = [], []
    if result.kind == "forecast" and n:
        ja.append(f"大会 {n:,} 回")
        en.append(f"{n:,} tournaments")
    if bouts:
        ja.append(f"{bouts:,} 試合")
        en.append(f"{bouts:,} bouts")
    rules, package = manifest["rules_version"], manifest["versions"].get("budosim")
    ja += [f"シード {seed}", f"ルール版 {rules}"]
    en += [f"seed {seed}", f"rules version {rules}"]
    made = f"budosim {package}" if package else "budosim"
    return Both("・".join([*ja, made]), " · ".join([*en, made]))


def _of_chances(result: Result) -> list[Drawing]:
    if not len(result.forecast):
        return []
    caption = Both("優勝する確率", "Chances to win the title")
    return [Drawing("title_odds", caption, lambda lang: plots.title_odds(result.forecast, result.entrants, lang))]


def _of_pairs(result: Result) -> list[Drawing]:
    found = []
    apart = result.kind == "spar"
    if len(result.pairs):
        groups = result.groups or None
        found.append(
            Drawing("heatmap", Both("誰が誰に勝つか", "Who beats whom"),
                    lambda lang: plots.heatmap(result.pairs, result.entrants, lang, groups, apart=apart))
        )  # fmt: skip
    rated = result.more.get("ratings")
    if rated is not None:
        found.append(
            Drawing("ratings", Both("評点", "Ratings"),
                    lambda lang: figures_field.rating_ladder(rated, result.entrants, lang))
        )  # fmt: skip
    cycles = result.more.get("cycles")
    if cycles is not None:
        found.append(
            Drawing("cycles", Both("三すくみ", "Who beats whom beats whom"),
                    lambda lang: figures_field.cycle_graph(result.pairs, result.entrants, cycles, lang))
        )  # fmt: skip
    if apart and len(result.pairs):
        for one in result.pairs["a"].unique(maintain_order=True).to_list()[:1]:
            found.append(
                Drawing("forest", Both("相手ごとの勝率", "Rates against everybody"),
                        lambda lang, one=one: figures_field.forest_of(result.pairs, result.entrants, one, lang))  # type: ignore[misc]
            )  # fmt: skip
    return found


def _of_bouts(result: Result) -> list[Drawing]:
    found = []
    if len(result.bouts):
        found.append(
            Drawing("bout_lengths", Both("試合の長さ", "Length of bouts"),
                    lambda lang: plots.bout_lengths(result.bouts, lang))
        )  # fmt: skip
        found.append(
            Drawing("survival", Both("続いている試合の割合", "Bouts still going on"),
                    lambda lang: figures_bouts.survival(result.bouts, result.entrants, lang))
        )  # fmt: skip
    events = result.more.get("events")
    if events is not None:
        who = result.pairs["a"].unique(maintain_order=True).to_list() if result.kind == "spar" else []
        one = who[:1]
        found.append(
            Drawing("injuries", Both("負傷の部位", "Where injury went"),
                    lambda lang: figures_bouts.injury_map(events, result.entrants, lang, one))
        )  # fmt: skip
        found.append(
            Drawing("damage_flow", Both("負傷の流れ", "Flow of injury"),
                    lambda lang: figures_bouts.damage_flow(events, lang, one[0] if one else None,
                                                           result.name(one[0]) if one else ""))
        )  # fmt: skip
    return found


def _of_builds(result: Result) -> list[Drawing]:
    found = []
    values = result.more.get("values")
    if values is not None and values["legal"].any():
        found.append(
            Drawing("tornado", Both("一歩の値打ち", "What one step is worth"),
                    lambda lang: figures_field.tornado(values, lang))
        )  # fmt: skip
    compared = result.more.get("compare")
    if compared is not None:
        found.append(
            Drawing("compare", Both("新旧の勝率の差", "New less old"), lambda lang: _compared(result, compared, lang))
        )
    return found


def _compared(result: Result, frame: pl.DataFrame, lang: Lang) -> Figure:
    """Of one version every opponent; of several only what they gain over all opponents."""
    names = names_of(result.entrants)
    versions = frame["version"].unique(maintain_order=True).to_list()
    shown = frame if len(versions) == 1 else frame.filter(pl.col("foe").is_null())
    rows = []
    for row in shown.iter_rows(named=True):
        foe = say("figure", "compare_all", lang) if row["foe"] is None else names.get(row["foe"], row["foe"])
        rows.append(
            {
                "label": foe if len(versions) == 1 else row["version"],
                "value": row["difference"],
                "lo": row["lo"],
                "hi": row["hi"],
                "text": None if row["rate_new"] is None else rate_text(round(row["rate_new"] * row["n"]), row["n"]),
            }
        )
    title, axis = say("figure", "compare_title", lang), say("figure", "tornado_axis", lang)
    return figures_field.forest(rows, title, axis, zero=0.0)
