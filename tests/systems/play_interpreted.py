"""Plays bouts with the core as plain Python (NUMBA_DISABLE_JIT=1, nothing compiles), prints their traces."""

from __future__ import annotations

import json
import sys

import numpy as np

from budosim.combat.gurps3.bout import bout, set_key
from budosim.combat.gurps3.records import fresh_scene
from budosim.combat.gurps3.tell import new_log
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.trace import events

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


def main(count: int) -> None:
    """Print one trace a line."""
    np.seterr(over="ignore")
    rules = rules_record()
    sheets = [pack(KARATEKA, None, 0), pack(BRAWLER, None, 1)]
    for number in range(count):
        log = new_log(6000)
        scene = fresh_scene(log)
        for name in rules.dtype.names:
            scene.rules[name] = rules[name]
        states = [fresh_state(sheets[0], 0), fresh_state(sheets[1], 1)]
        set_key(scene, np.uint64(7), np.uint64(number))
        bout(scene, sheets, states)
        sys.stdout.write(json.dumps(events(log, {"seed": 7, "bout": number}, None, scene.rules)) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
