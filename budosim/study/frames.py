"""Records as polars frames with the columns of `columns.toml`, and their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import polars as pl

from budosim.errors import BudosimError
from budosim.files import replacing
from budosim.study.columns import tables
from budosim.study.rates import forecast_rows, wilson

T = TypeVar("T")
DTYPES: Mapping[str, Any] = {
    "u64": pl.UInt64,
    "i64": pl.Int64,
    "f64": pl.Float64,
    "str": pl.String,
    "bool": pl.Boolean,
}
SIDES = {0: "a", 1: "b", "a": "a", "b": "b"}
ENDING = "ending_"
Rows: TypeAlias = Iterable[Mapping[str, Any]]
Data: TypeAlias = Rows | pl.DataFrame | Mapping[str, Any]
"""Rows, a frame, or columns by name: arrays, lists, or one value for all rows."""


def table_frame(table: str, data: Data, defaults: Mapping[str, Any] | None = None) -> pl.DataFrame:
    """Data as the frame of a table: its columns in their order, with their dtypes, then what else there is.

    A column that is missing takes its value of `defaults`, and is empty where it may be.

    Raises:
        ValueError: a column is missing, or has an empty cell where none may be; or a NaN.

    """
    form = tables()[table]
    schema = _schema(table)
    frame = _frame(data, schema)
    if frame.is_empty():
        return pl.DataFrame(schema=schema)
    for name, value in (defaults or {}).items():
        if name not in frame.columns:
            frame = frame.with_columns(pl.lit(value).alias(name))
        elif value is not None:
            frame = frame.with_columns(pl.col(name).fill_null(value))
    missing = [name for name in schema if name not in frame.columns]
    frame = frame.with_columns(pl.lit(None).alias(name) for name in missing)
    more = [name for name in frame.columns if name not in schema]
    frame = frame.select(*(pl.col(name).cast(dtype) for name, dtype in schema.items()), *more)
    _complete(table, frame, form.nullable() | set(more))
    return frame


def _schema(table: str) -> dict[str, Any]:
    return {name: DTYPES[dtype] for name, dtype in tables()[table].dtypes().items()}


def _frame(data: Data, schema: Mapping[str, Any]) -> pl.DataFrame:
    if isinstance(data, pl.DataFrame):
        return data
    if isinstance(data, Mapping):
        return pl.DataFrame(dict(data))
    rows = [dict(row) for row in data]
    names = list(dict.fromkeys(name for row in rows for name in row))
    known = {name: schema[name] for name in names if name in schema}
    columns = {name: [_plain(row.get(name)) for row in rows] for name in names}
    return pl.DataFrame(
        {name: pl.Series(name, values, known.get(name), strict=True) for name, values in columns.items()}
    )


def _plain(value: Any) -> Any:
    """A numpy scalar as Python's, and no NaN."""
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        value = value.item()
    return None if isinstance(value, float) and value != value else value


def _complete(table: str, frame: pl.DataFrame, nullable: Iterable[str]) -> None:
    for name in frame.columns:
        column = frame[name]
        if name not in set(nullable) and column.null_count():
            raise ValueError(f"{table}.{name}: {column.null_count()} of {len(column)} cells are empty")
        if column.dtype.is_float() and column.is_nan().any():
            raise ValueError(f"{table}.{name}: NaN")


def bouts_frame(
    rows: Data,
    *,
    seed: int | None = None,
    rules_version: str | None = None,
    endings: Sequence[str] = (),
) -> pl.DataFrame:
    """Bouts as bouts.parquet holds them.

    `rows` are rows such as `EventResult.bouts()` gives, or columns such as the fields of an outcome array
    with `bout`, `a` and `b` beside. Sides may be "a" and "b" or 0 and 1, -1 and None standing for neither; an
    ending may be an index into `endings`.
    """
    if not isinstance(rows, pl.DataFrame | Mapping):
        rows = [
            {**row, **{name: SIDES.get(_plain(row.get(name))) for name in ("winner", "first")}}
            for row in rows
        ]
    frame = _frame(rows, _schema("bouts"))
    for name in ("winner", "first"):
        if name in frame.columns and frame[name].dtype.is_integer():
            sides = pl.col(name).replace_strict({0: "a", 1: "b"}, default=None, return_dtype=pl.String)
            frame = frame.with_columns(sides)
    if "ending" in frame.columns and frame["ending"].dtype.is_integer():
        words = pl.col("ending").replace_strict(dict(enumerate(endings)), return_dtype=pl.String)
        frame = frame.with_columns(words)
    nothing_done = {"damage_a": 0, "damage_b": 0, "dead_a": False, "dead_b": False}
    defaults = {"stage": "free", "round": 1, "kind": "bout", **nothing_done}
    return table_frame("bouts", frame, {**defaults, "seed": seed, "rules_version": rules_version})


