"""A Japanese sentence -> its chain of clauses, split at connectives."""

from __future__ import annotations

from dataclasses import dataclass, field

from budosim.ai.lexer import Tok
from budosim.ai.normalise import fold


@dataclass(slots=True)
class Clause:
    """One clause.

    Attributes:
        kind: "cond", "order", "j" (points back), "topic" (Xは、), "remark".
        toks: its tokens.
        ctype: of a condition: tara ba nara toki aida made igo mae tabi; of a pointer: its id.
        only: the condition is exclusive (…ときだけ).
        paren: brackets that stand right behind a condition.

    """

    kind: str
    toks: list[Tok]
    ctype: str = ""
    only: bool = False
    exc: bool = False
    latch: bool = False
    paren: list[Tok] = field(default_factory=list)
    mark: Tok | None = None

    @property
    def a(self) -> int:
        """Where it begins."""
        return self.toks[0].a if self.toks else (self.mark.a if self.mark else 0)

    @property
    def b(self) -> int:
        """Where it ends."""
        ends = [t.b for t in (*self.toks, *self.paren)] + ([self.mark.b] if self.mark else [])
        return max(ends) if ends else 0


_POINTERS = ("else", "elseopp", "after", "before", "unless", "fallback")


CLOSE_WAYS = tuple(map(fold, ("接近戦", "密着戦", "近接戦", "インファイト")))
_MANNERS = ("ordinary", "defensive", "aoa", "freeact", "light")


def _is_order(toks: list[Tok], bare: bool = False) -> bool:
    """Whether tokens left of a comma can stand as an order of their own."""
    if not toks:
        return False
    last = toks[-1]
    if last.kind == "P" and last.surf in ("か", "が", "を"):
        return False
    opp = any(
        t.is_("W", "opp") and i + 1 < len(toks) and toks[i + 1].surf in ("が", "は")
        for i, t in enumerate(toks)
    )
    acts = [t for t in toks if t.has("A") and "pass" not in t.feats]
    if any(t.has("B") for t in toks) and any(t.is_("M", "shika", "only") for t in toks):
        return True
    if all(t.is_("M", *_MANNERS) or t.kind in "_P," for t in toks) and last.has("M"):
        return True  # 守り重視、
    if last.surf in CLOSE_WAYS:
        return True  # 呪文を使うなら接近戦、
    if last.is_("A", "wait") and last.form == "te":
        return True  # 相手が攻撃してくるのを待って、
    if (
        bare
        and not opp
        and (
            last.has("L")
            or all(t.kind in "_PL," for t in toks if not t.has("L"))
            or all(t.is_("Q", "cp") or t.kind in "_P," for t in toks)
        )
    ):
        return True
    if acts and not opp:
        return not (last.kind == "P" and last.surf in ("は", "が", "に", "には", "で"))
    if any(t.kind in ("fq", "sp!") for t in toks) or any(t.is_("V", "save", "ban", "lift") for t in toks):
        return True
    if last.is_("V", "do") and last.form in ("renyo", "te") and any(t.is_("Q", "cp") for t in toks):
        return True  # ＣＰをすぐ使い、
    manner = any(t.is_("M", *_MANNERS) for t in toks)
    if (last.is_("V", "do") or last.is_("M", *_MANNERS)) and last.form in ("renyo", "te") and not opp and manner:
        return True  # 普通に戦い、手を抜き、
    return (
        any(t.has("L") for t in toks)
        and any(t.is_("V", "aim") or (t.is_("X", "mkcrip") and t.form in ("renyo", "te")) for t in toks)
        and not opp
    )


