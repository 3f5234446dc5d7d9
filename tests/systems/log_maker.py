"""Logs filled by hand, as the talking core would write them; nothing is compiled."""

from __future__ import annotations

from typing import Any

from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import Act, Effect, From, Kind, Loc, Mod, Result, Roll
from budosim.combat.gurps3.records import Rules, State
from budosim.combat.gurps3.tell import Log, new_log
from budosim.systems.gurps3.trace import events
from budosim.systems.gurps3.trace_state import Event

HEADER = {"a": {"id": "aoi"}, "b": {"id": "ben"}, "seed": 7, "bout": 3, "stage": "free"}
SPANS = {"a": {"rules": [[0, 9], [10, 20]], "react": [[21, 30]], "free": [], "never": []}, "b": None}


class LogMaker:
    """Writes lines; `of`, `t`, `s` hold until changed."""

    def __init__(self) -> None:
        self.log: Log = new_log(64)
        self.of, self.t, self.s = 0, 1, 1
        self.states = [blank(State)[0], blank(State)[0]]
        for i, me in enumerate(self.states):
            me.side, me.hp, me.fp = i, 12, 14
            me.q, me.facing = (-1, 0) if i == 0 else (1, 3)

    def line(
        self,
        kind: Kind,
        who: int,
        *values: int,
        dice: tuple[int, ...] = (),
        mods: tuple[tuple[Mod, int], ...] = (),
        legal: tuple[Act, ...] = (),
        snap: bool = False,
    ) -> Any:
        """One line."""
        head = self.log.head
        entry = self.log.entry[head.n]
        head.n += 1
        entry.kind, entry.of, entry.t, entry.s, entry.who = kind, self.of, self.t, self.s, who
        for i, value in enumerate(values):
            entry.v[i] = value
        for i, die in enumerate(dice):
            entry.dice[i] = die
        entry.n_dice = len(dice)
        for i, (mod, points) in enumerate(mods):
            entry.mod[i], entry.points[i] = mod, points
        entry.n_mods = len(mods)
        for act in legal:
            entry.legal[act] = 1
        entry.snap = -1
        if snap:
            entry.snap = head.snaps
            for i, me in enumerate(self.states):
                self.log.snap[head.snaps + i] = me
            head.snaps += 2
        return entry

    def roll(
        self, who: int, what: Roll, target: int, dice: tuple[int, ...], result: Result, *mods: Any
    ) -> None:
        """A success roll."""
        self.line(Kind.ROLL, who, what, target, result, dice=dice, mods=mods)

    def act(self, who: int, act: Act, loc: int = Loc.TORSO, opt: int = 0, **more: Any) -> None:
        """A decision by the second rule."""
        self.line(Kind.ACT, who, act, loc, opt, From.RULES, 1, 0, 0, snap=True, **more)

    def attack(self, who: int, result: Result = Result.SUCCESS, act: Act = Act.KICK, **more: Any) -> None:
        """An attack at the torso, 14 or less."""
        counter = more.pop("counter", 0)
        dice = more.pop("dice", (3, 3, 4))
        self.line(Kind.ATTACK, who, act, Loc.TORSO, 14, 14, result, counter, dice=dice, **more)

    def damage(self, who: int, loc: Loc, injury: int, halves: int = 2) -> None:
        """A blow of `injury` points with no armour."""
        self.line(Kind.DAMAGE, who, loc, 0, 1, injury, 0, halves, injury, 12 - injury, dice=(injury,))

    def effect(self, who: int, effect: Effect, at: int = -1, extra: int = 0) -> None:
        """Something befalls somebody."""
        self.line(Kind.EFFECT, who, effect, at, extra)

    def events(self, **rules: int) -> list[Event]:
        """The trace without its first line."""
        record = blank(Rules)[0]
        for key, value in rules.items():
            record[key] = value
        return events(self.log, HEADER, SPANS, record)[1:]

    def last(self, **rules: int) -> Event:
        """The last event."""
        return self.events(**rules)[-1]
