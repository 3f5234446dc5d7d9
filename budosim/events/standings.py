"""Standings of a block: points, then the tie-break chain, which always decides (T-31, R-60).

A tied group is ranked by the mini-league among itself; whoever separates leaves the group and the chain
starts again for the rest. The order in which a list happens to stand never decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

WIN, DRAW, LOSS = 2, 1, 0
"""League points (T-31)."""
MOST_PLAYOFFS = 2

Criterion: TypeAlias = Literal["head_to_head", "damage_taken", "playoff", "lot"]
Code: TypeAlias = Literal["points", "head_to_head", "damage_taken", "playoff", "replay", "lot", "struck"]
CHAIN: tuple[Criterion, ...] = ("head_to_head", "damage_taken", "playoff", "lot")


@dataclass(frozen=True, slots=True)
class Table:
    """What the bouts of a block came to, by position in the block.

    Fields:
        score: points the row took from the column; None where no bout counts.
        damage: damage each took in the bouts that count, forfeits being bouts without damage.
        struck: whose results are struck out (R-66 "struck"); their rows and columns are None.
    """

    score: tuple[tuple[int | None, ...], ...]
    damage: tuple[int, ...]
    struck: frozenset[int] = frozenset()

    def points(self, member: int, among: Sequence[int] | None = None) -> int:
        """Points a member took, of everybody or only `among` some."""
        row = self.score[member]
        return sum(row[foe] or 0 for foe in (range(len(row)) if among is None else among))

    def results(self, member: int) -> tuple[int, int, int]:
        """Wins, draws and losses that count; a forfeit of both sides is a loss of both."""
        row = [points for points in self.score[member] if points is not None]
        return row.count(WIN), row.count(DRAW), row.count(LOSS)


class Reason(NamedTuple):
    """Why somebody stands where he does.

    Fields:
        code: the criterion that set him apart.
        side: first, last or between others of the group it split.
        value: his number under it (points, mini-league points, damage, die).
    """

    code: Code
    side: Literal["first", "middle", "last"]
    value: int


class Placed(NamedTuple):
    """A member of a block with his place (from 1) and the reason."""

    member: int
    place: int
    reason: Reason


class PlayOff(NamedTuple):
    """A request of the chain: these members meet each other once, wounds healed; answer with their points."""

    group: tuple[int, ...]
    replay: int


Lots: TypeAlias = Callable[[tuple[int, ...]], Sequence[tuple[int, int]]]
"""Draws lots among members: best first, each with his die."""
Ranking: TypeAlias = Generator[PlayOff, Mapping[int, int], list[Placed]]


def rank(table: Table, chain: Sequence[Criterion], lots: Lots) -> Ranking:
    """Everybody's place, as a generator that asks for play-offs and is sent their points.

    A play-off is held at most twice in the life of a tied group and of what is left of it. Struck members
    come last, in an order drawn by lot. The damage compared is that of the whole block, not only of the
    mini-league.
    A lot settles its whole group: those who roll the same roll again.
    """
    living = tuple(m for m in range(len(table.score)) if m not in table.struck)
    order: list[tuple[int, Reason]] = []
    groups = _split(living, {m: table.points(m) for m in living})
    for group, reasons in _explained(groups, "points", {m: table.points(m) for m in living}):
        order.extend((yield from _settle(table, chain, lots, group, reasons, 0)))
    if table.struck:
        struck = tuple(sorted(table.struck))
        order.extend((member, Reason("struck", "last", die)) for member, die in lots(struck))
    return [Placed(member, place, reason) for place, (member, reason) in enumerate(order, 1)]


def _settle(
    table: Table,
    chain: Sequence[Criterion],
    lots: Lots,
    group: tuple[int, ...],
    reasons: Mapping[int, Reason],
    held: int,
) -> Generator[PlayOff, Mapping[int, int], list[tuple[int, Reason]]]:
    """The order of one tied group; `held` play-offs lie behind it."""
    if len(group) == 1:
        return [(group[0], reasons[group[0]])]
    for criterion in chain:
        values: Mapping[int, int]
        code: Code = criterion
        if criterion == "head_to_head":
            values = {m: table.points(m, group) for m in group}
        elif criterion == "damage_taken":
            values = {m: -table.damage[m] for m in group}
        elif criterion == "playoff":
            values = dict.fromkeys(group, 0)
            while held < MOST_PLAYOFFS and len(set(values.values())) == 1:
                code = "replay" if held else "playoff"
                values = yield PlayOff(group, held)
                held += 1
        else:
            drawn = lots(group)
            return [
                (member, Reason("lot", _side(at, len(drawn)), die)) for at, (member, die) in enumerate(drawn)
            ]
        groups = _split(group, values)
        if len(groups) > 1:
            order: list[tuple[int, Reason]] = []
            for rest, why in _explained(groups, code, values):
                order.extend((yield from _settle(table, chain, lots, rest, why, held)))
            return order
    raise ValueError("a tie-break chain ends with the lot")


def _split(group: Sequence[int], values: Mapping[int, int]) -> list[tuple[int, ...]]:
    """The group by value, largest first."""
    levels = sorted({values[m] for m in group}, reverse=True)
    return [tuple(m for m in group if values[m] == level) for level in levels]


def _explained(
    groups: Sequence[tuple[int, ...]], code: Code, values: Mapping[int, int]
) -> list[tuple[tuple[int, ...], dict[int, Reason]]]:
    """Each part of a split group with the reason its members would have if they stood alone there."""
    return [
        (part, {m: Reason(code, _side(at, len(groups)), abs(values[m])) for m in part})
        for at, part in enumerate(groups)
    ]


def _side(at: int, parts: int) -> Literal["first", "middle", "last"]:
    if at == 0:
        return "first"
    return "last" if at == parts - 1 else "middle"


_WORDS: dict[tuple[str, str], tuple[str, str]] = {
    ("head_to_head", "first"): ("直接対決で勝ち", "won the head-to-head"),
    ("head_to_head", "middle"): ("直接対決の成績で中位", "between the others in the head-to-head"),
    ("head_to_head", "last"): ("直接対決で負け", "lost the head-to-head"),
    ("damage_taken", "first"): ("受けたダメージが最も少ない（{value}点）", "took the least damage ({value})"),
    ("damage_taken", "middle"): (
        "受けたダメージの少なさで中位（{value}点）",
        "between the others by damage taken ({value})",
    ),
    ("damage_taken", "last"): ("受けたダメージがより多い（{value}点）", "took more damage ({value})"),
    ("playoff", "first"): ("順位決定戦で勝ち", "won the play-off"),
    ("playoff", "middle"): ("順位決定戦で中位", "between the others in the play-off"),
    ("playoff", "last"): ("順位決定戦で負け", "lost the play-off"),
    ("replay", "first"): ("順位決定戦の再戦で勝ち", "won the second play-off"),
    ("replay", "middle"): ("順位決定戦の再戦で中位", "between the others in the second play-off"),
    ("replay", "last"): ("順位決定戦の再戦で負け", "lost the second play-off"),
    ("lot", "first"): ("抽選で上位（ダイス{value}）", "by lot (die {value})"),
    ("lot", "middle"): ("抽選で中位（ダイス{value}）", "by lot (die {value})"),
    ("lot", "last"): ("抽選で下位（ダイス{value}）", "by lot (die {value})"),
    ("struck", "last"): ("死亡により成績抹消", "results struck out after his death"),
}
_POINTS = ("勝ち点{value}", "{value} points")
_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def sentence(place: int, reason: Reason) -> tuple[str, str]:
    """A place and its reason as a sentence, Japanese and English.

    >>> sentence(2, Reason("head_to_head", "first", 2))
    ('２位：直接対決で勝ち', '2nd: won the head-to-head')
    """
    ja, en = _WORDS.get((reason.code, reason.side), _POINTS)
    value = str(reason.value)
    return (
        f"{str(place).translate(_WIDE)}位：{ja.format(value=value.translate(_WIDE))}",
        f"{ordinal(place)}: {en.format(value=value)}",
    )


def ordinal(n: int) -> str:
    """An English ordinal.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 102)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '102nd']
    """
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
