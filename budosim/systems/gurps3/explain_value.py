"""How a number comes about, step by step: levels, caps, sub-turns, defences, damage, sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from budosim.errors import SheetError
from budosim.systems.gurps3.explain_bought import Bought
from budosim.systems.gurps3.explain_derived import Follows
from budosim.systems.gurps3.explain_steps import Step
from budosim.systems.gurps3.legality.registry import Case, named
from budosim.systems.gurps3.names import find, nearest
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.sheet import Sheet

_PREFIXES = ("damage.", "parry.", "levels.", "maneuvers.", "spells.")


def explain_item(sheet: Sheet, item: str, regulation: Regulation | None = None) -> list[Step]:
    """The steps behind any number: a skill, maneuver, spell, attribute, act, trait or derived value.

    Raises:
        SheetError: nobody knows the item, or it is not on the sheet.

    """
    asked = item.strip()
    for prefix in _PREFIXES:
        asked = asked.removeprefix(prefix)
    case = Case(sheet, regulation or default_regulation())
    bought = Bought(case)
    tellers: Mapping[str, Callable[[str], Iterator[Step]]] = {
        "value": Follows(case).value,
        "attribute": bought.attribute,
        "skill": bought.skill,
        "maneuver": bought.technique,
        "act": bought.act,
        "basic": bought.technique,
        "spell": bought.spell,
        "trait": bought.trait,
    }
    for kind, tell in tellers.items():
        id_ = find(kind, asked)
        steps = list(tell(id_)) if id_ is not None else []
        if steps:
            return steps
    near = [named(k, i).ja for k in ("skill", "maneuver", "spell") for i in nearest(k, asked, 1)]
    hint = f"（{'、'.join(near)}？）" if near else ""
    raise SheetError(
        f"Nothing called {item!r} stands on this sheet.", f"「{item}」はこのシートにありません{hint}。"
    )


__all__ = ["Step", "explain_item"]
