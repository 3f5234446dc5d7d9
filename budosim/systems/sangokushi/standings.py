"""The table: points, averages, warnings carried, the magic number, and who is first and why (S-25 to S-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from budosim.events.season import Measure, Tier, magic, mutual, room, tiers
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.ledger import Tally
from budosim.systems.sangokushi.play import Played, meeting_of, remaining
from budosim.systems.sangokushi.tables import NATIONS, nation_name
from budosim.systems.sangokushi.throws import Thrower

POINTS, HEAD_TO_HEAD, PENALTIES, DICE = "points", "head_to_head", "penalties", "dice"
_WHY: Mapping[str, Both] = {
    POINTS: Both("戦果", "points"),
    HEAD_TO_HEAD: Both("直接対決の戦果 {value}", "points against one another: {value}"),
    PENALTIES: Both("罰則の少なさ {value}", "fewer penalties: {value}"),
    DICE: Both("ダイス", "dice"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """One nation's line of the table.

    Fields:
        place: from 1; level nations share it.
        most: what it can still reach.
        magic: points it lacks for certainty; `clean` the same if nobody loses a battle by a breach.
    """

    nation: str
    place: int
    why: Both
    tally: Tally
    average: Fraction
    most: int
    magic: int
    clean: int
    left: int

    def row(self) -> dict[str, Any]:
        """As `standings.csv` and `--json` have it."""
        tally = self.tally
        return {
            "nation": self.nation,
            "name_ja": nation_name(self.nation).ja,
            "place": self.place,
            "points": tally.points,
            "battles": tally.battles,
            "three_ways": tally.three_ways,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "average": float(self.average),
            "average_exact": f"{self.average.numerator}/{self.average.denominator}",
            "deducted": tally.base - tally.points,
            "warnings": tally.warnings,
            "breaches": tally.breaches,
            "carry": tally.carry,
            "most": self.most,
            "battles_left": self.left,
            "magic": self.magic,
            "magic_clean": self.clean,
            "why_ja": self.why.ja,
            "why_en": self.why.en,
        }


@dataclass(frozen=True)
class Table:
    """The table of a league at some point.

    Fields:
        champions: one nation, several with a shared title, none while the league goes on.
        undecided: nations whose title only dice can decide, under tie.final = dice.
    """

    lines: tuple[Standing, ...]
    champions: tuple[str, ...]
    undecided: tuple[str, ...]
    over: bool
    provisional: bool


def standings(played: Played, thrown: Sequence[str] | None = None) -> Table:
    """The table; `thrown` is the order dice gave to nations level at the end."""
    rules, over = played.league.rules, played.over is not None
    tallies = [played.tallies[nation] for nation in NATIONS]
    points = [tally.points for tally in tallies]
    left = remaining(played)
    risky = magic(points, [meeting_of(battle, 0, rules) for battle in left])
    clean = magic(points, [meeting_of(battle, 0, rules, clean=True) for battle in left])
    most, _ = room(len(NATIONS), [meeting_of(battle, 0, rules) for battle in left])
    groups = _groups(played, points, over=over, thrown=thrown)
    lines = []
    place = 1
    for tier, criterion in groups:
        for side in sorted(tier.members):
            nation = NATIONS[side]
            why = _WHY[criterion]
            value = abs(tier.value) if isinstance(tier.value, int) else tier.value
            told = Both(why.ja.format(value=value), why.en.format(value=value))
            held = sum(nation in battle.sides for battle in left)
            average, best = tallies[side].average(rules), points[side] + most[side]
            magics = risky[side], clean[side]
            lines.append(Standing(nation, place, told, tallies[side], average, best, *magics, held))
        place += len(tier.members)
    first = tuple(NATIONS[side] for side in groups[0][0].members)
    waits = over and len(first) > 1 and rules["tie.final"] == "dice"
    champions = first if over and not waits and not played.provisional else ()
    return Table(tuple(lines), champions, first if waits else (), over, played.provisional)


def _groups(
    played: Played, points: Sequence[int], *, over: bool, thrown: Sequence[str] | None
) -> list[tuple[Tier, str]]:
    """Nations level with one another, best first, with the criterion that set them apart (ruling tie.final)."""
    reading = played.league.rules["tie.final"]
    chain: list[tuple[str, Measure]] = [(POINTS, lambda group: {m: points[m] for m in group})]
    if reading == "head_to_head":
        against = [[played.tallies[n].against.get(foe, 0) for foe in NATIONS] for n in NATIONS]
        penalties = [played.tallies[n].penalties for n in NATIONS]
        chain.append((HEAD_TO_HEAD, mutual(against)))
        chain.append((PENALTIES, lambda group: {m: -penalties[m] for m in group}))
    elif reading == "dice" and over and thrown is not None:
        order = {NATIONS.index(nation): -at for at, nation in enumerate(thrown)}
        chain.append((DICE, lambda group: {m: order.get(m, 0) for m in group}))
    found = tiers(range(len(NATIONS)), [measure for _, measure in chain])
    return [(tier, chain[tier.criterion][0]) for tier in found]


def recorded_title(played: Played, audit: Sequence[Mapping[str, Any]]) -> list[str] | None:
    """The order nations level at the end have thrown already, by the audit; None when nobody threw."""
    dice: dict[str, list[int]] = {}
    for row in audit:
        if row.get("occasion") == "title":
            dice.setdefault(str(row.get("who")), []).extend(int(value) for value in row.get("values", ()))
    return sorted(dice, key=lambda nation: [-value for value in dice[nation]]) if dice else None


def throw_for_title(played: Played, level: Sequence[str], thrower: Thrower) -> list[str]:
    """Let nations level at the end throw for the title (ruling tie.final = dice)."""
    return thrower.lots("title", 0, "優勝決定のダイス / dice for the title", level)


def leader_line(table: Table) -> Both:
    """The state of the league in one sentence."""
    if table.champions:
        ja = "・".join(nation_name(one).ja for one in table.champions)
        en = " and ".join(nation_name(one).en for one in table.champions)
        if len(table.champions) > 1:
            return Both(f"{ja} が同点優勝", f"{en} share the title")
        return Both(f"{ja} が優勝", f"{en} win the league")
    if table.undecided:
        ja = "・".join(nation_name(one).ja for one in table.undecided)
        en = " and ".join(nation_name(one).en for one in table.undecided)
        return Both(f"{ja} が同点、ダイスで決める", f"{en} are level: dice decide")
    if not any(line.tally.battles for line in table.lines):
        return Both("開幕前", "nothing has been fought yet")
    first = [line for line in table.lines if line.place == 1]
    ja = "・".join(nation_name(line.nation).ja for line in first)
    en = " and ".join(nation_name(line.nation).en for line in first)
    number = min(line.magic for line in first)
    return Both(f"首位 {ja}、マジック {number}", f"{en} lead, magic number {number}")


def as_of(played: Played) -> date | None:
    """The night of the last battle that counts."""
    for stand in reversed(played.stands):
        if stand.after is not None:
            return stand.after.night
    return played.league.opening.after if played.league.opening is not None else None
