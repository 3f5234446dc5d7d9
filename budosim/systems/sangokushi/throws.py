"""Every throw of dice in the office: drawn from the league's seed or typed in, each a row of `audit.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from budosim.errors import EventError
from budosim.events.draws import Draws, Purpose, same_draw
from budosim.files import json_text, read_text, write_text

AUDIT = "audit.jsonl"
_EPOCH = date(2000, 1, 1)
OCCASIONS = {"mercenaries": 0, "right": 4, "field": 8, "starts": 12, "order": 16, "title": 20}
"""What a throw is for; the battle's place in its night is added to it."""


class Typed(EventError):
    """Dice somebody typed in that cannot be those of this throw."""

    refuses = True


@dataclass
class Thrower:
    """Throws dice for one occasion after the other and keeps their rows.

    Fields:
        seed: where dice come from that nobody typed in; None allows typed dice only.
        typed: dice typed in, used up in order before any is drawn.
        by: who threw, or who ran the command.
        rows: the rows for the audit, in order.
    """

    seed: int | None
    night: date
    typed: list[int] = field(default_factory=list)
    by: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    again: int = 0

    def throw(self, occasion: str, order: int, what: str, sides: Sequence[int], who: str = "") -> list[int]:
        """Some dice at once."""
        fields = {"occasion": occasion, "night": self.night.isoformat(), "battle": order, "who": who}
        if self.typed:
            return self._typed(what, sides, fields)
        if self.seed is None:
            raise Typed(
                f"{what}: not enough dice were typed in",
                f"{what}：入力されたダイスが足りません",
            )
        draws = self._stream(occasion, order)
        draws.used = sum(len(row["sides"]) for row in self.rows if row.get("number") == str(draws.number))
        values = draws.throw(what, sides)
        self.rows.append({**draws.audit[-1], **fields, "source": "seed", "seed": self.seed, "by": self.by})
        return values

    def _stream(self, occasion: str, order: int) -> Draws:
        weeks = (self.night - _EPOCH).days // 7 % 4096
        which = weeks * 32 + OCCASIONS[occasion] + order % 4
        return Draws(self.seed or 0, Purpose.THROWS, which, self.again)

    def _typed(self, what: str, sides: Sequence[int], fields: Mapping[str, Any]) -> list[int]:
        values = self.typed[: len(sides)]
        if len(values) < len(sides):
            raise Typed(
                f"{what}: {len(sides)} dice are needed, {len(values)} were typed in",
                f"{what}：ダイスは {len(sides)} 個必要ですが、入力は {len(values)} 個です",
            )
        for value, most in zip(values, sides, strict=True):
            if not 1 <= value <= most:
                raise Typed(
                    f"{what}: {value} is no face of a die with {most} sides",
                    f"{what}：{value} は {most} 面ダイスの目ではありません",
                )
        del self.typed[: len(sides)]
        row: dict[str, Any] = {"what": what, "kind": "throw", "purpose": "throws", "number": None, "first_word": None}
        row |= {"sides": list(sides), "values": values, "result": values, **fields}
        self.rows.append({**row, "source": "typed", "seed": None, "by": self.by})
        return values

    def all_used(self) -> None:
        """Typed dice that nobody needed are a mistake."""
        if self.typed:
            left = ", ".join(map(str, self.typed))
            raise Typed(f"more dice were typed in than thrown: {left}", f"入力されたダイスが余りました：{left}")

    def lots(self, occasion: str, order: int, what: str, members: Sequence[str], sides: int = 6) -> list[str]:
        """Members best first: one die each, level ones again until none are."""
        if len(members) < 2:
            return list(members)
        dice = [self.throw(occasion, order, what, (sides,), who=member)[0] for member in members]
        ordered: list[str] = []
        for value in sorted(set(dice), reverse=True):
            level = [member for member, die in zip(members, dice, strict=True) if die == value]
            ordered += self.lots(occasion, order, what, level, sides)
        return ordered


def read_audit(folder: Path) -> list[dict[str, Any]]:
    """The rows of a league's audit."""
    path = folder / AUDIT
    if not path.is_file():
        return []
    rows = []
    for number, line in enumerate(read_text(path, 1 << 26).text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise EventError(f"{AUDIT}:{number}: no JSON object", f"{AUDIT}:{number}：JSON の記録ではありません")
        rows.append(row)
    return rows


def append_audit(folder: Path, rows: Sequence[Mapping[str, Any]]) -> int:
    """Add rows to a league's audit, written as one file; what stands there already is not written twice."""
    kept = read_audit(folder)
    if rows and is_sample(folder):
        raise EventError(
            f"{folder} is the sample of the package: copy it with `budosim sangokushi new`, or use --dry-run",
            f"{folder} は同梱の見本です。budosim sangokushi new で写すか、--dry-run を付けてください",
        )
    new = [row for row in rows if json.loads(json_text(row)) not in kept]
    if new:
        write_text(folder / AUDIT, "".join(json_text(row) + "\n" for row in [*kept, *new]))
    return len(new)


def is_sample(folder: Path) -> bool:
    """Whether a folder lies within the installed package, where nothing is written."""
    return folder.resolve().is_relative_to(Path(__file__).resolve().parents[2])


def faults_of_audit(rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Lines (from 1) of seeded throws whose values are not what their seed gives."""
    wrong = []
    for number, row in enumerate(rows, 1):
        if row.get("source") == "seed" and row.get("kind") == "throw":
            try:
                good = same_draw(int(row["seed"]), dict(row))
            except (KeyError, TypeError, ValueError):
                good = False
            if not good:
                wrong.append(number)
    return wrong
