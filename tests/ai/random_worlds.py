"""Random moments of a bout, as the duel's records and as a plain `World` side by side."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from plain_conditions import Fighter, World

from budosim.ai import vocab
from budosim.ai.records_words import act_code, act_word, result_word
from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import Act, Hold, Outcome, StageWord, TypeWord
from budosim.combat.gurps3.move import move_now, note_gap
from budosim.combat.gurps3.policy import in_state
from budosim.combat.gurps3.records import Scene, Sheet, State, new_scene

DONE = sorted(vocab.ACTS - {"attack", "combo", "cine", "free"})
DEFENCES = sorted(vocab.REACT)
ENDS = ("ok", "fail", "hit", "miss", "parried", "dodged")
GEOMETRY = {"behind": 21, "cornered": 22, "blind": 8}
"""Words whose geometry has tests of its own; here the duel's answer is taken."""
FLAGS = {"airborne", "casting", "spell_on", "retreated"}
LOCKS = {Hold.ARM_LOCK, Hold.FINGER_LOCK, Hold.LEG_LOCK, Hold.HEAD_LOCK}
CHOKES = {Hold.CHOKE, Hold.CHOKE_HOLD, Hold.SCISSORS}


EMPTY, SHEETS, STATES = new_scene(), blank(Sheet, 2), blank(State, 2)

"""Copied for each moment: describing a record anew takes longer than all the rest."""


