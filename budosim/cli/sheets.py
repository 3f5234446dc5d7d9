"""`new`, `check`, `show`: sheets before any bout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.language import both
from budosim.cli.options import AsJson, EventFile, Lang
from budosim.cli.speak import speak
from budosim.errors import BudosimError


def new(
    path: Annotated[str, typer.Argument(metavar="PATH", help=both("書き出すファイル", "the file to write"))],
    lang: Lang = None,
    style: Annotated[
        str,
        typer.Option(
            "--style",
            metavar="STYLE",
            help=both("型：karate judo boxing magic original", "archetype: karate judo boxing magic original"),
        ),
    ] = "karate",
    force: Annotated[
        bool, typer.Option("--force", help=both("あるファイルに上書きする", "replace a file that exists"))
    ] = False,
) -> int:
    """Write a commented template."""
    from budosim.files import write_text
    from budosim.systems.gurps3.template import template

    out = speak()
    where = Path(path)
    if where.is_dir():
        raise BudosimError(
            f"{path} is a folder: give the file's name too, such as {where / 'my_fighter.toml'}",
            f"{path} はフォルダーです。{where / 'my_fighter.toml'} のようにファイル名まで書いてください",
        )
    if where.exists() and not force:
        raise BudosimError(
            f"{path} already exists: choose another name, or replace it with --force",
            f"{path} はすでにあります。別の名前にするか、--force で上書きしてください",
        )
    write_text(where, template(out.lang, style))
    out.say(
        out.t(
            f"{path} を書きました。編集したら budosim check {path} で確かめてください。",
            f"{path} is written. After your changes run: budosim check {path}",
        )
    )
    return FINE


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help=both("シートかフォルダー", "sheets or folders of sheets")),
    ],
    event: EventFile = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Judge sheets by the regulation."""
    from budosim.systems.gurps3.field_files import candidates_of, read_setting, sheets_at
    from budosim.systems.gurps3.legality.check import check_json
    from budosim.systems.gurps3.messages import finding_lines

    out = speak(as_json=as_json)
    setting = read_setting(event)
    found = candidates_of(sheets_at(paths), setting)
    for candidate in found:
        report = candidate.report
        result = out.t("合格", "legal") if report.legal else out.t("不合格", "refused")
        out.say(f"{candidate.path}  {candidate.name}  {result}{_points(report)}")
        for line in finding_lines(candidate.sheet, report.findings, out.lang):
            out.say(f"  {line}")
    legal = sum(candidate.report.legal for candidate in found)
    if len(found) > 1:
        out.say(out.t(f"{len(found)} 件中 {legal} 件が合格です。", f"{legal} of {len(found)} are legal."))
    out.document(check_json([candidate.report for candidate in found], out.lang))
    return FINE if legal == len(found) else REFUSED


def _points(report: Any) -> str:
    from budosim.systems.gurps3.findings import plain

    if report.account is None:
        return ""
    account = report.account
    out = speak()
    return out.t("  ＣＰ {s}＋未使用 {u}、試合外 {o}", "  {s} CP + {u} unspent, {o} off-match").format(
        s=plain(account.spent), u=plain(account.unspent), o=plain(account.off_match)
    )


def show(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help=both("シート", "a sheet"))],
    item: Annotated[
        str | None,
        typer.Argument(
            metavar="ITEM",
            help=both(
                "どう出た数か知りたいもの（技能、動作、hp、受けなど）",
                "what to explain: a skill, a maneuver, hp, …",
            ),
            show_default=False,
        ),
    ] = None,
    event: EventFile = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Show a sheet with everything derived, or how one number comes about."""
    from budosim.systems.gurps3.explain_value import explain_item
    from budosim.systems.gurps3.field_files import read_setting, resolve
    from budosim.systems.gurps3.intake import read_sheet
    from budosim.systems.gurps3.messages import finding_lines
    from budosim.systems.gurps3.show import show_json, show_text, steps_text

    out = speak(as_json=as_json)
    regulation = read_setting(event).regulation
    read = read_sheet(resolve(sheet))
    if not read.readable:
        for line in finding_lines(read, read.findings, out.lang):
            out.note(line, line)
        out.document({"path": read.path, "name": read.name, "derived": None, "aged": None, "steps": []})
        return REFUSED
    document = show_json(read, item, regulation)
    if item:
        out.say(steps_text(explain_item(read, item, regulation), out.lang))
    else:
        out.say(show_text(read, out.lang, regulation))
    out.document(document)
    return FINE


COMMANDS = (
    ("new", new, both("シートの雛形を書く", "write a commented sheet template")),
    ("check", check, both("シートが規定に合うか調べる", "check sheets against the regulation")),
    (
        "show",
        show,
        both(
            "シートから決まる数値と、その出方を見る",
            "show everything a sheet gives, and how a number comes about",
        ),
    ),
)
