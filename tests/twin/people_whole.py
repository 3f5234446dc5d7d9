"""Random fighters and patterns for the whole of unarmed combat, as the plain dicts the twin takes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from people import Maker
from plain.books import CLOSE_READINGS, TECHNIQUES, words

GRAPPLING = words("judo wrestling sumo")
ARTS = words(
    "power_blow push kiai pressure_points pressure_secrets breaking_blow flying_leap hypnotic_hands immovable_stance "
    "blind_fighting body_control invisibility_art drunken_fighting mental_strength escape breath_control meditation "
    "autohypnosis intimidation"
)
NAMED = words(
    "power_blow push pressure_points pressure_secrets kiai breaking_blow flying_leap hypnotic_hands invisibility_art "
    "drunken_fighting cat_stance springing_attack binding breath_control meditation autohypnosis intimidation "
    "power_blow+breaking_blow hand_clap_parry"
)
ACTS = words(
    "grapple grapple takedown throw sac_throw suplex piledriver slam pin pin submission arm_lock finger_lock leg_lock "
    "neck_lock choke neck_snap scissors hold hold release break_free @grapple @throw combo combo cine cine cine"
)
HOLD_WORDS = words("holding grappled pinned locked choked mounted close down")
TRAITS: dict[str, list[int]] = {
    "luck": [15, 30, 60], "daredevil": [15], "berserk": [-15], "bad_temper": [-10], "bloodlust": [-10],
    "sadism": [-15], "code_of_honor": [-5, -10, -15], "overconfidence": [-10], "impulsiveness": [-10],
    "stubbornness": [-5], "glory_hound": [-15], "truthfulness": [-5], "pacifism_no_kill": [-15],
    "pacifism_self_defense": [-15], "easy_to_read": [-10], "combat_paralysis": [-15], "cowardice": [-10],
    "confused": [-10], "unluckiness": [-10], "one_eye": [-15], "one_hand": [-15], "one_arm": [-20],
    "lame": [-15, -25, -35], "bad_sight": [-10, -25], "bad_back": [-15, -25], "overweight": [-5, -10, -20],
    "skinny": [-5], "gigantism": [-10], "dwarfism": [-15], "wounded": [-5], "absent_mindedness": [-15],
    "on_the_edge": [-15], "gullibility": [-10], "fanaticism": [-15], "mute": [-25], "double_jointed": [5],
    "flexibility": [15], "breath_holding": [2, 6], "danger_sense": [15], "single_minded": [5], "composed": [5],
    "style_familiarity": [1],
}  # fmt: skip
MOVES = words("punch kick parry throw arm_lock grapple knee elbow shin_kick takedown judo karate")
PARTS = words("arm leg neck torso head hand")


class WholeMaker(Maker):
    """As `Maker`, with everything else there is; the `schooled` know more arts and think of little else."""

    def __init__(self, seed: int, *, schooled: bool = False) -> None:
        super().__init__(seed)
        self.schooled = schooled

    def person(self) -> dict[str, Any]:
        """Somebody who may know anything."""
        r = self.r
        who = asdict(self.fighter())
        skills, maneuvers, traits = who["skills"], who["maneuvers"], who["traits"]
        for skill in GRAPPLING:
            if r.random() < 0.4:
                # techniques were bought with the levels there are
                skills.setdefault(skill, who["DX"] + r.randint(-2, 7))
        for art in ARTS:
            if r.random() < (0.6 if self.schooled else 0.25):
                skills[art] = r.randint(10, 23)
        for name, row in TECHNIQUES.items():
            parents = [skill for skill in row.get("prereq_any", []) if skill in skills]
            if row.get("basic") or not parents or r.random() > 0.3:
                continue
            skill = r.choice(parents)
            level = skills[skill] + r.randint(-4, row.get("max_rel", 0))
            bought = level * 2 // 3 if row.get("is_parry") else level
            maneuvers[f"{name}:{skill}" if row.get("family") else name] = (bought, skill)
        traits.update({trait: r.choice(cp) for trait, cp in TRAITS.items() if r.random() < 0.07})
        who["combos"] = [{"name": "x", "moves": r.sample(MOVES, r.randint(2, 3))}] if r.random() < 0.5 else []
        who["style"], who["knows_styles"] = r.choice("ab"), [r.choice("ab")]
        who["vows"] = [r.choice(["@kick", "punch", "@grapple"])] if r.random() < 0.05 else []
        return who

    def name(self) -> str:
        """An act of a rule."""
        if self.schooled and self.r.random() < 0.5:
            return "cine"
        return self.r.choice(ACTS) if self.r.random() < 0.45 else super().name()

    def act(self, name: str | None = None) -> dict[str, Any]:
        """One act, with the name a skill or a combination needs."""
        act = super().act(name)
        if act["a"] == "cine":
            act["name"] = self.r.choice(NAMED)
        if act["a"] == "combo":
            act["name"] = "x"
        return act

    def atom(self) -> list[Any]:
        """One condition, often about holds."""
        if self.r.random() < 0.25:
            held = ["held", self.r.choice(PARTS)]
            return self.r.choice([["state", self.who(), self.r.choice(HOLD_WORDS)], held])
        return super().atom()

    def policy(self) -> dict[str, Any]:
        """A whole pattern, sometimes with a combination or a clap as a defence."""
        policy = super().policy()
        if self.r.random() < 0.2:
            act = self.r.choice([{"a": "combo", "name": "x"}, {"a": "cine", "name": "hand_clap_parry"}])
            policy.setdefault("react", []).insert(0, {"do": act})
        return policy

    def rulings(self) -> dict[str, str]:
        """Some rulings at another reading, those of close combat among them."""
        found = super().rulings()
        for key, readings in CLOSE_READINGS.items():
            if self.r.random() < 0.2:
                found[key] = self.r.choice(readings)
        return found
