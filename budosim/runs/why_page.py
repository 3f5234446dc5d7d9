"""The page "why did I lose": one self-contained file beside a result."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from budosim.files import safe_name, write_text
from budosim.runs.why import Defeat, Why
from budosim.study import canvas
from budosim.study.figures_bouts import win_curve
from budosim.study.rates import interval_text, rate_text, wilson
from budosim.study.report import environment
from budosim.study.words import Lang, both

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 96 * 8.4


def write_page(found: Why, folder: Path, lang: Lang) -> Path:
    """Write `why-ID.html` into the folder of the result; its path."""
    path = folder / f"why-{safe_name(found.me.id)}.html"
    write_text(path, page(found, folder, lang))
    return path


def page(found: Why, folder: Path, lang: Lang) -> str:
    """The page."""
    template = environment().get_template("why.html.j2")
    return template.render(
        lang=lang,
        css=_css(),
        policy=_policy(),
        me=found.me,
        folder=folder.name,
        defeats=[_shown(one, found, lang) for one in found.defeats],
        exploited=found.exploited,
        changes=[_change(value) for value in found.changes],
        tried=found.tried,
        against=_against(found),
        both=both,
        width=round(WIDTH),
    )


def _shown(defeat: Defeat, found: Why, lang: Lang) -> Mapping[str, object]:
    names = (found.me.name, defeat.foe.name)
    places = [turn.at for turn in defeat.turning]
    uris = {one: canvas.data_uri(canvas.picture(win_curve(defeat.curve, names, one, places))) for one in ("ja", "en")}
    return {"defeat": defeat, "uris": uris, "ending": both("ending", defeat.ending)}


def _change(value: object) -> Mapping[str, object]:
    from budosim.runs.tune import Value

    assert isinstance(value, Value)
    gain = value.gain
    if gain is None or gain.value is None or gain.lo is None or gain.hi is None:
        return {"text": value.change, "cp": value.row()["cp"], "gain": "—", "between": "—"}
    between = f"{100 * gain.lo:+.1f} … {100 * gain.hi:+.1f}"
    return {"text": value.change, "cp": value.row()["cp"], "gain": f"{100 * gain.value:+.1f}", "between": between}


def _against(found: Why) -> list[tuple[str, str, str]]:
    rows = sorted(found.rate.items(), key=lambda row: (row[1][0] / row[1][1] if row[1][1] else 0.5, row[0]))
    return [(foe, rate_text(wins, n), interval_text(*wilson(wins, n))) for foe, (wins, n) in rows[:8]]


@cache
def _css() -> str:
    return (files("budosim.study") / "templates" / "report.css").read_text(encoding="utf-8")


def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_css().encode("utf-8")).digest()).decode("ascii")
    return f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
