"""Blocks as cross tables: everybody against everybody, the standings and the reason for every place."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl

from budosim.events.schedule import deviation
from budosim.study.results import Result
from budosim.study.words import Both, both

MARKS = {1: "○", -1: "●", 0: "△"}
LOOKS = {1: "win", -1: "loss", 0: "draw"}
HIMSELF = "himself"


class Mark(NamedTuple):
    """One cell of a cross table: the sign, how to show it, and the bout it stands for."""

    sign: str
    look: str
    told: Both


class Member(NamedTuple):
    """One row of a block."""

    id: str
    name: str
    place: int
    points: int
    wins: int
    draws: int
    losses: int
    damage: int
    reason: Both
    through: bool
    marks: list[Mark]


class Block(NamedTuple):
    """A block: its name, its members best first, and its play-offs."""

    name: str
    members: list[Member]
    playoffs: list[Both]


def blocks_of(result: Result) -> list[Block]:
    """The blocks of a cup, none without any."""
    blocks = []
    standings = result.standings.drop_nulls("block")
    for (name,), rows in standings.group_by("block", maintain_order=True):
        bouts = result.bouts.filter(pl.col("block") == name)
        met = _met(bouts.filter(pl.col("stage") == "blocks"))
        ids = rows["id"].to_list()
        members = [_member(row, ids, met, result) for row in rows.iter_rows(named=True)]
        playoffs = bouts.filter(pl.col("stage") == "playoff").iter_rows(named=True)
        blocks.append(Block(str(name), members, [_told(row, result) for row in playoffs]))
    return blocks


def deviation_of(result: Result) -> Both | None:
    """Why the blocks are not all of five: what the manifest says, else what their sizes say."""
    if "deviation" in result.manifest:
        said = result.manifest["deviation"]
    elif result.kind == "cup":
        said = deviation([len(group) for group in result.groups], len(result.entrants))
    else:
        said = None
    if isinstance(said, list | tuple) and len(said) == 2:
        return Both(str(said[0]), str(said[1]))
    return Both(str(said), str(said)) if said else None


def _met(bouts: pl.DataFrame) -> dict[tuple[str, str], tuple[int, dict[str, Any]]]:
    """Every fixture from both sides: 1 won, -1 lost, 0 neither."""
    met = {}
    for row in bouts.iter_rows(named=True):
        for me, foe in (("a", "b"), ("b", "a")):
            won = 1 if row["winner"] == me else -1 if row["winner"] == foe else 0
            if row["kind"] == "forfeit" and row["winner"] is None:
                won = -1  # neither appeared: both have lost
            met[row[me], row[foe]] = (won, row)
    return met


def _member(
    row: dict[str, Any],
    ids: list[str],
    met: dict[tuple[str, str], tuple[int, dict[str, Any]]],
    result: Result,
) -> Member:
    marks = []
    for other in ids:
        if other == row["id"]:
            marks.append(Mark("", HIMSELF, Both("", "")))
        elif (row["id"], other) in met:
            won, bout = met[row["id"], other]
            unfought = "" if bout["kind"] == "bout" else "*"
            marks.append(Mark(MARKS[won] + unfought, LOOKS[won], _told(bout, result)))
        else:
            marks.append(Mark("—", "none", Both("試合なし", "no bout")))
    return Member(
        row["id"], result.name(row["id"]), row["block_place"], row["points"], row["wins"], row["draws"],
        row["losses"], row["damage_taken"], Both(row["reason_ja"], row["reason_en"]),
        row["reached"] != "blocks", marks,
    )  # fmt: skip


def _told(bout: dict[str, Any], result: Result) -> Both:
    """One bout in a line."""
    a, b = result.name(bout["a"]), result.name(bout["b"])
    winner = bout["winner"]
    ending = both("ending", bout["ending"])
    if winner is None:
        ja, en = f"{a} 対 {b}：引き分け", f"{a} and {b} drew"
        if bout["kind"] == "forfeit":
            ja, en = f"{a} 対 {b}：勝者なし", f"{a} and {b}: nobody won"
    else:
        won, lost = (a, b) if winner == "a" else (b, a)
        ja, en = f"{won} が {lost} に勝ち", f"{won} beat {lost}"
    if bout["kind"] != "bout":
        return Both(f"{ja}（{ending.ja}）", f"{en} ({ending.en})")
    turns = max(bout["turns_a"] or 0, bout["turns_b"] or 0)
    return Both(f"{ja}（{ending.ja}、{turns} ターン）", f"{en} ({ending.en}, turn {turns})")
