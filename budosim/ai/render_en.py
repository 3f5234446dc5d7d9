"""A policy in English: numbered sentences in evaluation order, which the reader reads back exactly (semantics 8)."""

from __future__ import annotations

from budosim.ai import canon
from budosim.ai.policy import Policy

_PLAIN = (
    "eye eyes face jaw ear ears skull head neck torso vitals groin arm arms hand hands finger leg legs knee knees foot feet".split()
)
_RUNTIME = {
    "@vital": "a vital point", "@hurt": "the most injured part", "@crippled": "a crippled part", "@whole": "a sound limb", "@last_hit": "the last place hit",
    "@lead": "the lead arm", "@lead_leg": "the lead leg", "@any": "any part", "@high": "the high line", "@low": "the low line", "@limb": "any limb",
    "@attacker_limb": "the limb he attacked with", "@most_hit": "the place hit most",
}
_SIDED = {f"{part}.{side}": f"{'right' if side == 'R' else 'left'} {part}" for part in ("eye", "arm", "hand", "leg", "knee", "foot") for side in "RL"}
_ACTS = {
    "attack": "attack", "punch": "punch", "jab": "jab", "hook": "hook", "uppercut": "uppercut", "backfist": "backfist", "elbow": "elbow strike",
    "headbutt": "head butt", "hand_strike": "knife hand or spear hand", "palm": "palm strike", "ear_clap": "ear clap", "eye_poke": "eye gouge", "lariat": "lariat",
    "rabbit_punch": "rabbit punch", "two_handed_punch": "two-handed punch", "face_attack": "face attack", "dual_attack": "dual attack", "kick": "kick",
    "low_kick": "low kick", "mid_kick": "middle kick", "high_kick": "high kick", "front_kick": "front kick", "side_kick": "side kick",
    "round_kick": "roundhouse kick", "spin_kick": "spin kick", "back_kick": "back kick", "hook_kick": "hook kick", "axe_kick": "axe kick",
    "jump_kick": "jump kick", "drop_kick": "drop kick", "stomp": "stomp", "knee": "knee strike", "sweep": "leg sweep", "shin_kick": "shin kick",
    "acrobatic_kick": "acrobatic kick", "flying_jump_kick": "flying jump kick", "whirlwind_kick": "whirlwind kick", "grapple": "grapple", "takedown": "takedown",
    "throw": "throw", "sac_throw": "sacrifice throw", "suplex": "suplex", "piledriver": "piledriver", "slam": "slam", "pin": "pin",
    "submission": "the best lock or choke", "arm_lock": "arm lock", "finger_lock": "finger lock", "leg_lock": "leg lock", "neck_lock": "head lock",
    "choke": "choke", "neck_snap": "neck snap", "scissors": "scissors hold", "hold": "keep the hold", "release": "release the hold",
    "break_free": "break free", "feint": "feint", "wait": "wait", "all_out_def": "all-out defence", "retreat": "step back", "approach": "close in",
    "getup": "get up", "resist": "concentrate on resisting", "cast": "cast", "maintain_spell": "keep the spell up", "dispel": "dispel",
    "free": "anything", "cine": "cinematic skill", "combo": "combination", "dodge": "dodge", "parry": "parry", "riposte": "riposte",
    "aggr_parry": "aggressive parry", "no_defence": "no defence", "jump_back": "jump back", "spend_cp": "spend an unused CP", "give_up": "give up",
    "resist_will": "resist with Will", "resist_mind": "resist with Mental Strength", "@attack": "any attack", "@hand": "any hand strike",
    "@kick": "any kick", "@grapple": "any grappling move", "@throw": "any throw", "@lock": "any lock or choke", "@spell": "any spell",
    "@cine": "any cinematic skill", "@strike": "any strike", "@defence": "any active defence", "@aoa": "any all-out attack", "@any": "any act at all",
}
_STATES = {
    "stunned": "stunned", "down": "down", "airborne": "in the air", "grappled": "grappled", "pinned": "pinned", "holding": "holding on", "locked": "in a lock",
    "choked": "being choked", "blind": "blind", "casting": "casting", "tired": "tired", "allout": "open after an all-out attack",
    "retreated": "one who retreated this turn", "standing": "standing", "fresh": "fresh and unhurt", "hurt": "hurt", "mounted": "mounted", "active": "able to act",
    "spell_on": "under a spell", "unconscious": "unconscious", "close": "in close combat", "behind": "behind the other", "cornered": "cornered",
}

