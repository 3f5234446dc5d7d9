"""The language of messages: chosen once for a command; help texts carry both languages and show one."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from typing import Any, Literal

Lang = Literal["ja", "en"]
LANGUAGES: tuple[Lang, ...] = ("ja", "en")
_SEAM = "\x1f"


def both(ja: str, en: str) -> str:
    """A help text in both languages, for `localise` to choose from."""
    return f"{ja}{_SEAM}{en}"


def pick(text: str | None, lang: Lang) -> str | None:
    """The part of a `both` that `lang` asks for; other texts as they are."""
    if not text or _SEAM not in text:
        return text
    ja, en = text.split(_SEAM, 1)
    return ja if lang == "ja" else en


def asked(args: Sequence[str]) -> str | None:
    """What stands behind `--lang` on the command line; None when it is not there."""
    value = None
    for at, word in enumerate(args):
        if word == "--":
            break
        if word.startswith("--lang="):
            value = word.partition("=")[2]
        elif word == "--lang":
            value = args[at + 1] if at + 1 < len(args) else ""
    return value


def from_locale() -> Lang:
    """English where the locale is English, else Japanese."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "en" if value.lower().startswith("en") else "ja"
    # Elsewhere Python reads the locale "C" as an English one.
    spoken = (locale.getlocale()[0] or "") if os.name == "nt" else ""
    return "en" if spoken.lower().startswith("en") else "ja"


def localise(command: Any, lang: Lang) -> None:
    """Leave one language in the help of a command, its parameters and its subcommands."""
    for name in ("help", "short_help", "epilog"):
        if hasattr(command, name):
            setattr(command, name, pick(getattr(command, name), lang))
    for parameter in command.params:
        if hasattr(parameter, "help"):
            parameter.help = pick(parameter.help, lang)
    for inner in getattr(command, "commands", {}).values():
        localise(inner, lang)


_HEADINGS = {
    "Usage:": "使い方:",
    "Options:": "オプション:",
    "Arguments:": "引数:",
    "Commands:": "コマンド:",
    "Show this message and exit.": "この説明を表示します。",
}


def japanese_headings(text: str) -> str:
    """A help page whose own words are Japanese too."""
    for english, japanese in _HEADINGS.items():
        text = text.replace(english, japanese)
    return text
