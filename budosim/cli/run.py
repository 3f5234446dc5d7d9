"""Runs a command line and turns whatever happens into a message and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from budosim.cli import FINE, INTERRUPTED, REFUSED, UNUSABLE
from budosim.cli.language import LANGUAGES, Lang, asked, from_locale
from budosim.cli.speak import Speaker, speaking
from budosim.cli.usage import usage_message
from budosim.errors import BudosimError, PatternError


def run(args: list[str]) -> int:
    """The exit status of a command line."""
    _utf8((sys.stdin, sys.stdout, sys.stderr))
    written = asked(args)
    lang: Lang = "en" if written == "en" else "ja" if written == "ja" else from_locale()
    speaker = Speaker(lang, as_json="--json" in args)
    with speaking(speaker):
        try:
            if written is not None and written not in LANGUAGES:
                raise BudosimError(f"--lang {written}: ja or en", f"--lang {written}：ja か en を指定してください")
            if any("\0" in word for word in args):
                raise BudosimError("an argument holds a NUL character", "引数に NUL 文字が含まれています")
            return _dispatch(args, lang)
        except KeyboardInterrupt:
            speaker.note("中断しました。", "Interrupted.")
            speaker.document({"interrupted": True})
            return INTERRUPTED
        except BrokenPipeError:
            _abandon_output()
            return FINE
        except BudosimError as error:
            judged = isinstance(error, PatternError) or getattr(error, "refuses", False)
            return _failed(speaker, error.ja, error.en, REFUSED if judged else UNUSABLE)
        except MemoryError:
            return _failed(speaker, "メモリーが足りません。", "There is not enough memory.", UNUSABLE)
        except OSError as error:
            return _failed(speaker, *_os_message(error), UNUSABLE)
        except Exception as error:
            usage = usage_message(error, args)
            if usage is not None:
                return _failed(speaker, *usage, UNUSABLE)
            return _failed(speaker, *_unforeseen(error), UNUSABLE)


def _dispatch(args: list[str], lang: Lang) -> int:
    """The command's own status. Its `main` is passed by: that one has endings of its own for signals and pipes."""
    import typer

    from budosim.cli.app import command

    whole = command(lang)
    try:
        with whole.make_context("budosim", args) as context:
            result = whole.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) and not isinstance(result, bool) else FINE


def _failed(speaker: Speaker, ja: str, en: str, status: int) -> int:
    speaker.note(f"budosim: {ja}", f"budosim: {en}")
    speaker.document({"error": {"message_ja": ja, "message_en": en, "status": status}})
    return status


def _os_message(error: OSError) -> tuple[str, str]:
    where = error.filename if error.filename is not None else ""
    reason = error.strerror or type(error).__name__
    return f"{where} を使えません（{reason}）", f"{where} cannot be used: {reason}"


def _unforeseen(error: Exception) -> tuple[str, str]:
    """One line for what nobody thought of: what it was and where, so that it can be reported."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return (
        f"予期しないことが起きました（{what}、{place}）。この行を添えて報告してください。",
        f"Something unforeseen happened ({what}, {place}). Please report it with this line.",
    )


def _utf8(streams: Iterable[Any]) -> None:
    """Speak UTF-8 everywhere, on systems with another code page too."""
    for stream in streams:
        encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
        if encoding not in ("", "utf8") and hasattr(stream, "reconfigure"):
            with suppress(ValueError, OSError):
                stream.reconfigure(encoding="utf-8")


def _abandon_output() -> None:
    """Let Python close the broken pipe without a word."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
