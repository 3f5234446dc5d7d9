"""A piece of an order -> what to do: one act, a draw, a preference, a sequence, or a chain of state rules.

Source: semantics sections 3 and 4 (A→B, 半々, 交互, 順に, 主体, shares).
"""

from __future__ import annotations

import itertools
from typing import Any

from budosim.ai import vocab
from budosim.ai.findings import Refusal
from budosim.ai.order_items import Item, Piece
from budosim.ai.results import RESULT_STATE

Cond = list[Any]
Act = dict[str, Any]
Do = dict[str, Any]

_REACT = set(vocab.REACT)
_LOOP = {"alt", "seq", "arrow"}


def _weight(x: float) -> float:
    return round(x, 2)


def _dedupe(items: list[Item], loop: bool) -> list[Item]:
    out: list[Item] = []
    for item in items:
        if (
            out
            and item.act == out[-1].act
            and not loop
            and item.link in (",", "", "te")
            and item.share is None
            and len({repr(i.act) for i in items}) == 1
        ):
            continue
        out.append(item)
    return out


def equal_draw(acts: list[Act]) -> Do:
    """Any of the acts with equal shares."""
    unique: list[Act] = []
    for act in acts:
        if act not in unique:
            unique.append(act)
    if len(unique) == 1:
        return unique[0]
    return {"any": [[_weight(acts.count(act) / len(acts)), act] for act in unique]}


def shares(items: list[Item], a: int, b: int) -> Do:
    """Acts with written shares; one act without a share takes the rest."""
    known = sum(i.share for i in items if i.share is not None)
    open_ = [i for i in items if i.share is None]
    if known > 1.001 or (known > 0.999 and open_) or (known < 0.99 and not open_):
        raise Refusal(
            "E_BAD_NUMBER",
            a,
            b,
            f"割合の合計が{round(known * 100)}％です（100％にしてください）。",
            f"The shares add up to {round(known * 100)} % (100 % is needed).",
        )
    rest = (1 - known) / len(open_) if open_ else 0.0
    return {"any": [[_weight(i.share if i.share is not None else rest), i.act] for i in items]}


def mainly(do: Do, share: float | None) -> Do:
    """主体: the share (three quarters) for `do`, the rest as the default picks."""
    w = share if share is not None else 0.75
    if "a" in do:
        return {"any": [[_weight(w), do], [_weight(1 - w), {"a": "free"}]]}
    if "any" in do:
        return {"any": [*[[_weight(x * w), act] for x, act in do["any"]], [_weight(1 - w), {"a": "free"}]]}
    return do


def _pick(act: Act, piece: Piece) -> Act:
    if len(act.get("at", [])) > 1 and "pick" not in act:
        if piece.flags & {"pref", "pickpref"}:
            return {**act, "pick": "first"}
        if piece.flags & _LOOP:
            return {**act, "pick": "cycle"}
    return act


def build(piece: Piece) -> list[tuple[Cond | None, Do]]:
    """The rules a piece makes, in evaluation order; the condition is the state a chain waits for."""
    loop = bool(piece.flags & _LOOP)
    items = _dedupe(piece.items, loop)
    if "alt" in piece.flags and len(items) > 2 and items[0].act["a"] == "approach" and items[1].link == "te":
        items = items[1:]
    if len(items) > 1 and not loop:
        placed = {i.act["a"] for i in items if "at" in i.act}
        items = [
            i
            for i in items
            if "at" in i.act or i.act["a"] not in placed or i.act["a"] not in ("submission", "attack")
        ] or items
        if len(items) == 1:
            items[0].link = ""
    if len(items) == 1 and not (items[0].count > 1 and loop):
        act = _pick(items[0].act, piece)
        if "keepdist" in piece.flags and act["a"] not in ("retreat", "approach"):
            hexes = next((int(t.num) for p in piece.parens for t in p.kids if t.kind == "N"), None)
            near: Cond = ["dist", "<", hexes] if hexes is not None else ["state", "me", "close"]
            return [(near, {"a": "retreat"}), (None, act)]
        if "mainly" in piece.flags:
            if "at" in act and act["a"] == "attack":
                pool = "@vital" if "@vital" in act["at"] or "vitals" in piece.flags else "@any"
                return [(None, {**act, "mainly": pool})]
            return [(None, mainly(act, items[0].share if items[0].share is not None else piece.share))]
        return [(None, act)]
    if (
        len(items) == 2
        and items[1].act["a"] in _REACT
        and items[1].link in ("te", "and")
        and items[0].act["a"] in ("jump_back", "retreat")
    ):  # 飛び退いてよける, 下がって受ける
        if items[0].act["a"] == "jump_back":
            return [(None, items[0].act)]
        return [(None, {**items[1].act, "retreat": True})]
    same = {i.act["a"] for i in items}
    if any(i.share is not None for i in items) and len(items) > 1:
        return [(None, shares(items, piece.a, piece.b))]
    names = [i.act["a"] for i in items]
    locks = [i for i in items if i.act["a"] in vocab.LOCK or i.act["a"] == "pin"]
    if "hold" in names and len(locks) == len(items) - 1 and names[-1] == "hold":
        return [(None, {"first": [{"a": "hold"}, *[i.act for i in locks]]})]
    if len(same) == 1 and not loop and all("at" in i.act for i in items) and not piece.flags & {"half"}:
        base = dict(items[0].act)
        base["at"] = list(dict.fromkeys(p for i in items for p in i.act["at"]))
        if "pref" in piece.flags:
            base["pick"] = "first"
        return [(None, base)]
    if piece.flags & {"pref"} or any(i.link == "pref" for i in items):
        return [(None, {"first": [i.act for i in items]})]
    expanded = [i.act for i in items for _ in range(min(i.count, 12))]
    if "half" in piece.flags:
        return [(None, equal_draw([i.act for i in items]))]
    if "rand" in piece.flags:
        return [(None, equal_draw([i.act for i in items]))]
    if "alt" in piece.flags:
        return [(None, {"seq": expanded, "loop": True})]
    links = {i.link for i in items[1:]}
    if links <= {",", "te", "and", "then"} and len(items) > 2 and _descent(names):
        links = {"te"}  # grapple, throw, pin, choke
        for item in items[1:]:
            item.link = "te"
    if links == {"and"} and (items[0].act["a"] in RESULT_STATE or items[1].act["a"] == "retreat") and len(items) == 2:
        links = {"te"}
    if links & {"te", ">", "then", "stop", "mix"} and not ("seq" in piece.flags and "te" not in links):
        chained = _chain(items, piece)
        if chained is not None:
            return chained
        return [(None, {"seq": expanded, "loop": True})]
    if loop or any(i.count > 1 for i in items):
        return [(None, {"seq": expanded, "loop": True})]
    if links <= {"to", "ka", "also", ",", "list", "", "and"}:
        doubles = len({repr(i.act) for i in items}) < len(items)
        do: Do = {"seq": expanded, "loop": True} if doubles else equal_draw([i.act for i in items])
        if "mainly" in piece.flags:
            do = mainly(do, piece.share)
        return [(None, do)]
    return [(None, {"seq": expanded, "loop": True})]


