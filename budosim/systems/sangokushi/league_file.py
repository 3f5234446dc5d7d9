"""A league's folder: `league.toml` with everything it names, read whole, every fault a finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from budosim.errors import EventError
from budosim.events.seeds import is_commitment
from budosim.files import inside
from budosim.systems.sangokushi.dates import KINDS, MOST_MONTHS, Battle, Month, Night, calendar
from budosim.systems.sangokushi.fields import Field, read_fields
from budosim.systems.sangokushi.findings import Both, Problems
from budosim.systems.sangokushi.generals import Entry, General, read_generals, read_roster
from budosim.systems.sangokushi.night_file import NightRecord, read_night
from budosim.systems.sangokushi.reading import Table, read_toml
from budosim.systems.sangokushi.regulation import (
    Regulation,
    begins,
    history,
    read_amendments,
    read_rulings,
    saturday_of,
)
from budosim.systems.sangokushi.tables import NATIONS, nations, plain

LEAGUE_FILE = "league.toml"
NIGHTS = "nights"
VOTES = "votes"
SAMPLE = "@sangokushi-2001"
_FILES = {"generals": "generals.csv", "roster": "roster.csv", "fields": "fields.csv"}


@dataclass(frozen=True)
class Opening:
    """How the nations stood when the program took the league over; battles up to `after` count as held.

    Fields:
        against: points of ordinary battles the row took from the column.
    """

    after: date
    points: Mapping[str, int]
    base: Mapping[str, int]
    battles: Mapping[str, int]
    three_ways: Mapping[str, int]
    three_way_points: Mapping[str, int]
    warnings: Mapping[str, int]
    penalties: Mapping[str, int]
    against: Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class League:
    """Everything in a league's folder.

    Fields:
        records: the nights that are written down, by date.
        seed: what is written as the seed, a number or a text; "" when nothing is.
        order: the rotation of who fights twice; `doubles` are single nights that differ.
    """

    folder: Path
    name: str
    start: Month
    months: int
    rules: Regulation
    seed: str
    seed_commitment: str
    beacon: str
    order: tuple[str, ...]
    doubles: Mapping[date, str]
    nights: tuple[Night, ...]
    generals: Mapping[str, General]
    entries: tuple[Entry, ...]
    fields: Mapping[int, Field]
    opening: Opening | None
    records: Mapping[date, NightRecord]
    table: Table
    problems: Problems = field(default_factory=Problems)

    def night(self, day: date) -> Night | None:
        """The calendar's night of a day."""
        return next((one for one in self.nights if one.date == day), None)

    def last_battle(self) -> Battle:
        """The last battle of the calendar."""
        return [battle for night in self.nights for battle in night.battles][-1]

    def members(self, day: date) -> dict[str, str]:
        """The committee of a day: players and generals as compared, each to the player as written."""
        found = {}
        for entry in self.entries:
            if entry.committee and entry.on(day):
                found[plain(entry.player)] = entry.player
                found[plain(entry.general)] = entry.player
        return found

    @property
    def irc(self) -> Mapping[str, str]:
        """Server and channels, as the league's file keeps them (S-12)."""
        return {key: str(value) for key, value in self.table.table("irc").data.items()}


def find_league(written: str | Path) -> Path:
    """The folder of a league: a path, or `@sangokushi-2001`, the sample of the package.

    Raises:
        EventError: there is none.

    """
    if str(written).startswith("@"):
        if str(written) not in (SAMPLE, "@sangokushi"):
            raise EventError(
                f"{written}: the only league of the package is {SAMPLE}",
                f"{written}：同梱のリーグは {SAMPLE} だけです",
            )
        root = Path(__file__).resolve().parents[2]
        for place in (root / "field" / SAMPLE[1:], root.parent / "leagues" / SAMPLE[1:]):
            if (place / LEAGUE_FILE).is_file():
                return place
        raise EventError(f"{SAMPLE} is not installed", f"{SAMPLE} が同梱されていません")
    path = Path(written)
    folder = path.parent if path.name == LEAGUE_FILE else path
    if not folder.exists():
        raise EventError(f"{written} does not exist", f"{written} がありません")
    if not (folder / LEAGUE_FILE).is_file():
        raise EventError(
            f"{folder} is no league: there is no {LEAGUE_FILE} in it",
            f"{folder} はリーグのフォルダーではありません（{LEAGUE_FILE} がありません）",
        )
    return folder


