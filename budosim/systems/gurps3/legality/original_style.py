"""Rules on original styles: sizes of the lists, barred places, prerequisites, texts, the organizer's word."""

from __future__ import annotations

import math
from collections.abc import Iterator

from budosim.systems.gurps3.findings import Both, Finding, finding
from budosim.systems.gurps3.legality.registry import Case, change, item_of, named, rule
from budosim.systems.gurps3.sheet import TIERS, Listed, Style
from budosim.systems.gurps3.tables import tables


def _original(case: Case) -> Style | None:
    style = case.sheet.style
    return style if style is not None and style.original else None


def _counted(style: Style, tier: str) -> list[Listed]:
    """A list without its mere prerequisites: what the sizes of 3-4 count."""
    return [item for item in style.lists[tier] if item.id is None or not style.is_prereq_only(item.id)]


@rule("L-34")
def primary_size(case: Case) -> Iterator[Finding]:
    """At most 3 primary skills. Source: 1-6, 3-4."""
    yield from _size(case, "L-34", "primary", case.regulation.whole("style.primary"))


@rule("L-35")
def secondary_size(case: Case) -> Iterator[Finding]:
    """At most 7 secondary skills. Source: 1-6, 3-4."""
    yield from _size(case, "L-35", "secondary", case.regulation.whole("style.secondary"))


@rule("L-36")
def optional_size(case: Case) -> Iterator[Finding]:
    """Optional skills: at most 1.5 times the secondaries; the 2 times of 1-6 is only a remark.

    Source: 3-4.
    """
    yield from _size(case, "L-36", "optional", None, "style.optional_factor")


@rule("L-37")
def manga_size(case: Case) -> Iterator[Finding]:
    """Manga skills: at most 1.5 times the secondaries, for themselves. Source: 3-4."""
    yield from _size(case, "L-37", "manga", None, "style.manga_factor")


def _size(case: Case, rule_id: str, tier: str, cap: int | None, factor: str = "") -> Iterator[Finding]:
    style = _original(case)
    if style is None:
        return
    if cap is None:
        cap = math.floor(case.regulation[factor] * len(_counted(style, "secondary")))
    n = len(_counted(style, tier))
    if n > cap:
        fields = (
            {"factor": case.regulation[factor], "guideline": case.regulation["style.optional_guideline"]}
            if factor
            else {}
        )
        yield case.say(rule_id, case.sheet.spot(f"style.{tier}"), n=n, cap=cap, **fields)


@rule("L-38")
def barred_primaries(case: Case) -> Iterator[Finding]:
    """Reading, tactics, evasion and running are no primary skills. Source: 3-4."""
    yield from _barred(case, "L-38", "primary")


@rule("L-39")
def barred_secondaries(case: Case) -> Iterator[Finding]:
    """Running is no secondary skill. Source: 3-4."""
    yield from _barred(case, "L-39", "secondary")


def _barred(case: Case, rule_id: str, tier: str) -> Iterator[Finding]:
    style = _original(case)
    for item in style.lists[tier] if style else ():
        if item.id is None:
            continue
        row = tables().skill(item.id)
        if not (row.primary_ok if tier == "primary" else row.secondary_ok):
            yield case.say(rule_id, case.sheet.spot(f"style.{tier}"), item=item_of(item))


@rule("L-40")
def combat_primary(case: Case) -> Iterator[Finding]:
    """At least one primary skill is a combat skill. Source: 3-4."""
    style = _original(case)
    if style is None:
        return
    if not any(item.id is not None and tables().skill(item.id).combat for item in style.lists["primary"]):
        yield case.say("L-40", case.sheet.spot("style.primary"))


@rule("L-41")
def physical_secondaries(case: Case) -> Iterator[Finding]:
    """At most 5 physical skills among the secondaries. Source: 3-4."""
    style = _original(case)
    if style is None:
        return
    t = tables()
    physical = [
        i for i in _counted(style, "secondary") if i.id is not None and t.skills[t.base_of(i.id)].type == "P"
    ]
    cap = case.regulation.whole("style.physical_secondary")
    if len(physical) > cap:
        yield case.say("L-41", case.sheet.spot("style.secondary"), n=len(physical), cap=cap)


@rule("L-42")
def prerequisite_places(case: Case) -> Iterator[Finding]:
    """A style skill has its prerequisite skills in the same list or a higher one. Source: 3-5."""
    style = _original(case)
    if style is None:
        return
    t = tables()
    for depth, tier in enumerate(TIERS):
        reachable = {item.id for higher in TIERS[: depth + 1] for item in style.lists[higher]}
        for item in style.lists[tier]:
            needs = t.skill(item.id).prereqs if item.id is not None else ()
            for need in needs:
                if need.skills and not reachable.intersection(need.skills):
                    missing = named("skill", need.skills[0])
                    yield case.say("L-42", case.sheet.spot(f"style.{tier}"), item=item_of(item), need=missing)


@rule("L-43")
def combat_prerequisites(case: Case) -> Iterator[Finding]:
    """A combat skill is never placed as a mere prerequisite. Source: 3-5."""
    style = _original(case)
    for item in style.prereq_only if style else ():
        if item.id is not None and tables().skill(item.id).combat:
            fix = change("prereq_only から{item}を外す", "take {item} out of prereq_only", item=item_of(item))
            yield case.say("L-43", case.sheet.spot("style.prereq_only"), suggestion=fix, item=item_of(item))


@rule("L-44")
def style_texts(case: Case) -> Iterator[Finding]:
    """An original style has a description and an explanation. Source: 3-4."""
    style = _original(case)
    if style is None:
        return
    for key in ("description", "explanation"):
        if not getattr(style, key).strip() and not case.faulty(f"style.{key}"):
            fix = change("style.{key} を書く", "write style.{key}", key=Both(key, key))
            yield case.say("L-44", case.sheet.spot(f"style.{key}"), suggestion=fix)


@rule("L-45")
def home_made_rules(case: Case) -> Iterator[Finding]:
    """No special rules of one's own, in no style; a renamed perk of an existing one says of which and why.

    Source: 3-5.
    """
    style = case.sheet.style
    if style is None:
        return
    if style.special_rules.strip():
        fix = change("special_rules を空にする", "leave special_rules empty")
        yield case.say("L-45", case.sheet.spot("style.special_rules"), suggestion=fix)
    for name, of, why in style.renamed:
        if not (name.strip() and of.strip() and why.strip()):
            fix = change("name・of・explanation をすべて書く", "write name, of and explanation")
            yield case.say("L-45", case.sheet.spot("style.renamed"), suggestion=fix)


@rule("L-66")
def decision(case: Case) -> Iterator[Finding]:
    """An original style waits for the organizer's decision; a rejected one refuses the sheet. Source: 3-4."""
    style = _original(case)
    if style is None:
        return
    spot, name = style.spot, Both(style.text, style.text)
    word = case.approvals.style(case.sheet) if case.approvals is not None else None
    if word is None:
        severity = "info" if case.approvals is None else ""
        yield finding("L-66", spot.where, spot.line, severity=severity, item=name)
    else:
        by = Both(f"{word.by} {word.date}".strip(), f"{word.by}{', ' if word.date else ''}{word.date}")
        severity, variant = ("info", "approved") if word.approved else ("error", "rejected")
        yield finding(
            "L-66", spot.where, spot.line, severity=severity, variant=variant, item=name, by=by, reason=word.reason
        )
