"""Ageing (regulation 3-3): from 48 on, every five years the highest of ST, DX and HT falls by one."""

from __future__ import annotations

from collections.abc import Mapping

from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.sheet import Sheet

AGEING = ("ST", "DX", "HT")
"""What age takes from; ties in this order."""


def ageing_steps(age: int, longevity: bool, regulation: Regulation | None = None) -> int:
    """How many points age takes in all. Source: L-54."""
    rules = regulation or default_regulation()
    first = rules.whole("ageing.first")
    step = rules.whole("ageing.step_longevity" if longevity else "ageing.step")
    return 0 if age < first else 1 + (age - first) // step


def aged(
    attributes: Mapping[str, int], age: int, longevity: bool, regulation: Regulation | None = None
) -> dict[str, int]:
    """The attributes after ageing: each step lowers the currently highest of ST, DX, HT by one.

    Source: L-54.
    """
    left = dict(attributes)
    there = [name for name in AGEING if name in left]
    if there:
        for _ in range(ageing_steps(age, longevity, regulation)):
            left[max(there, key=lambda name: left[name])] -= 1
    return left


def aged_attributes(sheet: Sheet, regulation: Regulation | None = None) -> dict[str, int]:
    """The attributes of a sheet as they are in the ring."""
    age = sheet.entrant.age
    if age is None:
        return dict(sheet.attributes)
    return aged(sheet.attributes, age, sheet.trait("longevity") is not None, regulation)
