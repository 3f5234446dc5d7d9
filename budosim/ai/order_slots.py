"""What surrounds a piece of an order: brackets, topics, kinds of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import order_items, parse_cond, parse_order, vocab
from budosim.ai.clause_marks import Clause
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok
from budosim.ai.order_items import Item, Piece
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, conj, disj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse


LASTING = {
    *("until", "since", "type", "not", "stage", "initiative", "turn", "hp", "fp", "cmp", "score", "cp", "crippled"),
}


LOCK_AT = {"arm": "arm_lock", "leg": "leg_lock", "neck": "neck_lock", "finger": "finger_lock"}


class Call:
    """The surroundings of a piece."""

    def __init__(
        self,
        cond: Cond | None,
        otherwise: bool,
        only: bool,
        clause: Clause,
        s: Sentence,
        fallback: bool,
        pieces: list[Piece],
        i: int,
    ) -> None:
        self.cond, self.otherwise, self.only, self.clause, self.s, self.fallback = (
            cond,
            otherwise,
            only,
            clause,
            s,
            fallback,
        )
        self.pieces, self.i = pieces, i
        self.rest = False
        self.pend_kinds: set[str] = set()  # how its conditions were stated: tara, toki, nara ...

    @property
    def ranked(self) -> int | None:
        """The step of a numbered list the piece stands in."""
        return self.s.step if self.s.step else None


def parens(d: Discourse, piece: Piece) -> None:
    """Brackets behind an order: the act itself, its option or share, a frequency, a make-up, a remark."""
    for paren in piece.parens:
        kids = [t for t in paren.kids if t.kind not in ("q", "b")]
        if not kids:
            continue
        if (
            piece.kind in ("remark", "empty")
            and any(t.has("A") for t in kids)
            and any(t.has("Q") or t.has("S") for t in kids)
        ):
            colon = next((k for k, t in enumerate(kids) if t.kind == ":"), -1)
            if colon > 0:  # (below 25% HP: all-out defence)
                at = kids[colon].a
                link = Tok(",", ",", at, at, surf=",") if d.english else Tok("K", "nara", at, at, surf="なら")
                lead = [Tok("e", "if", kids[0].a, kids[0].a, surf="if")] if d.english else []
                kids = [*lead, *kids[:colon], link, *kids[colon + 1 :]]
            sub = Sentence(kids, d.item, d.step)
            d.sentence(sub)
            continue
        opt = next(
            (t.get("M") for t in kids if t.has("M") and t.get("M") in order_items.OPTIONS), None
        ) or next(
            (
                order_items.OPTION_ACTS[t.get("A") or ""]
                for t in kids
                if t.has("A") and t.get("A") in order_items.OPTION_ACTS
            ),
            None,
        )
        if opt is None and d.english and len(kids) == 1 and kids[0].is_("S", "allout"):
            opt = "aoa"  # I hit back (all-out)
        share = next((t.num for t in kids if t.kind == "sh"), None)
        fq = next((t for t in kids if t.kind == "fq"), None)
        if (
            opt
            and piece.foe
            and piece.foe[-1].b <= paren.a
            and not any(t.has("A") and t not in piece.foe for t in piece.topic)
        ) and opt.startswith("aoa") and all(i.a > paren.a for i in piece.items):
            piece.tcond, piece.foe = ["state", "opp", "allout"], []  # 相手の大振り（全力攻撃）には
            continue
        if opt and piece.items:
            piece.items[-1].act["opt"] = opt
            continue
        if share is not None and not any(t.has("QA") for t in kids):
            piece.share = share
            if piece.items:
                piece.items[-1].share = None
            continue
        if any(t.has("A") or t.has("L") for t in kids) and not any(t.kind == "R" for t in kids):
            inner = parse_order.parse(kids)
            acts = [p for p in inner if p.kind == "act" and p.items]
            if piece.items and piece.items[-1].act["a"] == "combo" and acts:
                piece.items[-1].act["of"] = [i.act["a"] for p in acts for i in p.items]
                continue
            if any(t.is_("J", "fallback") or t.is_("M", "pref") for t in kids):
                first = _preference(kids, any(i.act["a"] == "submission" for i in piece.items))
                if first and piece.items:
                    piece.items = [Item(a, link="pref" if k else "") for k, a in enumerate(first)]
                    continue
            if piece.kind in ("aim", "empty", "remark", "ban0") and acts:
                piece.items = acts[0].items
                for item in piece.items:
                    if piece.places and "at" not in item.act:
                        item.act = {
                            **order_items.make_act(item.act["a"], piece.places),
                            **{k: v for k, v in item.act.items() if k not in ("a", "at")},
                        }
                piece.kind, piece.places = "act", []
                continue
            if (
                acts
                and piece.items
                and acts[0].items[0].act["a"] != piece.items[-1].act["a"]
                and piece.items[-1].act["a"] in ("attack", "wait", "feint", "riposte")
            ):
                kept = {k: x for k, x in piece.items[-1].act.items() if k in ("at", "pick", "opt", "retreat")}
                named = acts[0].items[0].act
                if "at" in kept and "at" not in named:
                    named = {**order_items.make_act(named["a"], kept.pop("at")), **kept}
                piece.items[-1] = Item(named, link=piece.items[-1].link, a=piece.a, b=piece.b)
                continue
            if inner and inner[0].kind == "aim" and piece.items and "at" not in piece.items[-1].act:
                last = piece.items[-1]
                last.act = {
                    **order_items.make_act(last.act["a"], inner[0].places),
                    **{k: v for k, v in last.act.items() if k not in ("a", "at")},
                }
                continue
        told = any(t.has("Q") for t in kids) and any(t.has("C") or t.kind in ("N", "fr", "sh") for t in kids)
        if (
            (told or any(t.has("SX") for t in kids))
            and not any(t.has("A") and not t.has("S") for t in kids)
            and piece.items
        ):
            cond = parse_cond.settle(parse_cond.parse(kids, d.ctx, "nara"), "opp")
            if cond is not None and not any(t.kind == "R" for t in kids):
                piece.tcond = conj(piece.tcond, cond)  # 降参（ＨＰ２以下）
                continue
        if fq is not None and piece.freq is None:
            import json

            piece.freq = json.loads(fq.val)


def _preference(kids: list[Tok], ground: bool) -> list[dict[str, Any]]:
    """締め優先、無理なら腕、それも無理なら脚 -> choke, arm_lock, leg_lock."""
    out: list[dict[str, Any]] = []
    lock = False
    for tok in kids:
        if tok.has("A") and not tok.has("L"):
            act = order_items.make_act(tok.get("A") or "", [])
            lock = lock or act["a"] in vocab.LOCK
            out.append(act)
        elif tok.has("L"):
            where = tok.get("L") or ""
            if (lock or ground) and where in LOCK_AT:
                out.append({"a": LOCK_AT[where]})
            elif tok.has("A"):
                out.append({"a": tok.get("A")})
    return out


def guard_of(d: Discourse) -> Cond | None:
    """The topic guard in force."""
    if d.guard == ["ground"]:
        return None
    if d.guard == ["spell"]:
        return None
    return d.guard


def refuse_unused(d: Discourse, piece: Piece, c: Call) -> None:
    """Words of a condition inside an order that found no slot: never passed over."""
    for tok in piece.topic:
        if (tok.kind == "S" and tok.neg and tok.form == "renyo") or tok.is_("S", "cornered"):
            d.note("W_IGNORED", tok.a, tok.b)  # 背後に回らず
            continue
        if (
            tok.kind in ("T", "G", "E", "D", "O")
            or (tok.kind == "Q" and tok.val in ("hp", "fp", "dist", "dmg", "score"))
            or (
                tok.kind == "S"
                and tok.val
                not in (
                    "finish",
                    "mkdown",
                    "landing",
                    "holdstate",
                    "down",
                    "allout",
                    "close",
                    "locked",
                    "choked",
                    "standing",
                    "facing",
                )
            )
        ):
            if piece.tcond is not None or all(i.act["a"] in (*vocab.REACT, *vocab.FREE) for i in piece.items):
                continue
            raise Refusal(
                "E_UNKNOWN_WORD",
                tok.a,
                tok.b,
                "条件なら「〜なら」「〜たら」を付けてください。",
                "Write a condition with if or when.",
            )
        if tok.kind == "S" and tok.val in ("down", "close", "locked", "choked", "standing", "landing"):
            d.note("W_IGNORED", tok.a, tok.b)


def attack_kind(piece: Piece) -> Cond | None:
    """The kind of attack a defence is for: キックだけは受ける, 投げには避け."""
    kinds = [
        parse_cond.opp_act(t.get("A") or "") for t in piece.foe if not t.is_("A", "attack", "parry", "dodge")
    ]
    if not kinds:
        return None
    conds: list[Cond] = [["attacked_with", k] for k in dict.fromkeys(kinds)]
    return conds[0] if len(conds) == 1 else ["or", *conds]


def topic_cond(d: Discourse, piece: Piece, c: Call) -> Cond | None:
    """A condition in front of the act without a connective: 倒れた相手に踏みつけ, 魔法使いには組む."""
    if not piece.items and not piece.places:
        return None
    if piece.items and all(i.act["a"] in vocab.REACT for i in piece.items):
        words = [t for t in piece.topic if t.has("S")]
        conds = [
            x
            for t in words
            if (x := parse_cond.settle(parse_cond.parse([t], d.ctx, "toki"), "me")) is not None
        ]
        return disj(*conds) if conds else None
    if piece.items and piece.items[0].act["a"] == "wait":
        return None
    foe = [t for t in piece.foe if not t.is_("A", "attack") or piece.kind == "act"]
    if foe and piece.kind == "act":
        cond = parse_cond.his(parse_cond.View([foe[0]]), foe[0].get("A") or "", foe[0])
        return cond
    states = [t for t in piece.topic if t.has("STGED") or t.has("Q")]
    states = [t for t in states if not (t.is_("S", "cornered") and t.form == "te" and "pass" not in t.feats)]
    if not states:
        return None
    end = (piece.items[0].a if piece.items else 0) or piece.b
    last = max(end, states[-1].b + 2) if not d.english else piece.b
    lead = [t for t in c.clause.toks if t.b <= last and t.a >= piece.a]
    lead = [t for t in lead if (not t.has("A") or t.has("S")) and not (d.english and t.is_("M", "not"))]
    good = False
    for k, t in enumerate(lead):
        nxt = lead[k + 1] if k + 1 < len(lead) else None
        if t.has("TGE"):
            good = True
        if t.is_("S", "cornered") and nxt is not None and nxt.surf in ("に", "へ"):
            continue  # 壁際に追い込む: where to
        if (
            t.has("SD")
            and nxt is not None
            and (
                nxt.has("W")
                or nxt.surf in ("に", "では", "なら", "の", "で", "には", "中", "中の", "なと", "は", "な")
                or (nxt.kind == "_" and nxt.surf in ("中", "中は", "な"))
            )
        ):
            good = True
        if d.english and t.has("S") and not t.is_("S", "finish", "mkdown", "landing"):
            good = True
        if t.has("Q") and parse_cond.amount(parse_cond.View(lead)) is not None:
            good = True
    if not good:
        return None
    return parse_cond.settle(
        parse_cond.parse([t for t in lead if t.kind not in ("fq", "(")], d.ctx, "toki"), "opp"
    )


def self_start(d: Discourse) -> bool:
    """Whether the topic speaks of starting an exchange myself."""
    return any(t.is_("W", "me") for t in d.topic)


def topic_act(d: Discourse) -> dict[str, Any] | None:
    """The act the topic names, or None."""
    if any(t.is_("Q", "cp") for t in d.topic):
        return {"a": "spend_cp"}
    pieces = (
        [p for p in parse_order.parse([t for t in d.topic if not t.has("W")]) if p.items or p.kind == "aim"]
        if d.topic
        else []
    )
    for piece in pieces:
        parens(d, piece)
    if pieces and pieces[0].items:
        return pieces[0].items[0].act
    return order_items.make_act("attack", pieces[0].places) if pieces else None
