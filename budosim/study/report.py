"""A result folder as one page: `report.html`, whole in itself, and the figures it shows.

The page loads nothing, and runs one script of its own that sorts and filters tables; its policy forbids everything
else. Without scripts every table is there all the same. Every text from a sheet, an event file or a manifest is
escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from budosim.files import write_bytes, write_text
from budosim.study import canvas
from budosim.study.bracket import picture_of, rounds_of
from budosim.study.drawings import Drawing, drawings_of
from budosim.study.league import blocks_of, deviation_of
from budosim.study.listings import (
    MOST_PAIRS,
    draws_of,
    endings_of,
    entries_of,
    first_mover_of,
    fought_of,
    ledger_of,
    odds_of,
    pairs_of,
    refused_of,
)
from budosim.study.lists import lists_of
from budosim.study.results import Result, read_result
from budosim.study.words import Both, Lang, both

if TYPE_CHECKING:
    from jinja2 import Environment

REPORT = "report.html"
FIGURES = "figures"
PIXELS = 96
"""Of the page, per inch of a figure."""


class Shown(NamedTuple):
    """A figure within the page: its address in both languages, and its width in pixels of the page."""

    name: str
    caption: Both
    uri: Both
    width: int


def write_report(folder: Path | str, lang: Lang = "ja") -> Path:
    """Make a result folder's figures and its report.html anew, from what the folder holds.

    `lang` is the language the page opens in and the figures in `figures/` speak; the page has both.

    Raises:
        BudosimError: the folder is no result folder, or cannot be read or written.

    """
    result = read_result(folder)
    shown = [_write_figure(drawing, result.folder / FIGURES, lang) for drawing in drawings_of(result)]
    path = result.folder / REPORT
    write_text(path, render(result, shown, lang))
    return path


def _write_figure(drawing: Drawing, folder: Path, lang: Lang) -> Shown:
    """Draw a figure in both languages; the files speak `lang`."""
    other: Lang = "en" if lang == "ja" else "ja"
    figure = drawing.draw(lang)
    mine = canvas.picture(figure)
    write_bytes(folder / f"{drawing.name}.png", mine)
    canvas.save(figure, folder / f"{drawing.name}.svg")
    uris = {lang: canvas.data_uri(mine), other: canvas.data_uri(canvas.picture(drawing.draw(other)))}
    width = round(PIXELS * float(figure.get_size_inches()[0]))
    return Shown(drawing.name, drawing.caption, Both(uris["ja"], uris["en"]), width)


def render(result: Result, shown: list[Shown], lang: Lang) -> str:
    """The page of a result."""
    rounds = rounds_of(result)
    stages, odds = odds_of(result)
    figures = {figure.name: figure for figure in shown}
    page = environment().get_template("report.html.j2")
    return page.render(
        lang=lang,
        css=_css(),
        script=_script(),
        policy=_policy(),
        lists=lists_of(result),
        result=result,
        manifest=result.manifest,
        kind=both("command", result.kind),
        champion=result.champion,
        blocks=blocks_of(result),
        deviation=deviation_of(result),
        picture=picture_of(rounds, result),
        figures=figures,
        entries=entries_of(result),
        pairs=pairs_of(result),
        most_pairs=MOST_PAIRS,
        endings=endings_of(result),
        first_mover=first_mover_of(result),
        stages=stages,
        odds=odds,
        fought=fought_of(result) if result.kind == "cup" else [],
        ledger=ledger_of(result),
        draws=draws_of(result),
        refused=refused_of(result.manifest),
        facts=facts_of(result.manifest),
    )


def facts_of(manifest: Mapping[str, Any]) -> list[tuple[Both, str]]:
    """How the result was made, line by line."""
    seed, versions = manifest["seed"], manifest["versions"]
    lines: list[tuple[Both, Any]] = [
        (Both("シード", "Seed"), seed.get("number")),
        (Both("シードの文", "Seed text"), seed.get("text")),
        (Both("締切後の公開値", "Beacon"), seed.get("beacon")),
        (Both("シードの公約", "Commitment to the seed"), seed.get("commitment")),
        (Both("回数", "Repetitions"), manifest["n"]),
        (Both("試合数", "Bouts"), manifest.get("bouts")),
        (Both("作成日時", "Made"), manifest.get("made")),
        (Both("コマンド", "Command"), " ".join(str(word) for word in manifest["command"])),
        (Both("ルール版", "Rules version"), manifest["rules_version"]),
        (Both("乱数", "Random numbers"), manifest["rng"]),
        (
            Both("版", "Versions"),
            ", ".join(f"{name} {number}" for name, number in versions.items() if number),
        ),
        (Both("レギュレーション", "Regulation"), _source(manifest["regulation"])),
        (Both("裁定", "Rulings"), _rulings(manifest["rulings"])),
        (Both("大会ファイル", "Event file"), _source(manifest.get("event"))),
    ]
    return [(name, str(value)) for name, value in lines if value not in (None, "")]


def _source(row: Mapping[str, Any] | None) -> str:
    return "" if not row else f"{row.get('file') or row.get('id')} (sha256 {row.get('sha256')})"


def _rulings(rulings: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in rulings.get("values", {}).items())


@cache
def environment() -> Environment:
    """The templates of pages."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("budosim.study", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["thousands"] = lambda number: f"{number:,}"
    made.filters["moment"] = _moment
    return made


def _moment(written: str) -> str:
    """A date and time as people read it; what is none stands as it is."""
    try:
        return datetime.fromisoformat(written).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    except ValueError:
        return written


@cache
def _css() -> str:
    return (files("budosim.study") / "templates" / "report.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return (files("budosim.study") / "templates" / "report.js").read_text(encoding="utf-8")


def _policy() -> str:
    """The content security policy: this style sheet, this script and embedded pictures, nothing else."""
    style, script = (
        base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii") for text in (_css(), _script())
    )
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
        "base-uri 'none'; form-action 'none'"
    )
