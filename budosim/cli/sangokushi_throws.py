"""What the drawing commands share: which night, and whose dice."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli.language import both
from budosim.cli.sangokushi_shared import day_of, dice_of
from budosim.cli.speak import speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.systems.sangokushi.league_file import League
    from budosim.systems.sangokushi.throws import Thrower

Day = Annotated[
    str | None,
    typer.Argument(
        metavar="DATE",
        help=both("会戦日の土曜（省略時は次の会戦日）", "the night's Saturday (default: the next night)"),
        show_default=False,
    ),
]


def day_before(day: date) -> date:
    """The day before another."""
    return date.fromordinal(day.toordinal() - 1)


def night_of(read: League, day: str | None) -> Any:
    """The night a command is about."""
    if day is None:
        coming = [night for night in read.nights if night.battles and night.date not in read.records]
        if not coming:
            raise EventError(
                "no night is left: name one by its date", "残りの会戦日がありません。日付を指定してください"
            )
        return coming[0]
    night = read.night(day_of(day, "DATE"))
    if night is None or not night.battles:
        raise EventError(f"{day} is no night of battles in this league", f"{day} はこのリーグの会戦日ではありません")
    return night


def thrower_of(
    read: League, night: date, dice: str | None, seed: str | None, by: str, again: int, *, needed: bool
) -> Thrower:
    """Dice for a night: those typed in, else from the seed given, the league's, or one drawn now."""
    from budosim.events.seeds import choose_seed
    from budosim.systems.sangokushi.throws import Thrower

    number = None
    if dice is None and needed:
        given: str | None = seed if seed is not None else read.seed or None
        number = choose_seed(given, commitment=read.seed_commitment, beacon=read.beacon).number
        speak().note(f"シード {number}", f"seed {number}")
    return Thrower(number, night, dice_of(dice), by, again=again)
