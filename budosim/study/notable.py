"""Bouts worth opening by number: the fastest, longest, most typical, strangest, the biggest upsets."""

from __future__ import annotations

import polars as pl

from budosim.study.ratings import Rated, expected_rate

MOST = 5
KINDS = ("fastest", "longest", "typical", "strangest", "upset")


def notable(bouts: pl.DataFrame, rated: list[Rated] | None = None, most: int = MOST) -> pl.DataFrame:
    """The notable bouts of a frame of bouts: kind, rank, bout, a, b, winner, ending, turns, surprise.

    A bout's surprise is how unlikely it is within its own pair: how seldom its winner, its ending and a length like
    its own come there, as bits of information. Typical is the least surprising of all, strangest the most.
    """
    fought = bouts.filter(pl.col("kind") == "bout").with_columns(turns=pl.max_horizontal("turns_a", "turns_b"))
    if fought.is_empty():
        return fought.select("bout", "a", "b", "winner", "ending", "turns").with_columns(
            kind=pl.lit(""), rank=pl.lit(0, pl.Int64), surprise=pl.lit(0.0)
        )
    lengths = (pl.col("turns").clip(lower_bound=1).log(2) * 2).round().cast(pl.Int64)
    marked = fought.with_columns(length=lengths, who=pl.col("winner").fill_null("-"))
    bits = [_bits(marked, column) for column in ("who", "ending", "length")]
    marked = marked.with_columns(surprise=pl.sum_horizontal(bits).abs())
    found = [
        _first(marked, "fastest", ["turns", "surprise", "bout"], [False, True, False], most),
        _first(marked, "longest", ["turns", "surprise", "bout"], [True, True, False], most),
        _first(marked, "typical", ["surprise", "bout"], [False, False], most),
        _first(marked, "strangest", ["surprise", "bout"], [True, False], most),
    ]
    if rated:
        known = {one.id: one.rating for one in rated}
        table = pl.DataFrame(
            [
                {"a": a, "b": b, "winner": side, "chance": expected_rate(known[a if side == "a" else b],
                                                                       known[b if side == "a" else a])}
                for a, b in marked.select("a", "b").unique().iter_rows()
                if a in known and b in known
                for side in ("a", "b")
            ],
            schema={"a": pl.String, "b": pl.String, "winner": pl.String, "chance": pl.Float64},
        )  # fmt: skip
        upset = marked.join(table, on=["a", "b", "winner"], how="inner").filter(pl.col("chance") < 0.5)
        found.append(_first(upset, "upset", ["chance", "bout"], [False, False], most))
    columns = ["kind", "rank", "bout", "a", "b", "winner", "ending", "turns", "surprise"]
    return pl.concat([frame.select(columns) for frame in found])


def _bits(frame: pl.DataFrame, column: str) -> pl.Expr:
    del frame
    share = pl.len().over("a", "b", column) / pl.len().over("a", "b")
    return -share.log(2)


def _first(frame: pl.DataFrame, kind: str, by: list[str], falling: list[bool], most: int) -> pl.DataFrame:
    """The first of an order; one of a pair only, so that five bouts show five pairs where there are."""
    chosen = frame.sort(by, descending=falling).unique(["a", "b"], keep="first", maintain_order=True).head(most)
    return chosen.with_columns(kind=pl.lit(kind), rank=pl.int_range(1, pl.len() + 1, dtype=pl.Int64))
