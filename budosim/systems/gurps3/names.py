"""Finds what a written name means: aliases, width, brackets, kana, okurigana, specialties and families.

Names are folded for matching only; whatever is printed keeps the spelling of the sheet or of the tables.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from budosim.errors import RuleError
from budosim.systems.gurps3.tables import Row, read_toml, tables

KINDS = (
    "attribute",
    "skill",
    "advantage",
    "disadvantage",
    "trait",
    "maneuver",
    "basic",
    "spell",
    "style",
    "act",
    "value",
    "outfit",
    "source",
    "key",
)
"""The kinds of names `find` knows."""

_SPECIAL = ("skill", "advantage", "disadvantage", "trait", "maneuver", "spell")
"""Kinds whose names may have a specialty; with others what stands in brackets is a remark: 服（道着）."""

_BRACKETS = re.compile(r"[〈〉<>《》≪≫«»【】\[\]「」『』〔〕{}()“”\"'’‘]")
_JOINTS = re.compile(r"[\s_\-−‐‑‒–—―ー～〜~・･·/／.,、。:：;；*＊&＆]")
_SPECIALTY = re.compile(r"^(?P<base>[^()（）〔〕]+?)\s*[(（〔]\s*(?P<spec>.+?)\s*[)）〕]\s*$", re.DOTALL)
_FAMILY = re.compile(r"^(?P<base>[^:：]+?)\s*[:：]\s*(?P<spec>.+?)\s*$", re.DOTALL)
_OUTER = re.compile(r"^[〈<＜《≪【「『]+|[〉>＞》≫】」』]+$")
_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_MAX_NAME = 120


@dataclass(frozen=True, slots=True)
class Found:
    """What a name means: the table id (a family with its base) and the specialty as it was written."""

    id: str
    spec: str = ""

    @property
    def key(self) -> str:
        """The id with the specialty in brackets: `language(英語)`."""
        return f"{self.id}({self.spec})" if self.spec else self.id


@cache
def _raw() -> dict[str, Any]:
    return read_toml("names")


@cache
def _names() -> Mapping[str, dict[str, list[str]]]:
    raw = _raw()
    return MappingProxyType({kind: rows for kind, rows in raw.items() if kind != "fold"})


@cache
def _folds() -> tuple[tuple[str, str], ...]:
    return tuple((a, b) for a, b in _raw()["fold"]["pairs"])


@cache
def _foldable() -> re.Pattern[str]:
    """What any of the folds begins with: most names hold none of it."""
    return re.compile("|".join(re.escape(longer) for longer, _ in _folds()))


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """The form two spellings of one name share."""
    plain = unicodedata.normalize("NFKC", text[:_MAX_NAME]).casefold()
    plain = _BRACKETS.sub("", plain)
    plain = _JOINTS.sub("", plain).translate(_KATAKANA)
    plain = plain.replace("ゔぁ", "ば").replace("ゔ", "ぶ")
    if _foldable().search(plain):
        for longer, shorter in _folds():
            plain = plain.replace(longer, shorter)
    return plain


def split_specialty(text: str) -> tuple[str, str]:
    """A name and what stands in the brackets behind it: 言語（英語） gives 言語 and 英語."""
    stripped = _OUTER.sub("", text.strip())
    match = _SPECIALTY.match(stripped) or _FAMILY.match(stripped)
    return (match["base"], match["spec"]) if match else (stripped, "")


def find(kind: str, text: str) -> str | None:
    """The id a name of this kind means, or None.

    Specialties and families are part of it: `language(英語)`, `sport:karate`.
    """
    found = find_parts(kind, text)
    return found.key if found else None


def find_parts(kind: str, text: str) -> Found | None:
    """As `find`, with the specialty apart."""
    index = _index(kind)
    whole = index.get(fold(text))
    if whole is not None:
        return Found(whole)
    base, spec = split_specialty(text)
    if not spec:
        return None
    head = index.get(fold(base))
    if head is None:
        return None
    if kind in ("skill", "maneuver") and head in _families(kind):
        inner = _index("skill").get(fold(spec))
        return Found(f"{head}:{inner}") if inner in _families(kind)[head] else None
    return Found(head, spec) if kind in _SPECIAL else Found(head)


def nearest(kind: str, text: str, n: int = 3) -> list[str]:
    """The ids of this kind whose spellings are most like `text`, best first."""
    return list(_nearest(kind, fold(text), n))


@lru_cache(maxsize=1024)
def _nearest(kind: str, wanted: str, n: int) -> tuple[str, ...]:
    index = _index(kind)
    if not wanted:
        return ()
    close = difflib.get_close_matches(wanted, index, n=4 * n, cutoff=0.5)
    inside = [k for k in index if len(k) > 1 and len(wanted) > 1 and (k in wanted or wanted in k)]
    ids: list[str] = []
    for key in (*close, *sorted(inside, key=lambda k: abs(len(k) - len(wanted)))):
        if index[key] not in ids:
            ids.append(index[key])
    return tuple(ids[:n])


def nearest_word(text: str, known: Iterable[str]) -> str | None:
    """The word of `known` most like `text`: for keys of a file."""
    words = {fold(word): word for word in known}
    alias = _index("key").get(fold(text))
    if alias in words.values():
        return alias
    close = difflib.get_close_matches(fold(text), words, n=1, cutoff=0.55)
    return words[close[0]] if close else None


@cache
def _index(kind: str) -> Mapping[str, str]:
    """Folded spelling to id.

    Standard names win over aliases; two standard names or two aliases may not meet.
    """
    if kind not in KINDS:
        raise KeyError(kind)
    if kind == "trait":
        return MappingProxyType({**_index("disadvantage"), **_index("advantage")})
    standard: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for id_, spellings in _standard(kind).items():
        for text in spellings:
            _enter(kind, standard, text, id_)
    for id_, spellings in _aliases(kind).items():
        for text in spellings:
            if fold(text) not in standard:
                _enter(kind, aliases, text, id_)
    return MappingProxyType({**aliases, **standard})


def _enter(kind: str, index: dict[str, str], text: str, id_: str) -> None:
    key = fold(text)
    if not key:
        return
    if index.setdefault(key, id_) != id_:
        raise RuleError(
            f"tables/names.toml, {kind}: {text!r} means both {index[key]} and {id_}.",
            f"tables/names.toml の {kind}：「{text}」が {index[key]} と {id_} の両方を指しています。",
        )


def _rows(kind: str) -> Mapping[str, Row]:
    t = tables()
    if kind == "basic":
        return {k: r for k, r in t.techniques.items() if r.basic}
    if kind in ("skill", "advantage", "disadvantage", "maneuver", "spell", "style", "act"):
        rows: Mapping[str, Row] = getattr(t, f"{kind}s")
        return rows
    return {}


def _standard(kind: str) -> dict[str, list[str]]:
    rows = {id_: [id_, row.name_ja, row.name_en] for id_, row in _rows(kind).items()}
    if not rows:
        rows = {id_: [id_] for id_ in _names().get(kind, {})}
    for family, bases in _families(kind).items():
        skills = tables().skills
        for base in bases:
            rows[f"{family}:{base}"] = [
                text
                for a in rows[family][:3]
                for b in (skills[base].id, skills[base].name_ja, skills[base].name_en)
                for text in (f"{a}{b}", f"{b}{a}", f"{b}の{a}")
            ]
    return rows


def _aliases(kind: str) -> dict[str, list[str]]:
    own = {id_: list(spellings) for id_, spellings in _names().get(kind, {}).items()}
    for id_, row in _rows(kind).items():
        own.setdefault(id_, []).extend(getattr(row, "aliases", ()))
    known = _standard(kind)
    if kind not in ("key", "basic"):
        for id_ in own:
            if id_ not in known:
                raise RuleError(
                    f"tables/names.toml, {kind}: {id_} is not an id.",
                    f"tables/names.toml の {kind}：{id_} はありません。",
                )
    for family, bases in _families(kind).items():
        for base in bases:
            heads = [family, tables()._rows(kind)[family].name_ja, *own.get(family, [])]
            tails = [base, tables().skills[base].name_ja, *_names()["skill"].get(base, [])]
            own[f"{family}:{base}"] = [
                text for a in heads for b in tails for text in (f"{a}{b}", f"{b}{a}", f"{b}の{a}")
            ]
    return own


@cache
def _families(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The family ids of a kind and the skills that may stand behind them."""
    t = tables()
    if kind == "skill":
        return MappingProxyType({k: r.base_any for k, r in t.skills.items() if r.family})
    if kind == "maneuver":
        return MappingProxyType({k: r.prereq_any for k, r in t.maneuvers.items() if r.family})
    return MappingProxyType({})
