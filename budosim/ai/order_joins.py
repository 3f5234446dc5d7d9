"""An order that belongs to an earlier one: a refinement, a continuation, a rest, a second choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, order_items, vocab
from budosim.ai.order_items import Item, Piece
from budosim.ai.results import RESULT_STATE
from budosim.ai.statements import Cond, Stmt, conj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.findings import Refusal
from budosim.ai.order_slots import LOCK_AT, Call, guard_of


def refines(d: Discourse, piece: Piece, rules: list[tuple[Cond | None, dict[str, Any]]], c: Call) -> bool:
    """A second unconditional order: added to the base by も, or left for the conflict check."""
    base = next(
        (
            x
            for x in reversed(d.stmts)
            if x.list_ == "rules"
            and x.cond is None
            and x.freq is None
            and x.guard == conj(guard_of(d), d.sent_guard)
            and x.ranked is None
        ),
        None,
    )
    if base is None or c.ranked is not None or len(rules) != 1:
        return False
    do = rules[0][1]
    if do == base.do:
        if "only" in piece.flags:
            d.only = True
        return True
    if "also" in piece.flags and "a" in do and "a" in base.do and do["a"] != base.do["a"]:
        base.do = {"any": [[0.5, base.do], [0.5, do]]}
        base.b = piece.b
        return True
    aimed = any(t.is_("V", "aim") for t in c.clause.toks)
    if (
        aimed
        and base.do.get("a") == "attack"
        and "at" in base.do
        and "a" in do
        and "at" not in do
        and do["a"] != "attack"
    ):
        base.do = {
            **order_items.make_act(do["a"], base.do["at"]),
            **{k: v for k, v in base.do.items() if k not in ("a", "at")},
        }
        base.b = piece.b
        return True
    if (
        base.do.get("a") == "attack"
        and set(base.do) == {"a", "opt"}
        and "a" in do
        and do.get("opt", base.do["opt"]) == base.do["opt"]
        and compose.acts_of(do)[0]["a"] in vocab.STRIKES | set(vocab.GRAPPLE)
    ):
        base.do, base.b = {**do, "opt": base.do["opt"]}, piece.b  # 守りは捨てる。全力のパンチ
        d.only = d.only or "only" in piece.flags
        return True
    if base.do == {"a": "attack"} and "a" in do and "firstly" not in piece.flags:
        base.do, base.a, base.b = do, piece.a, piece.b
        return True
    return do == {"a": "attack"} or ("ordinary" in piece.flags and do.get("a") == "attack")


def continues(d: Discourse, piece: Piece, c: Call) -> bool:
    """その後 / それから / then: continues a chain; False when it stands for what comes after a phase."""
    prev = [x for x in d.stmts if x.list_ == "rules" and not x.auto]
    if not prev:
        return False
    last = prev[-1]
    if "aida" in last.flags and last.sent == d.sent:
        return False  # while he stands …, then …: all the rest
    if (
        last.cond is not None
        and last.cond[0] in ("turn",)
        and "firstly" in last.flags
        and ("seq" in piece.flags)
    ):
        last.cond = None
    plain = {"attack", "free", "@strike", "@hand", "punch"}
    bare = all("at" not in i.act for i in piece.items)
    if (
        "mazu" in last.flags
        and last.cond is None
        and piece.items
        and bare
        and {i.act["a"] for i in piece.items} <= plain
        and "a" in last.do
    ):
        last.cond = ["turn", "==", 1]  # cast Haste first, then fight
        return False
    if "crip" in last.flags and last.do.get("at"):
        for state, do in compose.build(piece):
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(last.cond, ["crippled", "opp", last.do["at"][0]], state),
                    guard=last.guard,
                    a=piece.a,
                    b=piece.b,
                    flags={"crip"} if "crip" in piece.flags or "at" in do else set(),
                )
            )
        return True
    if last.cond is None and last.freq is None and "only" not in last.flags and not d.chain:
        acts = compose.acts_of(last.do)
        items = [Item(a, link="te" if k else "") for k, a in enumerate(acts)]
        if len(items) == 1 and last.count > 1:
            items[0].count = last.count
        for k, item in enumerate(piece.items):
            items.append(Item(item.act, item.count, item.share, item.link or ("te" if k == 0 else ",")))
        joined = Piece(
            items=items, flags=piece.flags - {"only"} | (last.flags & {"seq", "alt"}), a=last.a, b=piece.b
        )
        rules = compose.build(joined)
        d.stmts.remove(last)
        if last in d.last:
            d.last.remove(last)
        for state, do in rules:
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(last.cond, state),
                    guard=last.guard,
                    a=last.a if state is None else piece.a,
                    b=piece.b,
                    ranked=last.ranked,
                    flags=set(piece.flags) | last.flags,
                )
            )
        return True
    link = RESULT_STATE.get(d.chain) if d.chain else None
    if link is not None and last.cond is None:
        for state, do in compose.build(piece):
            d.add(Stmt("rules", do, cond=conj(state or link), guard=last.guard, a=piece.a, b=piece.b))
        return True
    latched = ("until", "turn", "within", "since")
    phase = last.cond is not None and last.cond[0] == "and" and any(x[0] in ("until", "turn") for x in last.cond[1:])
    if last.cond is not None and not phase and last.cond[0] not in latched and d.until is None and not last.else_:
        for state, do in compose.build(piece):
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(["since", last.cond], state),
                    guard=last.guard,
                    a=piece.a,
                    b=piece.b,
                )
            )
        return True
    return False


def refines_react(d: Discourse, do: dict[str, Any]) -> bool:
    """下がりながら避ける behind 避け＞受け: the same defence, said more exactly."""
    if not do.get("retreat"):
        return False
    for old in d.stmts:
        if old.list_ == "react" and old.cond is None:
            for act in compose.acts_of(old.do):
                if act["a"] == do["a"]:
                    act["retreat"] = True
                    return True
    return False


def takes_rest(d: Discourse, piece: Piece, rules: list[tuple[Cond | None, dict[str, Any]]]) -> bool:
    """残りは Y behind a share: the rest of the draw."""
    prev = [x for x in d.stmts if x.list_ == "rules"]
    if not prev or len(rules) != 1 or "a" not in rules[0][1]:
        return False
    last = prev[-1]
    if "any" in last.do and last.do["any"][-1][1] == {"a": "free"}:
        last.do["any"][-1][1] = rules[0][1]
        last.b = piece.b
        d.last = [last]
        return True
    if last.freq is not None and last.freq[0] == "p" and "share" in last.flags and "a" in last.do:
        last.do = {"any": [[last.freq[1], last.do], [round(1 - last.freq[1], 2), rules[0][1]]]}
        last.freq, last.b = None, piece.b
        d.last = [last]
        return True
    return False


def fall_back(d: Discourse, piece: Piece) -> None:
    """無理なら Y: the next choice of a preference."""
    last = d.last[-1]
    if piece.items and all(i.act["a"] in vocab.REACT for i in piece.items):
        known = [x for x in d.last if x.list_ == "react"]
        if not known and last.flags & {"style"}:
            d.add(Stmt("react", piece.items[0].act, guard=guard_of(d), a=piece.a, b=piece.b))
            return
        last = known[-1] if known else last
    if last.list_ == "never" or not ("first" in last.do or "a" in last.do) or "jump" in last.flags:
        said = ("何ができないときの話か決まりません。", "It is not clear what is impossible.")
        raise Refusal("E_DANGLING", piece.a, piece.b, *said)
    acts = compose.acts_of(last.do)
    new = [i.act for i in piece.items]
    lock = any(a["a"] in vocab.LOCK for a in acts)
    if lock and piece.kind == "act" and new in ([{"a": "elbow"}], [{"a": "knee"}]):
        piece.kind, piece.places, new = "aim", ["arm" if new[0]["a"] == "elbow" else "knee"], []  # 極まらなければ肘
    if piece.kind == "aim":
        for where in piece.places:
            if lock and where in LOCK_AT and not (len(acts) == 1 and acts[0]["a"] == "submission" and "at" in acts[0]):
                new.append({"a": LOCK_AT[where]})
            elif acts and "at" in acts[-1] and len(acts) == 1:
                last.do = {**acts[0], "at": list(dict.fromkeys([*acts[0]["at"], where])), "pick": "first"}
                return
            else:
                new.append({**order_items.make_act("attack", [where])})
    if compose.is_react(last.do):
        if new == [{"a": "retreat"}] and last.do == {"a": "dodge"}:
            last.do = {"a": "dodge", "retreat": True}
            return
        new = [{"a": "dodge", "retreat": True} if a == {"a": "retreat"} else a for a in new]
        if all(a["a"] not in vocab.REACT for a in new):
            d.add(Stmt("rules", new[0], cond=["def", "me", acts[-1]["a"], "fail"], a=piece.a, b=piece.b))
            return
    last.do = {"first": [*acts, *new]}
    last.b = max(last.b, piece.b)
