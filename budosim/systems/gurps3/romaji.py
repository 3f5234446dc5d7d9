"""Names in Latin letters for English pages and stories: as the sheet gives them, else from the reading in kana.

Hepburn as passports write it: long vowels are not marked, small tsu doubles, n stays n before b, m and p.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from budosim.systems.gurps3.story_words import shortened

if TYPE_CHECKING:
    from budosim.systems.gurps3.sheet import Entrant

_ROWS = {
    "": "あa いi うu えe おo ゔvu ゎwa ゐi ゑe をo んn",
    "k": "かa きi くu けe こo",
    "g": "がa ぎi ぐu げe ごo",
    "s": "さa しhi すu せe そo",
    "z": "ざa ずu ぜe ぞo づu",
    "j": "じi ぢi",
    "t": "たa つsu てe とo",
    "ch": "ちi",
    "d": "だa でe どo",
    "n": "なa にi ぬu ねe のo",
    "h": "はa ひi へe ほo",
    "f": "ふu",
    "b": "ばa びi ぶu べe ぼo",
    "p": "ぱa ぴi ぷu ぺe ぽo",
    "m": "まa みi むu めe もo",
    "y": "やa ゆu よo",
    "r": "らa りi るu れe ろo",
    "w": "わa",
}
SOUNDS = {cell[0]: head + cell[1:] for head, row in _ROWS.items() for cell in row.split()}
SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}
_LONG = re.compile(r"(?<=o)[ou]|(?<=u)u|-")
_KANA = re.compile(r"[ぁ-ゖー\s・＝]+")
_PARTED = re.compile(r"[\s・＝]+")


def _sound(before: str, small: str) -> str:
    """A syllable with a small letter after it: き+ゃ → kya, し+ゃ → sha, ふ+ぁ → fa, て+ぃ → ti."""
    stem = before[:-1] if before[-1:] in "aiueo" else before
    vowel = SMALL[small]
    if vowel[0] == "y":
        return stem + (vowel[1:] if stem.endswith(("sh", "ch", "j")) else vowel)
    return ("w" if stem == "" and before == "u" else stem) + vowel


def romanized(kana: str) -> str:
    """A word of kana in Latin letters, capitalised; "" when it holds anything else.

    >>> romanized("くが れん"), romanized("きょうごく まっちゃ"), romanized("おおだて"), romanized("ちゃん・ふぇん")
    ('Kuga Ren', 'Kyogoku Matcha', 'Odate', 'Chan Fen')
    """
    text = "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in unicodedata.normalize("NFKC", kana).strip())
    text = re.sub("う゛|う\\s?[\u3099\u309b]", "ゔ", text)
    if not text or not _KANA.fullmatch(text):
        return ""
    return " ".join(_word(word) for word in _PARTED.split(text) if word)


def _word(kana: str) -> str:
    sounds: list[str] = []
    double = False
    for letter in kana:
        if letter == "っ":
            double = True
        elif letter == "ー":
            sounds.append("-")
        elif letter in SMALL and sounds:
            sounds[-1] = _sound(sounds[-1], letter)
        elif (sound := SOUNDS.get(letter) or SMALL.get(letter)) is not None:
            sounds.append(("t" if sound.startswith("ch") else sound[:1]) + sound if double else sound)
            double = False
    return _LONG.sub("", "".join(sounds)).capitalize()


def _is_japanese(name: str) -> bool:
    return any("\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" for c in name)


def english_name(entrant: Entrant) -> tuple[str, str]:
    """The name in Latin letters and the part of it a story uses; empty where the sheet gives neither.

    `name_en` ends with the family name; a reading has it where the name has it.
    """
    if entrant.name_en:
        words = entrant.name_en.split()
        return entrant.name_en, words[1] if len(words) == 2 else entrant.name_en
    full = romanized(entrant.reading) if _is_japanese(entrant.name) else ""
    words, short = full.split(), shortened(entrant.name)
    if len(words) != 2 or short == entrant.name:
        return full, full
    return full, words[0] if entrant.name.startswith(short) else words[1]
