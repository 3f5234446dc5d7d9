"""Refusal letters an organizer can mail, and the table of all entrants."""

from __future__ import annotations

from collections.abc import Iterable

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.check import Report
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.tables import Lang


def refusal_letter(report: Report, lang: Lang = "ja", regulation: Regulation | None = None) -> str:
    """A polite letter: every reason with its clause, its place and the smallest change that would do."""
    event = regulation or default_regulation()
    errors = report.errors
    notes = [f for f in report.findings if f.severity == "warning" and f.waiver is None]
    name = report.sheet.entrant.name or report.sheet.path
    if lang == "ja":
        body = [
            f"{name} 様",
            "",
            f"このたびは「{event.name_ja}」へのご応募ありがとうございます。",
            f"キャラクターシートを拝見しましたところ、次の{len(errors)}点がレギュレーションに合っておりませんでした。",
            "お手数ですが、ご確認のうえ再度お送りいただけますと幸いです。",
            "",
            *_reasons(errors, lang),
        ]
        if notes:
            body += [
                "",
                "あわせて、次の点もご確認ください（このままでも受理できます）。",
                "",
                *_reasons(notes, lang),
            ]
        body += ["", "ご不明な点がありましたら、お気軽にお問い合わせください。", "", f"{event.name_ja} 運営"]
    else:
        things = "point does" if len(errors) == 1 else "points do"
        body = [
            f"Dear {name},",
            "",
            f"Thank you for entering the {event.name_en}.",
            f"We have read your character sheet; {len(errors)} {things} not yet fit the regulation.",
            "We would be glad to receive it again with these changed:",
            "",
            *_reasons(errors, lang),
        ]
        if notes:
            body += [
                "",
                "Please also look at the following, which would not keep your sheet out:",
                "",
                *_reasons(notes, lang),
            ]
        body += ["", "Do write to us if anything is unclear.", "", f"The organizers of the {event.name_en}"]
    return "\n".join(body) + "\n"


def _reasons(findings: Iterable[Finding], lang: Lang) -> list[str]:
    lines: list[str] = []
    for n, f in enumerate(findings, start=1):
        place = (
            f.where
            if f.line is None
            else (f"{f.where}、{f.line}行目" if lang == "ja" else f"{f.where}, line {f.line}")
        )
        clause = f"規定{f.clause}" if lang == "ja" else f"clause {f.clause}"
        lines.append(
            f"{n}. [{clause}] {f.message.text(lang)}（{place}）"
            if lang == "ja"
            else f"{n}. [{clause}] {f.message.en} ({place})"
        )
        if f.suggestion is not None:
            lines.append(f"   → {f.suggestion.ja}" if lang == "ja" else f"   -> {f.suggestion.en}")
    return lines


def organizer_table(reports: Iterable[Report], lang: Lang = "ja") -> str:
    """One Markdown table of all entrants.

    Legal or not, points, the rules broken, what waits for a decision.
    """
    ja = lang == "ja"
    head = (
        ("ファイル", "名前", "結果", "ＣＰ", "違反", "要判断")
        if ja
        else ("file", "name", "result", "CP", "errors", "to decide")
    )
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for report in reports:
        result = ("可" if report.legal else "不可") if ja else ("legal" if report.legal else "refused")
        spent = "-" if report.account is None else f"{float(report.account.spent):g}"
        errors = " ".join(dict.fromkeys(f.rule for f in report.errors)) or "-"
        waiting = (
            " ".join(
                dict.fromkeys(f.rule for f in report.findings if f.severity == "warning" and f.waiver is None)
            )
            or "-"
        )
        cells = (report.sheet.path, report.sheet.entrant.name, result, spent, errors, waiting)
        lines.append("| " + " | ".join(c.replace("|", "/").replace("\n", " ") for c in cells) + " |")
    return "\n".join(lines) + "\n"


def difference(old: Report, new: Report) -> list[tuple[str, str, str]]:
    """What a resubmitted sheet changes.

    (place, before, after), in the order of the new sheet, then what is gone.
    """
    before, after = _facts(old), _facts(new)
    changed = [(k, before.get(k, ""), v) for k, v in after.items() if before.get(k, "") != v]
    return changed + [(k, v, "") for k, v in before.items() if k not in after]


def _facts(report: Report) -> dict[str, str]:
    sheet, e = report.sheet, report.sheet.entrant
    facts = {
        "entrant.name": e.name,
        "entrant.age": "" if e.age is None else str(e.age),
        "entrant.sex": e.sex,
        "entrant.appearance": e.appearance,
        "entrant.background": e.background,
        "entrant.outfit": e.outfit_text,
        "entrant.unspent_cp": f"{float(e.unspent_cp):g}",
        "entrant.quirks": "／".join(e.quirks),
        "pattern": sheet.pattern,
        "style": sheet.style.text if sheet.style else "",
    }
    facts |= {f"attributes.{k}": str(v) for k, v in sheet.attributes.items()}
    facts |= {f"lines.{k}": "／".join(v) for k, v in sheet.lines.items()}
    for entry in sheet.entries():
        cp = "?" if entry.cp is None else f"{float(entry.cp):g}"
        facts[f"{'off_match' if entry.off else entry.kind}.{entry.key}"] = f"{cp} CP"
    return {k: v for k, v in facts.items() if v}
