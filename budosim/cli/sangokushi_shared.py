"""What the commands of the three-kingdoms league share: options, findings told, status."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.language import both
from budosim.cli.speak import Speaker
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.systems.sangokushi.findings import Finding, Problems
    from budosim.systems.sangokushi.regulation import Regulation

LeagueArgument = Annotated[
    str,
    typer.Argument(
        metavar="LEAGUE",
        help=both(
            "league.toml のあるフォルダー（同梱の見本は @sangokushi-2001）",
            "a folder with league.toml (the sample of the package: @sangokushi-2001)",
        ),
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="YYYY-MM-DD",
        help=both("この日の規則で", "under the rules of this day"),
        show_default=False,
    ),
]
Dice = Annotated[
    str | None,
    typer.Option(
        "--dice",
        metavar="N,N,…",
        help=both("実際に振ったダイスの目（振った順）", "dice really thrown, in the order they are asked for"),
        show_default=False,
    ),
]
By = Annotated[
    str,
    typer.Option("--by", metavar="NAME", help=both("振った人・決めた人", "who threw or decided"), show_default=False),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help=both("audit.jsonl に書かない", "leave audit.jsonl as it is"))]
RulingOption = Annotated[
    list[str],
    typer.Option(
        "--ruling",
        metavar="KEY=READING",
        help=both("裁定を変えて試す。繰り返せます", "try another reading of a ruling; may be repeated"),
        show_default=False,
    ),
]
Csv = Annotated[
    str | None,
    typer.Option("--csv", metavar="FILE", help=both("CSVに書き出す", "write a CSV file too"), show_default=False),
]


def day_of(text: str, what: str = "--as-of") -> date:
    """A date on the command line."""
    try:
        return date.fromisoformat(text.strip().replace("/", "-"))
    except ValueError:
        raise EventError(
            f"{what}: {text!r} is no date such as 2001-10-06",
            f"{what}：「{text}」は 2001-10-06 のような日付ではありません",
        ) from None


def optional_day(text: str | None) -> date | None:
    """A date that may be left out."""
    return None if text is None else day_of(text)


def dice_of(text: str | None) -> list[int]:
    """Dice typed on the command line: 3,4 or 3+4 or 3 4."""
    if text is None:
        return []
    words = text.replace(",", " ").replace("+", " ").replace("、", " ").replace("，", " ").split()
    try:
        return [int(word) for word in words]
    except ValueError:
        raise EventError(
            f"--dice {text!r}: numbers such as 3,4",
            f"--dice 「{text}」：3,4 のように数で書きます",
        ) from None


def nation_values(written: Iterable[str], what: str) -> dict[str, str]:
    """Values by nation: 魏=12,呉=8,蜀=6, or three values in this order."""
    from budosim.systems.sangokushi.tables import NATIONS, nations

    words = [word for one in written for word in one.replace("、", ",").replace("/ ", "/").split(",") if word.strip()]
    if words and all("=" not in word for word in words) and len(words) == len(NATIONS):
        return dict(zip(NATIONS, (word.strip() for word in words), strict=True))
    found = {}
    for word in words:
        name, _, value = word.partition("=")
        nation = nations().find(name)
        if nation is None or not value.strip():
            raise EventError(
                f"{what} {word!r}: write wei=…,wu=…,shu=…",
                f"{what} 「{word}」：魏=…,呉=…,蜀=… のように書きます",
            )
        found[nation.id] = value.strip()
    return found


def whole_values(written: Iterable[str], what: str) -> dict[str, int]:
    """Whole numbers by nation."""
    found = {}
    for nation, value in nation_values(written, what).items():
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise EventError(f"{what}: {value!r} is no headcount", f"{what}：「{value}」は人数ではありません")
        found[nation] = int(value)
    return found


def fractions_of(written: Iterable[str], what: str) -> dict[str, Fraction]:
    """Averages by nation, such as 18/3."""
    found = {}
    for nation, value in nation_values(written, what).items():
        try:
            found[nation] = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise EventError(f"{what}: {value!r} is no average", f"{what}：「{value}」は平均ではありません") from None
    return found


def with_rulings(rules: Regulation, written: Iterable[str]) -> Regulation:
    """The regulation with some rulings read another way."""
    from dataclasses import replace

    from budosim.systems.sangokushi.regulation import registry

    readings = dict(rules.rulings)
    for word in written:
        key, _, reading = word.partition("=")
        ruling = registry().get(key.strip())
        if ruling is None or reading.strip() not in ruling.readings:
            known = ", ".join(registry()) if ruling is None else " | ".join(ruling.readings)
            raise EventError(f"--ruling {word!r}: known are {known}", f"--ruling 「{word}」：使えるのは {known}")
        readings[key.strip()] = reading.strip()
    return replace(rules, rulings=readings)


def tell(out: Speaker, findings: Iterable[Finding], *, beside: bool = False) -> None:
    """Say findings, as part of the result or beside it."""
    for one in findings:
        if beside:
            out.note(one.text("ja"), one.text("en"))
        else:
            out.say(one.text(out.lang))


def status_of(problems: Problems) -> int:
    """1 when anything is wrong; what only waits for the committee is fine."""
    return REFUSED if problems.errors else FINE


def refused(out: Speaker, problems: Problems, more: Mapping[str, Any] | None = None) -> int:
    """Say what is wrong where a command cannot go on; nothing is written."""
    tell(out, problems, beside=True)
    count = len(problems.errors)
    out.note(f"誤りが {count} 件あるので、何も書きません。", f"{count} errors: nothing is written.")
    out.document({**(more or {}), "findings": problems.rows(), "legal": False})
    return REFUSED


def write_table(path: str, rows: list[dict[str, Any]]) -> Path:
    """Rows as a CSV file that a spreadsheet opens without harm, with a byte order mark."""
    import polars as pl

    from budosim.study.spreadsheet import write_csv

    flat = [{key: _cell(value) for key, value in row.items()} for row in rows]
    return write_csv(pl.DataFrame(flat, infer_schema_length=None), Path(path), excel=True)


def _cell(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, int | float | str) or value is None else str(value)
