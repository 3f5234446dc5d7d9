"""How many rows of each list of a record are taken, and the error when there are no more."""

from __future__ import annotations

from typing import Any, Final

from budosim.errors import PatternError

_NAMES: Final = {
    "rules": ("rules", "行動の規則"),
    "react": ("rules of react", "防御の規則"),
    "free": ("rules of free", "自由判断の規則"),
    "bans": ("bans, counting each kind of place", "禁止（部位の種類ごとに数える）"),
    "nodes": ("conditions", "条件"),
    "orders": ("acts", "行動"),
    "place": ("places", "部位"),
    "latches": (
        "different conditions that are remembered (until, since, within)",
        "記憶する条件（until・since・within）",
    ),
    "counters": ("different things that are counted (count, row)", "数える対象（count・row）"),
    "cursors": ("different series (seq, cycle)", "順番（seq・cycle）"),
    "dues": ("different rhythms by turns (every)", "ターンごとの周期（every）"),
}


TOGETHER: Final = 62
"""Things one integer can mark with a bit each: open truths, members of one list."""


def together(n: int, what: tuple[str, str], path: str) -> None:
    """See that `n` things of one list can be told apart.

    Raises:
        PatternError: they are too many.

    """
    if n > TOGETHER:
        en, ja = what
        raise PatternError(
            f"{path}: too many {en}: {n}, at most {TOGETHER}",
            f"{path}: {ja}が多すぎます: {n}（上限 {TOGETHER}）",
        )


class Room:
    """Hands out rows."""

    def __init__(self, record: Any, cursors: int) -> None:
        fields = record.dtype.fields
        self._most = {name: fields[name][0].shape[0] for name in _NAMES if name in fields}
        self._most["cursors"] = cursors
        self.used = dict.fromkeys(_NAMES, 0)

    def take(self, name: str, n: int, path: str) -> int:
        """The first of `n` rows.

        Raises:
            PatternError: the list is full.

        """
        first = self.used[name]
        most = self._most[name]
        if first + n > most:
            en, ja = _NAMES[name]
            raise PatternError(
                f"{path}: too many {en}: {first + n}, at most {most}",
                f"{path}: {ja}が多すぎます: {first + n}（上限 {most}）",
            )
        self.used[name] = first + n
        return first
