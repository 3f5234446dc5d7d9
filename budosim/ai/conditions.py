"""Condition clauses in their discourse: ellipsis, latches, pointers."""

from __future__ import annotations

from budosim.ai import parse_cond, vocab
from budosim.ai.clause_marks import Clause
from budosim.ai.conditions_said import (
    Said,
)
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok
from budosim.ai.results import RESULT_STATE
from budosim.ai.statements import Cond, Stmt, conj


def _defends(toks: list[Tok]) -> bool:
    for tok in toks:
        if tok.has("A"):
            return (tok.get("A") or "") in vocab.REACT and tok.get("A") != "riposte"
    return False


def _elliptic(toks: list[Tok]) -> bool:
    content = [t for t in toks if t.kind not in "_P,"]
    return bool(content) and not any(t.has("LAQWTG") and not t.has("VX") for t in content)


class Conditions(Said):
    """Reads the condition clauses of a sentence."""

    def condition(self, clause: Clause, rest: list[Clause]) -> Cond | None:
        """The condition of a clause, latches added; None when it says nothing, ["fallback"] for 無理なら."""
        order = next((c for c in rest if c.kind == "order"), None)
        self.ctx.react = order is not None and _defends(order.toks)
        toks = list(clause.toks)
        if order is not None and not any(t.has("A") for t in toks):
            banned = next((t for t in order.toks if t.has("A")), None)
            forbids = any(
                t.is_("V", "ban") or (t.neg and t.is_("V", "do", "nai")) or t.is_("M", "not") for t in order.toks
            )
            if (
                banned is not None
                and (forbids or banned.neg)
                and any(t.is_("V", "hit", "miss", "fail", "ok") for t in toks)
            ):
                self.ctx.last_act = banned.get("A")  # 二度外したらもうフックは使わない
        clause.paren = [*clause.paren, *[t for t in toks if t.kind == "("]]
        toks = [t for t in toks if t.kind != "("]
        self.spoken = next((t.val for t in toks if t.kind == "sp!"), self.spoken)
        if self.english:
            toks = self.led(clause, rest, toks)
        plain = [t for t in toks if t.kind not in "_P,"]
        words = [t.surf for t in toks]
        if (
            self.english
            and self.stmts
            and words
            in (["i", "can"], ["i", "do"], ["he", "is"], ["he", "does"], ["i", "am"], ["it", "is"], ["possible"])
        ):
            return ["else"]  # if I can, if he is
        turned = self.turned(plain)
        if turned is not None:
            return turned
        if (
            len(plain) == 1
            and self.ctx.last_cond is not None
            and self.ctx.last_cond[:2] == ["def", "me"]
            and len(self.ctx.last_cond) == 4
        ) and plain[0].is_("V", "fail", "ok") and self.last and self.last[-1].sent == self.sent:
            res = "fail" if plain[0].is_("V", "fail") != plain[0].neg else "ok"
            return ["def", "me", self.ctx.last_cond[2], res]  # 避けに成功したら…、失敗したら…
        tried = next((t for t in toks if (t.get("A") or "") in vocab.LOCK and t.nominal), None)
        failing = (
            bool(plain)
            and plain[-1].neg
            and (plain[-1].is_("V", "hit", "ok") or plain[-1].is_("S", "locked"))
            and len(plain) == 2
        )
        aims = (
            order is not None
            and any(t.has("L") and not t.has("A") for t in order.toks)
            and not any(t.has("A") and not t.has("L") for t in order.toks)
        )
        if tried is not None and failing and aims:
            self.last = [self.add(Stmt("rules", {"a": tried.get("A")}, a=tried.a, b=tried.b))]  # 絞めが極まらなければ腕
            return ["fallback"]
        usable = any(
            t.is_("V", "do") and "pot" in t.feats and not t.neg and t.surf.startswith(("使", "つか")) for t in toks
        )
        if (
            usable
            and any(t.kind in ("H", "sp!") or (t.has("A") and t.nominal) for t in toks)
            and not any(t.has("WSXQ") for t in toks)
        ):
            self.topic = [t for t in toks if not t.is_("V", "do") and not (t.kind == "P" and t.surf in ("が", "は"))]
            return None  # 発勁が使えるなら使う
        if (
            self.english
            and len(plain) < 4
            and any(t.is_("M", "not") for t in plain)
            and all(t.has("WM") or t.is_("V", "be", "do") for t in plain)
        ):
            return ["else"]  # when I don't, if he isn't
        cannot = next((t for t in toks if t.is_("A", *vocab.REACT) and t.neg and "pot" in t.feats), None)
        if cannot is not None and self.ctx.react and not any(t.has("W") for t in toks):
            if not any(s.list_ == "react" for s in self.last):  # 受けられないときは避ける: parry first
                self.last = [self.add(Stmt("react", {"a": cannot.get("A")}, a=cannot.a, b=cannot.b, auto=True))]
            return ["fallback"]
        self.base_in(toks)
        if self.guard == ["ground"] and any(t.is_("L", "@high", "@low") for t in toks):
            up = any(t.is_("L", "@high") for t in toks)
            return (
                ["and", ["state", "opp", "down"], ["state", "me", "holding"]]
                if up
                else ["and", ["state", "me", "down"], ["state", "me", "grappled"]]
            )
        if any(t.is_("V", "do") and t.surf.startswith("取") and t.neg for t in toks) and not any(
            t.has("LA") for t in toks
        ) and (not self.last or any("held" in repr(s.cond) for s in self.last)):
            self.regrapple = True
            return None
        if any(t.kind == "Z" for t in toks):
            bad = next(t for t in toks if t.kind == "Z")
            raise Refusal("E_ILLEGAL", bad.a, bad.b, "使用できません", "not allowed")
        bare = [t for t in toks if t.kind not in "_P," and not t.has("J")]
        if (
            toks
            and toks[0].has("J")
            and all(t.is_("V", "fail", "nai", "hit") for t in bare)
            and not any(t.is_("J", "thatpart") for t in toks)
            and clause.ctype in ("nara", "ba", "tara")
        ):
            return ["fallback"]
        if not bare and any(t.is_("J", "this") for t in toks):
            return None
        if (
            bare
            and self.last
            and all(t.is_("W", "me") or t.is_("M", "not") for t in bare)
            and any(t.is_("M", "not") for t in bare)
        ):
            return ["fallback"]  # if I cannot
        if self.english and self.last and len(bare) == 2 and bare[0].is_("W", "opp") and bare[1].is_("M", "not"):
            return ["else"]  # if he isn't
        if self.pointed_on(toks):
            return ["else"]
        if (
            len(bare) == 1
            and bare[0].is_("V", "do")
            and bare[0].neg
            and clause.ctype in ("ba", "nara", "tara", "toki")
            and self.said_before(bare[0])
        ):
            first = bool(self.last) and self.last[-1].cond is None
            return ["fallback"] if first else ["else"]  # 回れなければ behind 背後に回れたら
        if (
            len(bare) == 1
            and bare[0].has("A")
            and {"pot", "neg"} <= bare[0].feats
            and clause.ctype in ("ba", "nara", "tara")
        ):
            state = RESULT_STATE.get(bare[0].get("A") or "")
            if state is not None and any(s.cond == state for s in self.stmts[-2:]):
                return ["else"]  # 捕らえられなければ behind 捕らえたら
        if (
            clause.ctype == "made"
            and len(bare) == 1
            and bare[0].is_("X", "mkcrip")
            and order is not None
            and any(t.is_("A", "release", "hold") for t in order.toks)
        ):
            return None  # 折るまで放さない
        if (
            len(bare) == 1
            and {"pot", "neg"} <= bare[0].feats
            and self.last
            and self.last[-1].sent == self.sent
            and self.last[-1].do.get("a") == bare[0].get("A")
            and clause.ctype in ("ba", "nara", "tara")
        ):
            return ["fallback"]  # 投げ返し、投げ返せなければ
        if clause.ctype == "mae" and bare and bare[-1].is_("A", "getup"):
            return ["state", "opp", "down"]  # 起きる前に
        again = len(bare) == 1 and bare[0].neg and bool(self.last) and self.last[-1].cond is None
        if again and clause.ctype in ("ba", "nara", "tara"):
            act = str(self.last[-1].do.get("a"))
            if act == bare[0].get("A") or (bare[0].is_("S", "locked") and act in vocab.LOCK):
                bare[0].kind = "_"  # said
                return ["fallback"]  # 極める。極まらなければ
        if (
            self.until is not None
            and len(bare) == 1
            and bare[0].has("A")
            and clause.ctype in ("tara", "ba")
            and not bare[0].neg
        ) and self.sent == self.until_sent and bare[0].is_("A", "retreat") and self.said_before(bare[0]):
            return ["else"]  # ガードを下げるまで待ち、下がったら
        unable = any(
            t.surf.startswith(("無理", "だめ", "駄目", "でき", "出来"))
            and (t.has("R") or t.neg or t.is_("V", "fail"))
            for t in bare
        )
        if (
            clause.ctype in ("nara", "ba", "tara")
            and unable
            and self.last
            and not any(t.has("SXQTGD") for t in bare)
        ):
            return ["fallback"]
        if (
            clause.ctype in ("nara", "ba", "tara", "toki")
            and self.last
            and self.ctx.react
            and len(bare) == 1
            and bare[0].neg
            and bare[0].is_("A", "dodge", "parry")
            and bare[0].feats & {"pot", "pass"}
        ):
            return ["fallback"]
        if (
            self.english
            and any(t.is_("V", "nai") for t in bare)
            and all(t.is_("V", "nai", "be") or t.has("W") for t in bare)
        ) and any(s.do == {"a": "spend_cp"} for s in self.stmts[-1:]):
            return ["cp", "==", 0]  # if I have none left
        if clause.ctype in ("ba", "nara", "tara") and all(t.is_("V", "nai") for t in bare) and bare:
            return ["else"]
        if (
            clause.ctype == "mae" and any("より先" in t.surf for t in [clause.mark or Tok("_", "", 0, 0)])
        ) or (clause.ctype == "mae" and bare and all(t.has("W") for t in bare)):
            order_act = next((t.get("A") for c in rest for t in c.toks if t.has("A")), None)
            if order_act:
                return ["until", ["count", "opp", parse_cond.opp_act(order_act), "any", ">=", 1]]
        if clause.ctype == "mae" and not any(
            t.has("A") and not t.is_("A", "@spell") and "pass" not in t.feats for t in toks
        ):
            self.skip = True
            return None
        if self.guard == ["spell"] and any(t.is_("V", "do") and "pass" in t.feats for t in bare):
            return ["last", "opp", "cast"]
        if any(t.is_("X", "crip", "mkcrip") for t in bare) and not any(t.has("L") for t in bare):
            follow = next((c for c in rest if c.kind == "order"), None)
            if follow is not None and any(t.surf.startswith("同じ") for t in follow.toks):
                return None
        if (
            clause.ctype == "tabi"
            and any(t.is_("A", "attack") for t in toks)
            and not any(
                t.is_("W", "opp") or "pass" in t.feats or t.is_("V", "suffer") or t.is_("A", "parry") for t in toks
            )
        ):
            return None
        if (
            clause.ctype in ("toki", "nara")
            and order is not None
            and len(bare) == 1
            and bare[0].is_("A", "attack")
            and bare[0].form == "fin"
            and not bare[0].neg
            and "pass" not in bare[0].feats
            and "come" not in bare[0].feats
        ):
            return None  # 攻めるときは: what the order is about
        if (
            bare
            and self.last
            and any(t.surf == "それでも" for t in toks)
            and (bare[-1].neg or bare[-1].is_("V", "fail"))
        ):
            return ["fallback"]
        if (
            self.english
            and bare
            and all(t.has("W") or t.is_("V", "do", "be") for t in bare)
            and len(bare) == 2
            and bare[0].is_("W", "opp")
            and not bare[1].neg
            and bare[1].surf in ("does", "do")
        ):
            if self.ctx.his not in (None, "attack"):
                deed = Tok("A", self.ctx.his or "", bare[0].a, bare[0].b, surf=bare[1].surf)
                grappled = deed.val == "grapple"
                return (
                    ["state", "me", "grappled"]
                    if grappled
                    else parse_cond.his(parse_cond.View([deed]), deed.val, deed)
                )
            return ["last", "opp", "approach"] if self.ctx.away else ["provoked"]  # when he does
        either = [t for t in toks if t.surf in ("どっちも", "どちらも", "両方", "両方とも", "both")]
        lost = [s.cond for s in self.stmts[-2:] if s.cond is not None and s.cond[0] == "crippled"]
        if either and len(lost) == 2 and lost[0] != lost[1] and not any(t.has("LSA") for t in toks):
            return ["and", *lost]  # どっちもダメなら
        both = [t for t in toks if t.surf in ("both", "両方")]
        if (
            both
            and all(t in both or t.is_("V", "be") for t in bare)
            and self.ctx.last_cond is not None
            and self.ctx.last_cond[0] == "crippled"
        ):
            pair = {"leg": "legs", "arm": "arms"}.get(self.ctx.last_cond[2])
            if pair is not None:
                return ["crippled", self.ctx.last_cond[1], pair]  # if both are
        if any(t.is_("V", "aim") and "pot" in t.feats for t in toks):
            self.topic = [*[t for t in toks if not t.is_("V", "aim")], *clause.paren]
            return None
        if clause.ctype in ("nara", "ba") and len(bare) == 1 and bare[0].is_("V", "aim"):
            return ["fallback"] if bare[0].neg and self.last else None  # 狙うなら膝、狙えないなら腿
        if any(t.is_("A", "retreat") and "pot" in t.feats and not t.neg for t in toks):
            return None
        waited = any(t.is_("A", "wait") and "concess" in t.feats for t in toks)
        turns = next((t for t in toks if t.kind in ("N", "dur")), None)
        if waited and turns is not None and any("hold" in repr(s.do) for s in self.last):
            return ["row", "me", "hold", "any", ">=", int(turns.num)]  # ２ターン待ってもダメなら
        held = next((t for t in toks if t.is_("A", "grapple", "hold") and "concess" in t.feats), None)
        if held is not None:
            return self.idle_hold(held, [*toks, *[k for p in clause.paren for k in p.kids]])
        once = next((t for t in bare if t.kind == "N"), None)
        if once is not None and any(t.is_("V", "do") for t in bare) and self.ctx.last_act and not any(
            t.has("ALSXQW") for t in bare
        ):  # 反撃は1回やったら
            act = parse_cond.my_act(self.ctx.last_act)
            if once.num == 1 and clause.ctype in ("tara", "ba"):
                return ["last", "me", act]
        if (
            len(bare) <= 3
            and any(t.is_("V", "do") and "past" in t.feats for t in bare)
            and clause.ctype in ("igo", "toki")
            and self.ctx.last_act
            and not any(t.has("ALSX") for t in bare)
        ):
            return ["last", "me", parse_cond.my_act(self.ctx.last_act)]
        if (not bare and not clause.paren) or (bare and all(
            t.is_("V", "be", "ok") and clause.ctype == "ba" and t.kind == "V" and t.is_("V", "be")
            for t in bare
        )):
            return None
        several = self.or_parens(clause)
        if several is not None:
            self.latest(several, toks)
            return self.latched(several, clause)
        told, toks = self.by_bracket(clause, toks)
        if told is not None:
            return told
        if self.vague_part(toks):
            if not any(t.surf.startswith("意") for t in toks):
                self.note("W_IGNORED", clause.a, clause.b)
            return None
        if (
            any(("たーん" in t.surf and not t.has("M")) or t.is_("U", "turn") for t in toks)
            and any(t.is_("V", "come") for t in toks)
            and not any(t.kind == "N" for t in toks)
        ):
            return None
        if any(t.kind == "?" for t in toks):
            return self.unread(clause, toks)
        before = self.ctx.last_cond
        cond = parse_cond.parse(toks, self.ctx, clause.ctype)
        if (
            self.ctx.react
            and cond is not None
            and cond[1:4] == ["me", "feint", "ok"]
            and not any(t.has("W") for t in toks)
        ):
            cond = [cond[0], "opp", *cond[2:]]  # フェイントに引っかかったら受けない: I was taken in
        if cond is not None and self.added(cond, before, toks):
            cond = conj(before, cond)
        for tok in self.ctx.vague:
            if tok.is_("M", "lastmin"):
                self.note("W_VAGUE", tok.a, tok.b, "半分以下とします。", "Half or less is meant.")
                continue
            self.note(
                "W_VAGUE",
                tok.a,
                tok.b,
                "序盤は5ターン目まで、終盤は11ターン目からとします。",
                "Early means up to turn 5, late from turn 11 on.",
            )
        self.ctx.vague = []
        if (
            cond is None
            and self.until is not None
            and clause.ctype in ("tara", "ba", "igo", "toki")
            and _elliptic(toks)
        ):
            cond = self.until
        if cond is None:
            cond = self.unread(clause, toks)
            if cond is None:
                return None
        self.latest(cond, toks)
        if self.ended(cond, order):
            return ["else"]
        return self.latched(cond, clause)


