"""What a blow is worth against an average entrant (semantics §6.5, R-71), by walking all throws of the dice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from plain.books import EYES, LIMBS, TIPS
from plain.techniques import Way

HT = HP = 12
DODGE, PARRY, CLOTHES = 7, 10, 1
THROWS = [sum(faces) for faces in product(range(1, 7), repeat=3)]


@cache
def likely(target: int) -> Fraction:
    """Chance to roll the target or less; 3 and 4 always, 17 and 18 never."""
    return Fraction(sum(total <= 16 and (total <= target or total <= 4) for total in THROWS), 216)


def injury_at(place: str, basic: int) -> int:
    """Injury of so much basic damage (C-15, C-81, C-83)."""
    through = max(0, basic - (0 if place in EYES else CLOTHES) - (2 if place == "brain" else 0))
    injury = through * 4 if place == "brain" else through * 3 // 2 if place == "neck" else through
    if place in LIMBS:
        injury = min(injury, HT // 2 + 1)
    elif place in TIPS:
        injury = min(injury, HT // 3 + 1)
    return injury


def hurt(place: str, basic: int, rules: tuple[str, str]) -> Fraction:
    """Points of one landed blow: injury, +6 for a lost part, +10 times the chance of a knock-out."""
    brain_rule, ko_rule = rules
    injury = injury_at(place, basic)
    lost = (place in LIMBS and 2 * injury > HT) or (place in TIPS and 3 * injury > HT) or (place in EYES and injury > 2)
    out = Fraction(0)
    if injury > 0:
        felt = injury // 4 if brain_rule == "before" else injury
        asks = {"brain", "vitals", "kidneys"} | ({"head"} if ko_rule == "brain_head_vitals" else set())
        if place == "brain" and 2 * felt > HT:
            out = Fraction(1)
        elif ko_rule != "none" and place in asks:
            out = 1 - likely(HT)
    return min(injury, HP) + (6 if lost else 0) + 10 * out


@cache
def mean_hurt(place: str, dice: int, adds: int, rules: tuple[str, str]) -> Fraction:
    """The mean over all throws."""
    sums = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    return sum((hurt(place, max(0, total + adds), rules) for total in sums), Fraction(0)) / len(sums)


def worth(way: Way, place: str, rules: dict[str, str]) -> Fraction:
    """P(hit) x P(the better plain defence fails) x what the blow does."""
    target = way.level + way.aim[place]
    if target < 3 or way.dice == 0:
        return Fraction(0)
    defence = max(DODGE, PARRY + way.says("target_parry_mod")) + way.says("target_def_mod")
    adds = way.adds
    if place in ("leg.R", "leg.L", "torso"):
        adds += way.says("leg_bonus")
    if place == "neck":
        adds += way.says("neck_bonus")
    reading = rules["brain_threshold"], rules["ko_locations"]
    return likely(target) * (1 - likely(defence)) * mean_hurt(place, way.dice, adds, reading)
