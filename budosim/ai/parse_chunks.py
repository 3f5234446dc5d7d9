"""An order clause, cut at its links into chunks."""

from __future__ import annotations

from budosim.ai.chunk import Chunk
from budosim.ai.lexer import Tok
from budosim.ai.order_items import (
    REACTIONS,
)


def _goes_on(cur: list[Tok]) -> bool:
    """タックルで倒し、 / ジャブを放ち、: what comes next follows it."""
    if cur and cur[-1].form == "te" and cur[-1].is_("V", "do") and cur[-1].surf.startswith(TAKES):
        return True  # 腕を取りにいって、
    if not cur or cur[-1].form != "renyo" or cur[-1].neg or not cur[-1].verb:
        return False
    last = cur[-1]
    if last.is_("S", "mkdown") or last.is_("V", "switch"):
        return True
    return last.is_("V", "do") and not last.surf.startswith(("使", "つか", "用い", "混ぜ", "まぜ", "交え", "織り"))


def _done_to_him(cur: list[Tok]) -> bool:
    """Grapple him, throw him: one deed after the other."""
    if cur and cur[-1].is_("S", "mkdown") and " " in cur[-1].surf:
        return True
    return bool(cur) and cur[-1].surf in ("him", "her", "them") and any(t.has("A") and t.surf.isascii() for t in cur)


def chunks(toks: list[Tok]) -> list[Chunk]:
    """Cut an order clause at its links."""
    out: list[Chunk] = []
    cur: list[Tok] = []
    link = ""

    def cut(nxt: str) -> None:
        nonlocal cur, link
        if any(t.kind not in "_P," for t in cur):
            out.append(Chunk(cur, link))
            cur, link = [], nxt
        else:
            cur = []
            link = nxt if not out or nxt != "," else link or nxt

    for i, tok in enumerate(toks):
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if out and out[-1].toks and out[-1].toks[-1] is tok:
            continue  # a bracket taken with the verb in front of it
        if tok.is_("A", "retreat") and tok.form == "te" and nxt is not None and (nxt.get("A") or "") in REACTIONS:
            cur.append(Tok("A", "retreat", tok.a, tok.b, frozenset({"while_"}), surf=tok.surf))  # 下がってかわす
            continue
        if tok.is_("A", "retreat") and tok.nominal and nxt is not None and nxt.is_("V", "do") and "while_" in nxt.feats:
            cur.append(
                Tok("A", "retreat", tok.a, nxt.b, frozenset({"while_"}), surf=tok.surf)
            )  # ステップバックしながら
            continue
        if (
            tok.is_("V", "do")
            and "while_" in tok.feats
            and cur
            and cur[-1].is_("A", "retreat")
            and "while_" in cur[-1].feats
        ):
            continue
        if tok.kind == "," and nxt is not None and nxt.surf == "which":
            continue
        if (
            tok.surf == "and"
            and nxt is not None
            and nxt.get("A") in REACTIONS
            and any(t.get("A") in REACTIONS for t in cur)
        ):
            cut(",")
        elif (
            tok.surf == "and"
            and any(t.kind in ("tc", "fq") for t in cur)
            and any(t.has("A") for t in cur)
            and _timed(toks[i + 1 :])
        ):
            cut(",")  # I sweep on odd turns and punch on even turns
        elif tok.surf == "and" and any(t.is_("V", "stop") for t in cur) and any(t.has("A") for t in cur):
            cut("stop")
        elif (
            tok.kind == ","
            and cur
            and all(t.is_("M", "not", "absolute") or t.kind in "_P" or t.has("W") for t in cur)
            and any(t.is_("M", "not") for t in cur)
        ):
            continue  # never, ever
        elif tok.kind == ",":
            cut("te" if _goes_on(cur) or _done_to_him(cur) else ",")
        elif tok.kind == ">":
            cut(">")
        elif (
            tok.kind == "P"
            and tok.surf in ("から", "からは")
            and cur
            and cur[-1].has("A")
            and not cur[-1].has("W")
            and nxt is not None
        ):
            cut("te")
        elif tok.is_("M", "then") and any(t.has("A") for t in cur):
            cut("then")
        elif tok.kind == "_" and tok.surf == "+" and any(t.has("A") for t in cur):
            cut("te")
        elif (
            tok.has("A")
            and not tok.has("L")
            and tok.form in ("te", "after", "while_", "renyo")
            and tok.feats
            and tok.verb
            and nxt is not None
            and not (tok.form == "renyo" and (nxt.kind not in (",", ">") and not (tok.neg)))
            and not (tok.get("A") == "retreat" and "while_" in tok.feats)
            and not (nxt.has("V") and nxt.is_("V", "be"))
        ):
            cur.append(tok)
            cut("neg" if tok.neg else "te")
        elif (tok.has("S") and tok.form == "te" and not tok.has("A")) or (
            tok.is_("X", "mkcrip") and tok.form == "after"
        ):
            cur.append(tok)
            cut("te")
        elif (
            tok.is_("V", "do") and tok.neg and tok.form == "renyo" and any(t.has("A") for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("neg")
        elif (
            tok.is_("V", "stop")
            and tok.form in ("te", "renyo")
            and nxt is not None
            and any(t.has("AL") for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("stop")
        elif (
            tok.kind in "_V"
            and tok.form == "after"
            and any(t.has("A") or t.kind in ("H", "sp!") for t in cur)
            and nxt is not None
        ):
            cur.append(tok)
            cut("te")
        elif (
            tok.has("V")
            and tok.form in ("te", "while_", "after")
            and tok.is_("V", "stop", "do", "ban", "aim", "hit", "switch", "less")
            and any(t.has("A") or t.kind == "sp!" for t in cur)
            and nxt is not None
            and any(t.has("AL") or t.kind == "sp!" for t in toks[i + 1 :])
        ):
            cur.append(tok)
            if nxt.kind == "(":  # フェイントを織り交ぜつつ（４ターンに１回）
                cur.append(nxt)
            cut("mix" if tok.form == "while_" else "stop" if tok.is_("V", "stop", "ban") else "te")
        else:
            cur.append(tok)
    if any(t.kind not in "_P," for t in cur):
        out.append(Chunk(cur, link))
    return out


def _timed(toks: list[Tok]) -> bool:
    """Whether an act and its turn or frequency stand in front of the next comma."""
    stop = next((k for k, t in enumerate(toks) if t.kind == ","), len(toks))
    return any(t.has("A") for t in toks[:stop]) and any(t.kind in ("tc", "fq") for t in toks[:stop])


TAKES = ("取る", "取り", "取れ", "取ろ", "取っ", "とる", "つかみ取", "掴み取", "取りに")
