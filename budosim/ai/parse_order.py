"""An order clause (its tokens) -> pieces: what to do, how often, where, or what never to do.

Slots: act, places, options, frequency, share, number, polarity; acts of one clause are related by how they
are linked (list, arrow, te-form, alternative, preference).
"""

from __future__ import annotations

import itertools

from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok
from budosim.ai.order_items import (
    BAN_ID,
    OPTION_ACTS,
    OPTIONS,
    Cond,
    Item,
    Piece,
    make_act,
    place_name,
)
from budosim.ai.parse_chunks import (
    chunks,
)
from budosim.ai.parse_piece import (
    keeps_away,
    piece_of,
)
from budosim.ai.piece_joins import join, joins


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
        piece = piece_of(chunk)
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
        if piece.kind == "remark" and chunk.link == "te" and pieces and keeps_away(pieces[-1], chunk):
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


_GOING = ("go for", "goes for", "going for")


def _plain_act(toks: list[Tok]) -> bool:
    """Whether an act, and no place, stands next: (go for) takedowns."""
    nxt = next((t for t in toks if not (t.kind == "_" and t.surf in ("a", "an", "the"))), None)
    return nxt is not None and nxt.has("A") and not nxt.has("L")


__all__ = ["BAN_ID", "OPTIONS", "OPTION_ACTS", "Item", "Piece", "chunks", "make_act", "parse", "place_name"]
