"""What spells make of a fighter: his numbers seen through them, and the states they hold him in (M-41, M-44)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plain.books import EYES, SKILLS, TIP_OF, basic_damage
from plain.grip import let_go
from plain.hexes import apart
from plain.magic_book import SHIFTS, TRAITS, amount, state_of
from plain.magic_state import HELD_BY_SPELL, Lasting
from plain.wounds import fall

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.person import Brings
    from plain.techniques import Way


class Through:
    """A fighter's numbers seen through the spells on him; everything else is as he brought it."""

    def __init__(self, own: Brings, n: dict[str, int]) -> None:
        self._own, self._n = own, n
        dx, iq = n.get("DX", 0), n.get("IQ", 0)
        guard = n.get("PD", 0) + n.get("UNSEEN", 0)
        self.st, self.dx, self.iq = own.st + n.get("ST", 0), own.dx + dx, own.iq + iq
        self.ht = own.ht
        self.fitness = own.fitness + n.get("HT", 0)
        self.will_mod = own.will_mod + n.get("WILL", 0)
        self.move = 0 if n.get("NO_MOVE") else max(0, own.move + n.get("MOVE", 0))
        self.dodge_move = own.dodge_move + n.get("MOVE", 0)
        self.dodge_extra = guard + n.get("DODGE", 0)
        self.skin = own.skin + n.get("DR", 0)
        self.shock_times = 0 if n.get("PAINLESS") else own.shock_times
        self.pain = 3 if n.get("PAINLESS") else own.pain
        self.subturns = own.subturns + n.get("SUBS", 0)
        self.feint_resist, self.sweep_resist = own.feint_resist + dx, own.sweep_resist + dx
        self.best_skill = own.best_skill + dx
        self.acrobatics = own.acrobatics + dx if own.acrobatics else 0
        self.stand_up = own.stand_up + dx if own.stand_up else 0
        self.riposte = {skill: level + dx for skill, level in own.riposte.items()}
        tai = own.skills.get("tai_sabaki", 0)
        self.evasion = max(0, (tai + dx) // 2) if own.evasion else 0
        self.thrust, self.swing = self._more(own.thrust, "thr"), self._more(own.swing, "sw")
        parry = guard - (own.forgotten * 2 // 3 if n.get("FORGOT") else 0)
        self.parry_extra = parry
        self.enhanced_parry = own.enhanced_parry + parry
        self.leg_parry = own.leg_parry + 2 * dx // 3 + parry if own.leg_parry else 0
        self.aggressive = None
        if own.aggressive is not None:
            level, less, dice, adds = own.aggressive
            self.aggressive = (level + dx, less, *self._more((dice, adds), "thr"))
        self.skills = dict(own.skills)
        for name, level in own.skills.items():
            if name in ("body_language", "precognitive_parry", "mental_strength") and level:
                self.skills[name] = level + iq
        if "boxing" in own.skills:
            self.skills["boxing"] = max(0, own.skills["boxing"] + dx)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def _more(self, have: tuple[int, int], kind: str) -> tuple[int, int]:
        """Dice and adds of a shifted ST."""
        old, new = basic_damage(self._own.st, kind), basic_damage(max(0, self._own.st + self._n.get("ST", 0)), kind)
        return have[0] + new[0] - old[0], have[1] + new[1] - old[1]

    def way(self, act: str, sub: int) -> Way | None:
        """A technique with its level as it is now."""
        way = self._own.way(act, sub)
        return None if way is None else self._seen(way)

    def again(self, way: Way) -> Way:
        """The same technique as it is now."""
        arts = [own for own in (self._own.touch, self._own.pushing) if own is not None]
        every = [own for ways in self._own._ways.values() for own in ways]
        found = (
            own for own in (*every, *arts) if (own.row, own.skill, own.aim) == (way.row, way.skill, way.aim)
        )
        own = next(found, None)
        if own is None:
            return way
        seen = self._seen(own)
        return replace(seen, level=seen.level - way.less, less=way.less)

    @property
    def touch(self) -> Way | None:
        """A blow at a pressure point as it is now."""
        return None if self._own.touch is None else self._seen(self._own.touch)

    @property
    def pushing(self) -> Way | None:
        """The hand of a push as it is now."""
        return None if self._own.pushing is None else self._seen(self._own.pushing)

    def base(self, skill: str) -> int:
        """A skill as it is now, DX without it."""
        own = self._own.skills.get(skill)
        return self.dx if own is None else int(own) + self._n.get("DX", 0)

    def _seen(self, way: Way) -> Way:
        n = self._n
        level = way.level + n.get("DX", 0) + n.get("HIT", 0)
        if n.get("NO_KICK") and (way.kick or way.limb in ("leg", "legs")):
            level -= 99
        if n.get("FORGOT") and way.skill == self._own.main_skill:
            level -= self._own.forgotten
        dice, adds = way.dice, way.adds
        if way.row.get("damage") in ("thr", "sw"):
            dice, adds = self._more((dice, adds), way.row["damage"])
        return replace(way, level=level, dice=dice, adds=adds, footing=way.footing + n.get("DX", 0))

    def feint(self, sub: int) -> int:
        """Best level to feint with."""
        level = self._own.feint(sub)
        return level + self._n.get("DX", 0) if level else 0

    def parries(self, kick: bool, grab: bool) -> dict[str, int]:
        """Parry scores of shifted skills, by skill."""
        dx = self._n.get("DX", 0)
        found = {}
        for skill, score in self._own.parries(kick, grab).items():
            row, level = SKILLS[skill], self._own.hand_to_hand[skill]
            plain, now = (n * row["parry_num"] // row["parry_den"] for n in (level, level + dx))
            found[skill] = int(score + now - plain)
        return found

    def parry(self, kick: bool, grab: bool = False) -> int:
        """Best bare-hand parry of shifted skills."""
        scores = self.parries(kick, grab).values()
        return int(max(scores, default=(self._own.dx + self._n.get("DX", 0)) // 2)) + self.enhanced_parry

    @property
    def will(self) -> int:
        """Will as it is now."""
        return int(self.iq + self.will_mod)


def mind_of(who: Fighter) -> tuple[int, int]:
    """Will and <強靭精神>."""
    b = who.brings
    return b.iq + b.will_mod, b.skills.get("mental_strength", 0)


def adds_up(bout: Bout, me: Fighter) -> tuple[dict[str, int], set[str]]:
    """Shifts and states of `me` by all spells that are on."""
    n: dict[str, int] = {}
    states: set[str] = set()

    def add(name: str, points: int) -> None:
        n[name] = n.get(name, 0) + points

    for caster in bout.fighters:
        for one in caster.magic.lasting:
            near = one.subject == "place" and apart(me.at, one.at) <= one.radius and one.radius > 0
            for i, e in enumerate(one.spell.effects):
                if i in one.gone:
                    continue
                kind = e["kind"]
                if one.subject == me.foe.side:
                    if kind == "to_hit_penalty":
                        add("HIT", amount(e, one.energy))
                    elif kind == "state" and e["state"] == "invisible":
                        add("HIT", e["attack_mod"])
                        add("UNSEEN", -4)
                elif one.subject == "place" and kind in ("terrain", "ritual_block"):
                    word = state_of(e)
                    if word == "dark":
                        if apart(me.foe.at, one.at) <= one.radius:
                            add("HIT", e["attack_mod"])
                    elif near and (word != "windy" or apart(me.at, one.at) > 1):
                        states.add(word)
                        add("HIT", e.get("attack_mod", 0))
                elif one.subject == me.side:
                    if kind == "attr_mod":
                        add(e["stat"], amount(e, one.energy))
                    elif kind in SHIFTS:
                        add(SHIFTS[kind], amount(e, one.energy))
                    elif kind == "trait":
                        add(*TRAITS[e["trait"]])
                    elif kind in ("state", "decoy", "immune", "reflect", "check_or_state", "fright_check"):
                        states.add(state_of(e))
                    elif kind == "behaviour":
                        states.add(state_of(e))
                        add("HIT", e.get("attack_mod", 0))
                    elif kind == "check_tier":
                        add("DX", e["success"]["dx_mod"])
                        if not one.done:
                            states.add("blind")
                    elif kind == "skill_forgotten" and me.own.main_skill:
                        n["FORGOT"] = 1
    if "rooted" in states:
        for name, points in (("NO_MOVE", 1), ("NO_KICK", 1), ("DX", -2)):
            add(name, points)
    if "lifted" in states:
        for name, points in (("NO_MOVE", 1), ("NO_KICK", 1), ("HIT", -2), ("DODGE", -3)):
            add(name, points)
    if "berserk" in states:
        add("PAINLESS", 1)
    return n, states


def look_again(bout: Bout, *who: Fighter) -> None:
    """Work out what spells make of them; states begin and end."""
    for me in who:
        n, states = adds_up(bout, me)
        me.magic.shifts = n
        me.brings = Through(me.own, n)  # type: ignore[assignment]
        new, old = states - me.bound, me.bound - states
        me.bound = states
        if "blind" in new and not me.blind:
            for eye in EYES:
                me.gone.setdefault(eye, HELD_BY_SPELL)
            bout.tell("effect", me, effect="blinded", at=None)
        if "blind" in old:
            for eye in EYES:
                if me.gone.get(eye) == HELD_BY_SPELL:
                    del me.gone[eye]
        if new & {"asleep", "paralysed"}:
            fall(bout, me)
            me.magic.since = me.turn + 1
        if not states & {"asleep", "paralysed"}:
            me.magic.since = 0
        if me.helpless:
            me.waiting = me.guards = False
            let_go(bout, me)


def sound_again(bout: Bout, me: Fighter, part: str, told: bool = True) -> None:
    """A part that only a spell held."""
    if me.gone.get(part) != HELD_BY_SPELL:
        return
    del me.gone[part]
    tip = TIP_OF.get(part)
    if told and tip and me.gone.get(tip) == HELD_BY_SPELL:
        del me.gone[tip]
    bout.tell("effect", me, effect="part_freed", at=part)


def end_spell(bout: Bout, caster: Fighter, one: Lasting) -> None:
    """A spell is over."""
    who = caster.foe if one.subject == caster.foe.side else caster
    bout.tell("effect", who, effect="spell_ended", spell=one.spell.id)
    caster.magic.on[caster.magic.on.index(one)] = None
    if one.limb:
        sound_again(bout, caster.foe, one.limb)
    look_again(bout, caster, caster.foe)
    after = one.spell.kinds.get("fatigue_after")
    if after and not caster.out:
        tire(bout, caster, after["value"], "aftermath")


def tire(bout: Bout, who: Fighter, points: int, why: str) -> None:
    """Fatigue goes to magic; at none he collapses (M-18)."""
    if points == 0:
        return
    who.fp -= points
    bout.tell("fatigue", who, lost=points, fp=who.fp, why=why)
    if who.fp <= 0 and not who.out:
        who.out = "fatigue"
        bout.tell("effect", who, effect="collapsed")
