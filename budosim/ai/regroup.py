"""Tokens put together again: unknown words that touch a known one, names of spells."""

from __future__ import annotations

from budosim.ai.normalise import Text
from budosim.ai.tokens import Tok


def merge_unknown(toks: list[Tok], script: list[str]) -> list[Tok]:
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


def _spell_next(toks: list[Tok], i: int) -> bool:
    while i < len(toks) and toks[i].kind == "sp":
        i += 1
    return i < len(toks) and toks[i].is_("A", "@spell") and toks[i].surf in ("spell", "spells")


def named_spells(toks: list[Tok], text: Text) -> list[Tok]:
    """Cast Daze: the capitalised words behind "cast" are the name of a spell."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        tok = toks[i]
        if tok.kind == "?" and text.cut(tok.a, tok.b)[:1].isupper() and _spell_next(toks, i + 1):
            out.append(Tok("sp!", text.cut(tok.a, tok.b), tok.a, tok.b, surf="spell"))  # the Fireball spell
            i += 1
            while not toks[i].is_("A", "@spell"):
                i += 1
            i += 1
            continue
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
