"""`warm`: compile the combat core ahead of its first use."""

from __future__ import annotations

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.speak import speak

KINDS_JA = {"talking": "語る版", "silent": "数える版"}


def warm(as_json: AsJson = False, lang: Lang = None) -> None:
    """Compile the talking and the silent core, without and with spells, so that no later command waits for it."""
    from budosim.runs.warm import compile_both

    out = speak(as_json=as_json)
    took = compile_both(out.note)
    if as_json:
        out.document({"seconds": {name: round(seconds, 2) for name, seconds in took.items()}})
    else:
        each = [(kind, took[kind], took[f"{kind}-magic"]) for kind in ("talking", "silent")]
        ja = "、".join(f"{KINDS_JA[kind]} {plain:.1f} 秒（呪文つき {magic:.1f} 秒）" for kind, plain, magic in each)
        en = ", ".join(f"{kind} {plain:.1f} s (with spells {magic:.1f} s)" for kind, plain, magic in each)
        out.say(out.t(f"戦闘コアの準備ができました。{ja}", f"the combat core is ready: {en}"))
    raise typer.Exit(FINE)


COMMANDS = (("warm", warm, both("戦闘コアを先にコンパイルしておく", "compile the combat core ahead of its first use")),)
