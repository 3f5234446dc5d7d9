"""What a fighter brings, worked out once from plain numbers: Move, parries, ways of every act, the value list."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from plain.books import ACT_ROWS, GRABS, HOSTILE, PLACES, SKILLS, STRIKES, TECHNIQUES, basic_damage, words
from plain.techniques import COMBAT_SKILLS, Person, Way, arms_length, damage, levels, options, ways_of_act
from plain.worth import worth

IMPLIED = {
    "leg": ("leg.R", "leg.L"),
    "head": ("head",),
    "face": ("head",),
    "eye": ("eye.R", "eye.L"),
    "torso": ("torso",),
}
SUB_TURNS = 6
"""More than six sub-turns have no words of their own."""


STRIKING_TRAITS = words(
    "trained_by_a_master combat_reflexes high_pain_threshold low_pain_threshold toughness fit unfit hard_to_kill "
    "strong_will weak_will enhanced_dodge enhanced_parry extra_hit_points extra_fatigue ambidexterity "
    "peripheral_vision perfect_balance composed"
)
FURTHER_SKILLS = words("immovable_stance blind_fighting body_control mental_strength escape breath_control")


def striker_of(person: Person) -> Person:
    """What of a person the striking duel alone knows."""
    traits = {trait: cp for trait, cp in person["traits"].items() if trait in STRIKING_TRAITS}
    skills = {skill: level for skill, level in person["skills"].items() if skill not in FURTHER_SKILLS}
    return {**person, "traits": traits, "skills": skills}


class Brings:
    """The unchanging side of a fighter under the rulings in force."""

    def __init__(self, person: Person, rules: dict[str, str], *, whole: bool = True) -> None:
        person = person if whole else striker_of(person)
        self.person, self.rules, self.whole = person, rules, whole
        skills, traits = person["skills"], person["traits"]
        self.skills, self.traits = skills, traits
        self.st, self.dx, self.iq, self.ht = (int(person[name]) for name in ("ST", "DX", "IQ", "HT"))
        self.max_hp = self.ht + self.levels_of("extra_hit_points", 5)
        self.max_fp = self.st + self.levels_of("extra_fatigue", 3)
        self.will_mod = self.levels_of("strong_will", 4) - self.levels_of("weak_will", 8)
        self.will = self.iq + self.will_mod
        speed = 2 * (self.dx + self.ht)  # in eighths
        build = self.build
        self.move = max(0, (speed + skills.get("running", 0)) // 8 + build)
        self.dodge_move = self.move if rules["dodge_running"] == "yes" else max(0, speed // 8 + build)
        self.evasion = skills.get("tai_sabaki", 0) // 2 if rules["taisabaki"] == "half_level" else 0
        self.punch_reach, self.kick_reach = arms_length(person)
        self.thrust, self.swing = basic_damage(self.st, "thr"), basic_damage(self.st, "sw")
        self.clothes = 1 if person["clothed"] else 0
        self.skin = {10: 1, 25: 2}.get(traits.get("toughness", 0), 0)
        self.fitness = {5: 1, 15: 2}.get(traits.get("fit", 0), 0) - {-5: 1, -15: 2}.get(traits.get("unfit", 0), 0)
        self.pain = 3 if "high_pain_threshold" in traits else -4 if "low_pain_threshold" in traits else 0
        self.shock_times = {3: 0, 0: 1, -4: 2}[self.pain]
        fat = traits.get("overweight", 0)
        self.heft = {-10: 2, -20: 4}.get(fat, 0) - int("skinny" in traits)
        """On the roll not to fall when knocked back."""
        self.lame = traits.get("lame") == -15
        self.dim = {-10: 1, -25: 2}.get(traits.get("bad_sight", 0), 0)
        """What bad eyes take off blows and feints."""
        self.old_wound = str(person.get("old_wound", "leg.L")) if "wounded" in traits else ""
        self.balance = 4 if "perfect_balance" in traits else 0
        self.acrobatics = skills.get("acrobatics", 0)
        self.breakfall = max(levels(person, "breakfall").values(), default=0)
        self.stand_up = max(self.acrobatics, self.breakfall)
        self.hand_to_hand = {s: skills[s] for s in COMBAT_SKILLS if s in skills}
        self.best_skill = max([self.dx, *self.hand_to_hand.values()])
        self.feint_resist = self.best_skill - 3 * self.has("gullibility")
        self.sweep_resist = max(self.dx, skills.get("judo", 0), self.acrobatics)
        skilled = [(level, -i, s) for i, s in enumerate(COMBAT_SKILLS) if (level := skills.get(s, 0))]
        self.main_skill = max(skilled)[2] if skilled else ""
        self.forgotten = max(0, max(skilled)[0] - (self.dx - 4)) if skilled else 0
        """What blows lose when the best skill is forgotten (M-44)."""
        self.dodge_extra = 0
        self._found: dict[tuple[str, int], Way | None] = {}

    def has(self, trait: str) -> bool:
        """Whether a trait stands on the sheet."""
        return trait in self.traits

    def knows_style(self, other: Brings) -> bool:
        """Whether Style Familiarity speaks of the other's style."""
        return self.has("style_familiarity") and other.person.get("style") in self.person.get("knows_styles", ())

    def levels_of(self, trait: str, price: int) -> int:
        """How many levels of a trait were paid for."""
        return int(abs(self.traits.get(trait, 0)) // price)

    # -- sub-turns ---------------------------------------------------------------------------------
    def granted(self, skill: str) -> int:
        """Sub-turns a skill grants (T-13, R-52)."""
        if self.rules["subturn_skill"] != "per_index":
            return self.subturns
        return self._granted(self.hand_to_hand.get(skill, 0))

    def own_subturns(self, skill: str) -> int:
        """Sub-turns a skill grants by itself (R-03 used)."""
        return self._granted(self.hand_to_hand.get(skill, 0))

    def _granted(self, level: int) -> int:
        plain = max(1, level // 9)
        return max(plain, 1 + max(0, level - 12) // 3) if self.has("trained_by_a_master") else plain

    @cached_property
    def subturns(self) -> int:
        """Sub-turns of a turn: the best skill decides."""
        return max([1, *map(self._granted, self.hand_to_hand.values())])

    @property
    def build(self) -> int:
        """What a body takes off Move or adds."""
        fat = {-10: -1, -20: -2}.get(self.traits.get("overweight", 0), 0)
        return fat + self.has("gigantism") - self.has("dwarfism")

    @cached_property
    def _ways(self) -> dict[str, list[Way]]:
        acts = [*STRIKES, *sorted(GRABS), "binding"] if self.whole else [act for act in STRIKES if act != "dual_attack"]
        return {act: ways_of_act(self.person, act, self.rules) for act in acts}

    def way(self, act: str, sub: int) -> Way | None:
        """The best way to do an act in that sub-turn: its skill must itself grant so many (C-38, R-03)."""
        if (act, sub) not in self._found:
            ways = self._ways.get(act, [])
            self._found[act, sub] = next((way for way in ways if self.granted(way.skill) >= sub), None)
        return self._found[act, sub]

    @cached_property
    def touch(self) -> Way | None:
        """A blow at a pressure point: a punch of Karate, or a touch of Judo when that is better (C-119)."""
        karate = next((way for way in self._ways.get("punch", []) if way.skill == "karate"), None)
        bare = next((way for way in self._ways.get("punch", []) if way.skill == "DX"), None)
        judo = self.skills.get("judo", 0)
        if bare and judo > (karate.level if karate else 0):
            return replace(bare, skill="judo", level=judo, dice=0, adds=0)
        return karate

    @cached_property
    def pushing(self) -> Way | None:
        """The hand of a push, which does no damage (C-118)."""
        level = self.skills.get("push", 0)
        bare = next((way for way in self._ways.get("punch", []) if way.skill == "DX"), None)
        return replace(bare, skill="push", level=level, dice=0, adds=0) if bare and level else None

    def feint(self, sub: int) -> int:
        """Best level to feint with in a sub-turn, 0 when none is left (C-29)."""
        found = [self.dx] if self.granted("DX") >= sub else []
        for skill, level in self.hand_to_hand.items():
            if self.granted(skill) >= sub:
                found.append(self.person["maneuvers"].get(f"feint:{skill}", (level, skill))[0])
        return max(found, default=0)

    # -- on the ground -----------------------------------------------------------------------------
    def ground_mod(self, skill: str) -> int:
        """What 寝技 leaves of a skill out of a bad posture, -99 when it was not learned (C-56)."""
        if not self.whole:
            return -99
        level = self.person["maneuvers"].get(f"ground_fighting:{skill}")
        return -99 if level is None else min(0, level[0] - self.skills.get(skill, 0))

    def ground_parry(self, grab: bool) -> int:
        """Best parry by 寝技, 0 without; Wrestling and Sumo against grabs alone (C-56, C-16)."""
        found = [0]
        for skill in self.hand_to_hand if self.whole else ():
            level = self.person["maneuvers"].get(f"ground_fighting:{skill}")
            row = SKILLS[skill]
            if level and row.get("parry_num") and (grab or not row.get("parry_only")):
                found.append(level[0] * row["parry_num"] // row["parry_den"] + self.enhanced_parry)
        return max(found)

    # -- defences ----------------------------------------------------------------------------------
    def parries(self, kick: bool, grab: bool) -> dict[str, int]:
        """Parry by skill; Wrestling and Sumo parry grabs alone (C-16)."""
        scores = {}
        for skill, level in self.hand_to_hand.items():
            row = SKILLS[skill]
            if row.get("parry_num") and (grab or not row.get("parry_only")):
                less = 2 if skill == "boxing" and kick else 0
                scores[skill] = int(level * row["parry_num"] // row["parry_den"] - less)
        return scores

    def parry(self, kick: bool, grab: bool = False) -> int:
        """Best bare-hand parry (C-16)."""
        return max(self.parries(kick, grab).values(), default=self.dx // 2) + self.enhanced_parry

    def opens(self, kick: bool, grab: bool) -> bool:
        """Whether the best parry is one of Judo, or of Wrestling against a grab: a throw or lock may follow (C-105)."""
        scores = self.parries(kick, grab)
        best = max(scores.values(), default=0)
        return best > 0 and any(scores.get(skill) == best for skill in ("judo", "wrestling"))

    @property
    def enhanced_parry(self) -> int:
        """+1 to bare-hand parries (C-67)."""
        return int(self.has("enhanced_parry"))

    @cached_property
    def leg_parry(self) -> int:
        """蹴り受け, only when bought (C-73)."""
        return int(self.person["maneuvers"].get("parrying_kick", (0, ""))[0])

    @cached_property
    def riposte(self) -> dict[str, int]:
        """Levels of リポスト by skill (C-72)."""
        return {skill: n for skill, n in levels(self.person, "riposte").items() if skill != "DX"}

    @cached_property
    def aggressive(self) -> tuple[int, int, int, int] | None:
        """攻撃的受け: level, what it loses against kicks, dice and adds of the punch that goes with it (C-16, C-71)."""
        found = [(n, skill) for skill, n in options(self.person, "aggressive_parry") if skill != "DX"]
        if not found:
            return None
        level, skill = max(found, key=lambda pair: pair[0])
        return (level, 2 if skill == "boxing" else 0, *damage(self.person, TECHNIQUES["punch"], skill))

    # -- values ------------------------------------------------------------------------------------
    @cached_property
    def values(self) -> list[tuple[str, str]]:
        """Acts with places, the best first; equal ones in table order (semantics §6.5)."""
        found = []
        for n, act in enumerate(STRIKES):
            way = self.way(act, 1)
            if way is None:
                continue
            implied = ACT_ROWS.get(act, {}).get("at")
            for m, place in enumerate(PLACES):
                if place not in way.aim or place == "kidneys" or (implied and place not in IMPLIED[implied]):
                    continue
                found.append((-worth(way, place, self.rules), n, m))
        return [(STRIKES[n], PLACES[m]) for _, n, m in sorted(found)]

    @cached_property
    def blow_worth(self) -> int:
        """Expected injury of the best blow, in thousandths (M §10.3)."""
        best = [way for act, place in self.values[:1] if (way := self.way(act, 1)) is not None]
        return int(worth(best[0], self.values[0][1], self.rules) * 1000) if best else 0

    def above(self, act: str, level: int) -> int:
        """By how much the best way of an act is above a level, as he came into the ring."""
        ways = self._ways.get(act, [])
        return max(0, ways[0].level - level) if ways else 0

    def base(self, skill: str) -> int:
        """A skill as it is now, DX without it."""
        return int(self.skills.get(skill, self.dx))

    def again(self, way: Way) -> Way:
        """The same technique as it is now: nothing shifts it here."""
        return way

    @cached_property
    def best_places(self) -> dict[str, list[str]]:
        """The places of each act, the best first."""
        found: dict[str, list[str]] = {}
        for act, place in self.values:
            found.setdefault(act, []).append(place)
        return found

    # -- what others see ---------------------------------------------------------------------------
    def types(self) -> set[str]:
        """Archetypes (semantics §6.17)."""
        p = self.person
        striking = max(self.skills.get(s, 0) for s in ("karate", "boxing", "brawling"))
        grappling = max(self.skills.get(s, 0) for s in ("judo", "wrestling"))
        kick, punch = self.way("kick", 1), self.way("punch", 1)
        first = ACT_ROWS.get(p["first_act"], {}).get("uses", [])
        found = {
            "caster": any(spell in HOSTILE for spell in p["spells"]),
            "grappler": grappling > 0 and grappling >= striking,
            "kicker": (kick.level if kick else 0) > (punch.level if punch else 0)
            or any(TECHNIQUES[name]["kind"] == "kick" for name in first),
            "counter": "riposte" in p["maneuvers"],
            "heavy": p["weight_kg"] >= 90,
            "light_weight": p["weight_kg"] < 60,
            "master": self.has("trained_by_a_master"),
            "tall": p["height_cm"] >= 185,
            "female": p["female"],
            "veteran": p["age"] >= 40,
        }
        found["striker"] = not found["caster"] and not found["grappler"]
        return {word for word, true in found.items() if true}
