"""Made-up bouts as events: any order of situations, so that a story must cope with all of them."""

from __future__ import annotations

import random
from typing import Any

from budosim.combat.gurps3.ids import LOC_NAMES, STRIKES, Act, Effect, Ending

Event = dict[str, Any]
STRIKE_NAMES = [Act(i).name.lower() for i in range(1, STRIKES)]
PLACES = LOC_NAMES[:19]
RESULTS = ["critical_success", "success", "failure", "critical_failure"]
DEFENCES = ["dodge", "parry", "riposte", "aggr_parry", "no_defence", "jump_back", "parrying_kick"]
WITH_PLACE = {
    "crippled": [p for p in PLACES if p[:3] in ("arm", "han", "leg", "foo")],
    "blinded": ["eye.R", "eye.L"],
    "part_restored": ["leg.R", "arm.L"],
    "part_recovered": ["arm.R", "foot.L"],
    "strained": ["arm.R", "head"],
    "muscle_torn": ["leg.L"],
}
GRABS = [act.name.lower() for act in Act if Act.GRAPPLE <= act <= Act.SCISSORS and act != Act.SUBMISSION]
DEEDS = dict(
    **dict(attack=10, feint=3, wait=2, all_out_def=1, approach=2, retreat=1, getup=2, spend=1),  # noqa: C408
    **dict(grab=4, hold=1, break_free=1, release=1),  # noqa: C408
)
"""Sub-turns of a made-up bout by weight."""
FATAL = {"unconscious", "near_death", "dead", "collapsed", "gave_up"}


HELD = ("grappled", "pinned", "locked", "choked")


def fighter(hp: int = 12, posture: str = "standing") -> Event:
    """A state with what a story looks at."""
    return {"hp": hp, "fp": 12, "posture": posture, "crippled": [], "fragile": []} | dict.fromkeys(HELD, False)


def state(rng: random.Random | None = None) -> Event:
    """Both states."""
    if rng is None:
        return {"a": fighter(), "b": fighter(), "distance": 2}
    postures = ["standing", "standing", "kneeling", "lying"]
    both = {s: fighter(rng.randint(-10, 14), rng.choice(postures)) for s in ("a", "b")}
    if rng.random() < 0.4:
        both[rng.choice("ab")] |= {"grappled": True, rng.choice(HELD): True}
    return both | {"distance": 2}


def dice_for(total: int) -> list[int]:
    """Three dice of a total."""
    first = max(1, min(6, total - 2))
    second = max(1, min(6, total - first - 1))
    return [first, second, total - first - second]


def head(number: int = 0, seed: int = 7, stage: str = "block") -> Event:
    """The first line."""
    return {
        "k": "bout", "of": "a", "t": 0, "s": 0, "who": "a", "a": {"name": "A"}, "b": {"name": "B"},
        "seed": seed, "bout": number, "stage": stage,
    }  # fmt: skip


THROWN = ("throw", "sac_throw", "suplex", "piledriver", "takedown", "slam")
TAKES = {"grapple": "grappled", "pin": "pinned", "choke": "choked", "scissors": "choked"}


