"""Pieces of an order clause -> statements, with everything the discourse knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budosim.ai import compose, parse_cond, parse_order, vocab
from budosim.ai.clauses import Clause
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok, nearest
from budosim.ai.parse_order import Item, Piece
from budosim.ai.policy import negate
from budosim.ai.sentences import Sentence
from budosim.ai.statements import Cond, Stmt, conj, disj

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse

_ALONE = {"attack", "@strike", "@hand", "@kick", "spend_cp", *vocab.STRIKES, *vocab.REACT}
_LASTING = {"until", "since", "type", "not", "stage", "initiative", "turn", "hp", "fp", "cmp", "score", "cp"}
_LOCK_AT = {"arm": "arm_lock", "leg": "leg_lock", "neck": "neck_lock", "finger": "finger_lock"}


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
    pieces = _shared(pieces, d)
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
        call = _Call(cond, otherwise, only, clause, s, fallback and i == 0, pieces, i)
        call.rest = d.rest and i == 0
        _PLACE.get(piece.kind, _remark)(d, piece, call)
        fallback = False
    d.exception = held
    d.after = d.rest = False


class _Call:
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

    @property
    def ranked(self) -> int | None:
        return self.s.step if self.s.step else None


def _shared(pieces: list[Piece], d: Discourse) -> list[Piece]:
    """７割はロー、３割はハイ: pieces with shares are one draw."""
    with_share = [
        p
        for p in pieces
        if p.kind == "act"
        and p.items
        and (p.share is not None or p.items[0].share is not None)
        and "mainly" not in p.flags
    ]
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
            sub = Sentence(kids, d.item, d.step)
            d.sentence(sub)
            continue
        opt = next(
            (t.get("M") for t in kids if t.has("M") and t.get("M") in parse_order._OPTS), None
        ) or next(
            (
                parse_order._OPTION_ACTS[t.get("A") or ""]
                for t in kids
                if t.has("A") and t.get("A") in parse_order._OPTION_ACTS
            ),
            None,
        )
        share = next((t.num for t in kids if t.kind == "sh"), None)
        fq = next((t for t in kids if t.kind == "fq"), None)
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
                first = _preference(kids)
                if first and piece.items:
                    piece.items = [Item(a, link="pref" if k else "") for k, a in enumerate(first)]
                    continue
            if piece.kind in ("aim", "empty", "remark") and acts:
                piece.items = acts[0].items
                for item in piece.items:
                    if piece.places and "at" not in item.act:
                        item.act = {
                            **parse_order.make_act(item.act["a"], piece.places),
                            **{k: v for k, v in item.act.items() if k not in ("a", "at")},
                        }
                piece.kind, piece.places = "act", []
                continue
            if (
                acts
                and piece.items
                and acts[0].items[0].act["a"] != piece.items[-1].act["a"]
                and piece.items[-1].act["a"] in ("attack", "wait", "feint")
            ):
                piece.items[-1] = Item(acts[0].items[0].act, link=piece.items[-1].link, a=piece.a, b=piece.b)
                continue
            if inner and inner[0].kind == "aim" and piece.items and "at" not in piece.items[-1].act:
                last = piece.items[-1]
                last.act = {
                    **parse_order.make_act(last.act["a"], inner[0].places),
                    **{k: v for k, v in last.act.items() if k not in ("a", "at")},
                }
                continue
        if fq is not None and piece.freq is None:
            import json

            piece.freq = json.loads(fq.val)


def _preference(kids: list[Tok]) -> list[dict[str, Any]]:
    """締め優先、無理なら腕、それも無理なら脚 -> choke, arm_lock, leg_lock."""
    out: list[dict[str, Any]] = []
    lock = False
    for tok in kids:
        if tok.has("A") and not tok.has("L"):
            act = parse_order.make_act(tok.get("A") or "", [])
            lock = lock or act["a"] in vocab.LOCK
            out.append(act)
        elif tok.has("L"):
            where = tok.get("L") or ""
            if lock and where in _LOCK_AT:
                out.append({"a": _LOCK_AT[where]})
            elif tok.has("A"):
                out.append({"a": tok.get("A")})
    return out


# -- frequencies ----------------------------------------------------------------------------------


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
                piece.flags.add("share")
                return ["p", round(share, 2)] if share < 1 else None
        return None
    if freq[0] == "p":
        if piece.vague is not None:
            pct = str(round(freq[1] * 100))
            d.note("W_FREQ", piece.vague.a, piece.vague.b, pct, pct)
        return freq
    n, m, unit = freq[1], freq[2], freq[3]
    if unit == "times":
        from budosim.ai.discourse import known_spell_unit

        unit = known_spell_unit(act)
    if n < 1 or m < 1 or m > n:
        a, b = _number_place(piece)
        raise Refusal("E_BAD_NUMBER", a, b, "「NターンにM回」はMがN以下です。", "M of every N needs M <= N.")
    if m == n:
        return None
    return ["every", n, m, unit] if unit != "turn" else ["every", n, m] if m != 1 else ["every", n]


def _number_place(piece: Piece) -> tuple[int, int]:
    return piece.a, piece.b


# -- kinds of pieces ------------------------------------------------------------------------------


def _act(d: Discourse, piece: Piece, c: _Call) -> None:
    names = [i.act["a"] for i in piece.items]
    if (
        "riposte" in names[:-1]
        and names[-1] not in vocab.REACT
        and any(t.surf == "with" for t in c.clause.toks)
    ):
        k = names.index("riposte")
        piece.items[k].act["a"] = names[k] = "counterstyle"
    if all(n in vocab.REACT for n in names) and _second_attack(d, piece, c):
        return
    if any(n in ("counterstyle", "noinit") for n in names) or (
        "riposte" in names and len(names) == 1 and piece.items[0].link == "" and _whole_plan(d, piece, c)
    ):
        _style(d, piece, c)
        return
    if names[0] == "no_defence" and len(names) > 1 and c.cond is not None and c.cond[0] == "attacked_with":
        d.add(Stmt("react", {"a": "no_defence"}, cond=c.cond, guard=_guard(d), a=piece.a, b=piece.b))
        for state, do in compose.build(Piece(items=piece.items[1:], flags=piece.flags)):
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(["last", "opp", c.cond[1]], state),
                    guard=_guard(d),
                    a=piece.a,
                    b=piece.b,
                )
            )
        return
    if "cast" in names and any(i.act["a"] == "cast" and "spell" not in i.act for i in piece.items):
        raise Refusal(
            "E_UNKNOWN_WORD",
            piece.a,
            piece.b,
            "どの呪文か、《》の中に書いてください。",
            "Name the spell, for example 《Daze》.",
        )
    plan = {"wait", "parry", "dodge", "riposte", "attack", "counterstyle"}
    if (
        len(names) > 1
        and set(names) <= plan
        and set(names) & {"riposte", "parry", "dodge"}
        and set(names) & {"wait", "attack"}
        and "pref" not in piece.flags
    ):
        _style(d, piece, c)
        return
    if (
        names[0] in vocab.REACT
        and len(names) > 1
        and names[-1] not in vocab.REACT
        and "pref" not in piece.flags
    ):
        _style(d, piece, c)
        return
    if names == ["@spell"] and not piece.places:
        _remark(d, piece, c)
        return
    if c.fallback and d.last:
        _fallback(d, piece)
        return
    rules = compose.build(piece)
    react_cond = _attack_kind(piece) if all(n in vocab.REACT for n in names) else None
    tcond = piece.tcond
    if piece.inherit is not None:
        c.cond = conj(piece.inherit, c.cond)
    if piece.hazy is not None:
        d.note("W_VAGUE", piece.hazy.a, piece.hazy.b, "標準の選び方にします。", "The default choice is used.")
    _that_part(d, piece, c)
    _reach(piece)
    freq = frequency(d, piece, piece.items[0].act)
    if (
        freq is not None
        and freq[0] == "p"
        and len(rules) == 1
        and piece.items[0].share is None
        and rules[0][1].get("any")
        and piece.chance
    ):
        rules = [(None, piece.items[0].act)]
    capped = _times_cap(c)
    if capped and freq is None and len(names) == 1:
        act = piece.items[0].act
        bound = {"attack": "@attack"}.get(act["a"], act["a"])
        d.add(
            Stmt(
                "never",
                {"a": parse_order.BAN_ID.get(act["a"], act["a"]) if act["a"] in ("attack",) else act["a"]},
                cond=conj(c.cond, ["count", "me", bound, "any", ">=", capped]),
                guard=_guard(d),
                a=piece.a,
                b=piece.b,
                flags={"cap"},
            )
        )
        return
    if "cap" in piece.flags and freq is not None:
        _cap(d, piece, freq, c)
        return
    if names == ["hitaway"]:
        _hitaway(d, piece, c)
        return
    if "finish" in piece.flags and c.cond is None:
        tcond = ["or", ["state", "opp", "stunned"], ["hp", "opp", "<=", 0]]
    own = _topic_cond(d, piece, c) if react_cond is None and (c.cond is None or c.i) else None
    if own is None:
        _unused(d, piece, c)
    tcond = conj(tcond, own)
    cond = conj(c.cond, tcond, react_cond) if own is None or c.cond is None else conj(tcond)
    switch = "switch" in piece.flags or any(p.kind == "stop" for p in c.pieces[: c.i])
    if switch and cond is not None and _moves_back(cond, stop=any(p.kind == "stop" for p in c.pieces[: c.i])):
        cond = ["since", cond]
    opening = "firstly" in piece.flags and cond is None and freq is None and len(piece.items) == 1
    if switch and c.cond is not None and piece.kind == "act":
        _base_of_condition(d, c)
    if opening and not any(p.flags & {"seq", "link:then"} for p in c.pieces):
        cond = ["turn", "==", 1]
    if (
        c.i
        and c.pieces[c.i - 1].kind == "aim"
        and "crip" in c.pieces[c.i - 1].flags
        and piece.flags & {"link:te", "link:then"}
        and cond is None
    ):
        cond = ["crippled", "opp", parse_order.place_name(c.pieces[c.i - 1].places[0])]
    if d.after and cond is None and not c.otherwise and freq is None and _continue(d, piece, c):
        return
    if (
        "link:then" in piece.flags
        and c.i
        and cond is None
        and freq is None
        and d.last
        and "mazu" in c.pieces[c.i - 1].flags
    ):
        pass
    lists = (
        "react" if compose.is_react(rules[-1][1]) else "free" if compose.is_free(rules[-1][1]) else "rules"
    )
    base = cond is None and freq is None
    if lists == "rules" and base and c.rest and _takes_rest(d, piece, rules):
        return
    if (
        lists == "rules"
        and "back" in piece.flags
        and any(x.do == rules[0][1] and x.cond is None for x in d.stmts)
    ):
        return
    if lists == "rules" and base and not c.otherwise and not d.exception and _refines(d, piece, rules, c):
        return
    if lists == "react" and base and _refines_react(d, rules[0][1]):
        return
    if "mixin" in piece.flags and d.after and d.until is not None and freq is not None:
        for old in d.stmts:
            if old.cond == ["until", d.until] and old.list_ == "rules":
                old.cond = None
        cond = ["since", d.until]
    for state, do in rules:
        full = (
            conj(cond, state)
            if state is None
            or cond is None
            or cond[0] in _LASTING
            or (state == ["state", "me", "close"] and do == {"a": "retreat"})
            else state
        )
        stmt = Stmt(
            lists if (compose.is_react(do) or compose.is_free(do)) or lists == "rules" else "rules",
            do,
            cond=full,
            guard=conj(_guard(d), d.sent_guard),
            freq=freq,
            a=min(piece.a, c.clause.a),
            b=piece.b,
            count=piece.items[0].count,
            absolute=bool(piece.flags & {"absolute"}),
            hard="hard" in piece.flags or "absolute" in piece.flags,
            priority="priority" in piece.flags,
            else_=c.otherwise,
            ranked=c.ranked,
            switch=switch,
            flags=set(piece.flags),
        )
        if compose.is_react(do):
            stmt.list_ = "react"
        elif compose.is_free(do):
            stmt.list_ = "free"
        d.add(stmt)
    for item in reversed(piece.items):
        if item.act["a"] not in vocab.REACT and item.act["a"] not in vocab.FREE:
            d.ctx.last_act = item.act["a"]
            if item.act["a"] in vocab.STRIKES:
                d.sent_act = item.act["a"]
            if "at" in item.act and not item.act["at"][-1].startswith("@"):
                d.ctx.last_part = item.act["at"][-1]
            break
    if "only" in piece.flags and _only_counts(d, c, piece):
        d.only = True
    if c.only:
        _exclusive(d, piece, cond, c)


def _that_part(d: Discourse, piece: Piece, c: _Call) -> None:
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
    if piece.sound and "at" not in last and d.ctx.last_part in ("arm", "leg"):
        if last["a"] == "submission":
            last["a"] = {"arm": "arm_lock", "leg": "leg_lock"}[d.ctx.last_part]
        last["at"] = [d.ctx.last_part]
        return
    if pointing is None or "at" in last or pointing.surf in ("it", "there"):
        return
    if c.cond is not None and c.cond[0] == "crippled":
        last["at"] = ["@crippled"]
    elif d.ctx.last_part is not None:
        last["at"] = [parse_order.place_name(d.ctx.last_part)]
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


def _reach(piece: Piece) -> None:
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


def _guard(d: Discourse) -> Cond | None:
    if d.guard == ["ground"]:
        return None
    if d.guard == ["spell"]:
        return None
    return d.guard


def _whole_plan(d: Discourse, piece: Piece, c: _Call) -> bool:
    """A riposte as the plan itself (リポストで返す), not one defence among others."""
    return c.cond is None and _attack_kind(piece) is None and piece.freq is None and not d.exception


def _moves_back(cond: Cond, *, stop: bool) -> bool:
    head = cond[0]
    if head in ("hp", "fp", "cmp", "part"):
        return True
    return stop and head in ("count", "row", "last")


def _only_counts(d: Discourse, c: _Call, piece: Piece) -> bool:
    if all(i.act["a"] in vocab.REACT for i in piece.items):
        return False
    if d.exception or piece.tcond is not None:
        return False
    if c.cond is None or c.otherwise:
        return _guard(d) is None or "hard" in piece.flags
    return "hard" in piece.flags and c.cond[0] not in ("until",)


def _unused(d: Discourse, piece: Piece, c: _Call) -> None:
    """Words of a condition inside an order that found no slot: never passed over."""
    for tok in piece.topic:
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


def _attack_kind(piece: Piece) -> Cond | None:
    """The kind of attack a defence is for: キックだけは受ける, 投げには避け."""
    kinds = [
        parse_cond.opp_act(t.get("A") or "") for t in piece.foe if not t.is_("A", "attack", "parry", "dodge")
    ]
    if not kinds:
        return None
    conds: list[Cond] = [["attacked_with", k] for k in dict.fromkeys(kinds)]
    return conds[0] if len(conds) == 1 else ["or", *conds]


def _topic_cond(d: Discourse, piece: Piece, c: _Call) -> Cond | None:
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
        cond = parse_cond._his(parse_cond.View([foe[0]]), foe[0].get("A") or "", foe[0])
        return cond
    states = [t for t in piece.topic if t.has("STGED") or t.has("Q")]
    if not states:
        return None
    end = (piece.items[0].a if piece.items else 0) or piece.b
    lead = [t for t in c.clause.toks if t.b <= max(end, states[-1].b + 2) and t.a >= piece.a]
    lead = [t for t in lead if not t.has("A") or t.has("S")]
    good = False
    for k, t in enumerate(lead):
        nxt = lead[k + 1] if k + 1 < len(lead) else None
        if t.has("TGE"):
            good = True
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
        if t.has("Q") and parse_cond.amount(parse_cond.View(lead)) is not None:
            good = True
    if not good:
        return None
    return parse_cond.settle(
        parse_cond.parse([t for t in lead if t.kind not in ("fq", "(")], d.ctx, "toki"), "opp"
    )


def _refines(d: Discourse, piece: Piece, rules: list[tuple[Cond | None, dict[str, Any]]], c: _Call) -> bool:
    """A second unconditional order: added to the base by も, or left for the conflict check."""
    base = next(
        (
            x
            for x in reversed(d.stmts)
            if x.list_ == "rules"
            and x.cond is None
            and x.freq is None
            and x.guard == conj(_guard(d), d.sent_guard)
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
            **parse_order.make_act(do["a"], base.do["at"]),
            **{k: v for k, v in base.do.items() if k not in ("a", "at")},
        }
        base.b = piece.b
        return True
    if base.do == {"a": "attack"} and "a" in do and "firstly" not in piece.flags:
        base.do, base.a, base.b = do, piece.a, piece.b
        return True
    return do == {"a": "attack"} or ("ordinary" in piece.flags and do.get("a") == "attack")


def _continue(d: Discourse, piece: Piece, c: _Call) -> bool:
    """その後 / それから / then: continues a chain; False when it stands for what comes after a phase."""
    prev = [x for x in d.stmts if x.list_ == "rules" and not x.auto]
    if not prev:
        return False
    last = prev[-1]
    if (
        last.cond is not None
        and last.cond[0] in ("turn",)
        and "firstly" in last.flags
        and ("seq" in piece.flags)
    ):
        last.cond = None
    if "crip" in last.flags and last.do.get("at") and last.cond is None:
        for state, do in compose.build(piece):
            d.add(
                Stmt(
                    "rules",
                    do,
                    cond=conj(["crippled", "opp", last.do["at"][0]], state),
                    guard=last.guard,
                    a=piece.a,
                    b=piece.b,
                )
            )
        return True
    if last.cond is None and last.freq is None and "only" not in last.flags:
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
    latched = ("until", "turn", "within", "since")
    if last.cond is not None and last.cond[0] not in latched and d.until is None and not last.else_:
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


def _refines_react(d: Discourse, do: dict[str, Any]) -> bool:
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


def _takes_rest(d: Discourse, piece: Piece, rules: list[tuple[Cond | None, dict[str, Any]]]) -> bool:
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


def _fallback(d: Discourse, piece: Piece) -> None:
    """無理なら Y: the next choice of a preference."""
    last = d.last[-1]
    acts = compose.acts_of(last.do) if "first" in last.do or "a" in last.do else [last.do]
    new = [i.act for i in piece.items]
    if piece.kind == "aim":
        lock = any(a["a"] in vocab.LOCK for a in acts)
        for where in piece.places:
            if lock and where in _LOCK_AT:
                new.append({"a": _LOCK_AT[where]})
            elif acts and "at" in acts[-1] and len(acts) == 1:
                last.do = {**acts[0], "at": [*acts[0]["at"], where], "pick": "first"}
                return
            else:
                new.append({**parse_order.make_act("attack", [where])})
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


def _exclusive(d: Discourse, piece: Piece, cond: Cond | None, c: _Call) -> None:
    """C のときだけ X: a ban outside C for what the default does by itself."""
    if cond is None or not piece.items:
        return
    act = piece.items[-1].act["a"]
    if act in _ALONE:
        ban: dict[str, Any] = {"a": "@attack" if act == "attack" else act}
        d.add(
            Stmt(
                "never",
                ban,
                cond=_negated(parse_cond.settle(cond, "opp") or cond),
                a=piece.a,
                b=piece.b,
                auto=True,
            )
        )
        if act == "attack":
            d.add(Stmt("rules", {"a": "wait"}, a=piece.a, b=piece.b, auto=True))


def _negated(cond: Cond) -> Cond:
    return negate(cond) if cond[0] not in ("and", "or") else ["not", cond]


def _style(d: Discourse, piece: Piece, c: _Call) -> None:
    """Countering as the whole plan: a defence, the answer to it, else wait; 自分から…ない adds the ban."""
    names = [i.act["a"] for i in piece.items]
    guard = conj(_guard(d), d.sent_guard)
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
    kind = _attack_kind(piece)
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
    if d.style is not None and defence is not None and d.style[0] is None:
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


def _passive_word(d: Discourse, piece: Piece, c: _Call) -> bool:
    text = "".join(t.surf for t in c.clause.toks)
    return any(w in text for w in ("うけ身", "専守", "自分から", "待ちに徹"))


def _cap(d: Discourse, piece: Piece, freq: Cond, c: _Call) -> None:
    """N ターンに M 回まで: a ban on everything beyond the cap."""
    act = piece.items[0].act if piece.items else _topic_act(d)
    if act is None:
        raise Refusal("E_NO_ACTION", piece.a, piece.b)
    guard = conj(_guard(d), d.sent_guard)
    name = act["a"]
    if name == "attack":
        allowed = disj(["provoked"], freq) if _self_start(d) else freq
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
            {"a": parse_order.BAN_ID.get(name, name) if name in ("punch", "kick") else name},
            cond=conj(c.cond, ["not", freq]),
            guard=guard,
            a=piece.a,
            b=piece.b,
        )
    )


def _times_cap(c: _Call) -> int:
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
        if toks[k].kind == "N" and toks[k + 1].is_("U", "times") and toks[k - 1].is_("M", "most"):
            return int(toks[k].num)
    return 0


def _self_start(d: Discourse) -> bool:
    return any(t.is_("W", "me") for t in d.topic)


def _topic_act(d: Discourse) -> dict[str, Any] | None:
    pieces = (
        [p for p in parse_order.parse([t for t in d.topic if not t.has("W")]) if p.items] if d.topic else []
    )
    for piece in pieces:
        parens(d, piece)
    return pieces[0].items[0].act if pieces else None


def _second_attack(d: Discourse, piece: Piece, c: _Call) -> bool:
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
    d.add(Stmt("react", {"a": after[0].get("A")}, cond=cond, a=piece.a, b=piece.b, flags={"second"}))
    return True


def _ban(d: Discourse, piece: Piece, c: _Call) -> None:
    if _second_attack(d, piece, c):
        return
    if c.cond is None or c.i:
        own = _topic_cond(d, piece, c)
        piece.tcond = conj(piece.tcond, own)
    cond = conj(c.cond, piece.tcond)
    lifted_by = c.clause.ctype == "unless" or d.unless
    if lifted_by and c.cond is not None and any(i.act["a"] == "attack" for i in piece.items):
        inside = _negated(c.cond)
        guard = conj(_guard(d), d.sent_guard)
        d.add(Stmt("rules", {"a": "attack"}, cond=inside, guard=guard, a=piece.a, b=piece.b))
        d.add(Stmt("rules", {"a": "wait"}, guard=guard, a=piece.a, b=piece.b, auto=True))
        d.add(Stmt("never", {"a": "@attack"}, cond=c.cond, guard=guard, a=piece.a, b=piece.b))
        return
    if d.before and cond is None:
        known = [x for x in d.stmts if x.list_ == "rules" and x.cond is not None]
        if known and known[-1].cond is not None:
            cond = _negated(known[-1].cond)
    items, places = piece.items, piece.places
    guard = conj(_guard(d), d.sent_guard)
    lifted = [x for x in d.stmts if x.list_ == "rules" and items and x.do == items[0].act]
    if (
        len(items) == 1
        and c.i + 1 < len(c.pieces)
        and ((d.exception and lifted) or items[0].act["a"] == "retreat")
    ):
        if (
            d.exception and lifted and lifted[-1].cond is not None
        ):  # 下がらずに攻める: an exception to that order, under its condition
            c.pieces[c.i + 1].inherit = lifted[-1].cond
        return
    if items and items[0].act["a"] == "retreat" and _holding_context(c.cond):
        items = [Item({"a": "release"})]
    if c.otherwise and cond is None and d.until is not None:
        cond = ["since", d.until]
    if "again" in piece.flags and cond is not None and cond[0] not in ("since", "until"):
        cond = ["since", cond]
        d.until = cond[1]
    bans: list[dict[str, Any]] = []
    if not items and places:
        bans.append({"a": "@attack", "at": [parse_order.place_name(p) for p in places]})
    for item in items:
        name = item.act["a"]
        if name == "noinit":
            _style(d, Piece(items=[item], a=piece.a, b=piece.b), c)
            continue
        if (
            name in ("parry", "dodge")
            and cond is not None
            and len(items) == 1
            and cond[0] in ("until", "count", "hp", "since", "turn")
        ):
            d.add(Stmt("react", {"a": "no_defence"}, cond=cond, guard=guard, a=piece.a, b=piece.b))
            continue
        if name == "release":
            state = c.cond[1] if c.cond is not None and c.cond[0] == "since" else c.cond
            if state is not None and _holding_context(state):
                d.add(
                    Stmt(
                        "rules",
                        {"a": "hold"},
                        cond=parse_cond.settle(state, "opp"),
                        guard=guard,
                        a=piece.a,
                        b=piece.b,
                    )
                )
                d.add(Stmt("never", {"a": "release"}, guard=guard, a=piece.a, b=piece.b))
            else:
                bans.append({"a": "release"})
            continue
        ban: dict[str, Any] = {"a": parse_order.BAN_ID.get(name, name)}
        if "opt" in item.act and name == "attack":
            ban["a"] = "@aoa"
        number = next(
            (
                t
                for k, t in enumerate(c.clause.toks[:-1])
                if t.kind == "N" and c.clause.toks[k + 1].is_("U", "hex")
            ),
            None,
        )
        if name == "approach" and number is not None:
            d.add(
                Stmt(
                    "never",
                    {"a": "approach"},
                    cond=conj(cond, ["dist", "<=", int(number.num)]),
                    guard=guard,
                    a=piece.a,
                    b=piece.b,
                )
            )
            continue
        if "at" in item.act and item.act["a"] != "clinch_neck":
            ban["at"] = item.act["at"]
        if "spell" in item.act:
            ban = {"a": "cast", "spell": item.act["spell"]}
        bans.append(ban)
    outside = any("以外" in t.surf for t in c.clause.toks if t.kind == "M") and False
    _ = outside
    if (
        cond is not None
        and cond[0] == "since"
        and cond[1][0] in ("count", "row")
        and cond[1][1] == "me"
        and len(bans) == 1
        and bans[0]["a"] == cond[1][2]
        and bans[0]["a"] in ("feint", "cast")
    ):
        d.counted.append((bans[0]["a"], cond[1], guard, piece.a, piece.b))
    for ban in bans:
        if ban["a"] == "@attack" and "at" not in ban and not (piece.flags & {"stop"}):
            if cond is not None:
                settled = parse_cond.settle(cond, "opp")
                d.add(
                    Stmt(
                        "rules",
                        {"a": "wait"},
                        cond=settled,
                        guard=guard,
                        a=piece.a,
                        b=piece.b,
                        flags={"nohand"},
                    )
                )
            elif guard is None and not d.exception:
                d.add(Stmt("rules", {"a": "wait"}, a=piece.a, b=piece.b, flags={"nohand"}))
        d.add(
            Stmt(
                "never", ban, cond=cond, guard=guard, a=piece.a, b=piece.b, absolute="absolute" in piece.flags
            )
        )


def _holding_context(cond: Cond | None) -> bool:
    return cond is not None and ("holding" in repr(cond) or "locked" in repr(cond))


def _ban0(d: Discourse, piece: Piece, c: _Call) -> None:
    """A negation without an act: of the topic, or ほかは何もいらない."""
    if d.topic:
        act = _topic_act(d)
        if act is not None:
            _ban(d, Piece("ban", items=[Item(act)], flags=piece.flags, a=piece.a, b=piece.b), c)
            return
    if (c.otherwise or _else_before(d, c)) and d.stmts:
        d.only = True
        return
    _remark(d, piece, c)


def _else_before(d: Discourse, c: _Call) -> bool:
    text = "".join(t.surf for t in c.s.toks)
    return any(w in text for w in ("ほか", "他", "それ以外", "nothing else", "何もい"))


def _aim(d: Discourse, piece: Piece, c: _Call) -> None:
    """Places without an act: refines the base, or an attack at them."""
    if piece.foe and c.cond is None:
        piece.tcond = conj(
            piece.tcond,
            parse_cond._his(parse_cond.View(piece.foe), piece.foe[0].get("A") or "", piece.foe[0]),
        )
    names = list(dict.fromkeys(parse_order.place_name(p) for p in piece.places))
    d.ctx.last_part = piece.places[-1] if not piece.places[-1].startswith("@") else d.ctx.last_part
    if c.fallback and d.last:
        _fallback(d, piece)
        return
    if (
        names == ["@last_hit"]
        and c.cond is None
        and any(t.surf.startswith(("当たった", "当てた")) for t in c.clause.toks)
    ):
        c.cond = ["last", "me", "@attack", "hit"]
    at: dict[str, Any] = {"at": names}
    if len(names) > 1:
        if piece.flags & {"pref", "pickpref"}:
            at["pick"] = "first"
        elif piece.flags & {"seq", "arrow", "alt"}:
            at["pick"] = "cycle"
    if c.cond is None and piece.freq is None and piece.tcond is None and not d.exception:
        base = next(
            (
                x
                for x in reversed(d.stmts)
                if x.list_ == "rules"
                and x.cond is None
                and x.freq is None
                and x.guard == conj(_guard(d), d.sent_guard)
                and "a" in x.do
            ),
            None,
        )
        if base is not None and base.do["a"] not in ("wait", "feint", "all_out_def", "retreat", "approach"):
            open_ = "mainly" in piece.flags or any(t.surf in ("など", "等") for t in c.clause.toks)
            if "at" not in base.do or open_ or base.do["at"] == ["@vital"]:
                if open_:
                    at["mainly"] = (
                        "@vital"
                        if base.do.get("at") == ["@vital"]
                        or (
                            any(n in ("eye", "neck", "groin", "vitals") for n in names)
                            and any(t.surf in ("など", "等") for t in c.clause.toks)
                        )
                        else "@any"
                    )
                base.do = {
                    **parse_order.make_act(base.do["a"], names),
                    **{k: v for k, v in base.do.items() if k not in ("a", "at", "mainly")},
                    **{k: v for k, v in at.items() if k != "at"},
                }
                if "at" not in base.do:
                    base.do.pop("pick", None)
                    base.do.pop("mainly", None)
                if "only" in piece.flags:
                    d.only = True
                return
    name = d.sent_act if d.sent_act and (c.cond is not None or piece.freq is not None) else "attack"
    act = {**parse_order.make_act(name, names), **{k: v for k, v in at.items() if k != "at"}}
    if "mainly" in piece.flags:
        act["mainly"] = "@vital" if "@vital" in names else "@any"
    new = Piece(
        "act",
        items=[Item(act)],
        freq=piece.freq,
        tcond=piece.tcond,
        flags=piece.flags - {"mainly", "seq", "arrow", "pref"},
        share=piece.share,
        a=piece.a,
        b=piece.b,
        vague=piece.vague,
        chance=piece.chance,
    )
    _act(d, new, c)


def _crip(d: Discourse, piece: Piece, c: _Call) -> None:
    """折る, 潰す without a part: full force on the hold, or the same place."""
    if piece.sound and any("at" in a for x in d.stmts for a in compose.acts_of(x.do) if x.list_ == "rules"):
        return
    held = any(
        x.do.get("a") in ("hold", "submission", *vocab.LOCK)
        or any(a["a"] in ("hold", *vocab.LOCK) for a in compose.acts_of(x.do))
        for x in d.stmts
        if x.list_ == "rules"
    )
    act: dict[str, Any] = (
        {"a": "hold", "opt": "aoa_strong"} if held else {"a": "attack", "at": [d.ctx.last_part or "@any"]}
    )
    if not held and d.ctx.last_part is None:
        raise Refusal("E_DANGLING", piece.a, piece.b)
    _act(d, Piece("act", items=[Item(act)], flags=piece.flags, a=piece.a, b=piece.b), c)


def _igai(d: Discourse, piece: Piece, c: _Call) -> None:
    raise Refusal(
        "E_UNKNOWN_WORD",
        piece.a,
        piece.b,
        "「以外」の意味が決まりません。",
        "It is not clear what is excepted.",
    )


def _exceptplace(d: Discourse, piece: Piece, c: _Call) -> None:
    """目以外を狙う: anything but those places."""
    d.add(
        Stmt(
            "never",
            {"a": "@attack", "at": [parse_order.place_name(p) for p in piece.places]},
            cond=c.cond,
            a=piece.a,
            b=piece.b,
        )
    )
    _act(d, Piece("act", items=[Item({"a": "attack", "at": ["@any"]})], flags=set(), a=piece.a, b=piece.b), c)


def _stop(d: Discourse, piece: Piece, c: _Call) -> None:
    """X をやめて Y: with a Y behind it a switch (nothing of its own), alone a ban from then on."""
    if any(p.kind in ("act", "aim") for p in c.pieces[c.i + 1 :]):
        _base_of_condition(d, c)
        return
    cond = c.cond
    if cond is not None and cond[0] not in ("since", "until"):
        cond = ["since", cond]
    ban = Piece("ban", items=piece.items, places=piece.places, flags=piece.flags, a=piece.a, b=piece.b)
    if not piece.items and not piece.places:
        act = _topic_act(d) or ({"a": d.ctx.last_act} if d.ctx.last_act else None)
        if act is None:
            _remark(d, piece, c)
            return
        ban.items = [Item(act)]
    old, c.cond = c.cond, cond
    _ban(d, ban, c)
    c.cond = old


def _base_of_condition(d: Discourse, c: _Call) -> None:
    """The act a switch leaves is the base when no rule performs it: 投げを2回失敗したらあきらめて打撃."""
    cond = c.cond
    if cond is None or cond[0] not in ("count", "row", "last") or cond[1] != "me":
        return
    act = {"@lock": "submission", "@attack": "attack"}.get(cond[2], cond[2])
    if not any(a["a"] == act for x in d.stmts for a in compose.acts_of(x.do)):
        d.add(Stmt("rules", {"a": act}, a=c.clause.a, b=c.clause.b, flags={"frombase"}, auto=True))


def _loop(d: Discourse, piece: Piece, c: _Call) -> None:
    """これを繰り返す: the orders before become one loop."""
    rows = [x for x in d.stmts if x.list_ == "rules" and x.guard == conj(_guard(d), d.sent_guard)]
    plain = [x for x in rows if x.cond is None or (x.cond[0] in ("turn",) and "firstly" in x.flags)]
    if len(rows) == 1 and "seq" in rows[0].do:
        rows[0].do["loop"] = True
        rows[0].cond = None
        return
    if len(plain) >= 2 and len(plain) == len(rows):
        acts = [a for x in plain for a in compose.acts_of(x.do)]
        first = plain[0]
        for x in plain[1:]:
            d.stmts.remove(x)
        first.do, first.cond = {"seq": acts, "loop": True}, None
        return
    if len(plain) == 1 and "any" in plain[0].do:
        plain[0].do = {"seq": compose.acts_of(plain[0].do), "loop": True}


def _save(d: Discourse, piece: Piece, c: _Call) -> None:
    """ＣＰは温存: a ban on spending."""
    d.add(Stmt("never", {"a": "spend_cp"}, cond=c.cond, a=piece.a, b=piece.b))
    d.topic = []
    d.cp_topic = True


def _hitaway(d: Discourse, piece: Piece, c: _Call) -> None:
    """ヒットアンドアウェイ: strike, then step away."""
    act: dict[str, Any] = {"a": "attack"}
    for paren in piece.parens:
        named = [t for t in paren.kids if t.has("A") and not t.is_("A", "retreat")]
        if named:
            act = parse_order.make_act(named[0].get("A") or "attack", [])
    guard = conj(_guard(d), d.sent_guard)
    d.add(
        Stmt(
            "rules",
            {"a": "retreat"},
            cond=conj(c.cond, ["last", "me", parse_cond.my_act(act["a"])]),
            guard=guard,
            a=piece.a,
            b=piece.b,
        )
    )
    d.add(Stmt("rules", act, cond=c.cond, guard=guard, a=piece.a, b=piece.b))


def _keepdist(d: Discourse, piece: Piece, c: _Call) -> None:
    hexes = next((int(t.num) for p in piece.parens for t in p.kids if t.kind == "N"), None)
    cond = conj(c.cond, ["dist", "<", hexes] if hexes is not None else ["state", "me", "close"])
    d.add(
        Stmt("rules", {"a": "retreat"}, cond=cond, guard=conj(_guard(d), d.sent_guard), a=piece.a, b=piece.b)
    )


def _lift(d: Discourse, piece: Piece, c: _Call) -> bool:
    """C ならその制限は解除: the cap does not hold while C."""
    caps = [x for x in d.stmts if "cap" in x.flags]
    if not caps or c.cond is None:
        return False
    for x in caps:
        if x.list_ == "never" and x.cond is not None and x.cond[0] == "not":
            x.cond = ["not", disj(x.cond[1], c.cond)]
        elif x.cond is not None:
            x.cond = disj(x.cond, c.cond)
    return True


def _back(d: Discourse, piece: Piece, c: _Call) -> None:
    """最初に戻る, 元に戻す: rules have no memory, nothing to add."""
    d.note("I_REMARK", piece.a, piece.b)


def _go(d: Discourse, piece: Piece, c: _Call) -> None:
    """こちらから行く: the plan goes on without the waiting condition."""
    waits = [
        x
        for x in d.stmts
        if x.list_ == "rules" and x.do == {"a": "wait"} and x.cond is not None and x.cond[0] == "until"
    ]
    if waits and c.cond is not None:
        waits[-1].cond = ["until", disj(waits[-1].cond[1], c.cond)]  # type: ignore[index]
        return
    if c.cond is not None or any(t.has("W") for t in c.clause.toks):
        _act(d, Piece("act", items=[Item({"a": "attack"})], flags=piece.flags, a=piece.a, b=piece.b), c)
        return
    _remark(d, piece, c)


def _freq(d: Discourse, piece: Piece, c: _Call) -> None:
    """A frequency without an act: of the topic, or of the act banned or named last."""
    act = _topic_act(d)
    if act is None and d.ctx.last_act is None:
        banned = [x.do["a"] for x in d.stmts if x.list_ == "never"]
        act = {"a": banned[-1].lstrip("@")} if banned and banned[-1].lstrip("@") in vocab.ACTS else None
    if act is None and d.ctx.last_act:
        act = {"a": d.ctx.last_act}
    banned = [x.do["a"] for x in d.stmts if x.list_ == "never" and x.sent in (d.sent, d.sent - 1)]
    if banned and banned[-1] in vocab.ACTS and d.sent_guard is not None:
        act = {"a": banned[-1]}
    if act is None:
        raise Refusal("E_NO_ACTION", piece.a, piece.b)
    _act(
        d,
        Piece(
            "act",
            items=[Item(act)],
            freq=piece.freq,
            tcond=piece.tcond,
            flags=piece.flags,
            a=piece.a,
            b=piece.b,
            vague=piece.vague,
        ),
        c,
    )


def _jump(d: Discourse, piece: Piece, c: _Call) -> None:
    """④へ: handled by the list; kept as a mark."""
    d.add(
        Stmt(
            "rules",
            {"a": "jump", "to": piece.target},
            cond=c.cond,
            ranked=c.ranked,
            a=piece.a,
            b=piece.b,
            flags={"jump"},
            else_=c.otherwise,
        )
    )


def _remark(d: Discourse, piece: Piece, c: _Call) -> None:
    if d.guard == ["spell"] and any(t.is_("V", "do") and t.neg for t in c.clause.toks):
        d.add(Stmt("rules", {"a": "attack"}, cond=["state", "opp", "casting"], a=c.clause.a, b=c.clause.b))
        return
    if any(t.is_("V", "lift") for t in c.clause.toks) and _lift(d, piece, c):
        return
    if any(t.is_("V", "back") for t in c.clause.toks):
        return
    if any(p.kind in ("act", "ban", "aim") for p in c.pieces) and not any(
        t.kind == "R" for t in c.clause.toks
    ):
        return
    if d.cp_topic and any(t.is_("V", "do") for t in c.clause.toks):
        d.cp_topic = False
        d.add(Stmt("free", {"a": "spend_cp"}, cond=c.cond, a=piece.a, b=piece.b))
        return
    if (
        c.cond is not None
        and piece.kind in ("empty", "remark")
        and not any(t.kind == "R" for t in c.clause.toks)
        and not piece.items
    ):
        act = _topic_act(d)
        if act is not None:
            _act(
                d,
                Piece("act", items=[Item(act)], freq=piece.freq, flags=piece.flags, a=piece.a, b=piece.b),
                c,
            )
            return
        if not any(t.kind == "R" for t in c.s.toks):
            raise Refusal("E_NO_ACTION", c.clause.a, c.clause.b)
    pointing = next(
        (
            t
            for t in c.clause.toks
            if t.is_("J", "thatpart", "former", "latter") and t.surf not in ("it", "there")
        ),
        None,
    )
    if pointing is not None and any(t.is_("V", "aim", "do") or t.has("X") for t in c.clause.toks):
        part = d.ctx.last_part
        if part is None or pointing.is_("J", "former", "latter"):
            raise Refusal("E_DANGLING", pointing.a, pointing.b)
        _aim(
            d,
            Piece(
                "aim",
                places=[part],
                flags=piece.flags,
                freq=piece.freq,
                a=piece.a or c.clause.a,
                b=piece.b or c.clause.b,
            ),
            c,
        )
        return
    if piece.kind == "empty" and d.topic:
        act = _topic_act(d)
        if act is not None:
            _act(
                d,
                Piece("act", items=[Item(act)], freq=piece.freq, flags=piece.flags, a=piece.a, b=piece.b),
                c,
            )
            return
    d.remark(c.clause.toks)


def cleft(d: Discourse, pend: list[tuple[Cond, Clause]], s: Sentence) -> None:
    """X のは C のときだけ / C になってから."""
    act = _topic_act(d)
    if act is None:
        raise Refusal("E_NO_ACTION", pend[-1][1].a, pend[-1][1].b)
    cond = conj(*[c[1] if c[0] == "since" else c for c, _k in pend])
    only = any(k.only for _c, k in pend)
    clause = pend[-1][1]
    settled = parse_cond.settle(cond, "opp")
    d.last = []
    d.add(Stmt("rules", act, cond=settled, guard=conj(_guard(d), d.sent_guard), a=d.topic[0].a, b=clause.b))
    if only and act["a"] in _ALONE and settled is not None:
        outside = _negated(settled)
        if _self_start(d):
            outside = ["and", outside, ["not", ["provoked"]]]
        d.add(
            Stmt(
                "never",
                {"a": "@attack" if act["a"] == "attack" else act["a"]},
                cond=outside,
                a=d.topic[0].a,
                b=clause.b,
                auto=True,
            )
        )
        if act["a"] == "attack":
            d.add(Stmt("rules", {"a": "wait"}, a=d.topic[0].a, b=clause.b, auto=True))


_PLACE = {
    "act": _act,
    "ban": _ban,
    "ban0": _ban0,
    "aim": _aim,
    "crip": _crip,
    "stop": _stop,
    "loop": _loop,
    "save": _save,
    "keepdist": _keepdist,
    "back": _back,
    "go": _go,
    "freq": _freq,
    "jump": _jump,
    "exceptplace": _exceptplace,
    "igai": _igai,
    "remark": _remark,
    "empty": _remark,
}
