"""The tool that looks through the tables: it finds nothing, and it would find each kind of fault."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from budosim.systems.gurps3 import names, tables_audit, tables_tool
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import read_toml, tables
from budosim.systems.gurps3.tables_audit import audit, marks, needless_marks, uses
from budosim.systems.gurps3.tables_page import page
from budosim.systems.gurps3.tables_tool import main

ROOT = Path(__file__).parents[3]


def changed(field: str, id_: str, **values: Any) -> Any:
    """The tables with one row changed."""
    t = tables()
    rows = dict(getattr(t, field))
    rows[id_] = replace(rows[id_], **values)
    return replace(t, **{field: MappingProxyType(rows)})


def told(look: Any, t: Any) -> str:
    problems = list(look(t))
    assert all(p.ja != p.en for p in problems)
    return " / ".join(p.en for p in problems)


def test_the_tables_are_in_order() -> None:
    assert [p.en for p in audit()] == []


def test_a_table_that_does_not_load_is_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise tables_audit.RuleError("no table", "表がない")

    monkeypatch.setattr(tables_audit, "tables", broken)
    assert [(p.ja, p.en) for p in audit()] == [("表がない", "no table")]


def test_an_alias_of_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {**read_toml("names"), "spell": {"no_such_spell": ["かゆみ二号"]}}
    names._names.cache_clear()
    names._index.cache_clear()
    monkeypatch.setattr(names, "_raw", lambda: raw)
    assert "no_such_spell" in told(tables_audit._names, tables())
    monkeypatch.undo()
    names._names.cache_clear()
    names._index.cache_clear()


def test_faults_of_rows_are_told() -> None:
    assert "karate" in told(tables_audit._marks_of_confidence, changed("skills", "karate", confidence="perhaps"))
    assert told(tables_audit._marks_of_confidence, tables()) == ""
    wide = changed("styles", "karate_do", primary=("karate", "judo", "boxing", "sumo"))
    assert "more than 3 in primary" in told(tables_audit._styles, wide)
    weak = changed("styles", "karate_do", primary=("philosophy",))
    assert "no combat skill" in told(tables_audit._styles, weak)
    strong = changed("styles", "karate_do", secondary=("acrobatics", "jumping", "escape", "boxing", "judo", "sumo"))
    assert "too many physical" in told(tables_audit._styles, strong)


def test_messages_that_ask_for_different_things_are_told() -> None:
    assert "L-01" in told(tables_audit._rules, changed("rules", "L-01", message_en="Too much: {total}."))
    assert "F-04" in told(tables_audit._rules, changed("rules", "F-04", more=MappingProxyType({"sheets_en": "x"})))
    t = tables()
    fewer = replace(t, rules=MappingProxyType({k: v for k, v in t.rules.items() if k != "L-14"}))
    assert "L-14" in told(tables_audit._rules, fewer)


def test_the_regulation_names_things_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = default_regulation().with_values({"magic.philosophies": ["dance"], "entry.sources": ["cookbook"]})
    monkeypatch.setattr(tables_audit, "default_regulation", lambda: rules)
    text = told(tables_audit._regulation, tables())
    assert "dance" in text
    assert "cookbook" in text


def test_an_id_is_used_or_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    t = tables()
    used = uses(t)
    assert "alertness" not in used["trait"]
    assert "combat_reflexes" in used["trait"]
    assert ("trait", "alertness") in marks()
    without = {key: mark for key, mark in marks().items() if key != ("trait", "alertness")}
    monkeypatch.setattr(tables_audit, "marks", lambda: without)
    assert "alertness: used by nothing" in told(tables_audit._used_or_marked, t)
    odd = {**without, ("skill", "flying"): next(iter(without.values()))}
    monkeypatch.setattr(tables_audit, "marks", lambda: odd)
    assert "no skill flying" in told(tables_audit._used_or_marked, t)


def test_a_mark_that_has_become_needless_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {**marks(), ("skill", "karate"): next(iter(marks().values()))}
    monkeypatch.setattr(tables_audit, "marks", lambda: more)
    assert "karate" in needless_marks(tables())


def test_the_tool_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new" / "tables.md"
    assert main([str(path), "--lang", "en"]) == 0
    assert "all references resolve" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == page()
    assert main([str(path), "--check", "--lang", "ja"]) == 0
    assert "参照はすべて解決" in capsys.readouterr().out
    path.write_text("old", encoding="utf-8")
    assert main([str(path), "--check", "--lang", "en"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "old"
    assert main([str(tmp_path), "--lang", "en"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_tool_tells_every_problem_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = tables_audit.Both
    monkeypatch.setattr(tables_tool, "audit", lambda: [both("一", "one"), both("二", "two")])
    assert main([str(tmp_path / "t.md"), "--lang", "en"]) == 1
    assert capsys.readouterr().err.split("\n")[:3] == ["one", "two", "2 problem(s)."]
    assert not (tmp_path / "t.md").exists()


def test_the_tool_runs_as_a_module(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "budosim.systems.gurps3.tables", str(tmp_path / "t.md"), "--lang", "en"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "87 skills" in done.stdout
    assert "Warning" not in done.stderr


def test_the_page_shows_every_row_and_table() -> None:
    text = page()
    t = tables()
    for rows in (t.skills, t.techniques, t.advantages, t.disadvantages, t.styles, t.spells, t.acts):
        for id_, row in rows.items():
            assert f"| `{id_}` | {row.name_ja} |" in text
    for heading in [line[3:] for line in text.split("\n") if line.startswith("## ")]:
        assert f"- [{heading}](#" in text
