"""The words of `words.toml`: how ids of results are printed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

Lang = Literal["ja", "en"]
_COUNTED = (
    ("stage", "round_of", re.compile(r"round_of_(\d+)")),
    ("what", "lots_in", re.compile(r"lots in block (.+), highest first")),
)
"""Words with a number or a name in them."""


class Both(NamedTuple):
    """The same thing in both languages."""

    ja: str
    en: str

    def text(self, lang: Lang) -> str:
        """The one in `lang`."""
        return self.ja if lang == "ja" else self.en

    def format(self, **values: object) -> Both:
        """With its places filled."""
        return Both(self.ja.format(**values), self.en.format(**values))


@cache
def _words() -> dict[str, dict[str, Both]]:
    text = (files("budosim.study") / "words.toml").read_text(encoding="utf-8")
    return {
        kind: {name: Both(row["ja"], row["en"]) for name, row in rows.items()}
        for kind, rows in tomllib.loads(text).items()
    }


@cache
def _techniques() -> dict[str, Both]:
    """Techniques by their ids, from the tables of the game: their names stand there and nowhere else."""
    found: dict[str, Both] = {}
    for table, rows in (("maneuvers", ("maneuver", "basic")), ("acts", ("act",))):
        text = (files("budosim.systems.gurps3") / "tables" / f"{table}.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        for key in rows:
            for row in data.get(key, []):
                if isinstance(row, dict) and "name_ja" in row:
                    found[row["id"]] = Both(row["name_ja"], str(row.get("name_en", row["id"])).lower())
    return found


def both(kind: str, word: str) -> Both:
    """A word of a kind; an id nobody has translated stands for itself.

    >>> both("stage", "round_of_16").ja, both("ending", "struck_by_lightning").en
    ('ベスト16', 'struck by lightning')
    """
    for of, name, form in _COUNTED:
        if kind == of and (found := form.fullmatch(word)):
            return _words()[kind][name].format(n=found[1])
    plain = word.replace("_", " ")
    if kind == "technique":
        return _techniques().get(word, Both(plain, plain))
    return _words()[kind].get(word, Both(plain, plain))


def say(kind: str, word: str, lang: Lang, **values: object) -> str:
    """A word in one language, its places filled."""
    made = both(kind, word).text(lang)
    return made.format(**values) if values else made
