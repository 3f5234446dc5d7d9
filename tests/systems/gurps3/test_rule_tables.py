"""The tables: every reference resolves, wrong ones are named, and the page is up to date."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from budosim.errors import RuleError
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.tables import read_toml, tables
from budosim.systems.gurps3.tables_load import load
from budosim.systems.gurps3.tables_page import page

ROOT = Path(__file__).parents[3]


def broken(file: str, change: Any) -> str:
    """The message when one table is changed."""
    raw = copy.deepcopy(read_toml(file))
    change(raw)
    with pytest.raises(RuleError) as error:
        _ = load(lambda name: raw if name == file else read_toml(name)).spells
    assert error.value.ja != error.value.en
    return error.value.en


def test_sizes() -> None:
    t = tables()
    assert (len(t.skills), len(t.advantages), len(t.disadvantages), len(t.styles), len(t.spells)) == (
        87,
        57,
        74,
        25,
        112,
    )
    assert len(t.maneuvers) == 54


def test_wrong_tables_name_the_file_and_the_row() -> None:
    assert "tables/skills.toml, row karate" in broken("skills", lambda r: r["skill"].append(r["skill"][0]))
    assert "row kata" in broken("skills", lambda r: r["skill"][6]["prereqs"].append({"skill": "nothing"}))
    assert "row back_kick" in broken(
        "maneuvers", lambda r: r["maneuver"][1]["defaults"].append({"from": "x", "mod": 0})
    )
    assert "row karate_do" in broken("styles", lambda r: r["style"][0]["primary"].append("nothing"))
    assert "row stun" in broken("spells", lambda r: r["spell"][3]["prereq"].append("nothing"))
    assert "row punch" in broken("acts", lambda r: r["act"][0]["uses"].append("nothing"))
    assert "unknown field colour" in broken("advantages", lambda r: r["advantage"][0].update(colour=1))
    assert "effect is missing" in broken("advantages", lambda r: r["advantage"][0].pop("effect"))
    assert "row L-01" in broken("legality", lambda r: r["rule"][0].pop("message_ja"))
    assert "severity" in broken("legality", lambda r: r["rule"][0].update(severity="fatal"))
    assert "is empty" in broken("styles", lambda r: r["style"].clear())


def test_every_technique_of_a_style_has_a_default_from_one_of_its_skills() -> None:
    t = tables()
    for style in t.styles.values():
        skills = {
            s.partition(":")[0]
            for tier in (style.primary, style.secondary, style.optional, style.manga)
            for s in tier
        }
        for m in (*style.maneuvers, *style.cinematic_maneuvers):
            assert set(t.techniques[m].prereq_any) & skills, (style.id, m)


def test_labels() -> None:
    t = tables()
    assert t.label("skill", "sport:karate", "ja") == "スポーツ（空手）"
    assert t.label("skill", "language(英語)", "en") == "Language (英語)"
    assert t.label("maneuver", "feint:karate", "en") == "Feint (Karate)"
    assert t.label("skill", "nobody", "ja") == "nobody"
    assert Both("あ", "a").text("en") == "a"


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "tables.md").read_text(encoding="utf-8") == page()


def test_a_check_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from budosim.systems.gurps3.intake import read_sheet_text\n"
        "from budosim.systems.gurps3.legality import check_sheet\n"
        "from budosim.systems.gurps3.show import show_json\n"
        "from budosim.systems.gurps3.template import template\n"
        "sheet = read_sheet_text(template('ja', 'magic'))\n"
        "assert check_sheet(sheet).legal\n"
        "show_json(sheet, '柔道')\n"
        "from budosim.cli import main\n"
        "assert main(['check', 'entrants/musashi/kuga_ren.toml']) == 0\n"
        "heavy = {'numpy', 'numba', 'polars', 'matplotlib', 'pandas', 'PIL', 'rich.table'} & set(sys.modules)\n"
        "heavy |= {m for m in sys.modules if m.startswith(('budosim.ai', 'budosim.events', 'budosim.combat'))}\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
