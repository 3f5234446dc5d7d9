"""Random fighters and random patterns from a seed: everything the striking duel knows comes up."""

from __future__ import annotations

import random
from typing import Any

from plain.books import words

from budosim.ai import vocab
from budosim.systems.gurps3.brought import ACTION_SKILLS, Brought
from budosim.systems.gurps3.rulings import registry
from budosim.systems.gurps3.tables import tables

STRIKES = sorted(vocab.STRIKES)
OTHERS = ["feint", "feint", "wait", "all_out_def", "retreat", "approach", "getup", "attack", "free"]
FUTURE = ["grapple", "throw", "submission", "hold", "cast", "combo", "slam"]
CLASSES = ["@attack", "@strike", "@hand", "@kick", "@aoa"]
DEFENCES = ["dodge", "parry", "riposte", "aggr_parry", "no_defence", "jump_back", "@defence"]
PLACES = sorted(vocab.LOCS)
RESULTS = ["ok", "fail", "hit", "miss", "parried", "dodged", "any"]
STATES = sorted(vocab.STATES - {"behind"})
TRAITS: dict[str, list[int]] = {
    "trained_by_a_master": [40], "combat_reflexes": [15], "high_pain_threshold": [10], "low_pain_threshold": [-10],
    "toughness": [10, 25], "fit": [5, 15], "unfit": [-5, -15], "hard_to_kill": [5, 10], "strong_will": [4, 12],
    "weak_will": [-8, -16], "enhanced_dodge": [15], "enhanced_parry": [6, 10], "extra_hit_points": [5, 15],
    "extra_fatigue": [3, 9], "ambidexterity": [10], "peripheral_vision": [15], "perfect_balance": [15],
}  # fmt: skip

ARTS = ("springing_attack", "cat_stance", "binding", "hand_clap_parry")
"""Manoeuvres that are cinematic acts: no part of these random bouts."""
HEADS = words(
    "turn sub every every every p p hp hp fp crippled state state state dist dist last last last def def hit provoked "
    "attacked count row count row part recovered type stage score cmp initiative cp"
)
"""Kinds of conditions, as often as they are to come up."""


