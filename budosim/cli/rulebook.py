"""`rules`: the rules, the rulings and the regulation in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, EventFile, Lang
from budosim.cli.speak import Speaker, speak

_KINDS = {
    "rule": ("規則", "rule"),
    "ruling": ("裁定", "ruling"),
    "legality": ("シートの規則", "rule of sheets"),
    "regulation": ("レギュレーション", "regulation"),
}
_FIELDS = {
    "name": ("名前", "name"),
    "title": ("題", "title"),
    "key": ("項目", "key"),
    "value": ("値", "value"),
    "in_force": ("採用", "in force"),
    "readings": ("選べる読み", "readings"),
    "default": ("標準", "default"),
    "reason": ("理由", "reason"),
    "acts": ("働く所", "where it acts"),
    "clause": ("条文", "clause"),
    "severity": ("重さ", "severity"),
    "rule": ("内容", "rule"),
    "message": ("文面", "message"),
    "confidence": ("確かさ", "confidence"),
    "sources": ("出典", "sources"),
    "rulings": ("関わる裁定", "rulings"),
    "where": ("実装", "in the code"),
}


def rules(
    id_: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help=both(
                "C-78 R-22 L-14 などの番号、裁定名、条文",
                "an id such as C-78, R-22, L-14, a ruling's key, a clause",
            ),
            show_default=False,
        ),
    ] = None,
    event: EventFile = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Show rules, rulings and regulation in force."""
    from budosim.systems.gurps3.field_files import read_setting
    from budosim.systems.gurps3.rulebook import look_up, whole

    out = speak(as_json=as_json)
    setting = read_setting(event)
    if id_ is not None:
        kind, rows = look_up(id_, setting.regulation, setting.readings)
        for row in rows:
            _item(out, kind, row)
        out.document({"kind": kind, "items": rows})
        return FINE
    everything = whole(setting.regulation, setting.readings)
    _tell(out, everything)
    out.document(everything)
    return FINE


def _item(out: Speaker, kind: str, row: Mapping[str, Any]) -> None:
    head = row.get("id") or row.get("key")
    out.say(f"{head}（{_KINDS[kind][0]}）" if out.lang == "ja" else f"{head} ({_KINDS[kind][1]})")
    shown = {name.removesuffix(f"_{out.lang}"): value for name, value in row.items()}
    for name, words in _FIELDS.items():
        value = shown.get(name)
        if value in (None, [], "") or name == head:
            continue
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        out.say(f"  {out.t(*words)}{'：' if out.lang == 'ja' else ': '}{text}")


def _tell(out: Speaker, everything: Mapping[str, Any]) -> None:
    regulation = everything["regulation"]
    out.say(f"■ {out.t('レギュレーション', 'Regulation')} {regulation[f'name_{out.lang}']} ({regulation['id']})")
    head = [out.t(*_FIELDS[name]) for name in ("clause", "key", "value")]
    out.table(head, [[row["clause"], row["key"], _short(row["value"])] for row in regulation["values"]])
    out.say()
    out.say(f"■ {out.t('裁定（＊は標準と違うもの）', 'Rulings (* = not the default)')}")
    head = ["", *(out.t(*_FIELDS[name]) for name in ("key", "in_force", "readings", "reason", "acts"))]
    out.table(
        head,
        [
            [
                row["id"],
                row["key"],
                ("*" if row["in_force"] != row["default"] else "") + row["in_force"],
                " | ".join(row["readings"]),
                row["reason"],
                row["acts"],
            ]
            for row in everything["rulings"]
        ],
    )
    out.say()
    out.say(f"■ {out.t('シートの規則', 'Rules of sheets')}")
    out.table(
        ["", *(out.t(*_FIELDS[name]) for name in ("clause", "severity", "title", "rule"))],
        [[row["id"], row["clause"], row["severity"], row["title"], row["rule"]] for row in everything["legality"]],
    )
    out.say()
    out.say(f"■ {out.t('リングの規則', 'Rules of the ring')}")
    out.table(
        ["", *(out.t(*_FIELDS[name]) for name in ("name", "confidence", "clause", "sources", "rulings"))],
        [
            [
                row["id"],
                row[f"name_{out.lang}"],
                row["confidence"],
                row["clause"] or "",
                ", ".join(row["sources"]),
                " ".join(row["rulings"]),
            ]
            for row in everything["rules"]
        ],
    )


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_short(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{name}={item}" for name, item in value.items())
    return str(value)


COMMANDS = (
    (
        "rules",
        rules,
        both("規則・裁定・レギュレーションを見る", "the rules, the rulings and the regulation in force"),
    ),
)
