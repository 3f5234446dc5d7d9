"""English words, and yes and no as answers."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from budosim.ai.matcher import PRIORITY, Matcher
from budosim.ai.slips import (
    ENGLISH_GLUE,
    FRACTIONS,
    NUMBER_WORDS,
    ORDINALS,
    english_slip,
)
from budosim.ai.words import Entry, bare

_ANSWERS: Final = {
    "はい": "yes", "yes": "yes", "y": "yes", "うん": "yes", "いいえ": "no", "いえ": "no", "no": "no", "n": "no",
    "o": "yes", "x": "no", "○": "yes", "×": "no", "真": "yes", "偽": "no", "true": "yes", "false": "no",
}  # fmt: skip


_FIRST: Final = frozenset(word[0] for word in _ANSWERS)


_ANSWER: Final = re.compile(
    "("
    + "|".join(sorted(map(re.escape, _ANSWERS), key=len, reverse=True))
    + r")(?=\s*(?:→|:|=>|-+>|-(?![a-z])|~|なら|だったら|の場合|、|,))"
)


_LATIN: Final = re.compile(r"[a-z%][a-z']*|\d+%?")


def _latin_words(s: str, pos: int, count: int) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    while len(words) < count:
        m = _LATIN.match(s, pos)
        if m is None:
            break
        word = m.group()
        if bare(word) != word:
            words.append((bare(word), m.end()))
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


class Latin(Matcher):
    """Latin words at a place of the text."""

    @cached_property
    def charted(self) -> bool:
        """Whether the text answers questions with both yes and no."""
        found = {_ANSWERS[m.group(1)] for m in _ANSWER.finditer(self.s) if self.begins(m.start())}
        return len(found) == 2

    def begins(self, pos: int) -> bool:
        """Whether a word can begin at `pos`: not inside a Latin or Japanese word."""
        before = self.s[pos - 1] if pos else " "
        return not before.isalnum() or (self.script[pos] == "a") != (self.script[pos - 1] == "a")

    def answer(self, pos: int) -> tuple[str, int] | None:
        """はい：, NO→ at `pos` in a text with both: which, and where it ends."""
        if self.s[pos] not in _FIRST:
            return None
        m = _ANSWER.match(self.s, pos)
        if m is None or not self.begins(pos) or not self.charted:
            return None
        if m.group(1) == "はい" and self.script[pos] != "h":
            return None  # ハイ
        return _ANSWERS[m.group(1)], m.end(1)

    def named(self, pos: int) -> bool:
        """Whether a Latin word is written as a name: a capital letter inside a sentence."""
        before = [t for t in self.out[-2:] if t.kind != "sp"]
        return self.text.cut(pos, pos + 1).isupper() and bool(before) and before[-1].kind in "VA_e"

    def latin(self, pos: int) -> int | None:
        """Read the longest English phrase, number word or glue at `pos`."""
        words = _latin_words(self.s, pos, 7)
        fixed: list[tuple[str, str]] = []
        for k, (word, stop) in enumerate(words):
            right = english_slip(word) if k or not self.named(pos) else None
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
            "in case",
            "the instant",
            "the minute",
            "the first time",
            "the next time",
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
        if first in ENGLISH_GLUE and (best is None or best[0] <= end):
            return self.push(
                "e", first, pos, end, surf=first, fix=first if fixed and fixed[0][1] == first else ""
            )
        if best is not None:
            entries = tuple(sorted(best[1], key=lambda e: PRIORITY.get(e.kind, 99)))
            if entries[0].kind == "M" and entries[0].val == "rowm":
                entries = entries[:1]  # twice running
            used = self.s[pos : best[0]]
            fix = next((right for wrong, right in fixed if wrong in used), "")
            surf = used
            for wrong, right in fixed:
                surf = surf.replace(wrong, right)
            return self.push(entries[0].kind, entries[0].val, pos, best[0], alts=entries, fix=fix, surf=surf)
        slip = {"surf": first, "fix": first if fixed and fixed[0][1] == first else ""}
        if first in NUMBER_WORDS:
            return self.push("N", first, pos, end, num=float(NUMBER_WORDS[first]), **slip)
        if first in FRACTIONS and first != "fifth":
            return self.push("fr", first, pos, end, num=FRACTIONS[first], **slip)
        if first in ORDINALS:
            return self.push("od", first, pos, end, num=float(ORDINALS[first]), **slip)
        if japanese is not None and japanese[0] >= end:
            return self.word(pos, japanese)
        return self.push("?", "", pos, end)
