"""A result folder as a whole: its manifest, its tables, who is who in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, cast

import polars as pl

from budosim.errors import BudosimError
from budosim.files import read_text
from budosim.provenance import read_manifest
from budosim.study.columns import tables
from budosim.study.frames import DTYPES, entrants_frame, pairs_frame, read_frame, read_schema, table_frame
from budosim.study.words import Both, both

AUDIT = "audit.jsonl"
LARGEST_AUDIT = 1 << 28
Kind = Literal["cup", "forecast", "matrix", "spar", "compare", "tune", "other"]
KNOWN: tuple[Kind, ...] = ("cup", "forecast", "matrix", "spar", "compare", "tune")
MORE = ("events", "ratings", "counters", "cycles", "notable", "compare", "values", "draws_help")
"""Tables only some results have."""
COUNTED = ("stage", "kind", "a", "b", "winner", "first", "ending", "turns_a", "turns_b")
"""What a report reads of free bouts."""
HEARD = ("bout", "id", "foe", "technique", "hit", "injury", "list", "line")
"""What a report reads of attacks, which are many."""


@dataclass(frozen=True)
class Result:
    """What a result folder holds.

    Fields:
        folder: where it is.
        manifest: how it was made.
        bouts, pairs, entrants, standings, ledger, bracket, forecast: its tables; one it lacks has no rows.
        audit: every organizer's draw.
        more: the tables of `MORE` there are.
    """

    folder: Path
    manifest: Mapping[str, Any]
    bouts: pl.DataFrame
    pairs: pl.DataFrame
    entrants: pl.DataFrame
    standings: pl.DataFrame
    ledger: pl.DataFrame
    bracket: pl.DataFrame
    forecast: pl.DataFrame
    audit: tuple[Mapping[str, Any], ...]
    more: Mapping[str, pl.DataFrame] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """The command it comes from: as the manifest says, else by what it holds."""
        said = self.manifest.get("kind")
        if said in KNOWN:
            return cast(Kind, said)
        if len(self.forecast):
            return "forecast"
        if len(self.standings):
            return "cup"
        for word in self.manifest["command"]:
            if word in KNOWN:
                return cast(Kind, word)
        return "other"

    @property
    def title(self) -> Both:
        """The event's name, or what kind of result it is."""
        event = self.manifest.get("event") or {}
        name = event.get("name") or event.get("id")
        return Both(name, name) if name else both("command", self.kind)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Everybody's name by id."""
        return dict(self.entrants.select("id", "name").iter_rows())

    def name(self, one: str) -> str:
        """Somebody's name; an id nobody entered under stands for itself."""
        return self.names.get(one, one)

    @cached_property
    def groups(self) -> list[list[str]]:
        """The blocks, each best first; none when there are no blocks."""
        blocks: dict[str, list[str]] = {}
        for block, one in self.standings.drop_nulls("block").select("block", "id").iter_rows():
            blocks.setdefault(block, []).append(one)
        return list(blocks.values())

    @property
    def complete(self) -> bool:
        """Whether the run that made it came to its end."""
        return self.manifest.get("complete") is not False

    @property
    def champion(self) -> str | None:
        """The champion's id."""
        won = self.standings.filter(pl.col("reached") == "champion")["id"]
        return str(won[0]) if len(won) else None


def read_result(folder: Path | str) -> Result:
    """Read a result folder; pairs and entrants that were not written come from bouts and manifest.

    Of the bouts of a run of free bouts, which may be millions, only what reports count is read.

    Raises:
        BudosimError: there is no manifest, or a table is damaged or lacks columns.

    """
    where = Path(folder)
    manifest = read_manifest(where)
    names = ("pairs", "entrants", "standings", "ledger", "bracket", "forecast")
    found = {name: _table(where, name) for name in names}
    few = found["pairs"] is not None and found["standings"] is None
    found["bouts"] = bouts = _table(where, "bouts", COUNTED if few else None)
    if found["pairs"] is None and bouts is not None:
        found["pairs"] = pairs_frame(bouts)
    if found["entrants"] is None:
        found["entrants"] = entrants_frame(manifest["entrants"], found["pairs"])
    full = {name: table_frame(name, []) if frame is None else frame for name, frame in found.items()}
    few_of = {"events": HEARD}
    read = {name: _table(where, name, few_of.get(name)) for name in MORE}
    more = {name: frame for name, frame in read.items() if frame is not None and len(frame)}
    return Result(where, manifest, audit=_audit(where / AUDIT), more=more, **full)


def _table(folder: Path, name: str, columns: Sequence[str] | None = None) -> pl.DataFrame | None:
    schema = read_schema(folder, name)
    if schema is None:
        return None
    wrong = [
        column for column, dtype in tables()[name].dtypes().items() if schema.get(column) != DTYPES[dtype]
    ]
    if wrong:
        listed = ", ".join(wrong)
        raise BudosimError(
            f"{folder / name}.parquet is of another version (see {listed}): make the result again",
            f"{folder / name}.parquet は別の版の表です（{listed}）。結果を作り直してください",
        )
    return read_frame(folder, name, columns)


def _audit(path: Path) -> tuple[Mapping[str, Any], ...]:
    if not path.is_file():
        return ()
    rows = []
    for number, line in enumerate(read_text(path, LARGEST_AUDIT).text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BudosimError(
                f"{path}:{number}: not JSON ({error})", f"{path}:{number}：JSON ではありません（{error}）"
            ) from error
        if isinstance(row, dict):
            rows.append(row)
    return tuple(rows)
