"""Traits that act in the ring by themselves, as fields of the core's records (advantages.toml, disadvantages.toml)."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from budosim.combat.gurps3.ids import ACT_CLASSES, LOC_NAMES, N_ACT, Act, Class, Loc, Posture, Trait
from budosim.combat.gurps3.impulse import FLASHY
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.tables import tables

THROWS_AGAIN = {15: 1, 30: 2, 60: 6}
"""Throws Luck lets one make again in a bout, by its points [ruling: one, two, six for an hour, half of it, a sixth]."""
ARM = 1 << Loc.ARM_L | 1 << Loc.HAND_L
LEG_L, LEG_R = 1 << Loc.LEG_L | 1 << Loc.FOOT_L, 1 << Loc.LEG_R | 1 << Loc.FOOT_R
MISSING = {"one_eye": 1 << Loc.EYE_L, "one_hand": 1 << Loc.HAND_L, "one_arm": ARM}
"""Parts a trait leaves out, as bits: the left one of a pair [ruling]."""
LAME = {-25: LEG_L, -35: LEG_L | LEG_R}
LAME_KICK = -3
"""A crippled leg on kicks (disadvantages.toml, lame)."""
BLEEDING = 3
"""What a break of the finals restores less (disadvantages.toml, hemophilia)."""
FAMILIAR = 4
"""Styles one may be familiar with."""


def nature(my: Any, who: Brought) -> None:
    """Fill the fields of a Sheet record that are about traits."""
    traits = who.traits
    for trait in Trait:
        if trait.name.lower() in traits:
            my.nature |= 1 << trait
    if not who.vows:
        my.nature &= ~(1 << Trait.VOW)
    else:
        my.nature |= 1 << Trait.VOW
    my.luck = THROWS_AGAIN.get(traits.get("luck", 0), 0)
    my.honour = abs(traits.get("code_of_honor", 0))
    for word in who.vows:
        for act in covered(word):
            my.sworn[act >> 6] |= 1 << (act & 63)
    my.shows = sum(1 << i for i, act in enumerate(FLASHY) if _bought(who, Act(int(act))))
    my.style = style_number(who.style)
    for i, style in enumerate(who.knows_styles[:FAMILIAR]):
        my.familiar[i] = style_number(style)
    my.old_wound = LOC_NAMES.index(who.old_wound) if "wounded" in traits else -1
    my.heft = {-10: 2, -20: 4}.get(traits.get("overweight", 0), 0) - int("skinny" in traits)
    my.dim = {-10: 1, -25: 2}.get(traits.get("bad_sight", 0), 0)
    my.lame = int(traits.get("lame") == -15)
    my.born = LAME.get(traits.get("lame", 0), 0)
    for name, parts in MISSING.items():
        my.born |= parts if name in traits else 0
    my.bleeding = BLEEDING if "hemophilia" in traits else 0
    if "gullibility" in traits:
        my.feint_resist -= 3
    if "danger_sense" in traits and my.sakiyomi > 0:
        my.sakiyomi += 1


def start(me: Any, my: Any) -> None:
    """What of the traits stands in a State at the bell."""
    me.dim, me.lame, me.nature, me.born, me.max_hp = my.dim, my.lame, my.nature, my.born, my.max_hp
    me.lost = my.born
    for loc in range(len(LOC_NAMES) - 1):
        me.crippled[loc] = int(my.born) >> loc & 1
    if int(my.born) & (LEG_L | LEG_R) == LEG_L | LEG_R:
        me.posture = Posture.SITTING


def build(who: Brought) -> int:
    """What a body takes off Move or adds."""
    rows = tables().traits
    return sum(rows[trait].move.get(str(cp), 0) for trait, cp in who.traits.items() if trait in rows)


def style_number(style: str) -> int:
    """A number for the id of a style, 0 for none: only equal ids are asked about."""
    if not style:
        return 0
    return int.from_bytes(blake2b(style.encode(), digest_size=7).digest(), "big") or 1


def covered(word: str) -> list[int]:
    """The acts a word of a vow covers: an act, or a class with @; a submission is any lock or choke."""
    if word == "submission":
        word = "@lock"
    if word.startswith("@"):
        bit = Class[word[1:].upper()]
        return [act for act in range(1, N_ACT) if int(ACT_CLASSES[act]) >> bit & 1]
    return [int(Act[word.upper()])]


def _bought(who: Brought, act: Act) -> bool:
    """Whether a technique of an act was bought."""
    t, name = tables(), act.name.lower()
    uses = t.acts[name].uses if name in t.acts else (name,)
    return any(use in who.maneuvers for use in uses)
