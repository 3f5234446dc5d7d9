"""The tokens of a condition clause with questions to ask: whose, how much, which act."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from budosim.ai import vocab
from budosim.ai.lexer import Tok
from budosim.ai.policy import negate

Cond = list[Any]


@dataclass(slots=True)
class Context:
    """What earlier clauses leave for later ones to lean on."""

    who: str | None = None
    last_act: str | None = None
    his: str | None = None  # the act of the opponent named last
    last_try: str | None = None  # the act named last that succeeds or fails rather than hits or misses
    last_part: str | None = None
    limb: str | None = None  # the limb the orders before strike with
    aimed: str | None = None  # the place the order before is aimed at
    last_cond: Cond | None = None
    quantity: str | None = None
    quantity_who: str | None = None
    react: bool = False
    vague: list[Tok] = field(default_factory=list)
    holding: bool = False
    last_res: bool = True
    last_who: str | None = None
    compared: str | None = None
    compared_his: bool = False  # it was said of the opponent's amount
    away: bool = False  # the plan is to keep away: who comes, approaches


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
    return my_act(act) if act in ("aoa", "rush", "strong", "clinch_neck", "@ground") else act


def my_act(act: str) -> str:
    """An act of mine as conditions name it."""
    own = {"attack": "@attack", "submission": "@lock", "clinch_neck": "grapple", "@ground": "@lock"}
    return "@aoa" if act in ("aoa", "rush", "strong") else own.get(act, act)


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
        sides = [t for t in self.toks if t.is_("W", "me", "opp")]
        tok = next((t for t in sides if self.particle_after(t) not in ("を", "に", "へ")), None)
        return tok.get("W") if tok is not None else None

    def subject(self) -> str | None:
        """The fighter that acts: not one whose act or part is spoken of (相手の攻撃)."""
        for tok in self.toks:
            if tok.is_("W", "me", "opp") and self.particle_after(tok) not in ("を", "に", "へ", "の", "から"):
                return tok.get("W")
        return None

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


def signed(cond: Cond, v: View) -> Cond:
    """The condition, or its opposite when the clause is negated."""
    return negate(cond) if v.neg() else cond


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
