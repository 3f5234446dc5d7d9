"""English voices: "is parried", "gets thrown" -> the passive feature that Japanese verbs carry in their form."""

from __future__ import annotations

from budosim.ai.tokens import Tok

_HAVE = frozenset(("has", "have", "had", "'ve"))
_I_AM = frozenset(("i am", "i'm", "he's", "they're"))
_IRREGULAR = frozenset(["thrown", "swept", "struck", "held", "caught", "hit", "taken", "grabbed", "shot", "bent"])


def _participle(tok: Tok) -> bool:
    last = tok.surf.split()[0] if " " in tok.surf else tok.surf
    return tok.surf.isascii() and (last.endswith("ed") or last in _IRREGULAR)


def mark(toks: list[Tok]) -> list[Tok]:
    """The tokens with passives marked; tokens of other languages stay as they are."""
    out: list[Tok] = []
    passive = False
    for tok in toks:
        if (tok.is_("V", "be", "become") and tok.surf.isascii() and tok.surf not in _HAVE) or tok.surf in _I_AM:
            passive = True
        elif passive and tok.has("A") and not tok.has("S") and _participle(tok):
            tok = Tok(tok.kind, tok.val, tok.a, tok.b, tok.feats | {"pass"}, tok.alts, surf=tok.surf)
            passive = False
        elif tok.kind not in "_" and not tok.is_("M", "not", "always", "again"):
            passive = False
        out.append(tok)
    return out
