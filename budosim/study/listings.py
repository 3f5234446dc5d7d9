"""The tables of a report as rows ready to print: numbers as text, names for ids, both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from budosim.study.columns import endings
from budosim.study.frames import ENDING
from budosim.study.grid import by_strength, records_of
from budosim.study.rates import NOTHING, Record, interval_text, percentages, rate_text, wilson
from budosim.study.results import Result
from budosim.study.words import Both, both

MOST_PAIRS = 500
"""Pairs a page lists; the file has them all."""
VACANT = Both("該当者なし", "no champion")


class Share(NamedTuple):
    """A rate to print and to draw: the text, its interval as text, and the fractions."""

    text: str
    interval: str
    rate: float | None
    lo: float | None
    hi: float | None


class Entry(NamedTuple):
    """An entrant's row."""

    id: str
    name: str
    style: str
    reached: Both | None
    rank: int | None
    record: Record
    share: Share


class PairRow(NamedTuple):
    """A pair's row, from the side of `a`."""

    a: str
    b: str
    record: Record
    share: Share
    first: str
    turns: str


class Count(NamedTuple):
    """A kind of thing, how often there was one, its percentage as text and as a fraction."""

    name: Both
    n: int
    percent: str
    fraction: float


class Odds(NamedTuple):
    """An entrant's chances, stage after stage."""

    name: str | Both
    shares: list[Share]


class Fought(NamedTuple):
    """A bout in the list of bouts."""

    stage: Both
    a: str
    b: str
    winner: str
    look: str
    ending: Both
    turns: int | None
    bout: int | None


class Drawn(NamedTuple):
    """An organizers' draw: what for, the values drawn, what came of them."""

    what: Both
    kind: Both
    values: str
    result: str


class Carried(NamedTuple):
    """A row of the ledger: numbers before, after and after the break."""

    stage: Both
    name: str
    foe: str
    hp: str
    fp: str
    lost: list[Both]


def share_of(k: int, n: int) -> Share:
    """A rate of `k` in `n`, whole."""
    lo, hi = wilson(k, n)
    return Share(rate_text(k, n), interval_text(lo, hi), k / n if n else None, lo, hi)


def entries_of(result: Result) -> list[Entry]:
    """Everybody with his record: by place in the event, else strongest first, else as entered."""
    stood = {row["id"]: row for row in result.standings.iter_rows(named=True)}
    order = {one: at for at, one in enumerate(by_strength(records_of(result.pairs)))}
    rows = []
    for row in result.entrants.iter_rows(named=True):
        record = Record(row["wins"], row["draws"], row["losses"])
        stands = stood.get(row["id"])
        reached = both("stage", stands["reached"]) if stands else None
        rank = stands["rank"] if stands else None
        share = share_of(record.wins, record.n)
        rows.append(Entry(row["id"], row["name"], row["style"] or "", reached, rank, record, share))
    last = len(rows) + 1
    return sorted(rows, key=lambda entry: (entry.rank or last, order.get(entry.id, last)))


def pairs_of(result: Result) -> list[PairRow]:
    """The first `MOST_PAIRS` pairs."""
    rows = []
    for row in result.pairs.head(MOST_PAIRS).iter_rows(named=True):
        first, turns = row["first_mover_rate"], row["turns_mean"]
        rows.append(
            PairRow(
                result.name(row["a"]),
                result.name(row["b"]),
                Record(row["wins_a"], row["draws"], row["wins_b"]),
                share_of(row["wins_a"], row["n"]),
                NOTHING if first is None else f"{100 * first:.1f} %",
                NOTHING if turns is None else f"{turns:.1f}",
            )
        )
    return rows


def endings_of(result: Result) -> list[Count]:
    """How bouts ended, the most frequent first; the percentages sum to 100.0."""
    names = [name for name in result.pairs.columns if name.startswith(ENDING)]
    counts = {name.removeprefix(ENDING): int(result.pairs[name].sum()) for name in names}
    known = {ending: at for at, ending in enumerate(endings())}
    found = sorted((one for one in counts if counts[one]), key=lambda one: (-counts[one], known.get(one, 99)))
    return counted([(both("ending", one), counts[one]) for one in found])


