"""Sentences -> statements: who is meant, what それ以外 and その後 point to, what ただし rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from budosim.ai import clauses_en, compose, parse_cond, parse_order, vocab
from budosim.ai.clauses import Clause
from budosim.ai.clauses import split as split_ja
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok, nearest
from budosim.ai.parse_cond import Context
from budosim.ai.parse_order import BAN_ID, Item, Piece
from budosim.ai.policy import negate
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, Stmt, conj, disj

_MINE = {"getup", "give_up", "spend_cp", "break_free", "resist", "resist_will", "resist_mind"}
Note = tuple[str, int, int, str, str, str | None]


class Discourse:
    """Reads sentence after sentence; `stmts`, `notes` and `only` are the result."""

    def __init__(self, *, english: bool) -> None:
        self.english = english
        self.stmts: list[Stmt] = []
        self.notes: list[Note] = []
        self.only = False
        self.noinit: tuple[int, int] | None = None
        self.ctx = Context()
        self.guard: Cond | None = None
        self.guard_item = -1
        self.sent_guard: Cond | None = None
        self.until: Cond | None = None
        self.last: list[Stmt] = []
        self.style: tuple[str | None, Stmt | None] | None = None
        self.sent = 0
        self.item = 0
        self.opened: Stmt | None = None
        self.topic: list[Tok] = []
        self.exception = False
        self.after = False
        self.steps: dict[int, list[Stmt]] = {}
        self.rest = False
        self.unless = False
        self.rest_follows = False
        self.before = False
        self.cp_topic = False
        self.step = 0
        self.by_rank = False
        self.cond_base: Stmt | None = None
        self.regrapple = False
        self.counted: list[tuple[str, Cond, Cond | None, int, int]] = []
        self.sent_act: str | None = None
        self.skip = False
        self.held_freq: Cond | None = None
        self.later_types: set[int] = set()

    # -- reports ----------------------------------------------------------------------------------
    def note(self, code: str, a: int, b: int, ja: str = "", en: str = "", fix: str | None = None) -> None:
        """Remember a finding."""
        self.notes.append((code, a, b, ja, en, fix))

    # -- sentences --------------------------------------------------------------------------------
    def read(self, s: Sentence) -> None:
        """One sentence; a Refusal inside becomes a finding and ends the sentence."""
        self.sent += 1
        if s.item != self.item:
            self.item = s.item
            self.last = []
            self.until = None
            self.exception = False
        self.sent_guard = None
        self.after = False
        self.topic = []
        self.sent_act = None
        self.ctx.last_who = None
        self.step = s.step
        self.by_rank = s.ranked
        self.before = False
        self.exception = False
        joke = max((k for k, t in enumerate(s.toks) if t.is_("M", "joke")), default=-1)
        if joke >= 0:
            self.remark(s.toks[: joke + 1])
            s.toks = s.toks[joke + 1 :]
            if not any(t.kind not in "_P,." for t in s.toks):
                return
        if self.unknown(s.toks) or self.unknown(s.head):
            return
        try:
            if s.head is not None:
                self.heading(s)
            self.sentence(s)
        except Refusal as err:
            self.note(err.code, err.a, err.b, err.ja, err.en, err.suggestion)

    def unknown(self, toks: list[Tok]) -> bool:
        """Words outside the lexicon are an error with their place, except in a part that is a remark."""
        part: list[Tok] = []
        found = False
        if any(t.kind == "Z" for t in toks):
            return False
        for tok in [*toks, Tok(",", ",", 0, 0)]:
            if tok.kind == "(" and self.unknown(tok.kids):
                found = True
            if tok.kind != ",":
                part.append(tok)
                continue
            bad = [t for t in part if t.kind == "?"]
            remark = any(t.has("R") for t in part) and not any(
                t.has("ALXSTMF") or t.kind in ("fq", "sp!", "sh", "mk") for t in part
            )
            for t in bad if not remark or any(x.val == "A" for x in bad) else []:
                found = True
                word = nearest(t.surf)
                self.note(
                    "E_UNKNOWN_WORD",
                    t.a,
                    t.b,
                    f"近い言葉：{word}" if word else "別の言葉で書いてください。",
                    f"Nearest known: {word}" if word else "Use other words.",
                    word,
                )
                break
            part = []
        return found

    def heading(self, s: Sentence) -> None:
        """The guard a heading sets (寝技：, vs wrestlers:, 2ターン目：)."""
        if not s.head:
            if self.guard_item != s.item and self.guard is not None and self.guard_item >= 0:
                self.guard = None
            return
        key = s.head[0].a
        if getattr(self, "_head", None) == key:
            return
        self._head = key
        self.guard_item = s.item
        toks = s.head
        if any(t.is_("J", "elseopp") or t.is_("J", "else") for t in toks):
            self.guard = None
            return
        self.guard = None
        if any(t.is_("A", "@ground") for t in toks):
            self.ctx.who = None
            self.guard = ["ground"]
            return
        if any(t.has("A") for t in toks) and not any(t.has("TGSEDX") or t.kind == "tc" for t in toks):
            if any(t.is_("A", "@spell") for t in toks):
                self.guard = ["spell"]
            return
        cond = parse_cond.parse(toks, Context(), "nara")
        if cond is not None:
            self.guard = parse_cond.settle(cond, "opp")
        elif any(t.is_("J", "before") for t in toks):
            self.pointer(Clause("j", [], "before", mark=toks[0]), s)
        elif any(t.is_("J", "after") for t in toks):
            self.after = True

    def sentence(self, s: Sentence) -> None:
        """The clause chain of a sentence."""
        chain = clauses_en.split(s.toks) if self.english else split_ja(s.toks)
        pend: list[tuple[Cond, Clause]] = []
        fallback = False
        made = 0
        for k, clause in enumerate(chain):
            if clause.kind == "remark":
                self.remark(clause.toks)
                continue
            if clause.kind == "topic":
                self.topic = clause.toks
                continue
            if clause.kind == "j":
                if clause.ctype == "fallback" and self.last:
                    fallback = True
                elif clause.ctype == "fallback":
                    continue
                else:
                    pend = []
                    self.pointer(clause, s)
                continue
            if clause.kind == "cond":
                cond = self.condition(clause, chain[k + 1 :])
                if cond is None:
                    continue
                if cond == ["fallback"]:
                    fallback = True
                    continue
                if (
                    cond[0] == "type" or (cond[0] == "not" and cond[1][0] == "type")
                ) and self.sent in self.later_types:
                    self.guard, self.guard_item = cond, self.item
                    continue
                if (
                    pend
                    and pend[-1][1].kind == "cond"
                    and not made
                    and self.sent_guard is None
                    and any(c.kind == "cond" for c in chain[k + 1 :])
                    and pend[0][1].ctype in ("toki", "aida", "nara")
                ):
                    self.sent_guard = pend[0][0]
                    pend = pend[1:]
                if (
                    pend
                    and clause.ctype in ("tara", "ba", "nara", "toki")
                    and made
                    and all(p[1].kind == "done" for p in pend)
                ):
                    pend = []
                pend.append((cond, clause))
                continue
            if self.skip:
                self.skip = False
                if not any(t.has("A") for t in clause.toks):
                    self.remark(clause.toks)
                    continue
            if any(
                t.surf.startswith(("無視", "するー", "気にし", "ignore")) for t in clause.toks
            ) and self.nth_ignored(clause.toks):
                continue
            if any(
                t.surf.startswith(("無視", "するー", "気にし", "ignore")) for t in clause.toks
            ) and not any(t.has("A") for t in clause.toks):
                self.remark(clause.toks)
                for p in pend:
                    p[1].kind = "done"
                continue
            pieces = parse_order.parse(clause.toks)
            if not pieces:
                pieces = [Piece("remark", a=clause.a, b=clause.b)]
            if (
                pieces[0].kind == "freq"
                and len(pieces) == 1
                and k + 1 < len(chain)
                and chain[k + 1].kind == "cond"
                and pieces[0].freq is not None
            ):
                self.held_freq = pieces[0].freq
                continue
            if self.held_freq is not None and pend:
                freq = self.held_freq
                self.held_freq = None
                counter = (
                    ["every", freq[1]] if freq[0] == "every" and freq[2] == 1 and freq[3] == "turn" else freq
                )
                pend = [(disj(conj(*[c for c, _k in pend]) or [], counter), pend[-1][1])]
            live = list(pend)
            self.rest_follows = any(x.kind == "j" and x.ctype == "else" for x in chain[k + 1 :])
            self.unless = any(p[1].ctype == "unless" for p in pend)
            self.order(pieces, live, clause, s, fallback=fallback)
            fallback = False
            made += 1
            for p in pend:
                p[1].kind = "done"
            nxt = chain[k + 1] if k + 1 < len(chain) else None
            if nxt is not None and nxt.kind == "cond":
                pend = []
        loose = [p for p in pend if p[1].kind == "cond"]
        if loose or (fallback and chain and chain[-1].kind in ("cond", "j")):
            self.no_order(loose, s, chain)

    # -- conditions -------------------------------------------------------------------------------
    def condition(self, clause: Clause, rest: list[Clause]) -> Cond | None:
        """The condition of a clause, latches added; None when it says nothing, ["fallback"] for 無理なら."""
        order = next((c for c in rest if c.kind == "order"), None)
        self.ctx.react = order is not None and _defends(order.toks)
        toks = list(clause.toks)
        clause.paren = [*clause.paren, *[t for t in toks if t.kind == "("]]
        toks = [t for t in toks if t.kind != "("]
        if self.english:
            follow = next((c for c in rest if c.kind == "order"), None)
            named = (
                next((t for t in follow.toks if t.has("A")), None)
                if follow is not None and follow.a < clause.a
                else None
            )
            if named is not None:
                self.ctx.last_act = named.get("A")
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
        ):
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
        cannot = any(
            t.surf.startswith(("無理", "だめ", "駄目", "でき", "出来"))
            and (t.has("R") or t.neg or t.is_("V", "fail"))
            for t in bare
        )
        if (
            clause.ctype in ("nara", "ba", "tara")
            and cannot
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
        if (
            clause.ctype == "tabi"
            and any(t.is_("A", "attack") for t in toks)
            and not any(t.is_("W", "opp") or "pass" in t.feats for t in toks)
        ):
            return None
        if any(t.is_("V", "aim") and "pot" in t.feats for t in toks):
            self.topic = [*[t for t in toks if not t.is_("V", "aim")], *clause.paren]
            return None
        if any(t.is_("A", "retreat") and "pot" in t.feats and not t.neg for t in toks):
            return None
        if (
            len(bare) <= 3
            and any(t.is_("V", "do") and "past" in t.feats for t in bare)
            and clause.ctype in ("igo", "toki")
            and self.ctx.last_act
            and not any(t.has("ALSX") for t in bare)
        ):
            return ["last", "me", parse_cond.my_act(self.ctx.last_act)]
        if not bare or all(
            t.is_("V", "be", "ok") and clause.ctype == "ba" and t.kind == "V" and t.is_("V", "be")
            for t in bare
        ):
            return None
        for paren in clause.paren:
            kids = [t for t in paren.kids if not t.has("K")]
            if not any(t.has("Q") for t in kids):
                kids = [
                    *[t for t in toks if t.has("QW") and (t.has("Q") or any(x.has("Q") for x in toks))],
                    *kids,
                ]
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
            return None
        if (
            any(("たーん" in t.surf and not t.has("M")) or t.is_("U", "turn") for t in toks)
            and any(t.is_("V", "come") for t in toks)
            and not any(t.kind == "N" for t in toks)
        ):
            return None
        if any(t.kind == "?" for t in toks):
            return self.unread(clause, toks)
        cond = parse_cond.parse(toks, self.ctx, clause.ctype)
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
        return self.latched(cond, clause)

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
            mine = [c for c in _atoms(s.cond) if c[:3] == ["last", "opp", name]]
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

    def finish(self) -> None:
        """What only the whole text can settle: bases that conditions speak of."""
        for name, cond, guard, a, b in self.counted:
            if not any(
                x["a"] == name for s in self.stmts if s.list_ == "rules" for x in compose.acts_of(s.do)
            ):
                self.add(Stmt("rules", {"a": name}, cond=["until", cond], guard=guard, a=a, b=b, auto=True))
        rules = [s for s in self.stmts if s.list_ == "rules"]
        done = {a["a"] for s in rules for a in compose.acts_of(s.do)}
        plain = any(s.full is None for s in rules)
        if self.cond_base is not None and not plain and self.cond_base.do["a"] not in done:
            self.add(self.cond_base)
        if self.regrapple and not plain:
            parts = [s.cond[1] for s in rules if s.cond is not None and s.cond[0] == "held"]
            if parts and "grapple" not in done:
                self.add(
                    Stmt(
                        "rules",
                        {"a": "grapple", "at": list(dict.fromkeys(parts))},
                        a=rules[0].a,
                        b=rules[0].b,
                        auto=True,
                    )
                )
        if not plain:
            for s in rules:
                spoken = [
                    c
                    for c in _atoms(s.cond)
                    if c[0] in ("last", "count", "row") and c[1] == "me" and c[2] in ("feint", "cast")
                ]
                for c in spoken[:1]:
                    if c[2] == "feint" and "feint" not in done:
                        done.add("feint")
                        self.add(Stmt("rules", {"a": "feint"}, a=s.a, b=s.b, auto=True))

    def vague_part(self, toks: list[Tok]) -> bool:
        """A condition that is always true of one who can act at all (意識がある限り)."""
        content = [t for t in toks if t.kind not in "_P,"]
        return all(
            t.kind in "RW" or t.has("R") or t.is_("V", "be") or (t.is_("A", "cast") and False)
            for t in content
        )

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
        if clause.ctype == "made":
            self.until = cond
            if cond[0] == "turn":
                return negate(cond) if cond[1] in (">", ">=") else cond
            return ["until", cond]
        if clause.ctype == "unless":
            return ["not", cond] if cond[0] in ("and", "or") else negate(cond)
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
            return ["since", cond]
        if (
            self.until is not None
            and _same_event(cond, self.until)
            and clause.ctype in ("tara", "ba", "toki", "nara")
        ):
            return ["else"]
        return cond

    # -- pointers ---------------------------------------------------------------------------------
    def pointer(self, clause: Clause, s: Sentence) -> None:
        """それ以外, その後, それまで, ただし."""
        if clause.ctype == "elseopp":
            self.guard = None
            self.last = []
        elif clause.ctype == "after":
            self.after = True
        elif clause.ctype == "before":
            self.before = True
            if clause.mark is not None and "以前" in clause.mark.surf:
                return
            for stmt in self.last or self.stmts[-1:]:
                if stmt.cond is not None and stmt.cond[0] not in ("since", "until", "turn", "every", "p"):
                    stmt.cond = ["since", stmt.cond]
                    if stmt.list_ == "never":
                        self.until = stmt.cond[1]
            conds = [
                x.cond
                for x in self.last
                if x.cond is not None and x.cond[0] == "since" and x.list_ == "never"
            ]
            if conds and not any(x.list_ == "rules" for x in self.last):
                self.sent_guard = ["until", conds[-1][1]]
        elif clause.ctype == "else":
            self.rest = True
            self.sent_guard = None if self.sent_guard is not None and not self.last else self.sent_guard
        elif clause.ctype == "unless":
            self.exception = True

    # -- orders -----------------------------------------------------------------------------------
    def order(
        self,
        pieces: list[Piece],
        pend: list[tuple[Cond, Clause]],
        clause: Clause,
        s: Sentence,
        *,
        fallback: bool,
    ) -> None:
        """The statements of an order clause under the pending conditions."""
        from budosim.ai import orders

        conds = [c for c, _k in pend if c != ["else"]]
        otherwise = any(c == ["else"] for c, _k in pend)
        cond = conj(*conds)
        only = any(k.only for _c, k in pend)
        orders.place(
            self,
            pieces,
            cond,
            otherwise=otherwise,
            only=only,
            clause=clause,
            s=s,
            fallback=fallback,
            pend=pend,
        )

    def no_order(self, pend: list[tuple[Cond, Clause]], s: Sentence, chain: list[Clause]) -> None:
        """A condition at the end without an order: a cleft (X のは C のとき), a topic, or E_NO_ACTION."""
        from budosim.ai import orders

        if pend and self.topic:
            orders.cleft(self, pend, s)
            return
        if pend and self.exception and self.last and all(k.ctype == "made" for _c, k in pend):
            for stmt in self.last:
                stmt.cond = conj(stmt.cond, *[c for c, _k in pend])
            return
        clause = pend[-1][1] if pend else chain[-1]
        raise Refusal("E_NO_ACTION", clause.a, max(clause.b, clause.a + 1))

    def remark(self, toks: list[Tok]) -> None:
        """Words that order nothing."""
        toks = [t for t in toks if t.kind not in ("sp", ",")]
        if not toks:
            return
        a, b = toks[0].a, toks[-1].b
        places = [t.get("L") or "" for t in toks if t.has("L")]
        if places and any(t.surf.startswith(("嫌", "きらい", "卑怯", "hate")) for t in toks):
            self.add(
                Stmt("never", {"a": "@attack", "at": [parse_order.place_name(p) for p in places]}, a=a, b=b)
            )
        letters = sum(t.b - t.a for t in toks if t.kind not in ".,")
        lexical = any(t.has("ALSX") or t.is_("V", "aim") for t in toks)
        order_form = any(t.verb and t.form in ("imp", "vol") for t in toks) or (
            self.english and toks[0].has("V_") and letters > 10
        )
        code = "W_IGNORED" if letters > 10 and (lexical or order_form) else "I_REMARK"
        if code == "I_REMARK" and self.english and letters > 10:
            code = "W_IGNORED"
        self.note(code, a, b)

    # -- helpers used by orders --------------------------------------------------------------------
    def add(self, stmt: Stmt) -> Stmt:
        """Append a statement, with guard, place and the open fighter settled."""
        acts = compose.acts_of(stmt.do) if stmt.list_ != "never" else [stmt.do]
        side = (
            "me"
            if any(a["a"] in _MINE for a in acts)
            or (self.sent_guard is not None and self.sent_guard[:3] == ["state", "me", "grappled"])
            else "opp"
        )
        own = stmt.list_ == "rules" and not any(
            "at" in a or a["a"] in vocab.LOCK or a["a"] in ("hold", "attack", "pin") for a in acts
        )
        stmt.cond = parse_cond.settle(stmt.cond, side, own)
        stmt.item, stmt.sent = self.item, self.sent
        stmt.exception = stmt.exception or self.exception
        if self.by_rank:
            stmt.flags.add("byrank")
        self.stmts.append(stmt)
        self.last.append(stmt)
        return stmt

    def my_base_act(self) -> str | None:
        """The act named last as my own."""
        return self.ctx.last_act


def _atoms(cond: Cond | None) -> list[Cond]:
    if cond is None:
        return []
    if cond[0] in ("and", "or", "not", "until", "since"):
        return [x for part in cond[1:] for x in _atoms(part)]
    if cond[0] == "within":
        return _atoms(cond[2])
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
    if cond == ["provoked"] and until == ["attacked"]:
        return True
    return until[0] == "or" and cond in until[1:]


def known_spell_unit(act: dict[str, Any]) -> str:
    """The unit a counter over 回 takes for an act: attacks for attacks, actions for the rest."""
    name = act["a"]
    if (
        name in vocab.STRIKES
        or name in vocab.GRAPPLE
        or name in ("attack", "@strike", "@hand", "@kick", "combo", "cine")
    ):
        return "attack"
    return "action"


__all__ = ["BAN_ID", "Discourse", "Item", "disj", "replace"]
