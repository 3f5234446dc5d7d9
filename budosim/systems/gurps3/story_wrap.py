"""Breaks text to a forum's width: full-width characters count two; no line begins or ends wrongly."""

from __future__ import annotations

import unicodedata

NOT_FIRST = frozenset(
    "、。，．,.・：；:;？！?!‼⁇⁈⁉ー～〜…‥—―"
    "」』）】〕〉》］｝)]}”’"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ"
)
"""Characters no line begins with."""
NOT_LAST = frozenset("「『（【〔〈《［｛([{“‘")
"""Characters no line ends with."""
TOGETHER = frozenset("…‥―—")
"""Characters that are not parted from their like."""
APOSTROPHES = "'’"
JOINERS = "\u200c\u200d"
NARROWEST = 4


def width_of(text: str) -> int:
    """Columns a text takes; a character that may be wide counts as wide."""
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def _pieces(text: str) -> list[str]:
    """What may not be torn apart: a character with its marks, a word of narrow letters, spaces apart."""
    pieces: list[str] = []
    for character in text:
        last = pieces[-1] if pieces else ""
        tied = bool(last) and (_columns(character) == 0 or last[-1] in JOINERS)
        word = (
            bool(last)
            and last[-1] != " "
            and character != " "
            and _columns(character) == 1 == _columns(last[-1])
        )
        # an English ending stays with the name it belongs to, whatever that is written in
        tied = tied or (bool(last) and character in APOSTROPHES and last[-1] != " ")
        alike = bool(last) and character in TOGETHER and last[-1] == character
        if tied or word or alike:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _cut(piece: str, width: int) -> list[str]:
    """A piece longer than a line, cut by columns."""
    if width_of(piece) <= width:
        return [piece]
    out = [""]
    for character in piece:
        if out[-1] and width_of(out[-1]) + _columns(character) > width:
            out.append("")
        out[-1] += character
    return out


def _may_break(before: str, after: str) -> bool:
    return before[-1] not in NOT_LAST and after[0] not in NOT_FIRST


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` columns; later lines begin with `indent`."""
    room = max(NARROWEST, width)
    if width_of(indent) > room - NARROWEST:
        indent = ""
    pieces = [part for piece in _pieces(text) for part in _cut(piece, room - width_of(indent))]
    lines: list[str] = []
    start = 0
    while start < len(pieces):
        lead = indent if lines else ""
        if lines and pieces[start] == " ":
            start += 1
            continue
        end, used = start, width_of(lead)
        while end < len(pieces) and used + width_of(pieces[end]) <= room:
            used += width_of(pieces[end])
            end += 1
        cut = end
        if end < len(pieces) and pieces[end] != " ":
            while cut > start and not _may_break(pieces[cut - 1], pieces[cut]):
                cut -= 1
            if not "".join(pieces[start:cut]).strip(" \u3000"):
                cut = end
        lines.append(lead + "".join(pieces[start:cut]).rstrip(" "))
        start = cut
    return lines or [""]
