"""The tables of the package: nations, ends and points, breaches, clauses; each read once."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from budosim.systems.sangokushi.findings import Both

NATIONS = ("wei", "wu", "shu")
MERCENARY = "mercenary"


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table of the package as it stands."""
    text = (files("budosim.systems.sangokushi") / "tables" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def table_bytes(name: str) -> bytes:
    """The file of a table, for its hash."""
    return (files("budosim.systems.sangokushi") / "tables" / f"{name}.toml").read_bytes()


def plain(text: str) -> str:
    """A text as it is compared: one width, no blanks, one case.

    >>> plain(" Ｗｅｉ　"), plain("総大将 討死")
    ('wei', '総大将討死')
    """
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def general_name(text: str) -> str:
    """A general's name as it is compared: blanks gone, one width, known substitute letters replaced.

    >>> general_name("賈ク"), general_name(" 曹 操 ")
    ('賈詡', '曹操')
    """
    name = "".join(unicodedata.normalize("NFKC", text).split())
    return str(table("nations")["spellings"].get(name, name))


@dataclass(frozen=True, slots=True)
class Named:
    """Something with an id, names in both languages, and other spellings.

    Fields:
        row: the whole row of its table.
    """

    id: str
    name: Both
    also: tuple[str, ...]
    row: Mapping[str, Any]

    @property
    def spellings(self) -> set[str]:
        """Everything it may be called, as compared."""
        return {plain(word) for word in (self.id, self.name.ja, self.name.en, *self.also)}


def _named(identity: str, row: Mapping[str, Any]) -> Named:
    return Named(identity, Both(row["ja"], row["en"]), tuple(row.get("also", ())), row)


class Lexicon:
    """Things of one kind, found by any of their spellings."""

    def __init__(self, members: list[Named]) -> None:
        """In the order of their table."""
        self.members = tuple(members)
        self._by_word = {word: one for one in members for word in one.spellings}

    def find(self, text: str) -> Named | None:
        """The one that is called so."""
        return self._by_word.get(plain(text))

    def __getitem__(self, identity: str) -> Named:
        return next(one for one in self.members if one.id == identity)

    def listed(self, lang: str) -> str:
        """All of them for a message."""
        return ("、" if lang == "ja" else ", ").join(one.name.text(lang) for one in self.members)

    @property
    def both(self) -> Both:
        """All of them for a message in both languages."""
        return Both(self.listed("ja"), self.listed("en"))


@cache
def nations() -> Lexicon:
    """Wei, Wu, Shu."""
    return Lexicon([_named(row["id"], row) for row in table("nations")["nation"]])


@cache
def allegiances() -> Lexicon:
    """The nations and the mercenaries."""
    row = table("nations")["mercenary"]
    return Lexicon([*nations().members, _named(row["id"], row)])


@cache
def kinds() -> Lexicon:
    """Warriors and scholars."""
    return Lexicon([_named(name, row) for name, row in table("nations")["kinds"].items()])


@cache
def sources() -> Lexicon:
    """The four sources generals come from."""
    return Lexicon([_named(name, row) for name, row in table("nations")["sources"].items()])


@cache
def duties() -> Lexicon:
    """What members of the committee mainly do."""
    return Lexicon([_named(row["id"], row) for row in table("nations")["committee"]["duties"]])


@cache
def ends() -> Lexicon:
    """How a battle of two sides ends, seen from one of them."""
    return Lexicon([_named(row["id"], row) for row in table("results")["end"]])


@cache
def breaches() -> Lexicon:
    """Breaches with a penalty, and known acts the committee settles."""
    found = []
    for row in table("breaches")["breach"]:
        found.append(Named(row["id"], Both(row["ja"], row["en"]), (row["key"], *row["also"]), row))
    return Lexicon(found)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules and what the program does about it."""

    id: str
    clauses: tuple[str, ...]
    title: Both
    status: str
    does: Both
    host: bool


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause, in order."""
    return tuple(
        Clause(
            row["id"],
            tuple(row["clauses"]),
            Both(row["ja"], row["en"]),
            row["status"],
            Both(row["does_ja"], row["does_en"]),
            bool(row.get("host", False)),
        )
        for row in table("clauses")["clause"]
    )


def nation_name(identity: str) -> Both:
    """What a nation, or the mercenaries, are called."""
    return allegiances()[identity].name


def most_points(three_way: bool) -> int:
    """The most points a nation can take from a battle."""
    row = table("results")
    most: int = row["three_way"]["winner"] if three_way else max(end["points"] for end in row["end"])
    return most


def least_points(three_way: bool, others: str) -> int:
    """The least a nation takes from a battle it does not lose by a breach, warnings apart.

    `others` is the reading of the ruling three_way.others.
    """
    row = table("results")
    if three_way:
        out: int = row["three_way"]["out"] if others == "loss_row" else 0
        level: int = row["three_way"]["time_up"]
        return min(out, level)
    least: int = min(end["points"] for end in row["end"] if not end.get("by_breach"))
    return least


def weekday_ja(day: date) -> str:
    """The day of the week in Japanese.

    >>> weekday_ja(date(2001, 10, 6))
    '土'
    """
    return "月火水木金土日"[day.weekday()]