class Moment:
    """One sub-turn of side 0, by chance."""

    def __init__(self, seed: int, turn: int, record: Any) -> None:
        rng = Random(seed)
        self.rng = rng
        self.scene = Scene(*(part if part is None else part.copy() for part in EMPTY))
        rules, now = self.scene.ring.rules, self.scene.ring.now
        rules.fine_per_yard, rules.ring_radius = 2, 6
        rules.limb_num, rules.limb_den, rules.tip_num, rules.tip_den = 1, 2, 1, 3
        self.scene.ring.policies.of[0] = record
        self.sheets, self.states = SHEETS.copy(), STATES.copy()
        for side in range(2):
            self._fighter(side)
        now.clinch = int(any(grip.kind for grip in self.scene.ring.grips.of))
        note_gap(self.scene, self.states[0], self.states[1])
        self.states[0].turn = turn
        now.turn, now.side, now.sub, now.first = turn, 0, rng.randint(1, 3), rng.randint(0, 1)
        declared = rng.choice(DONE)
        now.declared = act_code(declared)
        mind = self.scene.ring.minds.of[0]
        flags = {name for name in ("provoked", "attacked", "recovered") if rng.random() < 0.5}
        for name in flags:
            mind[name] = 1
        mind.defences = rng.randint(0, 2)
        flags |= {"first_def"} if mind.defences == 0 else set()
        good, bad = (set(rng.sample(DEFENCES, rng.choice((0, 0, 1, 2)))) for _ in range(2))
        mind.def_ok, mind.def_fail = (sum(1 << act_code(a) - Act.DODGE for a in acts) for acts in (good, bad))
        mind.attacks, mind.actions = rng.randint(0, 9), rng.randint(0, 9)
        me, foe = self.states
        self.world = World(
            me=self._seen(0),
            opp=self._seen(1),
            numbers={
                "turn": turn,
                "sub": int(now.sub),
                "dist": max(abs(foe.q - me.q), abs(foe.r - me.r), abs(foe.q - me.q + foe.r - me.r)),
                "score": int(me.score),
                "cp": int(me.unspent_cp),
                "attack": int(mind.attacks),
                "action": int(mind.actions),
            },
            counts=self._counts(record),
            dues=self._dues(record),
            flags=flags,
            stages={word.name.lower() for word in StageWord if me.stage >> word & 1},
            types=self._types(),
            declared=declared,
            good=good,
            bad=bad,
            held=int(self.scene.ring.grips.of[0].part) if self.scene.ring.grips.of[0].kind else None,
            first="me" if now.first == 0 else "opp",
        )

    def _fighter(self, side: int) -> None:
        rng, sheet, state = self.rng, self.sheets[side], self.states[side]
        sheet.st, sheet.move, sheet.ht = rng.randint(8, 13), rng.randint(4, 7), rng.randint(9, 14)
        sheet.max_hp, sheet.max_fp = rng.choice((9, 10, 12)), rng.choice((9, 12))
        sheet.weight, sheet.types = rng.choice((60, 90)), rng.getrandbits(11)
        state.side, state.hp, state.fp = side, rng.randint(-5, sheet.max_hp), rng.randint(0, sheet.max_fp)
        if rng.random() < 0.2:
            state.hp, state.fp = sheet.max_hp, sheet.max_fp
        state.q, state.r, state.facing = rng.randint(-4, 4), rng.randint(-2, 2), rng.randint(0, 5)
        if rng.random() < 0.2 and side:
            state.q, state.r = self.states[0].q, self.states[0].r
        state.posture, state.stunned = rng.choice((0, 0, 1, 2, 5)), rng.choice((0, 0, 1, 2))
        for name in FLAGS:
            state[name] = rng.randint(0, 1)
        state.all_out, state.out = rng.randint(0, 1), rng.choice((0, 0, 1))
        grip = self.scene.ring.grips.of[side]
        grip.part, grip.kind = rng.randint(0, 18), rng.choice((0, 0, *Hold))
        grip.pin, state.unspent_cp = rng.randint(0, 1) if grip.kind else 0, rng.randint(0, 5)
        state.stage, state.score = rng.getrandbits(7), rng.randint(0, 9)
        for loc in rng.sample(range(19), rng.choice((0, 1, 3, 8, 16))):
            state.crippled[loc] = rng.randint(1, 2)
        for loc in range(19):
            state.taken[loc] = rng.choice((0, 0, 1, 3, 5, 12))
        mind = self.scene.ring.minds.of[side]
        mind.last_act = act_code(rng.choice(DONE))
        mind.last_res = sum(Outcome[word.upper()] for word in rng.sample(ENDS, 2))
        for acts, marks in ((self._some(), mind.used_before), (self._some(), mind.hit_before)):
            for act in acts:
                marks[act >> 6] |= np.int64(1) << np.int64(act & 63)
        mind.was_hit, mind.feints = rng.randint(0, 1), rng.randint(0, 3)

    def _some(self) -> list[int]:
        return [act_code(word) for word in self.rng.sample(DONE, self.rng.choice((0, 1, 4)))]

    def _asked(self, side: int, code: int) -> bool:
        order = (side, 1 - side)
        my, their = (self.sheets[i] for i in order)
        me, foe = (self.states[i] for i in order)
        return bool(in_state(self.scene, my, me, their, foe, code))

    def _seen(self, side: int) -> Fighter:
        sheet, s, mind = self.sheets[side], self.states[side], self.scene.ring.minds.of[side]
        foe = self.states[1 - side]
        mine, his = self.scene.ring.grips.of[side], self.scene.ring.grips.of[1 - side]
        words = {name for name in FLAGS if s[name]}
        words |= {word for word, code in GEOMETRY.items() if self._asked(side, code)}
        words |= {word for word, holds in {
            "stunned": s.stunned > 0,
            "down": s.posture in (2, 3, 4, 5),
            "standing": s.posture == 0,
            "close": (s.q, s.r) == (foe.q, foe.r),
            "allout": s.all_out == 1,
            "tired": Fraction(int(s.fp), int(sheet.max_fp)) <= Fraction(1, 3),
            "hurt": s.hp < sheet.max_hp,
            "fresh": s.hp == sheet.max_hp and s.fp == sheet.max_fp,
            "holding": mine.kind != 0,
            "mounted": mine.pin == 1,
            "grappled": his.kind != 0,
            "pinned": his.pin == 1,
            "locked": his.kind in LOCKS,
            "choked": his.kind in CHOKES,
            "active": not (s.stunned or his.pin or s.out),
            "unconscious": s.out > 0,
        }.items() if holds}  # fmt: skip
        limbs = {loc: Fraction(int(sheet.ht), 3 if loc in (13, 14, 17, 18) else 2) for loc in range(11, 19)}
        body = {name: int(s[name]) for name in ("hp", "fp")}
        body |= {"max_hp": int(sheet.max_hp), "max_fp": int(sheet.max_fp), "st": int(sheet.st)}
        body |= {"size": int(sheet.weight), "move": int(move_now(self.scene, sheet, s))}

        def marked(bits: Any) -> set[str]:
            return {act_word(a) for a in range(1, 82) if int(bits[a >> 6]) >> (a & 63) & 1}

        return Fighter(
            body=body,
            lost={loc for loc in range(19) if s.crippled[loc]},
            taken={loc: int(s.taken[loc]) for loc in range(19)},
            threshold={loc: limbs.get(loc, Fraction(int(sheet.max_hp))) for loc in range(19)},
            words=words,
            last=act_word(int(mind.last_act)),
            results={word for word in ENDS if mind.last_res & Outcome[word.upper()]},
            used=marked(mind.used_before),
            landed=marked(mind.hit_before),
            was_hit=bool(mind.was_hit),
            feints=int(mind.feints),
        )

    def _counts(self, record: Any) -> dict[tuple[Any, ...], int]:
        out: dict[tuple[Any, ...], int] = {}
        for i in range(record.n_counters):
            c = record.counters[i]
            n = self.scene.ring.minds.of[0].counter[i] = self.rng.randint(0, 9)
            who = ("me", "opp")[c.who]
            out["row" if c.row else "count", who, act_word(int(c.act)), result_word(int(c.res))] = n
        return out

    def _dues(self, record: Any) -> dict[tuple[int, int], int]:
        out = {}
        for i in range(record.n_dues):
            n = self.scene.ring.minds.of[0].due[i] = self.rng.randint(0, 1)
            out[int(record.dues[i].n), int(record.dues[i].m)] = n
        return out

    def _types(self) -> set[str]:
        my, their = self.sheets
        words = {word.name.lower() for word in TypeWord if word < 11 and their.types >> word & 1}
        more = {"stronger": "st", "faster": "move"}
        return words | {word for word, name in more.items() if their[name] > my[name]}
