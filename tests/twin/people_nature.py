"""Random fighters with traits and close combat, without cinematic acts and combinations."""

from __future__ import annotations

from typing import Any

from people_whole import ARTS, TRAITS, WholeMaker
from plain.books import words

from budosim.systems.gurps3.brought import Brought

PASSIVE = words("immovable_stance blind_fighting body_control escape")
"""Arts that are no acts."""
ART_MOVES = words("springing_attack cat_stance binding hand_clap_parry")
OLD_WOUNDS = words("leg.L arm.R hand.L foot.R")


class NatureMaker(WholeMaker):
    """As `WholeMaker`, less what is cinematic; every trait with a given chance."""

    def __init__(self, seed: int, often: float) -> None:
        super().__init__(seed)
        self.often = often

    def brought(self) -> Brought:
        """Somebody with a nature."""
        who = self.person()
        r = self.r
        who["skills"] = {k: v for k, v in who["skills"].items() if k not in ARTS or k in PASSIVE}
        who["maneuvers"] = {k: v for k, v in who["maneuvers"].items() if k not in ART_MOVES}
        traits = who["traits"]
        traits.update({trait: r.choice(cp) for trait, cp in TRAITS.items() if r.random() < self.often})
        if "high_pain_threshold" in traits:
            traits.pop("low_pain_threshold", None)
        del who["combos"]
        for name in ("vows", "knows_styles"):
            who[name] = tuple(who[name])
        who["old_wound"] = r.choice(OLD_WOUNDS)
        return Brought(**who)

    def name(self) -> str:
        """An act of a rule."""
        name = super().name()
        return name if name not in ("cine", "combo", "cast") else "punch"

    def policy(self) -> dict[str, Any]:
        """A pattern that answers without arts."""
        policy = super().policy()
        react = policy.get("react", [])
        policy["react"] = [rule for rule in react if rule["do"].get("a") not in ("combo", "cine")]
        return policy

    def rulings(self) -> dict[str, str]:
        """Some rulings at another reading, those of arts apart."""
        found = super().rulings()
        return {key: reading for key, reading in found.items() if key not in ("combination_cost", "flying_leap")}
