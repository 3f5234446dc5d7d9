"""The calendar of a league: months, Saturdays, who meets whom, and the marks of a night (S-34 to S-37)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.regulation import Regulation, seconds
from budosim.systems.sangokushi.tables import NATIONS, most_points, nation_name

Kind = Literal["ordinary", "three_way", "rest"]
KINDS: Mapping[Kind, Both] = {
    "ordinary": Both("一般戦", "ordinary battles"),
    "three_way": Both("三つ巴戦", "three-way battle"),
    "rest": Both("休み", "rest"),
}
MOST_MONTHS = 12
THREE_WAY_WEEK = 4
_SATURDAY, _WEDNESDAY = 5, 2


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a year; one 節."""

    year: int
    month: int

    @classmethod
    def read(cls, text: str) -> Month | None:
        """A month written 2001-10.

        >>> Month.read("2001-10"), Month.read("2001-13"), Month.read("October")
        (Month(year=2001, month=10), None, None)
        """
        parts = text.strip().replace("/", "-").split("-")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
            return None
        year, month = map(int, parts)
        return cls(year, month) if 1900 <= year <= 9998 and 1 <= month <= 12 else None

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.year:04d}-{self.month:02d}"

    def later(self, months: int) -> Month:
        """So many months on."""
        years, month = divmod(self.month - 1 + months, 12)
        return Month(self.year + years, month + 1)

    @property
    def saturdays(self) -> tuple[date, ...]:
        """Its Saturdays, four or five."""
        first = date(self.year, self.month, 1)
        day = first + timedelta((_SATURDAY - first.weekday()) % 7)
        found = []
        while day.month == self.month:
            found.append(day)
            day += timedelta(7)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle of the calendar.

    Fields:
        number: from 0 through the whole league.
        order: 1 or 2 within its night.
    """

    number: int
    night: date
    order: int
    sides: tuple[str, ...]

    @property
    def three_way(self) -> bool:
        """Whether all three nations meet."""
        return len(self.sides) == 3

    @property
    def id(self) -> str:
        """Names the battle: 2001-10-06/1."""
        return f"{self.night.isoformat()}/{self.order}"

    @property
    def title(self) -> Both:
        """魏 対 呉."""
        names = [nation_name(side) for side in self.sides]
        if self.three_way:
            return KINDS["three_way"]
        return Both("対".join(name.ja for name in names), "–".join(name.en for name in names))


@dataclass(frozen=True, slots=True)
class Night:
    """One Saturday of the calendar.

    Fields:
        week: the how-manieth Saturday of its month.
        double: the nation that fights twice.
        draw: the Wednesday the battlefields are drawn; None where the committee picks the field.
    """

    date: dt.date
    month: Month
    week: int
    kind: Kind
    battles: tuple[Battle, ...]
    double: str | None
    draw: dt.date | None

    def marks(self, rules: Regulation) -> list[tuple[str, Both]]:
        """The times of the night, as the rule page writes them."""
        if self.kind == "rest":
            return []
        now = rules.on(self.date)
        marks = []
        if now.free_mercenaries:
            marks.append((now.posts_until, Both("非専属傭兵の参戦表明の締切", "free mercenaries have posted")))
            marks.append((now.headcount_at, Both("参戦者数の報告と傭兵の配分", "headcount, mercenaries allocated")))
        else:
            marks.append((now.headcount_at, Both("参戦者数の報告", "headcount")))
        for battle in self.battles:
            title = battle.title
            if battle.order == 1:
                marks.append((now.first_battle, Both(f"{title.ja} 開戦", f"{title.en} begins")))
            else:
                late = now.second_within_minutes
                ja = f"{title.ja} 開戦（一戦目終了の告知から{late}分以内に集合）"
                en = f"{title.en} begins (assembly within {late} minutes of the announced end)"
                marks.append((now.second_battle, Both(ja, en)))
        return marks


def moment(night: date, clock: str) -> datetime:
    """A time of a night by the clock and the calendar: 24:45 is 00:45 of the Sunday."""
    return datetime.combine(night, datetime.min.time()) + timedelta(seconds=seconds(clock) or 0)


def pairings(double: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two battles of a night on which one nation fights twice.

    >>> pairings("wu")
    (('wu', 'wei'), ('wu', 'shu'))
    """
    first, second = (nation for nation in NATIONS if nation != double)
    return (double, first), (double, second)


def calendar(
    start: Month,
    months: int,
    rules: Regulation,
    *,
    doubles: Mapping[date, str] | None = None,
    order: Sequence[str] = NATIONS,
) -> tuple[Night, ...]:
    """Every Saturday of a league; `doubles` names who fights twice on a day, `order` is the rotation."""
    return tuple(_nights(start, months, rules, doubles or {}, order))


def _nights(
    start: Month, months: int, rules: Regulation, doubles: Mapping[date, str], order: Sequence[str]
) -> Iterator[Night]:
    number = 0
    for ahead in range(months):
        month = start.later(ahead)
        for week, day in enumerate(month.saturdays, 1):
            kind = _kind(week, rules)
            double: str | None = None
            pairs: tuple[tuple[str, ...], ...] = ()
            if kind == "three_way":
                pairs = (NATIONS,)
            elif kind == "ordinary":
                turn = week - 1 if week < THREE_WAY_WEEK else week - 2
                double = doubles.get(day)
                if double is None and rules["double_nation"] == "rotation":
                    double = order[turn % len(order)]
                pairs = pairings(double) if double is not None else ()
            battles = tuple(Battle(number + at, day, at + 1, sides) for at, sides in enumerate(pairs))
            number += len(battles)
            wednesday = day - timedelta(_SATURDAY - _WEDNESDAY)
            yield Night(day, month, week, kind, battles, double, wednesday if kind == "ordinary" else None)


def _kind(week: int, rules: Regulation) -> Kind:
    if week == THREE_WAY_WEEK:
        return "three_way" if rules["three_way.held"] == "yes" else "rest"
    if week > THREE_WAY_WEEK:
        return "ordinary" if rules["fifth_saturday"] == "ordinary" else "rest"
    return "ordinary"


def month_most(nights: Sequence[Night], nation: str) -> int:
    """The most points a nation can take from some nights."""
    return sum(most_points(battle.three_way) for night in nights for battle in night.battles if nation in battle.sides)
