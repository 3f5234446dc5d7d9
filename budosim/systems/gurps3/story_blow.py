"""From the events of one blow to what is worth telling of it."""

from __future__ import annotations

from collections.abc import Iterable

from budosim.systems.gurps3.story_grabs import RENAMED, SUCCESS, Grab, grab
from budosim.systems.gurps3.story_steps import Beat, Event, Numbered, Say, Step, numbers, other
from budosim.systems.gurps3.story_words import marks_of_act, marks_of_place, marks_of_spell

LIGHT, HEAVY = 2, 6
"""Most points of a light blow, fewest of a heavy one."""
CRIES = 4
"""Points from which a fighter's line for an injury fits."""
WIDE, EASY = 6, 5
OUT = ("dead", "near_death", "unconscious", "collapsed", "gave_up")
"""Effects that end a bout, the gravest first."""
ARMS = ("arm", "hand")
PLAIN = (
    "deafened",
    "off_balance",
    "lost_balance",
    "guard_dropped",
    "muscle_torn",
    "stumbled",
    "grappled",
    "pinned",
    "locked",
    "freed",
    "choked",
    "back_hurt",
    "calmed",
    "pushed",
    "numbed",
    "concentration_lost",
    "unseen",
    "part_freed",
    "casting",
    "cast_lost",
    "charge_lost",
    "spell_began",
    "spell_ended",
    "barrier_hit",
    "barrier_broken",
    "missile_lost",
    "missile_stopped",
    "reflected",
    "decoy_hit",
    "turned",
    "burned",
    "healed",
)
"""Effects told by the situation of the same name; effects nobody has words for are left to the replay."""


def _of(events: list[Numbered], kind: str, who: str | None = None, **fields: object) -> list[Event]:
    return [
        e
        for _, e in events
        if e["k"] == kind and who in (None, e["who"]) and all(e.get(k) == v for k, v in fields.items())
    ]


def _effects(events: list[Numbered], who: str) -> dict[str, Event]:
    found: dict[str, Event] = {}
    for event in _of(events, "effect", who):
        found.setdefault(event["effect"], event)
    return found


def defeat(events: list[Numbered], who: str) -> Beat | None:
    """How a fighter is out, if he is."""
    effects = _effects(events, who)
    for name in OUT:
        if name in effects:
            rule = effects[name].get("rule")
            mark = {"C-94": "faded", "C-74": "own"}.get(str(rule), "")
            return Beat(f"out_{name}", who, numbers(events), frozenset({mark} - {""}))
    return None


def _lost_parts(events: list[Numbered], who: str, down: bool, blind: bool) -> list[Beat]:
    beats = []
    strained = _effects(events, who).get("strained")
    for event in _of(events, "effect", who, effect="crippled"):
        at = str(event["at"])
        marks = {"numb"} if event.get("until_turn") is not None else set()
        marks |= {"fragile"} if event.get("rule") == "T-23" else set()
        marks |= {"a_down"} if down else set()
        if strained is not None and strained["at"] == at:
            what = "strained"
        else:
            what = "crippled_arm" if at.startswith(ARMS) else "crippled_leg"
        beats.append(Beat(what, who, numbers(events), frozenset(marks), at=at))
    eyes = [str(event["at"]) for event in _of(events, "effect", who, effect="blinded")]
    if eyes:
        both = frozenset({"both"}) if blind or len(set(eyes)) > 1 else frozenset()
        beats.append(Beat("blinded", who, numbers(events), both, at=eyes[0]))
    return beats


def _floored(
    events: list[Numbered], who: str, effects: dict[str, Event], *, on_leg: bool, down: bool
) -> Beat | None:
    """Thrown back, fallen, stunned: told together where they came together."""
    thrown, stunned = "knocked_back" in effects, "stunned" in effects
    fell = "fallen" in effects and not on_leg
    far = frozenset({"far"}) if thrown and int(effects["knocked_back"].get("yards", 1)) > 1 else frozenset()
    if fell and thrown:
        return Beat("blown_down", who, numbers(events), far)
    if fell:
        return Beat("downed" if stunned else "fallen", who, numbers(events))
    return Beat("blown", who, numbers(events), far) if thrown and not on_leg and not down else None


