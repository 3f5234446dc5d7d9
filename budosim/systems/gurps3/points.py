"""What things cost, in half points: attributes, skills, maneuvers, combinations (GURPS 3e tables)."""

from __future__ import annotations

from functools import cache

from budosim.systems.gurps3.tables import TraitRow, tables


def attribute_cost(value: int) -> int:
    """Half points of an attribute at `value` (10 is free, below it gives points back)."""
    costs = tables().costs
    if value in costs.attribute:
        return costs.attribute[value]
    top = max(costs.attribute)
    if value > top:
        return costs.attribute[top] + costs.above_20 * (value - top)
    return costs.attribute[min(costs.attribute)]


@cache
def _ladder(kind: str, difficulty: str) -> tuple[tuple[int, ...], int, int]:
    """Half points of the printed steps, of each further one, and the first step relative to the attribute."""
    costs = tables().costs
    steps, further = costs.skill["M_VH" if (kind, difficulty) == ("M", "VH") else kind]
    return steps, further, costs.start_rel[kind, difficulty]


def skill_cost(kind: str, difficulty: str, rel: int) -> int:
    """Half points that buy a skill at attribute + `rel`; 0 below the first step."""
    steps, further, start = _ladder(kind, difficulty)
    i = rel - start
    if i < 0:
        return 0
    return steps[i] if i < len(steps) else steps[-1] + further * (i - len(steps) + 1)


def skill_rel(kind: str, difficulty: str, halves: int) -> int | None:
    """The level relative to the attribute that `halves` buy; between two steps the lower.

    None below half a point.
    """
    steps, further, start = _ladder(kind, difficulty)
    if halves < steps[0]:
        return None
    if halves >= steps[-1]:
        return start + len(steps) - 1 + (halves - steps[-1]) // further
    return start + sum(1 for cost in steps if cost <= halves) - 1


def maneuver_levels(difficulty: str, halves: int) -> int:
    """Levels above the default that `halves` buy: average 1 CP each; hard 2 CP for the first, then 1 each."""
    first, step = tables().costs.maneuver[difficulty]
    return 0 if halves < first else 1 + (halves - first) // step


def maneuver_cost(difficulty: str, levels: int) -> int:
    """Half points of `levels` above the default."""
    first, step = tables().costs.maneuver[difficulty]
    return 0 if levels <= 0 else first + step * (levels - 1)


def combination_cost(moves: int) -> int | None:
    """Half points of a combination of two or three moves; None for any other number."""
    return tables().costs.combination.get(moves)


def trait_prices(row: TraitRow) -> tuple[int, ...] | None:
    """The CP a trait may cost, or None where any amount from `min_cost` to `max_cost` may be written."""
    if row.kind == "disadvantage" or row.cost_kind == "choice":
        return row.choices
    if row.cost_kind == "per_level":
        return tuple(row.cost * n for n in range(1, row.max_level + 1))
    if row.cost_kind == "flat":
        return (row.cost,)
    return None


def trait_level(row: TraitRow, cp: int) -> int:
    """The level a price stands for: per level, or its place among the choices; 1 for everything else."""
    prices = trait_prices(row)
    return prices.index(cp) + 1 if prices and cp in prices and row.cost_kind in ("choice", "per_level") else 1
