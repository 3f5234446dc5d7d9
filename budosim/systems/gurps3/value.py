"""The value list: which act at which place is worth most against an average entrant (semantics §6.5, R-71).

Worked out once per fighter with exact fractions, so that nothing is searched in the ring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from budosim.combat.gurps3.ids import LOC_NAMES

LIMB_PLACES = {"arm.R", "arm.L", "leg.R", "leg.L"}
TIP_PLACES = {"hand.R", "hand.L", "foot.R", "foot.L"}
CRIPPLING, KNOCK_OUT = 6, 10
"""What a lost part and a knock-out are worth in points of injury."""


@dataclass(frozen=True, slots=True)
class Average:
    """The foe a fighter reckons with (R-71): skill 15, HT 12, Dodge 7, in clothes, unhurt and standing."""

    parry: int = 10
    dodge: int = 7
    ht: int = 12
    hp: int = 12
    dr: int = 1


WAYS = [sum(1 for roll in product(range(1, 7), repeat=3) if sum(roll) == total) for total in range(19)]


@cache
def chance(target: int) -> Fraction:
    """Chance of a success roll (C-01); 17 and 18 fail, 3 and 4 succeed."""
    return Fraction(sum(WAYS[total] for total in range(3, 17) if total <= max(target, 4)), 216)


@cache
def spread(dice: int) -> dict[int, Fraction]:
    """Totals of n dice with their chances."""
    if dice == 0:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for total, p in spread(dice - 1).items():
        for die in range(1, 7):
            found[total + die] = found.get(total + die, Fraction(0)) + p / 6
    return found


@cache
def harm(dice: int, add: int, place: str, brain_before: bool, ko: str, foe: Average) -> Fraction:
    """Expected injury up to the foe's hit points, + 6 for a lost part, + 10 times the chance of a knock-out."""
    worth = Fraction(0)
    fails = 1 - chance(foe.ht)
    for total, p in spread(dice).items():
        basic = max(0, total + add)
        eye = place.startswith("eye")
        passed = max(0, basic - (0 if eye else foe.dr) - (2 if place == "brain" else 0))
        injury = passed * 4 if place == "brain" else passed * 3 // 2 if place == "neck" else passed
        lost = False
        if place in LIMB_PLACES:
            lost = 2 * injury > foe.ht
            injury = min(injury, foe.ht // 2 + 1)
        elif place in TIP_PLACES:
            lost = 3 * injury > foe.ht
            injury = min(injury, foe.ht // 3 + 1)
        elif eye:
            lost = injury > 2
        out = Fraction(0)
        if injury > 0:
            if place == "brain" and 2 * (passed if brain_before else injury) > foe.ht:
                out = Fraction(1)
            elif ko != "none" and (
                place in ("brain", "vitals", "kidneys") or (place == "head" and ko != "brain_vitals")
            ):
                out = fails
        worth += p * (min(injury, foe.hp) + (CRIPPLING if lost else 0) + KNOCK_OUT * out)
    return worth


def worth(
    level: int,
    aim: int,
    dice: int,
    add: int,
    place: int,
    mods: Mapping[str, int],
    readings: Mapping[str, str],
    foe: Average,
) -> Fraction:
    """Value of one blow at one place; `mods` are `target_def`, `target_parry` and the place bonuses."""
    target = level + aim
    if target < 3 or dice == 0:
        return Fraction(0)
    best = max(foe.dodge, foe.parry + mods["target_parry"]) + mods["target_def"]
    name = LOC_NAMES[place]
    extra = mods["leg_bonus"] if name in ("leg.R", "leg.L", "torso") else mods["neck_bonus"] if name == "neck" else 0
    hurt = harm(dice, add + extra, name, readings["brain_threshold"] == "before", readings["ko_locations"], foe)
    return chance(target) * (1 - chance(best)) * hurt
