"""What is to come: the rest of the season under a model, played often or worked out, and the odds week by week."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from budosim.events.season import Criterion, Season, Start
from budosim.events.season_many import Many, play_many
from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.ledger import Stand
from budosim.systems.sangokushi.models import Model
from budosim.systems.sangokushi.play import Played, remaining
from budosim.systems.sangokushi.ratings import Fought, fit
from budosim.systems.sangokushi.tables import NATIONS

RECENT = 4
"""Nights whose headcounts are averaged for those to come."""


@dataclass(frozen=True)
class Outlook:
    """The rest of a season as it looks after some battle.

    Fields:
        after: the last battle that counts for it; None at the start.
        week: index of its night among the nights with battles; -1 at the start.
        fitted: the ratings in use.
        weeks: the night of each round.
    """

    after: Battle | None
    week: int
    season: Season
    fitted: Mapping[str, float]
    weeks: Mapping[int, date]


def outlook(played: Played, model: Model, stand: Stand | None = None) -> Outlook:
    """The rest of a league after `stand`, by default after everything that counts."""
    now = played.stands[-1] if stand is None else stand
    last = -1 if now.after is None else now.after.number
    if stand is None:
        left: Sequence[Battle] = remaining(played)
    else:
        left = [battle for battle in _held_or_to_come(played) if battle.number > last]
    known = [one for one in _fought(played, model) if one[0].number <= last]
    rules = played.league.rules
    fitted = dict(model.ratings) if model.ratings is not None else fit(
        [one for _, one in known], model.draw, model.deviation
    )  # fmt: skip
    using = replace(model, headcount={**recent_headcount(played, last), **model.headcount})
    weeks = _weeks(played)
    if 0 in now.magic and any(now.points):
        left = []
    laws = tuple(using.law(battle, weeks[battle.night], rules, fitted) for battle in left)
    chain: tuple[Criterion, ...] = ("head_to_head", "faults") if rules["tie.final"] == "head_to_head" else ()
    season = Season(
        len(NATIONS),
        laws,
        Start(now.points, now.carry, now.penalties, now.against),
        rules.demerits,
        chain,
        "draw" if rules["tie.final"] == "dice" else "shared",
        _lapses(played),
    )
    at = -1 if now.after is None else weeks[now.after.night]
    return Outlook(now.after, at, season, fitted, {index: day for day, index in weeks.items()})


def _held_or_to_come(played: Played) -> list[Battle]:
    opening = played.league.opening
    return [
        battle
        for night in played.league.nights
        for battle in night.battles
        if opening is None or battle.night > opening.after
    ]


def _weeks(played: Played) -> dict[date, int]:
    nights = [night.date for night in played.league.nights if night.battles]
    return {day: index for index, day in enumerate(nights)}


def _lapses(played: Played) -> frozenset[int]:
    """The first battle of every month, where warnings do not cross months (ruling warnings.carry_end)."""
    if played.league.rules["warnings.carry_end"] != "month":
        return frozenset()
    first: dict[object, int] = {}
    for night in played.league.nights:
        for battle in night.battles:
            first.setdefault(night.month, battle.number)
    return frozenset(first.values())


def _fought(played: Played, model: Model) -> list[tuple[Battle, Fought]]:
    """The battles that say something about strength: those not ended by a breach."""
    found = []
    for verdict in played.verdicts.values():
        ends = {result.end for result in verdict.results.values()}
        if verdict.open or ends & {"own_breach", "enemy_breach"}:
            continue
        battle = verdict.battle
        winner = next((NATIONS.index(n) for n, result in verdict.results.items() if result.won), None)
        record = played.league.records.get(battle.night)
        heads = dict(record.headcount) if record is not None else {}
        known = all(heads.get(side) for side in battle.sides)
        edges = tuple(model.edge(side, heads) if known else 0.0 for side in battle.sides)
        found.append((battle, Fought(tuple(NATIONS.index(side) for side in battle.sides), winner, edges)))
    return found


def recent_headcount(played: Played, last: int) -> dict[str, float]:
    """The mean headcount of the last nights, where every nation reported."""
    nights = [
        dict(played.league.records[night.date].headcount)
        for night in played.league.nights
        if night.date in played.league.records and night.battles and night.battles[0].number <= last
    ]
    full = [heads for heads in nights if all(heads.get(nation) for nation in NATIONS)][-RECENT:]
    if not full:
        return {}
    return {nation: sum(heads[nation] for heads in full) / len(full) for nation in NATIONS}


def play_out(view: Outlook, seed: int, n: int, *, jobs: int = 1, done: Callable[[int], None] | None = None) -> Many:
    """The rest of the season, many times."""
    return play_many(view.season, seed, n, jobs=jobs, done=done)


def week_ends(played: Played) -> list[Stand]:
    """How things stood at the start and after every night that counts."""
    found: list[Stand] = []
    for stand in played.stands:
        same = found and found[-1].after and stand.after and found[-1].after.night == stand.after.night
        if same:
            found[-1] = stand
        else:
            found.append(stand)
    return found


def limits(played: Played) -> list[tuple[str, str]]:
    """What the forecast leaves out under the rulings in force, Japanese and English."""
    found = []
    if played.league.rules["warnings.unit"] == "person":
        found.append(
            (
                "予測では、警告を国の合計で消化します（裁定 warnings.unit = person は予測に反映されません）。",
                "The forecast pays warnings by the nation's total: warnings.unit = person is not carried out in it.",
            )
        )
    return found
