"""Random casters and those who meet them, for both engines."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack_spells import in_the_ring
from budosim.systems.gurps3.rulings import registry
from budosim.systems.gurps3.tables import tables

CONDITIONS: list[list[Any]] = [
    ["dist", ">=", 3], ["state", "opp", "casting"], ["state", "me", "spell_on"], ["sub", "==", 1], ["turn", "<=", 4],
    ["p", 0.5], ["state", "me", "grappled"], ["state", "opp", "down"],
]  # fmt: skip
MAGIC_KEYS = (
    "resist_scope", "resist_when", "resist_rolls", "cap_order", "concentrate_len", "cast_time_mode", "barrier_hp",
    "barrier_half", "control_win", "min_fatigue_scope", "stall_turns", "interrupt_cost", "backfire", "fine_per_yard",
)  # fmt: skip
"""Rulings that a bout of casters may turn on."""
OTHERS = ("attack", "grapple", "@throw", "submission", "@spell", "dispel", "maintain_spell")


@cache
def known() -> tuple[str, ...]:
    """Spells that do something in the ring."""
    return tuple(in_the_ring(tables().spells))


class MagicMaker:
    """Two fighters of whom at least one casts, and their patterns; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.r = Random(seed)

    def caster(self) -> Brought:
        """Somebody with three to twelve spells, half of them under a master, some of them wrestlers too."""
        r = self.r
        iq, dx = r.randint(12, 16), r.randint(10, 15)
        skills = {"karate": dx + r.randint(0, 5), "mental_strength": iq}
        if r.random() < 0.3:
            skills["wrestling"] = dx + r.randint(0, 4)
        return Brought(
            ST=r.randint(9, 16), DX=dx, IQ=iq, HT=r.randint(9, 14), skills=skills,
            traits={"trained_by_a_master": 40} if r.random() < 0.5 else {},
            spells={s: r.randint(14, 23) for s in r.sample(known(), r.randint(3, 12))}, weight_kg=r.randint(50, 90),
        )  # fmt: skip

    def fighter(self) -> Brought:
        """Somebody without spells: a striker or a wrestler."""
        skill = self.r.choice(("karate", "judo", "wrestling"))
        return Brought(ST=12, DX=13, IQ=11, HT=12, skills={skill: 16, "mental_strength": self.r.randint(9, 15)})

    def people(self) -> list[Brought]:
        """Both of them."""
        one = self.caster()
        return [one, self.fighter() if self.r.random() < 0.4 else self.caster()]

    def policy(self, who: Brought) -> dict[str, Any]:
        """What he does: his spells under conditions, or blows and grabs."""
        r = self.r
        rules: list[dict[str, Any]] = []
        for name in r.sample(sorted(who.spells), min(len(who.spells), 4)):
            act: dict[str, Any] = {"a": "cast", "spell": tables().spells[name].row["name_ja"]}
            rule: dict[str, Any] = {"do": act}
            if r.random() < 0.6:
                rule["if"] = r.choice(CONDITIONS)
            rules.append(rule)
        for name in r.sample(OTHERS, r.randint(0, 3)):
            rule = {"do": {"a": name}}
            if r.random() < 0.5:
                rule["if"] = r.choice(CONDITIONS)
            rules.insert(r.randint(0, len(rules)), rule)
        if r.random() < 0.3:
            rules.insert(0, {"if": ["state", "me", "spell_on"], "do": {"a": "resist"}})
        if r.random() < 0.8:
            rules.append({"do": {"a": "attack"}})
        policy: dict[str, Any] = {"rules": rules}
        blocking = [s for s in who.spells if tables().spells[s].row["class"] == "blocking"]
        if blocking:
            policy["react"] = [{"do": {"a": "cast", "spell": tables().spells[s].row["name_ja"]}} for s in blocking]
        return policy

    def rulings(self) -> dict[str, str]:
        """Some rulings of magic at a reading of theirs."""
        found = {}
        for key in MAGIC_KEYS:
            if self.r.random() < 0.4:
                found[key] = self.r.choice(registry()[key].readings)
        return found
