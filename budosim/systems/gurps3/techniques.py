"""Technique rows for a fighter: every way he can do an act, with level, damage, aim and reach (C-09…C-20, C-46)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Limb, Skill
from budosim.systems.gurps3.brought import ACTION_SKILLS, Brought
from budosim.systems.gurps3.damage_table import basic_damage
from budosim.systems.gurps3.rules import aims
from budosim.systems.gurps3.tables import TechniqueRow, tables

IMPOSSIBLE = -99
DUAL = "dual_attack"
"""Two punches at once, bought for each skill by itself."""
REGIONS: Mapping[str, tuple[str, ...]] = {
    "skull": ("brain",),
    "face": ("head", "jaw", "nose"),
    "neck": ("neck",),
    "torso": ("torso",),
    "eye": ("eye.R", "eye.L"),
    "leg": ("leg.R", "leg.L"),
    "foot": ("foot.R", "foot.L"),
    "lying": tuple(name for name in LOC_NAMES[:N_LOC] if not name.startswith("eye")),
}
"""What a technique's `targets` allow, as places of the trace."""
BUILT_IN = {"eye_gouge": ("eye.R", "eye.L"), "face_attack": ("head",), "ear_clap": ("head",)}
"""Places whose penalty is inside the technique's default (rules/README.md point 5); an ear clap strikes the head."""
_ARMS, _HANDS, _LEGS = ("arm.R", "arm.L"), ("hand.R", "hand.L"), ("leg.R", "leg.L")
GRASPED: Mapping[str, tuple[str, ...]] = {
    "grapple": ("torso", "neck", *_ARMS, *_HANDS, *_LEGS),
    "arm_lock": _ARMS,
    "finger_lock": _HANDS,
    "leg_lock": _LEGS,
    "head_lock": ("head",),
    "choke_hold": ("neck",),
    "scissors_hold": ("neck",),
    "neck_snap": ("neck",),
}
"""What a hold is taken at; other grabs take the whole body."""
GRAB_KINDS = ("grapple", "throw", "lock", "choke")
"""Kinds of techniques that take hold of the foe or throw him."""
LIMBS = {"arm": Limb.ARM, "arms": Limb.ARMS, "leg": Limb.LEG, "legs": Limb.LEGS, "head": Limb.HEAD}


@dataclass(frozen=True, slots=True)
class Option:
    """A technique done with one skill."""

    technique: str
    skill: str
    level: int