def _is_topic(toks: list[Tok]) -> bool:
    content = [t for t in toks if t.kind not in "_,"]
    return (
        len(content) >= 2
        and content[-1].kind == "P"
        and content[-1].surf in ("は", "には", "を")
        and content[-2].has("A")
        and not any(t.has("W") for t in content)
        and not any(t.has("V") or t.has("S") for t in content[:-2])
    )


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
                if _is_topic(upto[:k]):
                    cut = k
                    break
                if _is_order(upto[:k], any(c.kind == "cond" for c in out)):
                    cut = k
                    break
                if upto[k - 1].has("R") and upto[k - 1].kind != "P":
                    out.append(Clause("remark", upto[:k]))  # 投げられないことを第一に考え、
                    upto = upto[k + 1 :]
                    break
        if cut is not None:
            left = upto[:cut]
            out.append(Clause("topic" if _is_topic(left) else "order", left))
            upto = upto[cut + 1 :]
        else:
            upto = _peel_topic(upto, out)
        out.append(Clause("cond", upto, ctype))
        cur = []

    i, n = 0, len(toks)
    while i < n:
        tok = toks[i]
        nxt = toks[i + 1] if i + 1 < n else None
        if tok.surf == "then" and cur and any(t.surf == "if" for t in toks[:i]):
            condition("nara", cur)
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.has("G") and tok.surf.endswith("は") and not cur and nxt is not None and nxt.kind != ",":
            condition("nara", [tok])  # 予選では普通の突き
            i += 1
            continue
        j = tok.get("J")
        if tok.surf == "それまでに" and nxt is not None and nxt.has("L"):
            i += 1
            continue
        if j in _POINTERS and not (
            tok.surf in ("残り", "のこり")
            and nxt is not None
            and nxt.kind in ("N", "fr", "sh")
            and not _is_times(toks, i + 1)
        ):
            past = cur and cur[-1].verb and ("past" in cur[-1].feats)
            landed = bool(cur) and cur[-1].has("S") and cur[-1].nominal and tok.a == cur[-1].b  # 着地後は
            if j == "else" and tok.surf in ("後は", "あとは") and (past or landed):
                condition("igo", cur)
                i = _after(toks, i + 1, out[-1])
                continue
            if j == "after" and not cur and out and out[-1].kind == "cond" and tok.surf.startswith("以"):
                out[-1].ctype = "igo"
                out[-1].latch = True
                i = _after(toks, i + 1, out[-1])
                continue
            if j == "else" and cur and tok.surf in ("なければ",):
                condition("ba", [*cur, tok])
                i = _after(toks, i + 1, out[-1])
                continue
            if (
                j == "after"
                and tok.surf.startswith("以")
                and cur
                and (cur[-1].kind in ("tc", "N") or cur[-1].verb or cur[-1].has("G"))
            ):
                condition("igo", cur)
                i = _after(toks, i + 1, out[-1])
                continue
            if j == "fallback" and cur and cur[-1].surf in ("どっちも", "どちらも", "両方", "両方とも"):
                tail = _tail(cur)
                cur = cur[: len(cur) - len(tail)]
                flush()
                condition("nara", tail)  # どっちもダメなら
                i = _after(toks, i + 1, out[-1])
                continue
            if j == "fallback" and tok.has("X") and any(t.has("L") for t in _tail(cur)):
                cur.append(Tok("X", "crip", tok.a, tok.b, frozenset({"neg", "ba"}), surf=tok.surf))  # 腕が使えなければ
                condition("ba", cur)
                i = _after(toks, i + 1, out[-1])
                continue
            waiting = cur and (
                cur[-1].is_("A", "wait") or (cur[-1].is_("V", "do") and cur[-1].form in ("te", "concess"))
            )
            if j == "fallback" and waiting and any(t.kind in ("N", "dur") for t in _tail(cur)):
                condition("nara", cur)  # ２ターン待ってもダメなら
                i = _after(toks, i + 1, out[-1])
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
        if k == "igo" and cur[-1].surf == "の" and _names_only(_tail(cur)):
            cur[-1] = Tok(">", ">", tok.a, tok.b, surf="→")  # ロー3発のあとハイ
            i += 1
            continue
        if k in ("nara", "toki", "aida", "made", "igo", "mae", "tabi") and (cur or k == "nara"):
            if k == "made" and _is_cap(cur):
                cur.append(tok)
                i += 1
                continue
            if k == "nara" and cur and cur[-1].is_("J", "this"):
                pass
            if k == "aida" and tok.surf in ("間に",) and (nxt is not None and nxt.kind == "N"):
                i += 1
                continue
            condition(k, cur)
            i = _after(toks, i + 1, out[-1])
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
            i = _after(toks, i + 1, out[-1])
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
                or (cur[-1].kind == "N" and len(_tail(cur)) == 1 and any(c.kind == "cond" for c in out))
            )
            and not any(t.has("A") for t in _tail(cur))
            and (any(t.has("Q") for t in _tail(cur)) or cur[-1].has("C") or cur[-1].kind == "N")
        ):
            condition("toki", cur)
            i = _after(toks, i + 1, out[-1])
            continue
        if (
            tok.kind == "("
            and _only_cond(tok)
            and not any(t.has("ALVSXQTF") or t.kind in ("fq", "?") for t in _tail(cur))
        ):
            tail = _tail(cur)  # 隙あらば（相手が朦朧）
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("nara", tail)
            out[-1].paren.append(tok)
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.kind == ">" and cur and _states_only(cur):
            condition("nara", cur)
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.kind == "P" and tok.surf in ("から", "からは") and cur and cur[-1].has("G") and len(_tail(cur)) == 1:
            condition("igo", cur)  # 準決勝からは
            i = _after(toks, i + 1, out[-1])
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
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.is_("M", "nextturn") and cur and cur[-1].verb and cur[-1].form in ("past", "fin"):
            condition("toki", cur)
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.verb and tok.form in ("tara", "ba") and nxt is not None and _well(nxt):
            cur.append(tok)
            i += 2
            continue
        again = any(t.is_("M", "seq") and t.surf.startswith(("繰り返", "くりかえ", "繰返")) for t in toks[i + 1 :])
        mine = (
            tok.has("A")
            and tok.form == "tara"
            and not tok.feats & {"pass", "neg", "come"}
            and not any(t.has("WS") for t in _tail(cur))
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
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.verb and tok.form == "after" and i + 2 < n and toks[i + 1].surf == "で" and toks[i + 2].is_("V", "nai"):
            condition("unless", [*cur, tok])  # 当ててからでないと…ない
            i += 3
            while i < n and (toks[i].surf in ("と", "ば", "限り") or toks[i].kind == ","):
                i += 1
            continue
        struck = tok.is_("V", "suffer", "hit", "miss") or tok.has("XS") or "pass" in tok.feats
        if tok.verb and "concess" in tok.feats and struck and nxt is not None and not tok.is_("A", "wait"):
            tail = [*_tail(cur), tok]  # 殴られても: nothing comes of it
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
            and not (tok.is_("X", "mkcrip") and "pass" not in tok.feats and _breaks(_tail(cur)))
            and not (
                tok.is_("V", "do")
                and "since" not in tok.feats
                and any(t.has("A") or t.kind in ("sp!", "H") for t in cur)
            )
        ):
            cur.append(tok)
            condition("igo", cur)
            i = _after(toks, i + 1, out[-1])
            continue
        if tok.is_("M", "lastmin") and tok.form == "after":
            cur.append(tok)
            condition("igo", cur)
            i = _after(toks, i + 1, out[-1])
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
            i = _after(toks, i + 1, out[-1])
            continue
        tail = _tail(cur)
        if nxt is not None and _of_such(tail, tok):
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("nara", tail[:-1])
            out[-1].toks = [tail[-1], Tok("P", "が", tok.a, tok.b, surf="が"), *out[-1].toks]
            i = _after(toks, i + 1, out[-1])
            continue
        if nxt is not None and _guarding(tail, tok):
            cur = cur[: len(cur) - len(tail)]
            flush()
            condition("unless" if any(t.is_("M", "igai") for t in tail) else "nara", tail)
            i = _after(toks, i + 1, out[-1])
            continue
        cur.append(tok)
        i += 1
    flush()
    return out


