"""`budosim sangokushi …`: the office of the three-kingdoms league as a group of commands."""

from __future__ import annotations

from typing import Any

import typer

from budosim.cli import (
    sangokushi_field,
    sangokushi_mercenaries,
    sangokushi_new,
    sangokushi_office,
    sangokushi_season,
    sangokushi_site,
)
from budosim.cli.language import both
from budosim.cli.speak import speak

GROUP = "sangokushi"
MODULES = (
    sangokushi_new,
    sangokushi_office,
    sangokushi_field,
    sangokushi_mercenaries,
    sangokushi_season,
    sangokushi_site,
)


def register(app: typer.Typer, group: type[Any], command: type[Any]) -> None:
    """Add the group to the command line; `group` and `command` give it the help pages of the rest."""
    inner = typer.Typer(cls=group, invoke_without_command=True, rich_markup_mode=None)
    inner.callback()(_alone)
    for module in MODULES:
        for name, function, text in module.COMMANDS:
            inner.command(name, cls=command, help=text)(function)
    app.add_typer(
        inner,
        name=GROUP,
        help=both(
            "UO三國志のリーグ：登録、日程、戦地、傭兵、会戦の記録、戦果表、予測、ページ",
            "the three-kingdoms league: entries, calendar, fields, mercenaries, nights, tables, forecast, site",
        ),
    )


def _alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        speak().raw(context.get_help() + "\n")
        raise typer.Exit(0)
