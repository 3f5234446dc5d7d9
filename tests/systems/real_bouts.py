"""Bouts of the real core between two fighters without a written pattern, as traces."""

from __future__ import annotations

from functools import cache

from budosim.combat.common.record import blank
from budosim.combat.gurps3.batch import duel, told
from budosim.combat.gurps3.records import Policy, State
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.trace import events
from budosim.systems.gurps3.trace_state import Event

KARATEKA = Brought(
    ST=13,
    DX=15,
    IQ=11,
    HT=12,
    skills={"karate": 19, "acrobatics": 14, "body_language": 14},
    maneuvers={"kick": (19, "karate"), "riposte": (17, "karate")},
    traits={"trained_by_a_master": 40, "combat_reflexes": 15},
    unspent_cp=2,
)
BRAWLER = Brought(ST=14, DX=14, HT=12, skills={"brawling": 18, "boxing": 16}, height_cm=182)


@cache
def real_bouts(count: int) -> list[list[Event]]:
    """The traces of the first `count` bouts."""
    rules = rules_record()
    sheets = pack(KARATEKA, None, 0), pack(BRAWLER, None, 1)
    nothing = blank(Policy, 2)
    pair = duel(rules, sheets, (nothing[0], nothing[1]))
    start = blank(State, 1, 2)
    for side, sheet in enumerate(sheets):
        start[0, side] = fresh_state(sheet, side)
    logs = [told(pair, start, 7, number)[1] for number in range(count)]
    return [events(log, {"seed": 7, "bout": number}, None, rules) for number, log in enumerate(logs)]
