"""Pieces that cannot be: unknown words, numbers that do not add up, places an act cannot reach."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from budosim.ai import order_items, vocab
from budosim.ai.clause_marks import Clause
from budosim.ai.findings import Refusal
from budosim.ai.lexer import nearest
from budosim.ai.order_items import Item, Piece
from budosim.ai.statements import Cond

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse
from budosim.ai.order_slots import Call


def share_out(pieces: list[Piece], d: Discourse) -> list[Piece]:
    """７割はロー、３割はハイ: pieces with shares are one draw."""
    with_share = [
        p
        for p in pieces
        if p.kind == "act"
        and p.items
        and (p.share is not None or p.items[0].share is not None)
        and "mainly" not in p.flags
    ]
    drawn = [p for p in pieces if p.kind == "act" and len(p.items) == 1 and p.freq is not None and p.freq[0] == "p"]
    if len(drawn) > 1 and len(drawn) == len(pieces) and abs(sum(p.freq[1] for p in drawn if p.freq) - 1) < 0.01:
        for p in drawn:  # half the time kick, half the time punch
            p.share, p.freq, p.vague = (p.freq or [0, 0])[1], None, None
        with_share = drawn
    main = [p for p in pieces if p.kind == "act" and len(p.items) == 1 and "mainly" in p.flags and p.share is None]
    if len(main) == 1 and with_share and main[0].items[0].share is None and main[0].freq is None:
        known = sum(p.share if p.share is not None else p.items[0].share or 0 for p in with_share)
        if known < 0.995:  # 蹴りが主体、三割は突き: the main act takes the rest
            main[0].share = round(1 - known, 2)
            main[0].flags.discard("mainly")
            with_share = [p for p in pieces if p in with_share or p is main[0]]
    if len(with_share) >= 2:
        first = with_share[0]
        for other in with_share[1:]:
            for item in other.items:
                item.share = item.share if item.share is not None else other.share
                item.link = item.link or ","
            first.items += other.items
            first.flags |= other.flags
            first.b = other.b
            pieces.remove(other)
        if first.items[0].share is None:
            first.items[0].share = first.share
        first.chance = False
        total = sum(i.share or 0 for i in first.items)
        if total < 0.99 and d.rest_follows:
            first.items.append(Item({"a": "free"}, share=round(1 - total, 2), link=","))
    return pieces


def unclear(d: Discourse, piece: Piece, cond: Cond | None, clause: Clause) -> None:
    """Unknown words in an order position are errors."""
    bad = [t for t in piece.topic if t.kind == "Y"]
    if bad:
        tail = "人体にその部位はありません。" if bad[0].val == "none" else "正面からは狙えない部位です。"
        raise Refusal(
            "E_BAD_TARGET",
            bad[0].a,
            bad[0].b,
            tail,
            "No such part of a body, or not reachable from the front.",
        )
    if any(t.kind == "O" for t in piece.topic) and (piece.items or piece.places):
        raise Refusal("E_NOT_OBSERVABLE", piece.a, piece.b)
    if not piece.unknown:
        return
    tok = piece.unknown[0]
    ordering = (
        piece.items
        or piece.places
        or piece.freq
        or cond
        or piece.flags & {"only", "mainly", "absolute", "base", "always", "seq", "alt", "half"}
        or piece.kind in ("ban", "ban0", "stop", "switch", "crip")
    )
    if not ordering and piece.kind in ("remark", "empty"):
        content = [t for t in clause.toks if t.kind not in "_P,."]
        ordering = all(t.kind == "?" for t in content) or (
            any(t.is_("V", "do", "aim") and not t.neg for t in content)
            and not any(t.kind == "R" for t in content)
        )
    if ordering:
        word = nearest(tok.surf)
        raise Refusal(
            "E_UNKNOWN_WORD",
            tok.a,
            tok.b,
            f"近い言葉：{word}" if word else "別の言葉で書いてください。",
            f"Nearest known: {word}" if word else "Use other words.",
            word,
        )


def frequency(d: Discourse, piece: Piece, act: dict[str, Any]) -> Cond | None:
    """The counter or chance of a piece, its unit settled by the act."""
    freq = piece.freq
    if freq is None:
        if (piece.chance and piece.share is not None) or (
            piece.share is not None
            and piece.items
            and len(piece.items) == 1
            and piece.items[0].share is not None
            and "mainly" not in piece.flags
        ):
            share = piece.share if piece.share is not None else piece.items[0].share
            if share is not None and share > 1:
                raise Refusal(
                    "E_BAD_NUMBER", *_number_place(piece), "100％を超えています。", "More than 100 %."
                )
            if share is not None:
                piece.items[0].share = None
                piece.flags.add("chance" if piece.chance else "share")
                return ["p", round(share, 2)] if share < 1 else None
        return None
    if freq[0] == "p":
        if piece.vague is not None:
            pct = str(round(freq[1] * 100))
            d.note("W_FREQ", piece.vague.a, piece.vague.b, pct, pct)
        return freq
    n, m, unit = freq[1], freq[2], freq[3]
    if unit == "times":
        unit = unit_of(act)
    if n < 1 or m < 1 or m > n:
        a, b = _number_place(piece)
        raise Refusal("E_BAD_NUMBER", a, b, "「NターンにM回」はMがN以下です。", "M of every N needs M <= N.")
    if m == n:
        return None
    return ["every", n, m, unit] if unit != "turn" else ["every", n, m] if m != 1 else ["every", n]


def _number_place(piece: Piece) -> tuple[int, int]:
    return piece.fspan or (piece.a, piece.b)


def that_part(d: Discourse, piece: Piece, c: Call) -> None:
    """その腕, その部位, the other: a place named before."""
    pointing = next(
        (
            t
            for t in c.clause.toks
            if t.is_("J", "thatpart", "former", "latter") and piece.a <= t.a <= piece.b
        ),
        None,
    )
    last = piece.items[-1].act
    by_it = any(t.has("L") and u.surf == "で" for t, u in itertools.pairwise(c.clause.toks))  # もう片方の腕で殴る
    if piece.sound and "at" not in last and d.ctx.last_part in ("arm", "leg") and not by_it:
        if last["a"] == "submission":
            last["a"] = {"arm": "arm_lock", "leg": "leg_lock"}[d.ctx.last_part]
        last["at"] = [d.ctx.last_part]
        return
    if pointing is None or "at" in last or pointing.surf in ("it", "there"):
        return
    came = c.cond is not None and (c.cond[:2] == ["last", "opp"] or c.cond[0] in ("attacked_with", "def", "provoked"))
    if c.cond is not None and c.cond[0] == "crippled":
        last["at"] = ["@crippled"]
    elif came and any(w in pointing.surf for w in ("足", "脚", "腕", "手", "あし", "うで", "leg", "arm")):
        last["at"] = ["@attacker_limb"]  # 蹴りを出したら、その足を取る
    elif d.ctx.last_part is not None:
        last["at"] = [order_items.place_name(d.ctx.last_part)]
    else:
        raise Refusal("E_DANGLING", pointing.a, pointing.b)


_UP = {"eye", "face", "jaw", "ear", "skull", "head", "neck"}


_REACHABLE: dict[str, set[str]] = {
    "arm_lock": {
        "arm",
        "arm.R",
        "arm.L",
        "hand",
        "hand.R",
        "hand.L",
        "finger",
        "@crippled",
        "@lead",
        "@limb",
        "@hurt",
        "@whole",
        "@attacker_limb",
        "@last_hit",
        "@any",
    },
    "leg_lock": {
        "leg",
        "leg.R",
        "leg.L",
        "foot",
        "foot.R",
        "foot.L",
        "knee",
        "knee.R",
        "knee.L",
        "@crippled",
        "@lead_leg",
        "@limb",
        "@hurt",
        "@whole",
        "@attacker_limb",
        "@last_hit",
        "@any",
    },
    "finger_lock": {"finger", "hand", "hand.R", "hand.L", "@limb", "@any"},
    "choke": {"neck", "@vital", "@high"},
    "neck_lock": {"neck", "head", "face", "@high"},
    "neck_snap": {"neck", "head"},
    "ear_clap": {"ear", "head", "skull"},
    "eye_poke": {"eye", "face", "@vital", "@high"},
    "scissors": {"torso", "neck", "leg"},
    "sweep": {"leg", "leg.R", "leg.L", "foot", "knee", "@lead_leg", "@low", "foot.R", "foot.L"},
}


def reach(piece: Piece) -> None:
    """A part that the act can never reach is E_BAD_TARGET."""
    for item in piece.items:
        at = set(item.act.get("at", []))
        name = item.act["a"]
        bad = bool(at) and name in _REACHABLE and not at & _REACHABLE[name]
        bad = bad or (
            name == "submission"
            and bool(at)
            and at <= {"eye", "ear", "face", "jaw", "torso", "groin", "skull", "vitals"}
        )
        bad = (
            bad
            or (name == "low_kick" and bool(at) and at <= _UP)
            or (name == "high_kick" and bool(at) and at <= {"leg", "foot", "knee", "leg.R", "leg.L"})
        )
        bad = bad or (
            name == "headbutt" and bool(at) and at <= {"leg", "foot", "knee", "leg.R", "leg.L", "finger"}
        )
        if bad:
            raise Refusal(
                "E_BAD_TARGET",
                piece.a,
                piece.b,
                "この技はその部位には届きません。",
                "This act can never reach that part.",
            )


def unit_of(act: dict[str, Any]) -> str:
    """The unit a counter over 回 takes for an act: attacks for attacks, actions for the rest."""
    name = act["a"]
    if (
        name in vocab.STRIKES
        or name in vocab.GRAPPLE
        or name in ("attack", "@strike", "@hand", "@kick", "combo", "cine")
    ):
        return "attack"
    return "action"
