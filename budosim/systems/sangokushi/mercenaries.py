"""Free mercenaries, until 2001-09-14: how many, by what right, how many for each nation, and whom (S-80 to S-86)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import TypeAlias

from budosim.systems.sangokushi.dates import moment
from budosim.systems.sangokushi.generals import Entry
from budosim.systems.sangokushi.night_file import NightRecord, Volunteer
from budosim.systems.sangokushi.regulation import Regulation, since
from budosim.systems.sangokushi.tables import NATIONS

SHARE = Fraction(3, 10)
_DAWN = timedelta(hours=6)

Die: TypeAlias = Callable[[str], int]
"""The next die of a volunteer; LookupError when he threw none."""


@dataclass(frozen=True)
class Allocation:
    """What came of a night's volunteers.

    Fields:
        cap: how many free mercenaries may fight.
        numbered: valid posts in the order of their numbers; the index is the number less one.
        entered: who may fight.
        out: who is present but may not.
        allotment: how many each nation gets.
        placed: who goes where.
        rights: who holds a right for the next week.
    """

    cap: int
    numbered: tuple[Volunteer, ...]
    entered: tuple[str, ...]
    out: tuple[str, ...]
    allotment: Mapping[str, int]
    placed: Mapping[str, str]
    rights: frozenset[str]
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def cap_of(headcount: Mapping[str, int], rules: Regulation) -> int:
    """S-80: at most 30 per cent of the three nations' total.

    >>> from budosim.systems.sangokushi.regulation import standard
    >>> cap_of({"wei": 12, "wu": 8, "shu": 6}, standard())
    7
    """
    total = sum(headcount.values())
    exact = SHARE * total
    if rules["cap.base"] == "with_free":
        # The free ones count too: m is at most 3/10 of total + m.
        exact = exact / (1 - SHARE)
    if rules["cap.round"] == "floor":
        return int(exact)
    if rules["cap.round"] == "ceil":
        return -int(-exact // 1)
    return int(exact + Fraction(1, 2))


def by_size(
    sizes: Mapping[str, int], averages: Mapping[str, Fraction], rules: Regulation, *, largest: bool
) -> list[str]:
    """Nations by a number of theirs; level ones by the lower average, then Wei, Wu, Shu (ruling alloc.tie)."""

    def rank(nation: str) -> tuple[int, Fraction, int]:
        size = -sizes[nation] if largest else sizes[nation]
        average = averages[nation] if rules["alloc.tie"] == "average" else Fraction(0)
        return size, average, NATIONS.index(nation)

    return sorted(sizes, key=rank)


def allot(
    headcount: Mapping[str, int], free: int, averages: Mapping[str, Fraction], rules: Regulation
) -> dict[str, int]:
    """S-84: fill up the smaller nations, then share equally; what is left over goes to the largest.

    >>> from budosim.systems.sangokushi.regulation import standard
    >>> level = {"wei": Fraction(0), "wu": Fraction(0), "shu": Fraction(0)}
    >>> allot({"wei": 12, "wu": 8, "shu": 6}, 7, level, standard())
    {'wei': 1, 'wu': 2, 'shu': 4}
    """
    largest = by_size(headcount, averages, rules, largest=True)
    most = headcount[largest[0]]
    lacking = {nation: most - count for nation, count in headcount.items()}
    total = sum(lacking.values())
    if free >= total:
        rest, over = divmod(free - total, len(headcount))
        given = {nation: lack + rest for nation, lack in lacking.items()}
        given[largest[0]] += over
        return given
    if rules["alloc.mode"] == "level":
        return _level(headcount, free, largest)
    given = {nation: free * lack // total for nation, lack in lacking.items()}
    given[largest[0]] += free - sum(given.values())
    return given


def _level(headcount: Mapping[str, int], free: int, largest: Sequence[str]) -> dict[str, int]:
    """Fill up from the smallest; what does not divide goes to the larger of those being filled."""
    filled = dict(headcount)
    while free:
        least = min(filled.values())
        low = [nation for nation in filled if filled[nation] == least]
        above = [count for count in filled.values() if count > least]
        step = min(min(above) - least, free // len(low)) if above else free // len(low)
        if step == 0:
            filled[next(nation for nation in largest if nation in low)] += free
            break
        for nation in low:
            filled[nation] += step
        free -= step * len(low)
    return {nation: filled[nation] - count for nation, count in headcount.items()}


def placed(
    numbered: Sequence[str],
    entered: Sequence[str],
    posts: int,
    allotment: Mapping[str, int],
    averages: Mapping[str, Fraction],
    rules: Regulation,
) -> dict[str, str]:
    """S-86: an odd number of posts serves the largest allotment first, an even one the smallest."""
    order = by_size(allotment, averages, rules, largest=posts % 2 == 1)
    if rules["alloc.order"] == "blocks":
        seats = [nation for nation in order for _ in range(allotment[nation])]
    else:
        rounds = max(allotment.values(), default=0)
        seats = [nation for turn in range(rounds) for nation in order if allotment[nation] > turn]
    willing = [name for name in numbered if name in entered]
    return dict(zip(willing, seats, strict=False))


def _highest(names: Sequence[str], places: int, die: Die) -> list[str]:
    """S-81: everybody throws, the highest enter; those level at the border throw again."""
    if places >= len(names):
        return list(names)
    if places <= 0:
        return []
    dice = {name: die(name) for name in names}
    border = sorted(dice.values(), reverse=True)[places - 1]
    above = [name for name in names if dice[name] > border]
    level = [name for name in names if dice[name] == border]
    return above + _highest(level, places - len(above), die)


def valid_posts(record: NightRecord, entries: Mapping[str, Entry], rules: Regulation, day: date) -> list[Volunteer]:
    """S-85: posts in time for this week, with a general's name, in the order of their times."""
    until = moment(day, rules.on(day).posts_until)
    begins = _week_begins(day, rules)
    good: dict[str, Volunteer] = {}
    for post in sorted(record.volunteers, key=lambda one: one.posted or datetime.max):
        if not post.name or post.posted is None:
            continue
        entry = entries.get(post.name)
        if entry is None:
            post.table.fault("E-UNREGISTERED", "general", general=post.general)
        elif not entry.free:
            post.table.fault("E-NOT-FREE", "general", general=post.general)
        elif post.posted > until:
            post.table.fault("W-POST-LATE", "posted", general=post.general, until=until)
        elif post.posted < begins:
            post.table.fault("W-POST-EARLY", "posted", general=post.general, begins=begins)
        elif post.name in good:
            post.table.fault("W-POST-TWICE", "general", general=post.general, line=good[post.name].table.line())
        else:
            good[post.name] = post
    return list(good.values())