_DESCENT = (
    {"approach"},
    {"grapple"},
    {"throw", "takedown", "sac_throw", "slam", "suplex"},
    {"pin", "hold"},
    {"choke", "submission", "arm_lock", "leg_lock", "neck_lock", "stomp"},
)


def _descent(names: list[str]) -> bool:
    """Whether a list of acts goes step by step from the first hold to the last lock."""
    steps = [next((k for k, group in enumerate(_DESCENT) if name in group), -1) for name in names]
    if names[-1] in vocab.STRIKES and "pin" in names:
        steps[-1] = len(_DESCENT)  # takedown, mount and punch
    return 0 <= steps[0] <= 2 and all(a < b for a, b in itertools.pairwise(steps))


def _chain(items: list[Item], piece: Piece) -> list[tuple[Cond | None, Do]] | None:
    """State rules, last link first; None when the first act leaves no lasting state."""
    if piece.flags & {"seq", "alt"} and len({repr(i.act) for i in items}) < len(items):
        return None
    first = items[0].act["a"]
    if first == "retreat" and len(items) == 2 and items[1].act["a"] not in ("approach", "retreat"):
        return [(["state", "me", "close"], {"a": "retreat"}), (None, items[1].act)]
    if first not in RESULT_STATE:
        return None
    if piece.flags & {"seq"} and first not in ("grapple", "approach", "throw", "takedown", "sweep"):
        return None
    rules: list[tuple[Cond | None, Do]] = [(None, items[0].act)]
    state: Cond | None = RESULT_STATE[first]
    i = 1
    while i < len(items):
        group = [items[i]]
        i += 1
        while i < len(items) and (
            items[i].link in (",", "to", "also", "list", "ka")
            or group[0].act["a"] not in RESULT_STATE
            or items[i].act["a"] == group[0].act["a"]
        ):
            group.append(items[i])
            i += 1
        act = group[0].act
        if act["a"] == "hold" and len(group) == 1:
            rules.insert(0, (state, act))
            break
        if len(group) == 1:
            do: Do = act
        else:
            sub = Piece(
                items=[Item(g.act, g.count, g.share, "," if k else "") for k, g in enumerate(group)],
                flags=set(piece.flags),
            )
            listed = {g.link for g in group[1:]}
            if (
                len({repr(g.act) for g in group}) < len(group)
                or listed & {"te", ">", "then"}
                or piece.flags & _LOOP
            ):
                do = {"seq": [g.act for g in group for _ in range(g.count)], "loop": True}
            else:
                do = build(sub)[0][1]
        rules.insert(0, (state, do))
        state = RESULT_STATE.get(act["a"])
        if state is None:
            break
    return rules


def is_react(do: Do) -> bool:
    """Whether a `do` is a choice of defence."""
    acts = acts_of(do)
    return bool(acts) and all(a["a"] in _REACT for a in acts)


def is_free(do: Do) -> bool:
    """Whether a `do` is a decision that costs no action."""
    acts = acts_of(do)
    return bool(acts) and all(a["a"] in vocab.FREE for a in acts)


def acts_of(do: Do) -> list[Act]:
    """All acts of a `do`."""
    if "any" in do:
        return [act for _w, act in do["any"]]
    if "first" in do:
        return list(do["first"])
    if "seq" in do:
        return list(do["seq"])
    return [do]
