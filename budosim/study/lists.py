"""The further tables of a report as heads and rows ready to print, which the page's script sorts and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from budosim.study.analysis import upset_rows
from budosim.study.rates import NOTHING, interval_text, rate_text
from budosim.study.results import Result
from budosim.study.words import Both, both
from budosim.study.work import By, work

MOST_ROWS = 400


class Field(NamedTuple):
    """A cell: its text, whether it is a number, and what to sort it by."""

    text: str | Both
    number: bool = False
    sort: float | str | None = None


class Listed(NamedTuple):
    """A table of a report.

    Fields:
        about: how to read it, in plain words.
        total: rows there are; `rows` may be fewer.
        figures: names of figures that belong to it.
    """

    id: str
    title: Both
    about: Both
    head: Sequence[Both]
    rows: list[list[Field]]
    total: int
    figures: tuple[str, ...] = ()


def lists_of(result: Result) -> list[Listed]:
    """The further tables a result has data for."""
    makers: Sequence[Callable[[Result], Iterator[Listed]]] = (
        _compared, _values, _ratings, _cycles, _counters, _upsets, _notable, _work, _draws
    )  # fmt: skip
    return [made for maker in makers for made in maker(result)]


def _number(value: float | None, form: str = "{:.1f}", scale: float = 1.0) -> Field:
    if value is None:
        return Field(NOTHING, True, None)
    return Field(form.format(scale * value).replace("-", "−"), True, float(value))


def _rate(wins: float | None, n: int) -> Field:
    return Field(NOTHING, True, None) if wins is None else Field(rate_text(round(wins * n), n), True, wins)


def _between(row: Mapping[str, Any], scale: float = 100.0, form: str = "{:+.1f}") -> Field:
    if row["lo"] is None or row["hi"] is None:
        return Field(NOTHING, True, None)
    text = f"{form.format(scale * row['lo'])} … {form.format(scale * row['hi'])}".replace("-", "−")
    return Field(text, True, float(row["lo"]))


def _listed(id_: str, head: Sequence[Both], rows: list[list[Field]], figures: tuple[str, ...] = ()) -> Listed:
    return Listed(id_, both("table", id_), both("about", id_), head, rows[:MOST_ROWS], len(rows), figures)


FIGHTER, OPPONENT, N = Both("選手", "fighter"), Both("相手", "opponent"), Both("試合", "bouts")
RATE, BETWEEN = Both("勝率", "win rate"), Both("95 % 区間", "95 % interval")


def _ratings(result: Result) -> Iterator[Listed]:
    frame = result.more.get("ratings")
    if frame is None:
        return
    rows = [
        [
            Field(str(row["place"]), True, row["place"]),
            Field(result.name(row["id"])),
            _number(row["rating"], "{:+.0f}"),
            _between(row, 1.0, "{:+.0f}"),
            _number(row["mixture"] or None, "{:.0f} %", 100),
            Field(str(row["cluster"]), True, row["cluster"]),
            Field(f"{row['n']:,}", True, row["n"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    yield _listed(
        "ratings",
        [
            Both("順位", "place"),
            FIGHTER,
            Both("評点", "rating"),
            BETWEEN,
            Both("混ぜ方", "mixture"),
            Both("組", "cluster"),
            N,
        ],
        rows,
        ("ratings",),
    )


def _cycles(result: Result) -> Iterator[Listed]:
    frame = result.more.get("cycles")
    if frame is None:
        return
    rows = [
        [
            Field(str(row["rank"]), True, row["rank"]),
            *(Field(result.name(row[side])) for side in "abc"),
            *(_number(row[name], "{:.0f} %", 100) for name in ("rate_ab", "rate_bc", "rate_ca")),
        ]
        for row in frame.iter_rows(named=True)
    ]
    yield _listed(
        "cycles",
        [
            Both("", ""),
            Both("a", "a"),
            Both("b", "b"),
            Both("c", "c"),
            Both("a→b", "a→b"),
            Both("b→c", "b→c"),
            Both("c→a", "c→a"),
        ],
        rows,
        ("cycles",),
    )


def _counters(result: Result) -> Iterator[Listed]:
    frame = result.more.get("counters")
    if frame is None:
        return
    rows = [
        [Field(result.name(row["id"])), Field(str(row["rank"]), True, row["rank"]), Field(result.name(row["counter"])),
         _rate(row["rate"], row["n"]), Field(interval_text(row["lo"], row["hi"]), True, row["lo"])]
        for row in frame.iter_rows(named=True)
    ]  # fmt: skip
    yield _listed(
        "counters",
        [FIGHTER, Both("", ""), Both("勝ち越す相手", "beaten by"), RATE, BETWEEN],
        rows,
    )


def _upsets(result: Result) -> Iterator[Listed]:
    if "ratings" not in result.more:
        return
    rows = [
        [Field(result.name(row["id"])), Field(result.name(row["foe"])), _rate(row["rate"], row["n"]),
         Field(interval_text(row["lo"], row["hi"]), True, row["lo"]), _number(row["expected"], "{:.0f} %", 100)]
        for row in upset_rows(result.pairs)
    ]  # fmt: skip
    if rows:
        yield _listed(
            "upsets",
            [FIGHTER, OPPONENT, RATE, BETWEEN, Both("評点からの見込み", "expected by rating")],
            rows,
        )


def _notable(result: Result) -> Iterator[Listed]:
    frame = result.more.get("notable")
    if frame is None:
        return
    rows = []
    for row in frame.iter_rows(named=True):
        winner = NOTHING if row["winner"] is None else result.name(row[row["winner"]])
        rows.append(
            [Field(both("notable", row["kind"])), Field(result.name(row["a"])), Field(result.name(row["b"])),
             Field(winner), Field(both("ending", row["ending"])), Field(str(row["turns"]), True, row["turns"]),
             _number(row["surprise"], "{:.1f}"), Field(str(row["bout"]), True, row["bout"])]
        )  # fmt: skip
    yield _listed(
        "notable",
        [Both("種類", "kind"), Both("a", "a"), Both("b", "b"), Both("勝者", "winner"), Both("決着", "ending"),
         Both("ターン", "turns"), Both("珍しさ", "rarity"), Both("番号", "number")],
        rows,
    )  # fmt: skip


def _work(result: Result) -> Iterator[Listed]:
    events = result.more.get("events")
    if events is None:
        return
    kinds: Sequence[tuple[By, Callable[[Mapping[str, Any]], Both]]] = (
        ("technique", lambda row: both("technique", row["technique"])),
        ("place", lambda row: both("place", row["hit"])),
    )
    for by, name in kinds:
        rows = [_worked(row, [Field(name(row))]) for row in work(events, by).iter_rows(named=True)]
        head = [Both("技", "technique") if by == "technique" else Both("部位", "place")]
        figures = ("damage_flow",) if by == "technique" else ("injuries",)
        yield _listed(f"work_{by}", [*head, *_WORK_HEAD], rows, figures)
    rows = []
    for row in work(events, "line").iter_rows(named=True):
        line = Both("既定の行動", "a default act")
        if row["list"] is not None:
            where = both("list", row["list"])
            line = Both(f"{where.ja} {row['line'] + 1} 行目", f"{where.en}, line {row['line'] + 1}")
        rows.append(_worked(row, [Field(result.name(row["id"])), Field(line)]))
    yield _listed(
        "work_line",
        [FIGHTER, Both("行", "line"), *_WORK_HEAD],
        rows,
    )


_WORK_HEAD = (
    Both("攻撃", "attacks"),
    Both("負傷させた", "hurt"),
    Both("負傷", "points"),
    Both("割合", "share"),
    BETWEEN,
)


def _worked(row: Mapping[str, Any], first: list[Field]) -> list[Field]:
    share = (
        Field(NOTHING, True, None) if row["share"] is None else Field(f"{100 * row['share']:.1f} %", True, row["share"])
    )
    return [*first, *(Field(f"{row[name]:,}", True, row[name]) for name in ("attacks", "hits", "injury")), share,
            Field(interval_text(row["lo"], row["hi"]), True, row["lo"])]  # fmt: skip


def _compared(result: Result) -> Iterator[Listed]:
    frame = result.more.get("compare")
    if frame is None:
        return
    rows = []
    for row in frame.iter_rows(named=True):
        foe: str | Both = Both("全相手", "all opponents") if row["foe"] is None else result.name(row["foe"])
        equal = row["n_equivalent"]
        rows.append(
            [Field(row["version"]), Field(foe), _rate(row["rate_old"], row["n"]), _rate(row["rate_new"], row["n"]),
             _number(row["difference"], "{:+.2f}", 100), _between(row, form="{:+.2f}"),
             Field(f"{row['n']:,}", True, row["n"]),
             Field(NOTHING if equal is None else f"{equal:,}", True, equal)]
        )  # fmt: skip
    yield _listed(
        "compare",
        [Both("変種", "version"), OPPONENT, Both("元", "old"), Both("新", "new"), Both("差", "difference"), BETWEEN, N,
         Both("独立なら", "independently")],
        rows,
        ("compare",),
    )  # fmt: skip


def _values(result: Result) -> Iterator[Listed]:
    frame = result.more.get("values")
    if frame is None:
        return
    rows = [
        [Field(Both(row["change_ja"], row["change_en"])), _number(row["cp"], "{:g}"),
         _number(row["gain"], "{:+.2f}", 100),
         _between(row, form="{:+.2f}"), Field(Both("○", "yes") if row["legal"] else Both("×", "no"))]
        for row in frame.iter_rows(named=True)
    ]  # fmt: skip
    yield _listed(
        "values",
        [Both("変更", "change"), Both("ＣＰ", "CP"), Both("差", "gain"), BETWEEN, Both("合法", "legal")],
        rows,
        ("tornado",),
    )


def _draws(result: Result) -> Iterator[Listed]:
    frame = result.more.get("draws_help")
    if frame is None:
        return
    rows = [
        [Field(result.name(row["id"])), Field(result.name(row["foe"])), _rate(row["p_block"], row["n"]),
         _rate(row["p_title"], row["n"]), _number(row["gain"], "{:+.1f}", 100),
         Field(interval_text(row["lo"], row["hi"]), True, row["lo"]), Field(f"{row['n']:,}", True, row["n"])]
        for row in frame.iter_rows(named=True)
    ]  # fmt: skip
    yield _listed(
        "draws_help",
        [FIGHTER, Both("同じブロックの相手", "in his block"), Both("予選突破", "leaves block"), Both("優勝", "title"),
         Both("優勝の差", "title, change"), BETWEEN, Both("大会", "tournaments")],
        rows,
    )  # fmt: skip


__all__ = ["Field", "Listed", "lists_of"]
