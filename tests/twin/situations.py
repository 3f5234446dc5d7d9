"""One turn from a random situation, played by both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
from against import Pairing, same_events, within
from people import Maker
from plain.body import LOST, WITH_THE_LIMB, Fighter
from plain.books import LIMBS, PLACES, TIP_OF
from plain.bout import Bout
from plain.showing import shown

from budosim.combat.common.record import blank
from budosim.combat.gurps3 import bout as core
from budosim.combat.gurps3.batch import blank_mind
from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Posture, Stun
from budosim.combat.gurps3.records import State
from budosim.combat.gurps3.tell import new_log
from budosim.events.draws import key_of
from budosim.systems.gurps3.trace import events
from budosim.systems.gurps3.trace_state import fighter as state_of

A: Any = np.int64(0)
"""Side a, as the core takes it."""
POSTURES = ["standing"] * 6 + ["crouching", "kneeling", "crawling", "sitting", "lying", "lying"]
PARTS = [*PLACES[2:4], *PLACES[11:]]


def situation(maker: Maker, who: Fighter) -> dict[str, Any]:
    """A random state of one fighter, in plain words."""
    r, b = maker.r, who.brings

    def seldom(n: int = 6) -> bool:
        return r.randrange(n) == 0

    turn = r.randint(1, 70)
    gone: dict[str, Any] = {}
    for part in r.sample(PARTS, r.choice([0, 0, 0, 1, 1, 2, 3])):
        how: Any = turn + r.randint(0, 6) if part not in PLACES[2:4] and seldom(4) else LOST
        gone[part] = how
        if part in LIMBS:
            gone[TIP_OF[part]] = WITH_THE_LIMB if how == LOST else how
    q, s = r.randint(-11, 11), r.randint(-11, 11)
    return {
        "hp": b.max_hp if seldom(3) else r.randint(-2 * b.ht, b.max_hp),
        "fp": b.max_fp if seldom(3) else r.randint(1, b.max_fp),
        "at": (q, max(-11 - min(q, 0), min(11 - max(q, 0), s))), "facing": r.randint(0, 5),
        "posture": "lying" if len(gone) > 1 and seldom(2) else r.choice(POSTURES),
        "stunned": r.choice(["", "", "", "", "physical", "mental"]), "shock": r.choice([0, 0, 0, 1, 2, 5]),
        "gone": gone, "fragile": set(r.sample(PARTS, r.choice([0, 0, 1, 2]))),
        "taken": {p: r.randint(1, 9) for p in r.sample(PLACES, r.choice([0, 1, 3]))},
        "bad_eye": seldom(), "clumsy": -3, "clumsy_until": turn + r.choice([-1, -1, 0, 2]),
        "torn": r.choice([0, 0, 0, 1, 2]), "defend_only": r.choice([0, 0, 0, 0, 1]),
        "airborne": seldom(8), "lands_badly": seldom(2),
        "lure": r.choice([0, 0, 3, 6]), "lure_until": turn + r.randint(-1, 1), "turn": turn,
        "owed": r.choice([0, 0, 0, 1]), "unspent_cp": r.choice([0, 0, 1, 2]), "idle_turns": r.choice([0, 0, 4]),
        "all_out": seldom(), "guards": seldom(), "waiting": seldom(3), "off_balance": seldom(),
        "guard_dropped": seldom(), "own_defence": r.choice([0, 0, -2]), "no_parry": seldom(),
        "leg_parries": r.choice([0, 0, 1, 2]),
        "hand_lost": {"R": seldom(), "L": seldom()}, "parried": {"R": r.choice([0, 0, 1]), "L": r.choice([0, 0, 1])},
        "retreated": seldom(3), "retreat_counts": seldom(), "dodged_with_acrobatics": seldom(),
        "walked": r.choice([0, 0, 2]),
    }  # fmt: skip


DIRECT = {
    "hp": "hp", "fp": "fp", "facing": "facing", "shock": "shock", "bad_eye": "blinded_by_crit", "clumsy": "dx_mod",
    "clumsy_until": "dx_until", "torn": "torn", "defend_only": "defend_only", "airborne": "airborne",
    "lands_badly": "falls_on_landing", "lure": "feint", "lure_until": "feint_until", "turn": "turn", "owed": "owed",
    "unspent_cp": "unspent_cp", "idle_turns": "unable", "all_out": "all_out", "guards": "aod", "waiting": "waiting",
    "off_balance": "lost_balance", "guard_dropped": "guard_dropped", "own_defence": "own_def", "no_parry": "no_parry",
    "retreated": "retreated", "retreat_counts": "retreat_bonus", "dodged_with_acrobatics": "acro_dodged",
    "walked": "walked",
}  # fmt: skip


def record(words: dict[str, Any], side: int) -> Any:
    """The same state as the core's record."""
    me = blank(State)[0]
    me.side, me.stage, me.held_part = side, 1, -1
    for name, field in DIRECT.items():
        me[field] = int(words[name])
    me.q, me.r = words["at"]
    me.posture = Posture[words["posture"].upper()]
    me.stunned = Stun[(words["stunned"] or "none").upper()]
    for part, how in words["gone"].items():
        me.crippled[LOC_NAMES.index(part)] = {LOST: 1, WITH_THE_LIMB: 2}.get(how) or how + 2
    me.lost = sum(1 << i for i in range(N_LOC) if me.crippled[i])
    for part in words["fragile"]:
        me.fragile[LOC_NAMES.index(part)] = 1
    for part, n in words["taken"].items():
        me.taken[LOC_NAMES.index(part)] = n
    for i, hand in enumerate("RL"):
        me.parried[i] = words["parried"][hand]
        me.hand_lost[i] = words["hand_lost"][hand]
        me.kick_parried[i] = int(words["leg_parries"] > i)
    return me


def one_turn(seed: int, pair: Pairing | None = None, maker: Maker | None = None) -> int:
    """Play a turn of side a from a random situation in both engines; the number of events they agree in."""
    maker = maker or Maker(seed)
    pair = pair or Pairing([maker.fighter(), maker.fighter()], [maker.policy(), maker.policy()])
    twin = Bout(pair.sides, 0, seed)
    twin.first = maker.r.choice("ab")
    log = new_log(512)
    scene = pair.duel.scene(log)
    scene.ring.dice.key = np.uint64(key_of(0, seed))
    scene.ring.now.first = "ab".index(twin.first)
    states = blank(State, 2)
    for side, who in enumerate(twin.fighters):
        words = situation(maker, who)
        states[side] = record(words, side)
        scene.ring.minds.of[side] = blank_mind()[0]
        for name, value in words.items():
            setattr(who, name, value)
    twin.take_turn(twin.fighters[0])
    with np.errstate(over="ignore"):
        core.one_turn(scene, pair.duel.sheets, states, A)
    theirs = events(log, {}, None, pair.rules)[1:]
    same_events(twin.events, theirs)
    for side, who in enumerate(twin.fighters):
        mine = shown(who)
        # the core writes the flags of holds when it tells; between tellings its grips know
        assert mine.pop("holding") == (int(scene.ring.grips.of[side].kind) != 0)
        for name in ("grappled", "pinned", "locked", "choked"):
            del mine[name]
        if int(scene.ring.now.clinch) == 1:
            del mine["parries_left"]
        assert within(mine, state_of(states[side])), (mine, state_of(states[side]))
        assert bool(states[side].out) == bool(who.out)
    assert int(scene.ring.dice.drawn) == twin.dice.thrown
    assert int(scene.ring.dice.overran) == 0
    return len(theirs)
