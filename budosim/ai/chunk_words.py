"""What the single words of a chunk of an order say."""

from __future__ import annotations

from budosim.ai import vocab
from budosim.ai.lexer import Tok
from budosim.ai.order_items import FLAGS, OPTIONS, REACTIONS, Cond, Item


def follow_wait(rest: list[Tok]) -> bool:
    """Whether をまつ stands next."""
    return len(rest) > 1 and rest[0].surf == "を" and rest[1].is_("A", "wait")


def _throws(rest: list[Tok]) -> bool:
    """Whether a blow is what is thrown: throw a spinning backfist."""
    for tok in rest:
        if tok.has("W") or tok.kind in ("e", ",") or tok.surf in ("and", "or", "と", "や"):
            return False
        if tok.has("A"):
            return (tok.get("A") or "") in vocab.STRIKES
    return False


class ChunkWords:
    """The slots of a chunk, and the words that fill them without being its act."""

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
        self.english = any(t.surf.isascii() and any(ch.isalpha() for ch in t.surf) for t in toks[:3])
        self.sound = False
        self.turns = 0
        self.pcount = 1
        self.pshare: float | None = None
        self.hazy: Tok | None = None
        self.split = False
        self.vague: Tok | None = None
        self.chance = False
        self.nth: Cond | None = None
        self.fspan: tuple[int, int] | None = None
        self._trailing: list[str] = []
        self.a = toks[0].a if toks else 0
        self.b = toks[-1].b if toks else 0

    def _aside(self, tok: Tok, i: int) -> bool:
        """An act that is no order: the opponent's, a topic (攻撃は…), a colouring (カウンターの前蹴り)."""
        if {"concess", "pass"} <= tok.feats:
            return True  # 殴られても
        nxt = self.toks[i + 1] if i + 1 < len(self.toks) else None
        prev = self.toks[i - 1] if i else None
        before = self.toks[i - 2] if i > 1 else None
        par = nxt.surf if nxt is not None and nxt.kind == "P" else ""
        later = [t for t in self.toks[i + 1 :] if t.has("A") or t.kind == "sp!"]
        follow = self.toks[i + 2] if i + 2 < len(self.toks) else None
        if (
            self.english
            and prev is not None
            and before is not None
            and prev.is_("W", "opp")
            and before.surf in ("let", "letting")
        ):
            self.neg, self.remark = False, True  # don't let him grab me
            return True
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
            self.english
            and tok.surf in ("attacks", "ones", "blows")
            and self.items
            and self.items[-1].act["a"] in REACTIONS
        ):
            return True  # parry high attacks
        if self.english and tok.is_("A", "throw") and tok.surf.startswith("throw") and _throws(self.toks[i + 1 :]):
            return True  # throw a jab
        if self.english and tok.is_("A", "retreat") and self.items and self.items[-1].act["a"] in REACTIONS:
            self.items[-1].act["retreat"] = True  # dodge with a step back
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
        if (
            prev is not None
            and prev.is_("W", "opp")
            and self.english
            and not tok.is_("A", "hold", "pin")
            and prev.surf != "him"
        ):
            self.foe.append(tok)
            return True
        if self._topic_class(tok, par, later):
            return True
        if par == "で" and follow is not None and (follow.get("A") or "") in ("parry", "dodge") and follow.verb:
            return True  # 膝で受ける
        if par == "には" and tok.nominal and later and not self.english and not tok.is_("A", "attack", "all_out_def"):
            self.foe.append(tok)
            return True  # パンチには内股
        if self.english and tok.is_("A", "attack") and nxt is not None and nxt.is_("V", "be") and later:
            return True  # my attack is the low kick
        if (
            tok.is_("A", "attack")
            and tok.nominal
            and nxt is not None
            and nxt.kind == "fq"
            and nxt.a == tok.b
            and not tok.verb
        ):
            return True  # 攻撃３回につき１回、…
        if tok.is_("A", "attack") and tok.nominal and later and nxt is not None and nxt.kind in ("fq", "N"):
            return True  # 攻撃5回に1回は肘
        if tok.is_("A", "riposte", "counterstyle") and par == "の" and later:
            return True
        if par == "の" and follow_wait(self.toks[i + 2 :]):
            return True  # 起き上がるのを待つ
        if tok.is_("A", "wait") and tok.neg and (later or self.items):
            return True
        react = [t for t in later if (t.get("A") or "") in REACTIONS and not t.is_("A", "riposte")]
        topical = par in ("は", "を", "には", "に", "からは") or (
            nxt is not None
            and nxt.is_("M", "only")
            and follow is not None
            and follow.surf in ("は", "を", "には", "に")
        )
        which = self.english and any(t.surf == "which" for t in self.all[self.all.index(tok) :])
        if (
            self.items
            and self.items[-1].act["a"] in REACTIONS
            and self.items[-1].act["a"] != "riposte"
            and self.english
            and not tok.is_("A", "attack")
            and not (
                prev is not None
                and prev.surf == "and"
                and not tok.surf.endswith("s")
                and all(t.kind in "_P" for t in self.toks[i + 1 :])
            )
        ):
            self.foe.append(tok)
            return True
        if react and (topical or which) and (tok.get("A") or "") not in REACTIONS:
            self.foe.append(tok)
            return True
        return False

    def _topic_class(self, tok: Tok, par: str, later: list[Tok]) -> bool:
        """攻撃は…, 打撃はミドル, 守りは避け: the class in front of the act that belongs to it."""
        ids = [t.get("A") or "cast" for t in later]
        if not tok.nominal or not ids or par not in ("は", "には", "の", "も"):
            return False
        val = tok.get("A") or ""
        if val == "all_out_def":
            return par != "も" and ids[0] in REACTIONS
        if val == "attack":
            if ids[0] in REACTIONS:
                return False
            counted = any(t.kind in ("fq", "N", "sh") for t in self.toks)
            return par == "は" or par == "には" or (par == "の" and counted)
        wide = {"@strike": "@strike", "@hand": "@hand", "kick": "@kick", "punch": "@hand", "throw": "@throw"}.get(val)
        return par in ("は", "には") and wide is not None and ids[0] != val and vocab.covers(wide, ids[0])

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
        elif val in FLAGS:
            self.flags.add(val)
            if tok.neg and val not in ("only",):
                self.neg = True
        if val == "only" and self._contrast(tok):
            self.flags.discard("only")  # パンチだけは
        if val == "only" and self._just(tok):
            self.flags.discard("only")  # 一度だけ, 最初のターンだけ: a number, not the whole plan
        if val == "only" and tok.surf in ("ひたすら", "ひたすらに", "ただひたすら"):
            self.flags.add("hard")
        if val == "aoa_double" and tok.surf == "twice" and self.items:
            self.items[-1].count = 2
        elif val in OPTIONS:
            self.opt = self.opt if val == "aoa" and self.opt in OPTIONS else val
        if val == "not" or tok.surf in ("under no circumstances", "on no account", "in no case"):
            self.neg = True
        if val == "also" and tok.surf in ("または", "あるいは", "もしくは", "or", "either"):
            return "ka"
        return sep

    def _contrast(self, tok: Tok) -> bool:
        i = next(k for k, t in enumerate(self.toks) if t is tok)
        return i + 1 < len(self.toks) and self.toks[i + 1].surf == "は"

    def _just(self, tok: Tok) -> bool:
        i = next(k for k, t in enumerate(self.toks) if t is tok)
        return i > 0 and (
            self.toks[i - 1].kind in ("fq", "tc", "sh", "N", "nth")
            or (i > 1 and self.toks[i - 1].has("U") and self.toks[i - 2].kind == "N")
        )

    def _with_next(self, tok: Tok) -> bool:
        i = next(k for k, t in enumerate(self.toks) if t is tok)
        return any(t.surf == "with" for t in self.toks[i + 1 : i + 4])  # start the bout with

    def _by_means(self, tok: Tok) -> bool:
        i = next(k for k, t in enumerate(self.toks) if t is tok)
        return i > 1 and self.toks[i - 1].surf == "で" and self.toks[i - 2].has("A")

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
        if val != "stop":
            self.neg |= tok.neg
        if val == "stop" and tok.neg:
            self.verb = self.verb or "cont"  # やめない: goes on
            return
        if val == "stop" and "caus" in tok.feats:
            return  # 殴って中断させる: what it is done for
        if val == "stop" and self._by_means(tok):
            val = "do"  # 前蹴りで止める: the kick stops him
        if val == "stop":
            self.stop = True
        if val == "start" and self.english and (tok.surf.endswith("with") or self._with_next(tok)):
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
