"""What stands beside the name of a spell: how much energy it gets, and that it is a defence.

《石弾》を３点で撃つ and Cast Fireball with 3 energy say the energy; 《鉄腕》で受ける says that the spell meets
the blow. Both are settled on the tokens, so that the rest of the reader sees one word. Source: magic M §10.1.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Final

from budosim.ai.normalise import Text
from budosim.ai.tokens import Tok

_MOST: Final = r"(?:最大限?|目一杯|めいっぱい|全力)(?:の?(?:エネルギー|魔力|力))?"
_SPENT: Final = r"を?(?:使って|込めて|つぎ込んで|注いで|費やして)"
_FREE: Final = r"(?<![\d残りがはと力点労PpＰ])"
_BEFORE: Final = (
    re.compile(rf"{_MOST}(?:で|{_SPENT})$"),
    re.compile(rf"(?:エネルギー|魔力)を?(\d+)点?(?:で|の|{_SPENT})$"),
    re.compile(rf"疲労点?を?(\d+)点?{_SPENT}$"),
    re.compile(rf"{_FREE}(\d+)点(?:分)?(?:で|の|{_SPENT})$"),
)
_AFTER: Final = (
    re.compile(rf"[をに]?{_MOST}で"),
    re.compile(rf"[をに]?(?:エネルギー|魔力)?(\d+)点(?:の(?:エネルギー|魔力))?(?:で|分|{_SPENT})"),
    re.compile(
        r"(?:spell )?(?:with|for|at|using) (?:(\d+)|full|maximum|max|all)(?: (?:points?|energy|power))+(?: of energy)?",
        re.IGNORECASE,
    ),
)
_REACH: Final = 24
_BY: Final = re.compile(r"[をに]?(?:使って)|で|を使い|を唱えて")
_FOR_DEFENCE: Final = re.compile(r"(?:防御|守り|受け)(?:には|に|は)$")
_USED: Final = re.compile(r"(?:を(?:使う|使います|用いる|唱える|かける|張る))?(?=[。、．，\s]|$)")
_GUARDS: Final = ("parry", "dodge", "all_out_def", "jump_back", "riposte")
_NAMELESS: Final = re.compile(r"(?:防御|瞬間)(?:の)?(?:呪文|魔法)(?:で|を使って)")
_GOES_ON: Final = ("fin", "te", "renyo", "after", "while_")


def _cut(text: Text, a: int, b: int) -> str:
    """The text as written, digits and letters made plain, when that keeps its length."""
    raw = text.cut(max(a, 0), b)
    plain = unicodedata.normalize("NFKC", raw)
    return plain if len(plain) == len(raw) else raw


def _energy(toks: list[Tok], i: int, text: Text) -> tuple[int, int, str]:
    """Where the words for a spell's energy begin and end around it, and the energy ("" when nothing is said)."""
    tok = toks[i]
    before = _cut(text, tok.a - _REACH, tok.a)
    for form in _BEFORE:
        found = form.search(before)
        if found is not None:
            return tok.a - len(found[0]), tok.b, (found[1] if form.groups else "") or "max"
    after = _cut(text, tok.b, tok.b + 2 * _REACH)
    space = len(after) - len(after.lstrip(" "))
    for form in _AFTER:
        found = form.match(after, space)
        if found is not None:
            return tok.a, tok.b + found.end(), (found[1] if form.groups else "") or "max"
    return tok.a, tok.b, ""


def _with_energy(toks: list[Tok], text: Text) -> list[Tok]:
    out = list(toks)
    i = 0
    while i < len(out):
        if out[i].kind == "sp!" and not out[i].energy:
            a, b, energy = _energy(out, i, text)
            if energy:
                spell = replace(out[i], a=a, b=b, energy=energy)
                out = [t for t in out[:i] if t.b <= a] + [spell] + [t for t in out[i + 1 :] if t.a >= b]
                i = out.index(spell)
        i += 1
    return out


