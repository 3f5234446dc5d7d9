"""An order clause (its tokens) -> pieces: what to do, how often, where, or what never to do.

Slots: act, places, options, frequency, share, number, polarity; acts of one clause are related by how they
are linked (list, arrow, te-form, alternative, preference).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from budosim.ai import vocab
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok

Cond = list[Any]
Act = dict[str, Any]


@dataclass(slots=True)
class Item:
    """One act of a piece with how often it is named and its share."""

    act: Act
    count: int = 1
    share: float | None = None
    link: str = ""  # how it is linked to the one before: "," ">" "te" "to" "ka" "pref" "back"
    a: int = 0
    b: int = 0


@dataclass(slots=True)
class Piece:
    """One order or ban."""

    kind: str = "act"  # act ban style aim only loop back save lift jump remark
    items: list[Item] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    freq: Cond | None = None
    tcond: Cond | None = None
    topic: list[Tok] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    share: float | None = None
    defence: str | None = None
    target: int = 0
    foe: list[Tok] = field(default_factory=list)
    sound: bool = False
    hazy: Tok | None = None
    inherit: Cond | None = None
    vague: Tok | None = None
    chance: bool = False
    unknown: list[Tok] = field(default_factory=list)
    parens: list[Tok] = field(default_factory=list)
    a: int = 0
    b: int = 0

    def add_span(self, tok: Tok) -> None:
        """Widen the span to take in `tok`."""
        if self.b == 0:
            self.a = tok.a
        self.a, self.b = min(self.a, tok.a), max(self.b, tok.b)


_HEIGHT = {"中段": "torso", "下段": "leg", "上段": "head", "みどる": "torso", "ろー": "leg", "はい": "head"}
_OPTION_ACTS = {"aoa": "aoa", "rush": "aoa_double", "strong": "aoa_strong"}
_FLAGS = {
    "only",
    "absolute",
    "priority",
    "alt",
    "seq",
    "half",
    "pref",
    "mainly",
    "base",
    "always",
    "also",
    "rand",
    "again",
    "rowm",
    "most",
    "firstly",
    "then",
    "nextturn",
    "joke",
    "ordinary",
    "freeact",
    "each",
    "even",
    "once",
    "igai",
    "shika",
}
_OPTS = ("aoa", "aoa_double", "aoa_strong", "aoa_hit", "aoa_feint", "defensive", "light")
BAN_ID = {
    "punch": "@hand",
    "kick": "@kick",
    "throw": "@throw",
    "submission": "@lock",
    "grapple": "@grapple",
    "attack": "@attack",
    "@hand": "@hand",
    "@strike": "@strike",
    "@spell": "@spell",
    "cast": "@spell",
    "aoa": "@aoa",
    "riposte": "riposte",
    "@ground": "@grapple",
    "clinch_neck": "grapple",
}
_REACT = set(vocab.REACT)
_OPTABLE = vocab.STRIKES | set(vocab.GRAPPLE) | {"attack", "@strike", "@hand", "@kick", "hold", "combo"}


def place_name(val: str) -> str:
    """A place of the lexicon as a target in a policy (plural forms become the single one)."""
    return {
        "eyes": "eye",
        "legs": "leg",
        "arms": "arm",
        "hands": "hand",
        "knees": "knee",
        "feet": "foot",
        "ears": "ear",
    }.get(val, val)


def make_act(val: str, places: list[str]) -> Act:
    """The act a word stands for, with its places; implied places are not written."""
    act: Act
    if val in _OPTION_ACTS:
        act = {"a": "attack", "opt": _OPTION_ACTS[val]}
    elif val == "clinch_neck":
        act, places = {"a": "grapple", "at": ["neck"]}, []
    elif val == "@ground":
        act = {"a": "submission"}
    elif val == "@spell":
        act = {"a": "@spell"}
    else:
        act = {"a": val}
    implied = {
        "low_kick": {"leg"},
        "mid_kick": {"torso"},
        "high_kick": {"head"},
        "sweep": {"leg"},
        "eye_poke": {"eye"},
        "face_attack": {"face"},
        "ear_clap": {"ear"},
    }
    names = [place_name(p) for p in dict.fromkeys(places)] if val not in _REACT else []
    if names and not set(names) <= implied.get(val, set()):
        act["at"] = names
    return act


class _Chunk:
    """The tokens between two links, read into acts, places and flags."""

    def __init__(self, toks: list[Tok], link: str) -> None:
        self.toks = toks
        self.all = toks
        self.link = link
        self.items: list[Item] = []
        self.places: list[str] = []
        self.place_links: list[str] = []
        self.flags: set[str] = set()
        self.opt: str | None = None
        self.freq: Cond | None = None
        self.tcond: Cond | None = None
        self.share: float | None = None
        self.shares: list[float] = []
        self.neg = False
        self.verb = ""
        self.unknown: list[Tok] = []
        self.parens: list[Tok] = []
        self.spells: list[str] = []
        self.topic: list[Tok] = []
        self.number: float | None = None
        self.remark = False
        self.side = ""
        self.retreat = False
        self.crip = False
        self.finish = False
        self.jump = 0
        self.stop = False
        self.foe: list[Tok] = []
        self.english = any(t.surf.isascii() and t.surf.isalpha() for t in toks[:3])
        self.sound = False
        self.pcount = 1
        self.pshare: float | None = None
        self.hazy: Tok | None = None
        self.split = False
        self.vague: Tok | None = None
        self.chance = False
        self._trailing: list[str] = []
        self.a = toks[0].a if toks else 0
        self.b = toks[-1].b if toks else 0
        self.read()

    # which meaning of a word that is both act and place
    def is_place(self, i: int) -> bool:
        tok = self.toks[i]
        nxt = self.toks[i + 1] if i + 1 < len(self.toks) else None
        if (
            tok.surf in ("中段", "下段", "上段")
            and nxt is not None
            and ((nxt.has("A") and not nxt.has("L")) or (nxt.kind == "P" and nxt.surf == "の"))
        ):
            return True
        if not (tok.has("A") and tok.has("L")):
            return tok.has("L") and not tok.has("A")
        rest = self.toks[i + 1 :]
        if tok.surf in _HEIGHT and nxt is not None and nxt.has("A"):
            return True
        if (
            nxt is not None
            and nxt.kind == "P"
            and nxt.surf in ("を", "に", "へ", "への", "は", "か", "や", "と", "も")
        ):
            if any(t.is_("V", "aim") or t.has("X") for t in rest):
                return True
            if nxt.surf in ("に", "へ", "への") and any(t.has("A") for t in rest):
                return True
            if nxt.surf == "を" and any(t.has("A") and t.verb for t in rest):
                return True
        if nxt is not None and (nxt.is_("V", "aim") or nxt.has("X")):
            return True
        if nxt is not None and nxt.is_("A", "attack") and tok.surf in _HEIGHT:
            return True
        if (
            nxt is not None
            and (nxt.kind == "・" or nxt.surf == "など")
            and any((t.get("A") or "") in vocab.LOCK for t in rest)
        ):
            return True
        if (
            self.english
            and self.items
            and i
            and (
                self.toks[i - 1].surf in ("the", "his", "to", "at", "to the", "at the", "of the")
                or self.items[-1].b == tok.a - 1
            )
            and not tok.surf.endswith("s")
        ):
            return True
        if tok.surf in ("high", "low", "上", "下"):
            return not (nxt is not None and nxt.has("A"))
        return tok.kind == "L" and not tok.has("A")

    def read(self) -> None:
        i, n = 0, len(self.toks)
        pending: list[str] = []
        sep = ""
        while i < n:
            tok = self.toks[i]
            nxt = self.toks[i + 1] if i + 1 < n else None
            if tok.kind == "fq":
                self.freq = json.loads(tok.val)
                if "cap" in tok.feats:
                    self.flags.add("cap")
            elif tok.kind == "tc":
                self.tcond = json.loads(tok.val)
            elif tok.kind == "sh":
                self.share = tok.num
                self.shares.append(tok.num)
                if self.items and self.items[-1].share is None:
                    self.items[-1].share = tok.num
            elif tok.kind == "(":
                self.parens.append(tok)
            elif tok.kind == "sp!":
                if (
                    self.items
                    and self.items[-1].act["a"] in ("@spell", "cast")
                    and "spell" not in self.items[-1].act
                ):
                    self.items.pop()
                self.items.append(Item({"a": "cast", "spell": tok.val}, link=sep, a=tok.a, b=tok.b))
                sep = ""
            elif tok.kind == "mk":
                self.jump = int(tok.num)
            elif tok.kind == "fr" and not any(t.has("Q") for t in self.toks):
                self.share = tok.num
                self.pshare = tok.num
            elif (
                tok.kind == "N"
                and nxt is not None
                and (nxt.kind == "fr" or (nxt.kind == "od" and nxt.surf == "third"))
            ):
                unit_ = {"thirds": 1 / 3, "third": 1 / 3}.get(nxt.surf, nxt.num)
                self.share = self.pshare = round(tok.num * unit_, 2)
                i += 1
            elif tok.kind == "N":
                self.number = tok.num
                unit = nxt.get("U") if nxt is not None else None
                if unit in ("times", "blow") or (unit is None and nxt is not None and nxt.has("A")):
                    if (
                        self.items
                        and unit is not None
                        and not (self.toks[i + 2 : i + 3] and self.toks[i + 2].has("A"))
                    ):
                        self.items[-1].count = max(1, int(tok.num))
                    elif nxt is not None and nxt.has("A") and 1 < tok.num < 13:
                        self.pcount = int(tok.num)
                    else:
                        self.flags.add("count")
            elif self.is_place(i):
                name = _HEIGHT.get(tok.surf) or tok.get("L") or ""
                after_act = bool(self.items) and not any(
                    t.has("A") and not self.is_place(j) for j, t in enumerate(self.toks[i + 1 :], i + 1)
                )
                if after_act and self.items[-1].act.get("at") is None and not pending:
                    extra = make_act(self.items[-1].act["a"], [*self._trailing, name])
                    self._trailing.append(name)
                    self.items[-1].act = {
                        **extra,
                        **{k: v for k, v in self.items[-1].act.items() if k not in ("a", "at")},
                    }
                elif after_act and self._trailing:
                    self._trailing.append(name)
                    extra = make_act(self.items[-1].act["a"], self._trailing)
                    self.items[-1].act = {**self.items[-1].act, **extra}
                else:
                    pending.append(name)
                    self.place_links.append(sep)
                sep = ""
            elif tok.has("A") and self._aside(tok, i):
                pass
            elif tok.has("A"):
                self._act(tok, i, pending, sep)
                pending = [] if self.items else pending
                sep = ""
            elif tok.kind == "H":
                self.items.append(Item({"a": "cine", "name": tok.val}, link=sep, a=tok.a, b=tok.b))
                sep = ""
            elif tok.kind == "nm":
                if self.items and self.items[-1].act["a"] == "combo":
                    self.items[-1].act["name"] = tok.val
            elif tok.is_("X", "sound"):
                self.sound = True
            elif tok.has("X"):
                self.crip = True
                self.verb = "crip"
                self.neg |= tok.neg
            elif tok.is_("S", "finish"):
                self.finish = True
            elif tok.is_("S", "airborne") and tok.neg:
                self.neg = True
                for name in ("jump_kick", "drop_kick"):
                    self.items.append(Item({"a": name}, a=tok.a, b=tok.b))
            elif tok.has("F"):
                self.freq = ["p", float(tok.get("F") or 0)]
                self.vague = tok
            elif tok.has("M"):
                sep = self._mod(tok, sep)
            elif tok.has("V"):
                self._verb(tok)
            elif tok.kind == "P":
                if tok.surf in ("と", "も", "か", "や"):
                    sep = {"と": "to", "も": "also", "か": "ka", "や": "to"}[tok.surf]
                    if tok.surf == "も":
                        self.flags.add("also")
            elif tok.kind in ("・", "/", "&", "-", "~"):
                sep = "list" if tok.kind in "・-~" else "ka" if tok.kind == "/" else "to"
            elif tok.is_("C", ">"):
                sep = "pref"
                self.flags.add("pref")
            elif tok.kind == "?":
                self.unknown.append(tok)
            elif tok.kind == "R":
                self.remark = True
            elif tok.kind == "_" and tok.surf == "and" and self.items:
                sep = sep or "and"
            elif tok.kind == "_" and tok.val == "vague":
                self.hazy = tok
            elif tok.kind == "_" and tok.surf == "with" and not self.items and not pending:
                self.flags.add("with")
            elif tok.kind == "_" and (
                "確率" in tok.surf
                or tok.surf in ("chance of", "chance", "probability", "percent chance", "the time")
            ):
                self.chance = True
            elif tok.has("WTQ") or tok.kind in ("S", "B", "E", "G", "D", "Z", "Y", "O", "U", "K", "J", "C"):
                self.topic.append(tok)
            i += 1
        if self.shares and len(self.items) == 1 and self.items[0].share is None:
            self.items[0].share = self.shares[0]
        self.places = pending

    def _aside(self, tok: Tok, i: int) -> bool:
        """An act that is no order: the opponent's, a topic (攻撃は…), a colouring (カウンターの前蹴り)."""
        nxt = self.toks[i + 1] if i + 1 < len(self.toks) else None
        prev = self.toks[i - 1] if i else None
        before = self.toks[i - 2] if i > 1 else None
        par = nxt.surf if nxt is not None and nxt.kind == "P" else ""
        later = [t for t in self.toks[i + 1 :] if t.has("A") or t.kind == "sp!"]
        if (
            prev is not None
            and before is not None
            and prev.surf in ("の", "が")
            and before.is_("W", "opp")
            and not (tok.verb and not par)
        ):
            self.foe.append(tok)
            return True
        if (
            prev is not None
            and before is not None
            and prev.surf == "to"
            and before.is_("W", "opp")
            and self.english
        ):
            self.foe.append(tok)
            return True
        if prev is not None and prev.is_("W", "opp") and self.english and not tok.is_("A", "hold", "pin"):
            self.foe.append(tok)
            return True
        if (
            tok.is_("A", "attack")
            and not tok.verb
            and par in ("は", "には")
            and later
            and not any(t.has("A") and t.get("A") in _REACT for t in later)
        ):
            return True
        if tok.is_("A", "riposte", "counterstyle") and par == "の" and later:
            return True
        if tok.is_("A", "wait") and tok.neg and (later or self.items):
            return True
        react = [t for t in later if (t.get("A") or "") in _REACT and not t.is_("A", "riposte")]
        follow = self.toks[i + 2] if i + 2 < len(self.toks) else None
        topical = par in ("は", "を", "には", "に", "からは") or (
            nxt is not None
            and nxt.is_("M", "only")
            and follow is not None
            and follow.surf in ("は", "を", "には", "に")
        )
        which = self.english and any(t.surf == "which" for t in self.all[self.all.index(tok) :])
        if (
            self.items
            and self.items[-1].act["a"] in _REACT
            and self.items[-1].act["a"] != "riposte"
            and self.english
            and not tok.is_("A", "attack")
        ):
            self.foe.append(tok)
            return True
        if react and (topical or which) and (tok.get("A") or "") not in _REACT:
            self.foe.append(tok)
            return True
        return False

    def _act(self, tok: Tok, i: int, pending: list[str], sep: str) -> None:
        val = tok.get("A") or ""
        self._trailing = []
        if val == "retreat" and "while_" in tok.feats:
            self.retreat = True
            return
            if val == "feint" and "while_" in tok.feats:
                self.items.append(Item({"a": "feint"}, link=sep, a=tok.a, b=tok.b))
                return
        if "caus" in tok.feats and val in ("grapple", "throw", "attack", "kick", "punch", "cast", "approach"):
            return  # 組ませない: keeps the other from it, no act of mine
        self.neg |= tok.neg
        if "徹" in tok.surf:
            self.flags.add("only")
        if self.items and not sep and val == "feint" and tok.surf.startswith(("牽制", "けん制", "けんせい")):
            return
        if (
            self.items
            and not sep
            and (
                val == "wait"
                or (val in ("release", "retreat") and tok.surf.startswith(("突き放", "つきはな", "つき放")))
            )
        ):
            return
        if (
            self.items
            and val == "attack"
            and self.items[-1].act["a"] not in _REACT
            and not tok.neg
            and self.items[-1].act["a"]
            not in ("wait", "retreat", "approach", "hold", "resist_will", "resist_mind", "feint")
        ):
            return  # パンチで攻める, 膝で攻撃
        if self.items and val in ("@spell",) and self.items[-1].act["a"] == "cast":
            return
        if (
            self.items
            and self.items[-1].act["a"] in ("attack", "@spell", "@strike")
            and "at" not in self.items[-1].act
            and (self.items[-1].act.get("opt") or self.items[-1].act["a"] == "@spell")
            and not sep
            and val not in _OPTION_ACTS
        ):
            opt = self.items[-1].act.get("opt")
            self.items[-1] = Item(
                make_act(val, pending), link=self.items[-1].link, a=self.items[-1].a, b=tok.b
            )
            if opt:
                self.items[-1].act["opt"] = opt
            return
        if (
            self.items
            and val in _OPTION_ACTS
            and not sep
            and "opt" not in self.items[-1].act
            and self.items[-1].act["a"] not in _REACT
        ):
            self.items[-1].act["opt"] = _OPTION_ACTS[val]
            return
        if self.items and tok.verb and "分け" in tok.surf and val in ("kick", "punch", "attack"):
            self.flags.add("seq")
            return
        if (
            self.items
            and tok.verb
            and sep == "to"
            and len({x.act["a"] for x in self.items}) > 1
            and val in ("kick", "punch")
            and all(
                vocab.covers("@" + {"kick": "kick", "punch": "hand"}[val], x.act["a"]) for x in self.items
            )
        ):
            return
        if (
            self.items
            and tok.verb
            and not sep
            and val in ("kick", "punch")
            and self.items[-1].act["a"] != val
            and vocab.covers("@" + {"kick": "kick", "punch": "hand"}[val], self.items[-1].act["a"])
        ):
            return
        if self.items and val == self.items[-1].act["a"] and not sep and val not in ("knee",):
            if pending and "at" not in self.items[-1].act:
                self.items[-1].act = make_act(val, pending)
            return
        if self.items and not sep and val == "riposte" and self.items[-1].act["a"] == "counterstyle":
            return
        self.items.append(
            Item(make_act(val, pending), count=self.pcount, share=self.pshare, link=sep, a=tok.a, b=tok.b)
        )
        self.pshare = None
        self.pcount = 1
        if val == "cast" and self.spells:
            self.items[-1].act["spell"] = self.spells[-1]

    def _mod(self, tok: Tok, sep: str) -> str:
        val = tok.get("M") or ""
        if val == "firstly":
            early = tok.surf.startswith(
                (
                    "最初",
                    "初",
                    "開幕",
                    "はじめ",
                    "しょっぱ",
                    "のっけ",
                    "試合開始",
                    "開始",
                    "出だ",
                    "at ",
                    "in the",
                    "from the",
                    "right",
                    "initially",
                    "to start",
                )
            )
            self.flags.add("firstly" if early else "mazu")
        elif val in _FLAGS:
            self.flags.add(val)
            if tok.neg and val not in ("only",):
                self.neg = True
        if val == "only" and tok.surf in ("ひたすら", "ひたすらに", "ただひたすら"):
            self.flags.add("hard")
        if val == "aoa_double" and tok.surf == "twice" and self.items:
            self.items[-1].count = 2
        elif val in _OPTS:
            self.opt = val
        if val == "not":
            self.neg = True
        if val == "also" and tok.surf in ("または", "あるいは", "もしくは", "or", "either"):
            return "ka"
        return sep

    def _verb(self, tok: Tok) -> None:
        val = tok.get("V") or ""
        if val == "nai":
            self.neg = True
            self.verb = self.verb or "nai"
            return
        if val in ("hit", "miss", "ok", "fail", "become", "be") and not tok.neg:
            if val == "hit":
                self.verb = self.verb or "do"
            return
        self.neg |= tok.neg
        if val == "stop":
            self.stop = True
        if val == "start" and self.english and tok.surf.endswith("with"):
            self.flags.add("firstly")
        if (
            val == "do"
            and not self.items
            and tok.surf.startswith(("行く", "行き", "行け", "行こ", "いく"))
            and "go" not in self.verb
        ):
            self.verb = "go"
            return
        if val == "do" and tok.surf in (
            "mix in",
            "throw in",
            "add",
            "sneak in",
            "slip in",
            "put in",
            "drop in",
        ):
            self.flags.add("mixin")
        if val == "do" and tok.surf.startswith(
            ("混ぜ", "まぜ", "織り", "おりまぜ", "交え", "まじえ", "挟", "はさ", "散ら")
        ):
            self.flags.add("mixin")
        if val in ("ban", "stop", "switch", "back", "aim", "keepdist", "cont", "end", "save", "start"):
            self.verb = val
        elif val in ("come",) and not self.items:
            self.verb = self.verb or "go"
        else:
            self.verb = self.verb or val
        if val == "want":
            return


