"""The organizer's decisions of a running event: `rulings.jsonl`, one decision a line, each signed by a name.

A withdrawal, a bout decided otherwise, a bout fought once more, real dice for a bout or a draw, a remark.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from budosim.errors import BudosimError, EventError
from budosim.events.days import named_day
from budosim.events.orders import Orders, Withdrawal, draw_key
from budosim.events.plan import Plan
from budosim.events.protocols import REPETITIONS, REPLAY, bout_parts
from budosim.files import read_text, write_jsonl

RULINGS = "rulings.jsonl"
LARGEST = (1 << 53) - 1
LONGEST = 2000
MOST_DICE = 1024
SIDES = 6

Kind = Literal["withdraw", "override", "rerun", "dice", "draw", "remark"]
FIELDS: Mapping[str, tuple[str, ...]] = {
    "withdraw": ("id", "from"),
    "override": ("bout", "winner"),
    "rerun": ("bout",),
    "dice": ("bout", "dice"),
    "draw": ("draw", "values"),
    "remark": (),
}
"""What each kind of decision says beside its signature."""
SIGNATURE = ("kind", "by", "reason", "date")


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of rulings.jsonl.

    Fields:
        by: who signs.
        id: the entrant who withdraws.
        day: from which day on ("" = before the draw).
        bout: the bout's number.
        winner: "a", "b", or None for a draw.
        dice: what a bout's dice showed, throw by throw.
        draw: the name of a draw.
        values: the numbers rolled for it, from 1.
    """

    kind: Kind
    by: str
    reason: str
    date: str
    id: str = ""
    day: str = ""
    bout: int = -1
    winner: Literal["a", "b"] | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    draw: str = ""
    values: tuple[int, ...] = ()

    def row(self) -> dict[str, Any]:
        """The decision as its line of the file."""
        said: dict[str, Any] = {
            "id": self.id,
            "from": self.day,
            "bout": self.bout,
            "winner": self.winner,
            "dice": [list(throw) for throw in self.dice],
            "draw": self.draw,
            "values": list(self.values),
        }
        own = {name: said[name] for name in FIELDS[self.kind]}
        return {"kind": self.kind, **own, "by": self.by, "reason": self.reason, "date": self.date}


@dataclass(frozen=True, slots=True)
class Rulings:
    """All decisions of an event, in the order they were signed."""

    decisions: tuple[Decision, ...] = ()

    def of_bout(self, number: int, kind: Kind) -> list[Decision]:
        """The decisions of a kind on a bout."""
        return [one for one in self.decisions if one.kind == kind and one.bout == number]

    def override(self, number: int) -> Decision | None:
        """How a bout was decided otherwise; the last decision counts."""
        return next(reversed(self.of_bout(number, "override")), None)

    def dice(self, number: int) -> tuple[tuple[int, ...], ...] | None:
        """The real dice of a bout; those signed last count."""
        found = self.of_bout(number, "dice")
        return found[-1].dice if found else None

    def rolled_as(self, number: int) -> int:
        """The number whose dice a bout rolls: its own, or that of its latest repetition.

        Repetitions count down from the last number a pair has there, where no forecast comes near.
        """
        times = len(self.of_bout(number, "rerun"))
        if not times:
            return number
        repetition = bout_parts(number).repetition
        return number - repetition + (REPLAY if repetition < REPLAY else REPETITIONS) - times

    def before_the_draw(self) -> list[Decision]:
        """Withdrawals of those who are not drawn at all."""
        return [one for one in self.decisions if one.kind == "withdraw" and not one.day]

    def orders(self, plan: Plan) -> Orders:
        """What the event itself must know.

        Raises:
            EventError: a decision names an entrant or a day there is not.

        """
        withdrawals = []
        for one in self.decisions:
            if one.kind != "withdraw" or (not one.day and one.id not in plan.ids):
                continue
            if one.id not in plan.ids:
                raise EventError(
                    f"{RULINGS}: {one.id} has withdrawn but is not entered",
                    f"{RULINGS}：辞退した {one.id} は参加者にいません",
                )
            day = named_day(plan, one.day or "round1")
            knockout = day.stage > 1
            withdrawals.append(Withdrawal(plan.ids.index(one.id), day.stage, 1 if knockout else day.round))
        typed = {draw_key(one.draw): one.values for one in self.decisions if one.kind == "draw"}
        return Orders(tuple(withdrawals), typed)

    def signed(self, decision: Decision) -> Rulings:
        """These decisions and one more."""
        return Rulings((*self.decisions, decision))


