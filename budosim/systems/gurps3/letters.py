"""Refusal letters an organizer can mail, and the table of all entrants."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from budosim.systems.gurps3.findings import Finding, plain
from budosim.systems.gurps3.legality.check import Report
from budosim.systems.gurps3.messages import clause_text
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.tables import Lang

LATE = "L-60"
"""Who is late is not asked to send again before the deadline."""


PATTERN = "3-6"
"""The clause on patterns."""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Who writes: the event's name and the last day a sheet may come, if the event has one of its own."""

    event_ja: str
    event_en: str
    deadline: date | None = None

    @classmethod
    def of(cls, regulation: Regulation | None = None, event: str = "") -> Letterhead:
        """The head of an event's letters; without an event that of its regulation."""
        rules = regulation or default_regulation()
        return cls(event or rules.name_ja, event or rules.name_en, rules.entries_close)


def refusal_letter(
    report: Report, lang: Lang = "ja", head: Letterhead | None = None, pattern: Sequence[str] = ()
) -> str:
    """A polite letter: every reason with its clause, its place and the smallest change that would do.

    The first line is the subject; `pattern` are the faults of the pattern, each in one line.
    """
    head = head or Letterhead.of()
    errors = report.errors
    notes = [f for f in report.findings if f.severity == "warning" and f.waiver is None]
    asked = _Ja(head, report) if lang == "ja" else _En(head, report)
    reasons = _reasons(errors, lang)
    if pattern:
        clause = f"[規定{PATTERN}]" if lang == "ja" else f"[clause {PATTERN}]"
        reasons += [f"{n}. {clause} {_one_line(text)}" for n, text in enumerate(pattern, start=len(errors) + 1)]
    body = [asked.subject, "", asked.greeting, "", *asked.opening(len(errors) + len(pattern)), "", *reasons]
    if report.plan is not None:
        body += ["", asked.plan, f"   {'→' if lang == 'ja' else '->'} {_one_line(report.plan.text.text(lang))}"]
    if notes:
        body += ["", asked.notes, "", *_reasons(notes, lang)]
    return "\n".join([*body, "", *asked.closing(), "", asked.signature]) + "\n"


class _Ja:
    """The Japanese words of a letter."""

    def __init__(self, head: Letterhead, report: Report) -> None:
        self.head = head
        self.late = any(f.rule == LATE for f in report.errors)
        name, file = _one_line(report.sheet.entrant.name), Path(report.sheet.path).name
        self.subject = f"件名：【{head.event_ja}】キャラクターシートについて（{name or file}）"
        self.greeting = f"{name} 様" if name else f"{file} をお送りくださった方へ"
        numbered = bool(report.plan and report.plan.left)
        self.plan = f"{'上に変更例のある点は' if numbered else ''}まとめて次のように直すこともできます。"
        self.notes = "あわせて、次の点もご確認ください（このままでも受理できます）。"
        self.signature = f"{head.event_ja} 運営"

    def opening(self, n: int) -> list[str]:
        if self.late and n == 1:
            ask = "申し訳ありませんが、このたびは受理することができません。"
        else:
            ask = "お手数ですが、ご確認のうえ再度お送りいただけますと幸いです。"
        return [
            f"このたびは「{self.head.event_ja}」へのご応募ありがとうございます。",
            f"キャラクターシートを拝見しましたところ、次の{n}点がレギュレーションに合っておりませんでした。",
            ask,
        ]

    def closing(self) -> list[str]:
        day = self.head.deadline
        until = [] if day is None or self.late else [f"応募の締め切りは{day.month}月{day.day}日です。"]
        return [*until, "ご不明な点がありましたら、お気軽にお問い合わせください。"]


class _En:
    """The English words of a letter."""

    def __init__(self, head: Letterhead, report: Report) -> None:
        self.head = head
        self.late = any(f.rule == LATE for f in report.errors)
        name, file = _one_line(report.sheet.entrant.name), Path(report.sheet.path).name
        self.subject = f"Subject: [{head.event_en}] your character sheet ({name or file})"
        self.greeting = f"Dear {name}," if name else f"To whoever sent {file},"
        numbered = bool(report.plan and report.plan.left)
        what = "Those points that have a change beside them" if numbered else "All of this"
        self.plan = f"{what} could be mended together, for example:"
        self.notes = "Please also look at the following, which would not keep your sheet out:"
        self.signature = f"The organizers of {head.event_en}"

    def opening(self, n: int) -> list[str]:
        things = "point does" if n == 1 else "points do"
        if self.late and n == 1:
            ask = "We are sorry that we cannot accept it this time:"
        else:
            ask = "We would be glad to receive it again with these changed:"
        return [
            f"Thank you for entering {self.head.event_en}.",
            f"We have read your character sheet; {n} {things} not yet fit the regulation.",
            ask,
        ]

    def closing(self) -> list[str]:
        day = self.head.deadline
        until = [] if day is None or self.late else [f"Sheets are accepted until {day:%B} {day.day}."]
        return [*until, "Do write to us if anything is unclear."]


