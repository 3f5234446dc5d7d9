"""Checks a sheet against every rule and tells the result: a report, and the JSON of the contract."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from budosim.systems.gurps3.accounts import Account
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.decisions import Approvals
from budosim.systems.gurps3.findings import Finding, Plan, number
from budosim.systems.gurps3.legality.registry import RULES, Case
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import Lang

_ORDER = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the check knows of one sheet.

    Sums and levels are None and empty for a file that is no sheet.
    """

    sheet: Sheet
    findings: tuple[Finding, ...]
    account: Account | None
    levels: dict[str, int]
    levels_in_ring: dict[str, int]
    attributes_in_ring: dict[str, int] = field(default_factory=dict)
    plan: Plan | None = None
    """Changes that mend the sheet as a whole; only where somebody asked for them."""

    @property
    def legal(self) -> bool:
        """Whether no finding refuses the sheet."""
        return not any(f.refuses for f in self.findings)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that refuse the sheet."""
        return tuple(f for f in self.findings if f.refuses)

    @property
    def waived(self) -> tuple[Finding, ...]:
        """The findings the organizer lets pass."""
        return tuple(f for f in self.findings if f.waiver is not None)

    @property
    def rules(self) -> set[str]:
        """The ids of all findings."""
        return {f.rule for f in self.findings}


def check_sheet(
    sheet: Sheet, regulation: Regulation | None = None, approvals: Approvals | None = None
) -> Report:
    """Judge a sheet by every rule of the registry; all findings at once, the sheet untouched.

    `approvals` are the decisions beside an event: with them an original style without a decision is a
    warning, and waived findings refuse nothing.
    """
    rules = regulation or default_regulation()
    if not sheet.readable:
        return Report(sheet, sheet.findings, None, {}, {})
    case = Case(sheet, rules, approvals)
    found = [*sheet.findings]
    for judge in RULES.values():
        found.extend(judge(case))
    if approvals is not None:
        found = [_waived(sheet, f, approvals) for f in found]
    found.sort(key=lambda f: _ORDER[f.severity])
    after = aged_attributes(sheet, rules)
    in_ring = Levels(sheet, after, rules)
    return Report(
        sheet=sheet,
        findings=tuple(found),
        account=case.account,
        levels={key: level.value for key, level in case.levels.skills.items()},
        levels_in_ring={key: level.value for key, level in in_ring.skills.items()},
        attributes_in_ring=after,
    )


def _waived(sheet: Sheet, finding: Finding, approvals: Approvals) -> Finding:
    waiver = approvals.waiver(sheet, finding)
    return finding if waiver is None else replace(finding, waiver=waiver)


def check_json(reports: Iterable[Report], lang: Lang = "ja") -> dict[str, Any]:
    """The document of `check --json`."""
    entrants = [entrant_json(report, lang) for report in reports]
    return {"entrants": entrants, "legal": all(e["legal"] for e in entrants)}


def entrant_json(report: Report, lang: Lang = "ja") -> dict[str, Any]:
    """One sheet in the form of `check --json`."""
    return {
        "path": report.sheet.path,
        "name": report.sheet.entrant.name,
        "legal": report.legal,
        "cp": _cp(report.account),
        "attributes": dict(report.sheet.attributes),
        "attributes_in_ring": report.attributes_in_ring,
        "levels": report.levels,
        "levels_in_ring": report.levels_in_ring,
        "findings": [finding_json(f, lang) for f in report.findings],
        "plan": _plan_json(report.plan),
    }


def _plan_json(plan: Plan | None) -> dict[str, Any] | None:
    if plan is None:
        return None
    return {"text_ja": plan.text.ja, "text_en": plan.text.en, "fix": list(plan.fix), "left": list(plan.left)}


def finding_json(f: Finding, lang: Lang = "ja") -> dict[str, Any]:
    """One finding as JSON."""
    return {
        "rule": f.rule,
        "clause": f.clause,
        "severity": f.severity,
        "where": f.where,
        "line": f.line,
        "message_ja": f.message.ja,
        "message_en": f.message.en,
        "suggestion": f.suggestion.text(lang) if f.suggestion else None,
        "suggestion_ja": f.suggestion.ja if f.suggestion else None,
        "suggestion_en": f.suggestion.en if f.suggestion else None,
        "fix": list(f.fix),
        "waived": {"by": f.waiver.by, "reason": f.waiver.reason, "date": f.waiver.date or None}
        if f.waiver
        else None,
    }


def _cp(a: Account | None) -> dict[str, Any] | None:
    if a is None:
        return None
    return {
        "attributes": number(a.attributes),
        "advantages": number(a.advantages),
        "skills": number(a.skills),
        "maneuvers": number(a.maneuvers),
        "combinations": number(a.combinations),
        "spells": number(a.spells),
        "disadvantages": number(-a.disadvantages),
        "quirks": number(-a.quirks),
        "spent": number(a.spent),
        "unspent": number(a.unspent),
        "off_match": number(a.off_match),
    }
