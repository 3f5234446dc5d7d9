"""Who is to fight: paths as somebody writes them, made into fighters, or refused with every reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from budosim.errors import BudosimError
from budosim.events.seeds import Seed, choose_seed
from budosim.runs.warm import Notice
from budosim.systems.gurps3.field_files import Candidate, Setting, candidates_of, in_order, sheets_at


class Refused(BudosimError):
    """Sheets or patterns that cannot be used; `candidates` are their owners."""

    refuses = True
    """A judgement on what was handed in, not a failure of the command (exit status 1)."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        """All of them at once, line by line."""
        self.candidates = tuple(candidates)
        super().__init__(_all_reasons(self.candidates, "en"), _all_reasons(self.candidates, "ja"))


def _all_reasons(candidates: Iterable[Candidate], lang: str) -> str:
    lines = []
    for one in candidates:
        faults = one.pattern_faults("en" if lang == "en" else "ja") or one.faults("en" if lang == "en" else "ja")
        lines.append("\n  ".join([f"{one.path}", *faults]))
    return "\n".join(lines)


def fighters_at(written: Sequence[str | Path], setting: Setting, notice: Notice) -> list[Candidate]:
    """The sheets that paths mean, in the order of the field.

    Illegal ones fight too, with a notice: whoever trains wants to see what would be.

    Raises:
        SheetError: a path does not exist.
        Refused: a file that is no sheet, or a pattern that is not understood.

    """
    return usable(candidates_of(sheets_at(written), setting), notice)


def usable(candidates: Sequence[Candidate], notice: Notice) -> list[Candidate]:
    """The candidates if all of them can fight."""
    unfit = [one for one in candidates if not one.understood]
    if unfit:
        raise Refused(unfit)
    illegal = [one for one in candidates if not one.report.legal]
    if illegal:
        names = ", ".join(one.path.name for one in illegal)
        notice(
            f"規定に合わないシートがあります：{names}（budosim check で理由がわかります）",
            f"not legal by the regulation: {names} (budosim check says why)",
        )
    return sorted(candidates, key=lambda one: in_order(one.path))


def seed_for(given: str | int | None, setting: Setting, notice: Notice) -> Seed:
    """The seed of a run, told to whoever runs it."""
    event = setting.event
    seed = choose_seed(
        given,
        commitment=event.seed_commitment if event is not None else "",
        beacon=event.beacon if event is not None else "",
    )
    notice(f"シード {seed.number}", f"seed {seed.number}")
    return seed
