"""What a trait of a sheet is about: the acts of a Vow, the styles one is familiar with, the place of an old wound.

All of it is read from the remark in brackets behind the trait (`誓い（決して蹴らない）`), or from `applies_to`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from budosim.systems.gurps3.names import find
from budosim.systems.gurps3.sheet import Sheet, Trait
from budosim.systems.gurps3.tables import read_toml, tables

OLD_WOUND = "leg.L"
"""Where a sheet that names no place is hurt [ruling]."""


@cache
def _words(kind: str) -> tuple[tuple[str, str], ...]:
    """(word, meaning) of a kind, the longest word first, so that a low kick is no kick."""
    found: dict[str, str] = {}
    if kind == "act":
        for id_, row in tables().acts.items():
            found |= dict.fromkeys((row.name_ja, row.name_en.lower()), id_)
    for row in read_toml("trait_words")[kind]:
        found |= dict.fromkeys((*row["ja"], *row["en"]), row["id"])
    return tuple(sorted(found.items(), key=lambda pair: -len(pair[0])))


def _meant(kind: str, text: str) -> Iterator[str]:
    """What the words of a remark mean, each once."""
    left = text.lower()
    told: set[str] = set()
    for word, id_ in _words(kind):
        if word in left:
            left = left.replace(word, " ")
            if id_ not in told:
                told.add(id_)
                yield id_


def remarks(trait: Trait | None) -> tuple[str, ...]:
    """What stands behind a trait."""
    if trait is None:
        return ()
    return tuple(text for text in (trait.spec, *trait.applies_to) if text)


def vows(sheet: Sheet) -> tuple[str, ...]:
    """Acts or classes of acts that are sworn off; a vow about life outside the ring names none (disadvantages.toml)."""
    found: list[str] = []
    for trait in sheet.disadvantages:
        if trait.id == "vow":
            found += [act for text in remarks(trait) for act in _meant("act", text)]
    return tuple(dict.fromkeys(found))


def familiar(sheet: Sheet) -> tuple[str, ...]:
    """Styles one is familiar with, one a level (advantages.toml, style_familiarity)."""
    found: list[str] = []
    for trait in sheet.advantages:
        if trait.id == "style_familiarity":
            for text in remarks(trait):
                for part in text.replace("、", ",").replace("・", ",").split(","):
                    name = part.strip()
                    if name:
                        found.append(find("style", name) or name)
    return tuple(dict.fromkeys(found))


def style_of(sheet: Sheet) -> str:
    """Id of the style, or the name of an original one."""
    return "" if sheet.style is None else sheet.style.id or sheet.style.text


def old_wound(sheet: Sheet) -> str:
    """The place an old wound weakens."""
    for text in remarks(sheet.trait("wounded")):
        for place in _meant("place", text):
            return place
    return OLD_WOUND
