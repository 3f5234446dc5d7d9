"""The compiled core and the twin side by side: the same fighters, patterns, rulings and bout numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from plain.books import PLACES
from plain.bout import Bout, ready
from plain.magic_state import HELD_BY_SPELL

from budosim.ai.records import to_records
from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import Duel, duel, told
from budosim.combat.gurps3.ids import Ending
from budosim.combat.gurps3.records import State
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state, pack, start_distance
from budosim.systems.gurps3.pack_arts import link_arts, titles_of
from budosim.systems.gurps3.pack_spells import link
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.trace import events

Event = dict[str, Any]
Policy = dict[str, Any]
WHOLE = True
"""Whether the core knows more than the striking duel yet."""
LEAGUE = 1
"""Bits of the stage words of a league bout."""


class Difference(AssertionError):
    """The first event in which the two engines disagree, with what went before."""


class Pairing:
    """Two fighters, ready for both engines."""

    def __init__(
        self, people: Sequence[Brought], policies: Sequence[Policy], rulings: Mapping[str, str] | None = None
    ) -> None:
        self.people, self.policies, self.rulings = people, policies, dict(rulings or {})
        self.rules = rules_record(self.rulings)
        self.sheets = [pack(who, self.rulings, slot) for slot, who in enumerate(people)]
        made = [to_records(policy) for policy in policies]
        for one, who in zip(made, people, strict=True):
            link_arts(one.record, one.extras, who.combos)
        self.titles = {side: titles_of(one.record, one.extras) for side, one in zip("ab", made, strict=True)}
        records = [link(one.record, one.extras, who.spells) for one, who in zip(made, people, strict=True)]
        self.sides = [
            ready(asdict(who), p, self.rulings, whole=WHOLE) for who, p in zip(people, policies, strict=True)
        ]
        self.duel: Duel = duel(self.rules, (self.sheets[0], self.sheets[1]), (records[0], records[1]))

    def start(self) -> Any:
        """Both at the bell."""
        states = blank(State, 1, 2)
        for side in range(2):
            states[0, side] = fresh_state(self.sheets[side], side, start_distance(self.rules, self.sheets))
            states[0, side].stage = LEAGUE
        return states

    def core(self, seed: int, number: int) -> tuple[Any, list[Event]]:
        """The result record and the trace of the core."""
        result, log = told(self.duel, self.start(), seed, number)
        return result, events(log, {"seed": seed, "bout": number}, None, self.rules, self.titles)[1:]

    def twin(self, seed: int, number: int) -> Bout:
        """The bout as the twin plays it."""
        bout = Bout(self.sides, seed, number)
        bout.play()
        return bout

    def compare(self, seed: int, number: int) -> int:
        """Play one bout in both; the number of events they agree in.

        Raises:
            Difference: they do not agree.

        """
        result, theirs = self.core(seed, number)
        bout = self.twin(seed, number)
        same_events(bout.events, theirs)
        same_result(bout, result)
        return len(theirs)


def same_result(bout: Bout, result: Any) -> None:
    """The record of the core against the twin's end."""
    end = bout.ending
    assert Ending(int(result.ending)).name.lower() == end["ending"]
    assert int(result.winner) == (-1 if end["winner"] is None else "ab".index(str(end["winner"])))
    assert int(result.first) == "ab".index(bout.first)
    for i, who in enumerate(bout.fighters):
        have = (int(result.turns[i]), int(result.hp[i]), int(result.fp[i]), int(result.cp[i]))
        assert have == (who.turn, who.hp, who.fp, who.unspent_cp), (have, who.side)
        # neither numb parts nor those a spell holds are lost
        gone = [part for part, how in who.gone.items() if not isinstance(how, int) and how != HELD_BY_SPELL]
        lost = sum(1 << PLACES.index(part) for part in gone)
        assert int(result.crippled[i]) == lost
        assert int(result.fragile[i]) == sum(1 << PLACES.index(part) for part in who.fragile)
    assert int(result.draws) == bout.dice.thrown


def within(mine: Any, theirs: Any) -> bool:
    """Whether all that the twin says stands in the core's event as well."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return all(key in theirs and within(value, theirs[key]) for key, value in mine.items())
    return bool(mine == theirs)


def plain_form(event: Event) -> Event:
    """An event of the core with the attack of a defence as the twin writes it."""
    return {**event, "attack": event["attack"]["act"]} if event["k"] == "defence" else event


def same_events(mine: Sequence[Event], theirs: Sequence[Event]) -> None:
    """Event by event."""
    for i in range(max(len(mine), len(theirs))):
        have = mine[i] if i < len(mine) else None
        want = plain_form(theirs[i]) if i < len(theirs) else None
        if have is None or want is None or not within(have, want):
            before = "\n".join(short(e) for e in theirs[max(0, i - 12) : i])
            raise Difference(f"event {i}\n{before}\ntwin: {have}\ncore: {want and only(want, have)}")


def only(event: Event, like: Event | None) -> Event:
    """Of the core's event what the twin speaks of."""
    return {key: value for key, value in event.items() if like is None or key in like or key in ("mods", "rule")}


def short(event: Event) -> str:
    """An event in one line, without the long fields."""
    return str({k: v for k, v in event.items() if k not in ("state", "legal", "rule", "span", "class", "list")})
