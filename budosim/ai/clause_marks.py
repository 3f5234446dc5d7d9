"""A clause, and what marks where one ends in a Japanese sentence."""

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


POINTERS = ("else", "elseopp", "after", "before", "unless", "fallback")


CLOSE_WAYS = tuple(map(fold, ("接近戦", "密着戦", "近接戦", "インファイト")))


MANNERS = ("ordinary", "defensive", "aoa", "freeact", "light")


def is_order(toks: list[Tok], bare: bool = False) -> bool:
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
    if all(t.is_("M", *MANNERS) or t.kind in "_P," for t in toks) and last.has("M"):
        return True  # 守り重視、
    if last.surf in CLOSE_WAYS:
        return True  # 呪文を使うなら接近戦、
    if bare and last.is_("S", "mkdown") and last.form == "renyo" and "pass" not in last.feats and not opp:
        return True  # 倒れていなければ倒し、
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
    manner = any(t.is_("M", *MANNERS) for t in toks)
    if (last.is_("V", "do") or last.is_("M", *MANNERS)) and last.form in ("renyo", "te") and not opp and manner:
        return True  # 普通に戦い、手を抜き、
    return (
        any(t.has("L") for t in toks)
        and any(t.is_("V", "aim") or (t.is_("X", "mkcrip") and t.form in ("renyo", "te")) for t in toks)
        and not opp
    )


def is_topic(toks: list[Tok]) -> bool:
    """Whether tokens name what an order is about (フェイントは)."""
    content = [t for t in toks if t.kind not in "_,"]
    return (
        len(content) >= 2
        and content[-1].kind == "P"
        and content[-1].surf in ("は", "には", "を")
        and content[-2].has("A")
        and not any(t.has("W") for t in content)
        and not any(t.has("V") or t.has("S") for t in content[:-2])
    )


def tail_of(cur: list[Tok]) -> list[Tok]:
    """The tokens behind the last comma."""
    cut = max((k for k, t in enumerate(cur) if t.kind == ","), default=-1)
    return cur[cut + 1 :]


def states_only(cur: list[Tok]) -> bool:
    """Whether tokens in front of an arrow state a condition: 距離２以上→, 相手が立っている→."""
    if any(t.has("A") and not t.has("S") for t in cur):
        last = cur[-2] if len(cur) > 1 and cur[-1].is_("W", "opp") else cur[-1]  # 組んできた相手→
        return any(t.is_("W", "opp") for t in cur) and last.verb and last.form in ("past", "fin")
    return any(t.has("SXTGED") or t.has("C") or t.kind == "tc" or (t.has("Q") and len(cur) > 1) for t in cur)


def peel_topic(toks: list[Tok], out: list[Clause]) -> list[Tok]:
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


def guarding(cur: list[Tok], tok: Tok) -> bool:
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


def of_such(tail: list[Tok], tok: Tok) -> bool:
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


def breaks(tail: list[Tok]) -> bool:
    """利き腕を潰してから: an order to break a part first."""
    aimed = any(t.has("L") for t in tail) and tail[-1].surf == "を"
    return aimed and not any(t.has("A") for t in tail) and not any(t.is_("W", "me") for t in tail)


def _scene(tok: Tok) -> bool:
    """スタンド, グラウンド, 近距離: a position or distance as a scene."""
    return (tok.is_("S", "standing", "close") and not tok.feats) or tok.is_("A", "@ground") or tok.has("D")


def only_cond(paren: Tok) -> bool:
    """Whether a bracket holds a condition alone."""
    kids = paren.kids
    state = any(t.has("SX") and not t.has("A") for t in kids) or (
        any(t.has("Q") for t in kids) and any(t.has("C") for t in kids)
    )
    return state and not any(t.has("A") and not t.has("S") for t in kids)


def names_only(toks: list[Tok]) -> bool:
    """Whether tokens name acts and numbers alone: ロー3発の."""
    words = [t for t in toks if t.kind not in "_P,"]
    return any(t.has("A") for t in words) and all(
        (t.has("A") and t.nominal) or t.kind == "N" or t.has("U") for t in words
    )


def well(tok: Tok) -> bool:
    """していればいい: an order, no condition."""
    return tok.kind == "_" and tok.surf.startswith(("いい", "よい", "良い", "十分", "充分", "ええ", "よろし", "よかろ"))


def is_times(toks: list[Tok], i: int) -> bool:
    """Whether a number of times or a share stands at `i`."""
    return (i + 1 < len(toks) and toks[i].kind == "N" and toks[i + 1].is_("U", "times", "turn")) or toks[
        i
    ].kind in ("sh",)


def is_cap(cur: list[Tok]) -> bool:
    """３ターンに１回まで, ２回まで: a cap, no condition."""
    if not cur:
        return False
    if cur[-1].kind == "fq":
        return True
    return len(cur) >= 2 and cur[-1].is_("U", "times") and cur[-2].kind == "N"


def take_in(toks: list[Tok], i: int, clause: Clause) -> int:
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
