"""The odds beside an official event: before it, after the draw, after the blocks and every round, and of every bout.

They come from the silent core under dice of their own; the official result does not depend on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from budosim.errors import BudosimError, EventError
from budosim.events.days import Day, days_of
from budosim.events.play import forecast, forecast_rest
from budosim.events.result import Forecast
from budosim.files import read_json, write_json
from budosim.provenance import Difference, compare_records
from budosim.runs.official import Official
from budosim.runs.warm import Notice, warm_event
from budosim.systems.gurps3.arena import Duels
from budosim.systems.gurps3.chances import Chance, at_turns, before_bout
from budosim.systems.gurps3.cup import Opened, TalkingDuels, plan_of, reopen

ODDS = "odds.json"
MOST, FEWEST, WORK = 2000, 200, 120_000
"""Events and bouts behind each chance when nobody says how many: so that all bouts together are about `WORK`."""
CURVE = 500
"""The most bouts behind one point of a curve."""


@dataclass(frozen=True)
class CupOdds:
    """What a site says of chances.

    Fields:
        n: events behind each forecast.
        stages: by day id ("" = before the draw) a row per entrant: id, p_block, p_round, p_title.
        bouts: by bout the chance at the bell and at every turn.
    """

    n: int = 0
    stages: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    bouts: Mapping[int, Sequence[Chance]] = field(default_factory=dict)

    def chance(self, number: int | None) -> Chance | None:
        """The chance at the bell of a bout."""
        found = self.bouts.get(number) if number is not None else None
        return found[0] if found else None


def playings(bouts: int) -> int:
    """How many playings are behind each chance of an event of so many bouts, when nobody says.

    >>> playings(47), playings(91), playings(1190)
    (2000, 1318, 200)
    """
    return max(FEWEST, min(MOST, WORK // max(1, bouts)))


def make_odds(
    official: Official, folder: Path, notice: Notice, progress: Any, *, n: int = MOST, jobs: int = 1
) -> CupOdds:
    """Every chance of an official event, kept in its folder; bouts whose chances are kept are not fought again."""
    kept = read_odds(folder)
    same = kept if kept is not None and kept.n == n else CupOdds(n)
    odds = _count(official, same, notice, progress, jobs)
    write_json(folder / ODDS, _document(odds))
    return odds


def verify_odds(
    official: Official, folder: Path, notice: Notice, progress: Any, *, jobs: int = 1
) -> list[Difference]:
    """Count every chance a folder keeps again and compare; nothing where it keeps none.

    Raises:
        EventError: there are chances, but they cannot be read.

    """
    if not (folder / ODDS).is_file():
        return []
    kept = read_odds(folder)
    if kept is None:
        raise EventError(f"{folder / ODDS} cannot be read", f"{folder / ODDS} を読めません")
    now = _count(official, CupOdds(kept.n), notice, progress, jobs)
    return compare_records(_records(kept), _records(now))


def _records(odds: CupOdds) -> dict[str, list[dict[str, Any]]]:
    """Chances as rows that can be compared and named."""
    bouts = [{"bout": number, "chances": [one.row() for one in odds.bouts[number]]} for number in sorted(odds.bouts)]
    stages = [{"what": name or "before", **row} for name, rows in odds.stages.items() for row in rows]
    return {f"{ODDS} bouts": bouts, f"{ODDS} stages": stages}


def _count(official: Official, same: CupOdds, notice: Notice, progress: Any, jobs: int) -> CupOdds:
    """Every chance; those of bouts that `same` knows are taken over."""
    n = same.n
    fighters = [candidate.fighter for candidate in official.field.candidates]
    setting = official.field.setting
    arena = Duels(fighters, official.seed.number, setting.rulings, setting.regulation)
    warm_event(arena, notice)
    bouts = dict(_bouts(official, arena, same, n, jobs, progress))
    stages: dict[str, list[dict[str, Any]]] = {}
    for name, counted in _stages(official, arena, n, jobs):
        stages[name] = [_row(row) for row in counted.entrants()]
        progress(len(bouts) + len(stages), len(bouts) + len(days_of(official.result.plan)))
    return CupOdds(n, stages, bouts)


def _bouts(
    official: Official, arena: Duels, kept: CupOdds, n: int, jobs: int, progress: Any
) -> Iterator[tuple[int, Sequence[Chance]]]:
    """The chances of every bout that was fought."""
    fighters = [candidate.fighter for candidate in official.field.candidates]
    talking = TalkingDuels(fighters, official.seed.number, official.field.setting)

    def chances(row: Mapping[str, Any]) -> tuple[int, Sequence[Chance]]:
        read = Opened(arena, row)
        known = kept.bouts.get(read.number)
        rolled = _print(row)
        if known and known[0].print == rolled:
            return read.number, known
        bell = before_bout(
            arena, read.slots, read.rolled_as, n, stage=read.stage, before=read.before, standing=read.standing
        )
        turns = official.turns.get(read.number)
        if turns is None:
            turns = reopen(talking, row).turns
        rest = at_turns(arena, read.slots, read.rolled_as, min(n, CURVE), turns)
        return read.number, [Chance(0, bell.n, bell.wins_a, bell.wins_b, rolled), *rest]

    with ThreadPoolExecutor(max(1, jobs)) as pool:
        for done, found in enumerate(pool.map(chances, official.openings), 1):
            progress(done, len(official.openings))
            yield found


def _stages(official: Official, arena: Duels, n: int, jobs: int) -> Iterator[tuple[str, Forecast]]:
    """The forecasts: before the draw, after it, after the blocks and after every round that was played."""
    plan = plan_of(official.field, official.rulings)
    seed = official.seed.number
    yield "", forecast(plan_of(official.field), arena, n, seed, first=1, jobs=jobs)
    result = official.result
    if result.blocks:
        drawn = plan.with_blocks([block.members for block in result.blocks])
        yield "draw", forecast(drawn, arena, n, seed, first=1, jobs=jobs)
    for day in days_of(plan):
        if day.id != "blocks" and day.stage < 3:
            continue
        if day.number > official.day.number or day.number == days_of(plan)[-1].number:
            break
        stood = _stood(official, day)
        if stood.lines:
            yield day.id, forecast_rest(stood, arena, n, jobs=jobs)


def _stood(official: Official, day: Day) -> Any:
    """The event as it stood at the end of a day."""
    if day.number == official.day.number:
        return official.result
    from budosim.systems.gurps3.cup import play_cup

    return play_cup(
        official.field, official.seed.number, journal=official.files, rulings=official.rulings, until=day
    )


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("id", "p_block", "p_round", "p_title")}


def _print(row: Mapping[str, Any]) -> str:
    """What a bout began with, as a short mark."""
    from budosim.provenance import sha256_of

    return sha256_of(row)[:16]


def _document(odds: CupOdds) -> dict[str, Any]:
    return {
        "n": odds.n,
        "stages": odds.stages,
        "bouts": {
            str(number): {"opening": chances[0].print, "chances": [one.row() for one in chances]}
            for number, chances in odds.bouts.items()
        },
    }


def _chance(row: Sequence[int], mark: str) -> Chance:
    at, n, wins_a, wins_b = row
    return Chance(int(at), int(n), int(wins_a), int(wins_b), mark)


def read_odds(folder: Path) -> CupOdds | None:
    """The odds a result folder keeps; None when it has none that can be read."""
    path = folder / ODDS
    if not path.is_file():
        return None
    try:
        kept = read_json(path)
        bouts = {
            int(number): [_chance(row, "" if at else str(one["opening"])) for at, row in enumerate(one["chances"])]
            for number, one in kept["bouts"].items()
        }
        return CupOdds(int(kept["n"]), kept["stages"], bouts)
    except (BudosimError, KeyError, TypeError, ValueError, AttributeError):
        return None
