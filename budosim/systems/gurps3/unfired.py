"""Why a line of a pattern never decided anything: its condition is watched through the bouts' traces.

Three answers are kept apart: a part of the condition never held; the condition held but an earlier line
decided; it held but the act could not be done then. What a trace does not show stays unknown and is said so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from budosim.ai import render_en, render_ja
from budosim.systems.gurps3.watch import Cond, Watch

Event = Mapping[str, Any]


@dataclass
class Line:
    """What was seen of one line: how often it was looked at, held, and was passed over."""

    name: str
    index: int
    cond: Cond | None
    acts: tuple[str, ...]
    looked: int = 0
    held: int = 0
    unknown: int = 0
    before: int = 0
    illegal: int = 0
    atoms: Counter[str] = field(default_factory=Counter)


def atoms_of(cond: Cond | None) -> Iterator[Cond]:
    """The simple conditions of a condition; what stands in a latch counts as it is latched."""
    if cond is None:
        return
    if cond[0] in ("and", "or"):
        for part in cond[1:]:
            yield from atoms_of(part)
    else:
        yield cond


class Witness:
    """Watches the lines of a policy that never fired, bout after bout."""

    def __init__(self, policy: Mapping[str, Any], idle: Sequence[tuple[str, int]], side: str) -> None:
        self.side = side
        self.bouts = 0
        self.lines = [
            Line(name, index, row.get("if"), _acts(row["do"]))
            for name, index in idle
            for row in [policy[name][index]]
        ]
        self._all = [x for line in self.lines for x in atoms_of(line.cond)]

    def bout(self, events: Sequence[Event]) -> None:
        """Take in one bout."""
        self.bouts += 1
        watch = Watch(self.side)
        for event in events:
            watch.see(event)
            mine = event["who"] == self.side
            if mine and event["k"] == "act":
                watch.step(self._all)
                self._look(watch, event, ("rules", "free"))
                watch.acted(event)
            elif mine and event["k"] == "defence":
                self._look(watch, event, ("react",))

    def _look(self, watch: Watch, event: Event, lists: tuple[str, ...]) -> None:
        for line in self.lines:
            if line.name not in lists:
                continue
            line.looked += 1
            for atom in atoms_of(line.cond):
                if watch.true(atom):
                    line.atoms[repr(atom)] += 1
            value = watch.true(line.cond) if line.cond is not None else True
            if value is None:
                line.unknown += 1
            elif value:
                line.held += 1
                chosen = event.get("line")
                earlier = event.get("list") == line.name and chosen is not None and chosen < line.index
                line.before += earlier
                line.illegal += not earlier

    def why(self, line: Line, lang: str) -> str:
        """Why the line never decided anything, in words."""
        ja = lang == "ja"
        n = self.bouts
        if not line.looked:
            if line.name == "react":
                return (
                    f"{n}試合で一度も防御の機会がありませんでした" if ja else f"no defence was asked for in {n} bouts"
                )
            return f"{n}試合で一度も自分の番がありませんでした" if ja else f"no own sub-turn came in {n} bouts"
        if line.held:
            if line.before >= line.illegal:
                held, before = line.held, line.before
                return (
                    f"条件は{held}回成り立ちましたが、そのうち{before}回は前の行が先に使われました"
                    if ja
                    else f"its condition held {held} times, but an earlier line decided {before} of them"
                )
            return (
                f"条件は{line.held}回成り立ちましたが、その行動が出せる体勢や間合いではありませんでした"
                if ja
                else f"its condition held {line.held} times, but the act was not possible then"
            )
        never = [a for a in atoms_of(line.cond) if not line.atoms[repr(a)] and Watch.shows(a)]
        speak = render_ja.condition if ja else render_en.condition
        if never:
            said = ("」「" if ja else "”, “").join(speak(a) for a in never)
            return f"「{said}」は{n}試合で一度も成り立ちませんでした" if ja else f"“{said}” never held in {n} bouts"
        if line.unknown:
            return (
                f"条件が成り立ったかどうかは記録からはわかりません（{n}試合）"
                if ja
                else f"the record of {n} bouts does not show whether its condition held"
            )
        return (
            f"条件の各部分は成り立ちましたが、{n}試合で一度もそろいませんでした"
            if ja
            else f"each part of its condition held, but never together in {n} bouts"
        )


def _acts(do: Mapping[str, Any]) -> tuple[str, ...]:
    if "any" in do:
        return tuple(act["a"] for _w, act in do["any"])
    for key in ("first", "seq"):
        if key in do:
            return tuple(act["a"] for act in do[key])
    return (str(do["a"]),)
