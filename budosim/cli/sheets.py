"""`new`, `check`, `show`: sheets before any bout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    letters: Annotated[
        str | None,
        typer.Option(
            "--letters",
            metavar="DIR",
            help=both(
                "不受理の応募者への手紙と、主催者用の一覧を書き出す",
                "write a letter to everybody refused, and a table for the organizer",
            ),
            show_default=False,
        ),
    ] = None,
    previous: Annotated[
        list[str] | None,
        typer.Option(
            "--previous",
            metavar="PATH",
            help=both(
                "前に届いたシート（かフォルダー）。変わったところを示す",
                "what was handed in before (sheets or folders): changes are shown",
            ),
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Judge sheets by the regulation."""
    from budosim.cli.checked import tell, write_letters
    from budosim.systems.gurps3.checking import check_paths
    from budosim.systems.gurps3.setting import read_setting

    out = speak(as_json=as_json)
    checkup = check_paths(paths, read_setting(event), previous or ())
    tell(out, checkup)
    document = checkup.json(out.lang)
    if letters is not None:
        document["letters"] = write_letters(out, checkup, Path(letters))
    out.document(document)
    return FINE if checkup.legal else REFUSED


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
    from budosim.systems.gurps3.intake import read_sheet
    from budosim.systems.gurps3.messages import finding_lines
    from budosim.systems.gurps3.setting import read_setting, resolve
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
