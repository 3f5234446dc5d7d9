"""Words of bp/1 as the numbers of the duel, both ways: places, acts, options, results.

A static place word is written as its index here and the bit mask of what it names; a word that is looked up
in the ring is a `PlaceRef`. Source: contract §6 (places, words, regions), semantics §3; right-handed stance:
the better arm is the right one, the leg in front the left one [ruling].
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from budosim.combat.gurps3.ids import OPERATORS, OPT_NAMES, Act, Class, Loc, Outcome, PlaceRef


def _bits(*places: Loc) -> int:
    return sum(1 << place for place in places)


_PAIRS: Final = {
    "eye": (Loc.EYE_R, Loc.EYE_L),
    "arm": (Loc.ARM_R, Loc.ARM_L),
    "hand": (Loc.HAND_R, Loc.HAND_L),
    "leg": (Loc.LEG_R, Loc.LEG_L),
    "knee": (Loc.LEG_R, Loc.LEG_L),
    "foot": (Loc.FOOT_R, Loc.FOOT_L),
}
_PLURALS: Final = {
    "eyes": "eye",
    "arms": "arm",
    "hands": "hand",
    "legs": "leg",
    "knees": "knee",
    "feet": "foot",
}
_SINGLE: Final = {
    "face": Loc.HEAD,
    "jaw": Loc.JAW,
    "ear": Loc.HEAD,
    "ears": Loc.HEAD,
    "skull": Loc.BRAIN,
    "head": Loc.HEAD,
    "neck": Loc.NECK,
    "torso": Loc.TORSO,
    "vitals": Loc.VITALS,
    "groin": Loc.GROIN,
    "@lead": Loc.ARM_R,
    "@lead_leg": Loc.LEG_L,
}
KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "@vital": ("eye", "neck", "vitals", "groin"),
    "@high": ("skull", "face", "neck"),
    "@low": ("groin", "leg", "foot"),
    "@limb": ("arm", "leg"),
})
"""Words for several places; where places are drawn, each of these is drawn alike."""


def _aims() -> dict[str, int]:
    out = {word: _bits(place) for word, place in _SINGLE.items()}
    for word, (right, left) in _PAIRS.items():
        out |= {word: _bits(right, left), f"{word}.R": _bits(right), f"{word}.L": _bits(left)}
    out |= {plural: out[word] for plural, word in _PLURALS.items()}
    out["finger"] = out["hand"]
    return out | {word: sum(out[part] for part in parts) for word, parts in KINDS.items()}


AIM: Final[Mapping[str, int]] = MappingProxyType(_aims())
"""Where a blow aimed at a word may go."""
_FACE: Final = _bits(Loc.HEAD, Loc.EYE_R, Loc.EYE_L, Loc.JAW, Loc.NOSE)
_LIMBS: Final = sum(1 << place for place in range(Loc.ARM_R, Loc.FOOT_L + 1))
REGION: Final[Mapping[str, int]] = MappingProxyType({
    **AIM,
    "face": _FACE,
    "head": _FACE | _bits(Loc.BRAIN),
    "@high": _FACE | _bits(Loc.BRAIN, Loc.NECK),
    "@limb": _LIMBS,
})
"""What a word covers when it is forbidden, lost or held: a region holds what it contains."""
EVERYWHERE: Final = (1 << (Loc.ANYWHERE + 1)) - 1
BOTH: Final = frozenset({*_PLURALS, "ears"})
"""Words that are lost only when both are."""

STATIC: Final = tuple(AIM)
RUNTIME: Final = tuple(f"@{ref.name.lower()}" for ref in PlaceRef)
_PLACE_CODE: Final = {word: n for n, word in enumerate(STATIC)} | {
    word: int(ref) for word, ref in zip(RUNTIME, PlaceRef, strict=True)
}
_PLACE_WORD: Final = {n: word for word, n in _PLACE_CODE.items()}
SHIFT: Final = 32
"""In conditions a place is its word's code above these bits and its mask below them."""


def place_code(word: str) -> int:
    """The number of a place word; KeyError for another word."""
    return _PLACE_CODE[word]


def place_word(code: int) -> str:
    """The place word of a number."""
    return _PLACE_WORD[code]


def covered(word: str) -> int:
    """Every place that a word covers; 0 for one that is looked up in the ring, KeyError for another word."""
    if word in RUNTIME:
        return EVERYWHERE if word == "@any" else 0
    return REGION[word]


def tagged(word: str) -> int:
    """A place of a condition: mask and word in one number."""
    return place_code(word) << SHIFT | covered(word)


def act_code(word: str) -> int:
    """The number of an act, or minus that of a class; KeyError for another word."""
    if word.startswith("@"):
        return -Class[word[1:].upper()].value
    act = Act[word.upper()]
    if act in (Act.NONE, Act.NOTHING):
        raise KeyError(word)
    return act.value


def act_word(code: int) -> str:
    """The act or class of a number."""
    return Act(code).name.lower() if code >= 0 else f"@{Class(-code).name.lower()}"


_WIDE: Final = {"attack": -Class.ATTACK.value, "kick": -Class.KICK.value}


def remembered_code(word: str) -> int:
    """An act that a condition speaks of: `attack` is the class, for nobody ever does a blow of that name."""
    return _WIDE["attack"] if word == "attack" else act_code(word)


def banned_code(word: str) -> int:
    """An act that a ban speaks of: what covers every member as an order covers every member as a ban."""
    return _WIDE.get(word, act_code(word))


def operator(word: str) -> int:
    """The number of an operator."""
    return OPERATORS.index(word)


def option(word: str | None) -> int:
    """The number of an `opt`."""
    return OPT_NAMES.index(word or "")


def result(word: str) -> int:
    """The bits of a result."""
    return Outcome[word.upper()].value


def result_word(bits: int) -> str:
    """The result of some bits."""
    return Outcome(bits).name.lower()
