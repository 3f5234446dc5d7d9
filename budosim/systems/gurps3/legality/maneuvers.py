"""Rules on maneuvers and combinations."""

from __future__ import annotations

from collections.abc import Iterator

from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.registry import Case, change, item_of, named, points, rule
from budosim.systems.gurps3.points import combination_cost
from budosim.systems.gurps3.sheet import TIERS, Maneuver, Move, Style
from budosim.systems.gurps3.tables import bare, tables

BASIC_MOVES = ("punch", "kick", "parry")
"""Moves everybody may put into a combination."""


@rule("L-46")
def maneuver_prerequisite(case: Case) -> Iterator[Finding]:
    """One prerequisite skill of the maneuver is learned, and whatever it needs besides. Source: MA."""
    t = tables()
    for entry in case.sheet.maneuvers:
        if entry.id is None or _no_suffix(entry):
            continue
        row = t.technique(entry.id)
        suffix = entry.id.partition(":")[2]
        wanted = (suffix,) if suffix else row.prereq_any
        missing: tuple[str, ...] = ()
        if not any(case.sheet.learned(s) for s in wanted):
            missing = wanted
        elif lacking := [s for s in row.needs_also if not case.sheet.learned(s)]:
            missing = tuple(lacking)
        if missing:
            names = [named("skill", s) for s in missing]
            skills = Both("か".join(n.ja for n in names), " or ".join(n.en for n in names))
            yield case.say("L-46", entry.spot, item=item_of(entry), need=skills)


def _no_suffix(entry: Maneuver) -> bool:
    """A family maneuver written without its skill: L-11 says so."""
    return entry.id is not None and ":" not in entry.id and tables().technique(entry.id).family


@rule("L-47")
def maneuver_ceiling(case: Case) -> Iterator[Finding]:
    """A maneuver is not above its prerequisite + what its row allows. Source: MA."""
    for entry in case.sheet.maneuvers:
        found = case.levels.maneuver(entry) if entry.id is not None and not _no_suffix(entry) else None
        if found is None or entry.id is None or found.bought == 0:
            continue
        cap = case.levels.ceiling(entry.id)
        if cap is not None and found.level > cap:
            yield case.say("L-47", entry.spot, item=item_of(entry), lv=found.level, cap=cap)


@rule("L-48")
def maneuver_level(case: Case) -> Iterator[Finding]:
    """A stated level is the best default and the levels bought. Source: MA."""
    for entry in case.sheet.maneuvers:
        found = case.levels.maneuver(entry)
        if found is not None and entry.level is not None and entry.level != found.level:
            fix = change("レベルを{n}と書く", "write level {n}", n=found.level)
            yield case.say(
                "L-48",
                entry.spot,
                suggestion=fix,
                item=item_of(entry),
                cp=entry.cp,
                want=found.level,
                have=entry.level,
            )


@rule("L-49")
def taught_by_style(case: Case) -> Iterator[Finding]:
    """A maneuver is in the lists of the style; a family one for any combat skill of it. Source: MA."""
    style = case.sheet.style
    if style is not None and style.id is None:
        return
    for entry in case.sheet.maneuvers:
        if entry.id is not None and not (style is not None and _teaches(style, entry.id)):
            yield case.say("L-49", entry.spot, item=item_of(entry))


def _teaches(style: Style, maneuver: str) -> bool:
    taught = {item.id for item in (*style.maneuvers, *style.cinematic_maneuvers)}
    head, _, suffix = maneuver.partition(":")
    if maneuver in taught:
        return True
    if head not in taught:
        return False
    if not suffix:
        return True
    skills = {item.id for tier in TIERS for item in style.lists[tier]}
    return suffix in skills and tables().skill(suffix).combat


def _learned_move(case: Case, move: Move) -> bool:
    if move.id is None or move.kind is None:
        return False
    if move.kind == "basic":
        return move.id in BASIC_MOVES
    if move.kind == "skill":
        return any(
            s.id is not None and bare(s.id) == bare(move.id) and s.halves >= 1 for s in case.sheet.skills
        )
    return move.id == "kicking" or any(m.id == move.id for m in case.sheet.maneuvers)


@rule("L-50")
def combination_parts(case: Case) -> Iterator[Finding]:
    """A combination has two or three moves, each learned or basic (a plain kick counts as kicking).

    Source: MA.
    """
    for series in case.sheet.combinations:
        strange = [m.text for m in series.moves if not _learned_move(case, m)]
        if combination_cost(len(series.moves)) is None:
            yield case.say(
                "L-50",
                series.spot,
                suggestion=change("動作を2つか3つにする", "use two or three moves"),
                item=series.text,
            )
        elif strange:
            names = Both("、".join(strange), ", ".join(strange))
            fix = change("習得していない動作：{names}", "not learned: {names}", names=names)
            yield case.say("L-50", series.spot, suggestion=fix, item=series.text)


@rule("L-51")
def combination_price(case: Case) -> Iterator[Finding]:
    """Two moves cost 4 CP, three 6. Source: MA."""
    for series in case.sheet.combinations:
        price = combination_cost(len(series.moves))
        if price is not None and series.cp is not None and series.cp * 2 < price:
            want = points(price)
            yield case.say("L-51", series.spot, item=series.text, cp=series.cp, want=want)
