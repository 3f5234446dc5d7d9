"""Every figure as a picture: no missing glyph (warnings are errors), no labels upon one another, none cut off."""

import warnings
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text

from budosim.study import canvas, figures_bouts, figures_field, frames, plots
from budosim.study.analysis import analyse
from tests.study import made

SIZES = (5, 32, 128)
TOLERANCE = 0.75
"""Pixels two boxes may share: rounding of letters."""


@pytest.fixture(autouse=True)
def _glyphs_must_be_there():
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*[Gg]lyph.*")
        yield


@pytest.fixture(scope="module", params=SIZES)
def field(request):
    tables = crowd(request.param)
    return request.param, tables, analyse(tables["pairs"])


def crowd(n, each=12):
    """A field of any size, made at once: strengths by slot, lengths by chance."""
    rng = np.random.default_rng(n)
    a, b = np.triu_indices(n, 1)
    a, b = np.repeat(a, each), np.repeat(b, each)
    chance = 1 / (1 + np.exp((np.sin(5.0 * b) - np.sin(5.0 * a)) * 1.2))
    ids = np.array(made.ids(n))
    turns = 2 + rng.geometric(0.1, len(a))
    zero = np.zeros(len(a), np.int64)
    outcome = dict.fromkeys(("hp_a", "hp_b", "fp_a", "fp_b", "crippled_a", "crippled_b"), zero)
    bouts = frames.bouts_frame(
        {"bout": np.arange(len(a), dtype=np.uint64), "a": ids[a], "b": ids[b], "first": zero, "turns_a": turns,
         "winner": np.where(rng.random(len(a)) < chance, 0, 1), "ending": zero + 1, "turns_b": turns, **outcome},
        seed=1, rules_version="1", endings=("none", "unconscious"),
    )  # fmt: skip
    pairs = frames.pairs_frame(bouts)
    return {"bouts": bouts, "pairs": pairs, "entrants": frames.entrants_frame(made.entrant_rows(n), pairs)}


def boxes(figure):
    """The boxes of every text that is shown."""
    renderer = figure.canvas.get_renderer()
    texts = list(figure.texts)
    for axes in figure.axes:
        if axes.axison:
            texts += [*ticks(axes.xaxis), *ticks(axes.yaxis), axes.xaxis.label, axes.yaxis.label]
        texts += axes.texts
        if axes.get_legend() is not None:
            texts += axes.get_legend().get_texts()
    shown = [text for text in texts if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), Text.get_window_extent(text, renderer)) for text in shown]


def ticks(axis):
    """The labels of ticks within the view."""
    low, high = sorted(axis.get_view_interval())
    marks = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
    return [text for at, text in marks if low - 1e-9 <= at <= high + 1e-9]


def readable(figure):
    with canvas.drawing():
        figure.draw_without_rendering()
        found = boxes(figure)
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in found:
        assert box.x0 >= -2, text
        assert box.y0 >= -2, text
        assert box.x1 <= width + 2, text
        assert box.y1 <= height + 2, text
    for (one, a), (other, b) in combinations(found, 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        tall = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert wide <= TOLERANCE or tall <= TOLERANCE, (one, other)
    assert canvas.picture(figure).startswith(b"\x89PNG")
    return [text for text, _ in found]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_ladder_names_everybody(field, lang):
    n, tables, made_of = field
    said = readable(figures_field.rating_ladder(made_of["ratings"], tables["entrants"], lang))
    assert len([text for text in said if text.startswith(("+", "−"))]) >= n


def test_a_forest_has_a_row_for_each(field):
    n, tables, _ = field
    said = readable(figures_field.forest_of(tables["pairs"], tables["entrants"], "e000"))
    assert len([text for text in said if "%" in text or "/" in text]) >= n - 1


def test_survival_curves_do_not_crowd(field):
    _, tables, _ = field
    for lang in ("ja", "en"):
        readable(figures_bouts.survival(tables["bouts"], tables["entrants"], lang))


def test_the_heat_map_and_the_odds_stay_readable(field):
    _, tables, _ = field
    assert canvas.picture(plots.heatmap(tables["pairs"], tables["entrants"]))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("n", [0, 1, 6])
def test_cycles_are_drawn_and_none_is_said(lang, n):
    ids = made.ids(18)
    cycles = frames.table_frame(
        "cycles",
        [{"rank": k + 1, "a": ids[3 * k], "b": ids[3 * k + 1], "c": ids[3 * k + 2], "rate_ab": 0.7, "rate_bc": 0.8,
          "rate_ca": 0.6} for k in range(n)],
    )  # fmt: skip
    entrants = frames.entrants_frame(made.entrant_rows(18))
    pairs = made.matrix(3, 40)["pairs"]
    readable(figures_field.cycle_graph(pairs, entrants, cycles, lang))


def attacks(n=300):
    rng = np.random.default_rng(2)
    from budosim.study.columns import places

    techniques = (
        "punch",
        "kick",
        "low_kick",
        "elbow",
        "knee",
        "hook",
        "jab",
        "stomp",
        "axe_kick",
        "back_kick",
        "palm",
    )
    rows = []
    for k in range(n):
        hit = places()[int(rng.integers(len(places())))]
        rows.append(
            {"bout": k // 3, "n": k, "turn": 1, "sub": 1, "side": "a", "id": f"e{k % 3:03}",
             "foe": f"e{(k + 1) % 3:03}",
             "technique": techniques[int(rng.integers(len(techniques)))], "place": hit, "target": 12, "roll": 9,
             "result": "success", "counter": False, "hit": hit, "injury": int(rng.integers(0, 8)), "list": None,
             "line": None}
        )  # fmt: skip
    return frames.events_frame(rows)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_bodies_and_flows(lang):
    entrants = frames.entrants_frame(made.entrant_rows(3))
    events = attacks()
    readable(figures_bouts.injury_map(events, entrants, lang))
    readable(figures_bouts.injury_map(events, entrants, lang, ["e000"]))
    said = readable(figures_bouts.damage_flow(events, lang))
    assert any(text.startswith("その他" if lang == "ja" else "others") for text in said)
    readable(figures_bouts.damage_flow(events, lang, "e000", made.NAMES[0]))
    readable(figures_bouts.damage_flow(events.clear(), lang))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_curve_marks_where_it_turned(lang):
    chances = [(float(at), max(0, 300 - 12 * at), 400) for at in range(24)]
    said = readable(figures_bouts.win_curve(chances, (made.NAMES[0], made.NAMES[7]), lang, [2, 9, 20]))
    assert {"1", "2", "3"} <= set(said)
    readable(figures_bouts.win_curve([], ("a", "b"), lang))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_tornado_shows_what_is_sure(lang):
    rows = [
        {"item": f"i{k}", "change_ja": f"蹴りを{k}ＣＰに上げる（レベル{k}）、瞑想を消す",
         "change_en": f"raise Kicking to {k} CP",
         "cp": 1.0, "gain": (k - 10) / 100, "lo": (k - 12) / 100, "hi": (k - 8) / 100, "n": 100, "legal": True}
        for k in range(20)
    ]  # fmt: skip
    rows.append({**rows[0], "gain": None, "lo": None, "hi": None, "legal": False})
    said = readable(figures_field.tornado(frames.table_frame("values", rows), lang))
    assert sum("CP" in text or "ＣＰ" in text for text in said) >= 20


def test_a_row_without_data_says_so():
    figure = figures_field.forest([{"label": "x", "value": None, "lo": None, "hi": None}], "t", "a")
    readable(figure)
    assert isinstance(made.matrix(3, 4)["pairs"], pl.DataFrame)
