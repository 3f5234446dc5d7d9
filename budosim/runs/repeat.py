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


def repeat(folder: Path | str, notice: Notice, progress: Progress, jobs: int | None = None) -> list[Difference]:
    """Everything that differs between a result folder and the same run made now.

    Raises:
        EventError: no result folder, made under other rules, or not made by a command that can be repeated.

    """
    from budosim.runs import lab, odds, official
    from budosim.runs.workers import threads

    stored = open_result(folder)
    if not stored.manifest.get("complete", False):
        raise EventError(
            f"{folder} is not complete: finish it with --resume first",
            f"{folder} はまだ途中です。先に --resume で最後まで行ってください",
        )
    changed = differences(stored.manifest, stored.setting, stored.candidates)
    if stored.kind == "cup":
        unfit = [one.path.name for one in stored.candidates if not one.understood]
        if unfit:
            return [*changed, *(Difference(name, "pattern", "understood", "refused") for name in unfit)]
        total = max(1, int(stored.manifest.get("bouts") or 1))
        return changed + official.verify(stored, notice, lambda done: progress(done, total))
    if stored.kind in ("spar", "matrix"):
        again = lab.verify(stored, notice, lambda done, total, what: progress(done, total), threads(jobs))
        return changed + again
    if stored.kind == "forecast":
        again = odds.verify(stored, notice, lambda done, total, what: progress(done, total), threads(jobs))
        return changed + again
    raise EventError(
        f"{folder} was made by {stored.kind!r}, which cannot be repeated",
        f"{folder} は {stored.kind!r} の結果で、再現できません",
    )
