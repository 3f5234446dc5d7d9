"""A policy as JSON: is it bp/1 (`validate`), and its normal form (`normalise`).

Used for what the reader makes and for what people hand in as JSON: nothing is repaired silently, every
fault is reported with its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from budosim.ai import vocab

Policy = dict[str, Any]
Cond = list[Any]

_MAX_DEPTH = 24


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a policy: where (a path like rules[0].if) and what, in both languages."""

    path: str
    en: str
    ja: str


class _Checker:
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def bad(self, path: str, en: str, ja: str) -> None:
        self.problems.append(Problem(path, en, ja))

    # -- conditions -----------------------------------------------------------------------------
    def cond(self, cond: object, path: str, depth: int = 0) -> None:
        if not isinstance(cond, list) or not cond or not isinstance(cond[0], str):
            self.bad(path, "a condition is a list [head, ...]", "条件は [種類, …] の形です")
            return
        if depth > _MAX_DEPTH:
            self.bad(path, "nested too deeply", "入れ子が深すぎます")
            return
        head, args = cond[0], cond[1:]
        if head in ("and", "or"):
            if len(args) < 2:
                self.bad(path, f"{head} needs two or more conditions", f"{head} には条件が二つ以上要ります")
            for i, arg in enumerate(args):
                self.cond(arg, f"{path}.{head}[{i}]", depth + 1)
        elif head in ("not", "until", "since"):
            if len(args) != 1:
                self.bad(path, f"{head} needs one condition", f"{head} の条件は一つです")
            else:
                self.cond(args[0], f"{path}.{head}", depth + 1)
        elif head == "within":
            if len(args) != 2 or not _int(args[0]) or args[0] < 1:
                self.bad(
                    path, "within is [within, turns, condition]", "within は [within, ターン数, 条件] です"
                )
            else:
                self.cond(args[1], f"{path}.within", depth + 1)
        elif not _ATOMS.get(head, lambda _a: False)(args):
            self.bad(path, f"not a condition of bp/1: {cond!r}", f"bp/1 の条件ではありません: {cond!r}")

    # -- acts -----------------------------------------------------------------------------------
    def act(self, act: object, path: str, *, ban: bool = False) -> None:
        if not isinstance(act, dict) or not isinstance(act.get("a"), str):
            self.bad(path, "an act is an object with a", "行動は a を持つオブジェクトです")
            return
        ident = act["a"]
        if ident not in vocab.ACTS and ident not in vocab.CLASSES:
            self.bad(f"{path}.a", f"unknown act {ident!r}", f"知らない行動です: {ident!r}")
        known = {"a", "at", "pick", "mainly", "opt", "spell", "energy", "hp", "name", "of", "retreat"} | (
            {"if"} if ban else set()
        )
        for key in sorted(set(act) - known):
            self.bad(f"{path}.{key}", f"unknown key {key!r}", f"知らない項目です: {key!r}")
        at = act.get("at")
        if at is not None and not (
            isinstance(at, list) and at and all(isinstance(x, str) and x in vocab.LOCS for x in at)
        ):
            self.bad(f"{path}.at", f"not a list of places: {at!r}", f"部位の一覧ではありません: {at!r}")
        for key, allowed in (
            ("pick", vocab.PICKS),
            ("opt", vocab.OPTS),
            ("mainly", ("@vital", "@any", "@limb")),
        ):
            if key in act and act[key] not in allowed:
                self.bad(
                    f"{path}.{key}", f"unknown {key} {act[key]!r}", f"{key} の値が違います: {act[key]!r}"
                )
        for key in ("pick", "mainly"):
            if key in act and at is None:
                self.bad(f"{path}.{key}", f"{key} needs at", f"{key} には at が要ります")
        for key in ("spell", "name"):
            if key in act and not _plain_name(act[key]):
                self.bad(
                    f"{path}.{key}", "a short name without brackets", "括弧を含まない短い名前にしてください"
                )
        if ident == "cast" and not ban and "spell" not in act:
            self.bad(path, "cast needs spell", "cast には spell が要ります")
        if "energy" in act and act["energy"] != "max" and not (_int(act["energy"]) and act["energy"] > 0):
            self.bad(f"{path}.energy", "a number of points, or max", "点数か max です")
        if "hp" in act and not (_int(act["hp"]) and act["hp"] > 0):
            self.bad(f"{path}.hp", "a number of hit points", "生命力の点数です")
        if "of" in act and not (
            isinstance(act["of"], list) and act["of"] and all(x in vocab.ACTS for x in act["of"])
        ):
            self.bad(f"{path}.of", "a list of act ids", "行動の id の一覧です")
        if "retreat" in act and not isinstance(act["retreat"], bool):
            self.bad(f"{path}.retreat", "true or absent", "true か、書かないかです")

    def do(self, do: object, path: str) -> None:
        if not isinstance(do, dict):
            self.bad(path, "do is an object", "do はオブジェクトです")
        elif "any" in do:
            self._any(do, path)
        elif "first" in do or "seq" in do:
            key = "first" if "first" in do else "seq"
            acts = do[key]
            extra = set(do) - ({"first"} if key == "first" else {"seq", "loop"})
            if extra:
                self.bad(path, f"unknown keys {sorted(extra)}", f"知らない項目です: {sorted(extra)}")
            if not isinstance(acts, list) or not acts:
                self.bad(path, f"{key} is a list of acts", f"{key} は行動の一覧です")
            else:
                for i, act in enumerate(acts):
                    self.act(act, f"{path}.{key}[{i}]")
            if key == "seq" and not isinstance(do.get("loop"), bool):
                self.bad(f"{path}.loop", "loop is true or false", "loop は true か false です")
        else:
            self.act(do, path)

    def _any(self, do: dict[str, Any], path: str) -> None:
        rows = do["any"]
        if set(do) != {"any"} or not isinstance(rows, list) or not rows:
            self.bad(path, "any is a list of [weight, act]", "any は [重み, 行動] の一覧です")
            return
        total = 0.0
        for i, row in enumerate(rows):
            if not (isinstance(row, list) and len(row) == 2 and _num(row[0]) and 0 < row[0] <= 1):
                self.bad(f"{path}.any[{i}]", "a row is [weight, act]", "行は [重み, 行動] です")
                continue
            total += row[0]
            self.act(row[1], f"{path}.any[{i}]")
        if abs(total - 1) > 0.0101 * max(1, len(rows) - 1):
            self.bad(path, f"weights sum to {total:g}, not 1", f"重みの合計が1ではなく{total:g}です")


