"""What a fighter does with his sub-turn: his rules in order, then the defaults (semantics §1, §5, §6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plain.books import ANYWHERE, EYES, PLACES, STRIKES
from plain.conditions import banned_places, barred, holds, looked_up
from plain.legal import FAR, NO, READY, may_approach, may_get_up, may_step_back, place_open, strike_open, wall_owner
from plain.magic_cast import drop
from plain.magic_turn import goes_on, itching, may_throw, missile_way, planned
from plain.memory import fits
from plain.plan import LOOKED_UP, SEVERAL, Act, Rule, aimed, by_weight

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.magic_book import Spell
    from plain.techniques import Way


@dataclass(frozen=True)
class Choice:
    """A decision."""

    act: str
    way: Way | None = None
    place: str | None = None
    opt: str = ""
    stop: int = 0
    """The distance to strike from, or where an approach ends."""
    back: bool = False
    wanted: str = ""
    """What a forced approach is for."""
    cycle: tuple[str, int] | None = None
    """The cursor the blow moves, and to where."""
    source: str | None = None
    line: int | None = None
    phase: str = ""
    spell: Spell | None = None
    energy: int = 0
    blood: int = 0
    wits: bool = False


MAGIC = ("resist", "cast", "maintain_spell", "dispel", "@spell")
Plan = tuple[str, Choice]
EITHER_DRAW = 61000
"""First place of the draw for a side nobody named; own attacks so far are added, modulo 8."""
REFUSED: Plan = (NO, Choice("wait"))


class Chooser:
    """One decision of one fighter."""

    def __init__(self, bout: Bout, me: Fighter, slot: int) -> None:
        self.bout, self.me, self.slot = bout, me, slot
        self.line: int | None = None
        self.silent = False

    def draw(self, what: str, place: int) -> int:
        """A draw of the policy, told unless it only looks what would be possible."""
        value = self.bout.will(self.me, place)
        if not self.silent:
            self.bout.tell("draw", self.me, what=what, line=self.line, value=value)
        return value

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
                # aimed at the eye it becomes the eye manoeuvre (acts.toml, R-14)
                way = me.brings.way("eye_poke", self.slot)
                state, stop = strike_open(me, way, opt, self.bout.subturns)
                if state == NO or way is None:
                    return REFUSED
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
        if act in ("punch", "palm", "hand_strike") and eye and not found & set(EYES):
            found |= {p for p in EYES if p not in banned and place_open(self.me, eye, p, opt)}
        return found

    def open_to_class(self, word: str, opt: str) -> set[str]:
        """Every place some open member of a class can be aimed at."""
        me = self.me
        found: set[str] = set()
        for act in STRIKES:
            way = me.brings.way(act, self.slot)
            if way and fits(act, word, False) and strike_open(me, way, opt, self.bout.subturns)[0] != NO:
                banned = banned_places(me, act, opt)
                if banned is not None:
                    here = (p for p in way.aim if p != "kidneys" and p not in banned)
                    found |= {p for p in here if place_open(me, way, p, opt)}
        return found

    def place_of(self, order: Act, open_: set[str]) -> tuple[str | None, tuple[str, int] | None]:
        """A place of an order's list: None when none is open, "" when its words mean nothing yet."""
        mind = self.me.memory
        base = 4096 + 32 * order.number + 4 * (mind.attacks % 8)
        choices = [self.places_of(word, open_) for word in order.words]
        usable = [i for i, places in enumerate(choices) if places]
        named = any(places is not None for places in choices)
        if order.mainly and named and (self.draw("place", base + 2) >= 3 * 2**30 or not usable):
            return self.from_pool(order.mainly, open_, base), None
        if not usable:
            return (None if named else ""), None
        cycle = None
        if order.pick == "first" or len(usable) == 1:
            chosen = usable[0]
        elif order.pick == "cycle":
            at = mind.cursors.get(order.cycle, 0)
            chosen = min(usable, key=lambda i: (i - at) % len(choices))
        else:
            chosen = usable[self.draw("place", base) * len(usable) >> 32]
        if order.pick == "cycle":
            cycle = (order.cycle, (chosen + 1) % len(choices))
        found = choices[chosen]
        assert found
        return self.one_of(found, base + 1), cycle

    def places_of(self, word: str, open_: set[str]) -> list[str] | None:
        """Open places of one word in their order; None when the word means nothing yet."""
        if word == "@any":
            return [ANYWHERE] if ANYWHERE in open_ else []
        meant = looked_up(self.me, word) if word in LOOKED_UP else aimed(word)
        return [p for p in PLACES if p in meant and p in open_] if meant else None

    def from_pool(self, pool: str, open_: set[str], base: int) -> str | None:
        """A place of the pool of `mainly`: each word alike."""
        if pool == "@any":
            return ANYWHERE if ANYWHERE in open_ else None
        found = [places for word in SEVERAL[pool] if (places := self.places_of(word, open_))]
        if not found:
            return None
        return self.one_of(found[self.draw("place", base + 3) * len(found) >> 32], base + 1)

    def one_of(self, places: list[str], address: int) -> str:
        """Left or right unnamed is even chances (semantics §6.15)."""
        return places[0] if len(places) == 1 else places[self.draw("side", address) * len(places) >> 32]

    def either_side(self, way: Way, place: str, opt: str, banned: set[str]) -> str:
        """Left or right unnamed: even chances when both sides are open at the same price (semantics §6.15)."""
        part, _, side = place.partition(".")
        other = f"{part}.{'L' if side == 'R' else 'R'}"
        if not side or way.aim.get(other) != way.aim[place] or other in banned:
            return place
        if not place_open(self.me, way, other, opt):
            return place
        return self.one_of([f"{part}.R", f"{part}.L"], EITHER_DRAW + self.me.memory.attacks % 8)

    def best(self, word: str, order: Act | None, opt: str) -> Plan:
        """The best open member of a class by the value list (semantics §6.5), for a place the order names if any."""
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
            if way is None or not fits(act, word, False) or (want not in ("", ANYWHERE) and valued != want):
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

    # -- everything else ---------------------------------------------------------------------------
    def other(self, act: str) -> Plan:
        """Acts that are no blows."""
        me = self.me
        if act == "feint":
            return self.feint()
        tests: dict[str, Callable[[], bool]] = {
            "wait": lambda: True,
            "all_out_def": lambda: not me.all_out,
            "retreat": lambda: may_step_back(me),
            "approach": lambda: me.distance > 1 and may_approach(me),
            "getup": lambda: may_get_up(me),
        }
        if act not in tests or not tests[act]() or barred(me, act):
            return REFUSED
        return READY, Choice(act, stop=1)

    def feint(self) -> Plan:
        """A feint needs the foe within a step and an attack (C-29)."""
        me = self.me
        level = me.brings.feint(self.slot)
        if level == 0 or me.guards or me.defend_only == 2 or barred(me, "feint") or level + me.burden < 3:
            return REFUSED
        if wall_owner(me) is not None:
            return REFUSED
        reach = me.brings.kick_reach if me.brings.way("kick", self.slot) else me.brings.punch_reach
        choice = Choice("feint", stop=reach + me.yard)
        if me.distance <= reach + me.yard:
            return READY, choice
        return (FAR if may_approach(me) else NO), choice

    def order(self, order: Act) -> Plan:
        """One act of a rule."""
        if order.name in ("attack", "free"):
            state, choice = self.best("@attack", order, order.opt)
        elif order.name in MAGIC:
            found = planned(self.bout, self.me, order.name, order) if self.bout.magical else None
            state, choice = (READY, Choice(**found)) if found else REFUSED
        elif order.name == "@aoa":
            state, choice = self.best("@attack", order, order.opt if order.opt.startswith("aoa") else "aoa")
        elif order.name.startswith("@"):
            state, choice = self.best(order.name, order, order.opt)
        elif order.name in STRIKES:
            state, choice = self.strike(order.name, order, order.opt)
        else:
            state, choice = self.other(order.name)
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
        """Rules first; getting up comes before every rule that does not speak of lying (semantics §6.2)."""
        me = self.me
        up_first = may_get_up(me) and not barred(me, "getup")
        runs = False
        if self.bout.magical:
            said = self.before_rules(up_first)
            if isinstance(said, Choice):
                return said
            runs = said == "runs"
        found = self.by_rules(up_first, me.magic.line if runs else None)
        if found:
            return found
        if runs:
            self.line = None
            go = goes_on(self.bout, me)
            if go:
                return Choice(**go)
            drop(self.bout, me)
            found = self.by_rules(up_first, None)
            if found:
                return found
        return self.default(up_first)

    def before_rules(self, up_first: bool) -> Choice | str:
        """What magic says before the rules are asked."""
        me, bout = self.me, self.bout
        m = me.magic
        if me.declared:
            me.declared = False
            return Choice("resist", source=bout.first_look.source, line=bout.first_look.line)
        if me.helpless:
            return Choice("nothing")
        if "flee" in me.bound:
            if may_step_back(me):
                return Choice("retreat")
            return Choice("wait" if me.all_out else "all_out_def")
        if "berserk" in me.bound:
            if up_first:
                return ""
            state, choice = self.best("@attack", None, "aoa")
            return choice if state == READY else self.nearer(choice) if state == FAR else Choice("wait")
        if bout.subturns > 1 and itching(me):
            return Choice("nothing", phase="scratch")
        if up_first and not m.running:
            return ""
        if m.running:
            return "runs"
        if m.held and may_throw(bout, me):
            return Choice("cast", missile_way(me), None, phase="throw", spell=m.held[0], stop=me.distance)
        if m.charge:
            state, choice = self.best("@hand", None, "")
            if state == READY:
                return replace(choice, phase="touch", spell=m.charge[0])
            if state == FAR:
                return self.nearer(choice)
        return ""

    def nearer(self, choice: Choice) -> Choice:
        """Only reach is lacking."""
        if barred(self.me, "approach"):
            return Choice("wait", source=choice.source, line=choice.line)
        return replace(choice, wanted=choice.act, act="approach")

    def by_rules(self, up_first: bool, below: int | None) -> Choice | None:
        """The first rule that fires; with an unfinished cast only rules with a condition before its own."""
        me = self.me
        for index, rule in enumerate(me.plan.rules):
            if below is not None and (rule.when is None or index >= below):
                continue
            if (up_first and not rule.ground) or not holds(self.bout, me, rule.when):
                continue
            self.line = index
            state, choice = self.rule(rule, index)
            choice = replace(choice, source="rules", line=index)
            if state == READY:
                return choice
            if state == FAR:
                if barred(me, "approach"):
                    return Choice("wait", source="rules", line=index)
                return replace(choice, wanted=choice.act, act="approach")
        return None

    def default(self, up_first: bool) -> Choice:
        """What nobody ordered."""
        me = self.me
        self.line = None
        if up_first:
            return Choice("getup")
        if not me.plan.only:
            state, choice = self.best("@attack", None, "")
            if state == READY:
                return choice
            if state == FAR and not barred(me, "approach"):
                return replace(choice, wanted=choice.act, act="approach")
        return Choice("wait")


def variant(me: Fighter, way: Way, place: str, opt: str) -> str:
    """Which all-out attack the plain word means: two blows, or the +4 for a hard place [ruling]."""
    if opt != "aoa":
        return opt
    return "aoa_double" if way.level + way.aim[place] + me.burden + me.in_the_air >= 12 else "aoa_hit"


def best_place(me: Fighter, act: str, way: Way, opt: str, banned: set[str]) -> str | None:
    """The best place of an act that is open now."""
    open_ = (p for p in me.brings.best_places.get(act, []) if p not in banned and place_open(me, way, p, opt))
    return next(open_, None)
