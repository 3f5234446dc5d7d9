"""The package's TOML tables, and the small tables of the rule book that are no data file."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "budosim" / "systems" / "gurps3" / "tables"
Row = dict[str, Any]


def words(text: str) -> list[str]:
    """A list of ids."""
    return text.split()


def toml(name: str) -> Row:
    """One table file."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


RING = toml("ring")["bout"]
PLACE_ROWS: list[Row] = toml("ring")["place"]
PLACES: list[str] = [row["id"] for row in PLACE_ROWS]
ANYWHERE = "any"
SKILLS: dict[str, Row] = {row["id"]: row for row in toml("skills")["skill"]}
_MANEUVERS = toml("maneuvers")
TECHNIQUES: dict[str, Row] = {
    **{row["id"]: row for row in _MANEUVERS["maneuver"]},
    **{row["id"]: {**row, "basic": True} for row in _MANEUVERS["basic"]},
}
ACT_ROWS: dict[str, Row] = {row["id"]: row for row in toml("acts")["act"]}
HOSTILE = {
    row["id"]
    for row in toml("spells")["spell"]
    if row["target"] in ("foe", "missile", "area") and any(e["kind"] != "none" for e in row["effects"])
}
"""Spells of attack and control (semantics `type`)."""
_DAMAGE = toml("costs")["damage"]
CLOSE_READINGS = {
    "combination_cost": ("one", "per_element"), "grapple_roll": ("attack", "dx_contest"),
    "throw_damage": ("1d-2", "none", "thrust"), "choke_effect": ("damage", "fatigue", "both"),
    "lock_sum": ("accumulates", "single"), "neck_snap": ("illegal", "allowed"),
    "auto_giveup": ("before_crippling", "never", "at_hp_0"), "flying_leap": ("jump_kick", "jump_only", "st_tripled"),
    "body_control": ("stun_recovery", "none"), "fatigue_st": ("none", "contests", "all"),
}  # fmt: skip
"""R-12, R-34 to R-42: readings the registry is still to list, the default first."""
READINGS: dict[str, str] = {
    **{key: readings[0] for key, readings in CLOSE_READINGS.items()},
    **{row["key"]: row["default"] for row in toml("rulings")["ruling"]},
}

LIMBS = ("arm.R", "arm.L", "leg.R", "leg.L")
TIPS = ("hand.R", "hand.L", "foot.R", "foot.L")
EYES = ("eye.R", "eye.L")
TIP_OF = dict(zip(LIMBS, TIPS, strict=True))
HEAD_TABLE = ("brain", "head", "eye.R", "eye.L", "jaw", "nose")
"""Places the critical table of the head serves (C-76)."""

HANDS = words(
    "punch jab hook uppercut backfist elbow headbutt hand_strike palm ear_clap eye_poke face_attack two_handed_punch "
    "rabbit_punch lariat dual_attack"
)
KICKS = words(
    "kick low_kick mid_kick high_kick front_kick side_kick round_kick spin_kick back_kick hook_kick axe_kick jump_kick "
    "drop_kick stomp knee sweep shin_kick acrobatic_kick flying_jump_kick whirlwind_kick"
)
STRIKES = HANDS + KICKS
"""Blows in the order of the table; it decides between equal values (semantics §6.5)."""
THROWS = words("takedown throw sac_throw suplex piledriver")
LOCKS = words("submission arm_lock finger_lock leg_lock neck_lock choke neck_snap scissors")
GRAPPLES = ["grapple", "pin", "slam", *THROWS, *LOCKS]
DEFENCES = words("dodge parry riposte aggr_parry no_defence jump_back parrying_kick")
ACTS = [
    *STRIKES, *GRAPPLES, *words("hold release break_free feint wait all_out_def retreat approach getup resist cast"),
    *words("maintain_spell dispel free cine combo attack"), *DEFENCES,
    *words("spend_cp give_up resist_will resist_mind nothing"),
]  # fmt: skip
"""Every act in the order the trace lists legal ones."""

