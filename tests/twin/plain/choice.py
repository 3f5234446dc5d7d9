"""What a fighter does with his sub-turn: his rules in order, then the defaults (semantics §1, §5, §6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from plain.arts import STANCES, art, take_stance
from plain.books import ANYWHERE, EYES, GRABS, STRIKES, combination
from plain.conditions import banned_places, barred, holds
from plain.decision import REFUSED, Choice, Plan
from plain.legal import FAR, NO, READY, may_approach, may_get_up, may_step_back, place_open, strike_open, wall_owner
from plain.magic_cast import drop
from plain.magic_turn import before_rules, goes_on, planned
from plain.memory import fits
from plain.plan import Act, Rule, by_weight
from plain.pressing import as_strong
from plain.seizing import Seizer

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.techniques import Way

MAGIC = ("resist", "cast", "maintain_spell", "dispel", "@spell")
SOFT_HANDS = ("punch", "palm", "hand_strike")
"""Blows that become the eye manoeuvre when aimed at the eye (acts.toml, R-14)."""


class Chooser(Seizer):
    """One decision of one fighter."""

    # -- blows -------------------------------------------------------------------------------------
    def strike(self, act: str, order: Act | None, opt: str) -> Plan:
        """One named blow, at the places of an order or the best one."""
        me = self.me
        way = me.brings.way(act, self.slot)
        state, stop = strike_open(me, way, opt, self.bout.subturns)
        if me.distance == 0 and way is not None and way.near > 0 and way.kick and act != "knee":
            # C-47: too close for a kick
            act, way = "knee", me.brings.way("knee", self.slot)
            state, stop = strike_open(me, way, opt, self.bout.subturns)
        if state == NO or way is None:
            return REFUSED
        return self.aimed(act, way, order, opt, state, stop)

    def aimed(self, act: str, way: Way, order: Act | None, opt: str, state: str, stop: int) -> Plan:
        """A blow that is open, with its place."""
        me = self.me
        banned = banned_places(me, act, opt)
        if banned is None:
            return REFUSED
        cycle = None
        place = ""
        if order is not None and order.words:
            drawn, cycle = self.place_of(order, self.open_to(act, way, opt, banned))
            if drawn is None:
                return REFUSED
            place = drawn
            if place in EYES and not place_open(me, way, place, opt):
                eye = me.brings.way("eye_poke", self.slot)
                state, stop = strike_open(me, eye, opt, self.bout.subturns)
                if state == NO or eye is None:
                    return REFUSED
                way = eye
        if place == "":
            best = best_place(me, act, way, opt, banned)
            if best is None:
                return REFUSED
            place = self.either_side(way, best, opt, banned)
        return state, Choice(act, way, place, variant(me, way, place, opt), stop, cycle=cycle)

    def open_to(self, act: str, way: Way, opt: str, banned: set[str]) -> set[str]:
        """Every place a pattern can name that a blow can be aimed at now; a bare hand takes the eye manoeuvre."""
        found = {p for p in way.aim if p != "kidneys" and p not in banned and place_open(self.me, way, p, opt)}
        eye = self.me.brings.way("eye_poke", self.slot)
        if act in SOFT_HANDS and eye and not found & set(EYES):
            found |= {p for p in EYES if p not in banned and place_open(self.me, eye, p, opt)}
        return found

    def open_to_class(self, word: str, opt: str) -> set[str]:
        """Every place some open member of a class can be aimed at."""
        me = self.me
        found: set[str] = set()
        for act in STRIKES:
            way = me.brings.way(act, self.slot)
            if way and unasked(way, opt) and fits(act, word, False) and (
                strike_open(me, way, opt, self.bout.subturns)[0] != NO
            ):
                banned = banned_places(me, act, opt)
                if banned is not None:
                    here = (p for p in way.aim if p != "kidneys" and p not in banned)
                    found |= {p for p in here if place_open(me, way, p, opt)}
        return found

    def best_blow(self, word: str, order: Act | None, opt: str) -> Plan:
        """The best open blow of a class by the value list (semantics §6.5), for a place the order names if any."""
        me = self.me
        want, cycle = "", None
        if me.guards or me.defend_only == 2:
            return REFUSED
        if order is not None and order.words:
            drawn, cycle = self.place_of(order, self.open_to_class(word, opt))
            if drawn is None:
                return REFUSED
            want = drawn
        for act, valued in me.brings.values:
            way = me.brings.way(act, self.slot)
            if way is None or not unasked(way, opt) or not fits(act, word, False):
                continue
            if want not in ("", ANYWHERE) and valued != want:
                continue
            place = want or valued
            state, stop = strike_open(me, way, opt, self.bout.subturns)
            if state == NO or not place_open(me, way, place, opt):
                continue
            banned = banned_places(me, act, opt)
            if banned is None or place in banned:
                continue
            if not want:
                place = self.either_side(way, place, opt, banned)
            return state, Choice(act, way, place, variant(me, way, place, opt), stop, cycle=cycle)
        return REFUSED

    def best(self, word: str, order: Act | None, opt: str) -> Plan:
        """The best member of a class: blows by their value, grappling after them [ruling]."""
        whole = self.me.brings.whole
        if word == "@grapple" and whole:
            return self.grappling(order, opt)
        if word == "@throw" and whole:
            return self.throwing(order, opt)
        if word == "@lock" and whole:
            return self.submission(order, opt)
        plan = self.best_blow(word, order, opt)
        if plan[0] == NO and word == "@attack" and whole:
            return self.grappling(None, opt)
        return plan

    # -- everything else ---------------------------------------------------------------------------
    def other(self, act: str) -> Plan:
        """Acts that are no blows."""
        me = self.me
        if act == "feint":
            return self.feint()
        if act == "hold":
            return self.keep("")
        tests: dict[str, Callable[[], bool]] = {
            "wait": lambda: True,
            "all_out_def": lambda: not me.all_out and not me.pinned and self.still_early(),
            "retreat": lambda: may_step_back(me),
            "approach": lambda: me.distance > 1 and may_approach(me),
            "getup": lambda: may_get_up(me),
            "release": lambda: me.hold is not None,
            "break_free": lambda: me.held,
        }
        if act not in tests or not tests[act]() or barred(me, act):
            return REFUSED
        return READY, Choice(act, stop=1)

    def still_early(self) -> bool:
        """R-06 first_only: All-Out Defense is a whole turn's."""
        return self.me.rules["aod_subturn"] == "from_now" or self.bout.sub <= 1

    def feint(self) -> Plan:
        """A feint needs the foe within a step and an attack (C-29)."""
        me = self.me
        level = me.brings.feint(self.slot)
        if level == 0 or me.guards or me.defend_only == 2 or me.pinned or barred(me, "feint") or level + me.burden < 3:
            return REFUSED
        if wall_owner(me) is not None:
            return REFUSED
        reach = me.brings.kick_reach if me.brings.way("kick", self.slot) else me.brings.punch_reach
        choice = Choice("feint", stop=reach + me.yard)
        if me.distance <= reach + me.yard:
            return READY, choice
        return (FAR if may_approach(me) else NO), choice

    def series(self, order: Act) -> Plan:
        """A combination: its first move must be open (C-37)."""
        me = self.me
        moves = combination(me.brings.person.get("combos", ()), order.title, order.series)
        if not moves or "parry" in moves or me.series_used or barred(me, "combo"):
            return REFUSED
        state, first = self.move(moves[0], order)
        found = Choice(
            "combo", first.way, first.place, "", first.stop, missing=first.missing, title=order.title,
            moves=tuple(moves), blow=first, order=order,
        )  # fmt: skip
        return (state, found) if state != NO else REFUSED

    def move(self, act: str, order: Act | None) -> Plan:
        """One move of a combination."""
        plan = REFUSED
        if act in STRIKES:
            plan = self.strike(act, order, "")
        elif act in GRABS or act == "submission":
            plan = self.grab(act, order, "")
        return plan if plan[1].way else REFUSED

    def order(self, order: Act) -> Plan:
        """One act of a rule."""
        name, whole = order.name, self.me.brings.whole
        if name in ("attack", "free"):
            state, choice = self.best("@attack", order, order.opt)
        elif name in MAGIC:
            found = planned(self.bout, self.me, name, order) if self.bout.magical else None
            state, choice = (READY, Choice(**found)) if found else REFUSED
        elif name == "@aoa":
            state, choice = self.best_blow("@attack", order, order.opt if order.opt.startswith("aoa") else "aoa")
        elif name.startswith("@"):
            state, choice = self.best(name, order, order.opt)
        elif name in STRIKES:
            state, choice = self.strike(name, order, order.opt)
        elif whole and (name in GRABS or name == "submission"):
            state, choice = self.grab(name, order, order.opt)
        elif whole and name == "hold":
            state, choice = self.keep(order.opt)
        elif whole and name == "combo":
            state, choice = self.series(order)
        elif whole and name == "cine":
            state, choice = art(self, order)
        else:
            state, choice = self.other(name)
        return state, replace(choice, back=order.back)

    def looked_at(self, order: Act) -> str:
        """Whether an act could be done, without telling its draws."""
        self.silent = True
        state, _ = self.order(order)
        self.silent = False
        return state

    def rule(self, rule: Rule, index: int) -> Plan:
        """One rule: its act, a weighted one, the first open one, or the next of its series."""
        if rule.form == "act":
            return self.order(rule.acts[0])
        states = [] if rule.form == "seq" else [self.looked_at(act) for act in rule.acts]
        if rule.form == "any":
            open_ = [act for act, state in zip(rule.acts, states, strict=True) if state != NO]
            return self.order(self.weighted(open_, index)) if open_ else REFUSED
        if rule.form == "first":
            # keeping a plain grapple gives way to what the list would do with it
            if not self.presses and any(s != NO for a, s in zip(rule.acts, states, strict=True) if a.name != "hold"):
                states = [NO if a.name == "hold" else s for a, s in zip(rule.acts, states, strict=True)]
            for wanted in (READY, FAR):
                if wanted in states:
                    return self.order(rule.acts[states.index(wanted)])
            return REFUSED
        cursors = self.me.memory.cursors
        at = cursors.get(rule.series, 0)
        if at >= len(rule.acts):
            if not rule.loop:
                return REFUSED
            at = 0
        state, choice = self.order(rule.acts[at])
        if state == READY:
            cursors[rule.series] = at + 1
        return state, choice

    def weighted(self, acts: list[Act], index: int) -> Act:
        """One of the open acts by its weight."""
        kept, self.line = self.line, index
        draw = self.draw("any", 1024 + index)
        self.line = kept
        return by_weight(acts, draw)

    # -- the decision ------------------------------------------------------------------------------
    def choose(self) -> Choice:
        """Rules first; getting up, or a lock that is on, comes before rules that do not speak of it (semantics §6)."""
        me = self.me
        up_first = may_get_up(me) and not barred(me, "getup")
        keeps = self.presses and self.keep("")[0] == READY
        runs = False
        if self.bout.magical:
            said = before_rules(self, up_first)
            if isinstance(said, Choice):
                return said
            runs = said == "runs"
        found = self.by_rules(up_first, keeps, me.magic.line if runs else None)
        if found is None and runs:
            go = goes_on(self.bout, me)
            if go:
                return Choice(**go)
            drop(self.bout, me)
            found = self.by_rules(up_first, keeps, None)
        self.line = None
        return found or self.default(up_first, keeps)

    def by_rules(self, up_first: bool, keeps: bool, below: int | None) -> Choice | None:
        """The first rule that fires; with an unfinished cast only those with a condition before its own."""
        me = self.me
        for index, rule in enumerate(me.plan.rules):
            if (up_first and not rule.ground) or (keeps and not rule.clings) or (me.absent and index != me.last_line):
                continue
            if below is not None and (rule.when is None or index >= below):
                continue
            if not holds(self.bout, me, rule.when):
                continue
            self.line = index
            if rule.form == "act" and rule.acts[0].name == "cine" and rule.acts[0].title in STANCES:
                take_stance(self.bout, me, rule.acts[0].title, index)
                continue
            state, choice = self.rule(rule, index)
            choice = replace(choice, source="rules", line=index)
            if state == READY:
                return choice
            if state == FAR:
                return self.step_for(choice)
        return None

    def default(self, up_first: bool, keeps: bool) -> Choice:
        """What is done when no rule fits."""
        me = self.me
        if keeps:
            return Choice("hold")
        if up_first:
            return Choice("getup")
        if me.held and not barred(me, "break_free") and (me.pinned or me.plan.only or as_strong(me)):
            return Choice("break_free")
        if not me.plan.only:
            choice = self.attack_at_will("")
            if choice:
                return choice
        if me.held and not barred(me, "break_free"):
            return Choice("break_free")
        return Choice("wait")

    def attack_at_will(self, opt: str) -> Choice | None:
        """The best attack, or the way to it."""
        state, choice = self.best("@attack", None, opt)
        if state == FAR:
            step = self.step_for(choice)
            return None if step.act == "wait" else step
        return choice if state == READY else None


