"""A forecast under other readings of its rulings, on the same dice: who gains by which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

from budosim.errors import RuleError
from budosim.runs.odds import Odds
from budosim.runs.target import Target
from budosim.runs.warm import Notice
from budosim.study.rates import Z95
from budosim.systems.gurps3.field_files import Setting
from budosim.systems.gurps3.rulings import registry

Reading = tuple[str, str, str]
"""The ruling's id, its key, and the reading."""


def readings_of(asked: Sequence[str], setting: Setting) -> list[Reading]:
    """The readings somebody asks for: `key` means every reading but the one in force, `key=reading` that one.

    Raises:
        RuleError: no such ruling, or no such reading.

    """
    found: list[Reading] = []
    by_id = {ruling.id: key for key, ruling in registry().items()}
    for one in asked:
        written, _, wanted = one.partition("=")
        key = by_id.get(written.strip(), written.strip().removeprefix("rules."))
        ruling = registry().get(key)
        if ruling is None:
            raise RuleError(
                f"--vary {one}: no such ruling (budosim rules lists them)",
                f"--vary {one}：そのような裁定はありません（budosim rules で一覧）",
            )
        if wanted and wanted.strip() not in ruling.readings:
            raise RuleError(
                f"--vary {one}: readings of {key} are {', '.join(ruling.readings)}",
                f"--vary {one}：{key} の読みは {'、'.join(ruling.readings)} です",
            )
        now = setting.readings[key]
        others = [wanted.strip()] if wanted else [reading for reading in ruling.readings if reading != now]
        found += [(ruling.id, key, reading) for reading in others]
    return found


def vary_rulings(odds: Odds, readings: Sequence[Reading], notice: Notice) -> list[dict[str, Any]]:
    """The forecast again under each reading, as often, from the same seed.

    The interval of a change takes both forecasts for independent; they share their dice, so it is rather too wide.
    """
    before = {row["id"]: row for row in odds.entrants()}
    found = []
    for id_, key, reading in readings:
        setting = replace(odds.field.setting, rulings={**odds.field.setting.rulings, key: reading})
        field = replace(odds.field, setting=setting)
        again = Odds(field, odds.seed, Target(odds.n), jobs=odds.jobs, cluster=odds.cluster)
        again.play(notice)
        rows = []
        for row in again.entrants():
            old, new, n = before[row["id"]]["p_title"], row["p_title"], max(1, odds.n)
            if old is None or new is None:
                rows.append({"id": row["id"], "p_title": new, "change": None, "lo": None, "hi": None})
                continue
            spread = sqrt((old * (1 - old) + new * (1 - new) + 1 / n) / n)
            rows.append(
                {"id": row["id"], "p_title": new, "change": new - old, "lo": new - old - Z95 * spread,
                 "hi": new - old + Z95 * spread}
            )  # fmt: skip
        now = odds.field.setting.readings[key]
        found.append({"ruling": id_, "key": key, "reading": reading, "now": now, "n": again.n, "entrants": rows})
    return found
