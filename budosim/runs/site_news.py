"""What is new on a site: the days as they were published, and a feed of them; neither tells a result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from budosim.events.days import Day
from budosim.files import json_text, read_text, write_text
from budosim.provenance import sha256
from budosim.site.paper import environment
from budosim.site.words import Both, Lang, Words

PUBLISHED = "publications.jsonl"


def published(folder: Path, day: Day) -> list[dict[str, Any]]:
    """The days published so far, the newest first; this one is added when it is new."""
    path = folder / PUBLISHED
    rows = list(_rows(path))
    if day.id not in [row["day"] for row in rows]:
        moment = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        rows.append({"day": day.id, "number": day.number, "ja": day.ja, "en": day.en, "moment": moment})
        write_text(path, "".join(json_text(row) + "\n" for row in rows))
    ja, en = Words("ja"), Words("en")
    known = [row for row in rows if row["number"] <= day.number]
    return [
        {
            "id": row["day"],
            "moment": row["moment"],
            "date": row["moment"][:10],
            "link": f"bouts.html#day{row['number']}" if row["number"] else "index.html",
            "title": _title(row, ja, en),
        }
        for row in reversed(known)
    ]


def _title(row: Mapping[str, Any], ja: Words, en: Words) -> Both:
    if row["number"] == 0:
        return Both(ja("news_draw"), en("news_draw"))
    return Both(ja("news_item", day=row["ja"]), en("news_item", day=row["en"]))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        return
    for line in read_text(path).text.split("\n"):
        try:
            row = json.loads(line) if line.strip() else None
        except ValueError:
            continue
        if isinstance(row, dict) and {"day", "number", "ja", "en", "moment"} <= set(row):
            yield row


def feed(cup: Mapping[str, Any], news: Sequence[Mapping[str, Any]], lang: Lang, root: str) -> str:
    """The Atom feed of what is new, without results."""
    mark = sha256(cup["name"].encode("utf-8"))[:32]
    template = environment().get_template("feed.xml.j2")
    return template.render(
        lang=lang,
        w=Words(lang),
        cup=cup,
        news=news,
        root=root,
        id=f"urn:budosim:{mark}",
        updated=news[0]["moment"] if news else "1970-01-01T00:00:00Z",
    )
