"""Coverage accounting: words that say something and left no trace in what was understood are reported.

Every token is used by a slot, stands in the filler list, or lies in a part reported as remark; what is left
over becomes W_IGNORED with its place. A trace is looked for in everything that was understood so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from budosim.ai.statements import Stmt
from budosim.ai.tokens import Tok

_SAME = {  # a word of the lexicon -> what it may have become
    "down": ("down", "standing", "getup"),
    "standing": ("standing", "down"),
    "mkdown": ("down", "takedown", "throw", "sweep"),
    "mounting": ("pinned",),
    "holdstate": ("holding", "grappled"),
    "off": ("stunned",),
    "dying": ("hp",),
    "finish": ("stunned", "hp"),
    "landing": ("jump_kick",),
    "facing": ("behind", "front"),
    "behind": ("behind", "cmp"),
    "close": ("close", "dist", "approach"),
    "stunned": ("stunned", "recovered"),
    "allout": ("allout", "aoa"),
    "hurt": ("hurt", "hp", "@hurt"),
    "fresh": ("fresh", "hp", "fp"),
    "tired": ("tired", "fp"),
    "blind": ("blind", "eye"),
    "spell_on": ("spell_on", "cast"),
    "locked": ("locked", "hold"),
    "choked": ("choked", "choke"),
    "retreated": ("retreated", "retreat"),
    "slower": ("faster",),
    "short": ("tall",),
    "weaker": ("stronger", "st"),
    "heavy": ("heavy", "size"),
    "light_weight": ("light_weight", "size", "heavy"),
    "stronger": ("stronger", "st"),
    "faster": ("faster", "move"),
    "first": ("initiative",),
    "second": ("initiative",),
    "semifinal": ("semifinal", "final"),
    "eyes": ("eye",),
    "arms": ("arm",),
    "legs": ("leg",),
    "hands": ("hand",),
    "knees": ("knee",),
    "feet": ("foot",),
    "ears": ("ear",),
    "head": ("head", "high", "skull"),
    "torso": ("torso", "mid_kick"),
    "leg": ("leg", "low", "sweep", "limb", "kick", "foot"),
    "arm": ("arm", "limb", "punch"),
    "neck": ("neck", "choke"),
    "eye": ("eye",),
    "hand": ("hand", "arm"),
    "knee": ("knee", "leg", "limb"),
    "@crippled": ("@crippled", "crippled", "whole"),
}
_UNITS = ("turn", "times", "blow", "hex", "point", "act")


def _evidence(stmts: Iterable[Stmt]) -> str:
    return json.dumps([[s.full, s.do] for s in stmts], ensure_ascii=False)


def _numbers(stmts: Iterable[Stmt]) -> set[float]:
    """The numbers that are in the statements, and the lengths of their sequences."""
    found: set[float] = set()

    def walk(x: Any) -> None:
        if isinstance(x, dict):
            for key, value in x.items():
                if key == "seq":
                    found.update(range(len(value) + 1))
                walk(value)
        elif isinstance(x, list):
            for y in x:
                walk(y)
        elif isinstance(x, int | float) and not isinstance(x, bool):
            found.update((x, x - 1, x + 1, round(1 / x, 2) if x else 0, round(1 - x, 2)))

    for s in stmts:
        walk(s.full)
        walk(s.do)
    return found


def _idle(tok: Tok, flat: list[Tok], i: int, said: str) -> bool:
    """Words whose trace has another form: the 目 of 二発目, HP that falls, 二度 with "the same place"."""
    nxt = flat[i + 1] if i + 1 < len(flat) else None
    if tok.kind == "L" and (
        tok.val in ("@high", "@low", "one.R", "one.L") or (i and flat[i - 1].has("U")) or "@limb" in said
    ):
        return True
    if tok.kind == "S" and tok.has("AVQ"):
        return True
    if tok.is_("S", "down") and any(t.has("Q") for t in flat):
        return True
    if tok.is_("S", "standing") and '"down"' in said:
        return True  # the branch that is left
    return (
        tok.kind == "N"
        and nxt is not None
        and nxt.is_("U", "times")
        and ("@last_hit" in said or '["last", "me"' in said)
    )


def _words(toks: list[Tok]) -> Iterable[Tok]:
    for tok in toks:
        if tok.kind == "(":
            yield from _words(tok.kids)
        else:
            yield tok


def left_over(sentences: list[list[Tok]], stmts: list[Stmt], told: Iterable[tuple[int, int]]) -> Iterable[Tok]:
    """The tokens of the sentences that say something and left no trace."""
    said, numbers = _evidence(stmts), _numbers(stmts)
    covered = {at for a, b in told for at in range(a, b)}
    for toks in sentences:
        yield from _left(toks, said, numbers, covered)


def _left(toks: list[Tok], said: str, numbers: set[float], covered: set[int]) -> list[Tok]:
    flat = list(_words(toks))
    out: list[Tok] = []
    for i, tok in enumerate(flat):
        if (tok.a in covered and tok.b - 1 in covered) or _idle(tok, flat, i, said):
            continue
        if tok.kind == "N":
            unit = flat[i + 1].get("U") if i + 1 < len(flat) else None
            if unit not in _UNITS or tok.num in (0, 1):
                continue
            if tok.num not in numbers:
                out.append(tok)
        elif tok.kind in "LTGES" and not tok.has("AVX" if tok.kind != "S" else "A"):
            forms = _SAME.get(tok.val, (tok.val,))
            if not any(form in said for form in (*forms, tok.val)):
                out.append(tok)
        elif tok.kind in ("sp!", "H") and json.dumps(tok.val, ensure_ascii=False)[1:-1] not in said:
            out.append(tok)
    return out
