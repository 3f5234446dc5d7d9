"""`warm`: compile the combat core ahead of its first use."""

from __future__ import annotations

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.speak import speak


def warm(as_json: AsJson = False, lang: Lang = None) -> None:
    """Compile the talking and the silent core, so that no later command waits for it."""
    from budosim.runs.warm import compile_both

    out = speak(as_json=as_json)
    took = compile_both(out.note)
    if as_json:
        out.document({"seconds": {name: round(seconds, 2) for name, seconds in took.items()}})
    else:
        out.say(
            out.t(
                f"戦闘コアの準備ができました（語る版 {took['talking']:.1f} 秒、数える版 {took['silent']:.1f} 秒）。",
                f"the combat core is ready (talking {took['talking']:.1f} s, silent {took['silent']:.1f} s)",
            )
        )
    raise typer.Exit(FINE)


COMMANDS = (("warm", warm, both("戦闘コアを先にコンパイルしておく", "compile the combat core ahead of its first use")),)
