"""How often each line of a written pattern decided something, and why the others never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from budosim.errors import EventError
from budosim.events.seeds import Seed
from budosim.runs.lab import Progress, sparring
from budosim.runs.warm import Notice, warm_up
from budosim.systems.gurps3.field_files import Candidate, Setting
from budosim.systems.gurps3.free import FreeDuels, numbers_alone

BOUTS = 1000
WATCHED = 200
"""Bouts whose traces are read for the lines that never decided anything."""
LISTS = ("rules", "react", "free")


@dataclass(frozen=True)
class Covered:
    """One line of a pattern: its list, number and text, how often it decided, and why it never did."""

    name: str
    line: int
    text: str
    fired: int
    why_ja: str = ""
    why_en: str = ""

    def row(self) -> dict[str, Any]:
        """As `spar --pattern-coverage --json` prints it."""
        return {
            "list": self.name,
            "line": self.line,
            "text": self.text,
            "fired": self.fired,
            "why_ja": self.why_ja or None,
            "why_en": self.why_en or None,
        }


@dataclass(frozen=True)
class Coverage:
    """The lines of one sheet's pattern over all its bouts."""

    candidate: Candidate
    bouts: int
    lines: tuple[Covered, ...]


def cover(
    candidate: Candidate,
    opponents: Sequence[Candidate],
    seed: Seed,
    setting: Setting,
    notice: Notice,
    progress: Progress,
    bouts: int = BOUTS,
) -> Coverage:
    """Play a sheet's bouts with the talking core and count what its pattern decided.

    Raises:
        EventError: there is nobody to fight, or the sheet has no pattern that was understood.

    """
    from budosim.systems.gurps3.fired import heard
    from budosim.systems.gurps3.unfired import Witness

    foes = [one for one in opponents if one.sheet.sha256 != candidate.sheet.sha256 and one.understood]
    read = candidate.understanding
    if not foes:
        raise EventError("there is nobody to spar with", "相手がいません")
    if read is None or read.policy is None:
        raise EventError(
            f"{candidate.name}: the pattern was not understood", f"{candidate.name}：戦闘パターンを読み取れていません"
        )
    order = sparring([candidate], foes)
    arena = FreeDuels([one.fighter for one in order.roster], seed.number, setting)
    each = -(-bouts // len(foes))
    fired: Counter[tuple[str, int]] = Counter()
    last = len(order.roster) - 1
    warm_up(lambda: heard(arena, 0, last, numbers_alone(0, 1)), notice, talking=True, magic=arena.magical)
    for at, view in enumerate(order.views):
        _outcomes, counts = heard(arena, view.match.a, view.match.b, numbers_alone(0, each))
        for (who, name, line), count in counts.items():
            if who == int(view.turned):
                fired[name, line] += count
        progress(at + 1, len(order.views), None)
    idle = [(name, i) for name in LISTS for i in range(len(read.policy.get(name, []))) if not fired[name, i]]
    said: dict[tuple[str, int], tuple[str, str]] = {}
    if idle:
        few = max(1, min(each, -(-WATCHED // len(foes))))
        witness = Witness(read.policy, idle, "a")
        for view in order.views:
            witness.side = "b" if view.turned else "a"
            heard(arena, view.match.a, view.match.b, numbers_alone(0, few), witness.bout)
        said = {(x.name, x.index): (witness.why(x, "ja"), witness.why(x, "en")) for x in witness.lines}
    lines = [
        Covered(name, i, _piece(read, name, i), fired[name, i], *said.get((name, i), ("", "")))
        for name in LISTS
        for i in range(len(read.policy.get(name, [])))
    ]
    return Coverage(candidate, each * len(foes), tuple(lines))


def _piece(read: Any, name: str, line: int) -> str:
    spans = read.spans.get(name, [])
    low, high = spans[line] if line < len(spans) else (0, 0)
    return " ".join(str(read.text[low:high]).split())
