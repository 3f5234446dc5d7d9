"""Legality: one function per rule in one registry, and the check that runs them all."""

from __future__ import annotations

from budosim.systems.gurps3.legality import (
    accounting,
    attributes,
    known,
    magic,
    maneuvers,
    original_style,
    person,
    skills,
    style_use,
)
from budosim.systems.gurps3.legality.check import Report, check_json, check_sheet, finding_json
from budosim.systems.gurps3.legality.registry import RULES, Case

RULE_MODULES = (known, accounting, attributes, skills, style_use, original_style, maneuvers, magic, person)
"""The modules that hold the rules."""

__all__ = ["RULES", "RULE_MODULES", "Case", "Report", "check_json", "check_sheet", "finding_json"]
