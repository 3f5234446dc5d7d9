"""Mistakes on the command line, told in both languages.

The exceptions are known by what they carry: some versions of Typer bring their own copy of the classes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any


def usage_message(error: Exception, args: Sequence[str]) -> tuple[str, str] | None:
    """The message of a usage error, Japanese and English; None for any other exception."""
    if not hasattr(error, "format_message"):
        return None
    english = " ".join(str(error.format_message()).split())
    hint_ja, hint_en = _help_hint(error)
    return f"{_japanese(error, english)}{hint_ja}", f"{english}{hint_en}"


def _help_hint(error: Any) -> tuple[str, str]:
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "budosim")
    return f"（使い方：{path} --help）", f" (help: {path} --help)"


def _japanese(error: Any, english: str) -> str:
    kind = type(error).__name__
    if kind == "NoSuchOption":
        near = [word for word in (getattr(error, "possibilities", None) or ()) if isinstance(word, str)]
        return f"{error.option_name} というオプションはありません。" + (
            f"{'、'.join(near)} ではありませんか。" if near else ""
        )
    if kind == "MissingParameter":
        return f"{_name(error)} がありません。"
    for pattern, japanese in _FORMS:
        found = re.match(pattern, english)
        if found:
            return japanese.format(*found.groups())
    if kind == "BadParameter":
        return f"{_name(error)} の値が使えません：{english}"
    return english


_FORMS = (
    (r"No such command '(.*?)'\.", "「{}」というコマンドはありません。"),
    (r"Missing command\.", "コマンドがありません。"),
    (r"Got unexpected extra arguments? \((.*)\)", "余分な引数があります：{}"),
    (r"Option '(.*?)' requires an argument\.", "{} には値が必要です。"),
    (r"Option '(.*?)' requires (\d+) arguments\.", "{} には値が {} 個必要です。"),
    (r"Option '(.*?)' does not take a value\.", "{} は値を取りません。"),
    (
        r"Invalid value for '?(.*?)'?: '?(.*?)'? is not a valid int(?:eger)?\.",
        "{} は整数で指定してください（「{}」は使えません）。",
    ),
    (
        r"Invalid value for '?(.*?)'?: '?(.*?)'? is not a valid float\.",
        "{} は数で指定してください（「{}」は使えません）。",
    ),
    (
        r"Invalid value for '?(.*?)'?: (.*?) is not in the range x>=(.*?)\.",
        "{} の {} は使えません。{} 以上にしてください。",
    ),
)


def _name(error: Any) -> str:
    parameter = getattr(error, "param", None)
    if parameter is None:
        return str(getattr(error, "param_hint", "") or "引数")
    options = [word for word in getattr(parameter, "opts", ()) if word.startswith("-")]
    return options[0] if options else str(getattr(parameter, "metavar", None) or parameter.name).upper()
