"""What a fighter brings, as plain numbers: the step between a sheet and the core's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.sworn import familiar, old_wound, style_of, vows

ACTION_SKILLS = ("karate", "boxing", "brawling", "judo", "wrestling", "sumo")
"""Skills that grant sub-turns (T-13), in the order of preference between equals."""


@dataclass(frozen=True, slots=True)
class Series:
    """A bought combination: its moves are acts, techniques or skills by id, or "parry" (C-37, L-50)."""

    name: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """Attributes, levels and traits of a fighter in the ring.

    `skills` holds learned levels by id; `maneuvers` bought ones as (level, parent skill); `traits` CP by id.
    """

    ST: int = 10
    DX: int = 10
    IQ: int = 10
    HT: int = 10
    skills: Mapping[str, int] = field(default_factory=dict)
    maneuvers: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    traits: Mapping[str, int] = field(default_factory=dict)
    height_cm: int = 170
    weight_kg: int = 65
    age: int = 25
    female: bool = False
    clothed: bool = True
    unspent_cp: int = 0
    spells: Mapping[str, int] = field(default_factory=dict)
    first_act: str = ""
    """First attack of the written pattern, for the archetype "kicker"."""
    combos: tuple[Series, ...] = ()
    style: str = ""
    """Id of his style, or the name of an original one."""
    knows_styles: tuple[str, ...] = ()
    """Styles he is familiar with (Style Familiarity)."""
    vows: tuple[str, ...] = ()
    """Acts or classes of acts of bp/1 he has sworn never to use (Vow)."""
    old_wound: str = "leg.L"
    """The place that takes a point more from every hit (Wounded) [ruling: the left leg when the sheet does not say]."""

    @property
    def master(self) -> bool:
        """Whether Trained by a Master is held."""
        return "trained_by_a_master" in self.traits

    def level(self, trait: str, price: int) -> int:
        """Levels of a trait that costs `price` each."""
        return abs(self.traits.get(trait, 0)) // price


def combos_of(sheet: Sheet) -> tuple[Series, ...]:
    """The combinations of a sheet whose moves are understood."""
    return tuple(
        Series(one.text, tuple(move.id for move in one.moves if move.id is not None))
        for one in sheet.combinations
        if one.moves and all(move.id is not None for move in one.moves)
    )


def brought(sheet: Sheet, regulation: Regulation | None = None, *, first_act: str = "") -> Brought:
    """The numbers of a sheet as it enters the ring: aged (L-54)."""
    attributes = aged_attributes(sheet, regulation)
    levels = Levels(sheet, attributes, regulation)
    entrant = sheet.entrant
    traits = {
        t.id: int(t.cp) for t in (*sheet.advantages, *sheet.disadvantages) if t.id is not None and t.cp is not None
    }
    return Brought(
        **{name: attributes.get(name, 10) for name in ("ST", "DX", "IQ", "HT")},
        skills={key: level.value for key, level in levels.skills.items()},
        maneuvers={key: (t.level, t.skill) for key, t in levels.maneuvers.items()},
        traits=traits,
        height_cm=entrant.height_cm,
        weight_kg=entrant.weight,
        age=entrant.age or 25,
        female=entrant.sex.strip() in {"女", "女性", "female", "f", "F", "woman"},
        clothed=entrant.outfit != "naked",
        unspent_cp=max(0, int(entrant.unspent_cp)),
        spells={key: level.value for key, level in levels.spells.items()},
        first_act=first_act,
        combos=combos_of(sheet),
        style=style_of(sheet),
        knows_styles=familiar(sheet),
        vows=vows(sheet),
        old_wound=old_wound(sheet),
    )
