"""One free bout, told: two sheets as somebody names them, or a pair of a stored result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from budosim.errors import BudosimError, EventError
from budosim.events.protocols import (
    BLOCKS,
    FREE,
    FREE_BOUT,
    KNOCKOUT,
    LEAGUE,
    PLAYOFF,
    PLAYOFFS,
    Stage,
    bout_parts,
)
from budosim.runs.entry import usable
from budosim.runs.warm import Notice, compiling
from budosim.systems.gurps3.field_files import Candidate, Setting, candidates_of, in_order, sheets_at

if TYPE_CHECKING:
    from budosim.runs.folder import Stored
    from budosim.systems.gurps3.retell import Retold

LARGEST = (1 << 53) - 1


def two_fighters(a: str | Path, b: str | Path, setting: Setting, notice: Notice) -> tuple[Candidate, Candidate]:
    """Two sheets as sides a and b: the file name that sorts first is side a.

    Raises:
        SheetError, Refused: a path that is no sheet, or a pattern that is not understood.

    """
    paths = [path for written in (a, b) for path in _one(written)]
    found = usable(candidates_of(sorted(paths, key=in_order), setting), notice)
    return found[0], found[1]


def _one(written: str | Path) -> list[Path]:
    found = sheets_at([written])
    if len(found) != 1:
        raise BudosimError(
            f"{written} holds {len(found)} sheets: name one of them",
            f"{written} にはシートが {len(found)} 件あります。一つを指定してください",
        )
    return found


def free_bout(pair: tuple[Candidate, Candidate], seed: int, number: int, setting: Setting, notice: Notice) -> Retold:
    """The bout `number` of a pair, told. Below 2^31 it is the pair's free bout of that number."""
    from budosim.systems.gurps3.free import FreeDuels
    from budosim.systems.gurps3.retell import retell

    if not 0 <= number <= LARGEST:
        raise BudosimError(
            f"bout {number}: numbers run from 0 to {LARGEST}",
            f"試合番号 {number} は使えません（0～{LARGEST}）",
        )
    arena = FreeDuels([one.fighter for one in pair], seed, setting)
    with compiling(notice, talking=True, magic=arena.magical):
        return retell(arena, (0, 1), number, setting, stage=stage_of(number))


def stage_of(number: int) -> Stage:
    """The stage a bout's number speaks of."""
    stage = bout_parts(number).stage
    if stage == FREE:
        return FREE_BOUT
    if stage in (BLOCKS, PLAYOFFS):
        return LEAGUE if stage == BLOCKS else PLAYOFF
    return Stage(stage, "knockout", f"knockout_{stage - KNOCKOUT + 1}", "決勝トーナメント", "knockout")


def free_of_folder(stored: Stored, number: int, notice: Notice) -> Retold:
    """A bout of a stored `matrix` or `spar`."""
    from budosim.systems.gurps3.free import FreeDuels
    from budosim.systems.gurps3.retell import retell

    parts = bout_parts(number)
    slots = (parts.a, parts.b)
    if parts.stage != FREE or not parts.a < parts.b < len(stored.candidates):
        names = " ".join(one.path.name for one in stored.candidates[:2])
        raise EventError(
            f"{stored.folder} has no bout {number}. A free bout of one pair: budosim bout {names} "
            f"--seed {stored.seed.number} --bout K",
            f"{stored.folder} に試合 {number} はありません。二人の自由試合は budosim bout {names} "
            f"--seed {stored.seed.number} --bout K で見られます",
        )
    arena = FreeDuels([one.fighter for one in stored.candidates], stored.seed.number, stored.setting)
    with compiling(notice, talking=True, magic=arena.magical):
        return retell(arena, slots, number, stored.setting)
