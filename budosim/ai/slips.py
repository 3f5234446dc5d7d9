"""Typing slips: words of the lexicon one edit away, and the nearest known word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from budosim.ai.words import Entry, lexicon

NUMBER_WORDS: Final = {
    w: i
    for i, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
    "dozen": 12,
}


ORDINALS: Final = {
    w: i + 1
    for i, w in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    )
}


FRACTIONS: Final = {
    "half": 0.5,
    "halfway": 0.5,
    "quarter": 0.25,
    "quarters": 0.25,
    "thirds": 0.33,
    "fifths": 0.2,
    "tenths": 0.1,
    "fifth": 0.2,
}


ENGLISH_GLUE: Final = frozenset(
    [
        "if",
        "when",
        "while",
        "until",
        "till",
        "unless",
        "after",
        "before",
        "once",
        "whenever",
        "because",
        "vs",
        "versus",
        "against",
        "since",
        "every",
        "other",
        "each",
        "per",
        "one's",
        "lest",
        "provided",
        "out",
        "in",
    ]
)


@cache
def _english_words() -> tuple[frozenset[str], dict[str, set[str]]]:
    """Every English word of the lexicon, and the words that lose one letter to each key."""
    words = {w for rows in lexicon().english.values() for phrase, _e in rows for w in phrase}
    words |= (
        set(NUMBER_WORDS)
        | set(ORDINALS)
        | set(FRACTIONS)
        | set(ENGLISH_GLUE)
        | {"soon", "long", "even", "moment", "time", "only"}
    )
    table: dict[str, set[str]] = {}
    for word in words:
        if len(word) >= 3:
            for i in range(len(word)):
                table.setdefault(word[:i] + word[i + 1 :], set()).add(word)
    return frozenset(words), table


@cache
def english_slip(word: str) -> str | None:
    """The one word of the lexicon within one edit of an unknown word, or None."""
    words, table = _english_words()
    if word in words or len(word) < 4 or len(word) > 20 or not word.isalpha():
        return None
    slip = lexicon().slips.get(word)
    if slip is not None:
        return slip
    hits = set(table.get(word, ()))
    hits |= {swapped for swapped in _swaps(word) if swapped in words}
    for i in range(len(word)):
        shorter = word[:i] + word[i + 1 :]
        if shorter in words:
            hits.add(shorter)
        hits |= {
            w
            for w in table.get(shorter, ())
            if len(w) == len(word) and sum(x != y for x, y in zip(w, word, strict=True)) == 1
        }
    return next(iter(hits)) if len(hits) == 1 else None


def _swaps(word: str) -> list[str]:
    """The word with two neighbouring letters exchanged, for each pair of them."""
    pairs = range(len(word) - 1)
    return [word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in pairs if word[i] != word[i + 1]]


@cache
def _deletes() -> dict[str, list[tuple[str, Entry]]]:
    table: dict[str, list[tuple[str, Entry]]] = {}
    for word, entry in lexicon().nouns.items():
        if len(word) < 3 or entry.kind not in "ALSXMQTGFU" or (word.isascii() and len(word) < 4):
            continue
        for i in range(len(word)):
            table.setdefault(word[:i] + word[i + 1 :], []).append((word, entry))
    return table


def neighbours(word: str) -> Iterable[Entry]:
    """Words of the lexicon one edit away (one letter more, less or other, or two exchanged)."""
    table = _deletes()
    nouns = lexicon().nouns
    for swapped in _swaps(word) if len(word) > 3 else []:
        if swapped in nouns and nouns[swapped].kind in "ALSXMQTGFU":
            yield nouns[swapped]
    for _w, entry in table.get(word, ()):
        yield entry
    for i in range(len(word)):
        shorter = word[:i] + word[i + 1 :]
        if len(shorter) >= 3 and shorter in nouns and nouns[shorter].kind in "ALSXMQTGFU":
            yield nouns[shorter]
        for other, entry in table.get(shorter, ()):
            if (
                len(other) == len(word)
                and len(word) > 3
                and sum(x != y for x, y in zip(other, word, strict=True)) <= 1
            ):
                yield entry


def nearest(word: str) -> str | None:
    """A known word that resembles `word`, for a suggestion."""
    for entry in neighbours(word):
        return entry.word
    if word.isascii():
        return None
    best: tuple[int, str] | None = None
    for noun, shown in _tails().get(word[-2:], ()):
        common = _common_tail(noun, word)
        if best is None or common > best[0]:
            best = (common, shown)
    return best[1] if best else None


@cache
def _tails() -> dict[str, list[tuple[str, str]]]:
    """Acts and places by their last two letters."""
    table: dict[str, list[tuple[str, str]]] = {}
    for noun, entry in lexicon().nouns.items():
        if entry.kind in "AL" and len(noun) >= 2:
            table.setdefault(noun[-2:], []).append((noun, entry.word))
    return table


def _common_tail(a: str, b: str) -> int:
    n = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        n += 1
    return n


@cache
def _blanks() -> frozenset[str]:
    """Every word of the lexicon with one letter blanked out, and with one letter left out."""
    out: set[str] = set()
    for word in lexicon().forms:
        if 1 < len(word) <= 16:
            for i in range(len(word)):
                out.add(word[:i] + "*" + word[i + 1 :])
                out.add(word[:i] + word[i + 1 :])
    return frozenset(out)


def _kana(ch: str) -> bool:
    return "\u3041" <= ch <= "\u3096"


def resembles(word: str) -> bool:
    """Whether an unknown word may be a known one with a letter damaged: such a word is never passed over."""
    if len(word) < 2:
        return True
    if word.isascii():
        words, table = _english_words()
        if word in table:
            return True
        shorter = [word[:i] + word[i + 1 :] for i in range(len(word))]
        return any(w in words or w in table for w in shorter)
    if any(_kana(ch) for ch in word[1:]) and not _kana(word[0]) and not word.endswith("く"):
        return True  # 鬱める: a verb
    blanks, forms = _blanks(), lexicon().forms
    for size in range(min(len(word), 16), min(len(word), 3) - 1, -1):
        for part in {word[:size], word[-size:]}:
            if part in blanks or any(part[:i] + part[i + 1 :] in forms for i in range(size) if size > 2):
                return True
            if any(part[:i] + "*" + part[i + 1 :] in blanks for i in range(size)):
                return True
    return False
