"""`show`: a sheet with everything derived, as JSON and as text."""

from __future__ import annotations

from typing import Any

from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.derived import Derived, derive
from budosim.systems.gurps3.explain_value import Step, explain_item
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.legality.check import check_sheet
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import Lang, tables


def show_json(sheet: Sheet, item: str | None = None, regulation: Regulation | None = None) -> dict[str, Any]:
    """The document of `show --json`: derived values as bought, after ageing (null without any), and steps.

    Raises:
        SheetError: `item` is not on the sheet.

    """
    steps = explain_item(sheet, item, regulation) if item else []
    ages = aged_attributes(sheet, regulation) != dict(sheet.attributes)
    return {
        "path": sheet.path,
        "name": sheet.entrant.name,
        "derived": derive(sheet, aged=False, regulation=regulation).json(),
        "aged": derive(sheet, aged=True, regulation=regulation).json() if ages else None,
        "steps": [step.json() for step in steps],
    }


def steps_text(steps: list[Step], lang: Lang) -> str:
    """An explanation as lines of text."""
    return "\n".join(step.text.text(lang) for step in steps)


def show_text(sheet: Sheet, lang: Lang = "ja", regulation: Regulation | None = None) -> str:
    """The sheet with everything derived, as plain text."""
    ja = lang == "ja"
    entrant = sheet.entrant
    style = sheet.style.text if sheet.style else ("なし" if ja else "none")
    if sheet.style and not sheet.style.original and sheet.style.id:
        style = tables().label("style", sheet.style.id, lang)
    report = check_sheet(sheet, regulation)
    age = "?" if entrant.age is None else str(entrant.age)
    head = [f"{entrant.name}  {age}{'歳' if ja else ' years'}  {style}"]
    if report.account is not None:
        a = report.account
        words = "ＣＰ {s}、未使用 {u}、試合外 {o}" if ja else "{s} CP, {u} unspent, {o} off-match"
        head.append(words.format(s=plain(a.spent), u=plain(a.unspent), o=plain(a.off_match)))
    if report.errors:
        n = len(report.errors)
        head.append(f"規定違反 {n} 件（budosim check で見られます）" if ja else f"{n} error(s): see budosim check")
    lines = [*head, "", *_values(derive(sheet, aged=False, regulation=regulation), lang)]
    if aged_attributes(sheet, regulation) != dict(sheet.attributes):
        title = "老化後（試合開始時）" if ja else "After ageing, at the first bell"
        lines += ["", f"[{title}]", *_values(derive(sheet, aged=True, regulation=regulation), lang)]
    return "\n".join(lines)


def _values(d: Derived, lang: Lang) -> list[str]:
    t = tables()
    ja = lang == "ja"

    def listing(kind: str, values: dict[str, Any]) -> str:
        return ("、" if ja else ", ").join(f"{t.label(kind, k, lang)} {v}" for k, v in values.items())

    names = ("体力", "敏捷力", "知力", "生命力") if ja else ("ST", "DX", "IQ", "HT")
    rows: list[tuple[str, str, str]] = [
        (
            "能力値",
            "Attributes",
            " ".join(f"{n} {d.attributes[a]}" for n, a in zip(names, ("ST", "DX", "IQ", "HT"), strict=True)),
        ),
        ("ヒットポイント／疲労点／意思", "HP / FP / Will", f"{d.hp} / {d.fp} / {d.will}"),
        (
            "基本反応速度／移動力／避け／防護点",
            "Speed / Move / Dodge / DR",
            f"{d.speed / 4:g} / {d.move} / {d.dodge} / {d.dr}",
        ),
        ("突き／振り", "Thrust / swing", f"{d.thrust} / {d.swing}"),
        ("射程（パンチ／キック）", "Reach (punch / kick)", f"{d.reach_punch} / {d.reach_kick}"),
        ("サブターン", "Sub-turns", f"{d.subturns} ({t.label('skill', d.subturn_skill, lang)})"),
        (
            "受け",
            "Parry",
            f"{listing('skill', {k: v for k, v in d.parry.items() if k not in t.techniques})} ×{d.parries}",
        ),
        ("技能", "Skills", listing("skill", dict(d.levels))),
        ("動作", "Maneuvers", listing("maneuver", d.maneuvers)),
        ("ダメージ", "Damage", _damage(d, lang)),
        (
            "呪文（基本→リング）",
            "Spells (base -> ring)",
            listing("spell", {k: f"{b}→{r}" for k, (b, r) in d.spells.items()}),
        ),
    ]
    return [f"{a if ja else b}: {text}" for a, b, text in rows if text]


def _damage(d: Derived, lang: Lang) -> str:
    t = tables()
    by_roll: dict[str, list[str]] = {}
    for act, dice in d.damage.items():
        by_roll.setdefault(str(dice), []).append(t.label("act" if act in t.acts else "maneuver", act, lang))
    joint = "・" if lang == "ja" else ", "
    return ("、" if lang == "ja" else "; ").join(
        f"{roll} {joint.join(acts)}" for roll, acts in by_roll.items()
    )
