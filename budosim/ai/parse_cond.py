"""A condition clause (its tokens) -> a condition of bp/1, for both languages.

Slots are filled from the tokens: whose, which part, which act, what came of it, how many, how much, negated.
A "?" stands for a fighter the order decides (倒れたら: the opponent, but with 起きる it is I).
"""

from __future__ import annotations

from budosim.ai import voice
from budosim.ai.cond_acts import of_acts, of_counts, of_hold, of_results
from budosim.ai.cond_amounts import of_distance, of_kinds, of_quantities, of_turns, refuse_hidden
from budosim.ai.cond_deeds import his
from budosim.ai.cond_states import STATES, of_parts, of_states
from budosim.ai.cond_view import Cond, Context, View, amount, my_act, opp_act, settle
from budosim.ai.lexer import Tok
from budosim.ai.policy import negate


def parse(toks: list[Tok], ctx: Context, ctype: str) -> Cond | None:
    """The condition a clause states; None when it states none. Raises Refusal for what nobody can see."""
    toks = voice.mark([_spoken(t) for t in toks if t.kind not in ("sp", "q", "b")])
    parts = _split(toks)
    if len(parts) > 1:
        conds: list[Cond] = []
        ops: list[str] = []
        whose: Tok | None = None
        for op, part in parts:
            named = next((t for t in part if t.is_("W", "me", "opp")), None)
            amounts = any(t.has("Q") or t.kind in ("fr", "sh") for t in part)
            if named is None and whose is not None and amounts and op == "and":
                part = [whose, *part]  # he is stunned and under a quarter
            whose = named or whose
            cond = parse(part, ctx, ctype)
            if cond is None:
                if any(t.has("ASXLQTGDE") or t.kind in ("?", "N") for t in part) and not all(
                    t.has("W") or t.kind in "P_," for t in part
                ):
                    return None
                continue
            conds.append(cond)
            ops.append(op)
        if not conds:
            return None
        if len(conds) == 1:
            return conds[0]
        if ["recovered", "stunned"] in conds:
            return ["recovered", "stunned"]
        joined = conds[0]
        for op, cond in zip(ops[1:], conds[1:], strict=True):
            joined = [
                op,
                *(joined[1:] if joined[0] == op else [joined]),
                *(cond[1:] if cond[0] == op else [cond]),
            ]
        return joined
    return atom(View(toks), ctx, ctype)


def _spoken(tok: Tok) -> Tok:
    """《火球》 in a condition: my spell; ガード is a parry there."""
    guarded = tok.surf in ("がーど", "guard", "guards", "guarding") or (
        tok.surf.startswith("防が") and "pass" in tok.feats
    )
    if tok.is_("A", "all_out_def") and guarded:
        return Tok("A", "parry", tok.a, tok.b, tok.feats, surf=tok.surf)
    return Tok("A", "cast", tok.a, tok.b, surf=tok.surf) if tok.kind == "sp!" else tok


def _split(toks: list[Tok]) -> list[tuple[str, list[Tok]]]:
    """Alternatives (か, または, or) and conjunctions (て、, かつ, and) of a condition clause."""
    out: list[tuple[str, list[Tok]]] = []
    cur: list[Tok] = []
    op = "and"

    def cut(nxt: str) -> None:
        nonlocal cur, op
        if cur and any(t.has("ASXLQTGDEVHO") or t.kind in ("tc", "?", "N") for t in cur):
            out.append((op, cur))
            cur, op = [], nxt
        elif out or cur:
            op = nxt if out else op

    for i, tok in enumerate(toks):
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if (
            (tok.kind == "P" and tok.surf == "か" and nxt is not None)
            or (tok.is_("M", "also") and tok.surf in ("または", "もしくは", "あるいは", "or"))
            or (tok.surf == "either" and any(t.surf == "or" for t in toks[i:]))
            or tok.kind == "/"
        ):
            cut("or")
        elif (
            tok.kind == "P"
            and tok.surf in ("に", "で")
            and len(cur) == 1
            and cur[0].has("STG")
            and not cur[0].feats
            and any(t.verb and (t.has("AX") or t.is_("V", "hit", "suffer", "miss")) for t in toks[i + 1 :])
        ):
            cut("and")  # 詠唱中に攻撃されたら
        elif (
            tok.kind == ","
            and nxt is not None
            and cur
            and cur[-1].has("S")
            and cur[-1].nominal
            and not cur[-1].feats
            and nxt.has("S")
            and nxt.nominal
            and not nxt.feats
        ):
            cut("or")  # 転倒、朦朧
        elif tok.kind in ("&",) or (tok.kind == "_" and tok.surf in ("かつ", "and")) or tok.surf in ("but", "yet"):
            cut("and")
        elif (
            tok.has("SXDC")
            and tok.form in ("te", "renyo")
            and nxt is not None
            and tok.feats
            and not tok.has("A")
            and (nxt.kind == "," or nxt.has("WSXLQ"))
        ):
            cur.append(tok)
            if any(t.has("SXDC") for t in cur):
                cut("and")
        else:
            cur.append(tok)
    if cur:
        out.append((op, cur))
    return out


def atom(v: View, ctx: Context, ctype: str) -> Cond | None:
    """One simple condition."""
    held = of_hold(v)
    if held is not None:
        return held
    taken = v.first("V", "do")
    if (
        taken is not None
        and taken.surf.startswith(("取", "とっ"))
        and ctx.last_cond in (["state", "opp", "behind"], ["state", "me", "behind"])
        and not v.all("ALSXQ")
    ):
        behind: Cond = ["state", "opp" if "pass" in taken.feats else "me", "behind"]  # 取られたら…、取ったら…
        return negate(behind) if taken.neg else behind
    if any(t.surf in ("両方", "both") for t in v.toks) and v.all("S") and not v.who():
        state = STATES.get(v.all("S")[0].get("S") or "")
        if state is not None:
            return ["and", ["state", "me", state], ["state", "opp", state]]
    for step in (
        of_turns,
        refuse_hidden,
        of_quantities,
        of_kinds,
        of_counts,
        of_distance,
        of_parts,
        of_acts,
        of_results,
        of_states,
    ):
        cond = step(v, ctx, ctype)
        if cond is not None:
            return cond
    only_who = [t for t in v.toks if t.kind not in "_P," and not t.is_("M", "only") and not t.is_("V", "be")]
    if (
        len(only_who) == 1
        and only_who[0].is_("W", "me", "opp")
        and ctx.last_cond is not None
        and ctx.last_cond[0] == "state"
    ):
        return ["state", only_who[0].get("W"), ctx.last_cond[2]]
    return None


__all__ = ["Cond", "Context", "View", "amount", "atom", "his", "my_act", "opp_act", "parse", "settle"]
