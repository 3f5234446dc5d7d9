"""The calendar as an iCalendar file, for people's own calendars."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from budosim.systems.sangokushi.dates import KINDS, Night, moment
from budosim.systems.sangokushi.regulation import Regulation

_JAPAN = timedelta(hours=9)
_LINE = 74


def ics_text(name: str, nights: Sequence[Night], rules: Regulation, lang: str = "ja") -> str:
    """An event for each draw and each battle; times are those of Japan, written in UTC."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//budosim//sangokushi//JA", f"X-WR-CALNAME:{_plain(name)}"]
    for night in nights:
        now = rules.on(night.date)
        if night.draw is not None:
            title = "戦地決定" if lang == "ja" else "battlefields decided"
            lines += [
                "BEGIN:VEVENT",
                f"UID:draw-{night.date.isoformat()}@sangokushi.budosim",
                "DTSTAMP:20010101T000000Z",
                f"DTSTART;VALUE=DATE:{night.draw:%Y%m%d}",
                f"SUMMARY:{_plain(title)}",
                "END:VEVENT",
            ]
        for battle in night.battles:
            start = moment(night.date, now.first_battle if battle.order == 1 else now.second_battle)
            limit = now.three_way_minutes if battle.three_way else now.time_limit_minutes
            title = f"{KINDS[night.kind].text(lang)} {battle.title.text(lang)}"
            lines += [
                "BEGIN:VEVENT",
                f"UID:{battle.id.replace('/', '-')}@sangokushi.budosim",
                "DTSTAMP:20010101T000000Z",
                f"DTSTART:{_utc(start)}",
                f"DTEND:{_utc(start + timedelta(minutes=limit))}",
                f"SUMMARY:{_plain(title if not battle.three_way else battle.title.text(lang))}",
                "END:VEVENT",
            ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _utc(local: datetime) -> str:
    return f"{local - _JAPAN:%Y%m%dT%H%M%SZ}"


def _plain(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(escaped.split())


def _folded(line: str) -> str:
    """A line of at most 75 bytes; the rest continues on lines that begin with a blank."""
    parts, part, size = [], "", 0
    for char in line:
        width = len(char.encode("utf-8"))
        if size + width > _LINE:
            parts.append(part)
            part, size = "", 1
        part += char
        size += width
    return "\r\n ".join([*parts, part])
