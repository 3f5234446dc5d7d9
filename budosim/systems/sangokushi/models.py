"""How battles to come may end: model T from a table of chances, model R from ratings and headcounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import exp, factorial, log
from typing import Literal

from budosim.events.season import SCALE, Law, whole_weights
from budosim.systems.sangokushi import ratings
from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.play import meeting_of
from budosim.systems.sangokushi.reading import Table
from budosim.systems.sangokushi.regulation import Regulation
from budosim.systems.sangokushi.tables import NATIONS, ends, table

Kind = Literal["table", "rating"]
MODELS: tuple[Kind, ...] = ("table", "rating")
_MOST_WARNINGS = 24
_RARE = 1e-6
"""Numbers of warnings that are together rarer than this are counted as the last one before them."""
_SHARES = {"kill": 0.6, "surrender": 0.1, "pigs": 0.3}
_WINS = {"kill": "enemy_commander_killed", "surrender": "enemy_surrender", "pigs": "enemy_pigs_eaten"}


@dataclass(frozen=True)
class Model:
    """The chances of every battle, as a league's `[forecast]` sets them.

    Fields:
        table: model T, by pair `wei-wu` or `default`: weights of the nine ends, seen from the first of the pair.
        ratings: model R, by nation; None are fitted to the battles fought.
        draw: how common draws are between equals, in Davidson's sense.
        shares: how wins come about.
        breach: chance that a battle ends by a breach, each side being as likely the offender.
        warnings: expected new warnings of a nation in a battle.
        three_way: weights of the winner, and of time being up.
        headcount: who musters how many; `headcount_weight` says what numbers are worth.
    """

    kind: Kind = "rating"
    table: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    ratings: Mapping[str, float] | None = None
    deviation: float = 120.0
    draw: float = 0.5
    shares: Mapping[str, float] = field(default_factory=lambda: dict(_SHARES))
    breach: float = 0.02
    warnings: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(NATIONS, 0.25))
    three_way: Mapping[str, float] = field(default_factory=dict)
    headcount: Mapping[str, float] = field(default_factory=dict)
    headcount_weight: float = 1.0

    def edge(self, nation: str, headcount: Mapping[str, float]) -> float:
        """What a nation's numbers are worth, in log strength."""
        number = headcount.get(nation, 0)
        return self.headcount_weight * log(number) if number else 0.0

    def strength(self, nation: str, fitted: Mapping[str, float]) -> float:
        """The log strength of a nation in battles to come."""
        known = self.ratings if self.ratings is not None else fitted
        edge = self.edge(nation, self.headcount) if all(self.headcount.get(one) for one in NATIONS) else 0.0
        return known.get(nation, 0.0) / ratings.SCALE + edge

    def law(self, battle: Battle, week: int, rules: Regulation, fitted: Mapping[str, float]) -> Law:
        """How a battle may end, with the weights of each way."""
        meeting = meeting_of(battle, week, rules)
        new = tuple(poisson(self.warnings.get(side, 0.0)) for side in battle.sides)
        if battle.three_way:
            weights, points, faults = self._three(battle, rules, fitted)
        else:
            weights, points, faults = self._two(battle, fitted)
        return Law(meeting, whole_weights(weights), tuple(points), tuple(faults), new)

    def _two(
        self, battle: Battle, fitted: Mapping[str, float]
    ) -> tuple[list[float], list[tuple[int, ...]], list[tuple[int, ...]]]:
        chances = self.chances(battle.sides, fitted)
        points: list[tuple[int, ...]] = []
        faults: list[tuple[int, ...]] = []
        for end in ends().members:
            foe = ends()[end.row["foe"]]
            points.append((int(end.row["points"]), int(foe.row["points"])))
            faults.append((int(end.id == "own_breach"), int(foe.id == "own_breach")))
        return [chances[end.id] for end in ends().members], points, faults

    def chances(self, sides: Sequence[str], fitted: Mapping[str, float]) -> dict[str, float]:
        """The chance of each of the nine ends of a battle, seen from the first side."""
        if self.kind == "table":
            return self._tabled(sides)
        strengths = [self.strength(side, fitted) for side in sides]
        win, level, loss = ratings.chances_of(strengths, self.draw)
        total = sum(self.shares.values())
        found = dict.fromkeys((end.id for end in ends().members), 0.0)
        for share, end in _WINS.items():
            part = self.shares.get(share, 0.0) / total
            found[end] += (1 - self.breach) * win * part
            found[ends()[end].row["foe"]] += (1 - self.breach) * loss * part
        found["time_up"] = (1 - self.breach) * level
        found["own_breach"] = found["enemy_breach"] = self.breach / 2
        return found

    def _tabled(self, sides: Sequence[str]) -> dict[str, float]:
        """The row of a pair; written the other way round it is read from the other side."""
        one, other = f"{sides[0]}-{sides[1]}", f"{sides[1]}-{sides[0]}"
        if one in self.table or other not in self.table:
            row = self.table.get(one) or self.table.get("default") or {}
            return {end.id: row.get(end.id, 0.0) for end in ends().members}
        return {end.id: self.table[other].get(end.row["foe"], 0.0) for end in ends().members}

    def _three(
        self, battle: Battle, rules: Regulation, fitted: Mapping[str, float]
    ) -> tuple[list[float], list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Every winner with each way the others went out, and time being up with all or two still in."""
        row = table("results")["three_way"]
        others = rules["three_way.others"]
        out = row["out"] if others == "loss_row" else 0
        won = self._winners(battle.sides, fitted)
        weights, points, faults = [], [], []
        broke = min(1.0, self.breach)
        for winner in range(len(battle.sides)):
            for by_breach in product((0, 1), repeat=len(battle.sides) - 1):
                fates = list(by_breach)
                fates.insert(winner, 0)
                chance = won[winner]
                for side, fate in enumerate(fates):
                    if side != winner:
                        chance *= broke if fate else 1 - broke
                taken = [row["breach"] if fate else out for fate in fates]
                taken[winner] = row["winner"]
                weights.append(chance)
                points.append(tuple(taken))
                faults.append(tuple(fates))
        time_up = won[-1]
        weights.append(time_up / 2)
        points.append((row["time_up"],) * len(battle.sides))
        faults.append((0,) * len(battle.sides))
        for gone in range(len(battle.sides)):
            weights.append(time_up / 2 / len(battle.sides))
            points.append(tuple(out if side == gone else row["time_up"] for side in range(len(battle.sides))))
            faults.append((0,) * len(battle.sides))
        return weights, points, faults

    def _winners(self, sides: Sequence[str], fitted: Mapping[str, float]) -> list[float]:
        """The chance of each winner, and last that time is up."""
        time_up = self.three_way.get("time_up", 0.15)
        if self.kind == "table" or any(side in self.three_way for side in sides):
            won = [self.three_way.get(side, 1.0) for side in sides]
        else:
            won = [exp(self.strength(side, fitted)) for side in sides]
        total = sum(won)
        return [*((1 - time_up) * one / total for one in won), time_up]


def poisson(mean: float) -> tuple[int, ...]:
    """Weights of 0, 1, 2 … new warnings; what is rarer than the last one is added to it."""
    if mean <= 0:
        return (SCALE,)
    chances: list[float] = []
    while len(chances) < _MOST_WARNINGS and 1 - sum(chances) > _RARE:
        chances.append(exp(-mean) * mean ** len(chances) / factorial(len(chances)))
    chances[-1] += max(0.0, 1 - sum(chances))
    return whole_weights(chances)


def read_model(written: Table, rules: Regulation) -> Model:
    """The model a league's `[forecast]` describes; what is wrong with it is a finding."""
    written.known("model", "n", "table", "rating", "warnings", "three_way", "headcount", "headcount_weight", "breach")
    kind = written.text("model", "table" if written.has("table") else "rating")
    if kind not in MODELS:
        written.fault("E-CHOICE", "model", value=kind, known=Both("table、rating", "table, rating"))
        kind = "rating"
    rows = _rows(written.table("table"))
    if kind == "table" and not rows:
        written.fault("E-MISSING", "table", key="forecast.table.default")
        kind = "rating"
    rated = written.table("rating")
    rated.known(*NATIONS, "draw", "deviation", "kill", "surrender", "pigs")
    three = written.table("three_way")
    three.known(*NATIONS, "time_up")
    heads = written.table("headcount")
    heads.known(*NATIONS)
    shares = {share: rated.number(share, usual) for share, usual in _SHARES.items()}
    if not sum(shares.values()):
        rated.fault("E-VALUE", "kill", value=0, least=0, most=1)
        shares = dict(_SHARES)
    known = {nation: rated.number(nation, 0.0, least=-5000, most=5000) for nation in NATIONS if rated.has(nation)}
    three_way = {name: three.number(name, 0.0) for name in (*NATIONS, "time_up") if three.has(name)}
    if three_way.get("time_up", 0.0) > 1:
        three.fault("E-VALUE", "time_up", value=three_way["time_up"], least=0, most=1)
        three_way["time_up"] = 1.0
    return Model(
        kind="table" if kind == "table" else "rating",
        table=rows,
        ratings=known or None,
        deviation=rated.number("deviation", 120.0, least=1.0, most=2000),
        draw=rated.number("draw", 0.5, most=100),
        shares=shares,
        breach=written.number("breach", 0.02, most=1),
        warnings=_warnings(written),
        three_way=three_way,
        headcount={nation: heads.number(nation, 0.0, most=10_000) for nation in NATIONS if heads.has(nation)},
        headcount_weight=written.number("headcount_weight", 1.0, most=10),
    )


def _warnings(written: Table) -> dict[str, float]:
    if not isinstance(written.data.get("warnings"), Mapping):
        mean = written.number("warnings", 0.25, most=8)
        return dict.fromkeys(NATIONS, mean)
    each = written.table("warnings")
    each.known(*NATIONS)
    return {nation: each.number(nation, 0.25, most=8) for nation in NATIONS}


def _rows(written: Table) -> dict[str, dict[str, float]]:
    pairs = [f"{one}-{other}" for one in NATIONS for other in NATIONS if one != other]
    written.known("default", *pairs)
    found = {}
    for key in written.data:
        row = written.table(key)
        row.known(*(end.id for end in ends().members))
        chances = {end.id: row.number(end.id, 0.0) for end in ends().members if row.has(end.id)}
        if not sum(chances.values()):
            row.fault("E-NO-CHANCE")
            continue
        found[key] = chances
    for key in found:
        if "-" in key and "-".join(reversed(key.split("-"))) in found:
            written.fault("E-PAIR-TWICE", key, pair=key)
    return found
