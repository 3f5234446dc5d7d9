"""Which rule each line of a trace follows: ids of the rule book, by event and by what went before it.

A "blow" is everything from one attack to the next; what caused a fall or a faint is looked up in it.
"""

from __future__ import annotations

from budosim.combat.gurps3.ids import Act, Contest, Effect, Ending, Loss, Roll, Table, Why
from budosim.combat.gurps3.ids_arts import Art
from budosim.systems.gurps3.trace_state import Event

TRAIT_RULE = "L-11"
"""Traits are listed by the regulation; what each does in the ring stands in advantages.toml and disadvantages.toml."""
ROLL_RULE: dict[Roll, str] = {
    Roll.STUN_RECOVERY: "C-92",
    Roll.UNCONSCIOUS: "C-94",
    Roll.NEAR_DEATH: "T-03",
    Roll.KNOCKDOWN: "C-91",
    Roll.KNOCK_OUT: "C-87",
    Roll.FALL: "C-12",
    Roll.FIRST_AID: "T-16",
    Roll.CONCENTRATE: "C-33",
    Roll.SAKIYOMI: "C-128",
    Roll.ACROBATICS: "C-140",
    Roll.STUN: "C-78",
    Roll.STAND_UP: "C-57",
    Roll.KNOCKBACK: "C-52",
    Roll.BREAKFALL: "C-105",
    Roll.STANCE: "C-126",
    Roll.BAD_BACK: "C-105",
    Roll.ROLL_WITH_BLOW: "C-52",
    Roll.STICKING: "C-64",
    Roll.BLIND_FIGHTING: "C-127",
    **dict.fromkeys((Roll(number) for number in range(Roll.REROLL, Roll.COMBAT_PARALYSIS + 1)), TRAIT_RULE),
    Roll.ESCAPE: "M-44",
    Roll.SPELL_CHECK: "M-44",
    Roll.HOLD_SPELL: "M-23",
    Roll.FOOTING: "M-44",
    Roll.DRUNKEN_FIGHTING: "C-115",
    Roll.CAT_STANCE: "C-115",
    Roll.POWER_BLOW: "C-117",
    Roll.BREAKING_BLOW: "C-121",
    Roll.FLYING_LEAP: "C-122",
    Roll.SPRINGING_ATTACK: "C-34",
    Roll.BREATH_CONTROL: "C-131",
    Roll.MEDITATION: "C-125",
    Roll.AUTOHYPNOSIS: "C-125",
}
CONTEST_RULE: dict[Contest, str] = {
    Contest.FEINT: "C-29",
    Contest.BUILT_IN_FEINT: "C-14",
    Contest.WAIT: "C-30",
    Contest.SWEEP: "C-14",
    Contest.GRAPPLE: "C-101",
    Contest.TAKEDOWN: "C-104",
    Contest.STANCE: "C-126",
    Contest.SUPLEX: "C-105",
    Contest.PILEDRIVER: "C-105",
    Contest.SLAM: "C-110",
    Contest.PIN: "C-106",
    Contest.NECK_SNAP: "C-112",
    Contest.BREAK_FREE: "C-111",
    Contest.LOCK: "C-109",
    Contest.CHOKE: "C-107",
    Contest.ILLUSION: "M-44",
    Contest.DISBELIEF: "M-44",
    Contest.COUNTER: "M-38",
    Contest.FORGET: "M-44",
    Contest.SAKIYOMI: "C-128",
    Contest.COMBINATION: "C-37",
    Contest.PRESSURE_POINTS: "C-119",
    Contest.KIAI: "C-123",
    Contest.HYPNOTIC_HANDS: "C-124",
    Contest.INVISIBILITY_ART: "C-130",
    Contest.INTIMIDATION: "C-125",
}
TABLE_RULE: dict[Table, str] = {
    Table.CRIT_HIT: "C-75",
    Table.CRIT_HEAD: "C-76",
    Table.CRIT_MISS: "C-74",
    Table.LOCATION: "C-79",
}
EFFECT_RULE: dict[Effect, str] = {
    Effect.CRIPPLED: "C-82",
    Effect.STUNNED: "C-91",
    Effect.RECOVERED: "C-92",
    Effect.FALLEN: "C-53",
    Effect.STOOD: "C-34",
    Effect.GRAPPLED: "C-101",
    Effect.PINNED: "C-106",
    Effect.LOCKED: "C-109",
    Effect.FREED: "C-111",
    Effect.BLINDED: "C-84",
    Effect.KNOCKED_BACK: "C-52",
    Effect.AIRBORNE: "C-59",
    Effect.LANDED: "T-12",
    Effect.POSTURED: "C-34",
    Effect.UNCONSCIOUS: "C-94",
    Effect.NEAR_DEATH: "T-03",
    Effect.DEAD: "T-06",
    Effect.COLLAPSED: "C-131",
    Effect.GAVE_UP: "C-99",
    Effect.PART_RESTORED: "T-21",
    Effect.LOST_BALANCE: "C-74",
    Effect.GUARD_DROPPED: "C-74",
    Effect.DEAFENED: "C-76",
    Effect.MUSCLE_TORN: "C-74",
    Effect.STUMBLED: "C-74",
    Effect.OFF_BALANCE: "C-76",
    Effect.PART_RECOVERED: "C-75",
    Effect.WARNED: "C-137",
    Effect.STRAINED: "C-74",
    Effect.CHOKED: "C-107",
    Effect.BACK_HURT: "C-105",
    Effect.CALMED: TRAIT_RULE,
    Effect.SPELL_BEGAN: "M-17",
    Effect.SPELL_ENDED: "M-24",
    Effect.CAST_LOST: "M-20",
    Effect.BARRIER_HIT: "T-09",
    Effect.BARRIER_BROKEN: "T-09",
    Effect.CAUTIONED: "M-30",
    Effect.HEALED: "M-39",
    Effect.MISSILE_LOST: "M-28",
    Effect.CHARGE_LOST: "M-27",
    Effect.TURNED: "M-44",
    Effect.DECOY_HIT: "M-44",
    Effect.MISSILE_STOPPED: "M-44",
    Effect.REFLECTED: "M-44",
    Effect.PART_FREED: "M-44",
    Effect.CASTING: "M-12",
    Effect.BURNED: "M-17",
    Effect.PUSHED: "C-118",
    Effect.NUMBED: "C-119",
    Effect.CONCENTRATION_LOST: "C-33",
    Effect.UNSEEN: "C-130",
}
MOVE_RULE: dict[Why, str] = {
    Why.STEP: "C-26",
    Why.MOVE: "C-31",
    Why.RETREAT: "C-66",
    Why.KNOCKED_BACK: "C-52",
    Why.LEAP: "C-59",
    Why.STUMBLE: "C-74",
}
LOSS_RULE: dict[Loss, str] = {
    Loss.DRAIN: "C-134",
    Loss.FIGHT: "C-132",
    Loss.CHOKE: "C-107",
    Loss.BREATH_CONTROL: "C-131",
    **dict.fromkeys(
        (
            Loss.POWER_BLOW, Loss.BREAKING_BLOW, Loss.FLYING_LEAP, Loss.PUSH, Loss.KIAI, Loss.INVISIBILITY_ART,
        ),
        "C-116",
    ),
    Loss.SPELL: "M-11",
    Loss.UPKEEP: "M-24",
    Loss.AFTERMATH: "M-44",
    Loss.CLOUD: "M-44",
    Loss.CANCEL: "M-25",
}  # fmt: skip
ART_RULE: dict[Art, str] = {
    Art.NONE: "C-115",
    Art.POWER_BLOW: "C-117",
    Art.BREAKING_BLOW: "C-121",
    Art.FLYING_LEAP: "C-122",
    Art.PRESSURE_POINTS: "C-119",
    Art.PRESSURE_SECRETS: "C-120",
    Art.PUSH: "C-118",
    Art.KIAI: "C-123",
    Art.HYPNOTIC_HANDS: "C-124",
    Art.INVISIBILITY_ART: "C-130",
    Art.SPRINGING_ATTACK: "C-34",
    Art.BINDING: "C-101",
    Art.BREATH_CONTROL: "C-131",
    Art.MEDITATION: "C-125",
    Art.AUTOHYPNOSIS: "C-125",
    Art.INTIMIDATION: "C-125",
    Art.DRUNKEN_FIGHTING: "C-115",
    Art.CAT_STANCE: "C-115",
    Art.HAND_CLAP_PARRY: "C-64",
}
"""Where the rule book has an art; those of skills.toml and maneuvers.toml alone under what they act on."""
SPELL_RULES = ("T-24", "T-25", "M-27", "M-30b", "M-38", "M-38")
"""By what a `spell` line tells of: cast, tick, contact, block, counter, ward."""
ENDING_RULE: dict[Ending, str] = {
    Ending.NONE: "C-138",
    Ending.UNCONSCIOUS: "T-01",
    Ending.FATIGUE: "C-131",
    Ending.NEAR_DEATH: "T-03",
    Ending.DEAD: "T-06",
    Ending.GAVE_UP: "C-99",
    Ending.REFEREE: "C-136",
    Ending.SIMULTANEOUS: "T-07",
    Ending.STALEMATE: "C-137",
    Ending.TIME: "C-135",
    Ending.FORFEIT: "R-66",
}
DEFENCE_RULE: dict[Act, str] = {
    Act.DODGE: "C-62",
    Act.PARRY: "C-64",
    Act.RIPOSTE: "C-72",
    Act.AGGR_PARRY: "C-71",
    Act.NO_DEFENCE: "C-61",
    Act.JUMP_BACK: "C-66",
    Act.PARRYING_KICK: "C-73",
    Act.CAST: "M-30b",
    Act.COMBO: "C-37",
    Act.CINE: "C-64",
}
_ACT_RULE: dict[Act, str] = {
    Act.GRAPPLE: "C-101",
    Act.PIN: "C-106",
    Act.SLAM: "C-110",
    Act.TAKEDOWN: "C-104",
    Act.THROW: "C-105",
    Act.SAC_THROW: "C-105",
    Act.SUPLEX: "C-105",
    Act.PILEDRIVER: "C-105",
    Act.SUBMISSION: "C-113",
    Act.ARM_LOCK: "C-109",
    Act.FINGER_LOCK: "C-109",
    Act.LEG_LOCK: "C-109",
    Act.NECK_LOCK: "C-107",
    Act.CHOKE: "C-108",
    Act.NECK_SNAP: "C-112",
    Act.SCISSORS: "C-107",
    Act.HOLD: "C-109",
    Act.RELEASE: "C-114",
    Act.BREAK_FREE: "C-111",
    Act.FEINT: "C-29",
    Act.WAIT: "C-30",
    Act.ALL_OUT_DEF: "C-28",
    Act.RETREAT: "C-26",
    Act.APPROACH: "C-31",
    Act.GETUP: "C-34",
    Act.RESIST: "T-30",
    Act.MAINTAIN_SPELL: "T-24",
    Act.DISPEL: "T-24",
    Act.COMBO: "C-37",
    Act.SPEND_CP: "T-21",
    Act.GIVE_UP: "C-99",
    Act.RESIST_WILL: "T-26",
    Act.RESIST_MIND: "T-26",
    **DEFENCE_RULE,
    Act.CAST: "T-24",
    Act.CINE: "C-115",
}
INITIATIVE_RULE, TURN_RULE = "T-11", "T-13"
STEP_AND_ATTACK, ALL_OUT_ATTACK = "C-26", "C-27"
LAST_HEAD_NORMAL = 14
"""Rows of C-76 above this one stun."""


