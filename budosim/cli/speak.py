"""Where a command's words go: results to standard output, everything else to standard error."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Protocol

from budosim.cli.language import Lang
from budosim.files import json_text

_KEPT = frozenset("\n\t")


class Advance(Protocol):
    """Told how much is done, of how much, and perhaps what runs now."""

    def __call__(self, done: float, total: float, what: str | None = None) -> None:
        """Move the bar."""


def printable(text: str) -> str:
    """A text without control codes and marks that turn the writing direction: entrants' words stay words."""
    return "".join(
        char
        for char in text
        if char in _KEPT
        or not (
            unicodedata.category(char) in ("Cc", "Cs")
            or char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        )
    )


class Speaker:
    """The voice of one command.

    Fields:
        lang: the language of its messages.
        as_json: standard output holds one JSON document and nothing else.
        told: whether that document was printed.
    """

    def __init__(self, lang: Lang, *, as_json: bool = False) -> None:
        self.lang: Lang = lang
        self.as_json = as_json
        self.told = False

    def t(self, ja: str, en: str) -> str:
        """The text in the language of the command."""
        return ja if self.lang == "ja" else en

    def say(self, text: str = "") -> None:
        """A line of the result for a person; silent where a JSON document is asked for."""
        if not self.as_json:
            self._write(sys.stdout, printable(text) + "\n")

    def raw(self, text: str) -> None:
        """Text of the result as it is, with JSON or without."""
        self._write(sys.stdout, text)

    def note(self, ja: str, en: str) -> None:
        """A notice beside the result."""
        self._write(sys.stderr, printable(self.t(ja, en)) + "\n")

    def document(self, value: Any) -> None:
        """The JSON document; asked for once."""
        if self.as_json and not self.told:
            self.told = True
            self._write(sys.stdout, json_text(value) + "\n")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Any]], *, right: Sequence[int] = ()) -> None:
        """A table for a person; the columns `right` are set to the right."""
        if self.as_json or not rows:
            return
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        page = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for at, title in enumerate(head):
            page.add_column(title, justify="right" if at in right else "left", overflow="fold")
        for row in rows:
            page.add_row(*(Text(printable("—" if cell is None else str(cell))) for cell in row))
        width = None if sys.stdout.isatty() else 160
        console = Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)
        console.print(page)

    @contextmanager
    def progress(self, what: str) -> Iterator[Advance]:
        """A bar on standard error while something runs; nothing where that is no terminal."""
        if not sys.stderr.isatty():
            yield lambda done, total, what=None: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(printable(what), total=None)

            def advance(done: float, total: float, what: str | None = None) -> None:
                bar.update(task, completed=done, total=total)
                if what:
                    bar.update(task, description=printable(what))

            yield advance

    def _write(self, stream: IO[str], text: str) -> None:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = getattr(stream, "encoding", None) or "ascii"
            stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()


_current: list[Speaker] = []


def speak(*, as_json: bool | None = None) -> Speaker:
    """The voice of the command that runs."""
    speaker = _current[-1]
    if as_json is not None:
        speaker.as_json = speaker.as_json or as_json
    return speaker


@contextmanager
def speaking(speaker: Speaker) -> Iterator[Speaker]:
    """Make a voice that of the command that runs."""
    _current.append(speaker)
    try:
        yield speaker
    finally:
        _current.pop()
