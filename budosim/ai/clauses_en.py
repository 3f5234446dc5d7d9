"""An English sentence -> the same chain of clauses: conditions stand in front of the order they rule."""

from __future__ import annotations

import copy

from budosim.ai import vocab
from budosim.ai.clause_marks import Clause
from budosim.ai.clause_marks_en import (
    against,
    amount_first,
    complete,
    content,
    ends_at,
    happening,
    his_deed,
    kind_next,
    last_order,
    list_goes_on,
    measure,
    nothing_left,
    ordering,
    placed,
    setting,
    setting_next,
)
from budosim.ai.lexer import Tok

_MARKS = {
    "if": "nara",
    "when": "toki",
    "whenever": "toki",
    "while": "aida",
    "until": "made",
    "till": "made",
    "unless": "unless",
    "once": "tara",
    "after": "igo",
    "as soon as": "tara",
    "as long as": "aida",
    "so long as": "aida",
    "before": "mae",
    "vs": "nara",
    "versus": "nara",
    "against": "nara",
    "the moment": "tara",
    "in case": "nara",
    "the instant": "tara",
    "the minute": "tara",
    "the first time": "tara",
    "the next time": "tara",
    "every time": "tabi",
    "each time": "tabi",
    "only if": "nara",
    "only when": "toki",
    "provided": "nara",
    "even if": "even",
    "even when": "even",
    "because": "node",
    "since": "node",
}
_POINTERS = ("else", "elseopp", "after", "before", "unless", "fallback")


