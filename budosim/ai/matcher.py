"""The longest word of the lexicon at a place of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from budosim.ai import morph
from budosim.ai.normalise import Text
from budosim.ai.tokens import Tok
from budosim.ai.words import Entry, Lexicon, lexicon

PRIORITY: Final = {k: i for i, k in enumerate("ZOYHJKMAXSVQTGEDLFCUWNRP_")}


PARITY: Final = (
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


_KANJI_DIGITS: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")}


_KANJI_UNITS: Final = {"十": 10, "百": 100, "千": 1000}


_NATIVE: Final = {"ひとつ": 1, "ふたつ": 2, "みっつ": 3, "よっつ": 4, "いつつ": 5}


def script_of(ch: str) -> str:
    """The script of a character: h k c d a o."""
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


RENYO: Final = frozenset(("renyo",))


_DO: Final = Entry("V", "do", "vs", "する")


_COME: Final = Entry("V", "come", "kuru", "くる")


class Matcher:
    """Words, verb forms, particles and numbers at a place; what was read so far is in `out`."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.s = text.norm
        self.lex: Lexicon = lexicon()
        self.script = [
            script_of(unicodedata.normalize("NFKC", text.raw[i : i + 2])[:1] or " ") for i in text.starts
        ]
        self.out: list[Tok] = []
        self.cache: dict[tuple[int, int], list[Found]] = {}
        self.kana_only = not any(code == "h" for code in self.script)
        self.closing: set[int] = set()

    def boundary(self, i: int) -> bool:
        """Whether a written character begins at `i`."""
        return i <= 0 or i >= len(self.s) or self.text.starts[i] != self.text.starts[i - 1]

    def longest(self, pos: int) -> Found | None:
        """The longest reading at `pos` behind which the text can go on; the longest at all when none can."""
        found = self.readings(pos)
        return next((row for row in found if self.can_start(row[0])), found[0] if found else None)

    def can_start(self, pos: int) -> bool:
        """Whether some token can begin at `pos`."""
        if pos >= len(self.s) or self.script[pos] not in "hc":
            return True
        if self.script[pos] == "c" and pos and self.script[pos - 1] == "h" and script_of(self.s[pos]) == "c":
            return True  # a kanji behind kana: even an unknown word begins there
        counted = any(self.s.startswith(word, pos) for word, _kind in PARITY if not word[0].isascii())
        return counted or bool(self.readings(pos)) or bool(self.particle(pos)) or self.number(pos) is not None

    def readings(self, pos: int, limit: int = 40) -> list[Found]:
        """Every reading at `pos`, the longest first: (end, features, entries)."""
        key = (pos, len(self.out))
        known = self.cache.get(key)
        if known is not None:
            return known
        node = self.lex.trie
        ends: dict[int, list[tuple[Entry, frozenset[str]]]] = {}
        i, n = pos, min(len(self.s), pos + limit)
        for entry, end, feats in self.stemless(pos):
            if self.boundary(end):
                ends.setdefault(end, []).append((entry, feats))
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
                        found = (i, RENYO)
                    if found is None or (entry.cls == "vs" and found[0] == i):
                        continue
                    if entry.word == "な" and "caus" in found[1]:  # なら + せ…, never ならせ
                        continue
                assert found is not None
                if entry.kind == "T" and entry.cls and found[1] == RENYO:
                    continue  # 強く, 速く say how, not who
                if not self.boundary(found[0]) or not self.allowed(pos, found[0], entry):
                    continue
                ends.setdefault(found[0], []).insert(0, (entry, found[1]))
        made = [self.chosen(end, ends[end]) for end in sorted(ends, reverse=True)]
        self.cache[key] = made
        return made

    def chosen(self, end: int, found: list[tuple[Entry, frozenset[str]]]) -> Found:
        """The reading of equal length that counts, with the other meanings of the word."""
        rows = sorted(found, key=lambda row: PRIORITY.get(row[0].kind, 99))
        same = [
            feats for entry, feats in rows if entry.kind == rows[0][0].kind and entry.val == rows[0][0].val
        ]
        inflected = [f for f in same if f and f != RENYO]
        plain = any(not f for f in same)
        if inflected:
            feats = inflected[0]
        elif any(f == RENYO for f in same):
            feats = RENYO
            if plain:  # 受け, 投げ: a noun as well
                rows.sort(key=lambda row: (PRIORITY.get(row[0].kind, 99), bool(row[1])))
        else:
            feats = frozenset()
        return end, feats, [e for e, _f in rows]

    def inflected(self, i: int, cls: str) -> tuple[int, frozenset[str]] | None:
        """An inflection at `i` that does not run on into a katakana word (てから|ハイキック)."""
        limit = i
        top = min(len(self.s), i + 32)
        while limit < top and not (self.script[limit] == "k" and self.script[limit - 1] == "h"):
            if self.script[limit] == "c" and script_of(self.s[limit]) == "h":
                break  # a kanji folded to its reading is no inflection: 回|攻撃, never 回せ
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
        if (
            0 < b < len(self.s)
            and self.script[b] == self.script[b - 1] == "k"
            and entry.word
            and script_of(entry.word[-1]) == "h"
            and not entry.cls
        ):
            return False  # 以後|ハイキック, never 以後は
        if (
            entry.word
            and all(script_of(c) == "h" for c in entry.word)
            and any(self.script[i] == "k" and self.script[i - 1] == "h" for i in range(a + 1, b))
        ):
            return False  # あとは|ハイ, never あと+はハ+イ
        if (
            entry.word.startswith(("回避", "回し"))
            and entry.kind == "A"
            and self.out
            and self.out[-1].kind == "N"
            and self.out[-1].b == a
        ):
            return False  # ２回|避けられたら
        if (
            not entry.cls
            and any(self.script[i] == "k" and self.script[i - 1] == "h" for i in range(a + 1, b))
            and not any(script_of(c) == "k" for c in entry.word)
        ):
            return False  # １回は|ラリアット, never 腹
        if entry.word == "は捨て" and self.s.startswith("身", b - 1 if self.s[b - 1 : b] == "身" else a + 3):
            return False  # は|捨て身投げ
        if entry.word == "のみ" and self.s.startswith("みぞおち", a + 1):
            return False
        if (
            entry.val == "release"
            and self.script[a] == "h"
            and self.out
            and self.out[-1].nominal
            and self.out[-1].has("ALH")
        ):
            return False  # ローは|なし, never はなし
        if entry.kind in "_KJMFCP" and entry.word and all(script_of(c) == "h" for c in entry.word):
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
        """A number at `pos`: its end and value."""
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

    def push(self, kind: str, val: str, a: int, b: int, **more: object) -> int:
        """Append a token and return where it ends."""
        tok = Tok(kind, val, a, b, surf=self.s[a:b])
        for key, value in more.items():
            setattr(tok, key, value)
        self.out.append(tok)
        return b

    def particle(self, pos: int) -> str:
        """The particle at `pos`, or ""."""
        fits = [
            p
            for p in _PARTICLES
            if self.s.startswith(p, pos)
            and (self.kana_only or all(self.script[i] == "h" for i in range(pos, pos + len(p))))
        ]
        if len(fits) > 1:
            return next((p for p in fits if self.goes_on(pos + len(p))), fits[0])
        return fits[0] if fits else ""

    def goes_on(self, pos: int) -> bool:
        """Whether a word, a number or another particle stands at `pos`."""
        if pos >= len(self.s) or self.script[pos] not in "hkc":
            return True
        return (
            bool(self.readings(pos))
            or self.number(pos) is not None
            or any(self.s.startswith(p, pos) for p in _PARTICLES)
        )

    def word(self, pos: int, found: Found) -> int:
        """Append the token of a reading."""
        end, feats, entries = found
        entries = sorted(entries, key=lambda e: PRIORITY.get(e.kind, 99))
        first = entries[0]
        if first.kind in "MJK":
            entries = [e for e in entries if e.kind != "A"]
        slip = self.lex.slips.get(self.s[pos:end])
        fix = self.lex.nouns[slip].word if slip is not None and slip in self.lex.nouns else ""
        return self.push(first.kind, first.val, pos, end, feats=feats, alts=tuple(entries), fix=fix)
