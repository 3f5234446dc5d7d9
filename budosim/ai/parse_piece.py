"""A chunk of an order -> a piece: act, ban, aim, loop or remark."""

from __future__ import annotations

from budosim.ai.chunk import Chunk
from budosim.ai.order_items import (
    OPTABLE,
    REACTIONS,
    Item,
    Piece,
    make_act,
)
from budosim.ai.parse_chunks import (
    TAKES,
)

SCHOOLS = {
    **dict.fromkeys(("judo", "wrestling", "sumo"), ("grapple", "@strike")),
    **dict.fromkeys(("karate", "brawling"), ("@strike", "@grapple")),
    "boxing": ("@hand", "@grapple"),
}


_NO_BLOWS = frozenset(("打たない", "打ちません", "打たず", "打たずに", "うたない", "打つな"))


_FIGHT = ("戦", "たたか", "闘", "fight")


def keeps_away(prev: Piece, chunk: Chunk) -> bool:
    """Whether stepping back is a way of fighting: 距離を取って戦う."""
    stepping = prev.kind == "act" and [i.act for i in prev.items] == [{"a": "retreat"}]
    return stepping and any(t.is_("V", "do") and t.surf.startswith(_FIGHT) for t in chunk.toks)


def piece_of(c: Chunk) -> Piece:
    """The piece a chunk says."""
    piece = Piece(
        freq=c.freq,
        tcond=c.tcond,
        flags=set(c.flags),
        share=c.share,
        unknown=c.unknown,
        parens=c.parens,
        topic=c.topic,
        a=c.a,
        b=c.b,
    )
    piece.turns, piece.nth, piece.fspan = c.turns, c.nth, c.fspan
    piece.vague, piece.chance, piece.foe, piece.sound, piece.hazy = c.vague, c.chance, c.foe, c.sound, c.hazy
    if c.jump:
        piece.kind, piece.target = "jump", c.jump
        return piece
    items = c.items
    places = list(c.places)
    if c.opt:
        if items:
            for item in items:
                if item.act["a"] in OPTABLE and item.act.get("opt") in (None, "aoa"):
                    item.act["opt"] = c.opt
        elif not c.neg:
            items = [Item(make_act("attack", places), a=c.a, b=c.b)]
            items[0].act["opt"] = c.opt
            places = []
    if c.retreat:
        for item in items:
            item.act["retreat"] = True
        if not items:
            items = [Item({"a": "retreat"}, a=c.a, b=c.b)]
    if c.finish:
        piece.flags.add("finish")
    if "answer" in c.flags:
        piece.flags.add("answer")
    names = [x.act["a"] for x in items]
    if "resist" in names:
        skill = next((t.get("B") for t in c.toks if t.has("B")), None)
        items = [x for x in items if x.act["a"] != "@spell"]
        if skill in ("mental_strength", "will"):
            for x in items:
                if x.act["a"] == "resist":
                    x.act = {"a": "resist_mind" if skill == "mental_strength" else "resist_will"}
    skill = next((t.get("B") for t in c.toks if t.has("B")), None)
    if skill in ("mental_strength", "will") and c.verb == "do" and not c.neg and {*names} <= {"@spell"}:
        items = [
            Item({"a": "resist_mind" if skill == "mental_strength" else "resist_will"}, a=c.a, b=c.b)
        ]  # 呪文には<強靭精神>を使う
    lone = [t for t in c.toks if t.kind not in "_P,"]
    spends = c.verb == "do" or (len(lone) == 1 and not c.neg)
    if any(t.is_("Q", "cp") for t in c.topic) and spends and not items and not places:
        items = [Item({"a": "spend_cp"}, a=c.a, b=c.b)]
    if "changeplace" in names:
        items = [
            Item({"a": "attack", "at": ["@any"]}, a=c.a, b=c.b) if x.act["a"] == "changeplace" else x
            for x in items
        ]
    if (
        len(items) == 1
        and items[0].act["a"] in ("submission", "attack")
        and any(t.surf in ("など", "等") for t in c.toks)
    ):
        joints = {"arm", "knee", "hand", "leg", "foot", "finger"}
        if len(joints & set(places) | joints & set(items[0].act.get("at", []))) >= 2:
            items[0].act["at"], places = ["@limb"], []
    school = next((t.get("B") for t in c.toks if t.has("B")), None)
    if (
        school in SCHOOLS
        and not items
        and not places
        and not c.remark
        and ("only" in c.flags or ("shika" in c.flags and c.neg))
    ):
        piece.kind, piece.school = "school", school or ""
        piece.flags.discard("only")
        return piece
    if c.verb == "switch" and len(items) == 2 and c.freq is not None and c.freq[:2] == ["every", 1]:
        piece.freq = c.freq = None  # １ターンごとに攻撃と防御を切り替える
        c.verb = "do"
        piece.flags.add("alt")
    if c.freq is not None and c.freq[0] == "p":
        if c.freq[1] == 0.05:
            c.neg = False  # めったに…ない
        if "shika" in c.flags:
            c.neg = False
            c.flags.discard("shika")
            piece.flags.discard("shika")
    if c.verb == "crip" and not places and not items and lone and lone[-1].surf.startswith(("動かな", "動かず")):
        items, c.crip, c.verb, c.neg = [Item({"a": "wait"}, a=c.a, b=c.b)], False, "do", False  # 動かない
    if c.verb == "less":
        piece.kind = "remark"  # 蹴りを減らして: how much less is not said
        return piece
    if places and not items and not c.neg and any(t.is_("V", "do") and t.surf.startswith(TAKES) for t in c.toks):
        items, places = [Item(make_act("grapple", places), a=c.a, b=c.b)], []  # 足を取る
    if c.neg and not items and not places and next(t for t in c.toks if t.kind not in "_P,").surf in _NO_BLOWS:
        items = [Item({"a": "@strike"}, a=c.a, b=c.b)]  # 打たない、投げない
    if c.verb == "aim" and items:
        piece.flags.add("aimed")
    if any(t.is_("A", "all_out_def") and "while_" in t.feats for t in c.toks):
        piece.flags.add("guarding")
    # exclusivity written as a negation
    if ("igai" in c.flags and c.neg) or ("shika" in c.flags and (c.neg or not items)):
        piece.flags -= {"igai", "shika"}
        piece.flags.add("only")
        c.neg = False
        c.verb = "" if c.verb in ("ban", "nai") else c.verb
    elif "igai" in c.flags and places and not items:
        piece.kind = "exceptplace"
        piece.places = places
        return piece
    elif "igai" in c.flags and c.verb == "ban":
        piece.flags -= {"igai"}
        piece.flags.add("only")
        c.verb = ""
    if "igai" in piece.flags and items:
        piece.kind = "igai"
        return piece
    if (c.verb == "ban" and not c.neg) or (c.neg and c.verb != "ban" and (items or places or c.crip)):
        if items or places or c.crip:
            piece.kind = "ban"
            piece.items = items
            piece.places = places
            if c.stop:
                piece.flags.add("stop")
            return piece
        piece.kind = "ban0"
        return piece
    content = [t for t in c.toks if t.kind not in "_P,"]
    if items and not c.flags and content[-1].kind == "R" and not any(t.has("V") for t in content):
        piece.kind = "remark"  # 俺の拳で世界を獲る
        return piece
    if c.stop and not c.neg and c.verb == "stop":
        piece.kind = "stop"
        piece.items, piece.places = items, places
        return piece
    if c.verb == "save":
        piece.kind = "save"
        piece.items = items
        return piece
    if c.verb == "switch":
        piece.flags.add("switch")
    if c.verb == "keepdist" and not items:
        piece.flags.add("keepdist")
        piece.kind = "keepdist"
        return piece
    if items and any(t.is_("V", "keepdist") and (c.english or t.a < items[0].a) for t in c.toks):
        piece.flags.add("keepdist")
    if c.verb == "back" and not c.neg:
        piece.flags.add("back")
        if not items and not places:
            piece.kind = "back"
            return piece
    if items:
        if places:
            last = items[-1]
            if "at" not in last.act and last.act["a"] not in REACTIONS:
                last.act = {
                    **make_act(last.act["a"], places),
                    **{k: v for k, v in last.act.items() if k not in ("a", "at")},
                }
        piece.items = items
        return piece
    if places:
        piece.kind = "aim"
        piece.places = places
        if c.verb:
            piece.flags.add("closed")
        piece.flags |= {"pickpref"} if "pref" in c.place_links else set()
        if c.crip:
            piece.flags.add("crip")
        return piece
    if c.crip:
        piece.kind = "crip"
        return piece
    if "freeact" in c.flags:
        piece.items = [Item({"a": "free"}, a=c.a, b=c.b)]
        return piece
    if c.finish:
        piece.items = [Item({"a": "attack"}, a=c.a, b=c.b)]
        return piece
    if c.flags & {"seq", "alt"} and not c.unknown:
        piece.kind = "loop"
        return piece
    if c.verb == "go":
        piece.kind = "go"
        return piece
    if "ordinary" in c.flags and not c.neg and any(t.has("VM") and t.surf.startswith(_FIGHT) for t in c.toks):
        piece.items = [Item({"a": "attack"}, a=c.a, b=c.b)]  # 普通に戦う
        return piece
    if c.neg and c.verb == "do" and not c.unknown and not any("caus" in t.feats for t in c.toks):
        piece.kind = "ban0"  # もう使わない: of what the topic names
        return piece
    piece.kind = "empty"
    if c.remark or (c.verb and not c.freq and not c.tcond and not c.flags and not c.unknown):
        piece.kind = "remark"
    return piece
