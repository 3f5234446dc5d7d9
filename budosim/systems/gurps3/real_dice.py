"""A bout by dice somebody rolls at a table: what the next throw is for, and the bout once all are typed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from budosim.combat.common.dice import SCRIPT, SCRIPTED
from budosim.combat.gurps3.batch import Duel, play
from budosim.combat.gurps3.tell import Log, new_log
from budosim.errors import RuleError
from budosim.systems.gurps3.trace import events

Throws = Sequence[Sequence[int]]
FILL = 10
"""The total of throws nobody has made yet, while asking for the next."""
DIE = 6


@dataclass(frozen=True)
class Wanted:
    """The next throw of a bout.

    Fields:
        at: how many throws were made.
        dice: how many dice it has.
        event: the event of the trace it belongs to; None where the trace does not come so far.
    """

    at: int
    dice: int
    event: Mapping[str, Any] | None


class BadThrow(RuleError):
    """A throw with the wrong number of dice, or one too many; `at` counts from 0."""

    def __init__(self, at: int, en: str, ja: str) -> None:
        """Name the throw."""
        self.at = at
        super().__init__(f"throw {at + 1}: {en}", f"{at + 1} 投目：{ja}")


def script_of(throws: Throws, fill: bool = False) -> Callable[[Any], None]:
    """Sets a scene's dice to throws; with `fill` those that are missing show something."""
    if len(throws) > SCRIPT:
        raise BadThrow(SCRIPT, f"at most {SCRIPT} throws", f"{SCRIPT} 投までです")

    def script(scene: Any) -> None:
        dice = scene.ring.dice
        dice.mode = SCRIPTED
        for i, faces in enumerate(throws):
            dice.script[i] = sum(faces)
            dice.faces[i] = sum(face * 10**k for k, face in enumerate(faces))
            dice.kinds[i] = len(faces)
        dice.have = len(throws)
        if fill:
            dice.script[len(throws) :] = FILL
            dice.faces[len(throws) :] = 0
            dice.kinds[len(throws) :] = 0
            dice.have = SCRIPT

    return script


def check_throws(duel: Duel, start: Any, seed: int, number: int, throws: Throws) -> Wanted | None:
    """What the bout asks for after these throws; None when they are all it needs.

    Raises:
        BadThrow: one has another number of dice than the bout rolls there, or the bout is over before it.

    """
    log = new_log(8192)
    scene = duel.scene(log)
    script_of(throws, fill=True)(scene)
    try:
        play(duel, start, seed, np.array([number], dtype=np.uint64), scene)
    except IndexError:
        pass
    except ValueError:
        raise _mistaken(duel, start, seed, number, throws, int(scene.ring.dice.used)) from None
    used, given = int(scene.ring.dice.used), len(throws)
    for at in range(min(used, given)):
        # the compiled core goes on where the interpreted one complains
        if int(scene.ring.dice.kinds[at]) != len(throws[at]):
            raise _miscounted(at, int(scene.ring.dice.kinds[at]))
    if used < given:
        raise BadThrow(used, "the bout is over before it", "それより前に試合が終わっています")
    if used == given:
        return None
    return Wanted(given, int(scene.ring.dice.kinds[given]), _event_of(log, duel, given))


def _mistaken(duel: Duel, start: Any, seed: int, number: int, throws: Throws, used: int) -> BadThrow:
    """The fault of the throw the bout stumbled over; the throw read last is the one."""
    at = max(0, used - 1)
    wanted = check_throws(duel, start, seed, number, throws[:at])
    return _miscounted(at, wanted.dice if wanted is not None else 0)


def _miscounted(at: int, dice: int) -> BadThrow:
    return BadThrow(at, f"{dice} dice are thrown here", f"ここで振るダイスは {dice} 個です")


def _event_of(log: Log, duel: Duel, throw: int) -> Mapping[str, Any] | None:
    """The event a throw belongs to: throws are told in the order they are made."""
    seen = 0
    for event in events(log, {}, None, duel.rules) if not log.head.full else []:
        seen += throws_of(event)
        if seen > throw:
            return event
    return None


def throws_of(event: Mapping[str, Any]) -> int:
    """How many throws an event shows."""
    if event["k"] == "initiative":
        return sum(len(pair) for pair in event["dice"])
    if event["k"] == "contest":
        return sum(bool(event[side]["dice"]) for side in ("mine", "theirs"))
    return 1 if event.get("dice") else 0


def dice_problem(throws: Throws) -> int | None:
    """The first throw that shows something no dice show."""
    for at, throw in enumerate(throws):
        if not throw or any(not 1 <= die <= DIE for die in throw):
            return at
    return None