def unasked(way: Way, opt: str) -> bool:
    """Whether somebody does that without being told: never an all-out act unless it is named (semantics §6.6)."""
    return not way.row.get("all_out") or opt.startswith("aoa")


def variant(me: Fighter, way: Way, place: str, opt: str) -> str:
    """Which all-out attack the plain word means: two blows, or the +4 for a hard place [ruling]."""
    if opt == "aoa_double" and doubled(me, way):
        return "aoa_hit"
    if opt != "aoa":
        return opt
    seen = 6 * me.foe.unseen  # C-130
    sure = way.level + way.aim[place] + me.hindrance + me.posture_mod(way.skill) + me.in_the_air - seen >= 12
    return "aoa_double" if sure and not doubled(me, way) else "aoa_hit"


def doubled(me: Fighter, way: Way) -> bool:
    """Whether one attack of a technique is two blows already: all-out then means the +4 [ruling]."""
    return me.brings.whole and way.row["id"] in ("dual_attack", "whirlwind_kick")


def best_place(me: Fighter, act: str, way: Way, opt: str, banned: set[str]) -> str | None:
    """The best place of an act that is open now."""
    open_ = (p for p in me.brings.best_places.get(act, []) if p not in banned and place_open(me, way, p, opt))
    return next(open_, None)
