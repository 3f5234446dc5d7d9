"""From the events of a trace to the steps of a story: what is told, left out, or told together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from budosim.systems.gurps3.story_arts import art, series
from budosim.systems.gurps3.story_blow import Blow, cast, consequences, is_own_fall, spare
from budosim.systems.gurps3.story_grabs import SUCCESS, Grab, grab, held_by, is_grab, press, release, struggle
from budosim.systems.gurps3.story_nature import moods, overrides
from budosim.systems.gurps3.story_runs import in_flurries, without_empty_turns
from budosim.systems.gurps3.story_steps import (
    Beat,
    Break,
    Event,
    Heading,
    Numbered,
    Say,
    Step,
    numbers,
    other,
)

OPENS = ("turn", "act", "attack", "decide", "spell", "end", "initiative", "bout")
"""Events that begin something new; whatever follows belongs to them."""
FEINTS = ("feint", "built_in_feint")
QUIET = ("wait", "all_out_def", "nothing", None)
STILL = {"wait": "wait", "all_out_def": "guard"}
"""Acts without a blow that are told once, however many sub-turns they fill."""
KEEPING = ("hold", "break_free")
QUIET_TURNS = 4
"""From this many of them on, turns without a deed are told as one."""
BIG = 4
"""Margin of a feint that draws a guard far out of place."""


def _segments(events: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    part: list[Numbered] = []
    for numbered in events:
        event = numbered[1]
        fresh = (event["k"] in OPENS and not overrides(event)) or (event["k"] == "contest" and event["what"] in FEINTS)
        if fresh and part:
            yield part
            part = []
        part.append(numbered)
    if part:
        yield part


def _turns(events: Sequence[Numbered]) -> list[list[Numbered]]:
    """The events by whose turn they belong to; the first group is what comes before the first turn."""
    groups: list[list[Numbered]] = [[]]
    for numbered in events:
        if numbered[1]["k"] in ("turn", "end"):
            groups.append([])
        groups[-1].append(numbered)
    return groups


def _is_quiet(turn: Sequence[Numbered]) -> bool:
    if not turn or turn[0][1]["k"] != "turn":
        return False
    return all(_is_idle(event) for _, event in turn[1:])


def _is_idle(event: Event) -> bool:
    """Whether nothing comes of an event: a draw, waiting, a hold that is merely kept, a struggle in vain."""
    kind = event["k"]
    if kind == "act":
        return event["act"] in QUIET or event["act"] in KEEPING
    if kind == "contest":
        return bool(event["what"] == "break_free" and event["winner"] != "me")
    return bool(kind == "draw" or (kind == "fatigue" and event["why"] == "choke" and event["fp"] > 0))


class Narrator:
    """Goes through a bout and remembers what the telling depends on."""

    def __init__(self) -> None:
        self.lured: dict[str, bool] = {"a": False, "b": False}
        self.down: set[str] = set()
        self.one_eyed: set[str] = set()
        self.weak: set[str] = set()
        self.spent: set[str] = set()
        self.act: Event | None = None
        self.landed: dict[str, int] = {"a": 0, "b": 0}
        self.told_turn = 0

    def steps(self, events: Sequence[Event]) -> list[Step]:
        """The whole bout."""
        groups = _turns(list(enumerate(events)))
        steps: list[Step] = []
        at = 0
        while at < len(groups):
            run = at
            while run < len(groups) and _is_quiet(groups[run]):
                run += 1
            if run - at >= QUIET_TURNS:
                steps += self._quiet(groups[at:run])
                at = run
                continue
            steps += self._turn(groups[at])
            at += 1
        return without_empty_turns(in_flurries(steps))

    def _quiet(self, turns: Sequence[list[Numbered]]) -> list[Step]:
        first, last = turns[0][0], turns[-1][0]
        everything = [numbered for turn in turns for numbered in turn]
        self.told_turn = int(last[1]["t"])
        heading = self._heading(first, int(last[1]["t"]))
        held = held_by(last[1].get("state"))
        for victim in ("a", "b"):
            if held[victim]:
                return [heading, Beat("held_long", other(victim), numbers(everything), held[victim])]
        return [heading, Beat("idle", str(first[1]["who"]), numbers(everything))]

    def _heading(self, numbered: Numbered, until: int) -> Heading:
        at, event = numbered
        state: Mapping[str, Event] = event.get("state") or {}
        hp = {side: int(state[side]["hp"]) for side in ("a", "b") if side in state}
        return Heading(int(event["t"]), until, hp, (at,))

    def _turn(self, group: list[Numbered]) -> list[Step]:
        steps: list[Step] = []
        segments = list(_segments(group))
        for i, segment in enumerate(segments):
            following = segments[i + 1] if i + 1 < len(segments) else None
            steps += self._segment(segment, following)
            steps += [*moods(segment), *self._notices(segment)]
            self._remember(segment)
        return steps

    def _segment(self, segment: list[Numbered], following: list[Numbered] | None) -> list[Step]:
        at, head = segment[0]
        kind = head["k"]
        if kind == "initiative":
            return [Beat("first", str(head["first"]), (at,)), *self._aftermath(segment[1:])]
        if kind == "turn":
            return self._start(segment)
        if kind == "act":
            return self._deed(segment, following)
        if kind == "contest":
            return self._feint(segment)
        if kind == "attack":
            return self._blow(segment)
        if kind == "decide":
            return self._choice(segment)
        if kind == "spell":
            return [*cast(segment), *self._aftermath(segment[1:])]
        return self._end(segment) if kind == "end" else []

    def _start(self, segment: list[Numbered]) -> list[Step]:
        at, head = segment[0]
        who = str(head["who"])
        steps: list[Step] = [Break()]
        if int(head["t"]) > self.told_turn:
            self.told_turn = int(head["t"])
            steps = [self._heading((at, head), int(head["t"]))]
        self.landed[who] = 0
        self.act = None
        for i, event in segment[1:]:
            if event["who"] != who:
                continue
            if event["k"] == "roll":
                steps += self._start_roll(i, event)
            elif event["k"] == "effect" and event["effect"] == "part_recovered":
                steps.append(Beat("part_back", who, (i,), at=event["at"]))
            elif event["k"] == "effect" and event["effect"] == "recovered":
                steps.append(Beat("recovered", who, (i,)))
        return steps + self._aftermath(segment[1:])

    def _start_roll(self, at: int, roll: Event) -> list[Step]:
        who, made = str(roll["who"]), roll["result"] in SUCCESS
        if roll["what"] == "stun_recovery" and not made:
            return [Beat("dazed", who, (at,))]
        if roll["what"] == "unconscious" and made:
            told = who in self.weak and spare(roll) > 1
            self.weak.add(who)
            return [] if told else [Beat("hold_on", who, (at,))]
        return []

    def _aftermath(self, events: list[Numbered]) -> list[Step]:
        steps: list[Step] = []
        for who in ("a", "b"):
            steps += consequences(events, who, down=who in self.down, blind=who in self.one_eyed)
        return steps

    def _notices(self, segment: list[Numbered]) -> list[Beat]:
        """What befalls both alike: the referee's warning, the long fight's toll."""
        steps: list[Beat] = []
        for i, event in segment:
            if event["k"] == "fatigue" and event["why"] == "drain":
                steps.append(Beat("tired", str(event["who"]), (i,)))
            elif event.get("effect") == "warned" and not any(s.what == "warned" for s in steps):
                steps.append(Beat("warned", str(event["who"]), (i,)))
        return steps

    def _deed(self, segment: list[Numbered], following: list[Numbered] | None) -> list[Step]:
        at, head = segment[0]
        who, act = str(head["who"]), head["act"]
        moved = any(e["k"] == "move" and e["who"] == who for _, e in segment[1:])
        again = following is not None and following[0][1].get("act") == act
        steps: list[Step] = []
        if act == "approach" and moved:
            steps = [Beat("approach", who, numbers(segment))]
        elif act == "retreat" and moved:
            steps = [Beat("back_off", who, numbers(segment))]
        elif act in STILL and not again:
            steps = [Beat(STILL[act], who, (at,))]
        elif act == "getup":
            risen = next((e for _, e in segment if e["k"] == "effect" and e["who"] == who), None)
            goes_on = following is not None and following[0][1].get("act") == "getup"
            marks = frozenset({"spent"} if who in self.spent else ())
            if risen is not None and risen["effect"] == "stood":
                steps = [Beat("up", who, numbers(segment), marks)]
            elif risen is not None and not goes_on:
                steps = [Beat("half_up", who, numbers(segment), marks)]
        self.act = head
        if act == "cine":
            beats = art(segment[1:], head)
            steps += [beat for beat in beats if beat.what != "focus" or not again]
        elif act == "combo":
            steps += series(segment[1:], head)
        held = held_by(head.get("state"))
        told = self._grip(segment[1:], who, str(act), held, last=not again)
        return [*steps, *told.beats, *self._aftermath(told.rest)]

    def _grip(
        self, events: list[Numbered], who: str, act: str, held: Mapping[str, frozenset[str]], *, last: bool
    ) -> Grab:
        """What is told of holds where no blow is struck."""
        if act == "break_free":
            return struggle(events, who, held[who], last=last)
        if act == "hold":
            return press(events, who, held[other(who)])
        if act == "release":
            return release(events, who)
        if is_grab(act) and events:
            down = {f"{side}_down" for side, name in (("a", who), ("b", other(who))) if name in self.down}
            return grab(events, who, act, down)
        return Grab([], events)

    def _feint(self, segment: list[Numbered]) -> list[Step]:
        at, head = segment[0]
        who = str(head["who"])
        won = head["winner"] == "me" and int(head.get("gained", 1)) > 0
        self.lured[who] = won
        if head["what"] != "feint":
            return []
        if not won:
            return [Beat("feint_lost", who, (at,)), *self._aftermath(segment[1:])]
        marks = frozenset({"big"}) if int(head.get("gained", 0)) >= BIG else frozenset()
        return [Beat("feint_won", who, (at,), marks), Say(who, "feint"), *self._aftermath(segment[1:])]

    def _blow(self, segment: list[Numbered]) -> list[Step]:
        head = segment[0][1]
        who = str(head["who"])
        marks = set()
        if who != head["of"] and not head.get("counter"):
            marks.add("wait")
        act = self.act
        mine = act is not None and act["who"] == who and not head.get("counter")
        if mine and act is not None and str(act.get("opt") or "").startswith("aoa"):
            marks.add("aoa")
        self.spent.discard(who)
        if any(is_own_fall(e, who) for _, e in segment):
            self.spent.add(who)
        blow = Blow(segment, marks=marks, lured=self.lured[who], down=set(self.down))
        self.lured[who] = False
        steps = blow.steps(self.one_eyed)
        if blow.landed:
            self.landed[who] += 1
            if who == head["of"] and self.landed[who] == 2:
                steps.insert(1, Say(who, "combination"))
        left = any(e["k"] == "move" and e["who"] == who and e["why"] == "step" for _, e in segment[1:])
        if mine and act is not None and act.get("back") and left:
            steps.append(Beat("back_after", who, numbers(segment)))
        return steps

    def _choice(self, segment: list[Numbered]) -> list[Step]:
        _, head = segment[0]
        who = str(head["who"])
        if head["what"] == "spend_cp":
            restored = Beat("restored", who, numbers(segment), at=head.get("at"))
            return [restored, *self._aftermath(segment[1:])]
        return self._aftermath(segment[1:])

    def _end(self, segment: list[Numbered]) -> list[Step]:
        at, head = segment[0]
        marks = frozenset({str(head["ending"])})
        winner = head["winner"]
        if winner is None:
            return [Break(), Beat("end_draw", "a", (at,), marks), Say("a", "draw"), Say("b", "draw")]
        if winner not in self.down:
            marks |= {"upright"}
        steps: list[Step] = [Break(), Beat("end_win", winner, (at,), marks), Say(winner, "win")]
        if head["ending"] != "dead":
            steps.append(Say(other(winner), "lose"))
        return steps

    def _remember(self, segment: Sequence[Numbered]) -> None:
        """Who lies, who has lost an eye, after these events."""
        for _, event in segment:
            state = event.get("state")
            if state:
                self.down = {s for s in ("a", "b") if state[s]["posture"] == "lying"}
                self.one_eyed = {
                    s for s in ("a", "b") if any(p.startswith("eye") for p in state[s]["crippled"])
                }
            if event["k"] != "effect":
                continue
            if event["effect"] == "fallen":
                self.down.add(event["who"])
            elif event["effect"] in ("stood", "postured") and event.get("posture") != "lying":
                self.down.discard(event["who"])
            elif event["effect"] == "blinded":
                self.one_eyed.add(event["who"])
