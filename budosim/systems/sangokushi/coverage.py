"""The rules as lists: clauses with what the program does, values of a day, rulings; and the page made from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from datetime import date
from typing import Any

from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.regulation import Parameters, Regulation, begins, history, registry
from budosim.systems.sangokushi.tables import breaches, clauses, ends, plain, table

STATUS = {
    "enforced": Both("判定する", "enforced"),
    "recorded": Both("記録・参照", "recorded"),
    "not_enforceable": Both("判定できない", "not enforceable"),
}
CHECKLIST = (
    Both("総大将・爆弾文官・ボーラ武将を進行用チャンネルで発表した", "commander, bomb scholar, bola general announced"),
    Both("時間を計る人を決めた（一般戦は非会戦国の進行役、三つ巴戦は運営委員）", "somebody keeps the clock"),
    Both("二戦目の国に集合の期限を告げた", "the sides of the second battle know their deadline"),
)
"""What hosts tick off beside the clauses."""


def clause_rows(word: str | None = None, *, host_only: bool = False) -> list[dict[str, Any]]:
    """The clauses a word means (an id such as S-38, a number such as 3-3 or リ3-3), all without one."""
    found = []
    for clause in clauses():
        if host_only and not clause.host:
            continue
        keys = {plain(clause.id), *(plain(one) for one in clause.clauses), *(plain(one[1:]) for one in clause.clauses)}
        if word is not None and plain(word) not in keys:
            continue
        found.append(
            {
                "id": clause.id,
                "clauses": "、".join(clause.clauses),
                "title_ja": clause.title.ja,
                "title_en": clause.title.en,
                "status": clause.status,
                "does_ja": clause.does.ja,
                "does_en": clause.does.en,
            }
        )
    return found


def ruling_rows(rules: Regulation, word: str | None = None) -> list[dict[str, Any]]:
    """The rulings a word means (a key, an id), all without one."""
    return [
        {
            "key": ruling.key,
            "reading": rules[ruling.key],
            "default": ruling.default,
            "readings": list(ruling.readings),
            "clause": ruling.clause,
            "rule": ruling.rule,
            "reason_ja": ruling.reason.ja,
            "reason_en": ruling.reason.en,
        }
        for ruling in registry().values()
        if word is None or plain(word) in (plain(ruling.key), plain(ruling.rule))
    ]


def parameter_rows(rules: Regulation, day: date) -> list[dict[str, Any]]:
    """Every dated value on a day, and since when it has been so."""
    now, rows = rules.on(day), []
    for one in fields(Parameters):
        value = getattr(now, one.name)
        effective = [change for change in rules.changes if change.effective <= (rules.as_of or day)]
        since = [change.effective for change in effective if one.name in change.values]
        rows.append({"key": one.name, "value": value, "since": since[-1] if since else begins()})
    return rows


def coverage_page() -> str:
    """The last part of `docs/sangokushi.md`: every clause, every ruling, the dated history, every finding."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "## 条文ごとの扱い / clause by clause"
    yield ""
    yield "ここから下は `budosim/systems/sangokushi/tables/` の表から作られます（試験が一致を確かめます）。"
    yield "基＝基本ルール、リ＝リーグ制ルール。番号 4-5、4-2-3-1、4-4-4 は廃止された条です。"
    yield ""
    counts = {status: sum(clause.status == status for clause in clauses()) for status in STATUS}
    yield "、".join(f"{name.ja}（{name.en}） {counts[status]}" for status, name in STATUS.items())
    yield ""
    yield "| id | 条 | 内容 | what | 扱い | どうする | how |"
    yield "|---|---|---|---|---|---|---|"
    for clause in clauses():
        status = STATUS[clause.status]
        yield (
            f"| {clause.id} | {'、'.join(clause.clauses)} | {clause.title.ja} | {clause.title.en} "
            f"| {status.ja} {status.en} | {clause.does.ja} | {clause.does.en} |"
        )
    yield ""
    yield "## 裁定 / rulings"
    yield ""
    yield "`league.toml` の `[rulings]` で選びます。先頭が標準です。"
    yield ""
    yield "| key | 条 | 読み readings | 理由 | reason |"
    yield "|---|---|---|---|---|"
    for ruling in registry().values():
        readings = " · ".join(f"`{one}`" for one in ruling.readings)
        yield f"| `{ruling.key}` | {ruling.clause} | {readings} | {ruling.reason.ja} | {ruling.reason.en} |"
    yield ""
    yield "## 変更履歴 / dated history"
    yield ""
    yield f"履歴は {begins()} に始まります。それより前の規則は知られていません。"
    yield ""
    yield "| 施行 effective | 条 | 内容 | what | 値 |"
    yield "|---|---|---|---|---|"
    for change in history():
        values = "、".join(f"`{key}` = {value}" for key, value in change.values.items())
        yield f"| {change.effective} | {'、'.join(change.clauses)} | {change.title.ja} | {change.title.en} | {values} |"
    yield ""
    yield "## 違反 / breaches"
    yield ""
    yield "`breach` には番号か名前を書きます。W は警告、L は負け、U は罰則が決まっていないもの（要裁定）。"
    yield ""
    yield "| 番号 | key | 名前 | what | から |"
    yield "|---|---|---|---|---|"
    for one in breaches().members:
        yield f"| {one.id} | `{one.row['key']}` | {one.name.ja} | {one.name.en} | {one.row.get('since', '')} |"
    yield ""
    yield "## 終戦条件 / ends"
    yield ""
    yield "| `report` | 意味 | what | 戦果 |"
    yield "|---|---|---|--:|"
    for one in ends().members:
        yield f"| `{one.id}` | {one.name.ja} | {one.name.en} | {one.row['points']} |"
    yield ""
    yield "## 指摘 / findings"
    yield ""
    yield "E は誤り（終了コード1、何も書かない）、R は要裁定、W は注意、I は参考。"
    yield ""
    yield "| 番号 | 規則 | 文面 | text |"
    yield "|---|---|---|---|"
    for code, row in table("findings").items():
        yield f"| {code} | {row.get('rule', '')} | {_cell(row['ja'])} | {_cell(row['en'])} |"


def _cell(text: str) -> str:
    return text.replace("|", "/")
