"""What is told of grabs: taking hold, throwing, pinning, pressing a hold, and getting out of one.

The marks of a sentence are those of whoever grabs, also where it speaks of his victim: `b_down` means that the victim
lay when he was seized. Further marks: `perfect` (nothing could stop it), `rolled`, `sprang`, `jarred` (how a thrown
fighter came down), `throat` (a choke and not a joint), `pinned`, `locked`, `choked`, `grappled` (how he is held).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from budosim.systems.gurps3.story_steps import Beat, Event, Numbered, numbers, other
from budosim.systems.gurps3.story_words import marks_of_act, marks_of_place

THROWS = ("throw", "sac_throw", "suplex", "piledriver", "takedown", "slam")
TAKEN = ("pinned", "locked", "choked", "grappled")
"""What a grab puts on its victim, the tightest first."""
RENAMED = {"miss": "grab_miss", "dodged": "grab_dodged", "parried": "grab_parried"}
"""Situations of blows that grabs have words of their own for."""
PRESSES = ("lock", "choke")
"""Contests of a hold that hurts."""
JARRED = 4
"""Points from which a fall hurts visibly."""
SUCCESS = ("success", "critical_success")


@dataclass(frozen=True, slots=True)
class Grab:
    """What was told, and which events still have something to tell."""

    beats: list[Beat]
    rest: list[Numbered]


def is_grab(act: object) -> bool:
    """Whether an act seizes, throws or locks."""
    return "fam:grapple" in marks_of_act(str(act))


def held_by(state: object) -> dict[str, frozenset[str]]:
    """By side how he is held, as marks; a state that does not say so holds nobody."""
    if not isinstance(state, dict):
        return {"a": frozenset(), "b": frozenset()}
    names = ("pinned", "locked", "choked", "grappled")
    return {s: frozenset(name for name in names if state.get(s, {}).get(name)) for s in ("a", "b")}


def _effects(events: Sequence[Numbered], who: str) -> dict[str, Event]:
    return {e["effect"]: e for _, e in reversed(events) if e["k"] == "effect" and e["who"] == who}


def _without(events: Sequence[Numbered], dropped: Iterable[tuple[str, str]]) -> list[Numbered]:
    gone = set(dropped)
    return [(i, e) for i, e in events if e["k"] != "effect" or (e["who"], e["effect"]) not in gone]


def _rolled(events: Sequence[Numbered], who: str, what: str) -> bool:
    return any(
        e["k"] == "roll" and e["who"] == who and e["what"] == what and e["result"] in SUCCESS for _, e in events
    )


def _lost(events: Sequence[Numbered], who: str) -> bool:
    return any(e["k"] == "contest" and e["who"] == who and e["winner"] != "me" for _, e in events)


def grab(events: Sequence[Numbered], who: str, act: str, marks: Iterable[str]) -> Grab:
    """What came of a grab that was not stopped."""
    foe = other(who)
    effects, mine = _effects(events, foe), _effects(events, who)
    bears = frozenset(marks) | marks_of_act(act)
    at = numbers(list(events))
    if act in THROWS:
        if "fallen" in effects:
            beat = Beat("thrown", who, at, bears | _landing(events, foe, effects), act)
            dropped = [(side, name) for side in (who, foe) for name in ("freed", "postured", "stood")]
            return Grab([beat], _without(events, [*dropped, (foe, "fallen")]))
        if "fallen" in mine and _lost(events, who):
            beat = Beat("throw_backfired", who, at, bears, act)
            return Grab([beat], _without(events, [(who, "fallen")]))
        beats = [Beat("throw_failed", who, at, bears, act)] if _lost(events, who) else []
        return Grab(beats, list(events))
    name = next((name for name in TAKEN if name in effects), None)
    if name is not None:
        place = effects[name].get("at")
        beat = Beat(name, foe, at, bears | marks_of_place(place), act, place)
        return Grab([beat], _without(events, [(foe, name), (foe, "freed"), (who, "postured")]))
    if any(e["k"] == "contest" and e["who"] == who for _, e in events):
        won = "near_death" in effects or "unconscious" in effects or "dead" in effects
        what = "hold_won" if won else "pin_failed" if act == "pin" else "hold_lost"
        return Grab([Beat(what, who, at, bears, act)], list(events))
    return Grab([], list(events))


def _landing(events: Sequence[Numbered], foe: str, effects: dict[str, Event]) -> frozenset[str]:
    hurt = sum(int(e["injury"]) for _, e in events if e["k"] == "damage" and e["who"] == foe)
    if "stood" in effects:
        return frozenset({"sprang"})
    if _rolled(events, foe, "breakfall"):
        return frozenset({"rolled"})
    return frozenset({"jarred"}) if hurt >= JARRED else frozenset()


def press(events: Sequence[Numbered], who: str, held: frozenset[str]) -> Grab:
    """A hold is made to hurt, or tries to; a hold that is only kept has no dice and no words."""
    foe = other(who)
    at = numbers(list(events))
    contest = next((e for _, e in events if e["k"] == "contest" and e["what"] in PRESSES), None)
    if contest is None:
        return Grab([], list(events))
    hurt = next((e for _, e in events if e["k"] == "damage" and e["who"] == foe), None)
    drained = any(e["k"] == "fatigue" and e["who"] == foe and e.get("why") == "choke" for _, e in events)
    throat = contest["what"] == "choke"
    marks = held | frozenset({"throat"} if throat else ())
    if contest["winner"] != "me" or not (drained or (hurt is not None and hurt["injury"] > 0)):
        return Grab([Beat("press_lost", who, at, marks, "choke" if throat else "submission")], list(events))
    place = "neck" if throat else hurt["at"] if hurt is not None else None
    return Grab([Beat("squeezed", who, at, marks | marks_of_place(place), None, place)], list(events))


def struggle(events: Sequence[Numbered], who: str, held: frozenset[str], *, last: bool) -> Grab:
    """Somebody fights to get free; of several tries in vain within a turn only the last is told."""
    contest = next((e for _, e in events if e["k"] == "contest"), None)
    if contest is None:
        return Grab([], list(events))
    at = numbers(list(events))
    if contest["winner"] == "me":
        return Grab([Beat("broke_free", who, at, held, "break_free")], _without(events, [(who, "freed")]))
    return Grab([Beat("held_fast", who, at, held, "break_free")] if last else [], list(events))


def release(events: Sequence[Numbered], who: str) -> Grab:
    """Somebody lets go of his own will."""
    freed = any(e.get("effect") == "freed" for _, e in events)
    beats = [Beat("released", who, numbers(list(events)), frozenset(), "release")] if freed else []
    return Grab(beats, _without(events, [(other(who), "freed")]))
