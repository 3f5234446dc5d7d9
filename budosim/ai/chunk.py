"""The tokens between two links of an order clause, read into acts, places and flags."""

from __future__ import annotations

import json

from budosim.ai import vocab
from budosim.ai.chunk_places import (
    ChunkPlaces,
)
from budosim.ai.clause_marks import CLOSE_WAYS
from budosim.ai.lexer import Tok
from budosim.ai.order_items import HEIGHT, OPTION_ACTS, REACTIONS, Item, make_act


def _spell(act: str, tok: Tok) -> dict[str, object]:
    """An act with a spell; as a defence ("parry") until the policy is written down."""
    energy = int(tok.energy) if tok.energy.isdigit() else tok.energy
    return {"a": act, "spell": tok.val, **({"energy": energy} if energy else {})}


class Chunk(ChunkPlaces):
    """The tokens between two links, read into acts, places and flags."""

    def __init__(self, toks: list[Tok], link: str) -> None:
        super().__init__(toks, link)
        self.read()

    # which meaning of a word that is both act and place

    def read(self) -> None:
        """Fill the slots from the tokens."""
        i, n = 0, len(self.toks)
        pending: list[str] = []
        sep = ""
        while i < n:
            tok = self.toks[i]
            nxt = self.toks[i + 1] if i + 1 < n else None
            if tok.kind == "fq":
                self.freq, self.fspan = json.loads(tok.val), (tok.a, tok.b)
                if "cap" in tok.feats:
                    self.flags.add("cap")
            elif tok.kind == "nth":
                self.nth = json.loads(tok.val)
            elif tok.kind == "dur":
                self.turns = int(tok.num)
            elif tok.kind == "fn":
                self.flags.add(f"first:{int(tok.num)}")
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
                self.items.append(Item(_spell("cast", tok), link=sep, a=tok.a, b=tok.b))
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
                more = self.toks[i + 2] if i + 2 < len(self.toks) else None
                if unit == "turn" and more is not None and more.surf == "of" and i + 3 < n:
                    more = self.toks[i + 3]  # two turns of attack
                if unit == "turn" and more is not None and (more.has("A") or more.is_("M", "aoa", "defensive")):
                    self.turns = self.pcount = min(int(tok.num), 60)  # 3ターン防御に徹する
                    i += 2
                    continue
                if unit == "turn" and self.items and self.items[-1].count == 1 and (more is None or more.kind in "P,_"):
                    self.items[-1].count = max(1, min(int(tok.num), 60))  # 全力防御3ターン
                    i += 2
                    continue
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
            elif self._by_limb(tok, i) or (
                (tok.get("L") or "").startswith("one.") and nxt is not None and nxt.surf == "から"
            ):
                pass
            elif self.is_place(i):
                name = HEIGHT.get(tok.surf) or tok.get("L") or ""
                after_act = bool(self.items) and (
                    self.english
                    or not any(t.has("A") and not self.is_place(j) for j, t in enumerate(self.toks[i + 1 :], i + 1))
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
            elif tok.has("A") and self._avoided(tok, i):
                self.items.append(Item(make_act(tok.get("A") or "", []), a=tok.a, b=tok.b))
                self.neg = True
                break
            elif tok.has("A") and self._aside(tok, i):
                pass
            elif tok.is_("V", "miss") and not self.items and pending and tok.form in ("te", "renyo"):
                pending = []  # 急所は外して胴
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
            elif self.english and tok.is_("S", "allout"):
                self.opt = "aoa"  # an all-out hook, after that all-out
            elif tok.has("X"):
                if tok.is_("X", "stopfoot") and not pending and "pass" not in tok.feats:
                    pending = ["leg"]  # 足を止める
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
            elif tok.is_("M", "light") and tok.neg:
                self.remark = True  # 手を抜かない
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
            elif tok.kind == "?" or (tok.kind == "od" and tok.num > 2):
                self.unknown.append(tok)
            elif tok.kind == "R":
                self.remark = True
            elif tok.kind == "_" and tok.surf == "and" and self.items:
                sep = sep or "and"
            elif tok.kind == "_" and tok.val == "vague":
                self.hazy = self.hazy or tok
            elif tok.kind == "_" and tok.surf == "with" and not self.items and not pending:
                self.flags.add("with")
            elif tok.kind == "_" and (
                "確率" in tok.surf
                or tok.surf in ("chance of", "chance", "probability", "percent chance", "the time")
            ):
                self.chance = True
            elif tok.has("T") and nxt is not None and nxt.has("AL") and not nxt.has("W") and tok.surf.endswith("い"):
                pass  # 重い蹴り, 速いパンチ: says how the blow is
            elif tok.has("WTQ") or tok.kind in ("S", "B", "E", "G", "D", "Z", "Y", "O", "U", "K", "J", "C"):
                self.topic.append(tok)
            i += 1
        near = next((t for t in self.toks if t.surf in CLOSE_WAYS), None)
        if (
            near is not None
            and not self.items
            and not pending
            and near is [t for t in self.toks if t.kind not in "_P,"][-1]
        ):
            self.items = [Item({"a": "approach"}, a=near.a, b=near.b)]
            self.topic = [t for t in self.topic if t is not near]
        if self.shares and len(self.items) == 1 and self.items[0].share is None:
            self.items[0].share = self.shares[0]
        self.places = pending

    def heights(self) -> None:
        """上段、下段と打ち分ける: heights of any blow, not kinds of kick."""
        for item in self.items:
            word = next((t.surf for t in self.toks if t.a == item.a), "")
            if word in ("上段", "中段", "下段") and set(item.act) == {"a"}:
                item.act = {"a": "attack", "at": [HEIGHT[word]]}
        self.flags.add("seq")

    def _take(self, pending: list[str]) -> None:
        """Give the places read so far to the last act: フックで胴を殴る."""
        last = self.items[-1]
        if pending and "at" not in last.act and last.act["a"] not in REACTIONS:
            last.act = {
                **make_act(last.act["a"], pending),
                **{k: v for k, v in last.act.items() if k not in ("a", "at")},
            }

    def _act(self, tok: Tok, i: int, pending: list[str], sep: str) -> None:
        val = tok.get("A") or ""
        self._trailing = []
        if tok.within:
            pending = [tok.within, *pending]  # 腹パン
        if val == "retreat" and "while_" in tok.feats:
            self.retreat = True
            return
        if "caus" in tok.feats and val in ("grapple", "throw", "attack", "kick", "punch", "cast", "approach"):
            return  # 組ませない: keeps the other from it, no act of mine
        nxt = self.toks[i + 1] if i + 1 < len(self.toks) else None
        if val == "@ground" and nxt is not None and nxt.surf in ("へ", "に"):
            val = "takedown"  # 寝技へ
        if (
            val == "parry"
            and tok.surf.startswith("はら")
            and set(pending) & {"leg", "leg.R", "leg.L", "@lead_leg", "foot"}
        ):
            val = "sweep"  # 前足を払う
        self.neg |= tok.neg
        if "徹" in tok.surf:
            self.flags.add("only")
        if tok.aid is not None:
            self.items.append(Item(_spell("parry", tok.aid), link=sep, a=tok.a, b=tok.b))
            return
        if self.items and self._coloured(tok, val, sep):
            self._take(pending)
            return
        if self.items and self._names(val, pending, sep, tok):
            return
        if val == "combo" and self.items and i and self.toks[i - 1].surf == "の":
            self.flags.add("seq")  # ジャブ・ジャブ・ストレートのコンビネーション
            return
        if val == "counterstyle" and tok.surf.startswith("りぽ"):
            self.items.append(Item({"a": "riposte"}, a=tok.a, b=tok.b))  # リポスト狙い names its defence
        self.items.append(
            Item(make_act(val, pending), count=self.pcount, share=self.pshare, link=sep, a=tok.a, b=tok.b)
        )
        self.pshare = None
        self.pcount = 1
        if val == "cast" and self.spells:
            self.items[-1].act["spell"] = self.spells[-1]

    def _with(self, tok: Tok) -> bool:
        return any(t.surf == "with" and self.items[-1].b <= t.a < tok.a for t in self.toks)

    def _coloured(self, tok: Tok, val: str, sep: str) -> bool:
        """Whether the word only says again, or colours, what the act before it says."""
        last = self.items[-1].act["a"]
        if (
            val in ("slam", "throw")
            and not sep
            and last in vocab.STRIKES
            and tok.surf.startswith(("ぶちかま", "叩きつけ", "たたきつけ", "ぶつけ", "な"))
            and tok.verb
        ):
            return True  # エルボーをぶちかます
        if not sep and val == "feint" and tok.surf.startswith(("牽制", "けん制", "けんせい")):
            return True
        if not sep and (
            val == "wait"
            or (val in ("release", "retreat") and tok.surf.startswith(("突き放", "つきはな", "つき放", "つ")))
            or (val == "retreat" and last in vocab.STRIKES and self._by_means(tok))  # ジャブで距離を離す
        ):
            return True
        if (
            val == "attack"
            and last not in REACTIONS
            and not tok.neg
            and last not in ("wait", "retreat", "approach", "hold", "resist_will", "resist_mind", "feint")
        ):
            return True  # パンチで攻める, 膝で攻撃
        if val in ("@spell",) and last == "cast":
            return True
        if (
            val in ("riposte", "counterstyle")
            and last in vocab.STRIKES | set(vocab.GRAPPLE)
            and self._by_means(tok)
            and not tok.neg
        ):
            self.flags.add("answer")  # 膝で迎撃
            return True
        if tok.verb and "分け" in tok.surf and val in ("kick", "punch", "attack"):
            self.flags.add("seq")
            return True
        wide = {"kick": "@kick", "punch": "@hand"}.get(val)
        if (
            tok.verb
            and wide is not None
            and sep in ("", "to")
            and last != val
            and all(vocab.covers(wide, x.act["a"]) for x in self.items)
        ):
            return True  # 前蹴りで蹴る, 上段、下段と蹴る
        if tok.verb and not sep and val in ("choke", "submission") and last in vocab.LOCK and self._by_means(tok):
            return True  # 胴締めで締め上げる
        if val == last and not sep and val not in ("knee",):
            return True
        return not sep and val == "riposte" and last == "counterstyle"

    def _names(self, val: str, pending: list[str], sep: str, tok: Tok) -> bool:
        """An act behind a wide one: 全力攻撃でハイキック is one act, so is ハイキックで全力攻撃."""
        last = self.items[-1]
        if self.english and last.act == {"a": "feint"} and not sep and self._with(tok) and val in vocab.STRIKES:
            return True  # feint with the jab
        if (
            self.english
            and last.act["a"] == "attack"
            and not sep
            and self._with(tok)
            and val in vocab.STRIKES | set(vocab.GRAPPLE)
        ):
            self.items[-1] = Item(make_act(val, [*last.act.get("at", []), *pending]), link=last.link, a=last.a, b=tok.b)
            return True  # hammer away at his knees with low kicks
        if last.act == {"a": "feint"} and val == "aoa" and not sep:
            last.act = {"a": "attack", "opt": "aoa_feint"}  # フェイント込みの全力攻撃
            return True
        if (
            last.act["a"] in ("attack", "@spell", "@strike")
            and "at" not in last.act
            and (last.act.get("opt") or last.act["a"] == "@spell")
            and not sep
            and val not in OPTION_ACTS
        ):
            opt = last.act.get("opt")
            self.items[-1] = Item(make_act(val, pending), link=last.link, a=last.a, b=tok.b)
            if opt:
                self.items[-1].act["opt"] = opt
            return True
        if val == "rush" and not sep and last.act == {"a": "attack", "opt": "aoa"} and self._with(tok):
            last.act["opt"] = OPTION_ACTS[val]  # all-out attack with two strikes
            return True
        if val in OPTION_ACTS and not sep and "opt" not in last.act and last.act["a"] not in REACTIONS:
            last.act["opt"] = OPTION_ACTS[val]
            return True
        return False
