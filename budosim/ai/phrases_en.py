"""Fixed English phrases of tokens -> one token each: frequencies, shares, turn numbers (as in `phrases`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from budosim.ai import vocab
from budosim.ai.lexer import Tok
from budosim.ai.phrases import between, phases

Maker = Callable[[list[Tok]], "Tok | None"]


def _code(tok: Tok) -> str:
    if tok.kind == "N":
        return "N"
    if tok.kind == "od":
        return "O"
    if tok.kind == "fr":
        return "H"
    if tok.kind == "e":
        return {
            "every": "e",
            "each": "e",
            "other": "r",
            "in": "i",
            "out": "u",
            "once": "c",
            "per": "p",
            "after": "a",
            "until": "l",
            "till": "l",
            "over": "v",
            "before": "b",
        }.get(tok.surf, "?")
    if tok.kind == "odd":
        return "x"
    if tok.kind == "even":
        return "y"
    if tok.kind == "sp":
        return "?"
    unit = tok.get("U")
    if tok.is_("A", "attack", "kick", "punch", "@strike") and unit is None:
        return "A"
    if tok.surf == "two attacks":
        return "B"
    if unit == "turn":
        return "T"
    if unit == "times":
        return "t"
    if unit == "act":
        return "S"
    if unit == "pct":
        return "%"
    if unit == "blow":
        return "A"
    if unit == "hex":
        return "h"
    if tok.surf in (
        "of",
        "a",
        "the",
        "about",
        "on",
        "from",
        "for",
        "roughly",
        "around",
        "approximately",
        "at",
        "out of",
        "or so",
        "an",
        "my",
        "his",
    ):
        return {"of": "f", "out of": "f", "from": "m", "for": "w"}.get(tok.surf, "_")
    if tok.surf in ("to", "through"):
        return "q"
    if tok.is_("A", *vocab.REACT) and unit is None:
        return "D"
    if tok.is_("M", "most"):
        return "M"
    if tok.surf in ("onward", "onwards") or (tok.is_("V", "cont") and tok.surf in ("on",)):
        return "o"
    if tok.is_("M", "aoa_double") and tok.surf == "twice":
        return "W"
    if tok.is_("M", "firstly"):
        return "F"
    if tok.kind in "-=":
        return tok.kind
    return "?"


def _span(kind: str, val: object, toks: list[Tok], num: float = 0.0) -> Tok:
    return Tok(kind, json.dumps(val), toks[0].a, toks[-1].b, num=num, surf=" ".join(t.surf for t in toks))


def _nums(toks: list[Tok]) -> list[int]:
    return [int(t.num) for t in toks if t.kind in ("N", "od")]


def _every(toks: list[Tok], n: int, m: int) -> Tok:
    codes = "".join(_code(t) for t in toks)
    unit = "turn" if "T" in codes else "action" if "S" in codes else "times"
    tok = _span("fq", ["every", n, m, unit], toks)
    tok.feats = frozenset(("cap",)) if "M" in codes else frozenset()
    return tok


def _part_of(toks: list[Tok]) -> Tok | None:
    """A third of my attacks: a share."""
    size = next(t for t in toks if t.kind in ("fr", "od"))
    value = size.num if size.kind == "fr" else round(1 / size.num, 2) if size.num > 2 else 0.0
    return _span("sh", "", toks, value) if value else None


def _nth(toks: list[Tok]) -> Tok | None:
    """The first attack of each turn: which of the attacks on me a defence is for."""
    if not any(t.is_("A", "attack") or t.is_("U", "blow") for t in toks):
        return None
    return _span("nth", ["==", (_nums(toks) or [1])[0]], toks)


_RULES: list[tuple[re.Pattern[str], Maker]] = [
    (re.compile(r"M?c?erT"), lambda t: _every(t, 2, 1)),
    (re.compile(r"er[AtS]"), lambda t: _every(t, 2, 1)),
    (re.compile(r"M?c?eO[TAtS]"), lambda t: _every(t, _nums(t)[0], 1)),
    (re.compile(r"M?c?eN[TAtS]"), lambda t: _every(t, _nums(t)[0], 1)),
    (re.compile(r"M?ci(?:_)?N[TAtS]?"), lambda t: _every(t, _nums(t)[0], 1)),
    (re.compile(r"WeN[TAtS]"), lambda t: _every(t, _nums(t)[0], 2)),
    (re.compile(r"N[TAtS]i(?:e)?N[TAtS]?"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"N[TAtS]u?f(?:e)?N[TAtS]?"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"Ni(?:e)?N[TAtS]?"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"Nu?f(?:e)?N[TAtS]?"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"Bu?[if](?:e)?N[TAtS]?"), lambda t: _every(t, _nums(t)[0], 2)),
    (re.compile(r"cpN[TAtS]"), lambda t: _every(t, _nums(t)[0], 1)),
    (re.compile(r"Nte?N[TAS]"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"NteN[TAtS]"), lambda t: _every(t, _nums(t)[1], _nums(t)[0])),
    (re.compile(r"cp?_?T"), lambda t: None),
    (re.compile(r"_?y"), lambda t: _span("tc", ["every", 2], t)),
    (re.compile(r"_?x"), lambda t: _span("tc", ["not", ["every", 2]], t)),
    (re.compile(r"MTN"), lambda t: _span("tc", ["turn", "<=", _nums(t)[0]], t)),
    (re.compile(r"_?[HO]f_*A"), _part_of),
    (re.compile(r"mTN"), lambda t: _span("tc", ["turn", ">=", _nums(t)[0]], t)),
    (re.compile(r"m_?OTo?"), lambda t: _span("tc", ["turn", ">=", _nums(t)[0]], t)),
    (re.compile(r"mTNo"), lambda t: _span("tc", ["turn", ">=", _nums(t)[0]], t)),
    (re.compile(r"aTN"), lambda t: _span("tc", ["turn", ">", _nums(t)[0]], t)),
    (re.compile(r"aNT"), lambda t: _span("tc", ["turn", ">", _nums(t)[0]], t)),
    (re.compile(r"_?_?TN[q-]N"), lambda t: _span("tc", between(*_nums(t)[:2]), t)),
    (re.compile(r"wNT"), lambda t: _span("dur", "", t, t[1].num)),
    (re.compile(r"lTN"), lambda t: _span("tc", ["turn", "<=", _nums(t)[0]], t)),
    (re.compile(r"bTN"), lambda t: _span("tc", ["turn", "<", _nums(t)[0]], t)),
    (re.compile(r"w_?[OF]NT"), lambda t: _span("tc", ["turn", "<=", _nums(t)[-1]], t)),
    (re.compile(r"[i_]_?[OF]NT"), lambda t: _span("tc", ["turn", "<=", _nums(t)[-1]], t)),
    (re.compile(r"_?[OF]NT"), lambda t: _span("tc", ["turn", "<=", _nums(t)[-1]], t)),
    (re.compile(r"_?_?OT"), lambda t: _span("tc", ["turn", "==", _nums(t)[0]], t)),
    (re.compile(r"_?_?FT"), lambda t: _span("tc", ["turn", "==", 1], t)),
    (re.compile(r"_?T=N"), lambda t: _span("tc", ["turn", "==", _nums(t)[0]], t)),
    (re.compile(r"_?TN"), lambda t: _span("tc", ["turn", "==", _nums(t)[0]], t)),
    (re.compile(r"_?_?[OF]S"), lambda t: _span("tc", ["sub", "==", (_nums(t) or [1])[0]], t)),
    (re.compile(r"_?_?[OF]A(?:[fei_]*T)?"), _nth),
    (re.compile(r"N%"), lambda t: _span("sh", "", t, t[0].num / 100)),
]


def rewrite(toks: list[Tok]) -> list[Tok]:
    """Replace the fixed phrases; brackets are rewritten inside too."""
    for tok in toks:
        if tok.kind == "(":
            tok.kids = rewrite(tok.kids)
    toks = _distances(toks)
    codes = "".join(_code(t) for t in toks)
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        best: tuple[int, Tok] | None = None
        for pattern, make in _RULES:
            m = pattern.match(codes, i)
            if m and (best is None or m.end() > best[0]):
                made = make(toks[i : m.end()])
                if made is not None:
                    best = (m.end(), made)
        if best is not None:
            out.append(best[1])
            i = best[0]
            continue
        if codes[i] == "N" and codes[i + 1 : i + 3] == "-N" and toks[i].num + toks[i + 2].num in (100, 10):
            out += [toks[i], Tok("-", "-", toks[i].b, toks[i + 2].a, surf="-"), toks[i + 2]]
            i += 3
            continue
        out.append(toks[i])
        i += 1
    return phases(_heights(out))


def _distances(toks: list[Tok]) -> list[Tok]:
    """At distance 2 (or more): a condition in front of its order."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        tok = toks[i]
        if tok.surf == "at distance" and i + 1 < len(toks) and toks[i + 1].kind == "N":
            sign = toks[i + 2].get("C") if i + 2 < len(toks) else None
            last = toks[i + 2] if sign else toks[i + 1]
            out.append(_span("tc", ["dist", sign or "==", int(toks[i + 1].num)], [tok, toks[i + 1], last]))
            i += 3 if sign else 2
            continue
        out.append(tok)
        i += 1
    return out


def _heights(toks: list[Tok]) -> list[Tok]:
    """Low and high kicks: two kinds of kick."""
    kinds = {
        "low": "low_kick",
        "middle": "mid_kick",
        "mid": "mid_kick",
        "high": "high_kick",
        "front": "front_kick",
        "side": "side_kick",
    }
    out = list(toks)
    for i in range(len(out) - 2):
        tok, link, kick = out[i : i + 3]
        if tok.surf in kinds and link.surf in ("and", "or") and (kick.get("A") or "") in kinds.values():
            out[i] = Tok("A", kinds[tok.surf], tok.a, tok.b, surf=tok.surf + " kicks")
    return out
