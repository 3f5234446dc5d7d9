"""The rule book as somebody looks it up: rules of the ring, rulings, legality, the regulation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from budosim.errors import RuleError
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.rulings import Ruling, registry
from budosim.systems.gurps3.tables import Lang, RuleRow, read_toml, tables

Row = dict[str, Any]
_ID = re.compile(r"\b([CTRL])-(\d+)(?:\s*(?:…|to|-)\s*(?:[CTRL]-)?(\d+))?")
_CODE = ("combat", "systems", "events")


@dataclass(frozen=True, slots=True)
class RingRule:
    """A rule of the ring: what it is about and where it comes from."""

    id: str
    name_ja: str
    name_en: str
    confidence: str
    sources: tuple[str, ...]
    seed: str
    rulings: tuple[str, ...]

    def name(self, lang: Lang) -> str:
        """Its name in `lang`."""
        return self.name_ja if lang == "ja" else self.name_en

    def json(self) -> Row:
        """As `rules --json` prints it."""
        return {
            "id": self.id,
            "name_ja": self.name_ja,
            "name_en": self.name_en,
            "confidence": self.confidence,
            "sources": list(self.sources),
            "clause": self.seed or None,
            "rulings": list(self.rulings),
        }


@cache
def ring_rules() -> Mapping[str, RingRule]:
    """The C- and T-rules by id."""
    return {
        row["id"]: RingRule(
            row["id"],
            row["name_ja"],
            row["name_en"],
            row["confidence"],
            tuple(row["sources"]),
            row.get("seed", ""),
            tuple(row.get("rulings", ())),
        )
        for row in read_toml("ring_rules")["rule"]
    }


def ruling_json(ruling: Ruling, readings: Mapping[str, str]) -> Row:
    """A ruling with the reading in force."""
    return {
        "id": ruling.id,
        "key": ruling.key,
        "readings": list(ruling.readings),
        "default": ruling.default,
        "in_force": readings[ruling.key],
        "reason": ruling.reason,
        "acts": ruling.acts,
    }


def legality_json(row: RuleRow) -> Row:
    """A legality rule."""
    return {
        "id": row.id,
        "title": row.title,
        "clause": row.clause,
        "severity": row.severity,
        "rule": row.rule,
        "message_ja": row.message_ja,
        "message_en": row.message_en,
    }


def regulation_rows(regulation: Regulation) -> list[Row]:
    """The regulation's numbers, clause after clause."""
    rows = [
        {"key": key, "value": _value(value), "clause": regulation.clause(key)}
        for key, value in regulation.values.items()
    ]
    return sorted(rows, key=lambda row: _clause_order(row["clause"]))


def whole(regulation: Regulation, readings: Mapping[str, str]) -> Row:
    """Everything, as `rules --json` prints it."""
    return {
        "regulation": {
            "id": regulation.id,
            "name_ja": regulation.name_ja,
            "name_en": regulation.name_en,
            "entries_open": regulation.entries_open,
            "entries_close": regulation.entries_close,
            "values": regulation_rows(regulation),
        },
        "rulings": [ruling_json(ruling, readings) for ruling in registry().values()],
        "legality": [legality_json(row) for row in tables().rules.values()],
        "rules": [rule.json() for rule in ring_rules().values()],
    }


def look_up(asked: str, regulation: Regulation, readings: Mapping[str, str]) -> tuple[str, list[Row]]:
    """What an id, a ruling's key, a regulation's key or a clause means: its kind and the rows.

    Raises:
        RuleError: nothing of that name.

    """
    text = asked.strip()
    number = re.fullmatch(r"([A-Za-z])-?0*(\d+)", text)
    id_ = f"{number[1].upper()}-{int(number[2]):02d}" if number else text
    if id_ in ring_rules():
        return "rule", [{**ring_rules()[id_].json(), "where": where(id_)}]
    if id_ in tables().rules:
        return "legality", [{**legality_json(tables().rules[id_]), "where": where(id_)}]
    for ruling in registry().values():
        if id_ == ruling.id or text.removeprefix("rules.") == ruling.key:
            return "ruling", [{**ruling_json(ruling, readings), "where": where(ruling.id)}]
    rows = [
        row for row in regulation_rows(regulation) if text in (row["key"], row["key"].partition(".")[2], row["clause"])
    ]
    if rows:
        return "regulation", rows
    raise RuleError(
        f"{asked}: no such rule. Ids look like C-78, T-13, R-22, L-14; keys like cripple, skills.level; "
        "clauses like 1-3",
        f"{asked}：そのような規則はありません。C-78、T-13、R-22、L-14 のような番号、cripple のような裁定名、"
        "skills.level のような項目名、1-3 のような条文で指定してください",
    )


def where(id_: str) -> list[str]:
    """The functions and classes whose docstring names a rule, as module:name."""
    return list(_named_in_code().get(id_, ()))


@cache
def _named_in_code() -> Mapping[str, tuple[str, ...]]:
    root = Path(str(files("budosim")))
    found: dict[str, list[str]] = {}
    for folder in _CODE:
        for path in sorted((root / folder).rglob("*.py")):
            if path.name == Path(__file__).name:
                continue
            module = ".".join(("budosim", *path.relative_to(root).with_suffix("").parts))
            for name, text in _docstrings(path):
                for id_ in ids_in(text):
                    found.setdefault(id_, []).append(f"{module}:{name}" if name else module)
    return {id_: tuple(dict.fromkeys(places)) for id_, places in found.items()}


def _docstrings(path: Path) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            text = ast.get_docstring(node)
            if text:
                yield "" if isinstance(node, ast.Module) else node.name, text


def ids_in(text: str) -> list[str]:
    """The rule ids a text names, ranges spelt out.

    >>> ids_in("C-78, C-80…C-82 and T-01")
    ['C-78', 'C-80', 'C-81', 'C-82', 'T-01']
    """
    found = []
    for kind, first, last in _ID.findall(text):
        end = int(last) if last and int(first) < int(last) < int(first) + 60 else int(first)
        found += [f"{kind}-{number:02d}" for number in range(int(first), end + 1)]
    return found


def _value(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _value(item) for key, item in value.items()}
    if isinstance(value, bool | int | str):
        return value
    number = float(plain(value))
    return int(number) if number.is_integer() else number


def _clause_order(clause: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", clause)[:2])
