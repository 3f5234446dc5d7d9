"""Orders to act -> statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budosim.ai import compose, order_items, parse_cond, vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.statements import Cond, Stmt, conj, opposite_of

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_after import (
    base_of_condition,
    exclusive,
    from_start,
    interrupts,
    moves_back,
    name_counted,
    only_counts,
    strike_and_leave,
    told_by_bracket,
    whole_plan,
)
from budosim.ai.order_checks import frequency, reach, that_part
from budosim.ai.order_joins import continues, fall_back, refines, refines_react, takes_rest
from budosim.ai.order_slots import (
    LASTING,
    Call,
    attack_kind,
    guard_of,
    refuse_unused,
    topic_cond,
)
from budosim.ai.order_styles import nth_defence, place_cap, place_style, second_attack, style_told, times_cap

_TRIED = frozenset(("feint", *vocab.GRAPPLE))
_WHOLE = ("type", "cmp", "hp", "fp", "stage", "turn", "initiative")  # conditions that hold for a plan
_ALL = frozenset(("すべて", "全て", "全部", "何でも", "なんでも", "everything", "all"))
_REVERSED = frozenset(("逆に", "反対に", "かえって", "instead"))


def place_act(d: Discourse, piece: Piece, c: Call) -> None:
    """The statements of an order to act."""
    names = [i.act["a"] for i in piece.items]
    if names == ["retreat"] and c.cond is not None and c.cond[0] == "def" and c.pend_kinds & {"toki", "nara"}:
        stepping = {"a": c.cond[2], "retreat": True}  # 避けるときは下がりながら
        if not refines_react(d, stepping):
            d.add(Stmt("react", stepping, guard=guard_of(d), a=piece.a, b=piece.b))
        return
    all_of_them = any(t.surf in _ALL for t in c.clause.toks)  # 朦朧中はすべて避け: whatever is said of kinds
    if all_of_them and all(n in vocab.REACT for n in names) and (c.cond is not None or piece.topic):
        piece.flags.add("priority")
    if d.exception and c.cond is not None and any(t.surf in _REVERSED for t in c.clause.toks):
        before = [x for x in d.stmts if x.list_ == "rules" and x.sent >= d.sent - 1 and not x.exception]
        if before and before[-1].cond is not None:
            c.cond = conj(before[-1].cond, c.cond)  # ただし C なら逆に X: in that case, and C
    waits = [x for x in d.stmts if x.do == {"a": "wait"} and x.cond is not None and x.cond[0] == "until"]
    if waits and c.cond is not None and c.cond[:2] == ["turn", ">"] and waits[-1].cond != c.cond:
        c.cond = conj(waits[-1].cond, c.cond)  # N ターン待っても来ないとき
    if (
        "riposte" in names[:-1]
        and names[-1] not in vocab.REACT
        and any(t.surf == "with" for t in c.clause.toks)
    ):
        k = names.index("riposte")
        if c.cond is not None and c.cond[0] in ("hit", "provoked", "last", "def"):
            piece.items.pop(k)  # when hit, counter with a hook: the answer alone
            place_act(d, piece, c)
            return
        piece.items[k].act["a"] = names[k] = "counterstyle"
    if (
        names == ["riposte"]
        and c.cond is not None
        and c.cond[0] in _WHOLE
        and "で" not in [t.surf for t in c.clause.toks]
    ) and any(t.surf.startswith(("かうんた", "counter")) for t in c.clause.toks):
        piece.items[0].act, names = {"a": "counterstyle"}, ["counterstyle"]  # 速い相手にはカウンター
    if "answer" in piece.flags and c.cond is None and piece.tcond is None and not piece.topic and not piece.foe:
        piece.flags.discard("answer")
        piece.items.append(Item({"a": "counterstyle"}))
        place_style(d, piece, c)
        return
    if style_told(d, piece, c):
        return
    if all(n in vocab.REACT for n in names) and piece.nth is not None and (
        piece.nth[1] == 1 or any(p.nth for p in c.pieces if p is not piece)
    ):
        nth_defence(d, piece, c)
        return
    if all(n in vocab.REACT for n in names) and second_attack(d, piece, c):
        return
    if any(n in ("counterstyle", "noinit") for n in names) or (
        "riposte" in names and len(names) == 1 and piece.items[0].link == "" and whole_plan(d, piece, c)
    ):
        place_style(d, piece, c)
        return
    if names == ["attack", "riposte"] and c.cond is not None and c.cond[0] in ("hit", "last"):
        piece.items, names = piece.items[1:], ["riposte"]  # 同じ攻撃を返す
    if names == ["riposte"] and c.cond is not None and c.cond[0] == "def" and any(t.has("L") for t in c.clause.toks):
        aimed = [t.get("L") or "" for t in c.clause.toks if t.has("L")]
        piece.items[0].act, names = (
            order_items.make_act("attack", aimed),
            ["attack"],
        )  # after a parry, riposte to the groin
    if (
        names == ["riposte"]
        and c.cond is not None
        and c.cond[0] in ("hit", "last")
        and c.pend_kinds & {"tara", "ba", "tabi"}
    ):
        piece.items[0].act, names = {"a": "attack"}, ["attack"]  # もらったら返す
    if names[0] == "no_defence" and len(names) > 1 and c.cond is None:
        d.add(Stmt("react", {"a": "no_defence"}, guard=guard_of(d), a=piece.a, b=piece.b))
        piece.items = piece.items[1:]
        place_act(d, piece, c)
        return
    if names[0] == "no_defence" and len(names) > 1 and c.cond is not None and c.cond[0] == "attacked_with":
        d.add(Stmt("react", {"a": "no_defence"}, cond=c.cond, guard=guard_of(d), a=piece.a, b=piece.b))
        for state, do in compose.build(Piece(items=piece.items[1:], flags=piece.flags)):
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(["last", "opp", c.cond[1]], state),
                    guard=guard_of(d),
                    a=piece.a,
                    b=piece.b,
                )
            )
        return
    if "cast" in names and any(i.act["a"] == "cast" and "spell" not in i.act for i in piece.items):
        raise Refusal(
            "E_UNKNOWN_WORD",
            piece.a,
            piece.b,
            "どの呪文か、《》の中に書いてください。",
            "Name the spell, for example 《Daze》.",
        )
    plan = {"wait", "parry", "dodge", "riposte", "attack", "counterstyle"}
    if (
        len(names) > 1
        and set(names) <= plan
        and set(names) & {"riposte", "parry", "dodge"}
        and set(names) & {"wait", "attack"}
        and "pref" not in piece.flags
    ):
        place_style(d, piece, c)
        return
    if len(names) == 2 and names[0] in ("dodge", "parry") and names[1] == "retreat" and piece.items[1].link == "te":
        away = piece.items[1].act  # 避けながら逃げる
        piece.items = piece.items[:1]
        piece.items[0].act["retreat"] = True
        place_act(d, piece, c)
        piece.items = [Item(away)]
        place_act(d, piece, c)
        return
    if names in (["parry", "riposte"], ["dodge", "riposte"]) and piece.items[1].link == "te" and c.cond is None:
        place_style(d, piece, c)  # 受けて返す
        return
    if (
        names[0] == "wait"
        and len(names) > 2
        and names[1] in ("parry", "dodge", "riposte")
        and names[-1] not in vocab.REACT
    ):
        place_style(d, piece, c)  # 待ち、受けて、突く
        return
    if (
        names[0] in vocab.REACT
        and len(names) > 1
        and names[-1] not in vocab.REACT
        and "pref" not in piece.flags
    ):
        place_style(d, piece, c)
        return
    if c.rest and len(piece.items) == 1 and piece.items[0].share is not None:
        piece.items[0].share = piece.share = None  # 残り六割: what is left, whatever the number
    if names == ["retreat"] and c.cond == ["state", "me", "grappled"] and piece.freq is None:
        piece.items[0].act, names = {"a": "break_free"}, ["break_free"]  # 組まれたら離れる
    if names == ["retreat"] and c.cond is not None and c.cond[:3] == ["row", "me", "hold"]:
        piece.items[0].act = {"a": "release"}  # 突き放す
    if names == ["@spell"] and not piece.places:
        d.remark(c.clause.toks)
        return
    if c.fallback and d.last:
        fall_back(d, piece)
        return
    only_one = piece.items[0]
    if (
        len(piece.items) == 1
        and not piece.chance
        and only_one.share is not None
        and 0 < only_one.share < 1
        and piece.freq is None
    ):
        piece.share, only_one.share = only_one.share, None  # ローキックが八割: the rest as the default picks
        piece.flags.add("mainly")
    if d.before and len(piece.items) == 1 and d.understood and not any(t.is_("A", "attack") for t in d.understood[-1]):
        name_counted(d, piece.items[0].act["a"])
    if not all(n in vocab.REACT for n in names) and any(n in vocab.REACT for n in names) and "pref" not in piece.flags:
        defences = [x for x in piece.items if x.act["a"] in vocab.REACT]  # box and parry
        piece.items = [x for x in piece.items if x not in defences]
        place_act(d, piece, c)
        piece.items = defences
        place_act(d, piece, c)
        return
    rules = compose.build(piece)
    d.ctx.away = d.ctx.away or "keepdist" in piece.flags
    react_cond = attack_kind(piece) if all(n in vocab.REACT for n in names) else None
    tcond = piece.tcond
    if piece.inherit is not None:
        c.cond = conj(piece.inherit, c.cond)
    if piece.hazy is not None:
        d.note("W_VAGUE", piece.hazy.a, piece.hazy.b, "標準の選び方にします。", "The default choice is used.")
    that_part(d, piece, c)
    reach(piece)
    freq = frequency(d, piece, piece.items[0].act)
    if (
        freq is not None
        and freq[0] == "p"
        and len(rules) == 1
        and piece.items[0].share is None
        and rules[0][1].get("any")
        and piece.chance
    ):
        rules = [(None, piece.items[0].act)]
    capped = times_cap(c)
    if capped and freq is None and len(names) == 1:
        act = piece.items[0].act
        bound = {"attack": "@attack"}.get(act["a"], act["a"])
        d.add(
            Stmt(
                "never",
                {"a": order_items.BAN_ID.get(act["a"], act["a"]) if act["a"] in ("attack",) else act["a"]},
                cond=conj(c.cond, ["count", "me", bound, "any", ">=", capped]),
                guard=guard_of(d),
                a=piece.a,
                b=piece.b,
                flags={"cap"},
            )
        )
        return
    if "cap" in piece.flags and freq is not None:
        place_cap(d, piece, freq, c)
        return
    if names == ["hitaway"]:
        strike_and_leave(d, piece, c)
        return
    if "finish" in piece.flags and c.cond is None and (told := told_by_bracket(d, piece)) is not None:
        tcond = told
    elif "finish" in piece.flags and c.cond is None and not (d.after and d.english):
        tcond = ["or", ["state", "opp", "stunned"], ["hp", "opp", "<=", 0]]
    if all(n in vocab.FREE for n in names):
        piece.foe = [t for t in piece.foe if not t.is_("A", "@spell", "cast")]  # 相手の呪文には意思で抵抗
    spared = (
        [x for x in d.stmts if x.list_ == "never" and x.sent >= d.sent - 1]
        if d.exception and "finish" in piece.flags
        else []
    )
    if spared and tcond is not None and rules[0][1] == {"a": "attack"}:
        for ban in spared:  # never the head, except to finish
            rules = [(None, {"a": "attack", "at": ban.do["at"]})] if "at" in ban.do else rules
            ban.cond = conj(ban.cond, opposite_of(tcond))
    own = topic_cond(d, piece, c) if react_cond is None and (c.cond is None or c.i) else None
    if own is None:
        refuse_unused(d, piece, c)
    tcond = conj(tcond, own)
    cond = conj(c.cond, tcond, react_cond) if own is None or c.i == 0 else conj(tcond)
    if piece.turns and (piece.flags & {"seq", "alt"} or any(p.kind == "loop" for p in c.pieces)):
        piece.turns = 0  # 2ターン攻めて1ターン守る、の繰り返し: the counts of a loop
    early = not any(x.list_ == "rules" and not x.auto for x in d.stmts)
    if piece.turns and cond is None and freq is None and early:
        cond, piece.turns = ["turn", "<=", piece.turns], 0  # for ten turns I only defend; after that …
    if piece.turns:
        if cond is None or freq is not None:
            said = ("いつからのターン数か書いてください。", "Say from when the turns count.")
            raise Refusal("E_UNKNOWN_WORD", piece.a, piece.b, *said)
        if piece.turns > 1 or cond[0] not in ("last", "def", "hit", "provoked"):
            cond = ["within", piece.turns, cond]
    switch = "switch" in piece.flags or any(p.kind == "stop" for p in c.pieces[: c.i])
    if switch and cond is not None and moves_back(cond, stop=any(p.kind == "stop" for p in c.pieces[: c.i])):
        cond = ["since", cond]
    opening = "firstly" in piece.flags and cond is None and freq is None and len(piece.items) == 1
    for_turns = min(piece.items[0].count, 20) if opening else 1
    times = next((int(f.partition(":")[2]) for f in piece.flags if f.startswith("first:")), 0)
    if times and freq is None and len(piece.items) == 1:
        named = parse_cond.my_act(piece.items[0].act["a"])
        cond, opening = conj(cond, ["until", ["count", "me", named, "any", ">=", times]]), False  # 最初の5回はジャブ
    if "perbout" in piece.flags and len(piece.items) == 1 and freq is None:
        once: Cond = ["count", "me", parse_cond.my_act(piece.items[0].act["a"]), "any", "<", 1]
        cond = conj(cond, once)  # 一試合に一度だけ
    if switch and c.cond is not None and piece.kind == "act":
        base_of_condition(d, c)
    if opening and not any(p.flags & {"seq", "link:then"} for p in c.pieces):
        cond = ["turn", "==", 1] if for_turns == 1 else ["turn", "<=", for_turns]
        rules = [(state, do["seq"][0] if "seq" in do and for_turns > 1 else do) for state, do in rules]
    if (
        c.i
        and c.pieces[c.i - 1].kind == "aim"
        and "crip" in c.pieces[c.i - 1].flags
        and piece.flags & {"link:te", "link:then"}
        and cond is None
    ):
        done = [order_items.place_name(p.places[0]) for p in c.pieces[: c.i] if p.kind == "aim" and "crip" in p.flags]
        lost = [["crippled", "opp", {"@lead": "arm", "@lead_leg": "leg"}.get(part, part)] for part in done]
        cond = conj(*lost)
    if d.after and cond is None and not c.otherwise and freq is None and continues(d, piece, c):
        return
    if (
        "link:then" in piece.flags
        and c.i
        and cond is None
        and freq is None
        and d.last
        and "mazu" in c.pieces[c.i - 1].flags
    ):
        pass
    if "aida" in c.pend_kinds:
        piece.flags.add("aida")
    lists = (
        "react" if compose.is_react(rules[-1][1]) else "free" if compose.is_free(rules[-1][1]) else "rules"
    )
    base = cond is None and freq is None
    if lists == "rules" and base and c.rest and takes_rest(d, piece, rules):
        return
    if (
        lists == "rules"
        and "back" in piece.flags
        and any(x.do == rules[0][1] and from_start(x) for x in d.stmts)
        and not interrupts(d, cond)
    ):
        for x in d.stmts:
            if x.do == rules[0][1] and from_start(x):
                x.cond = None  # start with X …, then go back to X
        return
    if lists == "rules" and base and not c.otherwise and not d.exception and refines(d, piece, rules, c):
        return
    if lists == "react" and base and refines_react(d, rules[0][1]):
        return
    if "mixin" in piece.flags and d.after and d.until is not None and freq is not None:
        for old in d.stmts:
            if old.cond == ["until", d.until] and old.list_ == "rules":
                old.cond = None
        cond = ["since", d.until]
    d.chain = str(rules[0][1]["a"]) if len(rules) > 1 and rules[0][0] is not None and "a" in rules[0][1] else ""
    for state, do in rules:
        full = (
            conj(cond, state)
            if state is None
            or cond is None
            or cond[0] in LASTING
            or (state == ["state", "me", "close"] and do == {"a": "retreat"})
            else state
        )
        stmt = Stmt(
            lists if (compose.is_react(do) or compose.is_free(do)) or lists == "rules" else "rules",
            do,
            cond=full,
            guard=conj(guard_of(d), d.sent_guard),
            freq=freq,
            a=min(piece.a, c.clause.a),
            b=piece.b,
            count=piece.items[0].count,
            absolute=bool(piece.flags & {"absolute"}),
            hard="hard" in piece.flags or "absolute" in piece.flags,
            priority="priority" in piece.flags,
            else_=c.otherwise,
            ranked=c.ranked,
            switch=switch,
            flags=set(piece.flags),
        )
        if compose.is_react(do):
            stmt.list_ = "react"
        elif compose.is_free(do):
            stmt.list_ = "free"
        d.add(stmt)
    for item in reversed(piece.items):
        if item.act["a"] not in vocab.REACT and item.act["a"] not in vocab.FREE:
            d.ctx.last_act = item.act["a"]
            tried = [i.act["a"] for i in piece.items if i.act["a"] in _TRIED]
            d.ctx.last_try = tried[-1] if tried else d.ctx.last_try
            if item.act["a"] in vocab.STRIKES:
                d.sent_act = item.act["a"]
            if "at" in item.act and not item.act["at"][-1].startswith("@"):
                d.ctx.last_part = item.act["at"][-1]
            break
    if "only" in piece.flags and only_counts(d, c, piece):
        d.only = True
    own_start = any(t.is_("W", "me") for t in c.clause.toks) and any(t.surf.startswith("から") for t in c.clause.toks)
    if c.only and own_start and d.style is not None and cond is not None:  # C に限り自分から
        outside = ["and", ["not", ["provoked"]], opposite_of(parse_cond.settle(cond, "opp") or cond)]
        d.add(Stmt("never", {"a": "@attack"}, cond=outside, a=piece.a, b=piece.b, auto=True))
    elif c.only:
        exclusive(d, piece, cond, c)


