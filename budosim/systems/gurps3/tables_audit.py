"""Looks through all tables for what loading does not see: stray ids, texts of one language, rows that do not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter

from budosim.combat.gurps3.ids import Trait
from budosim.errors import RuleError
from budosim.systems.gurps3 import names
from budosim.systems.gurps3.accounts import account
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import RULES, check_sheet
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.rulebook import ring_rules
from budosim.systems.gurps3.rulings import registry
from budosim.systems.gurps3.sheet import TIERS
from budosim.systems.gurps3.tables import Lang, Row, Tables, TraitRow, read_toml, tables
from budosim.systems.gurps3.template import STYLES, template

BY_READER = frozenset({"F-01", "F-02", "F-04", "F-05", "F-06", "F-07", "F-08", "F-09"})
"""Findings that the reader of a sheet tells; every other one has a function in the registry."""

_CONFIDENCE = ("sure", "recalled", "ruling")


@dataclass(frozen=True, slots=True)
class Mark:
    """Why an id that nothing uses stands in the tables."""

    kind: str
    id: str
    why: Both


@cache
def marks() -> dict[tuple[str, str], Mark]:
    """Every marked id."""
    found: dict[tuple[str, str], Mark] = {}
    for row in read_toml("marks").get("mark", []):
        why = Both(row["why_ja"], row["why_en"])
        found |= {(row["kind"], id_): Mark(row["kind"], id_, why) for id_ in row["ids"]}
    return found


def audit() -> list[Both]:
    """Every problem of the tables; an empty list when there is none."""
    try:
        t = tables()
        _ = t.spells
    except RuleError as error:
        return [Both(error.ja, error.en)]
    found: list[Both] = []
    for look in _LOOKS:
        try:
            found.extend(look(t))
        except RuleError as error:
            found.append(Both(error.ja, error.en))
    return found


def _names(t: Tables) -> Iterator[Both]:
    """Aliases belong to an id, and no spelling means two things."""
    for kind in names.KINDS:
        try:
            names.find(kind, "x")
        except RuleError as error:
            yield Both(error.ja, error.en)


def _marks_of_confidence(t: Tables) -> Iterator[Both]:
    for rows in (t.skills, t.techniques, t.traits, t.styles):
        for row in rows.values():
            if row.confidence not in _CONFIDENCE:
                yield _row(row, f"confidence {row.confidence}", f"confidence {row.confidence}")


def _row(row: Row, ja: str, en: str) -> Both:
    return Both(f"{row.id}（{row.name_ja}）：{ja}", f"{row.id} ({row.name_en}): {en}")


def _rules(t: Tables) -> Iterator[Both]:
    """Every rule is judged by somebody, and its messages ask for the same things in both languages."""
    for id_ in sorted(set(t.rules) ^ (set(RULES) | BY_READER)):
        yield Both(f"規則 {id_} には表か関数のどちらかがありません。", f"rule {id_} lacks its row or its function.")
    for rule in t.rules.values():
        texts = {"message": (rule.message_ja, rule.message_en)}
        for key in rule.more:
            if key.endswith("_en"):
                texts[key[:-3]] = (rule.more.get(f"{key[:-3]}_ja", ""), rule.more[key])
        for name, (ja, en) in texts.items():
            if not ja or not en or _asked(ja) != _asked(en):
                en_says = f"rule {rule.id}, {name}: the languages differ."
                yield Both(f"規則 {rule.id} の {name}：日英の内容が違います。", en_says)


def _asked(text: str) -> set[str]:
    """The placeholders of a message; a part in its own language (`want_ja`) is the same part."""
    fields = {field for _, field, _, _ in Formatter().parse(text) if field}
    return {field.removesuffix("_ja") for field in fields}


def _regulation(t: Tables) -> Iterator[Both]:
    rules = default_regulation()
    for key in rules.values:
        if not rules.clauses.get(key):
            yield Both(f"レギュレーション {key} に条文がありません。", f"regulation {key} names no clause.")
    for skill in rules.names("magic.philosophies"):
        if skill not in t.skills:
            yield Both(f"magic.philosophies：技能 {skill} はありません。", f"magic.philosophies: no skill {skill}.")
    for source in rules.names("entry.sources"):
        if names.find("source", source) != source:
            yield Both(f"entry.sources：{source} はありません。", f"entry.sources: no source {source}.")
    caps = [row.get("under", 1000) for row in rules["attributes.caps"]]
    if caps != sorted(caps):
        yield Both("attributes.caps は年齢の順に書きます。", "attributes.caps are not in the order of ages.")


def _ring_rules(t: Tables) -> Iterator[Both]:
    """No rule of the ring stands twice."""
    ids = [row["id"] for row in read_toml("ring_rules")["rule"]]
    for id_ in sorted({i for i in ids if ids.count(i) > 1}):
        yield Both(f"ring_rules.toml：{id_} が重複しています。", f"ring_rules.toml: {id_} stands twice.")


def _styles(t: Tables) -> Iterator[Both]:
    """Ready-made styles keep the limits of original ones (3-4)."""
    rules = default_regulation()
    for style in t.styles.values():
        counted = {tier: [s for s in getattr(style, tier) if s not in style.prereq_only] for tier in TIERS}
        second = len(counted["secondary"])
        caps = {
            "primary": rules.whole("style.primary"),
            "secondary": rules.whole("style.secondary"),
            "optional": int(rules["style.optional_factor"] * second),
            "manga": int(rules["style.manga_factor"] * second),
        }
        for tier, cap in caps.items():
            if len(counted[tier]) > cap:
                yield _row(style, f"{tier} が{cap}を超えています。", f"more than {cap} in {tier}.")
        physical = sum(t.skills[t.base_of(s)].type == "P" for s in counted["secondary"])
        if physical > rules.whole("style.physical_secondary"):
            yield _row(style, "副技能の肉体系が多すぎます。", "too many physical secondaries.")
        if not any(t.skill(s).combat for s in style.primary):
            yield _row(style, "主技能に戦闘技能がありません。", "no combat skill among the primaries.")


def _templates(t: Tables) -> Iterator[Both]:
    """Every template is legal and balanced in both languages."""
    languages: tuple[Lang, ...] = ("ja", "en")
    for style in STYLES:
        for lang in languages:
            sheet = read_sheet_text(template(lang, style))
            report, sums = check_sheet(sheet), account(sheet)
            if not report.legal or sheet.findings or sums.spent + sums.unspent != default_regulation()["points.total"]:
                ids = " ".join(sorted(report.rules))
                en = f"template {style} ({lang}) is not legal: {ids}"
                yield Both(f"雛形 {style}（{lang}）が合格しません：{ids}", en)


def uses(t: Tables) -> dict[str, set[str]]:
    """The ids that something uses, by kind: a style, another row, a rule's function."""
    said = _said_in_code()
    listed = {
        s.partition(":")[0]
        for style in t.styles.values()
        for tier in ("primary", "secondary", "optional", "manga")
        for s in getattr(style, tier)
    }
    asked = {d.source for r in t.skills.values() for d in r.defaults} | {
        s for r in t.skills.values() for p in r.prereqs for s in p.skills
    }
    asked |= {d.source for r in t.techniques.values() for d in r.defaults}
    asked |= {s for r in t.techniques.values() for s in r.prereq_any}
    off = {id_ for id_, r in t.skills.items() if r.off_match in ("yes", "gm")}
    taught = {m for s in t.styles.values() for m in (*s.maneuvers, *s.cinematic_maneuvers)}
    needed = {s for r in t.spells.values() for s in (*r.prereq, *r.prereq_any)}
    return {
        "skill": listed | asked | off | {id_ for id_ in t.skills if id_ in said},
        "maneuver": taught,
        "trait": {id_ for id_, row in t.traits.items() if id_ in said or _acts(row)},
        "spell": needed | {id_ for id_, row in t.spells.items() if row.row.get("duel") is not False or row.college},
        "act": {id_ for id_, row in t.acts.items() if row.uses},
    }