def league_of_night(path: Path) -> Path:
    """The league a night's file belongs to: the folder above `nights`, or its own."""
    for folder in (path.resolve().parent, path.resolve().parent.parent):
        if (folder / LEAGUE_FILE).is_file():
            return folder
    raise EventError(
        f"{path}: no {LEAGUE_FILE} beside or above it; name the league with --league",
        f"{path}：近くに {LEAGUE_FILE} がありません。--league でリーグを指定してください",
    )


def read_league(written: str | Path, *, as_of: date | None = None, skip: Path | None = None) -> League:
    """A league with all findings about its files; `skip` leaves one night's file aside.

    Raises:
        EventError: there is no league, or its file says neither when it begins nor how long it lasts.

    """
    folder = find_league(written)
    problems = Problems()
    whole = read_toml(folder / LEAGUE_FILE, LEAGUE_FILE, problems)
    if whole is None:
        raise _first(problems)
    whole.known("league", "files", "rulings", "double", "amendment", "opening", "irc", "forecast")
    head = whole.table("league")
    head.known("name", "start", "months", "as_of", "seed", "seed_commitment", "beacon", "order")
    start, months = _period(head)
    if start is None or months is None:
        raise _first(problems)
    changes = (*history(), *read_amendments(list(whole.tables("amendment"))))
    frozen = as_of or head.day("as_of")
    if frozen is not None and frozen < begins():
        head.fault("E-BEFORE-HISTORY", "as_of", day=frozen, begins=begins())
    ordered = tuple(sorted(changes, key=lambda change: change.effective))
    rules = Regulation(ordered, read_rulings(whole.table("rulings")), frozen)
    doubles = _doubles(whole.table("double"))
    order = [one.id for one in map(nations().find, head.texts("order")) if one is not None] or list(NATIONS)
    if sorted(order) != sorted(NATIONS):
        head.fault("E-ORDER", "order")
        order = list(NATIONS)
    nights = calendar(start, months, rules, doubles=doubles, order=order)
    _check_calendar(whole, nights, doubles, rules)
    if not any(night.battles for night in nights):
        raise _first(problems)
    paths = _paths(folder, whole.table("files"))
    generals = read_generals(paths["generals"], paths["generals"].name, problems) if "generals" in paths else {}
    entries = read_roster(paths["roster"], paths["roster"].name, problems) if "roster" in paths else []
    fields = read_fields(paths["fields"], paths["fields"].name, rules, problems) if "fields" in paths else {}
    return League(
        folder,
        head.text("name", folder.resolve().name),
        start,
        months,
        rules,
        _seed(head),
        _commitment(head),
        head.text("beacon"),
        tuple(order),
        doubles,
        nights,
        generals,
        tuple(entries),
        fields,
        _opening(whole.table("opening"), nights) if whole.has("opening") else None,
        _records(folder, nights, problems, skip),
        whole,
        problems,
    )


def _first(problems: Problems) -> EventError:
    """What makes a league unreadable, as one message with every finding."""
    found = list(problems)
    return EventError("\n".join(one.text("en") for one in found), "\n".join(one.text("ja") for one in found))


def _period(head: Table) -> tuple[Month | None, int | None]:
    written = head.text("start", required=True)
    start = Month.read(written) if written else None
    if written and start is None:
        head.fault("E-MONTH", "start", value=written)
    months = head.whole("months", least=1, most=MOST_MONTHS, required=True)
    if start is not None and date(start.year, start.month, 1) < date(begins().year, begins().month, 1):
        head.fault("E-BEFORE-HISTORY", "start", day=start.text, begins=begins())
    return start, months


def _seed(head: Table) -> str:
    value = head.data.get("seed", "")
    if isinstance(value, bool) or not isinstance(value, str | int):
        head.fault("E-TYPE", "seed", value=value, kind=Both("数か文", "a number or a text"))
        return ""
    return str(value)


def _commitment(head: Table) -> str:
    text = head.text("seed_commitment")
    if text and not is_commitment(text):
        head.fault("E-COMMITMENT", "seed_commitment")
        return ""
    return text


