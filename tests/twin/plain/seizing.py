"""Which grab an order comes to: a named one, the best lock or throw, or the step that is missing (semantics §6.3)."""

from __future__ import annotations

from dataclasses import replace

from plain.aiming import EITHER_DRAW, Aimer
from plain.books import ANYWHERE, THROWS
from plain.conditions import banned_places, barred
from plain.decision import REFUSED, Choice, Plan
from plain.grab_legal import BY_CONTEST, grab_open, open_parts, same_hold
from plain.grip import PRESSING
from plain.legal import FAR, NO, READY
from plain.plan import Act

SUBMISSIONS = ("arm_lock", "finger_lock", "leg_lock", "choke", "scissors")
"""Locks and chokes that make a foe give up, in the order of the table."""
CHOOSES_PART = ("grapple", "arm_lock", "finger_lock", "leg_lock")
"""Grabs whose place a pattern may name."""


class Seizer(Aimer):
    """The part of a decision that is about holds."""

    @property
    def presses(self) -> bool:
        """Whether a lock or choke is on that does something (semantics §6.12)."""
        return self.me.hold is not None and self.me.hold.kind in PRESSING

    def grab(self, act: str, order: Act | None, opt: str) -> Plan:
        """One named grab; an order for the hold that is on keeps it."""
        me = self.me
        if act == "submission":
            return self.submission(order, opt)
        if same_hold(me, act):
            return self.keep(opt)
        found = grab_open(me, act, opt, self.slot, self.bout.subturns)
        banned = banned_places(me, act, opt)
        if found.state == NO or found.way is None or banned is None:
            return REFUSED
        parts = open_parts(me, act, found.way, opt) - banned
        if not parts:
            return REFUSED
        cycle = None
        place = ""
        if act in CHOOSES_PART and order is not None and order.words:
            drawn, cycle = self.place_of(order, parts | {ANYWHERE})
            if drawn is None:
                return REFUSED
            place = "" if drawn == ANYWHERE else drawn
        place = place or self.part(list(found.way.aim), parts)
        variant = "aoa_hit" if opt == "aoa" and act not in BY_CONTEST else opt
        return found.state, Choice(
            act, found.way, place, variant, found.stop, cycle=cycle, missing=found.missing
        )

    def part(self, order: list[str], parts: set[str]) -> str:
        """Where a grab nobody aimed goes: the first place of its row, left or right alike (semantics §6.15)."""
        first = next(p for p in order if p in parts)
        name, _, side = first.partition(".")
        both = [p for p in (f"{name}.R", f"{name}.L") if p in parts]
        return self.one_of(both, EITHER_DRAW + self.me.memory.attacks % 8) if side else first

    def keep(self, opt: str) -> Plan:
        """`hold`."""
        me = self.me
        if me.hold is None or me.pinned or barred(me, "hold"):
            return REFUSED
        return READY, Choice("hold", opt=opt)

    def submission(self, order: Act | None, opt: str) -> Plan:
        """The lock or choke with the highest level, of equals one that is open at once; one that is on is kept."""
        me = self.me
        if self.presses:
            return self.keep(opt)
        found = []
        for act in SUBMISSIONS:
            open_ = grab_open(me, act, opt, self.slot, self.bout.subturns)
            banned = banned_places(me, act, opt)
            if open_.state == NO or open_.way is None or banned is None:
                continue
            parts = open_parts(me, act, open_.way, opt) - banned
            if parts and banned_places(me, "submission", opt) is not None:
                found.append((open_, act, parts))
        place = ""
        if found and order is not None and order.words:
            drawn, _ = self.place_of(order, set().union(*(row[2] for row in found)) | {ANYWHERE})
            if drawn is None:
                return REFUSED
            place = "" if drawn == ANYWHERE else drawn
        fitting = [row for row in found if not place or place in row[2]]
        if not fitting:
            return REFUSED
        open_, act, parts = max(fitting, key=lambda row: (row[0].way.level if row[0].way else 0, row[0].state == READY))
        assert open_.way is not None
        place = place or self.part(list(open_.way.aim), parts)
        variant = "aoa_hit" if opt == "aoa" else opt
        return open_.state, Choice(act, open_.way, place, variant, open_.stop, missing=open_.missing)

    def throwing(self, order: Act | None, opt: str) -> Plan:
        """The throw with the highest level, the first of the table among equals."""
        plans = [self.grab(act, order, opt) for act in THROWS]
        for wanted in (READY, FAR):
            open_ = [choice for state, choice in plans if state == wanted]
            if open_:
                return wanted, max(open_, key=lambda choice: choice.way.level if choice.way else 0)
        return REFUSED

    def grappling(self, order: Act | None, opt: str) -> Plan:
        """Grappling in general: hold on, then press; without a hold take one."""
        if self.me.hold is None:
            return self.grab("grapple", order, opt)
        plan = self.submission(None, opt)
        return plan if plan[0] == READY else self.keep(opt)

    def step_for(self, choice: Choice) -> Choice:
        """What is done instead of an act that lacks reach or a hold; a banned step means waiting."""
        me, missing = self.me, choice.missing
        if missing in ("grapple", "takedown"):
            state, step = self.grab(missing, None, "")
            if state != READY:
                return Choice("wait", source=choice.source, line=choice.line)
            return replace(step, wanted=choice.act, source=choice.source, line=choice.line)
        if barred(me, "approach"):
            return Choice("wait", source=choice.source, line=choice.line)
        return replace(choice, wanted=choice.act, act="approach")


