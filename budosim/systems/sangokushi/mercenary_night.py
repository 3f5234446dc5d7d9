"""One night's volunteers allocated by the office: last week's rights, dice recorded, typed in or drawn."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from budosim.errors import EventError
from budosim.systems.sangokushi.league_file import League
from budosim.systems.sangokushi.mercenaries import Allocation, allocate
from budosim.systems.sangokushi.play import play, recorded_dice
from budosim.systems.sangokushi.throws import Thrower, read_audit


def allocate_night(league: League, day: date, thrower: Thrower) -> tuple[Allocation | None, list[dict[str, Any]]]:
    """The allocation of a night and the rows of its throws for the audit.

    Raises:
        EventError: the night is not written down.

    """
    record = league.records.get(day)
    if record is None or not record.volunteers:
        raise EventError(f"nights/{day}.toml records no volunteers", f"nights/{day}.toml に参戦表明の記録がありません")
    before = play(league, until=day - timedelta(1))
    entries = {entry.name: entry for entry in league.entries if entry.on(day)}
    written = {post.name: bool(post.throws) for post in record.volunteers}
    recorded = recorded_dice(record, read_audit(league.folder))
    rows: list[dict[str, Any]] = []

    def die(name: str) -> int:
        try:
            value = recorded(name)
        except LookupError:
            return thrower.throw("mercenaries", 0, _WHAT, (6,), who=name)[0]
        if written.get(name):
            # Thrown on the spot and written into the night's file: the audit names the file.
            fields = {"occasion": "mercenaries", "night": day.isoformat(), "battle": 0, "who": name}
            row: dict[str, Any] = {"what": _WHAT, "kind": "throw", "purpose": "throws", "number": None}
            row |= {"first_word": None, "sides": [6], "values": [value], "result": [value], **fields}
            rows.append({**row, "source": "typed", "seed": None, "by": record.file, "turn": len(rows)})
        return value

    held = _rights(before, league, day)
    allocation = allocate(record, entries, held, before.averages_before(day), league.rules, die)
    thrower.all_used()
    return allocation, [*rows, *thrower.rows]


_WHAT = "参戦権利のダイス / dice for the right to fight"


def _rights(before: Any, league: League, day: date) -> frozenset[str] | None:
    """Last week's rights; None when last week's night is not recorded."""
    earlier = [night.date for night in league.nights if night.battles and night.date < day]
    if not earlier or earlier[-1] not in league.records:
        return None
    allocation = before.allocations.get(earlier[-1])
    return allocation.rights if allocation is not None else frozenset()
