"""Thrust and swing by ST (C-09)."""

from __future__ import annotations

import re
from functools import cache

from budosim.systems.gurps3.tables import tables


@cache
def basic_damage(st: int, kind: str) -> tuple[int, int]:
    """Thrust ("thr") or swing ("sw") of a ST as dice and adds (C-09); below ST 5 nothing."""
    table = tables().costs.damage
    row = table.get(min(st, max(table)))
    if row is None:
        return 0, 0
    match = re.fullmatch(r"(\d+)d([+-]\d+)?", row[0] if kind == "thr" else row[1])
    return (int(match[1]), int(match[2] or 0)) if match is not None else (0, 0)