def _week_begins(day: date, rules: Regulation) -> datetime:
    midnight = datetime.combine(day, datetime.min.time())
    return midnight - timedelta(6) + _DAWN if rules["posts.week_begins"] == "sunday" else midnight - timedelta(5)


def allocate(
    record: NightRecord,
    entries: Mapping[str, Entry],
    held: frozenset[str] | None,
    averages: Mapping[str, Fraction],
    rules: Regulation,
    die: Die,
) -> Allocation | None:
    """Everything about a night's volunteers; None, with findings, when it cannot be told.

    `held` are last week's rights; None when last week is not recorded and the night's own word counts.
    """
    day = record.date
    if not record.volunteers:
        return None
    if not rules.on(day).free_mercenaries:
        for post in record.volunteers:
            gone = since("free_mercenaries", False)
            post.table.fault("E-FREE-ABOLISHED", "general", general=post.general, since=gone)
        return None
    numbered = valid_posts(record, entries, rules, day)
    missing = [nation for nation in NATIONS if nation not in record.headcount]
    if missing:
        record.table.fault("E-NO-HEADCOUNT", "sides", nations=", ".join(missing))
        return None
    cap = cap_of(record.headcount, rules)
    present = [post for post in numbered if post.present]
    rights = {post.name for post in present if _holds(post, held)}
    names = [post.name for post in present]
    dice: dict[str, list[int]] = {}

    def thrown(name: str) -> int:
        value = die(name)
        dice.setdefault(name, []).append(value)
        return value

    if len(names) <= cap:
        entered = names
    elif len(rights) >= cap:
        # S-83: more right-holders than places.
        entered = _highest([name for name in names if name in rights], cap, thrown)
    else:
        others = [name for name in names if name not in rights]
        entered = [name for name in names if name in rights] + _highest(others, cap - len(rights), thrown)
    out = [post for post in present if post.name not in entered]
    for post in present:
        if post.helped and post.name in entered:
            post.table.fault("W-HELPED", "helped", general=post.general)
    allotment = allot(record.headcount, len(entered), averages, rules)
    posts = len(numbered) if rules["alloc.parity"] == "posts" else len(present)
    order = [post.name for post in numbered]
    return Allocation(
        cap,
        tuple(numbered),
        tuple(name for name in order if name in entered),
        tuple(post.name for post in out),
        allotment,
        placed(order, entered, posts, allotment, averages, rules),
        # S-82: only who posted the helper report holds the right for next week.
        frozenset(post.name for post in out if post.helped),
        {name: tuple(values) for name, values in dice.items()},
    )


def _holds(post: Volunteer, held: frozenset[str] | None) -> bool:
    if held is None:
        return post.right
    if post.right and post.name not in held:
        post.table.fault("W-RIGHT", "right", general=post.general)
    return post.name in held