def _tail(cur: list[Tok]) -> list[Tok]:
    """The tokens behind the last comma."""
    cut = max((k for k, t in enumerate(cur) if t.kind == ","), default=-1)
    return cur[cut + 1 :]


def _states_only(cur: list[Tok]) -> bool:
    """Whether tokens in front of an arrow state a condition: 距離２以上→, 相手が立っている→."""
    if any(t.has("A") and not t.has("S") for t in cur):
        last = cur[-2] if len(cur) > 1 and cur[-1].is_("W", "opp") else cur[-1]  # 組んできた相手→
        return any(t.is_("W", "opp") for t in cur) and last.verb and last.form in ("past", "fin")
    return any(t.has("SXTGED") or t.has("C") or t.kind == "tc" or (t.has("Q") and len(cur) > 1) for t in cur)


def _peel_topic(toks: list[Tok], out: list[Clause]) -> list[Tok]:
    """未使用ＣＰは脚が潰れたときだけ使う: what the order is about stands in front of its condition."""
    for i, tok in enumerate(toks):
        if tok.kind == "P" and tok.surf in ("は", "も") and i:
            name, rest = toks[:i], toks[i + 1 :]
            break
        if tok.kind == "," or (tok.kind == "P" and tok.surf not in ("の", "と", "や", "か", "への", "へ")):
            return toks
        named_so = tok.has("A") and tok.form == "renyo" and i + 1 < len(toks) and toks[i + 1].surf in ("は", "も")
        if tok.has("WVSXKTG") or (tok.verb and not named_so):
            return toks
    else:
        return toks
    named = any(t.has("A") or t.kind == "sp!" or t.is_("Q", "cp") for t in name)
    aimed = any(t.has("L") for t in name) and any(t.has("T") for t in rest)
    if not (named or aimed) or not any(t.verb or t.has("CSXT") or t.kind == "fr" for t in rest):
        return toks
    if any(t.has("Q") and not t.is_("Q", "cp") for t in name):
        return toks
    out.append(Clause("topic", name))
    return rest