def now() -> str:
    """The moment of a signature."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_rulings(folder: Path | str) -> Rulings:
    """The decisions kept in a folder; none when it has no such file.

    Raises:
        EventError: a line is not of the form, with its number.

    """
    path = Path(folder) / RULINGS
    if not path.is_file():
        return Rulings()
    try:
        lines = read_text(path).text.split("\n")
    except BudosimError as error:
        raise EventError(error.en, error.ja) from error
    return Rulings(tuple(_decision(line, number) for number, line in enumerate(lines, 1) if line.strip()))


def write_rulings(folder: Path, rulings: Rulings) -> None:
    """Keep the decisions in a folder."""
    write_jsonl(folder / RULINGS, (one.row() for one in rulings.decisions))


def _decision(line: str, number: int) -> Decision:
    place = f"{RULINGS}:{number}"
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EventError(f"{place}: not JSON ({error})", f"{place}：JSON として読めません（{error}）") from error
    if not isinstance(row, dict) or not isinstance(row.get("kind"), str) or row["kind"] not in FIELDS:
        known = ", ".join(FIELDS)
        raise EventError(f"{place}: kind is one of {known}", f"{place}：kind は {known} のどれかです")
    for key in row:
        if key not in (*SIGNATURE, *FIELDS[row["kind"]]):
            raise EventError(f"{place}: {key} is not understood", f"{place}：{key} を理解できません")
    return make_decision(row, place)


def make_decision(row: Mapping[str, Any], place: str = RULINGS) -> Decision:
    """A decision from its fields.

    Raises:
        EventError: a field is missing or not of its kind; `place` says where.

    """
    kind = row["kind"]
    more: dict[str, Any] = {
        name: _text(row, name, place, needed=name in ("by", "reason")) for name in ("by", "reason", "date")
    }
    if kind == "withdraw":
        more |= {"id": _text(row, "id", place, needed=True), "day": _text(row, "from", place, needed=False)}
    if "bout" in FIELDS[kind]:
        more["bout"] = _whole(row.get("bout"), 0, LARGEST, "bout", place)
    if kind == "override":
        winner = row.get("winner")
        if "winner" not in row or winner not in ("a", "b", None):
            raise EventError(f'{place}: winner is "a", "b" or null', f'{place}：winner は "a"・"b"・null のどれかです')
        more["winner"] = winner
    if kind == "dice":
        more["dice"] = _throws(row.get("dice"), place)
    if kind == "draw":
        more["draw"] = _text(row, "draw", place, needed=True)
        draw_key(more["draw"])
        values = _list(row.get("values"), "values", place)
        more["values"] = tuple(_whole(value, 1, 512, "values", place) for value in values)
    return Decision(kind=kind, **more)


def _text(row: Mapping[str, Any], name: str, place: str, *, needed: bool) -> str:
    value = row.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST or (needed and not value.strip()):
        what = "is missing" if value in ("", None) else f"is a text of at most {LONGEST} characters"
        what_ja = "がありません" if value in ("", None) else f"は {LONGEST} 文字までの文字列です"
        raise EventError(f"{place}: {name} {what}", f"{place}：{name} {what_ja}")
    return value.strip()


def _whole(value: Any, least: int, most: int, name: str, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise EventError(
            f"{place}: {name} is a whole number from {least} to {most}",
            f"{place}：{name} は {least}～{most} の整数です",
        )
    return value


def _list(value: Any, name: str, place: str) -> Sequence[Any]:
    if not isinstance(value, list) or not value:
        raise EventError(f"{place}: {name} is a list of numbers", f"{place}：{name} は数を並べたものです")
    return value


def _throws(value: Any, place: str) -> tuple[tuple[int, ...], ...]:
    throws = _list(value, "dice", place)
    if len(throws) > MOST_DICE:
        raise EventError(
            f"{place}: a bout by real dice has at most {MOST_DICE} throws",
            f"{place}：実際のダイスで行う試合は {MOST_DICE} 回までです",
        )
    return tuple(
        tuple(_whole(die, 1, SIDES, "dice", place) for die in _list(throw, "dice", place)) for throw in throws
    )
