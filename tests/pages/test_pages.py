"""The site as files: whole, linked, escaped, closed to the outside."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from budosim.site.paper import unpacked
from budosim.site.replay_page import MOST_BYTES

VOID = {"meta", "link", "img", "br", "input", "hr", "path", "rect", "line", "circle", "ellipse", "polygon"}
LANGS = ("", "en/")


class Page(HTMLParser):
    """What a page holds: its links, ids, scripts, and whether its tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []
        self.styles = 0
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "href":
                self.links.append(value or "")
            elif name == "src":
                self.sources.append(value or "")
            elif name == "id":
                self.ids.append(value or "")
            elif name.startswith("on"):
                self.handlers.append(f"{tag} {name}")
            elif name == "style":
                self.styles += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open, f"</{tag}> closes nothing"
            assert self.open.pop() == tag, f"</{tag}> closes another tag"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)


def pages(site: Path) -> dict[str, str]:
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def test_every_page_is_there_in_both_languages(site):
    found = set(pages(site))
    for lang in LANGS:
        for name in ("index", "entrants", "blocks", "bracket", "bouts", "upsets", "stats", "fairness", "news"):
            assert f"{lang}{name}.html" in found
        assert sum(name.startswith(f"{lang}fighters/") for name in found) == 4
    assert sum(name.startswith("bouts/") for name in found) == 7
    assert len(list((site / "text").iterdir())) == 14
    assert {path.name for path in site.glob("feed.*.xml")} == {"feed.ja.xml", "feed.en.xml"}


def test_every_page_is_well_formed_and_every_link_leads_somewhere_within(site):
    read = {name: Page(text) for name, text in pages(site).items()}
    for name, page in read.items():
        assert page.open == [], name
        assert len(page.ids) == len(set(page.ids)), name
        for link in page.links:
            file, _, mark = link.partition("#")
            target = (site / name).parent / unquote(file) if file else site / name
            target = target.resolve()
            if target == (site.parent / "report.html").resolve():
                continue
            assert target.is_relative_to(site.resolve()), (name, link)
            assert target.is_file(), (name, link)
            if mark and target.suffix == ".html" and mark not in ("ja", "en"):
                assert mark in read[target.relative_to(site.resolve()).as_posix()].ids, (name, link)


def test_nothing_of_the_entrants_is_taken_for_markup(site):
    for name, text in pages(site).items():
        page = Page(text)
        assert page.handlers == [], name
        assert page.styles == 0, name
        assert "<script>alert" not in text, name
        assert "<img src=x" not in text, name
        assert "\u202e" not in text, name
        assert "\u2066" not in text, name
        scripts = re.findall(r"<script[^>]*>", text)
        assert scripts in (["<script>"], ['<script type="application/octet-stream" id="data">', "<script>"]), name
    index = "".join(Page((site / "index.html").read_text(encoding="utf-8")).words)
    assert "<script>alert(1)</script>" in index
    assert "49" not in Page((site / "entrants.html").read_text(encoding="utf-8")).words


def test_pages_load_nothing_and_say_so(site):
    for name, text in pages(site).items():
        page = Page(text)
        assert all(source.startswith("data:image/") for source in page.sources), name
        assert "default-src 'none'" in text, name
        assert "unsafe" not in text.split("</head>")[0].split("<style>")[0], name
        assert "http://" not in text, name
        assert "https://" not in text, name


def test_a_replay_is_light_and_carries_the_whole_bout(site):
    for path in (site / "bouts").iterdir():
        assert path.stat().st_size <= MOST_BYTES
        text = path.read_text(encoding="utf-8")
        data = unpacked(re.search(r'id="data">([^<]*)<', text)[1])
        assert data["lines"][0]["k"] == "bout"
        assert data["lines"][-1]["k"] == "end"
        assert len(data["frames"]) == len(data["lines"])
        assert data["words"]["kind"]["attack"] == ["攻撃", "Attack"]
        last = len(data["lines"]) - 1
        marks = [int(n) for mark in re.findall(r'data-e="([\d,]+)"', text) for n in mark.split(",")]
        assert marks
        assert max(marks) <= last


def test_texts_keep_to_a_forums_width(site):
    from budosim.systems.gurps3.story_wrap import width_of

    for path in (site / "text").iterdir():
        for line in path.read_text(encoding="utf-8").splitlines()[2:]:
            assert width_of(line) <= 72, (path.name, line)


def test_the_feed_tells_days_and_no_results(site):
    import xml.etree.ElementTree as Tree

    for lang in ("ja", "en"):
        feed = Tree.fromstring((site / f"feed.{lang}.xml").read_text(encoding="utf-8"))
        spaces = {"a": "http://www.w3.org/2005/Atom"}
        entries = feed.findall("a:entry", spaces)
        assert len(entries) == 1
        link = entries[0].find("a:link", spaces).get("href")
        assert (site / link.partition("#")[0]).is_file()
        words = " ".join(feed.itertext())
        assert "リバース" not in words


@pytest.mark.parametrize("lang", LANGS)
def test_every_place_of_a_block_has_its_sentence(site, lang):
    words = "".join(Page((site / f"{lang}blocks.html").read_text(encoding="utf-8")).words)
    for place in ("１位：", "２位：", "３位：", "４位：") if not lang else ("1st: ", "2nd: ", "3rd: ", "4th: "):
        assert place in words


def test_the_first_page_of_a_large_event_leads_to_everybody_and_shows_nobody_twice(cup, tmp_path, monkeypatch):
    import contextlib
    import io
    import shutil

    from budosim.cli import main

    folder = tmp_path / "copy"
    shutil.copytree(cup, folder)
    monkeypatch.setattr("budosim.runs.cup_site.LARGE", 3)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["site", str(folder)]) == 0
    text = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert 'class="card person-card"' not in text
    assert {"entrants.html", "blocks.html"} <= set(Page(text).links)
    assert 'class="league"' not in text