def chunks(toks: list[Tok]) -> list[_Chunk]:
    """Cut an order clause at its links."""
    out: list[_Chunk] = []
    cur: list[Tok] = []
    link = ""

    def cut(nxt: str) -> None:
        nonlocal cur, link
        if any(t.kind not in "_P," for t in cur):
            out.append(_Chunk(cur, link))
            cur, link = [], nxt
        else:
            cur = []
            link = nxt if not out or nxt != "," else link or nxt

    for i, tok in enumerate(toks):
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if tok.kind == "," and nxt is not None and nxt.surf == "which":
            continue
        if (
            tok.surf == "and"
            and nxt is not None
            and nxt.get("A") in _REACT
            and any(t.get("A") in _REACT for t in cur)
        ):
            cut(",")
        elif tok.surf == "and" and any(t.is_("V", "stop") for t in cur) and any(t.has("A") for t in cur):
            cut("stop")
        elif tok.kind == ",":
            cut(",")
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
        elif tok.has("S") and tok.form == "te" and not tok.has("A"):
            cur.append(tok)
            cut("te")
        elif (
            tok.is_("V", "stop")
            and tok.form in ("te", "renyo")
            and nxt is not None
            and any(t.has("AL") for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("stop")
        elif (
            tok.has("V")
            and tok.form in ("te", "while_", "after")
            and tok.is_("V", "stop", "do", "ban", "aim", "hit", "switch")
            and any(t.has("A") or t.kind == "sp!" for t in cur)
            and nxt is not None
            and any(t.has("AL") or t.kind == "sp!" for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("mix" if tok.form == "while_" else "stop" if tok.is_("V", "stop", "ban") else "te")
        else:
            cur.append(tok)
    if any(t.kind not in "_P," for t in cur):
        out.append(_Chunk(cur, link))
    return out


def parse(toks: list[Tok]) -> list[Piece]:
    """The pieces of an order clause."""
    toks = [t for t in toks if t.kind not in ("q", "b", "sp")]
    for tok in toks:
        if tok.kind == "Z":
            if tok.val == "third":
                if not any(t.has("AVL") for t in toks):
                    continue
                raise Refusal("E_ILLEGAL", tok.a, tok.b, "第三者は関われません", "no third party")
            why = (
                ("武器は使用禁止です", "weapons are banned")
                if tok.val == "weapon"
                else ("超能力は使用禁止です", "psionics are banned")
            )
            raise Refusal("E_ILLEGAL", tok.a, tok.b, *why)
    pieces: list[Piece] = []
    pend_freq: Cond | None = None
    pend_flags: set[str] = set()
    pend_places: list[str] = []
    pend_tcond: Cond | None = None
    for chunk in chunks(toks):
        piece = _piece(chunk)
        if piece.kind == "empty":
            pend_freq = piece.freq or pend_freq
            pend_tcond = piece.tcond or pend_tcond
            pend_flags |= piece.flags
            if piece.unknown and pieces:
                pieces[-1].unknown += piece.unknown
            elif piece.unknown:
                piece.kind = "remark"
                pieces.append(piece)
            elif pieces and piece.flags and piece.freq is None and not piece.tcond:
                pieces[-1].flags |= piece.flags
                pieces[-1].parens += piece.parens
                pieces[-1].b = max(pieces[-1].b, chunk.b)
                pend_flags = set()
            elif pieces and piece.parens:
                pieces[-1].parens += piece.parens
            elif pieces and piece.freq is not None and pieces[-1].freq is None and pieces[-1].kind == "act":
                pieces[-1].freq, pend_freq = piece.freq, None
                pieces[-1].b = max(pieces[-1].b, chunk.b)
            continue
        if pend_freq is not None and piece.freq is None:
            piece.freq, pend_freq = pend_freq, None
        if pend_tcond is not None and piece.tcond is None:
            piece.tcond, pend_tcond = pend_tcond, None
        piece.flags |= pend_flags
        pend_flags = set()
        prev = pieces[-1] if pieces else None
        if prev is not None and _joins(prev, piece, chunk.link):
            _join(prev, piece, chunk.link)
        else:
            if prev is not None and chunk.link in ("te", ">", "then"):
                piece.flags.add("link:" + chunk.link)
            pieces.append(piece)
    if pend_freq is not None or pend_tcond is not None or (pend_flags and pieces):
        if pieces and pend_freq is None and pend_tcond is None:
            pieces[-1].flags |= pend_flags
        else:
            pieces.append(
                Piece("freq", freq=pend_freq, tcond=pend_tcond, flags=pend_flags, a=toks[0].a, b=toks[-1].b)
            )
    _ = pend_places
    return pieces


def _joins(prev: Piece, piece: Piece, link: str) -> bool:
    if (
        prev.kind == "aim"
        and piece.kind == "act"
        and link == "te"
        and "closed" in prev.flags
        and "crip" not in prev.flags
        and len(piece.items) == 1
        and "at" not in piece.items[0].act
        and (piece.items[0].act["a"] not in _REACT and piece.freq is None)
    ):
        return True
    if prev.kind == "aim" and piece.kind == "aim":
        return piece.freq is None and piece.tcond is None
    if (
        prev.kind == "aim"
        and piece.kind == "act"
        and not prev.freq
        and link in (",", ">")
        and not prev.flags & {"mainly", "closed"}
        and len(piece.items) == 1
        and ("at" in piece.items[0].act or "with" in piece.flags)
        and piece.items[0].act["a"] not in _REACT
    ):
        return True
    if prev.kind != "act" or piece.kind != "act":
        return False
    if piece.freq is not None or piece.tcond is not None or prev.tcond is not None:
        return False
    if prev.freq is not None and link not in ("te", ">", "then"):
        return False
    if link == "mix" or link == "stop" or link == "neg" or "back" in piece.flags or "cap" in piece.flags:
        return False
    if prev.foe != piece.foe and (piece.foe or (piece.items and piece.items[0].act["a"] in _REACT)):
        return False
    if prev.flags & {"mainly"} and link == ",":
        return False
    if "base" in piece.flags:
        return False
    left_react = prev.items[0].act["a"] in _REACT
    right_react = piece.items[0].act["a"] in _REACT
    if left_react != right_react and link == ",":
        return False
    left_free, right_free = (x.items[0].act["a"] in vocab.FREE for x in (prev, piece))
    return bool(left_free == right_free)


def _join(prev: Piece, piece: Piece, link: str) -> None:
    if piece.kind == "act" and prev.kind == "aim":
        item = piece.items[0]
        item.act = {
            **make_act(item.act["a"], [*prev.places, *item.act.get("at", [])]),
            **{k: v for k, v in item.act.items() if k not in ("a", "at")},
        }
        if prev.flags & {"pref", "pickpref"}:
            item.act["pick"] = "first"
        elif len(item.act.get("at", [])) > 1 and (
            prev.flags & {"seq", "arrow"} or piece.flags & {"seq"} or link == ">"
        ):
            item.act["pick"] = "cycle"
        prev.kind, prev.items, prev.places = "act", [item], []
        prev.flags -= {"pref", "pickpref", "seq", "arrow"}
        piece.flags -= {"pref", "seq"}
        link = ","
    elif (
        link in ("te", "mix")
        and len(piece.items) == 1
        and piece.items[0].act == {"a": "attack"}
        and prev.items
    ):
        pass  # 織り交ぜて攻める
    else:
        if piece.items:
            piece.items[0].link = piece.items[0].link or link
        prev.items += piece.items
        prev.places += piece.places
    if link == ">":
        prev.flags.add("arrow")
    prev.flags |= piece.flags
    prev.share = prev.share if prev.share is not None else piece.share
    prev.parens += piece.parens
    prev.unknown += piece.unknown
    prev.topic += piece.topic
    prev.b = max(prev.b, piece.b)


def _piece(c: _Chunk) -> Piece:
    piece = Piece(
        freq=c.freq,
        tcond=c.tcond,
        flags=set(c.flags),
        share=c.share,
        unknown=c.unknown,
        parens=c.parens,
        topic=c.topic,
        a=c.a,
        b=c.b,
    )
    piece.vague, piece.chance, piece.foe, piece.sound, piece.hazy = c.vague, c.chance, c.foe, c.sound, c.hazy
    if c.jump:
        piece.kind, piece.target = "jump", c.jump
        return piece
    items = c.items
    places = list(c.places)
    if c.opt:
        if items:
            for item in items:
                if item.act["a"] in _OPTABLE and item.act.get("opt") in (None, "aoa"):
                    item.act["opt"] = c.opt
        elif not c.neg:
            items = [Item(make_act("attack", places), a=c.a, b=c.b)]
            items[0].act["opt"] = c.opt
            places = []
    if c.retreat:
        for item in items:
            item.act["retreat"] = True
        if not items:
            items = [Item({"a": "retreat"}, a=c.a, b=c.b)]
    if c.finish:
        piece.flags.add("finish")
    names = [x.act["a"] for x in items]
    if "resist" in names:
        skill = next((t.get("B") for t in c.toks if t.has("B")), None)
        items = [x for x in items if x.act["a"] != "@spell"]
        if skill in ("mental_strength", "will"):
            for x in items:
                if x.act["a"] == "resist":
                    x.act = {"a": "resist_mind" if skill == "mental_strength" else "resist_will"}
    if any(t.is_("Q", "cp") for t in c.topic) and c.verb == "do" and not items and not places:
        items = [Item({"a": "spend_cp"}, a=c.a, b=c.b)]
    if "changeplace" in names:
        items = [
            Item({"a": "attack", "at": ["@any"]}, a=c.a, b=c.b) if x.act["a"] == "changeplace" else x
            for x in items
        ]
    if (
        len(items) == 1
        and items[0].act["a"] in ("submission", "attack")
        and any(t.surf in ("など", "等") for t in c.toks)
    ):
        joints = {"arm", "knee", "hand", "leg", "foot", "finger"}
        if len(joints & set(places) | joints & set(items[0].act.get("at", []))) >= 2:
            items[0].act["at"], places = ["@limb"], []
    if c.freq is not None and c.freq[0] == "p":
        if c.freq[1] == 0.05:
            c.neg = False  # めったに…ない
        if "shika" in c.flags:
            c.neg = False
            c.flags.discard("shika")
            piece.flags.discard("shika")
    # exclusivity written as a negation
    if ("igai" in c.flags and c.neg) or ("shika" in c.flags and (c.neg or not items)):
        piece.flags -= {"igai", "shika"}
        piece.flags.add("only")
        c.neg = False
        c.verb = "" if c.verb in ("ban", "nai") else c.verb
    elif "igai" in c.flags and places and not items:
        piece.kind = "exceptplace"
        piece.places = places
        return piece
    elif "igai" in c.flags and c.verb == "ban":
        piece.flags -= {"igai"}
        piece.flags.add("only")
        c.verb = ""
    if "igai" in piece.flags and items:
        piece.kind = "igai"
        return piece
    if (c.verb == "ban" and not c.neg) or (c.neg and c.verb != "ban" and (items or places or c.crip)):
        if items or places or c.crip:
            piece.kind = "ban"
            piece.items = items
            piece.places = places
            if c.stop:
                piece.flags.add("stop")
            return piece
        piece.kind = "ban0"
        return piece
    if c.stop and not c.neg and c.verb == "stop":
        piece.kind = "stop"
        piece.items, piece.places = items, places
        return piece
    if c.verb == "save":
        piece.kind = "save"
        piece.items = items
        return piece
    if c.verb == "switch":
        piece.flags.add("switch")
    if c.verb == "keepdist" and not items:
        piece.flags.add("keepdist")
        piece.kind = "keepdist"
        return piece
    if c.verb == "keepdist" and items and any(t.is_("V", "keepdist") and t.a < items[0].a for t in c.toks):
        piece.flags.add("keepdist")
    if c.verb == "back" and not c.neg:
        piece.flags.add("back")
        if not items and not places:
            piece.kind = "back"
            return piece
    if items:
        if places:
            last = items[-1]
            if "at" not in last.act and last.act["a"] not in _REACT:
                last.act = {
                    **make_act(last.act["a"], places),
                    **{k: v for k, v in last.act.items() if k not in ("a", "at")},
                }
        piece.items = items
        return piece
    if places:
        piece.kind = "aim"
        piece.places = places
        if c.verb:
            piece.flags.add("closed")
        piece.flags |= {"pickpref"} if "pref" in c.place_links else set()
        if c.crip:
            piece.flags.add("crip")
        return piece
    if c.crip:
        piece.kind = "crip"
        return piece
    if "freeact" in c.flags:
        piece.items = [Item({"a": "free"}, a=c.a, b=c.b)]
        return piece
    if c.finish:
        piece.items = [Item({"a": "attack"}, a=c.a, b=c.b)]
        return piece
    if "seq" in c.flags and not c.unknown:
        piece.kind = "loop"
        return piece
    if c.verb == "go":
        piece.kind = "go"
        return piece
    piece.kind = "empty"
    if c.remark or (c.verb and not c.freq and not c.tcond and not c.flags and not c.unknown):
        piece.kind = "remark"
    return piece
