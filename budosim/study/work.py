"""What did the work: techniques, places and pattern lines by the injury they dealt, from the talking subsample.

A share comes with its own interval: bouts, not attacks, were drawn, so it is that of a ratio over bouts.
"""

from __future__ import annotations

from math import sqrt
from typing import Literal

import polars as pl

from budosim.study.rates import Z95

By = Literal["technique", "place", "line"]
COLUMNS = {"technique": ["technique"], "place": ["hit"], "line": ["list", "line"]}


def work(events: pl.DataFrame, by: By, who: str | None = None) -> pl.DataFrame:
    """Attacks, hits and injury by technique, place hit, or pattern line: of everybody together, or of one fighter.

    Columns: id, the key, attacks, hits, injury, share of all injury the fighter dealt, lo, hi, bouts heard.
    Of lines, default acts stand under null.
    """
    own = events if who is None else events.filter(pl.col("id") == who)
    keys = COLUMNS[by]
    whose = [] if who is None and by != "line" else ["id"]
    hurt = own.with_columns(
        injury=pl.col("injury").fill_null(0), key=pl.concat_str(keys, separator=":", ignore_nulls=True)
    )
    if by == "place":
        hurt = hurt.filter(pl.col("hit").is_not_null())
    groups = hurt.group_by([*whose, *keys, "key"]).agg(
        attacks=pl.len().cast(pl.Int64),
        hits=(pl.col("injury") > 0).sum().cast(pl.Int64),
        injury=pl.col("injury").sum().cast(pl.Int64),
    )
    rows = []
    for row in groups.iter_rows(named=True):
        mine = hurt if not whose else hurt.filter(pl.col("id") == row["id"])
        share, lo, hi, n = _share(mine, row["key"])
        rows.append({**row, "share": share, "lo": lo, "hi": hi, "bouts": n})
    if not rows:
        return groups.with_columns(share=pl.lit(0.0), lo=pl.lit(0.0), hi=pl.lit(0.0), bouts=pl.lit(0)).clear()
    order = [*whose, "injury", "key"]
    return (
        pl.DataFrame(rows, infer_schema_length=None)
        .sort(order, descending=[False] * len(whose) + [True, False])
        .drop("key")
    )


def _share(attacks: pl.DataFrame, key: str) -> tuple[float | None, float | None, float | None, int]:
    """A key's share of the injury, its interval, and over how many bouts."""
    pair = pl.concat_str(pl.min_horizontal("id", "foe"), pl.max_horizontal("id", "foe"), separator=" ")
    per = attacks.group_by("bout", pair.alias("pair")).agg(
        part=pl.col("injury").filter(pl.col("key") == key).sum(), whole=pl.col("injury").sum()
    )
    n, total = len(per), int(per["whole"].sum())
    if not total:
        return None, None, None, n
    share = int(per["part"].sum()) / total
    left = (per["part"] - share * per["whole"]).to_numpy()
    spread = float(left @ left) * n / max(1, n - 1)
    reach = Z95 * sqrt(spread) / total
    return share, max(0.0, share - reach), min(1.0, share + reach), n