def counted(counts: Sequence[tuple[Both, int]]) -> list[Count]:
    """Counts with their percentages."""
    total = sum(count for _, count in counts)
    shares = percentages([count for _, count in counts])
    return [
        Count(name, count, NOTHING if share is None else f"{share:.1f} %", count / total if total else 0.0)
        for (name, count), share in zip(counts, shares, strict=True)
    ]


def first_mover_of(result: Result) -> Share | None:
    """How often the side that moved first won, over all bouts; None where bouts are not kept."""
    known = result.bouts.filter((pl.col("kind") == "bout") & pl.col("first").is_not_null())
    won = int((known["winner"] == known["first"]).sum())
    return share_of(won, len(known)) if len(known) else None


def odds_of(result: Result) -> tuple[list[Both], list[Odds]]:
    """The stages of a forecast, and everybody's chances, the likeliest champion first."""
    frame = result.forecast
    stages = frame["stage"].unique(maintain_order=True).to_list()
    rows: dict[str, list[Share]] = {}
    titles: dict[str, int] = {}
    total = 0
    for one, stage, count, n in frame.select("id", "stage", "count", "n").iter_rows():
        rows.setdefault(one, []).append(share_of(count, n))
        if stage == "title":
            titles[one], total = count, n
    order = sorted(rows, key=lambda one: (-titles.get(one, 0), one))
    found = [Odds(result.name(one), rows[one]) for one in order]
    vacant = total - sum(titles.values())
    if vacant:
        blank = Share("", "", None, None, None)
        found.append(Odds(VACANT, [blank] * (len(stages) - 1) + [share_of(vacant, total)]))
    return [both("stage", stage) for stage in stages], found


def fought_of(result: Result) -> list[Fought]:
    """Every fixture in the order it was held."""
    rows = []
    for row in result.bouts.iter_rows(named=True):
        winner = row["winner"]
        stage = both("stage", row["stage"])
        if row["block"] is not None:
            stage = Both(f"{stage.ja} {row['block']}", f"{stage.en} {row['block']}")
        turns = [count for count in (row["turns_a"], row["turns_b"]) if count is not None]
        rows.append(
            Fought(
                stage,
                result.name(row["a"]),
                NOTHING if row["b"] is None else result.name(row["b"]),
                "" if winner is None else result.name(row[winner]),
                winner or "neither",
                both("ending", row["ending"]),
                max(turns) if turns else None,
                row["bout"] if row["kind"] == "bout" else None,
            )
        )
    return rows


def draws_of(result: Result) -> list[Drawn]:
    """Every organizers' draw."""
    return [
        Drawn(
            both("what", str(row.get("what", ""))),
            both("draw", str(row.get("kind", ""))),
            " ".join(str(value) for value in _list(row.get("values"))),
            _result(row.get("result"), result),
        )
        for row in result.audit
    ]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _result(value: Any, result: Result) -> str:
    return "、".join(result.name(one) if isinstance(one, str) else str(one) for one in _list(value))


def ledger_of(result: Result) -> list[Carried]:
    """Who brought what into the knockout and what was left."""
    rows = result.ledger.filter(~pl.col("stage").is_in(["blocks", "playoff"]))
    return [
        Carried(
            both("stage", row["stage"]),
            result.name(row["id"]),
            result.name(row["foe"]),
            _course(row, "hp"),
            _course(row, "fp"),
            [both("place", place) for place in (row["lost_after"] or "").split()],
        )
        for row in rows.iter_rows(named=True)
    ]


def _course(row: Mapping[str, Any], name: str) -> str:
    """A number before, after, and after the break, as far as it is known."""
    course = [row[f"{name}_{when}"] for when in ("before", "after", "next")]
    return "→".join(f"{number}".replace("-", "−") for number in course if number is not None) or NOTHING


def refused_of(manifest: Mapping[str, Any]) -> list[tuple[str, list[Both]]]:
    """Who was left out, with every reason."""
    found = []
    for row in _list(manifest.get("refused")):
        reasons = [
            Both(str(ja), str(en))
            for ja, en in zip(_list(row.get("reasons_ja")), _list(row.get("reasons_en")), strict=False)
        ]
        found.append((str(row.get("name") or row.get("id") or NOTHING), reasons))
    return found
