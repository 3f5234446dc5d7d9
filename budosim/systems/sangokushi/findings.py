"""Findings: what a file of the league does wrong or leaves to the committee, with place and text in two languages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Severity = Literal["error", "needs_ruling", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "needs_ruling", "warning", "info")


@dataclass(frozen=True, slots=True)
class Both:
    """A text in both languages."""

    ja: str
    en: str

    def text(self, lang: str) -> str:
        """The one in `lang`."""
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Fields:
        code: names the kind of finding; the same fault always has the same code.
        rule: the clause it follows from (S-04), or "".
        file, line: where it stands, the file as seen from the league's folder.
        where: the field or entry in the file's own words.
    """

    code: str
    severity: Severity
    rule: str
    file: str
    line: int | None
    where: str
    message: Both

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "rule": self.rule or None,
            "file": self.file,
            "line": self.line,
            "where": self.where,
            "message_ja": self.message.ja,
            "message_en": self.message.en,
        }

    def text(self, lang: str) -> str:
        """In one line for a person."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        head = _SEVERITY[self.severity].text(lang)
        mark = f"{self.code} {self.rule}".strip()
        where = f" {self.where}" if self.where else ""
        colon = "：" if lang == "ja" else ": "
        return f"{head} [{mark}] {place}{where}{colon}{self.message.text(lang)}"


_SEVERITY = {
    "error": Both("誤り", "error"),
    "needs_ruling": Both("要裁定", "needs a ruling"),
    "warning": Both("注意", "warning"),
    "info": Both("参考", "note"),
}


@cache
def _table() -> dict[str, dict[str, str]]:
    text = (files("budosim.systems.sangokushi") / "tables" / "findings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def codes() -> tuple[str, ...]:
    """Every code there is."""
    return tuple(_table())


class Problems:
    """All findings of a command, collected until nothing is left to look at."""

    def __init__(self) -> None:
        """None yet."""
        self.found: list[Finding] = []

    def add(self, code: str, file: str, line: int | None, where: str = "", /, **fields: Any) -> Finding:
        """Note a finding; `fields` fill the places of its text, a `Both` language by language."""
        row = _table()[code]
        ja, en = (row[lang].format_map(_filled(fields, lang)) for lang in ("ja", "en"))
        severity: Any = row["severity"]
        made = Finding(code, severity, row.get("rule", ""), file, line, where, Both(ja, en))
        if made not in self.found:
            self.found.append(made)
        return made

    def extend(self, findings: Iterable[Finding]) -> None:
        """Note what somebody else found."""
        self.found.extend(one for one in findings if one not in self.found)

    @property
    def errors(self) -> list[Finding]:
        """What makes the input unacceptable."""
        return [one for one in self.found if one.severity == "error"]

    @property
    def open(self) -> list[Finding]:
        """What waits for the committee."""
        return [one for one in self.found if one.severity == "needs_ruling"]

    def __iter__(self) -> Iterator[Finding]:
        return iter(sorted(self.found, key=lambda one: (one.file, one.line or 0)))

    def rows(self) -> list[dict[str, Any]]:
        """All of them as `--json` prints them."""
        return [one.row() for one in self]


def _filled(fields: dict[str, Any], lang: str) -> dict[str, str]:
    return {name: value.text(lang) if isinstance(value, Both) else str(value) for name, value in fields.items()}
