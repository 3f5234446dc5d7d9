"""Events of a trace as short sentences, and acts of a plan from short notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Event = dict[str, Any]


def act_of(act: Any) -> Event:
    """An act of bp/1 from "kick", ("kick", "leg.L") or ("kick", "leg.L", "aoa_hit")."""
    if isinstance(act, Mapping):
        return dict(act)
    if isinstance(act, str):
        return {"a": act}
    made: Event = {"a": act[0]}
    if act[1] is not None:
        made["at"] = ["skull" if act[1] == "brain" else act[1]]
    if len(act) > 2:
        made["opt"] = act[2]
    return made


def _total(dice: Iterable[int]) -> int:
    return sum(dice)


def tell(e: Event) -> str:
    """One event in a short sentence."""
    words: list[Any] = [e["k"]]
    match e["k"]:
        case "attack":
            words += [e["act"], e["at"], f"{e['target']}:{_total(e['dice'])}", e["result"]]
        case "defence":
            words += [e["defence"]]
            if e["result"] is not None:
                words += [f"{e['target']}:{_total(e['dice'])}", e["result"]]
            words += ["retreat"] if e["retreat"] else []
        case "damage":
            words += [e["at"], f"{e['basic']}-{e['dr']}", e["injury"]]
        case "roll":
            words += [e["what"], f"{e['target']}:{_total(e['dice'])}", e["result"]]
        case "contest":
            words += [e["what"], f"{e['mine']['margin']}:{e['theirs']['margin']}", e["winner"]]
        case "table":
            words += [e["table"], e["row"]]
        case "effect":
            words += [e["effect"], e["at"]]
        case "move":
            words += [e["why"], e["distance"]]
        case "fatigue":
            words += [e["why"], e["lost"]]
        case "initiative":
            words += [e["first"]]
        case "end":
            words += [e["ending"], e["winner"]]
        case "act":
            words = [e["who"], f"{e['t']}.{e['s']}", e["act"], e["at"], e["opt"]]
        case "decide":
            words = [e["who"], f"{e['t']}.{e['s']}", e["what"], e["at"]]
    return " ".join(str(word) for word in words if word is not None)
