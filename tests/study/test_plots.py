from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text

from budosim.study import canvas, frames, plots
from budosim.study.grid import by_strength, grid_of, records_of
from budosim.study.rates import Record

from . import made

pytestmark = pytest.mark.filterwarnings("error:.*[Gg]lyph")


def pairs(*rows):
    """Pairs of (a, b, wins, draws, losses)."""
    names = ("a", "b", "n", "wins_a", "draws", "wins_b", "n_first", "wins_first", "n_turns", "turns")
    counted = [(a, b, w + d + x, w, d, x, 0, 0, 0, 0) for a, b, w, d, x in rows]
    counts = pl.DataFrame(counted, schema=names, orient="row")
    return frames.pairs_of(counts)


def many(n, repetitions=300):
    """A field of n with made-up counts, quickly."""
    rng = np.random.default_rng(n)
    ids = made.ids(n)
    rows = []
    for a, b in combinations(range(n), 2):
        w, d, x = rng.multinomial(repetitions, rng.dirichlet([3 + b - a, 0.3, 3])).tolist()
        rows.append((ids[a], ids[b], w, d, x))
    return pairs(*rows), frames.entrants_frame(made.entrant_rows(n))


def boxes(figure, texts):
    renderer = figure.canvas.get_renderer()
    return [text.get_window_extent(renderer) for text in texts if text.get_text() and text.get_visible()]


def overlapping(found):
    return [(one, two) for one, two in combinations(found, 2) if one.overlaps(two)]


def ticks(axis):
    return [label for label in axis.get_ticklabels() if label.get_text()]


def check_layout(figure):
    """Nothing sticks out of the figure, no two names touch, and what stands in the margins touches none."""
    renderer = figure.canvas.get_renderer()
    names, skipped = [], set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            shown = {id(label) for tick in axis._update_ticks() for label in (tick.label1, tick.label2)}
            skipped |= {id(label) for label in axis.get_ticklabels()} - shown
            names += boxes(figure, [label for label in ticks(axis) if id(label) in shown])
    for text in figure.findobj(Text):
        if text.get_text() and text.get_visible() and id(text) not in skipped:
            box, frame = text.get_window_extent(renderer), figure.bbox
            inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= frame.x1 + 1 and box.y1 <= frame.y1 + 1
            assert inside, text.get_text()
    assert not overlapping(names)
    for box in boxes(figure, figure.texts):
        assert not any(box.overlaps(name) for name in names)


@pytest.mark.parametrize("n", [5, 20, 32, 128])
def test_a_heat_map_of_many_entrants_stays_readable(n):
    figure = plots.heatmap(*many(n))
    check_layout(figure)
    axes = figure.axes[0]
    assert len(ticks(axes.yaxis)) == len(ticks(axes.xaxis)) == n
    assert min(label.get_fontsize() for label in ticks(axes.yaxis)) >= 5
    numbers = [text.get_text() for text in axes.texts]
    per_cell = 2 if n <= 12 else 1 if n <= 32 else 0
    assert len(numbers) == per_cell * n * (n - 1)
    assert max(figure.get_size_inches()) < 17


def test_names_are_thinned_where_they_would_touch():
    rows = [(one, "foe", slot, 0, 250 - slot) for slot, one in enumerate(made.ids(250))]
    figure = plots.heatmap(pairs(*rows), frames.entrants_frame([*made.entrant_rows(250), {"id": "foe"}]))
    check_layout(figure)
    assert len(ticks(figure.axes[0].yaxis)) == 125


@pytest.mark.parametrize("n", [5, 32, 128])
def test_title_odds_of_many_entrants_stay_readable(n):
    rounds = ["final"]
    rows = [
        {"id": one, "n": 1000, "block": 10, "rounds": [5], "titles": max(0, 40 - slot)}
        for slot, one in enumerate(made.ids(n))
    ]
    figure = plots.title_odds(
        frames.forecast_frame(rows, rounds), frames.entrants_frame(made.entrant_rows(n))
    )
    check_layout(figure)
    axes = figure.axes[0]
    assert len(ticks(axes.yaxis)) == n
    said = [text.get_text() for text in axes.texts]
    assert not overlapping(boxes(figure, axes.texts))
    assert said[0] == "4.0 %"
    assert ("< 3/1000" in said) == (n > 40)


