"""A condition clause (its tokens) -> a condition of bp/1, for both languages.

Slots are filled from the tokens: whose, which part, which act, what came of it, how many, how much, negated.
A "?" stands for a fighter the order decides (倒れたら: the opponent, but with 起きる it is I).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from budosim.ai import vocab
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok
from budosim.ai.policy import negate

Cond = list[Any]


@dataclass(slots=True)
class Context:
    """What earlier clauses leave for later ones to lean on."""

    who: str | None = None
    last_act: str | None = None
    last_part: str | None = None
    last_cond: Cond | None = None
    quantity: str | None = None
    quantity_who: str | None = None
    react: bool = False
    vague: list[Tok] = field(default_factory=list)
    holding: bool = False
    last_res: bool = True
    last_who: str | None = None
    compared: str | None = None


_STATES = {
    "stunned": "stunned",
    "airborne": "airborne",
    "grappled": "grappled",
    "locked": "locked",
    "choked": "choked",
    "pinned": "pinned",
    "blind": "blind",
    "casting": "casting",
    "spell_on": "spell_on",
    "allout": "allout",
    "retreated": "retreated",
    "standing": "standing",
    "tired": "tired",
    "hurt": "hurt",
    "fresh": "fresh",
    "unconscious": "unconscious",
    "down": "down",
    "mkdown": "down",
    "active": "active",
}
_ME_BY_NATURE = {"spell_on", "cornered", "grappled", "pinned", "choked", "tired", "fresh", "hurt"}
_CLASS_OF = {
    **dict.fromkeys(vocab.HAND, "@hand"),
    **dict.fromkeys(vocab.KICK, "@kick"),
    "kick": "@kick",
    "grapple": "@grapple",
    "attack": "@attack",
    "throw": "@throw",
    "sac_throw": "@throw",
    "takedown": "@throw",
    "cast": "cast",
    "@spell": "cast",
    "aoa": "@aoa",
}


def opp_act(act: str, tok: Tok | None = None) -> str:
    """An act of the opponent as conditions name it: by class, unless the text names the manoeuvre."""
    if act in ("punch", "@hand"):
        return "@hand"
    if act in ("kick",):
        return "@kick"
    if act in ("throw",):
        return "@throw"
    if act in ("grapple", "@grapple"):
        return "@grapple"
    if act in ("attack", "@attack"):
        return "@attack"
    if act in ("submission",):
        return "@lock"
    if act == "@spell":
        return "cast"
    return act


def my_act(act: str) -> str:
    """An act of mine as conditions name it."""
    return {"attack": "@attack", "submission": "@lock"}.get(act, act)


class View:
    """The tokens of one clause with questions to ask."""

    def __init__(self, toks: list[Tok]) -> None:
        self.toks = [t for t in toks if t.kind not in ("sp",)]

    def first(self, kind: str, *vals: str) -> Tok | None:
        """The first token that can be of `kind` (and one of `vals`)."""
        for tok in self.toks:
            if (not vals and tok.has(kind)) or (vals and tok.is_(kind, *vals)):
                return tok
        return None

    def all(self, kind: str) -> list[Tok]:
        """All tokens that can be of `kind`."""
        return [t for t in self.toks if t.has(kind)]

    def particle_after(self, tok: Tok) -> str:
        """The particle behind `tok`, or ""."""
        i = self.toks.index(tok)
        return self.toks[i + 1].surf if i + 1 < len(self.toks) and self.toks[i + 1].kind == "P" else ""

    @property
    def a(self) -> int:
        """Where the clause begins."""
        return self.toks[0].a if self.toks else 0

    @property
    def b(self) -> int:
        """Where the clause ends."""
        return self.toks[-1].b if self.toks else 0

    def who(self) -> str | None:
        """The subject: the fighter named first."""
        tok = self.first("W", "me", "opp")
        return tok.get("W") if tok is not None else None

    def neg(self) -> bool:
        """Whether the clause is negated (one negation)."""
        count = sum(
            1
            for t in self.toks
            if (t.neg and not t.is_("D", "far", "near")) or t.is_("M", "not") or t.is_("V", "nai")
        )
        # ない as a verb carries no own "neg"
        count -= sum(1 for t in self.toks if t.is_("V", "nai") and t.neg)
        return count % 2 == 1


@dataclass(slots=True)
class Amount:
    """A number in a condition with its comparison ("" = none written)."""

    value: float
    share: bool
    op: str
    tok: Tok
    unit: str = ""


def amount(view: View) -> Amount | None:
    """The first amount of a clause."""
    toks = view.toks
    for i, tok in enumerate(toks):
        if tok.kind == "fr":
            value, share, used, unit = tok.num, True, 1, ""
            prev = toks[i - 1] if i else None
            if (
                prev is not None
                and prev.kind == "N"
                and tok.surf in ("quarters", "quarter", "thirds", "fifths", "tenths")
            ):
                value = round(prev.num * tok.num, 2) if tok.surf != "thirds" else round(prev.num / 3, 2)
        elif tok.kind == "od" and tok.surf == "third" and (i == 0 or toks[i - 1].surf in ("a", "one", "two")):
            prev = toks[i - 1] if i else None
            value, share, used, unit = (
                (0.67 if prev is not None and prev.surf == "two" else 0.33),
                True,
                1,
                "",
            )
        elif tok.kind == "sh":
            value, share, used, unit = tok.num, True, 1, ""
        elif tok.kind == "N":
            nxt = toks[i + 1] if i + 1 < len(toks) else None
            if (nxt is not None and (nxt.kind == "fr" or (nxt.kind == "od" and nxt.surf == "third"))) or (
                nxt is not None and nxt.kind == "od" and nxt.surf.startswith("third")
            ):
                continue
            if nxt is not None and nxt.has("U"):
                unit = nxt.get("U") or ""
                if unit in ("pct", "wari"):
                    value, share, used = tok.num / (100 if unit == "pct" else 10), True, 2
                else:
                    value, share, used = tok.num, False, 2
            else:
                value, share, used, unit = tok.num, False, 1, ""
        else:
            continue
        op = ""
        for later in toks[i + used :]:
            compare = later.get("C")
            if compare is not None:
                op = compare
                if later.neg:
                    op = vocab.NEGATED_OP.get(op, op)
                break
            if later.has("ASXT") or later.kind in ("N", "fr"):
                break
        if not op:
            for earlier in reversed(toks[:i]):
                compare = earlier.get("C")
                if compare is not None:
                    op = compare
                    break
                if earlier.has("QASXT"):
                    break
        return Amount(value, share, op, tok, unit)
    return None


def parse(toks: list[Tok], ctx: Context, ctype: str) -> Cond | None:
    """The condition a clause states; None when it states none. Raises Refusal for what nobody can see."""
    toks = [t for t in toks if t.kind not in ("sp", "q", "b")]
    parts = _split(toks)
    if len(parts) > 1:
        conds: list[Cond] = []
        ops: list[str] = []
        for op, part in parts:
            cond = parse(part, ctx, ctype)
            if cond is None:
                if any(t.has("ASXLQTGDE") or t.kind in ("?", "N") for t in part) and not all(
                    t.has("W") or t.kind in "P_," for t in part
                ):
                    return None
                continue
            conds.append(cond)
            ops.append(op)
        if not conds:
            return None
        if len(conds) == 1:
            return conds[0]
        if ["recovered", "stunned"] in conds:
            return ["recovered", "stunned"]
        joined = conds[0]
        for op, cond in zip(ops[1:], conds[1:], strict=True):
            joined = [
                op,
                *(joined[1:] if joined[0] == op else [joined]),
                *(cond[1:] if cond[0] == op else [cond]),
            ]
        return joined
    return atom(View(toks), ctx, ctype)


def _split(toks: list[Tok]) -> list[tuple[str, list[Tok]]]:
    """Alternatives (か, または, or) and conjunctions (て、, かつ, and) of a condition clause."""
    out: list[tuple[str, list[Tok]]] = []
    cur: list[Tok] = []
    op = "and"

    def cut(nxt: str) -> None:
        nonlocal cur, op
        if cur and any(t.has("ASXLQTGDEVHO") or t.kind in ("tc", "?", "N") for t in cur):
            out.append((op, cur))
            cur, op = [], nxt
        elif out or cur:
            op = nxt if out else op

    for i, tok in enumerate(toks):
        nxt = toks[i + 1] if i + 1 < len(toks) else None
        if (
            (tok.kind == "P" and tok.surf == "か" and nxt is not None)
            or (tok.is_("M", "also") and tok.surf in ("または", "もしくは", "あるいは", "or", "either"))
            or tok.kind == "/"
        ):
            cut("or")
        elif tok.kind in ("&",) or (tok.kind == "_" and tok.surf in ("かつ", "and")):
            cut("and")
        elif (
            tok.has("SXDC")
            and tok.form in ("te", "renyo")
            and nxt is not None
            and tok.feats
            and not tok.has("A")
            and (nxt.kind == "," or nxt.has("WSXLQ"))
        ):
            cur.append(tok)
            if any(t.has("SXDC") for t in cur):
                cut("and")
        else:
            cur.append(tok)
    if cur:
        out.append((op, cur))
    return out


def atom(v: View, ctx: Context, ctype: str) -> Cond | None:
    """One simple condition."""
    held = _held(v)
    if held is not None:
        return held
    if any(t.surf in ("両方", "both") for t in v.toks) and v.all("S") and not v.who():
        state = _STATES.get(v.all("S")[0].get("S") or "")
        if state is not None:
            return ["and", ["state", "me", state], ["state", "opp", state]]
    for step in (
        _tokens,
        _hidden,
        _quantities,
        _kinds,
        _counting,
        _distance,
        _parts,
        _acts,
        _results,
        _states,
    ):
        cond = step(v, ctx, ctype)
        if cond is not None:
            return cond
    only_who = [t for t in v.toks if t.kind not in "_P," and not t.is_("M", "only")]
    if (
        len(only_who) == 1
        and only_who[0].is_("W", "me", "opp")
        and ctx.last_cond is not None
        and ctx.last_cond[0] == "state"
    ):
        return ["state", only_who[0].get("W"), ctx.last_cond[2]]
    return None


# -- the steps of the cascade ----------------------------------------------------------------------


def _signed(cond: Cond, v: View) -> Cond:
    return negate(cond) if v.neg() else cond


def _tokens(v: View, ctx: Context, ctype: str) -> Cond | None:
    tc = next((t for t in v.toks if t.kind == "tc"), None)
    if tc is not None and not v.all("A"):
        return list(json.loads(tc.val))
    number = next((t for t in v.toks if t.kind == "N"), None)
    turn = v.first("U", "turn")
    if tc is None and number is not None and turn is not None and not v.all("Q") and not v.first("M", "rowm"):
        i = v.toks.index(number)
        if i + 1 < len(v.toks) and v.toks[i + 1] is turn:
            n = int(number.num)
            acts = [t for t in v.all("A") if not t.is_("A", "wait", "attack")]
            if (
                v.first("V", "time", "end", "happen", "come")
                or any(t.is_("A", "wait") for t in v.all("A"))
                or v.first("C", ">")
            ):
                return ["turn", ">", n]
            if not acts and not v.all("S"):
                return ["turn", "<=" if ctype in ("made", "aida") else "==", n]
    if v.first("M", "early") and not v.all("ASXQ"):
        ctx.vague.append(v.first("M", "early"))  # type: ignore[arg-type]
        return ["turn", "<=", 5]
    if v.first("M", "late") and not v.all("ASXQ"):
        ctx.vague.append(v.first("M", "late"))  # type: ignore[arg-type]
        return ["turn", ">", 10]
    return None


def _hidden(v: View, ctx: Context, ctype: str) -> Cond | None:
    seen = v.first("O")
    if seen is not None and v.who() != "me":
        raise Refusal("E_NOT_OBSERVABLE", v.a, v.b)
    return None


def _quantities(v: View, ctx: Context, ctype: str) -> Cond | None:
    q = v.first("Q", "hp", "dmg", "fp", "cp", "score", "st", "movespeed", "size", "feints")
    amt = amount(v)
    who = v.who()
    name = q.get("Q") if q is not None else None
    if v.first("S", "dying"):
        return _signed(["hp", who or "opp", "<=", 0.25], v)
    less = v.first("M", "lastmin")
    if (
        less is not None
        and name in ("hp", "fp")
        and amt is None
        and less.surf.startswith(("減", "少な", "へ"))
    ):
        ctx.vague.append(less)
        return [name, who or ("me" if name == "fp" else "?h"), "<=", 0.5]
    if v.first("M", "lastmin") and name in ("hp", "fp"):
        return [name, who or ("me" if name == "fp" else "?h"), "<=", 0.25]
    if name is None and amt is not None and amt.share and ctx.quantity and not v.all("ATGD"):
        name, who = ctx.quantity, who or ctx.quantity_who
    if name is None and amt is not None and amt.share and not v.all("ATGDL"):
        name = "hp"
    compared = next((t.get("C") for t in v.toks if t.has("C")), None)
    if name is None and ctx.compared and compared is not None and amt is None and not v.all("ATGDXSLN"):
        return ["cmp", ctx.compared, compared]
    if (
        name is None
        and ctx.quantity
        and v.first("C", "<", "<=", ">", ">=")
        and not v.all("ATGDXSL")
        and amt is None
    ):
        return ctx.last_cond
    if name is None:
        return None
    both = v.first("W", "me") is not None and v.first("W", "opp") is not None
    if both and amt is not None and amt.share and name in ("hp", "fp", "dmg"):
        return None  # half of the other's points: bp/1 cannot say it
    if name in ("hp", "dmg", "fp", "st", "movespeed", "size", "feints"):
        key = {"dmg": "hp", "movespeed": "move"}.get(name, name)
        compare = next((t.get("C") for t in v.toks if t.has("C")), None)
        if v.first("V", "ahead"):
            compare = ">"
        if v.first("V", "behind_"):
            compare = "<"
        if v.first("V", "level"):
            compare = "=="
        if (
            amt is None
            and compare is not None
            and (both or who is not None or v.first("V", "ahead", "behind_", "level"))
        ):
            subject = _compared(v)
            op = compare
            if subject == "opp":
                op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            if name == "dmg":
                op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            ctx.compared = key
            return (
                _signed(["cmp", key, op], v)
                if not any(t.neg and t.has("C") for t in v.toks)
                else ["cmp", key, vocab.NEGATED_OP[op]]
            )
    if amt is None:
        if name in ("hp", "fp") and v.first("S", "tired"):
            return ["state", who or "me", "tired"]
        if name == "cp" and (v.first("V", "nai") or v.first("V", "be")):
            return ["cp", "==", 0] if v.neg() or v.first("V", "nai") else ["cp", ">=", 1]
        if name in ("hp", "fp") and v.first("V", "end"):
            return [name, who or "me", "<=", 0]
        if name == "dmg" and (v.first("V", "suffer") or v.first("A", "parry") or v.first("V", "do")):
            return _signed(["hit", who or "me"], v)
        return None
    value: float = amt.value if amt.share else int(amt.value)
    if amt.share and not 0 < amt.value < 1:
        raise Refusal(
            "E_BAD_NUMBER",
            amt.tok.a,
            amt.tok.b,
            "割合は0から1のあいだです。",
            "A share lies between 0 and 1.",
        )
    op = amt.op
    ctx.quantity, ctx.quantity_who = name, who
    if name == "dmg":
        op = op or ">="
        if not amt.share:
            raise Refusal("E_BAD_NUMBER", v.a, v.b, "残りＨＰで書いてください。", "Write it as HP left.")
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
        return _signed(["hp", who or "me", op, round(1 - value, 2)], v)
    if name in ("hp", "fp"):
        op = op or "<="
        return ["hp" if name == "hp" else "fp", who or "?h", op, round(value, 2) if amt.share else int(value)]
    if name in ("cp", "score"):
        return [name, op or ">=", int(value)]
    return None


def _compared(v: View) -> str:
    """In 「相手の残りＨＰが自分より多い」: whose quantity is the subject (not the one before より)."""
    seen: list[str] = []
    than: str | None = None
    for i, tok in enumerate(v.toks):
        side = tok.get("W")
        if side not in ("me", "opp"):
            continue
        nxt = v.toks[i + 1] if i + 1 < len(v.toks) else None
        prev = v.toks[i - 1] if i else None
        if (nxt is not None and (nxt.surf.startswith("より") or nxt.surf in ("を",))) or (
            prev is not None
            and (prev.surf.endswith("than") or prev.surf == ">" or prev.surf == "<" or prev.surf == "exceeds")
        ):
            than = side
        else:
            seen.append(side)
    if seen:
        return seen[0]
    return "me" if than == "opp" else "opp" if than == "me" else "me"


def _kinds(v: View, ctx: Context, ctype: str) -> Cond | None:
    t = v.first("T")
    if t is not None and not v.first("A", "resist_will"):
        name = t.get("T") or ""
        if name == "slower":
            return ["not", ["type", "opp", "faster"]]
        if name == "weaker":
            return ["not", ["type", "opp", "stronger"]]
        return (
            _signed(["type", "opp", name], v) if not v.first("M", "igai") else ["not", ["type", "opp", name]]
        )
    g = v.first("G")
    if g is not None:
        return _signed(["stage", g.get("G")], v)
    e = v.first("E")
    if e is not None:
        mine = (e.get("E") == "first") == (v.who() != "opp")
        return ["initiative", "me" if mine else "opp"]
    skill = v.first("B")
    if skill is not None and v.first("V", "do") and v.who() == "opp":
        return ["type", "opp", "grappler" if skill.is_("B", "judo", "wrestling", "sumo") else "striker"]
    if (
        v.first("A", "@spell")
        and v.first("W", "opp")
        and v.first("V", "do")
        and ctype in ("nara", "toki")
        and v.toks
        and (v.toks[-1].has("W") or v.toks[-1].kind == "P")
    ):
        return _signed(["type", "opp", "caster"], v)
    return None


def _number_times(v: View) -> tuple[int, Tok] | None:
    for i, tok in enumerate(v.toks):
        if tok.kind == "N" and i + 1 < len(v.toks) and v.toks[i + 1].is_("U", "times", "blow", "turn"):
            return int(tok.num), v.toks[i + 1]
        if tok.kind == "nth":
            return int(json.loads(tok.val)[1]), tok
        if tok.is_("M", "aoa_double") and tok.surf in ("twice",):
            return 2, tok
    once = v.first("M", "once")
    if once is not None and once.surf not in ("as soon as", "once"):
        return 1, once
    number = next((t for t in v.toks if t.kind == "N"), None)
    if number is not None and (
        v.first("M", "rowm")
        or v.first("V", "hit", "miss", "suffer", "fail")
        or v.first("A", "parry", "dodge")
    ):
        return None if v.first("Q") or v.first("D") else (int(number.num), number)
    return None


def _counting(v: View, ctx: Context, ctype: str) -> Cond | None:
    many = _number_times(v)
    row = v.first("M", "rowm") is not None
    if many is None:
        return None
    n, tok = many
    if n < 1:
        raise Refusal("E_BAD_NUMBER", v.a, v.b, "0回は数えられません。", "Zero times cannot be counted.")
    who, act, res = _who_act_result(v, ctx)
    if act is None:
        return None
    op = ">="
    compare = next((t.get("C") for t in v.toks if t.has("C")), None)
    if compare in ("<", "<=", ">", ">="):
        op = compare
    if tok.kind == "nth":
        op = ">="
    if v.first("V", "cont") and v.first("U", "turn") and v.neg():
        return ["row", who, act, "none", ">=", n]
    if tok.is_("U", "turn"):
        if res in (None, "any") and v.neg():
            return ["row", who, "@attack" if act == "attack" else act, "none", op, n]
        if act == "hold" or act == "wait":
            return ["row", who, act, "any", op, n]
        row = True
    head = "row" if row else "count"
    if res is None and v.neg() and act not in ("attack",):
        res = "none"
    return [head, who, act, res or "any", op, n]


def _who_act_result(v: View, ctx: Context) -> tuple[str, str | None, str | None]:
    """Whose act a clause counts, which, and with what result."""
    acts = [
        t
        for t in v.all("A")
        if not t.is_("A", "parry", "dodge") or not ("pass" in t.feats or t.form in ("tara", "ba"))
    ]
    who = v.who()
    parry = next((t for t in v.all("A") if t.is_("A", "parry", "dodge")), None)
    named = next((t for t in acts if t is not parry and not t.is_("A", "attack")), None) or next(
        (t for t in acts if t is not parry), None
    )
    act = named.get("A") if named is not None else None
    if parry is not None:
        stopped = "parried" if parry.get("A") == "parry" else "dodged"
        passive = (
            "pass" in parry.feats
            or v.first("W", "opp") is not None
            or named is not None
            or v.first("M", "not") is None
        )
        if passive:
            return "me", my_act(act or ctx.last_act or "attack"), stopped
    if v.first("V", "suffer"):
        return "opp", opp_act(act) if act else "@attack", "hit"
    passive_act = named is not None and "pass" in named.feats
    result = v.first("V", "hit", "miss", "ok", "fail")
    res = result.get("V") if result is not None else None
    if (result is not None and result.neg) or (result is not None and v.first("M", "not")):
        res = {"hit": "miss", "miss": "hit", "ok": "fail", "fail": "ok"}[res or "ok"]
    if passive_act and act is not None:
        base = opp_act(act)
        return "opp", base, "hit" if act in vocab.STRIKES or base in ("@hand", "@kick", "@attack") else "ok"
    if act is None and result is not None:
        act = ctx.last_act if who != "opp" else "attack"
        act = act or "attack"
    if act is None and v.first("M", "rowm") and v.first("V", "do") and who == "opp":
        return "opp", "@attack", res
    if act is None and who == "opp" and v.first("V", "come", "do", "move"):
        return "opp", "@attack", res
    if act is None:
        return who or "me", None, res
    if act not in vocab.STRIKES | {"attack", "@strike", "@hand"}:
        res = {"hit": "ok", "miss": "fail"}.get(res or "", res)
    if who == "opp":
        return "opp", opp_act(act), res
    return "me", my_act(act), res


def _distance(v: View, ctx: Context, ctype: str) -> Cond | None:
    amt = amount(v)
    q = v.first("Q", "dist")
    hexes = v.first("U", "hex")
    if (q is not None or hexes is not None) and amt is not None:
        return [
            "dist",
            amt.op or ("<=" if v.first("D", "near") else ">=" if v.first("D", "far") else "=="),
            int(amt.value),
        ]
    far, near = v.first("D", "far"), v.first("D", "near")
    if far is not None:
        return ["dist", ">=", 3] if not far.neg and not v.first("M", "not") else ["dist", "<", 3]
    if near is not None and not v.all("A"):
        return ["dist", "<=", 1] if not near.neg and not v.first("M", "not") else ["dist", ">", 1]
    reach = v.first("V", "reach")
    if reach is not None:
        out = v.neg() or reach.surf in ("out of reach", "out of range")
        return ["dist", ">=", 3] if out else ["dist", "<", 3]
    return None


def _part_of(v: View, ctx: Context, *, kind: str = "crippled") -> str | None:
    places = [t.get("L") for t in v.all("L") if not (t.kind == "S" or t.kind == "X")]
    if (
        not places
        and (
            v.first("J", "thatpart")
            or (v.first("_", "adv") and any(t.surf in ("両方", "both") for t in v.toks))
        )
        and ctx.last_part
    ):
        part = ctx.last_part
        if any(t.surf in ("両方", "both") for t in v.toks):
            part = {
                "leg": "legs",
                "leg.R": "legs",
                "leg.L": "legs",
                "arm": "arms",
                "arm.R": "arms",
                "arm.L": "arms",
            }.get(part, part)
        return part
    if not places:
        return None
    names = list(dict.fromkeys(p for p in places if p))
    if "arm" in names and "leg" in names:
        return "@limb"
    name = names[0]
    if any(t.surf in ("両方", "both", "両") for t in v.toks):
        name = {"leg": "legs", "arm": "arms"}.get(name, name)
    if name in ("hand",) and kind == "crippled":
        surf = next(t.surf for t in v.all("L"))
        name = "arm" if surf == "手" else "hand"
    return name


def _parts(v: View, ctx: Context, ctype: str) -> Cond | None:
    foot = v.first("V", "stopfoot") or v.first("X", "stopfoot")
    if foot is not None:
        ctx.last_part = "leg"
        return _signed(["crippled", v.who() or "opp", "leg"], v)
    x = v.first("X", "crip", "mkcrip")
    if x is None:
        return None
    if x.has("V") and v.all("A") and not v.all("L"):
        return None
    part = _part_of(v, ctx)
    if part is None:
        if ctx.last_part is None and not (ctx.last_cond and ctx.last_cond[0] == "crippled"):
            return None
        part = ctx.last_part
        if part is None and ctx.last_cond is not None:
            part = str(ctx.last_cond[2])
    assert part is not None
    base = {"eyes": "eye", "knee": "leg", "knees": "leg"}.get(part, part)
    made = x.is_("X", "mkcrip") and not x.is_("X", "crip")
    who = v.who()
    if made and "pass" in x.feats:
        who = (
            "me" if who in (None, "opp") and not any(v.particle_after(t) == "の" for t in v.all("W")) else who
        )
    elif made and "pot" not in x.feats and x.form != "pot":
        who = "opp" if who in (None, "me") else who
    amt = amount(v)
    if amt is not None and amt.share:
        return ["part", who or "?", base, amt.op or ">=", amt.value]
    ctx.last_part = base
    # 使えない carries its own negation
    flip = x.neg and x.surf[:1] not in "使動利効上機" and not x.is_("X", "crip")
    use = x.surf.startswith(("使えな", "使用できな", "動かせな", "上がらな")) and who is None
    cond: Cond = ["crippled", who or ("?u" if use else "?"), base]
    return negate(cond) if flip or v.first("M", "not") else cond


def _acts(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Conditions built on an act: mine, his, passive, with or without a result."""
    acts = v.all("A")
    if not acts or (
        v.all("S")
        and not any(t.has("V") and t.is_("V", "hit", "miss", "ok", "fail") for t in v.toks)
        and not any("pass" in t.feats for t in acts)
        and not all(t.kind == "A" and not t.has("S") for t in acts)
    ):
        return None
    if (
        ctx.react
        and ctype in ("nara", "toki", "topic")
        and all(not t.feats or t.form == "renyo" for t in acts)
    ):
        named = [opp_act(t.get("A") or "") for t in acts if not t.is_("A", "parry", "dodge", "attack")]
        if named:
            conds = [["attacked_with", n] for n in named]
            return conds[0] if len(conds) == 1 else ["or", *conds]
    who = v.who()
    tok = acts[-1]
    act = tok.get("A") or ""
    result = v.first("V", "hit", "miss", "ok", "fail", "suffer")
    if who == "opp" and any(t.is_("A", "parry", "dodge") for t in acts) and len(acts) > 1:
        return _defences(v, ctx, who, acts)
    if act in ("parry", "dodge", "riposte", "no_defence") or any(
        t.is_("A", "parry", "dodge", "riposte") and ("pass" in t.feats or t.feats) for t in acts
    ):
        return _defences(v, ctx, who, acts)
    if result is not None and result is not tok:
        owner, name, res = _who_act_result(v, ctx)
        if result.is_("V", "suffer"):
            if name in (None, "@attack"):
                return ["hit", "me"]
            return ["last", "opp", name, "hit"]
        if name is None:
            return None
        return ["last", owner, name, res] if res else ["last", owner, name]
    if "pass" in tok.feats:
        return _passive(v, act, tok)
    if who is None and any(t.is_("V", "do") and "pass" in t.feats for t in v.toks):
        who = "opp"
    if who == "opp" and act == "attack" and ctype == "made":
        return ["attacked"]
    if who == "opp":
        return _his(v, act, tok)
    return _mine(v, act, tok, ctx)


