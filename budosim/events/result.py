"""What comes out of an event played once, and of one played many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from budosim.errors import EventError
from budosim.events.bracket import BYE, EMPTIED
from budosim.events.plan import Plan
from budosim.events.protocols import Conditions, Fixture
from budosim.events.standings import Reason, sentence

_UNRANKED: Mapping[str, None] = dict.fromkeys(
    ("block_place", "points", "wins", "draws", "losses", "damage_taken", "reason", "reason_ja", "reason_en")
)
"""Of a standing that is not known yet."""
NO_CHAMPION = ("該当者なし", "no champion")
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in a block and the reason for it."""

    slot: int
    place: int
    points: int
    wins: int
    draws: int
    losses: int
    damage: int
    reason: Reason

    @property
    def sentence(self) -> tuple[str, str]:
        """The place with its reason, Japanese and English."""
        return sentence(self.place, self.reason)


@dataclass(frozen=True, slots=True)
class BlockResult:
    """A block as it ended.

    Fields:
        score: points the row's member took from the column's; None where no bout counts.
        standings: best first.
    """

    name: str
    members: tuple[int, ...]
    score: tuple[tuple[int | None, ...], ...]
    standings: tuple[Standing, ...]


class Left(NamedTuple):
    """Everybody's condition at a moment of one event, by slot; the arena alone understands it."""

    condition: Conditions
    dead: NDArray[np.bool_]
    bouts: NDArray[np.int64]


