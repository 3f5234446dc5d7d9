"""What the discourse step hands to the compiler: statements with condition, order and place in the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from budosim.ai.policy import negate

Cond = list[Any]
Act = dict[str, Any]


@dataclass(slots=True)
class Stmt:
    """One rule or ban as the text states it.

    Attributes:
        list_: rules, react, free or never.
        cond: its own condition, latches included.
        guard: the topic it stands under (heading, opponent type).
        do: the `do` of a rule, or the act of a ban.
        freq: a counter or chance.
        exception: from ただし and its like: goes before the rules it modifies.
        priority: 最優先.
        absolute: 必ず, 絶対.
        ranked: position given by a numbered list, or None.
        a, b: span of its order in the matched text.
        said: span with the condition that stands in front of it or behind it in the same sentence.
        else_: stands for "all other cases".
        base: an order without any condition.

    """

    list_: str
    do: dict[str, Any]
    cond: Cond | None = None
    guard: Cond | None = None
    freq: Cond | None = None
    exception: bool = False
    priority: bool = False
    absolute: bool = False
    hard: bool = False
    ranked: int | None = None
    a: int = 0
    b: int = 0
    said: tuple[int, int] | None = None
    else_: bool = False
    item: int = 0
    sent: int = 0
    switch: bool = False
    auto: bool = False
    count: int = 1
    flags: set[str] = field(default_factory=set)

    @property
    def span(self) -> tuple[int, int]:
        """Where the whole of it stands, its condition included."""
        low, high = self.said if self.said is not None else (self.a, self.b)
        return min(low, self.a), max(high, self.b)

    @property
    def full(self) -> Cond | None:
        """Guard, condition and frequency as one condition."""
        return conj(self.guard, self.cond, self.freq)


def conj(*conds: Cond | None) -> Cond | None:
    """The conjunction of conditions, flat, without doubles; None when there is none."""
    out: list[Cond] = []
    for cond in conds:
        if cond is None:
            continue
        for part in cond[1:] if cond[0] == "and" else [cond]:
            if part not in out:
                out.append(part)
    if not out:
        return None
    return out[0] if len(out) == 1 else ["and", *out]


def disj(*conds: Cond) -> Cond:
    """The disjunction of conditions, flat, without doubles."""
    out: list[Cond] = []
    for cond in conds:
        for part in cond[1:] if cond[0] == "or" else [cond]:
            if part not in out:
                out.append(part)
    return out[0] if len(out) == 1 else ["or", *out]


def opposite_of(cond: Cond) -> Cond:
    """The opposite of a condition; `not` around and / or."""
    return negate(cond) if cond[0] not in ("and", "or") else ["not", cond]
