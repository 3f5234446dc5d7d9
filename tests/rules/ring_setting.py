"""How a rule test sets its scene: who stands where, in which state, with which dice and plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ring_corner import IDLE, Given, fighter, idle, packed, place

from budosim._jit import INTERPRETED
from budosim.ai.records import to_records
from budosim.combat.common.dice import SCRIPTED
from budosim.combat.common.record import blank
from budosim.combat.gurps3.arcane import at_bell
from budosim.combat.gurps3.batch import blank_mind, put_hold
from budosim.combat.gurps3.ids import Hold, Loc, Posture, Stun
from budosim.combat.gurps3.records import MAGIC, Scene, Sheet, State
from budosim.combat.gurps3.records import Ring as Record
from budosim.combat.gurps3.roll import note_lost
from budosim.combat.gurps3.tell import new_log
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state
from budosim.systems.gurps3.pack_arts import link_arts
from budosim.systems.gurps3.pack_spells import link
from budosim.systems.gurps3.rules import rules_record

Die = int | tuple[str, int] | Sequence[int]
PARTS = {Loc.ARM_R: Loc.HAND_R, Loc.ARM_L: Loc.HAND_L, Loc.LEG_R: Loc.FOOT_R, Loc.LEG_L: Loc.FOOT_L}


class Setting:
    """Two fighters in the ring, before anything happens.

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
        self.scene = Scene(ring[0], self.log, MAGIC)
        ring[0].rules = rules_record(self.rulings)
        self.sheets = blank(Sheet, 2)
        self.states = blank(State, 2)
        self.people: list[Brought] = []
        for side, given in enumerate((me, foe)):
            who = given if isinstance(given, Brought) else fighter(**(given or {}))
            self.people.append(who)
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
        if INTERPRETED:  # an entry of the compiled core rings the bell itself
            at_bell(self.scene, self.sheets, self.states)
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
        return (f"dice not rolled: {left}" if left else "") + (f" {draws} policy draws not made" if draws else "")

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

    def holds(
        self, who: str, kind: str = "grapple", part: str = "torso", *, hands: int = 2, behind: bool = False,
        pin: bool = False,
    ) -> None:  # fmt: skip
        """Let one of them hold the other; they share a hex from now on."""
        side = self.side(who)
        put_hold(
            self.scene, self.states, side, Hold[kind.upper()], int(place(part)), hands=hands, behind=behind, pin=pin
        )

    def grip(self, who: str) -> Any:
        """What one of them holds the other with (`Grip`)."""
        return self.scene.ring.grips.of[self.side(who)]

    def plan(self, who: str, policy: Mapping[str, Any]) -> None:
        """Give one of them a whole policy (bp/1)."""
        self.policies[self.side(who)] = dict(policy)
        made = to_records(dict(policy))
        his = self.people[self.side(who)]
        link_arts(made.record, made.extras, his.combos)
        self.scene.ring.policies.of[self.side(who)] = link(made.record, made.extras, his.spells)
        self.scene.ring.minds.of[self.side(who)] = blank_mind()[0]

    def defends(self, who: str, *defences: str, retreat: bool = False) -> None:
        """Let one of them answer blows: one of these defences, the first open one, or "best"."""
        acts = [{"a": "@defence" if d == "best" else d, **({"retreat": True} if retreat else {})} for d in defences]
        do = {"first": acts} if len(acts) > 1 else acts[0]
        policy: dict[str, Any] = {"rules": [], "react": [{"do": do}], "rest": "only"}
        if not retreat:
            policy["never"] = [{"a": "retreat"}]
        self.plan(who, policy)

    # -- who is who ---------------------------------------------------------------------------------

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
