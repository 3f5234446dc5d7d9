"""Places without an act: what is aimed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, order_items, parse_cond, vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.statements import Stmt, conj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_acts import place_act
from budosim.ai.order_joins import fall_back
from budosim.ai.order_slots import Call, guard_of


def place_aim(d: Discourse, piece: Piece, c: Call) -> None:
    """Places without an act: refines the base, or an attack at them."""
    if piece.foe and c.cond is None:
        piece.tcond = conj(
            piece.tcond,
            parse_cond.his(parse_cond.View(piece.foe), piece.foe[0].get("A") or "", piece.foe[0]),
        )
    names = list(dict.fromkeys(order_items.place_name(p) for p in piece.places))
    if any(p.startswith("one.") for p in piece.places):  # the right one
        if d.ctx.last_part is None:
            raise Refusal("E_DANGLING", piece.a, piece.b)
        part = d.ctx.last_part.partition(".")[0].rstrip("s")
        piece.places = [part + p[3:] if p.startswith("one.") else p for p in piece.places]
        names = list(dict.fromkeys(piece.places))
    d.ctx.last_part = piece.places[-1] if not piece.places[-1].startswith("@") else d.ctx.last_part
    if c.fallback and d.last:
        fall_back(d, piece)
        return
    if (
        names == ["@last_hit"]
        and c.cond is None
        and any(t.surf.startswith(("当たった", "当てた")) for t in c.clause.toks)
    ):
        c.cond = ["last", "me", "@attack", "hit"]
    if any(t.is_("V", "swap") for t in c.clause.toks) and _swapped(d, piece, c):
        return
    twice = len(piece.places) > 2 and not piece.flags & {"mainly", "pref", "rand", "half"}
    if len(names) < len(piece.places) and (
        piece.flags & {"seq", "arrow", "alt"} or (len(names) > 1 and twice)
    ):  # 顔→顔→脚
        steps = [Item(order_items.make_act("attack", [p])) for p in piece.places]
        flags = (piece.flags - {"mainly", "closed"}) | {"seq"}
        place_act(d, Piece("act", items=steps, freq=piece.freq, flags=flags, a=piece.a, b=piece.b), c)
        return
    at: dict[str, Any] = {"at": names}
    if len(names) > 1:
        if piece.flags & {"pref", "pickpref"}:
            at["pick"] = "first"
        elif piece.flags & {"seq", "arrow", "alt"}:
            at["pick"] = "cycle"
    if c.cond is None and piece.freq is None and piece.tcond is None and not d.exception:
        base = next(
            (
                x
                for x in reversed(d.stmts)
                if x.list_ == "rules"
                and x.cond is None
                and x.freq is None
                and x.guard == conj(guard_of(d), d.sent_guard)
                and "a" in x.do
            ),
            None,
        )
        if base is not None and base.do["a"] not in ("wait", "feint", "all_out_def", "retreat", "approach"):
            open_ = "mainly" in piece.flags or any(t.surf in ("など", "等") for t in c.clause.toks)
            if "at" not in base.do or open_ or base.do["at"] == ["@vital"]:
                if open_:
                    at["mainly"] = (
                        "@vital"
                        if base.do.get("at") == ["@vital"]
                        or (
                            any(n in ("eye", "neck", "groin", "vitals") for n in names)
                            and any(t.surf in ("など", "等") for t in c.clause.toks)
                        )
                        else "@any"
                    )
                base.do = {
                    **order_items.make_act(base.do["a"], names),
                    **{k: v for k, v in base.do.items() if k not in ("a", "at", "mainly")},
                    **{k: v for k, v in at.items() if k != "at"},
                }
                if "at" not in base.do:
                    base.do.pop("pick", None)
                    base.do.pop("mainly", None)
                if "only" in piece.flags:
                    d.only = True
                return
    if any(t.is_("V", "level") for t in c.clause.toks) and any(
        a["a"] in ("hold", *vocab.LOCK) for x in d.stmts for a in compose.acts_of(x.do)
    ):  # 別の手足で同じことをする
        place_act(d, Piece("act", items=[Item({"a": "submission", "at": names})], a=piece.a, b=piece.b), c)
        return
    told = any(x.cond is None and x.do.get("a") == d.sent_act for x in d.stmts if x.list_ == "rules")
    name = d.sent_act if d.sent_act and told and (c.cond is not None or piece.freq is not None) else "attack"
    elsewhere = "switch" in piece.flags and c.cond is not None and names == ["@any"]
    if name == "attack" and (elsewhere or (piece.freq is not None and d.english)):
        going = [x.do["a"] for x in d.stmts if x.list_ == "rules" and x.cond is None and "a" in x.do]
        name = going[-1] if going and going[-1] in vocab.STRIKES else name  # 別の部位に変える
    act = {**order_items.make_act(name, names), **{k: v for k, v in at.items() if k != "at"}}
    if "mainly" in piece.flags:
        act["mainly"] = "@vital" if "@vital" in names else "@any"
    new = Piece(
        "act",
        items=[Item(act)],
        freq=piece.freq,
        tcond=piece.tcond,
        flags=piece.flags - {"mainly", "seq", "arrow", "pref"},
        share=piece.share,
        a=piece.a,
        b=piece.b,
        vague=piece.vague,
        chance=piece.chance,
    )
    place_act(d, new, c)


def _swapped(d: Discourse, piece: Piece, c: Call) -> bool:
    """脚の番を腕に読み替える: the same cycle with another place under a condition."""
    old = next((x for x in reversed(d.stmts) if x.list_ == "rules" and "seq" in x.do), None)
    if old is None or len(piece.places) != 2 or c.cond is None:
        return False
    was, now = (order_items.place_name(p) for p in piece.places)
    steps = [{**a, "at": [now if p == was else p for p in a["at"]]} if "at" in a else a for a in old.do["seq"]]
    d.add(Stmt("rules", {**old.do, "seq": steps}, cond=c.cond, guard=old.guard, a=piece.a, b=piece.b))
    return True
