"""The words of a told bout: tables, names as prose uses them, and other people's text made safe to print."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from budosim.errors import RuleError

Lang = Literal["ja", "en"]
LONGEST_NAME = 40
LONGEST_LINE = 300
MOST_MARKS = 4
"""Combining marks a letter may carry."""
JOINERS = "\u200c\u200d"
PRONOUNS = {"男": ("his", "him"), "女": ("her", "her")}
SEX = {
    "男性": "男",
    "male": "男",
    "m": "男",
    "man": "男",
    "女性": "女",
    "female": "女",
    "f": "女",
    "woman": "女",
}
NAMELESS = {"ja": "無名の選手", "en": "Nameless"}
TOGETHER = {"ja": "{name}（{side}）", "en": "{name} ({side})"}
VOWELS = "aeiou"
KANJI = {2: "二", 3: "三", 4: "四", 5: "五", 6: "六"}
COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]+")


@dataclass(frozen=True, slots=True)
class Form:
    """One sentence form; `need` are the marks a situation must bear for it."""

    text: str
    need: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Person:
    """A fighter as the story names him."""

    full: str
    short: str
    lines: Mapping[str, tuple[str, ...]]
    his: str
    him: str


def _read(name: str) -> dict[str, Any]:
    text = (files("budosim.systems.gurps3") / "tables" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def words() -> Mapping[str, Any]:
    """The word table (`tables/story.toml`)."""
    return MappingProxyType(_read("story"))


@cache
def forms(lang: Lang) -> Mapping[str, tuple[Form, ...]]:
    """Every situation's sentence forms in a language (`tables/story_<lang>.toml`)."""
    found: dict[str, tuple[Form, ...]] = {}
    for what, rows in _read(f"story_{lang}").items():
        made = [
            Form(row) if isinstance(row, str) else Form(row["t"], frozenset(row["if"].split()))
            for row in rows
        ]
        if len({form.text for form in made}) < len(made):
            raise RuleError(
                f"tables/story_{lang}.toml, {what}: the same form stands twice.",
                f"tables/story_{lang}.toml の {what}：同じ文型が二度あります。",
            )
        found[what] = tuple(made)
    return MappingProxyType(found)


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zl", "Zp") or character in "\t\n\v\f\r\x85":
        return " "
    if character in JOINERS:
        return character
    return "" if category in ("Cc", "Cf", "Cs") else character


def clean(text: object, longest: int) -> str:
    """Other people's text on one line: no control or direction characters, no towers of marks."""
    out: list[str] = []
    marks = 0
    for character in "".join(_kept(c) for c in str(text)):
        if unicodedata.combining(character):
            marks += 1
            if marks > MOST_MARKS or not out:
                continue
        else:
            marks = 0
        if character == " " and (not out or out[-1] == " "):
            continue
        out.append(character)
    plain = "".join(out).strip()
    return plain if len(plain) <= longest else plain[: longest - 1].rstrip() + "…"


