"""Exact chances: every way a scene's dice can fall, once, with its weight.

A scene is a function of a `Dice` record in the mode WALKING. It is run again and again, each time with the
next script: the last draw that was read is raised by one, those after it fall away, and a draw read beyond
the script starts at its lowest total. A total of n dice weighs as many as there are ways to throw it, so the
walk has one leaf for every way the totals fall, not for every way the dice do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from budosim.combat.common.dice import SCRIPT, WALKING, Dice
from budosim.combat.common.record import blank
from budosim.errors import RuleError

Outcome = TypeVar("Outcome", bound=Hashable)

LIMIT = 10**9
"""Leaves a scene may have."""
PROBES = 32
"""Paths tried before the walk to see how large it would be."""
SURELY = 8
"""A scene that seems so many times too large is not even begun."""


@cache
def ways(dice: int) -> tuple[int, ...]:
    """In how many of 6**dice throws the total is n, by n.

    >>> ways(2)[2:]
    (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    """
    if dice == 0:
        return (1,)
    fewer = ways(dice - 1)
    return tuple(
        sum(fewer[total - face] for face in range(1, 7) if 0 <= total - face < len(fewer))
        for total in range(6 * dice + 1)
    )


def odds(scene: Callable[[Any], Outcome], limit: int = LIMIT) -> dict[Outcome, Fraction]:
    """The exact chance of every outcome of a scene.

    Args:
        scene: plays itself with the dice it is given and says how it ended. It must start from the same state
            every time, and everything that happens in it must hang on those dice.
        limit: how many leaves it may have.

    Raises:
        RuleError: the scene has more leaves than that, or a way through it that rolls without end; the
            message names it.

    """
    dice = blank(Dice)[0]
    dice.mode = WALKING
    name = getattr(scene, "__name__", type(scene).__name__)
    if _size(scene, dice, name) > SURELY * limit:
        raise _too_large(name, limit)
    found: dict[Outcome, int] = {}
    deepest = leaves = 0
    more = True
    _restart(dice)
    while more:
        outcome = _play(scene, dice, name)
        leaves += 1
        if leaves > limit:
            raise _too_large(name, limit)
        weight, thrown = _weight(dice)
        if thrown > deepest:
            found = {key: value * 6 ** (thrown - deepest) for key, value in found.items()}
            deepest = thrown
        found[outcome] = found.get(outcome, 0) + weight * 6 ** (deepest - thrown)
        more = _next_script(dice)
    return {outcome: Fraction(weight, 6**deepest) for outcome, weight in found.items()}


def _play(scene: Callable[[Any], Outcome], dice: Any, name: str) -> Outcome:
    """One run of the scene from the first entry of the script."""
    dice.used = 0
    dice.drawn = 0
    try:
        return scene(dice)
    except IndexError:
        if int(dice.used) <= SCRIPT:
            raise
        raise RuleError(
            f"{name}: some way through this scene rolls more than {SCRIPT} times; its odds cannot be walked",
            f"{name}：この場面には{SCRIPT}回を超えて振り続ける経過があり、確率を数え上げられません",
        ) from None


def _weight(dice: Any) -> tuple[int, int]:
    """In how many ways this script's totals are thrown, and of how many dice they are."""
    weight, thrown = 1, 0
    for at in range(int(dice.used)):
        n = int(dice.kinds[at])
        weight *= ways(n)[int(dice.script[at])]
        thrown += n
    return weight, thrown


def _next_script(dice: Any) -> bool:
    """Raise the last draw the run read, dropping those at their highest total; False when all are."""
    at = int(dice.used) - 1
    while at >= 0 and int(dice.script[at]) == 6 * int(dice.kinds[at]):
        at -= 1
    if at < 0:
        return False
    dice.script[at] += 1
    dice.have = at + 1
    return True


def _restart(dice: Any) -> None:
    dice.have = 0
    dice.kinds[:] = 0


def _size(scene: Callable[[Any], Outcome], dice: Any, name: str) -> Fraction:
    """About how many leaves a scene has: over some paths, the mean of the product of the choices along each.

    It is right on average whatever the shape of the scene (Knuth's probing), but it may miss by much; so only
    scenes far from the limit are judged by it, and the walk itself counts. The paths are always the same.
    """
    total = 0
    draw = 1
    for _ in range(PROBES):
        _restart(dice)
        leaves, known = 1, 0
        _play(scene, dice, name)
        while known < int(dice.used):
            n = int(dice.kinds[known])
            draw = draw * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            choices = 5 * n + 1
            leaves *= choices
            dice.script[known] = n + (draw >> 32) * choices // 2**32
            known += 1
            dice.have = known
            _play(scene, dice, name)
        total += leaves
    return Fraction(total, PROBES)


def _too_large(name: str, limit: int) -> RuleError:
    return RuleError(
        f"{name}: this scene has more than {limit:,} ways to fall, too many to walk; cut it up",
        f"{name}：この場面の分岐は{limit:,}通りを超え、数え上げられません。小さな場面に分けてください",
    )


def expected(chances: dict[Any, Fraction]) -> Fraction:
    """The mean of outcomes that are numbers."""
    return sum((Fraction(int(outcome)) * chance for outcome, chance in chances.items()), Fraction(0))


__all__ = ["LIMIT", "expected", "odds", "ways"]
