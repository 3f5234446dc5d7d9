"""A bout from the bell to an ending, turn by turn (C-21 to C-36, C-100, C-131 to C-137, T-01, T-07, T-11 to T-13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plain.acting import act, decide, feels_along
from plain.body import Fighter
from plain.books import GRABS, LIMBS, PLACES, READINGS, STRIKES
from plain.choice import Chooser
from plain.conditions import refresh
from plain.decision import Choice
from plain.dice import Dice
from plain.focus import turn_counts
from plain.freely import free_decisions
from plain.grab_legal import some_attack
from plain.grip import PRESSING, parted
from plain.hexes import DIRECTIONS, apart, farthest, on_line, turn_to
from plain.magic_acts import magic_act
from plain.magic_cast import drop
from plain.magic_turn import close_turn, declares, idle_subs, open_sub, open_turn
from plain.magic_turn import ready as ready_magic
from plain.memory import Memory, turn_over
from plain.nature import at_the_bell, stirs
from plain.person import Brings
from plain.plan import Act, Plan, read_plan
from plain.rolls import check
from plain.showing import legal_acts, shown
from plain.techniques import Person
from plain.wounds import fall, health, put_out

SIDES = ("a", "b")
LEAGUE = {"league"}
Side = tuple[Brings, Plan]


def ready(
    person: Person, policy: dict[str, Any], rulings: dict[str, str] | None = None, *, whole: bool = True
) -> Side:
    """A person (plain numbers) with his pattern (bp/1), ready for many bouts; not `whole`: the striking duel alone."""
    return Brings(person, {**READINGS, **(rulings or {})}, whole=whole), read_plan(policy)


class Bout:
    """One bout of two ready sides; `play` returns the last event."""

    def __init__(self, sides: Sequence[Side], seed: int, number: int, stage: set[str] | None = None) -> None:
        self.rules = sides[0][0].rules
        self.dice = Dice(seed, number)
        self.events: list[dict[str, Any]] = []
        self.fighters = [
            Fighter(name, brings, plan, Memory(), self.rules) for name, (brings, plan) in zip(SIDES, sides, strict=True)
        ]
        a, b = self.fighters
        a.foe, b.foe = b, a
        if self.rules["start"] == "taller":
            gap = max(who.brings.punch_reach for who in self.fighters)
            a.at, b.at = (-(gap // 2), 0), (gap - gap // 2, 0)
            a.came_from, b.came_from = a.at, b.at
        a.stage = b.stage = LEAGUE if stage is None else stage
        self.of = a
        self.turn = self.sub = 0
        self.first = ""
        self.subturns = self.slot = 1
        self.launch = 0
        self.declared = ""
        self.used = ""
        """The skill of the attack decided on in this sub-turn."""
        self.asked = 0
        self.lists_legal = True
        self.magical = False
        self.phase = ""
        self.first_look: Any = None
        """Whether every decision tells what else was legal, which takes most of the time."""
        self.answering: tuple[list[str], Act | None] = ([], None)
        """The moves that follow a parry which begins a combination (C-37)."""
        self.thrown: dict[str, list[int]] = {}
        """Attack rolls made before the blow comes about (C-73)."""
        self.last_progress = 0
        self.warned = False

    # -- telling and drawing -----------------------------------------------------------------------
    def tell(self, kind: str, who: Fighter | None, **fields: Any) -> None:
        """One more event."""
        name = who.side if who else None
        self.events.append({"k": kind, "of": self.of.side, "t": self.turn, "s": self.sub, "who": name, **fields})

    def open(self, sub: int) -> None:
        """A sub-turn begins: its words of dice are its own."""
        self.sub = sub
        self.dice.open(self.turn, SIDES.index(self.of.side), sub)

    def will(self, who: Fighter, place: int) -> int:
        """A draw of somebody's pattern."""
        return self.dice.will(self.turn, SIDES.index(who.side), self.sub, place + self.asked)

    def shared_will(self, place: int) -> int:
        """A draw of chance that is no die of the rules."""
        return self.dice.will(self.turn, SIDES.index(self.of.side), self.sub, place)

    def progress(self) -> None:
        """Somebody lost hit points, his feet or a part (C-137)."""
        self.last_progress = self.turn

    # -- moving ------------------------------------------------------------------------------------
    def moved(self, who: Fighter, start: tuple[int, int], why: str) -> None:
        """Tell where somebody went."""
        self.tell(
            "move", who, **{"from": list(start), "to": list(who.at)}, facing=who.facing, why=why, distance=who.distance
        )
        parted(self)

    def go_back(self, who: Fighter, steps: int, why: str) -> None:
        """Straight away from the foe, as far as the ring allows."""
        start, spot = who.at, who.away(steps)
        if apart(spot, who.foe.at) > who.distance:
            who.at = spot
            self.moved(who, start, why)

    def close_in(self, who: Fighter, to: int, why: str) -> None:
        """Along the straight line until `to` fine hexes from the foe."""
        start = who.at
        if who.distance == 0:
            who.at = who.away(to)
        else:
            spot = on_line(who.foe.at, start, to, who.hand)
            if apart(spot, (0, 0)) > who.edge:
                spot = farthest(start, who.foe.at, to - who.distance, who.edge, spot, who.hand)
            who.at = spot
        who.looks_at_foe()
        self.moved(who, start, why)

    def stumble_past(self, who: Fighter) -> None:
        """A yard past the foe, facing away (C-74 row 7)."""
        start, foe = who.at, who.foe.at
        if who.distance == 0:
            q, r = DIRECTIONS[who.facing]
            spot = on_line((start[0] - q, start[1] - r), foe, who.yard + 1, who.hand)
        else:
            spot = on_line(start, foe, who.distance + who.yard, who.hand)
        if apart(spot, (0, 0)) > who.edge:
            spot = farthest(foe, start, who.yard, who.edge, spot, who.hand)
        who.at = spot
        who.facing = (turn_to(who.facing, (foe[0] - spot[0], foe[1] - spot[1])) + 3) % 6
        who.turned_away = True
        self.moved(who, start, "stumble")

    # -- the bout ----------------------------------------------------------------------------------
    def play(self) -> dict[str, Any]:
        """The whole bout."""
        ready_magic(self)
        self.initiative()
        me = self.fighters[SIDES.index(self.first)]
        while True:
            self.take_turn(me)
            self.last_stand(me)
            if self.settled() or self.referee() or (me.side != self.first and (self.wear() or self.clock())):
                break
            me = me.foe
        for who in self.fighters:
            self.tire(who)
        for who in self.fighters:
            who.hp -= who.magic.lent
        self.events.append(self.ending)
        return self.ending

    def end(self, ending: str, winner: str | None) -> bool:
        """The bout is over."""
        self.ending = {
            "k": "end", "of": self.of.side, "t": self.turn, "s": self.sub, "winner": winner, "ending": ending,
            "turns": self.turn,
        }  # fmt: skip
        return True

    def initiative(self) -> None:
        """1d each plus floor(戦術/8), ties again (T-11, R-51, R-70)."""
        self.open(0)
        throws: list[list[int]] = []
        bonus = [0, 0]
        n = 3 if self.rules["initiative_die"] == "3d" else 1
        if self.rules["initiative_die"] != "move" and self.rules["initiative_tactics"] == "on":
            bonus = [f.brings.skills.get("tactics", 0) // 8 for f in self.fighters]
        scores = [f.brings.move for f in self.fighters] if self.rules["initiative_die"] == "move" else [0, 0]
        while scores[0] == scores[1]:
            throws.append([sum(self.dice.some(n)) for _ in SIDES])
            scores = [throws[-1][i] + bonus[i] for i in (0, 1)]
        self.first = SIDES[scores[1] > scores[0]]
        self.tell("initiative", self.fighters[scores[1] > scores[0]], dice=throws, first=self.first)
        at_the_bell(self)

    def take_turn(self, me: Fighter) -> None:
        """One turn (C-22); it ends with the blow that puts somebody out (C-100)."""
        self.of = me
        could = self.begin(me)
        if self.magical and not me.out:
            could = open_turn(self, me, could)
        last = self.subturns - me.owed
        if could and not me.out:
            sub_turns = min(self.subturns - me.owed, 6)
            me.owed = 0
            me.own_subs = sub_turns
            me.could_strike = sub_turns < 1
            for k in range(1, sub_turns + 1):
                if me.spent_subs:
                    me.spent_subs -= 1
                    continue
                self.used = ""
                self.sub_turn(me, k)
                if self.ends_turn(me):
                    break
                if self.rules["subturn_skill"] == "used" and self.used:
                    sub_turns = min(sub_turns, me.brings.own_subturns(self.used))
                if k >= sub_turns:
                    break
        if self.magical:
            if not could:
                idle_subs(self, me, last)
            if not me.out and not me.foe.out:
                close_turn(self, me)
        if not me.out and not me.foe.out:
            self.finish(me, could)

    def last_stand(self, me: Fighter) -> None:
        """R-33 same_pair: the survivor has still to stay conscious at his next start (C-100, G-04)."""
        if self.rules["simultaneous"] == "same_pair" and me.out and not me.foe.out and me.foe.hp <= 0:
            self.of = me.foe
            self.begin(me.foe)

    def settled(self) -> bool:
        """Whether somebody is out; both at once is a draw (C-100, T-07)."""
        a, b = self.fighters
        if a.out and b.out:
            return self.end("simultaneous", None)
        return bool(a.out or b.out) and self.end(a.out or b.out, "b" if a.out else "a")

    def begin(self, me: Fighter) -> bool:
        """Start of a turn: what ends, what is due, consciousness, stun (C-22, C-92, C-94, R-02)."""
        me.new_turn()
        me.memory.defences = 0
        self.turn = me.turn
        self.open(0)
        self.slot = 1
        for part in sorted(me.gone, key=PLACES.index):
            if isinstance(me.gone[part], int) and me.turn > me.gone[part]:
                del me.gone[part]
                self.tell("effect", me, effect="part_recovered", at=part)
        self.subturns = me.brings.subturns
        self.tell("turn", me, subturns=self.subturns, owed=me.owed, state=self.state())
        for n, m in me.plan.rhythms:
            place = (me.turn - 1) % n
            due = 0 if place == 0 else me.memory.due.get((n, m), 0)
            me.memory.due[n, m] = due + (place >= n - m)
        if self.rules["start_order"] == "conscious_first":
            able = self.stays_awake(me) and self.shakes_off(me)
        else:
            able = self.shakes_off(me)
            able = self.stays_awake(me) and able
        if not me.out:
            stirs(self, me)
        return able and not me.out

    def stays_awake(self, me: Fighter) -> bool:
        """At 0 hit points or less: HT, with Strong or Weak Will (C-94)."""
        if me.hp > 0 or check(self, me, "unconscious", health(me, False) + me.brings.will_mod):
            return True
        put_out(self, me, "unconscious", "unconscious")
        return False

    def shakes_off(self, me: Fighter) -> bool:
        """Recovery from stun (C-92)."""
        if not me.stunned:
            return True
        target = health(me, True)
        if self.rules["body_control"] == "stun_recovery":
            target = max(target, me.brings.skills.get("body_control", 0) - me.shock)
        if me.stunned == "mental":
            if me.turn <= me.stunned_until:
                return False
            calm = 2 if me.brings.has("composed") else 0
            target = me.brings.iq - me.shock + calm + (6 if me.brings.has("combat_reflexes") else 0)
        if not check(self, me, "stun_recovery", target):
            return False
        me.stunned = ""
        me.memory.recovered = True
        self.tell("effect", me, effect="recovered")
        return True

    def sub_turn(self, me: Fighter, k: int) -> None:
        """Face the foe, remember, decide, act (C-22.5, C-41)."""
        self.open(k)
        self.slot = k
        me.came_from = me.at
        me.stepped = me.turned_away = False
        if me.halted == "reeling":
            me.halted = "going on"
        if self.rules["feint_scope"] == "same_subturn":
            me.lure = 0
        if self.rules["auto_face"] == "yes":
            me.looks_at_foe()
        feels_along(self, me)
        refresh(self, me)
        free_decisions(self, me)
        if me.out:
            return
        if self.magical:
            if k == 1 or me.rules["concentrate_len"] == "next_subturn":
                me.resisting = False
            me.declared = not me.berserk and declares(self, me, lambda: Chooser(self, me, k).choose())
            me.resisting = me.resisting or me.declared
            open_sub(self, me)
            if me.out or me.foe.out:
                return
        choice = decide(self, me, self.slot)
        self.phase = choice.phase
        if choice.way and (choice.act in STRIKES or choice.act in GRABS):
            self.used = choice.way.skill
        open_ = some_attack(me, self.slot, self.subturns)
        me.could_strike = me.could_strike or self.does_something(me, choice) or open_
        self.tell(
            "act", me, act=choice.act, at=choice.place, opt=choice.opt or None, list=choice.source, line=choice.line,
            wanted=choice.wanted or None, back=choice.back, legal=legal_acts(self, me) if self.lists_legal else [],
            state=self.state(), **({"name": choice.title} if choice.title else {}),
            **({"spell": choice.spell.id} if choice.spell else {}), **({"phase": choice.phase} if choice.phase else {}),
        )  # fmt: skip
        if me.casting and choice.act not in ("nothing", "cast", "retreat"):
            drop(self, me)
        me.memory.new_sub_turn()
        if not choice.wanted and (choice.act != "getup" or choice.source == "rules"):
            me.memory.actions += 1
            for key, n in me.memory.due.items():
                me.memory.due[key] = max(0, n - 1)
        if self.magical:
            magic_act(self, me, choice)
        else:
            act(self, me, choice)

    def does_something(self, me: Fighter, choice: Choice) -> bool:
        """Whether an act is an attack, or as good as one (C-136a)."""
        presses = choice.act == "hold" and me.hold is not None and me.hold.kind in PRESSING
        return presses or choice.act in STRIKES or choice.act in GRABS or choice.act in ("combo", "cine")

    def ends_turn(self, me: Fighter) -> bool:
        """Whether no further sub-turn comes; before that he turns to his foe (C-25, C-36, R-08)."""
        if self.rules["auto_face"] == "yes" and me.turns_along:
            me.looks_at_foe()
        if me.out or me.foe.out or me.halted == "over":
            return True
        if me.stunned and self.rules["midturn_stun"] == "lose_rest":
            return True
        return me.waiting and self.rules["wait_cost"] == "rest_of_turn"

    def finish(self, me: Fighter, could: bool) -> None:
        """Landing, old shock, memory (C-22.6-7, C-60, C-93, C-136a)."""
        self.open(7)
        if me.airborne:
            me.airborne = False
            self.tell("effect", me, effect="landed")
            if me.lands_badly:
                me.lands_badly = False
                fall(self, me)
        turn_counts(me)
        me.shock = max(0, me.shock - me.old_shock)
        me.idle_turns = 0 if could and me.could_strike else me.idle_turns + 1
        turn_over(me)

    def wear(self) -> bool:
        """After every so many turns of both each loses a point of fatigue; True when somebody collapses (C-134)."""
        drain = self.rules["drain_turns"]
        if drain == "off" or self.turn % int(drain) != 0:
            return False
        for who in self.fighters:
            who.fp -= 1
            self.tell("fatigue", who, lost=1, fp=who.fp, why="drain")
            if who.fp <= 0:
                put_out(self, who, "fatigue", "collapsed")
        return self.settled()

    # -- endings -----------------------------------------------------------------------------------
    def no_chance(self, who: Fighter) -> bool:
        """C-136."""
        limbless = all(limb in who.gone for limb in LIMBS)
        sightless = who.blind and "blind_fighting" not in who.brings.skills
        return who.idle_turns >= 5 or limbless or (sightless and who.posture == "lying") or who.pin_fails >= 5

    def referee(self) -> bool:
        """No chance for one is a loss, for both a draw (C-136, R-46)."""
        hopeless = [who for who in self.fighters if self.no_chance(who)] if self.rules["no_chance"] == "rules" else []
        if not hopeless:
            return False
        return self.end("referee", None if len(hopeless) == 2 else hopeless[0].foe.side)

    def clock(self) -> bool:
        """Stalemate after twice 60 turns without progress, and the cap (C-135, C-137)."""
        limit = self.rules["stalemate"]
        if limit != "off":
            quiet = self.turn - self.last_progress
            if quiet >= 2 * int(limit):
                return self.end("stalemate", None)
            if quiet >= int(limit) and not self.warned:
                self.warned = True
                for who in self.fighters:
                    self.tell("effect", who, effect="warned", quiet_turns=quiet)
            elif quiet < int(limit):
                self.warned = False
        return self.turn >= int(self.rules["turn_cap"]) and self.end("time", self.less_hurt())

    def less_hurt(self) -> str | None:
        """R-45 damage: in the finals the cap goes to who took less."""
        a, b = self.fighters
        left = (a.hp - a.brings.max_hp) - (b.hp - b.brings.max_hp)
        if self.rules["finals_time"] == "draw" or "knockout" not in a.stage or left == 0:
            return None
        return "a" if left > 0 else "b"

    def tire(self, who: Fighter) -> None:
        """A fight of more than ten turns costs a point of fatigue (C-132, R-43)."""
        rule = self.rules["fight_fatigue"]
        if rule == "none" or (rule == "finals_only" and "knockout" not in who.stage) or who.turn <= 10:
            return
        who.fp -= 1
        self.tell("fatigue", who, lost=1, fp=who.fp, why="fight")

    def state(self) -> dict[str, Any]:
        """Both fighters as the trace shows them."""
        return {who.side: shown(who) for who in self.fighters} | {"distance": self.fighters[0].distance}