def _doubles(table: Table) -> dict[date, str]:
    found = {}
    for key in table.data:
        day, nation = _day(key), table.one_of(key, nations(), code="E-NATION")
        if day is None:
            table.fault("E-TYPE", key, value=key, kind=Both("日付", "a date such as 2001-10-06"))
        elif nation is not None:
            found[day] = nation.id
    return found


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _check_calendar(whole: Table, nights: tuple[Night, ...], doubles: Mapping[date, str], rules: Regulation) -> None:
    ordinary = {night.date for night in nights if night.kind == "ordinary"}
    for day in doubles:
        if day not in ordinary:
            whole.fault("E-NOT-ORDINARY", "double", day.isoformat(), day=day)
    if rules["double_nation"] == "free":
        for night in nights:
            if night.kind == "ordinary" and night.double is None:
                whole.fault("E-NO-DOUBLE", "double", day=night.date)


def _paths(folder: Path, table: Table) -> dict[str, Path]:
    """The files the league names; one that leads out of the folder or is missing is a finding."""
    table.known(*_FILES)
    found = {}
    for key, usual in _FILES.items():
        written = table.text(key, usual)
        try:
            path = inside(folder, written)
        except ValueError:
            table.fault("E-OUTSIDE", key, path=written)
            continue
        if path.is_file():
            found[key] = path
        else:
            table.fault("E-NO-FILE" if key == "roster" or table.has(key) else "W-NO-FILE", key, path=written)
    return found


def _records(folder: Path, nights: tuple[Night, ...], problems: Problems, skip: Path | None) -> dict[date, NightRecord]:
    found: dict[date, NightRecord] = {}
    place = folder / NIGHTS
    if not place.is_dir():
        return found
    for path in sorted(place.glob("*.toml")):
        if path.name.startswith(".") or (skip is not None and path.resolve() == skip.resolve()):
            continue
        shown = f"{NIGHTS}/{path.name}"
        record = read_night(path, shown, problems)
        if record is not None and fits(record, nights):
            if record.date in found:
                record.table.fault("E-NIGHT-TWICE", "night", day=record.date, file=found[record.date].file)
            else:
                found[record.date] = record
    return found


def fits(record: NightRecord, nights: tuple[Night, ...]) -> bool:
    """Whether a record belongs to a night of the calendar and tells of its battles; findings say what does not."""
    night = next((one for one in nights if one.date == record.date), None)
    if record.date < begins():
        record.table.fault("E-BEFORE-HISTORY", "night", "date", day=record.date, begins=begins())
        return False
    if night is None:
        saturday = saturday_of(record.date)
        code = "E-NOT-SATURDAY" if saturday != record.date else "E-NOT-IN-LEAGUE"
        record.table.fault(code, "night", "date", day=record.date, saturday=saturday)
        return False
    if night.kind == "rest":
        record.table.fault("E-REST-DAY", "night", "date", day=record.date, kind=KINDS["rest"], week=night.week)
        return False
    seen = set()
    good = True
    for one in record.battles:
        if one.order in seen or one.order > len(night.battles):
            one.table.fault("E-BATTLE", "order", order=one.order, battles=len(night.battles))
            good = False
            continue
        seen.add(one.order)
        sides = night.battles[one.order - 1].sides
        if one.between and sorted(one.between) != sorted(sides):
            one.table.fault("E-BETWEEN", "between", title=night.battles[one.order - 1].title)
            good = False
    return good


def _opening(table: Table, nights: tuple[Night, ...]) -> Opening | None:
    table.known("after", "against", *NATIONS)
    after = table.day("after", required=True)
    if after is None:
        return None
    if nights and not nights[0].date - timedelta(7) <= after <= nights[-1].date:
        table.fault("E-OPENING", "after", day=after)
    names = ("points", "base", "battles", "three_ways", "three_way_points", "warnings", "penalties")
    kept: dict[str, dict[str, int]] = {name: {} for name in names}
    for nation in NATIONS:
        row = table.table(nation)
        row.known(*names)
        for name in names:
            kept[name][nation] = row.whole(name, 0) or 0
        kept["base"][nation] = row.whole("base", kept["points"][nation]) or 0
    against: dict[tuple[str, str], int] = {}
    rows = table.table("against")
    for key in rows.data:
        pair = key.split("-")
        points = rows.wholes(key)
        if len(pair) != 2 or any(one not in NATIONS for one in pair) or len(points) != 2:
            rows.fault("E-AGAINST", key)
            continue
        against[pair[0], pair[1]], against[pair[1], pair[0]] = points
    return Opening(
        after, kept["points"], kept["base"], kept["battles"], kept["three_ways"], kept["three_way_points"],
        kept["warnings"], kept["penalties"], against,
    )  # fmt: skip
