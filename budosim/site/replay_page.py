"""The page of one bout: its story for every browser, and a replay for those that run scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from budosim.site.paper import asset, packed, render
from budosim.site.words import Both, Lang

MOST_BYTES = 400_000
"""What a replay page may weigh."""


@dataclass(frozen=True)
class ReplayPage:
    """What a replay page says beside the bout itself.

    Fields:
        title: who against whom.
        people: by side the name.
        faces: by side an embedded picture, or "".
        where: which bout of the event it is.
        home: the way back to the cup's page in both languages.
        text: the plain texts.
        notes: the referee's decisions on it.
    """

    title: Both
    people: Mapping[str, Both]
    faces: Mapping[str, str] = field(default_factory=lambda: {"a": "", "b": ""})
    cup: str = ""
    where: Both | None = None
    home: Both | None = None
    text: Both | None = None
    notes: Sequence[Both] = ()
    curve: bool = False


def replay_page(
    page: ReplayPage,
    data: Mapping[str, Any],
    stories: Mapping[Lang, Sequence[Any]],
    ui: Mapping[str, Mapping[str, str]],
    lang: Lang,
) -> str:
    """The page as HTML.

    Args:
        page: what stands around the bout.
        data: what the viewer reads (`systems/gurps3/replay.py`).
        stories: by language the pieces of the story: kind, text, events.
        ui: the viewer's words.
        lang: the language it opens in.

    """
    last = len(data["lines"]) - 1
    return render(
        "replay.html.j2",
        lang,
        styles=asset("site.css") + asset("replay.css"),
        script=asset("replay.js"),
        bout=page,
        ui=ui,
        stories={name: _paragraphs(pieces, last) for name, pieces in stories.items()},
        data=packed({**data, "title": [page.title.ja, page.title.en]}),
    )


def _paragraphs(pieces: Sequence[Any], last: int) -> list[dict[str, Any]]:
    """The story in paragraphs: sentences of one fighter's turn together, everything else by itself."""
    out: list[dict[str, Any]] = []
    for piece in pieces:
        joins = piece.kind == "sentence" and out and out[-1]["kind"] == "sentence"
        if not joins:
            out.append({"kind": piece.kind, "pieces": []})
        events = piece.events or ((last,) if piece.kind == "result" else ())
        out[-1]["pieces"].append({"text": piece.text, "events": ",".join(map(str, events))})
    return [one for one in out if one["kind"] in ("heading", "line", "result", "sentence")]