def _reasons(findings: Iterable[Finding], lang: Lang) -> list[str]:
    ja = lang == "ja"
    lines: list[str] = []
    for n, f in enumerate(findings, start=1):
        place = f.where
        if f.line is not None:
            place += f"、{f.line}行目" if ja else f", line {f.line}"
        clause = f"[{clause_text(f.clause, lang)}] "
        text = _one_line(f"{f.message.ja}（{place}）" if ja else f"{f.message.en} ({place})")
        lines.append(f"{n}. {clause}{text}")
        if f.suggestion is not None:
            lines.append(_one_line(f"   → {f.suggestion.ja}" if ja else f"   -> {f.suggestion.en}", indent="   "))
    return lines


def _one_line(text: str, indent: str = "") -> str:
    """Text of a sheet as one line: entrants' words cannot add lines to a letter."""
    return indent + " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


HEADS = (
    ("ファイル", "file"),
    ("名前", "name"),
    ("年齢", "age"),
    ("流派", "style"),
    ("結果", "result"),
    ("ＣＰ", "CP"),
    ("未使用", "unspent"),
    ("試合外", "off-match"),
    ("違反", "errors"),
    ("要判断", "to decide"),
    ("容認", "waived"),
    ("戦闘パターン", "pattern"),
)
"""The columns of the organizer's table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant in the organizer's table.

    Fields:
        pattern: whether the pattern is understood; None where nobody asked.
        later: the file of the same entrant that counts instead.
    """

    report: Report
    pattern: bool | None = None
    later: str = ""

    def cells(self, lang: Lang) -> list[str]:
        """The cells under `HEADS`."""
        report, sheet, ja = self.report, self.report.sheet, lang == "ja"
        result = ("可" if report.legal else "不可") if ja else ("legal" if report.legal else "refused")
        if self.later:
            result = f"旧（{self.later}）" if ja else f"old ({self.later})"
        a = report.account
        sums = ("-", "-", "-") if a is None else tuple(plain(n) for n in (a.spent, a.unspent, a.off_match))
        waiting = [f.rule for f in report.findings if f.severity == "warning" and f.waiver is None]
        signed = "{0}（{1}）" if ja else "{0} ({1})"
        waived = [signed.format(f.rule, f.waiver.by) for f in report.waived if f.waiver]
        return [
            Path(sheet.path).name,
            sheet.entrant.name,
            "-" if sheet.entrant.age is None else str(sheet.entrant.age),
            sheet.style.text if sheet.style else "-",
            result,
            *sums,
            *(" ".join(dict.fromkeys(rules)) or "-" for rules in ([f.rule for f in report.errors], waiting, waived)),
            "-" if self.pattern is None else "○" if self.pattern else "×",
        ]


def organizer_rows(lines: Iterable[Line], lang: Lang) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the one table of all entrants; a column nobody fills is left out."""
    rows = [[" ".join(cell.split()) for cell in line.cells(lang)] for line in lines]
    kept = [at for at in range(len(HEADS)) if at < 10 or any(row[at] != "-" for row in rows)]
    head = [HEADS[at][0 if lang == "ja" else 1] for at in kept]
    return head, [[row[at] for at in kept] for row in rows]


def organizer_table(lines: Iterable[Line], lang: Lang = "ja") -> str:
    """The table of all entrants in Markdown: legal or not, points, the rules broken, what waits for a decision."""
    head, rows = organizer_rows(lines, lang)
    text = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    text += ["| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in rows]
    return "\n".join(text) + "\n"


def organizer_csv(lines: Iterable[Line], lang: Lang = "ja") -> str:
    """The same table for a spreadsheet; whoever writes the file puts the mark before it that Excel looks for."""
    head, rows = organizer_rows(lines, lang)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A cell that a spreadsheet takes as text, not as a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "@", "\t") or (cell[:1] == "-" and len(cell) > 1) else cell
