"""Condition clauses in their discourse: ellipsis, latches, pointers."""

from __future__ import annotations

import json

from budosim.ai import parse_cond, parse_order, vocab
from budosim.ai.clauses import Clause
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok, nearest
from budosim.ai.policy import negate
from budosim.ai.reported import Reported
from budosim.ai.results import RESULT_STATE
from budosim.ai.statements import Cond, Stmt, conj, disj


def atoms(cond: Cond | None) -> list[Cond]:
    """The atoms of a condition."""
    if cond is None:
        return []
    if cond[0] in ("and", "or", "not", "until", "since"):
        return [x for part in cond[1:] for x in atoms(part)]
    if cond[0] == "within":
        return atoms(cond[2])
    return [cond]


def _defends(toks: list[Tok]) -> bool:
    for tok in toks:
        if tok.has("A"):
            return (tok.get("A") or "") in vocab.REACT and tok.get("A") != "riposte"
    return False


def _elliptic(toks: list[Tok]) -> bool:
    content = [t for t in toks if t.kind not in "_P,"]
    return bool(content) and not any(t.has("LAQWTG") and not t.has("VX") for t in content)


def _same_event(cond: Cond, until: Cond) -> bool:
    if cond == until:
        return True
    if (
        cond[0] == "last"
        and until[0] in ("count", "row")
        and len(cond) == 4
        and cond[1] == until[1]
        and cond[3] == until[3]
    ):
        return True
    if cond == ["provoked"] and until in (["attacked"], ["last", "opp", "approach"]):
        return True
    return until[0] == "or" and cond in until[1:]


_STAYS = ("crippled", "state")
_MORE = ("closer", "nearer", "farther", "further", "less", "more", "lower", "higher", "later", "below", "above")
_PASSING = {"allout", "casting", "stunned", "holding", "grappled", "close", "behind", "airborne", "cornered", "down"}


def _passing(cond: Cond) -> bool:
    """Events and states that pass: behind た後は they are meant as they stand."""
    return cond[0] in ("def", "hit", "provoked", "recovered") or (cond[0] == "state" and cond[2] in _PASSING)


