"""What a resubmitted sheet changes: field by field, and which findings went or came."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from budosim.systems.gurps3.findings import Both, plain
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.check import Report
from budosim.systems.gurps3.sheet import TIERS, Combination, Entry, Sheet, Skill, Trait
from budosim.systems.gurps3.tables import Lang, tables

_FIELDS = (
    ("entrant.name", "名前", "name"),
    ("entrant.reading", "よみ", "reading"),
    ("entrant.name_en", "英語の名前", "English name"),
    ("entrant.age", "年齢", "age"),
    ("entrant.sex", "性別", "sex"),
    ("entrant.height_cm", "身長", "height"),
    ("entrant.weight_kg", "体重", "weight"),
    ("entrant.appearance", "外見", "appearance"),
    ("entrant.background", "背景", "background"),
    ("entrant.portrait", "イラスト", "portrait"),
    ("entrant.outfit", "衣装", "outfit"),
    ("entrant.unspent_cp", "未使用ＣＰ", "unspent CP"),
    ("entrant.quirks", "癖", "quirks"),
    ("entrant.sources", "使用サプリメント", "sources"),
    ("pattern", "戦闘パターン", "pattern"),
)
_KINDS = {
    "advantage": Both("有利な特徴", "advantage"),
    "disadvantage": Both("不利な特徴", "disadvantage"),
    "skill": Both("技能", "skill"),
    "maneuver": Both("動作", "maneuver"),
    "combination": Both("コンビネーション", "combination"),
    "spell": Both("呪文", "spell"),
}
_LONG = 40
"""A text longer than this is shown as the sentences that went and came."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that differs: its place, its name, and how it was written before and after (empty: not there)."""

    where: str
    what: Both
    before: Both
    after: Both

    def json(self) -> dict[str, str]:
        """The change in the form of `check --json`."""
        return {
            "where": self.where,
            "what_ja": self.what.ja,
            "what_en": self.what.en,
            "before_ja": self.before.ja,
            "before_en": self.before.en,
            "after_ja": self.after.ja,
            "after_en": self.after.en,
        }

    def lines(self, lang: Lang) -> Iterator[str]:
        """The change for a person: one line, or for a long text its sentences that went and came."""
        ja = lang == "ja"
        what, before, after = (t.text(lang) for t in (self.what, self.before, self.after))
        none = "なし" if ja else "none"
        if max(len(before), len(after)) <= _LONG:
            yield f"{what}{'：' if ja else ': '}{before or none} → {after or none}"
            return
        old, new = _sentences(before), _sentences(after)
        yield f"{what}{'：' if ja else ':'}"
        yield from (f"  − {s}" for s in old if s not in new)
        yield from (f"  ＋ {s}" if ja else f"  + {s}" for s in new if s not in old)


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something a sheet says; `key` is what it wrote where the text holds more, such as a level that follows."""

    what: Both
    text: Both
    key: str = ""

    @property
    def written(self) -> str:
        return self.key or self.text.ja


@dataclass(frozen=True, slots=True)
class Resubmission:
    """A sheet against the one its entrant handed in before."""

    old: Report
    new: Report

    @property
    def changes(self) -> list[Changed]:
        """Everything written otherwise, in the order of the new sheet; then what is gone."""
        before, after = _facts(self.old), _facts(self.new)
        none = _Fact(Both("", ""), Both("", ""))
        found = []
        for where, new in after.items():
            old = before.get(where, none)
            if old.written != new.written:
                found.append(Changed(where, new.what, old.text, new.text))
        gone = [Changed(where, old.what, old.text, none.text) for where, old in before.items() if where not in after]
        return [*found, *gone]

    @property
    def mended(self) -> list[str]:
        """Rules the old sheet broke and the new one keeps."""
        broken = {f.rule for f in self.new.errors}
        return sorted({f.rule for f in self.old.errors} - broken)

    @property
    def newly_broken(self) -> list[str]:
        """Rules the old sheet kept and the new one breaks."""
        broken = {f.rule for f in self.old.errors}
        return sorted({f.rule for f in self.new.errors} - broken)

    def json(self) -> dict[str, Any]:
        """The difference in the form of `check --json`."""
        return {
            "path": self.old.sheet.path,
            "changes": [change.json() for change in self.changes],
            "mended": self.mended,
            "newly_broken": self.newly_broken,
        }


def _sentences(text: str) -> list[str]:
    return [s.strip() for s in re.split(r"(?<=[。！？!?\n])|(?<=\.)\s", text) if s.strip()]


def _facts(report: Report) -> dict[str, _Fact]:
    """Everything a sheet says, by place; what is not written is left out."""
    sheet = report.sheet
    facts: dict[str, _Fact] = {}
    for (where, ja, en), text in zip(_FIELDS, _written(sheet), strict=True):
        facts[where] = _Fact(Both(ja, en), Both(text, text))
    for key, said in sheet.lines.items():
        facts[f"lines.{key}"] = _Fact(Both(f"セリフ {key}", f"line {key}"), Both("／".join(said), " / ".join(said)))
    for name, value in sheet.attributes.items():
        facts[f"attributes.{name}"] = _Fact(NAMES[name], Both(str(value), str(value)))
    facts |= _style_facts(sheet)
    for entry in sheet.entries():
        place, n = f"{'off_match' if entry.off else entry.kind}.{entry.key}", 2
        while place in facts:
            place, n = f"{place.partition('#')[0]}#{n}", n + 1
        facts[place] = _Fact(_name(entry), _amount(entry, report), _key(entry))
    return {where: fact for where, fact in facts.items() if fact.text.ja}


def _written(sheet: Sheet) -> tuple[str, ...]:
    e = sheet.entrant
    return (
        e.name,
        e.reading,
        e.name_en,
        "" if e.age is None else str(e.age),
        e.sex,
        str(e.height_cm),
        "" if e.weight_kg is None else str(e.weight_kg),
        e.appearance,
        e.background,
        e.portrait.text or "○" if e.portrait else "",
        e.outfit_text,
        plain(e.unspent_cp),
        "／".join(e.quirks),
        "／".join(text for text, _ in e.sources),
        sheet.pattern.strip(),
    )


def _style_facts(sheet: Sheet) -> dict[str, _Fact]:
    style = sheet.style
    if style is None:
        return {}
    texts = {"": style.text}
    if style.original:
        texts |= {f".{key}": getattr(style, key).strip() for key in ("description", "explanation", "special_rules")}
        lists = {tier: style.lists[tier] for tier in TIERS} | {
            key: getattr(style, key) for key in ("prereq_only", "maneuvers", "cinematic_maneuvers")
        }
        texts |= {f".{key}": "、".join(item.text for item in listed) for key, listed in lists.items()}
    return {f"style{k}": _Fact(Both(f"流派{k}", f"style{k}"), Both(text, text)) for k, text in texts.items()}


def _name(entry: Entry) -> Both:
    kind = _KINDS[entry.kind]
    if entry.id is None or entry.kind == "combination":
        name = Both(entry.text, entry.text)
    else:
        t = tables()
        name = Both(t.label(entry.kind, entry.key, "ja"), t.label(entry.kind, entry.key, "en"))
    return Both(f"{kind.ja} {name.ja}", f"{kind.en} {name.en}")


def _amount(entry: Entry, report: Report) -> Both:
    """What was paid for an entry, and whatever else its line says."""
    cp = "?" if entry.cp is None else plain(entry.cp)
    ja, en = f"{cp}ＣＰ", f"{cp} CP"
    level = entry.level if entry.level is not None else report.levels.get(entry.key)
    if level is not None and entry.kind in ("skill", "maneuver", "spell"):
        ja, en = f"{ja}（レベル{level}）", f"{en} (level {level})"
    if isinstance(entry, Trait) and entry.applies_to:
        ja, en = f"{ja}（{'、'.join(entry.applies_to)}）", f"{en} ({', '.join(entry.applies_to)})"
    if isinstance(entry, Skill) and entry.specialised:
        ja, en = f"{ja}（専門化）", f"{en} (specialised)"
    if isinstance(entry, Combination):
        moves = "→".join(move.text for move in entry.moves)
        ja, en = f"{ja}（{moves}）", f"{en} ({moves})"
    return Both(ja, en)


def _key(entry: Entry) -> str:
    """What an entry wrote, without what follows from elsewhere."""
    more: tuple[object, ...] = ()
    if isinstance(entry, Trait):
        more = entry.applies_to
    elif isinstance(entry, Skill):
        more = (entry.specialised, entry.trait_bonus)
    elif isinstance(entry, Combination):
        more = tuple(move.text for move in entry.moves)
    return repr((entry.cp, entry.level, *more))
