"""Orders of other forms: places alone, loops, jumps, keeping away, remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, order_items, parse_piece, vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.statements import Stmt, conj, disj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_acts import place_act
from budosim.ai.order_remarks import (
    place_remark,
)
from budosim.ai.order_slots import Call, guard_of, topic_act


def place_crip(d: Discourse, piece: Piece, c: Call) -> None:
    """折る, 潰す without a part: full force on the hold, or the same place."""
    if piece.sound and any("at" in a for x in d.stmts for a in compose.acts_of(x.do) if x.list_ == "rules"):
        return
    held = any(
        x.do.get("a") in ("hold", "submission", *vocab.LOCK)
        or any(a["a"] in ("hold", *vocab.LOCK) for a in compose.acts_of(x.do))
        for x in d.stmts
        if x.list_ == "rules"
    )
    act: dict[str, Any] = (
        {"a": "hold", "opt": "aoa_strong"} if held else {"a": "attack", "at": [d.ctx.last_part or "@any"]}
    )
    if not held and d.ctx.last_part is None:
        raise Refusal("E_DANGLING", piece.a, piece.b)
    prev = c.pieces[c.i - 1] if c.i else None
    chained = prev is not None and prev.kind == "act" and bool(prev.items) and prev.items[-1].act["a"] in vocab.LOCK
    if chained and c.cond is None and piece.flags & {"link:>", "link:te", "link:then"}:
        c.cond = ["state", "opp", "locked"]  # 極める→折る
    place_act(d, Piece("act", items=[Item(act)], flags=piece.flags, a=piece.a, b=piece.b), c)


def place_igai(d: Discourse, piece: Piece, c: Call) -> None:
    """以外 with an act and no negation: not clear enough to act on."""
    raise Refusal(
        "E_UNKNOWN_WORD",
        piece.a,
        piece.b,
        "「以外」の意味が決まりません。",
        "It is not clear what is excepted.",
    )


def place_except(d: Discourse, piece: Piece, c: Call) -> None:
    """目以外を狙う: anything but those places."""
    d.add(
        Stmt(
            "never",
            {"a": "@attack", "at": [order_items.place_name(p) for p in piece.places]},
            cond=c.cond,
            a=piece.a,
            b=piece.b,
        )
    )
    place_act(
        d, Piece("act", items=[Item({"a": "attack", "at": ["@any"]})], flags=set(), a=piece.a, b=piece.b), c
    )


def place_school(d: Discourse, piece: Piece, c: Call) -> None:
    """柔道の技しか使わない: what the school has is the base, the rest is banned."""
    base, banned = parse_piece.SCHOOLS[piece.school]
    guard = conj(guard_of(d), d.sent_guard)
    if not any(x.list_ == "rules" and x.cond is None and x.guard == guard for x in d.stmts):
        d.add(Stmt("rules", {"a": base}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
    d.add(Stmt("never", {"a": banned}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
    d.only = d.only or c.cond is None


def _by_turns(rows: list[Stmt]) -> list[dict[str, Any]] | None:
    """The acts of turns 1, 2, 3 … when each turn from the first on has its own."""
    acts: list[dict[str, Any]] = []
    for x in rows:
        when = x.full
        if when is None or when[0] != "turn" or "a" not in x.do:
            return None
        if when[1] == "==" and when[2] == len(acts) + 1:
            acts.append(x.do)
        elif when[1] == "<=" and not acts and when[2] <= 20:
            acts += [x.do] * int(when[2])
        else:
            return None
    return acts if len(acts) > 1 and len(rows) > 1 else None


def place_loop(d: Discourse, piece: Piece, c: Call) -> None:
    """これを繰り返す: the orders before become one loop."""
    rows = [x for x in d.stmts if x.list_ == "rules" and x.guard == conj(guard_of(d), d.sent_guard)]
    plain = [x for x in rows if x.cond is None or (x.cond[0] in ("turn",) and "firstly" in x.flags)]
    if len(rows) == 1 and "seq" in rows[0].do:
        rows[0].do["loop"] = True
        rows[0].cond = None
        return
    if len(plain) >= 2 and len(plain) == len(rows):
        acts = [a for x in plain for a in compose.acts_of(x.do)]
        first = plain[0]
        for x in plain[1:]:
            d.stmts.remove(x)
        first.do, first.cond = {"seq": acts, "loop": True}, None
        return
    told = [x for x in d.stmts if x.list_ == "rules"]
    steps = _by_turns(told)
    if steps is not None:
        for x in told[1:]:
            d.stmts.remove(x)
        told[0].do, told[0].cond, told[0].freq, told[0].guard = {"seq": steps, "loop": True}, None, None, None
        return
    if len(plain) == 1 and len(plain[0].do.get("at", [])) > 1 and "pick" not in plain[0].do:
        plain[0].do["pick"] = "cycle"
        return
    if len(plain) == 1 and "any" in plain[0].do:
        plain[0].do = {"seq": compose.acts_of(plain[0].do), "loop": True}


def place_distance(d: Discourse, piece: Piece, c: Call) -> None:
    """距離を保つ: step back when close."""
    d.ctx.away = True
    hexes = next((int(t.num) for p in piece.parens for t in p.kids if t.kind == "N"), None)
    cond = conj(c.cond, piece.tcond, ["dist", "<", hexes] if hexes is not None else ["state", "me", "close"])
    d.add(
        Stmt(
            "rules", {"a": "retreat"}, cond=cond, guard=conj(guard_of(d), d.sent_guard), a=piece.a, b=piece.b
        )
    )


def place_back(d: Discourse, piece: Piece, c: Call) -> None:
    """最初に戻る, 元に戻す: rules have no memory, nothing to add."""
    d.note("I_REMARK", piece.a, piece.b)


def place_go(d: Discourse, piece: Piece, c: Call) -> None:
    """こちらから行く: the plan goes on without the waiting condition."""
    waits = [
        x
        for x in d.stmts
        if x.list_ == "rules" and x.do == {"a": "wait"} and x.cond is not None and x.cond[0] == "until"
    ]
    if waits and c.cond is not None:
        waits[-1].cond = ["until", disj(waits[-1].cond[1], c.cond)]  # type: ignore[index]
        return
    if c.cond is not None or any(t.has("W") for t in c.clause.toks):
        place_act(d, Piece("act", items=[Item({"a": "attack"})], flags=piece.flags, a=piece.a, b=piece.b), c)
        return
    place_remark(d, piece, c)


def place_freq(d: Discourse, piece: Piece, c: Call) -> None:
    """A frequency without an act: of the topic, or of the act banned or named last."""
    act = topic_act(d)
    if act is None and d.ctx.last_act is None:
        banned = [x.do["a"] for x in d.stmts if x.list_ == "never"]
        act = {"a": banned[-1].lstrip("@")} if banned and banned[-1].lstrip("@") in vocab.ACTS else None
    if act is None and d.ctx.last_act:
        act = {"a": d.ctx.last_act}
    banned = [x.do["a"] for x in d.stmts if x.list_ == "never" and x.sent in (d.sent, d.sent - 1)]
    if banned and banned[-1] in vocab.ACTS and d.sent_guard is not None:
        act = {"a": banned[-1]}
    if act is None:
        raise Refusal("E_NO_ACTION", piece.a, piece.b)
    place_act(
        d,
        Piece(
            "act",
            items=[Item(act)],
            freq=piece.freq,
            tcond=piece.tcond,
            flags=piece.flags,
            a=piece.a,
            b=piece.b,
            vague=piece.vague,
        ),
        c,
    )


def place_jump(d: Discourse, piece: Piece, c: Call) -> None:
    """④へ: handled by the list; kept as a mark."""
    d.add(
        Stmt(
            "rules",
            {"a": "jump", "to": piece.target},
            cond=c.cond,
            ranked=c.ranked,
            a=piece.a,
            b=piece.b,
            flags={"jump"},
            else_=c.otherwise,
        )
    )


