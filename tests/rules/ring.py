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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from budosim.ai.records import to_records
from budosim.combat.common.dice import EVEN, SCRIPTED
from budosim.combat.common.odds import odds
from budosim.combat.common.record import blank
from budosim.combat.gurps3 import bout, turn
from budosim.combat.gurps3.attack import strike, to_hit
from budosim.combat.gurps3.batch import blank_mind
from budosim.combat.gurps3.defence import HIT, RIPOSTE, STOPPED, defend
from budosim.combat.gurps3.exchange import after_blow, feint
from budosim.combat.gurps3.ids import LOC_NAMES, OPT_NAMES, Act, Contest, Loc, Posture, Result, Roll, Stun
from budosim.combat.gurps3.legal import ILLEGAL, READY, burden, place_ok, strike_state
from budosim.combat.gurps3.move import arc_from
from budosim.combat.gurps3.policy import refresh
from budosim.combat.gurps3.records import Ring as Record
from budosim.combat.gurps3.records import Scene, Sheet, State
from budosim.combat.gurps3.roll import check, contest, note_lost
from budosim.combat.gurps3.tell import hush, new_log
from budosim.combat.gurps3.wound import injure
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.tables import tables
from budosim.systems.gurps3.trace import events

Event = dict[str, Any]
Die = int | tuple[str, int] | Sequence[int]
Given = Brought | Mapping[str, Any] | None

ATTRIBUTES = ("ST", "DX", "IQ", "HT")
OUTCOMES = {int(HIT): "hit", int(STOPPED): "stopped", int(RIPOSTE): "riposte"}
PARTS = {Loc.ARM_R: Loc.HAND_R, Loc.ARM_L: Loc.HAND_L, Loc.LEG_R: Loc.FOOT_R, Loc.LEG_L: Loc.FOOT_L}
DEFAULTS: dict[str, Any] = {"ST": 12, "DX": 12, "IQ": 10, "HT": 12}


def fighter(**given: Any) -> Brought:
    """A fighter from keywords: attributes, skills by id, `master`, `naked`, traits by id or with their CP.

    Everything else is a field of `Brought`. A maneuver is a level alone when the first skill is its parent.
    """
    fields = DEFAULTS | {k: v for k, v in given.items() if k in ATTRIBUTES}
    skills = {k: v for k, v in given.items() if k in tables().skills}
    traits = given.get("traits", {})
    traits = dict(traits) if isinstance(traits, Mapping) else dict.fromkeys(traits, 10)
    if given.get("master"):
        traits["trained_by_a_master"] = 40
    rest = {
        k: v
        for k, v in given.items()
        if k not in ATTRIBUTES and k not in skills and k not in ("traits", "master", "naked", "maneuvers")
    }
    maneuvers = {
        k: (v, next(iter(skills), "DX")) if isinstance(v, int) else v
        for k, v in given.get("maneuvers", {}).items()
    }
    if given.get("naked"):
        rest["clothed"] = False
    return Brought(**fields, skills=skills, traits=traits, maneuvers=maneuvers, **rest)


_packed: dict[tuple[str, str, int], Any] = {}


def packed(who: Brought, rulings: Mapping[str, Any], side: int) -> Any:
    """The Sheet record of a fighter; packing is done once for the same numbers."""
    key = (repr(who), repr(sorted(rulings.items())), side)
    if key not in _packed:
        _packed[key] = pack(who, rulings, side)
    return _packed[key]


HUSHED = ("turn", "act", "draw", "decide")
IDLE: dict[str, Any] = {"rules": [], "react": [{"do": {"a": "no_defence"}}], "rest": "only"}
"""The plan of somebody who takes every blow and does nothing."""


@cache
def idle() -> Any:
    """The same as a record."""
    return to_records(IDLE).record


def num(value: int) -> Any:
    """A number as the kernels take it."""
    return np.int64(value)


def place(name: str | None) -> Any:
    """A location by its name in the trace; the right one of a pair; None is an unaimed blow."""
    if name is None:
        return num(Loc.ANYWHERE)
    return num(LOC_NAMES.index(name if name in LOC_NAMES else f"{name}.R"))


