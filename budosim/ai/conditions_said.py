"""Conditions that lean on what was said before: pointers, brackets, latches."""

from __future__ import annotations

import json

from budosim.ai import order_items, parse_cond
from budosim.ai.clause_marks import Clause
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok, nearest
from budosim.ai.policy import negate
from budosim.ai.reported import Reported
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


class Said(Reported):
    """Ellipsis, latches and pointers of conditions."""

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

    def led(self, clause: Clause, rest: list[Clause], toks: list[Tok]) -> list[Tok]:
        """What an order in front of its English condition lends it: an act, a spell, a place."""
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
        return toks

    def by_bracket(self, clause: Clause, toks: list[Tok]) -> tuple[Cond | None, list[Tok]]:
        """The condition that a bracket behind a clause tells (疲れたら（残り３以下）), and the tokens to read else."""
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
                return ["turn", "<=", int(turns.num)], toks  # 見切るまで（5ターン）
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
                return self.latched(inner, clause), toks
        return None, toks

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
                "rules", order_items.make_act(act.get("A") or "attack", [place]), a=act.a, b=act.b, auto=True
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
