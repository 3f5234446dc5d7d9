"""Writes a site into its folder: all of it beside the old one, which then makes room in one step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from budosim.errors import BudosimError
from budosim.files import PART


class Writer:
    """A site as it grows.

    Fields:
        root: where its files are written for now.
        files: how many there are.
    """

    def __init__(self, root: Path) -> None:
        """Nothing yet."""
        self.root = root
        self.files = 0

    def write(self, name: str, text: str) -> None:
        """One file; `name` comes from this program and never leads out of the site."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        self.files += 1


@contextmanager
def building(folder: Path) -> Iterator[Writer]:
    """A writer whose files become `folder` when all went well; until then the old site stays as it was."""
    part = folder.with_name(f".{folder.name}.{os.getpid()}{PART}")
    old = folder.with_name(f".{folder.name}.old{PART}")
    try:
        _clear(folder)
        part.mkdir(parents=True)
        yield Writer(part)
        if folder.exists():
            folder.replace(old)
        part.replace(folder)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BudosimError(f"{folder} cannot be written: {reason}", f"{folder} に書けません（{reason}）") from error
    finally:
        for left in (part, old):
            shutil.rmtree(left, ignore_errors=True)


def _clear(folder: Path) -> None:
    """Remove what a killed run left half written; a site that was just making room comes back."""
    old = folder.with_name(f".{folder.name}.old{PART}")
    if old.is_dir() and not folder.exists():
        old.replace(folder)
    for left in folder.parent.glob(f".{folder.name}.*{PART}"):
        shutil.rmtree(left, ignore_errors=True)
