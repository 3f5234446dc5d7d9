"""The organizer's decisions beside an event.

Original styles approved or rejected, findings waived, each signed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from budosim.errors import EventError
from budosim.systems.gurps3.findings import Finding, Waiver
from budosim.systems.gurps3.names import fold
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import tables

_STYLE_KEYS = {"entrant", "style", "decision", "reason", "by", "date"}
_WAIVER_KEYS = {"entrant", "rule", "where", "reason", "by", "date"}
_MAX_BYTES = 262_144


@dataclass(frozen=True, slots=True)
class StyleDecision:
    """What the organizer says to an original style; `place` is where it is written."""

    entrant: str
    approved: bool
    reason: str
    by: str
    date: str = ""
    style: str = ""
    """The style decided on; another one of the same entrant waits again. Empty: whichever he enters."""
    place: str = ""

    def meets(self, sheet: Sheet) -> bool:
        """Whether this is the decision on a sheet's style."""
        style = sheet.style
        if style is None or not style.original or not _is(self.entrant, sheet):
            return False
        return not self.style or fold(self.style) == fold(style.text)


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding the organizer lets pass; `place` is where it is written."""

    entrant: str
    rule: str
    where: str
    waiver: Waiver
    place: str = ""


@dataclass(frozen=True, slots=True)
class Approvals:
    """All decisions of one event."""

    styles: tuple[StyleDecision, ...] = ()
    waived: tuple[Waived, ...] = ()

    def style(self, sheet: Sheet) -> StyleDecision | None:
        """The decision on this sheet's style; the last one written counts."""
        return next((d for d in reversed(self.styles) if d.meets(sheet)), None)

    def idle(self, judged: Iterable[tuple[Sheet, Iterable[Finding]]]) -> list[StyleDecision | Waived]:
        """Decisions that met nothing among these sheets: a slip of the pen, or a fault mended since."""
        seen = [(sheet, list(findings)) for sheet, findings in judged]
        idle: list[StyleDecision | Waived] = [
            d for d in self.styles if not any(d.meets(s) for s, _ in seen)
        ]
        for w in self.waived:
            met = any(
                _is(w.entrant, s) and any(f.rule == w.rule and w.where in ("", f.where) for f in found)
                for s, found in seen
            )
            if not met:
                idle.append(w)
        return idle

    def waiver(self, sheet: Sheet, finding: Finding) -> Waiver | None:
        """The waiver of a finding, or None."""
        for w in self.waived:
            if w.rule == finding.rule and _is(w.entrant, sheet) and w.where in ("", finding.where):
                return w.waiver
        return None


def _is(entrant: str, sheet: Sheet) -> bool:
    return fold(entrant) in {
        fold(sheet.entrant.name),
        fold(Path(sheet.path).stem),
        fold(Path(sheet.path).name),
    } - {""}


def read_approvals(path: Path) -> Approvals:
    """Read `approve.toml`; a missing file means no decisions.

    The file holds `[[style]]` tables (entrant, decision = "approved" | "rejected", reason, by) and
    `[[waiver]]` tables (entrant, rule, where, reason, by); `by` is required, a rejection and a waiver need
    a reason.

    Raises:
        EventError: the file cannot be read or a decision is not complete.

    """
    if not path.exists():
        return Approvals()
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise EventError(f"{path.name} is too large.", f"{path.name} が大きすぎます。")
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, EventError):
            raise
        raise EventError(
            f"{path.name} cannot be read: {error}", f"{path.name} を読めません：{error}"
        ) from error
    for key in raw:
        if key not in ("style", "waiver"):
            raise EventError(
                f"{path.name}: unknown key {key}.", f"{path.name}：知らない項目 {key} があります。"
            )
    styles = [_style(row, path.name, i) for i, row in enumerate(_rows(raw, "style", path.name), start=1)]
    waived = [_waived(row, path.name, i) for i, row in enumerate(_rows(raw, "waiver", path.name), start=1)]
    return Approvals(tuple(styles), tuple(waived))


def _rows(raw: Mapping[str, Any], key: str, name: str) -> list[Mapping[str, Any]]:
    rows = raw.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise EventError(
            f"{name}: write [[{key}]], one table a decision.",
            f"{name}：[[{key}]] の形で一件ずつ書いてください。",
        )
    return rows


def _words(row: Mapping[str, Any], known: set[str], needed: Iterable[str], place: str) -> dict[str, str]:
    for key, value in row.items():
        if key not in known or not (isinstance(value, str) or (key == "date" and isinstance(value, date))):
            raise EventError(f"{place}: {key} is not understood.", f"{place}：{key} を理解できません。")
    words = {k: str(row.get(k, "")).strip() for k in known}
    for key in needed:
        if not words[key]:
            raise EventError(f"{place}: {key} is missing.", f"{place}：{key} がありません。")
    return words


def _style(row: Mapping[str, Any], name: str, n: int) -> StyleDecision:
    place = f"{name} [[style]] {n}"
    words = _words(row, _STYLE_KEYS, ("entrant", "decision", "by"), place)
    if words["decision"] not in ("approved", "rejected"):
        raise EventError(
            f"{place}: decision is approved or rejected.", f"{place}：decision は approved か rejected です。"
        )
    if words["decision"] == "rejected" and not words["reason"]:
        raise EventError(f"{place}: a rejection needs a reason.", f"{place}：没とする理由がありません。")
    return StyleDecision(
        words["entrant"],
        words["decision"] == "approved",
        words["reason"],
        words["by"],
        words["date"],
        words["style"],
        place,
    )


def _waived(row: Mapping[str, Any], name: str, n: int) -> Waived:
    place = f"{name} [[waiver]] {n}"
    words = _words(row, _WAIVER_KEYS, ("entrant", "rule", "reason", "by"), place)
    if words["rule"] not in tables().rules:
        raise EventError(
            f"{place}: there is no rule {words['rule']}.", f"{place}：規則 {words['rule']} はありません。"
        )
    waiver = Waiver(words["by"], words["reason"], words["date"])
    return Waived(words["entrant"], words["rule"], words["where"], waiver, place)


def latest(sheets: Iterable[Sheet]) -> tuple[list[Sheet], list[tuple[Sheet, Sheet]]]:
    """Of several files of one entrant (same name) keep the one submitted last.

    Returns the sheets kept, in their order, and (superseded, kept) pairs to be told.
    """
    ordered = list(sheets)
    best: dict[str, Sheet] = {}
    for sheet in ordered:
        key = whose(sheet)
        if key not in best or _when(sheet) > _when(best[key]):
            best[key] = sheet
    kept = [s for s in ordered if best[whose(s)] is s]
    dropped = [(s, best[whose(s)]) for s in ordered if best[whose(s)] is not s]
    return kept, dropped


def later(old: Sheet, new: Sheet) -> bool:
    """Whether the second sheet was submitted after the first."""
    return _when(new) > _when(old)


def whose(sheet: Sheet) -> str:
    """Whose sheet it is: sheets that name one fighter are one entrant's; a nameless one stands for itself."""
    return fold(sheet.entrant.name) or sheet.path


def _when(sheet: Sheet) -> float:
    moment = sheet.entrant.submitted
    japan = timezone(timedelta(hours=9))
    if moment is None:
        return float("-inf")
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, tzinfo=japan)
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=japan)).timestamp()
    except (OverflowError, ValueError, OSError):
        return float("-inf")
