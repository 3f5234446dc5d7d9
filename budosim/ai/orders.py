"""Pieces of an order clause -> statements, with everything the discourse knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budosim.ai.clause_marks import Clause
from budosim.ai.order_items import Item, Piece
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_acts import place_act
from budosim.ai.order_aims import place_aim
from budosim.ai.order_bans import place_ban, place_bare_ban, place_save, place_stop
from budosim.ai.order_checks import share_out, unclear
from budosim.ai.order_kinds import (
    place_back,
    place_crip,
    place_distance,
    place_except,
    place_freq,
    place_go,
    place_igai,
    place_jump,
    place_loop,
    place_school,
)
from budosim.ai.order_remarks import place_remark
from budosim.ai.order_slots import Call, parens


def place(
    d: Discourse,
    pieces: list[Piece],
    cond: Cond | None,
    *,
    otherwise: bool,
    only: bool,
    clause: Clause,
    s: Sentence,
    fallback: bool,
    pend: list[tuple[Cond, Clause]],
) -> None:
    """Make statements of the pieces."""
    exc = any(k.exc for _c, k in pend)
    held = d.exception
    d.exception = d.exception or exc
    d.last = d.last if d.after or any(p.kind in ("loop", "back") for p in pieces) or fallback else []
    pieces = share_out(pieces, d)
    for piece in pieces:
        total = sum(i.share or 0 for i in piece.items)
        if (
            d.rest_follows
            and len(piece.items) > 1
            and all(i.share is not None for i in piece.items)
            and total < 0.99
        ):
            piece.items.append(Item({"a": "free"}, share=round(1 - total, 2), link=","))
            piece.chance = False
    for i, piece in enumerate(pieces):
        unclear(d, piece, cond, clause)
        parens(d, piece)
        told = piece.tcond is not None and cond is not None and piece.tcond[:2] == cond[:2] and bool(piece.parens)
        call = Call(None if told else cond, otherwise, only, clause, s, fallback and i == 0, pieces, i)
        call.rest = d.rest and i == 0
        call.pend_kinds = {k.ctype for _c, k in pend}
        _PLACE.get(piece.kind, place_remark)(d, piece, call)
        fallback = False
    d.exception = held
    d.after = d.rest = False


_PLACE = {
    "act": place_act,
    "ban": place_ban,
    "ban0": place_bare_ban,
    "aim": place_aim,
    "crip": place_crip,
    "stop": place_stop,
    "loop": place_loop,
    "save": place_save,
    "keepdist": place_distance,
    "back": place_back,
    "go": place_go,
    "freq": place_freq,
    "jump": place_jump,
    "exceptplace": place_except,
    "igai": place_igai,
    "school": place_school,
    "remark": place_remark,
    "empty": place_remark,
}
