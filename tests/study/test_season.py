"""A season's forecast as tables, lines and a page: of made-up counts, knowing no game."""

from __future__ import annotations

import re

import pytest

from budosim.events.season import SCALE, Law, Meeting, Season, Start, whole_weights
from budosim.events.season_exact import work_out
from budosim.events.season_many import play_many
from budosim.study import canvas
from budosim.study.curves import Series, curves
from budosim.study.season import agreement, chance_rows, decided_rows, exact_rows
from budosim.study.season_page import Calendar, Cell, Chart, Day, Fold, Grid, Month, SeasonPage, Section, Words, render
from budosim.study.season_page import Meeting as Shown
from budosim.study.season_plot import points_by_week
from budosim.study.words import Both

IDS = ("red", "blue", "green")
NAMES = [Both("赤", "red"), Both("青", "blue"), Both("緑", "green")]


def season() -> Season:
    laws = []
    for k, sides in enumerate([(0, 1), (0, 2), (1, 2), (0, 1)]):
        weights = whole_weights([3, 1, 2])
        points, none = ((3, 0), (1, 1), (0, 3)), ((0, 0),) * 3
        laws.append(Law(Meeting(k, k // 2, sides, 3), weights, points, none, ((SCALE,), (SCALE,))))
    return Season(3, tuple(laws), Start.blank(3))


@pytest.fixture(scope="module")
def many():
    return play_many(season(), 8, 20_000)


def test_chances_have_intervals_and_add_up(many):
    rows = chance_rows(many, IDS)
    assert [row["id"] for row in rows] == list(IDS)
    for row in rows:
        for name in ("p_title", "p_shared", "p_sole", "p_tied"):
            assert row[f"{name}_lo"] <= row[name] <= row[f"{name}_hi"]
        assert sum(row["p_place"]) == pytest.approx(1)
        assert row["points_q05"] <= row["points_q50"] <= row["points_q95"]
    assert sum(row["p_even"] for row in rows) == pytest.approx(1)
    assert sum(row["p_sole"] for row in rows) == pytest.approx(sum(sum(row["p_clinch"]) for row in rows))


def test_counted_and_exact_agree(many):
    exact = work_out(season())
    rows = agreement(many, exact, IDS)
    assert len(rows) == 12
    assert all(row["z"] is None or abs(row["z"]) < 4 for row in rows)
    assert [row["id"] for row in exact_rows(exact, IDS)] == list(IDS)
    wrong = agreement(play_many(season(), 8, 100), exact, IDS)
    assert any(row["counted"] != row["exact"] for row in wrong)


def test_rounds_tell_when_it_is_decided(many):
    rows = decided_rows(many, {0: "first", 1: "second"})
    assert [row["name"] for row in rows] == ["first", "second"]
    assert rows[0]["p_open"] == pytest.approx(1 - rows[0]["p_decided"])
    assert rows[1]["p_open"] == pytest.approx(1 - rows[0]["p_decided"] - rows[1]["p_decided"])


def line(side: int, values: list[float | None]) -> Series:
    return Series(side, f"{values[-1]}", values, [str(value) for value in values])


@pytest.mark.parametrize(
    ("largest", "top", "step"), [(103, 125, 25), (4, 4, 1), (48, 50, 10), (999, 1000, 200), (0, 1, 1)]
)
def test_an_axis_ends_on_a_round_number(largest, top, step):
    made = curves([line(0, [0, largest])], ["a", "b"])
    assert [tick.text for tick in made.up][-1] == f"{top:g}"
    assert made.up[1].text == f"{step:g}"


def test_labels_keep_apart_and_stay_in_the_picture():
    made = curves([line(side, [0, value]) for side, value in enumerate((0.0, 0.5, 1.0))], ["a", "b"], top=100)
    places = sorted(float(one.label_y) for one in made.lines)
    assert places[1] - places[0] >= 20
    assert places[2] - places[1] >= 20
    assert places[-1] <= made.bottom


def test_weeks_without_a_value_break_nothing():
    made = curves([line(0, [None, 1, 2]), line(1, [None, None, None])], ["a", "b", "c"])
    assert made.lines[0].path.startswith("M")
    assert made.lines[1].path == ""
    many_weeks = curves([line(0, [float(k) for k in range(60)])], [f"w{k}" for k in range(60)])
    assert len(many_weeks.across) < 12


def page(name: str = "春の<b>リーグ</b>") -> SeasonPage:
    chart = Chart(Both("点", "points"), curves([line(side, [0, side]) for side in range(3)], ["0", "1"]), NAMES)
    grid = Grid(
        [Both("名", "name"), Both("点", "points")],
        [[Cell(NAMES[0], side=0), Cell(Both("3", "3"), "strong", 0, bar=0.5)]],
    )
    meeting = Shown([(0, NAMES[0], "3"), (1, NAMES[1], "")], Both("勝ち", "won"), Both("東", "east"), "held", "fold")
    calendar = Calendar(
        [Month(Both("四月", "April"), [Day(Both("1", "1"), Both("日", "day"), Both("", ""), [meeting], True)])]
    )
    fold = Fold(Both("開く", "open"), [Words([Both("一", "one"), Both("二", "two")], "ticks")], "fold")
    blocks = [grid, chart, calendar, fold, Words([Both("文", "text")])]
    title = Both(name, name)
    return SeasonPage(
        title, title, NAMES, Both("首位", "leading"), Both("", ""), False, [Section("a", Both("表", "table"), blocks)]
    )


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_escapes_and_holds_everything(lang):
    text = render(page(), lang)
    assert "<b>リーグ" not in text
    assert "&lt;b&gt;リーグ" in text
    assert f'<html lang="{lang}">' in text
    assert "<script" not in text
    assert re.search(r'href="(?!#)', text) is None
    for word in ("四月", "April", "勝ち", "開く", 'href="#fold"', 'id="fold"'):
        assert word in text


def test_the_figure_has_every_glyph(tmp_path, recwarn):
    figure = points_by_week(["0", "8/4", "8/11"], [("魏", [0, 8, 12]), ("呉", [0, 4, 12]), ("蜀", [0, 6, 11])], "戦果")
    path = canvas.save(figure, tmp_path / "points.png")
    assert path.stat().st_size > 5_000
    assert [str(one.message) for one in recwarn if "Glyph" in str(one.message)] == []
