"""All tables as one page a rules person can read: what each row says, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.points import skill_cost
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import Default, Tables, TraitRow, tables
from budosim.systems.gurps3.tables_audit import marks


def page() -> str:
    """All tables as one Markdown page."""
    t = tables()
    parts = [
        "# The tables",
        "",
        "Written by `python -m budosim.systems.gurps3.tables` from the TOML tables; edit those.",
        "Marks: sure, recalled (right in outline), ruling (a choice, because a source is missing).",
        "",
        *_contents(),
        *_costs(t),
        *_skills(t),
        *_maneuvers(t),
        *_traits(_TITLES[3], t.advantages.values()),
        *_traits(_TITLES[4], t.disadvantages.values()),
        *_styles(t),
        *_spells(t),
        *_acts(t),
        *_rules(t),
        *_regulation(),
        *_marks(),
    ]
    return "\n".join(parts).rstrip("\n") + "\n"


_TITLES = (
    "Costs ＣＰ",
    "Skills 技能",
    "Maneuvers 格闘動作",
    "Advantages 有利な特徴",
    "Disadvantages 不利な特徴",
    "Styles 流派",
    "Spells 呪文",
    "Acts of the pattern language 行動",
    "Legality rules 規則",
    "Regulation レギュレーション",
    "Marked ids 使われない項目",
)


def _contents() -> list[str]:
    """Links to the tables, as headings are linked on the usual sites."""
    lines = []
    for title in _TITLES:
        anchor = "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")
        lines.append(f"- [{title}](#{anchor})")
    return [*lines, ""]


def _points(halves: int) -> str:
    return plain(Fraction(halves, 2))


def _costs(t: Tables) -> list[str]:
    """Attributes, and skills by difficulty relative to their attribute."""
    values = sorted(t.costs.attribute)
    prices = ("CP", *(_points(t.costs.attribute[v]) for v in values))
    lines = _table(_TITLES[0], ("attribute", *map(str, values)), [prices])
    rels = range(-4, 7)
    rows = []
    for (kind, grade), start in t.costs.start_rel.items():
        rows.append((f"{kind}/{grade}", *(_points(skill_cost(kind, grade, r)) if r >= start else "" for r in rels)))
    head = ("skill", *(f"{r:+d}" if r else "0" for r in rels))
    lines += _table("", head, rows)[2:]
    grades = {"A": "average 並", "H": "hard 難"}
    rows = [(grades[g], _points(first), _points(step)) for g, (first, step) in t.costs.maneuver.items()]
    lines += _table("", ("maneuver", "first level", "each more"), rows)[2:]
    rows = [(str(n), _points(cost)) for n, cost in t.costs.combination.items()]
    lines += _table("", ("moves of a combination", "CP"), rows)[2:]
    rows = [(str(st), thr, sw) for st, (thr, sw) in t.costs.damage.items()]
    return lines + _table("", ("ST", "thrust 突き", "swing 振り"), rows)[2:]


def _marks() -> list[str]:
    """Ids that nothing uses, each with the reason."""
    rows = [(m.kind, f"`{m.id}`", m.why.ja, m.why.en) for m in marks().values()]
    return _table(_TITLES[10], ("kind", "id", "理由", "why"), rows)


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
    return _table(_TITLES[1], head, rows)


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
    return _table(_TITLES[2], head, rows)


def _price(row: TraitRow) -> str:
    if row.cost_kind == "per_level":
        return f"{row.cost}/level (max {row.max_level})"
    if row.cost_kind == "free":
        return f"{row.min_cost} to {row.max_cost}"
    return " / ".join(str(c) for c in row.choices) if row.choices else str(row.cost)


def _traits(title: str, rows: Iterable[TraitRow]) -> list[str]:
    head = ("id", "日本語", "English", "CP", "off-match", "効果", "effect", "mark")
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
                r.effect_ja,
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
        _TITLES[5],
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
    return _table(_TITLES[6], ("id", "日本語", "English", "college", "M/", "needs", "source"), rows)


def _acts(t: Tables) -> list[str]:
    rows = [
        (f"`{a.id}`", a.name_ja, a.name_en, ", ".join(a.uses) or "-", a.at or "-") for a in t.acts.values()
    ]
    return _table(_TITLES[7], ("id", "日本語", "English", "techniques", "place"), rows)


def _rules(t: Tables) -> list[str]:
    rows = [(r.id, r.clause, r.severity, r.title, r.rule, r.message_ja, r.message_en) for r in t.rules.values()]
    return _table(_TITLES[8], ("id", "clause", "severity", "title", "rule", "文面", "message"), rows)


def _regulation() -> list[str]:
    r = default_regulation()
    rows = [(f"`{k}`", _shown(v), r.clauses[k]) for k, v in r.values.items()]
    return _table(_TITLES[9], ("key", "value", "clause"), rows)


def _shown(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(v) for v in value) or "-"
    if isinstance(value, dict):
        return " ".join(f"{k} {v}" for k, v in value.items())
    return plain(value)