def _held(v: View) -> Cond | None:
    """腕を取ったら: which part I hold."""
    verb = v.first("V", "do")
    places = [t.get("L") for t in v.all("L")]
    if verb is not None and places and verb.surf.startswith(("取", "とっ")) and not v.all("A"):
        return ["held", str(places[0])]
    return None


def _defences(v: View, ctx: Context, who: str | None, acts: list[Tok]) -> Cond | None:
    tok = next(t for t in acts if t.is_("A", "parry", "dodge", "riposte", "no_defence"))
    act = tok.get("A") or ""
    other = next((t for t in acts if t is not tok), None)
    res = {"parry": "parried", "dodge": "dodged"}.get(act)
    result = v.first("V", "ok", "fail")
    if (
        other is not None
        and other.is_("A", "attack")
        and act == "parry"
        and "pass" not in tok.feats
        and who != "opp"
        and tok.surf.startswith("うけ")
        and tok.form in ("tara", "ba", "past", "fin", "te", "after")
        and other.a < tok.a
        and v.particle_after(other) == "を"
        and not tok.surf.startswith("うけ流")
        and "neg" not in tok.feats
    ):
        return ["hit", "me"]
    if res and (("pass" in tok.feats and "pot" not in tok.feats) or ("pass" in tok.feats) or who == "opp"):
        name = other.get("A") if other is not None else ctx.last_act
        return _signed(["last", "me", my_act(name or "attack"), res], v)
    outcome = (
        "fail"
        if (result is not None and result.get("V") == "fail") or tok.neg or v.first("M", "not")
        else "ok"
    )
    return ["def", "me", act, outcome]