TABLE = canon.Table(
    lang="en",
    words={
        "who": {"me": "I", "opp": "the opponent"}, "act": _ACTS, "loc": {**{p: p for p in _PLAIN}, **_RUNTIME, **_SIDED}, "state": _STATES,
        "op": {"<": "less than", "<=": "at most", "==": "exactly", ">=": "at least", ">": "more than"},
        "res": {
            "ok": "success", "fail": "failure", "hit": "a hit", "miss": "a miss", "parried": "parried", "dodged": "dodged", "none": "not tried",
            "nohit": "no hit", "any": "any result",
        },
        "cmpop": {"<": "below", "<=": "at or below", "==": "equal to", ">=": "at or above", ">": "above"},
        "what": {"hp": "HP", "fp": "fatigue", "st": "ST", "move": "Move", "size": "size", "feints": "number of feints"},
        "type": {
            "caster": "a spell caster", "grappler": "a grappler", "striker": "a striker", "kicker": "a kicker", "counter": "a counter fighter",
            "heavy": "a heavyweight", "light_weight": "a lightweight", "master": "a master", "tall": "tall", "female": "a woman", "veteran": "a veteran",
            "stronger": "stronger than I am", "faster": "faster than I am",
        },
        "stage": {
            "league": "the league", "knockout": "the knockout stage", "semifinal": "the semifinal", "final": "the final", "must_win": "one I must win",
            "safe": "one after qualifying", "first_bout": "the first bout",
        },
        "unit": {"action": "actions", "attack": "attacks"}, "stun": {"stunned": "stunned"}, "foe": {"opp": "the opponent"}, "turnunit": {"turn": "turns counted"},
        "opt": {
            "aoa": "all-out", "aoa_double": "all-out for two attacks", "aoa_hit": "all-out to hit", "aoa_strong": "all-out for damage",
            "aoa_feint": "all-out with a feint", "defensive": "cautiously", "light": "lightly",
        },
    },
    atoms=(
        ("turn", ("op", "n"), "the turn number is {} {}"), ("sub", ("op", "n"), "the sub-turn is {} {}"), ("every", ("n",), "a turn divisible by {} is due"),
        ("every", ("n", "n"), "one of every {} turns, {} due, is due"), ("every", ("n", "n", "turnunit"), "of every {}, {} {} are due"),
        ("every", ("n", "n", "unit"), "of every {}, {} of my {} are due"), ("p", ("pct",), "a chance of {} % comes up"),
        ("hp", ("who", "op", "v"), "the HP of {} are {} {}"), ("fp", ("who", "op", "v"), "the fatigue left of {} is {} {}"),
        ("crippled", ("who", "loc"), "of {} this is crippled: {}"), ("state", ("who", "state"), "{} can be called {}"),
        ("dist", ("op", "n"), "the distance is {} {} hexes"), ("last", ("who", "act"), "the last act of {} was {}"),
        ("last", ("who", "act", "res"), "the last act of {} was {} with {}"), ("def", ("who", "act", "res"), "the last defence of {} was {} with {}"),
        ("hit", ("who",), "{} took a blow just now"), ("provoked", (), "an attack came just now"), ("attacked", (), "an attack has come in this bout"),
        ("attacked_with", ("act",), "the attack to defend against is {}"), ("first_def", (), "this is the first defence of the turn"),
        ("count", ("who", "act", "res", "op", "n"), "{} had {} with {}, {} {} times in all"),
        ("row", ("who", "act", "res", "op", "n"), "{} had {} with {}, {} {} times in a row"), ("held", ("loc",), "my hold is on his {}"),
        ("part", ("who", "loc", "op", "num"), "of {} the damage to {} is {} {} of its limit"), ("recovered", ("stun",), "I just shook off being {}"),
        ("type", ("foe", "type"), "{} is {}"), ("stage", ("stage",), "the bout is {}"), ("score", ("op", "n"), "my league points are {} {}"),
        ("cmp", ("what", "cmpop"), "my {} is {} his"), ("initiative", ("who",), "first to act is {}"), ("cp", ("op", "n"), "my unused CP are {} {}"),
    ),
    form={
        "open": "[", "close": "]", "and": " and ", "or": " or ", "not": "not {}", "until": "{} has not happened yet (until then)",
        "since": "{} has happened (ever after)", "within": "{} began at most {n} turns ago", "points": "{} points", "share": "{} %", "spell": "spell \"{}\"",
        "name": "named \"{}\"", "of": "made of {}", "at": "at {}", "dot": " / ", "pick_cycle": "one after the other", "pick_first": "the first that is possible",
        "mainly": "75 %, the rest at {}", "retreat": "stepping back", "paren": " ({})", "comma": "; ", "any": "by lot: ", "slash": " | ", "pct": " % ",
        "first": "the first possible of: ", "gt": " > ", "seq": "in turn: ", "arrow": " -> ", "loop": ", and repeat", "once": ", only once", "number": "{}. ",
        "else": "Otherwise, ", "then": "", "if": "while {}: ", "stop": ".", "ban": "never {}.", "norules": "Acts: nothing ordered.", "head_react": "Defences:",
        "head_free": "Decisions:", "head_never": "Bans:", "only": "No other attacks.",
    },
)


def render(policy: Policy) -> str:
    """The policy in English."""
    return canon.render(TABLE, policy)


def condition(cond: list[object]) -> str:
    """A condition in English."""
    return canon.cond(TABLE, cond)


def deed(do: dict[str, object]) -> str:
    """What a rule does, in English."""
    return canon.do(TABLE, do)
