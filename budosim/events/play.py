"""Plays an event: once officially, or many times as a forecast.

Both run the same steps over rows of repetitions. The official event is repetition 0 of the forecast under the
same seed, written down whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np

from budosim.errors import EventError
from budosim.events.bracket import BYE
from budosim.events.days import Day, days_of
from budosim.events.deal import deal, deal_many
from budosim.events.draws import Purpose, draw_number
from budosim.events.field import Field, Ints
from budosim.events.knockout import Knockout, seat, seat_one
from budosim.events.league import Case, League
from budosim.events.log import Log
from budosim.events.orders import draw_name
from budosim.events.plan import Plan
from budosim.events.protocols import KNOCKOUT, MOST_REPETITIONS, STANDING, Arena, Numbers
from budosim.events.result import BlockResult, EventResult, Forecast, Left, Standing
from budosim.events.schedule import block_name
from budosim.events.standings_many import UNPLAYED

CHUNK_BYTES = 64 << 20
"""Memory a chunk of repetitions may take for conditions and block tables."""
TABLE_BYTES = 192
"""Of that, what one fighter's share in standings and block tables takes, about."""

Seen = Callable[[Numbers, Sequence[Ints]], None]
"""Shown the repetitions of a chunk and who stood on the lines of every round in each."""
Progress = Callable[[int, int], None]
"""Told repetitions done (a share of a chunk counts) and repetitions asked for."""


def play_event(plan: Plan, arena: Arena, seed: int, repetition: int = 0, *, until: Day | None = None) -> EventResult:
    """The official event: blocks, play-offs, bracket, knockout; every draw, fixture and wound on record.

    With `until` it stops at the end of that day; what is played later follows from the same seed.
    """
    _check(arena, seed, repetition, 1)
    stop = until if until is not None else days_of(plan)[-1]
    audit: list[dict[str, Any]] = []
    log = Log(arena, plan.ids)
    field = Field(plan, arena, _numbers(repetition, 1), log=log)
    blocks: tuple[BlockResult, ...] = ()
    if plan.sizes:
        league = League(field, np.array([deal(plan, seed, repetition, audit)], np.int64))
        last = len(league.rounds())
        if stop.number > 0:
            for played, _ in enumerate(league.play(), 1):
                if played >= min(stop.number, last):
                    break
        if stop.number >= last:
            first, second, cases = league.rank(seed, every_place=True, audit=audit)
            blocks = tuple(_block(league, case) for case in cases)
            bracket = [np.array([seat_one(plan, seed, repetition, first, second, 0, audit)], np.int64)]
        else:
            blocks = tuple(_unranked(league, block) for block in range(len(plan.sizes)))
            bracket = []
    else:
        bracket = [np.array([(0, 1)], np.int64)]
    if bracket and stop.stage >= KNOCKOUT:
        knockout = Knockout(field, bracket[0])
        for played, _ in enumerate(knockout.play(), 1):
            if KNOCKOUT + played > stop.stage:
                break
        bracket = knockout.lines
    _used_up(plan, audit, whole=until is None)
    return EventResult(
        plan=plan,
        seed=seed,
        repetition=repetition,
        blocks=blocks,
        lines=tuple(tuple(int(slot) for slot in row[0]) for row in bracket),
        fixtures=tuple(log.fixtures),
        ledger=tuple(log.ledger),
        audit=tuple(audit),
        left=Left(field.condition[:, 0].copy(), field.dead[:, 0].copy(), field.standing["bouts"][:, 0].copy()),
    )


def forecast_rest(
    result: EventResult, arena: Arena, n: int, progress: Progress | None = None, *, jobs: int = 1
) -> Forecast:
    """The rest of an event that stands at a round of its knockout, `n` times from there.

    What is over stays as it was. The official event being repetition 0, these count from 1.
    """
    left = result.left
    if left is None or not result.lines:
        raise ValueError("the rest of an event is forecast from a bracket that is drawn")
    _check(arena, result.seed, 1, n)
    plan, total = result.plan, _nothing(result.plan, result.seed, 1, n)
    size = _chunk(plan, arena)
    with ThreadPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        for start in range(0, n, size):
            numbers = _numbers(1 + start, min(size, n - start))
            field = Field(plan, arena, numbers, pool)
            field.condition[:] = left.condition[:, None]
            field.dead[:] = left.dead[:, None]
            field.standing["bouts"] = left.bouts[:, None]
            knockout = Knockout(field, np.tile(np.array(result.lines[-1], np.int64), (len(numbers), 1)))
            for _ in knockout.play(len(result.lines)):
                pass
            before = [np.tile(np.array(row, np.int64), (len(numbers), 1)) for row in result.lines[:-1]]
            total = total.plus(_counted(plan, result.seed, numbers, [*before, *knockout.lines], field))
            if progress is not None:
                progress(start + len(numbers), n)
    return Forecast(**{**vars(total), "asked": n})