def _passive(v: View, act: str, tok: Tok) -> Cond | None:
    cond: Cond
    if act == "grapple":
        cond = ["state", "me", "grappled"]
    elif act in ("pin",):
        cond = ["state", "me", "pinned"]
    elif act in ("choke", "neck_snap"):
        cond = ["state", "me", "choked"]
    elif act in vocab.LOCK:
        cond = ["state", "me", "locked"]
    elif act in ("attack",):
        cond = ["provoked"]
    elif act in vocab.STRIKES or act in ("@strike", "@hand"):
        cond = ["last", "opp", opp_act(act), "hit"]
    elif act in ("throw", "takedown", "sac_throw", "slam", "suplex"):
        cond = ["last", "opp", opp_act(act), "ok"]
    elif act == "approach":
        cond = ["last", "opp", "approach"]
    elif act == "break_free":
        cond = ["last", "opp", "break_free", "ok"]
    elif act in ("cast", "@spell"):
        cond = ["last", "opp", "cast"]
    elif act == "hold":
        cond = ["state", "me", "locked"]
    else:
        cond = ["last", "opp", opp_act(act)]
    return _signed(cond, v)


def _his(v: View, act: str, tok: Tok) -> Cond | None:
    cond: Cond
    if act in ("attack",):
        cond = ["provoked"]
    elif act in ("aoa", "rush", "strong"):
        cond = ["state", "opp", "allout"]
    elif act in ("cast", "@spell"):
        casting = tok.form == "fin" and "teiru" in tok.feats
        cond = ["state", "opp", "casting"] if casting else ["last", "opp", "cast"]
    elif act == "hold" and "teiru" in tok.feats:
        cond = ["state", "opp", "holding"]
    elif act in (
        "break_free",
        "getup",
        "approach",
        "retreat",
        "wait",
        "all_out_def",
        "give_up",
        "feint",
        "riposte",
    ):
        cond = ["last", "opp", act]
    elif act == "grapple" and "teiru" in tok.feats:
        cond = ["state", "opp", "holding"]
    else:
        cond = ["last", "opp", opp_act(act)]
    return _signed(cond, v)