def test_the_row_wins_where_it_is_blue():
    figure = plots.heatmap(pairs(("x", "y", 900, 0, 100), ("x", "z", 500, 0, 500), ("y", "z", 0, 0, 0)),
                           frames.entrants_frame([{"id": one, "name": one} for one in "xyz"]))  # fmt: skip
    axes = figure.axes[0]
    assert [label.get_text() for label in ticks(axes.yaxis)] == ["x", "z", "y"]
    said = {(round(t.get_position()[1] - 0.4), round(t.get_position()[0] - 0.4)): t for t in axes.texts[::-1]}
    assert {place: text.get_text() for place, text in said.items()} == {
        (0, 1): "50", (0, 2): "90", (1, 0): "50", (2, 0): "10", (1, 2): "—", (2, 1): "—",
    }  # fmt: skip
    colours = 255 * axes.collections[0].get_array()
    red, _, blue = np.moveaxis(np.asarray(colours, float), 2, 0)
    assert blue[0, 2] > red[0, 2] + 50
    assert red[2, 0] > blue[2, 0] + 50
    assert abs(red[0, 1] - blue[0, 1]) < 8  # even is neither


def test_an_uncertain_pair_is_paler_than_a_certain_one():
    rows = (("x", "y", 12, 0, 3), ("x", "z", 1200, 0, 300))
    figure = plots.heatmap(pairs(*rows), frames.entrants_frame([{"id": one} for one in "xyz"]))
    labels = [label.get_text() for label in ticks(figure.axes[0].xaxis)]
    colours = 255 * np.asarray(figure.axes[0].collections[0].get_array(), float)
    assert colours[0, labels.index("y")].sum() > colours[0, labels.index("z")].sum() + 80


def test_few_bouts_are_shown_as_counts():
    rows = (("x", "y", 1, 0, 0), ("x", "z", 0, 1, 0), ("y", "z", 1, 0, 1))
    entrants = frames.entrants_frame([{"id": one} for one in "xyz"])
    figure = plots.heatmap(pairs(*rows), entrants, groups=[["z", "x"], ["y"]])
    check_layout(figure)
    axes = figure.axes[0]
    assert [label.get_text() for label in ticks(axes.yaxis)] == ["z", "x", "y"]
    assert sorted(text.get_text() for text in axes.texts) == sorted(["○", "●", "△", "△", "1/2", "1/2"])
    assert len(figure.axes) == 1  # no scale of rates


def test_none_of_many_is_no_zero():
    grid = grid_of(pairs(("x", "y", 0, 0, 40), ("x", "z", 0, 3, 997), ("y", "z", 1, 0, 999)))
    said = {(grid.rows[i], grid.columns[j]): cell.text() for (i, j), cell in grid.cells.items()}
    assert said["x", "y"] == "<8"
    assert said["y", "x"] == ">92"
    assert (said["x", "z"], said["z", "x"]) == ("<1", ">99")
    assert (said["y", "z"], said["z", "y"]) == ("<1", ">99")


def test_those_who_only_attack_are_rows():
    grid = grid_of(pairs(("new", "p", 5, 0, 5), ("new", "q", 9, 0, 1), ("old", "p", 1, 0, 9)))
    assert (grid.rows, grid.columns) == (("new", "old"), ("p", "q"))
    assert grid.cells[0, 1].record == Record(9, 0, 1)
    assert (1, 1) not in grid.cells


def test_two_views_of_the_same_bouts_are_counted_once():
    both = pairs(("x", "y", 5, 1, 4), ("y", "x", 4, 1, 5), ("x", "z", 9, 0, 1))
    records = records_of(both)
    assert records["x", "y"] == Record(5, 1, 4)
    assert records["y", "x"] == Record(4, 1, 5)
    assert records["z", "x"] == Record(1, 0, 9)
    assert by_strength(records) == ["x", "y", "z"]
    apart = grid_of(both, apart=True)
    assert (apart.rows, apart.columns) == (("x", "y"), ("x", "y", "z"))
    assert (1, 2) not in apart.cells


def test_strength_counts_every_opponent_the_same():
    rows = (("x", "y", 900, 0, 100), ("x", "z", 0, 0, 10), ("y", "z", 10, 0, 0))
    assert by_strength(records_of(pairs(*rows))) == ["y", "z", "x"]


