"""Spells as the twin reads them: straight from the table, by the words of the rule book (M-03 to M-15, M-44)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from plain.books import Row, toml

_FILE = toml("spells")
META: Row = _FILE["meta"]
SPELLS: dict[str, Row] = {row["id"]: row for row in _FILE["spell"]}
NUMBERS = toml("magic")
RING = NUMBERS["ring"]
WORTH = NUMBERS["worth"]
NOTHING = {"none", "move_object", "restore_fatigue"}
SELDOM = {"ends_on", "ends_on_action", "repeat_penalty", "missile", "jet"}
BODY = ("HT", "DX", "ST")
SHIFTS = {
    "move_mod": "MOVE", "will_mod": "WILL", "pd_mod": "PD", "dr_mod": "DR", "magic_resistance": "RESIST",
    "break_free_mod": "BREAK", "extra_subturn": "SUBS",
}  # fmt: skip
TRAITS = {"high_pain_threshold": ("PAINLESS", 1), "fearless": ("CALM", 5)}
STATE_NAMES = {"airborne": "lifted", "mental_stun": "dizzy"}
HABITS = {"keep_away": "keep_away", "flee": "flee", "all_out_attack": "berserk"}
GROUNDS = {"sticky": "stuck", "slippery": "slippery", "windy": "windy", "dark": "dark"}


def works(effect: Row, row: Row) -> bool:
    """Whether an effect does something at all."""
    kinds = {e["kind"] for e in row["effects"]}
    return effect["kind"] not in NOTHING | SELDOM and not (effect["kind"] == "ritual_block" and "state" in kinds)


@cache
def acting() -> list[str]:
    """Spells that do something in the ring, in the order of the table."""
    return [
        id_ for id_, row in SPELLS.items()
        if row["duel"] and row["target"] != "ally" and any(works(e, row) for e in row["effects"])
    ]  # fmt: skip


@cache
def words_for() -> dict[str, str]:
    """Every spelling of a spell's name."""
    found: dict[str, str] = {}
    for id_, row in SPELLS.items():
        for name in (id_, row["name_ja"], row["name_en"], *row.get("aliases_ja", ())):
            found.setdefault(name.lower(), id_)
    return found


