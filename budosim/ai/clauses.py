"""A Japanese sentence -> its chain of clauses, split at connectives."""

from __future__ import annotations

from budosim.ai.clause_marks import (
    POINTERS,
    Clause,
    breaks,
    guarding,
    is_cap,
    is_order,
    is_times,
    is_topic,
    names_only,
    of_such,
    only_cond,
    peel_topic,
    states_only,
    tail_of,
    take_in,
    well,
)
from budosim.ai.lexer import Tok


def split(toks: list[Tok]) -> list[Clause]:
    """The clause chain of one sentence."""
    out: list[Clause] = []
    cur: list[Tok] = []

    def flush() -> None:
        nonlocal cur
        while cur and cur[-1].kind == ",":
            cur.pop()
        if any(t.kind not in "_P," for t in cur):
            out.append(Clause("order", cur))
        elif cur and out:
            pass
        cur = []

    def condition(ctype: str, upto: list[Tok]) -> None:
        nonlocal cur
        while upto and upto[0].kind == ",":
            upto = upto[1:]
        cut = None
        for k in range(len(upto) - 1, -1, -1):
            if upto[k].kind == "," and any(t.kind not in "_P," or t.form in ("tara", "ba") for t in upto[k + 1 :]):
                if is_topic(upto[:k]):
                    cut = k
                    break
                if is_order(upto[:k], any(c.kind == "cond" for c in out)):
                    cut = k
                    break
                if upto[k - 1].has("R") and upto[k - 1].kind != "P":
                    out.append(Clause("remark", upto[:k]))  # 投げられないことを第一に考え、
                    upto = upto[k + 1 :]
                    break
        if cut is not None:
            left = upto[:cut]
            out.append(Clause("topic" if is_topic(left) else "order", left))
            upto = upto[cut + 1 :]
        else:
            upto = peel_topic(upto, out)
        out.append(Clause("cond", upto, ctype))
        cur = []

    i, n = 0, len(toks)
    while i < n:
        tok = toks[i]
        nxt = toks[i + 1] if i + 1 < n else None
        if tok.surf == "then" and cur and any(t.surf == "if" for t in toks[:i]):
            condition("nara", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.has("G") and tok.surf.endswith("は") and not cur and nxt is not None and nxt.kind != ",":
            condition("nara", [tok])  # 予選では普通の突き
            i += 1
            continue
        j = tok.get("J")
        if tok.surf == "それまでに" and nxt is not None and nxt.has("L"):
            i += 1
            continue
        if j in POINTERS and not (
            tok.surf in ("残り", "のこり")
            and nxt is not None
            and nxt.kind in ("N", "fr", "sh")
            and not is_times(toks, i + 1)
        ):
            past = cur and cur[-1].verb and ("past" in cur[-1].feats)
            landed = bool(cur) and cur[-1].has("S") and cur[-1].nominal and tok.a == cur[-1].b  # 着地後は
            if j == "else" and tok.surf in ("後は", "あとは") and (past or landed):
                condition("igo", cur)
                i = take_in(toks, i + 1, out[-1])
                continue
            if j == "after" and not cur and out and out[-1].kind == "cond" and tok.surf.startswith("以"):
                out[-1].ctype = "igo"
                out[-1].latch = True
                i = take_in(toks, i + 1, out[-1])
                continue
            if j == "else" and cur and tok.surf in ("なければ",):
                condition("ba", [*cur, tok])
                i = take_in(toks, i + 1, out[-1])
                continue
            if (
                j == "after"
                and tok.surf.startswith("以")
                and cur
                and (cur[-1].kind in ("tc", "N") or cur[-1].verb or cur[-1].has("G"))
            ):
                condition("igo", cur)
                i = take_in(toks, i + 1, out[-1])
                continue
            if j == "fallback" and cur and cur[-1].surf in ("どっちも", "どちらも", "両方", "両方とも"):
                tail = tail_of(cur)
                cur = cur[: len(cur) - len(tail)]
                flush()
                condition("nara", tail)  # どっちもダメなら
                i = take_in(toks, i + 1, out[-1])
                continue
            if j == "fallback" and tok.has("X") and any(t.has("L") for t in tail_of(cur)):
                cur.append(Tok("X", "crip", tok.a, tok.b, frozenset({"neg", "ba"}), surf=tok.surf))  # 腕が使えなければ
                condition("ba", cur)
                i = take_in(toks, i + 1, out[-1])
                continue
            waiting = cur and (
                cur[-1].is_("A", "wait") or (cur[-1].is_("V", "do") and cur[-1].form in ("te", "concess"))
            )
            if j == "fallback" and waiting and any(t.kind in ("N", "dur") for t in tail_of(cur)):
                condition("nara", cur)  # ２ターン待ってもダメなら
                i = take_in(toks, i + 1, out[-1])
                continue
            if j == "fallback" and cur and cur[-1].kind == "P" and cur[-1].surf in ("が", "は", "も", "で"):
                cut = max((x for x, t in enumerate(cur) if t.kind == ","), default=-1)
                cur = cur[: max(cut, 0)]
            flush()
            out.append(Clause("j", [], j, mark=tok))
            i += 1
            while i < n and toks[i].kind in "P," and toks[i].surf in ("、", ",", "は", "も", "の", "に"):
                i += 1
            continue
        k = tok.get("K") if not tok.has("A") else None
        if k == "igo" and not cur:
            k = None
        if k == "igo" and cur[-1].surf == "の" and names_only(tail_of(cur)):
            cur[-1] = Tok(">", ">", tok.a, tok.b, surf="→")  # ロー3発のあとハイ
            i += 1
            continue
        if k in ("nara", "toki", "aida", "made", "igo", "mae", "tabi") and (cur or k == "nara"):
            if k == "made" and is_cap(cur):
                cur.append(tok)
                i += 1
                continue
            if k == "nara" and cur and cur[-1].is_("J", "this"):
                pass
            if k == "aida" and tok.surf in ("間に",) and (nxt is not None and nxt.kind == "N"):
                i += 1
                continue
            condition(k, cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if k == "node" and cur:
            cut = next((x for x in range(len(cur) - 1, -1, -1) if cur[x].kind == ","), -1)
            left, cur = cur[: max(cut, 0)], cur[cut + 1 :]
            if len(cur) > 2 and cur[0].has("A") and cur[0].nominal and cur[1].surf == "は" and not left:
                out.append(Clause("topic", cur[:1]))  # 目潰しは卑怯なので使わない
                cur = cur[2:]
            when = next(
                (
                    x
                    for x, t in enumerate(cur[:-1])
                    if t.kind in ("tc", "dur") and (cur[x + 1].kind == "P" or t.surf[-1:] in "はにで")
                ),
                -1,
            )
            if when >= 0:  # 最初の５ターンは…するために
                when += cur[when + 1].kind == "P"
                out.append(Clause("remark", cur[when + 1 :]))
                cur = cur[: when + 1]
                i += 1
                continue
            if left:
                held, cur2 = cur, left
                cur = cur2
                flush()
                cur = held
            elif out and out[-1].kind == "cond" and out[-1].ctype == "ba" and len(out) == 1:
                cur = [*out.pop().toks, *cur]  # …すれば勝ちなので、: all of it is the reason
            out.append(Clause("remark", cur))
            cur = []
            i += 1
            continue
        if tok.is_("K", "ga") or (
            tok.kind == "P"
            and tok.surf == "が"
            and cur
            and cur[-1].verb
            and cur[-1].form in ("fin", "past")
            and nxt is not None
            and nxt.kind == ","
        ):
            flush()
            i += 1
            continue
        if (
            tok.kind == "P"
            and tok.surf == "の"
            and nxt is not None
            and nxt.kind == "P"
            and nxt.surf in ("は", "も")
            and cur
            and cur[-1].has("AV")
            and cur[-1].verb
        ):
            out.append(Clause("topic", cur))
            cur = []
            i += 2
            continue
        if (
            tok.kind == "P"
            and tok.surf == "と"
            and cur
            and cur[-1].verb
            and cur[-1].form == "fin"
            and cur[-1].has("SXVAC")
            and (nxt is not None)
        ):
            condition("tara", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.kind == "e" and tok.surf == "if":
            i += 1
            continue
        if (
            tok.kind == "P"
            and tok.surf == "で"
            and cur
            and (
                cur[-1].has("C")
                or cur[-1].kind in ("fr", "sh")
                or cur[-1].is_("U", "point")
                or (cur[-1].kind == "N" and len(tail_of(cur)) == 1 and any(c.kind == "cond" for c in out))
            )
            and not any(t.has("A") for t in tail_of(cur))
            and (any(t.has("Q") for t in tail_of(cur)) or cur[-1].has("C") or cur[-1].kind == "N")
        ):
            condition("toki", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if (
            tok.kind == "("
            and only_cond(tok)
            and not any(t.has("ALVSXQTF") or t.kind in ("fq", "?") for t in tail_of(cur))
        ):
            tail = tail_of(cur)  # 隙あらば（相手が朦朧）
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("nara", tail)
            out[-1].paren.append(tok)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.kind == ">" and cur and states_only(cur):
            condition("nara", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.kind == "P" and tok.surf in ("から", "からは") and cur and cur[-1].has("G") and len(tail_of(cur)) == 1:
            condition("igo", cur)  # 準決勝からは
            i = take_in(toks, i + 1, out[-1])
            continue
        if (
            tok.is_("U", "turn")
            and cur
            and cur[-1].verb
            and cur[-1].form in ("fin", "past")
            and nxt is not None
            and nxt.surf in ("は", "に", "には", "では")
        ):
            condition("toki", cur)  # フェイントしてきたターンは
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.is_("M", "nextturn") and cur and cur[-1].verb and cur[-1].form in ("past", "fin"):
            condition("toki", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.verb and tok.form in ("tara", "ba") and nxt is not None and well(nxt):
            cur.append(tok)
            i += 2
            continue
        again = any(t.is_("M", "seq") and t.surf.startswith(("繰り返", "くりかえ", "繰返")) for t in toks[i + 1 :])
        mine = (
            tok.has("A")
            and tok.form == "tara"
            and not tok.feats & {"pass", "neg", "come"}
            and not any(t.has("WS") for t in tail_of(cur))
        )
        if again and mine and not out:
            cur += [
                Tok(tok.kind, tok.val, tok.a, tok.b, frozenset({"te"}), tok.alts, surf=tok.surf),
                Tok(",", ",", tok.b, tok.b, surf="、"),
            ]
            i += 1  # 腹を２回殴ったら顔を殴る、の繰り返し
            continue
        if tok.verb and tok.form in ("tara", "ba") and (tok.kind not in "M" or tok.is_("M", "lastmin")):
            if tok.is_("V", "nai") and not cur and not out:
                pass
            cur.append(tok)
            condition(tok.form, cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.verb and tok.form == "after" and i + 2 < n and toks[i + 1].surf == "で" and toks[i + 2].is_("V", "nai"):
            condition("unless", [*cur, tok])  # 当ててからでないと…ない
            i += 3
            while i < n and (toks[i].surf in ("と", "ば", "限り") or toks[i].kind == ","):
                i += 1
            continue
        struck = tok.is_("V", "suffer", "hit", "miss") or tok.has("XS") or "pass" in tok.feats
        if tok.verb and "concess" in tok.feats and struck and nxt is not None and not tok.is_("A", "wait"):
            tail = [*tail_of(cur), tok]  # 殴られても: nothing comes of it
            cur = cur[: len(cur) - len(tail) + 1]
            flush()
            out.append(Clause("remark", tail))
            i += 1
            continue
        named = next((t for k, t in enumerate(cur[:-1]) if t.has("A") and t.nominal and cur[k + 1].surf == "で"), None)
        if (
            tok.verb
            and tok.form == "after"
            and "caus" in tok.feats
            and named is not None
            and not any(t.has("W") for t in cur)
        ):
            cur.append(Tok("V", "do", tok.a, tok.b, tok.feats, surf="して"))  # 裏拳でひるませてから
            i += 1
            continue
        if (
            tok.verb
            and tok.form == "after"
            and tok.kind != "_"
            and (("since" in tok.feats) or not tok.has("A") or tok.is_("A", "attack"))
            and not (tok.is_("X", "mkcrip") and "pass" not in tok.feats and breaks(tail_of(cur)))
            and not (
                tok.is_("V", "do")
                and "since" not in tok.feats
                and any(t.has("A") or t.kind in ("sp!", "H") for t in cur)
            )
        ):
            cur.append(tok)
            condition("igo", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.is_("M", "lastmin") and tok.form == "after":
            cur.append(tok)
            condition("igo", cur)
            i = take_in(toks, i + 1, out[-1])
            continue
        if tok.surf == "上" and cur and cur[-1].verb and nxt is not None and nxt.kind == ",":
            flush()  # 柔道の技しか使わない上、
            i += 2
            continue
        if (
            tok.surf in ("番は", "番に", "番")
            and cur
            and cur[-1].verb
            and "past" in cur[-1].feats
            and cur[-1].has("AV")
        ):
            condition("toki", cur)  # 受けられた番は
            i = take_in(toks, i + 1, out[-1])
            continue
        tail = tail_of(cur)
        if nxt is not None and of_such(tail, tok):
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("nara", tail[:-1])
            out[-1].toks = [tail[-1], Tok("P", "が", tok.a, tok.b, surf="が"), *out[-1].toks]
            i = take_in(toks, i + 1, out[-1])
            continue
        if nxt is not None and guarding(tail, tok):
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("unless" if any(t.is_("M", "igai") for t in tail) else "nara", tail)
            i = take_in(toks, i + 1, out[-1])
            continue
        cur.append(tok)
        i += 1
    flush()
    return out


