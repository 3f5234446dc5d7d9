"""Folded text -> tokens, longest match first, every character in exactly one token.

A token keeps all the meanings its words have; the parsers choose by context. Katakana and kanji runs are
never cut so that a part of an unknown word passes for a known one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from budosim.ai import morph
from budosim.ai.normalise import Text, mark
from budosim.ai.words import Entry, Lexicon, lexicon

_PRIORITY: Final = {k: i for i, k in enumerate("ZOYHJKMAXSVQTGEDLFCUWNRP_")}
_PARTICLES: Final = [
    "には",
    "では",
    "とは",
    "からは",
    "へは",
    "をば",
    "にも",
    "でも",
    "とも",
    "からも",
    "まで",
    "より",
    "から",
    "は",
    "が",
    "を",
    "に",
    "で",
    "と",
    "も",
    "の",
    "へ",
    "や",
    "か",
    "って",
    "ば",
    "ずつ",
]
_PUNCT: Final = {
    "。": ".",
    ".": ".",
    "!": ".",
    "?": ".",
    "\n": "nl",
    ";": ".",
    "｡": ".",
    "、": ",",
    ",": ",",
    "，": ",",
    ":": ":",
    "→": ">",
    "》": "_",
    "・": "・",
    "·": "・",
    "•": "・",
    "「": "q",
    "」": "q",
    '"': "q",
    "『": "_",
    "』": "_",
    "/": "/",
    "=": "=",
    "+": "_",
    "-": "-",
    "~": "~",
    "*": "・",
    "●": "・",
    "○": "・",
    "◎": "・",
    "■": "・",
    "□": "・",
    "◆": "・",
    "◇": "・",
    "▲": "・",
    "△": "・",
    "★": "・",
    "☆": "・",
    "※": "※",
    "(": "(",
    ")": ")",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
    "〔": "(",
    "〕": ")",
    "【": "b",
    "】": "b",
    "<": "b",
    ">": "b",
    "〈": "b",
    "〉": "b",
    "…": "_",
    "'": "_",
    "&": "&",
    "|": "_",
    "♪": "_",
    "♡": "_",
    "♥": "_",
}
_KANJI_DIGITS: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")}
_KANJI_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_NATIVE: Final = {"ひとつ": 1, "ふたつ": 2, "みっつ": 3, "よっつ": 4, "いつつ": 5}
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


@dataclass(slots=True)
class Tok:
    """A token: its meanings, its span in the folded text, the features of its inflection."""

    kind: str
    val: str
    a: int
    b: int
    feats: frozenset[str] = frozenset()
    alts: tuple[Entry, ...] = ()
    num: float = 0.0
    kids: list[Tok] = field(default_factory=list)
    fix: str = ""  # for a slip: the word it was read as
    surf: str = ""

    def has(self, kinds: str) -> bool:
        """Whether one of its meanings is of one of `kinds`."""
        return self.kind in kinds or any(e.kind in kinds for e in self.alts)

    def get(self, kind: str) -> str | None:
        """The id it has as `kind`, or None."""
        if self.kind == kind:
            return self.val
        return next((e.val for e in self.alts if e.kind == kind), None)

    def is_(self, kind: str, *vals: str) -> bool:
        """Whether it can mean one of `vals` as `kind`."""
        if self.kind == kind and self.val in vals:
            return True
        return any(e.kind == kind and e.val in vals for e in self.alts)

    @property
    def form(self) -> str:
        """How its inflection ends the clause."""
        return morph.form(self.feats)

    @property
    def neg(self) -> bool:
        """Whether it is negated."""
        return "neg" in self.feats

    @property
    def verb(self) -> bool:
        """Whether it is an inflected word."""
        return bool(self.feats)


def _script(ch: str) -> str:
    name = ord(ch)
    if 0x3041 <= name <= 0x3096:
        return "h"
    if 0x30A1 <= name <= 0x30FA or ch == "ー" or 0x31F0 <= name <= 0x31FF:
        return "k"
    if 0x4E00 <= name <= 0x9FFF or 0x3400 <= name <= 0x4DBF or ch in "々〆ヶ":
        return "c"
    if ch.isdigit():
        return "d"
    if ch.isalpha():
        return "a"
    return "o"


Found = tuple[int, frozenset[str], list[Entry]]
_PARITY: Final = (
    ("odd turns", "odd"),
    ("even turns", "even"),
    ("odd-numbered turns", "odd"),
    ("even-numbered turns", "even"),
    ("odd turn", "odd"),
    ("even turn", "even"),
    ("odd-numbered turn", "odd"),
    ("even-numbered turn", "even"),
    ("odd numbered turn", "odd"),
    ("even numbered turn", "even"),
    ("奇数", "odd"),
    ("偶数", "even"),
    ("隔", "gap"),
    ("毎に", "goto"),
    ("おきに", "oki"),
    ("おき", "oki"),
    ("ごとに", "goto"),
    ("ごと", "goto"),
    ("毎", "goto"),
    ("分の", "bun"),
)
_RENYO: Final = frozenset(("renyo",))
_DO: Final = Entry("V", "do", "vs", "する")
_COME: Final = Entry("V", "come", "kuru", "くる")


class _Lexer:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.s = text.norm
        self.lex: Lexicon = lexicon()
        self.script = [
            _script(unicodedata.normalize("NFKC", text.raw[i : i + 2])[:1] or " ") for i in text.starts
        ]
        self.out: list[Tok] = []
        self.closing: set[int] = set()

    def boundary(self, i: int) -> bool:
        return i <= 0 or i >= len(self.s) or self.text.starts[i] != self.text.starts[i - 1]

    # -- one Japanese word ------------------------------------------------------------------------
    def longest(self, pos: int, limit: int = 40) -> Found | None:
        """The longest reading at `pos`: (end, features, entries), the longer stem first among equals."""
        node = self.lex.trie
        best: tuple[int, list[tuple[Entry, frozenset[str]]]] | None = None
        i, n = pos, min(len(self.s), pos + limit)
        for entry, end, feats in self.stemless(pos):
            if self.boundary(end) and (best is None or end > best[0]):
                best = (end, [(entry, feats)])
        while i < n:
            nxt = node.get(self.s[i])
            if nxt is None:
                break
            node = nxt
            i += 1
            for entry in node.get("", ()):
                found: tuple[int, frozenset[str]] | None = (i, frozenset())
                if entry.cls:
                    found = self.inflected(i, entry.cls)
                    if found is None and entry.cls == "v1":
                        found = (i, _RENYO)
                    if found is None or (entry.cls == "vs" and found[0] == i):
                        continue
                    if entry.word == "な" and "caus" in found[1]:  # なら + せ…, never ならせ
                        continue
                assert found is not None
                if not self.boundary(found[0]) or not self.allowed(pos, found[0], entry):
                    continue
                if best is None or found[0] > best[0]:
                    best = (found[0], [(entry, found[1])])
                elif found[0] == best[0]:
                    best[1].insert(0, (entry, found[1]))
        if best is None:
            return None
        rows = sorted(best[1], key=lambda row: _PRIORITY.get(row[0].kind, 99))
        same = [
            feats for entry, feats in rows if entry.kind == rows[0][0].kind and entry.val == rows[0][0].val
        ]
        inflected = [f for f in same if f and f != _RENYO]
        plain = any(not f for f in same)
        if inflected:
            feats = inflected[0]
        elif any(f == _RENYO for f in same):
            feats = _RENYO
            if plain:  # 受け, 投げ: a noun as well
                rows.sort(key=lambda row: (_PRIORITY.get(row[0].kind, 99), bool(row[1])))
        else:
            feats = frozenset()
        return best[0], feats, [e for e, _f in rows]

    def inflected(self, i: int, cls: str) -> tuple[int, frozenset[str]] | None:
        """An inflection at `i` that does not run on into a katakana word (てから|ハイキック)."""
        limit = i
        top = min(len(self.s), i + 32)
        while limit < top and not (limit > i and self.script[limit] == "k" and self.script[limit - 1] == "h"):
            limit += 1
        found = morph.scan(self.s[i:limit], 0, cls) if limit > i else morph.scan("", 0, cls)
        return None if found is None else (found[0] + i, found[1])

    def stemless(self, pos: int) -> Iterable[tuple[Entry, int, frozenset[str]]]:
        """する and 来る in kana, which have no stem that stays."""
        ch = self.s[pos]
        if self.script[pos] == "h" and ch in "すしせさでく きこ":
            for cls, entry in (("vs", _DO), ("kuru", _COME)):
                found = morph.scan(self.s, pos, cls)
                if (
                    found is not None
                    and (found[0] - pos > 1)
                    and all(x in "hc" for x in self.script[pos : found[0]])
                ):
                    yield entry, found[0], found[1]

    def allowed(self, a: int, b: int, entry: Entry) -> bool:
        """Function words only as they are written; short hiragana words only between words."""
        if entry.kind in "_KJMFCP" and entry.word and all(_script(c) == "h" for c in entry.word):
            return all(self.script[i] in "hko" for i in range(a, b)) and (
                b - a > 2 or all(self.script[i] == "h" for i in range(a, b))
            )
        if b - a > 2 or any(self.script[i] != "h" for i in range(a, b)):
            return True
        if entry.kind not in "ALS":
            return True
        nxt = self.s[b] if b < len(self.s) else "。"
        before = self.script[a - 1] if a else "o"
        prev = self.out[-1] if self.out else None
        if before == "h" and prev is not None and prev.kind not in "P_,.q(:・>JKMF" and prev.kind != "nl":
            return False
        return (
            nxt in "をにへではがのとやも、。,.!?>→・(): \n」』" or entry.cls != "" or self.script[b] in "ck"
        )

    def number(self, pos: int) -> tuple[int, float] | None:
        s = self.s
        m = re.compile(r"-?\d+(?:\.\d+)?").match(s, pos)
        if m and not (s[pos] == "-" and pos and (s[pos - 1].isascii() and s[pos - 1].isalnum())):
            return m.end(), float(m.group())
        if s[pos] in _KANJI_DIGITS or s[pos] in _KANJI_UNITS:
            total, current, i, seen = 0, 0, pos, False
            while i < len(s) and (s[i] in _KANJI_DIGITS or s[i] in _KANJI_UNITS):
                if s[i] in _KANJI_DIGITS:
                    current = current * 10 + _KANJI_DIGITS[s[i]]
                else:
                    total += (current or 1) * _KANJI_UNITS[s[i]]
                    current = 0
                seen = True
                i += 1
            if seen:
                return i, float(total + current)
        for word, value in _NATIVE.items():
            if s.startswith(word, pos):
                return pos + len(word), float(value)
        return None

    # -- the walk ---------------------------------------------------------------------------------
    def run(self) -> list[Tok]:
        s, n, pos = self.s, len(self.s), 0
        unknown = -1
        while pos < n:
            end = self.step(pos)
            if end is None:
                if unknown < 0:
                    unknown = pos
                pos += 1
                while pos < n and not self.boundary(pos):
                    pos += 1
                continue
            if unknown >= 0:
                tail = self.out.pop() if self.out and self.out[-1].a == pos else None
                self.flush(unknown, pos)
                if tail is not None:
                    self.out.append(tail)
                unknown = -1
            pos = end
        if unknown >= 0:
            self.flush(unknown, n)
        _ = s
        return self.out

    def flush(self, a: int, b: int) -> None:
        fixed = self.near(self.s[a:b]) if b - a >= 3 else None
        if fixed is not None:
            word, entry = fixed
            self.out.append(Tok(entry.kind, entry.val, a, b, alts=(entry,), fix=word, surf=self.s[a:b]))
        else:
            self.out.append(Tok("?", "", a, b, surf=self.s[a:b]))

    def push(self, kind: str, val: str, a: int, b: int, **more: object) -> int:
        tok = Tok(kind, val, a, b, surf=self.s[a:b])
        for key, value in more.items():
            setattr(tok, key, value)
        self.out.append(tok)
        return b

    def step(self, pos: int) -> int | None:
        ch = self.s[pos]
        if ch.isspace() and ch != "\n":
            return self.push("sp", ch, pos, pos + 1)
        number = mark(ch)
        if number is not None:
            return self.push("mk", str(number), pos, pos + 1, num=float(number))
        if ch == "半" and not self.s.startswith("半々", pos) and not self.s.startswith("半分ず", pos):
            size = next(n for w, n in (("半分", 2), ("半減", 2), ("半", 1)) if self.s.startswith(w, pos))
            found = self.longest(pos)
            if found is None or found[0] <= pos + size:
                return self.push("fr", "half", pos, pos + size, num=0.5)
        if ch == "<" and re.compile(r"<[^<>\n0-9]{1,16}>").match(self.s, pos):
            self.push("b", "<", pos, pos + 1)
            self.closing.add(self.s.index(">", pos))
            return pos + 1
        for word, kind in _PARITY:
            if (
                self.s.startswith(word, pos)
                and (
                    kind not in ("oki", "goto", "bun", "gap")
                    or (self.out and self.out[-1].kind in "NUL")
                    or kind == "gap"
                )
                and not self.s.startswith("毎ターン", pos)
            ):
                return self.push(kind, word, pos, pos + len(word))
        if pos in self.closing:
            return self.push("b", ">", pos, pos + 1)
        if ch == "《":
            close = self.s.find("》", pos, pos + 60)
            if close > pos + 1:
                name = unicodedata.normalize("NFKC", self.text.cut(pos + 1, close))
                return self.push("sp!", name.strip(), pos, close + 1)
        if ch == "『":
            close = self.s.find("』", pos, pos + 60)
            if close > pos + 1:
                return self.push(
                    "nm", unicodedata.normalize("NFKC", self.text.cut(pos + 1, close)).strip(), pos, close + 1
                )
        if self.script[pos] == "a" and ch.isascii():
            return self.latin(pos)
        found = self.longest(pos)
        num = self.number(pos)
        if (
            num is not None
            and (found is None or found[0] <= num[0])
            and not (ch == "千" or (ch == "-" and found))
        ):
            return self.push("N", self.s[pos : num[0]], pos, num[0], num=num[1])
        if found is not None:
            if self.script[pos] == "k":
                run = pos
                while run < len(self.s) and self.script[run] == "k":
                    run += 1
                if found[0] < run:
                    return self.katakana(pos, run)
            particle = self.particle(pos)
            if particle and found[0] <= pos + len(particle) and all(e.kind in "P_" for e in found[2]):
                return self.push("P", particle, pos, pos + len(particle))
            return self.word(pos, found)
        particle = self.particle(pos)
        if particle:
            return self.push("P", particle, pos, pos + len(particle))
        if ch in _PUNCT:
            return self.push(_PUNCT[ch], ch, pos, pos + 1)
        if self.script[pos] == "o" and ch != "%":
            return self.push("_", "sym", pos, pos + 1)
        if self.script[pos] == "k":
            run = pos
            while run < len(self.s) and self.script[run] == "k":
                run += 1
            return self.katakana(pos, run)
        return None

    def particle(self, pos: int) -> str:
        return next((p for p in _PARTICLES if self.s.startswith(p, pos)), "")

    def word(self, pos: int, found: Found) -> int:
        end, feats, entries = found
        entries = sorted(entries, key=lambda e: _PRIORITY.get(e.kind, 99))
        first = entries[0]
        if first.kind in "MJK":
            entries = [e for e in entries if e.kind != "A"]
        slip = self.lex.slips.get(self.s[pos:end])
        fix = self.lex.nouns[slip].word if slip is not None and slip in self.lex.nouns else ""
        return self.push(first.kind, first.val, pos, end, feats=feats, alts=tuple(entries), fix=fix)

    def katakana(self, a: int, b: int) -> int:
        """A whole katakana run: known words without a rest, a slip of one word, or unknown as a whole."""
        whole = self.s[a:b]
        if whole in self.lex.slips:
            right = self.lex.nouns[self.lex.slips[whole]]
            return self.push(right.kind, right.val, a, b, fix=right.word, alts=(right,))
        cut = self.cut(a, b, 0)
        if cut is not None:
            for pos, found in cut:
                self.word(pos, found)
            return cut[-1][1][0]
        end = b
        while end < len(self.s) and self.script[end] == "c" and end - b < 4:  # カカト落 …
            end += 1
        near = self.near(whole) if len(whole) >= 3 else None
        if near is not None:
            word, entry = near
            return self.push(entry.kind, entry.val, a, b, fix=word, alts=(entry,))
        return self.push("?", "", a, b)

    def cut(self, a: int, b: int, depth: int) -> list[tuple[int, Found]] | None:
        if a >= b:
            return []
        if depth > 6:
            return None
        found = self.longest(a)
        if found is None or found[0] <= a:
            return None
        rest = self.cut(found[0], b, depth + 1)
        if rest is None or found[0] - a < 2:
            return None
        return [(a, found), *rest]

    def near(self, word: str) -> tuple[str, Entry] | None:
        """The one word of the lexicon within one edit, if there is exactly one meaning."""
        if len(word) < 3 or len(word) > 24:
            return None
        right = self.lex.slips.get(word)
        if right is not None and right in self.lex.nouns:
            entry = self.lex.nouns[right]
            return entry.word, entry
        hits = {}
        for entry in _neighbours(word):
            hits[(entry.kind, entry.val)] = entry
        if len(hits) == 1:
            entry = next(iter(hits.values()))
            return entry.word, entry
        return None

    # -- English ----------------------------------------------------------------------------------
    def latin(self, pos: int) -> int | None:
        words = _latin_words(self.s, pos, 7)
        fixed: list[tuple[str, str]] = []
        for k, (word, stop) in enumerate(words):
            right = _english_slip(word)
            if right is not None:
                fixed.append((word, right))
                words[k] = (right, stop)
        first = words[0][0]
        end = words[0][1]
        best: tuple[int, list[Entry]] | None = None
        for phrase, entry in self.lex.english.get(first, ()):
            size = len(phrase)
            if size <= len(words) and all(words[i][0] == phrase[i] for i in range(size)):
                stop = words[size - 1][1]
                if best is None:
                    best = (stop, [entry])
                elif stop == best[0]:
                    best[1].append(entry)
        japanese = self.longest(pos)
        if (
            japanese is not None
            and japanese[0] > (best[0] if best else 0)
            and (japanese[0] >= end or not self.s[japanese[0]].isascii())
        ):
            return self.word(pos, japanese)
        for marker in (
            "as soon as",
            "as long as",
            "so long as",
            "even if",
            "even when",
            "the moment",
            "every time",
            "each time",
            "only if",
            "only when",
        ):
            if (
                len(words) >= len(marker.split())
                and [w for w, _e in words[: len(marker.split())]] == marker.split()
                and (best is None or best[0] <= words[len(marker.split()) - 1][1])
            ):
                return self.push("e", marker, pos, words[len(marker.split()) - 1][1])
        if first in _ENGLISH_GLUE and (best is None or best[0] <= end):
            return self.push(
                "e", first, pos, end, surf=first, fix=first if fixed and fixed[0][1] == first else ""
            )
        if best is not None:
            entries = tuple(sorted(best[1], key=lambda e: _PRIORITY.get(e.kind, 99)))
            used = self.s[pos : best[0]]
            fix = next((right for wrong, right in fixed if wrong in used), "")
            surf = used
            for wrong, right in fixed:
                surf = surf.replace(wrong, right)
            return self.push(entries[0].kind, entries[0].val, pos, best[0], alts=entries, fix=fix, surf=surf)
        if first in NUMBER_WORDS:
            return self.push("N", first, pos, end, num=float(NUMBER_WORDS[first]))
        if first in FRACTIONS and first != "fifth":
            return self.push("fr", first, pos, end, num=FRACTIONS[first])
        if first in ORDINALS:
            return self.push("od", first, pos, end, num=float(ORDINALS[first]))
        if japanese is not None and japanese[0] >= end:
            return self.word(pos, japanese)
        return self.push("?", "", pos, end)


_ENGLISH_GLUE: Final = frozenset(
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
_LATIN: Final = re.compile(r"[a-z%][a-z']*|\d+%?")


def _latin_words(s: str, pos: int, count: int) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    while len(words) < count:
        m = _LATIN.match(s, pos)
        if m is None:
            break
        word = m.group()
        if word.endswith("'s") and word not in (
            "he's",
            "it's",
            "that's",
            "opponent's",
            "second's",
            "one's",
            "else's",
        ):
            words.append((word[:-2], m.end()))
        else:
            words.append((word.rstrip("'"), m.start() + len(word.rstrip("'"))))
        pos = m.end()
        if (pos < len(s) and s[pos] in " -" and pos + 1 < len(s) and s[pos + 1].isalnum()) or (
            s[pos : pos + 1] == "\n" and False
        ):
            pos += 1
        else:
            break
    return words


@cache
def _english_words() -> tuple[frozenset[str], dict[str, set[str]]]:
    """Every English word of the lexicon, and the words that lose one letter to each key."""
    words = {w for rows in lexicon().english.values() for phrase, _e in rows for w in phrase}
    words |= (
        set(NUMBER_WORDS)
        | set(ORDINALS)
        | set(FRACTIONS)
        | set(_ENGLISH_GLUE)
        | {"soon", "long", "even", "moment", "time", "only"}
    )
    table: dict[str, set[str]] = {}
    for word in words:
        if len(word) >= 3:
            for i in range(len(word)):
                table.setdefault(word[:i] + word[i + 1 :], set()).add(word)
    return frozenset(words), table


@cache
def _english_slip(word: str) -> str | None:
    """The one word of the lexicon within one edit of an unknown word, or None."""
    words, table = _english_words()
    if word in words or len(word) < 4 or len(word) > 20 or not word.isalpha():
        return None
    slip = lexicon().slips.get(word)
    if slip is not None:
        return slip
    hits = set(table.get(word, ()))
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


@cache
def _deletes() -> dict[str, list[tuple[str, Entry]]]:
    table: dict[str, list[tuple[str, Entry]]] = {}
    for word, entry in lexicon().nouns.items():
        if len(word) < 3 or entry.kind not in "ALSXMQTGJFU" or (word.isascii() and len(word) < 4):
            continue
        for i in range(len(word)):
            table.setdefault(word[:i] + word[i + 1 :], []).append((word, entry))
    return table


def _neighbours(word: str) -> Iterable[Entry]:
    """Words of the lexicon one edit away (one letter more, less or other)."""
    table = _deletes()
    nouns = lexicon().nouns
    for _w, entry in table.get(word, ()):
        yield entry
    for i in range(len(word)):
        shorter = word[:i] + word[i + 1 :]
        if len(shorter) >= 3 and shorter in nouns and nouns[shorter].kind in "ALSXMQTGJFU":
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
    for entry in _neighbours(word):
        return entry.word
    best: tuple[int, str] | None = None
    for noun, entry in lexicon().nouns.items():
        if entry.kind in "AL" and len(noun) >= 2:
            common = _common_tail(noun, word)
            if common >= 2 and (best is None or common > best[0]):
                best = (common, entry.word)
    return best[1] if best else None


def _common_tail(a: str, b: str) -> int:
    n = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        n += 1
    return n


def _merge_unknown(toks: list[Tok], script: list[str]) -> list[Tok]:
    """Glue an unknown kanji or katakana piece to the word it touches: 虎砲+拳 is one unknown word."""
    out: list[Tok] = []
    for tok in toks:
        prev = out[-1] if out else None
        if prev is not None and prev.b == tok.a:
            left, right = script[prev.b - 1], script[tok.a]
            touching = left in "ck" and right in "ck"
            if tok.kind == "?" and prev.kind == "?":
                out[-1] = Tok("?", "", prev.a, tok.b, surf=prev.surf + tok.surf)
                continue
            if touching and prev.kind == "?" and tok.kind in "ALSV" and not prev.fix:
                out[-1] = Tok("?", "A", prev.a, tok.b, surf=prev.surf + tok.surf, feats=tok.feats)
                continue
            if touching and tok.kind == "?" and prev.kind in "AL" and not prev.verb:
                out[-1] = Tok("?", "A", prev.a, tok.b, surf=prev.surf + tok.surf)
                continue
        out.append(tok)
    return out


def _named_spells(toks: list[Tok], text: Text) -> list[Tok]:
    """Cast Daze: the capitalised words behind "cast" are the name of a spell."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        tok = toks[i]
        out.append(tok)
        i += 1
        if not (tok.is_("A", "cast") and tok.surf.isascii()):
            continue
        k = i
        while k < len(toks) and (
            toks[k].kind == "sp"
            or (text.cut(toks[k].a, toks[k].b)[:1].isupper() and toks[k].surf[:1].isalpha())
        ):
            k += 1
        while k > i and toks[k - 1].kind == "sp":
            k -= 1
        words = [t for t in toks[i:k] if t.kind != "sp"]
        if words:
            out.append(Tok("sp!", text.cut(words[0].a, words[-1].b), words[0].a, words[-1].b, surf="spell"))
            i = k
    return out


def lex(text: Text) -> list[Tok]:
    """The tokens of `text` (spaces dropped unless they separate Latin words, brackets not yet nested)."""
    lexer = _Lexer(text)
    toks = lexer.run()
    return _named_spells(_merge_unknown(toks, lexer.script), text)
