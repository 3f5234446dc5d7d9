"""The controlled language of the rendering: one table per language writes a policy out and reads it back.

A template names its slots; rendering fills them, reading matches them. So parse(render(P)) = P by
construction, for every valid policy. A text that is not wholly of this form is left to the
reader of free prose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from budosim.ai.policy import Policy

Cond = list[Any]


@dataclass(frozen=True)
class Table:
    """The words of one language.

    Attributes:
        lang: "ja" or "en".
        words: for each kind of slot the id -> word table.
        atoms: (head, number of arguments, template); the slots in order are the arguments.
        joins: words of and, or, not, until, since, within.
        form: the other fixed pieces (see render_ja and render_en).

    """

    lang: str
    words: Mapping[str, Mapping[str, str]]
    atoms: tuple[tuple[str, tuple[str, ...], str], ...]
    form: Mapping[str, str]


def percent(x: float) -> str:
    """A share as a percentage without loss."""
    text = format((Decimal(str(x)) * 100).normalize(), "f")
    return text


def unpercent(text: str) -> float | None:
    """The share a percentage stands for."""
    try:
        return float(Decimal(text) / 100)
    except InvalidOperation:
        return None


def _slot(t: Table, kind: str, value: Any) -> str:
    if kind == "n":
        return str(value)
    if kind == "pct":
        return percent(value)
    if kind == "v":
        return (
            t.form["points"].format(value)
            if isinstance(value, int)
            else t.form["share"].format(percent(value))
        )
    if kind == "num":
        return str(value)
    return t.words[kind][value]


def cond(t: Table, c: Cond) -> str:
    """A condition in words."""
    head, args = c[0], c[1:]
    if head in ("and", "or"):
        return t.form[head].join(_bracket(t, x) for x in args)
    if head in ("not", "until", "since"):
        return t.form[head].format(_bracket(t, args[0]))
    if head == "within":
        return t.form["within"].format(_bracket(t, args[1]), n=args[0])
    for name, kinds, template in t.atoms:
        if name == head and len(kinds) == len(args):
            if head == "every" and len(args) == 3 and (args[2] == "turn") != (kinds[2] == "turnunit"):
                continue
            return template.format(*(_slot(t, k, a) for k, a in zip(kinds, args, strict=True)))
    raise KeyError(head)


def _bracket(t: Table, c: Cond) -> str:
    return t.form["open"] + cond(t, c) + t.form["close"]


def act(t: Table, a: Mapping[str, Any]) -> str:
    """An act with its details."""
    more: list[str] = []
    if "spell" in a:
        more.append(t.form["spell"].format(a["spell"]))
    if "energy" in a:
        most = a["energy"] == "max"
        more.append(t.form["energy_max"] if most else t.form["energy"].format(a["energy"]))
    if "hp" in a:
        more.append(t.form["blood"].format(a["hp"]))
    if "name" in a:
        more.append(t.form["name"].format(a["name"]))
    if "of" in a:
        more.append(t.form["of"].format(t.form["dot"].join(t.words["act"][x] for x in a["of"])))
    if "at" in a:
        more.append(t.form["at"].format(t.form["dot"].join(t.words["loc"][x] for x in a["at"])))
    if "pick" in a:
        more.append(t.form["pick_" + a["pick"]])
    if "mainly" in a:
        more.append(t.form["mainly"].format(t.words["loc"][a["mainly"]]))
    if "opt" in a:
        more.append(t.words["opt"][a["opt"]])
    if a.get("retreat"):
        more.append(t.form["retreat"])
    name = t.words["act"][a["a"]]
    return name + (t.form["paren"].format(t.form["comma"].join(more)) if more else "")


def do(t: Table, d: Mapping[str, Any]) -> str:
    """What a rule does."""
    if "any" in d:
        return t.form["any"] + t.form["slash"].join(
            f"{percent(w)}{t.form['pct']}{act(t, a)}" for w, a in d["any"]
        )
    if "first" in d:
        return t.form["first"] + t.form["gt"].join(act(t, a) for a in d["first"])
    if "seq" in d:
        return (
            t.form["seq"]
            + t.form["arrow"].join(act(t, a) for a in d["seq"])
            + t.form["loop" if d["loop"] else "once"]
        )
    return act(t, d)


def render(t: Table, policy: Policy) -> str:
    """The policy as numbered sentences in evaluation order."""
    out: list[str] = []
    for name in ("rules", "react", "free", "never"):
        rows = policy.get(name, [])
        if name == "rules":
            if not rows:
                out.append(t.form["norules"])
        elif rows:
            out.append(t.form["head_" + name])
        for i, row in enumerate(rows):
            n = t.form["number"].format(i + 1)
            other = t.form["else"] if i and name != "never" else ""
            if name == "never":
                body = t.form["ban"].format(act(t, {k: v for k, v in row.items() if k != "if"}))
            else:
                body = do(t, row["do"]) + t.form["stop"]
            out.append(
                n
                + other
                + (
                    t.form["if"].format(cond(t, row["if"]))
                    if row.get("if")
                    else t.form["then"]
                    if other
                    else ""
                )
                + body
            )
    if policy.get("rest") == "only":
        out.append(t.form["only"])
    return "\n".join(out)