def _mine(v: View, act: str, tok: Tok, ctx: Context) -> Cond | None:
    cond: Cond
    if act == "grapple":
        cond = ["state", "me", "holding"]
    elif act in ("throw", "takedown", "sweep", "sac_throw", "suplex", "slam"):
        cond = ["state", "opp", "down"]
        if "neg" in tok.feats and "pot" in tok.feats:
            return ["last", "me", act, "fail"]
    elif act == "pin":
        cond = ["state", "opp", "pinned"]
    elif act in ("choke",):
        cond = ["state", "opp", "choked"]
    elif act in vocab.LOCK:
        cond = ["state", "opp", "locked"]
    elif act == "approach" and not v.all("L"):
        cond = ["state", "me", "close"]
    elif act == "getup" and ctx.last_cond in (["state", "?", "down"], ["state", "opp", "down"]):
        cond = ["last", "opp", "getup"]
    elif act == "hold" and tok.surf.isascii():
        cond = ["state", "me", "holding"]
    elif act == "hold":
        cond = ["state", "opp", "locked"]
    elif act == "break_free":
        cond = ["last", "me", "break_free", "ok"]
    elif act in ("give_up",):
        many = _number_times(v)
        return ["row", "me", "hold", "any", ">=", many[0]] if many is not None and tok.neg else None
    elif act in ("retreat", "approach") and v.all("L") and not v.all("W"):
        return None
    elif act == "retreat" and tok.surf.startswith(("はなれ", "離れ")):
        cond = ["dist", ">=", 3]
    elif act == "retreat" and "pot" in tok.feats:
        return ["state", "me", "cornered"] if tok.neg else None
    elif act == "aoa":
        cond = ["last", "me", "@aoa"]
    elif act == "wait":
        return None if "concess" in tok.feats else ["last", "me", "wait"]
    elif act in ("attack",):
        cond = ["last", "me", "@attack"]
    elif act == "@spell":
        cond = ["last", "me", "cast"]
    else:
        cond = ["last", "me", my_act(act)]
    return _signed(cond, v)


