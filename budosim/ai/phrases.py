"""Fixed phrases of tokens -> one token each: frequencies, shares, turn numbers, amounts.

New kinds: "fq" a frequency (val = JSON of the condition, or of an open one whose unit the act decides),
"tc" a condition on turn or sub-turn, "sh" a share (num), "am" an amount with its comparison.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from budosim.ai import selfstart, vocab
from budosim.ai.lexer import Tok
from budosim.ai.phrases_shares import placed_shares, ratio

_CODE = {
    "N": "N",
    "fr": "H",
    "od": "O",
    "odd": "o",
    "even": "e",
    "gap": "g",
    "goto": "G",
    "oki": "K",
    "bun": "B",
    "mk": "m",
    "(": "(",
    ",": ",",
    "・": ",",
    ":": ":",
    "=": "=",
    "/": "/",
    "~": "~",
    "-": "-",
}


def _code(tok: Tok) -> str:
    if tok.kind in _CODE:
        return _CODE[tok.kind]
    unit = tok.get("U")
    if unit is not None:
        return {
            "turn": "T",
            "times": "t",
            "blow": "b",
            "act": "a",
            "point": "p",
            "wari": "w",
            "pct": "%",
            "hex": "x",
            "me_": "M",
        }.get(unit, "?")
    if tok.surf == "目":
        return "M"
    if tok.kind == "P":
        return {
            "に": "n",
            "は": "h",
            "の": "z",
            "で": "d",
            "を": "W",
            "から": "r",
            "からは": "r",
            "まで": "f",
            "には": "n",
        }.get(tok.surf, "P")
    compare = tok.get("C")
    if compare is not None:
        return "C"
    if tok.is_("K", "made") or tok.is_("M", "most"):
        return "f"
    if (tok.is_("J", "after") and "以" in tok.surf) or tok.is_("K", "igo"):
        return "i"
    if tok.is_("M", "firstly") or (tok.is_("M", "early") and tok.surf in ("序盤", "前半")):
        return "F"
    if tok.surf in ("開始", "試合開始", "スタート", "すたーと", "start"):
        return "s"
    if tok.is_("M", "only"):
        return "y"
    if tok.is_("J", "else"):
        return "l"
    if tok.surf in ("中", "のうち", "のうちの", "につき", "当たり", "に対し", "に対して"):
        return "n"
    if tok.surf == "倍数":
        return "X"
    if tok.kind == "_":
        return "_"
    if tok.is_("A", "attack"):
        return "A"
    if tok.is_("K", "aida"):
        return "j"
    return "?"


def _span(kind: str, val: object, toks: list[Tok], num: float = 0.0) -> Tok:
    return Tok(kind, json.dumps(val), toks[0].a, toks[-1].b, num=num, surf="".join(t.surf for t in toks))


def _n(tok: Tok) -> int:
    return int(tok.num)


def _every(n: int, m: int, unit: str) -> list[object]:
    return ["every", n, m, unit]


_STRUCK = frozenset((*vocab.STRIKES, "attack", "@strike", "@hand", "kick", "punch"))
_GRAPPLES = frozenset((*vocab.GRAPPLE, "@ground", "clinch_neck"))
Maker = Callable[[list[Tok]], "Tok | None"]


def _numbers(toks: list[Tok]) -> list[int]:
    return [_n(t) for t in toks if t.kind in ("N", "od")]


def _turn_times(toks: list[Tok]) -> Tok:
    n, m = _numbers(toks)[:2]
    tok = _span("fq", _every(n, m, "turn"), toks)
    tok.feats = frozenset(("cap",)) if any(_code(t) == "f" for t in toks) else frozenset()
    return tok


def _times_times(toks: list[Tok]) -> Tok:
    n, m = _numbers(toks)[:2]
    tok = _span("fq", _every(n, m, "times"), toks)
    tok.feats = frozenset(("cap",)) if any(_code(t) == "f" for t in toks) else frozenset()
    return tok


def _turn_no(toks: list[Tok]) -> Tok:
    n = _numbers(toks)[0]
    codes = "".join(_code(t) for t in toks)
    op = ">=" if "i" in codes or codes.endswith("r") else "<=" if "f" in codes else "=="
    return _span("tc", ["turn", op, n], toks)


def between(first: int, last: int) -> list[object]:
    """Turns from `first` to `last`."""
    if first <= 1:
        return ["turn", "<=", last]
    return ["and", ["turn", ">=", first], ["turn", "<=", last]]


def _both(first: int, second: int) -> list[object]:
    """１、２ターン目."""
    if second == first + 1:
        return between(first, second)
    return ["or", ["turn", "==", first], ["turn", "==", second]]


def _sub_no(toks: list[Tok]) -> Tok:
    n = _numbers(toks)[0]
    codes = "".join(_code(t) for t in toks)
    return _span("tc", ["sub", ">=" if "i" in codes else "==", n], toks)


_RULES: list[tuple[re.Pattern[str], Maker]] = [
    (re.compile(r"NTnNt(?!M)_?f?"), _turn_times),
    (re.compile(r"NTnNa_?f?"), _turn_times),
    (re.compile(r"N[tab]nN[tb]_?f?"), _times_times),
    (re.compile(r"N[tb]A?zN?t?n?N[tb]"), _times_times),
    (re.compile(r"N[tb]?A\??G_?n?N[tb]"), _times_times),
    (re.compile(r"NTKn?"), lambda t: _span("fq", _every(_n(t[0]) + 1, 1, "turn"), t)),
    (re.compile(r"NtKn?"), lambda t: _span("fq", _every(_n(t[0]) + 1, 1, "times"), t)),
    (re.compile(r"NTGn?Nt"), lambda t: _span("fq", _every(_n(t[0]), _n(t[-2]), "turn"), t)),
    (re.compile(r"NTGn?"), lambda t: _span("fq", _every(_n(t[0]), 1, "turn"), t)),
    (re.compile(r"NtGn?"), lambda t: _span("fq", _every(_n(t[0]), 1, "times"), t)),
    (re.compile(r"NzX(?:zTn?)?"), lambda t: _span("tc", ["every", _n(t[0])], t)),
    (re.compile(r"gT"), lambda t: _span("fq", _every(2, 1, "turn"), t)),
    (re.compile(r"e[tb]M?"), lambda t: _span("tc", ["every", 2, 1, "attack"], t)),
    (re.compile(r"o[tb]M?"), lambda t: _span("tc", ["not", ["every", 2, 1, "attack"]], t)),
    (re.compile(r"eT"), lambda t: _span("tc", ["every", 2], t)),
    (re.compile(r"oT"), lambda t: _span("tc", ["not", ["every", 2]], t)),
    (re.compile(r"N[,・]NTM?h?"), lambda t: _span("tc", _both(*_numbers(t)[:2]), t)),
    (re.compile(r"NTM?[if]h?"), _turn_no),
    (re.compile(r"NTMr"), _turn_no),
    (re.compile(r"N[~-]NTM?[nhf]?"), lambda t: _span("tc", between(*_numbers(t)[:2]), t)),
    (re.compile(r"[Fs][~r-]?n?NTM?f?h?(?!n?N)"), lambda t: _span("tc", ["turn", "<=", _numbers(t)[0]], t)),
    (re.compile(r"NTM?[~-](?!N)"), lambda t: _span("tc", ["turn", ">=", _numbers(t)[0]], t)),
    (re.compile(r"NTM?[~-]NTM?f?h?"), lambda t: _span("tc", between(*_numbers(t)[:2]), t)),
    (re.compile(r"NT?M?rNTM?f?h?"), lambda t: _span("tc", between(*_numbers(t)[:2]), t)),
    (re.compile(r"NT(?:z?jh?|h)"), lambda t: _span("dur", "", t, t[0].num)),
    (re.compile(r"NTM"), _turn_no),
    (re.compile(r"FzNT[jhdn]*"), lambda t: _span("tc", ["turn", "<=", _numbers(t)[0]], t)),
    (re.compile(r"FNT[jhdn]*(?!N)"), lambda t: _span("tc", ["turn", "<=", _numbers(t)[0]], t)),
    (re.compile(r"FzN[tb](?:zA)?[hjd]?"), lambda t: _span("fn", "", t, _numbers(t)[0])),
    (re.compile(r"(?:Tz)?Fza"), lambda t: _span("tc", ["sub", "==", 1], t)),
    (re.compile(r"FzT"), lambda t: _span("tc", ["turn", "==", 1], t)),
    (re.compile(r"(?:az)?NtMzai?"), _sub_no),
    (re.compile(r"azN[ta]Mi?"), _sub_no),
    (re.compile(r"NaMi?"), _sub_no),
    (
        re.compile(r"N[tb]M[ir]?"),
        lambda t: _span("nth", [">=" if _code(t[-1]) in "ir" else "==", _numbers(t)[0]], t),
    ),
    (re.compile(r"N/N"), lambda t: _span("fr", "", t, _third(t[0].num / t[2].num) if t[2].num else 0.0)),
    (re.compile(r"NBN"), lambda t: _span("fr", "", t, _third(t[2].num / t[0].num) if t[0].num else 0.0)),
    (re.compile(r"N(?:w|%)"), lambda t: _span("sh", "", t, t[0].num / (10 if _code(t[1]) == "w" else 100))),
]


def _third(x: float) -> float:
    return round(x, 2)


def phases(toks: list[Tok]) -> list[Tok]:
    """序盤（５ターンまで） and its like as a condition on the turn; 7:3 as shares of the acts before it."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        tok = toks[i]
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if tok.is_("V", "goodat") and len(out) >= 2 and out[-1].surf in ("が", "を") and out[-2].has("A"):
            act = out[-2].get("A") or ""
            kind = (
                "caster"
                if act in ("@spell", "cast")
                else "kicker"
                if "kick" in act
                else "grappler"
                if act in _GRAPPLES
                else "striker"
            )
            out[-2:] = [Tok("T", kind, out[-2].a, tok.b, surf=tok.surf)]
            i += 1
            continue
        if tok.kind == "goto" and out and out[-1].verb:
            tok = Tok("K", "tabi", tok.a, tok.b, surf=tok.surf)  # 攻撃するごとに
        if tok.is_("M", "early", "late", "midway") and nxt is not None and nxt.kind == "(" and _tells_state(nxt.kids):
            out += nxt.kids  # 終盤（ＨＰ半分以下）
            i += 2
            continue
        if tok.is_("M", "early", "late", "midway"):
            if nxt is not None and nxt.kind == "(" and any(t.kind == "tc" for t in nxt.kids):
                inner = next(t for t in nxt.kids if t.kind == "tc")
                out.append(Tok("tc", inner.val, tok.a, nxt.b, surf=tok.surf))
                i += 2
                continue
            cond: list[object] = ["turn", "<=", 5] if tok.is_("M", "early") else ["turn", ">", 10]
            if tok.is_("M", "midway"):
                cond = between(6, 10)
            out.append(Tok("tc", json.dumps(cond), tok.a, tok.b, surf=tok.surf, feats=frozenset(("vague",))))
            i += 1
            continue
        out.append(tok)
        i += 1
    if any(t.kind == "tc" and json.loads(t.val)[0] == "sub" for t in out):
        out = [
            Tok("tc", json.dumps(["sub", *json.loads(t.val)]), t.a, t.b, surf=t.surf)
            if t.kind == "nth"
            else t
            for t in out
        ]
    return placed_shares(ratio(_either_turn(out)))


