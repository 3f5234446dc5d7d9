"""Scenes of the twin with scripted dice: two people, what each orders, the throws in the order they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plain.body import Fighter
from plain.books import STRIKES
from plain.bout import Bout, ready
from plain.grip import Hold

Event = dict[str, Any]


class Script:
    """Throws given as totals of 3d, or as the dice of other rolls; every one must be asked for."""

    def __init__(self, throws: Iterable[int | list[int]]) -> None:
        self.throws = list(throws)
        self.thrown = 0

    def open(self, turn: int, side: int, sub: int) -> None:
        """Scripted dice have no addresses."""

    def pop(self, n: int) -> list[int]:
        """The next throw of n dice."""
        assert self.throws, f"a roll of {n} dice nobody scripted, after {self.thrown}"
        self.thrown += 1
        throw = self.throws.pop(0)
        if isinstance(throw, list):
            assert len(throw) == n, (throw, n)
            return throw
        faces = [throw // n + (i < throw % n) for i in range(n)]
        assert all(1 <= face <= 6 for face in faces), (throw, n)
        return faces

    def three(self) -> list[int]:
        """3d."""
        return self.pop(3)

    def some(self, n: int) -> list[int]:
        """N dice."""
        return self.pop(n)

    def will(self, turn: int, side: int, sub: int, place: int) -> int:
        """A pattern's own draw: always the lowest."""
        return 0


def person(**numbers: Any) -> dict[str, Any]:
    """A man without anything special."""
    plain = {
        "ST": 10, "DX": 10, "IQ": 10, "HT": 12, "skills": {}, "maneuvers": {}, "traits": {}, "height_cm": 170,
        "weight_kg": 65, "age": 25, "female": False, "clothed": True, "unspent_cp": 0, "spells": {}, "first_act": "",
    }  # fmt: skip
    return {**plain, **numbers}


def orders(*acts: Any, **lists: Any) -> dict[str, Any]:
    """A pattern that does the first of these acts that is open."""
    rules = [{"do": {"a": act} if isinstance(act, str) else act} for act in acts]
    return {"rules": rules, **lists}


class Scene:
    """A bout before a turn of side a."""

    def __init__(
        self, a: dict[str, Any], b: dict[str, Any], does: Any = "wait", answers: Any = "wait", **rulings: str
    ) -> None:
        patterns = [p if isinstance(p, dict) and "rules" in p else orders(p) for p in (does, answers)]
        people = (a, b)
        sides = [ready(who, p, rulings) for who, p in zip(people, patterns, strict=True)]
        self.bout = Bout(sides, 0, 0)
        self.bout.first = "a"
        self.a, self.b = self.bout.fighters

    def close(self) -> Scene:
        """Both in one hex."""
        self.b.at = self.a.at
        return self

    def hold(self, kind: str = "grapple", part: str = "torso", hands: int = 2, **more: Any) -> Scene:
        """A holds b."""
        self.close()
        self.a.hold = Hold(kind, part, hands, 0, **more)
        return self

    def held(self, kind: str = "grapple", part: str = "torso", hands: int = 2, **more: Any) -> Scene:
        """B holds a."""
        self.close()
        self.b.hold = Hold(kind, part, hands, 0, **more)
        return self

    def lies(self, who: Fighter) -> Scene:
        """Somebody is down."""
        who.posture = "lying"
        return self

    def lies_down(self) -> Scene:
        """B is down."""
        return self.lies(self.b)

    def lies_a(self) -> Scene:
        """A is down."""
        return self.lies(self.a)

    def lies_down_both(self) -> Scene:
        """Both are down."""
        return self.lies(self.a).lies(self.b)

    def turn(self, *throws: int | list[int], who: Fighter | None = None) -> list[Event]:
        """One turn with these throws, all of which must be used; what happened in it."""
        script = Script(throws)
        self.bout.dice = script  # type: ignore[assignment]
        before = len(self.bout.events)
        self.bout.take_turn(who or self.a)
        assert not script.throws, f"not asked for: {script.throws}"
        return self.bout.events[before:]


def of_kind(events: list[Event], kind: str, **like: Any) -> list[Event]:
    """The events of one kind with these fields."""
    return [e for e in events if e["k"] == kind and all(e.get(key) == value for key, value in like.items())]


def effects(events: list[Event]) -> list[str]:
    """What befell whom, in order."""
    return [f"{e['who']} {e['effect']}" for e in events if e["k"] == "effect"]


def target(events: list[Event], kind: str, **like: Any) -> int:
    """The target of the only roll of that kind."""
    (event,) = of_kind(events, kind, **like)
    return int(event["target"])


def act(events: list[Event]) -> str:
    """What was done in the first sub-turn."""
    return str(of_kind(events, "act")[0]["act"])


# -- a karateka of 16 and his orders ---------------------------------------------------------------
MASTER: dict[str, Any] = {"ST": 14, "DX": 14, "IQ": 12, "HT": 12}


PUNCH = {"a": "punch", "at": ["torso"]}
FIST = person(DX=14, skills={"karate": 16})


def master(skills: dict[str, int], **more: Any) -> dict[str, Any]:
    """A karateka of 16 with some cinematic skills."""
    return person(**{**MASTER, "skills": {"karate": 16, **skills}, **more})


def cine(name: str, **more: Any) -> dict[str, Any]:
    """An order for a cinematic skill."""
    return {"a": "cine", "name": name, **more}


def by_hand(*acts: Any) -> dict[str, Any]:
    """A pattern that strikes with the plain fist alone."""
    return orders(*acts, never=[{"a": act} for act in STRIKES if act != "punch"])