class Fight:
    """Two fighters in the ring and everything a test does with them.

    Fields:
        me, foe: their states (`State`); my, their: their sheets (`Sheet`).
        scene: what the kernels take; `scene.ring` holds rules, dice, now, minds and policies.
    """

    def __init__(
        self,
        dice: Sequence[Die] = (),
        me: Given = None,
        foe: Given = None,
        *,
        will: Sequence[float | int] = (),
        rules: Mapping[str, Any] | None = None,
        distance: int = 2,
    ) -> None:
        """Set the scene: `rules` are rulings by key, `distance` the fine hexes between the two."""
        self.rulings = dict(rules or {})
        self.policies: list[dict[str, Any]] = [IDLE, IDLE]
        self.log = new_log(512)
        self.rings = ring = blank(Record)
        self.scene = Scene(ring[0], self.log)
        ring[0].rules = rules_record(self.rulings)
        self.sheets = blank(Sheet, 2)
        self.states = blank(State, 2)
        for side, given in enumerate((me, foe)):
            who = given if isinstance(given, Brought) else fighter(**(given or {}))
            self.sheets[side] = packed(who, self.rulings, side)
            self.states[side] = fresh_state(self.sheets[side], side)
            self.scene.ring.minds.of[side] = blank_mind()[0]
            self.scene.ring.policies.of[side] = idle()
            self.states[side].turn = 1
            self.states[side].feint_until = 0
        self.my, self.their = self.sheets[0], self.sheets[1]
        self.me, self.foe = self.states[0], self.states[1]
        now = self.scene.ring.now
        now.turn = now.sub = now.slot = 1
        now.winner = -1
        self.apart(distance)
        self.dice(*dice)
        self.will(*will)

    # -- chances ------------------------------------------------------------------------------------

    def dice(self, *entries: Die) -> None:
        """Add draws to the script."""
        dice = self.scene.ring.dice
        dice.mode = SCRIPTED
        for entry in entries:
            at = dice.have
            if isinstance(entry, int):
                dice.script[at], dice.kinds[at] = entry, 3
            elif isinstance(entry[0], str):
                dice.script[at], dice.kinds[at] = int(entry[1]), int(entry[0].removesuffix("d"))
            else:
                faces = [int(face) for face in entry]
                dice.script[at], dice.kinds[at] = sum(faces), len(faces)
                dice.faces[at] = sum(face * 10**k for k, face in enumerate(faces))
            dice.have += 1

    def will(self, *draws: float | int) -> None:
        """Add draws of the policies to their own script: fractions of 1, or numbers below 2**32."""
        dice = self.scene.ring.dice
        dice.will_mode = SCRIPTED
        for draw in draws:
            dice.will[dice.will_have] = int(draw * 2**32) if isinstance(draw, float) else draw
            dice.will_have += 1

    def unused(self) -> str:
        """What the test scripted and nobody rolled; empty when all is used up."""
        dice = self.scene.ring.dice
        left = [int(n) for n in dice.script[int(dice.used) : int(dice.have)]] if dice.mode == SCRIPTED else []
        draws = int(dice.will_have - dice.will_used)
        return (f"dice not rolled: {left}" if left else "") + (
            f" {draws} policy draws not made" if draws else ""
        )

    # -- setting the scene --------------------------------------------------------------------------

    def apart(self, f: int) -> None:
        """Put them `f` fine hexes apart on the axis, facing each other."""
        half = f // 2
        self.stand("me", -half, 0, 0)
        self.stand("foe", f - half, 0, 3)

    def stand(self, who: str, q: int, r: int, facing: int | None = None) -> None:
        """Put one of them on a hex."""
        state = self.state(who)
        state.q, state.r, state.from_q, state.from_r = q, r, q, r
        if facing is not None:
            state.facing = facing

    def posture(self, who: str, name: str) -> None:
        """Bring one of them into a posture."""
        self.state(who).posture = Posture[name.upper()]

    def stun(self, who: str, kind: str = "physical") -> None:
        """Stun one of them."""
        self.state(who).stunned = Stun[kind.upper()]

    def cripple(self, who: str, *parts: str) -> None:
        """Take parts from one of them, with what hangs on them."""
        crippled = self.state(who).crippled
        for part in parts:
            loc = place(part)
            crippled[loc] = 1
            if Loc(loc) in PARTS and crippled[PARTS[Loc(loc)]] == 0:
                crippled[PARTS[Loc(loc)]] = 2
        note_lost(self.state(who))

    def plan(self, who: str, policy: Mapping[str, Any]) -> None:
        """Give one of them a whole policy (bp/1)."""
        self.policies[self.side(who)] = dict(policy)
        self.scene.ring.policies.of[self.side(who)] = to_records(dict(policy)).record
        self.scene.ring.minds.of[self.side(who)] = blank_mind()[0]

    def defends(self, who: str, *defences: str, retreat: bool = False) -> None:
        """Let one of them answer blows: one of these defences, the first open one, or "best"."""
        acts = [
            {"a": "@defence" if d == "best" else d, **({"retreat": True} if retreat else {})}
            for d in defences
        ]
        do = {"first": acts} if len(acts) > 1 else acts[0]
        policy: dict[str, Any] = {"rules": [], "react": [{"do": do}], "rest": "only"}
        if not retreat:
            policy["never"] = [{"a": "retreat"}]
        self.plan(who, policy)

    # -- looking ------------------------------------------------------------------------------------

    def side(self, who: str) -> int:
        """0 or 1."""
        return {"me": 0, "a": 0, "foe": 1, "b": 1}[who]

    def state(self, who: str) -> Any:
        """The state of "me" or "foe"."""
        return self.states[self.side(who)]

    def sheet(self, who: str) -> Any:
        """The sheet of "me" or "foe"."""
        return self.sheets[self.side(who)]

    def pair(self, who: str) -> tuple[Any, Any, Any, Any]:
        """His sheet and state, then the other's: the order kernels take them in."""
        s = self.side(who)
        return self.sheets[s], self.states[s], self.sheets[1 - s], self.states[1 - s]

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
        self.scene = Scene(scene.ring, None)

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

    def may(
        self, act: str, at: str = "torso", opt: str | None = None, *, by: str = "me", sub: int = 1
    ) -> str:
        """Whether a blow is legal now: "ready", "far" (the step that lacks comes first) or "illegal"."""
        if int(self.sheet(by).use[sub, Act[act.upper()]]) == 0:
            return "illegal"
        self._point(act, at, opt, by, sub)
        now = self.scene.ring.now
        my, me, _, foe = self.pair(by)
        now.burden = burden(self.scene, me)
        state = strike_state(self.scene, my, me, foe, now.row, now.opt)
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
        twin.scene = Scene(ring[0], twin.log)
        twin.sheets, twin.states = self.sheets, self.states.copy().view(np.recarray)
        twin.my, twin.their, twin.me, twin.foe = *twin.sheets, *twin.states
        twin.scene.ring.dice.mode = EVEN
        twin.defend(defence, against, **how)
        rolled = [e for e in twin.events if e["k"] == "defence" and e["result"] is not None]
        if not rolled or rolled[0]["defence"] != defence:
            return None
        return int(rolled[0]["target"])

    def injure(
        self, basic: int, at: str = "torso", *, who: str = "foe", fate: int = 0, no_dr: bool = False
    ) -> None:
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
            kept: Event = {
                key: self.policies[s][key] for key in ("react", "never") if key in self.policies[s]
            }
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


def scenes() -> Iterator[Callable[..., Fight]]:
    """The fixture: sets scenes for one test, and fails it when a scripted die is left over."""
    made: list[Fight] = []

    def build(*dice: Die, **scene: Any) -> Fight:
        made.append(Fight(dice, **scene))
        return made[-1]

    yield build
    left = [fight.unused() for fight in made if fight.unused()]
    assert not left, "; ".join(left)
