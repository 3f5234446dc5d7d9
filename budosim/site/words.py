"""The site's own words in both languages (`words.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

Lang = Literal["ja", "en"]
LANGS: tuple[Lang, Lang] = ("ja", "en")


class Both(NamedTuple):
    """The same said in both languages."""

    ja: str
    en: str


@cache
def table() -> Mapping[str, Any]:
    """All words."""
    return tomllib.loads((files("budosim.site") / "words.toml").read_text(encoding="utf-8"))


class Words:
    """The words in one language: `w("champion")`, with values for the braces a word may hold."""

    def __init__(self, lang: Lang) -> None:
        """Choose the language."""
        self.lang: Lang = lang

    def __call__(self, key: str, **values: object) -> str:
        """A word."""
        text = str(table()[key][self.lang])
        return text.format(**values) if values else text

    def of(self, both: Any) -> str:
        """A text that comes in both languages, as a pair or with fields `ja` and `en`."""
        if isinstance(both, str):
            return both
        if isinstance(both, Mapping):
            return str(both[self.lang])
        return str(getattr(both, self.lang))

    def quote(self, text: str) -> str:
        """Something said, in the marks of the language."""
        return f"「{text}」" if self.lang == "ja" else f"“{text}”"

    def line(self, key: str) -> str:
        """The moment one of a fighter's own lines belongs to."""
        known = f"line_{key}" in table()
        return self(f"line_{key}") if known else key.replace("_", " ")

    def ordinal(self, place: int) -> str:
        """A place as it is said."""
        from budosim.events.standings import ordinal

        return f"{place}位" if self.lang == "ja" else ordinal(place)
