"""Other patterns for a sheet: one line dropped, moved, aimed elsewhere, with another technique; or somebody else's.

Every one of them is written down in words and read again against what stands on the sheet: what the reader does not
understand, or understands otherwise, is no pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from budosim.ai import render_en, render_ja
from budosim.ai.normal_form import normalise
from budosim.ai.understand import understand
from budosim.ai.vocab import members
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.on_sheet import acts_served, names_on_sheet
from budosim.systems.gurps3.sheet import Sheet

PLACES = ("torso", "face", "head", "jaw", "neck", "eye", "arm", "hand", "leg", "foot", "groin", "vitals")
"""Where a blow may be aimed instead."""
PLAIN = ("punch", "jab", "kick", "low_kick")
"""What everybody can do."""
OPENERS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("２ターンに１回フェイント", "a feint every second turn", {"if": ["every", 2], "do": {"a": "feint"}}),
    (
        "相手が朦朧なら全力攻撃で顔",
        "all-out at the face while the foe is stunned",
        {"if": ["state", "opp", "stunned"], "do": {"a": "punch", "at": ["face"], "opt": "aoa"}},
    ),
    (
        "相手が転倒中なら踏みつけ",
        "stomp while the foe is down",
        {"if": ["state", "opp", "down"], "do": {"a": "stomp", "at": ["torso"]}},
    ),
)
"""Lines worth a try in front of any pattern."""


@dataclass(frozen=True)
class Variant:
    """Another pattern.

    Fields:
        text: as an entrant would write it.
        said: what is different, in words.
    """

    policy: dict[str, Any]
    text: str
    said: Both


def variants(fighter: Fighter, others: Iterable[Fighter] = ()) -> list[Variant]:
    """Every pattern a step away from a fighter's own, and those of others that he could follow; each once."""
    has = names_on_sheet(fighter.sheet)
    seen = {_key(fighter.policy)}
    found = []
    for policy, said in (*_steps(fighter.policy, fighter.sheet), *_adopted(others)):
        try:
            key = _key(policy)
        except (KeyError, TypeError, ValueError):
            continue
        if key in seen:
            continue
        seen.add(key)
        text = read_back(policy, has)
        if text is not None:
            found.append(Variant(normalise(policy), text, said))
    return found


def read_back(policy: dict[str, Any], has: Iterable[str]) -> str | None:
    """A policy in words, if those words are understood as that policy by somebody who `has` these things."""
    text = render_ja.render(normalise(policy))
    read = understand(text, has=frozenset(has))
    if read.policy is None or _key(read.policy) != _key(policy):
        return None
    return text


def _key(policy: dict[str, Any]) -> str:
    return repr(normalise(policy))


def _steps(policy: dict[str, Any], sheet: Sheet) -> Iterator[tuple[dict[str, Any], Both]]:
    rules = policy.get("rules", [])
    for at in range(len(rules)):
        if len(rules) > 1:
            yield _with(policy, [*rules[:at], *rules[at + 1 :]]), Both(f"{at + 1}行目を削る", f"drop line {at + 1}")
        if at:
            swapped = [*rules[: at - 1], rules[at], rules[at - 1], *rules[at + 1 :]]
            yield _with(policy, swapped), Both(f"{at}行目と{at + 1}行目を入れ替える", f"swap lines {at} and {at + 1}")
        yield from _rewritten(policy, at, sheet)
    for ja, en, rule in OPENERS:
        yield _with(policy, [rule, *rules]), Both(f"はじめに「{ja}」を加える", f"put in front: {en}")


def _rewritten(policy: dict[str, Any], at: int, sheet: Sheet) -> Iterator[tuple[dict[str, Any], Both]]:
    """A line with another place or another technique in one of its acts."""
    for n, (act, put) in enumerate(_slots(policy["rules"][at]["do"])):
        ja = f"{at + 1}行目" if not n else f"{at + 1}行目の{n + 1}番目"
        en = f"line {at + 1}" if not n else f"line {at + 1}, act {n + 1}"
        for where in PLACES:
            if "at" in act and act["at"] != [where]:
                said = Both(f"{ja}の狙いを{render_ja.TABLE.words['loc'][where]}にする",
                            f"{en}: aim at the {render_en.TABLE.words['loc'][where]}")  # fmt: skip
                yield _line(policy, at, put({**act, "at": [where]})), said
        for other in _acts(sheet):
            if other != act["a"] and act["a"] not in ("feint", "wait"):
                said = Both(f"{ja}の技を{render_ja.TABLE.words['act'][other]}にする",
                            f"{en}: use {render_en.TABLE.words['act'][other]}")  # fmt: skip
                yield _line(policy, at, put({**act, "a": other})), said


def _slots(do: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Callable[[dict[str, Any]], dict[str, Any]]]]:
    """The acts of a line, each with what puts another in its place."""
    if "a" in do:
        yield do, lambda other: other
        return
    for key in ("seq", "first", "any"):
        for i, held in enumerate(do.get(key, [])):
            act = held[1] if key == "any" else held

            def put(other: dict[str, Any], key: str = key, i: int = i, held: Any = held) -> dict[str, Any]:
                new = list(do[key])
                new[i] = [held[0], other] if key == "any" else other
                return {**do, key: new}

            yield act, put


def _acts(sheet: Sheet) -> list[str]:
    ids = {m.id for m in sheet.maneuvers if m.id is not None}
    served = acts_served(ids | {one.partition(":")[0] for one in ids}) & members("@strike")
    known = render_ja.TABLE.words["act"]
    return [*PLAIN, *sorted(act for act in served - set(PLAIN) if act in known)]


def _line(policy: dict[str, Any], at: int, do: dict[str, Any]) -> dict[str, Any]:
    rules = deepcopy(policy["rules"])
    rules[at]["do"] = do
    return _with(policy, rules)


def _with(policy: dict[str, Any], rules: list[dict[str, Any]]) -> dict[str, Any]:
    return {**deepcopy(policy), "rules": deepcopy(rules)}


def _adopted(others: Iterable[Fighter]) -> Iterator[tuple[dict[str, Any], Both]]:
    for other in others:
        yield deepcopy(other.policy), Both(f"{other.name}のパターンで戦う", f"fight as {other.name} does")


__all__ = ["Variant", "read_back", "variants"]
