"""The battlefields: the organiser's list, the law of the dice, who throws and who starts where (S-38 to S-41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from budosim.systems.sangokushi.findings import Both, Problems
from budosim.systems.sangokushi.places import Place, read_place
from budosim.systems.sangokushi.reading import Row, read_csv
from budosim.systems.sangokushi.regulation import Regulation
from budosim.systems.sangokushi.tables import NATIONS, plain

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "number": ("番号",),
    "name": ("戦地", "名前"),
    "kind": ("種類",),
    "start_a": ("初期位置A", "A"),
    "start_b": ("初期位置B", "B"),
    "start_c": ("初期位置C", "C"),
    "note": ("備考",),
}
KINDS: Mapping[str, Both] = {
    "land": Both("陸戦", "land"),
    "sea": Both("海戦", "sea"),
    "ship_land": Both("海と陸", "ships against land"),
}
_KIND_WORDS = {
    **{plain(word): "land" for word in ("land", "陸", "陸戦", "")},
    **{plain(word): "sea" for word in ("sea", "海", "海戦")},
    **{plain(word): "ship_land" for word in ("ship_land", "海と陸", "海陸")},
}
DICE = (6, 6)


@dataclass(frozen=True, slots=True)
class Field:
    """A battlefield of the organiser's list.

    Fields:
        starts: the start positions A and B, and C for three-way battles, as written.
        places: the same as coordinates; None where they are no sextant coordinates.
    """

    number: int
    name: str
    kind: str
    starts: Mapping[str, str]
    places: Mapping[str, Place | None]
    line: int


def numbers(rules: Regulation) -> range:
    """The numbers battlefields may have (ruling battlefields.numbers)."""
    return range(2, 13 if rules["battlefields.numbers"] == "2-12" else 12)


def read_fields(path: Path, shown: str, rules: Regulation, problems: Problems) -> dict[int, Field]:
    """The organiser's list by number."""
    found: dict[int, Field] = {}
    for row in read_csv(path, shown, COLUMNS, ("number", "name"), problems):
        number = row.whole("number", least=numbers(rules).start, most=numbers(rules).stop - 1)
        if number is None:
            if not row.text("number"):
                row.fault("E-MISSING", "number", key="number")
            continue
        if number in found:
            row.fault("E-FIELD-TWICE", "number", number=number, line=found[number].line)
            continue
        found[number] = _field(row, number)
    missing = [number for number in numbers(rules) if number not in found]
    if missing and found:
        listed = ", ".join(map(str, missing))
        problems.add("W-FIELDS", shown, None, "number", numbers=listed)
    return found


def _field(row: Row, number: int) -> Field:
    kind = _KIND_WORDS.get(plain(row.text("kind")))
    if kind is None:
        both = Both("、".join(k.ja for k in KINDS.values()), ", ".join(KINDS))
        row.fault("E-CHOICE", "kind", value=row.text("kind"), known=both)
        kind = "land"
    starts = {letter: row.text(f"start_{letter.lower()}") for letter in "ABC" if row.text(f"start_{letter.lower()}")}
    places = {letter: read_place(text) for letter, text in starts.items()}
    for letter, place in places.items():
        if place is None:
            row.fault("W-PLACE", f"start_{letter.lower()}", value=starts[letter])
    return Field(number, row.text("name"), kind, starts, places, row.line)


def law(listed: Sequence[int]) -> dict[int, Fraction]:
    """The chance of each listed field under two dice; a number that is not listed is thrown again.

    >>> law(range(2, 13))[7], law(range(2, 12))[2]
    (Fraction(1, 6), Fraction(1, 35))
    """
    ways = {number: 6 - abs(number - 7) for number in listed if 2 <= number <= 12}
    total = sum(ways.values())
    return {number: Fraction(count, total) for number, count in sorted(ways.items())}


def lower_average(averages: Mapping[str, Fraction], sides: Sequence[str]) -> str | None:
    """The side with the lower average, who throws; None when they are level (S-38)."""
    least = min(averages[side] for side in sides)
    lowest = [side for side in sides if averages[side] == least]
    return lowest[0] if len(lowest) == 1 else None


def start_order(averages: Mapping[str, Fraction], lots: Sequence[str] = NATIONS) -> list[str]:
    """The order in which nations choose their start in a three-way battle: lowest average first (S-66).

    `lots` orders the level ones.
    """
    return sorted(NATIONS, key=lambda nation: (averages[nation], list(lots).index(nation)))


def level_groups(averages: Mapping[str, Fraction], nations: Sequence[str] = NATIONS) -> list[list[str]]:
    """Nations with the same average, two or more together."""
    values = sorted({averages[nation] for nation in nations})
    groups = [[nation for nation in nations if averages[nation] == value] for value in values]
    return [group for group in groups if len(group) > 1]


def assigned(sides: Sequence[str], thrower: str | None, rules: Regulation) -> dict[str, str]:
    """Which side starts at A and which at B (ruling starts.assignment)."""
    first = thrower if rules["starts.assignment"] == "thrower" and thrower is not None else sides[0]
    others = [side for side in sides if side != first]
    return dict(zip([first, *others], "ABC", strict=False))