_GUARD_ENDS = ("では", "には", "は", "で")


def _guarding(cur: list[Tok], tok: Tok) -> bool:
    """決勝では, 魔法使いには, 先攻では: a bout, a kind of opponent or the first move in front of all that follows."""
    if tok.kind == "," and cur and cur[-1].has("GE") and len(cur) <= 2:
        return True  # 予選は、 as one word
    if tok.kind != "P" or tok.surf not in _GUARD_ENDS:
        return False
    words = [t for t in cur if t.kind not in "_," and not t.has("W")]
    if not words or not all(
        t.has("TGE") or t.kind == "tc" or t.surf in ("の", "や", "と") or t.is_("M", "igai") or _scene(t) for t in words
    ):
        return False
    if any(_scene(t) for t in words):
        return tok.surf == "では"
    if any(t.has("T") for t in words):
        foe = cur[-1].is_("W", "opp") or cur[-1].surf.endswith("相手")
        return tok.surf in ("では", "には") or (tok.surf == "は" and foe)
    return any(t.has("GE") for t in words)


def _of_such(tail: list[Tok], tok: Tok) -> bool:
    """脚が使えない相手には: a state said of the opponent in front of what is done to him."""
    if tok.kind != "P" or len(tail) < 2 or not tail[-1].is_("W", "opp"):
        return False
    state = tail[-2]
    if (
        state.has("S")
        and state.verb
        and state.form in ("fin", "past")
        and tok.surf in ("は", "には")
        and not state.has("A")
    ):
        return True  # 倒れた相手は
    if (
        state.has("A")
        and state.verb
        and state.form in ("fin", "past")
        and tok.surf in ("には", "は", "に対しては", "を", "に")
    ):
        return True  # 蹴ってくる相手には, 逃げる相手は
    if tok.surf not in ("には", "は", "に対しては"):
        return False
    if state.has("X") and any(t.has("L") for t in tail):
        return state.verb or state.surf.startswith("使え")
    return (
        state.is_("V", "hit", "miss", "ok", "fail") and state.verb and (state.neg or any(t.has("A") for t in tail[:-2]))
    )