def sub_turns(level: int, master: bool) -> int:
    """Sub-turns a combat skill of this level grants (T-13); everybody has one (R-52)."""
    plain = max(1, level // 9)
    return max(plain, 1 + max(0, level - 12) // 3) if master else plain


def reaches(who: Brought) -> tuple[int, int]:
    """Longest punch and kick in fine hexes by height, or by Gigantism and Dwarfism (C-46, disadvantages.toml)."""
    if "dwarfism" in who.traits or (who.height_cm < 150 and "gigantism" not in who.traits):
        return 1, 2
    return (2, 4) if who.height_cm >= 190 or "gigantism" in who.traits else (2, 3)


def _known(who: Brought, source: str) -> int | None:
    return who.DX if source == "DX" else who.ST if source == "ST" else who.skills.get(source)


def options(who: Brought, technique: str, *, lethal: bool = False) -> Iterator[Option]:
    """Every way a fighter can do a technique: as bought, and by each default of a skill he has.

    A maneuver needs one of its skills learned; one of another world (cinematic) must be bought, and so must what is
    banned, unless the event allows it (`lethal`, R-38).
    """
    t = tables()
    row = t.technique(technique)
    if technique == DUAL:
        for name, (level, skill) in who.maneuvers.items():
            if name.startswith(f"{DUAL}:"):
                yield Option(technique, skill, level)
        return
    if technique in who.maneuvers:
        level, skill = who.maneuvers[technique]
        yield Option(technique, skill, level)
    if row.cinematic or (row.banned_default and not lethal):
        return
    if row.untrained is not None:
        yield Option(technique, "DX", (_known(who, row.untrained.source) or 0) + row.untrained.mod)
    if not row.basic and not any(skill in who.skills for skill in row.prereq_any):
        return
    for d in row.defaults:
        value = _known(who, d.source)
        if value is not None:
            yield Option(
                technique, d.source if d.source in ACTION_SKILLS or d.source == "acrobatics" else "DX", value + d.mod
            )
        elif d.source in t.techniques:
            for other in options(who, d.source):
                if other.skill != "DX":
                    yield Option(technique, other.skill, other.level + d.mod)


def damage(who: Brought, row: TechniqueRow, skill: str) -> tuple[int, int]:
    """Dice and adds of a blow, skill bonus included (C-11, C-12, C-13)."""
    if row.damage not in ("thr", "sw"):
        return 0, 0
    dice, add = basic_damage(who.ST, row.damage)
    if dice == 0:
        return 0, 0
    bonus = 0
    if skill in who.skills:
        parent = tables().skill(skill)
        div = parent.kick_bonus_div if row.kind == "kick" else parent.punch_bonus_div
        bonus = who.skills[skill] // div if div else 0
    return dice, add + row.dmg_mod + bonus


def reach(who: Brought, row: TechniqueRow) -> tuple[int, int]:
    """Nearest and farthest distance a technique strikes at (C-46, rules/README.md point 5)."""
    punch, kick = reaches(who)
    if row.reach == ("C",):
        return 0, 1
    low = 0 if "C" in row.reach else (1 if row.kind in ("kick", "trip") else 0)
    base = punch if "C" in row.reach or row.kind not in ("kick", "trip") else kick
    steps = [int(r) for r in row.reach if r.isdigit()]
    return low, base + 3 * (max(steps, default=1) - 1)


def aim(who: Brought, row: TechniqueRow, skill: str, readings: Mapping[str, str]) -> list[int]:
    """Penalty at each place, IMPOSSIBLE where the technique cannot go (C-78, R-14, README points 5 and 22)."""
    if row.kind in GRAB_KINDS or row.id == "slam":
        return grasps(who, row, skill, readings)
    values = aims(readings)
    built_in = BUILT_IN.get(row.id, ())
    allowed = {place for target in row.targets for place in REGIONS.get(target, ())} | set(built_in)
    relief = 0
    learned = who.maneuvers.get(f"hit_location:{skill}")
    if learned is not None:
        relief = learned[0] - who.skills.get(skill, 0)
    for loc in range(N_LOC):
        place = LOC_NAMES[loc]
        penalty = values[loc]
        if place in built_in:
            penalty = 0
        elif learned is not None:
            penalty = max(penalty, min(0, penalty + 3) + relief)
        if row.more.get("place_half") and place in ("neck", "head", "jaw", "nose"):
            penalty = -(-penalty // 2)
        if "place_cap" in row.more and place in ("brain", "kidneys"):
            penalty = max(penalty, int(row.more["place_cap"]))
        eye = place.startswith("eye")
        any_punch = readings["eye_target"] == "any_punch" and row.kind == "punch"
        if eye and (readings["eye_target"] == "none" or (row.id != "eye_gouge" and not any_punch)):
            penalty = IMPOSSIBLE
        if row.targets and place not in allowed:
            penalty = IMPOSSIBLE
        values[loc] = penalty
    if row.targets and "lying" not in row.targets:
        values[N_LOC] = IMPOSSIBLE
    return values


def grasps(who: Brought, row: TechniqueRow, skill: str, readings: Mapping[str, str]) -> list[int]:
    """Penalty at each place a grab goes for; only a grapple pays it, of a lock it is part of the level [ruling]."""
    printed = aims(readings)
    learned = who.maneuvers.get(f"hit_location:{skill}")
    values = [IMPOSSIBLE] * (N_LOC + 1)
    for place in GRASPED.get(row.id, ("torso",)):
        loc = LOC_NAMES.index(place)
        values[loc] = 0
        if row.id == "grapple":
            values[loc] = printed[loc]
            if learned is not None:
                values[loc] = max(printed[loc], min(0, printed[loc] + 3) + learned[0] - who.skills.get(skill, 0))
    return values


def skill_id(skill: str) -> Skill:
    """The core's number of a parent skill."""
    return Skill[skill.upper()] if skill.upper() in Skill.__members__ else Skill.DX


def footing(who: Brought, row: TechniqueRow, skill: str) -> tuple[int, int]:
    """What a missed kick rolls not to fall: the skill used or DX; a leap DX with its penalty, Acrobatics or Jumping.

    Returns the number and its modifier. Source: C-12, data/maneuvers.toml.
    """
    mod = int(row.more.get("miss_fall_mod", 0))
    if mod:
        spare = max(who.skills.get("acrobatics", 0), who.skills.get("jumping", 0)) - 2
        return (spare, 0) if spare > who.DX + mod else (who.DX, mod)
    return who.skills.get(skill, who.DX) if skill in ("karate", "brawling") else who.DX, 0
