"""Ways to strike: every technique with every skill a person can do it with (C-11 to C-14, C-20, C-46, C-78)."""

from __future__ import annotations

from dataclasses import dataclass

from plain.books import (
    ACT_ROWS,
    ANYWHERE,
    EYES,
    PLACES,
    SKILLS,
    TECHNIQUES,
    Row,
    basic_damage,
    ring_rows,
)

COMBAT_SKILLS = ("karate", "boxing", "brawling", "judo", "wrestling", "sumo")
"""Skills that grant sub-turns (T-13)."""
REGIONS = {
    "skull": ["brain"], "face": ["head", "jaw", "nose"], "neck": ["neck"], "torso": ["torso"], "eye": list(EYES),
    "leg": ["leg.R", "leg.L"], "foot": ["foot.R", "foot.L"], "lying": [p for p in PLACES if p not in EYES],
}  # fmt: skip
BUILT_IN = {"eye_gouge": list(EYES), "face_attack": ["head"], "ear_clap": ["head"]}
"""Places whose penalty is inside the level (README point 5)."""
ARMS, FISTS, LEGS = ["arm.R", "arm.L"], ["hand.R", "hand.L"], ["leg.R", "leg.L"]
GRASPED = {
    "grapple": ["torso", "neck", *ARMS, *FISTS, *LEGS], "arm_lock": ARMS, "finger_lock": FISTS, "leg_lock": LEGS,
    "head_lock": ["head"], "choke_hold": ["neck"], "scissors_hold": ["neck"], "neck_snap": ["neck"],
}  # fmt: skip
"""What a hold is taken at, the default first; other grabs take the whole body."""
GRAB_KINDS = ("grapple", "throw", "lock", "choke")
Person = Row


@dataclass(frozen=True)
class Way:
    """One technique done with one skill."""

    row: Row
    skill: str
    level: int
    dice: int
    adds: int
    aim: dict[str, int]
    """Penalty by place it can be aimed at."""
    near: int
    far: int
    footing: int
    """What a missed kick rolls to stay up, before its own modifier."""
    footing_mod: int
    bonus: int
    """Of the adds, what does not hang on ST."""
    less: int = 0
    """What an art no better than this takes off the level (C-120)."""

    def dice_with(self, st: int) -> tuple[int, int]:
        """Dice and adds at another ST: the skill's bonus and the technique's own adds stay (C-09, C-13, C-117)."""
        if self.dice == 0:
            return 0, 0
        dice, adds = basic_damage(st, self.row["damage"])
        return dice, adds + self.bonus

    def says(self, key: str) -> int:
        """A modifier of the table row, 0 when it has none."""
        return int(self.row.get(key, 0))

    @property
    def kick(self) -> bool:
        """Whether it counts as a kick."""
        return bool(self.row["kind"] in ("kick", "trip"))

    @property
    def grab(self) -> bool:
        """Whether it takes hold, throws or rams: what Wrestling and Sumo parry too (C-16)."""
        return bool(self.row["kind"] in GRAB_KINDS or self.row["id"] == "slam")

    @property
    def knee(self) -> bool:
        """A kick for the bonus that works in close combat (C-14, C-114)."""
        return bool(self.row["id"] == "knee_strike")

    @property
    def sweep(self) -> bool:
        """Whether it trips instead of hurting."""
        return bool(self.row["kind"] == "trip")

    @property
    def limb(self) -> str:
        """The striking part: arm, arms, leg, legs, head."""
        return str(self.row.get("limb", ""))

    @property
    def feint_share(self) -> float:
        """How much of a built-in feint's margin counts; 0 without one."""
        return float(self.row.get("feint_scale", 1)) if self.row.get("built_in_feint") else 0


def level_of(person: Person, source: str) -> int | None:
    """The level of an attribute a default may come from, or of a learned skill."""
    found = person[source] if source in ("ST", "DX") else person["skills"].get(source)
    return None if found is None else int(found)


def options(person: Person, name: str, *, lethal: bool = False) -> list[tuple[str, int]]:
    """Skill and level of every way to know a technique: bought first, then by each default.

    What is banned has no default, unless the event allows it (`lethal`, R-38).
    """
    row = TECHNIQUES[name]
    found: list[tuple[str, int]] = []
    if name == "dual_attack":
        bought = {key: value for key, value in person["maneuvers"].items() if key.startswith("dual_attack:")}
        return [(skill, level) for level, skill in bought.values()]
    if name in person["maneuvers"]:
        level, skill = person["maneuvers"][name]
        found.append((skill, level))
    if not row.get("cinematic") and (lethal or not row.get("banned_default")):
        if "untrained" in row:
            found.append(("DX", person[row["untrained"]["from"]] + row["untrained"]["mod"]))
        if row.get("basic") or any(skill in person["skills"] for skill in row.get("prereq_any", [])):
            for default in row["defaults"]:
                source, mod = default["from"], default["mod"]
                base = level_of(person, source)
                if base is not None:
                    found.append((source if source in (*COMBAT_SKILLS, "acrobatics") else "DX", base + mod))
                elif source in TECHNIQUES:
                    found += [(s, n + mod) for s, n in options(person, source) if s != "DX"]
    return found


def levels(person: Person, name: str, *, lethal: bool = False) -> dict[str, int]:
    """Best level of a technique by the skill it is done with, in the order they are found."""
    best: dict[str, int] = {}
    for skill, level in options(person, name, lethal=lethal):
        best[skill] = max(level, best.get(skill, level))
    return best


