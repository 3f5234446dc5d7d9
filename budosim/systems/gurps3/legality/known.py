"""The rule on names: everything a sheet names is in the tables or in the organizer's house list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.registry import Case, change, named, rule
from budosim.systems.gurps3.names import find, nearest
from budosim.systems.gurps3.sheet import TIERS, Entry, Spot
from budosim.systems.gurps3.tables import bare, tables
from budosim.systems.gurps3.values import MAX_HINTS

_TABLES = ("skill", "maneuver", "advantage", "disadvantage", "spell")
"""Kinds with a table of their own on a sheet."""
_LISTS = (
    *((tier, "skill") for tier in TIERS),
    ("prereq_only", "skill"),
    ("maneuvers", "maneuver"),
    ("cinematic_maneuvers", "maneuver"),
)


@dataclass(frozen=True, slots=True)
class _Unknown:
    """A name nobody knows, what it should be, and the family it only half names."""

    spot: Spot
    kind: str
    text: str
    family: str = ""


@rule("L-11")
def unknown_names(case: Case) -> Iterator[Finding]:
    """Every name is in the tables or in the organizer's house list. Source: 3-2."""
    for n, it in enumerate(_unknown(case)):
        hint = None
        if n < MAX_HINTS:
            hint = _family_hint(it.kind, it.family) if it.family else _hint(it.kind, it.text)
        yield case.say("L-11", it.spot, suggestion=hint, item=it.text or "?")


def _unknown(case: Case) -> Iterator[_Unknown]:
    house = set(case.regulation.names("house.names"))
    for entry in case.sheet.entries():
        if entry.kind == "combination" or entry.text in house:
            continue
        if entry.id is None:
            yield _Unknown(entry.spot, entry.kind, entry.text)
        elif _is_bare_family(entry):
            yield _Unknown(entry.spot, entry.kind, entry.text, bare(entry.id))
    for trait in case.sheet.advantages:
        for text, id_ in zip(trait.applies_to, trait.applies_ids, strict=True):
            if id_ is None:
                yield _Unknown(Spot(f"{trait.spot.where}.applies_to", trait.spot.line), "skill", text)
    style = case.sheet.style
    if style is None:
        return
    if style.id is None:
        yield _Unknown(style.spot, "style", style.text)
    elif style.original:
        for key, kind in _LISTS:
            for listed in style.lists[key] if key in TIERS else getattr(style, key):
                if listed.id is None:
                    yield _Unknown(case.sheet.spot(f"style.{key}"), kind, listed.text)


def _is_bare_family(entry: Entry) -> bool:
    """A family (スポーツ, フェイント) written without the skill it belongs to."""
    t = tables()
    if entry.id is None or ":" in entry.id or entry.kind not in ("skill", "maneuver"):
        return False
    return t.skills[bare(entry.id)].family if entry.kind == "skill" else t.techniques[entry.id].family


def _family_hint(kind: str, family: str) -> Both:
    t = tables()
    bases = t.skills[family].base_any if kind == "skill" else t.techniques[family].prereq_any
    first = named(kind, f"{family}:{bases[0]}")
    return change("どの技能のものか書く（例：{name}）", "say of which skill, e.g. {name}", name=first)


def _hint(kind: str, text: str) -> Both:
    """Where the name belongs, else the names most like it."""
    for other in _TABLES:
        if kind in _TABLES and other != kind and find(other, text):
            return change("[{table}]に書く", "write it under [{table}]", table=Both(f"{other}s", f"{other}s"))
    names = [named(kind, id_) for id_ in nearest(kind, text)]
    if names:
        ja, en = "、".join(n.ja for n in names), ", ".join(n.en for n in names)
        return Both(f"近い名前：{ja}", f"nearest names: {en}")
    return Both("消すか、使えるか主催者に尋ねる", "remove it, or ask the organizer whether it may be used")