def _guard(toks: list[Tok], i: int, text: Text) -> tuple[int, int, Tok] | None:
    """The tokens that say a spell is a defence: the first, the one behind the last, and what they mean."""
    spell = toks[i]
    j = i + 1
    while j < len(toks) and toks[j].kind in ("P", "sp"):
        j += 1
    between = _cut(text, spell.b, toks[j].a if j < len(toks) else spell.b)
    if j < len(toks) and toks[j].is_("A", *_GUARDS) and toks[j].form in _GOES_ON and _BY.fullmatch(between):
        verb = toks[j]
        return i, j + 1, Tok("A", "parry", spell.a, verb.b, verb.feats, surf=verb.surf, aid=spell)
    start = _FOR_DEFENCE.search(_cut(text, spell.a - 6, spell.a))
    used = _USED.match(_cut(text, spell.b, spell.b + _REACH))
    if start is not None and used is not None:
        a, b = spell.a - len(start[0]), spell.b + used.end()
        k = next(n for n, t in enumerate(toks) if t.b > a)
        m = next((n for n, t in enumerate(toks) if t.a >= b), len(toks))
        return k, m, Tok("A", "parry", a, b, frozenset({"fin"}), surf="受ける", aid=spell)
    return None


def _with_guard(toks: list[Tok], text: Text) -> list[Tok]:
    out = list(toks)
    i = 0
    while i < len(out):
        if out[i].kind == "sp!":
            found = _guard(out, i, text)
            if found is not None:
                first, behind, meant = found
                out[first:behind] = [meant]
                i = first
        i += 1
    return out


def _english(toks: list[Tok], text: Text) -> list[Tok]:
    """Parry with the spell Iron Arm, meet blows with Iron Arm: the words in capitals behind it are a spell."""
    out = list(toks)
    for i, tok in enumerate(toks):
        if not tok.is_("A", *_GUARDS) or not tok.surf.isascii():
            continue
        found = re.match(
            r"(?P<met>(?: (?:them|attacks?|blows?|hits?|punch(?:es)?|kicks?|every|everything|all|any|the))*) "
            r"(?:with|using|by) (?:the )?(?:spell )?(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)*)(?: spell)?"
            r"(?=[.,;]|$| +(?:and|if|when|whenever)\b)",
            _cut(text, tok.b, tok.b + 4 * _REACH),
        )
        if found is None:
            continue
        a, b = tok.b + found.start("name"), tok.b + found.end("name")
        if not any(t.kind in ("?", "sp!") for t in toks if a <= t.a < b):
            continue  # Counter with Judo: no spell
        end = tok.b + found.end()
        spell = Tok("sp!", text.cut(a, b), a, b, surf="spell")
        meant = Tok("A", "parry", tok.a, tok.b, tok.feats, surf=tok.surf, aid=spell)
        met = [t for t in toks if tok.b <= t.a < tok.b + found.end("met")]
        behind = [t for t in toks if t.a >= end]
        return [*out[:i], meant, *met, *_english(behind, text)]
    return out


def _nameless(toks: list[Tok], text: Text) -> list[Tok]:
    """防御呪文で受ける names no spell: an order to cast without a name is refused by whoever places it."""
    out = list(toks)
    for i, tok in enumerate(toks):
        found = _NAMELESS.match(_cut(text, tok.a, tok.a + 2 * _REACH)) if tok.kind in "A?" else None
        verb = next((t for t in toks[i:] if found is not None and t.a >= tok.a + found.end()), None)
        if verb is not None and verb.is_("A", *_GUARDS):
            meant = Tok("A", "cast", tok.a, verb.b, verb.feats, surf="唱える")
            return [*out[:i], meant, *(t for t in toks[i + 1 :] if t.a >= verb.b)]
    return out


def spellcraft(toks: list[Tok], text: Text) -> list[Tok]:
    """The tokens with energy and defence by spell settled."""
    toks = _english(toks, text)
    if any(t.kind == "sp!" for t in toks):
        toks = _with_guard(_with_energy(toks, text), text)
    return _nameless(toks, text)


__all__ = ["spellcraft"]