def bonus(person: Person, row: Row, skill: str) -> int:
    """What skill and technique add to the damage (C-13, C-14)."""
    part = "kick_bonus_div" if row["kind"] == "kick" else "punch_bonus_div"
    trained = skill in person["skills"] and SKILLS[skill].get(part)
    return int(row.get("dmg_mod", 0)) + (person["skills"][skill] // SKILLS[skill][part] if trained else 0)


def damage(person: Person, row: Row, skill: str) -> tuple[int, int]:
    """Dice and adds with the bonus of the skill (C-11 to C-13)."""
    dice, adds = basic_damage(person["ST"], row["damage"]) if row.get("damage") in ("thr", "sw") else (0, 0)
    return (dice, adds + bonus(person, row, skill)) if dice else (0, 0)


def arms_length(person: Person) -> tuple[int, int]:
    """How far a punch and a kick reach; a giant as the tallest, a dwarf as the shortest (C-46)."""
    height, traits = person["height_cm"], person["traits"]
    if "dwarfism" in traits or (height < 150 and "gigantism" not in traits):
        return 1, 2
    return (2, 4) if height >= 190 or "gigantism" in traits else (2, 3)


def reach(person: Person, row: Row) -> tuple[int, int]:
    """Nearest and farthest distance (C-46, README point 5)."""
    punch, kick = arms_length(person)
    words = row.get("reach", [])
    foot = row["kind"] in ("kick", "trip")
    if words == ["C"]:
        return 0, 1
    if "C" in words:
        return 0, punch
    yards = max([int(word) for word in words] or [1])
    return int(foot), (kick if foot else punch) + 3 * (yards - 1)


def aims(person: Person, row: Row, skill: str, rules: dict[str, str]) -> dict[str, int]:
    """Penalty by place; a place that is missing cannot be aimed at (C-78, R-14, README points 5 and 22)."""
    if row["kind"] in GRAB_KINDS or row["id"] == "slam":
        return grasps(person, row, skill)
    inside = BUILT_IN.get(row["id"], [])
    only = [p for word in row.get("targets", []) for p in REGIONS.get(word, [])] + inside
    bought = person["maneuvers"].get(f"hit_location:{skill}")
    found = {}
    for place, printed in ring_rows().items():
        penalty = int(rules["jaw_mod"]) if place == "jaw" else printed
        if place in inside:
            penalty = 0
        elif bought is not None:
            # three points of the penalty are inside the bought level
            penalty = max(penalty, min(0, penalty + 3) + bought[0] - person["skills"].get(skill, 0))
        if row.get("place_half") and place in ("neck", "head", "jaw", "nose"):
            penalty = -(abs(penalty) // 2)
        if "place_cap" in row and place in ("brain", "kidneys"):
            penalty = max(penalty, row["place_cap"])
        if row.get("targets") and place not in only:
            continue
        if place in EYES and rules["eye_target"] == "none":
            continue
        if (
            place in EYES
            and row["id"] != "eye_gouge"
            and not (rules["eye_target"] == "any_punch" and row["kind"] == "punch")
        ):
            continue
        found[place] = penalty
    if not row.get("targets") or "lying" in row["targets"]:
        found[ANYWHERE] = 0
    return found


def grasps(person: Person, row: Row, skill: str) -> dict[str, int]:
    """Penalty by the place a grab goes for; only a grapple pays it, of a lock it is part of the level [ruling]."""
    places = GRASPED.get(row["id"], ["torso"])
    if row["id"] != "grapple":
        return dict.fromkeys(places, 0)
    bought = person["maneuvers"].get(f"hit_location:{skill}")
    found = {}
    for place in places:
        penalty = ring_rows()[place]
        if bought is not None:
            penalty = max(penalty, min(0, penalty + 3) + bought[0] - person["skills"].get(skill, 0))
        found[place] = penalty
    return found


def footing(person: Person, row: Row, skill: str) -> tuple[int, int]:
    """What a missed kick rolls: DX or the skill; a leap DX with its penalty, or Acrobatics-2, Jumping-2 (C-12)."""
    mod = row.get("miss_fall_mod", 0)
    if mod == 0:
        return (person["skills"].get(skill, person["DX"]) if skill in ("karate", "brawling") else person["DX"]), 0
    trained = max(person["skills"].get(s, 0) for s in ("acrobatics", "jumping")) - 2
    return (trained, 0) if trained > person["DX"] + mod else (person["DX"], mod)


LEGS_FREE = {"leg.R": 0, "leg.L": 0}
"""R-30 own: the place is part of the low kick."""


def ways_of_act(person: Person, act: str, rules: dict[str, str]) -> list[Way]:
    """Every way to do an act, the best level first, plain DX last among equals."""
    names = ACT_ROWS[act]["uses"] if act in ACT_ROWS else [act] if act in TECHNIQUES else []
    found = []
    free = LEGS_FREE if act == "low_kick" and rules["low_kick"] == "own" else {}
    for name in names:
        row = TECHNIQUES[name]
        if name == "dual_attack":
            # two punches (C-11)
            row = {**TECHNIQUES["punch"], "id": name, "limb": "arms", "cinematic": True}
        if name == "hook_kick" and rules["hook_kick"] == "swing":
            row = {**row, "damage": "sw", "dmg_mod": 0}
        by_skill = levels(person, name, lethal=rules["neck_snap"] == "allowed")
        for skill in sorted(by_skill, key=lambda s: -by_skill[s]):
            found.append(
                Way(
                    row,
                    skill,
                    by_skill[skill],
                    *damage(person, row, skill),
                    {**aims(person, row, skill, rules), **free},
                    *reach(person, row),
                    *footing(person, row, skill),
                    bonus(person, row, skill),
                )
            )
    return sorted(found, key=lambda way: (-way.level, way.skill == "DX"))