CLASSES: dict[str, set[str]] = {
    "@attack": {*STRIKES, *GRAPPLES, "combo", "cine", "attack"},
    "@strike": {*STRIKES, "combo"},
    "@hand": set(HANDS),
    "@kick": set(KICKS),
    "@grapple": set(GRAPPLES),
    "@throw": set(THROWS),
    "@lock": set(LOCKS),
    "@spell": {"cast", "maintain_spell", "dispel"},
    "@cine": {"cine"},
    "@defence": set(DEFENCES),
    "@any": set(ACTS),
}
"""Classes of acts (semantics §3); @aoa is a matter of how, not of what."""
GRABS = set(GRAPPLES) - {"submission"}
"""Acts that take hold of the foe, throw or press him; a submission is one of them by choice."""


@cache
def ring_rows() -> dict[str, int]:
    """Aiming penalty by place (C-78)."""
    return {row["id"]: row["aim"] for row in PLACE_ROWS}


def dice_of(text: str) -> tuple[int, int]:
    """Dice and adds of "2d-1"; "0" is no dice at all."""
    match = re.fullmatch(r"(\d+)d([+-]\d+)?", text)
    return (int(match[1]), int(match[2] or 0)) if match else (0, 0)


def basic_damage(st: int, kind: str) -> tuple[int, int]:
    """Thrust or swing of a ST (C-09)."""
    top = max(map(int, _DAMAGE))
    row = _DAMAGE.get(str(min(st, top)))
    return dice_of(row[kind]) if row else (0, 0)


def result_of(target: int, total: int) -> str:
    """How a roll of three dice ends (C-01 to C-03)."""
    if total in (3, 4) or (total == 5 and target >= 15) or (total == 6 and target >= 16):
        return "critical_success"
    if total == 18 or (total == 17 and target < 16) or total - target >= 10:
        return "critical_failure"
    return "failure" if total > target or total == 17 else "success"


def margin_of(target: int, total: int) -> int:
    """By how much; forced results are at least 0 or at most -1 (C-05)."""
    margin = target - total
    return max(0, margin) if total < 5 else min(-1, margin) if total > 16 else margin


def made(result: str) -> bool:
    """Whether a result is a success."""
    return result.endswith("success")


POSTURE_TO_HIT = {"standing": 0, "crouching": -2, "kneeling": -2, "crawling": -4, "sitting": -2, "lying": -4}
POSTURE_DEFENCE = {"standing": 0, "crouching": 0, "kneeling": -2, "crawling": -3, "sitting": -2, "lying": -3}
"""C-54; a crawler's blows count as a lying man's."""
RANDOM_PLACE = {
    **dict.fromkeys((3, 4), "brain"), 5: "head", **dict.fromkeys((6, 8), "arm"), 7: "hand",
    **dict.fromkeys((9, 10, 11), "torso"), **dict.fromkeys((12, 13, 14), "leg"), **dict.fromkeys((15, 16), "foot"),
    **dict.fromkeys((17, 18), "vitals"),
}  # fmt: skip
"""C-79; a limb is of either side."""


# -- combinations ------------------------------------------------------------------------------------
_MOVES = {
    "karate": "punch", "boxing": "punch", "brawling": "punch", "judo": "grapple", "wrestling": "grapple",
    "sumo": "grapple",
}  # fmt: skip
"""What a skill as a move comes to."""


def act_of(move: str) -> str:
    """The act a move of a combination is: an act, a technique or a skill (L-50)."""
    if move in ACTS:
        return move
    if move in _MOVES:
        return _MOVES[move]
    return next((act for act, row in ACT_ROWS.items() if row["uses"] == [move]), move)


def combination(known: list[Row], title: str, moves: list[str]) -> list[str]:
    """The moves of a combination on the sheet, by name or by the same moves; the pattern's own words for them."""
    for row in known:
        mine = [act_of(move) for move in row["moves"]]
        if (title and row["name"] == title) or (moves and [act_of(m) for m in moves] == mine):
            return [act_of(m) for m in moves] if len(moves) == len(mine) else mine
    return [act_of(move) for move in known[0]["moves"]] if known and not title and not moves else []
