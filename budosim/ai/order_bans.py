"""Negated orders -> bans, and the rules a ban brings with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import order_items, parse_cond, vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.statements import Cond, Stmt, conj, disj, opposite_of

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_after import base_of_condition
from budosim.ai.order_slots import Call, guard_of, topic_act, topic_cond
from budosim.ai.order_styles import place_style, second_attack


def place_ban(d: Discourse, piece: Piece, c: Call) -> None:
    """The bans of a negated order, and the rules they bring."""
    again = next((t for t in c.clause.toks if t.surf in ("same", "the same")), None) if d.english else None
    if again is not None and not any(t.has("L") or t.surf in ("spot", "place", "part") for t in c.clause.toks):
        raise Refusal(
            "E_UNKNOWN_WORD",
            again.a,
            again.b,
            "同じ技の禁止は書けません。",
            "A ban on the same act again cannot be said.",
        )
    if second_attack(d, piece, c) or (len(piece.items) == 1 and _not_twice(d, piece, c)):
        return
    if c.cond is None or c.i:
        own = topic_cond(d, piece, c)
        d.ctx.last_cond = own or d.ctx.last_cond
        piece.tcond = conj(piece.tcond, own)
    cond = conj(c.cond, piece.tcond)
    lifted_by = c.clause.ctype == "unless" or d.unless
    if lifted_by and c.cond is not None and any(i.act["a"] == "attack" for i in piece.items):
        inside = opposite_of(c.cond)
        guard = conj(guard_of(d), d.sent_guard)
        d.add(Stmt("rules", {"a": "attack"}, cond=inside, guard=guard, a=piece.a, b=piece.b))
        d.add(Stmt("rules", {"a": "wait"}, guard=guard, a=piece.a, b=piece.b, auto=True))
        d.add(Stmt("never", {"a": "@attack"}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
        return
    if d.before and cond is None:
        known = [x for x in d.stmts if x.list_ == "rules" and x.cond is not None]
        if known and known[-1].cond is not None:
            cond = opposite_of(known[-1].cond)
    items, places = piece.items, piece.places
    guard = conj(guard_of(d), d.sent_guard)
    lifted = [x for x in d.stmts if x.list_ == "rules" and items and x.do == items[0].act]
    if (
        len(items) == 1
        and c.i + 1 < len(c.pieces)
        and ((d.exception and lifted) or items[0].act["a"] == "retreat")
    ):
        if (
            d.exception and lifted and lifted[-1].cond is not None
        ):  # 下がらずに攻める: an exception to that order, under its condition
            c.pieces[c.i + 1].inherit = lifted[-1].cond
        return
    if items and items[0].act["a"] == "retreat" and _holding_context(c.cond):
        items = [Item({"a": "release"})]
    if c.otherwise and cond is None and d.until is not None:
        cond = ["since", d.until]
    if "again" in piece.flags and cond is not None and cond[0] not in ("since", "until"):
        cond = ["since", cond]
        d.until = cond[1]
    bans: list[dict[str, Any]] = []
    if not items and places:
        bans.append({"a": "@attack", "at": [order_items.place_name(p) for p in places]})
    for item in items:
        name = item.act["a"]
        if name == "noinit":
            place_style(d, Piece(items=[item], a=piece.a, b=piece.b), c)
            continue
        after = c.pieces[c.i + 1] if c.i + 1 < len(c.pieces) else None
        if (
            name in vocab.REACT
            and after is not None
            and after.items
            and all(i.act["a"] in vocab.REACT for i in after.items)
        ):
            continue  # 受けずに避ける
        if (
            name in ("parry", "dodge")
            and cond is not None
            and len(items) == 1
            and cond[0] in ("until", "count", "hp", "since", "turn")
        ):
            d.add(Stmt("react", {"a": "no_defence"}, cond=cond, guard=guard, a=piece.a, b=piece.b))
            continue
        if name == "release":
            state = c.cond[1] if c.cond is not None and c.cond[0] == "since" else c.cond
            if state is not None and _holding_context(state):
                d.add(
                    Stmt(
                        "rules",
                        {"a": "hold"},
                        cond=parse_cond.settle(state, "opp"),
                        guard=guard,
                        a=piece.a,
                        b=piece.b,
                    )
                )
                d.add(Stmt("never", {"a": "release"}, guard=guard, a=piece.a, b=piece.b))
            else:
                bans.append({"a": "release"})
            continue
        ban: dict[str, Any] = {"a": order_items.BAN_ID.get(name, name)}
        if "opt" in item.act and name == "attack":
            ban["a"] = "@aoa"
        number = next(
            (
                t
                for k, t in enumerate(c.clause.toks[:-1])
                if t.kind == "N" and c.clause.toks[k + 1].is_("U", "hex")
            ),
            None,
        )
        if name == "approach" and number is not None:
            d.add(
                Stmt(
                    "never",
                    {"a": "approach"},
                    cond=conj(cond, ["dist", "<=", int(number.num)]),
                    guard=guard,
                    a=piece.a,
                    b=piece.b,
                )
            )
            continue
        if "at" in item.act and item.act["a"] != "clinch_neck":
            ban["at"] = item.act["at"]
        if "spell" in item.act:
            ban = {"a": "cast", "spell": item.act["spell"]}
        bans.append(ban)
    if (
        cond is not None
        and cond[0] == "since"
        and cond[1][0] in ("count", "row")
        and cond[1][1] == "me"
        and len(bans) == 1
        and bans[0]["a"] == order_items.BAN_ID.get(cond[1][2], cond[1][2])
    ):
        d.counted.append((cond[1][2], cond[1], guard, piece.a, piece.b, d.sent))
    for ban in bans:
        if ban["a"] == "@attack" and "at" not in ban and not (piece.flags & {"stop"}):
            if cond is not None:
                settled = parse_cond.settle(cond, "opp")
                d.add(
                    Stmt(
                        "rules",
                        {"a": "wait"},
                        cond=settled,
                        guard=guard,
                        a=piece.a,
                        b=piece.b,
                        flags={"nohand"},
                    )
                )
            elif guard is None and not d.exception:
                d.add(Stmt("rules", {"a": "wait"}, a=piece.a, b=piece.b, flags={"nohand"}))
        d.add(
            Stmt(
                "never", ban, cond=cond, guard=guard, a=piece.a, b=piece.b, absolute="absolute" in piece.flags
            )
        )


def _holding_context(cond: Cond | None) -> bool:
    return cond is not None and any(f"'{state}'" in repr(cond) for state in ("holding", "locked", "choked", "pinned"))


def _not_twice(d: Discourse, piece: Piece, c: Call) -> bool:
    """連発はしない, 続けて出さない: never right after itself."""
    again = any(t.surf.startswith(("連発", "連続", "続けて", "つづけて")) for t in c.clause.toks)
    act = piece.items[0].act if piece.items else topic_act(d) or ({"a": d.ctx.last_act} if d.ctx.last_act else None)
    if not again or act is None or any(t.kind == "N" for t in c.clause.toks):
        return False
    last: Cond = ["last", "me", parse_cond.my_act(act["a"])]
    for s in d.stmts:
        if s.list_ == "rules" and s.do.get("a") == act["a"] and s.cond is not None:
            s.cond = conj(s.cond, ["not", last])
    d.add(Stmt("never", {"a": act["a"]}, cond=last, guard=guard_of(d), a=piece.a, b=piece.b))
    return True


def place_bare_ban(d: Discourse, piece: Piece, c: Call) -> None:
    """A negation without an act: of the topic, or ほかは何もいらない."""
    if _not_twice(d, piece, c):
        return
    if d.topic:
        act = topic_act(d)
        if act is not None:
            place_ban(d, Piece("ban", items=[Item(act)], flags=piece.flags, a=piece.a, b=piece.b), c)
            return
    if (c.otherwise or _else_before(d, c)) and d.stmts:
        d.only = True
        return
    d.remark(c.clause.toks)


def _else_before(d: Discourse, c: Call) -> bool:
    text = "".join(t.surf for t in c.s.toks)
    return any(w in text for w in ("ほか", "他", "それ以外", "nothing else", "何もい"))


def place_stop(d: Discourse, piece: Piece, c: Call) -> None:
    """X をやめて Y: with a Y behind it a switch (nothing of its own), alone a ban from then on."""
    if any(p.kind in ("act", "aim") for p in c.pieces[c.i + 1 :]):
        base_of_condition(d, c)
        return
    cond = c.cond
    if cond is not None and cond[0] not in ("since", "until"):
        cond = ["since", cond]
    ban = Piece("ban", items=piece.items, places=piece.places, flags=piece.flags, a=piece.a, b=piece.b)
    if not piece.items and not piece.places:
        act = topic_act(d) or ({"a": d.ctx.last_act} if d.ctx.last_act else None)
        if act is None:
            d.remark(c.clause.toks)
            return
        ban.items = [Item(act)]
    old, c.cond = c.cond, cond
    place_ban(d, ban, c)
    c.cond = old


def place_save(d: Discourse, piece: Piece, c: Call) -> None:
    """ＣＰは温存: a ban on spending."""
    cond = c.cond
    if any(t.is_("Q", "hp", "fp", "dmg") for t in c.clause.toks):
        d.remark(c.clause.toks)  # 体力を温存する
        return
    if cond is not None and any(t.is_("K", "node") for t in c.clause.toks):
        settled = parse_cond.settle(cond, "me") or cond  # 脚が折れたときのために取っておく
        d.add(Stmt("free", {"a": "spend_cp"}, cond=settled, a=piece.a, b=piece.b))
        d.add(Stmt("never", {"a": "spend_cp"}, cond=opposite_of(settled), a=piece.a, b=piece.b))
        d.topic = []
        return
    spent = [x for x in d.stmts if x.list_ == "free" and x.do == {"a": "spend_cp"} and x.full is not None]
    stage = next((t for t in c.clause.toks if t.has("G")), None)
    if cond is None and d.english and stage is not None:
        cond = ["not", ["stage", stage.get("G")]]  # save the points for the final
    if cond is None and d.before and spent:  # それまでは温存
        cond = opposite_of(spent[-1].full or [])
    d.add(Stmt("never", {"a": "spend_cp"}, cond=cond, a=piece.a, b=piece.b))
    d.topic = []
    d.cp_topic = True


def allowed(d: Discourse, c: Call) -> bool:
    """ただし C のときは別: the bans before do not hold while C."""
    if c.cond is None or not any(t.is_("V", "allow") for t in c.clause.toks):
        return False
    bans = [x for x in d.stmts if x.list_ == "never" and x.sent >= d.sent - 1]
    if not bans:
        return False
    settled = parse_cond.settle(c.cond, "opp") or c.cond
    for x in bans:
        x.cond = conj(x.cond, opposite_of(settled))
    return True


def lift_cap(d: Discourse, piece: Piece, c: Call) -> bool:
    """C ならその制限は解除: the cap does not hold while C."""
    caps = [x for x in d.stmts if "cap" in x.flags]
    if not caps or c.cond is None:
        return False
    for x in caps:
        if x.list_ == "never" and x.cond is not None and x.cond[0] == "not":
            x.cond = ["not", disj(x.cond[1], c.cond)]
        elif x.cond is not None:
            x.cond = disj(x.cond, c.cond)
    return True
