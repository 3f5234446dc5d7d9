"""The smallest legal change for each finding: proposed, tried on a copy, and never made."""

from __future__ import annotations

from dataclasses import replace

from budosim.systems.gurps3.decisions import Approvals
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.legality.check import Report, check_sheet
from budosim.systems.gurps3.legality.registry import Case
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.remedies import cures, cures_magic, cures_style
from budosim.systems.gurps3.remedies.doctor import Doctor
from budosim.systems.gurps3.remedies.registry import CURES
from budosim.systems.gurps3.sheet import Sheet

CURE_MODULES = (cures, cures_magic, cures_style)
"""The modules that hold the cures."""

NOTHING_SINGLE = Both(
    "これだけを直す小さな変更は見つかりません。ほかの違反から直してください",
    "no small change mends this alone: mend the other findings first",
)
"""Said where every change that was tried breaks something else."""


def advise(report: Report, regulation: Regulation | None = None, approvals: Approvals | None = None) -> Report:
    """The report with the smallest legal change beside every finding that has one.

    A change is told only after a copy of the sheet was judged with it: the finding gone, no error new. Where there are
    several, a plan says which changes mend them all.
    """
    if not report.sheet.readable or report.legal:
        return report
    doctor = Doctor(Case(report.sheet, regulation or default_regulation(), approvals), report.findings)
    found = []
    for finding in report.findings:
        if finding.severity == "error" and finding.suggestion is None and finding.rule in CURES:
            cure = doctor.cure(finding, CURES)
            if cure is not None:
                finding = replace(finding, suggestion=cure.text, fix=tuple(cure.json()))
            else:
                finding = replace(finding, suggestion=NOTHING_SINGLE)
        found.append(finding)
    plan = doctor.plan(report.findings, CURES) if sum(bool(f.fix) for f in found) > 1 else None
    return replace(report, findings=tuple(found), plan=plan)


def advised(sheet: Sheet, regulation: Regulation | None = None, approvals: Approvals | None = None) -> Report:
    """The check of a sheet, with the smallest legal change beside every finding."""
    return advise(check_sheet(sheet, regulation, approvals), regulation, approvals)


__all__ = ["CURES", "CURE_MODULES", "NOTHING_SINGLE", "advise", "advised"]