def _results(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Results without an act named: もらったら, 外れたら, 来たら, 当たらなければ."""
    who = v.who()
    idle = v.first("V", "do")
    if who == "opp" and idle is not None and idle.neg and any(t.surf == "何も" for t in v.toks):
        return ["not", ["provoked"]]
    if v.all("S") and not v.first("V", "suffer"):
        return None
    tok = v.first("V", "suffer", "hit", "miss", "ok", "fail", "come", "move", "ahead", "behind_", "level")
    if tok is None:
        return None
    val = tok.get("V")
    if tok.has("A") and not tok.is_("V", "suffer"):
        return None
    if val == "suffer":
        foe = v.first("W", "opp")
        his = who == "opp" and foe is not None and v.particle_after(foe) == "が"
        return _signed(["hit", "opp" if his else "me"], v)
    if val in ("come", "move"):
        if v.first("U", "turn") or any("ターン" in t.surf or "たーん" in t.surf for t in v.toks):
            return None
        if ctype == "made":
            return ["attacked"]
        if who == "me":
            return None
        return _signed(["provoked"], v)
    if val in ("ahead", "behind_", "level"):
        mine = who != "opp"
        op = {"ahead": ">" if mine else "<", "behind_": "<" if mine else ">", "level": "=="}[val or ""]
        return _signed(["cmp", "hp", op], v)
    res = val or "hit"
    if tok.neg or v.first("M", "not"):
        res = {"hit": "miss", "miss": "hit", "ok": "fail", "fail": "ok"}[res]
    if who == "opp" and val in ("hit", "miss"):
        return ["last", "opp", "@attack", res]
    if (
        ctx.last_res
        and ctx.last_cond is not None
        and ctx.last_cond[0] == "last"
        and ctx.last_cond[1] == "me"
        and v.first("V", "ok", "fail", "hit", "miss")
    ):
        return ["last", "me", ctx.last_cond[2], res]
    act = ctx.last_act or "attack"
    if res in ("ok",) and act in vocab.STRIKES | {"attack"}:
        res = "hit"
    if res == "fail" and act in vocab.STRIKES | {"attack"}:
        res = "miss"
    return ["last", "me", my_act(act), res]


def _states(v: View, ctx: Context, ctype: str) -> Cond | None:
    who = v.who()
    s = v.first("S")
    both = v.first("W", "both") is not None
    if s is None:
        return None
    name = s.get("S") or ""
    if name in ("finish",):
        return ["or", ["state", "opp", "stunned"], ["hp", "opp", "<=", 0]]
    if name == "off":
        cond: Cond = ["or", ["state", who or "opp", "stunned"], ["state", who or "opp", "down"]]
        return cond
    if name == "landing":
        return ["last", "opp", "jump_kick"]
    if name == "holdstate":
        return _signed(["state", who or "me", "holding"], v)
    if name == "facing":
        return ["not", ["state", "opp", "behind"]]
    if name == "cornered":
        drive = s.surf.startswith(("追い詰", "追いつ", "追い込"))
        side = who or ("opp" if drive and "pass" not in s.feats else "me")
        return ["state", side, "cornered"]
    if name == "behind" and ctx.compared and not s.feats and not v.all("W"):
        return ["cmp", ctx.compared, "<"]
    if name == "behind":
        if "pass" in s.feats or who == "opp":
            return _signed(["state", "opp", "behind"], v)
        return _signed(["state", "me" if s.feats or who == "me" else "opp", "behind"], v)
    if name == "close":
        return _signed(["state", "me", "close"], v)
    if name == "locked":
        return _signed(["state", "me" if "pass" in s.feats else who or "opp", "locked"], v)
    if name == "mkdown":
        side = "me" if "pass" in s.feats and who in (None, "me") else "opp"
        return _signed(["state", side, "down"], v)
    if (
        name == "stunned"
        and who != "opp"
        and any(t.surf.startswith(("覚", "醒", "さめ", "回復")) for t in v.toks)
    ):
        return ["recovered", "stunned"]
    state = _STATES.get(name)
    if state is None:
        return None
    if name == "airborne" and s.neg:
        return None
    if s.surf.startswith(("動け", "立っていられ")):
        return ["state", who or "?", "stunned"]
    if who is not None:
        ctx.last_who = who
    side = who or ("me" if name in _ME_BY_NATURE else ctx.last_who or "?")
    if any(t.surf.startswith("回復") for t in v.toks):
        return ["not", ["state", side, state]]
    if name == "casting":
        side = who or "opp"
    if name == "spell_on":
        return (
            ["state", who or "me", "spell_on"]
            if not (s.neg and not s.surf.startswith("抵抗"))
            else ["not", ["state", who or "me", "spell_on"]]
        )
    if name == "blind":
        return ["state", who or "?", "blind"]
    if name == "allout":
        return ["state", who or "opp", "allout"]
    if both:
        return _signed(["and", ["state", "me", state], ["state", "opp", state]], v)
    cond = ["state", side, state]
    if s.neg or v.first("M", "not") or v.first("V", "nai"):
        return (
            negate(cond)
            if state not in ("down", "standing")
            else ["state", side, "standing" if state == "down" else "down"]
        )
    return cond


def settle(cond: Cond | None, side: str, own: bool = False) -> Cond | None:
    """Put `side` for the fighter that was left open ("?h": HP, mine unless the order looks at him)."""
    if cond is None:
        return None
    out: Cond = []
    for x in cond:
        if isinstance(x, list):
            out.append(settle(x, side, own))
        elif x == "?":
            out.append(side)
        elif x == "?u":
            out.append("me" if own else side)
        elif x == "?h":
            out.append("me")
        else:
            out.append(x)
    return out
