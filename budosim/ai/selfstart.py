"""「自分から仕掛けない」 in all its wordings -> one token: who never attacks first."""

from __future__ import annotations

from budosim.ai.tokens import Tok

_LINKS = frozenset(["から", "からは", "に", "には", "は", "も", "で"])


def _starts(before: list[Tok]) -> int:
    """Where 自分から, 先に, こちらからは begins at the end of `before`, or -1."""
    i, seen, from_ = len(before), False, False
    while i:
        tok = before[i - 1]
        if tok.kind == "P" and tok.surf in _LINKS:
            from_ = from_ or tok.surf.startswith("から")
        elif tok.surf in ("先に", "先には", "先", "自ら", "自発的に", "先手", "真っ先に"):
            seen = True
        elif tok.is_("W", "me"):
            seen = seen or from_
        elif not (tok.is_("M", "absolute") or tok.is_("M", "priority") or tok.kind == "_"):
            break
        i -= 1
    return i if seen else -1


def _denied(toks: list[Tok], i: int) -> int:
    """How many tokens from `i` on say that no attack is made, or 0."""
    tok = toks[i]
    start = tok.is_("A", "attack") or tok.is_("V", "move")
    if start and tok.neg:
        return 1
    if not start or i + 2 >= len(toks) or toks[i + 1].surf not in ("こと", "事", "つもり", "気", "の"):
        return 0
    k = i + 2
    while k < len(toks) and (toks[k].kind == "P" or toks[k].is_("M", "absolute", "also")):
        k += 1  # 手を出すことは決してしない
    if k < len(toks) and (toks[k].is_("V", "nai") or (toks[k].is_("V", "do", "be") and toks[k].neg)):
        return k + 1 - i
    return 0


def rewrite(toks: list[Tok]) -> list[Tok]:
    """Replace such phrases by one token of the act noinit."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        used = _denied(toks, i)
        at = _starts(out) if used else -1
        if used and at >= 0:
            last = toks[i + used - 1]
            feats = last.feats - {"neg"} if last.feats else frozenset({"fin"})
            made = Tok("A", "noinit", out[at].a, last.b, feats=feats, surf="自分から仕掛けない")
            out[at:] = [made]
            i += used
            continue
        out.append(toks[i])
        i += 1
    return out
