"""Bench for sheet tests: the two worked sheets, patches as the vectors write them, a small TOML writer."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from budosim.systems.gurps3.decisions import Approvals
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import Report, check_sheet
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.sheet import Sheet

DATA = Path(__file__).parents[2] / "data"
A = "karateka_24"
B = "aiki_sorceress_52"

Op = Mapping[str, Any]


def put(path: str, value: Any) -> Op:
    """Set a value."""
    return {"op": "set", "path": path, "value": value}


def add(path: str, value: Any) -> Op:
    """Append to an array."""
    return {"op": "add", "path": path, "value": value}


def drop(path: str) -> Op:
    """Delete."""
    return {"op": "del", "path": path}


@cache
def _loaded(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "sheets" / f"{name}.toml").read_text(encoding="utf-8"), parse_float=Decimal)


def vectors() -> list[dict[str, Any]]:
    """The vectors of the rules."""
    text = (DATA / "legality_vectors.toml").read_text(encoding="utf-8")
    rules: list[dict[str, Any]] = tomllib.loads(text, parse_float=Decimal)["rule"]
    return rules


def patched(base: str, ops: Iterable[Op]) -> dict[str, Any]:
    """A worked sheet with ops applied; a path step inside an array is the id."""
    data = copy.deepcopy(_loaded(base))
    for op in copy.deepcopy(list(ops)):
        steps = str(op["path"]).split(".")
        node: Any = data
        for step in steps[:-1]:
            node = _step(node, step)
        last = steps[-1]
        if op["op"] == "add":
            node.setdefault(last, []).append(op["value"])
        elif op["op"] == "set":
            node[last] = op["value"]
        elif isinstance(node, list):
            node.remove(_step(node, last))
        else:
            del node[last]
    return data


def _step(node: Any, step: str) -> Any:
    return next(row for row in node if row.get("id") == step) if isinstance(node, list) else node[step]


def toml(data: Mapping[str, Any]) -> str:
    """A parsed sheet as TOML text again."""
    lines: list[str] = []
    _write(data, (), lines)
    return "\n".join(lines) + "\n"


def _write(table: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    for key, value in table.items():
        if not isinstance(value, dict) and not _tables(value):
            lines.append(f"{json.dumps(key, ensure_ascii=False)} = {_value(value)}")
    for key, value in table.items():
        name = ".".join(json.dumps(k, ensure_ascii=False) for k in (*path, key))
        if isinstance(value, dict):
            lines.append(f"[{name}]")
            _write(value, (*path, key), lines)
        elif _tables(value):
            for row in value:
                lines.append(f"[[{name}]]")
                _write(row, (*path, key), lines)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value)


def sheet(base: str, *ops: Op) -> Sheet:
    """A patched sheet, read from its text."""
    return read_sheet_text(toml(patched(base, ops)), path=f"{base}.toml")


def judged(
    base: str, *ops: Op, regulation: Regulation | None = None, approvals: Approvals | None = None
) -> Report:
    """The report on a patched sheet."""
    return check_sheet(sheet(base, *ops), regulation, approvals)


def rules_of(base: str, *ops: Op) -> set[str]:
    """The ids a patched sheet is told."""
    return judged(base, *ops).rules


def errors_of(base: str, *ops: Op) -> set[str]:
    """The ids that refuse a patched sheet."""
    return {f.rule for f in judged(base, *ops).errors}


def mended(base: str, ops: Iterable[Op], fix: Iterable[Mapping[str, Any]]) -> Report:
    """The report on a patched sheet after a suggested change was made in its text.

    Levels are left out: a change says which of them follow.
    """
    data = patched(base, ops)
    for step in fix:
        _mend(data, dict(step))
    for group in ("skill", "maneuver", "spell"):
        for row in data.get(group, []):
            row.pop("level", None)
    return check_sheet(read_sheet_text(toml(data), path=f"{base}.toml"))


def _mend(data: dict[str, Any], step: dict[str, Any]) -> None:
    if "add" in step:
        data.setdefault(step["add"].removesuffix("s"), []).append({"id": step["id"], "cp": step["cp"]})
    elif "remove" in step:
        group, _, id_ = step["remove"].partition(".")
        data[group] = [row for row in data[group] if row["id"] != id_]
    elif "list" in step:
        for where in step["out"]:
            data["style"][where.partition(".")[2]].remove(step["list"])
        for where in step["into"]:
            data["style"].setdefault(where.partition(".")[2], []).append(step["list"])
    else:
        group, _, id_ = step.pop("set").partition(".")
        if isinstance(data[group], list):
            row = _step(data[group], id_)
            row |= step
            if group == "advantage":
                row.pop("level", None)
        else:
            data[group][id_] = step["value"]