def _int(x: object) -> bool:
    return isinstance(x, int) and not isinstance(x, bool)


def _num(x: object) -> bool:
    return isinstance(x, int | float) and not isinstance(x, bool) and x == x and abs(x) < 1e9


def _plain_name(x: object) -> bool:
    return (
        isinstance(x, str)
        and 0 < len(x) <= 60
        and x == x.strip()
        and not set(x) & set('《》『』"“”\n\r\t<>{}[]')
    )


def _share_or_points(x: object) -> bool:
    return _int(x) or (isinstance(x, float) and 0 < x < 1)


def _actid(x: object) -> bool:
    return isinstance(x, str) and (x in vocab.ACTS or x in vocab.CLASSES)


def _op(x: object) -> bool:
    return isinstance(x, str) and x in vocab.OPS


def _in(x: object, group: frozenset[str]) -> bool:
    return isinstance(x, str) and x in group


def _every(a: list[Any]) -> bool:
    if not a or not _int(a[0]) or a[0] < 1 or len(a) > 3:
        return False
    if len(a) >= 2 and not (_int(a[1]) and a[1] >= 1):
        return False
    return len(a) < 3 or _in(a[2], vocab.UNITS)


def _many(a: list[Any]) -> bool:
    return (
        len(a) == 5
        and _in(a[0], vocab.SIDES)
        and _actid(a[1])
        and _in(a[2], vocab.RESULTS)
        and _op(a[3])
        and _int(a[4])
    )


