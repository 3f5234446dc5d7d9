"""The lexicon as the lexer uses it: tries over folded text, built once from the TOML files of `lexicon/`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, Final

from budosim.ai import morph
from budosim.ai.normalise import fold


@dataclass(frozen=True, slots=True)
class Entry:
    """One word: its kind, its id, the class its stem is inflected by ("" = a word that stands as it is)."""

    kind: str
    val: str
    cls: str = ""
    word: str = ""


Node = dict[str, Any]  # characters lead on; "" holds the entries that end here


@dataclass(slots=True)
class Lexicon:
    """Tries for Japanese (by character) and English (by word), and the standard names."""

    trie: Node = field(default_factory=dict)
    english: dict[str, list[tuple[tuple[str, ...], Entry]]] = field(default_factory=dict)
    standard: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    nouns: dict[str, Entry] = field(default_factory=dict)
    slips: dict[str, str] = field(default_factory=dict)
    forms: set[str] = field(default_factory=set)

    def add(self, word: str, entry: Entry) -> None:
        """Put a Japanese word (already folded) into the trie."""
        self.forms.add(word)
        node = self.trie
        for ch in word:
            node = node.setdefault(ch, {})
        node.setdefault("", []).append(entry)

    def add_english(self, phrase: str, entry: Entry) -> None:
        """Put an English phrase into the table of its first word."""
        words = tuple(bare(word) for word in phrase.replace("-", " ").split())
        if words:
            self.english.setdefault(words[0], []).append((words, entry))


KEPT: Final = frozenset(("he's", "it's", "that's", "opponent's", "second's", "one's", "else's"))


def bare(word: str) -> str:
    """An English word without the 's of the genitive."""
    return word[:-2] if word.endswith("'s") and word not in KEPT else word


def _verb_forms(phrase: str) -> list[str]:
    """The regular forms of an English verb or noun: plural / third person, -ing, -ed."""
    words = phrase.split()
    last = words[-1]
    double = len(last) > 2 and last[-1] in "bgmnpt" and last[-2] in "aiou" and last[-3] not in "aeiou"
    if len(words) > 1 and words[0] in ("shoot",):
        last, words = words[0], [words[0]]
    stem = last[:-1] if last.endswith("e") else last + (last[-1] if double else "")
    es = last + ("es" if last.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    ed = stem + "ed"
    if last.endswith("y") and last[-2] not in "aeiou":
        es, ed = last[:-1] + "ies", last[:-1] + "ied"
    head = " ".join(words[:-1])
    return [f"{head} {form}".strip() for form in (last, es, stem + "ing", ed)]


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


_CHOICE = re.compile(r"\{([^{}]*)\}")


def spelled(item: str) -> list[str]:
    """The spellings of an item: {a|b|} stands for one of the choices."""
    pieces = _CHOICE.split(item)
    choices = [piece.split("|") if k % 2 else [piece] for k, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]


def _stems(stem: str, kind: str, cls: str) -> list[str]:
    """The stem, with は or も for its を (手を出す, 手は出さない, 手も出さない), and without い (立ってる)."""
    stems = [stem]
    if "を" in stem[1:] and kind in "AVSX":
        head, _wo, tail = stem.rpartition("を")
        stems = [stem, head + "は" + tail, head + "も" + tail]
    if cls == "v1" and stem.endswith(("てい", "でい")):
        stems += [form[:-1] for form in stems]
    return stems


def _read(lex: Lexicon, kind: str, word: dict[str, str]) -> None:
    ident = word["id"]
    if ident.endswith("_") and kind in "A":
        ident = ident[:-1]
    std_ja, std_en = "", ""
    for item in (form for written in word.get("ja", "").split() for form in spelled(written)):
        if item.endswith("_"):
            continue
        stem, slash, cls = item.rpartition("/")
        if slash and stem and morph.is_class(cls):
            for form in _stems(stem, kind, cls):
                lex.add(fold(form), Entry(kind, ident, cls, form))
            std_ja = std_ja or stem
            continue
        folded = fold(item)
        entry = Entry(kind, ident, "", item)
        lex.add(folded, entry)
        lex.nouns.setdefault(folded, entry)
        std_ja = std_ja or item
    for phrase in word.get("en", "").split("|"):
        if not phrase or phrase.endswith("_"):
            continue
        base, _, flag = phrase.partition("/")
        if phrase == "50/50":
            base, flag = phrase, ""
        std_en = std_en or base
        forms = {"v": _verb_forms(base), "n": [base, _plural(base)], "": [base]}[
            flag[:1] if flag[:1] in "vn" else ""
        ]
        for form in forms:
            entry = Entry(kind, ident, "", base)
            lex.add_english(form, entry)
            lex.nouns.setdefault(form, entry)
    lex.standard.setdefault((kind, ident), (std_ja or ident, std_en or ident))


@cache
def lexicon() -> Lexicon:
    """The lexicon, read once."""
    lex = Lexicon()
    folder = resources.files("budosim.ai") / "lexicon"
    for name in ("acts", "places", "states", "glue", "fillers"):
        table = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        groups = table.get("group") or [table]
        for group in groups:
            for word in group["words"]:
                _read(lex, group["kind"], word)
    slips = tomllib.loads((folder / "typos.toml").read_text(encoding="utf-8"))["slips"]
    lex.slips = {fold(wrong): fold(right) for wrong, right in slips.items() if fold(wrong) != fold(right)}
    for wrong, right in lex.slips.items():
        entry = lex.nouns.get(right)
        if entry is not None and wrong not in lex.nouns and not wrong.isascii():
            lex.add(wrong, entry)
    for rows in lex.english.values():
        rows.sort(key=lambda row: -len(row[0]))
    return lex


def standard(kind: str, ident: str, lang: str) -> str:
    """The form to print of a word of the lexicon."""
    ja, en = lexicon().standard.get((kind, ident), (ident, ident))
    return ja if lang == "ja" else en
