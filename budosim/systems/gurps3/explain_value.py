"""How a number comes about, step by step: levels, caps, sub-turns, defences, damage, sums."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping

from budosim.errors import SheetError
from budosim.systems.gurps3.explain_bought import Bought
from budosim.systems.gurps3.explain_derived import Follows
from budosim.systems.gurps3.explain_steps import Step
from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.legality.registry import Case, item_of
from budosim.systems.gurps3.names import find, fold
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
    steps = list(bought.combination(asked))
    if steps:
        return steps
    near = _near(sheet, asked)
    ja = f"（{'、'.join(n.ja for n in near)} ではありませんか）" if near else ""
    en = f" Did you mean {', '.join(n.en for n in near)}?" if near else ""
    raise SheetError(
        f"Nothing called {item!r} stands on this sheet.{en}", f"「{item}」はこのシートにありません{ja}。"
    )


def _near(sheet: Sheet, asked: str) -> list[Both]:
    """The names on the sheet, and of what follows from it, most like the one asked for."""
    spelt: dict[str, Both] = {}
    for entry in sheet.entries():
        name = item_of(entry)
        for text in (entry.text, name.ja, name.en):
            spelt.setdefault(fold(text), name)
    wanted = fold(asked)
    close = difflib.get_close_matches(wanted, spelt, 3, 0.5)
    if not close and len(wanted) > 1:
        close = [k for k in spelt if k and (k in wanted or wanted in k or k[0] == wanted[0])][:3]
    return list(dict.fromkeys(spelt[k] for k in close))


__all__ = ["Step", "explain_item"]