def consequences(events: list[Numbered], who: str, *, down: bool = False, blind: bool = False) -> list[Step]:
    """What befell a fighter; `down`: he lay already, `blind`: one eye was lost before."""
    steps: list[Step] = []
    effects = _effects(events, who)
    parts = _lost_parts(events, who, down, blind)
    steps += parts
    finished = defeat(events, who)
    if finished is not None:
        if finished.what == "out_gave_up":
            steps.append(Say(who, "give_up"))
        return [*steps, finished]
    on_leg = any(part.what == "crippled_leg" for part in parts)
    floored = _floored(events, who, effects, on_leg=on_leg, down=down)
    if floored is not None:
        steps.append(floored)
    if "stunned" in effects and (floored is None or floored.what != "downed"):
        lies = down or "fallen" in effects
        steps.append(Beat("stunned", who, numbers(events), frozenset({"a_down"} if lies else ())))
    if "strained" in effects and not parts:
        steps.append(Beat("strained", who, numbers(events), at=effects["strained"]["at"]))
    for name in PLAIN:
        if name in effects:
            spell = effects[name].get("spell")
            steps.append(Beat(name, who, numbers(events), act=spell, at=effects[name].get("at")))
    rolls = _of(events, "roll", who)
    if any(r["what"] == "near_death" and r["result"] in SUCCESS for r in rolls):
        steps.append(Beat("survived", who, numbers(events)))
    elif any(r["what"] == "knock_out" and r["result"] in SUCCESS and spare(r) <= 1 for r in rolls):
        steps.append(Beat("kept", who, numbers(events)))
    if parts:
        steps.append(Say(who, "crippled"))
    return steps


def cast(events: list[Numbered]) -> list[Step]:
    """A spell: how it came out, and whether whoever it was meant for withstood it."""
    head = events[0][1]
    who, spell = str(head["who"]), head.get("spell")
    resisted = any(roll.get("margin", -99) >= max(0, head.get("margin") or 0) for roll in head.get("resist") or ())
    if head.get("result") == "critical_failure":
        what = "spell_fumbled"
    elif head.get("result") == "failure":
        what = "spell_failed"
    else:
        what = "spell_resisted" if resisted else "spell"
    marks = marks_of_spell(spell)
    if head.get("subject") in ("a", "b"):
        marks |= {"self" if head["subject"] == who else "foe"}
    steps: list[Step] = [Beat(what, who, numbers(events), frozenset(marks), act=spell)]
    return [*steps, Say(who, "spell")] if what == "spell" else steps


def is_own_fall(event: Event, who: str) -> bool:
    """Whether a technique of his has put `who` on the floor as it always does: no fall worth a word."""
    return bool(event["who"] == who and event.get("effect") == "fallen" and event.get("rule") == "C-14")


def spare(roll: Event) -> int:
    """By how much a roll was made."""
    return int(roll["target"]) - sum(roll["dice"])