_ATOMS: Mapping[str, Any] = {
    "turn": lambda a: len(a) == 2 and _op(a[0]) and _int(a[1]),
    "sub": lambda a: len(a) == 2 and _op(a[0]) and _int(a[1]),
    "dist": lambda a: len(a) == 2 and _op(a[0]) and _int(a[1]),
    "score": lambda a: len(a) == 2 and _op(a[0]) and _int(a[1]),
    "cp": lambda a: len(a) == 2 and _op(a[0]) and _int(a[1]),
    "every": _every,
    "p": lambda a: len(a) == 1 and _num(a[0]) and 0 <= a[0] <= 1,
    "hp": lambda a: len(a) == 3 and _in(a[0], vocab.SIDES) and _op(a[1]) and _share_or_points(a[2]),
    "fp": lambda a: len(a) == 3 and _in(a[0], vocab.SIDES) and _op(a[1]) and _share_or_points(a[2]),
    "crippled": lambda a: len(a) == 2 and _in(a[0], vocab.SIDES) and _in(a[1], vocab.LOCS),
    "state": lambda a: len(a) == 2 and _in(a[0], vocab.SIDES) and _in(a[1], vocab.STATES),
    "last": lambda a: (
        len(a) in (2, 3)
        and _in(a[0], vocab.SIDES)
        and _actid(a[1])
        and (len(a) == 2 or _in(a[2], vocab.RESULTS))
    ),
    "def": lambda a: len(a) == 3 and a[0] == "me" and _actid(a[1]) and _in(a[2], vocab.RESULTS),
    "hit": lambda a: len(a) == 1 and _in(a[0], vocab.SIDES),
    "provoked": lambda a: not a,
    "attacked": lambda a: not a,
    "first_def": lambda a: not a,
    "attacked_with": lambda a: len(a) == 1 and _actid(a[0]),
    "count": _many,
    "row": _many,
    "held": lambda a: len(a) == 1 and _in(a[0], vocab.LOCS),
    "part": lambda a: (
        len(a) == 4 and _in(a[0], vocab.SIDES) and _in(a[1], vocab.LOCS) and _op(a[2]) and _num(a[3])
    ),
    "recovered": lambda a: a == ["stunned"],
    "type": lambda a: len(a) == 2 and a[0] == "opp" and _in(a[1], vocab.TYPES),
    "stage": lambda a: len(a) == 1 and _in(a[0], vocab.STAGES),
    "cmp": lambda a: len(a) == 2 and _in(a[0], vocab.CMP) and _op(a[1]),
    "initiative": lambda a: len(a) == 1 and _in(a[0], vocab.SIDES),
}


def validate(policy: object) -> list[Problem]:
    """Every fault of `policy` against bp/1; an empty list means it is valid."""
    check = _Checker()
    if not isinstance(policy, dict):
        check.bad("", "a policy is an object", "方針はオブジェクトです")
        return check.problems
    for key in sorted(set(policy) - {*vocab.LISTS, "rest"}):
        check.bad(str(key), f"unknown key {key!r}", f"知らない項目です: {key!r}")
    if "rules" not in policy:
        check.bad("rules", "rules is missing (it may be empty)", "rules がありません（空でもかまいません）")
    if policy.get("rest", "default") not in ("only", "default"):
        check.bad("rest", "rest is only or default", "rest は only か default です")
    for name in ("rules", "react", "free"):
        rows = policy.get(name, [])
        if not isinstance(rows, list):
            check.bad(name, "a list of rules", "規則の一覧です")
            continue
        for i, rule in enumerate(rows):
            path = f"{name}[{i}]"
            if not isinstance(rule, dict) or set(rule) - {"if", "do"} or "do" not in rule:
                check.bad(path, "a rule is {if?, do}", "規則は {if?, do} です")
                continue
            if "if" in rule:
                check.cond(rule["if"], f"{path}.if")
            check.do(rule["do"], f"{path}.do")
    bans = policy.get("never", [])
    if not isinstance(bans, list):
        check.bad("never", "a list of bans", "禁止の一覧です")
        return check.problems
    for i, ban in enumerate(bans):
        check.act(ban, f"never[{i}]", ban=True)
        if isinstance(ban, dict) and "if" in ban:
            check.cond(ban["if"], f"never[{i}].if")
    return check.problems


# -- normal form --------------------------------------------------------------------------------


def negate(cond: Cond) -> Cond:
    """The opposite of a condition, without a `not` where an operator or a side can be turned."""
    head = cond[0]
    if head == "not":
        return list(cond[1])
    if head in ("turn", "sub", "dist", "score", "cp") and cond[1] in vocab.NEGATED_OP:
        return [head, vocab.NEGATED_OP[cond[1]], cond[2]]
    if head in ("hp", "fp") and cond[2] in vocab.NEGATED_OP:
        return [head, cond[1], vocab.NEGATED_OP[cond[2]], cond[3]]
    if head in ("count", "row") and cond[4] in vocab.NEGATED_OP:
        return [*cond[:4], vocab.NEGATED_OP[cond[4]], cond[5]]
    if head == "part" and cond[3] in vocab.NEGATED_OP:
        return [*cond[:3], vocab.NEGATED_OP[cond[3]], cond[4]]
    if head == "cmp" and cond[2] in vocab.NEGATED_OP:
        return [head, cond[1], vocab.NEGATED_OP[cond[2]]]
    if head == "initiative":
        return [head, "opp" if cond[1] == "me" else "me"]
    if head == "until":
        return ["since", cond[1]]
    if head == "since":
        return ["until", cond[1]]
    return ["not", cond]