def _is_japanese(part: str) -> bool:
    return bool(part) and all("\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or c in "々ー" for c in part)


def shortened(name: str) -> str:
    """The family name where a name shows which one it is; any other name whole.

    A Japanese name in two parts begins with it, a foreign one in katakana (parted by a dot) ends with it.
    """
    parts = name.replace("\u3000", " ").split(" ")
    if len(parts) == 2 and all(map(_is_japanese, parts)):
        return parts[0]
    given, *rest = name.split("・")
    foreign = len(rest) == 1 and all(len(part) > 1 and KATAKANA.fullmatch(part) for part in (given, *rest))
    return rest[0] if foreign else name


def _lines(given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, value in given.items():
        texts: Iterable[object] = value if isinstance(value, (list, tuple)) else (value,)
        cleaned = tuple(line for line in (clean(text, LONGEST_LINE) for text in texts) if line)
        if cleaned:
            found[str(key)] = cleaned
    return found


def people(fighters: Mapping[str, Mapping[str, Any]], lang: Lang) -> dict[str, Person]:
    """Both fighters with names that cannot be taken for one another."""
    names = {s: clean(fighters[s].get("name", ""), LONGEST_NAME) or NAMELESS[lang] for s in ("a", "b")}
    short = {s: shortened(n) for s, n in names.items()}
    if lang == "en":
        for s in ("a", "b"):
            names[s] = clean(fighters[s].get("name_en", ""), LONGEST_NAME) or names[s]
            short[s] = clean(fighters[s].get("short_en", ""), LONGEST_NAME) or shortened(names[s])
    folded = {s: unicodedata.normalize("NFKC", n).casefold().replace(" ", "") for s, n in names.items()}
    if folded["a"] == folded["b"]:
        names = {s: TOGETHER[lang].format(name=n, side=s.upper()) for s, n in names.items()}
        short = {s: TOGETHER[lang].format(name=n, side=s.upper()) for s, n in short.items()}
    elif short["a"] == short["b"]:
        short = names
    made = {}
    for s in ("a", "b"):
        sex = str(fighters[s].get("sex", "")).strip()
        his, him = PRONOUNS.get(SEX.get(sex.lower(), sex), ("their", "them"))
        made[s] = Person(names[s], short[s], _lines(fighters[s].get("lines") or {}), his, him)
    return made


def act_word(act: str | None, lang: Lang) -> str:
    """What prose calls an act."""
    row = words()["act"].get(act or "attack") or words()["contest"].get(act)
    return str(row[lang]) if row is not None else _spell_word(str(act), lang)


def acts_phrase(acts: Sequence[str], lang: Lang) -> str:
    """Several acts in a row, as one part of a sentence.

    >>> acts_phrase(["jab"] * 2, "en"), acts_phrase(["jab", "uppercut"], "en"), acts_phrase(["knee"] * 2, "ja")
    ('two jabs', 'a jab and an uppercut', '膝の連打')
    """
    kinds = list(dict.fromkeys(acts))
    names = [act_word(act, lang) for act in kinds]
    if len(kinds) == 1:
        if lang == "en":
            return f"{COUNTS.get(len(acts), 'several')} {plural(names[0])}"
        many = KANJI.get(len(acts), "幾")
        return f"{many}度の{names[0]}" if "fam:grapple" in marks_of_act(kinds[0]) else f"{names[0]}の連打"
    if lang == "ja":
        return ("と" if len(names) == 2 else "、").join(names)
    parts = [with_article(name) for name in names]
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if parts else ""


def plural(word: str) -> str:
    """An English act more than once.

    >>> plural("knee"), plural("punch"), plural("slap at the face")
    ('knees', 'punches', 'slaps at the face')
    """
    head, of, rest = word.partition(" at ")
    return head + ("es" if head.endswith(("s", "sh", "ch", "x")) else "s") + of + rest


@cache
def _spell_word(spell: str, lang: Lang) -> str:
    """What a spell or a cinematic skill is called, in its brackets; whatever is neither, by its id."""
    from budosim.systems.gurps3.tables import tables

    known = tables()
    if spell in known.skills:
        name = known.label("skill", spell, lang)
        return f"〈{name}〉" if lang == "ja" else name
    name = known.label("spell", spell, lang).replace("_", " ")
    return f"《{name}》" if lang == "ja" and spell in known.spells else name


def place_word(at: str | None, lang: Lang) -> str:
    """What prose calls a place."""
    return str(words()["place"].get(at or "any", words()["place"]["any"])[lang])


def marks_of_act(act: str | None) -> set[str]:
    """Marks that tell a form what kind of blow it is."""
    row = words()["act"].get(act or "", {"fam": ""})
    return {f"act:{act}"} | {f"fam:{family}" for family in row["fam"].split()}


def marks_of_place(at: str | None) -> set[str]:
    """Marks that tell a form where the blow goes."""
    row = words()["place"].get(at or "any", words()["place"]["any"])
    return {f"at:{group}" for group in row["group"].split()}


@cache
def _college(spell: str) -> str:
    from budosim.systems.gurps3.tables import tables

    row = tables().spells.get(spell)
    return row.college if row is not None else ""


def marks_of_spell(spell: str | None) -> set[str]:
    """The mark that tells a form what kind of magic it is."""
    college = _college(spell) if spell else ""
    return {f"college:{college}"} if college else set()


def with_article(word: str) -> str:
    """An English word with its article."""
    return f"{'an' if word[:1].lower() in VOWELS else 'a'} {word}"


def capital(text: str) -> str:
    """The text with its first letter capital."""
    return text[:1].upper() + text[1:]


def label(which: str, lang: Lang, **values: object) -> str:
    """A fixed text around the prose: headings and the result."""
    return str(words()["label"][which][lang]).format(**values)


def ending_word(ending: str, lang: Lang) -> str:
    """What an ending is called."""
    return str(words()["ending"][ending][lang])