class Maker:
    """Writes events of a made-up bout one after another."""

    def __init__(self, rng: random.Random, number: int = 0) -> None:
        self.rng = rng
        self.events: list[Event] = [head(number)]
        self.of, self.t, self.s = "a", 0, 0

    def add(self, k: str, who: str, **fields: Any) -> Event:
        """One more event."""
        event = {"k": k, "of": self.of, "t": self.t, "s": self.s, "who": who, **fields}
        self.events.append(event)
        return event

    def roll(self, who: str, what: str, made: bool, rule: str = "C-91") -> Event:
        """A success roll."""
        dice = dice_for(self.rng.randint(5, 12) if made else 16)
        result = "success" if made else "failure"
        fields = {"base": 12, "mods": [], "target": 12, "dice": dice}
        return self.add("roll", who, what=what, **fields, result=result, rule=rule)

    def effect(self, who: str, name: str, **fields: Any) -> Event:
        """Something befalls somebody."""
        at = self.rng.choice(WITH_PLACE[name]) if name in WITH_PLACE else None
        extra: Event = {"rule": "C-91"}
        if name == "crippled":
            extra |= {"until_turn": self.rng.choice([None, 9]), "rule": self.rng.choice(["C-82", "T-23"])}
        if name == "knocked_back":
            extra["yards"] = self.rng.randint(1, 3)
        if name in ("stood", "postured"):
            extra["posture"] = "standing" if name == "stood" else "kneeling"
        if name == "fallen":
            extra["rule"] = self.rng.choice(["C-14", "C-52", "C-74"])
        return self.add("effect", who, effect=name, **({"at": at} | extra | fields))

    def attack(
        self, who: str, result: str, act: str = "low_kick", at: str | None = "leg.R", **fields: Any
    ) -> Event:
        """An attack roll."""
        failed = self.rng.randint(13, 16)
        dice = dice_for({"critical_success": 4, "success": 10, "failure": failed}.get(result, 18))
        event = {"act": act, "at": at, "base": 14, "mods": [["place", -2]], "target": 12, "dice": dice}
        return self.add("attack", who, **event, result=result, counter=False, rule="C-26", **fields)

    def defence(self, who: str, defence: str, result: str | None, retreat: bool = False) -> Event:
        """A defence roll."""
        made = self.rng.randint(5, 10)
        total = {"critical_success": 4, "success": made, "failure": 13}.get(result or "", 18)
        dice = dice_for(total) if result else []
        return self.add("defence", who, defence=defence, retreat=retreat, target=10, dice=dice, result=result)

    def damage(self, who: str, injury: int, at: str = "leg.R") -> Event:
        """An injury."""
        return self.add("damage", who, at=at, dice=[3], bonus=0, factor=1, basic=injury, dr=0, multiplier=1,
                        injury=injury, hp=5, rule="C-15")  # fmt: skip

    def exchange(self) -> None:
        """One attack with a random outcome."""
        rng = self.rng
        who = self.of if rng.random() < 0.85 else ("b" if self.of == "a" else "a")
        foe = "b" if who == "a" else "a"
        act, at = rng.choice(STRIKE_NAMES), rng.choice([*PLACES, "any", None])
        result = rng.choices(RESULTS, [1, 8, 4, 1])[0]
        self.attack(who, result, act, at, counter_to=None)
        if result == "critical_failure":
            self.add("table", who, table="crit_miss", dice=[3, 3, 4], row=10, rule="C-74")
            if rng.random() < 0.4:
                self.damage(who, rng.randint(0, 2))
            self.effect(who, rng.choice(["fallen", "lost_balance", "guard_dropped", "stumbled", "strained"]))
            return
        if result == "failure":
            return
        if result == "success" and rng.random() < 0.8:
            if rng.random() < 0.2:
                self.roll(foe, rng.choice(["sakiyomi", "acrobatics"]), rng.random() < 0.7)
            defence = rng.choice(DEFENCES)
            outcome = None if defence == "no_defence" else rng.choices(RESULTS, [1, 6, 6, 1])[0]
            self.defence(foe, defence, outcome, rng.random() < 0.4)
            if outcome in ("success", "critical_success"):
                if defence == "aggr_parry":
                    self.damage(who, rng.randint(0, 3))
                return
        self.damage(foe, rng.choice([0, 1, 2, 3, 5, 7, 12]), rng.choice(PLACES))
        for name in rng.sample(sorted(LIVING), rng.randint(0, 2)):
            self.effect(foe, name)
        if rng.random() < 0.2:
            self.roll(foe, rng.choice(["knock_out", "near_death"]), True)

    def contest(self, who: str, what: str) -> bool:
        """A contest; whether `who` wins it."""
        won = self.rng.random() < 0.6
        sides = {side: {"target": 12, "dice": [3, 3, 4], "margin": 2} for side in ("mine", "theirs")}
        self.add("contest", who, what=what, **sides, winner="me" if won else "them", rule="C-106")
        return won

    def grab(self, who: str, act: str) -> None:
        """A grab with a random outcome."""
        rng, foe = self.rng, "b" if who == "a" else "a"
        if act in ("takedown", "suplex", "pin", "neck_snap"):
            won = self.contest(who, act)
        else:
            result = rng.choices(RESULTS, [1, 8, 4, 1])[0]
            self.attack(who, result, act, "torso")
            if result == "success":
                outcome = rng.choices(RESULTS, [1, 5, 8, 1])[0]
                self.defence(foe, rng.choice(["dodge", "parry"]), outcome, rng.random() < 0.4)
                if outcome in ("success", "critical_success"):
                    return
            if result in ("failure", "critical_failure"):
                return
            won = act not in THROWN or self.contest(who, "stance")
        if not won:
            if act == "slam":
                self.effect(who, "fallen")
            return
        if act in THROWN:
            self.effect(foe, "freed")
            self.effect(foe, "fallen")
            if rng.random() < 0.4:
                self.roll(foe, "breakfall", True)
                if rng.random() < 0.5:
                    self.effect(foe, "stood")
            else:
                self.damage(foe, rng.randint(0, 8), "torso")
        elif act != "neck_snap":
            self.effect(foe, TAKES.get(act, "locked"))

    def grip(self, who: str, kind: str) -> None:
        """What comes of a hold."""
        foe = "b" if who == "a" else "a"
        if kind == "release":
            self.effect(foe, "freed")
        elif kind == "break_free":
            if self.contest(who, "break_free"):
                self.effect(who, "freed")
        elif self.contest(who, self.rng.choice(["lock", "choke"])):
            self.damage(foe, self.rng.randint(0, 3), "arm.R")

    def deed(self) -> None:
        """One sub-turn."""
        rng, who = self.rng, self.of
        kind = rng.choices(list(DEEDS), list(DEEDS.values()))[0]
        if kind == "spend":
            self.add("decide", who, what="spend_cp", at="leg.R", list=None, line=None, span=None)
            self.effect(who, "part_restored")
            return
        opt = rng.choice([None, None, "aoa_double", "aoa_hit"])
        act = rng.choice(STRIKE_NAMES) if kind == "attack" else rng.choice(GRABS) if kind == "grab" else kind
        self.add("act", who, act=act, at=None, opt=opt, back=rng.random() < 0.2, state=state(rng))
        if kind == "grab":
            self.grab(who, act)
        elif kind in ("hold", "break_free", "release"):
            self.grip(who, kind)
        if kind == "attack":
            self.exchange()
        elif kind == "feint":
            won = rng.random() < 0.5
            margin = rng.randint(1, 6)
            self.add("contest", who, what="feint", winner="me" if won else None, gained=margin if won else 0)
        elif kind in ("approach", "retreat"):
            why = "move" if kind == "approach" else "step"
            self.add("move", who, **{"from": [0, 0], "to": [1, 0]}, facing=0, why=why, distance=2)
        elif kind == "getup":
            self.effect(who, rng.choice(["stood", "postured"]))

    def turn(self, who: str, t: int) -> None:
        """One turn of one fighter."""
        rng = self.rng
        self.of, self.t, self.s = who, t, 0
        self.add("turn", who, subturns=3, owed=0, state=state(rng))
        if rng.random() < 0.3:
            self.roll(who, "unconscious", True, "C-94")
        if rng.random() < 0.3:
            made = rng.random() < 0.5
            self.roll(who, "stun_recovery", made, "C-92")
            if not made:
                return
            self.effect(who, "recovered")
        if rng.random() < 0.1:
            self.effect(who, "part_recovered")
        for self.s in range(1, rng.randint(2, 5)):
            self.deed()
        if rng.random() < 0.05:
            self.effect(who, "warned")
            self.add("fatigue", who, lost=1, fp=3, why="drain", rule="C-134")

    def end(self, ending: str, winner: str | None) -> list[Event]:
        """The last line."""
        self.add("end", winner or self.of, winner=winner, ending=ending, turns=self.t, rule="T-01")
        return self.events


APART = {"part_restored", "stood", "postured", "recovered", "warned"}
LIVING = {e.name.lower() for e in Effect} - FATAL - APART


def random_bout(number: int, turns: int = 6) -> list[Event]:
    """A made-up bout, always the same for the same number."""
    rng = random.Random(number)
    maker = Maker(rng, number)
    maker.add("initiative", "a", dice=[[4, 2]], first="a", rule="T-11")
    for t in range(1, turns + 1):
        for who in ("a", "b"):
            maker.turn(who, t)
    ending = rng.choice([e.name.lower() for e in Ending])
    fatal = {"fatigue": "collapsed", "simultaneous": "unconscious"}.get(ending, ending)
    winner = None if ending in ("simultaneous", "stalemate", "time", "none") else rng.choice("ab")
    if fatal in FATAL:
        maker.effect("b" if winner == "a" else "a", fatal)
    return maker.end(ending, winner)
