"""Effects of `spells.toml` as the numbers the duel reads (M-44): one entry a kind, an unknown kind is an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from budosim.combat.gurps3.magic_records import Held, Sort, Stat
from budosim.errors import RuleError
from budosim.systems.gurps3.tables import tables

Raw = Mapping[str, Any]
Numbers = dict[str, int]
STATS = {"DX": Stat.DX, "IQ": Stat.IQ, "ST": Stat.ST, "HT": Stat.HT, "will": Stat.WILL}
TYPES = ("crush", "burn", "impale", "special", "suffocation")
STATES = {
    "blind": Held.BLIND, "mute": Held.MUTE, "asleep": Held.ASLEEP, "dazed": Held.DAZED, "paralysed": Held.PARALYSED,
    "rooted": Held.ROOTED, "airborne": Held.LIFTED, "airborne_controlled": Held.LIFTED,
    "invisible": Held.INVISIBLE, "prone": Held.PRONE,
    "stunned": Held.STUNNED, "mental_stun": Held.DIZZY,
}  # fmt: skip
HABITS = {"keep_away": Held.KEEP_AWAY, "flee": Held.FLEE, "all_out_attack": Held.BERSERK}
GROUNDS = {"sticky": Held.STUCK, "slippery": Held.SLIPPERY, "windy": Held.WINDY, "dark": Held.DARK}
COVERS = {"strike": 1, "grapple": 2, "missile": 4}
ARM_BIT = 8
PERMANENT, FOR_A_MINUTE, FOR_A_SUB_TURN = 1, 0, 2
"""How long a limb is out of use (`Effected.flag`)."""


def _steps(e: Raw) -> Numbers:
    """A number that grows with the energy, or is fixed."""
    return {
        "value": int(e.get("value", 0)), "per": int(e.get("per_step", 0)), "each": int(e.get("energy_per_step", 0)),
        "most": int(e.get("max_steps", 0)), "turns": int(e.get("turns", 0)),
    }  # fmt: skip


def _shift(stat: Stat) -> Callable[[Raw], Numbers]:
    return lambda e: {"does": Sort.SHIFT, "stat": stat, **_steps(e)}


def _attribute(e: Raw) -> Numbers:
    return {"does": Sort.SHIFT, "stat": STATS[e["stat"]], **_steps(e)}


def _trait(e: Raw) -> Numbers:
    stat = {"high_pain_threshold": Stat.PAINLESS, "fearless": Stat.CALM}[e["trait"]]
    return {"does": Sort.SHIFT, "stat": stat, "value": 1 if stat is Stat.PAINLESS else 5}


def _state(e: Raw) -> Numbers:
    return {"does": Sort.STATE, "state": STATES[e["state"]], "value": int(e.get("attack_mod", 0))}


def _check(e: Raw) -> Numbers:
    return {
        "does": Sort.CHECK, "check": STATS[e["check"]], "state": STATES[e["state"]],
        "turns": int(e.get("duration_s", 0)), "flag": int(e.get("only_if") == "leg"),
    }  # fmt: skip


def _tier(e: Raw) -> Numbers:
    fail, success = e["fail"], e["success"]
    return {
        "does": Sort.TIER, "check": STATS[e["check"]], "state": STATES[fail["state"]], "turns": int(fail["duration_s"]),
        "value": int(success["dx_mod"]), "flag": int(success["duration_s"]),
    }  # fmt: skip


def _damage(e: Raw) -> Numbers:
    return {
        "does": Sort.DAMAGE, "dice": int(e.get("dice", 0)), "add": int(e.get("add", 0)),
        "step_dice": int(e.get("dice_per_step", 0)), "step_add": int(e.get("add_per_step", 0)),
        "each": int(e.get("energy_per_step", 0)), "most": int(e.get("max_steps", 0)), "type": TYPES.index(e["type"]),
        "raw": int(bool(e.get("ignores_dr", False))),
    }  # fmt: skip


def _hazard(e: Raw) -> Numbers:
    check = STATS[e["check"]] if "check" in e else -1
    return {
        "does": Sort.HAZARD, "dice": int(e["dice"]), "add": int(e["add"]), "type": TYPES.index(e["type"]),
        "check": check,
    }  # fmt: skip


def _push(e: Raw) -> Numbers:
    return {
        "does": Sort.PUSH, "per": int(e.get("strength_per_energy", 0)), "step_dice": int(e.get("dice_per_step", 0)),
        "each": int(e.get("energy_per_step", 1)), "most": int(e.get("max_steps", 99)),
    }  # fmt: skip


def _limb(e: Raw) -> Numbers:
    return {"does": Sort.LIMB, "flag": PERMANENT if e["permanent"] else FOR_A_MINUTE}


def _block(e: Raw) -> Numbers:
    covers = sum(COVERS[word] for word in e["covers"]) | (ARM_BIT if e.get("defender") == "arm" else 0)
    return {
        "does": Sort.BLOCK, "flag": covers, "value": int(e.get("pd_per_energy", 0)), "most": int(e.get("move_hexes", 0))
    }  # fmt: skip


def _immune(e: Raw) -> Numbers:
    return {"does": Sort.STATE, "state": {"missile_spell": Held.NO_MISSILES, "fire": Held.NO_FIRE}[e["to"]]}


def _cure(e: Raw) -> Numbers:
    return {"does": Sort.CURE, "state": sum(STATES[word] for word in e["states"])}


def _habit(e: Raw) -> Numbers:
    return {"does": Sort.HABIT, "state": HABITS[e["mode"]], "value": int(e.get("attack_mod", 0))}


def _ground(e: Raw) -> Numbers:
    return {
        "does": Sort.GROUND, "state": GROUNDS[e["state"]], "check": STATS[e["check"]] if "check" in e else -1,
        "mod": int(e.get("mod", 0)), "value": int(e.get("attack_mod", 0)),
    }  # fmt: skip


def _missile(e: Raw) -> Numbers:
    return {"does": Sort.MISSILE}


KINDS: dict[str, Callable[[Raw], Numbers]] = {
    "attr_mod": _attribute,
    "move_mod": _shift(Stat.MOVE),
    "will_mod": _shift(Stat.WILL),
    "pd_mod": _shift(Stat.PD),
    "dr_mod": _shift(Stat.DR),
    "magic_resistance": _shift(Stat.RESIST),
    "break_free_mod": _shift(Stat.BREAK),
    "extra_subturn": _shift(Stat.SUBS),
    "trait": _trait,
    "to_hit_penalty": lambda e: {"does": Sort.VEIL, **_steps(e)},
    "stun": lambda e: {"does": Sort.STUN, "stat": int(e["type"] == "mental")},
    "state": _state,
    "check_or_state": _check,
    "check_tier": _tier,
    "fright_check": lambda e: {
        "does": Sort.CHECK, "check": Stat.WILL, "mod": int(e["mod"]), "state": Held.DIZZY, "flag": 2
    },
    "escape_check": lambda e: {"does": Sort.ESCAPE, "check": STATS[e["check"]], "mod": int(e["mod"])},
    "damage": _damage,
    "hazard": _hazard,
    "knockback": _push,
    "cripple_limb": _limb,
    "limb_disabled": lambda e: {"does": Sort.LIMB, "flag": FOR_A_SUB_TURN},
    "blast": lambda e: {"does": Sort.BLAST},
    "active_defence": _block,
    "barrier": lambda e: {"does": Sort.BARRIER},
    "immune": _immune,
    "reflect": lambda e: {"does": Sort.STATE, "state": Held.TURNS_MISSILES},
    "remove_state": _cure,
    "spell_end": lambda e: {"does": Sort.END_SPELL, "flag": int(e["target"] == "all_in_area")},
    "spell_block": lambda e: {"does": Sort.WARD, "value": int(e["cost_known"]), "flag": int(e["cost_unknown"])},
    "heal_hp": lambda e: {"does": Sort.HEAL, "per": int(e["per_energy"]), "most": int(e["max"])},
    "temp_hp": lambda e: {"does": Sort.LEND, "per": int(e["per_energy"])},
    "fatigue_after": lambda e: {"does": Sort.AFTER, "value": int(e["value"])},
    "behaviour": _habit,
    "forced_action": lambda e: {"does": Sort.COMMAND},
    "skill_forgotten": lambda e: {"does": Sort.FORGET},
    "facing": lambda e: {"does": Sort.TURN_ROUND},
    "terrain": _ground,
    "decoy": lambda e: {"does": Sort.DECOY, "state": Held.DECOYED},
    "feint_bonus": lambda e: {"does": Sort.LURE, "value": int(e["value"])},
    "interrupt_check": lambda e: {"does": Sort.INTERRUPT},
    "weight_limit": lambda e: {"does": Sort.WEIGHT, "per": int(e["lb_per_energy"])},
    "ritual_block": lambda e: {"does": Sort.GROUND, "state": Held.SILENT, "check": -1},
}  # fmt: skip
"""Kinds that do something in the ring."""
ON_THE_ROW = ("ends_on", "ends_on_action", "repeat_penalty", "missile", "jet")
"""Kinds that are numbers of the spell itself."""
IDLE = ("none", "move_object", "restore_fatigue")
"""Kinds without an effect in the ring."""


@cache
def order() -> tuple[str, ...]:
    """Every spell in the order of the table; its place there is its number in the ring."""
    return tuple(tables().spells)


def parts_of(spell: str, row: Raw) -> list[Numbers]:
    """The effects of a spell that do something, in the order of the table.

    Raises:
        RuleError: a kind nobody knows; the message names the spell.

    """
    found: list[Numbers] = []
    kinds = [e["kind"] for e in row.get("effects", ())]
    for e in row.get("effects", ()):
        kind = e["kind"]
        if kind in ON_THE_ROW or kind in IDLE or (kind == "ritual_block" and "state" in kinds):
            continue
        if kind not in KINDS:
            raise RuleError(
                f"spells.toml: {spell}: no such kind of effect: {kind}",
                f"spells.toml：{spell}：効果の種類「{kind}」はありません",
            )
        found.append({"check": -1, **KINDS[kind](e)})
    return found


def acts_in_the_ring(spell: str, row: Raw) -> bool:
    """Whether a spell does anything in the ring for its caster."""
    return bool(row.get("duel")) and bool(parts_of(spell, row)) and row.get("target") != "ally"


__all__ = ["acts_in_the_ring", "parts_of"]
