"""The official event: played once by the talking core, written down, played again to verify."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.errors import BudosimError, EventError
from budosim.events.days import Day, days_of
from budosim.events.referee import RULINGS, Rulings, read_rulings, write_rulings
from budosim.events.result import EventResult
from budosim.events.seeds import Seed
from budosim.files import read_text, write_jsonl
from budosim.provenance import Difference, compare_records
from budosim.runs.cup_journal import BoutFiles
from budosim.runs.folder import Stored, describe, keep_sources
from budosim.runs.warm import Notice, warm_up
from budosim.systems.gurps3.field_files import EventField
from budosim.systems.gurps3.rules import RULES_VERSION

if TYPE_CHECKING:
    import polars as pl

    from budosim.systems.gurps3.retell import Retold

Tick = Callable[[int], None]
"""Told how many bouts are over."""
CONDITIONS = "conditions.jsonl"
AUDIT = "audit.jsonl"
TABLES = ("bouts", "pairs", "events", "entrants", "standings", "ledger", "bracket")


@dataclass
class Official:
    """One official event with everything its folder keeps.

    Fields:
        attacks: a row per attack of every bout (events.parquet).
        openings: what each bout began with (conditions.jsonl).
        turns: by bout the states its turns began with; only of bouts fought in this process.
        seconds: what the playing took.
        files: the journal the bouts are kept in.
    """

    field: EventField
    seed: Seed
    result: EventResult
    rulings: Rulings = dataclasses.field(default_factory=Rulings)
    until: Day | None = None
    attacks: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    openings: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    turns: dict[int, list[tuple[int, int, Any]]] = dataclasses.field(default_factory=dict)
    seconds: float = 0.0
    files: BoutFiles | None = None

    @property
    def day(self) -> Day:
        """The last day that was played."""
        return self.until if self.until is not None else days_of(self.result.plan)[-1]

    def name(self, slot: int) -> str:
        """The name of a slot."""
        return self.field.candidates[slot].name

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables of the result folder by name."""
        from budosim.study import frames

        bouts = frames.bouts_frame(self.result.bouts(), seed=self.seed.number, rules_version=RULES_VERSION)
        pairs = frames.pairs_frame(bouts)
        return {
            "bouts": bouts,
            "pairs": pairs,
            "events": frames.events_frame(self.attacks),
            "entrants": frames.entrants_frame(entrant_rows(self.field), pairs),
            "standings": frames.standings_frame(self.result.standings()),
            "ledger": frames.ledger_frame(self.result.ledger),
            "bracket": frames.bracket_frame(self.result.bracket()),
        }


def entrant_rows(entrants: EventField) -> list[dict[str, Any]]:
    """A row per entrant for entrants.parquet."""
    rows = []
    for slot, one in enumerate(entrants.candidates):
        sheet = one.sheet
        rows.append(
            {
                "id": one.id,
                "slot": slot,
                "name": one.name,
                "reading": sheet.entrant.reading or None,
                "style": sheet.style.text if sheet.style else None,
                "age": sheet.entrant.age,
                "file": one.path.name,
                "sha256": sheet.sha256,
            }
        )
    return rows


def play(
    entrants: EventField,
    seed: Seed,
    notice: Notice,
    tick: Tick | None = None,
    *,
    journal: Path | None = None,
    rulings: Rulings | None = None,
    until: Day | None = None,
) -> Official:
    """The official event of a field whose every candidate is accepted, or its part up to the end of a day.

    With a result folder as `journal` every bout is kept there as it ends, and none is fought twice.
    """
    from budosim.study.attacks import attack_rows
    from budosim.systems.gurps3.cup import play_cup

    attacks: list[dict[str, Any]] = []
    openings: list[dict[str, Any]] = []
    turns: dict[int, list[tuple[int, int, Any]]] = {}
    files = None
    if journal is not None:
        files = BoutFiles(journal, [candidate.fighter for candidate in entrants.candidates])

    def listen(bout: Retold, opening: dict[str, Any]) -> None:
        attacks.extend(attack_rows(bout.trace))
        openings.append(opening)
        if bout.turns:
            turns[bout.number] = bout.turns
        if tick is not None:
            tick(len(openings))

    if files is None or not files.folder.is_dir():
        magic = any(one.fighter.sheet.spells for one in entrants.candidates)
        warm_up(lambda: _first_bout(entrants, seed), notice, talking=True, magic=magic)
    began = time.perf_counter()
    result = play_cup(entrants, seed.number, listen, journal=files, rulings=rulings, until=until)
    return Official(
        field=entrants,
        seed=seed,
        result=result,
        rulings=rulings or Rulings(),
        until=until,
        attacks=attacks,
        openings=openings,
        turns=turns,
        seconds=time.perf_counter() - began,
        files=files,
    )


def reopened(stored: Stored, notice: Notice, tick: Tick | None = None, until: Day | None = None) -> Official:
    """A stored cup as it was played, from its journal; a bout the journal lacks is fought again."""
    return play(
        stored.field,
        stored.seed,
        notice,
        tick,
        journal=stored.folder,
        rulings=read_rulings(stored.folder),
        until=until if until is not None else _played_until(stored),
    )