def act_rule(act: Act, opt: str | None) -> str:
    """The rule a decision is carried out by."""
    if act in _ACT_RULE:
        return _ACT_RULE[act]
    if act is Act.NONE or act is Act.NOTHING:
        return "C-25"
    return ALL_OUT_ATTACK if opt is not None and opt.startswith("aoa") else STEP_AND_ATTACK


def attack_rule(event: Event, act: Event | None) -> str:
    """The rule of an attack roll: riposte, answer of a waiting fighter, wild, all-out, or plain."""
    if event["counter"]:
        return "C-72"
    if event["who"] != event["of"]:
        return "C-30"
    grab = _ACT_RULE.get(Act.__members__.get(str(event["act"]).upper(), Act.GRAPPLE))
    if grab is not None:
        return grab
    if any(name == "wild swing" for name, _ in event["mods"]):
        return "C-32"
    if act is not None and str(act["opt"] or "").startswith("aoa"):
        return ALL_OUT_ATTACK
    return STEP_AND_ATTACK


def damage_rule(event: Event) -> str:
    """The rule an injury is found by: the limb cap, the brain's multiplier, or the common one."""
    through = max(0, event["basic"] - event["dr"]) * event["multiplier"]
    if event["injury"] < int(through):
        return "C-81"
    return "C-83" if event["at"] == "brain" else "C-15"