def _tells_state(kids: list[Tok]) -> bool:
    """Whether a bracket says what a phase of the bout is known by: (HP半分以下)."""
    return any(t.has("Q") for t in kids) and any(t.has("C") or t.kind in ("fr", "sh", "N") for t in kids)


def _either_turn(toks: list[Tok]) -> list[Tok]:
    """4ターン目と8ターン目: two numbers of turns in a list are either of them."""
    out: list[Tok] = []
    for tok in toks:
        if (
            tok.kind == "tc"
            and len(out) > 1
            and out[-2].kind == "tc"
            and out[-1].surf in ("と", "や", "、", "・", "and", "or", ",")
        ):
            left, right = json.loads(out[-2].val), json.loads(tok.val)
            if right[0] == "turn" and left[:2] == ["turn", "<="] and right[1:] == ["==", left[2] + 1]:
                both = between(1, right[2])
                out[-2:] = [Tok("tc", json.dumps(both), out[-2].a, tok.b, surf=out[-2].surf + tok.surf)]
                continue
            if (left[0] == right[0] == "turn" and left[1] == right[1] == "==") or left[0] == "or":
                told = [c[2] for c in (left[1:] if left[0] == "or" else [left])]
                both = ["or", *(left[1:] if left[0] == "or" else [left]), right]
                if [*told, right[2]] == list(range(1, len(told) + 2)):
                    both = between(1, right[2])
                out[-2:] = [Tok("tc", json.dumps(both), out[-2].a, tok.b, surf=out[-2].surf + tok.surf)]
                continue
        out.append(tok)
    return out


