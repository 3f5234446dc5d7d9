"""The blocks: every bout, the standings, and who leaves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from budosim.events.bracket_many import Sent
from budosim.events.draws import Draws, Purpose
from budosim.events.field import DRAWN, Field, Ints
from budosim.events.plan import ADVANCE
from budosim.events.protocols import LEAGUE, PLAYOFF
from budosim.events.schedule import block_name, round_robin
from budosim.events.standings import DRAW, LOSS, WIN, Placed, PlayOff, Ranking, Table, rank
from budosim.events.standings_many import UNPLAYED, labels, points_of, table_of, tied_before

NONE = -1
"""No slot: a block that sent nobody."""


class Line(NamedTuple):
    """A meeting on the schedule: its block, and both places in it."""

    block: int
    i: int
    j: int


@dataclass(slots=True)
class Case:
    """A block of one repetition whose standings are being decided."""

    row: int
    block: int
    table: Table
    ranking: Ranking
    placed: list[Placed]
    request: PlayOff | None = None


class League:
    """The blocks of an event in many repetitions.

    Fields:
        dealt: the slot on each place of the blocks laid end to end, a row per repetition.
        score: per block, points [row, member, foe]; `UNPLAYED` where no bout counts.
        damage: per block, damage taken [row, member, foe].
    """

    def __init__(self, field: Field, dealt: Ints) -> None:
        """Blocks as dealt, nothing played."""
        self.field = field
        self.plan = field.plan
        self.dealt = dealt
        self.score: list[Ints] = [np.full((len(dealt), m, m), UNPLAYED, np.int64) for m in self.plan.sizes]
        self.damage: list[Ints] = [np.zeros((len(dealt), m, m), np.int64) for m in self.plan.sizes]
        self._rows = np.arange(len(dealt))

    def members(self, block: int) -> Ints:
        """The slots of a block, a row per repetition."""
        start = self.plan.starts[block]
        return self.dealt[:, start : start + self.plan.sizes[block]]

    def rounds(self) -> list[list[Line]]:
        """The meetings of each round, all blocks side by side."""
        plans = [round_robin(size) for size in self.plan.sizes]
        return [
            [Line(b, i, j) for b, bouts in enumerate(plans) if at < len(bouts) for i, j in bouts[at]]
            for at in range(max(map(len, plans)))
        ]

    def play(self) -> Iterator[None]:
        """Every bout of every block; a pause after each round."""
        rounds = self.rounds()
        for at, lines in enumerate(rounds):
            self._tell(rounds[at:])
            rows = np.tile(self._rows, len(lines))
            a = np.concatenate([self.members(line.block)[:, line.i] for line in lines])
            b = np.concatenate([self.members(line.block)[:, line.j] for line in lines])
            blocks = [block_name(line.block) for line in lines] if self.field.log is not None else None
            met = self.field.meet(LEAGUE, at + 1, rows, a, b, blocks=blocks)
            mine, theirs = points_won(met.winner)
            for k, (block, i, j) in enumerate(lines):
                part = slice(k * len(self._rows), (k + 1) * len(self._rows))
                self.score[block][:, i, j], self.score[block][:, j, i] = mine[part], theirs[part]
                self.damage[block][:, i, j] = met.damage_a[part]
                self.damage[block][:, j, i] = met.damage_b[part]
            self.field.standing["points"][a, rows] += mine
            self.field.standing["points"][b, rows] += theirs
            self.field.heal(
                np.concatenate([rows[met.fought], rows[met.fought]]),
                np.concatenate([a[met.fought], b[met.fought]]),
            )
            yield

    def _tell(self, rest: Sequence[Sequence[Line]]) -> None:
        """What every member can still reach, by points alone: must he win, is he through."""
        for block, size in enumerate(self.plan.sizes):
            left = np.zeros(size, np.int64)
            for line in (line for lines in rest for line in lines if line.block == block):
                left[line.i] += 1
                left[line.j] += 1
            points = points_of(self.score[block])
            most = points + WIN * left
            others = ~np.eye(size, dtype=np.bool_)
            catch = ((most[:, None, :] >= points[:, :, None]) & others).sum(axis=2)
            drawn = most - WIN + DRAW
            gone = ((points[:, None, :] > drawn[:, :, None]) & others).sum(axis=2) >= ADVANCE
            lost = ((points[:, None, :] > most[:, :, None]) & others).sum(axis=2) >= ADVANCE
            where = (self.members(block), self._rows[:, None])
            self.field.standing["safe"][where] = catch < ADVANCE
            self.field.standing["must_win"][where] = gone & ~lost

    def rank(
        self, seed: int, *, every_place: bool, audit: list[dict[str, Any]]
    ) -> tuple[Sent, Sent, list[Case]]:
        """Winners and runners-up of all blocks.

        The chain is walked step by step for blocks whose first two places points and results do not decide,
        and for all when `every_place` is wanted with its reasons; those cases are returned.
        """
        plan, rows = self.plan, self._rows
        self.field.standing["must_win"] = self.field.standing["safe"] = 0
        sent = np.full((3, ADVANCE, len(rows), len(plan.sizes)), NONE, np.int64)
        tables = []
        cases = []
        for block, size in enumerate(plan.sizes):
            members = self.members(block)
            struck = np.zeros((len(rows), size), np.bool_)
            if plan.dead_in_league == "struck":
                struck = self.field.dead[members, rows[:, None]]
            void = struck[:, :, None] | struck[:, None, :]
            score = np.where(void, UNPLAYED, self.score[block])
            damage = np.where(void, 0, self.damage[block]).sum(axis=2)
            label = labels(score, damage, struck, plan.chain)
            open_rows = rows if every_place else np.flatnonzero(tied_before(label, ADVANCE))
            for row in open_rows:
                table = table_of(score[row], damage[row], struck[row])
                cases.append(self._case(int(row), block, table, seed, audit))
            order = np.argsort(label, axis=1, kind="stable")
            tables.append((members, struck, points_of(score), damage, order))
        self._decide(cases)
        for case in cases:
            tables[case.block][4][case.row] = [placed.member for placed in case.placed]
        for block, (members, struck, points, damage, order) in enumerate(tables):
            for place in range(ADVANCE):
                at = order[:, place]
                scale = plan.scales[block]
                found = np.stack([members[rows, at], points[rows, at] * scale, damage[rows, at] * scale])
                sent[:, place, :, block] = np.where(struck[rows, at], NONE, found)
        first, second = (Sent(*sent[:, place]) for place in range(ADVANCE))
        return first, second, cases

    def _case(self, row: int, block: int, table: Table, seed: int, audit: list[dict[str, Any]]) -> Case:
        slots = [int(slot) for slot in self.members(block)[row]]
        repetition = int(self.field.repetitions[row])
        typed = self.plan.orders.typed
        draws = Draws(seed, Purpose.LOTS, block, repetition, names=self.plan.ids, audit=audit, typed=typed)

        def lots(members: tuple[int, ...]) -> list[tuple[int, int]]:
            what = f"lots in block {block_name(block)}, highest first"
            drawn = draws.lots([slots[m] for m in members], what)
            return [(slots.index(slot), die) for slot, die in drawn]

        return Case(row, block, table, rank(table, self.plan.chain, lots), [])

    def _decide(self, cases: Sequence[Case]) -> None:
        """Walk every chain to its end; the play-offs asked for at the same time are held together."""
        for case in cases:
            _advance(case, None)
        while waiting := [case for case in cases if case.request is not None]:
            taken = self._playoffs(waiting)
            for case, points in zip(waiting, taken, strict=True):
                _advance(case, points)

    def _is_dead(self, case: Case, member: int) -> bool:
        return bool(self.field.out(PLAYOFF)[self.members(case.block)[case.row, member], case.row])

    def _playoffs(self, cases: Sequence[Case]) -> list[dict[int, int]]:
        """Every case's play-off: a round robin of the tied, wounds healed before and after each bout.

        The dead forfeit to the living; between two of the dead nothing is held.
        """
        groups = [case.request.group if case.request is not None else () for case in cases]
        taken = [dict.fromkeys(group, 0) for group in groups]
        for at in range(max(len(round_robin(len(group))) for group in groups)):
            held = [
                (k, groups[k][i], groups[k][j])
                for k in range(len(cases))
                for i, j in _bouts(len(groups[k]), at)
                if not (self._is_dead(cases[k], groups[k][i]) and self._is_dead(cases[k], groups[k][j]))
            ]
            rows = np.array([cases[k].row for k, _, _ in held], np.intp)
            slots = [self.members(cases[k].block)[cases[k].row] for k, _, _ in held]
            a = np.array([slots[n][i] for n, (_, i, _) in enumerate(held)], np.int64)
            b = np.array([slots[n][j] for n, (_, _, j) in enumerate(held)], np.int64)
            requests = [cases[k].request for k, _, _ in held]
            replay = np.array([request.replay for request in requests if request is not None])
            blocks = [block_name(cases[k].block) for k, _, _ in held]
            met = self.field.meet(PLAYOFF, at + 1, rows, a, b, replay=replay, blocks=blocks)
            for (k, i, j), mine, theirs in zip(held, *points_won(met.winner), strict=True):
                taken[k][i] += int(mine)
                taken[k][j] += int(theirs)
            fought = met.fought
            self.field.heal(np.tile(rows[fought], 2), np.concatenate([a[fought], b[fought]]))
        return taken


def points_won(winner: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """League points of both sides; nobody's when both forfeit."""
    mine = np.select([winner == 0, winner == DRAWN], [WIN, DRAW], LOSS)
    theirs = np.select([winner == 1, winner == DRAWN], [WIN, DRAW], LOSS)
    return mine.astype(np.int64), theirs.astype(np.int64)


def _bouts(size: int, at: int) -> tuple[tuple[int, int], ...]:
    """A round of a round robin; none when it has fewer rounds."""
    rounds = round_robin(size)
    return rounds[at] if at < len(rounds) else ()


def _advance(case: Case, points: dict[int, int] | None) -> None:
    try:
        case.request = next(case.ranking) if points is None else case.ranking.send(points)
    except StopIteration as done:
        case.request = None
        case.placed = done.value