def _played_until(stored: Stored) -> Day | None:
    """The day a stored cup was played to; None when it is complete."""
    from budosim.events.days import named_day
    from budosim.systems.gurps3.cup import plan_of

    day = stored.manifest.get("until")
    return None if day is None or stored.manifest.get("complete") else named_day(plan_of(stored.field), str(day))


def rulings_for(folder: Path, entrants: EventField) -> Rulings:
    """The organizer's decisions: the result folder's own, for a new one those that lie beside the event."""
    return read_rulings(folder if (folder / RULINGS).is_file() else entrants.event.folder)


def without_withdrawn(entrants: EventField, rulings: Rulings, notice: Notice) -> EventField:
    """The field without those who withdrew before the draw."""
    gone = {one.id: one for one in rulings.before_the_draw()}
    left = tuple(one for one in entrants.candidates if one.id not in gone)
    for one in entrants.candidates:
        if one.id in gone:
            why = gone[one.id]
            notice(
                f"辞退：{one.name}（{why.reason}／{why.by}）",
                f"withdrawn: {one.name} ({why.reason}; signed {why.by})",
            )
    if len(left) == len(entrants.candidates):
        return entrants
    event = dataclasses.replace(entrants.event, order=tuple(id_ for id_ in entrants.event.order if id_ not in gone))
    return dataclasses.replace(
        entrants, setting=dataclasses.replace(entrants.setting, event=event), candidates=left
    )


def _first_bout(entrants: EventField, seed: Seed) -> None:
    """A bout nobody counts."""
    from budosim.systems.gurps3.cup import TalkingDuels
    from budosim.systems.gurps3.retell import retell

    fighters = [candidate.fighter for candidate in entrants.candidates]
    two = sorted(fighters, key=lambda one: bool(one.sheet.spells))[-2:]
    arena = TalkingDuels(two, seed.number, entrants.setting)
    retell(arena, (0, len(two) - 1), 0, entrants.setting)


def begin(
    folder: Path, entrants: EventField, seed: Seed, more: Mapping[str, Any], rulings: Rulings | None = None
) -> None:
    """What a folder holds before the first bout: sources and a manifest that says it is not complete."""
    keep_sources(folder, entrants.setting, entrants.candidates)
    if rulings is not None and rulings.decisions:
        write_rulings(folder, rulings)
    describe(folder, "cup", seed, entrants.setting, entrants.candidates, n=1, more={"complete": False, **more})


def write(folder: Path, official: Official, more: Mapping[str, Any]) -> None:
    """The tables, the audit, the openings and the manifest of an official event."""
    from budosim.study.frames import write_frames

    write_frames(folder, official.frames())
    write_jsonl(folder / AUDIT, official.result.audit)
    write_jsonl(folder / CONDITIONS, official.openings)
    fought = sum(fixture.kind == "bout" for fixture in official.result.fixtures)
    describe(
        folder,
        "cup",
        official.seed,
        official.field.setting,
        official.field.candidates,
        n=1,
        wall_seconds=official.seconds,
        bouts=fought,
        more={
            "complete": official.result.complete,
            "until": official.day.id,
            "champion": official.result.champion_id,
            **more,
        },
    )


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file of a result folder.

    Raises:
        EventError: the file is missing or not of that form.

    """
    import json

    if not path.is_file():
        raise EventError(f"{path} is missing from the result", f"結果に {path} がありません")
    try:
        rows = [json.loads(line) for line in read_text(path, 1 << 30).text.split("\n") if line.strip()]
    except BudosimError as error:
        raise EventError(error.en, error.ja) from error
    except ValueError as error:
        raise EventError(f"{path} is not JSON Lines: {error}", f"{path} を読めません（{error}）") from error
    if not all(isinstance(row, dict) for row in rows):
        raise EventError(f"{path}: a line is not an object", f"{path}：オブジェクトでない行があります")
    return rows


def played_again(stored: Stored, notice: Notice, tick: Tick | None = None) -> Official:
    """A stored cup, every bout of it fought anew."""
    return play(stored.field, stored.seed, notice, tick, rulings=read_rulings(stored.folder))


def verify(stored: Stored, again: Official) -> list[Difference]:
    """Compare every record of a stored cup with what it came to when it was played again."""
    from budosim.study.frames import read_frame

    then: dict[str, Sequence[Mapping[str, Any]]] = {
        name: read_lines(stored.folder / name) for name in (AUDIT, CONDITIONS)
    }
    for name in TABLES:
        kept = read_frame(stored.folder, name)
        if kept is not None:
            then[name] = kept.to_dicts()
    then["manifest"] = [{"champion": stored.manifest.get("champion")}]
    now: dict[str, Sequence[Mapping[str, Any]]] = {
        AUDIT: [dict(row) for row in again.result.audit],
        CONDITIONS: again.openings,
        "manifest": [{"champion": again.result.champion_id}],
        **{name: frame.to_dicts() for name, frame in again.frames().items()},
    }
    return compare_records(then, now)
