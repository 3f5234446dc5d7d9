"""What stands where in an English sentence: settings, amounts, deeds, orders."""

from __future__ import annotations

from budosim.ai.lexer import Tok


def content(toks: list[Tok]) -> bool:
    """Whether anything but glue stands there."""
    return any(t.kind not in "_P,e" for t in toks)


def ordering(toks: list[Tok]) -> bool:
    """Whether tokens can order something."""
    return any(
        t.has("AL")
        or t.kind in ("fq", "sp!", "sh", "H", "?")
        or t.is_("M", "ordinary", "freeact", "defensive", "aoa")
        or t.is_("V", "keepdist")
        or (t.is_("V", "do") and t.surf in ("fight", "fights"))
        or t.is_("Q", "cp")
        for t in toks
    )


def complete(toks: list[Tok]) -> bool:
    """Whether a condition says enough to stand by itself."""
    return any(
        t.has("SXTGE")
        or t.has("C")
        or t.kind in ("fr", "tc")
        or t.is_("V", "hit", "miss", "fail", "ok", "come", "move", "suffer", "reach", "ahead", "behind_")
        or t.is_("D", "far", "near")
        or t.kind == "sp!"
        for t in toks
    )


def amount_first(toks: list[Tok], i: int) -> int:
    """Where an amount that stands in front of its order ends (under a quarter | I give up), or 0."""
    if not toks[i].is_("C", "<", "<=", ">", ">=") or toks[i].surf in ("more", "less", "fewer", "at least", "at most"):
        return 0
    k = i + 1
    while (
        k < len(toks)
        and k < i + 8
        and (toks[k].kind in ("fr", "N", "sh", "_") or toks[k].is_("Q", "hp", "fp") or toks[k].surf == "my")
    ):
        k += 1
    amount = any(t.kind in ("fr", "sh") or t.is_("Q", "hp", "fp") for t in toks[i:k])
    starts = k < len(toks) and (toks[k].surf in ("i", ",") or (toks[k].has("A") and not toks[k].has("L")))
    return k if amount and starts else 0


def measure(toks: list[Tok], i: int) -> bool:
    """Whether an amount of HP or fatigue begins at `i` as a condition without a word for if."""
    starts = toks[i].is_("C", "<", "<=", ">", ">=") or (
        toks[i].surf == "at" and i + 1 < len(toks) and toks[i + 1].kind in ("fr", "_", "sh", "N")
    )
    near = toks[i : i + 8]
    stop = next((k for k, t in enumerate(near) if t.kind in (",", ":") or t.has("A")), len(near))
    near = near[:stop]
    amount = any(t.kind in ("fr", "N", "sh", "od") for t in near)
    return starts and amount and any(t.is_("Q", "hp", "fp") for t in near)


def ends_at(toks: list[Tok], i: int) -> bool:
    """Whether the clause is over at `i`."""
    return i >= len(toks) or toks[i].kind in (",", ":", ".")


def last_order(cur: list[Tok]) -> tuple[list[Tok], list[Tok]]:
    """What stands before the last "and" or comma, and what stands behind it."""
    for k in range(len(cur) - 1, 0, -1):
        if (cur[k].kind == "," or cur[k].surf in ("and", "but")) and ordering(cur[k + 1 :]):
            return cur[:k], cur[k + 1 :]
    return [], cur


def setting(cur: list[Tok]) -> bool:
    """In the final, / On the ground, / Early on: what holds for the order behind it."""
    words = [t for t in cur if t.kind not in "_P,e" and not t.has("W") and not t.is_("V", "be")]
    if not words or any(t.is_("M", "not") or t.is_("S", "mkdown") for t in words):
        return False
    if not all(t.has("TGESDU") or t.kind in ("tc", "N", "od") or t.has("C") for t in words):
        return False
    if any(t.is_("U", "hex") for t in words) and any(t.kind == "N" for t in words):
        return True
    return any(t.has("TGED") or t.kind == "tc" or (t.has("S") and not t.has("A")) for t in words)


def setting_next(toks: list[Tok], i: int) -> bool:
    """Whether what stands behind a comma sets the scene of another order: …, at long range kick."""
    stop = next(
        (k for k in range(i, len(toks)) if toks[k].kind in ",:" or (toks[k].has("A") and not toks[k].has("STGD"))), 0
    )
    return i < stop and stop < len(toks) and setting(toks[i:stop]) and placed(toks[i:stop])


def kind_next(toks: list[Tok], i: int) -> bool:
    """Whether a kind of opponent stands next as who gets what: …, a karateka gets thrown."""
    near = [t for t in toks[i : i + 4] if t.kind != "_"]
    return len(near) > 1 and near[0].has("T") and near[1].is_("V", "be", "become")


def placed(cur: list[Tok]) -> bool:
    """Whether a setting stands where one is put in front of an order."""
    if cur[0].surf in ("on my feet", "on the ground", "on the mat", "standing", "while standing", "in the clinch"):
        return True
    scene = any(t.has("GD") or t.kind == "tc" or t.is_("U", "hex") for t in cur)
    return scene and (cur[0].kind in ("_", "e", "tc", "G", "U", "N") or cur[0].has("D"))


def his_deed(cur: list[Tok]) -> bool:
    """He kicks: a deed of the opponent and no more."""
    words = [t for t in cur if t.kind not in "_,"]
    return (
        len(words) == 2
        and words[0].is_("W", "opp")
        and words[0].surf in ("he", "she", "opponent")
        and words[1].has("A")
    )


def happening(cur: list[Tok]) -> bool:
    """Three misses in a row: an event told as a noun."""
    counted = any(t.kind == "N" for t in cur) and any(t.is_("M", "rowm") or t.is_("U", "times", "blow") for t in cur)
    return counted and any(t.is_("V", "miss", "hit", "fail", "ok") for t in cur) and not any(t.has("W") for t in cur)


def against(toks: list[Tok], i: int) -> bool:
    """Whether a kind of opponent stands behind against."""
    return any(t.has("T") for t in toks[i + 1 : i + 5])


def nothing_left(toks: list[Tok], i: int) -> bool:
    """Whether no order can follow."""
    return not any(t.has("AL") for t in toks[i:])


def list_goes_on(toks: list[Tok], i: int, body: list[Tok]) -> bool:
    """A comma inside a list of states or parts (down, stunned or held)."""
    rest = toks[i + 1 : i + 4]
    return (
        bool(rest) and any(t.surf in ("or",) for t in rest) and rest[0].has("SXLT") and not rest[0].has("A")
    )
