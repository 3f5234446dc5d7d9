"""Casters for the tests of magic, and how they cast."""

from __future__ import annotations

from typing import Any

CASTER: dict[str, Any] = {"ST": 11, "DX": 14, "IQ": 15, "HT": 12, "karate": 18, "master": True}
"""K of the rule book's worked casts: Will 15, 11 fatigue, three sub-turns."""
RESISTER: dict[str, Any] = {
    "ST": 12, "DX": 13, "IQ": 11, "HT": 12, "mental_strength": 14, "brawling": 18, "traits": {"strong_will": 8}
}  # fmt: skip
"""B: Will 13, <強靭精神> 14, HT 12, two sub-turns."""


def caster(*spells: str, base: int = 18, **more: Any) -> dict[str, Any]:
    """K with some spells at one base level; keywords change the rest."""
    return {**CASTER, "spells": {**dict.fromkeys(spells, base), **more.pop("levels", {})}, **more}


def cast(spell: str, **more: Any) -> dict[str, Any]:
    """An order to cast; `energy` is a number or "max"."""
    return {"a": "cast", "spell": spell, **more}


def level_of(r: Any, who: str, name: str) -> int:
    """The ring level of a spell."""
    sheet = r.sheet(who)
    return int(sheet.spell[row_of(r, who, name)].level)


def row_of(r: Any, who: str, name: str) -> int:
    """Its row on the sheet."""
    from budosim.systems.gurps3.pack_spells import in_the_ring

    return in_the_ring(r.people[r.side(who)].spells).index(name) + 1


def spells_told(r: Any) -> list[dict[str, Any]]:
    """The `spell` events so far."""
    return [e for e in r.events if e["k"] == "spell"]


def on(r: Any, who: str) -> list[str]:
    """Spells of somebody that are on, by id."""
    from budosim.systems.gurps3.pack_spells import in_the_ring

    names = in_the_ring(r.people[r.side(who)].spells)
    return [names[int(o.row) - 1] for o in r.scene.ring.arcana.of[r.side(who)].on if int(o.row) > 0]
