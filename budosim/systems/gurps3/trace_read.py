"""One line of the compiled core's log as one event of contract §6.

What `Entry.v` holds for each kind is said by the `_tell_…` functions of `combat/gurps3/tell.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from budosim.combat.gurps3.ids import (
    ACT_CLASSES,
    N_ACT,
    OPT_NAMES,
    TOLD_TRAIT,
    Act,
    Class,
    Contest,
    Effect,
    Ending,
    From,
    Kind,
    Loss,
    Mod,
    Posture,
    Result,
    Roll,
    Table,
    Trait,
    Why,
)
from budosim.combat.gurps3.ids_arts import TITLE_BITS, Art
from budosim.errors import RuleError
from budosim.systems.gurps3.spell_parts import order
from budosim.systems.gurps3.trace_rows import Row, marked
from budosim.systems.gurps3.trace_rules import (
    ART_RULE,
    CONTEST_RULE,
    DEFENCE_RULE,
    ENDING_RULE,
    INITIATIVE_RULE,
    LOSS_RULE,
    MOVE_RULE,
    ROLL_RULE,
    SPELL_RULES,
    TABLE_RULE,
    TRAIT_RULE,
    TURN_RULE,
    Blow,
    act_rule,
    attack_rule,
    damage_rule,
)
from budosim.systems.gurps3.trace_state import Event, both, fighters, place, side

DRAWS = ("p", "any", "place", "side", "unluckiness")
ART_DEFENCES = {Act.COMBO: "combo", Act.CINE: "hand_clap_parry"}
"""What a combination and a cinematic skill are as defences."""
TALES = ("cast", "tick", "contact", "block", "counter", "ward")
PHASES = (None, "cast", "go_on", "throw", "touch", "keep", "spray", "scratch")
RESISTS = (None, "HT", "mind", "DX", "ST", "spell", "best")
LAST_DECOY = 3
FIRST_DEFENCE = int(Act.DODGE)
LAST_DEFENCE = int(Act.PARRYING_KICK)
DECIDED_ART = 256
"""Added to an art that a decision is about."""
THREE_DICE = 1
"""The reading of R-51 with three dice each."""
NARROWEST = (
    Class.HAND,
    Class.KICK,
    Class.THROW,
    Class.LOCK,
    Class.GRAPPLE,
    Class.SPELL,
    Class.CINE,
    Class.DEFENCE,
    Class.STRIKE,
    Class.ATTACK,
)
"""Classes an act is told by, the narrowest first."""

Titles = Mapping[str, Mapping[int, str]]
Spans = Mapping[str, Mapping[str, Sequence[Sequence[int]]] | None]


KINDS = {int(kind): kind for kind in Kind}
KIND_NAMES = {kind: kind.name.lower() for kind in Kind}
ACT_IDS: tuple[str | None, ...] = (None, *(Act(number).name.lower() for number in range(1, N_ACT)))
DEFENCE_IDS = ACT_IDS[: LAST_DEFENCE + 1]
RESULTS = {int(result): result.name.lower() for result in Result}


@cache
def class_of(act: Act) -> str | None:
    """The narrowest class of an act, without @; None for what belongs to none (feint, wait …)."""
    bits = int(ACT_CLASSES[act])
    for one in NARROWEST:
        if bits >> one & 1:
            return one.name.lower()
    return None


def name_of(mod: Mod) -> str:
    """A modifier in readable English."""
    return mod.name.lower().replace("_", " ")


MOD_NAMES = {int(mod): name_of(mod) for mod in Mod}
WILD = name_of(Mod.WILD_SWING)


def _id(act: int) -> str | None:
    return ACT_IDS[act] if act > 0 else None


def _result(number: int) -> str | None:
    return RESULTS[number] if number >= 0 else None


def names_of(title: int) -> str:
    """A title of arts as it is told."""
    found = []
    while title:
        found.append(Art(title & (1 << TITLE_BITS) - 1).name.lower())
        title >>= TITLE_BITS
    return "+".join(found)


class Reader:
    """Turns entries into events, remembering what the rule of a later one depends on."""

    def __init__(self, log: Any, spans: Spans | None, rules: Any, titles: Titles | None = None) -> None:
        self.snap = fighters(log.snap[: int(log.head.snaps)])
        self.spans = spans or {}
        self.rules = rules
        self.titles = titles or {}
        self.blow = Blow()
        self.act: Event | None = None
        self.fragile: dict[str | None, set[str | None]] = {"a": set(), "b": set()}
        self.acrobatics: Event | None = None
        self.make: dict[Kind, Callable[[Any, Event], None]] = {
            Kind.INITIATIVE: self._initiative,
            Kind.TURN: self._turn,
            Kind.ROLL: self._roll,
            Kind.CONTEST: self._contest,
            Kind.TABLE: self._table,
            Kind.DRAW: self._draw,
            Kind.ACT: self._act,
            Kind.DECIDE: self._decide,
            Kind.ATTACK: self._attack,
            Kind.DEFENCE: self._defence,
            Kind.DAMAGE: self._damage,
            Kind.EFFECT: self._effect,
            Kind.MOVE: self._move,
            Kind.FATIGUE: self._fatigue,
            Kind.SPELL: self._spell,
            Kind.END: self._end,
        }

    def event(self, entry: Row) -> Event:
        """One line of the log as an event."""
        kind = KINDS[entry.kind]
        event: Event = {
            "k": KIND_NAMES[kind],
            "of": side(entry.of),
            "t": entry.t,
            "s": entry.s,
            "who": side(entry.who),
        }
        if kind not in self.make:
            raise RuleError(
                f"The log of this bout holds a line of the kind {event['k']}, which no rule here tells.",
                f"試合の記録に、この版では扱わない種類の行（{event['k']}）があります。",
            )
        self.make[kind](entry, event)
        self.blow.add(event)
        return event

    def _dice(self, entry: Row) -> list[int]:
        return entry.dice[: entry.n_dice]

    def _mods(self, entry: Row) -> list[list[Any]]:
        n = entry.n_mods
        return [[MOD_NAMES[mod], points] for mod, points in zip(entry.mod[:n], entry.points[:n], strict=True)]

    def _state(self, entry: Row) -> Event | None:
        at = entry.snap
        if at < 0:
            return None
        state = both(self.snap[at], self.snap[at + 1])
        for who in ("a", "b"):
            self.fragile[who] = set(state[who]["fragile"])
        return state

    def _source(self, who: str | None, number: int, line: int) -> Event:
        """The list a decision came from, its line there, and the place of that line in the text."""
        where = From(number)
        if where in (From.DEFAULT, From.BENCH):
            return {"list": None, "line": None, "span": None}
        name = where.name.lower()
        known = (self.spans.get(who or "") or {}).get(name, [])
        span = list(known[line]) if 0 <= line < len(known) else None
        return {"list": name, "line": line if line >= 0 else None, "span": span}

    def _initiative(self, entry: Row, event: Event) -> None:
        dice = self._dice(entry)
        if int(self.rules.initiative_die) == THREE_DICE:
            throws = [dice[i : i + 3] for i in range(0, len(dice) - 2, 3)]
            sums = [sum(throw) for throw in throws]
            event["dice"] = [sums[i : i + 2] for i in range(0, len(sums) - 1, 2)]
            event["faces"] = [throws[i : i + 2] for i in range(0, len(throws) - 1, 2)]
        else:
            event["dice"] = [dice[i : i + 2] for i in range(0, len(dice) - 1, 2)]
        bonus = [entry.v[1], entry.v[2]]
        if any(bonus):
            event["bonus"] = bonus
        event.update(first=side(entry.v[0]), rule=INITIATIVE_RULE)

    def _turn(self, entry: Row, event: Event) -> None:
        event.update(subturns=entry.v[0], owed=entry.v[1], state=self._state(entry), rule=TURN_RULE)

    def _roll(self, entry: Row, event: Event) -> None:
        what, target = Roll(entry.v[0]), entry.v[1]
        mods = self._mods(entry)
        if what is Roll.ACROBATICS:
            self.acrobatics = event
        event.update(
            what=what.name.lower(),
            base=target - sum(n for _, n in mods),
            mods=mods,
            target=target,
            dice=self._dice(entry),
            result=_result(entry.v[2]),
        )
        if what is Roll.FALL:
            event["rule"] = self.blow.fall_roll(str(event["who"]))
        elif what is Roll.STUN:
            event["rule"] = self.blow.stun_roll()
        else:
            event["rule"] = ROLL_RULE[what]

    def _contest(self, entry: Row, event: Event) -> None:
        what, dice, mods = Contest(entry.v[0]), self._dice(entry), self._mods(entry)
        mine, theirs, known = entry.v[2], entry.v[4], entry.v[5]
        event.update(
            what=what.name.lower(),
            mine={"target": entry.v[1], "dice": dice[:3], "margin": mine},
            theirs={"target": entry.v[3], "dice": dice[3:6], "margin": theirs},
            winner="me" if mine > theirs else "them" if theirs > mine else None,
            rule=CONTEST_RULE[what],
        )
        if known > 0:
            event["mine"]["mods"], event["theirs"]["mods"] = mods[: known - 1], mods[known - 1 :]
        if what is Contest.FEINT:
            gained = mine - max(0, theirs) if mine >= 0 else 0
            event["gained"] = max(0, gained)
            if mine < 0 and event["winner"] == "me":
                event["winner"] = None

    def _table(self, entry: Row, event: Event) -> None:
        table = Table(entry.v[0])
        event.update(
            table=table.name.lower(), dice=self._dice(entry), row=entry.v[1], rule=TABLE_RULE[table]
        )

    def _draw(self, entry: Row, event: Event) -> None:
        line = entry.v[1]
        event.update(what=DRAWS[entry.v[0]], line=line if line >= 0 else None, value=entry.v[2])

    def _act(self, entry: Row, event: Event) -> None:
        act = Act(entry.v[0])
        opt = OPT_NAMES[entry.v[2]] or None
        event.update(
            act=_id(int(act)),
            at=place(entry.v[1]),
            opt=opt,
            **self._source(event["who"], entry.v[3], entry.v[4]),
            wanted=_id(entry.v[5]),
            back=bool(entry.v[6]),
            legal=list(marked(entry.legal, ACT_IDS, 1)),
            state=self._state(entry),
            rule=act_rule(act, opt),
        )
        event["class"] = class_of(act)
        if entry.v[7] > 0:
            event["spell"] = order()[entry.v[7] - 1]
        if entry.v[8] > 0:
            event["phase"] = PHASES[entry.v[8]]
        self._title(entry, event)
        self.act = event

    def _title(self, entry: Row, event: Event) -> None:
        """Which skills or which combination an act is about, or the way to it."""
        title = entry.v[9]
        if title <= 0:
            return
        if "combo" in (event["act"], event["wanted"]):
            name = self.titles.get(event["who"], {}).get(entry.v[10])
        else:
            name = names_of(title)
        if name:
            event["name"] = name
        if event["act"] == "cine":
            event["rule"] = ART_RULE[Art(title & 255)]

    def _decide(self, entry: Row, event: Event) -> None:
        number = entry.v[0]
        if number >= DECIDED_ART:
            what, rule = Art(number - DECIDED_ART).name.lower(), ART_RULE[Art(number - DECIDED_ART)]
        elif number >= TOLD_TRAIT:
            # a trait overrides the pattern
            what, rule = Trait(number - TOLD_TRAIT).name.lower(), TRAIT_RULE
        else:
            what, rule = Act(number).name.lower(), act_rule(Act(number), None)
        event.update(
            what=what, at=place(entry.v[1]), **self._source(event["who"], entry.v[2], entry.v[3]), rule=rule
        )

    def _attack(self, entry: Row, event: Event) -> None:
        base, target, mods = entry.v[2], entry.v[3], self._mods(entry)
        over = target - base - sum(n for _, n in mods)
        if over and any(name == WILD for name, _ in mods):
            mods.append(["wild swing cap", over])
        event.update(
            act=_id(entry.v[0]) or "binding",
            at=place(entry.v[1]),
            base=base,
            mods=mods,
            target=target,
            dice=self._dice(entry),
            result=_result(entry.v[4]),
            counter=bool(entry.v[5]),
        )
        event["class"] = class_of(Act(entry.v[0]))
        event["rule"] = attack_rule(event, self.act)

    def _defence(self, entry: Row, event: Event) -> None:
        declared, defence = Act(entry.v[0]), Act(entry.v[1])
        more = [name for act, name in ART_DEFENCES.items() if _id(int(act)) in marked(entry.legal, ACT_IDS)]
        base, target, mods = entry.v[2], entry.v[3], self._mods(entry)
        result = _result(entry.v[4])
        roll, self.acrobatics = self.acrobatics, None
        if roll is not None and result is not None and base + sum(n for _, n in mods) != target:
            # what counts on the dodge was noted before the Acrobatics roll, and stands with that roll
            mods = roll["mods"] + mods
            roll.update(mods=[], base=roll["target"])
        event.update(
            attack={"act": _id(int(declared)) or "binding", "class": class_of(declared) or "grapple"},
            defence=ART_DEFENCES.get(defence) or _id(int(defence)),
            retreat=bool(entry.v[5]),
            retreat_legal=bool(entry.v[8]),
            legal=[*marked(entry.legal, DEFENCE_IDS, FIRST_DEFENCE), *more],
            **self._source(event["who"], entry.v[6], entry.v[7]),
            base=base if result is not None else None,
            mods=mods,
            target=target if result is not None else None,
            dice=self._dice(entry),
            result=result,
            rule=DEFENCE_RULE[defence],
        )

    def _damage(self, entry: Row, event: Event) -> None:
        halves, dice = entry.v[5], self._dice(entry)
        bonus, factor, basic = (entry.v[i] for i in (1, 2, 3))
        event.update(
            at=place(entry.v[0]),
            dice=dice,
            bonus=bonus,
            factor=factor,
            basic=basic,
            dr=entry.v[4],
            multiplier=halves // 2 if halves % 2 == 0 else halves / 2,
            injury=entry.v[6],
            hp=entry.v[7],
        )
        table = self.blow.last("table")
        if table is not None and table["table"] == "crit_miss" and table["row"] == 6:
            # row 6 of C-74 halves what the own blow does to oneself
            event["halved"] = True
        event["rule"] = damage_rule(event)

    def _effect(self, entry: Row, event: Event) -> None:
        effect, extra = Effect(entry.v[0]), entry.v[2]
        event.update(effect=effect.name.lower(), at=place(entry.v[1]))
        who = event["who"]
        if effect in (Effect.POSTURED, Effect.STOOD):
            event["posture"] = Posture(extra).name.lower()
        elif effect is Effect.KNOCKED_BACK:
            event["yards"] = extra
        elif effect is Effect.CRIPPLED:
            event["until_turn"] = extra - 2 if extra > 2 else None
        elif effect is Effect.STRAINED:
            event.update(injury=1, hp=extra)
        elif effect in (Effect.PUSHED, Effect.NUMBED):
            event["dice"] = self._dice(entry)
            event["points" if effect is Effect.PUSHED else "turns"] = extra
        elif effect is Effect.WARNED:
            event["quiet_turns"] = extra
        else:
            self._of_a_spell(event, effect, extra)
        event["rule"] = self.blow.effect(event, effect, event["at"] in self.fragile[who])
        if effect is Effect.PART_RESTORED:
            self.fragile[who].add(event["at"])

    def _of_a_spell(self, event: Event, effect: Effect, extra: int) -> None:
        """What an effect of magic tells beside its name."""
        if effect in (Effect.SPELL_BEGAN, Effect.SPELL_ENDED):
            event["spell"] = order()[extra]
        elif effect is Effect.CASTING:
            event.update(spell=order()[extra // 64], seconds_left=extra % 64)
        elif effect is Effect.BARRIER_HIT:
            event.update(points=extra // 1024, left=extra % 1024)
        elif effect is Effect.HEALED:
            event["points"] = extra
        elif effect is Effect.CAUTIONED:
            event["cautions"] = extra
        elif effect is Effect.DECOY_HIT:
            event.update(die=extra, decoy=extra <= LAST_DECOY)
        elif effect is Effect.STUNNED and extra == 1:
            event["mind"] = True

    def _spell(self, entry: Row, event: Event) -> None:
        v, dice, mods = entry.v, self._dice(entry), self._mods(entry)
        tale, rolls = v[6], v[7] % 16
        own, first = v[7] // 16 % 64, v[7] // 1024
        has_dice = len(dice) > 3 * rolls
        mine, theirs = (dice[:3], dice[3:]) if has_dice else ([], dice)
        edges = (own, first if rolls > 1 else len(mods), len(mods))
        resist = []
        for i in range(rolls):
            what, base = v[8 + 3 * i] % 8, v[8 + 3 * i] // 8
            resist.append(
                {
                    "what": RESISTS[what],
                    "base": base,
                    "mods": mods[edges[i] : edges[i + 1]],
                    "target": v[9 + 3 * i],
                    "dice": theirs[3 * i : 3 * i + 3],
                    "margin": v[10 + 3 * i],
                }
            )
        target = v[3]
        event.update(
            spell=order()[v[0]],
            what=TALES[tale],
            energy=v[1],
            paid=v[2],
            base=target - sum(n for _, n in mods[:own]),
            mods=mods[:own],
            target=target,
            dice=mine,
            result=_result(v[4]),
            margin=v[5],
            resist=resist,
            held=bool(v[14]),
            subject=side(v[15]) or "place",
            rule=SPELL_RULES[tale],
        )

    def _move(self, entry: Row, event: Event) -> None:
        v, why = entry.v, Why(entry.v[5])
        event.update(
            {"from": [int(v[0]), int(v[1])], "to": [int(v[2]), int(v[3])]},
            facing=int(v[4]),
            why=why.name.lower(),
            distance=int(v[6]),
            rule=MOVE_RULE[why],
        )

    def _fatigue(self, entry: Row, event: Event) -> None:
        why = Loss(entry.v[2])
        event.update(lost=entry.v[0], fp=entry.v[1], why=why.name.lower(), rule=LOSS_RULE[why])

    def _end(self, entry: Row, event: Event) -> None:
        ending = Ending(entry.v[1])
        event["who"] = event["who"] or event["of"]
        event.update(
            winner=side(entry.v[0]),
            ending=ending.name.lower(),
            turns=entry.t,
            rule=ENDING_RULE[ending],
        )
