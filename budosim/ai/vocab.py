"""Ids of the policy language bp/1: acts, classes, places, states, results, and what acts need on a sheet.

Source: the written description of bp/1 (semantics) and its vocabulary; the extra acts are manoeuvres that
have no row of their own in the act table and are acts themselves.
"""

from __future__ import annotations

from typing import Final


def _ids(text: str) -> tuple[str, ...]:
    return tuple(text.split())


HAND: Final = _ids("punch jab hook uppercut backfist elbow headbutt hand_strike palm ear_clap eye_poke")
HAND_EXTRA: Final = _ids("lariat rabbit_punch two_handed_punch face_attack dual_attack")
KICK: Final = _ids(
    "kick low_kick mid_kick high_kick front_kick side_kick round_kick spin_kick back_kick hook_kick axe_kick "
    "jump_kick drop_kick stomp knee sweep"
)
KICK_EXTRA: Final = _ids("shin_kick acrobatic_kick flying_jump_kick whirlwind_kick")
THROW: Final = _ids("takedown throw sac_throw")
THROW_EXTRA: Final = _ids("suplex piledriver")
LOCK: Final = _ids("submission arm_lock finger_lock leg_lock neck_lock choke neck_snap scissors")
GRAPPLE: Final = ("grapple", "pin", "slam", *THROW, *LOCK, *THROW_EXTRA)
HOLD: Final = _ids("hold release break_free")
PLAIN: Final = _ids("feint wait all_out_def retreat approach getup resist cast maintain_spell dispel free")
REACT: Final = _ids("dodge parry riposte aggr_parry no_defence jump_back")
FREE: Final = _ids("spend_cp give_up resist_will resist_mind")
STRIKES: Final = frozenset((*HAND, *HAND_EXTRA, *KICK, *KICK_EXTRA))
ACTS: Final = frozenset(
    ("attack", *STRIKES, *GRAPPLE, *HOLD, *PLAIN, "cine", "combo", *REACT, *FREE),
)
CLASSES: Final = frozenset(
    _ids("@attack @hand @kick @grapple @throw @lock @spell @cine @strike @defence @aoa @any"),
)
_SIDED: Final = _ids("eye arm hand leg knee foot")
LOCS: Final = frozenset(
    (
        *_ids("eye eyes face jaw ear ears skull head neck torso vitals groin arm arms hand hands"),
        *_ids("finger leg legs knee knees foot feet"),
        *(f"{part}.{side}" for part in _SIDED for side in "RL"),
        *_ids("@vital @hurt @crippled @whole @last_hit @lead @lead_leg @any @high @low @limb"),
        *_ids("@attacker_limb @most_hit"),
    )
)
OPTS: Final = _ids("aoa aoa_double aoa_strong aoa_hit aoa_feint defensive light")
STATES: Final = frozenset(
    _ids(
        "stunned down airborne grappled pinned holding locked choked blind casting tired "
        "allout retreated standing fresh hurt mounted active spell_on unconscious close behind cornered"
    )
)
TYPES: Final = frozenset(
    _ids(
        "caster grappler striker kicker counter heavy light_weight master tall female veteran stronger faster"
    )
)
STAGES: Final = frozenset(_ids("league knockout semifinal final must_win safe first_bout"))
RESULTS: Final = frozenset(_ids("ok fail hit miss parried dodged none nohit any"))
OPS: Final = frozenset(("<", "<=", "==", ">=", ">"))
CMP: Final = frozenset(_ids("hp fp st move size feints"))
PICKS: Final = frozenset(("cycle", "first"))
UNITS: Final = frozenset(("turn", "action", "attack"))
SIDES: Final = frozenset(("me", "opp"))
LISTS: Final = ("rules", "react", "free", "never")

NEGATED_OP: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

MEMBERS: Final[dict[str, frozenset[str]]] = {
    "@hand": frozenset((*HAND, *HAND_EXTRA)),
    "@kick": frozenset((*KICK, *KICK_EXTRA)),
    "@strike": STRIKES | frozenset(("combo",)),
    "@throw": frozenset((*THROW, *THROW_EXTRA)),
    "@lock": frozenset(LOCK),
    "@grapple": frozenset(GRAPPLE),
    "@spell": frozenset(("cast", "maintain_spell", "dispel")),
    "@cine": frozenset(("cine",)),
    "@defence": frozenset(REACT),
    "@attack": STRIKES
    | frozenset(GRAPPLE)
    | frozenset(("attack", "combo", "cine", "@strike", "@hand", "@kick")),
}

NEEDS: Final[dict[str, str]] = {
    "riposte": "【リポスト】",
    "aggr_parry": "【攻撃的受け】",
    "arm_lock": "【腕関節技】",
    "finger_lock": "【指関節技】",
    "leg_lock": "【脚関節技】",
    "neck_lock": "【ヘッドロック】",
    "choke": "【チョークホールド】",
    "neck_snap": "【首折り】",
    "scissors": "【シザースホールド】",
    "submission": "<柔道>か<レスリング>",
    "throw": "<柔道>",
    "sac_throw": "<柔道>",
    "takedown": "<柔道>か<レスリング>",
    "back_kick": "【後ろ蹴り】",
    "spin_kick": "【後ろ回し蹴り】",
    "hook_kick": "【鉤蹴り】",
    "axe_kick": "【かかと落とし】",
    "jump_kick": "【飛び蹴り】",
    "drop_kick": "【ドロップキック】",
    "stomp": "【踏みつけ】",
    "knee": "【膝蹴り】",
    "sweep": "【足払い】",
    "elbow": "【肘打ち】",
    "headbutt": "【頭突き】",
    "ear_clap": "【耳打ち】",
    "eye_poke": "【目突き】",
    "backfist": "【裏拳】",
    "uppercut": "【アッパー】",
    "hook": "【フック】",
    "jab": "【ジャブ】",
    "hand_strike": "【貫手・手刀】",
    "cast": "「魔法が使える」",
    "dispel": "「魔法が使える」",
    "cine": "「達人の指導」",
    "resist_mind": "<強靭精神>",
    "combo": "コンビネーション",
}


def members(act: str) -> frozenset[str]:
    """The act ids that an id or a class covers; a class covers itself too."""
    if act.startswith("@"):
        return MEMBERS.get(act, frozenset()) | {act}
    return frozenset((act,))


def covers(ban: str, act: str) -> bool:
    """Whether a ban on `ban` forbids every use of `act`."""
    if ban == act or ban == "@any":
        return True
    if ban == "kick" and act in MEMBERS["@kick"]:
        return True
    wide = MEMBERS.get(ban)
    if wide is None:
        return False
    inner = MEMBERS.get(act)
    return act in wide or (inner is not None and inner <= wide)
