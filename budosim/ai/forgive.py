"""Unknown words that stand in no order position: passed over with a warning instead of refusing the text.

Source: semantics 7 (E_UNKNOWN_WORD is a noun or verb in an order position). A word that could name the act,
its means or its target is never forgiven.
"""

from __future__ import annotations

from budosim.ai.slips import resembles
from budosim.ai.tokens import Tok

_ADJECTIVE = ("ing", "ed", "ly", "ful", "ous", "ive", "less", "ish", "est", "some")
_SAYING = "ALXSTGQBH"


def _says(toks: list[Tok]) -> bool:
    """Whether a part says something by itself."""
    return any(t.has(_SAYING) or t.has("C") or t.kind in ("fq", "sp!", "sh", "tc", "mk", "N") for t in toks)


def forgiven(tok: Tok, part: list[Tok], others: bool, *, english: bool) -> bool:
    """Whether an unknown word of `part` (what stands between two commas) may be passed over.

    Args:
        tok: the unknown word.
        part: the tokens of its part, itself included.
        others: the sentence has other parts that say something.
        english: whether the text is English.

    """
    if resembles(tok.surf):
        return False
    i = next(k for k, t in enumerate(part) if t is tok)
    after = part[i + 1 :]
    nxt = after[0] if after else None
    if any(t.is_("K", "node") for t in after) and not english:
        return True  # 〜するため、: a reason
    if not english:
        if nxt is not None and nxt.surf in ("の", "な") and len(after) > 1 and after[1].has("AL") and after[1].nominal:
            return True  # 正攻法の突き
        rest = [t for t in part if t is not tok]
        acting = any(t.is_("V", "do") for t in rest) or (
            part[-1].kind == "P" and part[-1].surf in ("で", "を", "に", "へ")
        )
        return others and not _says(rest) and not acting and not any(t.has("M") for t in rest)
    before = part[:i]
    if tok.surf.endswith("ly"):
        return True
    if nxt is not None and nxt.has("AL") and tok.surf.endswith(_ADJECTIVE) and before:
        return True  # a crunching low kick
    if any(t.surf in ("to", "so that") for t in before[-1:]) and any(t.has("A") for t in before) and not _says(after):
        return True  # spend a point to fix it
    return (
        others
        and not _says([t for t in part if t is not tok])
        and not any(t.is_("V", "do") or t.has("M") for t in part)
    )
