"""An order clause (its tokens) -> pieces: what to do, how often, where, or what never to do.

Slots: act, places, options, frequency, share, number, polarity; acts of one clause are related by how they
are linked (list, arrow, te-form, alternative, preference).
"""

from __future__ import annotations

import itertools

from budosim.ai.chunk import Chunk
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok
from budosim.ai.order_items import (
    BAN_ID,
    OPTABLE,
    OPTION_ACTS,
    OPTIONS,
    REACTIONS,
    Cond,
    Item,
    Piece,
    make_act,
    place_name,
)
from budosim.ai.piece_joins import join, joins


def _goes_on(cur: list[Tok]) -> bool:
    """タックルで倒し、 / ジャブを放ち、: what comes next follows it."""
    if cur and cur[-1].form == "te" and cur[-1].is_("V", "do") and cur[-1].surf.startswith(_TAKES):
        return True  # 腕を取りにいって、
    if not cur or cur[-1].form != "renyo" or cur[-1].neg or not cur[-1].verb:
        return False
    last = cur[-1]
    if last.is_("S", "mkdown") or last.is_("V", "switch"):
        return True
    return last.is_("V", "do") and not last.surf.startswith(("使", "つか", "用い", "混ぜ", "まぜ", "交え", "織り"))


def _done_to_him(cur: list[Tok]) -> bool:
    """Grapple him, throw him: one deed after the other."""
    if cur and cur[-1].is_("S", "mkdown") and " " in cur[-1].surf:
        return True
    return bool(cur) and cur[-1].surf in ("him", "her", "them") and any(t.has("A") and t.surf.isascii() for t in cur)


