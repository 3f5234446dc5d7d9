"""Findings of sheets and patterns as lines of text: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from budosim.systems.gurps3.findings import Finding, Plan
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import Lang

if TYPE_CHECKING:
    from budosim.ai.findings import Finding as PatternFinding

_SEVERITY = {
    "error": {"ja": "誤り", "en": "error"},
    "warning": {"ja": "要判断", "en": "to decide"},
    "info": {"ja": "参考", "en": "note"},
}


def finding_line(sheet: Sheet, finding: Finding, lang: Lang) -> str:
    """A finding of the check in one line: severity, rule, place, message, what would be right."""
    ja = lang == "ja"
    file = Path(sheet.path).name
    place = file if finding.line is None else f"{file}:{finding.line}"
    spot = place if finding.where == file else f"{place} {finding.where}"
    clause = clause_text(finding.clause, lang)
    text = f"{_SEVERITY[finding.severity][lang]} [{finding.rule} {clause}] {spot}{'：' if ja else ': '}"
    text += finding.message.text(lang)
    if finding.suggestion is not None:
        text += f" → {finding.suggestion.text(lang)}"
    if finding.waiver is not None:
        by, reason, day = finding.waiver.by, finding.waiver.reason, finding.waiver.date
        signed = f"{by} {day}".strip() if ja else f"{by}{', ' if day else ''}{day}"
        text += f"（{signed} が容認：{reason}）" if ja else f" (waived by {signed}: {reason})"
    return text


def clause_text(clause: str, lang: Lang) -> str:
    """Where a rule comes from: a clause of the regulation, the maneuver rules, or the tables of the books."""
    ja = lang == "ja"
    if clause in ("", "data"):
        return "ルールの表" if ja else "rule tables"
    if clause == "MA":
        return "マーシャルアーツ" if ja else "Martial Arts"
    return f"規定{clause}" if ja else f"clause {clause}"


def plan_line(plan: Plan, lang: Lang) -> str:
    """Changes that mend a sheet as a whole, in one line."""
    left = "、".join(plan.left) if lang == "ja" else ", ".join(plan.left)
    if lang == "ja":
        rest = f"（残り：{left}）" if left else ""
        return f"まとめて直す例：{plan.text.ja}{rest}"
    rest = f" (left: {left})" if left else ""
    return f"to mend it all, for example: {plan.text.en}{rest}"


def pattern_line(sheet: Sheet, finding: PatternFinding, lang: Lang) -> str:
    """A finding of the pattern reader in one line, with its place in the file and in the text."""
    start, end = finding.span
    spot = sheet.spot("pattern.text")
    place = Path(sheet.path).name or "pattern"
    if spot.line is not None:
        place += f":{spot.line}"
    piece = " ".join(sheet.pattern[start:end].split())[:40]
    first, last = start + 1, max(end, start + 1)
    if lang == "ja":
        where = f"戦闘パターン [{finding.code}] {place}、{first}～{last}文字目"
        text = f"{where}「{piece}」：{finding.message_ja}"
    else:
        where = f"pattern [{finding.code}] {place}, characters {first}-{last}"
        text = f"{where} ({piece}): {finding.message_en}"
    return f"{text} → {finding.suggestion}" if finding.suggestion else text


def finding_lines(sheet: Sheet, findings: Iterable[Finding], lang: Lang) -> list[str]:
    """Findings of the check, line by line."""
    return [finding_line(sheet, finding, lang) for finding in findings]
