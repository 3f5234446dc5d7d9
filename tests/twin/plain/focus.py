"""Concentration: kept turn by turn, lost by a blow (C-33, C-115)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.rolls import will

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


def distracted(bout: Bout, who: Fighter) -> None:
    """Hit, grappled, moved or forced to defend himself: Will-3 or the concentration is lost (C-33)."""
    if not who.focus or who.out or not (who.focus_turns or who.focus_subs):
        return
    if who.stunned or not will(bout, who, "concentrate", -3 + 3 * who.brings.has("single_minded")):
        unfocus(bout, who)


def unfocus(bout: Bout, who: Fighter) -> None:
    """All the turns are lost."""
    who.focus, who.focus_turns, who.focus_subs = "", 0, 0
    bout.tell("effect", who, effect="concentration_lost")


def concentrate(who: Fighter, title: str) -> None:
    """A sub-turn spent on it; something else begins anew."""
    if who.focus != title:
        who.focus, who.focus_turns, who.focus_subs = title, 0, 0
    who.focus_subs += 1


def look_away(who: Fighter) -> None:
    """Any other act of one's own ends it, silently."""
    who.focus, who.focus_turns, who.focus_subs = "", 0, 0


def turn_counts(who: Fighter) -> None:
    """At the end of a turn: one whose every sub-turn was spent on it counts (C-115)."""
    if who.focus and who.focus_subs >= who.own_subs:
        who.focus_turns += 1
    who.focus_subs = 0
