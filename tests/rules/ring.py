"""The ring of the rule tests: two fighters from plain numbers, scripted dice, and what was told.

    r = ring(11, ("1d", 4), me={"karate": 16, "ST": 14}, foe={"HT": 12})
    r.strike("punch")
    assert r.story == ["attack punch torso 16:11 success", "damage torso 5-1 4"]

`me` is side a, at (-1, 0), and `foe` side b, at (1, 0). Nobody defends, retreats or acts unless the test says
so. A die of the script is a 3d total, `("1d", 4)` a total of so many dice, `[4, 2]` the dice themselves; the
fixture fails the test when one was not rolled, and the core when one too many was. A policy's own draws are
scripted apart (`will`); without such a script any of them fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from ring_corner import IDLE, fighter, num, place
from ring_setting import Die, Setting
from ring_told import Event, act_of, tell

from budosim.combat.common.dice import EVEN
from budosim.combat.common.odds import odds
from budosim.combat.common.record import blank
from budosim.combat.gurps3 import bout, turn
from budosim.combat.gurps3.attack import strike, to_hit
from budosim.combat.gurps3.defence import HIT, RIPOSTE, STOPPED, defend
from budosim.combat.gurps3.exchange import after_blow, feint
from budosim.combat.gurps3.ids import OPT_NAMES, Act, Contest, Result, Roll
from budosim.combat.gurps3.legal import ILLEGAL, READY, place_ok, strike_state, survey
from budosim.combat.gurps3.move import arc_from, note_gap
from budosim.combat.gurps3.policy import refresh
from budosim.combat.gurps3.records import MAGIC, Scene
from budosim.combat.gurps3.records import Ring as Record
from budosim.combat.gurps3.roll import check, contest
from budosim.combat.gurps3.tell import hush, new_log
from budosim.combat.gurps3.wound import injure
from budosim.systems.gurps3.trace import events

HUSHED = ("turn", "act", "draw", "decide")
OUTCOMES = {int(HIT): "hit", int(STOPPED): "stopped", int(RIPOSTE): "riposte"}


class Fight(Setting):
    """What a test does with two fighters (`Setting` has what it starts from), and what came of it."""

    # -- looking ------------------------------------------------------------------------------------

    def row(self, act: str, who: str = "me", sub: int = 1) -> Any:
        """The technique row behind an act in a sub-turn; an error when he has none."""
        at = int(self.sheet(who).use[sub, Act[act.upper()]])
        if at == 0:
            raise LookupError(f"{who} has no row for {act} in sub-turn {sub}")
        return self.sheet(who).row[at]

    def damage(self, act: str, who: str = "me") -> str:
        """The damage of an act, as "1d+3"."""
        row = self.row(act, who)
        return f"{row.dice}d{row.add:+d}" if row.add else f"{row.dice}d"

    def reach(self, act: str, who: str = "me") -> tuple[int, int]:
        """Nearest and farthest distance of an act."""
        row = self.row(act, who)
        return int(row.reach_min), int(row.reach_max)

    @property
    def distance(self) -> int:
        """Fine hexes between them."""
        dq, dr = int(self.me.q - self.foe.q), int(self.me.r - self.foe.r)
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    @property
    def events(self) -> list[Event]:
        """The trace so far, without its first line."""
        return events(self.log, {}, None, self.scene.ring.rules)[1:]

    @property
    def story(self) -> list[str]:
        """The trace in short sentences; without turns, acts, draws and defences not tried."""
        return [tell(e) for e in self.events if e["k"] not in HUSHED and e.get("defence") != "no_defence"]

    @property
    def acts(self) -> list[str]:
        """What was decided, in order: "a 1.2 punch torso" is side a, turn 1, sub-turn 2."""
        return [tell(e) for e in self.events if e["k"] in ("act", "decide")]

    def last(self, kind: str) -> Event:
        """The last event of a kind."""
        return next(e for e in reversed(self.events) if e["k"] == kind)

    def odds(self, play: Callable[[], Hashable]) -> dict[Any, Fraction]:
        """The exact chance of every outcome of `play`, a function of this fight; nothing is changed."""
        rings, states, scene = self.rings.copy(), self.states.copy(), self.scene
        self.scene = scene._replace(log=None)

        def leaf(dice: Any) -> Hashable:
            self.rings[0], self.states[:] = rings[0], states
            self.rings[0].dice = dice
            try:
                return play()
            finally:
                for name in ("script", "faces", "kinds", "used", "have"):
                    dice[name] = self.rings[0].dice[name]

        try:
            return odds(leaf)
        finally:
            self.rings[0], self.states[:] = rings[0], states
            self.scene = scene

    # -- doing --------------------------------------------------------------------------------------

    def _point(self, act: str, at: str | None, opt: str | None, by: str, sub: int) -> None:
        """Write a blow into `now`, as the choice of a policy would."""
        now, s = self.scene.ring.now, self.side(by)
        row = int(self.sheets[s].use[sub, Act[act.upper()]])
        if row == 0:
            raise LookupError(f"{by} has no row for {act} in sub-turn {sub}")
        now.act, now.row, now.loc = Act[act.upper()], row, place(at)
        now.opt = OPT_NAMES.index(opt or "")
        now.slot, now.striker = sub, s
        now.answers = now.wild = 0
        now.launch = self.distance

    def strike(
        self,
        act: str,
        at: str | None = "torso",
        opt: str | None = None,
        *,
        by: str = "me",
        sub: int = 1,
        wild: bool = False,
        counter: bool = False,
        launch: int | None = None,
    ) -> str:
        """One blow from where he stands, reach and legality apart: "hit", "stopped" or "riposte".

        A riposte it met is not struck; `answer` does that. `counter` = the blow is itself a riposte.
        """
        self._point(act, at, opt, by, sub)
        now = self.scene.ring.now
        now.side = now.side if counter else self.side(by)
        now.wild, now.answers = int(wild), int(counter)
        if launch is not None:
            now.launch = launch
        return OUTCOMES[int(strike(self.scene, *self.pair(by)))]

    def answer(self, met: str, by: str = "me") -> str:
        """What follows a blow of `by` that ended so: the riposte, if there is one, else "none"."""
        my, me, their, foe = self.pair(by)
        code = next(k for k, v in OUTCOMES.items() if v == met)
        if not after_blow(self.scene, my, me, foe, their, num(code)):
            return "none"
        return OUTCOMES[int(strike(self.scene, their, foe, my, me))]

    def target(
        self,
        act: str,
        at: str | None = "torso",
        opt: str | None = None,
        *,
        by: str = "me",
        sub: int = 1,
        wild: bool = False,
    ) -> int:
        """Effective skill of a blow now."""
        self._point(act, at, opt, by, sub)
        now = self.scene.ring.now
        my, me, _, foe = self.pair(by)
        n = int(to_hit(self.scene, my, me, foe, now.row, now.loc, now.opt, num(wild)))
        hush(self.scene)
        return n

    def may(self, act: str, at: str = "torso", opt: str | None = None, *, by: str = "me", sub: int = 1) -> str:
        """Whether a blow is legal now: "ready", "far" (the step that lacks comes first) or "illegal"."""
        if int(self.sheet(by).use[sub, Act[act.upper()]]) == 0:
            return "illegal"
        self._point(act, at, opt, by, sub)
        now = self.scene.ring.now
        my, me, _, foe = self.pair(by)
        note_gap(self.scene, me, foe)
        survey(self.scene, my, me, foe)
        state = strike_state(self.scene, my, now.row, now.opt)
        if state == ILLEGAL or not place_ok(self.scene, my, me, foe, my.row[int(now.row)], now.loc):
            return "illegal"
        return "ready" if state == READY else "far"

    def defend(
        self, defence: str, against: str = "punch", *, by: str = "foe", retreat: bool = False, lure: int = 0,
        counter: bool = False,
    ) -> str:  # fmt: skip
        """One defence against a blow that was rolled well: "hit", "stopped" or "riposte"."""
        other = "me" if by == "foe" else "foe"
        self.defends(by, defence, retreat=retreat)
        self._point(against, "torso", None, other, 1)
        now = self.scene.ring.now
        now.declared, now.declared_row = now.act, now.row
        their, foe, my, me = self.pair(by)
        arc = arc_from(self.scene, foe, me)
        met = defend(self.scene, their, foe, my, me, now.row, arc, num(lure), num(counter))
        return OUTCOMES[int(met)]

    def guard(self, defence: str, against: str = "punch", **how: Any) -> int | None:
        """What would have to be rolled for a defence now; None when none is rolled. Nothing is changed.

        Keywords as for `defend`. A roll of 先読み or Acrobatics that comes first reads 10.
        """
        twin = Fight.__new__(Fight)
        twin.rulings, twin.log, twin.policies = self.rulings, new_log(64), list(self.policies)
        twin.rings = ring = blank(Record)
        ring[0] = self.scene.ring
        twin.scene = Scene(ring[0], twin.log, MAGIC)
        twin.people = self.people
        twin.sheets, twin.states = self.sheets, self.states.copy().view(np.recarray)
        twin.my, twin.their, twin.me, twin.foe = *twin.sheets, *twin.states
        twin.scene.ring.dice.mode = EVEN
        twin.defend(defence, against, **how)
        rolled = [e for e in twin.events if e["k"] == "defence" and e["result"] is not None]
        if not rolled or rolled[0]["defence"] != defence:
            return None
        return int(rolled[0]["target"])

    def injure(self, basic: int, at: str = "torso", *, who: str = "foe", fate: int = 0, no_dr: bool = False) -> None:
        """`basic` points of a blow strike somebody."""
        zero = num(0)
        injure(
            self.scene, self.sheet(who), self.state(who), place(at), num(basic), zero, num(1), num(no_dr),
            zero, num(fate),
        )  # fmt: skip

    def feint(self, by: str = "me", sub: int = 1) -> int:
        """A feint; what it takes off the foe's defences against the next attack."""
        now = self.scene.ring.now
        now.side, now.slot = self.side(by), sub
        feint(self.scene, *self.pair(by))
        return int(self.state(by).feint)

    def contest(self, mine: int, theirs: int) -> int:
        """A quick contest: my margin minus theirs."""
        return int(contest(self.scene, num(0), num(Contest.WAIT), num(mine), num(theirs)))

    def check(self, target: int) -> Result:
        """A success roll."""
        check(self.scene, num(0), num(Roll.FALL), num(target))
        return Result[str(self.last("roll")["result"]).upper()]

    def turn(self, by: str = "me", *acts: Any, **policy: Any) -> None:
        """One whole turn: these acts in order, one a sub-turn, then waiting; without acts the plan he has.

        An act is its id, (id, place) or (id, place, option), or an Act of bp/1. What he does about blows
        stays as it was set. An act that is not legal ends the list, steps into reach are taken, as in a bout.
        """
        s = self.side(by)
        if acts:
            do = {"seq": [*(act_of(act) for act in acts), {"a": "wait"}], "loop": False}
            kept: Event = {key: self.policies[s][key] for key in ("react", "never") if key in self.policies[s]}
            self.plan(by, {"rules": [{"do": do}], "rest": "only", **kept, **policy})
        bout.one_turn(self.scene, self.sheets, self.states, num(s))

    def begin(self, by: str = "me") -> bool:
        """The start of a turn: what expires, consciousness, stun; whether he can act."""
        my, me, _, foe = self.pair(by)
        return bool(turn.begin_turn(self.scene, my, me, foe))

    def finish(self, by: str = "me", could: bool = True) -> None:
        """The end of a turn: landing, shock, memory, drain."""
        my, me, _, _ = self.pair(by)
        turn.end_turn(self.scene, my, me, could)

    def look(self, by: str = "me") -> None:
        """Bring latches and bans of a policy up to date, as the start of a sub-turn does."""
        refresh(self.scene, *self.pair(by))


def scenes() -> Iterator[Callable[..., Fight]]:
    """The fixture: sets scenes for one test, and fails it when a scripted die is left over."""
    made: list[Fight] = []

    def build(*dice: Die, **scene: Any) -> Fight:
        made.append(Fight(dice, **scene))
        return made[-1]

    yield build
    left = [fight.unused() for fight in made if fight.unused()]
    assert not left, "; ".join(left)


__all__ = ["IDLE", "Die", "Fight", "fighter", "num", "scenes"]
