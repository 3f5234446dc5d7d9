"""Every example of the guide for entrants is read as the guide says, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from budosim.ai.understand import understand

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"^\| (.*?) \| (?:`([EW]_\w+)` \| )?(.*) \|$")
HAS = {"発勁で殴る。": ["<空手>"], "首折り。": ["柔道"], "Use the power blow.": ["<空手>"], "Neck snap.": ["judo"]}


def rows(lang: str) -> list[tuple[str, str, str]]:
    """Text, code and reading of every row that shows one."""
    found = []
    for line in (DOCS / f"patterns.{lang}.md").read_text(encoding="utf-8").splitlines():
        m = ROW.match(line)
        if m is None or not re.match(r"【|\d+[．.]|Acts:|E_|W_", m.group(2) or m.group(3)):
            continue
        text, code, said = (m.group(1).replace("⏎", "\n").replace("\\|", "|"), m.group(2) or "", m.group(3))
        found.append((text, code, said.replace("\\|", "|")))
    return found


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_guide_shows_enough(lang: str) -> None:
    assert len([r for r in rows(lang) if not r[1]]) > 80
    assert len({r[1] for r in rows(lang) if r[1]}) > 11


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_example_is_read_as_shown(lang: str) -> None:
    for text, code, said in rows(lang):
        u = understand(text, lang=lang, has=HAS.get(text))
        if code:
            assert u.findings[0].code == code, text
            assert (u.findings[0].message_ja if lang == "ja" else u.findings[0].message_en) == said, text
            continue
        assert (u.ja if lang == "ja" else u.en).splitlines() == said.split("<br>"), text
