"""`bout`: one bout, told."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, EventFile, Lang, Seed
from budosim.cli.speak import speak
from budosim.errors import BudosimError, EventError

if TYPE_CHECKING:
    from budosim.systems.gurps3.retell import Retold

FORUM_WIDTH = 72
"""Columns of a plain text for a forum: 36 full-width characters."""


def bout(
    pair: Annotated[
        list[str] | None,
        typer.Argument(metavar="A B", help=both("二人のシート", "two sheets"), show_default=False),
    ] = None,
    seed: Seed = None,
    number: Annotated[
        int,
        typer.Option("--bout", min=0, metavar="K", help=both("試合番号（0から）", "the bout's number, from 0")),
    ] = 0,
    of: Annotated[
        str | None,
        typer.Option(
            "--of",
            metavar="DIR",
            help=both(
                "結果のフォルダーの試合を、当時の負傷から再現する",
                "reopen a bout of a result folder, with the wounds it started from",
            ),
            show_default=False,
        ),
    ] = None,
    event: EventFile = None,
    trace: Annotated[
        str | None,
        typer.Option(
            "--trace",
            metavar="OUT.jsonl",
            help=both("全判定の記録を書き出す", "write every roll"),
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="OUT.html",
            help=both("一枚のページに書き出す", "write one page"),
            show_default=False,
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help=both("掲示板の幅の文章にする", "plain text of forum width"))
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Tell one bout."""
    from budosim.systems.gurps3.trace import write_trace

    out = speak(as_json=as_json)
    if of is not None and (pair or event is not None or seed is not None):
        raise BudosimError(
            "--of reopens a bout as it was: leave out A B, --seed and --event",
            "--of は記録どおりの試合を開きます。A B、--seed、--event は付けないでください",
        )
    told = _of_folder(of, number) if of is not None else _free(pair or [], seed, number, event)
    if trace is not None:
        write_trace(trace, told.trace)
        out.note(f"全判定を {trace} に書きました。", f"Every roll is in {trace}.")
    if html is not None:
        from budosim.cli.page import bout_page
        from budosim.files import write_text

        write_text(Path(html), bout_page(told, out.lang))
        out.note(f"試合を {html} に書きました。", f"The bout is in {html}.")
    out.say(_prose(told, text=text))
    out.document({**told.end, **_head(told)})
    return FINE


def _prose(told: Retold, *, text: bool) -> str:
    from budosim.systems.gurps3.story import tell

    width = None
    if text:
        width = FORUM_WIDTH
    elif sys.stdout.isatty():
        width = max(40, min(shutil.get_terminal_size().columns - 2, 100))
    return tell(told.trace, told.fighters, speak().lang, width=width).rstrip("\n")


def _head(told: Retold) -> dict[str, Any]:
    first = told.trace[0]
    return {name: first[name] for name in ("a", "b", "seed", "bout", "stage", "rules_version")}


def _free(pair: Sequence[str], seed: str | None, number: int, event: str | None) -> Retold:
    """A free bout of two sheets; the file name that sorts first is side a."""
    from budosim.runs.entry import seed_for
    from budosim.runs.free import free_bout, two_fighters
    from budosim.systems.gurps3.field_files import read_setting

    out = speak()
    if len(pair) != 2:
        raise BudosimError(
            f"a bout is between two sheets, {len(pair)} given: budosim bout A.toml B.toml",
            f"試合は二人のシートで行います（{len(pair)} 件が指定されました）：budosim bout A.toml B.toml",
        )
    setting = read_setting(event)
    two = two_fighters(pair[0], pair[1], setting, out.note)
    return free_bout(two, seed_for(seed, setting, out.note).number, number, setting, out.note)


def _of_folder(folder: str, number: int) -> Retold:
    """A bout of a result folder, from what it began with."""
    from budosim.runs.folder import open_result
    from budosim.runs.free import free_of_folder
    from budosim.runs.official import CONDITIONS, read_lines
    from budosim.runs.warm import compiling
    from budosim.systems.gurps3.cup import TalkingDuels, reopen

    stored = open_result(folder)
    if stored.kind != "cup":
        return free_of_folder(stored, number, speak().note)
    rows: Mapping[int, dict[str, Any]] = {
        int(row["bout"]): row for row in read_lines(stored.folder / CONDITIONS) if isinstance(row.get("bout"), int)
    }
    if number not in rows:
        some = ", ".join(str(known) for known in list(rows)[:3])
        raise EventError(
            f"{folder} has no bout {number}: its numbers stand in bouts.parquet, column bout ({some}, …)",
            f"{folder} に試合 {number} はありません。番号は bouts.parquet の bout 列です（{some} など）",
        )
    arena = TalkingDuels([one.fighter for one in stored.candidates], stored.seed.number, stored.setting)
    with compiling(speak().note, talking=True, magic=arena.magical):
        return reopen(arena, rows[number])


COMMANDS = (("bout", bout, both("一試合を物語として読む", "one bout, told in prose")),)
