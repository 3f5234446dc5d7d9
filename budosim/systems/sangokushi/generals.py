"""The generals of the stories and the players' entries: `generals.csv` and `roster.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from budosim.systems.sangokushi.findings import Problems
from budosim.systems.sangokushi.reading import Row, read_csv
from budosim.systems.sangokushi.tables import (
    MERCENARY,
    allegiances,
    duties,
    general_name,
    kinds,
    nations,
    plain,
    sources,
)

Mercenary = Literal["", "free", "exclusive"]
_MERCENARY: Mapping[str, Mercenary] = {
    **dict.fromkeys(("", "no", "none", "なし", "-", "いいえ"), ""),
    # The bare word means a free one (S-08).
    **dict.fromkeys(("free", "非専属", "非専属傭兵", "傭兵", "mercenary"), "free"),
    **dict.fromkeys(("exclusive", "専属", "専属傭兵"), "exclusive"),
}
GENERAL_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("武将名", "武将", "general"),
    "reading": ("読み", "よみ"),
    "nations": ("国", "所属候補", "nation"),
    "outside": ("その他", "国外"),
    "kind": ("種類", "キャラクタータイプ"),
    "from": ("登場", "年から"),
    "to": ("退場", "年まで"),
    "source": ("出典", "sources"),
}
ROSTER_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "player": ("プレイヤー名", "プレイヤー"),
    "general": ("武将名", "武将"),
    "nation": ("所属国", "国"),
    "mercenary": ("傭兵",),
    "kind": ("キャラクタータイプ", "種類"),
    "character": ("キャラクター", "キャラクター名"),
    "uo_months": ("UO歴", "UO歴（月）"),
    "high_activity": ("高アクティブ", "アクティブ"),
    "committee": ("運営委員", "委員"),
    "duty": ("担当",),
    "likes_sangokushi": ("三國志が好き", "三国志が好き"),
    "from": ("登録日", "から"),
    "until": ("抹消日", "まで"),
}


@dataclass(frozen=True, slots=True)
class General:
    """A name of the organiser's list.

    Fields:
        nations: the nations he could belong to.
        outside: he could be placed outside the three as well.
        first, last: the years he appears in.
        sources: ids of the sources he is known from.
    """

    name: str
    reading: str
    nations: tuple[str, ...]
    outside: bool
    kind: str
    first: int | None
    last: int | None
    sources: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the roster: one player with one general for some time.

    Fields:
        name: the general as compared; `general` is as written.
        mercenary: "", free or exclusive.
        since, until: first and last day; None is open.
    """

    player: str
    general: str
    name: str
    nation: str
    mercenary: Mercenary
    kind: str
    character: str
    uo_months: int | None
    high_activity: bool
    committee: bool
    duty: str
    likes: bool | None
    since: date | None
    until: date | None
    row: Row

    def on(self, day: date) -> bool:
        """Whether the entry is in force on a day."""
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)

    def overlaps(self, other: Entry) -> bool:
        """Whether two entries are in force together on some day."""
        starts = max(self.since or date.min, other.since or date.min)
        return starts <= min(self.until or date.max, other.until or date.max)

    @property
    def free(self) -> bool:
        """Whether this is a free mercenary."""
        return self.mercenary == "free"


def read_generals(path: Path, shown: str, problems: Problems) -> dict[str, General]:
    """The organiser's list, by the name as compared."""
    found: dict[str, General] = {}
    for row in read_csv(path, shown, GENERAL_COLUMNS, ("name", "nations", "source"), problems):
        name = general_name(row.text("name"))
        if not name:
            row.fault("E-MISSING", "name", key="name")
            continue
        if name in found:
            row.fault("E-LISTED-TWICE", "name", general=row.text("name"), line=found[name].line)
            continue
        known = kinds().find(row.text("kind")) if row.text("kind") else None
        if row.text("kind") and known is None:
            row.fault("E-CHOICE", "kind", value=row.text("kind"), known=kinds().both)
        found[name] = General(
            row.text("name"),
            row.text("reading"),
            _several(row, "nations", "nation"),
            row.flag("outside"),
            known.id if known else "",
            row.whole("from", least=-1000, most=3000),
            row.whole("to", least=-1000, most=3000),
            _several(row, "source", "source"),
            row.line,
        )
    return found


def _several(row: Row, column: str, what: str) -> tuple[str, ...]:
    """A cell with several words, divided by blanks, slashes, commas or ・."""
    words = row.text(column)
    for sign in "/／・、,，;":
        words = words.replace(sign, " ")
    lexicon = nations() if what == "nation" else sources()
    found = []
    for word in words.split():
        one = lexicon.find(word)
        if one is None:
            row.fault("E-NATION" if what == "nation" else "E-SOURCE", column, value=word, known=lexicon.both)
        else:
            found.append(one.id)
    return tuple(found)


def read_roster(path: Path, shown: str, problems: Problems) -> list[Entry]:
    """The entries, in the order of the file; those without a name are left out with a finding."""
    entries = []
    for row in read_csv(path, shown, ROSTER_COLUMNS, ("player", "general", "nation", "kind"), problems):
        entry = _entry(row)
        if entry is not None:
            entries.append(entry)
    return entries


def _entry(row: Row) -> Entry | None:
    # S-02: an entry that lacks one of the four is rejected.
    missing = [name for name in ("player", "general", "nation", "kind") if not row.text(name)]
    for name in missing:
        row.fault("E-FIELD", name, field=name)
    nation = row.one_of("nation", allegiances(), "E-NATION")
    kind = row.one_of("kind", kinds())
    written = plain(row.text("mercenary"))
    mercenary = _MERCENARY.get(written)
    if mercenary is None:
        row.fault("E-MERCENARY", "mercenary", value=row.text("mercenary"))
        mercenary = ""
    if nation is not None and nation.id == MERCENARY and mercenary == "":
        mercenary = "free"
    duty = row.one_of("duty", duties()) if row.text("duty") else None
    since, until = row.day("from"), row.day("until")
    if since and until and until < since:
        row.fault("E-PERIOD", "until", since=since, until=until)
    months = row.whole("uo_months", most=1200)
    active, committee = row.flag("high_activity"), row.flag("committee")
    likes = row.flag("likes_sangokushi") if row.text("likes_sangokushi") else None
    if missing or nation is None or kind is None:
        return None
    return Entry(
        row.text("player"), row.text("general"), general_name(row.text("general")), nation.id, mercenary, kind.id,
        row.text("character"), months, active, committee, duty.id if duty else "", likes, since, until, row,
    )  # fmt: skip
