"""A field analysed: ratings, mixture, clusters, cycles, counters, upsets, notable bouts, as tables of a result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from budosim.study.frames import read_frame, table_frame, write_frames
from budosim.study.grid import records_of
from budosim.study.metagame import clusters, counters, cycles, nash
from budosim.study.notable import notable
from budosim.study.ratings import Rated, ratings, upsets

BOUT_COLUMNS = ("bout", "a", "b", "kind", "winner", "ending", "turns_a", "turns_b")
TABLES = ("ratings", "counters", "cycles", "notable")
FEWEST = 3
"""A field has at least so many entrants."""


def is_field(pairs: pl.DataFrame) -> bool:
    """Whether pairs are those of a field: enough entrants, and everybody met most of the others."""
    met = {pair for pair, record in records_of(pairs).items() if record.n and pair[0] != pair[1]}
    ids = {one for pair in met for one in pair}
    return len(ids) >= FEWEST and 2 * len(met) >= len(ids) * (len(ids) - 1)


def analyse(pairs: pl.DataFrame, bouts: pl.DataFrame | None = None) -> dict[str, pl.DataFrame]:
    """The tables of a field's analysis; notable bouts only where bouts are kept."""
    rated = ratings(pairs)
    tables = {
        "ratings": ratings_frame(pairs, rated),
        "counters": table_frame("counters", counters(pairs)),
        "cycles": cycles_frame(pairs),
    }
    if bouts is not None and len(bouts):
        tables["notable"] = table_frame("notable", notable(bouts, rated))
    return tables


def ratings_frame(pairs: pl.DataFrame, rated: list[Rated]) -> pl.DataFrame:
    """Ratings with everybody's share in the mixture and his cluster."""
    mixture, _ = nash(pairs)
    groups = {one: at for at, group in enumerate(clusters(pairs), 1) for one in group}
    return table_frame(
        "ratings",
        [
            {
                "id": one.id,
                "place": one.place,
                "rating": one.rating,
                "lo": one.lo,
                "hi": one.hi,
                "n": one.n,
                "mixture": mixture.get(one.id, 0.0),
                "cluster": groups.get(one.id, 0),
            }
            for one in rated
        ],
    )


def cycles_frame(pairs: pl.DataFrame) -> pl.DataFrame:
    """The cycles, strongest first."""
    return table_frame(
        "cycles",
        [
            {"rank": rank, **dict(zip("abc", one.ids, strict=True)),
             **dict(zip(("rate_ab", "rate_bc", "rate_ca"), one.rates, strict=True))}
            for rank, one in enumerate(cycles(pairs), 1)
        ],
    )  # fmt: skip


def analyse_folder(folder: Path) -> Mapping[str, pl.DataFrame]:
    """Analyse the pairs of a result folder and write the tables beside them; none where there is no field."""
    pairs = read_frame(folder, "pairs")
    if pairs is None or not is_field(pairs):
        return {}
    made = analyse(pairs, read_frame(folder, "bouts", BOUT_COLUMNS))
    write_frames(folder, made)
    return made


def upset_rows(pairs: pl.DataFrame) -> list[dict[str, Any]]:
    """The upsets of a field as rows."""
    return [dict(row) for row in upsets(pairs, ratings(pairs))]
