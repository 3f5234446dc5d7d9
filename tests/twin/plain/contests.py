"""Quick contests (C-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import margin_of

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout


def contest(bout: Bout, me: Fighter, what: str, mine: int, theirs: int) -> tuple[int, int]:
    """Both margins of a quick contest (C-05)."""
    first, second = bout.dice.three(), bout.dice.three()
    margins = margin_of(mine, sum(first)), margin_of(theirs, sum(second))
    bout.tell(
        "contest", me, what=what, mine={"target": mine, "dice": first, "margin": margins[0]},
        theirs={"target": theirs, "dice": second, "margin": margins[1]},
    )  # fmt: skip
    return margins
