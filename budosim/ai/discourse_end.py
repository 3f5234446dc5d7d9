"""What only the whole text settles: phases, bases that conditions speak of, and whom the writer means."""

from __future__ import annotations

from budosim.ai import compose, vocab
from budosim.ai.clause_marks import Clause
from budosim.ai.conditions import Conditions
from budosim.ai.conditions_said import atoms
from budosim.ai.lexer import Tok
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, Stmt

_AIMS = {"low_kick": ["leg"], "sweep": ["leg"], "eye_poke": ["eye"], "leg_lock": ["leg"], "arm_lock": ["arm"]}


_OWN = frozenset(
    ("my guy", "my fighter", "my man", "my character", "our fighter", "our man", "my champion", "my boy", "my girl")
)


class Ending(Conditions):
    """What the reading of sentences leans on."""

    def third_person(self, s: Sentence) -> None:
        """My guy …, he …: who writes of his own fighter means him where he acts at the head of a clause."""
        self.of_mine = self.of_mine or any(t.is_("W", "me") and t.surf in _OWN for t in s.toks)
        if not self.of_mine:
            return
        for k, tok in enumerate(s.toks[:-1]):
            if tok.surf not in ("he", "she") or not (
                s.toks[k + 1].has("A") or s.toks[k + 1].is_("V", "do", "cont", "start")
            ):
                continue
            before = s.toks[k - 1] if k else None
            if before is None or before.is_("M", "then", "firstly") or before.is_("J", "after", "else"):
                s.toks[k] = Tok("W", "me", tok.a, tok.b, surf="i")

    @staticmethod
    def third(toks: list[Tok]) -> Tok | None:
        """仲間を呼んで…: somebody else who is to take part."""
        for k, tok in enumerate(toks[:-1]):
            if tok.kind != "Z" or tok.val != "third" or toks[k + 1].surf not in ("を", "と"):
                continue
            if any(t.has("A") for t in toks) and not any(t.has("R") for t in toks):
                return tok
        return None

    def spread(self, known: int, pend: list[tuple[Cond, Clause]], clause: Clause) -> None:
        """Let the places of the statements from `known` on take in the conditions they were made under."""
        conds = [k for _c, k in pend if k.toks or k.mark]
        for stmt in self.stmts[known:]:
            nearest = [k for k in conds if k.b <= stmt.a or k.a >= stmt.b]
            if not nearest or stmt.a < clause.a:
                continue
            stmt.said = (min(stmt.a, *(k.a for k in nearest)), max(stmt.b, *(k.b for k in nearest)))

    @staticmethod
    def latest_since(cond: Cond) -> Cond:
        """その後: from then on; a state that passes stays as it is."""
        return cond if cond[0] in ("state", "since", "until", "turn", "else", "and", "or") else ["since", cond]

    @staticmethod
    def lasting(cond: Cond) -> Cond:
        """An event that has happened once, for the rest of the bout."""
        return ["since", cond] if cond[0] in ("count", "row", "hp", "fp", "crippled") else cond

    def phases(self) -> None:
        """中盤 between 序盤 and 終盤 is all the rest; 最初は…、３ターン目から…: the first part lasts until then."""
        rules = [s for s in self.stmts if s.list_ == "rules"]
        where = [
            (s, key) for s in rules for key in ("guard", "cond") if (getattr(s, key) or [""])[0] in ("turn", "and")
        ]
        told = [getattr(s, key) for s, key in where]
        if ["turn", "<=", 5] in told and ["turn", ">", 10] in told:
            for s, key in where:
                if getattr(s, key) == ["and", ["turn", ">=", 6], ["turn", "<=", 10]]:
                    setattr(s, key, None)
        later = [c for c in told if c[0] == "turn" and c[1] == ">="]
        for s, key in where:  # until turn 10 …, from turn 10 on …
            c = getattr(s, key)
            if c is not None and c[:2] == ["turn", "<="] and ["turn", ">=", c[2]] in told:
                setattr(s, key, ["turn", "<", c[2]])
        for s in rules:  # behind 序盤３ターンは…: all the rest, so that what is said of states goes first
            c = s.cond
            if (
                c is not None
                and c[:2] == ["turn", ">="]
                and s.guard is None
                and s.freq is None
                and s.ranked is None
                and any(e == ["turn", "<=", c[2] - 1] for e in told)
                and any(x.sent > s.sent or (x.a > s.a) for x in rules)
            ):
                s.cond = None
        opening = [s for s in rules if s.cond == ["turn", "==", 1] and "firstly" in s.flags]
        if len(later) == len(opening) == 1 and later[0][2] > 2 and len(told) == 2:
            opening[0].cond = ["turn", "<", later[0][2]]

    def bases(self) -> None:
        """Acts that conditions speak of and nothing performs."""
        answered = [s for s in self.stmts if s.list_ == "rules" and s.cond is not None and "'def'" in repr(s.cond)]
        told = [
            s
            for s in self.stmts
            if "style" not in s.flags and s.cond is not None and s.cond[0] == "since" and s.cond[1][0] == "def"
        ]
        for s in told:  # parry, then elbow: the answer itself
            s.cond = s.cond[1] if s.cond is not None else None
            self.stmts = [
                x for x in self.stmts if not ("style" in x.flags and x.cond == s.cond and x.do == {"a": "attack"})
            ]
        if any("style" not in s.flags for s in answered):  # the plan of countering says its answer elsewhere
            self.stmts = [
                s
                for s in self.stmts
                if not (
                    "style" in s.flags and s.list_ == "rules" and s.cond == ["provoked"] and s.do == {"a": "attack"}
                )
            ]
        for name, cond, guard, a, b, sent in self.counted:
            if (name in ("feint", "cast") or sent + 1 in self.rest_sents) and not any(
                x["a"] == name for s in self.stmts if s.list_ == "rules" for x in compose.acts_of(s.do)
            ):
                self.add(Stmt("rules", {"a": name}, cond=["until", cond], guard=guard, a=a, b=b, auto=True))
        if any(s.cond == ["cmp", "feints", ">="] for s in self.stmts):  # says all that "not before him" says
            first = ["until", ["count", "opp", "feint", "any", ">=", 1]]
            self.stmts = [s for s in self.stmts if not (s.list_ == "never" and s.cond == first)]
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
                    for c in atoms(s.cond)
                    if c[0] in ("last", "count", "row") and c[1] == "me" and c[2] in ("feint", "cast")
                ]
                for c in spoken[:1]:
                    if c[2] == "cast" and self.spoken and "cast" not in done:
                        done.add("cast")
                        self.add(Stmt("rules", {"a": "cast", "spell": self.spoken}, a=s.a, b=s.b, auto=True))
                    if c[2] == "feint" and "feint" not in done:
                        done.add("feint")
                        self.add(Stmt("rules", {"a": "feint"}, a=s.a, b=s.b, auto=True))

    def aimed_at(self) -> str | None:
        """The one part of the body the orders just read are aimed at (腕を攻め、使えなくなったら…)."""
        named = [set(a.get("at") or _AIMS.get(a["a"], [])) for s in self.last for a in compose.acts_of(s.do)]
        places = set().union(*named) if named else set()
        place = str(next(iter(places))) if len(places) == 1 else ""
        return place if place and (not place.startswith("@") or place in ("@lead", "@lead_leg")) else None

    def struck_with(self) -> str | None:
        """The limb that all blows ordered just now use, where the order is for them alone."""
        acts = {a["a"] for s in self.last for a in compose.acts_of(s.do) if s.list_ == "rules" and "only" in s.flags}
        if acts and acts <= vocab.MEMBERS["@kick"]:
            return "leg"
        return "arm" if acts and acts <= vocab.MEMBERS["@hand"] - {"headbutt"} else None

    def turned_round(self, chain: list[Clause]) -> bool:
        """降参する、ＨＰが３以下になったら: the condition stands behind the order it rules."""
        if len(chain) < 2 or chain[-1].kind != "cond" or chain[-2].kind != "order" or not self.last:
            return False
        words = [t for t in chain[-2].toks if t.kind not in "_,"]
        said = bool(words) and words[-1].verb and words[-1].form in ("fin", "imp", "vol")
        return said and all(s.cond is None and s.sent == self.sent for s in self.last)