def _part(toks: list[Tok]) -> list[Tok]:
    """What stands behind the last comma or connective."""
    cut = max((k for k, t in enumerate(toks) if t.kind == "," or t.has("K") or t.form in ("tara", "ba")), default=-1)
    return toks[cut + 1 :]


_BURSTS = ("連発", "連打", "連射", "連撃")
_CHANCE = ("ちゃんす", "好機", "勝機", "絶好機")
_SPOTS = ("部位", "箇所", "所", "ところ", "場所")


def _spots(toks: list[Tok]) -> list[Tok]:
    """殴った部位: the place hit last; １ターンのうち１回目: the number of the sub-turn."""
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        tok, nxt = toks[i], toks[i + 1] if i + 1 < len(toks) else None
        struck = tok.verb and tok.form == "past" and "pass" not in tok.feats and (tok.get("A") or "") in _STRUCK
        if struck and not tok.neg and nxt is not None and nxt.surf.rstrip("をには") in _SPOTS:
            out.append(Tok("L", "@last_hit", tok.a, nxt.b, surf=tok.surf + nxt.surf))
            i += 2
            continue
        came = tok.verb and "come" in tok.feats and tok.form in ("past", "fin") and (tok.get("A") or "") in _STRUCK
        if came and nxt is not None and nxt.surf in ("うで", "あし", "手", "拳", "こぶし", "腕", "足", "脚"):
            out.append(Tok("L", "@attacker_limb", tok.a, nxt.b, surf=tok.surf + nxt.surf))  # 殴ってきた腕
            i += 2
            continue
        if tok.surf in ("一発", "1発") and len(out) > 1 and out[-1].surf == "に" and out[-2].has("U"):
            out += [Tok("N", "1", tok.a, tok.a + 1, num=1.0, surf="1"), Tok("U", "blow", tok.a + 1, tok.b, surf="発")]
            i += 1
            continue
        burst = nxt is not None and nxt.is_("V", "do") and nxt.surf.startswith(_BURSTS)
        if tok.kind == "N" and burst and out and out[-1].surf == "の" and tok.num == sum(t.has("A") for t in out) > 1:
            i += 1  # ジャブ、ジャブ、ストレートの三連打: the number of what was listed
            continue
        if tok.kind == "N" and burst:
            out += [tok, Tok("U", "blow", tok.b, tok.b, surf="発")]  # 三連発
            i += 1
            continue
        lone = tok.is_("V", "do") and tok.surf.startswith("連打") and tok.form in ("fin", "renyo") and not tok.neg
        if (
            lone
            and not any(t.has("ALH") or t.kind in ("sp!", ">", "N") for t in _part(out))
            and not (nxt is not None and nxt.has("A"))
        ):
            out.append(Tok("A", "attack", tok.a, tok.b, tok.feats, surf=tok.surf))  # 相手が壁際なら連打
            i += 1
            continue
        if tok.is_("A", "onetwo"):
            cut = (tok.a + tok.b) // 2
            out += [
                Tok("A", "jab", tok.a, cut, surf="ジャブ"),
                Tok(">", ">", cut, cut, surf="→"),
                Tok("A", "punch", cut, tok.b, surf="ストレート"),
            ]
            i += 1
            continue
        if tok.surf in _CHANCE and nxt is not None:
            k = i + 2 if nxt.kind == "(" and i + 2 < len(toks) else i + 1
            if toks[k].surf in ("のみ", "だけ", "には", "のときは", "のとき", "時は", "時", "とき", "の時", "は"):
                out += [Tok("S", "off", tok.a, tok.b, surf=tok.surf), *toks[i + 1 : k]]
                out.append(Tok("K", "toki", tok.b, tok.b, surf="とき"))
                i = k
                continue
        turn = tok.kind == "N" and tok.num == 1 and nxt is not None and nxt.is_("U", "turn")
        if turn and i + 3 < len(toks) and toks[i + 2].surf in ("のうち", "のうちの", "中") and toks[i + 3].kind == "N":
            out += [Tok("U", "act", tok.a, toks[i + 2].b, surf="行動"), Tok("P", "の", tok.b, toks[i + 2].b, surf="の")]
            i += 3
            continue
        out.append(tok)
        i += 1
    return out


def rewrite(toks: list[Tok]) -> list[Tok]:
    """Replace the fixed phrases; brackets are rewritten inside too."""
    return phases(_phrases(_spots(selfstart.rewrite(toks))))


def _phrases(toks: list[Tok]) -> list[Tok]:
    for tok in toks:
        if tok.kind == "(":
            tok.kids = rewrite(tok.kids)
    codes = "".join(_code(t) for t in toks)
    out: list[Tok] = []
    i = 0
    while i < len(toks):
        best: tuple[int, Maker] | None = None
        if codes[i] in "NgeoFaTs":
            for pattern, make in _RULES:
                m = pattern.match(codes, i)
                if m and (best is None or m.end() > best[0]):
                    best = (m.end(), make)
        if best is not None:
            made = best[1](toks[i : best[0]])
            if made is not None:
                out.append(made)
                i = best[0]
                continue
        out.append(toks[i])
        i += 1
    return out