def split(toks: list[Tok]) -> list[Clause]:
    """The clause chain of one English sentence."""
    raw: list[tuple[Clause, bool]] = []  # clause, and whether it follows an order without a comma
    cur: list[Tok] = []
    comma_before = True
    i, n = 0, len(toks)

    def flush() -> None:
        nonlocal cur
        while cur and cur[-1].kind == ",":
            cur.pop()
        if content(cur):
            raw.append((Clause("order", cur), False))
        cur = []

    while i < n:
        tok = toks[i]
        word = tok.surf if tok.kind == "e" else ""
        if tok.surf == "should" and not content(cur) and i + 1 < n and toks[i + 1].has("W"):
            word = "if"  # Should he grab me, …
        if (
            tok.is_("V", "be", "become")
            and cur
            and setting(cur)
            and all(t.has("T") or t.has("W") or t.kind == "_" for t in cur)
        ) and i + 1 < n and toks[i + 1].has("A"):
            raw.append((Clause("cond", cur, "nara", mark=cur[0]), False))  # tall opponents get swept
            cur = []
            i += 1
            continue
        j = tok.get("J")
        if (
            j == "elseopp"
            and tok.surf.endswith("others")
            and cur
            and cur[-1].get("A") in vocab.REACT
            and ends_at(toks, i + 1)
        ):
            j = "else"  # I parry the first attack and dodge all others
        if j == "fallback" and i + 2 < n and toks[i + 1].kind == "N" and toks[i + 2].is_("U", "times"):
            flush()
            failing = Tok("V", "fail", tok.a, tok.b, surf="fails")
            raw.append(
                (Clause("cond", [failing, *toks[i + 1 : i + 3]], "nara", mark=tok), False)
            )  # if that fails three times
            i += 3
            while i < n and toks[i].kind in (",", ":"):
                i += 1
            continue
        if tok.surf == "in which case" and any(c.kind == "cond" for c, _x in raw):
            flush()
            before = next(c for c, _x in reversed(raw) if c.kind == "cond")
            raw.append((Clause("cond", copy.deepcopy(before.toks), "nara", mark=tok), False))
            i += 1 + (i + 1 < n and toks[i + 1].kind == ",")
            continue
        if j in _POINTERS and not (
            j == "else"
            and tok.surf in ("else", "anything else", "everything else")
            and cur
            and any(t.has("M") for t in cur)
        ):
            if (
                tok.surf == "then"
                and raw
                and raw[-1][0].kind == "cond"
                and not cur
                and not any(c.kind == "order" for c, _x in raw)
            ):
                i += 1
                continue
            behind = ends_at(toks, i + 1) and ordering(cur)
            if behind and j in ("else", "fallback"):  # and punch otherwise, dodge the rest
                left, cur = last_order(cur)
                held, cur = cur, left
                flush()
                cur = held
                raw.append((Clause("j", [], j or "", mark=tok), False))
                flush()
            else:
                flush()
                raw.append((Clause("j", [], j or "", mark=tok), False))
            comma_before = True
            i += 1
            while i < n and toks[i].kind in (",", ":"):
                i += 1
            continue
        if word == "while" and ordering(cur) and i + 1 < n and toks[i + 1].is_("A", "retreat") and ends_at(toks, i + 2):
            cur.append(Tok("A", "retreat", tok.a, toks[i + 1].b, frozenset({"while_"}), surf=toks[i + 1].surf))
            i += 2  # front kick while stepping back
            continue
        if (
            word in _MARKS
            and not (word in ("against", "vs", "versus") and cur and not against(toks, i))
            and not (word == "once" and i + 1 < n and toks[i + 1].kind in ("e", "U", ","))
        ):
            trailing = content(cur) and ordering(cur)
            if trailing and len(cur) > 1 and cur[-1].surf in ("and", "but") and not nothing_left(toks, i):
                cur = cur[:-1]  # …, and when he drops his guard …
                comma = True
            else:
                comma = bool(cur) and cur[-1].kind == ","
            adverb = [t for t in cur if t.is_("M", "only") and t.surf == "only"]
            if trailing and adverb and word in ("if", "when", "while", "as long as", "after", "once") and not comma:
                cur = [t for t in cur if t not in adverb]  # I only attack if …
                cur.append(Tok("M", "only", cur[-1].b, cur[-1].b, surf="only"))
            only = (bool(cur) and any(t.is_("M", "only") for t in cur[-1:])) or word.startswith("only")
            if only and cur and cur[-1].has("M"):
                cur = cur[:-1]
            if not trailing:
                cur = [t for t in cur if t.kind not in ("_", ",", "e")]
            flush()
            i += 1
            body: list[Tok] = []
            parens: list[Tok] = []
            while i < n:
                t = toks[i]
                if t.kind == "(" and not body and not parens and i + 1 < n:  # if (he is down) stomp
                    body = [k for k in t.kids if k.kind != "."]
                    i += 1
                    break
                if t.kind == "(":
                    parens.append(t)
                    i += 1
                    continue
                if t.kind == ",":
                    if list_goes_on(toks, i, body):
                        body.append(t)
                        i += 1
                        continue
                    break
                if (
                    t.get("J") in _POINTERS
                    or (t.kind == "e" and t.surf in _MARKS and body and t.surf not in ("against",))
                    or t.kind == ":"
                ):
                    break
                if (
                    body
                    and complete(body)
                    and t.is_("V", "keepdist", "aim", "do", "stop")
                    and not t.has("ASX")
                    and toks[i - 1].surf not in ("or", "and", "to", "not", "who")
                    and not toks[i - 1].has("W")
                ):
                    break
                if body and complete(body) and t.surf in ("never", "don't", "do not") and not toks[i - 1].has("W"):
                    break  # against grapplers never clinch
                if (
                    body
                    and toks[i - 1].is_("V", "ok", "fail")
                    and toks[i - 1].surf in ("successful", "failed", "unsuccessful", "missed")
                ):
                    body.append(t)
                    i += 1
                    continue
                if (
                    body
                    and complete(body)
                    and t.has("A")
                    and not t.has("SXVC")
                    and toks[i - 1].surf
                    not in ("or", "and", "to", "a", "the", "his", "is", "of", "not", "my", "by")
                    and not toks[i - 1].has("W")
                ):
                    break
                if (
                    body
                    and complete(body)
                    and t.is_("W", "me")
                    and i + 1 < n
                    and (toks[i + 1].has("A") or toks[i + 1].is_("M", "not") or toks[i + 1].is_("V", "do", "aim"))
                    and toks[i - 1].surf not in ("or", "and", "than", "as")
                ):
                    break
                if (
                    t.surf == "and"
                    and body
                    and complete(body)
                    and i + 1 < n
                    and toks[i + 1].has("A")
                    and not toks[i + 1].has("SX")
                    and trailing
                ):
                    break
                body.append(t)
                i += 1
            clause = Clause("cond", body, _MARKS[word], only=only, paren=parens, mark=tok)
            raw.append((clause, trailing and (not comma or nothing_left(toks, i))))
            if i < n and toks[i].kind in (",", ":"):
                i += 1
            comma_before = True
            continue
        ends = amount_first(toks, i)
        if ends and (not content(cur) or cur[-1].kind == "," or cur[-1].surf in ("and", "but")):
            if cur and cur[-1].surf in ("and", "but"):
                cur.pop()
            flush()
            raw.append((Clause("cond", toks[i:ends], "nara", mark=tok), False))  # …, and under a quarter I give up
            i = ends + (toks[ends].kind == ",")
            continue
        if ordering(cur) and measure(toks, i):
            stop = next((k for k in range(i, n) if toks[k].kind in (",", ":")), n)
            raw.append((Clause("order", cur), False))
            body = toks[i:stop]
            raw.append((Clause("cond", body, "nara", mark=tok), True))  # give up below a third of my hit points
            cur = []
            i = stop
            continue
        if tok.is_("K", "ga") and ordering(cur):
            flush()
            i += 1
            continue
        if tok.kind == ">" and cur and not any(t.has("A") and not t.has("S") for t in cur) and complete(cur):
            raw.append((Clause("cond", [t for t in cur if t.kind != ","], "nara", mark=cur[0]), False))  # stunned -> …
            cur = []
            i += 1
            continue
        if tok.kind == "," and his_deed(cur) and i + 1 < n and toks[i + 1].is_("W", "me"):
            raw.append((Clause("cond", cur, "nara", mark=cur[0]), False))  # he kicks, I punch
            cur = []
            i += 1
            continue
        if tok.surf == "and" and happening(cur) and i + 1 < n and toks[i + 1].is_("W", "me"):
            raw.append((Clause("cond", cur, "nara", mark=cur[0]), False))  # three misses in a row and I …
            cur = []
            i += 1
            continue
        deed = tok.has("A") or tok.is_("V", "save", "stop", "aim", "keepdist")
        if setting(cur) and (tok.kind == "," or (deed and not tok.has("STGD") and placed(cur))):
            raw.append((Clause("cond", [t for t in cur if t.kind != ","], "nara", mark=cur[0]), False))
            cur = []
            if tok.kind == ",":
                i += 1
                continue
        if tok.kind == "," and ordering(cur) and (setting_next(toks, i + 1) or kind_next(toks, i + 1)):
            flush()
            i += 1
            continue
        cur.append(tok)
        comma_before = tok.kind == ","
        i += 1
    flush()
    _ = comma_before
    out: list[Clause] = []
    for clause, trailing in raw:
        if clause.kind == "cond" and clause.ctype == "node":
            clause.kind = "remark"
        if clause.kind == "cond" and clause.ctype == "even":
            clause.kind = "remark"
        if clause.kind == "cond" and trailing and out and out[-1].kind == "order":
            out.insert(len(out) - 1, clause)
        else:
            out.append(clause)
    return out


