"""Whole plans: countering, and caps on how often something is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, order_items, vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Piece
from budosim.ai.statements import Cond, Stmt, conj, disj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_slots import Call, attack_kind, guard_of, self_start, topic_act


def place_style(d: Discourse, piece: Piece, c: Call) -> None:
    """Countering as the whole plan: a defence, the answer to it, else wait; 自分から…ない adds the ban."""
    names = [i.act["a"] for i in piece.items]
    guard = conj(guard_of(d), d.sent_guard)
    if "noinit" in names:
        d.noinit = (piece.a, piece.b)
        d.add(
            Stmt(
                "never",
                {"a": "@attack"},
                cond=["not", ["provoked"]],
                guard=guard,
                a=piece.a,
                b=piece.b,
                flags={"noinit"},
                absolute=True,
            )
        )
        names = [n for n in names if n != "noinit"]
        if not names:
            return
    defence = next((n for n in names if n in vocab.REACT), None)
    answers = [
        i
        for i in piece.items
        if i.act["a"] not in vocab.REACT and i.act["a"] not in ("counterstyle", "wait", "noinit")
    ]
    if "wait" in names and defence in ("parry", "dodge") and "riposte" in names:
        answers = answers or []
    if defence == "riposte" and names.count("riposte") and any(n in ("parry", "dodge") for n in names):
        defence = next(n for n in names if n in ("parry", "dodge"))
    answer: dict[str, Any] = {"a": "attack"}
    sub: list[tuple[Cond | None, dict[str, Any]]] = [(None, answer)]
    if answers:
        sub = compose.build(Piece(items=answers, flags=piece.flags - {"only", "hard"}))
    if "absolute" in piece.flags or (any(n == "counterstyle" for n in names) and _passive_word(d, piece, c)):
        d.add(
            Stmt(
                "never",
                {"a": "@attack"},
                cond=["not", ["provoked"]],
                guard=guard,
                a=piece.a,
                b=piece.b,
                auto=True,
            )
        )
    kind = attack_kind(piece)
    if c.cond in (["provoked"], ["attacked"]) and defence is not None:
        c.cond = None  # 攻撃されたら避けて投げる: a defence is always to an attack
    if defence is not None:
        react = next(i.act for i in piece.items if i.act["a"] == defence)
        d.add(
            Stmt(
                "react",
                react,
                cond=conj(c.cond, kind) if c.cond and c.cond[0] != "until" else c.cond,
                guard=guard,
                a=piece.a,
                b=piece.b,
            )
        )
    trigger: Cond = ["def", "me", defence, "ok"] if defence is not None else ["provoked"]
    if d.style is not None and defence is not None and d.style[0] in (None, "riposte"):
        for old in list(d.stmts):
            if old.flags & {"style"}:
                d.stmts.remove(old)
    for state, do in sub:
        d.add(
            Stmt(
                "rules",
                do,
                cond=conj(c.cond, trigger, state),
                guard=guard,
                a=piece.a,
                b=piece.b,
                flags={"style"},
            )
        )
    if not any(x.do == {"a": "wait"} and x.cond is None and x.list_ == "rules" for x in d.stmts):
        d.add(
            Stmt(
                "rules",
                {"a": "wait"},
                cond=c.cond,
                guard=guard,
                a=piece.a,
                b=piece.b,
                flags={"style"},
                auto=True,
            )
        )
    d.style = (defence, None)
    if "only" in piece.flags:
        d.only = True


def style_told(d: Discourse, piece: Piece, c: Call) -> bool:
    """I only counter: parry, then backfist: the plan told step by step behind its heading."""
    rows = [x for x in d.stmts if "style" in x.flags]
    if d.style is None or not rows or c.cond is not None or c.s.head is None or not c.s.head:
        return False
    names = [i.act["a"] for i in piece.items]
    if len(names) == 1 and names[0] in ("parry", "dodge") and d.style[0] in (None, "riposte"):
        d.stmts = [x for x in d.stmts if x not in rows and x.do != {"a": "riposte"}]
        place_style(d, piece, c)
        return True
    answer = next((x for x in rows if x.cond is not None and x.cond[0] == "def" and x.do == {"a": "attack"}), None)
    if answer is None or not d.after or names[0] in vocab.REACT or len(names) != 1:
        return False
    answer.do, answer.b = piece.items[0].act, piece.b
    return True


def _passive_word(d: Discourse, piece: Piece, c: Call) -> bool:
    text = "".join(t.surf for t in c.clause.toks)
    return any(w in text for w in ("うけ身", "専守", "自分から", "待ちに徹"))


def place_cap(d: Discourse, piece: Piece, freq: Cond, c: Call) -> None:
    """N ターンに M 回まで: a ban on everything beyond the cap."""
    act = piece.items[0].act if piece.items else topic_act(d)
    if act is None:
        raise Refusal("E_NO_ACTION", piece.a, piece.b)
    guard = conj(guard_of(d), d.sent_guard)
    name = act["a"]
    if name == "attack":
        allowed = disj(["provoked"], freq) if self_start(d) else freq
        d.add(
            Stmt("rules", act, cond=conj(c.cond, allowed), guard=guard, a=piece.a, b=piece.b, flags={"cap"})
        )
        d.add(Stmt("rules", {"a": "wait"}, cond=c.cond, guard=guard, a=piece.a, b=piece.b, auto=True))
        d.add(
            Stmt(
                "never",
                {"a": "@attack"},
                cond=conj(c.cond, ["not", allowed]),
                guard=guard,
                a=piece.a,
                b=piece.b,
                flags={"cap"},
            )
        )
        return
    d.add(Stmt("rules", act, cond=c.cond, freq=freq, guard=guard, a=piece.a, b=piece.b))
    d.add(
        Stmt(
            "never",
            {"a": order_items.BAN_ID.get(name, name) if name in ("punch", "kick") else name},
            cond=conj(c.cond, ["not", freq]),
            guard=guard,
            a=piece.a,
            b=piece.b,
        )
    )


def times_cap(c: Call) -> int:
    """３回まで: the number, or 0."""
    toks = c.clause.toks
    for k in range(len(toks) - 2):
        if (
            toks[k].kind == "N"
            and toks[k + 1].is_("U", "times", "blow")
            and (toks[k + 2].is_("K", "made") or toks[k + 2].is_("M", "most"))
        ):
            return int(toks[k].num)
    for k in range(1, len(toks) - 1):
        counts = toks[k + 1].is_("U", "times") or (toks[k + 1].has("A") and toks[k].surf.isascii())
        if toks[k].kind == "N" and counts and toks[k - 1].is_("M", "most"):
            return int(toks[k].num)
    return 0


def second_attack(d: Discourse, piece: Piece, c: Call) -> bool:
    """受けが間に合わない２回目以降の攻撃には避け: the first defence, then the other."""
    nth = next((t for t in c.clause.toks if t.kind == "nth"), None)
    defences = [i.act for i in piece.items if i.act["a"] in vocab.REACT]
    other = [
        t
        for t in c.clause.toks
        if t.has("A") and t.get("A") in vocab.REACT and nth is not None and t.a < nth.a
    ]
    after = [
        t
        for t in c.clause.toks
        if t.has("A") and t.get("A") in vocab.REACT and nth is not None and t.a > nth.a
    ]
    if nth is None or not after or not (defences or other):
        return False
    if other:
        d.add(Stmt("react", {"a": other[0].get("A")}, cond=["first_def"], a=piece.a, b=piece.b))
    cond = None if other else ["not", ["first_def"]]
    later = "no_defence" if piece.kind == "ban" and after[0].neg else after[0].get("A")
    d.add(Stmt("react", {"a": later}, cond=cond, a=piece.a, b=piece.b, flags={"second"}))
    return True


def nth_defence(d: Discourse, piece: Piece, c: Call) -> None:
    """一発目は受け、二発目からは避ける: the first defence of a turn, and the later ones."""
    assert piece.nth is not None
    first = piece.nth[1] == 1
    known = any(x.list_ == "react" and x.cond == ["first_def"] for x in d.stmts)
    own: Cond | None = ["first_def"] if first else None if known else ["not", ["first_def"]]
    for _state, do in compose.build(piece):
        d.add(Stmt("react", do, cond=conj(c.cond, own), guard=guard_of(d), a=piece.a, b=piece.b))
