"""Sentences -> statements: who is meant, what それ以外 and その後 point to, what ただし rules."""

from __future__ import annotations

import copy
import itertools

from budosim.ai import clauses_en, coverage, parse_cond, parse_order
from budosim.ai.clause_marks import Clause
from budosim.ai.clauses import split as split_ja
from budosim.ai.discourse_end import Ending
from budosim.ai.findings import Refusal, reasons
from budosim.ai.lexer import Tok
from budosim.ai.order_items import Piece
from budosim.ai.parse_cond import Context
from budosim.ai.sentences import Sentence
from budosim.ai.slips import resembles
from budosim.ai.statements import Cond, Stmt, conj, disj, opposite_of


def _retracted(toks: list[Tok], joke: int) -> int:
    """Where begins what is taken back: ローではなくミドル takes back ローキック alone."""
    if toks[joke].surf not in ("ではなく", "じゃなくて", "ではなくて", "でなく", "rather than", "instead of"):
        return 0
    start = joke
    while start and ((toks[start - 1].has("AL") and toks[start - 1].nominal) or toks[start - 1].surf in ("の", "への")):
        start -= 1
    return start if start < joke else 0


_GROUND = frozenset(("on the ground", "on the floor", "on the mat", "down on the mat"))


class Discourse(Ending):
    """Reads sentence after sentence; `stmts`, `notes` and `only` are the result."""

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
        if self.english:
            self.third_person(s)
            for tok, deed in itertools.pairwise(t for t in s.toks if t.kind != "_"):
                if tok.is_("W", "opp") and deed.has("A"):
                    self.ctx.his = deed.get("A")  # don't let him grab me; if he does …
            if s.toks and s.toks[0].surf == "and" and len(s.toks) < 4 and any(t.has("A") for t in s.toks):
                self.after = True  # Sweep! And stomp.
        joke = max((k for k, t in enumerate(s.toks) if t.is_("M", "joke")), default=-1)
        if joke >= 0:
            start = _retracted(s.toks, joke)
            self.remark(s.toks[start : joke + 1])
            s.toks = [*s.toks[:start], *s.toks[joke + 1 :]]
            if not any(t.kind not in "_P,." for t in s.toks):
                return
        if (
            any(t.kind == "?" for t in s.head)
            and not any(resembles(t.surf) for t in s.head if t.kind == "?")
            and not any(t.has("ASXTGEDQF") or t.kind == "tc" for t in s.head)
        ):
            self.note("I_REMARK", s.head[0].a, s.head[-1].b)  # the name of a plan
            s.head = []
        before, known = (copy.deepcopy(self.stmts), len(self.notes)) if self.lenient else ([], 0)
        self.only_before = self.only
        helper = self.third(s.toks)
        if helper is not None:
            self.note("E_ILLEGAL", helper.a, helper.b, "第三者は関われません", "no third party")
            self.dropped(s, before, known)
            return
        if self.unknown(s.toks) or self.unknown(s.head):
            self.dropped(s, before, known)
            return
        said = list(s.toks)
        try:
            if s.head is not None:
                self.heading(s)
            self.sentence(s)
        except Refusal as err:
            self.note(err.code, err.a, err.b, err.ja, err.en, err.suggestion)
            self.dropped(s, before, known)
            return
        self.understood.append(said)

    def dropped(self, s: Sentence, before: list[Stmt], known: int) -> None:
        """Lenient: a sentence with an error is left out whole, its errors become one warning."""
        if not self.lenient:
            return
        self.stmts, self.last, self.only = before, [], self.only_before
        faults = [n for n in self.notes[known:] if n[0].startswith("E_")]
        self.notes = self.notes[:known]
        self.note("W_IGNORED", s.a, max(s.b, s.a + 1), *reasons(faults[0], self.text) if faults else ("", ""))

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
        if any(t.is_("A", "@ground") for t in toks) or (self.english and len(toks) == 1 and toks[0].surf in _GROUND):
            self.ctx.who = None
            self.guard = ["ground"]
            return
        acts = [t for t in toks if t.has("A")]
        if any(t.is_("A", "counterstyle", "riposte", "noinit") for t in acts):
            self.sentence(Sentence(toks, s.item, s.step))  # I only counter: …
            return
        if acts and all(t.nominal for t in acts) and not any(t.has("TGSEDX") or t.kind == "tc" for t in toks):
            if any(t.is_("A", "@spell") for t in toks):
                self.guard = ["spell"]
            return
        cond = parse_cond.parse(toks, Context(), "nara")
        if cond == ["else"]:
            return
        if cond is not None:
            self.guard = parse_cond.settle(cond, "opp")
        elif any(t.is_("J", "before") for t in toks):
            self.pointer(Clause("j", [], "before", mark=toks[0]), s)
        elif any(t.is_("J", "after") for t in toks) and self.phase is not None:
            self.guard = parse_cond.settle(self.phase, "opp")
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
                named = next((t for t in clause.toks if t.has("A") or t.kind == "sp!"), None)
                if named is not None:
                    self.ctx.last_act = named.get("A") or "cast"
                continue
            if clause.kind == "j":
                if clause.ctype == "fallback" and self.last:
                    fallback = True
                elif clause.ctype == "fallback":
                    continue
                else:
                    loose = [p for p in pend if p[1].kind == "cond"]
                    if loose and clause.ctype == "after":  # 組まれたら、その後…: the condition goes on
                        if clause.mark is not None and clause.mark.surf.startswith(("その", "それ以", "そこ")):
                            pend = [(self.latest_since(c), k) for c, k in pend]
                        continue
                    if loose and clause.mark is not None and clause.mark.surf.startswith(("あと", "後")):
                        pend = [(self.lasting(c), k) for c, k in pend]  # 3回使ったら、あとは…
                        continue
                    if loose:
                        raise Refusal("E_NO_ACTION", loose[-1][1].a, loose[-1][1].b)
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
                of_type = cond[0] == "type" or (cond[0] == "not" and cond[1][0] == "type")
                if of_type and self.guard is not None and self.guard_item == self.item and "type" in repr(self.guard):
                    self.guard = None  # another kind of opponent: the topic is over
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
            if pieces and pieces[0].kind == "aim" and any(t.is_("M", "mainly") for t in self.topic):
                pieces[0].flags.add("mainly")  # 主に狙うのは目
                if any(t.surf in ("など", "等") for t in clause.toks):
                    pieces[0].flags.add("vitals")
            if not pieces:
                brackets = [t for t in clause.toks if t.kind == "("]
                pieces = [Piece("remark", parens=brackets, a=clause.a, b=clause.b)]
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
            known = len(self.stmts)
            self.order(pieces, live, clause, s, fallback=fallback)
            self.spread(known, live, clause)
            self.ctx.aimed, self.ctx.limb = self.aimed_at(), self.struck_with()
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

    def finish(self) -> None:
        """What only the whole text can settle: bases that conditions speak of, and words that left no trace."""
        self.phases()
        self.bases()
        told = [(a, b) for _code, a, b, *_rest in self.notes]
        for tok in coverage.left_over(self.understood, self.stmts, told):
            self.note("W_IGNORED", tok.a, tok.b)

    # -- pointers ---------------------------------------------------------------------------------
    def pointer(self, clause: Clause, s: Sentence) -> None:
        """それ以外, その後, それまで, ただし."""
        if clause.ctype == "elseopp":
            self.guard = None
            self.last = []
        elif clause.ctype == "after":
            self.after = True
            if self.guard is not None and self.guard[0] == "turn" and self.guard[1] in ("<", "<=", "==") and self.last:
                self.guard, self.after, self.last = None, False, []  # first three turns: …; after that …
                self.item += 1000
        elif clause.ctype == "before":
            self.before = True
            if clause.mark is not None and "以前" in clause.mark.surf:
                return
            for stmt in self.last or self.stmts[-1:]:
                if stmt.cond is not None and stmt.cond[0] not in (
                    "since",
                    "until",
                    "turn",
                    "every",
                    "p",
                    "stage",
                    "type",
                    "or",
                ):
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
            self.rest_sents.add(self.sent)
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
        from budosim.ai import order_remarks

        if pend and self.topic:
            order_remarks.cleft(self, pend, s)
            return
        if pend and self.exception and self.last and all(k.ctype == "made" for _c, k in pend):
            for stmt in self.last:
                stmt.cond = conj(stmt.cond, *[c for c, _k in pend])
            return
        if pend and self.turned_round(chain):
            cond = parse_cond.settle(conj(*[c for c, _k in pend]), "opp")
            for stmt in self.last:
                stmt.cond = conj(cond, stmt.cond)
            return
        bans = [x for x in self.last or self.stmts if x.list_ == "never"]
        if pend and self.exception and bans:  # never X, except if C
            outside = parse_cond.settle(conj(*[c for c, _k in pend]), "opp")
            for ban in bans:
                ban.cond = conj(ban.cond, opposite_of(outside)) if outside is not None else ban.cond
            return
        clause = pend[-1][1] if pend else chain[-1]
        raise Refusal("E_NO_ACTION", clause.a, max(clause.b, clause.a + 1))
