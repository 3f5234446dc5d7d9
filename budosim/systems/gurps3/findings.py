"""Findings: what a sheet or its file does wrong, with rule, place and a message in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from budosim.systems.gurps3.tables import Lang, tables


@dataclass(frozen=True, slots=True)
class Both:
    """A text in both languages."""

    ja: str
    en: str

    def text(self, lang: Lang) -> str:
        """The text in `lang`."""
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Waiver:
    """Why the organizer lets a finding pass, who says so, and since when (if that was written)."""

    by: str
    reason: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `where` is the place in the sheet's own words, `line` its line in the file.

    `suggestion` says what would be right; `fix` holds the same for programs, where the change was tried.
    """

    rule: str
    clause: str
    severity: str
    where: str
    line: int | None
    message: Both
    suggestion: Both | None = None
    waiver: Waiver | None = None
    fix: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    @property
    def refuses(self) -> bool:
        """Whether this finding alone makes the sheet illegal."""
        return self.severity == "error" and self.waiver is None


@dataclass(frozen=True, slots=True)
class Plan:
    """Changes that mend a sheet as a whole, in words and for programs; `left` are rules they leave broken."""

    text: Both
    fix: tuple[Mapping[str, Any], ...]
    left: tuple[str, ...]


def finding(
    rule: str,
    where: str,
    line: int | None,
    *,
    suggestion: Both | None = None,
    severity: str = "",
    variant: str = "",
    **fields: Any,
) -> Finding:
    """A finding with the message of its rule in `legality.toml`; `fields` fill the placeholders.

    A `Both` is filled in by language; numbers are written without needless zeros. `variant` picks another
    message of the rule (`rejected` for `rejected_ja` and `rejected_en`).
    """
    row = tables().rules[rule]
    ja = row.more[f"{variant}_ja"] if variant else row.message_ja
    en = row.more[f"{variant}_en"] if variant else row.message_en
    message = Both(ja.format_map(_filled(fields, "ja")), en.format_map(_filled(fields, "en")))
    return Finding(rule, row.clause, severity or row.severity, where, line, message, suggestion)


def _filled(fields: Mapping[str, Any], lang: Lang) -> dict[str, str]:
    return {k: v.text(lang) if isinstance(v, Both) else plain(v) for k, v in fields.items()}


def plain(value: Any) -> str:
    """A number as people write it: 8, 0.5, 6.75."""
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Decimal):
        value = int(value) if value == value.to_integral_value() else float(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def number(value: Fraction | int) -> int | float:
    """A number for JSON: an int where it is whole."""
    value = Fraction(value)
    return int(value) if value.denominator == 1 else float(value)
