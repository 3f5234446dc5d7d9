"""The commands of `budosim`: one small module for each group, and the one place where they end."""

from __future__ import annotations

import sys
from collections.abc import Sequence

FINE, REFUSED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: fine; the input was judged not acceptable; command or file cannot be used; interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; nothing but a message ever reaches the user."""
    from budosim.cli.run import run

    return run(list(sys.argv[1:] if argv is None else argv))


__all__ = ["FINE", "INTERRUPTED", "REFUSED", "UNUSABLE", "main"]
