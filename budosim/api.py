"""The Python interface: entrants in, findings, told bouts and polars frames out.

    >>> import budosim
    >>> budosim.understand("ひたすらローキック").policy["rules"][0]["do"]["a"]
    'low_kick'

A seed may be a number or a text of 20 characters or more, as on the command line; without one it is drawn
from the system, and every frame says which it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from budosim.ai.understand import Understanding
from budosim.ai.understand import understand as _understand
from budosim.errors import EventError
from budosim.systems.gurps3.entrant import Entrant, read_entrant
from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.on_sheet import names_on_sheet
from budosim.systems.gurps3.remedies import advised

if TYPE_CHECKING:
    import polars as pl

    from budosim.runs.lab import Lab, Order
    from budosim.systems.gurps3.field_files import Candidate, EventField, Setting
    from budosim.testing import Bout

Who: TypeAlias = Entrant | str | Path
"""Somebody: an entrant that was read, or the path of his sheet."""


@dataclass(frozen=True)
class Cup:
    """An official event that was played once.

    Fields:
        champion: the champion's id; None when the title stays vacant.
        standings, bouts, pairs, entrants, ledger, bracket: the tables of the result folder.
        events: a row per attack of every bout.
        audit: every organizer's draw.
        seed: what every die came from.
        folder: where the result was written; None when nobody asked for it.
    """

    champion: str | None
    standings: pl.DataFrame
    bouts: pl.DataFrame
    pairs: pl.DataFrame
    entrants: pl.DataFrame
    ledger: pl.DataFrame
    bracket: pl.DataFrame
    events: pl.DataFrame
    audit: tuple[dict[str, Any], ...]
    seed: int
    folder: Path | None


def check(entrant: Who, event: str | Path | None = None) -> list[Finding]:
    """Everything the regulation has to say about a sheet, errors first; nothing means that all is well.

    Args:
        entrant: an entrant or the path of a sheet.
        event: an event whose regulation, dates and decisions count.

    """
    from budosim.systems.gurps3.field_files import read_setting

    setting = read_setting(event)
    return list(advised(_entrant(entrant).sheet, setting.regulation, setting.approvals).findings)


def understand(text: str, entrant: Who | None = None) -> Understanding:
    """How a written pattern is understood, against what stands on a sheet if one is given."""
    return _understand(text, has=None if entrant is None else names_on_sheet(_entrant(entrant).sheet))


def fight(a: Who, b: Who, *, seed: int | str, bout: int = 0, event: str | Path | None = None) -> Bout:
    """One told bout, with `.trace` and `.story`: the free bout `bout` of the pair under this seed.

    Whose file name sorts first is side a, in whatever order the two are given.

    Raises:
        SheetError, PatternError: a sheet or a pattern that cannot be used.

    """
    from budosim.events.seeds import choose_seed
    from budosim.runs.entry import usable
    from budosim.runs.free import free_bout
    from budosim.systems.gurps3.field_files import read_setting
    from budosim.testing import Bout

    setting = read_setting(event)
    two = usable(_candidates([a, b], setting), _silent)
    told = free_bout((two[0], two[1]), choose_seed(seed).number, bout, setting, _silent)
    end = told.end
    return Bout(told.trace, end["winner"], str(end["ending"]), int(end["turns"]), told.fighters)


def spar(
    a: Who | Sequence[Who],
    b: Who | Sequence[Who],
    *,
    n: int | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    event: str | Path | None = None,
    out: str | Path | None = None,
    scheduler: str | None = None,
) -> pl.DataFrame:
    """Each of `a` against each of `b`, many times: a row per pair, as in pairs.parquet, seen from `a`.

    Args:
        a: entrants or paths; a folder or "@musashi" means all sheets in it.
        b: their opponents, likewise.
        n: bouts a pair, 1,000 if neither is given.
        precision: instead of `n`: go on until every 95 % interval is within ± this.
        seed: what every die comes from.
        jobs: threads, all cores if None.
        event: an event whose regulation and rulings count.
        out: a folder for the whole result.
        scheduler: the address of a Dask scheduler whose workers play.

    """
    from budosim.runs.entry import usable
    from budosim.runs.lab import sparring
    from budosim.systems.gurps3.field_files import read_setting

    setting = read_setting(event)
    everyone = _candidates([*_many(a), *_many(b)], setting)
    usable(everyone, _silent)
    mine, theirs = ({one.path.resolve() for one in _candidates(_many(side), setting)} for side in (a, b))
    order = sparring(
        [one for one in everyone if one.path.resolve() in mine],
        [one for one in everyone if one.path.resolve() in theirs],
    )
    return _series(order, setting, n, precision, seed, jobs, out, scheduler)


def matrix(
    entrants: Who | Sequence[Who],
    *,
    n: int | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    event: str | Path | None = None,
    out: str | Path | None = None,
    scheduler: str | None = None,
) -> pl.DataFrame:
    """Everybody against everybody, many times: a row per pair. The arguments are those of `spar`."""
    from budosim.runs.entry import usable
    from budosim.runs.lab import everybody
    from budosim.systems.gurps3.field_files import read_setting

    setting = read_setting(event)
    order = everybody(usable(_candidates(_many(entrants), setting), _silent))
    return _series(order, setting, n, precision, seed, jobs, out, scheduler)


def cup(
    event: str | Path,
    *,
    seed: int | str | None = None,
    out: str | Path | None = None,
    skip_refused: bool = False,
) -> Cup:
    """The official event, played once; with `out` its whole result folder is written too.

    Raises:
        EventError: there is no event, or somebody is refused and `skip_refused` is not set.

    """
    from budosim.runs.entry import seed_for
    from budosim.runs.folder import open_new
    from budosim.runs.official import begin, play, write

    field, refused = _event_field(event, skip_refused=skip_refused)
    chosen = seed_for(seed, field.setting, _silent)
    more = {"refused": refused}
    folder = None if out is None else Path(out)
    if folder is not None:
        open_new(folder, resume=False)
        begin(folder, field, chosen, more)
    official = play(field, chosen, _silent)
    if folder is not None:
        write(folder, official, more)
        _report(folder)
    frames = official.frames()
    return Cup(
        champion=official.result.champion_id,
        audit=official.result.audit,
        seed=chosen.number,
        folder=folder,
        **frames,
    )


def forecast(
    event: str | Path,
    *,
    n: int | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    skip_refused: bool = False,
) -> pl.DataFrame:
    """The whole event many times: a row per entrant and stage, as in forecast.parquet.

    Raises:
        EventError: there is no event, or somebody is refused and `skip_refused` is not set.

    """
    import polars as pl

    from budosim.runs.entry import seed_for
    from budosim.runs.folder import open_new
    from budosim.runs.odds import DEFAULT_N, Odds
    from budosim.runs.target import Target
    from budosim.runs.workers import threads

    field, _ = _event_field(event, skip_refused=skip_refused)
    target = Target.of(n, precision, default=DEFAULT_N)
    chosen = seed_for(seed, field.setting, _silent)
    folder = None if out is None else Path(out)
    if folder is not None:
        open_new(folder, resume=False)
    odds = Odds(field, chosen, target, jobs=threads(jobs), folder=folder)
    odds.play(_silent)
    if folder is not None:
        _report(folder)
    return odds.frames()["forecast"].with_columns(pl.lit(chosen.number, pl.UInt64).alias("seed"))


@dataclass(frozen=True)
class Compared:
    """Two versions of one entrant on the same dice.

    Fields:
        difference: the new one's rate of wins less the old one's; lo, hi: its 95 % interval.
        n: bouts each version fought.
        n_equivalent: bouts each would have needed on dice of its own.
        frame: a row per opponent, as in compare.parquet.
    """

    difference: float | None
    lo: float | None
    hi: float | None
    n: int
    n_equivalent: int | None
    seed: int
    frame: pl.DataFrame


@dataclass(frozen=True)
class Tuned:
    """What would make an entrant win more.

    Fields:
        values: a row per step, as in values.parquet.
        best: the texts of better sheets, the best first, each with what it gains.
    """

    values: pl.DataFrame
    best: tuple[dict[str, Any], ...]
    seed: int


def compare(
    old: Who,
    new: Who,
    against: Who | Sequence[Who],
    *,
    n: int | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    event: str | Path | None = None,
    scheduler: str | None = None,
) -> Compared:
    """Two versions of one entrant against the same opponents on the same dice (common random numbers).

    Args:
        old: the entrant as he is; the new version takes his place, his side and his dice.
        new: the other version.
        against: opponents.
        n: bouts of each pair.
        precision: instead of `n`: go on until the difference is within ± this; 0.01 if neither is given.
        seed: what every die comes from.
        jobs: threads, all cores if None.
        event: an event whose regulation and rulings count.
        scheduler: the address of a Dask scheduler whose workers play.

    """
    from budosim.runs.compare import DEFAULT_PRECISION, Comparison, Version
    from budosim.runs.entry import seed_for, usable
    from budosim.runs.target import Target
    from budosim.runs.workers import workers_at
    from budosim.systems.gurps3.field_files import read_setting

    setting = read_setting(event)
    target = Target.of(n, DEFAULT_PRECISION if n is None and precision is None else precision)
    (base,) = usable(_candidates([old], setting), _silent)
    (other,) = usable(_candidates([new], setting), _silent)
    foes = usable(_candidates(_many(against), setting), _silent)
    chosen = seed_for(seed, setting, _silent)
    with workers_at(scheduler, jobs) as workers:
        version = Version(other.name, other.fighter, other)
        made = Comparison(base, [version], foes, chosen, setting, target, workers)
        made.play(_silent)
    (gain,) = made.differences()
    return Compared(gain.value, gain.lo, gain.hi, gain.n, gain.n_equivalent, chosen.number, made.frame())


def tune(
    entrant: Who,
    against: Who | Sequence[Who],
    *,
    budget: float = 60.0,
    seed: int | str | None = None,
    jobs: int | None = None,
    event: str | Path | None = None,
    scheduler: str | None = None,
) -> Tuned:
    """The value of one more step of everything along legal moves, then better builds and patterns.

    Args:
        entrant: whom to tune.
        against: the field he is to win against.
        budget: seconds the search may take; the values are measured in any case.
        seed: what every die comes from.
        jobs: threads, all cores if None.
        event: an event whose regulation counts.
        scheduler: the address of a Dask scheduler whose workers play.

    """
    import time

    from budosim.runs.entry import seed_for, usable
    from budosim.runs.tune import Tuning
    from budosim.runs.tune_kept import values_frame
    from budosim.runs.workers import workers_at
    from budosim.systems.gurps3.field_files import read_setting

    setting = read_setting(event)
    (base,) = usable(_candidates([entrant], setting), _silent)
    foes = usable(_candidates(_many(against), setting), _silent)
    chosen = seed_for(seed, setting, _silent)
    began = time.monotonic()
    with workers_at(scheduler, jobs) as workers:
        tuning = Tuning(base, foes, chosen.number, setting, workers)
        tuning.warm(_silent)
        tuning.measure()
        tuning.search(began + budget)
    best = tuple({**one.row(None), "text": one.text} for one in reversed(tuning.best))
    return Tuned(values_frame(tuning), best, chosen.number)


def field(pairs: pl.DataFrame, bouts: pl.DataFrame | None = None) -> dict[str, pl.DataFrame]:
    """A field analysed: `ratings`, `counters`, `cycles`, `upsets`, and with bouts the `notable` ones.

    `pairs` is what `matrix` gives; `bouts` is bouts.parquet of its folder.
    """
    import polars as pl

    from budosim.study.analysis import analyse, upset_rows

    return {**analyse(pairs, bouts), "upsets": pl.DataFrame(upset_rows(pairs), infer_schema_length=None)}


def _silent(ja: str, en: str) -> None:
    """Notices are for the command line."""


def _entrant(who: Who) -> Entrant:
    from budosim.systems.gurps3.field_files import resolve

    return who if isinstance(who, Entrant) else read_entrant(resolve(who))


def _many(who: Who | Sequence[Who]) -> list[Who]:
    return [who] if isinstance(who, Entrant | str | Path) else list(who)


def _candidates(everyone: Sequence[Who], setting: Setting) -> list[Candidate]:
    """Entrants and the sheets paths mean, each file once but for a pair of the same."""
    from budosim.systems.gurps3.field_files import candidates_of, sheets_at

    paths: list[Path] = []
    sheets = []
    for who in everyone:
        found = [who] if isinstance(who, Entrant) else [read_entrant(path) for path in sheets_at([who])]
        paths += [Path(one.sheet.path) for one in found]
        sheets += [one.sheet for one in found]
    return candidates_of(paths, setting, sheets)


def _series(
    order: Order,
    setting: Setting,
    n: int | None,
    precision: float | None,
    seed: int | str | None,
    jobs: int | None,
    out: str | Path | None,
    scheduler: str | None,
) -> pl.DataFrame:
    import polars as pl

    from budosim.runs.entry import seed_for
    from budosim.runs.folder import open_new
    from budosim.runs.lab import Lab
    from budosim.runs.target import Target
    from budosim.runs.workers import threads, workers_at

    target = Target.of(n, precision)
    workers = workers_at(scheduler, jobs)
    chosen = seed_for(seed, setting, _silent)
    folder = None if out is None else Path(out)
    if folder is not None:
        open_new(folder, resume=False)
    lab: Lab = Lab(order, chosen, setting, target, jobs=threads(jobs), folder=folder, told=None, workers=workers)
    lab.play(_silent)
    if folder is not None:
        _report(folder)
    return lab.pairs.with_columns(pl.lit(chosen.number, pl.UInt64).alias("seed"))


def _event_field(event: str | Path, *, skip_refused: bool) -> tuple[EventField, list[dict[str, Any]]]:
    from budosim.systems.gurps3.field_files import read_field

    field = read_field(event)
    refused = field.refused
    if refused and not skip_refused:
        en = "\n".join("\n  ".join([str(one.path), *one.reasons("en")]) for one in refused)
        ja = "\n".join("\n  ".join([str(one.path), *one.reasons("ja")]) for one in refused)
        raise EventError(
            f"{len(refused)} refused (skip_refused=True goes on without them):\n{en}",
            f"{len(refused)} 人を受理できません（skip_refused=True で除いて行えます）：\n{ja}",
        )
    return (field.without_refused() if refused else field), [one.refusal() for one in refused]


def _report(folder: Path) -> None:
    from budosim.study.finish import finish

    finish(folder)


__all__ = [
    "Compared",
    "Cup",
    "Entrant",
    "Finding",
    "Tuned",
    "Understanding",
    "check",
    "compare",
    "cup",
    "field",
    "fight",
    "forecast",
    "matrix",
    "read_entrant",
    "spar",
    "tune",
    "understand",
]
