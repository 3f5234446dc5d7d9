"""The benches of the behaviour list: Bag, Metronome and Script against a fighter who follows a policy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from checks import EMPTY, Policy, Trace

from budosim.systems.gurps3.entrant import Entrant, entrant_of_text
from budosim.testing import stage

BODY = """
[entrant]
name = "{name}"
age = 25
sex = "男"
unspent_cp = {cp}
[pattern]
text = "パンチ。"
[attributes]
ST = {st}
DX = {dx}
IQ = {iq}
HT = {ht}
[style]
name = "フルコンタクト空手"
{more}
"""
LEARNED = """
[advantages]
"達人の指導" = { cp = 40, applies_to = "空手" }
[skills]
"空手" = 40
[maneuvers]
"蹴り" = 4
"フェイント（空手）" = 3
"リポスト" = 8
"後ろ回し蹴り" = 6
"ジャブ" = 4
"鉤蹴り" = 4
"""
STANDS: Policy = {"rules": [], "react": [{"do": {"a": "no_defence"}}]}
"""What a bench does when struck: nothing, and it stays where it is."""
TURNS = 60
Script = Sequence[tuple[int, int, str, str]]


def karateka(**body: int) -> Entrant:
    """The fighter under test: weak blows, three sub-turns, every technique of the checks, slow of wit.

    IQ 8: with even dice he never shakes off a mental stun.
    """
    numbers = {"st": 8, "dx": 14, "iq": 8, "ht": 12, "cp": 0} | body
    return entrant_of_text(BODY.format(name="試", more=LEARNED, **numbers), "me")


ME = karateka()
DULL = entrant_of_text(BODY.format(name="台", more="", st=10, dx=10, iq=10, ht=10, cp=0), "bench")
"""Skill 10 at everything he was never taught."""


def metronome(turns: int = TURNS) -> Script:
    """A punch at the torso in each sub-turn."""
    return [(turn, 1, "punch", "torso") for turn in range(1, turns + 1)]


def play(
    policy: Policy,
    *,
    acts: Script | None = (),
    states: Iterable[tuple[int, str, str, Any]] = (),
    seeds: int = 5,
    subturns: int = 1,
    turns: int = TURNS,
    dice: str | None = "even",
    me: Entrant = ME,
    foe: Entrant = DULL,
    foe_policy: Policy = STANDS,
    immortal: str = "both",
) -> list[Trace]:
    """Bouts of the policy against a bench that plays `acts` (none: he follows his own policy)."""
    return [
        Trace(
            stage(
                (me, policy),
                (foe, foe_policy),
                acts=None if acts is None else list(acts),
                states=list(states),
                immortal=immortal,
                dice=dice,
                subturns={"a": subturns, "b": 1} if acts is not None else None,
                turns=turns,
                seed=seed,
            ).trace
        )
        for seed in range(seeds)
    ]


__all__ = ["DULL", "EMPTY", "ME", "karateka", "metronome", "play"]
