"""`python -m budosim.systems.gurps3.tables`: checks all tables and writes the page that shows them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from budosim.errors import BudosimError
from budosim.files import write_text
from budosim.systems.gurps3.tables import Lang, tables
from budosim.systems.gurps3.tables_audit import audit, notices
from budosim.systems.gurps3.tables_page import page

DEFAULT_PAGE = Path("docs") / "tables.md"
"""Where the page goes when no path is given."""

FINE, WRONG, UNUSABLE = 0, 1, 2
"""Exit statuses: tables in order; tables with problems, each told; a page that cannot be written."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the tables, write the page (or see whether it is up to date), and say what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m budosim.systems.gurps3.tables",
        description="Check all tables and write them as a page. 表を調べ、一覧のページを書き出す。",
    )
    parser.add_argument("page", nargs="?", type=Path, default=DEFAULT_PAGE, help="書き出す先 / where to write")
    parser.add_argument("--check", action="store_true", help="書かずに最新か調べる / only see whether it is up to date")
    parser.add_argument("--lang", choices=("ja", "en"), default=_spoken(), help="メッセージの言語 / language")
    chosen = parser.parse_args(arguments)
    lang: Lang = chosen.lang
    problems = audit()
    for problem in problems:
        print(problem.text(lang), file=sys.stderr)
    if problems:
        n = len(problems)
        print(f"{n} 件の問題があります。" if lang == "ja" else f"{n} problem(s).", file=sys.stderr)
        return WRONG
    for notice in notices():
        print(notice.text(lang), file=sys.stderr)
    text = page()
    if chosen.check:
        return _compare(chosen.page, text, lang)
    try:
        write_text(chosen.page, text)
    except BudosimError as error:
        print(error.text(lang), file=sys.stderr)
        return UNUSABLE
    print(_summary(chosen.page, lang))
    return FINE


def _spoken() -> Lang:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "en" if value.lower().startswith("en") else "ja"
    return "ja"


def _compare(path: Path, text: str, lang: Lang) -> int:
    try:
        old = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        old = ""
    if old == text:
        print(_summary(path, lang))
        return FINE
    print(f"{path} は古くなっています。" if lang == "ja" else f"{path} is out of date.", file=sys.stderr)
    return WRONG


def _summary(path: Path, lang: Lang) -> str:
    t = tables()
    counts = (
        ("技能", "skills", len(t.skills)),
        ("格闘動作", "maneuvers", len(t.maneuvers)),
        ("有利な特徴", "advantages", len(t.advantages)),
        ("不利な特徴", "disadvantages", len(t.disadvantages)),
        ("流派", "styles", len(t.styles)),
        ("呪文", "spells", len(t.spells)),
        ("行動", "acts", len(t.acts)),
        ("規則", "rules", len(t.rules)),
    )
    if lang == "ja":
        return f"{'、'.join(f'{ja}{n}' for ja, _, n in counts)}：参照はすべて解決しました（{path}）。"
    return f"{', '.join(f'{n} {en}' for _, en, n in counts)}: all references resolve ({path})."