def _breaks(tail: list[Tok]) -> bool:
    """利き腕を潰してから: an order to break a part first."""
    aimed = any(t.has("L") for t in tail) and tail[-1].surf == "を"
    return aimed and not any(t.has("A") for t in tail) and not any(t.is_("W", "me") for t in tail)


def _scene(tok: Tok) -> bool:
    """スタンド, グラウンド, 近距離: a position or distance as a scene."""
    return (tok.is_("S", "standing", "close") and not tok.feats) or tok.is_("A", "@ground") or tok.has("D")


def _only_cond(paren: Tok) -> bool:
    """Whether a bracket holds a condition alone."""
    kids = paren.kids
    state = any(t.has("SX") and not t.has("A") for t in kids) or (
        any(t.has("Q") for t in kids) and any(t.has("C") for t in kids)
    )
    return state and not any(t.has("A") and not t.has("S") for t in kids)


def _names_only(toks: list[Tok]) -> bool:
    """Whether tokens name acts and numbers alone: ロー3発の."""
    words = [t for t in toks if t.kind not in "_P,"]
    return any(t.has("A") for t in words) and all(
        (t.has("A") and t.nominal) or t.kind == "N" or t.has("U") for t in words
    )


def _well(tok: Tok) -> bool:
    """していればいい: an order, no condition."""
    return tok.kind == "_" and tok.surf.startswith(("いい", "よい", "良い", "十分", "充分", "ええ", "よろし", "よかろ"))


def _is_times(toks: list[Tok], i: int) -> bool:
    return (i + 1 < len(toks) and toks[i].kind == "N" and toks[i + 1].is_("U", "times", "turn")) or toks[
        i
    ].kind in ("sh",)


def _is_cap(cur: list[Tok]) -> bool:
    """３ターンに１回まで, ２回まで: a cap, no condition."""
    if not cur:
        return False
    if cur[-1].kind == "fq":
        return True
    return len(cur) >= 2 and cur[-1].is_("U", "times") and cur[-2].kind == "N"


def _after(toks: list[Tok], i: int, clause: Clause) -> int:
    """Take in what belongs to a condition from behind it: は に だけ に限り, brackets, a comma."""
    while i < len(toks):
        tok = toks[i]
        if tok.kind == "P" and tok.surf == "の" and i + 1 < len(toks) and toks[i + 1].is_("W", "opp"):
            clause.toks = [toks[i + 1], Tok("P", "が", tok.a, tok.b, surf="が"), *clause.toks]  # 立ち上がり際の相手を
            i += 2
            if i < len(toks) and toks[i].surf in ("を", "に", "には", "へ"):
                i += 1
        elif tok.kind == "P" and tok.surf in ("は", "に", "には", "も", "で", "では", "の", "からは", "から"):
            i += 1
        elif (tok.is_("K", "aida") and "限り" in tok.surf) or tok.surf in ("限って", "限る", "かぎり"):
            clause.only = True
            i += 1
        elif tok.is_("M", "only") and tok.surf not in (
            "ひたすら",
            "ずっと",
            "ひたすらに",
            "徹底的に",
            "終始",
        ):
            clause.only = True
            i += 1
            if i < len(toks) and toks[i].surf == "は":
                clause.only, clause.exc = False, True
        elif tok.is_("M", "igai") and clause.ctype in ("toki", "aida"):
            clause.ctype = "unless"
            i += 1
        elif tok.kind == "(":
            clause.paren.append(tok)
            i += 1
        elif tok.kind in (",", ">"):
            i += 1
            break
        elif tok.kind == "e" and tok.surf == "then":
            i += 1
        else:
            break
    return i
