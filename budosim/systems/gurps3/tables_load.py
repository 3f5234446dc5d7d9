"""Turns the raw TOML tables into rows and checks them.

References resolve, ids are unique, words are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from types import MappingProxyType
from typing import Any, TypeVar

from budosim.errors import RuleError
from budosim.systems.gurps3.tables import (
    ActRow,
    Costs,
    Default,
    Prereq,
    Row,
    RuleRow,
    SkillRow,
    SpellBook,
    SpellRow,
    StyleRow,
    Tables,
    TechniqueRow,
    TraitRow,
)

Reader = Callable[[str], dict[str, Any]]
R = TypeVar("R", bound=Row)
ATTRIBUTES = ("ST", "DX", "IQ", "HT")
_TIERS = ("primary", "secondary", "optional", "manga", "prereq_only")


def load(read: Reader) -> Tables:
    """Read the tables through `read(name)` and check them; the spells follow when they are asked for.

    Raises:
        RuleError: naming the file and the row that is wrong.

    """
    disadvantages = read("disadvantages")
    maneuvers = read("maneuvers")
    loaded = Tables(
        skills=_index("skills", (_skill(r) for r in read("skills").get("skill", []))),
        techniques=_index(
            "maneuvers",
            [_technique(r, basic=False) for r in maneuvers.get("maneuver", [])]
            + [_technique(r, basic=True) for r in maneuvers.get("basic", [])],
        ),
        advantages=_index("advantages", (_advantage(r) for r in read("advantages").get("advantage", []))),
        disadvantages=_index(
            "disadvantages", (_disadvantage(r) for r in disadvantages.get("disadvantage", []))
        ),
        styles=_index(
            "styles",
            (
                _build("styles", StyleRow, r, drop=("ref_cost_fan_1e",))
                for r in read("styles").get("style", [])
            ),
        ),
        acts=_index("acts", (_build("acts", ActRow, r, drop=("note",)) for r in read("acts").get("act", []))),
        rules=_rules(read("legality").get("rule", [])),
        costs=_costs(read("costs")),
        quirk_value=-int(disadvantages["quirk"]["value"]),
        read_spells=lambda: _spell_book(read("spells")),
    )
    _check(loaded)
    return loaded


def _spell_book(raw: Mapping[str, Any]) -> SpellBook:
    colleges = {k: Row(id=k, name_ja=v["ja"], name_en=v["en"]) for k, v in raw.get("colleges", {}).items()}
    book = SpellBook(
        spells=_index("spells", (_spell(r) for r in raw.get("spell", []))),
        colleges=MappingProxyType(colleges),
        meta=MappingProxyType(raw.get("meta", {})),
    )
    for spell in book.spells.values():
        _known("spells", spell.id, spell.college, book.colleges)
        for s in (*spell.prereq, *spell.prereq_any):
            _known("spells", spell.id, s, book.spells)
        for college, _ in spell.prereq_count:
            _known("spells", spell.id, college, (*book.colleges, "any", "colleges"))
    return book


def _fail(file: str, row: str, en: str, ja: str) -> RuleError:
    return RuleError(f"tables/{file}.toml, row {row}: {en}", f"tables/{file}.toml の {row}：{ja}")


def _index(file: str, rows: Iterable[R]) -> Mapping[str, R]:
    found: dict[str, R] = {}
    for row in rows:
        if row.id in found:
            raise _fail(file, row.id, "the id stands twice.", "idが重複しています。")
        found[row.id] = row
    if not found:
        raise _fail(file, "-", "the table is empty.", "表が空です。")
    return MappingProxyType(found)


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_freeze(v) for v in value)
    if isinstance(value, dict):
        return MappingProxyType({k: _freeze(v) for k, v in value.items()})
    return value


def _build(
    file: str, cls: type[R], raw: Mapping[str, Any], /, *, drop: tuple[str, ...] = (), **ready: Any
) -> R:
    """A row of `cls` from its raw table: `ready` values win, keys nobody knows are errors."""
    name = str(raw.get("id", "?"))
    known = {f.name: f for f in fields(cls)}
    values: dict[str, Any] = dict(ready)
    for key, value in raw.items():
        if key in values or key in drop or key == "name_ja_confidence":
            continue
        if key not in known:
            raise _fail(file, name, f"unknown field {key}.", f"知らない項目 {key} があります。")
        values[key] = _freeze(value)
    for key, spec in known.items():
        if key not in values and spec.default is MISSING and spec.default_factory is MISSING:
            raise _fail(file, name, f"the field {key} is missing.", f"項目 {key} がありません。")
    return cls(**values)


def _defaults(raw: Mapping[str, Any]) -> tuple[Default, ...]:
    return tuple(Default(d["from"], d["mod"]) for d in raw.get("defaults", []))


def _skill(raw: Mapping[str, Any]) -> SkillRow:
    prereqs = tuple(
        Prereq(
            skills=tuple(p.get("any", [p["skill"]] if "skill" in p else [])),
            trait=p.get("trait", ""),
            min_level=p.get("min_level", 0),
        )
        for p in raw.get("prereqs", [])
    )
    return _build("skills", SkillRow, raw, drop=("prereq_note",), defaults=_defaults(raw), prereqs=prereqs)


def _technique(raw: Mapping[str, Any], *, basic: bool) -> TechniqueRow:
    known = {f.name for f in fields(TechniqueRow)}
    more = {k: _freeze(v) for k, v in raw.items() if k not in known and k != "name_ja_confidence"}
    untrained = raw.get("untrained")
    return _build(
        "maneuvers",
        TechniqueRow,
        raw,
        drop=tuple(more),
        defaults=_defaults(raw),
        basic=basic,
        untrained=Default(untrained["from"], untrained["mod"]) if untrained else None,
        more=MappingProxyType(more),
    )


def _advantage(raw: Mapping[str, Any]) -> TraitRow:
    return _build("advantages", TraitRow, raw, kind="advantage")


def _disadvantage(raw: Mapping[str, Any]) -> TraitRow:
    return _build(
        "disadvantages",
        TraitRow,
        raw,
        drop=("values",),
        kind="disadvantage",
        choices=tuple(raw.get("values", [])),
    )


def _spell(raw: Mapping[str, Any]) -> SpellRow:
    known = {f.name for f in fields(SpellRow)}
    counts = tuple((c["college"], c["n"]) for c in raw.get("prereq_count", []))
    return _build(
        "spells",
        SpellRow,
        raw,
        drop=tuple(k for k in raw if k not in known),
        difficulty=str(raw.get("difficulty", "M/H")).removeprefix("M/"),
        prereq_count=counts,
        aliases=tuple(raw.get("aliases_ja", [])) + tuple(raw.get("aliases_en", [])),
        row=_freeze(dict(raw)),
    )


def _rules(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, RuleRow]:
    found: dict[str, RuleRow] = {}
    core = {"id", "title", "seed", "severity", "rule", "message_ja", "message_en", "confidence"}
    for r in rows:
        if missing := core - r.keys():
            raise _fail(
                "legality",
                str(r.get("id", "?")),
                f"{sorted(missing)} missing.",
                f"{sorted(missing)} がありません。",
            )
        if r["id"] in found:
            raise _fail("legality", r["id"], "the id stands twice.", "idが重複しています。")
        if r["severity"] not in ("error", "warning", "info"):
            raise _fail(
                "legality",
                r["id"],
                f"unknown severity {r['severity']}.",
                f"severity {r['severity']} は不明です。",
            )
        found[r["id"]] = RuleRow(
            id=r["id"],
            title=r["title"],
            clause=r["seed"],
            severity=r["severity"],
            rule=r["rule"],
            message_ja=r["message_ja"],
            message_en=r["message_en"],
            more=MappingProxyType({k: v for k, v in r.items() if k not in core}),
        )
    return MappingProxyType(found)


def _halves(value: int | Decimal) -> int:
    return int(value * 2)


def _costs(raw: Mapping[str, Any]) -> Costs:
    skill = {
        kind: (tuple(_halves(c) for c in raw["skill"][kind]["costs"]), _halves(raw["skill"][kind]["step"]))
        for kind in ("P", "M", "M_VH")
    }
    start = {(k, d): rel for k in ("P", "M") for d, rel in raw["skill"][k]["start_rel"].items()}
    start["M", "VH"] = raw["skill"]["M_VH"]["start_rel"]
    return Costs(
        attribute=MappingProxyType({int(k): _halves(v) for k, v in raw["attribute"]["cost"].items()}),
        above_20=_halves(raw["attribute"]["above_20_per_level"]),
        skill=MappingProxyType(skill),
        start_rel=MappingProxyType(start),
        maneuver=MappingProxyType(
            {d: (_halves(raw["maneuver"][d]["first"]), _halves(raw["maneuver"][d]["step"])) for d in "AH"}
        ),
        combination=MappingProxyType(
            {2: _halves(raw["combination"]["two_moves"]), 3: _halves(raw["combination"]["three_moves"])}
        ),
        low_mana=int(raw["spell"]["low_mana_modifier"]),
        damage=MappingProxyType({int(k): (v["thr"], v["sw"]) for k, v in raw["damage"].items()}),
        reach=tuple((r["id"], r["max_cm"], r["punch"], r["kick"]) for r in raw["reach"]),
        subturns=MappingProxyType(dict(raw["subturns"])),
        outfit=MappingProxyType({k: _freeze(v) for k, v in raw["outfit"].items()}),
    )


def _check(t: Tables) -> None:
    """Every id a row names must exist."""
    for skill in t.skills.values():
        for d in skill.defaults:
            _known("skills", skill.id, d.source, (*ATTRIBUTES, "@base", *t.skills))
        for p in skill.prereqs:
            for s in p.skills:
                _known("skills", skill.id, s, t.skills)
            if p.trait:
                _known("skills", skill.id, p.trait, t.advantages)
        for s in skill.base_any:
            _known("skills", skill.id, s, t.skills)
    scores = [f"{s}_{end}" for s in t.skills for end in ("parry", "half")]
    for technique in t.techniques.values():
        for d in technique.defaults:
            _known(
                "maneuvers",
                technique.id,
                d.source,
                (*ATTRIBUTES, "@skill", *t.skills, *t.techniques, *scores),
            )
        for s in (*technique.prereq_any, *technique.needs_also):
            _known("maneuvers", technique.id, s, t.skills)
        if technique.damage != "none":
            _known("maneuvers", technique.id, technique.damage, ("thr", "sw"))
    for trait in t.traits.values():
        file = f"{trait.kind}s"
        for other in (*trait.excludes, *trait.needs_any):
            _known(file, trait.id, other, t.traits)
        for s in trait.skill_bonus:
            _known(file, trait.id, s, t.skills)
    for style in t.styles.values():
        for tier in _TIERS:
            for s in getattr(style, tier):
                _known("styles", style.id, s.partition(":")[0], t.skills)
        for m in (*style.maneuvers, *style.cinematic_maneuvers):
            _known("styles", style.id, m, t.maneuvers)
    for act in t.acts.values():
        for m in (*act.uses, *([act.at_eye] if act.at_eye else [])):
            _known("acts", act.id, m, t.techniques)


def _known(file: str, row: str, name: str, allowed: Iterable[str]) -> None:
    if name not in allowed:
        raise _fail(file, row, f"{name} is not the id of any row.", f"{name} というidはありません。")
