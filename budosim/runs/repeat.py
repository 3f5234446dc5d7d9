"""A stored result, made again from its own files and compared record by record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from budosim.errors import EventError
from budosim.provenance import Difference
from budosim.runs.folder import differences, open_result
from budosim.runs.warm import Notice

Progress = Callable[[float, float], None]
"""Told how much is done, of how much."""


def repeat(
    folder: Path | str,
    notice: Notice,
    progress: Progress,
    jobs: int | None = None,
    *,
    chances: Progress | None = None,
) -> list[Difference]:
    """Everything that differs between a result folder and the same run made now.

    The chances beside an official event are no part of its record; they are counted again and compared when somebody
    listens to `chances`.

    Raises:
        EventError: no result folder, made under other rules, or not made by a command that can be repeated.

    """
    from budosim.runs import cup_odds, lab, odds, official
    from budosim.runs.workers import threads

    stored = open_result(folder)
    if not stored.manifest.get("complete", False):
        raise EventError(
            f"{folder} is not complete: finish it with --resume first",
            f"{folder} はまだ途中です。先に --resume で最後まで行ってください",
        )
    changed = differences(stored.manifest, stored.setting, stored.candidates)
    if changed:
        notice(
            "結果を作ったときと違うファイルがあるので、試合はやり直しませんでした。元のファイルで確かめてください。",
            "Files differ from those the result was made with, so nothing was played; verify with the original ones.",
        )
        return changed
    if stored.kind == "cup":
        unfit = [one.path.name for one in stored.candidates if not one.understood]
        if unfit:
            return [Difference(name, "pattern", "understood", "refused") for name in unfit]
        total = max(1, int(stored.manifest.get("bouts") or 1))
        again = official.played_again(stored, notice, lambda done: progress(done, total))
        found = official.verify(stored, again)
        if chances is not None:
            found += cup_odds.verify_odds(again, stored.folder, notice, chances, jobs=threads(jobs))
        return found
    if stored.kind in ("spar", "matrix"):
        return lab.verify(stored, notice, lambda done, total, what: progress(done, total), threads(jobs))
    if stored.kind == "forecast":
        return odds.verify(stored, notice, lambda done, total, what: progress(done, total), threads(jobs))
    raise EventError(
        f"{folder} was made by {stored.kind!r}, which cannot be repeated",
        f"{folder} は {stored.kind!r} の結果で、再現できません",
    )
