"""Conditions of bp/1 as postfix nodes (semantics §2): which field of a node holds what, for each head."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from budosim.ai.policy import Cond
from budosim.ai.records_numbers import chance, parts, share
from budosim.ai.records_room import Room, together
from budosim.ai.records_words import BOTH, operator, remembered_code, result, tagged
from budosim.combat.gurps3.ids import CmpWord, Op, StageWord, StateWord, TypeWord
from budosim.errors import PatternError

LARGEST: Final = 10**9
SIDES: Final = ("me", "opp")


class Row(NamedTuple):
    """One node, in the order of its fields."""

    op: Op
    who: int = 0
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0


def whole(value: Any, path: str) -> int:
    """A number that the duel can count with."""
    if abs(value) > LARGEST:
        raise PatternError(
            f"{path}: {value} is too large, at most {LARGEST}",
            f"{path}: {value} は大きすぎます（上限 {LARGEST}）",
        )
    return int(value)


def depth(rows: list[Row]) -> int:
    """The most truths that wait at once while `rows` are read."""
    now = most = 0
    for row in rows:
        if row.op in (Op.AND, Op.OR):
            now -= row.a - 1
        elif row.op is not Op.NOT:
            now += 1
        most = max(most, now)
    return most


class Conditions:
    """Writes conditions into a record: latches, counters and windows that are equal are kept once."""

    def __init__(self, record: Any, room: Room, keep: Callable[[str], int]) -> None:
        self._record = record
        self._room = room
        self._keep = keep
        self._latches: dict[str, int] = {}
        self._counters: dict[tuple[int, ...], int] = {}
        self._dues: dict[tuple[int, int], int] = {}

    def write(self, cond: Cond | None, path: str) -> tuple[int, int]:
        """First node and number of nodes of a condition; (0, 0) when there is none."""
        if not cond:
            return 0, 0
        rows = list(self._rows(cond, path))
        together(depth(rows), ("conditions inside one", "一つの条件に含まれる条件"), path)
        first = self._room.take("nodes", len(rows), path)
        for i, row in enumerate(rows):
            self._record.nodes[first + i] = row
        return first, len(rows)

    def _rows(self, cond: Cond, path: str) -> Iterator[Row]:
        head, *args = cond
        if head in ("and", "or"):
            for i, arg in enumerate(args):
                yield from self._rows(arg, f"{path}.{head}[{i}]")
            yield Row(Op.AND if head == "and" else Op.OR, a=len(args))
        elif head == "not":
            yield from self._rows(args[0], f"{path}.not")
            yield Row(Op.NOT)
        elif head in ("until", "since"):
            yield Row(Op[head.upper()], a=self._latch(args[0], f"{path}.{head}"))
        elif head == "within":
            yield Row(Op.WITHIN, a=self._latch(args[1], f"{path}.within"), b=whole(args[0], path))
        else:
            try:
                yield _ATOMS[head](self, args, path)
            except KeyError as unknown:
                raise PatternError(
                    f"{path}: the duel knows no {unknown.args[0]!r} in {cond!r}",
                    f"{path}: {cond!r} の {unknown.args[0]!r} は試合で扱えません",
                ) from None

    def _latch(self, inner: Cond, path: str) -> int:
        key = json.dumps(inner)
        if key not in self._latches:
            # what stands inside is written first, so that it is refreshed first
            first, count = self.write(inner, path)
            at = self._room.take("latches", 1, path)
            self._record.latches[at] = (first, count)
            self._latches[key] = at
        return self._latches[key]

    def _counted(self, args: list[Any], row: int, path: str) -> Row:
        who, act, res, op, n = args
        key = (SIDES.index(who), remembered_code(act), result(res), row)
        if key not in self._counters:
            self._counters[key] = self._room.take("counters", 1, path)
            self._record.counters[self._counters[key]] = key
        return Row(Op.COUNTER, a=self._counters[key], b=operator(op), c=whole(n, path))

    def _every(self, args: list[Any], path: str) -> Row:
        n = whole(args[0], path)
        m = whole(args[1], path) if len(args) > 1 else 1
        if len(args) > 2 and args[2] != "turn":
            return Row(Op.EVERY_ATTACK if args[2] == "attack" else Op.EVERY_ACTION, a=n, b=m)
        if (n, m) not in self._dues:
            at = self._dues[n, m] = self._room.take("dues", 1, path)
            self._record.dues[at] = (n, m)
        return Row(Op.EVERY_TURN, a=self._dues[n, m])

    def _points(self, op: Op, args: list[Any], path: str) -> Row:
        who, sign, value = args
        num, den = share(value, self._keep) if isinstance(value, float) else (whole(value, path), 0)
        return Row(op, SIDES.index(who), operator(sign), num, den)

    def _part(self, args: list[Any], path: str) -> Row:
        who, place, sign, value = args
        num, den = share(value, self._keep) if isinstance(value, float) else (whole(value, path), 1)
        return Row(Op.PART, SIDES.index(who), tagged(place), operator(sign), num, den)

    def _chance(self, value: float) -> Row:
        number = parts(value)
        return Row(Op.P, a=number, b=0 if chance(number) == value else 1 + self._keep(repr(value)))


def _compared(op: Op) -> Callable[[Conditions, list[Any], str], Row]:
    return lambda _, a, path: Row(op, a=operator(a[0]), b=whole(a[1], path))


def _bare(op: Op) -> Callable[[Conditions, list[Any], str], Row]:
    return lambda _, a, path: Row(op)


def _last(_: Conditions, a: list[Any], path: str) -> Row:
    named = len(a) > 2
    return Row(
        Op.LAST, SIDES.index(a[0]), remembered_code(a[1]), result(a[2] if named else "any"), c=int(named)
    )


_ATOMS: Final[Mapping[str, Callable[[Conditions, list[Any], str], Row]]] = MappingProxyType({
    "turn": _compared(Op.TURN),
    "sub": _compared(Op.SUB),
    "dist": _compared(Op.DIST),
    "score": _compared(Op.SCORE),
    "cp": _compared(Op.CP),
    "provoked": _bare(Op.PROVOKED),
    "attacked": _bare(Op.ATTACKED),
    "first_def": _bare(Op.FIRST_DEF),
    "recovered": _bare(Op.RECOVERED),
    "every": lambda to, a, path: to._every(a, path),
    "p": lambda to, a, path: to._chance(a[0]),
    "hp": lambda to, a, path: to._points(Op.HP, a, path),
    "fp": lambda to, a, path: to._points(Op.FP, a, path),
    "part": lambda to, a, path: to._part(a, path),
    "count": lambda to, a, path: to._counted(a, 0, path),
    "row": lambda to, a, path: to._counted(a, 1, path),
    "crippled": lambda to, a, path: Row(Op.CRIPPLED, SIDES.index(a[0]), tagged(a[1]), int(a[1] in BOTH)),
    "held": lambda to, a, path: Row(Op.HELD, a=tagged(a[0])),
    "state": lambda to, a, path: Row(Op.STATE, SIDES.index(a[0]), StateWord[a[1].upper()].value),
    "last": _last,
    "def": lambda to, a, path: Row(Op.DEF, a=remembered_code(a[1]), b=result(a[2])),
    "hit": lambda to, a, path: Row(Op.HIT, SIDES.index(a[0])),
    "attacked_with": lambda to, a, path: Row(Op.ATTACKED_WITH, a=remembered_code(a[0])),
    "type": lambda to, a, path: Row(Op.TYPE, a=TypeWord[a[1].upper()].value),
    "stage": lambda to, a, path: Row(Op.STAGE, a=StageWord[a[0].upper()].value),
    "cmp": lambda to, a, path: Row(Op.CMP, a=CmpWord[a[0].upper()].value, b=operator(a[1])),
    "initiative": lambda to, a, path: Row(Op.INITIATIVE, SIDES.index(a[0])),
})
