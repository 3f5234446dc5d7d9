"""What an order to act asks of its surroundings, and the bans and bases it brings along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, order_items, parse_cond, vocab
from budosim.ai.order_items import Piece
from budosim.ai.statements import Cond, Stmt, opposite_of

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_slots import (
    Call,
    attack_kind,
    guard_of,
)
from budosim.ai.statements import (
    conj,
)

ALONE = {"attack", "@strike", "@hand", "@kick", "spend_cp", *vocab.STRIKES, *vocab.REACT}


def name_counted(d: Discourse, act: str) -> None:
    """３回避けられたら投げ。それまではパンチ: what was dodged is named only here."""
    if act not in vocab.STRIKES:
        return
    for x in d.stmts:
        inner = x.cond[1] if x.sent == d.sent - 1 and x.cond is not None and x.cond[0] == "since" else None
        if inner is not None and inner[0] in ("count", "row", "last") and inner[1:3] == ["me", "@attack"]:
            inner[2] = act


def from_start(x: Stmt) -> bool:
    """Whether a rule holds from the first turn on."""
    return x.list_ == "rules" and (x.cond is None or ("firstly" in x.flags and x.cond == ["turn", "==", 1]))


def interrupts(d: Discourse, cond: Cond | None) -> bool:
    """反撃は1回やったらまた逃げに戻る: the act before would go on as long as its state lasts."""
    if cond is None or cond[0] != "last" or cond[1] != "me":
        return False
    before = [x for x in d.stmts if x.list_ == "rules" and x.cond is not None and x.do.get("a") == cond[2].lstrip("@")]
    return bool(before) and not any("row" in repr(x.cond) for x in before)


def told_by_bracket(d: Discourse, piece: Piece) -> Cond | None:
    """The condition a bracket gives: to finish (he is stunned and under a quarter)."""
    for paren in piece.parens:
        if any(t.has("SXQ") for t in paren.kids) and not any(t.has("A") and not t.has("S") for t in paren.kids):
            cond = parse_cond.settle(parse_cond.parse(paren.kids, d.ctx, "nara"), "opp")
            if cond is not None:
                return cond
    return None


def whole_plan(d: Discourse, piece: Piece, c: Call) -> bool:
    """A riposte as the plan itself (リポストで返す), not one defence among others."""
    return c.cond is None and attack_kind(piece) is None and piece.freq is None and not d.exception


def moves_back(cond: Cond, *, stop: bool) -> bool:
    """Whether a condition can cease to hold, so that a switch needs a latch."""
    head = cond[0]
    if head in ("hp", "fp", "cmp", "part", "row"):
        return True
    return stop and head in ("count", "last")


def only_counts(d: Discourse, c: Call, piece: Piece) -> bool:
    """Whether 「のみ」 of an order holds for the whole plan."""
    if all(i.act["a"] in vocab.REACT for i in piece.items):
        return False
    if d.exception or piece.tcond is not None or d.after or d.before:
        return False
    if c.cond is None or c.otherwise:
        return guard_of(d) is None or "hard" in piece.flags
    return "hard" in piece.flags and c.cond[0] not in ("until",)


def exclusive(d: Discourse, piece: Piece, cond: Cond | None, c: Call) -> None:
    """C のときだけ X: a ban outside C for what the default does by itself."""
    if cond is None or not piece.items:
        return
    act = piece.items[-1].act["a"]
    if act in ALONE and "opt" not in piece.items[-1].act:
        ban: dict[str, Any] = {"a": order_items.BAN_ID.get(act, act)}
        d.add(
            Stmt(
                "never",
                ban,
                cond=opposite_of(parse_cond.settle(cond, "me" if act in vocab.FREE else "opp") or cond),
                a=piece.a,
                b=piece.b,
                auto=True,
            )
        )
        if act == "attack":
            d.add(Stmt("rules", {"a": "wait"}, a=piece.a, b=piece.b, auto=True))


def base_of_condition(d: Discourse, c: Call) -> None:
    """The act a switch leaves is the base when no rule performs it: 投げを2回失敗したらあきらめて打撃."""
    cond = c.cond
    if cond is None or cond[0] not in ("count", "row", "last") or cond[1] != "me":
        return
    act = {"@lock": "submission", "@attack": "attack"}.get(cond[2], cond[2])
    if not any(a["a"] == act for x in d.stmts for a in compose.acts_of(x.do)):
        d.add(Stmt("rules", {"a": act}, a=c.clause.a, b=c.clause.b, flags={"frombase"}, auto=True))


def strike_and_leave(d: Discourse, piece: Piece, c: Call) -> None:
    """ヒットアンドアウェイ: strike, then step away."""
    act: dict[str, Any] = {"a": "attack"}
    for paren in piece.parens:
        named = [t for t in paren.kids if t.has("A") and not t.is_("A", "retreat")]
        if named:
            act = order_items.make_act(named[0].get("A") or "attack", [])
    guard = conj(guard_of(d), d.sent_guard)
    d.add(
        Stmt(
            "rules",
            {"a": "retreat"},
            cond=conj(c.cond, ["last", "me", parse_cond.my_act(act["a"])]),
            guard=guard,
            a=piece.a,
            b=piece.b,
        )
    )
    d.add(Stmt("rules", act, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