def outcomes_frame(
    outcomes: Any,
    numbers: Any,
    a: str,
    b: str,
    *,
    endings: Sequence[str],
    seed: int,
    rules_version: str,
    stage: str = "free",
) -> pl.DataFrame:
    """The bouts of one pair from an array of outcomes and the array of their numbers."""
    columns = {name: outcomes[name] for name in outcomes.dtype.names}
    return bouts_frame(
        {"bout": numbers, "a": a, "b": b, "stage": stage, **columns},
        seed=seed,
        rules_version=rules_version,
        endings=endings,
    )


def pair_counts(bouts: pl.DataFrame) -> pl.DataFrame:
    """Whole numbers per pair, of the bouts that were fought: they may be added up, chunk after chunk."""
    fought = bouts.filter(pl.col("kind") == "bout")
    names = sorted(fought["ending"].unique().to_list())
    length = pl.max_horizontal("turns_a", "turns_b")
    return (
        fought.group_by("a", "b", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            (pl.col("winner") == "a").sum().cast(pl.Int64).alias("wins_a"),
            pl.col("winner").is_null().sum().cast(pl.Int64).alias("draws"),
            (pl.col("winner") == "b").sum().cast(pl.Int64).alias("wins_b"),
            pl.col("first").is_not_null().sum().cast(pl.Int64).alias("n_first"),
            (pl.col("winner") == pl.col("first")).sum().cast(pl.Int64).alias("wins_first"),
            length.is_not_null().sum().cast(pl.Int64).alias("n_turns"),
            length.sum().cast(pl.Int64).alias("turns"),
            *((pl.col("ending") == name).sum().cast(pl.Int64).alias(ENDING + name) for name in names),
        )
        .sort("a", "b", maintain_order=True)
    )