def chunks(toks: list[Tok]) -> list[Chunk]:
    """Cut an order clause at its links."""
    out: list[Chunk] = []
    cur: list[Tok] = []
    link = ""

    def cut(nxt: str) -> None:
        nonlocal cur, link
        if any(t.kind not in "_P," for t in cur):
            out.append(Chunk(cur, link))
            cur, link = [], nxt
        else:
            cur = []
            link = nxt if not out or nxt != "," else link or nxt

    for i, tok in enumerate(toks):
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if out and out[-1].toks and out[-1].toks[-1] is tok:
            continue  # a bracket taken with the verb in front of it
        if tok.is_("A", "retreat") and tok.form == "te" and nxt is not None and (nxt.get("A") or "") in REACTIONS:
            cur.append(Tok("A", "retreat", tok.a, tok.b, frozenset({"while_"}), surf=tok.surf))  # 下がってかわす
            continue
        if tok.is_("A", "retreat") and tok.nominal and nxt is not None and nxt.is_("V", "do") and "while_" in nxt.feats:
            cur.append(
                Tok("A", "retreat", tok.a, nxt.b, frozenset({"while_"}), surf=tok.surf)
            )  # ステップバックしながら
            continue
        if (
            tok.is_("V", "do")
            and "while_" in tok.feats
            and cur
            and cur[-1].is_("A", "retreat")
            and "while_" in cur[-1].feats
        ):
            continue
        if tok.kind == "," and nxt is not None and nxt.surf == "which":
            continue
        if (
            tok.surf == "and"
            and nxt is not None
            and nxt.get("A") in REACTIONS
            and any(t.get("A") in REACTIONS for t in cur)
        ):
            cut(",")
        elif (
            tok.surf == "and"
            and any(t.kind in ("tc", "fq") for t in cur)
            and any(t.has("A") for t in cur)
            and _timed(toks[i + 1 :])
        ):
            cut(",")  # I sweep on odd turns and punch on even turns
        elif tok.surf == "and" and any(t.is_("V", "stop") for t in cur) and any(t.has("A") for t in cur):
            cut("stop")
        elif (
            tok.kind == ","
            and cur
            and all(t.is_("M", "not", "absolute") or t.kind in "_P" or t.has("W") for t in cur)
            and any(t.is_("M", "not") for t in cur)
        ):
            continue  # never, ever
        elif tok.kind == ",":
            cut("te" if _goes_on(cur) or _done_to_him(cur) else ",")
        elif tok.kind == ">":
            cut(">")
        elif (
            tok.kind == "P"
            and tok.surf in ("から", "からは")
            and cur
            and cur[-1].has("A")
            and not cur[-1].has("W")
            and nxt is not None
        ):
            cut("te")
        elif tok.is_("M", "then") and any(t.has("A") for t in cur):
            cut("then")
        elif tok.kind == "_" and tok.surf == "+" and any(t.has("A") for t in cur):
            cut("te")
        elif (
            tok.has("A")
            and not tok.has("L")
            and tok.form in ("te", "after", "while_", "renyo")
            and tok.feats
            and tok.verb
            and nxt is not None
            and not (tok.form == "renyo" and (nxt.kind not in (",", ">") and not (tok.neg)))
            and not (tok.get("A") == "retreat" and "while_" in tok.feats)
            and not (nxt.has("V") and nxt.is_("V", "be"))
        ):
            cur.append(tok)
            cut("neg" if tok.neg else "te")
        elif (tok.has("S") and tok.form == "te" and not tok.has("A")) or (
            tok.is_("X", "mkcrip") and tok.form == "after"
        ):
            cur.append(tok)
            cut("te")
        elif (
            tok.is_("V", "do") and tok.neg and tok.form == "renyo" and any(t.has("A") for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("neg")
        elif (
            tok.is_("V", "stop")
            and tok.form in ("te", "renyo")
            and nxt is not None
            and any(t.has("AL") for t in toks[i + 1 :])
        ):
            cur.append(tok)
            cut("stop")
        elif (
            tok.kind in "_V"
            and tok.form == "after"
            and any(t.has("A") or t.kind in ("H", "sp!") for t in cur)
            and nxt is not None
        ):
            cur.append(tok)
            cut("te")
        elif (
            tok.has("V")
            and tok.form in ("te", "while_", "after")
            and tok.is_("V", "stop", "do", "ban", "aim", "hit", "switch", "less")
            and any(t.has("A") or t.kind == "sp!" for t in cur)
            and nxt is not None
            and any(t.has("AL") or t.kind == "sp!" for t in toks[i + 1 :])
        ):
            cur.append(tok)
            if nxt.kind == "(":  # フェイントを織り交ぜつつ（４ターンに１回）
                cur.append(nxt)
            cut("mix" if tok.form == "while_" else "stop" if tok.is_("V", "stop", "ban") else "te")
        else:
            cur.append(tok)
    if any(t.kind not in "_P," for t in cur):
        out.append(Chunk(cur, link))
    return out


def parse(toks: list[Tok]) -> list[Piece]:
    """The pieces of an order clause."""
    toks = [t for t in toks if t.kind not in ("q", "b", "sp")]
    for tok in toks:
        if tok.kind == "Z":
            if tok.val == "third":
                if not any(t.has("AVL") for t in toks):
                    continue
                raise Refusal("E_ILLEGAL", tok.a, tok.b, "第三者は関われません", "no third party")
            why = (
                ("武器は使用禁止です", "weapons are banned")
                if tok.val == "weapon"
                else ("超能力は使用禁止です", "psionics are banned")
            )
            raise Refusal("E_ILLEGAL", tok.a, tok.b, *why)
    toks = [t for k, t in enumerate(toks) if not (t.surf in _GOING and k + 1 < len(toks) and _plain_act(toks[k + 1 :]))]
    rows = chunks(toks)
    if any(t.surf.startswith(("打ち分", "打ちわ", "打分")) for t in toks):
        for chunk in rows:
            chunk.heights()
    for chunk, after in itertools.pairwise(rows):
        down = next((t for t in chunk.toks if t.is_("S", "mkdown") and t.verb and "pass" not in t.feats), None)
        if down is not None and not chunk.items and after.items and after.link == "te":
            chunk.items.append(Item({"a": "takedown"}, a=down.a, b=down.b))  # 倒して絞める
    for k, chunk in enumerate(rows):
        downs = [
            t for t in chunk.toks if t.is_("S", "mkdown") and (t.verb or t.surf.isascii()) and "pass" not in t.feats
        ]
        down = downs[0] if downs else None
        held = k > 0 and chunk.link == "te" and [i.act["a"] for i in rows[k - 1].items] == ["grapple"]
        if down is not None and chunk.english and not chunk.items and " " in down.surf:
            chunk.items.append(Item({"a": "takedown"}, a=down.a, b=down.b))  # get him down, pin him
            continue
        if down is not None and held and not chunk.items:
            chunk.items.append(Item({"a": "takedown"}, a=down.a, b=down.b))  # 組んで倒す
            continue
        lone = not any(x.items or x.places for x in rows) and not any(t.has("R") for t in chunk.toks)
        if down is not None and lone and down.surf.startswith(("たおす", "たおし", "たおせ", "たおそ")):
            chunk.items.append(Item({"a": "takedown"}, a=down.a, b=down.b))  # 組んだら倒す
    pieces: list[Piece] = []
    pend_freq: Cond | None = None
    pend_span: tuple[int, int] | None = None
    pend_flags: set[str] = set()
    pend_places: list[str] = []
    pend_tcond: Cond | None = None
    for chunk in rows:
        piece = _piece(chunk)
        if piece.kind == "empty" and not pieces and any(t.has("A") for p in piece.parens for t in p.kids):
            piece.kind = "remark"  # 大技（ドロップキック）: the bracket names the act
            piece.freq = piece.freq or pend_freq
            pend_freq = None
            pieces.append(piece)
            continue
        if piece.kind == "empty":
            pend_freq = piece.freq or pend_freq
            pend_span = piece.fspan or pend_span
            pend_tcond = piece.tcond or pend_tcond
            pend_flags |= piece.flags
            if piece.unknown and pieces:
                pieces[-1].unknown += piece.unknown
            elif piece.unknown:
                piece.kind = "remark"
                pieces.append(piece)
            elif pieces and piece.flags and piece.freq is None and not piece.tcond:
                pieces[-1].flags |= piece.flags
                pieces[-1].parens += piece.parens
                pieces[-1].b = max(pieces[-1].b, chunk.b)
                pend_flags = set()
            elif pieces and piece.parens:
                pieces[-1].parens += piece.parens
            elif pieces and piece.freq is not None and pieces[-1].freq is None and pieces[-1].kind == "act":
                pieces[-1].freq, pend_freq = piece.freq, None
                pieces[-1].b = max(pieces[-1].b, chunk.b)
            continue
        words = [t for t in chunk.toks if t.kind not in "_P,"]
        if (
            piece.kind == "loop"
            and not pieces
            and chunk is not rows[-1]
            and words
            and all(t.is_("M", "alt", "always", "rand", "half") for t in words)
        ):
            pend_flags |= piece.flags  # 交互に、右フック、左アッパー
            continue
        if (
            chunk.english
            and pieces
            and pieces[-1].kind == "aim"
            and len(words) == 1
            and words[0].has("L")
            and piece.items
        ):
            piece.kind, piece.places, piece.items = "aim", [words[0].get("L") or ""], []  # eyes, groin, knees
        if piece.kind == "remark" and chunk.link == "te" and pieces and _keeps_away(pieces[-1], chunk):
            pieces[-1].kind, pieces[-1].items = "keepdist", []  # 距離を取って戦う
            pieces[-1].b = max(pieces[-1].b, chunk.b)
            continue
        if pend_freq is not None and piece.freq is None:
            piece.freq, pend_freq, piece.fspan = pend_freq, None, pend_span
        if pend_tcond is not None and piece.tcond is None:
            piece.tcond, pend_tcond = pend_tcond, None
        piece.flags |= pend_flags
        pend_flags = set()
        prev = pieces[-1] if pieces else None
        head = [t for t in chunk.toks if t.kind not in "_,"][:2]
        own = len(head) == 2 and head[0].has("A") and head[0].nominal and head[1].surf == "は"
        own = own and prev is not None and bool(prev.foe)  # 突きは受け、組みは切る: each of its own kind
        if prev is not None and not own and joins(prev, piece, chunk.link):
            join(prev, piece, chunk.link)
        else:
            if prev is not None and chunk.link in ("te", ">", "then"):
                piece.flags.add("link:" + chunk.link)
            elif prev is not None and prev.kind == "aim" and "crip" in prev.flags and "then" in piece.flags:
                piece.flags.add("link:then")  # 腕を潰し、次に…
            pieces.append(piece)
    if pend_freq is not None or pend_tcond is not None or (pend_flags and pieces):
        if pieces and pend_freq is None and pend_tcond is None:
            pieces[-1].flags |= pend_flags
        else:
            pieces.append(
                Piece("freq", freq=pend_freq, tcond=pend_tcond, flags=pend_flags, a=toks[0].a, b=toks[-1].b)
            )
    _ = pend_places
    return pieces


def _timed(toks: list[Tok]) -> bool:
    """Whether an act and its turn or frequency stand in front of the next comma."""
    stop = next((k for k, t in enumerate(toks) if t.kind == ","), len(toks))
    return any(t.has("A") for t in toks[:stop]) and any(t.kind in ("tc", "fq") for t in toks[:stop])


_GOING = ("go for", "goes for", "going for")


def _plain_act(toks: list[Tok]) -> bool:
    """Whether an act, and no place, stands next: (go for) takedowns."""
    nxt = next((t for t in toks if not (t.kind == "_" and t.surf in ("a", "an", "the"))), None)
    return nxt is not None and nxt.has("A") and not nxt.has("L")


SCHOOLS = {
    **dict.fromkeys(("judo", "wrestling", "sumo"), ("grapple", "@strike")),
    **dict.fromkeys(("karate", "brawling"), ("@strike", "@grapple")),
    "boxing": ("@hand", "@grapple"),
}
_TAKES = ("取る", "取り", "取れ", "取ろ", "取っ", "とる", "つかみ取", "掴み取", "取りに")
_NO_BLOWS = frozenset(("打たない", "打ちません", "打たず", "打たずに", "うたない", "打つな"))
_FIGHT = ("戦", "たたか", "闘", "fight")


def _keeps_away(prev: Piece, chunk: Chunk) -> bool:
    stepping = prev.kind == "act" and [i.act for i in prev.items] == [{"a": "retreat"}]
    return stepping and any(t.is_("V", "do") and t.surf.startswith(_FIGHT) for t in chunk.toks)


def _piece(c: Chunk) -> Piece:
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
    if places and not items and not c.neg and any(t.is_("V", "do") and t.surf.startswith(_TAKES) for t in c.toks):
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


__all__ = ["BAN_ID", "OPTIONS", "OPTION_ACTS", "Item", "Piece", "chunks", "make_act", "parse", "place_name"]
