"""The command line as a whole: every command with its help, in one language."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from budosim.cli import (
    bouts,
    compare,
    field,
    odds,
    patterns,
    publish,
    referee,
    rulebook,
    sangokushi,
    series,
    sheets,
    tournament,
    trial,
    warming,
)
from budosim.cli.language import Lang, both, japanese_headings, localise
from budosim.cli.options import Lang as LangOption
from budosim.cli.speak import speak
from budosim.version import __version__


class Command(TyperCommand):
    """A command whose help page speaks the chosen language."""

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return _page(super().get_help(ctx))


class Group(TyperGroup):
    """The commands in the order they are entered, and a help page in the chosen language."""

    def list_commands(self, ctx: Any) -> list[str]:
        """As they were entered."""
        return list(self.commands)

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return _page(super().get_help(ctx))


def _page(text: str) -> str:
    return japanese_headings(text) if speak().lang == "ja" else text


@cache
def command(lang: Lang) -> Any:
    """The whole command line with help in `lang`."""
    app = typer.Typer(
        name="budosim",
        cls=Group,
        help=both(
            "GURPS 第3版の格闘大会：シートの検査、戦闘パターンの解釈、試合、大会、予測。",
            "GURPS 3e martial-arts tournaments: sheets checked, patterns understood, bouts, cups, forecasts.",
        ),
        add_completion=False,
        rich_markup_mode=None,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
    )
    app.callback()(_top)
    commands = (
        sheets,
        patterns,
        bouts,
        trial,
        series,
        compare,
        field,
        tournament,
        publish,
        referee,
        odds,
        rulebook,
        warming,
    )
    for module in commands:
        for name, function, text in module.COMMANDS:
            app.command(name, cls=Command, help=text)(function)
    sangokushi.register(app, Group, Command)
    made = get_command(app)
    localise(made, lang)
    return made


def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=both("版を表示する", "show the version"))] = False,
    lang: LangOption = None,
) -> None:
    if version:
        speak().raw(f"budosim {__version__}\n")
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        speak().raw(context.get_help() + "\n")
        raise typer.Exit(0)