def add_counts(counts: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """Several counts of pairs, added up."""
    frames = [frame for frame in counts if len(frame)]
    if not frames:
        return pair_counts(table_frame("bouts", []))
    joined = pl.concat(frames, how="diagonal")
    numbers = [name for name in joined.columns if name not in ("a", "b")]
    return joined.group_by("a", "b").agg(pl.col(name).sum() for name in numbers).sort("a", "b")


def pairs_of(counts: pl.DataFrame) -> pl.DataFrame:
    """Counts of pairs as pairs.parquet holds them: with rates and their intervals."""
    if not (counts["n"] == counts["wins_a"] + counts["draws"] + counts["wins_b"]).all():
        raise ValueError("wins, draws and losses of a pair do not add up to its bouts")
    ends = [wilson(k, n) for k, n in counts.select("wins_a", "n").iter_rows()]
    known = [name for name in tables()["pairs"].dtypes() if name.startswith(ENDING)]
    frame = counts.with_columns(
        _share("wins_a", "n").alias("rate_a"),
        pl.Series("lo", [lo for lo, _ in ends], pl.Float64),
        pl.Series("hi", [hi for _, hi in ends], pl.Float64),
        _share("wins_first", "n_first").alias("first_mover_rate"),
        _share("turns", "n_turns").alias("turns_mean"),
    ).drop("n_first", "wins_first", "n_turns", "turns")
    return table_frame("pairs", frame, dict.fromkeys(known, 0))


def pairs_frame(bouts: pl.DataFrame) -> pl.DataFrame:
    """The pairs of a frame of bouts."""
    return pairs_of(pair_counts(bouts))


def _share(part: str, whole: str) -> pl.Expr:
    return pl.when(pl.col(whole) > 0).then(pl.col(part) / pl.col(whole))


def entrant_records(pairs: pl.DataFrame) -> pl.DataFrame:
    """Everybody's bouts, wins, draws and losses over all pairs, with the rate and its interval."""
    sides = [
        pairs.select(pl.col(me).alias("id"), "n", wins=f"wins_{me}", draws="draws", losses=f"wins_{foe}")
        for me, foe in (("a", "b"), ("b", "a"))
    ]
    numbers = ("n", "wins", "draws", "losses")
    total = pl.concat(sides).group_by("id").agg(pl.col(name).sum() for name in numbers).sort("id")
    return _with_interval(total, "wins", "rate")


def _with_interval(frame: pl.DataFrame, count: str, name: str) -> pl.DataFrame:
    ends = [wilson(k, n) for k, n in frame.select(count, "n").iter_rows()]
    return frame.with_columns(
        _share(count, "n").alias(name),
        pl.Series("lo", [lo for lo, _ in ends], pl.Float64),
        pl.Series("hi", [hi for _, hi in ends], pl.Float64),
    )


def entrants_frame(rows: Data, pairs: pl.DataFrame | None = None) -> pl.DataFrame:
    """Entrants as entrants.parquet holds them; their records come from `pairs`.

    A row needs an `id`; the name falls back to it, and the slot to the row's place.
    """
    frame = _frame(rows, _schema("entrants"))
    if frame.is_empty():
        return table_frame("entrants", [])
    if "slot" not in frame.columns:
        frame = frame.with_row_index("slot")
    named = pl.col("name").replace("", None) if "name" in frame.columns else pl.lit(None, pl.String)
    frame = frame.with_columns(named.fill_null(pl.col("id")).alias("name"))
    if pairs is not None:
        counted = entrant_records(pairs)
        frame = frame.drop(*counted.columns[1:], strict=False)
        frame = frame.join(counted, on="id", how="left", maintain_order="left")
    return table_frame("entrants", frame, {"n": 0, "wins": 0, "draws": 0, "losses": 0})


def standings_frame(rows: Data) -> pl.DataFrame:
    """Standings as standings.parquet holds them; `rows` as of `EventResult.standings()`."""
    return table_frame("standings", rows)


def ledger_frame(rows: Data) -> pl.DataFrame:
    """The ledger as ledger.parquet holds it; `rows` as of `EventResult.ledger`."""
    return table_frame("ledger", rows)


def events_frame(rows: Data) -> pl.DataFrame:
    """Attacks as events.parquet holds them; `rows` as of `attacks.attack_rows`."""
    return table_frame("events", rows)


def attacks_frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Attacks whose values are plain already, as events.parquet holds them: much faster than `events_frame`."""
    return events_frame(pl.DataFrame(rows, schema=_schema("events")))


def bracket_frame(rounds: Rows) -> pl.DataFrame:
    """The bracket as bracket.parquet holds it; `rounds` as of `EventResult.bracket()`."""
    rows = [
        {
            "round": number,
            "stage": row["round"],
            "name_ja": row["name_ja"],
            "name_en": row["name_en"],
            "line": line,
            "id": identity or None,
            "emptied": identity == "",
        }
        for number, row in enumerate(rounds, 1)
        for line, identity in enumerate(row["lines"], 1)
    ]
    return table_frame("bracket", rows)


def forecast_frame(entrants: Sequence[Mapping[str, Any]], rounds: Sequence[str]) -> pl.DataFrame:
    """A forecast as forecast.parquet holds it.

    `entrants` are rows as of `Forecast.entrants()`, `rounds` the ids of the knockout's rounds.
    """
    rows = []
    for row in forecast_rows(entrants):
        counts = [row["block"], *row["rounds"], row["titles"]]
        for stage, count in zip(("block", *rounds, "title"), counts, strict=True):
            rows.append({"id": row["id"], "stage": stage, "count": count, "n": row["n"]})
    if not rows:
        return table_frame("forecast", [])
    return table_frame("forecast", _with_interval(_frame(rows, {}), "count", "p"))


def write_frames(folder: Path | str, frames: Mapping[str, pl.DataFrame | None]) -> list[Path]:
    """Write frames into a result folder, each as `<name>.parquet`; None is left out."""
    written = []
    for name, frame in frames.items():
        if frame is not None:
            path = Path(folder) / f"{name}.parquet"
            with replacing(path) as part:
                frame.write_parquet(part, compression="zstd")
            written.append(path)
    return written


def read_frame(folder: Path | str, name: str, columns: Sequence[str] | None = None) -> pl.DataFrame | None:
    """A frame of a result folder, or only some columns of it; None when there is none of that name."""
    chosen = None if columns is None else list(columns)
    return _read(Path(folder) / f"{name}.parquet", lambda path: pl.read_parquet(path, columns=chosen))


def read_schema(folder: Path | str, name: str) -> Mapping[str, Any] | None:
    """The columns of a frame with their dtypes, without reading it; None when there is none of that name."""
    return _read(Path(folder) / f"{name}.parquet", pl.read_parquet_schema)


def _read(path: Path, reader: Callable[[Path], T]) -> T | None:
    if not path.is_file():
        return None
    try:
        return reader(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise BudosimError(
            f"{path} is not a table this version can read: make the result again, or take it from a backup",
            f"{path} を表として読めません。結果を作り直すか、控えから戻してください",
        ) from error
