"""The record of one night, `nights/DATE.toml`: headcounts, roles, volunteers, the time-stamped log of each battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal

from budosim.systems.sangokushi.findings import Both, Problems
from budosim.systems.sangokushi.reading import Table, read_toml
from budosim.systems.sangokushi.regulation import seconds
from budosim.systems.sangokushi.tables import NATIONS, breaches, ends, general_name, nations, plain

Kind = Literal[
    "report", "breach", "arrival", "swap", "start", "stop", "call", "death", "gathered", "watchers", "override", "note"
]
KINDS: tuple[Kind, ...] = (
    "report", "breach", "arrival", "swap", "start", "stop", "call", "death", "gathered", "watchers", "override", "note",
)  # fmt: skip
COMMITTEE = "committee"
_COMMITTEE = {plain(word) for word in ("committee", "運営", "運営委員", "委員")}
_SIDE_KEYS = ("reported", "fighters", "commander", "host", "bomb", "bola", "pigs", "pigs_at", "start")
_DETAILS = (
    "at", "by", "of", "side", "who", "count", "out", "in", "gone_at_once", "continued", "doubtful",
    "reported_by", "confirmed_by", "text",
)  # fmt: skip
DECISIONS = ("nothing", "warning", "loss", "end")


@dataclass(frozen=True, slots=True)
class Side:
    """A nation's muster for one battle: the night's, with the battle's own laid over.

    Fields:
        fighters: names as written.
        table: where the muster stands, for findings.
    """

    nation: str
    reported: int | None
    fighters: tuple[str, ...]
    commander: str
    host: str
    bomb: tuple[str, ...]
    bola: tuple[str, ...]
    pigs: int | None
    pigs_at: tuple[str, ...]
    start: str
    table: Table

    @property
    def names(self) -> tuple[str, ...]:
        """The fighters as compared."""
        return tuple(general_name(name) for name in self.fighters)


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a battle's log.

    Fields:
        index: from 1, as rulings name it.
        at: seconds of the Saturday.
        value: what stands behind the key that makes it an entry of its kind: an end, a breach, a nation, a text.
        by: who reported: a nation, the committee, or a name as written.
        side: whose breach, swap or muster it is.
        who: the offenders.
        count: how many offenders, where names are not known.
    """

    index: int
    at: int
    kind: Kind
    value: str
    by: str
    side: str
    of: str
    who: tuple[str, ...]
    count: int | None
    table: Table

    @property
    def offenders(self) -> int:
        """How many took part."""
        return self.count if self.count is not None else max(1, len(self.who))

    def flag(self, key: str) -> bool:
        """A yes or no of the entry."""
        return bool(self.table.data.get(key) is True)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A signed decision of the committee on one battle.

    Fields:
        on: the index of the entry it settles; None settles the whole battle.
    """

    on: int | None
    decision: str
    side: str
    count: int | None
    end: str
    by: str
    members: tuple[str, ...]
    reason: str
    table: Table


@dataclass(frozen=True, slots=True)
class Volunteer:
    """A free mercenary's post for a night (S-85)."""

    general: str
    posted: datetime | None
    present: bool
    right: bool
    throws: tuple[int, ...]
    helped: bool
    table: Table

    @property
    def name(self) -> str:
        """The general as compared."""
        return general_name(self.general)


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """What was written down of one battle."""

    order: int
    between: tuple[str, ...]
    field: int | None
    field_by: str
    start: int | None
    sides: Mapping[str, Side]
    log: tuple[Logged, ...]
    rulings: tuple[Ruled, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class NightRecord:
    """What was written down of one night."""

    date: date
    file: str
    headcount: Mapping[str, int]
    volunteers: tuple[Volunteer, ...]
    battles: tuple[BattleRecord, ...]
    note: str
    table: Table


def read_night(path: Path, shown: str, problems: Problems) -> NightRecord | None:
    """The record of a night; None, with findings, when it cannot be told which night it is."""
    whole = read_toml(path, shown, problems)
    if whole is None:
        return None
    whole.known("night", "sides", "volunteer", "battle")
    night = whole.table("night")
    night.known("date", "note")
    day = night.day("date", required=True)
    musters = whole.table("sides")
    musters.known(*_spelt(musters))
    battles = [_battle(at, one, musters) for at, one in enumerate(whole.tables("battle"))]
    if day is None:
        return None
    headcount = {}
    for nation, table in _musters(musters):
        reported = table.whole("reported", most=10_000)
        if reported is not None:
            headcount[nation] = reported
    volunteers = tuple(_volunteer(one) for one in whole.tables("volunteer"))
    return NightRecord(day, shown, headcount, volunteers, tuple(battles), night.text("note"), whole)


def _spelt(table: Table) -> list[str]:
    """The keys of a table of nations that name one."""
    return [key for key in table.data if nations().find(key) is not None]


def _musters(table: Table) -> Iterator[tuple[str, Table]]:
    for key in table.data:
        nation = nations().find(key)
        if nation is not None:
            yield nation.id, table.table(key)


def _volunteer(one: Table) -> Volunteer:
    one.known("general", "posted", "present", "right", "throws", "helped")
    general = one.text("general")
    if not general:
        # S-85: a post without the general's name is void; it still holds its number.
        one.fault("W-POST-NAME", "general")
    throws = tuple(one.wholes("throws", least=1, most=6))
    return Volunteer(
        general, one.moment("posted", required=True), one.flag("present", True), one.flag("right"), throws,
        one.flag("helped"), one,
    )  # fmt: skip


def _battle(at: int, one: Table, musters: Table) -> BattleRecord:
    one.known("order", "between", "field", "field_by", "start", "sides", "log", "ruling")
    between = []
    for place, written in enumerate(one.texts("between")):
        found = nations().find(written)
        if found is None:
            one.fault("E-NATION", "between", place, value=written, known=nations().both)
        else:
            between.append(found.id)
    start = _clock(one, "start") if one.has("start") else None
    field_by = one.text("field_by", "dice")
    if field_by not in ("dice", "agreement", "committee"):
        known = Both("dice、agreement、committee", "dice, agreement, committee")
        one.fault("E-CHOICE", "field_by", value=field_by, known=known)
    own = one.table("sides")
    own.known(*_spelt(own))
    mine = dict(_musters(own))
    nightly = dict(_musters(musters))
    sides = {nation: _side(nation, nightly.get(nation), mine.get(nation)) for nation in {**nightly, **mine}}
    log = [_logged(index, entry) for index, entry in enumerate(one.tables("log"), 1)]
    return BattleRecord(
        one.whole("order", at + 1, least=1, most=2) or at + 1,
        tuple(between),
        one.whole("field", least=1, most=99),
        field_by,
        start,
        sides,
        tuple(entry for entry in log if entry is not None),
        tuple(_ruled(ruling) for ruling in one.tables("ruling")),
        one,
    )


def _side(nation: str, night: Table | None, own: Table | None) -> Side:
    table = own or night
    assert table is not None
    for one in (night, own):
        if one is not None:
            one.known(*_SIDE_KEYS)

    def source(key: str) -> Table:
        return own if own is not None and own.has(key) else night or table

    return Side(
        nation,
        source("reported").whole("reported", most=10_000),
        tuple(source("fighters").texts("fighters")),
        source("commander").text("commander"),
        source("host").text("host"),
        tuple(source("bomb").texts("bomb")),
        tuple(source("bola").texts("bola")),
        source("pigs").whole("pigs", most=1000),
        tuple(source("pigs_at").texts("pigs_at")),
        source("start").text("start"),
        table,
    )


def _clock(table: Table, key: str) -> int | None:
    value: Any = table.data.get(key)
    written = value.isoformat() if hasattr(value, "isoformat") and not isinstance(value, date) else value
    found = seconds(written) if isinstance(written, str) else None
    if found is None:
        table.fault("E-CLOCK", key, value=value)
    return found


def _logged(index: int, entry: Table) -> Logged | None:
    entry.known(*KINDS, *_DETAILS)
    if not entry.has("at"):
        entry.fault("E-MISSING", "at", key="at")
        return None
    at = _clock(entry, "at")
    kinds = [kind for kind in KINDS if entry.has(kind)]
    if len(kinds) != 1:
        entry.fault("E-ENTRY", kinds=", ".join(kinds) or "—", known=", ".join(KINDS))
        return None
    if at is None:
        return None
    kind = kinds[0]
    by = _who_reports(entry)
    side = _nation(entry, "side")
    of = _nation(entry, "of")
    value = _value(entry, kind)
    if value is None:
        return None
    if kind == "breach" and not side:
        entry.fault("E-MISSING", "side", key="side")
        return None
    who = tuple(entry.texts("who"))
    return Logged(index, at, kind, value, by, side, of, who, entry.whole("count", least=1, most=1000), entry)


def _value(entry: Table, kind: Kind) -> str | None:
    """What an entry says; a breach nobody knows stays as it is written, for the committee."""
    if kind == "report":
        end = entry.one_of("report", ends(), code="E-END")
        return end.id if end is not None else None
    if kind == "breach":
        written = entry.text("breach", required=True)
        found = breaches().find(written)
        return found.id if found is not None else written
    if kind in ("arrival", "gathered"):
        nation = entry.one_of(kind, nations(), code="E-NATION")
        return nation.id if nation is not None else None
    if kind == "watchers":
        return "、".join(entry.texts("watchers"))
    value = entry.data[kind]
    return value if isinstance(value, str) else ""


def _who_reports(entry: Table) -> str:
    written = entry.text("by")
    nation = nations().find(written) if written else None
    if nation is not None:
        return nation.id
    return COMMITTEE if plain(written) in _COMMITTEE else written


def _nation(entry: Table, key: str) -> str:
    found = entry.one_of(key, nations(), code="E-NATION")
    return found.id if found is not None else ""


def _ruled(one: Table) -> Ruled:
    one.known("on", "decision", "side", "count", "end", "by", "members", "reason", "decided")
    decision = one.text("decision", required=True)
    if decision and decision not in DECISIONS:
        known = Both("、".join(DECISIONS), ", ".join(DECISIONS))
        one.fault("E-CHOICE", "decision", value=decision, known=known)
    end = one.one_of("end", ends(), code="E-END")
    if decision == "end" and (end is None or not one.has("by")):
        one.fault("E-MISSING", "end", key="end, by")
    one.day("decided")
    return Ruled(
        one.whole("on", least=1, most=10_000),
        decision,
        _nation(one, "side"),
        one.whole("count", least=0, most=1000),
        end.id if end else "",
        _nation(one, "by"),
        tuple(one.texts("members")),
        one.text("reason"),
        one,
    )


def third(sides: tuple[str, ...]) -> str | None:
    """The nation that does not fight, who keeps the clock (S-48)."""
    others = [nation for nation in NATIONS if nation not in sides]
    return others[0] if len(others) == 1 else None
