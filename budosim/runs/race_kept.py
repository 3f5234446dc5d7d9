"""What a race has come to, on disk, so that a comparison or a tuning that was interrupted can go on."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from budosim.errors import EventError
from budosim.files import write_bytes
from budosim.runs.race import Race, Told
from budosim.systems.gurps3.free import Tally

KEPT = "race.npz"
SAVE_SECONDS = 10.0


def keep_race(race: Race, path: Path) -> None:
    """Write the bouts every version won against every opponent, a bit each, and the counts beside them."""
    bits: dict[str, Any] = {}
    counted: list[dict[str, Any]] = []
    for at, lane in enumerate(race.lanes):
        for foe, wins in enumerate(lane.wins):
            bits[f"{at}_{foe}"] = np.packbits(wins)
            counted.append({**vars(lane.counted[foe]), "endings": dict(lane.counted[foe].endings)})
    head = {
        "first": race.first,
        "versions": [lane.name for lane in race.lanes],
        "foes": [one.id for one in race.foes],
        "counted": counted,
    }
    made = io.BytesIO()
    np.savez_compressed(made, head=np.array(json.dumps(head, ensure_ascii=False)), **bits)
    write_bytes(path, made.getvalue())


def saving(race: Race, path: Path, told: Told | None) -> Told:
    """A listener who keeps the race every few seconds, and tells the other one."""
    last = time.monotonic()

    def both(done: float, expected: float, what: str | None) -> None:
        nonlocal last
        if time.monotonic() - last > SAVE_SECONDS:
            keep_race(race, path)
            last = time.monotonic()
        if told is not None:
            told(done, expected, what)

    return both


def take_up(race: Race, path: Path) -> bool:
    """Bring a race that has not begun to where it was left; False where nothing was kept.

    Raises:
        EventError: what was kept is damaged, or of another race.

    """
    if not path.is_file():
        return False
    try:
        with np.load(path, allow_pickle=False) as kept:
            head = json.loads(str(kept["head"]))
            names = [lane.name for lane in race.lanes]
            same = (head["first"], head["versions"], head["foes"]) == (race.first, names, [one.id for one in race.foes])
            if not same:
                raise ValueError("of another race")
            tallies = iter(head["counted"])
            for at, lane in enumerate(race.lanes):
                for foe in range(len(race.foes)):
                    counted = Tally(**next(tallies))
                    lane.counted[foe] = counted
                    lane.wins[foe] = np.unpackbits(kept[f"{at}_{foe}"], count=counted.n).astype(np.bool_)
                    race.played += counted.n
    except (KeyError, TypeError, ValueError, OSError, StopIteration) as error:
        raise EventError(f"{path} does not fit this run: {error}", f"{path} はこの実行と合いません") from error
    return True