def forecast(
    plan: Plan,
    arena: Arena,
    n: int,
    seed: int,
    progress: Progress | None = None,
    *,
    first: int = 0,
    jobs: int = 1,
    chunk: int | None = None,
    seen: Seen | None = None,
) -> Forecast:
    """The whole event `n` times, from repetition `first` on: how often each leaves his block, and so on.

    Repetitions that meet the same pair in the same round are settled together. Counts do not depend on
    `chunk` (repetitions held in memory at a time) nor on `jobs` (threads that settle pairs side by side).
    Interrupted, it returns the chunks that are complete, if there are any.
    """
    _check(arena, seed, first, n)
    size = chunk or _chunk(plan, arena)
    total = _nothing(plan, seed, first, n)
    with ThreadPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        try:
            for start in range(0, n, size):
                count = min(size, n - start)
                run = _Chunk(plan, arena, seed, _numbers(first + start, count), pool)
                for done in run.play():
                    if progress is not None:
                        progress(start + int(count * done), n)
                total = total.plus(run.counts())
                if seen is not None:
                    seen(run.repetitions, run.lines)
        except KeyboardInterrupt:
            if total.n == 0:
                raise
    return Forecast(**{**vars(total), "asked": n})


class _Chunk:
    """Some repetitions of an event, side by side."""

    def __init__(
        self, plan: Plan, arena: Arena, seed: int, repetitions: Numbers, pool: Executor | None
    ) -> None:
        self.plan = plan
        self.seed = seed
        self.repetitions = repetitions
        self.field = Field(plan, arena, repetitions, pool)
        self.lines: list[Ints] = []

    def play(self) -> Iterator[float]:
        """Blocks and knockout; after each round the share that is done, about."""
        plan = self.plan
        lines = np.tile(np.arange(2), (len(self.repetitions), 1))
        if plan.sizes:
            league = League(self.field, deal_many(plan, self.seed, self.repetitions))
            steps = len(league.rounds()) + 1
            for done, _ in enumerate(league.play(), 1):
                yield done / steps
            winners, runners, _ = league.rank(self.seed, every_place=False, audit=[])
            lines = seat(plan, self.seed, self.repetitions, winners, runners)
        knockout = Knockout(self.field, lines)
        for _ in knockout.play():
            pass
        self.lines = knockout.lines
        yield 1.0

    def counts(self) -> Forecast:
        """The chunk, counted."""
        return _counted(self.plan, self.seed, self.repetitions, self.lines, self.field)


def _counted(plan: Plan, seed: int, repetitions: Numbers, lines: Sequence[Ints], field: Field) -> Forecast:
    """Repetitions of an event, counted by who stood on the lines of each round."""
    stood = np.stack([_count(rows, plan.slots) for rows in lines])
    return Forecast(
        plan=plan,
        seed=seed,
        first=int(repetitions[0]),
        n=len(repetitions),
        left_block=stood[0],
        reached=stood[:-1],
        titles=stood[-1],
        vacant=int((lines[-1] <= BYE).sum()),
        deaths=field.dead.sum(axis=1),
        bouts=field.bouts,
        asked=len(repetitions),
    )


def _block(league: League, case: Case) -> BlockResult:
    slots = tuple(int(slot) for slot in league.members(case.block)[case.row])
    standings = tuple(
        Standing(
            slots[placed.member],
            placed.place,
            case.table.points(placed.member),
            *case.table.results(placed.member),
            case.table.damage[placed.member],
            placed.reason,
        )
        for placed in case.placed
    )
    return BlockResult(block_name(case.block), slots, case.table.score, standings)


def _unranked(league: League, block: int) -> BlockResult:
    """A block whose bouts are not all held: its members in the order they were drawn, and the points so far."""
    slots = tuple(int(slot) for slot in league.members(block)[0])
    score = league.score[block][0]
    so_far = tuple(tuple(None if points == UNPLAYED else int(points) for points in row) for row in score)
    return BlockResult(block_name(block), slots, so_far, ())


def _used_up(plan: Plan, audit: Sequence[Mapping[str, Any]], *, whole: bool) -> None:
    """Every number rolled with real dice must have been asked for: a draw has as many as it needs."""
    for key, given in plan.orders.typed.items():
        number = str(draw_number(Purpose[key[0].upper()], key[1]))
        used = sum(len(row["values"]) for row in audit if row["number"] == number)
        if (used or whole) and used < len(given):
            name = draw_name(key)
            raise EventError(
                f"draw {name}: {len(given)} numbers are given, {used} are needed",
                f"抽選 {name}：数が {len(given)} 個あります。必要なのは {used} 個です",
            )


def _count(rows: Ints, slots: int) -> Ints:
    return np.bincount(rows[rows >= 0], minlength=slots).astype(np.int64)


def _nothing(plan: Plan, seed: int, first: int, asked: int) -> Forecast:
    none = np.zeros(plan.slots, np.int64)
    reached = np.zeros((len(plan.rounds), plan.slots), np.int64)
    return Forecast(plan, seed, first, 0, none, reached, none, 0, none, 0, asked)


def _numbers(first: int, count: int) -> Numbers:
    return np.arange(first, first + count, dtype=np.uint64)


def _chunk(plan: Plan, arena: Arena) -> int:
    """Repetitions that fit in the memory of a chunk."""
    fighter = arena.fresh(0, 1).dtype.itemsize + STANDING.itemsize + TABLE_BYTES
    return max(1, CHUNK_BYTES // (plan.slots * fighter))


def _check(arena: Arena, seed: int, first: int, n: int) -> None:
    if arena.seed != seed:
        raise EventError(
            f"the arena rolls under seed {arena.seed}, the event under {seed}: they must be the same",
            f"試合のシード {arena.seed} と大会のシード {seed} が違います",
        )
    if n < 1 or first < 0 or first + n > MOST_REPETITIONS:
        raise EventError(
            f"{n} repetitions from {first}: at least one, the last number being {MOST_REPETITIONS - 1}",
            f"回数 {n}（{first} 番から）は使えません。1 回以上、番号は {MOST_REPETITIONS - 1} までです",
        )
