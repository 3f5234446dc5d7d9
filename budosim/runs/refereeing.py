"""The organizer's decisions on a running event: checked against it, signed, and carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from budosim.errors import EventError
from budosim.events.days import Day, day_of, days_of
from budosim.events.deal import deal
from budosim.events.orders import MoreDice, draw_key
from budosim.events.play import play_event
from budosim.events.protocols import Fixture
from budosim.events.referee import Decision, Rulings, read_rulings, write_rulings
from budosim.events.result import EventResult
from budosim.provenance import MANIFEST
from budosim.runs.cup_journal import BoutFiles
from budosim.runs.folder import Stored, open_result
from budosim.systems.gurps3.cup import Opened, TalkingDuels, plan_of
from budosim.systems.gurps3.field_files import EventField, read_field
from budosim.systems.gurps3.real_dice import Throws, Wanted, check_throws
from budosim.systems.gurps3.retell import Retold


class _Reading:
    """A journal that is read and not written: what would be, without leaving a trace."""

    def __init__(self, files: BoutFiles) -> None:
        self.files = files

    def get(self, opening: Mapping[str, Any]) -> Retold | None:
        return self.files.get(opening)

    def put(self, opening: Mapping[str, Any], bout: Retold) -> None:
        """Nothing is kept."""


@dataclass(frozen=True)
class Coming:
    """A bout of the next day."""

    number: int
    day: Day
    a: str
    b: str


class Office:
    """Where decisions are signed: an event's folder before the draw, or its result folder afterwards.

    Fields:
        stored: the result; None before there is one.
    """

    def __init__(self, folder: Path | str) -> None:
        """Open a folder.

        Raises:
            EventError: it is neither an event nor a cup's result.

        """
        self.folder = Path(folder)
        self.stored: Stored | None = None
        if (self.folder / MANIFEST).is_file():
            self.stored = open_result(self.folder)
            if self.stored.kind != "cup":
                raise EventError(
                    f"{folder} was made by {self.stored.kind!r}: decisions are made on a cup",
                    f"{folder} は {self.stored.kind!r} の結果です。決定ができるのは cup の結果です",
                )
            self.field: EventField = self.stored.field
        else:
            field = read_field(self.folder)
            self.field = field.without_refused() if field.refused else field
        self.rulings = read_rulings(self.folder)
        self._openings: dict[int, dict[str, Any]] | None = None

    @property
    def seed(self) -> int:
        """The seed of the event; 0 before it is known."""
        return self.stored.seed.number if self.stored is not None else 0

    def played(self) -> Day:
        """The last day that is over."""
        from budosim.events.days import named_day

        plan = plan_of(self.field)
        if self.stored is None:
            return days_of(plan)[0]
        if self.stored.manifest.get("complete"):
            return days_of(plan)[-1]
        return named_day(plan, str(self.stored.manifest.get("until") or "draw"))

    def check(self, decision: Decision) -> None:
        """Refuse what cannot be carried out.

        Raises:
            EventError: somebody, a day, a bout or a draw there is not; a decision that comes too late or too soon.

        """
        plan = plan_of(self.field)
        Rulings((decision,)).orders(plan)
        if decision.kind in ("override", "rerun", "dice"):
            self._needs_result(decision.kind)
            self.opening(decision.bout)
        if decision.kind == "withdraw" and self.stored is not None and not decision.day:
            raise EventError(
                "the draw is made: say from which day on with --from",
                "抽選は済んでいます。--from で何日目からかを示してください",
            )
        if decision.kind == "dice":
            wanted = self.wanted(decision.bout, decision.dice)
            if wanted is not None:
                raise EventError(
                    f"bout {decision.bout} needs more throws: number {wanted.at + 1} has {wanted.dice} dice",
                    f"試合 {decision.bout} にはまだ投数が足りません（{wanted.at + 1} 投目はダイス {wanted.dice} 個）",
                )
        if decision.kind == "draw":
            missing = self.wanted_of_draw(decision.draw, decision.values)
            if missing is not None:
                raise missing

    def sign(self, decision: Decision) -> None:
        """Keep a decision that was checked."""
        self.rulings = self.rulings.signed(decision)
        write_rulings(self.folder, self.rulings)

    def _needs_result(self, kind: str) -> None:
        if self.stored is None:
            raise EventError(
                f"{kind} is a decision on a bout: name the result folder, not the event",
                f"{kind} は試合についての決定です。大会ではなく結果のフォルダーを指定してください",
            )

    def openings(self) -> dict[int, dict[str, Any]]:
        """What every bout of the event begins with, those to come included, as things stand."""
        if self._openings is None:
            self._openings = {}
            self._play(self.rulings, until=None)
        return self._openings

    def opening(self, number: int) -> dict[str, Any]:
        """What a bout begins with.

        Raises:
            EventError: the event has no such bout.

        """
        found = self.openings().get(number)
        if found is None:
            some = ", ".join(str(one) for one in list(self.openings())[:3])
            raise EventError(
                f"{self.folder} has no bout {number} ({some}, …): budosim referee {self.folder} list shows them",
                f"{self.folder} に試合 {number} はありません（{some} など）。"
                f"budosim referee {self.folder} list で番号がわかります",
            )
        return found

    def _play(self, rulings: Rulings, until: Day | None) -> EventResult:
        """The event as it would be; bouts that were fought come from the journal, nothing is written."""
        kept = self._openings

        def listen(_: Retold, opening: dict[str, Any]) -> None:
            if kept is not None:
                kept[int(opening["bout"])] = opening

        fighters = [one.fighter for one in self.field.candidates]
        journal = _Reading(BoutFiles(self.folder, fighters))
        arena = TalkingDuels(fighters, self.seed, self.field.setting, listen, journal=journal, rulings=rulings)
        return play_event(plan_of(self.field, rulings), arena, self.seed, until=until)

    def wanted(self, number: int, throws: Throws) -> Wanted | None:
        """The next throw of a bout by real dice; None when these are all.

        Raises:
            BadThrow: one of them does not fit.

        """
        fighters = [one.fighter for one in self.field.candidates]
        arena = TalkingDuels(fighters, self.seed, self.field.setting)
        read = Opened(arena, self.opening(number))
        start = arena.start(read.slots, read.stage, read.before, read.standing)
        return check_throws(arena.pair(*read.slots), start, self.seed, read.rolled_as, throws)

    def wanted_of_draw(self, name: str, values: Sequence[int]) -> MoreDice | None:
        """What a draw by real dice still asks for; None when the numbers are all it needs.

        Raises:
            EventError: a number the draw does not have, or one too many.

        """
        key = draw_key(name)
        decision = Decision("draw", "-", "-", "", draw=name, values=tuple(values))
        plan = plan_of(self.field, self.rulings.signed(decision))
        try:
            if key[0] == "blocks":
                audit: list[dict[str, Any]] = []
                if plan.sizes:
                    deal(plan, self.seed, 0, audit)
                used = sum(len(row["values"]) for row in audit if row.get("typed"))
                if used < len(values):
                    raise EventError(
                        f"draw {name}: {len(values)} numbers are given, {used} are needed",
                        f"抽選 {name}：数が {len(values)} 個あります。必要なのは {used} 個です",
                    )
            else:
                self._needs_result("draw")
                self._play(self.rulings.signed(decision), until=None)
        except MoreDice as more:
            return more
        return None

    def coming(self) -> list[Coming]:
        """The bouts of the day after the one that is over, with their numbers."""
        if self.stored is None:
            return []
        plan = plan_of(self.field, self.rulings)
        days = days_of(plan)
        played = self.played()
        if played.number + 1 >= len(days):
            return []
        next_day = days[played.number + 1]
        shown = self._play(self.rulings, until=next_day)
        return [
            Coming(int(one.number or 0), next_day, self._name(one.a), self._name(one.b))
            for one in shown.fixtures
            if one.kind == "bout" and day_of(plan, one.stage, one.round).number == next_day.number
        ]

    def held(self) -> list[Fixture]:
        """The bouts that were fought."""
        if self.stored is None:
            return []
        played = self.played()
        whole = self._play(self.rulings, until=None if self.stored.manifest.get("complete") else played)
        return [one for one in whole.fixtures if one.kind == "bout"]

    def name(self, slot: int) -> str:
        """An entrant's name."""
        return self.field.candidates[slot].name

    def _name(self, slot: int | None) -> str:
        return "" if slot is None else self.name(slot)
