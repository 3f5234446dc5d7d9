"""Parts a fighter comes without (C-88; Lame, One Arm, One Hand, One Eye)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import words

if TYPE_CHECKING:
    from plain.body import Fighter

BORN = "born without"


def missing_from_birth(who: Fighter) -> None:
    """Parts a fighter comes without; unused CP do not bring them back (C-88, Lame, One Arm, One Hand, One Eye)."""
    traits = who.brings.traits
    lost = {"one_eye": ["eye.L"], "one_hand": ["hand.L"], "one_arm": ["arm.L", "hand.L"]}
    parts = [part for trait, found in lost.items() if trait in traits for part in found]
    parts += {-25: ["leg.L", "foot.L"], -35: words("leg.R foot.R leg.L foot.L")}.get(traits.get("lame", 0), [])
    who.gone.update(dict.fromkeys(parts, BORN))
    if traits.get("lame") == -35:
        who.posture = "sitting"
