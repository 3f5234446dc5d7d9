"""What the discourse step keeps while it reads, and what it reports."""

from __future__ import annotations

from budosim.ai import compose, order_items, parse_cond, vocab
from budosim.ai.forgive import forgiven
from budosim.ai.lexer import Tok, nearest
from budosim.ai.normalise import Text
from budosim.ai.parse_cond import Context
from budosim.ai.slips import resembles
from budosim.ai.statements import Cond, Stmt

_MINE = {"getup", "give_up", "spend_cp", "break_free", "resist", "resist_will", "resist_mind"}


Note = tuple[str, int, int, str, str, str | None]


_CRIES = frozenset("あいうえおやゃよっーんはそりとれらわぁぃぅぇぉ")


def _cry(tok: Tok) -> bool:
    """おー, えい: a short cry in kana."""
    return len(tok.surf) > 1 and set(tok.surf) <= _CRIES


def _together(cond: Cond | None) -> Cond | None:
    """倒れている間に殴られたら: who suffers is the one whose state was left open."""
    if cond is None or cond[0] != "and":
        return cond
    suffers = any(c == ["hit", "me"] or (c[:2] == ["last", "opp"] and c[-1] in ("hit", "ok")) for c in cond[1:])
    return parse_cond.settle(cond, "me") if suffers else cond


def _declared(cond: Cond | None) -> Cond | None:
    """For a defence: the attack that is declared, not one that has been made."""
    if cond is None or cond in (["provoked"], ["attacked"]):
        return None
    if cond[0] == "last" and cond[1] == "opp" and (len(cond) == 3 or cond[3] in ("hit", "ok")):
        return ["attacked_with", cond[2]]
    if cond == ["state", "me", "grappled"]:
        return cond
    if cond[0] in ("and", "or"):
        parts = [x for x in map(_declared, cond[1:]) if x is not None]
        return [cond[0], *parts] if len(parts) > 1 else parts[0] if parts else None
    return cond


class Reported:
    """The statements and findings so far, and what earlier clauses left for later ones."""

    def __init__(self, *, english: bool, lenient: bool = False, text: Text | None = None) -> None:
        self.english = english
        self.lenient = lenient
        self.only_before = False
        self.text = text
        self.stmts: list[Stmt] = []
        self.notes: list[Note] = []
        self.only = False
        self.noinit: tuple[int, int] | None = None
        self.ctx = Context()
        self.guard: Cond | None = None
        self.guard_item = -1
        self.sent_guard: Cond | None = None
        self.until: Cond | None = None
        self.until_sent = 0
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
        self.counted: list[tuple[str, Cond, Cond | None, int, int, int]] = []
        self.rest_sents: set[int] = set()  # sentences that begin with あとは and its like
        self.sent_act: str | None = None
        self.skip = False
        self.chain = ""  # the last link of the chain just written
        self.phase: Cond | None = None  # when the plan changes to what a heading says
        self.understood: list[list[Tok]] = []  # the sentences that were read to their end
        self.of_mine = False  # the text speaks of the own fighter in the third person
        self.spoken = ""  # the spell a condition spoke of
        self.held_freq: Cond | None = None
        self.later_types: set[int] = set()

    def note(self, code: str, a: int, b: int, ja: str = "", en: str = "", fix: str | None = None) -> None:
        """Remember a finding."""
        self.notes.append((code, a, b, ja, en, fix))

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
            for t in part:
                if t.kind == "?" and self._denied(t):
                    t.kind, t.val, t.alts = "J", "else", ()
            bad = [t for t in part if t.kind == "?"]
            if (
                bad
                and not any(resembles(t.surf) for t in bad)
                and any(t.kind == "(" and t.kids and not any(k.kind == "?" for k in t.kids) for t in part)
            ):
                for t in bad:  # ブリッジで返す（振りほどく）: the bracket says what is meant
                    self.note("W_IGNORED", t.a, t.b)
                    t.kind = "_"
                part = []
                continue
            if bad and all(t.kind in "?_P" for t in part) and all(len(t.surf) <= 3 and _cry(t) for t in bad):
                for t in bad:
                    self.note("I_REMARK", t.a, t.b)
                    t.kind = "R"
                part = []
                continue
            content = [t for t in toks if t not in part]
            others = any(t.has("AL") or t.kind in ("fq", "sp!") for t in content)
            for t in [t for t in bad if t.val != "A" and forgiven(t, part, others, english=self.english)]:
                self.note("W_IGNORED", t.a, t.b)
                t.kind = "_"
                bad.remove(t)
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

    def _denied(self, tok: Tok) -> bool:
        """回れなければ behind 背後に回れたら: the verb said before, now denied."""
        if (
            self.text is None
            or not tok.surf.endswith(("なければ", "ないなら", "ないときは", "なかったら"))
            or len(tok.surf) < 5
        ):
            return False
        return self.said_before(tok)

    def said_before(self, tok: Tok) -> bool:
        """Whether the stem of a verb stands in the sentence before."""
        stem = tok.surf[:1] if "\u4e00" <= tok.surf[:1] <= "\u9fff" else tok.surf[:2]
        return self.text is not None and stem in self.text.norm[max(0, tok.a - 40) : tok.a]

    def remark(self, toks: list[Tok]) -> None:
        """Words that order nothing."""
        toks = [t for t in toks if t.kind not in ("sp", ",")]
        if not toks:
            return
        a, b = toks[0].a, toks[-1].b
        places = [t.get("L") or "" for t in toks if t.has("L")]
        if places and any(t.surf.startswith(("嫌", "きらい", "卑怯", "hate")) for t in toks):
            self.add(
                Stmt("never", {"a": "@attack", "at": [order_items.place_name(p) for p in places]}, a=a, b=b)
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

    def add(self, stmt: Stmt) -> Stmt:
        """Append a statement, with guard, place and the open fighter settled."""
        acts = compose.acts_of(stmt.do) if stmt.list_ != "never" else [stmt.do]
        side = (
            "me"
            if any(a["a"] in _MINE for a in acts)
            or stmt.list_ == "react"
            or (self.sent_guard is not None and self.sent_guard[:3] == ["state", "me", "grappled"])
            else "opp"
        )
        if stmt.list_ == "react":
            stmt.cond = _declared(stmt.cond)
        own = stmt.list_ in ("rules", "never") and not any(
            "at" in a or a["a"] in vocab.LOCK or a["a"] in ("hold", "attack", "pin") for a in acts
        )
        stmt.cond = parse_cond.settle(_together(stmt.cond), side, own)
        stmt.item, stmt.sent = self.item, self.sent
        stmt.exception = stmt.exception or self.exception
        if self.by_rank and stmt.ranked is not None:
            stmt.flags.add("rank")
        if self.by_rank:
            stmt.flags.add("byrank")
        if self.guard in (["ground"], ["spell"]) and stmt.cond is not None and stmt.guard is None:
            stmt.guard, stmt.cond = stmt.cond, None  # the heading guards its items
        self.stmts.append(stmt)
        self.last.append(stmt)
        return stmt