def test_lengths_are_counted_by_ending():
    bouts = made.matrix(5)["bouts"]
    figure = plots.bout_lengths(bouts)
    check_layout(figure)
    axes = figure.axes[0]
    assert round(sum(bar.get_height() for bar in axes.patches)) == len(bouts)
    said = [text.get_text() for text in axes.get_legend().get_texts()]
    assert len(said) == bouts["ending"].n_unique()
    assert sum(int(text.split()[-1].replace(",", "")) for text in said) == len(bouts)


def test_many_endings_leave_the_rest_together():
    bouts = made.matrix(3)["bouts"]
    named = bouts.with_columns(ending=pl.format("way_{}", pl.int_range(pl.len()) % 11))
    legend = plots.bout_lengths(named, "en").axes[0].get_legend()
    said = [text.get_text() for text in legend.get_texts()]
    assert len(said) == len(canvas.KINDS)
    assert said[0].startswith("way ")
    assert said[-1].startswith("others ")


def test_figures_without_any_data_say_so():
    nothing = frames.table_frame("bouts", [])
    figure = plots.bout_lengths(nothing)
    assert "データがありません" in [text.get_text() for text in figure.axes[0].texts]
    check_layout(plots.heatmap(frames.pairs_frame(nothing), frames.entrants_frame([])))
    check_layout(plots.title_odds(frames.table_frame("forecast", []), frames.entrants_frame([])))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_hostile_names_are_drawn_in_both_languages(lang):
    ids, named = made.ids(20)[4:10], made.entrant_rows(20)[4:10]
    rows = [(one, other, 30, 2, 18) for one, other in combinations(ids, 2)]
    figure = plots.heatmap(pairs(*rows), frames.entrants_frame(named), lang)
    check_layout(figure)
    said = {label.get_text() for label in ticks(figure.axes[0].yaxis)}
    assert said == {
        "A & B",
        'x" onmouseove…',
        "$\\frac{1}{0}$…",
        "寿限無寿限無五劫…",
        "〓野 家康",
        "鬼 〓 丸",
    }
    canvas.picture(figure)


def test_a_letter_no_font_has_is_replaced_or_read():
    assert canvas.label("鬼 🥋🥋 丸") == "鬼 〓 丸"
    assert canvas.label("\u202e\x00\n") == "〓"
    assert not canvas.drawable("𠮷野")
    called = canvas.names_of(
        [("a", "𠮷野", "よしの"), ("b", "𠮷野", None), ("c", "葵", "あおい"), ("d", "🥋", "🥋")]
    )
    assert called == {"a": "よしの", "b": "𠮷野", "c": "葵", "d": "🥋"}


def test_long_names_are_cut_and_still_told_apart():
    long = ["寿限無寿限無五劫の擦り切れ", "寿限無寿限無五劫の海砂利", "短い"]
    made_labels = canvas.labels(long, 8)
    assert made_labels == ["寿限無寿限… 1", "寿限無寿限… 2", "短い"]
    assert all(canvas.width_of(label) <= 9 for label in made_labels)


def test_the_glyph_check_can_fail():
    figure = canvas.new_figure(1, 1)
    with canvas.drawing():
        figure.text(0, 0, "🥋")
    with pytest.raises(UserWarning, match=r"[Gg]lyph"):
        canvas.picture(figure)


def test_the_overlap_check_can_fail():
    figure = plots.heatmap(*many(5))
    figure.axes[0].set_yticks([1.0, 1.05], labels=["葵", "茜"])
    with pytest.raises(AssertionError):
        check_layout(figure)


def test_other_figures_keep_their_fonts(tmp_path):
    before = dict(mpl.rcParams)
    canvas.save(plots.heatmap(*many(3)), tmp_path / "heat.png")
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_figure_is_the_same_file(tmp_path, kind):
    for name in ("one", "two"):
        canvas.save(plots.heatmap(*many(4)), tmp_path / f"{name}.{kind}")
    one, two = ((tmp_path / f"{name}.{kind}").read_bytes() for name in ("one", "two"))
    assert one == two
    assert len(one) > 1000
    assert len(list(tmp_path.iterdir())) == 2


def test_matplotlib_waits_for_the_first_figure():
    code = (
        "import sys, budosim.study.plots, budosim.study.canvas\n"
        "assert 'matplotlib' not in sys.modules and 'matplotlib_fontja' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
