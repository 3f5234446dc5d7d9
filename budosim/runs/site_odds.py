"""The chances of an event as a site shows them, and the bouts most worth reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from budosim.events.days import days_of
from budosim.events.protocols import BLOCKS
from budosim.site.words import Both, Words

if TYPE_CHECKING:
    from budosim.events.days import Day
    from budosim.events.result import EventResult
    from budosim.runs.cup_odds import CupOdds
    from budosim.runs.site_bouts import Card
    from budosim.runs.site_people import Person

TINTS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75)
"""From these shares on a cell is tinted a step deeper."""


@dataclass(frozen=True)
class Share:
    """One cell of a table of chances.

    Fields:
        n: playings it was counted over.
        out: it is no longer possible, not just unlikely.
    """

    value: float
    n: int
    out: bool

    @property
    def tint(self) -> int:
        """How deep the cell is tinted, from 0."""
        return sum(self.value >= step for step in TINTS)


def odds_of(odds: CupOdds, result: EventResult, people: Sequence[Person], day: Day) -> dict[str, Any] | None:
    """The chances of the title before the event and after each day, most likely first."""
    if not odds.stages:
        return None
    by_id = {one.id: one for one in people}
    days = {one.id: one for one in days_of(result.plan)}
    shown = [name for name in odds.stages if not name or (name in days and days[name].number <= day.number)]
    heads = [_stage_name(name, days) for name in shown]
    table: dict[str, list[Share]] = defaultdict(list)
    leave: dict[str, list[Share]] = defaultdict(list)
    for name in shown:
        left = _left(result, days.get(name))
        decided = name in days and (days[name].id == "blocks" or days[name].stage > BLOCKS)
        for row in odds.stages[name]:
            who = by_id.get(row["id"])
            out = who is not None and left is not None and who.slot not in left
            table[row["id"]].append(Share(row["p_title"], odds.n, out))
            leave[row["id"]].append(Share(row["p_block"], odds.n, decided and not row["p_block"]))
    ranked = sorted(
        ((by_id[id_], shares) for id_, shares in table.items() if id_ in by_id),
        key=lambda row: (-row[1][0].value, row[0].slot),
    )
    ja, en = Words("ja"), Words("en")
    for id_, one in by_id.items():
        if id_ in table:
            one.chances = [
                {"name": Both(ja("leave_block"), en("leave_block")), "shares": leave[id_]},
                {"name": Both(ja("win_title"), en("win_title")), "shares": table[id_]},
            ]
    rows = [{"who": one, "shares": shares} for one, shares in ranked]
    return {"n": odds.n, "stages": heads, "rows": rows, "veiled": False}


def _left(result: EventResult, day: Day | None) -> set[int] | None:
    """Who could still win at the end of a day; None while everybody could."""
    if day is None or (day.stage <= BLOCKS and day.id != "blocks"):
        return None
    at = next((n for n, stage in enumerate(result.plan.rounds, 1) if stage.number == day.stage), 0)
    return set(result.lines[at]) if at < len(result.lines) else None


def _stage_name(name: str, days: Mapping[str, Day]) -> Both:
    ja, en = Words("ja"), Words("en")
    if not name:
        return Both(ja("before_event"), en("before_event"))
    if name == "blocks":
        return Both(ja("after_blocks"), en("after_blocks"))
    return Both(ja("after", day=days[name].ja), en("after", day=days[name].en))


def highlights(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """The bouts to read first, each once: the last one, the greatest upset and comeback, the longest, the shortest."""
    fought = [card for card in cards if card.kind == "bout" and not card.veiled]
    won = [card for card in fought if card.winner is not None]
    picks: list[tuple[str, Card | None]] = [
        ("the_final", fought[-1] if fought and fought[-1].knockout else None),
        ("biggest_upset", min((c for c in won if c.upset), key=lambda c: (c.chance or 0, c.seq), default=None)),
        ("biggest_comeback", min((c for c in won if c.comeback), key=lambda c: (c.lowest or 0, c.seq), default=None)),
        ("longest", max(fought, key=lambda c: (c.turns, -c.seq), default=None)),
        ("shortest", min(won, key=lambda c: (c.turns, c.seq), default=None)),
    ]
    ja, en = Words("ja"), Words("en")
    chosen: list[dict[str, Any]] = []
    for key, card in picks:
        if card is not None and all(card is not one["bout"] for one in chosen):
            chosen.append({"title": Both(ja(key), en(key)), "bout": card})
    return chosen
