"""Text as written -> text as matched, with a map back: every matched character knows where it stood.

NFKC (with half-width kana and their marks taken together), lower case, katakana to hiragana, dashes and
waves unified, native Japanese verbs and body words folded to their kana reading, so that 蹴る and ける or
脚 and 足 are one word. Names (in 《》 and 『』) are taken from the text as written, never from the folded
one.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

# One kanji of a native reading -> that reading. Applied to the lexicon and to the text alike.
_READINGS: Final = {
    "蹴": "け",
    "殴": "なぐ",
    "撲": "なぐ",
    "掴": "つか",
    "攫": "つか",
    "摑": "つか",
    "捉": "とら",
    "潰": "つぶ",
    "躱": "かわ",
    "避": "よ",
    "投": "な",
    "受": "う",
    "倒": "たお",
    "転": "ころ",
    "足": "あし",
    "脚": "あし",
    "肢": "あし",
    "腿": "もも",
    "腕": "うで",
    "首": "くび",
    "頸": "くび",
    "頚": "くび",
    "喉": "のど",
    "咽": "のど",
    "頭": "あたま",
    "顔": "かお",
    "腹": "はら",
    "膝": "ひざ",
    "肘": "ひじ",
    "肱": "ひじ",
    "指": "ゆび",
    "絞": "し",
    "締": "し",
    "壊": "こわ",
    "毀": "こわ",
    "離": "はな",
    "放": "はな",
    "狙": "ねら",
    "遠": "とお",
    "近": "ちか",
    "踵": "かかと",
    "顎": "あご",
    "鼠": "そ",
    "蹊": "けい",
    "径": "けい",
    "跳": "と",
    "飛": "と",
    "翔": "と",
    "踏": "ふ",
    "恐": "おそ",
    "鉤": "かぎ",
    "拳": "こぶし",
    "掌": "てのひら",
    "払": "はら",
    "捌": "さば",
    "逃": "に",
    "逸": "そ",
    "攻": "せ",
    "責": "せ",
    "寝": "ね",
    "躰": "体",
    "體": "体",
    "強靱": "強靭",
    "靱": "靭",
    "志": "思",
    "廻": "回",
    "捨": "す",
    "突": "つ",
    "隙": "すき",
    "沈": "しず",
    "止": "と",
}
_DASHES: Final = "‐‑‒–—―−﹣－⁃"
_WAVES: Final = "〜～∼∿"
_QUOTES: Final = {"“": '"', "”": '"', "’": "'", "‘": "'", "＇": "'"}
_ARROWS: Final = {
    "⇒": "→",
    "➡": "→",
    "➔": "→",
    "⇨": "→",
    "⟶": "→",
    "↓": "→",
    "▶": "→",
    "►": "→",
    "≫": "》",
    "≪": "《",
}
_CIRCLED: Final = {
    **{chr(0x2460 + i): i + 1 for i in range(20)},
    **{chr(0x2776 + i): i + 1 for i in range(10)},
    **{chr(0x24F5 + i): i + 1 for i in range(10)},
    **{chr(0x2474 + i): i + 1 for i in range(20)},
}
MARK_BASE: Final = (
    0xE000  # circled numbers become one private character each: a list mark, never a plain digit
)


@dataclass(frozen=True, slots=True)
class Text:
    """The text as written and as matched.

    Attributes:
        raw: as written.
        norm: as matched.
        starts: for each character of `norm`, where it begins in `raw`.
        ends: for each character of `norm`, where it ends in `raw`.
        plain: `norm` without the folding of readings and case: what is shown and taken for names.

    """

    raw: str
    norm: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, a: int, b: int) -> tuple[int, int]:
        """The half-open span in `raw` of the half-open span in `norm`."""
        if not self.norm:
            return (0, 0)
        if a >= len(self.norm):
            return (len(self.raw), len(self.raw))
        b = max(b, a + 1)
        return (self.starts[a], self.ends[min(b, len(self.norm)) - 1])

    def cut(self, a: int, b: int) -> str:
        """The text as written under the span [a, b) of `norm`."""
        low, high = self.span(a, b)
        return self.raw[low:high]


def _fold_char(ch: str, nfkc: str) -> str:
    out: list[str] = []
    for c in nfkc.lower():
        code = ord(c)
        if 0x30A1 <= code <= 0x30F6 and c != "ー":
            c = chr(code - 0x60)
        elif c in _DASHES:
            c = "-"
        elif c in _WAVES:
            c = "~"
        elif c in _QUOTES:
            c = _QUOTES[c]
        elif c in _ARROWS:
            c = _ARROWS[c]
        out.append(_READINGS.get(c, c))
    return "".join(out)


def _clusters(raw: str) -> list[tuple[int, int]]:
    """Each character with the marks that combine with it (ﾊ + ﾟ, か + combining voiced mark)."""
    found: list[tuple[int, int]] = []
    for i, ch in enumerate(raw):
        if (
            found
            and (ch in "ﾞﾟ\u3099\u309a" or unicodedata.combining(ch))
            and found[-1][1] == i
            and i - found[-1][0] < 8
        ):
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found


def read(raw: str) -> Text:
    """Normalise `raw`. Linear in its length."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for a, b in _clusters(raw):
        piece = raw[a:b]
        if piece in _CIRCLED:
            folded = chr(MARK_BASE + _CIRCLED[piece])
        elif piece == "…":
            folded = "…"
        else:
            folded = _fold_char(piece, unicodedata.normalize("NFKC", piece))
        for c in folded:
            if (
                c == "-"
                and chars
                and "\u3041" <= chars[-1] <= "\u3096"
                and piece in "‐－―—–−"
                and not raw[b : b + 1].isdigit()
            ):
                c = "ー"
            if c == "ー" and chars and chars[-1] == "ー":
                ends[-1] = b
                continue
            chars.append(c)
            starts.append(a)
            ends.append(b)
    return Text(raw, "".join(chars), tuple(starts), tuple(ends))


def fold(word: str) -> str:
    """A word of the lexicon in the form the text is matched in."""
    return read(word).norm


def mark(ch: str) -> int | None:
    """The number of a circled list mark, or None."""
    n = ord(ch) - MARK_BASE
    return n if 0 < n < 64 else None