def amount(effect: Row, energy: int) -> int:
    """A number that is fixed or grows with the energy."""
    if "per_step" in effect:
        return int(effect["per_step"]) * min(int(effect["max_steps"]), energy // int(effect["energy_per_step"]))
    value = effect.get("value", 0)
    return value if isinstance(value, int) else 0


def steps_of(effect: Row, energy: int) -> int:
    """Steps of an effect with dice."""
    if "energy_per_step" not in effect:
        return 0
    return min(int(effect["max_steps"]), energy // int(effect["energy_per_step"]))


def dice_and_adds(effect: Row, energy: int) -> tuple[int, int]:
    """Dice and adds; the add of a step is for each die."""
    n = steps_of(effect, energy)
    return (
        int(effect.get("dice", 0)) + n * int(effect.get("dice_per_step", 0)),
        int(effect.get("add", 0)) + n * int(effect.get("add_per_step", 0)),
    )


class Spell:
    """One spell of one caster."""

    def __init__(self, id_: str, base: int, dx: int, skills: dict[str, int]) -> None:
        row = SPELLS[id_]
        self.id, self.row = id_, row
        self.ring = base + META["mana_modifier"]
        self.effects: list[Row] = [e for e in row["effects"] if works(e, row)]
        self.kinds = {e["kind"]: e for e in row["effects"]}
        self.least, self.most, self.step = (row["cost"][k] for k in ("min", "max", "step"))
        self.less = 0 if self.ring < 15 else (self.ring - 10) // 5
        self.missile = row["class"] == "missile"
        self.jet = "jet" in self.kinds
        self.ends_all = self.kinds.get("spell_end", {}).get("target") == "all_in_area"
        self.ends_some = "spell_end" in self.kinds
        self.touch = row["touch"]
        self.blocks = row["class"] == "blocking"
        self.area = row["class"] == "area"
        self.lasts = row["duration_s"]
        self.focus = row.get("needs_concentration", False)
        self.aim = self._aim()
        self.direct = (
            row["class"] in ("regular", "blocking") and row["target"] in ("foe", "either") and self.aim == "foe"
        )
        self.touches_foe = self.aim in ("foe", "ground", "here", "spell")
        self.again = self.kinds.get("repeat_penalty", {}).get("value", 0)
        self.fear = id_ in ("fear", "panic", "terror")
        learned = [n for key, n in skills.items() if re.fullmatch(rf"spell_throwing\(({id_}|{row['name_ja']})\)", key)]
        self.throw = max([dx - (4 if self.jet else 3), *learned])

    def _aim(self) -> str:
        kinds, target = set(self.kinds), self.row["target"]
        state = {self.kinds[k].get("state") for k in kinds}
        if self.missile or self.jet:
            return "missile"
        if target == "foe_spell" or "spell_end" in kinds:
            return "spell"
        if "barrier" in kinds or "dark" in state:
            return "shelter"
        if "windy" in state:
            return "here"
        if kinds & {"decoy", "feint_bonus"} or target in ("self", "self_or_ally"):
            return "self"
        grounds = "hazard" in kinds or "terrain" in kinds or ("ritual_block" in kinds and "state" not in kinds)
        return "ground" if grounds else "foe"

    @property
    def ritual(self) -> str:
        """What the ritual takes (M-10)."""
        for level, need in ((11, "body"), (14, "word"), (17, "word"), (20, "either")):
            if self.ring <= level:
                return need
        return "nothing"

    def seconds(self, energy: int) -> int:
        """Casting seconds (M-10, M-28)."""
        one = self.step if self.ends_all else self.row["time_s"]
        if self.ring <= 11:
            one *= 2
        elif self.ring > 20:
            one = -(-one // (4 if self.ring > 24 else 2))
        return int(one * (energy // self.step) if self.missile or self.ends_all else one)

    def price(self, energy: int) -> int:
        """M-11."""
        return max(1, energy - self.less)

    def upkeep(self, energy: int, least: int) -> int | None:
        """M-24; None: it cannot be kept."""
        how = self.row["maintain"]
        if how == "none":
            return None
        full = {"half": -(-energy // 2), "same": energy, "fixed": self.row.get("maintain_cost", 0)}[how]
        return max(least, full - self.less)

    @property
    def turns(self) -> int | None:
        """Turns it stays on, 0 without end, None when it is over at once."""
        if self.lasts > 0:
            return int(self.lasts)
        if self.lasts == -1:
            return 0
        if self.lasts == 0:
            tier = self.kinds.get("check_tier")
            own = [e.get("turns", 0) or e.get("duration_s", 0) for e in self.effects if e["kind"] != "check_tier"]
            longest = max([0, *own])
            if tier:
                longest = max(longest, tier["success"]["duration_s"])
            return longest or None
        return None

    @property
    def energies(self) -> list[int]:
        """Least, middle, most."""
        middle = self.least + (self.most - self.least) // self.step // 2 * self.step
        return [self.least, middle, self.most]

    def worth(self, energy: int) -> tuple[int, int]:
        """Expected gain at once and for each further sub-turn, in thousandths of a hit point (M §10.3)."""
        now, on = Fraction(0), Fraction(0)
        side = WORTH["self" if self.aim == "self" else "foe"]
        states, once = WORTH["state"], WORTH["once"]
        for e in self.effects:
            kind, n = e["kind"], abs(amount(e, energy))
            if kind == "attr_mod":
                on += n * side.get(e["stat"], 0)
            elif kind in SHIFTS:
                on += n * side.get(SHIFTS[kind], 0)
            elif kind == "trait":
                name, points = TRAITS[e["trait"]]
                on += points * side.get(name, 0)
            elif kind == "to_hit_penalty":
                on += n * once["veil"]
            elif kind in ("state", "behaviour", "terrain", "decoy", "immune", "reflect", "ritual_block"):
                worth = states[state_of(e).upper()]
                now, on = (now + worth, on) if self.lasts == 0 else (now, on + worth)
            elif kind in ("check_or_state", "check_tier", "fright_check"):
                now += Fraction(states[state_of(e).upper()], 2)
            elif kind == "stun":
                now += states["STUNNED"]
            elif kind == "damage":
                dice, adds = dice_and_adds(e, energy)
                now += (
                    max(Fraction(0), Fraction(7 * dice, 2) + adds - (not e.get("ignores_dr", False))) * once["damage"]
                )
            elif kind == "hazard":
                on += 2 * once["damage"]
            elif kind == "knockback":
                dice, _ = dice_and_adds(e, energy)
                now += once["push"] * (e.get("strength_per_energy", 0) * energy + Fraction(7 * dice, 2))
            elif kind in ("cripple_limb", "limb_disabled"):
                now += once["limb"]
            elif kind == "temp_hp":
                now += once["lend"] * energy
            elif kind in ("barrier", "skill_forgotten"):
                on += once[{"barrier": "barrier", "skill_forgotten": "forget"}[kind]]
            else:
                word = {
                    "facing": "turned",
                    "feint_bonus": "lure",
                    "interrupt_check": "interrupt",
                    "spell_end": "end_spell",
                }
                now += once.get(word.get(kind, ""), 0)
        return int(now + on), 0 if self.lasts == 0 else int(on)


def state_of(e: Row) -> str:
    """The state an effect brings."""
    kind = e["kind"]
    if kind == "behaviour":
        return HABITS[e["mode"]]
    if kind == "terrain":
        return GROUNDS[e["state"]]
    if kind == "immune":
        return {"missile_spell": "no_missiles", "fire": "no_fire"}[e["to"]]
    if kind in ("decoy", "reflect", "ritual_block", "fright_check"):
        return {"decoy": "decoyed", "reflect": "turns_missiles", "ritual_block": "silent", "fright_check": "dizzy"}[
            kind
        ]
    if kind == "check_tier":
        return str(e["fail"]["state"])
    return STATE_NAMES.get(e["state"], e["state"])
