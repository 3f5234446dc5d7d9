"""Folded text -> tokens, longest match first, every character in exactly one token.

A token keeps all the meanings its words have; the parsers choose by context. Katakana and kanji runs are
never cut so that a part of an unknown word passes for a known one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from budosim.ai.lexer_latin import (
    Latin,
)
from budosim.ai.matcher import PARITY, Found
from budosim.ai.normalise import Text, mark
from budosim.ai.regroup import merge_unknown, named_spells
from budosim.ai.slips import (
    nearest,
    neighbours,
)
from budosim.ai.spellcraft import spellcraft
from budosim.ai.tokens import Tok
from budosim.ai.words import Entry

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


class _Lexer(Latin):
    # -- one Japanese word ------------------------------------------------------------------------

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

    def step(self, pos: int) -> int | None:
        ch = self.s[pos]
        if ch in _STRAY and 0 < pos < len(self.s) - 1 and {self.script[pos - 1], self.script[pos + 1]} <= set("hkca"):
            return self.push("?", "A", pos, pos + 1)  # a sign inside a word
        if ch.isspace() and ch != "\n":
            return self.push("sp", ch, pos, pos + 1)
        arrow = _ARROW.match(self.s, pos)
        if arrow is not None:
            return self.push(">", ">", pos, arrow.end())
        if ch == "ー" and self.out and self.out[-1].b == pos and self.script[pos - 1] == "h":
            return self.push("_", "drawn", pos, pos + 1)  # なーって
        answer = self.answer(pos)
        if answer is not None:
            return self.push("yn", answer[0], pos, answer[1])
        number = mark(ch)
        if number is not None:
            return self.push("mk", str(number), pos, pos + 1, num=float(number))
        if ch == "半" and not self.s.startswith("半々", pos) and not self.s.startswith("半分ず", pos):
            size = next(n for w, n in (("半分", 2), ("半減", 2), ("半", 1)) if self.s.startswith(w, pos))
            found = self.longest(pos)
            if found is None or found[0] <= pos + size:
                return self.push("fr", "half", pos, pos + size, num=0.5)
        if ch == "<" and re.compile(r"<[^<>\n0-9]{1,16}>").match(self.s, pos):
            whole = self.s[pos : self.s.index(">", pos) + 1]
            named = self.lex.nouns.get(whole)
            if named is not None and named.kind in "HA":
                return self.push(named.kind, named.val, pos, pos + len(whole), alts=(named,))
            self.push("b", "<", pos, pos + 1)
            self.closing.add(self.s.index(">", pos))
            return pos + 1
        for word, kind in PARITY:
            if (
                self.s.startswith(word, pos)
                and (
                    kind not in ("oki", "goto", "bun", "gap")
                    or (self.out and (self.out[-1].kind in "NUL" or (kind == "goto" and self.out[-1].verb)))
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
        times = _TIMES.match(self.s, pos)
        if times is not None and self.out and any(t.has("A") for t in self.out[-2:]):
            self.push("N", times.group(1), pos, times.end(), num=float(times.group(1)))  # ロー×２, punch x2
            return self.push("U", "blow", times.end(), times.end(), alts=(Entry("U", "blow"),))
        if self.script[pos] == "a" and ch.isascii():
            return self.latin(pos)
        found = self.longest(pos)
        num = self.number(pos)
        if num is not None and _NTH.match(self.s, num[0]) and num[1] == int(num[1]):
            return self.push("od", self.s[pos : num[0] + 2], pos, num[0] + 2, num=num[1])  # 2nd
        if (
            num is not None
            and (found is None or found[0] <= num[0])
            and not (ch == "千" or (ch == "-" and found))
        ):
            return self.push("N", self.s[pos : num[0]], pos, num[0], num=num[1])
        if num is not None and found is not None and self.s.startswith("分の", num[0]) and not (num[0] > found[0]):
            return self.push("N", self.s[pos : num[0]], pos, num[0], num=num[1])  # 五分の一
        if num is not None and found is not None and self.after_unit() and all(e.kind in "M" for e in found[2]):
            return self.push("N", self.s[pos : num[0]], pos, num[0], num=num[1])  # 4ターンに|1|度
        if found is not None:
            if self.script[pos] == "k":
                run = pos
                while run < len(self.s) and self.script[run] == "k":
                    run += 1
                if found[0] < run:
                    return self.katakana(pos, run)
            particle = self.particle(pos)
            if particle and (
                (found[0] <= pos + len(particle) and all(e.kind in "P_" for e in found[2]))
                or (not self.can_start(found[0]) and self.goes_on(pos + len(particle)))
            ):
                return self.push("P", particle, pos, pos + len(particle))
            return self.word(pos, found)
        particle = self.particle(pos)
        if particle:
            return self.push("P", particle, pos, pos + len(particle))
        if (
            ch == "."
            and 0 < pos < len(self.s) - 1
            and self.s[pos - 1].isalpha()
            and self.s[pos + 1].isalpha()
            and self.s[pos - 1].isascii()
            and self.s[pos + 1].isascii()
        ):
            return self.push("_", "dot", pos, pos + 1)  # opponent.stunned
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

    def after_unit(self) -> bool:
        """Whether a unit and に stand before: ４ターンに１度."""
        return (
            len(self.out) > 1 and self.out[-1].surf in ("に", "につき", "ごとに", "毎に") and self.out[-2].has("U")
        )

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
        for word in ("のみ", "だけ"):  # ジャブノミ
            known = self.cut(a, b - len(word), 0) if whole.endswith(word) and len(whole) > 3 else None
            if known:
                for pos, found in known:
                    self.word(pos, found)
                return self.push("M", "only", b - len(word), b)
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
        if len(word) < 3 or len(word) > 24 or word[0] in _INNER:
            return None
        right = self.lex.slips.get(word)
        if right is not None and right in self.lex.nouns:
            entry = self.lex.nouns[right]
            return entry.word, entry
        hits = {}
        for entry in neighbours(word):
            hits[(entry.kind, entry.val)] = entry
        if len(hits) == 1:
            entry = next(iter(hits.values()))
            return entry.word, entry
        return None

    # -- English ----------------------------------------------------------------------------------


_TIMES: Final = re.compile(r"[x×]\s?(\d{1,2})(?![\d.%a-z])")
_NTH: Final = re.compile(r"(?:st|nd|rd|th)(?![a-z])")
_ARROW: Final = re.compile(r"-+>|={2,}>|=>(?!\s*\d)")
_STRAY: Final = frozenset("*#@$^\\`_")
_INNER: Final = frozenset("ぁぃぅぇぉっゃゅょゎーん")  # letters no word begins with


def lex(text: Text) -> list[Tok]:
    """The tokens of `text` (spaces dropped unless they separate Latin words, brackets not yet nested)."""
    lexer = _Lexer(text)
    toks = lexer.run()
    return spellcraft(named_spells(merge_unknown(toks, lexer.script), text), text)


__all__ = ["Tok", "lex", "nearest"]