class Conditions(Reported):
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
            follow = next((c for c in rest if c.kind == "order"), None)
            named = (
                next((t for t in follow.toks if t.has("A")), None)
                if follow is not None and follow.a < clause.a
                else None
            )
            until = clause.ctype == "made" and named is not None
            aimed = (
                next((t.get("L") for t in follow.toks if t.has("L")), None)
                if follow is not None and follow.a < clause.a
                else None
            )
            if (
                aimed is not None
                and any(t.surf in ("one", "it", "they", "that one") for t in toks)
                and not any(t.has("L") for t in toks)
            ):
                self.ctx.last_part = aimed  # hit the arms until one breaks
                toks = [t for t in toks if t.surf != "one"]
            cast = (
                next((t for t in follow.toks if t.kind == "sp!"), None)
                if follow is not None and follow.a < clause.a
                else None
            )
            if cast is not None and named is None and any(t.surf in ("it", "that") for t in toks):
                self.ctx.last_act = "cast"  # use 《Flash》 until it works
            if named is not None and (
                until or (self.ctx.last_act is None and any(t.surf in ("it", "that") for t in toks))
            ):
                self.ctx.last_act = named.get("A")
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
        for paren in clause.paren:
            kids = [t for t in paren.kids if not t.has("K")]
            if any(t.is_("V", "hit", "miss", "ok", "fail") for t in kids) and not any(t.has("A") for t in kids):
                spoken = next((t.get("A") for t in toks if t.has("A")), None)
                self.ctx.last_act = spoken or self.ctx.last_act  # フェイントに…（３回失敗したら）
            if any(t.has("Q") for t in kids) and not any(t.has("W") for t in kids):
                kids = [*[t for t in toks if t.has("W")][:1], *kids]
            if not any(t.has("Q") for t in kids):
                kids = [
                    *[t for t in toks if t.has("QW") and (t.has("Q") or any(x.has("Q") for x in toks))],
                    *kids,
                ]
            turns = next((t for t in kids if t.kind in ("N", "dur")), None)
            if (
                clause.ctype in ("made", "aida")
                and turns is not None
                and (turns.kind == "dur" or kids[-1].has("U"))
                and any(t.is_("U", "turn") or t.kind == "dur" for t in kids)
                and not any(t.is_("A", "give_up") for t in toks)
            ):
                self.until = ["turn", ">", int(turns.num)]
                return ["turn", "<=", int(turns.num)]  # 見切るまで（5ターン）
            if any(t.is_("U", "turn") for t in kids) and any(t.kind == "N" for t in kids):
                toks = [*kids, *toks]
                continue
            inner = (
                parse_cond.parse(kids, self.ctx, "nara")
                if not any(t.kind == "R" for t in paren.kids)
                else None
            )
            if inner is not None:
                self.latest(inner, toks)
                return self.latched(inner, clause)
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

    def turned(self, plain: list[Tok]) -> Cond | None:
        """If the feint works …, if it fails …: the other result of the act the clause before spoke of."""
        before = self.ctx.last_cond
        if not self.english or before is None or before[:2] != ["last", "me"] or len(before) != 4 or not plain:
            return None
        if not plain[-1].is_("V", "fail", "ok", "hit", "miss") or not all(t.surf in ("it", "that") for t in plain[:-1]):
            return None
        if not any(s.sent >= self.sent - 1 for s in self.stmts):
            return None
        good = before[3] in ("ok", "hit")
        now = plain[-1].is_("V", "ok", "hit")
        if good == now:
            return None
        return [*before[:3], {"ok": "fail", "fail": "ok", "hit": "miss", "miss": "hit"}[before[3]]]

    def or_parens(self, clause: Clause) -> Cond | None:
        """追い詰められて（リング際）…か、…（残り3以下）なら: alternatives, each told by its bracket."""
        if len(clause.paren) < 2:
            return None
        parts: list[list[Tok]] = [[]]
        for tok in clause.toks:
            if tok.kind == "P" and tok.surf == "か":
                parts.append([])
            else:
                parts[-1].append(tok)
        if len(clause.paren) > sum(t.kind == "(" for t in clause.toks) and parts:
            parts[-1].append(clause.paren[0] if clause.paren[0] not in clause.toks else clause.paren[-1])
        conds: list[Cond] = []
        for part in parts:
            paren = next((t for t in part if t.kind == "("), None)
            named = [t for t in part if t.has("QW")]
            kids = [*named, *paren.kids] if paren is not None and not any(t.has("S") for t in paren.kids) else []
            cond = parse_cond.parse(kids or (paren.kids if paren is not None else part), self.ctx, "nara")
            if cond is None:
                return None
            conds.append(cond)
        return disj(*conds) if len(conds) > 1 else None

    def idle_hold(self, held: Tok, toks: list[Tok]) -> Cond | None:
        """組んでも何も起きない（2ターン）: held for so many turns."""
        number = next((t for t in toks if t.kind == "N"), None) or next((t for t in toks if t.kind == "dur"), None)
        if number is None:
            return None
        self.add(Stmt("rules", {"a": "hold"}, cond=["state", "me", "holding"], a=held.a, b=held.b, auto=True))
        return ["row", "me", "hold", "any", ">=", int(number.num)]

    def added(self, cond: Cond, before: Cond | None, toks: list[Tok]) -> bool:
        """腕も潰れたら behind 脚が潰れたら: a lasting state that comes to the one before."""
        if before is None or before == cond or cond[0] not in _STAYS or before[0] not in (*_STAYS, "and"):
            return False
        if cond[0] == "state" and before[0] == "state" and cond[1] != before[1]:
            return False
        also = [k for k, t in enumerate(toks) if t.surf == "も" or t.surf in ("too", "as well", "also")]
        return any(k and (toks[k - 1].has("LWS") or self.english) for k in also) and not any(
            s.cond is None for s in self.last
        )

    def pointed_on(self, toks: list[Tok]) -> bool:
        """それ以下になったら, それより近ければ: the other side of the amount named before."""
        if not self.stmts:
            return False
        words = [t for t in toks if t.kind not in "_P," and not t.has("W") and not t.is_("V", "be")]
        if len(words) == 1 and words[0].surf in _MORE and self.ctx.last_cond is not None:
            return self.ctx.last_cond[0] in ("dist", "hp", "fp", "turn")
        if not (toks and toks[0].is_("J", "this") and toks[0].surf in ("それ", "これ")):
            return False
        more = toks[1:]
        return any(t.has("C") or t.has("D") or (t.kind == "P" and t.surf == "より") for t in more) and not any(
            t.has("QTASX") or t.kind in ("N", "fr", "sh") for t in more
        )

    def nth_ignored(self, toks: list[Tok]) -> bool:
        """２回目以降のフェイントは無視: the rules that answer it hold only before."""
        nth = next((t for t in toks if t.kind == "nth"), None)
        act = next((t.get("A") for t in toks if t.has("A")), None)
        if nth is None or act is None:
            return False
        name = parse_cond.opp_act(act)
        n = int(json.loads(nth.val)[1])
        hit = False
        for s in self.stmts:
            mine = [c for c in atoms(s.cond) if c[:3] == ["last", "opp", name]]
            if mine and s.list_ == "rules":
                first = mine[0]
                rest = [c for c in (s.cond[1:] if s.cond and s.cond[0] == "and" else [s.cond]) if c != first]
                s.cond = conj(first, ["count", "opp", name, "any", "<", n], *rest)
                hit = True
        return hit

    def base_in(self, toks: list[Tok]) -> None:
        """膝で腕を壊したら: the act the condition speaks of is the base when no rule performs it."""
        made = any(t.is_("X", "mkcrip") and "pass" not in t.feats for t in toks)
        act = next(
            (
                t
                for k, t in enumerate(toks)
                if t.has("A") and not t.verb and k + 1 < len(toks) and toks[k + 1].surf == "で"
            ),
            None,
        )
        place = next((t.get("L") for t in toks if t.has("L") and not t.has("A")), None)
        if made and act is not None and place:
            self.cond_base = Stmt(
                "rules", parse_order.make_act(act.get("A") or "attack", [place]), a=act.a, b=act.b, auto=True
            )

    def vague_part(self, toks: list[Tok]) -> bool:
        """A condition that is always true of one who can act at all (意識がある限り)."""
        content = [t for t in toks if t.kind not in "_P,"]
        able = [
            t for t in content if t.is_("V", "move") and "pot" in t.feats and not t.neg and not t.has("E")
        ]  # 動ける限り
        return all(t.kind in "RW" or t.has("R") or t.is_("V", "be") or t in able for t in content)

    def ended(self, cond: Cond, order: Clause | None) -> bool:
        """起きたら…に戻す behind 倒れている間は: the state of the branch before is over."""
        if cond[0] != "last" or cond[2:] != ["getup"] or order is None:
            return False
        if not any(t.is_("V", "back") for t in order.toks):
            return False
        return any(s.cond == ["state", cond[1], "down"] for s in self.last)

    def latest(self, cond: Cond, toks: list[Tok]) -> None:
        """Keep the condition and its part for later pointers."""
        self.ctx.last_cond = cond
        if cond[0] == "crippled":
            self.ctx.last_part = str(cond[2])

    def unread(self, clause: Clause, toks: list[Tok]) -> Cond | None:
        """A condition that was not understood is an error with its place."""
        unknown = next((t for t in toks if t.kind == "?"), None)
        a, b = (unknown.a, unknown.b) if unknown is not None else (clause.a, clause.b)
        pointing = next((t for t in toks if t.is_("J", "thatpart", "former", "latter")), None)
        if pointing is not None and any("@" in repr(s.do.get("at")) for s in self.last):
            self.note("W_IGNORED", a, b)  # そこが潰れたら: a place settled in the ring skips lost parts
            self.skip = True
            return None
        if pointing is not None and not self.ctx.last_part:
            raise Refusal("E_DANGLING", pointing.a, pointing.b)
        word = nearest(unknown.surf) if unknown is not None else None
        raise Refusal(
            "E_UNKNOWN_WORD",
            a,
            b,
            "条件として読み取れません。" + (f"近い言葉：{word}" if word else ""),
            "It cannot be read as a condition." + (f" Nearest: {word}" if word else ""),
            word,
        )

    def latched(self, cond: Cond, clause: Clause) -> Cond:
        """まで and 以後 as latches; a turn needs none."""
        if clause.ctype == "made" and cond == ["last", "opp", "give_up"]:
            return ["else"]  # 参ったするまで: then the bout is over
        if clause.ctype == "made" and cond[0] == "last" and cond[2:] == ["getup"]:
            return ["state", cond[1], "down"]  # 立つまで: while he is down
        if clause.ctype == "made" and cond[0] == "not" and cond[1][0] == "state":
            return list(cond[1])  # until it is over: while it lasts
        if clause.ctype == "made":
            self.until, self.until_sent = cond, self.sent
            if cond[0] == "turn":
                return negate(cond) if cond[1] in (">", ">=") else cond
            return ["until", cond]
        if clause.ctype == "unless":
            return ["not", cond] if cond[0] in ("and", "or") else negate(cond)
        if clause.ctype == "igo" and cond[0] == "stage":
            return disj(cond, ["stage", "final"]) if cond[1] == "semifinal" else cond
        if clause.ctype == "igo":
            if cond == self.until:
                return ["else"]
            if cond[0] in ("turn", "until", "since"):
                if cond[0] == "turn" and cond[1] == "==":
                    return ["turn", ">=" if "以" in "".join(t.surf for t in clause.toks) else ">", cond[2]]
                return cond
            if cond[0] == "last" and len(cond) == 3 and clause.latch:
                return ["since", ["count", cond[1], cond[2], "any", ">=", 1]]
            if cond[0] == "last" and not clause.paren and not clause.latch:
                return cond
            if not clause.latch and _passing(cond):
                return cond
            return ["since", cond]
        if (
            self.until is not None
            and _same_event(cond, self.until)
            and clause.ctype in ("tara", "ba", "toki", "nara")
        ):
            return ["else"]
        return cond
