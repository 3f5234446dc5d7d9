"""When two chunks are one piece of an order, and how they become it."""

from __future__ import annotations

from typing import Any

from budosim.ai import vocab
from budosim.ai.order_items import (
    REACTIONS,
    Piece,
    make_act,
)


def joins(prev: Piece, piece: Piece, link: str) -> bool:
    """Whether `piece` belongs to `prev`."""
    if (
        prev.kind == "aim"
        and piece.kind == "act"
        and link == "te"
        and "closed" in prev.flags
        and "crip" not in prev.flags
        and len(piece.items) == 1
        and "at" not in piece.items[0].act
        and (piece.items[0].act["a"] not in REACTIONS and piece.freq is None)
    ):
        return True
    if prev.kind == "aim" and piece.kind == "aim" and {"crip", "closed"} <= prev.flags and piece.flags & {"then"}:
        return False  # 腕を潰し、次に脚を潰し
    if prev.kind == "aim" and piece.kind == "aim":
        return piece.freq is None and piece.tcond is None
    if (
        prev.kind == "aim"
        and piece.kind == "act"
        and not prev.freq
        and link in (",", ">")
        and not prev.flags & {"mainly", "closed"}
        and len(piece.items) == 1
        and ("at" in piece.items[0].act or "with" in piece.flags)
        and piece.items[0].act["a"] not in REACTIONS
    ):
        return True
    if prev.kind != "act" or piece.kind != "act":
        return False
    guarding = prev.items[0].act == {"a": "all_out_def"} and len(prev.items) == 1 and "guarding" in prev.flags
    if guarding and all(i.act["a"] in vocab.STRIKES | {"attack"} for i in piece.items):
        return True  # ガードを固めながらジャブ
    if piece.nth is not None and prev.nth != piece.nth:
        return False
    if prev.turns and piece.turns and piece.freq is prev.freq is None:
        return True  # 2ターン攻めて1ターン守る
    if piece.freq is not None or piece.tcond is not None or prev.tcond is not None or piece.turns:
        return False
    if prev.freq is not None and link not in ("te", ">", "then"):
        return False
    if link == "mix" or link == "stop" or link == "neg" or "back" in piece.flags or "cap" in piece.flags:
        return False
    if prev.foe != piece.foe and (piece.foe or (piece.items and piece.items[0].act["a"] in REACTIONS)):
        return False
    if prev.flags & {"mainly"} and link == ",":
        return False
    if "base" in piece.flags and link != ">":
        return False
    plan = {i.act["a"] for i in (*prev.items, *piece.items)}
    if _answers(prev, piece):
        return True
    if (
        plan <= {"wait", "parry", "dodge", "riposte", "attack"}
        and "wait" in plan
        and plan & {"parry", "riposte", "dodge"}
    ):
        return True  # wait, parry, hit back
    left_react = prev.items[0].act["a"] in REACTIONS
    right_react = piece.items[0].act["a"] in REACTIONS
    if left_react != right_react and link == ",":
        return False
    left_free, right_free = (x.items[0].act["a"] in vocab.FREE for x in (prev, piece))
    return bool(left_free == right_free)


def _answers(prev: Piece, piece: Piece) -> bool:
    """Wait, dodge, counter with an uppercut: the act behind the defence is the answer."""
    names = [i.act["a"] for i in piece.items]
    waits = {i.act["a"] for i in prev.items}
    return names[0] == "riposte" and len(names) == 2 and bool(waits & REACTIONS) and waits <= REACTIONS | {"wait"}


def _members(wide: dict[str, Any], piece: Piece) -> bool:
    """Whether all acts of `piece` belong to a class named before them."""
    name = {"attack": "@attack", "kick": "@kick", "punch": "@hand"}.get(wide["a"], wide["a"])
    return set(wide) == {"a"} and name.startswith("@") and all(vocab.covers(name, i.act["a"]) for i in piece.items)


def join(prev: Piece, piece: Piece, link: str) -> None:
    """Add `piece` to `prev`."""
    if piece.kind == "act" and prev.kind == "aim":
        item = piece.items[0]
        item.act = {
            **make_act(item.act["a"], [*prev.places, *item.act.get("at", [])]),
            **{k: v for k, v in item.act.items() if k not in ("a", "at")},
        }
        if prev.flags & {"pref", "pickpref"}:
            item.act["pick"] = "first"
        elif len(item.act.get("at", [])) > 1 and (
            prev.flags & {"seq", "arrow"} or piece.flags & {"seq"} or link == ">"
        ):
            item.act["pick"] = "cycle"
        prev.kind, prev.items, prev.places = "act", [item], []
        prev.flags -= {"pref", "pickpref", "seq", "arrow"}
        piece.flags -= {"pref", "seq"}
        link = ","
    elif (
        link in ("te", "mix")
        and len(piece.items) == 1
        and piece.items[0].act == {"a": "attack"}
        and prev.items
    ):
        pass  # 織り交ぜて攻める
    else:
        if piece.items and prev.items and _answers(prev, piece):
            piece.items = piece.items[1:]
        if piece.items:
            piece.items[0].link = piece.items[0].link or link
        if "guarding" in prev.flags and prev.items[0].act == {"a": "all_out_def"} and piece.items:
            prev.items = []
            for item in piece.items:
                item.act = {**item.act, "opt": "defensive"} if item.act["a"] in vocab.STRIKES | {"attack"} else item.act
            piece.items[0].link = ""
        if "aimed" in prev.flags and len(prev.items) == 1 and _members(prev.items[0].act, piece):
            prev.items = []  # 打撃ねらいで、突き・蹴り: the members of the class
        prev.items += piece.items
        prev.places += piece.places
    if prev.kind == piece.kind == "aim" and "then" in piece.flags:
        prev.flags.add("seq")  # まず腕、次に脚
    if prev.turns and piece.turns:
        prev.turns = 0
        prev.flags.add("seq")
    if link == ">":
        prev.flags.add("arrow")
    prev.flags |= piece.flags
    prev.share = prev.share if prev.share is not None else piece.share
    prev.parens += piece.parens
    prev.unknown += piece.unknown
    prev.topic += piece.topic
    prev.b = max(prev.b, piece.b)
