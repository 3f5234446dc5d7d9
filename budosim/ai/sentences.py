"""Tokens -> sentences: brackets nested, list items, headings and numbered layouts found.

A sentence knows its item (one bullet, line or numbered step) and the heading it stands under.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from budosim.ai import flows
from budosim.ai.lexer import Tok

_BULLETS = "◆◇■□●◎★☆▲△"
_LONG, _LONGEST = 160, 240


@dataclass(slots=True)
class Sentence:
    """One sentence.

    Attributes:
        toks: its tokens without the final stop; brackets are tokens of kind "(" with `kids`.
        item: number of the list item it belongs to.
        step: the number a numbered list gives it, or 0.
        head: the tokens of the heading in front of it (寝技：), or empty.
        ranked: the list says that its order is the order of priority.

    """

    toks: list[Tok]
    item: int = 0
    step: int = 0
    head: list[Tok] = field(default_factory=list)
    ranked: bool = False

    @property
    def a(self) -> int:
        """Where it begins."""
        return self.toks[0].a if self.toks else 0

    @property
    def b(self) -> int:
        """Where it ends."""
        return self.toks[-1].b if self.toks else 0


def nest(toks: list[Tok]) -> list[Tok]:
    """Brackets as one token each; an unmatched one is passed over."""
    out: list[Tok] = []
    stack: list[tuple[Tok, list[Tok]]] = []
    for tok in toks:
        if tok.kind == "(" and len(stack) < 8:
            stack.append((tok, out))
            out = []
        elif tok.kind == ")" and stack:
            opened, outer = stack.pop()
            outer.append(Tok("(", "", opened.a, tok.b, kids=out, surf=""))
            out = outer
        elif tok.kind in "()":
            out.append(Tok("_", "bracket", tok.a, tok.b, surf=tok.surf))
        else:
            out.append(tok)
    while stack:  # an opening bracket that never closes: its content is ordinary text
        opened, outer = stack.pop()
        outer.append(Tok("_", "bracket", opened.a, opened.b, surf=opened.surf))
        outer.extend(out)
        out = outer
    return out


def _list_number(toks: list[Tok], i: int) -> tuple[int, int] | None:
    """A list number at `i`: (number, tokens it takes): ① / 1. / 1) / 優先度1： / 第1に."""
    tok = toks[i]
    if tok.kind == "mk":
        return int(tok.num), 1
    if len(tok.surf) == 1 and tok.surf in "abcdefgh" and i + 1 < len(toks) and toks[i + 1].surf in (".", ")"):
        return "abcdefgh".index(tok.surf) + 1, 2
    if (
        len(tok.surf) == 1
        and tok.surf in "一二三四五六七八九"
        and i + 2 < len(toks)
        and toks[i + 1].surf in ("、", ".", ",")
        and (i == 0 or toks[i - 1].kind in (".", "nl"))
        and toks[i + 2].kind != "N"
    ):
        return int(tok.num), 2
    if tok.kind == "N" and tok.num == int(tok.num) and 0 < tok.num < 40:
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if (nxt is not None and nxt.kind == "." and nxt.surf == ".") or (
            nxt is not None and nxt.kind == "_" and nxt.val == "bracket"
        ):
            return int(tok.num), 2
    return None


def _inline_list(toks: list[Tok]) -> list[Tok]:
    """優先順位：1 朦朧なら… 2 HPが…: bare numbers that count up, each set off by spaces, are marks of a list."""
    marks: list[int] = []
    for i, tok in enumerate(toks[:-1]):
        if tok.kind != "N" or tok.num != len(marks) + 1 or toks[i + 1].kind != "sp":
            continue
        before = next((t for t in reversed(toks[:i]) if t.kind != "sp"), None)
        if i and toks[i - 1].kind not in ("sp", "nl", ":", ".", "b"):
            continue
        if before is not None and (before.has("U") or (not marks and before.kind not in ("nl", ":", ".", "b"))):
            continue
        if i + 2 < len(toks) and (toks[i + 2].has("UCL") or toks[i + 2].kind in ("=", ":", "-", "N")) and not marks:
            continue
        marks.append(i)
    if len(marks) < 2:
        return toks
    return [
        Tok("mk", str(int(t.num)), t.a, t.b, num=t.num, surf=t.surf) if i in marks else t for i, t in enumerate(toks)
    ]


def split(toks: list[Tok], *, english: bool) -> list[Sentence]:
    """The sentences of a text."""
    toks = nest([t for t in flows.rewrite(_inline_list(toks), english=english) if t.kind != "sp"])
    out: list[Sentence] = []
    cur: list[Tok] = []
    item, step = 0, 0
    head: list[Tok] = []
    ranked = False
    fresh = True  # at the start of a line or sentence

    def flush() -> None:
        nonlocal cur, ranked
        while cur and cur[0].kind in ",_・" and cur[0].surf in "、,・-~*":
            cur = cur[1:]
        if cur:
            out.append(Sentence(cur, item, step, head, ranked))
            ranked = ranked or (not step and _ranks(cur))
        cur = []

    i = 0
    while i < len(toks):
        tok = toks[i]
        numbered = _list_number(toks, i) if fresh or tok.kind == "mk" else None
        if numbered is None and len(tok.surf) == 1 and tok.surf in "abcdefgh" and not english:
            numbered = _list_number(toks, i)
        if numbered is None and tok.kind == "N" and not english and not _decimal(toks, i + 1):
            # 優先順位は１．… ２．…: numbers with a stop inside a line
            numbered = _list_number(toks, i) if i + 1 < len(toks) and toks[i + 1].surf == "." else None
        if (
            numbered is not None
            and tok.kind == "mk"
            and i + 1 < len(toks)
            and ((toks[i + 1].kind == "P" and toks[i + 1].surf in ("へ", "に")) or toks[i + 1].kind == "V")
        ):
            numbered = None  # ③に戻る: a jump, not a mark
        if numbered is not None:
            flush()
            item += 1
            head = []
            step, used = numbered
            i += used
            while i < len(toks) and toks[i].kind in ":._" and toks[i].surf in ":.、)":
                i += 1
            fresh = False
            continue
        if tok.kind == "nl" and cur and _titled(cur) and _listed(toks, i + 1):
            head, cur = cur, []
            item += 1
            fresh = True
            i += 1
            continue
        if tok.kind == "nl":
            flush()
            item += 1
            step = 0
            fresh = True
            if i + 1 < len(toks) and toks[i + 1].kind == "nl":
                head = []
            i += 1
            continue
        titled = _bracketed(toks, i) if fresh or not cur else 0
        if titled:
            flush()
            item += 1
            head, step = toks[i + 1 : titled], 0
            i = titled + 1
            fresh = False
            while i < len(toks) and toks[i].kind in ("nl", ":"):
                i += 1
            continue
        if tok.kind in ("・", "-") and (fresh or tok.surf in _BULLETS):
            flush()
            item += 1
            if not _titled(head):
                head = []
            i += 1
            continue
        if english and tok.surf == "?" and cur and _asks(cur):
            cur = [Tok("e", "if", cur[0].a, cur[0].a, surf="if"), *cur, Tok(",", ",", tok.a, tok.b, surf=",")]
            i += 1
            continue
        if tok.surf == "?" and not english and _asked(cur, toks, i + 1):
            cur.append(Tok("K", "nara", tok.a, tok.b, surf="なら"))  # 倒れた？踏め
            i += 1
            while toks[i].kind in (">", ","):
                i += 1
            continue
        if tok.surf in ("!", "!?") and not english and _waits(cur):
            cur.append(Tok(",", ",", tok.a, tok.b, surf="、"))  # スタンしたらチャンス！殴れ
            i += 1
            continue
        if (
            tok.kind == "="
            and not english
            and cur
            and (cur[-1].has("A") or cur[-1].is_("Q", "cp"))
            and not _ratio(toks, i)
        ):
            cur.append(Tok("P", "は", tok.a, tok.b, surf="は"))  # 防御＝避け
            i += 1
            continue
        if tok.kind == "." and not (english and tok.surf == "." and _decimal(toks, i)):
            flush()
            fresh = True
            i += 1
            continue
        if tok.kind == ":" and cur and not _ratio(toks, i) and _goes_on(cur):
            cur.append(Tok(",", ",", tok.a, tok.b, surf=","))  # punch, except when he is stunned: …
            i += 1
            continue
        if tok.kind == ":" and cur and not _ratio(toks, i):
            if _says_how(cur):  # rotate targets: head, body, legs
                i += 1
                continue
            mark = _rank(cur)
            if (
                cur[-1].kind == "N"
                and 0 < cur[-1].num < 20
                and not mark
                and not (len(cur) > 1 and (cur[-2].has("U") or cur[-2].surf in ("to", "-", "~", "through", "until")))
                and (len(cur) == 1 or cur[-1].a > cur[-2].b)
            ):
                number = int(cur.pop().num)
                flush()
                item += 1
                step, head = number, []
            elif mark:
                cur = []
                item += 1
                step, ranked = mark, True
            else:
                ranked = ranked or (not step and _ranks(cur))
                head = cur if not _ranks(cur) else []
                if english:
                    head = [Tok("M", _PHASES[t.surf], t.a, t.b, surf=t.surf) if t.surf in _PHASES else t for t in head]
                cur = []
                if fresh or item == 0:
                    item += 1
            fresh = False
            i += 1
            continue
        cur.append(tok)
        fresh = False
        i += 1
        if len(cur) >= (_LONG if tok.kind == "," else _LONGEST):
            flush()  # no sentence is read as longer, so that the time stays linear in the text
    flush()
    return out


def _titled(cur: list[Tok]) -> bool:
    """対打撃系, その他, 序盤: words that can only be a heading."""
    words = [t for t in cur if t.kind not in "_P,・"]
    if not words or len(words) > 3:
        return False
    return all(t.has("TGED") or t.kind == "tc" or t.is_("J", "elseopp", "else") or t.is_("M", *_TIMES) for t in words)


def _title(tok: Tok) -> bool:
    """攻撃, 防御, 基本: a word that heads a part of a plan."""
    return (
        tok.is_("A", "attack", "all_out_def", "@spell")
        or tok.is_("M", "base", "firstly")
        or tok.kind in ("・", "_", "/")
    )


_TIMES = ("early", "late", "midway")


def _listed(toks: list[Tok], i: int) -> bool:
    """Whether a list or a number begins at `i`."""
    while i < len(toks) and toks[i].kind == "nl":
        i += 1
    return i < len(toks) and (toks[i].kind in ("・", "-", "mk") or _list_number(toks, i) is not None)


def _bracketed(toks: list[Tok], i: int) -> int:
    """Where a heading in brackets ends (【序盤】), or 0."""
    if toks[i].kind != "b" or toks[i].surf not in ("【", "〈", "<"):
        return 0
    for k in range(i + 1, min(i + 6, len(toks))):
        if toks[k].kind == "b":
            inner = toks[i + 1 : k]
            return k if _titled(inner) or (inner and all(_title(t) for t in inner)) else 0
    return 0


def _waits(cur: list[Tok]) -> bool:
    """Whether a condition stands at the end with nothing but fillers behind it."""
    k = len(cur)
    while k and cur[k - 1].kind in "_,":
        k -= 1
    return 0 < k < len(cur) and cur[k - 1].verb and cur[k - 1].form in ("tara", "ba")


def _asked(cur: list[Tok], toks: list[Tok], i: int) -> bool:
    """朦朧？全力だ: a state, a kind of opponent or what he did is asked, and an order follows in the same line."""
    k = i
    while k < len(toks) and toks[k].kind in (">", ","):
        k += 1
    if k >= len(toks) or toks[k].kind in ("nl", ".") or toks[k].is_("K", "nara"):
        return False
    words = [t for t in cur if t.kind not in "_P,"]
    if not words or any(t.kind in ("?", "R") for t in words) or any(t.has("K") for t in words):
        return False
    last = words[-1]
    done = last.verb and last.form in ("past", "fin") and "neg" not in last.feats
    return any(t.has("SXTGED") for t in words) or any(t.has("C") for t in words) or (done and last.has("AV"))


def _asks(cur: list[Tok]) -> bool:
    """He dodged? A judoka?: what is asked is the condition of the next sentence."""
    return any(t.has("TSGXCD") or (t.has("AV") and cur[0].is_("W", "opp", "me")) for t in cur)


def _decimal(toks: list[Tok], i: int) -> bool:
    return (
        0 < i < len(toks) - 1
        and toks[i - 1].kind == "N"
        and toks[i + 1].kind == "N"
        and toks[i + 1].a == toks[i].b
    )


def _ratio(toks: list[Tok], i: int) -> bool:
    """パンチ：キック＝７：３ or 7:3."""
    prev, nxt = toks[i - 1] if i else None, toks[i + 1] if i + 1 < len(toks) else None
    if prev is not None and nxt is not None and prev.kind == "N" and nxt.kind == "N":
        return True
    if prev is not None and nxt is not None and prev.kind == "N" and i > 1 and toks[i - 2].has("AL") and nxt.has("AL"):
        return i + 2 < len(toks) and toks[i + 2].kind == "N"  # 顔７：脚３
    equal = next((k for k in range(i, min(i + 12, len(toks))) if toks[k].kind == "="), None)
    if equal is None or prev is None or not prev.has("A"):
        return False
    return equal + 2 < len(toks) and toks[equal + 1].kind == "N" and toks[equal + 2].kind in ":-/"


def _goes_on(cur: list[Tok]) -> bool:
    """Whether an order stands in front of the condition that a colon ends: no heading."""
    comma = next((k for k, t in enumerate(cur) if t.kind == ","), 0)
    return any(t.has("A") for t in cur[:comma]) and any(t.is_("J", "unless") for t in cur[comma:])


def _says_how(cur: list[Tok]) -> bool:
    """Whether nothing but the way the list behind it is gone through stands there: 順番に：, at random:."""
    words = [t for t in cur if t.kind not in "_P,"]
    return any(t.is_("M", "seq", "alt", "rand", "half") for t in words) and all(
        t.is_("M", "seq", "alt", "rand", "half", "always") or t.is_("V", "aim") for t in words
    )


def _ranks(cur: list[Tok]) -> bool:
    """優先順位は次の通り, 上から順に, in order of priority: what follows stands in the order it is to be tried in."""
    told = any(t.is_("M", "pref") or t.surf in _RANKS for t in cur)
    return told and not any(t.has("AXSTL") or t.kind == "sp!" for t in cur)


_PHASES = {
    **dict.fromkeys(("opening", "beginning", "start"), "early"),
    **dict.fromkeys(("middle", "midgame"), "midway"),
    **dict.fromkeys(("end", "ending", "endgame", "finish"), "late"),
}
_RANKS = ("上から", "上から順に", "先頭から")


def _rank(cur: list[Tok]) -> int:
    """優先度１： / 第1優先: / priority 1: — the number, or 0."""
    numbers = [t for t in cur if t.kind == "N"]
    if len(numbers) == 1 and any(t.is_("M", "pref") for t in cur) and len(cur) <= 4:
        return int(numbers[0].num)
    return 0
