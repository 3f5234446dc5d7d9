"""`new`: a league's folder to fill in, or the sample season to play with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.speak import speak
from budosim.errors import EventError


def new(
    path: Annotated[str, typer.Argument(metavar="DIR", help=both("作るフォルダー", "the folder to make"))],
    start: Annotated[
        str, typer.Option("--start", metavar="YYYY-MM", help=both("最初の月", "the first month"))
    ] = "2001-10",
    months: Annotated[int, typer.Option("--months", min=1, max=12, help=both("月数", "how many months"))] = 3,
    sample: Annotated[
        bool, typer.Option("--sample", help=both("見本のシーズンを写す", "copy the sample season"))
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Make a league's folder."""
    from budosim.files import claim, write_bytes, write_text
    from budosim.systems.sangokushi.league_file import SAMPLE, find_league
    from budosim.systems.sangokushi.skeleton import skeleton

    out = speak(as_json=as_json)
    folder = claim(Path(path))
    source = find_league(SAMPLE)
    if sample:
        for file in sorted(source.rglob("*")):
            if file.is_file():
                write_bytes(folder / file.relative_to(source), file.read_bytes())
    else:
        texts = skeleton(start, months, folder.resolve().name)
        if texts is None:
            raise EventError(
                f"--start {start!r}: a month such as 2001-10", f"--start「{start}」：2001-10 のように書きます"
            )
        for name, text in texts.items():
            write_text(folder / name, text)
        for name in ("generals.csv", "fields.csv"):
            write_bytes(folder / name, (source / name).read_bytes())
    files = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    out.say(out.t(f"{path} を作りました（{len(files)} ファイル）。", f"{path} is made ({len(files)} files)."))
    out.say(out.t(f"次は budosim sangokushi check {path}", f"next: budosim sangokushi check {path}"))
    out.document({"folder": folder.as_posix(), "files": files})
    return FINE


COMMANDS = (("new", new, both("リーグのフォルダーを作る", "make a league's folder")),)
