"""From which arc somebody strikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.hexes import arc

if TYPE_CHECKING:
    from plain.body import Fighter


def arc_from(me: Fighter) -> str:
    """From which arc of the foe `me` strikes (C-41 to C-43, R-62, R-69)."""
    foe, tie = me.foe, me.rules["bearing_tie"]
    if me.hold and me.hold.behind:
        return "back"  # as long as he holds him from behind
    start = arc(foe.facing, (me.came_from[0] - foe.at[0], me.came_from[1] - foe.at[1]), tie)
    if me.rules["flank"] == "tracked":
        return "front" if foe.turns_along else start
    end = arc(foe.facing, (me.at[0] - foe.at[0], me.at[1] - foe.at[1]), tie)
    return "side" if (start, end) == ("front", "back") else end