class Blow:
    """What has happened since the last attack or decision, newest last."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def add(self, event: Event) -> None:
        """Take in the newest event; an attack, a decision or a turn opens a new blow."""
        if event["k"] in ("attack", "act", "turn"):
            self._events.clear()
        self._events.append(event)

    def last(self, *kinds: str) -> Event | None:
        """The newest event of one of `kinds`."""
        return next((e for e in reversed(self._events) if e["k"] in kinds), None)

    def _table(self) -> Event | None:
        found = self.last("table")
        return None if found is None or found["table"] == "location" else found

    def fall_roll(self, who: str) -> str:
        """What a roll not to fall is due to."""
        for event in reversed(self._events):
            if event["k"] == "effect" and event["effect"] == "knocked_back" and event["who"] == who:
                return "C-52"
            if event["k"] == "table" and event["table"] == "crit_miss":
                return "C-74"
            if event["k"] == "defence" and event["who"] == who:
                return "C-73"
            if event["k"] == "damage":
                return "C-14"
        return ROLL_RULE[Roll.FALL]

    def stun_roll(self) -> str:
        """What a roll against stun of a place is due to."""
        damage = self.last("damage")
        at = None if damage is None else damage["at"]
        if at in ("jaw", "nose"):
            return "C-78"
        return "C-86" if at == "groin" else "C-14"

    def _senseless(self) -> str:
        cause = self.last("roll", "table", "damage")
        table = self._table()
        if cause is not None and cause["k"] == "roll":
            return str(cause["rule"])
        if table is not None:
            return str(table["rule"])
        return EFFECT_RULE[Effect.UNCONSCIOUS] if cause is None else "C-83"

    def _stunned(self) -> str:
        cause = self.last("roll", "table", "damage")
        table = self._table()
        if cause is not None and cause["k"] == "roll" and cause["what"] in ("stun", "knockdown"):
            return str(cause["rule"])
        if table is not None and (
            (table["table"] == "crit_head" and (table["row"] in (6, 7) or table["row"] > LAST_HEAD_NORMAL))
            or (table["table"] == "crit_hit" and table["row"] == 7)
        ):
            return str(table["rule"])
        damage = self.last("damage")
        if damage is not None and damage["at"] == "brain":
            return "C-83"
        return "C-78" if damage is not None and damage["at"] == "neck" else EFFECT_RULE[Effect.STUNNED]

    def _fallen(self, who: str) -> str:
        for event in reversed(self._events):
            kind = event["k"]
            if kind == "contest":
                return str(event["rule"])
            if kind == "attack":
                return EFFECT_RULE[Effect.FALLEN] if event["who"] != who else "C-14"
            if event["who"] != who:
                continue
            if kind == "roll" and event["what"] in ("fall", "knockdown"):
                return str(event["rule"])
            if kind == "effect" and event["effect"] in ("landed", "crippled"):
                return "C-60" if event["effect"] == "landed" else "C-88"
            if kind == "table":
                return TABLE_RULE[Table.CRIT_MISS]
            if kind == "defence" and event["result"] == "critical_failure":
                return "C-70"
        return EFFECT_RULE[Effect.FALLEN]

    def _crippled(self, event: Event, fragile: bool) -> str:
        strained = self.last("effect")
        if strained is not None and strained["effect"] == "strained":
            return TABLE_RULE[Table.CRIT_MISS]
        if event.get("until_turn") is not None:
            return TABLE_RULE[Table.CRIT_HIT]
        table = self._table()
        if table is not None and table["table"] == "crit_hit" and table["row"] == 14:
            return TABLE_RULE[Table.CRIT_HIT]
        return "T-23" if fragile else EFFECT_RULE[Effect.CRIPPLED]

    def effect(self, event: Event, effect: Effect, fragile: bool) -> str:
        """The rule of an effect; `fragile`: the part named was fragile before."""
        if effect is Effect.UNCONSCIOUS:
            return self._senseless()
        if effect is Effect.STUNNED:
            return self._stunned()
        if effect is Effect.FALLEN:
            return self._fallen(str(event["who"]))
        if effect is Effect.CRIPPLED:
            return self._crippled(event, fragile)
        table = self._table()
        heads = table is not None and table["table"] == "crit_head"
        if effect is Effect.BLINDED:
            return "C-76" if heads and table is not None and table["row"] in (6, 7) else "C-84"
        if effect in (Effect.NEAR_DEATH, Effect.DEAD) and heads and table is not None and table["row"] == 3:
            return "C-76"
        if effect in (Effect.STOOD, Effect.POSTURED):
            roll = self.last("roll")
            return "C-57" if roll is not None and roll["what"] == "stand_up" else EFFECT_RULE[effect]
        return EFFECT_RULE[effect]
