"""Orders of other forms: places alone, loops, jumps, keeping away, remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, parse_cond, parse_order, vocab
from budosim.ai.clauses import Clause
from budosim.ai.findings import Refusal
from budosim.ai.parse_order import Item, Piece
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, Stmt, conj, disj, opposite_of

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_acts import ALONE, place_act
from budosim.ai.order_bans import allowed, lift_cap
from budosim.ai.order_joins import fall_back
from budosim.ai.order_slots import Call, guard_of, self_start, topic_act


def place_aim(d: Discourse, piece: Piece, c: Call) -> None:
    """Places without an act: refines the base, or an attack at them."""
    if piece.foe and c.cond is None:
        piece.tcond = conj(
            piece.tcond,
            parse_cond.his(parse_cond.View(piece.foe), piece.foe[0].get("A") or "", piece.foe[0]),
        )
    names = list(dict.fromkeys(parse_order.place_name(p) for p in piece.places))
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
        steps = [Item(parse_order.make_act("attack", [p])) for p in piece.places]
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
                    **parse_order.make_act(base.do["a"], names),
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
    act = {**parse_order.make_act(name, names), **{k: v for k, v in at.items() if k != "at"}}
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
            {"a": "@attack", "at": [parse_order.place_name(p) for p in piece.places]},
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
    base, banned = parse_order.SCHOOLS[piece.school]
    guard = conj(guard_of(d), d.sent_guard)
    if not any(x.list_ == "rules" and x.cond is None and x.guard == guard for x in d.stmts):
        d.add(Stmt("rules", {"a": base}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
    d.add(Stmt("never", {"a": banned}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
    d.only = d.only or c.cond is None


def _swapped(d: Discourse, piece: Piece, c: Call) -> bool:
    """脚の番を腕に読み替える: the same cycle with another place under a condition."""
    old = next((x for x in reversed(d.stmts) if x.list_ == "rules" and "seq" in x.do), None)
    if old is None or len(piece.places) != 2 or c.cond is None:
        return False
    was, now = (parse_order.place_name(p) for p in piece.places)
    steps = [{**a, "at": [now if p == was else p for p in a["at"]]} if "at" in a else a for a in old.do["seq"]]
    d.add(Stmt("rules", {**old.do, "seq": steps}, cond=c.cond, guard=old.guard, a=piece.a, b=piece.b))
    return True


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
                {"a": parse_order.BAN_ID.get(act["a"], act["a"])},
                cond=outside,
                a=d.topic[0].a,
                b=clause.b,
                auto=True,
            )
        )
        if act["a"] == "attack":
            d.add(Stmt("rules", {"a": "wait"}, a=d.topic[0].a, b=clause.b, auto=True))
