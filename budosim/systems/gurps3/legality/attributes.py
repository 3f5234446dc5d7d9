"""Rules on attributes."""

from __future__ import annotations

from collections.abc import Iterator

from budosim.systems.gurps3.ageing import AGEING
from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.registry import Case, change, rule
from budosim.systems.gurps3.levels import ATTRIBUTES

NAMES = {
    "ST": Both("体力", "ST"),
    "DX": Both("敏捷力", "DX"),
    "IQ": Both("知力", "IQ"),
    "HT": Both("生命力", "HT"),
}
"""Attribute names for messages."""


@rule("L-08")
def age_caps(case: Case) -> Iterator[Finding]:
    """ST, DX and HT have a cap by age, on the bought value. Source: 1-2."""
    if case.age is None:
        return
    cap = case.regulation.attribute_cap(case.age)
    for name in AGEING:
        value = case.sheet.attributes.get(name)
        if value is not None and value > cap:
            spot = case.sheet.spot(f"attributes.{name}")
            yield case.say("L-08", spot, attr=NAMES[name], value=value, cap=cap, age=case.age)


@rule("L-09")
def iq_cap(case: Case) -> Iterator[Finding]:
    """IQ is at most 18 at any age. Source: 1-2."""
    value, cap = case.sheet.attributes.get("IQ"), case.regulation.whole("attributes.iq")
    if value is not None and value > cap:
        yield case.say("L-09", case.sheet.spot("attributes.IQ"), value=value, cap=cap)


@rule("L-10")
def attributes_present(case: Case) -> Iterator[Finding]:
    """All four attributes are given, each at least 1. Source: 3-1."""
    for name in ATTRIBUTES:
        value = case.sheet.attributes.get(name)
        if name in case.sheet.bad_attributes:
            continue
        if value is None or value < 1:
            fix = change("{attr} = 10 のように書く", "write e.g. {attr} = 10", attr=Both(name, name))
            yield case.say("L-10", case.sheet.spot(f"attributes.{name}"), suggestion=fix, attr=NAMES[name])
