from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser

import polars as pl
import pytest

from budosim.errors import BudosimError, EventError
from budosim.events.bracket import EMPTIED
from budosim.provenance import Source
from budosim.study import bracket, frames, listings, report
from budosim.study.drawings import drawings_of
from budosim.study.league import blocks_of, deviation_of
from budosim.study.rates import wilson
from budosim.study.results import read_result
from budosim.study.words import both

from . import made

pytestmark = pytest.mark.filterwarnings("error:.*[Gg]lyph")
N = 10
VOID = {"meta", "input", "img", "br", "link", "hr"}


class Page(HTMLParser):
    """A page as a browser would see it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.open, self.said = [], [], [], []
        self.sections = {}
        self._at = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag == "h2":
            self._at = dict(attrs).get("id", "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] != "style" and data.strip():
            self.said.append(data.strip())
            self.sections.setdefault(self._at, []).append(data.strip())


def _rich(event):
    forfeits = [one for one in event.fixtures if one.kind == "forfeit" and one.stage.id == "blocks"]
    return event.champion is not None and forfeits


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cup")
    # death forfeits what follows: look for a cup with both forfeits and a champion
    seed = next(seed for seed in range(1, 99) if _rich(made.cup(N, seed, death=0.06)[0]))
    event, named = made.cup_folder(
        folder, N, seed, death=0.06, name='大会 <img src=x onerror="alert(9)"> & 友'
    )
    path = report.write_report(folder)
    return event, named, folder, path.read_text(encoding="utf-8")


def test_the_page_is_whole_and_loads_nothing(cup):
    _, _, _, text = cup
    page = Page(text)
    assert page.open == []
    assert page.tags.count("script") == 1
    assert text.count("<script>") == text.count(report._script()) == 1
    assert set(page.tags).isdisjoint({"link", "iframe", "object", "embed", "form", "base"})
    for _tag, name, value in page.attributes:
        assert not name.startswith("on")
        assert name not in ("style", "srcset", "action")
        if name == "src":
            assert value.startswith("data:image/png;base64,")
        if name == "href":
            assert value.startswith("#")
    assert "http://" not in text
    assert "https://" not in text
    assert "url(" not in text


def test_the_policy_allows_its_own_style_and_nothing_else(cup):
    _, _, _, text = cup
    policy = next(
        value
        for _, name, value in Page(text).attributes
        if name == "content" and value.startswith("default-src")
    )
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    assert f"style-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "unsafe" not in policy


def test_names_are_text_and_never_markup(cup):
    _, _, _, text = cup
    assert text.count("<script") == 1  # the page's own, which sorts tables
    assert "alert(9)" in text
    assert "<img src=x" not in text
    page = Page(text)
    for name in made.NAMES[:N]:
        assert name.strip() in page.said, name
    assert not [value for _, name, value in page.attributes if name == "onmouseover"]


def test_the_cup_is_told_whole(cup):
    event, named, _, text = cup
    page = Page(text)
    assert made.name_of(event.champion) in page.said
    blocks = "".join(page.sections["blocks"])
    for row in event.standings():
        assert row["reason_ja"] in blocks
        assert row["reason_en"] in blocks
    assert (
        len(re.findall(r"<code>\d{9,}</code>", text))
        >= named["bouts"].filter(pl.col("kind") == "bout").height
    )
    everything = " ".join(page.said)
    for word in (
        "シード",
        "あいことば<b>",
        "budosim verify DIR",
        "Wilson",
        "< 3/n",
        "cripple = single",
        "sha256",
    ):
        assert word in everything, word
    for row in event.audit:
        assert " ".join(map(str, row["values"])) in page.said


def test_both_languages_are_there_and_one_is_shown_first(cup, tmp_path):
    _, _, folder, text = cup
    spans = [value for tag, name, value in Page(text).attributes if tag == "span" and name == "lang"]
    assert spans.count("ja") == spans.count("en") > 50
    assert '<html lang="ja">' in text
    assert 'id="ja" checked' in text
    result = read_result(folder)
    shown = [
        report.Shown(one.name, one.caption, both("stage", "final"), 1) for one in report.drawings_of(result)
    ]
    english = report.render(result, shown, "en")
    assert '<html lang="en">' in english
    assert 'id="en" checked' in english


def test_figures_lie_beside_the_page(cup):
    _, _, folder, text = cup
    names = {path.name for path in (folder / "figures").iterdir()}
    assert names == {f"{name}.{kind}" for name in ("heatmap", "bout_lengths", "survival") for kind in ("png", "svg")}
    embedded = [base64.b64decode(data) for data in re.findall(r"data:image/png;base64,([^\"]+)", text)]
    assert len(embedded) == 6
    assert (folder / "figures" / "heatmap.png").read_bytes() in embedded
    assert embedded[0] != embedded[1]  # the other language
    assert "<script" not in (folder / "figures" / "heatmap.svg").read_text(encoding="utf-8")


def test_a_report_can_be_made_again_from_the_folder_alone(cup, tmp_path):
    _, _, folder, text = cup
    moved = tmp_path / "moved"
    shutil.copytree(folder, moved)
    shutil.rmtree(moved / "figures")
    (moved / "report.html").unlink()
    assert report.write_report(moved) == moved / "report.html"
    assert (moved / "report.html").read_text(encoding="utf-8") == text
    assert not list(moved.rglob(".*"))


def test_cross_tables_say_what_happened(cup):
    event, _, folder, _ = cup
    blocks = blocks_of(read_result(folder))
    assert [len(block.members) for block in blocks] == [5] * 2
    signs = {2: "○", 1: "△", 0: "●"}
    for block, truth in zip(blocks, event.blocks, strict=True):
        ids = [event.plan.ids[slot] for slot in truth.members]
        for member in block.members:
            row = truth.score[ids.index(member.id)]
            for other, mark in zip(block.members, member.marks, strict=True):
                points = row[ids.index(other.id)]
                assert mark.sign.rstrip("*") == ("" if points is None else signs[points])
        assert [member.through for member in block.members] == [True, True, False, False, False]
    told = [mark.told for block in blocks for member in block.members for mark in member.marks]
    assert any("不戦" in one.ja and "forfeit" in one.en for one in told)
    assert any(one.ja.endswith("ターン）") and "turn" in one.en for one in told)


def test_the_bracket_is_that_of_the_event(cup):
    event, _, folder, _ = cup
    rounds = bracket.rounds_of(read_result(folder))
    names = event.plan.ids
    assert [[line.id for line in one.lines] for one in rounds] == [
        [names[slot] if slot >= 0 else None for slot in row] for row in event.lines[:-1]
    ]


def positions(rounds):
    """Who meets whom in every round, in no order."""
    return [
        {frozenset((one.id, two.id)) for one, two in zip(r.lines[::2], r.lines[1::2], strict=True)}
        - {frozenset([None])}
        for r in rounds
    ]


@pytest.mark.parametrize("n", [2, 3, 6, 11, 20, 33])
def test_the_bracket_can_be_read_off_the_bouts(n):
    drawn = 0
    for seed in range(1, 9):
        event, named = made.cup(n, seed, death=0.1)
        whole = [
            bracket.Round(
                both("stage", row["round"]),
                tuple(bracket.Line(one or None, one == "") for one in row["lines"]),
            )
            for row in event.bracket()
        ]
        found = bracket.rebuilt(named["bouts"])
        assert positions(found) == positions(whole)
        assert [one.name for one in found] == [one.name for one in whole]
        assert [len(one.lines) for one in found] == [len(one.lines) for one in whole]
        drawn += sum(EMPTIED in row for row in event.lines)
    assert drawn or n < 20


def test_no_champion_and_emptied_places_are_drawn(tmp_path):
    seed = next(seed for seed in range(1, 200) if made.cup(6, seed)[0].champion is None)
    made.cup_folder(tmp_path, 6, seed)
    result = read_result(tmp_path)
    picture = bracket.picture_of(bracket.rounds_of(result), result)
    assert picture.boxes[-1].look == "vacant"
    page = Page(report.render(result, _plain(result), "ja"))
    assert "該当者なし" in page.said
    assert "no champion" in page.said
    said = deviation_of(result)
    assert "3 人×2" in said.ja
    assert said.ja in page.said


SEED = {"number": 1, "text": "1"}
SOURCE = {"file": "budo.toml", "sha256": "0"}
MANIFEST = {
    "command": ["matrix"], "entrants": [], "seed": SEED, "versions": {}, "n": 1, "rules_version": "1",
    "rng": "x", "regulation": SOURCE, "rulings": {"values": {}},
}  # fmt: skip
DRAWN = report.Shown("heatmap", both("stage", "final"), both("stage", "final"), 1)


def _plain(result):
    return [
        report.Shown(one.name, one.caption, both("stage", "final"), 1) for one in report.drawings_of(result)
    ]


def test_boxes_of_the_bracket_do_not_overlap_and_lie_within():
    event, named = made.cup(33, 3)
    rounds = bracket.rebuilt(named["bouts"])
    result = _result(named)
    picture = bracket.picture_of(rounds, result)
    for one in picture.boxes:
        assert one.x >= 0
        assert one.y >= bracket.TOP - 4
        assert one.x + bracket.BOX <= picture.width
        assert one.y + bracket.BOX_HEIGHT <= picture.height
        for other in picture.boxes:
            same = one is other or one.x != other.x
            assert same or abs(one.y - other.y) >= bracket.BOX_HEIGHT
    assert len(picture.boxes) == 2 * event.plan.lines - 1
    assert sum(box.look == "champion" for box in picture.boxes) == (event.champion is not None)


def _result(named):
    """A result of frames that were never written."""
    from budosim.study.results import Result

    names = ("bouts", "pairs", "entrants", "standings", "ledger", "bracket", "forecast")
    full = {name: named.get(name, frames.table_frame(name, [])) for name in names}
    return Result(None, {"command": ["cup"], "entrants": []}, audit=(), **full)


def test_a_forecast_tells_chances_with_their_intervals(tmp_path):
    seen, named = made.foreseen(7, 150)
    folder = made.folder_of(tmp_path / "f", ["forecast", "x"], named, n=150)
    page = Page(report.write_report(folder).read_text(encoding="utf-8"))
    result = read_result(folder)
    assert result.kind == "forecast"
    stages, rows = listings.odds_of(result)
    assert [stage.ja for stage in stages] == ["予選通過", "準決勝", "決勝", "優勝"]
    best = max(range(7), key=lambda slot: (seen.titles[slot], -slot))
    assert rows[0].name == made.name_of(best)
    assert rows[0].shares[-1].lo == wilson(int(seen.titles[best]), 150)[0]
    assert rows[0].shares[-1].text in page.said
    assert rows[0].shares[-1].interval in page.said
    vacant = 150 - int(seen.titles.sum())
    assert (rows[-1].name == listings.VACANT) == (vacant > 0)
    assert (folder / "figures" / "title_odds.svg").is_file()
    assert not (folder / "figures" / "heatmap.png").exists()


@pytest.mark.parametrize("command", ["matrix", "spar"])
def test_free_bouts_are_told_by_pair(tmp_path, command):
    named = made.matrix(3, 30)
    folder = made.folder_of(tmp_path / command, [command], named)
    (folder / "pairs.parquet").unlink()  # made again from the bouts
    result = read_result(folder)
    assert result.kind == command
    text = report.write_report(folder, "en").read_text(encoding="utf-8")
    page = Page(text)
    for row in named["pairs"].iter_rows(named=True):
        assert f"{row['wins_a']}-{row['draws']}-{row['wins_b']}" in page.said
    assert ("<details open>" in text) == (command == "spar")
    counts = listings.endings_of(result)
    assert sum(count.n for count in counts) == 90
    assert round(sum(float(count.percent[:-2]) for count in counts), 6) == 100.0


def test_summaries_without_bouts_still_make_a_page(tmp_path):
    named = made.matrix(4, 20)
    folder = made.folder_of(tmp_path / "m", ["matrix"], {name: named[name] for name in ("pairs", "entrants")})
    (folder / "entrants.parquet").unlink()  # names and records come from manifest and pairs
    text = report.write_report(folder).read_text(encoding="utf-8")
    assert "鷹村 蓮" in text
    assert {path.name for path in (folder / "figures").iterdir()} == {"heatmap.png", "heatmap.svg"}
    assert read_result(folder).entrants["n"].to_list() == named["entrants"]["n"].to_list()


def test_a_cup_of_two_has_no_blocks(tmp_path):
    made.cup_folder(tmp_path, 2)
    page = Page(report.write_report(tmp_path).read_text(encoding="utf-8"))
    assert "blocks" not in page.sections
    assert "bracket" in page.sections


def test_a_run_cut_short_and_the_refused_are_told(tmp_path):
    refused = [
        {"id": "x", "name": "<i>没</i>", "reasons_ja": ["空手が高すぎる"], "reasons_en": ["Karate too high"]}
    ]
    more = {"complete": False, "refused": refused, "kind": "spar"}
    folder = made.folder_of(tmp_path, ["budosim", "spar"], made.matrix(3, 5), more=more)
    result = read_result(folder)
    assert (result.kind, result.complete) == ("spar", False)
    assert set(result.bouts.columns) < set(frames.table_frame("bouts", []).columns)  # only what is counted
    page = Page(report.render(result, _plain(result), "ja"))
    assert {"<i>没</i>", "空手が高すぎる", "Karate too high"} <= set(page.said)
    assert any("--resume" in text for text in page.said)


def test_a_folder_without_results_is_named(tmp_path):
    with pytest.raises(EventError, match=r"manifest\.json"):
        report.write_report(tmp_path)
    with pytest.raises(EventError, match="no result folder"):
        report.write_report(tmp_path / "nowhere")


def test_a_damaged_or_foreign_table_is_named(tmp_path):
    made.folder_of(tmp_path, ["matrix"], made.matrix(3, 5))
    frames.write_frames(tmp_path, {"pairs": pl.DataFrame({"a": ["x"], "b": ["y"], "n": [1.5]})})
    with pytest.raises(BudosimError, match=r"pairs\.parquet.*wins_a"):
        report.write_report(tmp_path)
    (tmp_path / "pairs.parquet").unlink()
    (tmp_path / "audit.jsonl").write_text('{"what": "x"}\n{broken\n', encoding="utf-8")
    with pytest.raises(BudosimError, match=r"audit\.jsonl:2"):
        report.write_report(tmp_path)


def test_a_page_shows_the_first_pairs_of_very_many(monkeypatch):
    monkeypatch.setattr(listings, "MOST_PAIRS", 3)
    result = _result(made.matrix(4, 5))
    assert len(listings.pairs_of(result)) == 3


def test_places_come_before_records_in_the_list_of_entrants(cup):
    event, _, folder, _ = cup
    entries = listings.entries_of(read_result(folder))
    ranks = [entry.rank for entry in entries if entry.rank is not None]
    assert ranks == sorted(ranks)
    assert entries[0].id == event.champion_id
    assert len(entries) == N
    assert entries[-1].rank is None


def test_draws_are_told_in_both_languages():
    assert both("what", "lots in block AB, highest first").ja == "ブロック AB のくじ（大きい順）"
    assert both("what", "something new").ja == "something new"
    event, _ = made.cup(6, 2)
    json.dumps([dict(row) for row in event.audit])
    for row in event.audit:
        assert both("what", row["what"]).ja != both("what", row["what"]).en


def test_a_source_without_a_name_is_no_title(tmp_path):
    named = made.matrix(2, 3)
    made.folder_of(tmp_path, ["matrix"], named, event=Source("cup5", "event.toml", "0"))
    assert read_result(tmp_path).title.ja == "cup5"


def test_a_template_within_a_name_is_text():
    result = _result(made.matrix(17, 1))
    page = Page(report.render(replace(result, manifest=MANIFEST), [DRAWN], "ja"))
    assert "{{ 7*7 }}" in page.said
    assert "49" not in page.said


def test_chromium_finds_nothing_to_refuse(cup, tmp_path):
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium here")
    _, _, folder, text = cup
    (tmp_path / "other.html").write_text(text.replace("<style>", "<style> "), encoding="utf-8")
    for page, refused in ((folder / "report.html", False), (tmp_path / "other.html", True)):
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
            f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri(),
        ]  # fmt: skip
        run = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
        )
        assert "</html>" in run.stdout
        assert ("Content Security Policy" in run.stderr) == refused


def test_wounds_are_carried_through_the_knockout(cup):
    event, _, folder, _ = cup
    rows = listings.ledger_of(read_result(folder))
    kept = [row for row in event.ledger if row["stage"] not in ("blocks", "playoff")]
    assert len(rows) == len(kept) > 0
    for row, truth in zip(rows, kept, strict=True):
        course = [truth["hp_before"], truth["hp_after"], truth["hp_next"]]
        assert row.hp == "→".join(str(hp).replace("-", "−") for hp in course if hp is not None)
    assert any(row.hp.count("→") == 2 for row in rows)


def test_every_figure_says_what_it_was_made_from(tmp_path):
    made.folder_of(tmp_path, ["matrix", "x"], made.matrix(5), seed=41, more={"kind": "matrix"})
    result = read_result(tmp_path)
    for drawing in drawings_of(result):
        for lang, word in (("ja", "シード 41"), ("en", "seed 41")):
            figure = drawing.draw(lang)
            (said,) = [text for text in figure.texts if word in text.get_text()]
            assert "100" in said.get_text()
            figure.draw_without_rendering()
            below = said.get_window_extent().y1
            rest = [text for text in figure.texts if text is not said]
            assert all(text.get_window_extent().y0 >= below for text in rest)
            assert all(axes.get_window_extent().y0 >= below for axes in figure.axes)
