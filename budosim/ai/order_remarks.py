"""Clauses that order nothing by themselves: remarks, what is left of a topic, X のは C のとき."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budosim.ai import order_items, parse_cond
from budosim.ai.clause_marks import Clause
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, Stmt, conj, opposite_of

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_acts import place_act
from budosim.ai.order_after import ALONE
from budosim.ai.order_aims import (
    place_aim,
)
from budosim.ai.order_bans import allowed, lift_cap
from budosim.ai.order_slots import Call, guard_of, self_start, topic_act


def _limb_taken(d: Discourse, piece: Piece, c: Call) -> bool:
    """蹴りを出したら、その足を取る: the limb of the blow that came is grappled."""
    came = c.cond is not None and (c.cond[:2] == ["last", "opp"] or c.cond[0] in ("def", "provoked"))
    limb = next((t for t in c.clause.toks if t.is_("J", "thatpart")), None)
    if not came or limb is None or not limb.surf.endswith(("足", "脚", "腕", "手", "あし", "うで", "leg", "arm")):
        return False
    taken = {"a": "grapple", "at": ["@attacker_limb"]}
    place_act(d, Piece("act", items=[Item(taken)], flags=piece.flags, a=piece.a, b=piece.b), c)
    return True


def place_remark(d: Discourse, piece: Piece, c: Call) -> None:
    """What orders nothing by itself: of the topic, of a cap, of CP, or a remark."""
    if allowed(d, c) or _limb_taken(d, piece, c):
        return
    if c.cond is not None and not piece.items and any(t.is_("E", "first") and t.verb for t in c.clause.toks):
        place_act(d, Piece("act", items=[Item({"a": "attack"})], flags=piece.flags, a=piece.a, b=piece.b), c)
        for tok in c.clause.toks:
            tok.kind = "_" if tok.is_("E", "first") else tok.kind
        return  # 遅いときは先手を取る
    win = next((t for t in c.clause.toks if t.surf.startswith(("勝つ", "勝ち", "勝負"))), None)
    when = next(
        (p for p in piece.parens if any(t.has("QSX") for t in p.kids) and not any(t.has("A") for t in p.kids)), None
    )
    if win is not None and when is not None:  # 勝つ（相手ＨＰ≦０）
        cond = parse_cond.settle(parse_cond.parse(when.kids, d.ctx, "nara"), "opp")
        if cond is not None:
            d.add(Stmt("rules", {"a": "attack"}, cond=conj(c.cond, cond), a=c.clause.a, b=c.clause.b))
            return
    if "switch" in piece.flags and c.cond is not None and not piece.items:
        d.phase = c.cond  # 作戦を変える: the headings say what to
        return
    if d.guard == ["spell"] and any(t.is_("V", "do") and t.neg for t in c.clause.toks):
        d.add(Stmt("rules", {"a": "attack"}, cond=["state", "opp", "casting"], a=c.clause.a, b=c.clause.b))
        return
    fights_on = any(t.is_("V", "do") and t.surf.startswith(("fight", "戦", "たたか")) for t in c.clause.toks)
    if fights_on and any(x.do == {"a": "give_up"} for x in d.stmts if x.list_ == "free"):
        stage = parse_cond.parse([t for t in c.clause.toks if t.has("GT")], d.ctx, "toki")
        then = conj(c.cond, parse_cond.settle(stage, "opp"))
        if then is not None:
            d.add(Stmt("never", {"a": "give_up"}, cond=then, a=c.clause.a, b=c.clause.b))
            return
    if any(t.is_("Q", "feints") for t in c.clause.toks) and any(t.has("C") and t.neg for t in c.clause.toks):
        d.add(Stmt("never", {"a": "feint"}, cond=["cmp", "feints", ">="], a=c.clause.a, b=c.clause.b))
        return
    stray = next((t for t in c.clause.toks if t.kind in ("T", "G", "E", "D")), None)
    mine = any(t.is_("W", "me") for t in c.clause.toks)  # 俺は空手家だ
    mine = mine or (c.clause.toks[-1].kind == "_" and c.clause.toks[-1].surf.startswith(("です", "だ", "である")))
    if stray is not None and not mine and not any(t.has("AR") for t in c.clause.toks) and not piece.items:
        raise Refusal("E_NO_ACTION", c.clause.a, c.clause.b)
    if any(t.is_("V", "lift") for t in c.clause.toks) and lift_cap(d, piece, c):
        return
    if any(t.is_("V", "back") for t in c.clause.toks):
        return
    if any(p.kind in ("act", "ban", "aim") for p in c.pieces) and not any(
        t.kind == "R" for t in c.clause.toks
    ):
        return
    if d.cp_topic and any(t.is_("V", "do") for t in c.clause.toks):
        d.cp_topic = False
        d.add(Stmt("free", {"a": "spend_cp"}, cond=c.cond, a=piece.a, b=piece.b))
        return
    if (
        (c.cond is not None or c.otherwise)
        and piece.kind in ("empty", "remark")
        and not any(t.has("R") for t in c.clause.toks)
        and not piece.items
    ):
        if any(
            t.is_("V", "do") and t.surf.startswith(("連打", "猛打", "乱打", "打つ", "打ち", "打て"))
            for t in c.clause.toks
        ):
            place_act(d, Piece("act", items=[Item({"a": "attack"})], flags=piece.flags, a=piece.a, b=piece.b), c)
            return
        if fights_on or any(
            t.is_("V", "hit") and t.surf in ("hit", "hit him", "hit back", "hits") for t in c.clause.toks
        ):
            place_act(d, Piece("act", items=[Item({"a": "attack"})], flags=piece.flags, a=piece.a, b=piece.b), c)
            return  # fight when fresh, 元気なときは戦う
        if any(t.surf.startswith(("無理せ", "無理はせ", "無理しな", "無理をせ")) for t in c.clause.toks):
            careful = {"a": "attack", "opt": "defensive"}  # 優勢なら無理せず
            place_act(d, Piece("act", items=[Item(careful)], flags=piece.flags, a=piece.a, b=piece.b), c)
            return
        act = topic_act(d)
        if act is not None:
            place_act(
                d,
                Piece("act", items=[Item(act)], freq=piece.freq, flags=piece.flags, a=piece.a, b=piece.b),
                c,
            )
            return
        if not any(t.has("R") for t in c.s.toks):
            raise Refusal("E_NO_ACTION", c.clause.a, c.clause.b)
    past = next((t for t in c.clause.toks if t.is_("J", "former", "latter")), None)
    if past is not None and not piece.items:
        raise Refusal("E_DANGLING", past.a, past.b)
    pointing = next(
        (
            t
            for t in c.clause.toks
            if t.is_("J", "thatpart", "former", "latter") and t.surf not in ("it", "there")
        ),
        None,
    )
    if pointing is not None and (
        any(t.is_("V", "aim", "do") or t.has("X") or t.is_("M", "only") for t in c.clause.toks)
    ):
        part = d.ctx.last_part
        if part is None or pointing.is_("J", "former", "latter"):
            raise Refusal("E_DANGLING", pointing.a, pointing.b)
        place_aim(
            d,
            Piece(
                "aim",
                places=[part],
                flags=piece.flags,
                freq=piece.freq,
                a=piece.a or c.clause.a,
                b=piece.b or c.clause.b,
            ),
            c,
        )
        return
    does = any(t.is_("V", "do") and not t.neg for t in c.clause.toks)
    if (piece.kind == "empty" or (piece.kind == "remark" and does)) and d.topic:
        act = topic_act(d)
        if act is not None:
            place_act(
                d,
                Piece("act", items=[Item(act)], freq=piece.freq, flags=piece.flags, a=piece.a, b=piece.b),
                c,
            )
            return
    inside = [t for t in c.clause.toks if piece.a <= t.a < piece.b] if piece.b else []
    d.remark(inside if any(t.kind not in "_P," for t in inside) else c.clause.toks)


def cleft(d: Discourse, pend: list[tuple[Cond, Clause]], s: Sentence) -> None:
    """X のは C のときだけ / C になってから."""
    act = topic_act(d)
    if act is None:
        raise Refusal("E_NO_ACTION", pend[-1][1].a, pend[-1][1].b)
    cond = conj(*[c[1] if c[0] == "since" else c for c, _k in pend])
    only = any(k.only for _c, k in pend)
    clause = pend[-1][1]
    settled = parse_cond.settle(cond, "opp")
    d.last = []
    d.add(Stmt("rules", act, cond=settled, guard=conj(guard_of(d), d.sent_guard), a=d.topic[0].a, b=clause.b))
    if only and act["a"] in ALONE and "opt" not in act and settled is not None:
        outside = opposite_of(settled)
        if self_start(d):
            outside = ["and", outside, ["not", ["provoked"]]]
        d.add(
            Stmt(
                "never",
                {"a": order_items.BAN_ID.get(act["a"], act["a"])},
                cond=outside,
                a=d.topic[0].a,
                b=clause.b,
                auto=True,
            )
        )
        if act["a"] == "attack":
            d.add(Stmt("rules", {"a": "wait"}, a=d.topic[0].a, b=clause.b, auto=True))
