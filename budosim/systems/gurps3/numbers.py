"""The one reader of numbers people type: any width, any minus, circled, raised and written in kanji."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

MINUS_SIGNS = "-−－‐‑‒–—―﹣ｰー⁻₋▲△"
"""Signs that stand for a minus before a number; U+2212 and U+30FC stay as they are under NFKC."""

_PLUS_SIGNS = "+＋⁺₊﹢"
_RAISED = re.compile(r"[0-9０-９][²³¹⁰-⁹₀-₉]|[②-⑳][0-9]|[0-9][①-⑳]")
_UNIT = re.compile(r"\s*(?:c\.?p\.?|点|歳|才|cm|センチ|kg|キロ|レベル|level|lv\.?)$", re.IGNORECASE)
_PLAIN = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}")
_FRACTION = re.compile(r"(?:([0-9]{1,6})\s*)??([0-9]{1,6})\s*[⁄/]\s*([0-9]{1,6})")
_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "壱": 1, "弐": 2, "参": 3, "両": 2}
_TENS = {"十": 10, "拾": 10, "百": 100, "千": 1000}


def read_number(text: str) -> Decimal | None:
    """The number written in `text`, or None when it is not one (or not surely one).

    Full-width and circled digits, every minus sign in use, `½`, kanji numbers and a unit after the number
    are understood; a raised digit after another (3²) is not guessed at.
    """
    raw = text.strip()
    if not raw or len(raw) > 40 or _RAISED.search(raw):
        return None
    sign, body = _split_sign(raw)
    halves = body.replace("½", " 1/2")
    plain = unicodedata.normalize("NFKC", halves).strip()
    plain = _UNIT.sub("", plain).strip()
    value = _read_plain(plain)
    if value is None:
        return None
    return -value if sign < 0 else value


def _split_sign(raw: str) -> tuple[int, str]:
    if raw[0] in MINUS_SIGNS:
        return -1, raw[1:].strip()
    if raw[0] in _PLUS_SIGNS:
        return 1, raw[1:].strip()
    return 1, raw


def _read_plain(plain: str) -> Decimal | None:
    if _PLAIN.fullmatch(plain):
        return Decimal(plain)
    fraction = _FRACTION.fullmatch(plain)
    if fraction:
        whole, top, bottom = (int(part or 0) for part in fraction.groups())
        return None if bottom == 0 else whole + Decimal(top) / Decimal(bottom)
    return _read_kanji(plain)


def _read_kanji(plain: str) -> Decimal | None:
    if not plain or any(c not in _DIGITS and c not in _TENS for c in plain):
        return None
    if not any(c in _TENS for c in plain):
        return Decimal("".join(str(_DIGITS[c]) for c in plain))
    total, digit = 0, None
    last_unit = 10_000
    for c in plain:
        if c in _DIGITS:
            if digit is not None:
                return None
            digit = _DIGITS[c]
        else:
            if _TENS[c] >= last_unit:
                return None
            last_unit = _TENS[c]
            total += (1 if digit is None else digit) * last_unit
            digit = None
    return Decimal(total + (digit or 0))