@dataclass(frozen=True)
class EventResult:
    """One official event, whole.

    Fields:
        lines: the slot on every line of the bracket at the start of each round, `BYE` where nobody stands and
            `EMPTIED` where a draw eliminated both; the last entry is the champion's place.
        champion: None when the title stays vacant (該当者なし).
        audit: every organizer's draw.
        left: everybody's condition when the playing stopped, for a forecast of the rest.
    """

    plan: Plan
    seed: int
    repetition: int
    blocks: tuple[BlockResult, ...]
    lines: tuple[tuple[int, ...], ...]
    fixtures: tuple[Fixture, ...]
    ledger: tuple[dict[str, Any], ...]
    audit: tuple[dict[str, Any], ...]
    left: Left | None = field(default=None, compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether the final is over."""
        return len(self.lines) > len(self.plan.rounds)

    @property
    def champion(self) -> int | None:
        """The champion's slot; None too while the event goes on."""
        if not self.complete:
            return None
        slot = self.lines[-1][0]
        return slot if slot >= 0 else None

    @property
    def champion_id(self) -> str | None:
        """The champion's id."""
        return None if self.champion is None else self.plan.ids[self.champion]

    def reached(self, slot: int) -> str:
        """The last stage a slot stood in: blocks, a round's id, or champion."""
        stages = ["blocks", *(stage.id for stage in self.plan.rounds), "champion"]
        return stages[sum(slot in row for row in self.lines)]

    def overall(self, slot: int) -> int | None:
        """His place in the whole event: 1, 2, then 3, 5, 9 … shared by those who fell in the same round.

        None for whoever did not leave his block, or may still go on.
        """
        rounds = sum(slot in row for row in self.lines)
        if rounds == 0 or (not self.complete and rounds == len(self.lines)):
            return None
        return 1 if rounds > len(self.plan.rounds) else len(self.lines[rounds - 1]) // 2 + 1

    def standings(self) -> list[dict[str, Any]]:
        """A row per entrant, block after block, best first; fields as in standings.parquet."""
        rows: list[dict[str, Any]] = []
        for block in self.blocks:
            for slot in () if block.standings else block.members:
                rows.append({**self._entry(slot), "block": block.name, **_UNRANKED})
            for standing in block.standings:
                ja, en = standing.sentence
                rows.append(
                    {
                        **self._entry(standing.slot),
                        "block": block.name,
                        "block_place": standing.place,
                        "points": standing.points,
                        "wins": standing.wins,
                        "draws": standing.draws,
                        "losses": standing.losses,
                        "damage_taken": standing.damage,
                        "reason": standing.reason.code,
                        "reason_ja": ja,
                        "reason_en": en,
                    }
                )
        if not self.blocks:
            rows.extend({**self._entry(slot), "block": None, **_UNRANKED} for slot in range(self.plan.slots))
        return rows

    def bouts(self) -> list[dict[str, Any]]:
        """A row per fixture, in the order they were held, with ids for slots."""
        ids = self.plan.ids
        return [
            {
                "bout": fixture.number,
                "kind": fixture.kind,
                "stage": fixture.stage.id,
                "round": fixture.round,
                "block": fixture.block,
                "a": ids[fixture.a],
                "b": None if fixture.b is None else ids[fixture.b],
                "winner": fixture.winner,
                "ending": fixture.ending,
                "damage_a": fixture.damage[0],
                "damage_b": fixture.damage[1],
                "dead_a": fixture.dead[0],
                "dead_b": fixture.dead[1],
                **fixture.details,
            }
            for fixture in self.fixtures
        ]

    def bracket(self) -> list[dict[str, Any]]:
        """A row per knockout round: the ids on its lines, None for a bye, "" where a draw emptied a place."""
        names = {BYE: None, EMPTIED: ""}
        return [
            {
                "round": stage.id,
                "name_ja": stage.ja,
                "name_en": stage.en,
                "lines": [self.plan.ids[slot] if slot >= 0 else names[slot] for slot in row],
            }
            for stage, row in zip(self.plan.rounds, self.lines, strict=False)
        ]

    def records(self) -> dict[str, list[dict[str, Any]]]:
        """Everything a second playing must repeat exactly, by name."""
        return {
            "bouts": self.bouts(),
            "standings": self.standings(),
            "bracket": self.bracket(),
            "ledger": [dict(row) for row in self.ledger],
            "audit": [dict(row) for row in self.audit],
        }

    def _entry(self, slot: int) -> dict[str, Any]:
        return {
            "id": self.plan.ids[slot],
            "slot": slot,
            "reached": self.reached(slot),
            "rank": self.overall(slot),
        }


@dataclass(frozen=True)
class Forecast:
    """Many playings of an event, counted.

    Fields:
        first: the first repetition's number.
        n: repetitions played.
        left_block: per slot, how often he left his block.
        reached: per knockout round and slot, how often he stood in that round, a bye included.
        titles: per slot.
        vacant: how often the title stayed vacant.
        deaths: per slot, in how many repetitions he was dead at the end.
        bouts: bouts fought in all.
        asked: repetitions asked for; more than `n` when interrupted.
    """

    plan: Plan
    seed: int
    first: int
    n: int
    left_block: Counts
    reached: Counts
    titles: Counts
    vacant: int
    deaths: Counts
    bouts: int
    asked: int

    @property
    def complete(self) -> bool:
        """Whether every repetition asked for was played."""
        return self.n == self.asked

    def plus(self, following: Forecast) -> Forecast:
        """Join the forecast that goes on where this one ends."""
        if (self.plan, self.seed, self.first + self.n) != (following.plan, following.seed, following.first):
            raise EventError(
                "these forecasts do not follow one another: plan, seed and repetitions must match",
                "この二つの予測は続きになっていません。大会・シード・回数が合う必要があります",
            )
        return replace(
            self,
            n=self.n + following.n,
            asked=self.n + following.asked,
            left_block=self.left_block + following.left_block,
            reached=self.reached + following.reached,
            titles=self.titles + following.titles,
            vacant=self.vacant + following.vacant,
            deaths=self.deaths + following.deaths,
            bouts=self.bouts + following.bouts,
        )

    def entrants(self) -> list[dict[str, Any]]:
        """A row per entrant: counts of `n`, and the chances they are."""
        rows = []
        for slot, identity in enumerate(self.plan.ids):
            rounds: Sequence[int] = self.reached[:, slot].tolist()
            rows.append(
                {
                    "id": identity,
                    "n": self.n,
                    "block": int(self.left_block[slot]),
                    "rounds": list(rounds),
                    "titles": int(self.titles[slot]),
                    "deaths": int(self.deaths[slot]),
                    "p_block": int(self.left_block[slot]) / self.n,
                    "p_round": [count / self.n for count in rounds],
                    "p_title": int(self.titles[slot]) / self.n,
                }
            )
        return rows
