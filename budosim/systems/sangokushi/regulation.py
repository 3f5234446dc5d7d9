"""The regulation in force on a day: the dated history of parameters, the league's own changes, the rulings."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from budosim.events.season import Demerits
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.reading import Table
from budosim.systems.sangokushi.tables import table


@dataclass(frozen=True)
class Parameters:
    """What the change history changes; the fields are those of `history.toml`."""

    area_degrees: int
    pigs: int
    time_limit_minutes: int
    three_way_minutes: int
    free_mercenaries: bool
    bola_limited: bool
    committee_votes: bool
    reward_robes_banned: bool
    ethereal_banned: bool
    fire_field_onto_ships: bool
    duels: bool
    body_paint_free: bool
    stealing_banned: bool
    first_battle: str
    second_battle: str
    headcount_at: str
    posts_until: str
    second_within_minutes: int
    vote_hours: int


@dataclass(frozen=True)
class Change:
    """A change of the rules from a day on.

    Fields:
        own: the league's own change, not one of the history.
        line: where the league's file says so.
    """

    effective: date
    values: Mapping[str, Any]
    title: Both
    clauses: tuple[str, ...]
    own: bool = False
    vote: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Ruling:
    """A question the rules leave open: its readings, the first being the default, and why."""

    key: str
    readings: tuple[str, ...]
    clause: str
    rule: str
    reason: Both

    @property
    def default(self) -> str:
        """The reading in force when nobody says otherwise."""
        return self.readings[0]


@cache
def begins() -> date:
    """The first day the history tells of."""
    day: date = table("history")["begins"]
    return day


@cache
def history() -> tuple[Change, ...]:
    """The changes the rule page tells of, in order."""
    return tuple(
        Change(row["effective"], row["set"], Both(row["ja"], row["en"]), tuple(row["clauses"]))
        for row in table("history")["change"]
    )


@cache
def registry() -> Mapping[str, Ruling]:
    """Every ruling by its key."""
    return {
        row["key"]: Ruling(row["key"], tuple(row["readings"]), row["clause"], row["rule"], Both(row["ja"], row["en"]))
        for row in table("rulings")["ruling"]
    }


def since(parameter: str, value: Any) -> date:
    """The day from which a parameter had a value, by the history."""
    for change in history():
        if change.values.get(parameter) == value:
            return change.effective
    return begins()


@dataclass(frozen=True)
class Regulation:
    """Everything that decides how a league is judged.

    Fields:
        changes: history and own changes, in the order they take effect.
        rulings: the reading of every ruling.
        as_of: freezes the parameters as they were on one day; None follows the calendar.
    """

    changes: tuple[Change, ...]
    rulings: Mapping[str, str]
    as_of: date | None = None

    def on(self, day: date) -> Parameters:
        """The parameters of a day. A night belongs to the date of its Saturday."""
        day = self.as_of or day
        values = dict(table("history")["base"])
        for change in self.changes:
            if change.effective <= day:
                values.update(change.values)
        return Parameters(**values)

    def at(self, day: date | None) -> Regulation:
        """The same frozen on a day."""
        return self if day is None else replace(self, as_of=day)

    def __getitem__(self, key: str) -> str:
        return self.rulings[key]

    @property
    def demerits(self) -> Demerits:
        """How warnings are paid (S-73)."""
        row = table("results")["demerits"]
        return Demerits(row["per"], row["cost"], kept=self["warnings.floor"] == "kept")


def standard(as_of: date | None = None) -> Regulation:
    """The regulation as the rule page has it, every ruling at its default."""
    return Regulation(history(), {key: ruling.default for key, ruling in registry().items()}, as_of)


def read_rulings(written: Table) -> dict[str, str]:
    """The reading of every ruling with a league's `[rulings]` laid over; unknown ones are findings."""
    readings = {key: ruling.default for key, ruling in registry().items()}
    for path, value in _leaves(written.data, ()):
        key = ".".join(path)
        if key not in registry():
            near = difflib.get_close_matches(key, registry(), 1)
            written.fault("E-RULING", *path, key=key, hint=near[0] if near else "budosim sangokushi rules")
            continue
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        if text not in registry()[key].readings:
            written.fault("E-READING", *path, key=key, value=text, readings=" | ".join(registry()[key].readings))
            continue
        readings[key] = text
    return readings


def read_amendments(written: Sequence[Table]) -> list[Change]:
    """A league's own changes of parameters, each from a day on."""
    names = {field.name: field.type for field in fields(Parameters)}
    base = table("history")["base"]
    found = []
    for row in written:
        row.known("effective", "title", "clauses", "set", "vote")
        day = row.day("effective", required=True)
        values = {}
        for key, value in row.table("set").data.items():
            if key not in names:
                near = difflib.get_close_matches(key, names, 1)
                row.fault("E-KEY", "set", key, hint=near[0] if near else ", ".join(names))
            elif type(value) is not type(base[key]) or (isinstance(value, int) and value < 0):
                row.fault("E-TYPE", "set", key, value=value, kind=type(base[key]).__name__)
            elif isinstance(value, str) and seconds(value) is None:
                row.fault("E-CLOCK", "set", key, value=value)
            else:
                values[key] = value
        if day is not None and day < begins():
            row.fault("E-BEFORE-HISTORY", "effective", day=day, begins=begins())
        if day is not None:
            title = row.text("title", "改正")
            clauses = tuple(row.texts("clauses"))
            found.append(Change(day, values, Both(title, title), clauses, True, row.text("vote"), row.line()))
    return found


def _leaves(data: Mapping[str, Any], before: tuple[str, ...]) -> list[tuple[tuple[str, ...], Any]]:
    found: list[tuple[tuple[str, ...], Any]] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            found += _leaves(value, (*before, key))
        else:
            found.append(((*before, key), value))
    return found


def seconds(clock: str) -> int | None:
    """A time of a battle night as seconds of its Saturday: 00:10 is ten past midnight, as is 24:10.

    >>> seconds("24:45"), seconds("00:45:00"), seconds("23:30"), seconds("later")
    (89100, 89100, 84600, None)
    """
    parts = clock.strip().split(":")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        return None
    hours, minutes, secs = (*map(int, parts), 0)[:3]
    if hours > 35 or minutes > 59 or secs > 59:
        return None
    return ((hours + 24 if hours < 12 else hours) * 60 + minutes) * 60 + secs


def clock(second: int) -> str:
    """Seconds of a Saturday as the rule page writes times: 24:17:05.

    >>> clock(89100), clock(84600)
    ('24:45:00', '23:30:00')
    """
    return f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"


def saturday_of(day: date) -> date:
    """The Saturday on or after a day."""
    return day + timedelta((5 - day.weekday()) % 7)
