"""Checks all tables and writes them as a page a rules person can read.

Run as `python -m budosim.systems.gurps3.tables`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from budosim.errors import RuleError
from budosim.systems.gurps3 import names
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import Default, Tables, TraitRow, tables

DEFAULT_PAGE = Path("docs") / "tables.md"
"""Where the page goes when no path is given."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the tables, write the page, and say what was found. Exit status 0, or 2 when a table is wrong."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    target = Path(given[0]) if given else DEFAULT_PAGE
    try:
        text = page()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    except RuleError as error:
        print(error.en, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{target} cannot be written: {error.strerror}.", file=sys.stderr)
        return 2
    t = tables()
    print(
        f"{len(t.skills)} skills, {len(t.maneuvers)} maneuvers, {len(t.advantages)} advantages, "
        f"{len(t.disadvantages)} disadvantages, {len(t.styles)} styles, {len(t.spells)} spells, "
        f"{len(t.rules)} rules: all references resolve; written to {target}."
    )
    return 0


def unused(t: Tables) -> list[str]:
    """Skills and maneuvers no style teaches and no rule marks: each is told on the page, none is an error."""
    taught = {m for s in t.styles.values() for m in (*s.maneuvers, *s.cinematic_maneuvers)}
    return [
        f"maneuver {id_}" for id_, row in t.maneuvers.items() if id_ not in taught and not row.banned_default
    ]


def page() -> str:
    """All tables as one Markdown page."""
    t = tables()
    for kind in names.KINDS:
        names.nearest(kind, "x")
    parts = [
        "# The tables",
        "",
        "Written by `python -m budosim.systems.gurps3.tables` from the TOML tables; edit those.",
        "Marks: sure, recalled (right in outline), ruling (a choice, because a source is missing).",
        "",
        *_skills(t),
        *_maneuvers(t),
        *_traits("Advantages 有利な特徴", t.advantages.values()),
        *_traits("Disadvantages 不利な特徴", t.disadvantages.values()),
        *_styles(t),
        *_spells(t),
        *_acts(t),
        *_rules(t),
        *_regulation(),
        "## Maneuvers no ready-made style teaches",
        "",
        ", ".join(unused(t)) or "none",
    ]
    return "\n".join(parts) + "\n"


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"## {title}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += [
        "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in row) + " |" for row in rows
    ]
    return [*lines, ""]


def _default(d: Default) -> str:
    return f"{d.source}{d.mod:+d}" if d.mod else d.source


def _skills(t: Tables) -> list[str]:
    rows = []
    for id_, s in t.skills.items():
        needs = []
        for p in s.prereqs:
            level = f" {p.min_level}+" if p.min_level else ""
            needs.append((p.trait or "/".join(p.skills)) + level)
        marks = [
            m for m, on in (("combat", s.combat), ("action", s.action_skill), ("family", s.family)) if on
        ]
        rows.append(
            (
                f"`{id_}`",
                s.name_ja,
                s.name_en,
                f"{s.type}/{s.attribute}/{s.difficulty}",
                ", ".join(_default(d) for d in s.defaults) or "-",
                ", ".join(needs) or "-",
                s.manga,
                s.off_match,
                " ".join(marks) or "-",
                s.summary,
                s.confidence,
            )
        )
    head = (
        "id",
        "日本語",
        "English",
        "type",
        "default",
        "needs",
        "manga",
        "off-match",
        "marks",
        "effect",
        "mark",
    )
    return _table("Skills 技能", head, rows)


def _maneuvers(t: Tables) -> list[str]:
    rows = []
    for id_, m in t.techniques.items():
        damage = f"{m.damage}{m.dmg_mod:+d}" if m.damage != "none" and m.dmg_mod else m.damage
        rows.append(
            (
                f"`{id_}`",
                m.name_ja,
                m.name_en,
                m.difficulty or "free",
                ", ".join(_default(d) for d in m.defaults),
                "/".join(m.prereq_any) or "-",
                f"{m.max_rel:+d}",
                damage,
                " ".join(m.reach) or "-",
                "cinematic" if m.cinematic else "-",
                m.effect or "-",
                m.confidence,
            )
        )
    head = (
        "id",
        "日本語",
        "English",
        "A/H",
        "default",
        "needs one of",
        "max",
        "damage",
        "reach",
        "type",
        "effect",
        "mark",
    )
    return _table("Maneuvers 格闘動作", head, rows)


def _price(row: TraitRow) -> str:
    if row.cost_kind == "per_level":
        return f"{row.cost}/level (max {row.max_level})"
    if row.cost_kind == "free":
        return f"{row.min_cost} to {row.max_cost}"
    return " / ".join(str(c) for c in row.choices) if row.choices else str(row.cost)


def _traits(title: str, rows: Iterable[TraitRow]) -> list[str]:
    head = ("id", "日本語", "English", "CP", "off-match", "effect", "mark")
    return _table(
        title,
        head,
        [
            (
                f"`{r.id}`",
                r.name_ja,
                r.name_en,
                _price(r) + (" (banned)" if r.banned_default else ""),
                r.off_match,
                r.effect,
                r.confidence,
            )
            for r in rows
        ],
    )


def _styles(t: Tables) -> list[str]:
    head = (
        "id",
        "日本語",
        "primary 主",
        "secondary 副",
        "optional 追加",
        "manga マンガ",
        "prerequisite only",
        "maneuvers",
        "cinematic",
    )
    return _table(
        "Styles 流派",
        head,
        [
            (
                f"`{s.id}`",
                s.name_ja,
                ", ".join(s.primary),
                ", ".join(s.secondary),
                ", ".join(s.optional),
                ", ".join(s.manga),
                ", ".join(s.prereq_only) or "-",
                ", ".join(s.maneuvers),
                ", ".join(s.cinematic_maneuvers) or "-",
            )
            for s in t.styles.values()
        ],
    )


def _spells(t: Tables) -> list[str]:
    rows = []
    for id_, s in t.spells.items():
        needs = [*s.prereq, *(["one of " + "/".join(s.prereq_any)] if s.prereq_any else [])]
        needs += [f"{n} of {college}" for college, n in s.prereq_count]
        needs += [
            f"{word} {n}" for word, n in (("Magery", s.magery_min), ("IQ", s.iq_min), ("DX", s.dx_min)) if n
        ]
        rows.append(
            (
                f"`{id_}`",
                s.name_ja,
                s.name_en,
                t.colleges[s.college].name_ja,
                s.difficulty,
                ", ".join(needs) or "-",
                s.source,
            )
        )
    return _table("Spells 呪文", ("id", "日本語", "English", "college", "M/", "needs", "source"), rows)


def _acts(t: Tables) -> list[str]:
    rows = [
        (f"`{a.id}`", a.name_ja, a.name_en, ", ".join(a.uses) or "-", a.at or "-") for a in t.acts.values()
    ]
    return _table("Acts of the pattern language", ("id", "日本語", "English", "techniques", "place"), rows)


def _rules(t: Tables) -> list[str]:
    rows = [(r.id, r.clause, r.severity, r.title, r.rule) for r in t.rules.values()]
    return _table("Legality rules", ("id", "clause", "severity", "title", "rule"), rows)


def _regulation() -> list[str]:
    r = default_regulation()
    rows = [(f"`{k}`", _shown(v), r.clauses[k]) for k, v in r.values.items()]
    return _table(f"Regulation {r.name_ja}", ("key", "value", "clause"), rows)


def _shown(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(v) for v in value) or "-"
    if isinstance(value, dict):
        return " ".join(f"{k} {v}" for k, v in value.items())
    return plain(value)
