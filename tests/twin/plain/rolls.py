"""Success rolls and contests, and what lets somebody throw again (C-01 to C-07, Luck, Daredevil, Unluckiness)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import made, margin_of, result_of

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

FATEFUL = ("unconscious", "knock_out", "near_death")
"""Failures that end a bout: Luck goes to them first [ruling]."""
UNLUCKY_DRAW = 60016
"""Place of the draw that names the success an unlucky fighter loses."""


def swing(who: Fighter) -> int:
    """Daredevil while he risks something; a glare that counts on the next roll alone (<威圧>)."""
    less, who.cowed = who.cowed, 0
    return int(who.risk and who.brings.has("daredevil")) - less


def again(bout: Bout, who: Fighter, target: int, what: str) -> tuple[list[int], str]:
    """One more throw against the same number."""
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell("roll", who, what=what, target=target, dice=dice, result=result)
    return dice, result


def thought_better(
    bout: Bout, who: Fighter, what: str, target: int, dice: list[int], result: str
) -> tuple[list[int], str]:
    """The throw that counts after Daredevil, Luck and Unluckiness had their say."""
    if result == "critical_failure" and who.risk and who.brings.has("daredevil"):
        bout.tell("decide", who, what="daredevil", at=None, list=None, line=None)
        dice, result = again(bout, who, target, "reroll")
    fatal = result == "critical_failure" and what in ("attack", "defence")
    if who.luck and (fatal or (what in FATEFUL and not made(result))):
        who.luck -= 1
        bout.tell("decide", who, what="luck", at=None, list=None, line=None)
        throws = [(dice, result), again(bout, who, target, "reroll"), again(bout, who, target, "reroll")]
        dice, result = min(throws, key=lambda throw: sum(throw[0]))
    if what in ("attack", "defence") and made(result) and who.misfortune:
        who.misfortune -= 1
        if who.misfortune == 0:
            bout.tell("decide", who, what="unluckiness", at=None, list=None, line=None)
            return dice, "failure"
    return dice, result


def check(bout: Bout, who: Fighter, what: str, target: int) -> bool:
    """A success roll (C-01)."""
    return made(graded(bout, who, what, target)[1])


def graded(bout: Bout, who: Fighter, what: str, target: int) -> tuple[int, str]:
    """A success roll with its margin (C-05)."""
    target += swing(who)
    dice = bout.dice.three()
    result = result_of(target, sum(dice))
    bout.tell("roll", who, what=what, target=target, dice=dice, result=result)
    dice, result = thought_better(bout, who, what, target, dice, result)
    return margin_of(target, sum(dice)), result


def contest(bout: Bout, me: Fighter, what: str, mine: int, theirs: int) -> tuple[int, int]:
    """Both margins of a quick contest (C-05)."""
    mine, theirs = mine + swing(me), theirs + swing(me.foe)
    first, second = bout.dice.three(), bout.dice.three()
    margins = margin_of(mine, sum(first)), margin_of(theirs, sum(second))
    bout.tell(
        "contest", me, what=what, mine={"target": mine, "dice": first, "margin": margins[0]},
        theirs={"target": theirs, "dice": second, "margin": margins[1]},
    )  # fmt: skip
    return margins


def level_out(mine: int, theirs: int) -> tuple[int, int]:
    """Targets of a regular contest brought near 10 (C-06)."""
    low = min(mine, theirs)
    if low > 14 or max(mine, theirs) < 6:
        return mine + 10 - low, theirs + 10 - low
    return mine, theirs


def will(bout: Bout, who: Fighter, what: str, more: int = 0) -> bool:
    """A roll against Will, which shock leaves alone (README point 16); what a meditation lent counts once."""
    lent, who.composure = who.composure, 0
    return check(bout, who, what, who.brings.will + lent + more)
