"""Rules on sums and amounts: pools, credit, prices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.registry import Case, change, item_of, rule
from budosim.systems.gurps3.levels import ATTRIBUTES
from budosim.systems.gurps3.points import trait_level, trait_prices
from budosim.systems.gurps3.sheet import Entry
from budosim.systems.gurps3.tables import TraitRow, tables


@rule("L-01")
def total_points(case: Case) -> Iterator[Finding]:
    """The whole sheet costs at most 250. Source: 1-1."""
    spent, cap = case.account.spent, case.regulation.whole("points.total")
    if spent > cap:
        yield case.say("L-01", case.sheet.spot("attributes"), spent=spent, cap=cap)


@rule("L-02")
def unspent_points(case: Case) -> Iterator[Finding]:
    """Spent plus unspent is exactly 250.

    Source: 1-1, 2-8. Not judged while an amount is unreadable or missing.
    """
    if not case.sheet.complete or any(case.sheet.attributes.get(name, 0) < 1 for name in ATTRIBUTES):
        return
    spent, unspent, cap = case.account.spent, case.account.unspent, case.regulation.whole("points.total")
    if spent + unspent != cap:
        fix = (
            change("未使用ＣＰを{n}と書く", "write unspent_cp = {n}", n=cap - spent) if spent <= cap else None
        )
        yield case.say(
            "L-02",
            case.sheet.spot("entrant.unspent_cp"),
            suggestion=fix,
            spent=spent,
            unspent=unspent,
            total=spent + unspent,
            cap=cap,
        )


@rule("L-03")
def disadvantage_credit(case: Case) -> Iterator[Finding]:
    """At most 30 CP of disadvantages (and attributes below 10) are credited. Source: 1-1."""
    have, cap = case.account.disadvantages_written, case.regulation.whole("points.disadvantages")
    if have > cap:
        yield case.say("L-03", case.sheet.spot("disadvantages"), have=have, cap=cap)


@rule("L-04")
def quirk_credit(case: Case) -> Iterator[Finding]:
    """At most five quirks are credited. Source: 1-1."""
    n, cap = len(case.sheet.entrant.quirks), case.regulation.whole("points.quirks")
    if n > cap:
        yield case.say("L-04", case.sheet.spot("entrant.quirks"), n=n, cap=cap)


@rule("L-05")
def off_match_pool(case: Case) -> Iterator[Finding]:
    """Off-match items cost at most 15. Source: 1-1."""
    n, cap = case.account.off_match, case.regulation.whole("points.off_match")
    if n > cap:
        yield case.say("L-05", case.sheet.spot("off_match"), n=n, cap=cap)


def _off_mark(entry: Entry) -> str:
    """yes, no or gm: whether a thing may be paid from the off-match pool."""
    t = tables()
    if entry.id is None:
        return "yes"
    if entry.kind == "skill":
        return t.skill(entry.id).off_match
    if entry.kind == "maneuver":
        return t.technique(entry.id).off_match
    if entry.kind in ("advantage", "disadvantage"):
        return t.traits[entry.id].off_match
    return "no"


def _needed_by_style(case: Case, entry: Entry) -> bool:
    """Whether a skill serves in the style as a prerequisite of a learned one: then the main pool pays it."""
    style = case.sheet.style
    if style is None or entry.id is None or not style.is_prereq_only(entry.id):
        return False
    t = tables()
    return any(
        entry.id in need.skills
        for skill in case.sheet.skills
        if skill.id is not None and not skill.off
        for need in t.skill(skill.id).prereqs
    )


@rule("L-06")
def off_match_eligible(case: Case) -> Iterator[Finding]:
    """What affects bouts cannot be paid from the off-match pool. Source: 1-1."""
    for entry in case.sheet.entries():
        if entry.off and (_off_mark(entry) == "no" or _needed_by_style(case, entry)):
            yield case.say("L-06", entry.spot, item=item_of(entry))


@rule("L-07")
def off_match_approval(case: Case) -> Iterator[Finding]:
    """Some off-match items need the organizer. Source: 1-1."""
    for entry in case.sheet.entries():
        if entry.off and _off_mark(entry) == "gm" and not _needed_by_style(case, entry):
            yield case.say("L-07", entry.spot, item=item_of(entry))


@rule("L-12")
def amounts(case: Case) -> Iterator[Finding]:
    """Skills and spells cost halves, at least a half; maneuvers and combinations whole points.

    Source: 1-3.
    """
    for entry in case.sheet.entries():
        if entry.cp is None or entry.kind in ("advantage", "disadvantage"):
            continue
        halves = entry.kind in ("skill", "spell")
        step, least = (Fraction(1, 2), Fraction(1, 2)) if halves else (Fraction(1), Fraction(0))
        if entry.cp < least or entry.cp % step:
            yield case.say("L-12", entry.spot, item=item_of(entry), cp=entry.cp)


@rule("L-53")
def trait_prices_agree(case: Case) -> Iterator[Finding]:
    """An advantage or disadvantage costs what the tables say, and states the level that price buys.

    Source: data.
    """
    t = tables()
    for trait in (*case.sheet.advantages, *case.sheet.disadvantages):
        if trait.id is None or trait.cp is None:
            continue
        row = t.traits[trait.id]
        allowed = _allowed(case, row)
        fits = trait.cp in allowed if allowed is not None else row.min_cost <= trait.cp <= row.max_cost
        if (
            fits
            and trait.level is not None
            and row.cost_kind in ("per_level", "choice")
            and row.kind == "advantage"
        ):
            fits = trait.level == trait_level(row, int(trait.cp))
        if not fits:
            fix = None
            if allowed is not None and trait.cp in allowed:
                fix = change("レベルを{n}と書く", "write level {n}", n=trait_level(row, int(trait.cp)))
            yield case.say("L-53", trait.spot, suggestion=fix, item=item_of(trait), cp=trait.cp)


def _allowed(case: Case, row: TraitRow) -> tuple[int, ...] | None:
    if row.by_age and case.age is not None:
        value = row.by_age.get(str(case.age))
        return () if value is None else (value,)
    return trait_prices(row)
