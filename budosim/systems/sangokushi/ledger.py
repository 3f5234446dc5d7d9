"""The ledger: what every battle brought each nation, and how the nations stand (S-38, S-73)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from budosim.systems.sangokushi.course import NATION, Verdict
from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.regulation import Regulation
from budosim.systems.sangokushi.tables import ends, table


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A nation's line for one battle; the numbers are None while the battle is open."""

    battle: Battle
    nation: str
    foes: tuple[str, ...]
    end: str | None
    won: bool | None
    base: int | None
    carried: int
    new: int
    used: int | None
    deduction: int | None
    net: int | None
    carry: int | None
    total: int

    def row(self) -> dict[str, Any]:
        """As `ledger.csv` and `--json` have it."""
        return {
            "battle": self.battle.id,
            "night": self.battle.night,
            "order": self.battle.order,
            "kind": "three_way" if self.battle.three_way else "ordinary",
            "nation": self.nation,
            "foes": "+".join(self.foes),
            "result": self.end,
            "base": self.base,
            "warnings_carried": self.carried,
            "warnings_new": self.new,
            "pairs_used": self.used,
            "deduction": self.deduction,
            "net": self.net,
            "carry": self.carry,
            "total": self.total,
        }


@dataclass
class Tally:
    """How one nation stands."""

    points: int = 0
    base: int = 0
    battles: int = 0
    three_ways: int = 0
    three_way_points: int = 0
    three_way_base: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    warnings: int = 0
    breaches: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    against: dict[str, int] = field(default_factory=dict)

    @property
    def carry(self) -> int:
        """Warnings carried to the next battle."""
        return sum(self.counters.values())

    @property
    def penalties(self) -> int:
        """Warnings and losing breaches so far, what the tie-break counts."""
        return self.warnings + self.breaches

    def average(self, rules: Regulation) -> Fraction:
        """S-38: points by battles; 0 without battles (rulings average.*)."""
        points = self.points if rules["average.points"] == "net" else self.base
        battles = self.battles
        if rules["average.three_way"] == "out":
            points -= self.three_way_points if rules["average.points"] == "net" else self.three_way_base
            battles -= self.three_ways
        return Fraction(points, battles) if battles else Fraction(0)


@dataclass(frozen=True)
class Stand:
    """The state of the league after a battle, for the forecast and the page."""

    after: Battle | None
    points: tuple[int, ...]
    carry: tuple[int, ...]
    penalties: tuple[int, ...]
    against: tuple[tuple[int, ...], ...]
    magic: tuple[int, ...]


def post(tallies: Mapping[str, Tally], battle: Battle, verdict: Verdict, rules: Regulation) -> list[LedgerRow]:
    """S-73: pay the warnings out of the battle's points; the lines of the ledger."""
    rows = []
    for nation in battle.sides:
        tally = tallies[nation]
        foes = tuple(side for side in battle.sides if side != nation)
        new, carried = verdict.new_warnings(nation), tally.carry
        if verdict.open:
            blank = None, None, None, None
            rows.append(LedgerRow(battle, nation, foes, None, None, None, carried, new, *blank, tally.points))
            continue
        result = verdict.results[nation]
        counters = dict(tally.counters)
        for who, count in verdict.warnings.get(nation, {}).items():
            key = who if rules["warnings.unit"] == "person" else NATION
            counters[key] = counters.get(key, 0) + count
        settled = rules.demerits.settle(result.base, list(counters.values()))
        tally.counters = {key: left for key, left in zip(counters, settled.carry, strict=True) if left}
        _count(tally, battle, verdict, nation, settled.net)
        paid = settled.used, settled.deduction, settled.net
        ended = result.end, result.won, result.base
        rows.append(LedgerRow(battle, nation, foes, *ended, carried, new, *paid, tally.carry, tally.points))
    return rows


def _count(tally: Tally, battle: Battle, verdict: Verdict, nation: str, net: int) -> None:
    result = verdict.results[nation]
    tally.points += net
    tally.base += result.base
    tally.battles += 1
    if battle.three_way:
        tally.three_ways += 1
        tally.three_way_points += net
        tally.three_way_base += result.base
    else:
        foe = next(side for side in battle.sides if side != nation)
        tally.against[foe] = tally.against.get(foe, 0) + net
    tally.wins += result.won is True
    tally.losses += result.won is False
    tally.draws += result.won is None
    tally.warnings += verdict.new_warnings(nation)
    tally.breaches += verdict.losses.get(nation, 0)


def end_name(identity: str) -> Mapping[str, str]:
    """What an end is called in the ledger, `ja` and `en`."""
    if identity in table("results")["three_way"]["ends"]:
        found: Mapping[str, str] = table("results")["three_way"]["ends"][identity]
        return found
    return {"ja": ends()[identity].name.ja, "en": ends()[identity].name.en}
