"""The rolls of a stretch of a lost bout that decided something, in words: what went wrong for whom, and how close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from budosim.study.words import Both, both
from budosim.systems.gurps3.replay import labels
from budosim.systems.gurps3.story_words import words

Event = Mapping[str, Any]
FAILED = ("failure", "critical_failure")
RESULTS = {
    "critical_success": Both("大成功", "a critical success"),
    "critical_failure": Both("大失敗", "a critical failure"),
    "failure": Both("失敗", "a miss"),
}
HARM = {
    "crippled", "stunned", "fallen", "grappled", "pinned", "locked", "choked", "blinded", "deafened", "unconscious",
    "near_death", "dead", "collapsed", "guard_dropped", "lost_balance", "off_balance", "muscle_torn", "strained",
    "burned", "reflected", "cast_lost", "back_hurt", "turned",
}  # fmt: skip
"""Effects that put whoever suffers them at a disadvantage."""


def dice_of(events: Sequence[Event], side: str) -> list[Both]:
    """What decided a stretch, in its order; where nothing stands out, what of his the foe defended against."""
    found = [said for event in events if (said := _decisive(event, event["who"] == side)) is not None]
    return found or list(_kept_off(events, side))


def _decisive(event: Event, mine: bool) -> Both | None:
    match event["k"]:
        case "attack":
            return _attack(event, mine)
        case "defence" if mine and event.get("result") in FAILED:
            act = _act(event["defence"])
            return Both(
                f"自分の{act.ja}が失敗{_needed(event).ja}",
                f"failed to defend ({act.en}){_needed(event).en}"
            )
        case "damage" if mine and event.get("injury"):
            place = both("place", str(event["at"]))
            return Both(
                f"{place.ja}に {event['injury']} 点（残り {event['hp']}）",
                f"{event['injury']} points to the {place.en} ({event['hp']} left)",
            )
        case "roll" if mine and event.get("result") in FAILED:
            what = _label("what", event["what"])
            return Both(f"失敗：{what.ja}{_needed(event).ja}", f"failed: {what.en}{_needed(event).en}")
        case "contest":
            return _contest(event, mine)
        case "effect" if mine and event["effect"] in HARM:
            return _effect(event)
        case "spell" if not mine and event.get("result") in ("success", "critical_success"):
            name = str(event["spell"]).replace("_", " ")
            return Both(f"相手の呪文が成功（{_spell(event['spell'], name)}）", f"the foe's spell worked ({name})")
    return None


def _attack(event: Event, mine: bool) -> Both | None:
    result = str(event.get("result"))
    if result not in ("critical_success", "critical_failure", "failure" if mine else "critical_success"):
        return None
    who, act, word = _who(mine), _act(event["act"]), RESULTS[result]
    need = _needed(event)
    return Both(f"{who.ja}の{act.ja}が{word.ja}{need.ja}", f"{who.en} {act.en}: {word.en}{need.en}")


def _contest(event: Event, mine: bool) -> Both | None:
    """A contest that the fighter lost, whoever began it."""
    won = event.get("winner")
    if won is None or (won == "me") == mine:
        return None
    what = _label("what", event["what"])
    margins = [event[name].get("margin") for name in (("mine", "theirs") if mine else ("theirs", "mine"))]
    if any(margin is None for margin in margins):
        return Both(f"{what.ja}の競り合いに負ける", f"lost the contest: {what.en}")
    own, other = (f"{margin:+d}".replace("-", "−") for margin in margins)
    return Both(f"{what.ja}の競り合いに負ける（{own} 対 {other}）", f"lost the contest: {what.en} ({own} to {other})")


def _effect(event: Event) -> Both:
    name = _label("effect", event["effect"])
    if not event.get("at"):
        return name
    place = both("place", str(event["at"]))
    return Both(f"{place.ja}：{name.ja}", f"{place.en}: {name.en}")


def _kept_off(events: Sequence[Event], side: str) -> Iterator[Both]:
    for event in events:
        if event["k"] == "defence" and event["who"] != side and event.get("result") not in FAILED:
            act, done = _act(event["attack"]["act"]), _act(event["defence"])
            yield Both(
                f"自分の{act.ja}を相手が{done.ja}で防いだ{_needed(event).ja}",
                f"own {act.en} was kept off ({done.en}){_needed(event).en}",
            )


def _who(mine: bool) -> Both:
    return Both("自分", "own") if mine else Both("相手", "the foe's")


def _needed(event: Event) -> Both:
    """The number needed and the number rolled, in brackets; nothing where there were no dice."""
    dice = event.get("dice")
    if not dice or not all(isinstance(die, int) for die in dice):
        return Both("", "")
    return Both(f"（目標 {event['target']}、出目 {sum(dice)}）", f" (needed {event['target']}, rolled {sum(dice)})")


def _act(act: Any) -> Both:
    known = words()["act"].get(str(act))
    return both("technique", str(act)) if known is None else Both(known["ja"], known["en"])


def _label(table: str, word: Any) -> Both:
    known = labels()[table].get(str(word))
    plain = str(word).replace("_", " ")
    return Both(plain, plain) if known is None else Both(known["ja"], known["en"])


def _spell(spell: Any, plain: str) -> str:
    from budosim.systems.gurps3.tables import tables

    return str(tables().label("spell", str(spell), "ja")) if spell in tables().spells else plain