class Blow:
    """One attack with everything up to the next one."""

    def __init__(self, events: list[Numbered], *, marks: Iterable[str], lured: bool, down: set[str]) -> None:
        self.events = events
        self.attack = events[0][1]
        self.who = str(self.attack["who"])
        self.foe = other(self.who)
        self.down = down
        self.base = set(marks) | marks_of_act(self.attack["act"])
        if self.attack.get("counter"):
            self.base.add("counter")
        if lured:
            self.base.add("lured")
        if self.who in down:
            self.base.add("a_down")
        if self.foe in down:
            self.base.add("b_down")
        self.defences = _of(events, "defence", self.foe)
        self.grabbed: Grab | None = None
        self.damage = next(iter(_of(events, "damage", self.foe)), None)

    @property
    def landed(self) -> bool:
        """Whether it hurt."""
        return self.damage is not None and self.damage["injury"] > 0

    def _beat(self, what: str, *marks: str, at: str | None = None, who: str | None = None) -> Beat:
        where = at or self.attack["at"]
        if "fam:grapple" in self.base:
            what = RENAMED.get(what, what)
        all_marks = frozenset(self.base | marks_of_place(where) | set(marks))
        return Beat(what, who or self.who, numbers(self.events), all_marks, self.attack["act"], where)

    def _stopped(self) -> list[Step]:
        last = self.defences[-1]
        name = str(last["defence"])
        marks = [f"def:{name}"]
        by = spare(last)
        marks += ["narrow"] if by == 0 else ["easy"] if by >= EASY else []
        marks += ["back"] if any(d["retreat"] for d in self.defences) else []
        rolls = {r["what"] for r in _of(self.events, "roll", self.foe) if r["result"] in SUCCESS}
        marks += ["read"] if "sakiyomi" in rolls else []
        marks += ["acro"] if "acrobatics" in rolls else []
        if len(self.defences) > 1:
            steps: list[Step] = [self._beat("second_try", *marks, who=self.foe)]
        else:
            steps = [self._beat("dodged" if name in ("dodge", "jump_back") else "parried", *marks)]
        if last["result"] == "critical_success":
            steps.append(self._beat("perfect", who=self.foe))
        return steps

    def _opened(self) -> list[str]:
        tried = [d for d in self.defences if d["result"] is not None]
        if not tried:
            return [] if self.foe in self.down else ["open"]
        name = str(tried[-1]["defence"])
        return ["try:dodge" if name in ("dodge", "jump_back") else "try:parry"] + (
            ["back"] if tried[-1]["retreat"] else []
        )

    def _hit(self) -> list[Step]:
        steps: list[Step] = []
        if any(d["result"] == "critical_failure" for d in self.defences):
            steps += [self._beat("botched", who=self.foe), Say(self.foe, "fumble")]
        critical = self.attack["result"] == "critical_success"
        marks = ["perfect"] if critical else self._opened()
        if "fam:grapple" in self.base:
            self.grabbed = grab(self.events, self.who, str(self.attack["act"]), self.base | set(marks))
            steps += self.grabbed.beats or ([] if self.damage is not None else [self._beat("no_harm")])
            return [*steps, Say(self.who, "critical")] if critical and self.grabbed.beats else steps
        swept = _of(self.events, "contest", what="sweep")
        if swept:
            won = swept[0]["winner"] == "me"
            return [*steps, self._beat("sweep_won" if won else "sweep_lost", *marks)]
        injury = None if self.damage is None else int(self.damage["injury"])
        at = None if self.damage is None else self.damage["at"]
        if injury is None:
            if critical:
                return [*steps, self._beat("critical"), Say(self.who, "critical")]
            told = bool(_of(self.events, "effect", self.foe))
            return steps if told else [*steps, self._beat("no_harm", *marks)]
        if critical and injury > 0:
            return [*steps, self._beat("critical", at=at), Say(self.who, "critical")]
        if injury == 0:
            what = "no_harm"
        else:
            what = "hit_light" if injury <= LIGHT else "hit_heavy" if injury >= HEAVY else "hit_solid"
        return [*steps, self._beat(what, *marks, at=at)]

    def _own_hurt(self) -> list[Step]:
        """What the attacker's own failure, or a parry that bites, does to him."""
        hurt = next(iter(_of(self.events, "damage", self.who)), None)
        if hurt is None or hurt["injury"] == 0:
            return []
        bitten = bool(self.defences) and self.defences[-1]["defence"] == "aggr_parry"
        return [Beat("bitten" if bitten else "self_hurt", self.who, numbers(self.events), at=hurt["at"])]

    def _fallout(self, who: str, blind: bool) -> list[Step]:
        events = self.events if self.grabbed is None else self.grabbed.rest
        if who == self.who:
            events = [(i, e) for i, e in events if not is_own_fall(e, self.who)]
        elif _of(events, "contest", what="sweep", winner="me"):
            events = [(i, e) for i, e in events if e.get("effect") != "fallen"]
        return consequences(events, who, down=who in self.down, blind=blind)

    def steps(self, blind: set[str]) -> list[Step]:
        """The blow in order: what it was, what it did, what it cost; `blind`: who lost an eye before."""
        result = self.attack["result"]
        over = sum(self.attack["dice"]) - self.attack["target"]
        if result == "critical_failure":
            steps: list[Step] = [self._beat("fumble"), Say(self.who, "fumble")]
        elif self.defences and self.defences[-1]["result"] in SUCCESS:
            steps = self._stopped()
        elif result in SUCCESS or self.damage is not None:
            steps = self._hit()
        else:
            steps = [self._beat("miss", *(["near"] if over == 1 else ["wide"] if over >= WIDE else []))]
        after = self._fallout(self.foe, self.foe in blind)
        steps += after
        finished = any(isinstance(s, Beat) and s.what.startswith("out_") for s in after)
        if self.damage is not None and self.damage["injury"] >= CRIES and not finished:
            steps.append(Say(self.foe, "injured"))
        steps += self._own_hurt()
        steps += self._fallout(self.who, self.who in blind)
        return steps
