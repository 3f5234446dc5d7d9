"""What `check` says of its sheets, and the letters and tables it writes for an organizer."""

from __future__ import annotations

from pathlib import Path

from budosim.cli.speak import Speaker
from budosim.errors import BudosimError
from budosim.files import safe_name, write_bytes, write_text
from budosim.systems.gurps3.checking import Checked, Checkup, decision_text
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.letters import (
    Letterhead,
    Line,
    organizer_csv,
    organizer_rows,
    organizer_table,
    refusal_letter,
)
from budosim.systems.gurps3.messages import finding_lines, plan_line
from budosim.systems.gurps3.resubmission import Resubmission

TABLE = "organizer"
"""The organizer's table is written under this name, as Markdown and for spreadsheets."""
MOST_NAMES = 5
"""So many files are named in one notice."""
_BOM = b"\xef\xbb\xbf"


def tell(out: Speaker, checkup: Checkup) -> None:
    """Every file with its findings; then the table, and what the organizer should know besides."""
    for one in checkup.files:
        legal = out.t("合格", "legal") if one.report.legal else out.t("不合格", "refused")
        out.say(f"{one.path}  {one.name}  {legal}{_points(out, one)}")
        for line in finding_lines(one.sheet, one.report.findings, out.lang):
            out.say(f"  {line}")
        if one.report.plan is not None:
            out.say(f"  {plan_line(one.report.plan, out.lang)}")
        _tell_others(out, one)
        if one.before is not None:
            _tell_changes(out, one.before)
    if len(checkup.files) > 1:
        out.say()
        head, rows = organizer_rows(checkup.lines(), out.lang)
        out.table(head, rows, right=(2, 5, 6, 7))
        n, legal_n = len(checkup.counting), sum(one.report.legal for one in checkup.counting)
        out.say(out.t(f"{n} 件中 {legal_n} 件が合格です。", f"{legal_n} of {n} are legal."))
    for decision in checkup.idle:
        text = decision_text(decision)
        out.note(text.ja, text.en)


def _points(out: Speaker, one: Checked) -> str:
    account = one.report.account
    if account is None:
        return ""
    return out.t("  ＣＰ {s}＋未使用 {u}、試合外 {o}", "  {s} CP + {u} unspent, {o} off-match").format(
        s=plain(account.spent), u=plain(account.unspent), o=plain(account.off_match)
    )


def _tell_others(out: Speaker, one: Checked) -> None:
    """Several files of one entrant: which of them counts."""
    if one.later is not None:
        out.say(
            "  "
            + out.t(
                f"同じ応募者の {one.later.name} の方が後に届いています。大会ではそちらを使います。",
                f"{one.later.name} of the same entrant was submitted later: an event uses that one.",
            )
        )
    elif one.same_time and one.path.name <= min(p.name for p in one.same_time):
        files = [one.path.name, *(p.name for p in one.same_time)]
        more = len(files) - MOST_NAMES
        ja = "、".join(files[:MOST_NAMES]) + (f"ほか{more}件" if more > 0 else "")
        en = ", ".join(files[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        out.note(
            f"名前も応募日時も同じファイルがあります（{ja}）。どれを使うか決め、ほかを除いてください"
            "（別人なら名前に区別を付けてもらってください）。",
            f"files of one name and one time of submission: {en}. Decide which counts and take the others away "
            "(if they are different people, have them change the name).",
        )


def _tell_changes(out: Speaker, before: Resubmission) -> None:
    old = Path(before.old.sheet.path)
    changes = before.changes
    if not changes:
        same = out.t(f"前回（{old.name}）から変わったところはありません。", f"nothing changed since {old.name}")
        out.say(f"  {same}")
        return
    out.say("  " + out.t(f"前回（{old.name}）から変わったところ：", f"changed since {old.name}:"))
    for change in changes:
        for line in change.lines(out.lang):
            out.say(f"    {line}")
    for rules, ja, en in (
        (before.mended, "直った違反", "mended"),
        (before.newly_broken, "新しい違反", "newly broken"),
    ):
        if rules:
            out.say(f"    {out.t(ja, en)}{out.t('：', ': ')}{' '.join(rules)}")


def write_letters(out: Speaker, checkup: Checkup, folder: Path) -> dict[str, str | list[str]]:
    """Write a letter to everybody an event would refuse and the organizer's table; says what was written.

    Whoever's sheet is legal but whose pattern nobody understands is refused by an event too, and gets a letter.
    """
    if folder.exists() and not folder.is_dir():
        raise BudosimError(
            f"{folder} is a file: name a folder for the letters",
            f"{folder} はファイルです。手紙を書き出すフォルダーを指定してください",
        )
    event = checkup.setting.event
    head = Letterhead.of(checkup.setting.regulation, event.name if event else "")
    faults = {one.id: _pattern_faults(out, one) for one in checkup.files}
    lines, letters = [], []
    for one in checkup.files:
        bad = faults[one.id]
        understood = None if bad is None else not bad
        lines.append(Line(one.report, understood, one.later.name if one.later else ""))
        if one.later is None and (not one.report.legal or bad):
            path = folder / f"{safe_name(one.id)}.txt"
            write_text(path, refusal_letter(one.report, out.lang, head, bad or ()))
            letters.append(path)
    table, sheet = folder / f"{TABLE}.md", folder / f"{TABLE}.csv"
    write_text(table, organizer_table(lines, out.lang))
    write_bytes(sheet, _BOM + organizer_csv(lines, out.lang).encode("utf-8"))
    out.say(
        out.t(
            f"{folder} に手紙 {len(letters)} 通と一覧（{table.name}、{sheet.name}）を書きました。",
            f"{len(letters)} letter(s) and the table ({table.name}, {sheet.name}) are in {folder}.",
        )
    )
    stale = sorted(p.name for p in folder.glob("*.txt") if p not in letters)
    if stale:
        out.note(
            f"{folder} に今回のものではない手紙があります：{'、'.join(stale)}",
            f"{folder} holds letters that are not of this check: {', '.join(stale)}",
        )
    return {
        "folder": folder.as_posix(),
        "letters": [path.name for path in letters],
        "tables": [table.name, sheet.name],
    }


def _pattern_faults(out: Speaker, one: Checked) -> list[str] | None:
    """What of the pattern is not understood, each in one line; None where there is none to read."""
    if not one.sheet.readable or not one.sheet.pattern.strip():
        return None
    from budosim.systems.gurps3.fighter import understand_sheet
    from budosim.systems.gurps3.messages import pattern_line

    read = understand_sheet(one.sheet)
    return [pattern_line(one.sheet, finding, out.lang) for finding in read.errors]
