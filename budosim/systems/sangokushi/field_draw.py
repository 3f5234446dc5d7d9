"""One battlefield decided: who throws, the dice, who starts where, the announcement (S-38 to S-41, S-66)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from budosim.errors import EventError
from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.fields import (
    DICE,
    KINDS,
    Field,
    assigned,
    level_groups,
    lower_average,
    numbers,
    start_order,
)
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.league_file import League
from budosim.systems.sangokushi.tables import NATIONS, nation_name
from budosim.systems.sangokushi.throws import Thrower

FIELD = "field"
"""The kind of an audit row that holds a decision rather than a throw."""
MOST_THROWS = 1000


@dataclass(frozen=True)
class Decision:
    """A battlefield decided.

    Fields:
        how: dice, agreement or committee.
        thrower: the nation that threw for the field.
        by_right: the nations had to throw for the right, being level.
        starts: letters of the start positions, by nation.
        order: the order in which nations choose their start in a three-way battle.
    """

    battle: Battle
    how: str
    number: int | None
    field: Field | None
    thrower: str | None
    by_right: bool
    starts: Mapping[str, str]
    order: tuple[str, ...]
    averages: Mapping[str, Fraction]

    def audit(self, by: str, again: str) -> dict[str, Any]:
        """The row of the audit."""
        row = {
            "what": "戦地決定 / battlefield",
            "kind": FIELD,
            "night": self.battle.night.isoformat(),
            "battle": self.battle.order,
            "field": self.number,
            "how": self.how,
            "thrower": self.thrower,
            "starts": dict(self.starts),
            "order": list(self.order),
            "averages": {nation: str(value) for nation, value in self.averages.items()},
            "by": by,
        }
        return {**row, "again": again} if again else row

    def places(self) -> dict[str, str]:
        """Where each nation starts, in the words of the organiser's list."""
        known = self.field.starts if self.field is not None else {}
        return {nation: known.get(letter, letter) for nation, letter in self.starts.items()}

    @property
    def announcement(self) -> Both:
        """What the deciding side posts (S-41)."""
        if self.number is None:
            ja, en = "戦地：運営委員が選定", "field: picked by the committee"
        else:
            name = f"「{self.field.name}」（{KINDS[self.field.kind].ja}）" if self.field is not None else ""
            name_en = f" ({self.field.name}, {KINDS[self.field.kind].en})" if self.field is not None else ""
            ja, en = f"戦地 {self.number}{name}", f"field {self.number}{name_en}"
        for nation, place in self.places().items():
            ja += f"、{nation_name(nation).ja}の初期位置 {place}"
            en += f"; {nation_name(nation).en} starts at {place}"
        if self.order:
            ja += "、初期位置を選ぶ順 " + "・".join(nation_name(one).ja for one in self.order)
            en += "; starts are chosen by " + ", then ".join(nation_name(one).en for one in self.order)
        return Both(
            f"{self.battle.night} {self.battle.title.ja}：{ja}", f"{self.battle.night} {self.battle.title.en}: {en}"
        )


def decide(
    league: League,
    battle: Battle,
    averages: Mapping[str, Fraction],
    thrower: Thrower,
    *,
    agreed: int | None = None,
    starts: Mapping[str, str] | None = None,
) -> Decision:
    """Decide a battlefield; dice are thrown only where the rules want them.

    Raises:
        EventError: the field agreed on is not in the list; start positions that are none.

    """
    if agreed is not None and agreed not in (league.fields or numbers(league.rules)):
        raise EventError(f"field {agreed} is not in the list", f"戦地 {agreed} は一覧にありません")
    chosen = _letters(battle, starts)
    if battle.three_way:
        order = _order(battle, averages, thrower)
        picked = league.fields.get(agreed) if agreed is not None else None
        thrower.all_used()
        return Decision(battle, "committee", agreed, picked, None, False, chosen, tuple(order), averages)
    side: str | None = None
    by_right = False
    number = agreed
    if agreed is None:
        side = lower_average(averages, battle.sides)
        if side is None:
            by_right = True
            what = "戦地決定権のダイス / dice for the right to throw"
            side = thrower.lots("right", battle.order, what, battle.sides)[0]
        number = _thrown(league, battle, thrower, side)
        chosen = chosen or assigned(battle.sides, side, league.rules)
    elif not chosen:
        # S-40: after an agreement the positions go by dice or agreement; the higher die starts at A.
        what = "初期位置のダイス / dice for the start positions"
        chosen = dict(zip(thrower.lots("starts", battle.order, what, battle.sides), "AB", strict=True))
    thrower.all_used()
    how = "dice" if agreed is None else "agreement"
    field = league.fields.get(number) if number is not None else None
    return Decision(battle, how, number, field, side, by_right, chosen, (), averages)


def _thrown(league: League, battle: Battle, thrower: Thrower, side: str) -> int:
    """Two dice name the field; a number the list lacks is thrown again."""
    listed = league.fields or numbers(league.rules)
    if not any(2 <= number <= 12 for number in listed):
        raise EventError("no field has a number that two dice can show", "ダイスで決まる番号の戦地がありません")
    for _ in range(MOST_THROWS):
        number = sum(thrower.throw(FIELD, battle.order, "戦地決定ダイス / dice for the field", DICE, who=side))
        if number in listed:
            return number
    raise EventError("the dice name no field of the list", "一覧にある戦地の目が出ません")


def _order(battle: Battle, averages: Mapping[str, Fraction], thrower: Thrower) -> list[str]:
    """S-66: lowest average first; level nations throw for it."""
    lots = list(NATIONS)
    for group in level_groups(averages):
        what = "初期位置を選ぶ順のダイス / dice for the order of choosing"
        ordered = iter(thrower.lots("order", battle.order, what, group))
        lots = [next(ordered) if nation in group else nation for nation in lots]
    return start_order(averages, lots)


def _letters(battle: Battle, starts: Mapping[str, str] | None) -> dict[str, str]:
    if not starts:
        return {}
    letters = {nation: letter.upper() for nation, letter in starts.items()}
    wanted = "ABC"[: len(battle.sides)]
    if sorted(letters) != sorted(battle.sides) or sorted(letters.values()) != list(wanted):
        listed = ", ".join(f"{side}={letter}" for side, letter in zip(battle.sides, wanted, strict=True))
        raise EventError(f"--starts: write {listed}", f"--starts：{listed} のように書きます")
    return letters


def decided(audit: Sequence[Mapping[str, Any]], battle: Battle) -> list[Mapping[str, Any]]:
    """The decisions on a battle so far, oldest first."""
    night = battle.night.isoformat()
    return [
        row
        for row in audit
        if row.get("kind") == FIELD and row.get("night") == night and row.get("battle") == battle.order
    ]