class Maker:
    """One stream of random fighters and patterns."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)

    def fighter(self) -> Brought:
        """Somebody between a novice and a master."""
        r = self.r
        dx = r.randint(9, 17)
        skills = {s: dx + r.randint(-2, 7) for s in r.sample(ACTION_SKILLS, r.randint(0, 3))}
        for extra in (
            "acrobatics",
            "body_language",
            "precognitive_parry",
            "tai_sabaki",
            "running",
            "tactics",
            "jumping",
        ):
            if r.random() < 0.3:
                skills[extra] = r.randint(9, 20)
        traits = {t: r.choice(cp) for t, cp in TRAITS.items() if r.random() < 0.2}
        if "high_pain_threshold" in traits:
            traits.pop("low_pain_threshold", None)
        if "fit" in traits:
            traits.pop("unfit", None)
        if r.random() < 0.4:
            traits["trained_by_a_master"] = 40
        return Brought(
            ST=r.randint(8, 18), DX=dx, IQ=r.randint(8, 14), HT=r.randint(8, 15), skills=skills,
            maneuvers=self.maneuvers(skills), traits=traits, height_cm=r.choice([145, 160, 175, 178, 186, 195]),
            weight_kg=r.randint(45, 110), age=r.randint(16, 60), female=r.random() < 0.4, clothed=r.random() < 0.7,
            unspent_cp=r.choice([0, 0, 1, 3]),
            spells=dict.fromkeys(r.sample(sorted(tables().spells), r.choice([0, 0, 1])), 15),
            first_act=r.choice(["", "kick", "punch"]),
        )  # fmt: skip

    def maneuvers(self, skills: dict[str, int]) -> dict[str, tuple[int, str]]:
        """A few bought techniques."""
        r = self.r
        found: dict[str, tuple[int, str]] = {}
        for name, row in tables().maneuvers.items():
            parents = [s for s in row.prereq_any if s in skills]
            if not parents or r.random() > 0.25 or name in ARTS:
                continue
            skill = r.choice(parents)
            key = f"{name}:{skill}" if row.family else name
            level = skills[skill] + r.randint(-4, row.max_rel)
            found[key] = (level * 2 // 3 if row.is_parry else level, skill)
        return found

    # -- patterns ------------------------------------------------------------------------------------
    def op(self) -> str:
        return self.r.choice(sorted(vocab.OPS))

    def who(self) -> str:
        return self.r.choice(["me", "opp"])

    def name(self) -> str:
        """An act of a rule."""
        kind = self.r.random()
        if kind < 0.5:
            return self.r.choice(STRIKES)
        if kind < 0.8:
            return self.r.choice(OTHERS)
        return self.r.choice(CLASSES if kind < 0.95 else FUTURE)

    def act(self, name: str | None = None) -> dict[str, Any]:
        """One act with places and options."""
        r = self.r
        act: dict[str, Any] = {"a": name or self.name()}
        if act["a"] == "cast":
            act["spell"] = "x"
        if r.random() < 0.45:
            act["at"] = r.sample(PLACES, r.randint(1, 3))
            if r.random() < 0.4:
                act["pick"] = r.choice(["cycle", "first"])
            if r.random() < 0.3:
                act["mainly"] = r.choice(["@vital", "@any", "@limb"])
        if r.random() < 0.3:
            act["opt"] = r.choice(vocab.OPTS)
        if r.random() < 0.15:
            act["retreat"] = True
        return act

    def value(self) -> float:
        return self.r.choice([self.r.randint(-3, 14), round(self.r.uniform(0.02, 0.98), 2), 0.33, 0.67])

    def atom(self) -> list[Any]:
        """One condition."""
        r = self.r
        done = self.name() if r.random() < 0.6 else r.choice([*CLASSES, "@any", "@grapple"])
        defence = r.choice(DEFENCES)
        place = r.choice(PLACES)
        n = r.randint(1, 6)
        head = r.choice(HEADS)
        rhythms: list[list[Any]] = [
            ["every", n],
            ["every", n + 1, 2],
            ["every", n, 1, "attack"],
            ["every", 3, 2, "action"],
        ]
        atoms: dict[str, list[Any]] = {
            "turn": ["turn", self.op(), r.randint(1, 12)], "sub": ["sub", self.op(), r.randint(1, 3)],
            "every": r.choice(rhythms),
            "p": ["p", r.choice([0.15, 0.25, 0.33, 0.5, 0.8])], "hp": ["hp", self.who(), self.op(), self.value()],
            "fp": ["fp", self.who(), self.op(), self.value()], "crippled": ["crippled", self.who(), place],
            "state": ["state", self.who(), r.choice(STATES)], "dist": ["dist", self.op(), r.randint(0, 7)],
            "last": ["last", self.who(), done, r.choice([*RESULTS, "none", "nohit"])],
            "def": ["def", "me", defence, r.choice(["ok", "fail", "any"])], "hit": ["hit", self.who()],
            "provoked": ["provoked"], "attacked": ["attacked"],
            "count": ["count", self.who(), done, r.choice([*RESULTS, "none", "nohit"]), self.op(), n],
            "row": ["row", self.who(), done, r.choice([*RESULTS, "none", "nohit"]), self.op(), r.randint(1, 3)],
            "part": ["part", self.who(), place, self.op(), r.choice([0.5, 0.33, 1])],
            "recovered": ["recovered", "stunned"], "type": ["type", "opp", r.choice(sorted(vocab.TYPES))],
            "stage": ["stage", r.choice(sorted(vocab.STAGES))], "score": ["score", self.op(), n],
            "cmp": ["cmp", r.choice(sorted(vocab.CMP)), self.op()], "initiative": ["initiative", self.who()],
            "cp": ["cp", self.op(), n],
        }  # fmt: skip
        return atoms[head]

    def cond(self, depth: int = 0) -> list[Any]:
        """A condition, sometimes nested."""
        r = self.r
        if depth < 3 and r.random() < 0.35:
            head = r.choice(["and", "or", "not", "until", "since", "within"])
            if head in ("and", "or"):
                return [head, *(self.cond(depth + 1) for _ in range(r.randint(2, 3)))]
            return [head, r.randint(1, 6), self.cond(depth + 1)] if head == "within" else [head, self.cond(depth + 1)]
        return self.atom()

    def do(self, name: Any = None) -> dict[str, Any]:
        """An act, a weighted one, the first open one, a series."""
        r = self.r
        pick = name or (lambda: None)
        k = r.random()
        if k < 0.6:
            return self.act(pick())
        if k < 0.75:
            w = r.choice([0.75, 0.5, 0.33, 0.3])
            return {"any": [[w, self.act(pick())], [round(1 - w, 2), self.act(pick())]]}
        if k < 0.87:
            return {"first": [self.act(pick()) for _ in range(r.randint(2, 4))]}
        return {"seq": [self.act(pick()) for _ in range(r.randint(2, 4))], "loop": r.random() < 0.7}

    def policy(self) -> dict[str, Any]:
        """A whole pattern."""
        r = self.r
        policy: dict[str, Any] = {"rules": []}
        for _ in range(r.randint(0, 5)):
            rule: dict[str, Any] = {"if": self.cond()} if r.random() < 0.75 else {}
            policy["rules"].append({**rule, "do": self.do()})
        if r.random() < 0.5:
            policy["react"] = []
            for _ in range(r.randint(1, 3)):
                cond = r.choice([self.cond(), ["attacked_with", r.choice(["@kick", "@hand", "kick"])], ["first_def"]])
                rule = {"if": cond} if r.random() < 0.6 else {}
                do = self.do(lambda: r.choice(DEFENCES))
                policy["react"].append({**rule, "do": do})
        if r.random() < 0.25:
            give_up = {"if": ["hp", "me", "<", r.choice([0.25, 0.1, -5])], "do": {"a": "give_up"}}
            spend = {"if": self.cond(), "do": {"a": "spend_cp", "at": r.sample(PLACES, 2)}}
            policy["free"] = [r.choice([give_up, spend])]
        if r.random() < 0.35:
            policy["never"] = []
            for _ in range(r.randint(1, 2)):
                ban = {
                    k: v
                    for k, v in self.act(r.choice([*STRIKES, *OTHERS, *CLASSES, "dodge", "parry"])).items()
                    if k != "retreat"
                }
                if r.random() < 0.7:
                    ban["if"] = self.cond()
                policy["never"].append(ban)
        if r.random() < 0.15:
            policy["rest"] = "only"
        return policy

    def rulings(self) -> dict[str, str]:
        """Some rulings at another reading."""
        found = {}
        for key, ruling in registry().items():
            if len(ruling.readings) > 1 and self.r.random() < 0.25:
                found[key] = self.r.choice(ruling.readings)
        return found