def _acts(row: TraitRow) -> bool:
    """Whether the row itself says what a trait does, or that it does nothing in a bout."""
    numbers = (row.skill_bonus, row.move, row.legs, row.hands != 2, row.reach_as, row.by_age)
    limits = (row.max_attribute, row.needs_attribute)
    return any(numbers) or any(limits) or not row.combat or row.off_match == "yes" or row.banned_default


@cache
def _said_in_code() -> frozenset[str]:
    """Every id that stands as a word in the package's code, or acts in the ring by itself."""
    found = {trait.name.lower() for trait in Trait}
    for text in _sources(files("budosim")):
        found.update(re.findall(r'"([a-z_]+)"', text))
    return frozenset(found)


def _sources(folder: Traversable) -> Iterator[str]:
    for part in folder.iterdir():
        if part.is_dir():
            yield from _sources(part)
        elif part.name.endswith(".py") and part.name != "tables_audit.py":
            yield part.read_text(encoding="utf-8")


def _used_or_marked(t: Tables) -> Iterator[Both]:
    """Every id is used by something, or marked with the reason why not."""
    used = uses(t)
    rows = {"skill": t.skills, "maneuver": t.maneuvers, "trait": t.traits, "spell": t.spells, "act": t.acts}
    for kind, known in rows.items():
        for id_ in known:
            if id_ not in used[kind] and (kind, id_) not in marks():
                yield Both(
                    f"{id_}：使われていません。使うか、marks.toml に理由を書いてください。",
                    f"{id_}: used by nothing: use it, or give the reason in marks.toml.",
                )
    for kind, id_ in marks():
        if kind not in rows or id_ not in rows[kind]:
            yield Both(f"marks.toml：{kind} {id_} はありません。", f"marks.toml: there is no {kind} {id_}.")


def needless_marks(t: Tables) -> list[str]:
    """Marked ids that something uses by now."""
    used = uses(t)
    return sorted(id_ for kind, id_ in marks() if id_ in used.get(kind, ()))


def notices() -> list[Both]:
    """What is no fault but should be known: marks that have become needless, rulings that wait to be simulated."""
    found = [
        Both(f"marks.toml：{id_} は今は使われています。", f"marks.toml: {id_} is used by now.")
        for id_ in needless_marks(tables())
    ]
    known = {ruling.id for ruling in registry().values()} | set(registry())
    waiting = sorted({r for rule in ring_rules().values() for r in rule.rulings if r not in known})
    if waiting:
        ids = " ".join(waiting)
        found.append(Both(f"まだ選べない裁定：{ids}", f"rulings not to be chosen yet: {ids}"))
    return found


_LOOKS: tuple[Callable[[Tables], Iterator[Both]], ...] = (
    _names,
    _marks_of_confidence,
    _rules,
    _regulation,
    _ring_rules,
    _styles,
    _templates,
    _used_or_marked,
)
